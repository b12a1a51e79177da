"""Finished matches on disc: their records, and the lines of the history (FOLDER.md)."""

from __future__ import annotations

import contextlib
import datetime
import json
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from .. import games
from ..bounds import values_in
from ..games import GAMES, SEATED, module_of
from ..match import Match
from ..refusals import BadRecord
from .folder import Keeper, compact, one_object
from .forms import ADDED, FOUND, LINE, NAME, OLD_ENTRY, OTHERS, is_line
from .saves import is_later, new_name, ours


class Chronicle:
    """A person's finished matches: their records, and the history of those that count.

    The history is a file of JSON objects, one a line, each with an id. Lines are only ever
    appended. A line is a match, a treasure found ("treasure"), a puzzle tried ("puzzle"), a lesson
    done ("lesson"), a deal of the day ("daily"), a duplicate match ("duplicate"), or an addition to
    an earlier line with the same id.
    """

    def __init__(self, keeper: Keeper, home: str = "") -> None:
        self.keeper, self.home = keeper, home
        self.lines, self.old = f"{home}history.jsonl", f"{home}statistics.json"
        self.mend()

    # Finishing a match

    def finish(self, match: Match, seats: list[int]) -> str:
        """Files a finished match and returns its name.

        First it writes the record, then a line of the history if the match counts (one person
        played, and this is their history), then it deletes the save.
        """
        assert match.over
        begun = str(ours(match).extra.pop("match", ""))
        match.extra["played"] = f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d}"
        with self.keeper.alone():
            taken = begun and self.keeper.exists(self.record(begun))  # finished elsewhere
            name = new_name(match) if taken or not begun else begun
            self.keeper.write(self.record(name), compact(match.record() | {"match": name}))
        if len(seats) == 1 and not match.extra.get("visitor"):
            self.keeper.add(self.lines, compact(entry(name, match, seats[0])))
        self.keeper.delete(f"{self.home}saves/{begun or name}.json", after=self.record(name))
        return name

    def record(self, name: str) -> str:
        """The file of a match's record."""
        return f"{self.home}records/{name}.json"

    def grade(self, name: str, loss: float | None, **more: Any) -> None:
        """Adds what was found out about a match, by the keys of FOUND. None means unknown."""
        line = {key: value for key, value in {"loss": loss, **more}.items() if value is not None}
        if line:
            self.add(name, line)

    def add(self, name: str, line: Mapping[str, Any]) -> None:
        """Appends a line: a new one, or an addition to an earlier line of that name."""
        whole = {"id": name, **line}
        assert ADDED.fits(whole), "a line that could not be read again"
        self.keeper.add(self.lines, compact(whole))

    def mend(self) -> None:
        """Completes what a kill interrupted in finish(): a match with a whole record loses its
        save."""
        for file in self.keeper.names(f"{self.home}saves", ".json"):
            name = file.rpartition("/")[2].removesuffix(".json")
            if NAME.fits(name) and self.keeper.exists(self.record(name)):
                match = self.peek(self.record(name))
                if match is None or not match.over or not self.goes_on(match, file):
                    continue
                seats = [seat for seat, who in enumerate(match.seats) if who == "human"]
                counts = len(seats) == 1 and not match.extra.get("visitor")
                with contextlib.suppress(OSError):  # try again another time
                    if counts and not self.tells_of(name):
                        self.keeper.add(self.lines, compact(entry(name, match, seats[0])))
                    self.keeper.sync_soon(self.record(name))
                    self.keeper.delete(file, after=self.record(name))

    def goes_on(self, match: Match, file: str) -> bool:
        """Whether a finished match continues a save; another program may have played it
        differently."""
        save = self.keeper.load(file)
        moves = save.get("moves") if isinstance(save, dict) else None
        return isinstance(moves, list) and match.moves[: len(moves)] == moves

    def tells_of(self, name: str) -> bool:
        """Whether the history has a line of a match. Raises OSError if it cannot be read now."""
        mark = compact(name).encode()
        some = (line for line in self.keeper.each_line(self.lines) if mark in line)
        return any((one_object(line) or {}).get("id") == name for line in some)

    # Reading

    def records(self) -> list[str]:
        """The files of all records, latest first, without opening them."""
        return self.keeper.names(f"{self.home}records", ".json")

    def peek(self, file: str) -> Match | None:
        """The match in a record's file; None if it is not a record, and then it is set aside."""
        data = self.keeper.load(file)
        try:
            return None if data is None else Match.load(data)
        except (BadRecord, TypeError, ValueError):
            if not is_later(data):
                self.keeper.set_aside(file)
            return None

    def kept(self, name: str) -> Match | None:
        """The finished match of a name; None if there is none."""
        return self.peek(self.record(name)) if NAME.fits(name) else None

    def history(self) -> list[dict[str, Any]]:
        """The finished games that count and that this version knows, oldest first."""
        return [line for line in self.all_lines() if known(line)]

    def lines_with(self, key: str) -> list[dict[str, Any]]:
        """The lines with a key ("treasure", "puzzle", "lesson", "daily" ...), oldest first."""
        return [line for line in self.all_lines() if key in line]

    def all_lines(self) -> list[dict[str, Any]]:
        """Every line with its later additions, oldest first; empty if the history cannot be read
        now."""
        try:
            return self.read_all()
        except BadRecord:
            return []

    def read_all(self) -> list[dict[str, Any]]:
        """Every line with its later additions, oldest first. Raises BadRecord if they cannot be
        read now."""
        try:
            return joined([*with_ids(self.read_old()), *self.read_lines()])
        except OSError as error:
            raise BadRecord("unreadable", why=error.strerror or str(error)) from None

    def read_old(self) -> list[dict[str, Any]]:
        """The entries that older versions kept in one list. A damaged list is copied aside and read
        as far as possible. Raises OSError if it cannot be read now."""
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
        """The lines of the history. Invalid lines are copied aside, once. Raises OSError if they
        cannot be read now."""
        return fitting_lines(self.keeper, self.lines, is_line)

    def forget(self) -> None:
        """Deletes the matches from the history. Treasures, puzzles, lessons, deals of the day and
        all records stay. Raises BadRecord if the history cannot be read now."""
        self.read_all()
        self.keeper.change_lines(self.lines, without_matches)
        self.keeper.delete_now(self.old)


