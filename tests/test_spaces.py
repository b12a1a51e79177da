"""The games in the forms of researchers' libraries: every move has its number, what a seat observes is what it may
know, and the libraries' own tests of conformance pass."""

from __future__ import annotations

import random
from typing import Any

import pytest

from native import GAMES, Match
from native.study.spaces import Actions, Memory, Sight, utilities
from tests.test_engine import CASES, combinations, played_out

LAST = {game: combinations(info)[-1] for game, info in GAMES.items()}  # of all combinations of options


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_of_random_matches_has_a_number_of_its_own(game: str) -> None:
    met = 0
    for _, options in (case for case in CASES if case[0] == game):
        actions, rng = Actions(game, options), random.Random(3)
        match = Match(game, options, seed=3)
        while not match.over:
            numbers = actions.legal(match)
            assert sorted(actions.text(number) for number in numbers) == sorted(match.legal())
            met += len(numbers)
            match.play(actions.text(rng.choice(numbers)))
    assert met > 100


@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_observes_does_not_depend_on_what_is_hidden_from_it(game: str) -> None:
    sight, differ = Sight(game), 0
    for seed in range(4):
        match = played_out(game, {}, seed)
        for number in random.Random(seed).sample(range(len(match.moves)), 5):
            match.goto(number)
            seat = match.to_act
            assert seat is not None
            numbers = sight.numbers(match, seat)
            assert len(numbers) == sight.size
            for copy in range(4):
                other = match.copy()
                other._state = match.redealt(seat, copy)._state
                assert sight.numbers(other, seat) == numbers
                differ += sight.numbers(other, (seat + 1) % match.seats_count) != numbers
    assert differ > 10


@pytest.mark.parametrize("game", GAMES)
def test_what_is_won_sums_up_to_nothing(game: str) -> None:
    for _, options in (case for case in CASES if case[0] == game):
        match = played_out(game, options, 5)
        won = utilities(match)
        assert sum(won) == pytest.approx(0)
        assert {seat for seat, share in enumerate(won) if share == max(won)} >= set(match.winners)
        assert -1 <= min(won) <= max(won) <= 1


def test_memories_differ_as_soon_as_a_seat_has_seen_or_done_something_else() -> None:
    one, two = Match("duel", {"first": 0}, seed=8), Match("duel", {"first": 0}, seed=8)
    seen = [Memory(one), Memory(two)]
    assert seen[0].digests == seen[1].digests
    assert len(set(seen[0].digests)) == 2
    for match, memory, move in zip((one, two), seen, one.legal()[:2], strict=True):
        memory.moved(0, move, match.play(move))
    assert all(a != b for a, b in zip(seen[0].digests, seen[1].digests, strict=True))


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_remembers_the_same_whatever_was_hidden_from_it(game: str) -> None:
    """Positions that look the same to a seat go on; as long as it sees the same it remembers the same."""
    rng, same = random.Random(2), 0
    for seed in range(6):
        match = played_out(game, {}, seed)
        match.goto(rng.randrange(len(match.moves)))
        seat, other = match.to_act, match.copy()
        assert seat is not None
        other._state = match.redealt(seat, seed)._state
        memories = Memory(match), Memory(other)
        move = rng.choice(match.legal())
        events = [one.play(move) for one in (match, other)]
        for memory, seen in zip(memories, events, strict=True):
            memory.moved(seat, move, seen)
        if match.state(seat) == other.state(seat):
            same += 1
            assert memories[0].digests[seat] == memories[1].digests[seat]
    assert same > 0


# ---- the libraries' own tests ----


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_accepts_every_game(game: str) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from native.study import aec

    api_test(aec.env(game, **LAST[game]), num_cycles=150)
    seed_test(lambda: aec.env(game), num_cycles=30)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", GAMES)
def test_openspiel_accepts_every_game(game: str) -> None:
    """Its test for all games: random play with chance, legal actions, texts, information states and returns."""
    pyspiel: Any = pytest.importorskip("pyspiel")
    from native.study import openspiel

    assert openspiel.DEALS > 0
    loaded = pyspiel.load_game(f"hoard_{game}")
    assert loaded.num_players() == Match(game).seats_count
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=game != "tricks", verbose=False)
    few = pyspiel.load_game(f"hoard_{game}", {"deals": 3})
    assert [outcome for outcome, _ in few.new_initial_state().chance_outcomes()] == [0, 1, 2]


@pytest.mark.filterwarnings("ignore")
def test_a_solver_of_openspiel_runs_on_the_duel() -> None:
    """Outcome sampling visits information sets and ends with a policy for each of them."""
    pytest.importorskip("pyspiel")
    from native.study import example

    visited = example.learn(iterations=5)
    assert visited > 40
