"""The games and levels that the engine provides, and checks of options and seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ._engine import ffi, lib
from .refusals import BadRecord, BadValue, quote
from .values import OPTION_KINDS, GameInfo, OptionInfo

if TYPE_CHECKING:
    from ._engine import Array, Option, Text


def text_of(chars: Text) -> str:
    """A C string as a Python string."""
    return ffi.string(chars).decode()


def _names(listed: Array[Text]) -> tuple[str, ...]:
    found: list[str] = []
    while listed and listed[len(found)]:
        found.append(text_of(listed[len(found)]))
    return tuple(found)


def _standard(option: Option, choices: Sequence[str]) -> Any:
    kind, number = OPTION_KINDS[option.kind], option.standard
    if kind == "bool":
        return bool(number)
    if kind == "choice":
        return choices[number]
    return None if kind == "seat" and number < 0 else number


def _option(option: Option) -> OptionInfo:
    kind = OPTION_KINDS[option.kind]
    choices = tuple(text_of(option.choices).split()) if kind == "choice" else ()
    standard = _standard(option, choices)
    return OptionInfo(text_of(option.name), kind, option.low, option.high, standard, choices)


def _game(index: int) -> GameInfo:
    game = lib.game_at(index)
    options = tuple(_option(game.options[i]) for i in range(game.n_options))
    listed = (game.zones, game.says, game.reasons, game.labels)
    zones, says, reasons, labels = map(_names, listed)
    ident, solvable = text_of(game.id), bool(game.solve)
    return GameInfo(ident, index, options, zones, says, reasons, labels, solvable)


GAMES: dict[str, GameInfo] = {game.id: game for game in map(_game, range(lib.game_count()))}
LEVELS = tuple(text_of(lib.level_name(i)) for i in range(lib.LEVELS))
SEATED = ("human", *LEVELS)


def _number(option: OptionInfo, value: object) -> int | None:
    """The engine's number for an option's value; None if the value has the wrong type or is out of
    range."""
    if option.kind == "bool":
        return int(value) if isinstance(value, bool) else None
    if option.kind == "choice":
        known = isinstance(value, str) and value in option.choices
        return option.choices.index(str(value)) if known else None
    if value is None and option.kind == "seat":
        return -1
    return value if type(value) is int and option.low <= value <= option.high else None


def _checked(option: OptionInfo, value: object) -> int:
    number = _number(option, value)
    if number is None:
        choices = ", ".join(f'"{choice}"' for choice in option.choices)
        raise BadRecord(
            f"option_{option.kind}",
            name=option.name,
            low=option.low,
            high=option.high,
            choices=choices,
            value=quote(value),
        )
    return number


def check_options(game: GameInfo, given: Mapping[str, Any]) -> tuple[dict[str, Any], list[int]]:
    """All options of a game, with defaults filled in, and the engine's numbers for them. Raises
    BadRecord if an option is unknown or its value does not fit."""
    if not isinstance(given, Mapping):
        raise BadRecord("wanted", key="options", wanted="object", value=quote(given))
    names = {option.name for option in game.options}
    for name in given:
        if name not in names:
            raise BadRecord("no_option", owner=game.id, name=quote(name))
    values = {option.name: given.get(option.name, option.standard) for option in game.options}
    return values, [_checked(option, values[option.name]) for option in game.options]


def check_game(name: object) -> GameInfo:
    """The game of that name. Raises BadRecord if there is none."""
    if not isinstance(name, str) or name not in GAMES:
        raise BadRecord("no_game", name=quote(name))
    return GAMES[name]


def check_level(level: object) -> int:
    """The engine's number of a level. Raises BadValue if there is no such level."""
    if not isinstance(level, str) or level not in LEVELS:
        raise BadValue("no_level", value=quote(level), known=", ".join(LEVELS))
    return LEVELS.index(level)


def check_seats(seats: Sequence[str] | None, count: int) -> list[str]:
    """Who sits at each seat; all human if seats is None. Raises BadRecord if the list does not
    fit."""
    if seats is None:
        return ["human"] * count
    if not isinstance(seats, list | tuple):
        raise BadRecord("wanted", key="seats", wanted="list", value=quote(seats))
    if len(seats) != count:
        raise BadRecord("seats", n=count, named=len(seats))
    for name in seats:
        if not isinstance(name, str) or name not in SEATED:
            raise BadRecord("seated", name=quote(name), known=", ".join(SEATED))
    return list(seats)


def lengths(game: str) -> dict[str, Mapping[str, Any]]:
    """A game's lengths, the shortest first, with the options that each sets; none if there is only
    one."""
    own = module_of(game, "lengths")
    return dict(own.LENGTHS) if own else {}


def length_of(game: str, options: Mapping[str, Any]) -> str:
    """The name of the length that some options make a match; "" if there is none."""
    found = lengths(game).items()
    return next((name for name, wanted in found if wanted.items() <= options.items()), "")


@cache
def module_of(game: str, name: str) -> Any:
    """A game's own module native/GAME/NAME.py; None if the game has none."""
    whole = f"{__package__}.{game}.{name}"
    return import_module(whole) if find_spec(whole) else None
