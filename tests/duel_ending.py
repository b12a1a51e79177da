"""What the tests of the grid duel share: positions, hands, the engine's equilibrium of an ending, and a slow one.

`Ending` asks the compiled engine. `Slow` holds the ending's whole tree by public histories, made by the slow rules
alone: its value comes from a linear program in sequence form, and its best answer to a strategy from plain recursion.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import comb, prod
from typing import Any, NamedTuple

import cffi
import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix, hstack

import native._engine
from native import Match, ffi
from native.tools.exploit import World, possible_worlds
from tests.reference import duel
from tests.reference.duel_sure import sure_moves

KEEP_TWINS, KEEP_DOMINATED, DROP_POOR = 1, 2, 4
ROWS = 64

_ffi = cffi.FFI()
_ffi.cdef("""
    typedef struct { uint32_t move; int32_t twin; double weight, value; } DuelEndingMove;
    void *duel_ending_new(const void *state, const uint8_t *hand, const float *fits, uint32_t switches, uint32_t mb,
                          void *clock);
    void duel_ending_free(void *ending);
    uint32_t duel_ending_run(void *ending, uint32_t iterations, void *clock);
    double duel_ending_exploitability(void *ending, double *value, void *clock);
    int32_t duel_ending_moves(void *ending, DuelEndingMove *moves, void *clock);
    int32_t duel_ending_strategy(void *ending, const uint32_t *line, int32_t n, const uint8_t *hand,
                                 uint32_t *moves, double *weights);
    int32_t duel_ending_coarse(void *ending);
    void duel_ending_size(void *ending, uint64_t *size);
    void duel_ending_values(void *ending, float *values, void *clock);
    int32_t duel_ending_knows(void *ending, int32_t other, const uint8_t *hand);
""")
_engine: Any = _ffi.dlopen(native._engine.__file__)

Hand = tuple[int, ...]  # cards in ascending order
Strategy = Callable[[tuple[duel.Move, ...], Hand], dict[duel.Move, float]]


def ending(left: int, seed: int, **options: Any) -> Match:
    """A duel after random moves, with so many cards left to play."""
    match, rng = Match("duel", options, seed), random.Random(seed)
    while len(match.moves) < 16 - left:
        match.play(rng.choice(match.legal()))
    return match


def play(match: Match, moves: Sequence[str]) -> Match:
    """The match, after these moves too."""
    for move in moves:
        match.play(move)
    return match


def to_act(match: Match) -> int:
    """The seat to act in a match that is not over."""
    assert match.to_act is not None
    return match.to_act


def grid(match: Match) -> dict[duel.Cell, int]:
    """The cards that lie on the table."""
    moves = (map(int, re.split("[@,]", move)) for move in match.moves)
    return {(column, row): value for value, column, row in moves}


def hand(match: Match) -> Hand:
    """Cards of the seat to act."""
    return tuple(map(int, match.state()["hands"][to_act(match)]))


def unseen(match: Match) -> Hand:
    """Cards that the seat to act does not see."""
    seen = Counter([*hand(match), *grid(match).values()])
    return tuple(value for value in range(4) for _ in range(5 - seen[value]))


def ways(pool: Hand, cards: Hand) -> int:
    """In how many ways these cards can be drawn from a pool."""
    return prod(comb(pool.count(value), cards.count(value)) for value in range(4))


def fitting(match: Match, seat: int, since: int = duel.CARDS) -> list[World]:
    """Every world that fits what a seat sees, at the same point of the match, weighed as possible_worlds does."""
    worlds = possible_worlds(match, seat, since)
    for world in worlds:
        play(world.match, match.moves)
    return worlds


def _counts(hand: Hand) -> Any:
    return _ffi.new("uint8_t[4]", [hand.count(value) for value in range(4)])


def _by_code(fits: dict[Hand, float]) -> list[float]:
    found = [1.0] * 6**4
    for hand, fit in fits.items():
        found[sum(6**value for value in hand)] = fit
    return found


def _held(code: int) -> Hand:
    return tuple(value for value in range(4) for _ in range(code // 6**value % 6))


def _number(move: duel.Move) -> int:
    value, (column, row) = move
    return ((row + 3) * 8 + column + 3) * 4 + value


def _move(number: int) -> duel.Move:
    cell = number >> 2
    return number & 3, ((cell & 7) - 3, (cell >> 3) - 3)


class Ending:
    """The engine's equilibrium of the position of a match; a context that frees it."""

    def __init__(
        self,
        match: Match,
        hand: Hand | None = None,
        switches: int = 0,
        mb: int = 0,
        fits: Sequence[dict[Hand, float]] | None = None,
    ) -> None:
        """fits: how well hands of the seat to act, and of the other, fit; 1 where a hand is not named."""
        state = _ffi.cast("void *", int(ffi.cast("uintptr_t", match._state)))
        counts = _ffi.NULL if hand is None else _counts(hand)
        told = _ffi.NULL if fits is None else _ffi.new("float[]", [fit for seat in fits for fit in _by_code(seat)])
        self._at = _engine.duel_ending_new(state, counts, told, switches, mb, _ffi.NULL)

    def __enter__(self) -> Ending:
        return self

    def __exit__(self, *error: object) -> None:
        _engine.duel_ending_free(self._at)

    @property
    def exists(self) -> bool:
        return bool(self._at != _ffi.NULL)

    def run(self, iterations: int) -> None:
        assert _engine.duel_ending_run(self._at, iterations, _ffi.NULL) == iterations

    def measure(self) -> tuple[float, float]:
        """Value for the seat to act, exploitability."""
        value = _ffi.new("double *")
        exploitability = _engine.duel_ending_exploitability(self._at, value, _ffi.NULL)
        return value[0], exploitability

    def values(self) -> dict[Hand, float]:
        """What the position is worth to each hand that the seat which is not to act may hold."""
        values = _ffi.new("float[]", 6**4)
        _engine.duel_ending_values(self._at, values, _ffi.NULL)
        return {_held(code): values[code] for code in range(6**4) if values[code] >= -1.001}

    def moves(self) -> list[tuple[duel.Move, int, float, float]]:
        """Moves of the hand that the ending was made for: move, row of its twin, weight, value."""
        moves = _ffi.new("DuelEndingMove[]", ROWS)
        n = _engine.duel_ending_moves(self._at, moves, _ffi.NULL)
        return [(_move(m.move), m.twin, m.weight, m.value) for m in moves[0:n]]

    def strategy(self, line: tuple[duel.Move, ...], hand: Hand) -> dict[duel.Move, float]:
        numbers, moves = _ffi.new("uint32_t[]", [*map(_number, line), 0]), _ffi.new("uint32_t[]", ROWS)
        weights = _ffi.new("double[]", ROWS)
        n = _engine.duel_ending_strategy(self._at, numbers, len(line), _counts(hand), moves, weights)
        return {_move(moves[i]): weights[i] for i in range(n)}

    def size(self) -> tuple[int, int]:
        size = _ffi.new("uint64_t[4]")
        _engine.duel_ending_size(self._at, size)
        return int(size[0]), int(size[3])

    def knows(self, other: bool, hand: Hand) -> bool:
        """Whether the tree has this hand of the seat to act, or of the other, at its root."""
        return bool(_engine.duel_ending_knows(self._at, other, _counts(hand)))

    def coarse(self) -> bool:
        """Whether poor moves were left out."""
        return bool(_engine.duel_ending_coarse(self._at))

    def nodes(self) -> int:
        return self.size()[0]


