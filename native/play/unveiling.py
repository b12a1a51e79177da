"""What a move shows its seat: cards that were hidden from it, drawn, dealt or turned up by the move."""

from __future__ import annotations

import json

from ..position import Position

DEALS = 8  # that the seat can imagine, tried to see whether they look alike after a move


def sight(after: Position, seat: int, move: str) -> str:
    """What a seat sees of a move and of the position after it."""
    events = after.play(move)
    seen = [(e.kind, e.what, e.target, e.target_seat, e.card if e.seen_by(seat) else "", e.amount) for e in events]
    return json.dumps([seen, after.state(seat)])


def reveals(before: Position, move: str) -> bool:
    """Whether a legal move shows its seat something that it cannot know before: after it, deals that
    looked alike look different."""
    seat = before.to_act or 0
    own = sight(before.position(), seat, move)
    return any(sight(before.redealt(seat, number), seat, move) != own for number in range(DEALS))
