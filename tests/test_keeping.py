"""What is kept: nothing in the folder stops the arcade, nothing shown is lost, nothing refused is deleted."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import game as arcade
from native import Match
from native.play.puzzles import pack
from native.play.study import PuzzleStudy
from native.profile.pages import CalendarPage, Players, contest_page
from native.records import read_plain
from native.refusals import BadRecord
from native.screen import window
from native.store import folder as folders
from native.store.chronicle import Chronicle, salvage
from native.store.database import Database
from native.store.fault_reports import BEGUN, faults_reported
from native.store.people import NOBODY
from native.store.saves import Saves, afresh, taken_in
from native.store.schema import Fields, Flag, ListOf, OneOf, Real, Schema, Table, Text, Whole, drawable
from native.store.settings import Settings, load_settings
from native.streams import WINDOW_LEAST, WINDOW_MOST
from tests.kept import (
    DEEP,
    DUEL,
    ODD,
    begun,
    contents,
    end_match,
    ended,
    finish,
    lying,
    opened,
    refuse,
    through_all,
    told,
)
from tests.screen import saved, screen

ROOT = Path(arcade.__file__).parent
SMALL = (800, 600)


def put(folder: Path, name: str, text: str) -> None:
    """Writes a file of the folder, as another program may."""
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)


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


# ---- the folder as input ----


@pytest.mark.parametrize(
    "value",
    [*ODD, {"hint": [1, 2]}, [10**5, 10**5], {"duel": {"seats": ["random"] * 2}}],
    ids=lambda value: ascii(value)[:20],
)
@pytest.mark.long
def test_any_value_of_a_setting_is_used_or_left_and_a_copy_set_aside(tmp_path: Path, value: Any) -> None:
    """The arcade starts, draws its options and leaves; what did not fit is reported once."""
    plain = Settings()
    for name in sorted(plain.kept().keys() - {"music"}):
        folder = tmp_path / name
        text = json.dumps({name: value, "music": 10, "from_tomorrow": [1]})
        put(folder, "settings.json", text)
        with opened(folder) as database:
            settings = load_settings(database)
            assert (settings.music, settings.unknown) == (10, {"from_tomorrow": [1]})
            if settings.misfits:
                assert getattr(settings, name) == getattr(plain, name) or name == "last"
                assert (folder / "aside" / "settings.json").read_text() == text
                assert database.aside == ["settings.json"]
            assert load_settings(database).misfits == []
    whole = tmp_path / "whole"
    put(whole, "settings.json", json.dumps(dict.fromkeys(plain.kept(), value) | {"from_tomorrow": [1]}))
    with screen(whole) as s:
        through_all(s)
    assert json.loads((whole / "settings.json").read_text())["from_tomorrow"] == [1]
    assert lying(whole / "aside") == ["settings.json"]


def test_a_window_of_any_size_opens_no_larger_than_the_largest_screen(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.full_screen, s.app.session.settings.window = False, [16_384, 1]
        s.app.open_window()
        assert window.size() == (WINDOW_MOST[0], WINDOW_LEAST[1])
        s.app.draw()


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


@pytest.mark.parametrize("key", KEYS)
def test_any_value_in_a_kept_match_or_record_leaves_the_arcade_running(tmp_path: Path, key: str) -> None:
    """Whatever the value: the match can be continued, or its file lies aside, byte for byte."""
    texts = {
        f"duel-{number}": json.dumps(begun().record() | {"match": f"duel-{number}", key: value})
        for number, value in enumerate(ODD)
    }
    for place in ("saves", "records"):
        for name, text in texts.items():
            put(tmp_path, f"{place}/{name}.json", text)
    with screen(tmp_path) as s:
        went_on = set()
        for _ in texts:
            if s.app.session.saved("duel"):
                s.app.resume("duel")
                s.app.draw()
                if isinstance(s.scene, arcade.TableScene):
                    s.table.play(s.table.live.legal()[0])
                    went_on.add(str(s.table.match.extra["match"]))
                    s.app.session.matches.drop(str(s.table.match.extra["match"]))
        for number in range(len(texts)):
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
    aside = {(tmp_path / "aside" / name).read_text() for name in lying(tmp_path / "aside")}
    assert len(went_on) + sum(text in aside for text in texts.values()) >= len(texts)


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
DEAL = {"id": "daily-2026-11-20-duel", "daily": "2026-11-20", "match": "m1"}
FAILED = {"id": "t", "puzzle": pack("duel")[0].id, "solved": False, "date": "9999-12-31T00:00:00Z"}
CONTEST = {"hoard_duplicate": 1, "id": "d-1", "game": "duel", "level": "drake", "seed": 7, "deals": 4}


def history_of(*lines: dict[str, Any]) -> str:
    """A history of these lines."""
    return "".join(f"{json.dumps(line)}\n" for line in lines)


def compared(**more: Any) -> str:
    """A duplicate match of one person, all of whose deals are played."""
    return json.dumps(CONTEST | {"people": ["a"], "matches": ["m1"] * 4, "dragon": []} | more)


TWO_PEOPLE = compared(people=["a", "b"], matches=["m1", "m2"] * 4)
OTHER_SEAT = DONE | {"seat": 5, "seats": ["human"] * 6}


@pytest.mark.parametrize(
    "files",
    [
        {"history.jsonl": history_of(DEAL | {"id": "daily-2026-99-99-duel", "daily": "2026-99-99"}, DONE)},
        {"history.jsonl": history_of(DEAL, OTHER_SEAT), "records/m1.json": ended},
        {"history.jsonl": history_of(DEAL, DONE), "records/m1.json": begun},
        {"history.jsonl": history_of(DEAL, DONE), "records/m1.json": lambda: ended(game="wars")},
        {"duplicate.json": compared(dragon=[1e12] * 4), "records/m1.json": ended},
        {"duplicate.json": TWO_PEOPLE, "records/m1.json": ended, "records/m2.json": lambda: ended(game="wars")},
        {"history.jsonl": history_of(FAILED)},
        {"history.jsonl": '{"id": "a", "lesson": "x", "z": %s}\n' % ("[" * 986 + "]" * 986)},
    ],
)
@pytest.mark.long
def test_files_that_fit_but_not_one_another_stop_no_page(tmp_path: Path, files: dict[str, Any]) -> None:
    """Days that do not exist, records of other matches than their lines, and dates at the end of time."""
    for name, text in files.items():
        put(tmp_path, name, text if isinstance(text, str) else json.dumps(text().record()))
    with screen(tmp_path, SMALL) as s:
        s.app.push(arcade.StudyScene(s.app, PuzzleStudy("duel", s.app.session.chronicle)))
        s.app.draw()
        for make in (Players, CalendarPage, contest_page):
            s.app.open_page(make)
            page = s.scene.page if isinstance(s.scene, arcade.Roll) else None
            for row in page.rows() if page and make is contest_page else ():
                if row.accept:
                    row.accept()
                    s.app.draw()
                    s.app.turn()
                    s.app.pop()
            for _ in range(20):
                s.app.turn()


def test_a_line_too_deep_for_other_files_is_set_aside_once(tmp_path: Path) -> None:
    line = '{"id": "a", "lesson": "x", "z": %s}\n' % ("[" * 30 + "]" * 30)
    put(tmp_path, "history.jsonl", line)
    for _ in range(2):
        with screen(tmp_path, SMALL) as s:
            s.app.draw()
            s.app.turn()
            assert told(s.app.session.chronicle, "") == []
    assert lying(tmp_path / "aside") == ["history.jsonl.lines"]
    assert (tmp_path / "aside" / "history.jsonl.lines").read_text() == line


@pytest.mark.parametrize(("text", "kept"), [("id,game\n2,wars\n", "id,game\n2,wars\n"), ("", "old"), ("a\0b", "old")])
def test_an_unsynced_export_is_replaced_only_if_it_is_spoilt(tmp_path: Path, text: str, kept: str) -> None:
    put(tmp_path, "exports/list.csv", text)
    put(tmp_path, "exports/.list.csv.hoard-before", "old")
    Database(tmp_path).close()
    assert (tmp_path / "exports" / "list.csv").read_text() == kept
    assert lying(tmp_path / "exports") == ["list.csv"]


def test_lines_are_never_put_aside_through_a_link(tmp_path: Path) -> None:
    put(tmp_path, "mine", "kept")
    put(tmp_path, "history.jsonl", "no line\n")
    (tmp_path / "aside").mkdir()
    (tmp_path / "aside" / "history.jsonl.lines").symlink_to(tmp_path / "mine")
    with screen(tmp_path, SMALL) as s:
        s.app.draw()
    assert (tmp_path / "mine").read_text() == "kept"


def test_a_report_of_any_size_is_left_alone_at_the_start(tmp_path: Path) -> None:
    put(tmp_path, ".crash-20261127-120000-7.begun", f"head\n{BEGUN}\n")
    with open(tmp_path / "crash-y.txt", "wb") as file:
        file.truncate(2**42)
    with faults_reported(tmp_path, "head"):
        assert not (tmp_path / ".crash-20261127-120000-7.begun").exists()
        assert (tmp_path / "crash-y.txt").stat().st_size == 2**42
    (tmp_path / "crash-y.txt").unlink()


NO_FILES: dict[str, Callable[[Path], object]] = {
    "pipe": lambda path: os.mkfifo(path),
    "device": lambda path: path.symlink_to("/dev/zero"),
    "folder": lambda path: path.mkdir(),
    "loop": lambda path: path.symlink_to(path),
}
FILES = ("settings.json", "saves/duel-1.json", "records/duel-1.json", "statistics.json", "history.jsonl")
SHORT_CASES = {
    ("pipe", "settings.json"),
    ("pipe", "statistics.json"),
    ("device", "saves/duel-1.json"),
    ("folder", "records/duel-1.json"),
    ("loop", "history.jsonl"),
}
CASES = [(kind, name) for kind in NO_FILES for name in FILES]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize(("kind", "name"), CASES)
@pytest.mark.long
def test_what_is_no_ordinary_file_is_set_aside_and_never_waited_for(tmp_path: Path, kind: str, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    NO_FILES[kind](path)
    with screen(tmp_path) as s:
        through_all(s)
        s.app.session.chronicle.finish(ended(), [0])
        assert len(told(s.app.session.chronicle)) == 1
    assert path.name not in ("settings.json", "history.jsonl") or path.is_file()


def test_a_file_larger_than_any_of_ours_is_not_read_to_its_end(database: Database, tmp_path: Path) -> None:
    with open(tmp_path / "settings.json", "wb") as file:
        file.truncate(2**40)
    assert load_settings(database) == Settings()
    assert lying(tmp_path) == ["aside/settings.json"]


def test_a_file_in_the_place_of_a_folder_is_set_aside(database: Database, tmp_path: Path) -> None:
    put(tmp_path, "saves", "mine")
    (tmp_path / "records").symlink_to(tmp_path / "nowhere")
    Saves(database).keep(begun())
    Chronicle(database).finish(ended(), [0])
    database.close()
    assert (database.failed, (tmp_path / "aside" / "saves").read_text()) == ("", "mine")
    assert len(lying(tmp_path / "saves")) == len(lying(tmp_path / "records")) == 1


# ---- what is refused is never deleted ----


@pytest.mark.parametrize("change", [{"hoard": 2}, {"options": {"from_tomorrow": 1}}, {"moves": ["9@9,9"]}])
def test_a_match_that_cannot_be_opened_lies_aside_with_all_its_bytes(tmp_path: Path, change: dict[str, Any]) -> None:
    text = json.dumps(begun().record() | change)
    put(tmp_path, "saves/duel.json", text)
    with screen(tmp_path) as s:
        s.app.resume("duel")
        assert isinstance(s.scene, arcade.Ask)
        assert not s.app.session.saved("duel")
    assert (tmp_path / "aside" / "saves-duel.json").read_text() == text


@pytest.mark.parametrize(
    ("mine", "texts", "kept"),
    [
        ({}, ["one", "two"], {"aside/settings.json": "one", "aside/settings.json.2": "two"}),
        ({"aside": "mine"}, ["{"], {"aside": "mine", "aside-2/settings.json": "{"}),
    ],
    ids=["two of one name", "a file called aside"],
)
def test_refused_files_all_lie_aside(
    database: Database, mine: dict[str, str], texts: list[str], kept: dict[str, str]
) -> None:
    for name, text in [*mine.items(), *(("settings.json", text) for text in texts)]:
        put(database.folder, name, text)
        assert load_settings(database) == Settings()
    assert contents(database.folder) == {name: text.encode() for name, text in kept.items()}
    assert database.aside == ["settings.json"]


@pytest.mark.parametrize("sign", [b"[", b"{", b":", b"}", b"]"])
def test_a_byte_cut_from_old_statistics_costs_two_entries_at_most(
    database: Database, tmp_path: Path, sign: bytes
) -> None:
    entries = [{"name": f"m{number}"} | DUEL for number in range(500)]
    entries[7]["game"] = "from_tomorrow"
    data = bytearray(json.dumps(entries).encode())
    del data[data.rindex(sign)]
    with pytest.raises(json.JSONDecodeError):
        json.loads(data)
    (tmp_path / "statistics.json").write_bytes(data)
    for _ in range(2):
        assert len(told(Chronicle(database))) >= 498
    database.close()
    assert (tmp_path / "aside" / "statistics.json").read_bytes() == data
    assert '"from_tomorrow"' in (tmp_path / "statistics.json").read_text()
    assert database.aside == ["statistics.json"]


def test_a_spoilt_line_of_the_history_costs_that_line_and_is_reported_once(database: Database, tmp_path: Path) -> None:
    chronicle = Chronicle(database)
    for seed in range(3):
        chronicle.finish(ended(seed), [0])
    later = {"id": "x", "game": "from_tomorrow", "against": "", "assisted": False, "share": 1}
    database.add("history.jsonl", json.dumps(later))
    path = tmp_path / "history.jsonl"
    data = path.read_bytes().split(b"\n")
    data[1] = data[1].replace(b'"', b"", 1)
    path.write_bytes(b"\n".join(data))
    assert len(told(chronicle)) == len(told(chronicle)) == 2
    assert database.aside == ["history.jsonl"]
    database.close()
    assert (tmp_path / "aside" / "history.jsonl.lines").read_bytes() == data[1] + b"\n"
    assert path.read_bytes() == b"\n".join(data)
    with opened(tmp_path) as again:
        assert (len(told(Chronicle(again))), again.aside) == (2, [])


def test_salvage_finds_what_is_whole() -> None:
    assert salvage(b'[{"a": 1}, {"b": 2}]') == ([{"a": 1}, {"b": 2}], True)
    assert salvage(b'[{"a": 1}, {"b": 2}') == ([{"a": 1}, {"b": 2}], False)
    assert salvage(b'[{"a": 1, {"b": 2}]') == ([{"b": 2}], False)
    assert salvage(DEEP.encode() * 300) == salvage(b"null") == ([], False)


def test_where_the_data_folder_is_a_file_nothing_is_reported_as_set_aside(tmp_path: Path) -> None:
    put(tmp_path, "data", "mine")
    with opened(tmp_path / "data") as database:
        Saves(database).keep(begun())
        Chronicle(database).finish(ended(), [0])
        assert kept_moves(database) == [begun().moves]
    assert database.failed
    assert (database.aside, (tmp_path / "data").read_text()) == ([], "mine")


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


def test_the_one_match_of_an_older_version_can_be_continued(database: Database, tmp_path: Path) -> None:
    put(tmp_path, "saves/duel.json", json.dumps(begun(seed=5).record()))
    assert Saves(database).names("duel") == ["duel"]
    match = Saves(database).open("duel")
    assert match.seed == 5
    database.close()
    assert lying(tmp_path) == [f"saves/{match.extra['match']}.json"]


def test_the_match_kept_last_comes_first_even_if_the_clock_was_set_back(database: Database, tmp_path: Path) -> None:
    matches = Saves(database)
    matches.keep(begun(seed=1))
    ahead = tmp_path / "saves" / f"{matches.names()[0]}.json"
    os.utime(ahead, ns=(2**62, 2**62))
    matches.keep(begun(seed=2))
    database.close()
    with opened(tmp_path) as again:
        assert seeds(again) == [2, 1]


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


# ---- a finished match ----


def test_a_match_leaves_the_saves_only_when_its_record_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disc holds back only what waits for room: the match before it is filed."""
    full = False
    refuse(monkeypatch, lambda name: full and name.startswith("records/"))
    with opened(tmp_path) as database:
        first = end_match(database, 1)
        full = True
        second = end_match(database, 2)
        assert database.failed
    assert lying(tmp_path, ".json") == [f"records/{first}.json", f"saves/{second}.json"]
    full = False
    with opened(tmp_path) as again:
        match = Saves(again).open(second)
        assert Chronicle(again).finish(finish(match), [0]) == second
    assert lying(tmp_path, ".json") == sorted(f"records/{name}.json" for name in (first, second))
    assert len(told(Chronicle(again))) == 2


