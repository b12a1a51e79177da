"""Hoard: an offline arcade of dragon card games, full screen, played with mouse, touch, keyboard or controller.

This file is all that a person sees, hears and touches. It knows no rule and no search: those live in native/.

Contents, in reading order
    constants, art, sound, input, motion, the canvas (texts, tables, spots and widgets), cards, scenes (base, title,
    set-up, options, keys, statistics, records, rules), the board, the table, the boards of the games, the end of a
    match, review, drawing without a screen (shots, bench, selftest), the app, main
Words live in native/*_telling.py, data in assets/.
"""

from __future__ import annotations

import sys

HEADLESS = ("replay", "solve", "advise", "arena", "--version")

if __name__ == "__main__" and len(sys.argv) > 1 and sys.argv[1] in HEADLESS:
    from native import cli

    raise SystemExit(cli.main(sys.argv[1:]))

import argparse
import contextlib
import datetime
import json
import math
import os
import random
import threading
import time
import tomllib
import traceback
from array import array
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, ClassVar

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_TOUCH_MOUSE_EVENTS", "0")  # fingers are heard themselves, not as a mouse as well
import pygame
from pygame import Rect, Surface

import native
from native import GAMES, BadMove, BadRecord, Event, Match, Placed, Thinker, cli
from native.duel_telling import DuelTelling
from native.heart_telling import HeartTelling, aims, fitting, holding, kind_of
from native.keeper import Chronicle, Keeper, Settings, keep_report
from native.motion import Motion, ease
from native.review import SAME, Grader
from native.tale_telling import TaleTelling
from native.telling import Sheet, Strings, Telling
from native.tones import RATE, compose, synthesise
from native.tricks_telling import GEMS, KINDS, RANKS, SUITS, TricksTelling, gems, led
from native.wars_telling import WarsTelling

# ---- constants ------------------------------------------------------------------------------------------------

TITLE = "Hoard"
RATIO = 5 / 7  # width to height of a card
LEAST_SIZE = (800, 600)
LEVELS = ("hatchling", "wyrmling", "drake", "dragon")
AI_TOP = "dragon"
SEEDS = (1, 999_999)  # drawn deal numbers, short enough to type
FPS_MOVING = 60
IDLE_NAP_MS = 25
FREE = 1 << 30
PICTURE_BYTES = 16_000_000  # kept besides two and a half pictures of the whole screen

Color = tuple[int, int, int]
Accept = Callable[[], None]


ASSETS = native.assets_dir()  # everything that is data: art, fonts, strings, help, theme


def load_toml(name: str) -> dict[str, Any]:
    """A data file of assets/ as a dict, e.g. "theme.toml"."""
    with open(ASSETS / name, "rb") as file:
        return tomllib.load(file)


THEME = load_toml("theme.toml")


