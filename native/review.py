"""What every move of a match was worth: exact values with all cards open, and the adviser's from the mover's seat.

The two are never mixed: a loss with open cards may be no fault of one who could not see them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from native.match import Advice, Match, Solution
from native.thinker import Thinker

SAME = 1e-9  # values closer than this are equal


@dataclass
class Grade:
    """What is known of one move: exact values with all cards open, and the adviser's from the mover's seat."""

    seat: int
    move: str
    opened: Solution | None = None
    fair: Advice | None = None

    def open_pair(self) -> tuple[float, float] | None:
        """The best value and the played move's, with all cards open; None while unknown."""
        return self.pair([(m.move, m.value) for m in self.opened.moves]) if self.opened else None

    def fair_pair(self) -> tuple[float, float] | None:
        """The best value and the played move's, by what could be known; None while unknown."""
        return self.pair([(m.move, m.value) for m in self.fair.moves]) if self.fair else None

    def open_loss(self) -> float | None:
        """What the move gave away with all cards open; None while unknown."""
        return lost(self.open_pair())

    def fair_loss(self) -> float | None:
        """What the move gave away by what could be known; None while unknown."""
        return lost(self.fair_pair())

    def pair(self, values: list[tuple[str, Any]]) -> tuple[float, float]:
        """The mover's best value and the one of the move that was played."""
        own = {move: float(v[self.seat] if isinstance(v, list) else v) for move, v in values}
        return max(own.values()), own[self.move]


def lost(pair: tuple[float, float] | None) -> float | None:
    """Best less played; 0 for an equal move, None for None."""
    if pair is None:
        return None
    return pair[0] - pair[1] if pair[0] - pair[1] > SAME else 0.0


class Grader:
    """Grades the moves of a finished match in the background, the last first; each only when it is solved."""

    def __init__(self, match: Match, done: Callable[[Grader], None] | None = None) -> None:
        self.match, self.done = match, done
        self.walker = match.copy()
        self.grades: list[Grade] = []
        self.walker.goto(0)
        for move in match.moves:
            self.grades.append(Grade(self.walker.to_act or 0, move))
            self.walker.play(move)
        kinds = ("solve", "advise") if self.walker.info.solvable else ("advise",)
        self.jobs = deque((ply, kind) for ply in reversed(range(len(self.grades))) for kind in kinds)
        self.running = False
        self.thinker = Thinker()

    def tick(self) -> bool:
        """Takes an answer, starts the next search; true when a grade came in."""
        if not self.jobs:
            return False
        if not self.running:
            ply, kind = self.jobs[0]
            self.walker = self.match.copy()
            self.walker.goto(ply)
            self.thinker.start(self.walker, kind, level="dragon")
            self.running = True
            return False
        found = self.thinker.poll()
        if found is None:
            return False
        ply, kind = self.jobs.popleft()
        self.running = False
        if isinstance(found, Solution):
            self.grades[ply].opened = found if found.status == "exact" else None
        else:
            self.grades[ply].fair = found
        if not self.jobs and self.done:
            self.done(self)
        return True

    def mean_loss(self, seats: list[int]) -> float | None:
        """Mean fair loss of these seats' moves."""
        losses = [g.fair_loss() for g in self.grades if g.seat in seats]
        known = [loss for loss in losses if loss is not None]
        return sum(known) / len(known) if known else None

    def close(self) -> None:
        """Stops what is still being graded."""
        self.thinker.close()
