"""A data folder after many years of play, and how the arcade opens with it.

python -m tests.campaign.years DIR [--lines N] [--records N] [--seed N]: makes the folder, the same every time.
python -m tests.campaign.years --measure DIR: starts the arcade on such a folder, plays a turn, opens each page, and
prints seconds and memory as JSON.
"""

from __future__ import annotations

import argparse
import datetime
import json
import random
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from sqlite3 import Connection
from typing import Any

from native import GAMES, Match
from native.play.lessons import courses
from native.profile.achievements import treasures
from native.store.database import Database
from native.store.forms import OPPONENTS
from native.store.lines import put_line
from native.store.saves import Saves

FIRST_DAY = datetime.datetime(2006, 1, 1, tzinfo=datetime.UTC)
DAYS = 7300
LINES, RECORDS = 200_000, 20_000
SEATS = {"wars": 3, "tricks": 4}  # others: 2
OTHERS = 0.06  # of the lines: puzzles, and twice as many booked deals of days


def stamp(when: datetime.datetime) -> str:
    """A time as a line holds it."""
    return f"{when:%Y-%m-%dT%H:%M:%SZ}"


def match_lines(chance: random.Random, name: str, game: str, when: datetime.datetime) -> Iterator[dict[str, Any]]:
    """The lines of a match: how it ended, and for most what was found out later."""
    level = chance.choice(OPPONENTS)
    seats = ["human"] + [level] * (SEATS.get(game, 2) - 1)
    scores = [chance.randrange(60) for _ in seats]
    share: float = 1 if scores[0] == max(scores) else 0
    if share and scores.count(scores[0]) > 1:
        share = 0.5
    line: dict[str, Any] = {"id": name, "game": game, "against": "+".join(seats[1:]), "share": share, "seat": 0}
    line |= {"seats": seats, "scores": scores, "moves": chance.randrange(9, 90), "assisted": chance.random() < 0.2}
    yield line | {"date": stamp(when), "seconds": round(chance.uniform(60, 1500), 1)}
    if chance.random() < 0.9:
        told: dict[str, Any] = {"id": name, "loss": chance.random(), "costs": [chance.random() for _ in range(3)]}
        told |= {"accuracy": chance.uniform(40, 100), "low": chance.uniform(-1, 0.5)}
        told["stages"] = [chance.random() for _ in range(3)]
        yield told | {"accuracies": [chance.uniform(40, 100) for _ in range(3)]}


def lines(count: int, seed: int, matches: Sequence[str] = ()) -> Iterator[dict[str, Any]]:
    """So many lines of a history, oldest first; matches: names that are to be in it."""
    chance = random.Random(seed)
    named = list(reversed(matches))
    made = number = 0
    for lesson in sorted({f"{game}.{course.key}" for game in GAMES for course in courses(game)}):
        yield {"id": f"lesson-{lesson}", "lesson": lesson, "date": stamp(FIRST_DAY)}
        made += 1
    for one in treasures()[::2]:
        yield {"id": f"treasure-{one.id}", "treasure": one.id, "date": stamp(FIRST_DAY), "assisted": False}
        made += 1
    while made < count:
        when = FIRST_DAY + datetime.timedelta(days=DAYS * made / count)
        game = list(GAMES)[number % len(GAMES)]
        left = max(1, round((count - made) / 2.1))
        take = named and chance.random() < len(named) / left
        name = named.pop() if take else f"{game}-{when:%Y%m%d-%H%M%S}-{number}-{chance.getrandbits(16):04x}"
        some = list(match_lines(chance, name, name.partition("-")[0], when))
        if chance.random() < OTHERS * 2:
            day = f"{when:%Y-%m-%d}"
            booked = {"id": f"daily-{day}-{name.partition('-')[0]}", "daily": day, "match": name, "date": stamp(when)}
            some.insert(0, booked)
            some.append({"id": name, "par": chance.uniform(-5, 5), "marks": "•o~xX·" * 5})
        if chance.random() < OTHERS:
            puzzle = f"{game}-{chance.getrandbits(48):012x}"
            tried = {"id": f"try-{puzzle}-{number}", "puzzle": puzzle, "rating": chance.randrange(900, 2100)}
            some.append(tried | {"solved": chance.random() < 0.6, "date": stamp(when)})
        yield from some[: count - made]
        made += len(some)
        number += 1


