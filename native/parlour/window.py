"""The window: what is known of it before it is opened, and opening it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

# How SDL is to behave; it has to be told before it is loaded.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")  # signals are heeded here
os.environ.setdefault("SDL_TOUCH_MOUSE_EVENTS", "0")  # fingers are heard, not as a mouse as well
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "hoard")  # by which a desktop knows the program

from pygame import display
from pygame.base import error as SDLError  # noqa: N812
from pygame.constants import FULLSCREEN, RESIZABLE
from pygame.rect import Rect
from pygame.surface import Surface

from ..streams import InputError, overheard, runtime_folder
from .displays import why_none
from .sdl import usable_bounds
from .theme import COLOR

TITLE = "Hoard"
LEAST_SIZE = (800, 600)  # of a window
MOST_SIZE = (7680, 4320)
BARE = ("dummy", "offscreen")  # drivers that have no desktop
FEW_COLOURS = "it has too few colours, 8 bits for each dot perhaps, and 15 are needed"


class Wish(NamedTuple):
    """What window is wanted."""

    full_screen: bool
    display: int
    size: tuple[int, int]


def wish(full_screen: bool, display: int, size: Sequence[int]) -> Wish:
    """The window that settings ask for, of a size that can be had."""
    bounds = zip(LEAST_SIZE, size, MOST_SIZE, strict=True)
    wide, high = (max(least, min(side, most)) for least, side, most in bounds)
    return Wish(full_screen, display, (wide, high))


_opened: list[Wish] = []  # as the window is


def open_display() -> None:
    """Finds a screen; InputError where there is none."""
    asked = os.environ.get("SDL_VIDEODRIVER", "")
    try:
        with runtime_folder(), overheard():
            display.init()
            if display.get_driver() == "offscreen" and not asked:
                display.quit()
                raise SDLError("")
    except (SDLError, UnicodeDecodeError) as error:
        common = not asked or set(asked.split(",")) & {"x11", "wayland"}
        why = why_none() if common else words_of(error)
        raise InputError(f"there is no display: {why}") from None


def words_of(error: SDLError | UnicodeDecodeError) -> str:
    """What SDL complained of; pygame fails to tell where its words are no UTF-8."""
    if isinstance(error, UnicodeDecodeError):
        return error.object.decode("utf-8", "backslashreplace")
    return str(error)


def opened(wanted: Wish) -> Surface:
    """The window as it is wanted, opened or changed; one that is so already is left as it is. None
    is larger than what is free of a desktop. InputError where the screen takes none."""
    number = wanted.display if wanted.display < display.get_num_displays() else 0
    free = None if wanted.full_screen else usable(number)
    size = fitting(wanted.size, free)
    now = display.get_surface()
    if now and _opened == [wanted] and (wanted.full_screen or now.get_size() == size):
        return now
    if not now:
        dress()
    whole = ((0, 0), FULLSCREEN)
    try:
        now = display.set_mode(*(whole if wanted.full_screen else (size, RESIZABLE)), display=number)
    except (SDLError, UnicodeDecodeError) as error:
        poor = not display.Info().bitsize
        why = FEW_COLOURS if poor else words_of(error)
        raise InputError(f"no window can be opened on this display: {why}") from None
    _opened[:] = [wanted]
    return now


def usable(number: int) -> Rect | None:
    """The part of a display that no panel covers, in the units of windows; None where there is no
    desktop."""
    if display.get_driver() in BARE:
        return None
    bounds = usable_bounds(number)
    return Rect(*bounds) if bounds else Rect((0, 0), display.get_desktop_sizes()[number])


def fitting(size: tuple[int, int], free: Rect | None) -> tuple[int, int]:
    """The size of a window in what is free of a desktop.

    >>> fitting((1280, 720), Rect(0, 24, 1024, 744))
    (1024, 720)
    """
    return (min(size[0], free.w), min(size[1], free.h)) if free else size


def dress() -> None:
    """The window's name, and an icon in the place of pygame's own, which takes long to find."""
    display.set_caption(TITLE)
    icon = Surface((32, 32))
    icon.fill(COLOR["panel"])
    display.set_icon(icon)
