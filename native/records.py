"""Records: one JSON object that serves as save file, replay, test case and bug report.

This module knows the form of a record, not what its moves mean. parse() reads a file's bytes and
returns a Record whose parts have the right types, or raises BadRecord with one sentence. Match does
the rest.
"""

from __future__ import annotations

import json
import math
import os
import stat
import sys
from typing import Any, NamedTuple, NoReturn

from .bounds import CHANCE_LIMIT as CHANCE_LIMIT
from .bounds import DEPTH_LIMIT as DEPTH_LIMIT
from .bounds import MOVES_LIMIT as MOVES_LIMIT
from .bounds import SIZE_LIMIT as SIZE_LIMIT
from .bounds import VALUES_LIMIT, values_in
from .checks import whole
from .refusals import BadRecord, quote

SEED_LIMIT = 2**64
FORMAT = 1
KEYS = ("hoard", "game", "options", "seed", "deal", "chance", "seats", "moves")


class Record(NamedTuple):
    """The parts of a record, with checked types, in the order of Match's arguments. extra holds
    unknown keys."""

    game: str
    options: dict[str, Any]
    seed: int
    deal: dict[str, Any] | None
    chance: list[Any]
    seats: list[str] | None
    moves: list[str]
    extra: dict[str, Any]


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _float(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"the number {text[:20]} is too large")
    return number


def too_deep(value: object, limit: int) -> bool:
    """Whether lists and objects lie in one another more than `limit` deep."""
    level = [value]
    for _ in range(limit):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return False
    return True


DECODING: dict[str, Any] = {"parse_constant": _refuse_constant, "parse_float": _float}


def parse_json(
    data: bytes, limit: int = SIZE_LIMIT, depth: int = DEPTH_LIMIT, values: int = VALUES_LIMIT
) -> Any:
    """Parses JSON of at most `limit` bytes, `depth` levels and about `values` values. Raises
    BadRecord if it is not valid JSON."""
    if len(data) > limit:
        raise BadRecord("too_large", most=f"{limit:,}")
    if values_in(data) > values:
        raise BadRecord("too_many_values", most=f"{values:,}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRecord("no_utf8", byte=error.start) from None
    try:
        value = json.loads(text, **DECODING)
    except json.JSONDecodeError as error:
        raise BadRecord("json_at", why=error.msg, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise BadRecord("too_deep", most=depth) from None
    except ValueError as error:
        raise BadRecord("json", why=str(error).partition(";")[0]) from None
    if too_deep(value, depth):
        raise BadRecord("too_deep", most=depth)
    return value


def option_value(text: str) -> Any:
    """An option's value as typed by the user: JSON if it parses, else the text itself.

    >>> option_value("3"), option_value("true"), option_value("expert")
    (3, True, 'expert')
    """
    try:
        return parse_json(text.encode("utf-8", "surrogatepass"))
    except BadRecord:
        return text


def _typed(data: dict[str, Any], key: str, kind: type, wanted: str, default: object = None) -> Any:
    value = data.get(key, default)
    if type(value) is not kind:
        raise BadRecord("wanted", key=key, wanted=wanted, value=quote(value))
    return value


def check_seed(seed: object) -> int:
    """The seed as an integer. Raises BadRecord if it is none or out of range."""
    number = whole(seed)
    if number is None or not 0 <= number < SEED_LIMIT:
        raise BadRecord("seed", value=quote(seed))
    return number


def plain(key: str, kind: type, wanted: str, value: object) -> Any:
    """A deep copy of a part of a record that came as a Python value, in JSON's types. Raises
    BadRecord if it has another type or cannot be JSON.

    >>> plain("deal", dict, "object", {"hands": ("00112233", "00112233")})
    {'hands': ['00112233', '00112233']}
    """
    try:
        text = json.dumps(value, allow_nan=False)
        copy = parse_json(text.encode("utf-8", "surrogatepass"))
    except (TypeError, ValueError, RecursionError):
        copy = None
    if type(copy) is not kind:
        raise BadRecord("wanted", key=key, wanted=wanted, value=quote(value))
    return copy


def check(data: object) -> Record:
    """Makes a Record of a JSON value. Raises BadRecord if a part is missing or has the wrong type.

    >>> check({"hoard": 1, "game": "duel", "moves": ["1@0,0"]}).seed
    0
    """
    if not isinstance(data, dict):
        raise BadRecord("no_object", value=quote(data))
    for key in ("hoard", "game", "moves"):
        if key not in data:
            raise BadRecord("lacks", key=key)
    if _typed(data, "hoard", int, "one") != FORMAT:
        raise BadRecord("format", format=FORMAT, value=quote(data["hoard"]))
    record = Record(
        game=_typed(data, "game", str, "text"),
        options=_typed(data, "options", dict, "object", {}),
        seed=check_seed(_typed(data, "seed", int, "number", 0)),
        deal=_typed(data, "deal", dict, "object") if "deal" in data else None,
        chance=_typed(data, "chance", list, "list", []),
        seats=_typed(data, "seats", list, "list") if "seats" in data else None,
        moves=_typed(data, "moves", list, "list"),
        extra={key: value for key, value in data.items() if key not in KEYS},
    )
    if len(record.moves) > MOVES_LIMIT:
        raise BadRecord("too_many_moves", most=f"{MOVES_LIMIT:,}")
    if len(record.chance) > CHANCE_LIMIT:
        raise BadRecord("too_much_chance", most=f"{CHANCE_LIMIT:,}")
    for number, move in enumerate(record.moves, 1):
        if not isinstance(move, str):
            raise BadRecord("move_text", n=number, value=quote(move))
    return record


def check_parts(record: Record) -> None:
    """Raises BadRecord if moves or extra have the wrong type; Match checks the other parts."""
    parts = record._asdict()
    _typed(parts, "moves", list, "list")
    _typed(parts, "extra", dict, "object")


def read_plain(path: str | os.PathLike[str], limit: int) -> bytes:
    """Reads at most limit + 1 bytes of an ordinary file. Raises OSError if it is none or cannot be
    read.

    A device, a pipe or a folder is refused at once; it never blocks.
    """
    return read_part(path, 0, limit + 1)


def read_part(path: str | os.PathLike[str], start: int, size: int) -> bytes:
    """Reads up to `size` bytes of an ordinary file from an offset; fewer at its end. Raises OSError
    as read_plain does."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(path, flags)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise OSError("no ordinary file")
        with open(handle, "rb", closefd=False) as file:  # which refuses a folder, and leaves it open
            file.seek(start)
            return file.read(size)
    finally:
        os.close(handle)


def read_bytes(path: str, limit: int = SIZE_LIMIT) -> bytes:
    """Reads a file ("-": standard input), at most one byte more than the limit."""
    try:
        if path == "-":
            if sys.stdin is None:
                raise OSError("it is closed")
            return sys.stdin.buffer.read(limit + 1)
        return read_plain(path, limit)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadRecord("unreadable", why=reason) from None


def parse(data: bytes | str) -> Record:
    """Parses a record from bytes or text.

    >>> parse('{"hoard": 1, "game": "heart", "moves": [7]}')
    Traceback (most recent call last):
    native.refusals.BadRecord: move 1 must be a text, not 7
    """
    return check(
        parse_json(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data)
    )
