"""What the rest of a hand of Dragonmaster comes to: who takes what has to be paid for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from ..play.outcome import Ending, Pair, Part, Parts, Told
from ..play.reasons import of_rest
from .motifs import LEADER, price

PRICED = ("dragonlords", "wizards", "runesword")
ENDS = ("hand",)
SEVERAL = ("dragonlords", "wizards")  # kinds of which more than one card costs
TRICKS = {"took_first": "first", "took_last": "last"}

PAYS = of_rest(
    "pays",
    False,
    "the mover, not the Dragonmaster, pays n crystals or more for what it takes of one thing: cards of one kind, the "
    "first or the last trick",
    "to the end of the hand",
)
IS_PAID = of_rest(
    "is_paid",
    True,
    "another seat pays the mover, the Dragonmaster, n crystals or more for what it takes of one thing: cards of one "
    "kind, the first or the last trick",
    "to the end of the hand",
)
MOTIFS = (PAYS, IS_PAID)


def says(before: Mapping[str, Any]) -> bool:
    """Only after the call, since each kind is called once a round, and not in a Power Play."""
    return before["kind"] is not None and before["power"] is None


def parts(ending: Ending) -> Parts:
    """What the seat pays or is paid for what is taken, and by whom."""
    state, seat, before = ending.position.state(), ending.seat, ending.deal.state
    result = state["results"][len(before["results"])] if len(state["results"]) > len(before["results"]) else None
    if result is None or result["power"]:
        return {}
    found: dict[Part, float] = defaultdict(float)
    kind, dm = result["kind"], result["dm"]
    for event in ending.events:
        who = event.target_seat
        if event.kind == "card" and event.target == "taken" and event.card:
            for one in PRICED:
                if kind in (one, "staff"):
                    add(found, one, who, price(event.card, one), seat, dm)
        elif event.what in TRICKS and event.seat is not None:
            add(found, TRICKS[event.what], event.seat, LEADER, seat, dm)
    return found


def add(found: dict[Part, float], what: str, who: int | None, cost: int, seat: int, dm: int) -> None:
    """Counts what a seat pays the Dragonmaster, as far as it concerns another seat."""
    if who is not None and who != dm and cost and seat in (who, dm):
        found[what, who] += cost if seat == dm else -cost


def told(part: tuple[str, int], seat: int, _before: Mapping[str, Any], _pair: Pair) -> Told:
    """What somebody has to pay for."""
    what, who = part
    values = {"who": who, "what": what} | ({} if what in SEVERAL else {"way": "fixed"})
    return Told(PAYS, values, sign=-1) if who == seat else Told(IS_PAID, values)
