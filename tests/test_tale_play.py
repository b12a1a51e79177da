"""The players of Fairy Tale.

Proved here: advice is a legal move with a value for each, a function of what the seat knows and of the number
given; the strategies of the last stage for two bring what the slow reference finds; levels stand in order.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import native.match
from native import Advice, Match
from tests.reference.tale import CARDS
from tests.reference.tale_end import (
    Ending,
    Hidden,
    Rows,
    matrix_value,
    table,
)

LEVELS = ("hatchling", "wyrmling", "drake", "dragon")
VARIANTS: list[dict[str, Any]] = [
    {"players": 2}, {"players": 3}, {"players": 4}, {"players": 2, "expert": True},
    {"players": 5, "expert": True}, {"teams": True}, {"teams": True, "garfield": True, "expert": True},
]  # fmt: skip


def positions(options: dict[str, Any], seed: int, share: float) -> list[Match]:
    """This share of the positions of a random game."""
    match, rng, found = Match("tale", options, seed=seed), random.Random(seed), []
    while not match.over:
        if rng.random() < share:
            found.append(match.copy())
        match.play(rng.choice(match.legal()))
    return found


def advice(match: Match, level: str = "dragon", rng: int = 0, permille: int = 20) -> Advice:
    return match.advise(level, rng=rng, permille=permille)._replace(seconds=0.0)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_advice_depends_on_what_the_seat_knows_only(level: str, options: dict[str, Any]) -> None:
    """Other hidden cards, another seed: the same advice, bit for bit, at every stage of a game."""
    stages = set()
    for match in positions(options, 7, 0.6 if options.get("players", 4) < 4 else 0.25):
        seat = match.to_act
        assert seat is not None
        first = advice(match, level)
        for number in range(2):
            other = match.redealt(seat, number)
            assert other.advise(level, permille=20)._replace(seconds=0.0) == first
        stages.add(match.state()["stage"])
    assert stages == set(range(1, 9))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_every_legal_move_has_a_value_and_one_is_played(level: str, options: dict[str, Any]) -> None:
    for match in positions(options, 5, 0.1):
        found = advice(match, level)
        assert sorted(choice.move for choice in found.moves) == sorted(match.legal())
        assert found.move in match.legal()
        assert sum(choice.weight for choice in found.moves) == pytest.approx(1)
        assert found.status == "done"


def test_another_number_changes_no_estimate() -> None:
    match = Match("tale", seed=3)
    assert advice(match, rng=1).moves == advice(match, rng=2).moves
    weak = [match.advise("hatchling", rng=number).moves for number in range(8)]
    assert any(moves != weak[0] for moves in weak)


# ---- the last stage for two ----


def last_stage(seed: int, laid: int, expert: bool = False) -> Match:
    """Seat 0 about to lay a card after beginners' play, so many laid in the last stage."""
    match = Match("tale", {"players": 2, "expert": expert}, seed=seed)
    while len(match.state()["table"][0]) < 9 + laid or match.to_act or not match.legal()[0].startswith("play"):
        match.play(match.advise("wyrmling", rng=seed).move)
    return match


def first_pick(match: Match, draft: int, seat: int) -> str:
    """The one pick of a draft that the other did not see; two seats pick eight times."""
    picks = [move for move in match.moves if move.startswith("pick ")]
    return picks[8 * draft + seat].removeprefix("pick ")


def watched(match: Match, draft: int, seat: int) -> tuple[list[str], bool]:
    """What the other knows of a seat's hand of a draft, and whether its first pick is hidden still."""
    state, first = match.state(), first_pick(match, draft, seat)
    laid = [card["name"] for card in state["table"][seat][3 * draft : 3 * draft + 3]]
    rest = state["hands"][seat] if draft == 3 else state["discards"][seat][2 * draft : 2 * draft + 2]
    known = Counter([*laid, *rest]) - Counter([first])
    fresh = all(laid.count(name) <= known[name] for name in laid)
    return list((known - Counter(laid)).elements()), fresh


