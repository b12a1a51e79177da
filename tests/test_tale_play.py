"""The players of Fairy Tale.

Proved here: advice is a legal move with a value for each, a function of what the seat knows and of the number
given; the strategies of the last stage for two bring what the slow reference finds; levels stand in order.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import native.match
from native import Advice, Match
from tests.advised import assert_advised, assert_number_draws_luck_only, positions, share_of_points
from tests.reference.tale import CARDS, deck_of
from tests.reference.tale_end import Ending, Rows

LEVELS = ("hatchling", "wyrmling", "drake", "dragon")
VARIANTS: list[dict[str, Any]] = [
    {"players": 2}, {"players": 3}, {"players": 4}, {"players": 2, "expert": True},
    {"players": 5, "expert": True}, {"teams": True}, {"teams": True, "garfield": True, "expert": True},
]  # fmt: skip


@pytest.mark.long(
    "{'players': 3}-dragon", "{'players': 5, 'expert': True}-dragon", "{'players': 2}-dragon",
    "{'players': 4}-dragon", "{'teams': True, 'garfield': True, 'expert': True}-dragon", "{'teams': True}-dragon",
    "{'players': 2, 'expert': True}-dragon",
)  # fmt: skip
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_advice_is_whole_and_depends_on_what_the_seat_knows_only(level: str, options: dict[str, Any]) -> None:
    stages = set()
    for match in positions("tale", options, 7, 0.6 if options.get("players", 4) < 4 else 0.25):
        assert_advised(match, level, permille=20)
        stages.add(match.state()["stage"])
    assert stages == set(range(1, 9))


def test_another_number_changes_no_estimate() -> None:
    assert_number_draws_luck_only(Match("tale", seed=3), permille=20)


# ---- the last stage for two ----


def last_stage(seed: int, laid: int, expert: bool = False, rounds: int = 4) -> Match:
    """Seat 0 about to lay a card after beginners' play, so many laid in the last stage."""
    match = Match("tale", {"players": 2, "expert": expert, "rounds": rounds}, seed=seed)
    wanted = 3 * (rounds - 1) + laid
    while len(match.state()["table"][0]) < wanted or match.to_act or not match.legal()[0].startswith("play"):
        match.play(match.advise("wyrmling", rng=seed).move)
    return match


def last_pick(seed: int, left: int) -> Match:
    """Seat 0 about to pick out of so many cards of the last draft, after beginners' play."""
    match = Match("tale", {"players": 2}, seed=seed)
    while match.state()["stage"] < 7 or match.to_act or len(match.state()["packs"][0]) > left:
        match.play(match.advise("wyrmling", rng=seed).move)
    return match


def last_draft(match: Match) -> int:
    """The number of the last draft, from 0."""
    rounds: int = match.options["rounds"]
    return rounds - 1


def first_pick(match: Match, draft: int, seat: int) -> str:
    """The one pick of a draft that the other did not see; two seats pick eight times."""
    picks = [move for move in match.moves if move.startswith("pick ")]
    return picks[8 * draft + seat].removeprefix("pick ")


def watched(match: Match, draft: int, seat: int) -> tuple[list[str], bool]:
    """What the other knows of a seat's hand of a draft, and whether its first pick is hidden still."""
    state, first = match.state(), first_pick(match, draft, seat)
    laid = [card["name"] for card in state["table"][seat][3 * draft : 3 * draft + 3]]
    rest = state["hands"][seat] if draft == last_draft(match) else state["discards"][seat][2 * draft : 2 * draft + 2]
    known = Counter([*laid, *rest]) - Counter([first])
    fresh = all(laid.count(name) <= known[name] for name in laid)
    return list((known - Counter(laid)).elements()), fresh


def rows_of(match: Match) -> Rows:
    first, second = (tuple((card["name"], card["up"]) for card in row) for row in match.state()["table"])
    return first, second


def with_first_pick(match: Match, deck: list[str], name: str) -> Match | None:
    """The same match where seat 0 picked another card first in the last draft; None where the deck has none left."""
    last = last_draft(match)
    own, deck, moves = first_pick(match, last, 0), [*deck], [*match.moves]
    if name != own and name not in deck[10 * last + 10 :]:
        return None
    here, there = 10 * last + deck[10 * last : 10 * last + 5].index(own), len(deck) - 1 - deck[::-1].index(name)
    if name != own:
        deck[here], deck[there] = name, own
    moves[[i for i, move in enumerate(moves) if move.startswith("pick ")][8 * last]] = f"pick {name}"
    other = Match("tale", match.options, deal={"deck": deck})
    for move in moves:
        other.play(move)
    return other


