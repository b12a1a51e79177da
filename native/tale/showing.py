"""Shows reasons of Fairy Tale. A line is played until everybody has chosen and every effect is
done."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..play.lines import Line, likely_move, play_on
from ..play.reasons import Finding, Trial
from ..play.showing import MOST_SHOWN, Showing, begun
from ..position import Position
from .motifs import Laid, best_course, flip_of

STEPS = 2  # so often everybody chooses before something is too far away
NEW = ("pass_left", "pass_right", "play", "draft_left", "draft_right", "discard")  # what begins something else


def rests(position: Position) -> bool:
    """Whether everybody is about to choose."""
    if position.over:
        return True
    chosen = position.state()["chosen"]
    return not any(chosen) and position.legal()[0].split()[0] in ("pick", "play")


def settled(line: Line, _: Finding) -> bool:
    """Whether everybody has chosen, and all effects are done."""
    return rests(line.end)


def shown_by(trial: Trial, choice: Callable[[Line], str]) -> Sequence[str]:
    """Likely moves up to a choice of another seat; none if it cannot be made soon. choice: the
    choice of the seat to act, or ""."""
    line = begun(trial)

    def late(line: Line) -> bool:
        return sum(rests(step.after) for step in line.steps) >= STEPS

    play_on(line, lambda line: bool(choice(line)) or late(line))
    move = "" if line.end.over else choice(line)
    return [*line.moves[1:], move] if move else ()


def passed_on(trial: Trial, finding: Finding) -> Sequence[str]:
    """The moves until the next seat keeps the card passed to it; for the last card of a pack, until
    everybody has chosen."""
    who, move = finding.values["who"], f"pick {finding.values['card']}"

    def choice(line: Line) -> str:
        first = any(rests(step.after) for step in line.steps)
        return move if first and line.end.to_act == who and move in line.end.legal() else ""

    return shown_by(trial, choice) or choosing(trial)


def choosing(trial: Trial) -> Sequence[str]:
    """Likely moves until everybody has chosen."""
    line = begun(trial)
    play_on(line, lambda line: rests(line.end))
    return line.moves[1:]


def picked_anew(line: Line) -> bool:
    """Whether the last move is a pick from a pack that was passed on. The last card of a pack is
    not picked."""
    return any(rests(step.after) for step in line.steps[:-1])


def laid(trial: Trial, finding: Finding) -> Sequence[str]:
    """The other seat lays the card in question."""
    who, move = finding.values["who"], f"play {finding.values['card']}"

    def choice(line: Line) -> str:
        return move if line.end.to_act == who and move in line.end.legal() else ""

    return shown_by(trial, choice)


def round_over(line: Line, _: Finding) -> bool:
    """Whether everybody has laid all cards of the round; after a pick, whether everybody has
    chosen."""
    if not rests(line.end) or line.moves[0].startswith("pick "):
        return rests(line.end)
    return line.end.over or line.end.state()["round"] != line.start.state()["round"]


def best_laid(trial: Trial) -> Sequence[str]:
    """The moves up to the round's end in which the seat lays its cards best and the others play
    likely moves, harmless ones where they can; none after a pick."""
    line, plan = begun(trial), best_course(trial)
    while not round_over(line, Finding()) and len(line.steps) < MOST_SHOWN:
        line.play(planned(line, plan) or quiet(line))
    return line.moves[1:]


def quiet(line: Line) -> str:
    """The likely next move, or another card if that one flips cards of all seats: a plan ignores
    the others' effects."""
    move, legal = likely_move(line.end), line.end.legal()
    if line.end.to_act == line.seat or not move.startswith("play "):
        return move
    calm = [one for one in legal if (flip_of(one.removeprefix("play "), "flip") or ("",))[0] != "all"]
    return move if not calm or move in calm else calm[0]


def planned(line: Line, plan: Sequence[Laid]) -> str:
    """The next move of a plan; "" if another seat is to act, or it is illegal."""
    legal = line.end.legal()
    verb = legal[0].partition(" ")[0]
    done = sum(step.seat == line.seat and step.move.startswith("play ") for step in line.steps)
    at = done if verb == "play" else done - 1
    if line.end.to_act != line.seat or not 0 <= at < len(plan):
        return ""
    move = f"{verb} {plan[at].card if verb == 'play' else plan[at].turned}"
    return move if move in legal else ""


HELD = Showing(laid, until=settled, even=False)
SHOWING = {
    "": Showing(until=settled, even=False),
    "feeds": Showing(passed_on, named=picked_anew),
    "threatened": HELD,
    "hunted": HELD,
    "hunts": HELD,
    "points_now": Showing(lambda trial, _: best_laid(trial), best_laid, until=round_over, even=False),
}
