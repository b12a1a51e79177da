"""Benchmarks of the grid duel."""

from __future__ import annotations

from functools import cache, partial
from threading import Lock
from typing import Any

from ..match import Match
from ..search import Search
from ..tools.measure import Bench, Decision, bench_search, figures, random_positions, timed
from ..values import Solution

CARDS = 16  # of both hands
MATCHES = 6  # whose decisions are timed: a minute in all
PLAYING = Lock()  # so that benches side by side do not play the same matches twice


def open_board(objective: str, count: int = 100) -> dict[str, Any]:
    """The times and nodes for solving deals from the empty board, with all cards open."""

    def ask(match: Match, search: Search) -> Solution:
        return match.solve(objective, search=search)

    return bench_search(random_positions("duel", count, 0, {"open_hands": True, "first": 0}), ask)


@cache
def matches() -> dict[int, list[Decision]]:
    """Dragon's decisions in whole matches against itself, by the number of cards left. As at the
    table, each seat reuses what it has worked out, so a decision costs what a player waits for."""
    found: dict[int, list[Decision]] = {left: [] for left in range(1, CARDS + 1)}
    for seed in range(1, MATCHES + 1):
        match, searches = Match("duel", {"first": 0}, seed), (Search(), Search())
        while not match.over:
            search = searches[match.to_act or 0]
            decision, advice = timed(match, lambda m, s: m.advise(search=s), search)
            found[CARDS - len(match.moves)].append(decision)
            match.play(advice.move)
    return found


def hidden(left: int) -> dict[str, Any]:
    """Dragon's decisions with this many cards left."""
    with PLAYING:
        found = figures(matches()[left])
    found.pop("nodes_per_s", None)  # an ending that was kept counts its nodes again
    return found


HEADLINES: dict[str, Bench] = {
    "who wins, from the empty grid": partial(open_board, "outcome value", 20),
}
BENCHES: dict[str, Bench] = {
    "duel/open/16": partial(open_board, "outcome value"),
    "duel/open/16/all": partial(open_board, "outcome"),
    **{f"duel/hidden/{left}": partial(hidden, left) for left in range(1, CARDS + 1)},
}
