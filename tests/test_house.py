"""The shape of the house: who may know whom, read out of the #include lines and the imports.

Arrows run downwards only. In C: game.c -> players -> solvers -> what a seat knows -> rules
-> engine; the table below says on which floor a C file lives. In Python the table of native/HOUSE.md
says which room may import which. Every rule is tried on a copy of the tree with a violation planted
in it. And no name in the code is one of PRIVATE: words that only whoever chose them understands.
"""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TypeGuard

import pytest

from native import GAMES

ROOT = Path(__file__).resolve().parent.parent

# ---- the floors ----

# Of the engine, from the ground up. engine.h is the interface; engine.c is far above it.
ENGINE = (
    "engine.h platform.h",
    "random text json matrix memory.h stack tones",
    "events clock table result",
    "common.h search race tells",
    "engine games",
)


def layers(game: str) -> tuple[str, ...]:
    """The layers of a game's C files, as the docstring of its package lists them: rules, what a
    seat knows, solvers, players. Above them is game.c. A game without Python has rules only."""
    folder = ROOT / "native" / game
    if not (folder / "__init__.py").exists():
        assert not list(folder.glob("*.py"))
        return (" ".join(sorted({path.stem for path in folder.glob("*.[ch]")} - {"game"})),)
    page = ast.get_docstring(ast.parse((ROOT / "native" / game / "__init__.py").read_text("utf-8")))
    listed = re.findall(r"^    (.+)$", page or "", re.MULTILINE)
    assert listed, f"native/{game}/__init__.py does not list the layers of its C files"
    return tuple(listed)


ROOMS = {path.parent.name: layers(path.parent.name) for path in sorted((ROOT / "native").glob("*/game.c"))}
# What each floor of a room may use of the engine, besides what lower floors may.
ENGINE_FOR = ("common", "", "platform clock table matrix memory", "result race search tells", "")

# Python: the rooms and what each may import stand in a table of HOUSE.md.
HOUSE = ROOT / "native" / "HOUSE.md"
TOOLS = {"native.build_ffi", "native.backend", "native.icon"}  # run while the engine is not there
MAKERS = {"benches", "boards", "book", "tables"}  # of native/GAME/: run from a terminal
SHOTS = "native.tools.shots"  # the one room above the arcade
SCREEN = {"game", "native.icon", "native.program", "native.start", SHOTS}  # besides the room: may import pygame

Arrows = Mapping[str, set[str]]


def circles(arrows: Arrows) -> Iterator[str]:
    """The circles among these arrows, each once from the file it was found at."""
    done: set[str] = set()

    def walk(path: list[str]) -> Iterator[str]:
        for target in sorted(arrows.get(path[-1], ())):
            if target in path:
                yield "a circle: " + " -> ".join([*path[path.index(target) :], target])
            elif target not in done:
                yield from walk([*path, target])
        done.add(path[-1])

    for start in sorted(arrows):
        if start not in done:
            yield from walk([start])


# ---- C ----


def plain(text: str) -> str:
    """C without its comments and without what stands between quotes."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)
    return re.sub(r'"(\\.|[^"\\\n])*"', '""', text)


def unit(path: Path) -> str:
    """A .c file and its header are one; engine.h and headers alone stand for themselves."""
    alone = path.suffix == ".h" and (path.name == "engine.h" or not path.with_suffix(".c").exists())
    return path.name if alone else path.stem


def floors(folder: str) -> dict[str, int]:
    table = ENGINE if folder == "engine" else (*ROOMS[folder], "game")
    return {name: floor for floor, names in enumerate(table) for name in names.split()}


def borrowed(folder: str, floor: int, name: str) -> bool:
    """Whether a room's file on this floor may use this header of the engine."""
    allowed = " ".join(ENGINE_FOR[: floor + 1]).split()
    return folder != "engine" and name.removesuffix(".h") in allowed


def include_faults(native: Path, path: Path, arrows: dict[str, set[str]]) -> Iterator[str]:
    """What is wrong with the includes of one file; those of its own folder join the arrows."""
    folder, here = path.parent.name, f"{path.parent.name}/{path.name}"
    table = floors(folder)
    floor = table.get(unit(path))
    if floor is None:
        yield f"{here} is on no floor"
        return
    for name in re.findall(r'^\s*#\s*include "([^"]+)"', path.read_text(), flags=re.MULTILINE):
        target = (path.parent / name) if (path.parent / name).exists() else native / name
        if target.suffix != ".h":
            if not name.startswith("../../assets/"):
                yield f"{here} includes {name}"
        elif target.parent.name == "engine" != folder:
            if not borrowed(folder, floor, target.name):
                yield f"{here} uses {name}, which its floor has no use for"
        elif target.parent.name != folder:
            yield f"{here} reaches into another room: {name}"
        elif unit(target) != unit(path):
            arrows.setdefault(unit(path), set()).add(unit(target))
            if table.get(unit(target), 99) > floor:
                yield f"{here} includes {name} from above"


