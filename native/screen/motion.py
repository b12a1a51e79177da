"""The clock of all animation, and which card on screen becomes which."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from ..store.settings import Settings
from ..values import Placed

Card = TypeVar("Card", bound="Lying")
BREATHS = 3  # of a light that is to be noticed
DEEP = 0.1  # how much darker and lighter it gets than the mean


class Motion:
    """Durations from one table, one speed factor, and the time until which something moves."""

    def __init__(self, settings: Settings, durations: Mapping[str, int], speeds: Mapping[str, float]) -> None:
        self.settings, self.durations, self.speeds = settings, durations, speeds
        self.now = 0.0  # milliseconds
        self.since = 0.0  # since when something has moved without a break
        self.until = 0.0  # end of the latest motion
        self.watched = False  # whether the picture depends on how far something is on its way
        self.rising = False  # whether a card in a hand is being lifted or lowered
        self.lit_at = self.dark_at = 0.0  # since when light breathes, and until when

    def length(self, name: str) -> float:
        """The duration of a motion in milliseconds."""
        return float(self.durations[name] * self.speeds.get(self.settings.motion, 1.0))

    @property
    def calm(self) -> bool:
        """Whether nothing shall travel, glow or drift."""
        return self.settings.reduced_motion

    def hold(self, end: float) -> None:
        """Notes that something moves until `end`."""
        if not self.busy:
            self.since = self.now
        self.until = max(self.until, end)

    @property
    def busy(self) -> bool:
        """Whether something moves."""
        return self.now < self.until

    def presence(self, fades: float) -> float:
        """How far in sight is what is seen only while something moves, 0 .. 1: it comes and goes softly, in so
        many milliseconds."""
        return max(0.0, min(1.0, (self.now - self.since) / fades, (self.until - self.now) / fades))

    def light(self) -> None:
        """Lets light breathe for a while; nothing has to wait for it."""
        if not self.calm:
            self.lit_at, self.dark_at = self.now, self.now + BREATHS * self.length("breath")

    @property
    def breathes(self) -> bool:
        return self.now < self.dark_at

    @property
    def breath(self) -> float:
        """How bright light is that breathes, up to 1: it begins and ends as bright as it stays."""
        share = (self.now - self.lit_at) / self.length("breath") if self.breathes else 0.0
        return 1 - DEEP * (1 - math.cos(math.tau * share))

    def finish(self) -> None:
        """Ends all motion at once."""
        self.until = self.now
        self.dark_at = 0.0


def ease(share: float) -> float:
    """Ease-out: fast at first, soft at the end; 0..1 -> 0..1."""
    return 1 - (1 - max(0.0, min(1.0, share))) ** 3


class Lying(Protocol):
    """A card on the screen. card: None if its face is hidden, "down NAME" if it is face down but shown."""

    card: str | None
    zone: str
    seat: int | None
    place: int


def pair(lying: Sequence[Card], wanted: Sequence[Placed]) -> list[Card | None]:
    """For every wanted card the card on screen that becomes it, None if a new one is needed.

    Identical cards stay; then come those of the same zone, then any that may be the same card.
    """
    there = {(card.zone, card.seat, card.card, card.place): card for card in reversed(lying)}
    found = [there.pop((p.zone, p.seat, p.card, p.place), None) for p in wanted]
    left = [card for card in lying if card not in found]
    tests: tuple[Callable[[Lying, Placed], bool], ...] = (
        lambda s, p: (s.zone, s.seat, s.card) == (p.zone, p.seat, p.card),
        lambda s, p: (s.zone, s.seat) == (p.zone, p.seat) and (s.card is None or p.card is None),
        lambda s, p: s.card == p.card and s.card is not None,
        lambda s, p: s.card is None or p.card is None,
    )
    for test in tests:
        for number, placed in enumerate(wanted):
            if found[number] is None:
                match = next((card for card in left if test(card, placed)), None)
                if match is not None:
                    left.remove(match)
                    found[number] = match
    return found
