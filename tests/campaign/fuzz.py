"""Faults looked for at random: build.py fuzz [--minutes N] [--seed N] [--part NAME] [--tries N] [--jobs N] [--plain].

records   mutated records through the Python face, on an engine that the sanitizers watch
matches   random matches of all games, seats and options with every call in between, in sanitize.c
files     kept files of every kind, spoilt, through the real start and scenes, without a display
texts     pasted and dropped text, and dropped files, in the real arcade
leaks     pairs of matches that look the same to a seat: all that it is told and shown is compared
tells     such pairs too, many and quick: what the engine alone tells

--plain takes the engine without sanitizers, for parts that need many cases more than they need a watched engine;
--moves N has so many moves played of each choice of options in a round of matches (600), with the same few searches.

Every case is made of a seed and is written down before it is tried. A case that goes wrong is shrunk as long as it
goes wrong in the same way, and kept in tests/found/, where the suite tries it from then on. Progress goes to stderr,
the counts to stdout as JSON; Ctrl+C ends with what there is. Exit status 1 where anything was found.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from native.build_ffi import ROOT
from native.tools.arguments import whole
from native.tools.jobs import MOVING_S, Meter
from tests.campaign import sanitized

FOUND = Path(__file__).resolve().parent.parent / "found"
PARTS = ("records", "matches", "files", "texts", "leaks", "tells")
LONGEST_CASE = 120  # seconds of the processor for a single case, after which it counts as hung
WAITS = 10  # times as long it may take on a clock
SHRINK_S = 120.0
ROUND_S = 300.0
PLAIN, MOVES = "HOARD_FUZZ_PLAIN", "HOARD_FUZZ_MOVES"  # how a campaign tells its parts
BUILDING = threading.Lock()  # one at a time compiles
Case = dict[str, Any]


class Part(Protocol):
    """What the module of a part holds (tests/campaign/fuzz_PART.py)."""

    def make(self, chance: random.Random) -> Case:
        """A case; it is kept as JSON."""

    def attempt(self, case: Case) -> str:
        """Tries a case and says how it went, a line for all that is counted; whatever it raises is a finding."""

    def simpler(self, case: Case) -> Iterator[Case]:
        ...


def part_of(name: str) -> Part:
    module: Part = import_module(f"tests.campaign.fuzz_{name}")
    return module


class Outcome(NamedTuple):
    """What a part has done: how its cases went, and what was found: words, and the case as text."""

    counts: dict[str, Any]
    finding: tuple[str, str] | None = None


def seed_of_the_tree() -> int:
    """Another seed after every change of the program, the same one for the same tree."""
    digest = hashlib.sha256()
    for path in sorted([ROOT / "game.py", *(ROOT / "native").rglob("*.py"), *(ROOT / "native").rglob("*.c")]):
        if not path.name.startswith("_engine"):
            digest.update(path.read_bytes())
    return int(digest.hexdigest()[:8], 16)


# ---- the child: tries cases until the time is up ----


class Hung(BaseException):
    """A case took too long. The program handles exceptions, such as those of files, but not this."""


def give_up(*_: object) -> None:
    raise Hung(f"a case ran longer than {LONGEST_CASE} seconds")


def watched(seconds: int) -> None:
    """Sets the watch on the case that comes; 0: none."""
    if hasattr(signal, "SIGPROF"):
        for number, clock, most in (
            (signal.SIGPROF, signal.ITIMER_PROF, seconds),
            (signal.SIGALRM, signal.ITIMER_REAL, seconds * WAITS),
        ):
            signal.signal(number, give_up)
            signal.setitimer(clock, most)


def work(name: str, seed: int, seconds: float, tries: int, folder: Path) -> int:
    """Tries cases, each written down before; 1 with the traceback where one goes wrong."""
    part, end = part_of(name), time.monotonic() + seconds
    counts: dict[str, int] = {}
    number = 0
    while number < tries and (seconds <= 0 or time.monotonic() < end):
        (folder / "case").unlink(missing_ok=True)
        case = part.make(random.Random(f"{seed} {number}"))
        (folder / "case").write_text(json.dumps(case), "utf-8")
        watched(LONGEST_CASE)
        went = part.attempt(case)
        watched(0)
        for line in went.splitlines():
            counts[line] = counts.get(line, 0) + 1
        number += 1
        (folder / "counts").write_text(json.dumps(counts))
    return 0


def attempt_file(name: str, path: Path) -> int:
    """Tries the case of one file."""
    watched(LONGEST_CASE)
    part_of(name).attempt(json.loads(path.read_text("utf-8")))
    return 0


# ---- the parent ----


def tree() -> tuple[Path, dict[str, str]]:
    """Where a child runs: on the sanitized engine where there can be one and it is wanted."""
    if PLAIN in os.environ:
        return ROOT, {}
    try:
        with BUILDING:
            return sanitized.module()
    except sanitized.NoSanitizer:
        return ROOT, {}


def child(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs this module as a program, without a display."""
    place, more = tree()
    quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    environment = {**os.environ, **quiet, "PYTHONPATH": str(place), **more, "TMPDIR": str(folder)}
    command = [sys.executable, "-X", "faulthandler", "-m", "tests.campaign.fuzz", *words]
    return subprocess.run(
        command, cwd=place, env=environment, capture_output=True, text=True, errors="replace", check=False
    )


