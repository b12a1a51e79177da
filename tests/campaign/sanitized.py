"""The engine under the address and undefined behaviour sanitizers: compiled once a change, played at random.

sanitize.c does the playing; here it is compiled with all C files of the engine, run in several processes, and what it
counted is added up. A finding carries the steps that lead to it.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sysconfig
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from native import assets_dir
from native.build_ffi import EXACT, ROOT, _bridge, _compile, _digest, _run, _tidy, compiler, games_flag, interface

DRIVER = Path(__file__).with_name("sanitize.c")
FLAGS = ["-std=c11", "-O1", "-g", *EXACT, "-fno-omit-frame-pointer", "-fPIC", "-Inative"]
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
LIBRARIES = ["-lm", "-lrt"]
PROBE = "#include <signal.h>\n#include <time.h>\nint main(void) { timer_t t; return timer_create(0, 0, &t); }\n"
ENVIRONMENT = {"ASAN_OPTIONS": "detect_leaks=1", "UBSAN_OPTIONS": "print_stacktrace=1"}


class NoSanitizer(Exception):
    """Why nothing can be compiled with sanitizers here."""


class Finding(Exception):
    """What went wrong (the report's own words), and the steps that lead to it."""

    def __init__(self, words: str, steps: str) -> None:
        super().__init__(words)
        self.steps = steps


class Share(NamedTuple):
    """What a round wants of each game with each choice of its options."""

    decisions: int
    solves: int
    moves: int


SMALL = Share(38, 50, 600)


def run(command: list[str], cwd: Path, **more: Any) -> subprocess.CompletedProcess[str]:
    """Runs a program to its end, what it says kept."""
    environment = {**os.environ, **ENVIRONMENT}
    return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, errors="replace",
                          check=False, **more)


def probe() -> None:
    """Compiles a small program with sanitizers; NoSanitizer where that cannot be done."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "probe.c").write_text(PROBE)
        command = [*compiler(), *SANITIZE, "-D_DEFAULT_SOURCE", "probe.c", "-o", "probe", *LIBRARIES]
        try:
            done = run(command, Path(folder))
        except OSError as error:
            raise NoSanitizer(f"no C compiler: {error}") from None
        if done.returncode:
            raise NoSanitizer(f"the compiler has no sanitizers: {(done.stderr.splitlines() or ['?'])[-1]}")


def objects(root: Path, sources: list[Path], flags: list[str]) -> list[Path]:
    """The sources compiled, in parallel, each once a change; NoSanitizer, BuildError."""
    headers = sorted((str(p.relative_to(root)), p.read_bytes()) for p in (root / "native").rglob("*.h"))
    jobs = [(p, p.read_bytes(), flags) for p in sources]
    base = _digest(headers, flags, compiler())
    work = root / "build" / "sanitize"
    made = [work / f"{p.parent.name}-{p.stem}-{_digest(base, text)}.o" for p, text, _ in jobs]
    if not all(path.exists() for path in made):
        probe()
        work.mkdir(parents=True, exist_ok=True)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda job, target: _compile(root, job, target), jobs, made))
    return made


def linked(root: Path, parts: list[Path], name: str, *flags: str) -> Path:
    """A program or a library of these objects."""
    target = root / "build" / "sanitize" / f"{_digest(parts)}-{name}"
    if not target.exists():
        draft = target.with_suffix(f".{os.getpid()}")
        _run([*compiler(), *SANITIZE, *flags, *map(str, parts), "-o", str(draft), *LIBRARIES], root)
        draft.replace(target)
    return target


def flags_for(root: Path) -> list[str]:
    """How the engine of a tree is compiled."""
    return [*FLAGS, games_flag(root / "native"), *SANITIZE]


def compiled(root: Path = ROOT) -> Path:
    """The driver with the engine of a tree; NoSanitizer, BuildError."""
    engine = sorted(p for p in (root / "native").rglob("*.c") if p.name != "_engine.c")
    parts = objects(root, [root / DRIVER.relative_to(ROOT), *engine], flags_for(root))
    program = linked(root, parts, "sanitize")
    _tidy(program.parent, {*parts, program})
    return program


def module(root: Path = ROOT) -> tuple[Path, dict[str, str]]:
    """A copy of the tree whose engine is watched by the sanitizers, and the environment in which its Python runs.

    The copy is a folder of links; only the compiled module is another one.
    """
    engine = sorted(p for p in (root / "native").rglob("*.c") if p.name != "_engine.c")
    work = root / "build" / "sanitize"
    work.mkdir(parents=True, exist_ok=True)
    headers = interface(root / "native")
    bridge = work / f"bridge-{_digest(headers)}.c"
    _bridge(headers, bridge)
    flags = flags_for(root)
    own = objects(root, [bridge], [*flags, f"-I{sysconfig.get_path('include')}"])
    suffix = str(sysconfig.get_config_var("EXT_SUFFIX"))
    library = linked(root, [*objects(root, engine, flags), *own], f"engine{suffix}", "-shared")
    copy = work / f"{library.name}-tree"
    (copy / "native").mkdir(parents=True, exist_ok=True)
    links = {copy / name: root / name for name in ("game.py", "assets", "tests")}
    links |= {copy / "native" / p.name: p for p in (root / "native").iterdir() if not p.name.startswith("_engine")}
    links[copy / "native" / f"_engine{suffix}"] = library
    for place, target in links.items():
        if not place.is_symlink():
            place.symlink_to(target)
    runtime = run([*compiler(), "-print-file-name=libasan.so"], root).stdout.strip()
    if not Path(runtime).is_absolute():
        raise NoSanitizer("the compiler has no sanitizers that can be loaded into Python")
    return copy, {"LD_PRELOAD": runtime, "ASAN_OPTIONS": "detect_leaks=0", "PYTHONPATH": str(copy)}


@contextmanager
def decks() -> Iterator[Path]:
    """A folder with every game's deck as JSON, as the driver wants them."""
    with tempfile.TemporaryDirectory() as folder:
        for path in assets_dir().glob("*/deck.toml"):
            deck = tomllib.loads(path.read_text("utf-8"))
            Path(folder, f"{path.parent.name}.json").write_text(json.dumps(deck))
        yield Path(folder)


