"""Makes the book of the grid duel's fourth card: the value of each move as a function of the hand.

    python3 -m native.duel.fourth --shard 1/2     draws and solves deals of every second board;
                                                  continues where it stopped
    python3 -m native.duel.fourth --join          writes the book once all boards are solved

Three cards can lie in 512 ways up to reflection (book.py names the places). The book has the boards
that came up in GAMES games between the two highest levels. For each board, deals are drawn and all
moves of the seat to act solved with open cards. A ridge regression of a move's outcome on the cards
held gives a linear function: a constant and a slope for each value. Everybody who sees the board
knows it, so a card played by it can be read without solving anything (belief.c).

A line of the book: the three cards and the two places; then, for each cell beside a card, row by
row, and each value, the constant and the four slopes in units of STEP, two characters each.

A deal takes 0.13 s, a round of all boards six minutes of one core.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple, TextIO

from ..match import Match
from ..search import Search
from ..tools.jobs import carried_out
from .book import CELLS, COPIES, FOURTH, HAND, ROOT, SIGNS, THIRD, VALUES, add_shards, part_of, write_mark

WORK = ROOT / "build" / "duel_fourth"
GAMES = 700  # with each of the two levels as the starter
FIRST_SEED = 7000
DEALS = 32  # in a round
RIDGE = 8.0  # of the regression
STEP = 1 / 512
MARKS = {1.0: "+", 0.0: "=", -1.0: "-"}
WORTH = {mark: value for value, mark in MARKS.items()}


class Board(NamedTuple):
    """The first three cards, the answer's side (0: in the first card's row), the third's place."""

    first: int
    answer: int
    side: int
    third: int
    place: int

    @property
    def name(self) -> str:
        """The name with which its line begins."""
        return "".join(map(str, self))

    @property
    def moves(self) -> tuple[str, str, str]:
        """The three moves, as in a record."""
        cells = ("0,0", CELLS[self.side], THIRD[self.side][self.place])
        return f"{self.first}@{cells[0]}", f"{self.answer}@{cells[1]}", f"{self.third}@{cells[2]}"

    def cells(self) -> list[str]:
        """Cells for a fourth card, row by row."""
        taken = [tuple(map(int, move[2:].split(","))) for move in self.moves]
        beside = {
            (x + dx, y + dy) for x, y in taken for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        } - set(taken)
        return [f"{x},{y}" for y, x in sorted((y, x) for x, y in beside)]


def boards() -> list[Board]:
    """All boards in ascending order."""
    return [
        Board(*numbers) for numbers in itertools.product(VALUES, VALUES, range(2), VALUES, range(4))
    ]


def board_of(match: Match) -> Board:
    """The board of the first three cards of a match."""
    values = [int(move[0]) for move in match.moves[:3]]
    (x, y), *others = (tuple(map(int, move[2:].split(","))) for move in match.moves[:3])
    answer, third = ((a - x, b - y) for a, b in others)
    along = answer[0] + answer[1]  # 1, or -1: mirrored
    side = int(answer[0] == 0)
    ahead, beside = (third[side] * along, abs(third[1 - side]))
    place = THIRD[side].index(f"{ahead},{beside}" if side == 0 else f"{beside},{ahead}")
    return Board(values[0], values[1], side, values[2], place)


def usual() -> list[Board]:
    """Boards that the levels come to, the most frequent first."""
    seen: Counter[Board] = Counter()
    for level, number in itertools.product(("even", "dragon"), range(GAMES)):
        match, search = Match("duel", seed=FIRST_SEED + number), Search(1)
        for name in (level, "dragon", level):
            match.play(match.advise(name, number, search=search, brief=True).move)
        seen[board_of(match)] += 1
    return [board for board, _ in sorted(seen.items(), key=lambda one: (-one[1], one[0]))]


def listed(work: Path) -> list[Board]:
    """The boards of the book: those of the work folder, or else found and stored there."""
    file = work / "boards"
    if not file.exists():
        work.mkdir(parents=True, exist_ok=True)
        file.write_text("".join(f"{board.name}\n" for board in usual()), "ascii")
    return [Board(*map(int, name)) for name in file.read_text("ascii").split()]


# ---- deals ----


def deal(board: Board, chance: random.Random) -> tuple[str, str]:
    """Draws the hands of starter and other, given these three cards."""
    rest = [str(value) for value in VALUES for _ in range(COPIES)]
    for value in (board.first, board.answer, board.third):
        rest.remove(str(value))
    chance.shuffle(rest)
    starter = [str(board.first), str(board.third), *rest[: HAND - 2]]
    other = [str(board.answer), *rest[HAND - 2 : 2 * HAND - 3]]
    return "".join(sorted(starter)), "".join(sorted(other))


def outcomes(board: Board, hands: tuple[str, str], table: Search | None) -> str:
    """A mark for each cell and value, for the seat to act; "." if it does not hold the card."""
    match = Match("duel", {"open_hands": True}, deal={"hands": list(hands)})
    for move in board.moves:
        match.play(move)
    values = {move.move: MARKS[float(move.value)] for move in match.solve(search=table).moves}
    return "".join(values.get(f"{value}@{cell}", ".") for cell in board.cells() for value in VALUES)


