"""Whether the tests find faults: each fault of faults.toml is planted in a copy of the program, and the tests
that it names must fail there.

    .venv/bin/python -m tests.campaign.planted [--shard K/N] [NAME...]

NAME: only faults whose file has this text in its path. Prints a line for each fault and at the end how many were
found; the exit status is 1 where one was missed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FAULTS = Path(__file__).with_name("faults.toml")
LIMIT_S = 900  # for the tests of one fault; a program that hangs is found, too
LEFT_OUT = (".git", ".venv", "build", "dist", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache")


def faults() -> list[dict[str, Any]]:
    """The faults: file, the text there, what stands in its place, the tests that find it.

    long: only the tests marked as long find it.
    """
    found: list[dict[str, Any]] = tomllib.loads(FAULTS.read_text("utf-8"))["fault"]
    return found


@contextmanager
def planted(root: Path, fault: dict[str, Any]) -> Iterator[None]:
    """The tree with this fault in it."""
    path = root / fault["file"]
    text = path.read_text("utf-8")
    assert text.count(fault["old"]) == 1, f"{fault['file']}: {fault['old']!r} must stand there once"
    path.write_text(text.replace(fault["old"], fault["new"]), "utf-8")
    try:
        yield
    finally:
        path.write_text(text, "utf-8")


def run(root: Path, *words: str) -> int:
    """Runs Python in a tree; the exit status, 124 where it took too long."""
    hidden = os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    try:
        done = subprocess.run(
            [sys.executable, *words], cwd=root, env=hidden, timeout=LIMIT_S, capture_output=True, check=False
        )
    except subprocess.TimeoutExpired:
        return 124
    return done.returncode


def is_found(root: Path, fault: dict[str, Any]) -> bool:
    """Whether the build or the tests fail with this fault."""
    names = [f"tests/test_{name}.py" for name in fault["tests"]]
    with planted(root, fault):
        if run(root, "native/build_ffi.py"):  # for a Python file too: the engine may hold the fault planted before
            return True
        length = [] if fault.get("long") else ["--short"]
        return run(root, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *length, *names) != 0


def main() -> int:
    """Plants the faults one by one; the exit status."""
    parser = argparse.ArgumentParser(description="Whether the tests find faults that are planted.")
    parser.add_argument("--shard", default="0/1", metavar="K/N")
    parser.add_argument("names", nargs="*", metavar="NAME")
    asked = parser.parse_args()
    part, parts = map(int, asked.shard.split("/"))
    chosen = [one for one in faults() if not asked.names or any(name in one["file"] for name in asked.names)]
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "tree"
        shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(*LEFT_OUT))
        for fault in chosen[part::parts]:
            found = is_found(root, fault)
            missed += not found
            print("found " if found else "MISSED", fault["file"], fault["old"].strip().splitlines()[0], flush=True)
    print(f"{len(chosen[part::parts]) - missed} found, {missed} missed")
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
