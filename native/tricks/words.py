"""Dragonmaster in words: money, choices, payments, the score sheet, ranks and penalties."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from typing import Any, Self, TypeVar, cast

from ..files import Declined
from ..match import Match
from ..play.reasons import Reason, Reasoning
from ..play.words import LEAST_TOLD, MOST_TOLD, Cell, EndComparison, Look, Sheet, Telling, TurningPoint, cells
from ..strings import capital, sentences
from ..values import Event, Row
from .actions import SUITS
from .facts import Fact, higher_than, pair_of
from .known import Penalty, Trick, last_hand, last_trick, penalties
from .motifs import NAMED, PRINCE, beats, best_of, lower_than, parts, play_of, price, rank_of, suit_of, whole_stake
from .state import Result, State

RANKS = {
    "K": "king",
    "Q": "queen",
    "P": "prince",
    "W": "wizard",
    "D": "duke",
    "C": "count",
    "B": "baron",
    "F": "fool",
}
KINDS = ("dragonlords", "wizards", "runesword", "first", "staff")
CALLS = "calls_"  # what is announced, and then the kind
# name, value in thousands, number kept as change
GEMS = (("diamond", 20, 0), ("emerald", 10, 2), ("ruby", 5, 4), ("sapphire", 1, 5))
# what the text of a penalty card contains
PENALTIES = {
    "dragonlords": "DRA ",
    "wizards": " W",
    "prince": "WAR P",
}
# what each of them costs, and in which kinds of hands
COSTS = {
    "dragonlords": (1000, ("dragonlords", "staff")),
    "wizards": (2000, ("wizards", "staff")),
    "prince": (8000, ("runesword", "staff")),
}

SIGNS = {"first": "first trick", "last": "last trick"}  # of penalties that are called otherwise

# Ways that are about the better move.
OF_BETTER = (
    "gives", "leads_it", "frees", "sheds", "sheds_high", "enters", "enters_only", "throws", "thrown",
    *(f"{how}{kept}" for how in ("anyway", "free", "others") for kept in ("", "_low", "_under")),
)  # fmt: skip
WEIGHTY = ("tricks.ducks", "tricks.cashes")  # reasons by the rules that say more than what the deals played on show
# Reasons that tell at least as much as what is seen of both moves, and ways in which they do.
FIRST = (
    "tricks.cashes", "tricks.gives_away", "tricks.gives_up_lead", "tricks.into_void", "tricks.draws_out",
    "tricks.stops_secret",
)  # fmt: skip
FIRST_WAYS = ("highest", "leads", "leads_it", "gives")
MOST_WORDS = 20  # in a sentence

Found = TypeVar("Found")


def longest(text: str) -> int:
    """How many words the longest sentence of a text has."""
    return max(len(one.split()) for one in re.split(r"(?<=[.!?]) ", text))


def gems(amount: int) -> list[tuple[str, int]]:
    """A wealth as numbers of crystals: about as many small ones as at the start, the rest in
    diamonds."""
    left, found = max(0, amount // 1000), []
    for number in (3, 2, 1):
        gem, worth, change = GEMS[number]
        step = GEMS[number - 1][1] // worth
        count = left // worth % step
        count += change if left // worth >= count + change else 0
        found.append((gem, count))
        left -= count * worth
    return [(GEMS[0][0], left // GEMS[0][1]), *reversed(found)]


def counted(owned: int, amount: int) -> list[tuple[str, int]]:
    """How many crystals of a wealth make up an amount, counted from the smallest."""
    left, found = max(0, amount // 1000), dict[str, int]()
    worths = {gem: worth for gem, worth, _ in GEMS}
    for gem, count in reversed(gems(owned)):
        found[gem] = min(count, left // worths[gem])
        left -= found[gem] * worths[gem]
    return [(gem, found[gem]) for gem in worths]


def flying(amount: int) -> list[str]:
    """The crystals that pay an amount, largest first."""
    left, found = amount // 1000, []
    for gem, worth, _ in GEMS:
        found += [gem] * (left // worth)
        left %= worth
    return found


class TricksTelling(Telling):
    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.found_for: object = None
        self.found: dict[Any, Any] = {}
        self.kept_settled: tuple[Any, bool] = (None, False)
        self.briefly: frozenset[str] = frozenset()  # cards that are called by their rank alone

    @property
    def state(self) -> State:
        return cast("State", self.look.state)

    def once(self, find: Callable[[Match], Found]) -> Found:
        """A function's result for the position, computed once."""
        if self.found_for != self.look.match.key():
            self.found, self.found_for = {}, self.look.match.key()
        if find not in self.found:
            self.found[find] = find(self.look.match)
        return cast("Found", self.found[find])

    def short_of(self, reason: Reason, move: str, share: float) -> tuple[str, dict[str, object]]:
        """What the text says of the other move: of another call, what it puts at stake. With an
        extra card nobody knows that."""
        trial = self.trial(reason, move)
        if reason.motif == "tricks.others_hold" and trial.deal.state["extra"] is None:
            stake = whole_stake(trial)
            less = stake < (reason.least or 0)
            return f"tricks.{'less' if less else 'high'}_held", {"amount": self.t.plain(stake)}
        play = play_of(trial)
        if reason.motif == "tricks.ducks" and play and 0 < len(cards := lower_than(PRINCE, play.left)) <= NAMED:
            return f"motif.{reason.motif}.other.left", {"cards": self.listed(sorted(cards, key=rank_of))}
        for way in self.shortly(reason, move, share):
            if (key := f"motif.{reason.motif}.other.{way}") in self.t:
                return key, self.at_stake(reason, move) | {
                    "least": self.t.plain(1 if reason.nothing else reason.least or 0)
                }
        key, values = super().short_of(reason, move, share)
        return key, values | self.at_stake(reason, move)

    def at_stake(self, reason: Reason, move: str) -> dict[str, object]:
        """What may have to be taken after a move that plays the very card that was at stake."""
        return {"stake": self.t("tricks.stake.penalties")} if move == reason.finding.values.get("own") else {}

    def shortly(self, reason: Reason, move: str, share: float) -> Iterator[str]:
        """What is clear about the other move: it plays the very card in question, it is sure to
        take the trick, or the statement never holds after it."""
        if reason.finding.values.get("card") == move:
            yield "same"
            return
        if reason.finding.values.get("way") == "many":
            yield "many"
        play = play_of(self.trial(reason, move))
        if play and play.leads and play.known and not any(
            beats(card, move, play.suit) for card in play.others(play.suit)
        ):
            yield "sure"
        if play and play.seat == play.dm:
            yield "dm"
        if share < LEAST_TOLD:
            yield "never"

    def apart(self, move: str, other: str) -> tuple[str, str]:
        return self.in_sentence(move), self.in_sentence(other)

    def in_sentence(self, move: str) -> Declined:
        """A move as part of a sentence. A card has an article in the case that the sentence
        needs."""
        card, _, led_as = move.partition(" ") if move.startswith("DRAGON") else (move, "", "")
        if not parts(card).get("rank") and card != "DRAGON":
            return Declined(self.move(move))
        figure = "dragon" if card == "DRAGON" else self.figure(card)
        first, key = self.t(f"tricks.figure.{figure}"), f"tricks.oblique.{figure}"
        name = first if card == "DRAGON" or card in self.briefly else self.card(card)
        if led_as:
            name = self.t("tricks.named.led", card=name, suit=self.t(f"tricks.suit.{led_as}"))
        other = name.replace(first, self.t(key)) if key in self.t else name
        she = int(figure in ("queen", "princess"))
        return Declined(
            self.t("tricks.named", card=name, she=she),
            acc=self.t("tricks.named.acc", card=other, she=she),
            dat=self.t("tricks.named.dat", card=other, she=she),
        )

    def listed(self, cards: Sequence[str]) -> Declined:
        """Several cards in a sentence, in each case."""
        named = [self.in_sentence(card) for card in cards]
        forms = {case: self.t.listing([one.forms[case] for one in named]) for case in ("acc", "dat")}
        return Declined(self.t.listing(named), **forms)

    def reason_words(self, reason: Reason) -> dict[str, object]:
        """The values of a reason's text; cards as in a sentence."""
        found, values = super().reason_words(reason), reason.finding.values
        if "card" in values:
            alike = {values["card"]} if reason.motif == "tricks.plays_higher" else set()
            found["card"] = self.calling(self.briefly | alike).in_sentence(values["card"])
        if values.get("cards"):
            rank = {*values["cards"]} if reason.motif == "tricks.makes_void" else set[str]()
            found |= {"cards": self.calling(self.briefly | rank).listed(values["cards"]), "n": len(values["cards"])}
        for name in ("number", "lower", "cost"):
            if name in values:
                found[name] = self.t.plain(values[name])
        if values.get("lower") == 0:
            found["lower"] = self.t("tricks.charge.nothing")
        for name in ("loses", "wins", "best"):
            if name in values:
                found[name] = self.in_sentence(values[name])
        if "stake" in values:
            found["stake"] = self.t(f"tricks.stake.{values['stake']}")
            if "own" in values:
                own, cost = self.in_sentence(values["own"]), self.t.plain(values["own_cost"])
                found["stake"] = self.t("tricks.stake.own", card=own, cost=cost)
        if "suit" in values:
            found["suit"] = self.t(f"tricks.suit.{values['suit']}")
            found["one"] = self.t(f"tricks.one_of.{values['suit']}")
        for name in ("what", "main"):
            if name in values:
                found[name] = self.t(f"tricks.charge.{values[name]}")
        return found

    def brought_about(self, reason: Reason, move: str, better: str) -> tuple[str, bool]:
        """How the moves make the seat take what costs, as far as the deals played on show it."""
        how = reason.finding.values.get("how")
        if not how:
            return "", False
        values, good = reason.finding.values, how in OF_BETTER
        first = better if good else values["card"] if how.startswith("danger") else move
        others = {move, better, values.get("best", ""), *values.get("cards", ())} - {first}
        say = self.calling(self.briefly | {card for card in others if suit_of(card) == suit_of(first)})
        return sentences(self.t(f"tricks.how.{how}", **say.reason_words(reason))), good

    def told(self, reasoning: Reasoning, hint: bool = False) -> list[tuple[str, bool | None]]:
        """First what the moves do, then what that costs. Names are short where a sentence would be long, or says
        them again."""
        reasons = self.in_order(reasoning) if reasoning.done else []
        said = self.as_seen(reasoning, reasons) if reasoning.done else []
        if not said and not reasons:
            return super().told(reasoning, hint)
        return [one for one in said or self.as_found(reasoning) if one[1] or not hint][:MOST_TOLD]

    def as_found(self, reasoning: Reasoning) -> list[tuple[str, bool | None]]:
        """The reasons in words."""
        own = self.unlike(reasoning)
        moves = own & {reasoning.move, reasoning.better}
        names = [self.card(move) for move in moves]
        found: list[tuple[str, bool | None]] = []
        for ways in zip(*(self.calling(cards).answer(reasoning) for cards in ((), moves, own)), strict=True):
            again = any(name in said for said, _ in found for name in names)
            short = (one for one in ways[again:] if longest(one[0]) <= MOST_WORDS)
            found.append(next(short, ways[-1]))
        return found

    def as_seen(self, reasoning: Reasoning, reasons: Sequence[Reason]) -> list[tuple[str, bool | None]]:
        """What the seat can see of both moves, then what that leads to; nothing where the reasons say more."""
        first, seen = self.facts_told(reasoning)
        state = reasoning.match.state(reasoning.seat)
        if self.enough(reasons):
            first = []
        if reasons and not first and state["kind"] is not None and state["power"] is None:
            return []
        ends = [one for one in reasons if one.played or not (first or seen)]
        then = [(self.reason(one, reasoning.move, reasoning.better)[0], one.good) for one in ends]
        begun = first or seen[: 1 if then else MOST_TOLD]
        return [*begun, *then, *(seen if first else ())]

    @staticmethod
    def enough(reasons: Sequence[Reason]) -> bool:
        """Whether the reason that is told says at least as much as what is seen of both moves."""
        how = next((one.finding.values.get("how") for one in reasons if one.played), None)
        ruled = next((one.motif for one in reasons if not one.played), "")
        if how and not any(one.motif in WEIGHTY for one in reasons):
            return how in FIRST_WAYS
        return ruled in FIRST

    @staticmethod
    def in_order(reasoning: Reasoning) -> list[Reason]:
        """The reasons; a trick to take comes first where the better card is one that would beat the Prince."""
        found, better = list(reasoning.found), reasoning.better
        if better in higher_than(PRINCE, [better]):
            found.sort(key=lambda one: one.motif != "tricks.keeps_lead" and not one.played)
        return found

    def facts_told(self, reasoning: Reasoning) -> tuple[list[tuple[str, bool | None]], ...]:
        """What the seat can see of two moves: what is said first, and what else there is to say."""
        state = cast("State", reasoning.match.state(reasoning.seat))
        pair = pair_of(state, reasoning.seat, reasoning.move, reasoning.better)
        told = ([(self.fact(one, reasoning), one.better) for one in facts] for facts in (pair.first(), pair.facts()))
        return tuple(told)

    def fact(self, fact: Fact, reasoning: Reasoning) -> str:
        """A fact in a sentence; cards of one suit are named in full only once where that would be too long."""
        moves = {reasoning.move, reasoning.better}
        suited = {one for one in fact.values.get("cards", ()) for move in moves if suit_of(one) == suit_of(move)}
        ways = [self.calling(cards).fact_words(fact, reasoning) for cards in ((), suited)]
        return next((said for said in ways if longest(said) <= MOST_WORDS), ways[-1])

    def fact_words(self, fact: Fact, reasoning: Reasoning) -> str:
        """The same, with some cards called by their rank alone."""
        values = dict(fact.values)
        for name in ("kind", "other"):
            if name in values:
                values[name] = self.t(f"tricks.kind.{values[name]}")
        for name in ("number", "lower", "cost"):
            if name in values:
                values[name] = self.t.plain(values[name])
        if "cards" in values:
            values = {"n": len(values["cards"])} | values | {"cards": self.listed(values["cards"])}
        if "card" in values:
            values["card"] = self.in_sentence(values["card"])
        values |= {"wins": self.in_sentence(reasoning.move), "loses": self.in_sentence(reasoning.better)}
        return sentences(self.t(f"tricks.fact.{fact.key}", **values))

    def calling(self, cards: Iterable[str]) -> Self:
        """The same, with some cards called by their rank alone."""
        found = copy(self)
        found.briefly = frozenset(cards)
        return found

    def answer(self, reasoning: Reasoning) -> list[tuple[str, bool]]:
        """The sentences of the reasons that were found, in the order in which they are told."""
        pair, (reason, *more) = (reasoning.move, reasoning.better), self.in_order(reasoning)
        said = list(zip(self.reason(reason, *pair), (reason.good, not reason.good), strict=True))
        if reason.played:
            how = self.brought_about(reason, *pair)
            ruled = [(self.reason(one, *pair)[0], one.good) for one in more]
            danger = str(reason.finding.values.get("how")).startswith("danger")
            does = ruled if any(one.motif in WEIGHTY for one in more) or (danger and ruled) or not how[0] else [how]
            said = [*does[:1], said[0]]
        return [one for one in said if one[0]]

    @staticmethod
    def unlike(reasoning: Reasoning) -> frozenset[str]:
        """The cards of the hand whose rank says which they are, and that cost nothing."""
        state = cast("State", reasoning.match.state(reasoning.seat))
        cards = [card for card in state["hands"][reasoning.seat] if parts(card).get("rank")]
        ranks = Counter(card[-1] for card in cards)
        return frozenset(card for card in cards if ranks[card[-1]] == 1 and not price(card, state["kind"]))

    def contrast(self, reasoning: Reasoning) -> str:
        """What makes the difference; where any other card would do, the advice to keep this one."""
        said = super().contrast(reasoning)
        if not said or reasoning.contrast != "alone" or not parts(reasoning.move):
            return said
        pair = {"wins": self.in_sentence(reasoning.move), "loses": self.in_sentence(reasoning.better)}
        return self.t("tricks.how.alone", **pair)

    def contrast_words(self, move: str) -> dict[str, object]:
        """The values of a contrast's text: the suit, if the move is a card."""
        suit = parts(move).get("suit")
        named = {"suit": self.t(f"tricks.suit.{suit}")} if suit else {}
        return super().contrast_words(move) | named

    def money(self, amount: float) -> str:
        return self.t.number(round(amount))

    def signed(self, amount: float) -> str:
        return ("+" if amount > 0 else "") + self.money(amount)

    def bare(self, value: float) -> str:
        return self.signed(round(value, -2))

    def loss(self, loss: float) -> str:
        """How much a move gave away, as a positive number."""
        return self.money(round(loss, -2))

    def share(self, value: float) -> float:
        """A value as a fraction of the bar."""
        return 0.5 + value / 40_000

    # moves and tasks

    def move(self, move: str) -> str:
        if move.startswith("call "):
            return self.t("tricks.choice.call", kind=self.t(f"tricks.kind.{move[5:]}"))
        if move.startswith("DRAGON "):
            return self.t("tricks.choice.led", suit=self.t(f"tricks.suit.{move[7:]}"))
        return self.t(
            f"tricks.choice.{move}" if move in ("swap", "keep") else f"card.tricks.{move}"
        )

    def deed(self, move: str) -> str:
        if move.startswith("call "):
            return self.t("tricks.deed.call", kind=self.t(f"tricks.kind.{move[5:]}"))
        if move in ("swap", "keep"):
            return self.t(f"tricks.deed.{move}")
        if move.startswith("DRAGON "):
            return self.t("tricks.deed.led", suit=self.t(f"tricks.suit.{move[7:]}"))
        return self.t("tricks.deed.card", card=self.in_sentence(move))

    def pile_tip(self, seat: int, number: int) -> str:
        """How many tricks a seat has taken, at the place where they lie."""
        tricks = self.t.plain(number) if number else self.t("tricks.pile.none")
        return self.of_seat("tricks.pile", seat, tricks=tricks)

    def laid(self, seat: int, card: str) -> str:
        """Who laid a card of the trick."""
        return f"{self.look.name(seat)}: {capital(self.card(card))}."

    def choice(self, move: str, power: bool) -> tuple[str, list[str]]:
        """The subject of a choice and what it means, in full and in short. power: somebody has kept
        the Dragon."""
        if move.startswith("call "):
            kind = move.removeprefix("call ")
            if power:
                return kind, [self.t(f"tricks.must.{kind}")]
            return kind, [self.call_words(kind), self.t(f"tricks.cost.{kind}")]
        if move.startswith("DRAGON"):
            suit = move[-3:]
            return suit, [self.t("tricks.choice.led.line", suit=self.t(f"tricks.suit.{suit}"))]
        return move, [self.t(f"tricks.choice.{move}.line")]

    def prices(self, kind: str) -> list[str]:
        """What costs in a kind, in few words: as a list if it is several things, side by side, and perhaps in fewer
        words."""
        words, brief = self.t(f"tricks.price.{kind}"), f"tricks.price.{kind}.brief"
        return [words, words.replace("\n", "; "), *([self.t(brief)] if brief in self.t else [])]

    def called(self, seat: int, kind: str, state: State) -> list[str]:
        """Who calls a kind and what it costs, or what a Power Play takes; then in fewer and fewer words."""
        name, power = self.t(f"tricks.kind.{kind}"), state["power"] is not None
        costs = [self.t(f"tricks.goal.{kind}")] if power else self.prices(kind)[1:]
        told = [self.t("moment.tricks.called", name=self.look.name(seat), kind=name, cost=cost) for cost in costs]
        return [*told, *(self.t("moment.tricks.called.brief", kind=name, cost=cost) for cost in costs)]

    def call_words(self, kind: str) -> str:
        """What a kind brings the Dragonmaster who calls it, and how much of it is in their hand."""
        cards = self.state["hands"][self.look.seat]
        marks = [PENALTIES[name] for name, (_, kinds) in COSTS.items() if kind in kinds]
        held = sum(any(mark in card for mark in marks) for card in cards)
        told = self.t(f"tricks.held.{kind}" if held else f"tricks.held.{kind}.none", n=held) if marks else ""
        return f"{self.t(f'tricks.brings.{kind}')} {told}".rstrip()

    def by_itself(self, move: str) -> str:
        """Also which card it is: the last one, or the only one of the suit led."""
        hand, suit = self.state["hands"][self.look.seat], self.state["suit"]
        if len(hand) == 1:
            return self.t("tricks.by_itself.last", card=self.move(move))
        if suit and move.startswith(suit):
            return self.t("tricks.by_itself.suit", card=self.move(move), one=self.t(f"tricks.one_of.{suit}"))
        return super().by_itself(move)

    def choices(self, legal: list[str], calling: bool, dragon: bool) -> list[str]:
        """Moves without a card: swap or keep, a call, the suit of a held Dragon."""
        if calling:
            return legal
        return [move for move in legal if move.startswith("DRAGON ")] if dragon else []

    def task(self, state: State, legal: list[str], naming: bool) -> str:
        """What to do now. naming: the suit of a led Dragon is to be named."""
        if state["kind"] is None:
            return self.t("tricks.choose" if "swap" in legal else "tricks.call")
        if naming:
            return self.t("tricks.name_suit")
        if not state["trick"]:
            free = {"DRAGON" if move.startswith("DRAGON") else move for move in legal}
            barred = {card.split()[0] for card in state["hands"][self.look.seat] if card not in free}
            suits = [self.t(f"tricks.suit.{suit}") for suit in SUITS if suit in barred]
            return self.t("tricks.lead" if barred else "tricks.lead_any", suits=self.t.listing(suits, "word.or"))
        suit = state["suit"] or ""
        follows = any(move.startswith(suit) for move in legal)
        return self.t(
            "tricks.follow" if follows else "tricks.discard", suit=self.t(f"tricks.suit.{suit}")
        )

    def situation(self, legal: list[str]) -> tuple[str, dict[str, object]]:
        """The kind of decision: a choice before the hand, or a card to lead, to follow with or to
        throw. It differs for a Dragonmaster, who pays nothing, and in a Power Play."""
        state, seat = self.state, self.look.seat
        kind, power, suit = state["kind"], state["power"], state["suit"]
        if kind is None:
            called = "call" if power is None else "power"
            return "dragon" if "swap" in legal else called, {}
        values: dict[str, object] = {"cost": self.t(f"tricks.cost.{kind}")}
        if power is not None:
            values |= {"must": self.t(f"tricks.must.{kind}"), "goal": self.t(f"tricks.goal.{kind}")}
            return "alone" if power == seat else "against", values | {"name": self.look.name(power)}
        role = ".dm" if state["dm"] == seat else ""
        if suit is None or not state["trick"]:
            return f"lead{role}", values
        follows = any(move.startswith(suit) for move in legal)
        values["suit"] = self.t(f"tricks.suit.{suit}")
        return f"{'follow' if follows else 'free'}{role}", values

    def settled(self, viewer: int | None) -> bool:
        """Whether the payments of the hand are fixed in every deal that the seat considers
        possible."""
        match = self.look.match
        key = (match.key(), viewer)
        if self.kept_settled[0] != key:
            called = self.state["kind"] is not None and viewer is not None
            self.kept_settled = (key, called and match.settled(viewer or 0))
        return self.kept_settled[1]

    def standings(self) -> Sequence[Sequence[float]]:
        """Everybody's wealth at the start and after each hand."""
        found: list[Sequence[float]] = [self.state["wealth"]]
        for result in reversed(self.state["results"]):
            found.append([now - paid for now, paid in zip(found[-1], result["payments"], strict=True)])
        return found[::-1]

    def turn_words(self, turn: TurningPoint) -> str:
        """The hand that decided the match, and its payments."""
        kind = self.state["results"][turn.at - 1]["kind"]
        return self.decided_by(self.hand_of(turn.at, kind), turn, self.signed)

    def amount(self, sum_: float) -> str:
        """A sum of the final count in thousands, like the crystals."""
        return self.money(round(sum_ / 1000) * 1000)

    def final_count(self) -> list[EndComparison]:
        """The crystals of all seats, from the smallest to the diamonds. The sums begin with the
        debts."""
        wealth = self.state["wealth"]
        places = tuple((zone, seat, None) for seat in range(len(wealth)) for zone in ("hoard", "plate"))
        sums = [min(0, whole) for whole in wealth]
        held = [dict(gems(whole)) for whole in wealth]
        found = []
        for gem, worth, _ in reversed(GEMS):
            counts = [gems_of[gem] for gems_of in held]
            sums = [sum_ + 1000 * worth * count for sum_, count in zip(sums, counts, strict=True)]
            words = self.t(f"tricks.gems.{gem}")
            found.append(EndComparison(words, places, (), tuple(sums), gem))
        return found

    def tally(self) -> str:
        results = self.state["results"]
        if not results:
            return super().tally()
        paid = enumerate(results[-1]["payments"])
        told = (f"{self.look.name(seat)} {self.signed(amount)}" for seat, amount in paid)
        return self.t("tricks.tally", payments=" · ".join(told))

    # cards

    def figure(self, card: str) -> str:
        if card == "DRAGON":
            return "dragon"
        suit, rank = card.split()
        return "princess" if rank == "P" and suit in ("DRA", "DRU") else RANKS[rank]

    def figures(self, rank: str) -> list[str]:
        """The figures of a rank in all suits."""
        return sorted({self.figure(f"{suit} {rank}") for suit in SUITS})

    # read out

    read_first = ("extra", "trick")
    unread = ("deck", "taken")

    def spoken(self, card: str) -> str:
        """A card, and what it costs its taker in this hand."""
        cost = self.card_cost(card, self.state)
        return f"{self.card(card)}, {self.signed(-cost)}" if cost else self.card(card)

    def facts(self) -> list[str]:
        """Which hand it is, who is Dragonmaster, what costs, and what everybody has taken and owns."""
        state = self.state
        kind, power = state["kind"], state["power"]
        found = [f"{self.stage()}, {self.hand_words(state)}."]
        found.append(self.of_seat("tricks.dm" if power is None else "read.tricks.dm", state["dm"]))
        if kind and power is None:
            found.append(f"{self.t(f'tricks.cost.{kind}')}.")
        if power is not None:
            found.append(self.of_seat("read.tricks.power", power))
        if kind and power is not None:
            found.append(self.t("read.tricks.goal", goal=self.t(f"tricks.goal.{kind}")))
        for at in self.around():
            tricks = self.t("tricks.count", n=state["tricks_taken"][at])
            wealth = self.measured(self.money(state["wealth"][at]))
            found.append(self.of_seat("read.tricks.has", at, tricks=tricks, wealth=wealth))
        return found

    @staticmethod
    def costs_of(card: str, kind: str | None) -> list[int]:
        """What a card costs in a kind of hand, for each penalty that it counts as."""
        return [cost for name, (cost, kinds) in COSTS.items() if kind in kinds and PENALTIES[name] in card]

    @classmethod
    def card_cost(cls, card: str, state: State) -> int:
        """What a card costs its taker in this hand; 0 in a Power Play."""
        return 0 if state["power"] is not None else sum(cls.costs_of(card, state["kind"]))

    @classmethod
    def marked(cls, card: str, state: State) -> bool:
        """Whether a card counts in this kind of hand."""
        return bool(cls.costs_of(card, state["kind"]))

    @staticmethod
    def foremost_in(state: State) -> int | None:
        """The seat whose card is winning the trick."""
        return best_of(state["trick"], state["suit"] or "")[0] if state["trick"] else None

    def ranks(self) -> list[str]:
        """The ranks of this match, high to low."""
        few = self.look.match.seats_count == len(SUITS) - 1
        return list(RANKS)[: -2 if few else None]

    def rank_tip(self, rank: str) -> str:
        """What a rank is called, and what lies over and under it."""
        names = ", ".join(self.t(f"tricks.rank.{one}") for one in self.ranks())
        name, letter = (self.t(f"tricks.{what}.{rank}") for what in ("rank", "letter"))
        return f"{letter}: {name}.\n{self.t('tricks.ladder.tip', ranks=names)}"

    def rank_in_hand(self, card: str | None) -> tuple[int, int]:
        """The sort key for a hand: by suit, high to low, the Dragon last."""
        if card is None or card == "DRAGON":
            return len(SUITS), 0
        suit, rank = card.split()
        return SUITS.index(suit), list(RANKS).index(rank)

    def stage(self) -> str:
        kind, told = self.state["kind"], self.round_words(self.state)
        return f"{told} · {self.t('tricks.kind.' + kind)}" if kind else told

    def heads(self, state: State) -> tuple[str, str]:
        if state["rounds"] - self.first_round() > 1:
            return self.round_words(state), self.hand_words(state)
        return self.hand_words(state), self.t("tricks.each_once")

    def round_words(self, state: State) -> str:
        first = self.first_round()
        of = state["rounds"] - first
        return self.t("tricks.round" if of > 1 else "tricks.one_round", at=state["round"] + 1 - first, of=of)

    def hand_words(self, state: State, key: str = "tricks.hand") -> str:
        of, before = state["hands_of_match"], self.hands_before(state)
        return self.t(key, at=min(state["hand"] + 1, of) - before, of=of - before)

    def hands_before(self, state: State) -> int:
        """How many hands of a whole match come before the first of this one."""
        return state["hands_of_match"] // state["rounds"] * self.first_round()

    def sentence(self, event: Event, humans: list[int]) -> str:
        """An event as a sentence. Hands are counted from the first of this match."""
        if event.what == "hand":
            event = event._replace(amount=event.amount - self.hands_before(self.state))
        return super().sentence(event, humans)

    def first_round(self) -> int:
        """The number of the round with which the match began."""
        return int((self.look.match.deal or {}).get("round", 0))

    def heap_tip(self, crystals: Sequence[tuple[str, int]]) -> str:
        """How many crystals lie in a heap, and what each is worth."""
        worths = {gem: self.money(1000 * worth) for gem, worth, _ in GEMS}
        told = [self.t("tricks.heap", gem=self.t(f"tricks.gems.{gem}"), n=count, worth=worths[gem])
                for gem, count in crystals]
        return " · ".join(told)

    def notes(self) -> list[str]:
        """Notes on Secret Power Plays and the Dragon, at levels that have them."""
        basic = self.look.match.options["level"] == "basic"
        return [] if basic else [self.t("tricks.secret_note"), self.t("tricks.dragon_note")]

    def paid(self) -> str:
        """The text when the hand just finished is paid: what the person who looks pays, or else who gets how much,
        and why it ended early or nobody pays."""
        look = self.look
        match = look.match
        results = match.state(look.viewer)["results"]
        last = results[-1]
        kind, gets, hand = last["kind"], max(last["payments"]), self.hand_of(len(results), last["kind"])
        if gets:
            to, viewer = last["payments"].index(gets), look.viewer
            own = 0 if viewer is None else last["payments"][viewer]
            by = ".by_you" if own < 0 and viewer is not None and self.is_you(viewer) else ""
            values = {"sum": self.money(-own if by else gets)}
            early = any(event.what == "ends_early" for event in match.last_events())
            if early and (why := f"tricks.early.{kind}") in self.t:
                return self.of_seat(f"tricks.paid.early{by}", to, early=self.t(why), **values)
            return self.of_seat(f"tricks.paid{by}", to, hand=hand, **values)
        if last["power"] is None and (kept := self.kept(kind, last["dm"])):
            return self.of_seat("tricks.paid.none", last["dm"], what=self.t.listing(kept))
        return self.t("tricks.paid.nothing", hand=hand)

    def kept(self, kind: str, seat: int) -> list[str]:
        """What a Dragonmaster took in the hand just finished, for which others would pay."""
        cards, takers = last_hand(self.look.match, seat)
        counts = {name: sum(PENALTIES[name] in card for card in cards) for name, (_, kinds) in COSTS.items()
                  if kind in kinds}  # fmt: skip
        if kind in ("first", "staff") and takers:
            counts |= {"first": takers[0] == seat, "last": takers[-1] == seat}
        return [self.t(f"tricks.kept.{name}", n=n) for name, n in counts.items() if n]

    def hand_of(self, number: int, kind: str) -> str:
        """A hand by its number and what cost in it."""
        return self.t("tricks.hand_of", at=number, kind=self.t(f"tricks.costing.{kind}"))

    def under_way(self, events: list[Event]) -> str:
        """What these events show, in a sentence; "" for a card played."""
        for event in events:
            if event.kind == "pay" or event.what == "no_payment":
                return self.paid()
            if event.what == "takes":
                return self.of_seat("tricks.taking", event.seat or 0)
            if event.what == "hand":
                return self.sentence(event, [seat for seat in [event.seat or 0] if self.is_you(seat)])
        return ""

    @staticmethod
    def rows_at_end(events: list[Event]) -> dict[int, list[Row]]:
        """What each seat took in a hand that these events end, and what it pays for it."""
        rows: dict[int, list[Row]] = {}
        for event in events:
            if event.seat is None:
                continue
            if event.what.startswith("took_"):
                label = event.what.removeprefix("took_")
                rows.setdefault(event.seat, []).append(Row(label, event.seat, None, event.amount, 0))
            elif event.kind == "pay" and event.seat in rows:
                row = rows[event.seat][-1]
                rows[event.seat][-1] = row._replace(value=row.value - event.amount)
        return rows

    def due(self, seat: int, rows: list[Row], state: State) -> str:
        """The text under a seat's crystals: what it has to pay for what it has taken so far; "" if it took nothing,
        and in a Power Play."""
        if not rows or state["power"] is not None:
            return ""
        cost = -sum(row.value for row in rows)
        return self.of_seat("tricks.due" if cost else "tricks.owes_nothing", seat, amount=self.money(cost))

    def due_brief(self, rows: list[Row]) -> str:
        """That sum alone."""
        return self.money(sum(row.value for row in rows))

    @staticmethod
    def cost_of(before: list[Row], now: list[Row]) -> int:
        """How much more a seat has to pay than before; negative if less."""
        return round(sum(row.value for row in now) - sum(row.value for row in before))

    def took(self, seat: int, before: list[Row], now: list[Row]) -> str:
        """What a seat has just taken that costs, and how much."""
        old = {row.label: row for row in before}
        parts, cost = [], self.cost_of(before, now)
        for row in now:
            had = old.get(row.label)
            more = row.count - (had.count if had else 0)
            if more:
                parts.append(self.t(f"tricks.took.{row.label}", n=more))
        free = "tricks.took.power" if self.state["power"] is not None else "tricks.took.free"
        told = self.signed(cost) if cost else self.t(free)
        what = ", ".join(parts)
        return self.of_seat("moment.tricks.penalties", seat, what=what, cost=told)

    def preview(self, move: str, state: State) -> str:
        """Who takes the trick if this card is played."""
        look = self.look
        takes = next(
            (e.seat for e in look.match.preview(move, look.viewer) if e.what == "takes"), None
        )
        if not state["trick"] or takes is None:
            return ""
        return (
            self.t("tricks.takes")
            if takes == look.seat
            else self.t("tricks.taken_by", name=look.name(takes))
        )

    def taken(self, seat: int, taken: list[str], rows: list[Row]) -> str:
        """The penalty cards that a seat took, for viewers who see all cards."""
        marks = [PENALTIES[row.label] for row in rows if row.label in PENALTIES]
        cards = [self.card(card) for card in taken if any(mark in card for mark in marks)]
        return self.of_seat("tricks.taken", seat, cards=", ".join(cards)) if cards else ""

    # sheets

    def sheet(self, name: str) -> Sheet:
        """A sheet by name; "end" shows why the match ended."""
        made: Sheet = getattr(self, f"sheet_{name}")()
        return made

    def head(self, name: str) -> str:
        return self.t(f"tricks.head.{name}")

    def penalty_words(self, penalty: Penalty) -> str:
        """A penalty of a finished hand, with its number if there are several."""
        words = self.t(f"row.tricks.{penalty.kind}")
        return self.t("tricks.times", what=words, n=penalty.number) if penalty.number > 1 else words

    def last_trick(self) -> Trick:
        return self.once(last_trick)

    @staticmethod
    def role(result: Result, seat: int) -> str:
        """The role of a seat in a hand: Dragonmaster, or Power Player."""
        if seat == result["dm"]:
            return "dm"
        return "power" if seat == result["player"] else ""

    def sheet_payments(self) -> Sheet:
        """Who paid whom, and for what, in the finished hand."""
        state, look = self.state, self.look
        result, took = state["results"][-1], self.once(penalties)[len(state["results"]) - 1]
        notes, player = [self.of_seat("tricks.dm", result["dm"])], result["player"]
        if player is not None:
            end = "made" if result["success"] else "failed"
            notes.append(self.of_seat(f"tricks.{result['power']}_{end}", player))
        if change := self.changed(result["payments"], state["wealth"]):
            notes.append(change)
        to = next((seat for seat, paid in enumerate(result["payments"]) if paid > 0), 0)
        rows = [cells(self.head(name) for name in ("player", "why", "pays", "wealth"))]
        for seat, paid in enumerate(result["payments"]):
            why = [self.penalty_words(penalty) for penalty in took.get(seat, [])]
            if player is not None and paid:
                why = [self.t(f"tricks.{result['power']}_play")]
            who = Cell(look.name(seat), self.role(result, seat))
            signs = [SIGNS.get(penalty.kind, penalty.kind) for penalty in took.get(seat, [])]
            reason = Cell(", ".join(why) or "–", signs[0] if len(signs) == 1 else "")
            rows.append(
                [who, reason, self.payment(paid, to), Cell(self.money(state["wealth"][seat]))]
            )
        return Sheet(rows, notes=tuple(notes))

    def changed(self, payments: list[int], wealth: list[int]) -> str:
        """Whose crystals were changed into other kinds so that the hand could be paid."""
        found = []
        for seat, paid in enumerate(payments):
            before, now = dict(gems(wealth[seat] - paid)), dict(gems(wealth[seat]))
            moved = Counter(flying(abs(paid)))
            sign = 1 if paid > 0 else -1
            gone = {gem: max(0, before[gem] + sign * moved[gem] - now[gem]) for gem in now}
            amount = sum(1000 * worth * gone[gem] for gem, worth, _ in GEMS)
            if paid and amount and min(wealth[seat], wealth[seat] - paid) >= 0:
                found.append(f"{self.look.name(seat)} {self.money(amount)}")
        return self.t("tricks.changed", amounts=" · ".join(found)) if found else ""

    def payment(self, paid: int, to: int) -> Cell:
        """What a seat gets, or what it pays to whom."""
        if paid > 0:
            return Cell(self.t("tricks.gets", amount=self.money(paid)), lit=True)
        if paid == 0:
            return Cell(self.t("tricks.nothing"))
        return Cell(self.of_seat("tricks.pays", to, amount=self.money(-paid)))

    def sheet_score(self) -> Sheet:
        """Every hand of the match with its payments and the wealth after it."""
        state, names = self.state, self.names()
        if not state["results"]:
            return Sheet([[Cell(self.t("tricks.no_hand"))]], heads=False)
        rows = [cells(["", self.head("kind"), *names])]
        for number, result in enumerate(state["results"], 1):
            kind = result["kind"]
            paid = [
                Cell(self.signed(result["payments"][seat]), self.role(result, seat))
                for seat in range(len(names))
            ]
            rows.append([Cell(str(number)), Cell(self.t(f"tricks.kind.{kind}"), kind), *paid])
        most = max(state["wealth"])
        sums = [Cell(self.money(wealth), lit=wealth == most) for wealth in state["wealth"]]
        rows.append([Cell(), Cell(self.head("wealth")), *sums])
        return Sheet(rows)

    def sheet_reference(self) -> Sheet:
        """The costs and payments of each kind."""
        keys = {"cost": "cost", "power": "goal", "secret": "secret", "bar": "bar"}
        basic = self.look.match.options["level"] == "basic"
        shown = list(keys)[: 1 if basic else 4]
        rows = [cells([self.head("kind"), *map(self.head, shown)])]
        for kind in KINDS:
            says = cells(self.t(f"tricks.{keys[name]}.{kind}") for name in shown)
            rows.append([Cell(self.t(f"tricks.kind.{kind}"), kind), *says])
        return Sheet(rows)

    def sheet_end(self) -> Sheet:
        """The seats with their crystals, richest first."""
        wealth, names = self.state["wealth"], self.names()
        rows = []
        for seat in sorted(range(len(names)), key=lambda seat: -wealth[seat]):
            best = seat in self.look.match.winners
            counts = [Cell(str(count), gem) for gem, count in gems(max(0, wealth[seat]))]
            rows.append(
                [Cell(names[seat], lit=best), *counts, Cell(self.money(wealth[seat]), lit=best)]
            )
        return Sheet(rows, heads=False)


TELLING = TricksTelling
