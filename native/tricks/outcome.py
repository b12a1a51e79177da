"""What the rest of a hand of Dragonmaster comes to: which cards of a seat take what costs, and how the moves
bring that about.

What a seat takes is all that its moves can change: whoever is not the Dragonmaster pays for it, and the
Dragonmaster is not paid for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

from ..play.contrast import AS_GOOD
from ..play.outcome import Ending, Outcome, Pair, Part, Parts, Share, Told
from ..play.reasons import Trial, of_rest
from .motifs import DRAGON, Play, beats, best_of, play_of, price, rank_of, suit_of, trick_price
from .state import State

PRICED = ("dragonlords", "wizards", "runesword")
FIXED = ("runesword", "first", "last")  # what costs one amount
ENDS = ("hand",)
ALL = "all"  # the part that is everything together
POWER = "power"  # the part that is a Power Play, if it ends badly for the seat
TENTH = 0.1  # of the deals: less is no difference that can be told
FITS = 2.5  # so many times the loss, or less of it, is another figure
NEAR = 0.75  # of what everything makes together: so much of it is told as the whole
MAINLY = 0.6  # of what is taken, or of the deals in which the moves differ
SURE = 0.98  # of the deals
AS_BAD = 0.5  # of the loss: another move that loses so much is as bad
FEW = 2  # so many cards are named

PAYS = of_rest(
    "pays",
    False,
    "the mover takes n crystals or more of one thing: cards of one kind, the first or the last trick, or all of this",
    "to the end of the hand",
)
LOSES = of_rest(
    "loses_power",
    False,
    "there is a Power Player, and the Power Play fails if that is the mover, or else succeeds",
    "to the end of the hand",
)._replace(apart=TENTH)
MOTIFS = (PAYS, LOSES)


class Laid(NamedTuple):
    """A card of a seat in a trick. led: whether it was led; suit: the suit led; took: whether it took the trick;
    costs: of the trick, by what costs."""

    card: str
    led: bool
    suit: str
    took: bool
    costs: Mapping[str, int]

    def cost(self, part: Part) -> int:
        """What a part of the trick costs."""
        return sum(self.costs.values()) if part == ALL else self.costs.get(cast("str", part), 0)

    @property
    def thrown(self) -> bool:
        """Whether another suit was led."""
        return suit_of(self.card) != self.suit


def says(before: Mapping[str, Any]) -> bool:
    """Only after the call, since each kind is called once a round."""
    return before["kind"] is not None


def costs_of(cards: Sequence[str], number: int, kind: str) -> dict[str, int]:
    """What a trick costs, by what costs."""
    found = {one: sum(price(card, one) for card in cards) for one in PRICED if kind in (one, "staff")}
    if cost := trick_price(number, kind):
        found["last" if number else "first"] = cost
    return {what: cost for what, cost in found.items() if cost}


def course(ending: Ending) -> Iterator[Laid]:
    """The cards that the seat plays to the end of the hand, trick by trick."""
    state = ending.deal.state
    laid, number, turn = [(seat, card) for seat, card in state["trick"]], len(state["tricks"]), ending.seat
    seats = len(state["hands"])
    for move in ending.moves:
        laid.append((turn, move))
        turn = (turn + 1) % seats
        if len(laid) == seats:
            suit = suit_of(laid[0][1])
            turn = best_of(laid, suit)[0]
            own = next(card for seat, card in laid if seat == ending.seat)
            costs = costs_of([card for _, card in laid], number, state["kind"])
            yield Laid(own, laid[0][0] == ending.seat, suit, turn == ending.seat, costs)
            laid, number = [], number + 1


def parts(ending: Ending) -> Parts:
    """What the seat takes, below 0, by what costs; in a Power Play whether it ends badly. Nothing counts where a
    Secret Power Play lets the usual payments fall away."""
    state, before = ending.position.state(), ending.deal.state
    result = state["results"][len(before["results"])] if len(state["results"]) > len(before["results"]) else None
    if before["power"] is not None and result:
        return {POWER: -float(result["success"] != (before["power"] == ending.seat))}
    if result is None or result["power"]:
        return {}
    found: dict[Part, float] = defaultdict(float)
    for laid in course(ending):
        for what, cost in laid.costs.items() if laid.took else ():
            found[what] -= cost
    return found


def together(outcome: Outcome, shares: list[Share]) -> list[Share]:
    """The parts that are told: one that makes most of the difference, else everything together."""
    if not shares:
        return shares
    if shares[0].part == POWER:
        return shares if len({*tenths(outcome, shares[0])}) > 1 else []
    net = sum(outcome.sums.values()) / sum(outcome.weights)
    loss = outcome.values.get(outcome.pair[1], net) - outcome.values.get(outcome.pair[0], 0.0)
    if not loss / FITS <= net <= loss * FITS:
        return []
    if NEAR * shares[0].worth <= net <= shares[0].worth / NEAR:
        return shares
    sums = [tuple(sum(one.values()) for one in pair) for pair in outcome.parts]
    return [Share(ALL, net, [worse for worse, _ in sums], [better for _, better in sums])]


def tenths(outcome: Outcome, share: Share) -> tuple[int, int]:
    """In how many of ten deals a Power Play ends badly after both moves, as it is told."""
    whole = sum(outcome.weights)
    worse, better = (
        -sum(amount * weight for amount, weight in zip(row, outcome.weights, strict=True)) / whole
        for row in (share.worse, share.better)
    )
    return min(max(round(worse * 10), 1), 9), min(max(round(better * 10), 1), 9)


def told(part: str, seat: int, before: Mapping[str, Any], _pair: Pair) -> Told:
    """What the seat takes, or how a Power Play ends."""
    if part == POWER:
        return Told(LOSES, {"way": "own" if seat == before["power"] else ""}, sign=-1)
    role = "dm" if seat == before["dm"] else ""
    return Told(PAYS, {"what": part, "role": role}, sign=-1)


class Story:
    """How two moves bring about what the seat takes of one thing, by the deals played on."""

    def __init__(self, outcome: Outcome, share: Share) -> None:
        self.outcome, self.part, self.weights = outcome, share.part, outcome.weights
        self.worse, self.better = outcome.pair
        self.courses = [(list(course(worse)), list(course(better))) for worse, better in outcome.endings]
        self.state = cast("State", outcome.endings[0][0].deal.state)
        self.amounts = [(-worse, -better) for worse, better in zip(share.worse, share.better, strict=True)]
        self.kind = self.state["kind"] or ""
        self.hand = [card for card in self.state["hands"][outcome.seat] if card != DRAGON]
        deals = [worse.deal for worse, _ in outcome.endings]
        self.plays = [
            [cast("Play", play_of(Trial(deal, move))) for deal in deals] for move in (self.worse, self.better)
        ]

    def mean(self, number: int) -> float:
        """What is taken on average after one of the moves."""
        return sum(pair[number] * weight for pair, weight in zip(self.amounts, self.weights, strict=True)) / sum(
            self.weights
        )

    def share(self, number: int) -> float:
        """The share of the deals in which anything of it is taken after one of the moves."""
        held = [pair[number] > 0 for pair in self.amounts]
        return sum(weight for one, weight in zip(held, self.weights, strict=True) if one) / sum(self.weights)

    def apart(self, holds: Callable[[Sequence[Laid], Sequence[Laid]], object]) -> float:
        """The share of the deals in which the worse move takes more of it, in which something is true of what
        the seat plays after both moves."""
        rows = [
            (holds(*courses), weight)
            for courses, weight, (worse, better) in zip(self.courses, self.weights, self.amounts, strict=True)
            if worse > better
        ]
        return sum(weight for one, weight in rows if one) / (sum(weight for _, weight in rows) or 1)

    def in_this(self, number: int) -> float:
        """The share of the deals in which it is taken with the trick of one of the moves."""
        held = [pair[number][0].took and pair[number][0].cost(self.part) > 0 for pair in self.courses]
        return sum(weight for one, weight in zip(held, self.weights, strict=True) if one) / sum(self.weights)

    @property
    def taker(self) -> tuple[str, float]:
        """The card that takes most of it after the worse move, and its share."""
        found: dict[str, float] = defaultdict(float)
        for (worse, _), weight in zip(self.courses, self.weights, strict=True):
            for laid in worse:
                found[laid.card] += weight * laid.cost(self.part) * laid.took
        card = max(found, key=lambda card: found[card], default="")
        return card, found[card] / (sum(found.values()) or 1) if card else 0.0

    def above(self, card: str) -> list[str]:
        """The cards that can still beat a card when its suit is led; in no trick but this one are they known to
        be out of the hands."""
        cards = {one for hand in self.plays[0][0].hands for one in hand} - {*self.hand}
        return sorted((one for one in cards if beats(one, card, suit_of(card))), key=rank_of)

    @property
    def known(self) -> bool:
        """Whether the seat knows which cards the others hold together."""
        return self.plays[0][0].known

    @property
    def certain(self) -> bool:
        """Whether the worse move takes the trick, whatever is hidden."""
        play = self.plays[0][0]
        return play.must and (not play.later or (self.known and not self.above(self.worse)))

    def stake(self) -> dict[str, Any]:
        """What is taken after both moves, for the text."""
        role = "_dm" if self.outcome.seat == self.state["dm"] else ""
        if self.part in FIXED:
            if self.better == "WAR P" and self.part == "runesword" and not self.mean(1):
                return {"way": "kept_sure" if self.share(0) >= SURE else "kept"}
            if self.worse == "WAR P" and self.part == "runesword":
                return {"way": f"self{role}"}
            sure = "sure" if self.share(0) >= SURE else "fixed"
            never = "_none" if self.share(0) >= SURE and self.share(1) <= 1 - SURE else ""
            tenths = min(max(round(10 * self.share(1)), 1), 9)
            if sure == "sure" and self.certain and self.in_this(0) >= SURE:
                sure = "now"
            return {"way": f"{sure}{never}{role}", "tenths": tenths}
        number, lower = (round(self.mean(at), -2) for at in (0, 1))
        sums = self.outcome.sums
        main = max(sums, key=lambda part: sums[part])
        mostly = self.part == ALL and sums[main] >= AS_BAD * sum(sums.values())
        way = "mostly" if mostly else "all" if self.part == ALL and not role else "mean"
        return {"way": f"{way}{role}", "number": number, "lower": lower, "main": main}

    def how(self) -> dict[str, Any]:
        """How the moves bring it about: the end of the text's key, and its values; the first that fits."""
        taker, share = self.taker
        values = {"card": taker, "loses": self.better, "wins": self.worse}
        ways = (
            self.now, self.gives, self.keeps, self.sheds, self.enters, self.throws, self.leads, self.frees,
            self.danger,
        )  # fmt: skip
        always = (self.gives, self.keeps, self.enters)
        for one in ways:
            found = one(taker) if share >= MAINLY or one in always else None
            if found:
                return values | found
        return {}

    def now(self, taker: str) -> dict[str, Any] | None:
        """The card played takes it with this trick."""
        if taker != self.worse or self.apart(lambda worse, _: worse[0].cost(self.part) and worse[0].took) < MAINLY:
            return None
        worse, better = (plays[0] for plays in self.plays)
        if not worse.leads:
            best = best_of(self.state["trick"], worse.suit)[1]
            if worse.best[1] == self.worse and better.best[1] != self.better and suit_of(self.better) == worse.suit:
                return {"how": "beats", "best": best}
        elif self.known and not (above := self.above(self.worse)):
            return {"how": "highest"}
        elif self.known and len(above) <= FEW:
            return {"how": "high", "cards": above}
        if all(play.must for play in self.plays[0]) and not any(play.may for play in self.plays[1]):
            return {"how": "takes"}
        return None

    def gives(self, taker: str) -> dict[str, Any] | None:
        """The better card costs, and goes on a trick of another."""
        cost = price(self.better, self.kind)
        if not cost or any(play.may for play in self.plays[1]) or self.better not in self.hand:
            return None
        if cost < AS_BAD * (self.mean(0) - self.mean(1)) and (found := self.enters(taker)):
            return found
        stays = self.apart(lambda worse, _: any(laid.took and laid.card == self.better for laid in worse))
        how = "leads_it" if self.plays[1][0].leads else "gives"
        weighs = stays >= MAINLY or cost >= AS_BAD * (self.mean(0) - self.mean(1))
        return {"how": how, "cost": cost} if weighs else None

    def keeps(self, _taker: str) -> dict[str, Any] | None:
        """The card played is the one that would leave it to others later, or every other one is good."""
        others = [loss for move, loss in self.losses.items() if move != self.worse]
        if any(loss >= AS_BAD for loss in others) or self.part == "first":
            return None
        if len(others) > 1 and max(others) <= AS_GOOD:
            return self.lower()

        def leaves(_: Sequence[Laid], better: Sequence[Laid]) -> bool:
            return any(laid.card == self.worse and not laid.took and laid.cost(self.part) for laid in better)

        if self.apart(leaves) < MAINLY:
            return None
        alike = suit_of(self.better) == suit_of(self.worse)
        found = self.lower() if alike and rank_of(self.worse) < rank_of(self.better) else {"how": "alone"}
        return self.kept() if found["how"].startswith("alone") else found

    def kept(self) -> dict[str, Any] | None:
        """Why the card played would leave it to others later; None if its rank does not show it."""
        above, suited = self.above(self.worse), self.plays[0][0].others(suit_of(self.worse))
        if not self.known:
            return None
        if not suited:
            return {"how": "keeps_last", "suit": suit_of(self.worse)}
        if len(above) == len(suited):
            return {"how": "keeps_lowest"}
        if 0 < len(above) <= FEW:
            return {"how": "keeps_under", "cards": above}
        return None

    def lower(self) -> dict[str, Any]:
        """The card played is kept for later, and the better one does this trick."""
        worse, better = self.plays
        above = self.above(self.worse) if self.known else []
        kept = "" if not above else "_under" if len(above) == 1 else "_low"
        if all(play.must for play in (*worse, *better)):
            how = "anyway"
        elif all(play.must and play.free for play in better) and not any(play.may for play in worse):
            how = "free"
        elif not any(play.may for play in (*worse, *better)):
            how = "others"
        else:
            return {"how": "alone_low" if above else "alone"}
        return {"how": how + kept, "cards": above[:1]}

    def enters(self, _taker: str) -> dict[str, Any] | None:
        """The better card would take a later trick, after which the mover has to lead what takes it."""
        if any(play.may for play in self.plays[1]):
            return None

        def enters(worse: Sequence[Laid], better: Sequence[Laid]) -> bool:
            at = next((at for at, laid in enumerate(worse) if laid.card == self.better and laid.took), len(worse))
            never = not any(laid.led for laid in better)
            return any((laid.led or never) and laid.took and laid.cost(self.part) for laid in worse[at + 1 :])

        if self.apart(enters) < MAINLY:
            return None
        play, left = self.plays[1][0], [card for card in self.hand if card != self.better]
        only = self.known and play.wins(self.better) and not any(play.wins(card) for card in left)
        return {"how": "enters_only" if only else "enters"}

    @property
    def losses(self) -> dict[str, float]:
        """What each move loses, as a part of what the worse one does."""
        values = self.outcome.values
        best = values.get(self.better, 0.0)
        loss = best - values.get(self.worse, 0.0)
        return {move: (best - value) / loss for move, value in values.items()} if loss > 0 else {}

    def sheds(self, taker: str) -> dict[str, Any] | None:
        """The better card would take it later."""
        if taker != self.better or self.apart(lambda _, better: better[0].took and better[0].cost(ALL)) > 1 - SURE:
            return None
        if self.known and not self.above(taker):
            return {"how": "sheds_high"}
        return {"how": "sheds"}

    def throws(self, taker: str) -> dict[str, Any] | None:
        """After the better card the one that takes it can be thrown on another suit."""
        suits: dict[str, float] = defaultdict(float)
        for (_, better), weight in zip(self.courses, self.weights, strict=True):
            for laid in better[1:]:
                suits[laid.suit] += weight * (laid.card == taker and laid.thrown and not laid.took)
        suit = max(suits, key=lambda suit: suits[suit], default="")
        left = [card for card in self.hand if suit_of(card) == suit]
        if not suit or {*left} - {self.better} or suit_of(taker) == suit:
            return None
        good = [move for move, loss in self.losses.items() if loss <= AS_GOOD]
        if any(suit_of(move) != suit_of(self.better) for move in good):
            return None

        def thrown(_: Sequence[Laid], better: Sequence[Laid]) -> bool:
            return any(laid.card == taker and laid.thrown and not laid.took for laid in better[1:])

        if self.apart(thrown) < MAINLY:
            return None
        return {"how": "throws" if left else "thrown", "suit": suit}

    def leads(self, taker: str) -> dict[str, Any] | None:
        """The card played takes this trick, and the mover has to lead what takes it; the better one does not."""
        sure = all(play.must for play in self.plays[0]) and not any(play.may for play in self.plays[1])

        def led(worse: Sequence[Laid], _: Sequence[Laid]) -> bool:
            return any(laid.led and laid.card == taker and laid.cost(self.part) for laid in worse)

        return {"how": "leads"} if sure and self.apart(led) >= MAINLY else None

    def frees(self, taker: str) -> dict[str, Any] | None:
        """The better card takes this trick, and the one that would take it later is led at once."""
        if taker in (self.worse, self.better) or not all(play.must for play in self.plays[1]):
            return None

        def leads_it(_: Sequence[Laid], better: Sequence[Laid]) -> bool:
            return len(better) > 1 and better[1].card == taker and not better[1].cost(self.part)

        return {"how": "frees"} if self.apart(leads_it) >= MAINLY else None

    def danger(self, taker: str) -> dict[str, Any] | None:
        """The card that takes it, which few others can beat."""
        if taker in (self.worse, self.better) or not self.known:
            return None
        above = self.above(taker)
        if not above:
            return {"how": "danger_high"}
        return {"how": "danger", "cards": above} if len(above) <= FEW else None


def explained(outcome: Outcome, share: Share) -> Mapping[str, Any]:
    """How the moves bring about what a part comes to, for the text."""
    if share.part == POWER:
        return {}
    story = Story(outcome, share)
    return story.stake() | story.how()
