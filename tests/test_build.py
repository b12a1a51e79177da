"""Set-up: what is missing is said in one sentence, what is there is not made again, a wheel holds all it needs."""

from __future__ import annotations

import ast
import configparser
import hashlib
import importlib.util
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import sysconfig
import tokenize
from collections.abc import Callable
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import native
from assets.makers.catalogue import replaced
from native import build_ffi, icon, unpacking
from native.files import table_of
from native.tools import commands

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "build.py"
COMPILE = str(Path("native", "build_ffi.py"))


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """build.py as a module whose virtual environment would stand in an empty folder."""
    spec = importlib.util.spec_from_file_location("build_script", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "VENV", str(tmp_path / ".venv"))
    monkeypatch.setattr(module, "MAKERS", str(tmp_path / "makers"))
    monkeypatch.setattr(module, "python_of", lambda venv: str(Path(venv, "python")))
    monkeypatch.setattr(module, "PYTHON", module.python_of(module.VENV))
    return module


class Runs:
    """Stands for build.run: notes what would be run, and answers as told."""

    def __init__(self, status: Callable[[list[str]], int] = lambda _: 0) -> None:
        self.commands: list[list[str]] = []
        self.status = status

    def __call__(self, command: list[str], **_: Any) -> int:
        self.commands.append(command)
        if command[1:3] == ["-m", "venv"]:
            Path(command[3], "python").touch()
        return self.status(command)

    def words(self) -> str:
        return "\n".join(" ".join(command) for command in self.commands)


# ---- Ctrl+C ----

INTERRUPTED = """
import os, signal, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
os.killpg(0, signal.SIGINT)
time.sleep(1)
raise SystemExit(7)
"""


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_at_ctrl_c_a_program_ends_in_its_own_way_and_time() -> None:
    """Both hear it; what was begun takes another second and ends with a status of its own."""
    code = "import runpy, sys; print(runpy.run_path('build.py')['hand_over']([sys.executable, '-c', sys.argv[1]]))"
    command = [sys.executable, "-c", code, INTERRUPTED]
    heed = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, start_new_session=True,
                          preexec_fn=heed)  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, b"7\n", b"")


# ---- old Pythons ----

NEW_SYNTAX = (
    ast.JoinedStr, ast.NamedExpr, ast.AnnAssign, ast.Await, ast.AsyncFunctionDef, ast.Nonlocal, ast.YieldFrom,
    ast.Starred, ast.Match, ast.MatMult,
)  # fmt: skip


def test_build_py_holds_no_syntax_that_an_old_python_cannot_read() -> None:
    for node in ast.walk(ast.parse(SCRIPT.read_text())):
        assert not isinstance(node, NEW_SYNTAX), ast.dump(node)
        if isinstance(node, ast.Raise):
            assert node.cause is None
        if isinstance(node, ast.FunctionDef):
            assert node.returns is None
            assert not node.args.kwonlyargs
            assert not any(argument.annotation for argument in node.args.args)
        if isinstance(node, ast.Dict):
            assert all(node.keys)
    with SCRIPT.open("rb") as file:
        prefixes = {t.string[:2].lower() for t in tokenize.tokenize(file.readline) if t.type == tokenize.STRING}
    assert "rb" not in prefixes


def old_pythons() -> list[str]:
    """Interpreters of this machine that are too old."""
    names = [f"python{version}" for version in ("2.7", "2", "3.5", "3.6", "3.7", "3.8", "3.9", "3.10")]
    found = [path for name in names if (path := shutil.which(name))]
    found += map(str, Path.home().glob(".pyenv/versions/*/bin/python"))
    code = "import sys; sys.exit(sys.version_info[:2] >= (3, 11))"
    return [p for p in found if subprocess.call([p, "-c", code], stderr=subprocess.DEVNULL) == 0]


