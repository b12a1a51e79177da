"""What is kept, spoilt: files as bytes, a database by the values of its rows too. All goes through the real start
and every scene that shows what is kept."""

from __future__ import annotations

import contextlib
import json
import random
import sqlite3
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import pygame

import game as arcade
from native import GAMES, BadRecord, Match, assets_dir
from native.play.duplicate import DuplicateMatch
from native.play.puzzle_finder import MinedPuzzles, sound
from native.play.study import PuzzleStudy
from native.store.database import Database
from native.store.people import People
from native.tools.shots import sample_history
from tests.campaign.mutations import ODD, spoil_bytes, spoil_text, spoilt_value
from tests.kept import take_in, through_all
from tests.screen import drawn_once, screen

Case = dict[str, Any]
EXPORT = "export"  # the file of a case that is taken in, not laid into the folder


def played_one() -> Match:
    match = Match("duel", seed=9)
    match.play(match.legal()[0])
    return match


def filled(folder: Path) -> None:
    """A folder with something of every kind."""
    chance = random.Random(1)
    with screen(folder) as s:
        sample_history(s.app)
        for game in GAMES:
            match = Match(game, seed=7)
            match.seats = ["human", *["hatchling"] * (match.seats_count - 1)]
            for _ in range(3):
                match.play(match.legal()[0])
            s.app.session.matches.keep(match)
            while not match.over:
                match.play(chance.choice(match.legal()))
            s.app.session.chronicle.finish(match, [0])
        s.app.session.settings.last = {"duel": {"options": {"open_hands": True}, "seats": ["human", "drake"]}}
        s.app.session.settings.keys = {"hint": ["u"]}
        s.app.session.save_settings()
        chronicle = s.app.session.chronicle
        names = [chronicle.name_of(number) for number in chronicle.record_ids()]
        contest = DuplicateMatch.begin(chronicle, "duel", "drake", 7, 4, ["a"])
        contest.change(lambda data: data.update(matches=names[:4]))
        for puzzle in json.loads((assets_dir() / "puzzles" / "wars.json").read_text("utf-8"))["puzzles"][:3]:
            MinedPuzzles("wars", s.app.session.chronicle).add(puzzle)
    database = Database(folder)
    people = People(database)
    people.choose(people.add("Second"))
    people.matches().keep(played_one())
    people.choose(people.all[0])
    database.close()
    (folder / "crash-20261123-000000-1.txt").write_text("a report\n")


