"""The animation of the end of a battle: the blow flies and lands, beads burst, a slain dragon
falls.

It runs on the clock of the motion and ends with it. Nothing is drawn here.
"""

from __future__ import annotations

from ..screen.motion import Motion, ease
from ..values import Event

HITS = ("damage", "blocked")
FALLS = "slain"
OUTCOMES = ("discards", *HITS, FALLS)  # what is told of a turn that has ended: the last of these


class Blow:
    """The animation of a battle's end, one event at a time."""

    def __init__(self, motion: Motion) -> None:
        self.motion = motion
        self.event: Event | None = None
        self.began = 0.0

    def begin(self, events: list[Event]) -> None:
        """Starts the animation, if these events end a battle."""
        self.event = next((e for e in events if e.what in (*HITS, FALLS)), None)
        self.began = self.motion.now
        if self.length:
            self.motion.hold(self.began + self.length)

    @property
    def length(self) -> float:
        """How long the animation takes."""
        if self.event is None:
            return 0.0
        if self.event.what == FALLS:
            return self.motion.length("fall")
        beads = self.event.amount if self.event.what == "damage" else 0
        return 2 * self.motion.length("strike") + beads * self.motion.length("bead")

    @property
    def still(self) -> bool:
        """Whether nothing is moving."""
        return self.event is None or not self.motion.busy or self.since(0) >= self.length

    def since(self, at: float) -> float:
        """Milliseconds since a time of the animation."""
        return self.motion.now - self.began - at

    def part(self, at: float, name: str) -> float:
        """Progress (0 .. 1) of a part that begins at a time."""
        length = self.motion.length(name)
        over = self.still or length <= 0
        return 1.0 if over else max(0.0, min(1.0, self.since(at) / length))

    def struck(self, seat: int | None = None) -> Event | None:
        """The present blow, if it is aimed at this seat's dragon (None: at any)."""
        event = None if self.still else self.event
        aimed = event and event.what in HITS and seat in (None, event.target_seat)
        return event if aimed else None

    def flight(self) -> float:
        """Progress of the weapon's flight."""
        return self.part(0, "strike") ** 2

    def landed(self) -> float:
        """Progress of the impact."""
        return self.part(self.motion.length("strike"), "strike")

    def lost(self, seat: int) -> float:
        """How many beads of a seat have burst; the fraction belongs to the one that is bursting."""
        event = self.struck(seat)
        if not event or event.what != "damage":
            return 0.0
        beads = self.since(self.motion.length("strike")) / self.motion.length("bead")
        return max(0.0, min(float(event.amount), beads))

    def lives(self, seat: int) -> bool:
        """Whether no dragon of a seat is falling."""
        event = None if self.still else self.event
        return not event or (event.what, event.target_seat) != (FALLS, seat)

    def fallen(self, seat: int) -> float:
        """How far a seat's slain dragon has fallen, 0 .. 1."""
        return 1.0 if self.lives(seat) else ease(self.part(0, "fall"))
