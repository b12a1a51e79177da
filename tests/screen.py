"""An arcade without a display, driven by posted events, for the tests of scenes and tables."""

from __future__ import annotations

import io
import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

import game as arcade
from native import Match, thinker
from native.screen.bindings import Action
from native.screen.canvas import faults
from native.screen.pointer import Spot, Step
from native.screen.theme import Color
from native.strings import Strings
from native.tools.shots import draw_shot, game_shots, headless_app

SIZES = ((800, 600), (1280, 720), (1920, 1080))
LOOKS = ((SIZES[0], "en"), (SIZES[0], "de"), (SIZES[1], "de"), (SIZES[2], "en"))  # the smallest has the least room
KEYS = {"up": pygame.K_UP, "down": pygame.K_DOWN, "left": pygame.K_LEFT, "right": pygame.K_RIGHT,
        "enter": pygame.K_RETURN, "esc": pygame.K_ESCAPE, "tab": pygame.K_TAB}
PAD = {"up": pygame.CONTROLLER_BUTTON_DPAD_UP, "down": pygame.CONTROLLER_BUTTON_DPAD_DOWN,
       "left": pygame.CONTROLLER_BUTTON_DPAD_LEFT, "right": pygame.CONTROLLER_BUTTON_DPAD_RIGHT,
       "enter": pygame.CONTROLLER_BUTTON_A}
PATIENCE = 40_000  # rounds of the loop, those in which a search runs not counted, until something must have happened


RASTER, DECODE = pygame.image.load_sized_svg, pygame.image.load
LARGE = 256 * 256  # pixels; a larger picture is rastered each time
PICTURES = 1500
MADE = 64  # made pictures as large as in their files, half a megabyte each


@lru_cache(PICTURES)
def rastered(svg: bytes, size: tuple[int, int]) -> pygame.Surface:
    return RASTER(io.BytesIO(svg), size)


def drawn_once(file: io.BytesIO | Path, size: tuple[int, int]) -> pygame.Surface:
    """A picture in this size, rastered once for all screens of a process, each of which begins without pictures."""
    svg = file.read_bytes() if isinstance(file, Path) else file.read()
    return RASTER(io.BytesIO(svg), size) if size[0] * size[1] > LARGE else rastered(svg, size).copy()


@lru_cache(MADE)
def decoded_once(path: Path) -> pygame.Surface:
    """A made picture, decoded once for all screens of a process. Whoever changes it copies it before."""
    return DECODE(path)


def pixel(picture: pygame.Surface, place: tuple[int, int]) -> Color:
    """The colour at a place of a picture."""
    red, green, blue, _ = picture.get_at(place)
    return red, green, blue


def luminance(color: Color) -> float:
    parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in color]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: Color, other: Color) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


