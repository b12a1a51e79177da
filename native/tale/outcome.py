"""What the rest of Fairy Tale brings: points by card, and whose they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from ..play.outcome import Ending, Part, Parts, Told, by_row
from ..play.reasons import Mark, of_rest

BRINGS = of_rest(
    "brings",
    True,
    "cards of one name, the one that makes most of the difference, bring the mover n points more at the end of the "
    "match than before the move",
    "to the end",
)
BRINGS_THEM = of_rest(
    "brings_them",
    False,
    "cards of one name, the one that makes most of the difference, bring the best other seat n points more at the "
    "end of the match than before the move",
    "to the end",
)
MOTIFS = (BRINGS, BRINGS_THEM)


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
