"""Where things lie on the table of Dragon Wars."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect

from ..screen.geometry import RATIO, Measures, anchored, card_size, foot_of, split, split_at, top_of, trim

Parts = dict[str, Rect]


class Plan:
    """The table in three bands: the others' dragons, the battle, the own dragon and hand.

    line: height of a line of text. seats: number of players. least: least height of an own card.
    stacks: row and column of each stack. ended: the trophies of all seats lie where the battle was.
    """

    def __init__(
        self,
        m: Measures,
        area: Rect,
        line: int,
        seats: int,
        least: int,
        stacks: dict[str, Sequence[int]],
        ended: bool = False,
    ) -> None:
        self.m = m
        self.gap = m.px("gap")
        self.line = line
        self.names = 2 * m.part("stack_line", line)
        self.seats = seats
        self.stacks = stacks
        self.tall = 3 * line + m.px("margin")  # height of a plate
        self.compact = area.w < m.px("roomy")  # little room: review and examples
        a = area.inflate(-m.px("margin"), 0)
        loose = m.px("loose")
        self.alone = seats == 2 and a.w >= m.px("row")  # the other seat has a row of its own
        top = m.part("other_row" if self.alone else "others", a.h)
        low = max(m.part("own", a.h), least + m.px("own_rest"))
        self.upper = Rect(a.x, a.y + m.px("hair"), a.w, top)
        self.middle = trim(a, top=top + loose, bottom=low + loose)
        self.low = foot_of(a, low)
        self.stacks_width = max(self.sized("stacks"), m.part("stacks", a.w))
        self.ended = ended
        self.faced = ended and seats > 2  # a face says whose trophies lie there

    def sized(self, name: str) -> int:
        """A distance that is smaller where there is little room."""
        return self.m.px(f"{name}_compact" if self.compact else name)

    def own(self) -> Parts:
        """The parts of the seat at the bottom."""
        return self.in_row(self.low) | self.ended_hall(self.seats - 1)

    def ended_hall(self, number: int) -> Parts:
        """The hall of a seat in the middle, once the match has ended, counted from above."""
        if not self.ended:
            return {}
        return {"hall": split(trim(self.middle, right=self.stacks_width + self.gap), self.seats, self.gap)[number]}

    def in_row(self, band: Rect) -> Parts:
        """From the left: dragon, plate over the hall of its trophies, hand."""
        m, gap = self.m, self.gap
        most = round(m.part("row_dragon", band.w) / RATIO) if self.compact else band.h
        height = min(band.h - m.px("loose"), most)
        dragon = Rect(band.x, band.y, round(height * RATIO), height)
        width = min(m.px("plate"), m.part("plate_compact" if self.compact else "plate", band.w))
        plate = Rect(dragon.right + gap, band.y, width, min(self.tall, height))
        hall = trim(plate, top=plate.h + gap, bottom=plate.bottom - band.bottom + m.px("loose"))
        hand = Rect(plate.right + gap, band.y, band.right - plate.right - gap, height)
        return {"dragon": dragon, "plate": plate, "hall": hall, "hand": hand}

    def other(self, number: int) -> Parts:
        """The parts of a seat across the table, counted from the left.

        A single one lies as the own does if there is room; else the hand is under the plate and
        the hall below.
        """
        if self.alone:
            return self.in_row(self.upper) | self.ended_hall(number)
        m, gap = self.m, self.gap
        cell = split(self.upper, self.seats - 1, 2 * gap, across=True)[number]
        cell = trim(cell, bottom=m.px("own_rest"))
        height = min(cell.h, round(m.part("other_dragon", cell.w) / RATIO))
        dragon = Rect(cell.x, cell.y, round(height * RATIO), height)
        width = cell.right - dragon.right - gap
        plate = Rect(dragon.right + gap, cell.y, width, min(self.tall, height))
        hand = Rect(plate.x, plate.bottom + gap, plate.w, dragon.bottom - plate.bottom - gap)
        hall = Rect(cell.x, dragon.bottom + m.px("close"), cell.w, m.px("hall"))
        return {"dragon": dragon, "plate": plate, "hand": hand, "hall": hall} | self.ended_hall(number)

    def hall_face(self, rect: Rect) -> Rect:
        """The face in a hall; none where the hall lies beside its seat's plate."""
        side = rect.h - 2 * self.m.px("tight") if self.faced else 0
        return anchored(side, side, midleft=(rect.x + self.m.px("close"), rect.centery))

    def hall(self, rect: Rect, filled: bool) -> tuple[Rect, Rect]:
        """The label of a hall, above its trophies or, in a low one and after a face, beside them; and
        their place."""
        inner = trim(rect, left=self.hall_face(rect).w + self.gap, right=self.gap)
        if rect.h > 2 * self.line and not self.faced:
            inner = trim(inner, top=self.m.px("tight"))
            return top_of(inner, self.line), trim(inner, top=self.line)
        return split_at(inner, self.sized("hall_label") if filled else inner.w, self.gap)

    def health(self, dragon: Rect) -> Rect:
        """The band across the foot of a dragon's card that shows its health."""
        inset = self.m.part("health_inset", dragon.w)
        return foot_of(dragon.inflate(-2 * inset, -2 * inset), self.m.part("health", dragon.h))

    def title(self, zone: str) -> Rect:
        """The line above a half of the battle line."""
        side = self.side(zone)
        height = self.m.px("side_line")
        return Rect(side.x, side.y - self.m.px("tight") - height, side.w, height)

    def side(self, zone: str) -> Rect:
        """The half of the battle line for attack or defence; between them stand the sums."""
        m, middle = self.m, self.middle
        hub = self.sized("hub")
        width = (middle.w - self.stacks_width - hub - m.px("margin")) // 2
        right = width + hub
        x = middle.x + (m.px("tight") if zone == "attack" else right)
        top = m.px("side_line") + m.px("close")
        return Rect(x, middle.y + top, width, middle.h - top - m.px("tight"))

    def rows(self, zone: str, laid: int, flipped: int) -> tuple[Rect, Rect, int]:
        """The places of the cards laid in a half, and of those turned over for trump: beside them under
        a line of text, or below them if they are larger so; and how wide a card is at most."""
        side, gap = self.side(zone), self.gap
        most = self.m.part("laid", side.w)
        if not flipped:
            return side, foot_of(side, 0), most
        each = (side.w - gap * (laid + flipped - 1)) // (laid + flipped)
        upper = top_of(side, self.m.part("laid_row", side.h))
        if each < round(upper.h * RATIO):
            lower = trim(side, top=upper.h + self.m.px("tight"), right=self.m.px("flipped"))  # words stand beside
            return upper, lower, most
        most = min(most, each)
        left = laid * (most + gap)
        return trim(side, right=side.w - left + gap), trim(side, left=left, top=self.line), most

    def hub(self) -> Rect:
        """The column between attack and defence."""
        left, right, gap = self.side("attack"), self.side("defence"), self.m.px("gap")
        return Rect(left.right + gap, self.middle.y, right.x - left.right - 2 * gap, self.middle.h)

    def stack(self, zone: str) -> Rect:
        """Where deck, pile, Nest and trump lie: two over two."""
        cell = trim(self.stack_cell(zone), bottom=self.names)
        width = min(round(cell.h * RATIO), self.m.part("stack", self.stacks_width))
        return anchored(*card_size(width), midbottom=cell.midbottom)

    def stack_names(self, zone: str) -> Rect:
        """The two lines under a stack: its name, and what is in it."""
        return foot_of(self.stack_cell(zone), self.names)

    def stack_cell(self, zone: str) -> Rect:
        """The place of a stack and its name."""
        m, middle = self.m, self.middle
        whole = self.stacks_width
        area = Rect(middle.right - whole, middle.y, whole, middle.h)
        row, column = self.stacks[zone]
        line = split(area, 2, m.px("tight"))[row]
        return split(line, 2, m.px("tight"), across=True)[column]