class Screen:
    """An App and the hands of a person."""

    def __init__(self, folder: Path, size: tuple[int, int] = (1280, 720)) -> None:
        self.app = headless_app(size, folder)
        self.app.session.settings.motion = "off"
        self.app.session.settings.pause_least = 0
        self.app.session.settings.forced = "never"
        self.app.session.settings.coach = False
        self.app.scenes = [arcade.Title(self.app)]
        pygame.event.clear()
        self.app.turn()

    def sit(self, game: str, **more: Any) -> arcade.TableScene:
        self.app.sit(Match(game, **more))
        self.app.turn()
        return self.table

    @property
    def scene(self) -> arcade.Scene:
        return self.app.scenes[-1]

    @property
    def table(self) -> arcade.TableScene:
        return next(scene for scene in self.app.scenes if isinstance(scene, arcade.TableScene))

    def post(self, kind: int, **values: Any) -> None:
        pygame.event.post(pygame.event.Event(kind, **values))
        self.app.turn()

    def key(self, name: str, mod: int = 0) -> None:
        code = KEYS.get(name) or pygame.key.key_code(name)
        self.app.input.last = ("", "", 0)  # however short ago it was
        self.post(pygame.KEYDOWN, key=code, mod=mod, unicode=name if len(name) == 1 else "", scancode=0)
        self.post(pygame.KEYUP, key=code, mod=mod, unicode="", scancode=0)

    def button(self, code: int) -> None:
        self.app.input.last = ("", "", 0)
        for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            self.post(kind, button=code, instance_id=0)

    def press(self, device: str, name: str) -> None:
        """An arrow or enter by the keyboard, or by the controller's button that does the same."""
        if device == "keyboard":
            self.key(name)
        else:
            self.button(PAD[name])

    def point(self, place: tuple[int, int]) -> None:
        self.post(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0))

    def click(self, key: str) -> None:
        """Clicks a spot; a command that has no coin of its own is found in the unfolded tray."""
        if not self.has(key) and self.has("more"):
            self.click("more")
        place = self.spot(key).rect.center
        self.app.pointer.deaf_until = 0.0  # however short ago the last click was
        self.point(place)
        self.post(pygame.MOUSEBUTTONDOWN, pos=place, button=1)
        self.post(pygame.MOUSEBUTTONUP, pos=place, button=1)

    def drag(self, source: str, target: str) -> None:
        start, end = self.spot(source).rect.center, self.spot(target).rect.center
        self.point(start)
        self.post(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
        self.point((start[0] + 20, start[1] - 20))
        self.point(end)
        self.post(pygame.MOUSEBUTTONUP, pos=end, button=1)

    def spot(self, key: str) -> Spot:
        if self.app.dirty:
            self.app.draw()
        found = [spot for spot in self.app.canvas.spots if spot.key == key]
        assert found, (key, [spot.key for spot in self.app.canvas.spots])
        return found[-1]

    def has(self, key: str) -> bool:
        self.app.draw()
        return any(spot.key == key for spot in self.app.canvas.spots)

    def until(self, done: Callable[[], object]) -> None:
        """Lets the loop run until something holds."""
        left = PATIENCE
        while left > 0:
            if done():
                return
            self.app.turn()
            lives = [scene.live for scene in self.app.scenes if isinstance(scene, arcade.TableScene)]
            if any(live.thinker.busy or live.judge.wishes(live.coach) for live in lives):
                time.sleep(0.004)
            else:
                time.sleep(0.001)  # what runs beside the loop needs the processor
                left -= 1
        raise AssertionError("it never happened")

    def advised(self) -> None:
        self.until(lambda: self.table.live.advice is not None)

    def curtained(self) -> None:
        self.until(lambda: self.table.curtain)

    def walk(self, key: str, step: Callable[[str], None]) -> None:
        """Brings the focus to a spot by arrows alone, on the shortest way there is."""
        self.app.draw()
        if not self.has(self.app.pointer.focus):
            step("down")
        pointer = self.app.pointer
        start = pointer.focus
        pointer.trail.clear()
        ways: dict[tuple[str, Step | None], list[str]] = {(start, None): []}  # by focus and the step that led there
        open_: list[tuple[str, list[Step]]] = [(start, [])]
        found: list[str] | None = [] if key == start else None
        while open_ and found is None:
            here, trail = open_.pop(0)
            for way in ("up", "down", "left", "right"):
                self.scene.focus, pointer.trail = here, [*trail]
                if not (self.spot(here).adjust and way in ("left", "right")):
                    pointer.go(Action(way))
                state = pointer.focus, pointer.trail[-1] if pointer.trail else None
                if state not in ways:
                    ways[state] = [*ways[here, trail[-1] if trail else None], way]
                    open_.append((pointer.focus, [*pointer.trail]))
                    found = ways[state] if pointer.focus == key and found is None else found
        self.scene.focus = start
        pointer.trail.clear()
        assert found is not None, f"{key} cannot be reached by arrows"
        for way in found:
            step(way)
        assert pointer.focus == key

    def faults(self, game: str, scenes: dict[str, Any], language: str) -> dict[str, list[str]]:
        """What is wrong with these pictures and those of a game's rule help, in a language."""
        self.speak(language)
        rules = {name: make for name, make in game_shots(self.app, game).items() if name.startswith("rules")}
        wrong: dict[str, list[str]] = {}
        for name, make in (rules | scenes).items():
            draw_shot(self.app, make)
            wrong |= {name: found} if (found := faults(self.app.canvas)) else {}
        return wrong

    def speak(self, language: str) -> Strings:
        """Says all words in a language, those of the canvas too, as the options do; its words."""
        self.app.session.settings.language, self.app.session.strings = language, Strings(language)
        self.app.canvas.t = self.app.session.strings
        return self.app.session.strings

    def words(self) -> str:
        """All that is written on the screen."""
        self.app.draw()
        return "\n".join(written.text for written in self.app.canvas.written)


@contextmanager
def screen(folder: Path, size: tuple[int, int] = (1280, 720), fresh: bool = False) -> Iterator[Screen]:
    """A Screen that is closed whatever happens. It takes no naps, for what it waits for has been posted already, and
    its searches do not stand back: beside others they would starve.

    fresh: whether it loads its pictures itself, also those that a screen before it had.
    """
    awake = patch.object(arcade, "IDLE_NAP_MS", 0)
    raster, decode = (RASTER, DECODE) if fresh else (drawn_once, decoded_once)
    loads = patch.multiple(pygame.image, load_sized_svg=raster, load=decode)
    with awake, patch.object(thinker, "BEHIND", 0), loads:
        made = Screen(folder, size)
        try:
            yield made
        finally:
            made.app.close()


def saved(folder: Path, game: str) -> dict[str, Any]:
    """The match that was kept last for a game, as another program reads it."""
    query = """SELECT records.record FROM matches JOIN records ON records.id = matches.record
        WHERE state = 'open' AND game = ? ORDER BY written DESC LIMIT 1"""
    with closing(sqlite3.connect(folder / "hoard.db")) as con:
        found: dict[str, Any] = json.loads(con.execute(query, [game]).fetchone()[0])
    return found


def drag_to(s: Screen, size: tuple[int, int]) -> None:
    """Makes the window this large, as dragging its corner does."""
    pygame.display.set_mode(size, pygame.RESIZABLE)
    s.post(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])
