"""hoard.db: one SQLite database holds everything that is kept (schema.sql, README.md).

A change is one transaction. It is committed without waiting for the disc, so a killed program loses nothing; a thread
syncs the write-ahead log at most a second later, in case the power fails. Where the disc refuses a change, play goes
on with a copy in memory, and the changes are made on the disc as soon as it takes them. A damaged database is set
aside, and rescue.py saves what can be read.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sqlite3
import stat
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from ..records import parse_json
from ..refusals import BadRecord
from .places import ASIDE_SHOWN, free_place, link_in, look, on_network, sync_path
from .rescue import put_together, tables_of
from .startup import FILE

BESIDE = ("-wal", "-shm", "-journal")  # endings of the files that SQLite keeps beside a database
OURS = 0x686F6172  # the application id in the file's header
STEPS = (  # SQL from version 1 to 2, from 2 to 3 ...; schema.sql is the last version, and holds all constraints
    """
    CREATE TABLE common (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO common SELECT key, value FROM house;
    DROP TABLE house;
    UPDATE treasures SET treasure = 'all.' || substr(treasure, 7) WHERE treasure LIKE 'house.%';
    """,
    """
    CREATE TABLE luck (match INTEGER PRIMARY KEY, deal REAL, tables INTEGER, kept REAL) STRICT;
    """,
    "",
)
VERSION = 1 + len(STEPS)
PATIENCE_S = 5.0  # how long a change waits for that of another program
BRIEFLY_S = 0.05  # the same while another program is known to hold on to the database
RETRY_S = 1.0  # before the disc is tried again
SYNC_S = 1.0  # between a change and its sync
LOG_LIMIT = 64_000_000  # bytes of the write-ahead log that are worth a checkpoint
CHECKED_AT_ONCE = 2_000_000  # bytes of a database that is checked before it is used
COPIED_LIMIT = 100_000_000  # bytes of a database that is copied at each end, and into memory with all records
DAY_S = 86_400
COPIES = ("copies/hoard-1.db", "copies/hoard-2.db")  # the newest first
PAGES = 2_000  # copied at once

PRAGMAS = (
    "foreign_keys = ON",
    "trusted_schema = OFF",  # views and triggers of a file are not ours
    "cell_size_check = ON",
    "secure_delete = FAST",  # what is deleted is overwritten where that costs nothing
    "temp_store = MEMORY",
)
Result = TypeVar("Result")
Change = Callable[[sqlite3.Connection], Any]
Row = tuple[Any, ...]


class LaterVersion(sqlite3.OperationalError):
    """A later version of the program wrote the database; it is left as it is."""


class Misshapen(sqlite3.DatabaseError):
    """The database is damaged, or is not one of Hoard's."""


def schema() -> str:
    return Path(__file__).with_name("schema.sql").read_text("utf-8")


def object_of(text: object) -> dict[str, Any] | None:
    """The JSON object in a text; None if there is none."""
    try:
        value = parse_json(str(text).encode("utf-8", "replace"))
    except BadRecord:
        return None
    return value if isinstance(value, dict) else None


def storable(text: str) -> str:
    """A text without lone surrogates, which SQLite cannot store."""
    return text.encode("utf-8", "backslashreplace").decode()


def configured(con: sqlite3.Connection) -> sqlite3.Connection:
    con.text_factory = lambda data: data.decode("utf-8", "replace")
    for pragma in PRAGMAS:
        con.execute(f"PRAGMA {pragma}")
    return con


def connect(path: Path, mode: str = "rw", more: str = "", patience: float | None = None) -> sqlite3.Connection:
    """A connection to a file. mode: "ro", "rw", or "rwc" to create it. patience: seconds to wait for other
    programs."""
    wait = PATIENCE_S if patience is None else patience
    uri = f"{path.absolute().as_uri()}?mode={mode}{more}"
    return configured(sqlite3.connect(uri, wait, isolation_level=None, check_same_thread=False, uri=True))


def in_memory() -> sqlite3.Connection:
    con = configured(sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False))
    con.executescript(schema())
    return con


