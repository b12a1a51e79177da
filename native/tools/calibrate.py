"""Calibrates the strengths between the levels: plays mixtures of neighbouring levels against each other, and fits an
Elo to each.

Mixtures are measured at the KNOTS between two levels, and the strengths of the table that stands each against the
next; the fitted curve says how strong every other weight is. One fit takes all games of a table together: the maximum
likelihood of Bradley and Terry's model ("Rank analysis of incomplete block designs", Biometrika 39, 1952), with
intervals by deal.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from ..match import Match
from ..play.duplicate import DRAGON
from ..store.forms import OPPONENTS
from ..strengths import CARELESS, Mixture, pure, tables
from .arena import Z95, elo_interval, play_out, share
from .measure import mean

LADDER = (CARELESS, "random", "hatchling", "wyrmling", "drake", "dragon")
ANCHOR = ("hatchling", 1000.0)  # whose Elo is given
KNOTS = (0.0, 0.25, 0.5, 0.75, 1.0)  # weights of the upper level
PAIRS = ((0, 1), (1, 2), (2, 3), (3, 4), (0, 2), (2, 4), (1, 3), (0, 4))  # of knots that play each other
ELO = math.log(10) / 400
BEND = 200.0  # Elo, standard deviation of a bend


def named(mixture: Mixture) -> str:
    """A mixture as the arena names it; a level alone by its own name."""
    if mixture.weight in (0, 1):
        return mixture.upper if mixture.weight else mixture.lower
    return f"{mixture.lower}+{mixture.upper}:{mixture.weight:g}"


def read_name(name: str) -> Mixture:
    """The mixture that named() wrote."""
    lower, mixed, rest = name.partition("+")
    upper, _, weight = rest.partition(":")
    return Mixture(lower, upper, float(weight)) if mixed else pure(lower)


def knots(levels: Sequence[str]) -> list[Mixture]:
    """The mixtures that are measured, weakest first."""
    found = [Mixture(low, high, weight) for low, high in pairwise(levels) for weight in KNOTS[1:]]
    return [Mixture(levels[0], levels[1], 0.0), *found]


Pair = tuple[str, str]  # names of two players


def neighbours(game: str, seats: int, levels: Sequence[str]) -> list[Pair]:
    """The strengths of the table that stands, each with the next one; of these levels alone."""
    known = tables(game).get(seats)
    dial = [step.mixture for step in known.steps.values()] if known else []
    return [*pairwise(named(mixture) for mixture in dial if {mixture.lower, mixture.upper} <= {*levels})]


class Deal(NamedTuple):
    """What two players scored against each other in a deal, played once with each at every seat."""

    first: str
    second: str
    number: int
    won: float  # the first one's share, 0 to 1
    games: int


def play_pair(
    game: str, options: Mapping[str, Any], pair: Pair, seed: int, budget: float, number: int
) -> Deal:
    """Plays a deal twice. With more than two seats the players take turns around the table. budget: scales the counts
    where Dragon plays; the others' games are quick enough."""
    shares, budget = [], budget if any(read_name(name).upper == DRAGON for name in pair) else 1.0
    for turn in (0, 1):
        match = Match(game, options, (seed + number) % 2**64)
        sides = [(seat + turn) % 2 for seat in range(match.seats_count)]
        play_out(match, [pair[side] for side in sides], 2 * number + turn, budget, {})
        scores = match.scores
        shares += [
            share(scores[mine], scores[theirs])
            for mine, side in enumerate(sides)
            for theirs, other in enumerate(sides)
            if side == 0 and other == 1
        ]
    return Deal(*pair, number, mean(shares), 2)


def schedule(levels: Sequence[str], deals: int) -> list[tuple[Pair, int]]:
    """Which pairs play which deals: all pairs a deal, then all of them the next one, so that the games played so far
    are spread evenly at any time."""
    known = [named(mixture) for mixture in knots(levels)]
    rungs = range(0, len(known) - 1, len(KNOTS) - 1)
    pairs = [(known[at + low], known[at + high]) for at in rungs for low, high in PAIRS]
    return in_turn(pairs, deals)


