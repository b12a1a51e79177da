"""SDL beyond pygame: functions that pygame does not expose, and why there is no display.

SDL does not say why it finds no display, so this asks the X server or Wayland compositor itself.
"""

from __future__ import annotations

import contextlib
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

from pygame import display

from ..streams import RUNTIME


@cache
def sdl() -> Any:
    """The SDL library; None if it cannot be loaded: in a one-file program before the splash
    screen."""
    try:
        import ctypes  # late: most starts need none of this

        return ctypes.CDLL("SDL2.dll" if os.name == "nt" else display.__file__)
    except (ImportError, OSError):
        return None


def usable_bounds(number: int) -> tuple[int, ...]:
    """The part of a display that no panel covers, as x, y, width, height; () if SDL does not
    say."""
    found = sdl()
    if found is None or not hasattr(found, "SDL_GetDisplayUsableBounds"):
        return ()
    import ctypes

    bounds = (ctypes.c_int * 4)()
    fails = found.SDL_GetDisplayUsableBounds(number, ctypes.byref(bounds))
    return () if fails or not all(bounds[2:]) else tuple(bounds)


def frame_of(window: int) -> tuple[int, ...]:
    """The widths of a window's frame: top, left, bottom, right; () if SDL does not say. window: its
    number in SDL."""
    found = sdl()
    if found is None or not hasattr(found, "SDL_GetWindowBordersSize"):
        return ()
    import ctypes

    found.SDL_GetWindowFromID.restype = ctypes.c_void_p
    sides = [ctypes.c_int() for _ in range(4)]
    pointer = ctypes.c_void_p(found.SDL_GetWindowFromID(window))
    fails = not pointer or found.SDL_GetWindowBordersSize(pointer, *map(ctypes.byref, sides))
    return () if fails else tuple(side.value for side in sides)


def key_at(place: int) -> int:
    """The key code at a place (a scancode) in the keyboard layout; 0 if SDL does not say."""
    found = sdl()
    return int(found.SDL_GetKeyFromScancode(place)) if hasattr(found, "SDL_GetKeyFromScancode") else 0


def place_of(key: int) -> int:
    """The place (a scancode) of a key code in the layout; 0 if it has none."""
    found = sdl()
    return int(found.SDL_GetScancodeFromKey(key)) if hasattr(found, "SDL_GetScancodeFromKey") else 0


WAIT_S = 2.0  # for an answer
X_NAME = re.compile(r"(?:\w+/)?(?P<host>[^:]*)::?(?P<number>\d{1,5})(?:\.\d+)?", re.ASCII)
X_PORT = 6000  # of display 0
HELLO = b"l\0" + (11).to_bytes(2, "little") + bytes(8)  # opens an X connection without a password


def why_none() -> str:
    """Why there is no display, judging by DISPLAY and WAYLAND_DISPLAY."""
    tests = {"DISPLAY": x_problem, "WAYLAND_DISPLAY": wayland_problem}
    named = {name: os.environ.get(name, "") for name in tests}
    problems = [tests[name](f"{name}={quoted(value)}", value) for name, value in named.items() if value]
    return "; ".join(problems) or "DISPLAY and WAYLAND_DISPLAY name none"


def quoted(value: str) -> str:
    """The value of an environment variable for a message."""
    return os.fsencode(value).decode("utf-8", "backslashreplace")[:80]


def x_problem(shown: str, name: str) -> str:
    """What is wrong with an X display."""
    found = X_NAME.fullmatch(name)
    if not found:
        return f"{shown} is no name of a display"
    host, number = found["host"], int(found["number"])
    if host in ("", "unix"):
        path = f"/tmp/.X11-unix/X{number}"
        places: list[str | tuple[str, int]] = [f"\0{path}", path]
    else:
        places = [(host, X_PORT + number)]
    why = "no answer"
    for place in places:
        try:
            answer = ask_server(place, HELLO)
        except (OSError, ValueError, OverflowError) as error:
            why = getattr(error, "strerror", None) or str(error)
            continue
        if answer[:1] == b"\0":
            words = answer[8 : 8 + answer[1]].decode("latin-1").strip() if len(answer) > 8 else ""
            return f"the X server at {shown} refuses this program ({words or 'no reason given'})"
        return f"the X server at {shown} answers, but cannot be used"
    return f"no X server answers at {shown} ({why})"


def wayland_problem(shown: str, name: str) -> str:
    """What is wrong with a Wayland display."""
    try:
        ask_server(str(Path(os.environ.get(RUNTIME, ""), name)), b"")
    except (OSError, ValueError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        return f"no compositor answers at {shown} ({why})"
    return f"the compositor at {shown} answers, but cannot be used"


def ask_server(place: str | tuple[str, int], words: bytes) -> bytes:
    """A server's answer to a message. Raises OSError if there is no server."""
    import socket  # late: most programs find a display

    if isinstance(place, tuple):
        line = socket.create_connection(place, WAIT_S)
    else:
        line = socket.socket(socket.AF_UNIX)
        line.settimeout(WAIT_S)
        with contextlib.ExitStack() as failing:
            failing.callback(line.close)
            line.connect(place)
            failing.pop_all()
    with line:
        if not words:
            return b""
        line.sendall(words)
        return line.recv(4096)
