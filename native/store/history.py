"""Statistics of a person's history: results, streaks, scores, accuracy, ratings, suggested
opponent.

All are functions of games and attempts as the tables hold them. Nothing here draws or reads a clock,
and the only file read is the table of the levels' strengths. Assisted games count neither in a rating
nor in a suggestion.

Game ratings: the maximum likelihood strength on Elo's curve, given the results against players of
known strength and a prior of a Hatchling's strength with standard deviation PRIOR_ERROR. The error
comes from the curvature at the maximum. A game's weight halves every HALF_LIFE games. Puzzle
ratings: Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2012), with a day of puzzles as
the rating period.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby, islice
from typing import Any, NamedTuple

from ..files import own_table
from ..games import GAMES, module_of
from .forms import OPPONENTS

LENGTHS = {
    "short": (0.0, 300.0),
    "middle": (300.0, 900.0),
    "long": (900.0, math.inf),
}  # seconds, from and below
MATCHES = {"short_match": "short", "whole_match": "long"}  # by the length that a match was played at
SHOWN = 50  # points of a curve
PRIOR, PRIOR_ERROR = 1000.0, 350.0  # Elo of an unknown person, one standard deviation
HALF_LIFE = 50.0  # games
REACH = 300  # games further back weigh less than a sixtieth
ELO = math.log(10) / 400
UP_AFTER, DOWN_AFTER = 2, 3  # wins and losses in a row that change the suggestion
PUZZLE_ERROR = 50.0  # Glicko deviation of a puzzle's own rating
TAU = 0.5  # Glicko-2's limit on changes of volatility
FIRST_TRIES = 10  # puzzles after which a rating is known well enough to fall freely
FIRST_FALL = 50.0  # what each of them can take from it at most


class Played(NamedTuple):
    """A finished match in a person's history. Values that older lines lack are None or empty."""

    id: str
    game: str
    against: tuple[str, ...]  # the other players, sorted
    date: str  # UTC, "2026-11-22T05:30:00Z"; "" = unknown
    seconds: float
    share: float  # 1 won, 0 lost, between them shared
    assisted: bool
    seat: int
    seats: tuple[str, ...]
    scores: tuple[float, ...]
    moves: int
    loss: float | None  # mean value lost per move, in the game's units
    accuracy: float | None  # 0 .. 100
    stages: tuple[float, ...] | None  # mean loss per move in opening, middlegame, ending
    costs: (
        tuple[float, ...] | None
    )  # total cost of slips, mistakes, blunders, in the game's units
    low: float | None  # the person's lowest position value, in the game's units
    accuracies: tuple[float, ...] | None = None  # in opening, middlegame, ending, 0 .. 100
    given: bool = False  # the opponents came with the deal of the day and were not suggested
    length: str = ""  # of the match: "short", "long"; "" if the game has only one, or it is not known

    @property
    def margin(self) -> float | None:
        """The person's score less the best other score."""
        return margin_of(self.scores, self.seat)


class Summary(NamedTuple):
    """Totals and means of some games. A mean is None if no game has the value."""

    played: int
    won: int
    shared: int
    lost: int
    run: int  # current winning streak
    best_run: int
    worst_run: int  # the longest losing streak
    score: float | None
    margin: float | None
    accuracy: float | None
    loss: float | None
    seconds: float | None


class Rating(NamedTuple):
    """A strength, half its 95 % interval, and the number of games it is based on."""

    value: float
    error: float
    games: int


def played(lines: Iterable[Mapping[str, Any]]) -> list[Played]:
    """The games in some lines (lines.py), in their order."""
    return [
        Played(
            line["id"],
            line["game"],
            tuple(who for who in line["against"].split("+") if who),
            line.get("date", ""),
            float(line.get("seconds", 0)),
            float(line["share"]),
            line["assisted"],
            line.get("seat", 0),
            tuple(line.get("seats", ())),
            tuple(line.get("scores", ())),
            line.get("moves", 0),
            line.get("loss"),
            line.get("accuracy"),
            tuple(line["stages"]) if "stages" in line else None,
            tuple(line["costs"]) if "costs" in line else None,
            line.get("low"),
            tuple(line["accuracies"]) if "accuracies" in line else None,
            bool(line.get("given")),
            line.get("length", ""),
        )
        for line in lines
    ]


class Filter(NamedTuple):
    """Which games are wanted: of a game, with an opponent of a level, of a length in LENGTHS or MATCHES, from
    a date on, before another date, with or without help.

    Dates may be shortened: "2026-11" is November. "" and None accept anything.
    """

    game: str = ""
    level: str = ""
    length: str = ""
    since: str = ""
    until: str = ""
    assisted: bool | None = None


