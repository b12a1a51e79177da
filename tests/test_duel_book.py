"""The books of the grid duel's first three moves.

Proved here: they hold every pair of hands once, a sample of them is what the solver says, advice averages over them
with the exact chances, and their making can be interrupted and shared out.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from native import Match
from native.duel import book as duel_book
from tests.duel_ending import fitting, hand, hands_of, play, to_act, unseen, ways


def lines(plies: int = 2) -> list[str]:
    return [line.strip('",') for line in duel_book.BOOKS[plies].read_text("ascii").splitlines()]


def test_the_book_holds_every_pair_of_hands_once() -> None:
    assert [line[:9] for line in lines()] == [duel_book.key(*pair) for pair in duel_book.pairs()]
    assert all(len(line) == 42 and set(line[10:]) <= set("+=-.") for line in lines())
    assert [line[:9] for line in lines(3)] == [line[:9] for line in lines()]
    assert all(len(line) == duel_book.LENGTH[3] and set(line[10:]) <= set(duel_book.SIGNS) for line in lines(3))


@pytest.mark.parametrize("plies", [2, 3])
@pytest.mark.parametrize("number", [17, 1234, 1999])
@pytest.mark.long
def test_a_sample_of_the_book_is_solved_again(number: int, plies: int) -> None:
    pair = list(duel_book.pairs())[number]
    assert duel_book.solve(*pair, plies) == lines(plies)[number]


@pytest.mark.parametrize(("first", "answer"), [("1@0,0", "2@-1,0"), ("0@0,0", "3@0,1"), ("2@0,0", "1@0,-1")])
@pytest.mark.long
def test_the_third_move_is_advised_from_the_book_as_the_solver_has_it(first: str, answer: str) -> None:
    """The mean over all hands that the other may hold, each solved with open cards; answers on every side."""
    match = Match("duel", seed=20, deal={"hands": ["00112233", "01122333"]})
    play(match, [first, answer])
    sums, total = Counter[str](), 0.0
    worlds = fitting(match, to_act(match), 0)
    for world in worlds:
        opened = play(Match("duel", {"open_hands": True}, deal=world.match.deal), match.moves)
        for found in opened.solve().moves:
            sums[found.move] += world.weight * found.value
        total += world.weight
    advice = match.advise()
    assert (advice.worlds, advice.of, advice.nodes) == (len(worlds), len(worlds), 0)
    for valued in advice.moves:
        assert valued.value == pytest.approx(sums[valued.move] / total, abs=1e-12)


@pytest.mark.parametrize("played", [0, 1])
def test_advice_from_the_book_averages_over_all_hands(played: int) -> None:
    """Values of the first two moves, from the book's text and the counts of the unseen cards."""
    book = {line[:9]: line[10:] for line in lines()}
    worth = {"+": 1, "=": 0, "-": -1}
    for seed in range(4):
        match = Match("duel", {"first": seed % 2}, seed=800 + seed)
        for _ in range(played):
            match.play(match.legal()[seed // 2])
        assert match.to_act == (seed + played) % 2
        mine, pool = hand(match), unseen(match)
        first = int(match.moves[0][0]) if played else 0
        weights = {other: ways(pool, other) for other in hands_of(pool, 8 - played)}
        sums = Counter[str]()
        for other, weight in weights.items():
            pair = (mine, other) if not played else ((*other, first), mine)
            outcomes = book[duel_book.key(*(tuple(h.count(v) for v in range(4)) for h in pair))]
            for move in match.legal():
                value, column, _ = map(int, re.split("[@,]", move))
                if played:
                    sums[move] -= weight * worth[outcomes[8 * first + 2 * value + (column == 0)]]
                else:
                    sums[move] += weight * min(worth[o] for o in outcomes[8 * value : 8 * value + 8] if o != ".")
        found = match.advise()
        assert found.worlds == found.of == len(weights)
        for valued in found.moves:
            assert valued.value == pytest.approx(sums[valued.move] / sum(weights.values()), abs=1e-12)


@pytest.mark.long
def test_shards_go_on_where_they_stopped(tmp_path: Path) -> None:
    """What another shard has solved is not solved again, a line that was cut off is; a partial book is refused."""
    wanted = [duel_book.key(*pair) for pair in duel_book.pairs()][::500]
    done = [f"{key} {'.' * 32}" for key in wanted[1:]]
    (tmp_path / "a.txt").write_text("\n".join([*done, wanted[0] + " +-"]), "ascii")
    duel_book.make_shard(1, 500, 2, tmp_path)
    made = duel_book.solved(tmp_path, 2)
    assert sorted(made) == sorted(wanted)
    assert all(made[line[:9]] == line for line in done)
    assert made[wanted[0]] == duel_book.solve(*next(iter(duel_book.pairs())))
    before = duel_book.BOOKS[2].read_bytes()
    assert duel_book.main(["--join", "--work", str(tmp_path)]) == 1
    assert duel_book.BOOKS[2].read_bytes() == before


def test_jobs_write_every_line_whole_and_once(tmp_path: Path) -> None:
    rest = list(duel_book.pairs())[:40]
    path = tmp_path / "lines.txt"
    with path.open("w", encoding="ascii") as out:
        duel_book.solve_rest("lines", rest, lambda mine, theirs, _: duel_book.key(mine, theirs) * 9, out, 4)
    assert sorted(path.read_text().splitlines()) == sorted(duel_book.key(*pair) * 9 for pair in rest)
