"""What both seats' choices tell Dragon at the grid duel (native/duel/belief.c).

Proved here: a hand is as likely as shuffling makes it, times the chances with which Dragon, or one who lays what is
best with open cards, would have laid these very cards with it, and a seventh of shuffling alone; the choices of the
level that takes no notice of choices tell its hand; advice is the same whether or not earlier positions were worked
out before, and whatever is hidden; with the ending begun, the equilibrium that was found then is kept to; the level
that takes no notice of choices plays as it did before there were beliefs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import log2
from statistics import fmean
from typing import Any

import cffi
import pytest

import native._engine
from native import LEVELS, Advice, Match, ffi, lib
from native.search import Search
from tests.duel_ending import Hand, ending, fitting, hand, hands_of, play, to_act, unseen, ways, without

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


def weights(match: Match, level: str = "dragon", search: Search | None = None) -> dict[str, float]:
    return {move.move: move.weight for move in match.advise(level, permille=30, search=search).moves}


def held(match: Match, seat: int) -> Hand:
    return tuple(map(int, match.state()["hands"][seat]))


def pool(match: Match) -> Hand:
    """Cards that do not lie on the table."""
    return tuple(sorted(unseen(match) + hand(match)))


def less(cards: Hand, gone: Hand) -> Hand:
    return tuple(sorted((Counter(cards) - Counter(gone)).elements()))


def dealt_so(match: Match, seat: int, mine: Hand, theirs: Hand, **options: bool) -> Match:
    """The same moves in a match in which these are the hands left."""
    starter, hands = match.state()["starter"], [mine, theirs] if seat == 0 else [theirs, mine]
    for number, move in enumerate(match.moves):
        hands[(starter + number) % 2] += (int(move[0]),)
    texts = ["".join(map(str, sorted(cards))) for cards in hands]
    return play(Match("duel", options, deal={"hands": texts, "first": starter}), match.moves)


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


def lines(match: Match, hand: Hand) -> dict[str, float]:
    """What each move is worth to a hand by the lines that all can see."""
    tracker, limits = _engine.duel_tracker_of(_ffi.NULL), ffi.new("Limits *", {"permille": 30})
    clock = _ffi.new("Clock *", {"limits": pointer(limits)})
    opening = _engine.duel_tracker_opening(tracker, pointer(match._state), clock)
    assert opening.by_hand
    worth = {
        move: opening.worth[number_of(move)] + sum(opening.slope[number_of(move)][value] for value in hand)
        for move in match.legal()
    }
    _engine.duel_tracker_free(tracker)
    return worth


def open_policy(match: Match, hand: Hand, search: Search) -> Mapping[str, float]:
    """How one lays cards who goes by what is best with open cards, whatever has been played."""
    left, legal = 16 - len(match.moves), match.legal()
    if left == DARK:
        return {move: hand.count(int(move[0])) / len(hand) / len({m[2:] for m in legal}) for move in legal}
    leeway = LINE_LEEWAY if left in (12, 11) else OPEN_LEEWAY
    if left in (12, 11):
        worth = lines(match, hand)
    else:
        found = match.advise("even", search=search)
        assert found.worlds == found.of
        worth = {move.move: move.value for move in found.moves}
    near = {move: max(0.0, 1 - (max(worth.values()) - value) / leeway) ** 2 for move, value in worth.items()}
    return {move: weight / sum(near.values()) for move, weight in near.items()}


def chances(match: Match, move: str) -> dict[Hand, tuple[float, float]]:
    """How likely Dragon, and one who goes by open cards, is to make this move with each hand that it may hold as all
    have seen; hands are those that are left after it."""
    seat, cards, search, found = to_act(match), pool(match), Search(1), dict[Hand, tuple[float, float]]()
    for mine in hands_of(cards, len(hand(match))):
        if int(move[0]) in mine:
            theirs = next(hands_of(less(cards, mine), len(held(match, 1 - seat))))
            dealt = dealt_so(match, seat, mine, theirs)
            shares = weights(dealt, search=search)[move], open_policy(dealt, mine, search)[move]
            found[without(mine, int(move[0]))] = shares
    return found


def fits_of(match: Match, seed: int, seat: int) -> dict[Hand, float]:
    """How well each hand that a seat may have left fits all that it has chosen, whichever kind it is."""
    before, kinds = Match("duel", seed=seed), [dict[Hand, float]() for _ in DOUBTS]
    for move in match.moves:
        if before.to_act == seat:
            value, made = int(move[0]), chances(before, move)
            for kind, doubt in enumerate(DOUBTS):
                earlier, kinds[kind] = kinds[kind], {}
                for left, shares in made.items():
                    held_then = tuple(sorted((*left, value)))
                    chance = (doubt + shares[kind]) / held_then.count(value)
                    kinds[kind][left] = earlier.get(held_then, 1.0) * chance
        before.play(move)
    return {left: sum(fits[left] for fits in kinds) / 2 for left in kinds[0]}


@pytest.mark.long
def test_hands_weigh_what_the_choices_say() -> None:
    """All that a seat has chosen, from the first card on, is seen in the values of the other's next move."""
    match = ending(10, 16)
    likely, told = weights(match), to_act(match)
    match.play(max(likely, key=lambda text: (likely[text], text)))
    fits, size = fits_of(match, 16, told), len(held(match, told))
    even = {one: ways(pool(match), one) for one in hands_of(pool(match), size)}
    assert set(fits) == set(even)
    mean = sum(fits[one] * even[one] for one in even) / sum(even.values())
    shuffled = {one: ways(unseen(match), one) for one in hands_of(unseen(match), size)}
    belief = {one: weight * (0.15 + 0.85 * fits[one] / mean) for one, weight in shuffled.items()}
    wanted, plain = (dict.fromkeys(match.legal(), 0.0) for _ in range(2))
    for one, weight in belief.items():
        for found in dealt_so(match, 1 - told, hand(match), one, open_hands=True).solve().moves:
            wanted[found.move] += found.value * weight / sum(belief.values())
            plain[found.move] += found.value * shuffled[one] / sum(shuffled.values())
    values = {found.move: found.value for found in match.advise("dragon", permille=30).moves}
    assert values == pytest.approx(wanted, abs=1e-5)
    assert values != pytest.approx(plain, abs=0.02)


