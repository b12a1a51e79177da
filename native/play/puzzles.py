"""Puzzles: the packs, which puzzle comes next, and a person's results.

A pack, assets/puzzles/GAME.json, holds what `mine` prints (RECORDS.md). A puzzle's id is derived
from its contents, so that packs can grow or be sorted. What is kept of every try is the
puzzle, its rating, whether it was solved, and when. A failed puzzle comes again after the days of
AGAIN, later each time it is solved.
"""

from __future__ import annotations

import datetime
import json
import random
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ..files import assets_dir
from ..match import Match
from ..store.chronicle import Chronicle
from .mining import Kind, kind_of, own_kind
from .puzzle_rating import RATINGS, Answers, PuzzleRating, answers_of, moved_rating, puzzle_skill

AGAIN = (1, 3, 7, 21)  # days until a failed puzzle is due, by how often it was solved since
NEAR = 8  # the next puzzle is drawn from this many unseen ones closest to the wanted rating
RAMP = 100  # by how much a theme may become harder with each puzzle solved


def now() -> datetime.datetime:
    """The current time, used to date tries and to find due puzzles; tests set it."""
    return datetime.datetime.now(datetime.UTC)


class Puzzle(NamedTuple):
    """A position with proven right moves; the fields are those of `mine`."""

    id: str
    game: str
    record: Mapping[str, Any]
    seat: int
    open: bool
    solution: tuple[str, ...]
    value: float
    next: float
    proof: str
    task: str
    rating: int  # how hard it is, on the scale of the person's rating
    motif: str = ""  # of the reason why the right move is right; "": none, or not known

    def match(self) -> Match:
        """The position, with the solver at its seat and Dragon at all others."""
        match = Match.load(self.record)
        match.seats = ["dragon"] * match.seats_count
        match.seats[self.seat] = "human"
        return match

    @property
    def kind(self) -> Kind:
        """The kind: how its positions are valued, and where it ends."""
        found = kind_of(self.game, self.task)
        assert found
        return found

    @property
    def theme(self) -> str:
        """What it is about: its motif, else its task."""
        return self.motif or self.task

    @property
    def own(self) -> bool:
        """Whether it was made of a mistake of the person's."""
        return self.task == own_kind(self.game).task


class PuzzlePick(NamedTuple):
    """Which puzzles a person wants. theme: a motif or a task; "" for any. low, high: the range of their ratings.
    mine: only those made of own mistakes. rated: whether the answers count."""

    theme: str = ""
    low: int = int(RATINGS[0])
    high: int = int(RATINGS[1])
    mine: bool = False
    rated: bool = True

    def wants(self, puzzle: Puzzle, rating: float) -> bool:
        """Whether a puzzle with this rating is one of them."""
        fits = self.low <= rating <= self.high and (puzzle.own or not self.mine)
        return fits and self.theme in ("", puzzle.theme, puzzle.task)


def read(game: str, puzzles: Sequence[Mapping[str, Any]]) -> list[Puzzle]:
    """The puzzles of a pack, without kinds that this version does not know."""
    kept = [name for name in Puzzle._fields if name not in ("id", "game")]
    return [
        Puzzle(
            id=name_of(game, one),
            game=game,
            **{key: one[key] for key in kept if key in one} | {"solution": tuple(one["solution"])},
        )
        for one in puzzles
        if kind_of(game, one["task"])
    ]


def name_of(game: str, puzzle: Mapping[str, Any]) -> str:
    """A puzzle's permanent id, derived only from its position and task."""
    import hashlib  # late: it takes a quarter of Python's own memory

    record = puzzle["record"]
    known = [record.get(key) for key in ("options", "seed", "deal", "chance", "moves")]
    text = json.dumps([puzzle["task"], *known], sort_keys=True)
    return f"{game}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def pack_path(game: str) -> Path:
    """The path of a game's pack."""
    return assets_dir() / "puzzles" / f"{game}.json"


