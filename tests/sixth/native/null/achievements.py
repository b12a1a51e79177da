"""Achievements of the null game."""

from __future__ import annotations

from collections.abc import Mapping

from native.profile.achievements import Achievement, Story


def nine_laid(story: Story) -> float:
    """1 where the seat laid the highest card."""
    return float("9" in story.end["table"][story.seat])


ACHIEVEMENTS: Mapping[str, Achievement] = {"nine_laid": nine_laid}
