"""A search's memory, progress and stop: the transposition table and how threads share it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ._engine import ffi, lib
from .checks import Single, check_number
from .refusals import BadValue, NoMemory, quote
from .values import Progress

if TYPE_CHECKING:
    from ._engine import Table


MOST_MB = 65536  # size of a table
_ready = threading.local()  # has: whether this thread's stack is large enough


def trim_memory() -> None:
    """Returns freed memory to the operating system. Takes some milliseconds."""
    lib.memory_trim()


def check_stack() -> None:
    """Raises NoMemory if this thread's stack is too small for a search. Checks once per thread."""
    if not getattr(_ready, "stack", False):
        if not lib.stack_ready():
            raise NoMemory("no_stack")
        _ready.stack = True


class _Memory:
    """A table, allocated on first use, and whether a search is running in it."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.used = threading.Lock()


class Search(Single):
    """A transposition table, and the progress and stop flag of a search.

    Searches that share a Search reuse its table; forget() clears it. Only one search may run in a
    table: using, clearing or freeing it meanwhile, from any thread, raises BadValue. stop(),
    stopped and progress work at any time. A Search cannot be copied or pickled. After a fork the
    child may use it unless a search was running in it.

    >>> from native import Match
    >>> search, match = Search(mb=1), Match("duel", {"open_hands": True}, seed=7)
    >>> while len(match.moves) < 8:
    ...     _ = match.play(match.legal()[0])
    >>> first, second = (match.solve("lines", search=search) for _ in range(2))
    >>> first.moves == second.moves, first.nodes > second.nodes
    (True, True)
    """

    def __init__(self, mb: int = 64) -> None:
        """mb: size of the table in megabytes, rounded down to a power of two; 0: no table."""
        self.mb = check_number("mb", mb, MOST_MB)
        self._memory = _Memory()
        self._progress = ffi.new("Progress *")

    def renewed(self) -> Search:
        """Another Search, not stopped, that shares the same table."""
        other = Search(self.mb)
        other._memory = self._memory
        return other

    @property
    def table(self) -> Table:
        """The engine's table. Raises NoMemory if it cannot be allocated."""
        if self._memory.table is None:
            table = lib.table_new(self.mb)
            if not table:
                raise NoMemory("no_table", mb=self.mb)
            self._memory.table = ffi.gc(table, lib.table_free)
        return self._memory.table

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Reserves the table for one search. Raises BadValue if another one runs."""
        if not self._memory.used.acquire(blocking=False):
            raise BadValue("search_busy")
        try:
            yield
        finally:
            self._memory.used.release()

    def forget(self) -> None:
        with self.alone():
            if self._memory.table is not None:
                lib.table_forget(self._memory.table)

    def release(self) -> None:
        """Frees the table, and with it everything that players keep there."""
        with self.alone():
            table, self._memory.table = self._memory.table, None
            if table is not None:
                ffi.release(table)

    def stop(self) -> None:
        """Stops the running search, and every later one that uses this Search."""
        self._progress.stop = 1

    @property
    def stopped(self) -> bool:
        """Whether stop() was called."""
        return bool(self._progress.stop)

    @property
    def progress(self) -> Progress:
        """How far the search is."""
        return Progress(self._progress.done, self._progress.of, self._progress.nodes)


def check_search(search: object) -> Search:
    """Returns the value if it is a Search, or raises BadValue."""
    if not isinstance(search, Search):
        raise BadValue("no_search", value=quote(search))
    return search
