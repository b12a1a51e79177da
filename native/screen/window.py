"""The window: opening it, its size and its pixels."""

from __future__ import annotations

import contextlib
import math
import os
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

# SDL reads these when it is loaded.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")  # handled in bindings.py
os.environ.setdefault("SDL_TOUCH_MOUSE_EVENTS", "0")  # fingers are read directly, not as a mouse too
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "hoard")  # identifies the program to the desktop
os.environ.setdefault("SDL_VIDEO_WAYLAND_WMCLASS", "hoard")
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")  # use all physical pixels

from pygame import display, event, key, transform
from pygame.base import error as SDLError  # noqa: N812
from pygame.constants import FULLSCREEN, RESIZABLE, WINDOWPOS_CENTERED
from pygame.rect import Rect
from pygame.surface import Surface

from ..streams import WINDOW_LEAST, WINDOW_MOST, InputError, overheard, runtime_folder
from .displays import frame_of, usable_bounds, why_none
from .theme import COLOR

if TYPE_CHECKING:
    from pygame.window import Window

TITLE = "Hoard"
LEAST_SIZE = (800, 600)  # least size of a picture: no scene can be composed for less
WIDEST, TALLEST = 4, 2  # a picture is at most this many times as wide as high, or as high as wide
DENSE = ("wayland",)  # drivers whose windows may count fewer pixels than there are
BARE = ("dummy", "offscreen")  # drivers without a desktop
FRAME_ASKED = 100  # rounds of the loop in which a desktop may give a window its frame
FEW_COLOURS = "it has too few colours, 8 bits for each dot perhaps, and 15 are needed"


class Wish(NamedTuple):
    """The wanted window."""

    full_screen: bool
    display: int
    size: tuple[int, int]


def wish(full_screen: bool, display: int, size: Sequence[int]) -> Wish:
    """The window that the settings ask for, with its size limited to what is possible."""
    bounds = zip(WINDOW_LEAST, size, WINDOW_MOST, strict=True)
    width, height = (max(least, min(side, most)) for least, side, most in bounds)
    return Wish(full_screen, display, (width, height))


_opened: list[Wish] = []  # the wish that was fulfilled last
_dense: list[Window] = []  # the window, where pygame.display cannot use all pixels
_unframed: list[int] = []  # how often more to ask for the frame of the window; empty once it is known
_apart: list[Surface] = []  # the picture, where it is not drawn in the window's own pixels


def pixels() -> Surface | None:
    """The window's own pixels; None while there is no window."""
    return _dense[0].get_surface() if _dense else display.get_surface()


def picture_size(size: tuple[int, int]) -> tuple[int, int]:
    """The size of the picture for a window of this size. It differs where scenes cannot be composed
    for the window: it is too small, or far too wide or too high.

    >>> picture_size((1280, 720)), picture_size((400, 300)), picture_size((1600, 300))
    ((1280, 720), (800, 600), (2400, 600))
    """
    width, height = max(1, size[0]), max(1, size[1])
    width, height = min(width, height * WIDEST), min(height, width * TALLEST)
    grown = max(1.0, LEAST_SIZE[0] / width, LEAST_SIZE[1] / height)
    return round(width * grown), round(height * grown)