def without_matches(data: bytes | None) -> str:
    """The lines of a history without those of matches, each merged with its additions."""
    values = (one_object(line) for line in (data or b"").split(b"\n"))
    found = joined(value for value in values if value is not None and is_line(value))
    others = [line for line in found if "game" not in line and not found_out(line)]
    return "".join(f"{compact(line)}\n" for line in others)


def joined(lines: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lines of a history, merged by id, oldest first."""
    found: dict[str, dict[str, Any]] = {}
    for line in lines:
        found[line["id"]] = found.get(line["id"], {}) | line
    return sorted(
        found.values(),
        key=lambda line: (line.get("date", ""), line["id"] if "date" in line else ""),
    )


def found_out(line: Mapping[str, Any]) -> bool:
    """Whether a line holds only additions to a match that is no longer there."""
    return bool(line.keys() & FOUND.keys()) and not line.keys() & OTHERS


def entry(name: str, match: Match, seat: int) -> dict[str, Any]:
    """The line of the history for a finished match, from the point of view of a seat."""
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
    line |= {"length": length} if (length := length_of(match)) else {}
    line |= {"given": True} if match.extra.get("given") else {}
    now = f"{datetime.datetime.now(datetime.UTC):%Y-%m-%dT%H:%M:%SZ}"
    return line | {"date": now, "seconds": match.extra.get("seconds", 0)}


def length_of(match: Match) -> str:
    """The name of a match's length; "" if its game has only one."""
    own = getattr(module_of(match.game, "lengths"), "length_of", None)
    return str(own(match)) if own else games.length_of(match.game, match.options)


def with_ids(lines: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Entries of an older version with ids: their names, or a hash of their contents, numbered if
    equal."""
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


class LineBudget(NamedTuple):
    """How much of a file of lines is read: valid lines, bytes, values."""

    lines: int
    size: int  # in bytes
    values: int

    def of(self, lines: Iterable[bytes]) -> list[bytes]:
        """The first lines, as far as bytes and values allow."""
        size, values, found = self.size, self.values, list[bytes]()
        for line in lines:
            size, values = size - len(line), values - values_in(line)
            if size < 0 or values < 0:
                break
            found.append(line)
        return found


def fitting_lines(
    keeper: Keeper,
    name: str,
    fits: Callable[[dict[str, Any]], bool],
    budget: LineBudget | None = None,
) -> list[dict[str, Any]]:
    """The valid objects of a file of lines, the first ones within a budget. Invalid lines are
    copied aside, once. Raises OSError if the file cannot be read now."""
    take: Callable[[Iterable[bytes]], list[bytes]] = budget.of if budget else list
    found, bad = [], list[bytes]()
    before = keeper.file_state(name)
    lines = take(keeper.each_line(name))
    while (after := keeper.file_state(name)) and before and after.file != before.file:
        before, lines = after, take(keeper.each_line(name))  # another program has replaced the file
    for line in lines:
        value = one_object(line)
        if value is not None and fits(value):
            found.append(value)
            if budget and len(found) == budget.lines:
                break
        elif line.strip():
            bad.append(line)
    if bad:
        keeper.lines_aside(name, bad)
    return found


def salvage(data: bytes) -> tuple[list[Any], bool]:
    """The entries of a JSON list of flat objects, and whether the list was intact. Of a damaged
    list it returns the objects that still parse."""
    try:
        found = json.loads(data.decode("utf-8-sig"))
        if isinstance(found, list):
            return found, True
    except (ValueError, RecursionError):
        pass
    pieces = re.findall(rb"\{[^{}]*\}", data)
    return [value for value in map(one_object, pieces) if value is not None], False
