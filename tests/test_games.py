"""The tables answer as plain loops over the same matches do; years of play need little time and memory."""

from __future__ import annotations

import json
import math
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from native import GAMES
from native.grades import scale_of
from native.store import history
from native.store.chronicle import RESULTS, Chronicle
from native.store.database import Database
from native.store.forms import OPPONENTS
from native.store.games import Games
from native.store.history import KINDS, LENGTHS, MATCHES, Filter, Meeting, Played, Summary, mean, played
from native.store.lines import known
from native.store.people import People
from tests.campaign import years
from tests.kept import put_lines, told

FILTERS: list[dict[str, Any]] = [
    {},
    *({"game": game} for game in GAMES),
    *({"level": level} for level in OPPONENTS),
    *({"length": length} for length in (*MATCHES, *LENGTHS)),
    {"since": "2026-11-03"},
    {"until": "2026-11-03"},
    {"assisted": False},
    {"game": "duel", "level": "drake", "assisted": True, "since": "2026-11-02"},
]
SOME_FOUND: dict[str, list[Any]] = {
    "low": [-1, -0.5, 0, 2],
    "accuracy": [0, 100, 55.5],
    "accuracies": [[90, 80.5, 70]],
    "stages": [[1, 2, 3]],
    "marks": ["•o"],
    "par": [3],
}


def random_match(chance: random.Random, number: int) -> dict[str, Any]:
    """The line of a match, with some of what may be known of it."""
    seats = chance.choice([2, 3])
    against = [chance.choice([*OPPONENTS, "human", "nobody"]) for _ in range(seats - 1)]
    line: dict[str, Any] = {"id": f"m{number}", "game": chance.choice([*GAMES, "duel", "chess"])}
    line |= {"against": "+".join(sorted(against)), "share": chance.choice([0, 0.5, 1])}
    line |= {"assisted": chance.random() < 0.3, "given": chance.random() < 0.2}
    if chance.random() < 0.8:
        line["date"] = f"2026-11-{chance.randrange(1, 6):02}T0{chance.randrange(3)}:00:00Z"
    if chance.random() < 0.8:
        line |= {"seat": 0, "seats": ["human", *against]}
    if chance.random() < 0.8:
        line["scores"] = [chance.randrange(-3, 9) for _ in range(chance.choice([seats, 1]))]
    if chance.random() < 0.5:
        line["length"] = chance.choice(["short", "long"])
    if chance.random() < 0.8:
        line["seconds"] = chance.choice([0, 20, 299.9, 300, 901.5])
    found = {name: chance.choice(values) for name, values in SOME_FOUND.items()}
    found |= {"loss": chance.random(), "costs": [chance.random(), 0, 1]}
    return line | {name: found[name] for name in chance.sample(sorted(found), chance.randrange(6))}


# ---- the same by loops ----


def fits(one: Played, wanted: Filter) -> bool:
    least, most = LENGTHS.get(wanted.length, (0.0, math.inf))
    return (
        (not wanted.game or one.game == wanted.game)
        and (not wanted.level or wanted.level in one.against)
        and least <= one.seconds < most
        and (wanted.length not in MATCHES or one.length == MATCHES[wanted.length])
        and (not wanted.since or one.date >= wanted.since)
        and (not wanted.until or "" < one.date < wanted.until)
        and (wanted.assisted is None or one.assisted == wanted.assisted)
    )


def summary(games: Sequence[Played]) -> Summary:
    won, lost = (sum(one.share == share for one in games) for share in (1, 0))
    own = [one.scores[one.seat] if one.seat < len(one.scores) else None for one in games]
    run = best = losses = worst = 0
    for one in games:
        run, losses = (run + 1) * (one.share == 1), (losses + 1) * (one.share == 0)
        best, worst = max(best, run), max(worst, losses)
    return Summary(
        len(games), won, len(games) - won - lost, lost, run, best, worst, mean(own),
        mean(one.margin for one in games), mean(one.accuracy for one in games),
        mean(one.loss for one in games), mean(one.seconds or None for one in games),
    )  # fmt: skip


def cost_shares(games: Sequence[Played]) -> dict[str, float] | None:
    found = dict.fromkeys(KINDS, 0.0)
    for one in games:
        for kind, cost in zip(KINDS, one.costs or (), strict=False):
            found[kind] += cost / scale_of(one.game).mistake
    whole = sum(found.values())
    return {kind: cost / whole for kind, cost in found.items()} if whole else None


