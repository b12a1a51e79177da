"""What a seat can see of two moves, to be told side by side: which cards can still be beaten, what a call puts at
stake, what a Power Play needs. All of it follows from the seat's own hand and from what lies open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple

from .actions import SUITS
from .motifs import (
    DRAGON,
    HAND,
    NAMED,
    PRINCE,
    RANKS,
    best_of,
    lower_than,
    price,
    rank_of,
    suit_of,
    trick_price,
)
from .state import State

SHORT = "CDWPQK"  # the ranks of three players
FEW = 2  # so many cards are named
FAILED = 8000  # what a Power Play that fails costs
PRIZES = {"dragonlords": 10_000, "wizards": 10_000, "runesword": 6000, "first": 6000, "staff": 15_000}  # from each
LEAST_PRIZE = min(PRIZES.values())

Fate = Literal["sure", "open", "never"]  # whether a card takes the trick to which it is played


def higher_than(card: str, cards: Sequence[str]) -> list[str]:
    """The higher cards of a card's suit, the highest first."""
    found = (one for one in cards if suit_of(one) == suit_of(card) and rank_of(one) > rank_of(card))
    return sorted(found, key=rank_of, reverse=True)


class Fact(NamedTuple):
    """A sentence: the end of its text's key, and its values. better: whether it is about the better move; None: both.
    """

    key: str
    better: bool | None
    values: Mapping[str, Any] = {}


