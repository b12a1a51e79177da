"""The end of a battle as it is shown: the blow flies and lands, beads burst, a slain dragon falls.

All of it runs on the clock of the motion and ends with it. Nothing is drawn here.
"""

from __future__ import annotations

from ..screen.motion import Motion, ease
from ..values import Event

HITS = ("damage", "blocked")
FALLS = "slain"


class Blow:
    """What is under way of a battle's end, one event at a time."""

    def __init__(self, motion: Motion) -> None:
        self.motion = motion
        self.event: Event | None = None
        self.began = 0.0

    def begin(self, events: list[Event]) -> None:
        """Shows the end of a battle, if these events are one."""
        self.event = next((e for e in events if e.what in (*HITS, FALLS)), None)
        self.began = self.motion.now
        if self.length:
            self.motion.hold(self.began + self.length)

    @property
    def length(self) -> float:
        """How long it takes in all."""
        if self.event is None:
            return 0.0
        if self.event.what == FALLS:
            return self.motion.length("fall")
        beads = self.event.amount if self.event.what == "damage" else 0
        return 2 * self.motion.length("strike") + beads * self.motion.length("bead")

    @property
    def still(self) -> bool:
        """Whether nothing is under way."""
        return self.event is None or not self.motion.busy or self.since(0) >= self.length

    def since(self, at: float) -> float:
        """Milliseconds since a time of the scene."""
        return self.motion.now - self.began - at

    def part(self, at: float, name: str) -> float:
        """How much of a part that begins at a time is over, 0 .. 1."""
        length = self.motion.length(name)
        over = self.still or length <= 0
        return 1.0 if over else max(0.0, min(1.0, self.since(at) / length))

    def struck(self, seat: int | None = None) -> Event | None:
        """The blow under way, if it is aimed at this seat's dragon, or at any."""
        event = None if self.still else self.event
        aimed = event and event.what in HITS and seat in (None, event.target_seat)
        return event if aimed else None

    def flight(self) -> float:
        """How much of its way the weapon has made."""
        return self.part(0, "strike") ** 2

    def landed(self) -> float:
        """How much of the impact is over."""
        return self.part(self.motion.length("strike"), "strike")

    def lost(self, seat: int) -> float:
        """How many beads of a seat have burst; a fraction is of the one that bursts."""
        event = self.struck(seat)
        if not event or event.what != "damage":
            return 0.0
        beads = self.since(self.motion.length("strike")) / self.motion.length("bead")
        return max(0.0, min(float(event.amount), beads))

    def lives(self, seat: int) -> bool:
        """Whether no dragon of a seat falls now."""
        event = None if self.still else self.event
        return not event or (event.what, event.target_seat) != (FALLS, seat)

    def fallen(self, seat: int) -> float:
        """How far a slain dragon of a seat has fallen, 0 .. 1."""
        return 1.0 if self.lives(seat) else ease(self.part(0, "fall"))
