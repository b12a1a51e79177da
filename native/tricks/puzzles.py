"""Puzzles of Dragonmaster with all hands open.

Keep the loss low, earn more, make a Power Play, or stop one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..match import Match
from ..play.mining import Kind

FEWEST = 3  # cards of the hand to move
EXPERT = {"level": "expert"}


def in_play(match: Match, power: bool) -> bool:
    """Whether a card is to be played, with enough cards left. power: in a Power Play."""
    state = match.state()
    if state["kind"] is None or (state["power"] is not None) != power:
        return False
    return len(state["hands"][match.to_act]) >= FEWEST


def role(power: bool, chief: bool) -> Callable[[Match], bool]:
    """Accepts positions in which the Dragonmaster (or the Power Player) is to move, or in which
    another seat is."""

    def fits(match: Match) -> bool:
        state = match.state()
        head = state["power"] if power else state["dm"]
        return in_play(match, power) and (match.to_act == head) == chief

    return fits


def wizards(match: Match) -> bool:
    """Whether the Dragonmaster is to move in a hand of Wizards."""
    return match.state()["kind"] == "wizards" and role(power=False, chief=True)(match)


def second_hand(match: Match) -> bool:
    """Whether the first hand is over.

    Only the first hand is searched: the seed deals it, and records stay short.
    """
    hand: int = match.state()["hand"]
    return hand > 0


def look(match: Match) -> str:
    """A key of the position, the same if the two suits without penalties are swapped."""
    state: Mapping[str, Any] = match.state()
    fixed = [state[key] for key in ("kind", "dm", "power", "leader", "trick")]
    cards = [sorted(held) for held in (*state["taken"], *state["hands"])]
    text = f"{fixed} {cards}"
    other = text.replace("DRU", "???").replace("NOM", "DRU").replace("???", "NOM")
    return min(text, other)


KINDS = (
    Kind("tricks.hold", {}, role(power=False, chief=False), 2000, past=second_hand, key=look),
    Kind("tricks.gather", {}, role(power=False, chief=True), 2000, past=second_hand, key=look),
    Kind("tricks.catch", {}, wizards, 2000, past=second_hand, key=look),
    Kind(
        "tricks.make",
        EXPERT,
        role(power=True, chief=True),
        1,
        wanted=lambda _, best: best == 1,
        past=second_hand,
        key=look,
    ),
    Kind(
        "tricks.stop",
        EXPERT,
        role(power=True, chief=False),
        1,
        wanted=lambda _, best: best == 0,
        past=second_hand,
        key=look,
    ),
)
