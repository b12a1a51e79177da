"""What a move makes of one line, whatever is hidden: how it closes the line, pairs a card or bounds the score."""

from __future__ import annotations

from functools import lru_cache
from math import comb, prod
from operator import mul
from typing import NamedTuple

from .motifs import (
    CARD,
    COPIES,
    FILLS,
    HUNDRED,
    HURT,
    LEFT,
    VALUES,
    Board,
    Laid,
    Line,
    counts,
    free,
    held,
    points,
    reaches,
)

TWO = 2  # a pair
HELP = 10  # so many points more help a line much
FULL = 20  # a line with so many points hardly needs more
HIGH = 2  # a card of this value or more is a good start of a line
ENOUGH = 30  # points beyond these seldom matter, for the weakest line decides
PREPARES = 4.0  # what it is worth that the mover holds the second card alike
PLANS = 10.0  # what it is worth that the mover holds the second and the third
WAITS = 40.0  # what it is worth that the mover holds the third card alike


class Effect(NamedTuple):
    """What the card of a move makes of a line. kind: the text's key; n: the score that it is about; was and now: the
    line's scores before and after it; worth: how much it helps the mover, in points of a line."""

    kind: str
    n: int
    was: int
    now: int
    worth: float


@lru_cache(1 << 14)
def promise(line: int, pool: int) -> float:
    """What a line ends with on average if any of these cards fill it; what is beyond ENOUGH does not count."""
    ways = found = 0
    for added in FILLS[free(line)]:
        if number := prod(map(comb, held(pool), added)):
            ways += number
            found += number * min(points(line + sum(map(mul, added, CARD))), ENOUGH)
    return found / ways if ways else float(min(points(line), ENOUGH))


def unlaid(board: Board) -> int:
    """The cards that do not lie on the grid."""
    laid = [*board.cells.values()]
    return sum((COPIES - laid.count(value)) * LEFT[value] for value in VALUES)


def effect(before: Board, seat: int, laid: Laid, line: Line) -> Effect:
    """What a seat's move makes of a line in which it lays its card."""
    after = before.put(seat, laid)
    now, own, value = after.line(line.seat, laid.cell), line.seat == seat, laid.value
    was, score, alike, room = points(line.cards), points(now.cards), counts(now.cards)[value], free(now.cards)
    gained = promise(now.cards, unlaid(after)) - promise(line.cards, unlaid(before))
    worth, more = gained if own else -gained, held(after.hands[seat])[value] if own else 0

    def found(kind: str, n: int = score, bonus: float = 0.0) -> Effect:
        return Effect(kind, n, was, score, worth + bonus)

    if was >= FULL:
        return found("full", was)
    if score >= HUNDRED:
        return found("hundred")
    if not room:
        return found("closes")
    if alike == TWO and more:
        return found("waits", points(now.cards + CARD[value]), WAITS)
    if alike == TWO and value:
        return found("pair")
    if alike == TWO and not own and held(unlaid(after))[value]:
        return found("nears", points(now.cards + CARD[value]))
    most = reaches(after, now).most
    if most <= HURT:
        return found("most", most)
    if alike == 1 and more >= TWO and room >= TWO:
        return found("three", points(now.cards + TWO * CARD[value]), PLANS)
    if alike == 1 and more and value:
        return found("two", points(now.cards + CARD[value]), PREPARES)
    if not line.cards:
        return found("start" if value >= HIGH else "weak")
    if gained <= 0 or score == was:
        return found("adds", score - was)
    if not own and value >= HIGH and held(unlaid(after))[value]:
        return found("feeds", points(now.cards + CARD[value]))
    return found("brings")


def keeps(before: Board, seat: int, worse: Laid, better: Laid, line: Line) -> int | None:
    """What a line of the mover comes to with the card that the worse move spends and the better one keeps; None if
    the mover holds many of them, or it does no good there."""
    value, filled = worse.value, line.cards + CARD[worse.value]
    if not line.cards or value == better.value or held(before.hands[seat])[value] > TWO or not free(line.cards):
        return None
    return points(filled) if counts(line.cards)[value] or not free(filled) else None


def best_use(before: Board, seat: int, worse: Laid, better: Laid) -> tuple[Line, int] | None:
    """The other line of the mover that gains most from the card which the worse move spends and the better one keeps,
    and what it comes to with it; None if it makes no pair and no three alike."""
    at = worse.cell[before.axis(seat)]  # the line that gets the card now
    lines = [line for line in before.put(seat, better).lines[seat] if line.cards and line.at != at]
    found = [
        (line, n)
        for line in lines
        if (n := keeps(before, seat, worse, better, line)) is not None and n - points(line.cards) > HELP
    ]
    return max(found, key=lambda one: one[1] - points(one[0].cards), default=None)
