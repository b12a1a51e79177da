"""All texts that a move of Dragon Wars may have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

USUAL_SCORE = 30  # what scores are measured by where learners see them
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
ATTACK, DEFENCE = "CD", "HD"


def texts(options: Mapping[str, Any], seats: int) -> list[str]:
    """Every attack on every seat, every card pressed or defended with, and what needs no card."""
    attacks = [f"{suit}{rank}" for suit in ATTACK for rank in RANKS]
    defences = [f"{suit}{rank}" for suit in DEFENCE for rank in RANKS]
    return [
        "discard",
        *(f"attack {seat} {card}" for seat in range(seats) for card in attacks),
        *(f"defend {card}" for card in defences),
        "decline",
        *(f"press {card}" for card in attacks),
        "stop",
    ]
