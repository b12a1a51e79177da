"""Where things lie on the table of Fairy Tale."""

from __future__ import annotations

from typing import NamedTuple

from pygame import Rect

from ..screen.geometry import RATIO, Measures, best_cells, card_size, foot_of, split, top_of, trim

EARLY = 4  # up to this stage the own cards fit in one row


class Setting(NamedTuple):
    """What the plan of a table depends on, apart from its measures."""

    line: int  # height of a line of text
    plaque: int  # height of a small line, with its rim
    stage: int
    last: bool  # all hands are empty
    places: int  # places for cards in a row of the table
    others: int  # other seats that are drawn
    picks: bool  # whether to leave room for the own picks
    full: bool  # whether it is a whole table, not an example
    columns: int  # cards in a row of the own table


class Plan:
    """The parts of the table: bands from top to bottom, the last two cut into columns.

    Large text takes its room from the others' band, never from the own cards.
    """

    def __init__(self, m: Measures, area: Rect, setting: Setting) -> None:
        self.m = m
        self.gap = m.px("gap")
        self.setting = setting
        self.rows = 1 if setting.stage <= EARLY else 2  # of own cards
        self.cells: list[Rect] = []  # of another seat's row, within its panel
        self.plaques = False  # whether that has no room for cards
        self.parts: dict[str, Rect] = {}
        self.measure(area)

    def measure(self, a: Rect) -> None:
        """From the top: stages, the others, news, the own table, pack or hand."""
        gap = self.gap
        line = self.setting.line
        lines = line + gap if self.setting.full else 0
        upper = self.m.part("upper" if self.setting.full else "example", a.h)
        others = Rect(a.x + gap, a.y + lines, a.w - 2 * gap, upper - 2 * lines)
        if not self.setting.others:
            others.h = upper = 0
        upper += self.measure_others(others)
        share = "own" if self.rows == 1 else "own_rows"
        y = a.y + upper
        share = "own_alone" if self.setting.last else share
        own = Rect(others.x, y, others.w, self.m.part(share, a.bottom - y - gap))
        self.parts = {
            "track": Rect(own.x, a.y, own.w, line),
            "others": others,
            "news": Rect(own.x, others.bottom, own.w, line),
        }
        self.parts |= self.own_parts(own)
        self.parts |= self.low_parts(foot_of(own, a.bottom - own.bottom - 2 * gap), a.bottom - gap)

    def measure_others(self, area: Rect) -> int:
        """Lays out another seat's row in its panel, as small cards or as plaques with words.

        Returns how much the area had to grow.
        """
        m = self.m
        seats = max(1, self.setting.others)
        head = self.setting.line
        width = (area.w - self.gap * (seats - 1)) // seats - m.px("close")
        room = Rect(m.px("slit"), head, width, area.h - head - m.px("tight"))
        places = self.setting.places
        self.cells = best_cells(room, places, RATIO)
        self.plaques = self.cells[0].w < m.px("small_card")
        if not self.plaques:
            return 0
        columns = next((n for n in (6, 4, 3) if width // n >= m.px("plaque")), 2)
        count = -(-places // columns)
        more = max(0, count * self.setting.plaque - room.h)
        room.h += more
        area.h += more
        rows = split(room, count, 0)
        self.cells = [cell for row in rows for cell in split(row, columns, 0, across=True)]
        return more

    def own_parts(self, own: Rect) -> dict[str, Rect]:
        """The own plate, the own row, and the details of a card."""
        m = self.m
        gap = self.gap
        full = self.setting.full
        columns = self.setting.columns
        plate = Rect(own.x, own.y, m.px("plate") if full else 0, own.h)
        room = own.w - plate.w
        if full and own.w > m.px("roomy"):
            room = m.part("table", room)
        width = min(round((own.h // self.rows - 2 * gap) * RATIO), room // columns - gap)
        if full:
            width = min(width, m.px("own_card"))
        whole = columns * (width + gap)
        x = plate.right + gap if full else own.centerx - whole // 2
        table = Rect(x, own.y, whole, own.h)
        detail = trim(own, left=table.right + gap - own.x)
        return {"own": own, "plate": plate, "table": table, "detail": detail}

    def low_parts(self, low: Rect, bottom: int) -> dict[str, Rect]:
        """Pack or hand, and the own picks during a draft."""
        low.bottom = bottom
        hand = low.copy()
        if self.setting.picks:
            most = low.w - self.m.px("picks_least")
            hand.w = max(self.m.part("hand", low.w), min(self.m.px("hand_room"), most))
        return {"hand": hand, "picks": trim(low, left=hand.w + self.gap)}

    def cell(self, place: int) -> Rect:
        """A place of the own row."""
        area = self.parts["table"]
        gap = self.gap
        row, column = divmod(place, self.setting.columns)
        width, height = card_size(area.w // self.setting.columns - gap)
        return Rect(area.x + column * (width + gap), area.y + gap + row * (height + gap), width, height)

    def panel(self, number: int | None) -> Rect:
        """Another seat's part of the screen, counted from the left; None: the own plate."""
        if number is None:
            return self.parts["plate"]
        return split(self.parts["others"], self.setting.others, self.gap, across=True)[number]

    def head(self, number: int) -> Rect:
        """The line at the top of a panel."""
        return top_of(self.panel(number), self.setting.line).inflate(-4, -4)

    def tile(self, number: int, place: int) -> Rect:
        """A place of another seat's row."""
        cell = self.cells[min(place, len(self.cells) - 1)].move(self.panel(number).topleft)
        rim = self.m.px("rim")
        return cell.inflate(-rim, -rim)

    def card(self, number: int, place: int) -> Rect:
        """A card at that place, or its plaque."""
        tile = self.tile(number, place)
        if self.plaques:
            return tile
        rect = Rect(0, 0, *card_size(min(tile.w, round(tile.h * RATIO))))
        rect.center = tile.center
        return rect
