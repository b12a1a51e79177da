"""How the program begins. What needs no screen goes its own way; else the first picture stands
before the rest of the program is read, which takes several times as long. So this module, which
nobody imports but game.py when it is started, calls those above it by their names."""

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

from .later import PROGRAM, unpack_lot
from .streams import InputError, complain

HEADLESS = (
    *("replay", "solve", "advise", "review", "arena", "join", "exploit", "mine", "daily"),
    *("--version", "--licences"),
)

LIBRARIES = {"pygame": "pygame-ce", "cffi": "cffi", "_cffi_backend": "cffi"}  # as one gets them

# What pygame would read though nothing here uses it (a report for its makers, its own icon), or
# not before the title stands: the mixer with all that can read files of sound.
PUT_OFF = ("_debug", "_data_classes", "system", "pkgdata", "mixer", "mixer_music")


@contextmanager
def pygame_in_parts() -> Iterator[None]:
    """Meanwhile pygame reads those of its modules alone that are asked for, then the others, but
    for those that are put off: they are read when somebody imports them."""
    spec = find_spec("pygame")
    if os.name == "nt" or "pygame" in sys.modules or spec is None or spec.loader is None:
        yield  # on Windows it has to find its libraries first
        return
    module = sys.modules["pygame"] = module_from_spec(spec)
    yield
    later = [f"pygame.{name}" for name in PUT_OFF]
    sys.modules.update(dict.fromkeys(later))  # type: ignore[arg-type]
    spec.loader.exec_module(module)
    for name in later:
        del sys.modules[name]


def main(argv: Sequence[str] | None = None) -> int:
    """The program; its exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        return begin(words)
    except ImportError as error:
        if error.name == f"{__package__}._engine":
            return complain(error)
        if error.name not in LIBRARIES:
            raise
        lack = f"this Python has no {LIBRARIES[error.name]}"
        return complain(f"{lack}: start Hoard with python3 build.py play, which fetches it")


def begin(words: list[str]) -> int:
    """Reads what the command line asks for, and runs it; the exit status."""
    gc.disable()  # what is read at the start stays
    try:
        run = headless() if words and words[0] in HEADLESS else screen(words)
    except InputError as error:
        return complain(error)
    gc.freeze()
    gc.enable()
    return run(words)


def headless() -> Callable[[list[str]], int]:
    """What runs the commands that need no screen."""
    unpack_lot(PROGRAM)
    main: Callable[[list[str]], int] = import_module(".tools.commands", __package__).main
    return main


def screen(words: Sequence[str]) -> Callable[[list[str]], int]:
    """What runs the others, read behind the first picture where there is one."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # until there is an arcade to close
    with pygame_in_parts():
        import_module(".screen.splash", __package__).show(words)
        unpack_lot(PROGRAM)
    game = import_module("game" if __package__ == "native" else f"{__package__}.game")
    if words[:1] == ["bench"]:
        return partial(import_module(".tools.commands", __package__).main, extra=game.BENCHES)
    main: Callable[[list[str]], int] = game.main
    return main
