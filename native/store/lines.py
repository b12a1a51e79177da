"""The history of a person as lines, one object each, as an export holds it.

Each has an id, the same on every machine. A line is a match and what was found out about it, a treasure ("treasure"),
a puzzle tried ("puzzle"), a lesson done ("lesson"), a deal of the day ("daily"), or a duplicate match ("duplicate").
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from sqlite3 import Connection
from typing import Any

from ..games import GAMES, SEATED
from .database import PersonTables, storable
from .forms import FOUND, OPPONENTS, is_line
from .history import level_of, margin_of

Line = dict[str, Any]

# What is found out about a match, by its key in a line: the columns.
FOUND_COLUMNS = {
    "loss": ("loss",),
    "accuracy": ("accuracy",),
    "stages": ("loss_opening", "loss_middle", "loss_ending"),
    "accuracies": ("opening", "middle", "ending"),
    "costs": ("slip", "mistake", "blunder"),
    "low": ("low",),
    "par": ("par",),
    "marks": ("marks",),
}
GRADES = tuple(column for columns in FOUND_COLUMNS.values() for column in columns)
RESULT = (
    "date", "seat", "seats", "against", "met", "level", "share", "scores", "score", "margin", "moves", "seconds",
    "assisted", "given", "length",
)  # fmt: skip
LUCK = ("deal", "tables", "kept")  # the same in a line and in a row of the table luck
# Columns that hold just what the line says.
PLAIN = ("date", "seat", "against", "share", "moves", "seconds", "length")


def known(line: Mapping[str, Any]) -> bool:
    """Whether this version knows the game and the players of a line."""
    return line.get("game") in GAMES and set(str(line.get("against")).split("+")) <= {*SEATED, ""}


# ---- rows of a line ----


def result_of(line: Mapping[str, Any]) -> tuple[Any, ...]:
    """The columns RESULT for a match's line."""
    against = tuple(who for who in line["against"].split("+") if who)
    seat, scores = line.get("seat", 0), line.get("scores", [])
    given = bool(line.get("given"))
    level = "" if given else level_of(against)
    found = {name: line.get(name) for name in PLAIN} | {
        "date": text_of(line, "date"),
        "seat": seat,
        "seats": json.dumps(line.get("seats", [])),
        "met": sum(1 << place for place, name in enumerate(OPPONENTS) if name in against),
        "level": OPPONENTS.index(level) if level else -1,
        "scores": json.dumps(scores),
        "score": scores[seat] if seat < len(scores) else None,
        "margin": margin_of(scores, seat),
        "moves": line.get("moves", 0),
        "seconds": line.get("seconds", 0),
        "assisted": int(line["assisted"]),
        "given": int(given),
        "length": text_of(line, "length"),
    }
    return tuple(found[name] for name in RESULT)


def put_line(con: Connection, person: str, line: Mapping[str, Any]) -> bool:
    """Adds the new parts of a line; what is there stays. Returns whether anything was new."""
    before = con.total_changes
    if "game" in line:
        if known(line):
            put_result(con, person, line)
            put_found(con, person, line, anew=False)
    elif line.keys() & FOUND.keys():
        put_found(con, person, line, anew=False)
    for key, put in EVENTS.items():
        if key in line:
            put(con, person, line)
    return con.total_changes > before


def put_result(con: Connection, person: str, line: Mapping[str, Any]) -> None:
    """Adds the result of a match, unless it is known."""
    name = text_of(line, "id")
    con.execute(
        """INSERT OR IGNORE INTO matches (person, name, game, state, written, date)
        VALUES (?, ?, ?, 'finished', (SELECT coalesce(max(written), 0) + 1 FROM matches
            WHERE person = ? AND state = 'finished'), '')""",
        (person, name, line["game"], person),
    )
    columns = ", ".join(f"{column} = ?" for column in RESULT)
    where = "person = ? AND name = ? AND share IS NULL"
    con.execute(f"UPDATE matches SET {columns} WHERE {where}", (*result_of(line), person, name))


def put_found(con: Connection, person: str, line: Mapping[str, Any], anew: bool) -> None:
    """Adds what was worked out about a match that counts. anew: overwrites what is there."""
    here = "SELECT id FROM matches WHERE person = ? AND name = ? AND share IS NOT NULL"
    match = con.execute(here, (person, text_of(line, "id"))).fetchone()
    found: dict[str, Any] = {}
    for key, columns in FOUND_COLUMNS.items():
        if key in line:
            values = line[key] if len(columns) > 1 else [line[key]]
            found |= dict(zip(columns, values, strict=True))
    luck = {column: line[column] for column in LUCK if column in line}
    if match is None or not (found or luck or "motifs" in line):
        return
    for column, value in found.items():
        lacking = "" if anew else f" AND {column} IS NULL"
        stored = storable(value) if isinstance(value, str) else value
        con.execute(f"UPDATE matches SET {column} = ? WHERE id = ?{lacking}", (stored, *match))
    if anew and "motifs" in line:
        con.execute("DELETE FROM motifs WHERE match = ?", match)
    for motif, cost in line.get("motifs", {}).items():
        con.execute("INSERT OR IGNORE INTO motifs VALUES (?, ?, ?)", (*match, storable(motif), cost))
    if luck:
        con.execute("INSERT OR IGNORE INTO luck (match) VALUES (?)", match)
    for column, value in luck.items():
        new = "?1" if anew else f"coalesce({column}, ?1)"
        con.execute(f"UPDATE luck SET {column} = {new} WHERE match = ?2", (value, *match))
    if "loss" in line:
        con.execute("UPDATE matches SET graded = 1 WHERE id = ? AND graded = 0", match)


