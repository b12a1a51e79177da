"""Two programs on one folder, doing all that can be done with it: build.py beside [--seconds N] [--seed N].

Each program is a process of its own that says what it is about to do and what it has done; now and then one is killed
and another takes its place. At the end nothing that was done may be missing: people and their names, the last change
of every setting, every move, every record and its result, everything in the history, puzzles that were found, the
matches of a duplicate match; and nothing was set aside.
Counts are printed on stdout as JSON, what was lost on stderr; 1 where anything was.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import json
import math
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from native import BadRecord, Match
from native.build_ffi import ROOT
from native.files import assets_dir
from native.json_stream import Source
from native.play.daily import match_of, short_match
from native.play.duplicate import DuplicateMatch
from native.play.puzzle_finder import MinedPuzzles
from native.profile import calendar
from native.profile.hoard import Hoard
from native.store.chronicle import Chronicle
from native.store.database import Database
from native.store.people import People, Person
from native.store.saves import Saves
from native.store.settings import load_settings, save_settings
from native.tools.arguments import whole

PROGRAMS = 2
LIFE_S = 8.0  # of a program until it is killed, on average
GAMES = ("duel", "wars", "heart")
FIRST_DAY = datetime.date(2026, 1, 1).toordinal()


class Deed(NamedTuple):
    """What a program did: its kind, in whose home, of what, and what came of it; when it began and ended, by a clock
    that all programs share; it never ended where the program was killed meanwhile."""

    kind: str
    home: str
    name: str
    value: Any
    begun: float
    ended: float


class Log:
    """What a program tells of itself: a line when it begins something, and one when that is done."""

    def __init__(self, path: Path) -> None:
        self.file = open(path, "a", encoding="utf-8")  # noqa: SIM115
        self.number = 0

    def tell(self, *words: Any) -> None:
        self.file.write(json.dumps([self.number, time.monotonic(), *words]) + "\n")
        self.file.flush()

    def close(self) -> None:
        self.file.close()

    @contextlib.contextmanager
    def doing(self, kind: str, home: str, name: str = "", value: Any = None) -> Iterator[dict[str, Any]]:
        """Something is done; what it is called, and what came of it, may be found out meanwhile."""
        self.number += 1
        told = {"name": name, "value": value}
        self.tell(kind, home, name, value)
        yield told
        self.tell(kind, home, told["name"], told["value"])


def deeds(path: Path) -> list[Deed]:
    """What a program told; a last line that is not whole was not told."""
    found: dict[int, Deed] = {}
    for line in path.read_text("utf-8").split("\n")[:-1]:
        number, now, kind, home, name, value = json.loads(line)
        begun = found[number].begun if number in found else now
        found[number] = Deed(kind, home, name, value, begun, now if number in found else math.inf)
    return list(found.values())


@cache
def pack(game: str) -> list[dict[str, Any]]:
    text = (assets_dir() / "puzzles" / f"{game}.json").read_text("utf-8")
    found: list[dict[str, Any]] = json.loads(text)["puzzles"]
    return found


class Program:
    """One program, and what it may do."""

    def __init__(self, folder: Path, log: Log, seed: int) -> None:
        self.folder, self.log = folder, log
        self.chance = random.Random(seed)
        self.mark = f"{seed % 1_000_000}"
        self.count = 0
        self.own: list[Person] = []  # whom it added; nobody else takes them off the list
        self.open()

    def open(self) -> None:
        self.database = Database(self.folder)
        self.people = People(self.database)
        self.settings = self.people.settings()

    def fresh(self) -> str:
        """A name that nothing else has."""
        self.count += 1
        return f"{self.mark}-{self.count}"

    @property
    def home(self) -> str:
        return self.people.now.id

    def restart(self) -> None:
        self.database.close()
        self.open()

    def add(self) -> None:
        name = self.fresh()
        if len(self.own) < 3:
            with self.log.doing("person", "", "", name) as told:
                self.own.append(self.people.add(name))
                told["name"] = self.own[-1].id

    def rename(self) -> None:
        if self.own:
            at = self.chance.randrange(len(self.own))
            with self.log.doing("person", "", self.own[at].id, name := self.fresh()):
                self.own[at] = self.people.rename(self.own[at], name)

    def leave(self) -> None:
        if len(self.own) > 1:
            person = self.own.pop(self.chance.randrange(len(self.own)))
            with self.log.doing("left", person.id, person.id):
                self.people.leave(person)
            self.settings = self.people.settings()

    def choose(self) -> None:
        self.people.choose(self.chance.choice([self.people.all[0], *self.own]))
        self.settings = self.people.settings()

    def set(self) -> None:
        """Changes a setting; of the keys of an action the last change counts for itself."""
        self.count += 1
        kind = self.chance.choice(["pause_least", "pause_most", "keys", "music"])
        value: Any = self.chance.randrange(60_000)
        if kind == "keys":
            kind, value = f"keys.{self.chance.randrange(6)}", [self.fresh()]
            changed: Callable[[], None] = lambda: self.settings.keys.update({kind[5:]: value})  # noqa: E731
        else:
            value = value % 100 if kind == "music" else value
            changed = lambda: setattr(self.settings, kind, value)  # noqa: E731
        before = self.settings.chosen_all() | {f"keys.{key}": one for key, one in self.settings.keys.items()}
        if before.get(kind) != value:
            with self.log.doing("set", self.home, kind, value):
                changed()
                save_settings(self.database, self.settings, fixed=False, person=self.home)

    def match(self) -> Match:
        """A match that was kept, by whichever program, or a new one."""
        matches = Saves(self.database, self.home)
        names = matches.names()
        if names and self.chance.random() < 0.7:
            with contextlib.suppress(BadRecord):  # another program ended it just now
                return matches.open(self.chance.choice(names[:6]))
        match = Match(self.chance.choice(GAMES), seed=self.chance.randrange(10**6))
        match.seats = ["human", *["hatchling"] * (match.seats_count - 1)]
        return match

    def play(self) -> None:
        matches, match = Saves(self.database, self.home), self.match()
        for _ in range(self.chance.randint(1, 4)):
            if match.over or len(match.moves) > 300:
                break
            match.play(self.chance.choice(match.legal()))
            if not match.over:
                with self.log.doing("moves", self.home, f"{match.game} {match.seed}", list(match.moves)):
                    matches.keep(match)

    def end(self) -> None:
        match = self.match()
        while not match.over:
            match.play(self.chance.choice(match.legal()))
        self.file(match)

    def file(self, match: Match) -> None:
        with self.log.doing("record", self.home, "", list(match.moves)) as told:
            told["name"] = Chronicle(self.database, self.home).finish(match, [0])

    def add_line(self) -> None:
        name = f"lesson-{self.fresh()}"
        with self.log.doing("line", self.home, name):
            Chronicle(self.database, self.home).add(name, {"lesson": name})

    def book(self) -> None:
        game, date = self.chance.choice(GAMES), datetime.date.fromordinal(FIRST_DAY + self.chance.randrange(9000))
        with self.log.doing("line", self.home, f"daily-{date}-{game}"):
            matches, chronicle = Saves(self.database, self.home), Chronicle(self.database, self.home)
            calendar.book(matches, chronicle, match_of(game, date), date.isoformat())

    def forget(self) -> None:
        with self.log.doing("forget", self.home):
            Chronicle(self.database, self.home).forget()

    def mine(self) -> None:
        record = self.chance.choice(pack("wars"))
        puzzle = record | {"record": record["record"] | {"seed": self.chance.randrange(10**9)}}
        own = MinedPuzzles("wars", Chronicle(self.database, self.home))
        with self.log.doing("mined", self.home) as told:
            told["name"] = own.add(puzzle).id

    def contest(self) -> None:
        """Begins, goes on with, or puts away a duplicate match."""
        chronicle = Chronicle(self.database, self.home)
        found = DuplicateMatch.load(chronicle)
        if found is None:
            DuplicateMatch.begin(chronicle, "duel", "hatchling", self.chance.randrange(10**6), 4, ["a"])
        elif found.played:
            with self.log.doing("away", self.home, found.data["id"]):
                found.drop()
        else:
            match = found.next(short_match, Saves(self.database, self.home))
            ident, name = found.data["id"], str(match.extra.get("match", ""))
            while not match.over:
                match.play(self.chance.choice(match.legal()))
            with self.log.doing("dealt", self.home, ident) as told:
                told["value"] = [name, found.data["matches"]]
            self.file(match)

    def export(self) -> None:
        """Takes in what somebody of its own has, into the first."""
        if self.own:
            person = self.chance.choice(self.own)
            lines = Chronicle(self.database, person.id).lessons()
            data = self.people.export(person).encode()
            with self.log.doing("lines", "", "", lines):
                for _ in self.people.taking_in(Source.text(data), self.people.all[0]):
                    pass

    def look(self) -> None:
        hoard = Hoard(Chronicle(self.database, self.home))
        hoard.read_on()
        hoard.award_totals()
        Saves(self.database, self.home).list(self.chance.choice(GAMES))
        self.people.read_again()

    def run(self, seconds: float) -> None:
        weights: dict[Callable[[], None], int] = {
            self.add: 4, self.rename: 3, self.leave: 1, self.choose: 6, self.set: 20, self.play: 30, self.end: 8,
            self.add_line: 20, self.book: 3, self.forget: 3, self.mine: 5, self.contest: 6, self.export: 1,
            self.look: 3, self.restart: 1,
        }  # fmt: skip
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            does = self.chance.choices(list(weights), list(weights.values()))[0]
            try:
                does()
            except BadRecord as refused:
                self.log.number += 1
                self.log.tell("refused", "", does.__name__, str(refused))
            if wrong := [complaint for complaint in self.database.complaints() if complaint.key != "word.no_disc"]:
                raise SystemExit(f"after {does.__name__}: {wrong}")
        self.database.close()


# ---- what must be there at the end ----


def faults(folder: Path, logs: list[Path]) -> Iterator[str]:
    """What is missing in a folder of all that was done."""
    done = sorted((deed for path in logs for deed in deeds(path)), key=lambda deed: deed.begun)
    database = Database(folder)
    left = {deed.home for deed in done if deed.kind == "left"}
    yield from people_faults(People(database), done)
    for home in sorted({deed.home for deed in done} - left):
        some = [deed for deed in done if deed.home == home and deed.kind not in ("person", "left")]
        for name in sorted({deed.name for deed in some if deed.kind == "set"}):
            changes = [deed for deed in some if (deed.kind, deed.name) == ("set", name)]
            yield from setting_faults(database, home, name, changes)
        yield from match_faults(database, home, some)
        chronicle = Chronicle(database, home)
        lines = {*chronicle.lessons(), *(f"daily-{day}-{game}" for day, game, *_ in chronicle.booked())}
        wanted = {deed.name for deed in some if deed.kind == "line" and deed.ended < math.inf}
        wanted |= {name for deed in some if deed.kind == "lines" and deed.ended < math.inf for name in deed.value}
        yield from (f"no line {name} in {home!r}" for name in sorted(wanted - lines))
        mined = {deed.name for deed in some if deed.kind == "mined" and deed.ended < math.inf}
        own = {one.id for one in MinedPuzzles("wars", Chronicle(database, home)).puzzles}
        yield from (f"no puzzle {name} in {home!r}" for name in sorted(mined - own))
        yield from contest_faults(database, home, some)
    aside = [path.name for path in (folder / "aside").glob("*")]
    if aside or (complaints := database.complaints()):
        yield f"set aside: {aside or complaints}"
    database.close()


def people_faults(people: People, done: list[Deed]) -> Iterator[str]:
    """Whoever was added and has not left is listed, by the last name."""
    left = {deed.name for deed in done if deed.kind == "left"}
    names = {person.id: person.name for person in people.all}
    wanted: dict[str, set[str]] = {}
    for deed in done:
        if deed.kind == "person" and deed.name not in ("", *left):
            wanted[deed.name] = {deed.value} | (wanted.get(deed.name, set()) if deed.ended == math.inf else set())
    for person, known in wanted.items():
        if names.get(person) not in known:
            yield f"{person} is called {names.get(person)!r}, not one of {known}"


def setting_faults(database: Database, home: str, name: str, changes: list[Deed]) -> Iterator[str]:
    """A setting has the value of a change that no other one came wholly after."""
    settings = load_settings(database, home)
    now = settings.keys.get(name[5:]) if name.startswith("keys.") else getattr(settings, name)
    latest = max((deed.begun for deed in changes if deed.ended < math.inf), default=-math.inf)
    if latest > -math.inf and now not in [deed.value for deed in changes if deed.ended >= latest]:
        yield f"{name} in {home!r} is {now}"


def match_faults(database: Database, home: str, done: list[Deed]) -> Iterator[str]:
    """All moves that were kept lie in a match under way or a record; a record has its line, where it was not
    forgotten."""
    known: dict[str, list[list[str]]] = {}
    query = """SELECT name, records.record, share FROM matches JOIN records ON records.id = matches.record
        WHERE person = :person"""
    rows = [(name, json.loads(text), share) for name, text, share in database.rows(query, person=home)]
    for _, record, _ in rows:
        known.setdefault(f"{record['game']} {record['seed']}", []).append(record["moves"])
    records = {name: record for name, record, _ in rows}
    counted = {name for name, _, share in rows if share is not None}
    forgotten = max((deed.ended for deed in done if deed.kind == "forget"), default=-math.inf)
    for deed in done:
        if deed.ended == math.inf:
            continue
        some = [moves[: len(deed.value or ())] for moves in known.get(deed.name, [])]
        if deed.kind == "moves" and deed.value not in some:
            yield f"{len(deed.value)} moves of {deed.name} in {home!r}"
        if deed.kind == "record":
            kept = records.get(deed.name)
            if not kept or kept["moves"] != deed.value:
                yield f"the record {deed.name} in {home!r}"
            if deed.begun > forgotten and deed.name not in counted:
                yield f"the result of {deed.name} in {home!r}"


def contest_faults(database: Database, home: str, done: list[Deed]) -> Iterator[str]:
    """A duplicate match that was not put away lists the matches that were dealt."""
    dealt = [deed for deed in done if deed.kind == "dealt" and deed.ended < math.inf]
    away = {deed.name for deed in done if deed.kind == "away"}
    found = DuplicateMatch.load(Chronicle(database, home))
    last = dealt[-1].name if dealt else ""
    if last and last not in away and (found is None or found.data["id"] != last):
        yield f"the duplicate match {last} in {home!r}"
    for deed in dealt:
        if found and deed.name == found.data["id"] and deed.value[0] not in found.data["matches"]:
            yield f"{deed.value[0]} of the duplicate match in {home!r}"


# ---- the campaign ----


def start(folder: Path, log: Path, seed: int, seconds: float) -> subprocess.Popen[str]:
    """One program as a process of its own."""
    words = ["--folder", folder, "--log", log, "--seed", seed, "--seconds", max(1, round(seconds))]
    command = [sys.executable, "-m", "tests.campaign.beside", *map(str, words)]
    return subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)


def campaign(seconds: float, seed: int, room: Path) -> tuple[Counter[str], list[str]]:
    """Has programs run beside one another for so long; what they did, and what is missing."""
    chance, folder, logs, found = random.Random(seed), room / "data", list[Path](), list[str]()
    running: dict[int, tuple[subprocess.Popen[str], float]] = {}
    end = time.monotonic() + seconds
    kills = 0
    while True:
        now = time.monotonic()
        for at in range(PROGRAMS):
            process, until = running.get(at, (None, 0.0))
            if process and now > until and now < end - 1:
                process.send_signal(signal.SIGKILL)
                process.communicate()
                kills += 1
                process = None
            elif process and process.poll() is not None:
                words = process.communicate()[1]
                if process.returncode:
                    found.append(f"a program ended by itself: {words[-3000:]}")
                    end = now
                process = None
            if process is None and now < end - 0.5:
                logs.append(room / f"{len(logs)}.log")
                process = start(folder, logs[-1], chance.randrange(10**9), end - now)
                until = now + chance.uniform(0.5, 1.5) * LIFE_S
            if process:
                running[at] = process, until
            else:
                running.pop(at, None)
        if not running:
            break
        time.sleep(0.05)
    logs = [path for path in logs if path.exists()]
    found += faults(folder, logs)
    done = [deed for path in logs for deed in deeds(path)]
    counts = Counter(deed.kind for deed in done if deed.ended < math.inf or deed.kind == "refused")
    counts["kills"] = kills
    return counts, found


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Two programs do all that can be done on one folder.")
    parser.add_argument("--seconds", type=whole(1, 10**6), default=600, help="for how long (600)")
    parser.add_argument("--seed", type=whole(0, 10**9), default=1)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--log", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args(words)
    if asked.folder:
        with contextlib.closing(Log(asked.log)) as log:
            Program(asked.folder, log, asked.seed).run(asked.seconds)
        return 0
    with tempfile.TemporaryDirectory() as room:
        counts, found = campaign(asked.seconds, asked.seed, Path(room))
    print(json.dumps(dict(counts)))
    for fault in found:
        print(f"lost: {fault}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
