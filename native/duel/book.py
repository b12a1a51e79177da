"""Makes the opening books of the grid duel: outcomes of its first moves for every pair of hands.

    python3 -m native.duel.book --plies 2 --shard 1/2    solves every second pair; continues where
                                                         it stopped
    python3 -m native.duel.book --plies 2 --join         writes the book once all pairs are solved

All cards are open in the book. Dragon averages over the hands that the other seat may hold, so one
book serves every deal.

A line holds the number of cards of each value in the starter's hand and in the other's, then
outcomes for the starter: + win, = draw, - loss, . not possible. Two plies make 32 outcomes: for
each value of the first card, for each value of the answer, for an answer in the first card's row
and in its column. Three plies make 512 outcomes: for each of those 32, for each value of the third
card, for the four different places (outside the first card, outside the answer, beside the first
card, beside the answer). Three outcomes are packed into a character. book.h says which books are
compiled in.

Three plies take 35 minutes on one core (0.8 s a pair), two plies take less.
"""

from __future__ import annotations

import argparse
import itertools
import re
import sys
import threading
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TextIO

from ..match import Match
from ..search import Search
from ..tools.jobs import carried_out
from .motifs import COPIES

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "assets" / "duel" / "books"
BOOKS = {2: FOLDER / "hidden.txt", 3: FOLDER / "hidden-3.txt"}
BOARDS = FOLDER / "boards.txt"  # made by boards.py
HEADER = ROOT / "native" / "duel" / "book.h"
WORK = ROOT / "build" / "duel_book"
VALUES = range(4)
HAND = 8
CELLS = ("1,0", "0,1")  # beside the first card: in its row, in its column
THIRD = (
    ("-1,0", "2,0", "0,1", "1,1"),
    ("0,-1", "0,2", "1,0", "1,1"),
)  # after an answer in the row, in the column
MARKS = {1.0: "+", 0.0: "=", -1.0: "-"}
STATES = ".-=+"
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"  # three outcomes each
LENGTH = {2: 10 + 32, 3: 10 + 171}  # of a line

Hand = tuple[int, ...]


def hands() -> list[Hand]:
    """All hands, as numbers of cards of each value."""
    return [h for h in itertools.product(range(COPIES + 1), repeat=len(VALUES)) if sum(h) == HAND]


def pairs() -> Iterator[tuple[Hand, Hand]]:
    """All pairs of hands that can be dealt, in the order of the book."""
    for mine, theirs in itertools.product(hands(), hands()):
        if all(a + b <= COPIES for a, b in zip(mine, theirs, strict=True)):
            yield mine, theirs


def digits(hand: Hand) -> str:
    """A hand as the record format writes it."""
    return "".join(str(value) * hand[value] for value in VALUES)


def key(mine: Hand, theirs: Hand) -> str:
    """The beginning of a pair's line."""
    return "".join(map(str, mine)) + " " + "".join(map(str, theirs))


def values_after(
    mine: Hand, theirs: Hand, moves: tuple[str, ...], table: Search | None
) -> dict[str, float]:
    """Outcomes of all moves after these, for the seat to act; empty if one is illegal."""
    match = Match("duel", {"open_hands": True}, deal={"hands": [digits(mine), digits(theirs)]})
    for move in moves:
        if move not in match.legal():
            return {}
        match.play(move)
    solution = match.solve(search=table)
    return {move.move: float(move.value) for move in solution.moves}


def two_plies(mine: Hand, theirs: Hand, table: Search | None) -> Iterator[str]:
    for first in VALUES:
        values = values_after(mine, theirs, (f"{first}@0,0",), table)
        for answer, cell in itertools.product(VALUES, CELLS):
            value = values.get(f"{answer}@{cell}")
            yield "." if value is None else MARKS[-value]


def three_plies(mine: Hand, theirs: Hand, table: Search | None) -> Iterator[str]:
    for first, answer, (cell, places) in itertools.product(
        VALUES, VALUES, zip(CELLS, THIRD, strict=True)
    ):
        values = values_after(mine, theirs, (f"{first}@0,0", f"{answer}@{cell}"), table)
        for third, place in itertools.product(VALUES, places):
            value = values.get(f"{third}@{place}")
            yield "." if value is None else MARKS[value]


