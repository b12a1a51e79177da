"""The system around the program: bytes that are no text, folders, windows, keys, sound, days, discs and displays."""

from __future__ import annotations

import ctypes
import errno
import os
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

import game as arcade
import native
from native.parlour import choices
from native.parlour.controls import Action, Input
from native.parlour.folder import Keeper
from native.parlour.keeping import Settings
from native.parlour.words import Strings
from native.streams import InputError
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
    """Drops something on the window."""
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
        assert s.app.notes.words == s.app.strings("records.no_name")
        assert not s.app.running


def paste_at(s: Screen, place: str) -> None:
    """Pastes on a scene."""
    if place == "table":
        s.sit("duel", seed=1, seats=["human", "hatchling"])
    elif place == "players":
        s.app.turn_to("players")
        s.click("take")
        return
    else:
        s.app.push(arcade.SetUp(s.app, "duel") if place == "set-up" else arcade.Records(s.app))
    if isinstance(s.scene, arcade.Records):
        s.scene.paste()
    else:
        s.app.answer(Action("paste"))


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
            s.app.open_file(str(path))
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
    assert choices.usual_folder() == f"{found}/hoard/hoard"


@on_linux
def test_no_home_at_all_is_said_and_what_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    import pwd

    def unknown(number: int) -> pwd.struct_passwd:
        raise KeyError(number)

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    with pytest.raises(InputError, match="--data-dir"):
        choices.data_folder(None)


def blocked_by(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Has every write fail."""

    def put(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Keeper, "put", put)
    monkeypatch.setattr(Keeper, "put_line", put)


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBUSY])
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
            s.app.save_settings()
            broken.setattr(s.app.keeper, "folder", folder)
            for _ in range(3):  # however often it is looked at
                s.app.home()
                s.app.turn()
                assert told in s.words()
                assert arcade.faults(s.app.canvas) == []
            assert "Errno" not in told
        s.app.save_settings()
        assert s.scene.tick()
        assert line in s.words()
        assert told not in s.words()


@on_linux
@pytest.mark.parametrize("place", ["/proc/hoard", "/dev/null/hoard"])
def test_a_folder_that_cannot_be_made_is_told_before_anything_is_kept(place: str) -> None:
    with screen(Path(place)) as s:
        assert s.app.strings("disc.ENOENT") in s.words() or s.app.strings("disc.ENOTDIR") in s.words()


def test_a_folder_that_may_not_be_written_is_told_until_it_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    allowed = False
    monkeypatch.setattr(os, "access", lambda *_: allowed)
    with screen(tmp_path) as s:
        assert s.app.strings("disc.EACCES") in s.words()
        allowed = True
        s.app.save_settings()
        s.until(lambda: s.app.keeper.blocked is None)
        assert s.app.strings("title.line") in s.words()
