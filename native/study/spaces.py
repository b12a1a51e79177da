"""Moves and positions as numbers, for learners.

A move's number is its index among all texts that a move of the game may have
(native/GAME/actions.py), the same in every position. A position is five numbers for each card as
one seat sees it, all of the order of 1.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from ..checks import check_number, check_text
from ..games import lengths, module_of, own_part
from ..match import Match
from ..position import Position
from ..refusals import BadValue, quote
from ..values import Event

COLUMNS = ("zone", "seat", "up", "place", "card")
MOST_CARDS = 120  # of any game, including other things on the table
USUAL_SCORE = 100  # of a game that does not say what a usual score is
UNKNOWN = -1.0  # no such card, seat or place, or a face that the seat may not know


class Actions:
    """The moves of a game by number.

    >>> actions = Actions("wars", {})
    >>> len(actions), actions.text(0), actions.number("discard")
    (107, 'discard', 0)
    """

    def __init__(self, game: str, options: Mapping[str, Any] | None = None) -> None:
        match = Match(game, options)
        own = getattr(module_of(match.game, "actions"), "texts", None)
        if own is None:
            raise BadValue("no_actions", owner=match.game)
        self.texts: list[str] = own(match.options, match.seats_count)
        self.numbers = {text: number for number, text in enumerate(self.texts)}
        assert len(self.numbers) == len(self.texts), "no move twice"

    def __len__(self) -> int:
        return len(self.texts)

    def text(self, number: object) -> str:
        """The move of a number. Raises BadValue if there is none."""
        return self.texts[check_number("action", number, len(self.texts) - 1)]

    def number(self, text: str) -> int:
        """The number of a move. Raises BadValue if there is none."""
        if check_text("move", text) not in self.numbers:
            raise BadValue("no_action", text=quote(text))
        return self.numbers[text]

    def legal(self, match: Position) -> list[int]:
        """The numbers of the legal moves, in order."""
        return sorted(map(self.number, match.legal()))


def check_match(match: object, game: str | None = None) -> Position:
    """Returns the value if it is a match (of this game, if given), or raises BadValue."""
    if not isinstance(match, Position) or game not in (None, match.game):
        raise BadValue("other_match", value=match.game if isinstance(match, Position) else quote(match))
    return match


def share(number: float, most: int) -> float:
    """A number as a fraction of the largest; UNKNOWN if it is negative."""
    return number / max(most, 1) if number >= 0 else UNKNOWN


class Sight:
    """Positions as one seat sees them, as numbers.

    Cards are numbered by sorted name. Each number but the scores is a fraction of the largest of
    its kind, -1 if unknown; a score is divided by a usual score of the game.
    """

    def __init__(self, game: str, options: Mapping[str, Any] | None = None) -> None:
        match = Match(game, options)
        self.game = match.game
        self.zones = {zone: number for number, zone in enumerate(match.info.zones)}
        self.cards = {card: number for number, card in enumerate(faces(whole(match)))}
        self.seats = match.seats_count
        self.usual = own_part(match.game, "actions", "USUAL_SCORE", USUAL_SCORE)

    @property
    def size(self) -> int:
        """The length of numbers(): five for each card, the seat to act, and all scores."""
        return len(COLUMNS) * MOST_CARDS + 1 + self.seats

    def numbers(self, match: Position, seat: int) -> list[float]:
        """The position of a match as this seat sees it: five numbers for each card, in the order of
        the table, padded; the seat to act; the scores."""
        check_match(match, self.game)
        found: list[float] = []
        zones, cards, last = len(self.zones) - 1, len(self.cards) - 1, self.seats - 1
        for card in match.cards(seat):
            found += [
                share(self.zones[card.zone], zones),
                UNKNOWN if card.seat is None else share(card.seat, last),
                float(card.up),
                share(card.place, MOST_CARDS),
                UNKNOWN if card.card is None else share(self.cards[card.card], cards),
            ]
        room = len(COLUMNS) * MOST_CARDS
        assert len(found) <= room
        found += [UNKNOWN] * (room - len(found))
        turn = UNKNOWN if match.to_act is None else share(match.to_act, last)
        return [*found, turn, *(score / self.usual for score in match.scores)]


def whole(match: Match) -> Match:
    """The match at its greatest length, since shorter matches may use fewer cards."""
    longest = list(lengths(match.game).values())[-1:]
    return Match(match.game, {**match.options, **(longest[0] if longest else {})})


def faces(match: Match) -> list[str]:
    """The names of all cards of a match, sorted."""
    return sorted({card.card for card in match.cards(None) if card.card is not None})


def utilities(match: Position) -> list[float]:
    """The payoff of a finished match to each seat: they sum to 0, and winning alone is 1. Raises
    BadValue before the end."""
    if not check_match(match).over:
        raise BadValue("not_over")
    count, winners = match.seats_count, match.winners
    win, loss = (count / len(winners) - 1) / (count - 1), -1 / (count - 1)
    return [win if seat in winners else loss for seat in range(count)]


class Memory:
    """Everything each seat has seen and done in a match, as a hash: it identifies information
    sets."""

    def __init__(self, match: Position) -> None:
        check_match(match)
        self.digests = [digest(json.dumps(match.state(seat))) for seat in range(match.seats_count)]

    def resampled(self, match: Position, seat: int) -> Memory:
        """The memory for another deal that is consistent with what a seat knows. That seat's memory
        stays; the others start from what they see now."""
        other = Memory(match)
        other.digests[seat] = self.digests[seat]
        return other

    def moved(self, seat: int, move: str, events: list[Event]) -> None:
        """Adds a move for the seat that made it, and its events for every seat that saw them."""
        for viewer, before in enumerate(self.digests):
            own = move if viewer == seat else ""
            seen = [event if event.seen_by(viewer) else event._replace(card=None) for event in events]
            self.digests[viewer] = digest(f"{before}{seat}{own}{seen}")


def digest(text: str) -> str:
    """A hash of a text."""
    return sha256(text.encode()).hexdigest()
