"""Paints moments: the one painter for all games. A moment names the layers that are painted."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Protocol

import pygame
from pygame import Rect, Surface

from .geometry import anchored, bend_of
from .moments import LOOK, Flight, Moment, Moments
from .motion import ease
from .theme import COLOR, Color
from .tooltips import Covered, tip_place

STEPS = (20, 16)  # grid of places tried for words
TALL = 1.7  # of the type, a ribbon
SIZES = ("title", "sum", "heading", "label")  # of its type: the first in which it covers nothing
NEAR = 50  # so much less than a tooltip's does what it covers count, compared with its distance
MINUS = "\N{MINUS SIGN}"  # before an amount that is lost
SOFT = 4  # light is drawn so much smaller, and then enlarged
EVEN = 32  # light reaches a multiple of so many pixels: one picture serves for many
FADING = 40  # steps in which a ray fades
GOLDEN = math.pi * (3 - math.sqrt(5))  # the angle that spreads sparks evenly


class Ground(Protocol):
    """What is painted on: a canvas."""

    surface: Surface
    area: Rect
    layer: int

    def px(self, name: str) -> int:
        """Pixels of a distance."""

    def type_px(self, size: str | int) -> int:
        """Pixels of a size of type."""

    def width_of(self, words: str, size: str = "text", face: str = "text") -> int:
        """The width of a line of text."""

    def text(
        self, words: str, box: Rect, size: str | int = "text", color: str = "pale",
        align: str = "left", face: str = "text",
    ) -> Rect:  # fmt: skip
        """Writes a line."""

    def picture(self, name: str, side: int, **anchor: tuple[int, int]) -> None:
        """Draws a picture."""


class MomentPainter:
    """Paints the moments of a table as they stand."""

    def __init__(
        self, ground: Ground, calm: bool, room: Rect | None = None, solid: Iterable[Rect] = ()
    ) -> None:
        self.ground = ground
        self.calm = calm  # motion is reduced: a lit frame stands still
        self.room = room or ground.area  # what light falls on
        self.solid = solid  # what stands before the light
        self.layers: dict[str, Callable[[Moment, float], None]] = {
            "dim": self.dim,
            "rays": self.rays,
            "swell": self.swell,
            "lift": self.lift,
            "frame": self.frame,
            "medal": self.medal,
            "ring": self.ring,
            "sparks": self.sparks,
            "words": self.words,
        }

    def paint(self, moments: Moments) -> None:
        """Paints all that is under way."""
        for moment, share in moments.under_way():
            self.moment(moment, share)
        for flight, share in moments.flying() if not self.calm else ():
            self.flight(flight, share)

    def moment(self, moment: Moment, share: float) -> None:
        """Paints a moment: its layers, one over the other."""
        layers = moment.form.paint
        if self.calm:
            layers = tuple(name for name in LOOK["calm"] if name in {*layers, "frame"})
            share = LOOK["high"] / 100
        for name in layers:
            self.layers[name](moment, share)

    @staticmethod
    def strength(share: float) -> float:
        """How strong a layer is: it comes fast, stays, and fades, 0 .. 1."""
        comes: float = LOOK["comes"] / 100
        goes: float = LOOK["goes"] / 100
        return max(0.0, min(1.0, share / comes, (1 - share) / goes))

    @staticmethod
    def medalled(moment: Moment) -> bool:
        """Whether there is a medal."""
        return "medal" in moment.form.paint

    def whole(self, moment: Moment) -> Rect:
        """The rect of the medal, or around all that is lit."""
        if not self.medalled(moment):
            return self.things(moment)
        side = self.ground.px("moment_medal")
        if moment.medal:
            return anchored(side, side, center=moment.medal.center)
        return anchored(side, side, center=self.things(moment).center).clamp(self.room)

    @staticmethod
    def things(moment: Moment) -> Rect:
        """The rect around all that is lit."""
        return moment.lit[0].unionall(moment.lit[1:]) if moment.lit else Rect(0, 0, 0, 0)

    def shown(self, moment: Moment, share: float) -> Rect:
        """Where what is lit is seen: where it lies, or on its way to where it is lifted to."""
        rect = self.whole(moment)
        if self.calm or not moment.high:
            return rect
        return between(rect, moment.high, ease(self.strength(share)))

    # layers

    def dim(self, moment: Moment, share: float) -> None:
        """Darkens all but what is lit and what tells why."""
        surface = self.ground.surface
        lit = self.things(moment).inflate(self.ground.px("gap"), self.ground.px("gap"))
        covered = self.medalled(moment) and not moment.medal
        lit = Rect(0, 0, 0, 0) if covered else lit.clip(self.ground.area)
        seen = [part for rect in moment.seen if (part := rect.clip(self.ground.area))]
        kept = [(part, surface.subsurface(part).copy()) for part in seen]
        level = round(255 - 255 * LOOK["dim"] / 100 * self.strength(share))
        for part in around(self.ground.area, lit):
            surface.fill((level, level, level), part, special_flags=pygame.BLEND_RGB_MULT)
        for part, picture in kept:
            surface.blit(picture, part)

    def rays(self, moment: Moment, share: float) -> None:
        """Light from behind what is lit, and from behind all that lies on the table."""
        surface, lit = self.ground.surface, self.shown(moment, share)
        reach = round(math.hypot(*lit.size) / 2) + self.ground.px("moment_rays")
        reach += -reach % EVEN
        shine = anchored(2 * reach, 2 * reach, center=lit.center)
        seen = shine.clip(self.room.union(moment.medal or self.room)).clip(self.ground.area)
        before = [] if self.medalled(moment) else [self.whole(moment)]
        parts = [part for rect in (*self.solid, *before) if (part := rect.clip(seen))]
        kept = [(part, surface.subsurface(part).copy()) for part in parts]
        light = light_of(reach, COLOR["gold"])
        light.set_alpha(round(255 * LOOK["ray"] / 100 * self.strength(share)))
        surface.blit(light, seen, seen.move(-shine.x, -shine.y))
        for part, picture in kept:
            surface.blit(picture, part)

    def swell(self, moment: Moment, share: float) -> None:
        """What is lit grows, and falls back."""
        grown = 1 + LOOK["swell"] / 100 * math.sin(math.pi * min(1.0, share * 2))
        surface = self.ground.surface
        for lit in moment.lit:
            seen = lit.clip(self.ground.area)
            if grown > 1 and seen.size == lit.size:
                size = (round(lit.w * grown), round(lit.h * grown))
                picture = pygame.transform.smoothscale(surface.subsurface(lit), size)
                surface.blit(picture, picture.get_rect(center=lit.center))

    def lift(self, moment: Moment, share: float) -> None:
        """What is lit leaves its place, grows on its way, and comes back."""
        surface, lit = self.ground.surface, self.whole(moment).clip(self.ground.area)
        place = self.shown(moment, share)
        if place.size > lit.size:
            picture = pygame.transform.smoothscale(surface.subsurface(lit), place.size)
            pygame.draw.rect(surface, COLOR["night"], lit, border_radius=bend_of(lit.w))
            surface.blit(picture, place)

    def frame(self, moment: Moment, share: float) -> None:
        """A firm golden frame around each thing that is lit."""
        thick = max(2, round(self.ground.px("close") * self.strength(share)))
        for lit in moment.lit:
            rect = lit.inflate(2 * thick, 2 * thick)
            pygame.draw.rect(
                self.ground.surface, COLOR["gold"], rect, thick, border_radius=bend_of(rect.w)
            )

    def medal(self, moment: Moment, share: float) -> None:
        """A medal with a picture, which opens from its middle."""
        c, rect = self.ground, self.whole(moment)
        opened = ease(min(1.0, share * 100 / LOOK["comes"]))
        radius = round(rect.w / 2 * opened)
        pygame.draw.circle(c.surface, COLOR["night"], rect.center, radius)
        thick = min(radius, max(2, c.px("tight")))
        pygame.draw.circle(c.surface, COLOR["gold"], rect.center, radius, thick)
        if opened == 1:
            c.picture(moment.form.picture, rect.w * LOOK["medal"] // 100, center=rect.center)

    def ring(self, moment: Moment, share: float) -> None:
        """Rings that run outwards and get thinner."""
        lit = self.whole(moment)
        for late in LOOK["rings"]:
            at = share - late / 100
            if at > 0:
                grown = round(self.ground.px("moment_ring") * ease(at))
                thick = max(1, round(self.ground.px("close") * (1 - share)))
                rect = lit.inflate(2 * grown, 2 * grown).clip(self.ground.area)
                bend = grown + (lit.w // 2 if self.medalled(moment) else bend_of(lit.w))
                pygame.draw.rect(self.ground.surface, COLOR["pale"], rect, thick, border_radius=bend)

    def sparks(self, moment: Moment, share: float) -> None:
        """Sparks that burst from what is lit, and sink."""
        lit = self.shown(moment, share)
        side = self.ground.px("moment_spark")
        colors = [COLOR[name] for name in LOOK["embers"]]
        for number in range(LOOK["sparks"]):
            at = spark_place(lit, number, ease(share), self.ground.px("moment_burst"))
            size = side * (1 - share) * (0.6 + 0.4 * (number % 3) / 2)
            self.diamond(at, size, colors[number % len(colors)])

    def words(self, moment: Moment, share: float) -> None:
        """What happened, on a ribbon that opens from its middle."""
        if not moment.words or moment.ribbon is None:
            return
        c = self.ground
        band = moment.ribbon.clamp(c.area)
        opened = anchored(round(band.w * ease(min(1.0, share * 5))), band.h, center=band.center)
        pygame.draw.rect(c.surface, COLOR["night"], opened)
        for y in (opened.y, opened.bottom - 1):
            start, end = (opened.x, y), (opened.right, y)
            pygame.draw.line(c.surface, COLOR["gold"], start, end, max(2, c.px("rim")))
        c.layer += 1
        whole = c.surface.get_clip()
        c.surface.set_clip(opened.clip(whole))
        inner = band.inflate(-c.px("border"), 0)
        c.text(moment.words, inner, round(band.h / TALL), "gold", "center", "title")
        c.surface.set_clip(whole)

    # what flies

    def flight(self, flight: Flight, share: float) -> None:
        """Something on its way, on an arc."""
        c = self.ground
        start, end, way = flight.start.center, flight.end.center, ease(share)
        rise = c.px("moment_rise") * math.sin(math.pi * way) if start != end else 0
        x, y = (round(p + (q - p) * way) for p, q in zip(start, end, strict=True))
        at = (x, round(y - rise))
        if flight.picture:
            c.picture(flight.picture, flight.start.w, center=at)
        if flight.words:
            self.points(flight.words, at)

    def points(self, words: str, at: tuple[int, int]) -> None:
        """A number of points on a coin, which is red where they are lost."""
        c = self.ground
        wide = c.width_of(words, "heading", "number") + c.px("margin")
        coin = anchored(wide, c.type_px("heading") + c.px("gap"), center=at).clamp(c.area)
        bend = coin.h // 2
        lost = words.startswith(MINUS)
        pygame.draw.rect(c.surface, COLOR["warning" if lost else "coin"], coin, border_radius=bend)
        pygame.draw.rect(c.surface, COLOR["ink"], coin, max(1, c.px("rim")), border_radius=bend)
        c.layer += 1
        c.text(words, coin, "heading", "night" if lost else "ink", "center", "number")

    def diamond(self, at: tuple[float, float], size: float, color: tuple[int, int, int]) -> None:
        """A spark."""
        x, y = at
        if size >= 1:
            corners = [(x, y - size), (x + size / 2, y), (x, y + size), (x - size / 2, y)]
            pygame.draw.polygon(self.ground.surface, color, corners)


def lifted(rect: Rect, room: Rect) -> Rect:
    """The place of a thing that is lifted: in the middle of a room, large, as far as there is room."""
    grown = min(LOOK["lift"] / 100, room.w / rect.w, room.h / rect.h)
    return anchored(round(rect.w * grown), round(rect.h * grown), center=room.center)


def between(start: Rect, end: Rect, share: float) -> Rect:
    """A thing on its way from one place to another, as large as it is by then."""
    x, y, wide, high = (round(p + (q - p) * share) for p, q in zip(start, end, strict=True))
    return Rect(x, y, wide, high)


def around(area: Rect, hole: Rect) -> Iterator[Rect]:
    """The parts of an area around a hole."""
    yield Rect(area.x, area.y, area.w, hole.y - area.y)
    yield Rect(area.x, hole.bottom, area.w, area.bottom - hole.bottom)
    yield Rect(area.x, hole.y, hole.x - area.x, hole.h)
    yield Rect(hole.right, hole.y, area.right - hole.right, hole.h)


def ribbon_at(ground: Ground, words: str, near: Rect, area: Rect, things: Sequence[Covered]) -> Rect:
    """Where a ribbon with these words covers least near a place; smaller where there is little room."""
    things = [thing._replace(weight=thing.weight / NEAR) for thing in things]
    plain = [thing.rect for thing in things if thing.weight >= 1]  # cards, buttons and words
    found = list[tuple[int, Rect]]()
    for size in SIZES:
        height = round(ground.type_px(size) * TALL)
        width = min(area.w, ground.width_of(words, size, "title") + ground.px("borders"))
        place = tip_place((width, height), near, ground.px("gap"), area, things, STEPS)
        hides = sum(math.prod(place.clip(rect).size) for rect in plain)
        found.append((hides, place))
        if not hides:
            break
    return min(found, key=lambda one: one[0])[1]


def ribbon_in(ground: Ground, words: str, room: Rect) -> Rect:
    """A ribbon with these words in the middle of a room, as large as that allows."""
    bands = list[Rect]()
    for size in SIZES:
        height = round(ground.type_px(size) * TALL)
        width = ground.width_of(words, size, "title") + ground.px("borders")
        bands.append(anchored(width, height, center=room.center))
    fitting = (band for band in bands if band.w <= room.w and band.h <= room.h)
    smallest = bands[-1]
    return next(fitting, anchored(min(smallest.w, room.w), smallest.h, center=room.center))


@lru_cache(2)
def light_of(reach: int, color: Color) -> Surface:
    """Rays around a centre that fade, every second one shorter."""
    small = reach // SOFT
    light = Surface((2 * small, 2 * small), pygame.SRCALPHA)
    light.fill((*color, 0))
    for number, step in product(range(LOOK["rays"]), range(FADING)):
        turn = math.tau * number / LOOK["rays"]
        half = math.tau / LOOK["rays"] / 4
        long = small * (100 if number % 2 else LOOK["short"]) / 100
        ends = [long * (step + end) / FADING for end in (0, 1)]
        corners = [(turn + side * half, end) for end, side in zip(sorted(ends * 2), (-1, 1, 1, -1), strict=True)]
        points = [(small + math.cos(a) * r, small + math.sin(a) * r) for a, r in corners]
        pygame.draw.polygon(light, (*color, round(255 * (1 - step / FADING) ** 2)), points)
    return pygame.transform.smoothscale(light, (2 * reach, 2 * reach))


def spark_place(lit: Rect, number: int, way: float, burst: int) -> tuple[float, float]:
    """Where a spark is: it starts at the edge of what is lit."""
    angle = number * GOLDEN
    far = 0.4 + 0.6 * (number * 7 % 10) / 10
    x = lit.centerx + math.cos(angle) * (lit.w / 2 + burst * way * far)
    y = lit.centery + math.sin(angle) * (lit.h / 2 + burst * way * far)
    return x, y + burst * 0.3 * way * way


def dim_around(surface: Surface, veil: Surface, area: Rect, lit: Sequence[Rect]) -> None:
    """Darkens an area, but for what is lit in it."""
    bright = [surface.subsurface(rect).copy() for rect in lit]
    surface.blit(veil, area)
    surface.blits(list(zip(bright, lit, strict=True)))
