"""Where name, text and emblem of a card with words lie: the words in the largest type that fits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pygame import Rect
from pygame.font import Font

from .typeset import wrap

FontOf = Callable[[str, int], Font]  # gives the font of a typeface in a size


class Row(NamedTuple):
    """A line of words on a card: its words, the face of its letters, their size, its top."""

    words: str
    face: str
    px: int
    y: int


class WordedCard(NamedTuple):
    """The lines on a card, and the middle of what they leave of it above for an emblem."""

    rows: list[Row]
    emblem: Rect


def block(words: str, text: str, width: int, px: int, font: FontOf) -> list[Row] | None:
    """Name and text one below the other from 0 down; None if a word is wider than the card."""
    rows, y = [], 0
    for face, said in (("bold", words), ("text", text)):
        letters = font(face, px)
        lines = wrap(said, letters, width) if said else []
        if any(letters.size(line)[0] > width for line in lines):
            return None
        for line in lines:
            rows.append(Row(line, face, px, y))
            y += letters.get_linesize() * 9 // 10
        y += px // 5
    return rows


def set_out(
    size: tuple[int, int],
    words: tuple[str, str, str],
    look: Mapping[str, int],
    font: FontOf,
    least: int,
    larger: float,
    wanted: int = 0,
) -> WordedCard:
    """The words of a card of a size: its name, its text and a brief name.

    look: shares of the card in hundredths. Before the text is smaller than `least` the words may take more of the
    card, then the name is shortened; then the text is left out, and at last there are no words. larger: the scale of
    the letters that a person wants. wanted: the size of small text that is read from afar; before the words are
    smaller than this, they may take most of the card.
    """
    w, h = size
    name, text, brief = words
    width, foot = w * look["lines"] // 100, h * look["foot"] // 100
    room = round(h * (look["block"] + look["more"] * (larger - 1)) / 100)
    most = max(round(w * look["letters"] / 100 * larger), least, wanted)
    full = max(room, h * look["most" if wanted > least else "full"] // 100)
    brief = brief or name
    large = max(least, wanted)
    ways = ((name, text, room, large), (name, text, full, large), (brief, text, full, large),
            (name, text, full, least), (brief, text, full, least), (name, "", room, least), (brief, "", room, least))
    for title, line, high, smallest in ways:
        for px in range(most, smallest - 1, -1):
            rows = block(title, line, width, px, font)
            if rows and height_of(rows, font) <= high:
                return placed(rows, (w, h - foot), look, font)
    return placed([], (w, h - foot), look, font)


def height_of(rows: list[Row], font: FontOf) -> int:
    if not rows:
        return 0
    return rows[-1].y + font(rows[-1].face, rows[-1].px).get_linesize()


def placed(rows: list[Row], size: tuple[int, int], look: Mapping[str, int], font: FontOf) -> WordedCard:
    """The lines at the foot of a size, and the emblem over them."""
    w, h = size
    top = h - height_of(rows, font)
    above = w * look["above"] // 100
    side = min(w * look["emblem"] // 100, top - above)
    emblem = Rect(0, 0, side, side)
    emblem.center = (w // 2, (above + top) // 2)
    return WordedCard([row._replace(y=row.y + top) for row in rows], emblem)
