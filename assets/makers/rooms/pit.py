"""The pit of Dragon Wars: sand in a rim of carved sandstone, with a cloth for each side."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from ..table import (
    Material,
    Rect,
    Stage,
    Weave,
    cloth,
    daylight,
    from_above,
    metal,
    moulding,
    outline,
    rim,
    slab,
    stone,
    stud,
)

RECT: Rect = (12.0, 12.0, 1101.0, 288.0)
WIDE, HIGH, ROUND = 0.34, 0.20, 0.95
CLOTHS: tuple[Rect, ...] = ((76.0, 58.0, 446.0, 196.0), (603.0, 58.0, 446.0, 196.0))
STONES = 38  # of the rim
FINE = 2  # patterns are drawn so many times larger and reduced
UNIT = 200  # pixels of a pattern for one unit of the table

Line = list[tuple[float, float]]


def around(inset: float, count: int) -> Line:
    """Points at even distances along the rim, so far from its outer edge, in pixels of a screen 720 high."""
    left, top, width, height = RECT
    edge = outline(left + inset, -top - inset, width - 2 * inset, height - 2 * inset, max(ROUND * 100 - inset, 2), 40)
    corners = [(x, -y) for x, y in edge]
    corners.append(corners[0])
    far = [0.0, *itertools.accumulate(math.dist(a, b) for a, b in itertools.pairwise(corners))]
    steps = np.linspace(0, far[-1], count, endpoint=False)
    x, y = (np.interp(steps, far, [corner[axis] for corner in corners]) for axis in (0, 1))
    return list(zip(x.tolist(), y.tolist(), strict=True))


def beside(line: Line, far: float) -> Line:
    """Each point of a closed line moved so far to its left."""
    moved = []
    for (x, y), before, after in zip(line, [line[-1], *line[:-1]], [*line[1:], line[0]], strict=True):
        long = math.dist(before, after)
        moved.append((x + far * (after[1] - before[1]) / long, y - far * (after[0] - before[0]) / long))
    return moved


def carving(stage: Stage) -> tuple[NDArray[Any], NDArray[Any]]:
    """The tone of each stone of the rim, and how deep it is cut: joints, and a chain of lozenges."""
    unit, rng = UNIT * FINE / 100, random.Random(4)
    size = round(stage.width * 100 * unit), round(stage.height * 100 * unit)
    tone, depth = Image.new("L", size, 128), Image.new("L", size, 255)
    paint, cut = ImageDraw.Draw(tone), ImageDraw.Draw(depth)
    parts = 12
    middle = around(WIDE * 50, STONES * parts)
    outer, inner = (beside(middle, far) for far in (WIDE * 50 + 1, -WIDE * 50 - 1))

    def at(point: tuple[float, float]) -> tuple[float, float]:
        return point[0] * unit, point[1] * unit

    for number in range(STONES):
        span = [(number * parts + step) % (STONES * parts) for step in range(parts + 1)]
        shape = [*(outer[k] for k in span), *(inner[k] for k in reversed(span))]
        paint.polygon([at(point) for point in shape], fill=rng.randint(60, 200))
        cut.line([at(outer[span[0]]), at(inner[span[0]])], fill=0, width=round(2.2 * unit))
        for step in (3, 9):
            (x, y), (bx, by) = middle[span[step]], middle[(span[step] + 1) % len(middle)]
            long = math.dist((x, y), (bx, by))
            c, s = (bx - x) / long, (by - y) / long
            for along, across, shade in ((9.5, 5.6, 60), (6.6, 3.6, 255), (4.2, 2.2, 60)):
                ends = ((along, 0), (0, across), (-along, 0), (0, -across))
                cut.polygon([at((x + a * c - b * s, y + a * s + b * c)) for a, b in ends], fill=shade)
    for inset in (8.6, 25.4):
        line = [at(point) for point in around(inset, 900)]
        cut.line([*line, line[0]], fill=120, width=round(1.4 * unit), joint="curve")
    return np.asarray(tone.reduce(FINE)) / 255, np.asarray(depth.reduce(FINE)) / 255


def carved(stage: Stage) -> Any:
    data = stone("#A07A48", "#CDA670", "#E8CC98", 1.5)
    made = Material("carving")
    made.made, made.tree = data, data.node_tree
    made.shader = made.tree.nodes["Principled BSDF"]
    tone, depth = (made.pattern(grey, stage.width, stage.height) for grey in carving(stage))
    colour = made.shader.inputs["Base Color"].links[0].from_socket
    colour = made.mix("SOFT_LIGHT", 0.7, colour, tone)
    made.set(Base_Color=made.mix("MULTIPLY", 0.75, colour, made.ramp(depth, (0, "#6A4420"), (1, 1.0))))
    made.bump(depth, 1.0, 0.04)
    return data


def sand() -> Any:
    made = Material("sand")
    place = made.place()
    grains, drifts = made.noise(place, 130, 3, 0.8), made.noise(place, 1.6, 7, 0.6, 0.8)
    ripples = made.noise(made.place((1, 1.8, 1)), 2.4, 3, 0.5, 0.6)
    colour = made.mix("MIX", made.ramp(drifts, (0.3, 0.0), (0.7, 1.0)), "#CFA568", "#EFD29A")
    colour = made.mix("SOFT_LIGHT", 0.6, colour, made.ramp(grains, (0.3, 0.15), (0.7, 0.85)))
    made.set(Base_Color=colour, Roughness=0.95)
    made.bump(grains, 0.5, 0.01)
    made.bump(ripples, 0.5, 0.06)
    made.bump(drifts, 0.5, 0.08)
    return made.made


def braid(stage: Stage) -> NDArray[Any]:
    """The gold thread of both cloths: two lines along the edge with a zigzag between them."""
    unit = UNIT * FINE / 100
    picture = Image.new("L", (round(stage.width * 100 * unit), round(stage.height * 100 * unit)))
    draw = ImageDraw.Draw(picture)
    for left, top, width, height in CLOTHS:
        for inset, wide in ((6.0, 2.2), (17.0, 1.4)):
            box = [left + inset, top + inset, left + width - inset, top + height - inset]
            draw.rectangle([side * unit for side in box], outline=255, width=round(wide * unit))
        begin, end = (left + 12.2, top + 12.2), (left + width - 11.2, top + height - 11.2)
        for flat, fixed in ((True, begin[1]), (True, end[1]), (False, begin[0]), (False, end[0])):
            low, high = (begin[0], end[0]) if flat else (begin[1], end[1])
            count = 2 * round((high - low) / 14)
            teeth = [(low + (high - low) * k / count, fixed + (2.6 if k % 2 else -2.6)) for k in range(count + 1)]
            line = [(a * unit, b * unit) if flat else (b * unit, a * unit) for a, b in teeth]
            draw.line(line, fill=235, width=round(1.3 * unit), joint="curve")
    return np.asarray(picture.reduce(FINE)) / 255


def room() -> Stage:
    stage = Stage(11.25, 3.12)
    x, y, width, height = RECT
    rocks, bronze = carved(stage), metal("#C98F4A", 0.34)
    moulding(stage, RECT, rim(WIDE, HIGH), rocks, ROUND)
    inset = WIDE * 100 - 6
    bed: Rect = (x + inset, y + inset, width - 2 * inset, height - 2 * inset)
    moulding(stage, bed, [(0, 0.0), (0, 0.02), (0.01, 0.02)], rocks, ROUND - 0.28, sand())
    for a, b in around(WIDE * 50, STONES * 2)[1::2]:
        stud(stage, a, b, 5.2, bronze, HIGH)
    threads = (Weave(braid(stage), stage.width, stage.height, "#E8BC5C", 0.95, 0.03, 0.35),)
    for rect, colours in zip(CLOTHS, (("#8A1C18", "#A8322A"), ("#22509A", "#3C72B8")), strict=True):
        slab(stage, rect, 0.05, 0.03, 0.02, cloth(*colours, 150, 0.4, threads), 0.03)
    daylight(stage)
    from_above(stage, clear=True)
    return stage
