"""What a loss is called, by game: good, slip, mistake or blunder, and what it counts in accuracy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple

from .files import read_toml

SAME = 1e-6  # values closer than this are equal: commands print six places

Word = Literal["forced", "best", "good", "slip", "mistake", "blunder"]
SERIOUS: tuple[Word, ...] = ("mistake", "blunder")


class Scale(NamedTuple):
    """From which loss on a move is a slip, a mistake, a blunder; and the loss that counts half."""

    slip: float
    mistake: float
    blunder: float
    half: float

    def word(self, loss: float) -> Word:
        """What a move with this loss is called."""
        if loss <= SAME:
            return "best"
        names: tuple[Word, ...] = ("good", "slip", "mistake", "blunder")
        return names[sum(loss >= bound for bound in self[:3])]

    def accuracy(self, losses: Sequence[float]) -> float | None:
        """0 .. 100: the mean of what the moves count, 100 without a loss; None of no moves."""
        if not losses:
            return None
        counted = [float(0.5 ** (loss / self.half)) for loss in losses]
        return round(100 * sum(counted) / len(losses), 1)


@cache
def scale_of(game: str) -> Scale:
    """The scale of a game: assets/GAME/grades.toml, else that of assets/grades.toml."""
    return Scale(**(read_toml(game, "grades.toml") or read_toml("grades.toml") or {}))
