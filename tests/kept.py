"""What the tests of the data folder share: matches, odd values, a full disc, and a walk through all scenes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import game as arcade
from native import Match
from native.json_stream import Source
from native.play.puzzles import pack
from native.play.study import PuzzleStudy
from native.profile.pages import CalendarPage, Players, contest_page
from native.store.chronicle import Chronicle
from native.store.database import Database, Tables
from native.store.lines import lines_of, put_line
from native.store.people import Imported, People, Person, Reading, Result
from native.store.saves import Saves
from native.store.settings import all_parts, put_settings
from tests.screen import Screen

DEEP = "[" * 1000 + "]" * 1000
ODD: list[Any] = [
    None, [], {}, "x", "\ud800\0", 10**6, -1, 10**18, 1e308, True, [[1]], ["\ud800"] * 3, {"a": {"b": 1}},
]  # fmt: skip
DUEL = {"game": "duel", "against": "drake", "assisted": False, "share": 1}  # a win, as the history has it


def lying(folder: Path, ending: str = "") -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob(f"*{ending}") if not p.is_dir())


def contents(folder: Path) -> dict[str, Any]:
    """All bytes of a folder, by the names of its files; of a database all rows."""
    paths = {name: folder / name for name in lying(folder)}
    return {name: rows_of(path) if path.suffix == ".db" else path.read_bytes() for name, path in paths.items()}


def rows_of(path: Path) -> list[str]:
    """The rows of a database as SQL, but the one that each program counts up."""
    with closing(sqlite3.connect(path)) as con:
        return [line for line in con.iterdump() if not line.startswith('INSERT INTO "common" VALUES(\'log\'')]


def opened(folder: Path) -> closing[Database]:
    """Another program on a folder, in a with statement."""
    return closing(Database(folder))


def finish(match: Match) -> Match:
    """Plays a match to its end."""
    while not match.over:
        match.play(match.legal()[0])
    return match


def begun(game: str = "duel", moves: int = 4, seed: int = 11) -> Match:
    match = Match(game, seed=seed, seats=None)
    match.seats = ["human"] + ["hatchling"] * (match.seats_count - 1)
    for _ in range(moves):
        match.play(match.legal()[0])
    return match


def ended(seed: int = 11, game: str = "duel") -> Match:
    return finish(begun(game, 0, seed))


def end_match(database: Database, seed: int = 11) -> str:
    """Saves a match before its last move, then ends and files it; its name."""
    match = ended(seed)
    match.undo()
    Saves(database).keep(match)
    return Chronicle(database).finish(finish(match), [0])


def told(chronicle: Chronicle, key: str = "game") -> list[dict[str, Any]]:
    """The lines of a history that have a key, oldest first; "": all."""
    some = [line for line in lines_of(chronicle) if not key or key in line]
    return sorted(some, key=lambda line: (line.get("date", ""), line["id"]))


def put_lines(database: Tables, lines: Iterable[dict[str, Any]], person: str = "") -> None:
    some = list(lines)
    database.change(lambda con: [put_line(con, person, line) for line in some])


def put_record(database: Tables, name: str, record: dict[str, Any], state: str = "open", person: str = "") -> None:
    """Keeps a record, whatever it is."""
    saves = Saves(database, person)
    saves.change(lambda con: saves.put(con, name, {"game": "duel"} | record, state))


def record_of(database: Tables, name: str, person: str = "") -> dict[str, Any]:
    """The record of a match as it is stored."""
    query = """SELECT records.record FROM matches JOIN records ON records.id = matches.record
        WHERE person = :person AND name = :name"""
    found: dict[str, Any] = json.loads(database.rows(query, person=person, name=name)[0][0])
    return found


def put_setting(database: Tables, key: str, value: Any, person: str = "") -> None:
    """Stores a setting, whatever it is."""
    database.change(lambda con: put_settings(con, person, all_parts({key: value})))


def tried(chronicle: Chronicle) -> list[tuple[str, bool]]:
    """Each attempt at a puzzle, in their order: its name, and whether it was solved."""
    rows = chronicle.rows("SELECT puzzle, solved FROM attempts WHERE person = :person ORDER BY id")
    return [(puzzle, bool(solved)) for puzzle, solved in rows]


def names_of(people: People) -> list[str]:
    """The names of those who play here."""
    return [person.name for person in people.all]


def some_puzzles(count: int) -> list[dict[str, Any]]:
    some = pack("wars")[:count]
    return [dict(one._asdict(), record=dict(one.record), solution=list(one.solution)) for one in some]


def refuse(monkeypatch: pytest.MonkeyPatch, fails: Callable[[], bool]) -> None:
    """Has some changes fail as on a full disc."""
    plain = Database.commit

    def commit(self: Database, do: Callable[..., Any]) -> Any:
        if fails():
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        return plain(self, do)

    monkeypatch.setattr(Database, "commit", commit)


def through_all(s: Screen) -> None:
    """Opens every scene that shows what is kept."""
    app = s.app
    for make in (arcade.Options, arcade.Keys, arcade.Statistics, arcade.Records):
        app.push(make(app))
        s.key("enter")
        app.draw()
        app.home()
    for page in (Players, CalendarPage, contest_page, None):
        if page:
            app.open_page(page)
        else:
            app.push(arcade.Treasury(app))
        for _ in range(3):
            app.draw()
            app.turn()
        app.home()
    for game in arcade.BOARDS:
        for scene in (arcade.KeptList, arcade.Lessons, arcade.SetUp):
            app.push(scene(app, game))
            app.draw()
        app.push(arcade.StudyScene(app, PuzzleStudy(game, app.session.chronicle)))
        app.draw()
        app.home()
        app.push(arcade.SetUp(app, game))
        app.draw()
        if app.session.saved(game):
            app.resume(game)
            app.draw()
            if isinstance(s.scene, arcade.TableScene) and s.scene.live.mine:
                s.scene.play(s.scene.live.legal()[0])
        app.home()


def finished(reading: Reading[Result]) -> Result:
    """What a reading returns, once all its steps are done."""
    while True:
        try:
            next(reading)
        except StopIteration as end:
            found: Result = end.value
            return found


def take_in(people: People, data: bytes, person: Person | None = None, name: str = "") -> tuple[Person, Imported]:
    """Imports a person at once."""
    return finished(people.taking_in(Source.text(data), person, name))
