"""A battle of Dragon Wars as a game of hidden hands, against a slow reference and a linear program.

Proved here: chances of flips are true ones; values of a fight are those of backward induction over every choice;
the equilibrium is worth what a linear program finds, and its exploitability is what best answers gain.
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from tests.alone import compiled

TYPES, ACTIONS, CHAIN = 12, 6, 64
ATTACK, DEFENCE = 0, 1
CLUBS, DIAMONDS, HEARTS = 0, 1, 2
SIDES = {ATTACK: (CLUBS, DIAMONDS), DEFENCE: (DIAMONDS, HEARTS)}
CARDS = [suit * 16 + value for suit in (CLUBS, DIAMONDS, HEARTS) for value in range(1, 14)]
WRAPPER = """
#include "wars/battle.h"
int size(void) { return sizeof(WarsBattle); }
void chain(uint64_t cards, int trump, int side, double *out) { wars_chain(cards, trump, side, out); }
int battle(WarsBattle *battle, int rounds, int stop)
{
    Progress progress = {.stop = stop};
    Clock clock = clock_start(NULL, &progress);
    return wars_battle_solve(battle, rounds, &clock);
}
int fight(const WarsStakes *stakes, uint64_t presses, uint64_t replies, uint64_t deck, int lead, double *out)
{
    WarsFights fights;
    int n = 0;
    if (!wars_fights_new(&fights))
        return -1;
    wars_fights_fill(&fights, stakes, presses, replies, deck);
    out[n++] = wars_fights_stopped(&fights, stakes, presses, replies, lead);
    out[n++] = wars_fights_answered(&fights, stakes, presses, replies, 0, lead);
    for (int card = 0; card < 64; card++)
        if (presses >> card & 1)
            out[n++] = wars_fights_pressed(&fights, presses & ~CARD_BIT(card), replies, lead + wars_value(card));
    for (int card = 0; card < 64; card++)
        if (replies >> card & 1)
            out[n++] = wars_fights_answered(&fights, stakes, presses, replies & ~CARD_BIT(card), card, lead);
    wars_fights_free(&fights);
    return n;
}
"""


class Stakes(ctypes.Structure):
    _fields_ = (
        ("unseen", ctypes.c_uint64), ("counter", ctypes.c_double), ("slay", ctypes.c_double),
        ("card", ctypes.c_double * 3), ("value", ctypes.c_double * 3), ("renewed", ctypes.c_double),
        ("trump", ctypes.c_int32), ("health", ctypes.c_int32),
    )  # fmt: skip


class Battle(ctypes.Structure):
    _fields_ = (
        ("stakes", Stakes), ("n", ctypes.c_int32 * 2), ("hands", ctypes.c_uint64 * TYPES * 2),
        ("actions", ctypes.c_int32 * TYPES * 2), ("card", ctypes.c_uint8 * ACTIONS * TYPES * 2),
        ("weight", ctypes.c_double * TYPES * TYPES),
        ("payoff", ctypes.c_double * ACTIONS * ACTIONS * TYPES * TYPES),
        ("mix", ctypes.c_double * ACTIONS * TYPES * 2), ("gain", ctypes.c_double * ACTIONS * TYPES * 2),
        ("reach", ctypes.c_double * TYPES * 2), ("value", ctypes.c_double), ("exploitability", ctypes.c_double),
    )  # fmt: skip


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """wars/battle.c alone; the engine's module shows only what engine.h declares."""
    loaded: Any = compiled(tmp_path_factory.mktemp("battle"), "wars/battle.c", WRAPPER, "engine/clock.c")
    loaded.chain.argtypes = [ctypes.c_uint64, ctypes.c_int, ctypes.c_int, ctypes.c_void_p]
    loaded.fight.argtypes = [ctypes.c_void_p, *[ctypes.c_uint64] * 3, ctypes.c_int, ctypes.c_void_p]
    assert loaded.size() == ctypes.sizeof(Battle)
    return loaded


def mask(cards: Any) -> int:
    return sum(1 << card for card in cards)


def suit(card: int) -> int:
    return card >> 4


def value(card: int) -> int:
    return card & 15


# ---- flips ----