def rows_of(match: Match) -> Rows:
    """Both rows as they lie."""
    first, second = (tuple((card["name"], card["up"]) for card in row) for row in match.state()["table"])
    return first, second


def deck_of(match: Match) -> list[str]:
    """The whole deck in the order drawn."""
    fresh = Match("tale", match.options, seed=match.seed)
    dealt = [
        card.card or "" for seat in (0, 1) for card in fresh.cards() if card.zone == "pack" and card.seat == seat
    ]
    return dealt + [card.card or "" for card in fresh.cards() if card.zone == "deck"]


def weights_of(told: Advice) -> dict[str, float]:
    return {choice.move.partition(" ")[2]: choice.weight for choice in told.moves}


@pytest.mark.parametrize(("laid", "seeds", "least"), [(1, 60, 4), (2, 400, 130)])
@pytest.mark.long("2-400-130", "1-60-4")
def test_open_hands_are_solved_like_the_reference(laid: int, seeds: int, least: int) -> None:
    """Nothing hidden any more: the strategy brings the value of the slow nested matrix games."""
    found = 0
    for seed in range(seeds):
        match = last_stage(seed, laid)
        (mine, one), (theirs, two) = watched(match, 3, 0), watched(match, 3, 1)
        if one or two:
            continue
        told = match.advise("dragon")
        assert told.proof == "equilibrium"
        assert told.exploitability is not None
        assert (told.worlds, told.of) == (1, 1)
        payoffs = table(rows_of(match), (mine, theirs), 3 - laid)
        weights = weights_of(told)
        sure = min(np.array([weights[name] for name in sorted(set(mine))]) @ payoffs)
        worth = matrix_value(payoffs)
        assert worth - 2 * told.exploitability - 1e-3 <= sure <= worth + 1e-3
        found += 1
    assert found >= least


def with_first_pick(match: Match, deck: list[str], name: str) -> Match | None:
    """The same match where seat 0 picked another card first in the last draft; None where the deck has none left."""
    own, deck, moves = first_pick(match, 3, 0), [*deck], [*match.moves]
    if name != own and name not in deck[40:]:
        return None
    here, there = 30 + deck[30:35].index(own), len(deck) - 1 - deck[::-1].index(name)
    if name != own:
        deck[here], deck[there] = name, own
    moves[[i for i, move in enumerate(moves) if move.startswith("pick ")][24]] = f"pick {name}"
    other = Match("tale", match.options, deal={"deck": deck})
    for move in moves:
        other.play(move)
    return other


def hidden_game(match: Match, deck: list[str]) -> tuple[Hidden, Counter[str]]:
    """The last choice as a game of incomplete information, as seat 0 sees it."""
    (mine, one), (theirs, two) = watched(match, 3, 0), watched(match, 3, 1)
    pool = Counter(deck[40:])
    pool.update(first_pick(match, draft, 1) for draft in range(4) if watched(match, draft, 1)[1])
    pool.update([first_pick(match, 3, 0)] if one else [])
    return Hidden(rows_of(match), (mine, theirs), pool, (one, two)), pool


@pytest.mark.long
def test_hidden_cards_are_solved_like_the_reference() -> None:
    """The last choice with a hidden card on one side or both: the strategy of all types, asked one by one, brings
    what linear programming finds, and the exploitability told covers the rest."""
    found = both = 0
    for seed in range(400, 470):
        match, deck = last_stage(seed, 2), []
        one, two = watched(match, 3, 0)[1], watched(match, 3, 1)[1]
        if not one:
            continue
        deck = deck_of(match)
        game, pool = hidden_game(match, deck)
        twins = {name: with_first_pick(match, deck, name) for name in pool}
        if not all(twins.values()):
            continue
        told = {name: twin.advise("dragon") for name, twin in twins.items() if twin}
        assert {advice.proof for advice in told.values()} == {"equilibrium"}
        exploitability = max(advice.exploitability or 0.0 for advice in told.values())
        sure = game.sure(0, {name: weights_of(advice) for name, advice in told.items()})
        worth = game.value(0)
        assert worth - 2 * exploitability - 1e-3 <= sure <= worth + 1e-3
        found, both = found + 1, both + two
    assert found >= 10
    assert both >= 3


