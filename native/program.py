"""The program itself: its version, memory use, folders and output."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import VERSION, ffi, lib
from .streams import InputError, write_out

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory


def plain(value: Any) -> Any:
    """A value for JSON: whole floats become integers, also inside lists and objects."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return value


def put_out(document: Mapping[str, Any]) -> None:
    """Prints a JSON document on standard output. Raises InputError if it is closed or full."""
    write_out(json.dumps(plain(document), allow_nan=False))


def system() -> str:
    """The operating system and machine in one line."""
    return " ".join(os.uname()[::2]) if hasattr(os, "uname") else sys.platform


def scratch() -> TemporaryDirectory[str]:
    from tempfile import TemporaryDirectory  # late: the arcade needs none

    return TemporaryDirectory()


def made_folder(path: str) -> Path:
    """Creates a folder if it is missing, and returns it. Raises InputError if that fails."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: no such folder can be made: {error.strerror}") from None
    return Path(path)


def check_ordinary(path: Path) -> None:
    """Raises OSError if the path is not an ordinary file: a pipe would block."""
    if os.path.lexists(path) and not path.is_file():
        raise OSError("no ordinary file lies there")


def version() -> dict[str, Any]:
    """The versions of the program and its libraries."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        from pygame.version import ver
    except ImportError:
        ver = ""
    build = ffi.string(lib.engine_build()).decode()
    return {
        "version": VERSION,
        "engine": build,
        "python": sys.version.split()[0],
        "pygame-ce": ver or None,
    }


def version_line() -> str:
    return "{version} (engine: {engine}; Python {python}; pygame-ce {pygame-ce})".format_map(
        version()
    )


def resident_mb() -> float:
    """Resident memory of this process in MB; 0 if the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGESIZE") / 2**20
    except (OSError, ValueError, AttributeError):
        return 0.0
