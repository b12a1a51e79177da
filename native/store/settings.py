"""A person's settings: a row for each, or for each part of one. Another program may change them too."""

from __future__ import annotations

import contextlib
import copy
import json
import sqlite3
from collections.abc import Collection, Mapping
from typing import Any

from ..files import theme
from ..games import GAMES, check_options
from ..records import parse_json
from ..refusals import BadRecord
from .database import PersonTables, Tables, storable
from .forms import OPPONENTS
from .schema import Fields, Flag, ListOf, Maybe, OneOf, Schema, Table, Text, Whole
from .startup import SCREEN, SCREEN_SHAPES

Parts = dict[tuple[str, str], Any]  # values by the name of a setting and its part
BINDINGS = Table(Text(40), ListOf(Text(40), 16), 200)
# The schema of each setting. One that is not listed may be anything of its default's type.
SETTINGS_SHAPES: dict[str, Schema] = {
    **SCREEN_SHAPES,
    "language": Text(10),
    "motion": OneOf(("off", "fast", "normal", "slow")),
    "card_back": OneOf(tuple(theme()["backs"])),
    "pause_least": Whole(0, 60_000),
    "pause_most": Whole(0, 600_000),
    "sound": Whole(0, 100),
    "music": Whole(0, 100),
    "speech": OneOf(("off", "short", "full")),
    "forced": OneOf(("never", "plain", "always")),
    "scan": Whole(0, 60_000),
    "keys": BINDINGS,
    "buttons": BINDINGS,
    "last": Table(Text(40), Fields({}), 100),
    "game": Text(40),
    "guided": Table(Text(40), Whole(0, 1000), 100),
}


class Settings:
    """A person's settings. Each has a default."""

    def __init__(self) -> None:
        self.full_screen: bool = SCREEN["full_screen"]
        self.window: list[int] = list(SCREEN["window"])
        self.display: int = SCREEN["display"]
        self.language = "en"
        self.text_size: int = SCREEN["text_size"]
        self.motion = "normal"
        self.reduced_motion = False
        self.pause_least = 500
        self.pause_most = 4000
        self.sound = 70
        self.music = 30
        self.speech = "off"
        self.colour_blind = False
        self.table: str = SCREEN["table"]
        self.card_back = "woven"
        self.still_grid = False
        self.trick_waits = False
        self.talk = True
        self.forced = "plain"  # which moves without an alternative are made by themselves
        self.ignore_doubles = False
        self.scan = 0  # after how many ms the focus goes on by itself; 0: never
        self.coach = True  # of the last match, and the default for the next
        self.keys: dict[str, list[str]] = {}
        self.buttons: dict[str, list[str]] = {}
        self.last: dict[str, dict[str, Any]] = {}  # per game: options and seats of the last match
        self.game = ""  # the game played last
        self.guided: dict[str, int] = {}  # turns that were guided, per game, and per game and situation
        self.names = tuple(vars(self))  # of all fields that are kept
        self.before = self.copied()  # all values when last read or written
        self.unknown: dict[str, Any] = {}  # keys of other versions, kept for them
        self.misfits: list[str] = []  # names of invalid values that were found

    def chosen_all(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.names}

    def copied(self) -> dict[str, Any]:
        return copy.deepcopy(self.chosen_all())

    def changed(self, but: Collection[str] = ()) -> tuple[Parts, list[tuple[str, str]]]:
        """What has changed here: new values by name and part, and parts that are gone. but: names to leave out."""
        new, gone = dict[tuple[str, str], Any](), list[tuple[str, str]]()
        for name, value in self.chosen_all().items():
            if name in but:
                continue
            now, before = parts_of(name, value), parts_of(name, self.before[name])
            new |= {key: one for key, one in now.items() if key not in before or before[key] != one}
            gone += before.keys() - now.keys()
        return new, gone

    def take_up(self, found: Settings) -> list[str]:
        """Adopts settings that another program changed and this one did not. Returns their names."""
        new = found.chosen_all()
        same = [name for name, value in self.chosen_all().items() if value == self.before[name]]
        names = [name for name in same if new[name] != self.before[name]]
        for name in names:
            setattr(self, name, new[name])
            self.before[name] = copy.deepcopy(new[name])
        return names

    def chosen(self, game: str, name: str) -> bool:
        """Whether an option of a game's set-up that is no rule of the game is on."""
        choices = self.last.get(game, {}).get("choices")
        return isinstance(choices, dict) and choices.get(name) is True

    def choose(self, game: str, name: str) -> None:
        """Switches an option that is no rule of the game on or off."""
        now = self.chosen(game, name)
        self.last.setdefault(game, {})["choices"] = {name: not now}

    @classmethod
    def of(cls, found: object) -> Settings:
        """Settings from a JSON value."""
        settings = cls()
        if not isinstance(found, dict):
            settings.misfits = [] if found is None else ["all"]
            return settings
        for name, value in found.items():
            if name not in settings.names:
                settings.unknown[name] = value
            elif setting_fits(name, value, getattr(settings, name)):
                setattr(settings, name, value)
            else:
                settings.misfits.append(name)
        for game in [game for game, last in settings.last.items() if not last_fits(game, last)]:
            del settings.last[game]
            settings.misfits.append(f"last.{game}")
        settings.before = settings.copied()
        return settings

    def kept(self) -> dict[str, Any]:
        """The values to store: all fields, and the keys of other versions."""
        return self.unknown | self.chosen_all()


