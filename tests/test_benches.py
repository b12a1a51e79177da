"""The benchmarks: the headline table, those that the arcade adds, and what a weak machine is."""

from __future__ import annotations

import json
import os
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from native.tools import benches, commands

TIMED = {"median_ms": 1234.5, "max_ms": 0.0123, "n": 7}
BUSY_S = 0.2
BUSY = f"""
import json, subprocess, sys, time
def work():
    while time.process_time() < {BUSY_S}: pass
if sys.argv[2] == "child":
    work()
elif sys.argv[2] == "broken":
    sys.exit(3)
else:
    subprocess.run([sys.executable, __file__, "bench", "child"], check=True)
    print(json.dumps({{sys.argv[2]: {{"n": 1}}}}))
"""


def timed() -> dict[str, Any]:
    return TIMED


def test_headlines_are_a_table_to_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each heading once with its columns, each line with its figures; what has no bench is left out."""
    lines = {
        ("Solvers", "duel"): timed,
        ("Solvers", "tricks"): lambda: TIMED | {"median_ms": 15.25},
        ("Games", "duel"): lambda: {"median_ms": 1.0, "max_ms": 1.0, "n": 9, "per_s": 1000000},
        ("Arcade", "a frame"): "draw/1x1",
        ("Arcade", "another frame"): "draw/2x2",
    }
    monkeypatch.setattr(benches, "HEADLINES", lines)
    assert commands.main(["bench", "--headlines"], {"draw/1x1": timed}) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [row for row in rows if row] == [
        ["Solvers", "median", "longest", "samples"],
        ["duel", "1.23", "s", "12.3", "µs", "7"],
        ["tricks", "15.2", "ms", "12.3", "µs", "7"],
        ["Games", "a", "second"],
        ["duel", "1,000,000"],
        ["Arcade", "median", "longest", "samples"],
        ["a", "frame", "1.23", "s", "12.3", "µs", "7"],
    ]
    assert commands.main(["bench", "--headlines", "duel"], {}) == 1
    assert "name no benches" in capsys.readouterr().err


def test_every_headline_names_a_bench_that_there_is() -> None:
    named = {one for one in benches.HEADLINES.values() if isinstance(one, str)}
    assert named - {*benches.BENCHES} == {"start", "draw/1280x720", "draw/1920x1080"}
    assert {heading for heading, _ in benches.HEADLINES} == {
        benches.SOLVERS, benches.DECISIONS, benches.RULES, benches.SCREEN
    }  # fmt: skip


def test_extra_benches_join(capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.main(["bench", "start"], {"start": lambda: {"first_frame_ms": 1.0}}) == 0
    assert json.loads(capsys.readouterr().out) == {"start": {"first_frame_ms": 1}}


@pytest.mark.skipif(os.name != "posix", reason="processes cannot be paused here")
@pytest.mark.long
def test_on_a_weak_machine_a_program_and_its_children_take_several_times_as_long(tmp_path: Path) -> None:
    (tmp_path / "busy.py").write_text(BUSY)
    weakly = partial(benches.weakly, [sys.executable, "-S", str(tmp_path / "busy.py")])
    begun = time.perf_counter()
    assert weakly("whole") == {"n": 1}
    assert time.perf_counter() - begun > 3 * BUSY_S
    with pytest.raises(RuntimeError, match="broken ended with status 3"):
        weakly("broken")


@pytest.mark.long
def test_dragon_decides_twice_at_a_table_and_what_is_cut_short_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    for most, cut in ((0, 0), (1, 2)):
        monkeypatch.setattr(benches, "search_ms", lambda _most, most=most: most)
        found = benches.bench_table("heart")
        assert (found["n"], found["cut_short"]) == (2, cut)
