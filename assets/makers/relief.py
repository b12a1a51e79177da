"""Relief: makes a painted wood carving of a flat SVG.

Data. An SVG of flat patches with dark ink lines between them, 512 units square. Out comes a picture with an alpha
channel. All measures in LOOKS are units of the SVG.

Method. Lines of ink part the drawing into cells. Each cell swells into a dome, so does the whole silhouette, and
each patch of one colour is raised a little ("chipped"); domes are planed so that their crowns are nearly level, as a
carver leaves them. Ink becomes a groove that keeps a breath of the paint beside it, and the outline loses a rim, so
that form leads and not the line. Paint: each cell has a light side and a shadow side with a soft brushed border
between, read from its own height map; a dark wash gathers at the edges; bristles and grain vary the rest. Then
light.shade().

The steps are functions of their own, so that each can be looked at: flat_picture, read_drawing, raise_heights,
paint_cells, relief.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage

from .light import (
    KEY,
    Colour,
    Plane,
    inflate,
    noise,
    normals,
    picture,
    scaled,
    shade,
    smooth,
    srgb,
    to_linear,
)

UNITS = 512
INK = "#2A2118"
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Look:
    """How a drawing becomes a carving. Lengths are in units of the SVG."""

    cell: float = 13.0  # height of a cell's dome
    cell_radius: float = 26.0
    body: float = 15.0  # height of the silhouette's dome
    body_radius: float = 90.0
    chip: float = 2.6  # how far a patch stands out
    chip_radius: float = 7.0
    trim: float = 9.0  # rim of ink that the outline loses
    line: float = 2.6  # ink lines thinner than twice this fade away where they stand alone
    tones: float = 1.0  # strength of the painted light and shadow sides
    tone_blur: float = 9.0  # scale of the forms that the painter follows
    wash: float = 0.22  # dark at the edges of a cell
    bristle: float = 0.10
    grain: float = 0.16
    gloss: float = 0.14
    rough: float = 0.58
    gilt: bool = False  # cast in gold instead of painted


LOOKS = {
    "painted": Look(),
    "portrait": Look(cell=11.0, body=13.0, gloss=0.12, rough=0.60, trim=7.0),
    "gilt": Look(cell=18.0, body=14.0, chip=3.6, gloss=0.40, rough=0.30, gilt=True),
}


@dataclass(frozen=True)
class Drawing:
    """A flat picture, read: where something is drawn, its ink, its cells, its patches of one colour, its paint."""

    alpha: Plane
    ink: Mask
    cells: Mask
    patches: Mask
    paint: Colour  # sRGB; ink is covered by the colours beside it


def flat_picture(svg: str, size: int) -> NDArray[Any]:
    """The SVG rastered: (size, size, 4) sRGB with alpha, 0 to 1."""
    data = resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size)
    return np.asarray(Image.open(io.BytesIO(bytes(data))).convert("RGBA")).astype(float) / 255


def halved(plane: NDArray[Any]) -> NDArray[Any]:
    size = plane.shape[0] // 2
    return np.asarray(plane.reshape(size, 2, size, 2, *plane.shape[2:]).mean((1, 3)))


def spread(colours: Colour, known: Mask) -> Colour:
    """Every pixel takes the colour of the nearest known one."""
    if not known.any():
        return colours
    at = ndimage.distance_transform_edt(~known, return_distances=False, return_indices=True)
    return np.asarray(colours[at[0], at[1]])


def read_drawing(svg: str, work: int, look: Look) -> Drawing:
    """Parts a drawing into ink, cells and patches. work: pixels of its side."""
    scale = work / UNITS
    double = flat_picture(svg, 2 * work)
    alpha = halved(double[..., 3])
    colours = halved(double[..., :3] * double[..., 3:]) / np.maximum(alpha, 1e-3)[..., None]
    away = np.abs(colours - srgb(INK)).max(-1)
    drawn = alpha > 0.5
    ink = (away < 0.05) & drawn
    depth = ndimage.distance_transform_edt(drawn)
    alpha = np.clip((depth - look.trim * scale) / 1.6 + 0.5, 0, 1)
    drawn = depth > look.trim * scale
    thick = ndimage.distance_transform_edt(ink)
    alone = ndimage.maximum_filter(thick, int(13 * scale)) < 1.25 * look.line * scale
    ink &= (thick > 0.6 * look.line * scale) | alone
    cells = drawn & ~ink
    patches = cells & (away > 0.06)
    for axis in (0, 1):
        for step in (1, -1):
            patches &= np.abs(colours - np.roll(colours, step, axis)).max(-1) < 0.02
    return Drawing(alpha, ink, cells, patches, spread(colours, patches))


def planed(dome: Plane, flatness: float) -> Plane:
    """A dome with its crown planed: round at the edge, nearly level on top."""
    top = max(float(dome.max()), 1e-6)
    return np.asarray(np.tanh(flatness * dome) / np.tanh(flatness * top) * top)


def raise_heights(drawing: Drawing, look: Look, scale: float) -> Plane:
    """The height map, in pixels."""
    body = ndimage.binary_dilation(drawing.alpha > 0.5)
    heights = look.cell * planed(inflate(drawing.cells, look.cell_radius * scale), 1.7)
    heights = heights + look.body * planed(inflate(body, look.body_radius * scale), 1.2)
    heights = heights + look.chip * inflate(drawing.patches, look.chip_radius * scale)
    heights = np.where(drawing.cells, ndimage.gaussian_filter(heights, 1.6 * scale), heights)
    return np.asarray(ndimage.gaussian_filter(heights, 0.9 * scale) * scale)


def painted_side(heights: Plane, look: Look, scale: float, seed: int) -> Plane:
    """How a painter would tone each spot: -1 in shadow, 0 between, 1 in the light, with brushed borders.

    The form that is toned is the cell's own, as if it stood higher than the carving does."""
    form = 3.2 * normals(heights, look.tone_blur * scale)[..., :2] @ KEY[:2]
    form = form + 0.22 * (noise(heights.shape, 22 * scale, seed, 3, (2.0, 0.7)) - 0.5)
    return smooth(0.16, 0.46, form) - smooth(-0.12, -0.42, form)


