"""The start: the first picture is a part of the title, stands before anything large is read, and is shown where the
title comes next; the window it opened is kept."""

from __future__ import annotations

import errno
import gc
import json
import os
import random
import re
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pygame
import pytest

import game as arcade
import native
from native import Match, start, unpacking
from native.refusals import NoMemory
from native.screen import splash, window
from native.screen.geometry import UnitScale, head_of
from native.screen.theme import COLOR, FELT, TABLES, wear
from native.start import pygame_in_parts
from native.store import startup
from native.store.database import Database
from native.store.people import People
from native.store.settings import Settings, load_settings
from native.streams import InputError, shortage
from native.thinker import BEHIND, Thinker, step_back
from tests.kept import put_setting
from tests.screen import SIZES, screen

ROOT = Path(native.__file__).resolve().parent.parent
HIDDEN = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "HOARD_FIRST_FRAME": "1"}
on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="sure of Linux only")


# ---- the picture ----


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("percent", [80, 100, 150])
@pytest.mark.parametrize("table", [Settings().table, next(name for name in TABLES if TABLES[name])])
def test_the_first_picture_shows_the_name_where_the_title_does(
    tmp_path: Path, size: tuple[int, int], percent: int, table: str
) -> None:
    with screen(tmp_path, size) as s:
        s.app.session.settings.text_size, s.app.session.settings.table = percent, table
        s.app.settings_changed("table")
        s.app.draw()
        splash.felt.cache_clear()
        first = pygame.Surface(size)
        splash.paint(first, percent)
        name = next(text for text in s.app.canvas.written if text.text == window.TITLE.upper())
        assert head_of(UnitScale(size, lambda: percent), first.get_rect()).name.contains(name.ink)
        bare = splash.felt(FELT["hall"], COLOR["night"], size)
        inked = pygame.mask.from_threshold(first, (0, 0, 0), (1, 1, 1, 255), bare)
        inked.invert()
        drawn = inked.get_bounding_rects()
        around = drawn[0].unionall(drawn[1:])
        near = max(2, name.ink.h // 16)  # the title's letters have a shadow, which moves them by a hair
        assert name.ink.inflate(2 * near, 2 * near).contains(around), "something besides the name"
        assert around.inflate(2 * near, 2 * near).contains(name.ink)
        wear(Settings().table)


@pytest.mark.parametrize("name", sorted(FELT))
def test_a_felt_grows_darker_from_the_middle_to_the_rim(name: str) -> None:
    felt = splash.felt(FELT[name], (14, 18, 32), (640, 360))
    light = [sum(felt.get_at(place)[:3]) for place in ((320, 176), (160, 176), (60, 40), (0, 0))]
    assert light == sorted(light, reverse=True)
    assert light[0] > light[-1] + 10


# ---- what stands before it, and what does not ----

BEFORE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from native.start import pygame_in_parts
with pygame_in_parts():
    from native.screen import splash
    shown = splash.show(["--windowed", "--size", "1280x720", "--data-dir", sys.argv[2]])
    early = sorted(sys.modules)
import pygame
put_off = type(pygame.mixer).__name__
import pygame.mixer
print(json.dumps([shown, early, put_off, pygame.mixer.get_init(), pygame.Rect(1, 2, 3, 4).size]))
"""
LARGE = """
    game native._engine native.match native.store.settings native.store.people argparse dataclasses inspect
    pygame.image pygame.mixer pygame.sprite
"""


def test_nothing_large_is_read_before_the_first_picture(tmp_path: Path) -> None:
    words = [sys.executable, "-c", BEFORE, str(ROOT), str(tmp_path)]
    environment = os.environ | HIDDEN | {"HOARD_FIRST_FRAME": ""}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    shown, early, put_off, mixer, size = json.loads(done.stdout)
    assert shown
    assert not set(LARGE.split()) & set(early)
    assert "native.screen.splash" in early
    assert (put_off, mixer, size) == ("MissingModule", None, [3, 4])  # what was put off can be had


def test_pygame_that_is_there_already_is_left_alone() -> None:
    before = pygame.mixer
    with pygame_in_parts():
        pass
    assert sys.modules["pygame"] is pygame
    assert pygame.mixer is before


@pytest.mark.long("replay x-cffi", "shots x-pygame-ce", "--windowed-pygame-ce", "bench --help-pygame-ce")
@pytest.mark.parametrize(("line", "name"), [
    ("", "pygame-ce"), ("--windowed", "pygame-ce"), ("shots x", "pygame-ce"), ("bench --help", "pygame-ce"),
    ("replay x", "cffi"), ("--version", "cffi"), ("daily", "cffi")])
def test_a_python_without_the_libraries_is_told_in_a_sentence_how_to_start(line: str, name: str) -> None:
    command = [sys.executable, "-S", str(ROOT / "game.py"), *line.split()]  # -S: nothing that was installed is found
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    [told] = done.stderr.splitlines()
    assert name in told
    assert "python3 build.py play" in told


@pytest.mark.parametrize(("spoil", "word"), [
    ("sys.modules['_sqlite3'] = None", "python3-sqlite3"),
    ("import sqlite3; sqlite3.sqlite_version_info = (3, 30, 0)", "is too old")])
def test_a_python_without_a_good_sqlite_is_told_in_a_sentence(tmp_path: Path, spoil: str, word: str) -> None:
    script = f"import sys; {spoil}; from native.start import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", script, "--windowed", "--data-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | HIDDEN, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    [told] = done.stderr.splitlines()
    assert word in told


def test_an_engine_that_is_not_compiled_is_told_and_no_other_fault_is_hidden(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    error = ImportError("the engine is not compiled", name="native._engine")
    monkeypatch.setattr(start, "headless", Mock(side_effect=error))
    assert start.main(["replay", "x"]) == 1
    assert capsys.readouterr().err == "the engine is not compiled\n"
    monkeypatch.setattr(start, "headless", Mock(side_effect=ImportError("of our own", name="native.match")))
    with pytest.raises(ImportError, match="of our own"):
        start.main(["replay", "x"])
    assert gc.isenabled(), "what comes later would never be freed"


# ---- when it is shown ----


@pytest.mark.parametrize(("line", "found"), [
    ("", {}),
    ("--windowed --mute", {"--windowed": "--windowed", "--mute": "--mute"}),
    ("--size 800x600 --data-dir x", {"--size": "800x600", "--data-dir": "x"}),
    ("--game duel", None),
    ("--resume", None),
    ("record.json", None),
    ("shots", None),
    ("--help", None),
    ("--wind", None),
    ("--size", None),
    ("--data-dir --mute", None),
])  # fmt: skip
def test_only_a_command_line_that_leads_to_the_title_has_a_first_picture(
    line: str, found: dict[str, str] | None
) -> None:
    assert splash.asked(line.split()) == found


def lines(*words: str, status: int = 0) -> list[dict[str, Any]]:
    """What the program says of its pictures."""
    command = [sys.executable, "-P", "-m", "game", *words]
    environment = os.environ | HIDDEN | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.long
def test_the_program_shows_it_and_then_the_title(tmp_path: Path) -> None:
    first, title = lines("--windowed", "--data-dir", str(tmp_path))
    assert first == {"shown": "first picture"}
    assert title["rss_mb"] > 10
    assert len(lines("--windowed", "--game", "duel", "--data-dir", str(tmp_path))) == 1
    assert lines("--windowed", "--size", "9x9", status=2) == []


def test_a_folder_that_cannot_be_used_is_told_without_a_window(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert not splash.show(["--data-dir", str(tmp_path / "file")])


@on_linux
@pytest.mark.parametrize("share", ["/tmp/share", None])
def test_the_usual_folder_is_that_of_sdl(share: str | None, tmp_path: Path) -> None:
    code = "import pygame.system; print(pygame.system.get_pref_path('hoard', 'hoard'))"
    bare = {name: value for name, value in os.environ.items() if name != "XDG_DATA_HOME"}
    changed = bare | {"HOME": str(tmp_path)} | ({"XDG_DATA_HOME": str(tmp_path / "share")} if share else {})
    words = [sys.executable, "-c", f"{code}; import sys; sys.path.insert(0, {str(ROOT)!r});"
             "from native.store.startup import usual_folder; print(usual_folder())"]  # fmt: skip
    done = subprocess.run(words, env=changed, capture_output=True, text=True, check=True)
    theirs, ours = done.stdout.splitlines()[-2:]
    assert Path(theirs) == Path(ours)


# ---- what it knows of the settings ----

KEPT: tuple[dict[str, Any], ...] = (
    {}, {"window": [1600, 900]}, {"window": [0, 900]}, {"window": "large"},
    {"full_screen": False, "text_size": 150, "table": "daylight"}, {"full_screen": 1, "text_size": 20.5},
    {"text_size": 1000000, "table": ["night"]}, {"display": 3, "table": "daylight"}, {"display": True},
    {"window": [800, 600], "last": {"duel": 5}},
)  # fmt: skip


@pytest.mark.parametrize("now", [None, "ada", "bob", "guest"])
def test_the_screen_is_that_of_the_settings_whoever_plays(tmp_path: Path, now: str | None) -> None:
    for number, kept in enumerate(KEPT):
        folder = tmp_path / str(number)
        with closing(Database(folder)) as database:
            People(database).add("Ada")
            for person, settings in (("", kept), ("ada", KEPT[number - 5])):
                for key, value in settings.items():
                    put_setting(database, key, value, person)
            if now is not None:
                database.change(lambda con: con.execute("INSERT INTO common VALUES ('now', ?)", [now]))
        found = startup.screen_of(folder)
        with closing(Database(folder)) as database:
            used = load_settings(database, People(database).now.id)
        assert found == {name: getattr(used, name) for name in startup.SCREEN}, kept


@pytest.mark.parametrize("text", ["", "{", "5", "[" * 5000, "null", "\0"])
def test_what_is_no_value_of_a_setting_is_not_used(tmp_path: Path, text: str) -> None:
    with closing(Database(tmp_path)) as database:
        database.change(lambda con: con.execute("INSERT INTO settings VALUES ('', 'window', '', ?)", [text]))
    assert startup.screen_of(tmp_path) == startup.SCREEN


@pytest.mark.parametrize("data", [b"", b"no database" * 999])
def test_what_is_no_database_stops_no_first_picture(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "hoard.db").write_bytes(data)
    assert startup.screen_of(tmp_path) == startup.SCREEN


def test_a_pipe_in_the_place_of_the_database_is_not_waited_for(tmp_path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes with names here")
    os.mkfifo(tmp_path / "hoard.db")
    assert startup.screen_of(tmp_path) == startup.SCREEN


# ---- the window, and what comes after ----


def test_the_arcade_keeps_the_window_of_the_first_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.quit()
    assert splash.show(["--windowed", "--size", "1280x720", "--mute", "--data-dir", str(tmp_path)])
    first = pygame.display.get_surface()
    assert first
    made: list[Any] = []
    monkeypatch.setattr(pygame.display, "set_mode", lambda *_, **__: made.append(1))
    app = arcade.App(tmp_path, windowed=True, size=(1280, 720), mute=True)
    assert app.canvas.surface is first
    assert made == []
    monkeypatch.undo()
    app.session.settings.window = [1000, 700]
    app.open_window()
    assert app.canvas.surface.get_size() == (1000, 700)
    app.close()


def test_the_sound_device_is_opened_when_there_is_something_to_be_seen(tmp_path: Path) -> None:
    os.environ.update(HIDDEN)
    del os.environ["HOARD_FIRST_FRAME"]
    app = arcade.App(tmp_path, windowed=True, size=(800, 600))
    app.scenes = [arcade.Title(app)]
    assert (app.sound.on, app.sound.asleep) == (False, True)
    app.turn()
    assert (app.sound.on, app.sound.asleep) == (False, True)
    app.turn()
    assert (app.sound.on, app.sound.asleep) == (True, False)
    app.close()


# ---- what a one-file program keeps packed ----


def test_what_was_packed_is_unpacked_as_it_was(tmp_path: Path) -> None:
    chance = random.Random(1)
    source, target = tmp_path / "source", tmp_path / "target"
    held = {"empty": b"", "a/b/large": chance.randbytes(300_000), "a/text": b"felt " * 50_000, "a/one": b"1"}
    for name, data in held.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_bytes(data)
    target.mkdir()
    packed = [tmp_path / "first", target / unpacking.PROGRAM]
    for path in packed:
        unpacking.pack(source, sorted(held), path)
    assert packed[0].read_bytes() == packed[1].read_bytes()
    unpacking.unpack(packed[1], target)
    assert {name: (target / name).read_bytes() for name in held} == held


def test_a_disc_that_is_full_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "text").write_text("felt")
    unpacking.pack(tmp_path, ["text"], tmp_path / unpacking.PROGRAM)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    unpacking.unpack_batch(unpacking.PROGRAM)
    (tmp_path / "text").unlink()
    (tmp_path / "text").mkdir()  # stands in the way, as a full disc would
    with pytest.raises(InputError, match=r"no room .* TMPDIR .* folder version"):
        unpacking.unpack_batch(unpacking.PROGRAM)
    (tmp_path / unpacking.PROGRAM).unlink()
    unpacking.unpack_batch(unpacking.PROGRAM)  # the folder version: nothing is packed


# ---- the picture goes first ----


@on_linux
def test_a_search_stands_behind_the_picture() -> None:
    before = os.getpriority(os.PRIO_PROCESS, 0)
    thinker = Thinker()
    thinker.start(Match("duel", seed=7), "advise", level="greedy")
    while thinker.poll() is None:
        pass
    number = thinker._thread.native_id
    assert number
    assert os.getpriority(os.PRIO_PROCESS, number) == min(before + BEHIND, 19)
    assert os.getpriority(os.PRIO_PROCESS, 0) == before
    thinker.close()


@on_linux
def test_nobody_steps_back_further_than_to_the_end() -> None:
    found: list[int] = []

    def work() -> None:
        step_back(15)
        step_back(15)
        found.append(os.getpriority(os.PRIO_PROCESS, 0))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [19]


# ---- where the system lacks something ----

SENTENCE = re.compile(r"Hoard (cannot go on|stopped): [^\n]+\n")
BEFORE_ANYTHING = "MemoryError\n"  # Python's own word, where game.py cannot even be read
MB = 1 << 20


def command(name: str, folder: Path) -> list[str]:
    """The command line of the arcade, or of a headless command for a record."""
    if name == "arcade":
        return ["--windowed", "--size", "640x360"]
    record = folder / "record.json"
    match = Match("duel", seed=7)
    match.play(match.legal()[0])
    record.write_text(json.dumps(match.record()))
    return [name, str(record)]


def limited(words: list[str], what: str, size: int, folder: Path) -> subprocess.CompletedProcess[str]:
    """The program under a limit of the system."""
    import resource

    kind = getattr(resource, f"RLIMIT_{what}")
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    return subprocess.run(
        [sys.executable, "game.py", *words], cwd=ROOT, env=os.environ | HIDDEN | home, capture_output=True, text=True,
        check=False, preexec_fn=lambda: resource.setrlimit(kind, (size, size)),
    )  # fmt: skip


@pytest.mark.long
@on_linux
@pytest.mark.parametrize(
    ("name", "sizes"), [("arcade", (64, 76, 92, 107, 110)), ("review", (56, 60, 66, 100)), ("advise", (58, 66, 100))]
)
def test_too_little_memory_is_told_in_a_sentence(tmp_path: Path, name: str, sizes: tuple[int, ...]) -> None:
    """Wherever it ends: while the program is read, at the first thread, at the table of a search."""
    ends = [limited(command(name, tmp_path), "AS", size * MB, tmp_path) for size in sizes]
    for done in ends:
        assert done.returncode in (0, 1)
        if done.returncode and done.stderr != BEFORE_ANYTHING:
            assert SENTENCE.fullmatch(done.stderr), done.stderr
    assert any(SENTENCE.fullmatch(done.stderr) for done in ends)


@pytest.mark.long
@on_linux
@pytest.mark.parametrize("name", ["arcade", "review"])
def test_a_system_that_starts_no_thread_is_told_of_in_a_sentence(tmp_path: Path, name: str) -> None:
    """A thread's stack is as large as the main thread's may be, and no memory is as large as this."""
    done = limited(command(name, tmp_path), "STACK", 1 << 46, tmp_path)
    assert done.returncode == 1
    assert SENTENCE.fullmatch(done.stderr)
    assert "threads" in done.stderr


@pytest.mark.long
@on_linux
def test_a_stack_too_small_for_a_search_is_told_in_a_sentence(tmp_path: Path) -> None:
    done = limited(command("advise", tmp_path), "STACK", MB // 4, tmp_path)
    assert done.returncode == 1
    assert done.stderr == "Hoard cannot go on: the stack of this thread is too small for a search\n"


@pytest.mark.parametrize(
    ("error", "lack"),
    [
        (MemoryError(), "not enough memory"),
        (NoMemory("no_table", mb=64), "table of 64 MB"),
        (OSError(errno.ENOMEM, "no"), "not enough memory"),
        (ImportError("x.so: failed to map segment from shared object"), "not enough memory"),
        (SystemError("<built-in function compile> returned NULL without setting an exception"), "not enough memory"),
        (pygame.error("Out of memory"), "not enough memory"),
        (pygame.error("Couldn't parse SVG image"), "not enough memory"),
        (pygame.error("Not enough resources to create thread"), "no more threads"),
        (RuntimeError("can't start new thread"), "no more threads"),
    ],
)
def test_errors_that_come_of_a_lack_are_known_and_no_other_is(error: Exception, lack: str) -> None:
    assert lack in str(shortage(error))
    assert shortage(type(error)("another") if not isinstance(error, MemoryError) else ValueError("memory")) is None


def test_a_thread_that_ends_for_lack_says_so_and_any_other_as_always(capsys: pytest.CaptureFixture[str]) -> None:
    others: list[BaseException] = []
    start.thread_ended(others.append, Mock(exc_value=MemoryError()))
    assert capsys.readouterr().err.startswith("A part of Hoard has stopped: there is not enough memory")
    start.thread_ended(others.append, other := Mock(exc_value=ValueError()))
    assert others == [other]


def test_a_program_whose_unpacked_folder_is_gone_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever then fails first, in a command or in the arcade."""
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    error = FileNotFoundError(errno.ENOENT, "no such file", "assets/x.svg")
    assert shortage(error) is None
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path / "gone"))
    assert "somebody removed" in str(shortage(error))
    assert str(tmp_path / "gone") in str(shortage(error))
