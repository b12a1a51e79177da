"""Saved matches, each in its own file, and records from outside."""

from __future__ import annotations

import contextlib
import datetime
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ..games import GAMES, SEATED
from ..match import Match
from ..records import FORMAT, SIZE_LIMIT, Record, check, read_bytes
from ..refusals import BadRecord
from .folder import Keeper, compact
from .forms import NAME, NOTED, OWN, own_bad

PAUSE_S = 300.0  # the most that the pause between two moves counts as playing time


def new_name(match: Match) -> str:
    """A unique name for a match: game, time, seed, four random characters."""
    now = datetime.datetime.now(datetime.UTC)
    return f"{match.game}-{now:%Y%m%d-%H%M%S}-{match.seed}-{os.urandom(2).hex()}"


def is_later(record: object) -> bool:
    """Whether a value is the record of a later version, with an unknown format, game, option or
    player. Such a finished match is left where it is."""
    if not isinstance(record, dict) or not isinstance(game := record.get("game"), str):
        return False
    form, options, seats = (record.get(key) for key in ("hoard", "options", "seats"))
    if type(form) is not int:
        return False
    known = {option.name for option in GAMES[game].options} if game in GAMES else set[str]()
    return (
        form > FORMAT
        or game not in GAMES
        or (isinstance(options, dict) and bool(options.keys() - known))
        or (isinstance(seats, list) and any(who not in SEATED for who in map(str, seats)))
    )


def ours(match: Match) -> Match:
    """Removes those of our own keys from a match whose values are invalid, and returns it."""
    for key in own_bad(match.extra):
        del match.extra[key]
    return match


def afresh(record: Mapping[str, Any], assisted: bool) -> dict[str, Any]:
    """A record as that of a new match, without notes about the old one."""
    return {key: value for key, value in record.items() if key not in NOTED} | {
        "assisted": assisted,
        "hints": 0,
    }


def taken_in(match: Match) -> Match:
    """Makes a match from outside one of ours: its notes are removed, and it counts as assisted if
    it was begun elsewhere or its cards were chosen."""
    for key in OWN:
        match.extra.pop(key, None)
    if match.moves or match.deal is not None or match.chance:
        match.extra["assisted"] = True
    return match


class SavedMatch(NamedTuple):
    """A saved match, as a list shows it."""

    name: str  # to open it with
    match: Match
    date: str  # of its last move, to the minute, UTC: "2026-11-22 05:30"; "" if unknown


class Saves:
    """A person's saved matches, any number of them, each in its own file, latest first."""

    def __init__(self, keeper: Keeper, home: str = "") -> None:
        self.keeper, self.home = keeper, home
        self.clock: tuple[str, float] = ("", 0.0)  # name of the match saved last, and when

    def path(self, name: str) -> str:
        """The file of a saved match."""
        return f"{self.home}saves/{name}.json"

    def names(self, game: str = "") -> list[str]:
        """The names of the saved matches of a game, or of all, latest first."""
        files = self.keeper.names(f"{self.home}saves", ".json")
        found = [file.rpartition("/")[2].removesuffix(".json") for file in files]
        return [
            name
            for name in found
            if NAME.fits(name) and name.partition("-")[0] in ({game} if game else GAMES)
        ]

    def keep(self, match: Match) -> None:
        """Saves a match. One without moves is not saved; a finished one has its record."""
        name = ours(match).extra.get("match")
        if match.over:
            self.drop(str(name))
            match.extra.pop("match", None)
        elif match.moves or name:
            with self.keeper.alone():
                if not name or self.is_taken(name):
                    name = match.extra["match"] = new_name(match)
                self.time(match, name)
                file = self.path(name)
                self.keeper.write(file, compact(match.record()))
                self.keeper.make_latest(file)
                self.keeper.mark(file)

    def begin(self, match: Match) -> str:
        """Saves a match before its first move and returns its name."""
        match.extra["match"] = new_name(match)
        self.keep(match)
        return str(match.extra["match"])

    def is_taken(self, name: str) -> bool:
        """Whether a name belongs to a finished match, or another program has gone on with it."""
        outside = self.keeper.changed_outside(self.path(name))
        return outside or self.keeper.exists(f"{self.home}records/{name}.json")

    def time(self, match: Match, name: str) -> None:
        """Adds the seconds since the match was last saved."""
        now = time.monotonic()
        spent = now - self.clock[1] if self.clock[0] == name else 0.0
        match.extra["seconds"] = round(
            float(match.extra.get("seconds", 0)) + min(spent, PAUSE_S), 1
        )
        self.clock = (name, now)

    def open(self, name: str) -> Match:
        """Opens a saved match. Raises BadRecord if it is invalid, and then it is set aside, or if
        it cannot be read now."""
        file = self.path(name)
        self.keeper.mark(file)
        data = self.keeper.load(file)
        self.keeper.refuse_unread(file)
        try:
            match = Match.from_record(self.own(file, check(data)))
        except BadRecord:
            if data is not None:
                self.keeper.set_aside(file)
            raise
        if match.over:  # only its record is missing
            record = f"{self.home}records/{name}.json"
            self.keeper.write(record, compact(match.record() | {"match": name}))
            self.keeper.delete(file, after=record)
        elif match.extra.get("match") != name:
            renamed = match.extra["match"] = new_name(match)
            self.keep(match)
            self.keeper.delete(file, after=self.path(renamed))
        return match

    def own(self, file: str, record: Record) -> Record:
        """The record without those of our own keys that are invalid. In that case a copy is set
        aside."""
        if bad := own_bad(record.extra):
            self.keeper.copy_aside(file, self.keeper.raw(file) or b"")
            return record._replace(
                extra={key: value for key, value in record.extra.items() if key not in bad}
            )
        return record

    def list(self, game: str) -> list[SavedMatch]:
        """The saved matches of a game, latest first. Invalid ones are set aside."""
        found = []
        for name in self.names(game):
            with contextlib.suppress(BadRecord):
                match = self.open(name)
                if not match.over:
                    name = str(match.extra["match"])
                    found.append(SavedMatch(name, match, self.keeper.minute(self.path(name))))
        return found

    def drop(self, name: str) -> None:
        """Deletes a saved match."""
        if NAME.fits(name):
            self.keeper.delete(self.path(name))


def text_of(path: str) -> str:
    """The text of a record's file. Raises BadRecord if it cannot be read."""
    data = read_bytes(str(Path(path).absolute()))
    if len(data) > SIZE_LIMIT:
        raise BadRecord("too_large", most=f"{SIZE_LIMIT:,}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRecord("no_utf8", byte=error.start) from None


def match_of(text: str, seats_for: Callable[[Match], list[str]]) -> Match:
    """The match in a text from outside: a record, a deal id or a deal number. Raises BadRecord if
    there is none. seats_for: chooses the players if the text is only a deal."""
    text = text.strip()
    if text.startswith("{"):
        return taken_in(Match.load(text))
    match = taken_in(Match.from_deal_id(text))
    match.seats = seats_for(match)
    return match
