"""Applies events to a state: what the table shows while a move is animated."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import get_args

from ..values import Event
from .state import Battle, State, Suit

SUITS: tuple[Suit, ...] = get_args(Suit)


def followed(state: State, events: Iterable[Event], viewer: int | None) -> State:
    """The state after these events as a viewer sees it. Hands are not updated."""
    now = deepcopy(state)
    for event in events:
        if event.kind == "card":
            _carry(now, event, event.card if event.card and event.seen_by(viewer) else "?")
        elif event.kind == "up" and now["battle"]:
            _laid(now["battle"], event.target)[event.place or 0] = event.card or "?"
        elif event.kind == "shuffle":
            now["deck"], now["discard"] = event.amount, []
        elif event.kind == "over":
            now["trump"] = None
        elif event.kind == "say":
            _begin(now, event)
            _hurt(now, event)
            _count(now, event)
    return now


def _laid(battle: Battle, zone: str) -> list[str]:
    lists = {
        "attack": battle["attack"],
        "attack_flips": battle["attack_flips"],
        "defence": battle["defence"],
        "defence_flips": battle["defence_flips"],
    }
    return lists[zone]


def _carry(now: State, event: Event, face: str) -> None:
    """Moves a card from one zone to another."""
    if event.source == "deck":
        now["deck"] -= 1
    elif event.source == "nest":
        now["nest"] -= 1
    if event.target == "discard":
        now["discard"].append(face)
    elif event.target == "trophies" and event.target_seat is not None:
        now["trophies"][event.target_seat].append(face)
    elif now["battle"] and event.target.startswith(("attack", "defence")):
        _laid(now["battle"], event.target).append(face)


def _begin(now: State, event: Event) -> None:
    """Begins or ends a battle, turns up trump, begins the last turns."""
    if event.what == "attacks" and event.seat is not None and event.target_seat is not None:
        now["battle"] = {
            "attacker": event.seat,
            "defender": event.target_seat,
            "revealed": False,
            "attack": [],
            "attack_flips": [],
            "defence": [],
            "defence_flips": [],
        }
    elif event.what in ("damage", "blocked"):
        now["battle"] = now["attack"] = now["defence"] = now["loss"] = None
        now["slain"] = False
    elif event.what == "trump" and event.card:
        now["trump"] = next(suit for suit in SUITS if event.card.startswith(suit))
    elif event.what == "last_turns":
        now["last_turns"] = True


def _hurt(now: State, event: Event) -> None:
    """Damages, slays or replaces a dragon."""
    seat = event.seat if event.what == "new_dragon" else event.target_seat
    if seat is None:
        return
    dragon = now["dragons"][seat]
    if event.what == "damage" and dragon:
        now["dragons"][seat] = (dragon[0], dragon[1] - event.amount)
    elif event.what == "slain":
        now["dragons"][seat] = now["full_health"][seat] = None
    elif event.what == "new_dragon":
        now["dragons"][seat] = (str(event.card), event.amount)
        now["full_health"][seat] = event.amount


def _count(now: State, event: Event) -> None:
    """Updates the sums of a battle and the damage that they mean."""
    battle = now["battle"]
    if battle is None or event.what not in ("turned_up", "attack_sum", "defence_sum"):
        return
    if event.what == "turned_up":
        battle["revealed"] = True
        now["attack"] = now["defence"] = 0
    elif event.what == "attack_sum":
        now["attack"] = event.amount
    else:
        now["defence"] = event.amount
    dragon = now["dragons"][battle["defender"]]
    now["loss"] = loss = max(0, (now["attack"] or 0) - (now["defence"] or 0))
    now["slain"] = dragon is not None and loss >= dragon[1]
