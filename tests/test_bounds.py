"""What comes from outside: whatever it is, reading it takes at most 300 MB, and the window answers meanwhile."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import game as arcade
from native import BadRecord
from native.bounds import CLIPBOARD_LIMIT, EXPORT_LIMIT, SIZE_LIMIT, VALUES_LIMIT, values_in
from native.json_stream import CHUNK, JsonStream, Source
from native.records import parse_json
from tests.kept import told
from tests.screen import screen

ROOT = Path(arcade.__file__).parent
MOST_MB = 300
HEAD = '{"hoard_person": 1, "name": "A", "history": ['
RECORD = '{"hoard": 1, "game": "duel", "moves": []'


def repeated(piece: str, size: int) -> str:
    """A piece as often as it fits into so many bytes, the last one without its comma."""
    return (piece * (size // len(piece))).removesuffix(",")


def many(form: str, size: int) -> Iterator[str]:
    """Different pieces: each has its number in the place of @."""
    number = written = 0
    while written < size:
        piece = form.replace("@", str(number))
        yield piece if not number else f",{piece}"
        written += len(piece)
        number += 1


BOMBS: dict[str, Callable[[int], str]] = {
    "empty objects": lambda size: HEAD + repeated("{},", size) + "]}",
    "empty lists": lambda size: HEAD + repeated("[],", size) + "]}",
    "empty lists in a line": lambda size: HEAD + '{"id": "z", "a": [' + repeated("[],", size) + "]}]}",
    "empty objects under another key": lambda size: '{"hoard_person": 1, "x": [' + repeated("{},", size) + "]}",
    "nested": lambda size: HEAD + "[" * size,
    "nested objects": lambda size: '{"hoard_person":' + repeated('{"":', size),
    "a long number": lambda size: '{"hoard_person": ' + "9" * size + "}",
    "a long fraction": lambda size: '{"hoard_person": 0.' + "3" * size + "}",
    "a long text": lambda size: '{"hoard_person": 1, "name": "' + "x" * size + '"}',
    "a text without an end": lambda size: '{"hoard_person": 1, "name": "' + "x" * size,
    "blanks": lambda size: '{"hoard_person":' + " " * size + "1}",
    "lines": lambda size: HEAD + "".join(many('{"id":"@"}', size)) + "]}",
    "one line again and again": lambda size: HEAD + repeated('{"id":"z"},', size) + "]}",
    "keys of a line": lambda size: HEAD + '{"id": "z", ' + "".join(many('"@":0', size)) + "}]}",
    "keys of many lines": lambda size: HEAD + "".join(many('{"id":"@","a@":0,"b@":0,"c@":0}', size)) + "]}",
    "keys of the export": lambda size: '{"hoard_person": 1, ' + "".join(many('"@":0', size)) + "}",
    "records": lambda size: HEAD + '], "records": {' + "".join(many(f'"r@": {RECORD}}}', size)) + "}}",
    "a record": lambda size: HEAD + f'], "records": {{"r": {RECORD}, "x": [' + repeated("{},", size) + "]}}}",
}
READ = """
import re, sys
from pathlib import Path
from native import BadRecord
from native.json_stream import Source
from native.store.database import Database
from native.store.people import People
from native.store.saves import match_of, text_of
from native.play.puzzle_finder import MinedPuzzles

folder, path = sys.argv[1:]
database = Database(Path(folder))
people = People(database)
for read in (
    lambda: [*people.looking_in(Source.file(path))],
    lambda: [*people.taking_in(Source.file(path), people.now)],
    lambda: match_of(text_of(path), lambda match: match.seats),
    lambda: MinedPuzzles("duel", people.chronicle()).puzzles,
):
    try:
        print(str(read())[:100], file=sys.stderr)
    except BadRecord as error:
        print(str(error)[:200], file=sys.stderr)
