"""Long work: all results in order whatever the threads, progress where somebody can see it, Ctrl+C keeps what there
is."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import native
from native import Match
from native.tools import arena, benches, commands
from native.tools.jobs import Meter, carried_out

ROOT = Path(native.__file__).resolve().parent.parent


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("jobs", [0, 1, 2, 7])
def test_results_are_those_of_the_tasks_in_their_order(jobs: int) -> None:
    tasks = [partial(pow, number, 2) for number in range(50)]
    assert list(carried_out("squares", tasks, jobs).items()) == [(n, n * n) for n in range(50)]
    assert carried_out("nothing", [], jobs) == {}


def test_so_many_are_worked_on_at_a_time() -> None:
    both = threading.Barrier(2, timeout=20)
    assert len(carried_out("pairs", [both.wait] * 2, 2)) == 2


def test_an_error_comes_back() -> None:
    with pytest.raises(ZeroDivisionError):
        carried_out("division", [partial(divmod, 1, 0)])


def test_ctrl_c_keeps_what_is_done() -> None:
    wait = threading.Event()

    def interrupt() -> int:
        signal.raise_signal(signal.SIGINT)
        return 2

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        found = carried_out("work", [lambda: 1, interrupt, lambda: int(wait.wait(60))])
    finally:
        wait.set()
        signal.signal(signal.SIGINT, before)
    assert 2 not in found
    assert found.get(0) == 1


# ---- progress ----


def test_a_terminal_has_a_moving_line_that_goes_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    out = Terminal()
    meter = Meter("arena", 400, out)
    meter.show(0)
    assert out.getvalue() == ""
    now[0] = 60
    meter.show(100)
    meter.show(101)  # too soon
    assert out.getvalue() == "\rarena: 100 of 400, 60 s, about 3 min to go"
    meter.end()
    last = out.getvalue().split("\r")
    assert last[-2].strip() == last[-1] == ""


def test_elsewhere_there_is_a_line_every_half_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    out = io.StringIO()
    meter = Meter("bench", 10, out)
    for second in range(100):
        now[0] = second
        meter.show(second // 30)
    meter.end()
    assert out.getvalue().splitlines() == [
        "bench: 1 of 10, 30 s, about 4 min to go",
        "bench: 2 of 10, 60 s, about 4 min to go",
        "bench: 3 of 10, 90 s, about 4 min to go",
    ]


def test_a_closed_standard_error_stops_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert carried_out("quiet", [lambda: 1]) == {0: 1}


# ---- arena ----


def test_jobs_change_no_figure_of_the_arena() -> None:
    one, three = (arena.contest("duel", {}, ["greedy", "random"], 12, 3, jobs=jobs) for jobs in (1, 3))
    for found in (one, three):
        del found["ms_per_move"]
    assert one == three


@pytest.mark.long
def test_an_arena_that_is_stopped_prints_its_figures_so_far() -> None:
    words = ["arena", "--game", "duel", "--seats", "greedy,random", "--games", "1000000", "--seed", "1"]
    arenas = subprocess.Popen(
        [sys.executable, "-c", STOPPING, *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    out, error = arenas.communicate(timeout=120)
    assert (arenas.returncode, error) == (0, b"")
    found = json.loads(out)
    assert found["stopped"] is True
    assert found["games"] == 2 * found["deals"] >= 20
    assert set(found["elo"]) == {"greedy-random"}


STOPPING = """
import os, signal, sys
from native import Match
from native.tools import arena, commands
play, count = arena.play_deal, []
def counted(*words):
    count.append(play(*words))
    if len(count) == 12:
        os.kill(os.getpid(), signal.SIGINT)
    return count[-1]
