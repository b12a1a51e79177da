"""Starts the program: a headless command, or the arcade behind a splash screen.

The splash screen is shown before the rest of the program is imported, which takes several times as
long. So this module, which only game.py imports, and only as the program, imports everything above
it by name when it is needed.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from typing import Any
from warnings import catch_warnings, showwarning

from .streams import InputError, complain, shortage
from .unpacking import PROGRAM, unpack_batch

HEADLESS = (
    *("replay", "solve", "advise", "review", "why", "arena", "calibrate", "luck", "join", "exploit", "mine", "daily"),
    *("language", "--version", "--licences"),
)
UNSEEN = ("shots", "selftest", "bench")  # these draw, but not on the screen

LIBRARIES = {"pygame": "pygame-ce", "cffi": "cffi", "_cffi_backend": "cffi"}  # package of each module

SQLITE = "install its package (python3-sqlite3 or the like), or libsqlite3-dev before Python is built"

# Modules that pygame imports though nothing here uses them (its bug report, its icon), or not before
# the title is shown: the mixer, with its libraries for sound files.
PUT_OFF = ("_debug", "_data_classes", "system", "pkgdata", "mixer", "mixer_music")


@contextmanager
def pygame_in_parts() -> Iterator[None]:
    """While this is active, only the modules of pygame that are asked for are imported. At its end
    the rest are imported, except PUT_OFF, which are imported on first use."""
    spec = find_spec("pygame")
    if os.name == "nt" or "pygame" in sys.modules or spec is None or spec.loader is None:
        yield  # on Windows pygame must find its libraries first
        return
    module = sys.modules["pygame"] = module_from_spec(spec)
    yield
    later = [f"pygame.{name}" for name in PUT_OFF]
    sys.modules.update(dict.fromkeys(later))  # type: ignore[arg-type]
    with catch_warnings(record=True) as told:  # a part that cannot be imported is only warned of
        spec.loader.exec_module(module)
    for name in later:
        del sys.modules[name]
    for warning in told:
        if lack := shortage(RuntimeError(warning.message)):
            raise MemoryError(lack)
        showwarning(warning.message, warning.category, warning.filename, warning.lineno)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the program and returns its exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        return begin(words)
    except Exception as error:
        if lack := shortage(error):
            return complain(f"Hoard cannot go on: {lack}")
        if not isinstance(error, ImportError):
            raise
        if error.name == f"{__package__}._engine":
            return complain(error)
        if error.name in ("sqlite3", "_sqlite3"):
            return complain(f"this Python has no sqlite3, in which Hoard keeps everything: {SQLITE}")
        if error.name not in LIBRARIES:
            raise
        lack = f"this Python has no {LIBRARIES[error.name]}"
        return complain(f"{lack}: start Hoard with python3 build.py play, which fetches it")


def begin(words: list[str]) -> int:
    """Imports what the command line needs, runs it and returns the exit status."""
    gc.disable()  # everything imported at the start stays
    try:
        run = headless() if words and words[0] in HEADLESS else screen(words)
        gc.freeze()
    except InputError as error:
        return complain(error)
    finally:
        gc.enable()
    threading: Any = import_module("threading")
    threading.excepthook = partial(thread_ended, threading.excepthook)
    return run(words)


def thread_ended(told: Callable[[Any], object], what: Any) -> None:
    """Says in one sentence that the system lacks something, if a thread ended for that reason; else
    prints what Python prints."""
    if lack := what.exc_value and shortage(what.exc_value):
        complain(f"A part of Hoard has stopped: {lack}")
    else:
        told(what)


def headless() -> Callable[[list[str]], int]:
    """The function that runs commands without a screen."""
    unpack_batch(PROGRAM)
    main: Callable[[list[str]], int] = import_module(".tools.commands", __package__).main
    return main


def arcade() -> Any:
    """Imports game.py. If a game's own modules cannot be imported, only that game is
    unavailable."""
    while True:
        try:
            return import_module("game" if __package__ == "native" else f"{__package__}.game")
        except Exception as error:
            if shortage(error) or not import_module(".games", __package__).stand_in(error):
                raise


def screen(words: Sequence[str]) -> Callable[[list[str]], int]:
    """The function that runs the arcade or its benches. It is imported behind the splash screen."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # until there is an arcade to close
    with pygame_in_parts():
        import_module(".screen.splash", __package__).show(words)
        unpack_batch(PROGRAM)
    game = arcade()
    if not words or words[0] not in UNSEEN:
        main: Callable[[list[str]], int] = game.main
        return main
    shots = import_module(".tools.shots", __package__)
    if words[0] == "bench":
        return partial(import_module(".tools.commands", __package__).main, extra=shots.BENCHES)
    draw: Callable[[list[str]], int] = shots.main
    return draw