def in_turn(pairs: Sequence[Pair], deals: int) -> list[tuple[Pair, int]]:
    return [(pair, number) for number in range(deals) for pair in pairs]


def read_deals(path: Path, game: str, options: Mapping[str, Any]) -> list[Deal]:
    """The deals of a table that a file keeps."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    found = (json.loads(line) for line in lines)
    return [Deal(*line["deal"]) for line in found if line["game"] == game and line["options"] == options]


def play_on(
    game: str, options: Mapping[str, Any], wanted: Iterable[tuple[Pair, int]], seed: int, budget: float, path: Path
) -> None:
    """Plays what a file lacks, and adds it deal by deal."""
    known = Match(game, options).options
    played = {(deal.first, deal.second, deal.number) for deal in read_deals(path, game, known)}
    with path.open("a", encoding="utf-8") as file:
        for pair, number in wanted:
            if (*pair, number) not in played:
                deal = play_pair(game, options, pair, seed, budget, number)
                line = {"game": game, "options": known, "budget": budget, "seed": seed, "deal": deal}
                file.write(json.dumps(line) + "\n")
                file.flush()


class Known(NamedTuple):
    """A difference of two levels that was measured before: its Elo and half of its 95 % interval."""

    upper: str
    lower: str
    elo: float
    half: float


class Curve(NamedTuple):
    """Elo at every knot, fitted: a gap for each pair of neighbouring levels, and two terms that bend the way between
    them. Coefficients in the order of the terms, and their covariance."""

    levels: tuple[str, ...]
    values: list[float]
    covariance: list[list[float]]

    def at(self, mixture: Mixture) -> tuple[float, float]:
        """The Elo of a mixture above the anchor's, and its standard error."""
        row = self.row(mixture)
        spread = dot(row, [dot(line, row) for line in self.covariance])
        return dot(row, self.values), math.sqrt(max(spread, 0.0))

    def row(self, mixture: Mixture) -> list[float]:
        base, top = terms(self.levels, pure(ANCHOR[0])), terms(self.levels, mixture)
        return [a - b for a, b in zip(top, base, strict=True)]


def terms(levels: Sequence[str], mixture: Mixture) -> list[float]:
    """How the Elo of a mixture above the weakest level depends on the coefficients: the gap and both bends of each
    pair of neighbouring levels."""
    if mixture.lower == mixture.upper:
        at = levels.index(mixture.upper)
        return [1.0, 0.0, 0.0] * at + [0.0] * 3 * (len(levels) - 1 - at)
    at, w = levels.index(mixture.lower), mixture.weight
    own = [w, w * (1 - w), w * (1 - w) * (1 - 2 * w)]
    return [1.0, 0.0, 0.0] * at + own + [0.0] * 3 * (len(levels) - 2 - at)


