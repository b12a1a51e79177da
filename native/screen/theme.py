"""The theme: colours, felts, durations and distances by name, and the paths of pictures."""

from __future__ import annotations

from colorsys import hls_to_rgb
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

from ..files import DRAWING, RELIEF, assets_dir, game_tables, load_table, own_table, theme

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
    """The distances, shares, signs and sheets of a game's table; the sheet of the end is there in
    any case."""
    own = own_table(game, "table.toml")
    return own | {"sheet": {"end": THEME["sheets"]["end"]} | own.get("sheet", {})}


def rgb(text: str) -> Color:
    """Parses a colour of the theme.

    >>> rgb("#D9B45B")
    (217, 180, 91)
    """
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def hex_of(color: Color) -> str:
    """A colour as the theme and SVG write it.

    >>> hex_of((217, 180, 91))
    '#D9B45B'
    """
    return "#{:02X}{:02X}{:02X}".format(*color)


def mix(one: Color, other: Color, share: float) -> Color:
    """A colour between two: share 0 is the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


THEME = theme()
GAME_THEMES = game_tables("theme.toml")  # each game's felt and card colours
COLOR: dict[str, Color] = {name: rgb(text) for name, text in THEME["colour"].items()}
MOTION: dict[str, int] = THEME["motion"]
SPACE: dict[str, float] = THEME["space"]  # distances in units, by name
PAPER: dict[str, Color] = {name: rgb(text) for name, text in THEME["paper"].items()}  # colours on parchment
LIGHT: dict[str, float] = dict(THEME["light"])  # how bright made pictures are, by what they show
TONES: dict[str, float] = THEME["tones"]  # how bright wooden panels are
TABLES: dict[str, dict[str, dict[str, Any]]] = THEME["tables"]  # each table, with what differs from the standard
STANDARD = next(iter(TABLES))  # name of the standard table
TINT: float = THEME["share"]["felt_tint"] / 100  # strength of the hue of a felt that no game names
LEAST_PX: int = THEME["type"]["least_px"]
FACES: dict[str, str] = THEME["faces"]  # font files by kind of text
RESERVE: dict[str, Any] = THEME["reserve"]  # fallback fonts


def felts(table: str) -> dict[str, Color]:
    """The felts of a table: the hall's and every game's."""
    found: dict[str, str] = THEME["felt"] | TABLES.get(table, {}).get("felt", {})
    for game, own in GAME_THEMES.items():
        felt = own.get("felt", {})
        if text := felt.get(table, felt.get(STANDARD)):
            found[game] = text
    return {name: rgb(text) for name, text in found.items()}


class Felts(dict[str, Color]):
    """The felts of the present table. A game that has none has the hall's, with a hue that follows
    from its id."""

    def __missing__(self, game: str) -> Color:
        red, green, blue = hls_to_rgb(crc32(game.encode()) % 360 / 360, 0.5, 0.6)
        return mix(self["hall"], (round(255 * red), round(255 * green), round(255 * blue)), TINT)


FELT = Felts(felts(STANDARD))


def wear(table: str) -> None:
    """Switches to the colours of a table; an unknown one means the standard."""
    colours = THEME["colour"] | TABLES.get(table, {}).get("colour", {})
    COLOR.update((name, rgb(text)) for name, text in colours.items())
    FELT.update(felts(table))
    LIGHT.update(THEME["light"] | TABLES.get(table, {}).get("light", {}))


@cache
def picture_path(name: str, kinds: tuple[str, ...] = (RELIEF, DRAWING)) -> Path:
    """The file of a picture, of the first kind that there is: "ui/eye" lies in assets/art,
    "duel/egg" in assets/duel/art. What every game shows (emblem, card backs) and this one lacks is
    that of assets/art/game, else the emblem there."""
    folder, _, stem = name.partition("/")
    shared = ASSETS / "art"
    own = shared / folder if (shared / folder).is_dir() else ASSETS / folder / "art"
    places = (own / stem, shared / "game" / stem, shared / "game" / "emblem")
    files = [place.parent / f"{place.name}{kind}" for place in places for kind in kinds]
    return next((path for path in files if path.is_file() and path.stat().st_size), files[-1])


def named_path(name: str) -> Path | None:
    """The file of a picture of just this name; None if another would stand in for it."""
    path = picture_path(name)
    return path if path.stem == name.rpartition("/")[2] else None


def picture_names() -> list[str]:
    files = [path for kind in (RELIEF, DRAWING) for path in ASSETS.rglob(f"*{kind}")]
    folders = {path: path.parent.parent if path.parent.name == "art" else path.parent for path in files}
    return sorted({f"{folder.name}/{path.stem}" for path, folder in folders.items()})


def recolour(svg: str) -> str:
    """An icon in the colours of the table, drawn in those of the standard one."""
    for name in ("pale", "gold"):
        svg = svg.replace(THEME["colour"][name], hex_of(COLOR[name]))
    return svg
