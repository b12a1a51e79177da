"""The motifs of Dragonmaster: penalties, the lead, voids, high and low cards, the call, Power
Plays.

All of them look at the hands and the trick in one deal. The mover can be made to take a trick if
each later seat has a card that does not beat the mover's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, cast

from ..play.reasons import Finding, Mark, Motif, Trial
from .state import State

UNIT = "crystals"
RANKS = "FBCDWPQK"  # from low to high
DRAGON = "DRAGON"
LEADER = 4000  # for the first and for the last trick
HAND = 8  # cards dealt to each seat
HIGH = "PQK"
NAMED = 3  # so many cards are named in a sentence
PRINCE = "WAR P"
LITTLE = 3  # so many times what a trick costs is still to come, or more
RUN = 2  # so many cards make a run
LOW = 2  # with no more cards that nobody can beat a hand is low
KINDS = ("dragonlords", "wizards", "runesword", "staff")  # those whose cards cost something
SURE = 0.5  # a claim that is sure in fewer deals is no reason to rely on it
MOSTLY = 0.6  # what another card does as well is a reason only if it mostly does
EXACT = ("runesword", "first")  # kinds in which all that one trick can cost is one amount
SECRET = ("dragonlords", "wizards", "staff")  # kinds of hand that have the Secret Power Play


def suit_of(card: str) -> str:
    """The suit of a card; for a Dragon that was led, the suit that it names, else ""."""
    word, _, rest = card.partition(" ")
    return rest if word == DRAGON else word if rest else ""


def parts(move: str) -> dict[str, str]:
    """The suit and the rank of a move's card; none for a call or an exchange."""
    word, _, rank = move.partition(" ")
    if word == DRAGON:
        return {"dragon": ""}
    return {"suit": word, "rank": rank} if rank and rank in RANKS else {}


def size(move: str) -> float:
    """The rank of a move's card as a number; 0 for a call or an exchange."""
    return rank_of(move) if parts(move) else 0.0


def rank_of(card: str) -> int:
    """The rank of a card; a Dragon ranks as a King."""
    return RANKS.index("K" if card.startswith(DRAGON) else card[-1])


def price(card: str, kind: str | None) -> int:
    """What a card costs the seat that takes it, in a kind of hand."""
    if card.startswith(DRAGON):
        return 0
    costs = {
        "dragonlords": 1000 * card.startswith("DRA"),
        "wizards": 2000 * card.endswith(" W"),
        "runesword": 8000 * (card == "WAR P"),
    }
    return sum(cost for name, cost in costs.items() if kind in (name, "staff"))


def trick_price(number: int, kind: str | None) -> int:
    """What a trick itself costs, by its number in the hand."""
    return LEADER * (kind in ("first", "staff") and number in (0, HAND - 1))


def playable(hand: Sequence[str], suit: str) -> list[str]:
    """The cards that may follow a suit: that suit, if there is any, and the Dragon."""
    following = [card for card in hand if card.startswith(suit)]
    return [*following, *(card for card in hand if card == DRAGON)] if following else list(hand)


def lower_than(card: str, cards: Iterable[str]) -> list[str]:
    """The lower cards of a card's suit."""
    return [one for one in cards if suit_of(one) == suit_of(card) and rank_of(one) < rank_of(card)]


def beats(card: str, best: str, suit: str) -> bool:
    """Whether a card beats the best one so far."""
    if card.startswith(DRAGON):
        return not (best.startswith(suit) and best.endswith(" K"))
    return card.startswith(suit) and rank_of(card) > rank_of(best)


def best_of(laid: Sequence[tuple[int, str]], suit: str) -> tuple[int, str]:
    """The seat and the card that take a trick of these cards, in this order."""
    best = laid[0]
    for one in laid[1:]:
        best = one if beats(one[1], best[1], suit) else best
    return best


