"""The people who play on this machine: up to eight, each with their own files, and a guest.

The first person's files are in the data folder itself; the others' are in people/ID/ and look the
same. people.json lists them. The guest's files are kept in memory only. A person can be exported as
one text and imported elsewhere; nothing is duplicated. What a later version wrote is used as far as
it is known here, and kept.
"""

from __future__ import annotations

import json
import re
import unicodedata
import zlib
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from ..bounds import EXPORT_ENTRIES, EXPORT_KEYS, EXPORT_LIMIT
from ..json_stream import Entry, JsonStream, Source
from ..records import check
from ..refusals import BadRecord, quote
from ..strings import Strings
from .chronicle import Chronicle
from .folder import GUEST, Keeper, compact
from .forms import LINE, NAME, is_line, own_bad
from .saves import Saves, is_later
from .schema import Fields, Text, Whole
from .settings import Settings, load_settings
from .startup import LATER, NAME_LENGTH, PEOPLE, PERSON, SETTINGS, home_of, seated
from .startup import PERSONS as FILE

MOST = 8
FORMAT = 1
NONE: Mapping[str, Any] = {"people": []}  # an empty list
OWN_FILES = ("settings.json", "history.jsonl")  # of everybody who has ever played
EXPORT_HEAD = Fields(
    {"hoard_person": Whole(1, LATER), "name": Text(NAME_LENGTH)}, {"settings": Fields({})}
)
EXPORT_LINE = Fields({"id": LINE})
HEAD_BYTES = 1000  # by which an export is known
EXPORT_PARTS = {"history": "[", "records": "{", "saves": "{"}  # read entry by entry

Result = TypeVar("Result")
Reading = Generator[float, None, Result]  # yields the part that is done, 0 to 1


class Person(NamedTuple):
    """Somebody who plays here. The first person's id is "", the guest's "guest"."""

    id: str
    name: str

    @property
    def home(self) -> str:
        """The person's folder: "", or a path that ends with "/"."""
        return GUEST if self == NOBODY else home_of(self.id)


NOBODY = Person("guest", "")


def called(person: Person, t: Strings) -> str:
    """A person's name on screen, also of the guest and of people without one."""
    return person.name or t("players.guest" if person == NOBODY else "players.nameless")


UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")  # Unicode's categories of what a name has no use for


def plain_name(name: str) -> str:
    r"""A name without characters that nobody sees: controls, marks of direction, joiners. A letter and
    its accent become one character where there is one.

    >>> plain_name("A\u202eda\n"), plain_name("Zoe\u0308")
    ('Ada', 'Zoë')
    """
    composed = unicodedata.normalize("NFC", name)
    return "".join(sign for sign in composed if unicodedata.category(sign) not in UNSEEN)


def typed(name: str, letters: str) -> str:
    """A name with what was typed or pasted, or one letter shorter after a backspace."""
    if letters == "\b":
        return name[:-1]
    return plain_name(name + letters)[:NAME_LENGTH]


def is_export(data: bytes) -> bool:
    """Whether data looks like an export, by its beginning."""
    return data[:1].strip() == b"{" and b'"hoard_person"' in data[:HEAD_BYTES]


class Imported(NamedTuple):
    """How much of an import was new."""

    lines: int
    records: int
    saves: int


class ExportHead(NamedTuple):
    """Whose export it is."""

    name: str
    settings: Mapping[str, Any]


def finished(reading: Reading[Result]) -> Result:
    """Reads to the end at once."""
    while True:
        try:
            next(reading)
        except StopIteration as end:
            found: Result = end.value
            return found


def opened(source: Source) -> JsonStream:
    """An export, to be read entry by entry."""
    return JsonStream(source, EXPORT_LIMIT, EXPORT_PARTS)


def entries(stream: JsonStream) -> Generator[tuple[float, Entry], None, None]:
    """The entries of an export, each with the part that was read until there. Raises BadRecord at
    one that does not fit."""
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


