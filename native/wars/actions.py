"""All move texts of Dragon Wars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

USUAL_SCORE = 30  # scale of scores for learning agents
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
ATTACK, DEFENCE = "CD", "HD"


def texts(options: Mapping[str, Any], seats: int) -> list[str]:
    """Attacks on every seat, presses and defences with every card, and moves without a card."""
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