def rgb(text: str) -> Color:
    """A colour of the theme: "#D9B45B" -> (217, 180, 91)."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(one: Color, other: Color, share: float) -> Color:
    """A colour between two: share 0 is the first, 1 the second."""
    return tuple(round(a + (b - a) * share) for a, b in zip(one, other, strict=True))  # type: ignore[return-value]


COLOR: dict[str, Color] = {name: rgb(text) for name, text in THEME["colour"].items()}
FELT: dict[str, Color] = {name: rgb(text) for name, text in THEME["felt"].items()}
MOTION: dict[str, int] = THEME["motion"]

# ---- art ------------------------------------------------------------------------------------------------------

FACES = {"text": "atkinson-400", "bold": "atkinson-700", "number": "atkinson-700", "title": "cinzel-700",
         "roman": "cinzel-400"}


Typeset = tuple[int, list[str], int, bool]


class Art:
    """Fonts and pictures, rastered once per size and kept."""

    def __init__(self) -> None:
        self.fonts: dict[tuple[str, int], pygame.Font] = {}
        self.texts: OrderedDict[tuple[str, str, int, Color], Surface] = OrderedDict()
        self.set: dict[tuple[Any, ...], Typeset] = {}
        self.pictures: dict[tuple[Any, ...], Surface] = {}
        self.weight, self.budget = 0, 0  # bytes of the pictures kept, and how many there may be

    def font(self, face: str, px: int) -> pygame.Font:
        if (face, px) not in self.fonts:
            self.fonts[face, px] = pygame.Font(ASSETS / "fonts" / f"{FACES[face]}.woff", px)
        return self.fonts[face, px]

    def text(self, words: str, face: str, px: int, color: Color) -> Surface:
        key = (words, face, px, color)
        if key not in self.texts:
            draw = self.digits if face == "number" else self.plain
            self.texts[key] = draw(words, face, px, color)
            if len(self.texts) > 800:
                self.texts.popitem(last=False)
        self.texts.move_to_end(key)
        return self.texts[key]

    def plain(self, words: str, face: str, px: int, color: Color) -> Surface:
        return self.font(face, px).render(words, True, color)

    def digits(self, words: str, face: str, px: int, color: Color) -> Surface:
        """Numbers that may change: every digit as wide as the widest, so that nothing jumps."""
        font = self.font(face, px)
        wide = max(font.size(digit)[0] for digit in "0123456789")
        cells = [(wide if sign.isdigit() else font.size(sign)[0], sign) for sign in words]
        line = Surface((max(1, sum(cell for cell, _ in cells)), font.get_linesize()), pygame.SRCALPHA)
        x = 0
        for cell, sign in cells:
            glyph = font.render(sign, True, color)
            line.blit(glyph, (x + (cell - glyph.get_width()) // 2, 0))
            x += cell
        return line

    def typeset(self, words: str, face: str, px: int, room: tuple[int, int], lines: int) -> Typeset:
        """The type size, from px downwards, at which a text fits; its lines, their height, whether it is cut."""
        key = (words, face, px, room, lines)
        if len(self.set) > 4000:
            self.set.clear()
        while key not in self.set:
            font = self.font(face, px)
            fitted, high = wrap(words, font, room[0]), font.get_linesize()
            cut = len(fitted) > lines or high * len(fitted) > room[1] + 3
            cut = cut or any(font.size(line)[0] > room[0] for line in fitted)
            px -= 1
            if not cut or px < THEME["type"]["least_px"]:
                shown = fitted[: max(1, min(lines, room[1] // max(1, high)))] if cut else fitted
                self.set[key] = px + 1, [shorten(line, font, room[0]) if cut else line for line in shown], high, cut
        return self.set[key]

    def keep(self, key: tuple[Any, ...], make: Callable[[], Surface]) -> Surface:
        """The picture of this key, made when it is first asked for; too many, and those unused for longest go."""
        picture = self.pictures.pop(key, None)
        if picture is None:
            picture = make()
            self.weight += picture.get_pitch() * picture.get_height()
            while self.weight > self.budget and self.pictures:
                oldest = self.pictures.pop(next(iter(self.pictures)))
                self.weight -= oldest.get_pitch() * oldest.get_height()
        self.pictures[key] = picture
        return picture

    def forget(self) -> None:
        """Drops all pictures; they are made anew when they are asked for."""
        self.pictures.clear()
        self.set.clear()
        self.weight = 0

    def picture(self, name: str, size: tuple[int, int] | int) -> Surface:
        """An SVG of assets/art, e.g. "duel/egg", fitted into size pixels."""
        wide, high = (size, size) if isinstance(size, int) else size
        wide, high = max(1, wide), max(1, high)
        def make() -> Surface:
            return pygame.image.load_sized_svg(ASSETS / "art" / f"{name}.svg", (wide, high)).convert_alpha()

        return self.keep(("svg", name, wide, high), make)

    def tinted(self, name: str, size: int, color: Color) -> Surface:
        """An icon in another colour."""

        def make() -> Surface:
            icon = self.picture(name, size).copy()
            icon.fill((*color, 255), special_flags=pygame.BLEND_RGBA_MULT)
            return icon

        return self.keep(("tint", name, size, color), make)

    def felt(self, name: str, size: tuple[int, int]) -> Surface:
        """The ground of a scene: a colour with a soft vignette."""
        return self.keep(("felt", name, size), lambda: self.paint_felt(FELT[name], size))

    @staticmethod
    def paint_felt(color: Color, size: tuple[int, int]) -> Surface:
        small, steps = Surface((320, 180)), 60
        for step in range(steps + 1):
            away = 1 - step / steps  # from the dark rim inwards
            ring = Rect(0, 0, round(430 * away) + 1, round(260 * away) + 1)
            ring.center = (160, 88)
            shade = mix(mix(color, (255, 255, 255), 0.05), COLOR["night"], away * away * 0.85)
            pygame.draw.ellipse(small, shade, ring) if step else small.fill(shade)
        return pygame.transform.smoothscale(small, size).convert()

    def shadow(self, size: tuple[int, int], blur: int) -> Surface:
        """A soft shadow for a card of this size; the picture is larger by blur on every side."""
        edge = round(40 * blur / size[0])

        def paint() -> Surface:
            small = Surface((40 + 2 * edge, round(40 / RATIO) + 2 * edge), pygame.SRCALPHA)
            inner = small.get_rect().inflate(-2 * edge, -2 * edge)
            for step in range(6):
                layer = Surface(small.get_size(), pygame.SRCALPHA)
                pygame.draw.rect(layer, (0, 0, 0, 22), inner.inflate(3 - step * 2, 3 - step * 2), border_radius=4)
                small.blit(layer, (0, 0))
            return small.convert_alpha()

        small = self.keep(("shade", edge), paint)
        whole = (size[0] + 2 * blur, size[1] + 2 * blur)
        return self.keep(("shadow", size, blur), lambda: pygame.transform.smoothscale(small, whole))


# ---- sound ----------------------------------------------------------------------------------------------------

class Sound:
    """Sounds by name, and a quiet loop of music a game; silent where there is no sound device."""

    def __init__(self, settings: Settings, mute: bool) -> None:
        self.settings = settings
        self.recipes = load_toml("sounds.toml")
        self.sounds: dict[str, pygame.mixer.Sound] = {}
        self.tunes: dict[str, array[int]] = {}
        self.playing = ""
        self.on = False
        if not mute and settings.sound + settings.music > 0:
            self.start()

    def start(self) -> None:
        try:
            pygame.mixer.init(RATE, -16, 1, 512)
            self.on = pygame.mixer.get_init() == (RATE, -16, 1)
        except pygame.error:
            self.on = False

    def play(self, name: str) -> None:
        """Plays a sound, unless the same one is still heard."""
        if not self.on or not self.settings.sound:
            return
        if name not in self.sounds:
            self.sounds[name] = pygame.mixer.Sound(buffer=synthesise(self.recipes[name]["voices"]))
        sound = self.sounds[name]
        sound.set_volume((self.settings.sound / 100) ** 2)
        if sound.get_num_channels() == 0:
            sound.play()

    def music(self, game: str) -> None:
        """The loop of a game ("" = none); composed in the background when first heard."""
        if not self.on or not self.settings.music:
            game = ""
        if game and game not in self.tunes:
            self.tunes[game] = array("h")
            recipe = self.recipes["music"][game]
            threading.Thread(target=lambda: self.tunes.update({game: compose(recipe)}), daemon=True).start()
        if game and not self.tunes[game]:
            return  # still being composed
        channel = pygame.mixer.Channel(0) if self.on else None
        if channel and game != self.playing:
            channel.stop()
            if game:
                channel.play(pygame.mixer.Sound(buffer=self.tunes[game]), loops=-1, fade_ms=800)
            self.playing = game
        if channel:
            channel.set_volume((self.settings.music / 100) ** 2)


# ---- input ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Action:
    """What a person did, whatever it was done with."""

    name: str  # an action of the theme's tables, or point, press, release, scroll, letter
    place: tuple[int, int] = (0, 0)
    text: str = ""
    amount: int = 0


PAD = ("a", "b", "x", "y", "back", "start", "leftshoulder", "rightshoulder", "dpad_up", "dpad_down", "dpad_left",
       "dpad_right")
BUTTON_NAMES = {getattr(pygame, f"CONTROLLER_BUTTON_{name.upper()}"): name.replace("dpad_", "dp") for name in PAD}
STICK_AXES = {pygame.CONTROLLER_AXIS_LEFTX: ("left", "right"), pygame.CONTROLLER_AXIS_LEFTY: ("up", "down")}
STICK_DEAD = 16_000
FINGERS = {pygame.FINGERDOWN: "press", pygame.FINGERMOTION: "point", pygame.FINGERUP: "release"}
LONG_PRESS_MS = 600
REMAPPABLE = ("accept", "back", "hint", "values", "undo", "redo", "log", "help", "menu", "pause", "step", "copy",
              "paste")


class Input:
    """Turns pygame's events into actions by one table of keys and one of buttons."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.pads: dict[int, Any] = {}
        self.stick: dict[int, int] = {}
        self.by_key: dict[str, str] = {}
        self.by_button: dict[str, str] = {}
        self.device = "mouse"  # what was used last: mouse, keyboard, pad
        self.finger_down = 0  # when the finger came down, ms
        self.remap()

    def remap(self) -> None:
        """Reads the tables anew, the person's own bindings over the theme's."""
        keys, buttons = THEME["keys"] | self.settings.keys, THEME["buttons"] | self.settings.buttons
        self.by_key = {key: action for action, names in keys.items() for key in names}
        self.by_button = {button: action for action, names in buttons.items() for button in names}

    def key_of(self, action: str) -> str:
        """The key to show beside an action, "" where it has none."""
        names = (THEME["keys"] | self.settings.keys).get(action, [])
        return str(names[0]) if names else ""

    def open_pads(self) -> None:
        with contextlib.suppress(pygame.error, ImportError):
            from pygame._sdl2 import controller

            controller.init()
            for index in range(controller.get_count()):
                self.plug(index)

    def plug(self, index: int) -> None:
        with contextlib.suppress(pygame.error, ImportError):
            from pygame._sdl2 import controller

            if controller.is_controller(index):
                pad = controller.Controller(index)
                self.pads[pad.as_joystick().get_instance_id()] = pad

    def actions(self, event: pygame.event.Event, typing: bool) -> Iterator[Action]:
        """The actions of one event. typing: letters are text, not commands."""
        if event.type == pygame.KEYDOWN:
            yield from self.key(event, typing)
        elif event.type == pygame.MOUSEMOTION:
            self.device = "mouse"
            yield Action("point", event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            self.device = "mouse"
            yield Action("press" if event.button == 1 else "back", event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            yield Action("release", event.pos)
        elif event.type in FINGERS:
            yield from self.finger(event)
        elif event.type == pygame.MOUSEWHEEL:
            yield Action("scroll", amount=-event.y)
        elif event.type == pygame.CONTROLLERDEVICEADDED:
            self.plug(event.device_index)
        elif event.type == pygame.CONTROLLERDEVICEREMOVED:
            self.pads.pop(event.instance_id, None)
        elif event.type == pygame.CONTROLLERBUTTONDOWN:
            self.device = "pad"
            button = BUTTON_NAMES.get(event.button, "")
            yield Action(self.by_button.get(button, ""), text=button)
        elif event.type == pygame.CONTROLLERAXISMOTION and event.axis in STICK_AXES:
            yield from self.lean(event.axis, event.value)

    def finger(self, event: pygame.event.Event) -> Iterator[Action]:
        """A finger is a mouse that shows the note of what it rests on; a long press only looks."""
        self.device = "mouse"
        surface = pygame.display.get_surface()
        wide, high = surface.get_size() if surface else LEAST_SIZE
        place = (round(event.x * wide), round(event.y * high))
        if event.type == pygame.FINGERDOWN:
            self.finger_down = pygame.time.get_ticks()
        long = event.type == pygame.FINGERUP and pygame.time.get_ticks() - self.finger_down > LONG_PRESS_MS
        yield Action("let go" if long else FINGERS[event.type], place)

    def key(self, event: pygame.event.Event, typing: bool) -> Iterator[Action]:
        self.device = "keyboard"
        name = pygame.key.name(event.key)
        held = pygame.KMOD_CTRL | pygame.KMOD_META
        if name == "return" and event.mod & pygame.KMOD_ALT:
            yield Action("fullscreen")
        elif event.mod & held and name in ("c", "v"):
            yield Action("copy" if name == "c" else "paste", text=name)
        elif event.mod & held and name in ("z", "y"):
            yield Action("undo" if name == "z" else "redo", text=name)
        elif typing and (name == "backspace" or (event.unicode.isprintable() and event.unicode and name != "space")):
            yield Action("letter", text="\b" if name == "backspace" else event.unicode)
        else:
            yield Action(self.by_key.get(name, ""), text=name, amount=-1 if event.mod & pygame.KMOD_SHIFT else 1)

    def lean(self, axis: int, value: int) -> Iterator[Action]:
        """A stick pushed over counts once, until it has been let back."""
        way = 0 if abs(value) < STICK_DEAD else (1 if value > 0 else -1)
        if way != self.stick.get(axis, 0):
            self.stick[axis] = way
            if way:
                self.device = "pad"
                yield Action(STICK_AXES[axis][way > 0])


# ---- motion ---------------------------------------------------------------------------------------------------


@dataclass
class Sprite:
    """A card on the screen: what it is, where it lies, where it comes from."""

    card: str | None  # None: its face is not known here
    zone: str
    seat: int | None
    place: int
    up: bool
    rect: Rect = field(default_factory=lambda: Rect(0, 0, 1, 1))  # where it belongs
    start: Rect | None = None  # where it comes from, while it moves
    began: float = 0.0
    length: float = 1.0
    before: str | None = ""  # the face it showed until now, while it is turned over ("": no turning)

    def send(self, rect: Rect, motion: Motion, length: float, delay: float = 0.0) -> None:
        """Lets the card travel to a new place."""
        if rect == self.rect or length <= 0:
            self.rect, self.start = rect.copy(), None
            return
        self.start, self.rect = self.shown(motion), rect.copy()
        self.began, self.length = motion.now + delay, length
        motion.hold(self.began + length)

    def turn(self, card: str | None) -> None:
        """Shows another face from now on, turning over on its next way."""
        if card != self.card:
            self.before, self.card = self.card, card

    def share(self, motion: Motion) -> float:
        """How much of its way lies behind it: 0 .. 1."""
        if self.start is None or not motion.busy or motion.now >= self.began + self.length:
            self.start, self.before = None, ""
            return 1.0
        return ease((motion.now - self.began) / self.length)

    def shown(self, motion: Motion) -> Rect:
        """Where it is drawn now."""
        share = self.share(motion)
        if self.start is None:
            return self.rect.copy()
        a, b = self.start, self.rect
        return Rect(*(round(p + (q - p) * share) for p, q in zip(a, b, strict=True)))

# ---- the canvas: texts, spots and widgets ---------------------------------------------------------------------


@dataclass
class Spot:
    """A place that can be focused, pressed, dragged from or dropped on."""

    key: str
    rect: Rect
    accept: Accept | None = None
    adjust: Callable[[int], None] | None = None  # left and right change a value here
    tip: str = ""
    drag: Any = None  # what is dragged from here
    drop: Callable[[Any], None] | None = None
    nav: bool = True  # reached by arrows; else by pointing only
    write: Callable[[str], None] | None = None  # letters typed here


@dataclass
class Written:
    """A text that was drawn: what, where its ink lies, the box it was to stay in, and its layer."""

    text: str
    ink: Rect
    box: Rect
    layer: int
    cut: bool


class Canvas:
    """Draws a scene and remembers what can be pressed and what was written. Made anew for every frame's size."""

    def __init__(self, surface: Surface, app: App) -> None:
        self.app, self.art, self.t = app, app.art, app.strings
        self.resize(surface)
        self.spots: list[Spot] = []
        self.written: list[Written] = []
        self.layer = 0

    def resize(self, surface: Surface) -> None:
        self.surface = surface
        self.area = surface.get_rect()
        self.unit = min(self.area.w / 16, self.area.h / 9) / 5  # height / 45 of a 16:9 screen
        self.narrow = self.area.w / self.area.h < 1.5

    def begin(self) -> None:
        self.spots, self.written, self.layer = [], [], 0

    def cover(self) -> None:
        """A new layer over all before: dims it, and nothing under it can be pressed."""
        self.layer += 1
        self.spots = []
        self.surface.fill((90, 90, 90), special_flags=pygame.BLEND_RGB_MULT)

    def veil(self, size: tuple[int, int], alpha: int, color: Color = COLOR["shadow"]) -> Surface:
        def make() -> Surface:
            veil = Surface(size, pygame.SRCALPHA)
            veil.fill((*color, alpha))
            return veil

        return self.art.keep(("veil", size, alpha, color), make)

    def px(self, units: float) -> int:
        return round(units * self.unit)

    def type_px(self, size: str | float) -> int:
        """Pixels of a type size, the person's text size counted in."""
        units: float = THEME["type"][size] if isinstance(size, str) else size
        least: int = THEME["type"]["least_px"] + (2 if units >= 1 else 0)
        return max(round(units * self.unit), least) * self.app.settings.text_size // 100

    @property
    def line(self) -> int:
        """Height of a line of text."""
        return round(self.type_px("text") * 1.35)

    # ---- text

    def text(self, words: str, box: Rect, size: str | float = "text", color: str = "pale", align: str = "left",
             face: str = "text", lines: int = 1, top: bool = False) -> Rect:
        """Writes inside a box, in at most `lines` lines, smaller where it does not fit; the rect of its ink."""
        px, fitted, high, cut = self.art.typeset(words, face, self.type_px(size), box.size, lines)
        y = box.y if top else box.y + (box.h - high * len(fitted)) // 2
        ink = Rect(box.x, y, 0, 0)
        for number, line in enumerate(fitted):
            drawn = self.put(line, face, px, color, (box, y + number * high, align))
            ink = drawn if ink.w == 0 else ink.union(drawn)
        self.written.append(Written(words, ink, box.copy(), self.layer, cut))
        return ink

    def put(self, line: str, face: str, px: int, color: str, place: tuple[Rect, int, str]) -> Rect:
        box, y, align = place
        picture = self.art.text(line, face, px, COLOR[color])
        x = {"left": box.x, "center": box.x + (box.w - picture.get_width()) // 2,
             "right": box.right - picture.get_width()}[align]
        self.surface.blit(picture, (x, y))
        inner = ink_of(picture) if line.strip() else Rect(0, 0, 0, 0)
        return inner.move(x, y)

    def paragraph(self, words: str, box: Rect, size: str | float = "text", color: str = "pale") -> int:
        """Writes as many lines as it takes from the top of the box down; the height used."""
        high = self.height_of(words, box.w, size)
        self.text(words, Rect(box.x, box.y, box.w, high), size, color, lines=99, top=True)
        return high

    def height_of(self, words: str, width: int, size: str | float = "text") -> int:
        font = self.art.font("text", self.type_px(size))
        return len(wrap(words, font, width)) * font.get_linesize()

    def fits(self, words: str, box: Rect, face: str = "text") -> bool:
        """Whether there is room for a text, if need be at the smallest size."""
        font = self.art.font(face, THEME["type"]["least_px"])
        lines = wrap(words, font, box.w)
        return len(lines) * font.get_linesize() <= box.h + 3 and all(font.size(line)[0] <= box.w for line in lines)

    def width_of(self, words: str, size: str | float = "text", face: str = "text") -> int:
        return self.art.font(face, self.type_px(size)).size(words)[0]

    def sheet(self, area: Rect, sheet: Sheet) -> None:
        """A table of texts: notes above, quiet heads, every second row shaded."""
        for number, note in enumerate(sheet.notes):
            self.text(note, Rect(area.x, area.y + number * self.line, area.w, self.line), "text", "gold", "center")
        top = area.y + len(sheet.notes) * self.line + self.px(0.5) * bool(sheet.notes)
        high = min(self.sheet_high(sheet), area.bottom - top) // max(1, len(sheet.rows))
        for number, row in enumerate(sheet.rows):
            x, y = area.x, top + number * high
            if number % 2 == sheet.heads:
                pygame.draw.rect(self.surface, COLOR["night"], Rect(x, y, area.w, high), border_radius=self.px(0.3))
            for place, (share, cell) in enumerate(zip(sheet.shares, row, strict=True)):
                rect = Rect(x + self.px(0.4), y, area.w * share // sum(sheet.shares) - self.px(0.8), high)
                x += area.w * share // sum(sheet.shares)
                color = "quiet" if sheet.heads and number == 0 else "gold" if cell[:1] == "=" else "pale"
                if color == "gold":
                    lit = rect.inflate(self.px(0.5), -self.px(0.3))
                    lit.w = self.px(1.8) if place < sheet.left and len(cell) == 2 else lit.w  # a single sign
                    pygame.draw.rect(self.surface, COLOR["raised"], lit, border_radius=self.px(0.3))
                self.cell(rect, cell.removeprefix("="), color, "left" if place < sheet.left else "right", sheet.lines)

    def sheet_high(self, sheet: Sheet) -> int:
        """How high the rows of a table want to be together."""
        return max(self.px(sheet.high), self.line) * len(sheet.rows)

    def cell(self, rect: Rect, words: str, color: str, align: str = "left", lines: int = 1) -> None:
        """Words with a picture before them where they begin with its name and a "|"."""
        picture, _, words = words.rpartition("|")
        if picture:
            side = min(rect.h - 2, self.px(1.7 if lines == 1 else 2.6))
            drawn = self.art.picture(picture, side)
            self.surface.blit(drawn, drawn.get_rect(midleft=(rect.x, rect.centery)))
            rect = Rect(rect.x + side + self.px(0.4), rect.y, rect.w - side - self.px(0.4), rect.h)
        size = "small" if color == "quiet" or lines > 1 else "text"
        self.text(words, rect, size, color, align, lines=max(lines, 2 if color == "quiet" else 1))

    # ---- shapes

    def panel(self, rect: Rect, color: str = "panel", border: str = "border", radius: float = 0.5) -> None:
        bend = self.px(radius)
        pygame.draw.rect(self.surface, COLOR[color], rect, border_radius=bend)
        pygame.draw.rect(self.surface, COLOR[border], rect, max(1, self.px(0.12)), border_radius=bend)

    def frame(self, rect: Rect, color: str = "gold", thick: float = 0.25, radius: float = 0.5) -> None:
        pygame.draw.rect(self.surface, COLOR[color], rect, max(2, self.px(thick)), border_radius=self.px(radius))

    def rule(self, start: tuple[int, int], width: int) -> None:
        """A thin gold line with a lozenge in its middle."""
        x, y = start
        pygame.draw.line(self.surface, COLOR["gold"], (x, y), (x + width, y), max(1, self.px(0.1)))
        r = self.px(0.4)
        mid = x + width // 2
        pygame.draw.polygon(self.surface, COLOR["gold"], [(mid - r, y), (mid, y - r), (mid + r, y), (mid, y + r)])

    def box(self, width: int, high: int, margin: tuple[float, float]) -> Rect:
        """A panel in the middle of the screen, no larger than that; the area within its margins."""
        box = Rect(0, 0, min(width, self.area.w - self.px(1.6)), min(high, self.area.h - self.px(1.6)))
        box.center = self.area.center
        self.panel(box, "panel", "gold")
        return box.inflate(-self.px(margin[0]), -self.px(margin[1]))

    def icon(self, name: str, rect: Rect, color: Color | None = None) -> None:
        side = min(rect.w, rect.h)
        picture = self.art.tinted(f"ui/{name}", side, color) if color else self.art.picture(f"ui/{name}", side)
        self.surface.blit(picture, picture.get_rect(center=rect.center))

    def star(self, center: tuple[int, int], radius: float, full: bool) -> None:
        """The mark of the best move: filled when proven, hollow when estimated."""
        side = round(radius * 2)
        self.icon("star-full" if full else "star-hollow", Rect(center[0] - side // 2, center[1] - side // 2, side,
                                                               side))

    # ---- spots

    def spot(self, spot: Spot) -> bool:
        """Registers a place; true when it has the focus."""
        self.spots.append(spot)
        return self.app.focus == spot.key

    def focus_frame(self, rect: Rect) -> None:
        """The thick gold frame and the pointing hand of what has the focus."""
        around = rect.inflate(self.px(0.5), self.px(0.5))
        self.frame(around, thick=0.3)
        if self.app.input.device != "mouse":
            side = self.px(2.0)
            hand = self.art.picture("ui/hand", side)
            self.surface.blit(hand, (max(0, around.x - round(side * 0.72)), around.centery - side // 2))

    def button(self, key: str, rect: Rect, label: str, accept: Accept, icon: str = "", action: str = "",
               lit: bool = False, tip: str = "", enabled: bool = True) -> None:
        """A button with an icon, its words, and the key that does the same."""
        focused = self.spot(Spot(key, rect, accept if enabled else None, tip=tip))
        self.panel(rect, "raised" if focused or lit else "panel", "gold" if lit else "border")
        inner = rect.inflate(-self.px(1.0), -self.px(0.3))
        color = "pale" if enabled else "quiet"
        if icon:
            side = min(inner.h, self.px(1.9) * self.app.settings.text_size // 100)
            where = Rect(inner.x, inner.y, side, inner.h) if label else inner
            self.icon(icon, where, None if enabled else COLOR["quiet"])
            inner = Rect(inner.x + side + self.px(0.6), inner.y, inner.w - side - self.px(0.6), inner.h)
        name = self.app.input.key_of(action) if action else ""
        if label and name and self.app.input.device != "pad" and inner.w > self.width_of(label) + self.px(3):
            cap = Rect(0, 0, max(self.px(1.7), self.width_of(name.upper(), "small") + self.px(0.6)),
                       min(inner.h, self.line))
            cap.midright = inner.midright
            self.frame(cap, "border", 0.1, 0.3)
            self.text(name.upper(), cap, "small", "quiet", "center")
            inner.w -= cap.w + self.px(0.4)
        if label:
            self.text(label, inner, "text", color, "left" if icon else "center")
        if focused:
            self.focus_frame(rect)

    def row_label(self, rect: Rect, label: str) -> Rect:
        """Writes what a row is about; the place left for its value."""
        inner = rect.inflate(-self.px(1.4), -self.px(0.3))
        left = Rect(inner.x, inner.y, inner.w * 11 // 20, inner.h)
        self.text(label, left, "text", "pale")
        return Rect(left.right, inner.y, inner.right - left.right, inner.h)

    def choice(self, key: str, rect: Rect, label: str, value: str, adjust: Callable[[int], None],
               tip: str = "") -> None:
        """A row with a value between two arrows; accept and right go on, left goes back."""
        focused = self.spot(Spot(key, rect, lambda: adjust(1), adjust, tip))
        self.panel(rect, "raised" if focused else "panel")
        right = self.row_label(rect, label)
        r = max(4, self.px(0.45))
        for side, point in ((-1, right.x + r), (1, right.right - r)):
            base, y = point - side * r // 2, right.centery
            pygame.draw.polygon(self.surface, COLOR["gold"], [(point + side * r, y), (base, y - r), (base, y + r)])
            arrow = Rect(0, 0, r * 4, rect.h)
            arrow.center = (point, rect.centery)
            self.spots.append(Spot(f"{key}{side:+d}", arrow, partial(adjust, side), nav=False, tip=tip))
        self.text(value, right.inflate(-4 * r, 0), "text", "gold", "center")
        if focused:
            self.focus_frame(rect)

    def field(self, key: str, rect: Rect, label: str, value: str, write: Callable[[str], None],
              tip: str = "") -> None:
        """A row to type into."""
        focused = self.spot(Spot(key, rect, lambda: None, tip=tip, write=write))
        self.panel(rect, "raised" if focused else "panel")
        right = self.row_label(rect, label)
        ink = self.text(value or " ", right, "text", "gold", "center", face="bold")
        if focused:
            x = ink.right + 3 if value else right.centerx
            pygame.draw.line(self.surface, COLOR["gold"], (x, right.y + right.h // 5),
                             (x, right.bottom - right.h // 5), 2)
            self.focus_frame(rect)

    def tooltip(self, words: str, near: Rect) -> None:
        """A short note below or above something."""
        if not words:
            return
        width = min(self.width_of(words, "small") + self.px(1.6), self.px(34))
        high = self.height_of(words, width - self.px(1.6), "small") + self.px(0.8)
        box = Rect(0, 0, width, high)
        box.midtop = (near.centerx, near.bottom + self.px(0.5))
        if box.bottom > self.area.bottom:
            box.bottom = near.top - self.px(0.5)
        box.clamp_ip(self.area)
        self.layer += 1
        self.panel(box, "night", "gold")
        self.paragraph(words, box.inflate(-self.px(1.6), -self.px(0.8)), "small")
        self.layer -= 1


@lru_cache(1024)
def ink_of(picture: Surface) -> Rect:
    """The part of a picture that is not clear."""
    return picture.get_bounding_rect()


@lru_cache(4096)
def wrap(words: str, font: pygame.Font, width: int) -> list[str]:
    """Breaks a text at blanks into lines no wider than width, where the words allow it."""
    lines: list[str] = []
    for part in words.split("\n"):
        line, *rest = part.split(" ")
        for word in rest:
            if font.size(f"{line} {word}")[0] > width:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}"
        lines.append(line)
    return lines


def shorten(line: str, font: pygame.Font, width: int) -> str:
    """The line cut to a width, with an ellipsis."""
    while line and font.size(line + "…")[0] > width:
        line = line[:-1]
    return line + "…" if line else ""


def faults(canvas: Canvas) -> list[str]:
    """What is wrong with the texts of the last picture: cut, outside its box or the screen, or over another."""
    found = [f"cut: {w.text!r}" for w in canvas.written if w.cut]
    found += [f"outside its box: {w.text!r}" for w in canvas.written if w.ink.w
              and not w.box.inflate(8, 10).contains(w.ink)]
    found += [f"outside the screen: {w.text!r}" for w in canvas.written if w.ink.w
              and not canvas.area.contains(w.ink)]
    for number, one in enumerate(canvas.written):
        for other in canvas.written[number + 1 :]:
            both = one.ink.clip(other.ink)
            if one.layer == other.layer and both.w > 1 and both.h > 1:
                found.append(f"over each other: {one.text!r} and {other.text!r}")
    return found


def split(rect: Rect, parts: int, gap: int, across: bool = False) -> list[Rect]:
    """Cuts a rect into equal parts with a gap: one under the other, or (across) side by side."""
    length = rect.w if across else rect.h
    each = (length - gap * (parts - 1)) / parts
    if across:
        return [Rect(round(rect.x + i * (each + gap)), rect.y, round(each), rect.h) for i in range(parts)]
    return [Rect(rect.x, round(rect.y + i * (each + gap)), rect.w, round(each)) for i in range(parts)]


# ---- cards ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Face:
    """How a card looks: its index, the mark under it, the emblem, the colour of its rule."""

    index: str
    mark: str
    emblem: str
    color: Color
    pattern: int = 0  # which border pattern the colour-blind option draws
    name: str = ""  # a card with words: its name and a line of text under the emblem, marks at the top right
    text: str = ""
    marks: tuple[str, ...] = ()


class Cards:
    """Card faces and backs of one game as pictures, each drawn once per size."""

    def __init__(self, app: App, game: str, faces: Callable[[str], Face]) -> None:
        self.app, self.art, self.game, self.faces = app, app.art, game, faces
        self.widths: dict[tuple[Any, ...], int] = {}  # in which a card was painted last

    def picture(self, card: str | None, width: int, dim: bool = False) -> Surface:
        """A face, or a back, perhaps dimmed. Painting takes long: while something moves, and when this frame has
        painted enough, one of another width is scaled where there is one."""
        blind = self.app.settings.colour_blind
        key = ("card", self.game, card, dim, blind)
        near, kept = (*key, self.widths.get(key)), self.art.pictures
        if (*key, width) not in kept:
            moving = self.app.motion.busy and near in kept
            self.app.paints -= not moving
            if near in kept and (moving or self.app.paints < 0):
                return pygame.transform.smoothscale(kept[near], (width, round(width / RATIO)))
            if self.app.paints < 0 and card is not None:
                return self.picture(None, width)  # for a moment
        self.widths[key] = width

        def make() -> Surface:
            plain = kept.get(("card", self.game, card, False, blind, width))
            if plain is None:
                plain = self.paint_back(width) if card is None else self.paint(self.faces(card), width, blind)
            return self.dim(plain) if dim else plain

        return self.art.keep((*key, width), make)

    @staticmethod
    def dim(picture: Surface) -> Surface:
        """The same, darkened by 45 %."""
        dark = picture.copy()
        dark.fill((140, 140, 140, 255), special_flags=pygame.BLEND_RGBA_MULT)
        return dark

    def paint(self, face: Face, width: int, blind: bool) -> Surface:
        big = 2 if width < 220 else 1  # drawn larger and scaled down, for smooth edges
        w, h = width * big, round(width / RATIO) * big
        card = Surface((w, h), pygame.SRCALPHA)
        bend, rim = round(w * 0.07), max(1, round(w * 0.018))
        pygame.draw.rect(card, COLOR["ink"], card.get_rect(), border_radius=bend)
        pygame.draw.rect(card, COLOR["vellum"], card.get_rect().inflate(-2 * big, -2 * big), border_radius=bend)
        for inset, thick in ((0.035, rim), (0.065, max(1, rim // 2))):
            edge = card.get_rect().inflate(-round(w * inset * 2), -round(w * inset * 2))
            pygame.draw.rect(card, mix(face.color, COLOR["ink"], 0.25), edge, thick,
                             border_radius=max(1, round(bend * 0.7)))
        if blind:
            self.paint_pattern(card, face)
        self.paint_corner(card, face, w)
        if face.name:
            self.paint_words(card, face, big)
        else:
            rule = round(w * 0.08)  # the corner within the double rule
            corner = pygame.transform.rotate(card.subsurface(Rect(rule, rule, w // 3 - rule, h // 3 - rule)), 180)
            card.blit(corner, (w - w // 3, h - h // 3))
        side = round(w * (0.5 if face.name else 0.6))
        emblem = self.art.picture(face.emblem, side)
        card.blit(emblem, emblem.get_rect(center=(w // 2, round(h * (0.34 if face.name else 0.5)))))
        return pygame.transform.smoothscale(card, (width, round(width / RATIO))).convert_alpha()

    def paint_corner(self, card: Surface, face: Face, w: int) -> None:
        px = round(w * 0.2)
        index = self.art.font("title", px).render(face.index, True, COLOR["ink"])
        ink = index.get_bounding_rect()
        center = round(w * 0.165)
        card.blit(index, (max(center - ink.w // 2, round(w * 0.085)) - ink.x, round(w * 0.1) - ink.y))
        mark = self.art.picture(face.mark, round(w * 0.15))
        card.blit(mark, mark.get_rect(midtop=(center, round(w * 0.13) + ink.h)))

    def paint_words(self, card: Surface, face: Face, big: int) -> None:
        """Marks at the top right; name and text under the emblem, as large as they fit. A small card has its name."""
        w, h = card.get_size()
        side = w * (15 if len(face.marks) < 4 else 11) // 100
        for number, mark in enumerate(face.marks):
            card.blit(self.art.picture(mark, side), (w * 91 // 100 - side, w // 10 + number * side * 9 // 8))
        parts = [(face.name, "bold"), (face.text, "text")][: 2 if face.text and w >= 96 * big else 1]
        whole = Rect(w * 9 // 100, h * 56 // 100, w * 82 // 100, h * 37 // 100)
        for (words, style), area in zip(parts, split(whole, len(parts), 0), strict=True):
            for px in range(max(w // 8, 8 * big), 7 * big, -1):
                font = self.art.font(style, px)
                lines, high = wrap(words, font, area.w), font.get_linesize() * 9 // 10
                if len(lines) * high <= area.h and all(font.size(line)[0] <= area.w for line in lines):
                    break
            top = area.centery - len(lines) * high // 2
            for number, line in enumerate(lines):
                ink = font.render(line, True, COLOR["ink"])
                card.blit(ink, ink.get_rect(midtop=(area.centerx, top + number * high)))

    @staticmethod
    def paint_pattern(card: Surface, face: Face) -> None:
        """Ticks along the border, another number and shape for every colour."""
        w, h = card.get_size()
        count, r = 2 + face.pattern, max(2, round(w * 0.022))
        for i in range(1, count + 1):
            for x, y in ((w * i // (count + 1), round(w * 0.05)), (w * i // (count + 1), h - round(w * 0.05))):
                if face.pattern % 2:
                    pygame.draw.circle(card, COLOR["ink"], (x, y), r)
                else:
                    pygame.draw.rect(card, COLOR["ink"], Rect(x - r, y - r, 2 * r, 2 * r))

    def paint_back(self, width: int) -> Surface:
        size = (width, round(width / RATIO))
        return pygame.transform.smoothscale(self.art.picture(f"{self.game}/back", size), size).convert_alpha()

    def draw(self, canvas: Canvas, sprite: Sprite, rect: Rect, lift: float = 0.0, dim: bool = False) -> None:
        """A card at a place, lifted (0..1: its shadow grows), dimmed, or half turned over."""
        share = sprite.share(canvas.app.motion)
        card, squeeze = sprite.card, 1.0
        if sprite.before != "" and share < 1:
            squeeze = abs(2 * share - 1)
            card = sprite.before if share < 0.5 else sprite.card
        width = max(4, rect.w)
        picture = self.picture(card, width, dim)
        blur = max(2, round(width * (0.05 + 0.06 * lift)))
        shadow = self.art.shadow(picture.get_size(), blur)
        canvas.surface.blit(shadow, (rect.x - blur, rect.y - blur + round(blur * (0.4 + lift))))
        if squeeze < 1:
            picture = pygame.transform.scale(picture, (max(2, round(width * squeeze)), picture.get_height()))
        canvas.surface.blit(picture, picture.get_rect(center=rect.center))

# ---- scenes ---------------------------------------------------------------------------------------------------


class Scene:
    """One screen: draws itself on a canvas and answers actions. Overlays leave what lies under them in view."""

    overlay = False
    felt = "hall"
    music = ""

    def __init__(self, app: App) -> None:
        self.app, self.t = app, app.strings
        self.focus = ""

    def draw(self, c: Canvas) -> None:
        raise NotImplementedError

    def act(self, action: Action) -> bool:  # noqa: ARG002
        """Answers an action that is no spot's; true when something changed."""
        return False

    def tick(self) -> bool:
        """Called every frame; true when the picture has to be drawn anew."""
        return False

    def back(self) -> None:
        self.app.pop()

    def close(self) -> None:
        """Called when the scene goes for good."""


def heading(c: Canvas, words: str) -> Rect:
    """The title of a scene with its gold rule; the area left under it."""
    top = c.px(4.2)
    c.text(words, Rect(c.px(2), c.px(0.8), c.area.w - c.px(4), c.px(2.8)), "title", "gold", "center", "title")
    c.rule((c.area.w // 2 - c.px(12), top), c.px(24))
    return Rect(c.px(2), top + c.px(1), c.area.w - c.px(4), c.area.h - top - c.px(2.2))


def footer(c: Canvas, area: Rect, buttons: Iterable[tuple[str, str, str, Accept]]) -> Rect:
    """A row of buttons (key, label, icon, accept) along the bottom; the area left above it."""
    row = list(buttons)
    high = max(c.px(2.6), c.line + c.px(0.8))
    gap, icons = c.px(0.8), [label == "" for _, label, _, _ in row]
    room = area.w - gap * (len(row) - 1)
    small = min(c.px(6), room // len(row)) if all(icons) or len(row) < 7 else min(round(high * 1.2), room // len(row))
    wide = min(c.px(15), (room - small * sum(icons)) // max(1, len(row) - sum(icons)))
    x = area.centerx - (small * sum(icons) + wide * (len(row) - sum(icons)) + gap * (len(row) - 1)) // 2
    for (key, label, icon, accept), bare in zip(row, icons, strict=True):
        rect = Rect(x, area.bottom - high, small if bare else wide, high)
        c.button(key, rect, label, accept, icon)
        x = rect.right + gap
    return Rect(area.x, area.y, area.w, area.h - high - c.px(0.8))


class Title(Scene):
    """Choose a game; the way to everything else."""

    def draw(self, c: Canvas) -> None:
        top = self.draw_head(c)
        area = Rect(c.px(2), top, c.area.w - c.px(4), c.area.h - top - c.px(1.2))
        area = footer(c, area, (
            ("statistics", self.t("title.statistics"), "stats", lambda: self.app.push(Statistics(self.app))),
            ("records", self.t("title.records"), "open", lambda: self.app.push(Records(self.app))),
            ("options", self.t("title.options"), "options", lambda: self.app.push(Options(self.app))),
            ("quit", self.t("title.quit"), "cross", self.app.quit)))
        games, gap = list(BOARDS), c.px(1)
        wide = min(c.px(15.5), (area.w - gap * (len(games) - 1)) // len(games))
        row = Rect(0, area.y, wide * len(games) + gap * (len(games) - 1), min(area.h - c.px(1), wide * 3 // 2))
        row.center = area.center
        for game, rect in zip(games, split(row, len(games), gap, across=True), strict=True):
            self.draw_game(c, game, rect)
        if not self.focus:
            self.focus = games[0]

    def draw_head(self, c: Canvas) -> int:
        """Emblem, name and line; where the rest begins."""
        side = max(c.px(8), c.area.h * 17 // 100)
        emblem = Rect(0, c.px(0.8), side, side)
        emblem.centerx = c.area.centerx
        c.icon("hoard", emblem)
        c.text(TITLE.upper(), Rect(0, emblem.bottom - c.px(0.4), c.area.w, c.px(3.6)), 3.2, "gold", "center", "title")
        line = Rect(c.px(2), emblem.bottom + c.px(3), c.area.w - c.px(4), c.px(1.8))
        c.text(self.t("title.line"), line, "text", "quiet", "center")
        return line.bottom + c.px(0.4)

    def draw_game(self, c: Canvas, game: str, rect: Rect) -> None:
        focused = c.spot(Spot(game, rect, lambda: self.choose(game)))
        ground = c.art.keep(("tile", game, rect.size), lambda: rounded(c.art.felt(game, rect.size), c.px(0.8)))
        c.surface.blit(ground, rect)
        c.frame(rect, "gold" if focused else "border", 0.15, 0.8)
        inner = rect.inflate(-c.px(1.2), -c.px(1.2))
        words_high = c.type_px("label") + c.line * 3 + c.px(1.4)
        side = max(c.px(4), min(inner.w, inner.h - words_high))
        emblem = Rect(0, inner.y, side, side)
        emblem.centerx = inner.centerx
        picture = c.art.picture(f"{game}/emblem", side)
        c.surface.blit(picture, picture.get_rect(center=emblem.center))
        y = emblem.bottom + c.px(0.3)
        c.text(self.t(f"game.{game}.name"), Rect(inner.x, y, inner.w, c.type_px("label") + c.px(0.8)), "label",
               "gold", "center", "title")
        y += c.type_px("label") + c.px(0.8)
        c.text(self.t(f"game.{game}.line"), Rect(inner.x, y, inner.w, c.line * 2), "small", "pale", "center", lines=2)
        c.text(self.t(f"game.{game}.players"), Rect(inner.x, inner.bottom - c.line, inner.w, c.line), "small",
               "quiet", "center")
        if self.app.saved(game):
            mark = Rect(rect.right - c.px(3.2), rect.y + c.px(0.5), c.px(2.6), c.px(2.6))
            c.panel(mark, "night", "gold")
            c.icon("play", mark.inflate(-c.px(0.8), -c.px(0.8)))
            c.spots.append(Spot(f"{game}:continue", mark, lambda: self.choose(game), tip=self.t("title.continue"),
                                nav=False))
        if focused:
            c.focus_frame(rect)

    def choose(self, game: str) -> None:
        self.app.sound.play("accept")
        self.app.push(SetUp(self.app, game))

    def back(self) -> None:
        self.app.push(Ask(self.app, self.t("title.leave"), self.app.quit))


def rounded(picture: Surface, bend: int) -> Surface:
    """A picture with round corners."""
    mask = Surface(picture.get_size(), pygame.SRCALPHA)
    pygame.draw.rect(mask, (255, 255, 255, 255), mask.get_rect(), border_radius=bend)
    mask.blit(picture, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return mask.convert_alpha()


class Ask(Scene):
    """A question with yes and no, or (without yes) something to be read."""

    overlay = True

    def __init__(self, app: App, words: str, yes: Accept | None = None) -> None:
        super().__init__(app)
        self.words, self.yes = words, yes
        self.focus = "no"

    def draw(self, c: Canvas) -> None:
        width = min(c.px(40), c.area.w - c.px(4))
        inner = c.box(width, c.height_of(self.words, width - c.px(4)) + c.px(7) + c.line, (4, 3))
        c.paragraph(self.words, inner)
        if self.yes:
            footer(c, inner, (("yes", self.t("word.yes"), "check", self.agree),
                              ("no", self.t("word.no"), "cross", self.back)))
        else:
            footer(c, inner, (("no", self.t("word.close"), "check", self.back),))

    def agree(self) -> None:
        self.app.pop()
        assert self.yes
        self.yes()


class SetUp(Scene):
    """The options of a game, who sits where, and the number of the deal."""

    def __init__(self, app: App, game: str) -> None:
        super().__init__(app)
        self.game, self.felt, self.info = game, game, GAMES[game]
        last = app.settings.last.get(game, {})
        self.options: dict[str, Any] = {o.name: last.get("options", {}).get(o.name, o.standard)
                                        for o in self.info.options}
        self.seats: list[str] = list(last.get("seats", ["human", AI_TOP]))
        self.number = str(app.draw_seed())
        self.focus = "resume" if app.saved(game) else "start"
        self.fit_seats()

    def fit_seats(self) -> None:
        """As many seats as the options ask for."""
        try:
            count = Match(self.game, options=self.options).seats_count
        except BadRecord:
            return
        self.seats = (self.seats + [AI_TOP] * count)[:count]

    def draw(self, c: Canvas) -> None:
        area = heading(c, self.t(f"game.{self.game}.name"))
        buttons = [("start", self.t("setup.start"), "play", self.start), ("rules", self.t("setup.rules"), "help",
                                                                          self.rules),
                   ("back", self.t("word.back"), "back", self.back)]
        if self.app.saved(self.game):
            buttons.insert(0, ("resume", self.t("setup.resume"), "play", self.resume))
        area = footer(c, area, buttons)
        left = Rect(area.x, area.y, area.w * 42 // 100, area.h)
        self.draw_side(c, left)
        rows_area = Rect(left.right + c.px(2), area.y, area.right - left.right - c.px(2), area.h)
        rows = len(self.info.options) + len(self.seats) + 2
        high = min(max(c.px(2.7), c.line + c.px(0.8)), (rows_area.h - c.px(0.5) * rows) // rows)
        block = Rect(rows_area.x, rows_area.y, rows_area.w, high * rows + c.px(0.5) * (rows - 1))
        places = iter(split(block, rows, c.px(0.5)))
        for option in self.info.options:
            self.draw_option(c, next(places), option)
        for seat, who in enumerate(self.seats):
            name = self.t("setup.seat", number=seat + 1)
            c.choice(f"seat{seat}", next(places), name, self.t(f"level.{who}"), partial(self.change_seat, seat),
                     self.t(f"level.{who}.tip"))
        c.field("number", next(places), self.t("setup.number"), self.number, self.type_number,
                self.t("setup.number.tip"))
        c.button("draw", next(places), self.t("setup.draw"), self.draw_number, "new")

    def draw_side(self, c: Canvas, area: Rect) -> None:
        side = min(area.w, area.h * 6 // 10)
        emblem = Rect(0, area.y, side, side)
        emblem.centerx = area.centerx
        picture = c.art.picture(f"{self.game}/emblem", side)
        c.surface.blit(picture, emblem)
        words = Rect(area.x, emblem.bottom + c.px(0.8), area.w, area.bottom - emblem.bottom - c.px(0.8))
        lines = max(1, words.h // max(1, c.art.font("text", c.type_px("text")).get_linesize()))
        c.text(self.t(f"game.{self.game}.about"), words, "text", "pale", lines=lines, top=True)

    def draw_option(self, c: Canvas, rect: Rect, option: native.OptionInfo) -> None:
        name = f"option.{self.game}.{option.name}"
        value = self.options[option.name]
        shown = f"{name}.{str(value).lower()}"
        plain = {True: self.t("word.yes"), False: self.t("word.no")}.get(value, str(value))
        words = self.t(shown) if shown in self.t else plain
        c.choice(option.name, rect, self.t(name), words, lambda step: self.change(option, step),
                 self.t(f"{name}.tip"))

    def change(self, option: native.OptionInfo, step: int) -> None:
        values = option.values()
        at = values.index(self.options[option.name])
        self.options[option.name] = values[(at + step) % len(values)]
        self.app.sound.play("move")
        self.fit_seats()

    def change_seat(self, seat: int, step: int) -> None:
        who = ("human", *LEVELS)
        self.seats[seat] = who[(who.index(self.seats[seat]) + step) % len(who)]
        self.app.sound.play("move")

    def type_number(self, letter: str) -> None:
        if letter == "\b":
            self.number = self.number[:-1]
        elif letter.isdigit() and len(self.number) < 20:
            self.number += letter

    def draw_number(self) -> None:
        self.number = str(self.app.draw_seed())
        self.app.sound.play("deal")

    def start(self) -> None:
        seed = min(int(self.number or "0"), 2**64 - 1)
        try:
            match = Match(self.game, options=self.options, seed=seed, seats=self.seats)
        except BadRecord as error:
            self.app.push(Ask(self.app, str(error)))
            return
        self.app.settings.last[self.game] = {"options": self.options, "seats": self.seats}
        self.app.save_settings()
        self.app.sound.play("deal")
        self.app.replace(TableScene(self.app, match))

    def resume(self) -> None:
        self.app.resume(self.game)

    def rules(self) -> None:
        self.app.push(Rules(self.app, self.game))

    def act(self, action: Action) -> bool:
        if action.name == "help":
            self.rules()
        elif action.name == "paste":
            self.app.open_text(self.app.clipboard())
        return action.name in ("help", "paste")


class Options(Scene):
    """Everything a person may set, in two columns."""

    TABLE: ClassVar[dict[str, list[Any]]] = THEME["options"] | {"language": list(Strings.languages())}

    def draw(self, c: Canvas) -> None:
        area = heading(c, self.t("options.title"))
        area = footer(c, area, (("back", self.t("word.back"), "back", self.back),))
        columns = split(area, 2, c.px(2), across=True)
        names = [*self.TABLE, "keys"]
        half = (len(names) + 1) // 2
        high = min(max(c.px(2.8), c.line + c.px(0.8)), (area.h - c.px(0.6) * half) // half)
        for number, name in enumerate(names):
            column = columns[number // half]
            rect = Rect(column.x, column.y + (number % half) * (high + c.px(0.6)), column.w, high)
            if name == "keys":
                c.button(name, rect, self.t("options.keys"), lambda: self.app.push(Keys(self.app)), "keyboard")
            else:
                c.choice(name, rect, self.t(f"options.{name}"), self.words(name), partial(self.change, name),
                         self.t(f"options.{name}.tip"))
        if not self.focus:
            self.focus = names[0]

    def words(self, name: str) -> str:
        value = getattr(self.app.settings, name)
        shown = f"options.{name}.{str(value).lower()}"
        if shown in self.t:
            return self.t(shown)
        if isinstance(value, bool):
            return self.t("word.on" if value else "word.off")
        unit = {"text_size": "{} %", "sound": "{} %", "music": "{} %", "pause_least": "{} ms",
                "pause_most": "{} ms"}.get(name, "{}")
        return unit.format(value)

    def change(self, name: str, step: int) -> None:
        values = self.TABLE[name]
        now = getattr(self.app.settings, name)
        at = values.index(now) if now in values else 0
        setattr(self.app.settings, name, values[(at + step) % len(values)])
        self.app.settings_changed(name)
        self.app.sound.play("move")


class Keys(Scene):
    """Keys and controller buttons, each to be chosen anew."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.waiting = ""  # the action that waits for its new key

    def draw(self, c: Canvas) -> None:
        area = heading(c, self.t("keys.title"))
        area = footer(c, area, (("reset", self.t("keys.reset"), "restart", self.reset),
                                ("back", self.t("word.back"), "back", self.back)))
        words = self.t("keys.press", action=self.t(f"action.{self.waiting}")) if self.waiting else self.t("keys.tip")
        c.text(words, Rect(area.x, area.y, area.w, c.line), "text", "gold" if self.waiting else "quiet", "center")
        area = Rect(area.x, area.y + c.line + c.px(0.5), area.w, area.h - c.line - c.px(0.5))
        columns = split(area, 2, c.px(2), across=True)
        half = (len(REMAPPABLE) + 1) // 2
        high = min(max(c.px(2.6), c.line + c.px(0.6)), (area.h - c.px(0.5) * half) // half)
        for number, action in enumerate(REMAPPABLE):
            column = columns[number // half]
            rect = Rect(column.x, column.y + (number % half) * (high + c.px(0.5)), column.w, high)
            self.draw_row(c, rect, action)
        if not self.focus:
            self.focus = REMAPPABLE[0]

    def draw_row(self, c: Canvas, rect: Rect, action: str) -> None:
        focused = c.spot(Spot(action, rect, lambda: self.wait(action)))
        c.panel(rect, "raised" if focused or self.waiting == action else "panel")
        inner = rect.inflate(-c.px(1.4), -c.px(0.3))
        name, key, button = split(inner, 3, c.px(0.5), across=True)
        c.text(self.t(f"action.{action}"), name)
        keys = (THEME["keys"] | self.app.settings.keys).get(action, [])
        buttons = (THEME["buttons"] | self.app.settings.buttons).get(action, [])
        c.text(", ".join(keys) if self.waiting != action else "…", key, "text", "gold", "center")
        c.text(self.t("keys.button", name=buttons[0]) if buttons else "-", button, "small", "quiet", "right")
        if focused:
            c.focus_frame(rect)

    def wait(self, action: str) -> None:
        self.waiting = action

    def take(self, action: Action) -> bool:
        """The next key or button pressed while an action waits; false when none waits."""
        if not self.waiting:
            return False
        settings, name = self.app.settings, action.text
        pad = self.app.input.device == "pad"
        if not name:
            return True
        if not (name == "escape" and self.waiting != "back"):
            table, base = (settings.buttons, THEME["buttons"]) if pad else (settings.keys, THEME["keys"])
            for other in REMAPPABLE:  # a key does one thing: who had it loses it
                names = (base | table).get(other, [])
                if name in names:
                    table[other] = [n for n in names if n != name]
            table[self.waiting] = [name]
            self.app.input.remap()
            self.app.save_settings()
        self.waiting = ""
        return True

    def reset(self) -> None:
        self.app.settings.keys, self.app.settings.buttons = {}, {}
        self.app.input.remap()
        self.app.save_settings()

    def back(self) -> None:
        if self.waiting:
            self.waiting = ""
        else:
            self.app.pop()


class Listing(Scene):
    """A scene with a list that scrolls: rows come from rows(), each drawn and chosen by the scene."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.top = 0

    def draw_rows(self, c: Canvas, area: Rect, count: int, draw: Callable[[int, Rect], None]) -> None:
        """Draws the rows that fit; the focus scrolls with them."""
        high = max(c.px(2.6), c.line + c.px(0.7))
        self.fit = max(1, area.h // (high + c.px(0.4)))
        if self.focus.startswith("row") and self.focus[3:].isdigit():
            at = int(self.focus[3:])
            self.top = min(max(self.top, at - self.fit + 1), at)
        self.top = max(0, min(self.top, count - self.fit))
        for number in range(self.top, min(count, self.top + self.fit)):
            draw(number, Rect(area.x, area.y + (number - self.top) * (high + c.px(0.4)), area.w - c.px(1.5), high))
        if count > self.fit:
            bar = Rect(area.right - c.px(0.8), area.y, c.px(0.5), area.h)
            c.panel(bar, "night", radius=0.25)
            thumb = Rect(bar.x, bar.y + bar.h * self.top // count, bar.w, max(c.px(1), bar.h * self.fit // count))
            pygame.draw.rect(c.surface, COLOR["gold"], thumb, border_radius=c.px(0.25))

    def act(self, action: Action) -> bool:
        steps = {"scroll": action.amount, "earlier": -self.fit, "later": self.fit}.get(action.name, 0)
        if not steps:
            return False
        self.top += steps
        if action.name != "scroll" and self.focus.startswith("row"):
            self.focus = f"row{max(0, int(self.focus[3:]) + steps)}"
        return True

    fit = 1


class Statistics(Listing):
    """Played, won, runs and mean loss, by game, seats and level; games with help or undo apart."""

    COLUMNS: ClassVar[tuple[tuple[str, int], ...]] = (("game", 30), ("against", 26), ("played", 9), ("won", 11),
                                                      ("run", 11), ("loss", 13))

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.rows = app.chronicle.tally()
        self.focus = "back"

    def draw(self, c: Canvas) -> None:
        area = heading(c, self.t("statistics.title"))
        area = footer(c, area, (("reset", self.t("statistics.reset"), "trash", self.ask_reset),
                                ("back", self.t("word.back"), "back", self.back)))
        if not self.rows:
            c.text(self.t("statistics.none"), area, "label", "quiet", "center", lines=3)
            return
        head = Rect(area.x, area.y, area.w - c.px(1.5), c.line)
        for name, cell in self.cells(c, head):
            c.text(self.t(f"statistics.{name}"), cell, "small", "quiet", "left" if name in ("game", "against")
                   else "right")
        below = Rect(area.x, head.bottom + c.px(0.4), area.w, area.bottom - head.bottom - c.px(0.4))
        self.draw_rows(c, below, len(self.rows), lambda number, rect: self.draw_row(c, number, rect))

    def cells(self, c: Canvas, rect: Rect) -> Iterator[tuple[str, Rect]]:
        inner, at = rect.inflate(-c.px(1.2), 0), 0
        for name, share in self.COLUMNS:
            yield name, Rect(inner.x + inner.w * at // 100, inner.y, inner.w * share // 100 - c.px(0.5), inner.h)
            at += share

    def draw_row(self, c: Canvas, number: int, rect: Rect) -> None:
        game, against, assisted, tally = self.rows[number]
        c.spot(Spot(f"row{number}", rect))
        c.panel(rect, "raised" if self.focus == f"row{number}" else "panel")
        loss = sum(tally.losses) / len(tally.losses) if tally.losses else None
        values = {
            "game": self.t(f"game.{game}.name") + (f" · {self.t('statistics.assisted')}" if assisted else ""),
            "against": self.app.level_names(against), "played": str(tally.played),
            "won": f"{tally.won:g} · {100 * tally.won / tally.played:.0f} %", "run": f"{tally.run} / {tally.best}",
            "loss": "–" if loss is None else f"{loss:.3f}"}
        for name, cell in self.cells(c, rect):
            c.text(values[name], cell, "text", "pale", "left" if name in ("game", "against") else "right")

    def ask_reset(self) -> None:
        self.app.push(Ask(self.app, self.t("statistics.sure"), self.reset))

    def reset(self) -> None:
        self.app.keeper.delete("statistics.json")
        self.rows = []


class Records(Listing):
    """Matches that were kept: open, copy, paste, delete."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.reload()
        self.focus = "row0" if self.files else "paste"

    def reload(self) -> None:
        self.files = [(name, record) for name in self.app.keeper.names("records", ".json")
                      if (record := self.peek(name))]
        self.chosen = 0

    def peek(self, name: str) -> dict[str, Any] | None:
        """The parts of a record that the list shows; None where the file is none."""
        try:
            record = json.loads(self.app.keeper.read(name) or "")
        except ValueError:
            return None
        return record if isinstance(record, dict) and record.get("game") in GAMES else None

    def draw(self, c: Canvas) -> None:
        area = heading(c, self.t("records.title"))
        area = footer(c, area, (
            ("open", self.t("records.open"), "review", self.open),
            ("copy", self.t("records.copy"), "copy", self.copy),
            ("paste", self.t("records.paste"), "paste", self.paste),
            ("export", self.t("records.export"), "export", self.export),
            ("delete", self.t("records.delete"), "trash", self.ask_delete),
            ("back", self.t("word.back"), "back", self.back)))
        c.text(self.t("records.tip", folder=str(self.app.keeper.folder / "records")),
               Rect(area.x, area.bottom - c.line, area.w, c.line), "small", "quiet", "center")
        area.h -= c.line + c.px(0.4)
        if self.focus.startswith("row") and self.focus[3:].isdigit():
            self.chosen = min(int(self.focus[3:]), max(0, len(self.files) - 1))
        if not self.files:
            c.text(self.t("records.none"), area, "label", "quiet", "center", lines=3)
        self.draw_rows(c, area, len(self.files), lambda number, rect: self.draw_row(c, number, rect))

    def draw_row(self, c: Canvas, number: int, rect: Rect) -> None:
        record = self.files[number][1]
        focused = c.spot(Spot(f"row{number}", rect, lambda: self.open_row(number)))
        c.panel(rect, "raised" if number == self.chosen else "panel", "gold" if number == self.chosen else "border")
        inner = rect.inflate(-c.px(1.2), 0)
        parts = split(inner, 4, c.px(0.5), across=True)
        words = (self.t(f"game.{record['game']}.name"),
                 self.app.level_names("+".join(map(str, record.get("seats", [])))),
                 self.t("table.deal", number=record.get("seed", 0)), str(record.get("played", "")))
        for part, text, align in zip(parts, words, ("left", "left", "left", "right"), strict=True):
            c.text(text, part, "text", "pale", align)
        if focused:
            c.focus_frame(rect)

    def open_row(self, number: int) -> None:
        self.chosen = number
        self.open()

    def open(self) -> None:
        if self.files:
            self.app.open_record(self.files[self.chosen][1], self.files[self.chosen][0])

    def copy(self) -> None:
        if self.files:
            self.app.copy(json.dumps(self.files[self.chosen][1]))

    def export(self) -> None:
        """Writes the record as a file of its own, indented to be read."""
        if self.files:
            name = f"exports/{Path(self.files[self.chosen][0]).name}"
            self.app.keeper.write(name, json.dumps(self.files[self.chosen][1], indent=1))
            self.app.notice(self.t("word.exported", path=self.app.keeper.folder / name))

    def paste(self) -> None:
        self.app.open_text(self.app.clipboard())

    def ask_delete(self) -> None:
        if self.files:
            self.app.push(Ask(self.app, self.t("records.sure"), self.delete))

    def delete(self) -> None:
        self.app.keeper.delete(self.files[self.chosen][0])
        self.reload()

    def act(self, action: Action) -> bool:
        does = {"copy": self.copy, "paste": self.paste}.get(action.name)
        if does:
            does()
        return bool(does) or super().act(action)


class Rules(Scene):
    """The rule help of a game, page by page, in words of our own with examples drawn by the real board."""

    def __init__(self, app: App, game: str, page: int = 0) -> None:
        super().__init__(app)
        self.game, self.felt, self.page = game, game, page
        self.pages: list[dict[str, Any]] = load_toml(f"help/{game}.toml")["page"]
        self.boards: dict[int, Board] = {}
        self.focus = "next"

    def draw(self, c: Canvas) -> None:
        page = self.pages[self.page]
        lang = self.t.language
        area = heading(c, page.get(f"title_{lang}", page["title"]))
        area = footer(c, area, (
            ("previous", self.t("rules.previous"), "prev", lambda: self.turn(-1)),
            ("next", self.t("rules.next"), "next", lambda: self.turn(1)),
            ("back", self.t("word.back"), "back", self.back)))
        c.text(self.t("rules.page", at=self.page + 1, of=len(self.pages)), Rect(area.x, area.bottom - c.line, area.w,
                                                                                c.line), "small", "quiet", "center")
        area.h -= c.line + c.px(0.4)
        words = area.copy()
        if "record" in page:
            picture = Rect(area.centerx + c.px(1), area.y, area.w // 2 - c.px(1), area.h)
            words.w = area.w // 2 - c.px(1)
            self.draw_example(c, page, picture)
        body = page.get(f"text_{lang}", page["text"]).strip()
        c.text(body, words, "label", "pale", lines=99, top=True)

    def draw_example(self, c: Canvas, page: dict[str, Any], area: Rect) -> None:
        caption = page.get(f"caption_{self.t.language}", page["caption"])
        high = c.height_of(caption, area.w - c.px(2)) + c.px(0.6)
        c.panel(area, "night", "border")
        c.paragraph(caption, Rect(area.x + c.px(1), area.bottom - high, area.w - c.px(2), high), "text", "gold")
        if self.page not in self.boards:
            match = Match.load(page["record"])
            self.boards[self.page] = BOARDS[self.game](self.app, match, page.get("viewer", 0))
        board = self.boards[self.page]
        board.place(c, Rect(area.x, area.y, area.w, area.h - high).inflate(-c.px(1), -c.px(1)), example=True)
        board.draw(c, None)

    def turn(self, step: int) -> None:
        self.page = max(0, min(self.page + step, len(self.pages) - 1))
        self.app.sound.play("flip")

    def act(self, action: Action) -> bool:
        step = {"earlier": -1, "later": 1, "scroll": action.amount}.get(action.name, 0)
        if step:
            self.turn(step)
        return bool(step)

# ---- the board ------------------------------------------------------------------------------------------------


class Board:
    """The picture of a match: where each card lies, drawn for the one who looks.

    A game's board says where its zones lie (arrange) and draws what is special about it (draw); its words say the
    rest. The cards travel by themselves: what the engine reports as events, and the difference between old and new.
    """

    game: ClassVar[str]
    words: ClassVar[type[Telling]] = Telling
    seated: ClassVar[bool] = False  # whether it draws the seats' plates itself, around the table
    leaves: ClassVar[tuple[tuple[str, str], ...]] = ()  # what can be opened over it: name and icon

    def __init__(self, app: App, match: Match, viewer: int | None, seat: int | None = None) -> None:
        self.app, self.t, self.art, self.motion = app, app.strings, app.art, app.motion
        self.match, self.viewer = match, viewer  # viewer None: all cards are open
        self.seat = (viewer or 0) if seat is None else seat  # whose side of the table is at the bottom
        self.say = self.words(self)
        self.cards = Cards(app, self.game, self.face)
        self.sprites: list[Sprite] = []
        self.groups: deque[list[Event]] = deque()  # what is still to be shown of the last move
        self.due: Scene | None = None  # a scene that comes up when what moves has come to rest
        self.next_at = 0.0
        self.area = Rect(0, 0, 1, 1)
        self.unit = 1.0
        self.example = False
        self.last: set[tuple[str, int | None, int]] = set()  # where the last move's cards came to lie
        self.state: dict[str, Any] = {}  # the record format's "state" as the viewer sees it
        self.before: dict[str, Any] = {}  # the one before the move that is being played out
        self.reset()

    # a game's own part

    def face(self, card: str) -> Face:
        raise NotImplementedError

    def arrange(self) -> dict[int, Rect]:
        """Where every sprite belongs: id(sprite) -> rect."""
        raise NotImplementedError

    def draw(self, c: Canvas, table: TableScene | None) -> None:
        raise NotImplementedError

    def known(self) -> dict[str, Any]:
        """The position as it is to be shown; while a move is being played out, the one before it."""
        return self.before if self.groups else self.state

    def placed(self) -> list[Placed]:
        """The cards as the one who looks sees them."""
        return self.match.cards(self.viewer)

    def task(self, table: TableScene) -> str:  # noqa: ARG002
        """What the person is to do now, in words."""
        return ""

    def moves_of(self, table: TableScene, sprite: Sprite) -> list[str]:
        """The legal moves that a card stands for."""
        return [move for move in table.legal() if move.split()[-1] == sprite.card]

    def why(self, sprite: Sprite) -> str:  # noqa: ARG002
        """Why a card stands for no move."""
        return ""

    def target(self, table: TableScene, sprite: Sprite) -> str:  # noqa: ARG002
        """The spot that a chosen card is to be brought to first."""
        return ""

    def grab(self, table: TableScene, what: Any) -> None:
        """Something is being dragged from here."""
        table.selected = what

    def plate(self, c: Canvas, seat: int, rect: Rect) -> None:
        """What a seat owns, under its name."""

    def draw_seat_plate(self, c: Canvas, table: TableScene | None, seat: int, rect: Rect) -> None:
        """A seat's plate where the board draws it itself; plainer where nobody plays."""
        if table:
            table.draw_plate(c, seat, rect)
            return
        c.panel(rect, "panel")
        inner = rect.inflate(-c.px(1), -c.px(0.6))
        c.text(self.name(seat), Rect(inner.x, inner.y, inner.w - c.px(2), c.line), "label", face="bold")
        self.plate(c, seat, Rect(inner.x, inner.y + c.line, inner.w, inner.h - c.line))

    def rest(self, events: list[Event]) -> str:  # noqa: ARG002
        """Which of the theme's durations passes before these events are shown."""
        return "pause"

    def interlude(self, events: list[Event]) -> Scene | None:  # noqa: ARG002
        """A scene that comes up once these events have been seen; what follows waits until it is closed."""
        return None

    def leaf_title(self, name: str) -> str:
        return self.t(f"leaf.{self.game}.{name}")

    def draw_leaf(self, c: Canvas, name: str, area: Rect) -> None:
        """Draws one of the leaves; "end" tells why the match ended as it did."""
        c.sheet(area, self.say.sheet(name))

    # what all share

    def name(self, seat: int) -> str:
        return self.app.seat_name(self.match, seat)

    def others(self) -> list[int]:
        """The other seats, clockwise from the one at the bottom."""
        count = self.match.seats_count
        return [(self.seat + 1 + i) % count for i in range(count - 1)]

    def reset(self) -> None:
        """All cards where they lie now, without motion."""
        self.sprites = [Sprite(p.card, p.zone, p.seat, p.place, p.up) for p in self.placed()]
        self.groups.clear()
        self.last.clear()
        self.settle(animate=False)

    def place(self, c: Canvas, area: Rect, example: bool = False) -> None:
        """Gives the board its place on the screen."""
        if (area, c.unit, example) != (self.area, self.unit, self.example):
            self.area, self.unit, self.example = area.copy(), c.unit, example
            self.settle(animate=False)

    def px(self, units: float) -> int:
        return round(units * self.unit)

    def settle(self, animate: bool) -> None:
        """Sends every sprite where it belongs."""
        length = self.motion.length("card") if animate else 0
        stagger, moved = self.motion.length("stagger"), 0
        self.state = self.match.state(self.viewer)
        for sprite in self.sprites:
            sprite.rect = sprite.rect if sprite.rect.w > 1 else Rect(self.area.centerx, self.area.y, 1, 1)
        places = self.arrange()
        for sprite in self.sprites:
            target = places.get(id(sprite), sprite.rect)
            if sprite.before != "" and target == sprite.rect and length > 0:
                sprite.start, sprite.began = sprite.rect.copy(), self.motion.now
                sprite.length = self.motion.length("flip")
                self.motion.hold(sprite.began + sprite.length)
            elif target != sprite.rect:
                sprite.send(target, self.motion, length, stagger * moved)
                moved += sprite.start is not None

    def show(self, events: list[Event]) -> None:
        """Plays out what a move caused, group by group."""
        self.finish()
        self.before = dict(self.state)
        self.last.clear()
        self.groups.append([])
        for event in events:
            if event.kind == "pause":
                self.groups.append([])
            else:
                self.groups[-1].append(event)
        self.step()

    def step(self) -> None:
        """Shows the next group of events."""
        events = self.groups.popleft()
        for event in events:
            if event.kind == "card":
                self.carry(event)
            elif event.kind in ("up", "down"):
                for sprite in self.sprites:
                    if (sprite.zone, sprite.seat, sprite.place) == (event.target, event.target_seat, event.place):
                        sprite.turn(event.card if event.kind == "up" else None)
        if not self.groups:
            self.reconcile()
        self.settle(animate=True)
        self.due = self.interlude(events)
        self.next_at = max(self.motion.now, self.motion.until)
        if self.groups:
            self.next_at += self.motion.length(self.rest(self.groups[0]))
            self.motion.hold(self.next_at + 1)

    def carry(self, event: Event) -> None:
        """Takes the sprite of a card event to its new zone."""
        def fits(sprite: Sprite) -> bool:
            return (sprite.zone, sprite.seat) == (event.source, event.source_seat)

        face = event.card if event.seen_by(self.viewer) else None
        found = next((s for s in self.sprites if fits(s) and s.card == event.card), None)
        found = found or next((s for s in self.sprites if fits(s)), None)
        if found is None:
            return
        found.zone, found.seat = event.target, event.target_seat
        found.place = -1 if event.place is None else event.place
        found.turn(face)
        self.last.add((found.zone, found.seat, found.place))

    def reconcile(self) -> None:
        """Makes the sprites those of the match as it stands: equal ones stay, others travel, the rest come and go."""
        wanted = self.placed()
        left = list(self.sprites)
        found: list[Sprite | None] = [None] * len(wanted)
        tests: tuple[Callable[[Sprite, Placed], bool], ...] = (
            lambda s, p: (s.zone, s.seat, s.card, s.place) == (p.zone, p.seat, p.card, p.place),
            lambda s, p: (s.zone, s.seat, s.card) == (p.zone, p.seat, p.card),
            lambda s, p: (s.zone, s.seat) == (p.zone, p.seat) and (s.card is None or p.card is None),
            lambda s, p: s.card == p.card and s.card is not None, lambda s, p: s.card is None or p.card is None)
        for test in tests:
            for number, placed in enumerate(wanted):
                if found[number] is None:
                    match = next((s for s in left if test(s, placed)), None)
                    if match is not None:
                        left.remove(match)
                        found[number] = match
        self.sprites = []
        for placed, sprite in zip(wanted, found, strict=True):
            sprite = sprite or Sprite(placed.card, placed.zone, placed.seat, placed.place, placed.up)
            sprite.zone, sprite.seat, sprite.place, sprite.up = placed.zone, placed.seat, placed.place, placed.up
            sprite.turn(placed.card)
            self.sprites.append(sprite)

    def follow(self) -> None:
        """Goes to the match's present position by the difference alone (undo, redo, another viewer)."""
        self.groups.clear()
        self.due = None
        self.last.clear()
        self.reconcile()
        self.settle(animate=True)

    def finish(self) -> None:
        """Ends what still moves, up to a scene that comes between."""
        while self.groups and self.due is None:
            self.step()
        self.motion.finish()
        self.next_at = self.motion.now

    def tick(self) -> bool:
        """Goes on with what is still to be shown; true while there is something."""
        ready = self.motion.now >= self.next_at and (self.due is not None or bool(self.groups))
        if ready and self.due is not None:
            scene, self.due = self.due, None
            self.app.push(scene)
        elif ready:
            self.step()
        return ready or bool(self.groups) or self.due is not None or self.motion.busy

    def of(self, zone: str, seat: int | None = None) -> list[Sprite]:
        """The sprites of a zone in order."""
        return sorted((s for s in self.sprites if s.zone == zone and s.seat == seat), key=lambda s: s.place)

    def fan(self, cards: list[Sprite], area: Rect, width: int, arc: float = 0.0) -> dict[int, Rect]:
        """Rects of a row of cards centred in an area, closer together where it is narrow, on a shallow arc."""
        high = round(width / RATIO)
        gap = width + self.px(0.5)
        step = min(gap, (area.w - width) / max(1, len(cards) - 1))
        left = area.centerx - (step * (len(cards) - 1) + width) / 2
        middle = (len(cards) - 1) / 2
        places = {}
        for number, sprite in enumerate(cards):
            bend = arc * ((number - middle) / max(1.0, middle)) ** 2 if len(cards) > 2 else 0
            places[id(sprite)] = Rect(round(left + step * number), round(area.centery - high / 2 + bend), width, high)
        return places

    def live(self, table: TableScene | None) -> TableScene | None:
        """The table, when a person is to choose on it."""
        return table if table and table.mine and self.seat == table.match.to_act and not self.groups else None

    def choose(self, table: TableScene, sprite: Sprite) -> None:
        """A card is pressed: played where it has a single move, else held until its target is pressed."""
        moves = self.moves_of(table, sprite)
        if not moves:
            self.app.notice(self.why(sprite), "error")
        elif len(moves) == 1 and not self.target(table, sprite):
            table.play(moves[0])
        else:
            table.selected = None if table.selected is sprite else sprite
            self.app.sound.play("flip")
            if table.selected and self.app.input.device != "mouse":
                table.focus = self.target(table, sprite)

    def chosen(self, table: TableScene | None) -> list[Sprite]:
        """The cards that are held."""
        what = table.selected if table and table.selected else ()
        return list(what) if isinstance(what, tuple) else [what]

    def tip(self, sprite: Sprite, moves: list[str]) -> str:
        """What is said of the card under the focus."""
        return "" if moves else self.why(sprite)

    def draw_row(self, c: Canvas, table: TableScene | None, cards: list[Sprite], key: str = "hand",
                 dim_all: bool = False) -> None:
        """Cards to choose from: the one under the focus in front, those that stand for no move dimmed (dim_all: even
        if none stands for one)."""
        moves = [self.moves_of(table, sprite) if table else [] for sprite in cards]
        front = next((n for n in range(len(cards)) if table and table.focus == f"{key}{n}"), None)
        held, dims = self.chosen(table), any(moves) or (dim_all and table is not None)
        for number, sprite in enumerate(cards if table else ()):
            assert table
            tip = self.tip(sprite, moves[number]) if number == front else ""
            c.spot(Spot(f"{key}{number}", sprite.rect, partial(self.choose, table, sprite), tip=tip,
                        drag=sprite if moves[number] else None))
        for number in sorted(range(len(cards)), key=lambda n: n == front):
            lift = 0.16 if number == front else 0.1 if cards[number] in held else 0.0
            rect = self.draw_sprite(c, cards[number], lift, dim=dims and not moves[number])
            if cards[number] in held:
                c.frame(rect.inflate(2, 2), thick=0.3)
            if number == front:
                c.focus_frame(rect)
        for sprite, after, found in zip(cards, [*cards[1:], *cards[-1:]], moves, strict=True):
            wide = min(sprite.rect.w, after.rect.x - sprite.rect.x) if after.rect.x > sprite.rect.x else sprite.rect.w
            y = min(sprite.rect.bottom - c.line // 3, self.area.bottom - c.line)
            self.draw_worth(c, table, found, Rect(sprite.rect.x, y, wide, c.line))

    def draw_worth(self, c: Canvas, table: TableScene | None, moves: list[str], rect: Rect) -> None:
        """The best value of some moves on a dark ribbon; a star where none is better, or where the hint points."""
        if not (table and table.advice and moves and (table.show_values or table.hinted)):
            return
        known = [m for m in table.advice.moves if m.move in moves]
        best = table.advice.shown in moves
        if table.show_values and known:
            top = max(known, key=lambda m: float(m.value))
            best = top.value >= max(m.value for m in table.advice.moves) - SAME
            c.surface.blit(c.veil(rect.size, 205), rect)
            c.text(self.say.ribbon(top), rect, "small", "gold" if best else "pale", "center", face="number")
        if best:
            r = max(8, self.px(0.9))
            beside = rect.w > (9 if any(m.odds is not None for m in known) else 5) * rect.h
            c.star((rect.x + r, rect.centery) if beside else (rect.centerx, rect.y - r * 2 // 3), r,
                   table.advice.proof != "estimate")

    def draw_sprite(self, c: Canvas, sprite: Sprite, lift: float = 0.0, dim: bool = False) -> Rect:
        """Draws a card where it is now; the rect it takes."""
        rect = sprite.shown(self.motion)
        if lift:
            rect.y -= round(rect.h * lift)
        dragged = self.app.dragging if isinstance(self.app.dragging, tuple) else (self.app.dragging,)
        if sprite in dragged:
            rect.center, lift = self.app.pointer, 1.0
            rect.x += dragged.index(sprite) * rect.w // 3
        self.cards.draw(c, sprite, rect, lift, dim)
        if (sprite.zone, sprite.seat, sprite.place) in self.last and not self.example:
            side = max(8, rect.w // 4)
            notch = self.art.picture("ui/notch", side)
            c.surface.blit(notch, (rect.right - side, rect.y))
        return rect


# ---- the table ------------------------------------------------------------------------------------------------


class TableScene(Scene):
    """A match being played: the board, the seats, whose turn it is, help, undo, and the players of the machine."""

    def __init__(self, app: App, match: Match) -> None:
        super().__init__(app)
        self.match, self.felt, self.music = match, match.game, match.game
        self.humans = [seat for seat, who in enumerate(match.seats) if who == "human"]
        self.helped = bool(match.extra.get("assisted"))
        self.hints = int(match.extra.get("hints", 0))
        self.show_values = False
        self.show_log = False
        self.hinted = False
        self.advice: native.Advice | None = None  # for the person's present decision
        self.answer: native.Advice | None = None  # of the machine's player, waiting for its moment
        self.selected: Any = None
        self.log: list[str] = []
        self.paused = not self.humans
        self.single = False  # one step of a paused match
        self.ended = False  # the end has been shown
        self.turn_began = 0.0
        self.ember = 0
        self.legal_key: tuple[int, bytes] | None = None
        self.legal_moves: list[str] = []
        self.thinker = Thinker()
        self.board = BOARDS[match.game](app, match, self.viewer(None))
        self.curtain = len(self.humans) > 1 and self.hides()
        self.log = self.board.say.story(self.humans)

    # who looks

    def hides(self) -> bool:
        """Whether seats see different things at all."""
        return self.match.state(0) != self.match.state(1)

    def viewer(self, now: int | None) -> int | None:
        """The seat for which the table is drawn, who looked being now; None when only machines play: all is open."""
        if self.match.to_act in self.humans:
            return self.match.to_act
        return self.humans[0] if self.humans and now is None else now

    def look(self) -> None:
        """Turns the table to the person whose turn it is, behind the curtain where hands are hidden."""
        viewer = self.viewer(self.board.viewer)
        if viewer != self.board.viewer:
            self.curtain = self.hides() and len(self.humans) > 1
            self.board.viewer, self.board.seat = viewer, viewer or 0
            self.board.reset()
            self.app.dirty = True

    @property
    def mine(self) -> bool:
        """Whether a person is to choose now."""
        return not self.match.over and self.match.to_act in self.humans

    def legal(self) -> list[str]:
        key = self.match.key()
        if key != self.legal_key:
            self.legal_key, self.legal_moves = key, self.match.legal()
        return self.legal_moves

    def name(self, seat: int | None) -> str:
        """What a seat is called."""
        return "" if seat is None else self.app.seat_name(self.match, seat)

    # playing

    def play(self, move: str) -> None:
        """Plays a move, for whoever is to act."""
        self.board.finish()
        try:
            events = self.match.play(move)
        except BadMove as error:
            self.refuse(error)
            return
        self.forget()
        self.log += self.board.say.lines(events, self.humans)
        self.board.show(events)
        self.hear(events)
        self.save()
        if self.match.over:
            self.app.file_match(self.match, self.record(), self.humans, self.helped)
        if not self.board.groups and not self.motion.busy:
            self.look()

    def refuse(self, error: BadMove) -> None:
        key = f"why.{self.match.game}.{error.reason}"
        self.app.notice(self.t(key) if key in self.t else str(error), sound="error")

    def forget(self) -> None:
        """Drops all that belonged to the position before."""
        self.thinker.cancel()
        self.advice = self.answer = self.selected = None
        self.hinted = False
        self.turn_began = self.motion.now
        self.focus = ""

    @property
    def motion(self) -> Motion:
        return self.app.motion

    def hear(self, events: list[Event]) -> None:
        names = {"card": "place", "up": "flip", "down": "flip", "pay": "score", "score": "score", "shuffle": "deal"}
        for sound in {names[e.kind] for e in events if e.kind in names}:
            self.app.sound.play(sound)

    def undo(self) -> None:
        """Back to the person's decision before; against a machine its moves go too."""
        if not self.match.can_undo or not self.humans:
            return
        self.match.undo()
        while self.match.to_act not in self.humans and self.match.can_undo:
            self.match.undo()
        self.moved_in_time()

    def redo(self) -> None:
        if not self.match.can_redo:
            return
        self.match.redo()
        while self.match.to_act not in self.humans and self.match.can_redo:
            self.match.redo()
        self.moved_in_time()

    def moved_in_time(self) -> None:
        self.helped, self.ended = True, False
        self.forget()
        self.board.follow()
        self.look()
        self.log = self.board.say.story(self.humans)
        self.app.sound.play("flip")
        self.save()

    def restart(self) -> None:
        """The same deal from its beginning."""
        self.app.sit(Match.load(self.match.record() | {"moves": [], "assisted": False, "hints": 0}))

    def new_deal(self, seats: list[str] | None = None, seed: int | None = None) -> None:
        seed = self.app.draw_seed() if seed is None else seed
        self.app.sit(Match(self.match.game, options=self.match.options, seed=seed, seats=seats or self.match.seats))

    def record(self) -> dict[str, Any]:
        self.match.extra |= {"assisted": self.helped, "hints": self.hints}
        return self.match.record()

    def save(self) -> None:
        """Keeps the match as it stands; a finished one is no longer to be gone on with."""
        name = f"saves/{self.match.game}.json"
        if self.match.over:
            self.app.keeper.delete(name)
        else:
            self.app.keeper.write(name, json.dumps(self.record()))

    # thinking

    def tick(self) -> bool:
        moving = self.board.tick()
        if self.curtain or self.app.scenes[-1] is not self:
            return moving
        if not moving:
            self.look()
        changed = self.think()
        if self.match.over and not self.ended and not moving:
            self.ended = True
            self.app.push(EndScene(self.app, self))
            return True
        return moving or changed

    def think(self) -> bool:
        """Lets the machine's player, or the person's adviser, think; true when something came of it."""
        if self.match.over:
            return False
        changed = self.poll()
        if not self.mine:
            return self.machine() or changed
        if (self.show_values or self.hinted) and self.advice is None and not self.thinker.busy:
            self.thinker.start(self.match, "advise", level=AI_TOP)
        return changed or self.waiting()

    def poll(self) -> bool:
        found = self.thinker.poll()
        if not isinstance(found, native.Advice):
            return False
        if found.status == "cancelled":
            return False
        if self.mine:
            self.advice = found
        else:
            self.answer = found
        return True

    def machine(self) -> bool:
        """The machine's player thinks, and moves when the shortest pause is over."""
        if self.paused and not self.single:
            return False
        if self.answer is None:
            if not self.thinker.busy:
                level = self.match.seats[self.match.to_act or 0]
                self.thinker.start(self.match, "advise", level=level, ms=self.app.settings.pause_most)
            return self.waiting()
        rest = self.app.settings.pause_least * (self.app.settings.motion != "off")
        if self.motion.busy or self.board.groups or self.motion.now < self.turn_began + rest:
            return False
        self.single = False
        self.play(self.answer.move)
        return True

    def waiting(self) -> bool:
        """A picture ten times a second while something is being computed."""
        beat = int(self.motion.now / 100)
        if self.thinker.busy and beat != self.ember:
            self.ember = beat
            return True
        return False

    def close(self) -> None:
        self.thinker.close()

    def status(self) -> str:
        """One line: whose turn it is and what is expected, or what is being computed."""
        if self.match.over:
            return self.t("table.over")
        if not self.mine:
            if self.paused and not self.single:
                return self.t("table.paused")
            name, progress = self.name(self.match.to_act), self.thinker.progress
            if progress.of:
                return self.t("table.thinks.of", name=name, done=progress.done, of=progress.of)
            return self.t("table.thinks", name=name)
        if (self.hinted or self.show_values) and self.advice is None:
            progress = self.thinker.progress
            return self.t("table.counting.of", done=progress.done,
                          of=progress.of) if progress.of else self.t("table.counting")
        if self.advice and (self.hinted or self.show_values):
            return self.board.say.verdict(self.advice, self.hinted)
        name = self.t("table.your_turn") if len(self.humans) == 1 else self.t("table.turn",
                                                                              name=self.name(self.match.to_act))
        return f"{name} {self.board.task(self)}"

    # drawing

    def draw(self, c: Canvas) -> None:
        if self.curtain:
            self.draw_curtain(c)
            return
        bar = Rect(0, 0, c.area.w, max(c.px(2.8), c.line + c.px(0.9)))
        self.draw_bar(c, bar)
        body = Rect(0, bar.bottom, c.area.w, c.area.h - bar.bottom)
        board = self.draw_narrow(c, body) if c.narrow else self.draw_wide(c, body)
        self.board.place(c, board)
        chrome = len(c.spots)
        self.board.draw(c, self)
        self.settle_focus(c, chrome)
        if self.show_log and c.narrow:
            drawer = Rect(c.area.w - c.px(27), body.y, c.px(27), body.h)
            c.layer += 1
            self.draw_log(c, drawer.inflate(-c.px(0.6), -c.px(0.6)))
        self.draw_tip(c)

    def settle_focus(self, c: Canvas, chrome: int) -> None:
        """With keys or a controller the focus is always somewhere: at first on the board's first spot."""
        if self.app.input.device == "mouse" or any(spot.key == self.focus for spot in c.spots):
            return
        spots = [spot for spot in c.spots[chrome:] if spot.nav]
        spot = next((spot for spot in spots if spot.drag is not None), spots[0] if spots else None)
        if spot:
            self.focus = spot.key
            self.app.dirty_next = True

    def draw_bar(self, c: Canvas, bar: Rect) -> None:
        c.surface.blit(c.veil(bar.size, 150), bar)
        side = bar.h - c.px(0.5)
        menu = Rect(c.px(0.4), bar.y + c.px(0.25), side, side)
        c.button("menu", menu, "", self.back, "menu", tip=self.t("table.menu"))
        rules = menu.move(side + c.px(0.5), 0)
        c.button("rules", rules, "", self.rules, "help", tip=self.t("table.rules"))
        left = Rect(rules.right + c.px(0.8), bar.y, c.px(18 if not c.narrow else 15), bar.h)
        deal = self.t("table.deal", number=self.match.seed)
        if not c.narrow:
            deal = f"{self.t(f'game.{self.match.game}.name')} · {deal}"
        c.text(deal, left, "small", "quiet")
        buttons = self.tools()
        x = bar.right - c.px(0.4)
        if c.narrow:
            for key, icon, tip, accept, _, lit in reversed(buttons):
                x -= side
                c.button(key, Rect(x, menu.y, side, side), "", accept, icon, lit=lit, tip=tip)
                x -= c.px(0.4)
        center = Rect(left.right + c.px(0.5), bar.y, x - left.right - c.px(1), bar.h)
        if not c.narrow:  # in the middle of the screen
            center = Rect(center.x, bar.y, c.area.w - 2 * center.x, bar.h)
        c.text(self.status(), center, "text", "gold" if self.mine else "pale", "center", lines=2)

    def tools(self) -> list[tuple[str, str, str, Accept, str, bool]]:
        """The buttons of the table: key, icon, words, what they do, action, lit."""
        found: list[tuple[str, str, str, Accept, str, bool]] = []
        if self.humans:
            found += [("undo", "undo", self.t("table.undo"), self.undo, "undo", False),
                      ("redo", "redo", self.t("table.redo"), self.redo, "redo", False),
                      ("hint", "hint", self.t("table.hint"), self.ask_hint, "hint", self.hinted),
                      ("values", "values", self.t("table.values"), self.toggle_values, "values", self.show_values)]
        if len(self.humans) < len(self.match.seats):
            icon, words = ("play", "table.go") if self.paused else ("pause", "table.pause")
            found.append(("pause", icon, self.t(words), partial(self.toggle, "paused"), "pause", self.paused))
            if self.paused:
                found.append(("step", "step", self.t("table.step"), partial(self.toggle, "single"), "step", False))
        found += [(name, icon, self.board.leaf_title(name), partial(self.open_leaf, name), "", False)
                  for name, icon in self.board.leaves]
        found.append(("log", "log", self.t("table.log"), partial(self.toggle, "show_log"), "log", self.show_log))
        return found

    def open_leaf(self, name: str) -> None:
        self.app.push(Leaf(self.app, self.board, name))

    def draw_wide(self, c: Canvas, body: Rect) -> Rect:
        """Seats at the left, log and tools at the right; the area left for the board."""
        side = max(c.px(13), c.px(11) * self.app.settings.text_size // 100)
        left = Rect(body.x + c.px(0.8), body.y + c.px(0.8), side, body.h - c.px(1.6))
        right = Rect(body.right - side - c.px(0.8), left.y, side, left.h)
        if self.board.seated:
            left.w = self.draw_side_meter(c, left)
        else:
            self.draw_seats(c, left)
        tools = [tool for tool in self.tools() if tool[0] != "log"]
        high = max(c.px(2.4), c.line + c.px(0.6))
        block = Rect(right.x, 0, right.w, high * len(tools) + c.px(0.4) * max(0, len(tools) - 1))
        block.bottom = right.bottom
        for (key, icon, words, accept, action, lit), rect in zip(tools, split(block, len(tools), c.px(0.4)),
                                                                 strict=True):
            c.button(key, rect, words, accept, icon, action, lit)
        self.draw_log(c, Rect(right.x, right.y, right.w, block.y - right.y - c.px(0.8)))
        return Rect(left.right + c.px(0.8), body.y + c.px(0.4), right.x - left.right - c.px(1.6), body.h - c.px(0.8))

    def draw_narrow(self, c: Canvas, body: Rect) -> Rect:
        """Seats in a row at the top; the rest is the board's."""
        high = 0 if self.board.seated else max(c.px(4.6), c.line * 2 + c.px(1))
        row = Rect(body.x + c.px(0.6), body.y + c.px(0.5), body.w - c.px(1.2), high)
        seats = [] if self.board.seated else self.seat_order()
        for seat, rect in zip(seats, split(row, max(1, len(seats)), c.px(0.6), across=True)[: len(seats)],
                              strict=True):
            self.draw_plate(c, seat, rect)
        rest = Rect(body.x, row.bottom + c.px(0.2), body.w, body.bottom - row.bottom - c.px(0.4))
        wide = self.draw_side_meter(c, Rect(rest.x + c.px(0.6), rest.y, rest.w, rest.h))
        return Rect(rest.x + wide, rest.y, rest.w - wide, rest.h) if wide else rest

    def draw_side_meter(self, c: Canvas, area: Rect) -> int:
        """The bar of the position's value along the left edge; the width it takes, 0 while there is no value."""
        if not (self.show_values and self.advice):
            return 0
        self.draw_meter(c, Rect(area.x, area.y + c.px(1), c.px(1.6), area.h - c.px(2)))
        return c.px(2.4)

    def seat_order(self) -> list[int]:
        """Seats from the other side of the table to the one who looks."""
        first = self.board.viewer or 0
        count = self.match.seats_count
        return [(first + 1 + i) % count for i in range(count)]

    def draw_seats(self, c: Canvas, area: Rect) -> None:
        seats = self.seat_order()
        high = max(c.px(5.6), c.line * 3 + c.px(1))
        step = (area.h - high) // max(1, len(seats) - 1)
        rects = [Rect(area.x, area.y + number * step, area.w, high) for number in range(len(seats))]
        for seat, rect in zip(seats, rects, strict=True):
            self.draw_plate(c, seat, rect)
        if self.show_values and self.advice and len(seats) == 2:
            self.draw_meter(c, Rect(area.x, rects[0].bottom + c.px(1), c.px(2.2),
                                    rects[1].y - rects[0].bottom - c.px(2)))

    def draw_plate(self, c: Canvas, seat: int, rect: Rect) -> None:
        """A seat: who, how strong, what it owns; lit and underlined by an ember when it is to act."""
        turn = seat == self.match.to_act
        c.panel(rect, "raised" if turn else "panel", "gold" if turn else "border")
        inner = rect.inflate(-c.px(1), -c.px(0.6))
        side = min(inner.h, c.px(3))
        c.icon("human" if self.match.seats[seat] == "human" else "dragon-head", Rect(inner.x, inner.y, side, side))
        words = Rect(inner.x + side + c.px(0.7), inner.y, inner.w - side - c.px(0.7), c.line)
        name = c.text(self.name(seat), words, "label", "gold" if turn else "pale", face="bold")
        below = Rect(words.x, words.bottom, words.w, inner.bottom - words.bottom)
        self.board.plate(c, seat, below)
        if turn:
            y = words.bottom - 1
            pygame.draw.line(c.surface, COLOR["gold"], (name.x, y), (name.right, y), max(1, c.px(0.12)))
            share = (self.ember % 10) / 10 if self.thinker.busy and not self.app.settings.reduced_motion else 0.5
            pygame.draw.circle(c.surface, COLOR["pale"], (name.x + round(name.w * share), y), max(2, c.px(0.28)))

    def draw_meter(self, c: Canvas, rect: Rect) -> None:
        """The value of the position as a bar: gold from below is the person's share."""
        assert self.advice
        share = max(0.0, min(1.0, self.board.say.share(self.advice.worth)))
        c.panel(rect, "night", "border", 0.3)
        fill = rect.inflate(-c.px(0.4), -c.px(0.4))
        high = round(fill.h * share)
        pygame.draw.rect(c.surface, COLOR["gold"], Rect(fill.x, fill.bottom - high, fill.w, high),
                         border_radius=c.px(0.2))
        mid = rect.centery
        pygame.draw.line(c.surface, COLOR["quiet"], (rect.x, mid), (rect.right, mid), 1)

    def draw_log(self, c: Canvas, area: Rect) -> None:
        c.panel(area, "panel")
        inner = area.inflate(-c.px(1.2), -c.px(0.8))
        font = c.art.font("text", c.type_px("small"))
        y = inner.bottom
        for number, line in enumerate(reversed(self.log)):
            high = len(wrap(line, font, inner.w)) * font.get_linesize() + c.px(0.25)
            if y - high < inner.y:
                break
            y -= high
            c.text(line, Rect(inner.x, y, inner.w, high), "small", "pale" if number == 0 else "quiet", lines=8,
                   top=True)

    def draw_curtain(self, c: Canvas) -> None:
        c.surface.blit(c.art.felt("hall", c.area.size), (0, 0))
        side = c.px(12)
        icon = Rect(0, 0, side, side)
        icon.center = (c.area.centerx, c.area.centery - c.px(6))
        c.icon("curtain", icon)
        name = self.name(self.match.to_act)
        c.text(self.t("curtain.title", name=name), Rect(c.px(2), icon.bottom + c.px(1), c.area.w - c.px(4), c.px(4)),
               "title", "gold", "center", "title")
        c.text(self.t("curtain.line"), Rect(c.px(2), icon.bottom + c.px(5), c.area.w - c.px(4), c.line), "text",
               "quiet", "center")
        button = Rect(0, 0, c.px(20), max(c.px(3), c.line + c.px(1)))
        button.midtop = (c.area.centerx, icon.bottom + c.px(8))
        self.focus = "curtain"
        c.button("curtain", button, self.t("curtain.open", name=name), self.lift, "eye")

    def lift(self) -> None:
        self.curtain = False
        self.focus = ""
        self.turn_began = self.motion.now
        self.app.sound.play("turn")

    def draw_tip(self, c: Canvas) -> None:
        spot = next((s for s in c.spots if s.key == self.focus and s.tip), None)
        if spot and self.app.dragging is None:
            c.tooltip(spot.tip, spot.rect)

    # answering

    def ask_hint(self) -> None:
        if self.mine and not self.hinted:
            self.hinted, self.helped = True, True
            self.hints += 1

    def toggle_values(self) -> None:
        self.show_values = not self.show_values
        self.helped = self.helped or self.show_values

    def toggle(self, name: str) -> None:
        """Turns paused, single (one step of a paused match) or show_log over."""
        setattr(self, name, not getattr(self, name))

    def rules(self) -> None:
        self.app.push(Rules(self.app, self.match.game))

    def back(self) -> None:
        if self.selected is not None:
            self.selected = None
        elif self.show_log and self.app.canvas.narrow:
            self.show_log = False
        else:
            self.app.push(Pause(self.app, self))

    def act(self, action: Action) -> bool:
        if self.curtain:
            return False
        does: dict[str, Accept] = {
            "undo": self.undo, "redo": self.redo, "hint": self.ask_hint, "values": self.toggle_values,
            "log": partial(self.toggle, "show_log"), "pause": partial(self.toggle, "paused"),
            "step": partial(self.toggle, "single"), "help": self.rules, "menu": self.back,
            "copy": lambda: self.app.copy(self.match.deal_id()),
            "paste": lambda: self.app.open_text(self.app.clipboard())}
        if action.name in does:
            does[action.name]()
        return action.name in does


class Leaf(Scene):
    """A leaf laid over the table, drawn by the game's board: a score sheet, a reference card, a reckoning."""

    overlay = True

    def __init__(self, app: App, board: Board, name: str, size: tuple[float, float] = (78, 56)) -> None:
        super().__init__(app)
        self.source, self.name, self.size = board, name, size
        self.focus = "close"

    def draw(self, c: Canvas) -> None:
        inner = c.box(c.px(self.size[0]), c.px(self.size[1]), (2.4, 1.8))
        title = Rect(inner.x, inner.y, inner.w, c.px(2.6))
        c.text(self.source.leaf_title(self.name), title, "heading", "gold", "center", "title")
        inner = Rect(inner.x, title.bottom + c.px(0.4), inner.w, inner.bottom - title.bottom - c.px(0.4))
        opened = any(name == self.name for name, _ in self.source.leaves)
        words = self.t("word.close" if opened else "table.go")
        rest = footer(c, inner, (("close", words, "check", self.back),))
        self.source.draw_leaf(c, self.name, rest)


class Pause(Scene):
    """What can be done with a match besides playing it."""

    overlay = True

    def __init__(self, app: App, table: TableScene) -> None:
        super().__init__(app)
        self.table = table
        self.focus = "go"

    def draw(self, c: Canvas) -> None:
        rows: list[tuple[str, str, Accept]] = [
            ("go", "play", self.back), ("restart", "restart", self.table.restart),
            ("new", "new", self.table.new_deal), ("copy", "copy", self.copy), ("rules", "help", self.table.rules),
            ("options", "options", lambda: self.app.push(Options(self.app))), ("leave", "save", self.leave)]
        if self.table.match.over:
            rows.insert(1, ("review", "review", lambda: self.app.push(Review(self.app, self.table.match.copy()))))
            rows.insert(1, ("result", "stats", self.result))
        high = max(c.px(2.8), c.line + c.px(0.8))
        inner = c.box(c.px(30), (high + c.px(0.5)) * len(rows) + c.px(6), (3, 2))
        c.text(self.t("pause.title"), Rect(inner.x, inner.y, inner.w, c.px(3)), "heading", "gold", "center", "title")
        block = Rect(inner.x, inner.y + c.px(4), inner.w, inner.bottom - inner.y - c.px(4))
        for (key, icon, accept), rect in zip(rows, split(block, len(rows), c.px(0.5)), strict=True):
            c.button(key, rect, self.t(f"pause.{key}"), accept, icon)

    def copy(self) -> None:
        self.app.copy(self.table.match.deal_id())

    def result(self) -> None:
        """Shows the end of the match again."""
        self.table.ended = False
        self.back()

    def leave(self) -> None:
        self.table.save()
        self.app.home()

    def act(self, action: Action) -> bool:
        if action.name == "menu":
            self.back()
        return action.name == "menu"

# ---- the boards of the games ----------------------------------------------------------------------------------

Cell = tuple[int, int]


class DuelBoard(Board):
    """Dragon Master: the floating grid in the middle, the own hand below, the other's above."""

    game, words = "duel", DuelTelling
    say: DuelTelling
    JEWELS: ClassVar[tuple[str, ...]] = ("egg", "emerald", "sapphire", "ruby")

    def face(self, card: str) -> Face:
        name = self.JEWELS[int(card)]
        return Face(card, f"duel/mark-{name}", f"duel/{name}", rgb(THEME["jewel"][name]), int(card))

    # where things lie

    def arrange(self) -> dict[int, Rect]:
        self.measure()
        other, _, own = self.strips()
        places = {id(s): self.cell_rect(self.say.cell(s.place)) for s in self.of("grid")}
        if self.example:
            return places | {id(s): Rect(-200, -200, 10, 14) for s in self.sprites if s.zone != "grid"}
        lift = (own.h - self.px(1.2)) * 14 // 100  # room for a card that is lifted
        hand = Rect(own.x, own.y + lift, own.w, own.h - self.px(1.2) - lift)
        places |= self.fan(self.of("hand", self.seat), hand, self.hand_width(), arc=self.px(0.5))
        width = round(other.h * RATIO)
        places |= self.fan(self.of("hand", 1 - self.seat), other, width)
        for number, sprite in enumerate(self.of("away")):
            places[id(sprite)] = Rect(other.right - round(width * (1.9 - 0.3 * number)), other.y, width, other.h)
        return places

    def measure(self) -> None:
        """Which way the grid is turned, how far it may still reach, and where that lies on the screen.

        It is turned (its rows drawn upright) when the lines of the one who looks are the rows. left, right, top and
        bottom are columns and rows as drawn, the first card at 0, 0."""
        still = self.match.seats.count("human") == 2 and self.app.settings.still_grid
        self.columns_mine = self.seat == self.state["starter"]
        self.say.turned = not self.columns_mine and not still and not self.example
        cells = [self.say.cell(s.place) for s in self.of("grid")] or [(0, 0)]
        self.left, self.right = max(x for x, _ in cells) - 3, min(x for x, _ in cells) + 3
        self.top, self.bottom = max(y for _, y in cells) - 3, min(y for _, y in cells) + 3
        columns, rows = self.right - self.left + 1, self.bottom - self.top + 1
        area = self.strips()[1]
        room = Rect(area.x + self.px(3.4), area.y, area.w - self.px(6.8), area.h - self.px(2.2))
        wide = min(room.w / columns, room.h / rows * RATIO, self.area.h * 0.2)
        self.grid = Rect(0, 0, round(wide * columns), round(wide / RATIO * rows))
        self.grid.center = room.center

    def move_at(self, card: str, cell: Cell) -> str:
        column, row = reversed(cell) if self.say.turned else cell
        return f"{card}@{column},{row}"

    def hand_width(self) -> int:
        high = max(self.area.h * 23 // 100, round(72 / RATIO))
        return min(round(high * RATIO), (self.area.w - self.px(1)) // 6)

    def strips(self) -> tuple[Rect, Rect, Rect]:
        """The other's hand, the grid with its scores, the own hand."""
        a = self.area
        if self.example:
            return Rect(a.x, a.y, a.w, 0), a.copy(), Rect(a.x, a.bottom, a.w, 0)
        own = round(self.hand_width() / RATIO * 1.16) + self.px(1.2)
        other = max(self.px(3), a.h * 10 // 100)
        grid = Rect(a.x, a.y + other + self.px(0.4), a.w, a.h - own - other - self.px(0.8))
        return Rect(a.x, a.y, a.w, other), grid, Rect(a.x, a.bottom - own, a.w, own)

    def cell_rect(self, cell: Cell) -> Rect:
        grid, columns, rows = self.grid, self.right - self.left + 1, self.bottom - self.top + 1
        x0, x1 = (grid.x + grid.w * (cell[0] - self.left + i) // columns for i in (0, 1))
        y0, y1 = (grid.y + grid.h * (cell[1] - self.top + i) // rows for i in (0, 1))
        wide = round((x1 - x0) * 0.93)
        rect = Rect(0, 0, wide, round(wide / RATIO))
        rect.center = ((x0 + x1) // 2, (y0 + y1) // 2)
        return rect

    # drawing

    def draw(self, c: Canvas, table: TableScene | None) -> None:
        live = self.live(table)
        self.draw_ground(c)
        targets = self.targets(live) if live else {}
        self.draw_scores(c, self.preview(live, targets) if live else {})
        if live:
            self.draw_cells(c, live, targets)
        for sprite in (*self.of("away"), *self.of("hand", 1 - self.seat), *self.of("grid")):
            self.draw_sprite(c, sprite)
        if not self.example:
            self.draw_row(c, live, self.of("hand", self.seat))

    def draw_ground(self, c: Canvas) -> None:
        """Faint cells as far as the grid may still grow; a firm frame once it is pinned."""
        for x in range(self.left, self.right + 1):
            for y in range(self.top, self.bottom + 1):
                rect = self.cell_rect((x, y))
                c.surface.blit(c.veil(rect.size, 40), rect)
        if (self.right - self.left, self.bottom - self.top) == (3, 3):
            c.frame(self.grid.inflate(self.px(0.5), self.px(0.5)), "gold", 0.15, 0.6)
        else:
            self.draw_windows(c)

    def draw_windows(self, c: Canvas) -> None:
        """Corners of the outermost 4 x 4 windows that still hold all cards."""
        color, length, thick = mix(COLOR["gold"], FELT[self.game], 0.45), self.px(1.2), max(1, self.px(0.12))
        for x0 in {self.left, self.right - 3}:
            for y0 in {self.top, self.bottom - 3}:
                one, two = self.cell_rect((x0, y0)), self.cell_rect((x0 + 3, y0 + 3))
                window = one.union(two).inflate(self.px(0.2), self.px(0.2))
                for x, side in ((window.left, 1), (window.right, -1)):
                    for y, down in ((window.top, 1), (window.bottom, -1)):
                        pygame.draw.line(c.surface, color, (x, y), (x + side * length, y), thick)
                        pygame.draw.line(c.surface, color, (x, y), (x, y + down * length), thick)

    def line_scores(self, match: Match) -> dict[tuple[str, int], int]:
        """Scores of the lines as drawn: ("x", column) of who looks and ("y", row) of the other."""
        found: dict[tuple[str, int], int] = {}
        for seat, axis in ((self.seat, "x"), (1 - self.seat, "y")):
            if not self.say.turned and not self.columns_mine:
                axis = "y" if axis == "x" else "x"
            found |= {(axis, row.count): row.value for row in match.breakdown(seat)}
        return found

    def draw_scores(self, c: Canvas, after: dict[tuple[str, int], int]) -> None:
        now = self.line_scores(self.match)
        grid = self.grid
        wide, high = self.px(3.2), max(self.px(1.7), c.type_px("text") + 2)
        for axis, line in sorted(now | after):
            rect = self.cell_rect((line, 0) if axis == "x" else (0, line))
            chip = Rect(0, 0, wide, high)
            below = (rect.centerx, grid.bottom + self.px(0.4) + high // 2)
            chip.center = below if axis == "x" else (grid.right + self.px(0.5) + wide // 2, rect.centery)
            old, new = now.get((axis, line)), after.get((axis, line))
            changed = new is not None and new != old
            c.panel(chip, "raised" if changed else "night", "gold" if axis == "x" else "border", 0.4)
            c.text(str(new if changed else old), chip, "text", "gold" if changed else "pale", "center", face="number")

    def targets(self, table: TableScene) -> dict[Cell, list[str]]:
        """Cells where the chosen card (or any) may go, with the moves."""
        card = table.selected.card if table.selected else None
        found: dict[Cell, list[str]] = {}
        for move in table.legal():
            value, cell = self.say.at(move)
            if card in (None, value):
                found.setdefault(cell, []).append(move)
        return found

    def preview(self, table: TableScene, targets: dict[Cell, list[str]]) -> dict[tuple[str, int], int]:
        """The line scores after the move under the focus, {} when there is none."""
        cell = next((cell for cell in targets if table.focus == f"cell{cell[0]},{cell[1]}"), None)
        if cell is None or table.selected is None:
            return {}
        after = self.match.copy()
        after.play(self.move_at(table.selected.card, cell))
        if len(after.state()["grid"]) == 0:
            return {}
        scores = self.line_scores(after)
        return {line: score for line, score in scores.items() if line in (("x", cell[0]), ("y", cell[1]))}

    def draw_cells(self, c: Canvas, table: TableScene, targets: dict[Cell, list[str]]) -> None:
        taken = {self.say.cell(s.place) for s in self.of("grid")}
        for x in range(self.left, self.right + 1):
            for y in range(self.top, self.bottom + 1):
                if (x, y) not in taken:
                    self.draw_cell(c, table, (x, y), targets.get((x, y), []))

    def draw_cell(self, c: Canvas, table: TableScene, cell: Cell, moves: list[str]) -> None:
        rect, key = self.cell_rect(cell), f"cell{cell[0]},{cell[1]}"
        if not moves:
            card = (table.selected or self.of("hand", self.seat)[0]).card
            reason = self.match.why_not(self.move_at(str(card), cell))
            c.spot(Spot(key, rect, lambda: self.app.notice(self.t(f"why.duel.{reason}"), "error"),
                        tip=self.t(f"why.duel.{reason}"), nav=False))
            return
        focused = c.spot(Spot(key, rect, lambda: self.accept(table, cell),
                              drop=lambda sprite: self.drop(table, sprite, cell)))
        pygame.draw.rect(c.surface, COLOR["gold"], rect, max(1, self.px(0.12)),
                         border_radius=max(2, round(rect.w * 0.07)))
        if focused and table.selected:
            ghost = self.cards.picture(table.selected.card, rect.w).copy()
            ghost.set_alpha(150)
            c.surface.blit(ghost, rect)
        self.draw_worth(c, table, moves, Rect(rect.x, rect.centery - c.line // 2, rect.w, c.line))
        if focused:
            c.focus_frame(rect)

    # answering

    def moves_of(self, table: TableScene, sprite: Sprite) -> list[str]:
        return [move for move in table.legal() if move.startswith(f"{sprite.card}@")]

    def target(self, table: TableScene, sprite: Sprite) -> str:
        cells = sorted(self.targets(table),
                       key=lambda cell: (abs(self.cell_rect(cell).centerx - sprite.rect.centerx), -cell[1]))
        return f"cell{cells[0][0]},{cells[0][1]}"

    def accept(self, table: TableScene, cell: Cell) -> None:
        if table.selected is None:
            self.app.notice(self.t("duel.choose_first"), "error")
        else:
            self.drop(table, table.selected, cell)

    def drop(self, table: TableScene, sprite: Sprite, cell: Cell) -> None:
        assert sprite.card is not None
        table.play(self.move_at(sprite.card, cell))

    def task(self, table: TableScene) -> str:
        return self.t("duel.place" if table.selected else "duel.choose")

    def plate(self, c: Canvas, seat: int, rect: Rect) -> None:
        columns = (seat == self.seat) == (self.say.turned or self.columns_mine)
        line = Rect(rect.x, rect.y, rect.w, c.line)
        c.text(self.t("duel.columns" if columns else "duel.rows"), line, "small", "quiet")
        for number in range(self.state["wins"][seat] if self.match.options["first_to"] > 1 else 0):
            x = rect.right - (number + 1) * (c.line + 2)
            c.surface.blit(self.art.picture("duel/figure", c.line), (x, rect.y))
        scores = sorted(row.value for row in self.match.breakdown(seat))
        if scores and rect.h >= 2 * c.line:
            c.text("  ".join(map(str, scores)), line.move(0, c.line), "text", "pale", face="number")


class WarsBoard(Board):
    """Dragon Wars: the others' dragons along the top, the battle in the middle, the own dragon and hand below."""

    game, words, seated = "wars", WarsTelling, True
    say: WarsTelling
    SERVES: ClassVar[dict[str, str]] = load_toml("tables/wars.toml")["serves"]

    def face(self, card: str) -> Face:
        suit, rank = card[0].lower(), card[1:]
        value = {"A": 1, "J": 11, "Q": 12, "K": 13}.get(rank) or int(rank)
        plain = f"pip-{suit}" if rank.isdigit() else f"rank-{rank.lower()}"
        emblem = f"dragon-{value}" if suit == "s" else plain
        color, index = rgb(THEME["wars"][card[0]]), str(value) if suit == "s" else rank
        return Face(index, f"wars/suit-{suit}", f"wars/{emblem}", color, "CDHS".index(card[0]))

    def show(self, events: list[Event]) -> None:
        """Cards turned over for trump come one after another."""
        spread = list[Event]()
        for event in events:
            spread += [event._replace(kind="pause")] * event.target.endswith("_flips") + [event]
        super().show(spread)

    def step(self) -> None:
        for event in self.groups[0]:
            if event.what in ("attack_sum", "defence_sum"):
                self.before[event.what[:-4]] = event.amount
        super().step()

    # where things lie

    @property
    def compact(self) -> bool:
        """Little room: review and examples."""
        return self.area.w < self.px(57)

    def bands(self) -> tuple[Rect, Rect, Rect]:
        """The others' dragons, the battle, the own dragon and hand."""
        a, gap = self.area.inflate(-self.px(1), 0), self.px(0.6)
        top, low = a.h * 34 // 100, max(a.h * 29 // 100, round(72 / RATIO) + self.px(3))
        return (Rect(a.x, a.y + 2, a.w, top), Rect(a.x, a.y + top + gap, a.w, a.h - top - low - 2 * gap),
                Rect(a.x, a.bottom - low, a.w, low))

    def seat_rects(self, seat: int) -> dict[str, Rect]:
        """The parts of a seat: dragon, plate with its health, hand, and the hall of its trophies."""
        top, _, low = self.bands()
        gap, tall = self.px(0.5), 3 * self.app.canvas.line + self.px(1)
        if seat == self.seat:
            high = min(low.h - self.px(0.6), round(low.w * 0.16 / RATIO) if self.compact else low.h)
            dragon = Rect(low.x, low.y, round(high * RATIO), high)
            plate = Rect(dragon.right + gap, low.y, min(self.px(13), low.w * 3 // 10), min(tall, high))
            hall = Rect(plate.x, plate.bottom + gap, plate.w, low.bottom - self.px(0.6) - plate.bottom - gap)
            right = low.right - self.px(0 if self.compact else 11.6)  # beyond are the buttons
            hand = Rect(plate.right + gap, low.y, right - plate.right - 2 * gap, high)
            return {"dragon": dragon, "plate": plate, "hall": hall, "hand": hand}
        cell = split(top, self.match.seats_count - 1, 2 * gap, across=True)[self.others().index(seat)]
        wide = min(cell.w, self.px(36))
        cell = Rect(cell.centerx - wide // 2, cell.y, wide, cell.h)
        high = min(cell.h - self.px(3), round(cell.w * 0.4 / RATIO))
        dragon = Rect(cell.x, cell.y, round(high * RATIO), high)
        plate = Rect(dragon.right + gap, cell.y, cell.right - dragon.right - gap, min(tall, high))
        hand = Rect(plate.x, plate.bottom + gap, plate.w, dragon.bottom - plate.bottom - gap)
        return {"dragon": dragon, "plate": plate, "hand": hand,
                "hall": Rect(cell.x, dragon.bottom + self.px(0.4), cell.w, self.px(2.4))}

    def side_rect(self, zone: str) -> Rect:
        """The half of the battle line for attack or defence; between them stand the sums."""
        middle = self.bands()[1]
        wide = (middle.w - self.px(16 if self.compact else 20)) // 2
        x = middle.x + (self.px(0.3) if zone == "attack" else wide + self.px(7 if self.compact else 8))
        return Rect(x, middle.y + self.px(0.3), wide, middle.h - self.px(2.4))

    def stack_rect(self, zone: str) -> Rect:
        middle = self.bands()[1]
        whole = self.px(8 if self.compact else 10)
        cells = split(Rect(middle.right - whole, middle.y, whole, middle.h - self.px(1.6)), 2, self.px(1.8))
        wide = min(round(cells[0].h * RATIO), whole * 38 // 100)
        rect = Rect(0, 0, wide, round(wide / RATIO))
        column = {"trump": 0, "discard": 1, "deck": 0, "nest": 1}[zone]
        cell = cells[zone in ("deck", "nest")]
        rect.center = (cell.x + cell.w * (1 + 2 * column) // 4, cell.centery)
        return rect

    def arrange(self) -> dict[int, Rect]:
        places = {id(s): self.stack_rect(zone) for zone in ("deck", "discard", "nest") for s in self.of(zone)}
        for seat in range(self.match.seats_count):
            parts, hand = self.seat_rects(seat), self.of("hand", seat)
            places |= {id(s): parts["dragon"] for s in self.of("dragon", seat)}
            places |= dict(zip(map(id, self.of("trophies", seat)), self.chips(seat), strict=True))
            area, own = parts["hand"], seat == self.seat
            area.h = area.h * 96 // 100 if own else min(area.h, round(self.px(6) / RATIO))
            wide = min(round(area.h * RATIO), area.w // (4 if own else 3))
            places |= self.fan(hand, area, wide, arc=self.px(0.4) * own)
            for zone in ("attack", "defence"):
                places |= self.row(self.of(zone, seat) + self.of(f"{zone}_flips", seat), self.side_rect(zone))
        return places

    def chips(self, seat: int) -> list[Rect]:
        """Where the trophies of a hall stand: in rows, closer together where there are many."""
        hall, count = self.seat_rects(seat)["hall"].inflate(-self.px(0.6), 0), len(self.of("trophies", seat))
        rows = max(1, hall.h // self.px(2.4))
        step = min(self.px(4.2), hall.w // max(1, -(-count // rows)))
        fit = max(1, hall.w // max(1, step))
        return [Rect(hall.x + n % fit * step, hall.y + n // fit * self.px(2.4), step, self.px(2.4))
                for n in range(count)]

    def row(self, cards: list[Sprite], area: Rect) -> dict[int, Rect]:
        """Cards from the left, as large as the area is high; those turned over for trump are smaller."""
        wides = [round(area.h * RATIO * (0.68 if sprite.zone.endswith("flips") else 1)) for sprite in cards]
        gap, places, x = self.px(0.3), dict[int, Rect](), float(area.x)
        whole = sum(wides) + gap * len(wides) - sum(wides[-1:])
        tight = min(1.0, (area.w - sum(wides[-1:])) / max(1, whole))
        for sprite, wide in zip(cards, wides, strict=True):
            high = round(wide / RATIO)
            places[id(sprite)] = Rect(round(x), area.bottom - high, wide, high)
            x += (wide + gap) * tight
        return places

    # drawing

    def draw(self, c: Canvas, table: TableScene | None) -> None:
        live = self.live(table)
        self.draw_middle(c)
        for zone, top in (("nest", slice(1)), ("deck", slice(1)), ("discard", slice(-1, None))):
            lying = [s for s in self.of(zone) if s.share(self.motion) == 1]
            for sprite in lying[top] + [s for s in self.of(zone) if s.share(self.motion) < 1]:
                self.draw_sprite(c, sprite)
        for seat in range(self.match.seats_count):
            self.draw_seat(c, seat, table)
        for zone in ("attack", "attack_flips", "defence", "defence_flips"):
            for seat in range(self.match.seats_count):
                for sprite in self.of(zone, seat):
                    vain = bool(sprite.card) and str(sprite.card)[0] not in self.SERVES[zone.split("_")[0]]
                    self.draw_sprite(c, sprite, dim=vain)
        self.draw_row(c, live, self.of("hand", self.seat), dim_all=True)
        if live:
            self.draw_buttons(c, live)
            c.spots.append(Spot("battle", self.bands()[1], drop=partial(self.choose, live), nav=False))

    def draw_middle(self, c: Canvas) -> None:
        """The battle line with its running sums; trump, deck, pile and Nest with their counts."""
        state = self.known()
        battle = state["battle"]
        for zone in ("attack", "defence"):
            rect = self.side_rect(zone).inflate(self.px(0.6), self.px(0.6))
            c.panel(rect, "night", "gold" if battle else "border", 0.5)
            words, side = self.t(f"wars.{zone}"), self.px(1.5)
            emblem = self.art.picture(f"wars/pip-{self.SERVES[zone][-1].lower()}", rect.h * 6 // 10)
            c.surface.blit(emblem, emblem.get_rect(center=rect.center))
            c.surface.blit(c.veil(emblem.get_size(), 225, COLOR["night"]), emblem.get_rect(center=rect.center))
            if battle:
                words = f"{words}: {self.name(battle['attacker' if zone == 'attack' else 'defender'])}"
            line = Rect(rect.x, rect.bottom, rect.w, self.px(1.9))
            for number, suit in enumerate(self.SERVES[zone].lower() if line.w > self.px(12) else ""):
                spot = Rect(line.right - (number + 1) * (side + 3), line.centery - side // 2 + 1, side, side)
                pygame.draw.rect(c.surface, COLOR["vellum"], spot, border_radius=side // 4)
                c.surface.blit(self.art.picture(f"wars/suit-{suit}", side), spot)
            place = Rect(line.x + self.px(0.3), line.y, line.w - 2 * side * (line.w > self.px(12)), line.h)
            c.text(words if c.fits(words, place) else self.t(f"wars.{zone}"), place, "small", "quiet")
        for zone, name, count in (("deck", "deck", state["deck"]), ("nest", "nest", state["nest"]),
                                  ("discard", "pile", len(state["discard"])), ("trump", "trump", "")):
            rect = self.stack_rect(zone)
            line = Rect(0, rect.bottom + self.px(0.1), self.px(4 if self.compact else 5), self.px(1.5))
            line.centerx = rect.centerx
            words = f"{self.t(f'wars.{name}')} {count}".strip()
            color = "gold" if zone == "trump" else "quiet"
            c.text(words if c.fits(words, line) else str(count), line, "small", color, "center")
        rect = self.stack_rect("trump")
        if state["trump"]:
            c.surface.blit(self.art.picture("wars/banner", rect.h), rect.inflate(rect.h - rect.w, 0))
            mark = self.art.picture(f"wars/suit-{state['trump'].lower()}", round(rect.h * 0.42))
            c.surface.blit(mark, mark.get_rect(center=(rect.centerx, rect.y + round(rect.h * 0.47))))
        self.draw_sums(c, state)

    def draw_sums(self, c: Canvas, state: dict[str, Any]) -> None:
        """Between attack and defence: both sums, and what they come to as they stand."""
        left, right = self.side_rect("attack"), self.side_rect("defence")
        hub = Rect(left.right + self.px(0.5), left.y, right.x - left.right - self.px(1), left.h)
        line = max(c.line, self.px(1.6))
        if state["last_turns"]:
            c.text(self.t("wars.last"), Rect(hub.x, hub.y, hub.w, 2 * line), "small", "warning", "center", "bold", 2)
        battle, attack, defence = state["battle"], state["attack"], state["defence"]
        if battle is None or attack is None:
            return
        high = self.px(3)
        for share, amount, color in ((0, attack, "gold"), (1, defence or 0, "pale")):
            cell = Rect(hub.x + share * hub.w // 2, hub.centery - high, hub.w // 2, high)
            c.text(str(amount), cell, 2.2, color, "center", face="number")
        c.rule((hub.x, hub.centery + self.px(0.4)), hub.w)
        dragon, loss = state["dragons"][battle["defender"]], max(0, attack - (defence or 0))
        key = "blocked" if not loss else "slain" if dragon and loss >= dragon[1] else "loses"
        below = Rect(hub.x, hub.centery + self.px(0.9), hub.w, min(3 * line, hub.h // 2))
        words, color = self.t(f"wars.{key}", amount=loss), "warning" if loss else "good"
        c.text(words, below, "text", color, "center", "bold", lines=3, top=True)

    def draw_seat(self, c: Canvas, seat: int, table: TableScene | None) -> None:
        """A seat's plate, dragon and trophies, the backs of its hand; dragons at battle are framed."""
        parts, state = self.seat_rects(seat), self.known()
        dragon, battle = state["dragons"][seat], state["battle"] or {}
        rect = parts["dragon"]
        self.draw_seat_plate(c, table, seat, parts["plate"])
        for sprite in self.of("hand", seat) if seat != self.seat else []:
            self.draw_sprite(c, sprite)
        if dragon is None:
            c.panel(rect, "night", "border", 0.5)
            c.text(self.t("wars.despoiler"), rect.inflate(-self.px(0.6), 0), "small", "warning", "center", lines=2)
        for sprite in self.of("dragon", seat):
            self.draw_sprite(c, sprite)
        self.draw_hall(c, seat, parts["hall"])
        for role, color in (("attacker", "gold"), ("defender", "warning")):
            if seat == battle.get(role):
                c.frame(rect.inflate(self.px(0.3), self.px(0.3)), color, 0.3)
        if (live := self.live(table)) and dragon and seat != self.seat:
            self.draw_target(c, live, seat, rect)

    def draw_hall(self, c: Canvas, seat: int, hall: Rect) -> None:
        """The trophies of a seat: each a dragon and what it was worth."""
        c.panel(hall, "night", "border", 0.4)
        for sprite in self.of("trophies", seat):
            rect = sprite.shown(self.motion)
            if sprite.share(self.motion) < 1 or not sprite.card:
                self.draw_sprite(c, sprite)
                continue
            face, side = self.face(sprite.card), min(rect.h, rect.w * 2 // 3)
            drawn = self.art.picture(face.emblem, side)
            c.surface.blit(drawn, drawn.get_rect(midleft=rect.midleft))
            number = Rect(rect.x + side, rect.y, rect.w - side, rect.h)
            if number.w >= c.width_of(face.index, "small", "number"):
                c.text(face.index, number, "small", "gold", face="number")

    def plate(self, c: Canvas, seat: int, rect: Rect) -> None:
        """Points, with a crown for who leads; health as a number and in beads."""
        scores, dragon, line = self.match.scores, self.known()["dragons"][seat], Rect(rect.x, rect.y, rect.w, c.line)
        lead = scores[seat] == max(scores) > min(scores)
        c.cell(line, f"{'ui/crown' if lead else 'wars/trophy'}|{scores[seat]:g}", "gold" if lead else "pale")
        line = line.move(0, c.line + c.px(0.15))
        if not dragon:
            c.text(self.t("wars.despoiler"), line, "small", "warning")
            return
        full, number = int(self.cards.faces(dragon[0]).index), c.width_of("00", "text", "number")
        c.text(str(dragon[1]), Rect(line.x, line.y, number, line.h), "text", "warning", face="number")
        room = line.w - number - self.px(0.4)
        fit = full if full * self.px(0.8) <= room else (full + 1) // 2
        step = min(self.px(1.1), room // max(7, fit))
        r, x = max(2, step * 2 // 5), line.x + number + self.px(0.4) + step // 2
        for i in range(full):
            spot = (x + i % fit * step, line.centery + (i // fit) * step - (step // 2 if full > fit else 0))
            pygame.draw.circle(c.surface, COLOR["warning" if i < dragon[1] else "quiet"], spot, r, i >= dragon[1])

    def draw_target(self, c: Canvas, table: TableScene, seat: int, rect: Rect) -> None:
        """A dragon that may be attacked with the chosen card."""
        card = table.selected.card if table.selected else None
        moves = [m for m in table.legal() if m.startswith(f"attack {seat} ") and card in (None, m.split()[2])]
        if not moves:
            return
        strike = partial(self.strike, table, seat)
        focused = c.spot(Spot(f"dragon{seat}", rect, strike, drop=strike))
        c.frame(rect.inflate(self.px(0.3), self.px(0.3)), "gold", 0.15, 0.5)
        if table.selected:
            self.draw_worth(c, table, moves, Rect(rect.x, rect.y, rect.w, self.px(1.6)))
        if focused:
            c.focus_frame(rect)

    def draw_buttons(self, c: Canvas, table: TableScene) -> None:
        """What may be chosen besides a card."""
        low = self.bands()[2]
        for number, move in enumerate(move for move in table.legal() if " " not in move):
            rect = Rect(0, 0, self.px(11), max(self.px(3), c.line + self.px(0.8)))
            rect.midright = (low.right - self.px(0.2), low.centery - self.px(1) - number * (rect.h + self.px(0.6)))
            c.button(move, rect, self.t(f"wars.{move}"), partial(table.play, move),
                     {"discard": "trash"}.get(move, "check"))
            self.draw_worth(c, table, [move], Rect(rect.x, rect.bottom + self.px(0.2), rect.w, self.px(1.6)))

    # answering

    def why(self, sprite: Sprite) -> str:
        battle = self.state["battle"]
        verb = f"attack {self.others()[0]}"
        if battle:
            verb = "press" if battle["attacker"] == self.seat else "defend"
        reason = self.match.why_not(f"{verb} {sprite.card}")
        return self.t(f"why.wars.{reason}") if reason else ""

    def target(self, table: TableScene, sprite: Sprite) -> str:
        aims = [move.split()[1] for move in self.moves_of(table, sprite) if move.startswith("attack")]
        return f"dragon{aims[0]}" if len(aims) > 1 else ""

    def strike(self, table: TableScene, seat: int, sprite: Sprite | None = None) -> None:
        sprite = sprite or table.selected
        if sprite is None:
            self.app.notice(self.t("wars.choose_first"), "error")
        else:
            table.play(f"attack {seat} {sprite.card}")

    def task(self, table: TableScene) -> str:
        kinds = {move.split()[0] for move in table.legal()}
        key = "target" if table.selected else "attack"
        key = "answer" if "decline" in kinds else "press" if "stop" in kinds else key
        return self.t(f"wars.task.{key}")


class HeartBoard(Board):
    """Dragonheart: a map of nine places, a side above and below it, and what the chosen cards would take."""

    game, words = "heart", HeartTelling
    say: HeartTelling
    KINDS: ClassVar[tuple[str, ...]] = tuple(THEME["kind"])
    MAPS: ClassVar[dict[str, Any]] = load_toml("tables/heart.toml")
    LIMITS: ClassVar[dict[str, int]] = MAPS.pop("limits")
    STEP = 30  # what shows of a card that lies under the next, in hundredths of its width
    sides: dict[tuple[str, int | None], Rect]  # piles, decks, hands, and where the figure stands

    def face(self, card: str) -> Face:
        kind, value = card.split()
        return Face(value, f"heart/mark-{kind}", f"heart/{kind}", rgb(THEME["kind"][kind]), self.KINDS.index(kind))

    # where things lie

    def arrange(self) -> dict[int, Rect]:
        self.measure()
        places: dict[int, Rect] = {}
        for sprite in self.sprites:
            if sprite.zone in self.plan["places"]:
                places[id(sprite)] = self.card_rect(sprite.zone, sprite.place)
            elif sprite.zone == "stacks":
                places[id(sprite)] = self.sail(min(2, sprite.place // 3))
            elif sprite.zone != "hand":
                places[id(sprite)] = self.sides[sprite.zone, sprite.seat]
        for seat in (0, 1):
            area, bend = self.sides["hand", seat], self.px(0.4) * (seat == self.seat)
            places |= self.fan(self.of("hand", seat), area, round(area.h * RATIO), bend)
        return places

    def measure(self) -> None:
        """A side above and one below; between them the map that becomes larger there, the wide or the tall one."""
        a, gap, line = self.area, self.px(0.5), 0 if self.example else self.app.canvas.line
        side, shares = min(a.size), (13, 13) if self.example else (15, 15) if self.viewer is None else (10, 21)
        highs = [side * share // 100 for share in shares]  # of the other's side, and of the own
        if self.viewer is not None and not self.example:
            highs[1] = max(highs[1], round(72 / RATIO))
        low = a.bottom - highs[1] * (100 if self.example else 116) // 100 - 2 * gap - line
        room = Rect(a.x, a.y + highs[0] + gap, a.w, low - a.y - highs[0] - 2 * gap)
        fits = {name: min(room.w / plan["size"][0], room.h / plan["size"][1]) for name, plan in self.MAPS.items()}
        self.drawn = max(fits, key=lambda name: fits[name])
        self.plan, self.scale, self.map = self.MAPS[self.drawn], fits[self.drawn], room
        self.map = self.on_map(0, 0, *self.plan["size"])
        self.map.center, self.caption = room.center, Rect(a.x, low, a.w, line)
        self.sides = {("figure", None): self.on_map(*self.plan["lair"])}
        for seat in (0, 1):
            mine, high = seat == self.seat, highs[seat == self.seat]
            strip = Rect(a.x + gap, a.bottom - high - gap if mine else a.y + 2, a.w - 2 * gap, high)
            high = min(high, strip.w * 13 // 100)
            pile = Rect(strip.x, strip.bottom - high, round(high * RATIO), high)
            stand = Rect(pile.right + gap, strip.bottom - high * 5 // 6, high * 5 // 6, high * 5 // 6)
            hand = Rect(stand.right, strip.y, strip.right - pile.w - gap - stand.right, strip.h)
            deck = pile.move(strip.w - pile.w, 0)
            self.sides |= {("pile", seat): pile, ("deck", seat): deck, ("figure", seat): stand, ("hand", seat): hand}

    def on_map(self, x: float, y: float, wide: float, high: float) -> Rect:
        """A part of the map, given in the lengths of its plan."""
        k, corner = self.scale, self.map.topleft
        return Rect(round(x * k), round(y * k), round(wide * k), round(high * k)).move(corner)

    def card_rect(self, place: str, number: int = 0) -> Rect:
        x, y = self.plan["places"][place]
        return self.on_map(x + self.STEP * min(number, self.LIMITS.get(place, 1) - 1), y, 100, 100 / RATIO)

    def tablet(self, place: str) -> Rect:
        """The ground of a place: all its outlines, and its name below."""
        x, y = self.plan["places"][place]
        return self.on_map(x - 9, y - 9, 118 + self.STEP * (self.LIMITS.get(place, 1) - 1), 182)

    def sail(self, number: int) -> Rect:
        x, y, side, across, down = self.plan["sails"]
        return self.on_map(x + across * number, y + down * number, side, side)

    # drawing

    def draw(self, c: Canvas, table: TableScene | None) -> None:
        live = self.live(table)
        moves, held = self.targets(live), self.chosen(live)
        under = next((move for place, move in moves.items() if live and live.focus == f"at-{place}"), None)
        self.last.clear()  # the last move is marked on its place, as long as it is the last
        c.surface.blit(self.ground(c), self.map)
        self.draw_arrows(c, [under] if under else list(moves.values()))
        self.draw_sails(c)
        gains = self.say.gains(moves)
        for place in self.plan["places"]:
            self.draw_place(c, place)
            if live:
                self.draw_target(c, live, place, moves)
            else:
                self.note(c, f"at-{place}", self.tablet(place), place)
        if under:
            self.draw_laid(c, held)
        for place in self.plan["places"]:
            self.draw_counts(c, place, gains.get(place))
        for seat in (0, 1):
            self.draw_side(c, seat)
        moving = [s for s in self.sprites if s.zone not in ("hand", "figure") and s.share(self.motion) < 1]
        for sprite in moving + (self.of("hand", 1 - self.seat) if not self.example else []):
            self.draw_sprite(c, sprite)
        self.draw_figure(c)
        if not self.example:
            words, color = self.say.caption([sprite.card for sprite in held], moves, under)
            c.text(words, self.caption, "text", color, "center")
            self.draw_row(c, live, self.of("hand", self.seat))

    def ground(self, c: Canvas) -> Surface:
        """The map upon the felt under it, as one picture without clear parts: these are drawn fastest."""

        def make() -> Surface:
            ground = c.surface.subsurface(self.map.clip(c.area)).copy()
            path = ASSETS / "art" / "heart" / f"{self.drawn}.svg"
            ground.blit(pygame.image.load_sized_svg(path, self.map.size), (0, 0))
            return ground

        return self.art.keep(("ground", self.drawn, tuple(self.map), self.example), make)

    def lying(self, zone: str, seat: int | None = None) -> list[Sprite]:
        """The cards of a zone that have come to rest."""
        return [sprite for sprite in self.of(zone, seat) if sprite.share(self.motion) == 1]

    def note(self, c: Canvas, key: str, rect: Rect, name: str, **values: object) -> None:
        """Something that tells what it is when it is pointed at."""
        c.spots.append(Spot(key, rect, tip=self.t(f"heart.tip.{name}", **values), nav=False))

    def draw_arrows(self, c: Canvas, moves: list[str]) -> None:
        """Bright arrows: of what these moves would take, else of what the last move took."""
        lit = [arrow for move in moves for arrow in self.say.arrows(move, self.say.foresee(move))]
        bright = self.art.picture(f"heart/{self.drawn}-lit", self.map.size)
        for arrow in lit if moves or not self.match.moves else self.say.last()[1]:
            part = self.on_map(*self.plan["arrows"][arrow])
            c.surface.blit(bright, part, part.move(-self.map.x, -self.map.y))

    def draw_place(self, c: Canvas, place: str) -> None:
        """A place: its name, and its cards or the top one of them."""
        rect, card, lying = self.tablet(place), self.card_rect(place), self.lying(place)
        if place not in self.LIMITS:
            self.draw_edges(c, card, len(lying) - 1)
        for sprite in lying if place in self.LIMITS else lying[-1:]:
            self.draw_sprite(c, sprite)
        least, strip = THEME["type"]["least_px"], Rect(rect.x, card.bottom, rect.w, rect.bottom - card.bottom)
        names = [name for name in self.say.labels(place) if self.art.font("text", least).size(name)[0] < strip.w - 6]
        if names and strip.h > least:
            c.text(names[0], strip.inflate(-6, 0), "small", "pale", "center")
        if self.match.moves and self.match.moves[-1].startswith(place):
            c.surface.blit(pygame.transform.flip(self.art.picture("ui/notch", card.w // 3), True, False), rect)

    def draw_counts(self, c: Canvas, place: str, gain: int | None) -> None:
        """How many cards lie on a stack; what would be taken from a place."""
        rect, card, count = self.tablet(place), self.card_rect(place), len(self.lying(place))
        if count and place not in self.LIMITS:
            self.badge(c, (rect.right - self.px(0.7), rect.y + self.px(0.5)), f"×{count}")
        if gain is not None:
            self.badge(c, card.center, f"+{gain}", "heading" if card.w > self.px(5) else "label")

    def draw_edges(self, c: Canvas, rect: Rect, under: int) -> None:
        """The rims of the cards under the top of a stack."""

        def make() -> Surface:
            rims = Surface((rect.w + 2 * under, rect.h + 2 * under), pygame.SRCALPHA)
            for number in range(under, 0, -1):
                edge = Rect(2 * number, 2 * number, *rect.size)
                color = mix(COLOR["vellum"], COLOR["ink"], 0.15 * number)
                pygame.draw.rect(rims, color, edge, border_radius=rect.w // 14)
                pygame.draw.rect(rims, COLOR["ink"], edge, 1, border_radius=rect.w // 14)
            return rims

        under = max(0, min(3, under))
        if under:
            c.surface.blit(self.art.keep(("rims", rect.size, under), make), rect)

    def badge(self, c: Canvas, center: tuple[int, int], words: str, size: str = "small") -> None:
        """A number on a dark ground with a golden rim."""
        box = Rect(0, 0, c.width_of(words, size, "number") + self.px(1), c.type_px(size) + self.px(0.6))
        box.center = center
        c.panel(box.clamp(self.area), "night", "gold", 0.6)
        c.text(words, box.clamp(self.area), size, "gold", "center", face="number")

    def draw_target(self, c: Canvas, table: TableScene, place: str, moves: dict[str, str]) -> None:
        """A place as one may press it: to lay the chosen cards, to choose what they take, or to read about it."""
        rect, key, move = self.tablet(place), f"at-{place}", moves.get(place)
        if move is None:
            c.spot(Spot(key, rect, partial(self.ask, table, place), tip=self.t(f"heart.tip.{place}"), nav=not moves))
            return
        focused = c.spot(Spot(key, rect, partial(table.play, move), drop=lambda _: table.play(move)))
        self.draw_worth(c, table, [move], Rect(rect.x, self.card_rect(place).bottom - c.line, rect.w, c.line))
        (c.focus_frame if focused else c.frame)(rect)

    def draw_laid(self, c: Canvas, held: list[Sprite]) -> None:
        """The chosen cards as they will lie."""
        place = kind_of(held[0].card)
        for number, sprite in enumerate(sorted(held, key=lambda sprite: str(sprite.card))):
            rect = self.card_rect(place, len(self.of(place)) + number)
            rect.y -= number * rect.h // 8 * (place not in self.LIMITS)
            c.surface.blit(self.cards.picture(str(sprite.card), rect.w), rect)
            c.frame(rect, "gold", 0.12, 0.3)

    def draw_sails(self, c: Canvas) -> None:
        """The clock of the game: sails that fill as ship stacks are made; the third is the end."""
        made = len(self.lying("stacks")) // 3
        for rect in map(self.sail, range(made)):
            c.surface.blit(self.art.picture("heart/mark-ship", rect.size), rect)
        self.note(c, "sails", self.sail(0).union(self.sail(2)), "clock", made=made)

    def draw_side(self, c: Canvas, seat: int) -> None:
        """Pile with its points, and deck with what is left of it."""
        for zone, words in (("pile", str(self.points(seat))), ("deck", f"×{len(self.of('deck', seat))}")):
            rect, lying = self.sides[zone, seat], self.lying(zone, seat)
            self.draw_edges(c, rect, len(lying) // 8)
            if not lying:
                c.frame(rect, "border", 0.12, 0.3)
            elif zone == "deck" and lying[0].card and self.viewer is not None:
                self.draw_sprite(c, lying[0])  # put back when the figure was lost: its owner knows it
            else:
                c.surface.blit(self.cards.picture(None, rect.w), rect)
            size = "small" if zone == "deck" else "heading" if rect.h > self.px(5) else "label"
            self.badge(c, rect.midbottom if self.example else rect.center, words, size)
            self.note(c, f"{zone}{seat}", rect, zone, count=len(lying))

    def draw_figure(self, c: Canvas) -> None:
        """The Great Dragon: asleep on the map, awake beside its owner."""
        sprite = next(sprite for sprite in self.sprites if sprite.zone == "figure")
        rect = sprite.shown(self.motion)
        pygame.draw.ellipse(c.surface, COLOR["night"], Rect(rect.x, rect.bottom - rect.h // 7, rect.w, rect.h // 6))
        c.surface.blit(self.art.picture(f"heart/figure-{'asleep' if sprite.seat is None else 'awake'}", rect.w), rect)
        self.note(c, "figure", rect, "figure")

    def points(self, seat: int) -> int:
        """What the seat's pile shows on the table now, the figure included."""
        pile = sum(int(str(sprite.card).split()[1]) for sprite in self.lying("pile", seat))
        return pile + 3 * len(self.of("figure", seat))

    def plate(self, c: Canvas, seat: int, rect: Rect) -> None:
        line, lead = Rect(rect.x, rect.y, rect.w, min(rect.h, c.line)), self.points(seat) - self.points(1 - seat)
        c.cell(line, "ui/crown|" * (lead > 0) + self.say.points(self.points(seat)), "pale")
        if rect.h >= 2 * c.line:
            c.text(self.t(f"heart.role.{seat}"), line.move(0, c.line), "small", "warning" if seat else "good")

    # answering

    def targets(self, table: TableScene | None) -> dict[str, str]:
        """Where to press for the cards chosen, and the move it makes."""
        return aims([sprite.card for sprite in self.chosen(table)], table.legal()) if table else {}

    def moves_of(self, table: TableScene, sprite: Sprite) -> list[str]:
        held = self.chosen(table)
        if held and kind_of(held[0].card) == kind_of(sprite.card):
            return fitting([s.card for s in (held if sprite in held else [*held, sprite])], table.legal())
        return holding(str(sprite.card), table.legal())

    def why(self, sprite: Sprite) -> str:  # noqa: ARG002
        return self.t("why.heart.too_many")

    def choose(self, table: TableScene, sprite: Sprite) -> None:
        """A card pressed joins those of its kind, or leaves them."""
        if not self.moves_of(table, sprite):
            self.app.notice(self.why(sprite), "error")
            return
        kind, held = kind_of(sprite.card), self.chosen(table)
        same = [s for s in held if kind_of(s.card) == kind and s is not sprite]
        table.selected = tuple(same if sprite in held else [*same, sprite]) or None
        self.app.sound.play("flip")
        more = [s for s in self.of("hand", self.seat) if kind_of(s.card) == kind and s not in self.chosen(table)]
        if table.selected and self.app.input.device != "mouse" and not any(self.moves_of(table, s) for s in more):
            table.focus = f"at-{next(iter(self.targets(table)))}"

    def grab(self, table: TableScene, what: Any) -> None:
        """What is dragged takes the other chosen cards along."""
        table.selected = self.app.dragging = tuple(self.chosen(table)) if what in self.chosen(table) else (what,)

    def ask(self, table: TableScene, place: str) -> None:
        """A place pressed that the chosen cards cannot go to by that alone."""
        held, targets = self.chosen(table), self.targets(table)
        kind = kind_of(held[0].card) if held else ""
        mine = [sprite for sprite in self.of("hand", self.seat) if kind_of(sprite.card) == place]
        if kind == place:
            self.app.notice(self.t("heart.which"))
            table.focus = f"at-{next(iter(targets))}"
        elif mine and not kind:
            self.choose(table, mine[-1])
        elif kind or place != "below":
            key = "heart.elsewhere" if kind else "heart.none"
            self.app.notice(self.t(key, kind=self.say.space(kind or place)), "error")

    def task(self, table: TableScene) -> str:
        return self.t(f"heart.{('choose', 'lay', 'which')[len(self.targets(table))]}")


class TricksTable(Board):
    """Dragonmaster's table: where everything lies, and how it moves."""

    game, words, seated = "tricks", TricksTelling, True
    say: TricksTelling
    LABELS: ClassVar[dict[str, str]] = {"dragonlords": "suit-dra", "wizards": "rank-wizard", "prince": "rank-prince",
                                        "first": "mark-first", "last": "mark-last"}
    SIDES: ClassVar[dict[int, tuple[str, ...]]] = {3: ("bottom", "left", "right"),
                                                   4: ("bottom", "left", "top", "right")}

    def __init__(self, app: App, match: Match, viewer: int | None, seat: int | None = None) -> None:
        self.places: tuple[Any, dict[str, Rect]] = (None, {})
        self.paid: dict[int, int] = {}
        self.flights: list[tuple[str, list[Rect], float]] = []  # crystals under way: picture, from and to, begin
        super().__init__(app, match, viewer, seat)

    def face(self, card: str) -> Face:
        if card == "DRAGON":
            return Face("", "tricks/dragon", "tricks/dragon", COLOR["gold"], 4)
        suit, rank = card.split()
        name = "princess" if rank == "P" and suit in ("DRA", "DRU") else RANKS[rank]
        return Face(rank, f"tricks/suit-{suit.lower()}", f"tricks/rank-{name}", rgb(THEME["suit"][suit]),
                    SUITS.index(suit))

    def settle(self, animate: bool) -> None:
        super().settle(animate)
        self.state["rows"] = [self.match.breakdown(seat) for seat in range(self.match.seats_count)]

    def name(self, seat: int) -> str:
        return self.t(f"tricks.side.{self.side(seat)}") if self.example else super().name(seat)

    def wealth(self, seat: int) -> int:
        """What is shown on the plate: it counts up and down while crystals fly."""
        share = 1.0
        if self.flights and self.motion.busy:
            share = ease((self.motion.now - self.flights[0][2]) / max(1.0, self.motion.length("count")))
        held: int = self.known()["wealth"][seat]
        return held + round(self.paid.get(seat, 0) * share / 100) * 100 * bool(self.groups)

    # where things lie

    def side(self, seat: int) -> str:
        count = self.match.seats_count
        return self.SIDES[count][(seat - self.seat) % count]

    @property
    def compact(self) -> bool:
        """No room for the kinds of the round: review and examples."""
        return self.area.w < self.px(60)

    def measure(self) -> dict[str, Rect]:
        """The parts of the table by name, worked out once for each size."""
        key = (self.area.topleft, self.area.size, self.unit, self.example, self.seat, self.app.settings.text_size,
               self.viewer)
        if self.places[0] != key:
            self.places = (key, self.example_parts() if self.example else self.parts())
        return self.places[1]

    def parts(self) -> dict[str, Rect]:
        a, gap, line = self.area.inflate(-self.px(1.2), 0), self.px(0.7), self.app.canvas.line
        wide, tall = max(self.px(11.5), a.w * 19 // 100), 4 * line + self.px(1.4)
        high = max(a.h * 23 // 100, round(72 / RATIO))
        hand = Rect(a.x + wide + gap, a.bottom - high - self.px(0.4), a.w - wide - gap, high)
        table = a if self.compact else Rect(hand.x, a.y, hand.w, a.h)
        top, claim = table.y + gap, self.app.canvas.width_of(self.t("tricks.claim")) + self.px(4)
        middle = Rect(table.x, top, table.w, hand.y - high // 5 - gap - top)
        found = {"hand": hand, "bottom": Rect(a.x, a.bottom - tall - self.px(0.4), wide, tall),
                 "kinds": Rect(a.x, a.y + gap, 0 if self.compact else wide, a.h - tall - 3 * gap),
                 "extra": Rect(table.x, top, self.px(4.6), self.px(6.6)),
                 "claim": Rect(table.right - claim, top, claim, max(self.px(2.6), line + self.px(0.8)))}
        if self.match.seats_count == 4:
            found["top"] = Rect(table.centerx - wide - gap // 2, top, wide, tall)
            found["top fan"] = Rect(table.centerx + gap // 2, top, min(self.px(25), table.w // 2), tall)
            middle = Rect(table.x, top + tall + gap, table.w, middle.bottom - top - tall - gap)
        fan = min(round(wide * (0.85 if self.viewer is None else 0.46)), middle.h - tall - gap // 2)
        side = Rect(middle.x, middle.centery - (tall + gap // 2 + fan) // 2, wide, tall)
        for name, x in (("left", middle.x), ("right", middle.right - wide)):
            found[name] = Rect(x, side.y, wide, tall)
            found[f"{name} fan"] = Rect(x, side.bottom + gap // 2, wide, fan)
        return found | {"centre": middle.inflate(-2 * (wide + gap), 0)}

    def example_parts(self) -> dict[str, Rect]:
        """The trick above, the own hand below, nothing else."""
        a = self.area
        high = max(a.h * 30 // 100, min(a.h * 40 // 100, 84))
        found = {"hand": Rect(a.x, a.bottom - high, a.w, high), "kinds": Rect(a.x, a.y, 0, 0),
                 "centre": Rect(a.x, a.y, a.w, a.h - high - self.px(1.6)),
                 "extra": Rect(a.right - self.px(4), a.y, self.px(4), self.px(5.6))}
        return found | {f"{side} fan": Rect(-400, -400, 90, 60) for side in ("left", "top", "right")}

    def trick_rect(self, seat: int) -> Rect:
        """Where a seat's card of the trick lies."""
        centre, four = self.measure()["centre"], self.match.seats_count == 4
        names, hole = self.app.canvas.line * 2 * self.example, self.px(3.2)
        wide = round(min(centre.w / 3.3, (centre.h - hole - names) / (2.0 if four else 1.6) * RATIO,
                         self.measure()["hand"].h * RATIO))
        high = round(wide / RATIO)
        dx, dy = {"bottom": (0.0, 0.5), "left": (-1.08, 0 if four else -0.3), "top": (0.0, -0.5),
                  "right": (1.08, 0 if four else -0.3)}[self.side(seat)]
        rect = Rect(0, 0, wide, high)
        down = 0 if four else -high // 10
        rect.center = (centre.centerx + round(dx * wide), centre.centery + round(dy * (high + hole)) + down)
        return rect

    @staticmethod
    def order(sprite: Sprite) -> tuple[int, int]:
        """Hands are sorted by suit and, from high to low, by rank; the Dragon stands last."""
        if sprite.card is None or sprite.card == "DRAGON":
            return 9, 0
        suit, rank = sprite.card.split()
        return SUITS.index(suit), list(RANKS).index(rank)

    def hand(self, seat: int) -> list[Sprite]:
        return sorted(self.of("hand", seat), key=self.order)

    def arrange(self) -> dict[int, Rect]:
        parts, places = self.measure(), dict[int, Rect]()
        for seat in range(self.match.seats_count):
            side, cards = self.side(seat), self.hand(seat)
            fan = parts["hand" if side == "bottom" else f"{side} fan"]
            if side == "bottom":
                places |= self.fan(cards, fan, round(fan.h * RATIO), arc=self.px(0.35))
            elif self.viewer is None and side != "top" and not self.example:
                places |= self.two_rows(cards, fan)
            else:
                wide = min(round(fan.h * RATIO), round(fan.w / 3.1))
                tight = 3 * (len(cards) - 1) if self.viewer is not None else 30
                row = Rect(fan.x, fan.y, min(fan.w, wide * (10 + tight) // 10), fan.h)
                places |= self.fan(cards, row, wide)
            heap = parts.get(side, self.trick_rect(seat))
            places |= {id(s): Rect(heap.centerx - 5, heap.centery - 7, 10, 14) for s in self.of("taken", seat)}
            places |= {id(s): self.trick_rect(seat) for s in self.of("trick", seat)}
        return places | {id(s): parts["extra"] for s in self.sprites if s.zone in ("extra", "deck")}

    def two_rows(self, cards: list[Sprite], area: Rect) -> dict[int, Rect]:
        """An open hand at a side: four cards over four."""
        wide = min(round(area.w / 2.35), round(area.h / 1.46 * RATIO))
        high = round(wide / RATIO)
        return {id(s): Rect(area.x + round(n % 4 * (area.w - wide) / 3), area.y + round(n // 4 * 0.46 * high), wide,
                            high) for n, s in enumerate(cards)}

    # what moves

    def rest(self, events: list[Event]) -> str:
        return "trick_rest" if any(e.source == "trick" for e in events) else "pause"

    def show(self, events: list[Event]) -> None:
        self.finish()
        self.paid, self.flights = {}, []
        super().show(events)
        self.before["winning"] = next((event.seat for event in events if event.what == "takes"), None)

    def carry(self, event: Event) -> None:
        if event.source != "deck":
            super().carry(event)

    def reconcile(self) -> None:
        """Cards that went back to the deck are gone; new ones come from the middle of the table."""
        self.sprites = [s for s in self.sprites if s.zone != "deck"]
        super().reconcile()
        start = Rect(0, 0, 20, 28)
        start.center = self.measure()["centre"].center
        for sprite in self.sprites:
            sprite.rect = start.copy() if sprite.rect.w <= 1 else sprite.rect

    def step(self) -> None:
        events = list(self.groups[0])
        super().step()
        for event in events:
            if event.kind == "pay" and event.seat is not None and event.target_seat is not None:
                self.pay(event.seat, event.target_seat, event.amount)
        if self.flights and self.groups:
            self.motion.hold(self.flights[-1][2] + self.motion.length("count"))
            self.next_at = self.motion.until + self.motion.length("trick_rest")
            self.motion.hold(self.next_at + 1)

    def pay(self, seat: int, to: int, amount: int) -> None:
        """Lets crystals fly from plate to plate."""
        self.paid = self.paid | {seat: self.paid.get(seat, 0) - amount, to: self.paid.get(to, 0) + amount}
        if self.app.settings.reduced_motion or not self.motion.length("count") or self.example:
            return
        left, ends = amount // 1000, [Rect(0, 0, self.px(1.8), self.px(1.8)) for _ in range(2)]
        for rect, who in zip(ends, (seat, to), strict=True):
            rect.center = self.measure()[self.side(who)].center
        for picture, worth, _ in GEMS:
            for _ in range(left // worth):
                begin = self.motion.now + len(self.flights) * self.motion.length("stagger")
                self.flights.append((picture, ends, begin))
            left %= worth

    def interlude(self, events: list[Event]) -> Scene | None:
        """After a hand the reckoning, where a person is there to read it."""
        done = any(e.kind == "pay" or e.what == "no_payment" for e in events)
        return Leaf(self.app, self, "payments", (60, 28)) if done and self.viewer is not None else None


class TricksBoard(TricksTable):
    """Dragonmaster: the own hand below, the others around, the trick in a diamond, the round's kinds at the left."""

    leaves = (("score", "stats"), ("reference", "cards"))

    def draw(self, c: Canvas, table: TableScene | None) -> None:
        live, state = self.live(table), self.known()
        if self.example and not state["trick"] and state["results"]:
            self.draw_leaf(c, "payments", self.area)
            return
        self.draw_kinds(c, state)
        for seat in range(self.match.seats_count):
            self.draw_seat(c, table, seat, state)
        self.draw_ground(c, live, state)
        hands = [s for seat in self.others() for s in self.hand(seat)]
        for sprite in (*(s for s in self.sprites if s.zone not in ("hand", "trick")), *hands):
            if sprite.zone in ("hand", "extra") or sprite.share(self.motion) < 1:
                self.draw_sprite(c, sprite)
        self.draw_trick(c, state)
        if live and (choices := self.choices(live)):
            self.draw_choices(c, live, choices)
        self.draw_row(c, live, self.hand(self.seat))
        if live and self.settled():
            c.button("claim", self.measure()["claim"], self.t("tricks.claim"), partial(self.claim, live), "check",
                     lit=True, tip=self.t("tricks.claim.tip"))
        self.draw_flights(c)

    def draw_kinds(self, c: Canvas, state: dict[str, Any]) -> None:
        """The five kinds of the round: played, being played, left; and what each costs."""
        area, rounds = self.measure()["kinds"], self.match.seats_count
        if area.w == 0:
            return
        head = Rect(area.x, area.y, area.w, c.line)
        c.text(self.t("tricks.round", at=state["round"] + 1, of=rounds), head, "label", "gold", "center", "title")
        hand = self.t("tricks.hand", at=min(state["hand"] + 1, 5 * rounds), of=5 * rounds)
        c.text(hand, head.move(0, c.line), "small", "quiet", "center")
        tiles = Rect(area.x, area.y + 2 * c.line + c.px(0.3), area.w, area.h - 2 * c.line - c.px(0.3))
        for kind, rect in zip(KINDS, split(tiles, 5, c.px(0.4)), strict=True):
            self.draw_kind(c, kind, rect, state)

    def draw_kind(self, c: Canvas, kind: str, rect: Rect, state: dict[str, Any]) -> None:
        now, gone, cost = state["kind"] == kind, kind in state["played"], self.t(f"tricks.cost.{kind}")
        c.panel(rect, "raised" if now else "night" if gone else "panel", "gold" if now else "border")
        c.spots.append(Spot(f"kind {kind}", rect, tip=cost, nav=False))
        inner = rect.inflate(-c.px(0.8), -c.px(0.4))
        side = min(inner.h, c.px(2.8))
        picture = self.art.picture(f"tricks/{KINDS[kind]}", side)
        picture = self.cards.dim(picture) if gone else picture
        c.surface.blit(picture, picture.get_rect(midleft=(inner.x, inner.centery)))
        words = Rect(inner.x + side + c.px(0.5), inner.y, inner.w - side - c.px(0.5), c.line)
        c.text(self.t(f"tricks.kind.{kind}"), words, "text", "gold" if now else "quiet" if gone else "pale",
               face="bold")
        if now and state["power"] is not None:
            cost = self.t("tricks.power_tile", goal=self.t(f"tricks.goal.{kind}"))
        below = Rect(words.x, words.bottom, words.w, inner.bottom - words.bottom)
        if c.fits(cost, below):
            c.text(cost, below, "small", "pale" if now else "quiet", lines=5, top=True)
        if gone:
            mark = Rect(inner.x + side - c.px(1.2), inner.centery + side // 2 - c.px(1.2), c.px(1.6), c.px(1.6))
            c.icon("check", mark, COLOR["good"])

    def draw_seat(self, c: Canvas, table: TableScene | None, seat: int, state: dict[str, Any]) -> None:
        """A seat's plate with its badges: a crown for the Dragonmaster, a dragon for the Power Player."""
        rect = self.draw_label(c, seat) if self.example else self.measure()[self.side(seat)]
        if not self.example:
            self.draw_seat_plate(c, table, seat, rect)
        side = c.px(2.2)
        badges = [name for name, who in (("ui/crown", state["dm"]), ("tricks/dragon", state["power"])) if who == seat]
        for number, name in enumerate(badges):
            c.surface.blit(self.art.picture(name, side), (rect.right - side - c.px(0.3) - number * side,
                                                          rect.y - side // 2))

    def draw_label(self, c: Canvas, seat: int) -> Rect:
        """The name of a seat beside its card, in an example."""
        rect, words = self.trick_rect(seat), self.name(seat)
        label = Rect(0, 0, c.width_of(words, "small") + c.px(0.6), c.line)
        if self.side(seat) in ("left", "right"):
            label.midtop = (rect.centerx, rect.bottom + c.px(0.2))
        else:
            label.topleft = (rect.right + c.px(0.5), rect.y if self.side(seat) == "top" else rect.bottom - label.h)
        c.text(words, label, "small", "pale", "center")
        return Rect(label.x, label.y, label.w + c.px(2.2), label.h)

    def plate(self, c: Canvas, seat: int, rect: Rect) -> None:
        """Wealth as a number and as crystals, tricks, penalty cards; under the icon they have all the width."""
        wealth, state = self.wealth(seat), self.known()
        whole, line = self.measure()[self.side(seat)].inflate(-c.px(1), 0), Rect(rect.x, rect.y, rect.w, c.line)
        below = Rect(whole.x, rect.y + c.line + c.px(0.35), whole.w, c.line)
        count = Rect(0, line.y, c.px(1.5) + c.type_px("small") * 3 // 4, c.line)
        count.right = rect.right
        line.w -= count.w + c.px(0.2)
        c.text(self.say.money(wealth), line, "text", "warning" if wealth < 0 else "pale", face="bold")
        c.icon("cards", Rect(count.x, count.y, c.px(1.3), count.h), COLOR["quiet"])
        c.text(str(state["tricks_taken"][seat]), Rect(count.x + c.px(1.5), count.y, count.w, count.h), "small",
               "quiet", face="number")
        if wealth < 0:
            c.text(self.t("tricks.debt"), below, "small", "warning")
        else:
            self.draw_counts(c, below, [(picture, str(n)) for picture, n in gems(wealth)])
        rows = state["rows"][seat]
        self.draw_counts(c, below.move(0, c.line), [
            (f"tricks/{self.LABELS[r.label]}", str(r.count) if r.count > 1 or r.label in ("dragonlords", "wizards")
             else "") for r in rows])
        if self.viewer is None:
            c.spots.append(Spot(f"taken{seat}", rect, tip=self.say.taken(seat, state), nav=False))

    def draw_counts(self, c: Canvas, area: Rect, counts: list[tuple[str, str]]) -> None:
        """Little pictures, each with its number."""
        step = min(c.px(3), area.w // max(4, len(counts)))
        side = min(area.h - 2, c.px(1.35), step - c.type_px("small") * 3 // 4 - 3)
        for number, (picture, words) in enumerate(counts):
            drawn, x = self.art.picture(picture, side), area.x + number * step
            c.surface.blit(drawn, drawn.get_rect(midleft=(x, area.centery)))
            c.text(words, Rect(x + side + 2, area.y, step - side - 2, area.h), "small", "pale", face="number")

    def draw_ground(self, c: Canvas, live: TableScene | None, state: dict[str, Any]) -> None:
        """Where each card of the trick comes to lie, who leads, and the suit to follow."""
        for seat in range(self.match.seats_count):
            rect = self.trick_rect(seat)
            c.surface.blit(c.veil(rect.size, 45), rect)
            acts = not self.groups and seat == self.match.to_act and state["kind"] is not None
            pygame.draw.rect(c.surface, COLOR["gold"] if acts else mix(COLOR["border"], FELT["tricks"], 0.4), rect,
                             max(1, self.px(0.12)), border_radius=max(2, round(rect.w * 0.07)))
            if seat == state["leader"] and not state["trick"]:
                line = Rect(rect.x, rect.centery - c.line // 2, rect.w, c.line)
                c.text(self.t("tricks.leads"), line, "small", "gold" if acts else "quiet", "center")
        if state["trick"] and any(s.zone == "trick" for s in self.sprites):
            self.draw_lead(c, state)
        rect = self.measure()["extra"]
        if any(s.zone == "extra" for s in self.sprites) and not self.example and not self.compact:
            c.text(self.t("tricks.extra"), Rect(rect.right + c.px(0.4), rect.y, c.px(7.5), c.line * 2), "small",
                   "quiet", lines=2)
        c.spots.append(Spot("trick", self.measure()["centre"], nav=False, drop=partial(self.choose, live)
                            if live else None))

    def draw_lead(self, c: Canvas, state: dict[str, Any]) -> None:
        """In the middle the suit led, with a wedge towards who led it."""
        hub = Rect(0, 0, self.px(1.9), self.px(1.9))
        sides = [self.trick_rect(seat) for seat in range(self.match.seats_count)]
        hub.center = (self.measure()["centre"].centerx, sides[(self.seat + 1) % len(sides)].centery)
        c.surface.blit(self.art.picture(f"tricks/suit-{led(state).lower()}", hub.w), hub)
        x, y = sides[state["leader"]].center
        away = math.atan2(y - hub.centery, x - hub.centerx)
        tip = [(hub.centerx + math.cos(away + turn) * far, hub.centery + math.sin(away + turn) * far)
               for turn, far in ((0.0, hub.w * 0.84), (0.4, hub.w * 0.56), (-0.4, hub.w * 0.56))]
        pygame.draw.polygon(c.surface, COLOR["gold"], tip)

    def draw_trick(self, c: Canvas, state: dict[str, Any]) -> None:
        lying = sorted((s for s in self.sprites if s.zone == "trick"), key=lambda s: s.place)
        for sprite in lying:
            rect = self.draw_sprite(c, sprite)
            if sprite.seat == state.get("winning") and len(lying) > 1 and sprite.share(self.motion) == 1:
                side = max(c.px(1.8), rect.w // 4)
                mark = Rect(rect.x - side // 4, rect.bottom - side * 3 // 4, side, side)
                pygame.draw.circle(c.surface, COLOR["night"], mark.center, side // 2)
                c.icon("check", mark.inflate(-side // 4, -side // 4), COLOR["good"])

    def draw_choices(self, c: Canvas, table: TableScene, moves: list[str]) -> None:
        """What is to be chosen besides a card, in rows over the middle of the table."""
        centre, gap = self.measure()["centre"], c.px(0.5)
        high = min(c.px(5.2), (centre.h - gap * (len(moves) - 1)) // len(moves))
        block = Rect(0, 0, min(centre.w, c.px(31)), (high + gap) * len(moves) - gap)
        block.center = centre.center
        c.layer += 1
        for move, rect in zip(moves, split(block, len(moves), gap), strict=True):
            focused = c.spot(Spot(f"choice {move}", rect, partial(table.play, move)))
            c.panel(rect, "raised" if focused else "panel", "gold")
            inner = rect.inflate(-c.px(1), -c.px(0.4))
            side, (name, line) = min(inner.h, c.px(3.4)), self.say.choice(move, self.known()["power"] is not None)
            picture = self.art.picture(name, side)
            c.surface.blit(picture, picture.get_rect(midleft=(inner.x, inner.centery)))
            words = Rect(inner.x + side + c.px(0.8), inner.y, inner.w - side - c.px(0.8), inner.h)
            if table.advice and (table.show_values or table.hinted):
                words.w -= c.px(4.6)
                worth = Rect(words.right + c.px(0.4), rect.centery - c.line // 2, c.px(4.2), c.line)
                self.draw_worth(c, table, [move], worth)
            head = Rect(words.x, words.y, words.w, min(words.h // 2, c.line + c.px(0.2)))
            c.text(self.say.move(move), head, "text", "gold", face="bold")
            c.text(line, Rect(words.x, head.bottom, words.w, words.h - head.h), "small", "pale", lines=3)
            if focused:
                c.focus_frame(rect)

    def draw_flights(self, c: Canvas) -> None:
        for picture, (start, end), began in self.flights if self.motion.busy else ():
            share = (self.motion.now - began) / max(1.0, self.motion.length("count"))
            if 0 <= share < 1:
                done = ease(share)
                place = [round(p + (q - p) * done) for p, q in zip(start.topleft, end.topleft, strict=True)]
                c.surface.blit(self.art.picture(picture, start.w), place)

    def draw_leaf(self, c: Canvas, name: str, area: Rect) -> None:
        if name == "reference":
            area = self.draw_ranks(c, area)
        super().draw_leaf(c, name, area)

    def draw_ranks(self, c: Canvas, area: Rect) -> Rect:
        """Ranks from high to low, suits, and notes at the bottom; the area left between."""
        strip = split(Rect(area.x, area.y, area.w, c.px(7) + c.line), 8, c.px(0.6), across=True)
        for (rank, name), rect in zip(RANKS.items(), strip, strict=True):
            picture = self.art.picture(f"tricks/rank-{name}", min(rect.w, c.px(5)))
            c.surface.blit(picture, picture.get_rect(midtop=rect.midtop))
            words = Rect(rect.x, rect.y + picture.get_height(), rect.w, rect.h - picture.get_height())
            c.text(f"{rank} · {self.t(f'tricks.rank.{rank}')}", words, "small", "pale", "center", lines=3)
        suits = Rect(area.x, strip[0].bottom + c.px(0.3), area.w, c.px(2.4))
        for suit, rect in zip(SUITS, split(suits, 4, c.px(1), across=True), strict=True):
            c.cell(rect, f"tricks/suit-{suit.lower()}|{self.t(f'tricks.suit.{suit}')}", "gold")
        low = area.bottom
        for note in () if self.match.options["level"] == "basic" else ("secret_note", "dragon_note"):
            said = self.t(f"tricks.{note}")
            low -= c.height_of(said, area.w, "small")
            c.paragraph(said, Rect(area.x, low, area.w, area.bottom - low), "small", "quiet")
        return Rect(area.x, suits.bottom + c.px(0.4), area.w, low - suits.bottom - c.px(0.8))

    # answering

    def choices(self, table: TableScene) -> list[str]:
        """What is to be chosen from rows: swap or keep, a kind, or the suit of the Dragon that was picked up."""
        if self.known()["kind"] is None:
            return table.legal()
        dragon = table.selected is not None and table.selected.card == "DRAGON"
        return [move for move in table.legal() if move.startswith("DRAGON ")] if dragon else []

    def moves_of(self, table: TableScene, sprite: Sprite) -> list[str]:
        moves = table.legal() if self.known()["kind"] else []
        return [move for move in moves if move == sprite.card or move.startswith(f"{sprite.card} ")]

    def why(self, sprite: Sprite) -> str:
        return self.t(f"why.tricks.{self.match.why_not(sprite.card or '')}")

    def target(self, table: TableScene, sprite: Sprite) -> str:
        moves = self.moves_of(table, sprite)
        return f"choice {moves[0]}" if len(moves) > 1 else ""

    def tip(self, sprite: Sprite, moves: list[str]) -> str:
        return self.say.preview(moves[0], self.known()) if moves else self.why(sprite)

    def grab(self, table: TableScene, what: Any) -> None:
        """A card under way is not chosen before it is dropped."""

    def settled(self) -> bool:
        """Whether no card of this hand can change its payments, in any deal this seat can imagine."""
        known = self.known()
        if "settled" not in known:
            known["settled"] = bool(known["kind"] and self.viewer is not None and self.match.settled(self.viewer))
        return bool(known["settled"])

    def claim(self, table: TableScene) -> None:
        """Plays the rest of the hand out, card by card as in any record."""
        hands = len(self.state["results"])
        while len(self.state["results"]) == hands:
            table.play(table.legal()[0])

    def task(self, table: TableScene) -> str:
        state = self.known()
        return self.say.task(state, table.legal(), bool(state["kind"] and self.choices(table)))

    def leaf_title(self, name: str) -> str:
        if name != "payments":
            return super().leaf_title(name)
        results = self.state["results"]
        return self.t("leaf.tricks.payments", at=len(results), kind=self.t(f"tricks.kind.{results[-1]['kind']}"))


class TaleBoard(Board):
    """Fairy Tale: the others' tables as plaques along the top, the own table under them, pack or hand large below."""

    game, words, seated = "tale", TaleTelling, True
    say: TaleTelling
    leaves = (("cards", "cards"), ("points", "stats"))

    def __init__(self, app: App, match: Match, viewer: int | None, seat: int | None = None) -> None:
        self.stage, self.drafting, self.news = 1, True, ""  # as they are shown; what happened last, in words
        self.keys: dict[str, Sprite] = {}  # the cards of this picture by their spots
        self.parts: dict[str, Rect] = {}
        self.grid, self.rows = (2, 1, 1), 1  # columns, rows, height of the plaques of another seat; rows of own cards
        super().__init__(app, match, viewer, seat)

    def face(self, card: str) -> Face:
        look = self.say.face(card)
        return Face(color=rgb(THEME["faction"].get(look.pop("faction"), THEME["colour"]["gold"])), **look)

    def placed(self) -> list[Placed]:
        return self.say.hide(super().placed())

    def step(self) -> None:
        events, news = self.groups[0], self.news
        super().step()
        self.news = self.say.news(events) or news

    def rest(self, events: list[Event]) -> str:  # noqa: ARG002
        return "trick_rest"  # time to read what happens

    # where things lie

    def around(self) -> list[int]:
        """The other seats that are drawn: all, or in an example the partner."""
        return [seat for seat in self.others() if not self.example or self.say.mate(seat)]

    def measure(self) -> dict[str, Rect]:
        """The parts of the table by name: bands from the top down, the last two of them cut into columns."""
        a, gap, line, full = self.area, self.px(0.5), self.app.canvas.line + self.px(0.3), not self.example
        wide = a.w // max(1, len(self.around()))
        columns = next(n for n in (6, 4, 3, 2) if wide // n >= max(self.px(9), 104) or n == 2)
        plaque = self.art.font("text", self.app.canvas.type_px("small")).get_linesize() + 5
        self.grid = columns, -(-self.say.places(self.stage) // columns), plaque
        others = (line + self.grid[1] * (plaque + 2) + gap) * bool(self.around())
        top = a.y + (line + gap) * full
        y = top + others + line * full
        self.rows = 1 if self.stage <= 4 else 2
        share = 100 if self.stage == 9 else 44 if self.rows == 1 else 55
        own = Rect(a.x + gap, y, a.w - 2 * gap, (a.bottom - y - gap) * share // 100)
        low = Rect(own.x, own.bottom + gap, own.w, a.bottom - own.bottom - 2 * gap)
        plate = Rect(own.x, own.y, max(self.px(13.5), 140) * full, own.h)
        share = 73 if full and own.w > max(self.px(48), 640) else 100
        wide = min(round((own.h // self.rows - 2 * gap) * RATIO), (own.w - plate.w) * share // 600 - gap)
        table = Rect(plate.right + gap if full else own.centerx - 3 * (wide + gap), own.y, 6 * (wide + gap), own.h)
        beside = self.drafting and (full or bool(self.of("hand", self.seat)))
        hand = Rect(low.x, low.y, low.w * (69 if beside else 100) // 100, low.h)
        return {"track": Rect(own.x, a.y, own.w, line), "others": Rect(own.x, top, own.w, others),
                "news": Rect(own.x, top + others, own.w, line), "own": own, "plate": plate, "table": table,
                "detail": Rect(table.right + gap, own.y, own.right - table.right - gap, own.h), "hand": hand,
                "picks": Rect(hand.right + gap, low.y, low.right - hand.right - gap, low.h)}

    def cell(self, place: int) -> Rect:
        """A place of the own table."""
        area, gap = self.parts["table"], self.px(0.5)
        wide = area.w // 6 - gap
        high = round(wide / RATIO)
        return Rect(area.x + place % 6 * (wide + gap), area.y + gap + place // 6 * (high + gap), wide, high)

    def panel(self, seat: int) -> Rect:
        """Another seat's part of the screen; the own plate."""
        seats = self.around()
        if seat not in seats:
            return self.parts["plate"]
        return split(self.parts["others"], len(seats), self.px(0.5), across=True)[seats.index(seat)]

    def tile(self, seat: int, place: int) -> Rect:
        """A place of another seat's table."""
        (columns, rows, high), area = self.grid, self.panel(seat).inflate(-self.px(0.4), 0)
        wide = (area.w - 2 * (columns - 1)) // columns
        top = area.bottom - self.px(0.3) - (rows - place // columns) * (high + 2)
        return Rect(area.x + place % columns * (wide + 2), top, wide, high)

    def arrange(self) -> dict[int, Rect]:
        self.stage = self.known()["stage"]
        self.drafting = self.stage in (1, 3, 5, 7)
        self.parts, self.news, places = self.measure(), "", dict[int, Rect]()
        for sprite in self.sprites:
            seat = self.seat if sprite.seat is None else sprite.seat
            panel = self.panel(seat)
            places[id(sprite)] = Rect(panel.right - self.px(2), panel.y, self.px(1.8), self.px(2.5))
            if sprite.zone == "table":
                places[id(sprite)] = self.cell(sprite.place) if seat == self.seat else self.tile(seat, sprite.place)
        area, picks, line = self.parts["hand"], self.parts["picks"], self.app.canvas.line
        cards, chosen = self.of("hand", self.seat), self.of("chosen", self.seat)
        if self.drafting:
            below = Rect(picks.x, picks.y + line, picks.w, picks.h - line).inflate(-self.px(1), 0)
            places |= self.fan(cards, below, min(round((below.h - self.px(1.2)) * RATIO), below.w * 31 // 100))
            cards = self.of("pack", self.seat) + chosen
        else:
            places |= {id(s): self.cell(len(self.of("table", self.seat))) for s in chosen}
        wide = min(round((area.h - self.px(1.2)) * RATIO), area.w // max(3, min(len(cards), 6)) - self.px(0.6))
        return places | self.fan(cards, area, wide)

    # drawing

    def draw(self, c: Canvas, table: TableScene | None) -> None:
        self.keys = {}
        for seat in self.around():
            self.draw_panel(c, table, seat)
        if not self.example:
            c.sheet(self.parts["track"], self.say.track(self.stage))
            c.text(self.news, self.parts["news"], "small", "pale", "center", lines=2)
            self.draw_plate(c)
        self.draw_cards(c, table)
        for sprite in self.sprites:
            hidden = sprite.zone in ("deck", "discard") or (sprite.seat != self.seat and sprite.zone != "table")
            if hidden and sprite.share(self.motion) < 1:
                self.draw_sprite(c, sprite)

    def small(self, c: Canvas, words: str, rect: Rect, color: str, align: str = "left") -> None:
        """Small words, where there is room for them."""
        if self.art.font("text", THEME["type"]["least_px"]).size(words)[0] <= rect.w:
            c.text(words, rect, "small", color, align)

    def draw_panel(self, c: Canvas, table: TableScene | None, seat: int) -> None:
        """Another seat: points, name, cards in hand; and its table as plaques."""
        rect, cards = self.panel(seat), self.of("table", seat)
        c.panel(rect, "panel", "gold" if seat == self.match.to_act else "good" if self.say.mate(seat) else "border")
        head = Rect(rect.x + 2, rect.y + 2, rect.w - 4, c.line)
        sheet = self.say.head(seat, self.groups)
        (score, *rest), wide = sheet.rows[0], head.w * sheet.shares[0] // sum(sheet.shares)
        c.sheet(head, sheet._replace(rows=[["", *rest]]))
        c.text(score, Rect(head.x + 4, head.y, wide - 4, head.h), "label", "gold", face="number")
        if table and c.spot(Spot(f"seat{seat}", head)):
            c.focus_frame(head)
        for place in range(len(cards), self.say.places(self.stage)):
            pygame.draw.rect(c.surface, COLOR["border"], self.tile(seat, place), 1, border_radius=3)
        for sprite in cards:
            self.draw_tile(c, table, sprite)

    def draw_tile(self, c: Canvas, table: TableScene | None, sprite: Sprite) -> None:
        """Another seat's card: small while it moves, then a plaque; framed where it may be taken in exchange."""
        rect, key = sprite.shown(self.motion), f"row{sprite.seat}.{sprite.place}"
        if sprite.share(self.motion) < 1:
            self.cards.draw(c, sprite, Rect(rect.x, rect.y, max(6, min(rect.w, round(rect.h * RATIO))), rect.h))
            return
        self.keys[key] = sprite
        moves = self.moves_of(table, sprite) if table else []
        take = partial(self.take, table, sprite) if table and moves else None
        wide = rect.w * 5 // 8 if table and moves and table.advice and table.show_values else rect.w
        self.draw_plaque(c, sprite, Rect(rect.x, rect.y, wide, rect.h))
        if moves:
            c.frame(rect, "gold", 0.12, 0.2)
            self.draw_worth(c, table, moves, Rect(rect.x + wide, rect.y, rect.w - wide, rect.h))
        if table and c.spot(Spot(key, rect, take, drop=take)):
            c.focus_frame(rect)

    def draw_plaque(self, c: Canvas, sprite: Sprite, rect: Rect) -> None:
        """Mark and colour of the faction, points now, name, category; or a back."""
        card, side = sprite.card or "", min(rect.h - 6, rect.w * 14 // 100)
        inner = Rect(rect.x + side + 4, rect.y, rect.w - 2 * side - 6, rect.h)
        if not card or card.startswith("down "):
            c.panel(rect, "night", "border", 0.2)
            c.surface.blit(self.cards.picture(None, round((rect.h - 4) * RATIO)), (rect.x + 3, rect.y + 2))
            self.small(c, self.say.nick(card) if card else self.t("tale.down"), inner, "quiet")
        else:
            face = self.face(card)
            for box, color in ((rect, COLOR["vellum"]), (Rect(rect.x, rect.y, side + 3, rect.h), face.color)):
                pygame.draw.rect(c.surface, color, box, border_radius=3)
            pygame.draw.rect(c.surface, face.color, rect, 2, border_radius=3)
            for picture, x in ((face.mark, rect.x + 2), (face.marks[0], rect.right - side - 1)):
                drawn = self.art.picture(picture, side)
                c.surface.blit(drawn, drawn.get_rect(midleft=(x, rect.centery)))
            number = Rect(inner.x, inner.y, min(c.width_of("88", "small", "bold") - 1, inner.w // 4), inner.h)
            c.text(self.say.worth(sprite), number, "small", "ink", "center", "bold")
            inner = Rect(number.right + 2, rect.y, inner.right - number.right, rect.h)
            self.small(c, self.say.nick(card), inner, "ink")
        if (sprite.zone, sprite.seat, sprite.place) in self.last:
            c.surface.blit(self.art.picture("ui/notch", 9), (rect.right - 9, rect.y))

    def draw_plate(self, c: Canvas) -> None:
        """The own points, large; what lies face up by faction and category; deck and own discards."""
        rect, turn = self.parts["plate"], self.seat == self.match.to_act
        c.panel(rect, "raised" if turn else "panel", "gold" if turn else "border")
        inner = rect.inflate(-self.px(1), -self.px(0.8))
        c.text(self.say.title(), Rect(inner.x, inner.y, inner.w, c.line), face="bold")
        points = Rect(inner.x, inner.y + c.line, inner.w, self.px(2.7))
        c.text(self.say.score(self.groups, self.seat), points, "title", "gold", face="number")
        c.sheet(Rect(inner.x, points.bottom, inner.w, inner.bottom - points.bottom), self.say.plate(self.seat))

    def draw_cards(self, c: Canvas, table: TableScene | None) -> None:
        """The own table; below it pack or hand, while drafting with the own picks beside it."""
        live, own, picks = self.live(table), self.of("table", self.seat), self.parts["picks"]
        for cell in map(self.cell, range(len(own), 6 * self.rows)):
            pygame.draw.rect(c.surface, COLOR["border"], cell, 1, border_radius=max(2, cell.w // 14))
        if live:
            drop = partial(self.choose, live)
            c.spots.append(Spot("lay", picks if self.drafting else self.parts["own"], drop=drop, nav=False))
        rows = {"own": own, "hand": self.of("hand", self.seat)}
        if self.drafting:
            rows = {"own": own, "hand": self.of("pack", self.seat), "pick": rows["hand"]}
        if picks.w > c.line:
            c.panel(picks, "night")
            c.text(self.t("tale.picks"), Rect(picks.x, picks.y, picks.w, c.line), "small", "quiet", "center")
        self.keys |= {f"{key}{number}": sprite for key, cards in rows.items() for number, sprite in enumerate(cards)}
        if not self.example and self.parts["detail"].w > self.px(10):
            self.draw_detail(c, table)
        for key, cards in rows.items():
            self.draw_row(c, table, cards, key)
        for sprite in self.of("chosen", self.seat):
            self.draw_sprite(c, sprite, dim=True)

    def draw_sprite(self, c: Canvas, sprite: Sprite, lift: float = 0.0, dim: bool = False) -> Rect:
        """An own card bears what it counts; on a band, that it is laid or face down, or what turning it changes."""
        resting = sprite.seat == self.seat and not self.groups and sprite.share(self.motion) == 1
        words = self.say.band(sprite, self.drafting) if resting else ""
        asked = words[:1] in ("+", "−", "±")  # it may be turned over now
        down = (sprite.card or "").startswith("down ") and not asked
        rect = super().draw_sprite(c, sprite, lift, dim or down)
        if not resting or self.app.dragging is sprite:
            return rect
        if asked:
            c.frame(rect, thick=0.2, radius=0.3)
        if words:
            band = Rect(rect.x + 2, rect.centery - c.line // 2, rect.w - 4, c.line)
            c.surface.blit(c.veil(band.size, 215), band)
            self.small(c, words, band, {"+": "good", "−": "warning"}.get(words[0], "gold"), "center")
        if sprite.zone == "table" and sprite.up:
            badge = Rect(0, 0, max(20, rect.w // 4), max(20, rect.w // 4))
            badge.center = (rect.centerx, rect.y + badge.h // 4)
            c.panel(badge, "night", "gold", 9)
            c.text(self.say.worth(sprite), badge, "small", "gold", "center", "number")
        return rect

    def draw_detail(self, c: Canvas, table: TableScene | None) -> None:
        """The card that is looked at, in words; a seat's hand; or what the stage is about."""
        focus, inner = table.focus if table else "", self.parts["detail"].inflate(-self.px(1), -self.px(0.6))
        c.panel(self.parts["detail"], "night")
        lines = self.say.beside(focus, self.keys.get(focus), self.stage)
        font = c.art.font("text", THEME["type"]["least_px"])
        counts = [len(wrap(line.lstrip("="), font, inner.w)) for line in lines]
        while sum(counts) * font.get_linesize() > inner.h:
            counts.pop()  # not even in the smallest type is there room for the last line
        highs = [c.height_of(line.lstrip("="), inner.w, "small") + self.px(0.2) for line in lines[: len(counts)]]
        for line, high, count in zip(lines, highs, counts, strict=False):
            high = high if sum(highs) <= inner.h else min(high, count * inner.h // sum(counts))
            box = Rect(inner.x, inner.y, inner.w, high)
            c.text(line.lstrip("="), box, "small", "gold" if line[0] == "=" else "pale", lines=9, top=True)
            inner.y += high

    # answering

    def moves_of(self, table: TableScene, sprite: Sprite) -> list[str]:
        return self.say.moves(table.legal(), sprite, table.selected) if self.live(table) else []

    def why(self, sprite: Sprite) -> str:
        return self.say.why(sprite) or self.t("why.tale.not_now")

    def tip(self, sprite: Sprite, moves: list[str]) -> str:
        return "" if moves else self.say.why(sprite)

    def target(self, table: TableScene, sprite: Sprite) -> str:
        return self.say.target(table.legal(), sprite)

    def take(self, table: TableScene, sprite: Sprite, dropped: Sprite | None = None) -> None:  # noqa: ARG002
        table.play(self.moves_of(table, sprite)[0])

    def task(self, table: TableScene) -> str:
        return self.say.task(table.legal(), table.selected is not None)


BOARDS: dict[str, type[Board]] = {board.game: board for board in (DuelBoard, TricksBoard, HeartBoard, WarsBoard,
                                                          TaleBoard)}

# ---- the end of a match ---------------------------------------------------------------------------------------


class EndScene(Scene):
    """Who won and why; what to do next."""

    overlay = True

    def __init__(self, app: App, table: TableScene) -> None:
        super().__init__(app)
        self.table, self.match = table, table.match
        self.began = app.motion.now
        self.focus = "review"
        self.won = any(seat in self.match.winners for seat in table.humans)
        self.sparks = [(random.random(), random.random(), random.uniform(0.4, 1))
                       for _ in range(60)] if self.won and not table.helped else []
        app.sound.play("win" if self.won or not table.humans else "lose")

    def tick(self) -> bool:
        live = bool(self.sparks) and not self.app.settings.reduced_motion
        live = live and self.app.motion.now < self.began + self.app.motion.length("embers")
        if live:
            self.app.motion.hold(self.app.motion.now + 20)
        return live

    def headline(self) -> str:
        winners = self.match.winners
        if len(winners) == self.match.seats_count:
            return self.t("end.draw")
        if self.won and len(self.table.humans) == 1:
            return self.t("end.you_win")
        return self.t("end.wins", name=" + ".join(map(self.table.name, winners)))

    def draw(self, c: Canvas) -> None:
        self.draw_embers(c)
        width, words = min(c.px(52), c.area.w - c.px(3)), self.t(f"end.why.{self.match.game}")
        why = c.height_of(words, width - c.px(3))
        high = c.px(13) + c.line * 2 + why + c.sheet_high(self.table.board.say.sheet("end"))
        inner = c.box(width, high, (3, 2))
        c.text(self.headline(), Rect(inner.x, inner.y, inner.w, c.px(4)), "title", "gold", "center", "title")
        notes = [self.t("end.deal", number=self.match.seed), self.t("end.moves", count=len(self.match.moves))]
        if self.table.helped:
            notes.append(self.t("end.helped"))
        c.text(" · ".join(notes), Rect(inner.x, inner.y + c.px(4), inner.w, c.line), "small", "quiet", "center")
        rest = footer(c, inner, (
            ("review", self.t("end.review"), "review", self.review), ("rematch", self.t("end.rematch"), "restart",
                                                                      self.rematch),
            ("next", self.t("end.next"), "new", self.next_deal), ("home", self.t("end.home"), "back", self.app.home)))
        top = inner.y + c.px(4.6) + c.line
        area = Rect(inner.x, top, inner.w, rest.bottom - top)
        c.paragraph(words, area)
        self.table.board.draw_leaf(c, "end", Rect(area.x, area.y + why + c.px(0.6), area.w, area.h - why - c.px(0.8)))

    def draw_embers(self, c: Canvas) -> None:
        length = self.app.motion.length("embers") or 1
        share = (self.app.motion.now - self.began) / length
        if not 0 <= share < 1 or self.app.settings.reduced_motion:
            return
        for x, start, size in self.sparks:
            y = 1.1 - share * (0.6 + start)
            pygame.draw.circle(c.surface, mix(COLOR["gold"], COLOR["night"], share),
                               (round((x + 0.02 * math.sin(share * 9 + start * 7)) * c.area.w),
                                round(y * c.area.h)), max(1, round(c.px(0.4) * size)))

    def review(self) -> None:
        self.app.push(Review(self.app, self.match.copy()))

    def rematch(self) -> None:
        seats = self.match.seats[1:] + self.match.seats[:1]
        self.table.new_deal(seats, self.match.seed)

    def next_deal(self) -> None:
        self.table.new_deal(seed=(self.match.seed + 1) % 2**64)

    def back(self) -> None:
        self.app.pop()


# ---- review ---------------------------------------------------------------------------------------------------

class Review(Scene):
    """A match gone through again: the position's value at every move, and what each move gave away."""

    def __init__(self, app: App, match: Match) -> None:
        super().__init__(app)
        self.match, self.felt = match, match.game
        self.grader = app.grader_of(match, [])
        self.grader.widen()
        self.ply = len(match.moves)
        humans = [seat for seat, who in enumerate(match.seats) if who == "human"]
        self.board = BOARDS[match.game](app, match, None, humans[0] if humans else 0)
        self.focus = "previous"

    def tick(self) -> bool:
        graded = self.grader.tick()
        return self.board.tick() or graded

    def draw(self, c: Canvas) -> None:
        area = heading(c, self.t("review.title", game=self.t(f"game.{self.match.game}.name"), number=self.match.seed))
        area = footer(c, area, (
            ("first", "", "first", lambda: self.go(0)), ("previous", "", "prev", lambda: self.go(self.ply - 1)),
            ("following", "", "next", lambda: self.go(self.ply + 1)),
            ("last", "", "last", lambda: self.go(len(self.grader.grades))),
            ("turning", self.t("review.turning"), "" if c.narrow else "notch", self.turning),
            ("try", self.t("review.try"), "" if c.narrow else "play", self.try_here),
            ("copy", self.t("review.copy"), "copy", self.copy), ("back", self.t("word.back"), "back", self.back)))
        side = area.w * (40 if c.narrow else 36) // 100
        left = Rect(area.x, area.y, area.w - side - c.px(1), area.h)
        self.board.place(c, left)
        self.board.draw(c, None)
        right = Rect(left.right + c.px(1), area.y, side, area.h)
        curve = Rect(right.x, right.y, right.w, right.h * 30 // 100)
        self.draw_curve(c, curve)
        verdict = Rect(right.x, curve.bottom + c.px(0.5), right.w, c.line * (6 if c.narrow else 5))
        self.draw_verdict(c, verdict)
        self.draw_moves(c, Rect(right.x, verdict.bottom + c.px(0.5), right.w,
                                right.bottom - verdict.bottom - c.px(0.5)))

    def draw_curve(self, c: Canvas, area: Rect) -> None:
        c.panel(area, "night")
        inner = area.inflate(-c.px(1.5), -c.px(1.5))
        pygame.draw.line(c.surface, COLOR["border"], inner.midleft, inner.midright, 1)
        count = max(1, len(self.grader.grades))
        points = []
        for ply in range(len(self.grader.grades)):
            x, grade = inner.x + inner.w * ply // count, self.grader.grades[ply]
            if (value := self.grader.value_at(ply, self.board.seat)) is not None:
                points.append((x, round(inner.centery - self.scale(value) * inner.h / 2)))
            if grade.open_loss() if self.grader.opens else grade.fair_loss():
                mark = Rect(x - c.px(0.3), inner.bottom - c.px(0.5), c.px(0.6), c.px(0.5))
                pygame.draw.rect(c.surface, COLOR["warning"], mark)
        if len(points) > 1:
            pygame.draw.lines(c.surface, COLOR["gold"], False, points, max(2, c.px(0.18)))
        for x, y in points:
            pygame.draw.circle(c.surface, COLOR["gold"], (x, y), max(2, c.px(0.25)))
        x = inner.x + inner.w * self.ply // count
        pygame.draw.line(c.surface, COLOR["pale"], (x, inner.y), (x, inner.bottom), max(1, c.px(0.12)))
        line, left = Rect(inner.x, area.y, inner.w, c.line), len(self.grader.jobs)
        c.text(self.t(f"review.curve.{'open' if self.grader.opens else 'fair'}"), line, "small", "quiet")
        if left:
            c.text(self.t("review.solving", left=left), line, "small", "quiet", "right")

    def scale(self, value: float) -> float:
        return max(-1.0, min(1.0, self.board.say.share(value) * 2 - 1))

    def draw_verdict(self, c: Canvas, area: Rect) -> None:
        """What the move just played gave away, with open cards and by what could be known."""
        c.panel(area, "panel")
        inner = area.inflate(-c.px(1.4), -c.px(0.6))
        lines = split(inner, 3, 0)
        if self.ply == 0:
            c.text(self.t("review.start"), inner, "text", "quiet", "center", lines=3)
            return
        grade = self.grader.grades[self.ply - 1]
        who = self.app.seat_name(self.match, grade.seat)
        c.text(f"{self.ply}. {who}: {self.board.say.move(grade.move)}", lines[0], "text", "gold")
        for line, key, pair in ((lines[1], "open", grade.open_pair()), (lines[2], "fair", grade.fair_pair())):
            if pair is None:
                shut = key == "open" and grade.shut
                words, color = self.t(f"review.{key}.{'shut' if shut else 'unknown'}"), "quiet"
            elif abs(pair[0] - pair[1]) <= SAME:
                words, color = self.t(f"review.{key}.best"), "good"
            else:
                best, played = map(self.board.say.value, pair)
                words, color = self.t(f"review.{key}.lost", best=best, played=played), "warning"
            c.text(words, line, "text", color, lines=2)

    def draw_moves(self, c: Canvas, area: Rect) -> None:
        c.panel(area, "panel")
        inner = area.inflate(-c.px(1), -c.px(0.8))
        high = max(c.px(1.5), c.line)
        fit = max(1, inner.h // high)
        top = max(0, min(self.ply - 1 - fit // 2, len(self.grader.grades) - fit))
        for number in range(top, min(len(self.grader.grades), top + fit)):
            grade = self.grader.grades[number]
            rect = Rect(inner.x, inner.y + (number - top) * high, inner.w, high)
            c.spots.append(Spot(f"ply{number}", rect, partial(self.go, number + 1), nav=False))
            here = number == self.ply - 1
            if here:
                pygame.draw.rect(c.surface, COLOR["raised"], rect, border_radius=c.px(0.3))
            words, opened, fair = (Rect(rect.x + rect.w * at // 100, rect.y, rect.w * wide // 100, rect.h)
                                   for at, wide in ((0, 53), (54, 22), (77, 23)))
            who = self.app.seat_name(self.match, grade.seat)
            c.text(f"{number + 1}. {who} {self.board.say.brief(grade.move)}", words, "small",
                   "pale" if here else "quiet")
            self.draw_loss(c, opened, "open", "" if grade.shut else "…", grade.open_loss())
            self.draw_loss(c, fair, "fair", "…", grade.fair_loss())

    def draw_loss(self, c: Canvas, rect: Rect, key: str, unknown: str, loss: float | None) -> None:
        """What a move gave away, in a word: "unknown" while that is not known, a dash where it is nothing."""
        sign = unknown if loss is None else f"−{self.board.say.loss(loss)}" if loss else "–"
        if sign:
            c.text(f"{self.t(f'review.{key}.short')} {sign}", rect, "small", "warning" if loss else "quiet", "right")

    def go(self, ply: int) -> None:
        ply = max(0, min(ply, len(self.grader.grades)))
        if ply != self.ply:
            self.board.finish()
            self.match.goto(ply)
            self.ply = self.grader.near = ply
            self.board.follow()
            self.app.sound.play("flip")

    def turning(self) -> None:
        """The next move that gave something away, from here on and around."""
        lost = [i + 1 for i, g in enumerate(self.grader.grades) if (g.open_loss() or 0) > 0
                or (g.fair_loss() or 0) > 0]
        if not lost:
            self.app.notice(self.t("review.none"))
            return
        self.go(next((ply for ply in lost if ply > self.ply), lost[0]))

    def try_here(self) -> None:
        """Plays on from this position, as an assisted match."""
        record = self.match.record() | {"moves": self.match.moves, "assisted": True}
        self.app.sit(Match.load(record))

    def copy(self) -> None:
        self.app.copy(json.dumps(self.grader.match.record()))

    def act(self, action: Action) -> bool:
        moves = {"earlier": self.ply - 1, "later": self.ply + 1, "first": 0, "last": len(self.grader.grades),
                 "scroll": self.ply + action.amount, "undo": self.ply - 1, "redo": self.ply + 1}
        if action.name in moves:
            self.go(moves[action.name])
        elif action.name == "copy":
            self.copy()
        return action.name in moves or action.name == "copy"

# ---- drawing without a screen: shots, bench, selftest ---------------------------------------------------------


def played(game: str, moves: int, seed: int = 11, mine: bool = True, **options: Any) -> Match:
    """A match some random moves on, the same every time; mine: and then on to seat 0's next decision."""
    match = Match(game, options=options, seed=seed)
    match.seats = ["human"] + [AI_TOP] * (match.seats_count - 1)
    chance = random.Random(seed)
    while not match.over and (len(match.moves) < moves or (mine and match.to_act != 0)):
        match.play(chance.choice(match.legal()))
    return match


def table_at(app: App, match: Match, **marks: Any) -> TableScene:
    """A table at a position, with marks (selected, show_values, ...) set."""
    table = TableScene(app, match)
    for name, value in marks.items():
        setattr(table, name, value)
    return table


def table_with_values(app: App, game: str, moves: int) -> list[Scene]:
    """A table with the adviser's values and hint shown."""
    table = table_at(app, played(game, moves), show_values=True, hinted=True)
    table.advice = table.match.advise(AI_TOP)
    return [table]


def table_with_card(app: App, game: str, moves: int) -> list[Scene]:
    """A table with a card chosen and a place under the focus."""
    table = table_at(app, played(game, moves))
    app.scenes = [table]
    app.draw()
    table.board.reset()
    table.selected = next((spot.drag for spot in app.canvas.spots if spot.drag), None)
    app.draw()
    drop = [spot for spot in app.canvas.spots if spot.drop]
    if drop:
        table.focus = drop[len(drop) // 2].key
    app.input.device = "keyboard"
    return [table]


def table_ended(app: App, game: str) -> list[Scene]:
    """A finished match with its result over it."""
    table = table_at(app, played(game, 10_000))
    return [table, EndScene(app, table)]


def table_behind_curtain(app: App, game: str) -> list[Scene]:
    """A table of people only, between two turns."""
    match = played(game, 4)
    match.seats = ["human"] * match.seats_count
    return [TableScene(app, match)]


def review_graded(app: App, game: str, tail: int) -> list[Scene]:
    """A finished match whose last moves are graded."""
    match = played(game, 10_000)
    review = Review(app, match)
    review.grader.jobs = [job for job in review.grader.jobs if job[0] >= len(match.moves) - tail]
    while review.grader.jobs:
        review.grader.tick()
        time.sleep(0.002)
    review.go(len(match.moves) - 2)
    app.motion.finish()
    return [review]


def sample_history(app: App) -> None:
    """Something for the statistics and the records to show."""
    for number in range(12):
        entry = {"game": "duel", "against": LEVELS[number % 3], "assisted": number % 5 == 0,
                 "share": [1, 0, 0.5, 1][number % 4], "loss": 0.07 * (number % 4)}
        app.keeper.write("statistics.json", json.dumps([*app.chronicle.history(), entry]))
    for number in range(3):
        match = played("duel", 10_000, seed=number)
        app.keeper.write(f"records/duel-{number}.json",
                         json.dumps(match.record() | {"played": f"2026-0{number + 1}-12"}))
    app.keeper.write("saves/duel.json", json.dumps(played("duel", 5).record()))


def scene_shots(app: App) -> dict[str, Callable[[], list[Scene]]]:
    """Every scene that is drawn to a picture: name -> the scenes, the lowest first."""
    shots: dict[str, Callable[[], list[Scene]]] = {
        "title": lambda: [Title(app)], "options": lambda: [Options(app)], "keys": lambda: [Keys(app)],
        "statistics": lambda: [Statistics(app)], "records": lambda: [Records(app)],
        "ask": lambda: [Title(app), Ask(app, app.strings("title.leave"), app.quit)]}
    for game in BOARDS:
        shots |= {f"{game}-{name}": make for name, make in game_shots(app, game).items()}
    return shots


def game_shots(app: App, game: str) -> dict[str, Callable[[], list[Scene]]]:
    """The pictures that every game has."""
    pages = load_toml(f"help/{game}.toml")["page"]
    whole = len(played(game, 10_000).moves)

    def paused() -> list[Scene]:
        table = table_at(app, played(game, 6))
        return [table, Pause(app, table)]

    def rules(page: int) -> list[Scene]:
        return [Rules(app, game, page)]

    shots: dict[str, Callable[[], list[Scene]]] = {f"rules-{n + 1}": partial(rules, n) for n in range(len(pages))}
    return shots | {
        "setup": lambda: [SetUp(app, game)], "start": lambda: [table_at(app, played(game, 0))],
        "early": lambda: table_with_card(app, game, 4), "middle": lambda: table_with_card(app, game, whole // 2),
        "values": lambda: table_with_values(app, game, max(0, whole - 7)),
        "machine": lambda: [table_at(app, played(game, 7, mine=False))],
        "late": lambda: [table_at(app, played(game, whole - 2))],
        "log": lambda: [table_at(app, played(game, 8), show_log=True)],
        "pause": paused, "curtain": lambda: table_behind_curtain(app, game), "end": lambda: table_ended(app, game),
        "review": lambda: review_graded(app, game, 7)}


def headless_app(size: tuple[int, int], folder: Path) -> App:
    """An arcade that draws into memory, silent, with settings of its own."""
    os.environ["SDL_VIDEODRIVER"], os.environ["SDL_AUDIODRIVER"] = "dummy", "dummy"
    return App(folder, windowed=True, size=size, mute=True)


def draw_shot(app: App, make: Callable[[], list[Scene]]) -> Surface:
    """One scene drawn at rest."""
    app.leave_all()
    app.input.device = "mouse"
    app.scenes = make()
    app.draw()  # gives every board its place
    for scene in app.scenes:
        if isinstance(scene, TableScene):
            scene.board.finish()
    app.draw()
    return app.canvas.surface


def command_shots(arguments: argparse.Namespace) -> int:
    """Draws every scene off screen to PNG files."""
    import tempfile

    folder = Path(arguments.folder)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        app = headless_app(arguments.size or (1280, 720), Path(data))
        sample_history(app)
        names = []
        for name, make in scene_shots(app).items():
            if arguments.scene and not name.startswith(arguments.scene):
                continue
            pygame.image.save(draw_shot(app, make), folder / f"{name}.png")
            names.append(name)
        faults_found = faults(app.canvas)
        app.close()
    print(json.dumps({"folder": str(folder), "shots": names, "faults": faults_found}))
    return 0


def bench_draw(size: tuple[int, int]) -> dict[str, Any]:
    """Milliseconds a frame takes, flip included, while cards move and the solver runs on the same core; the share
    of one core used while waiting for a person."""
    import tempfile

    with tempfile.TemporaryDirectory() as data:
        app = headless_app(size, Path(data))
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        table = table_at(app, played("duel", 2))
        app.scenes = [table]
        app.draw()
        solver = Thinker()
        solver.start(played("duel", 0, open_hands=True), "solve")
        frames: list[float] = []
        stalls: list[float] = []
        began = last = time.perf_counter()
        while time.perf_counter() - began < 4:
            if not app.motion.busy:
                table.board.reset()
                for sprite in table.board.sprites:
                    sprite.send(sprite.rect.move(0, 40), app.motion, 400)
                    sprite.before = None if sprite.card else ""
            start, work = time.perf_counter(), time.thread_time()
            stalls.append((start - last) * 1000)
            last = start
            app.motion.now = pygame.time.get_ticks()
            app.draw()
            pygame.display.flip()
            frames.append((time.thread_time() - work) * 1000)
            app.clock.tick(FPS_MOVING)
            if not solver.busy or solver.poll() is not None:
                solver.start(played("duel", 0, open_hands=True), "solve")
        solver.close()
        app.motion.finish()
        frames.sort()
        stalls.sort()
        middle, most = frames[len(frames) // 2], frames[-1]
        result = {"median_ms": middle, "max_ms": most, "n": len(frames), "frame_ms_median": middle,
                  "frame_ms_max": most, "between_frames_ms_max": stalls[-1], "idle_cpu_percent": idle_share(app, 10)}
        app.close()
    return result


def idle_share(app: App, seconds: float) -> float:
    """Percent of one core used while the title waits for a person."""
    app.leave_all()
    app.scenes = [Title(app)]
    app.dirty = True
    app.turn()
    began, used = time.perf_counter(), time.process_time()
    while time.perf_counter() - began < seconds:
        app.turn()
    return 100 * (time.process_time() - used) / (time.perf_counter() - began)


BENCHES: dict[str, Callable[[], dict[str, Any]]] = {
    "draw/1280x720": lambda: bench_draw((1280, 720)), "draw/1920x1080": lambda: bench_draw((1920, 1080)),
    "start": partial(cli.bench_start, __file__)}


def command_selftest() -> int:
    """Whether this program is whole: pictures and texts load, every game plays to its end, the solver is right."""
    import tempfile

    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as data:
        app = headless_app((1280, 720), Path(data))
        pictures = sorted((ASSETS / "art").rglob("*.svg"))
        for path in pictures:
            app.art.picture(str(path.relative_to(ASSETS / "art").with_suffix("")).replace(os.sep, "/"), 48)
        found["pictures"] = len(pictures)
        found["languages"] = {language: len(Strings(language).table) for language in Strings.languages()}
        recipes = app.sound.recipes.items()
        found["sounds"] = [name for name, recipe in recipes if name != "music" and synthesise(recipe["voices"])]
        for game in GAMES:
            match = played(game, 100_000)
            assert match.winners, game
        found["games"] = list(GAMES)
        for case in load_toml("selftest.toml")["case"]:
            match = Match.load(case["record"])
            values = {m.move: m.value for m in match.solve(case["objective"]).moves}
            assert values == case["values"], (case, values)
        found["solved"] = len(load_toml("selftest.toml")["case"])
        app.scenes = [Title(app)]
        app.draw()
        found["faults"] = faults(app.canvas)
        app.close()
    print(json.dumps({"selftest": "passed"} | found))
    return 0


# ---- the app --------------------------------------------------------------------------------------------------


class App:
    """The window, the scenes one upon another, and the loop that ties events, time and drawing together."""

    def __init__(self, folder: Path, windowed: bool = False, size: tuple[int, int] | None = None,
                 mute: bool = False) -> None:
        self.keeper = Keeper(folder)
        self.chronicle = Chronicle(self.keeper)
        self.settings = Settings.load(self.keeper.read("settings.json") or "")
        if windowed:
            self.settings.full_screen = False
        if size:
            self.settings.window = list(size)
        self.fixed = windowed or size is not None  # given on the command line: not to be kept
        self.strings = Strings(self.settings.language if self.settings.language in Strings.languages() else "en")
        self.art, self.motion, self.input = Art(), Motion(self.settings, MOTION, THEME["speed"]), Input(self.settings)
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_caption(TITLE)
        pygame.key.set_repeat(380, 60)
        self.clock = pygame.time.Clock()
        self.scenes: list[Scene] = []
        self.running, self.dirty, self.dirty_next = True, True, False
        self.paints = FREE  # how many cards may still be painted anew in this frame
        self.pointer = (0, 0)
        self.pressed: Spot | None = None
        self.press_at = (0, 0)
        self.dragging: Any = None
        self.words, self.words_until = "", 0.0  # the notice on screen
        self.pasted = ""  # the clipboard where the system has none
        self.grader: Grader | None = None
        self.open_window()
        self.sound = Sound(self.settings, mute)

    # window

    def open_window(self) -> None:
        """Opens or changes the window as the settings say."""
        if self.settings.full_screen:
            displays = pygame.display.get_num_displays()
            display = self.settings.display if self.settings.display < displays else 0
            surface = pygame.display.set_mode((0, 0), pygame.FULLSCREEN, display=display)
        else:
            size = (max(LEAST_SIZE[0], self.settings.window[0]), max(LEAST_SIZE[1], self.settings.window[1]))
            surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        self.new_surface(surface)

    def new_surface(self, surface: Surface) -> None:
        self.art.forget()
        self.art.budget = PICTURE_BYTES + 10 * surface.get_width() * surface.get_height()
        self.canvas = Canvas(surface, self)
        pygame.display.set_icon(self.art.picture("ui/hoard", 64))
        self.dirty = True

    def toggle_full_screen(self) -> None:
        self.settings.full_screen = not self.settings.full_screen
        self.open_window()
        self.save_settings()

    def resized(self, size: tuple[int, int]) -> None:
        if not self.settings.full_screen:
            self.settings.window = list(size)
        surface = pygame.display.get_surface()
        if surface:
            self.new_surface(surface)

    # scenes

    @property
    def focus(self) -> str:
        return self.scenes[-1].focus if self.scenes else ""

    def push(self, scene: Scene) -> None:
        self.scenes.append(scene)
        self.dirty = True
        self.sound.play("accept")

    def pop(self) -> None:
        self.scenes.pop().close()
        self.dirty = True
        if not self.scenes:
            self.scenes = [Title(self)]

    def replace(self, scene: Scene) -> None:
        self.scenes.pop().close()
        self.scenes.append(scene)
        self.dirty = True

    def leave_all(self) -> None:
        for scene in reversed(self.scenes):
            scene.close()
        self.scenes = []

    def home(self) -> None:
        self.leave_all()
        self.scenes = [Title(self)]
        self.dirty = True

    def sit(self, match: Match) -> None:
        """Opens a table for a match, and nothing above the title besides."""
        self.leave_all()
        self.scenes = [Title(self), TableScene(self, match)]
        self.dirty = True

    def quit(self) -> None:
        for scene in self.scenes:
            if isinstance(scene, TableScene):
                scene.save()
        self.running = False

    # keeping

    def save_settings(self) -> None:
        kept = asdict(self.settings)
        if self.fixed:
            before = Settings.load(self.keeper.read("settings.json") or "")
            kept |= {"full_screen": before.full_screen, "window": before.window}
        self.keeper.write("settings.json", json.dumps(kept, indent=1))

    def settings_changed(self, name: str) -> None:
        """Makes a changed setting felt at once."""
        if name == "full_screen":
            self.open_window()
        elif name == "language":
            self.strings = Strings(self.settings.language)
            self.art.forget()
            self.scenes = [Title(self), Options(self)]
            self.scenes[-1].focus = "language"
        elif name in ("sound", "music") and not self.sound.on:
            self.sound.start()
        elif name == "colour_blind":
            self.art.forget()
        self.save_settings()
        self.dirty = True

    def saved(self, game: str) -> bool:
        return (self.keeper.folder / "saves" / f"{game}.json").is_file()

    def resume(self, game: str) -> None:
        text = self.keeper.read(f"saves/{game}.json") or ""
        try:
            self.sit(Match.load(text))
        except BadRecord as error:
            self.keeper.delete(f"saves/{game}.json")
            self.push(Ask(self, self.strings("records.bad", why=str(error))))

    def file_match(self, match: Match, record: dict[str, Any], humans: list[int], helped: bool) -> None:
        """Keeps a finished match, counts it, and lets it be graded in the background."""
        name = self.chronicle.keep(match, record)
        if len(humans) == 1:
            self.chronicle.count(name, match, humans[0], helped)
            self.grader_of(match, humans, lambda grader: self.chronicle.grade(name, grader.mean_loss(humans)))

    def grader_of(self, match: Match, seats: list[int], done: Callable[[Grader], None] | None = None) -> Grader:
        """The grader of a match: the one at work, if it is the same match."""
        if self.grader and self.grader.match.record() == match.record():
            return self.grader
        if self.grader:
            self.grader.close()
        self.grader = Grader(match.copy(), seats, done)
        return self.grader

    # records in and out

    def draw_seed(self) -> int:
        return random.SystemRandom().randint(*SEEDS)

    def open_text(self, text: str) -> None:
        """Opens a pasted record, deal id or deal number."""
        text = text.strip()
        try:
            match = Match.load(text) if text.startswith("{") else Match.from_deal_id(text)
            if not text.startswith("{"):
                seats = self.settings.last.get(match.game, {}).get("seats", [])
                fits = len(seats) == match.seats_count
                match.seats = seats if fits else ["human"] + [AI_TOP] * (match.seats_count - 1)
        except BadRecord as error:
            self.notice(self.strings("records.bad", why=str(error)), "error")
            return
        self.open_match(match)

    def open_file(self, path: str) -> None:
        try:
            if Path(path).stat().st_size > 4_000_000:
                raise BadRecord(self.strings("records.huge"))
            text = Path(path).read_text("utf-8")
        except (OSError, UnicodeDecodeError, BadRecord) as error:
            self.notice(self.strings("records.bad", why=str(error)), "error")
            return
        self.open_text(text)

    def open_record(self, record: dict[str, Any], name: str) -> None:
        try:
            self.open_match(Match.load(record))
        except BadRecord as error:
            self.notice(self.strings("records.bad", why=f"{name}: {error}"), "error")

    def open_match(self, match: Match) -> None:
        if match.game not in BOARDS:
            self.notice(self.strings("records.no_table", game=match.game), "error")
        elif match.over:
            self.push(Review(self, match))
        else:
            self.sit(match)

    def clipboard(self) -> str:
        with contextlib.suppress(pygame.error, AttributeError):
            return pygame.scrap.get_text() or self.pasted
        return self.pasted

    def copy(self, text: str) -> None:
        self.pasted = text
        with contextlib.suppress(pygame.error, AttributeError):
            pygame.scrap.put_text(text)
        self.notice(self.strings("word.copied", text=text if len(text) < 60 else text[:57] + "…"))

    def picture(self) -> None:
        """Keeps what is on the screen as a PNG."""
        folder = self.keeper.folder / "pictures"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"hoard-{datetime.datetime.now():%Y%m%d-%H%M%S-%f}.png"
            pygame.image.save(self.canvas.surface, path)
            self.notice(self.strings("word.picture", path=path))
        except (OSError, pygame.error) as error:
            self.notice(self.strings("word.no_picture", why=error), "error")

    # words

    def notice(self, words: str, sound: str = "") -> None:
        """A line at the bottom for a moment."""
        self.words, self.words_until = words, self.motion.now + MOTION["notice"]
        self.dirty = True
        if sound:
            self.sound.play(sound)

    def seat_name(self, match: Match, seat: int) -> str:
        """What a seat is called: you, a player's number, a level (numbered where several have the same)."""
        who = match.seats[seat]
        same = [s for s, other in enumerate(match.seats) if other == who]
        if who == "human":
            return self.strings("seat.you") if len(same) == 1 else self.strings("seat.player", number=seat + 1)
        name = self.strings(f"level.{who}")
        return name if len(same) == 1 else f"{name} {same.index(seat) + 1}"

    def level_names(self, joined: str) -> str:
        return " · ".join(self.strings(f"level.{who}") for who in joined.split("+") if who)

    # the loop

    def draw(self) -> None:
        """Draws the scenes from the topmost opaque one up."""
        self.canvas.begin()
        first = max((i for i, scene in enumerate(self.scenes) if not scene.overlay), default=0)
        for scene in self.scenes[first:]:
            if scene.overlay:
                self.canvas.cover()
            else:
                self.canvas.surface.blit(self.art.felt(scene.felt, self.canvas.area.size), (0, 0))
            scene.draw(self.canvas)
        if self.dirty_next:  # the focus has settled while drawing
            self.dirty_next = False
            self.draw()
            return
        if self.words and self.motion.now < self.words_until:
            self.draw_notice()
        self.dirty = False

    def draw_notice(self) -> None:
        c = self.canvas
        width = min(c.width_of(self.words) + c.px(3), c.area.w - c.px(4))
        high = c.height_of(self.words, width - c.px(2)) + c.px(1)
        box = Rect(0, 0, width, high)
        box.midbottom = (c.area.centerx, c.area.bottom - c.px(1))
        c.layer += 1
        c.panel(box, "night", "gold")
        c.paragraph(self.words, box.inflate(-c.px(2), -c.px(1)))

    def handle(self, event: pygame.event.Event) -> None:
        """Answers one event of pygame."""
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED):
            self.resized((event.x, event.y) if event.type == pygame.WINDOWSIZECHANGED else event.size)
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWFOCUSGAINED):
            self.dirty = True
        elif event.type == pygame.WINDOWDISPLAYCHANGED:
            self.settings.display = event.display_index
        elif event.type == pygame.DROPFILE:
            self.open_file(event.file)
        typing = any(spot.key == self.focus and spot.write for spot in self.canvas.spots)
        for action in self.input.actions(event, typing):
            self.answer(action)

    def answer(self, action: Action) -> None:
        """Lets the topmost scene answer an action."""
        if self.dirty and action.name not in ("point", ""):
            self.draw()
            self.dirty = True
        scene = self.scenes[-1]
        if isinstance(scene, Keys) and action.name not in ("point", "press", "release") and scene.take(action):
            self.dirty = True
            return
        if action.name not in ("point", "release", "") and isinstance(scene, TableScene) and self.motion.busy:
            scene.board.finish()
            self.draw()
            self.dirty = True
        does: dict[str, Callable[[Action], None]] = {
            "point": self.point, "press": self.press, "release": self.release, "let go": self.let_go,
            "accept": self.accept, "next": self.next_spot,
            "up": self.go, "down": self.go, "left": self.go, "right": self.go, "letter": self.write,
            "back": lambda _: scene.back(), "fullscreen": lambda _: self.toggle_full_screen(),
            "picture": lambda _: self.picture()}
        if action.name in does:
            does[action.name](action)
            self.dirty = self.dirty or action.name != "point"
        elif action.name and scene.act(action):
            self.dirty = True

    def spot_at(self, place: tuple[int, int]) -> Spot | None:
        return next((spot for spot in reversed(self.canvas.spots) if spot.rect.collidepoint(place)), None)

    def point(self, action: Action) -> None:
        self.pointer = action.place
        scene = self.scenes[-1]
        spot = self.spot_at(action.place)
        held = self.pressed.drag if self.pressed and self.dragging is None else None
        if held is not None and math.dist(self.press_at, action.place) > 8:
            self.dragging = held
            if isinstance(scene, TableScene):
                scene.board.grab(scene, self.dragging)
        key = spot.key if spot else ""
        if key != scene.focus:
            scene.focus = key
            self.dirty = True
        self.dirty = self.dirty or self.dragging is not None

    def press(self, action: Action) -> None:
        self.point(action)
        self.press_at = action.place
        self.pressed = self.spot_at(action.place)

    def release(self, action: Action) -> None:
        pressed, dragged = self.pressed, self.dragging
        self.pressed = self.dragging = None
        under = [spot for spot in reversed(self.canvas.spots) if spot.rect.collidepoint(action.place)]
        if dragged is not None:
            target = next((spot for spot in under if spot.drop), None)
            if target and target.drop:
                target.drop(dragged)
            elif under and under[0].accept and under[0].drag is not dragged and not under[0].nav:
                under[0].accept()  # tells why not
        elif pressed and pressed.accept and any(spot.key == pressed.key for spot in under):
            pressed.accept()

    def let_go(self, action: Action) -> None:
        """A long press ends: what was dragged is dropped, nothing is pressed."""
        if self.dragging is not None:
            self.release(action)
        self.pressed = None

    def accept(self, action: Action) -> None:
        spot = next((s for s in self.canvas.spots if s.key == self.focus), None)
        if spot and spot.accept:
            spot.accept()
        elif spot is None:
            self.next_spot(action)

    def write(self, action: Action) -> None:
        spot = next((s for s in self.canvas.spots if s.key == self.focus), None)
        if spot and spot.write:
            spot.write(action.text)

    def next_spot(self, action: Action) -> None:
        spots = [spot for spot in self.canvas.spots if spot.nav]
        if not spots:
            return
        keys = [spot.key for spot in spots]
        at = keys.index(self.focus) + (action.amount or 1) if self.focus in keys else 0
        self.scenes[-1].focus = keys[at % len(keys)]
        self.sound.play("move")

    def go(self, action: Action) -> None:
        """Moves the focus to the nearest spot in a direction, or changes the value under it."""
        here = next((s for s in self.canvas.spots if s.key == self.focus), None)
        dx, dy = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[action.name]
        if here is None:
            self.next_spot(action)
            return
        if here.adjust and dx:
            here.adjust(dx)
            return
        best, least = None, math.inf
        for spot in self.canvas.spots:
            if not spot.nav or spot.key == here.key:
                continue
            x, y = spot.rect.centerx - here.rect.centerx, spot.rect.centery - here.rect.centery
            ahead, aside = x * dx + y * dy, abs(x * dy) + abs(y * dx)
            if ahead <= 2 or (spot.rect.colliderect(here.rect) and ahead < aside):
                continue
            cost = ahead + 2.5 * aside
            if cost < least:
                best, least = spot, cost
        if best:
            self.scenes[-1].focus = best.key
            self.sound.play("move")

    def turn(self) -> None:
        """One round of the loop: events, time, drawing when something changed, a nap."""
        self.motion.now = float(pygame.time.get_ticks())
        for event in pygame.event.get():
            self.handle(event)
        if not self.running:
            return
        if self.scenes[-1].tick():
            self.dirty = True
        if self.grader and not isinstance(self.scenes[-1], Review | TableScene):
            self.grader.tick()
        self.look_after()
        moving = self.motion.busy
        if self.dirty or moving:
            self.paints = 1
            self.draw()
            self.dirty, self.paints = moving or self.paints < 0, FREE
            pygame.display.flip()
        if moving or self.dragging is not None:
            self.clock.tick(FPS_MOVING)
        else:
            pygame.time.wait(IDLE_NAP_MS)

    def look_after(self) -> None:
        """Notices that have had their time, a write that failed, music."""
        if self.words and self.motion.now >= self.words_until:
            self.words, self.dirty = "", True
        if self.keeper.failed:
            failed, self.keeper.failed = self.keeper.failed, ""
            if not getattr(self, "told_disc", False):
                self.told_disc = True
                self.notice(self.strings("word.no_disc", why=failed), "error")
        self.sound.music(self.scenes[-1].music)

    def run(self) -> None:
        """Runs until the person leaves."""
        self.input.open_pads()
        while self.running:
            self.turn()
            if os.environ.get("HOARD_FIRST_FRAME"):
                print(json.dumps({"rss_mb": cli.resident_mb()}))
                break
        self.close()

    def close(self) -> None:
        for scene in self.scenes:
            if isinstance(scene, TableScene) and not scene.match.over and scene.match.moves:
                scene.save()
        self.leave_all()
        if self.grader:
            self.grader.close()
        if not self.fixed:
            self.save_settings()
        self.keeper.close()
        pygame.quit()


def write_report(app: App | None, folder: Path) -> Path:
    """Writes what is needed to mend a crash: versions, traceback, the record at hand."""
    table = next((scene for scene in reversed(app.scenes if app else []) if isinstance(scene, TableScene)), None)
    return keep_report(folder, f"{TITLE} {cli.version_line()}", table.match.record() if table else None)


# ---- main -----------------------------------------------------------------------------------------------------


def first_scene(app: App, arguments: argparse.Namespace) -> None:
    """What the command line asks for first, on top of the title."""
    app.scenes = [Title(app)]
    if arguments.file:
        app.open_file(arguments.file)
    elif arguments.resume:
        saves = app.keeper.names("saves", ".json")
        game = arguments.game or (Path(saves[0]).stem if saves else "")
        if game and app.saved(game):
            app.resume(game)
        else:
            app.notice(app.strings("records.no_save"))
    elif arguments.game:
        options = dict(arguments.option)
        seed = app.draw_seed() if arguments.seed is None else arguments.seed
        seats = arguments.seats.split(",") if arguments.seats else None
        match = Match(arguments.game, options=options, seed=seed, seats=seats)
        if seats is None:
            match.seats = ["human"] + [AI_TOP] * (match.seats_count - 1)
        app.sit(match)


def command_play(argv: list[str]) -> int:
    """The arcade itself."""
    arguments = cli.arcade_parser().parse_args(argv)
    folder = arguments.data_dir or Path(pygame.system.get_pref_path("hoard", "hoard"))
    app: App | None = None
    try:
        app = App(folder, arguments.windowed, arguments.size, arguments.mute)
        first_scene(app, arguments)
        app.run()
    except BadRecord as error:
        print(error, file=sys.stderr)
        return 1
    except Exception:
        traceback.print_exc()
        report = write_report(app, folder)
        print(f"{TITLE} stopped; {report} tells what happened. --resume goes on with the match.", file=sys.stderr)
        if app:
            app.keeper.close()
        return 1
    return 0


def main(argv: list[str] | None = None) -> int:
    """Everything a person types goes through here; the exit status."""
    argv = sys.argv[1:] if argv is None else argv
    command = argv[0] if argv else ""
    if command in HEADLESS or command == "bench":
        return cli.main(argv, BENCHES) if command == "bench" else cli.main(argv)
    if command == "shots":
        return command_shots(cli.shots_parser().parse_args(argv[1:]))
    if command == "selftest":
        return command_selftest()
    return command_play(argv)


if __name__ == "__main__":
    raise SystemExit(main())
