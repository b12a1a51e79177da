"""Strengths between and below the levels: who makes a choice, and how strong that was measured to be.

A strength is a mixture of two neighbouring players. Which of the two makes a choice depends only on what its seat
sees, so that the same position brings the same choice, whatever is hidden. In a record the seat holds a level that is
understood everywhere, and the key "strengths" the number beside it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from typing import Any, NamedTuple

from .files import own_table
from .match import Match
from .position import Position
from .values import Advice

KEY = "strengths"  # of a record: a number for each seat, or null


STEP = 50  # Elo between two strengths of the dial
CARELESS = "careless"  # plays what Hatchling likes least: weaker than random play, which is not weak in every game


def drawn(*seen: object) -> int:
    """A number of 64 bits that depends on nothing else."""
    return int.from_bytes(blake2b(json.dumps(seen).encode(), digest_size=8).digest(), "big")


def asked(level: str) -> str:
    """The level whose advice a player needs."""
    return "hatchling" if level == CARELESS else level


def chosen(level: str, advice: Advice) -> str:
    """The move that a player makes on the advice that it asked for."""
    if level != CARELESS or len(advice.moves) < 2:
        return advice.move
    return min(advice.moves, key=lambda one: (one.value, drawn(advice.move, one.move))).move


class Mixture(NamedTuple):
    """A player who makes this share of the choices as the upper level, and the others as the lower one."""

    lower: str
    upper: str
    weight: float

    def level(self, position: Position, rng: int = 0) -> str:
        """The level that makes the choice of the seat to act. rng: draws anew."""
        if self.lower == self.upper or not 0 < self.weight < 1:
            return self.surely
        seen = drawn(rng, position.state(position.to_act))
        return self.upper if seen < self.weight * 2**64 else self.lower

    @property
    def surely(self) -> str:
        """The strongest level that it never falls short of."""
        return self.upper if self.weight >= 1 else self.lower


def pure(level: str) -> Mixture:
    return Mixture(level, level, 1.0)


class Strength(NamedTuple):
    """A step of the dial: who plays, and the Elo measured for that, with its 95 % interval."""

    mixture: Mixture
    elo: float
    low: float
    high: float


class Table(NamedTuple):
    """The strengths at a game with a number of seats, weakest first, and the Elo of each level. first: whom somebody
    meets who has not played yet."""

    levels: dict[str, float]
    steps: dict[int, Strength]
    first: int

    def near(self, elo: float) -> int:
        """The step nearest to an Elo."""
        return min(self.steps, key=lambda step: abs(step - elo))

    def beside(self, elo: float, way: int) -> int | None:
        """The next milder (-1) or stronger (1) step from an Elo on; None if there is none. Those within half a step
        are alike."""
        known = list(self.steps)[::way]
        return next((step for step in known if (step - elo) * way >= STEP / 2), None)

    def level(self, elo: float) -> str:
        """The strongest level that is not above an Elo; the weakest, if all are."""
        return [name for name, known in self.levels.items() if known <= elo or name == next(iter(self.levels))][-1]


@cache
def tables(game: str) -> dict[int, Table]:
    """A game's strengths by the number of seats; none if they were not measured."""
    found: dict[str, dict[str, Any]] = own_table(game, "strengths.toml")
    return {int(seats): table_of(one) for seats, one in found.items()}


def table_of(found: dict[str, Any]) -> Table:
    steps = {
        int(step): Strength(Mixture(lower, upper, weight), elo, low, high)
        for step, (lower, upper, weight, elo, low, high) in found["steps"].items()
    }
    return Table(found["levels"], steps, found["first"])


def table(game: str, seats: int) -> Table | None:
    """The strengths at a table; those for the nearest number of seats, if its own were not measured."""
    known = tables(game)
    return known[min(known, key=lambda one: (abs(one - seats), one))] if known else None


def level_elo(game: str, seats: int, level: str) -> float | None:
    """The Elo of a level at a table; None if it was never measured."""
    found = table(game, seats)
    return found.levels.get(level) if found else None


def noted(seats: Sequence[str], elo: int | None) -> dict[str, Any]:
    """The key of a record that notes a strength of all computer players; none if they play at their levels."""
    return {} if elo is None else {KEY: [None if who == "human" else elo for who in seats]}


def strength(match: Match, seat: int) -> int | None:
    """The strength at a seat of a match; None for a level, a person, or one that its level does not fit."""
    numbers, known = match.extra.get(KEY), table(match.game, match.seats_count)
    if known is None or not isinstance(numbers, list) or len(numbers) != match.seats_count:
        return None
    elo = numbers[seat]
    fits = type(elo) is int and elo in known.steps and match.seats[seat] == known.level(elo)
    return elo if fits else None


def player(match: Match, seat: int) -> Mixture:
    """Who plays at a seat of a match."""
    elo, known = strength(match, seat), table(match.game, match.seats_count)
    return pure(match.seats[seat]) if elo is None or known is None else known.steps[elo].mixture


def rivals(match: Match) -> int:
    """How many a person has to beat at a table, a team as one."""
    return 1 if match.options.get("teams") else match.seats_count - 1


def together(elo: float, count: int) -> float:
    """The Elo of so many equal players for somebody who has to beat all of them at once: as in Plackett's model of
    rankings ("The analysis of permutations", Applied Statistics 24, 1975), where chances to win add up."""
    return elo + 400 * math.log10(count)


class Opponent(NamedTuple):
    """Whom a person meets: a level, or a strength and the level that its seat holds."""

    level: str
    strength: int | None = None

    def sit(self, match: Match) -> None:
        """Lets it play every seat of a match but those of people."""
        match.seats = [who if who == "human" else self.level for who in match.seats]
        match.extra.pop(KEY, None)
        match.extra |= noted(match.seats, self.strength)


class Suggestion(NamedTuple):
    """The suggested opponent, and why: "first", "up" or "down" by the last match, else "stay"."""

    opponent: Opponent
    why: str = "stay"
