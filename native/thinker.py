"""One background search at a time, so that the screen stays live while the engine thinks."""

from __future__ import annotations

import threading
from typing import NamedTuple

from native._engine import ffi, lib
from native.match import Advice, Match, Position, Search, Solution


class Progress(NamedTuple):
    """How far a search is: done of so many worlds or moves (0 of 0 = unknown), and nodes so far."""

    done: int
    of: int
    nodes: int


class _Job:
    """A search that waits, runs or has ended; its own Progress, so that stopping it stops no other."""

    def __init__(self, match: Match, search: Search) -> None:
        self.match, self.key = match, match.key()
        self.position: Position = match.position()
        self.search = search
        self.progress = ffi.new("Progress *")
        self.answer: Solution | Advice | None = None
        self.error: Exception | None = None
        self.done = False

    def run(self, table: object) -> None:
        """Searches to the end; an error is kept for the one who asks."""
        try:
            self.answer = self.position.search(self.search, table, self.progress)
        except Exception as error:
            self.error = error
        self.done = True


class Thinker:
    """Runs one search at a time in a thread of its own.

    start() stops whatever runs and begins anew; poll() gives the answer once, and only while the match still
    stands at the position the search was started from. A cancelled search gives none. close() waits for the
    thread.
    """

    def __init__(self, mb: int = 64) -> None:
        self._mb = mb
        self._job: _Job | None = None
        self._waiting: _Job | None = None
        self._changed = threading.Condition()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="thinker", daemon=True)
        self._thread.start()

    def start(
        self,
        match: Match,
        kind: str,
        *,
        level: str = "dragon",
        objective: str = "",
        rng: int = 0,
        nodes: int = 0,
        ms: int = 0,
        permille: int = 0,
    ) -> None:
        """Begins a search: kind "advise" (level, rng) or "solve" (objective); limits of 0 are none."""
        search = Search(kind, level, objective, rng, nodes, ms, self._mb, permille)
        with self._changed:
            assert not self._closed, "the thinker is closed"
            self._stop()
            self._job = self._waiting = _Job(match, search)
            self._changed.notify()

    def poll(self) -> Solution | Advice | None:
        """The answer, once, when it is there and the match has not moved on; else None."""
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
        return Progress(job.progress.done, job.progress.of, job.progress.nodes) if job else Progress(0, 0, 0)

    def cancel(self) -> None:
        """Stops the present search; its answer is dropped."""
        with self._changed:
            self._stop()

    def close(self) -> None:
        """Stops the present search and waits until the thread has ended."""
        with self._changed:
            self._stop()
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _stop(self) -> None:
        if self._job is not None:
            self._job.progress.stop = 1
        self._job = self._waiting = None

    def _work(self) -> None:
        table = None
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting is not None or self._closed)
                job, self._waiting = self._waiting, None
            if job is None:
                return
            if table is None:
                table = ffi.gc(lib.table_new(self._mb), lib.table_free)
            elif table:
                lib.table_forget(table)
            job.run(table)
