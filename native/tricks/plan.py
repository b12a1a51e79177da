"""Where things lie on the table of Dragonmaster."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pygame import Rect

from ..screen.geometry import (
    RATIO,
    Measures,
    anchored,
    foot_of,
    top_of,
    trim,
)

NAMES = 7  # lines of text are as wide as the names at both sides of an example
AWAY = Rect(-400, -400, 90, 60)  # what an example does not show


class Setting(NamedTuple):
    """What the plan of a table depends on, besides its measures."""

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
        self.wide = max(m.px("plate"), m.part("plate", area.w - m.px("wide")))  # of a plate
        self.tall = 4 * setting.line + m.px("frame")
        self.parts: dict[str, Rect] = {}
        if setting.example:
            self.measure_example(area)
        else:
            self.measure(area.inflate(-m.px("wide"), 0))

    def measure(self, a: Rect) -> None:
        """The kinds at the left, the own hand below, the others around the trick."""
        m, gap, setting = self.m, self.gap, self.setting
        high = max(m.part("hand", a.h), setting.least)
        column = self.column(a.w, high)
        foot = foot_of(trim(a, bottom=m.px("close")), high)
        hand = trim(foot, left=column + gap)
        table = a if self.compact else Rect(hand.x, a.y, hand.w, a.h)
        top = table.y + gap
        claim = setting.claim + m.px("claim")
        claim_high = max(m.px("claim_least"), setting.line + m.px("pad"))
        kinds = Rect(a.x, a.y + gap, 0 if self.compact else column, a.h - self.tall - 3 * gap)
        self.parts = {
            "hand": hand,
            "bottom": Rect(a.x, foot.bottom - self.tall, column, self.tall),
            "kinds": kinds,
            "extra": Rect(table.x, top, m.px("extra_wide"), m.px("extra_high")),
            "claim": Rect(table.right - claim, top, claim, claim_high),
        }
        middle = Rect(table.x, top, table.w, hand.y - m.part("lift", high) - gap - top)
        self.measure_middle(table, middle)

    def column(self, wide: int, high: int) -> int:
        """How wide the kinds are: with large letters wider, as the trick leaves room; high: a card
        of the own hand."""
        grown = self.wide * self.setting.letters // 100
        trick = round(self.setting.trick["columns"] * high * RATIO)
        left = wide - self.gap - 2 * (self.wide + self.gap) - trick
        most = grown if self.compact else min(grown, left)
        return max(self.wide, min(most, self.m.part("column", self.wide)))

    def measure_middle(self, table: Rect, middle: Rect) -> None:
        """The trick, between the plates at both sides and under the one at the top."""
        gap, tall = self.gap, self.tall
        centre = middle.inflate(-2 * (self.wide + gap), 0)
        top = middle.y
        if "top" in self.setting.sides:  # its card lies between its plate and its fan
            usual = 4 * self.setting.usual + self.m.px("frame")
            centre = trim(centre, top=self.m.part("top", usual))
            self.parts["centre"] = centre
            self.parts["centre"] = centre = self.lowered(centre, top + tall)
            half = self.card_wide() // 2 + gap
            fan = min(self.m.px("top_fan"), table.w // 2 - half)
            self.parts["top"] = Rect(table.centerx - self.wide - half, top, self.wide, tall)
            self.parts["top fan"] = Rect(table.centerx + half, top, fan, tall)
            middle = trim(middle, top=tall + gap)
        self.parts["centre"] = centre
        self.parts["choices"] = Rect(centre.x, middle.y, centre.w, middle.h)
        self.measure_sides(middle)

    def lowered(self, centre: Rect, top: int) -> Rect:
        """The trick so low, where there is room, that its cards at the sides begin under the plate
        at the top."""
        high = round(self.card_wide() / RATIO)
        spare = centre.h - round(self.setting.trick["rows"] * high) - self.m.px("hole")
        wanted = top - (centre.centery - high // 2)
        return centre.move(0, max(0, min(wanted, spare // 2)))

    def measure_sides(self, middle: Rect) -> None:
        """Plates and fans at both sides."""
        gap = self.gap // 2
        fan = self.m.part("open_fan" if self.setting.open else "side_fan", self.wide)
        high = min(fan, middle.h - self.tall - self.gap // 2)
        top = middle.centery - (self.tall + gap + high) // 2
        for name, x in (("left", middle.x), ("right", middle.right - self.wide)):
            self.parts[name] = Rect(x, top, self.wide, self.tall)
            self.parts[f"{name} fan"] = Rect(x, top + self.tall + gap, self.wide, high)

    def measure_example(self, a: Rect) -> None:
        """The trick above, the own hand below, nothing else."""
        m = self.m
        most = min(m.part("example_most", a.h), m.px("example_hand"))
        high = max(m.part("example", a.h), most)
        wide = m.px("claim")
        self.parts = {
            "hand": foot_of(a, high),
            "kinds": Rect(a.x, a.y, 0, 0),
            "centre": top_of(a, a.h - high - m.px("double")),
            "extra": Rect(a.right - wide, a.y, wide, m.px("extra_example")),
        }
        self.parts |= {f"{side} fan": AWAY for side in ("left", "top", "right")}

    def card(self, side: str) -> Rect:
        """Where the card of a side lies in the trick."""
        centre = self.parts["centre"]
        trick = self.setting.trick
        wide = self.card_wide()
        high = round(wide / RATIO)
        dx, dy = trick[side]
        x = centre.centerx + round(dx * wide)
        y = centre.centery + round(dy * (high + self.m.px("hole"))) + trick["down"] * high // 100
        return anchored(wide, high, center=(x, y))

    def card_wide(self) -> int:
        """How wide a card of the trick is: no wider than one of the own hand."""
        trick, centre = self.setting.trick, self.parts["centre"]
        names = NAMES * self.setting.line if self.setting.example else 0
        tall = (centre.h - self.m.px("hole")) / trick["rows"] * RATIO
        own = self.parts["hand"].h * RATIO
        least: float = min((centre.w - names) / trick["columns"], tall, own)
        return round(least)
