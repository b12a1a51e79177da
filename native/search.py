"""What a search needs besides a position: memory to remember by, and a way to watch and stop it."""

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


MOST_MB = 65536  # of a table
_ready = threading.local()  # stack: has room


def trim_memory() -> None:
    """Gives what was freed back to the system; some milliseconds."""
    lib.memory_trim()


def check_stack() -> None:
    """NoMemory where this thread's stack has no room for a search; asked once in a thread."""
    if not getattr(_ready, "stack", False):
        if not lib.stack_ready():
            raise NoMemory("no_stack")
        _ready.stack = True


class _Memory:
    """A table, made when it is first needed, and whether a search runs in it."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.used = threading.Lock()


class Search(Single):
    """A transposition table, and a progress that another thread may read and stop.

    Searches that follow one another in the same Search find in its table what the earlier ones
    left; forget() empties it. Only one at a time may run in a table: whatever else would use,
    empty or free it meanwhile, from whatever thread, raises a BadValue. stop(), stopped and
    progress may be asked for at any time. It can be neither copied nor pickled; after a fork the
    child may use it unless a search ran in it.

    >>> from native import Match
    >>> search, match = Search(mb=1), Match("duel", {"open_hands": True}, seed=7)
    >>> while len(match.moves) < 8:
    ...     _ = match.play(match.legal()[0])
    >>> first, second = (match.solve("lines", search=search) for _ in range(2))
    >>> first.moves == second.moves, first.nodes > second.nodes
    (True, True)
    """

    def __init__(self, mb: int = 64) -> None:
        """mb: the table's size, rounded down to a power of two; 0: nothing is remembered."""
        self.mb = check_number("mb", mb, MOST_MB)
        self._memory = _Memory()
        self._progress = ffi.new("Progress *")

    def renewed(self) -> Search:
        """Another search, not stopped, that has the same table."""
        other = Search(self.mb)
        other._memory = self._memory
        return other

    @property
    def table(self) -> Table:
        """The engine's table; NoMemory where there is none for it."""
        if self._memory.table is None:
            table = lib.table_new(self.mb)
            if not table:
                raise NoMemory("no_table", mb=self.mb)
            self._memory.table = ffi.gc(table, lib.table_free)
        return self._memory.table

    @contextmanager
    def alone(self) -> Iterator[None]:
        """No other search runs in the table meanwhile; a BadValue where one does."""
        if not self._memory.used.acquire(blocking=False):
            raise BadValue("search_busy")
        try:
            yield
        finally:
            self._memory.used.release()

    def forget(self) -> None:
        """Empties the table."""
        with self.alone():
            if self._memory.table is not None:
                lib.table_forget(self._memory.table)

    def release(self) -> None:
        """Frees the table, and with it all that players keep there."""
        with self.alone():
            table, self._memory.table = self._memory.table, None
            if table is not None:
                ffi.release(table)

    def stop(self) -> None:
        """Ends the search that runs, and all that would begin later."""
        self._progress.stop = 1

    @property
    def stopped(self) -> bool:
        """Whether it was stopped."""
        return bool(self._progress.stop)

    @property
    def progress(self) -> Progress:
        """How far it is."""
        return Progress(self._progress.done, self._progress.of, self._progress.nodes)


def check_search(search: object) -> Search:
    """The search itself; a BadValue where it is none."""
    if not isinstance(search, Search):
        raise BadValue("no_search", value=quote(search))
    return search
