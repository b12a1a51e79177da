"""The games of a person that count, asked by SQL: selections, totals and means for the pages."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from ..games import GAMES
from ..grades import scale_of
from .database import PersonTables, Row
from .forms import OPPONENTS
from .history import KINDS, LENGTHS, MATCHES, Filter, Played, Summary, played, streaks
from .lines import OF_GAME, OF_RATING, game_line

ALL = "person = :person AND share IS NOT NULL"
PAGE = 400  # rows read at once
Z95 = 1.96  # z score of a 95 % interval
STAGES = ("opening", "middle", "ending")
MEANS = {
    "score": "score",
    "margin": "margin",
    "accuracy": "accuracy",
    "loss": "loss",
    "seconds": "nullif(seconds, 0)",
    **{stage: stage for stage in STAGES},
}
SUMS = ", ".join(f"total({value}), count({value})" for value in MEANS.values())
COSTS = ", ".join(f"total({kind})" for kind in KINDS)
DEEPEST = "min(CASE WHEN share = 1 AND assisted = 0 AND low < 0 THEN low END)"


LUCKS = """SELECT date, share - deal * kept AS luck FROM matches JOIN luck ON match = matches.id
    WHERE {where} AND assisted = 0 AND deal IS NOT NULL AND kept IS NOT NULL
    ORDER BY date DESC, matches.id DESC LIMIT :most"""


class LuckSum(NamedTuple):
    """The luck of some games, added up, in wins. squares: the sum of its squares."""

    games: int
    whole: float
    squares: float

    @property
    def half(self) -> float:
        """In 95 of 100 cases chance alone keeps the sum between minus this and this: the games are independent and
        the mean of luck is 0, so the squares estimate the variance of the sum."""
        return Z95 * math.sqrt(self.squares)


class Total(NamedTuple):
    """Totals of some games of one kind.

    games, won, lost: counts. sums: of each value of MEANS the sum and how many games have it. costs: of each kind of
    mistake. low: the worst position won from.
    """

    games: int
    won: int
    lost: int
    sums: dict[str, tuple[float, int]]
    costs: tuple[float, ...]
    low: float | None

    @classmethod
    def of(cls, row: Row) -> Total:
        ends = 3 + 2 * len(MEANS)
        pairs = zip(row[3:ends:2], row[4:ends:2], strict=True)
        sums = dict(zip(MEANS, pairs, strict=True))
        return cls(row[0], row[1], row[2], sums, row[ends:-1], row[-1])

    def mean(self, name: str) -> float | None:
        """The mean of a value; None if no game has it."""
        whole, count = self.sums[name]
        return whole / count if count else None

    def summary(self, ends: str = "") -> Summary:
        """The totals as a summary. ends: how the games ended, in order (history.streaks)."""
        means = map(self.mean, ("score", "margin", "accuracy", "loss", "seconds"))
        shared = self.games - self.won - self.lost
        return Summary(self.games, self.won, shared, self.lost, *streaks(ends), *means)


class Games:
    """The games that meet some conditions, in the order in which they ended."""

    def __init__(self, own: PersonTables, where: str = ALL, **values: Any) -> None:
        self.own = own
        self.where = where
        self.values = values

    def rows(self, query: str, **more: Any) -> list[Row]:
        return self.own.rows(query.format(where=self.where), **self.values, **more)

    def only(self, where: str, **values: Any) -> Games:
        """The games of these that meet one more condition."""
        number = len(self.values)  # the same name may be in several conditions
        named = {f"{name}_{number}": value for name, value in values.items()}
        where = re.sub(r":(\w+)", rf":\1_{number}", where)
        return Games(self.own, f"{self.where} AND {where}", **self.values | named)

    def select(self, wanted: Filter) -> Games:
        found = self
        if wanted.game:
            found = found.only("game = :game", game=wanted.game)
        if wanted.level:
            found = found.only("met & :met", met=1 << OPPONENTS.index(wanted.level))
        if wanted.length in LENGTHS:
            least, most = LENGTHS[wanted.length]
            found = found.only("seconds >= :least AND seconds < :most", least=least, most=most)
        if wanted.length in MATCHES:
            found = found.only("length = :length", length=MATCHES[wanted.length])
        if wanted.since:
            found = found.only("date >= :since", since=wanted.since)
        if wanted.until:
            found = found.only("date > '' AND date < :until", until=wanted.until)
        if wanted.assisted is not None:
            found = found.only("assisted = :assisted", assisted=int(wanted.assisted))
        return found

    def __len__(self) -> int:
        return int(self.rows("SELECT count(*) FROM matches WHERE {where}")[0][0])

    def paged(self, columns: str, latest: bool = True) -> Iterator[Row]:
        """The rows in order, read page by page."""
        sign, way = ("<", "DESC") if latest else (">", "ASC")
        query = f"""SELECT date, id, {columns} FROM matches
            WHERE {{where}} ORDER BY date {way}, id {way} LIMIT {PAGE}"""
        some: Games | None = self
        while some is not None:
            rows = some.rows(query)
            yield from (row[2:] for row in rows)
            after = self.only(f"(date, id) {sign} (:date, :id)", date=rows[-1][0], id=rows[-1][1]) if rows else None
            some = after if len(rows) == PAGE else None

    def in_order(self, latest: bool, columns: tuple[str, ...] = OF_GAME) -> Iterator[Played]:
        """The games in order, without invalid ones."""
        lines = (game_line(row, columns) for row in self.paged(", ".join(columns), latest))
        return (played([line])[0] for line in lines if line)

    def each(self) -> Iterator[Played]:
        return self.in_order(latest=False)

    def latest(self, value: str = "") -> Iterator[Played]:
        """The latest games first; those without the value (accuracy, loss or margin) are left out."""
        return (self.only(f"{value} IS NOT NULL") if value else self).in_order(latest=True)

    def latest_results(self) -> Iterator[Played]:
        """The latest games first, with only what a rating needs."""
        return self.in_order(latest=True, columns=OF_RATING)

    def meetings(self, game: str) -> Iterator[Played]:
        """The unassisted games that tell whom to suggest next, latest first, with what a rating needs."""
        return self.only("game = :game AND assisted = 0 AND level >= 0", game=game).latest_results()

    @property
    def totals(self) -> dict[str, Total]:
        query = f"""SELECT game, count(*), total(share = 1), total(share = 0), {SUMS}, {COSTS},
            {DEEPEST} FROM matches WHERE {{where}} GROUP BY game"""
        rows = self.own.remembered(query.format(where=self.where), **self.values)
        known = (row for row in rows if row[0] in GAMES)
        return {row[0]: Total.of((row[1], int(row[2]), int(row[3]), *row[4:])) for row in known}

    def lucks(self, most: int = -1) -> list[tuple[str, float]]:
        """Date and luck of the latest games without help that have one, latest first. most: so many; -1: all."""
        rows = self.rows(f"SELECT date, luck FROM ({LUCKS})", most=most)
        return [(str(date), float(luck)) for date, luck in rows]

    def weighed(self) -> dict[str, Row]:
        """By the ids of games: what the deal was worth, from how many tables, and what the moves kept of it."""
        query = "SELECT name, deal, tables, kept FROM matches JOIN luck ON match = matches.id WHERE {where}"
        return {str(name): tuple(known) for name, *known in self.rows(query)}

    def luck(self, most: int = -1) -> LuckSum:
        """The sum of these."""
        return LuckSum(*self.rows(f"SELECT count(*), total(luck), total(luck * luck) FROM ({LUCKS})", most=most)[0])

    @property
    def whole(self) -> Total:
        totals = list(self.totals.values())
        sums = {
            name: (sum(total.sums[name][0] for total in totals), sum(total.sums[name][1] for total in totals))
            for name in MEANS
        }
        counts = (sum(counted) for counted in zip(*(total[:3] for total in totals), strict=True))
        games, won, lost = counts if totals else (0, 0, 0)
        return Total(games, won, lost, sums, (), None)

    def summary(self) -> Summary:
        query = """SELECT group_concat(CASE share WHEN 1 THEN 'W' WHEN 0 THEN 'L' ELSE '-' END, '')
            FROM (SELECT share FROM matches WHERE {where} ORDER BY date, id)"""
        return self.whole.summary(self.rows(query)[0][0] or "")

    def graded(self) -> int:
        return self.whole.sums["accuracy"][1]

    def by_game(self) -> dict[str, Summary]:
        """A summary for each game, without streaks."""
        return {game: total.summary() for game, total in self.totals.items()}

    def accuracies(self) -> tuple[float, float, float] | None:
        """Mean accuracy in opening, middlegame and ending."""
        whole = self.whole
        opening, middle, ending = map(whole.mean, STAGES)
        if opening is None or middle is None or ending is None:
            return None
        return opening, middle, ending

    def cost_shares(self) -> dict[str, float] | None:
        """The shares of slips, mistakes and blunders in all losses."""
        found = dict.fromkeys(KINDS, 0.0)
        for game, total in self.totals.items():
            for kind, cost in zip(KINDS, total.costs, strict=True):
                found[kind] += cost / scale_of(game).mistake
        whole = sum(found.values())
        return {kind: cost / whole for kind, cost in found.items()} if whole else None

    def comeback(self) -> Played | None:
        """The game won from the worst position (in units of a mistake); None if none was below zero."""
        lows = {game: total.low for game, total in self.totals.items() if total.low is not None}
        won = "game = :game AND low = :low AND share = 1 AND assisted = 0"
        found = [one for game, low in lows.items() for one in self.only(won, game=game, low=low).each()]
        found.sort(key=lambda one: (one.date, one.id))
        return min(found, key=lambda one: (one.low or 0.0) / scale_of(one.game).mistake, default=None)

    def motif_costs(self, most: int = 0) -> dict[str, float]:
        """What mistakes cost, by motif, dearest first. most: only so many of the latest judged games."""
        judged = "AND loss IS NOT NULL ORDER BY date DESC, id DESC LIMIT :most" if most else ""
        query = f"""SELECT motif, total(cost) AS whole FROM motifs
            WHERE match IN (SELECT id FROM matches WHERE {{where}} {judged})
            GROUP BY motif HAVING whole > 0 ORDER BY whole DESC, motif"""
        return dict(self.rows(query, most=most))
