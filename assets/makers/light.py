"""Light: turns a height map and its colours into a lit picture, with one key light for the whole house.

Data. A plane is a float array (height, width); a colour is (height, width, 3), linear RGB unless a name says sRGB.
Heights are in pixels of the picture that is being made; x runs right, y down, z towards the eye.

Method. Normals come from the gradient of the heights. The key light is a wrapped diffuse term, darkened where a march
over the height map meets something higher on the way to the light. A cool sky from above and a warm bounce from below
fill the shadows; gaps are darkened by the difference between the heights and their blurred selves. Gloss and metal
reflect a made-up room: a bright window where the key light stands, sky above, a warm floor below (GGX lobe).

Everything is deterministic: a texture is a function of its seed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage
from scipy.sparse import csr_matrix, diags
from scipy.sparse.linalg import cg

Plane = NDArray[Any]
Colour = NDArray[Any]


def unit(*vector: float) -> NDArray[Any]:
    return np.array(vector) / np.linalg.norm(vector)


KEY = unit(-0.52, -0.62, 0.60)  # towards the window, upper left
RIM = unit(0.62, 0.58, 0.36)  # towards the warm floor, lower right
KEY_LIGHT = np.array([1.00, 0.90, 0.72]) * 1.18
SKY_LIGHT = np.array([0.62, 0.70, 0.92])
BOUNCE_LIGHT = np.array([0.86, 0.56, 0.34])
EYE = np.array([0.0, 0.0, 1.0])


# ---- colours ----


def to_linear(srgb: NDArray[Any]) -> NDArray[Any]:
    return np.where(srgb <= 0.04045, srgb / 12.92, ((np.maximum(srgb, 0) + 0.055) / 1.055) ** 2.4)


def to_srgb(linear: NDArray[Any]) -> NDArray[Any]:
    linear = np.clip(linear, 0, None)
    return np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)


def srgb(code: str) -> NDArray[Any]:
    """The sRGB colour of #RRGGBB, 0 to 1."""
    return np.array([int(code[i : i + 2], 16) for i in (1, 3, 5)]) / 255


def linear(code: str) -> NDArray[Any]:
    return to_linear(srgb(code))


def flat(shape: tuple[int, int], code: str) -> Colour:
    """A plane of one colour."""
    return np.ones((*shape, 1)) * linear(code)


def mixed(a: Colour, b: Colour | NDArray[Any], share: Plane) -> Colour:
    """a where share is 0, b where it is 1."""
    return np.asarray(a * (1 - share[..., None]) + b * share[..., None])


def film(light: Colour) -> Colour:
    """Compresses highlights above 0.6, leaves all below as it is."""
    return np.where(light < 0.6, light, 0.6 + 0.4 * np.tanh((light - 0.6) / 0.4))


# ---- planes ----


def smooth(a: float, b: float, x: Plane) -> Plane:
    """0 up to a, 1 from b on, an S in between; b may be the smaller."""
    t = np.clip((x - a) / (b - a), 0, 1)
    return np.asarray(t * t * (3 - 2 * t))


def noise(
    shape: tuple[int, int], cell: float, seed: int, octaves: int = 4, stretch: tuple[float, float] = (1, 1)
) -> Plane:
    """Smooth value noise, 0 to 1. cell: size in pixels of its coarsest features, times stretch (y, x)."""
    rng = np.random.default_rng(seed)
    out, whole, amplitude = np.zeros(shape), 0.0, 1.0
    ys, xs = np.mgrid[0 : shape[0], 0 : shape[1]]
    for octave in range(octaves):
        dy, dx = (max(cell * s / 2**octave, 1) for s in stretch)
        grid = rng.random((int(shape[0] / dy) + 4, int(shape[1] / dx) + 4))
        out += amplitude * ndimage.map_coordinates(grid, [ys / dy + 1, xs / dx + 1], order=3, mode="reflect")
        whole += amplitude
        amplitude /= 2
    return out / whole