def test_what_could_not_be_written_is_written_when_there_is_room_the_latest_text_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = True
    refuse(monkeypatch, lambda _: full)
    monkeypatch.setattr(folders, "RETRY_S", 0.01)
    with opened(tmp_path) as database:
        for text in "abc":
            database.write("settings.json", text)
        database.add("history.jsonl", "one")
        database.add("history.jsonl", "two")
        assert database.read("settings.json") == "c"
        assert lying(tmp_path) == []
        full = False
    assert (tmp_path / "settings.json").read_text() == "c"
    assert (tmp_path / "history.jsonl").read_text() == "one\ntwo\n"


def test_a_folder_that_went_away_is_made_anew_with_all_that_is_kept_from_then_on(tmp_path: Path) -> None:
    match = begun()
    with opened(tmp_path / "data") as database:
        matches, chronicle = Saves(database), Chronicle(database)
        matches.keep(match)
        shutil.rmtree(tmp_path / "data")
        match.play(match.legal()[0])
        matches.keep(match)
        chronicle.finish(ended(), [0])
    assert (database.failed, database.aside) == ("", [])
    with opened(tmp_path / "data") as again:
        assert kept_moves(again) == [match.moves]
        assert len(told(Chronicle(again))) == len(Chronicle(again).record_ids()) == 1


