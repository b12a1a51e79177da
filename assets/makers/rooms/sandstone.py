"""The ground of Dragon Wars: flags of sandstone of many sizes, some of them cracked."""

from __future__ import annotations

import itertools
import math
from typing import Any

from ..table import Material, Point, Rect, Stage, bands, from_above, outline, slab, stone, window

CELL = 92  # the flags are laid on a grid of so many pixels
SIZES = ((3, 2), (2, 2), (4, 2), (3, 3), (2, 3), (4, 3), (2, 1), (3, 2), (1, 1))


def cracked(dark: str, middle: str, pale: str) -> Any:
    """Sandstone through which a few cracks run."""
    data = stone(dark, middle, pale)
    made = Material("cracks")
    made.made, made.tree = data, data.node_tree
    made.shader = made.tree.nodes["Principled BSDF"]
    place = made.place(own=True)
    bent = made.mix("ADD", 0.35, place, made.noise(place, 2.2, 6, 0.6))
    cells = made.node("TexVoronoi", feature="DISTANCE_TO_EDGE")
    cells.inputs["Scale"].default_value = 0.45
    made.link(bent, cells.inputs["Vector"])
    crack = made.ramp(cells.outputs["Distance"], (0, 0.0), (0.008, 0.75), (0.016, 1.0))
    colour = made.shader.inputs["Base Color"].links[0].from_socket
    made.set(Base_Color=made.mix("MULTIPLY", 0.7, colour, made.ramp(crack, (0, 0.25), (1, 1.0))))
    made.bump(crack, 0.8, 0.05)
    return data


def flags(stage: Stage) -> list[Rect]:
    """Rectangles that cover the stage without a joint that runs on for long."""
    columns, rows = (math.ceil(side * 100 / CELL) + 2 for side in (stage.width, stage.height))
    free = set(itertools.product(range(rows), range(columns)))
    laid = []
    while free:
        row, column = min(free)
        fitting = [
            (wide, deep)
            for wide, deep in SIZES
            if free.issuperset(itertools.product(range(row, row + deep), range(column, column + wide)))
        ]
        wide, deep = stage.random.choice(fitting[:-1] or fitting)
        free -= set(itertools.product(range(row, row + deep), range(column, column + wide)))
        laid.append(((column - 1) * CELL + 20.0, (row - 1) * CELL + 12.0, wide * CELL - 3.5, deep * CELL - 3.5))
    return laid


def worn(stage: Stage, rect: Rect, top: float, material: Any) -> None:
    """A flag whose edges are uneven and whose corners are chipped."""
    rng, (left, upper) = stage.random, stage.at(rect[0], rect[1])
    corners = list(outline(left, upper, rect[2] / 100, rect[3] / 100, rng.uniform(0.03, 0.12), 3))
    ring = []
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        steps = max(1, round(math.hypot(bx - ax, by - ay) / 0.12))
        ring += [(ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps) for i in range(steps)]
    ring = [(x + rng.gauss(0, 0.006), y + rng.gauss(0, 0.006)) for x, y in ring]
    x, y = left + rect[2] / 200, upper - rect[3] / 200
    tilt = rng.gauss(0, 0.004), rng.gauss(0, 0.004)
    points: list[Point] = []
    for inset, z in ((0, top - 0.3), (0, top - 0.04), (0.012, top - 0.014), (0.035, top)):
        across, down = (1 - 2 * inset / (side / 100) for side in rect[2:])
        points += [
            (x + (a - x) * across, y + (b - y) * down, z + (a - x) * tilt[0] + (b - y) * tilt[1]) for a, b in ring
        ]
    count = len(ring)
    stage.mesh("flag", points, [*bands(count, 4), tuple(range(3 * count, 4 * count))], material)


def room() -> Stage:
    stage = Stage(12.8, 9.6)
    under = Material("sand")
    under.set(Base_Color="#8A6A40", Roughness=0.95)
    slab(stage, (-40, -40, 1360, 1040), -0.09, 0.05, 0.01, under.made)
    tones = ("#B48E5C", "#DDBB85", "#F2DDB2"), ("#A9875E", "#CDAE80", "#E6D0A8"), ("#B48A5C", "#D8B282", "#EED3AA")
    whole, broken = [stone(*tone) for tone in tones], [cracked(*tone) for tone in tones[:2]]
    for rect in flags(stage):
        large = rect[2] * rect[3] > 5 * CELL * CELL
        material = stage.random.choice(broken if large and stage.random.random() < 0.3 else whole)
        worn(stage, rect, stage.random.uniform(-0.035, 0), material)
    window(stage)
    from_above(stage)
    return stage
