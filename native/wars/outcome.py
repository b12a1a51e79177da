"""What the next battles of Dragon Wars bring: the dragons that fall, and to whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from ..play.outcome import Ending, Pair, Part, Parts, Told, by_row
from ..play.reasons import Finding, Mark, of_rest
from .motifs import value_of

PLIES = 12  # two or three battles

OWN_FALLS = of_rest(
    "own_falls",
    False,
    "the mover's dragon falls and that costs n points or more: what it counts, and what the best other seat gets",
    "until twelve moves are made with the one in question",
    unless=("falls",),
)
SLAYS_IT = of_rest(
    "slays_it",
    True,
    "the mover slays another seat's dragon, the one that makes most of the difference, and that brings n points or "
    "more: what it is worth, and what it counted for its seat",
    "until twelve moves are made with the one in question",
    unless=("slays", "outlasts", "can_slay", "lets_live", "last_chance"),
)
MOTIFS = (OWN_FALLS, SLAYS_IT)


def parts(ending: Ending) -> Parts:
    """What has become of the dragons that were alive: one's own and another's that fell."""
    own = {dragon[0]: who for who, dragon in enumerate(ending.deal.state["dragons"]) if dragon}
    found: dict[Part, float] = defaultdict(float)
    for (_, _, card), value in by_row(ending).items():
        if card in own:
            found[own[card], card] += value
    return found


def told(part: tuple[int, str], seat: int, before: Mapping[str, Any], _pair: Pair) -> Told:
    """The own dragon that falls, or another that the seat slays."""
    whom, card = part
    health = before["dragons"][whom][1]
    values, mark = {"who": seat, "whom": whom, "worth": value_of(card), "health": health}, Mark("dragon", whom)
    return Told(OWN_FALLS, values, mark, -1) if whom == seat else Told(SLAYS_IT, values, mark)


def about(finding: Finding, before: Mapping[str, Any]) -> set[Part]:
    """The dragons that a statement is about."""
    return {
        (mark.seat, before["dragons"][mark.seat][0])
        for mark in finding.marks
        if mark.zone == "dragon" and mark.seat is not None and before["dragons"][mark.seat]
    }
