"""Splits a move of Dragon Wars into the steps in which it is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from ..values import Event

PAUSE: Final = "pause"
ENDS = ("damage", "blocked")  # what is said at the end of a battle

# The scene of a battle's end: what is said, where a card goes -> which of its steps.
BLOW, FALL, TROPHY, AWAY, RISE, REFILL = range(6)
SAID = {"damage": BLOW, "blocked": BLOW, "slain": FALL}
GOES = {"trophies": TROPHY, "discard": AWAY, "dragon": RISE, "hand": REFILL}


def staged(events: Iterable[Event]) -> list[Event]:
    """The events in the order and with the pauses in which they are shown. Sentences keep their
    order."""
    shown: list[Event] = []
    for ends, block in groupby(events, lambda event: event.kind == PAUSE):
        found = list(block)
        shown += found if ends else _joined(_steps(found), found[0])
    return shown


def _steps(block: list[Event]) -> Iterator[list[Event]]:
    """The steps between two pauses of the engine."""
    if any(event.what in ENDS for event in block):
        numbered = _numbered(block)
        for number in sorted(set(numbered)):
            yield [event for event, at in zip(block, numbered, strict=True) if at == number]
        return
    first = 0
    for at in range(1, len(block)):
        if _begins(block[at], block[first:at]):
            yield block[first:at]
            first = at
    yield block[first:]


def _numbered(block: list[Event]) -> list[int]:
    """The events with the step of the battle's end that each belongs to; other events go with the
    one before."""
    found: list[int] = []
    last = BLOW
    for event in block:
        last = SAID.get(event.what, last)
        if event.kind == "card":
            last = GOES[event.target]
        elif event.what in ("new_dragon", "despoiler", "last_turns"):
            last = RISE
        found.append(last)
    return found


def _begins(event: Event, step: list[Event]) -> bool:
    """Whether an event begins a step: a flipped card, the sum of the defence, the card that names
    trump."""
    flip = event.target.endswith("_flips")
    names = event.source == "deck" and event.target == "discard"
    second = event.what == "defence_sum" and any(one.what == "attack_sum" for one in step)
    return flip or names or second


def _joined(steps: Iterable[list[Event]], first: Event) -> list[Event]:
    """Steps with pauses between them."""
    pause = first._replace(kind=PAUSE, what="", card=None)
    found: list[Event] = []
    for step in steps:
        found += [pause] if found else []
        found += step
    return found
