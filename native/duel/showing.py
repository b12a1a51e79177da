"""Shows reasons of the grid duel. Lines are played until they are full, threats until they are
carried out, endings to the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ..play.lines import REPLIES, Line
from ..play.reasons import Deal, Finding, Mark, Trial
from ..play.showing import Showing
from .motifs import CARD, LIMIT, SIDE, Laid, boards, points
from .state import State


def cards_of(state: State, mark: Mark) -> str:
    reach, lines = state["reach"]["rows"], state["grid"]
    if mark.zone == "column":
        reach, lines = state["reach"]["columns"], ["".join(cards) for cards in zip(*lines, strict=True)]
    at = (mark.place or 0) - (reach[1] - SIDE + 1)
    return lines[at].replace(".", "") if 0 <= at < len(lines) else ""


def marks(_: Line, finding: Finding) -> Sequence[Mark]:
    """The lines that the reason is about."""
    return [mark for mark in finding.marks if mark.zone in ("column", "row")]


def full(line: Line, finding: Finding) -> bool:
    """Whether the marked lines are full, or the game is over."""
    if over(line, finding):
        return True
    state = cast("State", line.end.state())
    return all(len(cards_of(state, mark)) == SIDE for mark in marks(line, finding))


def full_or_alone(line: Line, finding: Finding) -> bool:
    """Whether the marked lines are full, the game is over, or there is only one move."""
    return len(line.steps) == 1 or full(line, finding)


def over(line: Line, _: Finding) -> bool:
    return bool(line.end.state()["game"] != line.start.state()["game"])


def replies(trial: Trial) -> list[str]:
    """The next moves of the other seat, the likeliest first."""
    if trial.after.over:
        return []
    likely = trial.after.advise(REPLIES).move
    return sorted(trial.after.legal(), key=lambda move: move != likely)


def completes(trial: Trial, finding: Finding) -> Sequence[str]:
    """A reply that ignores the threat of a line of 100, and the card that completes the line."""
    if finding.values.get("way") == "made":
        return ()
    for reply in replies(trial):
        board = boards(Trial(Deal(1 - trial.seat, trial.after), reply)).after
        found = board.triple(trial.seat)
        if found and board.marks(found[1]) == finding.marks:
            return reply, found[0].text
    return ()


def pins(trial: Trial, finding: Finding) -> Sequence[str]:
    """The likeliest reply, and the card that then limits the marked line."""
    (mark,) = finding.marks
    reply = replies(trial)[0]
    board = boards(Trial(Deal(1 - trial.seat, trial.after), reply)).after
    axis = board.axis(1 - trial.seat)

    def reach(laid: Laid) -> int:
        after = board.put(trial.seat, laid)
        return after.outlook(after.line(1 - trial.seat, laid.cell)).most

    on_line = [laid for laid in board.moves(trial.seat) if laid.cell[axis] == mark.place]
    return reply, min(on_line, key=reach).text


def score_of(state: State, mark: Mark) -> int:
    return points(sum(CARD[int(card)] for card in cards_of(state, mark)))


def better(line: Line, finding: Finding) -> bool:
    """Whether the marked line ended higher than the reason says."""
    state = cast("State", line.end.state())
    scores = [] if over(line, finding) else [score_of(state, mark) for mark in marks(line, finding)]
    return all(score > LIMIT - finding.level for score in scores)


def stays(trial: Trial, finding: Finding) -> Sequence[str]:
    """Likely moves until the marked line is full, provided that it ends no higher than the reason
    says (a card of the other seat may still raise it)."""
    line = LINE.line(trial, (), finding)
    return () if better(line, finding) else line.moves[1:]


LINE = Showing(until=full, even=False)
WEAK = LINE._replace(denied=better)
LIKELY = Showing(stays, until=full_or_alone, denied=better)
SHOWING = {
    "threatens_triple": Showing(completes),
    "exposes_line": WEAK,
    "denies_cards": LIKELY,
    "lacks_cards": LIKELY,
    "limits_own": WEAK,
    "limits_other": WEAK,
    "wastes_line": LINE,
    "spoils_line": LINE,
    "secures_lines": LINE,
    "thins_own": LIKELY,
    "uses_safe_line": LINE,
    "threatens_line": WEAK._replace(moves=pins),
    "forces_reply": Showing(until=over),
}
