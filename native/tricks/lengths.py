"""The lengths of a match of Dragonmaster: one round of five hands, in which everybody becomes
Dragonmaster unless a Power Play succeeds, or as many rounds as players. See
native/play/lengths.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..match import Match
from .daily import last_round

LENGTHS: Mapping[str, Mapping[str, Any]] = {"short": {"rotate_dm": True}, "long": {"rotate_dm": False}}


def match(length: str, options: Mapping[str, Any], seed: int) -> Match:
    deal = unswapped(last_round(seed, options)) if length == "short" else None
    return Match("tricks", options, seed, deal)


def length_of(match: Match) -> str:
    """The length of a match. A short one begins in the last round, also in older versions, where
    the Dragonmaster did not change."""
    begun = match.restarted().state()
    return "short" if begun["round"] == begun["rounds"] - 1 else "long"



def unswapped(deal: dict[str, Any]) -> dict[str, Any]:
    """A deal before the Dragonmaster's swap, which the engine makes by itself. Any card may stand
    for the Dragon, since the swap brings the same card back."""
    if deal["extra"] != "DRAGON":
        return deal
    taken, *rest = deal["hands"][deal["dm"]]
    hands = [["DRAGON", *rest] if seat == deal["dm"] else hand for seat, hand in enumerate(deal["hands"])]
    return {**deal, "hands": hands, "extra": taken}
