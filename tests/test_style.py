"""How the screen's code reads: short lines, short functions, one thought at a time, no dead data."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

import pytest

import native
from native.files import game_tables, read_toml, strings, table_of

ROOT = Path(native.__file__).parent.parent
SCREEN = [ROOT / "game.py"]
AIRY = [*SCREEN, *sorted((ROOT / "native").glob("*/plan.py"))]
PAGES = ROOT / "native" / "profile" / "pages.py"  # what stands on the screen's pages
WORDS = sorted((ROOT / "native").glob("*/words.py"))
COLUMNS, LONGEST, MIDDLE = 100, 80, 10
ART = ROOT / "assets" / "art"
TABLES = sorted((ROOT / "assets").glob("*/table.toml"))


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def tree_of(path: Path) -> ast.Module:
    """What a file says; game.py is read by many tests."""
    return ast.parse(path.read_text("utf-8"))


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def nested_choices(tree: ast.AST) -> list[int]:
    """Lines of conditional expressions within others."""
    outer = [node for node in ast.walk(tree) if isinstance(node, ast.IfExp)]
    return [node.lineno for node in outer
            if any(isinstance(part, ast.IfExp) and part is not node for part in ast.walk(node))]


def truth(node: ast.AST) -> bool:
    """Whether an expression is true or false."""
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "bool"
    return called or isinstance(node, ast.Compare | ast.BoolOp)


def truths_multiplied(tree: ast.AST) -> list[int]:
    """Lines where something is multiplied by true or false."""
    products = [node for node in ast.walk(tree) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)]
    return [node.lineno for node in products if truth(node.left) or truth(node.right)]


def packed(tree: ast.AST) -> list[int]:
    """Lines that set several attributes at once out of a tuple written down there."""
    return [node.lineno for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple)
            and isinstance(node.value, ast.Tuple)
            and any(isinstance(target, ast.Attribute) for target in node.targets[0].elts)]


def distances_written(tree: ast.AST) -> list[int]:
    """Lines that name a distance by a number."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    parts = [(node.lineno, part) for node in calls if node.func.attr in ("px", "sized")  # type: ignore[attr-defined]
             for argument in node.args for part in ast.walk(argument)]
    return [line for line, part in parts if isinstance(part, ast.Constant) and isinstance(part.value, int | float)]


PLAIN = {0, 1, 2, -1, 100}  # nothing, all, halves, hundredths


def odd(node: ast.AST) -> bool:
    """Whether an expression is a number that stands for a share or a distance."""
    bare = node.operand if isinstance(node, ast.UnaryOp) else node
    return isinstance(bare, ast.Constant) and type(bare.value) in (int, float) and bare.value not in PLAIN


def boards(tree: ast.AST) -> Iterator[ast.ClassDef]:
    """The boards: classes that derive from the one that all share, and that one itself."""
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    return (node for node in classes if any(name in ast.dump(base) for base in node.bases
                                            for name in ("'Stage'", "Board", "TricksTable")))


def shares_written(tree: ast.AST) -> list[int]:
    """Lines of boards and plans that divide by a number, multiply by a broken one, or name a least or a most."""
    plans = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name == "Plan")
    owners = [*boards(tree), *plans]
    found = []
    for node in (node for owner in owners for node in ast.walk(owner)):
        if isinstance(node, ast.BinOp):
            sides = [side for side in (node.left, node.right) if odd(side)]
            if isinstance(node.left, ast.BinOp) and isinstance(node.left.op, ast.Mult):
                sides += [side for side in (node.left.left, node.left.right) if odd(side)]
            broken = any(isinstance(part, ast.Constant) and isinstance(part.value, float) for part in sides)
            if sides and (isinstance(node.op, ast.Div | ast.FloorDiv) or (isinstance(node.op, ast.Mult) and broken)):
                found.append(node.lineno)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
            found += [node.lineno for part in node.args if odd(part) and abs(ast.literal_eval(part)) > 12]
    return found


def anything(tree: ast.AST) -> list[int]:
    """Lines of games' boards that say Any."""
    return [node.lineno for owner in boards(tree) if owner.name != "BoardOf" for node in ast.walk(owner)
            if isinstance(node, ast.Name) and node.id == "Any"]


def keyed_by_id(tree: ast.AST) -> list[int]:
    """Lines that ask for the id of an object."""
    return [node.lineno for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "id"]


def scenes_asked(tree: ast.AST) -> list[int]:
    """Lines that ask a scene of which class it is."""
    return [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            and node.func.id == "isinstance" and "scene" in ast.dump(node.args[0]).lower()]


