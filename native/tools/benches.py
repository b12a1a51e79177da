"""All benchmarks by name, the headline figures, and how they are run."""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from ..files import assets_dir
from ..games import GAMES, own_part
from ..match import Match
from ..position import Unsolved
from ..search import Search
from ..store.settings import Settings
from ..streams import InputError
from ..thinker import search_ms
from .coach_bench import coach_benches
from .jobs import Meter, carried_out
from .measure import PLAYERS, Bench, bench_advice, bench_playouts, choices, median, summary

ROOT = assets_dir().parent
# Environment of a hidden, silent arcade that ends after its first frame, started as build.py does.
HIDDEN = {
    "SDL_VIDEODRIVER": "dummy",
    "SDL_AUDIODRIVER": "dummy",
    "HOARD_FIRST_FRAME": "1",
    "PYTHONPATH": str(ROOT),
}
SOURCES = (sys.executable, "-P", "-m", "game")
Key = TypeVar("Key")
SHARE = 0.1  # of a core: what a weak machine has
PERIOD_S = 0.1


# ---- what is measured of the whole program ----


def bench_start() -> dict[str, Any]:
    """Milliseconds from the start of the process to the splash screen and to the exit after the
    title, and its memory."""
    command = [sys.executable] if getattr(sys, "frozen", False) else list(SOURCES)
    command += ["--windowed", "--size", "1920x1080"]
    pictures, ends = [], []
    for _ in range(7):
        began = time.perf_counter()
        with subprocess.Popen(
            command, env=os.environ | HIDDEN, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout
            printed = [process.stdout.readline()]
            pictures.append((time.perf_counter() - began) * 1000)
            printed += process.stdout
        ends.append((time.perf_counter() - began) * 1000)
    return {
        "median_ms": median(ends),
        "max_ms": max(ends),
        "n": len(ends),
        "first_picture_ms": median(pictures),
        "first_frame_ms": median(ends),
        "rss_mb": json.loads(printed[-1])["rss_mb"],
    }


def bench_table(game: str) -> dict[str, Any]:
    """The time by the clock that Dragon takes with the arcade's usual limit, at the beginning of a
    match and halfway, and how many of these decisions the limit cut short."""
    most, spent, nodes, cut = search_ms(Settings().pause_most), [], [], 0
    for match in (Match(game, seed=1), next(match for match in choices(game, 2) if match.moves)):
        advice = match.advise(ms=most, search=Search())
        spent.append(advice.seconds * 1000)
        nodes.append(advice.nodes)
        cut += advice.status == "time"
    return summary(spent, nodes) | {"cut_short": cut}


def slowed(process: int, ended: threading.Event) -> None:
    """Lets a program and its children run for a share of the time."""
    with suppress(ProcessLookupError):
        while not ended.is_set():
            os.killpg(process, signal.SIGCONT)
            ended.wait(PERIOD_S * SHARE)
            os.killpg(process, signal.SIGSTOP)
            ended.wait(PERIOD_S * (1 - SHARE))
        os.killpg(process, signal.SIGCONT)


def weakly(program: Sequence[str], name: str) -> dict[str, Any]:
    """What a program finds for a benchmark on a tenth of a core."""
    command, ended = [*program, "bench", name], threading.Event()
    with subprocess.Popen(
        command, env=os.environ | HIDDEN, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        threading.Thread(target=slowed, args=(process.pid, ended), daemon=True).start()
        printed, _ = process.communicate()
        ended.set()
    if process.returncode:
        raise RuntimeError(f"bench {name} ended with status {process.returncode}")
    found: dict[str, Any] = json.loads(printed)[name]
    return found


# ---- the tables ----


def weak_benches() -> Iterator[tuple[str, Bench]]:
    """Those on a weak machine: of the sources, and the start of what is frozen in dist."""
    for name in ("start", "draw/1280x720", *(f"table/{game}" for game in GAMES)):
        yield f"weak/{name}", partial(weakly, SOURCES, name)
    for name, path in (("folder", "hoard-folder/hoard"), ("file", "hoard")):
        if (program := ROOT / "dist" / path).is_file():
            yield f"weak/start/{name}", partial(weakly, [str(program)], "start")


NONE: dict[str, Bench] = {}
BENCHES: dict[str, Bench] = {
    **{name: bench for game in GAMES for name, bench in own_part(game, "benches", "BENCHES", NONE).items()},
    **{f"playouts/{game}": partial(bench_playouts, game) for game in GAMES},
    **{f"advise/{game}/{level}": partial(bench_advice, game, level) for game in GAMES for level in PLAYERS},
    **{f"table/{game}": partial(bench_table, game) for game in GAMES},
    **dict(weak_benches() if os.name == "posix" else ()),
    **coach_benches(GAMES),
}
SOLVERS = "Solvers, all hands open"
DECISIONS = "A decision of Dragon, hands hidden"
RULES = "Random games, to the end"
SCREEN = "The arcade, without a screen"
# By heading and words; fewer positions than above, so that all of them take less than three minutes.
HEADLINES: dict[tuple[str, str], Bench | str] = {
    **{
        (SOLVERS, f"{game}: {words}"): bench
        for game in GAMES
        for words, bench in own_part(game, "benches", "HEADLINES", NONE).items()
    },
    **{(DECISIONS, game): partial(bench_advice, game, "dragon", 10) for game in GAMES},
    **{(RULES, game): f"playouts/{game}" for game in GAMES},
    (SCREEN, "a frame with cards moving, 1280x720"): "draw/1280x720",
    (SCREEN, "a frame with cards moving, 1920x1080"): "draw/1920x1080",
    (SCREEN, "start to the title, and end"): "start",
}


# ---- how they are run ----


def bench(arguments: argparse.Namespace, extra: Mapping[str, Bench]) -> dict[str, Any]:
    """Runs the benchmarks whose names begin with one of those given, or all. extra: those that need
    the main thread."""
    known = BENCHES | dict(extra)
    for prefix in arguments.names:
        if not any(name.startswith(prefix) for name in known):
            raise InputError(f'there is no bench "{prefix}"')
    named = [name for name in known if name.startswith(tuple(arguments.names) or "")]
    part, parts = arguments.shard or (0, 1)
    named = named[part::parts]
    first = {name: extra[name] for name in named if name in extra}
    here = measured_here(first)
    rest = [name for name in named if name not in first] if len(here) == len(first) else []
    done = carried_out("bench", [partial(measured, known[name]) for name in rest], arguments.jobs)
    found = {rest[number]: result for number, result in done.items()}
    for name, result in found.items():
        if isinstance(result, str):
            print(f"{name} left out: {result}", file=sys.stderr)
    return {name: result for name, result in found.items() if not isinstance(result, str)} | here


def headlines(arguments: argparse.Namespace, extra: Mapping[str, Bench]) -> str:
    """The table of the headline figures; one whose benchmark is missing is left out."""
    if arguments.names or arguments.shard:
        raise InputError("--headlines measures its own figures: name no benches and no shard")
    known = BENCHES | dict(extra)
    lines = {line: known.get(one) if isinstance(one, str) else one for line, one in HEADLINES.items()}
    there = {line: one for line, one in lines.items() if one}
    found = measured_here(there)
    if len(found) < len(there):
        print("stopped before all was measured", file=sys.stderr)
    return "\n".join(table(found))


def measured_here(benches: Mapping[Key, Bench]) -> dict[Key, dict[str, Any]]:
    """Runs benchmarks one after another in this thread; after Ctrl+C the results so far."""
    found: dict[Key, dict[str, Any]] = {}
    meter = Meter("bench", len(benches))
    try:
        for name, one in benches.items():
            found[name] = one()
            meter.show(len(found))
    except KeyboardInterrupt:
        pass
    finally:
        meter.end()
    return found


def measured(bench: Bench) -> dict[str, Any] | str:
    """The result of a benchmark, or why it has none."""
    try:
        return bench()
    except Unsolved as error:
        return str(error)


def table(found: Mapping[tuple[str, str], dict[str, Any]]) -> Iterator[str]:
    """The lines of the table, grouped by heading."""
    width = max((len(words) for _, words in found), default=0)
    above = ""
    for (heading, words), figures in found.items():
        cells = columns(figures)
        if heading != above:
            above = heading
            yield ""
            yield f"{heading:<{width + 2}}" + "".join(f"{name:>12}" for name in cells)
        yield f"  {words:<{width}}" + "".join(f"{cell:>12}" for cell in cells.values())


def columns(figures: Mapping[str, Any]) -> dict[str, str]:
    """The rate per second, or the median and longest time and the number of samples."""
    if "per_s" in figures:
        return {"a second": f"{figures['per_s']:,}"}
    median_text, longest = (time_text(figures[name]) for name in ("median_ms", "max_ms"))
    return {"median": median_text, "longest": longest, "samples": str(figures["n"])}


def time_text(milliseconds: float) -> str:
    """A time with three significant digits, in a suitable unit."""
    unit, size = next((one for one in (("s", 1000), ("ms", 1)) if milliseconds >= one[1]), ("µs", 0.001))
    value = milliseconds / size
    return f"{value:.{0 if value >= 100 else 1 if value >= 10 else 2}f} {unit}"