def complaint(done: subprocess.CompletedProcess[str]) -> str:
    """What went wrong in one line: the exception and the innermost line of ours, or the sanitizer's words."""
    if "Traceback" not in done.stderr or "AddressSanitizer" in done.stderr or "runtime error" in done.stderr:
        return sanitized.complaint(done.stderr) if done.stderr.strip() else f"it ended with status {done.returncode}"
    last = next((line for line in reversed(done.stderr.splitlines()) if re.match(r"[\w.]+(:|$)", line)), "?")
    places = re.findall(r'File "[^"]*?([\w]+\.py)", line (\d+)', done.stderr)
    where = [place for place in places if place[0] not in ("fuzz.py", "json.py")]
    return f"{last[:200]} ({':'.join(where[-1])})" if where else last[:200]


def kind_of(words: str) -> str:
    """A complaint without its numbers and quoted texts, to tell whether two are of one kind."""
    return re.sub(r"\d+|'[^']*'|\"[^\"]*\"", "", words)


def fails(name: str, case: Case, folder: Path) -> str:
    """The complaint when a case is tried by itself; "" where nothing is wrong."""
    path = folder / "shrinking"
    path.write_text(json.dumps(case), "utf-8")
    done = child(["--attempt", name, str(path)], folder)
    return complaint(done) if done.returncode else ""


def shrunk(name: str, case: Case, words: str, folder: Path) -> Case:
    """The smallest case found within the time that goes wrong in the same way."""
    part, end = part_of(name), time.monotonic() + SHRINK_S
    again = True
    while again:
        again = False
        for smaller in part.simpler(case):
            if time.monotonic() > end:
                return case
            if kind_of(fails(name, smaller, folder)) == kind_of(words):
                case, again = smaller, True
                break
    return case


