"""The index of a history: answers what the pages ask without reading the whole history each time.

The files remain the truth. If they have grown, the index reads the new part; if they are not the
files it has read, it starts again. It reads a little at once, and much in a thread, while the pages
show what is known so far. For a long history it keeps SQLite tables in a file beside it. A missing,
damaged or outdated file is rebuilt; without a file, or without SQLite, the index works in memory.
Several programs may fill one file: each batch of lines is stored together with how far it goes.
"""

from __future__ import annotations

import contextlib
import os
import stat
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from .chronicle import Chronicle, known, with_ids
from .folder import GUEST, FileState, one_object
from .forms import is_line
from .history import Filter, GameList, Meeting, played, suggestion_of
from .tables import LineStore, MemoryStore, SqlStore, order_of

FILE = "index.db"
MEMORY = Path(":memory:")
FILES = (FILE, f"{FILE}-wal", f"{FILE}-shm", f"{FILE}-journal")
SHORT = 100_000  # bytes of a history that is read at each start, and of what is read synchronously
LOT = 150_000  # bytes read at once
TAIL = 4_096  # bytes before the point reached that are checked each time
RECENT = 300_000  # bytes at the end of an unread history from which an opponent is suggested
PATIENCE_S = 0.05  # how long to wait while another program fills the tables
RETRY_S = 0.2  # before a failed read or write is retried
BREATH_S = 0.001  # between two batches, so that other threads run


FileStates = tuple[FileState | None, FileState | None]  # of the history, and of what older versions kept
T = TypeVar("T")


class ReadState(NamedTuple):
    """How far a history was read: its bytes, the CRC of all of them and of the last ones, the
    versions of the two files then, and whether the part read is known to be unchanged."""

    read: int = 0
    sum: int = 0
    tail: int = 0
    sign: FileState | None = None
    old: FileState | None = None
    sure: bool = True

    @classmethod
    def of(cls, stored: Any) -> ReadState:
        """From its stored form; a new one if there is none."""
        signs = (FileState(*sign) if sign else None for sign in stored[3:5]) if stored else ()
        return cls(*stored[:3], *signs, *stored[5:]) if stored else cls()


