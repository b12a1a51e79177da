"""The last cards of a match of Fairy Tale for two, slowly: every history written out, solved as a linear program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import product

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, lil_matrix

from tests.reference.tale import BOOK, points_of, traits

WIN = 40  # points that a won match counts besides its margin
Rows = tuple[tuple[tuple[str, bool], ...], ...]  # of each seat: name, face up
Turns = list[tuple[int, str, str]]  # whom it hits, flip or unflip, of which faction


def payoff(rows: Rows) -> float:
    """What the end is worth to seat 0."""
    mine, theirs = (tuple(sorted(name for name, side in row if side)) for row in rows)
    return worth(mine, theirs)


@lru_cache(1 << 16)
def worth(mine: tuple[str, ...], theirs: tuple[str, ...]) -> float:
    """What these face-up cards are worth to the first of two seats."""
    margin = points_of(mine, [[*theirs]])[0] - points_of(theirs, [[*mine]])[0]
    return margin + WIN * ((margin > 0) - (margin < 0))


def turns_of(laid: Sequence[str], gone: set[int]) -> Turns:
    """The flips and unflips of a step in their order, one entry a card."""
    found: Turns = []
    for what, named in (("unflip", True), ("unflip", False), ("flip", True), ("flip", False)):
        for seat in (0, 1):
            effect = BOOK[laid[seat]].get("effect", {})
            if seat in gone or effect.get("what") != what or (effect["faction"] != "any") != named:
                continue
            for victim in (seat, 1 - seat) if effect["who"] == "all" else (seat,):
                found += [(victim, what, effect["faction"])] * effect["count"]
    return found


def hunted(laid: Sequence[str]) -> set[int]:
    return {
        1 - hunter
        for hunter in (0, 1)
        if BOOK[laid[hunter]].get("effect", {}).get("what") == "hunt"
        and BOOK[laid[hunter]]["effect"]["faction"] in traits(laid[1 - hunter])
    }


def deals(pool: Counter[str], hidden: Sequence[bool]) -> dict[tuple[str, str], float]:
    """Chances of what both seats may hide, each copy as likely; "": nothing."""
    names = [sorted(+pool) if hides else [""] for hides in hidden]
    ways = {
        (x, y): (pool[x] if x else 1) * (pool[y] - (x == y) if y else 1) for x, y in product(*names)
    }  # fmt: skip
    return {pair: n / sum(ways.values()) for pair, n in ways.items()}


Alive = dict[str, tuple[tuple[str, ...], int]]  # what a seat may hide: its hand then, and its sequence of choices


class Ending:
    """The last stage from any choice on, or from one of the last picks on: all histories written out, solved in
    sequence form. known: what both know of each hand; pool: copies of what a hidden card may be; hidden: which seats
    hide one; steps: cards to lay; packs: what each seat is to pick from, if it is."""

    def __init__(
        self, rows: Rows, known: Sequence[Sequence[str]], pool: Counter[str], hidden: Sequence[bool], steps: int,
        most: int, packs: Sequence[Sequence[str]] = ((), ()),
    ) -> None:  # fmt: skip
        self.most = most  # leaves; a larger tree is not finished
        self.chance = deals(pool, hidden)
        self.parents: list[list[int]] = [[], []]  # of each information set: the sequence that leads to it
        self.owners: list[list[int]] = [[-1], [-1]]  # of each sequence: its information set
        self.leaves: list[tuple[int, int, float]] = []  # sequences of both, payoff times chance
        self.first: dict[tuple[str, str], int] = {}  # seat 0's first sequences, by hidden card and choice
        alive: list[Alive] = [{}, {}]
        for seat in (0, 1):
            for name in sorted(+pool) if hidden[seat] else [""]:
                alive[seat][name] = (tuple(known[seat]) + ((name,) if name else ()), 0)
        if packs[0]:
            self.pick(rows, packs, steps, alive)
        else:
            self.walk(rows, [], steps, alive)

    def choose(self, seat: int, parent: int, names: Sequence[str]) -> dict[str, int]:
        """A new information set; its sequences."""
        self.parents[seat].append(parent)
        found = {name: len(self.owners[seat]) + i for i, name in enumerate(names)}
        self.owners[seat] += [len(self.parents[seat]) - 1] * len(names)
        return found

    def pick(self, rows: Rows, packs: Sequence[Sequence[str]], steps: int, alive: list[Alive]) -> None:
        """Both pick a card and pass the others on; the last one goes by itself."""
        if len(packs[0]) == 1:
            dealt = [
                {kind: ((*hand, packs[1 - seat][0]), at) for kind, (hand, at) in alive[seat].items()}
                for seat in (0, 1)
            ]
            self.walk(rows, [], steps, dealt)
            return
        names = [sorted(set(pack)) for pack in packs]
        sets = [
            {kind: self.choose(seat, at, names[seat]) for kind, (_, at) in alive[seat].items()} for seat in (0, 1)
        ]
        if not self.first:
            self.first = {(kind, name): at for kind, found in sets[0].items() for name, at in found.items()}
        for taken in product(*names):
            after = [
                {
                    kind: ((*hand, taken[seat]), sets[seat][kind][taken[seat]])
                    for kind, (hand, _) in alive[seat].items()
                }
                for seat in (0, 1)
            ]
            left = [list((Counter(packs[seat]) - Counter([taken[seat]])).elements()) for seat in (0, 1)]
            self.pick(rows, left[::-1], steps, after)

    def walk(self, rows: Rows, turns: Turns, steps: int, alive: list[Alive]) -> None:
        if len(self.leaves) > self.most:
            return
        if turns:
            self.turn(rows, turns, steps, alive)
        elif steps:
            self.lay(rows, steps, alive)
        else:
            worth = payoff(rows)
            self.leaves += [
                (one, two, worth * self.chance[x, y])
                for x, (_, one) in alive[0].items() for y, (_, two) in alive[1].items() if self.chance[x, y]
            ]  # fmt: skip

    def turn(self, rows: Rows, turns: Turns, steps: int, alive: list[Alive]) -> None:
        seat, what, faction = turns[0]
        places = {
            name: i for i, (name, up) in reversed(list(enumerate(rows[seat])))
            if up == (what == "flip") and (faction == "any" or faction in traits(name))
        }  # fmt: skip
        if not places:
            self.walk(rows, turns[1:], steps, alive)
            return
        sets = {kind: self.choose(seat, at, sorted(places)) for kind, (_, at) in alive[seat].items()}
        for name, i in places.items():
            row = (*rows[seat][:i], (name, what != "flip"), *rows[seat][i + 1 :])
            after = [*alive]
            after[seat] = {kind: (hand, sets[kind][name]) for kind, (hand, _) in alive[seat].items()}
            self.walk((row, rows[1]) if seat == 0 else (rows[0], row), turns[1:], steps, after)

    def lay(self, rows: Rows, steps: int, alive: list[Alive]) -> None:
        sets = [
            {kind: self.choose(seat, at, sorted(set(hand))) for kind, (hand, at) in alive[seat].items()}
            for seat in (0, 1)
        ]
        if not self.first:
            self.first = {(kind, name): at for kind, found in sets[0].items() for name, at in found.items()}
        names = [sorted({name for found in sets[seat].values() for name in found}) for seat in (0, 1)]
        for laid in product(*names):
            after = [
                {
                    kind: (tuple((Counter(hand) - Counter([laid[seat]])).elements()), sets[seat][kind][laid[seat]])
                    for kind, (hand, _) in alive[seat].items() if laid[seat] in hand
                }
                for seat in (0, 1)
            ]  # fmt: skip
            gone = hunted(laid)
            down = tuple((*rows[seat], (laid[seat], seat not in gone)) for seat in (0, 1))
            self.walk(down, turns_of(laid, gone), steps - 1, after)

    def value(self, first: dict[tuple[str, str], float] | None = None) -> float:
        """What seat 0 can be sure of, its first choice mixed like this or as is best."""
        n, sets = len(self.owners[0]), len(self.parents[1])
        rows, columns, cells = [], [], []
        for one, two, worth in self.leaves:  # for each sequence of seat 1: what its set may be worth at most
            rows.append(two)
            columns.append(one)
            cells.append(-worth)
        for two, owner in enumerate(self.owners[1]):
            if owner >= 0:
                rows.append(two)
                columns.append(n + owner)
                cells.append(1.0)
        for owner, parent in enumerate(self.parents[1]):
            if parent:
                rows.append(parent)
                columns.append(n + owner)
                cells.append(-1.0)
        bound = csr_matrix((cells, (rows, columns)), shape=(len(self.owners[1]), n + sets))
        sums = lil_matrix((len(self.parents[0]), n + sets))
        right = np.zeros(sums.shape[0])
        for at, owner in enumerate(self.owners[0]):
            if owner >= 0:
                sums[owner, at] = 1
        for owner, parent in enumerate(self.parents[0]):
            if parent:
                sums[owner, parent] = -1
            else:
                right[owner] = 1
        bounds: list[tuple[float | None, float | None]] = [(0, 1)] * n + [(None, None)] * sets
        for choice, share in (first or {}).items():
            bounds[self.first[choice]] = (max(0.0, share - 1e-6), share + 1e-6)
        aim = np.concatenate([np.zeros(n), [-1.0 if parent == 0 else 0.0 for parent in self.parents[1]]])
        found = linprog(
            aim, A_ub=bound[1:], b_ub=np.zeros(len(self.owners[1]) - 1), A_eq=sums.tocsr(), b_eq=right,
            bounds=bounds,
        )  # fmt: skip
        return float(-found.fun)
