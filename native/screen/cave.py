"""The cave of the hoard: a chamber for every game, side by side, and where its treasures stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pygame import Rect

from .geometry import anchored

ROWS = 2  # rows of treasures, one behind the other
FEET = (0.68, 0.99)  # foot of each row, the back one first, in heights of the view
SIDES = (0.34, 0.38)  # largest side of a treasure in each row, in heights of the view
CLOSE = 0.92  # side of a treasure, as a share of the way to the next in its row
STEP = 1 / 6  # how far a turn of the wheel walks, in chambers


class Stand(NamedTuple):
    """A treasure's place in the cave: its chamber, and where it stands while that fills the view."""

    chamber: int
    rect: Rect


class Cave:
    """Where everything stands in a view of the cave."""

    def __init__(self, view: Rect, chambers: Sequence[Sequence[str]]) -> None:
        self.view = view
        self.count = len(chambers)
        self.stands: Mapping[str, Stand] = {
            name: Stand(number, self.place(at, len(names)))
            for number, names in enumerate(chambers)
            for at, name in enumerate(names)
        }

    def place(self, at: int, count: int) -> Rect:
        """Where a treasure stands of those in a chamber: in turn behind and in front, from left to right."""
        row = at % ROWS
        step = self.view.w / (count + 1)
        side = round(min(SIDES[row] * self.view.h, ROWS * step * CLOSE))
        foot = self.view.y + round(FEET[row] * self.view.h)
        return anchored(side, side, midbottom=(self.view.x + round((at + 1) * step), foot))

    def seen(self, name: str, walked: float) -> Rect:
        """Where a treasure stands after a walk of so many chambers."""
        chamber, rect = self.stands[name]
        return rect.move(round((chamber - walked) * self.view.w), 0)

    def chamber(self, number: int, walked: float) -> Rect:
        """The part of the view that a chamber fills."""
        return self.view.move(round((number - walked) * self.view.w), 0).clip(self.view)

    def within(self, walked: float) -> float:
        """A walk that ends at the first chamber or at the last."""
        return max(0.0, min(walked, self.count - 1.0))

    def towards(self, name: str, walked: float) -> float:
        """The shortest walk after which a treasure is seen, with something of the next one."""
        rect, room = self.seen(name, walked), round(self.view.w * STEP)
        wide = rect.inflate(room, 0)
        out = min(0, wide.x - self.view.x) or max(0, wide.right - self.view.right)
        return self.within(walked + out / self.view.w)
