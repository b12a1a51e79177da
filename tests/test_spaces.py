"""The games in the forms of researchers' libraries: every move has its number, what a seat observes is what it may
know, and the libraries' own tests of conformance pass."""

from __future__ import annotations

import importlib
import json
import pickle
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from native import GAMES, BadRecord, Match, Refusal
from native.play.mining import mine
from native.study.spaces import Actions, Memory, Sight, utilities
from tests.test_engine import CASES, combinations, played_out

LAST = {game: combinations(info)[-1] for game, info in GAMES.items()}  # of all combinations of options


@pytest.mark.long("tricks", "tale")
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


@pytest.mark.long("tricks", "tale")
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


@pytest.mark.long("tricks")
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


@pytest.mark.long("tricks")
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


@pytest.mark.long("tricks", "tale", "duel")
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
@pytest.mark.long("tricks", "tale", "heart", "wars")
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


# ---- PettingZoo's conventions ----


@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_renders_as_that_library_asks(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import render_test

    from native.study import aec

    for made in (aec.env, aec.raw_env, partial(aec.env, "tale", players=3)):
        render_test(made, {"ansi": lambda text: "hands" in json.loads(text)})
    assert all("hands" in json.loads(line) for line in capsys.readouterr().out.splitlines())
    table = aec.env("duel", render_mode="ansi")
    table.reset(seed=3)
    assert json.loads(table.render()) == table.unwrapped.match.state()
    again = pickle.loads(pickle.dumps(aec.raw_env("tale", render_mode="ansi", players=3)))
    assert (again.game, again.options, again.render_mode) == ("tale", {"players": 3}, "ansi")


def test_pettingzoo_refuses_what_it_does_not_know() -> None:
    pytest.importorskip("pettingzoo")
    from native.study import aec

    table = aec.env("duel")
    with pytest.raises(BadRecord, match='reset has no option "first_to"'):
        table.reset(options={"first_to": 2})
    table.reset(seed=3, options={"options": 1})  # as the library's own test does
    calls: dict[str, Callable[[], object]] = {
        "no render mode": lambda: aec.env("duel", render_mode="rgb_array"), "no game": lambda: aec.env("chess"),
        'duel has no option "players"': lambda: aec.env("duel", players=3),
        '"seed" must': lambda: table.reset(seed=-1),
    }  # fmt: skip
    for words, call in calls.items():
        with pytest.raises(Refusal, match=words):
            call()


@pytest.mark.long("tricks", "tale")
@pytest.mark.parametrize("game", GAMES)
def test_what_is_observed_is_of_the_order_of_one(game: str) -> None:
    for _, options in (case for case in CASES if case[0] == game):
        sight, match = Sight(game, options), played_out(game, options, 4)
        for number in random.Random(4).sample(range(len(match.moves)), 5):
            match.goto(number)
            for seat in range(match.seats_count):
                found = sight.numbers(match, seat)
                assert all(-1 <= x <= 1 for x in found[: -match.seats_count])
                assert all(-5 <= x <= 5 for x in found)


# ---- OpenSpiel's ----


def states_of(game: str, count: int) -> list[Any]:
    """States of OpenSpiel amid random matches."""
    pyspiel: Any = pytest.importorskip("pyspiel")
    importlib.import_module("native.study.openspiel")
    rng, found = random.Random(6), []
    for _ in range(count):
        state = pyspiel.load_game(f"hoard_{game}").new_initial_state()
        state.apply_action(rng.randrange(1000))
        for _ in range(rng.randrange(12)):
            state.apply_action(rng.choice(state.legal_actions()))
        found.append(state)
    return found


@pytest.mark.long("tricks", "tale")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", GAMES)
def test_another_state_looks_the_same_to_the_one_for_whom_it_is_sampled(game: str) -> None:
    differ = 0
    for number, state in enumerate(states_of(game, 6)):
        sampler = random.Random(number).random
        for player in range(state.num_players()):
            before, other = str(state), state.resample_from_infostate(player, sampler)
            for ask in ("information_state_string", "observation_string", "observation_tensor"):
                assert getattr(other, ask)(player) == getattr(state, ask)(player)
            assert other.current_player() == state.current_player()
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()
            while not other.is_terminal():
                other.apply_action(random.Random(number).choice(other.legal_actions()))
            assert str(state) == before
            differ += str(state.resample_from_infostate(player, sampler)) != before
    assert differ > 4


@pytest.mark.long("tricks")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", GAMES)
def test_the_search_of_openspiel_for_hidden_cards_runs(game: str) -> None:
    """Its ISMCTS, which deals anew and asks for information states without naming a player."""
    numpy: Any = pytest.importorskip("numpy")
    states = states_of(game, 2)
    from open_spiel.python.algorithms import ismcts, mcts

    for state in states:
        chance = numpy.random.RandomState(1)
        rollouts = mcts.RandomRolloutEvaluator(1, chance)
        bot = ismcts.ISMCTSBot(state.get_game(), rollouts, uct_c=2.0, max_simulations=4, random_state=chance)
        assert bot.step(state) in state.legal_actions()


@pytest.mark.filterwarnings("ignore")
def test_openspiel_asks_for_the_player_to_act_where_none_is_named() -> None:
    for state in states_of("duel", 3):
        player = state.current_player()
        assert state.information_state_string() == state.information_state_string(player)
        assert state.observation_string() == state.observation_string(player)
        assert state.observation_tensor() == state.observation_tensor(player)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", GAMES)
def test_what_openspiel_reads_from_a_pickle_or_a_text_can_be_played(game: str) -> None:
    pyspiel: Any = pytest.importorskip("pyspiel")
    for state in states_of(game, 2):
        whole = state.get_game()
        again = pickle.loads(pickle.dumps(whole))
        assert again.new_initial_state().chance_outcomes() == whole.new_initial_state().chance_outcomes()
        assert again.make_py_observer().tensor.shape == whole.make_py_observer().tensor.shape
        read, other = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(whole, state))
        assert read.num_distinct_actions() == whole.num_distinct_actions()
        for copy in (pickle.loads(pickle.dumps(state)), other):
            assert copy.legal_actions() == state.legal_actions()
            copy.apply_action(copy.legal_actions()[0])
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = whole.nothing


