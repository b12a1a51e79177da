"""Layout: rectangles cut from rectangles, and the theme's units in pixels."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

from pygame.rect import Rect
from pygame.surface import Surface

from .theme import LEAST_PX, SPACE, THEME

Point = tuple[int, int]
Size = tuple[int, int]
RATIO = 5 / 7  # width to height of a card


class Measures(Protocol):
    """A table's distances and shares, by the names in its data."""

    def px(self, name: str) -> int:
        """A distance in pixels."""

    def part(self, name: str, length: int) -> int:
        """A share of a length."""


@lru_cache(1024)
def ink_of(picture: Surface) -> Rect:
    """The part of a picture that is not transparent."""
    return picture.get_bounding_rect()


def anchored(width: int, height: int, **anchor: Point) -> Rect:
    """A rectangle of a size with one of its points (center, midtop, topleft ...) at a place."""
    rect = Rect(0, 0, width, height)
    for point, place in anchor.items():
        setattr(rect, point, place)
    return rect


def trim(rect: Rect, left: int = 0, top: int = 0, right: int = 0, bottom: int = 0) -> Rect:
    """A rectangle cut at its sides by these lengths."""
    return Rect(rect.x + left, rect.y + top, rect.w - left - right, rect.h - top - bottom)


def top_of(rect: Rect, height: int) -> Rect:
    """The strip of a height along the top of a rectangle."""
    return Rect(rect.x, rect.y, rect.w, height)


def foot_of(rect: Rect, height: int) -> Rect:
    """The strip of a height along the bottom of a rectangle."""
    return Rect(rect.x, rect.bottom - height, rect.w, height)


def split(rect: Rect, parts: int, gap: int, across: bool = False) -> list[Rect]:
    """Cuts a rectangle into equal parts with a gap, one below the other or (across) side by
    side."""
    length = rect.w if across else rect.h
    each = (length - gap * (parts - 1)) / parts
    starts = [i * (each + gap) for i in range(parts)]
    if across:
        return [Rect(round(rect.x + at), rect.y, round(each), rect.h) for at in starts]
    return [Rect(rect.x, round(rect.y + at), rect.w, round(each)) for at in starts]


def shared(area: Rect, wants: list[int], gap: int) -> list[Rect]:
    """Rows that divide the height of an area in proportion to `wants`."""
    whole = area.h - gap * (len(wants) - 1)
    found = []
    y = area.y
    for want in wants:
        height = whole * want // sum(wants)
        found.append(Rect(area.x, y, area.w, height))
        y += height + gap
    return found


def split_at(rect: Rect, width: int, gap: int) -> tuple[Rect, Rect]:
    """A left part of a width and, after a gap, the rest."""
    return Rect(rect.x, rect.y, width, rect.h), trim(rect, left=width + gap)


def rows_in(area: Rect, count: int, height: int, gap: int) -> list[Rect]:
    """Rows of a height, from the top of an area down."""
    return [top_of(area, height).move(0, number * (height + gap)) for number in range(count)]


def two_columns(between: int, area: Rect, half: int, height: int, gap: int) -> list[Rect]:
    """Two columns of `half` rows each; `between` is the gap between the columns."""
    left, right = split(area, 2, between, across=True)
    return rows_in(left, half, height, gap) + rows_in(right, half, height, gap)