def rounded(shape: tuple[int, int], radius: float, inset: float = 0) -> Plane:
    """How far it is to the edge of a rounded rectangle that fills the plane but for inset, in pixels; outside < 0."""
    height, width = shape
    ys, xs = np.mgrid[0:height, 0:width] + 0.5
    dx = np.abs(xs - width / 2) - width / 2 + inset + radius
    dy = np.abs(ys - height / 2) - height / 2 + inset + radius
    outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0))
    return np.asarray(radius - outside - np.minimum(np.maximum(dx, dy), 0))


def profile(distance: Plane, *points: tuple[float, float]) -> Plane:
    """Heights by the distance from the edge: straight lines through points (distance, height)."""
    return np.interp(distance, [x for x, _ in points], [y for _, y in points])


def inflate(mask: NDArray[np.bool_], radius: float) -> Plane:
    """A dome over each region of the mask, 0 to about 1, level further than radius from the edge.

    The square root of the solution of a screened Poisson equation with 0 at the edge: round where a region is narrow,
    a plateau where it is wide.
    """
    inside = mask.copy()
    inside[[0, -1]] = False
    inside[:, [0, -1]] = False
    count = int(inside.sum())
    out = np.zeros(mask.shape)
    if not count:
        return out
    index = np.full(mask.shape, -1)
    index[inside] = np.arange(count)
    ys, xs = np.nonzero(inside)
    rows, columns = [], []
    for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        neighbour = index[ys + dy, xs + dx]
        known = neighbour >= 0
        rows.append(np.flatnonzero(known))
        columns.append(neighbour[known])
    row, column = np.concatenate(rows), np.concatenate(columns)
    links = csr_matrix((np.ones(len(row)), (row, column)), (count, count))
    start = np.minimum(ndimage.distance_transform_edt(inside)[inside] * radius, 0.8 * radius**2)
    system = diags(np.full(count, 4 + radius**-2)) - links
    height, _ = cg(system, np.ones(count), x0=start, rtol=2e-3, maxiter=int(radius * 5) + 60)
    out[inside] = np.sqrt(np.clip(height, 0, None)) / radius
    return out


# ---- shading ----


def normals(heights: Plane, blur: float = 0.7) -> Colour:
    dy, dx = np.gradient(ndimage.gaussian_filter(heights, blur))
    out = np.stack([-dx, -dy, np.ones_like(heights)], -1)
    return np.asarray(out / np.linalg.norm(out, axis=-1, keepdims=True))


def reached(heights: Plane, length: float, steps: int = 22) -> Plane:
    """How much of the key light reaches each point, 0 to 1; nothing further than length pixels casts a shadow."""
    flat_length = float(np.hypot(KEY[0], KEY[1]))
    light = np.ones_like(heights)
    for step in range(1, steps + 1):
        d = length * step / steps
        shift = (-KEY[1] / flat_length * d, -KEY[0] / flat_length * d)
        towards = ndimage.shift(heights, shift, order=1, mode="nearest")
        above = towards - heights - d * KEY[2] / flat_length
        light = np.minimum(light, 1 - np.clip(above / (1.2 + d * 0.30), 0, 1))
    return ndimage.gaussian_filter(light, 0.8)


def openness(heights: Plane, strength: float) -> Plane:
    """How much of the fill light reaches each point: 1 on top, less in gaps of 3, 8 and 20 pixels."""
    gaps = np.zeros_like(heights)
    for size, weight in ((3, 0.5), (8, 0.5), (20, 0.45)):
        gaps += weight * np.clip((ndimage.gaussian_filter(heights, size) - heights) / size, 0, 1.2)
    return np.asarray(np.exp(-1.15 * strength * gaps))


