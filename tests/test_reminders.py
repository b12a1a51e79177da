"""What the title tells on a return: what waits, each a way there, and the last seven days."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import pytest

import game as arcade
from native import GAMES, Match
from native.play import puzzles
from native.play.daily import match_of
from native.play.lessons import courses, lesson, steps_of
from native.play.puzzles import pack
from native.play.study import LessonStudy, PuzzleStudy
from native.profile.calendar import DailyDeals, book
from native.profile.reminders import (
    Reminders,
    Waiting,
    Week,
    lesson_games,
    reminders,
    today_of,
    week_lines,
    week_of,
)
from native.screen.canvas import faults
from native.screen.window import TITLE
from native.store.chronicle import Chronicle
from native.store.database import Database
from native.store.saves import Saves
from native.strings import Strings
from native.tools import samples
from native.tools.shots import title_reminding
from tests.kept import finish, put_lines
from tests.screen import SIZES, Screen, screen

TODAY = datetime.date(2026, 11, 22)
EN = Strings("en")


def day(back: int) -> str:
    """The day that lies some days before today."""
    return (TODAY - datetime.timedelta(back)).isoformat()


def deal(database: Database, back: int, game: str = "duel", done: bool = True) -> Match:
    """A day's deal, booked and perhaps finished."""
    match = match_of(game, TODAY - datetime.timedelta(back))
    book(Saves(database), Chronicle(database), match, day(back))
    if done:
        Chronicle(database).finish(finish(match), [0])
    return match


def learn(database: Database, *steps: str, back: int = 0) -> None:
    """Steps of lessons, done some days ago."""
    for step in steps:
        Chronicle(database).add(f"lesson-{step}", {"lesson": step, "date": f"{day(back)}T10:00:00Z"})


def attempt(database: Database, puzzle: str, solved: bool = False, back: int = 0) -> None:
    """A puzzle tried some days ago."""
    line = {"puzzle": puzzle, "rating": 1500, "solved": solved, "date": f"{day(back)}T10:00:00Z"}
    Chronicle(database).add(f"try-{puzzle}-{back}", line)


