"""What is kept: nothing in the folder stops the arcade, nothing shown is lost, nothing refused is deleted."""

from __future__ import annotations

import contextlib
import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import game as arcade
from native import Match
from native.play.puzzles import pack
from native.play.study import PuzzleStudy
from native.profile.pages import CalendarPage, Players, contest_page
from native.screen import window
from native.store import database as databases
from native.store.chronicle import Chronicle
from native.store.database import Database, SyncThread
from native.store.fault_reports import BEGUN, faults_reported
from native.store.people import NOBODY
from native.store.saves import Saves, afresh, taken_in
from native.store.schema import Fields, Flag, ListOf, OneOf, Real, Schema, Table, Text, Whole, drawable
from native.store.settings import Settings, load_settings
from native.streams import WINDOW_LEAST, WINDOW_MOST
from tests.kept import (
    DUEL,
    ODD,
    begun,
    end_match,
    ended,
    lying,
    opened,
    put_lines,
    put_record,
    put_setting,
    record_of,
    some_puzzles,
    through_all,
    told,
)  # fmt: skip
from tests.screen import saved, screen

ROOT = Path(arcade.__file__).parent
SMALL = (800, 600)


def put(folder: Path, name: str, text: str) -> None:
    """Writes a file of the folder, as another program may."""
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)


def execute(con: sqlite3.Connection, query: str, values: tuple[Any, ...]) -> None:
    con.execute(query, values)


def seeds(database: Database) -> list[int | None]:
    """The seeds of the duels under way, the latest first."""
    return [kept.match.seed for kept in Saves(database).list("duel")]


def kept_moves(database: Database, game: str = "duel") -> list[list[str]]:
    """The moves of the matches under way, the latest first."""
    return [kept.match.moves for kept in Saves(database).list(game)]


# ---- schemas and texts ----


@pytest.mark.parametrize(
    ("shape", "good", "bad"),
    [
        (Flag(), [True], [1, *(value for value in ODD if value is not True)]),
        (Whole(0, 5), [5], [6, 1.0, *ODD]),
        (Real(0, 1), [1, 0.5], [float("nan"), True]),
        (Text(2), ["ab"], ["abc"]),
        (Text(3, "ab"), ["aba"], ["c"]),
        (OneOf(("a",)), ["a"], [["a"]]),
        (ListOf(Flag(), 2, 1), [[True]], [[], [1]]),
        (Table(Text(1), Flag(), 1), [{"a": True}], [{"aa": True}]),
        (Fields({"a": Flag()}), [{"a": True, "b": 7}], [{}]),
        (Fields({}, {"a": Flag()}), [{}], [{"a": 1}]),
    ],
)
def test_a_schema_takes_what_fits_and_nothing_else(shape: Schema, good: list[Any], bad: list[Any]) -> None:
    assert [shape.fits(value) for value in [*good, *bad]] == [True] * len(good) + [False] * len(bad)


def test_any_text_can_be_drawn_and_plain_text_is_left_alone(tmp_path: Path) -> None:
    assert drawable("Dragon – 1\xa0000\n\tÄ 😀") == "Dragon – 1\xa0000\n\tÄ 😀"
    assert drawable("a\0b\ud800c\x1b") == "a\ufffdb\ufffdc\ufffd"
    with screen(tmp_path) as s:
        s.app.notice("\ud800 and \0")
        s.app.draw()
        assert "\ud800 and \0" in s.words()


