"""Tables: the grounds that cards lie on, and the hall, rendered with Blender's Cycles (package bpy).

table.toml lists the pictures: which function of ROOMS builds it, its size in pixels and the samples of a pixel.
A table is seen from straight above; one unit is 100 pixels of a screen 720 high, x runs right, y up, and the table's
top lies at z 0. A ground is larger than any screen and is cut to fit; what has a place of its own on it, such as the
board of Dragon Master, is a picture of its own with a clear ground, so that a table can be laid out for any shape of
screen.

Light: one warm window at the upper left, a cool sky, a little bounce. Seeds and samples are fixed; on one machine the
same inputs give the same pixels. Other processors differ by rounding, which Cycles' noise can raise to a few levels.
"""

from __future__ import annotations

import itertools
import math
import random
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import bpy
from mathutils import Vector
from PIL import Image

from .catalogue import MAKERS, read

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
) -> Any:
    """Wavy growth rings along the plank, fine dark pores, and a tone of its own for each plank."""
    made = Material("wood")
    place = made.place((1, 0.10, 1) if upright else (0.10, 1, 1), own=True)
    wave = made.node("TexWave", wave_type="BANDS", bands_direction="X" if upright else "Y", wave_profile="SAW")
    values = {"Scale": rings, "Distortion": 5.5, "Detail": 2.0, "Detail Scale": 0.7, "Detail Roughness": 0.5}
    for name, value in values.items():
        wave.inputs[name].default_value = value
    made.link(place, wave.inputs["Vector"])
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


def cloth(colour: str, pale: str, threads: float = 120, sheen: float = 0.6) -> Any:
    made = Material("cloth")
    place = made.place()
    weave, worn = made.noise(place, threads, 3, 0.7), made.noise(place, 1.3, 4)
    mixed = made.mix("MIX", made.ramp(weave, (0.35, 0.0), (0.68, 1.0)), colour, pale)
    mixed = made.mix("SOFT_LIGHT", 0.6, mixed, made.ramp(worn, (0.3, 0.3), (0.7, 0.7)))
    made.set(Base_Color=mixed, Roughness=0.95, Sheen_Weight=sheen, Sheen_Roughness=0.5)
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


def jewel(colour: str) -> Any:
    made = Material("jewel")
    made.set(Base_Color=colour, Roughness=0.07, Metallic=0.55, Coat_Weight=1.0, Coat_Roughness=0.03, IOR=1.9)
    made.set(Emission_Color=colour, Emission_Strength=0.05)
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


def upright_sides(stage: Stage, made: Any, rect: Rect, material: Any) -> None:
    """Gives the left and right of a moulding another material, mitred at the corners."""
    made.data.materials.append(material)
    (left, top), width, height = stage.at(rect[0], rect[1]), rect[2] / 100, rect[3] / 100
    for polygon in made.data.polygons:
        across = width / 2 - abs(polygon.center.x - left - width / 2)
        down = height / 2 - abs(polygon.center.y - top + height / 2)
        polygon.material_index = int(across < down)


def slab(
    stage: Stage, rect: Rect, top: float, thick: float, bevel: float, material: Any, radius: float = 0.02
) -> None:
    profile = [(0, top - thick), (0, top - bevel), (bevel * 0.3, top - bevel * 0.3), (bevel, top)]
    moulding(stage, rect, profile, material, radius, material)


def planks(stage: Stage, material: Any, rows: int, gap: float = 1.2, jitter: float = 0.012) -> None:
    """A floor of planks over the whole stage, each row of two."""
    under = Material("under")
    under.set(Base_Color="#140A05")
    width, height = stage.width * 100, stage.height * 100
    slab(stage, (-40, -40, width + 80, height + 80), -0.09, 0.05, 0.01, under.made)
    for row in range(rows):
        cuts = (0.0, stage.random.uniform(0.25, 0.75), 1.0)
        for begin, end in itertools.pairwise(cuts):
            rect = (begin * width - 5, row * height / rows, (end - begin) * width - gap, height / rows - gap)
            slab(stage, rect, stage.random.uniform(-jitter, 0), 0.2, 0.018, material)


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


