"""The pages for readers: their links lead somewhere, and what they tell to type works."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import build
from native.strings import Strings
from native.tools.arguments import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("native/**/*.md"), *ROOT.glob("tests/*.md")]
README = (ROOT / "README.md").read_text("utf-8")
DRAWING = {"shots", "selftest"}  # the commands of game.py that draw
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.S)


def dead_links(page: Path) -> list[str]:
    links = re.findall(r"\]\(([^)#\s]+)", CODE.sub("", page.read_text("utf-8")))
    return [link for link in links if ":" not in link and not (page.parent / link).exists()]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_of_a_page_leads_to_a_file(page: Path) -> None:
    assert not dead_links(page)


def missing_files(page: Path) -> list[str]:
    """The files that a page names in backticks and that are not there, from the page's folder or from any other."""
    named = re.findall(r"`([\w./-]+\.(?:py|c|h|toml|md))`", page.read_text("utf-8"))
    found = [name for name in named if "GAME" not in name and not (page.parent / name).exists()]
    return [name for name in found if not any(ROOT.glob(name)) and not any(ROOT.glob(f"[!.b]*/**/{name}"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    assert not missing_files(page)


def test_the_readme_lists_every_headless_command() -> None:
    assert set(re.findall(r"game\.py (\w+)", README)) == {*COMMANDS, *DRAWING}


def test_the_readme_names_every_command_of_the_build() -> None:
    listed = re.search(r"`build\.py` knows (.*?)\.", README, re.S)
    assert listed
    assert set(re.findall(r"\w+", listed[1])) - {"and"} == set(build.COMMANDS)


def test_what_pip_is_told_to_install_is_offered() -> None:
    told = {name for page in PAGES for name in re.findall(r"pip install '?\.\[(\w+)\]", page.read_text("utf-8"))}
    offered = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert {"speech", "study"} <= told
    assert told <= set(offered)


def test_the_readme_calls_what_makes_the_arcade_accessible_as_the_options_do() -> None:
    told = re.findall(r"\*\*(.+?)\*\*", README.split("## Accessibility")[1].split("\n## ")[0])
    names = (
        "speech", "text_size", "table", "colour_blind", "reduced_motion", "motion", "pause_least", "trick_waits",
        "forced", "ignore_doubles", "scan", "keys", "still_grid", "sound", "music", "language",
    )  # fmt: skip
    assert told == [Strings("en")(f"options.{name}") for name in names]


@pytest.mark.long
@pytest.mark.parametrize("page", ["README.md", "native/study/README.md"])
def test_the_example_of_a_page_runs(page: str) -> None:
    """In a checkout, where the package is called native."""
    example = re.search(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.S)
    assert example
    code = example[1].replace("from hoard", "from native")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.long
def test_the_head_of_the_arcade_lists_its_classes_in_reading_order() -> None:
    page = ast.parse((ROOT / "game.py").read_text("utf-8"))
    listed = re.findall(r"^    (\w+)  +\S", ast.get_docstring(page) or "", re.MULTILINE)
    assert listed == [node.name for node in page.body if isinstance(node, ast.ClassDef)]


def members() -> dict[str, set[str]]:
    """The functions of each class of the program, with those of its bases, by the class's name."""
    files = [ROOT / "game.py", *(ROOT / "native").rglob("*.py")]
    nodes = [node for path in files for node in ast.parse(path.read_text("utf-8")).body]
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    own = {node.name: {f.name for f in node.body if isinstance(f, ast.FunctionDef)} for node in classes}
    bases = {node.name: [ast.unparse(base).partition("[")[0] for base in node.bases] for node in classes}

    def whole(name: str) -> set[str]:
        return own.get(name, set()).union(*(whole(base) for base in bases.get(name, [])))

    return {name: whole(name) for name in own}


@pytest.mark.long
def test_every_function_that_the_walks_of_the_house_name_is_there() -> None:
    walks = (ROOT / "native" / "HOUSE.md").read_text("utf-8").partition("## Three walks")[2]
    named, found = re.findall(r"`([A-Z]\w+)\.(\w+)`", walks), members()
    assert len(named) >= 20
    assert [f"{owner}.{name}" for owner, name in named if name not in found.get(owner, ())] == []
