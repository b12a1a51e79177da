"""Dragonmaster's exact solver against plain minimax, on endings dealt card by card."""

from __future__ import annotations

import random
import struct
from typing import Any

import pytest

from native import Match, ffi
from tests.reference.tricks import DRAGON, KINDS, RANKS, SUITS, deck
from tests.reference.tricks_solve import Ending, best_moves, values

NOBODY = 255
LEVELS = ("basic", "advanced", "expert")
# The head of a state in memory: seed, hands, cards taken, wealth, then single bytes.
HEAD = struct.Struct("<Q4I4I4h8B5B9B4BB4B4BB")


def number(card: str) -> int:
    return 8 * SUITS.index(card[:3]) + 7 - RANKS.index(card[4])


def mask(cards: list[str]) -> int:
    return sum(1 << number(card) for card in cards if not card.startswith(DRAGON))


def holder(stacks: list[list[str]]) -> int:
    return next((seat for seat, cards in enumerate(stacks) if DRAGON in cards), NOBODY)


def byte(seat: int | None) -> int:
    return NOBODY if seat is None else seat


def to_match(ending: Ending, early_end: bool = False) -> Match:
    """The ending as a position of the engine, written into a state's memory."""
    match = Match("tricks", {"players": ending.players, "level": ending.level, "early_end": early_end}, 1)
    spare = [0] * (4 - ending.players)
    assert ending.kind is not None and ending.leader is not None
    trick = [32 if card.startswith(DRAGON) else number(card) for _, card in ending.trick]
    led = ending.suit_led() if ending.trick else "DRA"
    extra = 32 if ending.extra == DRAGON else NOBODY if ending.extra is None else number(ending.extra)
    head = HEAD.pack(
        1, *map(mask, ending.hands), *spare, *map(mask, ending.stacks), *spare, 100, 100, 100, 100,
        ending.players, LEVELS.index(ending.level), early_end, 0, ending.dm, ending.dm, 0, 0,
        0, 0, 0, 0, 0,
        KINDS.index(ending.kind), byte(ending.power), NOBODY, holder(ending.hands), holder(ending.stacks), extra,
        ending.leader, SUITS.index(led), len(trick),
        *trick, *[0] * (4 - len(trick)), byte(ending.first), *ending.count, *spare, 0, 0, 0, 0, 0,
    )  # fmt: skip
    ffi.buffer(match._state, len(head))[:] = head
    return match


def random_ending(rng: random.Random, cards: int, power: bool, first: bool, players: int | None = None) -> Ending:
    """Hands of so many cards, all others taken; up to all but one card of the trick under way are played."""
    players = players or rng.choice((3, 4))
    level = rng.choice(LEVELS[1:] if power else LEVELS)
    dm, leader, kind = rng.randrange(players), rng.randrange(players), rng.choice(KINDS)
    player = rng.choice([seat for seat in range(players) if seat != dm]) if power else None
    if first:
        leader = dm if player is None else player
    pack = deck(players, "basic")
    rng.shuffle(pack)
    extra = pack.pop() if power else DRAGON if level != "basic" else None
    hands = [[pack.pop() for _ in range(cards)] for _ in range(players)]
    taken: list[list[str]] = [[] for _ in range(players)]
    if player is not None and (first or rng.random() < 0.7):
        taken[player].append(hands[player].pop())
        hands[player].append(DRAGON)
    for card in pack:
        taken[rng.randrange(players) if player is None or rng.random() < 0.02 else player].append(card)
    count = [0] * players
    count[rng.randrange(players)] = 8 - cards
    first_taker = None if first else rng.randrange(players) if player is None or rng.random() < 0.1 else player
    ending = Ending(kind, dm, player, level, hands, leader, [], taken, count, first_taker, extra)
    for _ in range(rng.choice((0, 0, 0, 1, 2, 3)[: players + 2])):
        ending = ending.after(rng.choice(ending.legal()))
    return ending


def objectives(ending: Ending, rng: random.Random) -> list[str]:
    side = sorted(rng.sample(range(ending.players), rng.randint(1, ending.players - 1)))
    bridge = ["bridge:" + ",".join(map(str, side))] if holder(ending.hands) == NOBODY else []
    return ["maxn", "power"] if ending.power is not None else ["coalition", "maxn", *bridge]


def check(ending: Ending, objective: str, words: str = "", **limits: Any) -> None:
    """Every move's value and the best moves are those of plain minimax."""
    match = to_match(ending)
    assert sorted(match.legal()) == sorted(ending.legal())
    wanted = values(ending, objective)
    found = match.solve(f"{objective} {words}".strip(), **limits)
    assert {move.move: move.value for move in found.moves} == wanted
    assert {move.move for move in found.moves if move.best} == best_moves(ending, objective, wanted)


@pytest.mark.parametrize("power", [False, True], ids=["ordinary", "power"])
@pytest.mark.parametrize(("cards", "count"), [(1, 100), (2, 500), (3, 120)])
def test_random_endings_have_the_values_of_plain_minimax(cards: int, count: int, power: bool) -> None:
    rng = random.Random(f"{cards} {power}")
    for _ in range(count):
        ending = random_ending(rng, cards, power, first=rng.random() < 0.3)
        for objective in objectives(ending, rng):
            check(ending, objective, mb=1)
