"""Cards: faces, backs and the lids of the games' boxes, as objects with a frame, a scene and a figure.

Measures are in units of a card of 200 x 280. A face is an enamelled frame with a gilt wire around a scene that fills
it, the figure as a relief with its shadow, and ivory tags in two corners. A tag carries the sign of its suit; its
letters are set on the screen, where they can be large and in any language. A back is tooled leather with the game's
emblem cast in gilt.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFont
from scipy import ndimage

from . import kit, scenes
from .kit import TWICE, edge, finished, frame, parchment
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
    with_shadow,
)
from .relief import flat_picture, relief

WIDTH, HEIGHT = 200, 280
RADIUS, FRAME = 13, 11
FACE_PIXELS = (360, 504)


@dataclass(frozen=True)
class Face:
    """What is on a card. art, sign: SVG files; scene: one of scenes.SCENES; enamel: the frame's colour."""

    art: Path
    scene: str
    enamel: str
    sign: Path | None = None
    seed: int = 3
    gilt: bool = False  # a second gilt wire, for the highest
    size: float = 0.86  # of the card's width
    middle: float = 0.53  # of the card's height
    tags: int = 2


def pasted(base: Image.Image, piece: Image.Image, x: float, y: float) -> None:
    """Lays a piece on the base; what sticks out is cut."""
    left, top = round(x), round(y)
    base.alpha_composite(piece, (max(left, 0), max(top, 0)), (max(-left, 0), max(-top, 0)))


def placed(
    base: Image.Image, piece: Image.Image, x: float, y: float, blur: float, dx: float, dy: float, dark: float
) -> None:
    """Lays a piece with its shadow on the base."""
    shadowed, margin = with_shadow(piece, blur, dx, dy, dark)
    pasted(base, shadowed, x - margin, y - margin)


def tag(width: int, height: int, seed: int) -> Image.Image:
    """An ivory corner tag with a thin gilt line."""
    shape = (height, width)
    distance, border = rounded(shape, min(width, height) * 0.2, 1), width * 0.055
    fibre = noise(shape, 5, seed, 3)
    line = smooth(1.6, 0.6, np.abs(distance - border) / max(width * 0.022, 0.7))
    albedo = mixed(flat(shape, "#FBF0D4") * (0.95 + 0.08 * fibre)[..., None], flat(shape, "#E0B04A"), line)
    heights = profile(distance, (0, 0), (border, 4), (border * 2.2, 5.5)) + 0.4 * fibre
    light = shade(heights, albedo, gloss=0.2, rough=0.4, metal=line * 0.6, shadow=0, key=0.92, fill=0.72)
    return picture(light, edge(distance))


def sign_on(tag_: Image.Image, sign: Path, size: int) -> None:
    drawn = Image.fromarray((flat_picture(sign.read_text("utf-8"), size) * 255).astype("u1"), "RGBA")
    pasted(tag_, drawn, tag_.width * 0.5 - size / 2, tag_.height * 0.57)


def enamelled(heights: Plane, albedo: Colour, window: Plane, wire: Plane, gloss: float, unit: float) -> Colour:
    """The light on a scene in an enamel frame of some gloss. window: where the scene is; wire: where gilt is."""
    return shade(
        heights,
        albedo,
        gloss=0.1 * window + gloss * (1 - window),
        rough=0.36,
        metal=wire * 0.9,
        shadow=26 * unit,
        fill=0.8,
    )


