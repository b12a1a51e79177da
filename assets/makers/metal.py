"""Gilt and enamel: what is cast, chased and filled with glass.

Pieces of assets/kit.toml, made at twice their size and brought down. Their middle is stretched along x on the screen,
so nothing there changes along x but the grain.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from PIL import Image

from .kit import TWICE, outline
from .light import Plane, flat, mixed, noise, picture, profile, rounded, scaled, shade, smooth

LEAF, PATINA, WORN = "#F4BE4C", "#8A5418", "#FFE3A0"  # gold: as laid, in its hollows, where hands have rubbed it


def ridge(distance: Plane, at: float, half: float) -> Plane:
    """A line along the edge, so far from it: 1 in its middle, 0 at half its width on either side."""
    return smooth(half, half * 0.35, np.abs(distance - at))


def gilt(width: int, height: int, seed: int = 6, brightness: float = 1.0) -> Image.Image:
    """A bar of gilt metal: a beaded rim around a field that a brush has drawn along, worn at its edges."""
    shape = (height * TWICE, width * TWICE)
    distance = rounded(shape, min(shape) * 0.30, 2)
    brushed, blots = noise(shape, 4, seed, 3, (1, 30)), noise(shape, 80, seed + 1)
    groove = ridge(distance, 24, 6) + 0.7 * ridge(distance, 3, 5)
    high = ridge(distance, 13, 9) * smooth(0.30, 0.62, blots)
    albedo = flat(shape, LEAF) * (0.86 + 0.18 * brushed + 0.12 * blots)[..., None]
    albedo = mixed(albedo, flat(shape, WORN), np.clip(0.75 * high, 0, 1))
    albedo = mixed(albedo, flat(shape, PATINA), np.clip(0.80 * groove, 0, 1))
    ys = np.mgrid[0 : shape[0], 0 : shape[1]][0] / shape[0]
    albedo = albedo * (1.06 - 0.34 * ys)[..., None]
    heights = 13 * profile(distance, (0, 0), (4, 0.55), (9, 0.95), (13, 1.0), (18, 0.92), (23, 0.52), (27, 0.55))
    heights = heights + 5.0 * np.sin(np.pi * ys) * smooth(25, 44, distance) + 0.45 * brushed
    light = shade(
        heights, albedo, gloss=0.5, rough=0.36 + 0.14 * (brushed - 0.5), metal=0.52, shadow=18, key=1.18, fill=0.85
    )
    return scaled(picture(light * brightness, smooth(-0.7, 0.9, distance)), width, height)


def enamel(
    width: int, height: int, face: str, form: str = "round", rim: float = 5, seed: int = 1, lozenges: bool = False
) -> Image.Image:
    """Glass in a gilt rim, with a wire of gold laid into it. lozenges: chased into the ground under the glass."""
    shape = (height * TWICE, width * TWICE)
    distance, wide = outline(shape, form, min(shape) * 0.12), rim * TWICE
    metal = smooth(wide + 1, wide - 1, distance)
    wire = ridge(distance, wide + 7, 2.6)
    gold = np.clip(metal + wire, 0, 1)
    ys, xs = (grid / shape[0] for grid in np.mgrid[0 : shape[0], 0 : shape[1]])
    pool = np.exp(-((ys - 0.34) ** 2) / 0.10)
    chased = np.abs(((xs * 2 + ys * 2) % 1) - 0.5) + np.abs(((xs * 2 - ys * 2) % 1) - 0.5) if lozenges else 0.5
    depth = 0.52 + 0.30 * pool + 0.10 * noise(shape, 60, seed + 3) + 0.30 * (np.asarray(chased) - 0.5)
    depth = depth * (1 - 0.42 * np.exp(-np.clip(distance - wide, 0, None) / 9))
    glass = flat(shape, face) * depth[..., None]
    leaf = flat(shape, LEAF) * (0.82 + 0.30 * noise(shape, 50, seed))[..., None]
    leaf = mixed(leaf, flat(shape, PATINA), 0.7 * ridge(distance, wide, 3.5))
    albedo = mixed(glass, leaf, gold)
    heights = 9 * profile(distance, (0, 0), (2, 0.6), (wide * 0.5, 1), (wide - 1, 0.9), (wide + 2, 0.40))
    heights = heights + 4 * (1 - np.exp(-np.clip(distance - wide, 0, None) / 16)) + 0.9 * wire
    light = shade(
        heights,
        albedo,
        gloss=np.where(gold > 0.5, 0.5, 0.42),
        rough=np.where(gold > 0.5, 0.32, 0.24),
        metal=gold * 0.80,
        shadow=14,
        key=1.05,
        fill=0.74,
    )
    return scaled(picture(light, smooth(-0.7, 0.9, distance)), width, height)


def piece(row: Mapping[str, Any], brightness: float) -> Image.Image:
    """A piece of assets/kit.toml."""
    parameters = {key: value for key, value in row.items() if key not in ("make", "states", "margin")}
    return gilt(**parameters, brightness=brightness) if row["make"] == "gilt" else enamel(**parameters)
