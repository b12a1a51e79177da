"""The state of Dragonheart, as the engine prints it (RECORDS.md)."""

from __future__ import annotations

from typing import Literal, TypedDict

Kind = Literal[
    "chest", "fire", "petrified", "sorceress", "troll", "dwarf", "knight", "huntress", "ship"
]


class State(TypedDict):
    """A card in hand is "KIND VALUE", "?" if hidden; board lists values by kind, bottom first."""

    board: dict[Kind, list[int]]
    below_ship: list[tuple[Kind, int]]
    ship_stacks: int
    figure: int | None
    hands: list[list[str]]
    decks: list[int]
    piles: list[int]
    returned: list[str | None]
    last_turn_of: int | None
    outlines: dict[Kind, int]
    figure_points: int
    stacks_at_end: int
