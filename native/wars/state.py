"""The state of Dragon Wars, as the engine prints it (RECORDS.md)."""

from __future__ import annotations

from typing import Literal, TypedDict, get_args

Side = Literal["attack", "defence"]
Suit = Literal["C", "D", "H", "S"]
SIDES: tuple[Side, ...] = get_args(Side)
SUMS = tuple(f"{side}_sum" for side in SIDES)  # what is said of the sums


def side_of(zone: str) -> Side:
    """The side that a zone of the battle belongs to."""
    return "attack" if zone.startswith("attack") else "defence"


class Battle(TypedDict):
    """Cards laid and flipped, in order. A face-down attack card may be "?"."""

    attacker: int
    defender: int
    revealed: bool
    attack: list[str]
    attack_flips: list[str]
    defence: list[str]
    defence_flips: list[str]


class Serves(TypedDict):
    """The suits that count for each side, first the one that counts for both."""

    attack: str
    defence: str


class State(TypedDict):
    """A card is "C10", or "?" if hidden; a dragon is its card and health; a despoiler has None."""

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
