"""The first six cards that Dragon lays at the grid duel (native/duel/opening.c).

Proved here: with 12 and 11 cards left the hand decides, and loses little by it; a move that would cost the hand
much is not made; what is said to be best in every world is; the starter's first two cards go by its hand; one who
knows the policy learns little from the second player's first card, and much where it is planted.
"""

from __future__ import annotations

import random
from math import exp, log

import pytest

from native import Match
from native.search import Search
from native.tools import exploit
from native.tools.exploit import Setup, World, believed_worlds, level_move, possible_worlds
from native.tools.measure import mean
from tests.duel_ending import ending, fitting, to_act

OWN = 0.6  # what a move may be worth less to the hand and still be made
OWN_STARTER = 0.02  # the same with the first and third card


def weights(match: Match, search: Search) -> dict[str, float]:
    return {move.move: move.weight for move in match.advise("dragon", permille=30, search=search).moves}


def others(match: Match, count: int) -> list[Match]:
    """The same moves where the seat to act holds other hands."""
    return random.Random(1).sample([world.match for world in fitting(match, 1 - to_act(match))], count)


@pytest.mark.parametrize("left", [12, 11])
@pytest.mark.long
def test_a_card_hangs_on_the_hand_and_costs_it_little(left: int) -> None:
    """Less than a quarter of what a card laid at random does, by all cards open; and not all hands lay it alike."""
    lost = blind = 0.0
    kept = set()
    for seed in range(8):
        match, search = ending(left, seed), Search(1)
        found = match.advise("dragon", search=search).moves
        top = max(move.value for move in found)
        lost += sum(move.weight * (top - move.value) for move in found)
        blind += sum(top - move.value for move in found) / len(found)
        for other in others(match, 4):
            kept.add(frozenset(move for move, weight in weights(other, search).items() if weight > 0))
    assert lost < blind / 4
    assert len(kept) > 16


@pytest.mark.long("15-0.6-12-12")
@pytest.mark.parametrize(
    ("left", "margin", "seeds", "least"),
    [(16, OWN_STARTER, 8, 12), (15, OWN, 12, 12), (14, OWN_STARTER, 8, 86)],
)
def test_what_is_worth_much_less_to_the_hand_is_not_laid(left: int, margin: float, seeds: int, least: int) -> None:
    """By all cards open: the starter's first two cards go by its hand, the second player's first card far less."""
    mixed = out = 0
    for seed in range(seeds):
        found = ending(left, seed).advise("dragon", permille=100).moves
        top = max(move.value for move in found)
        assert all(move.value > top - margin for move in found if move.weight > 0)
        mixed += sum(0 < move.weight < 1 for move in found)
        out += sum(move.value <= top - margin for move in found)
    assert mixed > 12 or left != 15
    assert out > least


def test_the_first_card_is_mixed_and_every_hand_is_counted() -> None:
    found = Match("duel", seed=4).advise("dragon", permille=30)
    assert found.worlds == found.of
    assert sum(move.weight > 0.05 for move in found.moves) > 1


def spread(worlds: list[World]) -> float:
    """How many hands, equally likely, would be as uncertain as these."""
    total = sum(world.weight for world in worlds)
    return exp(-sum(w / total * log(w / total) for w in (world.weight for world in worlds) if w > 0))


def left_of(match: Match, seat: int, setup: Setup) -> float:
    """What part of the uncertainty about a seat's hand is left to one who knows the policy."""
    return spread(believed_worlds(match, 1 - seat, setup, 0)) / spread(possible_worlds(match, 1 - seat, 0))


def threes_by_place(match: Match) -> dict[str, float]:
    """A giveaway: the lowest card, on a place that tells how many Rubies are held."""
    legal, threes = match.legal(), match.state()["hands"][to_act(match)].count("3")
    places = [move for move in legal if move[0] == min(legal)[0]]
    return {places[threes % len(places)]: 1.0}


@pytest.mark.long
def test_what_the_first_cards_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Down to thirteen cards left, twelve deals: the second player's card tells little; the starter's two go by its
    hand, and leave a quarter at least; what a level says by its places is found out by the same measure."""
    setup, left = Setup("dragon", 13, 100), list[tuple[float, float]]()
    for _ in range(2):
        parts = []
        for seed in range(1, 13):
            match = Match("duel", seed=seed)
            starter = match.state()["starter"]
            while exploit.left(match) > setup.left:
                match.play(next(iter(threes_by_place(match))) if left else level_move(match, setup, seed))
            parts.append([left_of(match, seat, setup) for seat in (starter, 1 - starter)])
        left.append((mean([first for first, _ in parts]), mean([second for _, second in parts])))
        monkeypatch.setattr(exploit, "policy", lambda match, *_: threes_by_place(match))
    (starters, seconds), planted = left
    assert 0.25 < starters < seconds
    assert seconds > 0.8
    assert max(planted) < 0.5
