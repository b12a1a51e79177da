"""Adding a game: the README's steps, followed to the end with a tiny game on a copy of the tree.

tests/sixth holds the two folders and the board class that a game consists of. The folders are copied; the class and
the import of its words are put into game.py, each before a text that occurs there once. Nothing else is touched.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from native import build_ffi

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SIXTH = HERE / "sixth"
LEFT_OUT = ("__pycache__", "_engine.*", ".*", "sanitize", "freeze", "dist", "*.egg-info", "readme")
ENTRIES = {  # file: what is put before which text
    "game.py": [
        ("from native.play.coach import", "from native.null.words import NullTelling\n"),
        ("def boards_from(", (SIXTH / "board.py").read_text("utf-8")),
    ],
}
# Those that every game is held to, but for what only a game worth playing has: lessons, puzzles, treasures.
TESTS = ("assets", "engine", "commands", "law", "house", "refusals")


def enter(path: Path, before: str, text: str) -> None:
    """Makes one entry in one file."""
    old = path.read_text("utf-8")
    assert old.count(before) == 1, (path, before)
    path.write_text(old.replace(before, text + before), "utf-8")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with the null game in it."""
    root = tmp_path_factory.mktemp("house") / "tree"
    shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for place in ("native", "assets"):
        shutil.copytree(SIXTH / place, root / place, dirs_exist_ok=True)
    for name, entries in ENTRIES.items():
        for before, text in entries:
            enter(root / name, before, text)
    build_ffi.build(root, strict=True)
    return root


def run(house: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], cwd=house, capture_output=True, text=True, check=False)


def test_the_steps_of_the_readme_name_all_that_is_done_and_nothing_else() -> None:
    guide = (ROOT / "README.md").read_text("utf-8").partition("### Adding a game\n")[2].partition("\n#")[0]
    steps = re.findall(r"^\d+\. ((?:`[^`]+`(?:, )?)+):", guide, re.M)
    assert len(steps) == len(re.findall(r"^\d+\. ", guide, re.M)) == 3
    named = [name.replace("GAME", "null") for step in steps for name in re.findall("`([^`]+)`", step)]
    files = [p.relative_to(SIXTH).as_posix() for p in SIXTH.glob("*/**/*") if p.is_file() and "__" not in str(p)]
    brought = {next((name for name in named if path.startswith(name)), path) for path in files}
    assert sorted(named) == sorted(brought | set(ENTRIES))


@pytest.mark.long
def test_a_sixth_game_meets_every_test_of_the_five(house: Path) -> None:
    files = [f"tests/test_{name}.py" for name in TESTS]
    wanted = "(null or house or said or sentence) and not frozen_shuffle"
    done = run(house, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", wanted, *files)
    assert done.returncode == 0, done.stdout
    passed = int(done.stdout.rpartition(" passed")[0].split()[-1])
    assert passed > 80, done.stdout


@pytest.mark.long
def test_a_game_without_a_solver_of_its_own_is_advised_and_refused_like_any(house: Path) -> None:
    words = ["-m", "native.tools.commands", "arena", "--game", "null", "--seats", "plain,random", "--games", "20"]
    assert run(house, *words, "--budget", "0.05").returncode == 0
    code = (
        "import json; from native import Match; m = Match('null', seed=4, chance=[2, 0]);"
        "m.play(m.legal()[0]); m.play(m.legal()[0]); print(json.dumps(m.record()))"
    )
    record = house / "record.json"
    record.write_text(run(house, "-c", code).stdout)
    assert run(house, "-m", "native.tools.commands", "replay", str(record)).returncode == 0
    done = run(house, "-m", "native.tools.commands", "solve", str(record))
    assert (done.returncode, "no open solver" in done.stderr) == (1, True)


@pytest.mark.long
def test_the_screen_passes_its_own_test_and_draws_the_sixth_game_without_a_fault(house: Path) -> None:
    done = run(house, "game.py", "selftest")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "null" in json.loads(done.stdout)["games"]
    shots = set()
    for scene in ("title", "null"):
        done = run(house, "game.py", "shots", "shots", "--size", "800x600", "--scene", scene)
        told = json.loads(done.stdout)
        assert (done.returncode, told["faults"]) == (0, []), told
        shots |= set(told["shots"])
    assert {"title", "null-setup", "null-middle", "null-end", "null-review", "null-rules-4"} <= shots


BY_MOUSE = """
from pathlib import Path
import game as arcade
from tests.screen import screen
with screen(Path("data"), (800, 600)) as s:
    s.sit("null", seed=3, seats=["human", "random"])
    while not isinstance(s.scene, arcade.EndScene):
        s.until(lambda: s.scene is not s.table or s.table.live.mine)
        if s.scene is s.table:
            s.click("hand0")
            if s.table.match.over:
                s.until(lambda: isinstance(s.scene, arcade.EndScene))
    print(len(s.table.match.moves))
"""


@pytest.mark.long
def test_a_whole_match_of_the_sixth_game_is_played_by_mouse_and_at_random(house: Path) -> None:
    done = run(house, "-c", BY_MOUSE)
    assert (done.returncode, done.stdout.split()[-1:]) == (0, ["6"]), done.stderr
    files = ["tests/test_arcade_anything.py", "tests/test_telling.py"]
    done = run(house, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "null", *files)
    assert done.returncode == 0, done.stdout
    assert int(done.stdout.rpartition(" passed")[0].split()[-1]) >= 5