def accuracies(games: Sequence[Played]) -> tuple[float, ...] | None:
    some = [one.accuracies for one in games if one.accuracies]
    return tuple(sum(part) / len(some) for part in zip(*some, strict=True)) if some else None


def comeback(games: Sequence[Played]) -> Played | None:
    won = [one for one in games if one.share == 1 and (one.low or 0) < 0 and not one.assisted]
    return min(won, key=lambda one: (one.low or 0.0) / scale_of(one.game).mistake, default=None)


def meetings(games: Sequence[Played], game: str) -> Iterator[Meeting]:
    for one in reversed(games):
        level = "" if one.given else history.level_of(one.against)
        if one.game == game and level and not one.assisted:
            yield Meeting(OPPONENTS.index(level), one.share)


def by_loops(games: Sequence[Played]) -> dict[str, Any]:
    kinds = sorted({one.game for one in games})
    best = comeback(games)
    return {
        "len": len(games),
        "summary": summary(games),
        "graded": sum(one.accuracy is not None for one in games),
        "by game": {game: some[:4] + some[7:] for game in kinds
                    for some in [summary([one for one in games if one.game == game])]},
        "accuracies": accuracies(games),
        "costs": cost_shares(games),
        "comeback": best and (best.low, best.game),
        "each": [one.id for one in games],
        "latest": [one.id for one in reversed(games) if one.accuracy is not None],
        "margin": [one.id for one in reversed(games) if one.margin is not None],
        "meetings": list(meetings(games, "duel")),
    }  # fmt: skip


def by_tables(games: Games) -> dict[str, Any]:
    best = games.comeback()
    return {
        "len": len(games),
        "summary": games.summary(),
        "graded": games.graded(),
        "by game": {game: found[:4] + found[7:] for game, found in games.by_game().items()},
        "accuracies": games.accuracies(),
        "costs": games.cost_shares(),
        "comeback": best and (best.low, best.game),
        "each": [one.id for one in games.each()],
        "latest": [one.id for one in games.latest("accuracy")],
        "margin": [one.id for one in games.latest("margin")],
        "meetings": list(games.meetings("duel")),
    }


def near(value: Any) -> Any:
    """The same with numbers that may be off in their last digits."""
    if isinstance(value, dict):
        return {key: near(inner) for key, inner in value.items()}
    if isinstance(value, tuple):
        return tuple(map(near, value))
    return pytest.approx(value) if isinstance(value, float) else value


@pytest.mark.parametrize("seed", range(8))
def test_the_tables_say_what_loops_say(database: Database, seed: int) -> None:
    chance = random.Random(seed)
    lines = [random_match(chance, number) for number in range(150)]
    bo = People(database).add("Bo")
    put_lines(database, lines)
    put_lines(database, [random_match(chance, number) for number in range(20)], bo.id)  # somebody else's
    chronicle = Chronicle(database)
    names = database.rows("SELECT name FROM matches WHERE person = '' ORDER BY id")
    order = {name: at for at, (name,) in enumerate(names)}
    some = [line for line in lines if known(line)]
    some.sort(key=lambda line: (line.get("date", ""), order[line["id"]]))
    for one in FILTERS:
        wanted = by_loops([game for game in played(some) if fits(game, Filter(**one))])
        found = by_tables(chronicle.games().select(Filter(**one)))
        for name, value in wanted.items():
            assert found[name] == near(value), (one, name)
    for line in some:
        always = ("against", "share", "assisted", "accuracy")
        kept = {key: value for key, value in line.items() if value or key in always}
        stored = chronicle.line(line["id"])
        assert stored
        assert {key: stored.get(key) for key in kept} == near(kept)
    assert sorted(chronicle.ungraded(999)) == sorted(line["id"] for line in some if "loss" not in line)
    for result in RESULTS:
        assert chronicle.record_ids(result=result) == []  # none of them has a record


def test_a_selection_may_be_narrowed_twice_by_the_same(database: Database) -> None:
    put_lines(database, (random_match(random.Random(number), number) for number in range(100)))
    games = Chronicle(database).games()
    assert len(games.select(Filter("duel")).select(Filter("wars"))) == 0
    assert len(games.select(Filter("duel")).select(Filter("duel"))) == len(games.select(Filter("duel"))) > 0


def test_what_was_counted_is_counted_again_after_a_change(database: Database) -> None:
    chronicle = Chronicle(database)
    for number in range(3):
        put_lines(database, [random_match(random.Random(1), number) | {"game": "duel", "against": "drake"}])
        assert chronicle.games().summary().played == number + 1


