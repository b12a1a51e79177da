"""Paints blows: a weapon in flight, its impact, bursting beads, and what turns to stone."""

from __future__ import annotations

import math

import pygame
from pygame import Rect, Surface

from .canvas import Canvas
from .geometry import Point, trim
from .theme import COLOR, Color, mix

STONE, PALE = (176, 182, 194), (44, 44, 42)  # what grey is multiplied by for stone, and what is added
GILT, GLEAM = (255, 198, 92), (54, 36, 6)  # what grey is multiplied by for gold, and what is added
SHADOW = (20, 10, 4)
WOOD = ((164, 108, 58), (112, 68, 34), (52, 30, 14))  # of a shelf: its edge in the light, its front, its foot
# Sandstone in shade and light; the inside of a niche, light and dark.
RIM = ((150, 116, 72), (226, 196, 142), (158, 98, 48), (48, 26, 12))
STONES = 7  # around the arch of a niche
INSIDE = 0.93  # of a ring's radius, its inner edge
CRACKS = (  # in hundredths of a picture's width and height
    ((50, 0), (44, 22), (56, 38), (47, 60), (54, 78), (48, 100)),
    ((56, 38), (76, 46), (100, 42)),
    ((47, 60), (24, 66), (0, 80)),
)


def stone(picture: Surface) -> Surface:
    """A picture in grey stone, with cracks."""
    grey = pygame.transform.grayscale(picture)
    grey.fill((*STONE, 255), special_flags=pygame.BLEND_RGBA_MULT)
    grey.fill((*PALE, 0), special_flags=pygame.BLEND_RGBA_ADD)
    width, height = grey.get_size()
    thick = max(1, width // 60)
    lines = Surface(grey.get_size(), pygame.SRCALPHA)
    for crack in CRACKS:
        corners = [(x * width // 100, y * height // 100) for x, y in crack]
        pygame.draw.lines(lines, (*COLOR["ink"], 255), False, corners, thick)
    lines.blit(grey, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)  # only where the picture is
    grey.blit(lines, (0, 0))
    return grey


def turning(picture: Surface, hard: Surface, share: float) -> Surface:
    """A picture on its way to stone."""
    over = hard.copy()
    over.set_alpha(round(255 * share))
    mixed = picture.copy()
    mixed.blit(over, (0, 0))
    return mixed


def weapon(c: Canvas, name: str, start: Rect, end: Rect, share: float) -> None:
    """Draws a weapon on its way from card to card; it grows as it comes."""
    x, y = (round(p + (q - p) * share) for p, q in zip(start.center, end.center, strict=True))
    rise = round(c.px("blow_rise") * math.sin(math.pi * share))
    side = round(c.px("blow_weapon") * (1 + share) / 2)
    c.picture(name, side, center=(x, y - rise))


def impact(c: Canvas, center: Point, share: float, color: Color) -> None:
    """Draws a star that opens where a blow lands, and a ring that runs outwards."""
    reach = c.px("blow_impact") * (0.5 + share / 2)
    fade = 1 - share
    points = 9
    corners = []
    for number in range(2 * points):
        far = reach * (1 if number % 2 else 0.45) * (0.4 + 0.6 * fade)
        angle = math.tau * number / (2 * points)
        corners.append((center[0] + math.cos(angle) * far, center[1] + math.sin(angle) * far))
    if share < 0.6:
        c.shape(pygame.draw.polygon, mix(color, COLOR["cream"], fade), corners)
    thick = max(1, round(c.px("close") * fade))
    c.shape(pygame.draw.circle, color, center, round(reach), thick)


def burst(c: Canvas, center: Point, radius: int, share: float) -> None:
    """Draws a bead that bursts into sparks."""
    color = COLOR["warning"]
    for number in range(8):
        angle = math.tau * (number + 0.5) / 8
        far = radius * (1 + 3 * share)
        at = (center[0] + math.cos(angle) * far, center[1] + math.sin(angle) * far)
        c.shape(pygame.draw.circle, color, at, max(1, round(radius * (1 - share) * 0.6)))


def shaken(rect: Rect, share: float) -> Rect:
    """A card shaken by a blow."""
    wide = rect.w * 0.05 * (1 - share)
    return rect.move(round(wide * math.sin(share * 6 * math.pi)), 0)


def struck_out(c: Canvas, corner: Rect) -> None:
    """Strikes out the corner of a card that counts nothing."""
    inner = corner.inflate(-corner.w // 8, -corner.h // 3)
    thick = max(2, corner.w // 7)
    for color, wide in (("cream", thick + 2), ("own", thick)):
        c.shape(pygame.draw.line, COLOR[color], inner.bottomleft, inner.topright, wide)


def flash(c: Canvas, rect: Rect, share: float) -> None:
    """Draws a frame of light around a card that has come; it widens and fades."""
    grown = round(c.px("blow_flash") * share)
    around = rect.inflate(2 * grown, 2 * grown)
    thick = max(1, round(c.px("gap") * (1 - share)))
    c.shape(pygame.draw.rect, COLOR["gold"], around, thick, border_radius=c.px("gap"))


def gilt(picture: Surface) -> Surface:
    """A picture cast in gold."""
    cast = pygame.transform.grayscale(picture)
    cast.fill((*GILT, 255), special_flags=pygame.BLEND_RGBA_MULT)
    cast.fill((*GLEAM, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return cast


def disc(side: int, color: Color) -> Surface:
    """An enamelled disc, darker towards its edge, lit from the upper left."""
    large = Surface((2 * side, 2 * side), pygame.SRCALPHA)
    for step in range(24):
        share = step / 23
        middle = side * (1 - 0.12 * share)
        shade = mix(mix(color, COLOR["ink"], 0.55), color, share)
        pygame.draw.circle(large, shade, (middle, middle), side * (1 - 0.55 * share))
    return pygame.transform.smoothscale(large, (side, side))


def glow(side: int, reach: int) -> Surface:
    """Warm light around a ring of a side; it reaches so far beyond it."""
    large = Surface((side + 2 * reach, side + 2 * reach), pygame.SRCALPHA)
    for step in range(reach):
        share = (step + 1) / reach
        color = (*COLOR["coin"], round(210 * share * share))
        pygame.draw.circle(large, color, large.get_rect().center, side / 2 + reach - step)
    return large


def cut_round(picture: Surface) -> Surface:
    """A picture whose lower half is cut by the circle that it stands in."""
    side = picture.get_width()
    mask = Surface((2 * side, 2 * side), pygame.SRCALPHA)
    pygame.draw.circle(mask, (255, 255, 255), (side, side), side * INSIDE)
    mask.fill((255, 255, 255), Rect(0, 0, 2 * side, side))
    cut = picture.copy()
    cut.blit(pygame.transform.smoothscale(mask, picture.get_size()), (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return cut


def shaded(picture: Surface) -> Surface:
    """The soft shadow of a figure, of its size."""
    dark = pygame.mask.from_surface(picture).to_surface(setcolor=(*SHADOW, 130), unsetcolor=(*SHADOW, 0))
    return pygame.transform.gaussian_blur(dark, max(1, picture.get_width() // 40))


def empty(size: tuple[int, int]) -> Surface:
    """The place of a card that was not laid: a hollow in the ground, in shade at its upper left."""
    wide, high = 2 * size[0], 2 * size[1]
    large, bend = Surface((wide, high), pygame.SRCALPHA), wide // 12
    thick = max(2, wide // 40)
    pygame.draw.rect(large, (40, 24, 12, 130), large.get_rect(), border_radius=bend)
    pygame.draw.rect(large, (255, 243, 210, 150), large.get_rect(), thick, bend)
    pygame.draw.rect(large, (40, 24, 12, 150), Rect(thick, thick, wide - 2 * thick, high - 2 * thick), thick, bend)
    return pygame.transform.smoothscale(large, size)


def niche(size: tuple[int, int], sill: int, statue: Surface) -> Surface:
    """A statue in a niche in a wall of sandstone, round above, with a sill of so many pixels that it stands on. The
    light comes from the upper left: the edge is bright there, and throws its shade on the wall behind."""
    wide, high = 2 * size[0], 2 * size[1]
    edge, foot = wide // 11, high - 2 * sill
    outer = Rect(wide // 60, wide // 60, wide - wide // 30, high)
    found = Surface((wide, high), pygame.SRCALPHA)
    arch(found, outer, RIM[0])
    arch(found, outer.inflate(-edge // 3, -edge // 3).move(0, edge // 6), RIM[1])
    joints(found, outer, edge, foot)
    inner = Rect(outer.x + edge, outer.y + edge, outer.w - 2 * edge, high)
    arch(found, inner.inflate(edge // 3, edge // 3).move(-edge // 12, -edge // 12), RIM[0])
    arch(found, inner.inflate(edge // 6, edge // 6), mix(RIM[1], COLOR["cream"], 0.5))
    found.blit(hollow((wide, high), inner), (0, 0))
    thing = pygame.transform.smoothscale(statue, (2 * statue.get_width(), 2 * statue.get_height()))
    at = thing.get_rect(midbottom=(wide // 2, foot + sill // 4))
    dark = pygame.mask.from_surface(thing).to_surface(setcolor=(*SHADOW, 170), unsetcolor=(*SHADOW, 0))
    thrown = Surface((wide, high), pygame.SRCALPHA)
    thrown.blit(dark, at.move(edge * 3 // 4, edge // 3))
    thrown = pygame.transform.gaussian_blur(thrown, max(1, edge // 5))
    thrown.blit(mask_of((wide, high), inner), (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    found.blit(thrown, (0, 0))
    ledge = Rect(0, foot, wide, 2 * sill)
    pygame.draw.rect(found, RIM[1], ledge, border_radius=edge // 6)
    pygame.draw.rect(found, mix(RIM[1], COLOR["cream"], 0.6), (ledge.x, ledge.y, ledge.w, edge // 4), border_radius=2)
    pygame.draw.rect(found, RIM[0], (ledge.x, ledge.bottom - edge // 4, ledge.w, edge // 4), border_radius=2)
    found.blit(thing, at)
    return pygame.transform.smoothscale(found, size)


def shelf(size: tuple[int, int]) -> Surface:
    """A shelf of wood, bright at its upper edge, with its shadow on the wall in its lower half."""
    wide, high = 2 * size[0], 2 * size[1]
    found, thick = Surface((wide, high), pygame.SRCALPHA), high // 2
    shade = Rect(high // 2, thick, wide - high, thick // 2)
    pygame.draw.rect(found, (*SHADOW, 150), shade, border_radius=thick // 3)
    found = pygame.transform.gaussian_blur(found, max(1, thick // 4))
    board = Rect(0, 0, wide, thick)
    for color, part in zip(WOOD, (board, trim(board, top=thick // 4), trim(board, top=thick * 3 // 4)), strict=True):
        pygame.draw.rect(found, color, part)
    return pygame.transform.smoothscale(found, size)


def joints(ground: Surface, outer: Rect, edge: int, foot: int) -> None:
    """The joints between the stones around a niche, each with a bright edge at its lower right."""
    r, thick = outer.w / 2, max(1, edge // 14)
    middle = (outer.x + r, outer.y + r)
    for number in range(STONES + 1):
        angle = math.pi * (1 + number / STONES)
        start, end = (
            (middle[0] + math.cos(angle) * far, middle[1] + math.sin(angle) * far) for far in (r, r - edge)
        )
        pygame.draw.line(ground, mix(RIM[0], SHADOW, 0.35), start, end, thick)
    for y in range(round(middle[1]) + 2 * edge, foot, 2 * edge):
        for x in (outer.x, outer.right - edge):
            pygame.draw.line(ground, mix(RIM[0], SHADOW, 0.35), (x, y), (x + edge, y), thick)
            pygame.draw.line(ground, mix(RIM[1], COLOR["cream"], 0.5), (x, y + thick), (x + edge, y + thick), thick)


def mask_of(size: tuple[int, int], inner: Rect) -> Surface:
    """All of an arch, and nothing else."""
    found = Surface(size, pygame.SRCALPHA)
    arch(found, inner, (255, 255, 255))
    return found


def hollow(size: tuple[int, int], inner: Rect) -> Surface:
    """The inside of a niche: lit at its lower right, dark where its edge keeps the light off."""
    grains = 24
    light = Surface((grains, grains), pygame.SRCALPHA)
    for x in range(grains):
        for y in range(grains):
            away = math.hypot((x + 0.5) / grains - 0.62, ((y + 0.5) / grains - 0.62) * 0.9)
            light.set_at((x, y), mix(RIM[2], RIM[3], min(1.0, away / 0.72)))
    found = pygame.transform.smoothscale(light, size)
    shade = Surface(size, pygame.SRCALPHA)
    shade.fill((*SHADOW, 235))
    deep = inner.w // 9
    arch(shade, inner.move(deep, deep), (0, 0, 0, 0))
    found.blit(pygame.transform.gaussian_blur(shade, max(1, deep // 2)), (0, 0))
    found.blit(mask_of(size, inner), (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return found


def arch(ground: Surface, rect: Rect, color: Color | tuple[int, int, int, int]) -> None:
    """Fills a shape that is square below and round above."""
    r = rect.w // 2
    pygame.draw.circle(ground, color, (rect.x + r, rect.y + r), r)
    pygame.draw.rect(ground, color, Rect(rect.x, rect.y + r, rect.w, rect.h - r))
