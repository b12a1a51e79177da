"""What stands on the screen as it is read out: what a spot is, and what is written beside all spots."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pygame import Rect

from .canvas import Canvas
from .pointer import Spot
from .typeset import DrawnText

# What sounds odd when it is read out, and what is said instead.
SIGNS = {"\n": ". ", " · ": ", ", "·": ",", "→": ",", "…": ".", "°": "", "„": "", "“": "", "”": ""}


def spoken(words: str) -> str:
    """A text as it is read out: without signs that are only seen.

    >>> spoken("You 12 · Corvin 7\\nYour turn")
    'You 12, Corvin 7. Your turn'
    >>> spoken("More of it: How so?.")
    'More of it: How so?'
    """
    for sign, said in SIGNS.items():
        words = words.replace(sign, said)
    joined = re.sub(r"(\s*\.)+(?=\s|$)", ".", " ".join(words.split()))
    return joined.replace(" ,", ",").replace(":.", ":").replace("?,", "?").replace("?.", "?")


def laid(c: Canvas) -> list[DrawnText]:
    """What was written on the topmost layer of scenes when it was laid out."""
    return [one for one in c.written[: c.own] if one.layer >= c.floor and one.text.strip()]


def named(spot: Spot, c: Canvas) -> str:
    """What a spot is: its own words, or what is written there; what a mark shows comes after the first of it."""
    written = [one.text for one in laid(c) if spot.rect.collidepoint(one.ink.center)]
    name, *rest = [spot.says()] if spot.says else written or [""]
    return spoken(", ".join(dict.fromkeys(filter(None, [name, spot.state, *rest]))))


def beside(c: Canvas, but: Sequence[Rect] = ()) -> list[str]:
    """What is written outside all spots and these places, line by line as it was laid out; not what a spot says of
    itself as well."""
    places = [*(spot.rect for spot in c.spots if spot.nav), *but]
    found: list[list[DrawnText]] = []
    for one in laid(c):
        if any(place.collidepoint(one.ink.center) for place in places):
            continue
        last = found[-1][-1] if found else None
        same = last and last.layer == one.layer and abs(last.ink.centery - one.ink.centery) * 4 < one.ink.h
        if same:
            found[-1].append(one)
        else:
            found.append([one])
    tips = [tip for tip in (spoken(spot.tip) for spot in c.spots if spot.nav) if tip]
    lines = [spoken(", ".join(one.text for one in line)) for line in found]
    return [line for line in lines if not any(tip in line for tip in tips)]
