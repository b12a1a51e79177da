"""Achievements of the grid duel. Where a match has several games, the grid is that of the last
one."""

from __future__ import annotations

from collections.abc import Mapping

from ..profile.achievements import Achievement, Story

ONE_OF_EACH, ALL_EGGS = "0123", "0000"


def own_lines(story: Story) -> list[str]:
    """The values of the seat's four lines, each sorted. The starter's lines are the columns, the
    other seat's are the rows."""
    rows: list[str] = story.end["grid"]
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    return ["".join(sorted(line)) for line in (columns if story.end["starter"] == story.seat else rows)]


def scores(story: Story, own: bool) -> list[int]:
    """The scores of the lines of the seat or of its opponent, lowest first."""
    lines = story.end["lines"]
    return sorted(lines["columns" if (story.end["starter"] == story.seat) == own else "rows"])


def four_eggs(story: Story) -> float:
    """Lines of four eggs in a match that was won."""
    return own_lines(story).count(ALL_EGGS) * story.won


def one_of_each(story: Story) -> float:
    """Lines with one dragon of each value in a match that was won."""
    return own_lines(story).count(ONE_OF_EACH) * story.won


def highest_line(story: Story) -> float:
    """The highest line's score in a match that was won; the maximum is 103."""
    return scores(story, own=True)[-1] * story.won


def weakest_line(story: Story) -> float:
    """The lowest line's score in a match that was won."""
    return scores(story, own=True)[0] * story.won


def by_a_hair(story: Story) -> float:
    """How many of the lowest lines tied before one decided, in a match that was won."""
    pairs = zip(scores(story, own=True), scores(story, own=False), strict=True)
    equal = next((n for n, (mine, theirs) in enumerate(pairs) if mine != theirs), 4)
    return equal * story.won


def first_stone(story: Story) -> float:
    """1 if the seat won as the starter against a Drake or a Dragon: moving second is better."""
    strong = bool(story.rivals) and all(rival in ("drake", "dragon") for rival in story.rivals)
    return float(story.won and strong and story.end["starter"] == story.seat)


def clean_sweep(story: Story) -> float:
    """Games won in a tournament without a loss."""
    wins = story.end["wins"]
    return float(wins[story.seat] if story.won and wins[1 - story.seat] == 0 else 0)


ACHIEVEMENTS: Mapping[str, Achievement] = {
    "four_eggs": four_eggs,
    "one_of_each": one_of_each,
    "highest_line": highest_line,
    "weakest_line": weakest_line,
    "by_a_hair": by_a_hair,
    "first_stone": first_stone,
    "clean_sweep": clean_sweep,
}
