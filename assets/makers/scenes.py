"""Scenes: the painted land behind a figure, as paper layers that shade one another.

SCENES lists them: the colours of the sky from the top down, a disc of light (x, y, radius in widths of the card,
colour) and layers from far to near (colour, height of its base from the top as a share, amplitude as a share, kind).
Each kind of layer is a skyline: a function of x that says how high the layer reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from .light import Colour, Plane, linear, mixed, noise, smooth


@dataclass(frozen=True)
class Layer:
    colour: str
    base: float
    amplitude: float
    kind: str


@dataclass(frozen=True)
class Scene:
    sky: tuple[str, ...]
    light: tuple[float, float, float, str]
    layers: tuple[Layer, ...]


def scene(sky: str, light: tuple[float, float, float, str], *layers: tuple[str, float, float, str]) -> Scene:
    return Scene(tuple(sky.split()), light, tuple(Layer(*layer) for layer in layers))


SCENES: Mapping[str, Scene] = {
    "fire": scene(
        "#7A1B22 #E0602A #FFC565 #FFE7AE", (0.5, 0.42, 0.34, "#FFF0BC"),
        ("#C9603A", 0.58, 0.10, "ridge"), ("#9A3528", 0.68, 0.14, "peak"), ("#64201F", 0.82, 0.10, "ridge"),
        ("#391317", 0.93, 0.05, "ridge"),
    ),
    "ember": scene(
        "#3A1238 #8A2A4E #D9644E #FFB870", (0.42, 0.46, 0.28, "#FFDCA0"),
        ("#8E3A56", 0.58, 0.18, "peak"), ("#63264C", 0.70, 0.14, "castle"), ("#411A40", 0.84, 0.10, "ridge"),
        ("#280E2C", 0.94, 0.05, "ridge"),
    ),
    "ice": scene(
        "#2A66BE #6DB7EE #C4E8FB #F3FCFF", (0.5, 0.40, 0.33, "#FFFFFF"),
        ("#A6D3EE", 0.58, 0.18, "peak"), ("#74AEDD", 0.70, 0.16, "peak"), ("#3F7DC0", 0.84, 0.10, "ridge"),
        ("#214F91", 0.93, 0.05, "ridge"),
    ),
    "sea": scene(
        "#5FB4DE #AEE0EE #F4F3D4 #FFE2A8", (0.4, 0.36, 0.28, "#FFFBE2"),
        ("#7FC3CF", 0.56, 0.03, "ridge"), ("#4FA3BE", 0.68, 0.035, "wave"), ("#2F80A8", 0.80, 0.04, "wave"),
        ("#1D5E88", 0.91, 0.04, "wave"),
    ),
    "forest": scene(
        "#5DA668 #A9D68C #E8F2B0 #FFFBD8", (0.5, 0.40, 0.34, "#FFFDE0"),
        ("#8FC488", 0.60, 0.16, "trees"), ("#58A06B", 0.72, 0.20, "trees"), ("#2F7650", 0.86, 0.10, "ridge"),
        ("#1B4E38", 0.94, 0.05, "ridge"),
    ),
    "mist": scene(
        "#2E7F86 #76BFB4 #CDEBD2 #FBFFE6", (0.60, 0.34, 0.26, "#FFFFF0"),
        ("#A6D2C0", 0.54, 0.24, "peak"), ("#6CAE9C", 0.66, 0.20, "peak"), ("#3A7E68", 0.82, 0.10, "trees"),
        ("#1D4C40", 0.93, 0.05, "ridge"),
    ),
    "nest": scene(
        "#4A2B63 #8A4A78 #D9846A #FFC98A", (0.5, 0.46, 0.38, "#FFE3A0"),
        ("#7E4470", 0.56, 0.22, "peak"), ("#9A6A34", 0.78, 0.10, "straw"), ("#C9923F", 0.85, 0.10, "straw"),
        ("#EFC062", 0.92, 0.08, "straw"),
    ),
    "field": scene(
        "#6FA9D8 #BFDDEB #F8E6BE #FFD596", (0.36, 0.40, 0.30, "#FFF3CE"),
        ("#B9BF8C", 0.58, 0.08, "ridge"), ("#94A267", 0.68, 0.08, "camp"), ("#76854A", 0.80, 0.06, "ridge"),
        ("#55632F", 0.92, 0.05, "grass"),
    ),
    "harvest": scene(
        "#E08A3C #F6BF62 #FCE6A4 #FFF6D4", (0.66, 0.46, 0.30, "#FFF6D0"),
        ("#D8B45E", 0.60, 0.07, "ridge"), ("#C79438", 0.70, 0.06, "ridge"), ("#A8702A", 0.82, 0.06, "grass"),
        ("#6E4418", 0.93, 0.06, "grass"),
    ),
    "dusk": scene(
        "#C2563F #EE9A5E #FBD08C #FFEBC0", (0.6, 0.42, 0.32, "#FFF3CE"),
        ("#D09A70", 0.58, 0.12, "castle"), ("#AD6F50", 0.70, 0.08, "ridge"), ("#7E4A3C", 0.82, 0.08, "camp"),
        ("#552F2C", 0.93, 0.05, "grass"),
    ),
    "steel": scene(
        "#5C7FA8 #9DBBD4 #DCE7EA #FFF2D4", (0.4, 0.40, 0.32, "#FFFFFF"),
        ("#A9BCC8", 0.56, 0.16, "castle"), ("#809AAE", 0.68, 0.12, "peak"), ("#56718C", 0.82, 0.08, "ridge"),
        ("#384F6B", 0.93, 0.05, "grass"),
    ),
    "keep": scene(
        "#4E86C6 #96C2E6 #E4EFE6 #FFE9B8", (0.30, 0.36, 0.26, "#FFF8DC"),
        ("#C8B698", 0.56, 0.20, "castle"), ("#A08A64", 0.70, 0.08, "ridge"), ("#6E7A48", 0.82, 0.06, "trees"),
        ("#46542E", 0.93, 0.05, "grass"),
    ),
    "violet": scene(
        "#5B3B94 #A97CCB #F0B9C6 #FFE6C0", (0.5, 0.42, 0.34, "#FFF4DC"),
        ("#B58CC4", 0.58, 0.18, "peak"), ("#8A62A6", 0.70, 0.14, "peak"), ("#5E3F82", 0.84, 0.10, "ridge"),
        ("#3C285C", 0.94, 0.05, "ridge"),
    ),
    "glade": scene(
        "#C9506A #EE9C86 #FBD9A6 #FFF4D4", (0.40, 0.40, 0.30, "#FFF6DC"),
        ("#D89A84", 0.58, 0.20, "trees"), ("#A8606A", 0.70, 0.22, "trees"), ("#6E3A4E", 0.84, 0.10, "ridge"),
        ("#43243A", 0.94, 0.05, "grass"),
    ),
    "night": scene(
        "#17183E #34387A #6A62A8 #B99AC6", (0.66, 0.28, 0.17, "#FFF3D6"),
        ("#6E62A0", 0.58, 0.14, "castle"), ("#4A4480", 0.70, 0.14, "peak"), ("#2C2A5A", 0.84, 0.10, "ridge"),
        ("#181638", 0.94, 0.05, "ridge"),
    ),
}  # fmt: skip

# ---- skylines: for x from 0 to 1, where the layer begins, from 0 (top) to 1 ----

Skyline = Callable[[Plane, Layer, int, int], Plane]  # x, the layer, its number from the back, seed


def bumps(count: int, cell: float, seed: int, octaves: int = 4) -> Plane:
    """A wavy line of that many points, 0 to 1."""
    return noise((3, count), cell, seed, octaves)[1]


def ridge(x: Plane, layer: Layer, number: int, seed: int) -> Plane:
    return layer.base - layer.amplitude * bumps(len(x), len(x) * 0.35, seed + number) - 0.02


def peak(x: Plane, layer: Layer, number: int, seed: int) -> Plane:
    rough = bumps(len(x), len(x) * 0.35, seed + number)
    start = np.random.default_rng(seed + number).random()
    teeth = 2 * np.abs((x * (2.3 + 0.7 * number) + start) % 1 - 0.5)
    height = layer.amplitude * ((1 - teeth) * (0.7 + 0.6 * rough) - 0.3)
    return np.asarray(layer.base - height - 0.03 * rough)


def trees(x: Plane, layer: Layer, number: int, seed: int) -> Plane:
    rng = np.random.default_rng(seed + number)
    line = np.full(len(x), layer.base)
    for _ in range(16 + 5 * number):
        middle, half, height = rng.random(), rng.uniform(0.05, 0.10), layer.amplitude * rng.uniform(0.6, 1.3)
        rise = np.clip(1 - np.abs(x - middle) / half, 0, 1)
        boughs = rise - 0.12 * ((rise * 4) % 1)
        line = np.minimum(line, layer.base - height * boughs * (rise > 0))
    return line


def straw(x: Plane, layer: Layer, number: int, seed: int) -> Plane:
    rim = 1.5 * (2 * np.abs(x - 0.5)) ** 2
    return np.asarray(layer.base - layer.amplitude * (0.45 * bumps(len(x), 4, seed + number, 2) + rim))


def grass(x: Plane, layer: Layer, number: int, seed: int) -> Plane:
    blades, waves = bumps(len(x), 4, seed + number, 2), bumps(len(x), len(x) * 0.35, seed + number)
    return np.asarray(layer.base - layer.amplitude * (0.6 * blades + 0.5 * waves))


def wave(x: Plane, layer: Layer, number: int, seed: int) -> Plane:  # noqa: ARG001  one form for all
    return np.asarray(layer.base - layer.amplitude * (0.5 + 0.5 * np.sin(x * 2 * np.pi * (3 + number) + number)) ** 2)


def camp(x: Plane, layer: Layer, number: int, seed: int) -> Plane:
    rng = np.random.default_rng(seed + number)
    line = layer.base - layer.amplitude * 0.6 * bumps(len(x), len(x) * 0.35, seed + number)
    for tent in range(5):
        away = np.abs(x - (tent + 0.5 + rng.uniform(-0.25, 0.25)) / 5)
        slope = np.clip(1 - away / 0.07, 0, 1)
        line = np.where(slope > 0, np.minimum(line, layer.base - layer.amplitude * (0.3 + 0.9 * slope)), line)
        line = np.where(away < 0.006, np.minimum(line, layer.base - layer.amplitude * 2.0), line)
    return line


def castle(x: Plane, layer: Layer, number: int, seed: int) -> Plane:
    rng = np.random.default_rng(seed + number)
    line = layer.base - layer.amplitude * 0.6 * bumps(len(x), len(x) * 0.35, seed + number)
    for tower in range(3):
        middle = (tower + 0.5 + rng.uniform(-0.25, 0.25)) / 3
        half, height = rng.uniform(0.05, 0.08), layer.amplitude * rng.uniform(0.8, 1.4)
        battlement = 0.02 * (((x - middle) / half * 2.5) % 1 > 0.5)
        line = np.where(np.abs(x - middle) < half, np.minimum(line, layer.base - height - battlement), line)
    return line


SKYLINES: Mapping[str, Skyline] = {
    "ridge": ridge,
    "peak": peak,
    "trees": trees,
    "straw": straw,
    "grass": grass,
    "wave": wave,
    "camp": camp,
    "castle": castle,
}


def paint(name: str, shape: tuple[int, int], seed: int) -> tuple[Colour, Plane]:
    """The colours and the heights of a scene."""
    land = SCENES[name]
    height, width = shape
    ys, xs = np.mgrid[0:height, 0:width]
    u, v = xs / width, ys / height
    stops, colours = np.linspace(0, 0.72, len(land.sky)), np.array([linear(colour) for colour in land.sky])
    sky = np.stack([np.interp(v, stops, colours[:, i]) for i in range(3)], -1)
    clouds = noise(shape, width * 0.34, seed + 40, 5, (0.45, 1.6))
    sky = sky * (1 + 0.28 * (smooth(0.48, 0.75, clouds) - 0.25)[..., None])
    x, y, radius, colour = land.light
    glow = np.broadcast_to(linear(colour), sky.shape)
    away, angle = np.hypot(u - x, (v - y) * height / width), np.arctan2(v - y, u - x)
    rays = (0.5 + 0.5 * np.sin(angle * 13 + 2 * np.sin(angle * 5 + seed))) * np.exp(-away / 0.6)
    sky = mixed(sky, glow, np.clip(0.85 * np.exp(-((away / radius) ** 2)) + 0.22 * rays, 0, 1))
    disc = smooth(radius + 0.008, radius - 0.008, away)
    out, heights = mixed(sky, glow * 1.05, disc * 0.55), 3 * disc
    for number, layer in enumerate(land.layers):
        line = SKYLINES[layer.kind](np.arange(width) / width, layer, number, seed)[None]
        covered, depth = smooth(-1.2, 1.2, ys - line * height), v - line
        paint_ = linear(layer.colour) * (1.18 - 0.5 * np.clip(depth, 0, 0.5)[..., None])
        haze = np.clip(0.30 - 0.07 * number, 0, 1) * np.clip(depth / 0.30, 0, 1)
        texture = noise(shape, 10, seed + 70 + number, 3, (1, 2.4))
        paint_ = mixed(paint_, glow, haze) * (1 + 0.30 * (texture - 0.5))[..., None]
        if layer.kind == "straw":
            paint_ = paint_ * (0.7 + 0.65 * noise(shape, 4, seed + 90 + number, 2, (0.5, 9)))[..., None]
        out = mixed(out, paint_, covered)
        heights = heights * (1 - covered) + covered * (7 * (number + 1) + texture)
    return out, heights
