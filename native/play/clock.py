"""The time that a table and the coach use, provided by the screen."""

from __future__ import annotations

from typing import Protocol


class Clock(Protocol):
    """What a live match and the coach need to know about time."""

    now: float  # milliseconds

    @property
    def busy(self) -> bool:
        """Whether something is moving on screen."""

    def length(self, name: str) -> float:
        """The duration of a motion in milliseconds, at the chosen speed."""
