"""Mines puzzles: positions in which few moves are right, proven by the engine.

It plays matches between levels, deal after deal. A game's kinds of puzzles (native/GAME/puzzles.py)
say which positions qualify, how they are proven, and the least cost of the best wrong move. A
position becomes a puzzle if at most a third of its moves are right and Wyrmling, asked several
times, misses them at least half the time. In every EASY_EVERYth deal easy puzzles are wanted
instead, which every level nearly always finds. Deals are numbered from the seed, so the same
arguments give the same puzzles, and shard K of N can be mined elsewhere.

    >>> puzzle = next(mine("duel", seed=7, kinds=["duel.win"]))
    >>> puzzle["task"], puzzle["proof"], len(puzzle["solution"]) >= 1
    ('duel.win', 'exact', True)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import partial
from itertools import count, zip_longest
from typing import Any, NamedTuple

from ..games import check_game, own_part
from ..match import Match
from ..position import Unsolved
from ..records import SEED_LIMIT, check_seed
from ..search import Search
from ..values import Advice, MoveValue, Solution
from .reasons import Reasoning, follows
from .reasons import motif_of as motif_named

MOST_RIGHT = 3  # at most one move in three may be right
ASKED = 8  # how often a level is asked that does not state its whole policy
MOST_FOUND = 0.5  # of Wyrmling's answers that may be right
EASY_EVERY = 4
EASY_FOUND = 0.75  # of each level's answers that must be right for an easy puzzle
SOLVERS = {"hatchling": 800.0, "wyrmling": 1100.0, "drake": 1400.0, "dragon": 1700.0}  # ratings
SOLVE_NODES = 3_000_000
OWN_RATING = 1200  # of the puzzles that are made of mistakes: as hard as an average one
PLAYED_AT = 20  # permille of a level's node counts in the matches that provide positions
SAME = 1e-9
DIGITS = 4  # decimals of stored values
RATING_PLY = 10  # rating points for each move of the refutation
LOWEST, HIGHEST = 0.0, 3000.0  # between which ratings are sought
STEP = 100  # width of a rating bin; a pack takes evenly from all

Puzzle = dict[str, Any]


class Stopped(Exception):
    """The miner's search was stopped."""


class Kind(NamedTuple):
    """A kind of puzzle of one game.

    task: the id of its sentence. options: of the matches to search. open: the values are the
    solver's for `objective`; otherwise the adviser's, if its proof is one of `proofs`.
    """

    task: str
    options: Mapping[str, Any]
    fits: Callable[[Match], bool]  # a cheap test whether a position is worth examining
    least: float  # the least cost of the best wrong move
    wanted: Callable[[Match, float], bool] = lambda _match, _best: True  # accepts the best value
    objective: str = ""
    open: bool = True
    proofs: tuple[str, ...] = ("exact", "every world", "equilibrium")
    levels: tuple[str, ...] = ("wyrmling", "drake")
    sure: bool = False  # right is only what a plan by what the seat sees brings in every deal
    outcome: bool = False  # values are 1 for a win, 0 for a draw, -1 for a loss
    finer: str = ""  # a second objective that ranks equally good replies
    past: Callable[[Match], bool] = lambda match: match.over  # whether the rest can be skipped
    shown: Callable[[Match], Sequence[str]] = lambda _: ()  # the moves that look best by what stands on the cards
    key: Callable[[Match], str] = lambda match: str(sorted(match.state().items(), key=str))  # alike: equal


class Evaluation(NamedTuple):
    """The values of a position's moves for the seat that solves."""

    values: dict[str, float]
    right: list[str]
    proof: str
    line: int  # length of the solver's line

    @property
    def best(self) -> float:
        """The value of a right move."""
        return self.values[self.right[0]]

    @property
    def following(self) -> float:
        """The value of the best wrong move."""
        return min((value for move, value in self.values.items() if move not in self.right), key=self._gap)

    def _gap(self, value: float) -> float:
        return abs(self.best - value)


def kinds_of(game: str) -> Sequence[Kind]:
    none: Sequence[Kind] = ()
    return own_part(game, "puzzles", "KINDS", none)


def own_kind(game: str) -> Kind:
    """The kind of puzzles that are made of a person's own mistakes. It is never mined."""
    return Kind(f"{game}.own", {}, lambda _: False, 0.0, open=False)


def kind_of(game: str, task: str) -> Kind | None:
    """The kind of puzzles with a task; None if the game has none."""
    return next((kind for kind in (*kinds_of(game), own_kind(game)) if kind.task == task), None)


