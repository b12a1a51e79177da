#!/usr/bin/env python3
"""The engine on machines that are not here: python3 tests/elsewhere/elsewhere.py TARGET...

record     what the engine decides on this machine (x86-64) goes into tests/values/decisions.txt
here       the same compiled anew and compared with that file
x86        32-bit x86                     gcc-multilib
arm64      64-bit Arm, emulated           gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static
s390x      big-endian s390x, emulated     gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user-static
windows    Windows, with wine             gcc-mingw-w64-x86-64 wine wine64
arm64-root a whole Debian for Arm: set-up, decisions, selftest, tests of the engine, freezing
s390x-root, x86-root
           whole Debians too: the engine with Debian's own Python, decisions, rules, records, perft, values
                                          all three: debootstrap qemu-user-static; as root, hours, 3 GB

All of Debian 12; beside each target are the packages that it needs. Each compiles the engine with warnings as
errors, has decide.c play there, and compares what is decided, bit for bit. Figures go to stdout, the reason to
stderr; 1 where anything differs or cannot be done. Not part of the suite.
"""

from __future__ import annotations

import json
import os
import runpy
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DRIVER = Path(__file__).with_name("decide.c")
DECISIONS = ROOT / "tests" / "values" / "decisions.txt"
WORK = ROOT / "build" / "elsewhere"
FLAGS = ["-std=c11", "-O2", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'native'}"]
BUILD = runpy.run_path(str(ROOT / "native" / "build_ffi.py"))
exact = BUILD["exact"]
LEAST = 500  # decisions
SUITE = "http://deb.debian.org/debian"


class Target(NamedTuple):
    """How a program is made for another machine, and run here."""

    compiler: str
    flags: tuple[str, ...] = ()
    runner: tuple[str, ...] = ()


TARGETS = {
    "here": Target("cc", tuple(BUILD["EXACT"])),
    "x86": Target("gcc", ("-m32", *exact("i386"))),
    "arm64": Target("aarch64-linux-gnu-gcc", ("-static",), ("qemu-aarch64-static",)),
    "s390x": Target("s390x-linux-gnu-gcc", ("-static", *exact("s390x")), ("qemu-s390x-static",)),
    "windows": Target("x86_64-w64-mingw32-gcc", ("-static", "-lwinpthread"), ("wine",)),
}


class Root(NamedTuple):
    """A whole Debian of another machine: what is installed in it, and what is done there, step by step."""

    arch: str
    packages: str
    steps: dict[str, str]


ENGINE_TESTS = "python3 -m pytest -q -p no:cacheprovider " + " ".join(
    f"tests/test_{name}.py"
    for name in ("records", "playthroughs", "engine", "duel", "heart", "tricks", "wars", "tale")
)
UNSEEN = " -k 'not (docstrings_hold and (screen or study or plan))'"  # need pygame, or learners' libraries
OWN = "python3 gcc libc6-dev python3-dev python3-ply python3-cffi python3-pytest python3-hypothesis python3-scipy"
ENGINE = {
    "engine": "python3 native/build_ffi.py --strict",
    "decisions": "python3 tests/elsewhere/elsewhere.py here",
    "rules, records, perft, values": ENGINE_TESTS + UNSEEN,
}
ARCADE = {
    "set-up": "python3 build.py setup",
    "decisions": "python3 tests/elsewhere/elsewhere.py here",
    "selftest": ".venv/bin/python game.py selftest",
    "tests of the engine": "python3 build.py test " + ENGINE_TESTS.partition("provider ")[2],
    "freezing": "python3 build.py freeze",
}
ROOTS = {
    "arm64-root": Root("arm64", "python3 python3-venv python3-dev build-essential ca-certificates", ARCADE),
    "s390x-root": Root("s390x", OWN, ENGINE),
    "x86-root": Root("i386", OWN, ENGINE),
}
QEMU = {"arm64": "aarch64", "s390x": "s390x"}


class Failed(Exception):
    """What could not be done, or differs, in a line."""


