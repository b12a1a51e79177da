"""Benchmarks of Dragonmaster."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from ..match import Match
from ..tools.measure import Bench, bench_solver

KINDS = ("dragonlords", "wizards", "runesword", "first", "staff")
PER_KIND = (  # solver, objective, deals by number of players, Power Play or not
    ("coalition", "coalition value", {4: 1000, 3: 1000}, False),
    ("power", "power value", {4: 1000, 3: 1000}, True),
    ("maxn", "maxn moves", {4: 1, 3: 20}, False),
)


def calls(
    players: int, kind: str, seeds: Iterable[int], power: bool = False
) -> Iterator[tuple[int, Match]]:
    """Hands just after a call of this kind, played by the Dragonmaster or by a Power Player.

    A Power Player holds the Dragon and is not the Dragonmaster; seeds without one are skipped.
    """
    for seed in seeds:
        match = Match(
            "tricks", {"players": players, "level": "advanced" if power else "basic"}, seed
        )
        if power and "keep" not in match.legal():
            continue
        if power:
            match.play("keep")
        match.play(f"call {kind}")
        yield seed, match


def hands(players: int, kind: str, objective: str, count: int, power: bool) -> dict[str, Any]:
    """The times and nodes for `count` hands of a kind."""
    dealt = calls(players, kind, itertools.count(1), power)
    return bench_solver(itertools.islice(dealt, count), objective)


HEADLINES: dict[str, Bench] = {
    "a hand of 4, all against the caller": partial(
        hands, 4, "first", "coalition value", 500, False
    ),
    "a hand of 4, pair against pair": partial(hands, 4, "first", "bridge:0,2 value", 500, False),
}
BENCHES: dict[str, Bench] = {
    **{
        f"tricks/{name}/{players}/{kind}": partial(
            hands, players, kind, objective, count[players], power
        )
        for players in (4, 3)
        for kind in KINDS
        for name, objective, count, power in PER_KIND
    },
    "tricks/bridge/4": partial(hands, 4, "first", "bridge:0,2 value", 1000, False),
    "tricks/bridge/4/all": partial(hands, 4, "first", "bridge:0,2 moves", 1000, False),
}
