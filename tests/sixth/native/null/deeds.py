"""Deeds of the null game."""

from __future__ import annotations

from collections.abc import Mapping

from native.profile.achievements import Deed, Story


def nine_laid(story: Story) -> float:
    """1 where the seat laid the highest card."""
    return float("9" in story.end["table"][story.seat])


DEEDS: Mapping[str, Deed] = {"nine_laid": nine_laid}
