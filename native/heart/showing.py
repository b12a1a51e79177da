"""Shows reasons of Dragonheart. A line is played until the points are taken, or to the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..play.lines import Line, likely_move, play_on
from ..play.reasons import Deal, Finding, Mark, Trial
from ..play.showing import Showing, begun
from .motifs import kind_of, points, spaces, taken

FAR = 6  # later moves are no longer an effect of this one


def marks(line: Line, finding: Finding) -> Sequence[Mark]:
    """The spaces from which the last move took cards. Takes of the other seat are marked only in
    the line that shows the statement."""
    last, told = line.steps[-1], tuple(line.moves[1:][: len(finding.reply)])
    if last.seat != line.seat and told != finding.reply:
        return []
    return [Mark(space) for space in spaces(last.events)]


def until(trial: Trial, come: Callable[[Line], bool]) -> Sequence[str]:
    """Likely moves until a condition holds; none if it does not hold soon."""
    line = begun(trial)
    play_on(line, lambda line: come(line) or len(line.steps) > FAR)
    return line.moves[1:] if come(line) else ()


def fills(trial: Trial, kind: str) -> bool:
    """Whether a move lays the last card of a space."""
    return kind_of(trial.move) == kind and bool(taken(trial.events))


def filled(trial: Trial, _: Finding) -> Sequence[str]:
    """Likely moves until the space is filled; the other seat fills it as soon as it can."""
    kind = kind_of(trial.move)
    line = begun(trial)
    while len(line.steps) <= FAR and not line.end.over:
        deal = Deal(line.end.to_act or 0, line.end)
        moves = [Trial(deal, move) for move in deal.legal if kind_of(move) == kind]
        found = [one for one in moves if fills(one, kind)]
        likely = likely_move(line.end, known=())
        ready = deal.seat != trial.seat or any(one.move == likely for one in found)
        if found and ready:
            line.play(max(found, key=lambda one: points(one.events)).move)
            return line.moves[1:]
        line.play(likely)
    return ()


def spared(line: Line, finding: Finding) -> bool:
    """Whether nothing is taken from the space in question."""
    kind = finding.marks[0].zone
    return not any(kind_of(step.move) == kind and taken(step.events) for step in line.steps)


def ended(trial: Trial, _: Finding) -> Sequence[str]:
    """Likely moves to the end of the match."""
    return until(trial, lambda line: line.end.over)


def near_end(trial: Trial, _: Finding) -> Sequence[str]:
    """Likely moves until the last turn."""
    return until(trial, lambda line: line.end.over or line.end.state()["last_turn_of"] is not None)


SHOWING = {
    "helps_fill": Showing(filled, denied=spared),
    "ends_behind": Showing(ended),
    "nears_end": Showing(near_end),
}
