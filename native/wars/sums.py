"""What two moves of Dragon Wars come to by plain arithmetic: the sums that lie on the table, the health of the
dragon, and what the card that is not laid is for. A trump bonus is not foreseen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from .motifs import USUAL, card_of, total, value_of, verb
from .state import State

HIGHEST = 13  # of a single card


class Said(NamedTuple):
    """The key of a sentence, and its values; `card` and `other` are the cards of the better and the worse move."""

    key: str
    values: Mapping[str, int] = {}


class Sums:
    """A worse and a better move, as the seat that moves sees them."""

    def __init__(self, state: State, seat: int, worse: str, better: str) -> None:
        self.state, self.seat, self.worse, self.better = state, seat, worse, better
        self.laid = [card_of(move) if " " in move else "" for move in (worse, better)]
        self.less, self.more = (value_of(card) if card else 0 for card in self.laid)
        self.lead = (state["attack"] or 0) - (state["defence"] or 0)

    def dragon(self, move: str) -> tuple[str, int] | None:
        battle = self.state["battle"]
        target = battle["defender"] if battle else int(move.split()[1])
        return self.state["dragons"][target]

    def said(self) -> list[Said]:
        """The sentences; none if plain sums do not tell the moves apart."""
        kinds = {verb(self.worse), verb(self.better)}
        if kinds <= {"defend", "decline"}:
            found = list(self.open() if self.state["attack"] is not None else self.hidden())
        elif verb(self.better) == "discard":
            return self.hand()
        elif verb(self.better) == "stop":
            found = list(self.halt())
        elif kinds == {"attack"} and self.worse.split()[1] != self.better.split()[1]:
            return self.target()
        else:
            found = list(self.strike())
        uses_trump = any(card[:1] == self.state["trump"] for card in self.laid)
        told = any(one.values for one in found)
        return [*found, Said("bonus")] if told and uses_trump and self.state["deck"] else found

    def kept(self) -> Iterator[Said]:
        """What the card of the worse move is for if it is not laid."""
        card, serves = self.laid[0], self.state["serves"]
        answers = verb(self.better) in ("defend", "decline")
        if not card:
            return
        if answers:
            yield Said("kept.answer")
        elif verb(self.better) in ("attack", "press") and card[0] == self.laid[1][0]:
            yield Said("kept.press")
        elif self.state["last_turns"]:
            return
        elif card[0] in serves["defence"] and self.state["dragons"][self.seat]:
            yield Said("kept.defence")
        else:
            yield Said("kept.attack")

    def hand(self) -> list[Said]:
        held = total(card for card in self.state["hands"][self.seat] if card != "?")
        return [Said("hand", {"sum": held, "usual": USUAL})] if held < USUAL else []

    def target(self) -> list[Said]:
        """Which of two dragons is worth more, or has less health left."""
        worse, better = self.dragon(self.worse), self.dragon(self.better)
        if not worse or not better:
            return []
        worths = value_of(better[0]), value_of(worse[0])
        if worths[0] > worths[1]:
            return [Said("target.worth", {"worth": worths[0], "less": worths[1]})]
        return [Said("target.health", {"health": better[1], "more": worse[1]})] if better[1] < worse[1] else []

    def strike(self) -> Iterator[Said]:
        """A blow instead of another on the same dragon, or of none."""
        dragon = self.dragon(self.better)
        if not dragon:
            return
        worth, health = value_of(dragon[0]), dragon[1]
        needs, lower = (self.lead + value - health + 1 for value in (self.more, self.less))
        if not self.laid[0]:
            if needs > 0:
                yield Said("must", {"needs": needs, "worth": worth, "health": health})
        elif self.more > self.less:
            if needs > 0 and lower > 0:
                yield Said("strike.both", {"needs": needs, "less": lower, "health": health})
            elif needs > 0:
                yield Said("strike.only", {"health": health})
            elif self.lead + self.more > 0 and not self.state["last_turns"]:
                yield Said("strike.more", {"more": self.lead + self.more, "less": max(self.lead + self.less, 0)})
        elif self.more < self.less:
            if needs > 0:
                yield Said("low.slays", {"health": health})
            elif self.laid[1][0] == self.state["trump"] and self.state["deck"]:
                yield Said("low.trump")
            yield from self.kept()

    def halt(self) -> Iterator[Said]:
        """No press instead of one."""
        dragon = self.dragon(self.worse)
        if not dragon or self.lead >= dragon[1]:
            return
        lower = self.lead + self.less - dragon[1] + 1
        yield Said("halt.saved", {"less": lower}) if lower > 0 else Said("halt.short", {"health": dragon[1]})
        yield from self.kept()

    def hidden(self) -> Iterator[Said]:
        """An answer to a card that lies face down."""
        dragon = self.dragon(self.better)
        if not dragon:
            return
        up, less = (dragon[1] - 1 + value for value in (self.more, self.less))
        if up > less:
            if less < HIGHEST:
                yield Said("hidden.survive" if self.laid[0] else "hidden.survive.bare", {"up": up, "less": less})
            else:
                yield Said("hidden.off", {"value": self.more})
            if self.next_turn():
                yield Said("refill")
        elif up < less:
            if up:
                yield Said("hidden.enough" if self.laid[1] else "hidden.enough.bare", {"up": up})
            yield from self.kept()

    def next_turn(self) -> bool:
        """Whether the defender's own turn follows the battle."""
        battle, seats = self.state["battle"], len(self.state["dragons"])
        follows = bool(battle) and battle is not None and (battle["attacker"] + 1) % seats == self.seat
        return follows and not self.state["last_turns"]

    def open(self) -> Iterator[Said]:
        """An answer to an attack that lies face up."""
        dragon = self.dragon(self.better)
        if not dragon:
            return
        health, bare = dragon[1], "" if self.laid[0] else ".bare"
        left, other = self.lead - self.more, self.lead - self.less
        if left < other:
            if left >= health:
                values = {"needs": self.lead - health + 1, "value": self.more, "less": self.less}
                yield Said(f"open.short{bare}", values)
                yield Said("open.again")
            elif other >= health:
                yield Said(f"open.saves{bare}", {"health": health})
            elif other > 0:
                yield Said(f"open.loses{bare}", {"less": max(left, 0), "more": other})
            else:
                yield Said(f"open.spare{bare}", {"value": -left, "less": -other})
        elif left > other:
            if other >= health:
                yield Said("open.vain", {"health": health})
            elif left < health:
                yield Said("open.enough" if self.laid[1] else "open.enough.bare", {"less": max(left, 0)})
            yield from self.kept()
