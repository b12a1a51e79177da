"""Saved matches, and records from outside."""

from __future__ import annotations

import contextlib
import datetime
import json
import os
import sqlite3
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ..games import GAMES, SEATED
from ..match import Match
from ..records import FORMAT, SIZE_LIMIT, Record, check, parse_json, read_bytes
from ..refusals import BadRecord
from ..strengths import KEY as STRENGTHS
from .database import PersonTables, storable
from .forms import NAME, NOTED, OWN, own_bad

LAST_WRITTEN = """SELECT max(
    coalesce((SELECT max(written) FROM matches WHERE person = :person AND state = 'open'), 0),
    coalesce((SELECT max(written) FROM matches WHERE person = :person AND state = 'finished'), 0))"""
PAUSE_S = 300.0  # the most that the pause between two moves counts as playing time


def stamp() -> str:
    """The present time in the stored form: "2026-11-22T05:30:00Z"."""
    return f"{datetime.datetime.now(datetime.UTC):%Y-%m-%dT%H:%M:%SZ}"


def new_name(match: Match) -> str:
    """A unique name for a match: game, time, seed and four random characters."""
    now = datetime.datetime.now(datetime.UTC)
    return f"{match.game}-{now:%Y%m%d-%H%M%S}-{match.seed}-{os.urandom(2).hex()}"


def is_later(record: object) -> bool:
    """Whether this is the record of a later version, with an unknown format, game, option or player. Such a record of
    a finished match is left as it is."""
    if isinstance(record, str):
        try:
            record = parse_json(record.encode("utf-8", "replace"))
        except BadRecord:
            return False
    if not isinstance(record, dict) or not isinstance(game := record.get("game"), str):
        return False
    form, options, seats = (record.get(key) for key in ("hoard", "options", "seats"))
    if type(form) is not int:
        return False
    known = {option.name for option in GAMES[game].options} if game in GAMES else set[str]()
    return (
        form > FORMAT
        or game not in GAMES
        or (isinstance(options, dict) and bool(options.keys() - known))
        or (isinstance(seats, list) and any(who not in SEATED for who in map(str, seats)))
    )


def is_record(record: Mapping[str, Any]) -> bool:
    """Whether a value has the form of a record; its moves are checked when it is opened."""
    try:
        check(dict(record))
    except BadRecord:
        return False
    return True


def ours(match: Match) -> Match:
    """Removes invalid values of Hoard's own keys from a match, and returns it."""
    for key in own_bad(match.extra):
        del match.extra[key]
    return match


def afresh(record: Mapping[str, Any], assisted: bool) -> dict[str, Any]:
    """A record as that of a new match, without notes about the old one."""
    return {key: value for key, value in record.items() if key not in NOTED} | {"assisted": assisted, "hints": 0}


def taken_in(match: Match) -> Match:
    """Takes in a match from outside: removes its notes, and marks it as assisted if it was begun elsewhere or its
    cards were chosen. How strong its players are stays."""
    for key in OWN.keys() - {STRENGTHS}:
        match.extra.pop(key, None)
    if match.moves or match.deal is not None or match.chance:
        match.extra["assisted"] = True
    return match


class SavedMatch(NamedTuple):
    """A saved match, as a list shows it."""

    name: str  # to open it with
    match: Match
    date: str  # of its last move, to the minute, UTC: "2026-11-22 05:30"