class Play:
    """A card played in one deal: the trick, and the hands after it."""

    def __init__(self, before: State, seat: int, card: str) -> None:
        self.before, self.seat, self.card, self.kind = before, seat, card, before["kind"]
        self.dm, self.power = before["dm"], before["power"]
        self.in_hand = DRAGON if self.card.startswith(DRAGON) else self.card
        self.hands = [list(hand) for hand in before["hands"]]
        self.hands[self.seat].remove(self.in_hand)
        self.left = self.hands[self.seat]
        self.number = len(before["tricks"])
        self.leads = not before["trick"]
        self.laid = [*before["trick"], (self.seat, self.card)]
        self.suit = suit_of(self.laid[0][1])
        self.best = best_of(self.laid, self.suit)
        seats = len(self.hands)
        self.later = [(self.seat + step) % seats for step in range(1, seats - len(self.laid) + 1)]
        self.open = [playable(self.hands[seat], self.suit) for seat in self.later]

    @cached_property
    def under(self) -> list[list[str]]:
        """The cards of each later seat that do not beat the best card so far."""
        return [[card for card in cards if not beats(card, self.best[1], self.suit)] for cards in self.open]

    @cached_property
    def may(self) -> bool:
        """Whether the later seats can leave the trick to the mover."""
        return self.best[0] == self.seat and all(self.under)

    @cached_property
    def must(self) -> bool:
        """Whether the later seats must leave the trick to the mover."""
        return self.best[0] == self.seat and self.under == self.open

    @cached_property
    def cost(self) -> int:
        """What the cards on the trick and the trick itself cost."""
        return sum(price(card, self.kind) for _, card in self.laid) + trick_price(self.number, self.kind)

    @cached_property
    def most(self) -> int:
        """The most that the trick can cost the mover; 0 if it cannot take it."""
        if not self.may:
            return 0
        return self.cost + sum(max(price(card, self.kind) for card in cards) for cards in self.under)

    @cached_property
    def free(self) -> bool:
        """Whether the trick costs nothing, whatever the later seats play."""
        return not self.cost and not any(price(card, self.kind) for cards in self.open for card in cards)

    @cached_property
    def dearest(self) -> str:
        """The dearest card left in the mover's hand; "" if none costs anything."""
        found = max(sorted(self.left), key=lambda card: price(card, self.kind), default="")
        return found if price(found, self.kind) else ""

    @cached_property
    def known(self) -> bool:
        """Whether the mover knows which cards the other hands hold together: no extra card is
        hidden."""
        return self.before["extra"] in (None, DRAGON)

    @cached_property
    def elsewhere(self) -> list[str]:
        """The cards in the other hands that cost something."""
        return [
            card
            for seat, hand in enumerate(self.hands)
            for card in hand
            if seat != self.seat and price(card, self.kind)
        ]

    @cached_property
    def certain(self) -> str:
        """How the text says what the mover takes: "dm" if nobody pays for it, "exact" if any trick
        that costs can only cost this much."""
        if self.seat == self.dm:
            return "dm"
        return "exact" if self.kind in EXACT else ""

    @property
    def under_best(self) -> str:
        """How the text says that the mover's card does not take the trick, if a card on the table beats it."""
        return "under" if self.best[0] != self.seat else ""

    @cached_property
    def stake(self) -> str:
        """The dearest thing that the mover may still have to take: the Prince of Warriors, the last trick, a card of
        another hand, or one of its own."""
        prince = PRINCE in self.elsewhere and "runesword"
        last = trick_price(HAND - 1, self.kind) and "last"
        cards = [kind for kind in ("wizards", "dragonlords") if any(price(card, kind) for card in self.elsewhere)]
        several = [kind for kind in cards if self.kind in (kind, "staff")]
        own = self.dearest and "own"
        return next((what for what in (prince, last, *several, own) if what), "penalties")

    def out(self, seat: int) -> bool:
        """Whether a seat openly failed to follow this suit before."""
        for trick in self.before["tricks"]:
            suit = suit_of(trick[0][1])
            own = next(card for at, card in trick if at == seat)
            if suit == self.suit and suit_of(own) != suit and not own.startswith(DRAGON):
                return True
        return False

    def others(self, suit: str) -> list[str]:
        """The cards of a suit in the other hands."""
        return [
            card
            for seat, hand in enumerate(self.hands)
            for card in hand
            if seat != self.seat and card.startswith(suit) and card != DRAGON
        ]

    @cached_property
    def secret(self) -> int | None:
        """The seat that may be about to make a Secret Power Play: it has taken all that costs so
        far, and at least half of what there is."""
        state = self.before
        if not state["secret"] or self.power is not None or self.kind not in SECRET:
            return None
        took = [sum(price(card, self.kind) for card in cards) for cards in state["taken"]]
        if state["tricks"]:
            first = state["tricks"][0]
            took[best_of(first, suit_of(first[0][1]))[0]] += trick_price(0, self.kind)
        cards = [card for row in (*state["hands"], *state["taken"]) for card in row]
        cards += [card for _, card in state["trick"]]
        total = sum(price(card, self.kind) for card in cards) + 2 * trick_price(0, self.kind)
        most = max(took)
        seat = took.index(most)
        return seat if most == sum(took) and 2 * most >= total and seat != self.dm else None

    def beaten_by(self, card: str) -> list[str]:
        """The cards in the other hands that beat a card of the mover when its suit is led."""
        return [one for one in self.others(suit_of(card)) if rank_of(one) > rank_of(card)]

    def wins(self, card: str) -> bool:
        """Whether a card of the mover beats some card of its suit in the other hands."""
        return any(rank_of(one) < rank_of(card) for one in self.others(suit_of(card)))

    def top(self, card: str) -> bool:
        """Whether a card of the mover beats all cards of its suit in the other hands, and there are
        some."""
        others = self.others(suit_of(card)) if card != DRAGON else []
        return bool(others) and all(rank_of(card) > rank_of(other) for other in others)

    def found(self, about: Iterable[str] | None = None, level: float = 1, gain: float = 0, **values: Any) -> Finding:
        """A finding about cards of the mover's hand; with None, about the card played."""
        marked = [self.in_hand] if about is None else sorted(about)
        marks = tuple(Mark("hand", self.seat, card=card) for card in marked)
        if self.stake == "own":
            values |= {"own": self.dearest, "own_cost": price(self.dearest, self.kind)}
        values = {"stake": self.stake} | values
        return Finding(marks, level, gain, values=values)


