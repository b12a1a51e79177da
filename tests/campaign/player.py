"""The real program, played by itself in a hurry, saying on stdout what a person has seen, for kill.py.

Each picture that is shown leaves a line: "match NAME MOVES", "end N", "set OPTION VALUE". A line is written with one
call after the picture was shown, so what it says must be kept whatever happens next. "search 1" and "search 0" say
whether anything is being computed.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import sys
from typing import Any

import pygame

import game as arcade
from native import BadRecord

KEY = {"right": pygame.K_RIGHT, "left": pygame.K_LEFT, "escape": pygame.K_ESCAPE}
VARIED = (  # the options that are changed: not those that keep the person in a hurry, nor the window's
    *("language", "text_size", "reduced_motion", "sound", "music"),
    *("colour_blind", "table", "card_back", "still_grid", "trick_waits", "talk"),
)


def tell(line: str) -> None:
    """One line, in one piece, past all buffers."""
    os.write(1, line.encode() + b"\n")


def searching(app: arcade.App) -> bool:
    tables = [scene for scene in app.scenes if isinstance(scene, arcade.TableScene)]
    return any(table.live.thinker.busy for table in tables) or app.session.judge.running is not None


class Person:
    """Plays random moves, begins again after the end, and changes options now and then."""

    table: arcade.TableScene  # the last one

    def __init__(self, app: arcade.App, chance: random.Random) -> None:
        self.app, self.chance = app, chance
        self.told: set[str] = set()
        self.shown: dict[str, Any] = {}  # the options, and whether something is computed
        app.session.settings.motion, app.session.settings.pause_least, app.session.settings.coach = "off", 0, False

    def say(self, line: str) -> None:
        if line not in self.told:
            self.told.add(line)
            tell(line)

    def say_change(self, what: str, value: Any) -> None:
        """Tells what is another than before."""
        if self.shown.get(what) != value:
            self.shown[what] = value
            tell(f"{what} {json.dumps(value)}")

    def see(self) -> None:
        for scene in self.app.scenes:
            if isinstance(scene, arcade.TableScene) and scene.match.moves and not scene.match.over:
                self.say(f"match {scene.match.extra['match']} {len(scene.match.moves)}")
        top = self.app.scenes[-1]
        if isinstance(top, arcade.EndScene):
            self.say(f"end {len(self.told)}")
        if isinstance(top, arcade.Options):
            for name in VARIED:
                self.say_change(f"set {name}", getattr(self.app.session.settings, name))

    def press(self, name: str) -> None:
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.event.Event(kind, key=KEY[name], mod=0, unicode="", scancode=0))

    def set_options(self, options: arcade.Options) -> None:
        """Another value of some option, or enough of it."""
        if self.chance.random() < 0.4:
            options.focus = self.chance.choice(VARIED)
        self.press(self.chance.choice(("left", "right", "right", "escape")))

    def sit(self) -> None:
        """Back to the match, if it is not over: another language leaves the table."""
        match = self.table.match
        with contextlib.suppress(BadRecord):  # where nothing can be kept
            match = self.app.session.matches.open(match.extra["match"]) if "match" in match.extra else match
        self.app.sit(match)

    def act(self) -> None:
        top = self.app.scenes[-1]
        if isinstance(top, arcade.Options):
            self.set_options(top)
        elif isinstance(top, arcade.EndScene):
            top.table.new_deal()
        elif isinstance(top, arcade.TableScene):
            self.table = top
            if self.chance.random() < 0.03:
                self.app.push(arcade.Options(self.app))
                self.app.scenes[-1].focus = self.chance.choice(VARIED)
            elif top.live.mine and not top.curtain:
                top.play(self.chance.choice(top.live.legal()))
        elif isinstance(top, arcade.Title):
            self.sit()
        else:
            self.app.pop()


def install(seed: int) -> None:
    """From now on the program plays itself."""
    chance = random.Random(seed)
    flip, turn = pygame.display.flip, arcade.App.turn
    people: dict[int, Person] = {}

    def person(app: arcade.App) -> Person:
        if id(app) not in people:
            people[id(app)] = Person(app, chance)
        return people[id(app)]

    def shown(*arguments: Any) -> None:
        flip(*arguments)
        for one in people.values():
            one.see()

    def turned(app: arcade.App) -> None:
        person(app).act()
        turn(app)
        person(app).say_change("search", int(searching(app)))

    pygame.display.flip = shown
    arcade.App.turn = turned  # type: ignore[method-assign,assignment]
    arcade.IDLE_NAP_MS = 1


def main(words: list[str]) -> int:
    """Arguments: a seed, then those of the program."""
    install(int(words[0]))
    return arcade.main(words[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
