"""The tray of a table: a few coins in a corner, each a command.

It stands at the lower right, or lies at the upper right where the screen is narrow. Whoever is new to
the program reads the names under the coins; later they come on pointing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pygame import Rect

from ..profile.session import Button
from .canvas import Canvas, Part


class Tray:
    """Where the coins of a table lie."""

    def __init__(self) -> None:
        self.rect = Rect(0, 0, 0, 0)
        self.places: list[Rect] = []
        self.named = False
        self.kept: dict[str, Part] = {}

    def place(self, c: Canvas, area: Rect, buttons: Sequence[Button], named: bool, width: int = 0) -> None:
        """Finds a place for coins in a corner of an area. width: on a wide screen, of the rows in which they lie;
        0: they lie one below another."""
        count = len(buttons)
        self.named = named
        edge = c.px("tray_edge")
        side = c.px("coin_small" if c.narrow else "coin")
        names = [c.width_of(button.label, "small", "bold") for button in buttons] if named else []
        wide = max([side, *(name + c.px("close") for name in names)])
        high = side + (c.tight_line("small") if named else 0)
        gap = c.px("gap")
        most = count if c.narrow else max(1, (width - 2 * edge + gap) // (wide + gap))
        in_row = min(count, most)
        rows = -(-count // most)
        self.rect = Rect(0, 0, in_row * (wide + gap) - gap + 2 * edge, rows * (high + gap) - gap + 2 * edge)
        self.rect.topright = (area.right - edge, area.y + edge)
        if not c.narrow:
            self.rect.bottom = area.bottom - edge
        last = Rect(self.rect.right - edge - wide, self.rect.bottom - edge - high, wide, high)
        steps = [divmod(number, most) for number in reversed(range(count))]
        self.places = [last.move(-column * (wide + gap), -row * (high + gap)) for row, column in steps]

    def layout(self, c: Canvas, buttons: Sequence[Button]) -> None:
        """Lays out the coins of these buttons."""
        told = tuple([(one.key, one.label, one.icon, one.action, one.lit, one.tip) for one in buttons])
        c.part(self.kept, "tray", (tuple(self.rect), self.named, told), partial(self.draw, c, buttons))

    def draw(self, c: Canvas, buttons: Sequence[Button]) -> None:
        c.piece("tray", self.rect)
        for place, button in zip(self.places, buttons, strict=True):
            c.coin(place, button, self.named)
