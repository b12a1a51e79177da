"""Texts shown for a moment: the notice, and the tooltip of the spot with the focus."""

from __future__ import annotations

from collections.abc import Sequence

from .geometry import Point
from .motion import Motion
from .spots import Spot


class Toasts:
    """The notice on screen, and the tooltip, which appears once its spot has had the focus for a
    while."""

    def __init__(self, motion: Motion) -> None:
        self.motion = motion
        self.words = ""  # of the notice
        self.until = 0.0
        self.tip_of = ""  # key of the spot with the tooltip, shown or pending
        self.tip_at = 0.0
        self.due = False  # it is pending

    def say(self, words: str) -> None:
        """Shows a notice for a while."""
        self.words = words
        self.until = self.motion.now + self.motion.durations["notice"]

    def spoken(self) -> str:
        """The notice, while it is visible."""
        return self.words if self.motion.now < self.until else ""

    def tick(self) -> bool:
        """Whether a notice has ended, or a tooltip is due."""
        over = bool(self.words) and not self.spoken()
        if over:
            self.words = ""
        return over or (self.due and self.motion.now >= self.tip_at)

    def look(self, spots: Sequence[Spot], focus: str, pointer: Point | None) -> None:
        """Starts the wait for the tooltip of what has the focus. pointer: where the mouse is, None
        if none is used."""
        spot = tipped(spots, focus, pointer)
        key = spot.key if spot else ""
        if key != self.tip_of:
            self.tip_of = key
            self.tip_at = self.motion.now + self.motion.length("tip")
            self.due = bool(key)
        if self.motion.now >= self.tip_at:
            self.due = False

    def tip(self, spots: Sequence[Spot], focus: str, pointer: Point | None) -> Spot | None:
        """The spot whose tooltip is visible now."""
        return None if self.motion.now < self.tip_at else tipped(spots, focus, pointer)


def tipped(spots: Sequence[Spot], focus: str, pointer: Point | None) -> Spot | None:
    """The spot with the focus, if it has a tooltip and the mouse is on it."""
    spot = next((spot for spot in spots if spot.key == focus and spot.tip), None)
    return None if spot and pointer and not spot.rect.collidepoint(pointer) else spot
