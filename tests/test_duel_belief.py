"""What both seats' choices tell Dragon at the grid duel (native/duel/belief.c).

Proved here: a hand is as likely as shuffling makes it, times the chances with which Dragon, or one who lays what is
best with open cards, would have laid these very cards with it, and a seventh of shuffling alone; the choices of the
level that takes no notice of choices tell its hand; advice is the same whether or not earlier positions were worked
out before, and whatever is hidden; with the ending begun, the equilibrium that was found then is kept to; the level
that takes no notice of choices plays as it did before there were beliefs.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import product
from math import comb, log2, prod
from statistics import fmean
from typing import Any

import cffi
import pytest

import native._engine
from native import (
    LEVELS,
    Match,
    ffi,
    lib,
)
from native.search import Search
from native.tools.exploit import possible_worlds

DOUBTS = (0.004, 0.02)  # a move that a kind of player never makes is taken to be made so often: Dragon, the open kind
DARK = 13  # cards left where the open kind is taken to lay by lot
OPEN_LEEWAY, LINE_LEEWAY = 0.05, 0.3  # what its move may be worth less than the best, by open cards and by lines
EVEN = {  # of the level before there were beliefs (7 and 6: since twins are one board), at 0.03 of its counts
    (12, 1): ("3@-1,0", "estimate", -9.0),
    (10, 2): ("2@0,1", "estimate", -5.941176),
    (9, 3): ("3@1,0", "every world", -7.0),
    (8, 4): ("3@-1,0", "every world", -0.8),
    (7, 5): ("3@2,2", "equilibrium", -1.362343),
    (6, 6): ("3@2,-2", "equilibrium", 2.731640),
    (5, 7): ("1@-1,1", "equilibrium", -1.077778),
    (4, 8): ("3@-1,-1", "every world", -2.6),
    (3, 9): ("1@1,-2", "every world", 2.8),
}


def ending(left: int, seed: int) -> Match:
    """A duel after random moves, with so many cards left to play."""
    match, rng = Match("duel", seed=seed), random.Random(seed)
    while len(match.moves) < 16 - left:
        match.play(rng.choice(match.legal()))
    return match


def weights(match: Match, level: str = "dragon", search: Search | None = None) -> dict[str, float]:
    return {move.move: move.weight for move in match.advise(level, permille=30, search=search).moves}


def shown(match: Match, seat: int) -> list[int]:
    """Cards of each value that a seat has laid."""
    starter, played = match.state()["starter"], [0] * 4
    for number, move in enumerate(match.moves):
        played[int(move[0])] += (starter + number) % 2 == seat
    return played


def held(match: Match, seat: int) -> list[int]:
    """Cards of each value in a seat's hand."""
    return [match.state()["hands"][seat].count(str(value)) for value in range(4)]


def pool(match: Match) -> list[int]:
    """Cards of each value that do not lie on the table."""
    return [5 - a - b for a, b in zip(shown(match, 0), shown(match, 1), strict=True)]


def hands_of(cards: list[int], size: int) -> list[tuple[int, ...]]:
    """All hands of a size, as how many cards of each value."""
    return [hand for hand in product(*(range(n + 1) for n in cards)) if sum(hand) == size]


def ways(cards: list[int], hand: tuple[int, ...]) -> int:
    return prod(comb(n, k) for n, k in zip(cards, hand, strict=True))


def dealt_so(match: Match, seat: int, mine: tuple[int, ...], theirs: tuple[int, ...], **options: bool) -> Match:
    """The same moves in a match in which these are the hands left."""
    hands = [shown(match, 0), shown(match, 1)]
    for value in range(4):
        hands[seat][value] += mine[value]
        hands[1 - seat][value] += theirs[value]
    texts = ["".join(str(value) * hand[value] for value in range(4)) for hand in hands]
    found = Match("duel", options, deal={"hands": texts, "first": match.state()["starter"]})
    for move in match.moves:
        found.play(move)
    return found


