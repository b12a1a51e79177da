"""The motifs of Dragonmaster: what a card may take or give away, the lead, voids, and the call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

from ..play.reasons import Finding, Mark, Motif, Trial
from .state import State

UNIT = "crystals"
RANKS = "FBCDWPQK"  # from low to high
DRAGON = "DRAGON"
LEADER = 4000  # for the first and for the last trick
HAND = 8  # cards dealt to each seat
HIGH = "PQK"


def suit_of(card: str) -> str:
    """The suit of a card; of a Dragon that was led the suit that it names, else ""."""
    word, _, rest = card.partition(" ")
    return rest if word == DRAGON else word if rest else ""


def rank_of(card: str) -> int:
    """The rank of a card; the Dragon's is that of a King."""
    return RANKS.index("K" if card.startswith(DRAGON) else card[-1])


def price(card: str, kind: str | None) -> int:
    """What a card costs a seat that takes it in a kind of hand."""
    if card.startswith(DRAGON):
        return 0
    costs = {
        "dragonlords": 1000 * card.startswith("DRA"),
        "wizards": 2000 * card.endswith(" W"),
        "runesword": 8000 * (card == "WAR P"),
    }
    return sum(cost for name, cost in costs.items() if kind in (name, "staff"))


def playable(hand: Sequence[str], suit: str) -> list[str]:
    """The cards that may follow a suit: of that suit if there are any, and the Dragon."""
    following = [card for card in hand if card.startswith(suit)]
    return [*following, *(card for card in hand if card == DRAGON)] if following else list(hand)


class Trick(NamedTuple):
    """A trick after the mover's card: whether the mover may take it (some cards of the seats that
    follow let that happen), must take it (all do), and the most that it would cost."""

    may: bool
    must: bool
    cost: int


def trick_of(trial: Trial) -> Trick | None:
    """The trick that the move is played to; None if the move plays no card."""
    before = cast("State", trial.deal.state)
    if before["kind"] is None:
        return None
    mover, kind = trial.seat, before["kind"]
    led = before["trick"][0][1] if before["trick"] else trial.move
    suit = suit_of(led)
    laid = [*before["trick"], (mover, trial.move)]
    best = laid[0]
    for one in laid[1:]:
        best = one if beats(one[1], best[1], suit) else best
    seats = len(before["hands"])
    later = [(mover + step) % seats for step in range(1, seats - len(laid) + 1)]
    number = len(before["tricks"])
    cost = sum(price(card, kind) for _, card in laid)
    if kind in ("first", "staff"):
        cost += LEADER * (number == 0) + LEADER * (number == HAND - 1)
    if best[0] != mover:
        return Trick(False, False, cost)
    may = must = True
    for seat in later:
        cards = playable(before["hands"][seat], suit)
        under = [card for card in cards if not beats(card, best[1], suit)]
        may = may and bool(under)
        must = must and len(under) == len(cards)
        cost += max((price(card, kind) for card in under), default=0)
    return Trick(may, must, cost)


def beats(card: str, best: str, suit: str) -> bool:
    """Whether a card takes the trick from the best one so far."""
    if card.startswith(DRAGON):
        return not (best.startswith(suit) and best.endswith(" K"))
    return card.startswith(suit) and rank_of(card) > rank_of(best)


def own(trial: Trial, card: str) -> tuple[Mark, ...]:
    """A mark on a card of the mover's hand."""
    return (Mark("hand", trial.seat, card=card),)


def after_hand(trial: Trial) -> list[str]:
    """The mover's hand without the card played."""
    before = cast("State", trial.deal.state)
    hand = [*before["hands"][trial.seat]]
    played = DRAGON if trial.move.startswith(DRAGON) else trial.move
    if played in hand:
        hand.remove(played)
    return hand


