"""The cards of Fairy Tale, from its deck file."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..files import read_toml


@cache
def deck() -> dict[str, dict[str, Any]]:
    """The cards of the deck file, by name."""
    found = read_toml("tale", "deck.toml") or {}
    return {card["name"]: card for card in found["card"]}
