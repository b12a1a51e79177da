"""What is measured of the grid duel."""

from __future__ import annotations

from functools import partial
from typing import Any

from ..match import Match
from ..search import Search
from ..tools.measure import Bench, bench_search, random_positions
from ..values import Advice, Solution

CARDS = 16  # of both hands


def open_board(objective: str, count: int = 100) -> dict[str, Any]:
    """So many deals solved from the empty board, all cards open."""

    def ask(match: Match, search: Search) -> Solution:
        return match.solve(objective, search=search)

    return bench_search(random_positions("duel", count, 0, {"open_hands": True, "first": 0}), ask)


def hidden(left: int, count: int) -> dict[str, Any]:
    """Dragon's decisions with so many cards left."""

    def ask(match: Match, search: Search) -> Advice:
        return match.advise(search=search)

    return bench_search(random_positions("duel", count, CARDS - left, {"first": 0}), ask)


HEADLINES: dict[str, Bench] = {
    "who wins, from the empty grid": partial(open_board, "outcome value", 20),
}
BENCHES: dict[str, Bench] = {
    "duel/open/16": partial(open_board, "outcome value"),
    "duel/open/16/all": partial(open_board, "outcome"),
    **{
        f"duel/hidden/{left}": partial(hidden, left, 100 if left < 7 else 20)
        for left in range(1, CARDS + 1)
    },
}