def hands_of(pool: Hand, cards: int) -> Iterator[Hand]:
    """Each hand of so many cards from a pool once."""
    if not cards:
        yield ()
        return
    for i, value in enumerate(pool):
        if i == 0 or value != pool[i - 1]:
            yield from ((value, *rest) for rest in hands_of(pool[i + 1 :], cards - 1))


def without(hand: Hand, value: int) -> Hand:
    i = hand.index(value)
    return hand[:i] + hand[i + 1 :]


class Node(NamedTuple):
    """What everybody has seen: the moves since the ending began, and the grid."""

    line: tuple[duel.Move, ...]
    position: duel.Position
    seat: int  # 0: the seat that moves first in the ending

    def after(self, move: duel.Move) -> Node:
        value, cell = move
        grid = {**self.position.grid, cell: value}
        return Node((*self.line, move), duel.Position(grid, ((), ())), 1 - self.seat)

    def first_hand(self, seat: int, hand: Hand) -> Hand:
        """What a seat that still holds this hand held at the beginning."""
        return tuple(sorted((*hand, *(value for value, _ in self.line[seat::2]))))


class Slow:
    """An ending with hidden hands, by the slow rules."""

    def __init__(self, grid: dict[duel.Cell, int]) -> None:
        left = duel.CARDS - len(grid)
        seen = Counter(grid.values())
        self.pool: Hand = tuple(v for v in range(4) for _ in range(duel.COPIES - seen[v]))
        self.root = Node((), duel.Position(grid, ((), ())), 0)
        self.sizes = ((left + 1) // 2, left // 2)
        self.mover_is_starter = len(grid) % 2 == 0
        self.hands = tuple(list(hands_of(self.pool, size)) for size in self.sizes)
        self.deals = comb(len(self.pool), self.sizes[0]) * comb(len(self.pool) - self.sizes[0], self.sizes[1])

    def chance(self, mine: Hand, theirs: Hand) -> float:
        ways = 1
        for value in range(4):
            n, a, b = self.pool.count(value), mine.count(value), theirs.count(value)
            ways *= comb(n, a) * comb(n - a, b) if a + b <= n else 0
        return ways / self.deals

    def result(self, node: Node) -> int:
        outcome = node.position.result()
        return outcome if self.mover_is_starter else -outcome

    def plays(self, node: Node, hand: Hand) -> Iterator[duel.Move]:
        return ((value, cell) for cell in node.position.cells() for value in sorted(set(hand)))

    def possible(self, node: Node, hand: Hand) -> bool:
        """Whether the cards played since the ending began leave this hand over."""
        return not Counter((*hand, *(value for value, _ in node.line))) - Counter(self.pool)

    # ---- best answer ----

    def best_answer(self, seat: int, strategy: Strategy) -> float:
        """What a seat gets at most against the other's strategy, on average over the deals."""
        reach = dict.fromkeys(self.hands[1 - seat], 1.0)
        return sum(self._answers(self.root, seat, self.hands[seat], reach, strategy).values())

    def _answers(
        self, node: Node, seat: int, mine: list[Hand], reach: dict[Hand, float], strategy: Strategy
    ) -> dict[Hand, float]:
        if node.position.over:
            (other,) = reach
            first = [node.first_hand(s, mine[0] if s == seat else other) for s in (0, 1)]
            return {mine[0]: reach[other] * self.chance(*first) * self.result(node) * (1 if seat == 0 else -1)}
        values: dict[Hand, float] = {}
        mine = [hand for hand in mine if self.possible(node, hand)]
        reach = {hand: weight for hand, weight in reach.items() if self.possible(node, hand)}
        if node.seat == seat:
            for move in {move for hand in mine for move in self.plays(node, hand)}:
                after = [without(hand, move[0]) for hand in mine if move[0] in hand]
                for rest, value in self._answers(node.after(move), seat, after, reach, strategy).items():
                    hand = tuple(sorted((*rest, move[0])))
                    values[hand] = max(values.get(hand, value), value)
            return values
        shares: dict[duel.Move, dict[Hand, float]] = {}
        for hand, weight in reach.items():
            for move, share in strategy(node.line, hand).items():
                shares.setdefault(move, {})[without(hand, move[0])] = weight * share
        for move, below in shares.items():
            for hand, value in self._answers(node.after(move), seat, mine, below, strategy).items():
                values[hand] = values.get(hand, 0) + value
        return values

    # ---- linear program ----

    def value(self) -> float:
        """Value for the seat that moves first: the linear program over both seats' sequences."""
        self._constraints: list[list[tuple[int, int, int]]] = [[(0, 0, 1)], [(0, 0, 1)]]
        self._sequences, self._sets = [1, 1], [1, 1]
        self._payoffs: list[tuple[int, int, float]] = []
        starts = [dict.fromkeys(hands, 0) for hands in self.hands]
        self._write(self.root, starts)
        e, f = (self._matrix(self._constraints[s], self._sets[s], self._sequences[s]) for s in (0, 1))
        rows, columns, values = zip(*self._payoffs, strict=True)
        payoff = coo_matrix((values, (rows, columns)), shape=(self._sequences[0], self._sequences[1]))
        goal = np.zeros(self._sequences[0] + self._sets[1])
        goal[self._sequences[0]] = -1
        first = np.zeros(self._sets[0])
        first[0] = 1
        solution = linprog(
            goal,
            A_ub=hstack([-payoff.T, f.T]).tocsr(),
            b_ub=np.zeros(self._sequences[1]),
            A_eq=hstack([e, coo_matrix((self._sets[0], self._sets[1]))]).tocsr(),
            b_eq=first,
            bounds=[(0, None)] * self._sequences[0] + [(None, None)] * self._sets[1],
        )
        assert solution.success
        return -float(solution.fun)

    @staticmethod
    def _matrix(entries: list[tuple[int, int, int]], rows: int, columns: int) -> Any:
        at, to, values = zip(*entries, strict=True)
        return coo_matrix((values, (at, to)), shape=(rows, columns), dtype=float)

    def _write(self, node: Node, hands: list[dict[Hand, int]]) -> None:
        """Writes down a node: hands that each seat may hold, with the number of the sequence that leads here."""
        if node.position.over:
            sequences = [next(iter(h.values())) for h in hands]
            chance = self.chance(node.first_hand(0, ()), node.first_hand(1, ()))
            if chance:
                self._payoffs.append((sequences[0], sequences[1], chance * self.result(node)))
            return
        seat = node.seat
        children: dict[duel.Move, dict[Hand, int]] = {}
        for hand, sequence in hands[seat].items():
            if not self.possible(node, hand):
                continue
            row = self._sets[seat]
            self._sets[seat] += 1
            self._constraints[seat].append((row, sequence, -1))
            for move in self.plays(node, hand):
                self._constraints[seat].append((row, self._sequences[seat], 1))
                children.setdefault(move, {})[without(hand, move[0])] = self._sequences[seat]
                self._sequences[seat] += 1
        for move, rest in children.items():
            below = [rest if s == seat else hands[s] for s in (0, 1)]
            self._write(node.after(move), below)


def seen_by_mover(match: Match) -> duel.Position:
    """The slow position of a match, with the cards of whoever plays it."""
    hands = [tuple(map(int, held)) for held in match.state()["hands"]]
    starter = match.state()["starter"]
    return duel.Position(grid(match), (hands[starter], hands[1 - starter]))


def surely_winning(match: Match) -> set[str]:
    """The moves after which a plan that sees no hidden card wins against every hand, by the slow search."""
    return {duel.move_text(move) for move in sure_moves(seen_by_mover(match))}