def test_what_is_no_match_outlives_the_forgetting(database: Database, tmp_path: Path) -> None:
    chronicle = Chronicle(database)
    chronicle.grade(chronicle.finish(ended(), [0]), 0.5)
    kept: dict[str, dict[str, Any]] = {
        "treasure-x": {"treasure": "x"},
        "p1": {"puzzle": "p", "solved": True},
        "lesson-1": {"lesson": "duel.first"},
        "daily-2026-11-22-duel": {"daily": "2026-11-22", "loss": 0.5},
        "later": {"from_tomorrow": 1},
    }
    for key, more in kept.items():
        chronicle.add(key, more)
    chronicle.forget()
    assert told(chronicle) == []
    assert {line["id"]: line for line in told(chronicle, "")} == {key: {"id": key} | kept[key] for key in kept}
    chronicle.add("p2", {"puzzle": "q"})
    database.close()
    with opened(tmp_path) as again:
        assert len(told(Chronicle(again), "")) == len(kept) + 1
        assert (database.aside, again.aside) == ([], [])


def test_a_history_that_was_cleared_begins_anew_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Database, "work", lambda _: None)
    chronicle = Chronicle(Database(tmp_path))
    for seed in (1, 2):
        chronicle.finish(ended(seed), [0])
    chronicle.forget()
    assert told(chronicle) == []
    chronicle.finish(ended(3), [0])
    assert len(told(chronicle)) == 1


