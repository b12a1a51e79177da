"""What is painted on a map: places in ink, ways in gold, a figure in the snow."""

from __future__ import annotations

import math
import random

import pygame
from pygame import Rect, Surface

from .geometry import Size
from .theme import COLOR

WARM = ((255, 240, 208), (10, 5, 0))  # what a sheet is multiplied by, and what is added
GRAINS, MARGIN = 96, 9  # a thrown shadow is made from a figure of this side, with room around it
LIT = ((255, 244, 218), (204, 184, 172))  # what light leaves of a figure, at its upper left and its lower right
ROCK, HAZE = (204, 188, 162), (48, 42, 32)  # what grey is multiplied by for the rock of a map, and what is added
SNOW, BLUISH = (252, 250, 244), (222, 224, 226)  # snow on a map, in the sun and in shade


def inked(picture: Surface, strength: int) -> Surface:
    """A picture as it is drawn on parchment, in ink and wash. strength: in hundredths."""
    drawn = pygame.transform.grayscale(picture)
    light, ink = COLOR["vellum"], COLOR["ink"]
    drawn.fill([of - dark for of, dark in zip(light, ink, strict=True)], special_flags=pygame.BLEND_RGB_MULT)
    drawn.fill(ink, special_flags=pygame.BLEND_RGB_ADD)
    drawn.fill((255, 255, 255, 255 * strength // 100), special_flags=pygame.BLEND_RGBA_MULT)
    return drawn


def gold_arrow(dx: int, dy: int, thick: int) -> Surface:
    """An arrow of gilt with a line of ink around it and a shadow, so far to the right and down."""
    big, far = 3, max(1.0, math.hypot(dx, dy))
    reach = far + 2 * thick  # a short way is shown longer than it is
    size = (abs(dx) + 6 * thick, abs(dy) + 6 * thick)
    along, across = (dx / far, dy / far), (-dy / far, dx / far)
    head = min(2.0 * thick, reach * 0.6)

    def at(x: float, y: float, off: int) -> tuple[float, float]:
        x -= reach / 2
        return (
            big * (size[0] / 2 + x * along[0] + y * across[0]) + off * big,
            big * (size[1] / 2 + x * along[1] + y * across[1]) + off * big,
        )

    shape = [(0, -0.45), (reach - head, -0.45), (reach - head, -1.15), (reach, 0), (reach - head, 1.15)]
    shape += [(reach - head, 0.45), (0, 0.45)]
    large = Surface((size[0] * big, size[1] * big), pygame.SRCALPHA)
    shadow = (*COLOR["shadow"], 110)
    for color, off, line in ((shadow, thick // 3, 0), (COLOR["ink"], 0, thick), (COLOR["coin"], 0, 0)):
        points = [at(x, y * thick, off) for x, y in shape]
        pygame.draw.polygon(large, color, points)
        if line:
            pygame.draw.lines(large, color, True, points, line)
    return pygame.transform.smoothscale(large, size)


def turning_back(size: Size) -> Surface:
    """An arrow of dots in ink that leaves a place at its right and comes back to it."""
    big = 4
    wide, high = size[0] * big, size[1] * big
    drawn, ink = Surface((wide, high), pygame.SRCALPHA), COLOR["ink"]
    dot = max(2 * big, high // 18)
    radius = (high - 4 * dot) // 2
    middle = (min(wide - dot, radius + 2 * dot), high // 2)
    for step in range(8):
        angle = math.radians(-80 - step * 23)
        at = (middle[0] + radius * math.cos(angle), middle[1] + radius * math.sin(angle))
        pygame.draw.circle(drawn, ink, at, dot)
    tip = (wide, middle[1] + radius)
    back, half = tip[0] - 4 * dot, 5 * dot // 2
    pygame.draw.polygon(drawn, ink, [tip, (back, tip[1] - half), (back + dot, tip[1]), (back, tip[1] + half)])
    drawn.set_alpha(190)
    return pygame.transform.smoothscale(drawn, size)


def gilded(size: Size, reach: int, bend: int) -> Surface:
    """Light in a place of a map and around it, of a gold that stands out on parchment."""
    light = Surface((size[0] + 2 * reach, size[1] + 2 * reach), pygame.SRCALPHA)
    for step in range(reach):
        share = (step + 1) / reach
        rect = light.get_rect().inflate(-2 * step, -2 * step)
        pygame.draw.rect(light, (*COLOR["amber"], round(215 * share * share)), rect, border_radius=reach)
    inside = pygame.Rect(reach, reach, *size)
    pygame.draw.rect(light, (*COLOR["coin"], 150), inside, border_radius=bend)
    return light


def in_snow(picture: Surface) -> Surface:
    """A picture turned to rock like that of a map's mountains, with snow on it. Drawn twice as large, for soft
    edges."""
    stone = pygame.transform.grayscale(pygame.transform.smoothscale_by(picture, 2))
    stone.fill(ROCK, special_flags=pygame.BLEND_RGB_MULT)
    stone.fill(HAZE, special_flags=pygame.BLEND_RGB_ADD)
    high = stone.get_height()
    whole = pygame.mask.from_surface(stone)
    for deep, white in ((high // 26, BLUISH), (high // 44, SNOW)):
        upper = whole.copy()
        upper.erase(whole, (deep // 3, max(1, deep)))  # what looks up, and a little to the light
        stone.blit(upper.to_surface(setcolor=white, unsetcolor=(0, 0, 0, 0)), (0, 0))
    return pygame.transform.smoothscale(stone, picture.get_size())


def edged(picture: Surface) -> Surface:
    """A figure with a line of ink around it, as all things of a map have. Drawn twice as large, for soft edges."""
    large = pygame.transform.smoothscale_by(picture, 2)
    thick = max(2, large.get_height() // 200)
    ink = pygame.mask.from_surface(large).to_surface(setcolor=COLOR["ink"], unsetcolor=(0, 0, 0, 0))
    found = Surface(large.get_size(), pygame.SRCALPHA)
    for turn in range(12):
        angle = math.tau * turn / 12
        found.blit(ink, (round(thick * math.cos(angle)), round(thick * math.sin(angle))))
    found.blit(large, (0, 0))
    return pygame.transform.smoothscale(found, picture.get_size())


def drift(size: Size) -> Surface:
    """Snow that has drifted against what stands on a map: uneven above, with a line of ink and some strokes in its
    shade, and gone towards its foot."""
    big = 2
    wide, high = size[0] * big, size[1] * big
    fall, chance = Surface((wide, high), pygame.SRCALPHA), random.Random(3)
    for y in range(high):
        fall.fill((255, 255, 255, round(255 * min(1.0, 2.4 * (1 - y / high)))), Rect(0, y, wide, 1))
    found = Surface((wide, high), pygame.SRCALPHA)
    top = [
        (x, high * (1 - max(0.0, math.sin(math.pi * x / wide)) ** 0.6 * (0.84 + 0.06 * math.sin(x * 19 / wide))))
        for x in range(0, wide + 1, max(1, wide // 60))
    ]
    pygame.draw.polygon(found, SNOW, [*top, (wide, high), (0, high)])
    found.blit(fall, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    pygame.draw.lines(found, (*COLOR["ink"], 120), False, top, max(1, high // 40))
    for _ in range(9):
        x, y = chance.randrange(wide // 2, wide * 9 // 10), high * chance.randint(52, 72) // 100
        pygame.draw.line(found, (*COLOR["ink"], 90), (x, y), (x + wide // 28, y), max(1, high // 50))
    return pygame.transform.smoothscale(found, size)


def warmed(sheet: Surface) -> Surface:
    """A sheet in late sun: no part of it is grey, and it is brightest where the window is."""
    found = sheet.copy()
    found.fill(WARM[0], special_flags=pygame.BLEND_RGB_MULT)
    found.fill(WARM[1], special_flags=pygame.BLEND_RGB_ADD)
    return found


def standing(picture: Surface) -> Surface:
    """A figure as it stands in the light of the table: warm at its upper left, dark at its foot."""
    small = Surface((4, 4))
    for x in range(4):
        for y in range(4):
            away = (x + 1.6 * y) / 7.8
            small.set_at((x, y), [round(a + (b - a) * away) for a, b in zip(*LIT, strict=True)])
    found = picture.copy()
    found.blit(
        pygame.transform.smoothscale(small, picture.get_size()), (0, 0), special_flags=pygame.BLEND_RGB_MULT
    )
    return found


def thrown(picture: Surface) -> Surface:
    """The shadow that a standing figure throws to the lower right, darkest where it touches the ground."""
    solid = picture.get_bounding_rect()
    form = pygame.transform.smoothscale(picture.subsurface(solid), (GRAINS, GRAINS))
    form = pygame.mask.from_surface(form).to_surface(setcolor=(*COLOR["shadow"], 255), unsetcolor=(0, 0, 0, 0))
    lean, fall = 0.62, 0.18  # of the height: how far the head's shadow lies aside and below
    wide, high = round(GRAINS * (1 + lean)) + 2 * MARGIN, 4 * MARGIN
    lying = Surface((wide, high), pygame.SRCALPHA)
    for row in range(GRAINS):
        above = GRAINS - 1 - row
        lying.blit(form, (MARGIN + round(above * lean), MARGIN + round(above * fall)), (0, row, GRAINS, 2))
    lying = pygame.transform.gaussian_blur(lying, 3)
    lying.fill((255, 255, 255, 120), special_flags=pygame.BLEND_RGBA_MULT)
    contact = Surface((wide, high), pygame.SRCALPHA)
    pygame.draw.ellipse(contact, (*COLOR["shadow"], 190), (MARGIN, MARGIN // 3, GRAINS, MARGIN * 3 // 2))
    lying.blit(pygame.transform.gaussian_blur(contact, 3), (0, 0))
    return pygame.transform.smoothscale(lying, (wide * solid.w // GRAINS, high * solid.h // GRAINS))


def thrown_at(solid: Rect) -> tuple[int, int]:
    """Where the shadow of a figure begins. solid: where the figure is, without the margins of its picture."""
    return solid.x - MARGIN * solid.w // GRAINS, solid.bottom - MARGIN * solid.h // GRAINS


def shade_of(size: Size) -> Surface:
    """The soft shadow under what stands on a map."""
    small = Surface((32, 12), pygame.SRCALPHA)
    for step in range(4):
        layer = Surface(small.get_size(), pygame.SRCALPHA)
        pygame.draw.ellipse(layer, (*COLOR["shadow"], 45), layer.get_rect().inflate(-4 - 3 * step, -2 - 2 * step))
        small.blit(layer, (0, 0))
    return pygame.transform.smoothscale(small, size)
