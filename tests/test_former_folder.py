"""A data folder of the former kind: read in once, whole, and moved to before/."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import game as arcade
from native.play.duplicate import DuplicateMatch
from native.play.puzzle_finder import MinedPuzzles
from native.store import former
from native.store.chronicle import Chronicle
from native.store.database import Database
from native.store.former import take_over
from native.store.people import People
from native.store.saves import Saves
from native.store.settings import load_settings
from tests.kept import DUEL, ODD, begun, contents, ended, opened, some_puzzles, told
from tests.screen import screen

DAY = "2026-11-20"
CONTEST: dict[str, Any] = {"hoard_duplicate": 1, "id": "duplicate-1", "game": "duel", "level": "drake", "deals": 4}
LINES: list[dict[str, Any]] = [
    DUEL | {"id": "duel-1", "date": f"{DAY}T10:00:00Z", "seat": 0, "seats": ["human", "drake"], "scores": [9, 4]},
    {"id": "duel-1", "loss": 0.5, "accuracy": 70.0, "stages": [0.1, 0.2, 0.3], "motifs": {"duel.a": 2.0}},
    {"id": "duel-1", "loss": 0.25, "par": 1.5, "marks": "xo"},
    DUEL | {"id": "goose-1", "game": "goose"},
    {"id": "treasure-a-helped", "treasure": "a", "date": f"{DAY}T10:00:00Z", "match": "duel-1", "assisted": True},
    {"id": "try-1", "puzzle": "duel-abc", "solved": True, "rating": 900, "date": f"{DAY}T10:00:00Z"},
    {"id": "lesson-duel/a", "lesson": "duel/a", "date": f"{DAY}T10:00:00Z"},
    {"id": f"daily-{DAY}-duel", "daily": DAY, "match": "duel-1", "date": f"{DAY}T10:00:00Z"},
    {"id": "duplicate-0", "duplicate": "duel", "net": 3.0, "date": f"{DAY}T10:00:00Z"},
]


def put(path: Path, text: str) -> None:
    """Writes a file, with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def make(home: Path, seed: int = 1) -> None:
    put(home / "settings.json", json.dumps({"sound": seed, "keys": {"hint": ["x"]}, "from_tomorrow": 1, "music": []}))
    put(home / "history.jsonl", "".join(f"{json.dumps(line)}\n" for line in LINES) + "{torn\n[]\n")
    put(home / "records" / "duel-1.json", json.dumps(ended(seed).record() | {"match": "duel-1"}))
    put(home / "records" / "later-1.json", json.dumps({"hoard": 99, "game": "duel"}))
    put(home / "records" / "odd.json", "{")
    put(home / "saves" / "duel-2.json", json.dumps(begun(seed=seed).record() | {"match": "duel-2"}))
    put(home / "saves" / "duel-1.json", json.dumps(begun(seed=seed).record()))  # a kill came before it was removed
    put(home / "puzzles" / "wars.jsonl", "".join(f"{json.dumps(one)}\n" for one in some_puzzles(2)))
    contest = CONTEST | {"seed": 7, "people": ["Ada"], "matches": ["duel-1"], "dragon": []}
    put(home / "duplicate.json", json.dumps(contest))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files of two people, the second of whom plays."""
    make(tmp_path)
    make(tmp_path / "people" / "ada", 2)
    people = [{"id": "", "name": "Hugo"}, {"id": "ada", "name": "Ada"}]
    put(tmp_path / "people.json", json.dumps({"hoard_people": 1, "people": people, "now": "ada"}))
    put(tmp_path / "people" / "bo" / "settings.json", "{}")  # in no list
    return tmp_path


def look(database: Database, person: str, seed: int) -> None:
    """Asserts that everything of a person is there."""
    chronicle, saves = Chronicle(database, person), Saves(database, person)
    settings = load_settings(database, person)
    assert (settings.sound, settings.keys, settings.unknown) == (seed, {"hint": ["x"]}, {"from_tomorrow": 1})
    (line,) = told(chronicle)
    assert line == {**LINES[0], **LINES[1], **LINES[2], "moves": 0, "seconds": 0}
    assert [told(chronicle, key)[0] for key in ("treasure", "puzzle", "lesson", "daily", "duplicate")] == LINES[4:]
    match = chronicle.kept("duel-1")
    assert match
    assert (match.seed, match.over, chronicle.kept("later-1")) == (seed, True, None)
    assert len(chronicle.record_ids()) == 2
    assert saves.names() == ["duel-2"]
    assert saves.open("duel-2").moves == begun(seed=seed).moves
    assert len(MinedPuzzles("wars", chronicle).puzzles) == 2
    contest = DuplicateMatch.load(chronicle)
    assert contest
    assert len(contest.finished) == 1


def test_all_that_a_former_folder_holds_is_in_the_database_and_the_files_lie_in_before(folder: Path) -> None:
    files = contents(folder)
    with opened(folder) as database:
        take_over(database)
        assert not database.is_new()
        assert [complaint.key for complaint in database.complaints()] == ["word.former"]
        people = People(database)
        assert [(one.id, one.name) for one in people.all] == [("", "Hugo"), ("ada", "Ada"), ("bo", "bo")]
        assert people.now.id == "ada"
        for person, seed in (("", 1), ("ada", 2)):
            look(database, person, seed)
        take_over(database)
        assert database.complaints() == []
    assert contents(folder / "before") == files
    assert {path.name for path in folder.iterdir()} == {"before", "hoard.db", "copies"}


def test_a_program_killed_before_the_files_are_moved_reads_them_again_without_doubles(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched, opened(folder) as database:
        patched.setattr(former, "BEFORE", ())
        with pytest.raises(StopIteration):
            take_over(database)
        settings = load_settings(database)
        assert settings.sound == 1
        before = database.rows("SELECT * FROM matches")
    with opened(folder) as database:
        take_over(database)
        assert database.rows("SELECT * FROM matches") == before
        look(database, "ada", 2)


def test_what_is_no_file_of_ours_is_neither_read_nor_moved(folder: Path) -> None:
    away = folder / "away"
    (folder / "saves").rename(away)
    (folder / "saves").symlink_to(away)
    (folder / "settings.json").unlink()
    (folder / "settings.json").symlink_to(folder / "people.json")
    with opened(folder) as database:
        take_over(database)
        assert Saves(database).names() == []
        assert load_settings(database).sound != 1
    assert (folder / "saves").is_symlink()
    assert len(list(away.iterdir())) == 2


@pytest.mark.parametrize(
    "name", ["settings.json", "people.json", "history.jsonl", "duplicate.json", "saves/duel-2.json"]
)
def test_any_value_in_a_former_file_leaves_the_rest(folder: Path, name: str) -> None:
    for number, value in enumerate(ODD):
        put(folder / name, json.dumps(value))
        with opened(folder / f"fresh-{number}") as database:
            database.change(partial(former.read_all, database=database, folder=folder))
            assert told(Chronicle(database, "ada")) or name == "people.json"


def test_the_arcade_opens_on_a_former_folder_and_says_so(folder: Path) -> None:
    with screen(folder) as s:
        s.app.turn()
        assert isinstance(s.scene, arcade.Title)
        assert str(folder / "before") in s.app.notes.words
        assert s.app.session.people.now.name == "Ada"
        assert s.app.session.saved("duel")
