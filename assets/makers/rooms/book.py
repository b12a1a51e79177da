"""The book of Fairy Tale: two open pages for six cards each."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from ..table import BRASS, Material, Rect, Stage, daylight, from_above, inlay, metal, sheet, slab, stud

RECT: Rect = (12.0, 12.0, 883.0, 367.0)
HALF = 453.5  # the fold, from the left
PAGE: Rect = (37.0, 28.0, 416.5, 332.0)  # the left page; the right is its mirror
LEAVES = 7  # seen at the edge of each side
FINE = 2  # patterns are drawn so many times larger and reduced
UNIT = 200  # pixels of a pattern for one unit of the table


def leather(colour: str, pale: str) -> Any:
    made = Material("leather")
    place = made.place()
    pores = made.node("TexVoronoi", feature="SMOOTH_F1")
    pores.inputs["Scale"].default_value = 26
    made.link(place, pores.inputs["Vector"])
    worn, fine = made.noise(place, 0.9, 5), made.noise(place, 60, 3)
    made.set(
        Base_Color=made.mix("MIX", made.ramp(worn, (0.3, 0.0), (0.72, 1.0)), colour, pale),
        Roughness=made.ramp(worn, (0.3, 0.5), (0.7, 0.36)),
    )
    made.bump(pores.outputs["Distance"], 0.35, 0.03)
    made.bump(fine, 0.25, 0.008)
    return made.made


def spiral(x: float, y: float, across: int, down: int, size: float) -> list[tuple[float, float]]:
    turns = np.linspace(0, 1, 70)
    return [
        (
            x + across * size * (0.55 + 0.45 * (1 - 0.75 * t) * math.cos(7.5 * t + 2.6)),
            y + down * size * (0.55 + 0.45 * (1 - 0.75 * t) * math.sin(7.5 * t + 2.6)),
        )
        for t in turns
    ]


def ornament(stage: Stage) -> tuple[NDArray[Any], NDArray[Any]]:
    """What is written on the pages: a frame ruled in red, and gilt scrolls at its corners."""
    unit = UNIT * FINE / 100
    red, gilt = (
        Image.new("L", (round(stage.width * 100 * unit), round(stage.height * 100 * unit))) for _ in range(2)
    )
    ruled, scroll = ImageDraw.Draw(red), ImageDraw.Draw(gilt)
    for mirrored in (False, True):
        left, right = (PAGE[0] + 13, HALF - 34) if not mirrored else (HALF + 34, 2 * HALF - PAGE[0] - 13)
        top, bottom = PAGE[1] + 12, PAGE[1] + PAGE[3] - 12
        ruled.rectangle([side * unit for side in (left, top, right, bottom)], outline=255, width=round(1.3 * unit))
        inner = (left + 4, top + 4, right - 4, bottom - 4)
        ruled.rectangle([side * unit for side in inner], outline=150, width=round(0.7 * unit))
        for x, across in ((left, 1), (right, -1)):
            for y, down in ((top, 1), (bottom, -1)):
                curve = [(a * unit, b * unit) for a, b in spiral(x - 7 * across, y - 7 * down, across, down, 17)]
                scroll.line(curve, fill=255, width=round(1.7 * unit), joint="curve")
                a, b, r = (x + 2.4 * across) * unit, (y + 2.4 * down) * unit, 2.6 * unit
                scroll.ellipse([a - r, b - r, a + r, b + r], fill=255)
    return np.asarray(red.reduce(FINE)) / 255, np.asarray(gilt.reduce(FINE)) / 255


def paper(stage: Stage) -> Any:
    made = Material("paper")
    place = made.place()
    clouded, grain, stains = (
        made.noise(place, 1.1, 7, 0.6, 0.5),
        made.noise(place, 75, 4, 0.7),
        made.noise(place, 3, 5),
    )
    colour = made.mix("MIX", made.ramp(clouded, (0.3, 0.0), (0.7, 1.0)), "#D2BE92", "#E2D2AC")
    colour = made.mix("SOFT_LIGHT", 0.2, colour, made.ramp(grain, (0.3, 0.25), (0.7, 0.75)))
    colour = made.mix("MIX", made.ramp(stains, (0.62, 0.0), (0.8, 0.25)), colour, "#BE965A")
    red, gilt = (made.pattern(grey, stage.width, stage.height) for grey in ornament(stage))
    colour = made.mix("MIX", made.ramp(red, (0, 0.0), (1, 0.75)), colour, "#A8362A")
    colour = made.mix("MIX", made.ramp(gilt, (0, 0.0), (1, 0.95)), colour, "#D9A544")
    made.set(
        Base_Color=colour,
        Roughness=made.ramp(gilt, (0, 0.85), (1, 0.4)),
        Metallic=made.ramp(gilt, (0, 0.0), (1, 0.5)),
    )
    made.bump(grain, 0.25, 0.008)
    made.bump(clouded, 0.3, 0.04)
    made.bump(gilt, 0.5, 0.01)
    return made.made


def rise(across: float) -> float:
    """The height of a page by its share of the way from the fold to the edge: steep at the fold, then gently down."""
    return 0.34 * (1 - math.exp(-across / 0.075)) - 0.10 * across**2


def pages(stage: Stage, material: Any) -> None:
    for number in range(LEAVES, -1, -1):
        out, low = 2.0 * number, 0.012 * number
        for mirrored in (False, True):
            rect = (PAGE[0] - out, PAGE[1] - 0.25 * out, PAGE[2] + out, PAGE[3] + 0.9 * out)
            if mirrored:
                rect = (2 * HALF - PAGE[0] - PAGE[2], *rect[1:])

            def height(across: float, down: float, mirrored: bool = mirrored, low: float = low) -> float:
                return 0.09 + rise(across if mirrored else 1 - across) - low + 0.006 * math.sin(5 * down + across)

            sheet(stage, rect, (90, 12), height, material)


def room() -> Stage:
    stage = Stage(9.07, 3.91)
    x, y, width, height = RECT
    brass = metal(BRASS)
    slab(stage, RECT, 0.05, 0.1, 0.03, leather("#5A1E2C", "#7E3040"), 0.10)
    inlay(stage, (x + 5, y + 5, width - 10, height - 10), 1.8, brass, 0.06, 0.052)
    pages(stage, paper(stage))
    for a in (x + 9, x + width - 9):
        for b in (y + 9, y + height - 9):
            stud(stage, a, b, 4.2, brass, 0.05)
    daylight(stage)
    from_above(stage, clear=True)
    return stage