def face(card: Face, width: int = FACE_PIXELS[0]) -> Image.Image:
    """A card's face, without letters."""
    height = round(width * HEIGHT / WIDTH)
    shape = (height * TWICE, width * TWICE)
    unit = shape[1] / WIDTH
    distance = rounded(shape, RADIUS * unit, 1)
    border = FRAME * unit
    land, heights = scenes.paint(card.scene, shape, card.seed)
    land = land * (1 - 0.38 * np.exp(-np.clip(distance - border, 0, None) / (16 * unit)))[..., None]
    window = smooth(border - 0.8 * unit, border + 0.8 * unit, distance)
    fall = np.clip(1 - np.mgrid[0 : shape[0], 0 : shape[1]][0] / shape[0], 0, 1)
    enamel = mixed(flat(shape, card.enamel) * 0.85, flat(shape, card.enamel) * 1.6, fall * 0.7)
    enamel = enamel * (0.9 + 0.2 * noise(shape, 6 * unit, card.seed, 3))[..., None]
    wire = smooth(1.5 * unit, 0.7 * unit, np.abs(distance - border))
    if card.gilt:
        wire = wire + smooth(2.6 * unit, 1.4 * unit, distance)
        wire = wire + smooth(1.2 * unit, 0.5 * unit, np.abs(distance - 5.6 * unit))
    wire = np.clip(wire, 0, 1)
    albedo = mixed(enamel, land, window)
    if not card.gilt:
        albedo = mixed(albedo, flat(shape, "#F6E8C6"), smooth(2.0 * unit, 0.6 * unit, distance))
    albedo = mixed(albedo, flat(shape, "#FFD061"), wire)
    lip = profile(
        distance,
        (0, 0),
        (1.5 * unit, 6 * unit),
        (4 * unit, 9 * unit),
        (border - 1.5 * unit, 9.5 * unit),
        (border + 1, 0),
    )
    heights = heights * 0.5 * unit * window + lip * (1 - window) + 2.2 * unit * wire
    alpha = edge(distance)
    base = picture(enamelled(heights, albedo, window, wire, 0.45, unit), alpha)
    size = int(shape[1] * card.size)
    figure = relief(card.art.read_text("utf-8"), size)
    placed(base, figure, (shape[1] - size) / 2, shape[0] * card.middle - size / 2, 8 * unit, 5 * unit, 8 * unit, 0.62)
    if card.tags:
        corner = tag(int(48 * unit), int(72 * unit), card.seed)
        if card.sign is not None:
            sign_on(corner, card.sign, int(26 * unit))
        inset = 4 * unit
        placed(base, corner, inset, inset, 4 * unit, 2 * unit, 3 * unit, 0.5)
        if card.tags > 1:
            x, y = shape[1] - corner.width - inset, shape[0] - corner.height - inset
            placed(base, corner.rotate(180), x, y, 4 * unit, 2 * unit, 3 * unit, 0.5)
    base.putalpha(Image.fromarray((alpha * 255).astype("u1")))
    return scaled(base, width, height)


def back(art: Path, ground: str, thread: str = "#E2B65A", seed: int = 8, width: int = FACE_PIXELS[0]) -> Image.Image:
    """A card's back: leather tooled in lozenges, gilt lines, the emblem in a ring."""
    height = round(width * HEIGHT / WIDTH)
    shape = (height * TWICE, width * TWICE)
    unit = shape[1] / WIDTH
    distance = rounded(shape, RADIUS * unit, 1)
    ys, xs = np.mgrid[0 : shape[0], 0 : shape[1]]
    across, down = (xs - shape[1] / 2) / (22 * unit), (ys - shape[0] / 2) / (22 * unit)
    lozenge = np.minimum(np.abs((across + down) % 2 - 1), np.abs((across - down) % 2 - 1))
    radius = np.hypot(xs - shape[1] / 2, ys - shape[0] / 2)
    disc = smooth(63 * unit, 61 * unit, radius)
    tooled = smooth(0.14, 0.05, lozenge) * smooth(17 * unit, 19 * unit, distance) * (1 - disc)
    gilt = smooth(1.7 * unit, 0.9 * unit, np.abs(distance - 9 * unit))
    gilt = gilt + smooth(1.2 * unit, 0.5 * unit, np.abs(distance - 14 * unit))
    gilt = np.clip(gilt + smooth(2.2 * unit, 1.2 * unit, np.abs(radius - 62 * unit)), 0, 1)
    pores, tone = noise(shape, 5 * unit + 1, seed, 3), noise(shape, 70 * unit, seed + 1)
    albedo = flat(shape, ground) * ((0.85 + 0.45 * tone) * (1 - 0.35 * tooled) * (1 - 0.45 * disc))[..., None]
    albedo = mixed(albedo, flat(shape, thread), gilt)
    heights = profile(distance, (0, 0), (2 * unit, 5 * unit), (6 * unit, 7 * unit))
    heights = heights + unit * (1.6 * pores - 2.6 * tooled + 1.5 * gilt - 3 * disc)
    base = picture(shade(heights, albedo, gloss=0.3, rough=0.42, metal=gilt * 0.9, shadow=12 * unit), edge(distance))
    size = int(112 * unit)
    emblem = relief(art.read_text("utf-8"), size, "gilt")
    placed(base, emblem, (shape[1] - size) / 2, (shape[0] - size) / 2, 5 * unit, 3 * unit, 4 * unit, 0.5)
    return scaled(base, width, height)


