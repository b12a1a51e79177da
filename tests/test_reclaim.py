"""What was set aside by mistake is taken back when it reads well; what is bad, or a copy, stays aside."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from native.store.reclaim import take_back

from native.play.puzzle_finder import MinedPuzzles
from native.store.chronicle import Chronicle
from native.store.database import Database
from native.store.people import People
from native.store.saves import Saves
from native.store.settings import Settings, load_settings, save_settings
from tests.kept import begun, contents, ended, lying, opened, some_puzzles, told
from tests.screen import screen
from tests.test_unread import full_folder


def in_use(folder: Path) -> dict[str, bytes]:
    """All files of a folder that are not aside."""
    return {name: data for name, data in contents(folder).items() if not name.startswith("aside")}


def aside(folder: Path) -> None:
    """Sets all files aside that are not, as an older version did when none could be opened."""
    with opened(folder) as database:
        for name in in_use(folder):
            database.set_aside(name, silent=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    full_folder(tmp_path)
    with opened(tmp_path) as database:
        anna = next(person for person in People(database).all if person.name == "Anna")
        Chronicle(database, anna.home).finish(ended(5), [0])
        Saves(database, anna.home).keep(begun(seed=3))
        for puzzle in some_puzzles(2):
            MinedPuzzles("wars", Chronicle(database)).add(puzzle)
    (tmp_path / "hoard.json").unlink(missing_ok=True)
    return tmp_path


@pytest.fixture
def database(folder: Path) -> Iterator[Database]:
    aside(folder)
    with opened(folder) as made:
        yield made


def test_all_that_was_set_aside_by_mistake_lies_where_it_was(folder: Path) -> None:
    before = in_use(folder)
    aside(folder)
    assert in_use(folder) == {}
    with opened(folder) as database:
        assert take_back(database, People(database)) == len(before)
    assert in_use(folder) == before
    assert lying(folder / "aside") == []


def test_the_arcade_takes_it_back_at_its_start_and_says_so(folder: Path) -> None:
    aside(folder)
    with screen(folder) as s:
        assert s.app.session.strings("word.taken_back", count=12) in s.words()
        assert [person.name for person in s.app.session.people.all] == ["", "Anna"]
        assert (s.app.session.settings.sound, s.app.session.matches.names() != []) == (7, True)
    assert lying(folder / "aside") == []


def test_what_was_kept_since_stays_and_the_rest_is_joined_with_it(folder: Path, database: Database) -> None:
    settings = Settings()
    settings.music = 99
    save_settings(database, settings, fixed=False)
    chronicle = Chronicle(database)
    chronicle.finish(ended(9), [0])
    chronicle.add("lesson-x", {"lesson": "x", "date": "2026-11-25T00:00:00Z"})
    bert = People(database).add("Bert")
    for puzzle in some_puzzles(3)[1:]:
        MinedPuzzles("wars", Chronicle(database)).add(puzzle)
    assert take_back(database, People(database)) > 0
    assert (load_settings(database).music, load_settings(database).sound) == (99, 7)
    assert len(told(chronicle)) == 2
    assert [line.get("date") for line in told(chronicle, "lesson")] == ["2026-11-25T00:00:00Z"]
    people = People(database)
    assert {person.name for person in people.all} == {"", "Anna", "Bert"}
    assert people.all.index(bert) > 0
    assert len(MinedPuzzles("wars", chronicle).puzzles) == 3
    joined = [name for name in lying(folder / "aside") if name.startswith("taken-")]
    assert joined == ["taken-history.jsonl", "taken-people.json", "taken-puzzles-wars.jsonl", "taken-settings.json"]
    assert take_back(database, People(database)) == 0


SPOILT: list[tuple[str, Callable[[bytes], bytes]]] = [
    ("settings.json", lambda data: data[:-1]),
    ("settings.json", lambda _: b'{"sound": "loud"}'),
    ("history.jsonl", lambda data: data.replace(b'"', b"", 1)),
    ("history.jsonl", lambda data: data[:-20]),
    ("people.json", lambda _: b"[]"),
    ("duplicate.json", lambda _: b"{}"),
    ("statistics.json", lambda _: b'[{"game": 1}]'),
    ("puzzles-wars.jsonl", lambda data: data + b"{}\n"),
]


@pytest.mark.parametrize(("name", "spoil"), SPOILT)
def test_what_is_bad_stays_aside_byte_for_byte(
    folder: Path, database: Database, name: str, spoil: Callable[[bytes], bytes]
) -> None:
    path = folder / "aside" / name
    path.write_bytes(spoil(path.read_bytes()))
    before = path.read_bytes()
    take_back(database, People(database))
    assert path.read_bytes() == before
    assert not (folder / name.replace("puzzles-", "puzzles/")).exists()
    assert database.aside == []


@pytest.mark.parametrize("change", [{"hoard": 99}, {"moves": ["9@9,9"]}, {"hints": -1}])
def test_a_match_that_cannot_be_opened_stays_aside(folder: Path, database: Database, change: dict[str, Any]) -> None:
    (path,) = (folder / "aside").glob("saves-duel*")
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    take_back(database, People(database))
    assert path.exists()
    assert Saves(database).names() == []


def test_who_has_left_and_copies_of_lines_stay_aside(folder: Path) -> None:
    with opened(folder) as database:
        people = People(database)
        people.leave(people.all[1])
        database.lines_aside("history.jsonl", [b'{"id": "lesson-y", "lesson": "y"}'])
        before = lying(folder / "aside")
        assert take_back(database, People(database)) == 0
        assert lying(folder / "aside") == before


def test_a_match_that_was_finished_meanwhile_is_not_under_way_again(folder: Path, database: Database) -> None:
    (path,) = (folder / "aside").glob("saves-duel*")
    name = path.stem.removeprefix("saves-")
    (folder / "records").mkdir(exist_ok=True)
    shutil.copy(next((folder / "aside").glob("records-duel*")), folder / "records" / f"{name}.json")
    take_back(database, People(database))
    assert path.exists()