def advised_types(match: Match, steps: int, most: int) -> dict[str, Advice] | None:
    """The advice for each card that seat 0 may hide, asked one by one; None where the reference would be too large.

    It is one strategy, which loses no more than it says against what linear programming over all histories finds."""
    deck, last = deck_of(Match("tale", match.options, seed=match.seed)), last_draft(match)
    (mine, one), (theirs, two) = watched(match, last, 0), watched(match, last, 1)
    pool = Counter(deck[10 * last + 10 :])
    pool.update(first_pick(match, draft, 1) for draft in range(last + 1) if watched(match, draft, 1)[1])
    pool.update([first_pick(match, last, 0)] if one else [])
    twins = {name: with_first_pick(match, deck, name) for name in +pool} if one else {"": match}
    ending = Ending(rows_of(match), (mine, theirs), pool, (one, two), steps, most, match.state()["packs"])
    if len(ending.leaves) > most or not all(twins.values()):
        return None
    told = {name: twin.advise("dragon") for name, twin in twins.items() if twin}
    assert {advice.proof for advice in told.values()} == {"equilibrium"}
    exploitability = max(advice.exploitability or 0.0 for advice in told.values())
    mixtures = {(name, c.move.partition(" ")[2]): c.weight for name, advice in told.items() for c in advice.moves}
    worth = ending.value()
    assert worth - 2 * exploitability - 2e-3 <= ending.value(mixtures) <= worth + 1e-4
    return told


def solved(matches: Iterator[Match], steps: int, most: int, wanted: int) -> list[dict[str, Advice]]:
    """The advice of so many of these matches; it must have shown to be an equilibrium."""
    found: list[dict[str, Advice]] = []
    for match in matches:
        if told := advised_types(match, steps, most):
            found.append(told)
        if len(found) == wanted:
            break
    assert len(found) == wanted
    return found


@pytest.mark.parametrize(("laid", "seeds", "least"), [(1, 60, 4), (2, 400, 130)])
@pytest.mark.long
def test_open_hands_are_solved_like_the_reference(laid: int, seeds: int, least: int) -> None:
    matches = (last_stage(seed, laid) for seed in range(seeds))
    open_ = (match for match in matches if not watched(match, 3, 0)[1] and not watched(match, 3, 1)[1])
    for told in solved(open_, 3 - laid, 100_000, least):
        assert [(advice.worlds, advice.of) for advice in told.values()] == [(1, 1)]


@pytest.mark.long
@pytest.mark.parametrize("laid", [1, 2])
def test_the_last_stage_of_a_short_match_is_solved_like_the_reference(laid: int) -> None:
    """Of two rounds: open hands, and a hidden card on one side or both."""
    matches = [last_stage(seed, laid, rounds=2) for seed in range(60)]
    hidden = [match for match in matches if watched(match, 1, 0)[1] or watched(match, 1, 1)[1]]
    solved((match for match in matches if match not in hidden), 3 - laid, 100_000, 4)
    if laid == 2:
        solved(iter(hidden), 1, 100_000, 2)


@pytest.mark.long
def test_hidden_cards_are_solved_like_the_reference() -> None:
    """The last choice with a hidden card on one side or both."""
    matches = [match for match in (last_stage(seed, 2) for seed in range(400, 470)) if watched(match, 3, 0)[1]]
    solved((match for match in matches if not watched(match, 3, 1)[1]), 1, 100_000, 7)
    solved((match for match in matches if watched(match, 3, 1)[1]), 1, 100_000, 3)


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


@pytest.mark.parametrize("case", SMALL.values(), ids=SMALL)
@pytest.mark.long
def test_first_choices_are_solved_like_the_reference(
    case: tuple[dict[str, int], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole last stage, a hidden card on both sides."""
    copies, expert = case
    deal_only(copies, monkeypatch)
    found = solved((last_stage(seed, 0, expert) for seed in range(6, 46)), 3, 6000, 4)
    weights = [[c.weight for advice in told.values() for c in advice.moves] for told in found]
    assert any(0.05 < weight < 0.95 for each in weights for weight in each)


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
    """A pick, and the whole last stage after it."""
    copies, left = case
    deal_only(copies, monkeypatch)
    matches = (last_pick(seed, left) for seed in range(6, 60))
    solved((match for match in matches if len(match.legal()) > 1), 3, 20_000, 2)


# ---- the last turns ----


def others(match: Match, seat: int) -> list[int]:
    """Seats that are not on this one's side."""
    teams = match.options["teams"]
    return [other for other in range(match.seats_count) if other != seat and not (teams and (other - seat) % 2 == 0)]


def best_leads(match: Match, seat: int) -> dict[str, float]:
    """Final lead after each move where all go on as is best for their side."""
    found = {}
    for move in match.legal():
        after = match.copy()
        after.play(move)
        if after.over:
            found[move] = after.scores[seat] - max(after.scores[other] for other in others(match, seat))
        else:
            best = min if after.to_act in others(match, seat) else max
            found[move] = best(best_leads(after, seat).values())
    return found


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.long(
    "{'teams': True, 'garfield': True, 'expert': True}", "{'players': 5, 'expert': True}", "{'players': 4}",
    "{'teams': True}", "{'players': 3}",
)  # fmt: skip
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


@pytest.mark.parametrize(
    ("better", "worse"),
    [("dragon", "wyrmling"), ("drake", "hatchling"), ("wyrmling", "hatchling"), ("hatchling", "random")],
)
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.long
def test_levels_stand_in_order(better: str, worse: str, players: int) -> None:
    assert share_of_points("tale", better, worse, players, deals=24 // players, permille=100) > 0.5
