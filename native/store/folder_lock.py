"""A lock between programs that share a folder.

It is a system lock on the folder itself, or on a file in it if folders cannot be locked, so it ends
with the program that holds it. Where there are no such locks, or its holder hangs, everybody goes
on without.
"""

from __future__ import annotations

import errno
import os
import random
import time
from importlib import import_module
from pathlib import Path
from types import TracebackType

WAIT_S = 5.0  # before going on without a program that hangs
NAP_S = 0.001  # between two attempts, on average
FILE = ".lock"
TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


class FolderLock:
    """This program's lock on a folder. It can be taken again while it is held. For one thread at a
    time."""

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
            os.close(self.handle)  # this releases the lock
            self.handle = None


def locked(folder: Path) -> int | None:
    """Locks a folder, or a file in it, and returns the handle; None if that is impossible."""
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
    """Whether the file could be locked in time. Raises OSError if it cannot be locked at all."""
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
    """Locks a file until it is closed. Raises OSError if another program holds it."""
    if os.name == "posix":
        fcntl = import_module("fcntl")
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    else:
        msvcrt = import_module("msvcrt")
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
