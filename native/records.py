"""Records: one JSON object that is save file, replay, test case and bug report.

This module knows what a record looks like, not what its moves mean: parse() takes a file's bytes
and gives a Record whose parts have the right types, or raises BadRecord with one sentence. The
match does the rest.
"""

from __future__ import annotations

import json
import math
import os
import stat
import sys
from typing import Any, NamedTuple, NoReturn

from .checks import whole
from .refusals import BadRecord, quote

SIZE_LIMIT = 4_000_000
DEPTH_LIMIT = 32
MOVES_LIMIT = 100_000
CHANCE_LIMIT = 10_000
SEED_LIMIT = 2**64
FORMAT = 1
KEYS = ("hoard", "game", "options", "seed", "deal", "chance", "seats", "moves")


class Record(NamedTuple):
    """A record's parts, types checked, in the order in which a match takes them. extra holds the
    keys that are not ours, to be kept."""

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


def _too_deep(value: object, limit: int) -> bool:
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


def parse_json(data: bytes, limit: int = SIZE_LIMIT, depth: int = DEPTH_LIMIT) -> Any:
    """The JSON value that data holds, of at most limit bytes and so deep; BadRecord where it holds
    none."""
    if len(data) > limit:
        raise BadRecord("too_large", most=f"{limit:,}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRecord("no_utf8", byte=error.start) from None
    try:
        value = json.loads(text, parse_constant=_refuse_constant, parse_float=_float)
    except json.JSONDecodeError as error:
        raise BadRecord("json_at", why=error.msg, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise BadRecord("too_deep", most=depth) from None
    except ValueError as error:
        raise BadRecord("json", why=str(error).partition(";")[0]) from None
    if _too_deep(value, depth):
        raise BadRecord("too_deep", most=depth)
    return value


def option_value(text: str) -> Any:
    """An option's value as it is typed: JSON, or else the text itself.

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
    """The seed as a whole number; BadRecord where it is none, or out of range."""
    number = whole(seed)
    if number is None or not 0 <= number < SEED_LIMIT:
        raise BadRecord("seed", value=quote(seed))
    return number


def plain(key: str, kind: type, wanted: str, value: object) -> Any:
    """A copy, as JSON knows it, of a part of a record that was handed over as a Python value;
    BadRecord where it is of another kind, or JSON has no such thing.

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
    """The record that a JSON value describes; BadRecord where a part is missing or of the wrong
    type.

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
    """BadRecord where the moves of a record, or what it holds besides, are of another type: those
    are what a match does not check itself."""
    parts = record._asdict()
    _typed(parts, "moves", list, "list")
    _typed(parts, "extra", dict, "object")


def read_plain(path: str | os.PathLike[str], limit: int) -> bytes:
    """What an ordinary file holds, at most limit bytes and one more; OSError where it is none or
    cannot be read.

    A device, a pipe or a folder is refused, and never waited for.
    """
    return read_part(path, 0, limit + 1)


def read_part(path: str | os.PathLike[str], start: int, size: int) -> bytes:
    """So many bytes of an ordinary file from a place on, fewer at its end; OSError as above."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError("no ordinary file")
        file.seek(start)
        return file.read(size)


def read_bytes(path: str) -> bytes:
    """What a file holds ("-": standard input), at most a byte more than a record may have."""
    try:
        if path == "-":
            if sys.stdin is None:
                raise OSError("it is closed")
            return sys.stdin.buffer.read(SIZE_LIMIT + 1)
        return read_plain(path, SIZE_LIMIT)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadRecord("unreadable", why=reason) from None


def parse(data: bytes | str) -> Record:
    """The record in a file's bytes, or in a text.

    >>> parse('{"hoard": 1, "game": "heart", "moves": [7]}')
    Traceback (most recent call last):
    native.refusals.BadRecord: move 1 must be a text, not 7
    """
    return check(
        parse_json(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data)
    )