def may_take(trial: Trial) -> Finding | None:
    """The most that the trick costs if the mover takes it."""
    trick = trick_of(trial)
    before = cast("State", trial.deal.state)
    if not trick or not trick.may or not trick.cost or before["power"] == trial.seat:
        return None
    values = {"card": trial.move, "amount": trick.cost // 1000}
    return Finding(own(trial, trial.move), trick.cost, values=values)


def must_take(trial: Trial) -> Finding | None:
    """Whether the mover takes a trick that costs something, whatever follows."""
    trick = trick_of(trial)
    before = cast("State", trial.deal.state)
    if not trick or not trick.must or not trick.cost or before["power"] == trial.seat:
        return None
    return Finding(own(trial, trial.move), values={"card": trial.move})


def ducks(trial: Trial) -> Finding | None:
    """Whether the mover cannot take the trick."""
    trick = trick_of(trial)
    if not trick or trick.may:
        return None
    return Finding(own(trial, trial.move), values={"card": trial.move})


def wins(trial: Trial) -> Finding | None:
    """Whether the mover takes the trick, whatever follows."""
    trick = trick_of(trial)
    if not trick or not trick.must:
        return None
    return Finding(own(trial, trial.move), values={"card": trial.move})


def gives_away(trial: Trial) -> Finding | None:
    """Whether the mover lays a card that costs something on a trick that it cannot take."""
    trick = trick_of(trial)
    before = cast("State", trial.deal.state)
    if not trick or trick.may or not price(trial.move, before["kind"]):
        return None
    return Finding(own(trial, trial.move), values={"card": trial.move})


def sheds_high(trial: Trial) -> Finding | None:
    """Whether the mover lays a Prince, Queen or King on a trick that it cannot take."""
    trick = trick_of(trial)
    if not trick or trick.may or trial.move[-1] not in HIGH or trial.move.startswith(DRAGON):
        return None
    return Finding(own(trial, trial.move), values={"card": trial.move})


def keeps_low(trial: Trial) -> Finding | None:
    """How many cards left in the mover's hand are the lowest of their suit in all hands."""
    before = cast("State", trial.deal.state)
    if before["kind"] is None:
        return None
    rest = after_hand(trial)
    others = [card for seat, hand in enumerate(before["hands"]) if seat != trial.seat for card in hand]
    low = [card for card in rest if card != DRAGON and lowest(card, [*others, *rest])]
    marks = tuple(Mark("hand", trial.seat, card=card) for card in low)
    return Finding(marks, len(low), values={"cards": low}) if low else None


def lowest(card: str, cards: Iterable[str]) -> bool:
    """Whether no card of the same suit is lower, and some is higher."""
    same = [rank_of(other) for other in cards if suit_of(other) == suit_of(card) and other != DRAGON]
    return min(same) == rank_of(card) < max(same)


def makes_void(trial: Trial) -> Finding | None:
    """Whether the mover plays its last card of a suit and still holds others."""
    before = cast("State", trial.deal.state)
    if before["kind"] is None or trial.move.startswith(DRAGON):
        return None
    rest = after_hand(trial)
    if not rest or any(suit_of(card) == suit_of(trial.move) for card in rest):
        return None
    return Finding(own(trial, trial.move), values={"card": trial.move})


def leads(trial: Trial) -> str:
    """The suit that the move leads; "" if it leads none."""
    before = cast("State", trial.deal.state)
    return suit_of(trial.move) if before["kind"] is not None and not before["trick"] else ""


def into_void(trial: Trial) -> Finding | None:
    """Whether the mover leads a suit that some other seat lacks."""
    suit = leads(trial)
    before = cast("State", trial.deal.state)
    for seat, hand in enumerate(before["hands"]):
        if suit and seat != trial.seat and hand and not any(card.startswith(suit) for card in hand):
            return Finding(own(trial, trial.move), values={"card": trial.move, "who": seat})
    return None


def leads_penalty(trial: Trial) -> Finding | None:
    """Whether the mover leads a suit in which another seat holds a card that costs something."""
    suit = leads(trial)
    before = cast("State", trial.deal.state)
    for seat, hand in enumerate(before["hands"]):
        if not suit or seat == trial.seat:
            continue
        if any(card.startswith(suit) and price(card, before["kind"]) for card in hand):
            return Finding(own(trial, trial.move), values={"card": trial.move})
    return None


def draws_high(trial: Trial) -> Finding | None:
    """Whether the mover leads a card below every other seat's lowest card of that suit."""
    suit = leads(trial)
    before = cast("State", trial.deal.state)
    others = [
        rank_of(card)
        for seat, hand in enumerate(before["hands"])
        for card in hand
        if suit and seat != trial.seat and card.startswith(suit)
    ]
    if not others or rank_of(trial.move) > min(others):
        return None
    return Finding(own(trial, trial.move), values={"card": trial.move})


def held_penalties(trial: Trial) -> Finding | None:
    """What the cards of the called kind in the caller's own hand would cost."""
    if not trial.move.startswith("call"):
        return None
    before = cast("State", trial.deal.state)
    kind = trial.move.split()[1]
    cards = [card for card in before["hands"][trial.seat] if price(card, kind)]
    total = sum(price(card, kind) for card in cards)
    marks = tuple(Mark("hand", trial.seat, card=card) for card in cards)
    return Finding(marks, total, values={"amount": total // 1000, "cards": cards}) if cards else None


def others_hold(trial: Trial) -> Finding | None:
    """What the cards and tricks of the called kind outside the caller's hand can bring."""
    if not trial.move.startswith("call"):
        return None
    before = cast("State", trial.deal.state)
    kind = trial.move.split()[1]
    total = 2 * LEADER * (kind in ("first", "staff"))
    for seat, hand in enumerate(before["hands"]):
        total += sum(price(card, kind) for card in hand) * (seat != trial.seat)
    return Finding((), total, values={"amount": total // 1000}) if total else None


def plays_power(trial: Trial) -> Finding | None:
    """Whether the mover keeps the Dragon for a Power Play."""
    return Finding(own(trial, DRAGON)) if trial.move == "keep" else None


LOSES = "The mover plays a card and cannot take the trick, whatever legal cards follow."
WINS = "The mover plays a card and takes the trick, whatever legal cards follow."

MOTIFS = (
    Motif(
        "must_take",
        False,
        must_take,
        "The mover is not the Power Player and plays a card. Whatever legal cards the later seats play, the mover "
        "takes the trick, and it can cost something: penalty cards in it, the dearest such card that each later seat "
        "may add under it, or a first or last trick that counts.",
    ),
    Motif(
        "may_take",
        False,
        may_take,
        "The mover is not the Power Player and plays a card. The later seats have legal cards with which the mover "
        "takes the trick, and it then costs `least` crystals or more: the penalty cards in it, the dearest such card "
        "that each later seat may add under it, and 4,000 each for a first or last trick that counts.",
        counts=True,
    ),
    Motif(
        "gives_away",
        True,
        gives_away,
        "The mover plays a penalty card of the hand's kind to a trick that it cannot take, whatever follows.",
    ),
    Motif(
        "makes_void",
        True,
        makes_void,
        "The mover plays its last card of a suit (not the Dragon) and holds at least one other card.",
    ),
    Motif(
        "into_void",
        False,
        into_void,
        "The mover leads a suit of which some other seat that still holds cards has none.",
    ),
    Motif(
        "leads_penalty",
        False,
        leads_penalty,
        "The mover leads a suit of which another seat holds a penalty card of the hand's kind.",
    ),
    Motif(
        "draws_penalty",
        True,
        leads_penalty,
        "The mover leads a suit of which another seat holds a penalty card of the hand's kind.",
    ),
    Motif(
        "draws_high",
        True,
        draws_high,
        "The mover leads a card that is lower than every card of that suit in the other hands, and there is one.",
    ),
    Motif(
        "sheds_high",
        True,
        sheds_high,
        "The mover plays a Prince or Princess, a Queen or a King to a trick that it cannot take, whatever follows.",
    ),
    Motif(
        "keeps_low",
        True,
        keeps_low,
        "After a card is played the mover holds `least` or more cards that are the lowest of their suit in all hands "
        "(the played card left out), each of a suit of which some higher card is held.",
        counts=True,
    ),
    Motif("ducks", True, ducks, LOSES),
    Motif("gives_up_lead", False, ducks, LOSES),
    Motif("wins_trick", True, wins, WINS),
    Motif("takes_lead", False, wins, WINS),
    Motif(
        "held_penalties",
        False,
        held_penalties,
        "The move is a call, and the penalty cards of that kind in the caller's hand cost `least` crystals or more.",
        counts=True,
    ),
    Motif(
        "others_hold",
        True,
        others_hold,
        "The move is a call, and the penalty cards of that kind in the other hands, with 8,000 for First or Last and "
        "Staff of Power, come to `least` crystals or more.",
        counts=True,
    ),
    Motif("plays_power", True, plays_power, "The move is `keep`."),
    Motif("risks_power", False, plays_power, "The move is `keep`."),
)
