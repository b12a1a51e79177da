"""Runs one search at a time in the background, so that the screen stays responsive."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Literal, get_args

from .checks import Single
from .match import Match
from .position import Unsolved
from .refusals import BadValue, NoMemory, quote
from .search import Search
from .values import Advice, Progress, Solution

Answer = Solution | Advice
Spare = Callable[[NoMemory], Answer]
Kind = Literal["advise", "solve"]
SPARE = "greedy"  # the level that plays when memory is out
BEHIND = 10  # how much lower the priority of a search is than that of the screen
LATE_MS = 200  # subtracted from time limits: on a shared core a search may end a time slice late


def search_ms(most: int) -> int:
    """The time limit to pass to a search that may take `most` ms; 0 is no limit.

    >>> search_ms(4000), search_ms(1), search_ms(0)
    (3800, 1, 0)
    """
    return max(most - LATE_MS, 1) if most else 0


def step_back(steps: int) -> None:
    """Lowers this thread's priority, where threads have their own, so that on a busy core the
    screen comes first."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            now = os.getpriority(os.PRIO_PROCESS, 0)
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), min(now + steps, 19))


class _Job:
    """A search that waits, runs or has ended. Each job has its own stop flag."""

    def __init__(self, match: Match, search: Search, ask: Callable[[], Answer], spare: Spare) -> None:
        self.match, self.key = match, match.key()
        self.search, self.ask, self.spare = search, ask, spare
        self.answer: Answer | None = None
        self.error: Exception | None = None
        self.done = False

    def run(self) -> None:
        """Runs the search with an empty table. An error is kept for poll()."""
        try:
            self.search.forget()
            self.answer = self.ask()
        except Unsolved as error:
            self.answer = error.solution
        except NoMemory as error:
            self.do_without(error)
        except Exception as error:
            self.error = error
        self.done = True

    def do_without(self, error: NoMemory) -> None:
        """Answers when memory has run out: nothing is solved, and the move comes from a level that
        needs no memory."""
        try:
            self.answer = self.spare(error)
        except Exception as other:
            self.error = other


class Thinker(Single):
    """Runs one search at a time in its own thread.

    start() stops the running search and begins another. poll() returns the answer once, and only
    while the match is still at the position the search started from. A cancelled search gives no
    answer. If memory is out, the advice is that of "greedy" with status "memory", and a solution
    has that status too. close() waits for the thread and frees the table. A Thinker cannot be
    copied or pickled, and a forked process cannot use it.

    >>> match, thinker = Match("duel", seed=7), Thinker()
    >>> thinker.start(match, "advise", level="greedy")
    >>> while (found := thinker.poll()) is None:
    ...     pass  # draw a frame
    >>> found.move in match.legal()
    True
    >>> thinker.close()
    """

    def __init__(self, mb: int = 64) -> None:
        self._search = Search(mb)
        self._job: _Job | None = None
        self._waiting: _Job | None = None
        self._changed = threading.Condition()
        self._closed = False
        self._process = os.getpid()
        self._thread = threading.Thread(target=self._work, name="thinker", daemon=True)
        self._thread.start()

    def start(
        self,
        match: Match,
        kind: Kind,
        *,
        level: str = "dragon",
        objective: str = "",
        rng: int = 0,
        nodes: int = 0,
        ms: int = 0,
        permille: int = 0,
    ) -> None:
        """Starts a search: kind "advise" (level, rng, permille) or "solve" (objective, nodes).
        Limits of 0 are none. Raises BadValue if an argument does not fit or the Thinker is
        closed."""
        if not isinstance(match, Match):
            raise BadValue("no_match", value=quote(match))
        if kind not in get_args(Kind):
            raise BadValue("no_kind", value=quote(kind), known=", ".join(get_args(Kind)))
        self._check_process()
        search, position = self._search.renewed(), match.position()
        ask: Callable[[], Answer] = (
            partial(position.advise, level, rng, ms, permille=permille, search=search)
            if kind == "advise"
            else partial(position.solve, objective, nodes, ms, search=search)
        )

        def spare(error: NoMemory) -> Answer:
            if kind == "solve":
                return Solution("memory", objective, error.phrase, (), (), (), 0, 0.0)
            return position.advise(SPARE, rng, search=Search(0))._replace(status="memory")

        with self._changed:
            if self._closed:
                raise BadValue("closed")
            self._stop()
            self._job = self._waiting = _Job(match, search, ask, spare)
            self._changed.notify()

    def poll(self) -> Answer | None:
        """The answer, once, when it is ready and the match has not moved on; else None. Raises the
        search's error, if any."""
        self._check_process()
        with self._changed:
            job = self._job
            if job is None or not job.done:
                return None
            self._job = None
        if job.error:
            raise job.error
        return job.answer if job.match.key() == job.key else None

    @property
    def busy(self) -> bool:
        """Whether a search waits, runs, or has an answer that nobody has fetched."""
        return self._job is not None

    @property
    def progress(self) -> Progress:
        """How far the current search is."""
        job = self._job
        return job.search.progress if job else Progress(0, 0, 0)

    def cancel(self) -> None:
        """Stops the current search and drops its answer."""
        self._check_process()
        with self._changed:
            self._stop()

    def close(self) -> None:
        """Stops the current search and waits until the thread has ended."""
        self._check_process()
        with self._changed:
            self._stop()
            self._closed = True
            self._changed.notify()
        self._thread.join()
        self._search.release()

    def _check_process(self) -> None:
        if os.getpid() != self._process:  # the thread stayed in the parent, perhaps holding the lock
            raise BadValue("forked", kind=type(self).__name__)

    def _stop(self) -> None:
        if self._job is not None:
            self._job.search.stop()
        self._job = self._waiting = None

    def _work(self) -> None:
        step_back(BEHIND)
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting is not None or self._closed)
                job, self._waiting = self._waiting, None
            if job is None:
                return
            job.run()
