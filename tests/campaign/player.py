"""The real program, played by itself in a hurry, saying on stdout what a person has seen, for kill.py.

Each picture that is shown leaves a line: "match NAME MOVES", "end NAME", "music N". A line is written with one call
after the picture was shown, so what it says must be kept whatever happens next.
"""

from __future__ import annotations

import os
import random
import sys
from typing import Any

import pygame

import game as arcade

KEY = {"right": pygame.K_RIGHT, "left": pygame.K_LEFT, "escape": pygame.K_ESCAPE}


def tell(line: str) -> None:
    """One line, in one piece, past all buffers."""
    os.write(1, line.encode() + b"\n")


class Person:
    """Plays random moves, begins again after the end, and changes an option now and then."""

    def __init__(self, app: arcade.App, chance: random.Random) -> None:
        self.app, self.chance = app, chance
        self.told: set[str] = set()
        app.settings.motion, app.settings.pause_least, app.settings.coach = "off", 0, False

    def say(self, line: str) -> None:
        """Tells a thing once."""
        if line not in self.told:
            self.told.add(line)
            tell(line)

    def see(self) -> None:
        """Tells what the picture shows."""
        for scene in self.app.scenes:
            if isinstance(scene, arcade.TableScene) and scene.match.moves and not scene.match.over:
                self.say(f"match {scene.match.extra['match']} {len(scene.match.moves)}")
        top = self.app.scenes[-1]
        if isinstance(top, arcade.EndScene):
            self.say(f"end {len(self.told)}")
        if isinstance(top, arcade.Options):
            self.told.discard(f"music {self.app.settings.music}")
            self.say(f"music {self.app.settings.music}")

    def press(self, name: str) -> None:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=KEY[name], mod=0, unicode="", scancode=0))

    def act(self) -> None:
        """What a person does next."""
        top = self.app.scenes[-1]
        if isinstance(top, arcade.Options):
            self.press(self.chance.choice(("left", "right", "right", "escape")))
        elif isinstance(top, arcade.EndScene):
            top.table.new_deal()
        elif isinstance(top, arcade.TableScene):
            if self.chance.random() < 0.03:
                self.app.push(arcade.Options(self.app))
                self.app.scenes[-1].focus = "music"
            elif top.mine and not top.curtain:
                top.play(self.chance.choice(top.legal()))
        else:
            self.app.pop()


def main(words: list[str]) -> int:
    """Arguments: a seed, then those of the program."""
    chance = random.Random(int(words[0]))
    flip, turn = pygame.display.flip, arcade.App.turn
    people: dict[int, Person] = {}

    def person(app: arcade.App) -> Person:
        return people.setdefault(id(app), Person(app, chance))

    def shown(*arguments: Any) -> None:
        flip(*arguments)
        for one in people.values():
            one.see()

    def turned(app: arcade.App) -> None:
        person(app).act()
        turn(app)

    pygame.display.flip = shown
    arcade.App.turn = turned  # type: ignore[method-assign,assignment]
    arcade.IDLE_NAP_MS = 1
    return arcade.main(words[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