database.close()
# Not ru_maxrss, in which the memory of the program that started this one counts.
print(int(re.search(r"VmHWM:\\s+([0-9]+)", Path("/proc/self/status").read_text())[1]) // 1024)
"""


def memory_for(folder: Path, path: Path) -> tuple[int, str]:
    """The most memory in MB that a program takes which reads a file in every way, and what it says."""
    words = [sys.executable, "-c", READ, str(folder), str(path)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    return int(done.stdout), done.stderr


SHORT_FORMS = ("empty objects", "empty lists in a line", "nested", "keys of a line", "a record")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no figures of memory here")
@pytest.mark.parametrize("form", BOMBS)
@pytest.mark.long
def test_no_file_takes_more_memory_than_allowed(tmp_path: Path, form: str) -> None:
    """Each form in a size of which the whole would take more."""
    path = tmp_path / "bomb.json"
    path.write_text(BOMBS[form](12_000_000))
    most, said = memory_for(tmp_path / "data", path)
    assert most < MOST_MB, said
    assert "Traceback" not in said


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no figures of memory here")
def test_a_puzzles_file_of_any_length_is_read_as_far_as_puzzles_are_kept(tmp_path: Path) -> None:
    puzzle = {"record": {"hoard": 1, "game": "duel", "moves": []}, "seat": 0, "open": True, "value": 1, "next": 0}
    puzzle |= {"solution": ["1@0,0"], "proof": "exact", "task": "duel.win", "rating": 800}
    folder = tmp_path / "data"
    (folder / "puzzles").mkdir(parents=True)
    with open(folder / "puzzles" / "duel.jsonl", "w", encoding="utf-8") as file:
        for seed in range(120_000):
            puzzle["record"] = {"hoard": 1, "game": "duel", "seed": seed, "moves": []}
            file.write(json.dumps(puzzle) + "\n")
    (tmp_path / "none.json").write_text("{}")
    most, said = memory_for(folder, tmp_path / "none.json")
    assert most < MOST_MB, said


def lines(count: int) -> str:
    """An export with so many lines."""
    found = ({"id": f"p{number}", "puzzle": "x", "solved": True} for number in range(count))
    return HEAD + ", ".join(map(json.dumps, found)) + "]}"


def read_all(text: str, limit: int = EXPORT_LIMIT) -> list[tuple[str, str | int | None, object]]:
    """The entries of an object whose list and object are read item by item."""
    stream = JsonStream(Source.text(text.encode()), limit, {"list": "[", "object": "{"})
    return [tuple(entry) for entry in stream.entries()]


def test_an_object_is_read_entry_by_entry_wherever_a_part_ends() -> None:
    """Texts, numbers and letters of several bytes lie across the places at which more is read."""
    for shift in range(12):
        value = {"a": "ü" * 40, "n": [1.5, -20, None, True], "t": 'x"\\y'}
        whole = {"fill": "f" * (CHUNK - 60 + shift), "one": 12345, "list": [value, value, 7], "last": {"k": value}}
        whole |= {"object": {"ä": value, "b": 1}, "none": {}, "end": "e" * CHUNK}
        found = read_all("\ufeff" + json.dumps(whole, ensure_ascii=False, indent=shift % 3 or None) + " \n")
        assert found == [
            *(("fill", None, whole["fill"]), ("one", None, 12345)),
            *(("list", 0, value), ("list", 1, value), ("list", 2, 7), ("last", None, whole["last"])),
            *(("object", "ä", value), ("object", "b", 1), ("none", None, {}), ("end", None, whole["end"])),
        ]
    assert read_all('{"list": [], "object": {}}') == []


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"a"', '{"a":}', '{"a": 1,}', '{"a": 1} 2', '{"list": {}}', '{"list": [1', '{1: 2}',
     '{"a": NaN}', '{"object": {"a": 1 "b": 2}}', '{"a": 1e999}', '{"a": "\\ud8"}', '{"a" 1}', '{"list": [1,]}'],
)  # fmt: skip
def test_what_is_no_such_object_is_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        read_all(text)


@pytest.mark.long
def test_bytes_and_values_are_bounded_exactly() -> None:
    assert values_in(b"[1, [2], {}]") == values_in("[1, [2], {}]") >= 5
    inside = b"[" + b"0," * (VALUES_LIMIT - 3) + b"0]"
    assert len(parse_json(inside)) == VALUES_LIMIT - 2
    with pytest.raises(BadRecord, match="1,000,000 values"):
        parse_json(b"[" + b"0," * VALUES_LIMIT + b"0]")
    assert read_all('{"a": 1}', 8) == [("a", None, 1)]
    with pytest.raises(BadRecord, match="larger than 7"):
        read_all('{"a": 1}', 7)
    with pytest.raises(BadRecord, match="one entry"):
        read_all('{"a": "' + "x" * SIZE_LIMIT + '"}')


def test_an_entry_with_too_many_values_is_refused_before_it_has_been_read_to_its_end() -> None:
    text = b'{"a": [' + b"[]," * 1_000_000 + b"[]]}"
    stream = JsonStream(Source.text(text), len(text), {})
    with pytest.raises(BadRecord, match="250,000 values"):
        list(stream.entries())
    assert stream.read < 1_100_000


def test_frames_go_on_while_a_long_file_is_read_and_it_can_be_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each round of the loop reads one piece here, however fast the machine is."""
    monkeypatch.setattr(arcade.Waiting, "SLICE_MS", 0)
    path = tmp_path / "long.json"
    path.write_text(lines(1_000))
    with screen(tmp_path / "data", (800, 600)) as s:
        drawn: list[str] = []
        draw = s.app.draw

        def counted() -> None:
            drawn.append(type(s.app.scenes[-1]).__name__)
            draw()

        monkeypatch.setattr(s.app, "draw", counted)
        s.app.session.open_file(str(path))
        waiting = s.app.scenes[-1]
        assert isinstance(waiting, arcade.Waiting)
        shares = []
        for _ in range(100):
            s.app.turn()
            shares.append(waiting.share)
        assert 0 < shares[0] < shares[-1] < 1
        assert shares == sorted(shares)
        assert drawn.count("Waiting") > 5
        assert f"{round(100 * waiting.share)} %" in s.words()
        s.key("escape")
        assert waiting not in s.app.scenes
        assert s.app.notes.words == s.app.session.strings("reading.stopped")
        s.app.turn()
        assert told(s.app.session.chronicle, "") == []


@pytest.mark.long
def test_a_long_export_is_imported_to_its_end_piece_by_piece(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arcade.Waiting, "SLICE_MS", 0)
    path = tmp_path / "long.json"
    path.write_text(lines(600))
    with screen(tmp_path / "data", (800, 600)) as s:
        s.app.session.open_file(str(path))
        while isinstance(s.app.scenes[-1], arcade.Waiting):
            s.app.turn()
        s.app.draw()
        s.click("into0")
        while isinstance(s.app.scenes[-1], arcade.Waiting):
            s.app.turn()
        assert len(told(s.app.session.chronicle, "")) == 600
        assert "600" in s.app.notes.words


def test_what_becomes_wrong_in_the_middle_is_said(tmp_path: Path) -> None:
    path = tmp_path / "long.json"
    path.write_text(lines(600)[:-2] + ", {}]}")
    with screen(tmp_path / "data", (800, 600)) as s:
        s.app.session.open_file(str(path))
        while isinstance(s.app.scenes[-1], arcade.Waiting):
            s.app.turn()
        assert "this is not an exported player" in s.app.notes.words


def test_a_pasted_text_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with screen(tmp_path, (800, 600)) as s:
        monkeypatch.setattr("pygame.scrap.get_text", lambda: "x" * (CLIPBOARD_LIMIT + 1))
        s.app.paste()
        assert f"{CLIPBOARD_LIMIT:,}" in s.app.notes.words

