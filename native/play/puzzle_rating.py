"""Puzzle ratings: Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2012), with a day of puzzles as the
rating period.

Glicko-2 is made for results that its ratings make likely. Of others, such as a hundred easy puzzles failed by
somebody who has solved all hard ones, volatility and rating grow beyond all bounds. So they stay within VOLATILITIES
and RATINGS.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import NamedTuple

from ..store.attempts import FirstAttempt

PUZZLE_ERROR = 50.0  # deviation of a puzzle's own rating: so small that the answers move it slowly
TAU = 0.5  # Glicko-2's limit on changes of volatility
SCALE = 173.7178  # Glicko-2's internal scale
VOLATILITIES = (0.01, 0.3)
MOST = 350.0  # deviation of an unknown player
RATINGS = (0.0, 5000.0)  # as those of puzzles
FIRST_TRIES = 10  # puzzles after which a rating is known well enough to fall freely
FIRST_FALL = 50.0  # what each of them can take from it at most


class PuzzleRating(NamedTuple):
    """A Glicko-2 rating: value, deviation (one standard error) and volatility. A new player has a
    Hatchling's."""

    value: float = 800.0
    deviation: float = MOST
    volatility: float = 0.06


class PuzzleAttempt(NamedTuple):
    """A puzzle tried: its rating and deviation, and 1 if solved, else 0."""

    value: float
    deviation: float
    score: float


def glicko(skill: PuzzleRating, trials: Sequence[PuzzleAttempt]) -> PuzzleRating:
    """The rating after a period. Without puzzles only its deviation grows."""
    mu, phi = (skill.value - 1500) / SCALE, skill.deviation / SCALE
    if not trials:
        return skill._replace(deviation=min(MOST, SCALE * math.hypot(phi, skill.volatility)))
    information = gain = 0.0
    for trial in trials:
        g = 1 / math.sqrt(1 + 3 * (trial.deviation / SCALE) ** 2 / math.pi**2)
        expected = 1 / (1 + math.exp(g * (trial.value - skill.value) / SCALE))
        information += g * g * expected * (1 - expected)
        gain += g * (trial.score - expected)
    sigma = volatility(skill.volatility, phi, 1 / information, gain / information)
    phi = 1 / math.sqrt(1 / (phi * phi + sigma * sigma) + information)
    value = 1500 + SCALE * (mu + phi * phi * gain)
    return PuzzleRating(max(RATINGS[0], min(RATINGS[1], value)), min(MOST, SCALE * phi), sigma)


def volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5 of Glicko-2: the new volatility, by bisection."""
    before, known = 2 * math.log(sigma), phi * phi + variance

    def slope(x: float) -> float:
        e = math.exp(x)
        return e * (delta * delta - known - e) / (2 * (known + e) ** 2) - (x - before) / TAU**2

    low, high = (2 * math.log(end) for end in VOLATILITIES)
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    return math.exp(low / 2)


def puzzle_skill(firsts: Iterable[FirstAttempt]) -> list[tuple[str, PuzzleRating]]:
    """Day and rating after each day of puzzles, from a person's first attempts, oldest first. A day that begins
    within the FIRST_TRIES takes no more than FIRST_FALL for each of its puzzles: of a new player too little is
    known for Glicko's long first steps down."""
    skill, tried, found = PuzzleRating(), 0, []
    for day, some in groupby(firsts, key=attrgetter("day")):
        trials = [PuzzleAttempt(one.rating, PUZZLE_ERROR, float(one.solved)) for one in some]
        least = skill.value - FIRST_FALL * len(trials) if tried < FIRST_TRIES else -math.inf
        skill = glicko(skill, trials)
        skill = skill._replace(value=max(skill.value, least))
        tried += len(trials)
        found.append((day, skill))
    return found


Answers = dict[str, list[tuple[str, PuzzleAttempt]]]  # by puzzle: the day, and a person as its opponent


def answers_of(firsts: Sequence[FirstAttempt]) -> Answers:
    """What each puzzle that somebody here has tried met with. firsts: of everybody, each person's oldest first."""
    found: Answers = {}
    for _, those in groupby(firsts, key=attrgetter("person")):
        own = list(those)
        days = puzzle_skill(own)
        before = dict(zip([day for day, _ in days], [PuzzleRating(), *(skill for _, skill in days)], strict=False))
        for one in own:
            skill = before[one.day]
            answer = PuzzleAttempt(skill.value, skill.deviation, float(not one.solved))
            found.setdefault(one.puzzle, []).append((one.day, answer))
    return found


def moved_rating(rating: float, answers: Sequence[tuple[str, PuzzleAttempt]]) -> float:
    """A puzzle's rating after these answers: Glicko-2 moves it as it moves a person's, with the person as the
    opponent."""
    moved = PuzzleRating(rating, PUZZLE_ERROR, VOLATILITIES[0])
    for _, some in groupby(sorted(answers), key=itemgetter(0)):
        moved = glicko(moved, [answer for _, answer in some])
    return moved.value