def side_by_side(line: Rect, is_large: list[bool], small: int, large: int, gap: int) -> list[Rect]:
    """Places side by side in the middle of a line, large and small ones, at most of these
    widths."""
    room = line.w - gap * (len(is_large) - 1)
    count = sum(is_large)
    small = min(small, room // len(is_large))
    large = min(large, (room - small * (len(is_large) - count)) // max(1, count))
    whole = large * count + small * (len(is_large) - count) + gap * (len(is_large) - 1)
    x = line.centerx - whole // 2
    places = []
    for each in is_large:
        places.append(Rect(x, line.y, large if each else small, line.h))
        x = places[-1].right + gap
    return places


def tiles(area: Rect, count: int, gap: int, least: int, most: int) -> list[Rect]:
    """Tiles in the middle of an area, width to height as a card, at most `most` wide; in two rows if they
    would be narrower than `least`."""
    rows, columns = 1, count
    if (area.w - gap * (columns - 1)) // columns < least:
        rows, columns = 2, (count + 1) // 2
    width = min(most, (area.w - gap * (columns - 1)) // columns)
    height = min((area.h - gap * rows) // rows, round(width / RATIO))
    size = (width * columns + gap * (columns - 1), height * rows + gap * (rows - 1))
    block = anchored(*size, center=area.center)
    lines = split(block, rows, gap)
    places = [tile for line in lines for tile in split(line, columns, gap, across=True)]
    last = rows * columns - count  # empty places: the lower row is centred
    aside = last * (width + gap) // 2
    return [tile.move(aside if at >= columns else 0, 0) for at, tile in enumerate(places)]


def grid(area: Rect, count: int, across: int, height: int, gap: int) -> list[Rect]:
    """Cells of a height, `across` in a row, from the top of an area down."""
    rows = rows_in(area, -(-count // across), height, gap)
    return [rect for row in rows for rect in split(row, across, gap, across=True)][:count]


def columns(rect: Rect, shares: Mapping[str, int], gap: int) -> dict[str, Rect]:
    """Columns by name, with shares of a row's width in percent."""
    found = {}
    x = rect.x
    for name, share in shares.items():
        width = rect.w * share // 100
        found[name] = Rect(x, rect.y, width - gap, rect.h)
        x += width
    return found


def card_size(width: int) -> tuple[int, int]:
    """The width and height of a card."""
    return width, round(width / RATIO)


def bend_of(width: int) -> int:
    """The corner radius of a card."""
    return max(2, round(width * 0.07))


def way_to(here: Rect, there: Rect, dx: int, dy: int) -> float:
    """The distance to a rectangle in a direction; infinite if it is not there, or rather beside."""
    x = there.centerx - here.centerx
    y = there.centery - here.centery
    ahead = x * dx + y * dy
    aside = abs(x * dy) + abs(y * dx)
    if dx:
        beside = 2 * min(here.right, there.right) - 2 * max(here.x, there.x) > min(here.w, there.w)
    else:
        beside = 2 * min(here.bottom, there.bottom) - 2 * max(here.y, there.y) > min(here.h, there.h)
    if ahead <= 2 or (ahead < aside and (beside or there.colliderect(here))):
        return math.inf
    return ahead + 2.5 * aside


def best_cells(area: Rect, count: int, ratio: float) -> list[Rect]:
    """The largest `count` cells in rows that fit an area. ratio: width to height of a cell."""

    def row_height(rows: int) -> float:
        return min(area.h / rows, area.w / -(-count // rows) / ratio)

    rows = max(range(1, count + 1), key=row_height)
    columns = -(-count // rows)
    width = min(area.w // columns, round(row_height(rows) * ratio))
    height = min(area.h // rows, round(row_height(rows)))
    corners = [(area.x + n % columns * width, area.y + n // columns * height) for n in range(count)]
    return [Rect(x, y, width, height) for x, y in corners]


def stacked(area: Rect, heights: Sequence[int], gap: int) -> list[Rect]:
    """Boxes of these heights from the top down, scaled down if they would not fit."""
    room = area.h - gap * (len(heights) - 1)
    share = min(1.0, room / max(1, sum(heights)))
    found: list[Rect] = []
    y = area.y
    for height in heights:
        found.append(Rect(area.x, y, area.w, int(height * share)))
        y = found[-1].bottom + gap
    return found


def wedge_to(rect: Rect, side: int, area: Rect, words: Sequence[Rect] = ()) -> list[Point]:
    """The corners of a wedge that points at a rectangle; none if there is no room.

    It points from the left at a width, low one (from above it would seem to mean the middle), else
    from above or below, inside the area and off all words. A tall one needs no wedge.
    """
    if rect.h > 2 * rect.w:
        return []
    low = rect.w >= 2 * rect.h
    ways = [(rect.midleft, 1, 0)] if low else [(rect.midtop, 0, 1), (rect.midbottom, 0, -1)]
    half = side // 2
    for (x, y), across, down in ways:
        middle = (x - across * half, y - down * half)
        box = anchored(side, side, center=middle)
        if area.contains(box) and box.collidelist(list(words)) < 0:
            back = (x - across * side, y - down * side)
            ends = [(back[0] + n * down * half, back[1] + n * across * half) for n in (-1, 1)]
            return [(x, y), *ends]
    return []




DISPLAY = 2.0  # units of type from which on it can be read at any text size
DISPLAY_MOST = 125  # percent that it grows at most, so that large text has room below it
SOFA = 130  # percent from which on nothing is set smaller than small text is at this size, wherever it has room


class UnitScale:
    """Distances and type sizes in pixels."""

    def __init__(self, size: tuple[int, int], percent: Callable[[], int]) -> None:
        self.unit = min(size[0] / 16, size[1] / 9) / 5  # height / 45 of a 16:9 screen
        self.percent = percent  # the person's text size
        self.distances = {name: round(units * self.unit) for name, units in SPACE.items()}
        self.sizes = {name: self.usual_of(units) for name, units in THEME["type"].items()}

    def px(self, name: str) -> int:
        """A distance of the theme in pixels."""
        return self.distances[name]

    def grown(self, name: str) -> int:
        """A distance that grows with the person's text size, in pixels."""
        return self.px(name) * self.percent() // 100

    def type_px(self, size: str | int) -> int:
        """A type size at the person's text size, in pixels; a number is pixels already."""
        if isinstance(size, int):
            return size
        if THEME["type"][size] >= DISPLAY:
            return self.sizes[size] * self.display_percent() // 100
        return self.sizes[size] * self.percent() // 100

    def display_percent(self) -> int:
        """By how much type grows that is large already, and with it the place of headings."""
        return min(self.percent(), DISPLAY_MOST)

    def headed(self, name: str) -> int:
        """A distance that grows with headings, in pixels."""
        return self.px(name) * self.display_percent() // 100

    def usual_px(self, size: str) -> int:
        """A type size at the default text size, in pixels."""
        return self.sizes[size]

    @property
    def large(self) -> bool:
        """Whether the letters are at least as large as from the sofa."""
        return self.percent() >= SOFA

    @property
    def least_px(self) -> int:
        """The smallest type that is wanted at the person's text size, in pixels. What has no room for it is left out
        where the same can be read elsewhere; else it is set smaller."""
        return self.sizes["small"] * SOFA // 100 if self.large else LEAST_PX

    def fixed_px(self, size: str | int) -> int:
        """The type size of what stands on things that keep their size when the text grows, in pixels: by name, or
        the size that the thing has room for."""
        return max(size if isinstance(size, int) else self.usual_px(size), self.least_px)

    def usual_of(self, units: float) -> int:
        """A type size of so many units at the default text size, in pixels."""
        least = LEAST_PX + 2 if units >= 1 else LEAST_PX
        return max(round(units * self.unit), least)


class TitleHead(NamedTuple):
    """Places of the title's name and subtitle."""

    name: Rect
    line: Rect


def head_of(scale: UnitScale, area: Rect) -> TitleHead:
    """Lays out the head of the title."""
    name = Rect(0, scale.px("pad"), area.w, scale.headed("name"))
    width = area.w - scale.px("borders")
    return TitleHead(name, Rect(scale.px("border"), name.bottom, width, scale.grown("name_line")))
