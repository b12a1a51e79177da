"""Where things lie on the table of the grid duel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pygame import Rect

from ..screen.geometry import RATIO, Measures, anchored, card_size, foot_of, split, top_of, trim

ACROSS = 2  # cards side by side in the own hand beside the grid
FULL = 8  # cards of a full hand


class Setting(NamedTuple):
    """What the plan of a table depends on, besides its measures."""

    line: int  # height of a line of text
    usual: int  # and of one in letters of the usual size
    letters: int  # the person's text size, in hundredths
    least: int  # height of an own card at least
    example: bool  # the grid alone
    ended: bool  # no card comes to the grid any more


class Plan:
    """The other at the left of the grid, the own side at its right. Where that would be too narrow,
    plates at the left and the own hand below; in an example the grid alone.

    columns, rows: those of the grid that are drawn whole, the first card at 0, 0. Beside them, cells
    where a card may go that would move the others on are drawn at the edge, in part.
    """

    def __init__(
        self, m: Measures, area: Rect, setting: Setting, columns: Sequence[int], rows: Sequence[int]
    ) -> None:
        self.m = m
        self.setting = setting
        self.columns = columns
        self.rows = rows
        self.side = m.part("side", area.w)  # the width of each side
        wide = area.w * 100 >= area.h * m.part("wide", 100)
        least = ACROSS * round(setting.least * RATIO) + m.px("gap")
        self.beside = wide and self.side >= least and not setting.example
        self.card_height = max(m.part("hand", area.h), setting.least)  # of a card of the own hand
        self.parts = self.parts_of(area)
        room = self.parts["grid"]
        edge = (m.part("edge_wide", 100), m.part("edge_high", 100))
        if setting.example or setting.ended:
            edge = (0, 0)
        across, down = (len(some) + 2 * part / 100 for some, part in zip((columns, rows), edge, strict=True))
        width = min(room.w / across, room.h / down * RATIO, self.widest(room))
        size = (round(width * len(columns)), round(width / RATIO * len(rows)))
        self.edge = (round(width * edge[0] / 100), round(width / RATIO * edge[1] / 100))
        self.grid = anchored(*size, center=room.center)
        self.around = self.grid.inflate(2 * self.edge[0], 2 * self.edge[1])
        self.cells = {(x, y): self.cell_at(x, y) for x in columns for y in rows}
        self.corner = self.corner_of()

    def widest(self, room: Rect) -> float:
        """The width of a cell at most: of a small grid beside the hands as of a full one."""
        m = self.m
        if self.beside:
            return m.part("full", room.h) * RATIO
        return self.hand_width() * m.part("cell", 100) // 100

    def corner_of(self) -> Rect:
        """Where the scores of columns and rows meet; nothing where there is no room beside the grid."""
        if not self.beside:
            return Rect(0, 0, 0, 0)
        m, gap = self.m, self.m.px("gap")
        x = self.around.right + gap
        high = max(m.px("chip_least"), self.setting.line) + gap
        return Rect(x, self.around.bottom + m.px("close") - gap // 2, self.parts["hand"].x - gap - x, high)

    def parts_of(self, a: Rect) -> dict[str, Rect]:
        """The parts of the table by name."""
        m, setting = self.m, self.setting
        gap = m.px("gap")
        chip = max(m.px("chip_least"), setting.usual)
        if self.beside:
            return self.parts_beside(trim(a, top=gap, bottom=gap), chip + gap)
        foot = gap + chip + m.px("chip_foot")
        sides = m.px("grid_left")
        if setting.example:
            return {"grid": trim(a, left=sides, right=sides, bottom=foot)}
        width = min(m.px("plate") * setting.letters // 100, m.part("plate", a.w))
        tall = self.plate_height()
        left = Rect(a.x + gap, a.y + gap, width, a.h - 2 * gap)
        rest = trim(a, left=width + 2 * gap)
        hand = foot_of(trim(rest, bottom=m.px("hand_foot"), right=gap), self.card_height)
        grid = trim(rest, left=sides, right=m.px("sums"), top=gap, bottom=rest.bottom - hand.y + foot)
        parts = {"hand": hand, "grid": grid, "top": top_of(left, tall), "bottom": foot_of(left, tall)}
        return parts | self.others(trim(left, top=tall + gap, bottom=tall + gap))

    def parts_beside(self, a: Rect, foot: int) -> dict[str, Rect]:
        """The grid between the other at the left and the own side at the right."""
        m = self.m
        gap = m.px("gap")
        tall = self.plate_height()
        left = Rect(a.x + gap, a.y, self.side, a.h)
        right = left.move(a.right - gap - left.right, 0)
        sums = m.px("sums")
        grid = trim(a, left=left.w + 2 * gap, right=right.w + 3 * gap + sums, bottom=foot)
        hand = trim(right, top=tall + gap)
        parts = {"top": top_of(left, tall), "bottom": top_of(right, tall), "grid": grid}
        size = foot_of(left, 2 * self.setting.line)
        parts |= {"hand label": top_of(hand, self.setting.line)}
        parts |= {"hand": trim(hand, top=self.setting.line)}
        self.room = right.h - 4 * m.part("largest", self.setting.usual) - m.px("margin") - gap
        self.card_height = self.height_of()
        parts |= self.others(trim(left, top=tall + gap))
        over = parts["away"].bottom + m.px("key_over")
        return parts | {"size": size, "key": Rect(left.x, over, left.w, size.y - gap - over)}

    def height_of(self) -> int:
        """The height of a card of the own hand beside the grid: of a full hand in rows that cover the
        foot of the row above."""
        rows = FULL // ACROSS
        each = self.room * 100 // (100 + (rows - 1) * self.m.part("shown", 100))
        widest = round((self.side - self.m.px("gap")) // ACROSS / RATIO)
        return max(self.setting.least, min(each, widest))

    def others(self, a: Rect) -> dict[str, Rect]:
        """The other's hand, in two rows, and the cards that are out of the game, each under a word
        that says so."""
        gap, line = self.m.px("slit"), self.setting.line
        across = FULL // 2
        height = round((a.w - (across - 1) * gap) / across / RATIO)
        height = min(height, (a.h - 2 * line - 3 * gap) // 3)
        label = top_of(a, line)
        hand = Rect(a.x, label.bottom, a.w, 2 * height + gap)
        away = Rect(a.x, hand.bottom + gap, a.w, line)
        return {
            "other label": label,
            "other": hand,
            "away label": away,
            "away": Rect(a.x, away.bottom, a.w, height),
        }

    def plate_height(self) -> int:
        """The height of a seat's plate."""
        return 3 * self.setting.line + self.m.px("margin")

    def small_width(self) -> int:
        """The width of a card of the other's hand."""
        return round(self.parts["away"].h * RATIO)

    def hand_width(self) -> int:
        """The width of a card of the own hand."""
        return round(self.card_height * RATIO)

    def hand(self, count: int) -> list[Rect]:
        """Where the cards of the own hand lie beside the grid: rows of two, each in its place however
        many there are."""
        area = self.parts["hand"]
        rows = FULL // ACROSS
        width, height = card_size(round(self.height_of() * RATIO))
        step = min(height + self.m.px("gap"), (area.h - height) / (rows - 1))
        columns = split(area, ACROSS, self.m.px("gap"), across=True)
        return [
            anchored(width, height, midtop=(column.centerx, area.y + round(step * row)))
            for row in range(rows)
            for column in columns
        ][:count]

    def cell(self, column: int, row: int) -> Rect:
        """Where a card lies on a cell; what is seen of one at the edge."""
        known = self.cells.get((column, row))
        if known:
            return known.copy()
        whole = self.cell_at(column, row)
        return whole.clip(self.around) if self.beyond(column, row) else whole

    def beyond(self, column: int, row: int) -> bool:
        """Whether a cell lies at the edge, beside those that are drawn whole."""
        outside = (column not in self.columns, row not in self.rows)
        return outside in ((True, False), (False, True)) and any(self.edge)

    def cell_at(self, column: int, row: int) -> Rect:
        """The same, worked out."""
        grid = self.grid
        columns = len(self.columns)
        rows = len(self.rows)
        x0, x1 = (grid.x + grid.w * (column - self.columns[0] + i) // columns for i in (0, 1))
        y0, y1 = (grid.y + grid.h * (row - self.rows[0] + i) // rows for i in (0, 1))
        width = round((x1 - x0) * self.m.part("card", 100) / 100)
        return anchored(*card_size(width), center=((x0 + x1) // 2, (y0 + y1) // 2))
