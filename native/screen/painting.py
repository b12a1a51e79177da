"""Pictures: a cache with a limit in bytes, rasterizing of SVG text, and soft light."""

from __future__ import annotations

import io
import math
from collections.abc import Callable
from typing import Any, TypeVar

import pygame

from .theme import COLOR

DUSK = (66, 62, 52)  # what the corners of a table lack, and what the sun adds
SUN = (34, 26, 10)
GRAINS = 48  # patches of light and shade on a table, across and down
DEEP, SHALLOW = (225, 78), (120, 22)  # how dark hollows are, at the edge and on the floor
MOTE = (255, 226, 168)
MOTES = 8  # motes in the light of the window
BEAM = ((0.04, -0.04), (0.58, 0.86))  # where motes drift from and to, in shares of a table
DRIFT_MS, SWAY_MS = 14_000, 1_700  # time of a mote for its whole way, and to sway once
GOLDEN = (math.sqrt(5) - 1) / 2  # the share that spreads things evenly

Thing = TypeVar("Thing")
Key = tuple[Any, ...]


class Cache(dict[Key, Thing]):
    """Values by key, made on first use. When they exceed the limit, the least recently used go."""

    def __init__(self, weigh: Callable[[Thing], int]) -> None:
        super().__init__()
        self.weigh = weigh
        self.weight = 0  # size of all values, in bytes
        self.budget = 0  # the limit, in bytes

    def keep(self, key: Key, make: Callable[[], Thing]) -> Thing:
        """The value of a key; make() makes it if it is missing."""
        thing = self.pop(key, None)
        if thing is None:
            thing = make()
            self.weight += self.weigh(thing)
            while self.weight > self.budget and self:
                self.weight -= self.weigh(self.pop(next(iter(self))))
        self[key] = thing
        return thing

    def drop(self, unwanted: Callable[[Key], bool]) -> None:
        """Drops the values of some keys."""
        for key in [key for key in self if unwanted(key)]:
            self.weight -= self.weigh(self.pop(key))


SvgSource = Callable[[tuple[int, int]], str]


def rastered(source: SvgSource, size: tuple[int, int]) -> pygame.Surface:
    """Rasterizes a picture, given as a function from a size to SVG text."""
    return pygame.image.load_sized_svg(io.BytesIO(source(size).encode()), size)


def glow_of(size: tuple[int, int], reach: int, color: str = "gold") -> pygame.Surface:
    """Soft light around a thing of a size, in a colour of the theme."""
    glow = pygame.Surface((size[0] + 2 * reach, size[1] + 2 * reach), pygame.SRCALPHA)
    for step in range(reach):
        share = (step + 1) / reach
        rect = glow.get_rect().inflate(-2 * step, -2 * step)
        pygame.draw.rect(glow, (*COLOR[color], round(150 * share * share)), rect, border_radius=reach)
    return glow


def glow_around(size: tuple[int, int], reach: int, bend: int, color: str) -> pygame.Surface:
    """The same, but for the place of the thing, which stays as it is."""
    glow = glow_of(size, reach, color)
    pygame.draw.rect(glow, (0, 0, 0, 0), pygame.Rect(reach, reach, *size), border_radius=bend)
    return glow


