"""The system around the program: bytes that are no text, folders, windows, keys, sound, days, discs and displays."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pygame
import pytest

import game as arcade
import native
from native.screen import bindings, displays, pulse, splash, window
from native.screen.bindings import Action, Input
from native.screen.canvas import faults
from native.screen.sound import RETRY_MS
from native.store import database as databases
from native.store import startup
from native.store.database import Database
from native.store.settings import Settings
from native.streams import InputError
from native.strings import Strings
from tests.screen import Screen, screen

ROOT = Path(native.__file__).resolve().parent.parent
HIDDEN = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "HOARD_FIRST_FRAME": "1", "PYTHONPATH": str(ROOT)}
on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="sure of Linux only")
NO_TEXT = b"\xff\xfe\x80 {"


# ---- bytes that are no text ----


class DropEvent(ctypes.Structure):
    """SDL_DropEvent, with room for the rest of SDL_Event."""

    _fields_ = [
        ("type", ctypes.c_uint32), ("timestamp", ctypes.c_uint32), ("file", ctypes.c_void_p),
        ("window", ctypes.c_uint32), ("rest", ctypes.c_uint8 * 64),
    ]  # fmt: skip


def sdl() -> ctypes.CDLL:
    """The SDL that pygame uses, for what pygame does not let through."""
    with open("/proc/self/maps") as file:
        path = next(line.split()[-1] for line in file if "libSDL2-2" in line)
    library = ctypes.CDLL(path)
    library.SDL_strdup.restype, library.SDL_strdup.argtypes = ctypes.c_void_p, [ctypes.c_char_p]
    library.SDL_PushEvent.argtypes = [ctypes.c_void_p]
    library.SDL_SetClipboardText.argtypes = [ctypes.c_char_p]
    return library


def drop(kind: int, data: bytes) -> None:
    event = DropEvent(type=kind, file=sdl().SDL_strdup(data))
    assert sdl().SDL_PushEvent(ctypes.byref(event)) == 1


@on_linux
@pytest.mark.parametrize("kind", [pygame.DROPFILE, pygame.DROPTEXT])
def test_a_drop_that_is_no_text_is_told_and_what_came_with_it_is_heard(tmp_path: Path, kind: int) -> None:
    with screen(tmp_path) as s:
        s.speak("de")
        pygame.event.clear()
        drop(kind, NO_TEXT)
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        s.app.turn()
        assert s.app.notes.words == s.app.session.strings("records.no_name")
        assert not s.app.running


def paste_at(s: Screen, place: str) -> None:
    if place == "table":
        s.sit("duel", seed=1, seats=["human", "hatchling"])
    elif place == "players":
        s.app.show_players()
        s.click("take")
        return
    else:
        s.app.push(arcade.SetUp(s.app, "duel") if place == "set-up" else arcade.Records(s.app))
    if isinstance(s.scene, arcade.Records):
        s.scene.paste()
    else:
        s.app.pointer.answer(Action("paste"))


@on_linux
@pytest.mark.parametrize("place", ["table", "set-up", "records", "players"])
def test_a_clipboard_that_is_no_text_is_told_wherever_it_is_pasted(tmp_path: Path, place: str) -> None:
    with screen(tmp_path) as s:
        sdl().SDL_SetClipboardText(NO_TEXT)
        paste_at(s, place)
        sdl().SDL_SetClipboardText(b"")
        assert "not UTF-8 text" in s.app.notes.words
        assert s.app.running


@pytest.mark.parametrize("text", ["duel#\ud800", "a\0b", "\udcff"])
def test_what_no_clipboard_can_hold_is_copied_as_far_as_it_goes(text: str) -> None:
    pygame.display.init()
    pygame.display.set_mode((10, 10))
    hands = Input(Settings())
    hands.copy(text)
    pasted = hands.pasted()
    assert pasted.encode()
    assert pasted.replace("?", "") == text.encode("utf-8", "ignore").decode().replace("\0", "")


@on_linux
def test_a_file_named_by_bytes_that_are_no_text_is_told(tmp_path: Path) -> None:
    for path in (tmp_path / os.fsdecode(NO_TEXT), tmp_path / "record.json"):
        path.write_bytes(NO_TEXT)
        with screen(tmp_path / "data") as s:
            s.app.session.open_file(str(path))
            s.app.draw()
            assert "not UTF-8 text" in s.app.notes.words


def started(*words: bytes, changed: dict[str, bytes | None]) -> subprocess.CompletedProcess[bytes]:
    """The arcade up to its first picture, in an environment of bytes."""
    environment: dict[bytes, bytes | None] = {}
    environment |= {os.fsencode(name): os.fsencode(value) for name, value in (os.environ | HIDDEN).items()}
    environment |= {os.fsencode(name): value for name, value in changed.items()}
    kept = {name: value for name, value in environment.items() if value is not None}
    command = [os.fsencode(sys.executable), b"-P", b"-m", b"game", b"--windowed", *words]
    return subprocess.run(command, env=kept, capture_output=True, check=False)


HEARD = ("HOME", "XDG_DATA_HOME", "SDL_VIDEODRIVER", "LANG", "DISPLAY", "TMPDIR")


@on_linux
@pytest.mark.long("LANG", "DISPLAY", "TMPDIR", "XDG_DATA_HOME", "SDL_VIDEODRIVER")
@pytest.mark.parametrize("name", HEARD)
def test_an_environment_that_is_no_text_ends_in_a_sentence_at_most(tmp_path: Path, name: str) -> None:
    changed: dict[str, bytes | None] = {"XDG_DATA_HOME": None if name == "HOME" else os.fsencode(tmp_path)}
    place = b"/" + NO_TEXT if name in ("HOME", "XDG_DATA_HOME") else NO_TEXT
    done = started(changed=changed | {name: place})
    assert b"Traceback" not in done.stderr
    assert done.returncode == (name in ("HOME", "XDG_DATA_HOME", "SDL_VIDEODRIVER")), done.stderr
    assert len(done.stderr.splitlines()) == done.returncode
    if done.returncode:
        assert rb"\xff" in done.stderr or rb"\udcff" in done.stderr
    assert not list(tmp_path.glob("**/crash-*"))


# ---- where things are kept ----


@on_linux
@pytest.mark.parametrize(("share", "home", "found"), [
    ("/share", "/home", "/share"),
    ("", "/home", "/home/.local/share"),
    ("share", "/home", "/home/.local/share"),
    ("./share", "/home", "/home/.local/share"),
    (None, "/home", "/home/.local/share"),
    (None, "", "/listed/.local/share"),
    (None, None, "/listed/.local/share"),
    ("", "home", "/listed/.local/share"),
    ("share", None, "/listed/.local/share"),
])  # fmt: skip
def test_a_folder_that_is_empty_or_relative_counts_as_unset(
    monkeypatch: pytest.MonkeyPatch, share: str | None, home: str | None, found: str
) -> None:
    import pwd

    listed = pwd.struct_passwd(("ada", "x", os.getuid(), 1, "", "/listed", "/bin/sh"))
    monkeypatch.setattr(pwd, "getpwuid", lambda _: listed)
    for name, value in (("XDG_DATA_HOME", share), ("HOME", home)):
        monkeypatch.delenv(name, raising=False)
        if value is not None:
            monkeypatch.setenv(name, value)
    assert startup.usual_folder() == f"{found}/hoard/hoard"


@on_linux
def test_no_home_at_all_is_said_and_what_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    import pwd

    def unknown(number: int) -> pwd.struct_passwd:
        raise KeyError(number)

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    with pytest.raises(InputError, match="--data-dir"):
        startup.data_folder(None)


FAILURES = {
    errno.EACCES: sqlite3.SQLITE_CANTOPEN,
    errno.EROFS: sqlite3.SQLITE_READONLY,
    errno.ENOSPC: sqlite3.SQLITE_FULL,
    errno.EIO: sqlite3.SQLITE_IOERR_WRITE,
}


def blocked_by(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Has every write fail, and the database cannot be opened again."""

    def fail(*_: object) -> None:
        error = sqlite3.OperationalError("it fails")
        error.sqlite_errorcode = FAILURES[number]
        raise error

    monkeypatch.setattr(Database, "commit", fail)
    monkeypatch.setattr(Database, "opened", fail)


