"""The database: nothing that was shown is lost, whatever happens to the program, the disc or the file."""

from __future__ import annotations

import errno
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from native.build_ffi import compiler
from native.store import database as databases
from native.store import places
from native.store.chronicle import Chronicle
from native.store.database import COPIES, OURS, VERSION, Database, Misshapen, SyncThread, check_pages
from native.store.people import People
from native.store.saves import Saves
from native.store.settings import load_settings, save_settings
from tests.kept import begun, end_match, ended, finish, lying, opened, refuse, rows_of, told

ROOT = Path(__file__).parent.parent
ATTEMPT = "INSERT INTO attempts (person, name, game, puzzle, solved, date) VALUES ('', ?, 'duel', ?, 1, '2026')"


def put_attempts(database: Database, count: int, start: int = 0) -> None:
    """Many rows, so that a page of the file is damaged without the rest."""
    rows = [(f"try-{number}", f"duel-{number:060}") for number in range(start, start + count)]
    database.change(lambda con: con.executemany(ATTEMPT, rows))


def attempts(database: Database) -> int:
    return len(Chronicle(database).attempts())


def keys(database: Database) -> list[str]:
    """What the person is told, by its keys."""
    return [complaint.key for complaint in database.complaints()]


# ---- the file ----


def test_a_database_is_one_file_that_says_whose_it_is_and_a_copy(tmp_path: Path) -> None:
    with opened(tmp_path) as database:
        assert database.is_new()
        end_match(database)
    assert lying(tmp_path) == ["copies/hoard-1.db", "hoard.db"]
    with closing(sqlite3.connect(tmp_path / "hoard.db")) as con:
        assert con.execute("PRAGMA application_id").fetchone() == (OURS,)
        assert con.execute("PRAGMA user_version").fetchone() == (VERSION,)
    with opened(tmp_path) as database:
        assert not database.is_new()
        assert len(told(Chronicle(database))) == 1


def test_every_row_belongs_to_somebody(database: Database) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        database.change(lambda con: con.execute("INSERT INTO settings VALUES ('nobody', 'sound', '', '1')"))


def test_two_generations_are_copied_and_only_after_a_change(tmp_path: Path) -> None:
    for count in range(3):
        with opened(tmp_path) as database:
            put_attempts(database, 1, count)
    counts = []
    for name in COPIES:
        with closing(sqlite3.connect(tmp_path / name)) as con:
            check_pages(con)
            counts += con.execute("SELECT count(*) FROM attempts").fetchone()
    assert counts == [3, 2]
    before = (tmp_path / COPIES[0]).stat().st_mtime_ns
    with opened(tmp_path) as database:
        assert attempts(database) == 3
    assert (tmp_path / COPIES[0]).stat().st_mtime_ns == before


def test_a_database_of_version_2_is_brought_up_to_this_one_and_keeps_what_it_holds(tmp_path: Path) -> None:
    """It is made here by taking back what version 3 has added."""
    with opened(tmp_path) as database:
        put_attempts(database, 2)
    with closing(sqlite3.connect(tmp_path / "hoard.db")) as con:
        con.executescript("DROP TABLE luck; PRAGMA user_version = 2;")
    with opened(tmp_path) as database:
        assert (attempts(database), keys(database)) == (2, [])
        assert database.rows("SELECT match, deal, tables, kept FROM luck") == []
        assert database.rows("PRAGMA user_version") == [(VERSION,)]


def test_an_earlier_version_is_brought_up_step_by_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path) as database:
        put_attempts(database, 2)
    step = "CREATE TABLE feats (feat TEXT PRIMARY KEY);\nINSERT INTO feats VALUES ('flew');\n"
    plain = databases.schema()
    monkeypatch.setattr(databases, "STEPS", (*databases.STEPS, step))
    monkeypatch.setattr(databases, "VERSION", VERSION + 1)
    monkeypatch.setattr(databases, "schema", lambda: plain + step)
    for _ in range(2):
        with opened(tmp_path) as database:
            assert database.rows("SELECT feat FROM feats") == [("flew",)]
            assert (attempts(database), keys(database)) == (2, [])


VERSION_1 = (Path(__file__).parent / "schema_1.sql").read_text("utf-8")


