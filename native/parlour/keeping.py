"""What is kept from one start to the next: settings, matches under way, finished ones, crash
reports.

FOLDER.md tells what lies where. Nothing here draws; nothing that lies in the folder can stop what
is done here.
"""

from __future__ import annotations

import contextlib
import copy
import datetime
import json
import os
import re
import time
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ..games import GAMES, SEATED, check_options
from ..match import Match
from ..program import system
from ..records import FORMAT, SIZE_LIMIT, Record, check, parse_json, read_bytes
from ..refusals import BadRecord
from .choices import SCREEN, SCREEN_SHAPES
from .choices import SETTINGS as SETTINGS
from .folder import LINES_LIMIT, Keeper, compact
from .shapes import Choice, Day, Each, Fields, Flag, Real, Shape, Table, Text, Whole
from .theme import THEME

__all__ = [
    "Chronicle",
    "Keeper",
    "Kept",
    "Matches",
    "Settings",
    "afresh",
    "keep_report",
    "load_settings",
]

NAME = Text(120, "abcdefghijklmnopqrstuvwxyz0123456789-")
OPPONENTS = ("hatchling", "wyrmling", "drake", "dragon")  # the machine's players, the mildest first
LINE_DEPTH = 16  # of lists and objects within one another in a line; a text may be twice as deep
PAUSE_S = 300.0  # a longer rest between two moves counts as this long
SHORT = Text(200)

# What the arcade itself writes into a record. Other keys are somebody else's and may hold anything.
OWN: dict[str, Shape] = {
    "match": NAME,  # the name of the match, in saves/, records/ and the history
    "assisted": Flag(),
    "hints": Whole(0, 1_000_000),
    "coach": Flag(),  # whether mistakes are pointed out
    "played": Text(40),  # the day it ended
    "seconds": Real(0, 1e8),
    "daily": Day(),  # the day whose deal it is, played for the book
    "duplicate": NAME,  # the duplicate match that it belongs to
    "visitor": Flag(),  # somebody else played it at this screen: it does not count here
}
NOTED = OWN.keys() - {"coach"}  # of the match itself: another of its deal begins without
LINE = Text(200)  # the id of a line of the history
# What is found out about a match later: loss a move, accuracy, the losses of its opening, middle
# and ending and the accuracies of the three, what slips, mistakes and blunders cost, the least
# that the person's position was worth, what Dragon scored in the person's seat, and a sign for each
# of the person's moves.
FOUND: dict[str, Shape] = {
    "loss": Real(0, 1e12),
    "accuracy": Real(0, 100),
    "stages": Each(Real(0, 1e12), 3, 3),
    "accuracies": Each(Real(0, 100), 3, 3),
    "costs": Each(Real(0, 1e12), 3, 3),
    "low": Real(-1e12, 1e12),
    "par": Real(-1e12, 1e12),
    "marks": Text(2000),
}
OLD_ENTRY = Fields(
    {"game": Text(40), "against": SHORT, "assisted": Flag(), "share": Real(0, 1)},
    {"name": Text(200), "loss": Real(0, 1e12)},
)
ENTRY = Fields(
    {"id": LINE, "game": Text(40), "against": SHORT, "assisted": Flag(), "share": Real(0, 1)},
    {
        "date": Text(40),
        "seat": Whole(0, 9),
        "seats": Each(Text(40), 10),
        "moves": Whole(0, 1_000_000),
        "scores": Each(Real(-1e12, 1e12), 10),
        "seconds": Real(0, 1e8),
        **FOUND,
    },
)
ADDED = Fields(
    {"id": LINE},
    {
        "treasure": LINE,
        "puzzle": LINE,
        "lesson": LINE,
        "daily": Day(),
        "duplicate": LINE,
        "net": Real(-1e12, 1e12),
        "assisted": Flag(),
        "date": Text(40),
        "match": LINE,
        "rating": Real(0, 5000),
        "solved": Flag(),
        **FOUND,
    },
)


