"""Two moves of Dragonheart in a sentence each: what they do on the table, and what that leaves to whom."""

from __future__ import annotations

from collections.abc import Sequence

from ..play.reasons import Reasoning
from ..play.words import Telling
from .facts import CLEAR, Facts, Hope, Threat, facts, harm
from .motifs import BELOW, FEW, NOTHING, SINGLE, TAKES, heap, kind_of, values_of

LONG = 20  # words of a sentence at most, where it can be said in so few
PART = 1 / 4  # of the loss: less is not worth a word
HALF = 1 / 2  # of the loss: less is not worth a number of deals. Of points that are laid only now: see hope_of
MAIN = 0.6  # of the loss: what the worse move loses against any other one is the main thing
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
        more = self.better.next > self.worse.next or self.put_off
        self.prized = self.better.risk < LOST and more and not self.same

    @property
    def blame(self) -> float:
        """What the worse move loses against the best move that lays another kind, as a part of the loss. Fewer cards
        of the better move's kind are another kind where it is told by the cards that it draws."""
        kind, other, size = kind_of(self.worse.move), kind_of(self.better.move), len(values_of(self.worse.move))
        values, loss = self.reasoning.values, self.reasoning.loss
        found = [
            value
            for move, value in values.items()
            if kind_of(move) not in (kind, other)
            or (self.by_draws and kind_of(move) == other != kind and len(values_of(move)) <= size)
        ]
        return (max(found) - values[self.worse.move]) / loss if found and loss else 0.0

    @property
    def extra(self) -> float:
        """What the better move gains against as few cards of its kind as the worse one lays, as a part of the loss; 1
        where that cannot be said."""
        values, better, loss = self.reasoning.values, self.better.move, self.reasoning.loss
        kind, size = kind_of(better), len(values_of(self.worse.move))
        fewer = [value for move, value in values.items() if kind_of(move) == kind and len(values_of(move)) <= size]
        return (values[better] - max(fewer)) / loss if fewer and loss else 1.0

    @property
    def put_off(self) -> bool:
        """Whether the better move takes something else, and what the worse one takes can wait until next turn."""
        one, other = self.worse, self.better
        both = one.points and other.points and one.source != other.source and not (one.ends or other.ends)
        return bool(both) and other.prize.space == one.source and kind_of(other.prize.move) == kind_of(one.move)

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
        if one.figure or self.say.brief(self.worse.move) == self.say.brief(self.better.move):
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
        """What the last card of the space of a move takes, and who has the cards that are missing; "" if it is
        little."""
        kind, count = kind_of(one.move), one.missing
        if not count or not self.nearer:
            return ""
        number = self.number(count)
        missing = self.t(f"heart.missing.{kind}", count=count, number=number)
        if one.last_fleet and count == 1:
            return self.word("short.last", move=self.say.move(one.move), cards=missing, what=self.gain(one.stake))
        if one.stake < FEW:
            return ""
        space = max(TAKES[kind], key=lambda space: heap(one.state, space))
        what = [self.lying(space, one.stake), self.t(f"heart.from.{space}", points=one.stake)]
        if kind == "dwarf":
            what = [self.word("all", points=one.stake)]
        values = {"move": self.name(one), "cards": missing, "count": count, "number": number}
        key, then = "short.more", ""
        if one.ready >= CLEAR or one.kept[kind] < count > 1:
            ready = one.ready >= CLEAR
            key, then = ("short.ready", self.ready(one)) if ready else ("short.whoever", self.left(one))
            values["cards"] = self.t(f"heart.{'almost' if ready else 'further'}.{kind}", count=count, number=number)
        lines = [self.word(key, what=way, then=then, **values) for way in what]
        if one.ready >= CLEAR:
            lines.append(self.lets(one, self.lying(space, one.stake)))
        return next((line for line in lines if len(line.split()) <= LONG), lines[-1])

    def lets(self, one: Facts, what: str) -> str:
        """What the other seat can take by filling the space of a move, and how often."""
        deals = self.say.often(one.ready, one.whole)["deals"]
        return self.of("heart.does.harm", 1 - self.seat, move=self.name(one), what=what, deals=deals)

    @property
    def nearer(self) -> bool:
        """Whether only the worse move, or that more than the better one, is a step to the last card of its space."""
        return kind_of(self.worse.move) != kind_of(self.better.move) or self.worse.missing < self.better.missing

    def ready(self, one: Facts) -> str:
        """How often the other seat holds the cards that are missing in the space of a move."""
        deals = self.say.often(one.ready, one.whole)["deals"]
        cards = self.t(f"heart.it.{kind_of(one.move)}", count=one.missing)
        return self.of("heart.does.has", 1 - self.seat, cards=cards, deals=deals)

    def left(self, one: Facts) -> str:
        """How many cards of a move's kind the mover keeps."""
        kind, count = kind_of(one.move), one.kept[kind_of(one.move)]
        cards = self.t(f"heart.lacking.{kind}")
        if count:
            cards = self.t(f"heart.holding.{kind}", count=count, number=self.number(count))
        return self.of("heart.does.has", self.seat, cards=cards, deals="")

    def keeps(self) -> str:
        """That with one more card of the worse move's kind the mover could fill its space alone; "" if more are
        missing, or none is kept."""
        kind, one = kind_of(self.worse.move), self.better
        hopes = [one.hopes[space] for space in TAKES.get(kind, ()) if space in one.hopes]
        found = [hope for hope in hopes if kind in hope.kinds and hope.points]
        if kind == kind_of(one.move) or not found or not one.kept[kind] or not self.short(self.worse):
            return ""
        them = self.word("them.dwarf" if kind == "dwarf" else "them", points=found[0].points)
        cards = self.own(kind, one.kept[kind])
        return self.of("heart.does.keep", self.seat, cards=cards, more=self.t(f"heart.another.{kind}"), them=them)

    def alike(self) -> str:
        """That the better move takes the same with another card, and keeps the worse one's; "" if it does not."""
        one, other, kind = self.worse, self.better, kind_of(self.worse.move)
        if not one.points or (one.source, one.now) != (other.source, other.now) or not other.kept[kind]:
            return ""
        if kind == kind_of(other.move) or not other.goes_on:
            return ""
        key = "alike.wakes" if kind == "sorceress" and other.state["figure"] != self.seat else "alike"
        return self.sentence(other, [[self.word(key, points=one.points, cards=self.own(kind, other.kept[kind]))]])

    def still(self) -> str:
        """The cards that are missing after the better move where the worse one is a step to the last."""
        kind, one = kind_of(self.worse.move), self.worse
        if not one.missing or kind == kind_of(self.better.move):
            return ""
        cards = self.some(kind, one.missing + len(values_of(one.move)))
        return self.sentence(self.better, [[self.word("still", cards=cards), *self.draws()]], "after.then")

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
        if self.choice:
            return self.of("heart.does.choice", other, cards=self.own(kind))
        return self.word("waits.any" if self.worse.empty else "waits.more", cards=self.own(kind))

    @property
    def choice(self) -> bool:
        """Whether the worse move's card, if it is kept, has two stacks to take from."""
        stacks = [space for space in TAKES.get(kind_of(self.worse.move), ()) if heap(self.better.state, space)]
        return len(stacks) > 1 and self.better.goes_on

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
        if kind == kind_of(self.better.move) and points <= heap(self.better.state, kind):
            return ""
        if points < FEW or not one.goes_on or any(kind in TAKES[taker] for taker in one.kept if taker in SINGLE):
            return ""
        return self.of("heart.does.useless", self.seat, points=points)

    def ends(self, one: Facts, but: bool = False) -> str:
        """That a move brings the last turn, and how the match then stands, if the mover does not lead; of the better
        move, what that is good for."""
        own, their = (self.t.plain(score) for score in one.scores)
        lead = (one.scores[0] > one.scores[1]) - (one.scores[0] < one.scores[1])
        key = {1: "early", 0: "level", -1: "behind"}[lead]
        values = {"own": own, "their": their, "but": self.word("but") if but else ""}
        if one is self.better:
            return self.of("heart.does.ends.first" if lead > 0 else "heart.does.ends.less", 1 - self.seat)
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
        if not self.more or self.better.points or self.better.ends or self.extra < PART:
            return False
        if not self.merit or not self.prized:
            return not self.merit or self.hope[1].mean >= 1
        prize = (self.better.next - self.worse.next) * (1 - self.better.risk)
        return self.hope[1].mean > 2 * max(prize, 1)

    def merits(self) -> str:
        """What speaks for the better move; "" if nothing can be seen."""
        one = self.better
        if alike := self.alike():
            return alike
        if self.by_draws:
            return self.hopeful()
        takes = [self.takes(one)] if one.points else []
        if one.ends and not self.worse.ends:
            return self.sentence(one, [[take, self.ends(one)] for take in takes] + [[self.ends(one)]])
        if takes:
            then = self.prize("lets.still" if self.put_off else "lets.then")
            if then and (self.put_off or one.next > one.now):
                ways = [[take, clause] for clause in then for take in (*takes, self.brief(one))]
            else:
                ways = [*([*takes, clause] for clause in [*self.draws(), *then[-1:]]), takes]
            return self.sentence(one, ways, "then")
        spared = self.worse.spent and kind_of(self.worse.move) in one.kept
        lets = self.prize("lets")
        more = one.next - self.worse.now * (self.choice and not one.wakes)
        if lets and not (spared and more < FEW):
            return self.sentence(one, [[line] for line in lets], "after")
        if spared:
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
        """How many cards the better move draws, and what one of them could take next turn."""
        (space, hope), one, kind = self.hope, self.better, kind_of(self.better.move)
        values: dict[str, object] = {"move": self.name(one), "more": self.number(one.drawn)}
        values["number"] = self.number(self.worse.drawn)
        if not space:
            return self.of("heart.does.both", self.seat, other=self.name(self.worse), **values)
        values["what"] = self.lying(space, hope.points)
        if space == "petrified" and one.state["figure"] != self.seat:
            values["what"] = self.gain(hope.points, True)
        elif space == kind and hope.points == sum(values_of(one.move)) and kind in STACKS:
            values["what"] = self.t("heart.lying.laid", points=hope.points)
        elif space == "dwarf":
            values["what"] = self.word("all", points=hope.points)
        cards = self.t(f"heart.new.{'_'.join(hope.kinds)}")
        if hope.helped:
            own = "many" if hope.helped > 1 else hope.kinds[0]
            cards = self.of(f"heart.with.{own}", self.seat, cards=cards)
        values |= {"cards": cards, "drawn": self.worse.drawn}
        lines = [self.word(key, **values) for key in ("brings", "brings.brief")]
        return next((line for line in lines if len(line.split()) <= LONG), lines[-1])

    def order(self) -> Told:
        """Why the better move comes first, where the worse one is still possible after it: the other seat could take
        first what it takes. Empty if that is not so."""
        one, other = self.worse, self.better
        loses = one.threats.get(other.source, Threat()).share()
        if not self.put_off or loses < CLEAR or loses < other.risk + SOON:
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
        if self.harmful and not self.filled_next:
            return self.harm()
        return self.bad_take() if one.points else self.bad_lay()

    @property
    def filled_next(self) -> bool:
        """Whether the harm of the worse move is that the other seat can fill its space."""
        one, threat = self.worse, self.worse.threats[self.place]
        own = self.place in TAKES.get(kind_of(one.move), ()) and bool(self.short(one))
        return own and one.ready >= threat.share() - SURE

    def bad_take(self) -> str:
        """What a worse move that takes something costs, or that it takes little."""
        one, other = self.worse, self.better
        if self.alike():
            return ""
        if self.put_off:
            return self.sentence(one, [[self.takes(one), self.word("later")]], "yet")
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
        if short and (one.missing == 1 or self.blame >= MAIN or self.harmful):
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
            return short
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
        if self.place == kind_of(one.move) and self.useless():
            unable = self.of("heart.does.unable", self.seat)
            return self.of("heart.does.harm.alone", 1 - self.seat, unable=unable, **values)
        sure = "" if told else ".may"
        found = [self.of(f"heart.does.harm{sure}", 1 - self.seat, **values)]
        if one.points:
            found.insert(0, self.of(f"heart.does.harm_but{sure}", 1 - self.seat, first=self.takes(one), **values))
        return next((line for line in found if len(line.split()) <= LONG), found[-1])

    def told(self) -> Told:
        """The better move and the worse one; the worse one first if it takes nothing though it could have waited."""
        if order := self.order():
            return order
        fault, merit, one = self.faults(), self.merits(), self.worse
        short, weak = self.short(one), self.by_draws or not self.prized or self.better.next < one.stake
        if self.by_draws and self.hope[0] and not (one.points or one.empty or one.ends or self.harmful or short):
            fault = ""
        slight = self.prized and self.better.next < FEW and not self.better.points and not self.by_draws
        main = self.blame >= MAIN or slight
        step = fault and fault in (short, self.opens())
        if step and (not merit or (fault == short and main and weak)):
            merit, main = self.keeps() or merit or self.still(), True
        found: Told = [(merit, True), (fault, False)]
        if one.empty or main:
            found.reverse()
        if self.more and not merit and not fault:
            found = [(self.hopeful(), True)]
        return [line for line in found if line[0]]
