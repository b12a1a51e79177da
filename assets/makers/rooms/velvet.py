"""The ground of Fairy Tale: violet velvet in soft folds, with stars and moons pressed into it."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from ..table import Material, Stage, from_above, slab, window

FINE = 2  # patterns are drawn so many times larger and reduced
UNIT = 150  # pixels of a pattern for one unit of the table


def star(draw: Any, x: float, y: float, size: float, points: int, turn: float) -> None:
    inner = size * (0.42 if points == 5 else 0.3)
    corners = []
    for number in range(2 * points):
        angle, radius = turn + math.pi * number / points, inner if number % 2 else size
        corners.append((x + radius * math.sin(angle), y - radius * math.cos(angle)))
    draw.polygon(corners, fill=255)


def moon(draw: Any, x: float, y: float, size: float, turn: float) -> None:
    draw.ellipse([x - size, y - size, x + size, y + size], fill=255)
    a, b, bite = x + size * 0.45 * math.cos(turn), y + size * 0.45 * math.sin(turn), size * 0.84
    draw.ellipse([a - bite, b - bite, a + bite, b + bite], fill=0)


def night(stage: Stage, rng: random.Random) -> NDArray[Any]:
    """Stars of several kinds and sizes and a few moons, none close to another."""
    unit = UNIT * FINE
    picture = Image.new("L", (round(stage.width * unit), round(stage.height * unit)))
    draw = ImageDraw.Draw(picture)
    placed: list[tuple[float, float, float]] = []
    for number in range(1400):
        size = 0.26 if number < 60 else rng.choice((0.05, 0.08, 0.12, 0.16))
        x, y = rng.uniform(0, stage.width), rng.uniform(0, stage.height)
        if any(math.hypot(x - a, y - b) < 1.25 * (size + other) + 0.14 for a, b, other in placed):
            continue
        placed.append((x, y, size))
        turn = rng.uniform(-0.3, 0.3)
        if size > 0.2 and len(placed) % 3 == 0:
            moon(draw, x * unit, y * unit, size * unit * 0.8, turn - 0.4)
        else:
            star(draw, x * unit, y * unit, size * unit, 8 if size > 0.2 else rng.choice((4, 5, 5, 6)), turn)
    return np.asarray(picture.reduce(FINE)) / 255


def velvet(stage: Stage) -> Any:
    made = Material("velvet")
    place = made.place()
    nap, folds = made.noise(place, 90, 3, 0.7), made.noise(made.place((0.35, 0.55, 1)), 1.0, 2, 0.4, 0.8)
    brushed = made.noise(made.place((1, 0.5, 1)), 2.6, 5, 0.6, 1.5)
    colour = made.mix("MIX", made.ramp(brushed, (0.32, 0.0), (0.68, 1.0)), "#583E98", "#7056B0")
    colour = made.mix("SOFT_LIGHT", 0.35, colour, made.ramp(nap, (0.35, 0.2), (0.65, 0.8)))
    pressed = made.pattern(night(stage, random.Random(7)), stage.width, stage.height)
    colour = made.mix("MIX", made.ramp(pressed, (0, 0.0), (1, 0.42)), colour, "#A892DC")
    made.set(Base_Color=colour, Roughness=0.85, Sheen_Weight=0.8, Sheen_Roughness=0.4, Sheen_Tint="#C9B6F2")
    made.bump(folds, 1.0, 0.5)
    made.bump(pressed, 0.7, -0.03)
    made.bump(nap, 0.4, 0.012)
    return made.made


def room() -> Stage:
    stage = Stage(12.8, 9.6)
    slab(stage, (-40, -40, 1360, 1040), 0, 0.1, 0.01, velvet(stage))
    window(stage)
    from_above(stage)
    return stage
