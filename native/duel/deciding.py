"""The line that decides between two moves of the grid duel, in words: what each makes of it, and how it ends."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from ..play.reasons import Reason
from ..strings import capital
from .effects import FULL, HELP, unlaid
from .motifs import CARD, HUNDRED, HURT, LIMIT, Line, counts, free, held, line_at, outlook, points, reaches

if TYPE_CHECKING:
    from .compared import Aspect, Compared, Said

GROWS = ("hundred", "waits", "pair", "three", "two", "start", "feeds", "nears", "brings")  # effects that help a line
STRONG = ("hundred", "waits", "three")  # those that help it most
STAYS = ("adds", "weak")  # those that leave it weak
SCORES = ("closes", "most")  # those that do either, by the score
TENTHS = 10  # shares of deals are told in tenths
LONG = 20  # words of a sentence: with more, what can be spared is left out
MUCH = 9  # so many points more at once are tempting


def fitting(sentences: Iterable[str]) -> str:
    """The first sentence that is not too long, or else the last."""
    found = ""
    for found in sentences:
        if len(found.split()) <= LONG:
            break
    return found


class Deciding:
    """The line that makes the difference between a worse move and a better one. Index 0 is the worse move.
    ends: where the line usually ends after either; None if that does not tell them apart. lowest: whether it is
    likely to be its owner's weakest line in the end."""

    def __init__(self, compared: Compared, reason: Reason, seat: int, at: int) -> None:
        values = reason.finding.values
        self.compared, self.t, self.reason = compared, compared.t, reason
        self.line = line_at(compared.before, seat, at)
        self.own = seat == compared.seat
        self.ends: tuple[int, int] | None = values.get("ends")
        self.lowest: bool = values.get("lowest", False)

    @cached_property
    def aspects(self) -> list[Aspect | None]:
        """What each move makes of the line; None if it lays its card elsewhere, or if both make the same of it."""
        compared = self.compared
        through = [compared.before.line(self.line.seat, laid.cell) for laid in compared.laid]
        if through[0] == through[1] and compared.laid[0].value == compared.laid[1].value:
            return [None, None]
        return [compared.aspect(at, line) if line == self.line else None for at, line in enumerate(through)]

    def speaks(self, at: int) -> bool:
        """Whether what a move makes of the line shows why it is better, or why it is worse."""
        if (one := self.aspects[at]) is None:
            return False
        found, grows = one.effect, self.own == bool(at)
        if found.kind not in SCORES:
            return found.kind in (GROWS if grows else STAYS)
        other = self.ends[1 - at] if self.ends else self.bound
        if other is None:
            return found.worth > 0 if at else found.worth < 0
        return found.n > other if grows else found.n < other

    @property
    def bound(self) -> int | None:
        """The score that parts the moves: after the worse one, an own line stays at or below it in more deals, or
        one of the other seat reaches it in more; None if the deals were not played on."""
        if not self.reason.played or self.reason.least is None:
            return None
        least = int(self.reason.least)
        return LIMIT - least if self.own else least

    def clause(self, at: int) -> str:
        """What a move makes of the line, or where the line usually ends after it; "" if neither is known."""
        one = self.aspects[at]
        alike = self.compared.laid[0].value == self.compared.laid[1].value
        if one and self.speaks(at):
            return self.compared.there(one, named=alike and not at and not self.speaks(1))
        if at and (kept := self.kept()):
            return kept
        if self.ends is None:
            return ""
        card = self.compared.say.named(str(self.compared.laid[at].value))
        key = "duel.there.usual.with" if one else "duel.there.usual"
        return self.t(key, move=card if one else self.compared.names[at], amount=self.amount(at))

    def amount(self, at: int) -> str:
        """Where the line usually ends after a move."""
        assert self.ends
        n = self.ends[at]
        return self.t(f"duel.usual.{'least' if self.own == bool(at) else 'most' if n else 'nothing'}", n=n)

    def sentences(self) -> list[Said]:
        """What the better move makes of the line, then what the worse one does; none if too little is known."""
        blame = "" if self.speaks(0) else self.compared.blame()
        if not (clause := self.clause(1)) or self.beside(bool(blame)):
            return []
        rows = self.compared.where(self.line)
        keys = ["duel.decides.weakest"] * self.lowest + ["duel.decides.text"]
        first = capital(fitting(self.t(key, row=row, clause=clause) for key in keys for row in rows))
        if objection := self.compared.objection():
            return [(first, True), (objection, True)]
        second = self.threat() or blame or self.against() or self.compared.fault()
        return [(first, True), *([(second, False)] if second else [])]

    def beside(self, blame: bool) -> bool:
        """Whether neither move shows what it does to the line, but one does much to another. blame: whether a line is
        to blame for the loss."""
        if self.speaks(0) or self.speaks(1) or self.kept():
            return False
        compared, blamed = self.compared, self.compared.blamed
        own = compared.aspect(1, compared.before.line(compared.seat, compared.laid[1].cell))
        return own.effect.kind in STRONG or bool(blame and blamed and blamed.line.seat != compared.seat)

    def against(self) -> str:
        """What the worse move does: to the line, to another one that tempts, or where the line then ends."""
        if self.speaks(0):
            return capital(f"{self.clause(0)}.")
        if tempting := self.lure() or ("" if self.kept() else self.compared.spent()):
            return tempting
        if bounded := self.bounded():
            return bounded
        if self.ends is None:
            return self.first() or self.often()
        return self.t("duel.there.after", move=self.compared.names[0], amount=self.amount(0))

    def threat(self) -> str:
        """That the other seat can still make a line 100 which the better move bounds; "" if it cannot."""
        told = "" if self.own or self.speaks(0) or self.lure() else self.bounded()
        board = self.compared.after[0]
        line = line_at(board, self.line.seat, self.line.at or 0)
        return told if self.unseen(line) >= HUNDRED else ""

    def unseen(self, line: Line) -> int:
        """The most that cards which the mover does not see can make of a line after the worse move."""
        board = self.compared.after[0]
        return outlook(line.cards, unlaid(board) - board.hands[self.compared.seat]).most

    def first(self) -> str:
        """That after the worse move the other seat can lay a card in the line before the mover does; "" if it has no
        place there, or the better move does not show what it does."""
        board, other = self.compared.after[0], 1 - self.compared.seat
        axis = board.axis(self.line.seat)
        if not self.speaks(1) or not any(cell[axis] == self.line.at for cell in board.targets):
            return ""
        values = {"move": self.compared.names[0], "name": self.compared.say.look.name(other)}
        return self.t("duel.there.first", **values)

    def bounded(self) -> str:
        """What the line can come to after the worse move, where the better one bounds it; "" if that tells little."""
        compared, one = self.compared, self.aspects[1]
        if not self.own and (one is None or one.effect.kind not in SCORES):
            return ""
        most = [reaches(board, line_at(board, self.line.seat, self.line.at or 0)).most for board in compared.after]
        if self.own:
            key, n = "duel.there.bounded", most[0]
            tells = most[0] <= HURT and most[0] < most[1]
        else:
            line = line_at(compared.after[0], self.line.seat, self.line.at or 0)
            key, n = "duel.there.unbounded", self.unseen(line)
            tells = n > most[1]
        return self.t(key, move=compared.names[0], n=n) if tells else ""

    def often(self) -> str:
        """In how many deals the line ends so after the worse move."""
        reason, bound = self.reason, self.bound
        n, kind = round(TENTHS * reason.shares[0]), "own" if self.own else "theirs"
        if bound is None or reason.shares[0] <= reason.shares[1] or n <= 0:
            return ""
        deals = self.t("reasons.deals.some" if n < TENTHS else "reasons.deals.most", n=n)
        values = {"move": self.compared.names[0], "n": bound, "deals": deals}
        return self.t(f"duel.often.{kind}", row=self.compared.where(self.line)[-1], **values)

    def kept(self) -> str:
        """The last card of its value, which the worse move spends and the line needs, or which can close the line of
        the other seat lowest; "" if there is none."""
        worse, better = self.compared.laid
        before, seat = self.compared.before, self.compared.seat
        if held(before.hands[seat])[worse.value] > 1 or self.aspects[0] or worse.value == better.value:
            return ""
        spent = self.compared.aspect(0, before.line(seat, worse.cell)).effect
        line = line_at(before.put(seat, better), self.line.seat, self.line.at or 0)
        n = points(line.cards + CARD[worse.value])
        if self.own:
            fits = (line.cards and counts(line.cards)[worse.value]) or free(line.cards) == 1
            gain = n - points(line.cards)
            wise = gain > HELP and (spent.was >= FULL or gain > spent.now - spent.was)
            return self.keep("own", n) if fits and wise else ""
        rest = [u for u, more in enumerate(held(before.hands[seat])) if more and u != worse.value]
        lowest = min((points(line.cards + CARD[u]) for u in rest), default=HUNDRED)
        return self.keep("theirs", n) if free(line.cards) == 1 and n < lowest else ""

    def keep(self, whose: str, n: int) -> str:
        """What the last card of the worse move's value can make of the line."""
        return self.t(f"duel.keep.{whose}", kind=self.t(f"duel.last.{self.compared.laid[0].value}"), n=n)

    def lure(self) -> str:
        """What the worse move brings at once in another line of the mover, which does not decide."""
        compared = self.compared
        line, other = (compared.before.line(compared.seat, laid.cell) for laid in compared.laid)
        if line == self.line:
            return ""
        if overdone := compared.overdone():
            return overdone
        one = compared.aspect(0, line)
        was, now, low = one.effect.was, one.effect.now, points(self.line.cards)
        if now - was < MUCH or line == other:
            return ""
        values = {"move": compared.subject(one), "n": now, "was": was, "decides": compared.where(self.line)[-1]}
        if self.ends and not compared.spent():
            key, values = "duel.lure.text", values | {"amount": self.amount(0)}
        elif self.own and low < now:
            key, values = "duel.lure.stays", values | {"low": low}
        else:
            return ""
        return fitting(self.t(key, row=row, **values) for row in compared.where(line))
