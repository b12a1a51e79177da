"""Adding a game: the README's steps, followed to the end with a tiny game on a copy of the tree.

tests/sixth holds the two folders and the board class that a game needs. The folders are copied; the class and a
line about it are put into game.py, before texts that occur there once. Nothing else is touched.

Then files of games are deleted, emptied and broken: what is needed is named, what is not has a default, and the other
games play on.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from native import GAMES, build_ffi, games, lib, parts
from native.games import FILLED
from native.strings import Strings

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SIXTH = HERE / "sixth"
LEFT_OUT = ("__pycache__", "_engine.*", ".*", "sanitize", "freeze", "dist", "*.egg-info", "readme")
ENTRIES = {  # file: what is put before which text
    "game.py": [
        ("def fault_of(", (SIXTH / "board.py").read_text("utf-8")),
        ("\nLessons and puzzles\n", "    NullBoard       the null game\n"),
    ],
}
# Those that every game is held to, but for what only a game worth playing has: documents, lessons, puzzles.
TESTS = ("assets", "engine", "commands", "docs", "house", "refusals")


def enter(path: Path, before: str, text: str) -> None:
    """Makes one entry in one file."""
    old = path.read_text("utf-8")
    assert old.count(before) == 1, (path, before)
    path.write_text(old.replace(before, text + before), "utf-8")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with the null game in it."""
    root = tmp_path_factory.mktemp("sixth") / "tree"
    shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for place in ("native", "assets"):
        shutil.copytree(SIXTH / place, root / place, dirs_exist_ok=True)
    for name, entries in ENTRIES.items():
        for before, text in entries:
            enter(root / name, before, text)
    build_ffi.build(root, strict=True)
    return root


def run(tree: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], cwd=tree, capture_output=True, text=True, check=False)


def test_the_steps_of_the_readme_name_all_that_is_done_and_nothing_else() -> None:
    guide = (ROOT / "README.md").read_text("utf-8").partition("### Adding a game\n")[2].partition("\n#")[0]
    steps = re.findall(r"^\d+\. ((?:`[^`]+`(?:, )?)+):", guide, re.M)
    assert len(steps) == len(re.findall(r"^\d+\. ", guide, re.M)) == 3
    named = [name.replace("GAME", "null") for step in steps for name in re.findall("`([^`]+)`", step)]
    files = [p.relative_to(SIXTH).as_posix() for p in SIXTH.glob("*/**/*") if p.is_file() and "__" not in str(p)]
    brought = {next((name for name in named if path.startswith(name)), path) for path in files}
    assert sorted(named) == sorted(brought | set(ENTRIES))
    assert {f"assets/null/{name}" for name in parts.NEEDED} == {path for path in files if path.startswith("assets")}


def test_the_readme_names_all_that_a_game_may_leave_out() -> None:
    guide = (ROOT / "README.md").read_text("utf-8").partition("### Adding a game\n")[2].partition("\n#")[0]
    named = set(re.findall("`([^`]+)`", guide))
    assert {*parts.OPTIONAL, *parts.MODULES} <= named
    looked_up = {
        name
        for path in (ROOT / "native").rglob("*.py")
        for name in re.findall(r'(?:own_part|module_of)\([\w.]+(?:\["game"\])?, "(\w+)"', path.read_text("utf-8"))
    }
    assert looked_up == parts.MODULES.keys()


