"""Fits texts into boxes: line breaks, type sizes, table columns, and checks that all text is
readable."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from pygame.font import Font
from pygame.rect import Rect

Room = tuple[int, int]
OVER = 3  # pixels by which lines may be higher than their box


class Bounds(NamedTuple):
    """How far a text may be changed to fit its box."""

    least: int  # the smallest type, in pixels
    lines: int = 1  # the most lines
    over: int = OVER  # pixels by which a single line may be higher than its box


class Typeset(NamedTuple):
    """A text broken into lines: type size, line height, and whether it had to be cut."""

    px: int
    lines: list[str]
    height: int
    cut: bool


def fit(words: str, font: Callable[[int], Font], px: int, room: Room, bounds: Bounds) -> Typeset:
    """Sets a text in the largest type, from px down to the least, in which it fits; else cuts it.

    font: the font at a size.
    """
    found = attempt(words, font(px), px, room, bounds)
    while found.cut and px > bounds.least:
        px -= 1
        found = attempt(words, font(px), px, room, bounds)
    if not found.cut:
        return found
    count = max(1, min(bounds.lines, room[1] // max(1, found.height)))
    shown = [shorten(line, font(px), room[0]) for line in found.lines[:count]]
    return Typeset(px, shown, found.height, True)


def attempt(words: str, font: Font, px: int, room: Room, bounds: Bounds) -> Typeset:
    """Sets a text at a size, and checks whether it fits its box."""
    fitted = wrap(words, font, room[0])
    height = font.get_linesize()
    over = bounds.over if len(fitted) == 1 else OVER
    cut = len(fitted) > bounds.lines or height * len(fitted) > room[1] + over
    return Typeset(px, fitted, height, cut or any(font.size(line)[0] > room[0] for line in fitted))


@lru_cache(4096)
def wrap(words: str, font: Font, width: int) -> list[str]:
    """Breaks a text at spaces into lines no wider than width, where possible."""
    lines: list[str] = []
    for part in words.split("\n"):
        line, *rest = part.split(" ")
        for word in rest:
            if font.size(f"{line} {word}")[0] > width:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}"
        lines.append(line)
    return lines


def shorten(line: str, font: Font, width: int) -> str:
    """Cuts a line to a width, with an ellipsis."""
    while line and font.size(line + "…")[0] > width:
        line = line[:-1]
    return line + "…" if line else ""


class ColumnLayout(NamedTuple):
    """The layout of a table: column widths as shares, the same for all columns between the named
    ones; row height in units, lines in a cell, and how many columns are left-aligned (negative: all
    but that many)."""

    shares: tuple[int, ...]
    each: int = 0
    last: tuple[int, ...] = ()
    height: float = 2.0
    lines: int = 1
    left: int = 2

    @classmethod
    def read(cls, data: dict[str, Any]) -> ColumnLayout:
        """A form from a game's table data."""
        lists: dict[str, Any] = {name: tuple(data.get(name, ())) for name in ("shares", "last")}
        return cls(**(data | lists))

    def columns(self, count: int) -> list[int]:
        """The shares of `count` columns."""
        between = count - len(self.shares) - len(self.last)
        filled = (self.each,) * between if self.each else ()
        return [*self.shares, *filled, *self.last][:count]

    def to_left(self, count: int) -> int:
        """How many of `count` columns are left-aligned."""
        return self.left if self.left >= 0 else count + self.left


class DrawnText(NamedTuple):
    """A drawn text: the extent of its ink, its box, its layer, whether it was cut, and its type size in pixels."""

    text: str
    ink: Rect
    box: Rect
    layer: int
    cut: bool
    px: int


def faults(texts: list[DrawnText], screen: Rect) -> list[str]:
    """What is wrong with the texts of a picture: cut, outside their boxes, overlapping."""
    inked = [w for w in texts if w.ink.w]
    found = [f"cut: {w.text!r}" for w in texts if w.cut]
    for one in inked:
        if not one.box.inflate(8, 10).contains(one.ink):
            found.append(f"outside its box: {one.text!r}")
        if not screen.contains(one.ink):
            found.append(f"outside the screen: {one.text!r}")
    for number, one in enumerate(inked):
        for other in inked[number + 1 :]:
            both = one.ink.clip(other.ink)
            if one.layer == other.layer and both.w > 1 and both.h > 1:
                found.append(f"over each other: {one.text!r} and {other.text!r}")
    return found
