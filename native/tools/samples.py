"""Sample matches for pictures, tests and benchmarks: random, but the same every time."""

from __future__ import annotations

import datetime
import random
import re
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

from ..files import own_table, read_toml, strings
from ..games import GAMES
from ..grades import SERIOUS, scale_of
from ..match import Match
from ..play import duplicate
from ..play.coach import compared
from ..play.duplicate import MatchPair
from ..play.judge import Verdict, Worth
from ..play.lessons import steps_of
from ..play.luck import TABLES
from ..play.match_setup import LEVELS, TOP
from ..play.mining import kinds_of
from ..play.reasons import motifs_of
from ..play.review import Grade
from ..play.study import LessonStudy, PuzzleStudy, Study
from ..profile.achievements import achievements_of, treasures
from ..profile.pages import CalendarPage, DuplicatePage, Page, Players, contest_page
from ..profile.reminders import Waiting, Week
from ..profile.session import Session
from ..screen.tones import effect
from ..store.chronicle import Chronicle, entry
from ..store.lines import put_line
from ..store.saves import Saves
from ..strings import Strings
from ..values import Advice


def played(game: str, moves: int, seed: int = 11, mine: bool = True, **options: Any) -> Match:
    """A match after some random moves, the same every time. mine: continued to seat 0's next
    decision."""
    return played_once(game, moves, seed, mine, **options).copy()


@cache
def played_once(game: str, moves: int, seed: int, mine: bool, **options: Any) -> Match:
    """The same, cached."""
    match = Match(game, options=options, seed=seed)
    match.seats = ["human"] + [TOP] * (match.seats_count - 1)
    chance = random.Random(seed)
    while not match.over and (len(match.moves) < moves or (mine and match.to_act != 0)):
        match.play(chance.choice(match.legal()))
    return match


def mistaken(game: str) -> tuple[Match, Verdict]:
    """A position, and its worst move according to a quick search."""
    match, verdict, _ = worst_of(game)
    return match.copy(), verdict