def mine(
    game: str,
    seed: int,
    shard: tuple[int, int] = (0, 1),
    kinds: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
) -> Iterator[Puzzle]:
    """Puzzles without end, all different: of deals seed + shard[0], then every shard[1]-th.

    kinds: their tasks (none: all of the game). options: replace those of the kinds. Raises
    BadRecord if one is wrong.
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
    """The same deal by deal, with the deal's number. jobs: cores to use; the result is the same."""
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
    """The puzzles of each deal, in order of deals, some of which are searched ahead."""
    from concurrent.futures import Future, ThreadPoolExecutor  # late: the arcade does not need it

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
    """The puzzles of one deal, of all kinds. Raises Stopped when the search is stopped."""
    return [puzzle for puzzle, _ in _of_deal(game, kinds_of(game), deal, search)]


def _of_deal(game: str, kinds: Sequence[Kind], deal: int, search: Search | None) -> Mined:
    """One puzzle of a position at most: of two kinds that both take it, the later one keeps it."""
    found = [one for kind in kinds for one in _puzzles_of_deal(game, kind, deal, search)]
    return [(puzzle, key) for key, puzzle in {key: puzzle for puzzle, key in found}.items()]


def _puzzles_of_deal(
    game: str, kind: Kind, deal: int, search: Search | None
) -> Iterator[tuple[Puzzle, str]]:
    """The first puzzle of a kind in a match of this deal, with its key; only one a match, so that
    packs are varied."""
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
    """The puzzle in a position, or None."""
    found = values_of(match, kind, search)
    if found is None or len(found.right) * MOST_RIGHT > len(found.values):
        return None
    if abs(found.best - found.following) < kind.least - SAME or not kind.wanted(match, found.best):
        return None
    if plainly(kind, match, found.right):
        return None
    ask = partial(_found_by, match, right=found.right, rng=rng, search=search)
    if rng % EASY_EVERY == 0:
        if any(ask(level) < EASY_FOUND for level in SOLVERS):
            return None
    elif ask("wyrmling") > MOST_FOUND:
        return None
    shares = [ask(level) for level in SOLVERS]
    return _puzzle(match, kind, found, rating(shares, found.line), motif_of(match, found, kind.open)) | {
        "found": [round(share, DIGITS) for share in shares],
        "depth": found.line,
    }


def plainly(kind: Kind, match: Match, right: Sequence[str]) -> bool:
    """Whether the answer can be read off the cards."""
    return bool(shown := kind.shown(match)) and {*shown} <= {*right}


def motif_of(match: Match, found: Evaluation, face_up: bool) -> str:
    """The motif of the first reason by the rules why a right move is better than the best wrong one, of those whose
    principle all right moves follow; "" without one."""
    losses = {move: -abs(found.best - value) for move, value in found.values.items()}
    wrong = max((move for move in losses if move not in found.right), key=lambda move: losses[move])
    reasoning = Reasoning(match, wrong, found.right[0], losses, face_up=face_up)
    reasoning.work()
    named = (one.motif for one in (*reasoning.found, *reasoning.ruled) if not one.played)
    return next((one for one in named if followed(one, match, found.right, face_up)), "")


def followed(motif: str, match: Match, right: Sequence[str], face_up: bool) -> bool:
    """Whether all right moves of a position do what the principle of a motif says."""
    known = motif_named(motif)
    wrong = [move for move in match.legal() if move not in right]
    return known is not None and all(follows(known, match, move, wrong, face_up) for move in right)


def puzzle_of(match: Match, advice: Advice, motif: str = "") -> Puzzle | None:
    """The puzzle in a position in which a person made a mistake; None if the right moves are not
    proven, or most moves are right."""
    kind = own_kind(match.game)
    found = told_by(advice, kind)
    if found is None or len(found.right) * 2 > len(found.values):
        return None
    return _puzzle(match, kind, found, OWN_RATING, motif)


def _puzzle(match: Match, kind: Kind, found: Evaluation, points: int, motif: str) -> Puzzle:
    return {
        "record": _record(match),
        "seat": match.to_act,
        "open": kind.open,
        "solution": found.right,
        "value": round(found.best, DIGITS),
        "next": round(found.following, DIGITS),
        "proof": found.proof,
        "task": kind.task,
        "rating": points,
        "motif": motif,
    }


# ---- packs ----


