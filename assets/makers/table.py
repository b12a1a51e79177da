"""What tables are made of: a stage, materials, shapes, light and the picture, with Blender's Cycles (package bpy).

Each picture has a module in rooms/, whose room() builds it, and a row in table.toml. A table is seen from straight
above; one unit is 100 pixels of a screen 720 high, x runs right, y up, and the table's top lies at z 0. A ground is
larger than any screen and is cut to fit; what has a place of its own on it, such as the board of Dragon Master, is a
picture of its own with a clear ground, so that a table can be laid out for any shape of screen.

Light: one warm window at the upper left, a cool sky, a little bounce. Seeds and samples are fixed; on one machine the
same inputs give the same pixels. Other processors differ by rounding, which Cycles' noise can raise to a few levels.
"""

from __future__ import annotations

import importlib
import itertools
import math
import random
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Vector
from numpy.typing import NDArray
from PIL import Image

Point = tuple[float, float, float]
Profile = Sequence[tuple[float, float]]  # inset from the edge, height
Rect = tuple[float, float, float, float]  # left, top, width, height in pixels of a screen 720 high

BRASS = "#EBC067"
SAMPLE_SEED = 3


def linear(code: str) -> tuple[float, float, float, float]:
    channels = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return red, green, blue, 1.0


class Stage:
    """An empty scene, its size in units, and its random numbers."""

    def __init__(self, width: float, height: float) -> None:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.scene = bpy.context.scene
        self.width, self.height = width, height
        self.random = random.Random(11)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Pixels from the upper left as units of the table."""
        return x / 100 - self.width / 2, self.height / 2 - y / 100

    def add(self, name: str, data: Any) -> Any:
        thing = bpy.data.objects.new(name, data)
        self.scene.collection.objects.link(thing)
        return thing

    def mesh(
        self, name: str, points: Sequence[Point], faces: Sequence[Sequence[int]], material: Any, smooth: bool = False
    ) -> Any:
        data = bpy.data.meshes.new(name)
        data.from_pydata(points, [], faces)
        data.update()
        data.materials.append(material)
        for polygon in data.polygons:
            polygon.use_smooth = smooth
        return self.add(name, data)


# ---- materials ----


class Material:
    """A node tree that ends in one principled shader."""

    def __init__(self, name: str) -> None:
        self.made = bpy.data.materials.new(name)
        self.made.use_nodes = True
        self.tree = self.made.node_tree
        self.shader = self.tree.nodes["Principled BSDF"]

    def node(self, kind: str, **settings: Any) -> Any:
        node = self.tree.nodes.new("ShaderNode" + kind)
        for name, value in settings.items():
            setattr(node, name, value)
        return node

    def link(self, output: Any, socket: Any) -> None:
        self.tree.links.new(output, socket)

    def place(self, scale: Point = (1, 1, 1), own: bool = False) -> Any:
        """Coordinates on the object, scaled; own: shifted for each object, so that no two planks are alike."""
        mapping = self.node("Mapping")
        mapping.inputs["Scale"].default_value = scale
        self.link(self.node("TexCoord").outputs["Object"], mapping.inputs["Vector"])
        if own:
            shift, times = self.node("CombineXYZ"), self.node("Math", operation="MULTIPLY")
            times.inputs[1].default_value = 37
            self.link(self.node("ObjectInfo").outputs["Random"], times.inputs[0])
            for axis in range(3):
                self.link(times.outputs[0], shift.inputs[axis])
            self.link(shift.outputs[0], mapping.inputs["Location"])
        return mapping.outputs[0]

    def noise(self, place: Any, scale: float, detail: float = 6, rough: float = 0.55, distortion: float = 0.0) -> Any:
        node = self.node("TexNoise")
        values = {"Scale": scale, "Detail": detail, "Roughness": rough, "Distortion": distortion}
        for name, value in values.items():
            node.inputs[name].default_value = value
        self.link(place, node.inputs["Vector"])
        return node.outputs[0]

    def pattern(self, grey: NDArray[Any], width: float, height: float) -> Any:
        """A grey picture laid flat around the middle of the stage, so many units large, and repeated beyond."""
        rows, columns = grey.shape
        held = bpy.data.images.new("pattern", columns, rows, float_buffer=True, is_data=True)
        pixels = np.ones((rows, columns, 4), np.float32)
        pixels[..., :3] = grey[::-1, :, None]
        held.pixels.foreach_set(pixels.ravel())
        held.update()
        node, mapping = self.node("TexImage", interpolation="Cubic"), self.node("Mapping")
        node.image = held
        mapping.inputs["Scale"].default_value = (1 / width, 1 / height, 1)
        mapping.inputs["Location"].default_value = (0.5, 0.5, 0)
        self.link(self.node("TexCoord").outputs["Object"], mapping.inputs["Vector"])
        self.link(mapping.outputs[0], node.inputs["Vector"])
        return node.outputs[0]

    def ramp(self, value: Any, *stops: tuple[float, str | float]) -> Any:
        """A colour, or a shade of grey, by a value."""
        node = self.node("ValToRGB")
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (position, colour) in zip(elements, stops, strict=True):
            element.position = position
            element.color = linear(colour) if isinstance(colour, str) else (colour, colour, colour, 1)
        self.link(value, node.inputs[0])
        return node.outputs[0]

    def mix(self, kind: str, share: Any, one: Any, other: Any) -> Any:
        node = self.node("MixRGB", blend_type=kind)
        for socket, value in zip(node.inputs, (share, one, other), strict=False):
            if isinstance(value, str):
                socket.default_value = linear(value)
            elif isinstance(value, int | float):
                socket.default_value = value if socket == node.inputs[0] else (value, value, value, 1)
            else:
                self.link(value, socket)
        return node.outputs[0]

    def bump(self, heights: Any, strength: float, distance: float) -> None:
        """Roughens the surface, on top of what roughens it already."""
        node, socket = self.node("Bump"), self.shader.inputs["Normal"]
        node.inputs["Strength"].default_value, node.inputs["Distance"].default_value = strength, distance
        self.link(heights, node.inputs["Height"])
        if socket.links:
            self.link(socket.links[0].from_socket, node.inputs["Normal"])
        self.link(node.outputs[0], socket)

    def set(self, **values: Any) -> None:
        for name, value in values.items():
            socket = self.shader.inputs[name.replace("_", " ")]
            if isinstance(value, str):
                socket.default_value = linear(value)
            elif isinstance(value, int | float):
                socket.default_value = value
            else:
                self.link(value, socket)


def wood(
    dark: str,
    middle: str,
    pale: str,
    upright: bool = False,
    rough: float = 0.38,
    coat: float = 0.25,
    rings: float = 2.2,
    figure: float = 0.0,
) -> Any:
    """Wavy growth rings along the plank, fine dark pores, and a tone of its own for each plank; figure bends the
    rings into long flames."""
    made = Material("wood")
    place = made.place((1, 0.10, 1) if upright else (0.10, 1, 1), own=True)
    wave = made.node("TexWave", wave_type="BANDS", bands_direction="X" if upright else "Y", wave_profile="SAW")
    values = {"Scale": rings, "Distortion": 5.5, "Detail": 2.0, "Detail Scale": 0.7, "Detail Roughness": 0.5}
    for name, value in values.items():
        wave.inputs[name].default_value = value
    along = (0.6, 0.16, 1) if upright else (0.16, 0.6, 1)
    bent = made.mix("ADD", figure, place, made.noise(made.place(along, own=True), 1.4, 2, 0.4)) if figure else place
    made.link(bent, wave.inputs["Vector"])
    pores = made.noise(made.place((85, 3.0, 20) if upright else (3.0, 85, 20), own=True), 1.0, 3, 0.6)
    colour = made.ramp(wave.outputs["Fac"], (0, middle), (0.62, pale), (1, dark))
    colour = made.mix("MIX", 0.45, colour, middle)
    colour = made.mix("MULTIPLY", 0.5, colour, made.ramp(pores, (0.30, 0.45), (0.52, 1.0)))
    colour = made.mix("SOFT_LIGHT", 0.5, colour, made.ramp(made.noise(place, 0.9, 3), (0.3, 0.28), (0.7, 0.75)))
    plank = made.node("ObjectInfo").outputs["Random"]
    colour = made.mix("MULTIPLY", 0.5, colour, made.ramp(plank, (0, 0.62), (1, 1.0)))
    made.set(
        Base_Color=colour,
        Roughness=made.ramp(pores, (0.3, rough + 0.2), (0.6, rough)),
        Coat_Weight=coat,
        Coat_Roughness=0.22,
    )
    made.bump(pores, 0.18, 0.010)
    return made.made


@dataclass(frozen=True)
class Weave:
    """A pattern in a cloth, width x height units large: where the grey picture is bright there is thread of that
    colour (share: how much of it), so much raised; gleam makes it metal."""

    grey: NDArray[Any]
    width: float
    height: float
    colour: str
    share: float = 1.0
    raised: float = 0.03
    gleam: float = 0.0


def cloth(colour: str, pale: str, threads: float = 120, sheen: float = 0.6, weaves: Sequence[Weave] = ()) -> Any:
    made = Material("cloth")
    place = made.place()
    weave, worn = made.noise(place, threads, 3, 0.7), made.noise(place, 1.3, 4)
    mixed = made.mix("MIX", made.ramp(weave, (0.35, 0.0), (0.68, 1.0)), colour, pale)
    mixed = made.mix("SOFT_LIGHT", 0.6, mixed, made.ramp(worn, (0.3, 0.3), (0.7, 0.7)))
    made.set(Roughness=0.95, Sheen_Weight=sheen, Sheen_Roughness=0.5)
    for extra in weaves:
        seen = made.pattern(extra.grey, extra.width, extra.height)
        mixed = made.mix("MIX", made.ramp(seen, (0, 0.0), (1, extra.share)), mixed, extra.colour)
        made.bump(seen, 0.6, extra.raised)
        if extra.gleam:
            shine, smooth = (made.ramp(seen, (0, a), (1, b)) for a, b in ((0.0, extra.gleam), (0.95, 0.45)))
            made.set(Metallic=shine, Roughness=smooth)
    made.set(Base_Color=mixed)
    made.bump(weave, 0.5, 0.02)
    return made.made


def stone(dark: str, middle: str, pale: str, scale: float = 1.0) -> Any:
    made = Material("stone")
    place = made.place(own=True)
    clouds, pits = made.noise(place, 1.6 * scale, 10, 0.65, 0.4), made.noise(place, 22 * scale, 6, 0.7)
    colour = made.ramp(clouds, (0.28, dark), (0.5, middle), (0.72, pale))
    colour = made.mix("SOFT_LIGHT", 0.5, colour, made.ramp(pits, (0.35, 0.2), (0.65, 0.8)))
    block = made.node("ObjectInfo").outputs["Random"]
    colour = made.mix("MULTIPLY", 0.6, colour, made.ramp(block, (0, 0.72), (1, 1.0)))
    made.set(Base_Color=colour, Roughness=0.82)
    made.bump(clouds, 0.55, 0.06)
    made.bump(pits, 0.5, 0.015)
    return made.made


def metal(colour: str, rough: float = 0.28) -> Any:
    made = Material("metal")
    tarnish = made.noise(made.place(), 6, 6, 0.6)
    brushed = made.noise(made.place((3, 90, 3)), 2, 3)
    toned = made.mix("MULTIPLY", 0.45, colour, made.ramp(tarnish, (0.35, 0.35), (0.6, 1.0)))
    made.set(Base_Color=toned, Metallic=1.0, Roughness=made.ramp(tarnish, (0.3, rough + 0.2), (0.65, rough - 0.06)))
    made.bump(brushed, 0.06, 0.01)
    return made.made


# ---- shapes ----


def outline(
    left: float, top: float, width: float, height: float, radius: float, steps: int = 8
) -> Iterator[tuple[float, float]]:
    """The corners of a rounded rectangle, in units."""
    right, bottom = left + width - radius, top - height + radius
    centres = ((right, top - radius), (left + radius, top - radius), (left + radius, bottom), (right, bottom))
    for quarter, (x, y) in enumerate(centres):
        for step in range(steps + 1):
            angle = math.radians(90 * (quarter + step / steps))
            yield x + radius * math.cos(angle), y + radius * math.sin(angle)


def bands(count: int, rings: int) -> list[tuple[int, int, int, int]]:
    """The faces between rings of that many points each."""
    sides = [(i, (i + 1) % count) for i in range(count)]
    return [
        (j * count + a, j * count + b, (j + 1) * count + b, (j + 1) * count + a)
        for j in range(rings - 1)
        for a, b in sides
    ]


def moulding(
    stage: Stage, rect: Rect, profile: Profile, material: Any, radius: float = 0.18, fill: Any = None
) -> Any:
    """A mitred frame with rounded corners; fill closes its middle with another material."""
    (left, top), width, height = stage.at(rect[0], rect[1]), rect[2] / 100, rect[3] / 100
    points: list[Point] = []
    for inset, z in profile:
        ring = outline(left + inset, top - inset, width - 2 * inset, height - 2 * inset, max(radius - inset, 0.012))
        points += [(x, y, z) for x, y in ring]
    count = len(points) // len(profile)
    made = stage.mesh("moulding", points, bands(count, len(profile)), material, smooth=True)
    split = made.modifiers.new("edges", "EDGE_SPLIT")
    split.split_angle = math.radians(38)
    if fill:
        stage.mesh("fill", points[-count:], [tuple(range(count))], fill)
    return made


def turned(shape: Profile, count: int) -> tuple[list[Point], list[tuple[int, int, int, int]]]:
    """A body of revolution: points and faces from (radius, height)."""
    angles = [2 * math.pi * i / count for i in range(count)]
    points = [(r * math.cos(a), r * math.sin(a), z) for r, z in shape for a in angles]
    return points, bands(count, len(shape))


def sheet(
    stage: Stage, rect: Rect, steps: tuple[int, int], height: Callable[[float, float], float], material: Any
) -> Any:
    """A surface whose height depends on the share of the way across and down."""
    across, down = steps
    points = [
        (*stage.at(rect[0] + rect[2] * i / across, rect[1] + rect[3] * j / down), height(i / across, j / down))
        for j in range(down + 1)
        for i in range(across + 1)
    ]
    corners = [j * (across + 1) + i for j in range(down) for i in range(across)]
    faces = [(k, k + across + 1, k + across + 2, k + 1) for k in corners]
    return stage.mesh("sheet", points, faces, material, smooth=True)


def slab(
    stage: Stage, rect: Rect, top: float, thick: float, bevel: float, material: Any, radius: float = 0.02
) -> None:
    profile = [(0, top - thick), (0, top - bevel), (bevel * 0.3, top - bevel * 0.3), (bevel, top)]
    moulding(stage, rect, profile, material, radius, material)


def planks(stage: Stage, material: Any, rows: int, gap: float = 1.2, jitter: float = 0.012) -> list[Rect]:
    """A floor of planks over the whole stage, each row of two."""
    under = Material("under")
    under.set(Base_Color="#140A05")
    width, height = stage.width * 100, stage.height * 100
    slab(stage, (-40, -40, width + 80, height + 80), -0.09, 0.05, 0.01, under.made)
    laid = []
    for row in range(rows):
        cuts = (-20.0, stage.random.uniform(0.25, 0.75) * width, width + 20)
        for begin, end in itertools.pairwise(cuts):
            laid.append((begin, row * height / rows, end - begin - gap, height / rows - gap))
            slab(stage, laid[-1], stage.random.uniform(-jitter, 0), 0.2, 0.018, material)
    return laid


def rim(width: float, height: float) -> Profile:
    """A carved rim: an ogee outside, a flat top, a cove inside."""
    shape = (
        (0, -0.1), (0, 0.35), (0.05, 0.55), (0.12, 0.62), (0.14, 0.8), (0.2, 0.97), (0.26, 1), (0.74, 1), (0.8, 0.97),
        (0.86, 0.75), (0.88, 0.5), (0.95, 0.28), (1, 0.05),
    )  # fmt: skip
    return [(x * width, z * height) for x, z in shape] + [(width, -0.05)]


def inlay(stage: Stage, rect: Rect, width: float, material: Any, radius: float, z: float) -> None:
    """A line of metal let into a surface at height z; width in pixels."""
    wide = width / 100
    profile = [(0, z - 0.01), (0, z), (wide * 0.3, z + 0.008), (wide * 0.7, z + 0.008), (wide, z), (wide, z - 0.01)]
    moulding(stage, rect, profile, material, radius)


def stud(stage: Stage, x: float, y: float, radius: float, material: Any, z: float) -> None:
    bpy.ops.mesh.primitive_uv_sphere_add(
        radius=radius / 100, location=(*stage.at(x, y), z), segments=24, ring_count=12
    )
    made = bpy.context.object
    made.scale.z = 0.55
    made.data.materials.append(material)
    for polygon in made.data.polygons:
        polygon.use_smooth = True


# ---- light and eye ----


def lamp(
    stage: Stage, kind: str, energy: float, colour: str, at: Point, size: float, towards: Point | None = None
) -> None:
    light = bpy.data.lights.new("light", kind)
    light.energy, light.color = energy, linear(colour)[:3]
    if kind == "AREA":
        light.size = size
    else:
        light.shadow_soft_size = size
    thing = stage.add("light", light)
    thing.location = at
    if towards is not None:
        thing.rotation_euler = (Vector(towards) - Vector(at)).to_track_quat("-Z", "Y").to_euler()


def sky(stage: Stage, colour: str, strength: float) -> None:
    world = bpy.data.worlds.new("sky")
    stage.scene.world = world
    world.use_nodes = True
    inputs = world.node_tree.nodes["Background"].inputs
    inputs[0].default_value, inputs[1].default_value = linear(colour), strength


def daylight(stage: Stage) -> None:
    """The light of all tables: a window at the upper left, a cool sky, a warm room."""
    lamp(stage, "AREA", 7600, "#FFDDAA", (-12.0, 10.4, 12.0), 5.0, (0, 0, 0))
    sky(stage, "#A8B4CC", 0.62)
    lamp(stage, "POINT", 180, "#FFC98A", (0, 0.3, 6), 1.5)


def window(stage: Stage) -> None:
    """The light of a ground: that of all tables from farther away, and a soft pool of sun in the middle."""
    lamp(stage, "AREA", 22000, "#FFDDAA", (-24.0, 20.8, 24.0), 10.0, (0, 0, 0))
    lamp(stage, "SPOT", 5200, "#FFE3B0", (-9.0, 8.0, 11.0), 1.2, (-0.7, 0.5, 0))
    sun = stage.scene.objects[-1].data
    sun.spot_size, sun.spot_blend = math.radians(44), 1.0
    sky(stage, "#A8B4CC", 0.62)


def from_above(stage: Stage, clear: bool = False) -> None:
    eye = bpy.data.cameras.new("eye")
    eye.type, eye.ortho_scale = "ORTHO", max(stage.width, stage.height)
    thing = stage.add("eye", eye)
    thing.location = (0, 0, 20)
    stage.scene.camera = thing
    stage.scene.render.film_transparent = clear


def darker_edges(picture: Image.Image, share: float) -> Image.Image:
    """A vignette: the corners lose that share of their light."""
    pixels = np.asarray(picture.convert("RGB")).astype(float)
    height, width = pixels.shape[:2]
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    far = np.clip((np.hypot(x, y) / math.sqrt(2) - 0.3) / 0.7, 0, 1)
    kept = 1 - share * far * far * (3 - 2 * far)
    return Image.fromarray((pixels * kept[..., None] + 0.5).astype(np.uint8))


def render(name: str, row: Mapping[str, Any]) -> Image.Image:
    """The picture that rooms/NAME.py builds, as a row of table.toml asks for it."""
    stage: Stage = importlib.import_module(f".rooms.{name}", __package__).room()
    scene, cycles = stage.scene, stage.scene.cycles
    scene.render.engine = "CYCLES"
    cycles.device, cycles.samples, cycles.seed, cycles.use_denoising = "CPU", row["samples"], SAMPLE_SEED, True
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 5, 3, 3
    cycles.use_adaptive_sampling, cycles.adaptive_threshold = True, 0.06
    scene.render.resolution_x, scene.render.resolution_y = row["width"], row["height"]
    scene.view_settings.view_transform = "Standard"
    scene.view_settings.exposure = row.get("exposure", 0.0)
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGBA"
    with tempfile.TemporaryDirectory() as folder:
        scene.render.filepath = str(Path(folder, "picture.png"))
        bpy.ops.render.render(write_still=True)
        found = Image.open(scene.render.filepath).convert("RGBA")
    return found if scene.render.film_transparent else darker_edges(found, row.get("vignette", 0.0))
