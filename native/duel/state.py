"""The state of the grid duel, as the engine prints it (RECORDS.md)."""

from __future__ import annotations

from typing import TypedDict


class Lines(TypedDict):
    """Scores of a full grid's lines, left to right and top to bottom, each 0 .. 103."""

    columns: list[int]
    rows: list[int]


class Reach(TypedDict):
    """First and last column and row that the grid may still reach, relative to the first card."""

    columns: list[int]
    rows: list[int]


class State(TypedDict):
    """Values are the digits 0 .. 3; each hidden card of a hand is "?"."""

    game: int
    starter: int
    wins: list[int]
    grid: list[str]
    hands: list[str]
    lines: Lines | None
    span: int
    reach: Reach
