"""Removes the folder that a killed one-file program leaves behind.

A one-file program unpacks itself into a folder _MEI... and removes it when it ends; a killed one cannot. So the next
one does. A folder is ours if it holds our marker file, and in use while a program holds a lock on that file. A new
folder may belong to a program that is still starting.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows, where a folder in use cannot be renamed
    fcntl = None  # type: ignore[assignment]

MARK = "hoard.frozen"
PREFIX = "_MEI"
YOUNG_S = 60.0
_held: list[IO[bytes]] = []  # locks last as long as the process


def clear_leftovers() -> int:
    """Marks the program's own folder as in use and removes abandoned ones. Returns how many. Called at the start of a
    one-file program."""
    own = Path(getattr(sys, "_MEIPASS", ""))
    if not own.name.startswith(PREFIX):
        return 0
    with contextlib.suppress(OSError):
        hold(own)
    return sum(clear(folder) for folder in own.parent.glob(f"{PREFIX}*") if folder != own)


def hold(folder: Path) -> None:
    """Marks a folder as in use until this process ends: by a lock on our marker, and by one on the folder itself,
    which systemd-tmpfiles heeds when it removes what is old."""
    file = open(folder / MARK, "rb")  # noqa: SIM115
    _held.append(file)
    if fcntl:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        place = os.open(folder, os.O_RDONLY)
        fcntl.flock(place, fcntl.LOCK_SH | fcntl.LOCK_NB)


def clear(folder: Path) -> bool:
    """Removes a folder if it is ours and not in use."""
    try:
        if not is_ours(folder) or time.time() - (folder / MARK).stat().st_ctime < YOUNG_S:
            return False
        if fcntl:
            with open(folder / MARK, "rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        gone = folder.rename(folder.with_name(f"{folder.name}.gone"))
    except OSError:
        return False
    import shutil  # late: it is rarely needed

    shutil.rmtree(gone, ignore_errors=True)
    return True


def is_ours(folder: Path) -> bool:
    """Whether this program unpacked a folder for this user."""
    if folder.is_symlink() or not (folder / MARK).is_file() or (folder / MARK).is_symlink():
        return False
    return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()
