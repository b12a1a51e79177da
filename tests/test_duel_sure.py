"""A win in the duel that is called sure is sure, though the other's hand is not seen.

Proved here: the engine finds exactly the moves after which one plan wins against every hand, as the slow search does,
and recommends one of them; where every hand has a plan of its own and none serves them all, no sentence speaks of a
win; no puzzle asks for more than is sure.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from native import Match
from native.play.mining import kind_of, values_of
from native.play.puzzle_finder import MinedPuzzles, sound
from native.play.puzzles import read
from native.store.chronicle import Chronicle
from native.store.database import Database
from native.strings import Strings
from tests.duel_ending import ending, play, surely_winning
from tests.test_telling import LANGUAGES, Looking, telling_of

# Each hand has winning moves of its own here, but no plan serves all hands; and here a plan has one of three moves.
NONE_SURE = (76, "3@0,0 2@0,1 2@1,1 1@1,2 1@2,1 1@3,1 2@0,-1")
ONE_SURE = (35, "3@0,0 3@-1,0 2@1,0 0@1,1 1@-1,1 3@0,1 1@0,2 3@2,1 2@0,-1")
OLD_PUZZLE: dict[str, Any] = {
    "record": {"hoard": 1, "game": "duel", "options": {}, "seed": NONE_SURE[0], "moves": NONE_SURE[1].split()},
    "seat": 0, "open": False, "solution": ["3@1,-1", "0@1,0", "3@2,0", "3@3,0", "1@0,2", "3@2,2", "3@3,2"],
    "value": 1, "next": 0.6571, "proof": "every world", "task": "duel.sure", "rating": 1036, "motif": "",
}  # fmt: skip


def position(case: tuple[int, str]) -> Match:
    seed, moves = case
    return play(Match("duel", {}, seed), moves.split())


@pytest.mark.long
def test_the_engine_finds_the_moves_that_surely_win() -> None:
    """In endings after random moves; with open cards some of them have more moves that win against every hand."""
    seen = 0
    for seed in range(30):
        match = ending(4 + seed % 5, 7000 + seed)
        advice = match.advise("even")
        if advice.proof == "estimate":
            continue
        slow = surely_winning(match)
        if advice.proof != "exact":
            assert {m.move for m in advice.moves if m.sure} == slow, seed
        assert {advice.move, advice.shown} <= slow or not slow
        seen += bool(slow)
    assert seen >= 3


@pytest.mark.long("none")
@pytest.mark.parametrize(("case", "count"), [(NONE_SURE, 7), (ONE_SURE, 3)], ids=["none", "one"])
def test_a_win_against_every_open_hand_is_not_yet_sure(case: tuple[int, str], count: int) -> None:
    match = position(case)
    advice = match.advise("even")
    assert sum(move.value == 1 for move in advice.moves) == count
    assert {move.move for move in advice.moves if move.sure} == surely_winning(match)
    assert advice.sure == (case == ONE_SURE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_speaks_of_a_win_that_is_not_sure(language: str) -> None:
    """Neither the line of the hint nor the words on the cards."""
    win = Strings(language)("word.win").lower()
    for case in (NONE_SURE, ONE_SURE):
        match = position(case)
        say, advice = telling_of(Looking(match, language)), match.advise("even")
        line = say.verdict(advice, hinted=False).lower()
        assert (win in line) == advice.sure
        assert ("every hand" in line or "jede hand" in line) == advice.sure
        for move in advice.moves:
            assert (say.worth_of(move).lower() == win) == move.sure


@pytest.mark.long
def test_a_sure_move_is_recommended_where_there_is_one() -> None:
    for level in ("even", "dragon"):
        advice = position(ONE_SURE).advise(level)
        assert advice.shown in surely_winning(position(ONE_SURE))


def test_a_puzzle_asks_for_sure_moves_only() -> None:
    kind = kind_of("duel", "duel.sure")
    assert kind
    assert values_of(position(NONE_SURE), kind) is None
    found = values_of(position(ONE_SURE), kind)
    assert found and set(found.right) == surely_winning(position(ONE_SURE))


def test_a_kept_puzzle_that_does_not_hold_is_not_asked() -> None:
    held = OLD_PUZZLE | {
        "record": OLD_PUZZLE["record"] | {"seed": ONE_SURE[0], "moves": ONE_SURE[1].split()}, "solution": ["1@1,2"]
    }  # fmt: skip
    assert [sound(one) for one in read("duel", [OLD_PUZZLE, held])] == [False, True]


def test_a_second_puzzle_of_one_position_is_not_kept(tmp_path: Path) -> None:
    database = Database(tmp_path)
    kept = MinedPuzzles("duel", Chronicle(database))
    kept.add(OLD_PUZZLE)
    kept.add(OLD_PUZZLE | {"task": "duel.own"})
    assert [one.task for one in kept.puzzles] == ["duel.sure"]
    assert [one.task for one in MinedPuzzles("duel", Chronicle(database)).puzzles] == ["duel.sure"]
    database.close()
