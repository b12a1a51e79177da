"""Deferred unpacking of a one-file program.

Such a program is unpacked at each start, which takes longer than the rest of the start. So only what
the splash screen needs is unpacked first; most of the rest follows behind the splash screen, and the
sound libraries once the title is shown. Each batch is one file: a line of JSON with the names and
sizes of its files, then their contents, compressed together. build.py writes the batches.
"""

from __future__ import annotations

import json
import sys
import zlib
from pathlib import Path
from typing import IO

from .streams import InputError

PROGRAM, SOUND = "hoard.later", "hoard.sound"  # the two batches
CHUNK = 1 << 16
ELSEWHERE = "let TMPDIR name another folder, or take the folder version, which unpacks nothing"


def pack(folder: Path, names: list[str], target: Path) -> None:
    """Packs files of a folder; the same files give the same bytes."""
    deflating = zlib.compressobj(9)
    with open(target, "wb") as file:
        sizes = [(name, (folder / name).stat().st_size) for name in names]
        file.write(json.dumps(sizes).encode() + b"\n")
        for name in names:
            file.write(deflating.compress((folder / name).read_bytes()))
        file.write(deflating.flush())


def unpack(packed: Path, folder: Path) -> None:
    """Unpacks a batch into a folder."""
    made: set[Path] = set()
    with open(packed, "rb") as file:
        inflating = zlib.decompressobj()
        for name, size in json.loads(file.readline()):
            path = folder / name
            if path.parent not in made:
                path.parent.mkdir(parents=True, exist_ok=True)
                made.add(path.parent)
            with open(path, "wb", buffering=0) as one:
                pour(inflating, file, size, one)


def pour(inflating: zlib._Decompress, file: IO[bytes], size: int, target: IO[bytes]) -> None:
    """Writes the next `size` bytes of a stream to a file."""
    while size:
        data = inflating.decompress(inflating.unconsumed_tail or file.read(CHUNK), min(size, CHUNK))
        target.write(data)
        size -= len(data)


def unpack_batch(name: str) -> None:
    """Unpacks a batch, if this is a one-file program that has it. Raises InputError if there is no
    room."""
    folder = Path(getattr(sys, "_MEIPASS", ""))
    if not getattr(sys, "_MEIPASS", "") or not (folder / name).exists():
        return
    try:
        unpack(folder / name, folder)
    except OSError as error:
        why = f"{folder} has no room to unpack the program ({error.strerror})"
        raise InputError(f"{why}; {ELSEWHERE}") from None
