"""Measures the frame times of the arcade, and its load while idle."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any, Protocol

import pygame

from ..screen import window
from ..screen.motion import Motion
from ..thinker import Thinker
from .samples import played


class Drawn(Protocol):
    """Something that draws itself and has a clock."""

    motion: Motion
    clock: pygame.time.Clock

    def draw_on(self) -> None:
        """Draws the next frame."""

    def turn(self) -> None:
        """One turn of its loop."""


def on_one_core() -> None:
    """Pins this process to one core, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def frames(
    app: Drawn, stir: Callable[[], None], rate: int, seconds: float
) -> tuple[list[float], list[float]]:
    """Milliseconds of work per frame and between frames, sorted, while the solver runs.

    stir: starts new motion when everything has come to rest.
    """
    solver = Thinker()
    took: list[float] = []
    stalls: list[float] = []
    began = last = time.perf_counter()
    while time.perf_counter() - began < seconds:
        if not solver.busy or solver.poll() is not None:
            solver.start(played("duel", 0, open_hands=True), "solve")
        if not app.motion.busy:
            stir()
        start = time.perf_counter()
        work = time.thread_time()
        stalls.append((start - last) * 1000)
        last = start
        app.motion.now = pygame.time.get_ticks()
        app.draw_on()
        window.show()
        took.append((time.thread_time() - work) * 1000)
        app.clock.tick(rate)
    solver.close()
    app.motion.finish()
    return sorted(took), sorted(stalls)


def idle_share(app: Drawn, seconds: float) -> float:
    """Percent of one core used while waiting for input."""
    app.turn()
    began = time.perf_counter()
    used = time.process_time()
    while time.perf_counter() - began < seconds:
        app.turn()
    return 100 * (time.process_time() - used) / (time.perf_counter() - began)


def bench_result(took: list[float], stalls: list[float], idle: float) -> dict[str, Any]:
    """These figures as a benchmark's result."""
    middle = took[len(took) // 2]
    return {
        "median_ms": middle,
        "max_ms": took[-1],
        "n": len(took),
        "frame_ms_median": middle,
        "frame_ms_max": took[-1],
        "between_frames_ms_max": stalls[-1],
        "idle_cpu_percent": idle,
    }
