"""The motifs of the grid duel: statements about lines, triples and what is left to play."""

from __future__ import annotations

from ..play.reasons import Finding, Mark, Motif, Trial
from ..position import Position

UNIT = "win"  # a win is worth 1, a loss -1
HUNDRED = 100


def place_text(place: int) -> str:
    """A place of the grid as a move names it: column and row, relative to the first card."""
    return f"{(place & 7) - 3},{(place >> 3) - 3}"


def hundreds(position: Position, seat: int) -> set[int]:
    """The lines of a seat that score 100 or more, by their number."""
    return {row.count for row in position.breakdown(seat) if row.value >= HUNDRED}


def gives_hundred(trial: Trial) -> Finding | None:
    """Whether the other seat can complete a line of 100 with its next card."""
    other = 1 - trial.seat
    had = hundreds(trial.after, other)
    for reply in trial.replies:
        if reply.seat == other and (new := hundreds(reply.after, other) - had):
            place = next(e.place for e in reply.events if e.target == "grid")
            values = {"who": other, "card": reply.move[0], "line": min(new)}
            return Finding((Mark("grid", place=place),), reply=(reply.move,), values=values)
    return None


MOTIFS = (
    Motif(
        "gives_hundred",
        False,
        gives_hundred,
        "After the move, some legal next move of the other seat leaves one of that seat's lines at 100 points or "
        "more that was below 100 before it.",
    ),
)
