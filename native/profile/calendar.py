"""A person's deals of the day: results, the current streak, and a text to share.

A deal is booked when it is opened, and counts once it is finished. A day has one booking for each
game, so the histories of two machines merge without duplicates. Only today's deal (UTC) can be
booked, or yesterday's if it was on screen at midnight. A deal that was booked while the clock was
ahead counts only once its day has come. The text to share shows neither cards nor moves.

A deal may be played against the day's usual opponents or against those suggested to the person.
Both count for the streak; the result names opponents that are not the usual ones.
"""

from __future__ import annotations

import calendar
import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from ..match import Match
from ..play.duplicate import number
from ..play.review import Grade
from ..store.chronicle import Booked, Chronicle
from ..store.saves import Saves
from ..store.schema import Date
from ..strings import Strings

State = Literal["open", "begun", "done", "practice", "coming"]

# A character for each of a person's moves, by its grade; "" is a move that was not graded.
SIGNS = {
    "best": "•",
    "good": "o",
    "slip": "~",
    "mistake": "x",
    "blunder": "X",
    "forced": "·",
    "": "?",
}


FIRST_MONTH, LAST_MONTH = 2 * 12, 9998 * 12 + 11  # the calendar shows weeks beyond these


class DailyDeal(NamedTuple):
    """A game's deal of a day, and what became of it."""

    date: str
    game: str
    state: State
    match: str = ""  # name of the match, if it is booked
    line: Mapping[str, Any] = {}  # its line of the history, once it is finished

    @property
    def score(self) -> float | None:
        return self.line.get("score")

    @property
    def against(self) -> str:
        """The level of the opponents; "" if it is unknown or they differ."""
        levels = set(str(self.line.get("against", "")).split("+"))
        return levels.pop() if len(levels) == 1 else ""

    @property
    def result(self) -> str:
        share = self.line.get("share", 0)
        if share == 1:
            return "won"
        return "shared" if share else "lost"


class Month(NamedTuple):
    """Totals of a period. accuracy is None if none is known."""

    played: int
    won: int
    accuracy: float | None


class DailyDeals:
    """All deals of the day that a person booked.

    booked: see Chronicle.booked. waiting: the names of the saved matches. today: the day, UTC.
    """

    def __init__(self, booked: Iterable[Booked], waiting: Collection[str], today: str) -> None:
        self.today = today
        self.waiting = waiting
        self.booked: dict[tuple[str, str], str] = {}  # day and game -> name of the match
        self.ended: dict[str, Mapping[str, Any]] = {}
        for day, game, name, line in booked:
            if Date().fits(day):
                self.booked[day, game] = name
                self.ended |= {name: line} if line else {}
        self.done = [self.deal(*key) for key in sorted(self.booked)]
        self.done = [deal for deal in self.done if deal.state == "done"]

    def deal(self, date: str, game: str) -> DailyDeal:
        if date > self.today:
            return DailyDeal(date, game, "coming")
        name = self.booked.get((date, game))
        if name is not None:
            if name in self.ended:
                return DailyDeal(date, game, "done", name, self.ended[name])
            return DailyDeal(date, game, "begun" if name in self.waiting else "practice", name)
        return DailyDeal(date, game, "open" if date == self.today else "practice")

    def kept_open(self, shown: DailyDeal) -> bool:
        """Whether a deal that is shown as open can still be booked for its day, though midnight has
        passed."""
        date = datetime.date.fromisoformat(shown.date)
        late = datetime.date.fromisoformat(self.today) - date
        free = (shown.date, shown.game) not in self.booked
        return shown.state == "open" and free and late == datetime.timedelta(days=1)

    def run(self) -> tuple[int, int]:
        """The streak of days with a finished deal, up to today or yesterday, and the longest
        one."""
        return runs({deal.date for deal in self.done}, self.today)

    def month(self, start: str) -> Month:
        """Totals of the days that start with `start`; "2026-11" is November."""
        some = [deal for deal in self.done if deal.date.startswith(start)]
        known = [deal.line["accuracy"] for deal in some if "accuracy" in deal.line]
        won = sum(deal.result == "won" for deal in some)
        return Month(len(some), won, sum(known) / len(known) if known else None)


def runs(days: Iterable[str], today: str) -> tuple[int, int]:
    """The length of the streak that ends today or yesterday, and of the longest one.

    >>> runs(["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-05"], "2026-11-06")
    (1, 3)
    """
    found = {datetime.date.fromisoformat(day).toordinal() for day in days}
    ends: dict[int, int] = {}  # the length of the streak that ends on a day
    for day in sorted(found):
        ends[day] = ends.get(day - 1, 0) + 1
    now = datetime.date.fromisoformat(today).toordinal()
    return ends.get(now, ends.get(now - 1, 0)), max(ends.values(), default=0)


