"""Where things lie on the table of Dragon Wars."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from pygame import Rect

from ..screen.geometry import RATIO, Measures, anchored, card_size, foot_of, split, split_at, top_of, trim
from .state import Side, Suit

Parts = dict[str, Rect]
FEW, MANY = 5, 7  # statues at the end: up to so many the middle one is large; more stand two rows high
FIRST, LAST = -48, 228  # degrees on a ring, clockwise from the right: where its beads begin and end


class Setting(NamedTuple):
    """What the layout of a table depends on, besides sizes."""

    seats: int
    line: int  # height of a line of text
    usual: int  # the same at the standard text size
    ended: bool  # the trophies of all seats lie where the battle was
    swapped: bool  # the attacker's cards lie at the right
    tray: Rect  # where the coins of the table are; empty if there are none


class Plan:
    """The layout. With two players the viewer's dragon is on the left, the other's on the right, and the
    battle between them with its sums below. With more, the others' dragons are at the top, the
    viewer's on the left, and the sums between attack and defence. The viewer's hand is at the foot, under the
    ribbon."""

    def __init__(self, m: Measures, area: Rect, setting: Setting) -> None:
        self.m = m
        self.setting = setting
        self.area = a = area
        self.gap = m.px("gap")
        self.tall = a.w * 2 < a.h * 3
        self.pair = setting.seats == 2
        tray = setting.tray
        self.over = max(0, tray.bottom - a.y) if self.tall and tray.w else 0  # at the right
        right = tray.x if tray.w and not self.tall else a.right
        low = m.part("hand", a.h)
        wide = m.part("corner", a.w)
        self.low = trim(foot_of(a, low + m.part("foot", a.h)), bottom=m.part("foot", a.h))
        self.hand = Rect(a.x + wide, self.low.y, right - a.x - wide - self.gap, low)
        if not self.tall:  # under the middle of the pit
            self.hand = anchored(min(self.hand.w, a.w - 2 * wide), low, midtop=(a.centerx, self.low.y))
        high = max(m.px("ribbon_high"), m.part("ribbon_lines", setting.line))
        self.ribbon = Rect(self.hand.x, self.hand.y - self.gap - high, self.hand.w, high)
        self.head = top_of(a, m.part(f"head{self.kind}", a.h) + (self.over if not self.pair else 0))
        self.field = Rect(a.x, self.head.bottom, a.w, self.ribbon.y - self.gap - self.head.bottom)
        if self.pair and not self.tall and tray.w and self.field.bottom > tray.y:  # off the coins
            self.field.w = tray.x - a.x
        self.rings = {number: self.ring(number) for number in range(setting.seats)}
        self.middle = self.between()

    @property
    def kind(self) -> str:
        """The key of a set of proportions: the number of players, and how wide the table is."""
        return ("" if self.pair else "_many") + ("_tall" if self.tall else "")

    # dragons; number 0 is the viewer's seat, the others follow from the left

    def ring(self, number: int) -> Rect:
        """The ring of a seat's dragon."""
        m, a = self.m, self.area
        if self.pair:
            side = min(m.part("dragon", a.h), m.part("dragon_wide", a.w))
            around = m.part("around", side)
            middle = max(self.field.centery - m.part("rise", a.h), a.y + around // 2)
            x = a.x + around // 2 if number == 0 else self.field.right - around // 2
            return anchored(side, side, center=(x, middle))
        if number == 0:
            room = self.low.bottom - m.part("face", a.h) - 2 * self.gap - self.field.y
            side = min(self.within(min(room, self.hand.x - a.x)), m.part("dragon_own", a.h))
            return anchored(side, side, center=(a.x + (self.hand.x - a.x) // 2, self.field.y + room // 2))
        cell = self.cell(number)
        hall = m.part("hall", cell.h)
        around = min(cell.h - hall, cell.w * 62 // 100)
        side = self.within(around)
        return anchored(side, side, center=(cell.x + around // 2, cell.y + (cell.h - hall) // 2))

    def within(self, around: int) -> int:
        """The size of a ring that, with its beads, fits into a length."""
        return around * 100 // self.m.part("around", 100)

    def cell(self, number: int) -> Rect:
        """Where another seat is at the top, with three or four players."""
        m = self.m
        room = trim(self.head, top=self.over + self.gap // 2, left=self.gap, right=self.gap)
        if not self.tall:
            beside = m.part(f"stack{self.kind}", self.area.w) + self.gap
            room = trim(room, left=beside, right=beside)
        return split(room, self.setting.seats - 1, self.gap, across=True)[number - 1]

    @staticmethod
    def around(rect: Rect, count: int, side: int) -> list[Rect]:
        """Places in a circle inside a rect, clockwise from the top."""
        reach = (min(rect.size) - side) / 2
        turns = [math.tau * number / max(1, count) for number in range(count)]
        ways = [(rect.centerx + reach * math.sin(one), rect.centery - reach * math.cos(one)) for one in turns]
        return [anchored(side, side, center=(round(x), round(y))) for x, y in ways]

    def beads(self, ring: Rect, count: int) -> list[Rect]:
        """Where the beads of a dragon's health are: around its ring, from the upper right over the
        foot to the upper left."""
        side = self.m.part("bead", ring.w)
        reach = (self.m.part("around", ring.w) - side) / 2
        found = []
        for number in range(count):
            angle = math.radians(FIRST + (LAST - FIRST) * (number + 0.5) / count)
            x, y = ring.centerx + reach * math.cos(angle), ring.centery + reach * math.sin(angle)
            found.append(anchored(side, side, center=(round(x), round(y))))
        return found

    # seats

    def seat(self, number: int) -> Parts:
        """The parts of a seat: dragon, face, name, points, card backs, trophies."""
        if self.setting.ended:
            return self.ended_seat(number)
        ring = {"dragon": self.rings[number]}
        if number == 0:
            return ring | self.own()
        return ring | (self.other() if self.pair else self.among(number))

    def own(self) -> Parts:
        """The viewer's seat at the foot: the face in the corner, points and trophies to its right."""
        m, a, gap = self.m, self.area, self.gap
        side = min(m.part("face", a.h), m.part("face_wide", a.w))
        face = anchored(side, side, bottomleft=(a.x + 2 * gap, a.bottom - 2 * gap))
        points = Rect(face.right, face.y, self.hand.x - face.right - gap, face.h)
        if not self.pair:
            points = foot_of(points, face.h * 2 // 5)
        hall = self.own_hall(face)
        return {"face": face, "points": points, "hall": hall, "hand": self.hand, "name": foot_of(face, 0)}

    def own_hall(self, face: Rect) -> Rect:
        """Where the viewer's trophies are: over the face, under the ring."""
        ring, gap = self.rings[0], self.gap
        if not self.pair:
            rest = Rect(face.right + gap, face.y, self.meter().x - face.right - 2 * gap, face.h)
            return top_of(rest, face.h * 3 // 5)
        top = min(self.under(ring).bottom, face.y - 2 * gap)
        return Rect(face.x, top, self.meter().x - gap - face.x, face.y - gap - top)

    def other(self) -> Parts:
        """The only other seat: its face in the upper corner, with name, points, card backs and
        trophies beside it."""
        m, a, gap = self.m, self.area, self.gap
        side = min(m.part("face", a.h), m.part("face_wide", a.w))
        face = anchored(side, side, topright=(a.right - gap, a.y + self.over + gap))
        width = m.part("beside", a.w)
        beside = Rect(face.x - gap - width, face.y, width, face.h)
        upper, lower = top_of(beside, face.h // 2), foot_of(beside, face.h // 2 - gap // 2)
        hall = trim(lower, left=lower.w - m.part("beside_hall", a.w))
        hand, told = split(upper, 2, gap, across=True)
        name, points = split(told, 2, 0)
        return {"face": face, "name": name, "points": points, "hand": hand, "hall": hall}

    def among(self, number: int) -> Parts:
        """One of several others: face, name, points and card backs beside the ring, trophies
        below."""
        gap, cell = self.gap, self.cell(number)
        left = self.m.part("around", self.rings[number].w)
        hall = trim(foot_of(cell, self.m.part("hall", cell.h)), right=cell.w - left)
        beside = trim(cell, left=left + gap, bottom=gap)
        side = min(beside.w, self.m.part("face_many", beside.h))
        face = anchored(side, side, midtop=beside.midtop)
        rest = trim(beside, top=face.h)
        line = rest.h * 3 // 11
        name = top_of(rest, line)
        points = name.move(0, line)
        return {"face": face, "name": name, "points": points, "hand": trim(rest, top=2 * line), "hall": hall}

    def ended_seat(self, number: int) -> Parts:
        """A seat's row after the end (the viewer's last): who it is, its points, its dragon if it
        lives, and its trophies."""
        gap = self.gap
        rows = split(self.area.inflate(-2 * gap, -2 * gap), self.setting.seats, gap)
        row = rows[number - 1]
        inner = row.inflate(-2 * gap, -2 * gap)
        side = min(inner.h * 2 // 3, inner.w // 6)
        who, rest = split_at(inner, side, 2 * gap)
        face = anchored(side, side, midtop=who.midtop)
        points = Rect(who.x, face.bottom, who.w, who.bottom - face.bottom)
        living = min(rest.h, rest.w // 4)
        dragon = anchored(living, living, midleft=rest.midleft)
        hall = trim(rest, left=living + gap)
        return {"face": face, "name": foot_of(face, 0), "points": points, "dragon": dragon, "row": row,
                "hall": hall, "hand": foot_of(hall, 0)}

    def niches(self, area: Rect, count: int) -> list[Rect]:
        """Where statues stand at the end: the middle one as high as there is room and, if all fit, in the middle of
        the area; the others at its sides, lower outwards, or two rows high if they are many."""
        if not count:
            return []
        share = self.m.part("hero" if count <= FEW else "hero_many", area.w)
        hero = min(area.h * 3 // 4, share)
        return self.in_two_rows(area, count, hero) if count > MANY else self.in_one_row(area, count, hero)

    def in_one_row(self, area: Rect, count: int, hero: int) -> list[Rect]:
        """Niches side by side, the middle one so wide."""
        middle, room = count // 2, area.w - hero - self.gap * (count - 1)
        away = [200 * abs(at - middle) // count for at in range(count)]
        shares = [100 - self.m.part("lower", one) if one else 0 for one in away]
        unit = min(self.m.part("aside", hero) / 100, room / max(1, sum(shares)))
        widths = [hero if at == middle else int(share * unit) for at, share in enumerate(shares)]
        whole, before = sum(widths) + self.gap * (count - 1), sum(widths[:middle]) + self.gap * middle
        found, x = [], max(area.x, min(area.centerx - hero // 2 - before, area.right - whole))
        for wide in widths:
            found.append(self.niche(x, area.bottom, wide, area.h))
            x += wide + self.gap
        return found

    def in_two_rows(self, area: Rect, count: int, hero: int) -> list[Rect]:
        """The middle niche so wide, and at both sides of it two rows of others, all alike."""
        middle, high = count // 2, (area.h - self.gap) // 2
        columns = -(-middle // 2)
        wide = min((area.w - hero) // 2 // columns - self.gap, high * 5 // 7)
        reach = columns * (wide + self.gap) + hero // 2
        found = []
        right = area.centerx + hero // 2 + self.gap
        for start, many in ((area.centerx - reach, middle), (right, count - 1 - middle)):
            for at in range(many):
                x = start + at // 2 * (wide + self.gap)
                found.append(self.niche(x, area.bottom - at % 2 * (high + self.gap), wide, high))
        found.insert(middle, self.niche(area.centerx - hero // 2, area.bottom, hero, area.h))
        return found

    @staticmethod
    def niche(x: int, foot: int, wide: int, most: int) -> Rect:
        """A niche that stands on a line, no higher than most."""
        high = min(most, wide * 7 // 5)
        return Rect(x, foot - high, wide, high)

    # the battle

    def between(self) -> Rect:
        """The battle: between the dragons, or between the viewer's and the stacks."""
        a, gap = self.area, self.gap
        if self.setting.ended:
            return a.copy()
        if self.pair:
            wide = self.m.part("around", self.rings[0].w)
            return Rect(a.x + wide + gap, self.field.y, a.w - 2 * (wide + gap), self.field.h)
        right = self.hand.right
        if self.tall:
            right = self.area.right - self.m.part(f"stack{self.kind}", a.w) - gap
        return Rect(self.hand.x, self.field.y, right - self.hand.x, self.field.h)

    def hub(self) -> Rect:
        """Where the sums and the answer without a card are: below the battle, or in its middle."""
        m, middle = self.m, self.middle
        if self.pair:
            return foot_of(middle, m.part("hub", self.area.h))
        wide = m.part("hub_many", middle.w)
        high = self.tokens(wide, middle.h) + self.gap + self.answer_high() + self.setting.line
        return anchored(wide, min(high, middle.h), center=middle.center)

    @staticmethod
    def tokens(wide: int, high: int) -> int:
        """The height of both sums side by side."""
        return min(high * 2 // 5, wide // 2)

    def answer_high(self) -> int:
        """The height of the answer without a card."""
        return max(self.m.px("answer"), self.m.part("answer_line", self.setting.line))

    def fighter(self, token: Rect) -> Rect:
        """With several players: the face at a sum's token that says whose sum it is."""
        side = self.m.px("fighter")
        at = token.bottomleft if token.centerx < self.middle.centerx else token.bottomright
        return anchored(side, side, center=at)

    def corner(self, card: Rect) -> Rect:
        """The corner tag of a card, which is never covered."""
        return Rect(card.x, card.y, self.m.part("tag_wide", card.w), self.m.part("tag", card.h))

    def worn(self, card: Rect, seen: Rect) -> Rect:
        """Where a card turned over for trump wears what it adds: under its corner tag, in what is seen of it."""
        wide = min(self.m.part("worn", card.w), seen.w)
        return Rect(card.x, self.corner(card).bottom, wide, self.m.part("worn_high", card.h))

    def sums(self) -> dict[Side, Rect]:
        """Where the sums of attack and defence stand."""
        m, hub, gap = self.m, self.hub(), self.gap
        if self.pair:
            side = min(hub.h, m.part("sum", hub.w))
            button = self.answer().w // 2 + gap
            left = anchored(side, side, midright=(hub.centerx - button, hub.centery))
            right = anchored(side, side, midleft=(hub.centerx + button, hub.centery))
        else:
            left, right = split(top_of(hub, self.tokens(hub.w, self.middle.h)), 2, gap, across=True)
        return self.sides(left, right)

    def answer(self) -> Rect:
        """The place of the answer without a card, with room below for its value."""
        m, hub, high = self.m, self.hub(), self.answer_high()
        if self.pair:
            wide = min(m.px("answer_wide"), hub.w * 2 // 5)
            high = min(high, hub.h)
            value = 2 * self.setting.usual
            high = max(m.px("answer"), min(high, hub.h - value))
            down = min((hub.h - high) // 3, max(0, hub.h - high - value))
            return anchored(wide, high, midtop=(hub.centerx, hub.y + down))
        top = hub.y + self.tokens(hub.w, self.middle.h) + self.gap
        return Rect(hub.x, top, hub.w, min(high, hub.bottom - top))

    def sides(self, left: Rect, right: Rect) -> dict[Side, Rect]:
        """A left and a right half, as attack and defence."""
        if self.setting.swapped:
            left, right = right, left
        return {"attack": left, "defence": right}

    def side(self, zone: Side) -> Rect:
        """The half of the battle for attack or defence."""
        gap, middle = self.gap, self.middle
        if self.pair:
            middle = trim(middle, bottom=self.hub().h + gap)
            left, right = split(middle, 2, 2 * gap, across=True)
        else:
            hub = self.hub()
            wide = hub.x - middle.x - gap
            left = Rect(middle.x, middle.y, wide, middle.h)
            right = Rect(hub.right + gap, middle.y, wide, middle.h)
        return self.sides(left, right)[zone]

    def laid(self, zone: Side, count: int) -> list[Rect]:
        """Where a side's cards lie: from the middle outwards, overlapping if there are many, with
        their corners visible."""
        m, side = self.m, self.side(zone)
        most = min(m.part("laid", self.area.h), side.h)
        tags = self.m.part("tag_wide", 100) * (count - 1)
        size = card_size(min(round(most * RATIO), side.w * 100 // (100 + max(0, tags))))
        step = min(m.part("laid_step", size[0]), (side.w - size[0]) // (count - 1)) if count > 1 else 0
        wide = size[0] + step * (count - 1)
        at_left = side.centerx < self.middle.centerx
        x = side.right - wide if at_left else side.x
        y = side.bottom - size[1] if self.pair else side.centery - size[1] // 2
        return [Rect(x + step * number, y, *size) for number in range(count)]

    def under(self, ring: Rect) -> Rect:
        """The ribbon under a dragon: across the foot of its ring, clear of the trophies."""
        m, high, around = self.m, self.m.px("ribbon_high"), self.m.part("around", ring.w)
        y = ring.centery + around // 2 - high // 3
        if ring == self.rings[0]:  # over one's own face
            y = min(y, self.low.bottom - m.part("face", self.area.h) - 6 * self.gap - high)
        elif self.pair:
            y = min(y, self.ribbon.y - high)
        else:
            y = ring.bottom - high
        return anchored(max(around, m.px("told")), high, midtop=(ring.centerx, y)).clamp(self.area)

    def bonus(self, zone: Side, token: Rect) -> Rect:
        """The text with what trump has added to a sum: at the outer side of its token, or under the
        cards."""
        line = self.m.part("stack_line", self.setting.usual)
        if not self.pair:
            return foot_of(self.side(zone), line)
        if token.centerx < self.middle.centerx:
            room = Rect(self.middle.x, token.y, token.x - token.w // 3 - self.middle.x, token.h)
        else:
            room = Rect(token.right, token.y, self.middle.right - token.right, token.h)
            room = trim(room, left=token.w // 3)
        return anchored(room.w, line, center=room.center)

    def meter(self) -> Rect:
        """The bar with the value of the position, left of the viewer's hand."""
        wide = self.m.px("worth_bar")
        return Rect(self.hand.x - wide - self.gap, self.hand.y, wide, self.hand.h)

    # stacks

    def stack(self, zone: str) -> Rect:
        """Where deck, pile, Nest or trump lies."""
        return self.stacks()[zone]

    def stacks(self) -> Parts:
        """The Nest at the top, and trump with the card beside it that named it; away from it, smaller, the deck and
        the discard pile."""
        m, a, gap = self.m, self.area, self.gap
        if self.setting.ended:
            return dict.fromkeys(("deck", "discard", "nest", "trump", "named"), Rect(a.x, a.y, 1, 1))
        label = m.part("stack_line", self.setting.usual)
        if self.pair:
            side = min(self.head.h - label, m.part("nest_wide", a.w))
            wide = a.w if not self.tall else self.hand.right - a.x
            pile = card_size(round((side + label) * RATIO))
            middle = (self.middle.centerx if not self.tall else a.x + wide * 2 // 5) - pile[0] // 2
            nest = anchored(side, side, topright=(middle - 2 * gap, a.y + gap // 2))
            trump = anchored(side, side, topleft=(middle + 2 * gap, a.y + gap // 2))
            named = Rect(trump.topright, pile)
            deck = Rect(a.x + 2 * gap, a.y + gap, *card_size(round(m.part("pile", a.h) * RATIO)))
            discard = deck.move(deck.w + gap, 0)
            return {"nest": nest, "trump": trump, "named": named, "deck": deck, "discard": discard}
        wide = m.part(f"stack{self.kind}", a.w)
        if not self.tall:
            side = min(wide, self.head.h * 3 // 5)
            nest = anchored(side, side, topleft=(a.x + gap, a.y + gap))
            trump = anchored(side, side, topright=(a.right - gap, a.y + gap))
            label += gap
            high = self.head.bottom - nest.bottom - label
            size = card_size(min(side, round(high * RATIO)))
            named = anchored(*size, midtop=(trump.centerx, trump.bottom + label))
            deck, discard = self.piles(Rect(nest.centerx - wide // 2, nest.bottom + label, wide, high).clamp(a), 2)
            return {"nest": nest, "trump": trump, "named": named, "deck": deck, "discard": discard}
        column = Rect(a.right - wide, self.field.y, wide - gap, self.field.h)
        upper, lower = split(column, 2, gap)
        cells = split(upper, 2, gap, across=True)
        side = min(cells[0].w, upper.h - label)
        nest, trump = (anchored(side, side, midtop=one.midtop) for one in cells)
        deck, discard, named = self.piles(lower, 3)
        return {"nest": nest, "trump": trump, "named": named, "deck": deck, "discard": discard}

    def piles(self, room: Rect, count: int) -> list[Rect]:
        """Piles side by side."""
        cells = split(room, count, self.gap, across=True)
        size = card_size(min(cells[0].w, round(room.h * RATIO)))
        return [anchored(*size, midtop=cell.midtop) for cell in cells]

    def stack_name(self, zone: str) -> Rect:
        """The line under a stack."""
        rect, high = self.stack(zone), self.m.part("stack_line", self.setting.usual)
        return Rect(rect.x, rect.bottom, rect.w, high).inflate((4 if self.pair or not self.tall else 1) * self.gap, 0)


def uncovered(row: Sequence[Rect]) -> list[Rect]:
    """What is seen of each card of a row, of which the next may cover a part."""
    edges = [*(card.x for card in row[1:]), *(card.right for card in row[-1:])]
    return [Rect(card.x, card.y, min(card.w, edge - card.x), card.h) for card, edge in zip(row, edges, strict=True)]


def order(laid: Sequence[str | None], flips: Sequence[str | None], trump: Suit | None) -> list[int]:
    """The order in which a side's cards came: each card laid is followed by those flipped for it.
    Numbers from 0 are cards laid, numbers from len(laid) are flipped cards."""
    found: list[int] = []
    at, count = 0, len(laid)
    for number, card in enumerate(laid):
        found.append(number)
        turns = bool(trump and card and card.startswith(trump))
        while turns and at < len(flips):
            found.append(count + at)
            turns = bool(trump and (flips[at] or "").startswith(trump))
            at += 1
    return found + list(range(count + at, count + len(flips)))


__all__ = ["Plan", "Setting", "order", "uncovered"]
