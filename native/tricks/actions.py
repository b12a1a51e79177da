"""All move texts of Dragonmaster."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

USUAL_SCORE = 100_000  # the scale of scores for learning programs
SUITS = ("DRA", "WAR", "DRU", "NOM")
RANKS = "KQPWDCBF"
KINDS = ("dragonlords", "wizards", "runesword", "first", "staff")


def texts(options: Mapping[str, Any], seats: int) -> list[str]:
    """Swap and keep, the calls, every card, and the Dragon led as any suit."""
    calls = [f"call {kind}" for kind in KINDS]
    cards = [f"{suit} {rank}" for suit in SUITS for rank in RANKS]
    return ["swap", "keep", *calls, *cards, "DRAGON", *(f"DRAGON {suit}" for suit in SUITS)]
