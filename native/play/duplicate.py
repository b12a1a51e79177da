"""The other table: a deal once more with Dragon in the person's seat; and duplicate matches.

The other table has the same deal, the same chance and the same opponents, who think as at the
person's table (rng 0, no clock), so that all that differs follows from what the seat played. Its
difference in score is free of the luck of the cards. Par is the mean of RUNS such tables, at which
Dragon draws its mixtures with other numbers.

A duplicate match is a few deals, each played from the same seat by one person and Dragon, or by two
people one after the other; what comes out is one number. Nothing of the other side is told before
all is played.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ..match import Match
from ..records import SEED_LIMIT
from ..refusals import BadRecord
from ..store.chronicle import Chronicle
from ..store.folder import Keeper
from ..store.forms import CONTEST, CONTEST_DEALS, DUPLICATE
from ..store.index import index_of
from ..store.saves import Saves, afresh
from ..strings import Strings
from ..thinker import Thinker
from ..values import Advice
from .words import (
    Cell,
    Sheet,
    Telling,
    cells,
)

DRAGON = "dragon"
RUNS = 3  # tables of which par is the mean
LEAST, MOST = CONTEST_DEALS  # deals of a duplicate match
SHOWN = 6  # moves that are told from where two tables parted


def number(value: float, t: Strings) -> str:
    """A score or a mean of scores, in as few digits as it needs."""
    text = t.number(value, 2)
    return text.rstrip("0").rstrip(t("number.point")) if t("number.point") in text else text


def signed(value: float, t: Strings) -> str:
    """A difference of scores, with its sign."""
    text = number(abs(value), t)
    if text == "0":
        return text
    return f"+{text}" if value > 0 else f"−{text}"


class DragonTables:
    """What Dragon makes of a seat: a finished match played again, RUNS times or so many as are
    wanted, a decision at a time in the background."""

    def __init__(self, match: Match, seat: int, wanted: int = RUNS) -> None:
        assert match.over, "what the other table does is not told before the end"
        self.match = match.copy()
        self.seat = seat
        self.wanted = wanted
        self.played: list[Match] = []  # the tables that are finished; the first is the other table
        self.now = self.fresh()
        self.thinker = Thinker()
        self.done: Callable[[DragonTables], None] | None = None

    def fresh(self) -> Match:
        """The match before its first move, with Dragon in the seat."""
        found = Match.load(afresh(self.match.record(), assisted=False) | {"moves": []})
        found.seats[self.seat] = DRAGON
        return found

    @property
    def over(self) -> bool:
        """Whether all tables are finished."""
        return len(self.played) >= self.wanted

    @property
    def par(self) -> float | None:
        """The mean of Dragon's scores; None until all are known."""
        scores = [float(table.scores[self.seat]) for table in self.played]
        return sum(scores) / len(scores) if self.over else None

    def then(self, done: Callable[[DragonTables], None]) -> None:
        """Has something done when all tables are finished, at once where they are."""
        self.done = done
        self.tell()

    def tell(self) -> None:
        """Does what is to be done at the end, once."""
        if self.over and self.done:
            done = self.done
            self.done = None
            done(self)

    def tick(self) -> bool:
        """Takes a decision that is there, asks for the next; true when one was made."""
        if self.over:
            return False
        if not self.thinker.busy:
            self.ask()
            return False
        found = self.thinker.poll()
        if not isinstance(found, Advice):
            return False
        self.now.play(found.move)
        while not self.now.over and len(legal := self.now.legal()) == 1:
            self.now.play(legal[0])
        if not self.now.over:
            self.ask()
            return True
        self.played.append(self.now)
        if self.over:
            self.close()
        else:
            self.now = self.fresh()
        self.tell()
        return True

    def ask(self) -> None:
        """Begins to think about the next decision; the opponents always as at the first table."""
        seat = self.now.to_act or 0
        rng = len(self.played) if seat == self.seat else 0
        self.thinker.start(self.now, "advise", level=self.now.seats[seat], rng=rng)

    def close(self) -> None:
        """Stops what is being computed."""
        self.thinker.close()