def run(command: list[str], **more: object) -> str:
    """What a program prints; Failed with its last words."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, **more)  # type: ignore[call-overload]
    except OSError as error:
        raise Failed(f"{command[0]}: {error.strerror}; see the packages named by --help") from None
    if done.returncode:
        reason = (done.stderr.strip() or done.stdout.strip())[-2000:]
        raise Failed(f"{' '.join(command[:3])}...: {reason or done.returncode}")
    return str(done.stdout)


def decks() -> Path:
    folder = WORK / "decks"
    folder.mkdir(parents=True, exist_ok=True)
    for path in (ROOT / "assets").glob("*/deck.toml"):
        (folder / f"{path.parent.name}.json").write_text(json.dumps(tomllib.loads(path.read_text("utf-8"))))
    return folder


def compiled(name: str) -> Path:
    """decide.c and the engine for a target."""
    target = TARGETS[name]
    program = WORK / f"decide-{name}{'.exe' if name == 'windows' else ''}"
    program.parent.mkdir(parents=True, exist_ok=True)
    sources = [DRIVER, *sorted(p for p in (ROOT / "native").rglob("*.c") if p.name != "_engine.c")]
    games = BUILD["games_flag"](ROOT / "native")
    run([target.compiler, *FLAGS, games, *map(str, sources), *target.flags, "-o", str(program), "-lm"])
    return program


def decided(name: str) -> list[str]:
    """What the engine decides on a target."""
    program = compiled(name)
    return run([*TARGETS[name].runner, str(program), os.path.relpath(decks())]).splitlines()


def is_decision(line: str) -> bool:
    """Whether a line tells what a level plays, and not what a solver says or how many leaves there are."""
    return line.split()[3] not in ("solve", "leaves")


def compare(name: str, lines: list[str]) -> None:
    """Prints how many decisions agree; Failed where one differs, or where there are too few."""
    wanted = DECISIONS.read_text("utf-8").splitlines()
    for number, (line, other) in enumerate(zip(lines, wanted, strict=False), 1):
        if line != other:
            raise Failed(f"{name}: line {number} is {line!r}, not {other!r}")
    count = sum(map(is_decision, lines))
    if len(lines) != len(wanted) or count < LEAST:
        raise Failed(f"{name}: {len(lines)} lines, {count} decisions; wanted are {len(wanted)}, at least {LEAST}")
    print(f"{name}: {count} decisions, {len(lines) - count} values and counts, all the same", flush=True)


def record() -> None:
    lines = decided("here")
    DECISIONS.write_text("".join(f"{line}\n" for line in lines))
    print(f"{sum(map(is_decision, lines))} decisions written", flush=True)


def emulated(arch: str) -> bool:
    """Whether programs of an architecture run here only by an emulator."""
    return arch != "i386"


def made_root(arch: str, packages: str) -> Path:
    """A Debian for an architecture in a folder, made once, with the tree as it is now."""
    place = WORK / arch
    if emulated(arch) and not Path(f"/proc/sys/fs/binfmt_misc/qemu-{QEMU[arch]}").exists():
        raise Failed(f"{arch}: no emulator is entered for it: mount binfmt_misc, then install qemu-user-static")
    if not (place / "hoard-made").exists():
        shutil.rmtree(place, ignore_errors=True)
        which = [f"--arch={arch}", "--variant=minbase", f"--include={','.join(packages.split())}", "bookworm"]
        run(["debootstrap", *which, str(place), SUITE])
        (place / "hoard-made").touch()
    shutil.rmtree(place / "hoard", ignore_errors=True)
    leave = shutil.ignore_patterns(".venv", ".git", "build", "dist", "__pycache__", "_engine*.so", "_engine*.c")
    shutil.copytree(ROOT, place / "hoard", ignore=leave)
    for name in ("/etc/resolv.conf", "/etc/ssl/certs/ca-certificates.crt"):
        if Path(name).exists():
            target = place / name[1:]
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(name, target)
    return place


def in_root(name: str) -> None:
    """Everything that is done in a whole Debian of another machine."""
    root = ROOTS[name]
    place = made_root(root.arch, root.packages)
    shell = "cd /hoard && LC_ALL=C.UTF-8 PYTHONDONTWRITEBYTECODE=1 exec"
    for step, words in root.steps.items():
        begun = time.monotonic()
        said = run(["chroot", str(place), "sh", "-c", f"{shell} {words}"])
        print(f"{name}, {step}: {(time.monotonic() - begun) / 60:.1f} min\n{said.strip()[-600:]}", flush=True)


SPECIAL: dict[str, Callable[[], None]] = {"record": record, **{name: partial(in_root, name) for name in ROOTS}}


def main(names: list[str]) -> int:
    """Each target that is named; 1 where one of them fails."""
    if not names or not set(names) <= {*TARGETS, *SPECIAL}:
        print(__doc__, file=sys.stderr)
        return 2
    failed = 0
    for name in names:
        try:
            SPECIAL[name]() if name in SPECIAL else compare(name, decided(name))
        except Failed as error:
            print(error, file=sys.stderr)
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