# Decks of few names, so that all histories of the last stage can be written out; 30 expert cards close each.
SMALL: dict[str, tuple[dict[str, int], bool]] = {
    "flips": ({"Castle": 30, "Knight of the Round Table": 30, "Demon": 20, "The Holy King": 30}, False),
    "unflips": ({"Castle": 20, "Court Mage": 10, "Knight of the Round Table": 50, "The Holy King": 30}, False),
    "numbers": ({"Homesteaders": 40, "Fairy Circle": 20, "Vampire": 20, "The Holy King": 30}, False),
    "hunts": ({"Castle": 20, "Demon": 60, "The Holy King": 30}, True),
    "most": ({"Castle": 40, "Demon": 40, "Empire's Tale - Chapter 1": 30}, True),
    "homes": ({"Castle": 40, "Werewolf": 40, "Shadowking's Tale - Chapter 2": 30}, True),
}


def deal_only(copies: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck of these cards alone."""
    book = {"card": [{**card, "copies": copies[card["name"]]} for card in CARDS if card["name"] in copies]}
    monkeypatch.setattr(native.match, "deck", lambda _: json.dumps(book).encode())


def equilibrium_of(ending: Ending, twins: dict[str, Match | None]) -> dict[tuple[str, str], float]:
    """What all types do, asked one by one; it loses no more than told against all histories."""
    told = {name: twin.advise("dragon") for name, twin in twins.items() if twin}
    assert {advice.proof for advice in told.values()} == {"equilibrium"}
    exploitability = max(advice.exploitability or 0.0 for advice in told.values())
    weights = {(name, move): w for name, advice in told.items() for move, w in weights_of(advice).items()}
    worth = ending.value()
    assert worth - 2 * exploitability - 2e-3 <= ending.value(weights) <= worth + 1e-4
    return weights


@pytest.mark.parametrize("case", SMALL.values(), ids=SMALL)
@pytest.mark.long("most", "hunts")
def test_first_choices_are_solved_like_the_reference(
    case: tuple[dict[str, int], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole last stage, a hidden card on both sides: the first choice of all types, asked one by one, loses no
    more than told against what linear programming over all histories finds."""
    copies, expert = case
    deal_only(copies, monkeypatch)
    found = mixed = 0
    for seed in range(6, 46):
        match = last_stage(seed, 0, expert)
        deck = deck_of(match)
        (mine, one), (theirs, two) = watched(match, 3, 0), watched(match, 3, 1)
        game, pool = hidden_game(match, deck)
        twins = {name: with_first_pick(match, deck, name) for name in +pool}
        ending = Ending(game.rows, (mine, theirs), pool, (one, two), 3, 6000)
        if len(ending.leaves) > ending.most or not all(twins.values()):
            continue
        weights = equilibrium_of(ending, twins)
        found += 1
        mixed += any(0.05 < w < 0.95 for w in weights.values())
        if found == 4:
            break
    assert found == 4
    assert mixed >= 1


def last_pick(seed: int, left: int) -> Match:
    """Seat 0 about to pick out of so many cards of the last draft, after beginners' play."""
    match = Match("tale", {"players": 2}, seed=seed)
    while match.state()["stage"] < 7 or match.to_act or len(match.state()["packs"][0]) > left:
        match.play(match.advise("wyrmling", rng=seed).move)
    return match


# Decks of two names, for two picks and for one of three: at the third pick there are nine times as many histories.
PICKED: dict[str, tuple[dict[str, int], int]] = {
    "flips": ({"Castle": 40, "Demon": 40, "The Holy King": 30}, 2),
    "numbers": ({"Homesteaders": 60, "Vampire": 20, "The Holy King": 30}, 2),
    "numbers, three": ({"Homesteaders": 74, "Elven Warrior": 6, "The Holy King": 30}, 3),
}


@pytest.mark.parametrize("case", PICKED.values(), ids=PICKED)
def test_last_picks_are_solved_like_the_reference(
    case: tuple[dict[str, int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pick, and the whole last stage after it: the picks of all types, asked one by one, lose no more than told
    against what linear programming over all histories finds."""
    copies, left = case
    deal_only(copies, monkeypatch)
    found = 0
    for seed in range(6, 60):
        match = last_pick(seed, left)
        if len(match.legal()) < 2:
            continue
        deck = deck_of(match)
        (mine, one), (theirs, two) = watched(match, 3, 0), watched(match, 3, 1)
        game, pool = hidden_game(match, deck)
        twins = {name: with_first_pick(match, deck, name) for name in +pool}
        packs = match.state()["packs"]
        ending = Ending(game.rows, (mine, theirs), pool, (one, two), 3, 20_000, packs)
        if len(ending.leaves) > ending.most or not all(twins.values()):
            continue
        equilibrium_of(ending, twins)
        found += 1
        if found == 2:
            break
    assert found == 2


# ---- the last turns ----


def best_leads(match: Match, seat: int) -> dict[str, float]:
    """Final lead after each move where all go on as is best for their side."""
    found = {}
    for move in match.legal():
        after = match.copy()
        after.play(move)
        if after.over:
            found[move] = lead(after, seat)
        else:
            best = min if after.to_act in others(match, seat) else max
            found[move] = best(best_leads(after, seat).values())
    return found


def lead(match: Match, seat: int) -> float:
    return match.scores[seat] - max(match.scores[other] for other in others(match, seat))


def others(match: Match, seat: int) -> list[int]:
    """Seats that are not on this one's side."""
    teams = match.options["teams"]
    return [other for other in range(match.seats_count) if other != seat and not (teams and (other - seat) % 2 == 0)]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.long("{'teams': True, 'garfield': True, 'expert': True}")
def test_the_last_turns_are_exact(options: dict[str, Any]) -> None:
    """Flips and exchanges after the last cards: every way tried."""
    found = 0
    for seed in range(200):
        match, rng = Match("tale", options, seed=seed), random.Random(seed)
        while not match.over:
            seat, state = match.to_act, match.state()
            assert seat is not None
            if state["stage"] == 8 and len(state["table"][0]) == 12:
                told = match.advise("dragon")
                if told.proof == "exact":
                    assert {choice.move: choice.value for choice in told.moves} == best_leads(match, seat)
                    found += len(told.moves) > 1
            match.play(rng.choice(match.legal()))
        if found >= 10:
            break
    assert found >= 10


# ---- levels ----


def share(better: str, worse: str, players: int, deals: int) -> float:
    """Share of points of one seat's level among others, every seat in turn, on the same deals."""
    won = 0.0
    for seed in range(deals):
        for seat in range(players):
            match = Match("tale", {"players": players}, seed=seed)
            while not match.over:
                match.play(match.advise(better if match.to_act == seat else worse, permille=100).move)
            scores = match.scores
            won += sum((scores[seat] > other) + (scores[seat] == other) / 2 for other in scores) - 0.5
    return won / (deals * players * (players - 1))


@pytest.mark.parametrize(
    ("better", "worse"),
    [("dragon", "wyrmling"), ("drake", "hatchling"), ("wyrmling", "hatchling"), ("hatchling", "random")],
)
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.long("2-dragon-wyrmling", "4-dragon-wyrmling")
def test_levels_stand_in_order(better: str, worse: str, players: int) -> None:
    assert share(better, worse, players, deals=24 // players) > 0.5
