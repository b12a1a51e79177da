"""The theme: colours, felts, durations, distances by name, and where the screen's data lie."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..files import assets_dir, game_tables, table_of, theme

Color = tuple[int, int, int]

ASSETS = assets_dir()  # everything that is data: art, fonts, strings, help, theme


def slug(name: str) -> str:
    """A name as the file of its picture is called.

    >>> slug("Dragon's Lair")
    'dragon-s-lair'
    """
    return "-".join("".join(sign if sign.isalnum() else " " for sign in name.lower()).split())


def load_toml(name: str) -> dict[str, Any]:
    """A data file of assets/ as a dict, e.g. "theme.toml"."""
    return table_of((ASSETS / name).read_text("utf-8"))


def table_data(game: str) -> dict[str, Any]:
    """The distances, shares, signs and sheets of a game's table."""
    return load_toml(f"{game}/table.toml")


def rgb(text: str) -> Color:
    """A colour of the theme.

    >>> rgb("#D9B45B")
    (217, 180, 91)
    """
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(one: Color, other: Color, share: float) -> Color:
    """A colour between two: share 0 is the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


THEME = theme()
GAME_THEMES = game_tables("theme.toml")  # each game's own: its felt, the colours of its cards
COLOR: dict[str, Color] = {name: rgb(text) for name, text in THEME["colour"].items()}
MOTION: dict[str, int] = THEME["motion"]
SPACE: dict[str, float] = THEME["space"]  # distances in units, by name
TABLES: dict[str, dict[str, dict[str, str]]] = THEME["tables"]  # what each has otherwise
STANDARD = next(iter(TABLES))  # the night's
LEAST_PX: int = THEME["type"]["least_px"]
FACES: dict[str, str] = THEME["faces"]  # font files of the kinds of letters
RESERVE: dict[str, Any] = THEME["reserve"]  # and of the letters that these lack
GROUNDS: list[Color] = [rgb(text) for text in load_toml("company.toml")["grounds"]["colours"]]


def felts(table: str) -> dict[str, Color]:
    """The felts at one of the tables: the hall's and that of every game."""
    found: dict[str, str] = THEME["felt"] | TABLES.get(table, {}).get("felt", {})
    for game, own in GAME_THEMES.items():
        found[game] = own["felt"].get(table, own["felt"][STANDARD])
    return {name: rgb(text) for name, text in found.items()}


FELT = felts(STANDARD)


def wear(table: str) -> None:
    """Takes the colours of one of the tables; of one that is not known, those of the night."""
    colours = THEME["colour"] | TABLES.get(table, {}).get("colour", {})
    COLOR.update((name, rgb(text)) for name, text in colours.items())
    FELT.update(felts(table))


def picture_path(name: str) -> Path:
    """The file of a picture: "ui/eye" lies in assets/art, "duel/egg" in assets/duel/art."""
    folder, _, stem = name.partition("/")
    return (ASSETS / folder / "art" if folder in GAME_THEMES else ASSETS / "art" / folder) / f"{stem}.svg"


def picture_names() -> list[str]:
    """All pictures by their names."""
    shared = [f"{path.parent.name}/{path.stem}" for path in ASSETS.glob("art/*/*.svg")]
    own = [f"{path.parent.parent.name}/{path.stem}" for path in ASSETS.glob("*/art/*.svg")]
    return sorted(shared + own)


def recolour(svg: str) -> str:
    """A sign of the screen in the colours of the table: what is drawn in those of the night."""
    for name in ("pale", "gold"):
        red, green, blue = COLOR[name]
        svg = svg.replace(THEME["colour"][name], f"#{red:02X}{green:02X}{blue:02X}")
    return svg
