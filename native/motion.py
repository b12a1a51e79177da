"""The clock of everything that moves."""

from __future__ import annotations

from collections.abc import Mapping

from native.keeper import Settings


class Motion:
    """One table of durations, one factor, and the time until which something moves."""

    def __init__(self, settings: Settings, durations: Mapping[str, int], speeds: Mapping[str, float]) -> None:
        self.settings, self.durations, self.speeds = settings, durations, speeds
        self.now = 0.0  # milliseconds
        self.until = 0.0  # something moves until then

    def length(self, name: str) -> float:
        """Milliseconds that something takes."""
        return float(self.durations[name] * self.speeds.get(self.settings.motion, 1.0))

    def hold(self, end: float) -> None:
        """Something moves until then."""
        self.until = max(self.until, end)

    @property
    def busy(self) -> bool:
        """Whether something moves."""
        return self.now < self.until

    def finish(self) -> None:
        """Ends all motion at once."""
        self.until = self.now


def ease(share: float) -> float:
    """Ease-out: fast at first, soft at the end; 0..1 -> 0..1."""
    return 1 - (1 - max(0.0, min(1.0, share))) ** 3
