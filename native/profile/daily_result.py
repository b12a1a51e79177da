"""What the end of a deal of the day shows: how often Dragon wins the deal, the streak, and the next
deal.

How often Dragon wins is taken from the matches that par is computed from. They are played while the
result is shown.
"""

from __future__ import annotations

from functools import partial

from ..games import GAMES
from ..match import Match
from ..play.duplicate import DragonTables
from ..play.live_match import result
from ..strings import Strings
from .calendar import DailyDeal, date_text, day_end_text
from .pages import CalendarPage
from .session import Session


class DailyResult:
    """The end of a deal of the day, for the person who played it."""

    def __init__(self, session: Session, match: Match, seat: int) -> None:
        self.session = session
        self.match = match
        self.seat = seat
        self.tables = session.rival_of(match, seat)
        self.page = CalendarPage(session)

    def tick(self) -> bool:
        """Lets Dragon's matches go on. Returns whether there is anything new to show."""
        if self.session.rival is not self.tables:
            self.tables = self.session.rival_of(self.match, self.seat)
        return self.tables.tick()

    def next(self) -> DailyDeal | None:
        """The next unfinished deal of today, in the order of the games."""
        book, games = self.page.book, list(GAMES)
        after = games.index(self.match.game) + 1
        deals = (book.deal(book.today, game) for game in games[after:] + games[:after])
        return next((deal for deal in deals if deal.state in ("open", "begun")), None)

    def open_next(self) -> None:
        deal = self.next()
        if deal:
            self.session.attempt(partial(self.page.open, deal))

    def words(self, t: Strings) -> list[str]:
        """The lines to show."""
        head = [t("daily.end", date=date_text(str(self.match.extra["daily"]), t))]
        now, best = self.page.book.run()
        head.append(t("daily.run", now=now, best=best))
        found = [" ".join(head), par_words(self.tables, t)]
        if not self.next():
            found.append(f"{t('daily.all_played')} {day_end_text(self.session.today(), t)}")
        return found


def par_words(tables: DragonTables, t: Strings) -> str:
    """How often Dragon wins a deal in the person's seat; until that is known, which match is being
    played."""
    if not tables.over:
        return t("daily.par_counting", number=len(tables.played) + 1, of=tables.wanted)
    wins = sum(result(table, [tables.seat]) == "won" for table in tables.played)
    return t(f"daily.dragon_wins.{wins}")
