"""Draws the pieces of the hoard, each in its metal and with its game's jewels, as SVG text made of
those in assets/art/hoard."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from ..files import DRAWING
from ..profile.achievements import Treasure
from ..profile.hoard import Find, place_of
from ..strings import Strings
from .statistics_cards import svg
from .theme import GAME_THEMES, THEME, picture_path

SIDE = 512  # side of the pieces' own pictures
DARK = "dark"  # not a metal: what was not found
# The stone that shows a missing piece in relief; size and height of the relief, in sides of the stone.
TABLET = "hoard/tablet"
ON_TABLET, UP = 0.56, 0.03
COLOURS: Mapping[str, list[str]] = THEME["hoard"]  # of metals and jewels: light, middle, dark
JEWELS: Mapping[str, list[str]] = {
    game: own["jewel"] for game, own in GAME_THEMES.items() if "jewel" in own
}


@cache
def inside(form: str) -> str:
    """The paths of a picture in assets/art/hoard."""
    text = picture_path(f"hoard/{form}", (DRAWING,)).read_text("utf-8")
    return text[text.index(">") + 1 : text.rindex("</svg>")]


def coloured(form: str, game: str, of: str) -> str:
    """A piece in a metal, with a game's jewels."""
    text = inside(form)
    pairs = [*zip(COLOURS["gold"], COLOURS[of], strict=True)]
    pairs += zip(COLOURS["jewel"], JEWELS.get(game, COLOURS["no_game"]), strict=True)
    new = dict(pairs)
    return re.sub("#[0-9A-F]{6}", lambda found: new.get(found[0], found[0]), text)


def piece(treasure: Treasure, of: str, size: tuple[int, int]) -> str:
    """A treasure as a square picture."""
    inner = coloured(treasure.form, treasure.game, of)
    return svg(size, f'<g transform="scale({size[0] / SIDE:.4f})">{inner}</g>')


def plain(form: str, size: tuple[int, int]) -> str:
    """A picture in assets/art/hoard as it is drawn."""
    return svg(size, f'<g transform="scale({size[0] / SIDE:.4f})">{inside(form)}</g>')


def words_of(one: Treasure, find: Find | None, t: Strings) -> tuple[str, str, str]:
    """The text of a piece: its name, its achievement, and when it was found."""
    if find is None:
        name, how = (
            ("hoard.secret", "hoard.secret.how") if one.hidden else (one.words, f"{one.words}.how")
        )
        return t(name), t(how), t("hoard.missing")
    where = place_of(find, t)
    when = t("hoard.found", date=t.day(find.date), match=where) if where else t.day(find.date)
    return t(one.words), t(f"{one.words}.how"), f"{when} {t('hoard.helped')}" if find.helped else when
