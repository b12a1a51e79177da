"""Two moves of the grid duel in words: what each makes of the lines in which it lays its card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ..play.reasons import Reason
from ..position import Position
from ..strings import capital
from .deciding import MUCH, Deciding, fitting
from .effects import Effect, best_use, effect
from .motifs import HUNDRED, LIMIT, Laid, Line, board_at, free, points, reaches

if TYPE_CHECKING:
    from .words import DuelTelling

CLEAR = 1.0  # so many points of a line are worth a word
DECIDES = 3.0  # how much more a line counts that makes the difference when the match is played on
LINES = ("column", "row")  # zones of marks
PLANS = ("two", "three", "start", "weak")  # effects that a card has in more than one line of the mover
BAD = {True: ("full", "adds", "weak"), False: ("start", "feeds", "nears", "pair", "hundred")}  # own or not
BLAME = 0.6  # part of the loss that the line costs which is to blame
NO_BLAME = 0.3  # and the other line at most
SECOND = ("waits", "feeds", "two", "nears")  # effects that speak of the next card alike
EVEN = ("closes", "most")  # effects that are good or bad by the score alone
Said = tuple[str, bool | None]  # a sentence, and whether it is about the better move; None: both


class Aspect(NamedTuple):
    """What a move makes of one of its lines. at: 0 for the worse move, 1 for the better one. line: before it."""

    at: int
    line: Line
    effect: Effect


class Compared:
    """A worse move and a better one. Index 0 is the worse move, 1 the better one. reason: which line makes the
    difference when the match is played on; None if that is not known. values: the adviser's of all legal moves.
    spends: whether it is a reason that the worse move spends the last card of its value."""

    def __init__(
        self,
        say: DuelTelling,
        deal: Position,
        move: str,
        better: str,
        reason: Reason | None = None,
        values: Mapping[str, float] | None = None,
        spends: bool = False,
    ) -> None:
        self.say, self.t = say.naming((move, better)), say.t
        self.reason, self.values, self.spends = reason, values or {}, spends
        self.pair, self.seat = (move, better), deal.to_act or 0
        self.before = board_at(deal.state())
        self.laid = Laid.of(move), Laid.of(better)
        self.after = [self.before.put(self.seat, laid) for laid in self.laid]
        self.names = [capital(name) for name in say.apart(move, better)]

    @cached_property
    def decisive(self) -> tuple[int, int] | None:
        """The seat and the column or row of the line that makes the difference."""
        if self.reason is None:
            return None
        values = self.reason.finding.values
        if "line" in values:
            return values["who"], values["line"]
        marks = self.reason.finding.marks if self.reason.same else ()
        places = [one.place for one in marks if one.zone in LINES and one.place is not None]
        return (values["who"], places[0]) if places else None

    @cached_property
    def aspects(self) -> list[Aspect]:
        """What both moves make of their lines; what they do alike is left out."""
        found = [
            Aspect(at, line, effect(self.before, self.seat, laid, line))
            for at, laid in enumerate(self.laid)
            for line in (self.before.line(who, laid.cell) for who in (self.seat, 1 - self.seat))
        ]
        if self.laid[0].value != self.laid[1].value:
            return found
        shared = {one.line for one in found if one.at} & {one.line for one in found if not one.at}
        found = [one for one in found if one.line not in shared]
        both = {(one.at, one.effect.kind) for one in found if one.line.seat == self.seat}
        alike = {kind for kind in PLANS if {(0, kind), (1, kind)} <= both}
        return [one for one in found if one.effect.kind not in alike]

    @cached_property
    def blamed(self) -> Aspect | None:
        """What the worse move makes of the line that is to blame: the same card in its other line alone would be
        much better. None if neither of its lines is clearly to blame."""
        laid, loss = self.laid[0], self.values.get(self.pair[1], 0.0) - self.values.get(self.pair[0], 0.0)
        costs = {}
        for seat in (self.seat, 1 - self.seat):
            axis, other = self.before.axis(seat), self.before.axis(1 - seat)
            same = [
                value
                for move, value in self.values.items()
                if (one := Laid.of(move)).value == laid.value
                and one.cell[other] == laid.cell[other]
                and one.cell[axis] != laid.cell[axis]
            ]
            costs[seat] = sum(same) / len(same) - self.values[self.pair[0]] if same else 0.0
        seat = max(costs, key=lambda seat: costs[seat])
        if loss <= 0 or costs[seat] < BLAME * loss or costs[1 - seat] > NO_BLAME * loss:
            return None
        return self.aspect(0, self.before.line(seat, laid.cell))

    def weight(self, one: Aspect) -> float:
        """How much what a move makes of a line speaks for it."""
        worth = one.effect.worth
        if one.line[:2] != self.decisive:
            return worth
        return DECIDES * (max(worth, CLEAR) if one.at else min(worth, -CLEAR))

    @cached_property
    def deciding(self) -> Deciding | None:
        """The line that makes the difference, if it is known."""
        return Deciding(self, self.reason, *self.decisive) if self.reason and self.decisive else None

    def sentences(self) -> list[Said]:
        """What is said of the line that decides; or else what speaks for and against the moves."""
        return (self.deciding.sentences() if self.deciding else []) or self.weighed()

    def weighed(self) -> list[Said]:
        """What speaks for the better move and what against the worse one, the weightier first; none if it does not
        come to much."""
        mine, theirs = ([one for one in self.aspects if one.at == at] for at in (1, 0))
        helps = sum(map(self.weight, mine)) > sum(map(self.weight, theirs))
        pro = max(mine, key=self.weight, default=None)
        also = {one.line: self.weight(one) for one in mine}  # no fault if it does as much
        theirs = [one for one in theirs if self.weight(one) < also.get(one.line, LIMIT)]
        con = min(theirs, key=self.weight, default=None)
        clear = pro and con and self.weight(pro) >= CLEAR and self.weight(con) <= -CLEAR
        full = any(one.line.seat == self.seat and one.effect.kind == "full" for one in theirs)
        if not (clear or helps or full or (pro and pro.line[:2] == self.decisive)):
            return []
        if con and pro and self.beats(con, pro):
            con = None
        against = self.wasted(theirs) or (self.told(con) if con and self.bad(con) else "")
        if objection := self.objection():
            return [(against, False), (objection, True)] if against else []
        if pro is None or (self.weight(pro) < 0 and against):
            return [(against, False)] if against else []
        if not against:
            against = self.little(pro)
        often = self.deciding.often() if self.deciding and pro.line[:2] == self.decisive else ""
        found = [(self.told(pro), True), (against or often, False)]
        turned = con and against and con.line != pro.line and self.weight(pro) < -self.weight(con)
        return [one for one in (found[::-1] if turned else found) if one[0]]

    def overdone(self) -> str:
        """That the worse move lays its card in a line of the mover that has enough; "" if it does not."""
        line, other = (self.before.line(self.seat, laid.cell) for laid in self.laid)
        one = self.aspect(0, line)
        if one.effect.kind != "full" or (line == other and self.laid[0].value == self.laid[1].value):
            return ""
        values = {"move": self.subject(one), "was": one.effect.was, "n": one.effect.now}
        key = "lifts" if one.effect.now - one.effect.was >= MUCH else "wasted"
        return fitting(self.t(f"duel.lure.{key}", row=row, **values) for row in self.where(line))

    def gilded(self) -> str:
        """That the worse move adds much to a line of the mover while another is weaker; "" if it does not."""
        line, other = (self.before.line(self.seat, laid.cell) for laid in self.laid)
        one = self.aspect(0, line)
        was, now, rest = one.effect.was, one.effect.now, [one for one in self.before.lines[self.seat] if one != line]
        if line == other or now - was < MUCH or min(points(one.cards) for one in rest) >= was:
            return ""
        values = {"move": self.subject(one), "was": was, "n": now}
        return fitting(self.t("duel.lure.lifts", row=row, **values) for row in self.where(line))

    def blame(self) -> str:
        """What the worse move makes of the line that is to blame; "" if none is, or nothing bad is done to it."""
        one = self.blamed
        if one is None or (one.effect.kind not in BAD[one.line.seat == self.seat] and one.effect.worth > -CLEAR):
            return ""
        return (self.overdone() if one.line.seat == self.seat else "") or self.told(one)

    def plain(self) -> list[Said]:
        """What is best of the better move and worst of the worse one, however little it is."""
        pros = [one for one in self.aspects if one.at and self.weight(one) > 0 and one.effect.kind != "full"]
        pro = max(pros, key=self.weight, default=None)
        against = self.blame() or self.worst() or (self.little(pro) if pro else "")
        return [*([(self.told(pro), True)] if pro else []), *([(against, False)] if against else [])]

    def worst(self) -> str:
        """The first of the faults of the worse move that there is."""
        return self.overdone() or self.spent() or self.fault() or self.gilded()

    def fault(self) -> str:
        """What speaks most against the worse move; "" if nothing does."""
        theirs = [one for one in self.aspects if not one.at and one.line[:2] != self.decisive and self.bad(one)]
        worst = min(theirs, key=self.weight, default=None)
        return self.told(worst) if worst and self.weight(worst) < 0 else ""

    def bad(self, one: Aspect) -> bool:
        """Whether what the worse move makes of a line speaks against it."""
        return self.weight(one) <= -CLEAR or one.effect.kind in BAD[one.line.seat == self.seat]

    def beats(self, con: Aspect, pro: Aspect) -> bool:
        """Whether the worse move closes a line of the mover at as much as the better one makes of another."""
        both = (con.line.seat, pro.line.seat) == (self.seat, self.seat)
        return both and con.effect.kind in EVEN and con.effect.n >= pro.effect.now

    def wasted(self, aspects: list[Aspect]) -> str:
        """That the worse move lays its card in a line of the mover that has enough, and helps the other seat."""
        own = next((one for one in aspects if one.line.seat == self.seat and one.effect.kind == "full"), None)
        other = next((one for one in aspects if one.line.seat != self.seat and self.bad(one)), None)
        if own is None or other is None or other.effect.worth >= 0:
            return self.told(own) if own and not other else ""
        helped = self.where(other.line)[-1]
        values = {"move": self.subject(own), "n": own.effect.n, "other": helped}
        return fitting(self.t("duel.how.wasted", row=row, **values) for row in self.where(own.line))

    def subject(self, one: Aspect) -> str:
        """The move in words, so that no line is named twice: where its other line is named, the card is enough."""
        lines = [self.before.line(self.seat, laid.cell) for laid in self.laid]
        plain = one.line.seat == self.seat or lines[0] == lines[1]
        return self.say.named(str(self.laid[one.at].value)) if plain else self.names[one.at]

    def little(self, pro: Aspect) -> str:
        """That the worse move scores less in a line of the mover than the better one makes possible; "" if it does
        not."""
        one = self.aspect(0, self.before.line(self.seat, self.laid[0].cell))
        found = one.effect
        if pro.line.seat != self.seat or one.line == pro.line or not found.was < found.now < pro.effect.n:
            return ""
        values = {"move": self.subject(one), "was": found.was, "now": found.now}
        return fitting(self.t("duel.how.only", row=row, **values) for row in self.where(one.line))

    def aspect(self, at: int, line: Line) -> Aspect:
        """What a move makes of a line in which it lays its card."""
        return Aspect(at, line, effect(self.before, self.seat, self.laid[at], line))

    def told(self, one: Aspect) -> str:
        """What a move makes of a line."""
        return self.effect_words("how", self.subject(one), one, self.where(one.line))

    def there(self, one: Aspect, named: bool) -> str:
        """The same in a clause, where the line has been named. named: whether the card alone would not tell the
        moves apart."""
        card = self.say.named(str(self.laid[one.at].value))
        return self.effect_words("there", self.names[one.at] if named else card, one, [""])

    def effect_words(self, table: str, move: str, one: Aspect, rows: list[str]) -> str:
        """What a move makes of a line, by the texts of a table. rows: the line in words, the longest first."""
        value, found = self.laid[one.at].value, one.effect
        own = one.line.seat == self.seat
        nth = "third" if found.n >= HUNDRED else "second"
        values = {
            "move": move,
            "n": found.n,
            "was": found.was,
            "now": found.now,
            "kind": self.t(f"duel.{nth}.{value}") if found.kind in SECOND else "",
            "kinds": self.t(f"duel.several.{value}", n=2),
        }
        raised = found.kind == "adds" and found.n and own == bool(one.at)
        key = f"duel.{table}.{'brings' if raised else found.kind}"
        if found.kind == "full":
            key += ".own" if own else ".theirs"
        elif found.kind == "adds" and not found.n:
            key += ".nothing"
        ends = self.stakes(one) if found.kind in EVEN else [""]
        return fitting(self.t(key, row=row, end=end, **values) for end in ends for row in rows)

    def where(self, line: Line) -> list[str]:
        """A line in words, the longest first: with its cards and without."""
        named = self.say.line_words(line.seat, line.at or 0)
        cards = self.t("duel.line.cards", line=named, cards=self.say.cards_words(line.cards))
        return [cards, named] if line.cards else [named]

    def stakes(self, one: Aspect) -> list[str]:
        """How the score that a line comes to stands against the lines of the other side, to end a sentence; the last
        one is empty."""
        rival, n, board = 1 - one.line.seat, one.effect.n, self.after[one.at]
        good = one.effect.worth > 0
        if good != bool(one.at):
            return [""]
        closed = [line for line in board.lines[rival] if line.cards and not free(line.cards)]
        weakest = min(closed, key=lambda line: points(line.cards), default=None)
        raised = good == (one.line.seat == self.seat)
        if raised and weakest and points(weakest.cards) < n:
            row = self.say.line_words(rival, weakest.at or 0)
            return [self.t("duel.stake.only", row=row, n=points(weakest.cards)), ""]
        if not raised and min(reaches(board, line).least for line in board.lines[rival]) > n:
            return [self.say.of_seat("duel.stake.all", rival), ""]
        return [""]

    def objection(self) -> str:
        """That a line of 100 which the better move gives to the other seat does not decide, if it does."""
        after, other = self.after[1], 1 - self.seat
        line = after.line(other, self.laid[1].cell)
        made = points(self.before.line(other, self.laid[1].cell).cards) < HUNDRED <= points(line.cards)
        if not made or after.weakest(other, lambda one: after.outlook(one).mean)[1] == line:
            return ""
        words = self.say.line_words(other, line.at or 0)
        return self.t("duel.how.objection", move=self.names[1], line=words, n=points(line.cards))

    def spent(self) -> str:
        """That the worse move spends the last card of its value, if that is a reason."""
        if not self.spends or self.laid[0].value == self.laid[1].value:
            return ""
        one = self.aspect(0, self.before.line(self.seat, self.laid[0].cell))
        values = {"kind": self.t(f"duel.last.{self.laid[0].value}"), "n": one.effect.now}
        if one.effect.now - one.effect.was < MUCH:
            return self.t("duel.spent", move=self.names[0], **values)
        values["move"] = self.subject(one)
        return fitting(self.t("duel.lure.last", row=row, **values) for row in self.where(one.line))

    def endings(self) -> list[Said]:
        """How the game ends after both moves by best play, all cards being known."""
        return [(self.ending(at), bool(at)) for at in (1, 0)]

    def ending(self, at: int) -> str:
        """How the game ends after one of the moves."""
        rank, theirs, mine = self.after[at].decided(1 - self.seat)
        kind = "drawn" if mine == theirs else "won" if mine > theirs else "lost"
        values = {"move": self.names[at], "rank": self.t(f"duel.ends.{rank}"), "mine": mine, "theirs": theirs}
        return self.t(f"duel.ending.{kind}", **values)

    def kept(self) -> str:
        """The line for which the last card of its value is to be kept; "" if it helps none much."""
        worse, better = self.laid
        if (use := best_use(self.before, self.seat, worse, better)) is None:
            return ""
        line, n = use
        where = self.where(line)
        return fitting(self.t("duel.kept", kind=self.t(f"duel.last.{worse.value}"), row=row, n=n) for row in where)