@lru_cache(4)
def play_of(trial: Trial) -> Play | None:
    """The card that a trial plays; None if its move is a call or a choice about the Dragon."""
    before = cast("State", trial.deal.state)
    return Play(before, trial.seat, trial.move) if before["kind"] is not None else None


def ordinary(trial: Trial) -> Play | None:
    """A card played in a hand without a Power Play."""
    play = play_of(trial)
    return play if play and play.power is None else None


def defence(trial: Trial) -> Play | None:
    """A card played against a Power Player."""
    play = play_of(trial)
    return play if play and play.power not in (None, play.seat) else None


def power(trial: Trial) -> Play | None:
    """A card played by a Power Player."""
    play = play_of(trial)
    return play if play and play.power == play.seat else None


# ---- ordinary hands ----


def first_trick(trial: Trial) -> Finding | None:
    """Whether the mover can be made to take the first trick, where that costs."""
    play = ordinary(trial)
    if not play or play.number or not trick_price(0, play.kind) or not play.may:
        return None
    return play.found(way=play.certain)


def last_tricks(trial: Trial) -> Finding | None:
    """The most that the last two tricks can cost the mover."""
    play = ordinary(trial)
    if not play or play.number != HAND - 2:
        return None
    seats, worst = len(play.hands), 0
    for cards in product(*play.open):
        laid = [*play.laid, *zip(play.later, cards, strict=True)]
        winner = best_of(laid, play.suit)[0]
        total = (winner == play.seat) * sum(price(card, play.kind) for _, card in laid)
        rest = {seat: list(hand) for seat, hand in enumerate(play.hands)}
        for seat, card in zip(play.later, cards, strict=True):
            rest[seat].remove(card)
        last = [((winner + step) % seats, rest[(winner + step) % seats][0]) for step in range(seats)]
        if best_of(last, suit_of(last[0][1]))[0] == play.seat:
            total += sum(price(card, play.kind) for _, card in last) + trick_price(HAND - 1, play.kind)
        worst = max(worst, total)
    return play.found(level=worst, way=play.certain) if worst else None


def takes_penalty(trial: Trial) -> Finding | None:
    """What the mover is certain to take with this trick."""
    play = ordinary(trial)
    if not play or not play.must or not play.cost:
        return None
    return play.found(level=play.cost, gain=-play.cost, way=play.certain)


def may_take(trial: Trial) -> Finding | None:
    """The most that the trick can cost the mover."""
    play = ordinary(trial)
    return play.found(level=play.most, way=play.certain) if play and play.most else None


def collects(trial: Trial) -> Finding | None:
    """What others are certain to take with this trick, to be paid to the mover."""
    play = ordinary(trial)
    if not play or play.seat != play.dm or play.may or not play.cost:
        return None
    way = "exact" if play.kind in EXACT else ""
    return play.found(level=play.cost, gain=play.cost, way=way)


def gives_away(trial: Trial) -> Finding | None:
    """Whether the mover puts a penalty card on a trick that it cannot take."""
    play = ordinary(trial)
    given = play and play.seat != play.dm and not play.may and price(play.card, play.kind)
    if not play or not given:
        return None
    return play.found(cost=price(play.card, play.kind), way="led" if play.leads else play.under_best)


def into_void(trial: Trial) -> Finding | None:
    """Whether the mover leads a suit on which another seat can throw it a penalty card. The text
    names the seat only if all know that it is out of the suit."""
    play = ordinary(trial)
    if not play or not play.leads or not play.may:
        return None
    seats = [
        seat
        for seat in play.later
        if not any(card.startswith(play.suit) for card in play.hands[seat])
        and any(price(card, play.kind) for card in play.hands[seat])
    ]
    seen = next((seat for seat in seats if play.out(seat)), None)
    if seen is not None:
        return play.found(who=seen, way="seen")
    return play.found() if seats else None


def draws_out(trial: Trial) -> Finding | None:
    """Whether another seat must follow the mover's lead with a penalty card, and the mover cannot
    take it."""
    play = ordinary(trial)
    if not play or not play.leads or play.may:
        return None
    forced = any(
        cards[0].startswith(play.suit) and all(price(card, play.kind) for card in cards)
        for cards in play.open
    )
    return play.found(way="prince" if play.kind == "runesword" else "") if forced else None


def spends_high(_worse: Trial, better: Trial) -> bool:
    """Whether the better move plays the mover's highest card of its suit."""
    play = play_of(better)
    return play is not None and not any(lower_than(card, [play.card]) for card in play.left)


def gives_up_lead(trial: Trial) -> Finding | None:
    """Whether the mover cannot take the trick, so that another seat leads next."""
    play = ordinary(trial)
    return play.found() if play and play.left and not play.may else None


