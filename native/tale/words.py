"""Fairy Tale in words: moves, cards and what they count, the sheets of cards and points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from math import ceil, sqrt
from typing import Any, NamedTuple, TypeVar, cast

from ..play.reasons import LEAST_PART, Deal, Finding, Reason, Reasoning, Trial, own_name
from ..play.words import LEAST_TOLD, Cell, EndComparison, Look, Sheet, Telling, TurningPoint
from ..position import Position
from ..screen.motion import Lying
from ..values import Advice, Event, Placed, Row
from .deck import deck
from .facts import (
    Account,
    Danger,
    Fact,
    Terms,
    account,
    danger,
    fact,
    first_turned,
    growth,
    hit_by_own,
    on_table,
    prospects,
    returns,
    terms,
    to_pair,
    too_early,
    waker,
    wanted,
    with_hand,
    woken,
)
from .known import cards_seen
from .motifs import (
    USED,
    arms,
    belongs,
    card_of,
    cheapest,
    drafts_on,
    feeds,
    flip_of,
    lay_gain,
    mates,
    rest_of,
    state_of,
    steps_left,
    view_of,
)
from .outlook import Family, Lack, families, lack_of, pick_gain
from .state import State

FACTIONS = ("Dragonvale", "Fairywood", "Holy Empire", "Shadow", "all")
KINDS = ("Character", "Story", "Home")
Finder = Callable[[Trial], Finding | None]
ZONES = {"pick": "pack", "play": "hand"}  # where a move's card lies, if not on the table
EFFECTS = ("hunt", "unflip", "flip", "draw", "exchange")
COUNTED = ("times", "met", "unmet")  # labels of cards that count by others on the table
MOST = 12  # cards on a table
ROMAN = ("I", "II", "III", "IV")  # the rounds
AWAY = 2  # cards of a hand that are put away when three are laid
LISTED = 20  # letters of a full name in a list
DOES = 22  # letters of an effect in a list
FACTS = ("points_now", "turned", "wakes", "wasted", "dead", "left_over", "flips_own", "flips_others")
PASSED = ("feeds", "arms")  # motifs told by the card that is passed on
PLAYED = ("brings", "brings_them")  # what the rest of the match brings
GROWING = ("one_more", "partner", "fellows")  # and by what a card goes with
EXPLAINS = 0.5  # of a loss: what the cards of two moves have to make up to be told
MOSTLY = 0.7  # of a loss: what the cards of the round make up if nothing else is worth a word
WORTHY = 2  # points that another seat gets by a card, or loses, to be worth a word by themselves
FEARED = 0.3  # how often a Shadow card that others may hold is laid in a step
VISIBLE = 0.1  # of a loss: what has to be seen of it on the table to be told where nothing explains more
RICH = 3  # points that a card brings, to be named before what it comes to
ADDED = ("adds", "adds.with", "spare")  # what a card brings in the round, all told
SIMPLE = ("counts", "struck")  # what two cards do that is told in one sentence
OPEN = ("lacks", "lacks.down", "self", "self.alone", "idle", "struck.self")  # what more cards may change
LISTED_SEATS = 2  # seats whose cards are told by their full names in a line
COLUMN = {4: 17, 5: 12}  # letters of a name in a seat's column, by number of seats


class Spot(NamedTuple):
    zone: str
    seat: int
    place: int


class Band(NamedTuple):
    """The text over a card. asked: it may be flipped. way: the sign of the effect."""

    text: str = ""
    asked: bool = False
    way: int = 0
    brief: str = ""  # the points alone


class StageLabel(NamedTuple):
    """A stage of the match on the track: its name, what it is about, whether it is on or over."""

    words: str
    tip: str
    now: bool
    done: bool


class Outlook(NamedTuple):
    """What a seat can expect: notes on its cards by name, its sets (name, picture, state, points),
    and the best present offer."""

    notes: dict[str, Band]
    sets: list[tuple[str, str, str, str]]
    offer: str


NOTHING = Outlook({}, [], "")


class Reveal(NamedTuple):
    """The cards that are laid and revealed together: their places on all tables, whether they are
    up, and what that brings each seat."""

    place: int
    up: bool
    gains: dict[int, int]


class Printed(NamedTuple):
    """What is printed on a card; marks: its symbols."""

    card: str
    points: str
    each: str  # a word for points that count others
    faction: str
    name: str
    text: str
    marks: tuple[str, ...]


Shown = TypeVar("Shown", bound=Lying)


def plain(card: str) -> str:
    """The name of a card that may lie face down."""
    return card.removeprefix("down ")


def signed(points: int) -> str:
    """Points as a number, with a true minus sign."""
    return str(points).replace("-", "−")


def difference(points: int) -> str:
    """A change of points, with its sign."""
    return f"{points:+d}".replace("-", "−") if points else "±0"


def named(name: str) -> list[str]:
    """The names on which a card's points depend: what it multiplies, what its condition needs."""
    card = deck()[name]
    return [card["times"]] if "times" in card else list(card.get("condition", {}).get("cards", []))


def friends(name: str) -> list[str]:
    """Other cards that count this card: it is their Friend."""
    return [card["name"] for card in deck().values() if card.get("times") == name != card["name"]]


def reach(name: str) -> list[str]:
    """All cards that count as this name, each as often as it is in the deck."""
    return [
        card["name"]
        for card in deck().values()
        for _ in range(card["copies"])
        if name in (card["name"], *card.get("counts_as", ())) or "almighty" in card
    ]


def without_lack(told: Fact) -> Fact:
    """What the better of two cards does, without what it lacks so far."""
    return told._replace(way="counts") if told.way == "idle" else told


def bare(told: Fact) -> Fact:
    """What a card does, without the cards in hand that it does so with."""
    return told._replace(values={name: value for name, value in told.values.items() if name != "hand"})


def sides(pair: tuple[str, str] | None) -> list[tuple[str, bool | None]]:
    """Sentences about a worse move and a better one, each with whether it is about the better one."""
    return list(zip(pair or (), (False, True), strict=False))