def put_version_1(path: Path) -> None:
    """A database as version 1 left it: two people, the second of whom plays, and what they have."""
    with closing(sqlite3.connect(path, isolation_level=None)) as con:
        con.execute("PRAGMA journal_mode = WAL")
        con.executescript(VERSION_1)
        con.execute(f"PRAGMA application_id = {OURS}")
        con.execute("PRAGMA user_version = 1")
        con.execute("INSERT INTO people VALUES ('bo', 'Bo', 1, NULL)")
        con.execute("INSERT INTO house VALUES ('now', 'bo')")
        con.execute("INSERT INTO settings VALUES ('bo', 'sound', '', '10')")
        for treasure in ("house.first_coin", "duel.four_eggs"):
            con.execute("INSERT INTO treasures VALUES ('bo', ?, 0, '2026', '', 0)", [treasure])
        con.execute("BEGIN")  # else each attempt is waited for
        con.executemany(ATTEMPT, [(f"try-{number}", f"duel-{number:060}") for number in range(2000)])
        con.execute("COMMIT")


def kept_of_version_1(database: Database) -> dict[str, Any]:
    people = People(database)
    earned = sorted(line["treasure"] for line in told(people.chronicle(), "treasure"))
    return {"now": people.now.name, "sound": people.settings().sound, "treasures": earned}


KEPT_OF_1 = {"now": "Bo", "sound": 10, "treasures": ["all.first_coin", "duel.four_eggs"]}


def test_a_database_of_version_1_goes_on_with_all_it_has(tmp_path: Path) -> None:
    put_version_1(tmp_path / "hoard.db")
    for _ in range(2):
        with opened(tmp_path) as database:
            assert (keys(database), attempts(database)) == ([], 2000)
            assert kept_of_version_1(database) == KEPT_OF_1
    assert not (tmp_path / "aside").exists()


@pytest.mark.parametrize("kind", ["missing", "nothing left", "damaged", "damaged, and no copy"])
def test_of_a_damaged_database_of_version_1_all_is_kept_that_can_be_read(tmp_path: Path, kind: str) -> None:
    path, copy = tmp_path / "hoard.db", tmp_path / COPIES[0]
    put_version_1(path)
    if "no copy" not in kind:
        copy.parent.mkdir()
        copy.write_bytes(path.read_bytes())
    if kind == "missing":
        path.unlink()
    elif kind == "nothing left":
        path.write_bytes(b"nothing")
    else:
        damage(path)
    with opened(tmp_path) as database:
        assert keys(database) == ["word.from_copy" if kind == "missing" else "word.rescued"]
        assert 1800 < attempts(database) <= 2000
        assert kept_of_version_1(database) == KEPT_OF_1


def test_a_database_of_version_1_that_cannot_be_written_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_version_1(tmp_path / "hoard.db")
    before = (tmp_path / "hoard.db").read_bytes()
    monkeypatch.setattr(Database, "opened", no_room)
    with opened(tmp_path) as database:
        assert attempts(database) == 2000
        assert kept_of_version_1(database) == KEPT_OF_1
    assert (tmp_path / "hoard.db").read_bytes() == before


def test_comments_and_line_breaks_in_the_schema_make_no_other_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path) as database:
        put_attempts(database, 2)
    plain = databases.schema()
    reworded = plain.replace("-- in the list", "-- among the others").replace(" (\n", "\n(\n")
    assert reworded != plain
    monkeypatch.setattr(databases, "schema", lambda: reworded)
    with opened(tmp_path) as database:
        assert (keys(database), attempts(database)) == ([], 2)


def test_a_later_version_is_left_alone_and_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path) as database:
        put_attempts(database, 2)
    with closing(sqlite3.connect(tmp_path / "hoard.db")) as con:
        con.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = (tmp_path / "hoard.db").read_bytes()
    with opened(tmp_path) as database:
        assert database.later
        put_attempts(database, 1)
        assert attempts(database) == 1
        monkeypatch.setattr(databases, "RETRY_S", 0)
        database.complaints()
    assert (tmp_path / "hoard.db").read_bytes() == before


@pytest.mark.parametrize("kind", ["link", "loop", "pipe", "folder", "empty", "text"])
def test_what_is_no_database_of_ours_is_set_aside(tmp_path: Path, kind: str) -> None:
    place, target = tmp_path / "hoard.db", tmp_path / "mine.txt"
    target.write_text("mine")
    make: dict[str, Any] = {
        "link": lambda: place.symlink_to(target),
        "loop": lambda: place.symlink_to(place),
        "pipe": lambda: os.mkfifo(place),
        "folder": place.mkdir,
        "empty": lambda: place.write_bytes(b""),
        "text": lambda: place.write_bytes(b"no database at all" * 999),
    }
    make[kind]()
    with opened(tmp_path) as database:
        put_attempts(database, 1)
        assert keys(database) == {"empty": [], "text": ["word.rescued"]}.get(kind, ["word.aside"])
    assert os.path.lexists(tmp_path / "aside" / "hoard.db") == (kind != "empty")
    assert target.read_text() == "mine"
    with opened(tmp_path) as database:
        assert attempts(database) == 1


