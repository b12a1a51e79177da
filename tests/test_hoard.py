"""The hoard: awarded once, polished later, kept and merged; its picture; statistics and records."""

from __future__ import annotations

import csv
import datetime
import io
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

import game as arcade
from native import GAMES, Match
from native.play.judge import Worth
from native.play.lessons import Course, courses, lesson
from native.play.reasons import motifs_of
from native.play.review import Grade
from native.play.study import PuzzleStudy
from native.profile import statistics
from native.profile.achievements import Totals, totals_of, treasures
from native.profile.hoard import Find, Hoard, finds_of
from native.profile.ratings import SHOWN
from native.screen import hoard_picture, sunken
from native.screen.bindings import Action
from native.screen.theme import ASSETS
from native.store import history
from native.store.chronicle import Chronicle
from native.store.database import Database
from native.store.people import NOBODY, People
from native.strings import Strings
from native.tools.shots import headless_app, sample_history
from native.values import Advice, MoveValue
from tests.kept import ended, opened, put_lines, take_in, told
from tests.screen import Screen, screen
from tests.test_history import games, games_of, line

CASES: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("achievements.json").read_text("utf-8"))
NEST = "duel.four_eggs"
EN, DE = Strings("en"), Strings("de")


@pytest.fixture
def chronicle(database: Database) -> Chronicle:
    return Chronicle(database)


def earning(treasure: str, **extra: Any) -> tuple[Match, int]:
    """A match that earns a treasure, and for whom."""
    case = CASES[treasure]["earns"]
    seats = ["human" if seat == case["seat"] else "drake" for seat in range(2)]
    return Match.load(case["record"] | {"seats": seats} | extra), case["seat"]


def file(chronicle: Chronicle, treasure: str = NEST, **extra: Any) -> tuple[str, list[str]]:
    """Finishes such a match; its name, and what it earned."""
    match, seat = earning(treasure, **extra)
    name = chronicle.finish(match, [seat])
    return name, Hoard(chronicle).award(name, match, seat)


def finds(chronicle: Chronicle) -> dict[str, Find]:
    own = Hoard(chronicle)
    own.read_on()
    return own.finds


def ungraded(own: Hoard) -> list[str]:
    """The matches whose accuracy is not known, the latest first."""
    return own.chronicle.ungraded(1000)


# ---- finding ----


@pytest.mark.parametrize("guest", [False, True])
def test_a_treasure_is_found_once_and_names_its_match(database: Database, guest: bool) -> None:
    """Also a guest's, of which nothing is kept."""
    people = People(database)
    people.choose(NOBODY if guest else people.all[0])
    chronicle = people.chronicle()
    name, first = file(chronicle)
    _, second = file(chronicle)
    assert {NEST, "all.first_coin"} <= set(first)
    assert NEST not in second
    find = finds(chronicle)[NEST]
    assert (find.match, find.helped) == (name, False)
    assert chronicle.kept(find.match)
    assert len(told(chronicle, "treasure")) == len({*first, *second})
    assert bool(database.rows("SELECT 1 FROM matches")) != guest


def test_help_tarnishes_it_and_a_later_find_without_polishes_it(chronicle: Chronicle) -> None:
    assert NEST in file(chronicle, assisted=True)[1]
    assert finds(chronicle)[NEST].helped
    assert NEST not in file(chronicle, assisted=True)[1]
    name, found = file(chronicle)
    assert NEST in found
    assert finds(chronicle)[NEST] == Find(name, finds(chronicle)[NEST].date, False)
    assert NEST not in file(chronicle)[1]


def test_the_first_find_without_help_counts_and_else_the_first() -> None:
    lines = [{"treasure": NEST, "match": f"m{n}", "date": f"2026-11-0{n}", "assisted": n < 3} for n in (1, 2, 3, 4)]
    assert finds_of(lines)[NEST] == Find("m3", "2026-11-03", False)
    assert finds_of(lines[:2])[NEST] == Find("m1", "2026-11-01", True)


