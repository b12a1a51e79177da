"""Nothing lies idle: every distance, colour, sound, icon and sentence is used somewhere."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import native
from native.files import game_tables, read_toml, strings, table_of

ROOT = Path(native.__file__).parent.parent
TABLES = sorted((ROOT / "assets").glob("*/table.toml"))


def nodes() -> Iterator[ast.AST]:
    """All that the Python of the program says."""
    files = [ROOT / "game.py", *(ROOT / "native").rglob("*.py")]
    return (node for path in files for node in ast.walk(ast.parse(path.read_text("utf-8"))))


def said() -> set[str]:
    """All texts that stand between quotes, and the parts between the braces of those that are put together."""
    constants = (node.value for node in nodes() if isinstance(node, ast.Constant))
    return {text for text in constants if isinstance(text, str)}


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


@pytest.mark.long
def test_every_icon_is_drawn_somewhere(texts: tuple[set[str], list[re.Pattern[str]]]) -> None:
    plain, _ = texts
    data = "\n".join(path.read_text("utf-8") for path in (*TABLES, ROOT / "assets" / "theme.toml"))
    icons = [path.stem for path in (ROOT / "assets" / "art" / "ui").glob("*.svg")]
    assert [icon for icon in icons if not {icon, f"ui/{icon}"} & plain and f"ui/{icon}" not in data] == []


@pytest.mark.long
def test_every_word_is_said_somewhere(texts: tuple[set[str], list[re.Pattern[str]]]) -> None:
    """Whole, by a pattern, or as the topic of a page and the name of a button on it."""
    plain, made = texts

    def is_said(key: str) -> bool:
        topic, _, button = key.partition(".")
        return key in plain or {topic, button} <= plain or any(pattern.fullmatch(key) for pattern in made)

    assert not is_said("word.planted")
    assert [key for key in strings("en") if not is_said(key)] == []
