"""Standard streams: output that may be closed or full, errors for the user, messages of
libraries."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator

RUNTIME = "XDG_RUNTIME_DIR"
WINDOW_LEAST, WINDOW_MOST = (320, 240), (7680, 4320)  # sizes of a window that may be asked for
NO_MEMORY = "there is not enough memory; close other programs, or allow this one more (ulimit -v)"
NO_THREAD = "the system starts no more threads; close other programs, or look at ulimit -u, -v and -s"
UNPACKED_GONE = (
    "somebody removed %s, where this program had unpacked itself; start it again, or take the folder version, which"
    " unpacks nothing"
)
# How Python, the loader of libraries and SDL say it where they raise another error than MemoryError.
SHORT_OF_THREADS = ("can't start new thread", "resources to create thread")
SHORT_OF_MEMORY = (
    "failed to allocate", "cannot allocate memory", "failed to map segment", "out of memory",
    "without setting an exception", "cannot create shared object descriptor",
    "couldn't parse svg",  # those that ship can be parsed
)  # fmt: skip


class InputError(Exception):
    """What is wrong with the user's input, or with the output, in one line."""


def write_out(text: str) -> None:
    """Prints a line on standard output. Raises InputError if that is closed or full."""
    if sys.stdout is None:
        raise InputError("standard output is closed")
    try:
        print(text, flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        drop_output()
        raise InputError(f"standard output cannot be written: {error.strerror}") from None


def drop_output() -> None:
    """Discards what is still to be printed, so that nothing fails when the program ends."""
    nowhere, outlet = os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
    if nowhere != outlet:  # which it is if that was closed
        os.dup2(nowhere, outlet)
        os.close(nowhere)


def complain(error: object) -> int:
    """Prints an error on standard error, if there is one, and returns the exit status."""
    with contextlib.suppress(OSError):
        if sys.stderr is not None:
            print(" ".join(str(error).split("\n")), file=sys.stderr, flush=True)
    return 1


def shortage(error: BaseException) -> str | None:
    """What the system lacks, in a sentence, if that caused the error; else None.

    >>> shortage(ValueError("no such card")), shortage(RuntimeError("can't start new thread"))[:17]
    (None, 'the system starts')
    """
    said, folder = str(error), getattr(sys, "_MEIPASS", "")
    if folder and not os.access(folder, os.F_OK):
        return UNPACKED_GONE % folder
    if isinstance(error, MemoryError):
        return said or NO_MEMORY
    if any(words in said for words in SHORT_OF_THREADS):
        return NO_THREAD
    short = isinstance(error, OSError) and error.errno == errno.ENOMEM
    return NO_MEMORY if short or any(words in said.lower() for words in SHORT_OF_MEMORY) else None


def size_of(text: str) -> tuple[int, int]:
    """Parses a size as typed by the user. Raises ValueError that says what is wrong.

    >>> size_of("1280x720")
    (1280, 720)
    """
    wide, _, high = text.lower().partition("x")
    if not (wide.isdecimal() and high.isdecimal() and len(text) < 20):
        raise ValueError(f"a size is WIDTHxHEIGHT, like 1280x720, not {text[:40]!r}")
    found = int(wide), int(high)
    if any(not least <= side <= most for least, side, most in zip(WINDOW_LEAST, found, WINDOW_MOST, strict=True)):
        (a, b), (c, d) = WINDOW_LEAST, WINDOW_MOST
        raise ValueError(f"a size is from {a}x{b} to {c}x{d}, not {text!r}")
    return found


@contextlib.contextmanager
def runtime_folder() -> Iterator[None]:
    """Sets XDG_RUNTIME_DIR for a while if it is not set: Wayland's library complains otherwise."""
    if RUNTIME in os.environ:
        yield
        return
    os.environ[RUNTIME] = os.devnull  # exists, but is no folder
    try:
        yield
    finally:
        del os.environ[RUNTIME]


@contextlib.contextmanager
def overheard() -> Iterator[None]:
    """Holds back what libraries print on standard error. If an error is raised, the output becomes
    its message; else it is printed."""
    try:
        outside = os.dup(2)
    except OSError:  # there is no standard error
        yield
        return
    inner, outer = os.pipe()
    for end in (inner, outer):
        os.set_blocking(end, False)  # if the pipe is full, the rest is lost
    os.dup2(outer, 2)
    os.close(outer)
    try:
        yield
        with contextlib.suppress(BlockingIOError):
            os.write(outside, os.read(inner, 1 << 16))
    finally:
        os.dup2(outside, 2)
        os.close(outside)
        os.close(inner)
