"""Whether the last battle of Dragon Wars is worth as much to players who do not see the other hand, slowly.

Nothing here is shared with the C code. A plan of one side chooses one card for all hands that the other may hold; the
other side is allowed to see everything. Every plan is tried, and what it brings is kept hand by hand: if one plan
brings against each hand what perfect play with open hands would, then sight of the other hand is worth nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations, product
from typing import NamedTuple

from tests.reference.wars import ATTACK, DECK, DEFENCE, Battle, TooLarge, Wars, value

Cards = frozenset[str]
Vector = tuple[float, ...]
PLANS = 300  # that may be combined at one place


class World(NamedTuple):
    """What the attacker may press, what the defender may lay, and the deck."""

    presses: Cards
    replies: Cards
    deck: Cards


class Falls(Battle):
    def counters(self, lead: int) -> float:
        return float(lead >= self.health)


class Plans:
    """What plans of one side (0: the attacker) bring in each world: the chance that the dragon falls."""

    def __init__(self, game: Wars, side: int, most: int) -> None:
        self.falls, self.side, self.left = Falls(game, 20 * most), side, most
        self.known: dict[object, list[Vector]] = {}

    def vectors(self, step: str, lead: int, worlds: tuple[World, ...]) -> list[Vector]:
        """For every plan that no other one beats, its chances in these worlds."""
        key = (step, lead, worlds)
        if key not in self.known:
            self.left -= 1
            if self.left < 0:
                raise TooLarge
            self.known[key] = self.kept(list(self.look(step, lead, worlds)))
        return self.known[key]

    def kept(self, found: list[Vector]) -> list[Vector]:
        sign = 1 if self.side else -1
        kept: list[Vector] = []
        for one in sorted(found, key=lambda vector: sign * sum(vector)):
            if not any(all(sign * (a - b) <= 1e-12 for a, b in zip(less, one, strict=True)) for less in kept):
                kept.append(one)
        return kept

    def look(self, step: str, lead: int, worlds: tuple[World, ...]) -> Iterator[Vector]:
        side, _, after = step.partition(", then ")
        if after:
            yield from self.flips(step, side, after, lead, worlds)
            return
        mover = 0 if step == "press" else 1
        options = sorted({card for world in worlds for card in world[mover]})
        if mover == self.side:
            yield from self.passing(mover, lead, worlds)
            for card in options:
                yield from self.laid(mover, card, lead, worlds)
            return
        ways = [(worlds, self.passing(mover, lead, worlds))]
        for card in options:
            fitting = tuple(world for world in worlds if card in world[mover])
            ways.append((fitting, self.laid(mover, card, lead, fitting)))
        best = max if mover == 0 else min
        for chances in self.combined(ways):
            yield tuple(best(chances[world]) for world in worlds)

    def passing(self, mover: int, lead: int, worlds: tuple[World, ...]) -> list[Vector]:
        """The attacker stops, or the defender declines."""
        if mover == 0:
            return [tuple(self.falls.counters(lead) for _ in worlds)]
        return self.vectors("press", lead, worlds)

    def laid(self, mover: int, card: str, lead: int, worlds: tuple[World, ...]) -> list[Vector]:
        name, after, sign = ("attack", "answer", 1) if mover == 0 else ("defence", "press", -1)
        if card[0] == self.falls.trump:
            after = f"{name}, then {after}"
        left = tuple(
            World(world.presses - {card}, world.replies, world.deck)
            if mover == 0
            else World(world.presses, world.replies - {card}, world.deck)
            for world in worlds
        )
        return self.vectors(after, lead + sign * value(card), left)

    def flips(self, step: str, side: str, after: str, lead: int, worlds: tuple[World, ...]) -> Iterator[Vector]:
        ways = []
        for card in sorted({card for world in worlds for card in world.deck}):
            gain = value(card) if card[0] in (ATTACK if side == "attack" else DEFENCE) else 0
            now = lead + (gain if side == "attack" else -gain)
            fitting = tuple(world for world in worlds if card in world.deck)
            left = tuple(world._replace(deck=world.deck - {card} or self.falls.pile) for world in fitting)
            ways.append((fitting, self.vectors(step if card[0] == self.falls.trump else after, now, left)))
        for chances in self.combined(ways):
            yield tuple(sum(chances[world]) / len(chances[world]) for world in worlds)

    @staticmethod
    def combined(ways: list[tuple[tuple[World, ...], list[Vector]]]) -> Iterator[dict[World, list[float]]]:
        """A plan for each way that play may go, in all combinations: the chances of every world."""
        number = 1
        for _, vectors in ways:
            number *= len(vectors)
            if number > PLANS:
                raise TooLarge
        for choice in product(*(vectors for _, vectors in ways)):
            found: dict[World, list[float]] = {}
            for (worlds, _), vector in zip(ways, choice, strict=True):
                for world, chance in zip(worlds, vector, strict=True):
                    found.setdefault(world, []).append(chance)
            yield found


class LastBattle:
    """A battle of the last turn, cards turned up, by what all know."""

    def __init__(self, game: Wars, most: int) -> None:
        assert game.battle and game.battle["revealed"]
        self.game, self.most = game, most
        self.seats = (game.turn, int(game.battle["defender"]))
        self.suit = game.battle["attack"][0][0]
        self.mover = 0 if game.battle["waiting"] == "press" else 1
        self.lead = game.battle["attack_sum"] - game.battle["defence_sum"]

    @cached_property
    def hidden(self) -> tuple[Cards, Cards]:
        """Of each hand, the cards of the deck in use."""
        old = set(DECK) - set(self.game.new_decks[-1]) if self.game.new_decks else set()
        one, two = (frozenset(self.game.hands[seat]) - old for seat in self.seats)
        return one, two

    @cached_property
    def unseen(self) -> Cards:
        return frozenset(self.game.deck).union(*self.hidden)

    def hands(self, side: int, other: Cards) -> list[Cards]:
        """What a side may hold hidden, as the other sees it that holds this hidden."""
        found = combinations(sorted(self.unseen - other), len(self.hidden[side]))
        return [frozenset(cards) for cards in found]

    def world(self, one: Cards, two: Cards) -> World:
        mine, yours = (
            (set(self.game.hands[self.seats[side]]) - self.hidden[side]) | hidden
            for side, hidden in enumerate((one, two))
        )
        presses = frozenset(card for card in mine if card[0] == self.suit)
        replies = frozenset(card for card in yours if card[0] in DEFENCE)
        return World(presses, replies, self.unseen - one - two)

    def size(self) -> int:
        """How many pairs of hands somebody may have to reckon with."""
        own = self.hidden[self.mover]
        others = self.hands(1 - self.mover, own)
        return sum(len(self.hands(self.mover, other)) for other in others)

    def blind_choice(self) -> bool:
        """Whether, for all that the seat to act knows, the defender may have to choose between a trump and another
        card, or none, while the attacker can still press, and somebody does not know all cards."""
        own = self.hidden[self.mover]
        worlds = [self.pair(self.mover, own, other) for other in self.hands(1 - self.mover, own)]
        chooses = any(world.presses and any(card[0] == self.game.trump for card in world.replies) for world in worlds)
        return chooses and bool(self.game.deck) and any(self.hidden)

    def sight_is_useless(self, move: str) -> bool:
        """Whether after this move each side has a plan, whatever of the possible it holds, that brings with hidden
        hands what is possible with open ones."""
        own = self.hidden[self.mover]
        others = self.hands(1 - self.mover, own)
        mine = [self.pair(self.mover, own, other) for other in others]
        if not self.holds(self.mover, move, mine):
            return False
        return all(
            self.holds(
                1 - self.mover, move, [self.pair(self.mover, one, other) for one in self.hands(self.mover, other)]
            )
            for other in others
        )

    def pair(self, side: int, own: Cards, other: Cards) -> World:
        return self.world(own, other) if side == 0 else self.world(other, own)

    def holds(self, side: int, move: str, worlds: list[World]) -> bool:
        """Whether a plan of this side, which sees its own hand, is perfect in all of these worlds."""
        plans, card = Plans(self.game, side, self.most), move.split()[-1]
        if move == "stop":
            return True
        if move == "decline":
            fitting = tuple(dict.fromkeys(worlds))
            found = plans.passing(1, self.lead, fitting)
            open_hands = [plans.falls.worth("press", *world, self.lead) for world in fitting]
        else:
            fitting = tuple(dict.fromkeys(world for world in worlds if card in world[self.mover]))
            found = plans.laid(self.mover, card, self.lead, fitting)
            name, after = ("attack", "answer") if self.mover == 0 else ("defence", "press")
            open_hands = [plans.falls.lay(name, after, card, *world, self.lead) for world in fitting]
        return any(all(abs(a - b) < 1e-9 for a, b in zip(one, open_hands, strict=True)) for one in found)
