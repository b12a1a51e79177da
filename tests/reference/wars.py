"""Dragon Wars, slow and obvious: written from the rules page alone, to check the engine against.

Cards are texts like "C10". The deck's next card and the pile's bottom card come first. The rules leave open in which
order several cards reach the pile; here, as in the engine: a hand by suit and value, a battle as attack, its flips,
defence, its flips.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import chain
from typing import Any

from native import Match

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
DRAGONS = ["S" + rank for rank in RANKS]
DECK = [suit + rank for suit in "CDH" for rank in RANKS]
ATTACK, DEFENCE = "CD", "DH"
MASK = (1 << 64) - 1

Shuffle = Callable[[list[str]], list[str]]


def value(card: str) -> int:
    return RANKS.index(card[1:]) + 1


def in_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=lambda card: ("CDHS".index(card[0]), value(card)))


class Wars:
    """A game under way; play() changes it, copy() keeps it. shuffle makes a new deck out of the pile."""

    def __init__(self, players: int, nest: list[str], deck: list[str], shuffle: Shuffle) -> None:
        self.players = players
        self.nest, self.deck, self.pile = list(nest), list(deck), list[str]()
        self.shuffle = shuffle
        self.new_decks: list[list[str]] = []
        self.dragons: list[tuple[str, int] | None] = [None] * players
        self.trophies: list[list[str]] = [[] for _ in range(players)]
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.battle: dict[str, Any] | None = None
        self.quiet = 0
        self.turns_to_come: int | None = None
        self.over = False
        self.trump: str | None = None
        for seat in range(players):
            self.draw_dragon(seat)
        for seat in range(players):
            self.refill(seat)
        self.turn = max(range(players), key=lambda seat: self.health(seat))
        self.begin_turn()

    def copy(self) -> Wars:
        """A game that goes on by itself from here."""
        return deepcopy(self)

    # -- stacks --

    def health(self, seat: int) -> int:
        dragon = self.dragons[seat]
        return dragon[1] if dragon else 0

    def draw_dragon(self, seat: int) -> None:
        dragon = self.nest.pop(0)
        self.dragons[seat] = (dragon, value(dragon))

    def check_deck(self) -> None:
        """An empty deck is made anew from the pile."""
        if not self.deck and self.pile:
            self.deck = self.shuffle(list(self.pile))
            assert sorted(self.deck) == sorted(self.pile)
            self.new_decks.append(list(self.deck))
            self.pile = []

    def refill(self, seat: int) -> None:
        while len(self.hands[seat]) < 5:
            self.hands[seat].append(self.deck.pop(0))
            self.check_deck()

    # -- turns --

    def begin_turn(self) -> None:
        self.refill(self.turn)
        self.pile.append(self.deck.pop(0))
        self.trump = self.pile[-1][0]
        self.check_deck()

    def end_turn(self, hurt: bool) -> None:
        self.quiet = 0 if hurt else self.quiet + 1
        if self.turns_to_come is not None:
            self.turns_to_come -= 1
        if self.turns_to_come == 0 or self.quiet == 60:
            self.over, self.trump = True, None
            return
        self.turn = (self.turn + 1) % self.players
        self.begin_turn()

    @property
    def to_act(self) -> int | None:
        if self.over:
            return None
        if self.battle and self.battle["waiting"] == "answer":
            return int(self.battle["defender"])
        return self.turn

    def legal(self) -> set[str]:
        if self.over:
            return set()
        hand = self.hands[self.to_act or 0]
        if not self.battle:
            targets = [s for s in range(self.players) if s != self.turn and self.dragons[s]]
            return {f"attack {s} {c}" for s in targets for c in hand if c[0] in ATTACK} | {"discard"}
        if self.battle["waiting"] == "answer":
            return {f"defend {c}" for c in hand if c[0] in DEFENCE} | {"decline"}
        return {f"press {c}" for c in hand if c[0] == self.battle["attack"][0][0]} | {"stop"}

    def play(self, move: str) -> None:
        assert move in self.legal(), move
        word, *rest = move.split()
        if word == "discard":
            self.pile += in_order(self.hands[self.turn])
            self.hands[self.turn] = []
            self.check_deck()
            self.refill(self.turn)
            self.end_turn(hurt=False)
        elif word == "attack":
            self.hands[self.turn].remove(rest[1])
            self.battle = {
                "defender": int(rest[0]), "waiting": "answer", "revealed": False, "attack": [rest[1]],
                "attack_flips": [], "defence": [], "defence_flips": [], "attack_sum": 0, "defence_sum": 0,
            }
        else:
            self.play_in_battle(word, rest)

    # -- battles --

    def play_in_battle(self, word: str, rest: list[str]) -> None:
        battle = self.battle
        assert battle
        first = not battle["revealed"]
        if word == "stop":
            self.finish_battle(battle)
            return
        if word == "press":
            self.hands[self.turn].remove(rest[0])
            battle["attack"].append(rest[0])
            self.count("attack", rest[0])
            battle["waiting"] = "answer"
            return
        if first:
            battle["revealed"] = True
            self.count("attack", battle["attack"][0])
        if word == "defend":
            self.hands[battle["defender"]].remove(rest[0])
            battle["defence"].append(rest[0])
            self.count("defence", rest[0])
        battle["waiting"] = "press"

    def count(self, side: str, card: str) -> None:
        """Adds a card laid, and what is flipped for it."""
        battle = self.battle
        assert battle
        suits = ATTACK if side == "attack" else DEFENCE
        battle[side + "_sum"] += value(card)
        while card[0] == self.trump:
            card = self.deck.pop(0)
            battle[side + "_flips"].append(card)
            if card[0] in suits:
                battle[side + "_sum"] += value(card)
            self.check_deck()

    def finish_battle(self, battle: dict[str, Any]) -> None:
        owner = battle["defender"]
        dragon, health = self.dragons[owner] or ("", 0)
        damage = max(0, battle["attack_sum"] - battle["defence_sum"])
        self.battle = None
        self.pile += chain(battle["attack"], battle["attack_flips"], battle["defence"], battle["defence_flips"])
        self.check_deck()
        self.dragons[owner] = (dragon, health - damage)
        if health - damage <= 0:
            self.trophies[self.turn].append(dragon)
            self.dragons[owner] = None
            if self.nest:
                self.draw_dragon(owner)
                if not self.nest:
                    self.turns_to_come = self.players + 1
            self.refill(owner)
        self.end_turn(hurt=damage > 0)

    # -- results --

    @property
    def scores(self) -> list[int]:
        return [
            sum(map(value, self.trophies[seat])) + (5 if self.dragons[seat] else 0) for seat in range(self.players)
        ]

    @property
    def winners(self) -> list[int]:
        scores = self.scores
        return [seat for seat in range(self.players) if self.over and scores[seat] == max(scores)]

    def state(self) -> dict[str, Any]:
        """The position as records describe it, all cards open, hands by suit and value."""
        battle, shown = self.battle, None
        revealed = battle is not None and battle["revealed"]
        if battle:
            parts = ("attack", "attack_flips", "defence", "defence_flips")
            shown = {"attacker": self.turn, "defender": battle["defender"], "revealed": revealed}
            shown |= {part: battle[part] for part in parts}
        loss = max(0, battle["attack_sum"] - battle["defence_sum"]) if battle and revealed else None
        return {
            "dragons": [list(dragon) if dragon else None for dragon in self.dragons],
            "full_health": [value(dragon[0]) if dragon else None for dragon in self.dragons],
            "hands": [in_order(hand) for hand in self.hands],
            "trump": self.trump,
            "attack": battle["attack_sum"] if battle and revealed else None,
            "defence": battle["defence_sum"] if battle and revealed else None,
            "battle": shown,
            "loss": loss,
            "slain": loss is not None and battle is not None and loss >= self.health(battle["defender"]),
            "trophies": self.trophies,
            "nest": len(self.nest),
            "deck": len(self.deck),
            "discard": self.pile,
            "last_turns": self.turns_to_come is not None,
            "serves": {"attack": "DC", "defence": "DH"},
        }


# ---- what a battle is worth with all cards open ----


class TooLarge(Exception):
    """More positions than the slow way can look at."""


class Battle:
    """Expected counters lost, every order of the deck equally likely; every card may be laid, none is left out."""

    def __init__(self, game: Wars, most: int) -> None:
        assert game.battle
        self.suit = game.battle["attack"][0][0]
        self.trump, self.pile = game.trump, frozenset(game.pile)
        self.health = game.health(game.battle["defender"])
        self.known: dict[Any, float] = {}
        self.most = most

    def counters(self, lead: int) -> float:
        return float(min(max(lead, 0), self.health))

    def worth(self, step: str, mine: frozenset[str], yours: frozenset[str], deck: frozenset[str], lead: int) -> float:
        """step: "press" or "answer" = who chooses next, or "SIDE, then NEXT" for a flip of a side."""
        key = (step, mine, yours, deck, lead)
        if key not in self.known:
            if len(self.known) >= self.most:
                raise TooLarge
            self.known[key] = self.look(step, mine, yours, deck, lead)
        return self.known[key]

    def look(self, step: str, mine: frozenset[str], yours: frozenset[str], deck: frozenset[str], lead: int) -> float:
        if step == "press":
            presses = (self.lay("attack", "answer", card, mine, yours, deck, lead) for card in mine)
            return max([self.counters(lead), *presses])
        if step == "answer":
            answers = (self.lay("defence", "press", card, mine, yours, deck, lead) for card in yours)
            return min([self.worth("press", mine, yours, deck, lead), *answers])
        side, _, after = step.partition(", then ")
        total = 0.0
        for card in deck:
            gain = value(card) if card[0] in (ATTACK if side == "attack" else DEFENCE) else 0
            now = lead + (gain if side == "attack" else -gain)
            rest = deck - {card} or self.pile
            total += self.worth(step if card[0] == self.trump else after, mine, yours, rest, now)
        return total / len(deck)

    def lay(
        self, side: str, after: str, card: str, mine: frozenset[str], yours: frozenset[str], deck: frozenset[str],
        lead: int,
    ) -> float:
        """A card laid by a side, and its flips if it is trump; mine: the attacker's cards."""
        if side == "attack":
            mine, lead = mine - {card}, lead + value(card)
        else:
            yours, lead = yours - {card}, lead - value(card)
        step = f"{side}, then {after}" if card[0] == self.trump else after
        return self.worth(step, mine, yours, deck, lead)