def test_a_window_of_any_size_opens_no_larger_than_the_largest_screen(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.full_screen, s.app.session.settings.window = False, [16_384, 1]
        s.app.open_window()
        assert window.size() == (WINDOW_MOST[0], WINDOW_LEAST[1])
        s.app.draw()


@pytest.mark.long
def test_no_font_keeps_a_file_open(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.draw()
        handles = Path("/proc/self/fd")
        before = len(list(handles.iterdir())) if handles.is_dir() else 0
        for size in range(20):
            s.app.session.settings.window = [900 + 10 * size, 700]
            s.app.open_window()
            s.app.draw()
        assert len(s.app.art.fonts) < 40
        assert not before or len(list(handles.iterdir())) <= before + 1


OURS = ("hints", "assisted", "played", "seconds", "match")  # keys that the arcade itself writes into a record
KEYS = (*OURS, "seats", "game", "seed", "options", "moves", "hoard", "deal")


@pytest.mark.long
@pytest.mark.parametrize("key", OURS)
def test_any_value_in_a_pasted_record_leaves_the_arcade_running(tmp_path: Path, key: str) -> None:
    with screen(tmp_path) as s:
        for value in ODD:
            for match in (begun(), ended()):
                s.app.session.open_text(json.dumps(match.record() | {key: value}))
                s.app.draw()
                if isinstance(s.scene, arcade.Review):
                    s.scene.try_here()
                assert s.table.match.extra.get(key, True) in (True, False, 0)
                if not s.table.match.over:
                    s.table.play(s.table.live.legal()[0])
                s.table.restart()
                s.app.draw()
                s.app.home()


DONE = DUEL | {"id": "m1", "date": "2026-11-20T00:00:00Z"}
DEAL: dict[str, Any] = {"id": "daily-2026-11-20-duel", "daily": "2026-11-20", "match": "m1"}
FAILED = {"id": "t", "puzzle": pack("duel")[0].id, "solved": False, "date": "9999-12-31T00:00:00Z"}
CONTEST = {"hoard_duplicate": 1, "id": "d-1", "game": "duel", "level": "drake", "seed": 7, "deals": 4}


OTHER_SEAT = DONE | {"seat": 5, "seats": ["human"] * 6}


def test_a_report_of_any_size_is_left_alone_at_the_start(tmp_path: Path) -> None:
    put(tmp_path, ".crash-20261127-120000-7.begun", f"head\n{BEGUN}\n")
    with open(tmp_path / "crash-y.txt", "wb") as file:
        file.truncate(2**42)
    with faults_reported(tmp_path, "head"):
        assert not (tmp_path / ".crash-20261127-120000-7.begun").exists()
        assert (tmp_path / "crash-y.txt").stat().st_size == 2**42
    (tmp_path / "crash-y.txt").unlink()


# ---- several matches a game ----


def test_any_number_of_matches_is_kept_the_latest_first(database: Database, tmp_path: Path) -> None:
    matches = Saves(database)
    made = [begun(seed=seed) for seed in range(10)]
    for match in (*made, begun("heart")):
        matches.keep(match)
    made[3].play(made[3].legal()[0])
    matches.keep(made[3])
    assert seeds(database) == [3, 9, 8, 7, 6, 5, 4, 2, 1, 0]
    assert all(kept.date and kept.match.seats == ["human", "hatchling"] for kept in matches.list("duel"))
    assert len(matches.names()) == 11
    matches.drop(matches.names("duel")[0])
    assert seeds(database)[0] == 9
    database.close()
    with opened(tmp_path) as again:
        assert kept_moves(again, "heart") == [begun("heart").moves]


def test_opening_a_match_and_leaving_at_once_leaves_the_kept_one(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.session.matches.keep(begun(seed=77))
    with screen(tmp_path) as s:
        s.sit("duel", seed=5, seats=["human", "hatchling"])
        s.app.quit()
    with opened(tmp_path) as database:
        assert seeds(database) == [77]


# ---- what counts ----


def test_what_comes_from_outside_counts_as_assisted_if_it_was_begun_or_chosen_there() -> None:
    assert "assisted" not in taken_in(Match("duel", seed=5)).extra
    chosen = {"hoard": 1, "game": "duel", "moves": [], "deal": {"hands": ["00112233"] * 2}}
    for record in (begun().record(), chosen):
        ours = {"assisted": False, "hints": None, "match": "mine", "seconds": -1}
        assert taken_in(Match.load(record | ours)).extra == {"assisted": True}


def test_a_pasted_position_just_before_the_end_does_not_count_as_a_win(tmp_path: Path) -> None:
    match = ended()
    match.undo()
    while match.to_act != 0:
        match.undo()
    with screen(tmp_path) as s:
        s.app.session.open_text(json.dumps(match.record() | {"assisted": False, "hints": []}))
        while not s.table.match.over:
            s.table.play(s.table.live.legal()[0])
        assert [line["assisted"] for line in told(s.app.session.chronicle)] == [True]


def test_help_stays_noted_when_the_deal_is_played_again(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = s.sit("duel", seed=5, seats=["human", "hatchling"])
        table.restart()
        assert not s.table.live.helped
        s.table.live.helped = True
        s.table.restart()
        assert s.table.live.helped
        assert s.table.record()["assisted"] is True
    again = afresh({"moves": ["a"], "match": "m", "mine": 1}, assisted=True)
    assert again == {"moves": ["a"], "mine": 1, "assisted": True, "hints": 0}


def keep_eight(database: Database) -> None:
    """Saves a match after each of eight moves."""
    saves = Saves(database)
    for moves in range(1, 9):
        saves.keep(begun(moves=moves, seed=3))


def test_a_move_lies_in_the_folder_before_it_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SyncThread, "work", lambda _: None)
    seen: list[int] = []
    with screen(tmp_path) as s:
        table = s.sit("duel", seed=5, seats=["human", "human"])
        drawing = s.app.draw

        def draw() -> None:
            if table.match.moves:
                assert saved(tmp_path, "duel")["moves"] == table.match.moves
                seen.append(len(table.match.moves))
            drawing()

        monkeypatch.setattr(s.app, "draw", draw)
        for _ in range(3):
            table.play(table.live.legal()[0])
            s.app.dirty = True
            s.app.turn()
    assert set(seen) == {1, 2, 3}


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="no limit of a file's size here")
def test_a_picture_or_export_that_has_no_room_is_said_and_leaves_nothing(tmp_path: Path) -> None:
    import resource  # late: not on every system

    with screen(tmp_path, SMALL) as s:
        plain, limits = signal.signal(signal.SIGXFSZ, signal.SIG_IGN), resource.getrlimit(resource.RLIMIT_FSIZE)
        said = []
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
            for act in (s.app.picture, lambda: s.app.session.export("one.csv", "x" * 1000)):
                act()
                said.append(s.app.notes.words.partition(":")[0])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
            signal.signal(signal.SIGXFSZ, plain)
        assert said == ["The screenshot could not be saved", "The file could not be saved"]
        assert lying(tmp_path / "pictures") == lying(tmp_path / "exports") == []
        s.app.picture()
        assert len(lying(tmp_path / "pictures")) == 1


ODD_NAMES = ("\udcff", "a\nb", "x" * 245, "-rf", " ", ".", "a\\b", "\x1b[31m", "\u202e", "CON")


def played(folder: Path) -> bool:
    """Whether a match was saved in a folder, as another program sees it."""
    uri = f"{(folder / 'hoard.db').as_uri()}?mode=ro"
    with contextlib.suppress(sqlite3.Error), closing(sqlite3.connect(uri, uri=True)) as con:
        return bool(con.execute("SELECT 1 FROM matches").fetchone())
    return False


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="other signals here")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_ends_the_arcade_as_closing_does(tmp_path: Path, name: str) -> None:
    """After the computer player's first move: the match is kept, the threads are joined, nothing is printed."""
    words = "--windowed --size 800x600 --mute --game duel --option first=0 --seats hatchling,human --data-dir"
    command = [sys.executable, str(ROOT / "game.py"), *words.split(), str(tmp_path)]
    pipe, number = subprocess.PIPE, getattr(signal, name)

    def heed() -> None:  # where the tests themselves were started deaf to it
        signal.signal(number, signal.SIG_DFL)

    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, preexec_fn=heed) as child:
        while child.poll() is None and not played(tmp_path):
            pass
        child.send_signal(number)
        out, err = child.communicate()
    assert (child.returncode, out, err) == (0, "", "")
    assert len(saved(tmp_path, "duel")["moves"]) == 1
    assert lying(tmp_path) == ["copies/hoard-1.db", "hoard.db"]


