"""Restores files that were set aside by mistake: files in aside/ that are valid throughout.

Old versions moved good files there after any read error, and an older version sets aside what a
later one has written. A file that has taken their place stays. If the two can be merged, they are,
and the file in aside/ is renamed taken-NAME.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ..games import GAMES
from ..match import Match
from ..records import SIZE_LIMIT, parse_json, read_part, read_plain
from ..refusals import BadRecord
from .chronicle import with_ids
from .folder import ASIDE, PART, Keeper, compact, one_object
from .forms import CONTEST, DUPLICATE, MINED, NAME, OLD_ENTRY, is_line, own_bad
from .people import People
from .settings import Settings, save_settings
from .startup import PEOPLE, PERSONS, SETTINGS, home_of

TAKEN = "taken-"
NUMBERED = re.compile(r"(.+?\.jsonl?)(?:\.\d+)?")  # free_place() numbers files of the same name


class Spoilt(Exception):
    """A file in aside/ is not valid."""


class AsideFile:
    """A file in aside/, and whose it was."""

    def __init__(self, keeper: Keeper, people: People, path: Path, home: str, name: str) -> None:
        self.keeper, self.people, self.path = keeper, people, path
        self.home, self.name = home, name

    def value(self) -> Any:
        """Its JSON value. Raises Spoilt if it has none."""
        try:
            return parse_json(read_plain(self.path, SIZE_LIMIT))
        except BadRecord:
            raise Spoilt from None

    def lines(self, fits: Callable[[dict[str, Any]], bool]) -> Iterator[dict[str, Any]]:
        """Its lines. Raises Spoilt at an invalid one."""
        start, rest = 0, b""
        while data := read_part(self.path, start, PART):
            start += len(data)
            *whole, rest = (rest + data).split(b"\n")
            yield from self.fitting(whole, fits)
        yield from self.fitting([rest], fits)

    def fitting(
        self, lines: list[bytes], fits: Callable[[dict[str, Any]], bool]
    ) -> Iterator[dict[str, Any]]:
        """The objects in some lines. Raises Spoilt at an invalid one."""
        for line in filter(bytes.strip, lines):
            value = one_object(line)
            if value is None or not fits(value):
                raise Spoilt
            yield value

    # What to do with each kind of file

    def back(self) -> bool:
        """Moves it back if its place is free. Returns whether it could."""
        place = self.keeper.folder / (self.home + self.name)
        if self.keeper.exists(self.home + self.name) or os.path.lexists(place):
            return False
        self.path.rename(self.keeper.room(self.home + self.name))
        return True

    def joined(self) -> bool:
        """Marks it as merged."""
        place, number = self.path.with_name(TAKEN + self.path.name), 2
        while os.path.lexists(place):
            place, number = self.path.with_name(f"{TAKEN}{self.path.name}.{number}"), number + 1
        self.path.rename(place)
        return True

    def settings(self) -> bool:
        """Restores settings, except those changed since."""
        old = Settings.of(self.value())
        if old.misfits:
            raise Spoilt  # a copy: the valid part is in use
        if self.back():
            return True
        now = Settings.of(self.keeper.load(self.home + self.name))
        plain = Settings().chosen_all()
        for name, value in old.chosen_all().items():
            if getattr(now, name) == plain[name]:
                setattr(now, name, value)
        save_settings(self.keeper, now, fixed=False, home=self.home)
        return self.joined()

    def history(self) -> bool:
        """Restores lines of the history that are missing."""
        for _ in self.lines(is_line):
            pass
        return self.back() or self.merge(self.lines(is_line))

    def statistics(self) -> bool:
        """Restores the entries of an older version."""
        found = self.value()
        if not isinstance(found, list) or not all(map(OLD_ENTRY.fits, found)):
            raise Spoilt
        return self.back() or self.merge(with_ids(found))

    def merge(self, lines: Any) -> bool:
        """Adds lines to the history."""
        person = next(one for one in self.people.all if one.home == self.home)
        self.people.merge_lines(person, lines)
        return self.joined()

    def list_of_people(self) -> bool:
        """Restores people who have a folder but are in no list, and the first person's name."""
        found = self.value()
        if not PEOPLE.fits(found):
            raise Spoilt
        if self.back():
            return True
        here = {"", *self.keeper.folders("people")}

        def add(whole: dict[str, Any]) -> None:
            listed = {one["id"]: one for one in whole["people"]}
            for one in found["people"]:
                known = listed.get(one["id"])
                if known is None and one["id"] in here:
                    whole["people"].append(one)
                elif known is not None and known["name"] in ("", one["id"]):
                    known["name"] = one["name"]

        self.people.change(add)
        return self.joined()

    def contest(self) -> bool:
        """Restores a duplicate match if there is no other."""
        if not CONTEST.fits(self.value()):
            raise Spoilt
        return self.back()

    def record(self) -> bool:
        """Restores a match if there is none of its name."""
        try:
            match = Match.load(self.value())
        except (BadRecord, TypeError, ValueError):
            raise Spoilt from None
        stem = Path(self.name).stem
        ended = self.keeper.exists(f"{self.home}records/{stem}.json")
        if own_bad(match.extra) or not NAME.fits(stem):
            raise Spoilt
        return not ended and self.back()

    def puzzles(self) -> bool:
        """Restores puzzles that were mined here."""
        found = list(self.lines(MINED.fits))
        if self.back():
            return True
        for puzzle in found:
            self.keeper.add(self.home + self.name, compact(puzzle))
        return self.joined()


KINDS: dict[str, Callable[[AsideFile], bool]] = {
    SETTINGS: AsideFile.settings,
    "history.jsonl": AsideFile.history,
    "statistics.json": AsideFile.statistics,
    PERSONS: AsideFile.list_of_people,
    DUPLICATE: AsideFile.contest,
    **{f"puzzles/{game}.jsonl": AsideFile.puzzles for game in GAMES},
}


def take_back(keeper: Keeper, people: People) -> int:
    """Restores what was set aside by mistake and returns how many files. The list of people comes
    first: it tells whose the others are."""
    count = 0
    folders = [keeper.folder / name for name in ASIDE]
    paths = sorted(path for folder in folders if not folder.is_symlink() for path in folder.glob("*"))
    for path in sorted(paths, key=lambda path: not path.name.startswith(PERSONS)):
        with contextlib.suppress(OSError, MemoryError, Spoilt), keeper.alone():
            found = found_in(keeper, people, path)
            if found and kind_of(found.name)(found):
                count += 1
                people.read_again()
    return count


def found_in(keeper: Keeper, people: People, path: Path) -> AsideFile | None:
    """A file in aside/ as one of ours; None if it is none. In its name, "-" stands for "/"."""
    flat = NUMBERED.fullmatch(path.name)
    if not flat or path.name.startswith(TAKEN) or path.is_symlink() or not path.is_file():
        return None
    homes = sorted({home_of(person.id) for person in people.all}, key=len, reverse=True)
    home = next(home for home in homes if flat[1].startswith(home.replace("/", "-")))
    name = flat[1][len(home) :]
    for place in ("saves", "records", "puzzles"):
        if name.startswith(f"{place}-"):
            name = f"{place}/{name[len(place) + 1 :]}"
    known = name in KINDS or name.startswith(("saves/", "records/"))
    return AsideFile(keeper, people, path, home, name) if known else None


def kind_of(name: str) -> Callable[[AsideFile], bool]:
    """The method that restores a file of a name."""
    return KINDS.get(name, AsideFile.record)