@pytest.mark.parametrize("number", FAILURES)
@pytest.mark.parametrize("language", Strings.languages())
def test_the_title_says_that_nothing_can_be_kept_as_long_as_that_is_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, language: str
) -> None:
    folder = Path("/home/somebody/.local/share/hoard/hoard")
    with screen(tmp_path, (800, 600)) as s:
        t = s.speak(language)
        s.app.home()
        why = t.disc(OSError(number, os.strerror(number)))
        line, told = t("title.line"), t("title.blocked", folder=folder, why=why)
        assert line in s.words()
        with monkeypatch.context() as broken:
            blocked_by(broken, number)
            s.app.session.settings.sound = 3
            s.app.session.save_settings()
            s.app.turn()
            assert s.app.notes.words == t("word.no_disc", why=why)
            broken.setattr(s.app.session.database, "folder", folder)
            for _ in range(3):  # however often it is looked at
                s.app.home()
                s.app.turn()
                assert told in s.words()
                assert faults(s.app.canvas) == []
            assert "Errno" not in told
        s.app.session.database.tried = 0
        s.app.turn()
        assert line in s.words()
        assert told not in s.words()


@on_linux
@pytest.mark.parametrize("place", ["/proc/hoard", "/dev/null/hoard"])
def test_a_folder_that_cannot_be_made_is_told_before_anything_is_kept(place: str) -> None:
    with screen(Path(place)) as s:
        assert s.app.session.strings("disc.ENOENT") in s.words() or s.app.session.strings("disc.ENOTDIR") in s.words()