def text_of(line: Mapping[str, Any], key: str) -> str:
    """A text of a line in a form that SQLite can store; "" if the line lacks it."""
    return storable(line.get(key, ""))


def put_attempt(con: Connection, person: str, line: Mapping[str, Any]) -> None:
    game, solved = line["puzzle"].partition("-")[0], int(bool(line.get("solved")))
    values = (person, text_of(line, "id"), storable(game), text_of(line, "puzzle"), solved)
    columns = "person, name, game, puzzle, solved, rating, date"
    con.execute(
        f"INSERT OR IGNORE INTO attempts ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (*values, line.get("rating"), text_of(line, "date")),
    )


def put_lesson(con: Connection, person: str, line: Mapping[str, Any]) -> None:
    values = (person, text_of(line, "lesson"), text_of(line, "date"))
    con.execute("INSERT OR IGNORE INTO lessons VALUES (?, ?, ?)", values)


def put_daily(con: Connection, person: str, line: Mapping[str, Any]) -> None:
    """Adds a deal of the day, if its id holds its day and a game."""
    game = line["id"].removeprefix(f"daily-{line['daily']}-")
    if game in GAMES:
        values = (person, line["daily"], game, text_of(line, "match"), text_of(line, "date"))
        con.execute("INSERT OR IGNORE INTO dailies VALUES (?, ?, ?, ?, ?)", values)


def put_treasure(con: Connection, person: str, line: Mapping[str, Any]) -> None:
    helped = int(bool(line.get("assisted")))
    values = (person, text_of(line, "treasure"), helped, text_of(line, "date"), text_of(line, "match"))
    con.execute("INSERT OR IGNORE INTO treasures VALUES (?, ?, ?, ?, ?, 0)", values)


def put_duplicate(con: Connection, person: str, line: Mapping[str, Any]) -> None:
    values = (person, text_of(line, "id"), text_of(line, "duplicate"), line.get("net", 0), text_of(line, "date"))
    con.execute("INSERT OR IGNORE INTO duplicates VALUES (?, ?, ?, ?, ?)", values)


EVENTS = {
    "puzzle": put_attempt,
    "lesson": put_lesson,
    "daily": put_daily,
    "treasure": put_treasure,
    "duplicate": put_duplicate,
}

# ---- lines of rows ----

OF_GAME = ("name", "game", *PLAIN, "seats", "scores", "assisted", "given", *GRADES)
# Columns that a rating needs.
OF_RATING = ("name", "game", "date", "against", "seat", "seats", "share", "scores", "assisted")
WHOLE = f"""{', '.join(OF_GAME)}, (SELECT json_group_object(motif, cost) FROM motifs WHERE match = matches.id),
    (SELECT json_array({', '.join(LUCK)}) FROM luck WHERE match = matches.id)"""


def game_line(row: tuple[Any, ...], columns: tuple[str, ...] = OF_GAME) -> Line | None:
    """A match's line, made of some columns, and of its motifs and its luck if they follow; None if it is invalid."""
    found = dict(zip(columns, row, strict=False))
    try:
        found |= {key: json.loads(found[key]) for key in ("seats", "scores")}
        motifs, luck = (json.loads(text or "null") for text in row[len(columns) :] or (None, None))
    except (TypeError, ValueError, RecursionError):
        return None
    line = {"id": found.pop("name"), "assisted": bool(found.pop("assisted"))}
    line |= {"given": True} if found.pop("given", None) else {}
    for key, of in FOUND_COLUMNS.items() if columns is OF_GAME else ():
        values = [found.pop(column) for column in of]
        if None not in values:
            line[key] = values if len(of) > 1 else values[0]
    line |= {key: value for key, value in found.items() if value not in ("", None) or key == "against"}
    line |= {"motifs": motifs} if motifs else {}
    line |= {column: value for column, value in zip(LUCK, luck or (), strict=False) if value is not None}
    return line if is_line(line) and known(line) else None


QUERIES = (
    """SELECT 'id', name, 'puzzle', puzzle, 'solved', solved, 'rating', rating, 'date', date
        FROM attempts WHERE person = :person ORDER BY date, id""",
    "SELECT 'id', 'lesson-' || lesson, 'lesson', lesson, 'date', date FROM lessons WHERE person = :person",
    """SELECT 'id', 'daily-' || day || '-' || game, 'daily', day, 'match', match, 'date', date
        FROM dailies WHERE person = :person""",
    """SELECT 'id', 'treasure-' || treasure || CASE WHEN helped THEN '-helped' ELSE '' END, 'treasure', treasure,
        'assisted', helped, 'match', match, 'date', date FROM treasures WHERE person = :person""",
    "SELECT 'id', name, 'duplicate', game, 'net', net, 'date', date FROM duplicates WHERE person = :person",
)
FLAGS = ("solved", "assisted")


def lines_of(own: PersonTables) -> Iterator[Line]:
    """All lines of a person, the matches first."""
    query = f"SELECT {WHOLE} FROM matches WHERE person = :person AND share IS NOT NULL ORDER BY date, id"
    for row in own.rows(query):
        if line := game_line(row):
            yield line
    for query in QUERIES:
        for row in own.rows(query):
            line = dict(zip(row[::2], row[1::2], strict=True))
            line = {key: bool(value) if key in FLAGS else value for key, value in line.items()}
            line = {key: value for key, value in line.items() if value not in ("", None)}
            if is_line(line):
                yield line
