"""All texts that a move of the duel may have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

USUAL_SCORE = 1  # what scores are measured by where learners see them
VALUES, REACH = range(4), range(-3, 4)  # a card lies at most three cells from the first one


def texts(options: Mapping[str, Any], seats: int) -> list[str]:
    """Every value on every cell that a grid may reach."""
    return [f"{value}@{column},{row}" for value in VALUES for column in REACH for row in REACH]