def lid(
    art: Path, scene: str, enamel: str, seed: int = 5, width: int = 360, height: int = 504, open_: int = 272
) -> Image.Image:
    """The lid of a game's box: a framed scene, open_ pixels high, with the emblem, over a parchment label."""
    shape = (height * TWICE, width * TWICE)
    unit = TWICE * width / 228
    distance, border = rounded(shape, 14 * unit, 1), 11 * unit
    land, low = scenes.paint(scene, (int(open_ * TWICE * 1.12), shape[1]), seed)
    albedo, heights = np.full((*shape, 3), 0.3), np.zeros(shape)
    albedo[: land.shape[0]], heights[: land.shape[0]] = land, low * 0.6
    window = smooth(border - unit, border + unit, distance)
    fall = np.clip(1 - np.mgrid[0 : shape[0], 0 : shape[1]][0] / shape[0], 0, 1)
    band = mixed(flat(shape, enamel), flat(shape, enamel) * 2.0, fall * 0.6)
    band = band * (0.85 + 0.3 * noise(shape, 6 * unit, seed, 3))[..., None]
    wire = smooth(1.6 * unit, 0.8 * unit, np.abs(distance - border)) + smooth(
        1.2 * unit, 0.5 * unit, np.abs(distance - 4.5 * unit)
    )
    wire = np.clip(wire, 0, 1)
    albedo = mixed(mixed(band, albedo, window), flat(shape, "#FFD061"), wire)
    lip = profile(
        distance,
        (0, 0),
        (2 * unit, 7 * unit),
        (5 * unit, 10 * unit),
        (border - 2 * unit, 10.5 * unit),
        (border + 1, 0),
    )
    heights = heights * window + lip * (1 - window) + 2 * unit * wire
    alpha = edge(distance)
    base = picture(enamelled(heights, albedo, window, wire, 0.4, unit), alpha)
    label = parchment(width - 26, height - open_ - 6, seed + 30, deckle=2)
    label = scaled(label, label.width * TWICE, label.height * TWICE)
    placed(base, label, (shape[1] - label.width) / 2, open_ * TWICE - 8, 8, 4, 4, 0.55)
    size = int(open_ * TWICE * 0.98)
    figure = relief(art.read_text("utf-8"), size)
    placed(base, figure, (shape[1] - size) / 2, 8 * unit, 9 * unit, 5 * unit, 8 * unit, 0.6)
    base.putalpha(Image.fromarray((alpha * 255).astype("u1")))
    return scaled(base, width, height)


def medallion(svg: str, ground: str, size: int = 288, rim: float = 13, seed: int = 4) -> Image.Image:
    """A portrait in a brass ring. svg: the face alone; ground: the colour behind it."""
    base = scaled(frame(size, rim, ground, seed), size * TWICE, size * TWICE)
    side = int((size - 2 * rim) * 1.02) * TWICE
    portrait, margin = with_shadow(relief(svg, side, "portrait"), 9, 6, 9, 0.6)
    layer = Image.new("RGBA", base.size)
    offset = (base.width - side) / 2
    pasted(layer, portrait, offset - margin, offset - margin + 2 * TWICE)
    distance, wide = rounded((base.height, base.width), size - 3, 3), rim * TWICE
    opening = Image.fromarray((smooth(wide - 1, wide + 2, distance) * 255).astype("u1"))
    layer.putalpha(ImageChops.multiply(layer.getchannel("A"), opening))
    base.alpha_composite(layer)
    return scaled(base, size, size)


def letters(text: str, font: Path, size: int, margin: int = 16, colour: str = "#FFD166") -> Image.Image:
    """A word as cast and gilded metal. size: pixels of the type."""
    type_ = ImageFont.truetype(str(font), size * TWICE)
    left, top, right, bottom = (int(x) for x in type_.getbbox(text))
    border = margin * TWICE
    mask = Image.new("L", (right - left + 2 * border, bottom - top + 2 * border))
    ImageDraw.Draw(mask).text((border - left, border - top), text, font=type_, fill=255)
    inside = np.asarray(mask) / 255
    around = ndimage.grey_dilation(inside, footprint=np.hypot(*np.mgrid[-7:8, -7:8]) <= 7)
    deep, outer = ndimage.distance_transform_edt(inside > 0.5), ndimage.distance_transform_edt(around > 0.5)
    heights = ndimage.gaussian_filter(np.minimum(deep, 12) * 1.15 + np.minimum(outer, 5) * 1.2, 1.0)
    albedo = flat(inside.shape, colour) * (0.9 + 0.3 * noise(inside.shape, 30, 3))[..., None]
    albedo = mixed(np.broadcast_to(linear("#2A0F06"), albedo.shape), albedo, inside)
    light = shade(heights, albedo, gloss=0.5, rough=0.30, metal=inside * 0.55, shadow=14, key=1.25, fill=0.85)
    return finished(light, around, mask.width // TWICE, mask.height // TWICE)


__all__ = ["Face", "back", "face", "kit", "letters", "lid", "medallion", "placed"]
