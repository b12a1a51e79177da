"""Pictures: a cache with a limit in bytes, rasterizing of SVG text, and soft light."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, TypeVar

import pygame

from .theme import COLOR

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


def glow_of(size: tuple[int, int], reach: int, color: str = "gold") -> pygame.Surface:
    """Soft light around a thing of a size, in a colour of the theme."""
    glow = pygame.Surface((size[0] + 2 * reach, size[1] + 2 * reach), pygame.SRCALPHA)
    for step in range(reach):
        share = (step + 1) / reach
        rect = glow.get_rect().inflate(-2 * step, -2 * step)
        pygame.draw.rect(glow, (*COLOR[color], round(150 * share * share)), rect, border_radius=reach)
    return glow
