"""The last cards of a match of Fairy Tale, slowly: for two every choice tried, matrix games by scipy; for more all
that the others may hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
from scipy.optimize import linprog

from tests.reference.tale import BOOK, Witness, points_of, traits, weight

WIN = 40  # points that a won match counts besides its margin
Rows = tuple[tuple[tuple[str, bool], ...], ...]  # of each seat: name, face up
Turns = list[tuple[int, str, str]]  # whom it hits, flip or unflip, of which faction


def payoff(rows: Rows) -> float:
    """What the end is worth to seat 0."""
    up = [[name for name, side in row if side] for row in rows]
    margin = points_of(up[0], [up[1]])[0] - points_of(up[1], [up[0]])[0]
    return margin + WIN * ((margin > 0) - (margin < 0))


def turns_of(laid: Sequence[str], hunted: set[int]) -> Turns:
    """The flips and unflips of a step in their order, one entry a card."""
    found: Turns = []
    for what, named in (("unflip", True), ("unflip", False), ("flip", True), ("flip", False)):
        for seat in (0, 1):
            effect = BOOK[laid[seat]].get("effect", {})
            if seat in hunted or effect.get("what") != what or (effect["faction"] != "any") != named:
                continue
            for victim in (seat, 1 - seat) if effect["who"] == "all" else (seat,):
                found += [(victim, what, effect["faction"])] * effect["count"]
    return found


def lay(rows: Rows, hands: Sequence[Sequence[str]], laid: Sequence[str], steps: int) -> float:
    """Value to seat 0 once both have laid these cards, all open, both playing as well as can be."""
    hunted = {
        1 - hunter
        for hunter in (0, 1)
        if BOOK[laid[hunter]].get("effect", {}).get("what") == "hunt"
        and BOOK[laid[hunter]]["effect"]["faction"] in traits(laid[1 - hunter])
    }
    after = tuple((*rows[seat], (laid[seat], seat not in hunted)) for seat in (0, 1))
    left = [list((Counter(hands[seat]) - Counter([laid[seat]])).elements()) for seat in (0, 1)]
    return turn(after, left, turns_of(laid, hunted), steps)


def turn(rows: Rows, hands: Sequence[Sequence[str]], turns: Turns, steps: int) -> float:
    """The value before these flips and unflips; steps: cards to lay after them."""
    if not turns:
        return value(rows, hands, steps)
    seat, what, faction = turns[0]
    found = []
    for i, (name, up) in enumerate(rows[seat]):
        if up == (what == "flip") and (faction == "any" or faction in traits(name)):
            row = (*rows[seat][:i], (name, not up), *rows[seat][i + 1 :])
            found.append(turn((row, rows[1]) if seat == 0 else (rows[0], row), hands, turns[1:], steps))
    if not found:
        return turn(rows, hands, turns[1:], steps)
    return max(found) if seat == 0 else min(found)


def table(rows: Rows, hands: Sequence[Sequence[str]], steps: int) -> Any:
    """Payoffs of the next choice of both: rows for the different cards of seat 0, sorted, columns for seat 1's."""
    mine, theirs = (sorted(set(hand)) for hand in hands)
    return np.array([[lay(rows, hands, (a, b), steps - 1) for b in theirs] for a in mine])


def value(rows: Rows, hands: Sequence[Sequence[str]], steps: int) -> float:
    """Value with all cards open."""
    return payoff(rows) if steps == 0 else matrix_value(table(rows, hands, steps))


def matrix_value(payoffs: Any) -> float:
    """Value of a matrix game to the row side."""
    m, n = payoffs.shape
    bound = np.hstack([-payoffs.T, np.ones((n, 1))])
    found = linprog(
        [0.0] * m + [-1.0], A_ub=bound, b_ub=np.zeros(n), A_eq=[[1.0] * m + [0.0]], b_eq=[1.0],
        bounds=[(0, None)] * m + [(None, None)],
    )  # fmt: skip
    return float(-found.fun)


