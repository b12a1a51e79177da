"""The other table: the same deal with Dragon in the person's seat; and duplicate matches.

The other table has the same deal, the same chance and the same opponents, who think as at the
person's table (rng 0, no time limit). So every difference follows from the play of the seat, and
the difference in score is free of luck. Par is the mean of RUNS such tables, at which Dragon draws
from its mixed strategies with different seeds.

A duplicate match consists of a few deals. Each is played from the same seat by one person and
Dragon, or by two people. The result is one number. Nothing about the other side is shown before all
deals are played.
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
from ..store.forms import CONTEST_DEALS
from ..store.people import plain_name
from ..store.saves import Saves, afresh
from ..strengths import asked, chosen, player
from ..strings import Strings
from ..thinker import Thinker
from ..values import Advice
from .judge import LEVEL, Judge
from .words import Cell, Sheet, Telling, cells

DRAGON = "dragon"
RUNS = 3  # tables that par is the mean of
LEAST, MOST = CONTEST_DEALS  # deals of a duplicate match
SHOWN = 6  # moves shown from where the tables differ


def number(value: float, t: Strings) -> str:
    """A score or mean of scores, with no more decimals than it needs."""
    text = t.number(value, 2)
    return text.rstrip("0").rstrip(t("number.point")) if t("number.point") in text else text


def signed(value: float, t: Strings) -> str:
    """A difference of scores with its sign."""
    text = number(abs(value), t)
    if text == "0":
        return text
    return f"+{text}" if value > 0 else f"−{text}"


class DragonTables:
    """Plays a finished match again with Dragon in a seat, several times, one decision at a time in
    the background."""

    def __init__(self, match: Match, seat: int, judge: Judge, wanted: int = RUNS) -> None:
        assert match.over, "what the other table does is not told before the end"
        self.judge = judge
        self.match = match.copy()
        self.seat = seat
        self.wanted = wanted
        self.played: list[Match] = []  # the finished tables; the first is the other table
        self.now = self.fresh()
        self.thinker: Thinker | None = None  # for what the judge is not asked
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
        """Calls a function when all tables are finished; at once if they are."""
        self.done = done
        self.tell()

    def tell(self) -> None:
        """Calls the function of then(), once."""
        if self.over and self.done:
            done = self.done
            self.done = None
            done(self)

    def tick(self) -> bool:
        """Plays a decision if it is ready, and starts the next one. Returns whether a move was
        made."""
        if self.over:
            return False
        found: object = self.thinker.poll() if self.thinker and self.busy else self.judged()
        if not isinstance(found, Advice):
            if not self.busy:
                self.ask()
            return False
        if self.asks_alike:
            self.judge.worth(self.now).take(found)
        self.now.play(chosen(self.level, found))
        while not self.now.over and len(legal := self.now.legal()) == 1:
            self.now.play(legal[0])
        if not self.now.over:
            return True
        self.played.append(self.now)
        if self.over:
            self.close()
        else:
            self.now = self.fresh()
        self.tell()
        return True

    @property
    def rng(self) -> int:
        """The seed of the next decision. The opponents think as at the first table."""
        return len(self.played) if self.now.to_act == self.seat else 0

    @property
    def level(self) -> str:
        """Who makes the next decision."""
        return player(self.now, self.now.to_act or 0).level(self.now, self.rng)

    @property
    def asks_alike(self) -> bool:
        """Whether the next decision is what the judge would be asked, too."""
        return (self.level, self.rng) == (LEVEL, 0)

    def judged(self) -> Advice | None:
        """The next decision, if the judge knows it already."""
        known = self.judge.known(self.now) if self.asks_alike else None
        return known.fair if known else None

    @property
    def busy(self) -> bool:
        """Whether a decision is being made."""
        return self.thinker is not None and self.thinker.busy

    def think(self) -> Thinker:
        """Who makes the next decision, in a thread that the first one starts."""
        self.thinker = self.thinker or Thinker()
        return self.thinker

    def ask(self) -> None:
        """Starts the next decision."""
        self.think().start(self.now, "advise", level=asked(self.level), rng=self.rng)

    def close(self) -> None:
        """Stops the background work."""
        if self.thinker:
            self.thinker.close()
        self.thinker = None


def parted(one: Match, other: Match) -> int | None:
    """The number of the first different move, from 0; None if the matches are equal."""
    pairs = zip(one.moves, other.moves, strict=False)
    return next((ply for ply, (mine, theirs) in enumerate(pairs) if mine != theirs), None)


def scores_sheet(
    one: Match, other: Match, names: Sequence[str], sides: Sequence[str], t: Strings
) -> Sheet:
    """The scores of each seat in two matches, side by side.

    names: of the seats. sides: who played the two matches.
    """
    rows = [cells(["", *sides, t("other.by")])]
    for name, mine, theirs in zip(names, one.scores, other.scores, strict=True):
        texts = (name, number(mine, t), number(theirs, t), signed(mine - theirs, t))
        rows.append(cells(texts))
    return Sheet(rows)


def moves_sheet(one: Match, other: Match, say: Telling, sides: Sequence[str]) -> Sheet:
    """The moves from where two matches differ, side by side; no rows if they are equal."""
    first = parted(one, other)
    if first is None:
        return Sheet([])
    rows = [cells(["", *sides])]
    shown = slice(first, first + SHOWN)
    say = say.as_of(one.moves[:first]).naming([*one.moves[shown], *other.moves[shown]])
    for ply in range(first, first + SHOWN):
        pair = [match.moves[ply] if ply < len(match.moves) else "" for match in (one, other)]
        if any(pair):
            texts = [say.move(move) if move else "" for move in pair]
            rows.append([Cell(f"{ply + 1}."), *(Cell(text, lit=ply == first) for text in texts)])
    return Sheet(rows)


def compared(one: Match, other: Match, seat: int, t: Strings) -> str:
    """The result of two matches of one deal, and where they differ."""
    gain = float(one.scores[seat]) - float(other.scores[seat])
    first = parted(one, other)
    where = t("other.same") if first is None else t("other.parted", number=first + 1)
    return f"{t('other.result', by=signed(gain, t))} {where}"


def par_text(tables: DragonTables, t: Strings) -> str:
    """Par, or how far its computation is."""
    if tables.par is None:
        done = len(tables.played)
        moves = len(tables.now.moves)
        return t("other.counting", number=done + 1, of=tables.wanted, moves=moves)
    return t("other.par", par=number(tables.par, t), count=tables.wanted)


class MatchPair:
    """Two matches of one deal side by side. The other one may still be in progress."""

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
        """The other match, once it is finished."""
        return self.tables.played[0] if self.tables and self.tables.played else self.known

    @property
    def ply(self) -> int:
        """The number of moves before the two differ; all of them while that is unknown."""
        first = parted(self.match, self.other) if self.other else None
        return len(self.match.moves) if first is None else first

    def tick(self) -> bool:
        """Continues the other table. Returns whether there is something new."""
        return self.tables.tick() if self.tables else False

    def words(self, t: Strings) -> list[str]:
        """The result, and par."""
        found = [compared(self.match, self.other, self.seat, t)] if self.other else []
        return [*found, par_text(self.tables, t)] if self.tables else found

    def sheets(self, say: Telling) -> list[Sheet]:
        """The scores, and the moves from where the two differ."""
        if not self.other:
            return []
        scores = scores_sheet(self.match, self.other, say.names(), self.sides, say.t)
        return [scores, moves_sheet(self.match, self.other, say, self.sides)]


# ---- duplicate matches ----

class NextDeal(NamedTuple):
    """Whose turn it is in a duplicate match: the deal, from 0, and which of the people."""

    deal: int
    person: int


class DuplicateMatch:
    """A duplicate match; a person has one at a time."""

    def __init__(self, chronicle: Chronicle, data: dict[str, Any]) -> None:
        self.chronicle = chronicle
        self.data = data
        self.people: list[str] = data["people"]
        self.game: str = data["game"]
        self.finished = self.find_finished()

    def find_finished(self) -> list[Match]:
        """The matches that are finished, up to the first that is not."""
        finished: list[Match] = []
        for name in self.data["matches"]:
            match = self.chronicle.kept(name)
            if match is None or not match.over or match.game != self.game:
                break
            if finished and match.seats_count != finished[0].seats_count:
                break
            finished.append(match)
        return finished

    @classmethod
    def load(cls, chronicle: Chronicle) -> DuplicateMatch | None:
        """Loads the duplicate match; None if there is none."""
        data = chronicle.contest()
        return cls(chronicle, data) if data else None

    @classmethod
    def begin(
        cls, chronicle: Chronicle, game: str, level: str, seed: int, deals: int, people: list[str]
    ) -> DuplicateMatch:
        """Starts a duplicate match. people: their names, one or two. Raises BadRecord if there is
        one already, which another program has started."""
        now = f"{datetime.datetime.now(datetime.UTC):%Y%m%d-%H%M%S}"
        data: dict[str, Any] = {"hoard_duplicate": 1, "id": f"duplicate-{now}-{os.urandom(2).hex()}"}
        data |= {"game": game, "level": level, "seed": seed, "deals": deals, "people": people}
        data |= {"matches": [], "dragon": []}

        def start(found: dict[str, Any] | None) -> dict[str, Any]:
            if found:
                raise BadRecord("other_duplicate")
            return data

        return cls(chronicle, chronicle.change_contest(start))

    def read_again(self) -> None:
        """Takes over what another program has played. Raises BadRecord if there is another match
        now."""
        found = self.chronicle.contest()
        if found:
            if found["id"] != self.data["id"]:
                raise BadRecord("other_duplicate")
            self.data = found
        self.finished = self.find_finished()

    def change(self, do: Callable[[dict[str, Any]], None]) -> None:
        whole = dict(self.data)

        def changed(found: dict[str, Any] | None) -> dict[str, Any]:
            data = dict(found if found and found["id"] == whole["id"] else whole)
            do(data)
            return data

        self.data = self.chronicle.change_contest(changed)

    def drop(self) -> None:
        """Deletes it. Raises BadRecord if there is another match now."""
        self.read_again()
        self.chronicle.drop_contest()

    @property
    def turn(self) -> NextDeal:
        """Which deal is next, and who plays it."""
        return NextDeal(*divmod(len(self.finished), len(self.people)))

    @property
    def played(self) -> bool:
        """Whether all people have played all deals."""
        wanted: int = self.data["deals"] * len(self.people)
        return len(self.finished) >= wanted

    def next(self, make: Callable[[str, int], Match], matches: Saves) -> Match:
        """The match to play now: the saved one, or a new one. make: makes a game's match from a
        seed. Raises BadRecord if there is another duplicate match now, or nothing is left to
        play."""
        self.read_again()
        if self.played:
            raise BadRecord("duplicate_played")
        started = self.data["matches"][len(self.finished) :]
        if started and started[0] in matches.names(self.game):
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
        listed = self.data["matches"][done]
        if listed != name:  # another program was faster
            matches.drop(name)
            return matches.open(listed)
        return match

    # The result

    def of(self, deal: int, person: int) -> Match:
        """The match that a person played of a deal."""
        return self.finished[deal * len(self.people) + person]

    @property
    def alone(self) -> bool:
        """Whether Dragon sits at the other table."""
        return len(self.people) == 1

    @property
    def missing(self) -> Match | None:
        """The match whose other table is next; None if none is needed, or not yet."""
        told = len(self.data["dragon"])
        wanted = self.played and self.alone and told < self.data["deals"]
        return self.of(told, 0) if wanted else None

    def note(self, tables: DragonTables) -> None:
        """Records the score of the other table."""
        told, score = len(self.data["dragon"]), float(tables.played[0].scores[0])

        def note_it(data: dict[str, Any]) -> None:
            if len(data["dragon"]) == told:
                data["dragon"] = [*data["dragon"], score]

        self.read_again()
        self.change(note_it)

    def scores(self, deal: int) -> tuple[float | None, float | None]:
        """The scores of the two sides at a deal; None if unknown or not shown yet."""
        if not self.played:
            return None, None
        mine = float(self.of(deal, 0).scores[0])
        if not self.alone:
            return mine, float(self.of(deal, 1).scores[0])
        told: list[float] = self.data["dragon"]
        return mine, told[deal] if deal < len(told) else None

    def gain(self, deal: int) -> float | None:
        """How much more the first side scored at a deal."""
        mine, theirs = self.scores(deal)
        return None if mine is None or theirs is None else mine - theirs

    @property
    def net(self) -> float | None:
        """The result: how much more the first side scored in all deals; None until everything is
        played."""
        gains = [self.gain(deal) for deal in range(self.data["deals"])]
        known = [gain for gain in gains if gain is not None]
        return sum(known) if len(known) == len(gains) else None

    def tell(self, chronicle: Chronicle) -> None:
        """Adds the result of a match against Dragon to the history, once."""
        ident = self.data["id"]
        if self.net is None or not self.alone:
            return
        now = f"{datetime.datetime.now(datetime.UTC):%Y-%m-%dT%H:%M:%SZ}"
        chronicle.add(ident, {"duplicate": self.game, "net": self.net, "date": now})


def side_names(contest: DuplicateMatch, t: Strings) -> list[str]:
    names = [plain_name(name) or t("seat.you") for name in contest.people]
    return [*names, t("level.dragon")] if contest.alone else names


def deal_row(contest: DuplicateMatch, deal: int, t: Strings) -> list[str]:
    """A row for a deal: its number, the scores of both sides, the difference."""
    gain = contest.gain(deal)
    scores = ["–" if score is None else number(score, t) for score in contest.scores(deal)]
    by = "–" if gain is None else signed(gain, t)
    return [t("duplicate.deal", number=deal + 1), *scores, by]


def state_text(contest: DuplicateMatch, t: Strings) -> str:
    """The next step of a duplicate match, or its result."""
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