def tool_faults(native: Path, path: Path) -> Iterator[str]:
    """A tool may know the engine and every game; it includes headers only."""
    for name in re.findall(r'^\s*#\s*include "([^"]+)"', path.read_text(), flags=re.MULTILINE):
        target = (path.parent / name) if (path.parent / name).exists() else native / name
        if target.suffix != ".h" or target.parent.name not in ("engine", "tools", *ROOMS):
            yield f"tools/{path.name} includes {name}"


def table_faults(path: Path) -> Iterator[str]:
    """game.c holds the table and nothing else; nobody but the list names it."""
    here, code = f"{path.parent.name}/{path.name}", plain(path.read_text())
    names = set(re.findall(rf"\bgame_(?:{'|'.join(ROOMS)})\b", code))
    if path.name == "game.c":
        table = rf'(\s*#include "")*\s*const Game game_{path.parent.name} = \{{[^{{}}]*\}};\s*'
        if not re.fullmatch(table, code):
            yield f"{here} holds more than the table of functions"
    elif path.name != "games.c":
        for name in sorted(names):
            yield f"{here} names {name}"


def c_faults(root: Path) -> list[str]:
    """All that is wrong with the arrows of the C files below root/native."""
    native, found = root / "native", []
    for folder in ("engine", *ROOMS):
        arrows: dict[str, set[str]] = {}
        for path in sorted([*(native / folder).glob("*.c"), *(native / folder).glob("*.h")]):
            found += [*include_faults(native, path, arrows), *table_faults(path)]
        found += [f"{folder}: {circle}" for circle in circles(arrows)]
    for path in sorted((native / "tools").glob("*.[ch]")):
        found += [*tool_faults(native, path), *table_faults(path)]
    stray = {p.parent.name for p in native.rglob("*.[ch]") if p.name != "_engine.c"} - {
        "engine",
        "tools",
        *ROOMS,
    }
    return found + [f"C in {folder}" for folder in sorted(stray)]


# ---- Python ----


def module_name(root: Path, path: Path) -> str:
    """game.py -> game, native/duel/words.py -> native.duel.words, native/__init__.py -> native."""
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def absolute(node: ast.ImportFrom, package: str) -> str:
    """The module that an import names, seen from a file of this package."""
    outer = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
    return ".".join([*outer, *([node.module] if node.module else [])])


def is_import_call(node: ast.AST) -> TypeGuard[ast.Call]:
    """Whether a module is imported by a call with its name."""
    ways = ("import_module", "__import__")
    return isinstance(node, ast.Call) and ast.unparse(node.func).endswith(ways)


