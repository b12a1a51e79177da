"""The deal of the day of Fairy Tale. Frozen: see native/play/daily.py."""

from __future__ import annotations

from ..match import Match


def match(seed: int) -> Match:
    """A match of four with the basic cards."""
    return Match("tale", {"players": 4, "expert": False}, seed)