def test_tables_of_something_else_are_set_aside(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "hoard.db")) as con:
        con.execute("CREATE TABLE songs (title)")
        con.commit()
    with opened(tmp_path) as database:
        assert keys(database) == ["word.rescued"]
        put_attempts(database, 1)
    assert (tmp_path / "aside" / "hoard.db").exists()


def test_a_trigger_that_somebody_has_added_never_runs(tmp_path: Path) -> None:
    with opened(tmp_path) as database:
        put_attempts(database, 2)
    with closing(sqlite3.connect(tmp_path / "hoard.db")) as con:
        con.execute("CREATE TRIGGER evil AFTER INSERT ON attempts BEGIN DELETE FROM attempts; END")
        con.commit()
    with opened(tmp_path) as database:
        put_attempts(database, 1, 2)
        assert attempts(database) == 3


# ---- killed ----

KILLED = """
import os, sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from native.store.chronicle import Chronicle
from native.store.database import Database
from native.store.saves import Saves
from tests.kept import begun, finish
database = Database(Path(sys.argv[2]))
saves = Saves(database)
for seed in range(3):
    match = begun(seed=seed)
    saves.keep(match)
    if seed == 2:
        Chronicle(database).finish(finish(match), [0])
os.kill(os.getpid(), 9)
"""


def test_a_killed_program_loses_nothing_and_the_next_one_goes_on(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, str(ROOT), str(tmp_path)], check=False)
    assert done.returncode == -9
    with opened(tmp_path) as database:
        assert keys(database) == []
        assert [Saves(database).open(name).seed for name in Saves(database).names()] == [1, 0]
        chronicle = Chronicle(database)
        assert [chronicle.kept(line["id"]) is not None for line in told(chronicle)] == [True]


def test_a_change_is_whole_or_not_at_all(database: Database) -> None:
    def half(con: sqlite3.Connection) -> None:
        con.execute(ATTEMPT, ("one", "duel-1"))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        database.change(half)
    assert attempts(database) == 0


# ---- power cut ----


def test_the_log_is_synced_after_each_change_and_never_by_whoever_makes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    monkeypatch.setattr(databases, "SYNC_S", 0)
    monkeypatch.setattr(databases, "sync_path", lambda path: synced.append(path.name))
    with opened(tmp_path) as database:
        assert database.rows("PRAGMA synchronous") == [(1,)]  # of the log, no more than its beginning
        assert database.rows("PRAGMA wal_autocheckpoint") == [(0,)]
        put_attempts(database, 1)
    assert "hoard.db-wal" in synced


def until(true: Callable[[], bool]) -> None:
    """Waits for the thread, but not for ever."""
    for _ in range(60_000):
        if true():
            return
        time.sleep(0.001)
    raise AssertionError("it never came")


def test_a_long_log_is_moved_and_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "SYNC_S", 0)
    monkeypatch.setattr(databases, "LOG_LIMIT", 400_000)
    with opened(tmp_path) as database:
        log = tmp_path / "hoard.db-wal"
        for number in range(2):  # and again, once it is long again
            put_attempts(database, 5000, 5000 * number)
            until(lambda: log.stat().st_size < 100_000)
        assert attempts(database) == 10_000


@pytest.mark.parametrize("fails", [OSError(errno.EACCES, "no folder"), sqlite3.OperationalError("disc I/O")])
def test_what_fails_while_it_syncs_ends_no_syncing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: Exception
) -> None:
    synced: list[str] = []
    begun: list[sqlite3.Connection] = []

    def sync(path: Path) -> None:
        if isinstance(fails, OSError) and path.is_dir():
            raise fails
        synced.append(path.name)

    def begin_log(con: sqlite3.Connection) -> None:
        begun.append(con)
        if isinstance(fails, sqlite3.Error) and len(begun) > 1:
            raise fails

    monkeypatch.setattr(databases, "SYNC_S", 0)
    monkeypatch.setattr(databases, "LOG_LIMIT", -1)
    monkeypatch.setattr(databases, "sync_path", sync)
    monkeypatch.setattr(SyncThread, "begin_log", staticmethod(begin_log))
    with opened(tmp_path) as database:
        for number in range(3):
            before = len(synced)
            put_attempts(database, 1, number)
            until(lambda before=before: len(synced) > before)  # type: ignore[misc]
    assert len(begun) > 2


