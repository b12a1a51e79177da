"""What a search needs besides a position: memory to remember by, and a way to watch and stop it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._engine import ffi, lib
from .checks import check_number
from .refusals import BadValue, quote
from .values import Progress

if TYPE_CHECKING:
    from ._engine import Table


MOST_MB = 65536  # of a table


def trim_memory() -> None:
    """Gives what was freed back to the system; some milliseconds."""
    lib.memory_trim()


class Search:
    """A transposition table, and a progress that another thread may read and stop.

    Searches that follow one another in the same Search find in its table what the earlier ones
    left; forget() empties it. No two may run at the same time.

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
        self._tables: list[Table] = []  # one at most; made when first needed
        self._progress = ffi.new("Progress *")

    def renewed(self) -> Search:
        """Another search, not stopped, that has the same table."""
        other = Search(self.mb)
        other._tables = self._tables
        return other

    @property
    def table(self) -> Table:
        """The engine's table."""
        if not self._tables:
            self._tables.append(ffi.gc(lib.table_new(self.mb), lib.table_free))
        return self._tables[0]

    def forget(self) -> None:
        """Empties the table."""
        if self._tables and self.table:
            lib.table_forget(self.table)

    def release(self) -> None:
        """Frees the table, and with it all that players keep there; no search may run in it."""
        while self._tables:
            ffi.release(self._tables.pop())

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
