"""The Python interface of the engine.

    >>> from native import Match
    >>> match = Match("duel", seed=7)
    >>> match.to_act, match.legal()[:2]
    (1, ['0@0,0', '1@0,0'])
    >>> [event.kind for event in match.play("1@0,0")]
    ['card']

Rules and searches are C (engine.h); here their answers become Python values, positions become
matches with undo, and matches become records. Nothing here knows a game by its name. Whatever is
handed over is checked: what does not fit raises a Refusal, a ValueError that says why. Only ffi and
lib, the engine itself, check nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._engine import ffi as ffi
    from ._engine import lib as lib
    from .files import assets_dir
    from .games import GAMES, LEVELS
    from .match import Match
    from .position import Position, Unsolved
    from .refusals import BadMove, BadRecord, BadValue, NoMemory, Phrase, Refusal
    from .search import Search
    from .thinker import Thinker
    from .values import Advice, Event, GameInfo, MoveValue, OptionInfo, Placed, Progress, Row, Solution

VERSION = "1.0.0"
HOMES = {  # the module of each name, imported on first use so that the window opens sooner
    "_engine": "ffi lib",
    "files": "assets_dir",
    "games": "GAMES LEVELS",
    "match": "Match",
    "position": "Position Unsolved",
    "refusals": "BadMove BadRecord BadValue NoMemory Phrase Refusal",
    "search": "Search",
    "thinker": "Thinker",
    "values": "Advice Event GameInfo MoveValue OptionInfo Placed Progress Row Solution",
}

__all__ = [
    "GAMES",
    "LEVELS",
    "VERSION",
    "Advice",
    "BadMove",
    "BadRecord",
    "BadValue",
    "Event",
    "GameInfo",
    "Match",
    "MoveValue",
    "NoMemory",
    "OptionInfo",
    "Phrase",
    "Placed",
    "Position",
    "Progress",
    "Refusal",
    "Row",
    "Search",
    "Solution",
    "Thinker",
    "Unsolved",
    "assets_dir",
]


def __getattr__(name: str) -> Any:
    home = next((home for home, names in HOMES.items() if name in names.split()), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        import_module("._engine", __name__)
    except ImportError as error:
        raise ImportError(
            f"the engine is not compiled ({error}); run: python3 build.py setup", name=error.name
        ) from None
    value = globals()[name] = getattr(import_module(f".{home}", __name__), name)
    return value
