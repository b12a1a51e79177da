"""The deal of a day: a whole match takes an hour, its last round minutes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..match import Match


def last_round(options: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """The hand that a seed deals first as the first of a match's last round, for a record's deal."""
    state = Match("tricks", options, seed).state()
    return {
        "dm": state["dm"],
        "hands": state["hands"],
        "extra": state["extra"],
        "played": [],
        "round_began_by": state["dm"],
        "round": state["rounds"] - 1,
    }
