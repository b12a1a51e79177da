"""Information-set search and the levels that every game has (native/engine/search.c), seen through advice.

Proved here: random, greedy and plain advice is a function of what the seat knows and of the number given; weights
are chances, and the whole policy where that is said; the search finds wins that are there to be found; hidden
choices of others change nothing; a stop is heeded at once and a scaled budget is kept to.
"""

from __future__ import annotations

import ctypes
import random
import subprocess
import sys
import weakref
from typing import Any

import pytest

from native import GAMES, Advice, BadValue, Match, Search, Thinker

MEASURING = ("random", "greedy", "plain")
every_game = pytest.mark.parametrize("game", GAMES)


def played(game: str, seed: int, moves: int, **options: Any) -> Match:
    """A match after some random moves, or fewer where it would be over."""
    match, rng = Match(game, options, seed), random.Random(seed)
    for _ in range(moves):
        match.play(rng.choice(match.legal()))
        if match.over:
            match.undo()
            break
    return match


def advice(match: Match, level: str, rng: int = 0, permille: int = 0) -> Advice:
    found = match.advise(level, rng=rng, permille=permille)
    assert found.move in match.legal()
    return found._replace(seconds=0.0)


@every_game
@pytest.mark.parametrize("moves", [0, 4, 7, 12])
def test_what_is_hidden_changes_nothing(game: str, moves: int) -> None:
    match = played(game, 11 + moves, moves)
    seat = match.to_act
    assert seat is not None
    for level in MEASURING:
        found = advice(match, level, 1, 100)
        for number in range(3):
            other = match.redealt(seat, number)
            assert found == other.advise(level, rng=1, permille=100)._replace(seconds=0.0)


@every_game
@pytest.mark.parametrize("level", ["random", "drake", "dragon", "even"])
@pytest.mark.long("dragon-duel", "even-duel")
def test_one_question_tells_a_whole_policy(game: str, level: str) -> None:
    """Weights do not hang on the number drawn by, come to 1, and only what has one is played."""
    for moves in (3, 6):
        match = played(game, 21 + moves, moves)
        found = [advice(match, level, number, 20) for number in range(3)]
        weights = [{m.move: m.weight for m in one.moves} for one in found]
        assert {one.policy for one in found} == {"whole"}
        assert sum(weights[0].values()) == pytest.approx(1)
        assert weights[1] == weights[2] == weights[0]
        assert all(one.weight > 0 for f in found for one in f.moves if one.move == f.move)


@every_game
@pytest.mark.parametrize("level", ["greedy", "plain", "hatchling", "wyrmling"])
def test_a_sampled_policy_stands_on_the_move_drawn(game: str, level: str) -> None:
    found = advice(played(game, 23, 5), level, 1, 50)
    assert found.policy == "sampled"
    assert {m.move: m.weight for m in found.moves if m.weight} == {found.move: 1}


@every_game
def test_search_spreads_its_playouts_over_the_moves(game: str) -> None:
    found = advice(played(game, 2, 5), "plain", permille=500)
    playouts = 64 if len(found.moves) == 1 else 1000
    assert (found.worlds, found.of, found.nodes) == (playouts, None, playouts)
    assert (found.proof, found.status) == ("estimate", "done")
    assert sum(move.weight for move in found.moves) == pytest.approx(1)
    assert max(found.moves, key=lambda move: move.weight).weight == next(
        move.weight for move in found.moves if move.move == found.move
    )


@every_game
def test_random_draws_evenly_from_the_legal_moves(game: str) -> None:
    match = played(game, 3, 3)
    legal = match.legal()
    drawn = [advice(match, "random", number).move for number in range(40 * len(legal))] if len(legal) < 9 else []
    for move in legal if drawn else []:
        assert 15 < drawn.count(move) < 75, move
    assert len({advice(match, "random", number).move for number in range(40)}) > 1 or len(legal) == 1


def test_greedy_takes_the_best_score_right_after_the_move() -> None:
    match = Match("duel", seed=4)
    rng = random.Random(4)
    while len(match.moves) < 14:
        match.play(rng.choice(match.legal()))
    scores = {}
    match.play(advice(match, "greedy").move)
    for move in match.legal():
        copy = match.copy()
        copy.play(move)
        seat = match.to_act
        assert seat is not None
        scores[move] = copy.scores[seat] - copy.scores[1 - seat]
    found = advice(match, "greedy")
    assert {m.move: m.value for m in found.moves} == scores and scores[found.move] == max(scores.values())


