"""A person's games: their values, filters and streaks, and the suggested opponent.

Nothing here draws or reads a clock or a file. Assisted games do not affect the suggestion.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from .forms import OPPONENTS

# Seconds: at least the first, less than the second.
LENGTHS = {"short": (0.0, 300.0), "middle": (300.0, 900.0), "long": (900.0, math.inf)}
MATCHES = {"short_match": "short", "whole_match": "long"}  # filters by the chosen length of a match
UP_AFTER, DOWN_AFTER = 2, 3  # wins and losses in a row that change the suggestion


class Played(NamedTuple):
    """A finished match in a person's history. Unknown values are None or empty."""

    id: str
    game: str
    against: tuple[str, ...]  # the other players, sorted
    date: str  # UTC, "2026-11-22T05:30:00Z"; "" = unknown
    seconds: float
    share: float  # 1 won, 0 lost, between them shared
    assisted: bool
    seat: int
    seats: tuple[str, ...]
    scores: tuple[float, ...]
    moves: int
    loss: float | None  # mean value lost per move, in the game's units
    accuracy: float | None  # 0 .. 100
    stages: tuple[float, ...] | None  # mean loss per move in opening, middlegame, ending
    costs: tuple[float, ...] | None  # total cost of slips, mistakes, blunders, in the game's units
    low: float | None  # the person's lowest position value, in the game's units
    accuracies: tuple[float, ...] | None = None  # in opening, middlegame, ending, 0 .. 100
    given: bool = False  # the opponents came with the deal of the day and were not suggested
    length: str = ""  # of the match: "short", "long"; "": another, or unknown

    @property
    def margin(self) -> float | None:
        return margin_of(self.scores, self.seat)


class Summary(NamedTuple):
    """Totals and means of some games. A mean is None if no game has the value."""

    played: int
    won: int
    shared: int
    lost: int
    run: int  # current winning streak
    best_run: int
    worst_run: int  # the longest losing streak
    score: float | None
    margin: float | None
    accuracy: float | None
    loss: float | None
    seconds: float | None


def played(lines: Iterable[Mapping[str, Any]]) -> list[Played]:
    """The games in some lines (lines.py), in their order."""
    return [
        Played(
            line["id"],
            line["game"],
            tuple(who for who in line["against"].split("+") if who),
            line.get("date", ""),
            float(line.get("seconds", 0)),
            float(line["share"]),
            line["assisted"],
            line.get("seat", 0),
            tuple(line.get("seats", ())),
            tuple(line.get("scores", ())),
            line.get("moves", 0),
            line.get("loss"),
            line.get("accuracy"),
            tuple(line["stages"]) if "stages" in line else None,
            tuple(line["costs"]) if "costs" in line else None,
            line.get("low"),
            tuple(line["accuracies"]) if "accuracies" in line else None,
            bool(line.get("given")),
            line.get("length", ""),
        )
        for line in lines
    ]


class Filter(NamedTuple):
    """Which games are wanted: by game, level of an opponent, length (one of LENGTHS or MATCHES), first date, end date
    (exclusive), and whether with help.

    Dates may be shortened: "2026-11" is November. "" and None accept anything.
    """

    game: str = ""
    level: str = ""
    length: str = ""
    since: str = ""
    until: str = ""
    assisted: bool | None = None


def margin_of(scores: Sequence[float], seat: int) -> float | None:
    """A seat's score minus the best other score."""
    others = [score for other, score in enumerate(scores) if other != seat]
    return scores[seat] - max(others) if others and seat < len(scores) else None


def ending_of(share: float) -> str:
    """How a game ended, by the share of the win: "won", "lost" or "shared".

    >>> ending_of(1), ending_of(0.5)
    ('won', 'shared')
    """
    return {1.0: "won", 0.0: "lost"}.get(share, "shared")


def mean(values: Iterable[float | None]) -> float | None:
    """The mean of the known values; None if there are none."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def streaks(ends: str) -> tuple[int, int, int]:
    """The current winning streak, the longest one and the longest losing streak. ends: "W" won, "L"
    lost, "-" shared, in order.

    >>> streaks("WWWLL-WW")
    (2, 3, 2)
    """
    longest, losses = (max(map(len, re.findall(f"{end}+", ends)), default=0) for end in "WL")
    return len(ends) - len(ends.rstrip("W")), longest, losses


KINDS = ("slip", "mistake", "blunder")


# ---- suggested opponent ----

STREAKS = range(1 - DOWN_AFTER, UP_AFTER)  # wins in a row; losses in a row as a negative number


def level_of(against: Iterable[str]) -> str:
    """The level of some opponents: the median (of two, the weaker); "" if they are not computer players."""
    met = sorted(OPPONENTS.index(who) for who in against if who in OPPONENTS)
    return OPPONENTS[met[(len(met) - 1) // 2]] if met else ""


class Suggestion(NamedTuple):
    """The suggestion after some games: a level as an index into OPPONENTS, the current streak at it (negative:
    losses), and what the last game did to the level: "up", "down" or "stay"."""

    level: int = 0
    streak: int = 0
    why: str = "first"


SUGGESTIONS = [Suggestion(level, streak, "") for level in range(len(OPPONENTS)) for streak in STREAKS]


class Meeting(NamedTuple):
    """An unassisted game against computer players: their level, and the share of the win."""

    level: int
    share: float


def suggestion_of(latest: Iterable[Meeting]) -> tuple[str, str]:
    """The suggested opponent, and why: "first", "up" or "down" just now, else "stay".

    It starts at Hatchling, goes up after two wins in a row and down after three losses in a row. If the person
    chooses another level, it continues from there. latest: a game's meetings, latest first; only as many are read as
    can matter.
    """
    ends: dict[Suggestion, Suggestion] = {}  # what each earlier state becomes after these games
    for met in latest:
        ends = {
            before: ends.get(after._replace(why=""), after)
            for before in SUGGESTIONS
            for after in [suggestion_after(before, met)]
        }
        if len(set(ends.values())) == 1:
            break
    last = ends.get(Suggestion()._replace(why=""), Suggestion())
    return OPPONENTS[last.level], last.why


def suggestion_after(before: Suggestion, met: Meeting) -> Suggestion:
    streak = streak_after(before.streak if met.level == before.level else 0, met.share)
    step = (streak == UP_AFTER) - (streak == -DOWN_AFTER)
    level = max(0, min(met.level + step, len(OPPONENTS) - 1))
    why = {1: "up", -1: "down"}[step] if level != met.level else "stay"
    return Suggestion(level, 0 if step else streak, why)


def streak_after(streak: int, share: float) -> int:
    """A streak (negative: losses) after one more game."""
    if share in (0, 1):
        return max(streak, 0) + 1 if share else min(streak, 0) - 1
    return 0