_ffi = cffi.FFI()
_ffi.cdef("""
    typedef struct { int32_t by_hand; double own; double preference[256], worth[256], slope[256][4]; } DuelOpening;
    typedef struct { const void *limits, *progress; double start; int32_t status; } Clock;
    void *duel_tracker_of(void *table);
    void duel_tracker_free(void *tracker);
    const DuelOpening *duel_tracker_opening(void *tracker, const void *state, Clock *clock);
    int32_t duel_track(void *tracker, const void *state, Clock *clock, void *belief);
""")
_engine: Any = _ffi.dlopen(native._engine.__file__)


def number_of(move: str) -> int:
    """A move as the engine counts them."""
    column, row = map(int, move[2:].split(","))
    return ((row + 3) * 8 + column + 3) * 4 + int(move[0])


def pointer(made: Any) -> Any:
    """What another interface has made, for this one."""
    return _ffi.cast("void *", int(ffi.cast("uintptr_t", made)))


def lines(match: Match, hand: tuple[int, ...]) -> dict[str, float]:
    """What each move is worth to a hand by the lines that all can see."""
    tracker, limits = _engine.duel_tracker_of(_ffi.NULL), ffi.new("Limits *", {"permille": 30})
    clock = _ffi.new("Clock *", {"limits": pointer(limits)})
    opening = _engine.duel_tracker_opening(tracker, pointer(match._state), clock)
    assert opening.by_hand
    worth = {
        move: opening.worth[number_of(move)] + sum(opening.slope[number_of(move)][v] * n for v, n in enumerate(hand))
        for move in match.legal()
    }
    _engine.duel_tracker_free(tracker)
    return worth


def open_policy(match: Match, hand: tuple[int, ...], search: Search) -> Mapping[str, float]:
    """How one lays cards who goes by what is best with open cards, whatever has been played."""
    left, legal = 16 - len(match.moves), match.legal()
    if left == DARK:
        return {move: hand[int(move[0])] * sum(hand) ** -1 / len({m[2:] for m in legal}) for move in legal}
    leeway = LINE_LEEWAY if left in (12, 11) else OPEN_LEEWAY
    if left in (12, 11):
        worth = lines(match, hand)
    else:
        found = match.advise("even", search=search)
        assert found.worlds == found.of
        worth = {move.move: move.value for move in found.moves}
    near = {move: max(0.0, 1 - (max(worth.values()) - value) / leeway) ** 2 for move, value in worth.items()}
    return {move: weight / sum(near.values()) for move, weight in near.items()}


def chances(match: Match, move: str) -> dict[tuple[int, ...], tuple[float, float]]:
    """How likely Dragon, and one who goes by open cards, is to make this move with each hand that it may hold as all
    have seen; hands are those that are left after it."""
    seat, cards, search = match.to_act, pool(match), Search(1)
    assert seat is not None
    found = {}
    for hand in hands_of(cards, sum(held(match, seat))):
        if not hand[int(move[0])]:
            continue
        rest = [a - b for a, b in zip(cards, hand, strict=True)]
        theirs = hands_of(rest, sum(held(match, 1 - seat)))[0]
        left = tuple(n - (value == int(move[0])) for value, n in enumerate(hand))
        dealt = dealt_so(match, seat, hand, theirs)
        found[left] = (weights(dealt, search=search)[move], open_policy(dealt, hand, search)[move])
    return found


def fits_of(match: Match, seed: int, seat: int) -> dict[tuple[int, ...], float]:
    """How well each hand that a seat may have left fits all that it has chosen, whichever kind it is."""
    before, kinds = Match("duel", seed=seed), [dict[tuple[int, ...], float]() for _ in DOUBTS]
    for move in match.moves:
        if before.to_act == seat:
            value, made = int(move[0]), chances(before, move)
            for kind, doubt in enumerate(DOUBTS):
                earlier = kinds[kind]
                kinds[kind] = {}
                for hand, shares in made.items():
                    held_then = tuple(n + (at == value) for at, n in enumerate(hand))
                    chance = (doubt + shares[kind]) / held_then[value]
                    kinds[kind][hand] = earlier.get(held_then, 1.0) * chance
        before.play(move)
    return {hand: sum(fits[hand] for fits in kinds) / 2 for hand in kinds[0]}