def keeps_lead(trial: Trial) -> Finding | None:
    """Whether the mover takes a trick that costs nothing, whatever follows."""
    play = ordinary(trial)
    if not play or not play.free or not play.must:
        return None
    sure = not play.later or (not play.elsewhere and play.known and not play.beaten_by(play.card))
    if play.seat == play.dm:
        return play.found(way="last" if sure else "dm")
    return play.found(way="sure" if sure else "")


def cashes(trial: Trial) -> Finding | None:
    """Whether the mover leads a card that takes the trick for certain and at little cost, while more of what costs is
    still to come."""
    play = ordinary(trial)
    if not play or not play.leads or not play.left or not play.must:
        return None
    if play.seat != play.dm and price(play.card, play.kind):
        return None
    hands = (card for hand in play.hands for card in hand)
    ahead = sum(price(card, play.kind) for card in hands) + trick_price(HAND - 1, play.kind)
    if not ahead or play.most * LITTLE > ahead:
        return None
    return play.found(way="known" if play.known and not play.beaten_by(play.card) else "")


def leaves_lead(worse: Trial, _better: Trial) -> bool:
    """Whether the worse move leads a card that costs nothing and that another hand can beat."""
    play = play_of(worse)
    return play is not None and not price(worse.move, play.kind) and bool(play.beaten_by(worse.move))


def ducks(trial: Trial) -> Finding | None:
    """How many cards left in the mover's hand can go under the Prince of Warriors of another hand."""
    play = ordinary(trial)
    if not play or PRINCE not in play.elsewhere:
        return None
    cards = lower_than(PRINCE, play.left)
    others = (Play(play.before, play.seat, card) for card in cards if card.startswith(play.suit))
    way = "anyway" if play.must and all(other.must for other in others) else ""
    return play.found(cards, len(cards), card=PRINCE, cost=price(PRINCE, play.kind), way=way) if cards else None


def is_low(worse: Trial, _better: Trial) -> bool:
    """Whether the worse move spends one of the cards that can go under the Prince of Warriors."""
    return bool(lower_than(PRINCE, [worse.move]))


def void_made(play: Play) -> bool:
    """Whether the mover plays its last card of a suit that others still hold, and has more
    cards."""
    if play.in_hand == DRAGON or not play.left or not play.others(suit_of(play.card)):
        return False
    return not any(card.startswith(suit_of(play.card)) for card in play.left)


def void_to_throw(trial: Trial) -> Finding | None:
    """The dearest card that a mover who is not the Dragonmaster still holds, if the move makes it
    void in a suit that others still hold."""
    play = ordinary(trial)
    if not play or play.seat == play.dm or not void_made(play) or not play.dearest:
        return None
    cost = price(play.dearest, play.kind)
    return play.found((play.dearest,), cost, card=play.dearest, cost=cost, suit=suit_of(play.card))


def makes_void(trial: Trial) -> Finding | None:
    """Whether the move makes the mover void in a suit that others still hold, and leaves it no card
    to pay for."""
    play = ordinary(trial)
    if not play or not void_made(play) or (play.seat != play.dm and play.dearest):
        return None
    cards = [card for card in play.left if card != DRAGON]
    high = max(cards, key=lambda card: (play.wins(card), play.top(card), rank_of(card)))
    only = play.known and play.wins(play.card) and not play.may and not any(play.wins(card) for card in cards)
    above = sorted(play.beaten_by(high), key=rank_of, reverse=True) if play.known and play.wins(high) else HIGH
    way = "only" if only else "top" if not above else "high" if len(above) < NAMED else ""
    return play.found(card=high, cards=above if way == "high" else (), suit=suit_of(play.card), way=way)


def sheds_high(trial: Trial) -> Finding | None:
    """Whether the mover puts a Prince, Queen or King on a trick that it cannot take."""
    play = ordinary(trial)
    return play.found(way=play.under_best) if play and not play.may and play.card[-1] in HIGH else None


def stuck_high(trial: Trial) -> Finding | None:
    """How many cards in the hand of a mover who is not the Dragonmaster no other hand can beat,
    while other hands hold cards that cost, or later tricks cost."""
    play = ordinary(trial)
    if not play or play.seat == play.dm or not (play.elsewhere or trick_price(HAND - 1, play.kind)):
        return None
    cards = [card for card in play.left if play.top(card)]
    return counted(play, cards, "many" if len(cards) > 1 else "known") if cards else None


def counted(play: Play, cards: Sequence[str], way: str) -> Finding:
    """A finding that counts cards of the hand. It is certain, told in this way, if the mover knows which
    cards the others hold."""
    return play.found(cards, len(cards), way=way if play.known else "")


def keeps_low(trial: Trial) -> Finding | None:
    """How many cards left in the mover's hand (without Princes, Queens and Kings) are lower than
    all others of their suit in the other hands."""
    play = ordinary(trial)
    if not play:
        return None
    cards = [
        card
        for card in play.left
        if card[-1] not in HIGH
        and (others := play.others(suit_of(card)))
        and all(rank_of(card) < rank_of(other) for other in others)
    ]
    return counted(play, cards, "known") if cards else None


