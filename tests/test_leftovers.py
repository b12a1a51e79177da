"""What a killed one-file program leaves is removed by the next one: only what is ours, old and not in use."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

import build
from native.store import leftovers

on_posix = pytest.mark.skipif(os.name == "nt", reason="locks as POSIX has them")


def unpacked(place: Path, name: str, mark: bool = True) -> Path:
    """A folder as the one-file program unpacks itself into."""
    folder = place / name
    (folder / "assets").mkdir(parents=True)
    (folder / "assets" / "some").write_text("thing")
    if mark:
        (folder / leftovers.MARK).touch()
    return folder


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of this program, which would be frozen."""
    folder = unpacked(tmp_path, "_MEIown")
    monkeypatch.setattr(sys, "_MEIPASS", str(folder), raising=False)
    monkeypatch.setattr(leftovers, "YOUNG_S", -1.0)
    held: list[IO[bytes]] = []
    monkeypatch.setattr(leftovers, "_held", held)
    yield folder
    for file in held:
        file.close()


def names(place: Path) -> set[str]:
    return {path.name for path in place.iterdir()}


def test_what_others_left_goes_and_nothing_else(own: Path) -> None:
    place = own.parent
    for name in ("_MEIa", "_MEIb.gone"):
        unpacked(place, name)
    unpacked(place, "_MEIforeign", mark=False)
    unpacked(place, "elsewhere")
    (place / "_MEIlink").symlink_to(place / "elsewhere")
    assert leftovers.clear_leftovers() == 2
    assert names(place) == {"_MEIown", "_MEIforeign", "elsewhere", "_MEIlink"}
    assert leftovers.clear_leftovers() == 0


def test_a_young_folder_may_belong_to_a_program_that_starts(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leftovers, "YOUNG_S", 60.0)
    unpacked(own.parent, "_MEIa")
    assert leftovers.clear_leftovers() == 0


@on_posix
def test_a_folder_in_use_stays_until_its_program_ends(own: Path) -> None:
    used = unpacked(own.parent, "_MEIused")
    leftovers.hold(used)  # as another program does; its lock ends when the file is closed, even by a kill
    assert leftovers.clear_leftovers() == 0
    assert used.exists()
    leftovers._held[0].close()
    assert leftovers.clear_leftovers() == 1
    assert not used.exists()


def test_a_program_that_is_not_frozen_or_lies_in_a_folder_touches_nothing(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unpacked(own.parent, "_MEIa")
    monkeypatch.setattr(sys, "_MEIPASS", str(own.parent / "_internal"))
    assert leftovers.clear_leftovers() == 0
    monkeypatch.delattr(sys, "_MEIPASS")
    assert leftovers.clear_leftovers() == 0


def test_freezing_lays_the_mark_that_is_looked_for() -> None:
    assert build.MARK == leftovers.MARK


@on_posix
def test_the_folder_itself_is_locked_which_cleaners_of_the_system_heed(own: Path) -> None:
    """systemd-tmpfiles removes nothing below a folder that is locked."""
    import fcntl

    leftovers.clear_leftovers()
    place = os.open(own, os.O_RDONLY)
    try:
        with pytest.raises(BlockingIOError):
            fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
    finally:
        os.close(place)
