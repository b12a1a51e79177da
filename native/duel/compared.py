"""Two moves of the grid duel in words: what each makes of the lines in which it lays its card."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ..play.reasons import Reason
from ..position import Position
from ..strings import capital
from .effects import Effect, best_use, effect
from .motifs import HUNDRED, LIMIT, Laid, Line, board_at, free, points, reaches

if TYPE_CHECKING:
    from .words import DuelTelling

LONG = 20  # words of a sentence: with more, what can be spared is left out
TENTHS = 10  # shares of deals are told in tenths
CLEAR = 1.0  # so many points of a line are worth a word
DECIDES = 3.0  # how much more a line counts that makes the difference when the match is played on
PLANS = ("two", "three", "start", "weak")  # effects that a card has in more than one line of the mover
BAD = {True: ("full", "adds", "weak"), False: ("start", "feeds", "pair", "hundred")}  # in an own line, or another
EVEN = ("closes", "most")  # effects that are good or bad by the score alone
Said = tuple[str, bool]  # a sentence, and whether it is about the better move


class Aspect(NamedTuple):
    """What a move makes of one of its lines. at: 0 for the worse move, 1 for the better one. line: before it."""

    at: int
    line: Line
    effect: Effect


def fitting(sentences: Iterable[str]) -> str:
    """The first sentence that is not too long, or else the last."""
    found = ""
    for found in sentences:
        if len(found.split()) <= LONG:
            break
    return found


class Compared:
    """A worse move and a better one. Index 0 is the worse move, 1 the better one. reason: which line makes the
    difference when the match is played on; None if that is not known. loss: what the worse move loses."""

    def __init__(
        self,
        say: DuelTelling,
        deal: Position,
        move: str,
        better: str,
        reason: Reason | None = None,
        loss: float = 0.0,
    ) -> None:
        self.say, self.t, self.reason, self.loss = say.naming((move, better)), say.t, reason, loss
        self.seat = deal.to_act or 0
        self.before = board_at(deal.state())
        self.laid = Laid.of(move), Laid.of(better)
        self.after = [self.before.put(self.seat, laid) for laid in self.laid]
        self.names = [capital(name) for name in say.apart(move, better)]

    @cached_property
    def decisive(self) -> tuple[int, int] | None:
        """The seat and the column or row of the line that makes the difference."""
        values = self.reason.finding.values if self.reason else {}
        return (values["who"], values["line"]) if "line" in values else None

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

    def weight(self, one: Aspect) -> float:
        """How much what a move makes of a line speaks for it."""
        worth = one.effect.worth
        if one.line[:2] != self.decisive:
            return worth
        return DECIDES * (max(worth, CLEAR) if one.at else min(worth, -CLEAR))

    def sentences(self) -> list[Said]:
        """What speaks for the better move and what against the worse one, the weightier first; none if it does not
        come to much."""
        mine, theirs = ([one for one in self.aspects if one.at == at] for at in (1, 0))
        helps = sum(map(self.weight, mine)) > sum(map(self.weight, theirs))
        pro = max(mine, key=self.weight, default=None)
        also = {one.line: self.weight(one) for one in mine}  # no fault if it does as much
        theirs = [one for one in theirs if self.weight(one) < also.get(one.line, LIMIT)]
        con = min(theirs, key=self.weight, default=None)
        clear = pro and con and self.weight(pro) >= CLEAR and self.weight(con) <= -CLEAR
        if not clear and not (pro and pro.line[:2] == self.decisive) and not helps:
            return []
        against = self.wasted(theirs) or (self.told(con) if con and self.bad(con) else "")
        if objection := self.objection():
            return [(against, False), (objection, True)] if against else []
        if pro is None or (self.weight(pro) < 0 and against):
            return [(against, False)] if against else []
        found = [(self.told(pro), True), (against or self.often(pro), False)]
        turned = con and against and con.line != pro.line and self.weight(pro) < -self.weight(con)
        return [one for one in (found[::-1] if turned else found) if one[0]]

    def bad(self, one: Aspect) -> bool:
        """Whether what the worse move makes of a line speaks against it."""
        return self.weight(one) <= -CLEAR or one.effect.kind in BAD[one.line.seat == self.seat]

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

    def told(self, one: Aspect) -> str:
        """What a move makes of a line."""
        value, found = self.laid[one.at].value, one.effect
        own = one.line.seat == self.seat
        nth = "third" if found.n >= HUNDRED else "second"
        values = {
            "move": self.subject(one),
            "n": found.n,
            "was": found.was,
            "now": found.now,
            "kind": self.t(f"duel.{nth}.{value}") if found.kind in ("waits", "feeds", "two") else "",
            "kinds": self.t(f"duel.several.{value}", n=2),
        }
        raised = found.kind == "adds" and found.n and own == bool(one.at)
        key = f"duel.how.{'brings' if raised else found.kind}"
        if found.kind == "full":
            key += ".own" if own else ".theirs"
        elif found.kind == "adds" and not found.n:
            key += ".nothing"
        ends = self.stakes(one) if found.kind in EVEN else [""]
        return fitting(self.t(key, row=row, end=end, **values) for end in ends for row in self.where(one.line))

    def where(self, line: Line) -> list[str]:
        """A line in words, the longest first: with its cards and without."""
        named = self.say.line_words(line.seat, line.at or 0)
        cards = self.t("duel.line.cards", line=named, cards=self.say.cards_words(line.cards))
        return [cards, named] if line.cards else [named]

    def often(self, pro: Aspect) -> str:
        """What the line that decides comes to after the worse move, in how many deals; "" if that is not known, if
        it makes little of the loss, or if the better move does not help there."""
        reason = self.reason
        if reason is None or reason.least is None or pro.line[:2] != self.decisive or reason.worth < self.loss / 2:
            return ""
        own, least = pro.line.seat == self.seat, int(reason.least)
        n = round(10 * reason.shares[0])
        kind = "some" if n < TENTHS else "tried" if reason.shares[0] == 1 else "most"
        deals = self.t(f"reasons.deals.{kind}", n=n)
        values = {"move": self.names[0], "n": LIMIT - least if own else least, "deals": deals}
        row = self.say.line_words(pro.line.seat, pro.line.at or 0)
        return self.t(f"duel.often.{'own' if own else 'theirs'}", row=row, **values)

    def stakes(self, one: Aspect) -> list[str]:
        """How the score that a line comes to stands against the lines of the other side, to end a sentence; the last
        one is empty."""
        rival, n, board = 1 - one.line.seat, one.effect.n, self.after[one.at]
        good = one.effect.worth > 0
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

    def kept(self) -> str:
        """The line for which the last card of its value is to be kept; "" if it helps none much."""
        worse, better = self.laid
        if (use := best_use(self.before, self.seat, worse, better)) is None:
            return ""
        line, n = use
        where = self.where(line)
        return fitting(self.t("duel.kept", kind=self.t(f"duel.last.{worse.value}"), row=row, n=n) for row in where)
