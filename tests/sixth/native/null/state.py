"""The state of the null game, as the engine prints it (RECORDS.md)."""

from __future__ import annotations

from typing import TypedDict


class State(TypedDict):
    """Cards are texts, "1" to "9"; "?" where one is not seen."""

    hands: list[list[str]]
    table: list[list[str]]
