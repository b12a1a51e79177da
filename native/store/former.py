"""Reads the files of the former data folder once, into the database, and moves them to before/.

They were: settings.json, people.json, history.jsonl, duplicate.json, a file for each match in saves/ and records/, a
file for each game in puzzles/, and the same again for each person in people/ID/. All of it is read in one transaction
that adds only what is missing. So if the program is killed before the files are moved, the next start repeats it.
Whatever is invalid is left out, and stays in before/.
"""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import json
import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ..games import GAMES
from ..records import SIZE_LIMIT, read_plain
from .database import Complaint, Database, object_of, storable
from .forms import CONTEST, FOUND, MINED, NAME, is_line
from .lines import put_found, put_line
from .people import MOST, NAME_LENGTH, PERSON, plain_name
from .saves import Saves, is_later, is_record
from .settings import Settings, all_parts

BEFORE = ("before", *(f"before-{number}" for number in range(2, 100)))
FILES = ("settings.json", "people.json", "history.jsonl", "hoard.json", "statistics.json", "duplicate.json")
FOLDERS = ("saves", "records", "puzzles", "people")
LEAVINGS = ("index.db", "index.db-wal", "index.db-shm", "index.db-journal", ".lock")  # of no use


def take_over(database: Database) -> None:
    """Reads in a former data folder, if this is one."""
    folder = database.folder
    if not former_things(folder):
        return
    database.change(lambda con: read_all(con, database, folder))
    if database.trouble:
        return  # read into memory only: the next start does it again
    with contextlib.suppress(OSError):
        place = next(folder / name for name in BEFORE if not os.path.lexists(folder / name))
        place.mkdir()
        for path in former_things(folder):
            path.rename(place / path.name)
        for name in LEAVINGS:
            (folder / name).unlink(missing_ok=True)
        database.told.append(Complaint("word.former", {"folder": place}))


def former_things(folder: Path) -> list[Path]:
    """The files and folders of a former data folder. Links are left alone."""
    found = []
    for names, right in ((FILES, stat.S_ISREG), (FOLDERS, stat.S_ISDIR)):
        for name in names:
            with contextlib.suppress(OSError):
                if right((folder / name).lstat().st_mode):
                    found.append(folder / name)
    return found


def read_all(con: sqlite3.Connection, database: Database, folder: Path) -> None:
    """Reads everybody's files, within a change."""
    listed = object_in(folder / "people.json") or {}
    people = [one for one in as_list(listed.get("people")) if PERSON.fits(one)]
    names = {one["id"]: plain_name(one["name"]) for one in people} | {"guest": ""}
    for path in ordinary(folder / "people", stat.S_ISDIR):
        if PERSON.fits({"id": path.name, "name": path.name[:NAME_LENGTH]}):
            names.setdefault(path.name, path.name[:NAME_LENGTH])
    del names["guest"]
    names = {"": names.pop("", "")} | names
    for place, (ident, name) in enumerate(list(names.items())[:MOST]):
        con.execute("INSERT OR IGNORE INTO people VALUES (?, ?, ?, NULL)", (ident, storable(name), place))
        if not ident:
            con.execute("UPDATE people SET name = ? WHERE id = '' AND name = ''", [storable(name)])
        home = folder / "people" / ident if ident else folder
        Reader(con, database, ident, home).read()
    if listed.get("now") in names:
        con.execute("INSERT OR IGNORE INTO common VALUES ('now', ?)", [listed["now"]])


class Reader:
    """Reads one person's files into the tables."""

    def __init__(self, con: sqlite3.Connection, database: Database, person: str, home: Path) -> None:
        self.con, self.person, self.home = con, person, home
        self.saves = Saves(database, person)

    def read(self) -> None:
        self.settings()
        self.history()
        for path in by_time(self.home / "records"):
            self.match(path, "finished", lambda record: is_record(record) or is_later(record))
        for path in by_time(self.home / "saves"):
            self.match(path, "open", is_record)
        for game in GAMES:
            self.puzzles(game)
        contest = object_in(self.home / "duplicate.json")
        if CONTEST.fits(contest):
            self.con.execute("INSERT OR IGNORE INTO contests VALUES (?, ?)", (self.person, json.dumps(contest)))

    def settings(self) -> None:
        found = object_in(self.home / "settings.json")
        parts = all_parts(Settings.of(found).kept()) if found else {}
        rows = [(self.person, *map(storable, key), json.dumps(value)) for key, value in parts.items()]
        self.con.executemany("INSERT OR IGNORE INTO settings VALUES (?, ?, ?, ?)", rows)

    def history(self) -> None:
        """Reads the history: first the matches, then what was worked out about them later."""
        path = self.home / "history.jsonl"
        for line in lines_in(path):
            if is_line(line) and ("game" in line or not line.keys() & FOUND.keys()):
                put_line(self.con, self.person, line)
        for line in lines_in(path):
            if is_line(line) and line.keys() & FOUND.keys():
                put_found(self.con, self.person, line, anew=True)

    def match(self, path: Path, state: str, fits: Callable[[dict[str, Any]], bool]) -> None:
        """Reads a match, unless the database has it."""
        name, record = path.stem, object_in(path)
        if not NAME.fits(name) or record is None or not fits(record):
            return
        query = "SELECT record, state FROM matches WHERE person = ? AND name = ?"
        here, there = self.con.execute(query, (self.person, name)).fetchone() or (None, "")
        if here is not None or (state == "open" and there):
            return
        self.saves.put(self.con, name, record, state)
        written = datetime.datetime.fromtimestamp(path.lstat().st_mtime, datetime.UTC)
        values = (f"{written:%Y-%m-%dT%H:%M:%SZ}", self.person, name)
        self.con.execute("UPDATE matches SET date = ? WHERE person = ? AND name = ? AND share IS NULL", values)

    def puzzles(self, game: str) -> None:
        for puzzle in lines_in(self.home / "puzzles" / f"{game}.jsonl"):
            if MINED.fits(puzzle):
                text = json.dumps(puzzle)
                values = (self.person, game, hashlib.sha256(text.encode()).hexdigest()[:12], text)
                query = "INSERT OR IGNORE INTO puzzles (person, game, name, puzzle) VALUES (?, ?, ?, ?)"
                self.con.execute(query, values)


def as_list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def object_in(path: Path) -> dict[str, Any] | None:
    """The JSON object in an ordinary file; None if there is none."""
    try:
        if stat.S_ISREG(path.lstat().st_mode):
            return object_of(read_plain(path, SIZE_LIMIT).decode("utf-8-sig", "replace"))
    except OSError:
        pass
    return None


def lines_in(path: Path) -> Iterator[dict[str, Any]]:
    """The JSON objects in the lines of an ordinary file of any size."""
    with contextlib.suppress(OSError):
        if not stat.S_ISREG(path.lstat().st_mode):
            return
        with open(path, "rb") as file:
            while line := file.readline(SIZE_LIMIT):
                if (value := object_of(line.decode("utf-8", "replace"))) is not None:
                    yield value


def ordinary(folder: Path, right: Callable[[int], bool]) -> list[Path]:
    """The things of a kind in a folder; none if the folder is a link."""
    with contextlib.suppress(OSError):
        if stat.S_ISDIR(folder.lstat().st_mode):
            return sorted(path for path in folder.iterdir() if right(path.lstat().st_mode))
    return []


def by_time(folder: Path) -> list[Path]:
    """The ordinary .json files of a folder, the latest last."""
    found = [path for path in ordinary(folder, stat.S_ISREG) if path.suffix == ".json"]
    return sorted(found, key=lambda path: (path.lstat().st_mtime_ns, path.name))