COUNTING = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

int main_syncs, other_syncs;

static int counted(const char *name, int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    if (syscall(SYS_gettid) == getpid()) main_syncs++; else __sync_add_and_fetch(&other_syncs, 1);
    return real(file);
}

int fsync(int file) { return counted("fsync", file); }
int fdatasync(int file) { return counted("fdatasync", file); }
"""
PLAYED = """
import ctypes, sys, time
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from native.store.chronicle import Chronicle
from native.store.database import Database
from native.store.saves import Saves
from tests.kept import begun, finish
database = Database(Path(sys.argv[2]))
counted = ctypes.CDLL(sys.argv[3])
main, other = (ctypes.c_int.in_dll(counted, name) for name in ("main_syncs", "other_syncs"))
while not other.value:  # the thread begins the log
    time.sleep(0.01)
main.value = other.value = 0
for seed in range(20):
    match = begun(seed=seed)
    Saves(database).keep(match)
    Chronicle(database).finish(finish(match), [0])
while not other.value:
    time.sleep(0.01)
print(main.value)
database.close()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="counts the calls of Linux")
def test_whoever_plays_never_waits_for_the_disc(tmp_path: Path) -> None:
    source, library = tmp_path / "counting.c", tmp_path / "counting.so"
    source.write_text(COUNTING)
    subprocess.run([*compiler(), "-shared", "-fPIC", str(source), "-o", str(library), "-ldl"], check=True)
    command = [sys.executable, "-c", PLAYED, str(ROOT), str(tmp_path / "data"), str(library)]
    counting = os.environ | {"LD_PRELOAD": str(library)}
    done = subprocess.run(command, env=counting, capture_output=True, check=True, timeout=60)  # it waits for a sync
    assert done.stdout.split() == [b"0"]


# ---- disc full, read-only ----


def test_on_a_full_disc_play_goes_on_and_what_waits_is_written_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = False
    refuse(monkeypatch, lambda: full)
    monkeypatch.setattr(databases, "RETRY_S", 0)
    with opened(tmp_path) as database:
        saves = Saves(database)
        match = begun()
        saves.keep(match)
        full = True
        name = match.extra["match"]
        for _ in range(3):
            match.play(match.legal()[0])
            saves.keep(match)
        settings = load_settings(database)
        settings.sound = 3
        save_settings(database, settings, fixed=False)
        done = Chronicle(database).finish(ended(5), [0])
        assert database.blocked
        assert saves.open(name).moves == match.moves
        assert (load_settings(database).sound, len(told(Chronicle(database)))) == (3, 1)
        assert len(database.waiting) == 3  # the latest of each match is enough
        monkeypatch.setattr(Database, "opened", no_room)
        assert keys(database) == ["word.no_disc"]
        assert keys(database) == []  # said once
        monkeypatch.undo()
        full = False
        database.tried = 0
        assert keys(database) == []
        assert database.blocked is None
        assert not database.waiting
        assert database.came_back()
        match.play(match.legal()[0])
        saves.keep(match)
    with opened(tmp_path) as database:
        assert Saves(database).names() == [name]
        assert Saves(database).open(name).moves == match.moves
        assert load_settings(database).sound == 3
        assert [line["id"] for line in told(Chronicle(database))] == [done]


