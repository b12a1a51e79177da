"""The players of Dragon Wars.

Proved here: advice is a legal move with a value for each, a function of what the seat knows and of the number given;
Dragon beats a player that moves at random and the one that looks least far; it does what is plainly right.
"""

from __future__ import annotations

import random

import pytest

from native import Match
from native.match import Advice

LEVELS = ("hatchling", "wyrmling", "drake", "dragon")


def positions(players: int, seed: int, share: float) -> list[Match]:
    """This share of the positions of a random game."""
    match, rng, found = Match("wars", {"players": players}, seed=seed), random.Random(seed), []
    while not match.over:
        if rng.random() < share:
            found.append(Match("wars", {"players": players}, seed=seed))
            for move in match.moves:
                found[-1].play(move)
        match.play(rng.choice(match.legal()))
    return found


def advice(match: Match, level: str = "dragon", rng: int = 0, permille: int = 0) -> Advice:
    return match.advise(level, rng=rng, permille=permille)._replace(seconds=0.0)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_advice_depends_on_what_the_seat_knows_only(level: str, players: int) -> None:
    """Other hidden cards, another seed: the same advice, bit for bit, at every stage of a game."""
    checked = 0
    for match in positions(players, players, 0.15):
        seat = match.to_act
        assert seat is not None
        first = advice(match, level, permille=50)
        for number in range(2):
            other = match.redealt(seat, number)
            assert other.advise(level, permille=50)._replace(seconds=0.0) == first
        checked += 1
    assert checked >= 8


@pytest.mark.parametrize("level", LEVELS)
def test_every_legal_move_has_a_value_and_one_is_played(level: str) -> None:
    for match in positions(3, 5, 0.05):
        found = advice(match, level, permille=50)
        assert sorted(choice.move for choice in found.moves) == sorted(match.legal())
        assert found.move in match.legal()
        assert sum(choice.weight for choice in found.moves) == pytest.approx(1)
        assert found.status == "done"


def test_another_number_draws_other_worlds() -> None:
    match = Match("wars", seed=3)
    assert advice(match, rng=1, permille=50) == advice(match, rng=1, permille=50)
    assert advice(match, rng=1, permille=50).moves != advice(match, rng=2, permille=50).moves
