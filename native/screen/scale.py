"""Converts the theme's units to pixels on a screen, and lays out the head of the title."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pygame.rect import Rect

from .geometry import anchored
from .theme import LEAST_PX, SPACE, THEME

EMBLEM = 17  # percent of the height


class UnitScale:
    """Distances and type sizes in pixels."""

    def __init__(self, size: tuple[int, int], percent: Callable[[], int]) -> None:
        self.unit = min(size[0] / 16, size[1] / 9) / 5  # height / 45 of a 16:9 screen
        self.percent = percent  # the person's text size

    def px(self, name: str) -> int:
        """A distance of the theme in pixels."""
        return round(SPACE[name] * self.unit)

    def grown(self, name: str) -> int:
        """A distance that grows with the person's text size, in pixels."""
        return self.px(name) * self.percent() // 100

    def type_px(self, size: str | int) -> int:
        """A type size at the person's text size, in pixels; a number is pixels already."""
        if isinstance(size, int):
            return size
        return self.usual_px(size) * self.percent() // 100

    def usual_px(self, size: str) -> int:
        """A type size at the default text size, in pixels."""
        units: float = THEME["type"][size]
        least = LEAST_PX + 2 if units >= 1 else LEAST_PX
        return max(round(units * self.unit), least)


class TitleHead(NamedTuple):
    """Places of the title's emblem, name and subtitle."""

    emblem: Rect
    name: Rect
    line: Rect


def head_of(scale: UnitScale, area: Rect) -> TitleHead:
    """Lays out the head of the title."""
    side = max(scale.px("emblem"), area.h * EMBLEM // 100)
    emblem = anchored(side, side, midtop=(area.centerx, scale.px("pad")))
    name = Rect(0, emblem.bottom - scale.px("close"), area.w, scale.grown("name"))
    top = emblem.bottom + scale.grown("name_below")
    wide = area.w - scale.px("borders")
    return TitleHead(emblem, name, Rect(scale.px("border"), top, wide, scale.grown("name_line")))
