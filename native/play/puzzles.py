"""Puzzles: the packs, which puzzle comes next, and what the tries so far tell of the person.

A pack, assets/puzzles/GAME.json, holds what `mine` prints (RECORDS.md). A puzzle is known by what
it holds, so that a pack may grow or be sorted anew. Every try is a line of the history: the puzzle,
its rating, whether it was solved, when. One that was failed comes again after the days of AGAIN,
the further away the more often it has been solved since.
"""

from __future__ import annotations

import contextlib
import datetime
import json
import random
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from ..files import assets_dir
from ..match import Match
from ..store.chronicle import Chronicle
from ..store.history import PuzzleRating, puzzle_skill
from ..store.index import index_of
from .mining import Kind, kinds_of

AGAIN = (1, 3, 7, 21)  # days until a failed puzzle is due, by how often it was solved since
TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
NEAR = 8  # the next one is drawn from so many unseen ones nearest to the person's rating


def now() -> datetime.datetime:
    """The time that a try is noted under, and from which days are counted; tests set it."""
    return datetime.datetime.now(datetime.UTC)


class Puzzle(NamedTuple):
    """A position of which it is proven which moves are right; the fields are those of `mine`."""

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
    rating: int

    def match(self) -> Match:
        """The position, the one who solves at its seat, Dragons at all others."""
        match = Match.load(self.record)
        match.seats = ["dragon"] * match.seats_count
        match.seats[self.seat] = "human"
        return match

    @property
    def kind(self) -> Kind:
        """How the values of its positions are found, and where it ends."""
        return next(kind for kind in kinds_of(self.game) if kind.task == self.task)


def read(game: str, puzzles: Sequence[Mapping[str, Any]]) -> list[Puzzle]:
    """The puzzles of a pack; those of a kind that this version does not know are left out."""
    tasks = {kind.task for kind in kinds_of(game)}
    kept = [name for name in Puzzle._fields if name not in ("id", "game")]
    return [
        Puzzle(
            id=name_of(game, one),
            game=game,
            **{key: one[key] for key in kept} | {"solution": tuple(one["solution"])},
        )
        for one in puzzles
        if one["task"] in tasks
    ]


def name_of(game: str, puzzle: Mapping[str, Any]) -> str:
    """What a puzzle is called for ever: made of its position and its task alone."""
    import hashlib  # late: a fourth of what Python itself takes in memory

    record = puzzle["record"]
    known = [record.get(key) for key in ("options", "seed", "deal", "chance", "moves")]
    text = json.dumps([puzzle["task"], *known], sort_keys=True)
    return f"{game}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def pack_path(game: str) -> Path:
    """Where the pack of a game lies, if it has one."""
    return assets_dir() / "puzzles" / f"{game}.json"


@cache
def pack(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game; none where it has no pack."""
    path = pack_path(game)
    if not path.exists():
        return ()
    return tuple(read(game, json.loads(path.read_text("utf-8"))["puzzles"]))


class Try(NamedTuple):
    """A puzzle tried: when, and whether it was solved."""

    date: datetime.datetime
    solved: bool


class PuzzleBook:
    """What a person's tries at the puzzles of a game tell."""

    def __init__(self, game: str, chronicle: Chronicle) -> None:
        self.game, self.chronicle = game, chronicle
        self.lines = index_of(chronicle).lines_with("puzzle", f"{game}-")

    def note(self, puzzle: Puzzle, solved: bool) -> None:
        """A try, kept at once."""
        date = now()
        line: dict[str, Any] = {"puzzle": puzzle.id, "rating": puzzle.rating, "solved": solved}
        line["date"] = f"{date:%Y-%m-%dT%H:%M:%SZ}"
        self.chronicle.add(f"try-{puzzle.id}-{date:%Y%m%d%H%M%S%f}", line)
        self.lines.append(line)

    @property
    def skill(self) -> PuzzleRating:
        """The rating now, with its deviation."""
        days = puzzle_skill(self.lines)
        return days[-1][1] if days else PuzzleRating()

    @property
    def streak(self) -> int:
        """Solved in a row up to now."""
        solved = [bool(line.get("solved")) for line in reversed(self.lines)]
        return solved.index(False) if False in solved else len(solved)

    @property
    def solved(self) -> int:
        """How many puzzles have been solved, each counted once."""
        return len({line["puzzle"] for line in self.lines if line.get("solved")})

    def tries(self) -> dict[str, list[Try]]:
        """All tries by puzzle, oldest first; one without a date that can be read, or noted while
        the clock was ahead, is very old."""
        found: dict[str, list[Try]] = {}
        for line in self.lines:
            tried = Try(read_date(str(line.get("date", ""))), bool(line.get("solved")))
            found.setdefault(line["puzzle"], []).append(tried)
        return {name: sorted(tries, key=lambda one: one.date) for name, tries in found.items()}

    def due(self) -> list[str]:
        """The failed puzzles whose day has come, the longest due first."""
        days = {name: due_on(tries) for name, tries in self.tries().items()}
        today = now().date()
        ready = [(day, name) for name, day in days.items() if day and day <= today]
        return [name for _, name in sorted(ready)]

    def choose(self, puzzles: Sequence[Puzzle]) -> Puzzle:
        """The next one: one that is due, else an unseen one near the person's rating, else the one
        that was tried longest ago. The same until it is tried."""
        named = {puzzle.id: puzzle for puzzle in puzzles}
        due = [name for name in self.due() if name in named]
        if due:
            return named[due[0]]
        tries = self.tries()
        unseen = [puzzle for puzzle in puzzles if puzzle.id not in tries]
        if not unseen:
            return min(puzzles, key=lambda puzzle: tries[puzzle.id][-1].date)
        value = self.skill.value
        chance = random.Random(len(self.lines))
        return chance.choice(sorted(unseen, key=lambda one: abs(one.rating - value))[:NEAR])


def read_date(text: str) -> datetime.datetime:
    """A date as lines of the history have it; the beginning of time where it is none, or is yet to
    come."""
    start = datetime.datetime.min.replace(tzinfo=datetime.UTC)
    if TIME.fullmatch(text):
        with contextlib.suppress(ValueError):
            found = datetime.datetime.fromisoformat(text)
            return found if found <= now() else start
    return start


def due_on(tries: Sequence[Try]) -> datetime.date | None:
    """The day on which a puzzle is to come again; None where it was never failed, or has been
    solved often enough since."""
    failed = [at for at, tried in enumerate(tries) if not tried.solved]
    if not failed:
        return None
    since = len(tries) - 1 - failed[-1]
    if since >= len(AGAIN):
        return None
    return tries[-1].date.date() + datetime.timedelta(days=AGAIN[since])
