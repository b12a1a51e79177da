"""What the next turns of Dragonheart bring: points by kind of card, and who takes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..play.outcome import Ending, Pair, Part, Parts, Told, by_row
from ..play.reasons import Finding, Mark, of_rest

PLIES = 8  # four turns of each seat

TAKES_KIND = of_rest(
    "takes_kind",
    True,
    "the mover gains n points or more by cards of one kind, the one that makes most of the difference",
    "until eight moves are made with the one in question",
    unless=("takes", "sails", "builds"),
)
LOSES_KIND = of_rest(
    "loses_kind",
    False,
    "the other seat gains n points or more by cards of one kind, the one that makes most of the difference",
    "until eight moves are made with the one in question",
    unless=("lets_sail", "lets_fill", "feeds", "leaves"),
)
MOTIFS = (TAKES_KIND, LOSES_KIND)


def parts(ending: Ending) -> Parts:
    """Points gained by kind, and who takes them; the Great Dragon goes with the cards it came with."""
    kinds = ending.deal.state["board"]
    return {(who, kind): value for (who, kind, _), value in by_row(ending).items() if kind in kinds}


def told(part: tuple[int, str], seat: int, _before: Mapping[str, Any], _pair: Pair) -> Told:
    """A kind that somebody takes more of."""
    who, kind = part
    values, mark = {"who": who, "kind": kind}, Mark(kind)
    return Told(TAKES_KIND, values, mark) if who == seat else Told(LOSES_KIND, values, mark, -1)


def about(finding: Finding, before: Mapping[str, Any]) -> set[Part]:
    """The kinds that a statement is about."""
    return {(who, mark.zone) for mark in finding.marks if mark.zone in before["board"] for who in (0, 1)}