@cache
def base() -> dict[str, bytes]:
    """The files of such a folder, an export of it among them."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        filled(folder)
        found = {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
        database = Database(folder)
        people = People(database)
        found[EXPORT] = people.export(people.all[0]).encode("utf-8", "surrogatepass")
        database.close()
    return found


def spoilt_file(data: bytes, chance: random.Random) -> bytes:
    """A file of one JSON value, or of one a line, with something changed in it."""
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    piece = data if chance.random() < 0.5 else lines[at]
    try:
        spoilt = spoilt_value(json.loads(piece), chance)
    except ValueError:
        return spoil_bytes(data, chance)
    return spoilt if piece is data else b"\n".join([*lines[:at], spoilt, *lines[at + 1 :]])


def spoilt_cell(value: object, chance: random.Random) -> object:
    """Another value of the type of a cell, or of any type where it has none; now and then none."""
    if chance.random() < 0.1:
        return None
    if isinstance(value, str):
        with contextlib.suppress(ValueError):
            if isinstance(json.loads(value), list | dict):
                return spoilt_value(json.loads(value), chance).decode("utf-8", "replace")
        if chance.random() < 0.5:
            return spoil_text(value, chance)
    kinds = chance.choice((int, float, str)) if value is None else type(value)
    return chance.choice([one for one in ODD if type(one) is kinds])


def spoilt_rows(data: bytes, chance: random.Random) -> tuple[bytes, int]:
    """A database with values of its rows changed, as far as its constraints on types and keys let them be; how many.
    SQLite itself finds nothing wrong with it."""
    share, count = chance.random() ** 2, 0
    with contextlib.closing(sqlite3.connect(":memory:")) as con:
        con.deserialize(data[:18] + b"\1\1" + data[20:])  # in memory there is no write-ahead log
        con.execute("PRAGMA ignore_check_constraints = ON")
        for (table,) in con.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            columns = con.execute(f"SELECT name, pk FROM pragma_table_info('{table}')").fetchall()
            keys = " AND ".join(f'"{name}" IS ?' for name, pk in columns if pk)
            at = [place for place, (_, pk) in enumerate(columns) if pk]
            for row in con.execute(f'SELECT * FROM "{table}"').fetchall():
                key = [row[place] for place in at]
                for value, (name, pk) in zip(row, columns, strict=True):
                    if not pk and chance.random() < share:
                        with contextlib.suppress(sqlite3.IntegrityError, UnicodeEncodeError, OverflowError):
                            cell = spoilt_cell(value, chance)
                            con.execute(f'UPDATE "{table}" SET "{name}" = ? WHERE {keys}', (cell, *key))
                            count += 1
        con.commit()
        spoilt = con.serialize()
    return spoilt[:18] + data[18:20] + spoilt[20:], count


def make(chance: random.Random) -> Case:
    """Bytes travel as texts of one sign each; few of the files are spoilt or nearly all, at least one."""
    files = dict(base())
    share = chance.random()
    spoilt = [name for name in files if chance.random() < share] or [chance.choice(list(files))]
    values = 0
    for name in spoilt:
        way = chance.random()
        if name.endswith(".db") and way > 0.3:
            files[name], count = spoilt_rows(files[name], chance)
            values += count
        elif way < 0.05:
            del files[name]
        elif way < 0.1:
            files[name] = files[chance.choice(list(files))]
        else:
            files[name] = spoilt_file(files[name], chance)
    texts = {name: data.decode("latin-1") for name, data in files.items()}
    return {"files": texts, "spoilt": len(spoilt), "values": values}


@contextlib.contextmanager
def hurried() -> Iterator[None]:
    with (
        mock.patch.object(pygame.time, "wait", return_value=0),
        mock.patch.object(pygame.image, "load_sized_svg", drawn_once),
    ):
        yield


@hurried()
def attempt(case: Case) -> str:
    """The arcade starts, shows all, keeps what changed; so does a second start."""
    files = {name: text.encode("latin-1") for name, text in case["files"].items()}
    export = files.pop(EXPORT, b"{}")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        with screen(folder, (800, 600)) as s:
            through_all(s)
            study = PuzzleStudy("wars", s.app.session.chronicle)
            for puzzle in filter(sound, study.own.puzzles):
                study.take_up(puzzle)
                s.app.push(arcade.StudyScene(s.app, study))
                s.app.draw()
                s.app.home()
        with screen(folder, (800, 600)) as s:
            s.app.draw()
            assert not s.app.session.database.blocked
        database = Database(folder)
        people = People(database)
        with contextlib.suppress(BadRecord, ValueError):
            take_in(people, export)
        database.close()
        parts = [path.name for path in folder.rglob("*.part")]
        assert not parts
        went = "set aside" if (folder / "aside").exists() else "used"
    spoilt = ["a file spoilt"] * case.get("spoilt", 0) + ["a value spoilt"] * case.get("values", 0)
    return "\n".join([went, *spoilt])


def simpler(case: Case) -> Iterator[Case]:
    files = case["files"]
    for name in files:
        yield {"files": {key: text for key, text in files.items() if key != name}}
    for name, text in files.items():
        for size in (len(text) // 2, len(text) // 8, 8):
            for at in range(0, len(text), size) if size > 0 and len(text) // size < 60 else ():
                yield {"files": files | {name: text[:at] + text[at + size :]}}
