"""The players of the grid duel and its endings.

Proved here: the ending's value is that of a linear program over the slow rules, its stated exploitability is what
plain best answers find, and neither leaving out twins nor beaten moves changes them; Dragon's proof words hold;
advice is a function of what the seat knows.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from statistics import fmean

import pytest

from native import Advice, Match, Search
from native.duel import benches
from native.position import Position
from tests.duel_ending import (
    KEEP_DOMINATED,
    KEEP_TWINS,
    Ending,
    Hand,
    Slow,
    ending,
    fitting,
    grid,
    hand,
    hands_of,
    play,
    to_act,
    unseen,
    ways,
)
from tests.reference import duel

LEVELS = ("hatchling", "wyrmling", "drake", "dragon")
STEEP = "1@0,0 3@0,-1 2@-1,-1 0@0,-2 1@0,1 0@-1,-2 1@1,-2 0@2,-2"
SPREAD = "0@0,0 3@0,-1 2@1,0 3@1,1 3@0,-2 2@-1,0 1@2,0 1@1,-1"


def own_ending(left: int, seed: int) -> Match:
    """The same after Dragon's own moves on both sides: a hand is then held that its play could have left."""
    match, search = Match("duel", {}, seed), Search()
    while len(match.moves) < 16 - left:
        match.play(match.advise("dragon", rng=seed, permille=100, search=search).move)
    return match


def text(move: duel.Move) -> str:
    value, (column, row) = move
    return f"{value}@{column},{row}"


def advice(match: Position, level: str = "dragon", rng: int = 0, permille: int = 0) -> Advice:
    return match.advise(level, rng=rng, permille=permille)._replace(seconds=0.0)


def spread() -> Match:
    """Eight cards laid so that the rest has more places than there is room for."""
    return play(Match("duel", seed=905), SPREAD.split())


# ---- endings ----


@pytest.mark.parametrize(("left", "seeds"), [(1, 3), (2, 8), (3, 12), (4, 6)])
@pytest.mark.long("4-6", "3-12")
def test_value_is_that_of_the_linear_program(left: int, seeds: int) -> None:
    values = set()
    for seed in range(seeds):
        match = ending(left, seed)
        wanted = Slow(grid(match)).value()
        with Ending(match) as found:
            found.run(1000)
            value, exploitability = found.measure()
        assert -1e-5 < exploitability < 1e-4
        assert value == pytest.approx(wanted, abs=exploitability + 1e-5)
        values.add(round(value, 3))
    assert len(values) > min(seeds, 4) - 2


@pytest.mark.long
@pytest.mark.parametrize(
    ("left", "seeds", "iterations", "dominated", "least"),
    [
        (3, range(30, 42), 2, 0, 0),  # cutting alone solves nearly all
        (3, range(30, 42), 2, KEEP_DOMINATED, 1e-4),
        (4, (30, 31), 2, 0, 1e-4),
        pytest.param(4, (30, 31), 2, KEEP_DOMINATED, 1e-4, marks=pytest.mark.long),
        pytest.param(4, (31, 33, 36), 40, 0, 0, marks=pytest.mark.long),  # hands leave the tree and come back
    ],
)
def test_exploitability_is_what_best_answers_find(
    left: int, seeds: Sequence[int], iterations: int, dominated: int, least: float
) -> None:
    """After few iterations, so that there is something to be found: the answers range over all moves."""
    worst = 0.0
    for seed in seeds:
        match = ending(left, seed)
        slow = Slow(grid(match))
        with Ending(match, switches=KEEP_TWINS | dominated) as found:
            found.run(iterations)
            value, stated = found.measure()
            answers = [slow.best_answer(seat, found.strategy) for seat in (0, 1)]
        assert answers == pytest.approx([value + stated, stated - value], abs=1e-5)
        worst = max(worst, stated)
    assert worst > least or not least


@pytest.mark.parametrize("left", [3, 4, 5])
def test_what_is_left_out_changes_no_value(left: int) -> None:
    smaller = 0
    for seed in range(8):
        match = ending(left, 60 + seed)
        found = []
        for switches in (0, KEEP_TWINS, KEEP_DOMINATED, KEEP_TWINS | KEEP_DOMINATED):
            with Ending(match, switches=switches) as one:
                one.run(400 if left < 5 else 150)
                found.append((*one.measure(), one.nodes()))
        for value, exploitability, nodes in found[1:]:
            assert value == pytest.approx(found[0][0], abs=exploitability + found[0][1] + 2e-5)
            assert nodes >= found[0][2]
        smaller += found[0][2] * 3 < found[3][2]
    assert smaller > 4


