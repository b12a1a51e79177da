"""The deal of the day of Dragonmaster. A whole match takes an hour, so it is the last round only.

Frozen: see native/play/daily.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..match import Match

OPTIONS: Mapping[str, Any] = {"players": 4, "level": "basic"}


def match(seed: int) -> Match:
    """The last round of a match of four."""
    return Match("tricks", OPTIONS, seed, last_round(seed))


def last_round(seed: int, options: Mapping[str, Any] = OPTIONS) -> dict[str, Any]:
    """A record that deals the first hand of a seed as the first hand of a last round."""
    state = Match("tricks", options, seed).state()
    return {
        "dm": state["dm"],
        "hands": state["hands"],
        "extra": state["extra"],
        "played": [],
        "round_began_by": state["dm"],
        "round": state["rounds"] - 1,
    }
