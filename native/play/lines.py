"""Lines: a move and its likely continuation in a deal that its seat considers possible.

Nothing here sees a hidden card: a line is played in redealt() deals, which depend on what the seat
knows and a seed.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import NamedTuple

from ..match import Match
from ..position import Position, Unsolved
from ..values import Event

NODES = 30_000  # limit of the solver for the rest of a line
REPLIES = "wyrmling"  # who answers if no solver can
LEAST_PLIES = 4
MOST_PLIES = 8
HELD = ("hand", "pack")  # zones that cards are chosen from
WAITING = "chosen"  # where cards wait until everybody has chosen


class LineStep(NamedTuple):
    """A move of a line, and its events."""

    seat: int
    move: str
    events: list[Event]
    before: Position
    after: Position


class Line:
    """A move and its continuation, in a deal that the seat considers possible."""

    def __init__(self, seat: int, start: Position) -> None:
        self.seat = seat  # the learner, who makes the first move
        self.start = start
        self.steps: list[LineStep] = []

    @property
    def end(self) -> Position:
        """The position after its last move."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def moves(self) -> list[str]:
        return [step.move for step in self.steps]

    def play(self, move: str) -> None:
        before = self.end
        after = before.position()
        events = after.play(move)
        self.steps.append(LineStep(before.to_act or 0, move, events, before, after))


class Ghost(NamedTuple):
    """A card shown where a move would bring it. number: of the move in its line, from 1. up: whether
    it lies face up then. past: whether it is shown as one that lies there, since the line has gone on."""

    card: str | None
    zone: str
    seat: int | None
    place: int
    number: int
    up: bool = True
    past: bool = False


def play_line(world: Position, seat: int, move: str, most: int = MOST_PLIES) -> Line:
    """Plays a move in a deal, and a continuation: the solver's line if there is one, else a
    middling player's answers, until the seat has moved again and been answered."""
    found = Line(seat, world)
    found.play(move)
    plies = min(most, max(LEAST_PLIES, 2 * world.seats_count))
    line = solved(found.end)
    if plies < len(line) + 1 <= most:
        plies = len(line) + 1  # to the end of the solver's line
    play_on(found, lambda line: len(line.steps) >= plies, line)
    return found


def play_on(found: Line, ends: Callable[[Line], bool], known: Sequence[str] | None = None) -> None:
    """Plays likely moves until a line ends, the deal's end at the latest. known: the solver's line
    from here, if it was asked for already."""
    line = [*(solved(found.end) if known is None else known)]
    while not found.end.over and not ends(found):
        move = likely_move(found.end, line[:1])
        line = line[1:] if line[:1] == [move] else []
        found.play(move)


def likely_move(position: Position, known: Sequence[str] | None = None) -> str:
    """The solver's next move, else that of a middling player. known: the solver's line from here,
    if it was asked for already."""
    line = solved(position) if known is None else known
    legal = position.legal()
    if line and line[0] in legal:
        return line[0]
    return position.advise(REPLIES).move if len(legal) > 1 else legal[0]


def solved(position: Position) -> Sequence[str]:
    """The solver's line from a position with all cards face up; empty if there is none."""
    if position.over or not position.info.solvable:
        return ()
    try:
        return position.solve(nodes=NODES, mb=1).line
    except Unsolved:
        return ()


def ghosts_of(events: Iterable[Event], seat: int, number: int = 1, drawn: Container[str] = ()) -> list[Ghost]:
    """The cards that a move brings from its seat's hand to the table, or the one that it turns
    over, and those that come to some zones from the deck."""
    listed = list(events)
    laid = [
        e
        for e in listed
        if e.kind == "card"
        and e.source in HELD
        and e.source_seat == seat == e.seat
        and e.target not in (*HELD, "discard", "deck")
    ]
    turned = [e for e in listed[:1] if e.kind in ("up", "down")]
    added = [e for e in listed if e.kind == "card" and e.source == "deck" and e.target in drawn]
    return [
        Ghost(e.card, e.target, e.target_seat, -1 if e.place is None else e.place, number, e.kind != "down")
        for e in (*(laid or turned), *added)
    ]


def brought(match: Match, move: str) -> list[str]:
    """The cards that a move of the seat to act brings to the table or turns over, as far as it knows them."""
    seat = match.to_act
    assert seat is not None
    return [ghost.card for ghost in ghosts_of(match.preview(move, seat), seat) if ghost.card]


def gone_on(ghost: Ghost, events: Iterable[Event]) -> Ghost:
    """A ghost after a move of its line: a card that waited lies where it is brought now, and one that
    is turned over has its other side up."""
    for e in events:
        waits = ghost.zone == WAITING == e.source and (ghost.seat, ghost.card) == (e.source_seat, e.card)
        if e.kind == "card" and waits:
            ghost = ghost._replace(zone=e.target, seat=e.target_seat, place=-1 if e.place is None else e.place)
        elif e.kind in ("up", "down") and ghost[1:4] == (e.target, e.target_seat, e.place):
            ghost = ghost._replace(up=e.kind == "up")
    return ghost


def ghosts(run: Line, upto: int, drawn: Container[str] = ()) -> list[Ghost]:
    """The cards that the first moves of a line bring to the table, including those that the last of
    these takes away; no card that another seat still hides. drawn: zones to which they come from the
    deck too."""
    found: list[Ghost] = []
    for number, step in enumerate(run.steps[:upto], 1):
        turns = step.events[:1] and step.events[0].kind in ("up", "down")
        known = {ghost[1:4] for ghost in found} if turns else set()
        new = ghosts_of(step.events, step.seat, number, drawn)
        found += [ghost for ghost in new if ghost[1:4] not in known]
        found = [gone_on(ghost, step.events) for ghost in found]
        if number == upto:
            break
        gone = {(e.source, e.source_seat, e.card) for e in step.events if e.kind == "card"}
        found = [ghost for ghost in found if (ghost.zone, ghost.seat, ghost.card) not in gone]
    return [ghost for ghost in found if ghost.seat == run.seat or ghost.zone not in (*HELD, WAITING)]
