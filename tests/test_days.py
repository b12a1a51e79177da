"""A deal a day: booked once, whatever the clock says, merged without doubles, and shared without showing a card."""

from __future__ import annotations

import datetime
import re
import time
from pathlib import Path
from typing import Any

import pytest

import game as arcade
from native import GAMES, Match
from native.play.daily import LEVELS, match_of
from native.play.duplicate import RUNS, DragonTables
from native.play.judge import Judge
from native.play.live_match import result
from native.play.review import Grade
from native.profile import calendar
from native.profile.calendar import DailyDeals, book, deal_text, marks, months_on, runs, shared, weeks
from native.profile.daily_result import par_words
from native.profile.hoard import Hoard
from native.profile.pages import CalendarPage
from native.screen.canvas import faults
from native.store.chronicle import Chronicle
from native.store.database import Database
from native.store.people import People
from native.store.saves import Saves
from native.strengths import Opponent, Suggestion
from native.strings import Strings
from native.tools import samples
from tests.kept import finish, record_of, take_in, told
from tests.screen import SIZES, Screen, screen

TODAY = "2026-11-22"
REAL_CLOCK = datetime.datetime


def date_of(day: str) -> datetime.date:
    return datetime.date.fromisoformat(day)


def booked(database: Database, day: str = TODAY, game: str = "duel") -> Match:
    """The match of a deal that has just been booked."""
    match = match_of(game, date_of(day))
    book(Saves(database), Chronicle(database), match, day)
    return match


def played(database: Database, day: str, game: str = "duel") -> str:
    """A deal of a day booked and finished; the name of its match."""
    match = booked(database, day, game)
    return Chronicle(database).finish(finish(match), [0])


def read(database: Database, today: str = TODAY) -> DailyDeals:
    return DailyDeals(Chronicle(database).booked(), set(Saves(database).names()), today)


def state(database: Database, day: str = TODAY, game: str = "duel", today: str = TODAY) -> str:
    return read(database, today).deal(day, game).state


# ---- the book ----


def test_a_deal_is_open_then_begun_then_done_and_another_day_is_practice(database: Database) -> None:
    assert state(database) == "open"
    match, t = booked(database), Strings("en")
    begun = read(database).deal(TODAY, "duel")
    assert begun.state == "begun"
    assert Saves(database).open(begun.match).moves == []
    Chronicle(database).grade(begun.match, None, par=1.0)
    deal = read(database).deal(TODAY, "duel")
    assert deal_text(deal, "dragon", t) == t("daily.begun")  # par is not shown before the end
    Chronicle(database).finish(finish(match), [0])
    done = read(database).deal(TODAY, "duel")
    assert (done.state, done.match, done.score) == ("done", begun.match, match.scores[0])
    record = record_of(database, begun.match)
    assert (record["daily"], record["match"]) == (TODAY, begun.match)
    assert state(database, TODAY, "heart") == "open"
    assert state(database, "2026-11-21") == "practice"
    assert state(database, "2026-11-23") == "coming"


def test_a_deal_whose_match_was_thrown_away_stays_booked(database: Database) -> None:
    """Opening a deal uses it up: it cannot be looked at and then played for the book."""
    match = booked(database)
    Saves(database).drop(match.extra["match"])
    assert state(database) == "practice"


def test_bookings_of_days_to_come_count_for_nothing_until_then(database: Database) -> None:
    new_year = "2036-01-01"
    played(database, new_year)
    for today in (TODAY, "2035-12-31"):
        found = read(database, today)
        assert found.deal(today, "duel").state == "open"
        assert found.deal(new_year, "duel").state == "coming"
        assert (found.done, found.run(), found.month("2036").played) == ([], (0, 0), 0)
    assert state(database, new_year, "duel", today=new_year) == "done"
    assert state(database, new_year, "heart", today=new_year) == "open"
    assert read(database, "2036-01-02").run() == (1, 1)