@cache
def pack(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game; empty if it has no pack, or none that can be read."""
    try:
        return tuple(read(game, json.loads(pack_path(game).read_text("utf-8"))["puzzles"]))
    except (OSError, ValueError, LookupError, TypeError):
        return ()


@cache
def themes(game: str) -> frozenset[str]:
    """The motifs and tasks of the puzzles in a game's pack."""
    return frozenset(theme for one in pack(game) for theme in (one.motif, one.task) if theme)


class PuzzleBook:
    """A person's results at the puzzles of a game."""

    def __init__(self, game: str, chronicle: Chronicle) -> None:
        self.game, self.chronicle = game, chronicle
        self.attempts = chronicle.attempts(game)
        self.rated = (0, PuzzleRating())  # the rating after so many attempts
        self.answers: Answers | None = None  # of everybody here
        self.moved: dict[str, float] = {}  # ratings of puzzles by these answers

    def note(self, puzzle: Puzzle, solved: bool) -> None:
        """Records a try."""
        date = now()
        line: dict[str, Any] = {"puzzle": puzzle.id, "rating": round(self.rating(puzzle)), "solved": solved}
        line["date"] = f"{date:%Y-%m-%dT%H:%M:%SZ}"
        self.chronicle.add(f"try-{puzzle.id}-{date:%Y%m%d%H%M%S%f}", line)

    @property
    def skill(self) -> PuzzleRating:
        """The present rating, with its deviation."""
        if self.rated[0] != len(self.attempts):
            days = puzzle_skill(self.attempts.firsts())
            self.rated = len(self.attempts), days[-1][1] if days else PuzzleRating()
        return self.rated[1]

    def rating(self, puzzle: Puzzle) -> float:
        """A puzzle's rating, as the answers given on this machine before the book was opened have moved it."""
        if self.answers is None:
            self.answers = answers_of(self.attempts.firsts(everybody=True))
        if puzzle.id not in self.moved:
            self.moved[puzzle.id] = moved_rating(puzzle.rating, self.answers.get(puzzle.id, []))
        return self.moved[puzzle.id]

    @property
    def streak(self) -> int:
        """How many puzzles were solved in a row up to now."""
        return self.attempts.streak()

    @property
    def solved(self) -> int:
        """How many different puzzles were solved."""
        return len(self.attempts.solved())

    def due(self) -> list[str]:
        """The failed puzzles that are due, longest overdue first. One that was solved often enough since is not."""
        today = now().date()
        days = [
            (day_of(last) + datetime.timedelta(days=AGAIN[since]), name)
            for name, since, last in self.attempts.failed(today.isoformat())
            if since < len(AGAIN)
        ]
        return [name for day, name in sorted(days) if day <= today]

    def choose(self, puzzles: Sequence[Puzzle]) -> Puzzle:
        """The next puzzle: a due one, those made of the person's own mistakes first, else an unseen
        one of those, else an unseen one near the wanted rating, else the one tried longest ago. It
        stays the same until it is tried.

        A theme begins with its easiest puzzles, and rises from them to the person's rating.
        """
        named = {puzzle.id: puzzle for puzzle in puzzles}
        due = [name for name in self.due() if name in named]
        if due:
            return named[min(due, key=lambda name: not named[name].own)]
        last = self.attempts.last(now().date().isoformat())
        unseen = [puzzle for puzzle in puzzles if puzzle.id not in last]
        if not unseen:
            return min(puzzles, key=lambda puzzle: last[puzzle.id])
        if own := [puzzle for puzzle in unseen if puzzle.own]:
            return own[0]
        value, limits = self.skill.value, self.limits(puzzles)
        chance = random.Random(len(self.attempts))
        near = sorted(unseen, key=lambda one: abs(self.rating(one) - min(value, limits[one.task])))
        return chance.choice(near[:NEAR])

    def limits(self, puzzles: Sequence[Puzzle]) -> dict[str, int]:
        """The highest rating wanted of each theme, by what was solved of it."""
        solved = self.attempts.solved()
        limits: dict[str, int] = {}
        for puzzle in sorted(puzzles, key=lambda one: one.rating):
            limits.setdefault(puzzle.task, puzzle.rating)
        for puzzle in puzzles:
            limits[puzzle.task] += RAMP * (puzzle.id in solved)
        return limits


def day_of(date: str) -> datetime.date:
    """The day of a date of the history; the earliest one if it is none."""
    try:
        return datetime.date.fromisoformat(date[:10])
    except ValueError:
        return datetime.date.min