def setting_fits(name: str, value: object, default: object) -> bool:
    shape = SETTINGS_SHAPES.get(name)
    return type(value) is type(default) if shape is None else shape.fits(value)


def last_fits(game: str, last: Mapping[str, Any]) -> bool:
    """Whether the options and seats of a game's last match are valid. Those of unknown games are not checked."""
    if game not in GAMES:
        return True
    options, seats = last.get("options", {}), last.get("seats", [])
    if not isinstance(options, dict) or not ListOf(OneOf(("human", *OPPONENTS)), 10).fits(seats):
        return False
    if not (Maybe(Whole(0, 9999)).fits(last.get("strength")) and Flag().fits(last.get("followed", True))):
        return False
    try:
        check_options(GAMES[game], options)
    except BadRecord:
        return False
    return True


def parts_of(name: str, value: object) -> Parts:
    """A setting's value by its name and part."""
    return {(name, part): one for part, one in value.items()} if isinstance(value, dict) else {(name, ""): value}


def stored_settings(own: PersonTables) -> dict[str, Any]:
    """A person's settings as stored; a value that is not JSON is returned as text."""
    found: dict[str, Any] = {}
    for name, part, text in own.rows("SELECT key, part, value FROM settings WHERE person = :person"):
        value: Any = text
        with contextlib.suppress(BadRecord, AttributeError):
            value = parse_json(text.encode())
        if not part:
            found[name] = value
        elif isinstance(held := found.setdefault(name, {}), dict):
            held[part] = value
    return found


def put_settings(con: sqlite3.Connection, person: str, parts: Parts) -> None:
    rows = [(person, *map(storable, key), json.dumps(value)) for key, value in parts.items()]
    con.executemany("REPLACE INTO settings VALUES (?, ?, ?, ?)", rows)


def all_parts(found: Mapping[str, Any]) -> Parts:
    return {key: one for name, value in found.items() for key, one in parts_of(name, value).items()}


def load_settings(tables: Tables, person: str = "") -> Settings:
    """Loads the settings. If some are invalid, a copy of all is set aside, and the valid ones are used."""
    own = PersonTables(tables, person)
    found = stored_settings(own)
    settings = Settings.of(found)
    if settings.misfits:
        tables.copy_aside("settings.json", json.dumps(found, indent=1))

        def mend(con: sqlite3.Connection) -> None:
            con.execute("DELETE FROM settings WHERE person = ?", [person])
            put_settings(con, person, all_parts(settings.kept()))

        own.change(mend)
    return settings


def save_settings(tables: Tables, settings: Settings, fixed: bool, person: str = "") -> None:
    """Saves the settings that changed since they were last read or written. fixed: the window size comes from the
    command line and is not saved."""
    but = ("full_screen", "window") if fixed else ()
    new, gone = copy.deepcopy(settings.changed(but))
    if new or gone:

        def save(con: sqlite3.Connection) -> None:
            put_settings(con, person, new)
            query = "DELETE FROM settings WHERE person = ? AND key = ? AND part = ?"
            con.executemany(query, [(person, *key) for key in gone])

        PersonTables(tables, person).change(save)
        settings.before = settings.copied() | {name: settings.before[name] for name in but}
