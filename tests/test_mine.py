"""Puzzles: few moves are right, wrong ones cost, weak levels miss them; the same arguments give the same puzzles."""

from __future__ import annotations

from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from native import GAMES, BadRecord, Match
from native.play.mining import (
    EASY_EVERY,
    EASY_FOUND,
    MOST_FOUND,
    MOST_RIGHT,
    SOLVERS,
    judged,
    kinds_of,
    mine,
    mine_by_deal,
    of_deal,
    packed,
    rating,
    values_of,
)
from native.play.puzzle_finder import MinedPuzzles
from native.records import SEED_LIMIT
from native.search import Search
from native.store.chronicle import Chronicle
from native.store.database import Database
from native.streams import InputError
from native.tools import commands

every_game = pytest.mark.parametrize("game", GAMES)
FEW = 2
QUICK = {"tale": ["tale.last", "tale.last_of_three"]}  # picks are seldom proven: the pack has some


def first(game: str, **more: Any) -> list[dict[str, Any]]:
    return list(islice(mine(game, 5, **more), FEW))


@cache
def sample(game: str) -> list[dict[str, Any]]:
    return first(game, kinds=QUICK.get(game, []))


def kind_of(game: str, puzzle: dict[str, Any]) -> Any:
    return next(kind for kind in kinds_of(game) if kind.task == puzzle["task"])


@every_game
@pytest.mark.long
def test_a_puzzle_is_what_it_says(game: str) -> None:
    for puzzle in sample(game):
        match, kind = Match.load(puzzle["record"]), kind_of(game, puzzle)
        legal = match.legal()
        assert match.to_act == puzzle["seat"]
        assert set(puzzle["solution"]) <= set(legal)
        assert 0 < len(puzzle["solution"]) * MOST_RIGHT <= len(legal)
        assert puzzle["proof"] in ("exact", "every world", "equilibrium")
        assert (puzzle["proof"] == "exact") >= puzzle["open"]
        assert abs(puzzle["value"] - puzzle["next"]) >= kind.least - 1e-4
        assert judged(match, kind, match.seed) == puzzle


@every_game
@pytest.mark.long("tale", "duel", "heart")
def test_a_right_move_keeps_the_value_and_a_wrong_one_does_not(game: str) -> None:
    """Asked again after the move, where the same seat or the other can be asked: the value has not moved."""
    for puzzle in sample(game):
        kind = kind_of(game, puzzle)
        found = values_of(Match.load(puzzle["record"]), kind)
        assert found is not None
        for move, value in found.values.items():
            right = move in puzzle["solution"]
            assert (abs(value - found.best) < 1e-9) == right


@pytest.mark.long
@pytest.mark.parametrize("game", ["tricks", "wars"])
def test_the_same_arguments_give_the_same_puzzles(game: str) -> None:
    assert first(game) == sample(game)


@pytest.mark.long
def test_shares_part_the_deals() -> None:
    seeds = [[puzzle["record"]["seed"] for puzzle in first("tricks", shard=(n, 2))] for n in range(2)]
    assert all(seed % 2 == 1 for seed in seeds[0])
    assert all(seed % 2 == 0 for seed in seeds[1])


@pytest.mark.long
def test_more_cores_find_the_same() -> None:
    one, two = (list(islice(mine_by_deal("wars", 5, jobs=jobs), 8)) for jobs in (1, 3))
    assert one == two
    assert [deal for deal, _ in one] == list(range(5, 13))


@pytest.mark.long
def test_a_pack_holds_no_two_alike_and_takes_from_all_kinds_and_difficulties() -> None:
    found = [puzzle for _, puzzles in islice(mine_by_deal("wars", 5), 30) for puzzle in puzzles]
    chosen = packed(["wars", "wars"], [*found, *found], 12)
    assert len(chosen) == len({str(puzzle) for puzzle in chosen}) == 12
    assert {puzzle["task"] for puzzle in chosen} == {kind.task for kind in kinds_of("wars")}
    assert [puzzle["rating"] for puzzle in chosen] == sorted(puzzle["rating"] for puzzle in chosen)
    steps = {puzzle["rating"] // 100 for puzzle in found}
    assert len({puzzle["rating"] // 100 for puzzle in chosen}) >= min(len(steps), 6)
    assert packed(["wars"], found, 10**6) == packed(["wars"], found[::-1], 10**6)
    with pytest.raises(ValueError, match="several games"):
        packed(["wars", "duel"], found, 3)


def test_an_option_that_does_not_fit_is_refused() -> None:
    with pytest.raises(BadRecord, match="speed"):
        first("duel", options={"speed": 3})


def test_a_puzzle_found_more_seldom_and_refuted_later_is_rated_higher() -> None:
    """At the middle of the levels' own ratings, they find it half of the time."""
    assert rating([0.5] * 4, 0) == pytest.approx(sum(SOLVERS.values()) / 4, abs=1)
    assert rating([0] * 4, 0) > rating([0, 0, 0, 0.5], 0) > rating([0, 0, 0.5, 1], 0) > rating([1] * 4, 0)
    assert rating([0, 0.5, 1, 1], 9) > rating([0, 0.5, 1, 1], 3)
    assert rating([1] * 4, 0) < 800 < 1700 < rating([0] * 4, 0)


@pytest.mark.long
@pytest.mark.parametrize("game", ["heart", "tricks"])
def test_easy_puzzles_are_found_by_every_level_and_the_others_missed_by_wyrmling(game: str) -> None:
    easy, hard = (next(mine(game, EASY_EVERY + rest, shard=(0, EASY_EVERY))) for rest in (0, 1))
    assert min(easy["found"]) >= EASY_FOUND
    assert hard["found"][1] <= MOST_FOUND


@pytest.mark.long
def test_the_last_deal_is_mined_and_the_first_follows(tmp_path: Path) -> None:
    last = SEED_LIMIT - 1
    puzzle = of_deal("wars", last, Search())[0]
    database = Database(tmp_path)
    chronicle = Chronicle(database)
    assert puzzle["record"]["seed"] == last
    MinedPuzzles("wars", chronicle).add(puzzle)
    assert MinedPuzzles("wars", chronicle).next_deal == 0
    database.close()


def test_a_game_without_puzzles_is_refused_and_not_searched_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "kinds_of", lambda _game: [])
    with pytest.raises(InputError, match="heart has no puzzles"):
        commands.known_kinds("heart", [])

