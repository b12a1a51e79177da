"""The index of a history: what the pages ask for, without reading all of it each time.

The files stay the truth. An index reads on where they have grown, and reads all anew where they
are no longer what it has read: a few lines at once, many in a thread of its own, while the pages
show what is known so far. It keeps its tables in a file beside the history where that is long; a
file that is missing, damaged or of another version is made anew, and where none can be kept, or
Python has no SQLite, it does without. Several programs may fill one file: each lot of lines and
how far they go are written together.
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

from .chronicle import (
    Chronicle,
    known,
    with_ids,
)
from .folder import GUEST, Sign, one_object
from .forms import is_line
from .history import (
    Listed,
    Meeting,
    played,
    proposed_lately,
)
from .tables import (
    Pile,
    Shelf,
    Tables,
    order_of,
)

FILE = "index.db"
MEMORY = Path(":memory:")
FILES = (FILE, f"{FILE}-wal", f"{FILE}-shm", f"{FILE}-journal")
SHORT = 100_000  # bytes of a history that is read at each start, and of what is read while one waits
LOT = 150_000  # bytes read at once
TAIL = 4_096  # bytes before the end of what was read that are looked at whenever it goes on
RECENT = 300_000  # bytes at the end of a history that is still being read, of which a proposal is made
PATIENCE_S = 0.05  # how long another program may fill the tables before it is tried again later
RETRY_S = 0.2  # until what could not be read or written is tried again
BREATH_S = 0.001  # between two lots, so that others come to their turn


Signs = tuple[Sign | None, Sign | None]  # of the history, and of what older versions kept
T = TypeVar("T")


class Note(NamedTuple):
    """How far a history was read: its bytes, the CRC of all of them and of the last ones, how the
    two files were then, and whether what was read before is known to be still the same."""

    read: int = 0
    sum: int = 0
    tail: int = 0
    sign: Sign | None = None
    old: Sign | None = None
    sure: bool = True

    @classmethod
    def of(cls, told: Any) -> Note:
        """As it was noted; a new one where nothing was."""
        signs = (Sign(*sign) if sign else None for sign in told[3:5]) if told else ()
        return cls(*told[:3], *signs, *told[5:]) if told else cls()


class Index:
    """The index of one person's history."""

    def __init__(self, chronicle: Chronicle) -> None:
        self.chronicle = chronicle
        self.keeper = chronicle.keeper
        self.path = self.keeper.folder / f"{chronicle.home}{FILE}"
        self.version = 0  # counts what was taken in
        self.read = self.size = 0  # bytes of the history
        self.thread: threading.Thread | None = None
        self.closing = False
        self.again = 0.0  # when what failed may be tried again
        self.at: Signs | None = None  # how the files were when all of them was taken in
        self.own = 0  # bytes that we ourselves had added then
        self.changing = threading.Lock()
        self.shelves = self.kinds()
        self.taken: Shelf | None = None  # the shelf, once there is one

    # the shelf

    @property
    def shelf(self) -> Shelf:
        """Where the lines stand now."""
        with self.changing:
            if self.taken is None:
                self.taken = next(self.shelves)
            return self.taken

    def kinds(self) -> Iterator[Shelf]:
        """Where lines may stand, one place after the other where one is of no use."""
        places = [self.path, self.path, Path()] if self.is_long() else [MEMORY]
        for number, place in enumerate(places):
            try:
                yield self.tables(place, anew=number > 0)
            except ImportError:  # this Python was built without SQLite
                break
            except Exception:  # whatever a damaged file or a full disc makes of it
                continue
        while True:
            yield Pile()

    def is_long(self) -> bool:
        """Whether a file is worth while."""
        sign = self.keeper.sign(self.chronicle.lines)
        return bool(sign and sign.size > SHORT and not self.chronicle.home.startswith(GUEST))

    def tables(self, place: Path, anew: bool) -> Tables:
        """Tables in a file; in one for this while alone where no place is named."""
        import sqlite3  # late: not before the first picture

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
            return Tables(con)
        except BaseException:
            con.close()
            raise

    def replace(self, bad: Shelf) -> None:
        """Takes another shelf where one is of no use; it is filled when something is asked."""
        with self.changing:
            if self.taken is bad:
                with contextlib.suppress(Exception):
                    bad.close()
                self.taken = self.at = None
                self.again = 0.0

    def ask(self, question: Callable[[Shelf], T], now: bool = True) -> T:
        """The answer to a question by what the history holds now, or held when it was looked at
        last; asked once more of another shelf where this one is of no use."""
        while True:
            if now or self.taken is None:
                self.sync()
            shelf = self.shelf
            try:
                return question(shelf)
            except Exception:  # whatever a damaged file makes of an answer
                if isinstance(shelf, Pile):
                    raise
                self.replace(shelf)

    # reading

    @property
    def whole(self) -> bool:
        """Whether all that the history holds was taken in."""
        return self.thread is None and self.at is not None

    @property
    def finished(self) -> bool:
        """Whether a thread that read it has come to its end."""
        return self.thread is None or not self.thread.is_alive()

    @property
    def share(self) -> float:
        """How much of it was."""
        return min(1.0, self.read / self.size) if self.size else 1.0

    def signs(self) -> Signs:
        """How the files are now."""
        return self.keeper.sign(self.chronicle.lines), self.keeper.sign(self.chronicle.old)

    def sync(self) -> None:
        """Takes in what is new in the history: at once where that is little."""
        if self.thread and not self.thread.is_alive():
            self.thread = None
            self.version += 1
        if self.thread or self.closing or (self.at is not None and self.at == self.signs()):
            return
        if self.at is None and time.monotonic() < self.again:
            return
        self.again = time.monotonic() + RETRY_S
        if not self.catch_up(SHORT):
            self.thread = threading.Thread(target=self.work, name="index", daemon=True)
            self.thread.start()

    def work(self) -> None:
        """The thread: takes in all there is."""
        while not self.closing and not self.catch_up(None):
            time.sleep(RETRY_S)

    def catch_up(self, most: int | None) -> bool:
        """Takes in what is new, lot by lot; whether that was all. Where that is more than so many
        bytes, or as many are to be looked at once more, nothing is done."""
        shelf = self.shelf
        try:
            while not self.closing:
                note = Note.of(shelf.note())
                sign, old = self.signs()
                self.read, self.size = note.read, sign.size if sign else 0
                doubtful = not note.sure or not self.goes_on(note, sign, old)
                much = max(self.size - note.read, note.read if doubtful else 0)
                if most is not None and much > most:
                    return False
                if not (self.step(shelf) or self.look_again(shelf)):
                    return True
                self.version += 1
                if most is None:
                    time.sleep(BREATH_S)
        except OSError:  # the history cannot be read just now
            self.at = None
        except Exception as error:
            if isinstance(shelf, Pile):
                raise
            self.at = None
            name = getattr(error, "sqlite_errorname", "")
            if not name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
                self.replace(shelf)
                return self.catch_up(most)
        return most is not None  # whoever waits tries it again when something is asked

    def step(self, shelf: Shelf) -> bool:
        """Takes in the next lot of lines; whether there was any."""
        keeper, name = self.keeper, self.chronicle.lines
        with shelf.filling():
            note, (sign, old) = Note.of(shelf.note()), self.signs()
            if not self.goes_on(note, sign, old):
                shelf.empty()
                shelf.add(with_ids(self.chronicle.read_old()))
                note = Note(old=keeper.sign(self.chronicle.old))
            elif note.sign == sign:
                self.at, self.own = (sign, old), keeper.added.get(name, 0)
                return False
            sure = note.sure and (note.sign is None or self.is_ours(note, sign))
            lines, end = keeper.lines_of(name, note.read, LOT)
            fit, bad = fitting(lines)
            shelf.add(fit)
            whole = not lines or sign is None or end >= sign.size
            shelf.put_note(
                Note(
                    end,
                    keeper.checksum(name, note.read, end, note.sum),
                    keeper.checksum(name, max(0, end - TAIL), end),
                    sign if whole else note.sign,
                    note.old,
                    sure,
                )
            )
            if keeper.sign(name) != sign and not self.grown(sign):
                raise OSError("the history changed meanwhile")
        if bad:
            keeper.lines_aside(name, bad)
        return True

    def goes_on(self, note: Note, sign: Sign | None, old: Sign | None) -> bool:
        """Whether the files are those that were read, perhaps with more at the end."""
        if note.old != old:
            return False
        if sign is None or sign.size < note.read:
            return note.read == 0 and sign is None
        name, start = self.chronicle.lines, max(0, note.read - TAIL)
        ends = self.keeper.part(name, note.read - 1, 2) if note.read else b""
        if len(ends) > 1 and b"\n" not in ends:
            return False  # the last line has become longer
        return self.keeper.checksum(name, start, note.read) == note.tail

    def grown(self, before: Sign | None) -> bool:
        """Whether the history is the file that it was, perhaps with more at the end."""
        now = self.keeper.sign(self.chronicle.lines)
        return bool(before and now and now.file == before.file and now.size >= before.size)

    def is_ours(self, note: Note, sign: Sign | None) -> bool:
        """Whether the history grew by what this program added to it, and is the same otherwise."""
        if self.at is None or not sign or not note.sign or self.at[0] != note.sign:
            return False
        added = self.keeper.added.get(self.chronicle.lines, 0) - self.own
        return sign.file == note.sign.file and sign.size - note.sign.size == added > 0

    def look_again(self, shelf: Shelf) -> bool:
        """Reads once more what was read before, where somebody else may have changed it, and takes
        all out where that is so; whether it did."""
        name = self.chronicle.lines
        note = Note.of(shelf.note())
        if note.sure:
            return False
        same = self.keeper.checksum(name, 0, note.read) == note.sum
        with shelf.filling():
            now = Note.of(shelf.note())
            if same:
                shelf.put_note(now._replace(sure=True))
            elif now[:2] == note[:2]:
                shelf.empty()
        return not same

    def close(self) -> None:
        """Ends it."""
        self.closing = True
        if self.thread:
            self.thread.join()
        if self.taken:
            with contextlib.suppress(Exception):
                self.taken.close()

    # asking

    def proposed(self, game: str) -> tuple[str, str]:
        """The opponent that fits at a game, and why; while the history is still being read what its
        end tells."""
        found = self.ask(lambda shelf: proposed_lately(shelf.games().meetings(game)))
        return found if self.whole else proposed_lately(self.recent(game))

    def give_up(self, name: str) -> None:
        """Counts a game as one of whose moves nothing will be known."""
        self.ask(lambda shelf: shelf.give_up(name))

    def lines_with(self, key: str, start: str = "") -> list[dict[str, Any]]:
        """The lines with a key of OTHERS whose value begins so, oldest first; looked for in the
        history itself while that is still being read."""
        found = self.ask(lambda shelf: shelf.lines_with(key, start))
        if self.whole:
            return found
        merged: dict[str, dict[str, Any]] = {}
        for line in self.search(key, also=start):
            merged[line["id"]] = merged.get(line["id"], {}) | line
        some = (line for line in merged.values() if str(line.get(key, "")).startswith(start))
        return sorted((line for line in some if key in line), key=lambda line: order_of(line, 0))

    def booked(self, today: str) -> list[Mapping[str, Any]]:
        """The lines of deals of days, and of the games that were played of them; none of today's is
        missing, however much is still to be read."""
        found = self.ask(lambda shelf: shelf.booked())
        return found if self.whole else [*found, *self.search(f"daily-{today}-", "")]

    def search(self, mark: str, end: str = '"', also: str = "") -> list[dict[str, Any]]:
        """The lines in which a text begins so, and ends so, and that have some other signs too;
        nothing is merged."""
        sought, more = f'"{mark}{end}'.encode(), also.encode()
        with self.keeper.trouble():
            some = (line for line in self.keeper.each_line(self.chronicle.lines) if sought in line)
            lines = (line for line in some if more in line)
            return [found for line in lines for found in fitting([line])[0]]
        return []

    def recent(self, game: str) -> Iterator[Meeting]:
        """The latest games without help against machines, by the end of the history alone."""
        name = self.chronicle.lines
        sign = self.keeper.sign(name)
        start = max(0, (sign.size if sign else 0) - RECENT)
        found: list[dict[str, Any]] = []
        with contextlib.suppress(OSError):  # it cannot be read now
            while (lot := self.keeper.lines_of(name, start, RECENT))[0]:
                found += fitting(lot[0])[0]
                start = lot[1]
        some = Listed(played(line for line in found if known(line)))
        return some.meetings(game)


def fitting(lines: list[bytes]) -> tuple[list[dict[str, Any]], list[bytes]]:
    """Lines of a history as they are read, and those that are none."""
    found, bad = [], []
    for line in lines:
        value = one_object(line) if line.strip() else None
        if value is not None and is_line(value):
            found.append(value)
        elif line.strip():
            bad.append(line)
    return found, bad


def index_of(chronicle: Chronicle) -> Index:
    """The index of a history; that of another one, which this keeper had before, ends."""
    attached = chronicle.keeper.attached
    here = attached.get(chronicle.home)
    if not isinstance(here, Index):
        for other in attached.values():
            other.close()
        attached.clear()
        here = attached[chronicle.home] = Index(chronicle)
    return here
