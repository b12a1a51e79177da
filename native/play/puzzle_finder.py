"""Mines more puzzles in the background while somebody looks at puzzles, and keeps them for the person.

One thread runs with the lowest priority, where threads have their own. A puzzle is what `mine` prints. Its
form is checked when it is read, its record when it is used.
"""

from __future__ import annotations

import contextlib
import threading
from queue import Empty, SimpleQueue
from typing import Any

from ..bounds import PUZZLES_LIMIT
from ..grades import SERIOUS
from ..match import Match
from ..records import SEED_LIMIT
from ..refusals import BadRecord
from ..search import Search
from ..store.chronicle import Chronicle
from ..thinker import step_back
from .mining import Stopped, of_deal, puzzle_of, values_of
from .puzzles import Puzzle, read
from .review import Grader

FIRST_DEAL = 1_000_000_000  # far from the deals of the packs
LAST = 19  # steps of priority: behind everything else


class MinedPuzzles:
    """The puzzles found for a person."""

    def __init__(self, game: str, chronicle: Chronicle) -> None:
        self.game, self.chronicle = game, chronicle
        self.read()

    def read(self) -> None:
        """Reads the puzzles found so far, by any program."""
        found = read(self.game, self.chronicle.puzzles(self.game, PUZZLES_LIMIT))
        self.puzzles = list({one.id: one for one in found}.values())
        seeds = [one.record.get("seed") for one in self.puzzles]
        newest = max([FIRST_DEAL - 1, *(n for n in seeds if type(n) is int)])
        self.next_deal = (newest + 1) % SEED_LIMIT

    def add(self, puzzle: dict[str, Any]) -> Puzzle:
        """Adds a puzzle, unless there is one of the same position."""
        found = read(self.game, [puzzle])[0]
        if all(found.record != one.record for one in self.puzzles):
            self.chronicle.add_puzzle(self.game, found.id, puzzle)
            if all(found.id != one.id for one in self.puzzles):
                self.puzzles.append(found)
        return found


def sound(puzzle: Puzzle) -> bool:
    """Whether a puzzle can be used: its record is of the game, its seat is to move, and its
    solution consists of legal moves; where these are called sure, they are proven once more."""
    try:
        match = Match.load(puzzle.record)
    except (BadRecord, TypeError, ValueError):
        return False
    if match.game != puzzle.game or puzzle.open != puzzle.kind.open:
        return False
    if match.over or match.to_act != puzzle.seat:
        return False
    if puzzle.kind.sure:
        found = values_of(match, puzzle.kind)
        return found is not None and set(found.right) == set(puzzle.solution)
    return set(puzzle.solution) < set(match.legal())


def keep_mistakes(grader: Grader, seat: int, chronicle: Chronicle) -> None:
    """Keeps every mistake of a seat as a puzzle of the person's, if the right moves are proven."""
    kept = MinedPuzzles(grader.match.game, chronicle)
    for ply, grade in enumerate(grader.grades):
        if grade.seat != seat or not grade.fair or grade.word(grader.match.game) not in SERIOUS:
            continue
        reasoning = grader.reasoning(ply)
        before = grader.match.copy()
        before.goto(ply)
        reason = reasoning.by_rules if reasoning else None
        if puzzle := puzzle_of(before, grade.fair, reason.motif if reason else ""):
            kept.add(puzzle)


class Miner:
    """Mines puzzles, deal after deal, until it is closed."""

    def __init__(self, game: str, deal: int) -> None:
        self.game, self.deal = game, deal
        self.search = Search()
        self.found: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self.thread = threading.Thread(target=self.work, name="miner", daemon=True)
        self.thread.start()

    def work(self) -> None:
        step_back(LAST)
        with contextlib.suppress(Stopped):
            while True:
                for puzzle in of_deal(self.game, self.deal, self.search):
                    self.found.put(puzzle)
                self.deal = (self.deal + 1) % SEED_LIMIT

    def poll(self) -> list[dict[str, Any]]:
        """The puzzles found since the last call."""
        taken: list[dict[str, Any]] = []
        with contextlib.suppress(Empty):
            while True:
                taken.append(self.found.get_nowait())
        return taken

    def close(self) -> None:
        """Stops, and waits until the thread has ended."""
        self.search.stop()
        self.thread.join()