class Hidden:
    """The last choice of two seats that hide a card each (or one of them): a game of incomplete information.

    known: what both know of each hand; pool: copies of what a hidden card may be; hidden: which seats hide one.
    """

    def __init__(
        self, rows: Rows, known: Sequence[Sequence[str]], pool: Counter[str], hidden: Sequence[bool]
    ) -> None:
        self.types = [sorted(+pool) if hidden[seat] else [""] for seat in (0, 1)]
        self.known = known
        names = [sorted({*known[seat], *self.types[seat]} - {""}) for seat in (0, 1)]
        self.payoffs = {(a, b): lay(rows, ([a], [b]), (a, b), 0) for a in names[0] for b in names[1]}
        ways = {
            (x, y): self.copies(pool, x) * (self.copies(pool, y) - (x == y != ""))
            for x in self.types[0] for y in self.types[1]
        }  # fmt: skip
        self.chance = {pair: n / sum(ways.values()) for pair, n in ways.items()}

    @staticmethod
    def copies(pool: Counter[str], name: str) -> int:
        return pool[name] if name else 1

    def cards(self, seat: int, kind: str) -> list[str]:
        """What a seat with this hidden card may lay."""
        return sorted({*self.known[seat], kind} - {""})

    def paid(self, seat: int, own: str, other: str) -> float:
        return self.payoffs[own, other] if seat == 0 else -self.payoffs[other, own]

    def prior(self, seat: int, own: str, other: str) -> float:
        return self.chance[(own, other) if seat == 0 else (other, own)]

    def value(self, seat: int) -> float:
        """What the seat can be sure of."""
        index: dict[tuple[str, str], int] = {}
        for x in self.types[seat]:
            for a in self.cards(seat, x):
                index[x, a] = len(index)
        others = self.types[1 - seat]
        n, bounds = len(index), []
        for number, y in enumerate(others):
            for b in self.cards(1 - seat, y):
                row = np.zeros(n + len(others))
                row[n + number] = 1
                for (x, a), i in index.items():
                    row[i] = -self.prior(seat, x, y) * self.paid(seat, a, b)
                bounds.append(row)
        sums = np.zeros((len(self.types[seat]), n + len(others)))
        for (x, _), i in index.items():
            sums[self.types[seat].index(x), i] = 1
        found = linprog(
            [0.0] * n + [-1.0] * len(others), A_ub=np.array(bounds), b_ub=np.zeros(len(bounds)), A_eq=sums,
            b_eq=np.ones(len(sums)), bounds=[(0, 1)] * n + [(None, None)] * len(others),
        )  # fmt: skip
        return float(-found.fun)

    def sure(self, seat: int, strategy: dict[str, dict[str, float]]) -> float:
        """What a strategy (weights by hidden card and move) brings the seat against the best answer."""
        return sum(
            min(
                sum(
                    self.prior(seat, x, y) * weight * self.paid(seat, a, b)
                    for x, weights in strategy.items() for a, weight in weights.items()
                )
                for b in self.cards(1 - seat, y)
            )
            for y in self.types[1 - seat]
        )  # fmt: skip


# ---- more than two seats ----


def last_hands(witness: Witness) -> dict[tuple[tuple[str, ...], ...], int]:
    """The hands that all others may have left in the last stage, and the ways to each, draft by draft."""
    kinds = list(witness.copies)
    sums: dict[tuple[int, ...], int] = {(0,) * len(kinds): 1}
    for draft in range(3):
        here: Counter[tuple[int, ...]] = Counter()
        for ways, _, _, hidden in witness.drafts(draft):
            here[tuple(hidden.count(kind) for kind in kinds)] += ways
        before, sums = sums, {}
        for (filling, old), (more, ways) in product(before.items(), here.items()):
            key = tuple(a + b for a, b in zip(filling, more, strict=True))
            sums[key] = sums.get(key, 0) + old * ways
    last: Counter[tuple[tuple[tuple[str, ...], ...], tuple[int, ...]]] = Counter()
    for ways, _, left, hidden in witness.drafts(3):
        last[tuple(tuple(sorted(hand)) for hand in left), tuple(hidden.count(kind) for kind in kinds)] += ways
    found: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for (filling, old), ((hands, more), ways) in product(sums.items(), last.items()):
        names = [kind for kind, a, b in zip(kinds, filling, more, strict=True) for _ in range(a + b)]
        found[hands] += old * ways * weight(witness.copies, witness.own(), names)
    return dict(+found)
