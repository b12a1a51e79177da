"""What a game of the grid duel turns on: the eight lines, each with its score at the end.

Lines are compared, not added. So what a line is worth is tried: how the result would change if this
line alone had ended as after the other move.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..play.outcome import Ending, Pair, Part, Told
from ..play.reasons import Finding, Mark, of_rest
from .motifs import LIMIT, Laid, board_at, points

ENDS = ("wins", "drawn")

Line = tuple[int, int]  # a seat, and its column or row as records count it

LOW_LINE = of_rest(
    "low_line",
    False,
    "one line of the mover, the one that makes most of the difference, ends with 100 - n points or less",
    "to the end of the game",
    instead=("limits_own", "thins_own", "lacks_cards", "exposes_line", "wastes_line"),
)
HIGH_LINE = of_rest(
    "high_line",
    False,
    "one line of the other seat, the one that makes most of the difference, ends with n points or more",
    "to the end of the game",
    instead=("limits_other", "denies_cards", "spoils_line"),
)
MOTIFS = (LOW_LINE, HIGH_LINE)


def parts(ending: Ending) -> dict[Line, float]:
    """The score of each line of both seats."""
    board, seat = board_at(ending.deal.state), ending.seat
    for move in ending.moves:
        board, seat = board.put(seat, Laid.of(move)), 1 - seat
    return {(who, line.at): points(line.cards) for who in (0, 1) for line in board.lines[who] if line.at is not None}


def won(lines: Mapping[Line, float], seat: int) -> int:
    """1 if a seat wins with these lines, -1 if it loses, else 0."""
    mine, theirs = (
        sorted(score for (who, _), score in lines.items() if who == one) for one in (seat, 1 - seat)
    )
    return (mine > theirs) - (mine < theirs)


def swing(seat: int, worse: Mapping[Line, float], better: Mapping[Line, float]) -> dict[Line, float]:
    """What each line makes of the difference: the mean of what it changes in either result."""
    found: dict[Line, float] = {}
    for line in worse.keys() & better.keys():
        if worse[line] != better[line]:
            gained = won({**worse, line: better[line]}, seat) - won(worse, seat)
            kept = won(better, seat) - won({**better, line: worse[line]}, seat)
            found[line] = (gained + kept) / 2
    return found


def zone(seat: int, before: Mapping[str, Any]) -> str:
    """Whether a seat's lines are columns or rows."""
    return "column" if seat == before["starter"] else "row"


def told(part: Line, seat: int, before: Mapping[str, Any], _pair: Pair) -> Told:
    """An own line that ends low, or one of the other seat that ends high."""
    who, at = part
    values, mark = {"who": who, "line": at}, Mark(zone(who, before), place=at)
    return Told(LOW_LINE, values, mark, -1, LIMIT) if who == seat else Told(HIGH_LINE, values, mark)


def about(finding: Finding, before: Mapping[str, Any]) -> set[Part]:
    """The lines that a statement is about."""
    owner = {"column": before["starter"], "row": 1 - before["starter"]}
    return {(owner[mark.zone], mark.place) for mark in finding.marks if mark.zone in owner}
