"""What a game of the grid duel turns on: the eight lines, each with its score at the end.

Lines are compared, not added. So what a line is worth is tried: how the result would change if this
line alone had ended as after the other move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from ..play.outcome import Ending, Outcome, Pair, Part, Share, Told
from ..play.reasons import Finding, Mark, of_rest
from .motifs import LIMIT, Laid, board_at, free, line_at, points

ENDS = ("wins", "drawn")
LEAST_OF_LOSS = 0.2  # a line that makes less of the loss does not explain it
FEW_DEALS = 0.15  # a line that decides may do so in few deals
LAID = 1.2  # how much clearer a line is in which a move lays its card
FILLED = (1.0, 1.5, 3.0)  # by how many of both moves fill the line
TRIED = 3  # deals from which on a line is said to end at something usually
USUAL = (0.75, 0.65, 0.55)  # in what share of the deals it does so; the first that tells the moves apart

Line = tuple[int, int]  # a seat, and its column or row as records count it

LOW_LINE = of_rest(
    "low_line",
    False,
    "one line of the mover, the one that makes most of the difference, ends with 100 - n points or less",
    "to the end of the game",
    instead=("limits_own", "thins_own", "lacks_cards", "exposes_line", "wastes_line"),
)._replace(apart=FEW_DEALS)
HIGH_LINE = of_rest(
    "high_line",
    False,
    "one line of the other seat, the one that makes most of the difference, ends with n points or more",
    "to the end of the game",
    instead=("limits_other", "denies_cards", "spoils_line"),
)._replace(apart=FEW_DEALS)
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
    """What each line makes of the difference: the mean of what it changes in either result. The lowest
    lines come first, for they decide."""
    found: dict[Line, float] = {}
    for line in sorted(worse.keys() & better.keys(), key=lambda line: (better[line], worse[line], line)):
        if worse[line] != better[line]:
            gained = won({**worse, line: better[line]}, seat) - won(worse, seat)
            kept = won(better, seat) - won({**better, line: worse[line]}, seat)
            found[line] = (gained + kept) / 2
    return found


def zone(seat: int, before: Mapping[str, Any]) -> str:
    """Whether a seat's lines are columns or rows."""
    return "column" if seat == before["starter"] else "row"


def clear(part: Line, _seat: int, before: Mapping[str, Any], pair: Pair) -> float:
    """A line that both moves fill, or one of them, or in which one lays its card, is clearer than others."""
    who, at = part
    board = board_at(before)
    laid = [one for one in map(Laid.of, pair) if one.cell[board.axis(who)] == at]
    fill = free(line_at(board, who, at).cards) == 1
    return (FILLED[len(laid)] if fill else LAID) if laid else 1.0


def told(part: Line, seat: int, before: Mapping[str, Any], pair: Pair) -> Told | None:
    """An own line that ends low, or one of the other seat that ends high, if it has begun or a move begins it."""
    who, at = part
    board, (worse, better) = board_at(before), map(Laid.of, pair)
    axis, line = board.axis(who), line_at(board, who, at)
    if at not in (worse.cell[axis], better.cell[axis]) and not line.cards:
        return None
    values, mark = {"who": who, "line": at}, Mark(zone(who, before), place=at)
    return Told(LOW_LINE, values, mark, -1, LIMIT) if who == seat else Told(HIGH_LINE, values, mark)


def about(finding: Finding, before: Mapping[str, Any]) -> set[Part]:
    """The lines that a statement is about."""
    owner = {"column": before["starter"], "row": 1 - before["starter"]}
    return {(owner[mark.zone], mark.place) for mark in finding.marks if mark.zone in owner}


def explained(outcome: Outcome, share: Share) -> Mapping[str, Any]:
    """ends: where the line usually ends after the worse move and after the better one; the low score of the two is
    one that it does not exceed, the high one is reached. None if the moves cannot be told apart so. lowest: whether
    the line is the weakest of its seat in most deals after the move that leaves it lower."""
    seat, at = cast("Line", share.part)
    own = seat == outcome.seat
    weakest = [is_lowest(parts[not own], (seat, at)) for parts in outcome.parts]
    often = sum(weight for weight, low in zip(outcome.weights, weakest, strict=True) if low)
    low, high = (share.worse, share.better) if own else (share.better, share.worse)
    found: dict[str, Any] = {"lowest": often >= sum(outcome.weights) / 2}
    for part in USUAL if len(outcome.weights) >= TRIED else ():
        most, least = bound(low, outcome.weights, part, 1), bound(high, outcome.weights, part, -1)
        if most < least:
            return found | {"ends": (most, least) if own else (least, most)}
    return found


def is_lowest(lines: Mapping[Any, float], line: Line) -> bool:
    """Whether no line of the same seat ends lower."""
    return line in lines and all(lines[line] <= score for (seat, _), score in lines.items() if seat == line[0])


def bound(scores: Sequence[float], weights: Sequence[float], part: float, way: int) -> int:
    """The score that at least this part of the deals does not exceed; with way -1, that it reaches. More than 100
    makes no difference."""
    counted, wanted = 0.0, part * sum(weights)
    ordered = sorted(zip(scores, weights, strict=True), key=lambda one: way * one[0])
    for score, weight in ordered:
        counted += weight
        if counted >= wanted:
            return min(int(score), LIMIT)
    return min(int(ordered[-1][0]), LIMIT)