def parted(one: Match, other: Match) -> int | None:
    """The first move that differs, from 0 on; None where the two are the same."""
    pairs = zip(one.moves, other.moves, strict=False)
    return next((ply for ply, (mine, theirs) in enumerate(pairs) if mine != theirs), None)


def scores_sheet(
    one: Match, other: Match, names: Sequence[str], sides: Sequence[str], t: Strings
) -> Sheet:
    """Two matches side by side: what each seat scored at the one table and at the other.

    names: of the seats; sides: who played the two.
    """
    rows = [cells(["", *sides, t("other.by")])]
    for name, mine, theirs in zip(names, one.scores, other.scores, strict=True):
        texts = (name, number(mine, t), number(theirs, t), signed(mine - theirs, t))
        rows.append(cells(texts))
    return Sheet(rows)


def moves_sheet(one: Match, other: Match, say: Telling, sides: Sequence[str]) -> Sheet:
    """The moves from where two matches parted, side by side; no rows where they are the same."""
    first = parted(one, other)
    if first is None:
        return Sheet([])
    rows = [cells(["", *sides])]
    for ply in range(first, first + SHOWN):
        pair = [match.moves[ply] if ply < len(match.moves) else "" for match in (one, other)]
        if any(pair):
            texts = [say.move(move) if move else "" for move in pair]
            rows.append([Cell(f"{ply + 1}."), *(Cell(text, lit=ply == first) for text in texts)])
    return Sheet(rows)


def compared(one: Match, other: Match, seat: int, t: Strings) -> str:
    """What came out at two tables of one deal, and where they parted."""
    gain = float(one.scores[seat]) - float(other.scores[seat])
    first = parted(one, other)
    where = t("other.same") if first is None else t("other.parted", number=first + 1)
    return f"{t('other.result', by=signed(gain, t))} {where}"


def par_text(tables: DragonTables, t: Strings) -> str:
    """Par, or how far it is reckoned."""
    if tables.par is None:
        done = len(tables.played)
        moves = len(tables.now.moves)
        return t("other.counting", number=done + 1, of=tables.wanted, moves=moves)
    return t("other.par", par=number(tables.par, t), count=tables.wanted)


class MatchPair:
    """Two matches of one deal side by side, the other one perhaps still being played."""

    def __init__(
        self,
        match: Match,
        seat: int,
        sides: Sequence[str],
        other: Match | None,
        tables: DragonTables | None,
    ) -> None:
        self.match = match
        self.seat = seat
        self.sides = sides
        self.known = other
        self.tables = tables

    @property
    def other(self) -> Match | None:
        """The other match, once it is played."""
        return self.tables.played[0] if self.tables and self.tables.played else self.known

    @property
    def ply(self) -> int:
        """After how many moves the two part: as long as that is unknown, all."""
        first = parted(self.match, self.other) if self.other else None
        return len(self.match.moves) if first is None else first

    def tick(self) -> bool:
        """The other table goes on; true when there is something new."""
        return self.tables.tick() if self.tables else False

    def words(self, t: Strings) -> list[str]:
        """What came out, and par."""
        found = [compared(self.match, self.other, self.seat, t)] if self.other else []
        return [*found, par_text(self.tables, t)] if self.tables else found

    def sheets(self, say: Telling) -> list[Sheet]:
        """The scores, and the moves from where the two parted."""
        if not self.other:
            return []
        scores = scores_sheet(self.match, self.other, say.names(), self.sides, say.t)
        return [scores, moves_sheet(self.match, self.other, say, self.sides)]


# ---- duplicate matches ----

class NextDeal(NamedTuple):
    """Whose turn it is in a duplicate match: the deal, from 0 on, and which of the people."""

    deal: int
    person: int


