"""Achievements of Dragon Wars."""

from __future__ import annotations

from collections.abc import Mapping

from ..profile.achievements import Achievement, Story, seats_if_won

STRONGEST = "SK"


def trophies(story: Story) -> float:
    """Dragons slain."""
    return len(story.end["trophies"][story.seat])


def slain_king(story: Story) -> float:
    """1 if the seat slew the King of Spades, the strongest dragon."""
    return float(STRONGEST in story.end["trophies"][story.seat])


def unhurt(story: Story) -> float:
    """1 if the match was won without losing a dragon."""
    fell = any(
        e.what == "slain" and e.target_seat == story.seat
        for turn in story.turns
        for e in turn.events
    )
    return float(story.won and not fell)


def exact_blow(story: Story) -> float:
    """Battles in which the damage was exactly what the dragon had left."""
    return sum(1 for attack, defence, health in _blows(story) if attack - defence == health)


def mighty_blow(story: Story) -> float:
    """The largest sum of an attack that slew a dragon."""
    return max(
        (attack for attack, defence, health in _blows(story) if attack - defence >= health),
        default=0,
    )


def _blows(story: Story) -> list[tuple[int, int, int]]:
    """Attack, defence and the dragon's health in each battle that the seat led and ended."""
    found = []
    for turn in story.own:
        battle = turn.before["battle"]
        if turn.move == "stop" and battle:
            health = turn.before["dragons"][battle["defender"]][1]
            found.append((turn.before["attack"], turn.before["defence"], health))
    return found


def firm_wall(story: Story) -> float:
    """Attacks that the seat's defence equalled exactly."""
    met = 0
    for turn in story.turns:
        battle = turn.before["battle"]
        if (
            turn.move == "stop"
            and battle
            and battle["defender"] == story.seat
            and battle["defence"]
        ):
            met += turn.before["attack"] == turn.before["defence"]
    return met


ACHIEVEMENTS: Mapping[str, Achievement] = {
    "trophies": trophies,
    "slain_king": slain_king,
    "unhurt": unhurt,
    "exact_blow": exact_blow,
    "mighty_blow": mighty_blow,
    "firm_wall": firm_wall,
    "sole_of_four": seats_if_won,
}
