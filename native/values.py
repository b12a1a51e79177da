"""What the engine's answers are in Python: small tuples of texts and numbers."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, get_args

from .checks import check_seat
from .refusals import Phrase

EventKind = Literal["card", "up", "down", "pay", "score", "say", "shuffle", "pause", "over"]
OptionKind = Literal["bool", "int", "choice", "seat"]
Status = Literal["exact", "bound", "cancelled", "nodes", "time", "memory", "unfit", "done"]
Policy = Literal["sampled", "whole"]
Proof = Literal["estimate", "exact", "every world", "equilibrium"]

MOST_SEATS = 5
# In the order of engine.h's numbers.
EVENT_KINDS: tuple[EventKind, ...] = get_args(EventKind)
OPTION_KINDS: tuple[OptionKind, ...] = get_args(OptionKind)
STATUSES: tuple[Status, ...] = get_args(Status)
POLICIES: tuple[Policy, ...] = get_args(Policy)
PROOFS: tuple[Proof, ...] = get_args(Proof)


class OptionInfo(NamedTuple):
    """An option of a game; only a seat may be None."""

    name: str
    kind: OptionKind
    low: int
    high: int
    standard: Any
    choices: tuple[str, ...]

    def values(self) -> list[Any]:
        """All values it may have, in order."""
        if self.kind == "bool":
            return [False, True]
        if self.kind == "choice":
            return list(self.choices)
        numbers: list[Any] = list(range(self.low, self.high + 1))
        return [None, *numbers] if self.kind == "seat" else numbers


class GameInfo(NamedTuple):
    """A game: its place in the engine's list, options, and the ids of events, cards and reasons."""

    id: str
    index: int  # type: ignore[assignment]
    options: tuple[OptionInfo, ...]
    zones: tuple[str, ...]
    says: tuple[str, ...]
    reasons: tuple[str, ...]
    labels: tuple[str, ...]
    solvable: bool


class Event(NamedTuple):
    """One thing that happened; see engine.h for what each kind uses. Zones are "" and seats None
    where unused."""

    kind: EventKind
    what: str
    seat: int | None
    source: str
    source_seat: int | None
    target: str
    target_seat: int | None
    seen: int
    card: str | None
    place: int | None
    amount: int

    def seen_by(self, seat: int | None) -> bool:
        """Whether this seat sees the card's face (None: somebody who sees all)."""
        return seat is None or bool(self.seen >> check_seat(seat, MOST_SEATS) & 1)


class Placed(NamedTuple):
    """A card where it lies; card is None where the one who looks may not know it."""

    zone: str
    seat: int | None
    up: bool
    place: int
    card: str | None


class Row(NamedTuple):
    """One line of what scores what."""

    label: str
    seat: int
    card: str | None
    count: int  # type: ignore[assignment]
    value: int


class MoveValue(NamedTuple):
    """A legal move and what it is worth to the seat to act (max^n: a list, a number a seat)."""

    move: str
    value: Any
    best: bool
    weight: float
    odds: float | None = None  # chance of what is fought for, where something is


class Solution(NamedTuple):
    """What a solver found; where status is not "exact" why says so, and moves and line mean
    nothing."""

    status: Status
    objective: str
    why: Phrase
    moves: tuple[MoveValue, ...]
    best: tuple[str, ...]
    line: tuple[str, ...]
    nodes: int
    seconds: float


class Advice(NamedTuple):
    """What an AI would play; of is None: too many worlds to count; status "time": the guard
    struck."""

    status: Status
    move: str
    proof: Proof
    worlds: int
    of: int | None
    exploitability: float | None
    moves: tuple[MoveValue, ...]
    nodes: int
    seconds: float
    policy: Policy = (
        "sampled"  # "whole": the moves' weights are the chances with which they are played
    )

    @property
    def shown(self) -> str:
        """The move to recommend: the best by value, of equal ones the one the advice plays."""
        best = [m.move for m in self.moves if m.best]
        return self.move if self.move in best or not best else best[0]

    @property
    def worth(self) -> float:
        """The value of the position to the seat to act."""
        if self.proof == "equilibrium":
            return float(sum(m.weight * m.value for m in self.moves))
        return float(max(m.value for m in self.moves))


class Progress(NamedTuple):
    """How far a search is: done of so many worlds or moves (0 of 0 = unknown), and nodes so far."""

    done: int
    of: int
    nodes: int
