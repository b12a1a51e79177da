"""How long a match is made, where a game has more than one length.

native/GAME/lengths.py names its lengths, the shortest first, each with the options that it sets. If
a length takes more than that, it makes the match, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..games import GAMES, check_seats, length_of, lengths, module_of
from ..match import Match

KEY = "length"  # of a record, and of the choices for the next match


def governed(game: str) -> set[str]:
    """The options that a game's lengths set."""
    return {name for options in lengths(game).values() for name in options}


def chosen(game: str, last: Mapping[str, Any]) -> str:
    """The length to propose after the choices for the last match: that of the last, the shortest
    for a first match; "" if there is only one."""
    found = lengths(game)
    if last.get(KEY) in found:
        return str(last[KEY])
    options = last.get("options")
    if options is None:
        return next(iter(found), "")
    full = {option.name: option.standard for option in GAMES[game].options} | options
    return length_of(game, full) or next(iter(found), "")


def made(
    game: str, length: object, options: Mapping[str, Any], seed: int, seats: Sequence[str]
) -> Match:
    """A match of a length; an ordinary one if the game has no such length. Raises BadRecord if the
    options or seats do not fit."""
    if not isinstance(length, str) or length not in lengths(game):
        return Match(game, options, seed, seats=seats)
    options = {**options, **lengths(game)[length]}
    make = getattr(module_of(game, "lengths"), "match", None)
    match: Match = make(length, options, seed) if make else Match(game, options, seed)
    match.seats = check_seats(seats, match.seats_count)
    match.extra[KEY] = length
    return match