def test_a_file_that_goes_while_a_folder_is_read_is_not_listed(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was there when the folder was read, and had gone when the list was made."""
    plain = os.scandir
    database.write("saves/stays.json", "{}")
    database.write("saves/goes.json", "{}")

    @contextlib.contextmanager
    def late(path: Path) -> Any:
        with plain(path) as entries:
            seen = list(entries)
        for entry in seen:
            entry.stat(follow_symlinks=False)
        with database.changed:
            database.remove(["saves/goes.json"])
        yield seen

    with database.changed, monkeypatch.context() as patch:
        database.delete("saves/goes.json")
        patch.setattr(os, "scandir", late)
        assert database.names("saves", ".json") == ["saves/stays.json"]


# ---- kills ----


class Killed(BaseException):
    """Stands for a kill: nothing can catch it."""


def dying(monkeypatch: pytest.MonkeyPatch, step: int) -> list[str]:
    """The program dies before the given call to the system, and at every later one; the calls made."""
    calls: list[str] = []

    def counted(name: str, plain: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **more: Any) -> Any:
            calls.append(name)
            if len(calls) >= step:
                raise Killed
            return plain(*args, **more)

        return call

    for name in ("open", "write", "replace", "link", "unlink", "fsync"):
        monkeypatch.setattr(os, name, counted(name, getattr(os, name)))
    return calls


def to_the_end(folder: Path, monkeypatch: pytest.MonkeyPatch, step: int) -> int:
    """Ends and files a match and closes the program, or dies at a step; how many calls that took."""
    database = Database(folder)
    chronicle, match = Chronicle(database), ended()
    match.undo()
    Saves(database).keep(match)
    with monkeypatch.context() as patch:
        patch.setattr(threading, "excepthook", lambda _: None)
        calls = dying(patch, step)
        with contextlib.suppress(Killed):
            chronicle.finish(finish(match), [0])
        database.close()
        return len(calls)


def test_a_kill_at_any_step_of_the_end_loses_neither_the_match_nor_its_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dead before each call to the system in turn: the match is under way, or it is filed and counted once."""
    seen = set()
    for step in range(1, to_the_end(tmp_path / "whole", monkeypatch, 10**6) + 1):
        folder = tmp_path / str(step)
        to_the_end(folder, monkeypatch, step)
        with opened(folder) as database:
            chronicle, matches = Chronicle(database), Saves(database)
            under_way, filed = matches.names("duel"), chronicle.record_ids()
            assert len(under_way) + len(filed) == 1, (step, lying(folder))
            assert len(told(chronicle)) == len(filed)
            if under_way:
                assert len(matches.open(under_way[0]).moves) == len(ended().moves) - 1
        assert (lying(folder, "-part"), database.aside) == ([], [])
        seen.add(bool(filed))
    assert seen == {True, False}


def keep_eight(database: Database) -> None:
    """Saves a match after each of eight moves."""
    saves = Saves(database)
    for moves in range(1, 9):
        saves.keep(begun(moves=moves, seed=3))


@pytest.mark.parametrize(
    ("does", "found"),
    [
        (lambda k: Saves(k).keep(begun()), lambda k: kept_moves(k) == [begun().moves]),
        (keep_eight, lambda k: max(map(len, kept_moves(k))) == 8),
        (lambda k: k.write("settings.json", '{"sound": 5}'), lambda k: load_settings(k).sound == 5),
        (
            lambda k: Chronicle(k).finish(ended(), [0]),
            lambda k: [len(Chronicle(k).record_ids()), len(told(Chronicle(k)))] == [1, 1],
        ),
    ],
    ids=["first move", "many moves", "settings", "end"],
)
def test_what_was_written_is_on_disc_even_if_the_thread_never_ran(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: Callable[[Database], object], found: Callable[[Database], bool]
) -> None:
    """The system has it, so that a kill loses nothing: another program finds it."""
    with monkeypatch.context() as patch:
        patch.setattr(Database, "work", lambda _: None)
        does(Database(tmp_path))
    with opened(tmp_path) as database:
        assert found(database)
    assert database.aside == []


def test_a_move_lies_in_the_folder_before_it_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Database, "work", lambda _: None)
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


