"""Time at the table, as the screen counts it."""

from __future__ import annotations

from typing import Protocol


class Clock(Protocol):
    """What a live match and the coach ask about time."""

    now: float  # milliseconds

    @property
    def busy(self) -> bool:
        """Whether something moves."""

    def length(self, name: str) -> float:
        """Milliseconds that a motion of this name takes at the chosen speed."""
