"""The sheet of Dragonheart: torn parchment on which the program draws the map."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from ..table import Material, Stage, daylight, from_above, sheet

WIDTH, HEIGHT, MARGIN = 11.01, 4.97, 0.12
UNIT = 200  # pixels of a pattern for one unit of the table


def clouds(rng: np.random.Generator, shape: tuple[int, int], size: float, octaves: int = 4) -> NDArray[Any]:
    """Noise around 0 whose largest clouds are so many pixels wide."""
    whole, weight = np.zeros(shape), 1.0
    for _ in range(octaves):
        cells = [max(2, round(side / size) + 3) for side in shape]
        grain = Image.fromarray(rng.normal(0, 1, cells).astype(np.float32))
        whole += weight * np.asarray(grain.resize((shape[1], shape[0]), Image.Resampling.BICUBIC))
        weight, size = weight * 0.55, size / 2.1
    return whole


def smooth(low: float, high: float, value: NDArray[Any]) -> NDArray[Any]:
    share = np.clip((value - low) / (high - low), 0, 1)
    return share * share * (3 - 2 * share)


def patterns(stage: Stage) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Where there is parchment, its torn rim, its age towards the rim, and its folds."""
    rng = np.random.default_rng(5)
    shape = round(stage.height * UNIT), round(stage.width * UNIT)
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]] / UNIT
    across = np.minimum(x, stage.width - x) - MARGIN
    down = np.minimum(y, stage.height - y) - MARGIN
    corner = np.hypot(np.clip(0.12 - across, 0, None), np.clip(0.12 - down, 0, None))
    inside = np.where(corner > 0, 0.12 - corner, np.minimum(across, down))
    torn = 0.030 * clouds(rng, shape, 130) + 0.008 * clouds(rng, shape, 12, 3)
    notches = 0.16 * np.clip(clouds(rng, shape, 260, 2) - 1.35, 0, 1)
    depth = inside - 0.075 + torn - notches
    there = smooth(-0.004, 0.006, depth)
    fibres = 1 - smooth(0.012, 0.034, depth + 0.006 * clouds(rng, shape, 8, 2))
    age = np.exp(-np.clip(depth, 0, None) / (0.13 + 0.05 * np.clip(clouds(rng, shape, 300), -1.5, 2)))
    bends = [abs(x - stage.width * share + 0.006 * np.sin(3 * y)) for share in (0.25, 0.5, 0.75)]
    bends.append(abs(y - stage.height / 2 + 0.006 * np.sin(2 * x)))
    worn = 0.65 + 0.35 * np.clip(clouds(rng, shape, 60, 3), -1, 1)
    folds = np.max([np.exp(-((bend / 0.03) ** 2)) for bend in bends], axis=0) * worn
    return there, fibres, age, folds


def parchment(stage: Stage) -> Any:
    made = Material("parchment")
    place = made.place()
    there, fibres, age, folds = (made.pattern(grey, stage.width, stage.height) for grey in patterns(stage))
    clouded, grain = made.noise(place, 0.9, 7, 0.6, 0.5), made.noise(place, 70, 4, 0.7)
    stains = made.noise(place, 1.1, 5, 0.55, 1.0)
    colour = made.mix("MIX", made.ramp(clouded, (0.3, 0.0), (0.7, 1.0)), "#D2BC8E", "#E2D2AC")
    colour = made.mix("SOFT_LIGHT", 0.25, colour, made.ramp(grain, (0.3, 0.25), (0.7, 0.75)))
    colour = made.mix("MIX", made.ramp(stains, (0.62, 0.0), (0.66, 0.22), (0.8, 0.12)), colour, "#B4884A")
    colour = made.mix("MIX", made.ramp(age, (0, 0.0), (1, 0.85)), colour, "#A8743A")
    colour = made.mix("MIX", made.ramp(folds, (0, 0.0), (1, 0.35)), colour, "#C49A60")
    colour = made.mix("MIX", made.ramp(fibres, (0, 0.0), (1, 0.8)), colour, "#D8C498")
    made.set(Base_Color=colour, Roughness=0.88, Alpha=there)
    made.bump(grain, 0.3, 0.008)
    made.bump(clouded, 0.35, 0.06)
    made.bump(folds, 0.6, -0.03)
    made.bump(fibres, 0.6, -0.03)
    return made.made


def height(across: float, down: float) -> float:
    """Flat in the middle; the ends curl a little, and the folds stand up."""
    end = max(0.0, abs(across - 0.5) * 2 - 0.9) / 0.1
    rim = max(0.0, abs(down - 0.5) * 2 - 0.88) / 0.12
    curl = 0.10 * end**2 * (0.4 + 0.6 * math.sin(down * 7 + 2 * (across > 0.5)) ** 2)
    curl += 0.05 * rim**2 * (0.3 + 0.7 * math.sin(across * 15 + 2 * (down > 0.5)) ** 2)
    waves = 0.012 * math.cos(across * 8 * math.pi) + 0.010 * math.cos(down * 4 * math.pi + 1.5 * across)
    return 0.03 + curl + waves


def room() -> Stage:
    stage = Stage(WIDTH + 2 * MARGIN, HEIGHT + 2 * MARGIN)
    sheet(stage, (0, 0, stage.width * 100, stage.height * 100), (180, 90), height, parchment(stage))
    daylight(stage)
    from_above(stage, clear=True)
    return stage
