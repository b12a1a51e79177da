"""All texts on screen, by key, in the user's language, and how numbers, dates and names are
written."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from .files import assets_dir, game_tables, put, read_toml, strings
from .refusals import Refusal

NAMES: dict[str, list[str]] = (read_toml("company.toml") or {})["names"]  # names of dragons, by age
GUISES = ("human", "human-2", "human-3", "human-4")  # portraits of people
DEAL_DIGITS = 10  # of a deal's number that is shown whole
DEAL_ENDS = 4  # digits of a longer one that are shown at either end


def place_among(seats: Sequence[str], seat: int) -> tuple[int, int]:
    """A seat's index among the seats with the same player, from 0, and how many of them there
    are."""
    same = [other for other, who in enumerate(seats) if who == seats[seat]]
    return same.index(seat), len(same)


def dragon(seats: Sequence[str], seat: int, game: str) -> str:
    """The name of the dragon at a seat. A game's table says which dragon of each age comes first."""
    names = NAMES[seats[seat]]
    first: int = game_tables("talk.toml")[game].get("company", 0)
    return names[(first + place_among(seats, seat)[0]) % len(names)]


def guise(number: int) -> str:
    """The portrait of a person, by a number; the next ones have others."""
    return GUISES[number % len(GUISES)]


def places(value: float) -> int:
    """How many decimals a value needs, at most two."""
    return next(digits for digits in (0, 1, 2) if digits == 2 or value == round(value, digits))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def sentences(text: str) -> str:
    """A text with a capital letter at the beginning of each sentence in it.

    >>> sentences("he has all. the King stops 2.5 of them.")
    'He has all. The King stops 2.5 of them.'
    """
    return re.sub(r"(?:^|[.!?] )\w", lambda start: start[0].upper(), text)


class Texts(NamedTuple):
    """A text that stands beside its translations. key: its name in a translation of somebody else."""

    key: str
    words: Mapping[str, str]  # by language


