"""The SDL that pygame uses, for the little that pygame does not pass on."""

from __future__ import annotations

import os
from functools import cache
from typing import Any

from pygame import display


@cache
def sdl() -> Any:
    """Its functions; None where they cannot be had: in a one-file program before its first
    picture."""
    try:
        import ctypes  # late: most starts need none of this

        return ctypes.CDLL("SDL2.dll" if os.name == "nt" else display.__file__)
    except (ImportError, OSError):
        return None


def usable_bounds(number: int) -> tuple[int, ...]:
    """Place and size of the part of a display that no panel covers; () where SDL does not tell."""
    found = sdl()
    if found is None or not hasattr(found, "SDL_GetDisplayUsableBounds"):
        return ()
    import ctypes

    bounds = (ctypes.c_int * 4)()
    fails = found.SDL_GetDisplayUsableBounds(number, ctypes.byref(bounds))
    return () if fails or not all(bounds[2:]) else tuple(bounds)


def key_at(place: int) -> int:
    """The key that the keyboard's layout has at a place (a scancode); 0 where SDL does not tell."""
    found = sdl()
    return int(found.SDL_GetKeyFromScancode(place)) if hasattr(found, "SDL_GetKeyFromScancode") else 0


def place_of(key: int) -> int:
    """The place at which the layout has a key; 0 where it has none."""
    found = sdl()
    return int(found.SDL_GetScancodeFromKey(key)) if hasattr(found, "SDL_GetScancodeFromKey") else 0