def test_a_polished_find_reaches_another_machine(database: Database, there: Database) -> None:
    people = People(there)
    for assisted in (True, False):
        file(Chronicle(database), assisted=assisted)
        take_in(people, People(database).export(People(database).all[0]).encode(), people.all[0])
        if assisted:
            copy = Hoard(Chronicle(there))
        copy.read_on()
        assert copy.finds[NEST].helped == assisted


def test_accuracy_is_rewarded_when_it_is_known(chronicle: Chronicle) -> None:
    record = CASES["duel.accuracy"]["earns"]["record"]
    match, own = Match.load(record | {"seats": ["human", "dragon"]}), Hoard(chronicle)
    name = chronicle.finish(match, [0])
    assert "duel.accuracy" not in own.award(name, match, 0)
    assert ungraded(own) == [name]
    fair = Advice("done", "a", "estimate", 1, None, None, (MoveValue("a", 0.0, True, 0),), 0, 0)
    perfect = [Grade(ply % 2, "a", Worth(fair)) for ply in range(len(match.moves))]
    assert "duel.accuracy" in own.judged(name, match, 0, perfect)
    assert ungraded(own) == []
    assert history.played(told(chronicle))[0].accuracy == 100


# ---- reading ----


def test_the_matches_are_forgotten_and_the_treasures_stay(chronicle: Chronicle) -> None:
    for seed in range(3):
        chronicle.finish(ended(seed), [0])
    file(chronicle)
    own, before = Hoard(chronicle), finds(chronicle)
    own.read_on()
    assert (own.games, own.finds, len(ungraded(own))) == (4, before, 4)
    assert not own.read_on()
    chronicle.forget()
    assert own.read_on()
    assert (own.games, own.finds, ungraded(own)) == (0, before, [])
    assert len(chronicle.record_ids()) == 4


def test_what_is_new_stays_new_until_it_is_looked_at(chronicle: Chronicle) -> None:
    found = file(chronicle)[1]
    own = Hoard(chronicle)
    own.read_on()
    assert set(own.fresh) == set(found)
    own.looked_at()
    again = Hoard(chronicle)
    again.read_on()
    assert again.fresh == []


