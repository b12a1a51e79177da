"""What everybody has seen of the last move of a match of Dragonheart."""

from __future__ import annotations

from typing import NamedTuple

from ..match import Match
from ..values import Event


class Turn(NamedTuple):
    """A move, who made it, and what it caused."""

    seat: int
    move: str
    events: list[Event]


def last_turn(match: Match) -> Turn:
    """The last move, replayed. There must be one."""
    *before, move = match.moves
    again = Match.load(match.record() | {"moves": before})
    return Turn(again.to_act or 0, move, again.play(move))
