"""How the program begins. What needs no screen goes its own way; else the first picture stands
before the rest of the program is read, which takes several times as long."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec, module_from_spec

from .later import unpack_rest
from .streams import InputError, complain

HEADLESS = (
    *("replay", "solve", "advise", "review", "arena", "join", "exploit", "mine", "daily"),
    *("--version", "--licences"),
)


@contextmanager
def pygame_in_parts() -> Iterator[None]:
    """Meanwhile pygame reads those of its modules alone that are asked for, then the others."""
    spec = find_spec("pygame")
    if os.name == "nt" or "pygame" in sys.modules or spec is None or spec.loader is None:
        yield  # on Windows it has to find its libraries first
        return
    module = sys.modules["pygame"] = module_from_spec(spec)
    try:
        yield
    finally:
        spec.loader.exec_module(module)


def main(argv: Sequence[str] | None = None) -> int:
    """The program; its exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        if words and words[0] in HEADLESS:
            unpack_rest()
            return int(import_module(".cli", __package__).main(words))
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # until there is an arcade to close
        with pygame_in_parts():
            import_module(".parlour.dawn", __package__).show(words)
            unpack_rest()
    except InputError as error:
        return complain(error)
    screen = "game" if __package__ == "native" else f"{__package__}.game"
    return int(import_module(screen).main(words))
