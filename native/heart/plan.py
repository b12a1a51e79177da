"""Where things lie on the table of Dragonheart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pygame import Rect

from ..screen.geometry import RATIO, Measures, anchored, card_size, foot_of, top_of, trim

Point = tuple[int, int]


class Setting(NamedTuple):
    """What the layout depends on, besides sizes."""

    least: int  # height of a card of the viewer's hand at least
    name: int  # height of the line with a place's name
    seat: int  # whose side is below
    open: bool  # both hands are seen
    example: bool  # no hands and no faces, for the rules
    ended: bool  # no hands: nothing is laid any more
    limits: Mapping[str, int]  # how many cards a place holds, of those that have outlines
    stacks: int  # ship stacks that end the match
    tray: Rect  # where the coins of the table are; empty if there are none


class Plan:
    """The layout: both players with their banners on the left, the other's above; the map, in the
    shape that fills most of the room; below it the viewer's hand, under the ribbon.

    data: cards and maps of assets/heart/table.toml.
    """

    def __init__(self, m: Measures, area: Rect, data: Mapping[str, Any], setting: Setting) -> None:
        self.m = m
        self.area = area
        self.setting = setting
        self.card_data = data["card"]
        self.tall = area.w * 2 < area.h * 3
        self.parts: dict[str, Rect] = {}
        self.sides: dict[tuple[str, int | None], Rect] = {}  # banners, decks, hands, figures
        gap = m.px("gap")
        bare = setting.example or setting.ended
        self.own = 0 if bare else max(m.part("open" if setting.open else "hand", area.h), setting.least)
        self.other = m.part("open", area.h) if setting.open and not bare else 0
        wide = 0 if setting.example else m.part("faces_tall" if self.tall else "faces", area.w)
        self.column = Rect(area.x, area.y, wide, area.h)
        self.measure_seats()
        room = trim(area, left=wide, right=gap, top=gap // 2, bottom=gap)
        if setting.example:
            room = area.inflate(0, -2 * m.part("strip", area.h))
        elif not bare:
            room = self.measure_hands(room)
        self.measure_map(data["maps"], room)
        self.measure_figures()

    def measure_hands(self, room: Rect) -> Rect:
        """Computes the hands and the ribbon; returns the area left for the map."""
        m, setting, gap = self.m, self.setting, self.m.px("gap")
        beside = self.area.right - setting.tray.x if setting.tray.w and not self.tall else 0
        hand = trim(foot_of(room, self.own), right=beside).move(0, gap // 2)
        self.sides["hand", setting.seat] = hand
        ribbon = anchored(room.w - beside, m.px("ribbon_room"), midbottom=hand.midtop)
        self.parts["ribbon"] = ribbon
        face = self.parts["top"]
        self.sides["hand", 1 - setting.seat] = anchored(*card_size(max(8, face.w // 3)), center=face.center)
        over = setting.tray.bottom - room.y if setting.tray.w and self.tall else 0
        if setting.open:
            top = trim(top_of(room, self.other), right=self.area.right - setting.tray.x if over else 0)
            self.sides["hand", 1 - setting.seat] = top
            over = max(over, self.other + gap)
        return trim(room, top=over, bottom=room.bottom - ribbon.y)

    def measure_seats(self) -> None:
        """Computes faces, names and banners, the viewer's at the foot."""
        m, a, gap, setting = self.m, self.column, self.m.px("gap"), self.setting
        face = min(m.part("face", a.h), a.w - 2 * gap)
        name = m.px("name_high")
        top = anchored(face, face, midtop=(a.centerx, a.y + gap))
        bottom = anchored(face, face, midbottom=(a.centerx, a.bottom - gap - name))
        if setting.example:
            strip = m.part("strip", a.h)
            self.measure_banner(1 - setting.seat, top_of(self.area, strip))
            self.measure_banner(setting.seat, foot_of(self.area, strip))
            return
        self.parts |= {"top": top, "bottom": bottom}
        self.parts["top name"] = Rect(a.x, top.bottom, a.w, name)
        self.parts["bottom name"] = Rect(a.x, bottom.bottom, a.w, name)
        high = min(m.part("banner", a.h), round((a.w - 2 * gap) / self.card_data["banner"]))
        self.measure_banner(1 - setting.seat, Rect(a.x, top.bottom + name + gap, a.w, high))
        self.measure_banner(setting.seat, Rect(a.x, bottom.y - 2 * gap - high, a.w, high))

    def measure_banner(self, seat: int, room: Rect) -> None:
        """Computes a seat's banner, centred in an area, and the back of the deck on it."""
        banner = anchored(round(room.h * self.card_data["banner"]), room.h, center=room.center)
        self.sides["pile", seat] = banner
        back = card_size(self.m.part("deck", banner.w))
        middle = (banner.centerx - banner.w // 6, banner.y + banner.h * 53 // 100)
        self.sides["deck", seat] = anchored(*back, center=middle)

    def measure_map(self, maps: Mapping[str, Any], room: Rect) -> None:
        fits = {name: self.fit(plan["size"], room) for name, plan in maps.items()}
        filled = {name: fits[name] ** 2 * plan["size"][0] * plan["size"][1] for name, plan in maps.items()}
        self.name = max(filled, key=lambda name: filled[name])
        self.scale = fits[self.name]
        drawn = maps[self.name]
        self.places: dict[str, Point] = drawn["places"]
        self.arrows: dict[str, tuple[int, int, int, int]] = drawn["arrows"]
        self.sails: tuple[int, ...] = drawn["sails"]
        self.map = room
        self.map = self.on_map(0, 0, *drawn["size"])
        self.map.center = room.center
        self.sides["figure", None] = self.on_map(*drawn["lair"])

    def measure_figures(self) -> None:
        """Computes where the Great Dragon stands: beside its owner's face, or at the banner if
        there is no face."""
        for seat in (0, 1):
            banner = self.sides["pile", seat]
            face = self.parts.get("bottom" if seat == self.setting.seat else "top", banner)
            side = self.m.part("figure_tall" if self.tall else "figure", face.w)
            x = face.right + (side if self.setting.example else -side // 5 if self.tall else side * 2 // 5)
            self.sides["figure", seat] = anchored(side, side, midbottom=(x, face.bottom - self.m.px("pad")))

    @staticmethod
    def fit(size: tuple[int, int], room: Rect) -> float:
        """The scale of a map that just fits into an area."""
        return min(room.w / size[0], room.h / size[1])

    def on_map(self, x: float, y: float, width: float, height: float) -> Rect:
        """A rect given in units of the map's drawing, on the screen."""
        lengths = [round(length * self.scale) for length in (x, y, width, height)]
        return Rect(*lengths).move(self.map.topleft)

    def worth(self) -> Rect:
        """The bar with the value of the position, between the banners."""
        upper, lower = (self.sides["pile", seat] for seat in (1 - self.setting.seat, self.setting.seat))
        gap, top = self.m.px("gap"), self.taken(1)[0].bottom
        room = Rect(upper.x, top + gap, upper.w, lower.y - top - 2 * gap)
        return anchored(self.m.px("worth_bar"), room.h, center=room.center)

    def taken(self, count: int) -> list[Rect]:
        """Where the cards lie that the other player has just taken: in a row under the banner."""
        banner, gap = self.sides["pile", 1 - self.setting.seat], self.m.px("gap")
        size = card_size(self.m.part("taken", banner.w))
        room = self.column.w - 2 * gap - size[0]
        step = min(size[0] * 2 // 3, room // max(1, count - 1))
        x = banner.centerx - (size[0] + step * (count - 1)) // 2
        return [Rect(x + number * step, banner.bottom + gap, *size) for number in range(count)]

    def sheet(self) -> Rect:
        """The sheet under the map, a little larger because of its torn rim."""
        wide, high = self.m.part("torn_wide", self.map.w), self.m.part("torn_high", self.map.h)
        return self.map.inflate(wide, high)

    def arrow(self, source: str, goal: str) -> tuple[Point, Point] | None:
        """Where an arrow begins and ends; None if a move takes what lies where it is laid."""
        if source == goal:
            return None
        x, y, to_x, to_y = self.arrows[f"{source}-{goal}"]
        return self.on_map(x, y, 0, 0).topleft, self.on_map(to_x, to_y, 0, 0).topleft

    def takes_itself(self, place: str) -> bool:
        """Whether the cards of a place take each other: no arrow leads away from it, and it can be full."""
        return place in self.setting.limits and not any(name.startswith(f"{place}-") for name in self.arrows)

    def loop(self, place: str) -> Rect:
        """Where an arrow turns back to a place whose cards take each other: at its left."""
        card = self.card(place)
        return anchored(card.w * 3 // 10, card.h * 4 // 10, midright=(card.x - self.m.px("edge_lit"), card.centery))

    def ways(self) -> list[Rect]:
        """Where the arrows of the map are drawn."""
        ends = [self.arrow(*name.split("-")) for name in self.arrows]
        high = self.m.px("way")
        found = [Rect(start, (1, 1)).union(Rect(end, (1, 1))) for start, end in filter(None, ends)]
        return [way.inflate(high, high) for way in found]

    def card(self, place: str, number: int = 0) -> Rect:
        """Where a card on a space lies."""
        x, y = self.places[place]
        last = self.setting.limits.get(place, 1) - 1
        return self.on_map(x + self.card_data["step"] * min(number, last), y, 100, 100 / RATIO)

    def outlines(self, place: str) -> Rect:
        """The outlines of a space: for the most cards that it can hold, or for its stack."""
        return self.card(place).union(self.card(place, self.setting.limits.get(place, 1) - 1))

    def tablet(self, place: str) -> Rect:
        """A space with its cards and its name below."""
        cards = self.outlines(place)
        return Rect(cards.x, cards.y, cards.w, cards.h + self.m.px("edge_lit") + self.setting.name)

    def label(self, place: str) -> Rect:
        cards = self.outlines(place)
        aside = self.on_map(0, 0, self.card_data["aside"], 0).w
        return Rect(cards.x - aside, cards.bottom + self.m.px("edge_lit"), cards.w + 2 * aside, self.setting.name)

    def sail(self, number: int) -> Rect:
        x, y, side, across, down = self.sails
        return self.on_map(x + across * number, y + down * number, side, side)

    def sites(self) -> dict[str, Rect]:
        """The spaces of the map and the ship stacks, by name."""
        sails = self.sail(0).union(self.sail(self.setting.stacks - 1))
        return {place: self.tablet(place) for place in self.places} | {"stacks": sails}
