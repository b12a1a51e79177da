"""What kept data must look like: shapes that a JSON value fits or not, and texts that can be drawn.

A shape says of any value whether it fits; it never raises. Everything that comes out of the folder
goes through one, so that a scene may use what it is given.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol


class Shape(Protocol):
    """Something that a value fits or not."""

    def fits(self, value: object) -> bool:
        """Whether the value is of this shape."""


NONE: Mapping[str, Shape] = {}


class Flag:
    """true or false."""

    def fits(self, value: object) -> bool:
        """Whether it is one of the two."""
        return isinstance(value, bool)


class Whole(NamedTuple):
    """A whole number from low to high, both included."""

    low: int
    high: int

    def fits(self, value: object) -> bool:
        """Whether it is such a number; true and 1.0 are none."""
        return type(value) is int and self.low <= value <= self.high


class Real(NamedTuple):
    """A number from low to high, both included."""

    low: float
    high: float

    def fits(self, value: object) -> bool:
        """Whether it is such a number; true and NaN are none."""
        plain = type(value) is int or (type(value) is float and math.isfinite(value))
        return plain and self.low <= value <= self.high  # type: ignore[operator]


class Text(NamedTuple):
    """A text of at most so many characters; of these signs alone, where some are named."""

    most: int
    signs: str = ""

    def fits(self, value: object) -> bool:
        """Whether it is such a text."""
        if not isinstance(value, str) or len(value) > self.most:
            return False
        return not self.signs or set(value) <= set(self.signs)


class Day:
    """A day as it is kept: 2026-11-23. Any that a clock may show, however wrong it is."""

    def fits(self, value: object) -> bool:
        """Whether it is one of the calendar's."""
        if not isinstance(value, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
            return False
        try:
            datetime.date.fromisoformat(value)
        except ValueError:
            return False
        return True


class Choice(NamedTuple):
    """One of some texts."""

    names: tuple[str, ...]

    def fits(self, value: object) -> bool:
        """Whether it is one of them."""
        return isinstance(value, str) and value in self.names


class Each(NamedTuple):
    """A list of least to most values of a shape."""

    shape: Shape
    most: int
    least: int = 0

    def fits(self, value: object) -> bool:
        """Whether it is such a list."""
        return (
            isinstance(value, list)
            and self.least <= len(value) <= self.most
            and all(map(self.shape.fits, value))
        )


class Table(NamedTuple):
    """An object of at most so many keys, each key and each value of a shape."""

    key: Shape
    shape: Shape
    most: int

    def fits(self, value: object) -> bool:
        """Whether it is such an object."""
        return (
            isinstance(value, dict)
            and len(value) <= self.most
            and all(self.key.fits(key) and self.shape.fits(inner) for key, inner in value.items())
        )


class Fields(NamedTuple):
    """An object with the needed keys, perhaps with the others; keys that neither names may hold
    anything."""

    needed: Mapping[str, Shape]
    others: Mapping[str, Shape] = NONE

    def fits(self, value: object) -> bool:
        """Whether it is such an object."""
        return (
            isinstance(value, dict)
            and not self.needed.keys() - value.keys()
            and not self.bad(value)
        )

    def bad(self, value: Mapping[str, Any]) -> list[str]:
        """The named keys whose values do not fit."""
        shapes = {**self.needed, **self.others}
        return [
            key for key, inner in value.items() if key in shapes and not shapes[key].fits(inner)
        ]


UNDRAWABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]"
)  # control signs and half pairs


def drawable(words: str) -> str:
    """A text that every font can draw: NUL and its like, and half pairs (lone surrogates), are
    replaced."""
    return UNDRAWABLE.sub("\ufffd", words)