@contextmanager
def full_at(size: int) -> Iterator[None]:
    """No file grows beyond a size, as on a full disc: a change that was made fails when it is committed."""
    import resource  # late: not on every system

    plain, limits = signal.signal(signal.SIGXFSZ, signal.SIG_IGN), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, plain)


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="no limit of a file's size here")
def test_matches_keep_their_names_however_often_the_disc_was_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each change that fails halfway, at once or when it is tried again, leaves no trace."""
    monkeypatch.setattr(databases, "RETRY_S", 0)
    with opened(tmp_path) as database:
        saves, chronicle, names = Saves(database), Chronicle(database), []
        until(lambda: bool(database.rows("SELECT value FROM common WHERE key = 'log'")))
        with full_at(40_000):  # the log of a few changes
            for number in range(20):
                match = begun(seed=number)
                saves.keep(match)
                names.append(chronicle.finish(finish(match), [0]))
            live = begun()
            saves.keep(live)
            assert [keys(database) for _ in range(3)] == [["word.no_disc"], [], []]
            assert database.waiting
        assert keys(database) == []
        assert not database.trouble
        live.play(live.legal()[0])
        saves.keep(live)
        assert saves.names() == [live.extra["match"]]
        assert sorted(line["id"] for line in told(chronicle)) == sorted(names)


def no_room(_: Database) -> sqlite3.Connection:
    """Opening on a disc that is full."""
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    raise error


def test_what_waits_is_written_at_the_end_if_that_works_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path) as database:
        with monkeypatch.context() as patched:
            refuse(patched, lambda: True)
            put_attempts(database, 3)
        assert database.waiting
    with opened(tmp_path) as database:
        assert attempts(database) == 3


def test_in_a_folder_that_cannot_be_written_what_lies_there_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look(_: Path) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    with opened(tmp_path) as database:
        put_attempts(database, 3)
    before = rows_of(tmp_path / "hoard.db")
    monkeypatch.setattr(databases, "look", look)
    with opened(tmp_path) as database:
        assert database.blocked
        assert database.blocked.errno == errno.EROFS
        put_attempts(database, 1, 3)
        assert attempts(database) == 4
        assert keys(database) == ["word.no_disc"]
    assert rows_of(tmp_path / "hoard.db") == before


def test_a_large_database_is_taken_into_memory_without_the_records_of_finished_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "COPIED_LIMIT", 0)
    with opened(tmp_path) as database:
        name = end_match(database)
        match = begun()
        Saves(database).keep(match)
        refuse(monkeypatch, lambda: True)
        put_attempts(database, 1)
        assert database.blocked
        assert Saves(database).open(match.extra["match"]).moves == match.moves
        assert Chronicle(database).kept(name) is None
        assert len(told(Chronicle(database))) == 1


# ---- two programs ----


def test_a_match_that_two_programs_continue_becomes_two(tmp_path: Path) -> None:
    with opened(tmp_path) as one, opened(tmp_path) as two:
        match = begun()
        Saves(one).keep(match)
        name = match.extra["match"]
        other = Saves(two).open(name)
        for played, database in ((match, one), (other, two)):
            played.play(played.legal()[-1])
            Saves(database).keep(played)
        assert other.extra["match"] != name
        assert sorted(Saves(one).names()) == sorted([name, other.extra["match"]])
        assert Saves(two).names("duel") == Saves(one).names("duel")


@pytest.mark.parametrize("first", ["end", "play"])
def test_a_match_that_one_program_ends_and_the_other_continues_becomes_two(tmp_path: Path, first: str) -> None:
    with opened(tmp_path) as one, opened(tmp_path) as two:
        match = begun()
        Saves(one).keep(match)
        other = Saves(two).open(match.extra["match"])
        other.play(other.legal()[-1])
        steps = [lambda: Chronicle(one).finish(finish(match), [0]), lambda: Saves(two).keep(other)]
        for step in steps if first == "end" else steps[::-1]:
            step()
        assert Saves(one).open(Saves(one).names()[0]).moves == other.moves
        found = [Chronicle(two).kept(line["id"]) for line in told(Chronicle(two))]
        assert [kept.moves for kept in found if kept] == [match.moves]


def test_a_match_that_two_programs_end_is_two(tmp_path: Path) -> None:
    with opened(tmp_path) as one, opened(tmp_path) as two:
        match = begun()
        Saves(one).keep(match)
        other = Saves(two).open(match.extra["match"])
        for played, database in ((match, one), (other, two)):
            Chronicle(database).finish(finish(played), [0])
        assert len(told(Chronicle(one))) == 2
        assert Saves(one).names() == []


def test_a_finished_match_stays_whatever_else_bears_its_name(database: Database) -> None:
    match, other = begun(), begun(moves=3)
    Saves(database).keep(match)
    name = other.extra["match"] = match.extra["match"]
    Chronicle(database).finish(finish(match), [0])
    Saves(database).keep(other)
    assert other.extra["match"] != name
    kept = Chronicle(database).kept(name)
    assert kept and kept.moves == match.moves


def test_of_settings_the_last_change_wins_key_by_key(tmp_path: Path) -> None:
    with opened(tmp_path) as one, opened(tmp_path) as two:
        ours, theirs = load_settings(one), load_settings(two)
        ours.sound, theirs.sound, theirs.music = 1, 2, 3
        ours.keys, theirs.keys = {"hint": ["x"], "undo": ["y"]}, {"hint": ["z"]}
        for database, settings in ((one, ours), (two, theirs)):
            save_settings(database, settings, fixed=False)
        found = load_settings(one)
        assert (found.sound, found.music, found.keys) == (2, 3, {"hint": ["z"], "undo": ["y"]})
        before = one.rows("SELECT * FROM settings ORDER BY key")
        ours.full_screen = not ours.full_screen
        save_settings(one, ours, fixed=True)  # the window comes from the command line
        assert one.rows("SELECT * FROM settings ORDER BY key") == before


def test_who_is_removed_while_playing_in_another_program_is_back_with_the_next_move(tmp_path: Path) -> None:
    with opened(tmp_path) as one, opened(tmp_path) as two:
        here, there = People(one), People(two)
        ada = here.add("Ada")
        there.read_again()
        there.choose(ada)
        here.leave(ada)
        assert len(here.all) == 1
        there.matches().keep(begun())
        here.read_again()
        assert [person.name for person in here.all] == ["", "Ada"]


def test_a_program_that_holds_on_to_the_database_is_not_waited_for_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "PATIENCE_S", 0.05)
    with opened(tmp_path) as database:
        with closing(sqlite3.connect(tmp_path / "hoard.db", isolation_level=None)) as hung:
            hung.execute("BEGIN IMMEDIATE")
            put_attempts(database, 2)
            assert (database.locked, database.blocked, attempts(database)) == (True, None, 2)
        monkeypatch.setattr(databases, "RETRY_S", 0)
        assert keys(database) == []
        assert not database.locked
        put_attempts(database, 1, 2)
    with opened(tmp_path) as database:
        assert attempts(database) == 3


def test_while_another_program_makes_the_tables_play_goes_on_without_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "PATIENCE_S", 0.05)
    with closing(sqlite3.connect(tmp_path / "hoard.db", isolation_level=None)) as slow:
        slow.execute("PRAGMA journal_mode = WAL")
        slow.execute("BEGIN IMMEDIATE")
        with opened(tmp_path) as database:
            assert database.locked
            assert [person.id for person in People(database).all] == [""]
            put_attempts(database, 2)
            slow.execute("ROLLBACK")
            monkeypatch.setattr(databases, "RETRY_S", 0)
            assert keys(database) == []
            assert (database.locked, attempts(database)) == (False, 2)


@pytest.mark.parametrize("kind", ["other tables", "later version"])
def test_what_cannot_be_used_is_not_shown_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    with closing(sqlite3.connect(tmp_path / "hoard.db", isolation_level=None)) as con:
        if kind == "later version":
            con.executescript(databases.schema().replace("TABLE lessons", "TABLE courses"))
            con.execute(f"PRAGMA user_version = {VERSION + 1}")
        else:
            con.execute("CREATE TABLE songs (title)")
    monkeypatch.setattr(Database, "opened", no_room)
    with opened(tmp_path) as database:
        put_attempts(database, 2)
        assert (attempts(database), Chronicle(database).lessons()) == (2, [])


MOUNTED = """22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
40 22 0:33 / {place} rw,relatime shared:1 - nfs4 server:/home rw
41 22 0:34 / {place}/here rw - ext4 /dev/sdb1 rw
"""


def test_on_a_network_only_one_program_has_the_database_and_the_other_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mounts, folder = tmp_path / "mounts", tmp_path / "far"
    mounts.write_text(MOUNTED.format(place=folder))
    monkeypatch.setattr(places, "MOUNTS", mounts)
    assert [places.on_network(path) for path in (folder, folder / "a", folder / "here", tmp_path)] == [
        True, True, False, False,
    ]  # fmt: skip
    monkeypatch.setattr(databases, "RETRY_S", 0)
    with opened(folder) as one:
        put_attempts(one, 3)
        with opened(folder) as two:
            assert two.locked
            put_attempts(two, 1, 3)
            assert attempts(one) == 3
            assert keys(two) == []
            one.close()
            assert keys(two) == []
            assert (two.locked, attempts(two)) == (False, 4)


# ---- damage ----


def damage(path: Path, share: float = 0.5, size: int = 6000) -> bytes:
    """Overwrites a part of a file; its bytes afterwards."""
    data = bytearray(path.read_bytes())
    start = int(len(data) * share)
    data[start : start + size] = bytes(byte ^ 0x5A for byte in data[start : start + size])
    path.write_bytes(data)
    return bytes(data)


def test_a_value_of_another_type_is_refused_and_where_it_stands_all_the_same_it_is_damage(tmp_path: Path) -> None:
    with opened(tmp_path) as database:
        put_attempts(database, 3)
        with pytest.raises(sqlite3.IntegrityError):
            database.change(lambda con: con.execute("UPDATE attempts SET date = ?", [b"\xff"]))
    data = (tmp_path / "hoard.db").read_bytes()
    with closing(sqlite3.connect(tmp_path / "hoard.db", isolation_level=None)) as con:
        con.execute("PRAGMA writable_schema = ON")
        con.execute("UPDATE sqlite_master SET sql = replace(sql, ') STRICT', ')') WHERE name = 'attempts'")
    assert (tmp_path / "hoard.db").read_bytes() != data
    with opened(tmp_path) as database:
        assert keys(database) == ["word.rescued"]
        assert attempts(database) == 3


def spoil_number(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as con:
        con.execute("PRAGMA ignore_check_constraints = ON")
        con.execute("UPDATE matches SET seconds = 1e308")


@pytest.mark.parametrize("copies", [0, 2])
def test_a_number_out_of_its_range_is_damage_and_only_a_sound_copy_has_its_row(tmp_path: Path, copies: int) -> None:
    """copies: how many of the two have such a number too."""
    for seed in (11, 12):
        with opened(tmp_path) as database:
            end_match(database, seed)
    for path in [tmp_path / "hoard.db", *(tmp_path / name for name in COPIES[:copies])]:
        spoil_number(path)
    with opened(tmp_path) as database:
        assert keys(database) == ["word.rescued"]
        assert len(told(Chronicle(database))) == (0 if copies else 2)
        assert not database.rows("SELECT * FROM matches WHERE seconds > 1e9")


def test_a_database_of_version_3_takes_over_the_ranges_of_its_numbers(tmp_path: Path) -> None:
    with opened(tmp_path) as database:
        end_match(database)
    with closing(sqlite3.connect(tmp_path / "hoard.db", isolation_level=None)) as con:
        con.execute("PRAGMA writable_schema = ON")
        tables = con.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
        for name, sql in tables:
            earlier = re.sub(r"( CHECK \(((?!state)[^()]|\([^()]*\))*\))", "", sql)
            con.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", [earlier, name])
        con.execute("PRAGMA user_version = 3")
    with opened(tmp_path) as database:
        assert keys(database) == []
        assert len(told(Chronicle(database))) == 1
        with pytest.raises(sqlite3.IntegrityError):
            database.change(lambda con: con.execute("UPDATE matches SET seconds = 1e308"))


def test_a_record_that_two_matches_share_goes_with_the_second(database: Database) -> None:
    saves = Saves(database)
    for seed in (1, 2):
        saves.keep(begun(seed=seed))
    database.change(lambda con: con.execute("UPDATE matches SET record = (SELECT min(record) FROM matches)"))
    for name in saves.names("duel"):
        saves.drop(name)
    assert database.rows("SELECT count(*) FROM matches") == [(0,)]
    assert database.rows("SELECT count(*) FROM records") == [(1,)]  # of the second match, which nothing leads to


@pytest.mark.parametrize("share", [0.0, 0.2, 0.4, 0.6, 0.8])
def test_of_a_damaged_database_all_is_kept_that_a_copy_or_the_file_still_holds(tmp_path: Path, share: float) -> None:
    with opened(tmp_path) as database:
        put_attempts(database, 2000)
    with opened(tmp_path) as database:
        put_attempts(database, 20, 2000)  # after the last good copy
    (tmp_path / COPIES[0]).unlink()
    (tmp_path / COPIES[1]).rename(tmp_path / COPIES[0])
    spoilt = damage(tmp_path / "hoard.db", share)
    with opened(tmp_path) as database:
        assert keys(database) == ["word.rescued"]
        assert attempts(database) >= 2000
        if share:
            assert attempts(database) == 2020
        check_pages(database.con)
        assert database.rows("PRAGMA foreign_key_check") == []
    assert (tmp_path / "aside" / "hoard.db").read_bytes() == spoilt


LEAVES_A_LOG = """
import os, signal, sys
from pathlib import Path
from native.store.database import Database
from tests.test_database import put_attempts