def test_search_agrees_with_the_solver_where_little_is_left_to_play() -> None:
    """With open hands, three cards left and 2,000 playouts, the move found is one of the solver's best."""
    for seed in range(30):
        match = played("duel", seed, 13, open_hands=True)
        assert advice(match, "plain").move in match.solve().best


def test_a_solution_has_the_value_of_its_best_moves() -> None:
    for seed in range(10):
        match = played("duel", seed, 12, open_hands=True)
        solution = match.solve()
        assert {choice.value for choice in solution.moves if choice.move in solution.best} == {solution.value}
        assert solution.value == max(choice.value for choice in solution.moves)
    with pytest.raises(BadValue, match="there is no exact value: nodes"):
        _ = solution._replace(status="nodes").value


def test_values_are_the_share_of_wins_less_that_of_losses() -> None:
    """Last move of a duel: one move is left, its value is the outcome; in a tournament, that of this game."""
    for seed in range(10):
        for options in ({}, {"first_to": 2}):
            match = played("duel", seed, 15, **options)
            seat = match.to_act
            assert seat is not None
            found = advice(match, "plain")
            before = match.scores[seat] - match.scores[1 - seat]
            match.play(match.legal()[0])
            after = match.scores[seat] - match.scores[1 - seat]
            assert [move.value for move in found.moves] == [after - before]


def test_playouts_stop_with_the_game_that_the_reward_is_for() -> None:
    """A tournament's search values the game under way: never more than a win of it, with many games to come."""
    found = advice(played("duel", 1, 6, first_to=2), "plain")
    assert all(-1 <= move.value <= 1 for move in found.moves)
    assert len({move.value for move in found.moves}) > 1


def test_hidden_choices_of_the_same_step_do_not_leak() -> None:
    """What a lower seat has already picked or laid in this step changes no advice."""
    found = 0
    for seed in range(40):
        match, rng = Match("tale", {"players": 3}, seed), random.Random(seed)
        for _ in range(rng.randrange(30)):
            match.play(rng.choice(match.legal()))
        if match.to_act != 0 or match.legal()[0].split()[0] not in ("pick", "play"):
            continue
        answers = set()
        for move in sorted(set(match.legal()))[:3]:
            copy = match.copy()
            copy.play(move)
            if copy.to_act == 1:
                answers.add(advice(copy, "plain", 1, 50))
        found += len(answers)
        assert len(answers) < 2
    assert found > 5


def test_a_stop_is_heeded_and_reported() -> None:
    search = Search()
    search.stop()
    found = Match("heart", seed=1).advise("plain", search=search)
    assert found.status == "cancelled" and found.worlds == 0


def test_a_closed_thinker_holds_no_table_any_more() -> None:
    """A duel's ending may be kept there, tens of megabytes; a table that was left would wait for the collector."""
    thinker = Thinker(mb=1)
    table = weakref.ref(thinker._search.table)
    thinker.close()
    assert table() is None
    match, search = Match("duel", seed=4), Search(mb=1)
    first = match.advise("dragon", permille=20, search=search)
    search.release()
    assert match.advise("dragon", permille=20, search=search)._replace(seconds=first.seconds) == first


FREED = """
import ctypes, threading
from native import Match, Search

names = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()
Info = type("Info", (ctypes.Structure,), {"_fields_": [(name, ctypes.c_size_t) for name in names]})
library = ctypes.CDLL(None)
library.mallinfo2.restype = Info
for seed in range(3):
    match = Match("duel", seed=seed)
    while len(match.moves) < 8:
        match.play(match.legal()[0])
    search = Search()
    thread = threading.Thread(target=match.advise, kwargs={"search": search, "permille": 50})
    thread.start()
    thread.join()
    del search
print(library.mallinfo2().fordblks)
"""


@pytest.mark.long
@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="another C library, or an older one")
def test_what_searches_have_freed_goes_back_to_the_system() -> None:
    done = subprocess.run([sys.executable, "-c", FREED], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 4 << 20
