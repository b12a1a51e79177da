"""Records and texts spoilt on purpose: every part of them changed in type, number, depth, size, order."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from native import GAMES, BadRecord, Match

Record = dict[str, Any]

PLAYED = Path(__file__).resolve().parent.parent / "playthroughs"
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 7, 255, 256, 2**31, 2**32, 2**63, 2**64 - 1, 2**64, -(2**63), 10**30,
    0.5, 1.0, -0.0, 1e308, "", "?", "0", "human", "dragon", "\0", "\ud800", "a" * 300, "%s%n", "ÄÖ 😀",
    [], {}, [[]], [None], {"": None}, {"a": {"b": [1]}}, [1, 2, 3], ["?"] * 40,
)  # fmt: skip
DEEPEST = "as deep as no Python can write it"
KEYS = ("hoard", "game", "options", "seed", "deal", "chance", "seats", "moves",
        "hints", "match", "played", "seconds", "assisted")  # fmt: skip


def deep(levels: int) -> Any:
    """A list in a list in a list."""
    value: Any = []
    for _ in range(levels):
        value = [value]
    return value


@cache
def played_records() -> tuple[str, ...]:
    """The records of the golden playthroughs, deals and chance among them."""
    found = [json.loads(path.read_text("utf-8")) for path in sorted(PLAYED.glob("*.json"))]
    return tuple(json.dumps(data.get("record", data)) for data in found)


def random_options(game: str, chance: random.Random) -> dict[str, Any]:
    while True:
        options = {option.name: chance.choice(option.values()) for option in GAMES[game].options}
        try:
            Match(game, options)
        except BadRecord:
            continue
        return options


def random_record(chance: random.Random) -> Record:
    """A record that can be played: some moves of a match, or of a golden one."""
    if chance.random() < 0.4:
        record: Record = json.loads(chance.choice(played_records()))
        record["moves"] = record["moves"][: chance.randrange(len(record["moves"]) + 1)]
        return record
    game = chance.choice(list(GAMES))
    match = Match(game, random_options(game, chance), chance.randrange(2**64))
    for _ in range(chance.choice((0, 1, 3, 10, 40))):
        if not match.over:
            match.play(chance.choice(match.legal()))
    record = match.record()
    record["seats"] = [chance.choice(("human", "dragon", "hatchling")) for _ in range(match.seats_count)]
    return record


# ---- one change ----


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container in a value with every key or index of it."""
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from places(value[key])


def odd(chance: random.Random) -> Any:
    """One of the odd values, a copy of its own: what is put into itself is no JSON."""
    return copy.deepcopy(chance.choice(ODD))


def spoil_place(value: Any, chance: random.Random) -> None:
    """Changes something anywhere in a value."""
    found = list(places(value))
    if not found:
        return
    outer, key = chance.choice(found)
    way = chance.randrange(6)
    if way == 0:
        del outer[key]
    elif way == 1 and isinstance(outer, list):
        outer.insert(key, outer[key])
    elif way == 2:
        other, place = chance.choice(found)
        outer[key] = json.loads(json.dumps(other[place]))
    elif way == 3 and isinstance(outer[key], int | float):
        outer[key] += chance.choice((-1, 1, 2**16, -0.5))
    elif way == 4 and isinstance(outer[key], str):
        outer[key] = spoil_text(outer[key], chance)
    else:
        outer[key] = odd(chance)


def spoil_text(text: str, chance: random.Random) -> str:
    """A text with a few signs cut, doubled or put in."""
    at, n = chance.randrange(len(text) + 1), chance.randrange(1, 4)
    put = chance.choice(("", " ", "\0", "?", "9", "-1", ",", " > ", "\n", text[at : at + n] * 2, "é"))
    return text[:at] + put + text[at + n :]


def spoil_moves(record: Record, chance: random.Random) -> None:
    moves = record.get("moves")
    if not isinstance(moves, list) or not moves:
        return
    at = chance.randrange(len(moves))
    way = chance.randrange(5)
    if way == 0:
        del moves[at]
    elif way == 1:
        moves.insert(at, moves[at])
    elif way == 2:
        other = chance.randrange(len(moves))
        moves[at], moves[other] = moves[other], moves[at]
    elif way == 3:
        moves[at] = spoil_text(str(moves[at]), chance)
    else:
        moves[at:] = chance.choice((["pass"], moves[at:][::-1], [odd(chance)]))


def spoil_part(record: Record, chance: random.Random) -> None:
    """Another value for one of the record's own keys."""
    record[chance.choice(KEYS)] = copy.deepcopy(chance.choice((*ODD, *GAMES, deep(chance.choice((3, 40))))))


def spoil_options(record: Record, chance: random.Random) -> None:
    options = record.get("options")
    if not isinstance(options, dict):
        return
    names = [option.name for game in GAMES.values() for option in game.options]
    options[chance.choice([*options, *names])] = copy.deepcopy(chance.choice((*ODD, 3, 4, 5, "expert", "basic")))


def spoil_inside(key: str) -> Callable[[Record, random.Random], None]:
    """Something anywhere in the deal, or in the outcomes of chance."""

    def spoil(record: Record, chance: random.Random) -> None:
        if key in record:
            spoil_place(record[key], chance)
        elif key == "chance":
            outcomes = (*ODD, "dwarf 1", ["C2"], {"hands": []})
            record[key] = [copy.deepcopy(chance.choice(outcomes)) for _ in range(chance.randrange(1, 4))]

    return spoil


def grow(record: Record, chance: random.Random) -> None:
    """One thing becomes very large or very deep."""
    key = chance.choice(("moves", "chance", "seats", "extra"))
    record[key] = chance.choice((["0@0,0"] * 20_000, "x" * 200_000, [[]] * 5000, deep(31), deep(33), DEEPEST))


CHANGES = (
    spoil_place, spoil_moves, spoil_moves, spoil_part, spoil_options, spoil_inside("deal"), spoil_inside("deal"),
    spoil_inside("chance"), grow,
)  # fmt: skip


def spoil_bytes(data: bytes, chance: random.Random) -> bytes:
    """Bytes cut, changed, put in or doubled, anywhere."""
    if not data:
        return b"\xff"
    at, way = chance.randrange(len(data)), chance.randrange(5)
    put = (b"", bytes([chance.randrange(256)]), b'"', b"1e999", b"\xed\xa0\x80", b"NaN", b"{" * 50)
    if way == 0:
        return data[:at]
    if way == 1:
        return data[at:]
    if way == 2:
        return data + data[at:]
    return data[:at] + chance.choice(put) + data[at + chance.randrange(3) :]


def spoilt_value(value: Any, chance: random.Random) -> bytes:
    """JSON of a value with one to four changes, sometimes of its bytes too."""
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        if isinstance(value, dict) and "moves" in value:
            chance.choice(CHANGES)(value, chance)
        else:
            spoil_place(value, chance)
    data = json.dumps(value).replace(f'"{DEEPEST}"', "[" * 2000 + "]" * 2000).encode("utf-8", "surrogatepass")
    return spoil_bytes(data, chance) if chance.random() < 0.1 else data


def spoilt_record(chance: random.Random) -> bytes:
    """A record that was one, with some changes."""
    return spoilt_value(random_record(chance), chance)
