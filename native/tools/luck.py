"""Measures luck in matches of machines: whether its mean is 0, by game and seat.

Each deal is a short match, or a whole one with the game's own options. The levels up to Drake and the judging one
take turns in the measured seat, and the seats take turns, too; Drake sits in the others. The judging level, Dragon if
no other is named, judges the measured moves and plays the deal once more in that seat, as at one of the tables of
play/luck.py.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from ..grades import scale_of
from ..match import Match
from ..play.daily import short_match
from ..play.duplicate import DRAGON
from ..play.judge import Worth
from ..play.luck import TABLES, Z95, Account, kept_part, thought
from ..play.review import Grade
from ..position import MOST_PERMILLE
from ..search import Search
from ..store.chronicle import share_of
from ..values import Advice
from .jobs import carried_out
from .measure import mean

MEASURED = ("hatchling", "wyrmling", "drake")  # besides the level that judges
OTHERS = "drake"
STEPS = 60  # of the search for a fitted cost
MOST_COST = 20.0


class Measured(NamedTuple):
    """A match: its seat, who was measured there, the share of the win, Dragon's, and what the moves lost."""

    seat: int
    level: str
    share: float
    deal: float
    losses: list[float]

    def account(self, game: str, cost: float | None = None) -> Account:
        return Account(self.share, self.deal, 1, kept_part(game, self.losses, cost))


class Standard(NamedTuple):
    """The level that judges, the permille of its counts that it thinks with, and whether whole matches are played."""

    level: str
    permille: int
    whole: bool = False

    def match(self, game: str, deal: int) -> Match:
        return Match(game, None, deal) if self.whole else short_match(game, deal)

    def advice(self, match: Match, level: str, table: int, search: Search) -> Advice:
        """What a level would play at a table; 0 is the measured one. Only this level thinks with fewer counts."""
        search.forget()
        mean = self.permille if level == self.level else 1000
        return match.advise(level, table, permille=thought(mean, table) if table else mean, search=search)


def played_share(
    game: str, deal: int, seat: int, level: str, table: int, standard: Standard, losses: list[float] | None = None
) -> float:
    """Plays a deal and returns a seat's share of the win. losses: takes what its moves lost, in its judgement."""
    match, search = standard.match(game, deal), Search()
    while (acting := match.to_act) is not None:
        legal = match.legal()
        if len(legal) == 1:
            match.play(legal[0])
            continue
        advice = standard.advice(match, level if acting == seat else OTHERS, table, search)
        if acting == seat and losses is not None:
            judged = advice if level == standard.level else standard.advice(match, standard.level, 0, search)
            losses.append(Grade(seat, advice.move, Worth(judged)).fair_loss() or 0.0)
        match.play(advice.move)
    return share_of(match, seat)


def measured(game: str, seed: int, standard: Standard, number: int) -> Measured:
    """Plays the measured match of a number, from 0, and the other table."""
    deal = (seed + number) % 2**64
    count = standard.match(game, deal).seats_count
    levels = levels_measured(standard)
    seat, level = number % count, levels[number // count % len(levels)]
    losses: list[float] = []
    share = played_share(game, deal, seat, level, 0, standard, losses)
    other = played_share(game, deal, seat, standard.level, 1 + number % TABLES, standard)
    return Measured(seat, level, share, other, losses)


def levels_measured(standard: Standard) -> list[str]:
    """Who takes turns in the measured seat."""
    return [name for name in MEASURED if name != standard.level] + [standard.level]


def figures(accounts: Sequence[Account]) -> dict[str, Any]:
    """Means of some matches; luck with its 95 % interval, and its sum."""
    lucks = [account.luck or 0.0 for account in accounts]
    whole = math.fsum(lucks)
    half = Z95 * math.sqrt(math.fsum((luck - mean(lucks)) ** 2 for luck in lucks))
    return {
        "matches": len(accounts),
        "share": round(mean([account.share for account in accounts]), 4),
        "deal": round(mean([account.deal for account in accounts]), 4),
        "play": round(mean([account.play or 0.0 for account in accounts]), 4),
        "luck": round(whole / len(lucks), 4),
        "luck_95": [round((whole - half) / len(lucks), 4), round((whole + half) / len(lucks), 4)],
        "sum": round(whole, 2),
        "sum_95": [round(whole - half, 2), round(whole + half, 2)],
    }


def fitted(game: str, found: Sequence[Measured]) -> float:
    """The cost with which the luck of these matches is 0 on average, at most MOST_COST."""
    low, high = 0.0, MOST_COST
    for _ in range(STEPS):
        middle = (low + high) / 2
        if math.fsum(one.account(game, middle).luck or 0.0 for one in found) > 0:
            high = middle
        else:
            low = middle
    return low


def luck(
    game: str,
    games: int,
    seed: int,
    level: str = DRAGON,
    budget: float = 1.0,
    cost: float | None = None,
    jobs: int = 1,
    whole: bool = False,
) -> dict[str, Any]:
    """The result of the `luck` command. level, budget: who judges, and with which part of its counts. cost: left out,
    the game's own (grades.toml). whole: whole matches, where short ones are a part of them."""
    standard = Standard(level, min(max(1, round(1000 * budget)), MOST_PERMILLE), whole)
    one = partial(measured, game, seed, standard)
    found = [*carried_out("luck", [partial(one, number) for number in range(games)], jobs).values()]
    accounts = [(item, item.account(game, cost)) for item in found]
    seats = sorted({item.seat for item in found})
    levels = [name for name in levels_measured(standard) if any(item.level == name for item in found)]
    return {
        "game": game,
        "matches": len(found),
        "seed": seed,
        "level": level,
        "budget": budget,
        "whole": whole,
        "cost": scale_of(game).cost if cost is None else cost,
        "all": figures([account for _, account in accounts]) if accounts else None,
        "seats": [figures([account for item, account in accounts if item.seat == seat]) for seat in seats],
        "levels": {name: figures([account for item, account in accounts if item.level == name]) for name in levels},
        "fitted_cost": round(fitted(game, found), 3) if found else None,
    }
