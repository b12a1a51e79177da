"""Achievements of Dragonmaster, from the results of its hands."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import accumulate

from ..profile.achievements import Achievement, Story
from .state import Result

HANDS_OF_A_ROUND = 5


def results(story: Story) -> list[Result]:
    found: list[Result] = story.end["results"]
    return found


def rounds(story: Story) -> list[list[Result]]:
    """The hands by round. If the match began within a round, the first is shorter."""
    found = results(story)
    first = len(found) % HANDS_OF_A_ROUND
    starts = range(first - HANDS_OF_A_ROUND if first else 0, len(found), HANDS_OF_A_ROUND)
    return [found[max(0, start) : start + HANDS_OF_A_ROUND] for start in starts]


def most_in_a_round(story: Story, wanted: Mapping[int, bool]) -> float:
    """The most wanted hands in one round."""
    number, best = 0, 0
    for hands in rounds(story):
        best = max(best, sum(wanted[number + n] for n in range(len(hands))))
        number += len(hands)
    return best


def nothing_lost(story: Story) -> float:
    """The lowest wealth during a match of all rounds, as a gain over the start."""
    found = results(story)
    if len(found) < HANDS_OF_A_ROUND * story.match.seats_count:
        return -math.inf
    return min(accumulate(result["payments"][story.seat] for result in found))


def long_reign(story: Story) -> float:
    """The most hands of one round in which the seat was Dragonmaster."""
    return most_in_a_round(story, {n: r["dm"] == story.seat for n, r in enumerate(results(story))})


def asked_for(card: str, kind: str) -> bool:
    """Whether a Power Play of a kind needs a certain card."""
    found = {
        "dragonlords": card.startswith("DRA "),
        "wizards": card.endswith(" W"),
        "runesword": card == "WAR P",
    }
    return any(found.values()) if kind == "staff" else found.get(kind, False)


def power_extra(story: Story) -> float:
    """Successful Power Plays that needed the unseen extra card."""
    made = 0
    for turn in story.turns:
        for result in turn.after["results"][len(turn.before["results"]) :]:
            own = result["power"] == "power" and result["player"] == story.seat
            made += bool(
                own and result["success"] and asked_for(turn.before["extra"], result["kind"])
            )
    return made


def secret_made(story: Story) -> float:
    """Successful Secret Power Plays."""
    return sum(r["power"] == "secret" and r["player"] == story.seat for r in results(story))


def power_stopped(story: Story) -> float:
    """Power Plays of others that failed while the seat was Dragonmaster."""
    return sum(
        r["power"] == "power" and r["success"] is False and r["dm"] == story.seat
        for r in results(story)
    )


def best_hand(story: Story) -> float:
    """The most crystals from one hand."""
    return max((r["payments"][story.seat] for r in results(story)), default=0)


def comeback(story: Story) -> float:
    """How far behind the richest seat the winner was at worst, in crystals."""
    if not story.won:
        return 0
    courses = [
        list(accumulate(r["payments"][s] for r in results(story)))
        for s in range(story.match.seats_count)
    ]
    return max(
        (max(wealth) - wealth[story.seat] for wealth in zip(*courses, strict=True)), default=0
    )


ACHIEVEMENTS: Mapping[str, Achievement] = {
    "nothing_lost": nothing_lost,
    "long_reign": long_reign,
    "power_extra": power_extra,
    "secret_made": secret_made,
    "power_stopped": power_stopped,
    "best_hand": best_hand,
    "comeback": comeback,
}
