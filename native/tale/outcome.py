"""What the rest of Fairy Tale brings: points by card, and whose they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from ..play.outcome import STATEMENT, Ending, Part, Parts, Told, by_row
from ..play.reasons import Finding, Mark, Motif, never
from ..position import Position

BRINGS = Motif(
    "brings",
    True,
    never,
    "Holds at level n, from 1 on, if cards of one name bring the mover n points more at the end of the match than "
    "before the move; the name is the one that makes most of the difference." + STATEMENT + ", to the end.",
    counts=True,
)
BRINGS_THEM = Motif(
    "brings_them",
    False,
    never,
    "Holds at level n, from 1 on, if cards of one name bring the best other seat n points more at the end of the "
    "match than before the move; the name is the one that makes most of the difference."
    + STATEMENT
    + ", to the end.",
    counts=True,
)
MOTIFS = (BRINGS, BRINGS_THEM)


def ends(_before: Mapping[str, Any], _at: Position, _plies: int) -> bool:
    """Only at the end of the match."""
    return False


def parts(ending: Ending) -> Parts:
    """Points gained by card, and whose they are."""
    found: dict[Part, float] = defaultdict(float)
    for (who, _, card), value in by_row(ending).items():
        found[who, card] += value
    return found


def told(part: tuple[int, str], seat: int, _before: Mapping[str, Any]) -> Told:
    """A card that brings somebody points."""
    who, card = part
    values, mark = {"who": who, "card": card}, Mark("table", who, card=card)
    return Told(BRINGS, values, mark) if who == seat else Told(BRINGS_THEM, values, mark, -1)


def about(_finding: Finding, _before: Mapping[str, Any]) -> set[Part]:
    """Nothing: statements of this game are about cards that go together."""
    return set()