@pytest.mark.long
def test_hands_weigh_what_the_choices_say() -> None:
    """All that a seat has chosen, from the first card on, is seen in the values of the other's next move."""
    match = ending(10, 16)
    likely = weights(match)
    told = match.to_act
    assert told is not None
    match.play(max(likely, key=lambda text: (likely[text], text)))
    fits, cards, mine = fits_of(match, 16, told), pool(match), held(match, 1 - told)
    even = {hand: ways(cards, hand) for hand in hands_of(cards, sum(held(match, told)))}
    assert set(fits) == set(even)
    mean = sum(fits[hand] * even[hand] for hand in even) / sum(even.values())
    rest = [a - b for a, b in zip(cards, mine, strict=True)]
    hands = hands_of(rest, sum(held(match, told)))
    belief = {hand: ways(rest, hand) * (0.15 + 0.85 * fits[hand] / mean) for hand in hands}
    wanted = dict.fromkeys(match.legal(), 0.0)
    plain = dict.fromkeys(match.legal(), 0.0)
    for hand, weight in belief.items():
        solved = dealt_so(match, 1 - told, tuple(mine), hand, open_hands=True).solve()
        for found in solved.moves:
            wanted[found.move] += found.value * weight / sum(belief.values())
            plain[found.move] += found.value * ways(rest, hand) / sum(ways(rest, h) for h in belief)
    values = {found.move: found.value for found in match.advise("dragon", permille=30).moves}
    assert values == pytest.approx(wanted, abs=1e-5)
    assert values != pytest.approx(plain, abs=0.02)


def told_bits(match: Match, seat: int) -> float:
    """How much likelier a seat's hand is by what it has chosen than by shuffling alone, in bits."""
    tracker, limits = _engine.duel_tracker_of(_ffi.NULL), ffi.new("Limits *", {"permille": 30})
    clock, fits = _ffi.new("Clock *", {"limits": pointer(limits)}), _ffi.new("float[]", 20000)
    assert _engine.duel_track(tracker, pointer(match._state), clock, fits)
    _engine.duel_tracker_free(tracker)
    rest = [a - b for a, b in zip(pool(match), held(match, 1 - seat), strict=True)]

    def fit(hand: Sequence[int]) -> float:
        return float(fits[1296 * seat + sum(n * 6**value for value, n in enumerate(hand))])

    hands = {hand: ways(rest, hand) for hand in hands_of(rest, sum(held(match, seat)))}
    return log2(fit(held(match, seat)) * sum(hands.values()) / sum(fit(hand) * n for hand, n in hands.items()))


@pytest.mark.long
def test_who_takes_no_notice_is_read() -> None:
    """The level that plays by open cards tells a bit of its hand by its first cards; cards by lot tell nothing."""
    bits: dict[str, list[float]] = {"even": [], "random": []}
    for level, found in bits.items():
        for seed in range(12):
            match, search = Match("duel", {"first": 0}, seed=400 + seed), Search(1)
            while len(match.moves) < 7:
                match.play(match.advise(level, seed, permille=300, search=search).move)
            found.append(told_bits(match, 0))
    assert fmean(bits["even"]) > 1
    assert fmean(bits["random"]) < 0.2


@pytest.mark.long
def test_what_was_worked_out_before_changes_nothing() -> None:
    """A table that has followed the match, the same after it has seen another match, and none."""
    match, other, search = ending(9, 3), ending(5, 5), Search(1)
    while not match.over:
        advice = match.advise("dragon", 7, permille=30, search=search)._replace(seconds=0.0)
        if len(match.moves) in (8, 11):
            assert match.advise("dragon", 7, permille=30, mb=0)._replace(seconds=0.0) == advice
            other.advise("dragon", permille=30, search=search)
            assert match.advise("dragon", 7, permille=30, search=search)._replace(seconds=0.0) == advice
        match.play(advice.move)


@pytest.mark.long
def test_what_is_worked_out_ahead_changes_nothing() -> None:
    """From the first card on: what the other's next card will be heard by is worked out with the own one or later."""
    match, searches = Match("duel", seed=4), (Search(1), Search(1))
    while len(match.moves) < 8:
        assert match.to_act is not None
        advice = match.advise("dragon", 7, permille=30, search=searches[match.to_act])._replace(seconds=0.0)
        assert match.advise("dragon", 7, permille=30, mb=0)._replace(seconds=0.0) == advice
        match.play(advice.move)


