"""Two moves of Dragonheart in a sentence each: what they do on the table, and what that leaves to whom."""

from __future__ import annotations

from collections.abc import Sequence

from ..play.reasons import Reasoning
from ..play.words import Telling
from ..strings import capital
from .facts import CLEAR, Facts, Hope, Threat, facts, harm
from .motifs import BELOW, FEW, NOTHING, SINGLE, TAKES, heap, kind_of, values_of

LONG = 20  # words of a sentence at most, where it can be said in so few
PART = 1 / 4  # of the loss: less is not worth a word
HALF = 1 / 2  # of the loss: less is not worth a number of deals. Of points that are laid only now: see hope_of
NEAR = 2  # cards that are missing: more are no step to the last one
SURE = 0.1  # the other seat is hardly ever first
LOST = 0.9  # the other seat is nearly always first
RICH = 5  # points that are much for one move
SOON = 0.1  # by which the other seat is more often first where a move cannot wait
PROMISING = 0.15  # points in the mean that more cards drawn bring: less is no reason to draw them

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
        self.hope = self.hope_of()
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
            key = joined if len(clauses) > 1 else "after" if joined.startswith("after") else "one"
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
        """How many cards the worse move draws, if it draws fewer and that is not told of the better one."""
        if not self.more or self.by_draws or self.better.points:
            return []
        drawn = {"number": self.number(self.worse.drawn), "drawn": self.worse.drawn}
        return [self.of("heart.does.fewer", self.seat, more=self.number(self.better.drawn), **drawn)]

    def draws(self) -> list[str]:
        """How many cards the better move draws, if it draws more."""
        drawn = self.better.drawn
        return [self.of("heart.does.draws", self.seat, number=self.number(drawn), drawn=drawn)] if self.more else []

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

    def opens(self) -> str:
        """That a card of the hand would lie where one more card of the worse move's kind takes it; "" if it would
        not."""
        kind, one = kind_of(self.worse.move), self.worse
        laid = [space for space in TAKES[kind] if space in one.kept] if kind in BELOW else []
        if one.missing != 1 or not laid or not one.goes_on:
            return ""
        values = {"one": self.t(f"heart.next.{kind}"), "any": self.t(f"heart.any.{laid[0]}")}
        return self.of("heart.does.opens", self.seat, move=self.name(one), **values)

    def first(self, line: str, points: int, risk: float) -> list[str]:
        """A clause about what the mover can take, unless the other seat is first, in a longer and a shorter way."""
        if risk <= SURE:
            return [line]
        keys = ("heart.does.first.takes", "heart.does.first.brief")
        return [self.of(key, 1 - self.seat, line=line, points=points) for key in keys]

    def prize(self, key: str) -> list[str]:
        """What the better move lets a card of the hand take next turn, in a longer and a shorter way."""
        one = self.better
        if not self.prized:
            return []
        what = self.lying(one.prize.space, one.prize.points)
        if one.wakes or kind_of(one.move) == one.prize.space or one.prize.space == "dwarf":
            what = self.gain(one.prize.points, one.wakes)
        count = len(values_of(one.prize.move))
        cards = self.of(f"heart.mine.{kind_of(one.prize.move)}", self.seat, count=count)
        return self.first(self.word(key, cards=cards, what=what, count=count), one.prize.points, one.risk)

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
        return [self.cost("spends", but, cards=self.sole(kind))] if alone else []

    def sole(self, kind: str) -> str:
        """The only card of its kind in the hand."""
        return self.t(f"heart.sole.{kind}")

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
        key = ("sends.them" if last else "sends.all") if total == below else "sends.next" if last else "sends.more"
        return [self.cost(key, but, points=below, total=total)] if below >= FEW and not self.better.below else []

    # sentences

    @property
    def merit(self) -> bool:
        """Whether the better move does more than draw cards."""
        spent = self.worse.spent and kind_of(self.worse.move) in self.better.kept
        ends = self.better.ends and not self.worse.ends
        return bool(self.better.points or self.prized or spent or ends)

    @property
    def by_draws(self) -> bool:
        """Whether the better move is told by the cards that it draws: it does nothing else, or they promise more."""
        if not self.more or self.better.points or self.better.ends:
            return False
        if not self.merit or not self.prized:
            return not self.merit or self.hope[1].mean >= 1
        prize = (self.better.next - self.worse.next) * (1 - self.better.risk)
        return self.hope[1].mean > 2 * max(prize, 1)

    def merits(self) -> str:
        """What speaks for the better move; "" if nothing can be seen."""
        one = self.better
        if self.by_draws:
            drawn = [self.number(one.drawn) for one in (self.worse, self.better)]
            names = {"move": self.name(self.better), "other": self.name(self.worse)}
            return self.of("heart.does.both", self.seat, number=drawn[0], more=drawn[1], **names)
        takes = [self.takes(one)] if one.points else []
        if one.ends and not self.worse.ends:
            return self.sentence(one, [[take, self.ends(one)] for take in takes] + [[self.ends(one)]])
        if takes:
            ways = [[*takes, more] for more in [*self.draws(), *self.prize("lets.then")[-1:]]] + [takes]
            return self.sentence(one, ways, "then")
        if lets := self.prize("lets"):
            return self.sentence(one, [[line] for line in lets], "after")
        if self.worse.spent and kind_of(self.worse.move) in one.kept:
            return self.sentence(one, [[self.waits(), *self.draws()], [self.waits()]], "then")
        return ""

    def hope_of(self) -> tuple[str, Hope]:
        """The space from which more cards drawn promise most after the better move, if it is more than after the
        worse one; "" if there is none. What that move itself lays counts half: the other seat may be first."""
        one, other = self.better.hopes, self.worse.hopes
        more = [at for at in one if one[at].mean - other.get(at, Hope()).mean >= PROMISING and one[at].points >= FEW]
        laid = kind_of(self.better.move)
        space = max(more, key=lambda at: one[at].mean * (HALF if at == laid else 1), default="")
        return (space, one[space]) if space else ("", Hope())

    def hopeful(self) -> str:
        """What one of the cards drawn can take next turn; "" if it is not worth a word."""
        space, hope = self.hope
        if not space or not self.more:
            return ""
        kind, one = kind_of(self.better.move), self.better
        what = self.lying(space, hope.points)
        if space == "petrified" and one.state["figure"] != self.seat:
            what = self.gain(hope.points, True)
        elif space == kind and hope.points == sum(values_of(one.move)) and kind in STACKS:
            what = self.t("heart.lying.laid", points=hope.points)
        cards = capital(self.t(f"heart.new.{'_'.join(hope.kinds)}"))
        if hope.helped:
            own = "many" if hope.helped > 1 else hope.kinds[0]
            cards = self.of(f"heart.with.{own}", self.seat, cards=cards)
        line, risk = self.word("finds", cards=cards, what=what), one.threats.get(space, Threat()).share()
        ways = [f"{clause}." for clause in self.first(line, hope.points, risk)]
        return next((way for way in ways if len(way.split()) <= LONG), ways[-1])

    def order(self) -> Told:
        """Why the better move comes first, where the worse one is still possible after it: the other seat could take
        first what it takes. Empty if that is not so."""
        one, other = self.worse, self.better
        waits = one.points and other.points and one.source != other.source
        put_off = other.prize.space == one.source and kind_of(other.prize.move) == kind_of(one.move)
        loses = one.threats.get(other.source, Threat()).share()
        if not waits or not put_off or one.ends or other.ends or loses < CLEAR or loses < other.risk + SOON:
            return []
        first = self.of("heart.does.before", 1 - self.seat, first=self.takes(other), points=other.points)
        return [
            (self.sentence(other, [[first]]), True),
            (self.sentence(one, [[self.takes(one), self.word("later")]], "yet"), False),
        ]

    def wasted(self) -> list[str]:
        """That the worse move takes nothing, and what that costs."""
        one, kind = self.worse, kind_of(self.worse.move)
        places = dict(zip(("place", "other"), (self.t(f"heart.on.{space}") for space in one.empty), strict=False))
        if not one.spent or len(values_of(one.move)) > 1:
            return [self.word("empty.both" if len(places) > 1 else "empty.one", **places)]
        wins = kind == "sorceress" and one.state["figure"] != self.seat
        return [self.word("nothing"), self.cost("spends.wakes" if wins else "spends", False, cards=self.sole(kind))]

    def faults(self) -> str:
        """What speaks against the worse move; "" if nothing can be seen."""
        one, other = self.worse, self.better
        if one.ends and not other.ends:
            takes = [self.takes(one), self.brief(one)] if one.points else []
            ways = [[take, self.ends(one, but=True)] for take in takes] or [[self.ends(one)]]
            return self.sentence(one, ways, "yet")
        if one.empty:
            sends = [[self.word("nothing"), cost] for cost in self.sends(False)]
            return self.sentence(one, [*sends, self.wasted()])
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
        if ways:
            return self.sentence(one, [*ways, [takes]], "two" if less else "yet")
        return self.sentence(one, [[takes, more] for more in self.fewer()] + [[takes]], "then")

    def bad_lay(self) -> str:
        """What a worse move that takes nothing leaves."""
        one, other = self.worse, self.better
        short, useless, opens = self.short(one), self.useless(), self.opens()
        if short and one.missing == 1:
            return short
        if opens:
            return opens
        taker, cards = kind_of(other.prize.move) if self.prized else "", len(values_of(other.prize.move))
        reach = one.reach.get(taker, NOTHING)
        wakes = reach.space == "petrified" and one.state["figure"] != self.seat
        if 0 < reach.points < other.prize.points and taker != "dwarf" and not wakes:
            alone = kind_of(one.move) == reach.space
            what = self.gain(reach.points) if alone else self.lying(reach.space, reach.points)
            whose = self.of(f"heart.mine.{taker}", self.seat, count=cards)
            return self.after(self.word("lets.only", cards=whose, what=what, count=cards))
        if short and (one.stake >= RICH or not self.more):
            return short
        if useless:
            return self.sentence(one, [[useless, *self.fewer()], [useless]], "then")
        if taker in one.kept and not reach.points and not self.by_draws:
            return self.after(self.word("idle", cards=self.own(taker, cards)))
        if not other.points:
            return ""
        left = one.threats.get(other.source, Threat())
        if left.share() < CLEAR:
            return self.sentence(one, [[self.takes(one)]])
        what = self.gain(left.points, True) if left.figure else self.lying(other.source, left.points)
        return self.of("heart.does.harm.may", 1 - self.seat, move=self.name(one), what=what)

    def after(self, clause: str) -> str:
        """What holds after the worse move, and how many cards it draws."""
        return self.sentence(self.worse, [[clause, *self.fewer()], [clause]], "after.then")

    def harm(self) -> str:
        """What the worse move lets the other seat take, and how often."""
        one = self.worse
        threat = one.threats[self.place]
        told = self.hurt >= HALF * self.reasoning.loss
        deals = self.say.often(threat.share(), one.whole)["deals"] if told else ""
        what = self.gain(threat.points, True) if threat.figure else self.lying(self.place, threat.points)
        values = {"what": what, "deals": deals, "move": self.name(one)}
        sure = "" if told else ".may"
        found = [self.of(f"heart.does.harm{sure}", 1 - self.seat, **values)]
        if one.points:
            found.insert(0, self.of(f"heart.does.harm_but{sure}", 1 - self.seat, first=self.takes(one), **values))
        return next((line for line in found if len(line.split()) <= LONG), found[-1])

    def told(self) -> Told:
        """The better move and the worse one; the worse one first if it takes nothing though it could have waited."""
        if order := self.order():
            return order
        faults, merits, one = self.faults(), self.merits(), self.worse
        if self.by_draws:
            hope = self.hopeful()
            weighty = one.points or one.empty or one.ends or self.harmful or self.short(one)
            found: Told = [(merits, True), (hope, True), (faults if weighty or not hope else "", False)]
            return [line for line in found if line[0]]
        if not merits and faults:
            return [(line, about) for line, about in ((faults, False), (self.still(), True)) if line]
        found = [(merits, True), (faults, False)]
        if one.empty:
            found.reverse()
        return [line for line in found if line[0]]