# ---- what is stored as input ----


@pytest.mark.parametrize(
    "value",
    [*ODD, {"hint": [1, 2]}, [10**5, 10**5], {"duel": {"seats": ["random"] * 2}}],
    ids=lambda value: ascii(value)[:20],
)
@pytest.mark.long
def test_any_value_of_a_setting_is_used_or_left_and_a_copy_set_aside(tmp_path: Path, value: Any) -> None:
    """What did not fit is reported once; with what fits the arcade starts, draws its pages and leaves."""
    plain = Settings()
    names = sorted(plain.kept().keys() - {"music"})
    with opened(tmp_path) as database:
        for name in names:
            for key, one in {name: value, "music": 10, "from_tomorrow": [1]}.items():
                put_setting(database, key, one)
            settings = load_settings(database)
            assert (settings.music, settings.unknown) == (10, {"from_tomorrow": [1]})
            if settings.misfits:
                assert getattr(settings, name) == getattr(plain, name) or name == "last"
                (told,) = database.complaints()
                assert name in json.loads((tmp_path / "aside" / told.values["name"]).read_text())
            assert load_settings(database).misfits == []
            database.change(lambda con: con.execute("DELETE FROM settings"))
        for key, one in (dict.fromkeys(names, value) | {"from_tomorrow": [1]}).items():
            put_setting(database, key, one)
        taken = load_settings(database)
        assert taken.unknown["from_tomorrow"] == [1]
    if taken != plain:
        with screen(tmp_path) as s:
            through_all(s)
            assert s.app.session.settings.unknown["from_tomorrow"] == [1]


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
def test_any_value_in_a_kept_match_or_record_leaves_the_arcade_running(tmp_path: Path, key: str) -> None:
    """Whatever the value: the match can be continued, or its text lies aside."""
    with opened(tmp_path) as database:
        for number, value in enumerate(ODD):
            for state, name in (("open", f"duel-{number}"), ("finished", f"duel-9{number}")):
                put_record(database, name, begun().record(), state)
                text = json.dumps(begun().record() | {"match": name, key: value})
                query = "UPDATE records SET record = ? WHERE id = (SELECT record FROM matches WHERE name = ?)"
                database.change(partial(execute, query=query, values=(text, name)))
    with screen(tmp_path) as s:
        went_on = set()
        for _ in ODD:
            if s.app.session.saved("duel"):
                s.app.resume("duel")
                s.app.draw()
                if isinstance(s.scene, arcade.TableScene):
                    s.table.play(s.table.live.legal()[0])
                    went_on.add(str(s.table.match.extra["match"]))
                    s.app.session.matches.drop(str(s.table.match.extra["match"]))
        for number in range(len(ODD)):
            s.app.home()
            s.app.push(arcade.Records(s.app))
            s.app.draw()
            records = s.scene
            assert isinstance(records, arcade.Records)
            records.chosen = min(number, len(records.files) - 1)
            records.open()
            s.app.draw()
            if isinstance(s.scene, arcade.Review):
                s.scene.try_here()
                s.app.draw()
    aside = {name.partition(".")[0] for name in lying(tmp_path / "aside")}
    assert went_on | aside >= {f"duel-{number}" for number in range(len(ODD))}


