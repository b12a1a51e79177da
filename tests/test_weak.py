"""The bench of weak machines: what runs within the quota has a tenth of a core, however it is set."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from native import GAMES, Match
from native.tools import weak

pytestmark = pytest.mark.skipif(os.name != "posix", reason="no quota on other systems")

BUSY_S = 0.2
BUSY = f"""
import time
print("begun", flush=True)
while time.process_time() < {BUSY_S}: pass
print(input())
"""


@pytest.mark.parametrize("may", [True, False])
@pytest.mark.long
def test_what_runs_within_the_quota_takes_several_times_as_long(may: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not may:
        monkeypatch.setattr(weak, "GROUPS", ())
    with weak.control_group() as group:
        assert may or group is None
        told, moments = weak.run([sys.executable, "-S", "-c", BUSY], group, "hoard\n")
    assert told == "begun\nhoard\n"
    assert moments[1] - moments[0] > 3 * BUSY_S
    assert group is None or not group.exists()


def test_a_program_that_fails_is_told() -> None:
    with pytest.raises(RuntimeError, match="status 3"):
        weak.run([sys.executable, "-S", "-c", "raise SystemExit(3)"], None)


def test_an_ordinary_folder_is_no_control_group(tmp_path: Path) -> None:
    assert weak.made_group(tmp_path) is None
    assert weak.made_group(tmp_path / "nowhere") is None
    assert not list(tmp_path.iterdir())


def test_a_decision_that_is_cut_short_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"seconds": 4.05, "status": "time"}
    asked: list[str] = []

    def run(words: list[str], _group: None, said: str) -> tuple[str, list[float]]:
        asked.extend([*words, said])
        return json.dumps(told), [5.0]

    monkeypatch.setattr(weak, "run", run)
    assert weak.decision(["hoard"], Match("duel", seed=3), None) == (4.05, True)
    told["status"] = "done"
    assert weak.decision(["hoard"], Match("duel", seed=3), None) == (4.05, False)
    assert json.loads(asked[-1])["seed"] == 3


def test_dragon_decides_at_the_beginning_and_amid_every_game() -> None:
    for game in GAMES:
        first, later = weak.positions(game)
        assert (first.moves, later.over) == ([], False)
        assert len(later.moves) > 2
