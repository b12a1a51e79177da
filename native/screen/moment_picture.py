"""Paints moments: the one painter for all games. A moment names the layers that are painted."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Protocol

import pygame
from pygame import Rect, Surface

from .geometry import anchored, bend_of
from .moments import LOOK, Flight, Moment, Moments
from .motion import ease
from .theme import COLOR, mix

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

    def __init__(self, ground: Ground, calm: bool) -> None:
        self.ground = ground
        self.calm = calm  # motion is reduced: a lit frame stands still
        self.layers: dict[str, Callable[[Moment, float], None]] = {
            "dim": self.dim,
            "rays": self.rays,
            "swell": self.swell,
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
        """Whether a medal covers what is lit."""
        return "medal" in moment.form.paint

    def whole(self, moment: Moment) -> Rect:
        """The rect around all that is lit, or of the medal there."""
        rect = moment.lit[0].unionall(moment.lit[1:]) if moment.lit else Rect(0, 0, 0, 0)
        if self.medalled(moment):
            side = self.ground.px("moment_medal")
            rect = anchored(side, side, center=rect.center)
            rect.clamp_ip(self.ground.area)
        return rect

    # layers

    def dim(self, moment: Moment, share: float) -> None:
        """Darkens all but what is lit."""
        surface = self.ground.surface
        lit = self.whole(moment).inflate(self.ground.px("gap"), self.ground.px("gap"))
        lit = Rect(0, 0, 0, 0) if self.medalled(moment) else lit.clip(self.ground.area)
        level = round(255 - 255 * LOOK["dim"] / 100 * self.strength(share))
        for part in around(self.ground.area, lit):
            surface.fill((level, level, level), part, special_flags=pygame.BLEND_RGB_MULT)

    def rays(self, moment: Moment, share: float) -> None:
        """Rays from behind what is lit, turning a little."""
        surface, lit = self.ground.surface, self.whole(moment).clip(self.ground.area)
        kept = surface.subsurface(lit).copy()
        reach = math.hypot(*lit.size) / 2 + self.ground.px("moment_rays") * ease(share)
        for wedge in wedges(lit.center, reach, share):
            color = mix(COLOR["night"], COLOR["gold"], LOOK["ray"] / 100 * self.strength(share))
            pygame.draw.polygon(surface, color, wedge)
        if not self.medalled(moment):
            surface.blit(kept, lit)

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
                rect = lit.inflate(2 * grown, 2 * grown)
                bend = grown + (lit.w // 2 if self.medalled(moment) else bend_of(lit.w))
                pygame.draw.rect(self.ground.surface, COLOR["pale"], rect, thick, border_radius=bend)

    def sparks(self, moment: Moment, share: float) -> None:
        """Sparks that burst from what is lit, and sink."""
        lit = self.whole(moment)
        side = self.ground.px("moment_spark")
        colors = [COLOR[name] for name in LOOK["embers"]]
        for number in range(LOOK["sparks"]):
            at = spark_place(lit, number, ease(share), self.ground.px("moment_burst"))
            size = side * (1 - share) * (0.6 + 0.4 * (number % 3) / 2)
            self.diamond(at, size, colors[number % len(colors)])

    def words(self, moment: Moment, share: float) -> None:
        """What happened, on a band above or below what is lit."""
        if not moment.words:
            return
        c = self.ground
        height = round(c.type_px("title") * 1.7)
        width = min(c.area.w, c.width_of(moment.words, "title", "title") + c.px("borders"))
        band = self.band(moment, width, height)
        opened = anchored(round(width * ease(min(1.0, share * 5))), height, center=band.center)
        pygame.draw.rect(c.surface, COLOR["night"], opened)
        for y in (opened.y, opened.bottom - 1):
            start, end = (opened.x, y), (opened.right, y)
            pygame.draw.line(c.surface, COLOR["gold"], start, end, max(2, c.px("rim")))
        c.layer += 1
        whole = c.surface.get_clip()
        c.surface.set_clip(opened.clip(whole))
        inner = band.inflate(-c.px("border"), 0)
        c.text(moment.words, inner, "title", "gold", "center", "title")
        c.surface.set_clip(whole)

    def band(self, moment: Moment, width: int, height: int) -> Rect:
        """Where the words stand: at the side of what is lit that has more room."""
        area, lit = self.ground.area, self.whole(moment)
        gap = height // 2 + self.ground.px("margin")
        above = lit.y - area.y > area.bottom - lit.bottom
        y = lit.y - gap if above else lit.bottom + gap
        return anchored(width, height, center=(lit.centerx, y)).clamp(area)

    # what flies

    def flight(self, flight: Flight, share: float) -> None:
        """Something on its way, on an arc."""
        c = self.ground
        start, end, way = flight.start.center, flight.end.center, ease(share)
        rise = c.px("moment_rise") * math.sin(math.pi * way)
        x, y = (round(p + (q - p) * way) for p, q in zip(start, end, strict=True))
        at = (x, round(y - rise))
        if flight.picture:
            c.picture(flight.picture, flight.start.w, center=at)
        if flight.words:
            self.points(flight.words, at)

    def points(self, words: str, at: tuple[int, int]) -> None:
        """A number of points on a coin."""
        c = self.ground
        wide = c.width_of(words, "heading", "number") + c.px("margin")
        coin = anchored(wide, c.type_px("heading") + c.px("gap"), center=at)
        bend = coin.h // 2
        pygame.draw.rect(c.surface, COLOR["coin"], coin, border_radius=bend)
        pygame.draw.rect(c.surface, COLOR["ink"], coin, max(1, c.px("rim")), border_radius=bend)
        c.layer += 1
        c.text(words, coin, "heading", "ink", "center", "number")

    def diamond(self, at: tuple[float, float], size: float, color: tuple[int, int, int]) -> None:
        """A spark."""
        x, y = at
        if size >= 1:
            corners = [(x, y - size), (x + size / 2, y), (x, y + size), (x - size / 2, y)]
            pygame.draw.polygon(self.ground.surface, color, corners)


def around(area: Rect, hole: Rect) -> Iterator[Rect]:
    """The parts of an area around a hole."""
    yield Rect(area.x, area.y, area.w, hole.y - area.y)
    yield Rect(area.x, hole.bottom, area.w, area.bottom - hole.bottom)
    yield Rect(area.x, hole.y, hole.x - area.x, hole.h)
    yield Rect(hole.right, hole.y, area.right - hole.right, hole.h)


def wedges(center: tuple[int, int], reach: float, share: float) -> Iterator[list[tuple[float, float]]]:
    """Rays around a centre, every second one shorter."""
    count: int = LOOK["rays"]
    for number in range(count):
        angle = math.tau * (number + share / 2) / count
        long = reach * (1 if number % 2 else LOOK["short"] / 100)
        half = math.tau / count / 4
        tips = [(angle - half, long), (angle + half, long)]
        x, y = center
        yield [center, *((x + math.cos(a) * r, y + math.sin(a) * r) for a, r in tips)]


def spark_place(lit: Rect, number: int, way: float, burst: int) -> tuple[float, float]:
    """Where a spark is: it starts at the edge of what is lit."""
    angle = number * GOLDEN
    far = 0.4 + 0.6 * (number * 7 % 10) / 10
    x = lit.centerx + math.cos(angle) * (lit.w / 2 + burst * way * far)
    y = lit.centery + math.sin(angle) * (lit.h / 2 + burst * way * far)
    return x, y + burst * 0.3 * way * way