def fitted(levels: Sequence[str], deals: Iterable[Deal], known: Iterable[Known]) -> Curve:
    """The maximum likelihood, by Newton's method. A bend is held near 0 by a normal prior as wide as BEND; the
    covariance takes the games of a deal together, as they are not independent."""
    size = 3 * (len(levels) - 1)
    rows = []
    for deal in deals:
        first, second = (terms(levels, read_name(name)) for name in (deal.first, deal.second))
        rows.append(([a - b for a, b in zip(first, second, strict=True)], deal.won, deal.games))
    fixed: list[tuple[list[float], float, float]] = []
    for one in known:
        row = [a - b for a, b in zip(terms(levels, pure(one.upper)), terms(levels, pure(one.lower)), strict=True)]
        fixed.append((row, one.elo, (one.half / Z95) ** -2))
    bends = [at for at in range(size) if at % 3]
    fixed += [([float(at == bend) for at in range(size)], 0.0, BEND**-2) for bend in bends]
    values = [100.0, 0.0, 0.0] * (len(levels) - 1)
    for _ in range(60):
        slope, curve = [0.0] * size, [[0.0] * size for _ in range(size)]
        for row, won, games in rows:
            expected = 1 / (1 + math.exp(-ELO * dot(row, values)))
            add(slope, curve, row, games * ELO * (won - expected), games * ELO * ELO * expected * (1 - expected))
        for row, elo, precision in fixed:
            add(slope, curve, row, precision * (elo - dot(row, values)), precision)
        inverse = inverted(curve)
        step = [max(-100.0, min(dot(line, slope), 100.0)) for line in inverse]
        values = [a + b for a, b in zip(values, step, strict=True)]
        if max(map(abs, step)) < 1e-6:
            break
    scatter = [[0.0] * size for _ in range(size)]
    for row, won, games in rows:
        expected = 1 / (1 + math.exp(-ELO * dot(row, values)))
        add([0.0] * size, scatter, row, 0.0, (games * ELO * (won - expected)) ** 2)
    for row, _, precision in fixed:
        add([0.0] * size, scatter, row, 0.0, precision)
    half = product(inverse, scatter)
    return Curve(tuple(levels), values, product(half, inverse))


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    return math.fsum(x * y for x, y in zip(a, b, strict=True))


def add(slope: list[float], curve: list[list[float]], row: Sequence[float], by: float, weight: float) -> None:
    """Adds an observation to the slope and the curvature of a likelihood."""
    for at, x in enumerate(row):
        if x:
            slope[at] += by * x
            for beside, y in enumerate(row):
                curve[at][beside] += weight * x * y


def product(a: Sequence[Sequence[float]], b: Sequence[Sequence[float]]) -> list[list[float]]:
    columns = list(zip(*b, strict=True))
    return [[dot(row, column) for column in columns] for row in a]


