"""Memory runs out in the midst of a search: python -m tests.campaign.no_memory GAME TRIES

Each allocation of the engine fails once, alone or with all that follow. The search ends with the answer it
has with memory, or a refusal in words, and what it leaves in its table misleads no later one.
"""

from __future__ import annotations

import ctypes
import random
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

from native import LEVELS, Advice, Match, Refusal, Search, Solution
from native.build_ffi import compiler

SOURCE = Path(__file__).with_suffix(".c")
NODES = 3000  # of a solver
PERMILLE = 1  # of a level's counts
FIRST, LATER = 12, 4  # allocations that fail
REFUSALS = ("there is not enough memory", "there is no memory for a table of 1 MB")
Ask = Callable[[Search], Advice | Solution]


def compile_command(target: Path) -> list[str]:
    """Makes the library to be loaded before Python."""
    return [*compiler(), "-O1", "-shared", "-fPIC", str(SOURCE), "-o", str(target), "-ldl"]


def advised(match: Match, level: str, search: Search) -> Advice:
    """What a level plays, with few counts."""
    return match.advise(level, permille=PERMILLE, search=search)


def solved(match: Match, search: Search) -> Solution:
    """What the solver finds with few nodes."""
    return match.solve(nodes=NODES, search=search)


def questions(game: str, rng: random.Random) -> list[tuple[Match, Ask]]:
    """What may be asked at some moments of a random match."""
    match = Match(game, seed=5)
    while not match.over:
        match.play(rng.choice(match.legal()))
    found: list[tuple[Match, Ask]] = []
    whole = len(match.moves)
    for number in {*rng.sample(range(whole), min(6, whole)), *range(max(whole - 9, 0), whole)}:
        match.goto(number)
        at = match.copy()
        found += [(at, partial(advised, at, level)) for level in LEVELS]
        found.append((at, partial(solved, at)))
    return found


def asked(ask: Ask, search: Search) -> object:
    """The answer without what the clock says, or the refusal's words."""
    try:
        answer = ask(search)
    except Refusal as refusal:
        assert str(refusal)
        return str(refusal)
    return answer._replace(seconds=0, nodes=0)


def failures(number: int, rng: random.Random) -> list[int]:
    """Which of so many allocations fail: the first ones, and some of the others."""
    return [*range(min(number, FIRST)), *rng.sample(range(FIRST, number), min(max(number - FIRST, 0), LATER))]


def main(game: str, tries: int) -> None:
    """Prints how many searches were answered, answered as with memory, and refused."""
    fail_after: Callable[[int, int], int] = ctypes.CDLL(None).fail_after
    rng, counts = random.Random(3), Counter[str]()
    asking = questions(game, rng)
    while counts["tried"] < tries:
        match, ask = rng.choice(asking)
        fail_after(-1, 0)
        wanted = asked(ask, Search(1))
        number = fail_after(-1, 0)
        counts["most"] = max(counts["most"], number)
        for allocation in failures(number, rng):
            search = Search(1)
            fail_after(allocation, rng.randrange(2))
            found = asked(ask, search)
            fail_after(-1, 0)
            counts["tried"] += 1
            counts["alike" if found == wanted else "refused"] += 1
            assert found == wanted or found in REFUSALS, (len(match.moves), allocation, wanted, found)
            if isinstance(wanted, Advice):
                again = asked(ask, search)
                assert again == wanted, (len(match.moves), allocation, wanted, found, again)
    print(dict(counts))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