def paint_cells(drawing: Drawing, heights: Plane, look: Look, scale: float, seed: int) -> Colour:
    """The paint on the carving, sRGB; grooves included."""
    shape = heights.shape
    fine = noise(shape, 7 * scale, seed + 1, 3, (1, 2.2)) - 0.5
    coarse = noise(shape, 90 * scale, seed, 4) - 0.5
    bristle = noise(shape, 16 * scale, seed + 2, 3, (2.6, 0.5)) - 0.5
    blurred = ndimage.gaussian_filter(drawing.paint, (2.2 * scale, 2.2 * scale, 0))
    paint = 0.45 * drawing.paint + 0.55 * blurred
    paint = paint * (1 + look.grain * coarse + 0.5 * look.grain * fine)[..., None]
    side = look.tones * painted_side(heights, look, scale, seed + 3)
    shadow, lit = np.clip(-side, 0, 1)[..., None], np.clip(side, 0, 1)[..., None]
    paint = paint * (1 - shadow * np.array([0.34, 0.36, 0.24]))
    paint = paint + lit * (0.30 * (np.array([1.0, 0.94, 0.78]) - paint) * (0.35 + paint))
    edge = np.exp(-ndimage.distance_transform_edt(drawing.cells) / (8 * scale)) * drawing.cells
    paint = paint * (1.02 - look.wash * edge + look.bristle * bristle * (1 - edge))[..., None]
    groove = ndimage.gaussian_filter(drawing.ink.astype(float), 0.8 * scale)
    breath = ndimage.gaussian_filter(paint, (6 * scale, 6 * scale, 0)) * np.array([1.0, 0.92, 0.86])
    dark = srgb(INK) * 0.50 + 0.30 * breath
    return np.clip(paint * (1 - groove[..., None]) + dark * groove[..., None], 0, 1)


def relief(svg: str, size: int, style: str = "painted", seed: int = 7, work: int = 448) -> Image.Image:
    """The carving of an SVG, size pixels square. style: a key of LOOKS. work: pixels of the side while it is made."""
    look = LOOKS[style]
    scale = work / UNITS
    drawing = read_drawing(svg, work, look)
    heights = raise_heights(drawing, look, scale)
    paint = paint_cells(drawing, heights, look, scale, seed)
    fine = noise(heights.shape, 7 * scale, seed + 1, 3, (1, 2.2)) - 0.5
    groove = ndimage.gaussian_filter(drawing.ink.astype(float), 0.8 * scale)
    if look.gilt:
        tone = ndimage.gaussian_filter(paint.mean(-1), 2) * 0.5 + 0.55
        albedo = to_linear(srgb("#F0BC55")) * (tone * (1 - 0.75 * groove))[..., None]
        light = shade(
            heights * 0.8,
            albedo,
            gloss=look.gloss,
            rough=np.clip(look.rough + 0.12 * fine, 0.1, 0.9),
            metal=0.92 * (1 - 0.8 * groove),
            gaps=1.2,
            shadow=30 * scale,
        )
    else:
        light = shade(
            heights,
            to_linear(paint),
            gloss=look.gloss * (1 - 0.55 * groove),
            rough=np.clip(look.rough + 0.12 * fine, 0.12, 0.9),
            gaps=1.15,
            shadow=42 * scale,
            wrap=0.08,
            key=1.12,
            fill=0.66,
        )
    out = picture(light, drawing.alpha)
    return scaled(out, size, size) if size != work else out