arena.play_deal = counted
sys.exit(commands.main(sys.argv[1:]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="signals as POSIX has them")
def test_benches_that_are_stopped_print_those_that_are_done() -> None:
    code = """
import os, signal, sys, threading
from native.tools import benches, commands
def stop():
    os.kill(os.getpid(), signal.SIGINT)
    threading.Event().wait(60)
benches.BENCHES = {"a": lambda: {"n": 1}, "b": stop, "c": lambda: {"n": 3}}
sys.exit(commands.main(["bench"]))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False, timeout=60)
    assert (done.returncode, json.loads(done.stdout)) == (0, {"a": {"n": 1}})


@pytest.mark.parametrize(("line", "deals"), [
    ("arena --game duel --seats greedy,random --games 14 --seed 3", 7),
    ("exploit --from 3 --games 10 --seed 4 --level hatchling --budget 0.05", 5),
], ids=["arena", "exploit"])  # fmt: skip
def test_joined_shards_are_the_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, deals: int
) -> None:
    def printed(*words: str) -> dict[str, Any]:
        assert commands.main(words) == 0
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return found

    whole, files = printed(*line.split()), []
    for part in range(3):
        found = printed(*line.split(), "--shard", f"{part}/3", "--jobs", "2")
        numbers = [deal["deal"] if isinstance(deal, dict) else deal[0] for deal in found["played"]]
        assert numbers == list(range(part, deals, 3))
        files.append(tmp_path / f"{part}.json")
        files[-1].write_text(json.dumps(found))
    joined = printed("join", *map(str, reversed(files)))
    assert set(joined) == set(whole)
    for one in (joined, whole):
        times = one.pop("ms_per_move", {}), one.pop("seconds", 0)
        assert set(times[0]) == ({"greedy", "random"} if line.startswith("arena") else set())
    assert joined == whole
    assert printed("join", str(files[1]), str(files[1]))["games"] == 4
    files[2].write_text(files[2].read_text().replace('"seed": ', '"seed": 5'))
    assert commands.main(["join", *map(str, files)]) == 1
    assert "different" in capsys.readouterr().err


def test_benches_are_shared_out(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benches, "BENCHES", {name: lambda: {"n": 1} for name in "abcde"})
    seen: list[str] = []
    for part in range(2):
        assert commands.main(["bench", "--shard", f"{part}/2"]) == 0
        seen += json.loads(capsys.readouterr().out)
    assert sorted(seen) == list("abcde")


def test_what_is_no_shard_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("[]", "{}", "null", '{"seats": 3, "played": 4}', "x"):
        file = tmp_path / "shard.json"
        file.write_text(text)
        assert commands.main(["join", str(file)]) == 1
        assert "shard" in capsys.readouterr().err
    assert commands.main(["join", str(tmp_path / "none")]) == 1
    assert "cannot be read" in capsys.readouterr().err


def test_mining_that_is_stopped_prints_what_it_found() -> None:
    code = """
import os, signal, sys
from native.tools import commands
def found(*words, **more):
    yield 1, [{"task": "duel.win"}]
    os.kill(os.getpid(), signal.SIGINT)
    yield 2, [{"task": "never"}]
commands.mine_by_deal = found
sys.exit(commands.main("mine --game duel --count 9 --seed 1".split()))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout) == {"game": "duel", "puzzles": [{"task": "duel.win"}], "next": 2}


# ---- a real Ctrl+C, which the children hear too ----

INTERRUPTED = """
import os, runpy, signal, sys
from native.tools.jobs import Meter
show = Meter.show
def show_once(meter, done):
    show(meter, done)
    if done:
        Meter.show = show
        os.killpg(0, signal.SIGINT)
Meter.show = show_once
del sys.argv[0]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""
LONG = {  # hours of each
    "arena": "native.tools.commands arena --game duel --seats plain,plain --games 1000000",
    "mine": "native.tools.commands mine --game duel --count 100000 --seed 1",
    "exploit": "native.tools.commands exploit --from 3 --games 1000000 --seed 4 --level hatchling --budget 0.05",
    "review": "native.tools.commands review FILE",
    "fuzz": "tests.campaign.fuzz --minutes 1000 --plain",
    "fuzz, sanitizers": "tests.campaign.fuzz --minutes 1000 --part records",
    "kill": "tests.campaign.kill --times 10000",
    "soak": "tests.campaign.soak --minutes 1000 --closings 100000",
    "book": "native.duel.book --shard 1/1 --plies 3 --work FOLDER",
    "census": "native.duel.tables census --work FOLDER",
}
SILENT = ("book", "census")  # what they have lies in the folder


def heed() -> None:
    """In the child: Ctrl+C is heard, also where the tests were started deaf to it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def interrupted(command: str, place: Path) -> subprocess.CompletedProcess[bytes]:
    """A command that Ctrl+C stops once a part of its work is done."""
    match = Match("tale", seed=2)
    while not match.over:
        match.play(match.legal()[0])
    (place / "record").write_text(json.dumps(match.record()))
    named = {"FILE": str(place / "record"), "FOLDER": str(place / "work")}
    words = [named.get(word, word) for word in command.split()]
    run = [sys.executable, "-c", INTERRUPTED, *words]
    return subprocess.run(run, cwd=ROOT, capture_output=True, check=False, timeout=300, start_new_session=True,
                          preexec_fn=heed)  # fmt: skip


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
@pytest.mark.parametrize("name", LONG)
@pytest.mark.long("soak", "kill", "exploit", "fuzz, sanitizers", "arena", "mine", "fuzz", "review")
def test_ctrl_c_ends_long_work_with_what_it_has(name: str, tmp_path: Path) -> None:
    done = interrupted(LONG[name], tmp_path)
    lines = done.stderr.decode().splitlines()
    assert all(line.startswith(f"{name.partition(',')[0]}") for line in lines), lines
    if name in SILENT:
        assert (done.returncode, done.stdout) == (130, b"")
        assert sum(path.stat().st_size for path in (tmp_path / "work").iterdir()) > 10
    else:
        assert done.returncode == 0
        assert isinstance(json.loads(done.stdout), dict)