def gilt_corners(size: tuple[int, int], thick: int, bend: int) -> pygame.Surface:
    """A thin gilt line just within a size, strong at the corners, where it ends in lozenges; all with an edge of
    ink, which lets it be seen on any ground."""
    twice = 2
    frame = pygame.Surface((size[0] * twice, size[1] * twice), pygame.SRCALPHA)
    edge = 2 * thick * twice
    box = frame.get_rect().inflate(-edge, -edge)
    bend, arm = bend * twice, max(3 * thick * twice, min(box.size) * 3 // 10)
    strong = frame.copy()
    for color, more in ((COLOR["ink"], 4), (COLOR["gold"], 0)):
        for surface, wide in ((frame, thick), (strong, 2 * thick)):
            outline = box.inflate(wide + more, wide + more)
            pygame.draw.rect(surface, color, outline, wide + more, border_radius=bend + (wide + more) // 2)
    corner = pygame.Rect(0, 0, arm + edge, arm + edge)
    for side in ("topleft", "topright", "bottomleft", "bottomright"):
        part = corner.copy()
        setattr(part, side, getattr(frame.get_rect(), side))
        frame.blit(strong, part, part)
    for color, r in ((COLOR["ink"], 2 * thick + 3), (COLOR["gold"], 2 * thick)):
        for x in (box.x + arm, box.right - arm):
            for y in (box.y, box.bottom):
                pygame.draw.polygon(frame, color, [(x - r, y), (x, y - r), (x + r, y), (x, y + r)])
        for y in (box.y + arm, box.bottom - arm):
            for x in (box.x, box.right):
                pygame.draw.polygon(frame, color, [(x - r, y), (x, y - r), (x + r, y), (x, y + r)])
    return pygame.transform.smoothscale(frame, size)


def sunlit(ground: pygame.Surface) -> None:
    """Lights a table as a window at its upper left does: warm there, dusk towards the other corners."""
    sun, dusk = (pygame.Surface((GRAINS, GRAINS)) for _ in range(2))
    for x in range(GRAINS):
        for y in range(GRAINS):
            across, down = (x + 0.5) / GRAINS, (y + 0.5) / GRAINS
            lit = max(0.0, 1 - math.hypot(across - 0.30, down - 0.22) / 0.62) ** 1.6
            dark = min(1.0, math.hypot(across - 0.44, down - 0.44) / 0.78) ** 2.6
            sun.set_at((x, y), [round(part * lit) for part in SUN])
            dusk.set_at((x, y), [round(part * dark) for part in DUSK])
    for light, blend in ((sun, pygame.BLEND_RGB_ADD), (dusk, pygame.BLEND_RGB_SUB)):
        ground.blit(pygame.transform.smoothscale(light, ground.get_size()), (0, 0), special_flags=blend)


def mote_of(side: int, shine: int) -> pygame.Surface:
    """A mote in the light, to be added to what it floats over; shine: 0 to 255, in its middle."""
    mote = pygame.Surface((side, side))
    for step in range(side // 2):
        share = (2 * (step + 1) / side) ** 2 * shine / 255
        pygame.draw.circle(mote, [round(part * share) for part in MOTE], (side / 2, side / 2), side / 2 - step)
    return mote


def mote_place(number: int, now: float) -> tuple[float, float, float]:
    """Where a mote floats, in shares of a table, and how bright it is, 0 .. 1: it drifts down the light of the
    window, brightest half way."""
    way = (number * GOLDEN + now / DRIFT_MS) % 1
    (x, y), (right, foot) = BEAM
    aside = (number * GOLDEN * 3 % 1 - 0.5) * 0.5 + 0.02 * math.sin(math.tau * (now / SWAY_MS / 4 + number * GOLDEN))
    return x + (right - x) * way + aside, y + (foot - y) * way - aside, math.sin(math.pi * way)


def dusk_of(side: int) -> pygame.Surface:
    """What darkens a medallion by a sixth."""
    dusk = pygame.Surface((side, side), pygame.SRCALPHA)
    pygame.draw.aacircle(dusk, (0, 0, 0, 43), (side / 2, side / 2), side / 2)
    return dusk


def soft_shadow(size: tuple[int, int], reach: int) -> pygame.Surface:
    """The soft shadow of a sheet on what it lies on; it reaches so far beyond it on every side."""
    coarse = max(1, reach // 4)
    whole = (size[0] + 2 * reach, size[1] + 2 * reach)
    small = pygame.Surface((whole[0] // coarse + 1, whole[1] // coarse + 1), pygame.SRCALPHA)
    around = reach // coarse
    pygame.draw.rect(small, (10, 4, 0, 170), small.get_rect().inflate(-2 * around, -2 * around))
    return pygame.transform.smoothscale(pygame.transform.gaussian_blur(small, max(1, around // 2)), whole)


def shaded(picture: pygame.Surface, reach: int) -> pygame.Surface:
    """A thing with its soft shadow on what it stands on. It begins so far from the upper left corner, and the
    shadow reaches half as far again beyond it at the lower right."""
    width, height = picture.get_size()
    away = reach // 2
    dark = picture.copy()
    dark.fill((0, 0, 0, 150), special_flags=pygame.BLEND_RGBA_MULT)
    found = pygame.Surface((width + 2 * reach + away, height + 2 * reach + away + 1), pygame.SRCALPHA)
    found.blit(dark, (reach + away, reach + away + 1))
    found = pygame.transform.gaussian_blur(found, max(1, reach // 2))
    found.blit(picture, (reach, reach))
    return found


def hollow_of(size: tuple[int, int], bend: int, shades: tuple[int, int] = DEEP) -> pygame.Surface:
    """A hollow in a table: darker than it, most where its upper left edge keeps the light off. shades: how dark it is
    at its edge and on its floor, of 255."""
    deep = max(3, size[0] // 12)
    found = pygame.Surface(size, pygame.SRCALPHA)
    found.fill((30, 8, 6, shades[0]))
    floor = pygame.Rect(deep, deep, size[0] + bend, size[1] + bend)
    pygame.draw.rect(found, (30, 8, 6, shades[1]), floor, border_radius=bend + deep)
    found = pygame.transform.gaussian_blur(found, deep)
    form = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(form, (255, 255, 255, 255), form.get_rect(), border_radius=bend)
    found.blit(form, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return found


def exposed(picture: pygame.Surface, share: float) -> pygame.Surface:
    """A picture made brighter or darker; what is transparent stays so."""
    if share == 1:
        return picture
    found = picture.copy()
    part = round(255 * (share if share < 1 else share - 1))
    if share < 1:
        found.fill((part, part, part), special_flags=pygame.BLEND_RGB_MULT)
        return found
    more = picture.copy()
    more.fill((part, part, part), special_flags=pygame.BLEND_RGB_MULT)
    found.blit(more, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return found


def recoloured(relief: pygame.Surface, flat: pygame.Surface, wanted: pygame.Surface) -> pygame.Surface:
    """A relief in other colours. flat: the drawing that it was made from; wanted: the same in those
    colours. What light and shadow do to the drawing, they do to the other too."""
    bright, plain = (pygame.transform.grayscale(one) for one in (relief, flat))
    lit, shaded = bright.copy(), plain.copy()
    lit.blit(plain, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    shaded.blit(bright, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    colours = wanted.copy()
    colours.blit(lit, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    colours.blit(shaded, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    found = relief.copy()
    found.fill((0, 0, 0), special_flags=pygame.BLEND_RGB_MULT)
    found.blit(colours, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return found


def embossed(stone: pygame.Surface, sign: pygame.Surface, at: pygame.Rect) -> pygame.Surface:
    """A stone with a sign in low relief at a place: of the stone's own colour, lit from the upper left."""
    found, deep = stone.copy(), max(1, sign.get_height() // 40)
    mask = pygame.mask.from_surface(sign)
    around = pygame.Surface((at.w + 8 * deep, at.h + 8 * deep), pygame.SRCALPHA)
    for color, way in (((255, 236, 200, 120), -1), ((24, 12, 4, 190), 1)):
        edge = around.copy()
        edge.blit(mask.to_surface(setcolor=color, unsetcolor=(0, 0, 0, 0)), ((4 + way) * deep, (4 + way) * deep))
        found.blit(pygame.transform.gaussian_blur(edge, deep), at.move(-4 * deep, -4 * deep))
    body = pygame.Surface(at.size, pygame.SRCALPHA)
    body.blit(stone, (0, 0), at)
    body.fill((22, 19, 14), special_flags=pygame.BLEND_RGB_ADD)
    grey = pygame.transform.grayscale(sign)
    grey.fill((120, 120, 120), special_flags=pygame.BLEND_RGB_MULT)
    grey.fill((135, 135, 135), special_flags=pygame.BLEND_RGB_ADD)
    body.blit(grey, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
    form = sign.copy()
    form.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_MAX)
    body.blit(form, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    found.blit(body, at)
    return found