@pytest.mark.parametrize(
    ("lines", "records", "contest"),
    [
        ([DEAL | {"id": "daily-9999-12-31-duel", "daily": "9999-12-31"}, DONE], {}, {}),
        ([DEAL, OTHER_SEAT], {"m1": ended}, {}),
        ([DEAL, DONE], {"m1": begun}, {}),
        ([DEAL, DONE], {"m1": lambda: ended(game="wars")}, {}),
        ([], {"m1": ended}, {"dragon": [1e9] * 4}),
        ([], {"m1": ended, "m2": lambda: ended(game="wars")}, {"people": ["a", "b"], "matches": ["m1", "m2"] * 4}),
        ([FAILED], {}, {}),
    ],
)
@pytest.mark.long
def test_what_fits_but_not_one_another_stops_no_page(
    tmp_path: Path, lines: list[dict[str, Any]], records: dict[str, Callable[[], Match]], contest: dict[str, Any]
) -> None:
    """Records of other matches than the results say, and dates at the end of time."""
    with opened(tmp_path) as database:
        put_lines(database, lines)
        for name, make in records.items():
            put_record(database, name, make().record(), "finished")
        if contest:
            text = json.dumps(CONTEST | {"people": ["a"], "matches": ["m1"] * 4, "dragon": []} | contest)
            database.change(lambda con: con.execute("INSERT INTO contests VALUES ('', ?)", [text]))
    with screen(tmp_path, SMALL) as s:
        s.app.push(arcade.StudyScene(s.app, PuzzleStudy("duel", s.app.session.chronicle)))
        s.app.draw()
        for make_page in (Players, CalendarPage, contest_page):
            s.app.open_page(make_page)
            page = s.scene.page if isinstance(s.scene, arcade.Roll) else None
            for row in page.rows() if page and make_page is contest_page else ():
                if row.accept:
                    row.accept()
                    s.app.draw()
                    s.app.turn()
                    s.app.pop()
            for _ in range(20):
                s.app.turn()