def set_clock(monkeypatch: pytest.MonkeyPatch, day: str) -> None:
    """Has the clock show a day, at noon."""
    noon = datetime.datetime.fromisoformat(f"{day}T12:00:00+00:00")

    class Clock(REAL_CLOCK):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return noon.astimezone(tz)

    monkeypatch.setattr(datetime, "datetime", Clock)


@pytest.mark.parametrize(
    "days",
    [
        "1970-01-01 2026-11-22",
        "1999-12-31 2000-01-01",
        "2036-01-01 2026-11-22",
        "2099-12-31 1970-01-01 2036-02-29 2026-11-22 1999-12-31",
    ],
)
@pytest.mark.long
def test_a_clock_that_is_wrong_closes_no_day_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: str
) -> None:
    with screen(tmp_path) as s:
        for day in days.split() * 2:
            set_clock(monkeypatch, day)
            s.app.open_page(CalendarPage)
            almanac = calendar_of(s)
            almanac.asked |= {f"{key} {deal.match}" for deal in almanac.book.done for key in ("marks", "par")}
            assert almanac.date == day
            if almanac.book.deal(day, "duel").state == "open":
                s.click("row0")
                if isinstance(s.scene, arcade.Menu):
                    s.click("usual")
                assert s.table.match.extra["daily"] == day
                end_on_screen(s)
            assert calendar_of(s).book.deal(day, "duel").state == "done"
            s.app.draw()
            for key in ("earlier", "later", "later"):
                s.click(key)
            s.app.push(arcade.Treasury(s.app))
            s.app.draw()
        booked_days = [day for day, *_ in s.app.session.chronicle.booked()]
        assert booked_days == sorted(days.split())
        assert s.app.session.matches.names() == []
        assert len(s.app.session.chronicle.record_ids()) == len(days.split())
        assert s.app.session.database.complaints() == []


