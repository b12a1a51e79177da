"""Achievements of Fairy Tale."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ..profile.achievements import Achievement, Story, seats_if_won

ONE_CHAPTER_SHORT = "Shadowking's Tale"  # it has three


def face_up(story: Story) -> list[str]:
    """The seat's face-up cards at the end."""
    return [laid["name"] for laid in story.end["table"][story.seat] if laid["up"]]


def whole_tale(story: Story) -> float:
    """Face-up chapters of one Tale; all three of the Shadowking's count as four."""
    chapters = Counter(name.partition(" - ")[0] for name in face_up(story) if " - Chapter " in name)
    whole = chapters[ONE_CHAPTER_SHORT] == 3
    return max([*chapters.values(), 4 if whole else 0], default=0)


def points(story: Story) -> float:
    """The seat's own points."""
    own: int = story.end["points"][story.seat]
    return own


def all_up(story: Story) -> float:
    """Face-up cards at the end of a match that was won."""
    return len(face_up(story)) * story.won


def family(story: Story) -> float:
    """The most face-up cards of one name."""
    return max(Counter(face_up(story)).values(), default=0)


def great_hunt(story: Story) -> float:
    """The most cards that one of the seat's hunters flipped."""
    hunts = (
        sum(e.kind == "down" for e in turn.events)
        for turn in story.turns
        if any(e.what == "hunt" and e.seat == story.seat for e in turn.events)
    )
    return max(hunts, default=0)


def trickster(story: Story) -> float:
    """1 if the seat won with the Trickster face up."""
    return float("The Trickster" in face_up(story) and story.won)


ACHIEVEMENTS: Mapping[str, Achievement] = {
    "whole_tale": whole_tale,
    "points": points,
    "all_up": all_up,
    "family": family,
    "great_hunt": great_hunt,
    "trickster": trickster,
    "crowded_table": seats_if_won,
}
