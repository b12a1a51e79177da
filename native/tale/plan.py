"""Where things lie on the table of Fairy Tale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pygame import Rect

from ..screen.geometry import (
    RATIO,
    Measures,
    anchored,
    card_size,
    foot_of,
    split,
    split_at,
    trim,
)

HALF = 3  # places side by side on a page of the book
ROWS = 2  # and rows of them
PAGES = 2
# The pages within the place of the book, in shares of its size: x of both, y, width, height.
PAGE = (0.033, 0.537, 0.05, 0.43, 0.9)
BLEED = (4, 9)  # how much wider and higher the picture is than the place of the book, in hundredths
COLUMNS = (3, 4, 5, 6)  # in which another's cards may lie
PICK = 77  # how wide a kept card is, of one that is held, in hundredths


class Setting(NamedTuple):
    """What the layout of a table depends on, besides sizes."""

    line: int  # height of a line of text at the standard size
    full: bool  # whether it is a whole table, not an example
    ended: bool  # it lies beside the result, and nothing is held
    others: int  # other seats that are drawn
    places: int  # cards that a seat will have laid at the end
    held: int  # the most cards that are held together
    picks: int  # how many of them are kept already
    tray: Rect  # where the coins of the table are; empty if there are none
    step: bool = False  # whether all turn up a card together


class Plan:
    """The layout: the viewer's tale as an open book, the others on the right; below it the sentence and
    the rounds, the viewer's face and what is held. An example has only the book and what is held."""

    def __init__(self, m: Measures, area: Rect, setting: Setting) -> None:
        self.m = m
        self.gap = m.px("gap")
        self.setting = setting
        self.tall = area.w * 2 < area.h * 3
        self.area = area.inflate(-2 * m.px("close"), -2 * m.px("close"))
        self.parts: dict[str, Rect] = self.example() if not setting.full else self.whole()
        self.width = self.held_width()
        self.small = self.small_width()

    # the parts

    def whole(self) -> dict[str, Rect]:
        if self.setting.ended:
            return self.closed()
        m, a, gap, tray = self.m, self.area, self.gap, self.setting.tray
        face = self.own_face()
        right = tray.x - gap if tray.w and not self.tall else a.right
        low = Rect(face.right + 2 * gap, 0, right - face.right - 2 * gap, 0)
        low.h = self.low_height(low.w)
        low.bottom = a.bottom
        under = self.under()
        wide = m.part("book_wide_narrow" if self.tall else "book_wide", a.w)
        book = Rect(a.x, a.y, wide, min(low.y - under - a.y, self.book_height(wide)))
        over = max(0, tray.bottom + gap - a.y) if self.tall and tray.w else 0
        beside = min(tray.y - gap, low.y) if tray.w and not self.tall else low.y - gap
        others = Rect(book.right + gap, a.y + over, a.right - book.right - gap, max(book.bottom, beside) - a.y - over)
        left = a.x + 2 * gap
        band = Rect(left, book.bottom, book.right - left, low.y - book.bottom)
        words, seals = split_at(band, band.w - m.px("seals"), gap)
        parts = {"book": book, "others": others, "face": face, "low": low} | self.beside_face(face)
        parts |= {"ribbon": anchored(words.w, min(band.h, under - gap), center=words.center), "seals": seals}
        parts["meter"] = Rect(a.x - m.px("close") // 2, low.y, m.px("meter_bar"), low.h)
        return parts | self.held_parts(low)

    def closed(self) -> dict[str, Rect]:
        """The parts beside the result: the book, and all faces in a row below."""
        a, gap = self.area, self.gap
        book = Rect(a.x, a.y, a.w, min(self.m.part("book_ended", a.h), self.book_height(a.w)))
        row = trim(a, top=book.bottom + gap - a.y)
        side = min(self.m.part("own_face", a.h), row.h - self.m.px("name_high"))
        face = Rect(row.x, row.y, side, side)
        others = trim(row, left=side + 2 * gap)
        name = anchored(side, self.m.px("name_high"), midtop=(face.centerx, face.bottom - gap))
        points = anchored(side * 3 // 4, self.m.px("name_high") * 3 // 2, midtop=(face.centerx, name.bottom + gap))
        parts = {"book": book, "others": others, "face": face, "name": name, "points": points}
        nowhere = Rect(a.center, (0, 0))
        return parts | dict.fromkeys(("low", "hand", "seals", "meter", "ribbon"), nowhere)

    def under(self) -> int:
        """The height below the book: a sentence of two lines."""
        return max(self.m.px("ribbon_high"), self.m.part("ribbon_lines", self.setting.line)) + self.gap

    def book_height(self, width: int) -> int:
        """How high a book of this width must be for its cards."""
        card = width * PAGE[3] / HALF / RATIO
        return round(ROWS * card / PAGE[4])

    def low_height(self, width: int) -> int:
        """The height of the cards held."""
        most = self.m.part("hand", self.area.h)
        card = (width // max(1, self.setting.held) - self.gap) / RATIO
        return max(min(most, round(card) + 2 * self.m.px("close")), self.m.part("low_least", self.area.h))

    def own_face(self) -> Rect:
        """The viewer's face, bottom left."""
        side = self.m.part("own_face", self.area.h)
        name = self.m.px("name_high")
        return Rect(self.area.x + self.m.px("meter_bar"), self.area.bottom - side - name // 2, side, side)

    def beside_face(self, face: Rect) -> dict[str, Rect]:
        """The viewer's name at the foot of the face, and the viewer's points above it."""
        m = self.m
        name = anchored(face.w + self.gap, m.px("name_high"), midbottom=(face.centerx, self.area.bottom))
        wide, high = m.part("points_wide", face.w), m.part("points_high", face.w)
        over = anchored(wide, high, midbottom=(face.centerx, face.y - m.px("close")))
        return {"name": name, "points": over}

    def example(self) -> dict[str, Rect]:
        """The parts of an example: what is held at the foot, the book above it, a partner's cards
        on the right."""
        a, setting = self.area, self.setting
        low = foot_of(a, self.m.part("example_hand", a.h) if setting.held else 0)
        book = trim(a, bottom=low.h + self.gap if low.h else 0)
        others = foot_of(book, self.m.part("example_others", a.h) if setting.others else 0)
        book = trim(book, bottom=others.h)
        most = round(book.w * self.m.part("book_form", 100) / 100)
        book = anchored(book.w, min(book.h, most), center=book.center)
        nowhere = Rect(a.center, (0, 0))
        parts = {"book": book, "others": others, "low": low}
        return parts | dict.fromkeys(("face", "name", "points", "seals"), nowhere) | self.held_parts(low)

    def held_parts(self, low: Rect) -> dict[str, Rect]:
        """The pack or the hand, and the cards that are revealed together, for which a hand makes
        room."""
        if not self.setting.step:
            return {"hand": low}
        close = self.m.part("close_hand", low.w) if self.setting.held else 0
        hand, reveal = split_at(low, close, self.gap)
        return {"hand": hand, "reveal": reveal}

    # the book

    def page(self, number: int) -> Rect:
        book, at = self.parts["book"], PAGE
        size = (round(book.w * at[3]), round(book.h * at[4]))
        return Rect((book.x + round(book.w * at[number]), book.y + round(book.h * at[2])), size)

    def covers(self) -> Rect:
        """The book including its covers."""
        book = self.parts["book"]
        return book.inflate(*(side * more // 100 for side, more in zip(book.size, BLEED, strict=True)))

    def cell(self, slot: int) -> Rect:
        """A place in the book, row by row: three rows on the left page, then three on the right."""
        half, column = divmod(min(slot, PAGES * ROWS * HALF - 1), HALF)
        number, row = divmod(half, ROWS)
        page = self.page(number)
        wide, high = page.w / HALF, page.h / ROWS
        width = round(min(wide, high * RATIO) * self.m.part("card", 100) / 100)
        step = min(wide, (page.w - width) / (HALF - 1))
        x = page.centerx + round((column - 1) * step)
        return anchored(*card_size(width), center=(x, page.y + round((row + 0.5) * high)))

    @staticmethod
    def homes(counts: Sequence[int]) -> list[int | None]:
        """Which group of the viewer's cards each place of the book is for, with groups of these sizes; None: any.
        Each of the first groups has a row of its own, if there is room for that; else each group begins a row, if
        there is room for that."""
        lines = PAGES * ROWS
        rows = [-(-count // HALF) for count in counts]
        if max(counts, default=0) <= HALF and not any(counts[lines:]):
            rows = [1] * len(counts[:lines])
        found = [group for group, taken in enumerate(rows) for _ in range(taken * HALF)]
        if sum(rows) > lines:
            found = [group for group, count in enumerate(counts) for _ in range(count)]
        return [*found, *[None] * (lines * HALF - len(found))]

    def slots(self, counts: Sequence[int]) -> list[int]:
        """The places of the viewer's cards in groups of these sizes."""
        homes = self.homes(counts)
        places = [[slot for slot, home in enumerate(homes) if home == group] for group in range(len(counts))]
        return [slot for group, count in zip(places, counts, strict=True) for slot in group[:count]]

    # the others

    def panel(self, number: int) -> Rect:
        """Another seat's area, counted from the top or the left."""
        ended = self.setting.ended
        gap = self.gap if ended else self.m.px("close")
        return split(self.parts["others"], max(1, self.setting.others), gap, across=ended)[number]

    @property
    def stacked(self) -> bool:
        """Whether another's cards lie under its face, not beside it."""
        return self.setting.ended and self.panel(0).h > self.panel(0).w

    def rival_face(self, number: int) -> Rect:
        panel = self.panel(number)
        side = min(self.m.px("rival_face"), panel.h // (4 if self.stacked else 1), panel.w // 2)
        return Rect(panel.x, panel.y, side, side)

    def rival_name(self, number: int) -> Rect:
        """Another's name: at the foot of its face, below it where there is room; an empty rect
        where no words fit."""
        face, panel = self.rival_face(number), self.panel(number)
        high = 0 if self.stacked else self.m.px("name_high")
        y = min(face.bottom - high // 3, panel.bottom - high)
        return Rect(face.x, y, face.w + self.m.part("rival_wide", face.w) // 3, high)

    def rival_points(self, number: int) -> Rect:
        """Another's points, at the right of its face."""
        face = self.rival_face(number)
        wide, high = self.m.part("rival_wide", face.w), max(self.setting.line, self.m.part("rival_high", face.w))
        bottom = min(face.y + self.m.part("rival_down", face.h), self.rival_name(number).y)
        return anchored(wide, high, bottomleft=(face.right - wide * 2 // 3, bottom))

    def small_room(self, number: int) -> Rect:
        panel, face, slit = self.panel(number), self.rival_face(number), self.m.px("slit")
        if self.stacked:
            return trim(panel, top=face.h + slit)
        return trim(panel, left=self.rival_points(number).right + slit - panel.x)

    def small_width(self) -> int:
        """The width of another's cards: in the number of columns that makes them widest."""
        if not self.setting.others:
            return 0
        return max(map(self.small_of, COLUMNS))

    def small_of(self, columns: int) -> int:
        """The width of another's cards in this many columns."""
        room, slit = self.small_room(0), self.m.px("slit")
        rows = -(-self.setting.places // columns)
        return max(1, int(min(room.w / columns - slit, (room.h / rows - slit) * RATIO, self.cell(0).w)))

    def tile(self, number: int, place: int) -> Rect:
        """The place of one of another's cards."""
        slit, room = self.m.px("slit"), self.small_room(number)
        columns = next(count for count in COLUMNS if self.small_of(count) == self.small)
        size = card_size(self.small)
        row, column = divmod(place, columns)
        return Rect(room.x + column * (size[0] + slit), room.y + row * (size[1] + slit), *size)

    # what is held

    def held_width(self) -> int:
        """How wide the cards of pack and hand are."""
        area, most = self.parts["low"], max(1, self.setting.held)
        high = area.h - 2 * self.m.px("close")
        return max(1, min(round(high * RATIO), area.w // most - self.gap))

    def row(self, count: int) -> Rect:
        """Where the cards of pack or hand lie: from the left while kept cards are on the right."""
        area = self.parts["hand"]
        if not self.setting.picks or self.setting.step:
            return area
        return Rect(area.x, area.y, min(area.w, count * (self.width + self.gap)), area.h)

    def picks(self, count: int) -> Rect:
        """Where the kept cards lie."""
        area = self.parts["hand"]
        wide = min(area.w, count * (self.pick_width() + self.gap))
        return Rect(area.right - wide, area.y, wide, area.h)

    def pick_width(self) -> int:
        """How wide a kept card is."""
        return self.width * PICK // 100

    # all cards of a step

    def revealed(self, place: int, count: int) -> Rect:
        """Where one of the cards revealed together lies, below its seat's name."""
        column = split(self.parts["reveal"].inflate(-2 * self.gap, 0), count, 0, across=True)[place]
        room = trim(column, top=self.setting.line + self.gap, bottom=self.gap)
        width = min(self.width, round(room.h * RATIO), room.w - self.gap)
        return anchored(*card_size(width), center=room.center)

    def revealer(self, place: int, count: int) -> Rect:
        """The line above a revealed card with its seat's face and name."""
        column = split(self.parts["reveal"].inflate(-2 * self.gap, 0), count, 0, across=True)[place]
        over = Rect(column.x, self.revealed(place, count).y - self.setting.line, column.w, self.setting.line)
        return over.inflate(-self.gap, 0)