def battle_values(game: Wars, most: int) -> dict[str, float]:
    """Expected counters lost after each legal move of a battle; TooLarge where that takes too long."""
    battle, state = Battle(game, most), game.battle
    assert state
    mine = frozenset(card for card in game.hands[game.turn] if card[0] == battle.suit)
    yours = frozenset(card for card in game.hands[state["defender"]] if card[0] in DEFENCE)
    deck, lead = frozenset(game.deck), state["attack_sum"] - state["defence_sum"]
    values = {}
    for move in game.legal():
        word, *rest = move.split()
        if word == "stop":
            values[move] = battle.counters(lead)
        elif word == "press":
            values[move] = battle.lay("attack", "answer", rest[0], mine, yours, deck, lead)
        elif state["revealed"]:
            after = [battle.lay("defence", "press", card, mine, yours, deck, lead) for card in rest]
            values[move] = after[0] if after else battle.worth("press", mine, yours, deck, lead)
        else:
            values[move] = opening(battle, state["attack"][0], rest, mine, yours, deck)
    return values


def opening(
    battle: Battle, attack: str, answer: list[str], mine: frozenset[str], yours: frozenset[str], deck: frozenset[str]
) -> float:
    """Both first cards are turned up: the attacker's flips come before the defender's."""
    lead, after = value(attack) - sum(map(value, answer)), "press"
    if answer and answer[0][0] == battle.trump:
        after = "defence, then press"
    if attack[0] == battle.trump:
        after = "attack, then " + after
    return battle.worth(after, mine, yours - set(answer), deck, lead)


