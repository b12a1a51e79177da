"""What hangs and lies on a table beside its cards: a map in watercolour and ink, and cloth banners.

A map is drawn as an SVG. What stands in its group "wash" is painted wet: soft, with pigment that gathers. The rest is
drawn on the dry sheet with a hand that is not quite steady. The picture is clear where nothing is painted.
"""

from __future__ import annotations

import io
import re

import numpy as np
import resvg_py
from PIL import Image
from scipy import ndimage

from .kit import BRASS, GILT, TWICE, finished
from .light import Plane, flat, linear, mixed, noise, rounded, shade, smooth

WASH = re.compile(r'<g id="wash">.*?</g>', re.DOTALL)
UNSTEADY = 2.6  # pixels by which the hand is off


def rastered(svg: str, width: int) -> Plane:
    """(height, width, 4) sRGB, its colours multiplied by alpha, 0 to 1."""
    image = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width)))).convert("RGBA")
    plane = np.asarray(image).astype(float) / 255
    plane[..., :3] *= plane[..., 3:]
    return plane


def chart(svg: str, width: int) -> Image.Image:
    """A map, so many pixels wide."""
    wash = WASH.search(svg)
    head = svg[: svg.index(">") + 1]
    wet = rastered(f"{head}{wash.group(0) if wash else ''}</svg>", width)
    dry = rastered(WASH.sub("", svg), width)
    shape = dry.shape[:2]
    wet = ndimage.gaussian_filter(wet, (width / 130, width / 130, 0))
    pooled = np.abs(wet[..., 3] - ndimage.gaussian_filter(wet[..., 3], width / 60)) * 2.2
    wet *= (0.25 + 1.15 * noise(shape, width / 9, 3, 5) + pooled)[..., None]
    ys, xs = np.mgrid[0 : shape[0], 0 : shape[1]].astype(float)
    off = [UNSTEADY * (noise(shape, width / 40, seed, 3) - 0.5) for seed in (11, 12)]
    place = [ys + off[0], xs + off[1]]
    dry = np.stack([ndimage.map_coordinates(dry[..., at], place, order=1) for at in range(4)], -1)
    grain, clouds = noise(shape, 7, 21, 3), noise(shape, width / 12, 22, 4)
    dry *= (0.78 + 0.18 * grain + 0.22 * clouds)[..., None]
    wet = np.clip(wet, 0, 1)
    whole = np.clip(dry + wet * (1 - dry[..., 3:]), 0, 1)
    colours = whole[..., :3] / np.maximum(whole[..., 3:], 1e-4)
    return Image.fromarray((np.clip(np.dstack([colours, whole[..., 3]]), 0, 1) * 255).astype("u1"), "RGBA")


def banner(colour: str, width: int = 232, height: int = 280, seed: int = 2) -> Image.Image:
    """A banner of cloth with a gilt hem that hangs from a brass rod; its foot is a swallow's tail."""
    shape = (height * TWICE, width * TWICE)
    ys, xs = np.mgrid[0 : shape[0], 0 : shape[1]].astype(float)
    middle, unit = shape[1] / 2, shape[1] / 232
    foot = shape[0] - 52 * unit * (1 - np.abs(xs - middle) / middle)
    body = (ys > 24 * unit) & (ys < foot) & (xs > 14 * unit) & (xs < shape[1] - 14 * unit)
    cloth = ndimage.gaussian_filter(body.astype(float), 0.8)
    weave, fold = noise(shape, 3, seed, 2, (1, 3)), noise(shape, 90 * unit, seed + 3, 3, (4, 1))
    inside = ndimage.distance_transform_edt(body)
    hem = smooth(4.4 * unit, 2.4 * unit, np.abs(inside - 18 * unit))
    albedo = flat(shape, colour) * ((0.85 + 0.3 * weave) * (0.8 + 0.4 * fold))[..., None]
    albedo = mixed(albedo, np.broadcast_to(linear(GILT), albedo.shape), hem * 0.95)
    bar = round(28 * unit)
    rod = np.full(shape, -1.0)
    rod[:bar] = rounded((bar, shape[1]), bar / 2 - 1, 1)
    shown = smooth(-0.7, 0.9, rod)
    albedo = mixed(albedo, np.broadcast_to(linear(BRASS), albedo.shape), shown)
    round_ = 30 + 16 * np.sqrt(np.clip(rod / (bar / 2), 0, 1))
    heights = np.where(rod > 0, round_, ndimage.gaussian_filter(cloth * 8 + 8 * fold, 2) + 0.8 * weave)
    light = shade(heights, albedo, gloss=np.where(rod > 0, 0.5, 0.12), rough=0.45, metal=shown * 0.9, shadow=26)
    return finished(light, np.maximum(cloth, shown), width, height)
