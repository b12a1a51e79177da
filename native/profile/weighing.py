"""Finds out in the background what the deals of finished matches were worth, and stores it table by table."""

from __future__ import annotations

from ..match import Match
from ..play.judge import Judge
from ..play.luck import TABLES, LuckTables
from ..store.chronicle import Chronicle

LATEST = 20  # matches that are gone on with when nobody plays


class Weighing:
    """The deals of one person's matches: the last one that ended first."""

    def __init__(self, chronicle: Chronicle, judge: Judge) -> None:
        self.chronicle, self.judge = chronicle, judge
        self.now: LuckTables | None = None
        self.name = ""  # of its match
        self.looked: tuple[int, int] | None = None  # at the tables, when no match was left

    def begin(self, name: str, match: Match, seat: int, tables: int = 0, deal: float = 0.0) -> None:
        """Turns to a finished match. tables, deal: what is known of it. In a duplicate match nothing is found out:
        the other table is part of it."""
        self.close()
        if "duplicate" not in match.extra:
            self.name, self.now = name, LuckTables(match, seat, self.judge, self.note, tables, deal)

    def look(self, name: str, match: Match) -> None:
        """Turns to a match of the history, with what is known of it. The deal of a match of several people is worth
        nothing to one of them alone."""
        seats = [seat for seat, who in enumerate(match.seats) if who == "human"]
        if match.over and len(seats) == 1 and (self.now is None or self.name != name):
            line = self.chronicle.line(name) or {}
            self.begin(name, match, seats[0], line.get("tables", 0), line.get("deal", 0.0))

    def note(self, tables: LuckTables) -> None:
        """Stores what is known after a table."""
        account = tables.account(None)
        self.chronicle.grade(self.name, None, deal=account.deal, tables=account.tables)

    def of(self, match: Match) -> LuckTables | None:
        """The tables of a match, if they are the present ones."""
        return self.now if self.now and self.now.match.record() == match.record() else None

    @property
    def over(self) -> bool:
        """Whether nothing is being found out."""
        return self.now is None or self.now.over

    def tick(self) -> bool:
        """Plays on. Returns whether a table has ended."""
        if self.now is None or self.now.over:
            return False
        before = self.now.count
        self.now.tick()
        return self.now.count > before

    def take_up(self) -> None:
        """Goes on with the latest match whose tables are not all played."""
        if self.looked == (version := self.chronicle.tables.version):
            return
        for name in self.chronicle.unweighed(LATEST, TABLES):
            if match := self.chronicle.kept(name):
                self.look(name, match)
                if not self.over:
                    return
        self.looked = version

    def close(self) -> None:
        """Stops the present tables; what they have shown is stored."""
        if self.now:
            self.now.close()
        self.now = None
