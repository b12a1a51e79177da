"""Where things lie on the table of the grid duel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pygame import Rect

from ..screen.geometry import RATIO, Measures, anchored, card_size, foot_of, top_of, trim


class Setting(NamedTuple):
    """What the plan of a table depends on, besides its measures."""

    line: int  # height of a line of text
    usual: int  # and of one in letters of the usual size
    letters: int  # the person's text size, in hundredths
    least: int  # height of an own card at least
    example: bool  # the grid alone


class Plan:
    """Plates at the left, the other's hand under the upper one; the grid over the own hand.

    columns, rows: those of the grid that are drawn, the first card at 0, 0.
    """

    def __init__(
        self, m: Measures, area: Rect, setting: Setting, columns: Sequence[int], rows: Sequence[int]
    ) -> None:
        self.m = m
        self.setting = setting
        self.columns = columns
        self.rows = rows
        self.card_height = max(m.part("hand", area.h), setting.least)  # of a card of the own hand
        self.parts = self.parts_of(area)
        room = self.parts["grid"]
        most = self.hand_width() * m.part("cell", 100) // 100
        width = min(room.w / len(columns), room.h / len(rows) * RATIO, most)
        size = (round(width * len(columns)), round(width / RATIO * len(rows)))
        self.grid = anchored(*size, center=room.center)

    def parts_of(self, a: Rect) -> dict[str, Rect]:
        """The parts of the table by name."""
        m, setting = self.m, self.setting
        gap = m.px("gap")
        foot = gap + max(m.px("chip_least"), setting.usual) + m.px("chip_foot")
        sides = m.px("grid_left")
        if setting.example:
            return {"grid": trim(a, left=sides, right=sides, bottom=foot)}
        width = min(m.px("plate") * setting.letters // 100, m.part("plate", a.w))
        tall = 3 * setting.line + m.px("margin")
        left = Rect(a.x + gap, a.y + gap, width, a.h - 2 * gap)
        rest = trim(a, left=width + 2 * gap)
        hand = foot_of(trim(rest, bottom=m.px("hand_foot"), right=gap), self.card_height)
        back = Rect(left.x, left.y + tall + gap, width, m.part("other", a.h))
        grid = trim(rest, left=sides, right=sides, top=gap, bottom=rest.bottom - hand.y + foot)
        parts = {"hand": hand, "other": back, "grid": grid}
        return parts | {"top": top_of(left, tall), "bottom": foot_of(left, tall)}

    def hand_width(self) -> int:
        """The width of a card of the own hand."""
        return round(self.card_height * RATIO)

    def cell(self, column: int, row: int) -> Rect:
        """Where a card lies on a cell."""
        grid = self.grid
        columns = len(self.columns)
        rows = len(self.rows)
        x0, x1 = (grid.x + grid.w * (column - self.columns[0] + i) // columns for i in (0, 1))
        y0, y1 = (grid.y + grid.h * (row - self.rows[0] + i) // rows for i in (0, 1))
        width = round((x1 - x0) * self.m.part("card", 100) / 100)
        return anchored(*card_size(width), center=((x0 + x1) // 2, (y0 + y1) // 2))