class Saves(PersonTables):
    """A person's saved matches, latest first."""

    clock: tuple[str, float] = ("", 0.0)  # name of the match saved last, and when

    def names(self, game: str = "") -> list[str]:
        """The names of the saved matches of a game (or all), latest first."""
        query = "SELECT name, game FROM matches WHERE person = :person AND state = 'open' ORDER BY written DESC"
        return [name for name, of in self.rows(query) if NAME.fits(name) and of in ({game} if game else GAMES)]

    def keep(self, match: Match) -> None:
        """Saves a match. One without moves is not saved; a finished one has its record. If another program has
        continued or finished the match, it is saved under another name."""
        begun = str(ours(match).extra.get("match", ""))
        if match.over:
            self.drop(begun)
            match.extra.pop("match", None)
        elif match.moves or begun:
            self.time(match, begun)
            record, spare = match.record(), new_name(match)

            def put(con: sqlite3.Connection) -> str:
                name = spare if not begun or self.is_taken(con, begun) else begun
                self.put(con, name, record, "open")
                return name

            name = match.extra["match"] = self.change(put, f"match {begun or spare}")
            self.clock = (name, self.clock[1])

    def begin(self, match: Match) -> str:
        """Saves a match before its first move and returns its name."""
        match.extra["match"] = new_name(match)
        self.keep(match)
        return str(match.extra["match"])

    def is_taken(self, con: sqlite3.Connection, name: str) -> bool:
        """Whether a match was finished, or continued by another program."""
        query = "SELECT state, written FROM matches WHERE person = ? AND name = ?"
        state, written = con.execute(query, (self.person, name)).fetchone() or ("", 0)
        marked = self.tables.marks.get((self.person, name))
        return state == "finished" or (self.tables.lasts(con) and marked is not None and written != marked)

    def put(self, con: sqlite3.Connection, name: str, record: Mapping[str, Any], state: str) -> None:
        """Writes a match, as part of a transaction."""
        text = json.dumps({**record, "match": name})
        query = "SELECT id, record FROM matches WHERE person = ? AND name = ?"
        match, number = con.execute(query, (self.person, name)).fetchone() or (None, None)
        if number is None:
            number = con.execute("INSERT INTO records (record) VALUES (?)", [text]).lastrowid
        else:
            con.execute("UPDATE records SET record = ? WHERE id = ?", (text, number))
        last = con.execute(LAST_WRITTEN, {"person": self.person}).fetchone()[0]
        values = (record["game"], state, number, last + 1, stamp())
        if match is None:
            columns = "game, state, record, written, date, person, name"
            query = f"INSERT INTO matches ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)"
            con.execute(query, (*values, self.person, name))
        else:
            ended = "CASE WHEN share IS NULL THEN ? ELSE date END"
            query = f"UPDATE matches SET game = ?, state = ?, record = ?, written = ?, date = {ended} WHERE id = ?"
            con.execute(query, (*values, match))
        if self.tables.lasts(con):
            self.tables.marks[self.person, name] = last + 1

    def time(self, match: Match, name: str) -> None:
        """Adds the seconds since the last save to the match's time."""
        now = time.monotonic()
        spent = now - self.clock[1] if self.clock[0] == name else 0.0
        match.extra["seconds"] = round(float(match.extra.get("seconds", 0)) + min(spent, PAUSE_S), 1)
        self.clock = (name, now)

    def open(self, name: str) -> Match:
        """Opens a saved match. Raises BadRecord if there is none or it is invalid, and sets an invalid one aside."""
        query = """SELECT records.record, written FROM matches JOIN records ON records.id = matches.record
            WHERE person = :person AND name = :name AND state = 'open'"""
        text, written = self.row(query, name=storable(name)) or ("", 0)
        try:
            record = check(parse_json(text.encode("utf-8", "replace")))
            match = Match.from_record(self.own(name, text, record))
        except (BadRecord, AttributeError):
            if written:
                self.set_aside(name, text)
            raise
        if self.tables.lasts(self.tables.con):
            self.tables.marks[self.person, name] = written
        else:  # as the disc had it, unless it was written in memory since
            self.tables.marks.setdefault((self.person, name), written)
        match.extra["match"] = name
        if match.over:  # the arcade never saves one
            self.change(lambda con: self.put(con, name, match.record(), "finished"))
        return match

    def own(self, name: str, text: str, record: Record) -> Record:
        """The record without invalid values of Hoard's own keys. If there are any, a copy is set aside."""
        if bad := own_bad(record.extra):
            self.tables.copy_aside(f"{name}.json", text)
            return record._replace(extra={key: value for key, value in record.extra.items() if key not in bad})
        return record

    def list(self, game: str) -> list[SavedMatch]:
        """The saved matches of a game, latest first. Invalid ones are set aside."""
        found = []
        for name in self.names(game):
            with contextlib.suppress(BadRecord):
                match = self.open(name)
                if not match.over:
                    query = "SELECT date FROM matches WHERE person = :person AND name = :name"
                    date = str((self.row(query, name=name) or ("",))[0])
                    found.append(SavedMatch(name, match, date[:16].replace("T", " ")))
        return found

    def drop(self, name: str, state: str = "open") -> None:
        """Deletes a saved match, or the record of a finished one."""
        values = (self.person, storable(name), state)
        self.change(lambda con: drop_record(con, *values), f"match {name}")

    def set_aside(self, name: str, text: str) -> None:
        """Copies an invalid record to aside/ and deletes it."""
        self.tables.copy_aside(f"{name}.json", text)
        for state in ("open", "finished"):
            self.drop(name, state)


def drop_record(con: sqlite3.Connection, person: str, name: str, state: str) -> None:
    """Deletes a match's record, and the match too unless it counts."""
    query = "SELECT id, record, share FROM matches WHERE person = ? AND name = ? AND state = ?"
    match, record, share = con.execute(query, (person, name, state)).fetchone() or (None, None, None)
    if share is None:
        con.execute("DELETE FROM matches WHERE id = ?", [match])
    else:
        con.execute("UPDATE matches SET record = NULL WHERE id = ?", [match])
    unused = "NOT EXISTS (SELECT 1 FROM matches WHERE record = ?1)"
    con.execute(f"DELETE FROM records WHERE id = ?1 AND {unused}", [record])


def text_of(path: str) -> str:
    """The text of a record's file. Raises BadRecord if it cannot be read."""
    data = read_bytes(str(Path(path).absolute()))
    if len(data) > SIZE_LIMIT:
        raise BadRecord("too_large", most=f"{SIZE_LIMIT:,}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRecord("no_utf8", byte=error.start) from None


def match_of(text: str, seat: Callable[[Match], None]) -> Match:
    """The match in a text from outside: a record, a deal id or a deal number. Raises BadRecord if there is none.
    seat: chooses the players for a deal."""
    text = text.strip()
    if text.startswith("{"):
        return taken_in(Match.load(text))
    match = taken_in(Match.from_deal_id(text))
    seat(match)
    return match
