"""The grid duel with open hands, solved: who wins each of the 2,557 pairs of hands.

    python3 -m native.duel.tables census --shard 1/2    solves every second pair from the empty
                                                        board; continues where it stopped
    python3 -m native.duel.tables join                  writes tests/values/duel-open.txt once all
                                                        pairs are solved
    python3 -m native.duel.tables shares                prints the shares of deals that the starter
                                                        wins, draws and loses

A line holds the cards of each value in the starter's hand and in the other's, and the outcome for
the starter of each first card, by value: + win, = draw, - loss, . not held. All pairs take about
half an hour of one core.

tests/values/duel-open.txt was derived from the opening book (book.py), which holds the exact
outcome of every answer to every first card: a first card is worth what its best answer leaves. 146
pairs were solved again from the empty board and agree, and a test solves more of them.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable
from math import comb
from pathlib import Path

from ..match import Match
from ..search import Search
from .book import MARKS, ROOT, VALUES, Hand, digits, key, pairs, solve_rest
from .motifs import COPIES

CENSUS = ROOT / "tests" / "values" / "duel-open.txt"
WORK = ROOT / "build" / "duel_tables"
LINE = re.compile(r"([0-5]{4}) ([0-5]{4}) ([-+=.]{4})")
DEALS = comb(20, 8) * comb(12, 8)  # ways to deal both hands from 20 distinct cards


def deals(mine: Hand, theirs: Hand) -> int:
    """How many of all deals have these two hands."""
    ways = 1
    for a, b in zip(mine, theirs, strict=True):
        ways *= comb(COPIES, a) * comb(COPIES - a, b)
    return ways


def solve(mine: Hand, theirs: Hand, table: Search | None = None) -> str:
    """The line of a pair of hands, solved from the empty board."""
    match = Match("duel", {"open_hands": True}, deal={"hands": [digits(mine), digits(theirs)]})
    solution = match.solve(search=table)
    values = {int(move.move[0]): float(move.value) for move in solution.moves}
    return (
        f"{key(mine, theirs)} {''.join(MARKS[values[v]] if v in values else '.' for v in VALUES)}"
    )


def outcome(line: str) -> str:
    """The outcome of a pair: the mark of the starter's best first card."""
    return max(line.split()[2], key=".-=+".index)


def shares(lines: Iterable[str]) -> dict[str, float]:
    """The shares of all deals that the starter wins (+), draws (=) and loses (-)."""
    total = dict.fromkeys("+=-", 0)
    for line in lines:
        mine, theirs = (tuple(map(int, hand)) for hand in line.split()[:2])
        total[outcome(line)] += deals(mine, theirs)
    return {mark: count / sum(total.values()) for mark, count in total.items()}


def solved(work: Path) -> dict[str, str]:
    """Lines of all shards by pair of hands, without lines that an interruption cut off."""
    lines = [
        line for path in sorted(work.glob("*.txt")) for line in path.read_text("ascii").splitlines()
    ]
    return {line[:9]: line for line in lines if LINE.fullmatch(line)}


def make_shard(number: int, count: int, work: Path, jobs: int = 1) -> None:
    """Solves the pairs of a shard that no shard has solved yet."""
    work.mkdir(parents=True, exist_ok=True)
    done = solved(work)
    with (work / f"{number}-of-{count}.txt").open("a", encoding="ascii") as out:
        out.write("\n")
        rest = [pair for pair in list(pairs())[number - 1 :: count] if key(*pair) not in done]
        solve_rest("census", rest, solve, out, jobs)


def join(work: Path, census: Path) -> int:
    """Writes the census. Returns how many pairs are missing; writes nothing if any are."""
    done = solved(work)
    wanted = [key(mine, theirs) for mine, theirs in pairs()]
    missing = sum(name not in done for name in wanted)
    if not missing:
        census.write_text("".join(f"{done[name]}\n" for name in wanted), "ascii")
    return missing


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; 1 if the census cannot be joined yet."""
    parser = argparse.ArgumentParser(
        prog="python3 -m native.duel.tables", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("task", choices=("census", "join", "shares"))
    parser.add_argument(
        "--shard", metavar="I/N", default="1/1", help="solve the I-th of N equal parts"
    )
    parser.add_argument(
        "--work", type=Path, default=WORK, help="folder of the shards (build/duel_tables)"
    )
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="pairs solved at a time (1)"
    )
    chosen = parser.parse_args(arguments)
    if chosen.work.exists() and not chosen.work.is_dir():
        parser.error(f"{chosen.work} is not a folder")
    if chosen.task == "shares":
        for mark, share in shares(CENSUS.read_text("ascii").splitlines()).items():
            verb = {"+": "wins", "=": "draws", "-": "loses"}[mark]
            print(f"the starter {verb} {share:.4%} of all deals")
        return 0
    if chosen.task == "join":
        missing = join(chosen.work, CENSUS)
        if missing:
            print(f"{missing} pairs of hands are not solved yet", file=sys.stderr)
        return int(missing > 0)
    part = re.fullmatch(r"(\d+)/(\d+)", chosen.shard)
    if not part or not 1 <= int(part[1]) <= int(part[2]):
        parser.error(f"a shard is I/N with I from 1 to N, not {chosen.shard}")
    make_shard(int(part[1]), int(part[2]), chosen.work, chosen.jobs)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:  # what is solved is written; the same command goes on
        sys.exit(130)
