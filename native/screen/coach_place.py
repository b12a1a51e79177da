"""Where the coach speaks at a table: one place for a whole match, off the hand and, where there is room, off all
cards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from pygame import Rect

from .canvas import Canvas
from .geometry import foot_of, split, trim
from .tooltips import Covered

LETTERS = "a word " * 35  # as much as the coach says
WIDTHS = range(11, 54, 2)  # that are tried, in hundredths of the table's
MORE = (30, 20, 10)  # hundredths of its height that it grows where it covers no more by that
KEYS = ("back", "why", "go")  # of its buttons, whether all are there or not
FEWEST = 22  # letters of a line that is still pleasant to read
# The cost of each covered pixel: of the hand, of what can be pressed, of cards that lie in the middle, of other
# cards, and of faces, names and numbers. What is covered in part costs more.
WEIGHTS = {"hand": 1000.0, "pressed": 300.0, "table": 40.0, "others": 8.0, "parts": 1.0}
PARTLY = 4  # times as much for the smaller part of a face, name or number that sticks out or is covered
SHORT = 700.0  # of a line shorter than FEWEST, by missing letter and line
UNREAD = 1_000_000.0  # of buttons whose words do not fit
SMALL = 1200.0  # of letters that are smaller than the person wants, by hundredth


class CoachBox(NamedTuple):
    """Where the coach says something."""

    rect: Rect
    words: Rect
    buttons: dict[str, Rect]


def weighed(taken: Iterable[tuple[str, Rect]]) -> list[Covered]:
    """What lies on a table by kind, with its cost."""
    return [Covered(rect, WEIGHTS[kind]) for kind, rect in taken if rect.w and rect.h]


class Shape(NamedTuple):
    """A size that holds what the coach says, and what it costs that its letters are small and its lines short."""

    cost: float
    size: tuple[int, int]
    across: bool  # its buttons are side by side


def shape(c: Canvas, width: int, labels: Mapping[str, str], letters: int) -> Shape:
    """The size that holds the most words in this width, in letters of a size in pixels, with its buttons."""
    inner = width - c.px(margin(c))
    each = (inner - c.px("gap") * (len(KEYS) - 1)) // len(KEYS)
    across = max(c.width_of(labels[key], "text", "bold") for key in KEYS) + c.px("border") <= each
    row = c.row_height("tool", "loose")
    told, long = c.height_of(LETTERS, inner, letters), c.art.width(LETTERS, "text", letters)
    short = max(0.0, FEWEST - inner * len(LETTERS) / long) * told / c.line
    buttons = row if across else row * len(KEYS)
    least = max(c.least_width(labels[key], "bold") for key in KEYS) + c.px("margin")
    tight = 0 if across or inner >= least else UNREAD
    cost = tight + SHORT * short + SMALL * (100 - 100 * letters / c.type_px("text"))
    return Shape(cost, (width, told + buttons + c.px("border") + c.px("gap")), across)


def margin(c: Canvas) -> str:
    """What is left free at both sides of the words."""
    return "margin" if c.narrow else "border"


def box_in(c: Canvas, rect: Rect, across: bool) -> CoachBox:
    """The words and the buttons of a place."""
    row = c.row_height("tool", "loose")
    height = row if across else row * len(KEYS)
    inner = c.inner(rect, margin(c), "margin")
    places = split(foot_of(inner, height), len(KEYS), c.px("gap"), across=across)
    return CoachBox(rect, trim(inner, bottom=height + c.px("gap")), dict(zip(KEYS, places, strict=True)))


def spots(size: tuple[int, int], area: Rect, edges: Sequence[Rect], gap: int) -> Iterator[Rect]:
    """The places of a size in an area that touch its sides, or something that lies there."""
    wide, high = size
    xs, ys = {area.x, area.right - wide}, {area.y, area.bottom - high}
    for rect in edges:
        xs |= {rect.right + gap, rect.x - gap - wide}
        ys |= {rect.bottom + gap, rect.y - gap - high}
    for x in sorted(xs):
        for y in sorted(ys):
            place = Rect(x, y, wide, high)
            if area.contains(place):
                yield place


def loss_of(place: Rect, things: Sequence[Covered], rects: list[Rect], most: float) -> float:
    """What a place covers, as far as it is less than `most`."""
    loss = 0.0
    for at in place.collidelistall(rects):
        both, rect, weight = place.clip(rects[at]), rects[at], things[at].weight
        covered = both.w * both.h
        partly = PARTLY if weight == WEIGHTS["parts"] else 1
        loss += weight * (covered + partly * min(covered, rect.w * rect.h - covered))
        if loss >= most:
            break
    return loss


def coach_place(c: Canvas, area: Rect, taken: Iterable[tuple[str, Rect]], labels: Mapping[str, str]) -> CoachBox:
    """The place in an area where the coach covers least. taken: what lies on the table, by kind."""
    things = weighed(taken)
    rects = [thing.rect for thing in things]
    solid = [thing.rect for thing in things if thing.weight > WEIGHTS["parts"]]
    sizes = {c.type_px("text"), c.type_px("small"), c.usual_px("text")}
    shapes = sorted(shape(c, area.w * share // 100, labels, px) for share, px in product(WIDTHS, sizes))
    best, found, beside = math.inf, area, False
    for cost, (wide, high), across in shapes:
        if cost >= best:
            break
        for place in spots((wide, min(high, area.h)), area, solid, c.px("close")):
            loss = cost + loss_of(place, things, rects, best - cost)
            if loss < best:
                best, found, beside = loss, place, across
    least = loss_of(found, things, rects, math.inf)
    for more in MORE:
        place = Rect(found.x, found.y, found.w, min(found.h * (100 + more) // 100, area.h)).clamp(area)
        if loss_of(place, things, rects, math.inf) <= least:
            return box_in(c, place, beside)
    return box_in(c, found, beside)
