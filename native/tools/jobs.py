"""Long jobs: progress on stderr, several threads, partial results after Ctrl+C.

The engine releases the interpreter lock while it computes, so threads are enough to use several
cores.
"""

from __future__ import annotations

import queue
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import TextIO, TypeVar

T = TypeVar("T")
LINE_S = 30.0  # between two lines without a terminal
MOVING_S = 0.2  # between two updates on a terminal


def span(seconds: float) -> str:
    """A duration, rounded for people.

    >>> span(42), span(600), span(9000)
    ('42 s', '10 min', '2 h 30 min')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"


class Meter:
    """Shows progress on stderr: a line that is updated on a terminal, else a line every half
    minute; nothing for short jobs."""

    def __init__(self, name: str, total: int, out: TextIO | None = None) -> None:
        self.name, self.total = name, total
        self.out: TextIO | None = out or sys.stderr  # None if it is closed
        self.moving = self.out is not None and self.out.isatty()
        self.begun = self.shown = time.monotonic()
        self.width = 0

    def show(self, done: int) -> None:
        """Reports how many are done."""
        now = time.monotonic()
        if now - self.shown >= (MOVING_S if self.moving else LINE_S):
            self.shown = now
            self.say(self.line(done, now - self.begun))

    def line(self, done: int, spent: float) -> str:
        """The text after so many seconds."""
        if not done:
            return f"{self.name}: 0 of {self.total}, {span(spent)}"
        left = span(spent * (self.total - done) / done)
        return f"{self.name}: {done} of {self.total}, {span(spent)}, about {left} to go"

    def say(self, words: str) -> None:
        """Writes the text, over the last one on a terminal. Gives up if that fails."""
        if self.out is None:
            return
        try:
            self.out.write(f"\r{words.ljust(self.width)}" if self.moving else f"{words}\n")
            self.out.flush()
        except OSError:
            self.out = None
        self.width = len(words)

    def end(self) -> None:
        """Clears the line on a terminal."""
        if self.moving and self.width:
            self.say("")
            self.say("")


class _Pool:
    """Threads that work through tasks in order."""

    def __init__(self, tasks: Sequence[Callable[[], T]]) -> None:
        self.waiting = iter(enumerate(tasks))
        self.lock = threading.Lock()
        self.stopped = False
        self.results: queue.SimpleQueue[tuple[int, object, BaseException | None]] = (
            queue.SimpleQueue()
        )

    def start(self, jobs: int) -> None:
        for _ in range(jobs):
            threading.Thread(target=self.work, daemon=True).start()

    def work(self) -> None:
        """A thread: task after task."""
        while True:
            with self.lock:
                number, task = next(self.waiting, (-1, None))
            if task is None or self.stopped:
                return
            try:
                self.results.put((number, task(), None))
            except BaseException as error:
                self.results.put((number, None, error))


def carried_out(name: str, tasks: Sequence[Callable[[], T]], jobs: int = 1) -> dict[int, T]:
    """Runs tasks on `jobs` threads (at least one) and returns their results by number; after Ctrl+C
    those so far. An error in a task is raised here."""
    pool, meter = _Pool(tasks), Meter(name, len(tasks))
    found: dict[int, T] = {}
    try:
        pool.start(min(max(jobs, 1), len(tasks)))
        while len(found) < len(tasks):
            meter.show(len(found))
            try:
                number, result, error = pool.results.get(timeout=MOVING_S)
            except queue.Empty:
                continue
            if error is not None:
                raise error
            found[number] = result  # type: ignore[assignment]
    except KeyboardInterrupt:
        while not pool.results.empty():
            number, result, error = pool.results.get()
            if error is None:
                found[number] = result  # type: ignore[assignment]
    finally:
        pool.stopped = True
        meter.end()
    return dict(sorted(found.items()))
