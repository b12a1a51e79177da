"""Ratings of a person at the games, and the opponent to suggest.

A rating is the maximum likelihood strength on Elo's curve, given the results against players of known strength and
a prior of a Hatchling's strength with standard deviation PRIOR_ERROR. The error comes from the curvature at the
maximum. A game's weight halves every HALF_LIFE games. Assisted games do not count.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from ..match import Match
from ..store.forms import OPPONENTS
from ..store.games import Games
from ..store.history import Filter, Played
from ..strengths import Opponent, Suggestion, Table, level_elo, rivals, table, together

SHOWN = 50  # points of a curve
PRIOR, PRIOR_ERROR = 1000.0, 350.0  # Elo of an unknown person, one standard deviation
HALF_LIFE = 50.0  # games
REACH = 300  # games further back weigh less than a sixtieth
FIRST_ERROR = 300.0  # Elo, one standard deviation; of the first suggestion
LEAP = 200.0  # Elo by which one game changes a suggestion at most
RECENT = 120  # games that a suggestion follows
FADING = 15.0  # games after which one weighs half for a suggestion
ELO = math.log(10) / 400


class Rating(NamedTuple):
    """A strength, half the width of its 95 % interval, and the number of games behind it."""

    value: float
    error: float
    games: int


class RatedResult(NamedTuple):
    """A result against a player of known strength (1 better, 0 worse, 0.5 equal) and its weight."""

    against: float
    score: float
    weight: float


def known(game: str, seats: int, who: str) -> float | None:
    """The Elo of a player as a game's line names it: a level, or a level and a strength."""
    level, _, number = who.partition(" ")
    found = table(game, seats)
    if number:
        return float(number) if found and number.isdecimal() and int(number) in found.steps else None
    return level_elo(game, seats, level)


def results(one: Played) -> list[RatedResult]:
    """The comparisons that a game provides. At a table of more than two, all together weigh as one
    game, and equal scores do not count, since partners always have them."""
    seats = one.seats or ("human", *one.against)
    others = [seat for seat in range(len(seats)) if seat != one.seat]
    if len(others) == 1:
        elo = known(one.game, 2, seats[others[0]])
        return [] if elo is None else [RatedResult(elo, one.share, 1.0)]
    if len(one.scores) != len(seats):
        return []
    own, found = one.scores[one.seat], []
    for seat in others:
        elo = known(one.game, len(seats), seats[seat])
        if elo is not None and one.scores[seat] != own:
            found.append(RatedResult(elo, float(own > one.scores[seat]), 1 / len(others)))
    return found


def fit(
    found: Sequence[RatedResult], prior: float = PRIOR, prior_error: float = PRIOR_ERROR
) -> tuple[float, float]:
    """The maximum likelihood strength and its standard error, by Newton's method on a concave
    function."""
    value, precision = prior, prior_error**-2
    for _ in range(100):
        slope, bend = (prior - value) * precision, precision
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
    value, error = fit(weighed([compared for _, compared in reversed(found)], HALF_LIFE))
    return Rating(value, 1.96 * error, len(found))


def weighed(latest: Sequence[Sequence[RatedResult]], half_life: float) -> list[RatedResult]:
    """The comparisons of some games, latest first; a game's weight halves every half_life games."""
    return [
        result._replace(weight=result.weight * 0.5 ** (age / half_life))
        for age, compared in enumerate(latest)
        for result in compared
    ]


def met(one: Played) -> RatedResult | None:
    """A game as one comparison with all who had to be beaten, since only a win of the table is one. Others whose
    strength is not known count as those whose is."""
    seats = one.seats or ("human", *one.against)
    scores = one.scores if len(one.scores) == len(seats) else ()
    if len(seats) > 2 and not scores:
        return None  # it is not known whether there were teams
    teams = len(seats) == 4 and scores[:2] == scores[2:]
    others = [seat for seat in range(len(seats)) if seat != one.seat and not (teams and (seat ^ one.seat) == 2)]
    elos = [elo for seat in others if (elo := known(one.game, len(seats), seats[seat])) is not None]
    if not elos:
        return None
    mean = 400 * math.log10(math.fsum(10 ** (elo / 400) for elo in elos) / len(elos))
    return RatedResult(together(mean, 1 if teams else len(others)), min(1.0, one.share * (1 + teams)), 1.0)


def suggestion(games: Games, match: Match) -> Suggestion:
    """The opponent against whom the person wins about half of the games at such a table, by the latest results
    without help."""
    scale = table(match.game, match.seats_count)
    if scale is None:
        return Suggestion(Opponent(OPPONENTS[0]), "first")
    latest = list(islice((found for one in games.meetings(match.game) if (found := met(one))), RECENT))
    step, before = (suggested(scale, rivals(match), some) for some in (latest, latest[1:]))
    why = "up" if step > before else "down" if step < before else "stay"
    return Suggestion(Opponent(scale.level(step), step), why if latest else "first")


def suggested(scale: Table, count: int, latest: Sequence[RatedResult]) -> int:
    """The step at which somebody beats so many rivals at once in about half of the games, by results, latest first.

    Follows the results one by one from the first opponent on, by how much each surprises and how little is known.
    So a win never makes the next opponent milder, nor a loss stronger; and where the dial ends, a run of losses or
    wins leaves no debt.
    """
    least, first, most = (together(elo, count) for elo in (min(scale.steps), scale.first, max(scale.steps)))
    value, precision = first, FIRST_ERROR**-2
    for one in reversed(latest):
        expected = 1 / (1 + 10 ** ((one.against - value) / 400))
        precision = precision * 0.5 ** (1 / FADING) + ELO * ELO * expected * (1 - expected)
        value += max(-LEAP, min(ELO * (one.score - expected) / precision, LEAP))
        value = max(least, min(value, most))
    return scale.near(value - together(0, count))


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
