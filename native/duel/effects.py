"""What a move makes of one line, whatever is hidden: how it closes the line, pairs a card or bounds the score."""

from __future__ import annotations

from typing import NamedTuple

from .motifs import CARD, COPIES, HUNDRED, VALUES, Board, Laid, Line, counts, free, held, line_at, points, reaches

TWO = 2  # a pair
HELP = 10  # so many points more help a line much


class Effect(NamedTuple):
    """kind: "away" if the card lies in another line. n: the score that it comes to; the bound if there is one."""

    kind: str
    n: int = 0


class Chance(NamedTuple):
    """A card that would make a pair or three alike in a line, and what the line would score."""

    value: int
    nth: int
    n: int


def effect(before: Board, seat: int, laid: Laid, line: Line, bar: int, raises: bool) -> Effect:
    """What a seat's move makes of a line. bar: a score; raises: whether the move is to bring the line to it, or
    else to keep it below."""
    if laid.cell[before.axis(line.seat)] != line.at:
        return Effect("away")
    after = before.put(seat, laid)
    now = after.line(line.seat, laid.cell)
    score, alike, bounds = points(now.cards), counts(now.cards)[laid.value], reaches(after, now)
    if raises and score >= HUNDRED > points(line.cards):
        return Effect("hundred", score)
    if not free(now.cards):
        return Effect("closes", score)
    if not raises:
        return Effect("most", bounds.most) if bounds.most < min(bar, HUNDRED) else Effect("card")
    if alike == TWO and laid.value and score >= bar:
        return Effect("pair", score)
    if bounds.least >= bar:
        return Effect("least", bounds.least)
    waits = alike == TWO and line.seat == seat and held(after.hands[seat])[laid.value]
    return Effect("waits", HUNDRED) if waits else Effect("card")


def chance(before: Board, seat: int, laid: Laid, line: Line, bar: int) -> Chance | None:
    """The card that would lift a line to a score after a move, three alike before a pair; None if there is none."""
    after = before.put(seat, laid)
    now = line_at(after, line.seat, line.at or 0)
    lying = [*after.cells.values()]
    found = [
        Chance(value, counts(now.cards)[value] + 1, points(now.cards + CARD[value]))
        for value in VALUES
        if free(now.cards) and counts(now.cards)[value] and lying.count(value) < COPIES
    ]
    enough = [one for one in found if one.n >= bar and one.n > points(now.cards) + one.value]
    return max(enough, key=lambda one: (one.nth, one.n), default=None)


def keeps(before: Board, seat: int, worse: Laid, better: Laid, line: Line) -> int | None:
    """What a line comes to, or at most if it is the other seat's, with the card that the worse move spends and the
    better one keeps; None if the mover holds many of them, or it does no good there."""
    value, own = worse.value, line.seat == seat
    filled = line.cards + CARD[value]
    if not line.cards or value == better.value or held(before.hands[seat])[value] > TWO or not free(line.cards):
        return None
    if own:
        return points(filled) if counts(line.cards)[value] or not free(filled) else None
    most = reaches(before.put(seat, better), Line(line.seat, line.at, filled)).most
    return most if most < HUNDRED else None


def best_use(before: Board, seat: int, worse: Laid, better: Laid) -> tuple[Line, int] | None:
    """The line of the mover that gains most from the card which the worse move spends and the better one keeps,
    and what it comes to with it; None if it makes no pair and no three alike."""
    lines = [line for line in before.put(seat, better).lines[seat] if line.cards]
    found = [
        (line, n)
        for line in lines
        if (n := keeps(before, seat, worse, better, line)) is not None and n - points(line.cards) > HELP
    ]
    return max(found, key=lambda one: one[1] - points(one[0].cards), default=None)
