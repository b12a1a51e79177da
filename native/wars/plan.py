"""Where things lie on the table of Dragon Wars."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect

from ..screen.geometry import RATIO, Measures, anchored, card_size, foot_of, split, trim

Parts = dict[str, Rect]


class Plan:
    """The table in three bands: the others' dragons, the battle, the own dragon and hand.

    line: height of a line of text. seats: number of players. least: least height of an own card.
    stacks: row and column of each stack.
    """

    def __init__(
        self,
        m: Measures,
        area: Rect,
        line: int,
        seats: int,
        least: int,
        stacks: dict[str, Sequence[int]],
    ) -> None:
        self.m = m
        self.gap = m.px("gap")
        self.seats = seats
        self.stacks = stacks
        self.tall = 3 * line + m.px("margin")  # height of a plate
        self.compact = area.w < m.px("roomy")  # little room: review and examples
        a = area.inflate(-m.px("margin"), 0)
        loose = m.px("loose")
        top = m.part("others", a.h)
        low = max(m.part("own", a.h), least + m.px("own_rest"))
        self.upper = Rect(a.x, a.y + m.px("hair"), a.w, top)
        self.middle = trim(a, top=top + loose, bottom=low + loose)
        self.low = foot_of(a, low)

    def sized(self, name: str) -> int:
        """A distance that is smaller where there is little room."""
        return self.m.px(f"{name}_compact" if self.compact else name)

    def own(self) -> Parts:
        """From the left: dragon, plate with its health over the hall of its trophies, hand."""
        m, low, gap = self.m, self.low, self.gap
        most = round(m.part("own_dragon", low.w) / RATIO) if self.compact else low.h
        height = min(low.h - m.px("loose"), most)
        dragon = Rect(low.x, low.y, round(height * RATIO), height)
        width = min(m.px("plate"), m.part("plate", low.w))
        plate = Rect(dragon.right + gap, low.y, width, min(self.tall, height))
        hall_high = low.bottom - m.px("loose") - plate.bottom - gap
        hall = Rect(plate.x, plate.bottom + gap, plate.w, hall_high)
        right = low.right if self.compact else low.right - m.px("buttons")
        hand = Rect(plate.right + gap, low.y, right - plate.right - 2 * gap, height)
        return {"dragon": dragon, "plate": plate, "hall": hall, "hand": hand}

    def other(self, number: int) -> Parts:
        """The same across the table, the hand under the plate; the others counted from the left."""
        m, gap = self.m, self.gap
        whole = split(self.upper, self.seats - 1, 2 * gap, across=True)[number]
        width = min(whole.w, m.px("other"))
        cell = Rect(whole.centerx - width // 2, whole.y, width, whole.h)
        height = min(cell.h - m.px("own_rest"), round(m.part("other_dragon", cell.w) / RATIO))
        dragon = Rect(cell.x, cell.y, round(height * RATIO), height)
        width = cell.right - dragon.right - gap
        plate = Rect(dragon.right + gap, cell.y, width, min(self.tall, height))
        hand = Rect(plate.x, plate.bottom + gap, plate.w, dragon.bottom - plate.bottom - gap)
        hall = Rect(whole.x, dragon.bottom + m.px("close"), whole.w, m.px("hall"))
        return {"dragon": dragon, "plate": plate, "hand": hand, "hall": hall}

    def side(self, zone: str) -> Rect:
        """The half of the battle line for attack or defence; between them stand the sums."""
        m, middle = self.m, self.middle
        width = (middle.w - self.sized("between")) // 2
        right = width + self.sized("hub")
        x = middle.x + (m.px("tight") if zone == "attack" else right)
        return Rect(x, middle.y + m.px("tight"), width, middle.h - m.px("hall"))

    def stack(self, zone: str) -> Rect:
        """Where deck, pile, Nest and trump lie: two over two."""
        m, middle = self.m, self.middle
        whole = self.sized("stacks")
        height = middle.h - m.px("double")
        cells = split(Rect(middle.right - whole, middle.y, whole, height), 2, m.px("stack_gap"))
        width = min(round(cells[0].h * RATIO), m.part("stack", whole))
        row, column = self.stacks[zone]
        cell = split(cells[row], 2, 0, across=True)[column]
        return anchored(*card_size(width), center=cell.center)