def shrunk_steps(program: Path, steps: str, words: str) -> str:
    """The same for steps of the driver: lines are taken out, many at once at first."""
    lines, end = steps.splitlines(), time.monotonic() + SHRINK_S
    size = max(1, len(lines) // 2)
    while size and time.monotonic() < end:
        at = 0
        while at < len(lines) and time.monotonic() < end:
            fewer = lines[:at] + lines[at + size :]
            try:
                sanitized.take_steps(program, "\n".join(fewer) + "\n")
                at += size
            except sanitized.Finding as finding:
                if kind_of(str(finding)) == kind_of(words):
                    lines = fewer
                else:
                    at += size
        size //= 2
    return "\n".join(lines) + "\n"


def keep(name: str, text: str, words: str, ending: str) -> Path:
    """Keeps a shrunk case as a test."""
    FOUND.mkdir(exist_ok=True)
    path = FOUND / f"{name}_{hashlib.sha256(kind_of(words).encode()).hexdigest()[:8]}.{ending}"
    path.write_text(text, "utf-8")
    return path


def run_matches(seed: int, seconds: float, tries: int) -> Outcome:
    """The driver, on one processor; tries: rounds over all games and options."""
    with BUILDING:
        program = sanitized.compiled()
    share = sanitized.SMALL._replace(moves=int(os.environ.get(MOVES, sanitized.SMALL.moves)))
    try:
        return Outcome(sanitized.play(program, seed, 1, tries, share, seconds))
    except sanitized.Finding as finding:
        return Outcome({}, (str(finding), finding.steps))


def run_part(name: str, seed: int, seconds: float, tries: int) -> Outcome:
    """A part until its time is up or something is found."""
    if name == "matches":
        return run_matches(seed, seconds, tries)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        done = child(["--work", name, str(seed), str(seconds), str(tries), place], folder)
        counts = json.loads((folder / "counts").read_text()) if (folder / "counts").exists() else {}
        if done.returncode in (0, -signal.SIGINT, 130):
            return Outcome(counts)
        if not (folder / "case").exists():
            raise RuntimeError(f"{name} cannot begin: {done.stderr}")
        return Outcome(counts, (complaint(done), (folder / "case").read_text("utf-8")))


def keep_finding(name: str, words: str, text: str) -> Path:
    """Shrinks a finding and keeps it."""
    if name == "matches":
        return keep(name, shrunk_steps(sanitized.compiled(), text, words), words, "steps")
    with tempfile.TemporaryDirectory() as place:
        case = shrunk(name, json.loads(text), words, Path(place))
    return keep(name, json.dumps({"part": name, "words": words, "case": case}, indent=1), words, "json")


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def run_round(
    names: list[str], seed: int, seconds: float, tries: int, jobs: int, tick: Callable[[], None]
) -> Iterator[tuple[str, Outcome]]:
    """All parts once, as many at a time as there are jobs, tick() called meanwhile; after Ctrl+C what they had done,
    those left out that it kept from beginning, then the interrupt."""
    stopped = False
    with ThreadPoolExecutor(jobs) as pool:
        begun = [(name, pool.submit(run_part, name, seed + i, seconds, tries)) for i, name in enumerate(names)]
        for name, future in begun:
            try:
                while not future.cancelled() and not wait([future], MOVING_S).done:
                    tick()
            except KeyboardInterrupt:
                stopped = True
                for _, other in begun:
                    other.cancel()
            if not future.cancelled() and not (stopped and future.exception()):
                yield name, future.result()
    if stopped:
        raise KeyboardInterrupt


def added(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    total = dict(old)
    for key, value in new.items():
        if isinstance(value, dict):
            total[key] = added(total.get(key, {}), value)
        elif isinstance(value, int):
            total[key] = total.get(key, 0) + value
        elif isinstance(value, float):
            total[key] = max(total.get(key, 0.0), value)
    return total


def campaign(arguments: argparse.Namespace) -> int:
    """Rounds of some seconds until the minutes are over; each of a seed of its own, printed."""
    begun, most = time.monotonic(), 60 * arguments.minutes
    meter = Meter("fuzz, seconds", round(most))
    names = [arguments.part] if arguments.part else list(PARTS)
    names = names * (arguments.jobs if arguments.part else 1)
    totals: dict[str, dict[str, Any]] = {name: {} for name in names}
    seed, found = arguments.seed, 0

    def spent() -> float:
        return time.monotonic() - begun

    def tick() -> None:
        meter.show(min(meter.total, int(spent())))

    say(f"fuzz: seeds from {seed} on")
    with contextlib.suppress(KeyboardInterrupt):
        while (left := most - spent()) > 0 and found < 10:
            seconds = min(ROUND_S, left * min(1.0, arguments.jobs / len(names)))
            for name, outcome in run_round(names, seed, seconds, arguments.tries, arguments.jobs, tick):
                totals[name] = added(totals[name], outcome.counts)
                if outcome.finding:
                    found += 1
                    meter.end()
                    say(f"{name}, seeds {seed} to {seed + len(names) - 1}: {outcome.finding[0]}")
                    say(f"kept: {keep_finding(name, *outcome.finding)}")
            seed += len(names)
    meter.end()
    print(json.dumps({"seeds": [arguments.seed, seed - 1], "found": found, **totals}))
    return 1 if found else 0


def parser() -> argparse.ArgumentParser:
    plain = argparse.RawTextHelpFormatter
    made = argparse.ArgumentParser("build.py fuzz", description=__doc__, formatter_class=plain)
    made.add_argument("--minutes", type=float, default=1.0)
    made.add_argument("--seed", type=int, default=None)
    made.add_argument("--part", choices=PARTS)
    made.add_argument("--tries", type=int, default=10**9, help="cases of a part in a round, at most")
    made.add_argument("--plain", action="store_true", help="the engine without sanitizers")
    made.add_argument("--moves", type=int, default=sanitized.SMALL.moves, help="of matches, see above")
    made.add_argument("--jobs", type=whole(1, 1024), default=os.cpu_count() or 1)
    return made


def main(words: list[str]) -> int:
    """The campaign, or one of its children."""
    if words[:1] == ["--work"]:
        return work(words[1], int(words[2]), float(words[3]), int(words[4]), Path(words[5]))
    if words[:1] == ["--attempt"]:
        return attempt_file(words[1], Path(words[2]))
    arguments = parser().parse_args(words)
    if arguments.seed is None:
        arguments.seed = int.from_bytes(os.urandom(4), "big")
    os.environ |= {MOVES: str(arguments.moves)} | ({PLAIN: "1"} if arguments.plain else {})
    return campaign(arguments)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception:
        traceback.print_exc()
        sys.exit(1)
