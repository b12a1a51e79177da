"""The engine's answers in Python: small named tuples of text and numbers."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, get_args

from .checks import check_seat
from .grades import SAME
from .refusals import BadValue, Phrase

EventKind = Literal["card", "up", "down", "pay", "score", "say", "shuffle", "pause", "over"]
OptionKind = Literal["bool", "int", "choice", "seat"]
Status = Literal["exact", "bound", "cancelled", "nodes", "time", "memory", "unfit", "done"]
Policy = Literal["sampled", "whole"]
Proof = Literal["estimate", "exact", "every world", "equilibrium"]

MOST_SEATS = 5
# In the order of engine.h's constants.
EVENT_KINDS: tuple[EventKind, ...] = get_args(EventKind)
OPTION_KINDS: tuple[OptionKind, ...] = get_args(OptionKind)
STATUSES: tuple[Status, ...] = get_args(Status)
POLICIES: tuple[Policy, ...] = get_args(Policy)
PROOFS: tuple[Proof, ...] = get_args(Proof)


class OptionInfo(NamedTuple):
    """An option of a game. Only an option of kind "seat" may be None."""

    name: str
    kind: OptionKind
    low: int
    high: int
    standard: Any
    choices: tuple[str, ...]

    def values(self) -> list[Any]:
        """All possible values, in order."""
        if self.kind == "bool":
            return [False, True]
        if self.kind == "choice":
            return list(self.choices)
        numbers: list[Any] = list(range(self.low, self.high + 1))
        return [None, *numbers] if self.kind == "seat" else numbers


class GameInfo(NamedTuple):
    """A game: its index in the engine, its options, and the ids of its events, zones and
    reasons."""

    id: str
    index: int  # type: ignore[assignment]
    options: tuple[OptionInfo, ...]
    zones: tuple[str, ...]
    says: tuple[str, ...]
    reasons: tuple[str, ...]
    labels: tuple[str, ...]
    solvable: bool


class Event(NamedTuple):
    """One thing that happened in a move; engine.h says which fields each kind uses. Unused zones
    are "", unused seats None."""

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
        """Whether this seat sees the card's face (None: a viewer who sees everything)."""
        return seat is None or bool(self.seen >> check_seat(seat, MOST_SEATS) & 1)


class Placed(NamedTuple):
    """A card and where it lies. card is None if the viewer may not know it."""

    zone: str
    seat: int | None
    up: bool
    place: int
    card: str | None


class Row(NamedTuple):
    """One line of a score: what it is for and how much it is worth."""

    label: str
    seat: int
    card: str | None
    count: int  # type: ignore[assignment]
    value: int


class MoveValue(NamedTuple):
    """A legal move and its value to the seat to act (max^n: a list with the value for each
    seat)."""

    move: str
    value: Any
    best: bool
    weight: float
    odds: float | None = None  # probability of winning what is fought for, if anything is
    prospect: float | None = None  # the value with what the move means later, if that is known
    sure: bool = False  # proven: a plan by what the seat sees brings the value, whatever is hidden

    @property
    def merit(self) -> float:
        """The number by which moves are compared: the prospect if there is one, else the value.
        Only for games whose values are single numbers."""
        return float(self.value if self.prospect is None else self.prospect)


class Solution(NamedTuple):
    """What a solver found. If status is not "exact", why says so, and moves and line mean nothing."""

    status: Status
    objective: str
    why: Phrase
    moves: tuple[MoveValue, ...]
    best: tuple[str, ...]
    line: tuple[str, ...]
    nodes: int
    seconds: float

    @property
    def value(self) -> Any:
        """The exact value of the position to the seat to act: that of the best move (max^n: a list
        with the value for each seat). BadValue if the status is not "exact".

        >>> from native import Match
        >>> match = Match("duel", {"open_hands": True, "first": 0}, seed=6)
        >>> while len(match.moves) < 14:
        ...     _ = match.play(match.legal()[-1])
        >>> match.solve().value
        1
        """
        if self.status != "exact":
            raise BadValue("no_value", status=self.status)
        return next(choice.value for choice in self.moves if choice.best)


class Advice(NamedTuple):
    """The move that an AI would play.

    of: how many worlds there are; None if they are too many to count. status "time": the time limit
    ended the search. policy "whole": the weights are the probabilities of a mixed strategy.
    """

    status: Status
    move: str
    proof: Proof
    worlds: int
    of: int | None
    exploitability: float | None
    moves: tuple[MoveValue, ...]
    nodes: int
    seconds: float
    policy: Policy = "sampled"

    @property
    def shown(self) -> str:
        """The move to recommend: one that surely brings the value, else one of the best by value,
        and of those the one the AI plays."""
        best = self._sure or [m.move for m in self.moves if m.best]
        return self.move if self.move in best or not best else best[0]

    @property
    def sure(self) -> bool:
        """Whether the recommended move is proven to bring the value, whatever is hidden."""
        return bool(self._sure)

    @property
    def _sure(self) -> list[str]:
        return [m.move for m in self.moves if m.sure and m.merit >= self.value - SAME]

    @property
    def value(self) -> float:
        """The value of the position to the seat to act, as the AI estimates it."""
        if self.proof == "equilibrium":
            return sum(m.weight * m.merit for m in self.moves)
        return max(m.merit for m in self.moves)

    @property
    def worth(self) -> float:
        """The same as value, under its former name."""
        return self.value


class Progress(NamedTuple):
    """How far a search is: `done` of `of` worlds or moves (0 of 0: unknown), and the nodes so
    far."""

    done: int
    of: int
    nodes: int
