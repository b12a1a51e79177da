"""What the title tells a returning person: what is due today, and what the last seven days brought.

The numbers are read after the first picture, one part per frame, so that the title never waits for
them. Zero counts are not shown.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from ..games import GAMES
from ..play.lessons import Step, marks_step, steps_of
from ..play.puzzle_finder import MinedPuzzles
from ..play.puzzles import PuzzleBook, pack
from ..play.study import offered
from ..store.chronicle import Chronicle
from ..store.history import Filter
from ..store.saves import Saves
from ..strings import Strings
from .calendar import DailyDeals, day_end
from .statistics import PERIODS

Kind = Literal["daily", "streak", "puzzles", "lesson"]



class Week(NamedTuple):
    """The last seven days: matches played and won, lesson steps done, puzzles solved, and the motif
    whose mistakes cost most ("" if none is known)."""

    played: int = 0
    won: int = 0
    steps: int = 0
    puzzles: int = 0
    motif: str = ""


class Waiting(NamedTuple):
    """What is due.

    deals: today's unfinished deals that can still count. streak: the length in days of a streak
    that will end today unless a deal is finished; 0 if there is none. puzzles: how many are due, by
    game. lesson: the next step. learning: whether any step was done before.
    """

    deals: int = 0
    streak: int = 0
    puzzles: Mapping[str, int] = {}
    lesson: Step | None = None
    learning: bool = False
    week: Week = Week()


class Reminder(NamedTuple):
    """A line of the title that opens something. game: the game it is about, "" for all."""

    kind: Kind
    text: str
    tip: str
    game: str = ""


class Reminders:
    """Reads what is due, part by part."""

    def __init__(self, chronicle: Chronicle, matches: Saves) -> None:
        self.chronicle = chronicle
        self.matches = matches
        self.waiting = Waiting()
        self.today = datetime.date.min  # the day that was read
        self.state: tuple[Any, ...] = ()  # what the numbers depend on, when they were read
        self.reading: Iterator[Waiting] = iter(())
        self.late = False  # whether it is being read again, so that some of it may be old

    def look(self, today: datetime.date, last: str) -> None:
        """Starts to read again if anything has changed. last: the game played last."""
        self.today = today
        saved = frozenset(self.matches.names())
        state = (self.chronicle.tables.version, today, last, saved)
        if state != self.state:
            self.state = state
            self.reading = self.read(today, last, saved)
            self.late = True

    def tick(self) -> bool:
        """Reads the next part, if any. Returns whether there is anything new to show, or to say."""
        before, late = self.waiting, self.late
        found = next(self.reading, None)
        self.waiting, self.late = found or before, found is not None
        return (self.waiting, self.late) != (before, late)

    def finish(self) -> None:
        """Reads all remaining parts."""
        while self.late:
            self.tick()

    def read(self, today: datetime.date, last: str, saved: Collection[str]) -> Iterator[Waiting]:
        """Reads everything; each step takes at most some hundredths of a second."""
        day = today.isoformat()
        found = self.waiting
        deals, streak = today_of(DailyDeals(self.chronicle.booked(), saved, day))
        found = found._replace(deals=deals, streak=streak)
        yield found
        since = today - datetime.timedelta(PERIODS["week"])
        week = week_of(self.chronicle, since)
        found = found._replace(week=week)
        yield found
        done = dict.fromkeys(self.chronicle.lessons())
        step: Step | None = None
        for game in lesson_games(done, last):
            step = step or next((step for step in steps_of(game) if step.mark not in done), None)
            yield found
            if step:
                break
        found = found._replace(lesson=step, learning=bool(done))
        yield found
        for game in GAMES:
            due = due_puzzles(game, self.chronicle)
            others = {name: count for name, count in found.puzzles.items() if name != game}
            found = found._replace(puzzles=others | ({game: due} if due else {}))
            yield found


def today_of(book: DailyDeals) -> tuple[int, int]:
    """How many of today's deals are unfinished, and the length of the streak that will end today
    unless one is finished; 0 if there is none."""
    deals = [book.deal(book.today, game) for game in GAMES]
    left = sum(deal.state in ("open", "begun") for deal in deals)
    done = any(deal.state == "done" for deal in deals)
    return left, book.run()[0] if left and not done else 0


def lesson_games(done: Iterable[str], last: str) -> list[str]:
    """The games with lessons, in the order in which the next step is looked for: the one learnt
    last, the one played last, then the others."""
    learnt = [name.partition("/")[0] for name in done if marks_step(name)]
    order = dict.fromkeys([*learnt[-1:], last, *GAMES])
    return [game for game in order if game in GAMES and "learn" in offered(game)]


def due_puzzles(game: str, chronicle: Chronicle) -> int:
    """How many failed puzzles of a game are due; those that no pack has any more are left out."""
    due = set(PuzzleBook(game, chronicle).due())
    if not due:
        return 0
    known = [*pack(game), *MinedPuzzles(game, chronicle).puzzles]
    return len(due & {puzzle.id for puzzle in known})


def week_of(chronicle: Chronicle, since: datetime.date) -> Week:
    """What was played and learnt since a day."""
    start = since.isoformat()
    games = chronicle.games().select(Filter(since=start))
    total = games.summary()
    return Week(
        total.played,
        total.won,
        sum(marks_step(lesson) for lesson in chronicle.lessons(start)),
        len(chronicle.attempts().solved(start)),
        next(iter(games.motif_costs()), ""),
    )


# ---- in words ----


def reminders(waiting: Waiting, today: datetime.date, t: Strings) -> list[Reminder]:
    """What is due, a line for each kind."""
    texts: dict[Kind, str] = {}
    games: dict[Kind, str] = {}
    if waiting.streak:
        texts["streak"] = t("reminder.streak", days=waiting.streak, time=day_end(today, t))
    if waiting.deals:
        texts["daily"] = t("reminder.daily", count=waiting.deals)
    if waiting.puzzles:
        texts["puzzles"] = t("reminder.puzzles", count=sum(waiting.puzzles.values()))
        games["puzzles"] = max(waiting.puzzles, key=lambda game: waiting.puzzles[game])
    if waiting.lesson:
        step = waiting.lesson
        key = "reminder.lesson" if waiting.learning else "reminder.first_lesson"
        texts["lesson"] = t(key, game=t(f"game.{step.game}.name"), title=step.title(t))
        games["lesson"] = step.game
    return [
        Reminder(kind, text, t(f"reminder.{kind}.tip"), games.get(kind, ""))
        for kind, text in texts.items()
    ]


def week_lines(week: Week, t: Strings) -> list[str]:
    """The last seven days in words; empty if nothing was played or learnt."""
    counts = {
        "played": t("week.played", played=week.played, won=week.won) if week.played else "",
        "steps": t("week.steps", count=week.steps) if week.steps else "",
        "puzzles": t("week.puzzles", count=week.puzzles) if week.puzzles else "",
    }
    found = [counts["played"], " · ".join(filter(None, (counts["steps"], counts["puzzles"])))]
    name = f"motif.{week.motif}.name"
    if name in t:
        game = t(f"game.{week.motif.partition('.')[0]}.name")
        found.append(t("week.motif", motif=t(name), game=game))
    return [line for line in found if line]
