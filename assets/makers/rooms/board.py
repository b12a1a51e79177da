"""The board of Dragon Master: an oak tray with brass corners around green felt."""

from __future__ import annotations

from typing import Any

from ..table import BRASS, Rect, Stage, cloth, daylight, from_above, inlay, metal, moulding, rim, slab, stud, wood


def upright_sides(stage: Stage, made: Any, rect: Rect, material: Any) -> None:
    """Gives the left and right of a moulding another material, mitred at the corners."""
    made.data.materials.append(material)
    (left, top), width, height = stage.at(rect[0], rect[1]), rect[2] / 100, rect[3] / 100
    for polygon in made.data.polygons:
        across = width / 2 - abs(polygon.center.x - left - width / 2)
        down = height / 2 - abs(polygon.center.y - top + height / 2)
        polygon.material_index = int(across < down)


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


def room() -> Stage:
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
    from_above(stage, clear=True)
    return stage