put_attempts(Database(Path(sys.argv[1])), 20, 2000)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows moves no open file")
def test_with_a_log_beside_it_a_damaged_database_is_set_aside_byte_for_byte(tmp_path: Path) -> None:
    with opened(tmp_path) as database:
        put_attempts(database, 2000)
    subprocess.run([sys.executable, "-c", LEAVES_A_LOG, str(tmp_path)], cwd=ROOT, check=False)
    damage(tmp_path / "hoard.db")
    names = ("hoard.db", "hoard.db-wal")
    before = [(tmp_path / name).read_bytes() for name in names]
    with opened(tmp_path) as database:
        assert keys(database) == ["word.rescued"]
        assert attempts(database) == 2020
    assert [(tmp_path / "aside" / name).read_bytes() for name in names] == before


def test_without_any_copy_the_rows_that_can_be_read_are_kept(tmp_path: Path) -> None:
    with opened(tmp_path) as database:
        name = end_match(database)
        put_attempts(database, 2000)
    for copy in COPIES:
        (tmp_path / copy).unlink(missing_ok=True)
    damage(tmp_path / "hoard.db", 0.6, 5000)
    with opened(tmp_path) as database:
        assert keys(database) == ["word.rescued"]
        assert 1800 < attempts(database) <= 2000
        assert Chronicle(database).kept(name)


