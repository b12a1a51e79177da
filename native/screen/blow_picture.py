"""Paints blows: a weapon in flight, its impact, bursting beads, and what turns to stone."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Protocol

import pygame
from pygame import Rect, Surface

from .geometry import Point, anchored
from .theme import COLOR, Color, mix

STONE = (176, 182, 194)  # what grey is multiplied by
CRACKS = (  # in hundredths of a picture's width and height
    ((50, 0), (44, 22), (56, 38), (47, 60), (54, 78), (48, 100)),
    ((56, 38), (76, 46), (100, 42)),
    ((47, 60), (24, 66), (0, 80)),
)


class Ground(Protocol):
    """What is painted on: a canvas."""

    def blit(self, picture: Surface, place: Rect | tuple[int, int], part: Rect | None = None) -> None:
        """Draws a picture."""

    def shape(self, draw: Callable[..., object], color: Color, *form: Any, **more: Any) -> None:
        """Draws a shape of pygame.draw."""

    def px(self, name: str) -> int:
        """Pixels of a distance."""

    def picture(self, name: str, side: int, **anchor: tuple[int, int]) -> None:
        """Draws a picture."""


def stone(picture: Surface) -> Surface:
    """A picture in grey stone, with cracks."""
    grey = pygame.transform.grayscale(picture)
    grey.fill((*STONE, 255), special_flags=pygame.BLEND_RGBA_MULT)
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


def weapon(c: Ground, name: str, start: Rect, end: Rect, share: float) -> None:
    """Draws a weapon on its way from card to card; it grows as it comes."""
    x, y = (round(p + (q - p) * share) for p, q in zip(start.center, end.center, strict=True))
    rise = round(c.px("blow_rise") * math.sin(math.pi * share))
    side = round(c.px("blow_weapon") * (1 + share) / 2)
    c.picture(name, side, center=(x, y - rise))


def impact(c: Ground, center: Point, share: float, color: Color) -> None:
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


def burst(c: Ground, center: Point, radius: int, share: float) -> None:
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


def flash(c: Ground, rect: Rect, share: float) -> None:
    """Draws a frame of light around a card that has come; it widens and fades."""
    grown = round(c.px("blow_flash") * share)
    around = rect.inflate(2 * grown, 2 * grown)
    thick = max(1, round(c.px("gap") * (1 - share)))
    c.shape(pygame.draw.rect, COLOR["gold"], around, thick, border_radius=c.px("gap"))


def plaque(rect: Rect, width: int, height: int) -> Rect:
    """Where the number of what a blow costs stands: in the middle of the picture."""
    return anchored(width, height, center=(rect.centerx, rect.y + rect.h * 2 // 5))
