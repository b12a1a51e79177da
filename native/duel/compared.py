"""A line of the grid duel after two moves, in words: what each makes of it now, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from ..play.reasons import Reason
from ..strings import capital
from .effects import TWO, Effect, chance, effect, keeps
from .motifs import HUNDRED, LIMIT, TRIPLE, Laid, board_at, free, line_at, points, reaches

if TYPE_CHECKING:
    from .words import DuelTelling

LONG = 20  # words of a sentence: with more, what can be spared is left out
OPEN = ("away", "card", "waits")  # effects that settle nothing
Said = tuple[str, bool]  # a sentence, and whether it is about the better move


def fitting(sentences: Iterable[str]) -> str:
    """The first sentence that is not too long, or else the last."""
    found = ""
    for found in sentences:
        if len(found.split()) <= LONG:
            break
    return found


class Compared:
    """A line that decides, after a worse move and a better one. Index 0 is the worse move, 1 the better one."""

    def __init__(self, say: DuelTelling, reason: Reason, move: str, better: str) -> None:
        self.say, self.t, self.reason = say, say.t, reason
        self.seat = reason.deal.to_act or 0
        self.before = board_at(reason.deal.state())
        values = reason.finding.values
        self.line = line_at(self.before, values["who"], values["line"])
        self.own = self.line.seat == self.seat
        self.side = "own" if self.own else "theirs"
        least = int(reason.least or 0)
        self.bound = LIMIT - least if self.own else least  # what the line comes to at most, or at least
        self.bar = self.bound + 1 if self.own else self.bound  # from here on it is as it should be, or should not be
        self.laid = Laid.of(move), Laid.of(better)
        self.after = [self.before.put(self.seat, laid) for laid in self.laid]
        self.names = [capital(name) for name in say.apart(move, better)]

    @cached_property
    def effects(self) -> list[Effect]:
        """What each move makes of the line."""
        pair = enumerate(self.laid)
        return [effect(self.before, self.seat, laid, self.line, self.bar, self.raised(at)) for at, laid in pair]

    def raised(self, at: int) -> bool:
        """Whether what is said of a move is that the line comes to much."""
        return self.own == bool(at)

    def sentences(self) -> tuple[Said, Said]:
        """First what a card makes of the line, the better one's where it lies there, then what it comes to after
        the other move."""
        worse, better = self.effects
        if objection := self.objection():
            return (self.often(self.where), False), (objection, True)
        if better.kind != "away":
            then = self.often(self.there) if worse.kind in OPEN else self.made(0, self.there)
            return (self.made(1, self.where), True), (then, False)
        if worse.kind != "away":
            settled = worse.kind not in OPEN
            return (self.made(0, self.where), False), (self.otherwise() if settled else self.both(), settled)
        if kept := self.kept():
            return (kept, True), (self.often(self.there), False)
        if filled := self.filled():
            return (filled, False), (self.both(), False)
        return (self.often(self.where, alone=True), False), (self.otherwise(), True)

    def filled(self) -> str:
        """Which card usually comes into the line after the worse move, and whose it is; "" if that varies."""
        by: tuple[int, int] | None = self.reason.finding.values["by"]
        if by is None:
            return ""
        values = {"move": self.names[0], "card": self.t(f"duel.fills.{by[1]}")}
        key = "duel.by" if by[0] == self.seat or self.own else "duel.by.own"
        return fitting(self.say.of_seat(key, by[0], where=where, **values) for where in self.where)

    def deals(self, share: float) -> str:
        """In how many of ten deals something happens."""
        return self.t("reasons.deals.some", n=round(10 * share))

    @cached_property
    def where(self) -> list[str]:
        """The line in words, the longest first: with its cards and without. A line that has just been named is
        not named again."""
        named, short = self.say.line_words(self.line.seat, self.line.at or 0), list[str]()
        if any(named in name for name in self.names):
            named, short = self.t(f"duel.how.that.{self.say.drawn(self.line.seat)}"), self.there
        cards = self.t("duel.line.cards", line=named, cards=self.say.cards_words(self.line.cards))
        return [self.t("duel.how.row", row=one) for one in ([cards] if self.line.cards else []) + [named]] + short

    @cached_property
    def there(self) -> list[str]:
        """The line in a sentence after another."""
        return [self.t("duel.how.it")]

    def made(self, at: int, where: list[str]) -> str:
        """What the card of a move makes of the line."""
        found, value = self.effects[at], self.laid[at].value
        values = {
            "move": self.names[at],
            "n": found.n,
            "kind": self.nth(value, TWO if found.kind == "pair" else TRIPLE),
            "card": self.t(f"duel.a.{value}"),
            "kinds": self.t(f"duel.several.{value}", n=TWO),
        }
        ends = self.hopes(at) if found.kind in OPEN else self.stakes(at, found.n)
        kind = "less" if found.kind == "card" and value < TWO and not self.raised(at) else found.kind
        if kind == "waits":
            where = where[1:2] or where
        key = f"duel.how.{kind}"
        return fitting(self.t(key, where=one, end=end, **values) for end in ends for one in where)

    def hopes(self, at: int) -> list[str]:
        """What the next card alike would make of the line after a move, to end a sentence; the last one is empty."""
        found = chance(self.before, self.seat, self.laid[at], self.line, self.bar) if self.raised(at) else None
        return ([self.t("duel.how.hope", kind=self.nth(found.value, found.nth), n=found.n)] if found else []) + [""]

    def often(self, where: list[str], alone: bool = False) -> str:
        """What the line comes to after the worse move, in how many deals, and in how many after the better one.
        alone: the better one is told in a sentence of its own."""
        more, less = self.reason.shares
        deals = self.deals(more)
        if not alone and round(10 * less):
            deals += self.t("reasons.than.some", n=round(10 * less))
        key, ends = f"duel.often.{self.side}", self.stakes(0, self.bound)
        if ends == [""]:
            ends = self.hopes(0)
        values = {"move": self.names[0], "n": self.bound, "deals": deals}
        return fitting(self.t(key, where=one, end=end, **values) for end in ends for one in where)

    def both(self) -> str:
        """In how many deals the line comes to it after the worse move, which was just told, and after the other."""
        more, less = self.reason.shares
        kind, values = "some" if round(10 * less) else "none", {"n": self.bound, "deals": self.deals(more)}
        rest = [
            self.t(f"duel.both.{kind}{end}", move=self.names[1], n=round(10 * less)) for end in ("", ".short")
        ]
        return fitting(self.t(f"duel.then.{self.side}", after=one, **values) for one in rest)

    def otherwise(self) -> str:
        """What the line comes to after the better move, which lays no card in it."""
        deals = self.deals(1 - self.reason.shares[1])
        key = f"duel.otherwise.{self.side}"
        return fitting(self.t(key, move=self.names[1], deals=deals, end=end) for end in self.hopes(1))

    def nth(self, value: int, nth: int) -> str:
        """A second or a third card of a value."""
        return self.t(f"duel.{'third' if nth >= TRIPLE else 'second'}.{value}")

    def stakes(self, at: int, n: int) -> list[str]:
        """How a score of the line stands against the weakest line of the other side, to end a sentence about a
        move; the last one is empty."""
        rival, raised = 1 - self.line.seat, self.raised(at)
        low, high = (self.reason.finding.values[key][at] for key in ("low", "high"))
        lines = (line for line in self.after[at].lines[rival] if not free(line.cards))
        weakest = min(lines, key=lambda line: points(line.cards), default=None)
        score = points(weakest.cards) if weakest else None
        if score is not None and weakest and score == low == high and (score < n if raised else score > n):
            row = self.say.line_words(rival, weakest.at or 0)
            key = "only" if raised else "has"
            return [self.t(f"duel.stake.{key}", row=row, n=score), ""]
        if not raised and min(reaches(self.after[at], one).least for one in self.after[at].lines[rival]) > n:
            return [self.say.of_seat("duel.stake.all", rival), ""]
        line = self.t(f"duel.how.noun.{self.say.drawn(rival)}")
        if high < n if raised else low > n:
            return [self.say.of_seat(f"duel.stake.{'less' if raised else 'more'}", rival, line=line), ""]
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
        """What a card that the worse move spends can still do in the line."""
        n = keeps(self.before, self.seat, *self.laid, self.line)
        if n is None or (n < self.bar if self.own else n >= self.bar):
            return ""
        values = {"kind": self.t(f"duel.keep.{self.laid[0].value}"), "n": n}
        return fitting(self.t(f"duel.kept.{self.side}", where=where, **values) for where in self.where)
