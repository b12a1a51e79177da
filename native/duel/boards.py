"""Makes the book of boards of the grid duel: what each move is worth, as a linear function of the
hand.

    python3 -m native.duel.boards --shard 1/2     samples every second board; continues where it
                                                  stopped
    python3 -m native.duel.boards --join          writes the book once all boards are sampled

Up to reflection, three cards can lie in 144 ways and four in 1,452. For each such board, deals are
drawn, and for each deal all moves of the seat to act are solved with open cards (opening.c). A
ridge regression of a move's outcome on the cards held gives a linear function: a constant and a
slope for each value. With it, a card that was played says something about the hand without any
solving (belief.c). The book has the mean of all rounds.

A line of the book: the board's name (book.c); then, for each cell next to a card, row by row, and
each value, the constant and the four slopes in units of STEP, two characters each.

A deal takes 0.13 s with three cards and 0.02 s with four; a round of all boards takes 45 minutes on
one core.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from .._engine import ffi, lib
from ..match import Match
from .book import (
    BOARDS,
    HAND,
    ROOT,
    SIGNS,
    VALUES,
    add_shards,
    part_of,
    write_lines,
    write_mark,
)
from .motifs import COPIES

WORK = ROOT / "build" / "duel_boards"
SIZES = (3, 4)  # cards on a board
SPAN = 4
ROUNDS = 2
DEALS = 64  # in a round
STEP = 1 / 512
NUMBERS = 5  # of a move: the constant and the slopes
BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1))

Shape = frozenset[tuple[int, int]]


def shapes(cards: int) -> list[Shape]:
    """All arrangements of this many cards, as cells with columns and rows from 0 on."""
    found: set[Shape] = {frozenset({(0, 0)})}
    for _ in range(cards - 1):
        grown = {
            shape | {(x + dx, y + dy)} for shape in found for x, y in shape for dx, dy in BESIDE
        }
        found = {from_corner(shape) for shape in grown if len(shape) > len(next(iter(found)))}
    return sorted((s for s in found if max(map(max, s)) < SPAN), key=sorted)


def from_corner(shape: Shape) -> Shape:
    """The shape moved to the upper left corner."""
    left, top = (min(cell[axis] for cell in shape) for axis in (0, 1))
    return frozenset((x - left, y - top) for x, y in shape)


def in_order(shape: Shape) -> list[tuple[int, int]]:
    """The cells in an order in which each touches an earlier one."""
    rest = sorted(shape)
    order = [rest.pop(0)]
    while rest:
        order.append(
            next(c for c in rest if any((c[0] + dx, c[1] + dy) in order for dx, dy in BESIDE))
        )
        rest.remove(order[-1])
    return order


def laid(shape: Shape, values: Sequence[int], seed: int = 0) -> Match:
    """A match that has come to this board, with these values in the order of the cells."""
    cells = in_order(shape)
    rest = [value for value in VALUES for _ in range(COPIES)]
    for value in values:
        rest.remove(value)
    random.Random(seed).shuffle(rest)
    hands = [list(values[seat::2]) for seat in (0, 1)]
    for hand in hands:
        while len(hand) < HAND:
            hand.append(rest.pop())
    deal = {"hands": ["".join(map(str, sorted(hand))) for hand in hands]}
    match = Match("duel", {"first": 0}, deal=deal)
    for value, (x, y) in zip(values, cells, strict=True):
        match.play(f"{value}@{x - cells[0][0]},{y - cells[0][1]}")
    return match


def sampled(match: Match, seed: int, deals: int) -> tuple[str, list[float]]:
    """The name of a match's board, and its numbers from this many deals. Raises MemoryError."""
    name, numbers = ffi.new("char[]", 16), ffi.new("double[]", 16 * len(VALUES) * NUMBERS)
    state = ffi.new("char[]", match.memory())
    cells = lib.duel_board_lines(state, seed, deals, name, numbers)
    if not cells:
        raise MemoryError
    return ffi.string(name).decode("ascii"), list(numbers[0 : cells * len(VALUES) * NUMBERS])


def boards() -> dict[str, Match]:
    """A match for each board, by the board's name in ascending order."""
    found: dict[str, Match] = {}
    for cards in SIZES:
        for shape, values in itertools.product(
            shapes(cards), itertools.product(VALUES, repeat=cards)
        ):
            match = laid(shape, values)
            found.setdefault(sampled(match, 0, 0)[0], match)
    return dict(sorted(found.items()))


# ---- shards ----


def line_of(name: str, match: Match, turn: int) -> str:
    """A line of a shard: board, round and numbers in units of STEP."""
    _, numbers = sampled(match, turn, DEALS)
    return " ".join([name.replace(" ", "_"), str(turn), *(str(round(n / STEP)) for n in numbers)])


def solved(work: Path) -> dict[tuple[str, int], list[int]]:
    """The numbers of each board and round, without lines that an interruption cut off."""
    found = {}
    for path in sorted(work.glob("*.txt")):
        for line in path.read_text("ascii").splitlines(keepends=True):
            name, *numbers = line.split() or [""]
            if line.endswith("\n") and len(numbers) > 1:
                found[name.replace("_", " "), int(numbers[0])] = [int(n) for n in numbers[1:]]
    return found


def make_shard(number: int, count: int, rounds: int, work: Path, jobs: int = 1) -> None:
    """Samples the rounds of a shard's boards that no shard has yet, first rounds first."""
    work.mkdir(parents=True, exist_ok=True)
    done = solved(work)
    own = list(boards().items())[number - 1 :: count]
    tasks = [(name, match, turn) for turn in range(rounds) for name, match in own]

    with (work / f"{number}-of-{count}.txt").open("a", encoding="ascii") as out:
        out.write("\n")
        rest = [partial(line_of, *task) for task in tasks if (task[0], task[2]) not in done]
        write_lines("book", rest, out, jobs)


def packed(number: float) -> str:
    """A number in units of STEP, as two characters."""
    whole = min(max(round(number) + 2048, 0), 4095)
    return SIGNS[whole % 64] + SIGNS[whole // 64]


def book_line(name: str, rounds: Sequence[Sequence[int]]) -> str:
    """The line of a board: the means of its rounds."""
    return f"{name} {''.join(packed(sum(n) / len(n)) for n in zip(*rounds, strict=True))}"


def join(names: Iterable[str], work: Path, rounds: int) -> int:
    """Writes the book and its checksum. Returns how many rounds are missing; writes nothing if any
    are."""
    done, turns, known = solved(work), range(rounds), list(names)
    missing = sum((name, turn) not in done for name in known for turn in turns)
    if not missing:
        lines = (book_line(name, [done[name, turn] for turn in turns]) for name in known)
        BOARDS.write_text("".join(f'"{line}",\n' for line in lines), "ascii")
        write_mark()
    return missing


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; 1 if the book cannot be joined yet."""
    parser = argparse.ArgumentParser(
        prog="python3 -m native.duel.boards", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument(
        "--rounds",
        type=int,
        default=ROUNDS,
        metavar="N",
        help=f"{DEALS} deals of each board a round ({ROUNDS})",
    )
    add_shards(parser, WORK, "boards")
    chosen = parser.parse_args(arguments)
    if part := part_of(parser, chosen):
        make_shard(*part, chosen.rounds, chosen.work, chosen.jobs)
    if chosen.join and (missing := join(boards(), chosen.work, chosen.rounds)):
        print(f"{missing} rounds of boards are not sampled yet", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:  # what is sampled is written; the same command goes on
        sys.exit(130)
