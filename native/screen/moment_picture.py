"""Paints moments: the one painter for all games. A moment names the layers that are painted."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import product

import pygame
from pygame import Rect, Surface

from .blow_picture import disc, glow
from .canvas import Canvas
from .geometry import anchored, bend_of
from .moments import LOOK, Flight, Moment, Moments
from .motion import ease
from .painting import glow_of
from .theme import COLOR, Color
from .tooltips import Covered, tip_place

STEPS = (20, 16)  # grid of places tried for words
TALL = 1.7  # height of a ribbon, in type sizes
SIZES = ("title", "sum", "heading", "label")  # type sizes of a ribbon; the first is taken in which it covers nothing
NEAR = 50  # covered area costs a ribbon this many times less than it costs a tooltip
MINUS = "\N{MINUS SIGN}"  # before an amount that is lost
SOFT = 4  # light is drawn smaller by this factor, then enlarged
EVEN = 32  # light reaches a multiple of this many pixels, so that pictures can be shared
FADING = 40  # steps in which a ray fades
GOLDEN = math.pi * (3 - math.sqrt(5))  # the angle that spreads sparks evenly
SHINE = 170  # brightness of a glint in its middle, of 255
JOINED = 0.9  # things that fill this share of the rect around them lie side by side
RING = 1.1  # side of the gilt ring around a medal, in sides of the medal
STONES = ((203, 170, 121), (165, 130, 86), (122, 98, 70))  # chips of a dragon turned to stone
DUST = (214, 188, 146)


class MomentPainter:
    """Paints the moments of a table as they stand."""

    def __init__(
        self, ground: Canvas, calm: bool, room: Rect | None = None, solid: Iterable[Rect] = ()
    ) -> None:
        self.ground = ground
        self.calm = calm  # whether motion is reduced; then a lit frame stands still
        self.room = room or ground.area  # what light falls on
        self.solid = solid  # what stands before the light
        self.layers: dict[str, Callable[[Moment, float], None]] = {
            "dim": self.dim,
            "rays": self.rays,
            "swell": self.swell,
            "lift": self.lift,
            "frame": self.frame,
            "medal": self.medal,
            "halo": self.halo,
            "glint": self.glint,
            "sparks": self.sparks,
            "rubble": self.rubble,
            "words": self.words,
        }

    def paint(self, moments: Moments) -> None:
        """Paints all that is under way."""
        for moment, share in moments.under_way():
            self.moment(moment, share)
        if self.calm:
            return
        for glint, share in moments.glinting():
            self.gleam(glint.rect, share)
        for flight, share in moments.flying():
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
        if lit and (moment.form.round or moment.medal):
            kept.append((lit, rounded(surface.subsurface(lit))))
            lit = Rect(0, 0, 0, 0)
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
        if before and moment.form.round and kept:
            kept[-1] = (kept[-1][0], rounded(kept[-1][1]))
        light = light_of(reach, COLOR["gold"])
        light.set_alpha(round(255 * LOOK["ray"] / 100 * self.strength(share)))
        surface.blit(light, seen, seen.move(-shine.x, -shine.y))
        for part, picture in kept:
            surface.blit(picture, part)

    def swollen(self, moment: Moment, share: float) -> list[Rect]:
        """Where the things that are lit are seen while they swell, each in its place; those that lie side by side
        swell as one."""
        grown = 1 + LOOK["swell"] / 100 * math.sin(math.pi * min(1.0, share * 2))
        if self.calm or "swell" not in moment.form.paint or grown <= 1:
            return list(moment.lit)
        whole = self.things(moment)
        joined = sum(math.prod(lit.size) for lit in moment.lit) > JOINED * math.prod(whole.size)
        found = []
        for lit in moment.lit:
            x, y = whole.center if joined else lit.center
            center = round(x + (lit.centerx - x) * grown), round(y + (lit.centery - y) * grown)
            found.append(anchored(round(lit.w * grown), round(lit.h * grown), center=center))
        return found

    def swell(self, moment: Moment, share: float) -> None:
        """What is lit grows, and falls back."""
        surface = self.ground.surface
        places = [
            (lit, place)
            for lit, place in zip(moment.lit, self.swollen(moment, share), strict=True)
            if place.size > lit.size and lit.clip(self.ground.area) == lit
        ]
        pictures = [pygame.transform.smoothscale(surface.subsurface(lit), place.size) for lit, place in places]
        for (_, place), picture in zip(places, pictures, strict=True):
            surface.blit(picture, place)

    def lift(self, moment: Moment, share: float) -> None:
        """What is lit leaves its place, grows on its way, and comes back."""
        surface, lit = self.ground.surface, self.whole(moment).clip(self.ground.area)
        place = self.shown(moment, share)
        if place.size > lit.size:
            thing = surface.subsurface(lit)
            picture = pygame.transform.smoothscale(rounded(thing) if moment.form.round else thing, place.size)
            bend = lit.w // 2 if moment.form.round else bend_of(lit.w)
            pygame.draw.rect(surface, COLOR["night"], lit, border_radius=bend)
            surface.blit(picture, place)

    def frame(self, moment: Moment, share: float) -> None:
        """A gilt frame around each thing that is lit: gold between a dark edge and a bright one."""
        surface, thick = self.ground.surface, max(2, round(self.ground.px("close") * self.strength(share)))
        edge = max(1, thick // 4)
        for lit in self.swollen(moment, share):
            rect = lit.inflate(2 * thick, 2 * thick)
            bend = bend_of(rect.w)
            for name, grown, wide in (("ink", 2 * edge, thick + edge), ("gold", 0, thick), ("pale", -2 * edge, edge)):
                around = rect.inflate(grown, grown)
                pygame.draw.rect(surface, COLOR[name], around, wide, border_radius=bend + grown // 2)

    def medal(self, moment: Moment, share: float) -> None:
        """A medal of enamel in a gilt ring, with a figure, which opens from its middle."""
        c, rect, name = self.ground, self.whole(moment), moment.picture
        opened = ease(min(1.0, share * 100 / LOOK["comes"]))
        picture = c.art.keep(("medal", name, rect.w), partial(self.medal_of, name, rect.w))
        if opened < 1:
            side = max(1, round(picture.get_width() * opened))
            picture = pygame.transform.smoothscale(picture, (side, side))
        c.surface.blit(picture, picture.get_rect(center=rect.center))

    def medal_of(self, name: str, side: int) -> Surface:
        """A medal as it is once it has opened."""
        art, whole = self.ground.art, round(side * RING)
        found = Surface((whole, whole), pygame.SRCALPHA)
        middle = found.get_rect().center
        ground = disc(side, COLOR["own"])
        found.blit(ground, ground.get_rect(center=middle))
        figure = art.picture(name, side * LOOK["medal"] // 100)
        found.blit(figure, figure.get_rect(center=middle))
        found.blit(art.fitted("kit/ring", (whole, whole)), (0, 0))
        return found

    def halo(self, moment: Moment, share: float) -> None:
        """Warm light that widens around what is lit, and fades."""
        surface, lit = self.ground.surface, self.shown(moment, share).clip(self.ground.area)
        if not lit:
            return
        round_one = self.medalled(moment) or moment.form.round
        reach = self.ground.px("moment_halo")
        make = partial(glow, lit.w, reach) if round_one else partial(glow_of, lit.size, reach, "coin")
        light = self.ground.art.keep(("moment_halo", lit.size, round_one, reach), make)
        grown = 1 + LOOK["widens"] / 100 * ease(share)
        size = (round(light.get_width() * grown), round(light.get_height() * grown))
        wide = pygame.transform.smoothscale(light, size)
        wide.set_alpha(round(255 * self.strength(share)))
        thing = surface.subsurface(lit)
        kept = rounded(thing) if round_one else thing.copy()
        surface.blit(wide, wide.get_rect(center=lit.center))
        surface.blit(kept, lit)

    def glint(self, moment: Moment, share: float) -> None:
        """One glint over what is lit."""
        begins, ends = (part / 100 for part in LOOK["gleams"])
        oval = self.medalled(moment) or moment.form.round
        self.gleam(self.shown(moment, share), (share - begins) / (ends - begins), oval)

    def gleam(self, rect: Rect, share: float, oval: bool = False) -> None:
        """A band of light that runs over a thing once, share 0 .. 1: what is bright there, such as gilt, shines.
        oval: the thing fills no more than an oval in its rect."""
        lit = rect.clip(self.ground.area)
        if not 0 < share < 1 or not lit:
            return
        surface = self.ground.surface
        wide = max(8, lit.h // 2)
        band = band_of(wide, lit.h)
        at = band.get_rect(midright=(round(lit.x + (lit.w + band.get_width()) * share), lit.centery))
        seen = at.clip(lit)
        if seen:
            bright = surface.subsurface(seen).copy()
            bright.blit(band, (0, 0), seen.move(-at.x, -at.y), pygame.BLEND_RGB_MULT)
            dark = Surface(seen.size)
            shape = (oval_of if oval else plate_of)(rect.size)
            dark.blit(shape, (0, 0), seen.move(-rect.x, -rect.y))
            bright.blit(dark, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
            surface.blit(bright, seen, special_flags=pygame.BLEND_RGB_ADD)

    def sparks(self, moment: Moment, share: float) -> None:
        """Flakes of gold leaf that burst from what is lit, turn in the light, and sink."""
        lit = self.shown(moment, share)
        side = self.ground.px("moment_spark")
        colors = [COLOR[name] for name in LOOK["embers"]]
        for number in range(LOOK["sparks"]):
            at = spark_place(lit, number, ease(share), self.ground.px("moment_burst"))
            size = side * (1 - share) * (0.6 + 0.4 * (number % 3) / 2)
            self.flake(at, size, number * GOLDEN + share * LOOK["turns"], colors[number % len(colors)])

    def flake(self, at: tuple[float, float], size: float, turn: float, color: Color) -> None:
        """A flake of gold leaf, seen from the side where it has turned away."""
        x, y = at
        if size < 1:
            return
        across = (size * math.cos(turn), size * math.sin(turn))
        thin = 0.25 + 0.6 * abs(math.cos(2 * turn))
        along = (-across[1] * thin, across[0] * thin)
        ends = ((1, 0), (0, 1), (-1, 0), (0, -1))
        corners = [(x + p * across[0] + q * along[0], y + p * across[1] + q * along[1]) for p, q in ends]
        pygame.draw.polygon(self.ground.surface, color, corners)

    def rubble(self, moment: Moment, share: float) -> None:
        """Chips of stone that break from what is lit and fall, and dust at its foot."""
        c, lit = self.ground, self.shown(moment, share)
        side, fall = c.px("moment_spark"), c.px("moment_fall")
        reach = round(lit.w * (0.5 + 0.5 * ease(share)))
        dust = dust_of(max(1, reach // SOFT))
        cloud = pygame.transform.smoothscale(dust, (2 * reach, reach))
        cloud.set_alpha(round(200 * min(1.0, 4 * share) * (1 - share)))
        c.surface.blit(cloud, cloud.get_rect(center=(lit.centerx, lit.bottom - reach // 6)))
        for number in range(LOOK["chips"]):
            late = number % 7 / 7 * 0.35
            way = (share - late) / (1 - late)
            if not 0 < way < 1:
                continue
            angle = number * GOLDEN
            x = lit.centerx + lit.w * 0.48 * math.cos(angle) * (1 + 0.3 * way)
            y = lit.centery + lit.h * 0.48 * math.sin(angle) + fall * (way * way - 0.18 * math.sin(math.pi * way))
            size = side * (0.5 + number % 4 / 4) * min(1.0, 3 * (1 - way))
            self.flake((x, y), size, angle + way * 4, STONES[number % len(STONES)])

    def words(self, moment: Moment, share: float) -> None:
        """What happened, on a scroll of parchment that opens from its middle."""
        if not moment.words or moment.ribbon is None:
            return
        c = self.ground
        rod = max(4, c.px("gap"))
        band = moment.ribbon.clamp(c.area.inflate(-rod, -rod))
        opened = anchored(round(band.w * ease(min(1.0, share * 5))), band.h, center=band.center)
        whole = c.surface.get_clip()
        c.surface.set_clip(opened.clip(whole))
        c.layer += 1
        with c.parchment(band, "parchment-tag"):
            inner = band.inflate(-c.px("border"), 0)
            c.text(moment.words, inner, round(band.h / TALL), "heading", "center", "title")
        c.surface.set_clip(whole)
        for x in (opened.x, opened.right):
            c.piece("brass", anchored(rod, band.h + rod, center=(x, band.centery)).clamp(c.area))

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
        """A number of points engraved in brass, in red enamel where they are lost."""
        c = self.ground
        wide = c.width_of(words, "heading", "title") + c.px("border")
        coin = anchored(wide, c.type_px("heading") + c.px("margin"), center=at).clamp(c.area)
        lost = words.startswith(MINUS)
        c.piece("token-red" if lost else "brass", coin)
        c.layer += 1
        c.numeral(words, coin, "heading", "cream" if lost else "ink")


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


def ribbon_at(ground: Canvas, words: str, near: Rect, area: Rect, things: Sequence[Covered]) -> Rect:
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


def ribbon_in(ground: Canvas, words: str, room: Rect) -> Rect:
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
    soft = pygame.transform.gaussian_blur(light, max(1, small // 24))
    return pygame.transform.smoothscale(soft, (2 * reach, 2 * reach))


@lru_cache(8)
def band_of(wide: int, high: int) -> Surface:
    """A slanting band of light on black, brightest in its middle."""
    slant = high // 3
    band = Surface((wide + slant, high))
    for x in range(wide):
        shine = round(SHINE * math.sin(math.pi * x / wide) ** 2)
        color = (shine, shine * 15 // 16, shine * 3 // 4)
        pygame.draw.line(band, color, (x + slant, 0), (x, high - 1))
    return band


@lru_cache(2)
def dust_of(side: int) -> Surface:
    """A cloud of dust, densest in its middle."""
    cloud = Surface((2 * side, side), pygame.SRCALPHA)
    cloud.fill((*DUST, 0))
    for step in range(FADING):
        share = 1 - step / FADING
        rect = anchored(round(2 * side * share), round(side * share), center=(side, side // 2))
        pygame.draw.ellipse(cloud, (*DUST, round(200 * (step / FADING) ** 2)), rect)
    return cloud


def rounded(picture: Surface) -> Surface:
    """What lies within the circle, or the oval, that a picture holds."""
    found = picture.convert_alpha()
    found.blit(oval_of(picture.get_size()), (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return found


@lru_cache(4)
def oval_of(size: tuple[int, int]) -> Surface:
    """A white oval with a soft edge on nothing."""
    large = Surface((2 * size[0], 2 * size[1]), pygame.SRCALPHA)
    pygame.draw.ellipse(large, (255, 255, 255, 255), large.get_rect())
    soft = pygame.transform.smoothscale(large, size)
    soft.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
    return soft


@lru_cache(8)
def plate_of(size: tuple[int, int]) -> Surface:
    """A white plate that fades towards its edges, on nothing."""
    small = Surface((max(3, size[0] // SOFT), max(3, size[1] // SOFT)), pygame.SRCALPHA)
    small.fill((255, 255, 255, 0))
    edge = max(1, min(small.get_size()) // 3)
    for step in range(edge):
        shine = round(255 * ((step + 1) / (edge + 1)) ** 2)
        pygame.draw.rect(small, (255, 255, 255, shine), small.get_rect().inflate(-2 * step - 2, -2 * step - 2))
    return pygame.transform.smoothscale(small, size)


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
