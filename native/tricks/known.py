"""What a match of Dragonmaster has openly shown so far: penalties by hand, and the last trick.

The engine's state holds only the present hand, so the match is replayed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..match import Match
from ..values import Event


class Penalty(NamedTuple):
    """What a seat pays for in a hand: "wizards", "first" and so on, and how many of them."""

    kind: str
    number: int


class Trick(NamedTuple):
    """A complete trick: seats with their cards in the order played, and the taker."""

    cards: list[tuple[int, str]]
    taker: int | None


def replayed(match: Match) -> Iterator[Event]:
    """All events since the deal."""
    again = match.restarted()
    return (event for move in match.moves for event in again.play(move))


def penalties(match: Match) -> list[dict[int, list[Penalty]]]:
    """The penalties by seat for each hand, including the present one.

    A seat without penalties is left out.
    """
    hands = [dict[int, list[Penalty]]()]
    for event in replayed(match):
        if event.what == "hand":
            hands.append({})
        elif event.what.startswith("took_") and event.seat is not None:
            penalty = Penalty(event.what.removeprefix("took_"), event.amount)
            hands[-1].setdefault(event.seat, []).append(penalty)
    return hands


def last_trick(match: Match) -> Trick:
    """The last complete trick, of this hand or the previous one; without cards if there is none."""
    cards: list[tuple[int, str]] = []
    last = Trick([], None)
    for event in replayed(match):
        if event.what == "hand":
            cards = []
        elif event.target == "trick" and event.card and event.target_seat is not None:
            cards.append((event.target_seat, event.card))
        elif event.what == "takes":
            cards, last = [], Trick(cards, event.seat)
    return last


def last_hand(match: Match, seat: int) -> tuple[list[str], list[int | None]]:
    """The cards that a seat took in the last finished hand, and who took each trick of it."""
    hands: list[tuple[list[str], list[int | None]]] = [([], [])]
    for event in replayed(match):
        cards, takers = hands[-1]
        if event.what == "hand" and takers:
            hands.append(([], []))
        elif event.what == "takes":
            takers.append(event.seat)
        elif event.target == "taken" and event.target_seat == seat and event.card:
            cards.append(event.card)
    return hands[-1] if match.over else hands[-2]