def plays_higher(trial: Trial) -> Finding | None:
    """The lowest card left in the suit played that would have done the same in this trick, costs as
    much, and can still go under a card of another hand."""
    play = ordinary(trial)
    if not play or play.in_hand == DRAGON or play.may != play.must:
        return None
    others = (Play(play.before, play.seat, card) for card in lower_than(play.card, play.left))
    lower = [
        other.card
        for other in others
        if price(other.card, play.kind) == price(play.card, play.kind)
        and (other.may, other.must) == (play.may, play.must)
    ]
    if not lower:
        return None
    lowest = min(lower, key=rank_of)
    above = [card for card in play.others(suit_of(lowest)) if rank_of(card) > rank_of(lowest)]
    sure = play.must and (not play.later or (play.leads and play.known and not play.beaten_by(play.card)))
    return play.found((lowest,), card=lowest, way="takes" if sure else play.under_best) if above else None


def guards(trial: Trial) -> Finding | None:
    """How many cheaper, lower cards of its suit guard the dearest card left in the hand of a mover
    who is not the Dragonmaster."""
    play = ordinary(trial)
    if not play or play.seat == play.dm or not play.dearest:
        return None
    cost = price(play.dearest, play.kind)
    cards = [card for card in lower_than(play.dearest, play.left) if price(card, play.kind) < cost]
    values: dict[str, Any] = {"card": play.dearest, "number": len(cards), "cost": cost}
    return play.found((play.dearest, *cards), len(cards), **values) if cards else None


def stops_secret(trial: Trial) -> Finding | None:
    """Whether a seat that has taken everything so far does not get this trick, which costs."""
    play = ordinary(trial)
    who = play.secret if play else None
    if not play or who in (None, play.seat) or not play.cost or who in play.later or play.best[0] == who:
        return None
    return play.found(who=who)


def takes_secret(trial: Trial) -> Finding | None:
    """Whether the mover has taken everything so far, and takes this trick, which costs, too."""
    play = ordinary(trial)
    return play.found() if play and play.secret == play.seat and play.must and play.cost else None


# ---- Power Plays ----


def runs_suit(trial: Trial) -> Finding | None:
    """How many tricks the Power Player can run in the suit led, from the top."""
    play = power(trial)
    if not play or not play.leads or play.card.startswith(DRAGON):
        return None
    highest = max((rank_of(card) for card in play.others(play.suit)), default=-1)
    cards = [card for card in (play.card, *play.left) if card.startswith(play.suit) and card != DRAGON]
    run = [card for card in cards if rank_of(card) > highest]
    dragons = any(DRAGON in hand for seat, hand in enumerate(play.hands) if seat != play.seat)
    if play.card not in run or dragons or len(run) < RUN:
        return None
    return play.found(run, len(run))


def spends_dragon(trial: Trial) -> Finding | None:
    """Whether the Power Player plays the Dragon to a trick that costs nothing."""
    play = power(trial)
    return play.found() if play and play.in_hand == DRAGON and play.free else None


def power_takes(trial: Trial) -> Finding | None:
    """Whether the Power Player takes the trick, whatever follows."""
    play = power(trial)
    return play.found() if play and play.must else None


def stops_power(trial: Trial) -> Finding | None:
    """Whether the Power Player loses the trick for certain, and needs it."""
    play = defence(trial)
    if not play or not play.cost or play.best[0] == play.power or play.power in play.later:
        return None
    return play.found()


def feeds_power(trial: Trial) -> Finding | None:
    """Whether the mover puts a card that the Power Player needs on a trick that the Power Player is
    certain to take."""
    play = defence(trial)
    if not play or play.best[0] != play.power or play.under != play.open or not price(play.card, play.kind):
        return None
    return play.found()


def keeps_guard(trial: Trial) -> Finding | None:
    """How many cards left in the mover's hand beat some card of the Power Player."""
    play = defence(trial)
    if not play:
        return None
    against = play.hands[play.power or 0]
    cards = [
        card
        for card in play.left
        if any(one.startswith(suit_of(card)) and rank_of(one) < rank_of(card) for one in against if one != DRAGON)
    ]
    return play.found(cards, len(cards), cards=sorted(cards)[:NAMED]) if cards else None


# ---- the call, and the Dragon ----


def own_and_others(trial: Trial) -> tuple[list[str], list[str], str] | None:
    """The penalty cards of a called kind in the caller's hand and in the others, and the kind. Not
    for Power Plays."""
    before = cast("State", trial.deal.state)
    verb, _, kind = trial.move.partition(" ")
    if verb != "call" or before["power"] is not None:
        return None
    own = [card for card in before["hands"][trial.seat] if price(card, kind)]
    others = [
        card for seat, hand in enumerate(before["hands"]) for card in hand if seat != trial.seat and price(card, kind)
    ]
    return own, others, kind


