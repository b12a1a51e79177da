"""Makes the book of the grid duel: outcomes of its first two moves for every pair of hands, all cards open.

    python3 -m native.duel_book --shard 1/2     solves every second pair, from the first on; goes on where it stopped
    python3 -m native.duel_book --join          writes assets/books/duel-hidden.txt once all pairs are solved

Dragon averages over the hands that the other seat may hold, so one book serves every deal. A line of it holds the
hands of starter and other, how many cards of each value, and 32 outcomes for the starter (+ wins, = draws, - loses,
. cannot be played): for each value of the first card, for each value of the answer, in the first card's row and in
its column. The engine is compiled with the book inside; native/duel_book.h says which one.
"""

from __future__ import annotations

import argparse
import itertools
import re
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BOOK = ROOT / "assets" / "books" / "duel-hidden.txt"
HEADER = ROOT / "native" / "duel_book.h"
WORK = ROOT / "build" / "duel_book"
VALUES = range(4)
COPIES = 5
HAND = 8
CELLS = ("1,0", "0,1")  # beside the first card: in its row, in its column
MARKS = {1.0: "+", 0.0: "=", -1.0: "-"}

Hand = tuple[int, ...]


def hands() -> list[Hand]:
    """All hands, as how many cards of each value."""
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
    """How a line of the book begins."""
    return "".join(map(str, mine)) + " " + "".join(map(str, theirs))


def solve(mine: Hand, theirs: Hand, table: Any = None) -> str:
    """The line of the book for a pair of hands."""
    from native import Match
    from native.match import Search, Solution

    marks = []
    for value in VALUES:
        values: dict[str, float] = {}
        if mine[value]:
            match = Match("duel", {"open_hands": True}, deal={"hands": [digits(mine), digits(theirs)]})
            match.play(f"{value}@0,0")
            solution = match.search(Search("solve"), table)
            assert isinstance(solution, Solution)
            assert solution.status == "exact"
            values = {move.move: float(move.value) for move in solution.moves}
        for answer, cell in itertools.product(VALUES, CELLS):
            text = f"{answer}@{cell}"
            marks.append(MARKS[-values[text]] if text in values else ".")
    return f"{key(mine, theirs)} {''.join(marks)}"


def solved(work: Path) -> dict[str, str]:
    """Lines of the shards, by their pairs of hands; a line cut off by an interruption is no line."""
    lines = [line for path in sorted(work.glob("*.txt")) for line in path.read_text("ascii").splitlines()]
    return {line[:9]: line for line in lines if len(line) == 42}


def make_shard(number: int, count: int, work: Path) -> None:
    """Solves the pairs of a shard that no shard has solved yet."""
    from native import ffi, lib

    work.mkdir(parents=True, exist_ok=True)
    done = solved(work)
    table = ffi.gc(lib.table_new(64), lib.table_free)
    with (work / f"{number}-of-{count}.txt").open("a", encoding="ascii") as out:
        out.write("\n")
        for mine, theirs in list(pairs())[number - 1 :: count]:
            if key(mine, theirs) not in done:
                out.write(solve(mine, theirs, table) + "\n")
                out.flush()


def join(work: Path) -> int:
    """Writes the book and its mark; returns how many pairs are missing (then nothing is written)."""
    done = solved(work)
    wanted = [key(mine, theirs) for mine, theirs in pairs()]
    missing = sum(name not in done for name in wanted)
    if not missing:
        BOOK.parent.mkdir(parents=True, exist_ok=True)
        BOOK.write_text("".join(f'"{done[name]}",\n' for name in wanted), "ascii")
        write_mark()
    return missing


def mark() -> int:
    """A number made of the book, which the compiled engine carries."""
    return zlib.crc32(BOOK.read_bytes())


def write_mark() -> None:
    """Puts the book's mark into the header, so that the engine is compiled anew with the new book."""
    text = HEADER.read_text("utf-8")
    HEADER.write_text(re.sub(r"(?<=DUEL_BOOK_MARK )\d+", str(mark()), text), "utf-8")


def main(arguments: list[str] | None = None) -> int:
    """The command; 1 when the book cannot be joined yet."""
    parser = argparse.ArgumentParser(prog="python3 -m native.duel_book", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--shard", metavar="I/N", help="solve the I-th of N equal parts")
    parser.add_argument("--join", action="store_true", help="write the book from the shards")
    parser.add_argument("--work", type=Path, default=WORK, help="folder of the shards (build/duel_book)")
    chosen = parser.parse_args(arguments)
    if chosen.shard:
        number, count = map(int, chosen.shard.split("/"))
        if not 1 <= number <= count:
            parser.error(f"there is no part {chosen.shard}")
        make_shard(number, count, chosen.work)
    if chosen.join and (missing := join(chosen.work)):
        print(f"{missing} of 2557 pairs are not solved yet", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
