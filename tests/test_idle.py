"""Nothing lies idle: every distance, colour, sound, icon and sentence is used somewhere."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import native
from native.files import game_tables, read_toml, strings, table_of

ROOT = Path(native.__file__).parent.parent
SCREEN = [ROOT / "game.py"]
PAGES = ROOT / "native" / "profile" / "pages.py"  # what stands on the screen's pages
ART = ROOT / "assets" / "art"
TABLES = sorted((ROOT / "assets").glob("*/table.toml"))




@cache
def tree_of(path: Path) -> ast.Module:
    """What a file says; game.py is read by many tests."""
    return ast.parse(path.read_text("utf-8"))



def nodes() -> Iterator[ast.AST]:
    """All that the Python of the program says."""
    files = [ROOT / "game.py", *(ROOT / "native").rglob("*.py")]
    return (node for path in files for node in ast.walk(tree_of(path)))


def said() -> set[str]:
    """All texts that stand between quotes, and the parts between the braces of those that are put together."""
    found: set[str] = set()
    for node in nodes():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
    return found


def patterns() -> list[re.Pattern[str]]:
    """What texts that are put together can come to."""
    found = []
    for node in nodes():
        if isinstance(node, ast.JoinedStr):
            parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in node.values]
            if any(sum(sign.isalpha() for sign in part) > 2 for part in parts if part != ".+"):
                found.append(re.compile("".join(parts)))
    return found


@pytest.fixture(scope="module")
def texts() -> tuple[set[str], list[re.Pattern[str]]]:
    return said(), patterns()


@pytest.mark.long
def test_every_distance_share_and_sheet_is_used(texts: tuple[set[str], list[re.Pattern[str]]]) -> None:
    theme = read_toml("theme.toml") or {}
    plain, _ = texts
    known = plain | {f"{name}{form}" for name in plain for form in ("_compact", "_tall", "_many", "_many_tall")}
    assert [name for name in theme["space"] if name not in known] == []
    for path in TABLES:
        table = table_of(path.read_text("utf-8"))
        for part in ("space", "share", "sheet"):
            assert [name for name in table.get(part, {}) if name not in known] == [], path


@pytest.mark.long
def test_no_colour_duration_size_or_sound_lies_idle(texts: tuple[set[str], list[re.Pattern[str]]]) -> None:
    plain, _ = texts
    theme = read_toml("theme.toml") or {}
    tables = [table_of(path.read_text("utf-8")) for path in TABLES]
    moments = [moment for table in tables for moment in table.get("moments", {}).values()]
    lasting = {moment["lasts"] for moment in moments}
    for part in ("colour", "type", "motion"):
        assert [name for name in theme[part] if name not in plain | lasting] == [], part
    sounds = {*plain, *theme["event_sounds"].values(), *(moment["sound"] for moment in moments)}
    for own in game_tables("theme.toml").values():
        sounds |= {*own.get("event_sounds", {}).values()}
    assert [name for name in read_toml("sounds.toml") or {} if name not in sounds] == []


DRAWS = ("button", "offer", "tool", "icon", "picture", "Button")


def icons_drawn(tree: ast.AST) -> set[str]:
    """Texts that go to whatever draws an icon, by way of a variable or a table of popups too."""
    parts: list[ast.AST] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            parts += node.args if name in DRAWS else []
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            parts += [node.value] if getattr(target, "id", "") in ("icon", "popups", "WAYS") else []
    constants = (part for node in parts for part in ast.walk(node) if isinstance(part, ast.Constant))
    return {str(part.value) for part in constants}


def test_every_icon_is_drawn_somewhere() -> None:
    screens = (*SCREEN, *(ROOT / "native" / "screen").glob("*.py"))
    drawn = set[str]().union(*(icons_drawn(tree_of(path)) for path in screens))
    data = "\n".join(path.read_text("utf-8") for path in (*TABLES, ROOT / "assets" / "theme.toml", *screens, PAGES))
    idle = [path.stem for path in (ART / "ui").glob("*.svg")
            if path.stem not in drawn and f"ui/{path.stem}" not in data]
    assert idle == []


def offered(tree: ast.AST) -> set[str]:
    """Words of the buttons that a scene or a page offers under its topic, and of the table's tools."""
    found = set()
    for scene in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        topics = [str(node.value.value) for node in scene.body if isinstance(node, ast.Assign)
                  and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "topic"
                  and isinstance(node.value, ast.Constant)]
        for node in ast.walk(scene):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            if node.func.attr in ("offer", "press", "tool") and (topics or node.func.attr == "tool"):
                topic = "table" if node.func.attr == "tool" else topics[0]
                keys = [str(key.value) for key in node.args[:1] if isinstance(key, ast.Constant)]
                found |= {f"{topic}.{key}" for key in keys}
    ways = [node.value for node in ast.walk(tree) if isinstance(node, ast.AnnAssign)
            and getattr(node.target, "id", "") == "WAYS"]
    keys = [str(way.elts[0].value) for table in ways if isinstance(table, ast.List) for way in table.elts
            if isinstance(way, ast.Tuple) and isinstance(way.elts[0], ast.Constant)]
    return found | {f"title.{key}" for key in keys}


@pytest.mark.long
def test_every_word_is_said_somewhere(texts: tuple[set[str], list[re.Pattern[str]]]) -> None:
    plain, made = texts
    plain = plain.union(*(offered(tree_of(path)) for path in (*SCREEN, PAGES)))

    def idle(keys: Iterable[str]) -> list[str]:
        return [key for key in keys if key not in plain and not any(p.fullmatch(key) for p in made)]

    assert idle(["word.planted", "duel.planted"]) == ["word.planted", "duel.planted"]
    assert idle(strings("en")) == []
