"""What a seat of the grid duel can be sure of, slowly: a search over all that the seat can see.

Nothing here is shared with the C code. The other hand is not seen, so the search keeps every hand that it may be, one by
one. The seat chooses one move for all of them; the other any that one of them allows, and the hands without that card
no longer fit. So a plan never depends on a card that has not been shown.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations

from tests.reference.duel import CARDS, COPIES, SPAN, Cell, Move, Position, line_score

Hand = tuple[int, ...]
Hands = frozenset[Hand]
Line = tuple[int, ...]


def unseen(position: Position, side: int) -> Hand:
    """The cards that are neither on the grid nor in the hand of this side."""
    seen = Counter([*position.grid.values(), *position.hands[side]])
    return tuple(value for value in range(4) for _ in range(COPIES - seen[value]))


def possible_hands(position: Position, side: int) -> Hands:
    """Every hand that the other side may hold, by what this side has seen."""
    return frozenset(combinations(unseen(position, side), len(position.hands[1 - side])))


@cache
def without(hand: Hand, value: int) -> Hand:
    at = hand.index(value)
    return hand[:at] + hand[at + 1 :]


@cache
def after(hands: Hands, value: int) -> Hands:
    """The hands that still fit once their owner has laid this card."""
    return frozenset(without(hand, value) for hand in hands if value in hand)


@cache
def shown(hands: Hands) -> tuple[int, ...]:
    """The cards that one of the hands may lay."""
    return tuple(sorted({value for hand in hands for value in hand}))


@cache
def extremes(line: Line, cards: Hand) -> tuple[int, int]:
    """The lowest and the highest score of a line when it is filled with any of these cards."""
    scores = [line_score([*line, *more]) for more in combinations(cards, SPAN - len(line))]
    return min(scores), max(scores)


class Plans:
    """Whether one side has a plan that brings at least `wanted` (1 a win, 0 a draw) against every hand."""

    def __init__(self, side: int, wanted: int) -> None:
        self.side, self.wanted = side, wanted
        self.known: dict[object, bool] = {}

    def good(self, mine: list[int], theirs: list[int]) -> bool:
        """Whether lines of these scores are a result that is good enough."""
        mine, theirs = sorted(mine), sorted(theirs)
        return (mine > theirs) - (mine < theirs) >= self.wanted

    def settled(self, grid: dict[Cell, int], cards: Hand) -> bool | None:
        """Whether the result is good enough however the lines are filled, or in no way; None: neither."""
        lines = []
        for axis in (0, 1):
            begun: dict[int, list[int]] = {}
            for cell, value in grid.items():
                begun.setdefault(cell[axis], []).append(value)
            found = [extremes(tuple(sorted(line)), cards) for line in begun.values()]
            lines.append(found + [extremes((), cards)] * (SPAN - len(found)) if len(found) < SPAN else found)
        mine, theirs = lines[self.side], lines[1 - self.side]
        if self.good([low for low, _ in mine], [high for _, high in theirs]):
            return True
        if not self.good([high for _, high in mine], [low for low, _ in theirs]):
            return False
        return None

    def exists(self, grid: dict[Cell, int], own: Hand, hands: Hands) -> bool:
        """Whether there is such a plan from here on."""
        if len(grid) == CARDS:
            end = Position(grid, ((), ()))
            return end.result() * (1 if self.side == 0 else -1) >= self.wanted
        left, top = min(column for column, _ in grid), min(row for _, row in grid)
        key = (frozenset((column - left, row - top, v) for (column, row), v in grid.items()), own, hands)
        if key not in self.known:
            self.known[key] = self.search(grid, own, hands)
        return self.known[key]

    def search(self, grid: dict[Cell, int], own: Hand, hands: Hands) -> bool:
        others = Counter[int]()
        for hand in hands:
            others |= Counter(hand)
        settled = self.settled(grid, tuple(sorted([*own, *others.elements()])))
        if settled is not None:
            return settled
        cells = Position(grid, ((), ())).cells()
        if len(grid) % 2 == self.side:
            moves = [(value, cell) for cell in cells for value in sorted(set(own))]
            return any(self.exists({**grid, cell: value}, without(own, value), hands) for value, cell in moves)
        moves = [(value, cell) for cell in cells for value in shown(hands)]
        return all(self.exists({**grid, cell: value}, own, after(hands, value)) for value, cell in moves)


def sure_moves(position: Position, wanted: int = 1) -> list[Move]:
    """The moves of the side to act after which a plan brings at least `wanted`, whatever the other holds."""
    side = position.side
    plans, hands = Plans(side, wanted), possible_hands(position, side)
    return [
        (value, cell)
        for value, cell in position.moves()
        if plans.exists({**position.grid, cell: value}, without(position.hands[side], value), hands)
    ]
