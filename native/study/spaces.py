"""What learners see of a match: moves and positions as numbers.

A move's number is its place among all texts that a move of the game may have (native/GAME/actions.py),
the same in every position. A position is a row of numbers for each card as one seat sees it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from importlib import import_module
from typing import Any

from ..match import Match
from ..values import Event

COLUMNS = ("zone", "seat", "up", "place", "card")
MOST_CARDS = 120  # of any game, things on the table that are no cards included
UNKNOWN = -1.0  # no such card, no seat, no place, or a face that the seat may not know


class Actions:
    """The moves of a game by number.

    >>> actions = Actions("wars", {})
    >>> len(actions), actions.text(0), actions.number("discard")
    (107, 'discard', 0)
    """

    def __init__(self, game: str, options: Mapping[str, Any] | None = None) -> None:
        match = Match(game, options)
        texts = import_module(f"..{game}.actions", __package__).texts
        self.texts: list[str] = texts(match.options, match.seats_count)
        self.numbers = {text: number for number, text in enumerate(self.texts)}
        assert len(self.numbers) == len(self.texts), "no move twice"

    def __len__(self) -> int:
        return len(self.texts)

    def text(self, number: int) -> str:
        """The move of a number; IndexError where there is none."""
        return self.texts[number]

    def number(self, text: str) -> int:
        """The number of a move; KeyError where there is none."""
        return self.numbers[text]

    def legal(self, match: Match) -> list[int]:
        """The numbers of the legal moves, in order."""
        return sorted(map(self.number, match.legal()))


class Sight:
    """Positions as one seat sees them, in numbers; cards are numbered as they are first seen by name."""

    def __init__(self, game: str, options: Mapping[str, Any] | None = None) -> None:
        match = Match(game, options)
        self.zones = {zone: number for number, zone in enumerate(match.info.zones)}
        self.cards = {card: number for number, card in enumerate(faces(match))}
        self.seats = match.seats_count

    @property
    def size(self) -> int:
        """How many numbers there are: five a card, then whose turn it is and all scores."""
        return len(COLUMNS) * MOST_CARDS + 1 + self.seats

    def numbers(self, match: Match, seat: int) -> list[float]:
        """The position of a match as this seat sees it: five numbers a card, in the order in which
        the cards lie, padded; the seat to act; the scores."""
        found: list[float] = []
        for card in match.cards(seat):
            found += [
                self.zones[card.zone],
                UNKNOWN if card.seat is None else card.seat,
                card.up,
                card.place,
                UNKNOWN if card.card is None else self.cards[card.card],
            ]
        room = len(COLUMNS) * MOST_CARDS
        assert len(found) <= room
        found += [UNKNOWN] * (room - len(found))
        turn = UNKNOWN if match.to_act is None else match.to_act
        return [float(number) for number in (*found, turn, *match.scores)]


def faces(match: Match) -> list[str]:
    """The names of all cards of a match, sorted."""
    return sorted({card.card for card in match.cards(None) if card.card is not None})


def utilities(match: Match) -> list[float]:
    """What a finished match is worth to each seat: the sum is 0, a win that nobody shares 1."""
    assert match.over
    count, winners = match.seats_count, match.winners
    win, loss = (count / len(winners) - 1) / (count - 1), -1 / (count - 1)
    return [win if seat in winners else loss for seat in range(count)]


class Memory:
    """All that each seat has seen and done in a match, as a word: what tells information sets apart."""

    def __init__(self, match: Match) -> None:
        self.digests = [digest(json.dumps(match.state(seat))) for seat in range(match.seats_count)]

    def moved(self, seat: int, move: str, events: list[Event]) -> None:
        """Adds a move, known to the seat that made it, and of what it caused what each seat saw."""
        for viewer, before in enumerate(self.digests):
            own = move if viewer == seat else ""
            seen = [event if event.seen_by(viewer) else event._replace(card=None) for event in events]
            self.digests[viewer] = digest(f"{before}{seat}{own}{seen}")


def digest(text: str) -> str:
    """A text as a short word, another one for another text."""
    return sha256(text.encode()).hexdigest()
