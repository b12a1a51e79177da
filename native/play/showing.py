"""How a reason is shown: both moves played on to the moment at which its statement has come true.

A battle or a trick is shown to its end, a line of the grid until it is full. Which moves follow, and
when a line may end, are each game's own (native/GAME/showing.py), a row for each motif that is not
shown as the others of its game. Such a module may also say what is marked at the end (marks), which
events begin something else (NEW), which repeat the move itself (MOVED), and where cards that come
from the deck are shown (DRAWN).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from ..games import module_of, own_part
from ..values import Event
from .lines import MOST_PLIES, Line, play_line, play_on
from .outcome import Ending, Part
from .reasons import Deal, Finding, Mark, Reason, Reasoning, Trial

MOST_SHOWN = 16  # moves of a line that shows a reason


class Showing(NamedTuple):
    """How a line shows that a statement has come true. moves: those after the move that it is
    about; the finding's reply if left out. answers: those after the other move that show that it
    does not. until: whether a line that has got so far may end, so that a battle or a trick is
    shown to its end. even: whether the line of the other move has at least as many moves. denied:
    whether that line shows the contrary, as far as it can; else it is cut short. named: whether the
    last move is told, since it is hardly seen."""

    moves: Callable[[Trial, Finding], Sequence[str]] = lambda _, finding: finding.reply
    answers: Callable[[Trial], Sequence[str]] = lambda _: ()
    until: Callable[[Line, Finding], bool] = lambda _line, _finding: True
    even: bool = True
    denied: Callable[[Line, Finding], bool] = lambda _line, _finding: True
    named: Callable[[Line], bool] = lambda _: False

    def played(self, trial: Trial, finding: Finding, other: str) -> tuple[Line, Line]:
        """A move after which a statement has come true, and another, both played to that moment."""
        shown = self.line(trial, self.moves(trial, finding), finding)
        rival = Trial(trial.deal, other)
        least = len(shown.steps) if self.even else 1
        against = self.line(rival, finding.against or self.answers(rival), finding, least)
        if not self.denied(against, finding):
            del against.steps[1 + len(finding.reply) :]
        return shown, against

    def line(self, trial: Trial, moves: Sequence[str], finding: Finding, least: int = 1) -> Line:
        """A move with those that follow, played on to the moment at which it may end."""
        line = begun(trial, moves)

        def ends(line: Line) -> bool:
            done = len(line.steps) >= least and self.until(line, finding)
            return done or len(line.steps) >= MOST_SHOWN

        if not ends(line):
            play_on(line, ends)
        return line


def begun(trial: Trial, moves: Sequence[str] = ()) -> Line:
    """A line that begins with the move of a trial and some others."""
    line = Line(trial.seat, trial.deal.position)
    for move in (trial.move, *moves):
        line.play(move)
    return line


def played_out(reasoning: Reasoning, reason: Reason | None, most: int = MOST_PLIES) -> tuple[Line, Line]:
    """Both moves played out, the worse one first. In the deal of a reason: the move that it is about
    to the moment in which its statement has come true, the other with likely replies to such a
    moment. Without a reason: both with up to `most` moves, in the first deal."""
    seat = reasoning.seat
    if reason is None:
        deal = reasoning.match.redealt(seat, 0)
        return (
            play_line(deal, seat, reasoning.move, most),
            play_line(deal, seat, reasoning.better, most),
        )
    about, other = reasoning.better, reasoning.move
    if not reason.good:
        about, other = other, about
    trial, way = Trial(Deal(seat, reason.deal), about), showing_of(reason.motif)
    shown, against = way.played(trial, reason.finding, other)
    if reason.played:
        shorten(trial.deal, reason.finding, way, shown, against)
    return (against, shown) if reason.good else (shown, against)


def shorten(deal: Deal, finding: Finding, way: Showing, *lines: Line) -> None:
    """Cuts the lines of a statement about the rest of a match where all that it is about has come to what it comes
    to in them, at the same move in each."""
    module = module_of(deal.position.game, "outcome")
    about: Container[Part] = module.about(finding, deal.state) if hasattr(module, "about") else ()
    if not about:
        return
    ends = [settled_after(module, deal, about, line) for line in lines]
    at = max(ends)
    while at < max(len(line.steps) for line in lines) and not all(rests_at(way, finding, line, at) for line in lines):
        at += 1
    for line in lines:
        del line.steps[at:]


def settled_after(module: Any, deal: Deal, about: Container[Part], line: Line) -> int:
    """After how many moves of a line the parts of its result that a statement is about no longer change."""

    def parts(count: int) -> dict[Part, float]:
        steps = line.steps[:count]
        events = [event for step in steps for event in step.events]
        found = module.parts(Ending(deal.seat, deal, [step.move for step in steps], events, steps[-1].after))
        return {part: value for part, value in found.items() if part in about}

    last = parts(len(line.steps))
    same = takewhile(lambda count: parts(count) == last, range(len(line.steps), 0, -1))
    return min(same)


def rests_at(way: Showing, finding: Finding, line: Line, count: int) -> bool:
    """Whether a line may end after so many moves, or has ended by then."""
    part = Line(line.seat, line.start)
    part.steps = line.steps[:count]
    return count >= len(line.steps) or way.until(part, finding)


def showing_of(motif: str) -> Showing:
    """How the statement of a motif is shown: in its own way (native/GAME/showing.py), else as all
    of its game."""
    game, _, name = motif.partition(".")
    none: Mapping[str, Showing] = {}
    ways = own_part(game, "showing", "SHOWING", none)
    return ways.get(name) or ways.get("", Showing())


def marked_at_end(game: str, line: Line, finding: Finding) -> Sequence[Mark]:
    """What is marked when a line has ended, whichever move it began with."""
    marks: Callable[[Line, Finding], Sequence[Mark]] = getattr(module_of(game, "showing"), "marks", no_marks)
    return marks(line, finding)


def no_marks(_line: Line, _finding: Finding) -> Sequence[Mark]:
    """Nothing."""
    return ()


def drawn_in(game: str) -> Container[str]:
    """The zones to which a line shows cards coming from the deck."""
    found: Container[str] = getattr(module_of(game, "showing"), "DRAWN", ())
    return found


def outcome(game: str, line: Line) -> list[Event]:
    """What a line has come to: the events of its last move without its cards and the move itself,
    up to what begins something new."""
    showing = module_of(game, "showing")
    new: Container[str] = getattr(showing, "NEW", ())
    moved: Container[str] = getattr(showing, "MOVED", ())
    known = takewhile(lambda event: event.what not in new, line.steps[-1].events)
    return [event for event in known if event.kind != "card" and event.what not in moved]