def read(path: Path, more: str = "", patience: float | None = None, damaged: bool = False) -> sqlite3.Connection:
    """A connection to read a database in the present version's tables. If an earlier version wrote it, this is a
    copy in memory. damaged: tables that cannot be changed into the present ones may be left out."""
    con = connect(path, "ro", more, patience)
    try:
        if not 0 < version_of(con) < VERSION:
            return con
        copy = configured(sqlite3.connect(":memory:", isolation_level=None))
        con.backup(copy)
    except sqlite3.Error:
        con.close()
        raise
    con.close()
    with contextlib.suppress(*([sqlite3.Error] if damaged else [])):
        bring_up(copy)
    return copy


def version_of(con: sqlite3.Connection) -> int:
    """The version of the tables; 0: there are none yet."""
    return int(con.execute("PRAGMA user_version").fetchone()[0])


def bring_up(con: sqlite3.Connection) -> None:
    """Creates the tables, or changes those of an earlier version into the present ones."""
    version = version_of(con)
    for step in STEPS[version - 1 :] if version else (schema(),):
        for statement in statements(step):
            con.execute(statement)
    if version:
        set_constraints(con)
    con.execute(f"PRAGMA application_id = {OURS}")
    con.execute(f"PRAGMA user_version = {VERSION}")


def set_constraints(con: sqlite3.Connection) -> None:
    """Gives each table the constraints of the present version. How rows are stored does not depend on them, so that
    SQLite lets the text of a table be changed in place (sqlite.org/lang_altertable.html)."""
    with contextlib.closing(in_memory()) as fresh:
        texts = fresh.execute("SELECT sql, name FROM sqlite_master WHERE type = 'table'").fetchall()
    number = con.execute("PRAGMA schema_version").fetchone()[0]
    con.execute("PRAGMA writable_schema = ON")
    con.executemany("UPDATE sqlite_master SET sql = ? WHERE type = 'table' AND name = ?", texts)
    con.execute(f"PRAGMA schema_version = {number + 1}")
    con.execute("PRAGMA writable_schema = RESET")


def shape_of(con: sqlite3.Connection) -> list[Row]:
    """The SQL that made the tables and indexes of a database, without its comments."""
    rows = con.execute("SELECT type, name, coalesce(sql, '') FROM sqlite_master ORDER BY type, name").fetchall()
    return [(kind, name, re.sub(r"\s|--.*", "", sql)) for kind, name, sql in rows]


@contextlib.contextmanager
def transaction(con: sqlite3.Connection) -> Iterator[None]:
    """A write transaction: all of it is done, or nothing."""
    con.execute("BEGIN IMMEDIATE")
    try:
        yield
        con.execute("COMMIT")
    except BaseException:
        if con.in_transaction:
            con.execute("ROLLBACK")
        raise


