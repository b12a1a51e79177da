"""The last turn of a game of two, before the cards are turned up, against a slow reference.

Proved here: what the proof words say holds for every hand that the other may hold and every card that it may lay;
the advice for all hands of both sides together is an equilibrium, and values are what moves bring against it; levels
lose less and less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations
from typing import NamedTuple

import pytest

from native import Advice, Match, Position
from tests.reference.wars import ATTACK, DECK, DEFENCE, Battle, TooLarge, Wars, eager_games, opening, value

LEVELS = ("random", "hatchling", "wyrmling", "drake", "dragon")
MOST = 300  # nodes of the reference for one battle
Hand = frozenset[str]


class Falls(Battle):
    def counters(self, lead: int) -> float:
        return float(lead >= self.health)


class LastTurn:
    """What both may hold, by what all know, and how likely the dragon falls. Side 0 attacks."""

    def __init__(self, game: Wars) -> None:
        self.seat, self.battle = game.turn, game.copy()
        self.old = set(DECK) - set(game.new_decks[-1]) if game.new_decks else set()
        true = [frozenset(game.hands[self.seat] + self.laid(game.battle)), frozenset(game.hands[1 - self.seat])]
        self.known = [hand & self.old for hand in true]
        self.missing = [len(hand - self.old) for hand in true]
        self.unseen = frozenset(game.deck).union(*(hand - self.old for hand in true))
        dragon = game.dragons[1 - self.seat]
        assert dragon
        self.stake = value(dragon[0]) + 5
        self.seen: dict[tuple[Hand, Hand, str, str], float] = {}
        if not game.battle:
            self.battle.play(next(move for move in sorted(game.legal()) if move != "discard"))

    @staticmethod
    def laid(battle: dict[str, list[str]] | None) -> list[str]:
        return battle["attack"] if battle else []

    def hand(self, match: Position, side: int) -> Hand:
        state = match.state()
        cards: list[str] = state["hands"][self.seat ^ side]
        return frozenset(cards) | frozenset(() if side else self.laid(state["battle"]))

    def hands(self, side: int, other: Hand = frozenset()) -> list[Hand]:
        """All that a side may hold, as the other sees it that holds this."""
        found = combinations(sorted(self.unseen - other), self.missing[side])
        hands = [self.known[side] | frozenset(cards) for cards in found]
        return [hand for hand in hands if side or cards_of(hand, ATTACK)]

    def chance(self, mine: Hand, yours: Hand, attack: str, answer: str) -> float:
        """Both hands open once these two are turned up; answer "": declined."""
        key = (mine, yours, attack, answer)
        if key not in self.seen:
            assert self.battle.battle
            self.battle.battle["attack"] = [attack]
            presses = frozenset(card for card in mine if card[0] == attack[0] and card != attack)
            replies, deck = frozenset(cards_of(yours, DEFENCE)), self.unseen - mine - yours
            answers = [answer] if answer else []
            self.seen[key] = opening(Falls(self.battle, MOST), attack, answers, presses, replies, deck)
        return self.seen[key]

    def points(self, side: int, own: Hand, other: Hand, move: str, laid: str) -> float:
        """What a move of a side against a card of the other brings it."""
        if move == "discard":
            return 0.0
        card = "" if move == "decline" else move.split()[-1]
        if side == 0:
            return self.stake * self.chance(own, other, card, laid)
        return -self.stake * self.chance(other, own, laid, card)


def cards_of(hand: Hand, suits: str) -> list[str]:
    return sorted(card for card in hand if card[0] in suits)


def lays(side: int, hand: Hand) -> list[str]:
    """What a side may lay first."""
    return cards_of(hand, ATTACK) if side == 0 else [*cards_of(hand, DEFENCE), ""]


def last_turns(seeds: range) -> Iterator[tuple[Match, LastTurn, int]]:
    """The attack or discard of the last turn and the answer, in games that attack where they can; the side."""
    for match, game in eager_games(seeds):
        revealed = game.battle and game.battle["revealed"]
        if game.turns_to_come == 1 and not revealed and len(match.legal()) > 1:
            yield match, LastTurn(game), int(game.battle is not None)


def worlds(last: LastTurn, side: int, own: Hand, moves: list[str]) -> list[list[dict[str, float]]]:
    """For every hand of the other: what moves bring against each card that it may lay.

    Cards are left out that are never better for the other than another one."""
    found = []
    for other in last.hands(1 - side, own - last.old):
        kept: list[dict[str, float]] = []
        tried = [
            {move: last.points(side, own, other, move, laid) for move in moves} for laid in lays(1 - side, other)
        ]
        for values in sorted(tried, key=lambda values: sum(values.values())):
            if not any(all(less[move] <= values[move] + 1e-9 for move in moves) for less in kept):
                kept.append(values)
        found.append(kept)
    return found


def check(found: Advice, results: list[list[dict[str, float]]]) -> None:
    assert found.worlds == found.of == len(results)
    for values in (values for by_card in results for values in by_card):
        assert values[found.move] == pytest.approx(max(values.values()), abs=1e-7)
    if found.proof == "exact":
        best = next(choice.value for choice in found.moves if choice.move == found.move)
        assert [by_card[0][found.move] for by_card in results] == pytest.approx([best] * len(results), abs=1e-7)


class Case(NamedTuple):
    """A position, what is advised, and the reference's points of all moves."""

    position: Position
    found: Advice
    results: list[list[dict[str, float]]]


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    """Small positions, each with several hands of the seat to act."""
    found = []
    for match, last, side in last_turns(range(120)):
        if len(last.hands(1 - side, last.hand(match, side) - last.old)) > 15:
            continue
        for number in range(16):
            position = match.redealt(last.seat ^ side ^ 1, number)
            if len(position.legal()) < 2:
                continue
            try:
                results = worlds(last, side, last.hand(position, side), position.legal())
            except TooLarge:
                break
            found.append(Case(position, position.advise("dragon"), results))
    return found