def finished(game: str) -> dict[str, Any]:
    """The record of a match played to its end."""
    match = Match(game, seed=7)
    match.seats = ["human"] + ["hatchling"] * (match.seats_count - 1)
    chance = random.Random(7)
    while not match.over:
        match.play(chance.choice(match.legal()))
    return match.record()


def make(folder: Path, count: int = LINES, records: int = RECORDS, seed: int = 1) -> None:
    ended = {game: finished(game) for game in GAMES}
    names = []
    for number in range(records):
        when = FIRST_DAY + datetime.timedelta(days=DAYS * number / max(1, records))
        game = list(GAMES)[number % len(GAMES)]
        names.append(f"{game}-{when:%Y%m%d-%H%M%S}-{number}-0b63")

    def fill(con: Connection) -> None:
        for line in lines(count, seed, names):
            put_line(con, "", line)
        for name in names:
            saves.put(con, name, ended[name.partition("-")[0]], "finished")

    with closing(Database(folder)) as database:
        saves = Saves(database)
        database.change(fill)


# ---- measuring ----


def memory_mb() -> float:
    """The most memory that this process has taken so far; what getrusage tells begins with that of its parent."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().split("VmHWM:")[1].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def pages(app: Any) -> dict[str, Callable[[], Any]]:
    """How to open each scene that shows something of a history."""
    import game as arcade
    from native.play.study import LessonStudy, PuzzleStudy
    from native.profile.pages import CalendarPage, Players, contest_page

    return {
        "title": lambda: arcade.Title(app),
        "set-up": lambda: arcade.SetUp(app, "duel"),
        "statistics": lambda: arcade.Statistics(app),
        "statistics, a game": lambda: arcade.Statistics(app, game="duel"),
        "statistics, rating": lambda: arcade.Statistics(app, game="duel", curve="rating"),
        "records": lambda: arcade.Records(app),
        "calendar": lambda: arcade.scene_of(app, CalendarPage(app.session)),
        "hoard": lambda: arcade.Treasury(app),
        "puzzles": lambda: arcade.StudyScene(app, PuzzleStudy("duel", app.session.chronicle)),
        "lessons": lambda: arcade.StudyScene(app, LessonStudy("duel", app.session.chronicle)),
        "duplicate": lambda: arcade.scene_of(app, contest_page(app.session)),
        "players": lambda: arcade.scene_of(app, Players(app.session)),
    }


def show(app: Any, make: Callable[[], Any]) -> None:
    """Opens a scene over the title, and draws it."""
    import game as arcade

    app.scenes = [arcade.Title(app), make()]
    app.draw()
    app.turn()


def measure(folder: Path) -> dict[str, Any]:
    """Opens everything once as a person would; seconds and memory by what was done."""
    found: dict[str, Any] = {}

    def timed(name: str, do: Callable[[], object]) -> None:
        begun, worked = time.perf_counter(), time.process_time()
        do()
        found[name] = {
            "s": round(time.perf_counter() - begun, 3),
            "cpu_s": round(time.process_time() - worked, 3),
            "peak_mb": round(memory_mb()),
        }

    from tests.screen import Screen  # the arcade is part of what is measured

    screens: list[Screen] = []
    timed("first picture", lambda: screens.append(Screen(folder)))
    s = screens[0]
    timed("first turn", s.app.turn)

    makers = pages(s.app)
    for name, make in makers.items():
        timed(name, partial(show, s.app, make))

    def ending() -> None:
        match = Match("duel", seed=3)
        match.seats = ["human", "hatchling"]
        while not match.over:
            match.play(match.legal()[0])
        s.app.session.file_match(match, [0])

    timed("end of a match", ending)
    timed("statistics again", partial(show, s.app, makers["statistics"]))
    timed("end of another match", ending)
    s.app.close()
    return found


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description="A data folder after many years of play.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lines", type=int, default=LINES)
    parser.add_argument("--records", type=int, default=RECORDS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--measure", action="store_true", help="measure with the folder instead of making it")
    asked = parser.parse_args(words)
    if asked.measure:
        print(json.dumps(measure(asked.folder), indent=1))
    else:
        make(asked.folder, asked.lines, asked.records, asked.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