def slow_chain(cards: frozenset[int], trump: int, side: int) -> dict[int, float]:
    """Chances of each bonus, flip by flip."""

    @cache
    def flips(left: frozenset[int]) -> dict[int, float]:
        if not left:
            return {0: 1.0}
        found: dict[int, float] = {}
        for card in left:
            gain = value(card) if suit(card) in SIDES[side] else 0
            after = flips(left - {card}) if suit(card) == trump else {0: 1.0}
            for more, chance in after.items():
                total = min(gain + more, CHAIN - 1)
                found[total] = found.get(total, 0) + chance / len(left)
        return found

    return flips(cards)


def chain(library: Any, cards: Any, trump: int, side: int) -> list[float]:
    out = (ctypes.c_double * CHAIN)()
    library.chain(mask(cards), trump, side, out)
    return list(out)


@pytest.mark.long
def test_chances_of_flips_are_true(library: Any) -> None:
    """Every order of the cards equally likely; trumps of the side's own suits, as only those are flipped for."""
    rng = random.Random(1)
    for _ in range(300):
        side = rng.randrange(2)
        trump = rng.choice(SIDES[side])
        trumps = rng.sample([card for card in CARDS if suit(card) == trump], rng.randint(0, 6))
        others = rng.sample([card for card in CARDS if suit(card) != trump], rng.randint(0, 12))
        cards = frozenset(trumps + others)
        if not cards:
            continue
        fast, slow = chain(library, cards, trump, side), slow_chain(cards, trump, side)
        assert sum(fast) == pytest.approx(1, abs=1e-12)
        assert fast == pytest.approx([slow.get(bonus, 0) for bonus in range(CHAIN)], abs=1e-12)


def test_a_chain_by_hand(library: Any) -> None:
    """Clubs are trump: the heart ends it at once (1/2: 0), or the two comes first (1/2: 2)."""
    found = chain(library, [2, HEARTS * 16 + 3], CLUBS, ATTACK)
    assert {bonus: chance for bonus, chance in enumerate(found) if chance} == {0: 0.5, 2: 0.5}


# ---- fights ----


def random_stakes(rng: random.Random, unseen: int) -> Stakes:
    keep, numbers = [rng.uniform(0, 0.4) for _ in range(3)], ctypes.c_double * 3
    counter, slay = rng.choice([0, rng.uniform(0, 1)]), rng.uniform(1, 20)
    card, points, renewed = numbers(*[-3 * each for each in keep]), numbers(*keep), rng.uniform(-1, 2)
    trump, health = rng.choice([CLUBS, DIAMONDS, HEARTS]), rng.randint(1, 13)
    return Stakes(unseen, counter, slay, card, points, renewed, trump, health)


def kept(stakes: Stakes, card: int) -> float:
    return float(stakes.card[suit(card)] + stakes.value[suit(card)] * value(card))


class SlowFight:
    """Backward induction over every choice, the attacker's and the defender's flips from one chain each."""

    def __init__(self, stakes: Stakes, chains: Mapping[int, dict[int, float]]) -> None:
        self.stakes, self.chains = stakes, chains
        self.press = cache(self._press)
        self.answer = cache(self._answer)

    def stopped(self, lead: int, spent: float) -> float:
        if lead >= self.stakes.health:
            return float(self.stakes.slay) + spent
        return max(lead, 0) * float(self.stakes.counter) + spent

    def _press(self, mine: frozenset[int], yours: frozenset[int], lead: int, spent: float) -> float:
        presses = [self.laid(ATTACK, card, mine, yours, lead, spent) for card in mine]
        return max([self.stopped(lead, spent), *presses])

    def _answer(self, mine: frozenset[int], yours: frozenset[int], lead: int, spent: float) -> float:
        answers = [self.laid(DEFENCE, card, mine, yours, lead, spent) for card in yours]
        return min([self.press(mine, yours, lead, spent), *answers])

    def laid(
        self, side: int, card: int, mine: frozenset[int], yours: frozenset[int], lead: int, spent: float
    ) -> float:
        """A card of this side is laid, and its flips follow if it is trump."""
        bonuses = self.chains[side] if suit(card) == self.stakes.trump else {0: 1.0}
        cost, total = round(kept(self.stakes, card), 9), 0.0
        for bonus, chance in bonuses.items():
            if side == ATTACK:
                after = self.answer(mine - {card}, yours, lead + value(card) + bonus, round(spent - cost, 9))
            else:
                after = self.press(mine, yours - {card}, lead - value(card) - bonus, round(spent + cost, 9))
            total += chance * after
        return total