@pytest.mark.long("7-0.02-30")
@pytest.mark.parametrize(("left", "wanted", "iterations"), [(5, 0.001, 120), (6, 0.002, 120), (7, 0.02, 30)])
def test_exploitability_falls_within_so_many_iterations(left: int, wanted: float, iterations: int) -> None:
    for seed in range(100, 103 if left > 6 else 112):
        with Ending(ending(left, seed)) as found:
            found.run(iterations)
            assert found.measure()[1] <= wanted


def test_trees_stay_as_small_as_they_are() -> None:
    """Nodes of fixed endings: what merging and cutting have reached."""
    for left, most in ((4, 300), (5, 1500), (6, 15000)):
        nodes = [Ending(ending(left, seed)).nodes() for seed in range(200, 206)]
        assert sum(nodes) / len(nodes) < most, (left, nodes)


@pytest.mark.long
def test_eight_cards_left_are_solved_whole() -> None:
    for seed in (5, 7):
        found = []
        for switches in (0, KEEP_TWINS):
            with Ending(ending(8, seed), switches=switches) as one:
                one.run(24)
                found.append((*one.measure(), one.nodes()))
        (value, exploitability, nodes), (other, also, more) = found
        assert exploitability < 0.03
        assert value == pytest.approx(other, abs=exploitability + also)
        assert 20_000 < nodes < more


def test_an_ending_has_its_room_or_is_not_begun() -> None:
    match, began = ending(8, 5), []
    with Ending(match) as whole:
        size = whole.size()
    for mb in (1, 4, 16, 64, 256):
        with Ending(match, mb=mb) as one:
            began.append(one.exists)
            assert not one.exists or one.size() == size
            assert not one.exists or size[1] <= mb << 20
    assert began == sorted(began) and began[0] != began[-1]


def shares(match: Match, likelier: float = 1) -> dict[Hand, float]:
    """How likely each hand of the seat to act is, the one that it holds so many times likelier than by shuffling."""
    own = hand(match)
    pool = tuple(sorted(unseen(match) + own))
    weights = {one: ways(pool, one) * (likelier if one == own else 1) for one in hands_of(pool, len(own))}
    return {one: weight / sum(weights.values()) for one, weight in weights.items()}


def known_of(match: Match, found: Ending) -> set[Hand]:
    """Hands of the seat to act that an ending knows."""
    return {one for one in shares(match) if found.knows(False, one)}


@pytest.mark.long
def test_rare_hands_are_left_out_where_a_tree_would_be_too_large() -> None:
    """The rarest first and fewer than half of all deals; of a small tree, and where nothing is told, none."""
    match = spread()
    told = {hand(match): 40.0}
    share = shares(match, 40)
    with Ending(match) as whole, Ending(match, fits=(told, {})) as some:
        assert some.nodes() < whole.nodes()
        known = known_of(match, some)
        assert known_of(match, whole) == set(share)
    gone = set(share) - known
    assert hand(match) in known and gone
    assert max(share[one] for one in gone) <= min(share[one] for one in known)
    assert sum(share[one] for one in gone) < 0.45
    small = ending(6, 5)
    with Ending(small) as whole, Ending(small, fits=({hand(small): 40.0}, {})) as some:
        assert some.nodes() == whole.nodes()
        assert known_of(small, some) == set(shares(small))


@pytest.mark.long
def test_strategies_stay_chances_when_what_comes_about_next_to_never_is_told() -> None:
    """Regrets of hands that come to a place once in 10^40 once became infinite shares, and all moves no number."""
    match = play(Match("duel", seed=2000), STEEP.split())
    assert sum(move.weight for move in advice(match).moves) == pytest.approx(1)
    with Ending(ending(6, 11), hand(ending(6, 11))) as one:
        one.run(600)
        assert 0 <= one.measure()[1] < 1e-3
        assert sum(weight for _, _, weight, _ in one.moves()) == pytest.approx(1)


