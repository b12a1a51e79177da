"""The layout of the table of Dragonheart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pygame import Rect

from ..screen.geometry import RATIO, Measures, anchored, card_size, split


class Setting(NamedTuple):
    """What the layout depends on, apart from distances and shares."""

    line: int  # height of a line of text
    usual: int  # and of one in letters of the usual size
    least: int  # height of an own card at least
    seat: int  # whose side is below
    open: bool  # both hands are seen
    example: bool
    limits: Mapping[str, int]  # how many cards a place holds, of those that have outlines
    stacks: int  # ship stacks that end the match
    beside: Rect | None  # the room between the two plates, if these stand beside the map


class Plan:
    """A hand above, a hand below, and the map between: of all maps the one that fits larger. What
    each side owns lies beside its hand, or if there is room between the plates, at its plate.

    data: cards and maps of assets/heart/table.toml.
    """

    def __init__(self, m: Measures, area: Rect, data: Mapping[str, Any], setting: Setting) -> None:
        self.m = m
        self.area = area
        self.setting = setting
        self.card_data = data["card"]
        self.sides: dict[tuple[str, int | None], Rect] = {}  # piles, decks, hands, figures
        gap = m.px("gap")
        other, own = self.heights()
        lift = "example_lift" if setting.example else "lift"
        strip = 2 * gap if setting.example else max(setting.line, setting.usual + 2 * gap)
        low = area.bottom - m.part(lift, own) - strip
        self.caption = Rect(area.x, low, area.w, strip)
        self.measure_map(data["maps"], other + gap, low - area.y - other - 2 * gap)
        width = area.w - 2 * gap
        for seat in (0, 1):
            height = own if seat == setting.seat else other
            y = area.bottom - height - gap if seat == setting.seat else area.y + 2
            self.measure_side(seat, Rect(area.x + gap, y, width, height))
            if setting.beside:
                self.measure_owned(seat, setting.beside)

    def heights(self) -> tuple[int, int]:
        """The heights of the other side and of the own one."""
        m, setting = self.m, self.setting
        side = min(self.area.size)
        if setting.example or setting.open:
            height = m.part("example" if setting.example else "open", side)
            return height, height
        other = "other_alone" if setting.beside else "other"
        return m.part(other, side), max(m.part("own", side), setting.least)

    def measure_map(self, maps: Mapping[str, Any], top: int, height: int) -> None:
        """The map in its room, and the dragon's lair."""
        room = Rect(self.area.x + 2, self.area.y + top, self.area.w - 4, height)
        fits = {name: self.fit(plan["size"], room) for name, plan in maps.items()}
        self.name = max(fits, key=lambda name: fits[name])
        self.scale = fits[self.name]
        drawn = maps[self.name]
        self.places: dict[str, tuple[int, int]] = drawn["places"]
        self.arrows: dict[str, tuple[int, int, int, int]] = drawn["arrows"]
        self.sails: tuple[int, ...] = drawn["sails"]
        fleets: tuple[int, int, int, int] = drawn["fleets"]
        self.map = room
        self.map = self.on_map(0, 0, *drawn["size"])
        self.map.center = room.center
        self.fleets = self.on_map(*fleets)  # what the ships that have sailed are called
        self.sides["figure", None] = self.on_map(*drawn["lair"])

    @staticmethod
    def fit(size: tuple[int, int], room: Rect) -> float:
        """The scale of a map that just fits into an area."""
        return min(room.w / size[0], room.h / size[1])

    def measure_side(self, seat: int, strip: Rect) -> None:
        """From the left: pile, figure, hand, deck."""
        gap = self.m.px("gap")
        height = min(strip.h, self.m.part("pile", strip.w))
        pile = Rect(strip.x, strip.bottom - height, round(height * RATIO), height)
        stand = self.m.part("figure", height)
        figure = Rect(pile.right + gap, strip.bottom - stand, stand, stand)
        width = strip.right - pile.w - gap - figure.right
        self.sides["pile", seat] = pile
        self.sides["deck", seat] = pile.move(strip.w - pile.w, 0)
        self.sides["figure", seat] = figure
        self.sides["hand", seat] = Rect(figure.right, strip.y, width, strip.h)

    def measure_owned(self, seat: int, room: Rect) -> None:
        """At a seat's plate, from the left: pile, deck, figure; its hand has the whole width."""
        gap = self.m.px("gap")
        width = min((room.w - 2 * gap) // 3, round(room.h // 3 * RATIO))
        size = card_size(width)
        own = seat == self.setting.seat
        row = Rect(room.x, room.bottom - gap - size[1] if own else room.y + gap, room.w, size[1])
        pile, deck, figure = split(row, 3, gap, across=True)
        self.sides["pile", seat] = anchored(*size, midtop=pile.midtop)
        self.sides["deck", seat] = anchored(*size, midtop=deck.midtop)
        self.sides["figure", seat] = anchored(width, width, midbottom=figure.midbottom)
        hand = self.sides["hand", seat]
        self.sides["hand", seat] = Rect(self.area.x + gap, hand.y, self.area.w - 2 * gap, hand.h)

    def owned(self, seat: int) -> Rect:
        """Where all that a seat owns lies."""
        return self.sides["pile", seat].unionall([self.sides[zone, seat] for zone in ("deck", "figure")])

    def on_map(self, x: float, y: float, width: float, height: float) -> Rect:
        """A part of the map, given in the units of its drawing."""
        lengths = [round(length * self.scale) for length in (x, y, width, height)]
        return Rect(*lengths).move(self.map.topleft)

    def cave(self, line: int) -> Rect:
        """The line under the dragon's lair."""
        width = self.on_map(0, 0, self.card_data["tablet"][0], 0).w
        return anchored(width, line, midtop=self.sides["figure", None].midbottom)

    def arrow(self, source: str, goal: str) -> Rect:
        """The part of the map that an arrow covers."""
        return self.on_map(*self.arrows[f"{source}-{goal}"])

    def card(self, place: str, number: int = 0) -> Rect:
        """Where a card of a place lies."""
        x, y = self.places[place]
        last = self.setting.limits.get(place, 1) - 1
        return self.on_map(x + self.card_data["step"] * min(number, last), y, 100, 100 / RATIO)

    def tablet(self, place: str) -> Rect:
        """The tablet of a place: its outlines, and its name below."""
        x, y = self.places[place]
        card = self.card_data
        width, height = card["tablet"]
        width += card["step"] * (self.setting.limits.get(place, 1) - 1)
        return self.on_map(x - card["rim"], y - card["rim"], width, height)

    def sail(self, number: int) -> Rect:
        """Where a ship stack lies."""
        x, y, side, across, down = self.sails
        return self.on_map(x + across * number, y + down * number, side, side)

    def sites(self) -> dict[str, Rect]:
        """The places of the map and the sails, by name."""
        sails = self.sail(0).union(self.sail(self.setting.stacks - 1))
        return {place: self.tablet(place) for place in self.places} | {"stacks": sails}