class TaleTelling(Telling):
    """The words of a match, and its sheets. Results are cached for a position."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.kept: dict[Any, Any] = {}
        self.kept_for: Any = None

    @property
    def state(self) -> State:
        return cast("State", self.look.state)

    def short_of(self, reason: Reason, move: str, share: float) -> tuple[str, dict[str, object]]:
        """What the text says of the other move. If it flips a card, that card is named with its own
        partners."""
        flips = move.startswith("pick ") and flip_of(move.removeprefix("pick "), "flip")
        if flips and (key := f"motif.{reason.motif}.flips") in self.t:
            return key, {}
        if reason.motif in ("tale.wasted", "tale.flips_own") and move.startswith("play "):
            trial = self.trial(reason, move)
            more = lay_gain(state_of(trial), trial.seat, card_of(trial))
            net = reason.finding.values["brings"] - (reason.least or 0)
            if more > net:
                return f"motif.{reason.motif}.other.more", {"more": self.t.plain(more)}
        if share >= LEAST_TOLD and (key := f"motif.{reason.motif}.other.some") in self.t:
            return key, {}
        return super().short_of(reason, move, share)

    def told(self, reasoning: Reasoning, hint: bool = False) -> list[tuple[str, bool | None]]:
        """The card of the move first, then that of the better one, and what follows from them."""
        unknown: list[tuple[str, bool | None]] | None = [] if reasoning.move.partition(" ")[0] in ZONES else None
        lines = self.lines_of(reasoning) if reasoning.done else unknown
        if lines is None:
            return super().told(reasoning, hint)
        return [one for one in lines if one[0] and (one[1] or not hint)]

    def lines_of(self, reasoning: Reasoning) -> list[tuple[str, bool | None]] | None:
        """The same with whether each is about the better move; None where the motif found says it by itself."""
        if both := self.weighed(reasoning):
            return sides(both)
        found, pair = reasoning.found, (reasoning.move, reasoning.better)
        if reasoning.move.partition(" ")[0] in ZONES:  # what else the cards show makes up too little of the loss
            found = [one for one in found if own_name(one) not in (*FACTS, *PASSED, *GROWING)]
            if not found:
                return sides(self.short(reasoning))
        if not found:
            return sides(self.woken_again(reasoning)) or None
        name = own_name(found[0])
        if name == "threatened" and (exposed := self.exposed(found[0], *pair)):
            return sides(exposed)
        if name in PLAYED:
            return self.of_rest(reasoning, found[0])
        return sides(self.reason(found[0], *pair)) if name in (*PASSED, *FACTS, *GROWING) else None

    def of_rest(self, reasoning: Reasoning, reason: Reason) -> list[tuple[str, bool | None]]:
        """What the rest of the match brings, by the cards of both moves if they show it."""
        pair = reasoning.move, reasoning.better
        hoped = self.hoped(reason, *pair)
        if hoped is None or not hoped[1]:
            hoped = self.short(reasoning) or hoped
        if hoped is not None:
            return sides(hoped)
        first, link = (self.reason(reason, *pair)[0], reason.good), self.brought_about(reason, *pair)
        own = reason.finding.values["card"] == pair[1].partition(" ")[2]
        before = self.before(reason, *pair) if own_name(reason) == "brings" and (own or not link[0]) else None
        return [before, first] if before else [first, link]

    def woken_again(self, reasoning: Reasoning) -> tuple[str, str] | None:
        """That no card in hand turns up again what the worse of two flips turns down, and which one does so for the
        better; None if that is not so."""
        trials = self.pair(reasoning, ("flip",))
        if trials is None or not (by := waker(*trials)):
            return None
        worse, better = (self.card(card_of(trial)) for trial in trials)
        first = self.t(self.own("tale.fact.again.none"), worse=worse)
        return first, self.t(self.own("tale.fact.again"), card=self.card(by), better=better)

    def pair(self, reasoning: Reasoning, verbs: Iterable[str] = ZONES) -> tuple[Trial, Trial] | None:
        """The worse move and the better one, tried in the deal that is likeliest; None if they are of other kinds."""
        fits = reasoning.move.partition(" ")[0] in verbs and reasoning.loss > 0
        if not fits or reasoning.likeliest is None:
            return None
        deal = Deal(reasoning.seat, reasoning.likeliest)
        return Trial(deal, reasoning.move), Trial(deal, reasoning.better)

    def weighed(self, reasoning: Reasoning) -> tuple[str, str] | None:
        """Two cards that are laid or kept side by side, by what makes most of the difference; None if their cards
        make up too little of the loss."""
        trials = self.pair(reasoning)
        found = account(*trials) if trials else None
        if trials is None or found is None:
            return None
        parts, least = terms(found, *trials), reasoning.loss * EXPLAINS
        if sum(parts) - min(parts.grown, 0.0) < least:
            return None
        other = max(("fed", "armed", "grown"), key=lambda name: getattr(parts, name))
        mate = prospects(trials[1])[1]
        if parts.grown > 0 and mate and parts.own + getattr(parts, other) < least:
            other = "grown"
        more = getattr(parts, other)
        if early := self.early(found, *trials):
            return early
        if found.clash and parts.own >= least:
            return self.clashing(found)
        if found.soon and parts.own >= least:
            return self.soon(found)
        if found.order and parts.own >= least:
            return self.ordered(found, trials[0])
        mostly = reasoning.loss * MOSTLY
        enough = min(mostly, more) if other == "grown" else max(mostly, more)
        if parts.own >= least and (more <= 0 or parts.own >= enough):
            return self.side_by_side(found, trials[1])
        if parts.own < 0:
            return self.outweighed(found, parts, *trials)
        if other == "grown":
            if found.better.way.startswith("spares"):
                return self.side_by_side(found, trials[1])
            if prospects(trials[0])[0] > 0 and (left := self.left(*trials)):
                return left
            grows = self.growing(trials[1], mate) if mate else ""
            return self.fact(found.worse), grows or self.fact(without_lack(found.better))
        if more >= least:
            return self.passed(feeds if other == "fed" else arms, *trials)
        if found.worse.gain >= RICH and found.speaks:
            return self.side_by_side(found, trials[1])
        return self.both(found), self.passed_too(feeds if other == "fed" else arms, *trials)

    def outweighed(self, found: Account, parts: Terms, worse: Trial, better: Trial) -> tuple[str, str] | None:
        """What the worse card brings more in this round, and what speaks against it all the same; None if what can be
        told is less than that."""
        more = -round(parts.own)
        fed = feeds(worse) if parts.fed > 0 else None
        if fed and fed.level > more and self.comes_back(worse, better):
            return self.passed(feeds, worse, better)
        said = self.against(parts, worse, better, more)
        if not said:
            return None
        cards = {"card": self.card(found.worse.card), "other": self.card(found.better.card)}
        key = f"tale.fact.objection{'.now' if worse.move.startswith('play') else ''}"
        return self.t(key, **cards, n=more), max(said, key=lambda one: one[0])[1]

    def against(self, parts: Terms, worse: Trial, better: Trial, least: int) -> list[tuple[float, str]]:
        """What speaks against a pick besides the points of the round, with how much that is worth; only what is told
        with a figure of at least so much."""
        said: list[tuple[float, str]] = []
        want = wanted(worse, better)
        for find, part in ((feeds, parts.fed), (arms, parts.armed)):
            finding = find(worse) if part > 0 else None
            if finding and finding.level >= least:
                said.append((part, self.passed_too(find, worse, better)))
        if want and want.gain >= max(least, WORTHY):
            card = self.card(card_of(better))
            words = self.of_seat("tale.fact.reaches", want.who, card=card, n=want.gain)
            said.append((want.gain * USED / (len(state_of(better)["points"]) - 1), words))
        if back := self.comes_back(worse, better):
            said.append((on_table(worse).gain * USED, back))
        more, mate = prospects(better)
        less = prospects(worse)[0]
        alike = less > 0 and self.left(worse, better) is not None
        grown = parts.grown > 0 and 2 * parts.grown >= least and more > less
        if grown and mate and not alike and (grows := self.growing(better, mate)):
            said.append((parts.grown, grows))
        return said

    def short(self, reasoning: Reasoning) -> tuple[str, str] | None:
        """What the cards of two moves show in favour of the better one, though it makes up little of the loss; None
        if they show nothing."""
        trials = self.pair(reasoning)
        found = account(*trials) if trials else None
        if trials is None or found is None:
            return None
        parts, now = terms(found, *trials), (on_table(trials[0]), on_table(trials[1]))
        poor = self.fact(found.worse, found.later) if with_hand(*trials) else self.fact(now[0])
        ways: list[tuple[float, tuple[str, str]]] = []
        if told := self.early(found, *trials):
            return told
        if found.clash:
            ways.append((found.gain, self.clashing(found)))
        elif found.soon >= WORTHY:
            ways.append((found.gain, self.soon(found)))
        elif found.order and found.speaks:
            ways.append((found.gain, self.ordered(found, trials[0])))
        elif found.better.gain > found.worse.gain:
            ways.append((found.gain, self.side_by_side(found, trials[1])))
        if now[1].gain > now[0].gain and not with_hand(*trials):
            ways.append((now[1].gain - now[0].gain, (self.fact(now[0]), self.fact(without_lack(now[1])))))
        if parts.own >= 0:
            ways += [(part, (poor, words)) for part, words in self.against(parts, *trials, 0)]
        elif told := self.outweighed(found, parts, *trials):
            ways.append((max(parts[1:]), told))
        if trials[0].move.startswith("play") and (feared := danger(*trials)):
            told = self.in_danger(feared, found.worse.card, found.better.card)
            ways.append(((feared.worse - feared.better) * FEARED, told))
        ways = [way for way in ways if way[0] >= reasoning.loss * VISIBLE]
        if said := self.turned_and_woken(trials[1]):
            ways.append((0.0, (poor, said)))
        others = self.ready(found, trials[1]), self.hit_by_own(*trials), self.left(*trials)
        ways += [(0.0, told) for told in others if told]
        return max(ways, default=(0.0, None), key=lambda way: way[0])[1]

    def ready(self, found: Account, better: Trial) -> tuple[str, str] | None:
        """That the better of two cards turns up one that counts nothing as yet, but counts others to come, while the
        worse one turns up none; None if that is not so."""
        if found.worse.way != "idle" or found.better.way != "wakes.nothing" or not drafts_on(better):
            return None
        (turned,) = found.better.values["cards"]
        grown = growth(view_of(state_of(better), better.seat), (), turned, prospects(better, turned)[1] or turned)
        if grown is None or not grown.counts:
            return None
        values = {"card": self.card(found.better.card), "cards": self.card(turned), "mate": self.card(grown.mate)}
        return self.fact(found.worse), self.t(self.own("tale.fact.ready"), **values, n=grown.points)

    def left(self, worse: Trial, better: Trial) -> tuple[str, str] | None:
        """How many cards can still come for each of two cards to count with; None if it is no more for the better."""
        pairs = to_pair(worse), to_pair(better)
        if not drafts_on(better) or not (pairs[0][0] and pairs[1][0]) or pairs[1][1] <= pairs[0][1]:
            return None
        if on_table(worse).gain > on_table(better).gain:
            return None
        first, then = (
            self.t(
                f"tale.fact.left{'.own' if mate == card_of(one) else ''}{'' if n else '.none'}",
                card=self.card(card_of(one)), cards=self.card(mate), n=n,
            )
            for one, (mate, n) in zip((worse, better), pairs, strict=True)
        )  # fmt: skip
        return first, then

    def hit_by_own(self, worse: Trial, better: Trial) -> tuple[str, str] | None:
        """Which card in hand can hit the worse of two picks, but not the better one; None if none can."""
        if not (held := hit_by_own(worse, better)):
            return None
        faction = self.t(f"tale.fact.of.{deck()[held]['effect']['faction']}")
        names = {"worse": self.card(card_of(worse)), "better": self.card(card_of(better))}
        first = self.t(self.own("tale.fact.hits"), card=self.card(held), faction=faction)
        return first, self.t("tale.fact.hits.one", **names)

    def early(self, found: Account, worse: Trial, better: Trial) -> tuple[str, str] | None:
        """That the worse of two cards finds nothing to turn as yet, but may do so later in the round; None if that is
        not so, or if more speaks against it."""
        if found.speaks and found.gain > 1:
            return None
        goes_on = worse.move.startswith("play") and steps_left(state_of(worse), worse.seat) > 1
        if found.worse.way == "idle" and goes_on:
            then = self.turned_and_woken(better)
            if not then and found.better.gain > max(found.worse.gain, 1):
                then = self.fact(found.better, found.later)
            return self.fact(found.worse), then or self.t("tale.fact.wait", **self.fact_words(found.worse))
        if not (faction := too_early(worse, better)):
            return None
        words = self.t("tale.fact.early", card=self.card(card_of(worse)), faction=self.t(f"tale.fact.of.{faction}"))
        return words, self.fact(without_lack(found.better), found.later)

    def side_by_side(self, found: Account, better: Trial) -> tuple[str, str]:
        """What two cards do; of one that begins a set while there are rounds to come, how it grows."""
        pair = found.worse, found.better
        if all(one.way == "adds.with" for one in pair) and len({one.values["cards"] for one in pair}) == 1:
            return "", self.both(found)
        card, state = found.better.card, state_of(better)
        begins = found.better.way == "counts" and deck()[card].get("times") == card
        grows = self.growing(better, card) if begins and state["stage"] + 2 < state["stages"] else ""
        held = [one.values.get("hand") for one in pair]
        then = not grows and held[0] and held[0] == held[1]
        best = self.t("tale.fact.then", words=self.fact(bare(found.better), found.later)) if then else ""
        return self.fact(found.worse, found.later), grows or best or self.fact(
            without_lack(found.better), found.later
        )

    def clashing(self, found: Account) -> tuple[str, str]:
        """Why the better of two cards that are both laid goes first."""
        clash = found.clash
        assert clash
        worse, better = self.card(found.worse.card), self.card(found.better.card)
        first = {"card": worse, "other": better, "cards": self.card(clash.victim), "n": clash.cost}
        then = {"card": better, "cards": self.card(clash.before) if clash.before else "", "n": clash.least}
        end = "less" if clash.before else "none"
        return self.t(self.own("tale.fact.clash"), **first), self.t(self.own(f"tale.fact.clash.{end}"), **then)

    def soon(self, found: Account) -> tuple[str, str]:
        """Why a card that turns down another seat's goes first: later that seat may have a cheaper one."""
        words = self.fact_words(found.better)
        worse = self.t("tale.fact.waits", card=self.card(found.worse.card))
        return worse, self.t("tale.fact.soon", **{name: words[name] for name in ("card", "who", "victim", "fall")})

    def own(self, key: str) -> str:
        """The key of a text about the seat to act, which is addressed if it is the only person's."""
        you = f"{key}.you"
        return you if you in self.t and self.spoken_to(self.look.match.to_act) else key

    def both(self, found: Account) -> str:
        """What two cards do, in one sentence if there is a short one, else what the worse one does."""
        pair = found.worse, found.better
        ways = {one.way for one in pair}
        if ways <= {*SIMPLE}:
            return f"{self.fact(found.worse).removesuffix('.')}; {self.fact(found.better)}"
        if not ways <= {*ADDED}:
            return self.fact(found.worse)
        cards = {"card": self.card(found.worse.card), "n": self.t.plain(found.worse.gain)}
        cards |= {"other": self.card(found.better.card), "more": self.t.plain(found.better.gain)}
        others = {one.values["cards"] for one in pair}
        if ways == {"adds.with"} and len(others) == 1:
            return self.t(self.own("tale.fact.adds.both.with"), **cards, cards=self.each(others.pop()))
        return self.t("tale.fact.adds.both", **cards)

    def passed_too(self, find: Finder, worse: Trial, better: Trial) -> str:
        """What the worst card that is passed on means after each of two moves, in one sentence."""
        found, left = find(worse), find(better)
        assert found
        least, name = round(left.level) if left else 0, "armed" if find is arms else "passed"
        values = {"card": self.card(found.values["card"]), "n": round(found.level), "least": least}
        if find is arms:
            values["cards"] = self.t.listing([self.card(one) for one in found.values["cards"]])
        else:
            values["why"] = self.why_worth(found, worse)
        return self.of_seat(f"tale.fact.{name}{'' if least else '.none'}", found.values["who"], **values)

    def why_worth(self, found: Finding, trial: Trial) -> str:
        """Why a card that is passed on is worth something to the next seat, after a colon; "" if it counts alone."""
        told = fact(view_of(state_of(trial), found.values["who"]), found.values["card"])
        key = f"tale.fact.why.{told.way}"
        return self.t(key, **self.fact_words(told)) if key in self.t and told.gain == found.level else ""

    def reason(self, reason: Reason, move: str, better: str, *, alone: bool = False) -> tuple[str, str]:
        """Both moves side by side, where the cards on the table say it."""
        name, trials = own_name(reason), (self.trial(reason, move), self.trial(reason, better))
        if name in PASSED:
            return self.passed(feeds if name == "feeds" else arms, *trials)
        found = account(*trials) if name in (*FACTS, *GROWING) else None
        together = name == "partner" and found is not None and found.speaks
        if name in GROWING and not together and (grows := self.grows(reason, trials[1])):
            return self.poor_card(found, even=True), grows
        if found and name == "wasted" and found.worse.way == "idle" and not found.speaks:
            return self.fact(found.worse), self.t("tale.fact.wait", **self.fact_words(found.worse))
        if found is None or not found.speaks:
            return super().reason(reason, move, better, alone=alone)
        if found.order:
            return self.ordered(found, trials[0])
        if found.soon:
            return self.soon(found)
        return self.side_by_side(found, trials[1])

    def ordered(self, found: Account, worse: Trial) -> tuple[str, str]:
        """What two cards come to that may both be laid in the round, and in which order."""
        turned = first_turned(worse)
        way = ".self" if turned == found.worse.card else ".turns" if turned else ""
        way = ".idle" if found.worse.way == "idle" else way
        values = {"card": self.card(found.worse.card), "n": found.sums[0]}
        values |= {"cards": self.card(turned)} if turned else {}
        best = {"card": self.card(found.better.card), "n": found.sums[1], "cards": self.each(found.order)}
        return self.t(self.own(f"tale.fact.order{way}"), **values), self.t("tale.fact.order.best", **best)

    def grows(self, reason: Reason, better: Trial) -> str:
        """What a card counts, and how it grows with others."""
        cards, card = reason.finding.values["cards"], card_of(better)
        return self.growing(better, card if card in cards else cards[0])

    def growing(self, better: Trial, mate: str) -> str:
        """The same with one of its mates."""
        card, view = card_of(better), view_of(state_of(better), better.seat)
        held = view.hand if better.move.startswith("pick") else ()
        found = growth(view, held, card, mate)
        if found is None:
            return ""
        name = self.card(card)
        if found.k:
            sums = {f"sum{more}": (found.k + more) ** 2 for more in range(3)}
            return self.t(f"tale.fact.grows{'.alone' if found.k == 1 else ''}", card=name, k=found.k, **sums)
        told = fact(view._replace(up=tuple(sorted((*view.up, *held)))), card)
        own = self.t.plain(told.values["own"])
        count = (*view.up, *held).count(card) + 1
        if count > 1 and not found.counts:
            each = {"cards": self.card(found.mate), "n": count * found.points}
            return self.t("tale.fact.grows.many", card=name, own=own, k=count, **each)
        way = ("counts" if told.values["own"] else "counts.none") if found.counts else "counted"
        return self.t(f"tale.fact.grows.{way}", card=name, own=own, cards=self.card(found.mate), n=found.points)

    def exposed(self, reason: Reason, move: str, better: str) -> tuple[str, str] | None:
        """What a card that another seat may lay costs after each of two moves; None if the better one is no safer."""
        by, view = reason.finding.values["card"], view_of(state_of(self.trial(reason, move)), reason.deal.to_act or 0)
        turns, cards = flip_of(by, "flip"), [card_of(self.trial(reason, one)) for one in (move, better)]
        costs = [cheapest(view, turns[1] if turns else "any", (card,))[0] for card in cards]
        return self.in_danger(Danger(by, *costs), *cards) if costs[1] < costs[0] else None

    def in_danger(self, found: Danger, worse: str, better: str) -> tuple[str, str]:
        """What a Shadow card in another hand can cost with each of two cards."""
        names = {"card": self.card(found.card), "worse": self.card(worse), "better": self.card(better)}
        end = "safer" if found.better > 0 else "safe"
        first = self.t("tale.fact.exposed", **names, n=found.worse)
        return first, self.t(f"tale.fact.{end}", **names, n=found.better)

    def hoped(self, reason: Reason, move: str, better: str) -> tuple[str, str] | None:
        """What the cards of two moves may come to, where the rest of the match is about a card that the better one
        goes with, or keeps from another seat; None where it is not."""
        worse, trial = self.trial(reason, move), self.trial(reason, better)
        who, card, state = reason.finding.values["who"], reason.finding.values["card"], state_of(trial)
        found = account(worse, trial)
        poor = self.fact(found.worse) if found else ""
        if who == trial.seat:
            if said := self.turned_and_woken(trial):
                return poor, said
            if not found or not found.speaks:
                return "", ""
            later = state["stage"] + 2 < state["stages"] and prospects(trial)[0] > prospects(worse)[0]
            if later and (grows := self.growing(trial, card)):
                return poor, grows
            if found.order or found.clash or found.soon or found.gain < reason.worth * LEAST_PART:
                return "", ""
            return self.side_by_side(found, trial)
        worth = lay_gain(state, who, card) if who != trial.seat and better == f"pick {card}" else 0
        if worth <= 0:
            return None
        fed, left = feeds(worse), feeds(trial)
        alone = fed is not None and (left is None or left.level < fed.level)
        if alone and fed and (fed.values["who"], fed.values["card"]) == (who, card):
            return poor, self.passed_too(feeds, worse, trial)
        if worth <= lay_gain(state, who, card_of(worse)):  # which is passed on instead
            return "", ""
        return poor, self.of_seat("tale.fact.reaches", who, card=self.card(card), n=worth)

    def turned_and_woken(self, trial: Trial) -> str:
        """Which card of the round turns up again what the card laid turns down; "" if none does."""
        if not (plan := woken(trial)):
            return ""
        victim, by = plan
        key = "tale.fact.woken.self" if trial.move == f"play {victim}" else "tale.fact.woken"
        return self.t(key, card=self.card(card_of(trial)), cards=self.card(victim), by=self.card(by))

    def before(self, reason: Reason, move: str, better: str) -> tuple[str, bool]:
        """What the cards show before it is told what one of them brings, and whether it is about the better move."""
        trials = self.trial(reason, move), self.trial(reason, better)
        if said := self.turned_and_woken(trials[1]):
            return said, True
        found = account(*trials)
        if poor := self.poor_card(found):
            return poor, False
        rich = found is not None and not found.order and found.better.gain >= max(found.worse.gain, RICH)
        return (self.fact(found.better, found.later), True) if rich and found else ("", True)

    def passed(self, find: Finder, worse: Trial, better: Trial) -> tuple[str, str]:
        """What a card that is passed on does for the next seat, and what the best card does then if it is kept."""
        found, left = find(worse), find(better)
        assert found
        who, card, name = found.values["who"], found.values["card"], "arms" if find is arms else "feeds"
        values: dict[str, object] = {"card": self.card(card), "n": round(found.level), "why": ""}
        if find is arms:
            values["cards"] = self.t.listing([self.card(one) for one in found.values["cards"]])
        else:
            values["why"] = self.why_worth(found, worse)
        least = round(left.level) if left else 0
        values |= {"worse": self.card(card_of(worse)), "better": self.card(card_of(better))}
        own = ".own" if find is arms and self.spoken_to(worse.seat) else ""
        end = "" if left else ".none"
        return (
            self.of_seat(f"motif.tale.{name}.text{own}", who, **values),
            self.comes_back(worse, better)
            or self.of_seat(f"motif.tale.{name}.other{end}", who, **values | {"n": least}),
        )

    def comes_back(self, worse: Trial, better: Trial) -> str:
        """Why the worse of two picks, if it scores too, comes back after the better one; "" if it need not."""
        back, rest = returns(worse, better), rest_of(better)
        if back is None or rest is None or on_table(worse).gain < RICH:
            return ""
        values: dict[str, object] = {"card": self.card(card_of(worse)), "better": self.card(card_of(better))}
        if back.sure:
            return self.t(self.own("tale.fact.back.sure"), **values)
        values |= {"n": back.left, "least": back.most}
        if not back.rather:
            return self.t(self.own(f"tale.fact.back.left{'' if back.most > 0 else '.none'}"), **values)
        return self.of_seat("tale.fact.back", rest[0], **values, rather=self.card(back.rather), more=back.gain)

    def poor_card(self, found: Account | None, *, even: bool = False) -> str:
        """What the card of the worse move does, if that speaks for the better one; else "". even: or for neither."""
        if found is None or found.order:
            return ""
        poor = found.worse.gain < found.better.gain + even or found.worse.gain <= min(1, found.better.gain)
        return self.fact(found.worse, found.later) if poor else ""

    def fact(self, told: Fact, later: bool = False) -> str:
        """What a card does when it is laid, in a sentence. later: once other cards of the round are laid."""
        goes_on = told.way in OPEN and self.state["stage"] < self.state["stages"] - 1
        round_ = self.t(f"tale.fact.{'round' if later else 'far'}") if later or goes_on else ""
        words = self.t(self.own(f"tale.fact.{told.way}"), **self.fact_words(told), round=round_)
        if not (held := told.values.get("hand")):
            return words
        return self.t(self.own("tale.fact.hand"), cards=self.each(held), words=words)

    def each(self, cards: Iterable[str]) -> str:
        """Several cards by name, each marked as a name."""
        return self.t.listing([self.t("tale.fact.each", card=self.card(one)) for one in cards])

    def fact_words(self, told: Fact) -> dict[str, object]:
        """The values of the text about what a card does."""
        found = {name: value for name, value in told.values.items() if name not in ("who", "faction", "hand")}
        found = {name: self.t.plain(value) if isinstance(value, int) else value for name, value in found.items()}
        found["card"] = self.several(told.card) if "m" in found else self.card(told.card)
        if "cards" in found:
            names = told.values["cards"]
            found["cards"] = (
                self.each(names) if told.way in ADDED else self.t.listing([self.card(one) for one in names])
            )
        found |= {name: self.card(told.values[name]) for name in ("victim", "by") if name in found}
        if "faction" in told.values:
            found["faction"] = self.t(f"tale.fact.of.{told.values['faction']}")
        if "who" in told.values:
            match = self.look.match
            found["who"] = self.look.name(((match.to_act or 0) + 1 + told.values["who"]) % match.seats_count)
        return found

    def reason_words(self, reason: Reason) -> dict[str, object]:
        """The values of a reason's text. k and sum: of cards that count each other, how many there are and what
        they count."""
        found, values = super().reason_words(reason), reason.finding.values
        if values.get("way") == "family" and reason.least is not None:
            up = view_of(cast("State", reason.deal.state()), values["who"]).up.count(values["card"])
            k = ceil(sqrt(up * up + reason.least))
            found |= {"k": k, "sum": k * k, "cards": self.several(values["card"])}
        return found

    def several(self, card: str) -> str:
        """Several cards of a name."""
        key = f"tale.several.{card}"
        return self.t(key) if key in self.t else self.card(card)

    def brought_about(self, reason: Reason, move: str, better: str) -> tuple[str, bool]:
        """Which of the seat's cards count with the one that the reason is about, or how another seat comes by it."""
        who, card, seat = reason.finding.values["who"], reason.finding.values["card"], reason.deal.to_act or 0
        kept, state = card_of(self.trial(reason, better)), state_of(self.trial(reason, move))
        name = self.card(card)
        if who == seat:
            view = view_of(state, seat)
            with_it = [one for one in mates(card) if one != card and one in (*view.up, *view.hand, kept)]
            if card != kept and kept not in with_it:
                return "", False
            shown = [kept] if card != kept else with_it
            names = self.t.listing([self.card(one) for one in shown[:2]])
            rule = "" if "effect" in deck()[card] else self.plainly(card)
            key = "rule" if rule else "mates" if shown else ""
            return (self.t(f"tale.how.{key}", card=name, cards=names, rule=rule), True) if key else ("", False)
        rest = rest_of(self.trial(reason, move)) if move.startswith("pick ") else None
        if rest is None or rest[0] != who:
            return "", False
        if kept == card:
            return self.of_seat("tale.how.passed", who, card=name), False
        wakes, down = flip_of(kept, "unflip"), view_of(state, who).down
        if wakes and wakes[0] == "you" and card in down and belongs(card, wakes[1]):
            return self.of_seat("tale.how.woken", who, card=name, by=self.card(kept)), False
        return "", False

    def once(self, what: Any, make: Any) -> Any:
        """A result that is computed once per position."""
        key = (self.look.match.key(), self.look.viewer, self.look.seat)
        if key != self.kept_for:
            self.kept, self.kept_for = {}, key
        if what not in self.kept:
            self.kept[what] = make()
        return self.kept[what]

    # moves and tasks

    def verb(self, legal: list[str]) -> str:
        """The kind of choice: pick, play, flip, unflip or exchange."""
        return next(iter(legal), "").partition(" ")[0]

    def at_once(self, behind: bool) -> str:
        """That the others choose a card: all keep or lay one at the same time."""
        match = self.look.match
        if self.verb(match.moves[-1:] if behind else match.legal()) not in ("pick", "play"):
            return ""
        others = [seat for seat in range(match.seats_count) if seat != self.look.seat]
        key = "tale.choosing" if others[1:] else "tale.choosing.one"
        return self.t(key, name=self.look.name(others[0]))

    def task(self, legal: list[str], held: bool, cause: str, by: int) -> str:
        """What to do now. held: a card is chosen; in an exchange, the viewer's. cause: the card that
        asks for it, by: the seat that laid it."""
        verb = self.verb(legal)
        key = f"tale.task.{'give' if held and verb == 'exchange' else verb}"
        effect = deck()[cause].get("effect", {}) if cause else {}
        if effect.get("what") != verb:
            name, state = self.look.name(self.next_seat()), self.state
            if verb == "pick" and state["round"] > 1 and not state["hands"][self.look.seat]:
                way = self.t(f"tale.way.{state['passes']}")
                return self.t("tale.task.turned", n=state["round"], way=way)
            each = state["places"] // state["round"]
            laid = len(state["table"][self.look.seat]) - state["places"] + each
            return self.t(key, name=name, n=laid + 1, of=each)
        cards = self.t(f"tale.cards_of.{effect['faction']}")
        return self.t(f"{key}.by", whose=self.owned(cause, by).text, cards=cards)

    def pack_way(self) -> str:
        """Where the pack at hand comes from, and where it goes."""
        count, seat, passes = self.look.match.seats_count, self.look.seat, self.state["passes"]
        before, after = (self.look.name((seat + way) % count) for way in (-passes, passes))
        return self.t("tale.passed", before=before, after=after)

    def causer(self, events: list[Event]) -> int:
        """The seat of the card that last asked for a flip in these events."""
        asked = [e.seat for e in events if e.what in ("flip", "unflip") and e.card and e.seat is not None]
        return asked[-1] if asked else self.look.seat

    def cause(self, events: list[Event]) -> str:
        """The card that last asked for a flip in these events."""
        asked = [e.card for e in events if e.what in ("flip", "unflip") and e.card]
        return asked[-1] if asked else ""

    def caused(self, events: list[Event]) -> list[Cell]:
        """Whose card last asked for a flip in these events, and what it does."""
        asked = [e for e in events if e.what in ("flip", "unflip") and e.card and e.seat is not None]
        if not asked:
            return []
        card, seat, acts = asked[-1].card or "", asked[-1].seat or 0, self.look.match.to_act
        mine = acts in (None, self.look.seat)
        told = self.effect(plain(card), "long") if mine else self.of_seat("tale.chooses", acts or 0)
        return [self.owned(card, seat), Cell(told)]

    def asking(self, events: list[Event]) -> tuple[int, int] | None:
        """The seat and the place of the card that last asked for a flip in these events, if it was revealed last."""
        asked = [e for e in events if e.what in ("flip", "unflip") and e.card and e.seat is not None]
        if not asked:
            return None
        seat, card, table = asked[-1].seat or 0, plain(asked[-1].card or ""), self.state["table"]
        found = (place for at, place in self.newest() if at == seat and table[seat][place]["name"] == card)
        return next(((seat, place) for place in found), None)

    def owned(self, card: str, seat: int) -> Cell:
        return Cell(self.of_seat("tale.cause", seat, card=self.card(plain(card))), lit=True)

    def situation(self, legal: list[str]) -> tuple[str, dict[str, object]]:
        """The kind of choice, and where the packs go."""
        return self.verb(legal), {"name": self.look.name(self.next_seat())}

    def next_seat(self) -> int:
        """The seat that the pack is passed to."""
        return (self.look.seat + self.state["passes"]) % self.look.match.seats_count

    def moves(self, legal: list[str], card: Lying, held: Lying | None) -> list[str]:
        """The legal moves of a card where it lies; of a partner's card: exchanges for the held
        card."""
        verb, name = self.verb(legal), self.lying(card)
        if verb == "exchange" and held and card.zone == "table" and self.mate(card.seat or 0):
            return [move for move in legal if move == f"exchange {self.lying(held)} for {name}"]
        if card.zone != ZONES.get(verb, "table") or card.seat != self.look.seat:
            return []
        if verb == "exchange":
            return [move for move in legal if move.startswith(f"exchange {name} for ")]
        if verb in ("flip", "unflip") and name.startswith("down ") != (verb == "unflip"):
            return []
        return [move for move in legal if move == f"{verb} {plain(name)}"]

    def target(self, legal: list[str], card: Lying) -> Spot | None:
        """Where to drop a chosen card: on the partner's table in an exchange."""
        if self.verb(legal) != "exchange" or card.seat != self.look.seat:
            return None
        return Spot("table", (self.look.seat + 2) % 4, 0)

    def why(self, card: Lying) -> str:
        """Why a card has no move; "" if no card of its zone is wanted."""
        match = self.look.match
        verb = self.verb([] if match.over or match.to_act != self.look.seat else match.legal())
        reason = ""
        if verb and card.seat == self.look.seat and card.zone == ZONES.get(verb, "table"):
            reason = match.why_not(f"{verb} {plain(self.lying(card))}")
        return self.t(f"why.tale.{reason}") if reason not in ("", "no_sense") else ""

    def staged(self, events: list[Event]) -> list[Event]:
        """The events of a move with a pause before each effect. Cards are laid face down even for
        their owner, so that all are revealed together. A loss that an effect makes good is counted with that."""
        found: list[Event] = []
        for event in self.made_good(events):
            if (event.source, event.target) == ("chosen", "table"):
                event = event._replace(seen=0)
            if event.what in EFFECTS and found and found[-1].kind != "pause":
                found.append(event._replace(kind="pause"))
            found.append(event)
        return found

    @staticmethod
    def made_good(events: list[Event]) -> list[Event]:
        """These events, each loss that comes before a gain of the same seat counted with the gain."""
        found: list[Event] = []
        owed = Counter[int | None]()
        gains = {event.seat: at for at, event in enumerate(events) if event.kind == "score" and event.amount > 0}
        for at, event in enumerate(events):
            if event.kind == "score" and event.amount < 0 and at < gains.get(event.seat, 0):
                owed[event.seat] += event.amount
            elif event.kind == "score" and owed[event.seat]:
                found.append(event._replace(amount=event.amount + owed.pop(event.seat)))
            else:
                found.append(event)
        return found

    def reveal(self, events: list[Event], later: Iterable[list[Event]]) -> Reveal | None:
        """The cards that these events lay or reveal for all seats together, if any. later: what follows in the same
        move. Of a seat whose cards count more by that, no gain is told yet."""
        laid = [e for e in events if (e.source, e.target) == ("chosen", "table")]
        up = [e for e in events if e.kind == "up"] if self.turn_up(events) else []
        if not laid and not up:
            return None
        gains = Counter[int]()
        for event in events:
            gains[event.seat or 0] += event.amount if event.kind == "score" else 0
        rising = {event.seat for group in later for event in group if event.kind == "score" and event.amount > 0}
        told = {seat: gains[seat] for seat in range(self.look.match.seats_count) if gains[seat] or seat not in rising}
        return Reveal((laid or up)[0].place or 0, bool(up), told)

    def turned(self) -> str:
        """The cards last revealed and what they brought, until a card is picked from new packs; else ""."""
        found: list[Event] = self.once("revealed", self.last_revealed)
        return self.told_of(found) if found else ""

    def newest(self) -> set[tuple[int, int]]:
        """Where the cards last revealed lie, by seat and place, until the first card is picked from new packs."""
        found: list[Event] = self.once("revealed", self.last_revealed)
        return {(e.seat or 0, e.place or 0) for e in self.before_effects(found) if e.kind == "up"}

    def last_revealed(self) -> list[Event]:
        """The events of the move that revealed cards last, found by going back to it; none once a card has been
        picked from new packs."""
        match = self.look.match.copy()
        for move in reversed(self.look.match.moves):
            if self.verb([move]) == "pick":
                break
            match.undo()
            events = match.play(move)
            match.undo()
            if self.turn_up(events):
                return events
        return []

    @staticmethod
    def before_effects(events: list[Event]) -> list[Event]:
        """Those of these events that reveal cards and count them, before any effect."""
        begun = next((number for number, event in enumerate(events) if event.what == "turn_up"), len(events))
        end = (number for number, event in enumerate(events) if event.what in EFFECTS)
        return events[begun : next(end, len(events))]

    def told_of(self, events: list[Event]) -> str:
        """The cards revealed in these events, before any effect, with their seats and gains."""
        together = self.before_effects(events)
        gains = Counter[int]()
        for event in together:
            gains[event.seat or 0] += event.amount if event.kind == "score" else 0
        few = self.look.match.seats_count <= LISTED_SEATS
        cards = [
            self.t(
                "tale.turned.one",
                name=self.look.name(seat),
                card=(self.card if few else self.short_name)(card),
                gain=difference(gains[seat]) if gains[seat] else 0,
            )
            for seat, card in sorted((e.seat or 0, e.card or "") for e in together if e.kind == "up")
        ]
        return self.t("tale.turned.all", cards=", ".join(cards))

    def heard(self, events: Sequence[Event], humans: list[int]) -> list[str]:
        """Also what the cards that were turned bring everybody."""
        gains = Counter[int]()
        for event in events:
            gains[event.seat or 0] += event.amount if event.kind == "score" else 0
        told = [f"{self.look.name(seat)} {difference(gain)}" for seat, gain in sorted(gains.items()) if gain]
        found = super().heard(events, humans)
        return [*found, *([self.t("heard.tale.gains", gains=", ".join(told))] if told else [])]

    @staticmethod
    def turn_up(events: list[Event]) -> bool:
        """Whether all seats reveal their cards."""
        return any(event.what == "turn_up" for event in events)

    def move(self, move: str) -> str:
        verb, _, rest = move.partition(" ")
        names = [self.card(name) for name in rest.split(" for ")]
        return self.t(f"tale.move.{verb}", card=names[0], other=names[-1])

    def done(self, seat: int, move: str) -> str:
        verb, _, card = move.partition(" ")
        if (key := f"tale.done.{verb}") not in self.t:
            return super().done(seat, move)
        return self.of_seat(key, seat, card=self.card(card))

    def brief(self, move: str) -> str:
        verb, _, rest = move.partition(" ")
        names = [self.listed(name) for name in rest.split(" for ")]
        return self.t(f"tale.brief.{verb}", card=names[0], other=names[-1])

    def deed(self, move: str) -> str:
        verb, _, rest = move.partition(" ")
        names = [self.listed(name) for name in rest.split(" for ")]
        return self.t(f"tale.deed.{verb}", card=names[0], other=names[-1])

    def share(self, value: float) -> float:
        """A value as a fraction of the bar."""
        return 0.5 + value / 60

    # cards

    def card(self, card: str) -> str:
        name = self.t(f"card.tale.{plain(card)}")
        return self.t("tale.down_card", card=name) if card.startswith("down ") else name

    def short_name(self, card: str) -> str:
        """A card in one short word."""
        return self.t(f"brief.tale.{plain(card)}")

    def listed(self, card: str, most: int = LISTED) -> str:
        """A card in words; by its short name if that is longer than `most` letters."""
        name = self.card(plain(card))
        return name if len(name) <= most else self.short_name(card)

    def index(self, name: str) -> str:
        """A card's points as its corner shows them."""
        return f"{signed(deck()[name]['points'])}{'×' if 'times' in deck()[name] else ''}"

    def face(self, card: str) -> Printed:
        """What is printed on a card."""
        name = plain(card)
        printed = deck()[name]
        faction = printed["faction"]
        traits = (*KINDS, *FACTIONS[:4]) if faction == "all" else (printed["category"],)
        marks = (*traits, *(["condition"] if "condition" in printed else []))
        points, each = signed(printed["points"]), self.t("tale.each") if "times" in printed else ""
        return Printed(name, points, each, faction, self.card(name), self.plainly(name), marks)

    def effect(self, name: str, size: str, brief: bool = False) -> str:
        """A card's effect or condition. size: "short", "long" or "face". brief: with short names."""
        card, trait = deck()[name], "tale.brief_trait." if brief else "tale.trait."
        if "effect" in card:
            does = card["effect"]
            key = f"tale.{size}.{does.get('who', '')}{does['what']}"
            count, faction = does.get("count", 1), does.get("faction", "any")
            n = self.t("tale.one") if count == 1 and size in ("face", "long") else count
            cards = self.t(f"tale.cards_of.{faction}")
            return self.t(key, n=n, faction=self.t(trait + faction), cards=cards)
        for kind, value in card.get("condition", {}).items():
            values = [value] if isinstance(value, str) else value
            names = [
                self.t(trait + v) if kind != "cards" else self.short_name(v) if size != "long" else self.card(v)
                for v in values
            ]
            cards = self.t(f"tale.cards_of.{values[0]}") if kind == "most" else ""
            return self.t(f"tale.{size}.{kind}", a=names[0], cards=cards, both=f" {self.t('tale.and')} ".join(names))
        return next(
            (self.t(f"tale.{size}.{kind}") for kind in ("almighty", "counts_as") if kind in card),
            "",
        )

    def plainly(self, name: str) -> str:
        """What a card does or counts, as its face says it."""
        card = deck()[name]
        if card.get("times") == name:
            return self.t("tale.face.own", points=card["points"])
        if "times" in card:
            return self.t("tale.face.times", points=card["points"], name=self.card(card["times"]))
        if friends(name):
            other = friends(name)[0]
            return self.t("tale.face.friend", points=deck()[other]["points"], name=self.card(other))
        return self.effect(name, "face")

    def does(self, name: str, brief: bool = False) -> str:
        """What a card multiplies or does, in a few words; brief: with short names."""
        card = deck()[name]
        if "times" in card:
            other = self.short_name(card["times"]) if brief else self.card(card["times"])
            return self.t("tale.short.times", points=card["points"], name=other)
        return self.effect(name, "short", brief)

    def long(self, name: str) -> list[str]:
        """Everything on a card, in sentences."""
        card = deck()[name]
        traits = dict.fromkeys(self.t(f"tale.trait.{card[trait]}") for trait in ("faction", "category"))
        worth = self.t(
            "tale.long.times" if "times" in card else "tale.long.points",
            points=signed(card["points"]),
            name=self.card(card.get("times", name)),
        )
        lines = [" · ".join(traits), worth, self.effect(name, "long")]
        lines += [
            self.t("tale.long.friend", points=deck()[other]["points"], name=self.card(other))
            for other in friends(name)
        ]
        return [line for line in lines if line]

    @staticmethod
    def sums(position: Position, seat: int) -> dict[str, int]:
        """What the cards of each name count for a seat."""
        found: dict[str, int] = {}
        for row in position.breakdown(seat):
            if row.card and row.label not in ("named", "partner"):
                name = plain(row.card)
                found[name] = found.get(name, 0) + row.value
        return found

    def standings(self) -> Sequence[Sequence[float]]:
        """The scores at the start, and after each card with all its consequences."""
        again = self.look.match.restarted()
        found = {0: again.scores}
        for move in self.look.match.moves:
            again.play(move)
            found[len(again.state()["table"][0])] = again.scores
        return list(found.values())

    def turn_words(self, turn: TurningPoint) -> str:
        """The winner's card that decided the match, its round, and what it brought."""
        each = self.state["places"] // self.state["round"]
        card = self.card(self.laid(turn.at)[turn.winner])
        line = self.of_seat("tale.card_of", turn.winner, round=(turn.at - 1) // each + 1, card=card)
        return self.decided_by(line, turn, difference)

    def laid(self, number: int) -> list[str]:
        """The cards that all have laid together, by their number from 1."""
        again = self.look.match.restarted()
        moves = iter(self.look.match.moves)
        while len(again.state()["table"][0]) < number:
            again.play(next(moves))
        return [table[number - 1]["name"] for table in again.state()["table"]]

    def final_count(self) -> list[EndComparison]:
        """The points of all face-up cards by faction; the one with the winner's largest lead over
        the runner-up comes last."""
        match = self.look.match
        seats, team = range(match.seats_count), bool(match.options["teams"])
        others = [seat for seat in seats if seat not in match.winners]
        parts = [self.factions(seat) for seat in seats]
        rival = parts[max(others, key=lambda seat: match.scores[seat])] if others else parts[0]
        ahead = parts[next(iter(match.winners), 0)]
        order = sorted(FACTIONS, key=lambda name: (ahead[name] - rival[name], name))
        sums, found = [0.0 for _ in seats], []
        for name in order:
            lit = self.scoring(name)
            if lit:
                sums = [sum_ + parts[seat][name] for seat, sum_ in enumerate(sums)]
                chips = tuple(signed(value) for _, value in lit)
                places = tuple(place for place, _ in lit)
                words = self.faction(name)
                found.append(EndComparison(words, places, chips, tuple(sums), name))
        whole = found[-1:] and not team and tuple(match.scores)
        return [*found[:-1], *(step._replace(sums=whole or step.sums) for step in found[-1:])]

    def faction(self, name: str) -> str:
        """A faction in words; the faction of the card that belongs to all is named after the
        card."""
        if name != "all":
            return self.t(f"tale.trait.{name}")
        return self.card(next(card for card, printed in deck().items() if printed["faction"] == name))

    def scoring(self, faction: str) -> list[tuple[tuple[str, int | None, int | None], int]]:
        """The face-up cards of a faction that count, on all tables, with their points."""
        found: list[tuple[tuple[str, int | None, int | None], int]] = []
        for seat, table in enumerate(self.state["table"]):
            for place, (row, laid) in enumerate(zip(self.rows(seat), table, strict=False)):
                if laid["up"] and row.value and deck()[laid["name"]]["faction"] == faction:
                    found.append((("table", seat, place), row.value))
        return found

    def factions(self, seat: int) -> Counter[str]:
        """A seat's points by faction; in teams, both partners'."""
        found: Counter[str] = Counter()
        for who in range(self.look.match.seats_count):
            if who == seat or (self.look.match.options["teams"] and (who - seat) % 2 == 0):
                for name, value in self.sums(self.look.match, who).items():
                    found[deck()[name]["faction"]] += value
        return found

    # points

    def rows(self, seat: int) -> list[Row]:
        """A seat's breakdown of points."""
        rows: list[Row] = self.once(("rows", seat), lambda: self.look.match.breakdown(seat))
        return rows

    def lying(self, card: Lying) -> str:
        """A card as a move names it: "down NAME" if it lies face down."""
        row = self.state["table"][card.seat or 0] if card.zone == "table" else []
        if card.place >= len(row):
            return card.card or ""
        return f"{'' if row[card.place]['up'] else 'down '}{row[card.place]['name']}"

    def hide(self, cards: list[Placed]) -> list[Placed]:
        """Hides the faces of face-down cards that are not open to the viewer."""
        return [
            card._replace(card=f"down {card.card}" if self.open(card.seat or 0) else None)
            if card.zone == "table" and not card.up
            else card
            for card in cards
        ]

    def open(self, seat: int) -> bool:
        """Whether face-down cards are shown: to their seat, to a trading partner, and at the
        end."""
        look = self.look
        partner = self.mate(seat) and look.match.options["garfield"]
        return look.viewer in (None, seat) or look.match.over or bool(partner)

    def mate(self, seat: int) -> bool:
        """Whether a seat is the viewer's partner."""
        own = self.look.seat
        return bool(self.look.match.options["teams"]) and seat != own and (seat - own) % 2 == 0

    def points(self, due: Iterable[list[Event]]) -> list[int]:
        """Every seat's points, without events that are not shown yet."""
        late = [event for group in due for event in group if event.kind == "score"]
        points = self.state["points"]
        return [p - sum(e.amount for e in late if e.seat == seat) for seat, p in enumerate(points)]

    def risen(self, before: Position, seat: int) -> dict[int, int]:
        """Which cards of a seat's table now count more because of others, and how much."""
        rows = [position.breakdown(seat) for position in (before, self.look.match)]
        found: dict[int, int] = {}
        for place, (old, new) in enumerate(zip_longest(*rows)):
            if new is not None and new.label in COUNTED:
                rise = new.value - (old.value if old is not None and old.label in COUNTED else 0)
                found |= {place: rise} if rise > 0 else {}
        return found

    def score(self, points: list[int], seat: int) -> str:
        """A seat's points; in teams both partners' too."""
        if not self.look.match.options["teams"]:
            return str(points[seat])
        return f"{points[seat]} / {points[seat] + points[(seat + 2) % 4]}"

    def together(self, points: list[int]) -> list[int]:
        """The points that decide: each seat's, in teams both partners'."""
        if self.look.match.options["teams"]:
            return [p + points[(seat + 2) % 4] for seat, p in enumerate(points)]
        return points

    def leaders(self, points: list[int]) -> list[int]:
        """The seats with most points (in teams, both partners); none if all are equal."""
        points = self.together(points)
        return [seat for seat, p in enumerate(points) if p == max(points) > min(points)]

    def points_word(self, points: list[int], seat: int) -> str:
        """The word next to a seat's points."""
        return self.t("tale.points_word", n=self.together(points)[seat])

    @staticmethod
    def begins_round(events: list[Event]) -> bool:
        """Whether these events deal the packs of a round."""
        return any(event.what in ("draft_left", "draft_right") for event in events)

    def round_over(self, points: list[int], number: int) -> str:
        """That a round is over, and how the person stands."""
        standing = self.standing(points)
        return self.t("tale.round_over" if standing else "tale.round_over.level", n=number, standing=standing)

    def standing(self, points: list[int]) -> str:
        """The viewer's points compared with the best of the others."""
        seat, sums = self.look.seat, self.together(points)
        others = [o for o in range(len(sums)) if o != seat and not self.mate(o)]
        rival = max(others, key=lambda other: sums[other])
        ahead = sums[seat] - sums[rival]
        key = "ahead" if ahead > 0 else "behind" if ahead else "level"
        return self.t(f"tale.{key}", n=abs(ahead), name=self.look.name(rival)) if any(sums) else ""

    def change(self, move: str) -> int:
        """How flipping a card would change the chooser's own points."""

        def gain() -> int:
            found = 0
            for event in self.look.match.preview(move, self.look.viewer):
                if event.kind == "say":
                    break
                found += event.amount if event.kind == "score" and event.seat == self.look.seat else 0
            return found

        change: int = self.once(("change", move), gain)
        return change

    def grouped(self, cards: list[Shown]) -> list[Shown]:
        """Cards of a table by faction, then in the order laid; those that nobody has seen last."""
        names = [*FACTIONS, ""]
        return sorted(cards, key=lambda card: (names.index(self.faction_of(card)), card.place))

    def faction_of(self, card: Lying) -> str:
        """The faction of a card on a table, also while it lies face down, for it has been seen; "" if it has not."""
        name = plain(card.card or "")
        rows = self.state["table"]
        if not card.card and card.zone == "table" and card.seat is not None and card.place < len(rows[card.seat]):
            name = rows[card.seat][card.place]["name"]
        faction: str = deck()[name]["faction"] if name in deck() else ""
        return faction

    def counts_by_faction(self, cards: Iterable[Lying]) -> list[int]:
        """How many cards of each faction there are, those that nobody has seen last."""
        found = Counter(map(self.faction_of, cards))
        return [found[name] for name in (*FACTIONS, "")]

    @staticmethod
    def points_of(card: str) -> str:
        """What a card counts by itself; "" if it depends on others."""
        printed = deck()[plain(card)]
        return "" if "times" in printed else signed(printed["points"])

    def works_with(self, card: str) -> dict[int, str]:
        """The viewer's cards on the table that a held card combines with, and the points that this
        brings where that is certain."""
        if not card or card not in deck():
            return {}
        view, printed = view_of(self.state, self.look.seat), deck()[card]
        effect, found = printed.get("effect", {}), {}
        up = (*view.up, card)
        for place, entry in enumerate(self.state["table"][self.look.seat]):
            name = entry["name"]
            reached = effect.get("what") == ("flip" if entry["up"] else "unflip")
            if reached and belongs(name, effect["faction"]):
                rest = [*up]
                rest.remove(name) if entry["up"] else rest.append(name)
                found[place] = difference(view.of(tuple(rest)) - view.of(up))
            elif entry["up"]:
                more = sum(
                    deck()[one]["points"]
                    for one, other in {(card, name), (name, card)}
                    if deck()[one].get("times") == other
                )
                if more or name in named(card) or card in named(name):
                    found[place] = difference(more) if more else ""
        return found

    def stands(self, points: list[int], outlook: Outlook) -> list[str]:
        """The viewer's points, the lead or deficit, the sets in progress, and the present offer."""
        score = self.score(points, self.look.seat)
        head = f"{self.title()}: {score} {self.points_word(points, self.look.seat)}"
        sets = [f"{name}: {far}{f' = {worth}' if worth else ''}" for name, _, far, worth in outlook.sets]
        return [head, *filter(None, [self.standing(points), *sets, outlook.offer])]

    def band(self, card: Lying) -> Band:
        """What flipping a card of the viewer's would change, if it may be flipped."""
        match, name = self.look.match, card.card or ""
        down = name.startswith("down ")
        move = f"{'unflip' if down else 'flip'} {plain(name)}"
        if card.zone == "table" and match.to_act == self.look.seat and move in self.once("legal", match.legal):
            change = self.change(move)
            words = self.t("tale.turning", change=difference(change))
            return Band(words, True, (change > 0) - (change < 0), difference(change))
        return Band()

    # read out

    read_first = ("table", "pack")
    unread = ("deck", "chosen", "discard")

    def spoken(self, card: str) -> str:
        """A card with its faction and what it does; one that lies face down by its name alone."""
        if card.startswith("down "):
            return self.card(card)
        faction = self.t(f"tale.trait.{deck()[card]['faction']}")
        return ", ".join(filter(None, (self.card(card), faction, self.points_of(card), self.does(card))))

    def facts(self) -> list[str]:
        """The stage, and what everybody has."""
        stages = [step for steps in self.rounds(self.state) for step in steps[1:] or steps]
        return [next((step.tip for step in stages if step.now), ""), self.scores_read()]

    # beside the cards

    def rounds(self, state: Mapping[str, Any]) -> list[list[StageLabel]]:
        """The stages by round: each round's name, its draft and its play; then the scoring."""
        found = []
        of = state["stages"] // 2
        for number in range(1, of + 1):
            draft = self.step("draft", 2 * number - 1, state)
            play = self.step("play", 2 * number, state)
            name = self.t("tale.track.round", n=number)
            tip = self.t("tale.track.round.tip", n=number, of=of)
            found.append([StageLabel(name, tip, draft.now or play.now, play.done), draft, play])
        return [*found, [self.step("points", state["stages"], state)]]

    def step(self, kind: str, stage: int, state: Mapping[str, Any]) -> StageLabel:
        key = f"tale.track.{kind}"
        tip = self.t(f"{key}.tip", stage=stage, stages=state["stages"])
        return StageLabel(self.t(key), tip, stage == state["stage"], stage < state["stage"])

    def who(self, seat: int) -> str:
        """The name of another seat; a partner's has a plus."""
        name = self.look.name(seat)
        return self.t("tale.mate", name=name) if self.mate(seat) else name

    # what may be expected

    def outlook(self) -> Outlook:
        """Notes on the cards held, the sets in progress, and the best present offer."""
        state, seat = self.state, self.look.seat
        if self.look.viewer not in (None, seat):
            return NOTHING
        drafting = bool(state["passes"])
        cards = dict.fromkeys(state["packs" if drafting else "hands"][seat])
        if state["stage"] == state["stages"] or (not drafting and len(state["hands"][seat]) <= AWAY):
            cards = {}
        gain = pick_gain if drafting else lay_gain
        gains = {card: gain(state, seat, card) for card in cards}
        notes = {card: self.noted(card, gains[card], drafting) for card in cards}
        return Outlook(notes, self.sets(), self.offer(gains, drafting))

    def noted(self, card: str, gain: int, drafting: bool) -> Band:
        """What a held card would bring, or what it lacks."""
        lack = lack_of(self.state, self.look.seat, card, drafting) if not gain else None
        if lack:
            return Band(self.lacking(lack), brief=difference(0))
        when = "round" if drafting else "now"
        key = f"tale.gain.{when}" if gain else f"tale.gain.none.{when}"
        return Band(self.t(key, gain=difference(gain)), way=(gain > 0) - (gain < 0), brief=difference(gain))

    def lacking(self, lack: Lack) -> str:
        """What a card lacks, in a few words."""
        what = self.short_name(lack.what) if lack.name else self.t(f"tale.brief_trait.{lack.what}")
        return self.t("tale.lack.one" if lack.missing == 1 else "tale.lack", n=lack.missing, what=what)

    def offer(self, gains: dict[str, int], drafting: bool) -> str:
        """The most that the pack or the hand can bring now."""
        if not gains:
            return ""
        best = max(gains, key=lambda card: gains[card])
        where = "pack" if drafting else "hand"
        key = f"tale.offer.{where}" if gains[best] > 0 else f"tale.offer.{where}.none"
        return self.t(key, gain=difference(gains[best]), card=self.card(best))

    def sets(self) -> list[tuple[str, str, str, str]]:
        """The sets in progress, most points first: name, card, progress, points."""
        sums = self.sums(self.look.match, self.look.seat)
        found = families(self.state, self.look.seat)
        found.sort(key=lambda family: -sums.get(family.name, 0) if family.up else 1)
        return [
            (
                self.card(family.name),
                family.name,
                self.far(family, sums.get(family.name, 0)),
                signed(sums.get(family.name, 0)) if family.up else "",
            )
            for family in found
        ]

    def far(self, family: Family, points: int) -> str:
        """The progress of a set."""
        if not family.up:
            return self.t("tale.set.held", n=family.held)
        if family.counts == family.name:
            return self.t("tale.set.own", n=family.up)
        if family.counts:
            name = self.short_name(family.counts)
            return self.t("tale.set.times", n=family.up, fellows=family.fellows, name=name)
        return self.t("tale.set.met" if points else "tale.set.unmet")

    def title(self) -> str:
        """The name at the bottom; in teams with the partner's."""
        names = [name for seat, name in enumerate(self.names()) if self.mate(seat)]
        return " + ".join([self.look.name(self.look.seat), *names])

    # what the viewer knows

    def seen(self) -> Counter[str]:
        """The least number of cards of each name that the viewer has seen."""
        seen: Counter[str] = self.once("seen", lambda: cards_seen(self.look.match, self.look.viewer))
        return seen

    def could(self, name: str) -> list[str]:
        """The most that a multiplying card can still count, without the cards that it can no longer
        get."""
        if "times" not in deck()[name]:
            return []
        state, other = self.state, deck()[name]["times"]
        fellows = [card for card in reach(other) if self.inside(card)]
        lost = [entry["name"] for seat, row in enumerate(state["table"]) for entry in row if seat != self.look.seat]
        lost += [card for row in state["discards"] for card in row]
        left = len(fellows) - sum((Counter(fellows) & Counter(lost)).values())
        return [
            self.t(
                "tale.could",
                most=deck()[name]["points"] * min(left, MOST),
                n=left,
                of=len(fellows),
                name=self.card(other),
            )
        ]

    def inside(self, name: str) -> bool:
        """Whether a card is in this match's deck."""
        return deck()[name]["set"] == "basic" or bool(self.look.match.options["expert"])

    def detail(self, card: Lying) -> list[Cell]:
        """A card in sentences, its name first."""
        if card.card is None:
            return [Cell(self.t("tale.hidden"))]
        name, seat, seen = plain(card.card), card.seat or 0, self.seen()
        lines = [Cell(self.card(name), lit=True), *map(Cell, self.long(name))]
        if card.zone == "table" and card.place < len(self.rows(seat)):
            row = self.rows(seat)[card.place]
            now = self.t(f"row.tale.{row.label}.now", value=signed(row.value), count=row.count)
            lines.append(Cell(now, lit=True))
            lines += [
                Cell(self.t("row.tale.named", card=self.card(r.card or "")))
                for r in self.rows(seat)
                if r.label == "named" and "almighty" in deck()[name] and row.label != "down"
            ]
        lines += map(Cell, self.could(name) if seat == self.look.seat else [])
        return lines + [
            Cell(
                self.t(
                    "tale.sight",
                    name=self.card(other),
                    n=min(seen[other], deck()[other]["copies"]),
                    of=deck()[other]["copies"],
                )
            )
            for other in dict.fromkeys([*named(name), name])
        ]

    def holds(self, seat: int) -> list[Cell]:
        """What the viewer knows of a seat's pack and hand."""
        held = [
            card
            for card in self.look.match.cards(self.look.viewer)
            if card.seat == seat and card.zone in ("pack", "hand", "chosen")
        ]
        known = ", ".join(self.card(card.card) for card in held if card.card)
        count = Cell(self.t("tale.holds", name=self.look.name(seat), n=len(held)))
        return [count, Cell(known)] if known else [count]

    def proven(self, advice: Advice) -> str:
        """The text key for what is proven: an estimate may be an equilibrium of an incomplete
        tree."""
        partial = advice.proof == "estimate" and advice.exploitability is not None
        return "partial" if partial else super().proven(advice)

    # sheets

    def sheet(self, name: str) -> Sheet:
        return self.sheet_cards() if name == "cards" else self.sheet_points()

    def sheet_cards(self) -> Sheet:
        """All cards by faction in two lists: category, points, name, effect, number seen."""
        lists: list[list[list[Cell]]] = [[], []]
        for number, faction in enumerate(FACTIONS[:4]):
            head = Cell(self.t(f"tale.trait.{faction}"), lit=True)
            lists[number // 2].append([Cell(sign=faction), head, Cell(), Cell()])
            for name, card in deck().items():
                at = "Shadow" if card["faction"] == "all" else card["faction"]
                if at == faction and self.inside(name):
                    lists[number // 2].append(self.entry(name))
        pairs = zip_longest(*lists, fillvalue=[Cell()] * 4)
        rows = [[*left, Cell(), *right] for left, right in pairs]
        return Sheet(rows, heads=False, notes=(self.t("tale.list"),))

    def entry(self, name: str) -> list[Cell]:
        """A row of the list of cards."""
        card, title, does = deck()[name], self.listed(name), self.does(name)
        if len(does) > DOES:
            does = self.does(name, brief=True)
        if card.get("reconstructed"):
            title += "°"
        points = f"{self.index(name)}{'*' if 'condition' in card else ''}"
        return [Cell(points, card["category"]), Cell(title), Cell(does), self.count(name)]

    def count(self, name: str) -> Cell:
        """How many copies of a card have been seen; lit if all have."""
        copies = deck()[name]["copies"]
        seen = min(self.seen()[name], copies)
        return Cell(f"{seen}/{copies}", lit=seen == copies)

    def sheet_points(self) -> Sheet:
        """Every seat's points card by card, highest first, face-down cards last."""
        columns = [self.column(seat, name) for seat, name in enumerate(self.names())]
        rows = [list(row) for row in zip_longest(*columns, fillvalue=Cell())]
        return Sheet(rows, heads=False, lists=True)

    def column(self, seat: int, name: str) -> list[Cell]:
        """A seat's points, card by card."""
        won, most = seat in self.look.match.winners, COLUMN.get(self.look.match.seats_count, 99)
        cards = [(row, plain(row.card)) for row in self.rows(seat) if row.card and row.label != "named"]
        cards.sort(key=lambda entry: (entry[0].label == "down", -entry[0].value))
        column = [Cell(name, lit=won), Cell(self.score(self.points([]), seat), lit=won)]
        for row, card in cards:
            if row.label == "down":
                column.append(Cell(self.listed(card, most) if self.open(seat) else self.t("tale.down"), "back"))
            else:
                column.append(Cell(f"{signed(row.value)}  {self.listed(card, most)}", deck()[card]["faction"]))
        named = [row.card or "" for row in self.rows(seat) if row.label == "named"]
        return column + [Cell(self.t("row.tale.named", card=self.listed(card, most))) for card in named]


TELLING = TaleTelling
