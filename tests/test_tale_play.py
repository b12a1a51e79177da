"""The players of Fairy Tale.

Proved here: advice is a legal move with a value for each, a function of what the seat knows and of the number
given; levels stand in order.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from native import Match
from native.match import Advice

LEVELS = ("hatchling", "wyrmling", "drake", "dragon")
VARIANTS: list[dict[str, Any]] = [
    {"players": 2}, {"players": 3}, {"players": 4}, {"players": 2, "expert": True},
    {"players": 5, "expert": True}, {"teams": True}, {"teams": True, "garfield": True, "expert": True},
]  # fmt: skip


def positions(options: dict[str, Any], seed: int, share: float) -> list[Match]:
    """This share of the positions of a random game."""
    match, rng, found = Match("tale", options, seed=seed), random.Random(seed), []
    while not match.over:
        if rng.random() < share:
            found.append(match.copy())
        match.play(rng.choice(match.legal()))
    return found


def advice(match: Match, level: str = "dragon", rng: int = 0, permille: int = 20) -> Advice:
    return match.advise(level, rng=rng, permille=permille)._replace(seconds=0.0)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_advice_depends_on_what_the_seat_knows_only(level: str, options: dict[str, Any]) -> None:
    """Other hidden cards, another seed: the same advice, bit for bit, at every stage of a game."""
    stages = set()
    for match in positions(options, 7, 0.6 if options.get("players", 4) < 4 else 0.25):
        seat = match.to_act
        assert seat is not None
        first = advice(match, level)
        for number in range(2):
            other = match.redealt(seat, number)
            assert other.advise(level, permille=20)._replace(seconds=0.0) == first
        stages.add(match.state()["stage"])
    assert stages == set(range(1, 9))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_every_legal_move_has_a_value_and_one_is_played(level: str, options: dict[str, Any]) -> None:
    for match in positions(options, 5, 0.1):
        found = advice(match, level)
        assert sorted(choice.move for choice in found.moves) == sorted(match.legal())
        assert found.move in match.legal()
        assert sum(choice.weight for choice in found.moves) == pytest.approx(1)
        assert found.status == "done"


def test_another_number_draws_other_worlds() -> None:
    match = Match("tale", seed=3)
    assert advice(match, rng=1) == advice(match, rng=1)
    assert advice(match, rng=1).moves != advice(match, rng=2).moves


# ---- levels ----


def share(better: str, worse: str, players: int, deals: int) -> float:
    """Share of points of one seat's level among others, every seat in turn, on the same deals."""
    won = 0.0
    for seed in range(deals):
        for seat in range(players):
            match = Match("tale", {"players": players}, seed=seed)
            while not match.over:
                match.play(match.advise(better if match.to_act == seat else worse, permille=100).move)
            scores = match.scores
            won += sum((scores[seat] > other) + (scores[seat] == other) / 2 for other in scores) - 0.5
    return won / (deals * players * (players - 1))


@pytest.mark.parametrize(
    ("better", "worse"),
    [("dragon", "wyrmling"), ("drake", "hatchling"), ("wyrmling", "hatchling"), ("hatchling", "random")],
)
@pytest.mark.parametrize("players", [2, 4])
def test_levels_stand_in_order(better: str, worse: str, players: int) -> None:
    assert share(better, worse, players, 12) > 0.5