def test_days_to_come_earn_no_treasure(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    chronicle = Chronicle(database)
    for day in range(10, 31):
        for game in GAMES:
            chronicle.add(f"daily-2036-01-{day}-{game}", {"daily": f"2036-01-{day}", "match": f"{game}-{day}"})
    set_clock(monkeypatch, TODAY)
    assert Hoard(chronicle).award_totals() == []
    set_clock(monkeypatch, "2036-02-01")
    assert Hoard(chronicle).award_totals() != []


def test_a_day_that_cannot_be_kept_leaves_no_match_behind(database: Database) -> None:
    with pytest.raises(AssertionError):
        book(Saves(database), Chronicle(database), match_of("duel", date_of(TODAY)), "20261122")
    assert Saves(database).names() == []


def test_lines_that_are_none_of_ours_book_nothing(database: Database) -> None:
    chronicle = Chronicle(database)
    chronicle.add("daily-2026-11-22-duel", {"daily": "2026-11-21", "match": "x"})
    chronicle.add("somebody", {"daily": TODAY, "match": "x"})
    database.change(lambda con: con.execute("INSERT INTO dailies VALUES ('', '9999-99-99', 'duel', 'x', '')"))
    found = read(database)
    assert (found.booked, found.done) == ({}, [])


# ---- streaks, months ----

NEW_YEAR = ["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02"]


@pytest.mark.parametrize(
    ("days", "today", "streaks"),
    [
        (NEW_YEAR, "2027-01-02", (4, 4)),
        (NEW_YEAR, "2027-01-03", (4, 4)),  # today is not played yet
        (NEW_YEAR, "2027-01-04", (0, 4)),
        (["2028-02-28", "2028-02-29", "2028-03-01"], "2028-03-01", (3, 3)),
        (["2027-02-28", "2027-03-01", "2027-03-03"], "2027-03-03", (1, 2)),
        ([], TODAY, (0, 0)),
    ],
)
def test_a_streak_goes_on_across_months_and_years(days: list[str], today: str, streaks: tuple[int, int]) -> None:
    assert runs(days, today) == streaks


def test_the_month_counts_its_own_days_alone(database: Database) -> None:
    for day, accuracy in (("2026-10-31", 10.0), ("2026-11-01", 60.0), ("2026-11-02", 80.0)):
        Chronicle(database).grade(played(database, day), 0.1, accuracy=accuracy)
    found = read(database)
    won = sum(deal.result == "won" for deal in found.done[1:])
    assert found.month("2026-11") == (2, won, 70.0)
    assert found.month("2025-11") == (0, 0, None)
    assert months_on(datetime.date(2026, 1, 31), -1) == datetime.date(2025, 12, 1)
    assert weeks(datetime.date(2026, 11, 22))[0][-1] == datetime.date(2026, 11, 1)


def test_a_week_played_on_two_machines_merges_without_doubles(database: Database, there: Database) -> None:
    """Three days here, five there, one of them on both: what is ours stays."""
    ours = [played(database, f"2026-11-{day}") for day in (16, 17, 18)]
    for day in (18, 19, 20, 21, 22):
        played(there, f"2026-11-{day}")
    people, others = People(database), People(there)
    text = others.export(others.now).encode()
    for _ in range(2):
        take_in(people, text, people.now)
        found = read(database)
        assert sorted(found.booked) == [(f"2026-11-{day}", "duel") for day in range(16, 23)]
        assert found.run() == (7, 7)
        assert found.booked["2026-11-18", "duel"] == ours[2]


# ---- what is shared ----


def test_the_text_that_is_shared_holds_no_card_and_no_move(database: Database) -> None:
    t = Strings("en")
    names = [played(database, TODAY, game) for game in GAMES]
    for name in names:
        Chronicle(database).grade(name, 0.1, accuracy=88.4, par=0.5, marks="••o·x")
    text = shared(read(database), TODAY, LEVELS[6], GAMES, t)
    for name in names:
        match = Match.load(record_of(database, name))
        assert not [move for move in match.moves if move in text]
    lines = text.splitlines()
    number = r"[+−]?[\d,]+(\.\d+)?"
    result = rf"(Won|Shared|Lost), {number} \(the strongest dragon: {number}\), accuracy \d+"
    for game, line in zip(GAMES, lines[1::2], strict=False):
        assert re.fullmatch(rf"{re.escape(t(f'game.{game}.name'))}: {result}", line)
    assert len(lines) == 2 * len(GAMES) + 3
    assert lines[0] == "Hoard, deals of 2026-11-22, opponents: Dragon"
    assert lines[2] == "••o·x"
    assert shared(read(database), "2026-11-21", "dragon", GAMES, t) == ""


def test_marks_are_those_of_the_persons_moves() -> None:
    grades = [Grade(0, "a", forced=True), Grade(1, "b", forced=True), Grade(0, "c")]
    assert marks("duel", grades, [0]) == calendar.SIGNS["forced"] + calendar.SIGNS[""]
    assert len(set(calendar.SIGNS.values())) == len(calendar.SIGNS)


# ---- on the screen ----


def calendar_of(s: Screen) -> CalendarPage:
    assert isinstance(s.scene, arcade.Calendar)
    return s.scene.page


def end_on_screen(s: Screen) -> None:
    """Plays the match on the table to its end; the calendar then, which grades nothing in the background."""
    s.app.session.file_match(finish(s.table.match), [0])
    s.app.session.stop_background()
    s.app.open_page(CalendarPage)
    almanac = calendar_of(s)
    almanac.asked |= {f"{key} {deal.match}" for deal in almanac.book.done for key in ("marks", "par")}


@pytest.mark.long
@pytest.mark.parametrize("language", Strings.languages())
def test_a_deal_is_played_for_the_book_and_then_for_practice(tmp_path: Path, language: str) -> None:
    with screen(tmp_path) as s:
        t = s.speak(language)
        s.app.session.today = lambda: date_of(TODAY)
        s.app.home()
        s.click("daily")
        assert t("daily.today", level=t("level.dragon")) in s.words()
        s.click("row0")
        s.click("usual")
        table = s.table
        assert table.match.extra["daily"] == TODAY
        assert table.live.most() == 0  # the opponents think alike everywhere
        s.app.open_page(CalendarPage)
        assert t("daily.begun") in s.words()
        s.click("row0")
        assert s.table.match.extra["match"] == table.match.extra["match"]
        end_on_screen(s)
        assert t("daily.today", level=t("level.dragon")) in s.words()  # the other games
        s.click("row0")
        assert isinstance(s.scene, arcade.Menu)
        s.click("practise")
        s.click("usual")
        assert s.table.live.helped
        assert s.table.match.moves == []
        assert "daily" not in s.table.match.extra
        lines = told(s.app.session.chronicle, "daily")
        assert [line["id"] for line in lines] == [f"daily-{TODAY}-duel"]


@pytest.mark.parametrize("language", Strings.languages())
def test_a_beginner_may_play_a_deal_against_the_suggested_opponent(tmp_path: Path, language: str) -> None:
    """It is booked and counts for the streak; list and shared text say that these were not the usual opponents."""
    with screen(tmp_path) as s:
        t = s.speak(language)
        s.app.session.today = lambda: date_of(TODAY)
        s.click("daily")
        s.click("row0")
        assert isinstance(s.scene, arcade.Menu)
        first = s.app.session.suggestion(Match("duel")).opponent.strength
        suggested = t("seat.rated", name=t.seat(["human", "hatchling"], 1, "duel"), elo=first)
        for key, called in (("usual", t("level.dragon")), ("suggested", suggested)):
            assert t(f"daily.{key}", level=called) in s.words()
        s.click("suggested")
        assert s.table.match.extra["strengths"] == [None, first]
        assert s.table.match.seats == ["human", "hatchling"]
        assert s.table.match.extra["daily"] == TODAY
        assert s.table.match.deal_id() == match_of("duel", date_of(TODAY)).deal_id()
        end_on_screen(s)
        told = t("daily.instead", level=t("level.hatchling"))
        assert told in s.words()
        almanac = calendar_of(s)
        assert almanac.book.run() == (1, 1)
        assert told in shared(almanac.book, TODAY, almanac.level, GAMES, t)


def test_the_usual_opponents_of_a_deal_change_no_suggestion(tmp_path: Path) -> None:
    """A beginner who meets Dragons because it is Sunday is not proposed Dragons from then on."""
    with screen(tmp_path) as s:
        s.app.session.today = lambda: date_of(TODAY)
        s.click("daily")
        s.click("row0")
        s.click("usual")
        assert s.table.match.extra["given"] is True
        end_on_screen(s)
        assert told(s.app.session.chronicle)[-1]["against"] == "dragon"
        assert s.app.session.suggestion(Match("duel")).why == "first"


def test_the_usual_opponents_of_a_deal_are_not_remarked_on(database: Database) -> None:
    played(database, TODAY)
    t = Strings("en")
    told = t("daily.instead", level=t("level.dragon"))
    assert told not in deal_text(read(database).deal(TODAY, "duel"), "dragon", t)
    assert told in deal_text(read(database).deal(TODAY, "duel"), "drake", t)


def test_who_is_suggested_the_usual_opponents_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with screen(tmp_path) as s:
        monkeypatch.setattr(s.app.session, "suggestion", lambda _: Suggestion(Opponent("hatchling"), "first"))
        s.app.session.today = lambda: date_of("2026-11-23")  # a Monday: Hatchlings
        s.click("daily")
        s.click("row0")
        assert s.table.match.seats == ["human", "hatchling"]


def test_a_deal_that_is_booked_while_the_person_chooses_is_booked_once(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.session.today = lambda: date_of(TODAY)
        s.click("daily")
        s.click("row0")
        match = booked(s.app.session.database)
        s.click("suggested")
        assert s.table.match.extra["match"] == match.extra["match"]
        assert len(told(s.app.session.chronicle, "daily")) == 1


def test_a_calendar_that_was_open_before_books_nothing_twice(tmp_path: Path) -> None:
    """Another program booked the deal meanwhile; or days have passed."""
    with screen(tmp_path) as s:
        s.app.session.today = lambda: date_of(TODAY)
        s.click("daily")
        match = booked(s.app.session.database)
        s.click("row0")
        assert s.table.match.extra["match"] == match.extra["match"]
        s.app.open_page(CalendarPage)
        s.app.session.today = lambda: date_of("2026-11-24")
        s.click("row2")
        s.click("usual")
        assert "daily" not in s.table.match.extra
        assert len(told(s.app.session.chronicle, "daily")) == 1


def test_a_deal_on_the_screen_at_midnight_is_booked_on_its_own_day(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.session.today = lambda: date_of(TODAY)
        s.click("daily")
        s.app.session.today = lambda: date_of("2026-11-23")
        s.click("row2")
        s.click("usual")
        assert s.table.match.extra["daily"] == TODAY
        assert s.table.match.deal_id() == match_of("heart", date_of(TODAY)).deal_id()
        s.app.open_page(CalendarPage)
        found = calendar_of(s).book
        assert found.deal(TODAY, "heart").state == "begun"
        assert found.deal("2026-11-23", "heart").state == "open"
        assert found.deal(TODAY, "wars").state == "practice"  # not shown before midnight any more


ZONES = [("UTC0", "00:00"), ("CET-1CEST", "01:00"), ("IST-5:30", "05:30"), ("EST5", "19:00")]


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="no time zones to be set here")
@pytest.mark.parametrize(("zone", "change"), ZONES)
@pytest.mark.parametrize("size", SIZES)
def test_the_page_says_when_days_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zone: str, change: str, size: tuple[int, int]
) -> None:
    with monkeypatch.context() as patched, screen(tmp_path, size) as s:
        patched.setenv("TZ", zone)
        time.tzset()
        s.app.session.today = lambda: date_of(TODAY)
        for language in Strings.languages():
            t = s.speak(language)
            s.app.open_page(CalendarPage)
            assert t("daily.change", time=change) in s.words()
            assert "UTC" in t("daily.change")
            assert faults(s.app.canvas) == []
    time.tzset()


def test_the_calendar_turns_months_shows_days_and_copies(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.session.today = lambda: date_of(TODAY)
        samples.month_played(s.app.session.chronicle)
        s.app.push(arcade.Calendar(s.app, samples.calendar_page(s.app.session)))
        s.walk("copy", s.key)
        s.key("enter")
        assert s.app.input.pasted() == ""
        assert s.app.session.strings("refusal.day_open") in s.app.notes.words
        s.click("day10")
        assert calendar_of(s).date == "2026-11-10"
        s.click("copy")
        assert s.app.input.pasted().startswith("Hoard, deals of 2026-11-10, opponents: Hatchling")
        s.click("earlier")
        assert "October 2026" in s.words()


def test_par_and_grades_of_a_finished_deal_are_found_out_in_the_background(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the calendar, where nothing is being played; the first round asks for grades, then par."""
    with screen(tmp_path) as s:
        name = played(s.app.session.database, TODAY)
        s.app.session.today = lambda: date_of(TODAY)
        monkeypatch.setattr(s.app.session.hoard, "next_ungraded", lambda: None)  # only what the calendar asks for
        asked: list[tuple[str, str]] = []
        for key, does in (("marks", "grade"), ("par", "reckon")):
            monkeypatch.setattr(s.app.session, does, lambda name, *_, key=key: asked.append((key, name)))
        s.click("daily")
        for _ in range(5):
            s.app.turn()
        assert asked == [("marks", name), ("par", name)]
        s.app.session.chronicle.grade(name, None, par=0.25)
        s.app.session.news += 1
        s.app.turn()
        assert "(the strongest dragon: 0.25)" in s.words()


def test_a_table_that_is_played_at_is_not_slowed_by_par(tmp_path: Path) -> None:
    """Nothing of the other table is asked for while cards are on the table."""
    with screen(tmp_path) as s:
        s.app.session.reckon("x", finish(match_of("duel", date_of(TODAY))), 0)
        assert s.app.session.rival
        s.sit("heart", seed=1, seats=["human", "human"])
        for _ in range(5):
            s.app.turn()
        assert not s.app.session.rival.busy
        s.app.home()
        s.app.turn()
        assert s.app.session.rival.busy


# ---- the end of a deal of the day ----


def end_daily(s: Screen, game: str = "duel") -> arcade.EndScene:
    """Plays today's deal of a game on the screen until its last move is shown."""
    s.app.session.today = lambda: date_of(TODAY)
    s.app.open_page(CalendarPage)
    s.click(f"row{list(GAMES).index(game)}")
    if isinstance(s.scene, arcade.Menu):
        s.click("usual")
    match = s.table.match
    *moves, last = finish(match.copy()).moves
    for move in moves[len(match.moves) :]:
        match.play(move)
    s.table.play(last)
    s.until(lambda: isinstance(s.scene, arcade.EndScene))
    assert isinstance(s.scene, arcade.EndScene)
    return s.scene


@pytest.mark.long
@pytest.mark.parametrize("language", Strings.languages())
def test_the_end_of_a_daily_says_that_it_was_one_and_leads_to_the_next(tmp_path: Path, language: str) -> None:
    with screen(tmp_path) as s:
        t = s.speak(language)
        played(s.app.session.database, "2026-11-21")
        end = end_daily(s, "wars")
        assert end.daily
        assert end.daily.tables is s.app.session.rival  # those whose par is filed
        words = " ".join(s.words().split("\n"))
        assert t("daily.end", date=calendar.date_text(TODAY, t)) in words
        assert t("daily.run", now=2, best=2) in words
        assert t("daily.all_played") not in words
        s.walk("next_daily", s.key)
        end.deaf_until = 0.0
        s.key("enter")
        s.click("usual")
        assert (s.table.match.game, s.table.match.extra["daily"]) == ("tale", TODAY)
        assert end_daily(s, "tale").daily
        s.click("next_daily")  # the games go round
        s.click("usual")
        assert (s.table.match.game, s.table.match.extra["daily"]) == ("duel", TODAY)


@pytest.mark.long
def test_after_the_last_daily_there_is_none_to_go_to(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        for game in list(GAMES)[1:]:
            played(s.app.session.database, TODAY, game)
        end_daily(s)
        assert not s.has("next_daily")
        assert s.has("next")
        assert Strings("en")("daily.all_played") in s.words()


def test_a_deal_that_is_none_of_the_day_ends_as_before(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = s.sit("duel", seed=1, seats=["human", "hatchling"])
        finish(table.match)
        end = arcade.EndScene(s.app, s.table)
        assert end.daily is None
        s.app.push(end)
        assert (s.has("next"), s.has("next_daily")) == (True, False)


@pytest.mark.long
def test_dragon_plays_its_tables_while_the_result_is_shown(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        end = end_daily(s)
        assert end.daily
        assert Strings("en")("daily.par_counting", number=1, of=RUNS) in s.words()
        tables = end.daily.tables
        tables.played = [tables.match.copy()] * (RUNS - 1)
        tables.now.seats = ["hatchling"] * 2  # they are quick
        s.until(lambda: tables.over)
        wins = sum(result(table, [0]) == "won" for table in tables.played)
        assert Strings("en")(f"daily.dragon_wins.{wins}") in s.words()
        lines = told(s.app.session.chronicle, "")
        assert [line["par"] for line in lines if "par" in line] == [tables.par]


@pytest.mark.parametrize("language", Strings.languages())
def test_par_is_said_in_words_for_every_number_of_wins(language: str) -> None:
    t = Strings(language)
    ends = [finish(Match("duel", seed=seed)) for seed in range(20)]
    won, lost = (next(one for one in ends if result(one, [0]) == how) for how in ("won", "lost"))
    tables = DragonTables(won, 0, Judge())
    said = set()
    for wins in range(RUNS + 1):
        tables.played = [won] * wins + [lost] * (RUNS - wins)
        said.add(par_words(tables, t))
        assert f"daily.dragon_wins.{wins}" in t
    assert len(said) == RUNS + 1