@pytest.mark.long
def test_a_python_too_old_is_told_so_in_one_sentence(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for python in old_pythons():
        done = subprocess.run([python, SCRIPT, "play"], capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert done.stderr.startswith("Hoard needs Python 3.11 or newer; this is ")
        assert done.stderr.count("\n") == 1
    monkeypatch.setattr(sys, "version_info", (3, 10, 1, "final", 0))
    assert build.main(["play"]) == 1
    assert capsys.readouterr().err == "Hoard needs Python 3.11 or newer; this is 3.10.\n"


# ---- build.py ----


@pytest.mark.parametrize("words", [[], ["fly"], ["--help"]])
def test_a_wrong_command_shows_the_right_ones(
    build: ModuleType, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert build.main(words) == 2
    assert "play [ARGS]" in capsys.readouterr().err


def test_sources_are_compiled_once_and_anew_when_they_change(build: ModuleType, tmp_path: Path) -> None:
    """The compiled form lies beside the source; a source that cannot be compiled is left to those who run it."""
    room = tmp_path / "native" / "room"
    room.mkdir(parents=True)
    sources = [tmp_path / "game.py", room / "words.py"]
    for source in sources:
        source.write_text("ONE = 1")
    (room / "broken.py").write_text("(")
    made = [Path(importlib.util.cache_from_source(str(source))) for source in sources]
    build.compile_sources(str(tmp_path))
    assert all(b"ONE" in path.read_bytes() for path in made)
    times = [path.stat().st_mtime_ns for path in made]
    sources[1].write_text("OTHER = 2")
    os.utime(sources[1], (1, 1))
    build.compile_sources(str(tmp_path))
    assert made[0].stat().st_mtime_ns == times[0]
    assert b"OTHER" in made[1].read_bytes()


def test_setting_up_makes_each_thing_once(build: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "run", first := Runs())
    assert build.main(["setup"]) == 0
    assert [command[1] for command in first.commands] == ["-m", "-m", COMPILE]
    assert first.commands[1][-3:] == ["--require-hashes", "-r", build.pins_of("")]
    assert build.pins_of("test") not in first.words()
    monkeypatch.setattr(build, "run", second := Runs())
    assert build.main(["setup"]) == 0
    assert [command[1] for command in second.commands] == [COMPILE]


def test_more_is_installed_only_for_what_needs_it(build: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "run", runs := Runs())
    build.set_up("play")
    build.set_up("test")
    assert runs.words().count(build.pins_of("")) == 1
    assert runs.words().count(build.pins_of("test")) == 1
    assert build.pins_of("freeze") not in runs.words()
    assert runs.commands[-1][-1] == "--strict"


def test_pictures_are_made_in_an_environment_of_their_own(build: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "run", runs := Runs())
    monkeypatch.setattr(build, "hand_over", begun := Mock(return_value=0))
    assert build.main(["art", "duel"]) == 0
    made, makers = str(Path(build.MAKERS, "python")), build.pins_of("art")
    assert [command[0] for command in runs.commands if command[-1] == makers] == [made]
    assert begun.call_args.args == ([made, "-m", "assets.makers", "duel"],)


@pytest.mark.parametrize("damage", ["half made", "moved", "no python"])
def test_an_environment_that_is_not_whole_is_made_anew(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    monkeypatch.setattr(build, "run", Runs())
    build.make_venv(build.VENV)
    stamp = Path(build.VENV, "hoard-venv")
    if damage == "half made":
        stamp.write_text("")
    elif damage == "moved":
        stamp.write_text(stamp.read_text().replace(".venv", ".moved"))
    else:
        Path(build.PYTHON).unlink()
    leftover = Path(build.VENV, "leftover")
    leftover.touch()
    monkeypatch.setattr(build, "run", runs := Runs())
    build.make_venv(build.VENV)
    assert len(runs.commands) == 1
    assert not leftover.exists()


def test_an_environment_of_somebody_else_is_left_alone(build: ModuleType) -> None:
    theirs = Path(build.VENV, "lib", "theirs.py")
    theirs.parent.mkdir(parents=True)
    theirs.touch()
    with pytest.raises(build.SetupError, match="not made by"):
        build.make_venv(build.VENV)
    assert theirs.exists()


def pins(group: str) -> list[tuple[Requirement, set[str]]]:
    """What a file of pins asks for, line by line, and the sums it has for it."""
    text = (ROOT / "native" / "pins" / f"{group or 'play'}.txt").read_text().replace("\\\n", "")
    lines = [line.split("--hash=") for line in text.splitlines() if not line.startswith("#")]
    return [(Requirement(first), {word.strip() for word in sums}) for first, *sums in lines]


def test_the_pins_fit_what_pyproject_asks_for_and_each_other(build: ModuleType) -> None:
    versions: dict[str, set[str]] = {}
    for group in ("", "test", "study", "freeze", "pin"):
        pinned: dict[str, list[str]] = {}
        for pin, sums in pins(group):
            (exact,) = pin.specifier
            assert exact.operator == "=="
            assert sums
            assert all(re.fullmatch("sha256:[0-9a-f]{64}", one) for one in sums)
            pinned.setdefault(canonicalize_name(pin.name), []).append(exact.version)
        for asked in map(Requirement, build.requirements(group)):
            found = pinned[canonicalize_name(asked.name)]
            assert all(asked.specifier.contains(version) for version in found), asked
        for name, found in pinned.items():
            assert versions.setdefault(name, set(found)) == set(found), name
    assert len(versions) > 20


def test_new_pins_are_installed(build: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "native" / "pins", tmp_path / "native" / "pins")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    monkeypatch.setattr(build, "HERE", str(tmp_path))
    monkeypatch.setattr(build, "run", Runs())
    build.set_up("setup")
    with (tmp_path / build.pins_of("")).open("a") as file:
        file.write("# new\n")
    monkeypatch.setattr(build, "run", runs := Runs())
    build.set_up("setup")
    assert build.pins_of("") in runs.words()


def test_pinning_asks_for_the_sums_of_every_group(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    monkeypatch.setattr(build, "HERE", str(tmp_path))
    monkeypatch.setattr(build, "run", runs := Runs())
    assert build.pin([]) == 0
    written = [command[-1] for command in runs.commands if "--generate-hashes" in command]
    assert written == [build.pins_of(group) for group in ("", "freeze", "pin", "study", "test", "art")]
    monkeypatch.setattr(build, "run", Runs(lambda _: 1))
    with pytest.raises(build.SetupError, match="fit together"):
        build.pin([])


def refusal(build: ModuleType, capsys: pytest.CaptureFixture[str]) -> str:
    """The one sentence with which setting up ends."""
    assert build.main(["setup"]) == 1
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("build.py: ")
    return last


def test_a_python_without_venv_is_told_which_package_has_it(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in ("ensurepip", "venv"):
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, module, None)
            assert "python3-venv" in refusal(build, capsys)


@pytest.mark.parametrize(
    ("part", "words"), [("venv", "making"), ("pip", "network"), ("build_ffi.py", "could not be compiled")]
)
def test_a_step_that_fails_is_named_and_tried_again(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], part: str, words: str
) -> None:
    failing = Runs(lambda command: int(any(word.endswith(part) for word in command[:3])))
    monkeypatch.setattr(build, "run", failing)
    assert words in refusal(build, capsys)
    step = failing.commands[-1]
    monkeypatch.setattr(build, "run", runs := Runs())
    assert build.main(["setup"]) == 0
    assert step in runs.commands


def has_word(word: str, command: list[str]) -> int:
    return int(word in command)


def test_all_checks_run_and_one_failure_is_a_failure(build: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    for failing in ("ruff", "mypy", "pytest", ""):
        runs = Runs(partial(has_word, failing))
        monkeypatch.setattr(build, "run", runs)
        assert build.main(["test", "-k", "duel"]) == int(bool(failing))
        assert {command[2] for command in runs.commands[-3:]} == {"ruff", "mypy", "pytest"}
        assert [command[3:] for command in runs.commands if command[2] == "pytest"] == [["-k", "duel"]]


@pytest.fixture
def suite(tmp_path: Path, build: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project whose tests note that they ran."""
    (tmp_path / "tests").mkdir()
    for number in range(5):
        test = "def test_{1}(): pathlib.Path('{0}-{1}').touch(exist_ok=False)"
        lines = ["import pathlib", *(test.format(number, letter) for letter in "ab")]
        (tmp_path / "tests" / f"test_{number}.py").write_text("\n".join(lines))
    monkeypatch.setattr(build, "HERE", str(tmp_path))
    monkeypatch.setattr(build, "PYTHON", sys.executable)
    return tmp_path


@pytest.mark.long
def test_what_fails_in_any_process_is_counted_and_fails_all(
    build: ModuleType, suite: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (suite / "tests" / "test_3.py").write_text("def test_one(): assert 0\ndef test_two(gone): pass\n")
    assert build.share_out(2, []) == 1
    assert capfd.readouterr().out == "8 passed, 2 failed, 0 skipped\n"
    (suite / "tests" / "test_3.py").write_text("import os\ndef test_one(): os._exit(9)\n")
    for path in suite.glob("?-?"):
        path.unlink()
    assert build.share_out(2, []) == 1


LONG = """
import pytest

@pytest.mark.long
def test_whole(): pass

@pytest.mark.long("2")
@pytest.mark.parametrize("number", [1, 2])
def test_in_part(number): pass
"""


def test_a_short_run_is_the_usual_one_and_all_leaves_nothing_out(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = Mock(return_value=0)
    monkeypatch.setattr(build, "check_sources", list)
    monkeypatch.setattr(build, "share_out", shared)
    assert [build.test([]), build.test(["--all"])] == [0, 0]
    assert [call.args[1] for call in shared.call_args_list] == [["--short"], []]


@pytest.mark.long
def test_a_short_run_leaves_out_long_tests_and_all_runs_every_one_once(
    build: ModuleType, suite: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(ROOT / "tests" / "conftest.py", suite / "tests")
    (suite / "tests" / "test_long.py").write_text(LONG)
    monkeypatch.setattr(build, "check_sources", list)
    for arguments, ran in (([], 11), (["--all"], 13)):
        for path in suite.glob("?-?"):
            path.unlink()
        assert build.test(arguments) == 0
        assert len(list(suite.glob("?-?"))) == 10  # each test makes its file, and fails where it is there
        assert capfd.readouterr().out == f"{ran} passed, 0 failed, 0 skipped\n"


def test_bench_prints_headlines_where_nothing_is_named_and_everything_with_all(build: ModuleType) -> None:
    assert build.bench_options([]) == ["--headlines"]
    assert build.bench_options(["--all"]) == []
    assert build.bench_options(["duel", "draw"]) == ["duel", "draw"]


def test_ci_runs_the_tests_as_the_readme_says() -> None:
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & 0o111
    command = script.read_text().splitlines()[-1].removeprefix("exec ")
    assert command in (ROOT / "README.md").read_text().splitlines()[10]


# ---- freezing ----


@pytest.mark.long
def test_the_program_needs_nothing_that_is_left_out_of_the_frozen_one(build: ModuleType) -> None:
    """It starts, a screen, sound and a selftest included, where none of those modules can be imported."""
    code = (
        "import sys; sys.modules.update(dict.fromkeys(sys.argv[1:]));"
        "import native.tools.shots as shots, native.tools.commands as commands, pygame.mixer;"
        " commands.main(['--version']); sys.exit(shots.main(['selftest']))"
    )
    codecs = build.codecs() if sys.platform == "linux" else []
    assert not {"encodings.utf_8", "encodings.latin_1", "encodings.ascii"} & set(codecs)
    words = [sys.executable, "-X", "utf8", "-c", code, *build.NEEDLESS.split(), *codecs]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_new_program_replaces_the_old_one_and_nothing_beside_it(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(build, "HERE", str(tmp_path))
    for name in ("DIST", "FOLDER"):
        monkeypatch.setattr(build, name, str(tmp_path / Path(getattr(build, name)).relative_to(ROOT)))
    old = [tmp_path / Path(path).relative_to(ROOT) for path in build.PROGRAMS]
    monkeypatch.setattr(build, "PROGRAMS", tuple(map(str, old)))
    kept = tmp_path / "dist" / "notes.txt"
    for path in (*old, kept):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    monkeypatch.setattr(build, "packed_assets", lambda _: None)
    monkeypatch.setattr(build, "run", lambda *_, **__: 1)
    with pytest.raises(build.SetupError):
        build.pack(False)
    assert kept.exists() and not any(path.exists() for path in old)


def test_what_is_imported_by_a_made_name_is_frozen_too(build: ModuleType) -> None:
    for game in native.GAMES:
        found = {path.stem for path in (ROOT / "native" / game).glob("*.py")} - {"__init__"}
        assert {"achievements", "puzzles", "words"} <= found
        assert {f"native.{game}.{name}" for name in found} <= set(build.unseen())


FIRST_PICTURE = """
import sys
opened = []
sys.addaudithook(lambda event, given: opened.append(str(given[0])) if event == "open" else None)
from native.start import pygame_in_parts
with pygame_in_parts():
    from native.screen import splash
    assert splash.show(["--windowed", "--size", "640x360", "--data-dir", sys.argv[1]])
    found = [module for name, module in sys.modules.items() if name.startswith("pygame.")]
print("\\n".join([*opened, *(str(module.__file__) for module in found)]))
"""


def test_what_the_first_picture_needs_is_unpacked_before_it(build: ModuleType, tmp_path: Path) -> None:
    words = [sys.executable, "-c", FIRST_PICTURE, str(tmp_path)]
    hidden = os.environ | {"SDL_VIDEODRIVER": "dummy"}
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True, env=hidden)
    assets = set(re.findall(rf"^{ROOT}/(assets/.*)$", done.stdout, re.M))
    libraries = set(re.findall(r"/(pygame/\w+\..*so)$", done.stdout, re.M))
    assert {f"assets/{game}/theme.toml" for game in native.GAMES} <= assets
    assert len(libraries) > 10
    early = build.EARLY.split()
    packed = [name for name in assets | libraries if not any(fnmatch(name, pattern) for pattern in early)]
    assert packed == [], "the one-file program unpacks this only after its first picture"


def test_sizes_and_the_newest_glibc_are_added_up_from_the_files(build: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "a.so").write_bytes(b"\x7fELF...GLIBC_2.9\0GLIBC_2.17\0")
    (tmp_path / "inner" / "b.so").write_bytes(b"\x7fELF...GLIBC_2.4\0")
    (tmp_path / "inner" / "text").write_bytes(b"GLIBC_2.99\0")
    assert build.glibc_needed(str(tmp_path)) == "2.17"
    assert build.size(str(tmp_path)) == sum(p.stat().st_size for p in tmp_path.rglob("*") if p.is_file())
    assert build.size(str(tmp_path / "a.so")) == (tmp_path / "a.so").stat().st_size


def test_the_loader_of_the_one_file_names_what_helps(build: ModuleType, tmp_path: Path) -> None:
    program = tmp_path / "hoard"
    said = b"\0".join([b"\x7fELF", *(old for old, _ in build.LOADER_WORDS), b"the program"])
    program.write_bytes(said)
    build.say_what_helps(str(program))
    after = program.read_bytes()
    assert len(after) == len(said)
    assert after.startswith(b"\x7fELF\0")
    assert after.endswith(b"\0the program")
    sentences = [line for line in after.split(b"\0")[1:-1] if line]
    assert len(sentences) == len(build.LOADER_WORDS)
    for sentence in sentences:
        assert b"TMPDIR" in sentence
        assert b"folder" in sentence
    with pytest.raises(build.SetupError, match="does not say"):
        build.say_what_helps(str(program))


@pytest.mark.skipif(os.name == "nt", reason="all may be run there")
def test_the_mark_of_an_unpacked_program_is_unpacked_first(build: ModuleType, tmp_path: Path) -> None:
    build.mark(str(tmp_path))
    assert os.access(tmp_path / build.MARK, os.X_OK)
    libraries = ("libpython3.11.so.1.0", "pygame/base.so", "pygame_ce.libs/libSDL2.so", "python3.11/math.so")
    assert all(name > build.MARK for name in libraries)


@pytest.mark.parametrize("platform", ["linux", "win32", "darwin"])
def test_the_spec_is_python_on_every_platform(build: ModuleType, tmp_path: Path, platform: str) -> None:
    asked: dict[str, list[dict[str, Any]]] = {}
    given: dict[str, list[tuple[Any, ...]]] = {}
    inner = tmp_path / "folder" / "inner"
    held = ("pygame_ce.libs/libSDL2-2.so", "pygame_ce.libs/libopus.so", "assets/theme.toml", "assets/readme.toml")
    for file in held:
        (inner / file).parent.mkdir(parents=True, exist_ok=True)
        (inner / file).write_text(file)

    def noted(name: str) -> Callable[..., SimpleNamespace]:
        def called(*parts: Any, **more: Any) -> SimpleNamespace:
            asked.setdefault(name, []).append(more)
            given[name] = [*parts]
            binaries = [(name, "", "BINARY") for name in ("libstdc++.so.6", "libgcc_s.so.1", "libz.so.1")]
            binaries.append(("libSDL2.so.0", "libs/libSDL2.so.0", "SYMLINK"))
            scripts = [("pyi_rth_inspect", "", ""), ("hoard", "", "")]
            places = {"name": str(tmp_path / "folder"), "contents_directory": "inner"}
            return SimpleNamespace(pure=[], scripts=scripts, binaries=binaries, datas=[], **places)

        return called

    names = {name: noted(name) for name in ("Analysis", "PYZ", "EXE", "COLLECT", "BUNDLE")}
    exec(build.spec(str(tmp_path), True, platform), names)
    assert asked["Analysis"][0]["hiddenimports"] == build.unseen()
    datas = {target: Path(source) for source, target in asked["Analysis"][0]["datas"]}
    assert datas["assets"] == tmp_path / "assets"
    assert len(asked["EXE"]) == 2
    _, scripts, links, early = given["EXE"]
    assert [name for name, _, _ in scripts] == ["hoard", "X utf8"]
    assert [name for name, _, _ in links] == ["libSDL2.so.0"]
    assert [name for name, _, _ in given["COLLECT"][1]] == ["libSDL2.so.0"]
    first = (held[2], held[0]) if platform == "linux" else sorted(held)
    assert [name for name, _, _ in early] == [*first, unpacking.PROGRAM, unpacking.SOUND]
    for (_, lot, _), file in zip(early[-2:], (held[3], held[1]), strict=True):
        unpacking.unpack(Path(lot), tmp_path / "rest")
        assert (platform != "linux") or (tmp_path / "rest" / file).read_text() == file
    look = asked["EXE"][0]
    assert ("BUNDLE" in asked, "icon" in look) == (platform == "darwin", platform != "linux")
    if platform == "win32":
        code = Path(look["version"]).read_text()
        ast.parse(code)
        assert native.VERSION in code


@pytest.mark.long
def test_frozen_tables_hold_what_the_sources_do(build: ModuleType, tmp_path: Path) -> None:
    packed = Path(build.packed_assets(str(tmp_path)))
    assets = native.assets_dir()
    paths = [path.relative_to(assets) for path in assets.rglob("*") if path.is_file()]
    shown = [path for path in paths if not {*path.parts} & {*build.UNFROZEN} and str(path) not in replaced()]
    assert len(shown) < len(paths)
    assert not {Path("makers/relief.py"), Path("duel/art/emblem.svg"), Path("duel/cards.toml")} & {*shown}
    needed = ("duel/art/emblem.webp", "duel/art/back.svg", "art/ui/eye.svg", "art/hoard/cup.svg")
    assert {*map(Path, needed)} <= {*shown}
    assert {path.relative_to(packed) for path in packed.rglob("*") if path.is_file()} == set(shown)
    sources = [ROOT / "game.py", *(ROOT / "native").rglob("*.py")]
    call = r'(?:load|read)_toml\("([^"]+)"\)'
    read = {name for path in sources for name in re.findall(call, path.read_text("utf-8"))}
    assert {Path("kit.toml")} <= {*map(Path, read)} <= set(shown)
    tables = [path for path in shown if path.suffix == ".toml"]
    assert len(tables) > 30
    for path in tables:
        text = (packed / path).read_text("utf-8")
        assert text.startswith("{")
        assert table_of(text) == table_of((assets / path).read_text("utf-8"))


def test_the_icons_of_all_systems_hold_one_png(tmp_path: Path) -> None:
    icon.main(ROOT / "assets" / "art" / "ui" / "hoard.svg", tmp_path)
    png, ico, icns = ((tmp_path / f"hoard.{kind}").read_bytes() for kind in ("png", "ico", "icns"))
    assert png.startswith(b"\x89PNG")
    size, start = struct.unpack_from("<II", ico, 14)
    assert ico[start : start + size] == png
    assert icns[:8] == b"icns" + len(icns).to_bytes(4, "big")
    assert icns[16:] == png


def test_the_desktop_entry_is_one() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read(ROOT / "assets" / "desktop" / "hoard.desktop", "utf-8")
    found = dict(entry["Desktop Entry"])
    assert found["Type"] == "Application"
    assert found["Exec"].split() == ["hoard", "%f"]
    assert found["Comment"] != found["Comment[de]"]
    assert all(found[key].endswith(";") for key in ("Categories", "Keywords", "Keywords[de]"))


def test_a_sum_of_a_folder_tells_names_and_contents_apart(build: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "c").write_text("2")
    sums = [build.sha256(str(tmp_path))]
    lines = "".join(f"{hashlib.sha256(text).hexdigest()}  ./{name}\n" for name, text in (("a", b"1"), ("b/c", b"2")))
    assert sums[0] == hashlib.sha256(lines.encode()).hexdigest()
    (tmp_path / "a").write_text("3")
    sums.append(build.sha256(str(tmp_path)))
    (tmp_path / "a").write_text("1")
    (tmp_path / "a").rename(tmp_path / "d")
    sums.append(build.sha256(str(tmp_path)))
    assert len(set(sums)) == 3


def test_every_library_has_a_part_and_a_licence(build: ModuleType, tmp_path: Path) -> None:
    inner = tmp_path / "_internal"
    for name in ("libSDL2-2-50d.so.0", "libpython3.11.so.1.0", "pygame/base.so", "libnew.so.1", "nothing.txt"):
        (inner / name).parent.mkdir(parents=True, exist_ok=True)
        (inner / name).write_bytes(b"text" if name.endswith("txt") else b"\x7fELF")
    assert build.unlisted(str(tmp_path)) == ["_internal/libnew.so.1"]


def test_the_licences_are_told_with_their_texts(capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.main(["--licences"]) == 0
    found = json.loads(capsys.readouterr().out)
    parts = {part["name"]: part for part in found["parts"]}
    assert {"Hoard", "Python", "pygame-ce", "cffi", "PyInstaller's bootloader", "FreeType"} <= set(parts)
    assert all(part["licence"] for part in parts.values())
    for name in ("Hoard", "Python", "pygame-ce", "cffi"):
        assert parts[name]["version"]
    for part in parts.values():
        free = part["licence"] == "blessing" or part["licence"].startswith("LicenseRef")
        assert bool(part.get("texts")) != free, part["name"]
        assert set(part.get("texts", ())) <= found["texts"].keys()
    named = {name for part in parts.values() for name in part.get("texts", ())}
    assert set(found["texts"]) == named
    shipped = {f"assets/licences/{path.name}" for path in (ROOT / "assets" / "licences").iterdir()}
    assert shipped == {name for name in named if name.startswith("assets/licences/")}
    words = {"FreeType": "FreeType Project LICENSE", "Python": "Python Software Foundation License"}
    for name, told in (words | {"Hoard": "MIT License"}).items():
        assert told.lower() in " ".join(found["texts"][parts[name]["texts"][0]].split()).lower()
    everything = "".join(found["texts"].values())
    assert str(ROOT) not in everything, "a folder that may be gone"


# ---- a release ----


@pytest.mark.parametrize(("words", "why"), [
    (["--key", "nowhere.key"], "there is no key nowhere.key"),
    (["--frozen", "--key", "nowhere.key"], "there is no key nowhere.key"),
    (["--frozen"], "there is no frozen program in dist/"),
])
def test_what_a_release_lacks_is_told_before_anything_is_frozen(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: list[str], why: str
) -> None:
    monkeypatch.setattr(build, "FOLDER", str(tmp_path / "none"))
    monkeypatch.setattr(build, "freeze", Mock(side_effect=AssertionError("frozen")))
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    with pytest.raises(build.SetupError, match=why):
        build.package(words)


@pytest.mark.parametrize("words", [["--keys"], ["--key"], ["more"]])
def test_a_wrong_option_of_a_release_freezes_nothing(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.setattr(build, "freeze", Mock(side_effect=AssertionError("frozen")))
    with pytest.raises(SystemExit) as caught:
        build.package(words)
    assert caught.value.code == 2


def test_a_release_is_not_made_for_another_machine(build: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its names say amd64 and x86_64."""
    monkeypatch.setattr("platform.machine", lambda: "aarch64")
    with pytest.raises(build.SetupError, match=r"on Linux, x86-64"):
        build.package([])


def test_a_release_is_signed_with_the_key_that_the_caller_names(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """From the caller's folder, not from that of the program."""
    handed = Mock(return_value=0)
    monkeypatch.chdir(tmp_path)
    Path("mine.key").touch()
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    monkeypatch.setattr(build, "FOLDER", str(tmp_path))
    monkeypatch.setattr(build, "glibc_needed", lambda _: "2.34")
    monkeypatch.setattr(build, "hand_over", handed)
    assert build.package(["--frozen", "--key", "mine.key"]) == 0
    assert handed.call_args.args[0][-2:] == ["--key", str(tmp_path / "mine.key")]


# ---- compiling ----

HEADER = """
/* a header */
#ifndef H
#define H
#define SIZE 3      /* things */
#define FAR -1
#define MASK 0xFF
#define MACRO(x) (x)
int one(void); /* of
two lines */
#endif
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small engine: one header, two sources."""
    native = tmp_path / "native"
    (native / "engine").mkdir(parents=True)
    (native / "engine" / "engine.h").write_text(HEADER)
    (native / "one.c").write_text('#include "engine/engine.h"\nint one(void) { return SIZE - 2; }\n')
    (native / "two.c").write_text("int two(void);\nint two(void) { return 2; }\n")
    return tmp_path


def test_cffi_gets_declarations_and_whole_numbers_only() -> None:
    lines = [line.split("/*")[0].rstrip() for line in build_ffi.cdef(HEADER).splitlines() if line.strip()]
    assert lines == ["#define SIZE 3", "#define FAR -1", "#define MASK 0xFF", "int one(void);"]


def test_machines_that_count_with_more_digits_are_told_not_to() -> None:
    assert "-fexcess-precision=fast" in build_ffi.exact("s390x-linux-gnu")
    assert "-mfpmath=sse" in build_ffi.exact("i386-linux-gnu")
    assert build_ffi.exact("x86_64-linux-gnu") == build_ffi.exact("None") == []


def compiled(project: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Builds, and names the sources that were compiled on the way."""
    done: list[str] = []
    run = build_ffi._run

    def noted(command: list[str], cwd: Path) -> None:
        done.extend(Path(word).stem.partition("-")[0] for word in command if word.endswith(".c"))
        run(command, cwd)

    with monkeypatch.context() as patch:
        patch.setattr(build_ffi, "_run", noted)
        build_ffi.build(project, strict=True)
    return sorted(done)


def test_only_what_changed_is_compiled(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiled(project, monkeypatch) == ["_engine", "one", "two"]
    assert compiled(project, monkeypatch) == []
    source = project / "native" / "two.c"
    os.utime(source, (1, 1))
    assert compiled(project, monkeypatch) == []
    source.write_text(source.read_text() + "\n")
    assert compiled(project, monkeypatch) == ["two"]
    header = project / "native" / "engine" / "engine.h"
    header.write_text(header.read_text().replace("SIZE 3", "SIZE 4"))
    assert compiled(project, monkeypatch) == ["_engine", "one", "two"]
    next((project / "native").glob("_engine*")).unlink()
    assert compiled(project, monkeypatch) == []


def test_the_module_is_made_of_the_sources_as_they_are(project: Path) -> None:
    for path in (project / "native").glob("*.c"):
        path.write_text(path.read_text().replace("SIZE - 2", "SIZE + 4"))
    module = build_ffi.build(project)
    (project / "native" / "__init__.py").touch()
    code = "from native._engine import lib; print(lib.one(), lib.FAR, lib.MASK)"
    done = subprocess.run([sys.executable, "-c", code], cwd=project, capture_output=True, text=True, check=True)
    assert done.stdout == "7 -1 255\n"
    assert module.parent == project / "native"


def test_a_warning_is_an_error_for_the_tests_only(project: Path) -> None:
    (project / "native" / "two.c").write_text("static int unused(void) { return 2; }\n")
    with pytest.raises(build_ffi.BuildError, match="unused"):
        build_ffi.build(project, strict=True)
    assert build_ffi.build(project).exists()
    with pytest.raises(build_ffi.BuildError, match="unused"):
        build_ffi.build(project, strict=True)


def test_an_engine_with_a_function_missing_never_replaces_one_that_works(project: Path) -> None:
    module = build_ffi.build(project)
    before = module.read_bytes()
    (project / "native" / "one.c").write_text("int other(void);\nint other(void) { return 1; }\n")
    with pytest.raises(build_ffi.BuildError):
        build_ffi.build(project)
    assert module.read_bytes() == before


def test_another_compiler_is_taken_where_cc_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    missing = build_ffi.compiler()
    for name in ("clang", "gcc", "cc")[: 3 if sys.platform != "win32" else 2]:
        (tmp_path / name).touch(0o755)
        assert build_ffi.compiler() == [name]
    assert build_ffi.compiler() == missing
    monkeypatch.setenv("CC", "ccache gcc")
    assert build_ffi.compiler() == ["ccache", "gcc"]


def test_what_was_compiled_without_a_warning_is_not_compiled_again(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_ffi.build(project, strict=True)
    next((project / "native").glob("_engine*")).unlink()
    monkeypatch.setattr(build_ffi, "_compile", lambda _root, _job, target: target.stat())
    assert build_ffi.build(project).exists()


@pytest.mark.parametrize(("missing", "told"), [
    (["compiler"], ".*no C compiler.*build-essential.*"),
    (["headers"], ".*Python.h.*python3-dev.*"),
    (["compiler", "headers"], ".*no C compiler.*Python.h.*sudo apt-get install build-essential python3-dev"),
])  # fmt: skip
def test_what_compiling_lacks_is_told_with_its_packages(
    project: Path, monkeypatch: pytest.MonkeyPatch, missing: list[str], told: str
) -> None:
    if "compiler" in missing:
        monkeypatch.setenv("PATH", str(project))
        monkeypatch.delenv("CC", raising=False)
    if "headers" in missing:
        monkeypatch.setattr(sysconfig, "get_path", lambda _: str(project))
    with pytest.raises(build_ffi.BuildError) as caught:
        build_ffi.build(project)
    assert re.fullmatch(told, str(caught.value))  # which is one line
