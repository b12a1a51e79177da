"""The grid duel once more, slow and obvious: rules and plain minimax, to check the engine against.

Nothing here is shared with the C code. A position holds the grid as a dictionary from (column, row) to the value of
the card there, told relative to the first card; side 0 is the starter, whose lines are the columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb

SPAN = 4
CARDS = 16
HAND = 8
COPIES = 5

Cell = tuple[int, int]
Move = tuple[int, Cell]


def line_score(values: list[int]) -> int:
    """Points of a line: single cards, pairs, three or four alike (rules: duel, scoring)."""
    score = 0
    for value, times in Counter(values).items():
        score += [0, value, 10 * value, 100, 100][times]
    return score


@dataclass(frozen=True)
class Position:
    """Cards on the grid and in the hands of the starter and the other; both hands are open."""

    grid: dict[Cell, int]
    hands: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def side(self) -> int:
        """Who moves: 0 the starter, 1 the other."""
        return len(self.grid) % 2

    @property
    def over(self) -> bool:
        return len(self.grid) == CARDS

    def cells(self) -> list[Cell]:
        """Cells where a card may go."""
        if not self.grid:
            return [(0, 0)]
        beside = {
            (column + right, row + down)
            for column, row in self.grid
            for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1))
        }
        return sorted(cell for cell in beside - set(self.grid) if fits([*self.grid, cell]))

    def moves(self) -> list[Move]:
        """Legal moves as (value, cell), each once."""
        if self.over:
            return []
        return [(value, cell) for cell in self.cells() for value in sorted(set(self.hands[self.side]))]

    def play(self, move: Move) -> Position:
        """The position after a legal move."""
        value, cell = move
        hands = [list(hand) for hand in self.hands]
        hands[self.side].remove(value)
        return Position({**self.grid, cell: value}, (tuple(hands[0]), tuple(hands[1])))

    def columns(self) -> list[int]:
        """Scores of the columns, from left to right."""
        lines = sorted({column for column, _ in self.grid})
        return [line_score([v for (c, _), v in self.grid.items() if c == line]) for line in lines]

    def rows(self) -> list[int]:
        """Scores of the rows, from top to bottom."""
        lines = sorted({row for _, row in self.grid})
        return [line_score([v for (_, r), v in self.grid.items() if r == line]) for line in lines]

    def result(self) -> int:
        """1 if the starter has won the full grid, 0 for a draw, -1 if the other has."""
        mine, theirs = sorted(self.columns()), sorted(self.rows())
        return (mine > theirs) - (mine < theirs)

    def margin(self) -> tuple[list[int], list[int]]:
        """What the objective `lines` compares: the sorted lines of the starter, of the other."""
        return sorted(self.columns()), sorted(self.rows())


def fits(cells: list[Cell]) -> bool:
    """Whether the cells span no more than the grid."""
    columns = [column for column, _ in cells]
    rows = [row for _, row in cells]
    return max(columns) - min(columns) < SPAN and max(rows) - min(rows) < SPAN


SCORES = sorted({line_score(list(values)) for values in combinations_with_replacement(range(4), SPAN)})


def rank(position: Position) -> int:
    """The full comparison of the lines as one number for the starter (larger is better, sign = result).

    The lowest line counts most: a side's lines, as how often it has each score, are a number in base 5 whose first
    digit stands for the lowest score there is. What one side has more of it is what it is worse by.
    """
    total = 0
    for score in SCORES:
        total = total * 5 + position.rows().count(score) - position.columns().count(score)
    return total


def value(position: Position, lines: bool = False) -> int:
    """Exact value for the side to move by plain minimax: no bounds, no table, no order."""
    if position.over:
        final = rank(position) if lines else position.result()
        return -final if position.side else final
    return max(-value(position.play(move), lines) for move in position.moves())


def values(position: Position, lines: bool = False) -> dict[Move, int]:
    """Exact value of every legal move for the side to move."""
    return {move: -value(position.play(move), lines) for move in position.moves()}


def move_text(move: Move) -> str:
    """The move as records spell it."""
    return f"{move[0]}@{move[1][0]},{move[1][1]}"


def all_hands() -> Iterator[tuple[int, ...]]:
    """Every hand of eight cards, as how many of each value it holds."""
    for a in range(COPIES + 1):
        for b in range(COPIES + 1):
            for c in range(COPIES + 1):
                d = HAND - a - b - c
                if 0 <= d <= COPIES:
                    yield (a, b, c, d)


def deals(first: tuple[int, ...], second: tuple[int, ...]) -> int:
    """Of all ways to deal 8 and 8 of the 20 cards, how many give the two sides these hands."""
    ways = 1
    for mine, theirs in zip(first, second, strict=True):
        ways *= comb(COPIES, mine) * comb(COPIES - mine, theirs) if mine + theirs <= COPIES else 0
    return ways
