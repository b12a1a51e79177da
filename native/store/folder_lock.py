"""One program at a time: the right to change what several programs share in a folder.

It is a lock of the system on the folder itself, or on a file in it where folders cannot be locked,
so it ends with the program that has it. Where there are no such locks, or the one who has it does
not go on, everybody does without.
"""

from __future__ import annotations

import errno
import os
import random
import time
from importlib import import_module
from pathlib import Path
from types import TracebackType

WAIT_S = 5.0  # for a program that does not go on
NAP_S = 0.001  # between two tries, on average
FILE = ".lock"
TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


class Turns:
    """The turn of this program in a folder; within it the same program may ask for it again. For
    one thread at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.depth = 0
        self.handle: int | None = None

    def __enter__(self) -> None:
        self.depth += 1
        if self.depth == 1:
            self.handle = locked(self.folder)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.depth -= 1
        if self.depth == 0 and self.handle is not None:
            os.close(self.handle)  # and with it the lock
            self.handle = None


def locked(folder: Path) -> int | None:
    """Locks a folder, or a file in it, when that is free; None where that cannot be."""
    places = [(folder, os.O_RDONLY)] if os.name == "posix" else []
    for path, flags in (*places, (folder / FILE, os.O_RDWR | os.O_CREAT)):
        try:
            handle = os.open(path, flags, 0o666)
        except OSError:
            continue
        try:
            if waited_for(handle):
                return handle
            os.close(handle)
            return None
        except OSError:  # this cannot be locked
            os.close(handle)
    return None


def waited_for(handle: int) -> bool:
    """Whether a file could be locked in time; OSError where it cannot be at all."""
    end = time.monotonic() + WAIT_S
    while True:
        try:
            lock(handle)
            return True
        except OSError as error:
            if error.errno not in TAKEN:
                raise
        if time.monotonic() > end:
            return False
        time.sleep(NAP_S * 2 * random.random())


def lock(handle: int) -> None:
    """Locks a file until it is closed; OSError where somebody else has."""
    if os.name == "posix":
        fcntl = import_module("fcntl")
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    else:
        msvcrt = import_module("msvcrt")
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
