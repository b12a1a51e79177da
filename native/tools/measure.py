"""Benchmarks of searches and playouts: processor time on seeded positions."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from .._engine import ffi, lib
from ..games import LEVELS
from ..match import Match
from ..search import Search
from ..values import Advice, Solution

Bench = Callable[[], dict[str, Any]]
Found = TypeVar("Found", bound=Solution | Advice)
PLAYERS = LEVELS[4:]  # those for people


def mean(numbers: Sequence[float]) -> float:
    return math.fsum(numbers) / len(numbers)


def median(numbers: Sequence[float]) -> float:
    """The middle number, or the mean of the two in the middle."""
    ordered, middle = sorted(numbers), len(numbers) // 2
    if len(numbers) % 2:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2


def summary(milliseconds_each: Sequence[float], nodes: Sequence[int]) -> dict[str, Any]:
    """Median, 95th percentile and maximum time, and nodes if there are any."""
    ordered = sorted(milliseconds_each)
    found: dict[str, Any] = {
        "median_ms": round(median(ordered), 4),
        "p95_ms": round(ordered[math.ceil(0.95 * len(ordered)) - 1], 4),
        "max_ms": round(ordered[-1], 4),
        "n": len(ordered),
    }
    if any(nodes):
        found["nodes_median"] = round(median(nodes))
        found["nodes_per_s"] = round(sum(nodes) / (sum(ordered) / 1000 + 1e-9))
    return found


class Decision(NamedTuple):
    """What a search cost, and how exploitable the equilibrium is that it found, if it is one."""

    milliseconds: float
    nodes: int
    exploitability: float | None


def timed(
    match: Match, ask: Callable[[Match, Search], Found], search: Search
) -> tuple[Decision, Found]:
    """A search's cost in processor time, and what it found. Raises Unsolved if the solver gives
    up."""
    begin = time.thread_time()
    found = ask(match, search)
    spent = (time.thread_time() - begin) * 1000
    gap = found.exploitability if isinstance(found, Advice) else None
    return Decision(spent, found.nodes, gap), found


def figures(decisions: Sequence[Decision]) -> dict[str, Any]:
    """The summary of some searches; of equilibria also the worst exploitability."""
    gaps = [one.exploitability for one in decisions if one.exploitability is not None]
    worst = {"equilibria": len(gaps), "exploitability_max": max(gaps)} if gaps else {}
    milliseconds = [one.milliseconds for one in decisions]
    return summary(milliseconds, [one.nodes for one in decisions]) | worst


def bench_search(
    positions: Iterator[Match], ask: Callable[[Match, Search], Solution | Advice]
) -> dict[str, Any]:
    """Times one search per position, with an empty table each time. Raises Unsolved if a solver
    gives up."""
    search = Search()
    decisions = []
    for match in positions:
        search.forget()
        decisions.append(timed(match, ask, search)[0])
    return figures(decisions)


def bench_solver(
    positions: Iterator[tuple[int, Match]], objective: str, mb: int = 16
) -> dict[str, Any]:
    """The same for solvers that need microseconds: only their own time. Adds the first and last
    seed."""
    search = Search(mb)
    limits, progress = ffi.new("Limits *", {"mb": mb}), ffi.new("Progress *")
    result, asked = ffi.new("Result *"), ffi.new("char[]", objective.encode())
    spent, nodes, seeds = [], [], []
    for seed, match in positions:
        search.forget()
        game, state, table = match._table, match._state, search.table
        begin = time.thread_time()
        lib.solve(game, state, asked, limits, table, progress, result)
        spent.append((time.thread_time() - begin) * 1000)
        nodes.append(result.nodes)
        seeds.append(seed)
    counted = {"nodes_mean": round(mean(nodes), 1), "seeds": [min(seeds), max(seeds)]}
    return summary(spent, nodes) | counted


def random_positions(
    game: str, count: int, moves: int, options: Mapping[str, Any]
) -> Iterator[Match]:
    """Seeded positions: each deal after this many random moves."""
    for seed in range(1, count + 1):
        match = Match(game, options, seed)
        rng = ffi.new("Rng *")
        lib.rng_seed(rng, seed, 1)
        for _ in range(moves):
            legal = match.legal()
            match.play(legal[lib.rng_below(rng, len(legal))])
        yield match


def choices(game: str, count: int) -> Iterator[Match]:
    """Seeded positions of all stages with more than one legal move, reached by random play."""
    for seed in range(1, count + 1):
        match = Match(game, {}, seed)
        chance, plays = random.Random(seed), []
        while not match.over:
            plays.append(chance.choice(match.legal()))
            match.play(plays[-1])
        match.goto(len(plays) * (seed - 1) // count)
        while not match.over and len(match.legal()) < 2:
            match.play(match.legal()[0])
        if not match.over:
            yield match


def bench_playouts(game: str) -> dict[str, Any]:
    """Random matches from the standard deal to the end for half a second; the times are means."""
    match, count, spent = Match(game), 16, 0.0
    while spent < 0.5:
        count *= 2
        begin = time.thread_time()
        lib.playouts(match._table, match._state, 1, count)
        spent = time.thread_time() - begin
    each = round(spent * 1000 / count, 6)
    return {"median_ms": each, "max_ms": each, "n": count, "per_s": round(count / spent)}


def bench_advice(game: str, level: str, count: int = 40) -> dict[str, Any]:
    """Times `count` decisions of a level."""
    return bench_search(choices(game, count), lambda match, search: match.advise(level, search=search))
