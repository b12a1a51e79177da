"""Achievements of the grid duel; what stands on the grid is that of the last game of a match."""

from __future__ import annotations

from collections.abc import Mapping

from ..profile.achievements import Achievement, Story

ONE_OF_EACH, ALL_EGGS = "0123", "0000"


def own_lines(story: Story) -> list[str]:
    """The values of the seat's four lines, each sorted: columns for the starter, rows for the other."""
    rows: list[str] = story.end["grid"]
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    return ["".join(sorted(line)) for line in (columns if story.end["starter"] == story.seat else rows)]


def scores(story: Story, own: bool) -> list[int]:
    """The scores of the seat's lines, or of the other's, lowest first."""
    lines = story.end["lines"]
    return sorted(lines["columns" if (story.end["starter"] == story.seat) == own else "rows"])


def four_eggs(story: Story) -> float:
    """Lines of four eggs in a match that was won."""
    return own_lines(story).count(ALL_EGGS) * story.won


def one_of_each(story: Story) -> float:
    """Lines with one dragon of each value in a match that was won."""
    return own_lines(story).count(ONE_OF_EACH) * story.won


def highest_line(story: Story) -> float:
    """The best line's score in a match that was won; 103 is the most there is."""
    return scores(story, own=True)[-1] * story.won


def weakest_line(story: Story) -> float:
    """The lowest line's score in a match that was won."""
    return scores(story, own=True)[0] * story.won


def by_a_hair(story: Story) -> float:
    """How many of the lowest lines were equal before one decided, in a match that was won."""
    pairs = zip(scores(story, own=True), scores(story, own=False), strict=True)
    equal = next((n for n, (mine, theirs) in enumerate(pairs) if mine != theirs), 4)
    return equal * story.won


def first_stone(story: Story) -> float:
    """Cards with which the seat opened a game it won against a Drake or a Dragon, who have the better seat there."""
    strong = bool(story.rivals) and all(rival in ("drake", "dragon") for rival in story.rivals)
    return float(story.won and strong and story.end["starter"] == story.seat)


def clean_sweep(story: Story) -> float:
    """Games won in a tournament in which none was lost."""
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
