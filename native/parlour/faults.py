"""Reports of faults that no Python code can catch: an abort, a segmentation fault and their like.

A report has to be open before the fault comes. So one is begun at every start and removed at the
end; what a killed program leaves begun, the next start removes.
"""

from __future__ import annotations

import contextlib
import datetime
import faulthandler
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from ..program import system

try:
    import fcntl
except ImportError:  # Windows, where an open file cannot be removed anyway
    fcntl = None  # type: ignore[assignment]

BEGUN = "No fault so far."  # the last line of a report that was begun


@contextlib.contextmanager
def faults_reported(folder: Path, head: str) -> Iterator[None]:
    """Meanwhile a fault leaves a crash report in the folder: head, system, and where every thread
    stood. Nothing is left when all ends well."""
    file = begin(folder, head)
    if file is None:
        yield
        return
    faulthandler.enable(file)
    try:
        yield
    finally:
        faulthandler.disable()
        file.close()
        with contextlib.suppress(OSError):
            Path(file.name).unlink()


def begin(folder: Path, head: str) -> TextIO | None:
    """A report with its head, open to be written on; None where it cannot be written."""
    stamp = f"{datetime.datetime.now():%Y%m%d-%H%M%S}-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for other in folder.glob("crash-*.txt"):
            drop_empty(other)
        path = folder / f"crash-{stamp}.txt"
        file = open(path, "x", encoding="utf-8", errors="replace")  # noqa: SIM115
    except OSError:
        return None
    with contextlib.suppress(OSError):
        if fcntl:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        file.write(f"{head}\n{system()}\n{BEGUN}\n")
        file.flush()
    return file


def drop_empty(path: Path) -> None:
    """Removes a report that tells of no fault, unless a running program holds it open."""
    end = f"{BEGUN}\n".encode()
    with contextlib.suppress(OSError, ValueError):
        if not path.is_file():
            return
        with open(path, "rb") as file:
            file.seek(-len(end), os.SEEK_END)
            if file.read() != end:
                return
            if fcntl:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            path.unlink()
