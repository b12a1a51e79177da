"""Where things lie on the table of Fairy Tale."""

from __future__ import annotations

from typing import NamedTuple

from pygame import Rect

from ..screen.geometry import (
    RATIO,
    Measures,
    anchored,
    card_size,
    split,
    split_at,
    top_of,
    trim,
)


class Setting(NamedTuple):
    """What the plan of a table depends on, apart from its measures."""

    line: int  # height of a line of text
    small: int  # height of a small line
    word: int  # width of the longest word of a card's name, in the smallest type
    stage: int
    own: int  # cards on the own table
    last: bool  # all hands are empty
    stacks: int  # the most stacks of cards on another seat's table
    others: int  # other seats that are drawn
    held: int  # cards of the pack or hand, and of the picks beside them
    picks: int  # places for the own picks among these
    full: bool  # whether it is a whole table, not an example
    columns: int  # cards in a row of the own table
    step: bool = False  # whether all turn up a card together


class Plan:
    """The parts of the table: bands from top to bottom.

    The others take what their stacks need; the own table and what is held share the rest.
    """

    def __init__(self, m: Measures, area: Rect, setting: Setting) -> None:
        self.m = m
        self.gap = m.px("gap")
        self.setting = setting
        self.shape = (1, setting.columns)  # rows and columns of the own cards
        self.cells: list[Rect] = []  # of another seat's stacks, within its panel
        self.plaques = False  # whether these have no room for cards
        self.parts: dict[str, Rect] = {}
        self.measure(area)

    def measure(self, a: Rect) -> None:
        """From the top: stages, the others, news, the own table, pack or hand."""
        gap, line, setting = self.gap, self.setting.line, self.setting
        lines = line + gap if self.setting.full else 0
        others = Rect(a.x + gap, a.y + lines, a.w - 2 * gap, 0)
        if self.setting.others:
            others.h = self.measure_others(others.w, a.h)
        y = others.bottom + gap
        rest = Rect(others.x, y, others.w, a.bottom - gap - y)
        counts = ((rows, max(setting.columns, -(-setting.own // rows))) for rows in (1, 2))
        tables = [(shape, top_of(rest, self.own_height(rest, *shape))) for shape in counts]
        self.shape, own = max(tables, key=lambda table: self.own_width(table[1], *table[0]))
        low = trim(rest, top=own.h + gap)
        self.parts = {"track": Rect(own.x, a.y, own.w, line), "others": others}
        self.parts |= self.own_parts(own)
        self.parts |= self.low_parts(low)

    def most(self, name: str, width: int) -> int:
        """The widest that something may be: a distance, or where there is more room a share."""
        return max(self.m.px(name), self.m.part(name, width))

    # the others

    def measure_others(self, width: int, height: int) -> int:
        """Lays out another seat's stacks in its panel, as cards or as plaques with words; returns
        the height of the panel."""
        m, seats = self.m, self.setting.others
        head = self.setting.line + m.px("tight")
        room = (width - self.gap * (seats - 1)) // seats - m.px("close")
        most = m.part("upper" if self.setting.full else "example", height)
        card = card_size(max(1, min(m.px("other_card"), round((most - head) * RATIO))))
        stacks = max(1, self.setting.stacks)
        least = max(m.px("small_card"), self.setting.word)
        self.plaques = card[0] < least or stacks * (card[0] + m.px("slit")) > room
        if self.setting.stacks == 0:
            return head + self.setting.line
        size = self.plaque(room, most - head) if self.plaques else card
        step = (size[0] + m.px("slit"), size[1] + m.px("slit"))
        across = max(1, (room + m.px("slit")) // max(1, step[0]))
        x, y = m.px("slit"), head
        for place in range(stacks):
            row, column = divmod(place, across)
            self.cells.append(Rect(x + column * step[0], y + row * step[1], *size))
        return self.cells[-1].bottom + m.px("tight")

    def plaque(self, width: int, height: int) -> tuple[int, int]:
        """The size of a plaque: as many columns as have room for a name, rows of two lines."""
        m = self.m
        least = max(m.px("plaque"), self.setting.word * 100 // m.part("name", 100))
        across = max(1, min((width + m.px("slit")) // least, self.setting.stacks))
        rows = -(-self.setting.stacks // across)
        most = self.most("plaque_most", width * self.setting.others)
        wide = min(most, (width + m.px("slit")) // across - m.px("slit"))
        high = 2 * self.setting.small + m.px("slit")
        return wide, max(self.setting.small, min(high, height // rows - m.px("slit")))

    def mark(self, tile: Rect, least: int) -> int:
        """How wide the emblem of a plaque is."""
        return min(tile.h, max(self.m.part("mark", tile.w), least))

    def panel(self, number: int | None) -> Rect:
        """Another seat's part of the screen, counted from the left; None: the own plate."""
        if number is None:
            return self.parts["plate"]
        return split(self.parts["others"], self.setting.others, self.gap, across=True)[number]

    def head(self, number: int) -> Rect:
        """The line at the top of a panel."""
        return top_of(self.panel(number), self.setting.line).inflate(-4, -4)

    def tile(self, number: int, place: int) -> Rect:
        """The place of a stack on another seat's table."""
        panel = self.panel(number)
        if not self.cells:
            return top_of(panel, self.setting.line).move(0, self.setting.line)
        return self.cells[min(place, len(self.cells) - 1)].move(panel.topleft)

    # the own cards

    def own_height(self, rest: Rect, rows: int, columns: int) -> int:
        """The height of the own table: a share of the rest, but no more than its cards can use; all
        that the pack leaves while there are none."""
        m = self.m
        if self.setting.stage == 1 and self.setting.full:
            return max(m.px("plate_least"), rest.h - self.low_height(rest))
        share = "own" if rows == 1 else "own_rows"
        height = m.part("own_alone" if self.setting.last else share, rest.h)
        room = rest.w - self.plate_width(rest.w)
        widest = room // columns - self.gap
        if self.setting.full:
            widest = min(widest, self.most("own_card", rest.w))
        useful = rows * (card_size(widest)[1] + self.gap)
        return min(height, max(useful, m.px("plate_least") if self.setting.full else 0))

    def own_width(self, own: Rect, rows: int, columns: int) -> int:
        """How wide the cards of the own table are in so many rows and columns."""
        room = own.w - self.plate_width(own.w) - self.gap
        width = min(round((own.h // rows - self.gap) * RATIO), room // columns - self.gap)
        return min(width, self.most("own_card", own.w)) if self.setting.full else width

    def plate_width(self, width: int) -> int:
        """The width of the own plate."""
        return max(self.m.px("plate"), self.m.part("plate", width)) if self.setting.full else 0

    def low_height(self, rest: Rect) -> int:
        """The height of what is held when its cards are as wide as they can be."""
        width = min(self.most("first_card", rest.w), rest.w // max(1, self.setting.held) - self.gap)
        card = card_size(width)
        return self.setting.small + self.m.px("tight") + card[1] + 2 * self.gap

    def own_parts(self, own: Rect) -> dict[str, Rect]:
        """The own plate, and the own rows."""
        plate = Rect(own.x, own.y, self.plate_width(own.w), own.h)
        whole = self.shape[1] * (self.own_width(own, *self.shape) + self.gap)
        x = plate.right + self.gap if self.setting.full else own.centerx - whole // 2
        return {"own": own, "plate": plate, "table": Rect(x, own.y, whole, own.h)}

    def cell(self, place: int) -> Rect:
        """A place of the own rows."""
        area, gap, columns = self.parts["table"], self.gap, self.shape[1]
        row, column = divmod(place, columns)
        width, height = card_size(area.w // columns - gap)
        return Rect(area.x + column * (width + gap), area.y + row * (height + gap), width, height)

    # what is held

    def low_parts(self, low: Rect) -> dict[str, Rect]:
        """Pack or hand, the own picks beside it during a draft, and what is told of a card; in its
        place the cards that all turn up together, for which the hand draws closer."""
        m, gap = self.m, self.gap
        head = self.setting.small + m.px("tight") if self.setting.full else 0
        cards = trim(low, top=head)
        empty = self.setting.stage == 1  # the own table, which then tells what is pointed at
        least = m.px("detail") if self.setting.full and not empty else 0
        places = max(1, self.setting.held)
        most = self.most("first_card" if empty else "held_card", low.w)
        width = max(1, min(round(cards.h * RATIO), (low.w - least) // places - gap, most))
        picks = self.setting.picks * (width + gap)
        taken = places * (width + gap) if self.setting.held else 0
        if empty or not self.setting.full:
            taken = low.w
        detail = trim(low, left=taken)
        hand = trim(cards, right=detail.w + picks)
        self.width = width
        if self.setting.step:
            close = m.part("close_hand", low.w) if self.setting.held else 0
            hand, reveal = split_at(low, close, gap)
            return {
                "low": top_of(hand, head),
                "hand": trim(hand, top=head),
                "picks": Rect(hand.topright, (0, 0)),
                "detail": Rect(hand.topright, (0, 0)),
                "reveal": reveal,
            }
        return {
            "low": Rect(low.x, low.y, low.w - detail.w, head),
            "hand": hand,
            "picks": Rect(hand.right, cards.y, picks, cards.h),
            "detail": self.parts["table"] if empty else trim(detail, left=gap),
        }

    # all cards of a step

    def revealed(self, place: int, count: int) -> Rect:
        """Where one of the cards that all turn up together lies, below its seat's name."""
        column = split(self.parts["reveal"], count, 0, across=True)[place]
        room = trim(column, top=self.setting.line + self.gap, bottom=self.gap)
        width = min(self.m.px("revealed"), round(room.h * RATIO), room.w - 2 * self.gap)
        return anchored(*card_size(width), center=room.center)

    def revealer(self, place: int, count: int) -> Rect:
        """The line above such a card, for its seat's face and name."""
        column = split(self.parts["reveal"], count, 0, across=True)[place]
        over = Rect(column.x, self.revealed(place, count).y - self.setting.line, column.w, self.setting.line)
        return over.inflate(-self.gap, 0)