def packed(marks: str) -> str:
    """Packs three outcomes into a character."""
    states = [STATES.index(mark) for mark in marks.ljust(-(-len(marks) // 3) * 3, ".")]
    return "".join(SIGNS[a + 4 * b + 16 * c] for a, b, c in zip(*[iter(states)] * 3, strict=True))


def solve(mine: Hand, theirs: Hand, plies: int = 2, table: Search | None = None) -> str:
    """The line of a book for a pair of hands."""
    if plies == 2:
        return f"{key(mine, theirs)} {''.join(two_plies(mine, theirs, table))}"
    return f"{key(mine, theirs)} {packed(''.join(three_plies(mine, theirs, table)))}"


def solved(work: Path, plies: int) -> dict[str, str]:
    """Lines of the shards by pair of hands, without lines that an interruption cut off."""
    lines = [
        line for path in sorted(work.glob("*.txt")) for line in path.read_text("ascii").splitlines()
    ]
    return {line[:9]: line for line in lines if len(line) == LENGTH[plies]}


def solve_rest(
    name: str,
    rest: list[tuple[Hand, Hand]],
    line: Callable[[Hand, Hand, Search], str],
    out: TextIO,
    jobs: int,
) -> None:
    """Solves pairs in parallel, each thread with its own table. Each line is written at once."""
    own = threading.local()

    def one(pair: tuple[Hand, Hand]) -> str:
        if not hasattr(own, "table"):
            own.table = Search()
        return line(*pair, own.table)

    write_lines(name, [partial(one, pair) for pair in rest], out, jobs)


def write_lines(name: str, lines: Sequence[Callable[[], str]], out: TextIO, jobs: int) -> None:
    """Finds lines in parallel and writes each at once. Raises KeyboardInterrupt if one is
    missing."""
    writing = threading.Lock()

    def one(line: Callable[[], str]) -> None:
        found = line()
        with writing:
            out.write(found + "\n")
            out.flush()

    if len(carried_out(name, [partial(one, line) for line in lines], jobs)) < len(lines):
        raise KeyboardInterrupt


def make_shard(number: int, count: int, plies: int, work: Path, jobs: int = 1) -> None:
    """Solves the pairs of a shard that no shard has solved yet."""
    work.mkdir(parents=True, exist_ok=True)
    done = solved(work, plies)
    with (work / f"{plies}-{number}-of-{count}.txt").open("a", encoding="ascii") as out:
        out.write("\n")
        rest = [pair for pair in list(pairs())[number - 1 :: count] if key(*pair) not in done]
        solve_rest(
            "book", rest, lambda mine, theirs, table: solve(mine, theirs, plies, table), out, jobs
        )


def join(work: Path, plies: int) -> int:
    """Writes the book and its checksum. Returns how many pairs are missing; writes nothing if any
    are."""
    done = solved(work, plies)
    wanted = [key(mine, theirs) for mine, theirs in pairs()]
    missing = sum(name not in done for name in wanted)
    if not missing:
        BOOKS[plies].write_text("".join(f'"{done[name]}",\n' for name in wanted), "ascii")
        write_mark()
    return missing


def mark() -> int:
    """A checksum of the books, to be compiled into the engine."""
    return zlib.crc32(b"".join(path.read_bytes() for path in (*BOOKS.values(), BOARDS)))


def write_mark() -> None:
    """Writes the checksum into the header, so that the engine is compiled again with a new book."""
    text = HEADER.read_text("utf-8")
    HEADER.write_text(re.sub(r"(?<=DUEL_BOOK_MARK )\d+", str(mark()), text), "utf-8")


def add_shards(parser: argparse.ArgumentParser, work: Path, what: str) -> None:
    """Adds the command line options for work in shards."""
    parser.add_argument("--shard", metavar="I/N", help="solve the I-th of N equal parts")
    parser.add_argument("--join", action="store_true", help="write the book from the shards")
    parser.add_argument(
        "--work", type=Path, default=work, help=f"folder of the shards (build/{work.name})"
    )
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help=f"{what} solved at a time (1)"
    )


def part_of(parser: argparse.ArgumentParser, chosen: argparse.Namespace) -> tuple[int, int] | None:
    """The shard to solve as (number, count), or None. Ends the program if the options are
    invalid."""
    if chosen.work.exists() and not chosen.work.is_dir():
        parser.error(f"{chosen.work} is not a folder")
    if not chosen.shard:
        return None
    if not re.fullmatch(r"\d+/\d+", chosen.shard):
        parser.error(f"a shard is I/N, not {chosen.shard}")
    number, count = map(int, chosen.shard.split("/"))
    if not 1 <= number <= count:
        parser.error(f"there is no shard {chosen.shard}")
    return number, count


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; 1 if the book cannot be joined yet."""
    parser = argparse.ArgumentParser(
        prog="python3 -m native.duel.book", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument(
        "--plies", type=int, choices=BOOKS, default=2, help="moves that the book covers"
    )
    add_shards(parser, WORK, "pairs")
    chosen = parser.parse_args(arguments)
    if part := part_of(parser, chosen):
        make_shard(*part, chosen.plies, chosen.work, chosen.jobs)
    if chosen.join and (missing := join(chosen.work, chosen.plies)):
        print(f"{missing} of {len(list(pairs()))} pairs are not solved yet", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:  # what is solved is written; the same command goes on
        sys.exit(130)
