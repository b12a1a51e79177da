"""Measures the program on a weak machine: everything runs on a tenth of a core.

The quota is set with control groups where possible, else by pausing the program nine tenths of the
time. Windows supports neither.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ..files import assets_dir
from ..games import GAMES
from ..match import Match
from ..store.settings import Settings
from ..thinker import search_ms
from .measure import HIDDEN, SOURCES, choices, median

SHARE = 0.1  # of one core
PERIOD_S = 0.1  # period of the quota
STARTS = 3
GROUPS = (Path("/sys/fs/cgroup"), Path("/sys/fs/cgroup/cpu"))  # version 2, version 1
ROOT = assets_dir().parent


def programs() -> dict[str, list[str]]:
    """The programs to start: the sources, and the frozen ones if there are any."""
    frozen = {"folder": ROOT / "dist" / "hoard-folder" / "hoard", "one file": ROOT / "dist" / "hoard"}
    there = {name: [str(path)] for name, path in frozen.items() if path.is_file()}
    return {"sources": SOURCES} | there


# ---- the quota ----


def limits(folder: Path) -> dict[str, str]:
    """The files of a control group of version 2 or 1, with their values."""
    period, share = round(PERIOD_S * 1e6), round(PERIOD_S * SHARE * 1e6)
    if (folder / "cpu.max").exists():
        return {"cpu.max": f"{share} {period}"}
    return {"cpu.cfs_period_us": str(period), "cpu.cfs_quota_us": str(share)}


def made_group(parent: Path) -> Path | None:
    """A new control group with the quota; None if it cannot be made."""
    folder = parent / f"hoard-{os.getpid()}"
    try:
        folder.mkdir()
    except OSError:
        return None
    try:
        for name, text in limits(folder).items():
            with (folder / name).open("r+") as file:  # missing in an ordinary folder
                file.write(text)
    except OSError:
        folder.rmdir()
        return None
    return folder


@contextmanager
def control_group() -> Iterator[Path | None]:
    """A control group with the quota; None if it cannot be made."""
    found = next(([made] for parent in GROUPS if (made := made_group(parent))), [])
    try:
        yield found[0] if found else None
    finally:
        for folder in found:
            folder.rmdir()


def stop_and_go(process: int, ended: threading.Event) -> None:
    """Lets a program and its children run for a share of the time."""
    with suppress(ProcessLookupError):
        while not ended.is_set():
            os.killpg(process, signal.SIGCONT)
            ended.wait(PERIOD_S * SHARE)
            os.killpg(process, signal.SIGSTOP)
            ended.wait(PERIOD_S * (1 - SHARE))
        os.killpg(process, signal.SIGCONT)


def run(words: Sequence[str], group: Path | None, said: str = "") -> tuple[str, list[float]]:
    """The output of a hidden program under the quota, and the seconds until each of its lines.
    said: its standard input."""
    enter = ["sh", "-c", f'echo $$ >"{group}/cgroup.procs" && exec "$@"', "sh"] if group else []
    ended, begun, pipe = threading.Event(), time.perf_counter(), subprocess.PIPE
    command = [*enter, *words]
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, text=True, env=os.environ | HIDDEN, start_new_session=True
    ) as process:
        if not group:
            pulse = threading.Thread(target=stop_and_go, args=(process.pid, ended), daemon=True)
            pulse.start()
        assert process.stdin
        assert process.stdout
        process.stdin.write(said)
        process.stdin.close()
        lines, moments = [], []
        for line in process.stdout:
            lines.append(line)
            moments.append(time.perf_counter() - begun)
        process.wait()
        ended.set()
    if process.returncode:
        raise RuntimeError(f"{words[-1]} ended with status {process.returncode}")
    return "".join(lines), moments


# ---- what is measured ----


def first_frames(group: Path | None) -> dict[str, Any]:
    """The time from the start of each program to the splash screen and to the title, and its
    memory."""
    found: dict[str, Any] = {}
    for name, words in programs().items():
        command = [*words, "--windowed", "--size", "1280x720"]
        spent = []
        for _ in range(STARTS + 1):
            printed, moments = run(command, group)
            spent.append(moments)
        first, title = (round(median(each), 2) for each in zip(*spent[1:], strict=True))
        memory = json.loads(printed.splitlines()[-1])["rss_mb"]
        found[name] = {
            "first_picture_s": first,
            "title_s": title,
            "rss_mb": round(memory, 1),
        }
    return found


def frames(group: Path | None) -> dict[str, Any]:
    """Frame times while cards turn over and the solver runs, at 1280x720."""
    printed, _ = run([*programs()["sources"], "bench", "draw/1280x720"], group)
    found = json.loads(printed)["draw/1280x720"]
    return {
        "gap_ms_max": round(found["between_frames_ms_max"]),
        "frame_ms": round(found["frame_ms_median"], 1),
        "frames": found["n"],
    }


def positions(game: str) -> list[Match]:
    """A match at its beginning and halfway."""
    return [Match(game, seed=1), next(match for match in choices(game, 2) if match.moves)]


def decision(words: Sequence[str], match: Match, group: Path | None) -> tuple[float, bool]:
    """Seconds of a decision of Dragon with the arcade's usual time limit, and whether the limit
    ended it."""
    most = search_ms(Settings().pause_most) / 1000
    asked = [*words, "advise", "-", "--level", "dragon", "--time", str(most)]
    printed, _ = run(asked, group, json.dumps(match.record()))
    found = json.loads(printed)
    return found["seconds"], found["status"] == "time"


def decisions(group: Path | None) -> dict[str, Any]:
    """Dragon's slowest decision in each game, and how many were cut short."""
    words = programs()["sources"]
    found: dict[str, Any] = {}
    for game in GAMES:
        printed = [decision(words, match, group) for match in positions(game)]
        slowest = max(seconds for seconds, _ in printed)
        found[game] = {"s_max": round(slowest, 2), "cut_short": sum(cut for _, cut in printed)}
    return found


def bench_weak() -> dict[str, Any]:
    """All measurements on a tenth of a core."""
    with control_group() as group:
        started = first_frames(group)
        milliseconds = [1000 * one["first_picture_s"] for one in started.values()]
        return {
            "median_ms": median(milliseconds),
            "max_ms": max(milliseconds),
            "n": STARTS,
            "share": SHARE,
            "quota": "control group" if group else "stop and go",
            "start": started,
            "frames": frames(group),
            "dragon": decisions(group),
        }
