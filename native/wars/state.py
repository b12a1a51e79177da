"""The state of Dragon Wars, as the engine prints it (RECORDS.md)."""

from __future__ import annotations

from typing import Literal, TypedDict

Side = Literal["attack", "defence"]
Suit = Literal["C", "D", "H", "S"]


class Battle(TypedDict):
    """A battle under way: cards laid and flipped, in order; an attack card not yet turned up may be "?"."""

    attacker: int
    defender: int
    revealed: bool
    attack: list[str]
    attack_flips: list[str]
    defence: list[str]
    defence_flips: list[str]


class Serves(TypedDict):
    """Letters of the suits that count for a side, first the one that counts for both."""

    attack: str
    defence: str


class State(TypedDict):
    """A card is "C10", "?" where it is not seen; a dragon is a pair of its card and its health, None: despoiler."""

    dragons: list[tuple[str, int] | None]
    hands: list[list[str]]
    trump: Suit | None
    attack: int | None
    defence: int | None
    battle: Battle | None
    trophies: list[list[str]]
    nest: int
    deck: int
    discard: list[str]
    last_turns: bool
    loss: int | None
    slain: bool
    full_health: list[int | None]
    serves: Serves
