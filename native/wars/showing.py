"""Shows reasons of Dragon Wars. A battle is played until the blow has fallen."""

from __future__ import annotations

from collections.abc import Sequence

from ..play.lines import Line
from ..play.reasons import Finding, Mark, Trial
from ..play.showing import Showing, begun
from .motifs import blows, exchange, verb

MOVED = ("stops",)  # what is no news of a battle that has ended
DRAWN = ("attack_flips", "defence_flips")
NEW = ("new_dragon", "last_turns", "turn")  # what begins something else


def marks(line: Line, _: Finding) -> Sequence[Mark]:
    battle = line.steps[0].after.state()["battle"] or line.start.state()["battle"]
    return [Mark("dragon", battle["defender"])] if battle else []


def fought(line: Line, _: Finding) -> bool:
    """Whether no battle is going on."""
    return line.end.state()["battle"] is None


def struck(trial: Trial, finding: Finding) -> Sequence[str]:
    """The reply of the finding, and the end of the battle if the attacker may end it."""
    line = begun(trial, finding.reply)
    stops = finding.reply and not line.end.over and "stop" in line.end.legal()
    return [*line.moves[1:], *(["stop"] if stops else [])]


def foiled(trial: Trial) -> Sequence[str]:
    """The best answer and the end of the battle; after other moves than an attack or a press,
    likely moves."""
    done = blows(trial.deal).get(trial.move)
    return struck(trial, Finding(reply=(done.answer,))) if done else ()


def worn(trial: Trial) -> Sequence[str]:
    """Both sides lay their highest cards, and the battle ends; after other moves than an attack or
    a press, likely moves."""
    strikes = verb(trial.move) in ("attack", "press")
    return struck(trial, Finding(reply=exchange(trial)[0])) if strikes else ()


SHOWING = {
    "": Showing(struck, until=fought, even=False),
    "slays": Showing(struck, foiled, fought, even=False),
    "can_slay": Showing(struck, foiled, fought, even=False),
    "hurts": Showing(struck, foiled, fought, even=False),
    "outlasts": Showing(struck, worn, fought, even=False),
}