TABLES = ("matches lessons treasures", "attempts puzzles contests", "people dailies duplicates")
STRANGE: list[tuple[Any, ...]] = [(None,), ("\0x", -1, 1e308), ("", 10**18, float("inf")), ("[" * 2000, b"\xff\0")]


@pytest.mark.parametrize("tables", TABLES)
@pytest.mark.long
def test_any_value_in_any_column_stops_no_page(tmp_path: Path, tables: str) -> None:
    """As far as the table takes it: another program may have written it. Of several values each column takes the
    last that is of its type."""
    for number, values in enumerate(STRANGE):
        folder = tmp_path / str(number)
        with opened(folder) as database:
            end_match(database)
            Saves(database).keep(begun())
            chronicle = Chronicle(database)
            chronicle.grade(told(chronicle)[0]["id"], 0.5, accuracy=50.0, marks="x")
            learnt, won = {"id": "l", "lesson": "duel/1/1"}, {"id": "d", "duplicate": "duel"}
            put_lines(database, [DEAL, DONE, FAILED, learnt, won])
            chronicle.earn("all.first_coin", helped=False, match="m1")
            chronicle.add_puzzle("wars", "x", some_puzzles(1)[0])
            contest = CONTEST | {"people": ["a"], "matches": [], "dragon": []}
            put_contest = "INSERT INTO contests VALUES ('', ?)"
            database.change(partial(execute, query=put_contest, values=(json.dumps(contest),)))
            for table in tables.split():
                columns = [row[1] for row in database.rows(f"PRAGMA table_info({table})")]
                for column, value in product(columns, values):
                    if column not in ("id", "person"):
                        with contextlib.suppress(sqlite3.IntegrityError):
                            query = f"UPDATE {table} SET {column} = ?"
                            database.change(partial(execute, query=query, values=(value,)))
        with screen(folder, SMALL) as s:
            through_all(s)
            s.app.session.people.export(s.app.session.people.now)
            s.app.push(arcade.Statistics(s.app))
            s.app.draw()
            s.app.session.file_match(ended(5), [0])


# ---- what is refused is never deleted ----