def shade(
    heights: Plane,
    albedo: Colour,
    *,
    gloss: float | Plane = 0.25,
    rough: float | Plane = 0.35,
    metal: float | Plane = 0.0,
    gaps: float = 1.0,
    shadow: float = 40,
    key: float = 1.0,
    fill: float = 0.62,
    rim: float = 0.25,
    wrap: float = 0.0,
) -> Colour:
    """The light that comes from a surface.

    gloss, rough and metal: 0 to 1, numbers or planes. gaps: how dark gaps are. shadow: how far shadows reach, in
    pixels; 0 casts none. key, fill, rim: strengths of the lights. wrap: light that passes the terminator, as in skin.
    """
    gloss, rough, metal = (np.broadcast_to(np.asarray(x, float), heights.shape) for x in (gloss, rough, metal))
    gloss3, metal3 = gloss[..., None], metal[..., None]
    normal = normals(heights)
    seen = reached(heights, shadow) if shadow else np.ones_like(heights)
    open_ = openness(heights, gaps)
    facing = normal @ KEY
    diffuse = np.clip((facing + 0.22 + wrap) / (1.22 + wrap), 0, 1)
    up = (0.5 - 0.5 * normal[..., 1])[..., None]
    sky = SKY_LIGHT * up + BOUNCE_LIGHT * (1 - up)
    lit = key * KEY_LIGHT * (diffuse * (0.12 + 0.88 * seen))[..., None]
    lit = lit + fill * sky * (open_ * (0.55 + 0.45 * normal[..., 2]))[..., None]
    lobe = np.clip(rough, 0.05, 1) ** 4
    half = (KEY + EYE) / np.linalg.norm(KEY + EYE)
    peak = lobe / (np.pi * (np.clip(normal @ half, 0, 1) ** 2 * (lobe - 1) + 1) ** 2 + 1e-6)
    spot = (peak * np.clip(facing, 0, 1) * seen)[..., None] * KEY_LIGHT
    grazing = (0.04 + 0.96 * (1 - np.clip(normal[..., 2], 0, 1)) ** 5)[..., None]
    mirror = 2 * normal[..., 2:3] * normal - EYE
    window = np.exp(-((mirror - KEY) ** 2).sum(-1) / (2 * (0.22 + 0.5 * rough) ** 2))[..., None]
    height = np.clip(0.5 - 0.5 * mirror[..., 1], 0, 1)[..., None]
    room = window * KEY_LIGHT * 1.5 + height**1.5 * SKY_LIGHT * 0.50 + (1 - height) * BOUNCE_LIGHT * 0.26
    room = room * open_[..., None] ** 0.8
    out = albedo * lit * (1 - metal3)
    out = out + gloss3 * (spot * 0.20 + room * (0.10 + grazing)) * (1 - metal3)
    out = out + metal3 * albedo * (room * 1.15 + spot * 0.16 + lit * 0.22)
    edge = (np.clip(normal @ RIM, 0, 1) ** 3 * open_)[..., None]
    return np.asarray(out + rim * edge * BOUNCE_LIGHT * (albedo * 0.6 + 0.05))


# ---- pictures ----


def picture(light: Colour, alpha: Plane) -> Image.Image:
    rgb = np.clip(to_srgb(film(light)), 0, 1)
    return Image.fromarray((np.dstack([rgb, np.clip(alpha, 0, 1)]) * 255 + 0.5).astype("u1"), "RGBA")


def with_shadow(
    image: Image.Image, blur: float, dx: float, dy: float, strength: float = 0.55, pad: int | None = None
) -> tuple[Image.Image, int]:
    """The picture with a soft shadow under it, and a small dark one where it touches the ground.

    Returns it on a sheet that is larger by a margin on each side, and that margin."""
    margin = pad if pad is not None else int(blur * 3 + max(dx, dy) + 4)
    width, height = image.size
    alpha = np.zeros((height + 2 * margin, width + 2 * margin))
    alpha[margin : margin + height, margin : margin + width] = np.asarray(image)[..., 3] / 255
    far = ndimage.shift(ndimage.gaussian_filter(alpha, blur), (dy, dx), order=1) * strength
    near = ndimage.shift(ndimage.gaussian_filter(alpha, max(blur / 4, 1)), (dy / 5, dx / 5), order=1) * strength * 0.7
    sheet = np.zeros((*alpha.shape, 4), "u1")
    sheet[..., :3] = (14, 8, 4)
    sheet[..., 3] = (np.clip(np.maximum(far, near), 0, 1) * 255).astype("u1")
    out = Image.fromarray(sheet, "RGBA")
    out.alpha_composite(image, (margin, margin))
    return out, margin


def scaled(image: Image.Image, width: int, height: int) -> Image.Image:
    return image.resize((width, height), Image.Resampling.LANCZOS)
