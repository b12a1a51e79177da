"""Checks of arguments before they reach the engine, and locking of shared objects.

A value that does not fit raises BadValue, with one sentence that says why; nothing is changed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from operator import index
from typing import Concatenate, NoReturn, ParamSpec, TypeVar

from .refusals import BadValue, quote

MOST_32, MOST_64 = 2**32 - 1, 2**64 - 1
WAIT_S = 1.0  # how long a call waits for one of another thread; a call takes far less

P = ParamSpec("P")
T = TypeVar("T")


def whole(value: object) -> int | None:
    """The integer that a value stands for, including integer types of other libraries; None if it
    is no integer.

    >>> whole(3), whole(True), whole(3.0), whole("3")
    (3, None, None, None)
    """
    try:
        return None if isinstance(value, bool) else index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def check_number(name: str, value: object, most: int = MOST_32, least: int = 0) -> int:
    """Returns the value as an integer between least and most, or raises BadValue. name: the
    argument's name in the message."""
    number = whole(value)
    if number is None or not least <= number <= most:
        raise BadValue("out_of_range", name=name, low=least, high=most, value=quote(value))
    return number


def check_seat(seat: object, count: int) -> int:
    """Returns the value as a seat of a table with `count` seats, or raises BadValue."""
    number = whole(seat)
    if number is None or not 0 <= number < count:
        raise BadValue("no_seat", value=quote(seat), most=count - 1)
    return number


def check_text(name: str, text: object) -> str:
    """Returns the value if it is a string, or raises BadValue. name: the argument's name in the
    message."""
    if not isinstance(text, str):
        raise BadValue("no_text", name=name, value=quote(text))
    return text


class Shared:
    """An object that several threads may use: methods decorated with in_turn() run one at a
    time."""

    def __init__(self) -> None:
        self._turn = threading.RLock()


S = TypeVar("S", bound=Shared)


def in_turn(call: Callable[Concatenate[S, P], T]) -> Callable[Concatenate[S, P], T]:
    """Decorates a method of Shared so that calls from several threads run one after another.

    Raises BadValue if a call of another thread never ends: after a fork, that thread is missing in
    the child.
    """

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
    """An object that stands for something running: it cannot be copied or pickled."""

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise BadValue("no_copy", kind=type(self).__name__)
