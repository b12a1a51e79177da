"""Puzzles of Dragon Wars, with open hands: what to press or defend with, when to stop."""

from __future__ import annotations

from ..match import Match
from ..play.mining import Kind


def in_battle(match: Match) -> bool:
    """Whether a battle is under way."""
    return match.state()["battle"] is not None


def attacking(match: Match) -> bool:
    """Whether the attacker is to move in a battle."""
    return in_battle(match) and match.state()["battle"]["attacker"] == match.to_act


def defending(match: Match) -> bool:
    """Whether the defender is to move in a battle."""
    return in_battle(match) and match.state()["battle"]["defender"] == match.to_act


KINDS = (
    Kind("wars.press", {}, attacking, 0.5),
    Kind("wars.defend", {}, defending, 0.5),
)
