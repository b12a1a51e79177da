"""The ring of Dragonmaster: walnut with brass inlay around a round of bright cloth, for one trick."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from ..table import (
    BRASS,
    Point,
    Profile,
    Stage,
    Weave,
    cloth,
    daylight,
    from_above,
    metal,
    rim,
    stud,
    turned,
    wood,
)

RADIUS = 2.27
WIDE, HIGH = 0.34, 0.15
FINE = 2  # the pattern is drawn so many times larger and reduced
UNIT = 200  # its pixels for one unit of the table


def split(made: Any) -> None:
    made.modifiers.new("edges", "EDGE_SPLIT").split_angle = math.radians(38)


def round_of(stage: Stage, radius: float, profile: Profile, material: Any, closed: bool = False) -> None:
    points, faces = turned([(radius - inset, z) for inset, z in profile], 144)
    lid = [tuple(range(len(points) - 144, len(points)))] if closed else []
    split(stage.mesh("round", points, [*faces, *lid], material, smooth=True))


def wooden_ring(stage: Stage, material: Any, parts: int = 8, steps: int = 18) -> None:
    """The ring is joined from parts, so that its grain follows it."""
    profile, half = rim(WIDE, HIGH), math.pi / parts
    for part in range(parts):
        points: list[Point] = []
        for inset, z in profile:
            for step in range(steps + 1):
                angle = math.pi / 2 + half - 2 * half * step / steps
                points.append(((RADIUS - inset) * math.cos(angle), (RADIUS - inset) * math.sin(angle), z))
        faces = [
            (j * (steps + 1) + i, j * (steps + 1) + i + 1, (j + 1) * (steps + 1) + i + 1, (j + 1) * (steps + 1) + i)
            for j in range(len(profile) - 1)
            for i in range(steps)
        ]
        made = stage.mesh("part", points, faces, material, smooth=True)
        made.rotation_euler = (0, 0, 2 * half * (part + 0.5))
        split(made)


def leaf(draw: Any, centre: float, angle: float, begin: float, end: float, width: float, shade: int) -> None:
    along = [(begin + (end - begin) * t, width * math.sin(math.pi * t**0.8)) for t in np.linspace(0, 1, 24)]
    shape = [*along, *((a, -b) for a, b in reversed(along))]
    c, s = math.cos(angle), math.sin(angle)
    draw.polygon([(centre + a * c - b * s, centre - a * s - b * c) for a, b in shape], fill=shade)


def drawing(stage: Stage) -> tuple[NDArray[Any], NDArray[Any]]:
    """What is woven into the round: a rosette tone in tone, and lines of gold thread."""
    unit = UNIT * FINE
    side = round(stage.width * unit)
    tone, gold = (Image.new("L", (side, side)) for _ in range(2))
    woven, thread, middle = ImageDraw.Draw(tone), ImageDraw.Draw(gold), side / 2

    def circle(draw: Any, radius: float, wide: float) -> None:
        r = radius * unit
        draw.ellipse([middle - r, middle - r, middle + r, middle + r], outline=255, width=max(1, round(wide * unit)))

    for count, begin, end, width in ((16, 0.62, 1.42, 0.13), (8, 0.16, 0.6, 0.12)):
        for number in range(count):
            angle = 2 * math.pi * (number + 0.5 * (count == 8)) / count
            for inner, shade in ((1.0, 255), (0.62, 60)):
                reach = begin + (end - begin) * (1 - 0.12 * (1 - inner))
                leaf(woven, middle, angle, begin * unit, reach * unit, width * inner * unit, shade)
    for number in range(16):
        angle = 2 * math.pi * (number + 0.5) / 16
        leaf(woven, middle, angle, 1.12 * unit, 1.6 * unit, 0.06 * unit, 255)
    for radius, wide in ((1.80, 0.022), (1.72, 0.010), (0.61, 0.014), (0.14, 0.016)):
        circle(thread, radius, wide)
    for number in range(48):
        angle = 2 * math.pi * number / 48
        x, y, r = middle + 1.76 * unit * math.cos(angle), middle - 1.76 * unit * math.sin(angle), 0.016 * unit
        thread.ellipse([x - r, y - r, x + r, y + r], fill=255)
    return np.asarray(tone.reduce(FINE)) / 255, np.asarray(gold.reduce(FINE)) / 255


def room() -> Stage:
    stage = Stage(4.78, 4.78)
    brass = metal(BRASS)
    wooden_ring(stage, wood("#56331E", "#8A5630", "#A86D3F", rough=0.3, coat=0.5, rings=2.6))
    line = ((0, HIGH - 0.01), (0, HIGH), (0.010, HIGH + 0.010), (0.028, HIGH + 0.010), (0.038, HIGH), (0.038, 0.1))
    for inset in (0.095, 0.215):
        round_of(stage, RADIUS - inset, line, brass)
    for number in range(32):
        angle, radius = 2 * math.pi * (number + 0.5) / 32, (RADIUS - 0.174) * 100
        stud(stage, 239 + radius * math.cos(angle), 239 + radius * math.sin(angle), 3.6, brass, HIGH)
    tone, gold = drawing(stage)
    weaves = (
        Weave(tone, stage.width, stage.height, "#C85466", 0.5, 0.012),
        Weave(gold, stage.width, stage.height, "#E0B04E", 0.95, 0.025, 0.35),
    )
    cloth_round = cloth("#8C1C3A", "#AC3650", 130, weaves=weaves)
    round_of(stage, RADIUS - WIDE + 0.06, ((0, 0.0), (0.01, 0.008)), cloth_round, closed=True)
    daylight(stage)
    from_above(stage, clear=True)
    return stage
