"""Two programs on one folder: what the one writes, the other reads again before it writes; nothing is lost."""

from __future__ import annotations

import contextlib
import errno
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from native import BadRecord
from native.play.daily import short_match
from native.play.duplicate import DuplicateMatch
from native.play.puzzle_finder import MinedPuzzles
from native.store import folder as folders
from native.store import folder_lock
from native.store.chronicle import Chronicle
from native.store.database import Database
from native.store.people import People
from native.store.saves import Saves
from native.store.settings import Settings, load_settings, save_settings
from tests.campaign import beside
from tests.kept import begun, ended, finish, lying, names_of, opened, some_puzzles, told
from tests.screen import saved, screen

Two = tuple[Database, Database]


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Two]:
    keepers = Database(tmp_path), Database(tmp_path)
    yield keepers
    for database in keepers:
        database.close()
        assert (database.aside, database.failed) == ([], "")


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
    (data / "settings.json").write_text("{}")
    (data / "history.jsonl").write_text("")
    for file in (data / "people.json", data / "duplicate.json", *data.glob("saves/*"), *data.glob("records/*")):
        file.unlink()
    found = " ".join(beside.faults(data, [log]))
    for word in ("called", "moves of", "the record", "the line", "no line", "the duplicate match"):
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


def test_whoever_an_older_version_lost_is_found_by_the_folder(database: Database) -> None:
    people = People(database)
    people.add("Anna")
    people.add("Bert")
    found = database.load("people.json")
    found["people"] = [one for one in found["people"] if one["id"] != "anna"]
    (database.folder / "people.json").write_text(json.dumps(found))
    assert names_of(People(database)) == ["", "Bert", "anna"]


def test_who_plays_on_while_another_program_strikes_them_off_loses_nothing(two: Two) -> None:
    one, other = map(People, two)
    bert = other.add("Bert")
    other.choose(bert)
    one.read_again()
    one.leave(bert)
    other.chronicle().finish(ended(), [0])
    assert other.read_again() and other.now == bert
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


def test_settings_of_another_version_outlive_a_file_that_went_away(database: Database) -> None:
    database.write("settings.json", '{"from_tomorrow": 1}')
    settings = load_settings(database)
    (database.folder / "settings.json").unlink()
    save(database, settings)
    assert load_settings(database).unknown == {"from_tomorrow": 1}