def length_noted(line: Mapping[str, Any]) -> str:
    """The length of a match whose line does not name it; "" if it is not known."""
    own = module_of(line["game"], "lengths") if line["game"] in GAMES else None
    noted = getattr(own, "length_noted", None)
    return str(noted(line)) if noted else ""


def margin_of(scores: Sequence[float], seat: int) -> float | None:
    """A seat's score less the best other score."""
    others = [score for other, score in enumerate(scores) if other != seat]
    return scores[seat] - max(others) if others and seat < len(scores) else None


def ending_of(share: float) -> str:
    """How a game ended, by the share of the win: "won", "lost" or "shared".

    >>> ending_of(1), ending_of(0.5)
    ('won', 'shared')
    """
    return {1.0: "won", 0.0: "lost"}.get(share, "shared")


def mean(values: Iterable[float | None]) -> float | None:
    """The mean of the known values; None if there are none."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def streaks(shares: Iterable[float]) -> tuple[int, int, int]:
    """The current winning streak, the longest one and the longest losing streak, from the shares of
    the win in order.

    >>> streaks([1, 1, 1, 0, 0, 0.5, 1, 1])
    (2, 3, 2)
    """
    rows = [(share, len(list(same))) for share, same in groupby(shares)]
    wins, losses = ([length for share, length in rows if share == end] for end in (1, 0))
    now = wins[-1] if rows and rows[-1][0] == 1 else 0
    return now, max(wins, default=0), max(losses, default=0)


def curve(
    games: Sequence[Played], value: Callable[[Played], float | None], width: int = 10
) -> list[tuple[str, float]]:
    """Date and moving average over `width` games of a value, for the last SHOWN games that have
    it."""
    known = [(one.date, found) for one in games if (found := value(one)) is not None]
    points = []
    for end in range(max(1, len(known) - SHOWN + 1), len(known) + 1):
        some = [found for _, found in known[max(0, end - width) : end]]
        points.append((known[end - 1][0], sum(some) / len(some)))
    return points


def to_csv(games: Iterable[Played]) -> str:
    """The games as CSV with a header."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(Played._fields)
    for one in games:
        table.writerow(
            "+".join(map(str, cell)) if isinstance(cell, tuple) else cell for cell in one
        )
    return text.getvalue()


KINDS = ("slip", "mistake", "blunder")


# ---- strength ----


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
    """One comparison with a player of known strength: 1 better, 0 worse, 0.5 equal; and its
    weight."""

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
    """A person's present strength at a game."""
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


def rated_lately(latest: Iterable[Played], most: int = REACH + SHOWN - 1) -> list[Played]:
    """Of some games, latest first, as many rated ones as a rating or a curve of ratings needs, oldest first."""
    return list(islice((one for one in latest if results(one)), most))[::-1]


def ratings(games: Sequence[Played], game: str) -> list[tuple[str, Rating]]:
    """Date and rating after each of the last SHOWN rated games."""
    counted = [one for one in games if one.game == game and not one.assisted and results(one)]
    first = max(1, len(counted) - SHOWN + 1)
    ends = range(first, len(counted) + 1)
    return [
        (counted[end - 1].date, rating(counted[max(0, end - REACH) : end], game)) for end in ends
    ]


# ---- puzzles ----


class PuzzleRating(NamedTuple):
    """A Glicko-2 rating: value, deviation (one standard error) and volatility. A new player has a
    Hatchling's."""

    value: float = 800.0
    deviation: float = 350.0
    volatility: float = 0.06


class PuzzleAttempt(NamedTuple):
    """A puzzle tried: its rating and deviation, and 1 if solved, else 0."""

    value: float
    deviation: float
    score: float


SCALE = 173.7178  # Glicko-2's internal scale


def glicko(skill: PuzzleRating, trials: Sequence[PuzzleAttempt]) -> PuzzleRating:
    """The rating after a period. Without puzzles only its deviation grows."""
    mu, phi = (skill.value - 1500) / SCALE, skill.deviation / SCALE
    if not trials:
        return skill._replace(deviation=min(350.0, SCALE * math.hypot(phi, skill.volatility)))
    information = gain = 0.0
    for trial in trials:
        g = 1 / math.sqrt(1 + 3 * (trial.deviation / SCALE) ** 2 / math.pi**2)
        expected = 1 / (1 + math.exp(-g * (mu - (trial.value - 1500) / SCALE)))
        information += g * g * expected * (1 - expected)
        gain += g * (trial.score - expected)
    variance = 1 / information
    sigma = volatility(skill.volatility, phi, variance, variance * gain)
    phi = 1 / math.sqrt(1 / (phi * phi + sigma * sigma) + information)
    return PuzzleRating(1500 + SCALE * (mu + phi * phi * gain), min(350.0, SCALE * phi), sigma)


def volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5 of Glicko-2: the new volatility, by the Illinois method."""
    start = math.log(sigma * sigma)

    def f(x: float) -> float:
        e = math.exp(x)
        total = phi * phi + variance + e
        return e * (delta * delta - total) / (2 * total * total) - (x - start) / (TAU * TAU)

    low = start
    if delta * delta > phi * phi + variance:
        high = math.log(delta * delta - phi * phi - variance)
    else:
        steps = 1
        while f(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > 1e-6:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at = f(middle)
        if at * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at
    return math.exp(low / 2)


def puzzle_skill(lines: Iterable[Mapping[str, Any]]) -> list[tuple[str, PuzzleRating]]:
    """Date and rating after each day of puzzles, from the attempts (Chronicle.attempts). Only the first
    try at a puzzle counts. A day that begins within the FIRST_TRIES takes no more than FIRST_FALL for each
    of its puzzles: of a new player too little is known for Glicko's long first steps down."""
    days: dict[str, list[PuzzleAttempt]] = {}
    seen: set[str] = set()
    for line in lines:
        if line["puzzle"] not in seen and isinstance(line.get("rating"), int | float):
            seen.add(line["puzzle"])
            trial = PuzzleAttempt(float(line["rating"]), PUZZLE_ERROR, float(bool(line.get("solved"))))
            days.setdefault(str(line.get("date", ""))[:10], []).append(trial)
    skill, tried, found = PuzzleRating(), 0, []
    for day, trials in days.items():
        least = skill.value - FIRST_FALL * len(trials) if tried < FIRST_TRIES else -math.inf
        skill = glicko(skill, trials)
        skill = skill._replace(value=max(skill.value, least))
        tried += len(trials)
        found.append((day, skill))
    return found


# ---- suggested opponent ----

STREAKS = range(1 - DOWN_AFTER, UP_AFTER)  # losses in a row as a negative number, wins


def level_of(against: Iterable[str]) -> str:
    """The level of some opponents: the median, the weaker of two; "" if they are no computer players."""
    met = sorted(OPPONENTS.index(who) for who in against if who in OPPONENTS)
    return OPPONENTS[met[(len(met) - 1) // 2]] if met else ""


class Suggestion(NamedTuple):
    """The suggestion after some games: a level as an index into OPPONENTS, the current streak there
    (losses negative), and whether the last game changed the level: "up", "down" or "stay"."""

    level: int = 0
    streak: int = 0
    why: str = "first"


SUGGESTIONS = [Suggestion(level, streak, "") for level in range(len(OPPONENTS)) for streak in STREAKS]


class Meeting(NamedTuple):
    """An unassisted game against computer players: the level met, the share of the win."""

    level: int
    share: float


def suggestion_of(latest: Iterable[Meeting]) -> tuple[str, str]:
    """The suggested opponent: Hatchling at first; the next level after two wins in a row, the one below
    after three losses in a row. If the person chooses another level, it continues from there. And why:
    "first", "up" or "down" just now, else "stay".

    latest: a game's meetings, latest first. It reads only as many as can matter.
    """
    ends: dict[Suggestion, Suggestion] = {}  # what each earlier state becomes after these games
    for met in latest:
        ends = {
            before: ends.get(after._replace(why=""), after)
            for before in SUGGESTIONS
            for after in [suggestion_after(before, met)]
        }
        if len(set(ends.values())) == 1:
            break
    last = ends.get(Suggestion()._replace(why=""), Suggestion())
    return OPPONENTS[last.level], last.why


def suggestion_after(before: Suggestion, met: Meeting) -> Suggestion:
    """The suggestion after one more game."""
    streak = streak_after(before.streak if met.level == before.level else 0, met.share)
    step = (streak == UP_AFTER) - (streak == -DOWN_AFTER)
    level = max(0, min(met.level + step, len(OPPONENTS) - 1))
    why = {1: "up", -1: "down"}[step] if level != met.level else "stay"
    return Suggestion(level, 0 if step else streak, why)


def streak_after(streak: int, share: float) -> int:
    """A streak (losses negative) after one more game."""
    if share in (0, 1):
        return max(streak, 0) + 1 if share else min(streak, 0) - 1
    return 0
