"""Mines puzzles: positions of play in which few moves are right, proven by the engine.

Matches between levels are played, deal after deal; a room's kinds (native/GAME/puzzles.py) say where a puzzle may
lie, how it is proven and what the best wrong move must cost at least. A position is a puzzle when at most a third of
its moves are right, and a Wyrmling, asked again and again, misses them at least half the time. Deals are numbered
from the seed, so the same arguments give the same puzzles, and a share of them (shard K of N) can be mined elsewhere.

    >>> puzzle = next(mine("duel", seed=7, kinds=["duel.win"]))
    >>> puzzle["task"], puzzle["proof"], len(puzzle["solution"]) >= 1
    ('duel.win', 'exact', True)
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from itertools import count, zip_longest
from typing import Any, NamedTuple

from ..games import check_game, module_of
from ..match import Match
from ..position import Unsolved
from ..records import SEED_LIMIT, check_seed
from ..search import Search
from ..values import Advice, MoveValue, Solution

MOST_RIGHT = 3  # one move in so many may be right
ASKED = 8  # how often a weak level is asked
MISSED = 0.5  # share of them that has to be wrong
SOLVE_NODES = 3_000_000
PLAYED_AT = 20  # thousandths of a level's counts while matches are played for their positions
SAME = 1e-9
DIGITS = 4  # of the values that are written down
RATING_STEP, RATING_PLY = 160.0, 12.0
STEP = 100  # of the rating, from each of which a pack takes alike

Puzzle = dict[str, Any]


class Stopped(Exception):
    """The search that the mining was done with was stopped."""


class Kind(NamedTuple):
    """A kind of puzzle of one game.

    task is the id of its sentence; options those of the matches to look through. Where the cards are open the values
    are the solver's for an objective, else the adviser's, if its proof is one of the proofs.
    """

    task: str
    options: Mapping[str, Any]
    fits: Callable[[Match], bool]  # cheap: whether this position is worth a look
    least: float  # what the best wrong move must cost
    wanted: Callable[[Match, float], bool] = lambda _match, _best: True  # by the best value
    objective: str = ""
    open: bool = True
    proofs: tuple[str, ...] = ("exact", "every world", "equilibrium")
    levels: tuple[str, ...] = ("wyrmling", "drake")
    finer: str = ""  # objective that tells replies apart which are worth the same by the first
    past: Callable[[Match], bool] = lambda match: match.over  # whether nothing more is to be looked for
    key: Callable[[Match], str] = lambda match: str(sorted(match.state().items(), key=str))  # alike: equal


class Evaluation(NamedTuple):
    """The values of a position's moves, to the seat that solves."""

    values: dict[str, float]
    right: list[str]
    proof: str
    line: int  # plies of the solver's line

    @property
    def best(self) -> float:
        """What a right move is worth."""
        return self.values[self.right[0]]

    @property
    def following(self) -> float:
        """What the best wrong move is worth."""
        return min((value for move, value in self.values.items() if move not in self.right), key=self._gap)

    def _gap(self, value: float) -> float:
        return abs(self.best - value)


def kinds_of(game: str) -> Sequence[Kind]:
    """The kinds of puzzles of a game."""
    kinds: Sequence[Kind] = module_of(game, "puzzles").KINDS
    return kinds


def mine(
    game: str,
    seed: int,
    shard: tuple[int, int] = (0, 1),
    kinds: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
) -> Iterator[Puzzle]:
    """Puzzles without end, no two alike: of deals seed + shard[0], then every shard[1]-th.

    kinds: their tasks (none: all of the game); options replace those of the kinds. BadRecord where one is wrong.
    """
    for _, puzzles in mine_by_deal(game, seed, shard, kinds, options):
        yield from puzzles


def mine_by_deal(
    game: str,
    seed: int,
    shard: tuple[int, int] = (0, 1),
    kinds: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    jobs: int = 1,
) -> Generator[tuple[int, list[Puzzle]], None, None]:
    """The same deal by deal, with the deal's number; on so many cores, with the same result."""
    check_game(game)
    check_seed(seed)
    seen: set[str] = set()
    wanted = [kind for kind in kinds_of(game) if not kinds or kind.task in kinds]
    chosen = [kind._replace(options={**kind.options, **(options or {})}) for kind in wanted]
    for deal, found in _in_order(lambda deal: _of_deal(game, chosen, deal, None), seed, shard, jobs):
        new = {key: puzzle for puzzle, key in found if key not in seen}
        seen |= new.keys()
        yield deal, list(new.values())


Mined = list[tuple[Puzzle, str]]


def _in_order(
    work: Callable[[int], Mined], seed: int, shard: tuple[int, int], jobs: int
) -> Iterator[tuple[int, Mined]]:
    """What is found in each deal, in the order of the deals, some of them looked through ahead."""
    from concurrent.futures import Future, ThreadPoolExecutor  # late: the arcade needs none of it

    ahead: deque[tuple[int, Future[Mined]]] = deque()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            for deal in count(seed + shard[0], shard[1]):
                ahead.append((deal, pool.submit(work, deal)))
                if len(ahead) >= jobs:
                    first, found = ahead.popleft()
                    yield first, found.result()
        finally:
            for _, waiting in ahead:
                waiting.cancel()


def of_deal(game: str, deal: int, search: Search) -> list[Puzzle]:
    """The puzzles of one deal, of all kinds; Stopped as soon as the search is."""
    return [puzzle for puzzle, _ in _of_deal(game, kinds_of(game), deal, search)]


def _of_deal(game: str, kinds: Sequence[Kind], deal: int, search: Search | None) -> Mined:
    return [found for kind in kinds for found in _puzzles_of_deal(game, kind, deal, search)]