@pytest.mark.parametrize("change", [{"hoard": 2}, {"options": {"from_tomorrow": 1}}, {"moves": ["9@9,9"]}])
def test_a_match_that_cannot_be_opened_lies_aside_as_it_was(tmp_path: Path, change: dict[str, Any]) -> None:
    with opened(tmp_path) as database:
        put_record(database, "duel-1", begun().record() | change)
        record = record_of(database, "duel-1")
    with screen(tmp_path) as s:
        s.app.resume("duel")
        assert isinstance(s.scene, arcade.Ask)
        assert not s.app.session.saved("duel")
    assert json.loads((tmp_path / "aside" / "duel-1.json").read_text()) == record


@pytest.mark.parametrize("mine", ["", "file", "link"])
def test_refused_texts_all_lie_aside(database: Database, tmp_path: Path, mine: str) -> None:
    if mine == "file":
        put(tmp_path, "aside", "mine")
    elif mine == "link":
        (tmp_path / "aside").symlink_to(tmp_path)
    for text in ("one", "two"):
        database.copy_aside("x.json", text)
    place = tmp_path / ("aside-2" if mine else "aside")
    assert {name: (place / name).read_text() for name in lying(place)} == {"x.json": "one", "x.json.2": "two"}


def test_where_the_data_folder_is_a_file_play_goes_on_in_memory(tmp_path: Path) -> None:
    put(tmp_path, "data", "mine")
    with opened(tmp_path / "data") as database:
        Saves(database).keep(begun())
        Chronicle(database).finish(ended(), [0])
        assert kept_moves(database) == [begun().moves]
        assert database.blocked
    assert (tmp_path / "data").read_text() == "mine"


def test_what_is_no_match_outlives_the_forgetting(database: Database) -> None:
    chronicle = Chronicle(database)
    name = chronicle.finish(ended(), [0])
    chronicle.grade(name, 0.5, motifs={"duel.x": 1.0})
    tried, learnt = {"id": "p1", "puzzle": "p", "solved": True}, {"id": "lesson-a", "lesson": "a"}
    kept: list[dict[str, Any]] = [tried, learnt, DEAL]
    put_lines(database, [DONE, *kept])
    chronicle.forget()
    assert told(chronicle) == []
    assert len(told(chronicle, "")) == len(kept)
    assert database.rows("SELECT * FROM motifs") == []
    assert database.rows("SELECT name, loss FROM matches") == [(name, None)]  # of the other there was only a result
    assert chronicle.kept(name)


def test_a_folder_that_went_away_is_made_anew_with_all_that_it_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "RETRY_S", 0)
    match = begun()
    with opened(tmp_path / "data") as database:
        Saves(database).keep(match)
        shutil.rmtree(tmp_path / "data")
        match.play(match.legal()[0])
        Saves(database).keep(match)
        assert database.complaints() == []
        Chronicle(database).finish(ended(), [0])
    with opened(tmp_path / "data") as again:
        assert kept_moves(again) == [match.moves]
        assert len(told(Chronicle(again))) == len(Chronicle(again).record_ids()) == 1


# ---- written before it is shown ----


@pytest.mark.parametrize(
    ("does", "found"),
    [
        (lambda k: Saves(k).keep(begun()), lambda k: kept_moves(k) == [begun().moves]),
        (keep_eight, lambda k: max(map(len, kept_moves(k))) == 8),
        (lambda k: put_setting(k, "sound", 5), lambda k: load_settings(k).sound == 5),
        (
            lambda k: Chronicle(k).finish(ended(), [0]),
            lambda k: [len(Chronicle(k).record_ids()), len(told(Chronicle(k)))] == [1, 1],
        ),
    ],
    ids=["first move", "many moves", "settings", "end"],
)
def test_what_was_written_is_there_even_if_the_thread_never_ran(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    does: Callable[[Database], object],
    found: Callable[[Database], bool],
) -> None:
    """The system has it, so that a kill loses nothing: another program finds it."""
    with monkeypatch.context() as patch:
        patch.setattr(SyncThread, "work", lambda _: None)
        one = Database(tmp_path)
        does(one)
    with opened(tmp_path) as database:
        assert found(database)
    one.close()