def test_the_size_of_the_window_is_kept_when_it_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with screen(tmp_path) as s:
        s.app.session.fixed, s.app.session.settings.full_screen = False, False
        monkeypatch.setattr(window, "size", lambda: (1111, 700))
        s.app.resized((1111, 700))
        assert json.loads((tmp_path / "settings.json").read_text())["window"] == [1111, 700]


def test_parts_of_a_killed_program_are_cleared_and_links_never_followed(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_text("untouched")
    put(tmp_path, "saves/.duel-1.json.12ab34cd.hoard-part", "{")
    with opened(tmp_path) as database:
        for name in (f".settings.json.{database.token}.hoard-part", "history.jsonl"):
            (tmp_path / name).symlink_to(mine)
        database.write("settings.json", "{}")
        database.add("history.jsonl", "{}")
    assert mine.read_text() == "untouched"
    assert lying(tmp_path, "12ab34cd.hoard-part") == []
    assert (tmp_path / "settings.json").read_text() == "{}"


OTHERS = (
    *("download.part", ".settings.json.12ab34cd.part", ".x.json.123.hoard-part", "film.hoard-part"),
    *(".notes.before", "notes.hoard-before", "crash-notes.txt"),
)


def test_files_of_others_are_never_removed_at_the_start(tmp_path: Path) -> None:
    """Whatever they end with, in each folder that is tidied, and behind a link to a folder."""
    folder, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    places = ("", "saves/", "records/", "exports/", "people/ann/", "people/ann/saves/")
    left = {f"{place}{name}": "mine" for place in places for name in OTHERS}
    for name, text in left.items():
        put(folder, name, text)
    for name in (*OTHERS, ".a.json.12ab34cd.hoard-part", ".a.json.hoard-before"):
        put(elsewhere, name, "mine")
    (folder / "people" / "bob").mkdir()
    (folder / "people" / "bob" / "saves").symlink_to(elsewhere)
    (folder / "saves" / ".b.json.12ab34cd.hoard-part").symlink_to(elsewhere / "download.part")
    with faults_reported(folder, "head"), opened(folder) as database:
        database.write("settings.json", "{}")
    assert {name: (folder / name).read_text() for name in left} == left
    assert (folder / "saves" / ".b.json.12ab34cd.hoard-part").is_symlink()
    assert sorted(path.name for path in elsewhere.iterdir()) == sorted(
        (*OTHERS, ".a.json.12ab34cd.hoard-part", ".a.json.hoard-before")
    )


@pytest.mark.parametrize("place", ["aside", "exports", "pictures", "saves", "records", "people"])
def test_nothing_is_written_moved_or_deleted_through_a_link_to_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    folder, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    folder.mkdir()
    put(elsewhere, "history.jsonl", '{"id": "theirs"}\n')
    put(elsewhere, "duel-1.json", "no record")
    (folder / place).symlink_to(elsewhere)
    put(folder, "settings.json", "no JSON")
    before = {path.name: path.read_text() for path in elsewhere.iterdir()}
    with screen(folder, SMALL) as s:
        said: list[str] = []
        monkeypatch.setattr(s.app, "notice", lambda words, *_: said.append(words))
        s.app.session.chronicle.finish(ended(), [0])
        s.sit("duel", seed=5, seats=["human", "human"])
        s.app.session.matches.keep(begun())
        s.app.session.matches.list("duel")
        s.app.session.matches.drop("duel-1")
        with contextlib.suppress(BadRecord):
            s.app.session.people.add("Ann")
        s.app.picture()
        s.app.session.export("exports/one.csv", "text")
        s.app.turn()
        if place != "aside":  # for which there is another folder
            assert any(f"{folder / place} is a link" in words for words in said), said
    assert {path.name: path.read_text() for path in elsewhere.iterdir()} == before
    assert (folder / place).is_symlink()


def test_a_link_in_the_place_of_a_file_is_moved_aside_and_what_it_names_stays(tmp_path: Path) -> None:
    put(tmp_path, "theirs", '{"sound": 3}')
    data = tmp_path / "data"
    data.mkdir()
    (data / "settings.json").symlink_to(tmp_path / "theirs")
    with opened(data) as database:
        assert load_settings(database).sound == 3
        database.write("settings.json", '{"sound": 5}')
        assert database.aside == ["settings.json"]
    assert (tmp_path / "theirs").read_text() == '{"sound": 3}'
    assert (data / "aside" / "settings.json").is_symlink()
    assert json.loads((data / "settings.json").read_text()) == {"sound": 5}


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="no limit of a file's size here")
def test_a_picture_or_export_that_has_no_room_is_said_and_leaves_nothing(tmp_path: Path) -> None:
    import resource  # late: not on every system

    with screen(tmp_path, SMALL) as s:
        plain, limits = signal.signal(signal.SIGXFSZ, signal.SIG_IGN), resource.getrlimit(resource.RLIMIT_FSIZE)
        said = []
        try:
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
            for act in (s.app.picture, lambda: s.app.session.export("exports/one.csv", "x" * 1000)):
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


