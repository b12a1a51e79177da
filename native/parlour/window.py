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
from pygame.surface import Surface

from ..streams import InputError, runtime_folder
from .theme import COLOR

TITLE = "Hoard"
LEAST_SIZE = (800, 600)  # of a window
MOST_SIZE = (7680, 4320)


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
    try:
        with runtime_folder():
            display.init()
    except (SDLError, UnicodeDecodeError) as error:
        raise InputError(f"there is no display: {words_of(error)}") from None
    if display.get_driver() == "offscreen" and not os.environ.get("SDL_VIDEODRIVER"):
        display.quit()
        raise InputError("there is no display: DISPLAY and WAYLAND_DISPLAY name none")


def words_of(error: SDLError | UnicodeDecodeError) -> str:
    """What SDL complained of; pygame fails to tell where its words are no UTF-8."""
    if isinstance(error, UnicodeDecodeError):
        return error.object.decode("utf-8", "backslashreplace")
    return str(error)


def opened(wanted: Wish) -> Surface:
    """The window as it is wanted, opened or changed; one that is so already is left as it is."""
    now = display.get_surface()
    if now and _opened == [wanted] and (wanted.full_screen or now.get_size() == wanted.size):
        return now
    if not now:
        dress()
    if wanted.full_screen:
        there = wanted.display < display.get_num_displays()
        number = wanted.display if there else 0
        now = display.set_mode((0, 0), FULLSCREEN, display=number)
    else:
        now = display.set_mode(wanted.size, RESIZABLE)
    _opened[:] = [wanted]
    return now


def dress() -> None:
    """The window's name, and an icon in the place of pygame's own, which takes long to find."""
    display.set_caption(TITLE)
    icon = Surface((32, 32))
    icon.fill(COLOR["panel"])
    display.set_icon(icon)
