"""The treasures of the hoard: what deeds are, and which of them a finished match shows.

A deed is a small function of a match's story: its record played once more, seen by one seat. It returns a number, and
assets/treasures.toml says how much of it is needed. Those of one game stand in its room (native/GAME/deeds.py), those
of all games here. Nothing but the record and its review counts: no clock, no luck of the machine.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, NamedTuple

from native import GAMES, LEVELS, Event, Match, assets_dir


class Turn(NamedTuple):
    """One decision: who made it, what happened, and the states before and after it, all cards open."""

    seat: int
    move: str
    events: list[Event]
    before: dict[str, Any]
    after: dict[str, Any]


class Story:
    """A finished match as one seat lived it; accuracy (0 .. 100) is None until it was reviewed."""

    def __init__(self, match: Match, seat: int, accuracy: float | None = None) -> None:
        assert match.over, "a story has an end"
        self.match, self.seat, self.accuracy = match, seat, accuracy

    @property
    def won(self) -> bool:
        """Whether the seat won, nobody else sharing it but a partner."""
        partners = {self.seat, (self.seat + 2) % 4} if self.match.options.get("teams") else {self.seat}
        return set(self.match.winners) == partners

    @property
    def rivals(self) -> list[str]:
        """The levels of the machines at the other seats."""
        return [who for seat, who in enumerate(self.match.seats) if seat != self.seat and who in LEVELS]

    @cached_property
    def end(self) -> dict[str, Any]:
        """The last state."""
        return self.match.state()

    @cached_property
    def turns(self) -> list[Turn]:
        """All decisions, in order."""
        again = Match.load(self.match.record() | {"moves": []})
        found: list[Turn] = []
        before = again.state()
        for move in self.match.moves:
            seat = again.to_act
            assert seat is not None
            events = again.play(move)
            after = again.state()
            found.append(Turn(seat, move, events, before, after))
            before = after
        return found

    @property
    def own(self) -> Iterable[Turn]:
        """The seat's own decisions."""
        return (turn for turn in self.turns if turn.seat == self.seat)


Deed = Callable[[Story], float]


class House(NamedTuple):
    """What is counted over many matches."""

    games: int = 0  # finished matches
    daily_run: int = 0  # days in a row on which all deals of the day were played
    puzzle_run: int = 0  # puzzles solved one after another without a slip
    lessons: int = 0  # games whose lessons are all done
    duplicates: int = 0  # duplicate matches won


@dataclass(frozen=True)
class Treasure:
    """A piece of the hoard: its deed, how much of it is needed, and whether it is a secret until found."""

    id: str
    game: str  # "" = of the house
    deed: str
    needs: float = 1
    hidden: bool = False


def won_against(level: str) -> Deed:
    """1 for a win against machines that are all of this level or stronger."""

    def deed(story: Story) -> float:
        strong = [LEVELS.index(rival) >= LEVELS.index(level) for rival in story.rivals]
        return float(story.won and bool(strong) and all(strong))

    return deed


def accuracy_against_dragon(story: Story) -> float:
    """The accuracy of a match in which a Dragon sat at the table, once it is known."""
    return story.accuracy or 0.0 if "dragon" in story.rivals else 0.0


SHARED: Mapping[str, Deed] = {
    "beats_hatchling": won_against("hatchling"),
    "beats_wyrmling": won_against("wyrmling"),
    "beats_drake": won_against("drake"),
    "beats_dragon": won_against("dragon"),
    "accuracy": accuracy_against_dragon,
}


def deeds_of(game: str) -> dict[str, Deed]:
    """All deeds of a game by name, the shared ones included."""
    own: Mapping[str, Deed] = import_module(f"native.{game}.deeds").DEEDS
    assert not own.keys() & SHARED.keys()
    return {**SHARED, **own}


def treasures() -> list[Treasure]:
    """All treasures, in the order in which they are shown."""
    found = tomllib.loads((assets_dir() / "treasures.toml").read_text("utf-8"))
    shared = [
        Treasure(f"{game}.{row['deed']}", game, **row) for game in GAMES for row in found["every_game"]
    ]
    own = [
        Treasure(f"{game}.{row['deed']}", game, **row)
        for game in GAMES
        for row in found.get(game, [])
    ]
    house = [Treasure(f"house.{name}", "", deed, needs) for name, deed, needs in _steps(found["house"])]
    return [*shared, *own, *house]


def _steps(table: Mapping[str, Mapping[str, float]]) -> Iterable[tuple[str, str, float]]:
    """The treasures of the house: for each count (a field of House) the names of its steps and what they need."""
    for deed, steps in table.items():
        assert deed in House._fields, deed
        for name, needs in steps.items():
            yield name, deed, needs


def earned(story: Story) -> list[str]:
    """The ids of the treasures that a match shows, whether they were found before or not."""
    deeds = deeds_of(story.match.game)
    wanted = (treasure for treasure in treasures() if treasure.game == story.match.game)
    return [treasure.id for treasure in wanted if deeds[treasure.deed](story) >= treasure.needs]


def earned_in_house(house: House) -> list[str]:
    """The ids of the treasures that the counts of a person show."""
    return [t.id for t in treasures() if not t.game and getattr(house, t.deed) >= t.needs]