def is_line(value: Mapping[str, Any]) -> bool:
    """Whether it is a line of the history: of a match at whose table the person sat, or an added
    one."""
    if "game" not in value:
        return ADDED.fits(value)
    if not ENTRY.fits(value):
        return False
    seats = value.get("seats") or ["human", *value["against"].split("+")]
    return bool(value.get("seat", 0) < len(seats))


# Lines of the history that are no matches.
OTHERS = frozenset({"treasure", "puzzle", "lesson", "daily", "duplicate"})


def new_name(match: Match) -> str:
    """A name for a match that no other has: game, time, seed, four signs of chance."""
    now = datetime.datetime.now(datetime.UTC)
    return f"{match.game}-{now:%Y%m%d-%H%M%S}-{match.seed}-{os.urandom(2).hex()}"


def own_bad(extra: Mapping[str, Any]) -> list[str]:
    """Our own keys of a record whose values do not fit."""
    return Fields({}, OWN).bad(extra)


def is_later(record: object) -> bool:
    """Whether something is the record of a later version: of a form, a game, an option or a player
    that is not known here. A finished one is left where it lies."""
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


def ours(match: Match) -> Match:
    """The match without those of our own keys whose values do not fit."""
    for key in own_bad(match.extra):
        del match.extra[key]
    return match


def afresh(record: Mapping[str, Any], assisted: bool) -> dict[str, Any]:
    """A record as that of a new match: without what was noted of the old one."""
    return {key: value for key, value in record.items() if key not in NOTED} | {
        "assisted": assisted,
        "hints": 0,
    }


def taken_in(match: Match) -> Match:
    """A match that came from outside as one of ours: what it says of itself is not believed, and
    where it was begun elsewhere, or its cards were chosen, it counts as assisted."""
    for key in OWN:
        match.extra.pop(key, None)
    if match.moves or match.deal is not None or match.chance:
        match.extra["assisted"] = True
    return match


# ---- matches under way ----


class Kept(NamedTuple):
    """A match under way, as a list shows it."""

    name: str  # to open it with
    match: Match
    date: str  # day and minute of its last move, UTC, "2026-11-22 05:30"; "" where that is unknown


class Matches:
    """The matches under way: as many a game as were begun, each in a file of its own, the latest
    first."""

    def __init__(self, keeper: Keeper, home: str = "") -> None:
        self.keeper, self.home = keeper, home
        self.clock: tuple[str, float] = ("", 0.0)  # the match that was kept last, and when

    def path(self, name: str) -> str:
        """Where a match under way lies."""
        return f"{self.home}saves/{name}.json"

    def names(self, game: str = "") -> list[str]:
        """The matches of a game, or of all, the latest first."""
        files = self.keeper.names(f"{self.home}saves", ".json")
        found = [file.rpartition("/")[2].removesuffix(".json") for file in files]
        return [
            name
            for name in found
            if NAME.fits(name) and name.partition("-")[0] in ({game} if game else GAMES)
        ]

    def keep(self, match: Match) -> None:
        """Keeps a match as it stands. One without a move is not worth a place; a finished one has
        its record."""
        name = ours(match).extra.get("match")
        if match.over:
            self.drop(str(name))
            match.extra.pop("match", None)
        elif match.moves or name:
            with self.keeper.alone():
                if not name or self.is_taken(name):
                    name = match.extra["match"] = new_name(match)
                self.time(match, name)
                file = self.path(name)
                self.keeper.write(file, compact(match.record()))
                self.keeper.make_latest(file)
                self.keeper.mark(file)

    def begin(self, match: Match) -> str:
        """Keeps a match before its first move; its name."""
        match.extra["match"] = new_name(match)
        self.keep(match)
        return str(match.extra["match"])

    def is_taken(self, name: str) -> bool:
        """Whether a name is that of a finished match, or another program goes on with it."""
        outside = self.keeper.changed_outside(self.path(name))
        return outside or self.keeper.exists(f"{self.home}records/{name}.json")

    def time(self, match: Match, name: str) -> None:
        """Adds the seconds since the match was kept last."""
        now = time.monotonic()
        spent = now - self.clock[1] if self.clock[0] == name else 0.0
        match.extra["seconds"] = round(
            float(match.extra.get("seconds", 0)) + min(spent, PAUSE_S), 1
        )
        self.clock = (name, now)

    def open(self, name: str) -> Match:
        """A match under way; BadRecord where it is none, and then it is set aside, or where it
        cannot be read now."""
        file = self.path(name)
        self.keeper.mark(file)
        data = self.keeper.load(file)
        self.keeper.refuse_unread(file)
        try:
            match = Match.from_record(self.own(file, check(data)))
        except BadRecord:
            if data is not None:
                self.keeper.set_aside(file)
            raise
        if match.over:  # it only lacks its record
            record = f"{self.home}records/{name}.json"
            self.keeper.write(record, compact(match.record() | {"match": name}))
            self.keeper.delete(file, after=record)
        elif match.extra.get("match") != name:
            renamed = match.extra["match"] = new_name(match)
            self.keep(match)
            self.keeper.delete(file, after=self.path(renamed))
        return match

    def own(self, file: str, record: Record) -> Record:
        """The record without those of our own keys that do not fit; a copy of it is set aside
        then."""
        if bad := own_bad(record.extra):
            self.keeper.copy_aside(file, self.keeper.raw(file) or b"")
            return record._replace(
                extra={key: value for key, value in record.extra.items() if key not in bad}
            )
        return record

    def list(self, game: str) -> list[Kept]:
        """The matches of a game, the latest first; those that are none are set aside."""
        found = []
        for name in self.names(game):
            with contextlib.suppress(BadRecord):
                match = self.open(name)
                if not match.over:
                    name = str(match.extra["match"])
                    found.append(Kept(name, match, self.keeper.minute(self.path(name))))
        return found

    def drop(self, name: str) -> None:
        """Forgets a match."""
        if NAME.fits(name):
            self.keeper.delete(self.path(name))


