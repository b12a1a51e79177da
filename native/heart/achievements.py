"""Achievements of Dragonheart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..profile.achievements import Achievement, Story


def captures(story: Story) -> Iterable[tuple[str, int]]:
    """For each of the seat's moves, its kind and the points it took."""
    for turn in story.own:
        gain = turn.after["piles"][story.seat] - turn.before["piles"][story.seat]
        yield turn.move.split()[0], gain


def margin(story: Story) -> float:
    """The winning margin in points; -1 if the seat did not win."""
    mine, theirs = (story.match.scores[seat] for seat in (story.seat, 1 - story.seat))
    return mine - theirs if story.won else -1


def great_haul(story: Story) -> float:
    """The most points taken by one move."""
    return max((gain for _, gain in captures(story)), default=0)


def rich_dwarfs(story: Story) -> float:
    """The most points that four Dwarfs were worth."""
    return max((gain for kind, gain in captures(story) if kind == "dwarf"), default=0)


def dragon_kept(story: Story) -> float:
    """1 if the seat won and owns the Great Dragon at the end."""
    return float(story.won and story.end["figure"] == story.seat)


def dragon_taken_away(story: Story) -> float:
    """How often the seat took the Great Dragon from the other seat."""
    other = 1 - story.seat
    owners = [(turn.before["figure"], turn.after["figure"]) for turn in story.own]
    return owners.count((other, story.seat))


def fleet(story: Story) -> float:
    """Ship stacks that the seat completed."""
    sent: list[int] = [turn.after["ship_stacks"] - turn.before["ship_stacks"] for turn in story.own]
    return sum(sent)


def by_a_hair(story: Story) -> float:
    """1 for a win by one point, or by the Great Dragon as the tie-break."""
    return float(story.won and margin(story) <= 1)


ACHIEVEMENTS: Mapping[str, Achievement] = {
    "margin": margin,
    "great_haul": great_haul,
    "rich_dwarfs": rich_dwarfs,
    "dragon_kept": dragon_kept,
    "dragon_taken_away": dragon_taken_away,
    "fleet": fleet,
    "by_a_hair": by_a_hair,
}
