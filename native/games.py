"""The games and levels that the engine provides, and checks of options and seats."""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from ._engine import ffi, lib
from .refusals import BadRecord, BadValue, quote
from .values import OPTION_KINDS, GameInfo, OptionInfo

if TYPE_CHECKING:
    from ._engine import Array, Game, Option, Text

T = TypeVar("T")


def text_of(chars: Text) -> str:
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


# Of struct Game: what a game must fill in.
FILLED = (
    *("zones", "reasons", "seats", "deal", "to_act", "moves", "play", "over", "scores", "winners"),
    *("move_text", "move_parse", "why_not", "card_text", "describe", "cards", "redeal", "breakdown"),
)


def _wrong(game: Game) -> str:
    """The first field of a game's table that is missing or out of bounds; "" if none is."""
    if name := next((name for name in ("id", *FILLED) if not getattr(game, name)), ""):
        return name
    if not 0 < game.state_size <= lib.MAX_STATE:
        return "state_size"
    if not 0 <= game.n_options <= lib.MAX_OPTIONS or (game.n_options and not game.options):
        return "options"
    return next((f"options[{i}]" for i in range(game.n_options) if _wrong_option(game.options[i])), "")


def _wrong_option(option: Option) -> bool:
    known = bool(option.name) and 0 <= option.kind < len(OPTION_KINDS)
    return not known or (OPTION_KINDS[option.kind] == "choice" and not option.choices)


def sorted_out() -> tuple[dict[str, GameInfo], dict[str, str]]:
    """The games that can be used, and what is wrong with the others: their functions must not be
    called."""
    found: dict[str, GameInfo] = {}
    wrong: dict[str, str] = {}
    for index in range(lib.game_count()):
        game = lib.game_at(index)
        ident = text_of(game.id) if game.id else f"game {index + 1}"
        if what := _wrong(game):
            wrong[ident] = what
        else:
            found[ident] = _game(index)
    return found, wrong


def _game(index: int) -> GameInfo:
    game = lib.game_at(index)
    options = tuple(_option(game.options[i]) for i in range(game.n_options))
    listed = (game.zones, game.says, game.reasons, game.labels)
    zones, says, reasons, labels = map(_names, listed)
    ident, solvable = text_of(game.id), bool(game.solve)
    return GameInfo(ident, index, options, zones, says, reasons, labels, solvable)


GAMES, WRONG = sorted_out()
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
    return dict(own_part(game, "lengths", "LENGTHS", {}))


def length_of(game: str, options: Mapping[str, Any]) -> str:
    """The name of the length that these options give; "" if they fit none."""
    found = lengths(game).items()
    return next((name for name, wanted in found if wanted.items() <= options.items()), "")


class Empty(type):
    """Stands for whatever a missing module should define: every attribute is an Empty too."""

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return cls

    def __getitem__(cls, _key: object) -> Any:
        return cls

    def __iter__(cls) -> Iterator[Any]:
        return iter(())


class StandIn(ModuleType):
    """Stands in for a game's module that cannot be imported, so that the other games still work.
    why: what was wrong."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(name)
        self.why = why

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Empty(name, (), {})


def stand_in(error: Exception) -> bool:
    """Puts a StandIn in place of the game's module at which an import failed. False if the import
    failed elsewhere."""
    name = next(filter(_is_own, _at_fault(error)), "")
    if not name or isinstance(sys.modules.get(name), StandIn):
        return False
    sys.modules[name] = StandIn(name, f"{type(error).__name__}: {error}")
    return True


def _at_fault(error: Exception) -> Iterator[str]:
    """The modules at which an import may have failed, the likeliest first."""
    yield str(getattr(error, "name", ""))
    if isinstance(error, SyntaxError) and error.filename:
        yield _module_in(error.filename)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        wanted = re.match(r"from ([\w.]+) import", frame.line or "")
        yield wanted[1] if wanted else ""
        yield _module_in(frame.filename)


def _module_in(file: str) -> str:
    return ".".join([str(__package__), *Path(file).with_suffix("").parts[-2:]])


def _is_own(module: str) -> bool:
    """Whether a module belongs to a game."""
    package, _, name = module.removeprefix(f"{__package__}.").partition(".")
    return bool(name) and package in GAMES


@cache
def module_of(game: str, name: str) -> Any:
    """A game's own module native/GAME/NAME.py; None if the game has none, or none that can be
    imported: parts.fault says so, and the other games go on."""
    try:
        found = import_module(f"{__package__}.{game}.{name}")
    except MemoryError:
        raise
    except Exception:
        return None
    return None if isinstance(found, StandIn) else found


def own_part(game: str, module: str, name: str, standard: T) -> T:
    """What a game's own module defines under a name, else the standard."""
    found: T = getattr(module_of(game, module), name, standard)
    return found
