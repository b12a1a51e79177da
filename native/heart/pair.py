"""Two moves of Dragonheart in a sentence each: what they do on the table, and what that leaves to whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ..play.reasons import Reasoning
from ..play.words import LEAST_TOLD, Telling
from .facts import CLEAR, Facts, Threat, facts, harm
from .motifs import FEW, SINGLE, TAKES, heap, kind_of, values_of
from .state import Kind

LONG = 20  # words of a sentence at most, where it can be said in so few
PART = 1 / 4  # of the loss: less is not worth a number of deals
NEAR = 2  # cards that are missing: more are no step to the last one
SURE = 0.1  # the other seat is hardly ever first
LOST = 0.9  # the other seat is nearly always first
RICH = 5  # points that are worth a search for the card that takes them

STACKS = ("chest", "petrified")  # where cards are laid only to be taken

Told = list[tuple[str, bool | None]]


class Pair:
    """The sentences about two moves, for one viewer."""

    def __init__(self, say: Telling, reasoning: Reasoning) -> None:
        self.say, self.t, self.reasoning = say, say.t, reasoning
        self.seat = reasoning.seat
        self.worse, self.better = facts(reasoning, reasoning.move), facts(reasoning, reasoning.better)
        self.place, self.hurt = harm(self.worse, self.better)
        self.harmful = self.hurt >= max(1.0, PART * reasoning.loss)
        self.more = self.better.goes_on and self.better.drawn > self.worse.drawn
        self.prized = self.better.risk < LOST and self.better.next > self.worse.next and not self.same

    @property
    def slight(self) -> bool:
        """Whether all that can be seen is a point or two for the next turn."""
        one, other = self.worse, self.better
        clear = one.empty or one.points or one.ends or self.harmful or self.more or self.short(one) or self.useless()
        return self.prized and not other.points and other.next < FEW and not clear

    @property
    def same(self) -> bool:
        """Whether the better move only puts off what the worse one takes at once."""
        worse, better = self.worse, self.better
        put_off = worse.now >= better.next and worse.source == better.prize.space
        return put_off and not better.points and not worse.ends

    # words

    def word(self, key: str, **values: object) -> str:
        return self.t(f"heart.does.{key}", **values)

    def of(self, key: str, seat: int, **values: object) -> str:
        """A text about a seat, which is addressed if it is the only person's."""
        own = f"{key}.you"
        spoken = self.say.spoken_to(seat) and own in self.t
        return self.t(own if spoken else key, who=self.say.look.name(seat), **values)

    def number(self, n: int) -> str:
        return self.t(f"heart.number.{n}")

    def lying(self, space: str, points: int) -> str:
        """What lies on a space."""
        return self.t(f"heart.lying.{space}", points=points)

    def gain(self, points: int, figure: bool = False) -> str:
        """Points, and perhaps the Great Dragon with them."""
        return self.t(f"heart.now.{'figure' if figure else 'points'}", points=points)

    def some(self, kind: str, n: int = 1) -> str:
        """Some cards of a kind."""
        return self.t(f"heart.some.{kind}", count=n, number=self.number(n))

    def name(self, one: Facts) -> str:
        """A move; without what it takes from where that is said anyway."""
        brief = [self.say.brief(move) for move in (self.worse.move, self.better.move)]
        alike = brief[0] == brief[1]
        return self.say.move(one.move) if alike or (not one.points and not one.empty) else self.say.brief(one.move)

    def sentence(self, one: Facts, ways: Sequence[Sequence[str]], joined: str = "two") -> str:
        """The first of several ways to go on after a move that is not too long; the last if all are."""
        for clauses in ways:
            key = joined if len(clauses) > 1 else "one"
            line = self.word(key, move=self.name(one), **dict(zip(("first", "second"), clauses, strict=False)))
            if len(line.split()) <= LONG:
                break
        return line

    # clauses

    def takes(self, one: Facts, key: str = "takes") -> str:
        """What a move takes at once."""
        if not one.points:
            return self.word("nothing")
        if one.figure:
            return self.word(key, what=self.gain(one.points, one.figure))
        if one.source == "dwarf":
            return self.word(key, what=self.t("heart.from.dwarf", points=one.points))
        return self.word(key, what=self.lying(one.source, one.points))

    def brief(self, one: Facts) -> str:
        """The same without the place."""
        return self.word("takes", what=self.gain(one.points, one.figure))

    def fewer(self) -> list[str]:
        """How many cards the worse move draws, if it draws fewer."""
        if not self.more:
            return []
        drawn = {"number": self.number(self.worse.drawn), "drawn": self.worse.drawn}
        return [self.word("fewer", more=self.number(self.better.drawn), **drawn)]

    def draws(self) -> list[str]:
        """How many cards the better move draws, if it draws more."""
        drawn = self.better.drawn
        return [self.word("draws", number=self.number(drawn), drawn=drawn)] if self.more else []

    def short(self, one: Facts) -> str:
        """The cards that are still missing in the space of a move, and what the last takes; "" if they are many."""
        kind = kind_of(one.move)
        last = one.last_fleet and one.missing == 1
        if not 1 <= one.missing <= NEAR or (one.stake < FEW and not last):
            return ""
        space = max(TAKES[kind], key=lambda space: heap(one.state, space))
        cards = self.t(f"heart.missing.{kind}", count=one.missing, number=self.number(one.missing))
        what = self.gain(one.stake) if last else self.lying(space, one.stake)
        return self.word("short.last" if last else "short.more", move=self.say.move(one.move), cards=cards, what=what)

    def still(self) -> str:
        """The cards that are missing after the better move where the worse one is a step to the last."""
        kind, one = kind_of(self.worse.move), self.worse
        if not one.missing or kind == kind_of(self.better.move):
            return ""
        cards = self.some(kind, one.missing + len(values_of(one.move)))
        return self.word("still", move=self.name(self.better), cards=cards)

    def prize(self) -> list[str]:
        """What the better move lets a card of the hand take next turn, in a longer and a shorter way, and last in one
        that follows another clause."""
        one = self.better
        if not self.prized:
            return []
        grown = kind_of(one.move) == one.prize.space
        what = self.lying(one.prize.space, one.prize.points)
        if one.wakes or grown or one.prize.space == "dwarf":
            what = self.gain(one.prize.points, one.wakes)
        values = {"cards": self.own(kind_of(one.prize.move), len(values_of(one.prize.move))), "what": what}
        if not grown:
            return [self.word("keeps", **values)]
        line = self.word("lets", **values)
        if one.risk <= SURE:
            return [line]
        keys, points = ("heart.does.first.takes", "heart.does.first.brief"), one.prize.points
        first = [self.of(key, 1 - self.seat, line=line, points=points) for key in keys]
        return [*first, self.word("may", **values)]

    def own(self, kind: str, n: int = 1) -> str:
        """Some cards of the mover's hand."""
        return self.of(f"heart.own.{kind}", self.seat, count=n)

    def waits(self) -> str:
        """What it is good for that the better move keeps the only card of its kind, which the worse one spends."""
        kind, other = kind_of(self.worse.move), 1 - self.seat
        stacks = [space for space in TAKES[kind] if heap(self.better.state, space)]
        if len(stacks) > 1 and self.better.goes_on:
            return self.of("heart.does.choice", other, cards=self.own(kind))
        return self.word("waits.any" if self.worse.empty else "waits.more", cards=self.own(kind))

    def cost(self, key: str, but: bool, **values: object) -> str:
        """A clause about what a move costs. but: whether it follows what the move brings."""
        return self.word(key, but=self.word("but") if but else "", **values)

    def spends(self, but: bool = False) -> list[str]:
        """The cards that the worse move spends: more than needed, or the only one of the hand."""
        one = self.worse
        kind, number = kind_of(one.move), len(values_of(one.move))
        if kind in SINGLE and number > 1 and one.points:
            return [self.cost("too_many", but, cards=self.some(kind, number))]
        alone = one.spent and kind in self.better.kept
        return [self.cost("spends", but, cards=self.t(f"heart.sole.{kind}"))] if alone else []

    def useless(self) -> str:
        """What the worse move adds to, if no card of the hand can take it; "" if one can, or if it is little."""
        kind, one = kind_of(self.worse.move), self.worse
        points = heap(one.state, kind) if kind in STACKS else 0
        if points < FEW or not one.goes_on or any(kind in TAKES[taker] for taker in one.kept if taker in SINGLE):
            return ""
        return self.of("heart.does.useless", self.seat, points=points)

    def ends(self, one: Facts, but: bool = False) -> str:
        """That a move brings the last turn, and how the match then stands, if the mover does not lead."""
        own, their = (self.t.plain(score) for score in one.scores)
        lead = (one.scores[0] > one.scores[1]) - (one.scores[0] < one.scores[1])
        key = {1: "early", 0: "level", -1: "behind"}[lead]
        values = {"own": own, "their": their, "but": self.word("but") if but else ""}
        return self.of(f"heart.does.ends.{key}", self.seat, **values)

    def sends(self, but: bool) -> list[str]:
        """The points that only the worse move sends below the Ship."""
        below = self.worse.below
        total = heap(self.worse.state, "below")
        state = self.worse.state
        last = state["outlines"]["ship"] - len(state["board"]["ship"]) == 1
        key = "sends.all" if total == below else "sends.next" if last else "sends.more"
        return [self.cost(key, but, points=below, total=total)] if below >= FEW and not self.better.below else []

    # sentences

    def merits(self, faults: str) -> str:
        """What speaks for the better move; "" if nothing can be seen. faults: what is said of the worse one; it may
        tell already how many cards both draw."""
        one, prize = self.better, self.prize()
        draws = [] if any(clause in faults for clause in self.fewer()) else self.draws()
        ways: list[list[str]] = []
        if one.points:
            takes = self.takes(one)
            ways = [[takes, more] for more in [*draws, *prize[-1:]]] + [[takes]]
        elif prize:
            ways = [[more, prize[-1]] for more in draws] + [[line] for line in prize]
        elif self.worse.spent and kind_of(self.worse.move) in one.kept:
            ways = [[*draws, self.waits()], [self.waits()]]
        if one.ends and not self.worse.ends:
            ways = [[way[0], self.ends(one)] for way in ways[:1]] + [[self.ends(one)]]
        return self.sentence(one, ways) if ways else ""

    def faults(self) -> str:
        """What speaks against the worse move; "" if nothing can be seen."""
        one, other = self.worse, self.better
        if one.empty:
            places = self.t.listing([self.t(f"heart.on.{space}") for space in one.empty], "word.or")
            return self.sentence(one, [[self.word("empty", places=places)]])
        if one.ends and not other.ends:
            takes = [self.takes(one), self.brief(one)] if one.points else []
            ways = [[take, self.ends(one, but=True)] for take in takes] or [[self.ends(one)]]
            return self.sentence(one, ways, "yet")
        if self.harmful:
            return self.harm()
        return self.bad_take() if one.points else self.bad_lay()

    def bad_take(self) -> str:
        """What a worse move that takes something costs, or that it takes little."""
        one, other = self.worse, self.better
        less = one.now < max(other.now, other.next if self.prized else 0) and not one.figure
        takes = self.takes(one, "only" if less else "takes")
        costs = [*self.spends(not less), *self.sends(not less)]
        if not less and not costs and not self.more:
            return ""
        ways = [[way, more] for more in costs for way in (takes, self.brief(one))]
        ways += [[takes, more] for more in self.fewer()] + [[takes]]
        return self.sentence(one, ways, "yet" if costs and not less else "two")

    def bad_lay(self) -> str:
        """What a worse move that takes nothing leaves."""
        one, other = self.worse, self.better
        there, space = one.prize.points, one.prize.space
        short, useless = self.short(one), self.useless()
        if short and one.missing == 1:
            return short
        if self.prized and one.next and space == other.prize.space != "dwarf" and there < other.prize.points:
            key = "leaves.there" if kind_of(one.move) == space else "leaves.what"
            clause = self.word(key, points=there, what=self.lying(space, there))
        elif short and (one.stake >= RICH or not self.more):
            return short
        elif useless:
            clause = useless
        elif other.points or self.more or self.prized:
            clause = self.takes(one)
        else:
            return ""
        return self.sentence(one, [[clause, *self.fewer()], [clause]])

    def harm(self) -> str:
        """What the worse move lets the other seat take, and how often."""
        one = self.worse
        threat = one.threats[self.place]
        share, other = threat.share(), self.better.threats.get(self.place, Threat()).share(threat.points)
        deals = self.say.often(share, one.whole)["deals"]
        if deals and other >= LEAST_TOLD and share - other >= CLEAR:
            deals += self.say.instead(share, other)
        what = self.gain(threat.points, True) if threat.figure else self.lying(self.place, threat.points)
        values = {"what": what, "deals": deals, "move": self.name(one)}
        found = [self.of("heart.does.harm", 1 - self.seat, **values)]
        if one.points:
            found.insert(0, self.of("heart.does.harm_but", 1 - self.seat, first=self.takes(one), **values))
        return next((line for line in found if len(line.split()) <= LONG), found[-1])

    def by_draws(self) -> str:
        """How many cards both moves draw, if the better one does nothing else."""
        if not self.more:
            return ""
        drawn = [self.number(one.drawn) for one in (self.worse, self.better)]
        names = {"move": self.name(self.better), "other": self.name(self.worse)}
        return self.word("both", number=drawn[0], more=drawn[1], **names)

    def sought(self) -> str:
        """The most points that one more card takes, if the hand holds none of its kind; "" if they are not worth a
        search."""
        state = self.better.state
        found: dict[str, list[Kind]] = {}
        for kind, spaces in TAKES.items():
            taker = cast("Kind", kind)
            limit = state["outlines"].get(taker)
            if kind != "dwarf" and (limit is None or limit - len(state["board"][taker]) == 1):
                for space in spaces:
                    found.setdefault(space, []).append(taker)
        rich = {
            space: heap(state, space) for space, takers in found.items() if self.better.kept.isdisjoint(takers)
        }
        space = max(rich, key=lambda one: rich[one], default="")
        if not space or rich[space] < RICH:
            return ""
        cards = self.t.listing([self.some(kind) for kind in found[space]], "word.or")
        return self.word("finds", cards=cards, what=self.lying(space, rich[space]))

    def told(self) -> Told:
        """The better move and the worse one; the worse one first if it takes nothing though it could have waited."""
        faults, one = self.faults(), self.worse
        merits = self.merits(faults)
        if not merits and self.more and not one.points and not one.empty:
            merits = self.by_draws()
            if not (one.ends or self.harmful or (self.short(one) and one.missing == 1)):
                return [(merits, True), (self.sought() or self.word("refill"), True)]
        elif not merits and self.more:
            merits = self.sentence(self.better, [self.draws()])
        if not merits and faults:
            return [(line, about) for line, about in ((faults, False), (self.still(), True)) if line]
        found: Told = [(merits, True), (faults, False)]
        if one.empty:
            found.reverse()
        return [line for line in found if line[0]]
