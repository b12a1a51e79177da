"""Puzzles of Fairy Tale: the last picks and cards of a match, by what the seat knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..match import Match
from ..play.mining import Kind

LAST_DRAFT, LAST_PLAY = 2, 1  # stages before the end
MOST_LEFT = 3  # cards of a pack


def stages_left(state: Mapping[str, Any]) -> int:
    """How many stages are left before scoring, including the present one."""
    left: int = state["stages"] - state["stage"]
    return left


def last_cards(match: Match) -> bool:
    """Whether a card of the last stage is to be laid or flipped."""
    return stages_left(match.state()) == LAST_PLAY


def last_picks(match: Match) -> bool:
    """Whether one of the last two picks of the last draft is due."""
    state = match.state()
    return stages_left(state) == LAST_DRAFT and len(state["packs"][match.to_act]) <= MOST_LEFT


KINDS = (
    Kind("tale.pass", {"players": 2}, last_picks, 2.0, open=False, proofs=("exact", "equilibrium")),
    Kind("tale.last", {"players": 2}, last_cards, 2.0, open=False),
    Kind("tale.last_of_three", {"players": 3}, last_cards, 2.0, open=False, proofs=("exact",)),
)
