"""Draws the program's icon from its picture: python3 native/icon.py PICTURE FOLDER.

hoard.png, and the same picture in the wrappers that Windows (hoard.ico) and macOS (hoard.icns) ask for; both hold a
PNG as it is.
"""

from __future__ import annotations

import io
import struct
import sys
from pathlib import Path

SIZE = 256
ICNS_256 = b"ic08"  # macOS' name of a PNG of that size


def png(picture: Path) -> bytes:
    """An SVG of 512 points as PNG."""
    import pygame

    drawn = pygame.image.load_sized_svg(picture, (SIZE, SIZE))
    out = io.BytesIO()
    pygame.image.save(drawn, out, "icon.png")
    return out.getvalue()


def ico(data: bytes) -> bytes:
    """A Windows icon of one PNG; sides of 256 are written as 0."""
    head = struct.pack("<HHH", 0, 1, 1)
    entry = struct.pack("<BBBBHHII", 0, 0, 0, 0, 1, 32, len(data), 6 + 16)
    return head + entry + data


def icns(data: bytes) -> bytes:
    """A macOS icon of one PNG."""
    return b"icns" + struct.pack(">I", 16 + len(data)) + ICNS_256 + struct.pack(">I", 8 + len(data)) + data


def main(picture: Path, folder: Path) -> None:
    """Writes the three."""
    data = png(picture)
    for name, content in {"hoard.png": data, "hoard.ico": ico(data), "hoard.icns": icns(data)}.items():
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
