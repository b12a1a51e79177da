"""Rescues the readable rows of a damaged database into the newest good copy."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

Row = tuple[object, ...]


class Rescued(NamedTuple):
    """How many rows could be read, and the tables that could not be read in full."""

    rows: int
    broken: list[str]


def put_together(
    con: sqlite3.Connection, copies: Sequence[Path], damaged: Path, read: Callable[[Path], sqlite3.Connection]
) -> Rescued:
    """Fills a new database from the newest copy and the readable rows of the damaged one. Rows that break a
    constraint are left out: the check of a copy, which is opened only for reading, does not find them."""
    con.execute("PRAGMA foreign_keys = OFF")
    con.execute("BEGIN")
    if copies:
        read_into(con, copies[0], read)
    try:
        found = read_into(con, damaged, read)
    except sqlite3.Error:  # nothing of it can be read
        found = Rescued(0, list(tables_of(con)))
    drop_orphans(con)
    con.execute("COMMIT")
    return found


def read_into(con: sqlite3.Connection, source: Path, read: Callable[[Path], sqlite3.Connection]) -> Rescued:
    """Copies the readable rows of a database into a good one."""
    count, broken = 0, []
    with contextlib.closing(read(source)) as old:
        for name, columns in tables_of(con).items():
            marks = ", ".join("?" * len(columns))
            whole = False
            for way in ("ASC", "DESC"):  # from both ends, towards what cannot be read
                rows = some_rows(old, name, columns, way)
                for row in rows:
                    if row is None:
                        break
                    with contextlib.suppress(sqlite3.Error):
                        con.execute(f"REPLACE INTO {name} ({', '.join(columns)}) VALUES ({marks})", row)
                        count += way == "ASC" or not whole
                else:
                    whole = True
                    break
            if not whole:
                broken.append(name)
    return Rescued(count, broken)


def some_rows(con: sqlite3.Connection, name: str, columns: Sequence[str], way: str) -> Iterator[Row | None]:
    """The rows of a table from one end, and None at the first that cannot be read."""
    keys = [row[1] for row in con.execute(f"PRAGMA table_info({name})").fetchall() if row[5]]
    order = ", ".join(f"{key} {way}" for key in keys)
    try:
        query = f"SELECT {', '.join(columns)} FROM {name} ORDER BY {order}"
        yield from con.execute(query)
    except sqlite3.Error:
        yield None


def tables_of(con: sqlite3.Connection) -> dict[str, list[str]]:
    """The tables of a database, with their columns."""
    names = [name for (name,) in con.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()]
    ours = [name for name in names if not name.startswith("sqlite_")]
    return {name: [row[1] for row in con.execute(f"PRAGMA table_info({name})").fetchall()] for name in ours}


def drop_orphans(con: sqlite3.Connection) -> None:
    """Removes rows whose person or match is missing; a match without its record stays."""
    con.execute("UPDATE matches SET record = NULL WHERE record NOT IN (SELECT id FROM records)")
    con.execute("DELETE FROM matches WHERE record IS NULL AND share IS NULL")
    for table, row, *_ in con.execute("PRAGMA foreign_key_check").fetchall():
        if row is not None:
            con.execute(f"DELETE FROM {table} WHERE rowid = ?", [row])
    for name, columns in tables_of(con).items():
        if "person" in columns:
            con.execute(f"DELETE FROM {name} WHERE person NOT IN (SELECT id FROM people)")
    con.execute("DELETE FROM motifs WHERE match NOT IN (SELECT id FROM matches)")