def own_penalties(trial: Trial) -> Finding | None:
    """What the penalty cards in the caller's own hand cost."""
    found = own_and_others(trial)
    if not found or not found[0]:
        return None
    own, _, kind = found
    cost = sum(price(card, kind) for card in own)
    marks = tuple(Mark("hand", trial.seat, card=card) for card in sorted(own))
    return Finding(marks, cost, values={"cards": sorted(own), "number": cost})


def others_hold(trial: Trial) -> Finding | None:
    """What the cards and tricks of the called kind cost in all, if the caller's own cards in their
    suits are low."""
    found = own_and_others(trial)
    if not found or len(high_in(trial, [*found[0], *found[1]], found[2])) > LOW:
        return None
    total = whole_stake(trial)
    way = "known" if cast("State", trial.deal.state)["extra"] in (None, DRAGON) else ""
    return Finding(level=total, values={"way": way}) if total else None


def high_call(trial: Trial) -> Finding | None:
    """What the cards and tricks of the called kind cost in all, if the caller's own cards in their
    suits are not low."""
    found = own_and_others(trial)
    high = high_in(trial, [*found[0], *found[1]], found[2]) if found else []
    if not found or len(high) <= LOW:
        return None
    marks = tuple(Mark("hand", trial.seat, card=card) for card in sorted(high))
    values = {"cards": sorted(high)[:NAMED], "number": len(high)}
    return Finding(marks, whole_stake(trial), values=values)


def one_card(trial: Trial) -> Finding | None:
    """If a single card, perhaps the caller's own, is all that costs in the kind called: how many
    lower cards of its suit the caller holds."""
    found = own_and_others(trial)
    if not found or len(dear := [*found[0], *found[1]]) != 1 or trick_price(0, found[2]):
        return None
    lower = lower_than(dear[0], cast("State", trial.deal.state)["hands"][trial.seat])
    marks = tuple(Mark("hand", trial.seat, card=card) for card in sorted(lower))
    own = "own" if found[0] else ""
    values = {"card": dear[0], "cards": sorted(lower), "number": len(lower), "way": own}
    return Finding(marks, len(lower), values=values) if lower else None


def whole_stake(trial: Trial) -> int:
    """What the cards and tricks of a called kind cost in all; 0 in a Power Play."""
    if not (found := own_and_others(trial)):
        return 0
    own, others, kind = found
    cards = sum(price(card, kind) for card in (*own, *others))
    return cards + trick_price(0, kind) + trick_price(HAND - 1, kind)


def high_in(trial: Trial, dear: Sequence[str], kind: str) -> list[str]:
    """The caller's cards that nobody can beat, in the suits of these cards; in all suits if tricks
    cost too."""
    suits = {suit_of(card) for card in dear}
    return [card for card in unbeaten(trial, False) if suit_of(card) in suits or trick_price(0, kind)]


def power_missing(trial: Trial) -> Finding | None:
    """How many of the cards that a Power Player needs for the kind called are in other hands."""
    before = cast("State", trial.deal.state)
    verb, _, kind = trial.move.partition(" ")
    if verb != "call" or before["power"] is None:
        return None
    others = (card for seat, hand in enumerate(before["hands"]) if seat != trial.seat for card in hand)
    number = sum(price(card, kind) > 0 for card in others)
    return Finding(level=number) if number else None


def power_own(trial: Trial) -> Finding | None:
    """A kind not yet called of which a seat that keeps the Dragon holds all cards that cost."""
    before = cast("State", trial.deal.state)
    if trial.move != "keep":
        return None
    every = [card for hand in before["hands"] for card in hand]
    for kind in (one for one in KINDS if one not in before["played"]):
        cards = sorted(card for card in every if price(card, kind))
        if cards and {*cards} <= {*before["hands"][trial.seat]}:
            marks = tuple(Mark("hand", trial.seat, card=card) for card in cards)
            return Finding(marks, values={"cards": cards})
    return None


def unbeaten(trial: Trial, beaten: bool) -> list[str]:
    """The cards of a seat, without the Dragon, that another hand can beat (beaten) or that none can
    (not beaten)."""
    before = cast("State", trial.deal.state)
    hands = before["hands"]
    others = [card for seat, hand in enumerate(hands) for card in hand if seat != trial.seat]
    return [
        card
        for card in hands[trial.seat]
        if card != DRAGON
        and any(suit_of(one) == suit_of(card) and rank_of(one) > rank_of(card) for one in others) == beaten
    ]


def strong_hand(trial: Trial) -> Finding | None:
    """How many cards of a seat that keeps the Dragon no other hand can beat."""
    return power_cards(trial, False)


def weak_hand(trial: Trial) -> Finding | None:
    """How many cards of a seat that keeps the Dragon another hand can beat."""
    return power_cards(trial, True)


