"""Threads that share one match and one search, of every game: python -m tests.campaign.threads SECONDS

All do whatever they like, again and again. Each call ends with an answer or a refusal, and the match is whole at the
end.
"""

from __future__ import annotations

import gc
import random
import sys
import threading
import time
from collections.abc import Callable

from native import GAMES, Match, Refusal, Search

LENGTHS = (0, 1, 2, 30)  # moves played before the threads begin


def all_at_once(match: Match, search: Search) -> list[Callable[[], object]]:
    """All that threads may do with one match and one search."""
    rng = random.Random(1)

    def play() -> None:
        if not match.redo():
            match.play(rng.choice(match.legal() or ["none"]))

    def look(seat: int) -> None:
        assert len(match.scores) == match.seats_count
        match.state(seat), match.cards(seat), match.breakdown(seat), match.settled(seat), match.winners, match.key()

    def collect() -> None:
        gc.collect()
        time.sleep(0.01)

    return [
        play, play, match.undo, lambda: match.goto(rng.randrange(40)), lambda: look(0), lambda: look(1), collect,
        lambda: match.preview(match.legal()[0], 0), lambda: match.copy().record(),
        lambda: match.redealt(1, rng.randrange(99)).legal(), lambda: match.perft(2, most=1000),
        lambda: match.advise("hatchling", search=search, permille=50, ms=50),
        lambda: match.advise("dragon", search=search, permille=1, ms=50),
        lambda: match.solve(nodes=2000, ms=50, search=search), lambda: match.playouts(1, 3),
        search.forget, search.release, lambda: search.progress, lambda: search.renewed().forget(),
    ]  # fmt: skip


def share(game: str, begun: int, seconds: float) -> int:
    """Lets them share a match with so many moves; how many calls were made."""
    match, search, rng = Match(game, seed=begun), Search(1), random.Random(begun)
    while len(match.moves) < begun and not match.over:
        match.play(rng.choice(match.legal()))
    until, made, faults = time.monotonic() + seconds, [0], list[BaseException]()

    def repeat(call: Callable[[], object]) -> None:
        while time.monotonic() < until and not faults:
            made[0] += 1
            try:
                call()
            except (Refusal, IndexError):  # of a list of legal moves that is empty by now
                continue
            except BaseException as error:
                faults.append(error)

    threads = [threading.Thread(target=repeat, args=(call,)) for call in all_at_once(match, search)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for fault in faults:
        raise fault
    assert Match.load(match.record()).memory() == match.memory()
    return made[0]


def main(seconds: float) -> None:
    """So many seconds for all games together."""
    for game in GAMES:
        for begun in LENGTHS:
            print(game, begun, share(game, begun, seconds / len(GAMES) / len(LENGTHS)))


if __name__ == "__main__":
    main(float(sys.argv[1]))
