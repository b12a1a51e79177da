"""Dragon Wars: exact worth of battles with open hands, and their hidden openings as matrix games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from native import Match, Search, Unsolved
from tests.reference.chances import matrix_value
from tests.reference.wars import DECK, DRAGONS, TooLarge, Wars, battle_values, beside, late_deal, seeded_lists, value

NODES = 300_000  # of a battle that a test may ask for


def battles(seeds: range, share: float) -> Iterator[tuple[Match, Wars]]:
    """This share of the positions in battles of random games, each with the reference's game of it."""
    for seed in seeds:
        match, rng = Match("wars", {"players": 2 + seed % 3}, seed=seed), random.Random(seed)
        for game in beside(match, rng.choice):
            if game.battle and rng.random() < share:
                yield match, game


def values(match: Match, objective: str = "", nodes: int = 0, mb: int = 64) -> dict[str, float]:
    """The value of every legal move for the seat to act."""
    return {choice.move: choice.value for choice in match.solve(objective, nodes, mb=mb).moves}


def attacked(hands: str, trump: str, last: str) -> Match:
    """Two players after four discards: both hands, the trump of seat 0's turn, the last four cards of the deck."""
    match = Match("wars", deal=late_deal(hands, trump, last))
    for _ in range(4):
        match.play("discard")
    return match


# ---- with open hands ----


@pytest.mark.long
def test_reference_confirms_hundreds_of_random_battles() -> None:
    """Every card that may be laid and every card that may be flipped, each alone, against the pruned search."""
    checked = with_chance = near_the_end = too_large = 0
    for match, game in battles(range(60), 0.15):
        try:
            slow = battle_values(game, 2500)
        except TooLarge:
            too_large += 1
            continue
        sign = 1 if "stop" in slow else -1
        assert values(match) == pytest.approx({move: sign * worth for move, worth in slow.items()}, abs=1e-9)
        checked += 1
        chancy = any(worth != int(worth) for worth in slow.values())
        with_chance += chancy
        near_the_end += chancy and len(game.deck) < 5
    assert checked >= 400, too_large
    assert with_chance >= 60
    assert near_the_end >= 4


def test_a_chain_by_hand() -> None:
    """Attack 2 of trumps, four cards left, no answer possible: fractions by hand."""
    match = attacked("C2 H2 H3 H4 H5 CJ CQ CK C9 C8", "CA", "C3 H9 D7 HK")
    match.play("attack 1 C2")
    chain = Fraction(1, 4) * 9 + Fraction(2, 4) * 2 + Fraction(1, 4) * (Fraction(1, 3) * 12 + Fraction(2, 3) * 5)
    assert values(match) == pytest.approx({"decline": -float(chain)}, abs=1e-12)


def test_the_pile_follows_when_the_deck_ends() -> None:
    """One card is left in the deck, a trump: the next flip comes from the open pile, each of its cards as likely."""
    match = attacked("CA C2 C3 C4 H5 CJ CQ CK C9 D8", "C6", "H6 H7 H8 C5")
    for move in ("attack 1 CA", "defend D8", "press C2", "decline", "press C3", "decline"):
        match.play(move)
    state = match.state()
    assert (state["deck"], state["attack"], state["defence"], state["dragons"][1]) == (1, 6, 8, ["SQ", 12])
    lead, pile = 6 - 8 + 4 + 5, state["discard"]
    assert {card for card in pile if card[0] == "C"} == {"C6", "C7", "C8", "C10"}, "more than 12 with any of them"
    worth = [{"C": 12, "D": min(12, lead + value(card)), "H": lead}[card[0]] for card in pile]
    mean = Fraction(sum(worth), len(pile))
    assert values(match) == pytest.approx({"press C4": float(mean), "stop": 0.0}, abs=1e-12)


@pytest.mark.long
def test_values_are_counters_of_this_dragon() -> None:
    """At most its health, never below 0, negative for the defender; the best moves are marked."""
    for match, game in battles(range(12), 0.3):
        try:
            solution = match.solve(nodes=NODES)
        except Unsolved:
            continue
        assert game.battle
        health = game.health(game.battle["defender"])
        sign = 1 if match.to_act == game.turn else -1
        assert all(0 <= sign * choice.value <= health for choice in solution.moves)
        top = max(choice.value for choice in solution.moves)
        assert set(solution.best) == {choice.move for choice in solution.moves if choice.value >= top - 1e-9}
        assert solution.line[0] in solution.best


@pytest.mark.long
def test_a_move_without_chance_is_worth_what_the_other_side_leaves_of_it() -> None:
    """One step of the induction, on battles of any size: no flip, so the next position has the value."""
    steps = 0
    for match, game in battles(range(30), 0.3):
        for move in match.legal():
            word, *card = move.split()
            if word == "stop" or (game.battle and not game.battle["revealed"]) or (card and card[0][0] == game.trump):
                continue
            try:
                worth = values(match, nodes=NODES)[move]
                match.play(move)
                below = values(match, nodes=NODES)
                match.undo()
            except Unsolved:
                continue
            assert worth == pytest.approx(-max(below.values()), abs=1e-12)
            steps += 1
    assert steps >= 100