class Index:
    """The index of one person's history."""

    def __init__(self, chronicle: Chronicle) -> None:
        self.chronicle = chronicle
        self.keeper = chronicle.keeper
        self.path = self.keeper.folder / f"{chronicle.home}{FILE}"
        self.version = 0  # counts what was added
        self.read = self.size = 0  # bytes of the history
        self.thread: threading.Thread | None = None
        self.closing = False
        self.again = 0.0  # when a failure may be retried
        self.at: FileStates | None = None  # versions of the files when all was read
        self.own = 0  # bytes this program had appended by then
        self.changing = threading.Lock()
        self.stores = self.candidates()
        self.opened: LineStore | None = None  # the store, once there is one

    # Where the lines are

    @property
    def store(self) -> LineStore:
        """Where the lines stand now."""
        with self.changing:
            if self.opened is None:
                self.opened = next(self.stores)
            return self.opened

    def candidates(self) -> Iterator[LineStore]:
        """The stores to try, one after another, when one is unusable."""
        places = [self.path, self.path, Path()] if self.is_long() else [MEMORY]
        for number, place in enumerate(places):
            try:
                yield self.tables(place, anew=number > 0)
            except ImportError:  # this Python was built without SQLite
                break
            except Exception:  # a damaged file or a full disc may raise anything
                continue
        while True:
            yield MemoryStore()

    def is_long(self) -> bool:
        """Whether the history is worth a file."""
        sign = self.keeper.file_state(self.chronicle.lines)
        return bool(sign and sign.size > SHORT and not self.chronicle.home.startswith(GUEST))

    def tables(self, place: Path, anew: bool) -> SqlStore:
        """Tables in a file; in a temporary one if no place is given."""
        import sqlite3  # late: not before the splash screen

        if place == self.path and self.keeper.link_above(f"{self.chronicle.home}{FILE}"):
            place = Path()
        if place == self.path:
            if os.path.lexists(place) and not stat.S_ISREG(place.lstat().st_mode):
                self.keeper.set_aside(f"{self.chronicle.home}{FILE}")
            for name in FILES if anew else ():
                place.with_name(name).unlink(missing_ok=True)
        name = str(place) if place.name else ""
        con = sqlite3.connect(name, PATIENCE_S, isolation_level=None, check_same_thread=False)
        try:
            with contextlib.suppress(sqlite3.OperationalError):  # one at a time then
                con.execute("PRAGMA journal_mode = WAL")
            return SqlStore(con)
        except BaseException:
            con.close()
            raise

    def replace(self, bad: LineStore) -> None:
        """Switches to the next store, which is filled on demand."""
        with self.changing:
            if self.opened is bad:
                with contextlib.suppress(Exception):
                    bad.close()
                self.opened = self.at = None
                self.again = 0.0

    def ask(self, question: Callable[[LineStore], T], now: bool = True) -> T:
        """The answer to a question from what the history holds, or held when last read. If the
        store is unusable, asks the next one."""
        while True:
            if now or self.opened is None:
                self.sync()
            store = self.store
            try:
                return question(store)
            except Exception:  # a damaged file may raise anything
                if isinstance(store, MemoryStore):
                    raise
                self.replace(store)

    # Reading

    @property
    def whole(self) -> bool:
        """Whether all of the history was read."""
        return self.thread is None and self.at is not None

    @property
    def finished(self) -> bool:
        """Whether a thread that read it has ended."""
        return self.thread is None or not self.thread.is_alive()

    @property
    def share(self) -> float:
        """The part of the history that was read, 0 .. 1."""
        return min(1.0, self.read / self.size) if self.size else 1.0

    def states(self) -> FileStates:
        """The present versions of the files."""
        return self.keeper.file_state(self.chronicle.lines), self.keeper.file_state(self.chronicle.old)

    def sync(self) -> None:
        """Reads what is new in the history: at once if it is little, else in a thread."""
        if self.thread and not self.thread.is_alive():
            self.thread = None
            self.version += 1
        if self.thread or self.closing or (self.at is not None and self.at == self.states()):
            return
        if self.at is None and time.monotonic() < self.again:
            return
        self.again = time.monotonic() + RETRY_S
        if not self.catch_up(SHORT):
            self.thread = threading.Thread(target=self.work, name="index", daemon=True)
            self.thread.start()

    def work(self) -> None:
        """The thread: reads everything."""
        while not self.closing and not self.catch_up(None):
            time.sleep(RETRY_S)

    def catch_up(self, most: int | None) -> bool:
        """Reads what is new, batch by batch, and returns whether it reached the end. Does nothing
        if that, or what has to be checked again, is more than `most` bytes."""
        store = self.store
        try:
            while not self.closing:
                note = ReadState.of(store.note())
                sign, old = self.states()
                self.read, self.size = note.read, sign.size if sign else 0
                doubtful = not note.sure or not self.goes_on(note, sign, old)
                much = max(self.size - note.read, note.read if doubtful else 0)
                if most is not None and much > most:
                    return False
                if not (self.step(store) or self.look_again(store)):
                    return True
                self.version += 1
                if most is None:
                    time.sleep(BREATH_S)
        except OSError:  # the history cannot be read now
            self.at = None
        except Exception as error:
            if isinstance(store, MemoryStore):
                raise
            self.at = None
            name = getattr(error, "sqlite_errorname", "")
            if not name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
                self.replace(store)
                return self.catch_up(most)
        return most is not None  # a caller that waits retries with its next question

    def step(self, store: LineStore) -> bool:
        """Reads the next batch of lines and returns whether there was one."""
        keeper, name = self.keeper, self.chronicle.lines
        with store.filling():
            note, (sign, old) = ReadState.of(store.note()), self.states()
            if not self.goes_on(note, sign, old):
                store.empty()
                store.add(with_ids(self.chronicle.read_old()))
                note = ReadState(old=keeper.file_state(self.chronicle.old))
            elif note.sign == sign:
                self.at, self.own = (sign, old), keeper.added.get(name, 0)
                return False
            sure = note.sure and (note.sign is None or self.is_ours(note, sign))
            lines, end = keeper.lines_of(name, note.read, LOT)
            fit, bad = fitting(lines)
            store.add(fit)
            whole = not lines or sign is None or end >= sign.size
            store.put_note(
                ReadState(
                    end,
                    keeper.checksum(name, note.read, end, note.sum),
                    keeper.checksum(name, max(0, end - TAIL), end),
                    sign if whole else note.sign,
                    note.old,
                    sure,
                )
            )
            if keeper.file_state(name) != sign and not self.grown(sign):
                raise OSError("the history changed meanwhile")
        if bad:
            keeper.lines_aside(name, bad)
        return True

    def goes_on(self, note: ReadState, sign: FileState | None, old: FileState | None) -> bool:
        """Whether the files are those that were read, possibly grown."""
        if note.old != old:
            return False
        if sign is None or sign.size < note.read:
            return note.read == 0 and sign is None
        name, start = self.chronicle.lines, max(0, note.read - TAIL)
        ends = self.keeper.part(name, note.read - 1, 2) if note.read else b""
        if len(ends) > 1 and b"\n" not in ends:
            return False  # the last line has become longer
        return self.keeper.checksum(name, start, note.read) == note.tail

    def grown(self, before: FileState | None) -> bool:
        """Whether the history is the same file, possibly grown."""
        now = self.keeper.file_state(self.chronicle.lines)
        return bool(before and now and now.file == before.file and now.size >= before.size)

    def is_ours(self, note: ReadState, sign: FileState | None) -> bool:
        """Whether the history grew only by what this program appended."""
        if self.at is None or not sign or not note.sign or self.at[0] != note.sign:
            return False
        added = self.keeper.added.get(self.chronicle.lines, 0) - self.own
        return sign.file == note.sign.file and sign.size - note.sign.size == added > 0

    def look_again(self, store: LineStore) -> bool:
        """Reads again what was read before if another program may have changed it, and clears the
        store if it did. Returns whether it did."""
        name = self.chronicle.lines
        note = ReadState.of(store.note())
        if note.sure:
            return False
        same = self.keeper.checksum(name, 0, note.read) == note.sum
        with store.filling():
            now = ReadState.of(store.note())
            if same:
                store.put_note(now._replace(sure=True))
            elif now[:2] == note[:2]:
                store.empty()
        return not same

    def close(self) -> None:
        """Stops the thread and closes the store."""
        self.closing = True
        if self.thread:
            self.thread.join()
        if self.opened:
            with contextlib.suppress(Exception):
                self.opened.close()

    # Questions

    def suggestion(self, game: str) -> tuple[str, str]:
        """The suggested opponent at a game, and why. While the history is still being read, its end
        decides."""
        found = self.ask(lambda store: suggestion_of(store.games().meetings(game)))
        return found if self.whole else suggestion_of(self.recent(game))

    def has_played(self, game: str) -> bool:
        """Whether a game is in the history. While that is still being read, every game is."""
        games = self.ask(lambda store: store.games().select(Filter(game=game)).summary().played)
        return bool(games) or not self.whole

    def give_up(self, name: str) -> None:
        """Marks a game that can never be graded."""
        self.ask(lambda store: store.give_up(name))

    def lines_with(self, key: str, start: str = "") -> list[dict[str, Any]]:
        """The lines with a key of OTHERS whose value starts with `start`, oldest first. While the
        history is still being read, it is searched itself."""
        found = self.ask(lambda store: store.lines_with(key, start))
        if self.whole:
            return found
        merged: dict[str, dict[str, Any]] = {}
        for line in self.search(key, also=start):
            merged[line["id"]] = merged.get(line["id"], {}) | line
        some = (line for line in merged.values() if str(line.get(key, "")).startswith(start))
        return sorted((line for line in some if key in line), key=lambda line: order_of(line, 0))

    def booked(self, today: str) -> list[Mapping[str, Any]]:
        """The lines of deals of the day, and of the games played of them. Today's are never
        missing, however much is unread."""
        found = self.ask(lambda store: store.booked())
        return found if self.whole else [*found, *self.search(f"daily-{today}-", "")]

    def search(self, mark: str, end: str = '"', also: str = "") -> list[dict[str, Any]]:
        """The lines in which a text starts and ends like this and that contain other text too; not
        merged."""
        sought, more = f'"{mark}{end}'.encode(), also.encode()
        with self.keeper.trouble():
            some = (line for line in self.keeper.each_line(self.chronicle.lines) if sought in line)
            lines = (line for line in some if more in line)
            return [found for line in lines for found in fitting([line])[0]]
        return []

    def recent(self, game: str) -> Iterator[Meeting]:
        """The latest unassisted games against computer players, from the end of the history
        alone."""
        name = self.chronicle.lines
        sign = self.keeper.file_state(name)
        start = max(0, (sign.size if sign else 0) - RECENT)
        found: list[dict[str, Any]] = []
        with contextlib.suppress(OSError):  # it cannot be read now
            while (lot := self.keeper.lines_of(name, start, RECENT))[0]:
                found += fitting(lot[0])[0]
                start = lot[1]
        some = GameList(played(line for line in found if known(line)))
        return some.meetings(game)


def fitting(lines: list[bytes]) -> tuple[list[dict[str, Any]], list[bytes]]:
    """The valid and the invalid lines of a history."""
    found, bad = [], []
    for line in lines:
        value = one_object(line) if line.strip() else None
        if value is not None and is_line(value):
            found.append(value)
        elif line.strip():
            bad.append(line)
    return found, bad


def index_of(chronicle: Chronicle) -> Index:
    """The index of a history. An index of another history that this keeper had is closed."""
    attached = chronicle.keeper.attached
    here = attached.get(chronicle.home)
    if not isinstance(here, Index):
        for other in attached.values():
            other.close()
        attached.clear()
        here = attached[chronicle.home] = Index(chronicle)
    return here