def read(database: Database, last: str = "duel") -> Waiting:
    """What waits according to the history."""
    found = Reminders(Chronicle(database), Saves(database))
    found.look(TODAY, last)
    found.finish()
    return found.waiting


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puzzles are due by the same day."""
    now = datetime.datetime(2026, 11, 22, 12, tzinfo=datetime.UTC)
    monkeypatch.setattr(puzzles, "now", lambda: now)


# ---- what waits ----


def test_a_new_person_has_todays_deals_and_a_first_lesson(database: Database) -> None:
    first = steps_of(next(iter(GAMES)))[0]
    assert read(database, last="") == Waiting(deals=len(GAMES), lesson=first)


def today_after(database: Database) -> tuple[int, int]:
    names = Saves(database).names()
    return today_of(DailyDeals(Chronicle(database).booked(), names, TODAY.isoformat()))


def test_a_deal_counts_as_left_until_it_is_finished_or_lost(database: Database) -> None:
    deal(database, 0, "duel")
    assert today_after(database) == (4, 0)
    begun = deal(database, 0, "heart", done=False)
    assert today_after(database) == (4, 0)
    Saves(database).drop(begun.extra["match"])  # it can be played for practice only
    assert today_after(database) == (3, 0)


def test_a_streak_is_told_only_while_it_ends_with_today(database: Database) -> None:
    deal(database, 3)
    assert today_after(database) == (5, 0)  # broken
    deal(database, 2)
    deal(database, 1)
    assert today_after(database) == (5, 3)
    deal(database, 0, "tale")
    assert today_after(database) == (4, 0)  # safe


def test_a_streak_that_cannot_be_saved_is_not_told(database: Database) -> None:
    deal(database, 1)
    for game in GAMES:
        Saves(database).drop(deal(database, 0, game, done=False).extra["match"])
    assert today_after(database) == (0, 0)


def test_puzzles_are_due_by_their_spacing_and_only_if_there_are_such(database: Database) -> None:
    duel, wars = (pack(game)[0].id for game in ("duel", "wars"))
    attempt(database, duel, back=1)
    attempt(database, pack("duel")[1].id, back=0)  # due tomorrow
    attempt(database, pack("duel")[2].id, solved=True, back=9)
    attempt(database, "duel-000000000000", back=5)  # no pack has it any more
    assert read(database).puzzles == {"duel": 1}
    attempt(database, wars, back=2)
    assert read(database).puzzles == {"duel": 1, "wars": 1}
    attempt(database, duel, solved=True)
    assert read(database).puzzles == {"wars": 1}


def test_the_next_lesson_is_of_the_game_last_learnt_then_last_played(database: Database) -> None:
    assert read(database, last="wars").lesson == steps_of("wars")[0]
    heart = steps_of("heart")
    learn(database, heart[0].mark, heart[2].mark)
    found = read(database, last="wars")
    assert (found.lesson, found.learning) == (heart[1], True)
    learn(database, *(step.mark for step in heart), "heart.1")
    assert read(database, last="wars").lesson == steps_of("wars")[0]
    learn(database, *(step.mark for game in GAMES for step in steps_of(game)))
    assert read(database).lesson is None


def test_games_that_are_unknown_have_no_lesson() -> None:
    assert lesson_games(["chess/1/1"], "poker") == list(GAMES)


def test_what_has_not_changed_is_not_read_again(database: Database) -> None:
    found = Reminders(Chronicle(database), Saves(database))
    found.look(TODAY, "duel")
    found.finish()
    found.look(TODAY, "duel")
    assert next(found.reading, None) is None
    deal(database, 0)
    found.look(TODAY, "duel")
    assert found.tick()
    assert found.waiting.deals == 4


# ---- the week ----


def game_line(number: int, back: int, share: float = 1, **more: Any) -> dict[str, Any]:
    """A match of some days ago."""
    line = {"id": f"duel-{number}", "game": "duel", "against": "drake", "assisted": False, "share": share}
    return line | {"date": f"{day(back)}T10:00:00Z"} | more


GAMES_PLAYED: list[dict[str, Any]] = [
    game_line(1, 8, motifs={"duel.old": 90}),
    game_line(2, 7, motifs={"duel.gives_triple": 1.5, "duel.last": 0.5}),
    game_line(3, 1, 0, motifs={"duel.last": 1.25}),
    game_line(4, 0, 0.5),
]
COURSE = lesson("duel", courses("duel")[0].key)  # a finished course has a line of its own
LEARNT: list[dict[str, Any]] = [
    {"id": "a", "lesson": "duel/1/1", "date": f"{day(2)}T10:00:00Z"},
    {"id": "b", "lesson": COURSE, "date": f"{day(2)}T10:00:00Z"},
    {"id": "c", "lesson": "duel/1/2", "date": f"{day(9)}T10:00:00Z"},
    {"id": "d", "puzzle": "duel-x", "solved": True, "date": f"{day(1)}T10:00:00Z"},
    {"id": "e", "puzzle": "duel-x", "solved": True, "date": f"{day(0)}T10:00:00Z"},
    {"id": "f", "puzzle": "duel-y", "solved": False, "date": f"{day(0)}T10:00:00Z"},
]
WEEK = Week(played=3, won=1, steps=1, puzzles=1, motif="duel.gives_triple")


def test_a_week_counts_its_own_days(database: Database) -> None:
    put_lines(database, [*GAMES_PLAYED, *LEARNT])
    Chronicle(database).grade("duel-3", None, motifs={"duel.last": 0.5, "duel.gives_triple": 0.25})  # reviewed again
    assert week_of(Chronicle(database), TODAY - datetime.timedelta(7)) == WEEK


def test_what_a_review_found_out_reaches_the_week(database: Database) -> None:
    name = Chronicle(database).finish(finish(match_of("duel", TODAY)), [0])
    found = Reminders(Chronicle(database), Saves(database))
    Chronicle(database).grade(name, 0.5, motifs={"duel.gives_triple": 2.5})
    found.look(datetime.datetime.now(datetime.UTC).date(), "duel")
    found.finish()
    last = week_lines(found.waiting.week, EN)[-1]
    motif = EN("motif.duel.gives_triple.name")
    assert last == EN("week.motif", motif=motif, game=EN("game.duel.name"))


@pytest.mark.parametrize(
    ("found", "motif"),
    [
        ([], ""), ([{}], ""), ([{"a": 0}], ""), ([{"a": 1, "b": 2}, {"a": 1.5}], "a"), ([{"a": 1, "b": 1}], "a"),
    ],
)  # fmt: skip
def test_the_motif_that_cost_most_is_added_up(database: Database, found: list[Any], motif: str) -> None:
    put_lines(database, (game_line(number, 0, motifs=motifs) for number, motifs in enumerate(found)))
    assert week_of(Chronicle(database), TODAY).motif == motif


def test_a_week_is_told_without_what_did_not_happen_or_has_no_name() -> None:
    t = Strings("en")
    assert week_lines(Week(), t) == []
    assert week_lines(Week(puzzles=1), t) == ["1 puzzle solved"]
    assert week_lines(Week(1, 0, 2, 3, "duel.unnamed"), t) == [
        "1 match, 0 won",
        "2 lesson steps · 3 puzzles solved",
    ]
    t.table = {**t.table, "motif.duel.gives_triple.name": "A triple for the other"}
    assert week_lines(WEEK, t)[-1] == "Cost you most: A triple for the other (Dragon Master)"


@pytest.mark.parametrize("language", Strings.languages())
def test_every_line_is_one_short_sentence_in_every_language(language: str) -> None:
    t = Strings(language)
    found = reminders(samples.waiting(), TODAY, t)
    assert [one.kind for one in found] == ["streak", "daily", "puzzles", "lesson"]
    assert [one.game for one in found] == ["", "", "duel", "duel"]
    assert reminders(Waiting(), TODAY, t) == []
    for one in found:
        assert "{" not in one.text + one.tip
        assert "reminder." not in one.text + one.tip
    step = steps_of("duel")[0]
    first = reminders(Waiting(lesson=step), TODAY, t)
    assert first[0].text == t("reminder.first_lesson", game="Dragon Master", title=step.title(Strings(language)))


# ---- on the title ----


def told(s: Screen) -> Waiting:
    """Lets the title read all that waits."""
    s.app.session.today = lambda: TODAY
    s.app.home()
    s.until(lambda: s.app.session.reminders.today == TODAY)
    s.app.session.reminders.finish()
    s.app.draw()
    return s.app.session.reminders.waiting


@pytest.mark.long
def test_each_line_leads_where_it_says(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        database = s.app.session.database
        deal(database, 1)
        learn(database, steps_of("heart")[0].mark)
        attempt(database, pack("wars")[3].id, back=4)
        for key, kind in (("daily", arcade.Calendar), ("streak", arcade.Calendar), ("puzzles", arcade.StudyScene),
                          ("lesson", arcade.StudyScene)):  # fmt: skip
            waiting = told(s)
            assert (waiting.deals, waiting.streak, waiting.puzzles) == (5, 1, {"wars": 1})
            s.walk(f"reminder.{key}", s.key)
            s.key("enter")
            assert isinstance(s.scene, kind)
            study = s.scene.study if isinstance(s.scene, arcade.StudyScene) else None
            if isinstance(study, PuzzleStudy):
                assert study.puzzle.id == pack("wars")[3].id
            elif isinstance(study, LessonStudy):
                assert study.step.key == steps_of("heart")[1].key
                s.app.pop()
                assert isinstance(s.scene, arcade.Lessons)
        told(s)
        s.click("week")
        assert isinstance(s.scene, arcade.Statistics)
        assert s.scene.found.filters["period"] == "week"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", Strings.languages())
@pytest.mark.parametrize("percent", [80, 100, 150])
def test_everything_has_its_place_on_the_title(
    tmp_path: Path, size: tuple[int, int], language: str, percent: int
) -> None:
    with screen(tmp_path, size) as s:
        t = s.speak(language)
        s.app.session.settings.text_size = percent
        s.app.scenes = title_reminding(s.app)
        words = s.words()
        for one in reminders(samples.waiting(), TODAY, t):
            assert f"reminder.{one.kind}" in [spot.key for spot in s.app.canvas.spots]
            assert one.kind == "streak" or one.text in words
        assert t("week.title") in words
        assert faults(s.app.canvas) == []
        places = [spot.rect for spot in s.app.canvas.spots if spot.key == "week" or "reminder" in spot.key]
        assert all(place.collidelist(places[:at]) < 0 for at, place in enumerate(places))
        name = next(one for one in s.app.canvas.written if one.text == TITLE.upper())
        assert name.ink.collidelist(places) < 0


def test_the_title_is_drawn_before_anything_is_read(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.session.take_seat()
        s.app.home()
        assert s.app.session.hoard.late
        s.app.draw()
        assert not s.app.scenes[-1].tick()
        assert s.app.session.reminders.state == ()
        s.app.turn()  # the picture is shown
        s.until(lambda: s.app.session.reminders.waiting.lesson)


def test_midnight_brings_new_deals(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        for game in GAMES:
            deal(s.app.session.database, 0, game)
        assert told(s).deals == 0
        assert not s.has("reminder.daily")
        s.app.session.today = lambda: TODAY + datetime.timedelta(1)
        s.until(lambda: s.app.session.reminders.waiting.deals == len(GAMES))
        assert EN("reminder.daily", count=5) in s.words()
        assert s.app.session.reminders.waiting.streak == 1


def test_each_person_is_told_of_their_own(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        deal(s.app.session.database, 0)
        assert told(s).deals == 4
        s.app.become(s.app.session.people.add("Ada"))
        assert told(s).deals == 5
        assert told(s).week == Week()