def inverted(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a positive definite matrix, by elimination."""
    size = len(matrix)
    rows = [[*row, *(float(at == number) for at in range(size))] for number, row in enumerate(matrix)]
    for at in range(size):
        pivot = rows[at][at]
        rows[at] = [x / pivot for x in rows[at]]
        for other in range(size):
            if other != at and rows[other][at]:
                factor = rows[other][at]
                rows[other] = [x - factor * y for x, y in zip(rows[other], rows[at], strict=True)]
    return [row[size:] for row in rows]


STEP = 50  # Elo between two strengths
MOST = 70  # the step to either end may be that long
FINE = 500  # weights looked at between two levels
LOWER = 150  # Elo below the first opponent at which the dial ends


def marks(lowest: float, bottom: float, top: float) -> list[int]:
    """The strengths on the dial: multiples of STEP from the lowest on, to the strongest player; down to the weakest
    one if that is above the lowest.

    >>> marks(870, 500, 1062), marks(550, 561, 775)
    ([900, 950, 1000, 1062], [561, 606, 650, 700, 738, 775])
    """
    found = [*range(STEP * math.ceil(max(lowest, bottom) / STEP), math.floor(top) + 1, STEP)]
    if lowest < bottom:
        found = ended(found[::-1], bottom)[::-1]
    return ended(found, top)


def ended(found: Sequence[int], end: float) -> list[int]:
    """Marks, the last of which gives way to the end of the dial, so that no step is much shorter or longer than the
    others."""
    *rest, _ = found
    gap = end - rest[-1]
    return [*rest, *([round(rest[-1] + gap / 2)] if abs(gap) > MOST else []), round(end)]


def steps(curve: Curve, lowest: float) -> dict[int, Mixture]:
    """The mixture of each strength: the first one on the way up that reaches it."""
    way = [
        Mixture(low, high, number / FINE) for low, high in pairwise(curve.levels) for number in range(FINE + 1)
    ]
    reached = [ANCHOR[1] + curve.at(mixture)[0] for mixture in way]
    *below, top = marks(lowest, reached[0], reached[-1])
    first = {mark: next(one for one, elo in zip(way, reached, strict=True) if elo >= mark - 0.5) for mark in below}
    return first | {top: way[-1]}


def section(curve: Curve, seats: int, first: int, note: str) -> str:
    """A table of strengths.toml. first: near which strength the first opponent plays."""
    levels = [name for name in curve.levels if name in OPPONENTS]
    dial = steps(curve, first - LOWER)
    nearest = min(dial, key=lambda step: abs(step - first))
    lines = [f"# {seats} seats: {note}", f"[{seats}]", f"first = {nearest}", "", f"[{seats}.levels]"]
    lines += [f"{level} = {ANCHOR[1] + curve.at(pure(level))[0]:.0f}" for level in levels]
    lines += ["", f"[{seats}.steps]"]
    for step, (lower, upper, weight) in dial.items():
        elo, error = curve.at(Mixture(lower, upper, weight))
        low, high = (ANCHOR[1] + elo + sign * Z95 * error for sign in (-1, 1))
        lines.append(f'{step} = ["{lower}", "{upper}", {weight:g}, {ANCHOR[1] + elo:.0f}, {low:.0f}, {high:.0f}]')
    return "\n".join(lines) + "\n"


def written(path: Path, text: str, seats: int) -> None:
    """Puts a table into strengths.toml, in the place of the one for this number of seats."""
    old = path.read_text("utf-8") if path.exists() else ""
    head, *parts = re.split(r"^(?=# \d+ seats)", old, flags=re.MULTILINE)
    others = {int(part.split()[1]): part.rstrip() + "\n" for part in parts}
    others[seats] = text
    path.write_text(head + "\n".join(others[count] for count in sorted(others)), "utf-8")


def calibrate(
    game: str,
    options: Mapping[str, Any],
    levels: Sequence[str],
    files: Sequence[Path],
    known: Sequence[Known],
    first: int,
    note: str = "",
) -> dict[str, Any]:
    """The fit of all deals that some files keep: Elo with its 95 % interval at each knot, and how many games were
    played there; each strength of the table against the next; and the table for strengths.toml."""
    match = Match(game, options)
    kept = [deal for path in files for deal in read_deals(path, game, match.options)]
    deals = {(deal.first, deal.second, deal.number): deal for deal in kept if lies_on(levels, deal)}
    curve = fitted(levels, deals.values(), known)
    played, results = Counter[str](), defaultdict[Pair, list[float]](list)
    for deal in deals.values():
        played.update({deal.first: deal.games, deal.second: deal.games})
        results[deal.first, deal.second].append(deal.won)
    found = []
    for mixture in knots(levels):
        elo, error = curve.at(mixture)
        bounds = [round(ANCHOR[1] + elo + sign * Z95 * error) for sign in (0, -1, 1)]
        found.append({"player": named(mixture), "elo": bounds, "games": played[named(mixture)]})
    beside = [
        {
            "players": [*pair],
            "games": 2 * len(results[pair]),
            "elo": elo_interval([1 - won for won in results[pair]]),
            "fitted": round(curve.at(read_name(pair[1]))[0] - curve.at(read_name(pair[0]))[0]),
        }
        for pair in neighbours(game, match.seats_count, levels)
        if results[pair]
    ]
    games = sum(deal.games for deal in deals.values())
    fit = {"game": game, "options": match.options, "games": games, "knots": found, "neighbours": beside}
    return fit | {"seats": match.seats_count, "table": section(curve, match.seats_count, first, note)}


def lies_on(levels: Sequence[str], deal: Deal) -> bool:
    """Whether both players of a deal mix neighbouring ones of these levels."""
    ways = {*pairwise(levels), *((level, level) for level in levels)}
    return all((one.lower, one.upper) in ways for one in map(read_name, (deal.first, deal.second)))
