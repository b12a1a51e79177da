"""The grid duel once more, slow and obvious: rules, course of a match and plain minimax, to check the engine against.

Nothing here is shared with the C code. A position holds the grid as a dictionary from (column, row) to the value of
the card there, told relative to the first card; side 0 is the starter, whose lines are the columns.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations_with_replacement

SPAN = 4
CARDS = 16
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


@dataclass
class Course:
    """A match of one game or of many: which seat starts, whose the hands are, who has won how often.

    hands: the cards of each game, by seat. They are all dealt before, as nothing that is played changes them.
    """

    hands: list[tuple[tuple[int, ...], tuple[int, ...]]]
    starter: int
    first_to: int
    game: int = 0
    wins: tuple[int, int] = (0, 0)
    over: bool = False

    def __post_init__(self) -> None:
        self.deal()

    def deal(self) -> None:
        """Lays the hands of the game before those who play it: side 0 is the seat that starts."""
        dealt = self.hands[self.game]
        self.position = Position({}, (dealt[self.starter], dealt[1 - self.starter]))

    @property
    def to_act(self) -> int:
        return self.starter if self.position.side == 0 else 1 - self.starter

    def play(self, move: Move) -> None:
        """Plays a legal move; after a game's last one perhaps the next begins, started by the other seat."""
        self.position = self.position.play(move)
        if not self.position.over:
            return
        result = self.position.result()
        won_by = {1: self.starter, 0: None, -1: 1 - self.starter}[result]
        self.wins = (self.wins[0] + (won_by == 0), self.wins[1] + (won_by == 1))
        self.over = self.first_to == 1 or max(self.wins) == self.first_to
        if not self.over:
            self.game += 1
            self.starter = 1 - self.starter
            self.deal()


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


Known = dict[tuple[frozenset[tuple[Cell, int]], tuple[tuple[int, ...], tuple[int, ...]]], int]


def value(position: Position, known: Known | None = None) -> int:
    """Exact rank of the result for the side to move, by plain minimax: no bounds, no order of moves.

    known remembers positions that were reached by another order of the same moves, and nothing else.
    """
    if position.over:
        return -rank(position) if position.side else rank(position)
    key = (frozenset(position.grid.items()), position.hands)
    if known is not None and key in known:
        return known[key]
    best = max(-value(position.play(move), known) for move in position.moves())
    if known is not None:
        known[key] = best
    return best


def values(position: Position) -> dict[Move, int]:
    """Exact rank of every legal move for the side to move."""
    known: Known = {}
    return {move: -value(position.play(move), known) for move in position.moves()}


def perft(position: Position, depth: int) -> int:
    """Leaves of the tree of legal moves up to a depth."""
    if depth == 0 or position.over:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.moves())


def move_text(move: Move) -> str:
    """The move as records spell it."""
    return f"{move[0]}@{move[1][0]},{move[1][1]}"