@pytest.mark.long
def test_where_there_is_little_room_more_hands_are_left_out() -> None:
    match, known, nodes = spread(), [], []
    told = {hand(match): 40.0}
    for mb in (0, 60, 40, 30):
        with Ending(match, fits=(told, {}), mb=mb) as one:
            assert one.exists and not one.coarse()
            known.append(len(known_of(match, one)))
            nodes.append(one.nodes())
            assert not mb or one.size()[1] <= mb << 20
    assert nodes == sorted(nodes, reverse=True) and nodes[-1] < nodes[0] / 5
    assert known == sorted(known, reverse=True) and 0 < known[-1] < known[0]


@pytest.mark.long
def test_where_no_hand_is_likely_and_there_is_little_room_poor_moves_are_left_out() -> None:
    match = spread()
    with Ending(match, fits=({hand(match): 8.0}, {}), mb=60) as one:
        assert one.exists and one.coarse()
        assert len(known_of(match, one)) > 8
        assert one.size()[1] <= 60 << 20


def test_moves_of_a_hand_are_valued_against_the_average() -> None:
    """With two cards left a move's value is an average over the other's last card: nothing is left to decide."""
    for seed in range(6):
        match = ending(2, seed)
        with Ending(match, hand(match)) as found:
            found.run(50)
            values = {text(move): value for move, _, _, value in found.moves()}
        assert set(values) == set(match.legal())
        side = 1 if match.to_act == match.state()["starter"] else -1
        for move, value in values.items():
            after = play(match.copy(), [move])
            _, column, row = map(int, re.split("[@,]", after.legal()[0]))
            filled = [{**grid(after), (column, row): last} for last in unseen(match)]
            results = [side * duel.Position(cards, ((), ())).result() for cards in filled]
            assert value == pytest.approx(fmean(results), abs=1e-5)


# ---- Dragon ----


def worlds_solved(match: Match) -> dict[str, list[tuple[int, int]]]:
    """Of every move its outcome and weight in each hand that the other may hold, from the open solver."""
    found: dict[str, list[tuple[int, int]]] = {move: [] for move in match.legal()}
    for world in fitting(match, to_act(match), 0):
        opened = Match("duel", {"open_hands": True}, deal=world.match.deal)
        for row in play(opened, match.moves).solve().moves:
            found[row.move].append((int(row.value), round(world.weight)))
    return found


def best_in_every_world(solved: dict[str, list[tuple[int, int]]]) -> list[str]:
    """The moves that are best whatever the other holds."""
    tops = [max(value for value, _ in world) for world in zip(*solved.values(), strict=True)]
    return [move for move, outcomes in solved.items() if [value for value, _ in outcomes] == tops]


@pytest.mark.long("10")
@pytest.mark.parametrize("left", [8, 9, 10])
def test_every_world_is_solved_and_weighed(left: int) -> None:
    for seed in range(5):
        match = ending(left, 300 + seed)
        found, solved = advice(match, "even"), worlds_solved(match)
        assert found.worlds == found.of == len(next(iter(solved.values())))
        for move in found.moves:
            values, weights = zip(*solved[move.move], strict=True)
            assert move.value == pytest.approx(fmean(values, weights), abs=1e-12)
        best = best_in_every_world(solved)
        assert found.proof == ("every world" if best else "estimate")
        assert found.move in best or not best


@pytest.mark.long
def test_a_certain_move_of_the_ending_is_best_in_every_world() -> None:
    certain = 0
    for seed, left in enumerate((3, 4, 5) * 3 + (6,)):
        match = ending(left, 400 + seed)
        found = advice(match)
        if found.proof != "every world":
            assert found.proof in ("equilibrium", "exact")
            continue
        certain += 1
        assert found.move in best_in_every_world(worlds_solved(match))
    assert certain > 3


def test_one_hand_left_is_exact() -> None:
    """All five cards of one value unseen, and the other seat holds one of them."""
    values = set()
    for seed in range(20):
        match, rng = Match("duel", deal={"hands": ["00000111", "11222223"]}), random.Random(seed)
        while len(match.moves) < 14:
            match.play(rng.choice([move for move in match.legal() if move[0] != "3"]))
        found, solved = advice(match), worlds_solved(match)
        assert (found.proof, found.worlds, found.of) == ("exact", 1, 1)
        assert {m.move: m.value for m in found.moves} == {m: float(v[0][0]) for m, v in solved.items()}
        assert solved[found.move][0][0] == max(v[0][0] for v in solved.values())
        values |= {m.value for m in found.moves}
    assert len(values) > 1


