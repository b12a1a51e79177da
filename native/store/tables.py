"""The store of an index: SQLite tables, or memory if Python has no SQLite.

An index (index.py) fills it with batches of lines and can rebuild it from the files at any time.
Lines of the same id are one entry: the store keeps all of them merged into one text, and every
column follows from that text.
"""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..games import GAMES, SEATED
from ..grades import scale_of
from .chronicle import known
from .folder import compact
from .forms import FOUND, OPPONENTS, OTHERS
from .history import (
    KINDS,
    LENGTHS,
    MATCHES,
    Filter,
    GameList,
    Games,
    Meeting,
    Played,
    Summary,
    ending_of,
    level_met,
    played,
    streaks,
)

if TYPE_CHECKING:
    from sqlite3 import Connection

Line = dict[str, Any]
Order = tuple[str, str, int]

FORM = json.dumps([3, [*GAMES], [*SEATED]])  # tables of another format are rebuilt
UNGRADED, GRADED, LOST = range(3)  # whether a game's moves are graded; LOST: they never will be
PAGE = 500  # rows read at once


class LineStore(Protocol):
    """Lines of a history, and questions about them."""

    def filling(self) -> contextlib.AbstractContextManager[None]:
        """A transaction: everything within is done, or nothing."""

    def note(self) -> Any:
        """The stored note; None if there is none."""

    def put_note(self, note: Any) -> None:
        """Stores a note."""

    def empty(self) -> None:
        """Deletes everything."""

    def add(self, lines: Iterable[Line]) -> None:
        """Adds lines."""

    def line(self, name: str) -> Line | None:
        """All lines of an id, merged; None if there are none."""

    def lines_with(self, key: str, start: str = "") -> list[Line]:
        """The lines with a key of OTHERS whose value starts with `start`, oldest first."""

    def booked(self) -> list[Mapping[str, Any]]:
        """The lines of deals of the day, and of the games played of them."""

    def others(self) -> tuple[int, int]:
        """How many lines have a key of OTHERS, and the position of the last: it shows whether there
        is a new one."""

    def games(self) -> Games:
        """The games that count."""

    def names(self, result: str = "", level: str = "") -> set[str]:
        """The ids of the games with this result ("won", "lost", "shared") against a level; ""
        accepts any."""

    def ungraded(self, most: int) -> list[str]:
        """Ungraded games, latest first, at most `most`."""

    def give_up(self, name: str) -> None:
        """Marks a game that can never be graded."""

    def close(self) -> None:
        """Closes the store."""


def order_of(line: Line, seen: int) -> Order:
    """Sort key of lines: by date; lines without one come first, in the order read."""
    return line.get("date", ""), line["id"] if "date" in line else "", seen


