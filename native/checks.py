"""Checks of what callers hand in, before it reaches the engine; a BadValue says in one sentence what
does not fit, and nothing is changed. And the turns that threads take at one object."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from operator import index
from typing import Concatenate, NoReturn, ParamSpec, TypeVar

from .refusals import BadValue, quote

MOST_32, MOST_64 = 2**32 - 1, 2**64 - 1
WAIT_S = 1.0  # a call waits so long for one of another thread; a call takes far less

P = ParamSpec("P")
T = TypeVar("T")


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


class Shared:
    """An object whose calls each happen as a whole, whatever threads they come from: in_turn()
    makes them wait for one another."""

    def __init__(self) -> None:
        self._turn = threading.RLock()


S = TypeVar("S", bound=Shared)


def in_turn(call: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """The call, made while no other thread is in one of the same object. A BadValue where one does
    not come out: after a fork, that of a thread which the child does not have."""

    @wraps(call)
    def called(self: S, /, *given: P.args, **named: P.kwargs) -> T:
        if not self._turn.acquire(timeout=WAIT_S):
            raise BadValue("busy")
        try:
            return call(self, *given, **named)
        finally:
            self._turn.release()

    return called


class Single:
    """What stands for something that runs: it can be neither copied nor pickled."""

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise BadValue("no_copy", kind=type(self).__name__)
