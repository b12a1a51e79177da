"""The layout of the table of Dragonmaster."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pygame import Rect

from ..screen.geometry import RATIO, Measures, anchored, foot_of, top_of

NAMES = 7  # lines of text are as wide as the names at both sides of an example
AWAY = Rect(-400, -400, 90, 60)  # what an example does not show
WIDE = 1.72  # width to height from which on the table is laid out in its wide form
# The rows of a heap of crystals, from the largest kind to the smallest: where each lies in the height of
# the heap, and how large its crystals are, in hundredths of it.
ROWS = ((25, 50), (42, 42), (60, 39), (80, 31))
CLOSE = 0.86  # of its width, from one crystal to the next


class Setting(NamedTuple):
    """What the layout depends on, besides distances and fractions."""

    line: int  # height of a line of text
    small: int  # and of one in small letters
    name: int  # width of the longest name in the smallest letters
    claim: int  # width of the words that claim the rest
    sides: Sequence[str]  # where the seats sit, the viewer's first
    trick: Mapping[str, Any]  # how its cards lie, of assets/tricks/table.toml
    forms: Mapping[str, Mapping[str, Any]]  # where the parts of the table lie, wide and tall
    open: bool  # all hands are seen
    example: bool
    ended: bool  # no hand is held any more
    tray: Rect  # where the coins of the table are; empty if there are none


class Plan:
    """The parts of the table by name: the ring in the middle, the others around it, the viewer's hand
    below, the staff with the kinds of hands on the right. An example has only the trick, over the
    own hand.

    All lengths are in hundredths of the height. x counts from the middle of the ring, or from the
    left edge for what belongs to the viewer; y counts from the top.
    """

    def __init__(self, m: Measures, area: Rect, setting: Setting) -> None:
        self.m = m
        self.area = area
        self.setting = setting
        self.tall = area.w < area.h * WIDE
        self.form = setting.forms["tall" if self.tall else "wide"]
        if setting.open:
            self.form = {**self.form, **self.form.get("open", {})}
        high = self.form["hand"][1] if setting.ended else 100
        self.unit: float = min(area.h / high, area.w / self.form["least"])
        self.top = area.y + (area.h - high * self.unit) / 2
        self.parts: dict[str, Rect] = {}
        if setting.example:
            self.measure_example(area)
        else:
            self.measure()

    def of(self, share: float) -> int:
        return round(share * self.unit)

    def box(self, place: Sequence[float], own: bool = False) -> Rect:
        """A rect by its centre, width and height. own: x counts from the left edge."""
        x, y, w, h = place
        start = self.area.x if own else self.area.centerx
        return anchored(self.of(w), self.of(h), center=(start + self.of(x), round(self.top + y * self.unit)))

    def measure(self) -> None:
        """Computes the ring, the seats, the hand and what stands around them."""
        form, a, tray = self.form, self.area, self.setting.tray
        edge = self.of(1)
        high = tray.w > 0 and tray.centery < a.centery  # the coins lie at the upper right
        x, y, w = form["ring"]
        self.parts["centre"] = self.box((x, y, w, w))
        self.parts["choices"] = self.box(form["choices"])
        for side in self.setting.sides:
            self.measure_seat(side)
        left, top, height = form["hand"]
        right = a.right if high or not tray.w else tray.x
        hand = Rect(a.x + self.of(left), round(self.top + top * self.unit), 0, self.of(height))
        hand.w = right - edge - hand.x
        self.parts["hand"] = hand
        self.parts["kinds"] = self.staff(hand, high)
        self.parts["ribbon"] = self.ribbon(hand)
        self.parts["told"] = self.parts["ribbon"]
        choices = self.parts["choices"]
        choices.h = min(choices.h, self.parts["ribbon"].y - edge - choices.y)
        for name in ("extra", "head", "meter"):
            self.parts[name] = self.box(form[name], own=True)
        for name in ("ladder", "price"):
            if form[name]:
                self.parts[name] = self.box(form[name])
        claim = self.box(form["claim"])
        size = (self.setting.claim + self.m.px("claim"), max(self.m.px("claim_least"), self.setting.line))
        self.parts["claim"] = anchored(*size, center=claim.center).clamp(a)

    def staff(self, hand: Rect, high: bool) -> Rect:
        """Where the kinds stand in a column: at the right edge, above or below the coins."""
        a, tray, edge = self.area, self.setting.tray, self.of(1)
        top = tray.bottom if high else a.y
        foot = tray.y if tray.w and not high else hand.y
        foot = min(foot, round(self.top + self.form["staff_foot"] * self.unit))
        wide = self.of(self.form["staff"])
        return Rect(a.right - wide - edge, top + edge, wide, foot - top - 2 * edge)

    def ribbon(self, hand: Rect) -> Rect:
        """Where the sentence stands: above the viewer's hand, within the ring."""
        centre = self.parts["centre"].centerx
        foot = hand.y - self.of(0.4)
        high = max(self.of(self.form["ribbon_high"]), self.setting.line + self.m.px("close"))
        left, right = (self.of(self.form[name]) for name in ("ribbon_left", "ribbon_right"))
        half = min(centre - self.area.x - left, self.area.right - centre - right)
        return Rect(centre - half, foot - high, 2 * half, high)

    def measure_seat(self, side: str) -> None:
        """Computes a seat's face, name, tricks, crystals, their worth and its debt, and the rect
        around all of them."""
        seat, own, row = self.form[side], side == "bottom", self.setting.small
        x, y, w = seat["face"]
        face = self.box((x, y, w, w), own)
        heap = self.box(seat["heap"], own)
        high = self.m.px("name_high")
        x, y = seat["name"]
        name = self.box((x, y, seat["name_wide"], 1), own)
        wide = max(name.w, self.setting.name + self.m.px("margin"))
        name = anchored(wide, high, center=name.center).clamp(self.area)
        x, y = seat["tricks"]
        tricks = self.box((x, y, seat["name_wide"], self.form["trick_high"]), own)
        money = Rect(heap.x, heap.bottom, heap.w, row)
        due = money.move(0, row)
        for one in (money, due):
            one.inflate_ip(self.of(2), 0)
        found = {"face": face, "heap": heap, "name": name, "tricks": tricks, "sum": money, "due": due}
        self.parts |= {f"{side} {part}": rect for part, rect in found.items()}
        if not own:
            behind = face.inflate(-face.w // 2, -face.h // 2)
            self.parts[f"{side} fan"] = self.box(seat["fan"]) if self.setting.open else behind
        self.parts[side] = face.unionall([heap, money, due])

    def measure_example(self, a: Rect) -> None:
        """Computes an example: the trick above, the viewer's hand below."""
        m = self.m
        most = min(m.part("example_most", a.h), m.px("example_hand"))
        height = max(m.part("example", a.h), most)
        width = m.px("claim")
        self.parts = {
            "hand": foot_of(a, height),
            "kinds": Rect(a.x, a.y, 0, 0),
            "centre": top_of(a, a.h - height - m.px("double")),
            "extra": Rect(a.right - width, a.y, width, m.px("extra_example")),
        }
        self.parts |= {f"{side} fan": AWAY for side in ("left", "top", "right")}

    def card(self, side: str) -> Rect:
        """Where a side's card lies in the trick."""
        centre = self.parts["centre"]
        trick = self.setting.trick
        width = self.card_width()
        height = round(width / RATIO)
        hole = self.m.px("hole") if self.setting.example else self.of(0.8)
        dx, dy = trick[side]
        x = centre.centerx + round(dx * width)
        y = centre.centery + round(dy * (height + hole))
        y += trick["down"] * height // 100
        return anchored(width, height, center=(x, y))

    def card_width(self) -> int:
        if not self.setting.example:
            return round(self.of(self.form["card"]) * RATIO)
        trick, centre = self.setting.trick, self.parts["centre"]
        names = NAMES * self.setting.line
        height = (centre.h - self.m.px("hole")) / trick["rows"] * RATIO
        own = self.parts["hand"].h * RATIO
        least: float = min((centre.w - names) / trick["columns"], height, own)
        return round(least)

    def kinds(self, count: int, called: int | None) -> list[Rect]:
        """Where the kinds of hands stand on the staff. The called one is larger, with its price
        below it if there is room."""
        staff = self.parts["kinds"]
        small, large = self.form["kind"]
        price = self.of(self.form["price_room"]) if called is not None else 0
        heights = [self.of(large if number == called else small) for number in range(count)]
        share = min(1.0, (staff.h - price) / sum(heights))
        heights = [int(height * share) for height in heights]
        gap = (staff.h - price - sum(heights)) / (count - 1)
        places, y = [], float(staff.y)
        for number, height in enumerate(heights):
            out = self.of(self.form["kind_out"]) if number == called else 0
            places.append(anchored(height, height, midtop=(staff.centerx - out, round(y))))
            y += height + gap + (price if number == called else 0)
        return places

    def price(self, kind: Rect) -> Rect:
        """Where the price of the called kind stands: below it, else in a place of its own."""
        room = self.of(self.form["price_room"])
        if not room:
            return self.parts["price"]
        wide = self.parts["price"].w
        x = min(kind.centerx - wide // 2, self.area.right - wide - self.of(1))
        return Rect(x, kind.bottom, wide, room)

    @staticmethod
    def heap(size: tuple[int, int], counts: Sequence[int]) -> list[tuple[int, Rect]]:
        """The kind and place of each crystal in a heap, back to front."""
        wide, high = size
        found = []
        for kind, (count, (down, share)) in enumerate(zip(counts, ROWS, strict=True)):
            side = high * share // 100
            step = min(side * CLOSE, (wide - side) / max(1, count - 1))
            for number in range(count):
                lean = math.sin(5 * number + 3 * kind) * high / 25
                x = wide / 2 + (number - (count - 1) / 2) * step
                found.append((kind, anchored(side, side, center=(round(x), round(high * down / 100 + lean)))))
        return sorted(found, key=lambda one: one[1].centery)
