"""What the next turns of Dragonheart bring: points by kind of card, and who takes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..play.outcome import STATEMENT, Ending, Part, Parts, Told, by_row
from ..play.reasons import Finding, Mark, Motif, never
from ..position import Position

PLIES = 8  # four turns of each seat

TAKES_KIND = Motif(
    "takes_kind",
    True,
    never,
    "Holds at level n, from 1 on, if the mover gains n points or more by cards of one kind, the one that makes most "
    "of the difference." + STATEMENT + ", until eight moves are made with the one in question.",
    counts=True,
    unless=("takes", "sails", "builds"),
)
LOSES_KIND = Motif(
    "loses_kind",
    False,
    never,
    "Holds at level n, from 1 on, if the other seat gains n points or more by cards of one kind, the one that makes "
    "most of the difference." + STATEMENT + ", until eight moves are made with the one in question.",
    counts=True,
    unless=("lets_sail", "lets_fill", "feeds", "leaves"),
)
MOTIFS = (TAKES_KIND, LOSES_KIND)


def ends(_before: Mapping[str, Any], _at: Position, plies: int) -> bool:
    """Whether four turns of each seat have been played."""
    return plies >= PLIES


def parts(ending: Ending) -> Parts:
    """Points gained by kind, and who takes them; the Great Dragon goes with the cards it came with."""
    return {(who, kind): value for (who, kind, _), value in by_row(ending).items() if kind in ending.before["board"]}


def told(part: tuple[int, str], seat: int, _before: Mapping[str, Any]) -> Told:
    """A kind that somebody takes more of."""
    who, kind = part
    values, mark = {"who": who, "kind": kind}, Mark(kind)
    return Told(TAKES_KIND, values, mark) if who == seat else Told(LOSES_KIND, values, mark, -1)


def about(finding: Finding, before: Mapping[str, Any]) -> set[Part]:
    """The kinds that a statement is about."""
    return {(who, mark.zone) for mark in finding.marks if mark.zone in before["board"] for who in (0, 1)}
