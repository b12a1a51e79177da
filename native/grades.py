"""How a lost value is graded, by game: good, slip, mistake or blunder, and its share in
accuracy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple

from .files import read_toml

SAME = 1e-6  # values closer than this are equal: commands print six decimals

Word = Literal["forced", "best", "good", "slip", "mistake", "blunder"]
SERIOUS: tuple[Word, ...] = ("mistake", "blunder")


class GradeScale(NamedTuple):
    """The smallest loss that is a slip, a mistake or a blunder, and the loss that halves a move's
    accuracy."""

    slip: float
    mistake: float
    blunder: float
    half: float

    def word(self, loss: float) -> Word:
        """The name of a move with this loss."""
        if loss <= SAME:
            return "best"
        names: tuple[Word, ...] = ("good", "slip", "mistake", "blunder")
        return names[sum(loss >= bound for bound in self[:3])]

    def accuracy(self, losses: Sequence[float]) -> float | None:
        """Mean accuracy of moves with these losses, 0 .. 100; 100 without any loss. None for no
        moves."""
        if not losses:
            return None
        counted = [float(0.5 ** (loss / self.half)) for loss in losses]
        return round(100 * sum(counted) / len(losses), 1)


@cache
def scale_of(game: str) -> GradeScale:
    """The grading scale of a game: assets/GAME/grades.toml, else assets/grades.toml."""
    return GradeScale(**(read_toml(game, "grades.toml") or read_toml("grades.toml") or {}))