FORMS = ("a.h // 5", "a.w / 3.3", "a.h * 0.47", "a.h * 96 // 100", "a.w // 4", "max(b, 140)", "6 * b // c")
FAULTS = {
    nested_choices: "x = 1 if a else 2 if b else 3",
    truths_multiplied: "x = 3 * bool(a) + (a > b) * 2",
    packed: "self.a, self.b = 1, 2",
    distances_written: "self.px(0.5)",
    shares_written: f"class A(BoardOf[S]):\n x = ({', '.join(FORMS)})",
    anything: "class A(BoardOf[S]):\n x: dict[str, Any] = {}",
    keyed_by_id: "{id(s): 1}",
    scenes_asked: "isinstance(scene, Table)",
}


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_the_screen_has_none_of_these_and_the_check_finds_a_planted_one(fault: Any) -> None:
    assert fault(ast.parse(FAULTS[fault]))
    if fault is shares_written:
        assert len(set(FORMS)) == len(fault(ast.parse(FAULTS[fault])))
    for path in AIRY:
        assert fault(tree_of(path)) == [], name_of(path)


@pytest.mark.parametrize("path", AIRY, ids=name_of)
def test_lines_and_functions_are_short(path: Path) -> None:
    text = path.read_text("utf-8")
    assert [line for line in text.splitlines() if len(line) > COLUMNS] == []
    lengths = [node.end_lineno - node.lineno + 1 for node in functions(tree_of(path)) if node.end_lineno]
    assert max(lengths) <= LONGEST
    if len(lengths) > 20:
        assert median(lengths) <= MIDDLE


def calls_from_outside(tree: ast.Module) -> set[str]:
    """Names of what is called on anything but oneself."""
    return {node.func.attr for node in ast.walk(tree) if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and not (isinstance(node.func.value, ast.Name) and node.func.value.id in ("self", "cls"))}


@cache
def called_anywhere() -> set[str]:
    """Those names in all files of the screen and of words."""
    return set[str]().union(*(calls_from_outside(tree_of(p)) for p in [*AIRY, *WORDS]))


def untold(path: Path, called: set[str]) -> list[str]:
    """Classes without a docstring, and methods without one that others call."""
    found = []
    tree = tree_of(path)
    for owner in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        found += [] if ast.get_docstring(owner) else [owner.name]
        found += [f"{owner.name}.{node.name}" for node in owner.body if isinstance(node, ast.FunctionDef)
                  and node.name in called and not node.name.startswith("_") and not ast.get_docstring(node)]
    return found


@pytest.mark.parametrize("path", [*AIRY, *WORDS], ids=name_of)
def test_classes_and_what_others_call_are_told_in_a_line(path: Path) -> None:
    assert untold(path, called_anywhere()) == []


# ---- data that is used ----


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


def test_every_distance_share_and_sheet_is_used(texts: tuple[set[str], list[re.Pattern[str]]]) -> None:
    theme = read_toml("theme.toml") or {}
    plain, _ = texts
    known = plain | {f"{size}_{way}" for size in ("leaf", "payments") for way in ("wide", "high")}
    known |= {f"{name}_compact" for name in plain}
    assert [name for name in theme["space"] if name not in known] == []
    for path in TABLES:
        table = table_of(path.read_text("utf-8"))
        for part in ("space", "share", "sheet"):
            assert [name for name in table.get(part, {}) if name not in known] == [], path


def test_no_colour_duration_size_or_sound_lies_idle(texts: tuple[set[str], list[re.Pattern[str]]]) -> None:
    plain, _ = texts
    theme = read_toml("theme.toml") or {}
    for part in ("colour", "type", "motion"):
        assert [name for name in theme[part] if name not in plain] == [], part
    sounds = {*plain, *theme["event_sounds"].values()}
    for own in game_tables("theme.toml").values():
        sounds |= {*own.get("event_sounds", {}).values()}
    assert [name for name in read_toml("sounds.toml") or {} if name not in sounds] == []


DRAWS = ("button", "offer", "tool", "icon", "picture", "Button")


def icons_drawn(tree: ast.AST) -> set[str]:
    """Texts that go to whatever draws an icon, by way of a variable or a table of leaves too."""
    parts: list[ast.AST] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            parts += node.args if name in DRAWS else []
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            parts += [node.value] if getattr(target, "id", "") in ("icon", "leaves", "WAYS") else []
    constants = (part for node in parts for part in ast.walk(node) if isinstance(part, ast.Constant))
    return {str(part.value) for part in constants}


def test_every_icon_is_drawn_somewhere() -> None:
    drawn = icons_drawn(tree_of(SCREEN[0]))
    data = "\n".join(path.read_text("utf-8") for path in (*TABLES, ROOT / "assets" / "theme.toml", *SCREEN))
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


def test_every_word_is_said_somewhere(texts: tuple[set[str], list[re.Pattern[str]]]) -> None:
    plain, made = texts
    plain = plain.union(*(offered(tree_of(path)) for path in (*SCREEN, PAGES)))

    def idle(keys: Iterable[str]) -> list[str]:
        return [key for key in keys if key not in plain and not any(p.fullmatch(key) for p in made)]

    assert idle(["word.planted", "duel.planted"]) == ["word.planted", "duel.planted"]
    assert idle(strings("en")) == []