def test_a_copy_that_is_damaged_too_is_left_and_the_older_one_taken(tmp_path: Path) -> None:
    for start in (0, 2000):
        with opened(tmp_path) as database:
            put_attempts(database, 2000, start)
    damage(tmp_path / COPIES[0], 0.3)
    (tmp_path / "hoard.db").write_bytes(b"nothing")
    with opened(tmp_path) as database:
        assert attempts(database) == 2000


def test_a_copy_with_tables_of_somebody_else_is_no_good_one(tmp_path: Path) -> None:
    for start in (0, 3):
        with opened(tmp_path) as database:
            put_attempts(database, 3, start)
    with closing(sqlite3.connect(tmp_path / COPIES[0], isolation_level=None)) as con:
        con.execute('CREATE TABLE "people; DROP TABLE people" (id)')
    (tmp_path / "hoard.db").unlink()
    with opened(tmp_path) as database:
        assert keys(database) == ["word.from_copy"]
        assert attempts(database) == 3
    (tmp_path / "hoard.db").write_bytes(b"nothing")
    with opened(tmp_path) as database:
        assert attempts(database) == 3


@pytest.mark.parametrize("kind", ["missing", "empty"])
def test_where_only_copies_lie_the_newest_good_one_is_taken_and_that_is_said(tmp_path: Path, kind: str) -> None:
    for start in (0, 3):
        with opened(tmp_path) as database:
            put_attempts(database, 3, start)
    if kind == "missing":
        (tmp_path / "hoard.db").unlink()
    else:
        (tmp_path / "hoard.db").write_bytes(b"")
    with opened(tmp_path) as database:
        assert keys(database) == ["word.from_copy"]
        assert attempts(database) == 6
    (tmp_path / "hoard.db").unlink()
    damage(tmp_path / COPIES[0], 0.3)
    with opened(tmp_path) as database:
        assert attempts(database) in (3, 6)
    with opened(tmp_path) as database:
        assert keys(database) == []


