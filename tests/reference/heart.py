"""Dragonheart, slow and obvious: written from the rules page alone, to check the engine against.

Cards are pairs (kind, value). A deck's top is its first card, a stack's top its last. Nothing is clever here.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

Card = tuple[str, int]
KINDS = ("chest", "fire", "petrified", "sorceress", "troll", "dwarf", "knight", "huntress", "ship")
LIMITS = {"dwarf": 4, "knight": 2, "huntress": 3, "ship": 3}


def card(text: str) -> Card:
    """The card that a text like "knight 2" names."""
    kind, value = text.split()
    return kind, int(value)


def text(one: Card) -> str:
    return f"{one[0]} {one[1]}"


class Heart:
    """A game under way; play() changes it, copy() keeps it."""

    def __init__(self, deal: dict[str, Any], stacks_at_end: int = 3) -> None:
        self.turn: int = deal["first"]
        self.hands: list[list[Card]] = [[card(c) for c in hand] for hand in deal["hands"]]
        self.decks: list[list[Card]] = [[card(c) for c in deck] for deck in deal["decks"]]
        self.board: dict[str, list[Card]] = {kind: [] for kind in KINDS}
        self.below: list[Card] = []
        self.ship_stacks = 0
        self.stacks_at_end = stacks_at_end
        self.figure: int | None = None
        self.piles: list[list[Card]] = [[], []]
        self.returned: list[Card | None] = [None, None]
        self.last_turn_of: int | None = None
        self.over = False

    def copy(self) -> Heart:
        """A game that goes on by itself from here."""
        other = Heart.__new__(Heart)
        other.__dict__.update(self.__dict__)
        other.hands, other.decks, other.piles = ([list(c) for c in x] for x in (self.hands, self.decks, self.piles))
        other.board = {kind: list(cards) for kind, cards in self.board.items()}
        other.below, other.returned = list(self.below), list(self.returned)
        return other

    def legal(self) -> set[str]:
        if self.over:
            return set()
        hand = self.hands[self.turn]
        moves = set()
        for size in range(1, len(hand) + 1):
            for cards in itertools.combinations(hand, size):
                kind = cards[0][0]
                if all(c[0] == kind for c in cards) and len(self.board[kind]) + size <= LIMITS.get(kind, 100):
                    name = kind + "".join(f" {value}" for value in sorted(value for _, value in cards))
                    moves |= {name + choice for choice in self.choices(kind, size)}
        return moves

    def choices(self, kind: str, size: int) -> list[str]:
        """What a move of so many cards has to say besides."""
        if kind == "sorceress":
            return [" > chest", " > petrified"]
        if kind == "knight" and len(self.board["knight"]) + size == 2:
            return [" > sorceress", " > troll"]
        return [""]

    def play(self, move: str, lose: Callable[[list[Card]], Card]) -> None:
        """Plays a legal move; lose says which card of the hand goes back when the figure is lost."""
        assert move in self.legal(), move
        seat, other = self.turn, 1 - self.turn
        cards, _, choice = move.partition(" > ")
        kind, *values = cards.split()
        for value in sorted(map(int, values)):
            self.hands[seat].remove((kind, value))
            self.board[kind].append((kind, value))
        full = kind in LIMITS and len(self.board[kind]) == LIMITS[kind]
        former = self.figure
        if kind == "fire":
            self.take("chest")
        elif kind == "sorceress":
            if choice == "petrified" and self.board["petrified"]:
                self.figure = seat
            self.take(choice)
        elif kind == "troll":
            self.take("sorceress")
        elif kind == "dwarf" and full:
            self.take("dwarf")
        elif kind == "knight" and full:
            self.take(choice)
            self.go_below("knight")
        elif kind == "huntress" and full:
            self.take("fire")
            self.go_below("huntress")
        elif kind == "ship" and full:
            self.piles[seat] += self.below
            self.below = []
            self.board["ship"] = []
            self.ship_stacks += 1
        if former == other and self.figure == seat and len(self.hands[other]) > 5:
            lost = lose(list(self.hands[other]))
            self.hands[other].remove(lost)
            self.decks[other].insert(0, lost)
            self.returned[other] = lost
        self.draw_and_end()

    def take(self, space: str) -> None:
        """All cards of a space go to the pile of the seat on turn."""
        self.piles[self.turn] += self.board[space]
        self.board[space] = []

    def go_below(self, kind: str) -> None:
        """A full space's cards go below the Ship space."""
        self.below += self.board[kind]
        self.board[kind] = []

    def draw_and_end(self) -> None:
        """The third step of the turn, and what it means for the end."""
        seat, other = self.turn, 1 - self.turn
        nothing_to_draw = not self.decks[seat]
        while self.decks[seat] and len(self.hands[seat]) < (6 if self.figure == seat else 5):
            self.hands[seat].append(self.decks[seat].pop(0))
            self.returned[seat] = None
        if self.last_turn_of == seat:
            self.over = True
        elif self.last_turn_of is None and (nothing_to_draw or self.ship_stacks >= self.stacks_at_end):
            self.last_turn_of = other
        self.turn = other

    def scores(self) -> list[int]:
        return [sum(value for _, value in self.piles[seat]) + 3 * (self.figure == seat) for seat in (0, 1)]

    def winners(self) -> list[int]:
        """Who wins if it ends now."""
        zero, one = self.scores()
        if zero != one:
            return [0] if zero > one else [1]
        return [0, 1] if self.figure is None else [self.figure]

    def state(self, seat: int | None = None) -> dict[str, Any]:
        """The position as records describe it, with hands sorted."""

        def shown(owner: int, one: Card) -> str:
            return text(one) if seat in (None, owner) else "?"

        order = {kind: i for i, kind in enumerate(KINDS)}
        hands = [sorted(hand, key=lambda c: (order[c[0]], c[1])) for hand in self.hands]
        returned = [None if c is None else shown(owner, c) for owner, c in enumerate(self.returned)]
        return {
            "board": {kind: [value for _, value in self.board[kind]] for kind in KINDS},
            "below_ship": [list(c) for c in self.below],
            "outlines": LIMITS,
            "ship_stacks": self.ship_stacks,
            "stacks_at_end": self.stacks_at_end,
            "figure": self.figure,
            "figure_points": 3,
            "hands": [[shown(owner, c) for c in hand] for owner, hand in enumerate(hands)],
            "decks": [len(deck) for deck in self.decks],
            "piles": [sum(value for _, value in pile) for pile in self.piles],
            "returned": returned,
            "last_turn_of": self.last_turn_of,
        }

    def key(self) -> tuple[Any, ...]:
        """All that the rest of the game depends on."""
        return (
            self.turn, *(tuple(sorted(hand)) for hand in self.hands), *(tuple(deck) for deck in self.decks),
            *(tuple(sorted(cards)) for cards in self.board.values()), tuple(sorted(self.below)),
            self.ship_stacks, self.figure, self.last_turn_of, self.over,
        )


