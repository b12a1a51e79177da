"""Pictures: a cache with a limit in bytes, and rasterizing of large ones in a thread."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Hashable
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


class Painter:
    """Rasterizes the picture asked for last in its own thread, and keeps it."""

    def __init__(self) -> None:
        self.key: Hashable = None  # of the picture asked for last
        self.painted: tuple[Hashable, pygame.Surface] | None = None
        self.shown: Hashable = None  # key of the picture handed out last
        self.thread: threading.Thread | None = None

    def ask(self, key: Hashable, size: tuple[int, int], source: SvgSource) -> pygame.Surface | None:
        """The picture of a key and a size; None while it is being made."""
        whole = (key, size)
        if whole != self.key:
            self.key = whole
            self.thread = threading.Thread(target=self.work, args=(whole, size, source), daemon=True)
            self.thread.start()
        if not self.painted or self.painted[0] != whole:
            return None
        if self.shown != whole:
            self.shown = whole
            self.painted = whole, self.painted[1].convert_alpha()
        return self.painted[1]

    def work(self, whole: Hashable, size: tuple[int, int], source: SvgSource) -> None:
        """The thread: rasterizes, and drops the picture if it is no longer wanted."""
        picture = rastered(source, size)
        if whole == self.key:
            self.painted = whole, picture

    def ready(self) -> bool:
        """Whether the picture is finished and was not handed out yet."""
        return self.painted is not None and self.painted[0] == self.key != self.shown

    def wait(self) -> None:
        """Waits until the picture is finished."""
        if self.thread:
            self.thread.join()
