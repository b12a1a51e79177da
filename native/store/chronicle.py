"""A person's finished matches, and what else is kept about the person: the history."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .. import games
from ..games import module_of
from ..match import Match
from ..refusals import BadRecord
from ..strengths import strength
from .attempts import Attempts
from .database import PersonTables, object_of, storable
from .forms import ADDED, CONTEST, MINED
from .games import Games
from .lines import GRADES, RESULT, WHOLE, Line, game_line, put_found, put_line, result_of
from .saves import Saves, is_later, new_name, ours, stamp

RESULTS = {"won": "share = 1", "lost": "share = 0", "shared": "share NOT IN (0, 1)", "other": "share IS NULL"}


# What is known of a deal of the day that has ended: columns of `matches`, with their types.
OF_DAILY = {
    "share": float, "accuracy": float, "assisted": int, "against": str, "score": float, "seat": int, "par": float,
    "marks": str,
}  # fmt: skip


class Booked(NamedTuple):
    """A deal of the day that was booked. line: its result, by the keys OF_DAILY; None until it has ended."""

    day: str
    game: str
    match: str
    line: Line | None


class Chronicle(PersonTables):
    """A person's finished matches: their records, and the history of those that count."""

    # Finishing a match

    def finish(self, match: Match, seats: list[int]) -> str:
        """Files a finished match and returns its name. It counts if exactly one person played it, and that is this
        person."""
        assert match.over
        begun = str(ours(match).extra.pop("match", ""))
        match.extra["played"] = stamp()[:10]
        record = match.record()
        counts = len(seats) == 1 and not match.extra.get("visitor")
        line = entry(begun, match, seats[0]) if counts else None
        saves, spare = Saves(self.tables, self.person), new_name(match)

        def file(con: sqlite3.Connection) -> str:
            name = spare if not begun or saves.is_taken(con, begun) else begun
            saves.put(con, name, record, "finished")
            if line:
                columns = ", ".join(f"{column} = ?" for column in RESULT)
                where = "person = ? AND name = ?"
                con.execute(f"UPDATE matches SET {columns} WHERE {where}", (*result_of(line), self.person, name))
            return name

        return self.change(file, f"match {begun or spare}")

    def grade(self, name: str, loss: float | None, **more: Any) -> None:
        """Stores what was worked out about a match, by the keys of FOUND. None means unknown."""
        found = {key: value for key, value in {"loss": loss, **more}.items() if value is not None}
        line = {"id": name, **found}
        assert ADDED.fits(line), "a line that could not be read again"
        self.change(lambda con: put_found(con, self.person, line, anew=True))

    def give_up(self, name: str) -> None:
        self.execute("UPDATE matches SET graded = 1 WHERE person = :person AND name = :name", name=name)

    def add(self, name: str, line: Mapping[str, Any]) -> None:
        """Adds a line of the history (lines.py)."""
        whole = {"id": name, **line}
        assert ADDED.fits(whole), "a line that could not be read again"
        self.change(lambda con: put_line(con, self.person, whole))

    def forget(self) -> None:
        """Deletes matches from the history. Records, treasures, puzzles, lessons and deals of the day stay."""

        def do(con: sqlite3.Connection) -> None:
            columns = ", ".join(f"{column} = NULL" for column in (*RESULT, *GRADES) if column != "date")
            mine = "person = ? AND share IS NOT NULL"
            for table in ("motifs", "luck"):
                gone = f"DELETE FROM {table} WHERE match IN (SELECT id FROM matches WHERE {mine})"
                con.execute(gone, [self.person])
            con.execute(f"DELETE FROM matches WHERE {mine} AND record IS NULL", [self.person])
            con.execute(f"UPDATE matches SET graded = 0, {columns} WHERE {mine}", [self.person])

        self.change(do)

    # Records

    def record_ids(self, game: str = "", result: str = "", level: int = 0) -> list[int]:
        """The numbers of the finished matches that have a record, latest first. game, result (one of RESULTS), level
        (a bit mask of levels met): filters."""
        where = "person = :person AND state = 'finished' AND record IS NOT NULL"
        where += " AND game = :game" if game else ""
        where += f" AND {RESULTS[result]}" if result else ""
        where += " AND met & :level" if level else ""
        query = f"SELECT id FROM matches WHERE {where} ORDER BY written DESC"
        return [row[0] for row in self.rows(query, game=game, level=level)]

    def name_of(self, number: int) -> str:
        """The name of a match by its number; "" if it is gone."""
        row = self.row("SELECT name FROM matches WHERE id = :id AND person = :person", id=number)
        return str(row[0]) if row else ""

    def kept(self, name: str) -> Match | None:
        """The finished match with a name; None if there is none or its record is invalid, which is then set aside."""
        query = """SELECT records.record FROM matches JOIN records ON records.id = matches.record
            WHERE person = :person AND name = :name AND state = 'finished'"""
        row = self.row(query, name=storable(name))
        if row is None:
            return None
        try:
            return Match.load(row[0])
        except (BadRecord, TypeError, ValueError):
            if not is_later(row[0]):
                Saves(self.tables, self.person).set_aside(name, row[0])
            return None

    def drop(self, name: str) -> None:
        """Deletes the record of a finished match; its line in the history stays."""
        Saves(self.tables, self.person).drop(name, "finished")

    # Asking

    def games(self) -> Games:
        return Games(self)

    def line(self, name: str) -> Line | None:
        """The history's line about a match; None if the match does not count."""
        query = f"SELECT {WHOLE} FROM matches WHERE person = :person AND name = :name AND share IS NOT NULL"
        row = self.row(query, name=storable(name))
        return game_line(row) if row else None

    def has_played(self, game: str, times: int = 1) -> bool:
        """Whether so many matches of a game have ended."""
        where = "person = :person AND game = :game AND share IS NOT NULL"
        return bool(self.row(f"SELECT 1 FROM matches WHERE {where} LIMIT 1 OFFSET {times - 1}", game=game))

    def ungraded(self, most: int) -> list[str]:
        """The latest games without a grade, at most `most`."""
        query = """SELECT name FROM matches WHERE person = :person AND graded = 0 AND share IS NOT NULL
            ORDER BY id DESC LIMIT :most"""
        return [name for (name,) in self.rows(query, most=most)]

    def unweighed(self, latest: int, most: int) -> list[str]:
        """Of the latest judged games without help those whose deal was played in fewer than `most` tables."""
        query = """SELECT name FROM (
                SELECT name, luck.tables FROM matches JOIN luck ON match = id
                WHERE person = :person AND share IS NOT NULL AND record IS NOT NULL AND assisted = 0
                    AND kept IS NOT NULL
                ORDER BY id DESC LIMIT :latest)
            WHERE coalesce(tables, 0) < :most"""
        return [name for (name,) in self.rows(query, latest=latest, most=most)]

    def treasures(self) -> list[Line]:
        query = """SELECT treasure, helped, date, match, fresh FROM treasures WHERE person = :person
            ORDER BY date, treasure"""
        return [
            {"treasure": treasure, "assisted": bool(helped), "date": date, "match": match, "fresh": bool(fresh)}
            for treasure, helped, date, match, fresh in self.rows(query)
        ]

    def earn(self, treasure: str, helped: bool, match: str) -> None:
        query = "INSERT OR IGNORE INTO treasures VALUES (:person, :treasure, :helped, :date, :match, 1)"
        self.execute(query, treasure=treasure, helped=int(helped), date=stamp(), match=match)

    def look_at_treasures(self) -> None:
        self.execute("UPDATE treasures SET fresh = 0 WHERE person = :person AND fresh")

    def attempts(self, game: str = "") -> Attempts:
        return Attempts(self.tables, self.person, game)

    def puzzles(self, game: str, most: int) -> list[Line]:
        """The valid puzzles of a game that were found here, oldest first."""
        query = "SELECT puzzle FROM puzzles WHERE person = :person AND game = :game ORDER BY id LIMIT :most"
        found = (object_of(text) for (text,) in self.rows(query, game=game, most=most))
        return [puzzle for puzzle in found if puzzle and MINED.fits(puzzle)]

    def add_puzzle(self, game: str, name: str, puzzle: Mapping[str, Any]) -> None:
        query = "INSERT OR IGNORE INTO puzzles (person, game, name, puzzle) VALUES (:person, :game, :name, :puzzle)"
        self.execute(query, game=game, name=name, puzzle=json.dumps(puzzle))

    def contest(self) -> Line | None:
        """The present duplicate match, or the last one; None if there is none or it is invalid."""
        row = self.row("SELECT contest FROM contests WHERE person = :person")
        found = object_of(row[0]) if row else None
        if row and not CONTEST.fits(found):
            self.tables.copy_aside("duplicate.json", row[0])
            self.drop_contest()
            return None
        return found

    def change_contest(self, change: Callable[[Line | None], Line]) -> Line:
        """Changes the duplicate match, as another program may have left it. Returns the new one."""

        def do(con: sqlite3.Connection) -> Line:
            row = con.execute("SELECT contest FROM contests WHERE person = ?", [self.person]).fetchone()
            found = object_of(row[0]) if row else None
            made = change(found if CONTEST.fits(found) else None)
            con.execute("REPLACE INTO contests VALUES (?, ?)", (self.person, json.dumps(made)))
            return made

        return self.change(do)

    def drop_contest(self) -> None:
        self.execute("DELETE FROM contests WHERE person = :person")

    def lessons(self, since: str = "") -> list[str]:
        """The lesson steps and courses done since a time, oldest first."""
        query = "SELECT lesson FROM lessons WHERE person = :person AND date >= :since ORDER BY date, lesson"
        return [lesson for (lesson,) in self.rows(query, since=since)]

    def booked(self) -> list[Booked]:
        """The booked deals of the day by day and game, with the results of those that have ended."""
        query = f"""SELECT dailies.day, dailies.game, dailies.match, {', '.join(OF_DAILY)}
            FROM dailies LEFT JOIN matches ON matches.person = dailies.person AND matches.name = dailies.match
                AND share IS NOT NULL
            WHERE dailies.person = :person ORDER BY dailies.day, dailies.game"""
        found = []
        for day, game, match, *values in self.rows(query):
            pairs = zip(OF_DAILY.items(), values, strict=True)
            line = {key: value for (key, kind), value in pairs if type(value) is kind}
            found.append(Booked(str(day), str(game), str(match), line if "share" in line else None))
        return found

    def whole_days(self, games: int, today: str) -> list[str]:
        """The days up to today on which this many games' deals were booked."""
        query = """SELECT day FROM dailies WHERE person = :person AND day <= :today
            GROUP BY day HAVING count(*) >= :games ORDER BY day"""
        return [day for (day,) in self.rows(query, today=today, games=games)]

    def duplicates(self) -> list[Line]:
        query = "SELECT name, game, net, date FROM duplicates WHERE person = :person"
        keys = ("id", "duplicate", "net", "date")
        return [dict(zip(keys, row, strict=True)) for row in self.rows(query)]


def entry(name: str, match: Match, seat: int) -> Line:
    """A finished match as a line of the history, from the point of view of a seat."""
    against = "+".join(sorted(who for other, who in enumerate(match.seats) if other != seat))
    share = share_of(match, seat)
    line: Line = {"id": name, "game": match.game, "against": against, "share": share, "seat": seat}
    seats = [f"{who} {elo}" if (elo := strength(match, at)) else who for at, who in enumerate(match.seats)]
    line |= {"seats": seats, "scores": match.scores, "moves": len(match.moves)}
    line["assisted"] = bool(match.extra.get("assisted"))
    line |= {"length": length} if (length := length_of(match)) else {}
    line |= {"given": True} if match.extra.get("given") else {}
    return line | {"date": stamp(), "seconds": match.extra.get("seconds", 0)}


def share_of(match: Match, seat: int) -> float:
    """A seat's share of the win of a finished match: 1 won, 0 lost, between them shared."""
    return 1 / len(match.winners) if seat in match.winners else 0


def length_of(match: Match) -> str:
    """The name of a match's length; "" if it has none of the named ones."""
    own = getattr(module_of(match.game, "lengths"), "length_of", None)
    return str(own(match)) if own else games.length_of(match.game, match.options)
