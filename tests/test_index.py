"""The index of a history: it says what the files say, whatever happens to either, and needs little memory."""

from __future__ import annotations

import errno
import json
import os
import random
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from native.store.folder import GUEST, Database, compact
from native.store.index import FILE, FILES, Index, index_of
from native.store.tables import MemoryStore, SqlStore

import game as arcade
from native import GAMES
from native.profile import statistics as statistics_of
from native.profile.calendar import DailyDeals
from native.store import history
from native.store import index as indexes
from native.store.chronicle import Chronicle
from native.store.forms import FOUND, OPPONENTS, OTHERS
from native.store.history import Filter, GameList, Games, played, rated_lately, suggestion
from tests.campaign import years
from tests.kept import DUEL, ended, opened, told
from tests.screen import screen

HISTORY = "history.jsonl"
FILTERS: list[dict[str, Any]] = [
    {},
    *({"game": game} for game in GAMES),
    *({"level": level} for level in OPPONENTS),
    *({"length": length} for length in (*history.MATCHES, *history.LENGTHS)),
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


def random_line(chance: random.Random) -> dict[str, Any]:
    """A line of a match, of something else, or of what was found out later; few ids, so that they meet."""
    number, kind = chance.randrange(60), chance.randrange(8)
    date = f"2026-11-{chance.randrange(1, 6):02}T0{chance.randrange(3)}:00:00Z"
    some: dict[str, Any] = {} if chance.random() < 0.2 else {"date": date}
    if kind < 3:
        return {"id": f"m{number}"} | random_match(chance) | some
    if kind < 5:
        found = {name: chance.choice(values) for name, values in SOME_FOUND.items()}
        found |= {"loss": chance.random(), "costs": [chance.random(), 0, 1]}
        names = chance.sample(sorted(found), chance.randrange(1, 5))
        return {"id": f"m{number}"} | {name: found[name] for name in names}
    key = chance.choice(sorted(OTHERS))
    if key == "daily":
        day, game = f"2026-11-{number % 9 + 1:02}", chance.choice([*GAMES])
        return {"id": f"daily-{day}-{game}", "daily": day, "match": f"m{number}"} | some
    value = f"{chance.choice([*GAMES])}-{number}"
    return {"id": f"{key}-{number}", key: value, "match": f"m{number}", "solved": chance.random() < 0.5} | some


def random_match(chance: random.Random) -> dict[str, Any]:
    """What the line of a match holds."""
    seats = chance.choice([2, 3])
    against = [chance.choice([*OPPONENTS, "human", "nobody"]) for _ in range(seats - 1)]
    game = chance.choice([*GAMES, "duel", "chess"])
    line: dict[str, Any] = {"game": game, "against": "+".join(sorted(against)), "share": chance.choice([0, 0.5, 1])}
    line["assisted"] = chance.random() < 0.3
    if chance.random() < 0.8:
        line |= {"seat": 0, "seats": ["human", *against]}
    if chance.random() < 0.8:
        line["scores"] = [chance.randrange(-3, 9) for _ in range(chance.choice([seats, 1]))]
    if chance.random() < 0.2:
        line["given"] = True
    if chance.random() < 0.5:
        line["length"] = chance.choice(["short", "long"])
    if chance.random() < 0.8:
        line["seconds"] = chance.choice([0, 20, 299.9, 300, 901.5])
    return line


def write(folder: Path, lines: list[dict[str, Any]], mode: str = "w") -> None:
    """Writes lines of a history, as another program may."""
    with open(folder / HISTORY, mode, encoding="utf-8") as file:
        file.writelines(compact(line) + "\n" for line in lines)


def random_history(folder: Path, seed: int, count: int = 300) -> list[dict[str, Any]]:
    """Writes a history of random lines."""
    chance = random.Random(seed)
    lines = [random_line(chance) for _ in range(count)]
    write(folder, lines)
    return lines


def settled(index: Index) -> Index:
    """The index when it has read everything."""
    index.sync()
    while not index.whole:
        time.sleep(0.001)
        index.sync()
    return index


def answers(games: Games) -> dict[str, Any]:
    """All that games are asked for."""
    return {
        "len": len(games),
        "summary": games.summary(),
        "graded": games.graded(),
        "by game": {game: found[:4] + found[7:] for game, found in games.by_game().items()},
        "accuracies": games.accuracies(),
        "costs": games.cost_shares(),
        "comeback": games.comeback(),
        "each": list(games.each()),
        "latest": [one.id for one in games.latest("accuracy")],
        "margin": [one.id for one in games.latest("margin")],
        "meetings": list(games.meetings("duel")),
        "rated": rated_lately(games, "duel"),
    }


def near(value: Any) -> Any:
    """The same with numbers that may be off in their last digits."""
    if isinstance(value, dict):
        return {key: near(inner) for key, inner in value.items()}
    if isinstance(value, tuple):
        return tuple(map(near, value))
    return pytest.approx(value) if isinstance(value, float) else value


def check(chronicle: Chronicle) -> Index:
    """The index says what the files say; the index."""
    index = settled(index_of(chronicle))
    store, lines = index.store, told(chronicle, "")
    files = GameList(played(told(chronicle)))
    for one in FILTERS:
        found, wanted = (answers(games.select(Filter(**one))) for games in (store.games(), files))
        for name, value in wanted.items():
            assert found[name] == near(value), (one, name)
    for key in OTHERS:
        some = chronicle.lines_with(key)
        assert store.lines_with(key) == some
        assert store.lines_with(key, "duel-") == [line for line in some if str(line[key]).startswith("duel-")]
    for today in ("2026-11-03", "2026-11-09"):
        books = [DailyDeals(some, set(), today) for some in (index.booked(today), lines)]
        deals = [[book.deal(*key) for key in sorted(book.booked)] for book in books]
        assert [deal[:4] for deal in deals[0]] == [deal[:4] for deal in deals[1]]
        assert [dict(deal.line) for deal in deals[0]] == [dict(deal.line) for deal in deals[1]]
        assert books[0].month("2026-11") == near(books[1].month("2026-11"))
    assert [store.line(line["id"]) for line in lines] == lines
    assert [index.suggestion(game) for game in GAMES] == [suggestion(files, game) for game in GAMES]
    bare = [line["id"] for line in told(chronicle) if not line.keys() & FOUND.keys()]
    assert sorted(store.ungraded(10**6)) == sorted(bare)
    return index


@pytest.fixture
def long(monkeypatch: pytest.MonkeyPatch) -> None:
    """However short a history is, its index is kept in a file and filled by a thread, some lines at a time."""
    monkeypatch.setattr(indexes, "SHORT", 0)
    monkeypatch.setattr(indexes, "LOT", 3_000)


@pytest.fixture
def chronicle(long: None, database: Database) -> Chronicle:  # noqa: ARG001
    """A history of random lines, which counts as long."""
    random_history(database.folder, 11)
    return Chronicle(database)


def fail_to_read(monkeypatch: pytest.MonkeyPatch, number: int) -> list[int]:
    """Has every read of a part of a file fail; the errors so far."""
    tries: list[int] = []

    def failing(*_: Any) -> bytes:
        tries.append(number)
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("native.store.folder.read_part", failing)
    return tries


# ---- the same as from the files ----


@pytest.mark.usefixtures("long")
@pytest.mark.parametrize("seed", range(8))
def test_a_file_of_tables_says_what_the_files_say(tmp_path: Path, database: Database, seed: int) -> None:
    random_history(tmp_path, seed)
    chronicle, chance = Chronicle(database), random.Random(seed)
    assert isinstance(check(chronicle).store, SqlStore)
    assert (tmp_path / FILE).exists()
    for _ in range(5):
        database.add(HISTORY, compact(random_line(chance)))
        check(chronicle)


def test_a_short_history_needs_no_file_and_python_no_sqlite(
    tmp_path: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    random_history(tmp_path, 1)
    chronicle = Chronicle(database)
    assert isinstance(check(chronicle).store, SqlStore)
    database.attached.popitem()[1].close()
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    assert isinstance(check(chronicle).store, MemoryStore)
    database.add(HISTORY, compact(random_line(random.Random(2))))
    check(chronicle)
    assert not (tmp_path / FILE).exists()


def test_the_entries_of_an_older_version_are_in_it(tmp_path: Path, chronicle: Chronicle) -> None:
    old = [DUEL | {"loss": 0.5}] * 3
    for entries in (old, old[:2]):
        (tmp_path / "statistics.json").write_text(json.dumps(entries))
        check(chronicle)


@pytest.mark.usefixtures("long")
def test_texts_that_no_table_takes_and_odd_lines_do_no_harm(tmp_path: Path, database: Database) -> None:
    odd = [{"id": f"\ud800{n}"} | DUEL | {"date": "\udfff"} for n in range(3)]
    odd += [{"id": "\0"} | DUEL, {"id": "", "puzzle": "\ud800"}, {"id": "z", "treasure": "%'\"", "date": ""}]
    write(tmp_path, odd)
    with open(tmp_path / HISTORY, "ab") as file:
        file.write(b"\nnonsense\n\xff\xfe\n[1]\n" + b"x" * 20_000 + b"\n" + b'{"id": "last", "lesson": "a"}')
    chronicle = Chronicle(database)
    check(chronicle)
    assert (tmp_path / "aside" / f"{HISTORY}.lines").read_bytes().count(b"\n") == 4
    write(tmp_path, [{"id": "more", "lesson": "b"}], "a")
    database.add(HISTORY, compact({"id": "more", "lesson": "c"}))
    check(chronicle)


@pytest.mark.usefixtures("long")
def test_a_guest_has_one_in_memory(tmp_path: Path, database: Database) -> None:
    chronicle, chance = Chronicle(database, GUEST), random.Random(3)
    for _ in range(50):
        database.add(f"{GUEST}{HISTORY}", compact(random_line(chance)))
    check(chronicle)
    database.memory.clear()
    check(chronicle)
    assert not list(tmp_path.iterdir())


def test_the_opponent_suggested_is_that_of_all_games_however_few_are_read() -> None:
    chance = random.Random(5)
    for length in range(60):
        some = [random_match(chance) | {"id": str(n), "game": "duel"} for n in range(length)]
        if length % 3 == 0:
            some = [one | {"against": "wyrmling", "share": 1, "assisted": False} for one in some]
        games = GameList(played(some))
        assert history.suggestion_of(games.meetings("duel")) == suggestion(games, "duel")


# ---- whatever happens ----


def spoil(path: Path) -> None:
    """Writes noise into a file."""
    chance, data = random.Random(1), bytearray(path.read_bytes())
    for _ in range(3000):
        data[chance.randrange(len(data))] = chance.randrange(256)
    path.write_bytes(data)


def foreign(path: Path) -> None:
    """Makes the tables those of another version."""
    con = sqlite3.connect(path)
    con.execute("UPDATE notes SET value = 'of another version' WHERE key = 'form'")
    con.execute("DROP TABLE lines")
    con.execute("CREATE TABLE lines (something)")
    con.commit()
    con.close()


INDEX_FAULTS: dict[str, Any] = {
    "missing": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "nonsense": lambda path: path.write_bytes(b"nonsense" * 5000),
    "zeros": lambda path: path.write_bytes(b"\0" * path.stat().st_size),
    "cut off": lambda path: os.truncate(path, path.stat().st_size // 2),
    "cut off at a page": lambda path: os.truncate(path, 4096 * 3),
    "spoilt": spoil,
    "of another version": foreign,
    "a folder": lambda path: (path.unlink(), path.mkdir()),
    "a link to nothing": lambda path: (path.unlink(), path.symlink_to("nowhere")),
}


@pytest.mark.parametrize("fault", INDEX_FAULTS)
def test_an_index_of_no_use_is_made_anew(tmp_path: Path, chronicle: Chronicle, fault: str) -> None:
    check(chronicle)
    chronicle.database.close()
    assert {path.name for path in tmp_path.glob("index*")} == {FILE}
    INDEX_FAULTS[fault](tmp_path / FILE)
    for _ in range(2):
        with opened(tmp_path) as database:
            check(Chronicle(database))


def edit(folder: Path, old: bytes, new: bytes, times: int = -1) -> None:
    """Changes the lines of the history, the first ones or all."""
    data = (folder / HISTORY).read_bytes()
    assert old in data
    (folder / HISTORY).write_bytes(data.replace(old, new, times))


def edited_and_longer(folder: Path, line: dict[str, Any], old: bytes, new: bytes, times: int = -1) -> None:
    """Changes the lines of the history and appends one."""
    edit(folder, old, new, times)
    write(folder, [line], "a")


HISTORY_FAULTS: dict[str, Any] = {
    "shorter": lambda folder, _: os.truncate(folder / HISTORY, (folder / HISTORY).stat().st_size // 3),
    "gone": lambda folder, _: (folder / HISTORY).unlink(),
    "another": lambda folder, _: random_history(folder, 99),
    "a longer one": lambda folder, _: random_history(folder, 99, 400),
    "edited, of the same size": lambda folder, _: edit(folder, b'"duel"', b'"tale"'),
    "edited, and longer": lambda folder, _: edit(folder, b'"share": 0', b'"share": 1, "x": "y"'),
    "edited, with a line more": lambda folder, lines: edited_and_longer(folder, lines[0], b'"duel"', b'"tale"'),
    "an id edited, with a line more": lambda folder, lines: edited_and_longer(folder, lines[0], b'"m', b'"n', 1),
    "in another order": lambda folder, lines: write(folder, lines[::-1]),
    "with lines more": lambda folder, _: write(folder, [random_line(random.Random(6)) for _ in range(90)], "a"),
}


@pytest.mark.parametrize("while_open", [False, True])
@pytest.mark.parametrize("fault", HISTORY_FAULTS)
def test_a_history_that_others_changed_is_read_again(
    tmp_path: Path, chronicle: Chronicle, fault: str, while_open: bool
) -> None:
    lines = random_history(tmp_path, 12)
    check(chronicle)
    if not while_open:
        chronicle.database.close()
    HISTORY_FAULTS[fault](tmp_path, lines)
    if while_open:
        check(chronicle)
    else:
        with opened(tmp_path) as database:
            check(Chronicle(database))


@pytest.mark.usefixtures("long")
def test_two_programs_fill_one_index(tmp_path: Path) -> None:
    random_history(tmp_path, 13)
    with opened(tmp_path) as one, opened(tmp_path) as two:
        chronicles = [Chronicle(one), Chronicle(two)]

        def play(chronicle: Chronicle, seed: int) -> None:
            chance, index = random.Random(seed), index_of(chronicle)
            for _ in range(60):
                chronicle.database.add(HISTORY, compact(random_line(chance)))
                index.sync()

        threads = [threading.Thread(target=play, args=(who, seed)) for seed, who in enumerate(chronicles)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for chronicle in chronicles:
            check(chronicle)


def test_what_is_forgotten_is_gone_from_the_index_too(tmp_path: Path, chronicle: Chronicle) -> None:
    check(chronicle)
    chronicle.forget()
    assert len(check(chronicle).store.games()) == 0
    chronicle.database.close()
    left = b"".join((tmp_path / name).read_bytes() for name in FILES if (tmp_path / name).exists())
    assert b'"share"' not in left
    assert b'"against"' not in left


def test_a_folder_that_cannot_be_written_and_a_disc_that_cannot_be_read(
    tmp_path: Path, chronicle: Chronicle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refusing(self: Index, place: Path, anew: bool) -> SqlStore:
        if place == self.path:
            raise OSError(errno.EROFS, "read-only")
        return real(self, place, anew)

    real = Index.tables
    monkeypatch.setattr(Index, "tables", refusing)
    index = check(chronicle)
    assert not (tmp_path / FILE).exists()
    write(tmp_path, [random_line(random.Random(1))], "a")
    with monkeypatch.context() as patched:
        fail_to_read(patched, errno.EIO)
        for _ in range(3):
            assert index.ask(lambda store: len(store.games())) > 0
        assert not index.whole
    check(chronicle)
    assert not (tmp_path / "aside").exists()


def test_what_cannot_be_read_is_not_retried_all_the_time(
    tmp_path: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The loop asks in every round; each try may take a while."""
    random_history(tmp_path, 16)
    chronicle = Chronicle(database)
    index = index_of(chronicle)
    monkeypatch.setattr(indexes, "RETRY_S", 1000.0)
    with monkeypatch.context() as patched:
        tries = fail_to_read(patched, errno.EACCES)
        for _ in range(50):
            index.sync()
        assert len(tries) == 1
        assert not index.whole
        assert index.ask(lambda store: len(store.games())) == 0
    index.again = 0.0
    check(chronicle)


# ---- many years of play ----


@pytest.mark.long
def test_no_history_is_too_large(tmp_path: Path, database: Database) -> None:
    write(tmp_path, [{"id": f"m{number}"} | DUEL | {"note": "x" * 100_000} for number in range(700)])
    assert (tmp_path / HISTORY).stat().st_size > 70_000_000
    chronicle = Chronicle(database)
    assert len(settled(index_of(chronicle)).store.games()) == 700
    database.add(HISTORY, compact({"id": "more"} | DUEL))
    assert len(settled(index_of(chronicle)).store.games()) == len(told(chronicle)) == 701
    assert not (tmp_path / "aside").exists()


MEMORY = """
import sys, time
from pathlib import Path
from native.store.database import Database
from native.store.chronicle import Chronicle
from native.store.history import Filter
from native.store.index import index_of
from tests.campaign.years import memory_mb

database = Database(Path(sys.argv[1]))
index = index_of(Chronicle(database))
before = memory_mb()
index.sync()
while not index.whole:
    time.sleep(0.01)
    index.sync()
games = index.ask(lambda store: store.games())
duels = games.select(Filter("duel"))
print(len(games), games.summary().played, len(list(duels.latest())), games.comeback() is not None)
print(memory_mb() - before)
database.close()
"""


@pytest.fixture(scope="module")
def years_of_play(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve megabytes of lines, of which the tables in memory alone would be more than is allowed here."""
    folder = tmp_path_factory.mktemp("years")
    years.make(folder, 40_000, 2_000)
    return folder


def run(*command: object) -> str:
    """What a Python program prints."""
    return subprocess.run([sys.executable, *map(str, command)], capture_output=True, text=True, check=True).stdout


@pytest.mark.long
def test_a_long_history_needs_little_memory(years_of_play: Path) -> None:
    done = run("-c", MEMORY, years_of_play).split()
    assert done[0] == done[1]
    assert int(done[0]) > 15_000
    assert int(done[2]) > 3_000
    assert float(done[4]) < 16


@pytest.mark.long
def test_with_it_no_page_needs_much_memory(years_of_play: Path) -> None:
    """All pages opened one after another, while the index is made."""
    for path in years_of_play.glob("index*"):
        path.unlink()
    printed = run("-m", "tests.campaign.years", "--measure", years_of_play)
    found = json.loads(printed[printed.index("{") :])
    assert {"title", "set-up", "statistics", "records", "calendar", "end of a match"} <= found.keys()
    assert max(page["peak_mb"] for page in found.values()) < 150


@pytest.mark.long
def test_no_page_reads_the_whole_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    years.make(tmp_path, 8_000, 50)
    with screen(tmp_path) as s:
        app = s.app
        settled(app.session.hoard.index)
        app.turn()
        read = []
        real = Database.part

        def part(self: Database, name: str, start: int, size: int) -> bytes:
            data = real(self, name, start, size)
            read.append(len(data) if name == HISTORY else 0)
            return data

        monkeypatch.setattr(Database, "part", part)
        for make in years.pages(app).values():
            years.show(app, make)
        assert sum(read) == 0
        app.session.file_match(ended(), [0])
        app.turn()
        assert 0 < sum(read) < 100_000 < (tmp_path / HISTORY).stat().st_size


# ---- the pages ----


@pytest.mark.long
@pytest.mark.usefixtures("long")
def test_pages_are_filled_while_a_history_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They open at once, say how much they know, and end with what the files say."""
    years.make(tmp_path, 1500, 40)
    gate = threading.Semaphore(0)
    real = Index.step

    def step(self: Index, store: Any) -> bool:
        while threading.current_thread() is self.thread and not gate.acquire(timeout=0.01):
            if self.closing:
                return False
        return real(self, store)

    monkeypatch.setattr(Index, "step", step)
    with screen(tmp_path) as s:
        t = s.app.session.strings
        files = GameList(played(told(s.app.session.chronicle)))
        sheet, records = arcade.Statistics(s.app), arcade.Records(s.app)
        for page in (sheet, records):
            s.app.scenes = [arcade.Title(s.app), page]
            s.app.draw()
            assert s.app.scenes[-1] is page
        assert t("word.so_far", title=t("records.title"), percent=0) in s.words()
        assert len(records.files) == 40
        seen = set()
        while not (sheet.found.reading.whole and records.kept.reading.whole):
            gate.release()
            for page in (sheet, records):
                page.tick()
            seen.add(len(sheet.found.games))
            time.sleep(0.001)
        assert len(seen) > 5
        assert len(sheet.found.games) == len(files)
        assert sheet.found.rows == statistics_of.table(files, files, "", t)
        assert all(records.kept.look_up(number)[1] in files for number in range(40))
        kept = {path.stem for path in (tmp_path / "records").iterdir()}
        for result in statistics_of.RESULTS:
            records.kept.sieve.chosen["result"] = result
            records.sift()
            wanted = {one.id for one in files if history.ending_of(one.share) == result}
            assert {statistics_of.stem(file) for file in records.files} == wanted & kept
