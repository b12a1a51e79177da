"""A large picture painted aside, so that the screen stays live meanwhile."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Hashable

import pygame

Told = Callable[[tuple[int, int]], str]


def rastered(told: Told, size: tuple[int, int]) -> pygame.Surface:
    """A picture of a size that is told as SVG text."""
    return pygame.image.load_sized_svg(io.BytesIO(told(size).encode()), size)


class Painter:
    """Paints the picture that was asked for last in a thread of its own, and keeps it."""

    def __init__(self) -> None:
        self.key: Hashable = None  # of what was asked for last
        self.painted: tuple[Hashable, pygame.Surface] | None = None
        self.shown: Hashable = None  # the key of the picture that was given out
        self.thread: threading.Thread | None = None

    def ask(self, key: Hashable, size: tuple[int, int], told: Told) -> pygame.Surface | None:
        """The picture of a key and a size; None while it is still painted."""
        whole = (key, size)
        if whole != self.key:
            self.key = whole
            self.thread = threading.Thread(target=self.work, args=(whole, size, told), daemon=True)
            self.thread.start()
        if not self.painted or self.painted[0] != whole:
            return None
        if self.shown != whole:
            self.shown = whole
            self.painted = whole, self.painted[1].convert_alpha()
        return self.painted[1]

    def work(self, whole: Hashable, size: tuple[int, int], told: Told) -> None:
        """Paints; what is no longer wanted by then is dropped."""
        picture = rastered(told, size)
        if whole == self.key:
            self.painted = whole, picture

    def ready(self) -> bool:
        """Whether the picture that was asked for is there and was not given out yet."""
        return self.painted is not None and self.painted[0] == self.key != self.shown

    def wait(self) -> None:
        """Waits until it is painted."""
        if self.thread:
            self.thread.join()
