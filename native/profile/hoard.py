"""What one person has found: read off the history, and awarded at the end of a match.

hoard.json remembers what the history told last, so that the title can show it before the history is
looked at; it is made anew whenever it does not fit. A treasure found with help has a line of its
own besides the one of a later find without: lines are only ever added, and merge by their ids.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..games import GAMES
from ..match import Match
from ..play.review import Grade, findings
from ..store.chronicle import Chronicle
from ..store.folder import compact
from ..store.forms import LINE
from ..store.index import index_of
from ..store.schema import (
    Each,
    Fields,
    Flag,
    Table,
    Text,
    Whole,
)
from ..store.tables import Shelf
from ..strings import Strings
from .achievements import (
    House,
    Story,
    earned,
    earned_in_house,
    house_of,
    treasures,
)

FILE = "hoard.json"
FIND = Fields({"match": LINE, "date": Text(40), "dull": Flag()})
CACHE = Fields(
    {
        "hoard_cache": Whole(2, 2),
        "games": Whole(0, 1_000_000_000),
        "finds": Table(LINE, FIND, 1000),
        "fresh": Each(LINE, 1000),
    }
)
FRESH = Fields({"hoard_cache": Whole(1, 1), "fresh": Each(LINE, 1000)})  # of an older version
HOUSE = ("daily", "puzzle", "lesson", "duplicate")  # lines that are counted over many matches
TRIES = 20  # matches that are looked for in one step
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
        self.index = index_of(chronicle)
        self.file = f"{chronicle.home}{FILE}"
        self.late = True  # the history was not yet looked at since the start
        self.version = -1  # of the index, when it was looked at last
        self.graded = -1  # the same, when no match was left to be graded
        self.fresh: list[str] = []  # treasures that were not looked at yet
        self.games = 0
        self.finds: dict[str, Find] = {}
        self.house = House()  # what is counted over many matches
        self.counted: tuple[int, int] | None = None  # the lines of which it was
        found = self.keeper.load(self.file)
        if CACHE.fits(found):
            self.games = found["games"]
            self.finds = {
                one: Find(**find) for one, find in found["finds"].items() if one in NAMES
            }
        if CACHE.fits(found) or FRESH.fits(found):
            self.fresh = [one for one in found["fresh"] if one in NAMES]

    # reading

    def read_on(self) -> bool:
        """Takes in what the history has more than before; whether there is anything to show."""
        late, before = self.late, (self.games, self.finds)
        self.late = False
        self.index.sync()
        if self.version == self.index.version or not self.index.whole:
            return late
        self.version = self.index.version
        self.games = self.index.ask(lambda shelf: len(shelf.games()))
        self.finds = finds_of(self.index.ask(lambda shelf: shelf.lines_with("treasure")))
        if (self.games, self.finds) != before:
            self.save()
        return True

    def news(self) -> bool:
        """Looks at a history that was still being read when it was looked at; whether there is
        anything to show."""
        waits = not self.late and self.version < 0 and self.index.finished
        return waits and self.read_on()

    def save(self) -> None:
        """Remembers what the history told."""
        finds = {one: find._asdict() for one, find in self.finds.items()}
        whole = {"hoard_cache": 2, "games": self.games, "finds": finds, "fresh": self.fresh}
        self.keeper.write(self.file, compact(whole))

    # awarding

    def award(self, name: str, match: Match, seat: int, accuracy: float | None = None) -> list[str]:
        """Adds what a finished match shows and was not found yet, or only with help; what that
        was."""
        dull = bool(match.extra.get("assisted"))
        self.read_on()
        found = [one for one in earned(Story(match, seat, accuracy)) if self.lacks(one, dull)]
        if found and not self.index.whole:
            self.finds = finds_of(self.index.search("treasure")) or self.finds
            found = [one for one in found if self.lacks(one, dull)]
        for one in found:
            self.add(one, name, dull)
        return found + self.award_house(name)

    def award_house(self, name: str = "") -> list[str]:
        """Adds what the counts of many matches show; what that was. While the history is still
        being read they are not known."""
        self.read_on()
        lacking = [one for one in treasures() if not one.game and self.lacks(one.id, dull=False)]
        if not lacking or not self.index.whole:
            return []
        self.count()
        found = [one for one in earned_in_house(self.house) if self.lacks(one, dull=False)]
        for one in found:
            self.add(one, name, dull=False)
        self.read_on()
        return found

    def count(self) -> None:
        """Counts what is counted over many matches, but for the lines that did not change."""
        counted = self.index.ask(lambda shelf: shelf.others())
        if counted != self.counted:
            self.counted = counted
            self.house = self.index.ask(lambda shelf: house_of(0, lines_of_house(shelf)))
        self.house = self.house._replace(games=self.games)

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
        if told.get("loss") is None:  # no line tells so
            self.index.give_up(name)
        return self.award(name, match, seat, told.get("accuracy"))

    def next_ungraded(self) -> tuple[str, Match, int] | None:
        """The latest match whose accuracy is not known: its name, itself, the person's seat."""
        if self.graded == self.version or not self.index.whole:
            return None
        names = self.index.ask(lambda shelf: shelf.ungraded(TRIES), now=False)
        for name in names:
            match = self.chronicle.kept(name)
            seats = [s for s, who in enumerate(match.seats if match else []) if who == "human"]
            if match and match.over and len(seats) == 1:
                return name, match, seats[0]
            self.index.give_up(name)
        if not names:
            self.graded = self.version
        return None


def lines_of_house(shelf: Shelf) -> list[dict[str, Any]]:
    """The lines that are counted over many matches; of deals of a day those that have come."""
    lines = [line for key in HOUSE for line in shelf.lines_with(key)]
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    return [line for line in lines if str(line.get("daily", "")) <= today]


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
