"""What may come of a move: a course of a few moves in a deal that its seat could imagine, and the
facts in it that are worth telling.

Nothing here sees a hidden card: a course runs in redealt() deals, which are made of what the seat
knows and a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ..position import Position, Unsolved
from ..values import Event

NODES = 30_000  # of a solver that is asked for the rest of a course
REPLIES = "wyrmling"  # who answers where no solver can
LEAST_PLIES = 4
MOST_PLIES = 8
HELD = ("hand", "pack")  # zones that a card is chosen from


class Step(NamedTuple):
    """A move of a course, and what it caused."""

    seat: int
    move: str
    events: list[Event]
    before: Position
    after: Position


class Line:
    """A move and what may follow it, in a deal that the seat could imagine."""

    def __init__(self, seat: int, start: Position) -> None:
        self.seat = seat  # who learns from it, and makes its first move
        self.start = start
        self.steps: list[Step] = []

    @property
    def end(self) -> Position:
        """The position it leads to."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def moves(self) -> list[str]:
        """Its moves in order."""
        return [step.move for step in self.steps]

    def play(self, move: str) -> None:
        """Makes the next move."""
        before = self.end
        after = before.position()
        events = after.play(move)
        self.steps.append(Step(before.to_act or 0, move, events, before, after))


class Fact(NamedTuple):
    """Something that comes about in a course."""

    key: str  # of its words
    seat: int  # who does or suffers it
    gain: float  # what it is worth to the one who learns, in points of the game
    values: dict[str, Any]  # what its words name
    step: int  # the move of the course that brings it about, from 0 on


class Ghost(NamedTuple):
    """A card that lies where a move would bring it; number: of the move in its course, from 1 on."""

    card: str | None
    zone: str
    seat: int | None
    place: int
    number: int


def course(world: Position, seat: int, move: str, most: int = MOST_PLIES) -> Line:
    """A move played in a deal, and what may follow: the solver's line where it has one, else what
    a middling player answers; until the seat has chosen again and had its answer."""
    found = Line(seat, world)
    found.play(move)
    plies = min(most, max(LEAST_PLIES, 2 * world.seats_count))
    line = [*solved(found.end)]
    if plies < len(line) + 1 <= most:
        plies = len(line) + 1  # to the end of what the solver sees
    while len(found.steps) < plies and not found.end.over:
        legal = found.end.legal()
        known = line.pop(0) if line else ""
        if known not in legal:
            known = found.end.advise(REPLIES).move if len(legal) > 1 else legal[0]
            line = []
        found.play(known)
    return found


def solved(position: Position) -> Sequence[str]:
    """The solver's line from a position with all cards open; none where it has none."""
    if position.over or not position.info.solvable:
        return ()
    try:
        return position.solve(nodes=NODES, mb=1).line
    except Unsolved:
        return ()


def ghosts_of(events: Iterable[Event], seat: int, number: int = 1) -> list[Ghost]:
    """The cards that a move brings from where its seat holds them to the table, or the one that it
    turns over."""
    listed = list(events)
    laid = [
        e
        for e in listed
        if e.kind == "card"
        and e.source in HELD
        and e.source_seat == seat == e.seat
        and e.target not in (*HELD, "discard")
    ]
    turned = [e for e in listed[:1] if e.kind in ("up", "down")]
    return [
        Ghost(e.card, e.target, e.target_seat, -1 if e.place is None else e.place, number)
        for e in laid or turned
    ]


def ghosts(run: Line, upto: int) -> list[Ghost]:
    """The cards that the first moves of a course bring to the table, those that the last of these
    moves takes away included."""
    found: list[Ghost] = []
    for number, step in enumerate(run.steps[:upto], 1):
        found += ghosts_of(step.events, step.seat, number)
        if number == upto:
            break
        gone = {(e.source, e.source_seat, e.card) for e in step.events if e.kind == "card"}
        found = [ghost for ghost in found if (ghost.zone, ghost.seat, ghost.card) not in gone]
    return found
