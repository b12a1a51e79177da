"""Records: one JSON object that is save file, replay, test case and bug report.

This module knows what a record looks like, not what its moves mean: parse() takes a file's bytes and gives a
Record whose parts have the right types, or raises BadRecord with one sentence. The match does the rest.
"""

from __future__ import annotations

import json
import math
import sys
from typing import Any, NamedTuple, NoReturn

SIZE_LIMIT = 4_000_000
DEPTH_LIMIT = 32
MOVES_LIMIT = 100_000
SEED_LIMIT = 2**64
FORMAT = 1
KEYS = ("hoard", "game", "options", "seed", "deal", "chance", "seats", "moves")


class BadRecord(ValueError):
    """A record that cannot be used; the text is one sentence for the person who wrote it."""


class Record(NamedTuple):
    """A record's parts, types checked. extra holds the keys that are not ours, to be kept."""

    game: str
    options: dict[str, Any]
    seed: int
    deal: dict[str, Any] | None
    chance: list[Any]
    seats: list[str] | None
    moves: list[str]
    extra: dict[str, Any]


def quote(value: object, limit: int = 60) -> str:
    """A value as JSON on one line, cut short where it is long."""
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        text = json.dumps(str(type(value).__name__))
    return text if len(text) <= limit else text[: limit - 4] + " ..."


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _float(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"the number {text[:20]} is too large")
    return number


def _too_deep(value: object) -> bool:
    level = [value]
    for _ in range(DEPTH_LIMIT):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return False
    return True


def parse_json(data: bytes) -> Any:
    """The JSON value that data holds; BadRecord where it holds none."""
    if len(data) > SIZE_LIMIT:
        raise BadRecord(f"the file is larger than {SIZE_LIMIT:,} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRecord(f"not UTF-8 text (byte {error.start})") from None
    try:
        value = json.loads(text, parse_constant=_refuse_constant, parse_float=_float)
    except json.JSONDecodeError as error:
        raise BadRecord(f"not JSON: {error.msg} (line {error.lineno}, column {error.colno})") from None
    except RecursionError:
        raise BadRecord(f"nested more than {DEPTH_LIMIT} deep") from None
    except ValueError as error:
        raise BadRecord("not JSON: " + str(error).partition(";")[0]) from None
    if _too_deep(value):
        raise BadRecord(f"nested more than {DEPTH_LIMIT} deep")
    return value


def _typed(data: dict[str, Any], key: str, kind: type, words: str, default: object = None) -> Any:
    value = data.get(key, default)
    if type(value) is not kind:
        raise BadRecord(f'"{key}" must be {words}, not {quote(value)}')
    return value


def check(data: object) -> Record:
    """The record that a JSON value describes; BadRecord where a part is missing or of the wrong type."""
    if not isinstance(data, dict):
        raise BadRecord(f"a record must be a JSON object, not {quote(data)}")
    for key in ("hoard", "game", "moves"):
        if key not in data:
            raise BadRecord(f'not a record: "{key}" is missing')
    if _typed(data, "hoard", int, "the whole number 1") != FORMAT:
        raise BadRecord(f'"hoard" must be {FORMAT}, the only format there is, not {quote(data["hoard"])}')
    seed = _typed(data, "seed", int, "a whole number", 0)
    if not 0 <= seed < SEED_LIMIT:
        raise BadRecord(f'"seed" must be from 0 to 2^64-1, not {quote(seed)}')
    record = Record(
        game=_typed(data, "game", str, "a text"),
        options=_typed(data, "options", dict, "an object", {}),
        seed=seed,
        deal=_typed(data, "deal", dict, "an object") if "deal" in data else None,
        chance=_typed(data, "chance", list, "a list", []),
        seats=_typed(data, "seats", list, "a list") if "seats" in data else None,
        moves=_typed(data, "moves", list, "a list"),
        extra={key: value for key, value in data.items() if key not in KEYS},
    )
    if len(record.moves) > MOVES_LIMIT:
        raise BadRecord(f"more than {MOVES_LIMIT:,} moves")
    for number, move in enumerate(record.moves, 1):
        if not isinstance(move, str):
            raise BadRecord(f"move {number} must be a text, not {quote(move)}")
    return record


def read_bytes(path: str) -> bytes:
    """What a file holds ("-": standard input), at most a byte more than a record may have."""
    try:
        if path == "-":
            return sys.stdin.buffer.read(SIZE_LIMIT + 1)
        with open(path, "rb") as file:
            return file.read(SIZE_LIMIT + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadRecord(f"cannot be read: {reason}") from None


def parse(data: bytes | str) -> Record:
    """The record in a file's bytes, or in a text."""
    return check(parse_json(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data))