def chains_of(deck: frozenset[int], trump: int) -> dict[int, dict[int, float]]:
    return {side: slow_chain(deck, trump, side) if trump in suits else {0: 1.0} for side, suits in SIDES.items()}


def test_values_of_a_fight_are_those_of_backward_induction(library: Any) -> None:
    """Every choice of 200 random fights: stop, decline, each card pressed and each card laid in defence."""
    rng = random.Random(2)
    for _ in range(200):
        pressed = rng.choice(SIDES[ATTACK])
        mine = frozenset(rng.sample([card for card in CARDS if suit(card) == pressed], rng.randint(0, 2)))
        rest = [card for card in CARDS if suit(card) in SIDES[DEFENCE] and card not in mine]
        yours = frozenset(rng.sample(rest, rng.randint(0, 3)))
        deck = frozenset(rng.sample([card for card in CARDS if card not in mine | yours], rng.randint(2, 7)))
        stakes, lead = random_stakes(rng, 0), rng.randint(-10, 12)
        slow = SlowFight(stakes, chains_of(deck, stakes.trump))
        wanted = [slow.stopped(lead, 0), slow.press(mine, yours, lead, 0)]
        wanted += [slow.laid(ATTACK, card, mine, yours, lead, 0) for card in sorted(mine)]
        wanted += [slow.laid(DEFENCE, card, mine, yours, lead, 0) for card in sorted(yours)]
        out = (ctypes.c_double * 16)()
        n = library.fight(ctypes.byref(stakes), mask(mine), mask(yours), mask(deck), lead, out)
        assert list(out)[:n] == pytest.approx(wanted, abs=1e-6)


# ---- the equilibrium ----


def random_battle(rng: random.Random, types: int, small: bool) -> Battle:
    """Hands of both sides out of the same cards, the first of each side fitting all of the other's."""
    battle = Battle()
    unseen = rng.sample(CARDS, 14 if small else rng.randint(20, 39))
    battle.stakes = random_stakes(rng, mask(unseen))
    size = 3 if small else 5
    for side in (ATTACK, DEFENCE):
        battle.n[side] = types
    first = {side: rng.sample(unseen, 2 * size)[side * size : (side + 1) * size] for side in (0, 1)}
    first[DEFENCE] = rng.sample([card for card in unseen if card not in first[ATTACK]], size)
    for side in (ATTACK, DEFENCE):
        rest = [card for card in unseen if card not in first[1 - side]]
        for i in range(types):
            battle.hands[side][i] = mask(first[side] if i == 0 else rng.sample(rest, size))
    return battle


def cards_of(hand: int) -> list[int]:
    return [card for card in CARDS if hand >> card & 1]


def slow_payoff(battle: Battle, a: int, d: int, i: int, j: int, slow: SlowFight) -> float:
    """This attack card against this answer, both hands open afterwards."""
    stakes, mine = battle.stakes, cards_of(battle.hands[ATTACK][a])
    if i == battle.actions[ATTACK][a] - 1:
        return float(stakes.renewed) - sum(kept(stakes, card) for card in mine)
    attack, answer = battle.card[ATTACK][a][i], battle.card[DEFENCE][d][j]
    left = frozenset(card for card in mine if suit(card) == suit(attack) and card != attack)
    yours = frozenset(card for card in cards_of(battle.hands[DEFENCE][d]) if suit(card) in SIDES[DEFENCE])
    spent = -kept(stakes, attack)
    bonuses = slow.chains[ATTACK] if suit(attack) == stakes.trump else {0: 1.0}
    total = 0.0
    for bonus, chance in bonuses.items():
        lead = value(attack) + bonus
        if answer:
            after = slow.laid(DEFENCE, answer, left, yours, lead, round(spent, 9))
        else:
            after = slow.press(left, yours, lead, round(spent, 9))
        total += chance * after
    return total


def solved(library: Any, battle: Battle, rounds: int = 2000) -> Battle:
    assert library.battle(ctypes.byref(battle), rounds, False) == 1
    return battle


def pairs(battle: Battle) -> list[tuple[int, int]]:
    return [(a, d) for a in range(battle.n[ATTACK]) for d in range(battle.n[DEFENCE]) if battle.weight[a][d]]


def test_a_stop_ends_the_learning(library: Any) -> None:
    """So many rounds would take an hour."""
    for hands in (1, TYPES):
        battle = random_battle(random.Random(5), hands, small=True)
        assert library.battle(ctypes.byref(battle), 10**8, True) == 0


