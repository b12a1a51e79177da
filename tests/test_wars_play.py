"""The players of Dragon Wars.

Proved here: advice is a legal move with a value for each, a function of what the seat knows and of the number
given; what the last battle's proof words say holds by the slow reference; levels stand in order.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from native import Match
from native.match import Advice
from tests.reference.wars import TooLarge, Wars, battle_values, seeded, value

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


# ---- the last battle ----


def last_battles(seeds: range) -> Iterator[tuple[Match, Wars]]:
    """Turned-up positions of the battles with which games of two end, each with the reference's game."""
    for seed in seeds:
        match, game, rng = Match("wars", seed=seed), seeded(2, seed), random.Random(seed)
        while not match.over:
            if game.turns_to_come == 1 and game.battle and game.battle["revealed"]:
                yield match, game
            attacks = sorted(move for move in match.legal() if move != "discard")
            move = rng.choice(attacks or ["discard"])
            match.play(move)
            game.play(move)


def chances(game: Wars) -> dict[str, float]:
    """How likely the dragon falls after each move, open hands, by the reference: its last counter lost."""
    game = game.copy()
    assert game.battle
    seat = game.battle["defender"]
    dragon = game.dragons[seat]
    assert dragon
    game.battle["defence_sum"] += dragon[1] - 1
    game.dragons[seat] = (dragon[0], 1)
    return battle_values(game, 3000)


def test_proof_words_of_the_last_battle_hold() -> None:
    """Exact: these are the values of the true hands. Every world: no move is better against the true hand."""
    exact = every = chancy = 0
    for match, game in last_battles(range(60)):
        found = advice(match)
        assert game.battle
        dragon = game.dragons[game.battle["defender"]]
        assert dragon
        sign, stake = 1 if match.to_act == game.turn else -1, value(dragon[0]) + 5
        try:
            slow = chances(game)
        except TooLarge:
            continue
        if found.proof == "exact":
            wanted = {move: sign * stake * chance for move, chance in slow.items()}
            assert {choice.move: choice.value for choice in found.moves} == pytest.approx(wanted, abs=1e-7)
            exact += 1
            chancy += any(0 < chance < 1 for chance in slow.values())
        elif found.proof == "every world":
            best = max(sign * chance for chance in slow.values())
            assert sign * slow[found.move] == pytest.approx(best, abs=1e-7)
            assert found.worlds == found.of and found.worlds > 1
            every += 1
    assert exact >= 20
    assert every >= 5
    assert chancy >= 1


# ---- levels ----


def share(better: str, worse: str, players: int, deals: int) -> float:
    """Share of points of one seat's level among others, every seat in turn, on the same deals."""
    won = 0.0
    for seed in range(deals):
        for seat in range(players):
            match = Match("wars", {"players": players}, seed=seed)
            while not match.over:
                match.play(match.advise(better if match.to_act == seat else worse).move)
            scores = match.scores
            won += sum((scores[seat] > other) + (scores[seat] == other) / 2 for other in scores) - 0.5
    return won / (deals * players * (players - 1))


@pytest.mark.parametrize(
    ("better", "worse"), [("drake", "wyrmling"), ("wyrmling", "hatchling"), ("hatchling", "random")]
)
def test_levels_stand_in_order(better: str, worse: str) -> None:
    assert share(better, worse, 2, 15) > 0.5
