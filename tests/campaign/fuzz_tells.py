"""Pairs that look the same to a seat, many and quick: what the engine tells of them, without a table.

Of a random match some moments are taken, and of each its twin with all hidden cards, and the seed of what is still
to come, exchanged (see fuzz_leaks.py, which compares pictures and words too). The state that the seat sees, its moves
and the advice of every level have to be the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from native import GAMES, LEVELS, Advice, Match
from native.search import Search
from tests.campaign import fuzz_leaks
from tests.campaign.fuzz_leaks import compare, compare_advice, twin_of
from tests.campaign.mutations import random_options

Case = dict[str, Any]
PERMILLE = 1  # of a level's counts
MOMENTS = 24  # of a match
SLOW = ("even", "dragon")  # a tenth of a second each at the duel, so they are asked
SELDOM = 1 / 32  # in so many pairs only
QUICK = [level for level in LEVELS if level not in SLOW]
simpler = fuzz_leaks.simpler
search = Search(1)


def make(chance: random.Random) -> Case:
    game = chance.choice(list(GAMES))
    case: Case = {"game": game, "options": random_options(game, chance)}
    return case | {name: chance.randrange(10**6) for name in ("seed", "twin", "rng")} | {"at": 1.0}


def advised(match: Match, level: str) -> Advice:
    """A level's advice with so few counts that many pairs can be compared."""
    search.forget()
    return match.advise(level, rng=3, permille=PERMILLE, search=search)


def compare_pair(one: Match, other: Match, seat: int, levels: Iterable[str]) -> None:
    """All that the engine tells the seat of both, and what these levels advise."""
    compare("the state", one.state(seat), other.state(seat))
    compare("what lies where", one.cards(seat), other.cards(seat))
    if one.to_act == seat:
        compare("the list of moves", one.legal(), other.legal())
        for level in levels:
            compare_advice(level, advised(one, level), advised(other, level))


def attempt(case: Case) -> str:
    """Compares some moments of a match; the last at the case's part of it."""
    match, rng = Match(case["game"], case["options"], case["seed"]), random.Random(case["rng"])
    while not match.over:
        match.play(rng.choice(match.legal()))
    moves, went = match.moves[: max(1, int(case["at"] * len(match.moves)))], []
    due = set(rng.sample(range(len(moves)), min(MOMENTS, len(moves)))) | {len(moves) - 1}
    match = Match(case["game"], case["options"], case["seed"])
    for number, move in enumerate(moves):
        seat = match.to_act
        if number in due and seat is not None:
            twin = twin_of(match, seat, case["twin"] + number)
            slow = rng.random() < SELDOM
            compare_pair(match, twin, seat, LEVELS if slow else QUICK)
            went.append("nothing hidden" if twin.memory() == match.memory() else "a pair")
            went += ["with Dragon"] * slow
        match.play(move)
    return "\n".join(f"{case['game']}: {words}" for words in went)