def test_a_large_database_is_copied_once_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "COPIED_LIMIT", 0)
    newest = tmp_path / COPIES[0]
    for number, (copied_before, copied) in enumerate([(0, True), (10, False), (90_000, True), (-10, True)]):
        if number:
            os.utime(newest, (time.time() - copied_before,) * 2)
        before = newest.stat().st_mtime_ns if number else 0
        with opened(tmp_path) as database:
            put_attempts(database, 1, number)
        assert (newest.stat().st_mtime_ns != before) == copied, number


def test_damage_that_is_found_while_playing_is_mended_at_once(tmp_path: Path) -> None:
    with opened(tmp_path) as database:
        put_attempts(database, 2000)
    with opened(tmp_path) as database:
        database.con.execute("PRAGMA cache_size = 0")
        damage(tmp_path / "hoard.db", 0.3, 100_000)
        assert len(Chronicle(database).attempts("duel")) == 2000
        assert keys(database) == ["word.rescued"]


def test_a_large_database_is_checked_while_it_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(tmp_path) as database:
        put_attempts(database, 2000)
    monkeypatch.setattr(databases, "CHECKED_AT_ONCE", 0)
    checked: list[Any] = []
    plain = SyncThread.check

    def check(self: SyncThread, con: sqlite3.Connection) -> None:
        plain(self, con)
        checked.append(self.damage)

    monkeypatch.setattr(SyncThread, "check", check)
    damage(tmp_path / "hoard.db", 0.5)
    with opened(tmp_path) as database:
        assert database.sync
        database.sync.close()
        assert isinstance(checked[0], Misshapen | sqlite3.DatabaseError)
        assert "word.rescued" in keys(database)
        assert attempts(database) == 2000