def fitting(stage: Stage, x: float, y: float, right: int, down: int, size: float, material: Any, z: float) -> None:
    """A brass corner fitting with a stud; right and down, 1 or -1, say which way its arms point."""
    shape = (
        (0, 0), (1, 0), (1.12, 0.12), (1, 0.28), (0.72, 0.26), (0.5, 0.34), (0.34, 0.5), (0.26, 0.72), (0.28, 1),
        (0.12, 1.12), (0, 1),
    )  # fmt: skip
    (left, top), scale, count = stage.at(x, y), size / 100, len(shape)
    points = [(left + right * a * scale, top - down * b * scale, z + 0.03) for a, b in shape]
    points += [(a, b, z - 0.02) for a, b, _ in points]
    lid = range(count) if right * down < 0 else range(count - 1, -1, -1)
    walls = [(i, (i + 1) % count, (i + 1) % count + count, i + count) for i in range(count)]
    made = stage.mesh("fitting", points, [tuple(lid), *walls], material)
    bevel = made.modifiers.new("bevel", "BEVEL")
    bevel.width, bevel.segments, bevel.limit_method = 0.02, 3, "ANGLE"
    stud(stage, x + right * size * 0.2, y + down * size * 0.2, size * 0.085, material, z + 0.03)


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


def from_above(stage: Stage) -> None:
    eye = bpy.data.cameras.new("eye")
    eye.type, eye.ortho_scale = "ORTHO", max(stage.width, stage.height)
    thing = stage.add("eye", eye)
    thing.location = (0, 0, 20)
    stage.scene.camera = thing


# ---- the pictures ----


def walnut_ground() -> Stage:
    """Walnut planks."""
    stage = Stage(12.8, 9.6)
    planks(stage, wood("#4E2E18", "#8A5630", "#A86D3F"), 8)
    daylight(stage)
    from_above(stage)
    return stage


def duel_board() -> Stage:
    """The board of Dragon Master: an oak tray with brass corners around green felt."""
    stage = Stage(5.84, 7.34)
    rect = (12.0, 12.0, 560.0, 710.0)
    x, y, width, height = rect
    dark = wood("#3A1E10", "#62371C", "#7C4A28", rough=0.3, coat=0.5)
    oak, oak_upright = (wood("#8A5A2A", "#C68F4C", "#DDAA68", up, 0.34, 0.4, 3) for up in (False, True))
    brass = metal(BRASS)
    moulding(
        stage,
        (x - 10, y - 10, width + 20, height + 20),
        [(0, -0.1), (0, 0.02), (0.05, 0.05), (0.14, 0.06)],
        dark,
        0.22,
    )
    upright_sides(stage, moulding(stage, rect, rim(0.50, 0.26), oak, 0.2), rect, oak_upright)
    for inset, radius in ((8, 0.1), (37, 0.06)):
        inlay(stage, (x + inset, y + inset, width - 2 * inset, height - 2 * inset), 3, brass, radius, 0.263)
    slab(stage, (x + 44, y + 44, width - 88, height - 88), 0.012, 0.1, 0.004, cloth("#125A48", "#1F7A62"))
    for right, down, a, b in (
        (1, 1, x, y),
        (-1, 1, x + width, y),
        (1, -1, x, y + height),
        (-1, -1, x + width, y + height),
    ):
        fitting(stage, a - 3 * right, b - 3 * down, right, down, 42, brass, 0.265)
    daylight(stage)
    from_above(stage)
    stage.scene.render.film_transparent = True
    return stage


def turned(shape: Profile, count: int) -> tuple[list[Point], list[tuple[int, int, int, int]]]:
    """A body of revolution: points and faces from (radius, height)."""
    angles = [2 * math.pi * i / count for i in range(count)]
    points = [(r * math.cos(a), r * math.sin(a), z) for r, z in shape for a in angles]
    return points, bands(count, len(shape))


