"""Draws the program's icon from an SVG: python3 native/icon.py PICTURE FOLDER.

Writes hoard.png, and the same PNG wrapped for Windows (hoard.ico) and macOS (hoard.icns).
"""

from __future__ import annotations

import io
import struct
import sys
from pathlib import Path

SIZE = 256
ICNS_256 = b"ic08"  # macOS' type code for a PNG of that size


def png(picture: Path, size: int = SIZE) -> bytes:
    import pygame

    drawn = pygame.image.load_sized_svg(picture, (size, size))
    out = io.BytesIO()
    pygame.image.save(drawn, out, "icon.png")
    return out.getvalue()


def ico(data: bytes) -> bytes:
    """A Windows icon with one PNG. A side of 256 is written as 0."""
    head = struct.pack("<HHH", 0, 1, 1)
    entry = struct.pack("<BBBBHHII", 0, 0, 0, 0, 1, 32, len(data), 6 + 16)
    return head + entry + data


def icns(data: bytes) -> bytes:
    """A macOS icon with one PNG."""
    return b"icns" + struct.pack(">I", 16 + len(data)) + ICNS_256 + struct.pack(">I", 8 + len(data)) + data


def main(picture: Path, folder: Path) -> None:
    data = png(picture)
    for name, content in {"hoard.png": data, "hoard.ico": ico(data), "hoard.icns": icns(data)}.items():
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