class DuplicateMatch:
    """A duplicate match under way or finished, as it is kept in DUPLICATE; one at a time."""

    def __init__(self, keeper: Keeper, home: str, data: dict[str, Any]) -> None:
        self.keeper = keeper
        self.home = home
        self.data = data
        self.people: list[str] = data["people"]
        self.game: str = data["game"]
        self.finished = self.find_finished()

    def find_finished(self) -> list[Match]:
        """The matches that are finished, up to the first that is not."""
        chronicle = Chronicle(self.keeper, self.home)
        finished: list[Match] = []
        for name in self.data["matches"]:
            file = chronicle.record(name)
            match = chronicle.peek(file) if self.keeper.exists(file) else None
            if match is None or not match.over or match.game != self.game:
                break
            if finished and match.seats_count != finished[0].seats_count:
                break
            finished.append(match)
        return finished

    @classmethod
    def load(cls, keeper: Keeper, home: str) -> DuplicateMatch | None:
        """The duplicate match that is kept; None where there is none."""
        data = keeper.load(home + DUPLICATE)
        if CONTEST.fits(data):
            return cls(keeper, home, data)
        if data is not None:
            keeper.set_aside(home + DUPLICATE)
        return None

    @classmethod
    def begin(
        cls,
        keeper: Keeper,
        home: str,
        game: str,
        level: str,
        seed: int,
        deals: int,
        people: list[str],
    ) -> DuplicateMatch:
        """A new duplicate match; BadRecord where one lies there, which another program has begun.
        people: their names, one or two."""
        now = f"{datetime.datetime.now(datetime.UTC):%Y%m%d-%H%M%S}"
        data = {"hoard_duplicate": 1, "id": f"duplicate-{now}-{os.urandom(2).hex()}"}
        data |= {"game": game, "level": level, "seed": seed, "deals": deals, "people": people}
        contest = cls(keeper, home, data | {"matches": [], "dragon": []})
        with keeper.alone():
            if cls.load(keeper, home):
                raise BadRecord("other_duplicate")
            keeper.refuse_unread(home + DUPLICATE)
            contest.save()
        return contest

    def save(self) -> None:
        """Keeps it as it is, further on where another program has gone on with it."""
        here = dict(self.data)

        def keep(data: dict[str, Any]) -> None:
            for key in ("matches", "dragon"):
                data[key] = [*data[key], *here[key][len(data[key]) :]]

        self.change(keep)

    def read_again(self) -> None:
        """Takes over how far another program has played it; BadRecord where another one is under
        way now, or that cannot be read."""
        found = self.keeper.load(self.home + DUPLICATE)
        self.keeper.refuse_unread(self.home + DUPLICATE)
        if CONTEST.fits(found):
            if found["id"] != self.data["id"]:
                raise BadRecord("other_duplicate")
            self.data = found
        self.finished = self.find_finished()

    def change(self, do: Callable[[dict[str, Any]], None]) -> None:
        """Changes it as it is kept now."""
        whole = dict(self.data)

        def changed(found: Any) -> Any:
            same = CONTEST.fits(found) and found["id"] == whole["id"]
            data = dict(found if same else whole)
            do(data)
            return data

        self.keeper.change_value(self.home + DUPLICATE, changed)
        do(self.data)

    def drop(self) -> None:
        """Gives it up; BadRecord where another one is under way now."""
        with self.keeper.alone():
            self.read_again()
            self.keeper.delete_now(self.home + DUPLICATE)

    @property
    def turn(self) -> NextDeal:
        """Which deal is to be played next, and by whom."""
        return NextDeal(*divmod(len(self.finished), len(self.people)))

    @property
    def played(self) -> bool:
        """Whether everybody has played every deal."""
        wanted: int = self.data["deals"] * len(self.people)
        return len(self.finished) >= wanted

    def next(self, make: Callable[[str, int], Match], matches: Saves) -> Match:
        """The match to be played now: the one under way, or a new one. make: the deal of a game by
        a number. BadRecord where another duplicate match is under way now, or nothing is left."""
        with self.keeper.alone():
            self.read_again()
            if self.played:
                raise BadRecord("duplicate_played")
            return self.next_alone(make, matches)

    def next_alone(self, make: Callable[[str, int], Match], matches: Saves) -> Match:
        """The same in the turn of this program."""
        started = self.data["matches"][len(self.finished) :]
        if started and self.keeper.exists(matches.path(started[0])):
            return matches.open(started[0])
        turn = self.turn
        match = make(self.game, (self.data["seed"] + turn.deal) % SEED_LIMIT)
        match.seats = ["human", *[self.data["level"]] * (match.seats_count - 1)]
        match.extra["duplicate"] = self.data["id"]
        if turn.person:
            match.extra["visitor"] = True
        name = matches.begin(match)
        done = len(self.finished)

        def list_it(data: dict[str, Any]) -> None:
            if data["matches"][done : done + 1] in ([], started[:1]):
                data["matches"] = [*data["matches"][:done], name]

        self.change(list_it)
        return match

    # the result

    def of(self, deal: int, person: int) -> Match:
        """The match that a person played of a deal."""
        return self.finished[deal * len(self.people) + person]

    @property
    def alone(self) -> bool:
        """Whether Dragon sits at the other table."""
        return len(self.people) == 1

    @property
    def missing(self) -> Match | None:
        """The match whose other table is to be played next; None where none is wanted (yet)."""
        told = len(self.data["dragon"])
        wanted = self.played and self.alone and told < self.data["deals"]
        return self.of(told, 0) if wanted else None

    def note(self, tables: DragonTables) -> None:
        """Takes down what the other table scored."""
        told, score = len(self.data["dragon"]), float(tables.played[0].scores[0])

        def note_it(data: dict[str, Any]) -> None:
            if len(data["dragon"]) == told:
                data["dragon"] = [*data["dragon"], score]

        with self.keeper.alone():
            self.read_again()
            self.change(note_it)

    def scores(self, deal: int) -> tuple[float | None, float | None]:
        """What the two sides scored at a deal; None is not known, or not told yet."""
        if not self.played:
            return None, None
        mine = float(self.of(deal, 0).scores[0])
        if not self.alone:
            return mine, float(self.of(deal, 1).scores[0])
        told: list[float] = self.data["dragon"]
        return mine, told[deal] if deal < len(told) else None

    def gain(self, deal: int) -> float | None:
        """By how much the first side scored more at a deal."""
        mine, theirs = self.scores(deal)
        return None if mine is None or theirs is None else mine - theirs

    @property
    def net(self) -> float | None:
        """The one number: what the first side scored more in all deals together; None until
        everything is played."""
        gains = [self.gain(deal) for deal in range(self.data["deals"])]
        known = [gain for gain in gains if gain is not None]
        return sum(known) if len(known) == len(gains) else None

    def tell(self, chronicle: Chronicle) -> None:
        """Writes the result of a match against Dragon into the history, once."""
        ident = self.data["id"]
        if self.net is None or not self.alone:
            return
        if any(line["id"] == ident for line in index_of(chronicle).lines_with("duplicate")):
            return
        now = f"{datetime.datetime.now(datetime.UTC):%Y-%m-%dT%H:%M:%SZ}"
        chronicle.add(ident, {"duplicate": self.game, "net": self.net, "date": now})