def power_cards(trial: Trial, beaten: bool) -> Finding | None:
    """The cards of a seat that keeps the Dragon: those that another hand can beat (beaten), or
    those that none can (not beaten)."""
    cards = unbeaten(trial, beaten) if trial.move == "keep" else []
    marks = tuple(Mark("hand", trial.seat, card=card) for card in sorted(cards))
    return Finding(marks, len(cards), values={"cards": sorted(cards)[:NAMED]}) if cards else None


ORDINARY = "There is no Power Play (`power` is null) and the mover plays a card. "
COST = (
    " A card costs as in the kind called (`kind`): Dragonlords 1,000 each `DRA` card, Wizards 2,000 each `W`, "
    "Runesword 8,000 `WAR P`, Staff of Power all of these; in First or Last and Staff of Power the first and the "
    "eighth trick cost 4,000 more each."
)
ALONE = (
    "The level is expert and the kind Dragonlords, Wizards or Staff of Power. {}, not the Dragonmaster, has taken "
    "all that costs something in the tricks before this one, and it costs at least half of all cards and tricks of "
    "the hand, the extra card left out. "
)
FEW = (
    "{} in the caller's hand, the Dragon left out, have no higher card of their suit in another hand; only suits "
    "count of which some hand has a card that costs something, in First or Last and Staff of Power all."
)
UNDER = "Some legal cards of the later seats leave the trick to the mover"
NEVER = "No legal cards of the later seats leave the trick to the mover"
ALL = "The mover takes the trick, whatever legal cards the later seats play"