def test_leaving_the_arcade_writes_no_setting_that_was_not_changed_in_it(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.session.save_settings()
        with opened(tmp_path) as database:
            other = load_settings(database)
            other.sound = 3
            save(database, other)
    assert json.loads((tmp_path / "settings.json").read_text())["sound"] == 3


@pytest.mark.parametrize("what", ["read", "write"])
def test_a_change_that_has_to_wait_is_made_to_what_lies_there_then(
    two: Two, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    first = Settings()
    first.sound = 5
    save(two[0], first)
    settings = load_settings(two[1])
    plain = Database.put
    error = OSError(errno.EIO if what == "read" else errno.ENOSPC, "not now")

    def fail(*_: Any) -> Any:
        raise error

    if what == "read":
        monkeypatch.setattr(folders, "read_plain", fail)
    else:
        monkeypatch.setattr(Database, "put", lambda database, *more: (fail if database is two[1] else plain)(database, *more))
    settings.music = 6
    save(two[1], settings)
    if what == "write":
        assert load_settings(two[1]).music == 6
        first.pause_most = 7
        save(two[0], first)
    monkeypatch.undo()
    for database in two:
        with database.changed:
            database.flush()
        database.complaints()
    found = load_settings(two[0])
    assert (found.sound, found.music) == (5, 6)
    assert what == "read" or found.pause_most == 7


# ---- matches, the history, puzzles, duplicate matches ----


def test_forgetting_beside_another_programs_adding_loses_no_line(two: Two) -> None:
    adding, forgetting = map(Chronicle, two)
    wanted = [f"try-{number}" for number in range(400)]

    def add() -> None:
        for name in wanted:
            adding.add(name, {"puzzle": name, "solved": True})

    thread = threading.Thread(target=add)
    thread.start()
    while thread.is_alive():
        forgetting.finish(ended(), [0])
        forgetting.forget()
    assert {line["id"] for line in forgetting.lines_with("puzzle")} == set(wanted)


def test_lines_added_while_a_file_is_read_are_lines(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program adds two lines just before the end of the file is looked at."""
    reading, adding = map(Chronicle, two)
    adding.add("lesson-0", {"lesson": "0"})
    plain, late = Database.lines_of, iter("12")

    def lines_of(database: Database, name: str, start: int, size: int) -> Any:
        found = plain(database, name, start, size)
        if not found[0]:
            for number in late:
                adding.add(f"lesson-{number}", {"lesson": number})
        return found

    monkeypatch.setattr(Database, "lines_of", lines_of)
    assert [line["lesson"] for line in reading.read_lines()] == ["0", "1", "2"]


def test_forgetting_keeps_the_lines_that_wait(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    chronicle = Chronicle(database)
    chronicle.finish(ended(), [0])

    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patched:
        patched.setattr(Database, "put_line", full)
        chronicle.add("lesson-x", {"lesson": "x"})
        chronicle.finish(ended(7), [0])
        chronicle.forget()
    assert [line["id"] for line in told(chronicle, "")] == ["lesson-x"]
    database.close()
    assert (database.folder / "history.jsonl").read_text().count("\n") == 1


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
    assert (two[0].folder / "puzzles" / "wars.jsonl").read_text().count("\n") == 4


def test_a_duplicate_match_goes_on_where_the_other_program_stopped(two: Two) -> None:
    def begin(database: Database, seed: int, name: str) -> DuplicateMatch:
        return DuplicateMatch.begin(database, "", "duel", "hatchling", seed, 4, [name])

    one = begin(two[0], 3, "A")
    with pytest.raises(BadRecord):
        begin(two[1], 9, "B")
    other = DuplicateMatch.load(two[1], "")
    assert other
    for number in range(4):
        contest, database = ((one, two[0]), (other, two[1]))[number % 2]
        Chronicle(database).finish(finish(contest.next(short_match, Saves(database))), [0])
    with pytest.raises(BadRecord):
        one.next(short_match, Saves(two[0]))
    found = DuplicateMatch.load(two[0], "")
    assert found and found.played and [match.seed for match in found.finished] == [3, 4, 5, 6]
    found.drop()
    begin(two[1], 9, "B")
    with pytest.raises(BadRecord):
        other.drop()
    assert DuplicateMatch.load(two[0], "")


# ---- locks ----


@pytest.mark.parametrize("where", ["folder", "file", "nowhere"])
def test_one_program_at_a_time_has_the_lock_where_there_are_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    plain = folder_lock.lock

    def lock(handle: int) -> None:
        folder = Path(f"/proc/self/fd/{handle}").resolve().is_dir()
        if where == "nowhere" or (where == "file" and folder):
            raise OSError(errno.EBADF, "no such locks")
        plain(handle)

    monkeypatch.setattr(folder_lock, "lock", lock)
    one, other = (folder_lock.FolderLock(tmp_path, Clock()) for _ in range(2))
    with one, other:
        assert not one.hung
        assert other.hung == (where != "nowhere")
        assert (other.handle, one.handle is None) == (None, where == "nowhere")
    with other:
        assert not other.hung
        assert (other.handle is None) == (where == "nowhere")
    assert lying(tmp_path) == ([] if where == "folder" else [".lock"])


class Clock(folder_lock.Waiting):
    """A clock that only naps move on."""

    def __init__(self) -> None:
        self.time, self.naps = 0.0, 0
        super().__init__(lambda: self.time, self.sleep)

    def sleep(self, _: float) -> None:
        """A nap of half a second."""
        self.time += 0.5
        self.naps += 1


def test_a_lock_that_is_held_is_waited_for_once_and_then_said_until_it_is_free(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        database, words = s.app.session.database, s.app.session.strings("word.locked")
        clock = database.turns.waiting = Clock()
        table = s.sit("duel", seed=5, seats=["human", "human"])

        def move() -> str:
            table.play(table.live.legal()[0])
            s.app.session.matches.keep(table.match)
            s.app.notes.words = ""
            s.app.turn()
            return s.app.notes.spoken()

        assert (move(), clock.naps) == ("", 0)
        with folder_lock.FolderLock(tmp_path):
            assert move() == words
            once = clock.naps
            assert once == folder_lock.WAIT_S / 0.5
            for _ in range(3):
                assert (move(), clock.naps) == (words, once)
            assert saved(tmp_path, "duel")["moves"] == table.match.moves
        assert (move(), clock.naps) == ("", once)
        with folder_lock.FolderLock(tmp_path):  # held anew, it is waited for anew
            assert move() == words
            assert clock.naps == 2 * once
