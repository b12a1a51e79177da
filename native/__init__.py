"""The engine's Python face.

    >>> from native import Match
    >>> match = Match("duel", seed=7)
    >>> match.to_act, match.legal()[:2]
    (0, ['0@0,0', '1@0,0'])
    >>> [event.kind for event in match.play("1@0,0")]
    ['card']

Rules and searches are C (engine.h); here their answers become Python values, positions become matches with
undo, and matches become records. Nothing here but the table of benches knows a game by its name.
"""

from __future__ import annotations

import sys
from pathlib import Path

try:
    from native._engine import ffi, lib
except ImportError as error:
    raise ImportError(f"the engine is not compiled ({error}); run: python3 build.py setup") from None

from native.match import (
    GAMES,
    LEVELS,
    Advice,
    BadMove,
    Event,
    GameInfo,
    Match,
    MoveValue,
    OptionInfo,
    Placed,
    Position,
    Row,
    Solution,
    Unsolved,
    words,
)
from native.records import BadRecord
from native.thinker import Thinker

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
    "Placed",
    "Position",
    "Row",
    "Solution",
    "Thinker",
    "Unsolved",
    "assets_dir",
    "ffi",
    "lib",
    "words",
]


def assets_dir() -> Path:
    """The folder of fonts, art, decks, strings and help: of a frozen program, a checkout or an installed wheel."""
    here = Path(__file__).resolve().parent
    frozen = getattr(sys, "_MEIPASS", None)
    places = [Path(frozen, "assets")] if frozen else [here.parent / "assets", here / "assets"]
    return next((place for place in places if place.is_dir()), places[0])