def coin_data(material: Any) -> Any:
    shape = (
        (1, -0.06),
        (1, 0.06),
        (0.96, 0.085),
        (0.84, 0.085),
        (0.80, 0.055),
        (0.5, 0.055),
        (0.44, 0.075),
        (0.0, 0.075),
    )
    points, faces = turned(shape, 28)
    data = bpy.data.meshes.new("coin")
    data.from_pydata(points, [], faces)
    data.update()
    data.materials.append(material)
    for polygon in data.polygons:
        polygon.use_smooth = True
    return data


def gem_data(material: Any, sides: int = 8) -> Any:
    """A brilliant: table, crown, girdle, pavilion."""
    points: list[Point] = []
    for radius, z, turn in ((0.55, 0.42, 0.5), (1.0, 0.06, 0), (1.0, -0.06, 0)):
        angles = [2 * math.pi * (i + turn) / sides for i in range(sides)]
        points += [(radius * math.cos(a), radius * math.sin(a), z) for a in angles]
    tip = len(points)
    points.append((0, 0, -0.85))
    faces: list[Sequence[int]] = [tuple(range(sides))]
    for i in range(sides):
        j = (i + 1) % sides
        faces += [
            (i, sides + i, sides + j),
            (i, sides + j, j),
            (sides + i, 2 * sides + i, 2 * sides + j, sides + j),
            (2 * sides + i, tip, 2 * sides + j),
        ]
    data = bpy.data.meshes.new("gem")
    data.from_pydata(points, [], faces)
    data.update()
    data.materials.append(material)
    return data


def heap(x: float, y: float) -> float:
    """The height of the hoard."""
    middle = 1.55 * math.exp(-(((x + 0.2) / 4.6) ** 2) - ((y - 1.2) / 2.6) ** 2)
    sides = 0.55 * math.exp(-(((x - 5.2) / 1.8) ** 2) - (y / 1.8) ** 2) + 0.6 * math.exp(
        -(((x + 5.6) / 1.7) ** 2) - (y / 1.8) ** 2
    )
    return middle + sides + 0.10 * math.sin(1.7 * x + 0.5) * math.cos(1.3 * y)


def slope(x: float, y: float) -> Any:
    e = 0.05
    return Vector((heap(x - e, y) - heap(x + e, y), heap(x, y - e) - heap(x, y + e), 2 * e)).normalized()


def coins(stage: Stage, rng: random.Random) -> None:
    gold, darker = metal("#FFC24A", 0.22), metal("#F2A838", 0.3)
    side = 70
    points = [
        (x := -8 + 16 * i / side, y := -3 + 8 * j / side, heap(x, y) - 0.10)
        for j in range(side + 1)
        for i in range(side + 1)
    ]
    faces = [
        (j * (side + 1) + i, j * (side + 1) + i + 1, (j + 1) * (side + 1) + i + 1, (j + 1) * (side + 1) + i)
        for j in range(side)
        for i in range(side)
    ]
    stage.mesh("bed", points, faces, darker, smooth=True)
    kinds = (coin_data(gold), coin_data(darker))
    for number in range(3400):
        x, y = rng.uniform(-7.6, 7.6), rng.uniform(-2.6, 3.6)
        coin = stage.add("coin", kinds[number % 2])
        up = (slope(x, y) + Vector((rng.gauss(0, 0.35), rng.gauss(0, 0.35), 0))).normalized()
        coin.location = (x, y, heap(x, y) + rng.uniform(-0.05, 0.06))
        coin.scale = (rng.uniform(0.13, 0.17),) * 3
        coin.rotation_euler = up.to_track_quat("Z", "Y").to_euler()
    gems = [gem_data(jewel(colour)) for colour in ("#E0203A", "#1E63E0", "#12A860", "#DDF2FF", "#8E3FE0")]
    for number in range(95):
        x, y = rng.uniform(-6.8, 6.8), rng.uniform(-2.2, 2.4)
        gem = stage.add("gem", gems[number % len(gems)])
        size = rng.choice((0.12, 0.16, 0.2, 0.27))
        gem.location, gem.scale = (x, y, heap(x, y) + size * 0.45), (size,) * 3
        gem.rotation_euler = (rng.uniform(-0.7, 0.7), rng.uniform(-0.7, 0.7), rng.uniform(0, 6))