def outcomes(game: Heart, move: str) -> Iterator[tuple[float, Heart]]:
    """Every way a move may turn out, with its probability: only the card lost with the figure is luck."""
    asked: list[list[Card]] = []

    def note(hand: list[Card]) -> Card:
        asked.append(hand)
        return hand[0]

    after = game.copy()
    after.play(move, note)
    if not asked:
        yield 1.0, after
        return
    hand = asked[0]
    for lost in sorted(set(hand)):
        after = game.copy()
        after.play(move, lambda _, lost=lost: lost)  # type: ignore[misc]
        yield hand.count(lost) / len(hand), after


class Solver:
    """Plain minimax over everything, all cards open; values are for seat 0."""

    def __init__(self, objective: str) -> None:
        self.objective = objective
        self.known: dict[tuple[Any, ...], float] = {}

    def final(self, game: Heart) -> float:
        """What the end is worth to seat 0."""
        zero, one = game.scores()
        if self.objective == "margin":
            return zero - one
        return {(0,): 1, (1,): -1, (0, 1): 0}[tuple(game.winners())]

    def value(self, game: Heart) -> float:
        """The expected end with best play by both."""
        if game.over:
            return self.final(game)
        zero, one = game.scores()
        key = (*game.key(), zero - one)
        if key not in self.known:
            values = self.moves(game).values()
            self.known[key] = max(values) if game.turn == 0 else min(values)
        return self.known[key]

    def moves(self, game: Heart) -> dict[str, float]:
        """The value for seat 0 of every legal move."""
        return {
            move: sum(chance * self.value(after) for chance, after in outcomes(game, move))
            for move in sorted(game.legal())
        }


def last_but_one(game: Heart) -> dict[str, tuple[float, float]]:
    """Mean margin and mean outcome of every move for the seat on turn, whose deck is empty, over all hands."""
    found = {}
    for move, hands in hand_by_hand(game).items():
        total = sum(times for times, _, _ in hands)
        margin, outcome = (sum(hand[0] * hand[at] for hand in hands) for at in (1, 2))
        found[move] = margin / total, outcome / total
    return found


def hand_by_hand(game: Heart) -> dict[str, list[tuple[int, int, int]]]:
    """Of every move, and of every hand that the unseen cards allow the other: how often it is drawn, the margin and
    the outcome. The other has the last turn then and does the best for each aim."""
    seat, other = game.turn, 1 - game.turn
    unseen = game.hands[other] + game.decks[other]
    found: dict[str, list[tuple[int, int, int]]] = {}
    for move in game.legal():
        after = game.copy()
        after.play(move, lambda hand: hand[0])
        assert after.last_turn_of == other
        found[move] = []
        hands = Counter(tuple(sorted(h)) for h in itertools.combinations(unseen, len(after.hands[other])))
        for hand, times in hands.items():
            after.hands[other] = list(hand)
            ends = []
            for reply in after.legal():
                end = after.copy()
                end.play(reply, lambda hand: hand[0])
                ends.append(end)
            margin = min(end.scores()[seat] - end.scores()[other] for end in ends)
            outcome = min((seat in end.winners()) - (other in end.winners()) for end in ends)
            found[move].append((times, margin, outcome))
    return found


@lru_cache(maxsize=1)
def full_deck() -> tuple[Card, ...]:
    """The fifty cards as the rules page's table gives them."""
    table = {
        "chest": (2, 2, 2, 1), "fire": (0, 1, 2, 1), "petrified": (0, 5, 0, 0), "sorceress": (2, 2, 0, 0),
        "troll": (1, 1, 1, 0), "dwarf": (6, 3, 2, 0), "knight": (4, 1, 0, 0), "huntress": (3, 2, 0, 0),
        "ship": (6, 0, 0, 0),
    }
    return tuple((kind, i + 1) for kind in KINDS for i, n in enumerate(table[kind]) for _ in range(n))
