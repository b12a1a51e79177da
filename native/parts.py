"""What a game is made of, and what is wrong with one that cannot be started.

A game needs four things: its rules, native/GAME/game.c and what that includes; its names,
assets/GAME/en.toml; an emblem, assets/GAME/art/emblem.svg (or emblem.webp, the relief made of it,
where only that is shipped); and a board in game.py. Everything else has a default where it is read.
An empty file counts as missing.

Reading never fails, so a game with a broken file does not stop the others. The file is named here,
and the game cannot be started until it is mended.
"""

from __future__ import annotations

import json
import pyexpat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from .files import DRAWING, READ, RELIEF, assets_dir, load_table, own_table, strings
from .games import WRONG, StandIn
from .match import Match
from .refusals import BadRecord
from .strings import Strings, Texts

NEEDED = ("en.toml", "art/emblem.svg")  # of assets/GAME
# Other files of assets/GAME, and what a game does without them.
OPTIONAL: Mapping[str, str] = {
    "de.toml": "shows its English texts",
    "art": "has shared card backs, and whatever cards its board draws",
    "cards.toml": "has no made pictures of whole cards",
    "theme.toml": "has a felt in a shade of its own, and counts values in points",
    "table.toml": "has the shared distances",
    "help.toml": "has one page of rules, with what it is about",
    "music.toml": "is played in silence",
    "grades.toml": "has the shared grades (`assets/grades.toml`)",
    "strengths.toml": "counts for no rating",
    "treasures.toml": "has the treasures that every game has",
    "talk.toml": "has dragons that say only what they say everywhere",
    "first.toml": "deals a first match like any other",
    "lessons.toml": "offers no lessons",
    "deck.toml": "names its cards in C",
    "selftest.toml": "has no position for `selftest` to solve",
    "books": "has no opening books",
}
# The same of native/GAME/*.py.
MODULES: Mapping[str, str] = {
    "words": "shows moves and cards as the engine writes them",
    "lengths": "has one length",
    "daily": "has whole matches as deals of the day",
    "achievements": "has those that every game has",
    "puzzles": "has no puzzles",
    "motifs": "gives no reasons for moves",
    "outcome": "does not say what a mistake comes to",
    "showing": "shows all reasons in one way",
    "actions": "is not in the Python study package",
    "benches": "has only the benchmarks of every game",
    "former": "reads records as they are",
}
WORDS = ("name", "kind", "line", "players", "about")  # of en.toml, under game.GAME
# Of another table of assets/GAME, if there is one: the keys without which it is of no use.
KEYS: Mapping[str, tuple[str, ...]] = {
    "help.toml": ("page",),
    "music.toml": ("moves", "seed", "root", "scale", "tempo", "beats", "bars", "chords", "rhythms", "pad", "pluck",
                   "room", "gain"),
}  # fmt: skip
MAKERS = ("benches", "boards", "book", "tables")  # run from a terminal; no match needs them


class Fault(NamedTuple):
    """Why a game cannot be started: a key of the texts under "fault.", and its values."""

    game: str
    key: str
    values: Mapping[str, object] = {}

    def said(self, t: Strings) -> str:
        named = f"game.{self.game}.name"
        name = t(named) if named in t else self.game.capitalize()
        values = {key: t.refusal(one) if isinstance(one, BadRecord) else one for key, one in self.values.items()}
        return t("fault.game", game=name, why=t(f"fault.{self.key}", **values))


@cache
def fault(game: str) -> Fault | None:
    """What is wrong with a game; None if it can be started. Reads the game's files only once."""
    return next(faults(game), None)


@cache
def nameless(game: str) -> bool:
    """Whether the name or the picture of a game, without which it cannot be offered, is missing or
    broken."""
    if any(missing(game)) or any(f"game.{game}.{name}" not in strings("en") for name in WORDS):
        return True
    return any(why_unread(shown(assets_dir() / game / name)) for name in NEEDED)


def faults(game: str) -> Iterator[Fault]:
    """Everything that is wrong with a game."""
    if game in WRONG:
        yield Fault(game, "engine", {"path": f"native/{game}/game.c", "name": WRONG[game]})
        return
    yield from missing(game)
    yield from broken_assets(game)
    yield from lacking(game)
    yield from broken_modules(game)
    try:
        Match(game)
    except BadRecord as error:
        yield Fault(game, "deal", {"why": error})


def is_empty(path: Path) -> bool:
    """Whether there is no such file, or nothing in it."""
    return not path.is_file() or not path.stat().st_size


