"""The theme: colours, felts, durations and distances by name, and the paths of pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..files import assets_dir, game_tables, load_table, theme

Color = tuple[int, int, int]

ASSETS = assets_dir()  # art, fonts, strings, help, theme


def slug(name: str) -> str:
    """The file name for the picture of a card or thing.

    >>> slug("Dragon's Lair")
    'dragon-s-lair'
    """
    return "-".join("".join(sign if sign.isalnum() else " " for sign in name.lower()).split())


def load_toml(name: str) -> dict[str, Any]:
    """A data file of assets/ as a dict, such as "theme.toml"."""
    return load_table(ASSETS / name)


def table_data(game: str) -> dict[str, Any]:
    """The distances, shares, signs and sheets of a game's table."""
    return load_toml(f"{game}/table.toml")


def rgb(text: str) -> Color:
    """Parses a colour of the theme.

    >>> rgb("#D9B45B")
    (217, 180, 91)
    """
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(one: Color, other: Color, share: float) -> Color:
    """A colour between two: share 0 is the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


THEME = theme()
GAME_THEMES = game_tables("theme.toml")  # each game's felt and card colours
COLOR: dict[str, Color] = {name: rgb(text) for name, text in THEME["colour"].items()}
MOTION: dict[str, int] = THEME["motion"]
SPACE: dict[str, float] = THEME["space"]  # distances in units, by name
TABLES: dict[str, dict[str, dict[str, str]]] = THEME["tables"]  # what each differs in
STANDARD = next(iter(TABLES))  # the night
LEAST_PX: int = THEME["type"]["least_px"]
FACES: dict[str, str] = THEME["faces"]  # font files by kind of text
RESERVE: dict[str, Any] = THEME["reserve"]  # fallback fonts


def felts(table: str) -> dict[str, Color]:
    """The felts of a table: the hall's and every game's."""
    found: dict[str, str] = THEME["felt"] | TABLES.get(table, {}).get("felt", {})
    for game, own in GAME_THEMES.items():
        found[game] = own["felt"].get(table, own["felt"][STANDARD])
    return {name: rgb(text) for name, text in found.items()}


FELT = felts(STANDARD)


def wear(table: str) -> None:
    """Switches to the colours of a table; an unknown one means the standard."""
    colours = THEME["colour"] | TABLES.get(table, {}).get("colour", {})
    COLOR.update((name, rgb(text)) for name, text in colours.items())
    FELT.update(felts(table))


def picture_path(name: str) -> Path:
    """The file of a picture: "ui/eye" lies in assets/art, "duel/egg" in assets/duel/art."""
    folder, _, stem = name.partition("/")
    return (ASSETS / folder / "art" if folder in GAME_THEMES else ASSETS / "art" / folder) / f"{stem}.svg"


def picture_names() -> list[str]:
    """The names of all pictures."""
    shared = [f"{path.parent.name}/{path.stem}" for path in ASSETS.glob("art/*/*.svg")]
    own = [f"{path.parent.parent.name}/{path.stem}" for path in ASSETS.glob("*/art/*.svg")]
    return sorted(shared + own)


def recolour(svg: str) -> str:
    """An icon in the colours of the table, drawn in those of the standard one."""
    for name in ("pale", "gold"):
        red, green, blue = COLOR[name]
        svg = svg.replace(THEME["colour"][name], f"#{red:02X}{green:02X}{blue:02X}")
    return svg
