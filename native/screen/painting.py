"""Pictures: a cache with a limit in bytes, and rasterizing of SVG text."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, TypeVar

import pygame

Thing = TypeVar("Thing")
Key = tuple[Any, ...]


class Cache(dict[Key, Thing]):
    """Values by key, made on first use. When they exceed the limit, the least recently used go."""

    def __init__(self, weigh: Callable[[Thing], int]) -> None:
        super().__init__()
        self.weigh = weigh
        self.weight = 0  # of all values, in bytes
        self.budget = 0  # the limit, in bytes

    def keep(self, key: Key, make: Callable[[], Thing]) -> Thing:
        """The value of a key; make() makes it if it is missing."""
        thing = self.pop(key, None)
        if thing is None:
            thing = make()
            self.weight += self.weigh(thing)
            while self.weight > self.budget and self:
                self.weight -= self.weigh(self.pop(next(iter(self))))
        self[key] = thing
        return thing

    def drop(self, unwanted: Callable[[Key], bool]) -> None:
        """Drops the values of some keys."""
        for key in [key for key in self if unwanted(key)]:
            self.weight -= self.weigh(self.pop(key))


SvgSource = Callable[[tuple[int, int]], str]


def rastered(source: SvgSource, size: tuple[int, int]) -> pygame.Surface:
    """Rasterizes a picture, given as a function from a size to SVG text."""
    return pygame.image.load_sized_svg(io.BytesIO(source(size).encode()), size)
