"""The ground of Dragonmaster: burgundy damask with a woven border of gold thread."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from ..table import Stage, Weave, cloth, from_above, slab, window

FINE = 2  # patterns are drawn so many times larger and reduced
UNIT = 150  # pixels of a pattern for one unit of the table


def leaf(draw: Any, x: float, y: float, angle: float, length: float, width: float, shade: int) -> None:
    side = [(length * t, width * math.sin(math.pi * t**0.75)) for t in np.linspace(0, 1, 24)]
    shape = [*side, *((a, -b) for a, b in reversed(side))]
    turn, lean = math.cos(angle), math.sin(angle)
    draw.polygon([(x + a * turn - b * lean, y - a * lean - b * turn) for a, b in shape], fill=shade)


def flower(draw: Any, x: float, y: float, size: float) -> None:
    """A palmette: seven leaves in a fan above two scrolls, with a bud below."""
    for number in range(-3, 4):
        angle = math.radians(90 + 29 * number)
        length = size * (1 - 0.085 * abs(number) ** 1.3)
        leaf(draw, x, y, angle, length, size * 0.15, 255)
        leaf(draw, x, y, angle, length * 0.72, size * 0.055, 70)
    leaf(draw, x, y - size * 0.06, math.radians(-90), size * 0.75, size * 0.16, 255)
    leaf(draw, x, y, math.radians(-90), size * 0.5, size * 0.06, 70)
    for side in (-1, 1):
        curl = [
            (
                x + side * size * (0.42 + 0.30 * t * math.cos(7.5 * t)),
                y + size * (0.42 - 0.30 * t * math.sin(7.5 * t)),
            )
            for t in np.linspace(0.12, 1, 60)
        ]
        draw.line(curl, fill=255, width=round(size * 0.07), joint="curve")
    draw.ellipse([x - size * 0.13, y - size * 0.13, x + size * 0.13, y + size * 0.13], fill=255)


def damask(width: float, height: float) -> NDArray[Any]:
    """One repeat: flowers in the eyes of a net of waving stems, those of each column half a step lower."""
    wide, high = round(width * UNIT * FINE), round(height * UNIT * FINE)
    picture = Image.new("L", (wide, high))
    draw = ImageDraw.Draw(picture)
    for column in range(-1, 4):
        for sign in (-1, 1):
            stem = [
                (wide * (column / 2 + sign * 0.21 * math.cos(2 * math.pi * (t + column / 2))), high * t)
                for t in np.linspace(-0.1, 1.1, 120)
            ]
            draw.line(stem, fill=190, width=round(wide * 0.022), joint="curve")
    for x, y in ((0, 0), (1, 0), (0, 1), (1, 1), (0.5, 0.5)):
        flower(draw, x * wide, y * high, wide * 0.24)
    for x, y in ((0.5, 0), (0.5, 1), (0, 0.5), (1, 0.5)):
        for number in range(8):
            leaf(draw, x * wide, y * high, math.radians(45 * number), wide * 0.12, wide * 0.022, 255)
    return np.asarray(picture.reduce(FINE)) / 255


def border(stage: Stage, inset: tuple[float, float], width: float) -> NDArray[Any]:
    """A band around the middle of the stage: two edges of thread, and lozenges between them."""
    wide, high = round(stage.width * UNIT * FINE), round(stage.height * UNIT * FINE)
    picture = Image.new("L", (wide, high))
    draw, unit = ImageDraw.Draw(picture), UNIT * FINE
    left, top = inset[0] * unit, inset[1] * unit
    band, line = width * unit, 0.028 * unit
    for inner in (0.0, 0.14 * band, 0.86 * band, band):
        box = [left + inner, top + inner, wide - left - inner, high - top - inner]
        draw.rectangle(box, outline=255, width=round(line if inner in (0.0, band) else line * 0.6))
    middle = band / 2

    def lozenge(x: float, y: float, size: float) -> None:
        for radius, shade in ((size, 255), (size * 0.72, 0), (size * 0.42, 255)):
            draw.polygon([(x + radius, y), (x, y + radius), (x - radius, y), (x, y - radius)], fill=shade)

    for begin, length, flat in (
        ((left + middle, top + middle), wide - 2 * left - band, True),
        ((left + middle, high - top - middle), wide - 2 * left - band, True),
        ((left + middle, top + middle), high - 2 * top - band, False),
        ((wide - left - middle, top + middle), high - 2 * top - band, False),
    ):
        count = round(length / (band * 0.78))
        for number in range(count + 1):
            along = length * number / count
            x, y = begin[0] + along * flat, begin[1] + along * (not flat)
            lozenge(x, y, band * 0.27)
            if number < count:
                half = length / count / 2
                x, y = x + half * flat, y + half * (not flat)
                dot = band * 0.06
                draw.ellipse([x - dot, y - dot, x + dot, y + dot], fill=255)
    return np.asarray(picture.reduce(FINE)) / 255


def room() -> Stage:
    stage = Stage(12.8, 9.6)
    weaves = (
        Weave(damask(1.6, 2.2), 1.6, 2.2, "#B24A5C", 0.55, 0.012),
        Weave(border(stage, (0.2, 1.36), 0.34), stage.width, stage.height, "#D9A648", 0.92, 0.03, 0.35),
    )
    slab(stage, (-40, -40, 1360, 1040), 0, 0.1, 0.01, cloth("#801B34", "#9A2C45", 130, weaves=weaves))
    window(stage)
    from_above(stage)
    return stage
