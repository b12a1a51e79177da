"""All move texts of the grid duel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

USUAL_SCORE = 1  # scores are divided by it for learners
VALUES, REACH = range(4), range(-3, 4)  # a card lies at most three cells from the first one


def texts(options: Mapping[str, Any], seats: int) -> list[str]:
    """Every value on every cell that the grid can reach."""
    return [f"{value}@{column},{row}" for value in VALUES for column in REACH for row in REACH]
