"""Draws the hoard: its pieces, each in its metal and with its game's jewels, and the heap with the
dragon.

A picture is SVG text, composed from those in assets/art/hoard, and rasterized once. Every piece has
a fixed place on the heap from the start; finding it only fills the place.
"""

from __future__ import annotations

import math
import random
import re
from collections.abc import Hashable, Iterable, Mapping
from functools import cache, partial

from ..profile.achievements import Treasure, treasures
from ..profile.hoard import Find, Hoard, metal, place_of
from ..strings import Strings
from .painting import SvgSource
from .statistics_cards import svg
from .theme import GAME_THEMES, THEME, picture_path

SIDE = 512  # of the pieces' own pictures
TALL = 100.0  # height of the heap in its own units
COINS = (24, 170)  # coins on an empty and on a full heap
FULL = 250  # matches that make the heap full
INK = "#2A2118"
COLOURS: Mapping[str, list[str]] = THEME["hoard"]  # of metals and jewels: light, middle, dark
JEWELS: Mapping[str, list[str]] = {
    game: own["jewel"] for game, own in GAME_THEMES.items() if "jewel" in own
}


@cache
def inside(form: str) -> str:
    """The paths of a picture in assets/art/hoard."""
    text = picture_path(f"hoard/{form}").read_text("utf-8")
    return text[text.index(">") + 1 : text.rindex("</svg>")]


def coloured(form: str, game: str, of: str) -> str:
    """A piece in a metal, with a game's jewels; in "dark", its silhouette."""
    text = inside(form)
    if of == "dark":
        shade, ink = COLOURS["dark"][0], COLOURS["dark"][2]
        return re.sub("#[0-9A-F]{6}", lambda found: ink if found[0] == INK else shade, text)
    pairs = [*zip(COLOURS["gold"], COLOURS[of], strict=True)]
    pairs += zip(COLOURS["jewel"], JEWELS.get(game, COLOURS["house"]), strict=True)
    new = dict(pairs)
    return re.sub("#[0-9A-F]{6}", lambda found: new.get(found[0], found[0]), text)


def piece(treasure: Treasure, of: str, size: tuple[int, int]) -> str:
    """A treasure as a square picture."""
    inner = coloured(treasure.form, treasure.game, of)
    return svg(size, f'<g transform="scale({size[0] / SIDE:.4f})">{inner}</g>')


def laid(inner: str, x: float, y: float, side: float, turn: float = 0) -> str:
    """A piece with the middle of its foot at a place."""
    scale = side / SIDE
    steps = f"translate({x:.1f} {y:.1f}) rotate({turn:.0f}) scale({scale:.4f}) translate(-256 -486)"
    return f'<g transform="{steps}">{inner}</g>'


def heap_of(hoard: Hoard) -> tuple[Hashable, SvgSource]:
    """The picture of a hoard: a key of what it depends on, and the function that draws it in a
    size."""
    awake = bool(hoard.fresh)
    source = partial(heap, finds=dict(hoard.finds), games=hoard.games, awake=awake)
    return (hoard.chronicle.person, hoard.games, tuple(hoard.finds.items()), awake), source


def heap(size: tuple[int, int], finds: Mapping[str, Find], games: int, awake: bool) -> str:
    """The whole hoard: more coins for more matches, the dragon on top, awake if something is new,
    and all finds around it."""
    scale = size[1] / TALL
    hill = CoinHeap(size[0] / scale, games)
    inner = hill.drawing() + "".join(dragon(hill, awake)) + "".join(goods(hill, finds))
    return svg(size, f'<g transform="scale({scale:.4f})">{inner}</g>')


class CoinHeap:
    """The heap of coins, in units of which the picture is TALL high."""

    def __init__(self, width: float, games: int) -> None:
        self.width = width
        self.share = min(1.0, math.log1p(games) / math.log1p(FULL))
        self.half = min(width * 0.49, TALL * (1.1 + 3.7 * self.share))
        self.height = TALL * (0.14 + 0.26 * self.share)
        self.foot = TALL - 4

    def top(self, x: float) -> float:
        """The height of the surface at x."""
        far = abs(x - self.width / 2) / self.half
        return self.foot - (self.height * (1 + math.cos(math.pi * far)) / 2 if far < 1 else 0)

    def drawing(self) -> str:
        """The hill with its coins, those behind first."""
        left = self.width / 2 - self.half
        across = [left + self.half * n / 20 for n in range(41)]
        line = "".join(
            f"{'L' if n else 'M'}{x:.1f} {self.top(x):.1f}" for n, x in enumerate(across)
        )
        light, middle, dark = COLOURS["gold"]
        rim = f'stroke="{INK}" stroke-width="3" stroke-linejoin="round"'
        ground = f'<path d="{line}Z" fill="{dark}" {rim}/>'
        chance = random.Random(7)
        count = round(COINS[0] + (COINS[1] - COINS[0]) * self.share)
        places = []
        for _ in range(count):
            x = self.width / 2 + self.half * 0.96 * (chance.random() + chance.random() - 1)
            y = self.top(x)
            places.append((y + (self.foot - y) * chance.random(), x))
        return ground + "".join(coin(x, y, light, middle, dark) for y, x in sorted(places))


def coin(x: float, y: float, light: str, middle: str, dark: str) -> str:
    """A coin lying flat."""
    rim = f'stroke="{INK}" stroke-width="1.3"'
    return (
        f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="5.4" ry="3.7" fill="{middle}" {rim}/>'
        f'<ellipse cx="{x:.1f}" cy="{y - 0.4:.1f}" rx="3.9" ry="2.5" fill="{light}"/>'
        f'<ellipse cx="{x:.1f}" cy="{y - 0.3:.1f}" rx="2" ry="1.2" fill="{dark}"/>'
    )


def dragon(hill: CoinHeap, awake: bool) -> Iterable[str]:
    """The dragon in the middle of the heap."""
    x = hill.width / 2
    name, side, foot = ("awake", 64.0, 8.0) if awake else ("asleep", 74.0, 20.0)
    yield laid(inside(name), x, hill.top(x) + foot, side)


def goods(hill: CoinHeap, finds: Mapping[str, Find]) -> Iterable[str]:
    """The finds at their places on both sides of the dragon, those behind first."""
    places = []
    far = min(hill.width / 2 - 20, max(hill.half * 0.9, 60.0 + 7 * len(finds)))
    chance = random.Random(3)
    for number, one in enumerate(treasures()):
        row = chance.random()
        across = (number * 0.6180339887 + 0.13) % 1
        turn = chance.uniform(-16, 16)
        if one.id in finds:
            side = 1 if across < 0.5 else -1
            reach = 40 + (far - 40) * (abs(across - 0.5) * 2)
            x = hill.width / 2 - side * reach
            y = hill.top(x) - 1 + (hill.foot + 2 - hill.top(x)) * row
            inner = coloured(one.form, one.game, metal(finds[one.id]))
            places.append((y, laid(inner, x, y, 25 + 7 * row, turn)))
    return (drawn for _, drawn in sorted(places))


def words_of(one: Treasure, find: Find | None, t: Strings) -> tuple[str, str, str]:
    """The text of a piece: its name, its achievement, and when it was found."""
    if find is None:
        name, how = (
            ("hoard.secret", "hoard.secret.how") if one.hidden else (one.words, f"{one.words}.how")
        )
        return t(name), t(how), t("hoard.missing")
    where = place_of(find, t)
    when = t("hoard.found", date=t.day(find.date), match=where) if where else t.day(find.date)
    return t(one.words), t(f"{one.words}.how"), f"{when} {t('hoard.dull')}" if find.dull else when
