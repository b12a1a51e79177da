"""Schemas for JSON values that are read from disc, and removal of characters that cannot be drawn.

A schema says whether a value fits; it never raises. Everything that is read goes through one.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol


class Schema(Protocol):
    """A schema of JSON values."""

    def fits(self, value: object) -> bool: ...


NONE: Mapping[str, Schema] = {}


class Flag:
    def fits(self, value: object) -> bool:
        return isinstance(value, bool)


class Whole(NamedTuple):
    """An integer from low to high, inclusive."""

    low: int
    high: int

    def fits(self, value: object) -> bool:
        """True and 1.0 do not fit."""
        return type(value) is int and self.low <= value <= self.high


class Maybe(NamedTuple):
    """A value of a schema, or null."""

    shape: Schema

    def fits(self, value: object) -> bool:
        return value is None or self.shape.fits(value)


class Real(NamedTuple):
    """A number from low to high, inclusive; not true, not NaN."""

    low: float
    high: float

    def fits(self, value: object) -> bool:
        plain = type(value) is int or (type(value) is float and math.isfinite(value))
        return plain and self.low <= value <= self.high  # type: ignore[operator]


class Text(NamedTuple):
    """A string of at most `most` characters, all from `signs` if given."""

    most: int
    signs: str = ""

    def fits(self, value: object) -> bool:
        if not isinstance(value, str) or len(value) > self.most:
            return False
        return not self.signs or set(value) <= set(self.signs)


class Date:
    """A valid date such as 2026-11-23, in the past or the future."""

    def fits(self, value: object) -> bool:
        if not isinstance(value, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
            return False
        try:
            datetime.date.fromisoformat(value)
        except ValueError:
            return False
        return True


class OneOf(NamedTuple):
    names: tuple[str, ...]

    def fits(self, value: object) -> bool:
        return isinstance(value, str) and value in self.names


class ListOf(NamedTuple):
    """A list of `least` to `most` values of a schema."""

    shape: Schema
    most: int
    least: int = 0

    def fits(self, value: object) -> bool:
        return isinstance(value, list) and self.least <= len(value) <= self.most and all(map(self.shape.fits, value))


class Table(NamedTuple):
    """An object of at most `most` keys, with a schema for keys and one for values."""

    key: Schema
    shape: Schema
    most: int

    def fits(self, value: object) -> bool:
        return (
            isinstance(value, dict)
            and len(value) <= self.most
            and all(self.key.fits(key) and self.shape.fits(inner) for key, inner in value.items())
        )


class Fields(NamedTuple):
    """An object with required and optional keys. Other keys may hold anything."""

    needed: Mapping[str, Schema]
    others: Mapping[str, Schema] = NONE

    def fits(self, value: object) -> bool:
        return isinstance(value, dict) and not self.needed.keys() - value.keys() and not self.bad(value)

    def bad(self, value: Mapping[str, Any]) -> list[str]:
        """The keys whose values do not fit."""
        shapes = {**self.needed, **self.others}
        return [key for key, inner in value.items() if key in shapes and not shapes[key].fits(inner)]


UNDRAWABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")  # control characters and lone surrogates


def drawable(words: str) -> str:
    """A text that every font can draw: control characters and lone surrogates are replaced."""
    return UNDRAWABLE.sub("\ufffd", words)
