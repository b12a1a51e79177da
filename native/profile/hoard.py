"""A person's treasures: read from the history, and awarded after a match.

hoard.json caches what the history said last, so that the title can show it before the history is
read; it is rebuilt if it does not fit. A treasure found with help and one found later without have
a line each: lines are only ever appended, and merge by id.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..games import GAMES
from ..match import Match
from ..play.reasons import Reason
from ..play.review import Grade, costs_by_motif, findings
from ..store.chronicle import Chronicle
from ..store.folder import compact
from ..store.forms import LINE
from ..store.index import index_of
from ..store.schema import Fields, Flag, ListOf, Table, Text, Whole
from ..store.tables import LineStore
from ..strings import Strings
from .achievements import Story, Totals, earned, earned_in_house, house_of, treasures

FILE = "hoard.json"
FIND = Fields({"match": LINE, "date": Text(40), "dull": Flag()})
CACHE = Fields(
    {
        "hoard_cache": Whole(2, 2),
        "games": Whole(0, 1_000_000_000),
        "finds": Table(LINE, FIND, 1000),
        "fresh": ListOf(LINE, 1000),
    }
)
FRESH = Fields({"hoard_cache": Whole(1, 1), "fresh": ListOf(LINE, 1000)})  # of an older version
HOUSE = ("daily", "puzzle", "lesson", "duplicate")  # keys of lines that are totalled
TRIES = 20  # matches examined in one step
NAMES = frozenset(one.id for one in treasures())


class Find(NamedTuple):
    """A treasure found: the match and the time. dull: only with help so far."""

    match: str
    date: str
    dull: bool


class Hoard:
    """The treasures of one person."""

    def __init__(self, chronicle: Chronicle) -> None:
        self.chronicle = chronicle
        self.keeper = chronicle.keeper
        self.index = index_of(chronicle)
        self.file = f"{chronicle.home}{FILE}"
        self.late = True  # the history was not read since the start
        self.version = -1  # version of the index when last read
        self.graded = -1  # the same, when no ungraded match was left
        self.fresh: list[str] = []  # treasures not yet seen
        self.games = 0
        self.finds: dict[str, Find] = {}
        self.house = Totals()  # totals over many matches
        self.counted: tuple[int, int] | None = None  # the lines they are from
        found = self.keeper.load(self.file)
        if CACHE.fits(found):
            self.games = found["games"]
            self.finds = {
                one: Find(**find) for one, find in found["finds"].items() if one in NAMES
            }
        if CACHE.fits(found) or FRESH.fits(found):
            self.fresh = [one for one in found["fresh"] if one in NAMES]

    # Reading

    def read_on(self) -> bool:
        """Reads what is new in the history. Returns whether there is anything to show."""
        late, before = self.late, (self.games, self.finds)
        self.late = False
        self.index.sync()
        if self.version == self.index.version or not self.index.whole:
            return late
        self.version = self.index.version
        self.games = self.index.ask(lambda store: len(store.games()))
        self.finds = finds_of(self.index.ask(lambda store: store.lines_with("treasure")))
        if (self.games, self.finds) != before:
            self.save()
        return True

    def news(self) -> bool:
        """Reads on if the history was incomplete last time. Returns whether there is anything to
        show."""
        waits = not self.late and self.version < 0 and self.index.finished
        return waits and self.read_on()

    def save(self) -> None:
        """Writes the cache."""
        finds = {one: find._asdict() for one, find in self.finds.items()}
        whole = {"hoard_cache": 2, "games": self.games, "finds": finds, "fresh": self.fresh}
        self.keeper.write(self.file, compact(whole))

    # Awarding

    def award(self, name: str, match: Match, seat: int, accuracy: float | None = None) -> list[str]:
        """Awards what a finished match earns and was not found yet, or only with help. Returns the
        new treasures."""
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
        """Awards what the totals earn and returns it. They are unknown while the history is still
        being read."""
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
        """Updates the totals, if their lines have changed."""
        counted = self.index.ask(lambda store: store.others())
        if counted != self.counted:
            self.counted = counted
            self.house = self.index.ask(lambda store: house_of(0, lines_of_house(store)))
        self.house = self.house._replace(games=self.games)

    def lacks(self, treasure: str, dull: bool) -> bool:
        """Whether a treasure would be new, or better than before."""
        have = self.finds.get(treasure)
        return have is None or (have.dull and not dull)

    def add(self, treasure: str, name: str, dull: bool) -> None:
        """Writes a find to the history."""
        now = f"{datetime.datetime.now(datetime.UTC):%Y-%m-%dT%H:%M:%SZ}"
        line = {"treasure": treasure, "date": now, "assisted": dull}
        key = f"treasure-{treasure}-helped" if dull else f"treasure-{treasure}"
        self.chronicle.add(key, line | ({"match": name} if name else {}))
        if treasure not in self.fresh:
            self.fresh.append(treasure)

    def looked_at(self) -> None:
        """Marks new treasures as seen."""
        if self.fresh:
            self.fresh = []
            self.save()

    # Grading

    def judged(self, name: str, match: Match, seat: int, grades: Sequence[Grade],
               reasons: Iterable[tuple[Grade, Reason]] = ()) -> list[str]:
        """Records the review of a match and returns the treasures that it earns."""
        review = findings(match.game, grades, [seat])
        if motifs := costs_by_motif(match.game, reasons):
            review["motifs"] = motifs
        self.chronicle.grade(name, **review)
        if review.get("loss") is None:  # no line has it yet
            self.index.give_up(name)
        return self.award(name, match, seat, review.get("accuracy"))

    def next_ungraded(self) -> tuple[str, Match, int] | None:
        """The latest match without an accuracy: its name, the match, the person's seat."""
        if self.graded == self.version or not self.index.whole:
            return None
        names = self.index.ask(lambda store: store.ungraded(TRIES), now=False)
        for name in names:
            match = self.chronicle.kept(name)
            seats = [s for s, who in enumerate(match.seats if match else []) if who == "human"]
            if match and match.over and len(seats) == 1:
                return name, match, seats[0]
            self.index.give_up(name)
        if not names:
            self.graded = self.version
        return None


def lines_of_house(store: LineStore) -> list[dict[str, Any]]:
    """The lines that are totalled; deals of future days are left out."""
    lines = [line for key in HOUSE for line in store.lines_with(key)]
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    return [line for line in lines if str(line.get("daily", "")) <= today]


def finds_of(lines: Iterable[Mapping[str, Any]]) -> dict[str, Find]:
    """The finds in some lines of the history: for each treasure the first without help, else the
    first."""
    found: dict[str, Find] = {}
    for line in lines:
        one = line.get("treasure")
        if one in NAMES:
            new = Find(line.get("match", ""), line.get("date", ""), bool(line.get("assisted")))
            if one not in found or (found[one].dull and not new.dull):
                found[one] = new
    return found


def metal(find: Find | None) -> str:
    """The metal of a piece: gold, dull if found with help, dark if not found."""
    if find is None:
        return "dark"
    return "dull" if find.dull else "gold"


def found_text(found: Iterable[str], t: Strings) -> str:
    """The new treasures in words."""
    names = [t(one.words) for one in treasures() if one.id in set(found)]
    return t("hoard.new", names=", ".join(names))


def place_of(find: Find, t: Strings) -> str:
    """The match in which a treasure was found: game and deal, from its name."""
    game, _, rest = find.match.partition("-")
    parts = rest.split("-")
    known_game = game in GAMES and len(parts) == 4
    return t("hoard.match", game=t(f"game.{game}.name"), number=t.deal(parts[2])) if known_game else ""
