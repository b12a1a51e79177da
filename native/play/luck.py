"""Luck: what a finished match came to beyond what its deal was worth and what its play gave away.

Dragon plays the same cards TABLES times in the person's seat, against the same opponents. Everybody has other random
numbers at each table and thinks a little more or less: the strong levels use no random numbers, and would play the
same match again. Its mean share of the win is what the deal was worth. The review's losses say which part of that the
person's moves kept. Luck is the rest of the result. Whoever plays as Dragon does plays one more such match, so luck
is 0 on average, whatever the cards; for weaker play `cost` is fitted (grades.toml, NOTES.md).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple

from ..grades import scale_of
from ..match import Match
from ..store.chronicle import share_of
from ..strengths import asked
from ..strings import Strings
from .duplicate import DRAGON, DragonTables
from .judge import Judge
from .review import Grade

TABLES = 10  # matches that Dragon plays of a deal
PERMILLE = 100  # of Dragon's counts in these matches, on average
SPREAD = 30  # permille more at each table than at the one before
Z95 = 1.96  # z score of a 95 % interval


class Account(NamedTuple):
    """How the result of a match came about. share: of the win, the person's. deal: Dragon's mean share in that many
    tables. kept: the part of it that the person's moves kept; None while they are not judged."""

    share: float
    deal: float
    tables: int
    kept: float | None

    @property
    def whole(self) -> bool:
        """Whether all tables have been played."""
        return self.tables == TABLES

    @property
    def play(self) -> float | None:
        """What the person's moves gave away, 0 or less; None while it is unknown."""
        return None if self.kept is None or not self.tables else self.deal * (self.kept - 1)

    @property
    def luck(self) -> float | None:
        """The rest of the result; None while it is unknown."""
        return None if self.play is None else self.share - self.deal - self.play

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of Dragon's share (E. B. Wilson, 1927)."""
        n, z = max(1, self.tables), Z95
        centre = (self.deal + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(self.deal * (1 - self.deal) / n + z * z / (4 * n * n))
        return max(0.0, centre - half), min(1.0, centre + half)


def kept_part(game: str, losses: Iterable[float], cost: float | None = None) -> float:
    """The part of the chance to win that moves with these losses keep.

    Losses are counted in mistakes (grades.toml), and their sum over the root of their number: the longer a match,
    the less one of them decides. cost: how much that weighs; left out, what was fitted for the game.
    """
    scale, known = scale_of(game), [*losses]
    weight = scale.cost if cost is None else cost
    return math.exp(-weight * sum(known) / scale.mistake / math.sqrt(len(known))) if known else 1.0


def kept_by(game: str, grades: Iterable[Grade], seat: int) -> float | None:
    """The part of the chance to win that a seat's moves kept; None until all are judged."""
    own = [grade for grade in grades if grade.seat == seat and not grade.forced and not grade.worth.unadvisable]
    losses = [grade.fair_loss() for grade in own]
    known = [loss for loss in losses if loss is not None]
    return kept_part(game, known) if len(known) == len(losses) else None


Noted = Callable[["LuckTables"], None]


class LuckTables(DragonTables):
    """Plays a finished match again with Dragon in a seat and with other random numbers in all of them, for its share
    of the win. tables, deal: those that are known already, and their mean share."""

    def __init__(
        self, match: Match, seat: int, judge: Judge, noted: Noted, tables: int = 0, deal: float = 0.0
    ) -> None:
        super().__init__(match, seat, judge, TABLES)
        self.noted = noted
        self.earlier, self.won = tables, tables * deal

    @property
    def count(self) -> int:
        """The tables that are finished."""
        return self.earlier + len(self.played)

    @property
    def over(self) -> bool:
        return self.count >= self.wanted

    @property
    def rng(self) -> int:
        """The seed of the next decision: 0 was the person's own table's."""
        return self.count + 1

    @property
    def asks_alike(self) -> bool:
        return False

    def tell(self) -> None:
        """Notes each table as it is finished."""
        if self.played:
            self.noted(self)

    def ask(self) -> None:
        mean = PERMILLE if self.level == DRAGON else 1000
        permille = thought(mean, self.rng)
        self.think().start(self.now, "advise", level=asked(self.level), rng=self.rng, permille=permille)

    def account(self, kept: float | None) -> Account:
        """What is known so far. kept: see Account."""
        won = self.won + sum(share_of(table, self.seat) for table in self.played)
        return Account(share_of(self.match, self.seat), won / max(1, self.count), self.count, kept)


def thought(mean: int, table: int) -> int:
    """The permille of its counts with which a level plays a table, numbered from 1. mean: of all tables.

    >>> [thought(1000, table) for table in (1, 5, 6, 10)]
    [865, 985, 1015, 1135]
    """
    return max(1, round(mean * (1000 + SPREAD * (table - (TABLES + 1) / 2)) / 1000))


# ---- in words ----


def line(account: Account, t: Strings) -> str:
    """How many matches the deal has won so far, in one line; "" before the first is finished."""
    if not account.tables:
        return ""
    key = "luck.line" if account.whole else "luck.line.so_far"
    return t(key, share=t.plain(account.deal * account.tables), tables=account.tables)


def explained(account: Account, t: Strings) -> str:
    """What the line rests on, or how far that is."""
    if not account.whole:
        found = [t("luck.counting", tables=account.tables, of=TABLES)]
    else:
        low, high = (percent(end, t) for end in account.interval)
        won = t.plain(account.deal * account.tables)
        found = [t("luck.explained", share=won, tables=account.tables, low=low, high=high)]
    return " ".join([*found, *([t("luck.judging")] if account.kept is None else [])])


def percent(share: float, t: Strings, sign: bool = False) -> str:
    """A share of the win in hundredths."""
    return t("unit.percent", amount=t.number(100 * share, sign=sign))
