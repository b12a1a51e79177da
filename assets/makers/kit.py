"""The kit: what every table shares, made of wood, brass, enamel, parchment and cloth.

assets/kit.toml lists the pieces with their parameters. Each is made at twice its size and brought down. What
stretches on the screen (parchment, plaque, ribbon) is cut there into nine parts, so its corners keep their
shape.

A piece that can be pressed comes in four states: normal, lit (under the pointer), pressed, dim (not now).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from PIL import Image
from scipy.ndimage import gaussian_filter

from .light import (
    Colour,
    Plane,
    flat,
    linear,
    mixed,
    noise,
    picture,
    profile,
    rounded,
    scaled,
    shade,
    smooth,
)

TWICE = 2
BRASS, GILT, GOLD = "#E9B955", "#F3C75E", "#FFC63E"
WOODS: Mapping[str, tuple[str, str, str]] = {  # dark, middle and pale grain
    "walnut": ("#3B2010", "#6A3C1E", "#855029"),
    "oak": ("#8A5A2A", "#C58C48", "#E0AE6A"),
}
STATES: Mapping[str, float] = {"": 1.0, "-lit": 1.22, "-pressed": 0.82, "-dim": 0.62}  # brightness of each


def finished(light: Colour, alpha: Plane, width: int, height: int, brightness: float = 1.0) -> Image.Image:
    return scaled(picture(light * brightness, alpha), width, height)


def edge(distance: Plane) -> Plane:
    """The alpha of a shape by the distance to its edge."""
    return smooth(-0.7, 0.9, distance)


def brass(shape: tuple[int, int], seed: int) -> Colour:
    return np.asarray(flat(shape, BRASS) * (0.80 + 0.35 * noise(shape, 60, seed + 3))[..., None])


def parchment(width: int, height: int, seed: int = 1, deckle: float = 3.0) -> Image.Image:
    """A sheet of parchment with a torn edge."""
    shape = (height * TWICE, width * TWICE)
    distance = rounded(shape, 10, 5) + (noise(shape, 26, seed) - 0.5) * deckle * 4
    fibre, clouds, stains = noise(shape, 5, seed + 1, 3), noise(shape, 150, seed + 2), noise(shape, 60, seed + 3)
    brown = 0.85 * np.exp(-np.clip(distance, 0, 99) / 9) + 0.18 * smooth(0.5, 0.75, stains) + 0.18 * (1 - clouds)
    albedo = mixed(flat(shape, "#F7E7C0"), flat(shape, "#C79A58"), np.clip(brown, 0, 1))
    albedo = albedo * (1 + 0.10 * (fibre - 0.5))[..., None]
    heights = 5 * smooth(0, 9, distance) + 1.4 * fibre + 16 * clouds * smooth(0, 40, distance)
    light = shade(heights, albedo, gloss=0.03, rough=0.8, shadow=0, gaps=0.5, key=0.92, fill=0.66)
    return finished(light, smooth(-0.8, 1.2, distance), width, height)


def grain(shape: tuple[int, int], seed: int) -> tuple[Plane, Plane, Plane]:
    """Wood along x: growth rings, fibres and the slow change of tone, each 0 to 1."""
    slow = noise(shape, 30, seed, 4, (1, 14))
    wobble = noise(shape, 120, seed + 5, 3, (1, 3))
    ys = np.mgrid[0 : shape[0], 0 : shape[1]][0]
    rings = 0.5 + 0.5 * np.sin(ys * 0.10 + wobble * 16 + slow * 3)
    return rings, noise(shape, 3, seed + 9, 2, (1, 26)), slow


def wood(shape: tuple[int, int], tone: str, seed: int) -> tuple[Colour, Plane]:
    """The colours of a piece of wood, and its fibres."""
    dark, middle, pale = WOODS[tone]
    rings, fibre, slow = grain(shape, seed)
    albedo = mixed(flat(shape, middle), flat(shape, pale), smooth(0.4, 1, rings) * 0.7)
    return mixed(albedo, flat(shape, dark), smooth(0.55, 0.25, fibre) * 0.55 + 0.15 * slow), fibre


def plaque(
    width: int, height: int, tone: str = "walnut", inlay: bool = True, radius: int = 14, seed: int = 1,
    brightness: float = 1.0, lift: float = 10,
) -> Image.Image:  # fmt: skip
    """A wooden plaque with a bevelled edge and a line of brass let into it."""
    shape = (height * TWICE, width * TWICE)
    distance = rounded(shape, radius * TWICE, 2)
    albedo, fibre = wood(shape, tone, seed)
    heights = lift * profile(distance, (0, 0), (3, 0.7), (7, 0.97), (9, 1)) + 0.5 * fibre
    line = smooth(2.2, 1.0, np.abs(distance - 15)) if inlay else np.zeros(shape)
    albedo = mixed(albedo, flat(shape, BRASS), line)
    light = shade(heights + 1.2 * line, albedo, gloss=0.30, rough=0.42, metal=line, shadow=16)
    return finished(light, edge(distance), width, height, brightness)


def outline(shape: tuple[int, int], form: str, cut: float) -> Plane:
    """The distance to the edge of a piece: round at its ends, or with its corners cut off at this depth."""
    height, width = shape
    if form == "round":
        return rounded(shape, min(shape) / 2 - 3, 3)
    ys, xs = np.mgrid[0:height, 0:width] + 0.5
    corner = np.minimum(np.minimum(xs + ys, width - xs + ys), np.minimum(xs + height - ys, width - xs + height - ys))
    return np.minimum(rounded(shape, 2, 3), (corner - cut) / 1.42)


def token(
    width: int, height: int, form: str = "round", face: str | None = None, rim: float = 5, dome: float = 6,
    seed: int = 1, brightness: float = 1.0,
) -> Image.Image:  # fmt: skip
    """A brass piece; its face is enamelled in a colour (#RRGGBB) or plain."""
    shape = (height * TWICE, width * TWICE)
    distance, wide = outline(shape, form, 18), rim * TWICE
    metal = np.ones(shape) if face is None else smooth(wide + 1, wide - 1, distance)
    scratches, blots = noise(shape, 5, seed, 3, (1, 9)), noise(shape, 60, seed + 3)
    albedo = brass(shape, seed)
    if face is not None:
        albedo = mixed(flat(shape, face) * (0.85 + 0.3 * blots)[..., None], albedo, metal)
    heights = 8 * profile(distance, (0, 0), (2, 0.65), (5, 1), (wide - 2, 1), (wide + 1.5, 0.42))
    heights = heights + dome * (1 - np.exp(-np.clip(distance - wide, 0, None) / 14)) * 0.8 + 0.25 * scratches
    light = shade(
        heights,
        albedo,
        gloss=np.where(metal > 0.5, 0.5, 0.6),
        rough=np.where(metal > 0.5, 0.34, 0.28) + 0.10 * (scratches - 0.5),
        metal=metal * 0.92,
        shadow=14,
        fill=0.7,
    )
    return finished(light, edge(distance), width, height, brightness)


def ring(size: int, width: float, seed: int = 4, colour: str = GOLD, key: float = 1.35) -> Image.Image:
    """A ring of bright gilt."""
    shape = (size * TWICE, size * TWICE)
    ys, xs = np.mgrid[0 : shape[0], 0 : shape[1]] + 0.5
    radius = np.hypot(xs - shape[1] / 2, ys - shape[0] / 2)
    outer, wide = shape[0] / 2 - 3, width * TWICE
    across = np.clip((outer - radius) / wide, 0, 1)
    alpha = smooth(outer + 0.7, outer - 0.7, radius) * smooth(outer - wide - 0.7, outer - wide + 0.7, radius)
    albedo = flat(shape, colour) * (0.9 + 0.2 * noise(shape, 40, seed))[..., None]
    heights = 9 * np.sin(np.pi * across)
    light = shade(heights, albedo, gloss=0.5, rough=0.3, metal=0.75, shadow=0, key=key, fill=1.0)
    return finished(light, alpha, size, size)


def frame(size: int, rim: float, ground: str, seed: int = 4) -> Image.Image:
    """A medallion without its face: a notched brass ring around a ground that is lit in the middle."""
    shape = (size * TWICE, size * TWICE)
    distance, wide = rounded(shape, size - 3, 3), rim * TWICE
    metal = smooth(wide + 1, wide - 1, distance)
    ys, xs = np.mgrid[0 : shape[0], 0 : shape[1]] / shape[0]
    glow = np.exp(-((xs - 0.45) ** 2 + (ys - 0.4) ** 2) / 0.12)[..., None]
    albedo = linear(ground) * 0.45 + (linear(ground) * 1.5 + 0.03) * glow
    albedo = mixed(albedo, brass(shape, seed), metal)
    notches = 0.5 + 0.5 * np.cos(np.arctan2(ys - 0.5, xs - 0.5) * 48)
    heights = 13 * profile(
        distance, (0, 0), (3, 0.6), (7, 0.9), (wide * 0.45, 1), (wide * 0.55, 0.86), (wide - 2, 0.95), (wide + 2, 0.1)
    )
    heights = heights + 1.2 * notches * smooth(wide * 0.62, wide * 0.72, distance) * smooth(wide, wide - 4, distance)
    return finished(
        shade(heights, albedo, gloss=0.45, rough=0.3, metal=metal * 0.92, shadow=34), edge(distance), size, size
    )


def ribbon(width: int, height: int, colour: str, tail: int = 34, seed: int = 2) -> Image.Image:
    """A ribbon of cloth with folded swallow tails, tail pixels wide at both ends."""
    shape = (height * TWICE, width * TWICE)
    ys, xs = (grid.astype(float) for grid in np.mgrid[0 : shape[0], 0 : shape[1]])
    ends, drop, fold = tail * TWICE, 7 * TWICE, 14 * TWICE
    front = (xs >= ends) & (xs < shape[1] - ends) & (ys < shape[0] - drop)
    away = np.minimum(xs, shape[1] - 1 - xs)
    notch = fold * (1 - np.abs((ys - drop - (shape[0] - drop) / 2) / ((shape[0] - drop) / 2)))
    tails = (away < ends + fold) & (ys >= drop) & (away > notch)
    alpha = gaussian_filter((front | tails).astype(float), 0.8)
    weave, sheen = noise(shape, 3, seed, 2, (1, 3)), noise(shape, 90, seed + 3, 3, (3, 1))
    albedo = flat(shape, colour) * ((0.85 + 0.3 * weave) * (0.85 + 0.35 * sheen))[..., None]
    albedo = np.where(front[..., None], albedo, albedo * 0.62)
    across = np.where(front, ys / (shape[0] - drop), (ys - drop) / (shape[0] - drop))
    stitches = smooth(0.035, 0.02, np.abs(across - 0.10)) + smooth(0.035, 0.02, np.abs(across - 0.90))
    albedo = mixed(albedo, np.broadcast_to(linear(GILT), albedo.shape), np.clip(stitches, 0, 1) * 0.9)
    swell = 16 + 5 * np.sin(np.pi * np.clip((xs - ends) / (shape[1] - 2 * ends), 0, 1))
    heights = np.where(front, swell, np.where(tails, 6 + 7 * np.sin(away / ends * 2.4), 0))
    heights = gaussian_filter(heights, 2) + 0.8 * weave
    return finished(shade(heights, albedo, gloss=0.12, rough=0.5, shadow=26), alpha, width, height)


MAKE: Mapping[str, Callable[..., Image.Image]] = {
    "parchment": parchment,
    "plaque": plaque,
    "token": token,
    "ribbon": ribbon,
    "ring": ring,
}


def piece(row: Mapping[str, Any], state: str = "") -> Image.Image:
    """A piece of assets/kit.toml in one of STATES."""
    parameters = {key: value for key, value in row.items() if key not in ("make", "states", "margin")}
    if row.get("states"):
        parameters["brightness"] = STATES[state]
    return MAKE[row["make"]](**parameters)
