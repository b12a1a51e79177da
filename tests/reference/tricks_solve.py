"""Dragonmaster with open hands, solved by looking at every line of play: no table, no bounds, no order.

Stands on the slow rules (legal cards, who takes a trick). A position is an Ending; it need not come from a whole
hand: any number of cards a seat, the first trick or a later one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.reference.tricks import DRAGON, FAILED_POWER_PLAY, POWER_PLAY, PRINCE, Tricks, deck, is_penalty, suit_of

Value = int | list[int]


def price(card: str, kind: str) -> int:
    """What a card costs the one who takes it in an ordinary hand."""
    if card.startswith(DRAGON):
        return 0
    dragonlord = 1000 * (kind in ("dragonlords", "staff") and suit_of(card) == "DRA")
    wizard = 2000 * (kind in ("wizards", "staff") and card[4] == "W")
    return dragonlord + wizard + 8000 * (kind in ("runesword", "staff") and card == PRINCE)


class Ending(Tricks):
    """A hand under way. taken, tricks_taken: of the tricks before; first: who took the first one, if that is over."""

    def __init__(
        self, kind: str, dm: int, power: int | None, level: str, hands: Sequence[Sequence[str]], leader: int,
        trick: Sequence[tuple[int, str]], taken: Sequence[Sequence[str]], tricks_taken: Sequence[int],
        first: int | None, extra: str | None,
    ) -> None:
        self.players, self.level, self.kind, self.dm, self.power = len(hands), level, kind, dm, power
        self.hands, self.leader, self.trick = [list(hand) for hand in hands], leader, list(trick)
        self.stacks, self.count = [list(cards) for cards in taken], list(tricks_taken)
        self.first, self.extra = first, extra
        self.last: int | None = None
        self.over = False
        self.tricks = [] if first is None else [(first, [])]  # whether this is the first trick, for the leads

    def must_choose(self) -> bool:
        return False

    def after(self, move: str) -> Ending:
        """The ending after a legal move."""
        seat = self.to_act()
        assert seat is not None
        card = DRAGON if move.startswith(DRAGON) else move
        new: Ending = object.__new__(Ending)
        new.__dict__.update(self.__dict__)
        new.hands = [*self.hands]
        new.hands[seat] = [other for other in self.hands[seat] if other != card]
        new.trick = [*self.trick, (seat, move)]
        if len(new.trick) == self.players:
            new.close_trick()
        return new

    def close_trick(self) -> None:
        """The winner takes the trick and leads."""
        winner = self.trick_winner()
        self.stacks = [
            [*cards, *(card for _, card in self.trick)] if seat == winner else cards
            for seat, cards in enumerate(self.stacks)
        ]
        self.count = [number + (seat == winner) for seat, number in enumerate(self.count)]
        self.first = winner if self.first is None else self.first
        self.leader, self.trick, self.tricks = winner, [], [(winner, [])]
        if not any(self.hands):
            self.last = winner

    def counts_tricks(self) -> bool:
        """Whether the first and the last trick count."""
        return self.kind in ("first", "staff")

    def share(self, seat: int) -> int:
        """What a seat's tricks cost it."""
        assert self.kind is not None
        tricks = 4000 * ((self.first == seat) + (self.last == seat)) if self.counts_tricks() else 0
        return tricks + sum(price(card, self.kind) for card in self.stacks[seat])

    def made(self) -> bool:
        """Whether the Power Player has taken everything."""
        assert self.kind is not None and self.power is not None
        have = [*self.stacks[self.power], self.extra]
        all_cards = all(card in have for card in deck(self.players, self.level) if is_penalty(card, self.kind))
        return all_cards and (not self.counts_tricks() or self.first == self.last == self.power)

    def changes(self) -> list[int]:
        """Every seat's change of wealth, Secret Power Plays left aside."""
        assert self.kind is not None
        if self.power is None:
            shares = [self.share(seat) for seat in range(self.players)]
            return [-share if seat != self.dm else sum(shares) - share for seat, share in enumerate(shares)]
        amount = POWER_PLAY[self.kind]
        if self.made():
            return [(self.players - 1) * amount if seat == self.power else -amount for seat in range(self.players)]
        return [FAILED_POWER_PLAY * ((seat == self.dm) - (seat == self.power)) for seat in range(self.players)]

    def result(self, objective: str) -> Value:
        """What the objective counts, all cards played."""
        if objective == "coalition":
            return self.changes()[self.dm]
        if objective == "power":
            return int(self.made())
        if objective == "maxn":
            return self.changes()
        return sum(self.count[int(seat)] for seat in objective.removeprefix("bridge:").split(","))


def liking(ending: Ending, objective: str, seat: int, value: Value) -> tuple[int, ...]:
    """A number, or several, that is greater the better a seat likes a value."""
    if isinstance(value, list):
        others = [(seat + step) % ending.players for step in range(1, ending.players)]
        return (value[seat], -value[ending.dm], *(-value[other] for other in others))
    side = objective.removeprefix("bridge:")
    wants = {"coalition": seat == ending.dm, "power": seat == ending.power}.get(objective, str(seat) in side)
    return (value if wants else -value,)


def values(ending: Ending, objective: str) -> dict[str, Value]:
    """The value after every legal move."""
    return {move: value_of(ending.after(move), objective) for move in ending.legal()}


def value_of(ending: Ending, objective: str) -> Value:
    seat = ending.to_act()
    assert seat is not None
    if not any(ending.hands):
        return ending.result(objective)
    return max(values(ending, objective).values(), key=lambda value: liking(ending, objective, seat, value))


def best_moves(ending: Ending, objective: str, found: dict[str, Any]) -> set[str]:
    """The moves that the seat to act likes best."""
    seat = ending.to_act()
    assert seat is not None
    likings = {move: liking(ending, objective, seat, value) for move, value in found.items()}
    return {move for move, liked in likings.items() if liked == max(likings.values())}