# ---- luck, as the engine draws it from a seed ----


def mix(x: int) -> int:
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


class Rng:
    """xoroshiro128++ for one event of a seed."""

    def __init__(self, seed: int, event: int) -> None:
        x = mix(seed + 0x9E3779B97F4A7C15 & MASK) ^ mix(event + 0xD1B54A32D192ED03 & MASK)
        self.a = mix(x + 0x9E3779B97F4A7C15 & MASK)
        self.b = mix(x + 2 * 0x9E3779B97F4A7C15 & MASK) | 1

    def next(self) -> int:
        a, b = self.a, self.b
        result = rotate(a + b & MASK, 17) + a & MASK
        b ^= a
        self.a, self.b = rotate(a, 49) ^ b ^ (b << 21 & MASK), rotate(b, 28)
        return result

    def below(self, n: int) -> int:
        while True:
            product = (self.next() >> 32) * n
            if product & 0xFFFFFFFF >= 2**32 % n:
                return product >> 32

    def shuffle(self, cards: list[str]) -> list[str]:
        for i in range(len(cards) - 1, 0, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return cards


def rotate(x: int, by: int) -> int:
    """Rotates 64 bits to the left."""
    return (x << by | x >> 64 - by) & MASK


def seeded_lists(seed: int) -> tuple[list[str], list[str]]:
    """The nest and the deck that a seed deals."""
    rng = Rng(seed, 0)
    return rng.shuffle(list(DRAGONS)), rng.shuffle(list(DECK))


def seeded(players: int, seed: int, half_nest: bool = False) -> Wars:
    """The game of a seed; with half of the Nest the last six dragons are put away."""
    events = iter(range(1, 1_000_000))
    nest, deck = seeded_lists(seed)
    return Wars(players, nest[:7] if half_nest else nest, deck, lambda pile: Rng(seed, next(events)).shuffle(pile))


# ---- beside the engine ----


def beside(match: Match, choose: Callable[[list[str]], str]) -> Iterator[Wars]:
    """The reference's game of a seeded match at each decision; both are played on by the same choices."""
    game = seeded(match.seats_count, match.seed, match.options["half_nest"])
    while not match.over:
        yield game
        move = choose(sorted(match.legal()))
        match.play(move)
        game.play(move)


def eager_games(seeds: range) -> Iterator[tuple[Match, Wars]]:
    """Each decision of random games of two that attack where they can."""
    for seed in seeds:
        match, rng = Match("wars", seed=seed), random.Random(seed)

        def choose(legal: list[str], rng: random.Random = rng) -> str:
            return rng.choice([move for move in legal if move != "discard"] or ["discard"])

        yield from ((match, game) for game in beside(match, choose))


def late_deal(hands: str, trump: str, last: str) -> dict[str, list[str]]:
    """A deal for two in which four discards lead to these two hands, this trump for seat 0, and these four cards left
    in the deck."""
    cards = hands.split()
    spare = [card for card in DECK if card not in (*cards, trump, *last.split())]
    deck = [*spare[:23], *cards[:5], spare[23], *cards[5:], trump, *last.split()]
    return {"nest": ["SK", "SQ", *(dragon for dragon in DRAGONS if dragon not in ("SK", "SQ"))], "deck": deck}
