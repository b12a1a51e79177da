"""The deals of the day: one for each game, the same for everybody, at most ten minutes of play
each.

They depend only on the date (UTC) and the game. If a game's match is longer, native/GAME/daily.py
says which part is played; other games use their default options. All of this is frozen: later
versions must produce the same deals for past days. A new option gets its default.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from functools import partial
from typing import Any

from ..games import GAMES, own_part
from ..match import Match

# Opponents by weekday, Monday mild, Sunday Dragon.
LEVELS = ("hatchling", "hatchling", "wyrmling", "wyrmling", "drake", "drake", "dragon")
DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def today() -> datetime.date:
    """The date, UTC."""
    return datetime.datetime.now(datetime.UTC).date()


def date_of(text: str) -> datetime.date:
    """Parses a date such as 2026-11-22. Raises ValueError if it is none.

    >>> date_of("2026-11-22").strftime("%A")
    'Sunday'
    """
    if not DATE.fullmatch(text):
        raise ValueError(f"{text[:40]!r} is no date")
    return datetime.date.fromisoformat(text)


def seed_of(game: str, date: datetime.date) -> int:
    """The seed of a game's deal: the first 64 bits of a hash of date and game."""
    import hashlib  # late: it takes a quarter of Python's own memory

    digest = hashlib.sha256(f"hoard daily {date.isoformat()} {game}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def short_match(game: str, seed: int) -> Match:
    """A match of at most ten minutes from a seed, all seats human."""
    make: Callable[[int], Match] = own_part(game, "daily", "match", partial(Match, game, None))
    return make(seed)


def match_of(game: str, date: datetime.date) -> Match:
    """The match of a day, with a person at seat 0.

    >>> match_of("duel", date_of("2026-11-22")).seats
    ['human', 'dragon']
    """
    match = short_match(game, seed_of(game, date))
    match.seats = ["human", *[LEVELS[date.weekday()]] * (match.seats_count - 1)]
    return match


def daily(date: datetime.date) -> dict[str, Any]:
    """What the command prints: the date, and a record for every game."""
    deals = [{"game": game, "record": match_of(game, date).record()} for game in GAMES]
    return {"date": date.isoformat(), "deals": deals}