@pytest.mark.long
def test_payoffs_of_pairs_of_hands_agree_with_the_reference(library: Any) -> None:
    """Actions are the cards that may be laid and to pass; weights are even over pairs that share no card."""
    rng = random.Random(3)
    for _ in range(40):
        battle = solved(library, random_battle(rng, 3, small=True), 1)
        found = pairs(battle)
        fitting = [(a, d) for a in range(3) for d in range(3) if not battle.hands[0][a] & battle.hands[1][d]]
        assert found == fitting
        assert {battle.weight[a][d] for a, d in found} == {1 / len(found)}
        for a, d in found:
            deck = frozenset(cards_of(battle.stakes.unseen & ~battle.hands[0][a] & ~battle.hands[1][d]))
            slow = SlowFight(battle.stakes, chains_of(deck, battle.stakes.trump))
            for i in range(battle.actions[ATTACK][a]):
                for j in range(battle.actions[DEFENCE][d]):
                    wanted = slow_payoff(battle, a, d, i, j, slow)
                    assert battle.payoff[a][d][i][j] == pytest.approx(wanted, abs=1e-6)


def value_by_linear_program(battle: Battle) -> float:
    """What the attacker can be sure of on average: a mixture for each hand against each hand's best answer."""
    places: dict[tuple[int, int], int] = {}
    for a in range(battle.n[ATTACK]):
        for i in range(battle.actions[ATTACK][a]):
            places[a, i] = len(places)
    answers = battle.n[DEFENCE]
    rows, equal = [], np.zeros((battle.n[ATTACK], len(places) + answers))
    for d in range(answers):
        for j in range(battle.actions[DEFENCE][d]):
            row = np.zeros(len(places) + answers)
            row[len(places) + d] = 1
            for (a, i), at in places.items():
                row[at] = -battle.weight[a][d] * battle.payoff[a][d][i][j]
            rows.append(row)
    for (a, _), at in places.items():
        equal[a, at] = 1
    found = linprog(
        [0] * len(places) + [-1] * answers, A_ub=np.array(rows), b_ub=np.zeros(len(rows)), A_eq=equal,
        b_eq=np.ones(battle.n[ATTACK]), bounds=[(0, None)] * len(places) + [(None, None)] * answers,
    )  # fmt: skip
    return float(-found.fun)


def gains(battle: Battle) -> tuple[float, float, float]:
    """What the mixtures bring the attacker, its best answers, and what the defender's leave it."""
    both, attacker, defender = 0.0, 0.0, 0.0
    mix, weight, payoff = (np.array(getattr(battle, name)) for name in ("mix", "weight", "payoff"))
    for a in range(battle.n[ATTACK]):
        worth = sum(weight[a, d] * payoff[a, d] @ mix[DEFENCE, d] for d in range(battle.n[DEFENCE]))
        attacker += max(worth[: battle.actions[ATTACK][a]])
        both += worth @ mix[ATTACK, a]
    for d in range(battle.n[DEFENCE]):
        worth = sum(weight[a, d] * mix[ATTACK, a] @ payoff[a, d] for a in range(battle.n[ATTACK]))
        defender += min(worth[: battle.actions[DEFENCE][d]])
    return both, attacker, defender


@pytest.mark.parametrize("types", [1, 4, 12])
@pytest.mark.long
def test_linear_program_confirms_the_equilibrium(library: Any, types: int) -> None:
    """Value, mixtures that are probabilities, and the exploitability said, which is small."""
    rng, mixed = random.Random(types), 0
    for _ in range(60):
        battle = solved(library, random_battle(rng, types, small=False))
        both, attacker, defender = gains(battle)
        assert battle.value == pytest.approx(both, abs=1e-9)
        assert battle.exploitability == pytest.approx((attacker - defender) / 2, abs=1e-9)
        assert battle.exploitability < 0.01
        worth = value_by_linear_program(battle)
        assert defender - 1e-7 <= worth <= attacker + 1e-7
        for side in (ATTACK, DEFENCE):
            for type_ in range(types):
                chances = list(battle.mix[side][type_])[: battle.actions[side][type_]]
                assert min(chances) >= 0
                assert sum(chances) == pytest.approx(1, abs=1e-12)
                mixed += 0.05 < max(chances) < 0.95
    assert mixed >= 10
