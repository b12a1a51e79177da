"""A person's attempts at puzzles, asked by SQL."""

from __future__ import annotations

from typing import Any, NamedTuple

from .database import PersonTables, Row, Tables

# A date after today, when a clock was wrong, counts as very old.
KNOWN_DATE = "CASE WHEN substr(date, 1, 10) <= :today THEN date ELSE '' END"


class FirstAttempt(NamedTuple):
    """Somebody's first attempt at a puzzle. rating: the puzzle's at that time."""

    person: str
    puzzle: str
    day: str
    rating: float
    solved: bool


class Attempts(PersonTables):
    """The attempts at the puzzles of a game, or of all."""

    def __init__(self, tables: Tables, person: str = "", game: str = "") -> None:
        super().__init__(tables, person)
        self.game = game

    def found(self, query: str, **values: Any) -> list[Row]:
        """The rows of a query, cached until something changes. {mine} in it becomes the condition."""
        mine = "person = :person AND game = :game" if self.game else "person = :person"
        return self.remembered(query.format(mine=mine), **values, game=self.game)

    def __len__(self) -> int:
        return int(self.found("SELECT count(*) FROM attempts WHERE {mine}")[0][0])

    def solved(self, since: str = "") -> set[str]:
        """The puzzles that were solved since a time."""
        query = "SELECT DISTINCT puzzle FROM attempts WHERE {mine} AND solved <> 0 AND date >= :since"
        return {puzzle for (puzzle,) in self.found(query, since=since)}

    def streak(self) -> int:
        """How many puzzles in a row were solved, up to the latest."""
        query = """
            WITH failed AS (SELECT date, id FROM attempts WHERE {mine} AND solved = 0
                ORDER BY date DESC, id DESC LIMIT 1)
            SELECT count(*) FROM attempts WHERE {mine}
                AND NOT EXISTS (SELECT 1 FROM failed AS f WHERE (attempts.date, attempts.id) <= (f.date, f.id))"""
        return int(self.found(query)[0][0])

    def clean_run(self) -> int:
        """The longest run of puzzles solved at the first try."""
        query = """
            WITH tries AS (
                SELECT solved, date, id, row_number() OVER (PARTITION BY game, puzzle ORDER BY date, id) AS try
                FROM attempts WHERE {mine}),
            firsts AS (SELECT solved, row_number() OVER (ORDER BY date, id) AS n FROM tries WHERE try = 1),
            runs AS (SELECT n - row_number() OVER (ORDER BY n) AS run FROM firsts WHERE solved)
            SELECT coalesce(max(many), 0) FROM (SELECT count(*) AS many FROM runs GROUP BY run)"""
        return int(self.found(query)[0][0])

    def firsts(self, everybody: bool = False) -> list[FirstAttempt]:
        """The first attempt at each puzzle with a known rating, person by person, oldest first."""
        whose = "game = :game AND person IN (SELECT id FROM people)" if everybody else "{mine}"
        query = f"""
            WITH tries AS (
                SELECT person, puzzle, solved, rating, date, id,
                    row_number() OVER (PARTITION BY person, game, puzzle ORDER BY date, id) AS try
                FROM attempts WHERE {whose} AND rating BETWEEN 0 AND 5000)
            SELECT person, puzzle, substr(date, 1, 10), rating, solved <> 0 FROM tries
            WHERE try = 1 ORDER BY person, date, id"""
        return [FirstAttempt(*row) for row in self.found(query)]

    def last(self, today: str) -> dict[str, str]:
        """When each puzzle was last tried."""
        query = f"SELECT puzzle, max({KNOWN_DATE}) FROM attempts WHERE {{mine}} GROUP BY game, puzzle"
        return dict(self.found(query, today=today))

    def failed(self, today: str) -> list[tuple[str, int, str]]:
        """The puzzles that were ever failed: how often each was solved since, and when it was last tried."""
        query = f"""
            WITH tries AS (
                SELECT game, puzzle, solved, {KNOWN_DATE} AS at,
                    row_number() OVER (PARTITION BY game, puzzle ORDER BY {KNOWN_DATE}, date, id) AS try
                FROM attempts WHERE {{mine}})
            SELECT puzzle, max(try) - max(CASE solved WHEN 0 THEN try ELSE 0 END), max(at) FROM tries
            GROUP BY game, puzzle HAVING min(abs(solved)) = 0"""
        return self.found(query, today=today)
