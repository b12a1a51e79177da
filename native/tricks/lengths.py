"""How long a match of Dragonmaster may be: one round of five hands, in which everybody becomes
Dragonmaster, or as many rounds as players. See native/play/lengths.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..match import Match
from .daily import last_round

LENGTHS: Mapping[str, Mapping[str, Any]] = {"short": {"rotate_dm": True}, "long": {"rotate_dm": False}}


def match(length: str, options: Mapping[str, Any], seed: int) -> Match:
    """The last round of a match, or a whole one."""
    deal = unswapped(last_round(seed, options)) if length == "short" else None
    return Match("tricks", options, seed, deal)


def unswapped(deal: dict[str, Any]) -> dict[str, Any]:
    """A deal before the Dragonmaster's own swap, which happens by itself: whichever card was taken
    up for the Dragon, the swap takes it up again."""
    if deal["extra"] != "DRAGON":
        return deal
    taken, *rest = deal["hands"][deal["dm"]]
    hands = [["DRAGON", *rest] if seat == deal["dm"] else hand for seat, hand in enumerate(deal["hands"])]
    return {**deal, "hands": hands, "extra": taken}