def block(stage: Stage, corners: Sequence[Point], material: Any, bevel: float) -> None:
    """A stone with eight corners: four in front, then the four behind them."""
    faces = [(0, 1, 2, 3), (7, 6, 5, 4), (0, 4, 5, 1), (1, 5, 6, 2), (2, 6, 7, 3), (3, 7, 4, 0)]
    made = stage.mesh("block", corners, faces, material)
    rounded = made.modifiers.new("bevel", "BEVEL")
    rounded.width, rounded.segments = bevel, 3


def vault(stage: Stage, rng: random.Random) -> None:
    """A wall of dressed stone with one great arch in it, dark beyond."""
    wall = stone("#4A3426", "#7A5638", "#A57A4E", 0.8)
    radius, foot = 5.6, 0.9

    def course(left: float, right: float, low: float, y: float = 6.0) -> None:
        front = [(left, y, low), (right, y, low), (right, y, low + 0.91), (left, y, low + 0.91)]
        block(stage, [*front, *((x, y + 0.5, z) for x, y, z in front)], wall, 0.05)

    for row in range(11):
        x, low = -13 - rng.uniform(0, 1.4), -0.6 + 0.95 * row
        while x < 13:
            end = x + rng.uniform(1.3, 2.3)
            half = math.sqrt(max(0, radius**2 - max(0, low - foot + 0.5) ** 2)) + 0.55
            if end < -half or x > half:
                course(x, end - 0.04, low, 6.0 + rng.uniform(-0.04, 0.06))
            elif x < -half:
                course(x, -half, low)
            elif end > half:
                course(half, end - 0.04, low)
            x = end
    stones = 30
    for number in range(stones):
        begin, end = math.pi * number / stones, math.pi * (number + 0.95) / stones
        ring = ((radius, begin), (radius, end), (radius + 0.95, end), (radius + 0.95, begin))
        corners = [(r * math.cos(a), y, foot + r * math.sin(a)) for y in (5.55, 6.6) for r, a in ring]
        block(stage, corners, wall, 0.07)
    bpy.ops.mesh.primitive_plane_add(size=1, location=(0, 9.5, 4))
    beyond = bpy.context.object
    beyond.scale, beyond.rotation_euler = (30, 16, 1), (math.pi / 2, 0, 0)
    beyond.data.materials.append(cloth("#3A1A2E", "#5E2A3C", 3, 0.1))


def hall() -> Stage:
    """The hoard: a heap of coins and jewels under a vault of warm stone."""
    stage, rng = Stage(12.8, 9.6), random.Random(21)
    coins(stage, rng)
    vault(stage, rng)
    eye = bpy.data.cameras.new("eye")
    eye.lens, eye.dof.use_dof, eye.dof.focus_distance, eye.dof.aperture_fstop = 40, True, 9.4, 0.9
    thing = stage.add("eye", eye)
    thing.location, thing.rotation_euler = (0, -9.6, 3.35), (math.radians(86.5), 0, 0)
    stage.scene.camera = thing
    lamp(stage, "AREA", 3300, "#FFDDA4", (-7.5, -3.5, 9.5), 2.6, (0, 1.5, 0.6))
    sky(stage, "#5C6C98", 0.45)
    lamp(stage, "POINT", 620, "#FFB060", (0, 7.6, 3.6), 0.8)
    for at in ((-3.5, -5, 4.5), (2.5, -6, 5.5), (5.5, -3, 4.2)):
        lamp(stage, "AREA", 70, "#FFF0D0", at, 0.35, (0, 1.5, 0.8))
    for x in (-7.2, 7.2):
        lamp(stage, "POINT", 190, "#FF9440", (x, 4.4, 4.2), 0.5)
    return stage


ROOMS: Mapping[str, Callable[[], Stage]] = {"walnut": walnut_ground, "duel-board": duel_board, "hall": hall}


def render(name: str) -> Image.Image:
    """The picture of that name in table.toml."""
    row = read(MAKERS / "table.toml")[name]
    stage = ROOMS[name]()
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
    return found if scene.render.film_transparent else found.convert("RGB")
