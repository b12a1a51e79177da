"""The real program killed at twenty moments loses nothing that it had shown; what is missing would be noticed."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from native import Match
from native.parlour.folder import Keeper
from native.parlour.keeping import Chronicle, Matches, Settings
from native.parlour.theme import THEME
from tests.campaign import kill
from tests.campaign.fuzz import seed_of_the_tree
from tests.campaign.kill import Lost, Told

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the kills of other systems")


def test_twenty_kills_in_all_ways_lose_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    done = kill.campaign(20, seed_of_the_tree(), os.cpu_count() or 1)
    with capsys.disabled():
        print(f"\nkills: {done}")
    assert done["lost"] == []
    assert done["ways"] == {name: times for name, (times, _) in kill.WAYS.items()}
    assert done["shown"]["moves"] > 20


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A match of four moves under way, a finished one, and settings."""
    kill.first_match(tmp_path)
    keeper = Keeper(tmp_path)
    match = Match("duel", seed=4, seats=["human", "random"])
    while not match.over:
        match.play(match.legal()[0])
    Chronicle(keeper).finish(match, [0])
    keeper.write("settings.json", '{"music": 50}')
    keeper.close()
    return tmp_path


def told(folder: Path, moves: int = 4, ends: int = 1, music: int = 50) -> list[Told]:
    keeper = Keeper(folder)
    name = Matches(keeper).names("duel")[0]
    keeper.close()
    return [Told({name: moves}, ends, music)]


def test_a_folder_that_holds_what_was_shown_passes(folder: Path) -> None:
    assert Settings().music != 50
    kill.check_folder(folder, told(folder))
    kill.check_folder(folder, told(folder, moves=3, ends=0))


def test_a_volume_may_be_one_press_away_round_the_end_too() -> None:
    volumes = THEME["options"]["music"]
    for number, volume in enumerate(volumes):
        near = {volumes[number - 1], volume, volumes[(number + 1) % len(volumes)]}
        assert {other for other in volumes if kill.next_to(volume, other)} == near


def drop(pattern: str) -> Callable[[Path], object]:
    return lambda folder: next(folder.glob(pattern)).unlink()


PLANTED: dict[str, tuple[Callable[[Path], object], str]] = {
    "a match": (drop("saves/*.json"), "4 moves were shown, -1 are kept"),
    "a record": (drop("records/*.json"), "1 ends were shown, 0 records"),
    "a line": (drop("history.jsonl"), "0 lines of history"),
    "settings": (drop("settings.json"), "music"),
    "a damaged file": (lambda folder: (folder / "settings.json").write_text("{"), "music|set aside"),
}


@pytest.mark.parametrize("what", PLANTED)
def test_what_is_missing_is_noticed(folder: Path, what: str) -> None:
    shown = told(folder)
    spoil, words = PLANTED[what]
    spoil(folder)
    with pytest.raises(Lost, match=words):
        kill.check_folder(folder, shown)


def test_a_move_that_is_not_kept_is_noticed(folder: Path) -> None:
    with pytest.raises(Lost, match="5 moves were shown, 4 are kept"):
        kill.check_folder(folder, told(folder, moves=5))


def test_a_program_that_ends_by_itself_is_noticed(tmp_path: Path) -> None:
    program = kill.Program(tmp_path, 1, "duel", before=lambda: os.close(2))
    program.process.kill()
    program.process.wait()
    with pytest.raises(Lost, match="ended by itself"):
        program.kill()


def test_lines_that_are_not_whole_were_not_shown() -> None:
    assert Told.of("match a-1 2\nmatch a-1 3\nend 1\nmusic 40\nmatch a-1 4") == Told({"a-1": 3}, 1, 40)