def told_bits(match: Match, seat: int) -> float:
    """How much likelier a seat's hand is by what it has chosen than by shuffling alone, in bits."""
    tracker, limits = _engine.duel_tracker_of(_ffi.NULL), ffi.new("Limits *", {"permille": 30})
    clock, fits = _ffi.new("Clock *", {"limits": pointer(limits)}), _ffi.new("float[]", 20000)
    assert _engine.duel_track(tracker, pointer(match._state), clock, fits)
    _engine.duel_tracker_free(tracker)
    rest, own = less(pool(match), held(match, 1 - seat)), held(match, seat)

    def fit(one: Hand) -> float:
        return float(fits[1296 * seat + sum(6**value for value in one)])

    likely = {one: ways(rest, one) for one in hands_of(rest, len(own))}
    return log2(fit(own) * sum(likely.values()) / sum(fit(one) * n for one, n in likely.items()))


@pytest.mark.long
def test_who_takes_no_notice_is_read() -> None:
    """The level that plays by open cards tells a bit of its hand by its first cards; cards by lot tell nothing."""
    bits: dict[str, list[float]] = {"even": [], "random": []}
    for level, found in bits.items():
        for seed in range(400, 412):
            match, search = Match("duel", {"first": 0}, seed=seed), Search(1)
            while len(match.moves) < 7:
                match.play(match.advise(level, seed, permille=300, search=search).move)
            found.append(told_bits(match, 0))
    assert fmean(bits["even"]) > 1
    assert fmean(bits["random"]) < 0.2


def untimed(match: Match, **options: Any) -> Advice:
    return match.advise("dragon", 7, permille=30, **options)._replace(seconds=0.0)


@pytest.mark.long
def test_what_was_worked_out_before_changes_nothing() -> None:
    """A table that has followed the match, the same after it has seen another match, and none."""
    match, other, search = ending(9, 3), ending(5, 5), Search(1)
    while not match.over:
        advice = untimed(match, search=search)
        if len(match.moves) in (8, 11):
            assert untimed(match, mb=0) == advice
            other.advise("dragon", permille=30, search=search)
            assert untimed(match, search=search) == advice
        match.play(advice.move)


@pytest.mark.long
def test_what_is_worked_out_ahead_changes_nothing() -> None:
    """What the other's next card will be judged by is worked out with this seat's card, or after it."""
    match, searches = Match("duel", seed=4), (Search(1), Search(1))
    while len(match.moves) < 8:
        advice = untimed(match, search=searches[to_act(match)])
        assert untimed(match, mb=0) == advice
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
    for world in fitting(match, 1 - to_act(match)):
        found = world.match.advise("dragon", permille=30, search=search)
        moves = {move.move for move in found.moves if move.weight > 0}
        if found.proof == "equilibrium":
            made |= moves
            assert found.of and 0 < found.worlds <= found.of
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
