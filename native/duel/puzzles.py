"""Puzzles of the grid duel: wins and draws with open cards, and moves that beat every hand."""

from __future__ import annotations

from ..match import Match
from ..play.mining import Kind

MOST_LEFT, LEAST_LEFT = 9, 3  # cards of both hands together
WIN, DRAW = 1.0, 0.0


def left(match: Match) -> int:
    return 16 - len(match.moves)


def late(match: Match) -> bool:
    """Whether a person can calculate the ending."""
    return LEAST_LEFT <= left(match) <= MOST_LEFT


def position_key(match: Match) -> str:
    """A key of a position, the same for its reflection: the mover's lines as rows, and the
    hands."""
    state = match.state()
    rows: list[str] = state["grid"]
    if state["starter"] == match.to_act:
        rows = ["".join(column) for column in zip(*rows, strict=True)]
    turned = [rows, rows[::-1], [row[::-1] for row in rows], [row[::-1] for row in rows[::-1]]]
    mine, theirs = state["hands"][match.to_act], state["hands"][1 - (match.to_act or 0)]
    return f"{min(turned)} {mine} {theirs}"


def information_set_key(match: Match) -> str:
    """A key of an information set: like position_key, without the other's hand."""
    return position_key(match).rpartition(" ")[0]


OPEN = {"open_hands": True}

KINDS = (
    Kind(
        "duel.win",
        OPEN,
        late,
        1.0,
        wanted=lambda _, best: best == WIN,
        outcome=True,
        finer="lines",
        key=position_key,
    ),
    Kind(
        "duel.draw",
        OPEN,
        late,
        1.0,
        wanted=lambda _, best: best == DRAW,
        outcome=True,
        finer="lines",
        key=position_key,
    ),
    Kind(
        "duel.sure",
        {},
        late,
        0.2,
        wanted=lambda _, best: best == WIN,
        sure=True,
        outcome=True,
        open=False,
        proofs=("exact", "every world"),
        key=information_set_key,
    ),
)