# ---- finished matches ----


class Chronicle:
    """Finished matches: their records, and the history of those that count.

    The history is a file of lines, an object with an id a line, that is only ever added to: a
    match, a treasure ("treasure"), a puzzle tried ("puzzle"), a lesson done ("lesson"), a deal of a
    day ("daily"), a duplicate match ("duplicate"), or what was found out later of an earlier line.
    """

    def __init__(self, keeper: Keeper, home: str = "") -> None:
        self.keeper, self.home = keeper, home
        self.lines, self.old = f"{home}history.jsonl", f"{home}statistics.json"
        self.mend()

    # finishing

    def finish(self, match: Match, seats: list[int]) -> str:
        """Files a finished match: first its record, then its line, where one person played it whose
        history this is, then it is no longer under way. Its name."""
        assert match.over
        begun = str(ours(match).extra.pop("match", ""))
        match.extra["played"] = f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d}"
        with self.keeper.alone():
            taken = begun and self.keeper.exists(self.record(begun))  # another program ended it too
            name = new_name(match) if taken or not begun else begun
            self.keeper.write(self.record(name), compact(match.record() | {"match": name}))
        if len(seats) == 1 and not match.extra.get("visitor"):
            self.keeper.add(self.lines, compact(entry(name, match, seats[0])))
        self.keeper.delete(f"{self.home}saves/{begun or name}.json", after=self.record(name))
        return name

    def record(self, name: str) -> str:
        """Where the record of a match lies."""
        return f"{self.home}records/{name}.json"

    def grade(self, name: str, loss: float | None, **more: Any) -> None:
        """Adds what was found out about a match, by the keys of FOUND; what is None is not
        known."""
        line = {key: value for key, value in {"loss": loss, **more}.items() if value is not None}
        if line:
            self.add(name, line)

    def add(self, name: str, line: Mapping[str, Any]) -> None:
        """Adds a line: of its own, or, under the name of an earlier one, what that lacked."""
        whole = {"id": name, **line}
        assert ADDED.fits(whole), "a line that could not be read again"
        self.keeper.add(self.lines, compact(whole))

    def mend(self) -> None:
        """Ends what a kill broke off in finish(): a match whose record is whole is no longer under
        way."""
        for file in self.keeper.names(f"{self.home}saves", ".json"):
            name = file.rpartition("/")[2].removesuffix(".json")
            if NAME.fits(name) and self.keeper.exists(self.record(name)):
                match = self.peek(self.record(name))
                if match is None or not match.over or not self.goes_on(match, file):
                    continue
                seats = [seat for seat, who in enumerate(match.seats) if who == "human"]
                counts = len(seats) == 1 and not match.extra.get("visitor")
                with contextlib.suppress(OSError):  # else another time
                    if counts and not self.tells_of(name):
                        self.keeper.add(self.lines, compact(entry(name, match, seats[0])))
                    self.keeper.sync_soon(self.record(name))
                    self.keeper.delete(file, after=self.record(name))

    def goes_on(self, match: Match, file: str) -> bool:
        """Whether a finished match goes on from one under way: another program may have gone on
        with it otherwise."""
        save = self.keeper.load(file)
        moves = save.get("moves") if isinstance(save, dict) else None
        return isinstance(moves, list) and match.moves[: len(moves)] == moves

    def tells_of(self, name: str) -> bool:
        """Whether the history has a line of a match; OSError where it cannot be read just now."""
        mark = compact(name).encode()
        some = (line for line in self.keeper.each_line(self.lines) if mark in line)
        return any((one_object(line) or {}).get("id") == name for line in some)

    # reading

    def records(self) -> list[str]:
        """The files of all records, the latest first; none is opened."""
        return self.keeper.names(f"{self.home}records", ".json")

    def peek(self, file: str) -> Match | None:
        """The match of a record's file; None where it is none, and then it is set aside."""
        data = self.keeper.load(file)
        try:
            return None if data is None else Match.load(data)
        except (BadRecord, TypeError, ValueError):
            if not is_later(data):
                self.keeper.set_aside(file)
            return None

    def kept(self, name: str) -> Match | None:
        """The finished match of a name; None where there is none."""
        return self.peek(self.record(name)) if NAME.fits(name) else None

    def history(self) -> list[dict[str, Any]]:
        """The finished games that count and that this version understands, oldest first."""
        return [line for line in self.all_lines() if known(line)]

    def lines_with(self, key: str) -> list[dict[str, Any]]:
        """The lines that have a key ("treasure", "puzzle", "lesson", "daily" ...), oldest first."""
        return [line for line in self.all_lines() if key in line]

    def all_lines(self) -> list[dict[str, Any]]:
        """Every line with what was added to it later, oldest first; none where they cannot be read
        now."""
        try:
            return self.read_all()
        except BadRecord:
            return []

    def read_all(self) -> list[dict[str, Any]]:
        """The same; BadRecord where they cannot be read now."""
        try:
            return joined([*with_ids(self.read_old()), *self.read_lines()])
        except OSError as error:
            raise BadRecord("unreadable", why=error.strerror or str(error)) from None

    def read_old(self) -> list[dict[str, Any]]:
        """The entries that older versions kept in one list; of a spoilt list all that can be read,
        and a copy. OSError where it cannot be read now."""
        data = self.keeper.raw(self.old)
        if self.old in self.keeper.unread:
            raise OSError(self.keeper.unread[self.old])
        if data is None:
            return []
        found, whole = salvage(data)
        fit = [line for line in found if OLD_ENTRY.fits(line)]
        if not whole or len(fit) < len(found):
            self.keeper.copy_aside(self.old, data)
            self.keeper.write(self.old, compact(fit))
        return fit

    def read_lines(self) -> list[dict[str, Any]]:
        """The lines of the history; those that do not fit are copied aside, once. OSError where
        they cannot be read now."""
        return fitting_lines(self.keeper, self.lines, is_line)

    def forget(self) -> None:
        """Clears the matches out of the history; treasures, puzzles, lessons and deals of a day
        stay, and so do the records. BadRecord where the history cannot be read now."""
        self.read_all()
        self.keeper.change_lines(self.lines, without_matches)
        self.keeper.delete_now(self.old)


