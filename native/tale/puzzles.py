"""Puzzles of Fairy Tale: the last picks and cards of a match, by what the seat knows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..match import Match
from ..play.mining import Kind

LAST_DRAFT, LAST_PLAY = 2, 1  # stages before the end
MOST_LEFT = 3  # cards of a pack


def stages_left(state: Mapping[str, Any]) -> int:
    """How many stages are left before scoring, including the present one."""
    left: int = state["stages"] - state["stage"]
    return left


def last_cards(match: Match) -> bool:
    """Whether a card of the last stage is to be laid or flipped."""
    return stages_left(match.state()) == LAST_PLAY


def last_picks(match: Match) -> bool:
    """Whether one of the last two picks of the last draft is due."""
    state = match.state()
    return stages_left(state) == LAST_DRAFT and len(state["packs"][match.to_act]) <= MOST_LEFT


def best_turned(match: Match) -> list[str]:
    """The cards to be turned that bring most at once, which stands on each; none if something else is due."""
    legal, seat = match.legal(), match.to_act or 0
    if not all(move.startswith(("flip ", "unflip ")) for move in legal):
        return []
    gains = dict[str, float]()
    for move in legal:
        after = match.position()
        after.play(move)
        gains[move] = after.scores[seat]
    return [move for move in legal if gains[move] == max(gains.values())]


KINDS = (
    Kind("tale.pass", {"players": 2}, last_picks, 2.0, open=False, proofs=("exact", "equilibrium")),
    Kind("tale.last", {"players": 2}, last_cards, 2.0, open=False, shown=best_turned),
    Kind("tale.last_of_three", {"players": 3}, last_cards, 2.0, open=False, proofs=("exact",), shown=best_turned),
)
