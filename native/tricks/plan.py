"""The layout of the table of Dragonmaster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pygame import Rect

from ..screen.geometry import RATIO, Measures, anchored, foot_of, top_of, trim

NAMES = 7  # lines of text are as wide as the names at both sides of an example
AWAY = Rect(-400, -400, 90, 60)  # what an example does not show


class Setting(NamedTuple):
    """What the layout depends on, apart from distances and shares."""

    line: int  # height of a line of text
    usual: int  # and of one in letters of the usual size
    letters: int  # the person's text size, in hundredths
    claim: int  # width of the words that claim the rest
    least: int  # height of an own card at least
    sides: Sequence[str]  # where the seats sit, the own first
    trick: Mapping[str, Any]  # how its cards lie, of assets/tricks/table.toml
    open: bool  # all hands are seen
    example: bool


class Plan:
    """The parts of the table by name: the kinds at the left, the own hand below, the others around
    the trick; in an example the trick over the own hand."""

    def __init__(self, m: Measures, area: Rect, setting: Setting) -> None:
        self.m = m
        self.setting = setting
        self.gap = m.px("room")
        self.compact = area.w < m.px("roomy")  # no room for the kinds: review and examples
        self.plate_width = max(m.px("plate"), m.part("plate", area.w - m.px("wide")))
        self.plate_height = 4 * setting.line + m.px("frame")
        self.parts: dict[str, Rect] = {}
        if setting.example:
            self.measure_example(area)
        else:
            self.measure(area.inflate(-m.px("wide"), 0))

    def measure(self, a: Rect) -> None:
        """The kinds at the left, the own hand below, the others around the trick."""
        m, gap, setting = self.m, self.gap, self.setting
        height = max(m.part("hand", a.h), setting.least)
        column = self.column(a.w, height)
        foot = foot_of(trim(a, bottom=m.px("close")), height)
        hand = trim(foot, left=column + gap)
        table = a if self.compact else Rect(hand.x, a.y, hand.w, a.h)
        top = table.y + gap
        claim = setting.claim + m.px("claim")
        claim_high = max(m.px("claim_least"), setting.line + m.px("pad"))
        kinds_height = a.h - self.plate_height - 3 * gap
        kinds = Rect(a.x, a.y + gap, 0 if self.compact else column, kinds_height)
        self.parts = {
            "hand": hand,
            "bottom": Rect(a.x, foot.bottom - self.plate_height, column, self.plate_height),
            "kinds": kinds,
            "extra": Rect(table.x, top, m.px("extra_wide"), m.px("extra_high")),
        }
        middle = Rect(table.x, top, table.w, hand.y - m.part("lift", height) - gap - top)
        self.parts["claim"] = anchored(claim, claim_high, bottomright=middle.bottomright)
        self.measure_middle(table, middle)
        fans = [rect.bottom for name, rect in self.parts.items() if name in ("left fan", "right fan")]
        under = max(self.card("bottom").bottom, *fans)
        told = Rect(table.x, under, table.w, hand.y - under)
        told.w = 2 * min(self.parts["centre"].centerx - told.x, told.right - self.parts["centre"].centerx)
        told.midbottom = (self.parts["centre"].centerx, hand.y)
        self.parts["told"] = told

    def column(self, width: int, height: int) -> int:
        """The width of the kinds: wider with large letters, as far as the trick leaves room.

        height: of a card of the own hand.
        """
        grown = self.plate_width * self.setting.letters // 100
        trick = round(self.setting.trick["columns"] * height * RATIO)
        left = width - self.gap - 2 * (self.plate_width + self.gap) - trick
        most = grown if self.compact else min(grown, left)
        return max(self.plate_width, min(most, self.m.part("column", self.plate_width)))

    def measure_middle(self, table: Rect, middle: Rect) -> None:
        """The trick, between the plates at both sides and under the one at the top."""
        gap, height = self.gap, self.plate_height
        centre = middle.inflate(-2 * (self.plate_width + gap), 0)
        top = middle.y
        if "top" in self.setting.sides:  # its card lies between its plate and its fan
            usual = 4 * self.setting.usual + self.m.px("frame")
            centre = trim(centre, top=self.m.part("top", usual))
            self.parts["centre"] = centre
            self.parts["centre"] = centre = self.lowered(centre, top + height)
            half = self.card_width() // 2 + gap
            fan = min(self.m.px("top_fan"), table.w // 2 - half)
            left = table.centerx - self.plate_width - half
            self.parts["top"] = Rect(left, top, self.plate_width, height)
            self.parts["top fan"] = Rect(table.centerx + half, top, fan, height)
            middle = trim(middle, top=height + gap)
        self.parts["centre"] = centre
        self.parts["choices"] = Rect(centre.x, middle.y, centre.w, middle.h)
        self.measure_sides(middle)

    def lowered(self, centre: Rect, top: int) -> Rect:
        """The trick, moved down if there is room: its side cards begin below the top plate."""
        height = round(self.card_width() / RATIO)
        spare = centre.h - round(self.setting.trick["rows"] * height) - self.m.px("hole")
        wanted = top - (centre.centery - height // 2)
        return centre.move(0, max(0, min(wanted, spare // 2)))

    def measure_sides(self, middle: Rect) -> None:
        """Plates and fans at both sides."""
        gap = self.gap // 2
        width, plate = self.plate_width, self.plate_height
        fan = self.m.part("open_fan" if self.setting.open else "side_fan", width)
        height = min(fan, middle.h - plate - self.gap // 2)
        top = middle.centery - (plate + gap + height) // 2
        for name, x in (("left", middle.x), ("right", middle.right - width)):
            self.parts[name] = Rect(x, top, width, plate)
            self.parts[f"{name} fan"] = Rect(x, top + plate + gap, width, height)

    def measure_example(self, a: Rect) -> None:
        """The trick above, the own hand below, nothing else."""
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
        """Where the card of a side lies in the trick."""
        centre = self.parts["centre"]
        trick = self.setting.trick
        width = self.card_width()
        height = round(width / RATIO)
        dx, dy = trick[side]
        x = centre.centerx + round(dx * width)
        y = centre.centery + round(dy * (height + self.m.px("hole")))
        y += trick["down"] * height // 100
        return anchored(width, height, center=(x, y))

    def card_width(self) -> int:
        """The width of a card of the trick: no more than that of a card of the own hand."""
        trick, centre = self.setting.trick, self.parts["centre"]
        names = NAMES * self.setting.line if self.setting.example else 0
        height = (centre.h - self.m.px("hole")) / trick["rows"] * RATIO
        own = self.parts["hand"].h * RATIO
        least: float = min((centre.w - names) / trick["columns"], height, own)
        return round(least)
