"""The state of Dragonmaster, as the engine prints it (RECORDS.md)."""

from __future__ import annotations

from typing import Literal, TypedDict

Kind = Literal["dragonlords", "wizards", "runesword", "first", "staff"]


class Result(TypedDict):
    """What a finished hand came to. payments are crystals; they sum to 0."""

    kind: Kind
    dm: int
    power: Literal["power", "secret"] | None
    player: int | None
    success: bool | None
    payments: list[int]
    next_dm: int | None


class State(TypedDict):
    """A card is "DRA K" or "DRAGON", "?" if hidden; a trick is a list of (seat, card)."""

    hand: int
    round: int
    round_began_by: int
    played: list[Kind]
    dm: int
    kind: Kind | None
    power: int | None
    swapped_by: int | None
    hands: list[list[str]]
    extra: str | None
    leader: int | None
    trick: list[tuple[int, str]]
    taken: list[list[str]]
    tricks: list[list[tuple[int, str]]]
    tricks_taken: list[int]
    wealth: list[int]
    results: list[Result]
    rounds: int
    hands_of_match: int
    secret: bool
    suit: Literal["DRA", "WAR", "DRU", "NOM"] | None
