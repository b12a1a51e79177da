"""All move texts of Fairy Tale."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..files import deck

USUAL_SCORE = 50  # scale of scores for learning agents
OPEN = ("pick", "play", "flip", "unflip")


def texts(options: Mapping[str, Any], seats: int) -> list[str]:
    """Picks, plays and turns of every name; in Garfield's variant all exchanges of two."""
    cards = json.loads(deck("tale") or b"{}")["card"]
    names = [card["name"] for card in cards if options["expert"] or card["set"] == "basic"]
    found = [f"{word} {name}" for word in OPEN for name in names]
    if options["garfield"]:
        sides = [f"{down}{name}" for name in names for down in ("", "down ")]
        found += [f"exchange {mine} for {theirs}" for mine in sides for theirs in sides]
    return found