@pytest.mark.long
def test_a_sixth_game_meets_every_test_of_the_five(tree: Path) -> None:
    files = [f"tests/test_{name}.py" for name in TESTS]
    wanted = "(null or house or said or sentence or head_of) and not frozen_shuffle"
    done = run(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", wanted, *files)
    assert done.returncode == 0, done.stdout
    passed = int(done.stdout.rpartition(" passed")[0].split()[-1])
    assert passed > 80, done.stdout


@pytest.mark.long
def test_a_game_without_a_solver_of_its_own_is_advised_and_refused_like_any(tree: Path) -> None:
    words = ["-m", "native.tools.commands", "arena", "--game", "null", "--seats", "plain,random", "--games", "20"]
    assert run(tree, *words, "--budget", "0.05").returncode == 0
    code = (
        "import json; from native import Match; m = Match('null', seed=4, chance=[2, 0]);"
        "m.play(m.legal()[0]); m.play(m.legal()[0]); print(json.dumps(m.record()))"
    )
    record = tree / "record.json"
    record.write_text(run(tree, "-c", code).stdout)
    assert run(tree, "-m", "native.tools.commands", "replay", str(record)).returncode == 0
    done = run(tree, "-m", "native.tools.commands", "solve", str(record))
    assert (done.returncode, "no open solver" in done.stderr) == (1, True)


@pytest.mark.long
def test_the_screen_passes_its_own_test_and_draws_the_sixth_game_without_a_fault(tree: Path) -> None:
    done = run(tree, "game.py", "selftest")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "null" in json.loads(done.stdout)["games"]
    shots = set()
    for scene in ("title", "null"):
        done = run(tree, "game.py", "shots", "shots", "--size", "800x600", "--scene", scene)
        told = json.loads(done.stdout)
        assert (done.returncode, told["faults"]) == (0, []), told
        shots |= set(told["shots"])
    assert {"title", "null-setup", "null-middle", "null-end", "null-review", "null-rules-1"} <= shots


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
def test_a_whole_match_of_the_sixth_game_is_played_by_mouse_and_at_random(tree: Path) -> None:
    done = run(tree, "-c", BY_MOUSE)
    assert (done.returncode, done.stdout.split()[-1:]) == (0, ["6"]), done.stderr
    files = ["tests/test_arcade_anything.py", "tests/test_telling.py"]
    done = run(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "null", *files)
    assert done.returncode == 0, done.stdout
    assert int(done.stdout.rpartition(" passed")[0].split()[-1]) >= 5


# ---- files that are gone, empty or broken ----

DAMAGED = "heart"  # a game that has every file
RULES = "Dragonheart cannot be started: "
WAYS: dict[str, Callable[[Path], object]] = {
    "gone": Path.unlink,
    "empty": lambda path: path.write_bytes(b""),
    "broken": lambda path: path.write_bytes(b"\x00 broken [ \xff"),
}
# What the damaged game needs beside what every game does: its board, and the modules that this knows.
OWN = ("table.toml", "theme.toml", "deck.toml", "known.py", "plan.py", "state.py", "words.py", "motifs.py",
       "facts.py", "pair.py")
QUICK = [
    ("assets/heart/en.toml", "gone", "Heart cannot be started: assets/heart/en.toml is missing."),
    ("assets/heart/art/emblem.svg", "broken", f"{RULES}assets/heart/art/emblem.svg cannot be read ("),
    ("assets/heart/art/emblem.svg", "gone", ""),
    ("assets/heart/art/emblem.webp", "broken", f"{RULES}assets/heart/art/emblem.webp cannot be read (it is no WebP"),
    ("assets/heart/theme.toml", "broken", f"{RULES}assets/heart/theme.toml cannot be read ("),
    ("assets/heart/help.toml", "empty", ""),
    ("native/heart/achievements.py", "gone", ""),
    ("native/heart/words.py", "broken", f"{RULES}native/heart/words.py cannot be read ("),
]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with the engine as it is."""
    root = tmp_path_factory.mktemp("copy") / "tree"
    left_out = (name for name in LEFT_OUT if name != "_engine.*")
    shutil.copytree(ROOT, root, ignore=shutil.ignore_patterns(*left_out, "build"))
    return root


def said_of(root: Path, game: str, *how: str) -> str:
    """Why a game of a tree cannot be started; "" if it can. The other games can be, and nothing raises."""
    done = run(root, "-m", "tests.damaged", game, *how)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
    said: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    assert said.keys() <= {game}
    return said.get(game, "")


@contextmanager
def damaged(path: Path, way: str) -> Iterator[None]:
    """A file that is gone, empty or broken meanwhile."""
    whole = path.read_bytes()
    WAYS[way](path)
    try:
        yield
    finally:
        path.write_bytes(whole)


@pytest.mark.long(*("-".join(case) for case in QUICK[1::2]))
@pytest.mark.parametrize(("name", "way", "said"), QUICK)
def test_a_damaged_file_is_named_or_has_a_default_and_the_others_play_on(
    copy: Path, name: str, way: str, said: str
) -> None:
    with damaged(copy / name, way):
        found = said_of(copy, DAMAGED)
    assert found.startswith(said)
    assert bool(found) == bool(said)


def test_selftest_names_a_game_that_cannot_be_started_and_tries_the_others(copy: Path) -> None:
    art = copy / "assets" / "heart" / "art"
    with damaged(art / "emblem.svg", "gone"), damaged(art / "emblem.webp", "gone"):
        done = run(copy, "game.py", "selftest")
    told = json.loads(done.stdout)
    assert (done.returncode, told["selftest"], told["faults"]) == (1, "failed", [])
    assert set(told["games"]) == set(GAMES) - {DAMAGED}
    assert done.stderr == f"{RULES}assets/heart/art/emblem.svg is missing.\n"


def files_of(game: str) -> list[str]:
    """All files of a game but its C and what makes its books; of its pictures four."""
    found = [
        *(ROOT / "assets" / game).glob("*.toml"),
        *(path for path in (ROOT / "native" / game).glob("*.py") if path.stem not in ("__init__", *parts.MAKERS)),
        *(ROOT / "assets" / game / "art").glob("emblem.*"),
        *(ROOT / "assets" / game / "art").glob("back*.svg"),
        ROOT / "assets" / "puzzles" / f"{game}.json",
    ]
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


@pytest.mark.long
@pytest.mark.parametrize("way", ["gone", "broken"])
@pytest.mark.parametrize("name", files_of(DAMAGED))
def test_every_file_of_a_game_is_named_or_has_a_default(copy: Path, name: str, way: str) -> None:
    with damaged(copy / name, way):
        found = said_of(copy, DAMAGED, "unseen")
    needed = name.endswith(("/en.toml", *OWN))  # of drawing and relief of the emblem either does
    assert bool(found) == (way == "broken" or needed), found


def test_a_table_of_a_game_that_is_not_filled_in_is_named_and_never_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of its entries: without it the game is none, and the others are."""
    first: Any = lib.game_at(0)
    whole = {name: getattr(first, name) for name in ("id", "state_size", "n_options", "options", *FILLED)}
    for name in ("id", "state_size", *FILLED):
        second = SimpleNamespace(**whole | {name: 0})  # what cffi takes for a null pointer is false too
        engine = SimpleNamespace(game_count=lambda: 2, game_at=[first, second].__getitem__, MAX_STATE=lib.MAX_STATE,
                                 MAX_OPTIONS=lib.MAX_OPTIONS)  # fmt: skip
        with monkeypatch.context() as patched:
            patched.setattr(games, "lib", engine)
            found, wrong = games.sorted_out()
        assert (len(found), list(wrong.values())) == (1, [name])
    monkeypatch.setitem(games.WRONG, "null", "deal")
    fault = parts.fault("null")
    assert fault
    assert fault.said(Strings("en")) == "Null cannot be started: native/null/game.c does not say deal."
    assert fault.said(Strings("de")) == "Null lässt sich nicht starten: in native/null/game.c fehlt deal."
