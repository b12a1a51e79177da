"""How large things are on a screen, and where the head of the title lies on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pygame.rect import Rect

from .geometry import anchored
from .theme import LEAST_PX, SPACE, THEME

EMBLEM = 17  # percent of the height


class Scale:
    """Distances and sizes of letters, in pixels."""

    def __init__(self, size: tuple[int, int], percent: Callable[[], int]) -> None:
        self.unit = min(size[0] / 16, size[1] / 9) / 5  # height / 45 of a 16:9 screen
        self.percent = percent  # the person's text size

    def px(self, name: str) -> int:
        """Pixels of one of the theme's distances."""
        return round(SPACE[name] * self.unit)

    def grown(self, name: str) -> int:
        """Pixels of a distance that grows with the person's text size."""
        return self.px(name) * self.percent() // 100

    def type_px(self, size: str | int) -> int:
        """Pixels of a type size, the person's text size counted in; a number is told in pixels."""
        if isinstance(size, int):
            return size
        return self.usual_px(size) * self.percent() // 100

    def usual_px(self, size: str) -> int:
        """Pixels of a type size where the text size is the usual one."""
        units: float = THEME["type"][size]
        least = LEAST_PX + 2 if units >= 1 else LEAST_PX
        return max(round(units * self.unit), least)


class Head(NamedTuple):
    """Where the title has its emblem, its name and the line under it."""

    emblem: Rect
    name: Rect
    line: Rect


def head_of(scale: Scale, area: Rect) -> Head:
    """The head of the title on a screen."""
    side = max(scale.px("emblem"), area.h * EMBLEM // 100)
    emblem = anchored(side, side, midtop=(area.centerx, scale.px("pad")))
    name = Rect(0, emblem.bottom - scale.px("close"), area.w, scale.grown("name"))
    top = emblem.bottom + scale.grown("name_below")
    wide = area.w - scale.px("borders")
    return Head(emblem, name, Rect(scale.px("border"), top, wide, scale.grown("name_line")))