def test_files_with_odd_names_are_opened_listed_and_exported(tmp_path: Path) -> None:
    """Or refused in a sentence, as a name that is too long for an export."""
    for name in ODD_NAMES:
        put(tmp_path, f"records/{name}.json", json.dumps(ended().record()))
        put(tmp_path, f"saves/{name}.json", json.dumps(begun().record()))
        put(tmp_path, f"{name}.json", json.dumps(begun().record()))
    with screen(tmp_path, SMALL) as s:
        for name in ODD_NAMES:
            s.app.session.open_file(str(tmp_path / f"{name}.json"))
            s.app.draw()
            assert isinstance(s.app.scenes[-1], arcade.TableScene)
            s.app.leave_all()
            s.app.scenes = [arcade.Title(s.app)]
        page = arcade.Records(s.app)
        s.app.push(page)
        s.app.draw()
        for number, file in enumerate(page.files):
            page.chosen = number
            page.export()
            s.app.draw()
            leaf = file.rpartition("/")[2]
            assert (tmp_path / "exports" / leaf).exists() == (len(leaf) < 240)
        for path in ("\0", "/", "/nowhere/x", "x" * 5000):
            s.app.session.open_file(path)
            assert s.app.notes.words.startswith("This cannot be opened")


def test_an_export_of_a_guest_is_a_file_and_one_that_fails_is_said(tmp_path: Path) -> None:
    with screen(tmp_path, SMALL) as s:
        session = s.app.session
        session.let_play(NOBODY)
        session.export(f"{session.chronicle.home}exports/statistics.csv", "a,b")
        assert (tmp_path / "exports" / "guest-statistics.csv").read_text() == "a,b"
        assert str(tmp_path / "exports" / "guest-statistics.csv") in s.app.notes.words
        (tmp_path / "exports" / "taken.csv").mkdir()
        (tmp_path / "aside").write_text("")
        for number in range(2, 10):
            (tmp_path / f"aside-{number}").write_text("")
        session.export("exports/taken.csv", "a,b")
        assert s.app.notes.words.startswith("The file could not be saved")
        assert not session.database.waiting


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
        while child.poll() is None and not list(tmp_path.glob("saves/*.json")):
            pass
        child.send_signal(number)
        out, err = child.communicate()
    assert (child.returncode, out, err) == (0, "", "")
    assert len(saved(tmp_path, "duel")["moves"]) == 1
    assert lying(tmp_path, "-part") == []