def book(matches: Saves, chronicle: Chronicle, match: Match, date: str) -> None:
    """Books a deal of the day: it counts as begun from now on."""
    assert Date().fits(date), "a day that could not be read again"
    match.extra["daily"] = date
    name = matches.begin(match)
    now = f"{datetime.datetime.now(datetime.UTC):%Y-%m-%dT%H:%M:%SZ}"
    line = {"daily": date, "match": name, "date": now}
    chronicle.add(f"daily-{date}-{match.game}", line)


def marks(game: str, grades: Iterable[Grade], seats: Sequence[int]) -> str:
    """The moves of some seats, as one character each."""
    return "".join(SIGNS[grade.word(game) or ""] for grade in grades if grade.seat in seats)


# ---- the calendar ----


def weeks(month: datetime.date) -> list[list[datetime.date]]:
    """The weeks of a month, Monday first, including days of the neighbouring months."""
    return calendar.Calendar().monthdatescalendar(month.year, month.month)


def months_on(month: datetime.date, step: int) -> datetime.date:
    """The first day of the month that is `step` months later.

    >>> months_on(datetime.date(2026, 12, 31), 1)
    datetime.date(2027, 1, 1)
    """
    at = min(max(month.year * 12 + month.month - 1 + step, FIRST_MONTH), LAST_MONTH)
    return datetime.date(at // 12, at % 12 + 1, 1)


def date_text(date: str, t: Strings) -> str:
    """A date in words."""
    day = datetime.date.fromisoformat(date)
    month, name = t(f"month.{day.month}"), t(f"weekday.{day.weekday()}")
    return t("daily.date", weekday=name, day=day.day, month=month, year=day.year)


def deal_text(deal: DailyDeal, usual: str, t: Strings) -> str:
    """The state of a deal in a few words. Par is shown once the deal is finished; opponents are
    named if they were not the usual ones."""
    if deal.state != "done":
        return t(f"daily.{deal.state}")
    parts = [t(f"daily.{deal.result}")]
    if deal.score is not None:
        parts[0] = t("daily.with", result=parts[0], score=number(deal.score, t))
        if "par" in deal.line:
            parts[0] = t("daily.par", told=parts[0], par=number(deal.line["par"], t))
    others, helped = deal.against not in ("", usual), bool(deal.line.get("assisted"))
    if "accuracy" in deal.line and not (others and helped):  # no room for all three
        parts.append(t("daily.accuracy", share=round(deal.line["accuracy"])))
    if others:
        parts.append(t("daily.instead", level=t(f"level.{deal.against}")))
    if helped:
        parts.append(t("end.helped"))
    return ", ".join(parts)


def streak_text(book: DailyDeals, month: datetime.date, t: Strings) -> str:
    """The streak and the month, in a sentence each."""
    now, best = book.run()
    some = book.month(f"{month:%Y-%m}")
    share = "–" if some.accuracy is None else f"{some.accuracy:.0f}"
    words = t("daily.month", played=some.played, won=some.won, accuracy=share)
    return f"{t('daily.run', now=now, best=best)} {words}"


def day_end(today: datetime.date, t: Strings) -> str:
    """The local time at which a day (UTC) ends."""
    change = f"{today + datetime.timedelta(days=1)} 00:00" if today < datetime.date.max else ""
    return t.clock(change)


def day_end_text(today: datetime.date, t: Strings) -> str:
    """When the day ends in local time, in a sentence."""
    return t("daily.change", time=day_end(today, t))


def shared(book: DailyDeals, date: str, level: str, games: Iterable[str], t: Strings) -> str:
    """A day's results as a short text without cards or moves; "" if nothing is finished."""
    found = [deal for game in games if (deal := book.deal(date, game)).state == "done"]
    if not found:
        return ""
    head = t("daily.text", date=date, level=t(f"level.{level}"))
    lines = []
    for deal in found:
        lines.append(f"{t(f'game.{deal.game}.name')}: {deal_text(deal, level, t)}")
        if deal.line.get("marks"):
            lines.append(str(deal.line["marks"]))
    legend = "  ".join(f"{SIGNS[word]} {t(f'mark.{word}')}" for word in SIGNS if word)
    return "\n".join([head, *lines, t("daily.in_row", days=book.run()[0]), legend])