def without_matches(data: bytes | None) -> str:
    """The lines of a history but for those of matches, what was added to each later in one with
    it."""
    values = (one_object(line) for line in (data or b"").split(b"\n"))
    found = joined(value for value in values if value is not None and is_line(value))
    others = [line for line in found if "game" not in line and not found_out(line)]
    return "".join(f"{compact(line)}\n" for line in others)


def joined(lines: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lines of a history, those of one id in one, oldest first."""
    found: dict[str, dict[str, Any]] = {}
    for line in lines:
        found[line["id"]] = found.get(line["id"], {}) | line
    return sorted(
        found.values(),
        key=lambda line: (line.get("date", ""), line["id"] if "date" in line else ""),
    )


def found_out(line: Mapping[str, Any]) -> bool:
    """Whether a line tells only what was found out of a match that is no longer there."""
    return bool(line.keys() & FOUND.keys()) and not line.keys() & OTHERS


def entry(name: str, match: Match, seat: int) -> dict[str, Any]:
    """The line of the history for a finished match, seen from a seat."""
    against = "+".join(sorted(who for other, who in enumerate(match.seats) if other != seat))
    share = 1 / len(match.winners) if seat in match.winners else 0
    line: dict[str, Any] = {
        "id": name,
        "game": match.game,
        "against": against,
        "share": share,
        "seat": seat,
    }
    line |= {"seats": list(match.seats), "scores": match.scores, "moves": len(match.moves)}
    line["assisted"] = bool(match.extra.get("assisted"))
    now = f"{datetime.datetime.now(datetime.UTC):%Y-%m-%dT%H:%M:%SZ}"
    return line | {"date": now, "seconds": match.extra.get("seconds", 0)}


def with_ids(lines: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Entries of an older version with ids: their names, or ones made of what they hold, equal ones
    counted."""
    found, seen = [], Counter[str]()
    for line in lines:
        name = line.get("name", "")
        if not name or not LINE.fits(name):
            whole = f"{zlib.crc32(compact(line).encode()):08x}"
            seen[whole] += 1
            name = f"old-{whole}-{seen[whole]}"
        found.append({key: value for key, value in line.items() if key != "name"} | {"id": name})
    return found


def known(line: Mapping[str, Any]) -> bool:
    """Whether this version knows the game and the players of a line."""
    return line.get("game") in GAMES and set(str(line.get("against")).split("+")) <= {*SEATED, ""}


def one_object(line: bytes) -> dict[str, Any] | None:
    """The JSON object that a line holds; None where it holds none, or one too deep to be kept with
    others in one text."""
    flat = line.count(b"[") + line.count(b"{") <= LINE_DEPTH
    try:
        value = json.loads(line) if flat else parse_json(line, LINES_LIMIT, LINE_DEPTH)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def fitting_lines(
    keeper: Keeper, name: str, fits: Callable[[dict[str, Any]], bool]
) -> list[dict[str, Any]]:
    """The objects of a file of lines that fit; those that do not are copied aside, once. OSError
    where they cannot be read now."""
    found, bad = [], list[bytes]()
    before = keeper.sign(name)
    lines = list(keeper.each_line(name))
    while (after := keeper.sign(name)) and before and after.file != before.file:
        before, lines = after, list(keeper.each_line(name))  # another program put a new file there
    for line in lines:
        value = one_object(line)
        if value is not None and fits(value):
            found.append(value)
        elif line.strip():
            bad.append(line)
    if bad:
        keeper.lines_aside(name, bad)
    return found


def salvage(data: bytes) -> tuple[list[Any], bool]:
    """The entries of a JSON list of plain objects, and whether it was whole; of a spoilt one those
    that still are."""
    try:
        found = json.loads(data.decode("utf-8-sig"))
        if isinstance(found, list):
            return found, True
    except (ValueError, RecursionError):
        pass
    pieces = re.findall(rb"\{[^{}]*\}", data)
    return [value for value in map(one_object, pieces) if value is not None], False


def text_of(path: str) -> str:
    """The text of a file with a record; BadRecord where it cannot be read."""
    data = read_bytes(str(Path(path).absolute()))
    if len(data) > SIZE_LIMIT:
        raise BadRecord("too_large", most=f"{SIZE_LIMIT:,}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRecord("no_utf8", byte=error.start) from None


def match_of(text: str, seats_for: Callable[[Match], list[str]]) -> Match:
    """The match that a text from outside holds: a record, a deal id or a deal number; BadRecord
    where it holds none. seats_for: who sits at a match that is only a deal."""
    text = text.strip()
    if text.startswith("{"):
        return taken_in(Match.load(text))
    match = taken_in(Match.from_deal_id(text))
    match.seats = seats_for(match)
    return match


def new_picture(folder: Path) -> Path:
    """Where a picture of the screen is to be kept; its folder is made."""
    place = folder / "pictures"
    place.mkdir(parents=True, exist_ok=True)
    return place / f"hoard-{datetime.datetime.now():%Y%m%d-%H%M%S-%f}.png"


def keep_report(folder: Path, head: str, record: dict[str, Any] | None) -> Path:
    """Writes the exception being handled, with versions and the record at hand, into the folder;
    the file's path."""
    import traceback  # late: most starts end well

    lines = [
        head,
        system(),
        "",
        traceback.format_exc(),
        "",
        json.dumps(record) if record else "",
    ]
    path = folder / f"crash-{datetime.datetime.now():%Y%m%d-%H%M%S}.txt"
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines), "utf-8", "replace")
    return path