def solve_round(board: Board, number: int, table: Search | None) -> str:
    """A line of a shard: board, round, and each deal's hand of the seat to act and outcomes."""
    chance = random.Random(f"{board.name} {number}")
    found = []
    for _ in range(DEALS):
        hands = deal(board, chance)
        held = hands[1].replace(str(board.answer), "", 1)
        found.append(
            "".join(str(held.count(str(value))) for value in VALUES) + outcomes(board, hands, table)
        )
    return " ".join([board.name, str(number), *found])


def solved(work: Path) -> dict[tuple[str, int], list[str]]:
    """The deals of each board and round, without lines that an interruption cut off."""
    rows = [
        line.split()
        for path in sorted(work.glob("*.txt"))
        for line in path.read_text("ascii").splitlines()
    ]
    whole = (row for row in rows if len(row) == DEALS + 2 and len(row[-1]) == len(row[2]))
    return {(row[0], int(row[1])): row[2:] for row in whole}


def make_shard(number: int, count: int, rounds: int, work: Path, jobs: int = 1) -> None:
    """Solves the rounds of a shard's boards that no shard has solved yet, first rounds first."""
    known = listed(work)
    done, own, writing = solved(work), threading.local(), threading.Lock()
    tasks = [(board, turn) for turn in range(rounds) for board in known[number - 1 :: count]]

    def one(board: Board, turn: int, out: TextIO) -> None:
        if not hasattr(own, "table"):
            own.table = Search()
        line = solve_round(board, turn, own.table)
        with writing:
            out.write(line + "\n")
            out.flush()

    with (work / f"{number}-of-{count}.txt").open("a", encoding="ascii") as out:
        out.write("\n")
        rest = [
            partial(one, board, turn, out)
            for board, turn in tasks
            if (board.name, turn) not in done
        ]
        if len(carried_out("book", rest, jobs)) < len(rest):
            raise KeyboardInterrupt


# ---- the linear functions ----


def solution(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss-Jordan elimination; RIDGE keeps the symmetric matrix far from singular."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at, pivot in enumerate(rows):
        for number, row in enumerate(rows):
            if number != at:
                times = row[at] / pivot[at]
                rows[number] = [a - times * b for a, b in zip(row, pivot, strict=True)]
    return [row[-1] / row[at] for at, row in enumerate(rows)]


def line_through(points: list[tuple[list[int], float]]) -> list[float]:
    """Ridge regression of outcomes on hands: constant and slopes; without points, a loss."""
    if not points:
        return [-1.0, *[0.0 for _ in VALUES]]
    count = len(points)
    mean = sum(worth for _, worth in points) / count
    middle = [sum(hand[value] for hand, _ in points) / count for value in VALUES]
    apart = [
        ([cards - m for cards, m in zip(hand, middle, strict=True)], worth - mean)
        for hand, worth in points
    ]
    matrix = [
        [sum(a[i] * a[j] for a, _ in apart) + RIDGE * (i == j) for j in VALUES] for i in VALUES
    ]
    slopes = solution(matrix, [sum(a[i] * worth for a, worth in apart) for i in VALUES])
    return [mean - sum(s * m for s, m in zip(slopes, middle, strict=True)), *slopes]


def packed(number: float) -> str:
    """A number in units of STEP, as two characters."""
    whole = min(max(round(number / STEP) + 2048, 0), 4095)
    return SIGNS[whole % 64] + SIGNS[whole // 64]


def book_line(board: Board, deals: list[str]) -> str:
    """The line of a board from its deals."""
    hands = [[int(sign) for sign in one[:4]] for one in deals]
    numbers: Iterator[float] = itertools.chain.from_iterable(
        line_through(
            [
                (hand, WORTH[one[at]])
                for hand, one in zip(hands, deals, strict=True)
                if one[at] != "."
            ]
        )
        for at in range(4, len(deals[0]))
    )
    return f"{board.name} {''.join(map(packed, numbers))}"


def join(work: Path, rounds: int) -> int:
    """Writes the book and checksum; returns the number of rounds missing, and writes nothing if any."""
    done, turns, known = solved(work), range(rounds), sorted(listed(work))
    missing = sum((board.name, turn) not in done for board in known for turn in turns)
    if not missing:
        lines = (book_line(b, [one for turn in turns for one in done[b.name, turn]]) for b in known)
        FOURTH.write_text("".join(f'"{line}",\n' for line in lines), "ascii")
        write_mark()
    return missing


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; 1 if the book cannot be joined yet."""
    parser = argparse.ArgumentParser(
        prog="python3 -m native.duel.fourth", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument(
        "--rounds",
        type=int,
        default=4,
        metavar="N",
        help=f"{DEALS} deals of each board a round (4)",
    )
    add_shards(parser, WORK, "boards")
    chosen = parser.parse_args(arguments)
    if part := part_of(parser, chosen):
        make_shard(*part, chosen.rounds, chosen.work, chosen.jobs)
    if chosen.join and (missing := join(chosen.work, chosen.rounds)):
        print(f"{missing} rounds of boards are not solved yet", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:  # what is solved is written; the same command goes on
        sys.exit(130)