@pytest.mark.long
def test_proof_words_of_the_last_turn_hold(cases: list[Case]) -> None:
    """Exact: worth the same against all. Every world: best against every hand and all that it could lay of use."""
    words = Counter(case.found.proof for case in cases)
    for case in cases:
        if case.found.proof in ("exact", "every world"):
            check(case.found, case.results)
    assert words["exact"] >= 25
    assert words["every world"] >= 100


def advice_of_all(start: Position, last: LastTurn) -> list[dict[Hand, Advice]]:
    """By side and hand, from a position at the attack; every hand that turns up in redealing to and fro."""
    found: list[dict[Hand, Advice]] = [{}, {}]
    wanted, position = [len(last.hands(side)) for side in (0, 1)], start
    for number in range(60 * max(wanted)):
        if [len(hands) for hands in found] == wanted:
            break
        position = position.redealt(last.seat ^ number % 2, number)
        attacks = [move for move in position.legal() if move != "discard"]
        attacked = position.position()
        for side in (0, 1):
            hand = last.hand(attacked, side)
            if attacks and hand not in found[side]:
                found[side][hand] = attacked.advise("dragon")
            if attacks and not side:
                attacked.play(attacks[0])
    return found


def gains(last: LastTurn, found: list[dict[Hand, Advice]], side: int) -> list[tuple[float, float]]:
    """Of every hand of a side: what its mixture brings against the other side's, and its best move."""
    sums: list[tuple[float, float]] = []
    for own, mine in found[side].items():
        worth = dict.fromkeys((choice.move for choice in mine.moves), 0.0)
        others = last.hands(1 - side, own - last.old)
        for other in others:
            for theirs in found[1 - side][other].moves:
                card = "" if theirs.move == "decline" else theirs.move.split()[-1]
                for choice in mine.moves:
                    if theirs.weight:
                        points = last.points(side, own, other, choice.move, card)
                        worth[choice.move] += theirs.weight * points / len(others)
        mixed = sum(choice.weight * worth[choice.move] for choice in mine.moves)
        sums.append((mixed, max(worth[choice.move] for choice in mine.moves)))
        if mine.proof == "equilibrium":
            assert {choice.move: choice.value for choice in mine.moves} == pytest.approx(worth, abs=0.3)
    return sums


@pytest.mark.long
def test_advice_for_all_hands_is_an_equilibrium() -> None:
    """No hand of either side could gain by another move, low cards and passing among them, but a trace."""
    games, words = 0, Counter[str]()
    for match, last, side in chain.from_iterable(last_turns(range(seed, seed + 1)) for seed in (53, 67, 106, 330)):
        if side:
            continue
        found = advice_of_all(match, last)
        assert [len(hands) for hands in found] == [len(last.hands(0)), len(last.hands(1))]
        for each in (0, 1):
            assert all(best - mixed < 0.01 for mixed, best in gains(last, found, each))
            words.update(mine.proof for mine in found[each].values())
        games += 1
    assert games == 4
    assert words["equilibrium"] >= 20


@pytest.mark.long
def test_mean_loss_falls_from_level_to_level(cases: list[Case]) -> None:
    """Points lost by each decision against what full expectation says of its moves."""
    losses: dict[str, list[float]] = {level: [] for level in LEVELS}
    for number, (position, exact, _) in enumerate(cases):
        values = {choice.move: choice.value for choice in exact.moves}
        if exact.worlds != exact.of or max(values.values()) - min(values.values()) < 0.5:
            continue
        for level in LEVELS:
            move = position.advise(level, rng=number).move if level != "dragon" else exact.move
            losses[level].append(max(values.values()) - values[move])
    means = [sum(losses[level]) / len(losses[level]) for level in LEVELS]
    assert len(losses["dragon"]) >= 100
    assert means == sorted(means, reverse=True)
    assert means[-1] < 0.001 < means[-2]
