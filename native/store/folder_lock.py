"""A lock between programs that share a folder.

It is a system lock on the folder itself, or on a file in it if folders cannot be locked, so it ends
with the program that holds it. Where there are no such locks, or its holder hangs, everybody goes
on without: a program waits for a holder that hangs once, and not again before the lock was free.
"""

from __future__ import annotations

import errno
import os
import random
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import TracebackType

WAIT_S = 5.0  # before going on without a program that hangs
NAP_S = 0.001  # between two attempts, on average
FILE = ".lock"
LOCK_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


class Waiting:
    """How long to wait for another program, and how the time passes."""

    def __init__(
        self, now: Callable[[], float] = time.monotonic, nap: Callable[[float], None] = time.sleep
    ) -> None:
        self.now, self.nap = now, nap

    def tries(self, seconds: float) -> Iterator[None]:
        """One attempt at once, and others until the time is up."""
        end = self.now() + seconds
        yield
        while self.now() < end:
            self.nap(NAP_S * 2 * random.random())
            yield


class FolderLock:
    """This program's lock on a folder. It can be taken again while it is held. For one thread at a
    time.

    hung: whether its holder did not let it go in time, so that nobody waits for it at present.
    """

    def __init__(self, folder: Path, waiting: Waiting | None = None) -> None:
        self.folder = folder
        self.waiting = waiting or Waiting()
        self.depth = 0
        self.handle: int | None = None
        self.hung = False

    def __enter__(self) -> None:
        self.depth += 1
        if self.depth == 1:
            self.take()

    def take(self) -> None:
        """Takes the lock, or notes that its holder hangs."""
        try:
            self.handle = locked(self.folder, self.waiting, 0 if self.hung else WAIT_S)
            self.hung = False
        except TimeoutError:
            self.hung = True

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


def locked(folder: Path, waiting: Waiting, seconds: float) -> int | None:
    """Locks a folder, or a file in it, and returns the handle; None if that is impossible. Raises
    TimeoutError if another program holds the lock for longer than that."""
    places = [(folder, os.O_RDONLY)] if os.name == "posix" else []
    for path, flags in (*places, (folder / FILE, LOCK_FLAGS)):
        try:
            handle = os.open(path, flags, 0o666)
        except OSError:
            continue
        try:
            wait_for(handle, waiting, seconds)
        except TimeoutError:
            os.close(handle)
            raise
        except OSError:  # this cannot be locked
            os.close(handle)
        else:
            return handle
    return None


def wait_for(handle: int, waiting: Waiting, seconds: float) -> None:
    """Locks a file. Raises TimeoutError if that is not possible in time, another OSError if it
    cannot be locked at all."""
    for _ in waiting.tries(seconds):
        try:
            lock(handle)
        except OSError as error:
            if error.errno not in TAKEN:
                raise
        else:
            return
    raise TimeoutError


def lock(handle: int) -> None:
    """Locks a file until it is closed. Raises OSError if another program holds it."""
    if os.name == "posix":
        fcntl = import_module("fcntl")
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    else:
        msvcrt = import_module("msvcrt")
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
