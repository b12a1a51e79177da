"""What a seat of the grid duel can be sure of, slowly: a search over all that the seat can see.

Nothing here is shared with the C code. The other hand is not seen, so the search keeps every hand that it may be, one
by one. The seat chooses one move for all of them; the other any that one of them allows, and the hands without that
card no longer fit. So a plan never depends on a card that has not been shown.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import NamedTuple

from tests.reference.duel import COPIES, SPAN, Cell, Move, Position, line_score

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
def most(hands: Hands) -> Hand:
    """The cards that the other seat may lay from here on, each as often as one of the hands has it."""
    cards = Counter[int]()
    for hand in hands:
        cards |= Counter(hand)
    return tuple(sorted(cards.elements()))


@cache
def extremes(line: Line, cards: Hand) -> tuple[int, int]:
    """The lowest and the highest score of a line when it is filled with any of these cards."""
    scores = [line_score([*line, *more]) for more in combinations(cards, SPAN - len(line))]
    return min(scores), max(scores)


class Node(NamedTuple):
    """What the seat knows: the grid, its own hand, and the hands that the other may hold."""

    grid: dict[Cell, int]
    own: Hand
    hands: Hands

    @property
    def key(self) -> object:
        left, top = min(column for column, _ in self.grid), min(row for _, row in self.grid)
        cells = frozenset((column - left, row - top, v) for (column, row), v in self.grid.items())
        return cells, self.own, self.hands


class Plans:
    """Whether one side has a plan that brings at least `wanted` (1 a win, 0 a draw) against every hand."""

    def __init__(self, side: int, wanted: int) -> None:
        self.side, self.wanted = side, wanted
        self.known: dict[object, bool] = {}

    def good(self, mine: list[int], theirs: list[int]) -> bool:
        """Whether lines of these scores are a result that is good enough."""
        mine, theirs = sorted(mine), sorted(theirs)
        return (mine > theirs) - (mine < theirs) >= self.wanted

    def look(self, node: Node) -> tuple[bool | None, float]:
        """Whether the result is good enough however the lines are filled, or in no way (None: neither); and how well
        it looks, which only says what to try first."""
        cards = tuple(sorted([*node.own, *most(node.hands)]))
        lines: list[list[tuple[int, int]]] = []
        for axis in (0, 1):
            begun: dict[int, list[int]] = {}
            for cell, value in node.grid.items():
                begun.setdefault(cell[axis], []).append(value)
            found = [extremes(tuple(sorted(line)), cards) for line in begun.values()]
            lines.append(found + [extremes((), cards) for _ in range(SPAN - len(found))])
        mine, theirs = lines[self.side], lines[1 - self.side]
        hopes = [sum(1 / (8 + low) + 1 / (8 + high) for low, high in side) for side in (theirs, mine)]
        hope = hopes[0] - hopes[1]
        if self.good([low for low, _ in mine], [high for _, high in theirs]):
            return True, hope
        if not self.good([high for _, high in mine], [low for low, _ in theirs]):
            return False, hope
        return None, hope

    def exists(self, node: Node) -> bool:
        """Whether there is such a plan from here on."""
        settled, _ = self.look(node)
        return self.searched(node) if settled is None else settled

    def searched(self, node: Node) -> bool:
        key = node.key
        if key not in self.known:
            self.known[key] = self.search(node)
        return self.known[key]

    def search(self, node: Node) -> bool:
        """The seat needs one move that is good enough; of the other's, all must leave it one."""
        own_turn = len(node.grid) % 2 == self.side
        looks = []
        for then in self.followers(node, own_turn):
            settled, hope = self.look(then)
            if settled is own_turn:
                return own_turn
            if settled is None:
                looks.append((hope, then))
        looks.sort(key=lambda pair: -pair[0] if own_turn else pair[0])
        return own_turn if any(self.searched(then) is own_turn for _, then in looks) else not own_turn

    def followers(self, node: Node, own_turn: bool) -> list[Node]:
        """What the seat may know after any move of the side to act."""
        cells = Position(node.grid, ((), ())).cells()
        if own_turn:
            return [
                Node({**node.grid, cell: value}, without(node.own, value), node.hands)
                for value in sorted(set(node.own))
                for cell in cells
            ]
        return [
            Node({**node.grid, cell: value}, node.own, after(node.hands, value))
            for value in shown(node.hands)
            for cell in cells
        ]


def sure_moves(position: Position, wanted: int = 1) -> list[Move]:
    """The moves of the side to act after which a plan brings at least `wanted`, whatever the other holds."""
    side = position.side
    plans, hands = Plans(side, wanted), possible_hands(position, side)
    return [
        (value, cell)
        for value, cell in position.moves()
        if plans.exists(Node({**position.grid, cell: value}, without(position.hands[side], value), hands))
    ]