# ---- settings ----

BINDINGS = Table(Text(40), Each(Text(40), 16), 200)

# What each setting may be; one that is not named here may be whatever has its default's type.
SETTINGS_SHAPES: dict[str, Shape] = {
    **SCREEN_SHAPES,
    "language": Text(10),
    "motion": Choice(("off", "fast", "normal", "slow")),
    "card_back": Choice(tuple(THEME["backs"])),
    "pause_least": Whole(0, 60_000),
    "pause_most": Whole(0, 600_000),
    "sound": Whole(0, 100),
    "music": Whole(0, 100),
    "keys": BINDINGS,
    "buttons": BINDINGS,
    "last": Table(Text(40), Fields({}), 100),
    "game": Text(40),
}


class Settings:
    """What a person chose, kept in settings.json. Every one has a plain default."""

    def __init__(self) -> None:
        self.full_screen: bool = SCREEN["full_screen"]
        self.window: list[int] = list(SCREEN["window"])
        self.display: int = SCREEN["display"]
        self.language = "en"
        self.text_size: int = SCREEN["text_size"]
        self.motion = "normal"
        self.reduced_motion = False
        self.pause_least = 500
        self.pause_most = 4000
        self.sound = 70
        self.music = 30
        self.colour_blind = False
        self.table: str = SCREEN["table"]
        self.card_back = "woven"
        self.still_grid = False
        self.trick_waits = False
        self.coach = True  # as chosen for the last match, and proposed for the next
        self.keys: dict[str, list[str]] = {}
        self.buttons: dict[str, list[str]] = {}
        self.last: dict[str, dict[str, Any]] = {}  # per game: options and seats of the last match
        self.game = ""  # the one played last
        self.names = tuple(vars(self))  # of all that is kept
        self.before = self.copied()  # all that was chosen, when it was read or written last
        self.unknown: dict[str, Any] = {}  # what another version keeps here, kept for it
        self.misfits: list[str] = []  # what was found and not used

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Settings) and self.chosen_all() == other.chosen_all()

    __hash__ = None  # type: ignore[assignment]

    def chosen_all(self) -> dict[str, Any]:
        """All that was chosen, by name."""
        return {name: getattr(self, name) for name in self.names}

    def copied(self) -> dict[str, Any]:
        """The same, of its own."""
        return copy.deepcopy(self.chosen_all())

    def merged(self, found: object, but: Collection[str] = ()) -> dict[str, Any]:
        """What is to be written over what is kept now: what was changed here, key by key, and else
        what another program wrote. but: names that are not to be written."""
        kept = dict(found) if isinstance(found, dict) else {}
        whole = self.unknown | self.before | kept
        for name, value in self.chosen_all().items():
            before = self.before[name]
            if name in but or value == before:
                continue
            theirs = whole[name]
            if isinstance(value, dict) and isinstance(theirs, dict):
                changed = {key: one for key, one in value.items() if before.get(key) != one}
                gone = before.keys() - value.keys()
                value = {key: one for key, one in theirs.items() if key not in gone} | changed
            whole[name] = value
        return whole

    def take_up(self, found: Settings) -> list[str]:
        """Takes over what another program wrote and was not changed here; the names."""
        new = found.chosen_all()
        same = [name for name, value in self.chosen_all().items() if value == self.before[name]]
        names = [name for name in same if new[name] != self.before[name]]
        for name in names:
            setattr(self, name, new[name])
            self.before[name] = copy.deepcopy(new[name])
        return names

    def chosen(self, game: str, name: str) -> bool:
        """A choice of a game's set-up that only the screen knows."""
        choices = self.last.get(game, {}).get("choices")
        return isinstance(choices, dict) and choices.get(name) is True

    def choose(self, game: str, name: str) -> None:
        """Turns such a choice over."""
        now = self.chosen(game, name)
        self.last.setdefault(game, {})["choices"] = {name: not now}

    @classmethod
    def load(cls, text: str) -> Settings:
        """Settings from JSON; what is missing or does not fit has its default."""
        return cls.of(one_object(text.encode("utf-8", "replace")))

    @classmethod
    def of(cls, found: object) -> Settings:
        """Settings from a JSON value."""
        settings = cls()
        if not isinstance(found, dict):
            settings.misfits = [] if found is None else ["all"]
            return settings
        for name, value in found.items():
            if name not in settings.names:
                settings.unknown[name] = value
            elif setting_fits(name, value, getattr(settings, name)):
                setattr(settings, name, value)
            else:
                settings.misfits.append(name)
        for game in [game for game, last in settings.last.items() if not last_fits(game, last)]:
            del settings.last[game]
            settings.misfits.append(f"last.{game}")
        settings.before = settings.copied()
        return settings

    def kept(self) -> dict[str, Any]:
        """What is to be written: all fields, and what other versions keep here."""
        return self.unknown | self.chosen_all()