class Seen:
    """What a seat knows of the cards of a hand: its own, and those that it has not seen."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat, self.kind, self.power = state, seat, state["kind"], state["power"]
        self.seats = len(state["hands"])
        self.hand = [card for card in state["hands"][seat] if card != DRAGON]
        self.known = state["extra"] in (None, DRAGON)  # whether the others hold all cards that are not seen
        self.laid = [(at, card) for at, card in state["trick"]]
        self.suit = suit_of(self.laid[0][1]) if self.laid else ""

    @cached_property
    def gone(self) -> set[str]:
        """The cards that lie open or were taken."""
        return {card for trick in (*self.state["tricks"], self.laid) for _, card in trick}

    @cached_property
    def unseen(self) -> list[str]:
        """The cards that the others may hold."""
        deck = [f"{suit} {rank}" for suit in SUITS for rank in (SHORT if self.seats == 3 else RANKS)]
        return [card for card in deck if card not in self.gone and card not in self.hand]

    def others(self, suit: str) -> list[str]:
        """The unseen cards of a suit, from low to high."""
        return sorted((card for card in self.unseen if suit_of(card) == suit), key=rank_of)

    def above(self, card: str) -> list[str]:
        """The unseen cards of its suit that beat a card, the highest first."""
        return higher_than(card, self.unseen)

    def below(self, card: str) -> list[str]:
        """The unseen cards of its suit that a card beats."""
        return [one for one in self.others(suit_of(card)) if rank_of(one) < rank_of(card)]

    @cached_property
    def tops(self) -> list[str]:
        """The cards of the hand that no unseen card of their suit beats, the highest first."""
        return sorted((card for card in self.hand if not self.above(card)), key=rank_of, reverse=True)

    @cached_property
    def dragon_out(self) -> bool:
        """Whether another seat still has the Dragon."""
        played = any(card.startswith(DRAGON) for card in self.gone)
        return self.power not in (None, self.seat) and not played

    @property
    def later(self) -> int:
        """How many seats play to the trick after this one."""
        return self.seats - len(self.laid) - 1

    @property
    def power_later(self) -> bool:
        """Whether the Power Player plays to the trick after this seat."""
        return self.power is not None and self.power not in {at for at, _ in self.laid} | {self.seat}

    def fate(self, card: str) -> Fate:
        """Whether a card of the hand takes the trick."""
        laid = [*self.laid, (self.seat, card)]
        suit = suit_of(laid[0][1])
        if best_of(laid, suit)[0] != self.seat:
            return "never"
        if card.startswith(DRAGON) or not self.later:
            return "sure"
        if self.above(card) or (self.dragon_out and self.power_later and not card.endswith(" K")):
            low = not self.laid and self.known and self.above(card) and not self.below(card) and not self.dragon_out
            return "never" if low else "open"
        return "sure"

    def dearest(self) -> str:
        """The card of the hand that costs most; "" if none costs anything."""
        found = max(sorted(self.hand), key=lambda card: price(card, self.kind), default="")
        return found if price(found, self.kind) else ""


class Pair:
    """Two moves that a seat compares, and what there is to say of them."""

    def __init__(self, state: State, seat: int, move: str, better: str) -> None:
        self.seen = Seen(state, seat)
        self.move, self.better = move, better

    @property
    def fates(self) -> tuple[Fate, Fate]:
        """Whether two cards take the trick."""
        return self.seen.fate(self.move), self.seen.fate(self.better)

    def first(self) -> Iterator[Fact]:
        """What is said before any reason."""
        yield from ()

    def facts(self) -> Iterator[Fact]:
        """What else there is to say."""
        yield from ()


class Calls(Pair):
    """Two calls of the Dragonmaster."""

    def __init__(self, state: State, seat: int, move: str, better: str) -> None:
        super().__init__(state, seat, move, better)
        self.worse_kind, self.kind = move.partition(" ")[2], better.partition(" ")[2]

    def stake(self, kind: str) -> int:
        """What the others can lose at most."""
        cards = sum(price(card, kind) for card in (*self.seen.hand, *self.seen.unseen))
        return cards + trick_price(0, kind) + trick_price(HAND - 1, kind)

    def tops(self, kind: str) -> list[str]:
        """The cards of the hand that nobody can beat, of the suits in which something costs."""
        suits = {suit_of(card) for card in (*self.seen.hand, *self.seen.unseen) if price(card, kind)}
        tricks = trick_price(0, kind)
        return [card for card in self.seen.tops if tricks or suit_of(card) in suits]

    def facts(self) -> Iterator[Fact]:
        more, less = self.stake(self.kind), self.stake(self.worse_kind)
        if more > less:
            yield Fact("stakes", None, {"kind": self.kind, "other": self.worse_kind, "number": more, "lower": less})
            yield self.objection()
            return
        yield from self.against(self.worse_kind, less if less > more else 0)
        yield from self.reply(self.kind)

    def objection(self) -> Fact:
        """What the seat itself takes where more is at stake."""
        cards = self.seen.tops
        if not cards:
            return Fact("stakes_low", True)
        if len(cards) <= FEW:
            return Fact("stakes_few", True, {"cards": cards})
        return Fact("stakes_high", True, {"n": len(cards), "cards": cards[:FEW]})

    def against(self, kind: str, stake: int) -> Iterator[Fact]:
        """What makes a call dear. stake: what it puts at stake, where that is more than with the better one."""
        hand, tops = self.seen.hand, self.tops(kind)
        own = sorted((card for card in hand if price(card, kind)), key=rank_of, reverse=True)
        over, low = higher_than(PRINCE, hand), len(lower_than(PRINCE, hand))
        high = [card for card in tops if card in own]
        values: dict[str, Any] = {"kind": kind, "number": stake}
        if stake and len(tops) > 1:
            key = "dear_tops" if len(tops) <= FEW else "dear_many"
            yield Fact(key, False, values | {"cards": tops[:FEW], "n": len(tops)})
        elif stake:
            yield Fact("dear_later", False, values)
        elif kind == "runesword" and PRINCE in hand:
            yield Fact("prince_own" if low else "prince_alone", False, values | {"n": low})
        elif kind == "runesword" and over:
            yield Fact("prince_over", False, values | {"cards": over})
        elif kind == "wizards" and own:
            yield Fact("own_wizards", False, values | {"cards": own[:NAMED], "n": len(own)})
        elif kind == "dragonlords" and high:
            yield Fact("top_lords", False, values | {"cards": high[:FEW], "n": len(high)})
        elif kind != "runesword" and tops:
            key = "tops" if len(tops) <= FEW else "tops_many"
            yield Fact(key, False, values | {"cards": tops[:FEW], "n": len(tops)})

    def reply(self, kind: str) -> Iterator[Fact]:
        """What makes a call cheap."""
        hand = self.seen.hand
        own = sorted((card for card in hand if price(card, kind)), key=rank_of)
        over, low = higher_than(PRINCE, hand), len(lower_than(PRINCE, hand))
        values: dict[str, Any] = {"kind": kind, "cards": own, "n": len(own)}
        if kind == "runesword" and PRINCE in hand:
            yield Fact("one_own" if low else "one_alone", True, values | {"n": low})
        elif kind == "runesword":
            yield Fact("one_low" if low else "one" if over else "one_none", True, values | {"n": low})
        elif kind == "first":
            yield Fact("two_tricks", True, values)
        elif not own:
            yield Fact("none_own", True, values)
        elif len(own) <= FEW:
            yield Fact("few_own", True, values)


class PowerCalls(Pair):
    """Two calls of the Power Player."""

    def needed(self, kind: str) -> list[str]:
        """The cards that the Power Player must take."""
        return [card for card in (*self.seen.hand, *self.seen.unseen) if price(card, kind)]

    def facts(self) -> Iterator[Fact]:
        yield from self.wants(self.move.partition(" ")[2])
        yield from self.has(self.better.partition(" ")[2])

    def wants(self, kind: str) -> Iterator[Fact]:
        """What the hand lacks for a Power Play."""
        cards = self.needed(kind)
        missing = [card for card in cards if card not in self.seen.hand]
        values = {"kind": kind, "n": len(missing)}
        if kind in ("staff", "first"):
            yield Fact(f"needs_{kind}", False, values)
        elif missing:
            lacks = "needs" if len(missing) < len(cards) else "needs_whole"
            yield Fact("needs_prince" if kind == "runesword" else lacks, False, values)

    def has(self, kind: str) -> Iterator[Fact]:
        """What of a Power Play the hand has."""
        cards = self.needed(kind)
        held = [card for card in cards if card in self.seen.hand]
        values = {"kind": kind, "n": len(held)}
        if kind == "runesword":
            yield Fact("one_held" if held else "one_needed", True, values)
        elif kind in ("first", "staff"):
            yield Fact(f"only_{kind}", True, values)
        elif held:
            yield Fact("some_held", True, values)


class Dragon(Pair):
    """The choice between keeping the Dragon and swapping it."""

    def facts(self) -> Iterator[Fact]:
        if self.better == "keep":
            yield from self.chance()
            key = "prize_secret" if self.seen.state["secret"] else "prize"
            yield Fact(key, None, {"number": LEAST_PRIZE * (self.seen.seats - 1), "cost": FAILED})
            return
        beaten = [card for card in self.seen.hand if len(self.seen.above(card)) > 1]  # one may be the extra card
        if beaten:
            every = len(beaten) == len(self.seen.hand)
            yield Fact("beaten_all" if every else "beaten", False, {"n": len(beaten)})
        yield Fact("failed", None, {"cost": FAILED})

    def chance(self) -> Iterator[Fact]:
        """What speaks for a Power Play."""
        seen, left = self.seen, [kind for kind in PRIZES if kind not in self.seen.state["played"]]
        sure = {"cards": seen.tops[:FEW], "n": len(seen.tops)}
        over = higher_than(PRINCE, seen.hand)
        whole = {kind: [card for card in (*seen.hand, *seen.unseen) if price(card, kind)] for kind in left}
        held = {kind: len({*cards} & {*seen.hand}) for kind, cards in whole.items()}
        rich = [kind for kind in ("dragonlords", "wizards") if kind in left and 2 * held[kind] > len(whole[kind])]
        if "runesword" in left and PRINCE in seen.hand:
            yield Fact("holds_prince", True)
        elif rich:
            yield Fact("holds_many", True, {"kind": rich[0], "n": held[rich[0]]})
        elif "runesword" in left and over:
            yield Fact("takes_prince", True, {"cards": over})
        elif "first" in left:
            yield Fact("takes_first", True)
        elif seen.tops:
            yield Fact("takes_tricks", True, sure)


class PowerCards(Pair):
    """Two cards in a Power Play."""

    def facts(self) -> Iterator[Fact]:
        yield from self.own() if self.seen.power == self.seen.seat else self.against()

    def fewer(self) -> Iterator[Fact]:
        """How many cards can still beat the two."""
        above, under = (self.seen.above(card) for card in (self.better, self.move))
        if above and len(above) < len(under):
            key = "fewer" if len(above) <= FEW else "fewer_many"
            yield Fact(key, None, {"cards": above[:FEW], "n": len(above), "number": len(under)})

    def own(self) -> Iterator[Fact]:
        """The Power Player wants to take tricks."""
        seen, (worse, better) = self.seen, self.fates
        above = {"cards": seen.above(self.move)[:FEW]}
        if self.move.startswith(DRAGON) and self.better.startswith(DRAGON):
            return
        if self.move.startswith(DRAGON):
            yield Fact("keep_dragon_sure" if better == "sure" else "keep_dragon", None)
        elif self.better.startswith(DRAGON) and better == "sure" != worse:
            yield Fact("takes_it" if worse == "never" else "dragon_takes", None, above)
        elif better == "sure" != worse:
            yield Fact("takes_it" if worse == "never" or not above["cards"] else "leads_top", None, above)
        elif worse == better == "never":
            yield from self.keeps()
        elif worse == "sure" != better and not seen.above(self.move) and seen.kind in ("first", "staff"):
            yield Fact("top_last", False)
        elif worse == better == "open":
            yield from self.fewer()

    def keeps(self) -> Iterator[Fact]:
        """Which of two cards that do not take the trick is kept."""
        seen, above = self.seen, self.seen.above(self.move)
        ranks = [(bool(seen.below(card)), -len(seen.above(card))) for card in (self.move, self.better)]
        if ranks[0] > ranks[1] and ranks[0][0] and len(above) <= FEW:
            yield Fact("keep_high" if above else "keep_top", False, {"cards": above})

    def against(self) -> Iterator[Fact]:
        """The others want a needed card, or a needed trick."""
        seen, (worse, better) = self.seen, self.fates
        dear = seen.dearest()
        low = dear and not price(self.move, seen.kind) and suit_of(self.move) == suit_of(dear) != suit_of(self.better)
        warrior = suit_of(self.move) == suit_of(PRINCE) != suit_of(self.better)
        if price(self.move, seen.kind) > price(self.better, seen.kind) and worse != "sure":
            yield Fact("keep_needed", False)
        elif low:
            yield Fact("guard_needed", False, {"card": dear})
        elif better == "sure" != worse:
            yield Fact("takes_from_power" if seen.laid else "leads_from_power", None)
        elif self.catcher and warrior:
            yield Fact("catcher" if self.move == self.catcher else "catcher_guard", False, {"card": self.catcher})
        elif worse == better == "never":
            yield from self.keeps()
        elif worse == better == "open" and not seen.laid:
            yield from self.fewer()

    @cached_property
    def catcher(self) -> str:
        """The card of the hand that beats the Prince of Warriors, where the Power Player needs him from elsewhere."""
        seen = self.seen
        if seen.kind not in ("runesword", "staff") or PRINCE not in seen.unseen:
            return ""
        over = [card for card in seen.hand if suit_of(card) == suit_of(PRINCE) and rank_of(card) > rank_of(PRINCE)]
        return max(over, key=rank_of, default="")


class Cards(Pair):
    """Two cards in a hand without a Power Play."""

    @property
    def stays_on(self) -> bool:
        """Whether only the worse card is sure to leave the lead with the seat."""
        worse, better = self.fates
        return worse == "sure" != better and not self.seen.laid and len(self.seen.hand) > 1

    @property
    def takes(self) -> int:
        """What the trick costs with the better card."""
        cards = (*(card for _, card in self.seen.laid), self.better)
        number = len(self.seen.state["tricks"])
        return sum(price(card, self.seen.kind) for card in cards) + trick_price(number, self.seen.kind)

    def first(self) -> Iterator[Fact]:
        """What is said before any other reason."""
        seen, fates = self.seen, self.fates
        more = price(self.move, seen.kind) - price(self.better, seen.kind)
        if fates == ("sure", "sure") and more > 0:
            yield Fact("dear_kept", None, {"cost": price(self.move, seen.kind)})
        elif more < 0 and fates[1] == "never":
            led, dm = "" if seen.laid else "_led", "_dm" if seen.seat == seen.state["dm"] else ""
            yield Fact(f"gives{led}{dm}", True, {"cost": price(self.better, seen.kind)})
        elif self.stays_on:
            yield Fact("leads_again", None)
        elif fates == ("never", "sure") and self.takes and seen.seat != seen.state["dm"]:
            values = {"lower": self.takes, "cost": price(PRINCE, seen.kind)}
            if values["cost"] and PRINCE in seen.unseen and lower_than(PRINCE, [self.move]):
                yield Fact("despite_prince", None, values)
            elif seen.above(self.move) and not seen.below(self.move):
                yield Fact("despite_low", None, values)

    def facts(self) -> Iterator[Fact]:
        seen, (worse, better) = self.seen, self.fates
        dear, above = seen.dearest(), seen.above(self.better)
        guards = dear and self.move in lower_than(dear, seen.hand) and suit_of(self.better) != suit_of(dear)
        if guards and seen.seat != seen.state["dm"] and price(self.move, seen.kind) < price(dear, seen.kind):
            yield Fact("guard", False, {"card": dear, "cost": price(dear, seen.kind)})
        if worse != "sure" and seen.above(self.move):
            yield from self.low()
        lower = bool(seen.above(self.move)) and len(seen.above(self.move)) > len(above)
        if "sure" not in (worse, better) and 0 < len(above) <= FEW and lower and seen.below(self.better):
            yield Fact("high_now", True, {"cards": above})

    def low(self) -> Iterator[Fact]:
        """How low the worse card is among the others of its suit."""
        below, above = self.seen.below(self.move), self.seen.above(self.move)
        if not below:
            yield Fact("lowest", False)
            own, others = self.seen.dearest(), any(price(card, self.seen.kind) for card in self.seen.unseen)
            costs = others or trick_price(HAND - 1, self.seen.kind) or not own
            yield Fact("leaves", False) if costs else Fact("stays_out", False, {"card": own})
        elif len(below) == 1 and len(above) > FEW:
            yield Fact("low", False, {"cards": below})


def pair_of(state: State, seat: int, move: str, better: str) -> Pair:
    """Two moves, by what is to be decided."""
    if move in ("swap", "keep"):
        return Dragon(state, seat, move, better)
    if move.startswith("call "):
        return (Calls if state["power"] is None else PowerCalls)(state, seat, move, better)
    return (Cards if state["power"] is None else PowerCards)(state, seat, move, better)

