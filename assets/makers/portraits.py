"""The faces of those who play, as SVG, put together from the parts of assets/portraits.toml."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from .catalogue import ASSETS, read

BOX = 512  # parts are drawn on a square of this side
EDGE = 22  # of the ground around it
INK = "#2A2118"
FIXED = {"white": "#FFFFFF", "bone": "#F4EBD6", "dust": "#DCCBA4", "ink": INK, "rust": INK, "": "none"}
MIRRORED = f'<g transform="translate({BOX} 0) scale(-1 1)">'


@cache
def drawings() -> dict[str, Any]:
    """The parts and the dragons, read when a face is first drawn."""
    return read(ASSETS / "portraits.toml")


def face_and_ground(name: str, mood: str = "calm") -> tuple[str, str]:
    """The face of a dragon, or of a person such as "human", as SVG, and the colour of the ground behind it."""
    table = drawings()
    look = table["person"] | table["guise"][name] if name in table["guise"] else table["dragon"][name]
    colours = FIXED | look["colours"]
    parts = [table["part"][part] for part in look["parts"]]
    face = "".join(_part(part.get(mood, part), colours) for part in parts)
    side = BOX + 2 * EDGE
    size = f'viewBox="{-EDGE} {-EDGE} {side} {side}" width="{side}" height="{side}"'
    shapes = f'<defs>{look.get("defs", "")}</defs><g transform="{look.get("place", "")}">{face}</g>'
    tints = look.get("tints", {})
    shapes = re.sub(r"#[0-9A-F]{6}|url\(#\w+\)", lambda found: tints.get(found[0], found[0]), shapes)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{shapes}</svg>', look["ground"]


def _part(part: dict[str, Any], colours: dict[str, str]) -> str:
    """A part: what is mirrored, then what is not."""
    half = "".join(_shape(colours, *shape) for shape in part.get("both", ()))
    whole = "".join(_shape(colours, *shape) for shape in part.get("one", ()))
    return (f"{half}{MIRRORED}{half}</g>" if half else "") + whole


def _shape(colours: dict[str, str], fill: str, width: int, path: str, line: str = "ink") -> str:
    """A shape of a part."""
    drawn = f'<path d="{path}" fill="{colours[fill]}"'
    if width:
        drawn += f' stroke="{colours[line]}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"'
    return f"{drawn}/>"