@cache
def worst_of(game: str) -> tuple[Match, Verdict, Advice]:
    """The same, cached, with the search's result."""
    match = played(game, len(played(game, 10_000).moves) * 2 // 3)
    advice = match.advise(TOP, permille=100)
    worst = min(advice.moves, key=lambda move: move.merit).move
    seat = match.to_act or 0
    loss = Grade(seat, worst, Worth(advice)).fair_loss() or 0
    word = scale_of(game).word(loss)
    called = word if word in SERIOUS else "mistake"
    verdict = compared(match, Grade(seat, worst, Worth(advice)), advice.shown, loss, called)
    return match, verdict, advice


def fill(chronicle: Chronicle) -> None:
    """Fills the statistics, records and hoard: a hundred games of growing quality, and the
    treasures found by then."""
    chance = random.Random(5)
    for number in range(100):
        add_line(chronicle, sample_line(number, chance))
    for number, one in enumerate(treasures()):
        if number % 5 < 3:
            more = {"match": f"{one.game or 'duel'}-20261020-180000-{number}-0b63"}
            more |= {"date": f"2026-10-{1 + number % 28:02}T18:00:00Z", "treasure": one.id}
            helped = number % 7 == 0
            key = f"treasure-{one.id}-helped" if helped else f"treasure-{one.id}"
            chronicle.add(key, more | {"assisted": helped})
    for number, game in enumerate((*GAMES, "duel")):
        match = played(game, 10_000, seed=number)
        record = match.record() | {"played": f"2026-09-{number + 10}"}
        keep_record(chronicle, f"{game}-{number}", record, "finished")
        line = entry(f"{game}-{number}", match, 0) | {"date": f"2026-09-{number + 10}T20:00:00Z"}
        add_line(chronicle, line | {"loss": 0.2, "accuracy": 62.5 + 4 * number})
    keep_record(chronicle, "duel", played("duel", 5).record(), "open")
    for number, level in enumerate(LEVELS):
        match = played("tale", 9 + 8 * number, seed=number)
        match.seats = ["human"] + [level] * (match.seats_count - 1)
        keep_record(chronicle, f"tale-{number}", match.record(), "open")


def add_line(chronicle: Chronicle, line: dict[str, Any]) -> None:
    chronicle.change(lambda con: put_line(con, chronicle.person, line))


def keep_record(chronicle: Chronicle, name: str, record: dict[str, Any], state: str) -> None:
    saves = Saves(chronicle.tables, chronicle.person)
    saves.change(lambda con: saves.put(con, name, record, state))


def sample_line(number: int, chance: random.Random) -> dict[str, Any]:
    """A sample line of a history, by its number."""
    game = list(GAMES)[number % len(GAMES)]
    unit = scale_of(game).mistake
    loss = unit * (1.1 - number / 140) * chance.uniform(0.6, 1.4)
    level = LEVELS[min(3, max(0, number // 30 + chance.choice((-1, 0, 0, 1))))]
    share = chance.choice((0, 1, 1) if number % 30 > 12 else (0, 0, 1, 0.5))
    accuracy = round(min(98.0, 38 + number * 0.45 + chance.uniform(-9, 9)), 1)
    own, other = sorted((chance.randint(8, 30), chance.randint(8, 30)), reverse=share == 1)
    day = 60 + number * 3 // 2
    return {
        "id": f"{game}-sample-{number}",
        "game": game,
        "against": level,
        "assisted": number % 9 == 4,
        "share": share,
        "seat": 0,
        "seats": ["human", level],
        "scores": [own, other],
        "moves": 30,
        "length": "short" if number % 4 == 1 else "long",
        "seconds": 120 + chance.randint(0, 1200),
        "date": f"2026-{3 + day // 28:02}-{1 + day % 28:02}T19:30:00Z",
        "loss": loss,
        "accuracy": accuracy,
        "stages": [loss, loss * 1.3, loss * 0.6],
        "accuracies": [min(100.0, accuracy + 6), accuracy - 8, min(100.0, accuracy + 2)],
        "costs": [loss * 3, loss * 5, loss * 9],
        "motifs": {f"{game}.{one.name}": 1 + at for at, one in enumerate(motifs_of(game)[:3])},
        "low": -unit * chance.uniform(0, 2),
        "deal": min(1.0, max(0.0, share + (-0.4, -0.2, 0.2, 0.4)[number * 7 // 5 % 4])),
        "tables": TABLES,
        "kept": 0.85 + number % 4 * 0.05,
    }


def month_played(chronicle: Chronicle) -> None:
    """Three weeks of deals of the day."""
    for place in range(21 * len(GAMES)):
        day, number = divmod(place, len(GAMES))
        if (day * 7 + number * 3) % 5 > 2:
            continue
        game, date = list(GAMES)[number], f"2026-11-{day + 1:02}"
        name = f"{game}-{date}"
        line = {"id": name, "game": game, "against": "drake", "assisted": number == 3}
        share = [1, 0, 0.5][place % 3]
        line |= {"share": share, "scores": [share, 1 - share], "date": f"{date}T10:00:00Z"}
        line |= {"accuracy": 71.0 + place % 25, "par": 0.67, "marks": "••o~•x·"}
        book = {"id": f"daily-{date}-{game}", "daily": date, "match": name}
        for added in (line, book):
            add_line(chronicle, added)


def calendar_page(session: Session, day: str = "2026-11-22") -> CalendarPage:
    found = CalendarPage(session)
    found.day = found.month = datetime.date.fromisoformat(day)
    found.book.today = "2026-11-22"
    found.asked = {f"{key} {deal.match}" for deal in found.book.done for key in ("marks", "par")}
    return found


def deal_weighed(session: Session, match: Match) -> None:
    """Has it been found out what the deal of a finished match was worth: as often won as not."""
    session.weighing.begin("", match, 0, TABLES, 0.55)


def par_played(session: Session, match: Match) -> None:
    """Has Dragon's tables of a finished match played, all as the match itself was."""
    tables = session.rival_of(match, 0)
    tables.played = [match.copy() for _ in range(tables.wanted)]


def waiting() -> Waiting:
    """Something of everything that the title reminds of."""
    game = next(iter(GAMES))
    motif = next((key[6:-5] for key in strings("en") if re.fullmatch(r"motif\..+\.name", key)), "")
    week = Week(played=12, won=5, steps=3, puzzles=9, motif=motif)
    return Waiting(5, 12, {game: 3}, steps_of(game)[1], learning=True, week=week)


def again(match: Match, seed: int) -> Match:
    """The same deal, played in another random way."""
    found = match.restarted()
    chance = random.Random(seed)
    while not found.over:
        found.play(chance.choice(found.legal()))
    return found


def pair(game: str, t: Strings) -> MatchPair:
    """A finished match beside another of its deal."""
    match = played(game, 10_000)
    return MatchPair(match, 0, [t("other.yours"), t("other.theirs")], again(match, 5), None)


def contest(session: Session, count: int) -> DuplicatePage:
    """A duplicate match of two people after some of its matches."""
    names = [f"duplicate-sample-{number}" for number in range(count)]
    for number, name in enumerate(names):
        match = again(played("duel", 1, seed=number // 2), number)
        keep_record(session.chronicle, name, match.record(), "finished")
    data = {"id": "duplicate-sample", "game": "duel", "level": "drake", "seed": 7, "deals": 4}
    data |= {"people": ["Ada", "Bo"], "matches": names, "dragon": []}
    return DuplicatePage(session, duplicate.DuplicateMatch(session.chronicle, data))


def pages(session: Session) -> dict[str, Callable[[], Page]]:
    """Sample pages, each made on demand."""
    return {
        "players": partial(Players, session),
        "daily": partial(calendar_page, session),
        "daily-done": partial(calendar_page, session, "2026-11-10"),
        "duplicate": partial(contest_page, session),
        "duplicate-turn": partial(contest, session, 3),
        "duplicate-result": partial(contest, session, 8),
    }


def whole(games: Sequence[str]) -> dict[str, Any]:
    """Checks that everything but pictures is there: texts, sounds, a whole match of each of these
    games, their treasures, puzzles and solvers."""
    recipes = read_toml("sounds.toml") or {}
    for game in games:
        assert played(game, 100_000).winners, game
    tables = [own_table(game, "selftest.toml") for game in games]
    cases = [case for table in tables for case in table.get("case", [])]
    for case in cases:
        solution = Match.load(case["record"]).solve(case["objective"])
        values = {m.move: m.value for m in solution.moves}
        assert values == case["values"], (case, values)
    return {
        "languages": {name: len(Strings(name).table) for name in Strings.languages()},
        "sounds": [name for name, recipe in recipes.items() if effect(recipe)],
        "games": list(games),
        "achievements": sum(len(achievements_of(game)) for game in games),
        "puzzles": sum(len(kinds_of(game)) for game in games),
        "solved": len(cases),
    }


def studies(game: str, chronicle: Chronicle) -> dict[str, tuple[Callable[[], Study], bool | None]]:
    """Sample lessons and puzzles: every step, one of them answered, a puzzle. Each is made when it
    is drawn, and answered right, wrong, or not at all."""
    steps = steps_of(game)
    if not steps:
        return {}
    lesson = partial(LessonStudy, game, chronicle)
    puzzle = partial(PuzzleStudy, game, chronicle)
    found: dict[str, tuple[Callable[[], Study], bool | None]] = {
        "lesson-" + step.key.partition("/")[2].replace("/", "-"): (partial(lesson, step), None)
        for step in steps
    }
    for name, right in (("right", True), ("wrong", False)):
        found[f"lesson-{name}"] = (partial(lesson, steps[1]), right)
        found[f"puzzle-{name}"] = (puzzle, right)
    return found | {"puzzle": (puzzle, None)}