def setting_fits(name: str, value: object, default: object) -> bool:
    """Whether a value can be that of a setting."""
    shape = SETTINGS_SHAPES.get(name)
    return type(value) is type(default) if shape is None else shape.fits(value)


def last_fits(game: str, last: Mapping[str, Any]) -> bool:
    """Whether options and seats of a game's last match can be used; those of unknown games are left
    alone."""
    if game not in GAMES:
        return True
    options, seats = last.get("options", {}), last.get("seats", [])
    if not isinstance(options, dict) or not Each(Choice(("human", *OPPONENTS)), 10).fits(seats):
        return False
    try:
        check_options(GAMES[game], options)
    except BadRecord:
        return False
    return True


def load_settings(keeper: Keeper, home: str = "") -> Settings:
    """The settings that are kept; where something in them does not fit, a copy is set aside and the
    rest used."""
    name = home + SETTINGS
    settings = Settings.of(keeper.load(name))
    if settings.misfits:
        keeper.copy_aside(name, keeper.raw(name) or b"")
        keeper.change_value(name, lambda found: Settings.of(found).kept())
    return settings


def save_settings(keeper: Keeper, settings: Settings, fixed: bool, home: str = "") -> None:
    """Keeps what was changed in the settings since they were read or written last; fixed: but for
    the window, which the command line asked for."""
    but = ("full_screen", "window") if fixed else ()
    now = copy.copy(settings)
    now.__dict__ |= settings.copied()
    keeper.change_value(home + SETTINGS, lambda found: now.merged(found, but))
    settings.before = settings.copied() | {name: settings.before[name] for name in but}
