"""Puzzles of Dragonheart: endings with all cards open."""

from __future__ import annotations

from ..match import Match
from ..play.mining import Kind

MOST_LEFT = 22  # cards in hands and decks together


def ending(match: Match) -> bool:
    """Whether few cards are left."""
    state = match.state()
    left: int = sum(map(len, state["hands"])) + sum(state["decks"])
    return left <= MOST_LEFT


KINDS = (
    Kind("heart.most", {}, ending, 3.0),
    Kind("heart.result", {}, ending, 1.0, objective="outcome", outcome=True),
)
