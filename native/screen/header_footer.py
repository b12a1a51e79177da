"""The heading of a scene, and the buttons along its bottom."""

from __future__ import annotations

from functools import partial

from pygame import Rect

from ..profile.session import Button
from .canvas import Canvas
from .geometry import Size, anchored, foot_of, side_by_side, trim


def heading(c: Canvas, words: str, tip: str = "") -> Rect:
    """The title of a scene, in gold over what it lies on; returns the area under it. tip: what pointing
    at it tells."""
    line = heading_line(c)
    c.lettering(words, line, "title", "coin", "title")
    if tip:
        c.note("heading", line, tip)
    return below_heading(c)


def heading_line(c: Canvas) -> Rect:
    """The place of the title of a scene."""
    return Rect(c.px("border"), c.px("pad"), c.area.w - c.px("borders"), c.headed("heading_line"))


def below_heading(c: Canvas) -> Rect:
    """The area under the title of a scene."""
    top = c.headed("heading")
    below = c.area.h - top - c.px("heading_foot")
    return Rect(c.px("border"), top + c.px("margin"), c.area.w - c.px("borders"), below)


def paper_page(c: Canvas, words: str, row: list[Button], size: Size | None = None) -> Rect:
    """A page: its title, its buttons, and a sheet of parchment between them, on which everything that
    follows is written; returns the area within its margins. size: how large it is at most."""
    footer(c, heading(c, words), row)
    sheet = paper_place(c, row, size)
    c.shade(sheet)
    c.piece("parchment-page", sheet)
    c.paper = True
    return on_paper(c, row, size)


def paper_place(c: Canvas, row: list[Button], size: Size | None = None) -> Rect:
    """The place of the parchment of a page with these buttons."""
    area = above_footer(c, below_heading(c), row)
    area = trim(area, left=-c.px("gap"), right=-c.px("gap"))
    width, height = size or area.size
    return anchored(min(width, area.w), min(height, area.h), midtop=area.midtop)


def on_paper(c: Canvas, row: list[Button], size: Size | None = None) -> Rect:
    """The area within the margins of that parchment."""
    return c.inner(paper_place(c, row, size), "border", "broad")


def footer(c: Canvas, area: Rect, row: list[Button]) -> Rect:
    """Buttons along the bottom, in two rows if one is too narrow; returns the area above them."""
    rest = above_footer(c, area, row)
    if in_two_rows(c, area, row):
        half = (len(row) + 1) // 2
        footer_row(c, trim(area, bottom=footer_height(c)), row[:half])
        row = row[half:]
    footer_row(c, area, row)
    return rest


def above_footer(c: Canvas, area: Rect, row: list[Button]) -> Rect:
    """The area above the buttons along the bottom."""
    rows = 2 if in_two_rows(c, area, row) else 1
    return trim(area, bottom=rows * footer_height(c))


def footer_height(c: Canvas) -> int:
    """The height of a row of buttons along the bottom, with the gap above it."""
    return c.row_height("footer", "pad") + c.px("pad")


def in_two_rows(c: Canvas, area: Rect, row: list[Button]) -> bool:
    """Whether buttons along the bottom need a second row."""
    if len(row) <= 3:
        return False
    if all(button.label for button in row):
        return not fits_in_row(c, area, row)
    least = max(c.least_width(button.label) for button in row) + c.px("wide")
    placed = zip(row, row_places(c, area, row), strict=True)
    return any(button.label and place.w < least for button, place in placed)


def fits_in_row(c: Canvas, area: Rect, row: list[Button]) -> bool:
    """Whether the labels of all buttons fit side by side."""
    share = (area.w + c.px("pad")) // len(row) - c.px("pad")
    longest = max(c.width_of(button.label) for button in row)
    return min(longest + c.grown("footer_room"), c.grown("footer_button")) <= share


def row_places(c: Canvas, area: Rect, row: list[Button]) -> list[Rect]:
    """The places of a row of buttons along the bottom; those without a label are small."""
    height = c.row_height("footer", "pad")
    labelled = [bool(button.label) for button in row]
    crowded = not all(labelled) and any(labelled) and len(row) >= 7
    small = round(height * 1.2) if crowded else c.px("footer_icon")
    line = foot_of(area, height)
    return side_by_side(line, labelled, small, c.grown("footer_button"), c.px("pad"))


def footer_row(c: Canvas, area: Rect, row: list[Button]) -> None:
    """A row of buttons along the bottom."""
    for button, rect in zip(row, row_places(c, area, row), strict=True):
        press = partial(c.button, button.key, rect, button.label, button.accept, button.icon)
        press(button.action, lit=button.lit, tip=button.tip, advised=button.advised)
