"""How long a match of Dragon Master may be. See native/play/lengths.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..match import Match

LENGTHS: Mapping[str, Mapping[str, Any]] = {"short": {"first_to": 1}, "long": {"first_to": 2}}


def match(length: str, options: Mapping[str, Any], seed: int) -> Match:
    """One game, or a tournament."""
    return Match("duel", {**options, **LENGTHS[length]}, seed)
