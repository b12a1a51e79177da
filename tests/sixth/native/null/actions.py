"""All texts that a move of the null game may have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

CARDS = range(1, 10)


def texts(options: Mapping[str, Any], seats: int) -> list[str]:
    """Every card."""
    return [f"play {card}" for card in CARDS]
