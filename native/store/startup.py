"""What the splash screen needs from the database: who plays, and their screen settings.

It is kept small, since it is imported before everything else. settings.py reads the same rows with the same schemas.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from ..files import theme
from ..records import parse_json
from ..refusals import BadRecord
from ..streams import InputError
from .schema import Flag, ListOf, OneOf, Schema, Whole

if sqlite3.sqlite_version_info < (3, 37):
    raise InputError(f"SQLite {sqlite3.sqlite_version} is too old: Hoard needs 3.37 or a later one")

FILE = "hoard.db"
CHOSEN = """SELECT key, value FROM settings WHERE part = '' AND person = coalesce((
    SELECT id FROM people JOIN common ON value = id WHERE key = 'now' AND gone IS NULL), '')"""

# The screen settings: the default of each, and its schema.
SCREEN: dict[str, Any] = {
    "full_screen": True,
    "window": [1280, 720],
    "display": 0,
    "text_size": 100,
    "table": "night",
}
SCREEN_SHAPES: dict[str, Schema] = {
    "full_screen": Flag(),
    "window": ListOf(Whole(1, 16_384), 2, 2),
    "display": Whole(0, 100),
    "text_size": Whole(50, 200),
    "table": OneOf(tuple(theme()["tables"])),
}


def usual_folder() -> str:
    """The system's usual folder for this program's data."""
    if sys.platform != "linux":
        return str(import_module("pygame.system").get_pref_path("hoard", "hoard"))
    share = os.environ.get("XDG_DATA_HOME", "")
    if not Path(share).is_absolute():  # the XDG rules treat an empty or relative path as unset
        share = f"{home()}/.local/share"
    return f"{share}/hoard/hoard"


def home() -> str:
    """The home folder: $HOME, else that of the user database. Raises OSError if there is neither."""
    found = os.environ.get("HOME", "")
    if Path(found).is_absolute():
        return found
    import pwd  # late: HOME is nearly always set

    with contextlib.suppress(KeyError):
        found = pwd.getpwuid(os.getuid()).pw_dir
    if not Path(found).is_absolute():
        raise OSError("neither XDG_DATA_HOME nor HOME nor the user database names a folder")
    return found


def data_folder(named: Path | None) -> Path:
    """The data folder: the given one, else the usual one. Raises InputError if there is none."""
    try:
        folder = named or Path(usual_folder())
        str(folder).encode()
    except UnicodeEncodeError:
        raise InputError(f"the data folder {str(folder)!r} has a name that is no UTF-8") from None
    except Exception as error:
        raise InputError(f"there is no data folder ({error}); name one by --data-dir") from None
    try:
        found = next((place for place in (folder, *folder.parents) if place.exists()), folder)
    except OSError as error:
        raise InputError(f"{folder} cannot be used: {error.strerror}") from None
    if found.exists() and not found.is_dir():
        raise InputError(f"{found} is no folder, so nothing can be kept in it")
    return folder


def screen_of(folder: Path) -> dict[str, Any]:
    """The screen settings of the present person; defaults for invalid ones."""
    path = folder / FILE
    found: dict[str, Any] = {}
    try:
        if stat.S_ISREG(path.lstat().st_mode):
            with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as con:
                rows = con.execute(CHOSEN).fetchall()
            found = {name: parse_json(text.encode()) for name, text in rows if name in SCREEN}
    except (OSError, sqlite3.Error, ValueError, AttributeError, BadRecord):
        found = {}
    fitting = (name for name in SCREEN if SCREEN_SHAPES[name].fits(found.get(name)))
    return SCREEN | {name: found[name] for name in fitting}
