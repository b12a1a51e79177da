"""One background search at a time, so that the screen stays live while the engine thinks."""

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
SPARE = "greedy"  # the level that plays where memory is out
BEHIND = 10  # how many steps of priority a search stands behind the picture
LATE_MS = 200  # a search is told so much less than it may take: where a core is had by turns, it ends at the next one


def told_ms(most: int) -> int:
    """What to tell a search that may take so many ms, 0 being no limit.

    >>> told_ms(4000), told_ms(1), told_ms(0)
    (3800, 1, 0)
    """
    return max(most - LATE_MS, 1) if most else 0


def step_back(steps: int) -> None:
    """Gives this thread a priority so much lower, where threads have one of their own: on a busy
    core, or a part of one, the picture goes first."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            now = os.getpriority(os.PRIO_PROCESS, 0)
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), min(now + steps, 19))


class _Job:
    """A search that waits, runs or has ended; stopping it stops no other."""

    def __init__(self, match: Match, search: Search, ask: Callable[[], Answer], spare: Spare) -> None:
        self.match, self.key = match, match.key()
        self.search, self.ask, self.spare = search, ask, spare
        self.answer: Answer | None = None
        self.error: Exception | None = None
        self.done = False

    def run(self) -> None:
        """Searches to the end, the table emptied first; an error is kept for the one who asks."""
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
        """Answers without memory: what was to be solved is not, and a move is found that needs
        none."""
        try:
            self.answer = self.spare(error)
        except Exception as other:
            self.error = other


class Thinker(Single):
    """Runs one search at a time in a thread of its own.

    start() stops whatever runs and begins anew; poll() gives the answer once, and only while the
    match still stands at the position the search was started from. A cancelled search gives none.
    Where memory is out an advice is one of "greedy", its status "memory", and a solution has that
    status too. close() waits for the thread, and frees what it remembered. It can be neither copied nor pickled,
    and a process that was forked cannot use it.

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
        """Begins a search: kind "advise" (level, rng, permille) or "solve" (objective, nodes);
        limits of 0 are none."""
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
        """The answer, once, when it is there and the match has not moved on; else None."""
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
        """Whether a search waits, runs, or has an answer that nobody has taken."""
        return self._job is not None

    @property
    def progress(self) -> Progress:
        """How far the present search is."""
        job = self._job
        return job.search.progress if job else Progress(0, 0, 0)

    def cancel(self) -> None:
        """Stops the present search; its answer is dropped."""
        self._check_process()
        with self._changed:
            self._stop()

    def close(self) -> None:
        """Stops the present search and waits until the thread has ended."""
        self._check_process()
        with self._changed:
            self._stop()
            self._closed = True
            self._changed.notify()
        self._thread.join()
        self._search.release()

    def _check_process(self) -> None:
        if os.getpid() != self._process:  # its thread stayed behind, perhaps with the lock
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
