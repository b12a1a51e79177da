"""The deal of the day of Dragon Master. Frozen: see native/play/daily.py."""

from __future__ import annotations

from ..match import Match


def match(seed: int) -> Match:
    """One game with hidden hands."""
    return Match("duel", {"open_hands": False, "first_to": 1}, seed)
