"""The people who play on this machine: up to eight, and a guest, whose tables are only in memory.

A person can be exported as one text and imported elsewhere; nothing is duplicated. From a later version's export,
everything that this version knows is used.
"""

from __future__ import annotations

import itertools
import json
import re
import sqlite3
import unicodedata
import zlib
from collections import Counter
from collections.abc import Generator, Mapping
from typing import Any, NamedTuple, TypeVar

from ..bounds import EXPORT_ENTRIES, EXPORT_LIMIT
from ..json_stream import Entry, JsonStream, Source
from ..refusals import BadRecord, quote
from ..strings import Strings
from .chronicle import Chronicle
from .database import Database, PersonTables, Tables, object_of, storable
from .forms import LINE, NAME, is_line, own_bad
from .lines import lines_of, put_line
from .saves import Saves, is_later, is_record, stamp
from .schema import Fields, Text, Whole
from .settings import Settings, all_parts, load_settings, put_settings

MOST = 8
FORMAT = 1
NAME_LENGTH = 30
LATER = 1_000_000  # exports of newer formats up to this one are read as far as known
PERSON = Fields({"id": Text(60, "abcdefghijklmnopqrstuvwxyz0123456789-"), "name": Text(NAME_LENGTH)})
STATES = {"records": "finished", "saves": "open"}  # of the matches in each part of an export
EXPORT_HEAD = Fields({"hoard_person": Whole(1, LATER), "name": Text(NAME_LENGTH)}, {"settings": Fields({})})
EXPORT_LINE = Fields({"id": LINE})
HEAD_BYTES = 1000  # of a text, in which the mark of an export must be
EXPORT_PARTS = {"history": "[", "records": "{", "saves": "{"}  # read entry by entry

Result = TypeVar("Result")
Reading = Generator[float, None, Result]  # yields the part that is done, 0 to 1


class Person(NamedTuple):
    """Somebody who plays here. The first person's id is "", the guest's is "guest"."""

    id: str
    name: str


NOBODY = Person("guest", "")


def called(person: Person, t: Strings) -> str:
    """A person's name on screen, also for the guest and for someone without a name."""
    return person.name or t("players.guest" if person == NOBODY else "players.nameless")


UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")  # categories of Unicode that are left out of names


def plain_name(name: str) -> str:
    r"""A name without invisible characters: controls, direction marks, joiners. A letter and its
    accent become one character where possible.

    >>> plain_name("A\u202eda\n"), plain_name("Zoe\u0308")
    ('Ada', 'Zoë')
    """
    composed = unicodedata.normalize("NFC", name)
    return "".join(sign for sign in composed if unicodedata.category(sign) not in UNSEEN)


def typed(name: str, letters: str) -> str:
    """A name after more was typed or pasted, or, after a backspace, without its last letter."""
    if letters == "\b":
        return name[:-1]
    return plain_name(name + letters)[:NAME_LENGTH]


def is_export(data: bytes) -> bool:
    """Whether data looks like an export, judged by its beginning."""
    return data[:1].strip() == b"{" and b'"hoard_person"' in data[:HEAD_BYTES]


class Imported(NamedTuple):
    """How much of an import was new."""

    lines: int
    records: int
    saves: int


class ExportHead(NamedTuple):
    """The first part of an export: whose it is."""

    name: str
    settings: Mapping[str, Any]


def opened(source: Source) -> JsonStream:
    """An export as a stream of entries."""
    return JsonStream(source, EXPORT_LIMIT, EXPORT_PARTS)


def entries(stream: JsonStream) -> Generator[tuple[float, Entry], None, None]:
    """The entries of an export, each with the share that was read so far. Raises BadRecord at an invalid one."""
    counts = Counter[str]()
    for entry in stream.entries():
        part = entry.key if entry.key in EXPORT_PARTS else ""
        counts[part] += 1
        if counts[part] > EXPORT_ENTRIES[part]:
            raise BadRecord("too_many_entries", most=f"{EXPORT_ENTRIES[part]:,}")
        line = part == "history" and EXPORT_LINE.fits(entry.value)
        if part and not line and not (NAME.fits(entry.name) and isinstance(entry.value, dict)):
            raise BadRecord("no_export")
        yield stream.share, entry


