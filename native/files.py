"""The program's own files: the assets folder, TOML tables, decks and strings.

A game's own files are in assets/GAME and are found there by name.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Self

from .plurals import PLURALS, RULE


def assets_dir() -> Path:
    """The assets folder of a frozen program, a checkout or an installed wheel."""
    here = Path(__file__).resolve().parent
    frozen = getattr(sys, "_MEIPASS", None)
    places = [Path(frozen, "assets")] if frozen else [here / "assets", here.parent / "assets"]
    return next((place for place in places if place.is_dir()), places[0])


def table_of(text: str) -> dict[str, Any]:
    """Parses a TOML table. A frozen program stores its tables as JSON, which loads twenty times
    faster.

    >>> table_of('most = 3') == table_of('{"most": 3}')
    True
    """
    if text.startswith("{"):  # which no TOML does
        found: dict[str, Any] = json.loads(text)
        return found
    import tomllib  # late: most commands read no such file

    return tomllib.loads(text)


def load_table(path: Path) -> dict[str, Any]:
    return table_of(path.read_text("utf-8"))


def read_toml(*path: str) -> dict[str, Any] | None:
    """Reads a table from assets/, or returns None if there is none."""
    try:
        return load_table(assets_dir().joinpath(*path))
    except FileNotFoundError:
        return None


RELIEF, DRAWING = ".webp", ".svg"  # a made picture, and what it is made from
READ: dict[Path, str] = {}  # the tables of games that were read, and why they could not be; "": they could


def own_table(game: str, name: str) -> dict[str, Any]:
    """A table of a game, assets/GAME/NAME. Empty if the game has none, or none that can be read:
    parts.fault says so, and the other games go on."""
    path = assets_dir() / game / name
    try:
        found = load_table(path)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        READ[path] = str(error)
        return {}
    READ[path] = ""
    return found


class GameTables(dict[str, dict[str, Any]]):
    """A table of each game that has one; an empty one for any other."""

    def __missing__(self, game: str) -> dict[str, Any]:
        return {}


@cache
def game_tables(name: str) -> GameTables:
    """The table of each game, assets/GAME/NAME, by game."""
    games = [path.parent.name for path in sorted(assets_dir().glob(f"*/{name}"))]
    return GameTables({game: own_table(game, name) for game in games})


@cache
def theme() -> dict[str, Any]:
    """The theme (assets/theme.toml): colours, durations and names. Every caller gets the same
    table."""
    return load_table(assets_dir() / "theme.toml")


@cache
def deck(game: str) -> bytes | None:
    """The game's deck file as JSON, or None if it has none."""
    found = own_table(game, "deck.toml")
    return json.dumps(found).encode() if found else None


class Declined(str):
    """A name, with its forms in the other cases of the language."""

    forms: Mapping[str, str]

    def __new__(cls, text: str, **forms: str) -> Self:
        name = super().__new__(cls, text)
        name.forms = forms
        return name


class Counted:
    """A value for a placeholder: {n:move|moves} becomes "move" if n is 1, else "moves"; {card:acc}
    becomes that case of the name, if it has one."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __format__(self, form: str) -> str:
        if "|" not in form:
            return self.value.forms.get(form, self.value) if isinstance(self.value, Declined) else str(self.value)
        *forms, last = form.split("|")
        rule = last.removeprefix(RULE) if last.startswith(RULE) else "en"
        forms += [last] if rule == "en" else []
        number = str(self.value).lstrip("+-−")
        return forms[PLURALS[rule][1](int(number))] if number.isdecimal() else forms[-1]


class Values:
    def __init__(self, values: Mapping[str, object]) -> None:
        self.values = values

    def __getitem__(self, name: str) -> Counted:
        return Counted(self.values[name])


def put(text: str, values: Mapping[str, object]) -> str:
    """Fills the placeholders of a text.

    >>> [put("{n} {n:move|moves}", {"n": n}) for n in (1, 2)]
    ['1 move', '2 moves']
    """
    return text.format_map(Values(values) if ":" in text else values)


def flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Flattens nested tables: every text under its full dotted name.

    >>> dict(flat({"word": {"yes": "Yes"}, "n": 1}))
    {'word.yes': 'Yes', 'n': '1'}
    """
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, str(value)


@cache
def strings(language: str) -> dict[str, str]:
    """All texts of a language by full name: the shared ones of assets/strings, and those of every
    game, assets/GAME/en.toml. Empty if there is no such language."""
    found: dict[str, str] = {}
    root, own = assets_dir(), game_tables(f"{language}.toml")
    for path in sorted([*root.glob(f"*/{language}.toml"), *root.glob(f"strings/*.{language}.toml")]):
        found |= flat(load_table(path) if path.parent.name == "strings" else own[path.parent.name])
    return found