def test_lines_with_texts_that_no_table_takes_do_no_harm(database: Database) -> None:
    line = {"id": "\ud800", "lesson": "\udfff", "date": "\ud800"}
    match = random_match(random.Random(3), 1) | {"id": "\ud800", "against": "drake", "game": "duel"}
    put_lines(database, [line, line, match])
    assert (len(told(Chronicle(database))), len(Chronicle(database).lessons())) == (1, 1)


# ---- years of play ----


@pytest.fixture(scope="module")
def years_of_play(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("years")
    years.make(folder, 40_000, 2_000)
    return folder


@pytest.mark.long
def test_no_page_needs_much_memory(years_of_play: Path) -> None:
    command = [sys.executable, "-m", "tests.campaign.years", "--measure", str(years_of_play)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = json.loads(printed[printed.index("{") :])
    assert {"title", "set-up", "statistics", "records", "calendar", "end of a match"} <= found.keys()
    assert max(page["peak_mb"] for page in found.values()) < 150


# ---- puzzles ----

TODAY = "2026-11-03"
ODD_DATES = ("", "2026-11-04T00:00:00Z", "2026-02-30T00:00:00Z", "2026-11-02", "9999-12-31T00:00:00Z")


def attempts_by_loops(lines: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What is asked of the attempts at the puzzles of a game. lines: in the order in which they were added."""
    lines = sorted(lines, key=lambda line: line["date"])
    tries: dict[str, list[tuple[str, bool]]] = {}
    for line in lines:
        date = line["date"] if line["date"][:10] <= TODAY else ""
        tries.setdefault(line["puzzle"], []).append((date, line["solved"]))
    for some in tries.values():
        some.sort(key=lambda one: one[0])
    solved = [line["solved"] for line in lines]
    firsts: dict[str, Any] = {}
    for line in lines:
        if "rating" in line:
            first = ("", line["puzzle"], line["date"][:10], line["rating"], line["solved"])
            firsts.setdefault(line["puzzle"], first)
    ends = {name: [one for _, one in some][::-1] for name, some in tries.items()}
    since = {name: some.index(False) for name, some in ends.items() if False in some}
    return {
        "count": len(lines),
        "solved": {line["puzzle"] for line in lines if line["solved"]},
        "lately": {line["puzzle"] for line in lines if line["solved"] and line["date"] >= TODAY},
        "streak": solved[::-1].index(False) if False in solved else len(solved),
        "firsts": list(firsts.values()),
        "last": {name: some[-1][0] for name, some in tries.items()},
        "failed": sorted((name, count, tries[name][-1][0]) for name, count in since.items()),
    }


@pytest.mark.parametrize("seed", range(8))
def test_attempts_at_puzzles_are_what_loops_say(database: Database, seed: int) -> None:
    chance, lines = random.Random(seed), []
    for number in range(chance.choice([0, 1, 5, 60, 200])):
        date = f"2026-11-{chance.randrange(1, 4):02}T0{chance.randrange(9)}:00:00Z"
        name = f"{chance.choice(['duel', 'wars'])}-{chance.randrange(9)}"
        line: dict[str, Any] = {"id": f"t{number}", "puzzle": name, "solved": chance.random() < 0.6}
        line |= {"date": chance.choice(ODD_DATES) if chance.random() < 0.1 else date}
        lines.append(line | ({"rating": chance.randrange(500, 2000)} if chance.random() < 0.8 else {}))
    put_lines(database, lines)
    for game in ("", "duel", "wars"):
        found = Chronicle(database).attempts(game)
        assert attempts_by_loops([line for line in lines if line["puzzle"].startswith(game)]) == {
            "count": len(found),
            "solved": found.solved(),
            "lately": found.solved(TODAY),
            "streak": found.streak(),
            "firsts": found.firsts(),
            "last": found.last(TODAY),
            "failed": sorted(found.failed(TODAY)),
        }


@pytest.mark.long
def test_nothing_is_read_into_memory_row_by_row(years_of_play: Path) -> None:
    """Whatever is asked of the games, few rows come out of the tables."""
    database = Database(years_of_play)
    plain, most = database.rows, 0

    def rows(query: str, **values: Any) -> list[Any]:
        nonlocal most
        found = plain(query, **values)
        most = max(most, len(found))
        return found

    database.rows = rows  # type: ignore[method-assign]
    games = Chronicle(database).games()
    assert games.summary().played > 15_000
    assert games.comeback()
    assert games.cost_shares()
    assert next(iter(games.meetings("duel")))
    assert 0 < most <= 400
    database.close()