@pytest.mark.parametrize("left", [10, 9])
@pytest.mark.long
def test_a_policy_without_values_is_the_same(left: int) -> None:
    """Moves that cannot come near the best one are looked at no further where their values are not asked for."""
    for seed in range(3):
        match, found = ending(left, seed), []
        for brief in (False, True):
            limits, result = ffi.new("Limits *", {"permille": 30, "brief": brief}), ffi.new("Result *")
            search = Search(1)
            lib.advise(lib.game_at(match.info.index), match._state, LEVELS.index("dragon"), limits, search.table,
                       search._progress, result)  # fmt: skip
            found.append({row.move: row.weight for row in result.list[0 : result.n]})
        assert found[0] == found[1]
        assert sum(found[0].values()) == pytest.approx(1)


@pytest.mark.long
def test_the_ending_is_one_equilibrium() -> None:
    """From eight cards left both seats follow the same strategies, so what they give away stays what it was.
    (Random play may leave a hand so rare that they are found without it, as with seed 33.)"""
    mixed = 0
    for seed in (5, 9, 38):
        match, search, stated = ending(8, seed), Search(1), []
        for _ in range(4):
            found = match.advise("dragon", search=search)
            if found.proof == "equilibrium":
                assert sum(move.weight for move in found.moves) == pytest.approx(1)
                made = [move for move in found.moves if move.weight > 0.1]
                top = max(move.value for move in found.moves)
                assert min(move.value for move in made) > top - 0.2
                assert sum(move.weight * (top - move.value) for move in found.moves) < 0.1
                mixed += len(made) > 1
                stated.append(found.exploitability)
            match.play(max(found.moves, key=lambda move: move.weight).move)
        assert len(stated) > 1 and len(set(stated)) == 1
    assert mixed > 2


@pytest.mark.long
def test_an_ending_that_has_little_room_does_without_the_rarer_hands() -> None:
    """It says how many it reckons with, and is kept to like any other."""
    match, search = ending(8, 31), Search(1)
    found = match.advise("dragon", search=search)
    assert found.proof == "equilibrium" and found.exploitability is not None and found.exploitability < 0.1
    assert found.of and found.of / 3 < found.worlds < found.of and found.nodes > 1_000_000
    assert sum(move.weight for move in found.moves) == pytest.approx(1)
    match.play(max(found.moves, key=lambda move: move.weight).move)
    after = match.advise("dragon", search=search)
    assert (after.proof, after.exploitability) == ("equilibrium", found.exploitability)


@pytest.mark.long
def test_a_hand_that_an_ending_does_without_does_not_show_itself() -> None:
    """It mixes moves as the hands do that the ending knows, more than one of them, and none that they never make. The
    others say how many hands they reckon with, of all that fit."""
    match, search, made, others, fewer = ending(8, 65), Search(1), set(), [], 0
    assert match.to_act is not None
    for world in possible_worlds(match, 1 - match.to_act):
        for move in match.moves:
            world.match.play(move)
        found = world.match.advise("dragon", permille=30, search=search)
        moves = {move.move for move in found.moves if move.weight > 0}
        if found.proof == "equilibrium":
            made |= moves
            assert found.of is not None
            assert 0 < found.worlds <= found.of
            fewer += found.worlds < found.of
        else:
            others.append((found.proof, moves))
    assert made and all(moves <= made for _, moves in others)
    assert fewer
    assert any(proof == "estimate" for proof, _ in others)
    assert all(len(moves) > 1 for proof, moves in others if proof == "estimate")


@pytest.mark.parametrize(("left", "seed"), EVEN)
def test_the_even_level_is_what_it_was(left: int, seed: int) -> None:
    found = ending(left, seed).advise("even", permille=30)
    told = sum(number * move.weight + move.value for number, move in enumerate(found.moves))
    assert (found.move, found.proof) == EVEN[left, seed][:2]
    assert told == pytest.approx(EVEN[left, seed][2], abs=1e-6)