def side_names(contest: DuplicateMatch, t: Strings) -> list[str]:
    """What the two sides are called."""
    names = [name or t("seat.you") for name in contest.people]
    return [*names, t("level.dragon")] if contest.alone else names


def deal_row(contest: DuplicateMatch, deal: int, t: Strings) -> list[str]:
    """A deal of a duplicate match: its number, the scores of both sides, the difference."""
    gain = contest.gain(deal)
    scores = ["–" if score is None else number(score, t) for score in contest.scores(deal)]
    by = "–" if gain is None else signed(gain, t)
    return [t("duplicate.deal", number=deal + 1), *scores, by]


def state_text(contest: DuplicateMatch, t: Strings) -> str:
    """What comes next in a duplicate match, or what came out of it."""
    sides, deals = side_names(contest, t), contest.data["deals"]
    if not contest.played:
        turn = contest.turn
        if contest.alone:
            return t("duplicate.next", number=turn.deal + 1, of=deals)
        return t("duplicate.turn", number=turn.deal + 1, of=deals, name=sides[turn.person])
    if contest.net is None:
        done = len(contest.data["dragon"])
        return t("duplicate.counting", number=done + 1, of=deals)
    key = "duplicate.even" if signed(contest.net, t) == "0" else "duplicate.net"
    return t(key, one=sides[0], other=sides[1], by=signed(contest.net, t))
