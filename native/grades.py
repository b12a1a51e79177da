"""How a lost value is graded, by game: good, slip, mistake or blunder; and the accuracy of some
choices, in all games alike."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache
from typing import Literal, NamedTuple

from .files import own_table, read_toml

SAME = 1e-6  # values closer than this are equal: commands print six decimals

Word = Literal["forced", "best", "good", "slip", "mistake", "blunder"]
SERIOUS: tuple[Word, ...] = ("mistake", "blunder")
WRONG: tuple[Word, ...] = ("slip", *SERIOUS)
RIGHT = 0.025  # of a blunder: what a right move may lose; in the duel 1 % of a win
RANDOM = 0.2  # accuracy of choices that lose all that was at stake, as random ones do on average


class Choice(NamedTuple):
    """A choice between moves, in the units of the adviser's values. lost: how much worse the move
    is than the adviser's choice (negative if it is better). stake: how much worse a random move is
    on average."""

    lost: float
    stake: float


def accuracy(choices: Iterable[Choice]) -> float | None:
    """The accuracy of some choices, 0 .. 100; None for none.

    Losing nothing gives 100, losing all that was at stake 100 * RANDOM. A choice weighs as much as
    was at stake in it, so one between equal moves does not count. The share of the stake that is
    kept is the skill score of weather forecasts, with random play as the reference (A. Murphy,
    "Skill scores based on the mean square error", Monthly Weather Review 116, 1988). As in
    Lichess's accuracy (lichess.org/page/accuracy), losses lower the figure exponentially, and
    moves weigh by how much hangs on them.
    """
    known = list(choices)
    if not known:
        return None
    lost, stake = sum(one.lost for one in known), sum(one.stake for one in known)
    if lost <= SAME or stake <= SAME:
        return 100.0
    return round(100 * math.pow(RANDOM, lost / stake), 1)


class GradeScale(NamedTuple):
    """The smallest loss that is a slip, a mistake or a blunder. lost: where values lie between -1 (a defeat) and 1,
    how far below 0 that of a lost position is; 0 for other values. won: from which value on the match is as good as
    won. cost: how much losses weigh in what they cost of the win (play/luck.py)."""

    slip: float
    mistake: float
    blunder: float
    lost: float
    won: float
    cost: float

    @property
    def right(self) -> float:
        """The largest loss of a move that counts as right."""
        return self.blunder * RIGHT

    def word(self, loss: float) -> Word:
        """The name of a move with this loss."""
        if loss <= self.right + SAME:
            return "best"
        names: tuple[Word, ...] = ("good", "slip", "mistake", "blunder")
        return names[sum(loss >= bound for bound in (self.slip, self.mistake, self.blunder))]


@cache
def scale_of(game: str) -> GradeScale:
    """The grading scale of a game: assets/GAME/grades.toml; what it leaves out, assets/grades.toml."""
    bounds = (read_toml("grades.toml") or {}) | own_table(game, "grades.toml")
    return GradeScale(*(bounds[name] for name in GradeScale._fields))
