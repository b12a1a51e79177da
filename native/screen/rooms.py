"""The rooms of the games: a pattern woven into the felt, an edge of carved wood or stone, a candle's light."""

from __future__ import annotations

import math
from typing import NamedTuple

from pygame import draw, transform
from pygame.constants import BLEND_RGB_ADD, BLEND_RGB_SUB, SRCALPHA
from pygame.surface import Surface

from .geometry import trim
from .theme import Color, mix, rgb

BLACK: Color = (0, 0, 0)
WHITE: Color = (255, 255, 255)
CANDLE: Color = (255, 186, 96)
RIM = 0.5  # opacity of the night at the rim of a felt
WOOD = 0.75  # share of the wood in the colour of an edge, beside the felt's
SHADOW = 90  # how dark the felt is beside the edge, of 255
GLOW = 44  # how strong a candle's light is at its brightest, of 255
STEADY = 0.7  # how strong at rest, as a share of GLOW
BREATH = 2600.0  # milliseconds between two bright moments of a candle
CALM = 500.0  # milliseconds in which a candle comes to rest
# Lines of a tile in quarters of its side.
WEAVES: dict[str, list[list[tuple[int, int]]]] = {
    "lozenge": [[(0, 2), (2, 0), (4, 2), (2, 4), (0, 2)]],
    "flags": [[(0, 0), (4, 0)], [(0, 2), (4, 2)], [(1, 0), (1, 2)], [(3, 2), (3, 4)]],
    "waves": [[(0, 1), (1, 0), (3, 2), (4, 1)], [(0, 3), (1, 2), (3, 4), (4, 3)]],
    "planks": [[(0, 0), (4, 0)], [(0, 2), (4, 2)], [(2, 0), (2, 2)], [(0, 2), (0, 4)]],
    "leaves": [[(0, 4), (1, 2), (0, 0)], [(4, 4), (3, 2), (4, 0)], [(2, 4), (1, 2), (2, 0), (3, 2)]],
}


class Room(NamedTuple):
    """How the room of a game looks: lengths in thousandths of the screen's height."""

    pattern: str  # which of the weaves
    step: int  # half the side of a tile
    thread: int  # how much lighter or darker a thread is than the felt, of 255
    edge: int  # how wide the edge is
    carving: int  # from one cut of the edge to the next
    wood: str  # the colour of the edge, as #RRGGBB


def furnished(ground: Surface, room: Room, felt: Color) -> Surface:
    """A felt with the pattern and the edge of a room."""
    made = ground.copy()
    weave(made, room)
    carve(made, room, felt)
    return made


def weave(ground: Surface, room: Room) -> None:
    """Weaves a pattern into a felt: every thread has a light side and a dark one."""
    step = max(4, ground.get_height() * room.step // 1000)
    thick = max(1, step // 12)
    for down, blend in ((0, BLEND_RGB_ADD), (thick, BLEND_RGB_SUB)):
        tile = Surface((2 * step, 2 * step))
        for points in WEAVES[room.pattern]:
            line = [(x * step // 2, y * step // 2 + down) for x, y in points]
            draw.lines(tile, (room.thread,) * 3, False, line, thick)
        for x in range(0, ground.get_width(), 2 * step):
            for y in range(0, ground.get_height(), 2 * step):
                ground.blit(tile, (x, y), special_flags=blend)


def carve(ground: Surface, room: Room, felt: Color) -> None:
    """Carves an edge around a felt, lit from the table's middle: round in its section, with cuts
    across it, and a shadow on the felt."""
    area = ground.get_rect()
    wide = max(3, area.h * room.edge // 1000)
    cut = max(6, area.h * room.carving // 1000)
    wood = mix(felt, rgb(room.wood), WOOD)
    dark = mix(wood, BLACK, 0.6)
    for inset in range(wide):
        light = math.sin(math.pi * (inset + 1) / (wide + 1)) * (0.3 + 0.7 * inset / wide)
        shade = mix(mix(wood, BLACK, 0.55), mix(wood, WHITE, 0.16), light)
        draw.rect(ground, shade, trim(area, inset, inset, inset, inset), 1)
    for x in range(cut, area.w - wide, cut):
        for y in (0, area.h - wide):
            draw.line(ground, dark, (x, y + 1), (x, y + wide - 2))
    for y in range(cut, area.h - wide, cut):
        for x in (0, area.w - wide):
            draw.line(ground, dark, (x + 1, y), (x + wide - 2, y))
    veil = Surface(area.size, SRCALPHA)
    for beyond in range(wide):
        inset = wide + beyond
        draw.rect(veil, (0, 0, 0, round(SHADOW * (1 - beyond / wide))), trim(area, *(inset,) * 4), 1)
    ground.blit(veil, (0, 0))


def candlelight(side: int) -> Surface:
    """The light of a candle: warm in the middle, nothing at the rim."""
    radius = 48
    small = Surface((2 * radius, 2 * radius), SRCALPHA)
    for away in range(radius, 0, -1):
        strength = round(GLOW * (1 - away / radius) ** 1.5)
        draw.circle(small, (*CANDLE, strength), (radius, radius), away)
    return transform.smoothscale(small, (side, side))


def brightness(now: float, until: float) -> float:
    """How bright the candle burns, 0 .. 1: it breathes slowly while something moves, until a time in
    milliseconds, and is steady at rest."""
    moves = max(0.0, min(1.0, (until - now) / CALM))
    return STEADY + (1 - STEADY) * moves * math.sin(2 * math.pi * now / BREATH)
