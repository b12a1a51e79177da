"""Puzzles of Fairy Tale: the last cards of a match, by what the seat knows."""

from __future__ import annotations

from ..match import Match
from ..mine import Kind

LAST_PLAY = 8  # the stage


def last_cards(match: Match) -> bool:
    """Whether a card of the last stage is to be laid, or one to be turned over."""
    stage: int = match.state()["stage"]
    return stage == LAST_PLAY


KINDS = (
    Kind("tale.last", {"players": 2}, last_cards, 2.0, open=False),
    Kind("tale.last_of_three", {"players": 3}, last_cards, 2.0, open=False, proofs=("exact", "every world")),
)