@pytest.mark.filterwarnings("ignore")
def test_openspiel_is_refused_what_there_is_not() -> None:
    pyspiel: Any = pytest.importorskip("pyspiel")
    state = states_of("duel", 1)[0]
    fresh = state.get_game().new_initial_state()
    calls: dict[str, list[Callable[[], object]]] = {
        '"deals" must be a whole number from 1': [
            partial(pyspiel.load_game, "hoard_duel", {"deals": deals}) for deals in (0, -5, 2**30)
        ],
        '"deal" must be a whole number from 0 to 999': [partial(fresh.apply_action, 1000)],
        '"action" must be': [partial(state.apply_action, 10**6)],
        "there is no seat": [
            partial(state.information_state_string, -1), partial(state.observation_string, 2),
            fresh.information_state_string, partial(state.resample_from_infostate, 2, random.random),
        ],
        "there is no tensor": [state.information_state_tensor, partial(state.information_state_tensor, 1)],
        '"players" must be': [
            partial(pyspiel.load_game, "hoard_tricks", {"players": players}) for players in (-1, 2, 5)
        ],
    }  # fmt: skip
    for words, refused in calls.items():
        for call in refused:
            with pytest.raises(Refusal, match=words):
                call()


def test_what_is_no_match_of_the_game_is_refused() -> None:
    sight = Sight("duel")
    for wrong in (Match("wars"), None, "duel"):
        with pytest.raises(Refusal, match="is not a match of this game"):
            sight.numbers(wrong, 0)  # type: ignore[arg-type]
    with pytest.raises(Refusal, match="is not a match of this game"):
        Memory(None)  # type: ignore[arg-type]
    with pytest.raises(Refusal, match="not over"):
        utilities(Match("duel"))
    for game, seed in (("x", 1), (None, 1), ("duel", "x"), ("duel", -1)):
        with pytest.raises(Refusal):
            next(mine(game, seed=seed))  # type: ignore[arg-type]


def test_what_is_no_action_of_an_environment_is_refused_and_changes_nothing() -> None:
    pytest.importorskip("pettingzoo")
    from native.study import aec

    table = aec.raw_env("wars")
    table.reset(seed=1)
    before = table.match.record()
    for wrong in (None, "x", 1.5, float("nan"), -1, 10**9):
        with pytest.raises(Refusal):
            table.step(wrong)  # type: ignore[arg-type]
    assert table.match.record() == before