def test_the_size_of_the_window_is_kept_when_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with screen(tmp_path) as s:
        s.app.session.fixed, s.app.session.settings.full_screen = False, False
        monkeypatch.setattr(window, "size", lambda: (1111, 700))
        s.app.resized((1111, 700))
        with opened(tmp_path) as database:
            assert load_settings(database).window == [1111, 700]


# ---- links, files of others, odd names ----


@pytest.mark.parametrize("place", ["aside", "exports", "pictures", "copies"])
def test_nothing_is_written_through_a_link_to_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    folder, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    folder.mkdir()
    put(elsewhere, "hoard-1.db", "theirs")
    (folder / place).symlink_to(elsewhere)
    put(folder, "hoard.db", "no database")
    put(folder, "notes.txt", "of somebody else")
    with screen(folder, SMALL) as s:
        said: list[str] = []
        monkeypatch.setattr(s.app, "notice", lambda words, *_: said.append(words))
        s.app.session.file_match(ended(), [0])
        s.app.picture()
        s.app.session.export("one.csv", "text")
        s.app.turn()
        if place in ("exports", "pictures"):
            assert any(f"{folder / place} is a link" in words for words in said), said
    assert {path.name: path.read_text() for path in elsewhere.iterdir()} == {"hoard-1.db": "theirs"}
    assert (folder / place).is_symlink()
    assert (folder / "notes.txt").read_text() == "of somebody else"


def test_files_with_odd_names_are_opened(tmp_path: Path) -> None:
    for name in ODD_NAMES:
        put(tmp_path, f"{name}.json", json.dumps(begun().record()))
    with screen(tmp_path / "data", SMALL) as s:
        for name in ODD_NAMES:
            s.app.session.open_file(str(tmp_path / f"{name}.json"))
            s.app.draw()
            assert isinstance(s.app.scenes[-1], arcade.TableScene)
            s.app.leave_all()
            s.app.scenes = [arcade.Title(s.app)]
        for path in ("\0", "/", "/nowhere/x", "x" * 5000):
            s.app.session.open_file(path)
            assert s.app.notes.words.startswith("This cannot be opened")


def test_an_export_of_a_guest_is_a_file_and_one_that_fails_is_said(tmp_path: Path) -> None:
    with screen(tmp_path, SMALL) as s:
        session = s.app.session
        session.let_play(NOBODY)
        session.export("statistics.csv", "a,b")
        assert (tmp_path / "exports" / "guest-statistics.csv").read_text() == "a,b"
        assert str(tmp_path / "exports" / "guest-statistics.csv") in s.app.notes.words
        (tmp_path / "exports" / "guest-taken.csv").mkdir()
        session.export("taken.csv", "a,b")
        assert s.app.notes.words.startswith("The file could not be saved")
        assert lying(tmp_path / "exports") == ["guest-statistics.csv"]


@pytest.mark.long
def test_ten_thousand_records_are_not_opened_by_the_start_nor_by_their_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path) as database:
        record, saves = ended().record(), Saves(database)
        names = [f"duel-{number}" for number in range(10_000)]
        for name in names:
            database.change(partial(saves.put, name=name, record=record, state="finished"))
    read: list[str] = []
    plain = Chronicle.kept

    def kept(self: Chronicle, name: str) -> Match | None:
        read.append(name)
        return plain(self, name)

    monkeypatch.setattr(Chronicle, "kept", kept)
    with screen(tmp_path) as s:
        s.app.draw()
        assert read == []
        s.app.push(arcade.Records(s.app))
        s.app.draw()
        assert len(s.scene.files) == 10_000  # type: ignore[attr-defined]
        assert 1 <= len(read) < 40
