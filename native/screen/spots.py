"""Spots: places on screen that can be focused, pressed, dragged from or dropped on, and navigation
between them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from pygame import Rect

from .geometry import Point, way_to
from .stage import Sprite

WAYS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


class Spot(NamedTuple):
    """A place that can be focused, pressed, dragged from or dropped on."""

    key: str
    rect: Rect
    accept: Callable[[], None] | None = None
    adjust: Callable[[int], None] | None = None  # left and right change a value here
    tip: str = ""
    drag: Callable[[], list[Sprite]] | None = None  # picks up what is dragged from here
    drop: Callable[[list[Sprite]], None] | None = None
    nav: bool = True  # reached with arrow keys; else only by pointing
    write: Callable[[str], None] | None = None  # letters typed here


class Shown(NamedTuple):
    """A card in a picture: its place, what enlarges it, why it cannot be used."""

    rect: Rect
    enlarge: Callable[[], None]
    why: Callable[[], str]


def shown_at(cards: Sequence[Shown], place: Point) -> Shown | None:
    """The topmost card at a place."""
    return next((card for card in reversed(cards) if card.rect.collidepoint(place)), None)


def spots_at(spots: Sequence[Spot], place: Point) -> list[Spot]:
    """The spots at a place, topmost first."""
    return [spot for spot in reversed(spots) if spot.rect.collidepoint(place)]


def following(spots: Sequence[Spot], focus: str, step: int) -> str:
    """The key of the next or previous spot, in drawing order."""
    keys = [spot.key for spot in spots if spot.nav]
    if not keys:
        return focus
    at = keys.index(focus) + step if focus in keys else 0
    return keys[at % len(keys)]


def nearest(spots: Sequence[Spot], here: Spot, way: str) -> str:
    """The key of the nearest spot in a direction; the present one's if there is none."""
    best, least = here.key, math.inf
    for spot in spots:
        other = spot.nav and spot.key != here.key
        cost = way_to(here.rect, spot.rect, *WAYS[way]) if other else math.inf
        if cost < least:
            best, least = spot.key, cost
    return best


def first_on(spots: Sequence[Spot], focus: str, chrome: int) -> str:
    """The focus if it is on a spot; else the first card of the board, else the board's first spot.
    The spots of the frame around the board come first; there are `chrome` of them."""
    if any(spot.key == focus for spot in spots):
        return focus
    board = [spot for spot in spots[chrome:] if spot.nav]
    cards = [spot for spot in board if spot.drag]
    return next((spot.key for spot in cards or board), focus)


def released(
    pressed: Spot | None, under: Sequence[Spot], dragged: list[Sprite]
) -> Callable[[], None] | None:
    """What to do when the pointer is released: drop what was dragged (or say why not), or accept
    what was pressed here."""
    if not dragged:
        same = pressed and any(spot.key == pressed.key for spot in under)
        return pressed.accept if pressed and same else None
    drop = next((spot.drop for spot in under if spot.drop), None)
    if drop:
        return partial(drop, dragged)
    return under[0].accept if under and not under[0].nav else None
