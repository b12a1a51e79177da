"""Where things lie on the table of the grid duel."""

from __future__ import annotations

from typing import NamedTuple

from pygame import Rect

from ..screen.geometry import RATIO, Measures, anchored, card_size, top_of, trim

ACROSS = 2  # cards side by side in the viewer's hand
SIDE = 4  # columns and rows of a full grid
# The picture of the board, in shares of its size: width to height, and the felt inside its frame.
BOARD_RATIO = 1168 / 1468
FELT = (56 / 584, 56 / 734, 472 / 584, 622 / 734)

class Setting(NamedTuple):
    """What the layout of a table depends on, besides sizes."""

    line: int  # height of a line of text
    example: bool  # the grid alone, for the rules
    ended: bool  # nothing comes to the grid any more: no hand beside it
    tray: Rect  # where the coins of the table are; empty if there are none

class Span(NamedTuple):
    """The columns or rows on view: the range drawn in full, and the position (a fraction) at which
    the felt begins."""

    whole: range
    start: float
    length: int = SIDE

class Plan:
    """The layout: both players and the deciding lines on the left, the board, and on the right the
    own hand in two columns under the ribbon. An example shows only the grid.

    Where the grid can still grow on both sides, it is shifted by half a card, so that half a place
    shows on each side.
    """

    def __init__(self, m: Measures, area: Rect, setting: Setting, across: Span, down: Span) -> None:
        self.m = m
        self.setting = setting
        self.across, self.down = across, down
        self.tall = area.w * 2 < area.h * 3
        widest = (m.part("hand_most", area.w) - m.px("gap")) // ACROSS
        height = m.part("hand_narrow" if self.tall else "hand", area.h)
        self.card_height = min(height, round(widest / RATIO))
        self.left, self.board, self.right = self.thirds(area)
        self.felt = self.felt_of()
        self.cells = {(x, y): self.cell_at(x, y) for x in across.whole for y in down.whole}
        self.parts = self.parts_of()

    def thirds(self, a: Rect) -> tuple[Rect, Rect, Rect]:
        """The players, the board and the hand, from left to right."""
        if self.setting.example:
            return Rect(a.x, a.y, 0, 0), a, Rect(a.right, a.y, 0, 0)
        gap = self.m.px("gap")
        least = self.m.part("faces_least", a.h)
        beside = a.right - self.setting.tray.x + gap if self.setting.tray.w and not self.tall else 0
        hand = 0 if self.setting.ended else ACROSS * self.hand_width() + 3 * gap
        high = min(self.m.part("board", a.h), round((a.w - least - hand - beside) / BOARD_RATIO))
        wide = round(high * BOARD_RATIO)
        room = a.w - wide - hand - beside
        left = Rect(a.x, a.y, min(room, self.m.part("faces", a.h)), a.h)
        spare = room - left.w
        board = anchored(wide, high, midleft=(left.right + spare // 2, a.centery))
        x = board.right + spare // 2 + gap
        return left, board, Rect(x, a.y, hand - 2 * gap, a.h)

    def felt_of(self) -> Rect:
        b = self.board
        if not self.setting.example:
            x, y, w, h = FELT
            return Rect(b.x + round(b.w * x), b.y + round(b.h * y), round(b.w * w), round(b.h * h))
        room = trim(b, left=self.m.px("sums"), right=self.m.px("sums"), bottom=self.m.px("chip_room"))
        columns, rows = self.across.length, self.down.length
        width = min(room.w / columns, room.h / rows * RATIO, room.h * self.m.part("full", 100) / 100)
        return anchored(round(width * columns), round(width / RATIO * rows), center=room.center)

    def parts_of(self) -> dict[str, Rect]:
        m, a, gap = self.m, self.left, self.m.px("gap")
        if self.setting.example:
            return {}
        side = min(m.part("face", a.h), a.w - 4 * gap)
        name = m.px("name_high")
        top = anchored(side, side, midtop=(a.centerx, a.y + 2 * gap))
        bottom = anchored(side, side, midbottom=(a.centerx, a.bottom - 2 * gap - name))
        found = {"top": top, "bottom": bottom}
        found |= {f"{one} name": Rect(a.x, found[one].bottom, a.w, name) for one in ("top", "bottom")}
        between = Rect(a.x + gap, top.bottom + name + gap, a.w - 4 * gap, bottom.y - top.bottom - name - 2 * gap)
        pair = anchored(min(between.w, m.px("pair_wide")), m.part("pair", a.h), midbottom=between.midbottom)
        found["other"] = trim(between, bottom=pair.h + gap)
        found["pair"] = pair
        if not self.setting.ended:
            found |= self.right_parts()
        return found

    def right_parts(self) -> dict[str, Rect]:
        m, gap = self.m, self.m.px("gap")
        a = self.right
        over = self.setting.tray.bottom - a.y if self.tall and self.setting.tray.w else 0
        wide = a.inflate(2 * gap, 0)
        high = max(m.px("ribbon_high"), m.part("ribbon_lines", self.setting.line))
        ribbon = top_of(trim(wide, top=over + m.px("ribbon_over")), high)
        hand = trim(a, top=ribbon.bottom + gap - a.y, bottom=gap)
        return {"ribbon": ribbon, "hand": hand}

    def hand_width(self) -> int:
        return round(self.card_height * RATIO)

    def hand(self, count: int) -> list[Rect]:
        """Where the cards of the viewer's hand lie: rows of two. In a full hand they overlap, but never
        cover a value."""
        area = self.parts["hand"]
        size = card_size(self.hand_width())
        rows = max(1, -(-count // ACROSS))
        step = min(size[1] + self.m.px("gap"), (area.h - size[1]) / (rows - 1)) if rows > 1 else 0
        columns = (area.x, area.right - size[0])
        return [Rect(x, area.y + round(step * row), *size) for row in range(rows) for x in columns][:count]

    def away(self, held: int, count: int) -> list[Rect]:
        """Where the cards out of the game lie: a pile under the viewer's hand; nowhere if there is no room."""
        area, gap = self.parts["hand"], self.m.px("gap")
        top = max(rect.bottom for rect in self.hand(held)) if held else area.y
        free = trim(area, top=top - area.y + 2 * gap, bottom=gap)
        size = card_size(round(self.m.part("backs", self.board.h) * RATIO))
        if free.h < size[1] + 2 * self.setting.line:
            return []
        step = size[0] * self.m.part("fanned", 100) // 100
        x = area.centerx - (size[0] + step * (count - 1)) // 2
        y = area.bottom - gap - size[1] - self.setting.line
        return [Rect(x + step * number, y, *size) for number in range(count)]

    def others(self, count: int) -> list[Rect]:
        """Where the other's cards lie: a fan of card backs."""
        area = self.parts["other"]
        height = min(self.m.part("backs", self.left.h), area.h)
        size = card_size(round(height * RATIO))
        step = min(size[0] * self.m.part("fanned", 100) / 100, (area.w - size[0]) / max(1, count - 1))
        x = area.centerx - (size[0] + step * (count - 1)) / 2
        return [anchored(*size, midleft=(round(x + step * number), area.centery)) for number in range(count)]

    def cell(self, column: int, row: int) -> Rect:
        """Where a card lies on a cell; of a cell at the edge, the visible part."""
        known = self.cells.get((column, row))
        return known.copy() if known else self.cell_at(column, row).clip(self.felt)

    def beyond(self, column: int, row: int) -> bool:
        """Whether a cell at the edge is visible only in part."""
        across, down = self.across, self.down
        beside = across.start - 1 < column < across.start + across.length
        return beside and down.start - 1 < row < down.start + down.length and (column, row) not in self.cells

    def cell_at(self, column: int, row: int) -> Rect:
        """The whole rect of a card on a cell."""
        felt = self.felt
        wide, high = felt.w / self.across.length, felt.h / self.down.length
        x = felt.x + (column - self.across.start + 0.5) * wide
        y = felt.y + (row - self.down.start + 0.5) * high
        width = min(wide, high * RATIO) * self.m.part("card", 100) / 100
        return anchored(*card_size(round(width)), center=(round(x), round(y)))

    def score(self, axis: str, line: int) -> Rect:
        """Where the score of a line stands on the frame: left of a row, or below a column."""
        cell = self.cell_at(line, 0) if axis == "x" else self.cell_at(0, line)
        high, felt = self.m.px("score_high"), self.felt
        if axis == "x":
            rim = self.m.px("chip_room") if self.setting.example else self.board.bottom - felt.bottom
            return anchored(cell.w, high, center=(cell.centerx, felt.bottom + rim // 2))
        rim = self.m.px("sums") if self.setting.example else felt.x - self.board.x
        return anchored(rim - 2, high, midright=(felt.x - 1, cell.centery))

    def rail(self, axis: str) -> Rect:
        """The part of the frame where the scores of rows or columns stand."""
        felt, board, thick = self.felt, self.board, self.m.px("rail")
        if axis == "x":
            return anchored(felt.w, thick, center=(felt.centerx, (felt.bottom + board.bottom) // 2))
        return anchored(thick, felt.h, center=((board.x + felt.x) // 2, felt.centery))

    def owner(self, axis: str) -> Rect:
        """Where the owner of the columns (at their foot) or of the rows (at their head) is
        shown."""
        side, felt, board = self.m.px("owner"), self.felt, self.board
        if axis == "x":
            return anchored(side, side, center=((board.x + felt.x) // 2, (felt.bottom + board.bottom) // 2))
        return anchored(side, side, center=((board.x + felt.x) // 2, (board.y + felt.y) // 2))
