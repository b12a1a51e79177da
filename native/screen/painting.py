"""Rasterizes a large picture in a thread, so that the screen stays responsive."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Hashable

import pygame

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