@cache
def named_by(text: str, package: str) -> tuple[tuple[str, str, bool], ...]:
    """What the imports of a file name: whole, without the last part, and whether only when called."""
    tree, found = ast.parse(text), []
    late = {
        node
        for f in ast.walk(tree)
        if isinstance(f, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(f)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, alias.name, node in late) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            source = absolute(node, package)
            found += [(f"{source}.{alias.name}", source, node in late) for alias in node.names]
        elif is_import_call(node):
            name = node.args[0].value if isinstance(node.args[0], ast.Constant) else ""
            found.append((str(name), str(name), node in late))
    return tuple(found)


def without_types(text: str) -> str:
    """A file without what it imports for its types alone: that is not loaded, so it can make no circle."""
    tree = ast.parse(text)
    tree.body = [n for n in tree.body if not (isinstance(n, ast.If) and ast.unparse(n.test) == "TYPE_CHECKING")]
    return ast.unparse(tree)


def imported(text: str, modules: set[str], package: str) -> Iterator[tuple[str, bool]]:
    """The modules of the house that a file imports, and whether it does so only when called."""
    for whole, source, late in named_by(text, package):
        name = whole if whole in modules else source
        if name in modules:
            yield name, late


@cache
def rooms() -> dict[str, set[str]]:
    """The rooms of Python code and the rooms that each may import, read from HOUSE.md."""
    rows = re.findall(r"^\| `(\w+)` \|[^|]*\|([^|]*)\|$", HOUSE.read_text("utf-8"), re.MULTILINE)
    return {name: set(below.split()) for name, below in rows}


def room_of(module: str) -> str:
    """The room of a module: that of its folder, of a game, the face, or the arcade."""
    folder = module.split(".")[1:-1]
    if module == "game":
        return "arcade"
    if module == SHOTS:
        return "shots"
    if not folder:
        return "face"
    if folder[0] in ROOMS:
        return "makers" if module.rpartition(".")[2] in MAKERS else "games"
    return folder[0]


def may_import(module: str, other: str) -> bool:
    """Whether the table lets a module import another; two games never know each other."""
    here, there = room_of(module), room_of(other)
    if {here, there} <= {"games", "makers"} and module.split(".")[1] != other.split(".")[1]:
        return False
    return here == there or there in rooms().get(here, set())


def python_faults(root: Path) -> list[str]:
    """All that is wrong with the arrows of the Python files below root/native and of game.py."""
    paths = {module_name(root, p): p for p in [*(root / "native").rglob("*.py"), root / "game.py"]}
    found, arrows, loaded = [], {}, {}
    for module, path in sorted(paths.items()):
        package = module if path.name == "__init__.py" else module.rpartition(".")[0]
        targets = set(imported(path.read_text(), {*paths, "native._engine"}, package))
        arrows[module] = {name for name, _ in targets} - {module}
        loads = imported(without_types(path.read_text()), {*paths, "native._engine"}, package)
        loaded[module] = {name for name, _ in loads} - {module}
        if module in TOOLS:
            found += [f"{module} knows {name}" for name in sorted(arrows[module] - TOOLS)]
            continue
        if path.name == "__init__.py" and module != "native":
            found += [f"{module} imports {name}" for name in sorted(arrows[module])]
            continue
        if room_of(module) not in rooms():
            found.append(f"{module} is in no room")
        late = {name for name, when_called in targets if when_called}
        found += [f"{module} imports {name} only when called" for name in sorted(late)]
        found += [
            f"{module} imports {name}, which is not below it"
            for name in sorted(arrows[module])
            if not may_import(module, name)
        ]
        found += pygame_faults(module, path.read_text())
    return found + list(circles(loaded))


def pygame_faults(module: str, text: str) -> Iterator[str]:
    """Whether a module imports pygame where no screen is."""
    here = room_of(module)
    draws = module in SCREEN or here == "screen" or module.endswith(("_bench", ".plan"))
    if not draws and re.search(r"^\s*(import|from) pygame\b", text, re.MULTILINE):
        yield f"{module} imports pygame"


# ---- the house as it stands, and with violations planted ----


@pytest.mark.long
def test_c_arrows_run_one_way() -> None:
    assert c_faults(ROOT) == []


@pytest.mark.long
def test_python_arrows_run_one_way() -> None:
    assert python_faults(ROOT) == []


def test_every_game_has_a_room_and_every_room_is_on_the_tables() -> None:
    rooms = {path.parent.name for path in (ROOT / "native").glob("*/game.c")}
    assert rooms == set(ROOMS) == set(GAMES)


def test_all_files_of_the_tables_stand() -> None:
    for folder in ("engine", *ROOMS):
        here = {unit(p) for suffix in "ch" for p in (ROOT / "native" / folder).glob(f"*.{suffix}")}
        assert here == set(floors(folder))


def test_the_table_of_the_house_names_every_room() -> None:
    modules = {module_name(ROOT, path) for path in (ROOT / "native").rglob("*.py")}
    assert set(rooms()) == {room_of(module) for module in modules if module.count(".") != 1} | {"face", "arcade"}
    assert set().union(*rooms().values()) <= set(rooms())
    assert modules >= TOOLS


PRIVATE = {"dull", "haunt", "leaf", "purse", "scarce", "sieve"}


def private_names(text: str) -> set[str]:
    """The names in Python code that have a private word in them."""
    if not any(word in text.lower() for word in PRIVATE):
        return set()
    fields = ("id", "attr", "arg", "name")
    names = [str(getattr(node, field, "")) for node in ast.walk(ast.parse(text)) for field in fields]
    return {name for name in names if PRIVATE & set(re.split("[_.]|(?<=[a-z])(?=[A-Z])", name.lower()))}


def test_no_name_is_a_private_word() -> None:
    assert private_names("def open_leaf(purse): pass") == {"open_leaf", "purse"}
    paths = [ROOT / "game.py", *(ROOT / "native").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
    assert {path.name: found for path in paths if (found := private_names(path.read_text("utf-8")))} == {}


PLANTS = {  # what is added at the end of which file, and what must be said of it
    "an upward include": ("native/duel/rules.c", '#include "play.h"\n', "duel/rules.c includes play.h from above"),
    "a solver that includes its player": (
        "native/heart/solve.c",
        '#include "play.h"\n',
        "heart/solve.c includes play.h from above",
    ),
    "an include of game's table": ("native/wars/play.c", '#include "game.c"\n', "wars/play.c includes game.c"),
    "an include across rooms": ("native/tale/play.c", '#include "heart/rules.h"\n', "another room: heart/rules.h"),
    "the same by another way": ("native/tale/end.c", '#include "../duel/rules.h"\n', "another room: ../duel/rules.h"),
    "the engine knowing a room": (
        "native/engine/search.c",
        '#include "duel/rules.h"\n',
        "another room: duel/rules.h",
    ),
    "rules that search": (
        "native/tricks/rules.c",
        '#include "engine/search.h"\n',
        "tricks/rules.c uses engine/search.h",
    ),
    "an upward include in the engine": (
        "native/engine/result.c",
        '#include "search.h"\n',
        "engine/result.c includes search.h",
    ),
    "a circle on one floor": (
        "native/tricks/order.c",
        '#include "search.h"\n',
        "tricks: a circle: order -> search -> order",
    ),
    "a table named by a player": (
        "native/wars/play.c",
        "static int f(void) { return game_wars.state_size; }\n",
        "wars/play.c names game_wars",
    ),
    "a table named by rules": (
        "native/heart/rules.c",
        "extern const Game game_heart;\n",
        "heart/rules.c names game_heart",
    ),
    "more in game.c": ("native/duel/game.c", "int x;\n", "duel/game.c holds more than the table"),
    "a file on no floor": ("native/tale/extra.c", "\n", "tale/extra.c is on no floor"),
    "a game that knows a tool": (
        "native/duel/rules.c",
        '#include "tools/best_response.h"\n',
        "duel/rules.c reaches into another room: tools/best_response.h",
    ),
    "a tool that includes a source": (
        "native/tools/best_response.c",
        '#include "duel/rules.c"\n',
        "tools/best_response.c includes duel/rules.c",
    ),
    "C in a room of Python": ("native/play/extra.c", "\n", "C in play"),
    "an upward import": ("native/match.py", "import native.play.words\n", "native.match imports native.play.words"),
    "an upward from": ("native/records.py", "from native.match import Match\n", "-> native.records -> native.match"),
    "words of another room": (
        "native/duel/words.py",
        "from native.heart import words\n",
        "native.duel.words imports native.heart.words",
    ),
    "play that knows a game": (
        "native/play/review.py",
        "import native.wars.words\n",
        "native.play.review imports native.wars",
    ),
    "a circle in a folder": ("native/store/places.py", "from native.store import saves\n", "native.store.saves"),
    "an import when called": (
        "native/match.py",
        "def f():\n    from native import records\n",
        "native.match imports native.records only when",
    ),
    "an import by name": (
        "native/duel/words.py",
        "import importlib\nimportlib.import_module('native.tools.commands')\n",
        "native.duel.words imports native.tools.commands",
    ),
    "a module in no room": ("native/attic/extra.py", "\n", "native.attic.extra is in no room"),
    "pygame where no screen is": ("native/play/review.py", "import pygame\n", "native.play.review imports pygame"),
    "a store that knows a match under way": (
        "native/store/people.py",
        "from native.play import live_match\n",
        "native.store.people imports native.play.live_match, which is not below it",
    ),
    "a tool that knows the arcade": (
        "native/tools/samples.py",
        "import game\n",
        "native.tools.samples imports game, which is not below it",
    ),
    "an arcade that knows its pictures": (
        "game.py",
        "import native.tools.shots\n",
        "game imports native.tools.shots, which is not below it",
    ),
    "a tool that needs the engine": ("native/build_ffi.py", "import native\n", "native.build_ffi knows native"),
}


@pytest.mark.long
def test_every_planted_violation_is_found(tmp_path: Path) -> None:
    shutil.copytree(
        ROOT / "native", tmp_path / "native", ignore=shutil.ignore_patterns("__pycache__", "_engine.*", "pins")
    )
    shutil.copy(ROOT / "game.py", tmp_path)
    for name, text, _ in PLANTS.values():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        with path.open("a") as file:
            file.write(text)
    found = [*c_faults(tmp_path), *python_faults(tmp_path)]
    missed = [plant for plant, (_, _, said) in PLANTS.items() if not any(said in fault for fault in found)]
    assert not missed, found