class MemoryStore:
    """Lines in memory."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.noted: Any = None
        self.empty()

    @contextlib.contextmanager
    def filling(self) -> Iterator[None]:
        """Keeps other threads from asking meanwhile."""
        with self.lock:
            yield

    def note(self) -> Any:
        """The stored note; None if there is none."""
        return self.noted

    def put_note(self, note: Any) -> None:
        """Stores a note."""
        self.noted = note

    def empty(self) -> None:
        """Deletes everything."""
        self.noted = None
        self.all: dict[str, Line] = {}
        self.lost: set[str] = set()
        self.changed()

    def changed(self) -> None:
        """Drops cached results."""
        self.sorted: list[Line] | None = None
        self.listed: GameList | None = None

    def add(self, lines: Iterable[Line]) -> None:
        """Adds lines."""
        for line in lines:
            self.all[line["id"]] = self.all.get(line["id"], {}) | line
        self.changed()

    def line(self, name: str) -> Line | None:
        """All lines of an id, merged; None if there are none."""
        return self.all.get(name)

    def in_order(self) -> list[Line]:
        """All lines, oldest first."""
        with self.lock:
            if self.sorted is None:
                self.sorted = sorted(self.all.values(), key=lambda line: order_of(line, 0))
            return self.sorted

    def lines_with(self, key: str, start: str = "") -> list[Line]:
        """The lines with a key of OTHERS whose value starts with `start`, oldest first."""
        some = (line for line in self.in_order() if key in line)
        return [line for line in some if str(line[key]).startswith(start)]

    def booked(self) -> list[Mapping[str, Any]]:
        """The lines of deals of the day, and of the games played of them."""
        deals = self.lines_with("daily")
        games = (self.all.get(str(deal.get("match"))) for deal in deals)
        return [*deals, *(line for line in games if line)]

    def others(self) -> tuple[int, int]:
        """How many lines have a key of OTHERS, and the position of the last."""
        with self.lock:
            places = [at for at, line in enumerate(self.all.values()) if line.keys() & OTHERS]
        return len(places), places[-1] if places else 0

    def games(self) -> Games:
        """The games that count."""
        with self.lock:
            if self.listed is None:
                self.listed = GameList(played(line for line in self.in_order() if known(line)))
            return self.listed

    def names(self, result: str = "", level: str = "") -> set[str]:
        """The ids of the games with this result against a level."""
        some = self.games().select(Filter(level=level)).each()
        return {one.id for one in some if result in ("", ending_of(one.share))}

    def ungraded(self, most: int) -> list[str]:
        """Ungraded games, latest first."""
        with self.lock:
            lines = reversed(self.all.items())
            names = (name for name, line in lines if state_of(line) == UNGRADED)
            return list(islice((name for name in names if name not in self.lost), most))

    def give_up(self, name: str) -> None:
        """Marks a game that can never be graded."""
        self.lost.add(name)

    def close(self) -> None:
        """Nothing to close."""


def state_of(line: Line) -> int | None:
    """Whether the moves of a game are graded; None for other lines."""
    if not known(line):
        return None
    return GRADED if line.keys() & FOUND.keys() else UNGRADED


# ---- tables ----

TABLES = (
    "CREATE TABLE notes (key TEXT PRIMARY KEY, value)",
    "CREATE TABLE lines (id TEXT PRIMARY KEY, seen, line) WITHOUT ROWID",
    """CREATE TABLE games (
        game, date, tie, seen, id, met, level, share, assisted, seconds, score, margin, accuracy,
        loss, low, opening, middle, ending, slip, mistake, blunder, state, length,
        PRIMARY KEY (game, date, tie, seen)
    ) WITHOUT ROWID""",
    "CREATE INDEX in_order ON games (date, tie, seen, share, assisted, met, seconds, length)",
    "CREATE INDEX by_id ON games (id)",
    "CREATE INDEX by_state ON games (state, seen) WHERE state = 0",
    """CREATE TABLE others (
        key, date, tie, seen, id, value, match, PRIMARY KEY (key, date, tie, seen)
    ) WITHOUT ROWID""",
)
GAME_COLUMNS = 23
STAGES = ("opening", "middle", "ending")
MEANS = {
    "score": "score",
    "margin": "margin",
    "accuracy": "accuracy",
    "loss": "loss",
    "seconds": "nullif(seconds, 0)",
    **{stage: stage for stage in STAGES},
}
DEEPEST = "min(CASE WHEN share = 1 AND assisted = 0 AND low < 0 THEN low END)"
ENDINGS = {"won": "share = 1", "lost": "share = 0", "shared": "share NOT IN (0, 1)"}


def drawn(text: str) -> str:
    """A text as SQLite can store it: without lone surrogates."""
    return text.encode("utf-8", "backslashreplace").decode()


def game_row(line: Line, seen: int) -> tuple[Any, ...]:
    """A row of the table of games."""
    one = played([line])[0]
    date, tie, _ = order_of(line, seen)
    met = sum(1 << place for place, level in enumerate(OPPONENTS) if level in one.against)
    level = level_met(one)
    return (
        *(one.game, drawn(date), drawn(tie), seen, drawn(one.id)),
        *(met, OPPONENTS.index(level) if level else -1),
        *(one.share, int(one.assisted), one.seconds),
        *(one.scores[one.seat] if one.seat < len(one.scores) else None, one.margin),
        *(one.accuracy, one.loss, one.low),
        *(one.accuracies or (None,) * len(STAGES)),
        *(one.costs or (None,) * len(KINDS)),
        state_of(line),
        drawn(one.length),
    )


def other_rows(line: Line, seen: int) -> Iterator[tuple[Any, ...]]:
    """The rows of the table of other lines, one for each key."""
    texts = [drawn(text) for text in (*order_of(line, seen)[:2], line["id"])]
    for key in line.keys() & OTHERS:
        value = drawn(str(line[key])), drawn(str(line.get("match", "")))
        yield (key, texts[0], texts[1], seen, texts[2], *value)


class SqlStore:
    """Lines in SQLite tables. It raises nothing but sqlite3.Error."""

    def __init__(self, con: Connection) -> None:
        self.con = con
        self.emptied = False  # whether deleted data may still be in the file
        self.lock = threading.RLock()  # one connection, shared with the thread that fills it
        con.execute("PRAGMA secure_delete = FAST")
        con.execute("PRAGMA synchronous = NORMAL")
        with self.filling():
            if self.form() != FORM:
                self.build()

    def form(self) -> str:
        """The format of the tables; "" if there are none of ours."""
        if not self.rows("SELECT 1 FROM sqlite_master WHERE name = 'notes'"):
            return ""
        found = self.rows("SELECT value FROM notes WHERE key = 'form'")
        return str(found[0][0]) if found else ""

    def build(self) -> None:
        """Creates the tables anew."""
        for (name,) in self.rows("SELECT name FROM sqlite_master WHERE type = 'table'"):
            self.con.execute(f'DROP TABLE "{name}"')
        for table in TABLES:
            self.con.execute(table)
        self.con.execute("INSERT INTO notes VALUES ('form', ?)", [FORM])

    def close(self) -> None:
        """Closes the connection."""
        with self.lock:
            self.con.close()

    # Filling

    @contextlib.contextmanager
    def filling(self) -> Iterator[None]:
        """A transaction: everything within is done, or nothing, by one program at a time."""
        with self.lock:
            self.con.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self.con.rollback()
                raise
            self.con.commit()
            if self.emptied:
                self.con.execute("VACUUM")  # deleted data really goes
                self.emptied = False

    def note(self) -> Any:
        """The stored note; None if there is none."""
        found = self.rows("SELECT value FROM notes WHERE key = 'note'")
        return json.loads(found[0][0]) if found else None

    def put_note(self, note: Any) -> None:
        """Stores a note."""
        self.con.execute("REPLACE INTO notes VALUES ('note', ?)", [json.dumps(note)])

    def empty(self) -> None:
        """Deletes everything."""
        for table in ("lines", "games", "others"):
            self.con.execute(f"DELETE FROM {table}")
        self.con.execute("DELETE FROM notes WHERE key <> 'form'")
        self.emptied = True

    def add(self, lines: Iterable[Line]) -> None:
        """Adds lines."""
        found = self.rows("SELECT value FROM notes WHERE key = 'seen'")
        last: int = found[0][0] if found else 0
        seen: dict[str, int] = {}
        before: dict[str, Line] = {}
        after: dict[str, Line] = {}
        for line in lines:
            name = line["id"]
            if name not in after:
                here = self.rows("SELECT seen, line FROM lines WHERE id = ?", drawn(name))
                last += 1
                seen[name] = here[0][0] if here else last
                after[name] = before[name] = json.loads(here[0][1]) if here else {}
            after[name] = after[name] | line
        self.replace(seen, before, after)
        self.con.execute("REPLACE INTO notes VALUES ('seen', ?)", [last])

    def replace(
        self, seen: dict[str, int], before: dict[str, Line], after: dict[str, Line]
    ) -> None:
        """Replaces lines."""
        olds = [(line, seen[name]) for name, line in before.items() if line]
        news = [(line, seen[name]) for name, line in after.items()]
        many = self.con.executemany
        rows = ((drawn(line["id"]), at, compact(line)) for line, at in news)
        many("REPLACE INTO lines VALUES (?, ?, ?)", rows)
        where = "date = ? AND tie = ? AND seen = ?"
        gone = [game_row(line, at)[:4] for line, at in olds if known(line)]
        many(f"DELETE FROM games WHERE game = ? AND {where}", gone)
        gone = [row[:4] for line, at in olds for row in other_rows(line, at)]
        many(f"DELETE FROM others WHERE key = ? AND {where}", gone)
        marks = ", ".join("?" * GAME_COLUMNS)
        games = [game_row(line, at) for line, at in news if known(line)]
        many(f"REPLACE INTO games VALUES ({marks})", games)
        others = [row for line, at in news for row in other_rows(line, at)]
        many("REPLACE INTO others VALUES (?, ?, ?, ?, ?, ?, ?)", others)

    def give_up(self, name: str) -> None:
        """Marks a game that can never be graded."""
        line = self.line(name)
        if line is None or not known(line):
            return
        values = [line["game"], *map(drawn, order_of(line, 0)[:2]), drawn(name)]
        where = "game = ? AND date = ? AND tie = ? AND id = ?"
        with self.filling():
            self.con.execute(f"UPDATE games SET state = {LOST} WHERE {where}", values)

    # Questions

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        with self.lock:
            return self.con.execute(query, values).fetchall()

    def line(self, name: str) -> Line | None:
        """All lines of an id, merged; None if there are none."""
        found = self.rows("SELECT line FROM lines WHERE id = ?", drawn(name))
        return json.loads(found[0][0]) if found else None

    def lines_with(self, key: str, start: str = "") -> list[Line]:
        """The lines with a key of OTHERS whose value starts with `start`, oldest first."""
        query = """SELECT line FROM others CROSS JOIN lines ON lines.id = others.id
            WHERE key = ? AND substr(value, 1, ?) = ? ORDER BY date, tie, others.seen"""
        return [json.loads(row[0]) for row in self.rows(query, key, len(start), start)]

    def booked(self) -> list[Mapping[str, Any]]:
        """The lines of deals of the day, and of the games played of them."""
        deals = self.rows("SELECT id, value, match FROM others WHERE key = 'daily'")
        found: list[Mapping[str, Any]] = [
            {"id": name, "daily": day, "match": match} for name, day, match in deals
        ]
        games = """SELECT games.id, game, share, accuracy FROM others
            CROSS JOIN games INDEXED BY by_id ON games.id = match WHERE key = 'daily'"""
        for row in self.rows(games):
            pairs = zip(("id", "game", "share", "accuracy"), row, strict=True)
            found.append(LazyLine(self, {key: value for key, value in pairs if value is not None}))
        unknown = """SELECT line FROM others CROSS JOIN lines ON lines.id = match WHERE key = 'daily'
            AND NOT EXISTS (SELECT 1 FROM games INDEXED BY by_id WHERE games.id = match)"""
        return [*found, *(json.loads(row[0]) for row in self.rows(unknown))]

    def others(self) -> tuple[int, int]:
        """How many lines have a key of OTHERS, and the position of the last."""
        count, last = self.rows("SELECT count(*), max(seen) FROM others")[0]
        return count, last or 0

    def games(self) -> Games:
        """The games that count."""
        return Selection(self)

    def names(self, result: str = "", level: str = "") -> set[str]:
        """The ids of the games with this result against a level."""
        some = Selection(self).select(Filter(level=level))
        if result:
            some = some.only(ENDINGS[result])
        return {name for (name,) in some.rows("SELECT id FROM games WHERE {where}")}

    def ungraded(self, most: int) -> list[str]:
        """Ungraded games, latest first."""
        query = """SELECT lines.line FROM games CROSS JOIN lines ON lines.id = games.id
            WHERE state = 0 ORDER BY games.seen DESC LIMIT ?"""
        return [json.loads(row[0])["id"] for row in self.rows(query, most)]


class LazyLine(Mapping[str, Any]):
    """A line of which a part is known; the rest is read on demand."""

    def __init__(self, tables: SqlStore, known: Line) -> None:
        self.tables = tables
        self.known = known

    @cached_property
    def whole(self) -> Line:
        """The whole line; only the known part if the tables have become unusable."""
        with contextlib.suppress(Exception):
            return self.tables.line(self.known["id"]) or self.known
        return self.known

    def __getitem__(self, key: str) -> Any:
        return self.known[key] if key in self.known else self.whole[key]

    def __contains__(self, key: object) -> bool:
        return key in self.known or key in self.whole

    def __iter__(self) -> Iterator[str]:
        return iter(self.whole)

    def __len__(self) -> int:
        return len(self.whole)


class Total(NamedTuple):
    """Totals of some games of one kind.

    games, won, lost: counts. sums: of each value of MEANS the sum and how many games have it.
    costs: of each kind of mistake. low: the worst position won from.
    """

    games: int
    won: int
    lost: int
    sums: dict[str, tuple[float, int]]
    costs: tuple[float, ...]
    low: float | None

    @classmethod
    def of(cls, row: tuple[Any, ...]) -> Total:
        """From a row of a query."""
        ends = 3 + 2 * len(MEANS)
        pairs = zip(row[3:ends:2], row[4:ends:2], strict=True)
        sums = dict(zip(MEANS, pairs, strict=True))
        return cls(row[0], row[1], row[2], sums, row[ends:-1], row[-1])

    def mean(self, name: str) -> float | None:
        """The mean of a value; None if no game has it."""
        whole, count = self.sums[name]
        return whole / count if count else None

    def summary(self, shares: Iterable[float] = ()) -> Summary:
        """As a summary. shares: those of the win, in the order of the games."""
        means = map(self.mean, ("score", "margin", "accuracy", "loss", "seconds"))
        shared = self.games - self.won - self.lost
        return Summary(self.games, self.won, shared, self.lost, *streaks(shares), *means)


class Selection:
    """Games in tables that meet some conditions."""

    def __init__(self, tables: SqlStore, where: str = "1", values: tuple[Any, ...] = ()) -> None:
        self.tables = tables
        self.where = where
        self.values = values

    def rows(self, query: str, *more: Any) -> list[tuple[Any, ...]]:
        """The rows of a query about these games."""
        return self.tables.rows(query.format(where=self.where), *self.values, *more)

    def only(self, where: str, *values: Any) -> Selection:
        """Those that meet another condition too."""
        return Selection(self.tables, f"{self.where} AND {where}", (*self.values, *values))

    def select(self, wanted: Filter) -> Selection:
        """Those that match."""
        found = self
        if wanted.game:
            found = found.only("game = ?", wanted.game)
        if wanted.level:
            found = found.only("met & ?", 1 << OPPONENTS.index(wanted.level))
        if wanted.length in LENGTHS:
            found = found.only("seconds >= ? AND seconds < ?", *LENGTHS[wanted.length])
        if wanted.length in MATCHES:
            found = found.only("length = ?", MATCHES[wanted.length])
        if wanted.since:
            found = found.only("date >= ?", wanted.since)
        if wanted.until:
            found = found.only("date > '' AND date < ?", wanted.until)
        if wanted.assisted is not None:
            found = found.only("assisted = ?", int(wanted.assisted))
        return found

    def __len__(self) -> int:
        return int(self.rows("SELECT count(*) FROM games WHERE {where}")[0][0])

    def paged(self, columns: str, latest: bool) -> Iterator[tuple[Any, ...]]:
        """The rows in order, read a page at a time. The first three columns are the sort key."""
        sign, way = ("<", "DESC") if latest else (">", "ASC")
        order = ", ".join(f"games.{name} {way}" for name in ("date", "tie", "seen"))
        source = "games CROSS JOIN lines ON lines.id = games.id" if columns == "line" else "games"
        query = f"""SELECT games.date, games.tie, games.seen, {columns} FROM {source}
            WHERE {{where}} ORDER BY {order} LIMIT ?"""
        some: Selection | None = self
        while some is not None:
            rows = some.rows(query, PAGE)
            yield from (row[3:] for row in rows)
            after = f"(games.date, games.tie, games.seen) {sign} (?, ?, ?)"
            some = self.only(after, *rows[-1][:3]) if len(rows) == PAGE else None

    def in_order(self, latest: bool) -> Iterator[Played]:
        """The games in order."""
        return (played([json.loads(row[0])])[0] for row in self.paged("line", latest))

    def each(self) -> Iterator[Played]:
        """All of them, oldest first."""
        return self.in_order(latest=False)

    def latest(self, value: str = "") -> Iterator[Played]:
        """Latest first; only those that have a value: accuracy, loss or margin."""
        return (self.only(f"{value} IS NOT NULL") if value else self).in_order(latest=True)

    def meetings(self, game: str) -> Iterator[Meeting]:
        """Unassisted games of a game against computer players, latest first."""
        some = self.select(Filter(game, assisted=False)).only("level >= 0")
        return map(Meeting._make, some.paged("level, share", latest=True))

    @cached_property
    def totals(self) -> dict[str, Total]:
        """Totals of each game."""
        sums = ", ".join(f"total({value}), count({value})" for value in MEANS.values())
        costs = ", ".join(f"total({kind})" for kind in KINDS)
        query = f"""SELECT game, count(*), sum(share = 1), sum(share = 0), {sums}, {costs},
            {DEEPEST} FROM games WHERE {{where}} GROUP BY game"""
        return {row[0]: Total.of(row[1:]) for row in self.rows(query)}

    @property
    def whole(self) -> Total:
        """Totals of all games together."""
        totals = list(self.totals.values())
        sums = {
            name: (
                sum(total.sums[name][0] for total in totals),
                sum(total.sums[name][1] for total in totals),
            )
            for name in MEANS
        }
        counts = (sum(counted) for counted in zip(*(total[:3] for total in totals), strict=True))
        games, won, lost = counts if totals else (0, 0, 0)
        return Total(games, won, lost, sums, (), None)

    def summary(self) -> Summary:
        """Totals and means of all."""
        rows = self.rows("SELECT share FROM games WHERE {where} ORDER BY date, tie, seen")
        return self.whole.summary(share for (share,) in rows)

    def graded(self) -> int:
        """How many have an accuracy."""
        return self.whole.sums["accuracy"][1]

    def by_game(self) -> dict[str, Summary]:
        """A summary for each game."""
        return {game: total.summary() for game, total in self.totals.items()}

    def accuracies(self) -> tuple[float, float, float] | None:
        """Mean accuracy in opening, middlegame and ending."""
        whole = self.whole
        opening, middle, ending = map(whole.mean, STAGES)
        if opening is None or middle is None or ending is None:
            return None
        return opening, middle, ending

    def cost_shares(self) -> dict[str, float] | None:
        """What share of all losses slips, mistakes and blunders each have."""
        found = dict.fromkeys(KINDS, 0.0)
        for game, total in self.totals.items():
            for kind, cost in zip(KINDS, total.costs, strict=True):
                found[kind] += cost / scale_of(game).mistake
        whole = sum(found.values())
        return {kind: cost / whole for kind, cost in found.items()} if whole else None

    def comeback(self) -> Played | None:
        """The game won from the worst position."""
        lows = {game: total.low for game, total in self.totals.items() if total.low is not None}
        found = [
            next(self.only("game = ? AND low = ? AND share = 1 AND assisted = 0", game, low).each())
            for game, low in lows.items()
        ]
        found.sort(key=lambda one: (one.date, one.id))
        return min(found, key=lambda one: (one.low or 0.0) / scale_of(one.game).mistake, default=None)
