"""The package for pip: what it holds, and that it can be built and installed as the README says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from assets.makers.catalogue import replaced
from native import VERSION

ROOT = Path(__file__).resolve().parent.parent
BUILDING: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]


def ran(*command: object, cwd: Path, **more: str) -> str:
    """What a program prints; it must succeed."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=cwd, env={**os.environ, **more}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources, with nothing that was made of them but compiled parts of the engine."""
    leave = shutil.ignore_patterns(
        ".*", "lib", "lib.*", "bdist*", "freeze", "sanitize", "dist", "*.egg-info", "__pycache__", "_engine*.so"
    )
    return shutil.copytree(ROOT, tmp_path_factory.mktemp("package") / "checkout", ignore=leave)


# ---- the wheel ----


@pytest.fixture(scope="module")
def wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """What pip makes of a checkout."""
    place = tmp_path_factory.mktemp("wheel")
    ran(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "-w", place, checkout, cwd=place)
    return zipfile.ZipFile(next(place.glob("hoard-*.whl")))


@pytest.mark.long
def test_the_wheel_holds_program_engine_and_assets_and_no_sources(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    paths = {p.relative_to(ROOT / "assets").as_posix() for p in (ROOT / "assets").rglob("*") if p.is_file()}
    left_out = {path for path in paths if path.startswith("makers/")} | set(replaced())
    assert {"makers/relief.py", "duel/art/emblem.svg"} <= left_out
    inside = "hoard/assets/"
    assert {name.removeprefix(inside) for name in names if name.startswith(inside)} == paths - left_out
    assert {"hoard/game.py", "hoard/tools/commands.py", "hoard/study/aec.py", "hoard/duel/words.py"} <= set(names)
    assert {name.partition("/")[0] for name in names} <= {"hoard", Path(names[-1]).parent.name}
    assert any(name.startswith("hoard/_engine.") and name.endswith((".so", ".pyd")) for name in names)
    assert not [name for name in names if name.endswith((".c", ".h", ".o"))]
    assert wheel.filename
    assert "any" not in Path(wheel.filename).name
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert "hoard/LICENSE" in names
    entry = next(name for name in names if name.endswith("entry_points.txt"))
    assert "hoard = hoard.start:main" in wheel.read(entry).decode()


@pytest.mark.long
def test_the_installed_program_finds_its_assets(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    code = (
        "import hoard; from hoard import GAMES, Match; print(hoard.assets_dir());"
        "from hoard.tools.commands import licences; assert all(licences()['texts'].values());"
        "[Match(game).legal() for game in GAMES]; from hoard.tools import shots; shots.main(['selftest'])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    place, told = done.stdout.splitlines()
    assert Path(place) == tmp_path / "hoard" / "assets"
    assert json.loads(told)["selftest"] == "passed"


# ---- building and installing ----

HOOK = "import sys; sys.path.insert(0, 'native'); import backend; print(getattr(backend, sys.argv[1])(*sys.argv[2:]))"


@pytest.mark.long
@pytest.mark.parametrize("kind", ["sdist", "wheel", "editable"])
def test_what_building_needs_is_told_before_anything_is_built(checkout: Path, kind: str) -> None:
    assert ran(sys.executable, "-c", HOOK, f"get_requires_for_build_{kind}", cwd=checkout).endswith("[]\n")


def environment(place: Path) -> Path:
    """Makes a clean virtual environment and returns the folder of its programs."""
    ran(sys.executable, "-m", "venv", "--without-pip", place, cwd=place.parent)
    return place / ("Scripts" if os.name == "nt" else "bin")


def install(programs: Path, *what: str, **more: str) -> None:
    """Installs with pip; what builds comes from the network as well."""
    pip = ("-m", "pip", "--python", programs / "python", "--disable-pip-version-check")
    ran(sys.executable, *pip, "install", "--quiet", "--no-compile", *what, cwd=programs, **more)


@pytest.mark.long
def test_the_source_archive_installs_with_the_adapters_of_both_libraries(checkout: Path, tmp_path: Path) -> None:
    """Installed in a clean environment with the newest setuptools that pyproject.toml allows."""
    for hook in ("get_requires_for_build_sdist", "build_sdist"):
        words = [str(tmp_path)] if hook == "build_sdist" else []
        ran(sys.executable, "-c", HOOK, hook, *words, cwd=checkout)
    archive = tmp_path / f"hoard-{VERSION}.tar.gz"
    programs = environment(tmp_path / "player")
    install(programs, f"hoard[study] @ {archive.as_uri()}")
    assert json.loads(ran(programs / "hoard", "--version", cwd=tmp_path))["version"] == VERSION
    told = ran(programs / "python", "-c", "from hoard import Match; print(Match('duel').legal()[0])", cwd=tmp_path)
    assert told.startswith("0@")
    pettingzoo = "from hoard.study import aec; env = aec.env('duel'); env.reset(seed=1); print(len(env.agents))"
    assert ran(programs / "python", "-c", pettingzoo, cwd=tmp_path) == "2\n"
    assert ran(programs / "python", "-m", "hoard.study.example", "3", cwd=tmp_path).startswith("3 iterations")
    assert json.loads(ran(programs / "hoard", "selftest", cwd=tmp_path))["selftest"] == "passed"


@pytest.mark.long
@pytest.mark.parametrize("setuptools", ["oldest", "80.9.0"])
def test_a_checkout_installs_with_older_setuptools(checkout: Path, tmp_path: Path, setuptools: str) -> None:
    oldest = next(name.partition(">=")[2] for name in BUILDING if name.startswith("setuptools"))
    version = f"=={oldest}.*" if setuptools == "oldest" else f"=={setuptools}"
    (tmp_path / "constraint").write_text(f"setuptools{version}\n")
    path = str(tmp_path / "constraint")
    programs = environment(tmp_path / "player")
    install(programs, str(checkout), PIP_CONSTRAINT=path, PIP_BUILD_CONSTRAINT=path)
    assert json.loads(ran(programs / "hoard", "--version", cwd=tmp_path))["version"] == VERSION
