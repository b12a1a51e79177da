"""What one person has found: read off the history as far as it is new, and awarded at the end of a
match.

hoard.json remembers how far the history was read and what came of it, so that a start reads no line
twice; it is made anew whenever it does not fit. A treasure found with help has a line of its own
besides the one of a later find without: lines are only ever added, and merge by their ids.
"""

from __future__ import annotations

import datetime
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..games import GAMES
from ..match import Match
from ..records import SIZE_LIMIT
from .folder import LINES_LIMIT, compact
from .history import findings
from .keeping import ADDED, FOUND, LINE, OTHERS, Chronicle, is_line, known, one_object
from .review import Grade
from .shapes import Each, Fields, Whole
from .treasures import (
    House,
    Story,
    earned,
    earned_in_house,
    house_of,
    treasures,
)
from .words import Strings

FILE = "hoard.json"
CACHE = Fields(
    {
        "hoard_cache": Whole(1, 1),
        "read": Whole(0, LINES_LIMIT),
        "sum": Whole(0, 2**32 - 1),
        "games": Whole(0, 10_000_000),
        "others": Each(ADDED, 10_000_000),
        "ungraded": Each(LINE, 10_000_000),
        "fresh": Each(LINE, 1000),
    }
)
NAMES = frozenset(one.id for one in treasures())


class Find(NamedTuple):
    """A treasure that was found: in which match and when; dull: only with help so far."""

    match: str
    date: str
    dull: bool