def place_in(size: tuple[int, int], picture: tuple[int, int]) -> Rect:
    """Where a picture is shown in a window of this size: as large as fits, in the middle.

    >>> place_in((1600, 300), (2400, 600))
    Rect(200, 0, 1200, 300)
    """
    share = min(size[0] / picture[0], size[1] / picture[1])
    place = Rect(0, 0, max(1, round(picture[0] * share)), max(1, round(picture[1] * share)))
    place.center = (size[0] // 2, size[1] // 2)
    return place


def fit_picture() -> Surface | None:
    """Fits the picture to the window's present size; returns what to draw on, None without a
    window."""
    now = pixels()
    wanted = picture_size(now.get_size()) if now else None
    if now is None or wanted == now.get_size():
        _apart.clear()
    elif wanted and [one.get_size() for one in _apart] != [wanted]:
        _apart[:] = [Surface(wanted, 0, 32)]  # smoothscale needs 32 bits
    return surface()


def surface() -> Surface | None:
    """What the picture is drawn on; None while there is no window."""
    return _apart[0] if _apart else pixels()


def size() -> tuple[int, int]:
    """The size of the window in desktop units, which may be fewer than its pixels; 1, 1 without a
    window."""
    if _dense:
        return _dense[0].size[0], _dense[0].size[1]
    return display.get_window_size() if display.get_surface() else (1, 1)


def dots(place: tuple[float, float]) -> tuple[int, int]:
    """A position in the window as one in the picture."""
    now = pixels()
    x, y = place
    if _dense and now:
        across, down = (whole / most for whole, most in zip(now.get_size(), size(), strict=True))
        x, y = x * across, y * down
    if _apart and now:
        picture = _apart[0].get_size()
        shown = place_in(now.get_size(), picture)
        x, y = (x - shown.x) * picture[0] / shown.w, (y - shown.y) * picture[1] / shown.h
    return math.floor(x), math.floor(y)


def in_window(place: Rect) -> Rect:
    """A part of the picture as one of the window, in desktop units."""
    now, found = pixels(), place.copy()
    if _apart and now:
        picture = _apart[0].get_size()
        shown = place_in(now.get_size(), picture)
        across, down = shown.w / picture[0], shown.h / picture[1]
        found.update(shown.x + place.x * across, shown.y + place.y * down, place.w * across, place.h * down)
    if _dense and now:
        across, down = (whole / most for whole, most in zip(size(), now.get_size(), strict=True))
        found.update(found.x * across, found.y * down, found.w * across, found.h * down)
    return found


def fitted(picture: Surface) -> Surface:
    """The window's pixels with the picture in them, scaled if it was drawn apart."""
    now = pixels()
    if not (_apart and now):
        return picture
    place = place_in(now.get_size(), picture.get_size())
    now.fill(COLOR["shadow"])
    now.blit(transform.smoothscale(picture, place.size), place)
    return now


def show() -> None:
    if _apart:
        fitted(_apart[0])
    if _dense:
        _dense[0].flip()
    else:
        display.flip()


def close() -> None:
    for window in _dense:
        window.destroy()
    _dense.clear()
    _opened.clear()
    _apart.clear()


def open_display() -> None:
    """Initializes the display. Raises InputError if there is none."""
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
    """SDL's error message; pygame raises UnicodeDecodeError if it is not UTF-8."""
    if isinstance(error, UnicodeDecodeError):
        return error.object.decode("utf-8", "backslashreplace")
    return str(error)


def opened(wanted: Wish) -> Surface:
    """Opens the window as wanted, or changes it; one that is right already is left alone. It is
    never larger than the free part of a desktop. Raises InputError if that fails."""
    number = wanted.display if wanted.display < display.get_num_displays() else 0
    free = None if wanted.full_screen else usable(number)
    fit = fitting(wanted.size, free)
    now = surface()
    if now and _opened == [wanted] and (wanted.full_screen or size() == fit):
        return now
    if not now:
        dress()
        _unframed[:] = [FRAME_ASKED]
    try:
        now = made(wanted.full_screen, fit, number)
    except (SDLError, UnicodeDecodeError) as error:
        poor = not display.Info().bitsize
        why = FEW_COLOURS if poor else words_of(error)
        raise InputError(f"no window can be opened on this display: {why}") from None
    _opened[:] = [wanted]
    return fit_picture() or now


def made(full_screen: bool, wanted: tuple[int, int], number: int) -> Surface:
    """Makes or changes the window."""
    if display.get_driver() in DENSE:
        return made_dense(full_screen, wanted)
    there = handle()
    now = display.get_surface()
    if there and now:
        change(there, full_screen, wanted)
        return now
    if full_screen:
        return display.set_mode((0, 0), FULLSCREEN, display=number)
    return display.set_mode(wanted, RESIZABLE, display=number)


def handle() -> Window | None:
    """The window that set_mode has opened, to be moved and resized where it is; None without one, or
    without a desktop."""
    if display.get_driver() in BARE or not display.get_surface():
        return None
    from pygame.window import Window  # late: the first picture needs none

    with warnings.catch_warnings(), contextlib.suppress(AttributeError, SDLError):
        warnings.simplefilter("ignore", DeprecationWarning)
        return Window.from_display_module()
    return None


def change(there: Window, full_screen: bool, wanted: tuple[int, int]) -> None:
    """Changes a window that is open. set_mode would move it by its frame each time."""
    if full_screen:
        there.set_fullscreen(desktop=True)
    else:
        there.set_windowed()
        there.resizable = True
        if tuple(there.size) != wanted:
            there.size = wanted
        if _unframed:  # until now it was full screen
            there.position = WINDOWPOS_CENTERED
    event.pump()


def show_frame() -> None:
    """Brings a window that was opened into the free part of the desktop together with its frame, the
    title bar above all, once the frame is known. From then on it stays where a person puts it."""
    if not _unframed or not _opened or _opened[0].full_screen:
        return
    there = handle()
    frame = frame_of(there.id) if there else ()
    _unframed[:] = [_unframed[0] - 1] if there and not any(frame) and _unframed[0] else []
    if there and any(frame):
        there.minimum_size = WINDOW_LEAST
        number = _opened[0].display
        free = usable(number if number < display.get_num_displays() else 0)
        place = within(Rect(there.position, there.size), free, frame) if free else None
        if place and place.size != there.size:
            there.size = place.size
        if place and place.topleft != there.position:
            there.position = place.topleft


def within(place: Rect, free: Rect, frame: Sequence[int]) -> Rect:
    """The place of a window that is inside the free part of a desktop together with its frame.

    >>> within(Rect(44, 44, 1280, 720), Rect(0, 0, 1366, 768), (20, 1, 5, 1))
    Rect(44, 43, 1280, 720)
    """
    top, left, bottom, right = frame
    inner = Rect(free.x + left, free.y + top, free.w - left - right, free.h - top - bottom)
    return Rect(place.topleft, fitting(place.size, inner)).clamp(inner)


def made_dense(full_screen: bool, wanted: tuple[int, int]) -> Surface:
    """The same with all physical pixels, which set_mode cannot use."""
    from pygame.window import Window  # late: most displays need none

    if not _dense:
        _dense.append(Window(TITLE, wanted, resizable=True, allow_high_dpi=True))
        key.start_text_input()
    window = _dense[0]
    if full_screen:
        window.set_fullscreen(desktop=True)
    else:
        window.set_windowed()
        window.size = wanted
    return window.get_surface()


def usable(number: int) -> Rect | None:
    """The part of a display that no panel covers, in desktop units; None if there is no desktop."""
    if display.get_driver() in BARE:
        return None
    bounds = usable_bounds(number)
    return Rect(*bounds) if bounds else Rect((0, 0), display.get_desktop_sizes()[number])


def fitting(size: tuple[int, int], free: Rect | None) -> tuple[int, int]:
    """The size of a window limited to the free part of a desktop.

    >>> fitting((1280, 720), Rect(0, 24, 1024, 744))
    (1024, 720)
    """
    return (min(size[0], free.w), min(size[1], free.h)) if free else size


def dress() -> None:
    """Sets the window's title, and an icon, because pygame's own takes long to find."""
    display.set_caption(TITLE)
    icon = Surface((32, 32))
    icon.fill(COLOR["panel"])
    display.set_icon(icon)
