"""Checks of what callers hand in, before it reaches the engine; a BadValue says in one sentence what
does not fit, and nothing is changed."""

from __future__ import annotations

from operator import index

from .refusals import BadValue, quote

MOST_32, MOST_64 = 2**32 - 1, 2**64 - 1


def whole(value: object) -> int | None:
    """The whole number that a value is, also where it is of another library's type; None where it
    is none.

    >>> whole(3), whole(True), whole(3.0), whole("3")
    (3, None, None, None)
    """
    try:
        return None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def check_number(name: str, value: object, most: int = MOST_32, least: int = 0) -> int:
    """A whole number from least to most; name is what the caller knows it by."""
    number = whole(value)
    if number is None or not least <= number <= most:
        raise BadValue("out_of_range", name=name, low=least, high=most, value=quote(value))
    return number


def check_seat(seat: object, count: int) -> int:
    """A seat of a table with so many."""
    number = whole(seat)
    if number is None or not 0 <= number < count:
        raise BadValue("no_seat", value=quote(seat), most=count - 1)
    return number


def check_text(name: str, text: object) -> str:
    """A text; name is what the caller knows it by."""
    if not isinstance(text, str):
        raise BadValue("no_text", name=name, value=quote(text))
    return text