def is_damage(error: sqlite3.Error) -> bool:
    """Whether an error means that the file is damaged, rather than that the disc fails."""
    return isinstance(error, Misshapen) or code_of(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def code_of(error: sqlite3.Error) -> int:
    """SQLite's primary code of an error."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


SYSTEM_ERRORS = {
    sqlite3.SQLITE_FULL: errno.ENOSPC,
    sqlite3.SQLITE_READONLY: errno.EROFS,
    sqlite3.SQLITE_CANTOPEN: errno.EACCES,
    sqlite3.SQLITE_PERM: errno.EACCES,
    sqlite3.SQLITE_NOMEM: errno.ENOMEM,
    sqlite3.SQLITE_BUSY: errno.EBUSY,
    sqlite3.SQLITE_LOCKED: errno.EBUSY,
}


def disc_error(error: sqlite3.Error | OSError) -> OSError:
    """The OSError that corresponds to an error of SQLite."""
    if isinstance(error, OSError):
        return error
    number = SYSTEM_ERRORS.get(code_of(error), errno.EIO)
    return OSError(number, os.strerror(number) if code_of(error) else str(error))


class Complaint(NamedTuple):
    """A notice for the person: the key of a text and its values."""

    key: str
    values: dict[str, Any]


class Tables:
    """The tables, in memory. Only one thread may use them."""

    def __init__(self, con: sqlite3.Connection | None = None) -> None:
        self.con = con or in_memory()
        self.changes = 0
        self.known: dict[str, tuple[Any, list[Row]]] = {}  # answers of slow queries, with the version of the tables
        self.marks: dict[tuple[str, str], int] = {}  # `written` of each match, by person and name, when last seen

    @property
    def version(self) -> tuple[int, int]:
        """A number that differs after any change, also by another program."""
        return self.changes, self.rows("PRAGMA data_version")[0][0]

    def rows(self, query: str, **values: Any) -> list[Row]:
        return self.con.execute(query, values).fetchall()

    def remembered(self, query: str, **values: Any) -> list[Row]:
        """The rows of a slow query, cached until something changes."""
        key, version = f"{query} {values}", self.version
        if self.known.get(key, (None,))[0] != version:
            self.known = {old: found for old, found in self.known.items() if found[0] == version}
            self.known[key] = version, self.rows(query, **values)
        return self.known[key][1]

    def change(self, do: Callable[[sqlite3.Connection], Result], what: str = "") -> Result:
        """Makes a change as one transaction.

        do may be called again later, if the disc refuses the change now. what: a name for the change; a later change
        of the same name replaces one that waits.
        """
        del what
        self.changes += 1
        with self.transaction(self.con):
            return do(self.con)

    @contextlib.contextmanager
    def transaction(self, con: sqlite3.Connection) -> Iterator[None]:
        """A write transaction. If it fails, nothing counts as changed."""
        marks = dict(self.marks)
        try:
            with transaction(con):
                yield
        except BaseException:
            self.marks = marks
            raise

    def lasts(self, con: sqlite3.Connection) -> bool:
        """Whether a change on a connection is permanent, so that it need not be repeated."""
        return con is self.con

    def copy_aside(self, name: str, text: str) -> None:
        """Keeps a copy of something invalid; a guest's is dropped."""


class PersonTables:
    """The tables, for one person."""

    def __init__(self, tables: Tables, person: str = "") -> None:
        self.tables, self.person = tables, person

    def rows(self, query: str, **values: Any) -> list[Row]:
        """The rows of a query, which may use :person."""
        return self.tables.rows(query, **values, person=self.person)

    def remembered(self, query: str, **values: Any) -> list[Row]:
        return self.tables.remembered(query, **values, person=self.person)

    def row(self, query: str, **values: Any) -> Row | None:
        """The first row of a query; None if there is none."""
        return next(iter(self.rows(query, **values)), None)

    def change(self, do: Callable[[sqlite3.Connection], Result], what: str = "") -> Result:
        """Makes a change as one transaction. A person whom another program has removed meanwhile is restored."""

        def done(con: sqlite3.Connection) -> Result:
            con.execute("UPDATE people SET gone = NULL WHERE id = ? AND gone IS NOT NULL", [self.person])
            return do(con)

        return self.tables.change(done, f"{self.person} {what}" if what else "")

    def execute(self, query: str, **values: Any) -> None:
        self.change(lambda con: con.execute(query, values | {"person": self.person}))


class Database(Tables):
    """The tables on disc, in hoard.db of a folder. Only one thread may use it; another one syncs."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.path = folder, folder / FILE
        self.guest = Tables()
        self.told: list[Complaint] = []
        self.trouble: OSError | None = None  # why the disc cannot be used now
        self.later = False  # whether a later version wrote what lies there
        self.failure_told = False
        self.waiting: dict[str, Change] = {}  # changes that the disc did not take yet, oldest first
        self.tried = time.monotonic()  # when the disc was tried last
        self.sync: SyncThread | None = None
        self.alone = on_network(folder)  # whether no other program can have the database at the same time
        self.copied_at = 0  # changes when the last copy was made
        self.back = False  # whether the disc can be used again since came_back()
        try:
            super().__init__(self.opened())
        except (OSError, sqlite3.Error) as error:
            super().__init__(self.fallen_back(error))

    def is_new(self) -> bool:
        """Whether nothing was ever stored here."""
        return not self.rows("SELECT 1 FROM settings UNION SELECT 1 FROM matches LIMIT 1")

    # Opening

    def opened(self) -> sqlite3.Connection:
        """Opens the database, sound and of this version. Raises OSError or sqlite3.Error if it cannot be used."""
        look(self.folder)
        self.refuse_others()
        try:
            con = self.connected()
        except sqlite3.Error as error:
            if not is_damage(error):
                raise
            con = self.connected()
        con.execute(f"PRAGMA busy_timeout = {round(1000 * PATIENCE_S)}")
        self.sync = SyncThread(self.path, self.alone)
        self.file = self.path.stat().st_ino
        self.trouble = None
        return con

    def refuse_others(self) -> None:
        """Moves away anything at the database's path that is not an ordinary file."""
        for path in self.paths():
            if os.path.lexists(path) and not stat.S_ISREG(path.lstat().st_mode):
                self.set_aside(path)

    def paths(self) -> list[Path]:
        """The database file, and the files that SQLite keeps beside it."""
        return [self.path, *(self.path.with_name(FILE + ending) for ending in BESIDE)]

    def connected(self) -> sqlite3.Connection:
        """A connection to the database, created if there is none. If it is damaged, rescues it and raises what
        showed that; raises LaterVersion if a later version wrote it."""
        con = connect(self.path, "rwc", patience=BRIEFLY_S if self.alone or self.locked else PATIENCE_S)
        try:
            if self.alone:
                con.execute("PRAGMA locking_mode = EXCLUSIVE")
            version = version_of(con)
            if version > VERSION:
                raise LaterVersion("written by a later version")
            if version == 0:
                con.execute("PRAGMA synchronous = OFF")  # there is nothing to lose yet
            con.execute("PRAGMA journal_mode = WAL")
            if version < VERSION:
                self.build(con, next(iter([] if version else self.good_copies()), None))
            con.execute("PRAGMA synchronous = NORMAL")  # the log is synced when it begins and when it is checkpointed
            con.execute("PRAGMA wal_autocheckpoint = 0")  # the sync thread checkpoints
            self.check(con)
        except BaseException as error:
            try:
                if isinstance(error, sqlite3.Error) and is_damage(error):
                    self.rescue(con)
            finally:
                con.close()
            raise
        return con

    def build(self, con: sqlite3.Connection, copy: Path | None = None) -> None:
        """Creates the tables, or upgrades those of an earlier version. copy: a copy of an earlier database, from
        which new tables are filled."""
        with transaction(con):
            version = version_of(con)
            if version == 0 and shape_of(con):
                raise Misshapen("tables of something else")
            bring_up(con)
            if copy and not version:
                with contextlib.closing(read(copy)) as rows:
                    copy_missing(con, rows)
                self.told.append(Complaint("word.from_copy", {"name": FILE, "folder": self.folder}))

    def check(self, con: sqlite3.Connection) -> None:
        """Raises Misshapen if the tables are not Hoard's, or (where that check is quick) are damaged."""
        check_shape(con)
        if self.path.stat().st_size <= CHECKED_AT_ONCE:
            check_pages(con)

    def fallen_back(self, error: OSError | sqlite3.Error) -> sqlite3.Connection:
        """Copies the database into memory, so that play goes on while the disc fails."""
        self.trouble, self.later = disc_error(error), isinstance(error, LaterVersion)
        con = in_memory()
        for more in ("", "&immutable=1"):  # the second reads in a folder where nothing may be written
            with contextlib.suppress(sqlite3.Error, OSError):
                if self.later or (more and self.locked) or not stat.S_ISREG(self.path.lstat().st_mode):
                    break
                with contextlib.closing(read(self.path, more, BRIEFLY_S)) as disc:
                    check_shape(disc)  # also fails where it cannot be read, while a copy would wait for ever
                    copy_into(disc, con, records=self.path.stat().st_size <= COPIED_LIMIT)
                break
        return con

    # Asking and changing

    def rows(self, query: str, **values: Any) -> list[Row]:
        """The rows of a query. If that shows the database to be damaged, it is rescued first."""
        try:
            return super().rows(query, **values)
        except sqlite3.DatabaseError as error:
            self.mend(error)
            return super().rows(query, **values)

    def lasts(self, con: sqlite3.Connection) -> bool:
        return con is not self.con or not self.trouble

    def change(self, do: Callable[[sqlite3.Connection], Result], what: str = "") -> Result:
        """Makes a change as one transaction; in memory if the disc refuses it."""
        if not self.trouble:
            try:
                return self.commit(do)
            except sqlite3.IntegrityError:
                raise
            except sqlite3.DatabaseError as error:
                if not self.mend(error):
                    return self.commit(do)
        key = what or f"change {self.changes}"
        self.waiting.pop(key, None)
        self.waiting[key] = do
        return super().change(do)

    def commit(self, do: Callable[[sqlite3.Connection], Result]) -> Result:
        """Makes a change on the disc, and asks for a sync."""
        found = super().change(do)
        if self.sync:
            self.sync.soon()
        return found

    def mend(self, error: sqlite3.Error) -> bool:
        """Handles an error: rescues a damaged database, or goes on in memory if the disc fails. Returns whether it is
        in memory now. Raises any other error again."""
        if not is_damage(error) and code_of(error) not in (*SYSTEM_ERRORS, sqlite3.SQLITE_IOERR):
            raise error
        if self.trouble:
            raise error  # even the memory fails
        self.end_sync()
        try:
            if is_damage(error):
                self.rescue(self.con)
                self.con = self.opened()
            else:
                self.shut_down()
                self.con = self.fallen_back(error)
        except (OSError, sqlite3.Error) as other:
            self.con = self.fallen_back(other)
        return self.trouble is not None

    @property
    def blocked(self) -> OSError | None:
        """Why nothing can be stored at present; None if it can."""
        return None if self.locked else self.trouble

    @property
    def locked(self) -> bool:
        """Whether another program keeps this one from writing."""
        return self.trouble is not None and self.trouble.errno == errno.EBUSY

    def complaints(self) -> list[Complaint]:
        """What went wrong since the last call. After a while, tries a failed disc again."""
        if self.trouble:
            self.try_again()
        elif time.monotonic() > self.tried + RETRY_S:
            self.tried = time.monotonic()
            if self.is_gone():
                self.move_back()
        elif self.sync and self.sync.damage:
            self.mend(self.sync.damage)
        if self.waiting and self.trouble and not self.failure_told and not self.locked:
            self.failure_told = True
            self.told.append(Complaint("word.no_disc", {"why": self.trouble}))
        told, self.told = self.told, []
        return told

    def came_back(self) -> bool:
        """Whether the disc has become usable since the last call."""
        back, self.back = self.back, False
        return back

    def try_again(self, at_once: bool = False) -> None:
        """Writes the waiting changes to the disc, if it takes them now."""
        if not at_once and time.monotonic() < self.tried + RETRY_S:
            return
        self.tried = time.monotonic()
        memory = self.con
        try:
            disc = self.opened()
        except (OSError, sqlite3.Error) as error:
            self.trouble = disc_error(error)
            return
        try:
            with self.transaction(disc):
                for do in self.waiting.values():
                    disc.execute("SAVEPOINT one")
                    try:
                        do(disc)
                    except sqlite3.IntegrityError:  # another program has removed what it belongs to
                        disc.execute("ROLLBACK TO one")
                    disc.execute("RELEASE one")
        except (OSError, sqlite3.Error) as error:
            self.con = disc
            self.shut_down()
            self.con, self.trouble = memory, disc_error(error)
            return
        memory.close()
        self.con, self.back = disc, True
        self.waiting.clear()
        self.changes += 1
        if self.sync:
            self.sync.soon()

    def is_gone(self) -> bool:
        """Whether the open file is no longer at its path: moved, deleted or replaced."""
        try:
            return self.path.stat().st_ino != self.file
        except FileNotFoundError:
            return True
        except OSError:
            return False

    def move_back(self) -> None:
        """Writes the content of the deleted file into a new one, or goes on in memory."""
        memory = in_memory()
        self.con.backup(memory)
        self.shut_down()
        self.con, self.trouble = memory, OSError(errno.ENOENT, os.strerror(errno.ENOENT), str(self.path))
        self.waiting = {"all": partial(copy_missing, others=memory), **self.waiting}
        self.try_again(at_once=True)

    # Damage and copies

    def set_aside(self, path: Path) -> Path:
        """Moves something invalid to aside/, and makes a notice."""
        place = free_place(self.folder, path.name)
        path.rename(place)
        values = {"name": path.name, "count": 1, "folder": place.parent}
        self.told.append(Complaint(ASIDE_SHOWN, values))
        return place

    def copy_aside(self, name: str, text: str) -> None:
        """Keeps a copy of something invalid in aside/, and makes a notice."""
        try:
            place = free_place(self.folder, name)
            with open(place, "x", encoding="utf-8", errors="replace") as file:
                file.write(str(text))
        except OSError:
            return
        self.told.append(Complaint(ASIDE_SHOWN, {"name": place.name, "count": 1, "folder": place.parent}))

    def rescue(self, con: sqlite3.Connection) -> None:
        """Closes a damaged database, sets it aside, and makes a new one from the newest good copy and the rows that
        can still be read."""
        place = self.moved_away(con)
        made = self.path.with_name(f".{FILE}.part")
        made.unlink(missing_ok=True)
        with contextlib.closing(connect(made, "rwc")) as new:
            self.build(new)
            found = put_together(new, self.good_copies(), place, partial(read, damaged=True))
        made.rename(self.path)
        values = {"folder": place.parent, "kept": found.rows, "tables": found.broken}
        self.told.append(Complaint("word.rescued", values))

    def moved_away(self, con: sqlite3.Connection) -> Path:
        """Moves the database to aside/, as it is on disc, and closes it."""
        if os.name == "nt":  # which moves no open file
            con.close()
        try:
            place = free_place(self.folder, FILE)
            for path in self.paths():
                if os.path.lexists(path):
                    path.rename(place.with_name(place.name + path.name.removeprefix(FILE)))
        finally:
            con.close()  # SQLite writes the log into a file that it closes, unless that was moved
        return place

    def good_copies(self) -> list[Path]:
        """The usable copies, newest first."""
        copies = [self.folder / name for name in COPIES if not link_in(self.folder, name)]
        return [path for path in copies if is_good(path)]

    def copy(self) -> None:
        """Copies the database if it has changed since the last copy; a large one at most once a day."""
        made = self.folder / "copies" / ".hoard.part"
        if self.trouble or self.changes == self.copied_at or link_in(self.folder, COPIES[0]):
            return
        try:
            newest, older = (self.folder / name for name in COPIES)
            large = self.path.stat().st_size > COPIED_LIMIT
            if large and newest.exists() and 0 <= time.time() - newest.stat().st_mtime < DAY_S:
                return
            made.parent.mkdir(exist_ok=True)
            made.unlink(missing_ok=True)
            with contextlib.closing(sqlite3.connect(made)) as copy:
                copy.execute("PRAGMA synchronous = OFF")
                self.con.backup(copy, pages=PAGES)
                check_pages(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
            sync_path(made)
            if newest.exists():
                newest.replace(older)
            made.replace(newest)
        except (OSError, sqlite3.Error):
            made.unlink(missing_ok=True)
        self.copied_at = self.changes

    # Closing

    def end_sync(self) -> None:
        if self.sync:
            self.sync.close()
            self.sync = None

    def shut_down(self) -> None:
        """Closes the connection and stops the sync thread."""
        self.end_sync()
        with contextlib.suppress(sqlite3.Error):
            self.con.close()

    def close(self) -> None:
        """Writes waiting changes if possible, makes a copy, and closes the database."""
        if self.waiting:
            self.try_again(at_once=True)
        elif not self.trouble and self.is_gone():
            self.move_back()
        self.copy()
        self.shut_down()
        self.guest.con.close()


def statements(text: str) -> Iterator[str]:
    part = ""
    for line in text.splitlines(keepends=True):
        part += line
        if sqlite3.complete_statement(part):
            yield part
            part = ""


def check_shape(con: sqlite3.Connection) -> None:
    """Raises Misshapen if a database has other tables than Hoard's."""
    with contextlib.closing(in_memory()) as fresh:
        if shape_of(con) != shape_of(fresh):
            raise Misshapen("other tables than ours")


def check_pages(con: sqlite3.Connection) -> None:
    """Raises Misshapen if a database is damaged."""
    found = con.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise Misshapen(str(found))


def is_good(path: Path) -> bool:
    """Whether a copy is an ordinary file with a sound database, of no later version."""
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return False
        with contextlib.closing(read(path)) as con:
            check_shape(con)
            check_pages(con)
            return version_of(con) == VERSION
    except (OSError, sqlite3.Error):
        return False


def copy_into(disc: sqlite3.Connection, memory: sqlite3.Connection, records: bool) -> None:
    """Copies all rows into empty tables; leaves out records of finished matches if there are too many."""
    if records:
        disc.backup(memory)
        return
    memory.execute("PRAGMA foreign_keys = OFF")
    memory.execute("DELETE FROM people")
    for name in tables_of(memory):
        where = " WHERE id IN (SELECT record FROM matches WHERE state = 'open')" if name == "records" else ""
        copy_rows(disc, memory, name, where)
    memory.execute("UPDATE matches SET record = NULL WHERE state = 'finished'")
    memory.execute("PRAGMA foreign_keys = ON")


def copy_missing(con: sqlite3.Connection, others: sqlite3.Connection) -> None:
    """Adds all rows of another database that this one lacks."""
    con.execute("PRAGMA defer_foreign_keys = ON")
    for name in tables_of(con):
        copy_rows(others, con, name)


def copy_rows(source: sqlite3.Connection, target: sqlite3.Connection, table: str, where: str = "") -> None:
    """Copies the rows of a table that the target lacks."""
    rows = source.execute(f"SELECT * FROM {table}{where}")
    marks = ", ".join("?" * len(rows.description))
    target.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", rows)


class SyncThread:
    """Syncs the write-ahead log soon after each change, checks a large database, and checkpoints a long log. It uses
    a connection of its own and never blocks other writers for long."""

    def __init__(self, path: Path, alone: bool = False) -> None:
        """alone: no second connection may be opened, so it only syncs."""
        self.path, self.log, self.alone = path, path.with_name(f"{FILE}-wal"), alone
        self.damage: sqlite3.Error | None = None
        self.changed = threading.Event()
        self.closing = threading.Event()
        self.thread = threading.Thread(target=self.work, name="sync", daemon=True)
        self.thread.start()

    def soon(self) -> None:
        self.changed.set()

    def work(self) -> None:
        if self.alone:
            self.sync_on()
            return
        with contextlib.suppress(sqlite3.Error, OSError), contextlib.closing(connect(self.path)) as con:
            con.execute("PRAGMA wal_autocheckpoint = 0")
            con.execute("PRAGMA journal_size_limit = 0")  # a checkpointed log is emptied when it begins again
            with contextlib.suppress(sqlite3.Error):
                self.begin_log(con)
            if self.path.stat().st_size > CHECKED_AT_ONCE:
                self.check(con)
            self.sync_on(con)

    def sync_on(self, con: sqlite3.Connection | None = None) -> None:
        """Syncs after each change until it is closed."""
        last = False
        while not last:
            self.changed.wait()
            last = self.closing.wait(SYNC_S)
            self.changed.clear()
            with contextlib.suppress(OSError):
                sync_path(self.log)
            with contextlib.suppress(OSError):  # some systems sync no folder
                sync_path(self.path.parent)
            with contextlib.suppress(OSError, sqlite3.Error):
                if con and self.log.stat().st_size > LOG_LIMIT:
                    con.execute("PRAGMA wal_checkpoint(PASSIVE)")
                    self.begin_log(con)

    def check(self, con: sqlite3.Connection) -> None:
        try:
            check_pages(con)
        except sqlite3.DatabaseError as error:
            if is_damage(error):
                self.damage = error

    @staticmethod
    def begin_log(con: sqlite3.Connection) -> None:
        """Restarts the log with a change of its own, since whoever restarts it waits for the disc."""
        with transaction(con):
            con.execute("INSERT OR IGNORE INTO common VALUES ('log', 0)")
            con.execute("UPDATE common SET value = value + 1 WHERE key = 'log'")

    def close(self) -> None:
        self.closing.set()
        self.changed.set()
        self.thread.join()
