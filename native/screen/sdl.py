"""Functions of pygame's SDL that pygame does not expose."""

from __future__ import annotations

import os
from functools import cache
from typing import Any

from pygame import display


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


def key_at(place: int) -> int:
    """The key code at a place (a scancode) in the keyboard layout; 0 if SDL does not say."""
    found = sdl()
    return int(found.SDL_GetKeyFromScancode(place)) if hasattr(found, "SDL_GetKeyFromScancode") else 0


def place_of(key: int) -> int:
    """The place (a scancode) of a key code in the layout; 0 if it has none."""
    found = sdl()
    return int(found.SDL_GetScancodeFromKey(key)) if hasattr(found, "SDL_GetScancodeFromKey") else 0