def shown(path: Path) -> Path:
    """The file to show for a picture: the relief made of it, if there is one."""
    relief = path.with_suffix(RELIEF)
    return path if is_empty(relief) else relief


def missing(game: str, needed: Iterable[str] = NEEDED) -> Iterator[Fault]:
    """The files of assets/GAME that a game needs and does not have."""
    for name in needed:
        if is_empty(shown(assets_dir() / game / name)):
            yield Fault(game, "missing", {"path": f"assets/{game}/{name}"})


def broken_assets(game: str) -> Iterator[Fault]:
    """The files in assets/ that cannot be read."""
    for path in (*sorted((assets_dir() / game).rglob("*")), assets_dir() / "puzzles" / f"{game}.json"):
        if why := why_unread(path):
            yield Fault(game, "unread", {"path": path.relative_to(assets_dir().parent).as_posix(), "why": why})


def why_unread(path: Path) -> str:
    """Why a file cannot be read; "" if it can, or need not be."""
    readers: dict[str, Callable[[Path], Any]] = {
        ".toml": load_table, DRAWING: read_picture, RELIEF: read_relief, ".json": read_json
    }  # fmt: skip
    if path.suffix not in readers or is_empty(path):
        return ""
    if path in READ:
        return READ[path]
    try:
        readers[path.suffix](path)
    except (OSError, ValueError, pyexpat.ExpatError) as error:
        return str(error)
    return ""


def lacking(game: str) -> Iterator[Fault]:
    """The keys that the tables of a game lack."""
    words = strings("en")
    for key in (f"game.{game}.{name}" for name in WORDS):
        if key not in words:
            yield Fault(game, "lacks", {"path": f"assets/{game}/en.toml", "key": key})
    for name, keys in KEYS.items():
        table = own_table(game, name)
        for key in keys if table else ():
            if key not in table:
                yield Fault(game, "lacks", {"path": f"assets/{game}/{name}", "key": key})


def read_picture(path: Path) -> None:
    """Reads a picture. Raises ValueError or ExpatError if it is no SVG."""
    parser, names = pyexpat.ParserCreate(), list[str]()
    parser.StartElementHandler = lambda name, _: names.append(name)
    parser.Parse(path.read_bytes(), True)
    if names[0] != "svg":
        raise ValueError("it is no SVG")


def read_relief(path: Path) -> None:
    """Reads the header of a relief. Raises ValueError if it is not a complete WebP."""
    with path.open("rb") as file:
        head = file.read(12)
    if head[:4] != b"RIFF" or head[8:] != b"WEBP":
        raise ValueError("it is no WebP")
    if int.from_bytes(head[4:8], "little") + 8 != path.stat().st_size:
        raise ValueError("it is not whole")


def read_json(path: Path) -> Any:
    """Reads a JSON file. Raises ValueError if it is not valid."""
    return json.loads(path.read_text("utf-8"))


def broken_modules(game: str) -> Iterator[Fault]:
    """The game's own modules that cannot be imported. A frozen program has no such files."""
    package, folder = f"{__package__}.{game}", Path(__file__).parent / game
    there = {path.stem for path in folder.glob("*.py")} - {"__init__", *MAKERS}
    stood_in = {name.rpartition(".")[2] for name, found in sys.modules.items()
                if name.startswith(f"{package}.") and isinstance(found, StandIn)}  # fmt: skip
    for name in sorted(there | stood_in):
        path = f"native/{game}/{name}.py"
        try:
            found = import_module(f"{package}.{name}")
            why = found.why if isinstance(found, StandIn) else ""
        except MemoryError:
            raise
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
        if why and name not in there:
            yield Fault(game, "missing", {"path": path})
        elif why:
            yield Fault(game, "unread", {"path": path, "why": why})


def help_pages(game: str, t: Strings) -> list[dict[str, Any]]:
    """The pages of a game's rules. A game without any gets one page that says what it is about."""
    found: list[dict[str, Any]] = own_table(game, "help.toml").get("page", [])
    return found or [{"title": t(f"game.{game}.name"), "text": f"{t(f'game.{game}.about')}\n\n{t('rules.none')}"}]


def help_texts(game: str, number: int, page: Mapping[str, Any], part: str) -> Texts:
    """Part of a page of a game's rules, in all languages. number: of the page, from 0."""
    words = {key.removeprefix(f"{part}_"): str(text) for key, text in page.items() if key.startswith(f"{part}_")}
    return Texts(f"help.{game}.{number + 1}.{part}", words | {"en": str(page[part])})