class Strings:
    """All texts on screen, by key. A text that a language lacks is shown in English."""

    def __init__(self, language: str, own: Mapping[str, str] | None = None) -> None:
        """own: texts from a translation in the data folder."""
        self.language = language
        self.table = strings("en") | strings(language) | dict(own or {})
        self.seat_names: dict[tuple[tuple[str, ...], str, int], str] = {}  # by the players, the game and the seat

    @staticmethod
    def languages() -> list[str]:
        return sorted(path.stem for path in (assets_dir() / "strings").glob("*.toml") if "." not in path.stem)

    def of(self, texts: Texts) -> str:
        """A text in this language; in English if it is not translated."""
        return self.table.get(texts.key) or texts.words.get(self.language, texts.words["en"])

    def refusal(self, error: Refusal) -> str:
        return error.said(self.table)

    def disc(self, error: OSError) -> str:
        """Why the disc cannot be written, in the system's own words where we have none."""
        key = f"disc.{errno.errorcode.get(error.errno or 0, '')}"
        return self(key, path=error.filename) if key in self else error.strerror or str(error)

    def __contains__(self, key: str) -> bool:
        return key in self.table

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key with its placeholders filled in; the key itself if there is no such
        text."""
        text = self.table.get(key, key)
        return put(text, values) if values else text

    @staticmethod
    def deal(number: int | str) -> str:
        """A deal's number as a heading shows it; a long one is shortened.

        >>> Strings.deal(4711), Strings.deal(18446744073709551615)
        ('4711', '1844…1615')
        """
        digits = str(number)
        return digits if len(digits) <= DEAL_DIGITS else f"{digits[:DEAL_ENDS]}…{digits[-DEAL_ENDS:]}"

    def whole_deal(self, number: int) -> str:
        """A deal's whole number in words, where a heading shortens it; else ""."""
        return "" if self.deal(number) == str(number) else self("table.deal", number=number)

    def seat(self, seats: Sequence[str], seat: int, game: str) -> str:
        """The name of a seat: "you", a player's number, or a dragon's name. A level used only for
        measuring has its level as its name, with a number if several play. Names are cached: a log
        asks for them on every line."""
        key = (tuple(seats), game, seat)
        if key not in self.seat_names:
            self.seat_names[key] = self.seat_name(seats, seat, game)
        return self.seat_names[key]

    def seat_name(self, seats: Sequence[str], seat: int, game: str) -> str:
        """Works out the name of a seat for seat()."""
        who, (number, count) = seats[seat], place_among(seats, seat)
        if who == "human":
            return self("seat.you") if count == 1 else self("seat.player", number=seat + 1)
        if who in NAMES:
            return dragon(seats, seat, game)
        name = self(f"level.{who}")
        return name if count == 1 else f"{name} {number + 1}"

    def listing(self, names: Sequence[str], before_last: str = "word.and") -> str:
        """A list of names with "and" before the last, or another word such as "word.or"."""
        head = ", ".join(names[:-1])
        return f"{head} {self(before_last)} {names[-1]}" if head else "".join(names)

    def seated(self, seats: Sequence[str], game: str) -> str:
        return " · ".join(self.seat(seats, seat, game) for seat in range(len(seats)))

    def standing(self, seats: Sequence[str], scores: Sequence[float], game: str) -> str:
        """The names of all seats with their scores."""
        parts = (f"{self.seat(seats, seat, game)} {self.plain(score)}" for seat, score in enumerate(scores))
        return " · ".join(parts)

    def plain(self, value: float) -> str:
        """A number with no more decimals than it needs, at most two."""
        return self.number(value, places(value))

    def when(self, date: str) -> str:
        """A UTC time ("2026-11-22 05:30") in local time."""
        return self.here(date, self("word.date"))

    def clock(self, date: str) -> str:
        """A UTC time in local time, without the date."""
        return self.here(date, "%H:%M")

    @staticmethod
    def here(date: str, form: str) -> str:
        """A UTC time in local time, in a given format. A text that is not a time stays as it is."""
        try:
            there = datetime.strptime(date[:16].replace("T", " "), "%Y-%m-%d %H:%M")
            return f"{there.replace(tzinfo=UTC).astimezone():{form}}"
        except (ValueError, OverflowError, OSError):
            return date

    def key(self, name: str) -> str:
        shown = f"key.{name}"
        if shown in self:
            return self(shown)
        return name.strip("[]").title() if len(name) > 3 else name.strip("[]").upper()

    def keys(self, names: Sequence[str]) -> str:
        """The labels of some keys, without duplicates; a dash if there are none."""
        return ", ".join(dict.fromkeys(map(self.key, names))) or "–"

    def tip(self, key: str) -> str:
        """The tooltip of a key; "" if there is none."""
        return self(f"{key}.tip") if f"{key}.tip" in self else ""

    def number(self, value: float, digits: int = 0, sign: bool = False) -> str:
        """A number with this many decimals, as this language writes it."""
        value = round(value, digits) or 0.0  # no sign for zero
        text = f"{value:{'+' if sign and value else ''},.{digits}f}".replace("-", "−")
        signs = {",": self("number.group"), ".": self("number.point")}
        return "".join(signs.get(one, one) for one in text)

    def day(self, date: str) -> str:
        """A date such as 2026-11-22 (more may follow it), as this language writes it."""
        year, month, day = date[:4], date[5:7], date[8:10]
        return self("number.day", year=year, month=month, day=day) if day else "–"

    def levels(self, seats: Iterable[str]) -> str:
        """The levels at a table."""
        return " · ".join(self(f"level.{who}") for who in seats if who)

    def worded(self, key: str, value: object, yes: str = "word.yes", no: str = "word.no") -> str:
        """The value of an option or setting, in words."""
        shown = f"{key}.{str(value).lower()}"
        if shown in self:
            return self(shown)
        return self(yes if value else no) if isinstance(value, bool) else str(value)
