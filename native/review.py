"""What every move of a match was worth: exact values with all cards open, and the adviser's from the mover's seat.

The two are never mixed: a loss with open cards may be no fault of one who could not see them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from native.match import Advice, Match, MoveValue, Solution
from native.thinker import Thinker

SAME = 1e-9  # values closer than this are equal
SOLVE_MS = 5000  # for one position with open cards


@dataclass
class Grade:
    """What is known of one move: exact values with all cards open, and the adviser's from the mover's seat."""

    seat: int
    move: str
    opened: Solution | None = None
    shut: bool = False  # no exact value with all cards open can be had here
    fair: Advice | None = None

    def open_pair(self) -> tuple[float, float] | None:
        """The best value and the played move's, with all cards open; None while unknown."""
        return self.pair(self.opened.moves) if self.opened else None

    def fair_pair(self) -> tuple[float, float] | None:
        """The best value and the played move's, by what could be known; None while unknown."""
        return self.pair(self.fair.moves) if self.fair else None

    def open_loss(self) -> float | None:
        """What the move gave away with all cards open; None while unknown."""
        return lost(self.open_pair())

    def fair_loss(self) -> float | None:
        """What the move gave away by what could be known; None while unknown."""
        return lost(self.fair_pair())

    def pair(self, moves: tuple[MoveValue, ...]) -> tuple[float, float]:
        """The value of the mover's best move and of the one that was played. The best need not be the greatest: a
        value may be another seat's gain."""
        own = {m.move: float(m.value[self.seat] if isinstance(m.value, list) else m.value) for m in moves}
        best = next((m.move for m in moves if m.best), None)
        return (max(own.values()) if best is None else own[best]), own[self.move]


def lost(pair: tuple[float, float] | None) -> float | None:
    """By how much the played move falls short of the best; 0 for an equal move, None for None."""
    if pair is None:
        return None
    loss = abs(pair[0] - pair[1])
    return loss if loss > SAME else 0.0


class Grader:
    """Grades the moves of a finished match in the background, those near a ply first; each only when it is solved."""

    def __init__(self, match: Match, seats: Iterable[int], done: Callable[[Grader], None] | None = None) -> None:
        """At first only what the mean loss of these seats needs; done is called when that is known."""
        self.match, self.done = match, done
        self.walker = match.copy()
        self.grades: list[Grade] = []
        self.walker.goto(0)
        for move in match.moves:
            self.grades.append(Grade(self.walker.to_act or 0, move, shut=not self.walker.info.solvable))
            self.walker.play(move)
        self.near = len(self.grades)
        self.jobs = [(ply, "advise") for ply, grade in enumerate(self.grades) if grade.seat in seats]
        self.running: tuple[int, str] | None = None
        self.thinker = Thinker()

    def widen(self) -> None:
        """From now on every move is graded, with open cards too where the game can be solved."""
        kinds = ("solve", "advise") if self.walker.info.solvable else ("advise",)
        known = {(ply, "advise") for ply, grade in enumerate(self.grades) if grade.fair}
        known |= {(ply, "solve") for ply, grade in enumerate(self.grades) if grade.opened or grade.shut}
        wanted = [(ply, kind) for ply in range(len(self.grades)) for kind in kinds]
        self.jobs = [job for job in wanted if job not in known]

    def tick(self) -> bool:
        """Takes an answer, starts the next search; true when a grade came in."""
        if self.running is None:
            if self.jobs:
                self.start(min(self.jobs, key=lambda job: (abs(job[0] - self.near), job[1])))
            return False
        found = self.thinker.poll()
        if found is None:
            return False
        ply, _ = self.running
        if self.running in self.jobs:
            self.jobs.remove(self.running)
        self.running = None
        if isinstance(found, Solution):
            self.grades[ply].opened = found if found.status == "exact" else None
            self.grades[ply].shut = found.status != "exact"
        else:
            self.grades[ply].fair = found
        if not self.jobs and self.done:
            self.done(self)
            self.done = None
        return True

    def start(self, job: tuple[int, str]) -> None:
        """Begins to grade a move."""
        self.running = job
        self.walker = self.match.copy()
        self.walker.goto(job[0])
        self.thinker.start(self.walker, job[1], level="dragon", ms=SOLVE_MS if job[1] == "solve" else 0)

    def value_at(self, ply: int, seat: int) -> float | None:
        """What the position before a move was worth to a seat: with open cards where such values are solved, else by
        what its mover could know. None while unknown, and where another of more than two seats was to move."""
        grade, two = self.grades[ply], self.match.seats_count == 2
        if grade.seat != seat and not two:
            return None
        pair = grade.open_pair() if self.opens else grade.fair_pair()
        value = pair[0] if pair else None
        return value if value is None or grade.seat == seat else -value

    @property
    def opens(self) -> bool:
        """Whether the values of positions are those with open cards: for two seats, where any are solved."""
        return self.match.seats_count == 2 and any(grade.opened for grade in self.grades)

    def mean_loss(self, seats: list[int]) -> float | None:
        """Mean fair loss of these seats' moves."""
        losses = [g.fair_loss() for g in self.grades if g.seat in seats]
        known = [loss for loss in losses if loss is not None]
        return sum(known) / len(known) if known else None

    def close(self) -> None:
        """Stops what is still being graded."""
        self.thinker.close()