class People:
    """The people who play here, and who is playing now."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.all: list[Person] = [Person("", "")]
        self.now = self.all[0]
        self.read_again()
        found = database.rows("SELECT value FROM common WHERE key = 'now'")
        self.now = next((person for person in self.all if (person.id,) in found), self.all[0])

    def read_again(self) -> None:
        """Reads the list again, since another program may have changed it. The present person stays."""
        rows = self.database.rows("SELECT id, name FROM people WHERE gone IS NULL ORDER BY place, id")
        listed = {"": Person("", "")}
        for ident, name in rows:
            person = Person(ident, plain_name(str(name)))
            if PERSON.fits(person._asdict()) and ident != NOBODY.id:
                listed[ident] = person
        if self.now != NOBODY:
            self.now = listed.setdefault(self.now.id, self.now)
        self.all = list(listed.values())

    def number(self, person: Person) -> int:
        """The place of a person in the list, from 0; that of the next one for a guest."""
        return next((at for at, one in enumerate(self.all) if one.id == person.id), len(self.all))

    def named(self, name: str) -> Person:
        """The person of a name; the first one if there is none."""
        return next((one for one in self.all if one.name == name), self.all[0])

    def tables(self, person: Person) -> Tables:
        return self.database.guest if person == NOBODY else self.database

    def add(self, name: str) -> Person:
        """Adds a person with the present person's settings. Raises BadRecord if the name is invalid or there are
        already MOST people."""
        settings = all_parts(self.settings().kept())
        plain = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "player"

        def put(con: sqlite3.Connection) -> Person:
            self.check_name(con, name)
            if con.execute("SELECT count(*) FROM people WHERE gone IS NULL").fetchone()[0] >= MOST:
                raise BadRecord("people_full", most=MOST)
            taken = {"guest", *(ident for (ident,) in con.execute("SELECT id FROM people"))}
            numbers = (plain if number == 1 else f"{plain}-{number}" for number in itertools.count(1))
            person = Person(next(made for made in numbers if made not in taken), storable(name))
            con.execute("INSERT INTO people VALUES (?, ?, (SELECT max(place) + 1 FROM people), NULL)", person)
            put_settings(con, person.id, settings)
            return person

        person = self.database.change(put)
        self.read_again()
        return person

    def check_name(self, con: sqlite3.Connection, name: str) -> None:
        """Raises BadRecord if a name is invalid or taken."""
        if not 0 < len(name.strip()) <= NAME_LENGTH:
            raise BadRecord("name_length", most=NAME_LENGTH)
        if con.execute("SELECT 1 FROM people WHERE gone IS NULL AND name = ?", [storable(name)]).fetchone():
            raise BadRecord("name_taken", name=quote(name))

    def free_name(self, wanted: str) -> str:
        """The wanted name, with a number if it is taken."""
        plain = plain_name(wanted).strip() or "?"
        taken = {person.name for person in self.all}
        numbered = (f"{plain[: NAME_LENGTH - 4]} {number}" for number in range(2, MOST + 2))
        return next(name for name in [plain, *numbered] if name not in taken)

    def rename(self, person: Person, name: str) -> Person:
        def rename(con: sqlite3.Connection) -> None:
            self.check_name(con, name)
            con.execute("UPDATE people SET name = ?, gone = NULL WHERE id = ?", (storable(name), person.id))

        self.database.change(rename)
        self.now = self.now._replace(name=name) if self.now.id == person.id else self.now
        self.read_again()
        return Person(person.id, name)

    def choose(self, person: Person) -> None:
        """Lets a person play from now on (NOBODY: a guest). What an earlier guest did is deleted."""
        settings = all_parts(self.settings().kept())
        self.database.guest = Tables()
        self.now = person
        if person == NOBODY:

            def come(con: sqlite3.Connection) -> None:
                con.execute("INSERT INTO people VALUES (?, ?, 1, NULL)", person)
                put_settings(con, person.id, settings)

            self.database.guest.change(come)
            return
        self.database.change(lambda con: con.execute("REPLACE INTO common VALUES ('now', ?)", [person.id]), "now")
        self.read_again()

    def leave(self, person: Person) -> None:
        """Removes a person from the list; their data stays in the tables. The first person cannot be removed."""
        assert person.id, "the first person cannot be removed"

        def leave(con: sqlite3.Connection) -> None:
            con.execute("UPDATE people SET gone = ? WHERE id = ?", (stamp(), person.id))
            con.execute("DELETE FROM common WHERE key = 'now' AND value = ?", [person.id])

        self.database.change(leave)
        if self.now.id == person.id:
            self.now = self.all[0]
        self.read_again()

    def settings(self) -> Settings:
        return load_settings(self.tables(self.now), self.now.id)

    def matches(self) -> Saves:
        return Saves(self.tables(self.now), self.now.id)

    def chronicle(self) -> Chronicle:
        return Chronicle(self.tables(self.now), self.now.id)

    # export

    def export(self, person: Person) -> str:
        """Everything about a person as one JSON text."""
        own = PersonTables(self.tables(person), person.id)
        whole: dict[str, Any] = {"hoard_person": FORMAT, "name": person.name}
        whole |= {"settings": load_settings(own.tables, person.id).kept(), "history": list(lines_of(own))}
        for key, state in STATES.items():
            query = """SELECT name, records.record FROM matches JOIN records ON records.id = matches.record
                WHERE person = :person AND state = :state ORDER BY written"""
            rows = own.rows(query, state=state)
            whole[key] = {name: record for name, text in rows if NAME.fits(name) and (record := object_of(text))}
        return json.dumps(whole)

    @staticmethod
    def looking_in(source: Source) -> Reading[ExportHead]:
        """Reads through an export. Raises BadRecord if it is not valid."""
        head: dict[str, Any] = {}
        stream = opened(source)
        for share, entry in entries(stream):
            if entry.key in (*EXPORT_HEAD.needed, *EXPORT_HEAD.others):
                head[entry.key] = entry.value
            yield share
        if not EXPORT_HEAD.fits(head) or "history" not in stream.seen:
            raise BadRecord("no_export")
        return ExportHead(plain_name(head["name"])[:NAME_LENGTH].strip(), head.get("settings", {}))

    def taking_in(
        self, source: Source, person: Person | None = None, name: str = ""
    ) -> Reading[tuple[Person, Imported]]:
        """Imports a person, entry by entry. Existing data stays as it is.

        person None: makes a new one, named as in the export, or `name` if that has none. Raises BadRecord if the
        source is no export, or there are too many people.
        """
        found = yield from self.halved(self.looking_in(source))
        if person is None:
            person = self.add(self.free_name(found.name or name))
            settings, own = all_parts(Settings.of(found.settings).kept()), person.id
            self.database.change(lambda con: put_settings(con, own, settings))
        counts = dict.fromkeys(EXPORT_PARTS, 0)
        merge = Merge(Saves(self.tables(person), person.id))
        for share, entry in entries(opened(source)):
            if entry.key in counts:
                counts[entry.key] += merge.take(entry)
            yield 0.5 + share / 2
        return person, Imported(counts["history"], counts["records"], counts["saves"])

    @staticmethod
    def halved(reading: Reading[Result]) -> Reading[Result]:
        """A reading whose shares run from 0 to 0.5."""
        while True:
            try:
                share = next(reading)
            except StopIteration as end:
                found: Result = end.value
                return found
            yield share / 2


class Merge:
    """Adds entries of an export to a person's data."""

    def __init__(self, saves: Saves) -> None:
        self.saves = saves

    def take(self, entry: Entry) -> bool:
        """Adds an entry. Returns whether it was new."""
        do = {"history": self.line, "records": self.record, "saves": self.save}[entry.key]
        return bool(self.saves.change(lambda con: do(con, str(entry.name), entry.value)))

    def line(self, con: sqlite3.Connection, name: str, line: Mapping[str, Any]) -> bool:
        del name
        return is_line(line) and put_line(con, self.saves.person, line)

    def record(self, con: sqlite3.Connection, name: str, record: Mapping[str, Any]) -> bool:
        """Adds a finished match's record if it is new. If ours has the same name and differs, the new one gets
        another name."""
        if not (is_own_record(record) or is_later(record)):
            return False
        ours, begun = self.here(con, name, "finished"), self.here(con, name, "open") or {}
        theirs, mine = record.get("moves"), begun.get("moves") or []
        if ours is not None or (mine and (not isinstance(theirs, list) or theirs[: len(mine)] != mine)):
            same = ours == {**record, "match": name}
            name = f"{name[:100]}-{zlib.crc32(json.dumps(record).encode()):08x}"
            if same or self.here(con, name, "finished") is not None:
                return False
        self.saves.put(con, name, record, "finished")
        return True

    def save(self, con: sqlite3.Connection, name: str, record: Mapping[str, Any]) -> bool:
        """Adds a saved match if it is new or further on than ours, unless ours is finished."""
        if not is_own_record(record) or self.here(con, name, "finished") is not None:
            return False
        ours = self.here(con, name, "open") or {"moves": []}
        mine = ours.get("moves", [])
        if record["moves"][: len(mine)] != mine or {**record, "match": name} == ours:
            return False
        self.saves.put(con, name, record, "open")
        return True

    def here(self, con: sqlite3.Connection, name: str, state: str) -> dict[str, Any] | None:
        """Our record of a match in this state; None if there is none."""
        query = """SELECT records.record FROM matches JOIN records ON records.id = matches.record
            WHERE person = ? AND name = ? AND state = ?"""
        row = con.execute(query, (self.saves.person, name, state)).fetchone()
        return object_of(row[0]) if row else None


def is_own_record(record: Mapping[str, Any]) -> bool:
    return is_record(record) and not own_bad(record)
