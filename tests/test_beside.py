"""Two programs on one folder: both may play, and nothing is lost."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from native import BadRecord
from native.play.daily import short_match
from native.play.duplicate import DuplicateMatch
from native.play.puzzle_finder import MinedPuzzles
from native.store.chronicle import Chronicle
from native.store.database import Database
from native.store.people import People
from native.store.saves import Saves
from native.store.settings import Settings, load_settings, save_settings
from tests.campaign import beside
from tests.kept import begun, ended, finish, names_of, opened, some_puzzles, told
from tests.screen import screen

Two = tuple[Database, Database]


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Two]:
    both = Database(tmp_path), Database(tmp_path)
    yield both
    for database in both:
        assert database.complaints() == []
        database.close()


def save(database: Database, settings: Settings) -> None:
    save_settings(database, settings, fixed=False)


@pytest.mark.long
def test_a_little_of_the_campaign_loses_nothing(tmp_path: Path) -> None:
    counts, found = beside.campaign(4, 7, tmp_path)
    assert found == []
    assert {"set", "moves", "record", "line"} <= counts.keys()


def test_the_campaign_finds_what_is_missing(tmp_path: Path) -> None:
    data, log = tmp_path / "data", tmp_path / "0.log"
    with contextlib.closing(beside.Log(log)) as lines:
        program = beside.Program(data, lines, 5)
        for name in ("add", "rename", "set", "end", "add_line", "play", "contest", "contest"):
            getattr(program, name)()
        program.database.close()
    assert list(beside.faults(data, [log])) == []
    with contextlib.closing(sqlite3.connect(data / "hoard.db", isolation_level=None)) as con:
        for change in (
            "DELETE FROM matches", "DELETE FROM contests", "DELETE FROM lessons", "DELETE FROM settings",
            "DELETE FROM people WHERE id <> ''",
        ):  # fmt: skip
            con.execute(change)
    found = " ".join(beside.faults(data, [log]))
    for word in ("called", "moves of", "the record", "the result", "no line", "the duplicate match"):
        assert word in found


# ---- people ----


def test_each_change_of_the_list_stays_beside_the_others(two: Two) -> None:
    one, other = map(People, two)
    anna, bert = one.add("Anna"), other.add("Bert")
    one.choose(anna)
    other.rename(bert, "Bertram")
    one.rename(one.all[0], "Hugo")
    with pytest.raises(BadRecord):
        other.add("Hugo")
    assert other.add("Carla").id == "carla"
    one.leave(next(person for person in one.all if person.name == "Bertram"))
    again = People(two[0])
    assert names_of(again) == ["Hugo", "Anna", "Carla"]
    assert (again.now, one.now, other.now.name) == (anna, anna, "Hugo")


def test_no_more_than_eight_even_with_two_programs(two: Two) -> None:
    one, other = map(People, two)
    for number in range(7):
        (one, other)[number % 2].add(f"P{number}")
    for people in (one, other):
        with pytest.raises(BadRecord):
            people.add("P8")


def test_who_plays_on_while_another_program_strikes_them_off_loses_nothing(two: Two) -> None:
    one, other = map(People, two)
    bert = other.add("Bert")
    other.choose(bert)
    one.read_again()
    one.leave(bert)
    other.chronicle().finish(ended(), [0])
    other.read_again()
    assert other.now == bert
    assert [person.id for person in People(two[0]).all] == ["", "bert"]


# ---- settings ----


def test_of_settings_the_last_change_wins_key_by_key(two: Two) -> None:
    one, other = map(load_settings, two)
    one.sound, one.keys, one.last = 10, {"hint": ["u"]}, {"duel": {"options": {}}}
    save(two[0], one)
    other.music, other.keys = 20, {"undo": ["z"]}
    save(two[1], other)
    found = load_settings(two[0])
    assert (found.sound, found.music, found.last) == (10, 20, {"duel": {"options": {}}})
    assert found.keys == {"hint": ["u"], "undo": ["z"]}
    one.music = 40
    save(two[0], one)
    save(two[1], other)  # nothing was changed there since
    assert load_settings(two[1]).music == 40
    one.keys = {}
    save(two[0], one)
    assert load_settings(two[1]).keys == {"undo": ["z"]}


def test_leaving_the_arcade_writes_no_setting_that_was_not_changed_in_it(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.session.save_settings()
        with opened(tmp_path) as database:
            other = load_settings(database)
            other.sound = 3
            save(database, other)
    with opened(tmp_path) as database:
        assert load_settings(database).sound == 3


# ---- matches, puzzles ----


def test_a_match_that_two_programs_end_is_two(two: Two) -> None:
    Saves(two[0]).keep(begun())
    name = Saves(two[0]).names()[0]
    matches = [Saves(database).open(name) for database in two]
    for at, match in enumerate(matches):
        while not match.over:
            match.play(match.legal()[-at])
        Chronicle(two[at]).finish(match, [0])
    found = [Chronicle(two[0]).kept(line["id"]) for line in told(Chronicle(two[0]))]
    assert sorted(one.moves for one in found if one) == sorted(match.moves for match in matches)


def test_a_match_that_one_program_continues_stays_when_the_other_ends_it(tmp_path: Path) -> None:
    with opened(tmp_path) as first, opened(tmp_path) as second:
        Saves(first).keep(begun())
        name = Saves(first).names()[0]
        matches = Saves(second)
        ending, going = Saves(first).open(name), matches.open(name)
        going.play(going.legal()[-1])
        matches.keep(going)
        Chronicle(first).finish(finish(ending), [0])
    with opened(tmp_path) as again:
        Chronicle(again)
        assert [kept.match.moves for kept in Saves(again).list("duel")] == [going.moves]


def test_puzzles_that_two_programs_find_are_each_kept_once(two: Two) -> None:
    one, other = (MinedPuzzles("wars", Chronicle(database)) for database in two)
    for number, puzzle in enumerate(some_puzzles(4)):
        (one, other)[number % 2].add(puzzle)
        (other, one)[number % 2].add(puzzle)
    assert len(MinedPuzzles("wars", Chronicle(two[0])).puzzles) == 4
    assert two[0].rows("SELECT count(*) FROM puzzles") == [(4,)]


def test_a_duplicate_match_goes_on_where_the_other_program_stopped(two: Two) -> None:
    def begin(database: Database, seed: int, name: str) -> DuplicateMatch:
        return DuplicateMatch.begin(Chronicle(database), "duel", "hatchling", seed, 4, [name])

    one = begin(two[0], 3, "A")
    with pytest.raises(BadRecord):
        begin(two[1], 9, "B")
    other = DuplicateMatch.load(Chronicle(two[1]))
    assert other
    for number in range(4):
        contest, database = ((one, two[0]), (other, two[1]))[number % 2]
        Chronicle(database).finish(finish(contest.next(short_match, Saves(database))), [0])
    with pytest.raises(BadRecord):
        one.next(short_match, Saves(two[0]))
    found = DuplicateMatch.load(Chronicle(two[0]))
    assert found and found.played and [match.seed for match in found.finished] == [3, 4, 5, 6]
    found.drop()
    begin(two[1], 9, "B")
    with pytest.raises(BadRecord):
        other.drop()
    assert DuplicateMatch.load(Chronicle(two[0]))
