"""Reports of faults that no Python code can catch, such as aborts and segmentation faults.

A report has to be open before the fault happens. So every start creates one under a hidden name, and a normal end
removes it. The next start removes reports without a fault, which a kill leaves behind, and gives the others their
final name, crash-*.txt. Only files with the name of an open report are ever renamed or removed.
"""

from __future__ import annotations

import contextlib
import datetime
import faulthandler
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from ..program import system

try:
    import fcntl
except ImportError:  # Windows, where an open file cannot be renamed or removed anyway
    fcntl = None  # type: ignore[assignment]

BEGUN = "What happened:"  # the last line of a report without a fault
OPEN_NAME = re.compile(r"\.crash-[0-9]{8}-[0-9]{6}-[0-9]+\.begun")


@contextlib.contextmanager
def faults_reported(folder: Path, head: str) -> Iterator[list[Path]]:
    """Writes a report into the folder if a fault happens meanwhile: head, system, and the stack of each thread. A
    normal end leaves nothing. Yields the reports of earlier programs that the user has not seen yet."""
    found = settle(folder)
    file = begin(folder, head)
    if file is None:
        yield found
        return
    faulthandler.enable(file)
    try:
        yield found
    finally:
        faulthandler.disable()
        file.close()
        with contextlib.suppress(OSError):
            Path(file.name).unlink()


def begin(folder: Path, head: str) -> TextIO | None:
    """Creates a report, writes its head and leaves it open; None if that fails."""
    stamp = f"{datetime.datetime.now():%Y%m%d-%H%M%S}-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = open(folder / f".crash-{stamp}.begun", "x", encoding="utf-8", errors="replace")  # noqa: SIM115
    except OSError:
        return None
    with contextlib.suppress(OSError):
        if fcntl:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        file.write(f"{head}\n{system()}\n{BEGUN}\n")
        file.flush()
    return file


def settle(folder: Path) -> list[Path]:
    """Removes the reports without a fault, gives the others their final names and returns those."""
    found: list[Path] = []
    with contextlib.suppress(OSError):
        begun = sorted(path for path in folder.iterdir() if OPEN_NAME.fullmatch(path.name))
        faults = [path for path in begun if not drop_empty(path)]
        found = [named for path in faults if (named := give_name(path))]
    return found


def drop_empty(path: Path) -> bool:
    """Removes a report without a fault, unless a running program has it open. Returns whether it is dealt with."""
    end = f"{BEGUN}\n".encode()
    try:
        if not path.is_file() or path.is_symlink():
            return True
        with open(path, "rb") as file:
            if fcntl:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            size = os.fstat(file.fileno()).st_size
            file.seek(-min(size, len(end)), os.SEEK_END)
            if size and not file.read().endswith(end):
                return False
        path.unlink()
    except OSError:
        pass
    return True


def give_name(path: Path) -> Path | None:
    """Gives a report its final name; None if that is taken."""
    named = path.with_name(f"{path.name[1:].removesuffix('.begun')}.txt")
    with contextlib.suppress(OSError):
        if not os.path.lexists(named):
            return path.rename(named)
    return None


def keep_report(folder: Path, head: str, record: dict[str, Any] | None) -> Path:
    """Writes the exception being handled, with versions and the current record, into the folder. Returns the file's
    path."""
    import traceback  # late: most runs end well

    lines = [head, system(), "", traceback.format_exc(), "", json.dumps(record) if record else ""]
    path = folder / f"crash-{datetime.datetime.now():%Y%m%d-%H%M%S-%f}.txt"
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        with open(path, "x", encoding="utf-8", errors="replace") as file:
            file.write("\n".join(lines))
    return path