@pytest.mark.parametrize(("level", "most", "seeds"), [("even", 0.003, 12), ("dragon", 0.05, 3)])
@pytest.mark.long
def test_an_equilibrium_states_its_exploitability_and_its_mixture(level: str, most: float, seeds: int) -> None:
    """Where hands had to be left out of Dragon's ending, it says of how many, and may give away more."""
    mixed = 0
    for seed in range(seeds):
        match = ending(6, 500 + seed) if level == "even" else own_ending(6, 500 + seed)
        found = advice(match, level)
        if found.proof != "equilibrium":
            continue
        assert found.exploitability is not None
        assert found.of == len(set(hands_of(unseen(match), 3)))
        assert found.worlds == found.of or (level == "dragon" and 0 < found.worlds < found.of)
        assert found.exploitability < (most if found.worlds == found.of else 0.13)
        assert sum(move.weight for move in found.moves) == pytest.approx(1, abs=1e-5)
        top = max(move.value for move in found.moves)
        assert all(move.value > top - 0.25 for move in found.moves if move.weight > 0.2)
        mixed += sum(0.1 < move.weight < 0.9 for move in found.moves) > 1
        drawn = [advice(match, level, number, permille=100) for number in range(3)]
        assert all(m.weight > 0.001 for one in drawn for m in one.moves if m.move == one.move)
    assert mixed or level == "dragon"


def test_open_hands_are_exact_and_all_levels_see_them() -> None:
    for seed in range(6):
        match = ending(9, seed, open_hands=True)
        found = advice(match)
        assert found.proof == "exact"
        assert {m.move: m.value for m in found.moves} == {m.move: m.value for m in match.solve().moves}
        assert found.move in match.solve().best


def test_a_small_budget_is_an_estimate_from_a_sample() -> None:
    found = advice(ending(12, 1), permille=1)
    assert found.proof == "estimate"
    assert found.of is not None
    assert 1 <= found.worlds < found.of


# ---- all levels ----


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.long("dragon")
def test_what_is_hidden_changes_no_advice(level: str) -> None:
    """Hidden cards swapped, or only the seed changed; also the table's size does not matter."""
    for left in (16, 13, 9, 7, 5, 2):
        match = ending(left, 700 + left)
        found = advice(match, level, 5, 30)
        for number in range(2):
            assert advice(match.redealt(to_act(match), number), level, 5, 30) == found
        assert match.advise(level, rng=5, permille=30, mb=0)._replace(seconds=0.0) == found


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.long("dragon")
def test_levels_play_tournaments_to_their_end(level: str) -> None:
    match = Match("duel", {"first_to": 2}, 9)
    while not match.over:
        match.play(advice(match, level if match.to_act else "greedy", permille=10).move)
    assert match.winners


@pytest.mark.long
def test_each_level_beats_random() -> None:
    """Eight games each, both seats; Hatchling's margin is narrow enough to be counted over forty."""
    for level, games, least in (("hatchling", 40, 25), ("wyrmling", 20, 16), ("drake", 12, 10)):
        score = 0.0
        for number in range(games):
            match = Match("duel", seed=1000 + number // 2)
            while not match.over:
                mine = match.to_act == number % 2
                match.play(advice(match, level if mine else "random", number).move)
            score += match.scores[number % 2]
        assert score >= least, (level, score)


def test_the_bench_times_whole_matches_with_a_memory_for_each_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[tuple[int | None, Search]] = []

    def advise(match: Match, search: Search) -> Advice:
        used.append((match.to_act, search))
        return Advice("done", match.legal()[0], "equilibrium", 1, 1, 0.01 * len(match.moves), (), 7, 0.0)

    benches.matches.cache_clear()
    monkeypatch.setattr(Match, "advise", advise)
    try:
        found = {name: bench() for name, bench in benches.BENCHES.items() if name.startswith("duel/hidden/")}
    finally:
        benches.matches.cache_clear()
    assert len(found) == 16 and len(used) == 16 * benches.MATCHES, "each match is played once for all benches"
    assert {one["n"] for one in found.values()} == {benches.MATCHES}
    assert [found[f"duel/hidden/{left}"]["exploitability_max"] for left in (16, 1)] == [0.0, 0.15]
    assert all(len({id(search) for seat, search in used[at:at + 16] if seat == who}) == 1
               for at in range(0, len(used), 16) for who in (0, 1))
    assert len({id(search) for _, search in used}) == 2 * benches.MATCHES
