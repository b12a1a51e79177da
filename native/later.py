"""What a one-file program keeps packed until its first picture stands.

Such a program is unpacked at each start, which takes longer than all the rest of it. So what the
first picture needs is unpacked before, the most of the others when it is there, and what makes
sounds when the title stands. Each lot lies in one file that begins with a line of JSON, the names
of what is in it and their sizes; then they follow, one after another, compressed as a whole.
build.py writes it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import IO, Protocol
from zlib import compressobj, decompressobj

from .streams import InputError

PROGRAM, SOUND = "hoard.later", "hoard.sound"  # the two lots
CHUNK = 1 << 16
ELSEWHERE = "let TMPDIR name another folder, or take the folder version, which unpacks nothing"


class Inflating(Protocol):
    """A stream that is being read."""

    @property
    def unconsumed_tail(self) -> bytes:
        """What was given to it and not read yet."""

    def decompress(self, data: bytes, most: int, /) -> bytes:
        """The next bytes, at most so many."""


def pack(folder: Path, names: list[str], target: Path) -> None:
    """Packs files of a folder; the same bytes wherever and whenever it is done."""
    deflating = compressobj(9)
    with open(target, "wb") as file:
        sizes = [(name, (folder / name).stat().st_size) for name in names]
        file.write(json.dumps(sizes).encode() + b"\n")
        for name in names:
            file.write(deflating.compress((folder / name).read_bytes()))
        file.write(deflating.flush())


def unpack(packed: Path, folder: Path) -> None:
    """Unpacks into a folder."""
    made: set[Path] = set()
    with open(packed, "rb") as file:
        inflating = decompressobj()
        for name, size in json.loads(file.readline()):
            path = folder / name
            if path.parent not in made:
                path.parent.mkdir(parents=True, exist_ok=True)
                made.add(path.parent)
            with open(path, "wb", buffering=0) as one:
                pour(inflating, file, size, one)


def pour(inflating: Inflating, file: IO[bytes], size: int, target: IO[bytes]) -> None:
    """Writes the next bytes of a stream, so many."""
    while size:
        data = inflating.decompress(inflating.unconsumed_tail or file.read(CHUNK), min(size, CHUNK))
        target.write(data)
        size -= len(data)


def unpack_lot(name: str) -> None:
    """Unpacks what a one-file program has still packed; InputError where there is no room."""
    folder = Path(getattr(sys, "_MEIPASS", ""))
    if not getattr(sys, "_MEIPASS", "") or not (folder / name).exists():
        return
    try:
        unpack(folder / name, folder)
    except OSError as error:
        why = f"{folder} has no room to unpack the program ({error.strerror})"
        raise InputError(f"{why}; {ELSEWHERE}") from None
