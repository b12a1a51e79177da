"""Adding a game: a sixth one joins by its file and its two table entries, and meets every test of the five."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import native
from native import build_ffi

HERE = Path(__file__).resolve().parent


def enter(path: Path, old: str, new: str) -> None:
    """Makes one edit in one file."""
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the engine with the null game in its list."""
    root = tmp_path_factory.mktemp("house")
    (root / "native").mkdir()
    for path in Path(native.__file__).parent.iterdir():
        if path.suffix in (".c", ".h", ".py"):
            shutil.copy(path, root / "native")
    for folder in ("decks", "books"):
        shutil.copytree(native.assets_dir() / folder, root / "assets" / folder)
    shutil.copy(HERE / "nullgame.c", root / "native")
    enter(root / "native" / "common.h", "game_tale;", "game_tale, game_null;")
    enter(root / "native" / "engine.c", "&game_tale}", "&game_tale, &game_null}")
    build_ffi.build(root, strict=True)
    return root


def run(house: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], cwd=house, capture_output=True, text=True, check=False)


def test_a_sixth_game_meets_every_test_of_the_five(house: Path) -> None:
    shutil.copytree(HERE, house / "tests")
    (house / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    wanted = "null and not frozen_shuffle"
    done = run(house, "-m", "pytest", "-q", "-k", wanted, "tests/test_engine.py", "tests/test_commands.py")
    assert done.returncode == 0, done.stdout
    passed = int(done.stdout.rpartition(" passed")[0].split()[-1])
    assert passed > 80, done.stdout


def test_a_game_without_a_solver_of_its_own_is_advised_and_refused_like_any(house: Path) -> None:
    words = ["-m", "native.cli", "arena", "--game", "null", "--seats", "plain,random", "--games", "20"]
    assert run(house, *words, "--budget", "0.05").returncode == 0
    code = (
        "import json; from native import Match; m = Match('null', seed=4, chance=[2, 0]);"
        "m.play(m.legal()[0]); m.play(m.legal()[0]); print(json.dumps(m.record()))"
    )
    record = house / "record.json"
    record.write_text(run(house, "-c", code).stdout)
    assert run(house, "-m", "native.cli", "replay", str(record)).returncode == 0
    done = run(house, "-m", "native.cli", "solve", str(record))
    assert (done.returncode, "no open solver" in done.stderr) == (1, True)