def test_a_folder_that_may_not_be_written_is_told_until_it_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    allowed = False
    monkeypatch.setattr(os, "access", lambda *_: allowed)
    monkeypatch.setattr(databases, "RETRY_S", 0)
    with screen(tmp_path) as s:
        assert s.app.session.strings("disc.EACCES") in s.words()
        allowed = True
        s.until(lambda: s.app.session.database.blocked is None)
        assert s.app.session.strings("title.line") in s.words()


# ---- displays ----


def told_of_display(display: str, **more: str) -> str:
    """The one sentence of a program that finds no display to draw on."""
    bare = {name: value for name, value in (os.environ | HIDDEN).items() if name != "SDL_VIDEODRIVER"}
    bare |= {"DISPLAY": display, "XAUTHORITY": os.devnull, "WAYLAND_DISPLAY": "", **more}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-P", "-m", "game", "--windowed", "--data-dir", folder]
        done = subprocess.run(command, env=bare, capture_output=True, text=True, check=False)
        assert not list(Path(folder).glob("crash-*"))
    assert (done.returncode, done.stdout) == (1, "")
    (sentence,) = done.stderr.splitlines()
    return sentence


@on_linux
@pytest.mark.long
@pytest.mark.parametrize(("display", "compositor", "told"), [
    ("", "", "DISPLAY and WAYLAND_DISPLAY name none"),
    (":4321", "", "no X server answers at DISPLAY=:4321"),
    ("127.0.0.1:4321.0", "", "no X server answers at DISPLAY=127.0.0.1:4321.0 (Connection refused)"),
    (":99999", "", "DISPLAY=:99999"),
    ("localhost:99999", "", "DISPLAY=localhost:99999"),
    ("screen", "", "DISPLAY=screen is no name of a display"),
    ("", "wayland-4321", "no compositor answers at WAYLAND_DISPLAY=wayland-4321"),
], ids=["none", "local", "remote", "too-high", "too-high-remote", "no-name", "compositor"])  # fmt: skip
def test_a_display_that_is_not_there_is_named(tmp_path: Path, display: str, compositor: str, told: str) -> None:
    assert told in told_of_display(display, WAYLAND_DISPLAY=compositor, XDG_RUNTIME_DIR=str(tmp_path))


