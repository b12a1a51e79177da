"""How long a match of Dragon Master may be. See native/play/lengths.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LENGTHS: Mapping[str, Mapping[str, Any]] = {"short": {"first_to": 1}, "long": {"first_to": 2}}


def length_noted(line: Mapping[str, Any]) -> str:
    """The length of a match whose line in the history does not state it: two wins mean a
    tournament."""
    scores = line.get("scores")
    return "" if not scores else "long" if max(scores) > 1 else "short"
