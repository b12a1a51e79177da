"""The book of the grid duel's fourth card.

Proved here: Dragon plays each of its boards, mirrored ones too, as the lines in its text have it; lines are found
again from what lies on one; a board is told by its cards and places, however it lies; making the book can be
interrupted and shared out, and what is solved is what the solver says.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from native import Match
from native.duel import book as duel_book
from native.duel import fourth
from native.duel.fourth import Board
from tests.duel_ending import play, to_act

LEEWAY = 0.15  # what a move may be worth less to the hand than the best and still be made
TURNS = ((1, 1), (-1, 1), (1, -1), (-1, -1))


def text() -> dict[str, str]:
    """The book's lines by their boards."""
    lines = [line.strip('",') for line in duel_book.FOURTH.read_text("ascii").splitlines()]
    return {line[:5]: line[6:] for line in lines}


def turned(cell: str, turn: tuple[int, int]) -> str:
    x, y = map(int, cell.split(","))
    return f"{x * turn[0]},{y * turn[1]}"


def laid(board: Board, seed: int, turn: tuple[int, int] = (1, 1)) -> Match:
    """A match that has come to a board, its columns and rows turned round or not."""
    hands = fourth.deal(board, random.Random(seed))
    match = Match("duel", {"first": 0}, seed=seed, deal={"hands": list(hands)})
    return play(match, [move[:2] + turned(move[2:], turn) for move in board.moves])


def unpacked(signs: str) -> float:
    low, high = map(duel_book.SIGNS.index, signs)
    return (low + 64 * high - 2048) * fourth.STEP


def policy(board: Board, line: str, hand: str) -> dict[str, float]:
    """Weights of the moves of a hand by a line of the book, by cell as the book has it."""
    worth: dict[str, float] = {}
    for number, cell in enumerate(board.cells()):
        for value in range(4):
            at = 10 * (4 * number + value)
            first, *slopes = (unpacked(line[at + 2 * i : at + 2 * i + 2]) for i in range(5))
            if str(value) in hand:
                worth[f"{value}@{cell}"] = first + sum(s * hand.count(str(v)) for v, s in enumerate(slopes))
    top = max(worth.values())
    near = {move: max(0.0, 1 - (top - w) / LEEWAY) ** 2 * hand.count(move[0]) for move, w in worth.items()}
    return {move: weight / sum(near.values()) for move, weight in near.items()}


@pytest.mark.parametrize("turn", TURNS)
def test_the_fourth_card_is_laid_as_the_book_has_it(turn: tuple[int, int]) -> None:
    for seed, (name, line) in enumerate(text().items()):
        board = Board(*map(int, name))
        match = laid(board, seed, turn)
        wanted = policy(board, line, match.state()["hands"][to_act(match)])
        found = match.advise("dragon", permille=1, brief=True).moves
        if board.place < 2:  # three in a line: over and under it are the same, and may be told as one
            assert sum(move.weight for move in found) == pytest.approx(1)
        for move in found:
            cell = turned(move.move[2:], turn)
            assert move.weight == pytest.approx(wanted[f"{move.move[0]}@{cell}"], abs=1e-6), (name, move)


def test_the_book_is_whole_and_compiled_in() -> None:
    assert list(text()) == sorted(text())
    for name, line in text().items():
        assert len(line) == 40 * len(Board(*map(int, name)).cells())
        assert set(line) <= set(duel_book.SIGNS)
    assert f"DUEL_BOOK_MARK {duel_book.mark()}u" in duel_book.HEADER.read_text("utf-8")


def test_a_board_is_told_however_it_lies() -> None:
    known = fourth.boards()
    assert len(set(known)) == 512
    for seed, board in enumerate(known):
        assert fourth.board_of(laid(board, seed, TURNS[seed % 4])) == board
        assert {move.split("@")[1] for move in laid(board, seed).legal()} <= set(board.cells())


@pytest.mark.long
def test_the_book_knows_what_machines_come_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fourth, "GAMES", 12)
    assert 12 <= len(fourth.usual()) <= 24
    assert {board.name for board in fourth.usual()} <= set(text())


def test_a_line_is_found_again_from_what_lies_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fourth, "RIDGE", 1e-9)
    rng = random.Random(3)
    hands = [[rng.randrange(4) for _ in range(4)] for _ in range(20)]
    wanted = [0.25, 0.5, -0.125, 0.0, 0.0625]
    points = [(hand, wanted[0] + sum(s * n for s, n in zip(wanted[1:], hand, strict=True))) for hand in hands]
    assert fourth.line_through(points) == pytest.approx(wanted, abs=1e-9)
    assert [unpacked(fourth.packed(number)) for number in wanted] == wanted
    monkeypatch.setattr(fourth, "RIDGE", 1e9)  # flat
    mean = sum(worth for _, worth in points) / len(points)
    assert fourth.line_through(points) == pytest.approx([mean, 0, 0, 0, 0], abs=1e-6)
    assert fourth.line_through([]) == [-1, 0, 0, 0, 0]
    assert (unpacked(fourth.packed(99)), unpacked(fourth.packed(-99))) == (2047 / 512, -4)


def test_shards_go_on_where_they_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is solved is not solved again, a line that was cut off is; what is joined too early is refused."""
    monkeypatch.setattr(fourth, "DEALS", 2)
    monkeypatch.setattr(fourth, "FOURTH", tmp_path / "book")
    monkeypatch.setattr(fourth, "write_mark", lambda: None)
    chosen = [Board(0, 1, 0, 2, 2), Board(3, 0, 1, 1, 0)]
    (tmp_path / "boards").write_text("".join(f"{board.name}\n" for board in chosen), "ascii")
    (tmp_path / "a.txt").write_text(f"01022 0 2111{'+' * 28} 2111{'-' * 28}\n30110 0 21", "ascii")
    assert fourth.join(tmp_path, 1) == 1
    fourth.make_shard(2, 2, 1, tmp_path)
    found = fourth.solved(tmp_path)
    assert found["01022", 0] == [f"2111{'+' * 28}", f"2111{'-' * 28}"]
    assert " ".join(["30110", "0", *found["30110", 0]]) == fourth.solve_round(chosen[1], 0, None)
    assert fourth.join(tmp_path, 1) == 0
    assert (tmp_path / "book").read_text("ascii").splitlines()[0].startswith('"01022 ')


def test_outcomes_are_the_solvers() -> None:
    board = Board(1, 2, 1, 3, 3)
    hands = fourth.deal(board, random.Random(4))
    moves = [f"{value}@{cell}" for cell in board.cells() for value in range(4)]
    marks = dict(zip(moves, fourth.outcomes(board, hands, None), strict=True))
    match = play(Match("duel", {"open_hands": True}, deal={"hands": list(hands)}), board.moves)
    assert {move: fourth.WORTH[mark] for move, mark in marks.items() if mark != "."} == {
        move.move: move.value for move in match.solve().moves
    }
