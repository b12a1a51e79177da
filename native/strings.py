"""All words on screen, by key, in the language of the person."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from .files import assets_dir, put, read_toml, strings
from .refusals import Refusal

NAMES: dict[str, list[str]] = (read_toml("company.toml") or {})["names"]  # of each age's dragons


def place_among(seats: Sequence[str], seat: int) -> tuple[int, int]:
    """Which one of its like a seat is, from 0, and how many of them there are."""
    same = [other for other, who in enumerate(seats) if who == seats[seat]]
    return same.index(seat), len(same)


def places(value: float) -> int:
    """How many digits after the point a value needs, two at most."""
    return next(digits for digits in (0, 1, 2) if digits == 2 or value == round(value, digits))


class Strings:
    """All words on screen, by key; what a language lacks is said in English."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.table = strings("en") | strings(language)

    @staticmethod
    def languages() -> list[str]:
        """The languages there are, by their two letters."""
        return sorted(path.stem for path in (assets_dir() / "strings").glob("*.toml") if "." not in path.stem)

    def refusal(self, error: Refusal) -> str:
        """Why something is refused, a sentence."""
        return error.said(self.table)

    def disc(self, error: OSError) -> str:
        """What keeps a disc from being written; the system's words where there are none of ours."""
        key = f"disc.{errno.errorcode.get(error.errno or 0, '')}"
        return self(key) if key in self else error.strerror or str(error)

    def __contains__(self, key: str) -> bool:
        return key in self.table

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key, with values put into its braces; the key itself where there is none."""
        text = self.table.get(key, key)
        return put(text, values) if values else text


    def seat(self, seats: Sequence[str], seat: int) -> str:
        """What a seat is called: you, a player's number, the name of a dragon; what only measures
        has its level's name, numbered if it is not alone."""
        who, (number, count) = seats[seat], place_among(seats, seat)
        if who == "human":
            return self("seat.you") if count == 1 else self("seat.player", number=seat + 1)
        if who in NAMES:
            return NAMES[who][number % len(NAMES[who])]
        name = self(f"level.{who}")
        return name if count == 1 else f"{name} {number + 1}"

    def listing(self, names: Sequence[str]) -> str:
        """Some names one after another, the last one after "and"."""
        head = ", ".join(names[:-1])
        return f"{head} {self('word.and')} {names[-1]}" if head else "".join(names)

    def seated(self, seats: Sequence[str]) -> str:
        """Everybody at a table."""
        return " · ".join(self.seat(seats, seat) for seat in range(len(seats)))

    def standing(self, seats: Sequence[str], scores: Sequence[float]) -> str:
        """Everybody at a table with the score."""
        told = (f"{self.seat(seats, seat)} {self.plain(score)}" for seat, score in enumerate(scores))
        return " · ".join(told)

    def plain(self, value: float) -> str:
        """A number with no more digits after the point than it needs, two at most."""
        return self.number(value, places(value))

    def when(self, date: str) -> str:
        """A moment that is kept in UTC ("2026-11-22 05:30"), by the clock of this place."""
        return self.here(date, self("word.date"))

    def clock(self, date: str) -> str:
        """The same without its day."""
        return self.here(date, "%H:%M")

    @staticmethod
    def here(date: str, form: str) -> str:
        """A moment that is kept in UTC, in a form and by the clock of this place; one that no
        clock shows stays as it is."""
        try:
            there = datetime.strptime(date[:16].replace("T", " "), "%Y-%m-%d %H:%M")
            return f"{there.replace(tzinfo=UTC).astimezone():{form}}"
        except (ValueError, OverflowError, OSError):
            return date

    def key(self, name: str) -> str:
        """A key as it is printed on it."""
        shown = f"key.{name}"
        if shown in self:
            return self(shown)
        return name.strip("[]").title() if len(name) > 3 else name.strip("[]").upper()

    def keys(self, names: Sequence[str]) -> str:
        """Some keys as they are printed, each once; a dash where there are none."""
        return ", ".join(dict.fromkeys(map(self.key, names))) or "–"

    def tip(self, key: str) -> str:
        """What there is to say of a thing, "" where there is nothing."""
        return self(f"{key}.tip") if f"{key}.tip" in self else ""

    def number(self, value: float, digits: int = 0, sign: bool = False) -> str:
        """A number with so many digits after the point, as this language writes it."""
        value = round(value, digits) or 0.0  # nothing has no sign
        text = f"{value:{'+' if sign and value else ''},.{digits}f}".replace("-", "−")
        signs = {",": self("number.group"), ".": self("number.point")}
        return "".join(signs.get(one, one) for one in text)

    def day(self, date: str) -> str:
        """A day that is written 2026-11-22, perhaps with more after it."""
        year, month, day = date[:4], date[5:7], date[8:10]
        return self("number.day", year=year, month=month, day=day) if day else "–"

    def levels(self, seats: Iterable[str]) -> str:
        """Who sits at a table."""
        return " · ".join(self(f"level.{who}") for who in seats if who)

    def worded(self, key: str, value: object, yes: str = "word.yes", no: str = "word.no") -> str:
        """The value of something that may be chosen."""
        shown = f"{key}.{str(value).lower()}"
        if shown in self:
            return self(shown)
        return self(yes if value else no) if isinstance(value, bool) else str(value)