class Lines:
    """The lines that a history has, to add what others have beyond them.

    Of each line it keeps the names of its keys; equal sets of names are kept once.
    """

    def __init__(self, lines: Iterable[Mapping[str, Any]] = ()) -> None:
        self.keys: dict[str, frozenset[str]] = {}
        self.sets: dict[frozenset[str], frozenset[str]] = {}
        self.room = EXPORT_KEYS
        for line in lines:
            self.note(line)

    def note(self, line: Mapping[str, Any]) -> None:
        """Notes a line. Raises BadRecord if the lines have too many different keys."""
        keys = self.keys.get(line["id"], frozenset()).union(line)
        if keys not in self.sets:
            self.sets[keys] = keys
            self.room -= len(keys)
            if self.room < 0:
                raise BadRecord("too_many_values", most=f"{EXPORT_KEYS:,}")
        self.keys[line["id"]] = self.sets[keys]

    def new(self, line: Mapping[str, Any]) -> dict[str, Any] | None:
        """What a line adds to those noted; None if it adds nothing or is no line of ours."""
        known = self.keys.get(line["id"], frozenset())
        whole = {key: value for key, value in line.items() if key not in known} | {"id": line["id"]}
        if line.keys() <= known or not is_line(whole):
            return None
        self.note(line)
        return whole