# ---- power cuts ----


def test_file_and_folder_are_synced_before_anything_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    sync, unlink = folders.sync_path, Path.unlink

    def synced(path: Path, flags: int) -> None:
        done.append(f"sync {path.relative_to(tmp_path).as_posix()}" if path.is_relative_to(tmp_path) else "")
        sync(path, flags)

    def gone(self: Path, missing_ok: bool = False) -> None:
        if self.suffix == ".json":
            done.append(f"remove {self.relative_to(tmp_path).as_posix()}")
        unlink(self, missing_ok)

    monkeypatch.setattr(folders, "sync_path", synced)
    monkeypatch.setattr(Path, "unlink", gone)
    with opened(tmp_path) as database:
        name = end_match(database)
    wanted = {f"sync {place}" for place in (f"records/{name}.json", "records", "history.jsonl", ".")}
    assert wanted <= set(done[: done.index(f"remove saves/{name}.json")])


def test_a_file_spoilt_by_a_power_cut_is_as_it_was_when_last_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rename may reach the disc before the contents do: then the synced file still lies beside it."""
    with opened(tmp_path) as database:
        database.write("settings.json", '{"sound": 1}')
    monkeypatch.setattr(Database, "work", lambda _: None)
    Database(tmp_path).write("settings.json", '{"sound": 2}')
    (tmp_path / "settings.json").write_bytes(b"")
    again = Database(tmp_path)
    assert load_settings(again).sound == 1
    again.write("settings.json", '{"sound": 3}')
    assert load_settings(Database(tmp_path)).sound == 3
    assert lying(tmp_path) == ["aside/settings.json", "settings.json"]


# ---- two programs ----


def test_a_match_that_two_programs_continue_becomes_two(tmp_path: Path) -> None:
    one, two = Saves(Database(tmp_path)), Saves(Database(tmp_path))
    match = begun(moves=2, seed=9)
    one.keep(match)
    other = two.open(two.names()[0])
    for _ in range(3):
        other.play(other.legal()[-1])
        two.keep(other)
        match.play(match.legal()[0])
        one.keep(match)
    for matches in (one, two):
        matches.database.close()
        assert (matches.database.failed, matches.database.aside) == ("", [])
    with opened(tmp_path) as again:
        assert sorted(kept_moves(again)) == sorted([match.moves, other.moves])


def test_the_part_that_another_program_tidied_away_is_written_again(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, swept = database.make, list[Path]()

    def make(part: Path, data: bytes) -> None:
        plain(part, data)
        if not swept:
            swept.append(part)
            Database(tmp_path).close()

    monkeypatch.setattr(database, "make", make)
    database.write("settings.json", "{}")
    assert (database.failed, len(swept), database.read("settings.json")) == ("", 1, "{}")


# ---- reading what was just written, and reading nothing at the start ----


def test_ten_thousand_records_are_not_opened_by_the_start_nor_by_their_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, "one", json.dumps(ended().record() | {"played": "2026-01-01"}))
    put(tmp_path, "records/duel-bad.json", "{")
    for number in range(10_000):
        (tmp_path / "records" / f"duel-{number}.json").hardlink_to(tmp_path / "one")
    read: list[str] = []

    def reading(path: Path, limit: int) -> bytes:
        read.extend([path.name] if path.parent.name == "records" else [])
        return read_plain(path, limit)

    monkeypatch.setattr(folders, "read_plain", reading)
    with screen(tmp_path) as s:
        s.app.draw()
        assert read == []
        s.app.push(arcade.Records(s.app))
        s.app.draw()
        assert len(s.scene.files) == 10_001  # type: ignore[attr-defined]
        assert 1 <= len(read) < 40
    assert lying(tmp_path / "aside") in ([], ["records-duel-bad.json"])


def test_what_was_written_deleted_or_still_waits_is_read_as_it_will_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Database, "work", lambda _: None)
    database, (one, two) = Database(tmp_path), ("saves/duel-1.json", "saves/duel-2.json")
    database.write(one, "1")
    database.delete(one)
    assert (database.read(one), database.exists(one), database.names("saves", ".json")) == (None, False, [])
    database.write(one, "2")
    refuse(monkeypatch, lambda _: True)
    database.write(two, "3")
    assert database.names("saves", ".json") == [two, one]
    assert [database.read(name) for name in (two, one)] == ["3", "2"]
