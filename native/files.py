"""The program's own files: where assets lie, tables in TOML, decks, words.

What belongs to one game lies in assets/GAME and is found there by the name of its file.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any


def assets_dir() -> Path:
    """The folder of fonts, art, decks, strings and help: of a frozen program, a checkout or an
    installed wheel."""
    here = Path(__file__).resolve().parent
    frozen = getattr(sys, "_MEIPASS", None)
    places = [Path(frozen, "assets")] if frozen else [here / "assets", here.parent / "assets"]
    return next((place for place in places if place.is_dir()), places[0])


def table_of(text: str) -> dict[str, Any]:
    """What a table in TOML holds; in a frozen program it is JSON, read twenty times as fast.

    >>> table_of('most = 3') == table_of('{"most": 3}')
    True
    """
    if text.startswith("{"):  # as no TOML does
        found: dict[str, Any] = json.loads(text)
        return found
    import tomllib  # late: most commands read no such file

    return tomllib.loads(text)


def read_toml(*path: str) -> dict[str, Any] | None:
    """A table of assets/, or None where there is none."""
    try:
        return table_of(assets_dir().joinpath(*path).read_text("utf-8"))
    except FileNotFoundError:
        return None


@cache
def game_tables(name: str) -> dict[str, dict[str, Any]]:
    """A table that each game has for itself, assets/GAME/NAME, by game."""
    paths = sorted(assets_dir().glob(f"*/{name}"))
    return {path.parent.name: table_of(path.read_text("utf-8")) for path in paths}


@cache
def theme() -> dict[str, Any]:
    """The theme (assets/theme.toml): colours, durations and names; whoever asks gets the same table."""
    return table_of((assets_dir() / "theme.toml").read_text("utf-8"))


@cache
def deck(game: str) -> bytes | None:
    """The game's deck file as JSON, or None where it has none."""
    found = read_toml(game, "deck.toml")
    return None if found is None else json.dumps(found).encode()


class Counted:
    """A value to be put into braces; {n:move|moves} is the first of the two where n is 1, else the other."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __format__(self, form: str) -> str:
        one, counts, more = form.partition("|")
        if not counts:
            return format(self.value, form)
        return one if str(self.value) in ("1", "+1", "-1", "−1") else more


class Values:
    """The values of a text by the names in its braces."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self.values = values

    def __getitem__(self, name: str) -> Counted:
        return Counted(self.values[name])


def put(text: str, values: Mapping[str, object]) -> str:
    """A text with values in its braces.

    >>> [put("{n} {n:move|moves}", {"n": n}) for n in (1, 2)]
    ['1 move', '2 moves']
    """
    return text.format_map(Values(values))


def flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """The texts of nested tables by their full names.

    >>> dict(flat({"word": {"yes": "Yes"}, "n": 1}))
    {'word.yes': 'Yes', 'n': '1'}
    """
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, str(value)


@cache
def strings(language: str = "en") -> dict[str, str]:
    """All words of a language by their full names: the shared ones of assets/strings, and those
    of every game, assets/GAME/en.toml. Empty where there is no such language."""
    found: dict[str, str] = {}
    root = assets_dir()
    for path in sorted([*root.glob(f"*/{language}.toml"), *root.glob(f"strings/*.{language}.toml")]):
        found |= flat(table_of(path.read_text("utf-8")))
    return found