@pytest.mark.long
def test_only_the_unseen_cards_matter_not_their_order() -> None:
    """Another order of the deck, of the Nest and another seed give the very same values."""
    checked = 0
    for match, game in battles(range(40), 0.1):
        if game.new_decks or not any(card[0] == game.trump for card in game.hands[game.turn]):
            continue
        nest, deck = seeded_lists(match.seed)
        deal = {}
        for zone, cards in (("nest", nest), ("deck", deck)):
            unseen = [c.card or "" for c in match.cards() if c.zone == zone]
            deal[zone] = cards[: -len(unseen)] + unseen[::-1]
        other = Match("wars", match.options, 12345, deal)
        for move in match.moves:
            other.play(move)
        try:
            assert values(other, nodes=NODES) == values(match, nodes=NODES)
        except Unsolved:
            continue
        checked += 1
    assert checked >= 20


@pytest.mark.long
def test_memory_and_warmth_never_change_a_value() -> None:
    """No table, a small one, a large one, one that has seen other battles: the same numbers to the last bit."""
    warm = Search(2)
    checked = 0
    for match, _ in battles(range(24), 0.3):
        try:
            large = match.solve(nodes=20_000)
        except Unsolved:
            continue
        small = match.solve(mb=1)
        again = match.solve(search=warm)
        assert small.moves == large.moves == again.moves
        if large.nodes < 300:
            assert match.solve(mb=0).moves == large.moves
            checked += 1
    assert checked >= 100


def test_a_battle_too_large_for_its_limits_is_refused() -> None:
    """Out of nodes is said so, and nothing inexact is given."""
    match = large_battle()
    with pytest.raises(Unsolved, match="too large for the nodes given"):
        match.solve(nodes=2000)


def large_battle() -> Match:
    """Diamonds against diamonds, diamonds trump: chains on both sides."""
    hands = "D2 H4 C2 C3 C4 D4 H3 H2 C5 C6"
    front = [*hands.split(), "D6"]
    deal = {"nest": ["SK", "SJ", *(d for d in DRAGONS if d not in ("SK", "SJ"))]}
    match = Match("wars", deal=deal | {"deck": front + [card for card in DECK if card not in front]})
    match.play("attack 1 D2")
    return match


def nodes_of(match: Match) -> int:
    """Nodes searched, whether or not they were enough."""
    try:
        return match.solve(nodes=NODES).nodes
    except Unsolved as error:
        return error.solution.nodes


@pytest.mark.long
def test_node_counts_of_fixed_battles() -> None:
    """The search stays as small as it is: a two-sided chain, and random battles."""
    assert large_battle().solve().nodes <= LARGE_BATTLE_NODES
    counts = sorted(nodes_of(match) for match, _ in battles(range(20), 0.5))
    assert counts[len(counts) // 2] <= 10
    assert counts[len(counts) * 95 // 100] <= 6000


LARGE_BATTLE_NODES = 600_000


def test_what_cannot_be_solved_is_said() -> None:
    """Only battles; known objectives; a matrix only while the attack card lies face down."""
    match = Match("wars", seed=1)
    with pytest.raises(Unsolved, match="only a battle can be solved, and none is under way"):
        match.solve()
    match.play("attack 1 D5")
    with pytest.raises(Unsolved, match='wars has the objectives "counters" and "matrix", not "margin"'):
        match.solve("margin")
    assert values(match, "counters") == values(match)
    assert [match.solve(name).objective for name in ("", "counters", "matrix")] == ["counters", "counters", "matrix"]
    match.play("decline")
    with pytest.raises(Unsolved, match='the objective "matrix" is for the answer to a face-down attack card'):
        match.solve("matrix")


# ---- the hidden opening ----


def payoffs(match: Match) -> np.ndarray:
    """Rows: the attacker's cards; columns: the answers in the order of legal(); counters lost."""
    attack = match.moves[-1].rpartition(" ")[0]
    match.undo()
    rows = []
    for move in match.legal():
        if move.startswith(attack):
            match.play(move)
            worth = values(match, nodes=NODES)
            rows.append([-worth[answer] for answer in match.legal()])
            match.undo()
    return np.array(rows)


@pytest.mark.long
def test_linear_program_confirms_the_matrix_games() -> None:
    """Value of the game, and that the defender's mixture gives away no more than it: exploitability nil."""
    checked = 0
    for match, game in battles(range(500, 526), 0.5):
        if not game.battle or game.battle["revealed"]:
            continue
        try:
            solution = match.solve("matrix", nodes=NODES)
            payoff = payoffs(match.copy())
        except Unsolved:
            continue
        assert [choice.move for choice in solution.moves] == match.legal()
        worth = matrix_value(payoff)
        assert max(choice.value for choice in solution.moves) == pytest.approx(-worth, abs=1e-9)
        weights = np.array([choice.weight for choice in solution.moves])
        assert min(weights) >= 0
        assert sum(weights) == pytest.approx(1, abs=1e-12)
        assert max(payoff @ weights) == pytest.approx(worth, abs=1e-9)
        assert all(choice.best for choice in solution.moves if choice.weight > 1e-9)
        checked += 1
    assert checked >= 200