def packed(games: Sequence[str], puzzles: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """Up to `most` puzzles of one game, all different, evenly from all kinds and difficulties. Those without a
    theme that all right moves follow are left out, and those whose answer stands on the cards.

    It takes from each kind and each rating bin in turn the one with the shortest record. Raises
    ValueError if the puzzles are of several games.
    """
    if len(set(games)) != 1:
        raise ValueError(f"puzzles of several games: {', '.join(sorted(set(games)))}")
    kinds = {kind.task: kind for kind in kinds_of(games[0])}
    alike: dict[str, Puzzle] = {}
    for puzzle in puzzles:
        if puzzle["task"] in kinds and puzzle["motif"]:
            match, kind = Match.load(puzzle["record"]), kinds[puzzle["task"]]
            right = puzzle["solution"]
            if not plainly(kind, match, right) and followed(puzzle["motif"], match, right, puzzle["open"]):
                alike[kind.key(match)] = puzzle
    rows = [_spread([p for p in alike.values() if p["task"] == task]) for task in kinds]
    chosen = [puzzle for turn in zip_longest(*rows) for puzzle in turn if puzzle][:most]
    return sorted(chosen, key=lambda puzzle: (puzzle["rating"], puzzle["record"]["seed"], puzzle["task"]))


def _spread(puzzles: list[Puzzle]) -> list[Puzzle]:
    """The puzzles of a kind in the order in which they are taken."""
    short = sorted(puzzles, key=lambda puzzle: (len(str(puzzle["record"])), puzzle["record"]["seed"]))
    steps: dict[int, list[Puzzle]] = {}
    for puzzle in short:
        steps.setdefault(puzzle["rating"] // STEP, []).append(puzzle)
    rows = [steps[step] for step in sorted(steps)]
    return [puzzle for turn in zip_longest(*rows) for puzzle in turn if puzzle]


# ---- finding puzzles ----


def _record(match: Match) -> dict[str, Any]:
    """The record up to the position, without default options, without seats, and without what other
    programs added."""
    standard = {option.name: option.standard for option in match.info.options}
    record = {name: value for name, value in match.record().items() if name not in match.extra}
    record["options"] = {name: value for name, value in record["options"].items() if value != standard[name]}
    del record["seats"]
    return record


def values_of(match: Match, kind: Kind, search: Search | None = None) -> Evaluation | None:
    """The proven value of every move; None if there is no proof."""
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
    """The advice of a level, in a given search that can be stopped."""
    if search:
        search.forget()
    found = match.advise(level, rng, permille=permille, search=search)
    if search and search.stopped:
        raise Stopped
    return found


def told_by(answer: Solution | Advice, kind: Kind) -> Evaluation | None:
    """The values that a search has found; None if nothing is proven or all moves are right."""
    if isinstance(answer, Solution):
        exact = answer.status == "exact"
        return _found(answer.moves, kind, "exact", len(answer.line)) if exact else None
    return _found(answer.moves, kind, answer.proof, 0) if answer.proof in kind.proofs else None


def _found(moves: Sequence[MoveValue], kind: Kind, proof: str, line: int) -> Evaluation | None:
    """The values by move. None if no move is right, or all are."""
    values = {m.move: m.merit for m in moves}
    best = [values[m.move] for m in moves if (m.sure if kind.sure else m.best)]
    if not best:
        return None
    right = [m.move for m in moves if abs(m.merit - best[0]) <= SAME and (m.sure or not kind.sure)]
    return Evaluation(values, right, proof, line) if len(right) < len(values) else None


def _found_by(
    match: Match, level: str, right: Sequence[str], rng: int, search: Search | None
) -> float:
    """How often a level finds a right move: by its policy if it states that, else by asking."""
    count = 0
    for ask in range(ASKED):
        advice = _advised(match, level, search, (rng * ASKED + ask) % SEED_LIMIT)
        if advice.policy == "whole":
            return min(1.0, sum(m.weight for m in advice.moves if m.move in right))
        count += advice.move in right
    return count / ASKED


def rating(found: Sequence[float], depth: int) -> int:
    """The difficulty as a rating. found: how often each of SOLVERS finds a right move. depth: moves
    of the refutation.

    It is the rating at which Elo's curve expects as many right answers of solvers of these
    strengths as there are: the maximum likelihood of Rasch's model ("Probabilistic models for some
    intelligence and attainment tests", 1960). Half a right and half a wrong answer are added for
    each level, so that it stays finite.
    """
    wanted = sum((share * ASKED + 0.5) / (ASKED + 1) for share in found)
    low, high = LOWEST, HIGHEST
    while high - low > 0.1:
        middle = (low + high) / 2
        right = sum(1 / (1 + 10 ** ((middle - solver) / 400)) for solver in SOLVERS.values())
        low, high = (middle, high) if right > wanted else (low, middle)
    return round(low) + RATING_PLY * depth
