"""What cannot be read for a moment, or never, by this user: it stays where it is, is told and tried
again; only what was read and is bad is set aside."""

from __future__ import annotations

import contextlib
import errno
import gc
import json
import os
import resource
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from native import BadRecord
from native.play.duplicate import DuplicateMatch
from native.profile.hoard import Hoard
from native.records import read_plain
from native.store import folder as folders
from native.store.chronicle import Chronicle
from native.store.database import Database
from native.store.people import People
from native.store.saves import Saves
from native.store.settings import Settings, load_settings
from tests.kept import begun, contents, ended, lying, opened, through_all
from tests.screen import screen

PASSING = [errno.EMFILE, errno.EIO, errno.ENOMEM, errno.EACCES, errno.ESTALE]


def full_folder(folder: Path) -> dict[str, bytes]:
    """A folder in which something of everything is kept; all its bytes by name."""
    with opened(folder) as database:
        database.write("settings.json", json.dumps({"sound": 7}))
        People(database).add("Anna")
        Saves(database).keep(begun())
        Chronicle(database).finish(ended(), [0])
        Chronicle(database).add("lesson-x", {"lesson": "x"})
        database.write("statistics.json", "[]")
        DuplicateMatch.begin(database, "", "duel", "drake", 3, 4, ["A"])
    return contents(folder)


def failing(number: int, after: int = 10**9) -> Callable[[Path, int], bytes]:
    """A read_plain that fails so many times."""
    left = [after]

    def read(path: Path, limit: int) -> bytes:
        if not path.exists():
            raise FileNotFoundError
        left[0] -= 1
        if left[0] >= 0:
            raise OSError(number, os.strerror(number))
        return read_plain(path, limit)

    return read


def fail(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Has every read fail."""
    read = failing(number)
    monkeypatch.setattr(folders, "read_plain", read)
    monkeypatch.setattr(folders, "read_part", lambda path, _, size: read(path, size))


@pytest.mark.parametrize("number", PASSING, ids=errno.errorcode.__getitem__)
def test_what_cannot_be_read_stays_where_it_is_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    before = full_folder(tmp_path)
    fail(monkeypatch, number)
    database = Database(tmp_path)
    assert load_settings(database) == Settings()
    assert People(database).all[0].name == ""
    assert Saves(database).list("duel") == []
    chronicle = Chronicle(database)
    assert (told(chronicle, ""), chronicle.peek(chronicle.record_ids()[0])) == ([], None)
    hoard = Hoard(chronicle)
    hoard.read_on()
    assert not hoard.index.whole
    assert DuplicateMatch.load(database, "") is None
    for refused in (chronicle.forget, partial(database.refuse_unread, "duplicate.json")):
        with pytest.raises(BadRecord):
            refused()
    (key, values) = database.complaints()[0]
    assert (key, values["why"]) == ("word.unread", os.strerror(number))
    assert values["count"] == len(database.unread)
    assert database.complaints() == []
    assert contents(tmp_path) == before
    monkeypatch.undo()
    database.read_again()
    assert "settings.json" in database.came_back()
    assert (load_settings(database).sound, len(told(Chronicle(database), ""))) == (7, 2)
    hoard.index.again = 0.0
    assert hoard.read_on() and hoard.games == 1
    database.close()


@pytest.mark.parametrize("number", PASSING, ids=errno.errorcode.__getitem__)
def test_an_error_of_a_moment_is_tried_again(database: Database, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    database.write("settings.json", '{"sound": 7}')
    lasting = number == errno.EACCES
    monkeypatch.setattr(folders, "read_plain", failing(number, 1))
    assert load_settings(database).sound == (Settings().sound if lasting else 7)
    assert load_settings(database).sound == 7
    assert (database.aside, bool(database.complaints())) == ([], lasting)


def test_with_no_file_to_be_opened_nothing_is_set_aside(tmp_path: Path) -> None:
    before = full_folder(tmp_path)
    database = Database(tmp_path)
    database.close()  # its thread, which opens files too
    gc.collect()
    taken: list[int] = []
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 256), hard))
    try:
        with contextlib.suppress(OSError):
            while True:
                taken.append(os.dup(0 if os.isatty(0) else 2))
        assert load_settings(database) == Settings()
        assert (Saves(database).list("duel"), told(Chronicle(database), "")) == ([], [])
        assert Chronicle(database).record_ids() == []
        assert not database.is_new()
    finally:
        for handle in taken:
            os.close(handle)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert {"settings.json", "statistics.json", "saves", "records"} <= {*database.unread, *database.back}
    assert load_settings(database).sound == 7
    assert len(Saves(database).list("duel")) == len(told(Chronicle(database))) == 1
    assert contents(tmp_path) == before


def test_a_synced_form_replaces_only_what_was_read_and_is_spoilt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "settings.json").write_text('{"sound": 2}')
    (tmp_path / ".settings.json.hoard-before").write_text('{"sound": 1}')
    fail(monkeypatch, errno.EIO)
    Database(tmp_path).close()
    assert lying(tmp_path) == [".settings.json.hoard-before", "settings.json"]
    monkeypatch.undo()
    database = Database(tmp_path)
    assert (load_settings(database).sound, lying(tmp_path)) == (2, ["settings.json"])
    database.close()


@pytest.mark.long
def test_the_arcade_goes_on_with_files_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = full_folder(tmp_path)
    fail(monkeypatch, errno.EIO)
    with screen(tmp_path) as s:
        through_all(s)
        s.app.show_duplicate()
        monkeypatch.undo()
        s.app.session.database.read_again()
        s.app.turn()
        assert (s.app.session.hoard.games, s.app.session.settings.sound) == (1, 7)
    for name in ("history.jsonl", "people.json", "duplicate.json"):
        assert (tmp_path / name).read_bytes() == before[name]
    assert lying(tmp_path / "aside") == []