def _puzzles_of_deal(
    game: str, kind: Kind, deal: int, search: Search | None
) -> Iterator[tuple[Puzzle, str]]:
    """The first puzzle of a kind in a match of this deal, with its key; one a match, so that packs are varied."""
    match = Match(game, options=kind.options, seed=deal)
    while not match.over and not kind.past(match):
        if kind.fits(match) and len(match.legal()) >= MOST_RIGHT:
            puzzle = judged(match, kind, deal, search)
            if puzzle:
                yield puzzle, kind.key(match)
                return
        level = kind.levels[(deal + (match.to_act or 0)) % len(kind.levels)]
        match.play(_advised(match, level, search, deal, PLAYED_AT).move)


def judged(match: Match, kind: Kind, rng: int = 0, search: Search | None = None) -> Puzzle | None:
    """The puzzle that a position makes, or None."""
    found = values_of(match, kind, search)
    if found is None or len(found.right) * MOST_RIGHT > len(found.values):
        return None
    if abs(found.best - found.following) < kind.least - SAME or not kind.wanted(match, found.best):
        return None
    levels = ("hatchling", "wyrmling", "drake")
    missed = [_missed(match, level, found.right, rng, search) for level in levels]
    if missed[1] < MISSED:
        return None
    return {
        "record": _record(match),
        "seat": match.to_act,
        "open": kind.open,
        "solution": found.right,
        "value": round(found.best, DIGITS),
        "next": round(found.following, DIGITS),
        "proof": found.proof,
        "task": kind.task,
        "rating": rating(missed, found.line),
    }


# ---- packs ----


def packed(games: Sequence[str], puzzles: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """At most so many of the puzzles of one game, no two alike, of all kinds alike and spread over difficulty.

    From each kind, from each step of the rating in turn, the one with the shortest record. ValueError where they are
    of several games.
    """
    if len(set(games)) != 1:
        raise ValueError(f"puzzles of several games: {', '.join(sorted(set(games)))}")
    kinds = {kind.task: kind for kind in kinds_of(games[0])}
    alike = {kinds[p["task"]].key(Match.load(p["record"])): p for p in puzzles if p["task"] in kinds}
    rows = [_spread([p for p in alike.values() if p["task"] == task]) for task in kinds]
    chosen = [puzzle for turn in zip_longest(*rows) for puzzle in turn if puzzle][:most]
    return sorted(chosen, key=lambda puzzle: (puzzle["rating"], puzzle["record"]["seed"], puzzle["task"]))


def _spread(puzzles: list[Puzzle]) -> list[Puzzle]:
    """Puzzles of a kind in the order in which they are taken."""
    short = sorted(puzzles, key=lambda puzzle: (len(str(puzzle["record"])), puzzle["record"]["seed"]))
    steps: dict[int, list[Puzzle]] = {}
    for puzzle in short:
        steps.setdefault(puzzle["rating"] // STEP, []).append(puzzle)
    rows = [steps[step] for step in sorted(steps)]
    return [puzzle for turn in zip_longest(*rows) for puzzle in turn if puzzle]


# ---- what makes a puzzle ----


def _record(match: Match) -> dict[str, Any]:
    """The record up to the position, without the options that are as usual and without seats."""
    standard = {option.name: option.standard for option in match.info.options}
    record = match.record()
    record["options"] = {name: value for name, value in record["options"].items() if value != standard[name]}
    del record["seats"]
    return record


def values_of(match: Match, kind: Kind, search: Search | None = None) -> Evaluation | None:
    """What every move is worth, proven; None where no proof is to be had."""
    if not kind.open:
        return told_by(_advised(match, "even", search), kind)
    if search:
        search.forget()
    try:
        return told_by(match.solve(kind.objective, nodes=SOLVE_NODES, search=search), kind)
    except Unsolved:
        if search and search.stopped:
            raise Stopped from None
        return None


def _advised(
    match: Match, level: str, search: Search | None, rng: int = 0, permille: int = 0
) -> Advice:
    """What a level advises; in a search of one's own as without it, unless it is stopped."""
    if search:
        search.forget()
    found = match.advise(level, rng, permille=permille, search=search)
    if search and search.stopped:
        raise Stopped
    return found


def told_by(answer: Solution | Advice, kind: Kind) -> Evaluation | None:
    """The values that a search has found; None where it proves nothing, or all moves are right."""
    if isinstance(answer, Solution):
        exact = answer.status == "exact"
        return _found(answer.moves, "exact", len(answer.line)) if exact else None
    return _found(answer.moves, answer.proof, 0) if answer.proof in kind.proofs else None


def _found(moves: Sequence[MoveValue], proof: str, line: int) -> Evaluation | None:
    """The values by move; of best moves as many as are worth the same. None where all are right."""
    values = {m.move: float(m.value) for m in moves}
    best = [values[m.move] for m in moves if m.best]
    if not best:
        return None
    right = [move for move, value in values.items() if abs(value - best[0]) <= SAME]
    return Evaluation(values, right, proof, line) if len(right) < len(values) else None


def _missed(
    match: Match, level: str, right: Sequence[str], rng: int, search: Search | None
) -> float:
    """The share of asks in which a level misses every right move."""
    moves = [_advised(match, level, search, (rng * ASKED + ask) % SEED_LIMIT).move for ask in range(ASKED)]
    return sum(move not in right for move in moves) / ASKED


def rating(missed: Sequence[float], line: int) -> int:
    """The difficulty as a rating: 1500 where the levels miss it half the time, more for a longer refutation.

    Each level's odds of missing, half a miss added on both sides, count RATING_STEP for a factor of ten.
    """
    odds = [math.log10((m * ASKED + 0.5) / ((1 - m) * ASKED + 0.5)) for m in missed]
    above = RATING_STEP * sum(odds) + RATING_PLY * line
    return round(1500 + above)
