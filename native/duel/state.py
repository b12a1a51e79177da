"""The state of the grid duel, as the engine prints it (RECORDS.md)."""

from __future__ import annotations

from typing import TypedDict


class Lines(TypedDict):
    """Scores of a full grid's lines, from left to right and from top to bottom, 0 .. 103 each."""

    columns: list[int]
    rows: list[int]


class Reach(TypedDict):
    """First and last column and row, relative to the first card, that the grid may still reach."""

    columns: list[int]
    rows: list[int]


class State(TypedDict):
    """Values are the digits 0 .. 3; "?" stands for each card of a hand that is hidden."""

    game: int
    starter: int
    wins: list[int]
    grid: list[str]
    hands: list[str]
    lines: Lines | None
    span: int
    reach: Reach
