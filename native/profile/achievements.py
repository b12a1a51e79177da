"""Achievements: what they are, and which of them a finished match earns. Each adds a treasure to
the hoard.

An achievement is a small function of a match: its record, replayed and seen by one seat. It returns
a number, and a table says how much is needed. A game's own achievements are in
native/GAME/achievements.py and their table in assets/GAME/treasures.toml; those of all games are
here and in assets/treasures.toml. Only the record and its review count, no clock and no randomness.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date, timedelta
from functools import cache, cached_property
from typing import Any, NamedTuple

from .. import GAMES, LEVELS, Event, Match
from ..files import own_table, read_toml
from ..games import own_part
from ..play.lessons import courses, lesson
from ..store.chronicle import Chronicle


class Decision(NamedTuple):
    """A decision: the seat, the move, its events, and the states before and after with all cards
    face up."""

    seat: int
    move: str
    events: list[Event]
    before: dict[str, Any]
    after: dict[str, Any]


class Story:
    """A finished match, as seen by one seat. accuracy (0 .. 100) is None until the match is
    reviewed."""

    def __init__(self, match: Match, seat: int, accuracy: float | None = None) -> None:
        assert match.over, "a story has an end"
        self.match, self.seat, self.accuracy = match, seat, accuracy

    @property
    def won(self) -> bool:
        """Whether the seat won, alone or with its partner."""
        partners = {self.seat, (self.seat + 2) % 4} if self.match.options.get("teams") else {self.seat}
        return set(self.match.winners) == partners

    @property
    def rivals(self) -> list[str]:
        """The levels of the other seats' computer players."""
        return [who for seat, who in enumerate(self.match.seats) if seat != self.seat and who in LEVELS]

    @cached_property
    def end(self) -> dict[str, Any]:
        return self.match.state()

    @cached_property
    def turns(self) -> list[Decision]:
        again = self.match.restarted()
        found: list[Decision] = []
        before = again.state()
        for move in self.match.moves:
            seat = again.to_act
            assert seat is not None
            events = again.play(move)
            after = again.state()
            found.append(Decision(seat, move, events, before, after))
            before = after
        return found

    @property
    def own(self) -> Iterable[Decision]:
        """The seat's own decisions."""
        return (turn for turn in self.turns if turn.seat == self.seat)


Achievement = Callable[[Story], float]


def seats_if_won(story: Story) -> float:
    """The number of seats if the seat won, alone or with a partner; else 0."""
    return float(story.match.seats_count * story.won)


class Totals(NamedTuple):
    """Totals over many matches."""

    games: int = 0  # finished matches
    daily_run: int = 0  # days in a row on which every deal of the day was played
    puzzle_run: int = 0  # puzzles solved in a row without a mistake
    lessons: int = 0  # games with all lessons done
    duplicates: int = 0  # duplicate matches won


class Treasure(NamedTuple):
    """A piece of the hoard: its achievement, how much of it is needed, and whether it is hidden
    until found."""

    id: str
    game: str  # "" = general
    achievement: str
    needs: float = 1
    hidden: bool = False
    form: str = "coin"  # its picture in assets/art/hoard

    @property
    def words(self) -> str:
        """The text key of its name; with ".how" added, of its description."""
        return f"treasure.{self.achievement if self.achievement in SHARED else self.id}"


def won_against(level: str) -> Achievement:
    """1 for a win in which every computer player has at least this level."""

    def achievement(story: Story) -> float:
        strong = [LEVELS.index(rival) >= LEVELS.index(level) for rival in story.rivals]
        return float(story.won and bool(strong) and all(strong))

    return achievement


def accuracy_against_dragon(story: Story) -> float:
    """The accuracy of a match against a Dragon; 0 while it is unknown, and against others."""
    return story.accuracy or 0.0 if "dragon" in story.rivals else 0.0


SHARED: Mapping[str, Achievement] = {
    "beats_hatchling": won_against("hatchling"),
    "beats_wyrmling": won_against("wyrmling"),
    "beats_drake": won_against("drake"),
    "beats_dragon": won_against("dragon"),
    "accuracy": accuracy_against_dragon,
}


def achievements_of(game: str) -> dict[str, Achievement]:
    none: Mapping[str, Achievement] = {}
    own = own_part(game, "achievements", "ACHIEVEMENTS", none)
    assert not own.keys() & SHARED.keys()
    return {**SHARED, **own}


@cache
def treasures() -> list[Treasure]:
    """All treasures, in display order."""
    found = read_toml("treasures.toml") or {}
    shared = [
        Treasure(f"{game}.{row['achievement']}", game, **row) for game in GAMES for row in found["every_game"]
    ]
    own = [
        Treasure(f"{game}.{row['achievement']}", game, **row)
        for game in GAMES
        for row in own_table(game, "treasures.toml").get("treasure", [])
        if row["achievement"] in achievements_of(game)
    ]
    general = [Treasure(f"all.{row.pop('name')}", "", **row) for row in found["totals"]]
    return [*shared, *own, *general]


@cache
def treasures_by_name() -> dict[str, Treasure]:
    """All treasures by their ids."""
    return {one.id: one for one in treasures()}


def treasures_by_game(some: Iterable[Treasure]) -> dict[str, list[Treasure]]:
    """Treasures by game; the general ones last."""
    found: dict[str, list[Treasure]] = {game: [] for game in (*GAMES, "")}
    for treasure in some:
        found[treasure.game].append(treasure)
    return found


def earned(story: Story) -> list[str]:
    """The ids of the treasures that a match earns, including those found before."""
    achievements = achievements_of(story.match.game)
    wanted = (treasure for treasure in treasures() if treasure.game == story.match.game)
    return [treasure.id for treasure in wanted if achievements[treasure.achievement](story) >= treasure.needs]


def earned_by_totals(totals: Totals) -> list[str]:
    """The ids of the general treasures that a person's totals earn."""
    return [t.id for t in treasures() if not t.game and getattr(totals, t.achievement) >= t.needs]


# ---- totals over many matches ----


def totals_of(games: int, chronicle: Chronicle, clean: int, today: str) -> Totals:
    """A person's totals. games: how many count. clean: the longest run of puzzles solved at the first try. Deals
    of days after today are left out."""
    done = set(chronicle.lessons())
    return Totals(
        games,
        longest_run(chronicle.whole_days(len(GAMES), today)),
        clean,
        sum(knows_lessons(game, done) for game in GAMES),
        sum(one["net"] > 0 for one in chronicle.duplicates()),
    )


def knows_lessons(game: str, done: Collection[str]) -> bool:
    """Whether all courses of a game are done. They are read only if one of them is: that takes a while."""
    if not any(name.startswith(lesson(game, "")) for name in done):
        return False
    known = courses(game)
    return bool(known) and all(lesson(game, course.key) in done for course in known)


def longest_run(days: Iterable[str]) -> int:
    """The longest run of consecutive days. days: dates such as 2026-11-22."""
    best = run = 0
    before: date | None = None
    for day in sorted(days):
        try:
            today = date.fromisoformat(day)
        except ValueError:
            continue
        run = run + 1 if before and today - before == timedelta(1) else 1
        best, before = max(best, run), today
    return best

