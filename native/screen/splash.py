"""The splash screen: the felt and the program's name, where the title will have them.

It is shown while the rest of the program is imported, so it imports nothing large: no engine, no
sound, no data classes. If the command line asks for anything but the title, or something is wrong,
there is no splash screen.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from pygame import draw, event, font, transform
from pygame.base import error as SDLError  # noqa: N812
from pygame.constants import SRCALPHA
from pygame.rect import Rect
from pygame.surface import Surface

from ..store.startup import data_folder, screen_of
from ..streams import InputError, size_of
from . import window
from .geometry import Size, UnitScale, anchored, head_of
from .theme import ASSETS, COLOR, FACES, FELT, LEAST_PX, Color, mix, wear
from .typeset import Bounds, fit
from .window import TITLE, open_display, opened, wish

GRAIN = (320, 180)  # the felt is drawn at this size, then scaled up
RINGS = 60
RIM = 0.85  # opacity of the night at the rim
# The options known here, and whether they take a value.
VALUES = {"--windowed": 0, "--mute": 0, "--size": 1, "--data-dir": 1}


@lru_cache(4)
def dusk(night: Color, rim: float) -> Surface:
    """The night over a felt: transparent in the middle, as opaque as this at the rim."""
    veil = Surface(GRAIN, SRCALPHA)
    veil.fill((*night, round(255 * rim)))
    for ring in range(1, RINGS + 1):
        away = 1 - ring / RINGS  # from the dark rim inwards
        oval = anchored(round(430 * away) + 1, round(260 * away) + 1, center=(160, 88))
        draw.ellipse(veil, (*night, round(255 * rim * away * away)), oval)
    return veil


@lru_cache(1)  # the title shares the picture of the splash screen
def felt(color: Color, night: Color, size: Size, rim: float = RIM) -> Surface:
    """The background of a scene: a colour, light in the middle, dark at the rim."""
    ground = Surface(GRAIN)
    ground.fill(mix(color, (255, 255, 255), 0.05))
    ground.blit(dusk(night, rim), (0, 0))
    return transform.smoothscale(ground, size)


def asked(words: Sequence[str]) -> dict[str, str] | None:
    """The options of a command line that asks for the title; None if it asks for anything else or
    is wrong."""
    found: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        if word not in VALUES:
            return None
        found[word] = next(rest, "") if VALUES[word] else word
        if not found[word] or (VALUES[word] and found[word].startswith("-")):
            return None
    return found


def show(words: Sequence[str]) -> bool:
    """Opens the window and shows the splash screen. Returns whether it did."""
    options = asked(words)
    if options is None:
        return False
    named = options.get("--data-dir")
    try:
        screen = screen_of(data_folder(Path(named) if named else None))
        size = size_of(options["--size"]) if "--size" in options else screen["window"]
        wear(screen["table"])
        open_display()
        full = screen["full_screen"] and "--windowed" not in options
        paint(opened(wish(full, screen["display"], size)), screen["text_size"])
        window.show()
        event.pump()
        if os.environ.get("HOARD_FIRST_FRAME"):
            print(json.dumps({"shown": "first picture"}), flush=True)
    except (OSError, ValueError, ImportError, SDLError, InputError):
        return False  # the full program will report what is wrong
    return True


def paint(surface: Surface, percent: int) -> None:
    """Draws the felt, and the name as the title draws it. percent: the text size."""
    area = surface.get_rect()
    surface.blit(felt(FELT["hall"], COLOR["night"], area.size), (0, 0))
    font.init()
    scale = UnitScale(area.size, lambda: percent)
    write(surface, TITLE.upper(), head_of(scale, area).name, scale.type_px("name"))


def write(surface: Surface, words: str, box: Rect, px: int) -> None:
    """Draws a line in the middle of a box, in gold, smaller if it does not fit."""
    face = (ASSETS / "fonts" / f"{FACES['title']}.woff").read_bytes()
    fitted = fit(words, lambda px: font.Font(io.BytesIO(face), px), px, box.size, Bounds(LEAST_PX))
    drawn = font.Font(io.BytesIO(face), fitted.px).render(fitted.lines[0], True, COLOR["gold"])
    x = box.x + (box.w - drawn.get_width()) // 2
    surface.blit(drawn, (x, box.y + (box.h - fitted.height) // 2))