def complaint(said: str) -> str:
    """The line of a report that tells what is wrong."""
    marks = ("runtime error:", "ERROR: AddressSanitizer", "ERROR: LeakSanitizer", "Assertion", "sanitize:")
    lines = [line for line in said.splitlines() if any(mark in line for mark in marks)]
    return lines[0].strip() if lines else (said.strip().splitlines() or ["it ended without a word"])[-1]


def take_steps(program: Path, steps: str) -> None:
    """Takes steps from a text; Finding where they go wrong."""
    with decks() as folder:
        path = folder / "steps"
        path.write_text(steps)
        done = run([str(program), str(folder), "steps", str(path)], folder)
    if done.returncode:
        raise Finding(complaint(done.stderr), steps)


def play(
    program: Path, seed: int, jobs: int, rounds: int, share: Share = SMALL, seconds: float = 0
) -> dict[str, Any]:
    """Plays all games at random in several processes; what was done, or Finding."""
    with decks() as folder:
        logs = [folder / f"steps{part}" for part in range(jobs)]
        commands = [
            [str(program), str(folder), "random", *map(str, (seed, part, jobs, rounds, seconds, *share)), str(log)]
            for part, log in enumerate(logs)
        ]
        with ThreadPoolExecutor(jobs) as pool:
            finished = list(pool.map(lambda command: run(command, folder), commands))
        for done, log in zip(finished, logs, strict=True):
            if done.returncode not in (0, -signal.SIGINT):
                raise Finding(complaint(done.stderr), log.read_text() if log.exists() else "")
        return added([json.loads(done.stdout) for done in finished if done.stdout])


def added(parts: list[dict[str, Any]]) -> dict[str, Any]:
    """The counts of several processes as one; of the slowest stop the worst."""
    total: dict[str, Any] = {}
    if not parts:
        return total
    worst = max(parts, key=lambda part: part["slowest_stop"])
    for key, value in parts[0].items():
        if isinstance(value, dict):
            total[key] = dict(sum((Counter(part[key]) for part in parts), Counter()))
        elif isinstance(value, int):
            total[key] = sum(part[key] for part in parts)
        else:
            total[key] = worst[key]
    return total