MOTIFS = (
    Motif("ducks", True, ducks, ORDINARY + "The kind is Runesword or Staff of Power, another hand has `WAR P`, and "
          "the mover's hand after its card has n or more lower cards of Warriors (level n, from 1 on).", counts=True,
          fits=is_low, unless=("gives_away",)),
    Motif("cashes", True, cashes, ORDINARY + "The mover leads and has cards left; it is the Dragonmaster, or the "
          "card costs nothing. " + ALL + ". Three times the most that the trick can cost with them is not more than "
          "what all cards in the hands after the move cost, with 4,000 for the last trick in First or Last and Staff "
          "of Power, and that is more than 0." + COST, apart=SURE,
          fits=leaves_lead, sole=True),
    Motif("takes_penalty", False, takes_penalty, ORDINARY + ALL + ", and the trick with the cards laid so far, the "
          "mover's among them, costs n or more (level n)." + COST, counts=True, gains=True, sole=True),
    Motif("first_trick", False, first_trick, ORDINARY + "It is the first trick of a hand of First or Last or Staff "
          "of Power. " + UNDER + "."),
    Motif("gives_away", True, gives_away, ORDINARY + "The mover is not the Dragonmaster, and its card costs "
          "something. " + NEVER + "." + COST, sole=True),
    Motif("draws_out", True, draws_out, ORDINARY + "The mover leads. " + NEVER + ". Some other seat has cards of the "
          "suit led, and all its legal cards cost something." + COST, sole=True),
    Motif("into_void", False, into_void, ORDINARY + "The mover leads. Some other seat has no card of the suit led "
          "and holds a card that costs something. " + UNDER + "." + COST, sole=True),
    Motif("may_take", False, may_take, ORDINARY + UNDER + ", and it costs n or more with the dearest such cards "
          "(level n, from 1 on)." + COST, counts=True),
    Motif("collects", True, collects, ORDINARY + "The mover is the Dragonmaster. " + NEVER + ", and the trick with "
          "the cards laid so far, the mover's among them, costs n or more (level n, from 1 on)." + COST,
          counts=True, gains=True),
    Motif("guards", True, guards, ORDINARY + "The mover is not the Dragonmaster. Of the cards in its hand after it "
          "that cost most, and something, take the first by its text: with it the hand has n or more lower cards of "
          "its suit (level n, from 1 on) that cost less." + COST, counts=True, sole=True),
    Motif("stuck_high", False, stuck_high, ORDINARY + "The mover is not the Dragonmaster. A card in another hand "
          "costs something, or the kind is First or Last or Staff of Power. The mover's hand after it has n or more "
          "cards (level n, from 1 on), the Dragon left out, that are each higher than all cards of their suit in the "
          "other hands, which hold at least one of it." + COST, counts=True, sole=True, unless=("ducks", "cashes")),
    Motif("last_tricks", False, last_tricks, ORDINARY + "It is the seventh trick of the hand. For some legal cards "
          "of the later seats in it, and with the last card of each seat in the eighth, the mover takes tricks of "
          "these two that cost n or more (level n, from 1 on)." + COST, counts=True),
    Motif("keeps_lead", True, keeps_lead, ORDINARY + "The trick with the cards laid so far costs nothing, and no "
          "legal card of a later seat does. " + ALL + "." + COST, apart=SURE, fits=spends_high, sole=True,
          unless=("cashes",)),
    Motif("gives_up_lead", True, gives_up_lead, ORDINARY + "It is not the last trick of the hand. " + NEVER + ".",
          sole=True),
    Motif("plays_higher", True, plays_higher, ORDINARY + "The card is not the Dragon, and the mover takes the trick "
          "with it whatever legal cards the later seats play, or whatever they play does not take it. The same is "
          "true of a lower card of its suit in the mover's hand that costs as much; another hand has a card of the "
          "suit that is higher than the lowest of these." + COST, apart=MOSTLY, sole=True),
    Motif("keeps_low", True, keeps_low, ORDINARY + "The mover's hand after it has n or more cards (level n, from 1 "
          "on), Princes, Princesses, Queens, Kings and the Dragon left out, that are each lower than all cards of "
          "their suit in the other hands, which hold at least one of it.", counts=True),
    Motif("void_to_throw", True, void_to_throw, ORDINARY + "The mover is not the Dragonmaster. The card is not the "
          "Dragon, the mover has no other card of its suit, another hand has one, and a card in the mover's hand "
          "after it costs n or more (level n, from 1 on)." + COST, counts=True, sole=True),
    Motif("makes_void", True, makes_void, ORDINARY + "The card is not the Dragon, the mover has no other card of its "
          "suit, another hand has one, and the mover holds at least one more card; if it is not the Dragonmaster, "
          "none of its cards costs anything." + COST, sole=True),
    Motif("sheds_high", True, sheds_high, ORDINARY + "The card is a Prince or Princess, a Queen or a King. " + NEVER +
          ".", apart=MOSTLY, sole=True, unless=("ducks",)),
    Motif("stops_secret", True, stops_secret, ORDINARY + ALONE.format("Some other seat") + "This trick with the "
          "cards laid so far, the mover's among them, costs something; that seat has played to it, and its card is "
          "not the best of those laid." + COST),
    Motif("takes_secret", True, takes_secret, ORDINARY + ALONE.format("The mover") + "This trick with the cards laid "
          "so far, the mover's among them, costs something. " + ALL + "." + COST),
    Motif("runs_suit", True, runs_suit, "The mover is the Power Player and leads a card that is not the Dragon. That "
          "card is higher than all cards of its suit in the other hands, and with it the mover has n or more such "
          "cards of the suit (level n, from 2 on). No other hand has the Dragon.", counts=True),
    Motif("power_takes", True, power_takes, "The mover is the Power Player and plays a card. " + ALL + "."),
    Motif("spends_dragon", False, spends_dragon, "The mover is the Power Player and plays the Dragon. The trick "
          "with the cards laid so far costs nothing, and no legal card of a later seat does." + COST),
    Motif("stops_power", True, stops_power, "There is a Power Player, who is another seat. The mover plays a "
          "card; the "
          "Power Player has played to this trick, and its card is not the best of those laid, the mover's among "
          "them. The trick with the cards laid so far costs something." + COST),
    Motif("feeds_power", False, feeds_power, "There is a Power Player, who is another seat. The mover plays a card "
          "that costs something, and the Power Player takes the trick, whatever legal cards the later seats play." +
          COST),
    Motif("keeps_guard", True, keeps_guard, "There is a Power Player, who is another seat. After its card the "
          "mover's "
          "hand has n or more cards (level n, from 1 on) that are each higher than some card of their suit in the "
          "Power Player's hand.", counts=True),
    Motif("own_penalties", False, own_penalties, "The move is a call without a Power Play, and the cards in the "
          "caller's hand cost n or more in that kind (level n, from 1 on)." + COST, counts=True, steady=True),
    Motif("power_missing", False, power_missing, "The move is the Power Player's call, and the other hands (not the "
          "extra card) have n or more cards that cost something in that kind (level n, from 1 on)." + COST,
          counts=True, steady=True),
    Motif("power_own", True, power_own, "The move is `keep`, and for some kind not played in this round "
          "some card in the hands (not the extra card) costs something, and all such cards are in the mover's hand." +
          COST),
    Motif("strong_hand", True, strong_hand, "The move is `keep`, and the mover's hand has n or more cards (level n, "
          "from 1 on), the Dragon left out, with no higher card of their suit in another hand.", counts=True),
    Motif("weak_hand", False, weak_hand, "The move is `keep`, and the mover's hand has n or more cards (level "
          "n, from "
          "1 on), the Dragon left out, with a higher card of their suit in another hand.", counts=True),
    Motif("others_hold", True, others_hold, "The move is a call without a Power Play, and the cards in all hands "
          "cost n or more in that kind, with 8,000 for the two tricks in First or Last and Staff of Power (level n, "
          "from 1 on). " + FEW.format("At most two cards") + COST, counts=True, steady=True),
    Motif("one_card", True, one_card, "The move is a call without a Power Play. Of all cards in the hands (not the "
          "extra card) one costs something in that kind, and its tricks cost nothing; the caller's hand has n or "
          "more lower cards of its suit (level n, from 1 on)." + COST, counts=True),
    Motif("high_call", False, high_call, "The move is a call without a Power Play, and the cards in all hands "
          "cost n or more in that kind, with 8,000 for the two tricks in First or Last and Staff of Power (level n, "
          "from 1 on). " + FEW.format("Three cards or more") + COST, counts=True, steady=True),
)  # fmt: skip
