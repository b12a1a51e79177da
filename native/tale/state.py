"""The state of Fairy Tale, as the engine prints it (RECORDS.md)."""

from __future__ import annotations

from typing import Literal, TypedDict


class Laid(TypedDict):
    """A card on the table."""

    name: str
    up: bool


class State(TypedDict):
    """Lists have an entry for each seat; a card is its name, or "?" if hidden."""

    stage: int
    packs: list[list[str]]
    hands: list[list[str]]
    chosen: list[str | None]
    table: list[list[Laid]]
    discards: list[list[str]]
    deck: int
    points: list[int]
    trickster: list[str | None]
    stages: int
    round: int
    passes: Literal[-1, 0, 1]
    places: int
