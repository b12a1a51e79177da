"""What a seat can expect from its cards and the table: points now, what is lacking, sets.

Only what the seat may know is counted: all face-up cards, its own face-down ones and its hand. What
others lay in the same step is not predicted.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from .deck import deck
from .motifs import best_of_round, counted, steps_left, view_of
from .state import State


class Lack(NamedTuple):
    """What a card needs to count: this many more cards of a name, a faction or a category."""

    what: str
    missing: int
    name: bool  # whether it is a card's name


class Family(NamedTuple):
    """A set in progress: cards of one name that count others, or that count on a condition."""

    name: str
    up: int  # how many of them lie face up
    held: int  # and how many are held
    counts: str  # the name that they count; "" for a condition
    fellows: int  # how many of those lie face up


def pick_gain(state: State, seat: int, card: str) -> int:
    """How much more a seat can have at the end of this round with a card of its pack than
    without."""
    view, steps = view_of(state, seat), steps_left(state, seat)
    more = view._replace(hand=tuple(sorted((*view.hand, card))))
    return best_of_round(more, steps) - best_of_round(view, steps)


def lack_of(state: State, seat: int, card: str, held: bool) -> Lack | None:
    """What a card that is face up and counts nothing needs to count. held: as if the rest of the
    hand were laid too."""
    view = view_of(state, seat)
    cards = (*view.up, *(view.hand if held else ()), card)
    own = deck()[card]
    if "times" in own:
        return Lack(own["times"], 1, name=True)
    condition = own.get("condition", {})
    if "most" in condition:
        group = condition["most"]
        ahead = max((counted(row, group) for row in view.others), default=0)
        return wanted({group: ahead - counted(cards, group)}, name=False)
    if "two" in condition:
        lacks = {group: 2 - counted(cards, group) for group in condition["two"]}
        return wanted(lacks, name=False)
    lacks = {name: 1 - min(1, cards.count(name)) for name in condition.get("cards", ())}
    return wanted(lacks, name=True)


def wanted(lacks: dict[str, int], name: bool) -> Lack | None:
    """What is lacking, if it is one thing; None if nothing is, or two things are."""
    short = {what: count for what, count in lacks.items() if count > 0}
    if len(short) != 1:
        return None
    ((what, count),) = short.items()
    return Lack(what, count, name)


def families(state: State, seat: int) -> list[Family]:
    """A seat's sets in progress, on its table and in its hand, in deck order."""
    up = Counter(card["name"] for card in state["table"][seat] if card["up"])
    held = Counter(name for name in state["hands"][seat] if name in deck())
    found = []
    for name, card in deck().items():
        counts = card.get("times", "")
        if (counts or "condition" in card) and up[name] + held[name]:
            found.append(Family(name, up[name], held[name], counts, up[counts]))
    return found
