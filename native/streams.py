"""What is said at a terminal: a closed or full output, a reader that left, a library's own words."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator

RUNTIME = "XDG_RUNTIME_DIR"


class InputError(Exception):
    """What is wrong with the input, or with where the output is to go, in one line."""


def write_out(text: str) -> None:
    """Prints a line on standard output; InputError where that is closed or full."""
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
    """Lets what is still to be printed go nowhere, so that nothing fails when the program ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(error: object) -> int:
    """Says on standard error, if there is one, in a line what is wrong; the exit status."""
    with contextlib.suppress(OSError):
        if sys.stderr is not None:
            print(" ".join(str(error).split("\n")), file=sys.stderr, flush=True)
    return 1


@contextlib.contextmanager
def runtime_folder() -> Iterator[None]:
    """Meanwhile XDG_RUNTIME_DIR names something: Wayland's library complains where it does not."""
    if RUNTIME in os.environ:
        yield
        return
    os.environ[RUNTIME] = os.devnull  # a name, and no folder
    try:
        yield
    finally:
        del os.environ[RUNTIME]
