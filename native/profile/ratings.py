"""Ratings of a person at the games.

A rating is the maximum likelihood strength on Elo's curve, given the results against players of known strength and
a prior of a Hatchling's strength with standard deviation PRIOR_ERROR. The error comes from the curvature at the
maximum. A game's weight halves every HALF_LIFE games. Assisted games do not count.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from ..files import own_table
from ..store.games import Games
from ..store.history import Filter, Played

SHOWN = 50  # points of a curve
PRIOR, PRIOR_ERROR = 1000.0, 350.0  # Elo of an unknown person, one standard deviation
HALF_LIFE = 50.0  # games
REACH = 300  # games further back weigh less than a sixtieth
ELO = math.log(10) / 400


class Rating(NamedTuple):
    """A strength, half the width of its 95 % interval, and the number of games behind it."""

    value: float
    error: float
    games: int


@cache
def strengths(game: str) -> dict[int, dict[str, float]]:
    """The levels' Elo at a game, by number of seats and level."""
    table = own_table(game, "strengths.toml")
    return {int(seats): levels for seats, levels in table.items()}


def strength(game: str, seats: int, level: str) -> float | None:
    """The Elo of a level at a table; None if it was never measured."""
    tables = strengths(game)
    if not tables:
        return None
    return tables[min(tables, key=lambda known: (abs(known - seats), known))].get(level)


class RatedResult(NamedTuple):
    """A result against a player of known strength (1 better, 0 worse, 0.5 equal) and its weight."""

    against: float
    score: float
    weight: float


def results(one: Played) -> list[RatedResult]:
    """The comparisons that a game provides. At a table of more than two, all together weigh as one
    game, and equal scores do not count, since partners always have them."""
    seats = one.seats or ("human", *one.against)
    others = [seat for seat in range(len(seats)) if seat != one.seat]
    if len(others) == 1:
        known = strength(one.game, 2, seats[others[0]])
        return [] if known is None else [RatedResult(known, one.share, 1.0)]
    if len(one.scores) != len(seats):
        return []
    own, found = one.scores[one.seat], []
    for seat in others:
        known = strength(one.game, len(seats), seats[seat])
        if known is not None and one.scores[seat] != own:
            found.append(RatedResult(known, float(own > one.scores[seat]), 1 / len(others)))
    return found


def fit(found: Sequence[RatedResult]) -> tuple[float, float]:
    """The maximum likelihood strength and its standard error, by Newton's method on a concave
    function."""
    value, precision = PRIOR, PRIOR_ERROR**-2
    for _ in range(100):
        slope, bend = (PRIOR - value) * precision, precision
        for result in found:
            expected = 1 / (1 + 10 ** ((result.against - value) / 400))
            slope += result.weight * ELO * (result.score - expected)
            bend += result.weight * ELO * ELO * expected * (1 - expected)
        step = max(-200.0, min(200.0, slope / bend))
        value += step
        if abs(step) < 1e-6:
            break
    return value, bend**-0.5


def rating(games: Sequence[Played], game: str) -> Rating:
    """A person's present rating at a game."""
    found = [
        (one, compared)
        for one in games
        if one.game == game and not one.assisted and (compared := results(one))
    ]
    found = found[-REACH:]
    weighed = [
        result._replace(weight=result.weight * 0.5 ** (age / HALF_LIFE))
        for age, (_, compared) in enumerate(reversed(found))
        for result in compared
    ]
    value, error = fit(weighed)
    return Rating(value, 1.96 * error, len(found))


def rated_lately(games: Games, game: str, most: int = REACH + SHOWN - 1, length: str = "") -> list[Played]:
    """The latest rated games of a game and length (one of MATCHES), oldest first: as many as a
    rating or its curve needs."""
    latest = games.select(Filter(game, length=length, assisted=False)).latest_results()
    return list(islice((one for one in latest if results(one)), most))[::-1]


def ratings(games: Sequence[Played], game: str) -> list[tuple[str, Rating]]:
    """Date and rating after each of the last SHOWN rated games."""
    counted = [one for one in games if one.game == game and not one.assisted and results(one)]
    first = max(1, len(counted) - SHOWN + 1)
    ends = range(first, len(counted) + 1)
    return [
        (counted[end - 1].date, rating(counted[max(0, end - REACH) : end], game)) for end in ends
    ]
