"""Paints a podium of walnut: steps with a top of light wood, a sunken panel with a line of brass, and their shadows.

Light comes from the upper left: a step throws its shadow on the next, which is lower.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect, Surface

from .geometry import foot_of, top_of, trim
from .painting import exposed

DEEP, LIP, BASE = 11, 5, 6  # in hundredths of a step's width: its top as it is seen, the edge of that, and its foot
NARROW = 5  # how much the top narrows towards its back, at each side
BORDER = 9  # from the edge of a step to its panel
EDGE = 30  # pixels at the rim of the wood's picture that are no wood
TOP, EDGES, FRONT, SUNK = 2.0, 1.8, 1.45, 1.1  # how bright the wood is: above, at the edges, in front, in its panel
LIGHT, SHADE = (255, 226, 170), (16, 6, 2)
BRASS = ((246, 208, 122), (112, 74, 26))  # in light and in shade
SIDES = (250, 236, 214), (168, 158, 156)  # what light does to a step from its left to its right


def deep(step: Rect) -> int:
    """How high the top of a step is seen."""
    return step.w * DEEP // 100


def panel(step: Rect) -> Rect:
    """The sunken panel in the front of a step; it has no height where the step is too low."""
    border = step.w * BORDER // 100
    front = trim(step, top=deep(step) + step.w * LIP // 100, bottom=step.w * BASE // 100)
    return front.inflate(-2 * border, -min(front.h, border * 3 // 2))


def least(wide: int, room: int) -> int:
    """How high a step is at least whose panel has so much room."""
    return wide * (DEEP + LIP + BASE + BORDER * 3 // 2 + 1) // 100 + room


def podium(size: tuple[int, int], steps: Sequence[Rect], wood: Surface) -> Surface:
    """Steps from the highest to the lowest, side by side. wood: a picture of the wood with a rim."""
    found = Surface(size, pygame.SRCALPHA)
    reach = max(4, steps[0].w // 14)
    for step in steps:
        pygame.draw.rect(found, (*SHADE, 170), trim(step, top=deep(step)).move(reach, reach // 2))
    found = pygame.transform.gaussian_blur(found, reach)
    grain = wood.subsurface(wood.get_rect().inflate(-2 * EDGE, -2 * EDGE))
    before = None
    for step in steps:
        found.blit(one_step(step.size, grain), step)
        if before:
            found.blit(fallen(step), step)
        before = step
    return found


def one_step(size: tuple[int, int], grain: Surface) -> Surface:
    """A step, its upper left corner in that of the picture."""
    found, step = Surface(size, pygame.SRCALPHA), Rect((0, 0), size)
    high, lip, base = deep(step), step.w * LIP // 100, step.w * BASE // 100
    found.blit(top_face(step.w, high, grain), (0, 0))
    over = step.w // 80
    front = trim(step, top=high + lip, left=over, right=over)
    found.blit(planed(front.size, grain, FRONT), front)
    sunken(found, panel(step), grain)
    for at in range(lip):  # the edge of the top throws a shadow on the front
        row = Rect(front.x, front.y + at, front.w, 1)
        found.fill(grey(190 * at // lip + 65), row, special_flags=pygame.BLEND_RGB_MULT)
    for edge in (Rect(0, high, step.w, lip), foot_of(step, base)):
        found.blit(planed(edge.size, grain, EDGES), edge)
        rule = max(1, lip // 5)
        veiled(found, top_of(edge, rule), LIGHT, 150)
        veiled(found, foot_of(edge, rule), SHADE, 150)
    from_left(found, trim(step, top=high))
    return found


def grey(light: int) -> tuple[int, int, int]:
    return light, light, light


def planed(size: tuple[int, int], grain: Surface, light: float) -> Surface:
    """A board of the wood."""
    part = grain.get_rect().clip(Rect(0, 0, size[0] * 3 // 2, size[1] * 3 // 2))
    return exposed(pygame.transform.smoothscale(grain.subsurface(part), size), light)


def veiled(ground: Surface, rect: Rect, color: tuple[int, int, int], alpha: int) -> None:
    """Lays a thin colour over a part."""
    veil = Surface(rect.size, pygame.SRCALPHA)
    veil.fill((*color, alpha))
    ground.blit(veil, rect)


def top_face(wide: int, high: int, grain: Surface) -> Surface:
    """The top of a step, seen from slightly above."""
    face = planed((wide, high), grain, TOP)
    veiled(face, face.get_rect(), LIGHT, 50)
    form = Surface((wide, high), pygame.SRCALPHA)
    narrow = wide * NARROW // 100
    pygame.draw.polygon(form, (255, 255, 255), [(narrow, 0), (wide - narrow, 0), (wide, high), (0, high)])
    face.blit(form, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    from_left(face, face.get_rect())
    return face


def from_left(ground: Surface, part: Rect) -> None:
    """Shades a part from its left to its right."""
    strip = Surface((2, 1))
    for x, color in enumerate(SIDES):
        strip.set_at((x, 0), color)
    ground.blit(pygame.transform.smoothscale(strip, part.size), part, special_flags=pygame.BLEND_RGB_MULT)


def sunken(ground: Surface, rect: Rect, grain: Surface) -> None:
    """A panel sunk into the front, in shade at its upper left, with a line of brass around it."""
    if rect.h < rect.w // 12:
        return
    line, depth = max(1, rect.w // 110), max(2, rect.w // 40)
    ground.blit(planed(rect.size, grain, SUNK), rect)
    for at in range(depth):
        alpha = 150 * (depth - at) // depth
        inner = rect.inflate(-2 * at, -2 * at)
        veiled(ground, top_of(inner, 1), SHADE, alpha)
        veiled(ground, Rect(inner.x, inner.y, 1, inner.h), SHADE, alpha)
        veiled(ground, foot_of(inner, 1), LIGHT, alpha // 4)
        veiled(ground, Rect(inner.right - 1, inner.y, 1, inner.h), LIGHT, alpha // 4)
    around = rect.inflate(4 * line, 4 * line)
    pygame.draw.rect(ground, BRASS[1], around.move(line // 2, line // 2), line, 2 * line)
    pygame.draw.rect(ground, BRASS[0], around, line, 2 * line)


def fallen(step: Rect) -> Surface:
    """The shadow of the step before, on the top of this one and down its front."""
    wide, high = step.w * 34 // 100, deep(step)
    form = Surface((step.w, high), pygame.SRCALPHA)
    narrow = step.w * NARROW // 100
    pygame.draw.polygon(form, (*SHADE, 130), [(narrow, 0), (wide, 0), (wide * 3 // 4, high), (0, high)])
    form = pygame.transform.gaussian_blur(form, max(1, high // 6))
    mask = Surface((step.w, high), pygame.SRCALPHA)
    pygame.draw.polygon(mask, (255, 255, 255), [(narrow, 0), (step.w - narrow, 0), (step.w, high), (0, high)])
    form.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return form
