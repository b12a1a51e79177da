"""A person's treasures, and awarding them after a match."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from ..games import GAMES
from ..match import Match
from ..play.reasons import Reason
from ..play.review import Grade, costs_by_motif, findings
from ..store.chronicle import Chronicle
from ..strings import Strings
from .achievements import Story, earned, earned_by_totals, totals_of, treasures

TRIES = 20  # matches examined in one step
NAMES = frozenset(one.id for one in treasures())


class Find(NamedTuple):
    """A treasure found: the match and the time. helped: so far only with help."""

    match: str
    date: str
    helped: bool


class Hoard:
    """The treasures of one person."""

    def __init__(self, chronicle: Chronicle) -> None:
        self.chronicle = chronicle
        self.late = True  # nothing was read since the start
        self.version: tuple[int, int] | None = None  # of the tables when last read
        self.graded: tuple[int, int] | None = None  # the same, when no ungraded match was left
        self.fresh: list[str] = []  # treasures not yet seen
        self.games = 0
        self.finds: dict[str, Find] = {}
        self.clean = (0, 0)  # how many attempts at puzzles there were, and the longest clean run of them

    # Reading

    def read_on(self) -> bool:
        """Reads what is new. Returns whether there is anything to show."""
        late, self.late = self.late, False
        version = self.chronicle.tables.version
        if version == self.version:
            return late
        self.version = version
        self.games = len(self.chronicle.games())
        kept = self.chronicle.treasures()
        self.finds = finds_of(kept)
        new = (one["treasure"] for one in kept if one["fresh"])
        self.fresh = [name for name in dict.fromkeys(new) if name in NAMES]
        return True

    # Awarding

    def award(self, name: str, match: Match, seat: int, accuracy: float | None = None) -> list[str]:
        """Awards and returns the treasures of a finished match that are new, or were found only
        with help before."""
        helped = bool(match.extra.get("assisted"))
        self.read_on()
        found = [one for one in earned(Story(match, seat, accuracy)) if self.lacks(one, helped)]
        for one in found:
            self.chronicle.earn(one, helped, name)
        return found + self.award_totals(name)

    def award_totals(self, name: str = "") -> list[str]:
        """Awards what the totals earn and returns it."""
        self.read_on()
        lacking = [one for one in treasures() if not one.game and self.lacks(one.id, helped=False)]
        if not lacking:
            return []
        today = datetime.datetime.now(datetime.UTC).date().isoformat()
        totals = totals_of(self.games, self.chronicle, self.clean_run(), today)
        found = [one for one in earned_by_totals(totals) if self.lacks(one, helped=False)]
        for one in found:
            self.chronicle.earn(one, helped=False, match=name)
        self.read_on()
        return found

    def clean_run(self) -> int:
        attempts = self.chronicle.attempts()
        if self.clean[0] != len(attempts):
            self.clean = len(attempts), attempts.clean_run()
        return self.clean[1]

    def lacks(self, treasure: str, helped: bool) -> bool:
        """Whether a treasure would be new, or now found without help."""
        have = self.finds.get(treasure)
        return have is None or (have.helped and not helped)

    def looked_at(self) -> None:
        if self.fresh:
            self.fresh = []
            self.chronicle.look_at_treasures()

    # Grading

    def judged(self, name: str, match: Match, seat: int, grades: Sequence[Grade],
               reasons: Iterable[tuple[Grade, Reason]] = ()) -> list[str]:
        """Stores the review of a match, and returns the treasures that it earns."""
        review = findings(match.game, grades, [seat])
        if motifs := costs_by_motif(match.game, reasons):
            review["motifs"] = motifs
        self.chronicle.grade(name, **review)
        if review.get("loss") is None:  # no line has it yet
            self.chronicle.give_up(name)
        return self.award(name, match, seat, review.get("accuracy"))

    def next_ungraded(self) -> tuple[str, Match, int] | None:
        """The latest match without an accuracy: its name, the match, the person's seat."""
        if self.graded == (version := self.chronicle.tables.version):
            return None
        names = self.chronicle.ungraded(TRIES)
        for name in names:
            match = self.chronicle.kept(name)
            seats = [s for s, who in enumerate(match.seats if match else []) if who == "human"]
            if match and match.over and len(seats) == 1:
                return name, match, seats[0]
            self.chronicle.give_up(name)
        if not names:
            self.graded = version
        return None


def finds_of(lines: Iterable[Mapping[str, Any]]) -> dict[str, Find]:
    """The find that counts for each treasure: the first without help, else the first."""
    found: dict[str, Find] = {}
    for line in lines:
        one = line.get("treasure")
        if one in NAMES:
            new = Find(line.get("match", ""), line.get("date", ""), bool(line.get("assisted")))
            if one not in found or (found[one].helped and not new.helped):
                found[one] = new
    return found


def metal(find: Find | None) -> str:
    """The metal of a piece: gold, tarnished if found with help, dark if not found."""
    if find is None:
        return "dark"
    return "tarnished" if find.helped else "gold"


def found_text(found: Iterable[str], t: Strings) -> str:
    names = [t(one.words) for one in treasures() if one.id in set(found)]
    return t("hoard.new", names=", ".join(names))


def place_of(find: Find, t: Strings) -> str:
    """The game and the deal of the match in which a treasure was found, from the match's name."""
    game, _, rest = find.match.partition("-")
    parts = rest.split("-")
    known_game = game in GAMES and len(parts) == 4
    return t("hoard.match", game=t(f"game.{game}.name"), number=t.deal(parts[2])) if known_game else ""
