"""The real program killed at twenty moments loses nothing that it had shown; what is missing would be noticed."""

from __future__ import annotations

import os
import random
import shlex
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from native import Match
from native.store.chronicle import Chronicle
from native.store.saves import Saves
from native.store.settings import Settings
from tests.campaign import kill
from tests.campaign.fuzz import seed_of_the_tree
from tests.campaign.kill import Lost, Told
from tests.kept import finish, opened, put_setting

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the kills of other systems")


@pytest.mark.long
def test_twenty_kills_in_all_ways_lose_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    done = kill.campaign(20, seed_of_the_tree(), os.cpu_count() or 1)
    with capsys.disabled():
        print(f"\nkills: {done}")
    assert done["lost"] == []
    assert done["ways"] == {name: times for name, (times, _) in kill.WAYS.items()}
    assert done["shown"]["moves"] > 20


@pytest.mark.long
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux loads a library before a program")
def test_a_program_is_played_and_killed_from_within(tmp_path: Path) -> None:
    """The sources stand for a frozen program, started by a file of their own."""
    file = tmp_path / "hoard"
    file.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} game.py "$@"\n')
    file.chmod(0o755)
    done = kill.campaign(4, seed_of_the_tree(), os.cpu_count() or 1, file)
    assert (done["kills"], done["lost"]) == (4, [])
    assert done["shown"]["moves"] > 2


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A match of four moves under way, a finished one, and settings."""
    kill.first_match(tmp_path)
    with opened(tmp_path) as database:
        Chronicle(database).finish(finish(Match("duel", seed=4, seats=["human", "random"])), [0])
        put_setting(database, "music", 50)
    return tmp_path


OPTIONS = {"music": 50, "colour_blind": False, "table": "night"}


def told(folder: Path, moves: int = 4, ends: int = 1) -> list[Told]:
    with opened(folder) as database:
        name = Saves(database).names("duel")[0]
    return [Told({name: moves}, ends, OPTIONS)]


def test_a_folder_that_holds_what_was_shown_passes(folder: Path) -> None:
    assert Settings().music != 50
    kill.check_folder(folder, told(folder))
    kill.check_folder(folder, told(folder, moves=3, ends=0))


def kept(**more: Any) -> bool:
    """Whether options count as kept where these are what is found."""
    return kill.are_kept([OPTIONS], Settings.of(OPTIONS | more))


def test_one_option_may_be_one_press_away_round_the_end_too() -> None:
    volumes = kill.OPTIONS["music"]
    for number, volume in enumerate(volumes):
        near = {volumes[number - 1], volumes[(number + 1) % len(volumes)]}
        assert {other for other in volumes if kill.next_to("music", volume, other)} == near
    assert kept() and kept(music=60) and kept(colour_blind=True)
    assert not kept(music=70)
    assert not kept(music=60, colour_blind=True)


def spoilt(statement: str) -> Callable[[Path], object]:
    """Something is changed in the database."""

    def spoil(folder: Path) -> None:
        with closing(sqlite3.connect(folder / "hoard.db", isolation_level=None)) as con:
            con.execute(statement)

    return spoil


PLANTED: dict[str, tuple[Callable[[Path], object], str]] = {
    "a move": (lambda folder: folder, "5 moves were shown, 4 are kept"),
    "a match": (spoilt("DELETE FROM matches WHERE state = 'open'"), "4 moves were shown, -1 are kept"),
    "a record": (spoilt("UPDATE matches SET record = NULL WHERE state = 'finished'"), "1 ends were shown, 0 records"),
    "a result": (spoilt("UPDATE matches SET share = NULL"), "0 results"),
    "settings": (spoilt("DELETE FROM settings"), "options"),
    "a damaged file": (lambda folder: (folder / "hoard.db").write_text("{"), "-1 are kept|complaints"),
}


@pytest.mark.parametrize("what", PLANTED)
def test_what_is_missing_is_noticed(folder: Path, what: str) -> None:
    shown = told(folder, moves=5 if what == "a move" else 4)
    spoil, words = PLANTED[what]
    spoil(folder)
    with pytest.raises(Lost, match=words):
        kill.check_folder(folder, shown)


def test_a_program_that_ends_by_itself_is_noticed(tmp_path: Path) -> None:
    program = kill.Trial(tmp_path, random.Random(1)).start(lambda: os.close(2))
    program.process.kill()
    program.process.wait()
    with pytest.raises(Lost, match="ended by itself"):
        program.kill()


def test_lines_that_are_not_whole_were_not_shown() -> None:
    lines = ["match a-1 2", "match a-1 3", "end 1", "set music 40", 'set table "day"', "search 1", "match a-1 4"]
    assert Told.of("\n".join(lines)) == Told({"a-1": 3}, 1, {"music": 40, "table": "day"}, True)
