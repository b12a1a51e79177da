"""What can be counted on the table about two moves of Dragon Wars: the cards of a hand, the sums of a battle, and
the dragons. A trump bonus is not foreseen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .actions import RANKS
from .motifs import SOME, card_of, total, value_of, verb
from .state import State

HIGHEST = 13  # of a single card
SUITS = "CDH"  # of the cards; Spades are the dragons
ALIVE = 5  # what an own dragon counts at the end


class Said(NamedTuple):
    """The key of a sentence, its values, and whether it is about the better move (None: both). The cards of the
    better and of the worse move are always among the values, as `card` and `other`."""

    key: str
    values: Mapping[str, Any] = {}
    about: bool | None = None


class Dragon(NamedTuple):
    """A dragon on the table: its owner, what it is worth, its health, and how many cards its owner holds."""

    whom: int
    worth: int
    health: int
    held: int


class Sums:
    """A worse and a better move, as the seat that moves sees them. values: what each legal move is worth. lead: by
    how much attack exceeds defence."""

    def __init__(
        self, state: State, seat: int, worse: str, better: str, values: Mapping[str, float] | None = None
    ) -> None:
        self.values = values or {}
        self.state, self.seat, self.worse, self.better = state, seat, worse, better
        self.other, self.card = (card_of(move) if " " in move else "" for move in (worse, better))
        self.less, self.more = (value_of(card) if card else 0 for card in (self.other, self.card))
        self.verbs = verb(worse), verb(better)
        self.lead = (state["attack"] or 0) - (state["defence"] or 0)
        self.hand = [card for card in state["hands"][seat] if card != "?"]

    def dragon_of(self, whom: int) -> Dragon | None:
        """The dragon of a seat; None of a despoiler."""
        found = self.state["dragons"][whom]
        return Dragon(whom, value_of(found[0]), found[1], len(self.state["hands"][whom])) if found else None

    @property
    def own(self) -> Dragon | None:
        return self.dragon_of(self.seat)

    @property
    def attacked(self) -> Dragon | None:
        """The dragon of the battle under way."""
        battle = self.state["battle"]
        return self.dragon_of(battle["defender"]) if battle else None

    def target(self, move: str) -> Dragon | None:
        """The dragon that an attack or a press is on."""
        return self.dragon_of(int(move.split()[1])) if verb(move) == "attack" else self.attacked

    def points(self, whom: int) -> int:
        """What a seat has: its trophies, and what a dragon alive at the end counts."""
        return total(self.state["trophies"][whom]) + (ALIVE if self.state["dragons"][whom] else 0)

    def force(self, card: str) -> int:
        """What all cards of the suit of a card in the hand add up to."""
        return total(one for one in self.hand if one[0] == card[0])

    def alone(self, card: str) -> bool:
        """Whether a card is the only one of its suit in the hand."""
        return sum(one[0] == card[0] for one in self.hand) == 1

    def trump(self, card: str) -> bool:
        """Whether a card turns over another one for trump."""
        return card[:1] == self.state["trump"] and bool(self.state["deck"])

    @property
    def gains_trump(self) -> bool:
        """Whether only the card of the better move turns over another one."""
        return bool(self.card) and self.trump(self.card) and not (self.other and self.trump(self.other))

    def defends(self, card: str) -> bool:
        return card[:1] in set(self.state["serves"]["defence"])

    def attacks(self, card: str) -> bool:
        return card[:1] in set(self.state["serves"]["attack"])

    def guards(self, move: str) -> list[str]:
        """The cards that defend the own dragon once a move is made."""
        return [card for card in self.hand if self.defends(card) and card != card_of(move)]

    def next_turn(self) -> bool:
        """Whether the defender's own turn follows the battle."""
        battle, seats = self.state["battle"], len(self.state["dragons"])
        follows = bool(battle) and battle is not None and (battle["attacker"] + 1) % seats == self.seat
        return follows and not self.state["last_turns"]

    @property
    def bonus(self) -> Said:
        """That the card of the better move is trump."""
        return Said("trump", {"bonus": self.usual_bonus}, True)

    @property
    def usual_bonus(self) -> int:
        """What a trump adds on average, by the cards that the seat has not seen: those of a suit that does not count
        add nothing, and each trump turns over another one."""
        seen = {*self.hand, *self.state["discard"]}
        if at := self.state["battle"]:
            seen |= {*at["attack"], *at["attack_flips"], *at["defence"], *at["defence_flips"]}
        unseen = [card for suit in SUITS for rank in RANKS if (card := suit + rank) not in seen]
        counts = self.state["serves"]["defence" if self.verbs[1] == "defend" else "attack"]
        others = sum(card[0] != self.state["trump"] for card in unseen)
        return round(total(card for card in unseen if card[0] in counts) / max(others, 1))

    @property
    def kept(self) -> list[Said]:
        """What the card of the worse move is for if it stays in the hand."""
        if not self.other:
            return []
        if self.verbs[0] == "defend":
            dearer = not (self.card and self.attacks(self.card)) or self.less - self.more >= SOME
            spare = self.attacks(self.other) and dearer and not self.state["last_turns"]
            return [Said("kept.spare" if spare else "kept.answer", {}, True)]
        if self.card and self.card[0] == self.other[0]:
            return [Said("kept.press", {}, True)]
        if self.state["last_turns"]:
            return []
        if self.defends(self.other) and self.own:
            return [Said("kept.defence", self.own._asdict(), True)]
        return [Said("kept.attack", {}, True)]
