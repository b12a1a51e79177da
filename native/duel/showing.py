"""How the grid duel shows a reason: a line is played until it is full, a threat until it is carried
out, an ending to its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ..play.lines import REPLIES, Line, play_on
from ..play.reasons import Deal, Finding, Mark, Showing, Trial
from .motifs import CARD, LIMIT, SIDE, Laid, boards, points
from .state import State


def cards_of(state: State, mark: Mark) -> str:
    """The cards that a marked line holds."""
    reach, lines = state["reach"]["rows"], state["grid"]
    if mark.zone == "column":
        reach, lines = state["reach"]["columns"], ["".join(cards) for cards in zip(*lines, strict=True)]
    at = (mark.place or 0) - (reach[1] - SIDE + 1)
    return lines[at].replace(".", "") if 0 <= at < len(lines) else ""


def marks(_: Line, finding: Finding) -> Sequence[Mark]:
    """The lines that are spoken of."""
    return [mark for mark in finding.marks if mark.zone in ("column", "row")]


def full(line: Line, finding: Finding) -> bool:
    """Whether the marked lines are full, or the game is over."""
    if over(line, finding):
        return True
    state = cast("State", line.end.state())
    return all(len(cards_of(state, mark)) == SIDE for mark in marks(line, finding))


def over(line: Line, _: Finding) -> bool:
    """Whether the game is over."""
    return bool(line.end.state()["game"] != line.start.state()["game"])


def replies(trial: Trial) -> list[str]:
    """The next moves of the other seat, the likeliest first."""
    if trial.after.over:
        return []
    likely = trial.after.advise(REPLIES).move
    return sorted(trial.after.legal(), key=lambda move: move != likely)


def completes(trial: Trial, finding: Finding) -> Sequence[str]:
    """A reply that does not answer the threat of a line of 100, and the card that completes it."""
    if finding.values.get("way") == "made":
        return ()
    for reply in replies(trial):
        board = boards(Trial(Deal(1 - trial.seat, trial.after), reply)).after
        found = board.triple(trial.seat)
        if found and board.marks(found[1]) == finding.marks:
            return reply, found[0].text
    return ()


def pins(trial: Trial, finding: Finding) -> Sequence[str]:
    """The likeliest reply, and the card that limits the marked line then."""
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
    """The score of a marked line."""
    return points(sum(CARD[int(card)] for card in cards_of(state, mark)))


def stays(trial: Trial, finding: Finding) -> Sequence[str]:
    """Likely moves until the marked line is full, if it makes no more than is said of it; a card of
    the other seat may help it in spite of all."""
    line = Line(trial.seat, trial.deal.position)
    line.play(trial.move)
    play_on(line, lambda line: full(line, finding))
    state = cast("State", line.end.state())
    poor = not over(line, finding) and all(
        score_of(state, mark) <= LIMIT - finding.level for mark in finding.marks
    )
    return line.moves[1:] if poor else ()


LINE = Showing(until=full, even=False)
LIKELY = Showing(stays)
SHOWING = {
    "threatens_triple": Showing(completes),
    "exposes_line": LINE,
    "denies_cards": LIKELY,
    "lacks_cards": LIKELY,
    "limits_own": LINE,
    "limits_other": LINE,
    "wastes_line": LINE,
    "spoils_line": LINE,
    "secures_lines": LINE,
    "thins_own": LIKELY,
    "uses_safe_line": LINE,
    "threatens_line": Showing(pins, full, even=False),
    "forces_reply": Showing(until=over),
}