class People:
    """The people who play here, and who is playing now."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.all: list[Person] = [Person("", "")]
        self.now = self.all[0]
        found = self.read_again()
        seat = seated(found)
        self.now = next((person for person in self.all if person.id == seat), self.all[0])

    def read_again(self) -> Any:
        """Reads the list again, whoever wrote it last; the present person stays. Returns its
        contents, None if it is unusable."""
        found = self.keeper.load(FILE)
        if found is not None and not PEOPLE.fits(found):
            self.keeper.set_aside(FILE)
            found = None
        listed = {one["id"]: Person(one["id"], plain_name(one["name"])) for one in (found or NONE)["people"]}
        listed.pop(NOBODY.id, None)
        listed = {"": Person("", "")} | listed
        for person in [] if FILE in self.keeper.unread else self.unlisted(listed):
            listed[person.id] = person
        if self.now != NOBODY:
            self.now = listed.setdefault(self.now.id, self.now)
        self.all = list(listed.values())
        return found

    def unlisted(self, listed: Mapping[str, Person]) -> list[Person]:
        """People with a folder who are in no list, because it was lost or another program overwrote
        it."""
        found, known = [], {person.id: person for person in self.all}
        for name in self.keeper.folders("people"):
            person = known.get(name, Person(name, name[:NAME_LENGTH]))
            fits = PERSON.fits(person._asdict()) and name not in (NOBODY.id, *listed)
            if fits and any(self.keeper.exists(person.home + file) for file in OWN_FILES):
                found.append(person)
        return found[: max(0, MOST - len(listed))]

    def change(self, do: Callable[[dict[str, Any]], None]) -> None:
        """Changes the list on disc, including what others changed in it."""
        here = [person._asdict() for person in self.all]

        def changed(found: Any) -> Any:
            fits = PEOPLE.fits(found)
            whole = found if fits else {"hoard_people": FORMAT, "now": "", "people": here}
            do(whole)
            return whole

        self.keeper.change_value(FILE, changed)
        self.read_again()

    def add(self, name: str) -> Person:
        """Adds a person, with the settings of the present one. Raises BadRecord if the name is not
        possible or there are MOST people already."""
        with self.keeper.alone():
            return self.add_alone(name)

    def add_alone(self, name: str) -> Person:
        """The same, with the lock held."""
        self.look_again()
        self.check_name(name)
        if len(self.all) >= MOST:
            raise BadRecord("house_full", most=MOST)
        plain = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "player"
        taken = {"guest", *(person.id for person in self.all), *self.keeper.folders("people")}
        number = 1
        while (made := plain if number == 1 else f"{plain}-{number}") in taken:
            number += 1
        person = Person(made, name)
        settings = load_settings(self.keeper, self.now.home)
        self.keeper.write(person.home + SETTINGS, json.dumps(settings.kept(), indent=1))
        self.change(lambda whole: whole["people"].append(person._asdict()))
        return person

    def look_again(self) -> None:
        """Reads the list again. Raises BadRecord if that fails."""
        self.read_again()
        self.keeper.refuse_unread(FILE)

    def check_name(self, name: str) -> None:
        """Raises BadRecord if a name is not possible or taken."""
        if not 0 < len(name.strip()) <= NAME_LENGTH:
            raise BadRecord("name_length", most=NAME_LENGTH)
        if name in [person.name for person in self.all]:
            raise BadRecord("name_taken", name=quote(name))

    def free_name(self, wanted: str) -> str:
        """The wanted name, numbered if it is taken."""
        plain = plain_name(wanted).strip() or "?"
        taken = {person.name for person in self.all}
        numbered = (f"{plain[: NAME_LENGTH - 4]} {number}" for number in range(2, MOST + 2))
        return next(name for name in [plain, *numbered] if name not in taken)

    def rename(self, person: Person, name: str) -> Person:
        """Renames a person."""
        renamed = Person(person.id, name)

        def rename(whole: dict[str, Any]) -> None:
            entry = next((one for one in whole["people"] if one["id"] == person.id), None)
            if entry is None:
                whole["people"].append(renamed._asdict())
            else:
                entry["name"] = name

        with self.keeper.alone():
            self.look_again()
            self.check_name(name)
            self.change(rename)
        return renamed

    def choose(self, person: Person) -> None:
        """Makes a person play from now on, or NOBODY for a guest. Deletes what an earlier guest
        left."""
        settings = self.settings()
        self.keeper.memory.clear()
        if person == NOBODY:
            self.now = person
            self.keeper.write(person.home + SETTINGS, compact(settings.kept()))
            return
        self.now = person
        self.change(lambda whole: whole.update(now=person.id))

    def leave(self, person: Person) -> None:
        """Removes a person from the list and sets the folder aside. The first person cannot be
        removed."""
        assert person.id, "the first person's folder is the whole house"

        def leave(whole: dict[str, Any]) -> None:
            whole["people"] = [one for one in whole["people"] if one["id"] != person.id]
            if whole.get("now") == person.id:
                whole["now"] = ""

        with self.keeper.alone():
            self.look_again()
            self.keeper.set_aside(person.home.rstrip("/"), silent=True)
            if self.now.id == person.id:
                self.now = self.all[0]
            self.change(leave)

    def settings(self) -> Settings:
        """The settings of the present person."""
        return load_settings(self.keeper, self.now.home)

    def matches(self) -> Saves:
        """The saved matches of the present person."""
        return Saves(self.keeper, self.now.home)

    def chronicle(self) -> Chronicle:
        """The finished matches of the present person."""
        return Chronicle(self.keeper, self.now.home)

    # export

    def export(self, person: Person) -> str:
        """Everything about a person as one JSON text. Raises BadRecord if some of it cannot be read
        now."""
        records, saves = (
            {
                self.stem(file): value
                for file in self.keeper.names(f"{person.home}{place}", ".json")
                if NAME.fits(self.stem(file)) and isinstance(value := self.keeper.load(file), dict)
            }
            for place in ("records", "saves")
        )
        whole = {
            "hoard_person": FORMAT,
            "name": person.name,
            "settings": self.kept_settings(person),
        }
        whole |= {
            "history": Chronicle(self.keeper, person.home).read_all(),
            "records": records,
            "saves": saves,
        }
        for name in self.keeper.unread:
            if name.startswith(person.home):
                self.keeper.refuse_unread(name)
        return json.dumps(whole)

    def kept_settings(self, person: Person) -> dict[str, Any]:
        """A person's settings, as written."""
        return load_settings(self.keeper, person.home).kept()

    @staticmethod
    def stem(file: str) -> str:
        """The name of the match in a file."""
        return file.rpartition("/")[2].removesuffix(".json")

    @staticmethod
    def looking_in(source: Source) -> Reading[ExportHead]:
        """Reads an export through. Raises BadRecord if it is none."""
        head: dict[str, Any] = {}
        lines, stream = Lines(), opened(source)
        for share, entry in entries(stream):
            if entry.key == "history":
                lines.note(entry.value)
            elif entry.key in (*EXPORT_HEAD.needed, *EXPORT_HEAD.others):
                head[entry.key] = entry.value
            yield share
        if not EXPORT_HEAD.fits(head) or "history" not in stream.seen:
            raise BadRecord("no_export")
        return ExportHead(plain_name(head["name"])[:NAME_LENGTH].strip(), head.get("settings", {}))

    def taking_in(
        self, source: Source, person: Person | None = None, name: str = ""
    ) -> Reading[tuple[Person, Imported]]:
        """Imports a person, entry by entry. Existing data stays as it is.

        person None: makes a new one, named as in the export, or `name` if that has none. Raises
        BadRecord if the source is no export, there are too many people, or existing data cannot be
        read now.
        """
        found = yield from self.halved(self.looking_in(source))
        if person is None:
            person = self.add(self.free_name(found.name or name))
            settings = Settings.of(found.settings)
            self.keeper.write(person.home + SETTINGS, json.dumps(settings.kept(), indent=1))
        chronicle = Chronicle(self.keeper, person.home)
        lines = Lines(chronicle.read_all())  # may raise, before any change of somebody's
        counts = dict.fromkeys(EXPORT_PARTS, 0)
        for share, entry in entries(opened(source)):
            if entry.key == "history":
                counts["history"] += self.merge_line(chronicle, lines, entry.value)
            elif entry.key == "records":
                counts["records"] += self.merge_record(person, str(entry.name), entry.value)
            elif entry.key == "saves":
                counts["saves"] += self.merge_save(person, str(entry.name), entry.value)
            yield 0.5 + share / 2
        return person, Imported(counts["history"], counts["records"], counts["saves"])

    @staticmethod
    def halved(reading: Reading[Result]) -> Reading[Result]:
        """The same as the first half of something longer."""
        while True:
            try:
                share = next(reading)
            except StopIteration as end:
                found: Result = end.value
                return found
            yield share / 2

    def take_in(
        self, data: bytes, person: Person | None = None, name: str = ""
    ) -> tuple[Person, Imported]:
        """The same at once."""
        return finished(self.taking_in(Source.text(data), person, name))

    def merge_lines(self, person: Person, lines: Iterable[Mapping[str, Any]]) -> int:
        """Adds new lines, and new values of known lines. Returns how many."""
        chronicle = Chronicle(self.keeper, person.home)
        here = Lines(chronicle.read_all())
        return sum(self.merge_line(chronicle, here, line) for line in lines)

    def merge_line(self, chronicle: Chronicle, here: Lines, line: Mapping[str, Any]) -> bool:
        """Adds what is new in a line and returns whether anything was."""
        new = here.new(line)
        if new is not None:
            self.keeper.add(chronicle.lines, compact(new))
        return new is not None

    def merge_record(self, person: Person, name: str, record: Mapping[str, Any]) -> bool:
        """Adds a record if it is new and returns whether it was. One that differs from ours of the
        same name gets another name."""
        if not (is_record(record) or is_later(record)):
            return False
        with self.keeper.alone():
            return self.merge_record_alone(person, name, record)

    def merge_record_alone(self, person: Person, name: str, record: Mapping[str, Any]) -> bool:
        """The same, with the lock held."""
        file = f"{person.home}records/{name}.json"
        ours = self.keeper.load(file) if self.keeper.exists(file) else None
        self.keeper.refuse_unread(file)
        if ours is not None:
            digest = f"{name[:100]}-{zlib.crc32(compact(record).encode()):08x}"
            file = f"{person.home}records/{digest}.json"
            if ours == record or self.keeper.exists(file):
                return False
        self.keeper.write(file, compact(record))
        return True

    def merge_save(self, person: Person, name: str, record: Mapping[str, Any]) -> bool:
        """Adds a saved match if it is new or further on than ours, unless it is finished here, and
        returns whether it did."""
        file = f"{person.home}saves/{name}.json"
        ours = self.keeper.load(file) if self.keeper.exists(file) else {"moves": []}
        self.keeper.refuse_unread(file)
        done = self.keeper.exists(f"{person.home}records/{name}.json")
        mine = ours.get("moves", []) if isinstance(ours, dict) else []
        new = is_record(record) and not done and record["moves"][: len(mine)] == mine and record != ours
        if new:
            self.keeper.write(file, compact(record))
        return new


def is_record(record: Mapping[str, Any]) -> bool:
    """Whether a value has the form of a record; its moves are checked when it is opened."""
    try:
        check(dict(record))
    except BadRecord:
        return False
    return not own_bad(record)
