"""The hall: a heap of coins and jewels under a vault of warm stone."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

import bpy
from mathutils import Vector

from ..table import Material, Point, Stage, cloth, lamp, metal, sky, stone, turned


def jewel(colour: str) -> Any:
    made = Material("jewel")
    made.set(Base_Color=colour, Roughness=0.07, Metallic=0.55, Coat_Weight=1.0, Coat_Roughness=0.03, IOR=1.9)
    made.set(Emission_Color=colour, Emission_Strength=0.05)
    return made.made


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


def room() -> Stage:
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
