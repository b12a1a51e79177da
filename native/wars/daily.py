"""The deal of the day of Dragon Wars. Frozen: see native/play/daily.py."""

from __future__ import annotations

from ..match import Match


def match(seed: int) -> Match:
    """A match of two."""
    return Match("wars", {"players": 2}, seed)