class Hoard:
    """What lies in the hoard of the one whose chronicle this is."""

    def __init__(self, chronicle: Chronicle) -> None:
        self.chronicle = chronicle
        self.keeper = chronicle.keeper
        self.file = f"{chronicle.home}{FILE}"
        self.late = True  # the history was not yet looked at since the start
        self.fresh: list[str] = []  # treasures that were not looked at yet
        self.clear()
        found = self.keeper.load(self.file)
        if CACHE.fits(found):
            self.end = found["read"]
            self.sum = found["sum"]
            self.games = found["games"]
            self.others.extend(found["others"])
            self.ungraded.update(dict.fromkeys(found["ungraded"]))
            self.fresh = [one for one in found["fresh"] if one in NAMES]
        self.finds = finds_of(self.others)

    def clear(self) -> None:
        """Nothing of the history was read."""
        self.end = 0  # bytes of it that were
        self.sum = 0  # and their CRC
        self.games = 0
        self.others: list[dict[str, Any]] = []  # lines that are no matches
        self.ungraded: dict[str, None] = {}  # matches whose accuracy is not known

    # reading

    def read_on(self) -> bool:
        """Takes in what the history has more than before; whether there is anything to show."""
        late = self.late
        self.late = False
        data = self.keeper.raw(self.chronicle.lines, LINES_LIMIT) or b""
        if zlib.crc32(data[: self.end]) != self.sum or len(data) < self.end:
            self.clear()
            self.games = sum(map(known, self.chronicle.read_old()))
        end = data.rfind(b"\n") + 1
        if end <= self.end:
            return late
        for line in data[self.end : end].split(b"\n"):
            self.take(one_object(line) or {})
        self.end = end
        self.sum = zlib.crc32(data[:end])
        self.finds = finds_of(self.others)
        self.save()
        return True

    def take(self, line: dict[str, Any]) -> None:
        """Counts a line of the history."""
        if not is_line(line):
            return
        if "game" in line:
            self.games += known(line)
            if known(line) and not line.keys() & FOUND.keys():
                self.ungraded[line["id"]] = None
        else:
            if line.keys() & OTHERS:
                self.others.append(line)
            if line.keys() & FOUND.keys():
                self.ungraded.pop(line["id"], None)

    def save(self) -> None:
        """Remembers how far the history was read."""
        whole = {"hoard_cache": 1, "read": self.end, "sum": self.sum, "games": self.games}
        whole |= {"others": self.others, "ungraded": [*self.ungraded], "fresh": self.fresh}
        text = compact(whole)
        if len(text) < SIZE_LIMIT:  # a larger one could not be read again
            self.keeper.write(self.file, text)

    # awarding

    @property
    def house(self) -> House:
        """What is counted over many matches."""
        return house_of(self.games, self.others)

    def award(self, name: str, match: Match, seat: int, accuracy: float | None = None) -> list[str]:
        """Adds what a finished match shows and was not found yet, or only with help; what that
        was."""
        dull = bool(match.extra.get("assisted"))
        self.read_on()
        found = [one for one in earned(Story(match, seat, accuracy)) if self.lacks(one, dull)]
        for one in found:
            self.add(one, name, dull)
        return found + self.award_house(name)

    def award_house(self, name: str = "") -> list[str]:
        """Adds what the counts of many matches show; what that was."""
        self.read_on()
        found = [one for one in earned_in_house(self.house) if self.lacks(one, dull=False)]
        for one in found:
            self.add(one, name, dull=False)
        self.read_on()
        return found

    def lacks(self, treasure: str, dull: bool) -> bool:
        """Whether it would be new, or brighter than before."""
        have = self.finds.get(treasure)
        return have is None or (have.dull and not dull)

    def add(self, treasure: str, name: str, dull: bool) -> None:
        """Writes a find into the history."""
        now = f"{datetime.datetime.now(datetime.UTC):%Y-%m-%dT%H:%M:%SZ}"
        line = {"treasure": treasure, "date": now, "assisted": dull}
        key = f"treasure-{treasure}-helped" if dull else f"treasure-{treasure}"
        self.chronicle.add(key, line | ({"match": name} if name else {}))
        if treasure not in self.fresh:
            self.fresh.append(treasure)

    def looked_at(self) -> None:
        """The person has seen what is new."""
        if self.fresh:
            self.fresh = []
            self.save()

    # grading

    def judged(self, name: str, match: Match, seat: int, grades: Sequence[Grade]) -> list[str]:
        """Notes what the review of a match found out; the treasures that this shows."""
        told = findings(match.game, grades, [seat])
        self.chronicle.grade(name, **told)
        self.ungraded.pop(name, None)
        if told.get("loss") is None:  # no line tells so
            self.save()
        return self.award(name, match, seat, told.get("accuracy"))

    def next_ungraded(self) -> tuple[str, Match, int] | None:
        """The latest match whose accuracy is not known: its name, itself, the person's seat."""
        while self.ungraded:
            name = next(reversed(self.ungraded))
            match = self.chronicle.kept(name)
            seats = [s for s, who in enumerate(match.seats if match else []) if who == "human"]
            if match and match.over and len(seats) == 1:
                return name, match, seats[0]
            del self.ungraded[name]
        return None


def finds_of(lines: Iterable[Mapping[str, Any]]) -> dict[str, Find]:
    """The finds among some lines of the history; the first one without help counts, else the first
    with."""
    found: dict[str, Find] = {}
    for line in lines:
        one = line.get("treasure")
        if one in NAMES:
            new = Find(line.get("match", ""), line.get("date", ""), bool(line.get("assisted")))
            if one not in found or (found[one].dull and not new.dull):
                found[one] = new
    return found


def metal(find: Find | None) -> str:
    """Of what a piece is made: gold, dull where there was help, dark where it was not found."""
    if find is None:
        return "dark"
    return "dull" if find.dull else "gold"


def told(found: Iterable[str], t: Strings) -> str:
    """What is new in the hoard, in words."""
    names = [t(one.words) for one in treasures() if one.id in set(found)]
    return t("hoard.new", names=", ".join(names))


def place_of(find: Find, t: Strings) -> str:
    """The match in which something was found: its game and deal, as its name tells them."""
    game, _, rest = find.match.partition("-")
    parts = rest.split("-")
    known_game = game in GAMES and len(parts) == 4
    return t("hoard.match", game=t(f"game.{game}.name"), number=parts[2]) if known_game else ""
