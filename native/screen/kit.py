"""The kit: pieces of wood, brass, parchment and cloth, stretched to any size.

assets/kit.toml lists them. A piece is a made picture; `margin` is the width and height of its
corners, which keep their shape, while what lies between them is stretched. A margin of 0 stands for
the whole height. Pieces are drawn for a screen 1440 high.
"""

from __future__ import annotations

from itertools import product

import pygame
from pygame import Rect, Surface

from .geometry import Size
from .theme import load_toml

PIECES = load_toml("kit.toml")
STATES = ("", "lit", "pressed", "dim")  # states of a piece that can be pressed
DRAWN_AT = 36  # the unit of a screen 1440 high
STANDING = ("token", "gold", "coin", "plaque", "ribbon", "tray", "yes", "no")  # pieces that cast a shadow
# Pieces made by makers, with their material; its light differs from table to table.
MATERIALS = {"plaque": "wood", "parchment": "parchment"}


def picture_of(name: str, state: str = "") -> str:
    """The name of a piece's picture. A piece that cannot be pressed has one state."""
    return f"kit/{name}-{state}" if state and PIECES[name].get("states") else f"kit/{name}"


def material(name: str) -> str:
    """What a piece is made of; "" for what is equally bright at every table."""
    return MATERIALS.get(PIECES[name]["make"], "")


def stretched(name: str, whole: Surface, size: Size, unit: float) -> Surface:
    """A piece in a size. unit: see UnitScale."""
    corner = corner_of(name, whole.get_size(), size, unit)
    across, down = (parts(whole.get_size()[axis], size[axis], *corner[axis]) for axis in (0, 1))
    found = Surface(size, pygame.SRCALPHA)
    for (x, w, left, wide), (y, h, top, high) in product(across, down):
        if min(w, h, wide, high) > 0:
            part = whole.subsurface(Rect(x, y, w, h))
            found.blit(pygame.transform.smoothscale(part, (wide, high)), (left, top))
    return found


def corner_of(name: str, whole: Size, size: Size, unit: float) -> list[tuple[int, int]]:
    """The width and the height of a corner, in the picture and on the screen."""
    margin = PIECES[name].get("margin", [0, 0])
    scale = unit / DRAWN_AT if margin[1] else size[1] / whole[1]
    for side, cut in zip(size, margin, strict=True):
        scale = min(scale, side / (2 * cut + 1)) if cut else scale
    return [(cut, round(cut * scale)) for cut in margin]


def parts(whole: int, size: int, cut: int, corner: int) -> list[tuple[int, int, int, int]]:
    """The parts of a length: where each lies in the picture and how long it is, and the same on the
    screen."""
    if not cut or 2 * corner >= size:
        return [(0, whole, 0, size)]
    return [
        (0, cut, 0, corner),
        (cut, whole - 2 * cut, corner, size - 2 * corner),
        (whole - cut, cut, size - corner, corner),
    ]
