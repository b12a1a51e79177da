"""What the tests of all games' reasons share: mistakes to count again, the comparison of two counts, and whether a
motif is a reason."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

from native import Match
from native.grades import SERIOUS
from native.play import reasons
from native.play.judge import Worth
from native.play.outcome import Outcome
from native.play.reasons import Reasoning, motifs_of
from native.play.review import Grade

Levels = Sequence[float | None]  # of a statement, deal by deal; None: it does not hold


def mistakes(match: Match, most: int, every: float, permille: int) -> Iterator[tuple[Match, str, str]]:
    """Plays a new match as Hatchling and yields its mistakes as Dragon judges them, each with the better move.

    every: share of the choices that are judged. permille: of Dragon's counts.
    """
    chance, found = random.Random(match.seed), 0
    while not match.over and found < most:
        move = match.advise("hatchling", rng=match.seed + len(match.moves)).move
        if len(match.legal()) > 1 and chance.random() < every:
            grade = Grade(match.to_act or 0, move, Worth(match.advise("dragon", permille=permille)))
            if grade.word(match.game) in SERIOUS:
                found += 1
                yield match.copy(), move, grade.better()
        match.play(move)


def assert_same_shares(ours: Levels, theirs: Levels, *about: str) -> None:
    """Both counts hold in the same share of deals, at every level."""
    for least in {level for level in (*ours, *theirs) if level is not None}:
        shares = [sum(x is not None and x >= least for x in one) / len(ours) for one in (ours, theirs)]
        assert abs(shares[0] - shares[1]) < 0.05, (*about, least, shares)


def by_rules_alone(patch: pytest.MonkeyPatch) -> None:
    """No match is played on for a reason."""
    patch.setattr(Outcome, "told_of", lambda _outcome, _before: False)


def given(
    match: Match,
    name: str,
    move: str,
    better: str,
    monkeypatch: pytest.MonkeyPatch,
    loss: float = 2.0,
    deals: int = reasons.DEALS,
    face_up: bool = False,
) -> bool:
    """Whether a motif is a reason, if the move loses so much."""
    assert {move, better} <= {*match.legal()}
    (motif,) = (one for one in motifs_of(match.game) if one.name == name)
    with monkeypatch.context() as patch:
        patch.setattr(reasons, "motifs_of", lambda _game: (motif,))
        by_rules_alone(patch)
        reasoning = Reasoning(match, move, better, {move: 0.0, better: loss}, deals, face_up=face_up)
        reasoning.work()
    return bool(reasoning.found)
