"""The engine's Python face.

    >>> from native import Match
    >>> match = Match("duel", seed=7)
    >>> match.to_act, match.legal()[:2]
    (1, ['0@0,0', '1@0,0'])
    >>> [event.kind for event in match.play("1@0,0")]
    ['card']

Rules and searches are C (engine.h); here their answers become Python values, positions become
matches with undo, and matches become records. Nothing here knows a game by its name.
"""

from __future__ import annotations

try:
    from ._engine import ffi, lib
except ImportError as error:
    raise ImportError(
        f"the engine is not compiled ({error}); run: python3 build.py setup"
    ) from None

from .files import assets_dir
from .games import GAMES, LEVELS
from .match import Match
from .position import Position, Unsolved
from .refusals import BadMove, BadRecord, Phrase, Refusal
from .search import Search
from .thinker import Thinker
from .values import (
    Advice,
    Event,
    GameInfo,
    MoveValue,
    OptionInfo,
    Placed,
    Progress,
    Row,
    Solution,
)

VERSION = "1.0.0"

__all__ = [
    "GAMES",
    "LEVELS",
    "VERSION",
    "Advice",
    "BadMove",
    "BadRecord",
    "Event",
    "GameInfo",
    "Match",
    "MoveValue",
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
    "ffi",
    "lib",
]