def test_the_first_picture_comes_before_anything_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many matches there are, none is counted until the title stands."""
    with opened(tmp_path) as database:
        put_lines(database, (line(number, loss=0.1) for number in range(200)))
    counted: list[str] = []
    plain = Hoard.read_on

    def read_on(self: Hoard) -> bool:
        counted.append("hoard")
        return plain(self)

    monkeypatch.setattr(Hoard, "read_on", read_on)
    app = headless_app((800, 600), tmp_path)
    app.scenes = [arcade.Title(app)]
    app.draw()
    assert counted == []
    while app.session.hoard.games < 200:
        app.turn()
    app.close()


def test_what_the_totals_count(chronicle: Chronicle, there: Database) -> None:
    def days(chronicle: Chronicle, *played: int) -> None:
        names = [(f"2026-11-{day:02}", game) for day in played for game in GAMES]
        put_lines(chronicle.tables, ({"id": f"daily-{day}-{game}", "daily": day} for day, game in names))

    def count(chronicle: Chronicle, games: int = 0, today: str = "2026-11-30") -> Totals:
        return totals_of(games, chronicle, chronicle.attempts().clean_run(), today)

    days(chronicle, 1, 2, 3, 5, 6)
    assert count(chronicle, 3) == Totals(3, daily_run=3)
    assert count(chronicle, today="2026-11-02").daily_run == 2  # days to come do not count
    chronicle.execute("DELETE FROM dailies WHERE person = :person AND day = '2026-11-01' AND game = 'duel'")
    assert count(chronicle).daily_run == 2  # a deal of the first day lacks
    tries = [("a", 1), ("b", 1), ("b", 1), ("c", 0), ("c", 1), ("d", 1)]
    lines = [{"id": str(n), "puzzle": p, "solved": bool(s), "date": f"{n}"} for n, (p, s) in enumerate(tries)]
    put_lines(chronicle.tables, lines)
    assert count(chronicle).puzzle_run == 2
    put_lines(chronicle.tables, ({"id": str(n), "duplicate": "duel", "net": float(n)} for n in range(3)))
    assert count(chronicle).duplicates == 2
    other = Chronicle(there)
    whole = [{"id": c.key, "lesson": lesson(game, c.key)} for game in GAMES for c in courses(game)]
    put_lines(there, whole[1:])
    assert count(other).lessons == len(GAMES) - 1
    put_lines(there, whole)
    assert count(other).lessons == len(GAMES)


def test_the_end_of_a_match_reads_the_lessons_of_no_game_of_which_none_is_done(
    chronicle: Chronicle, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def noted(game: str) -> tuple[Course, ...]:
        read.append(game)
        return courses(game)

    monkeypatch.setattr("native.profile.achievements.courses", noted)
    file(chronicle)
    assert read == []
    game = next(game for game in GAMES if courses(game))
    put_lines(chronicle.tables, [{"id": "one", "lesson": lesson(game, courses(game)[0].key)}])
    Hoard(chronicle).award_totals()
    assert read == [game]


def test_the_latest_match_without_accuracy_comes_first_and_lost_records_are_left(chronicle: Chronicle) -> None:
    names = [chronicle.finish(ended(seed), [0]) for seed in range(3)]
    put_lines(chronicle.tables, [line(9, id="../settings")])
    own = Hoard(chronicle)
    own.read_on()
    chronicle.drop(names[2])
    found = own.next_ungraded()
    assert found
    assert (found[0], found[2]) == (names[1], 0)
    assert ungraded(own) == [names[1], names[0]]
    assert Hoard(chronicle).chronicle.kept("../settings") is None


# ---- the picture ----


def test_every_treasure_has_a_form_that_can_be_drawn_in_two_metals_and_on_stone() -> None:
    pygame.display.init()
    drawn = {path.stem for path in (ASSETS / "art" / "hoard").glob("*.svg")}
    assert drawn == {one.form for one in treasures()} | {"asleep", "awake", "tablet"}
    one = next(one for one in treasures() if one.id == NEST)
    gold, tarnished = (hoard_picture.piece(one, of, (40, 40)) for of in ("gold", "tarnished"))
    assert "#D9B45B" in gold
    assert "#D9B45B" not in tarnished


def test_what_is_not_found_stands_in_stone_and_tells_no_secret(tmp_path: Path) -> None:
    """Its form is seen on a stone that is no dark hole; of a hidden one nothing but a question mark."""
    with screen(tmp_path) as s:
        art, every = s.app.art, treasures()
        tablet = art.picture(hoard_picture.TABLET, 120)
        middle = tablet.get_rect().inflate(-50, -50)
        plain = pygame.transform.average_color(tablet, middle)
        for one in every:
            stone = art.piece(one, "dark", 120)
            assert stone.get_bounding_rect() == tablet.get_bounding_rect()
            assert sum(pygame.transform.average_color(stone, middle)[:3]) > 0.7 * sum(plain[:3])
        seen = {one.id: pygame.image.tobytes(art.piece(one, "dark", 120), "RGBA") for one in every}
        hidden = {seen[one.id] for one in every if one.hidden}
        assert len(hidden) == 1
        assert len(set(seen.values())) == len({one.form for one in every if not one.hidden}) + 1


def test_the_title_shows_each_form_that_was_found_once_and_wakes_the_dragon_for_what_is_new() -> None:
    every = treasures()
    found = {one.id for one in every[:20]}
    assert set(sunken.shown(found, 99)) == {one.form for one in every[:20]}
    assert len(sunken.shown(found, 3)) == 3
    area = pygame.Rect(0, 0, 1200, 130)
    standing = sunken.all_of(found, False, area, 90)
    assert [name for name, _ in standing][-1] == "asleep"
    assert all(area.x <= rect.x and rect.right <= area.right for _, rect in standing)
    rects = [rect for _, rect in standing]
    assert all(not one.colliderect(other) for at, one in enumerate(rects) for other in rects[:at])
    assert [name for name, _ in sunken.all_of(found, True, area, 90)][-1] == "awake"


# ---- numbers in words ----


def test_numbers_and_days_are_written_as_each_language_does() -> None:
    assert EN.number(-1234.56, 1) == "−1,234.6"
    assert DE.number(-1234.56, 1) == "−1.234,6"
    assert DE.number(0.5, 2, sign=True) == "+0,50"
    assert (EN.day("2026-11-02T05:00:00Z"), DE.day("2026-11-02"), EN.day("")) == ("2026-11-02", "02.11.2026", "–")
    assert statistics.unit("duel", 0.117, DE) == "5,9 % Siegchance"
    assert statistics.unit("tricks", 1340, DE) == "1.340 Kristalle"


def test_what_does_not_compare_is_shown_for_one_game_alone() -> None:
    some = games(1, 0, 1, loss=0.2, scores=[3, 1], seat=0, accuracy=80, seconds=61)
    one, all_ = ({row.name: row.value for row in statistics.table(some, some, of, EN)} for of in ("duel", ""))
    assert one["statistics.loss"] == "10.0 % of a win"
    assert one["statistics.results"] == "2 · 0 · 1"
    assert one["statistics.time"] == "1:01 min"
    assert "±" in one["statistics.rating"]
    assert "statistics.loss" not in all_
    assert all_["game.duel.name"].startswith("3 · 67 %")
    assert statistics.table(games(), games(), "duel", EN)[2].value == "–"


def test_the_choices_leave_the_games_that_fit() -> None:
    helped = [line(n, share=1 - n, assisted=True) for n in range(2)]
    some = games_of([*helped, *(line(n, share=1, against="dragon", seconds=400) for n in (2, 3))])
    filters, today = statistics.game_filters(), datetime.date(2026, 11, 3)
    assert len(statistics.filtered(some, filters, today)) == 4
    for name, steps, left in (("level", 4, 2), ("length", 4, 2), ("help", 1, 2), ("game", 1, 2)):
        for _ in range(steps):
            filters.change(name, 1)
        assert len(statistics.filtered(some, filters, today)) == left, name
    filters.change("period", 1)
    assert len(statistics.filtered(some, filters, datetime.date(2027, 1, 1))) == 0
    filters.change("period", -1)
    assert filters.said("period", EN) == "Ever"
    assert filters.said("level", DE) == DE("level.dragon")


@pytest.mark.parametrize(("low", "high"), [(0, 100), (-3.2, 4.1), (0, 0), (900, 1600), (0, 0.02)])
def test_the_ticks_of_an_axis_are_round_few_and_hold_its_ends(low: float, high: float) -> None:
    found = statistics.ticks(low, high)
    assert found[0] <= low <= high <= found[-1]
    assert 2 <= len(found) <= 7
    (step,) = {round(b - a, 9) for a, b in pairwise(found)}
    assert f"{step:e}"[0] in "125"


def test_a_curve_lies_within_its_axis_and_knows_what_does_not_compare() -> None:
    filters, some = statistics.game_filters(), games(*[1, 0, 1] * 20, loss=0.1, scores=[3, 1])
    for name in ("loss", "margin", "rating"):
        filters.chosen["curve"] = name
        assert statistics.curve(some, some, filters) is None  # of all games
    filters.chosen["game"] = "duel"
    assert statistics.curve(games(1), games(1), filters) is None
    found = statistics.curve(some, some, filters)
    assert found
    assert len(found.values) == len(found.halves) == SHOWN
    for value, half in zip(found.values, found.halves, strict=True):
        assert found.low <= value - half < value + half <= found.high
    places = [statistics.place(found, n, v, (200, 100)) for n, v in enumerate(found.values)]
    assert (places[0][0], places[-1][0]) == (0, 200)
    assert all(0 <= y <= 100 for _, y in places)


def test_bars_show_accuracy_by_game_or_stage_and_what_costs_most() -> None:
    some = games(1, 0, accuracy=70, accuracies=[90, 60, 50], costs=[1, 1, 2])
    found = statistics.bars(some, "", EN)
    assert [(bar.key, bar.said) for bar in found["games"]] == [("game.duel.name", "70.0")]
    assert [bar.said for bar in found["costs"]] == ["25 %", "25 %", "50 %"]
    assert [bar.share for bar in statistics.bars(some, "duel", EN)["stages"]] == [0.9, 0.6, 0.5]
    assert statistics.bars(games(), "", EN) == {"games": [], "costs": []}


@pytest.mark.long
def test_the_motifs_that_cost_most_are_shown_and_can_be_practised(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        chronicle = s.app.session.chronicle
        motif = f"duel.{motifs_of('duel')[0].name}"
        for number, motifs in enumerate(({motif: 3.0}, {motif: 1.0, "duel.unknown": 9.0}, {})):
            played = {"game": "duel", "against": "drake", "assisted": False, "share": 1.0}
            put_lines(chronicle.tables, [played | {"id": f"duel-{number}", "loss": 0.5, "motifs": motifs}])
        statistics_scene = arcade.Statistics(s.app)
        s.app.push(statistics_scene)
        assert statistics_scene.found.costs == {motif: 4.0}
        (bar,) = statistics_scene.found.bars["costs"]
        assert (bar.key, bar.said) == (f"motif.{motif}.name", "100 %")
        s.click("practise")
        assert isinstance(s.scene, arcade.StudyScene)
        assert isinstance(s.scene.study, PuzzleStudy)
        assert s.scene.study.theme == motif


# ---- on screen ----


def filled(s: Screen) -> None:
    sample_history(s.app)
    s.app.scenes = [arcade.Title(s.app)]
    s.app.turn()


def press(s: Screen, key: str) -> None:
    """Walks to a button by arrows and presses it."""
    s.walk(key, s.key)
    s.key("enter")


@pytest.mark.long
def test_a_match_played_to_its_end_fills_the_hoard_and_wakes_the_dragon(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match, seat = earning(NEST)
        s.app.sit(Match.load(match.record() | {"moves": match.moves[:-1]}))
        s.table.play(match.moves[-1])
        assert seat in s.table.match.winners
        assert NEST in s.app.session.hoard.fresh
        s.until(lambda: isinstance(s.scene, arcade.EndScene))
        assert EN(f"treasure.{NEST}") in s.words()
        s.app.home()
        s.app.turn()
        s.click("hoard")
        assert isinstance(s.scene, arcade.Treasury)
        assert s.app.session.hoard.fresh == []
        s.scene.focus = NEST
        assert EN(f"treasure.{NEST}.how") in s.words()
        s.click(NEST)
        assert isinstance(s.scene, arcade.Review)
        assert s.scene.match.moves == match.moves


@pytest.mark.long
def test_the_dragon_on_the_title_sleeps_once_what_is_new_has_been_looked_at(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        filled(s)
        s.app.turn()
        s.app.draw()
        awake = pygame.image.tobytes(s.app.canvas.surface, "RGB")
        s.app.turn()
        assert not s.app.to_draw  # nothing moves
        s.app.push(arcade.Treasury(s.app))
        s.key("esc")
        s.app.draw()
        assert pygame.image.tobytes(s.app.canvas.surface, "RGB") != awake


def test_secrets_stay_secret_until_they_are_found(tmp_path: Path) -> None:
    hidden = next(one for one in treasures() if one.hidden)
    with screen(tmp_path) as s:
        s.app.push(arcade.Treasury(s.app))
        s.scene.focus = hidden.id
        assert EN(hidden.words) not in s.words()
        assert EN("hoard.secret.how") in s.words()
        s.click(hidden.id)
        assert isinstance(s.scene, arcade.Treasury)
        s.app.session.hoard.finds[hidden.id] = Find("", "2026-11-01", False)
        assert EN(hidden.words) in s.words()


def test_the_cave_is_walked_by_wheel_keys_and_hand(tmp_path: Path) -> None:
    """Every treasure is reached; what lies outside the view cannot be pressed."""
    with screen(tmp_path) as s:
        s.app.push(arcade.Treasury(s.app))
        s.app.draw()
        scene = s.scene
        assert isinstance(scene, arcade.Treasury)
        ids = list(scene.all)
        assert s.has(ids[0])
        assert not s.has(ids[-1])
        s.app.input.device = "mouse"
        scene.act(Action("later"))
        s.app.draw()
        assert scene.walked == 1
        assert scene.all[scene.focus].game == "tricks"
        scene.act(Action("scroll", amount=-1))
        assert 0 < scene.walked < 1
        s.app.draw()
        view = scene.cave.view
        before, ground = scene.walked, (view.centerx, view.y + view.h // 4)
        assert not any(spot.rect.collidepoint(ground) for spot in s.app.canvas.spots)
        assert scene.take(Action("press", ground))
        assert scene.take(Action("point", (ground[0] - view.w // 10, ground[1])))
        assert scene.take(Action("release", ground))
        assert scene.walked == pytest.approx(before + 0.1, abs=0.01)
        assert not scene.take(Action("point", ground))
        s.app.input.device = "keyboard"
        for one in ids:
            scene.focus = one
            s.app.draw()
            assert s.spot(one).rect.size == scene.cave.seen(one, scene.walked).size  # as a whole
        assert scene.walked == len(scene.chambers) - 1
        reached, scene.focus = set[str](), ids[0]
        for _ in range(4 * len(ids)):
            s.key("right")
            reached.add(scene.focus)
        assert ids[-1] in reached


@pytest.mark.long
def test_the_statistics_are_filtered_by_keys_and_written_as_a_table(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        filled(s)
        s.click("statistics")
        scene = s.scene
        assert isinstance(scene, arcade.Statistics)
        everything = len(scene.found.games)
        s.walk("game", s.key)
        s.key("right")
        assert scene.found.filters["game"] == "duel"
        assert 0 < len(scene.found.games) < everything
        assert EN("statistics.stages") in s.words()
        assert EN("statistics.results.tip") not in {spot.tip for spot in s.app.canvas.spots}
        press(s, "turn")  # the numbers behind the pictures
        assert EN("statistics.stages") not in s.words()
        assert EN("statistics.rating") in s.words()
        assert EN("statistics.results.tip") in {spot.tip for spot in s.app.canvas.spots}
        press(s, "turn")
        assert EN("statistics.stages") in s.words()
        press(s, "export")
        text = (tmp_path / "exports" / "statistics.csv").read_text()
        assert len(list(csv.DictReader(io.StringIO(text)))) == len(scene.found.games)
        press(s, "reset")
        press(s, "yes")
        assert not scene.found.any
        assert EN("statistics.none") in s.words()
        assert s.app.session.hoard.finds
        assert s.app.session.hoard.games == 0


@pytest.mark.long
def test_records_show_how_they_ended_and_are_filtered(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        filled(s)
        s.click("records")
        scene = s.scene
        assert isinstance(scene, arcade.Records)
        assert str(tmp_path) not in s.words()
        assert EN("filter.result.lost") in s.words()
        assert "82.5" in s.words()
        assert len(scene.files) == 6
        s.walk("game", s.key)
        s.key("right")
        assert [scene.kept.name(row) for row in range(len(scene.files))] == ["duel-5", "duel-0"]
        s.scene.focus = "result"
        s.key("right")
        won = len(scene.files)
        for _ in range(2):
            s.key("right")
        assert won + len(scene.files) == 2
        s.key("right")
        assert scene.files == []
        assert EN("records.no_such") in s.words()


@pytest.mark.long
def test_an_interrupted_grading_goes_on_when_nobody_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("native.play.judge.LEVEL", "greedy")  # done at once
    with screen(tmp_path) as s:
        for seed in (1, 2):
            s.app.session.file_match(ended(seed), [0])
        assert len(ungraded(s.app.session.hoard)) == 2
        s.app.push(arcade.Review(s.app, ended(3)))
        grader = s.app.session.grader
        s.app.turn()
        assert len(ungraded(s.app.session.hoard)) == 2
        s.key("esc")
        assert grader
        grader.close()  # as if the one looked at were done
        s.until(lambda: s.app.session.grader is not grader)
        while ungraded(s.app.session.hoard):
            s.app.turn()
        found = [one.accuracy for one in history.played(told(s.app.session.chronicle))]
        assert len(found) == 2
        assert None not in found
