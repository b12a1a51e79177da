"""What the tests of players share: positions of random games, advice without its time, matches between levels."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from native import Advice, Match
from native.grades import Word
from native.play.judge import Verdict
from native.play.reasons import Reasoning


def positions(game: str, options: Mapping[str, Any], seed: int, share: float) -> list[Match]:
    """This share of the positions of a random game."""
    match, rng, found = Match(game, options, seed=seed), random.Random(seed), []
    while not match.over:
        if rng.random() < share:
            found.append(match.copy())
        match.play(rng.choice(match.legal()))
    return found


def advice(match: Match, level: str = "dragon", rng: int = 0, permille: int = 0) -> Advice:
    return match.advise(level, rng=rng, permille=permille)._replace(seconds=0.0)


def assert_advised(match: Match, level: str, permille: int) -> None:
    """A legal move, a value for each; with other hidden cards and another seed the same, bit for bit."""
    found, seat = advice(match, level, permille=permille), match.to_act
    assert seat is not None
    assert sorted(choice.move for choice in found.moves) == sorted(match.legal())
    assert found.move in match.legal()
    assert sum(choice.weight for choice in found.moves) == pytest.approx(1)
    assert found.status == "done"
    for number in range(2):
        assert match.redealt(seat, number).advise(level, permille=permille)._replace(seconds=0.0) == found


def assert_number_draws_luck_only(match: Match, permille: int) -> None:
    """Another number changes no value of the best level, but it changes what a weak level sees."""
    assert advice(match, rng=1, permille=permille).moves == advice(match, rng=2, permille=permille).moves
    weak = [match.advise("hatchling", rng=number).moves for number in range(8)]
    assert any(moves != weak[0] for moves in weak)


def share_of_points(game: str, better: str, worse: str, players: int, deals: int, permille: int = 0) -> float:
    """Share of points of one seat's level among others, every seat in turn, on the same deals."""
    won = 0.0
    for seed in range(deals):
        for seat in range(players):
            match = Match(game, {"players": players}, seed=seed)
            while not match.over:
                match.play(match.advise(better if match.to_act == seat else worse, permille=permille).move)
            scores = match.scores
            won += sum((scores[seat] > other) + (scores[seat] == other) / 2 for other in scores) - 0.5
    return won / (deals * players * (players - 1))


def doubt_of(match: Match, move: str, better: str, loss: float = 1.0, word: Word = "mistake") -> Verdict:
    """The verdict on a move that is worth so much less than another."""
    reasoning = Reasoning(match, move, better, {move: 0.0, better: loss})
    return Verdict(match.to_act or 0, move, better, loss, word, len(match.moves), "estimate", reasoning)