@pytest.mark.long
@on_linux
@pytest.mark.parametrize("reason", [b"No protocol specified\n", b""])
def test_a_display_that_refuses_the_program_is_called_that(reason: bytes) -> None:
    """It refuses as an X server does: with a status, the length of its words, and these."""
    whole = b"\0" + bytes([len(reason)]) + b"\x0b\0\0\0" + bytes([(len(reason) + 3) // 4, 0])
    server = socket.create_server(("127.0.0.1", 0))

    def refuse() -> None:
        with contextlib.suppress(OSError):
            while True:
                line = server.accept()[0]
                line.recv(100)
                line.sendall(whole + reason.ljust((len(reason) + 3) // 4 * 4, b"\0"))
                line.close()

    threading.Thread(target=refuse, daemon=True).start()
    number = server.getsockname()[1] - displays.X_PORT
    if number < 0:
        pytest.skip("the system gave a port that no display has")
    sentence = told_of_display(f"127.0.0.1:{number}")
    server.close()
    assert f"the X server at DISPLAY=127.0.0.1:{number} refuses this program" in sentence
    assert (reason.decode().strip() or "no reason given") in sentence


def test_a_screen_on_which_no_window_can_be_opened_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def set_mode(*_: object, **__: object) -> None:
        raise pygame.error("Unknown window pixel format")

    pygame.quit()
    window._opened.clear()
    monkeypatch.setattr(pygame.display, "set_mode", set_mode)
    for bits, told in ((0, "too few colours"), (32, "Unknown window pixel format")):
        monkeypatch.setattr(pygame.display, "Info", lambda bits=bits: SimpleNamespace(bitsize=bits))
        with pytest.raises(InputError, match=told):
            arcade.App(tmp_path, windowed=True, mute=True)
    assert not splash.show(["--windowed", "--data-dir", str(tmp_path)])


@contextlib.contextmanager
def x_server(*words: str) -> Iterator[str]:
    """A display of its own, where that can be had."""
    program = shutil.which("Xvfb")
    if not program:
        pytest.skip("no Xvfb here")
    inner, outer = os.pipe()
    command = [program, "-displayfd", str(outer), "-nolisten", "tcp", "-noreset", *words]
    process = subprocess.Popen(command, pass_fds=[outer], stderr=subprocess.DEVNULL)
    os.close(outer)
    with open(inner) as file:
        number = file.readline().strip()
    try:
        if not number:
            pytest.skip("Xvfb does not start here")
        yield f":{number}"
    finally:
        process.kill()
        process.wait()


@pytest.mark.long
@on_linux
def test_a_screen_of_eight_bits_ends_in_a_sentence() -> None:
    with x_server("-screen", "0", "640x480x8") as display:
        assert "too few colours" in told_of_display(display)


# ---- the window ----

WINDOWS = """
import sys
sys.path.insert(0, sys.argv[1])
from native.screen import window
import pygame
window.open_display()
for full, size in ((False, (3840, 2160)), (True, (3840, 2160)), (False, (1280, 720)), (False, (800, 600))):
    surface = window.opened(window.wish(full, 0, size))
    pygame.event.pump()
    print(*surface.get_size(), *window.size())
"""


@pytest.mark.long
@on_linux
@pytest.mark.parametrize(("area", "sizes"), [
    ("", ["1024 768 1024 768", "1024 768 1024 768", "1024 720 1024 720", "800 600 800 600"]),
    ("0, 40, 1024, 700", ["1024 700 1024 700", "1024 768 1024 768", "1024 700 1024 700", "800 600 800 600"]),
])  # fmt: skip
def test_no_window_is_larger_than_what_is_free_of_the_desktop(area: str, sizes: list[str]) -> None:
    with x_server("-screen", "0", "1024x768x24") as display:
        environment = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
        environment["DISPLAY"] = display
        if area:
            if not shutil.which("xprop"):
                pytest.skip("no xprop here")
            words = ["xprop", "-root", "-f", "_NET_WORKAREA", "32c", "-set", "_NET_WORKAREA", area]
            subprocess.run(words, env=environment, check=True)
        command = [sys.executable, "-c", WINDOWS, str(ROOT)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-4:] == sizes


@pytest.mark.parametrize("kept", [(3840, 2160), (1280, 720), (800, 600)])
def test_a_kept_size_is_cut_to_the_screen_at_the_start_and_by_f11(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: tuple[int, int]
) -> None:
    monkeypatch.setattr(window, "usable", lambda _: pygame.Rect(0, 24, 1024, 700))
    with screen(tmp_path, kept) as s:
        cut = (min(kept[0], 1024), min(kept[1], 700))
        assert s.app.canvas.surface.get_size() == cut
        s.app.toggle_full_screen()
        s.app.session.settings.window = list(kept)
        s.app.toggle_full_screen()
        assert s.app.canvas.surface.get_size() == cut


# ---- keys of layouts without Latin letters ----

RUSSIAN = {"h": "р", "v": "м", "u": "г", "m": "ь", "c": "с"}  # what lies in the places of these
GREEK = {"h": "η", "v": "ω", "u": "θ", "m": "μ", "c": "ψ"}


def press(s: Screen, letter: str, own: str, mod: int = 0) -> None:
    """Presses the key that has a Latin letter elsewhere, and a letter of its own here."""
    place = bindings.PLACES[letter]
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        s.post(kind, key=ord(own), scancode=place, mod=mod, unicode=own)


@pytest.fixture(params=[RUSSIAN, GREEK], ids=["ru", "gr"])
def layout(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A layout, as SDL tells of it."""
    letters: dict[str, str] = request.param
    at = {bindings.PLACES[letter]: ord(own) for letter, own in letters.items()}
    monkeypatch.setattr(bindings, "key_at", lambda place: at.get(place, 0))
    monkeypatch.setattr(bindings, "place_of", lambda _: 0)
    return letters


@pytest.mark.long("ru")
def test_keys_without_latin_letters_do_what_their_place_does(
    tmp_path: Path, layout: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with screen(tmp_path) as s:
        table = s.sit("duel", seed=3, seats=["human", "hatchling"])
        undone: list[int] = []
        monkeypatch.setattr(table, "undo", lambda: undone.append(1))
        press(s, "u", layout["u"])
        assert undone == [1]
        press(s, "c", layout["c"], pygame.KMOD_CTRL)
        assert s.app.input.copied == table.match.deal_id()
        press(s, "m", layout["m"])
        assert isinstance(s.scene, arcade.Pause)


def test_the_letter_that_works_is_shown(tmp_path: Path, layout: dict[str, str]) -> None:
    with screen(tmp_path) as s:
        own = layout["u"].upper()
        s.app.push(arcade.Keys(s.app))
        assert own in s.words().split("\n")
        s.app.home()
        s.sit("duel", seed=3, seats=["human", "hatchling"])
        assert s.app.session.strings.key(s.app.input.cap(s.app.input.key_of("undo"))) == own


def test_the_letters_follow_the_layout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with screen(tmp_path) as s:
        s.app.push(arcade.Keys(s.app))
        assert "U" in s.words().split("\n")
        monkeypatch.setattr(bindings, "key_at", lambda place: ord("г") if place == bindings.PLACES["u"] else 0)
        monkeypatch.setattr(bindings, "place_of", lambda _: 0)
        s.post(pygame.KEYMAPCHANGED)
        assert "Г" in s.words().split("\n")
        assert "U" not in s.words().split("\n")
        monkeypatch.setattr(bindings, "place_of", lambda _: 1)  # two scripts at once: the Latin letters are there
        s.post(pygame.KEYMAPCHANGED)
        assert "U" in s.words().split("\n")


def test_a_letter_that_was_given_something_to_do_does_that() -> None:
    pygame.display.init()
    settings = Settings()
    settings.keys = {"hint": ["г"]}
    hands = Input(settings)
    event = pygame.event.Event(
        pygame.KEYDOWN, key=ord("г"), scancode=bindings.PLACES["u"], mod=0, unicode="г"
    )
    assert [action.name for action in hands.actions(event, False)] == ["hint"]
    assert [action.text for action in hands.actions(event, True)] == ["г"]  # what is typed stays as it is
    event = pygame.event.Event(pygame.KEYDOWN, key=ord(","), scancode=bindings.PLACES["m"], mod=0, unicode=",")
    assert [action.name for action in hands.actions(event, False)] == [""]  # as in France


LAYOUT = """
import sys
sys.path.insert(0, sys.argv[1])
import pygame
from native.screen import bindings, window
from native.store.settings import Settings
window.open_display()
window.opened(window.wish(False, 0, (800, 600)))
hands = bindings.Input(Settings())
hands.read_layout()
print(" ".join(map(hands.cap, "huv")))
"""


@pytest.mark.long
@on_linux
@pytest.mark.parametrize(("name", "caps"), [("ru", "р г м"), ("gr", "η θ ω"), ("us", "h u v"), ("fr", "h u v")])
def test_the_layout_is_read_from_the_display(name: str, caps: str) -> None:
    if not shutil.which("setxkbmap"):
        pytest.skip("no setxkbmap here")
    with x_server("-screen", "0", "800x600x24") as display:
        bare = {key: value for key, value in os.environ.items() if key != "SDL_VIDEODRIVER"}
        environment = bare | {"DISPLAY": display, "PYTHONUTF8": "1"}
        subprocess.run(["setxkbmap", name], env=environment, check=True)
        command = [sys.executable, "-c", LAYOUT, str(ROOT)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", check=True)
    assert done.stdout.splitlines()[-1] == caps


# ---- sound ----


def test_sound_comes_back_when_a_device_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with screen(tmp_path) as s:
        sound = s.app.sound
        sound.reopen()
        sound.play("deal")
        assert sound.on
        assert sound.sounds
        opened: list[int] = []
        there = False
        init = pygame.mixer.init

        def try_to_open(*values: Any) -> None:
            opened.append(1)
            if not there:
                raise pygame.error("no such device")
            init(*values)

        monkeypatch.setattr(pygame.mixer, "init", try_to_open)
        s.post(pygame.AUDIODEVICEREMOVED, which=0, iscapture=0)  # another one
        s.post(pygame.AUDIODEVICEADDED, which=1, iscapture=0)
        assert (sound.on, opened) == (True, [])
        s.post(pygame.AUDIODEVICEREMOVED, which=2, iscapture=0)
        assert not sound.on
        sound.play("deal")
        now = sound.next_try
        for _ in range(400):
            sound.look_for_device(now)
            now += 1000
        assert 6 <= len(opened) <= 15  # seldom, and more seldom
        there = True
        sound.heed(pygame.event.Event(pygame.AUDIODEVICEADDED, which=0, iscapture=0), now)
        sound.look_for_device(now + RETRY_MS)
        assert (sound.on, sound.lost, sound.sounds) == (True, False, {})
        sound.play("deal")
        assert sound.sounds


def test_where_pulseaudio_has_no_device_the_mixer_stays_closed_until_one_appears(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with screen(tmp_path) as s:
        sound = s.app.sound
        sound.reopen()
        assert sound.on
        monkeypatch.setattr(pulse, "without_device", lambda: True)
        sound.reopen()
        sound.play("deal")
        assert (sound.on, sound.lost, pygame.mixer.get_init()) == (False, True, None)
        sound.look_for_device(sound.next_try)
        assert pygame.mixer.get_init() is None
        monkeypatch.setattr(pulse, "without_device", lambda: False)
        sound.look_for_device(sound.next_try)
        assert (sound.on, sound.lost) == (True, False)


class PulseLibrary:
    """Stands for libpulse.so.0: a server with these default devices, or one that does not answer."""

    def __init__(self, sink: bytes | None, source: bytes | None, state: int = pulse.READY) -> None:
        self.server = pulse.Server(name=b"server", sink=sink, source=source)
        self.state, self.asked = state, False
        self.told: Any = None
        self.closed = 0
        for name in pulse.POINTERS[:3]:
            setattr(self, name, Mock(return_value=1))
        self.pa_context_connect = self.pa_operation_unref = Mock(return_value=0)
        self.pa_context_disconnect = self.pa_context_unref = self.pa_mainloop_free = Mock(side_effect=self.count)
        self.pa_context_get_state = Mock(return_value=state)
        self.pa_context_get_server_info = Mock(side_effect=self.ask)
        self.pa_mainloop_iterate = Mock(side_effect=self.go_on)

    def count(self, _: object) -> None:
        self.closed += 1

    def ask(self, _: object, told: Any, __: object) -> int:
        self.told = told
        return 1

    def go_on(self, *_: object) -> int:
        if self.told:
            self.told(None, ctypes.pointer(self.server), None)
        return 0


@pytest.mark.parametrize(
    ("sink", "source", "state", "answer"),
    [
        (b"speakers", b"monitor", pulse.READY, True),
        (None, b"microphone", pulse.READY, False),
        (b"speakers", None, pulse.READY, False),
        (b"speakers", b"monitor", pulse.FAILED, None),
        (b"speakers", b"monitor", 1, False),
    ],
)
def test_pulseaudio_is_asked_for_its_devices(
    monkeypatch: pytest.MonkeyPatch, sink: bytes | None, source: bytes | None, state: int, answer: bool | None
) -> None:
    """No server is none to fear; one that does not answer in time is."""
    monkeypatch.setattr(pulse, "ANSWER_S", 0.02)
    library = PulseLibrary(sink, source, state)
    assert pulse.devices(library) is answer
    assert library.closed == 3


def test_pulseaudio_is_not_asked_where_sdl_does_not_use_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", Mock(side_effect=AssertionError))
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    assert not pulse.without_device()
    monkeypatch.setattr(ctypes, "CDLL", Mock(side_effect=OSError))
    monkeypatch.delenv("SDL_AUDIODRIVER")
    assert not pulse.without_device()


def test_options_open_the_device_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with screen(tmp_path) as s:
        sound = s.app.sound
        sound.reopen()
        opened: list[int] = []
        monkeypatch.setattr(sound, "start", lambda: opened.append(1))
        for volume, count in ((50, 0), (40, 0), (0, 0), (10, 1), (20, 1)):
            s.app.session.settings.sound = volume
            s.app.settings_changed("sound")
            assert len(opened) == count
        sound.on = False
        s.app.settings_changed("music")
        assert len(opened) == 2


# ---- displays with more dots than their windows count ----


class Dense:
    """A window of a display with two dots, each way, for what the desktop counts as one."""

    def __init__(self, _: str, size: tuple[int, int], **asked: bool) -> None:
        assert asked["allow_high_dpi"]
        self.size = size
        self.shown = 0

    def get_surface(self) -> pygame.Surface:
        return pygame.Surface((2 * self.size[0], 2 * self.size[1]))

    def set_fullscreen(self, desktop: bool) -> None:
        assert desktop
        self.size = (1024, 768)

    def set_windowed(self) -> None:
        pass

    def flip(self) -> None:
        self.shown += 1

    def destroy(self) -> None:
        self.size = (0, 0)


@pytest.mark.long
def test_a_dense_display_is_drawn_on_in_all_its_dots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pygame.display.init()
    pygame.display.set_mode((8, 8))
    monkeypatch.setattr(window, "DENSE", (pygame.display.get_driver(),))
    monkeypatch.setattr("pygame.window.Window", Dense)
    with screen(tmp_path, (800, 600)) as s:
        assert s.app.canvas.area.size == (1600, 1200)
        assert s.app.session.settings.window == [800, 600]
        spot = s.spot("quit")
        middle = (spot.rect.centerx // 2, spot.rect.centery // 2)
        s.post(pygame.MOUSEMOTION, pos=middle, rel=(0, 0), buttons=(0, 0, 0))
        assert s.app.pointer.focus == "quit"
        (made,) = window._dense
        before = made.shown  # type: ignore[attr-defined]
        s.app.dirty = True
        s.app.turn()
        assert made.shown == before + 1  # type: ignore[attr-defined]
        s.app.toggle_full_screen()
        assert s.app.canvas.area.size == (2048, 1536)
        s.app.toggle_full_screen()
        assert s.app.canvas.area.size == (1600, 1200)
        made.size = (900, 700)
        s.post(pygame.WINDOWSIZECHANGED, x=900, y=700)
        assert (s.app.canvas.area.size, s.app.session.settings.window) == ((1800, 1400), [900, 700])
    assert window._dense == []
    assert window.surface() is None


@on_linux
def test_a_window_at_scale_2_has_twice_the_dots_each_way(tmp_path: Path) -> None:
    program = shutil.which("weston")
    if not program:
        pytest.skip("no weston here")
    tmp_path.chmod(0o700)
    bare = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "SDL_VIDEODRIVER")}
    environment = bare | {"XDG_RUNTIME_DIR": str(tmp_path), "WAYLAND_DISPLAY": "wl-test"}
    words = [program, "--backend=headless-backend.so", "--width=2048", "--height=1536", "--scale=2"]
    words.append("--socket=wl-test")
    command = [sys.executable, "-c", WINDOWS, str(ROOT)]
    quiet = subprocess.DEVNULL
    compositor = subprocess.Popen(words, env=environment, stdout=quiet, stderr=quiet)
    try:
        while not (tmp_path / "wl-test").exists():
            if compositor.poll() is not None:
                pytest.skip("weston does not start here")
            time.sleep(0.05)
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    finally:
        compositor.kill()
        compositor.wait()
    assert done.returncode == 0, done.stderr
    sizes = [tuple(map(int, line.split())) for line in done.stdout.splitlines()[-4:]]
    assert all(dots == (2 * wide, 2 * high) for *dots_, wide, high in sizes for dots in [tuple(dots_)])
    assert sizes[-1] == (1600, 1200, 800, 600)
