"""Every public function of the package with values that nobody should hand over.

python -m tests.campaign.hostile GAME fresh|finished NOTE

Each parameter gets each value, the others being sensible. A call ends within LONGEST_S, with an answer or a refusal;
what refuses has changed nothing. NOTE is a file that holds the call under way, for whoever finds the process dead.
"""

from __future__ import annotations

import inspect
import math
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import native
from native import GAMES, Event, Match, Refusal, Search, Thinker
from native.records import Record, check

LONGEST_S = 2.0
DEEP: list[Any] = []
for _ in range(2000):
    DEEP = [DEEP]
VALUES: tuple[Any, ...] = (
    None, True, 0, 1, -1, 2, 5, 7, 32, 64, 255, 256, -(2**31), 2**31 - 1, 2**31, 2**32 - 1, 2**32, -(2**63), 2**63,
    2**64 - 1, 2**64, 10**6, 10**100, 10**5000, 0.0, 1.5, -1e308, math.nan, math.inf, 1j, Decimal(1), "", "0", "\0",
    "\ud800", "x" * 100_000, "{", "duel", "human", "DRAGON", "1@0,0", "duel:#1", "duel:first=9#1", b"", b"\xff", [],
    [0], ["human"] * 1000, (), {}, {"hoard": 1}, {"game": "duel", "hoard": 1, "moves": 5}, {1: {}}, set(), range(3),
    object(), object, len, ..., DEEP,
)  # fmt: skip
BARE = {"Refusal", "BadRecord", "BadMove", "BadValue", "NoMemory", "Unsolved", "Phrase"}  # may raise others
CALLS = {"GAMES", "LEVELS", "VERSION"}  # in the package's list, and no functions


class Call(NamedTuple):
    """A function, the sensible arguments for it, and what must stay as it is where it refuses."""

    name: str
    function: Callable[..., object]
    arguments: Mapping[str, Any]
    kept: Callable[[], object]
    strict: bool  # it raises nothing but refusals


def sensible(match: Match) -> dict[str, Any]:
    """A value for each name that a parameter may have."""
    record = match.record()
    return {
        "game": match.game, "options": {}, "seed": 1, "deal": None, "chance": (), "seats": None, "source": record,
        "record": check(record), "text": match.deal_id(), "seat": 0, "number": 1, "depth": 2, "most": 1000, "n": 2,
        "objective": "", "nodes": 300, "ms": 20, "mb": 1, "search": Search(1), "level": "hatchling", "rng": 1,
        "permille": 1, "brief": False, "match": match, "kind": "advise", "memo": {}, "phrase": native.Phrase("over"),
        "table": {}, "ident": "over", "reason": "", "solution": None, "values": {},
    }  # fmt: skip


def parameters(function: Callable[..., object]) -> Iterator[str]:
    """The names of what a function takes."""
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            yield name


def methods(thing: object) -> Iterator[str]:
    """The public methods and properties of a thing, the tuple's own left out."""
    for name in dir(type(thing)):
        if not name.startswith("_") and not hasattr(tuple, name) and not hasattr(ValueError, name):
            yield name


def of_thing(make: Callable[[], Any], known: Mapping[str, Any], state: Callable[[Any], object]) -> Iterator[Call]:
    """All calls of a thing; it is made anew for each method."""
    for name in methods(make()):
        thing = make()
        function: Callable[..., object]
        if isinstance(getattr(type(thing), name), property):
            function, taken = partial(getattr, thing, name), []
        else:
            function = getattr(thing, name)
            taken = list(parameters(function)) if inspect.isroutine(function) else []
        chosen = {word: known[word] for word in taken}
        if name in ("play", "preview", "why_not"):
            chosen["text"] = (thing.legal() or [""])[0]
        if callable(function):
            yield Call(f"{type(thing).__name__}.{name}", function, chosen, partial(state, thing), True)


def of_records(match: Match) -> Iterator[Call]:
    """Records with a part that does not fit, and matches with an option that does not."""
    record = check(match.record())
    parts = record._asdict()
    yield Call("from_record", lambda **parts: Match.from_record(Record(**parts)), parts, match.key, True)
    yield Call("load", lambda **parts: Match.load(parts), match.record(), match.key, True)
    yield Call("options", lambda **options: Match(match.game, options), record.options, match.key, True)
    yield Call("key", lambda key: Match(match.game, {key: 1}), {"key": "x"}, match.key, False)
    yield Call("move", lambda move: Match.load({**match.record(), "moves": [move]}), {"move": "x"}, match.key, True)


def calls(match: Match) -> Iterator[Call]:
    """All public functions, of this match and besides it."""
    known = sensible(match)
    for name in native.__all__:
        function = getattr(native, name)
        if name in CALLS or (isinstance(function, type) and issubclass(function, tuple)):
            continue
        taken = {word: known[word] for word in parameters(function)}
        yield Call(name, function, taken, match.key, name not in BARE)
    yield from of_records(match)
    stands = lambda thing: (thing.memory(), getattr(thing, "moves", None))  # noqa: E731
    yield from of_thing(match.copy, known, stands)
    yield from of_thing(match.position, known, stands)
    yield from of_thing(partial(Search, 1), known, lambda search: search.stopped)
    events: list[Event] = Match(match.game, seed=3).play(Match(match.game, seed=3).legal()[0])
    yield from of_thing(lambda: events[0], known, lambda event: event)
    yield from of_thing(partial(Thinker, 1), known, lambda thinker: thinker is None)


def attempt(call: Call, arguments: Mapping[str, Any]) -> str:
    """What is wrong with a call; "" where nothing is."""
    before, begun, wrong = call.kept(), time.monotonic(), ""
    try:
        made = call.function(**arguments)
        if isinstance(made, Thinker):
            made.close()
    except Refusal as refusal:
        if not str(refusal) or call.kept() != before:
            wrong = "refused, and something is changed"
    except Exception as error:
        wrong = f"raised {error!r:.200}" if call.strict else ""
    spent = time.monotonic() - begun
    return wrong or (f"took {spent:.1f} s" if spent > LONGEST_S else "")


def attempts(match: Match) -> Iterator[tuple[str, Call, Mapping[str, Any]]]:
    """Every call with every value, and what it is called."""
    for call in calls(match):
        yield f"{call.name}()", call, call.arguments
        for word in call.arguments:
            for value in VALUES:
                yield f"{call.name}({word}={shown(value)})", call, {**call.arguments, word: value}


def shown(value: object) -> str:
    """A value in a few words."""
    try:
        return repr(value)[:40]
    except (RecursionError, ValueError):
        return type(value).__name__


def main(game: str, moment: str, note: Path) -> None:
    """Prints how many calls were made; an AssertionError lists what was wrong."""
    match, rng, found, count = Match(game, seed=7), random.Random(7), [], 0
    while not match.over and moment == "finished":
        match.play(rng.choice(match.legal()))
    with note.open("w", buffering=1) as file:
        for name, call, arguments in attempts(match):
            file.seek(0)
            file.write(f"{name:100.100}\n")
            count += 1
            if wrong := attempt(call, arguments):
                found.append(f"{name} {wrong}")
    assert not found, "\n".join([f"{len(found)} of {count}", *found[:40]])
    print(count)


if __name__ == "__main__":
    assert sys.argv[1] in GAMES
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]))
