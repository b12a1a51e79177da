"""Outcomes: which part of the result makes a move worse than a better one.

Both moves are tried in the same deals, all of which the seat considers possible, and each deal is
played on with middling players in every seat, with the same random numbers after both moves: to the
end of the match, or as far as the game says. A game names the parts that its result is made of
(native/GAME/outcome.py), such as a line of the grid, or the points of a kind of card. A part is worth
what it makes of the difference, averaged over the deals; where a game compares its parts instead of
adding them, it says how that is counted (swing).

Nothing hidden enters: the deals depend on what the seat knows and on their number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from ..games import module_of
from ..position import Position
from ..values import Event

if TYPE_CHECKING:
    from .reasons import Deal, Finding, Mark, Motif

PLAYERS = "wyrmling"  # who plays on
MOST_PLIES = 400  # of a deal played on
SPREAD = 1000  # random numbers of a deal: more than it has moves
LEAST_WORTH = 1 / 3  # of the whole difference: less does not explain it
RELATED = 0.25  # of what the weightiest part makes of it: less is not worth a word
STATEMENT = (
    "The deal is played on: in deal number d of those looked at, from 0, move number k after the one in question, "
    "from 1, is what `advise` gives at level wyrmling with `--rng` 1000 d + k"
)

Part = Hashable
Pair = tuple[str, str]  # the worse move and the better one
Parts = Mapping[Part, float]  # what each part of a result comes to
Swing = Callable[[int, Parts, Parts], Mapping[Part, float]]


class Ending(NamedTuple):
    """A deal played on from a move of a seat: its moves and their events, and where they lead."""

    seat: int
    deal: Deal
    moves: Sequence[str]
    events: Sequence[Event]
    position: Position


class Share(NamedTuple):
    """A part, what it makes of the difference, and what it comes to deal by deal after the worse move
    and after the better one."""

    part: Part
    worth: float
    worse: Sequence[float]
    better: Sequence[float]


Clear = Callable[[Part, int, Mapping[str, Any], Pair], float]  # how clearly the moves make the difference of a part


class Told(NamedTuple):
    """A motif that speaks of a part: its level is `base` plus the amount times `sign`. mark: what is
    marked on the table; values: of its text."""

    motif: Motif
    values: Mapping[str, Any]
    mark: Mark | None = None
    sign: int = 1
    base: float = 0.0


def played_on(module: Any, deal: Deal, move: str, number: int) -> Ending:
    """A deal in which a move is made and the match goes on, as far as a game's module says: for PLIES moves, until
    an event says one of ENDS, or to the end of the match. number: of the deal, for random numbers."""
    most, ends = getattr(module, "PLIES", MOST_PLIES), getattr(module, "ENDS", ())
    at = deal.position.position()
    moves, latest = [move], at.play(move)
    events = [*latest]
    while not at.over and len(moves) < most and not any(event.what in ends for event in latest):
        legal = at.legal()
        chosen = legal[0]
        if len(legal) > 1:
            chosen = at.advise(PLAYERS, rng=number * SPREAD + len(moves), brief=True).move
        latest = at.play(chosen)
        events += latest
        moves.append(chosen)
    return Ending(deal.seat, deal, moves, events, at)


def difference(_seat: int, worse: Parts, better: Parts) -> dict[Part, float]:
    """What each part makes of a difference where the parts of a result are added."""
    return {part: better.get(part, 0.0) - worse.get(part, 0.0) for part in {**worse, **better}}


class Outcome:
    """The difference between two moves, played on deal by deal."""

    def __init__(
        self, game: str, seat: int, move: str, better: str, values: Mapping[str, float] | None = None
    ) -> None:
        self.seat, self.pair, self.values = seat, (move, better), values or {}
        self.module = module_of(game, "outcome")
        self.weights: list[float] = []
        self.endings: list[tuple[Ending, Ending]] = []  # after the worse move, and after the better one
        self.parts: list[tuple[Parts, Parts]] = []
        self.sums: dict[Part, float] = defaultdict(float)
        self.plies = 0
        self.before: Mapping[str, Any] = {}  # the state of a deal

    def told_of(self, before: Mapping[str, Any]) -> bool:
        """Whether the game says what the result is made of; it need not, and not of every position."""
        if self.module is None:
            return False
        says: Callable[[Mapping[str, Any]], bool] = getattr(self.module, "says", lambda _before: True)
        return says(before)

    @property
    def enough(self) -> float:
        """The part of the loss from which on what the rules alone say comes before what playing on shows; a game need
        not say so (ENOUGH)."""
        return float(getattr(self.module, "ENOUGH", inf))

    def add(self, deal: Deal) -> None:
        """Plays on in one more deal."""
        self.before = deal.state
        pair = [played_on(self.module, deal, move, len(self.weights)) for move in self.pair]
        worse, better = (self.module.parts(ending) for ending in pair)
        swing: Swing = getattr(self.module, "swing", difference)
        for part, worth in swing(self.seat, worse, better).items():
            self.sums[part] += worth * deal.weight
        self.weights.append(deal.weight)
        self.endings.append((pair[0], pair[1]))
        self.parts.append((worse, better))
        self.plies += sum(len(ending.moves) for ending in pair)

    @property
    def moves(self) -> list[tuple[Sequence[str], Sequence[str]]]:
        """Deal by deal, the moves from the worse one on and from the better one."""
        return [(worse.moves, better.moves) for worse, better in self.endings]

    @property
    def whole(self) -> float:
        """What all parts make together; not less than any of them alone."""
        return max(sum(self.sums.values()), *self.sums.values(), 0.0) / sum(self.weights)

    def shares(self) -> list[Share]:
        """The parts that speak against the move, the weightiest first, and of those the clearest; a game may put some
        together."""
        clear: Clear = getattr(self.module, "clear", lambda *_: 1.0)
        weighty = {part: worth * clear(part, self.seat, self.before, self.pair) for part, worth in self.sums.items()}
        parts = sorted((part for part, worth in weighty.items() if worth > 0), key=lambda part: -weighty[part])
        found = [
            Share(
                part,
                self.sums[part] / sum(self.weights),
                [worse.get(part, 0.0) for worse, _ in self.parts],
                [better.get(part, 0.0) for _, better in self.parts],
            )
            for part in parts
        ]
        together: Callable[[Outcome, list[Share]], list[Share]] | None = getattr(self.module, "together", None)
        return together(self, found) if together else found

    def told(self, share: Share, before: Mapping[str, Any]) -> Told | None:
        """How the game speaks of a part; None if nothing shows how the moves could make the difference. A game may
        add to its values what the deals played on show."""
        found: Told | None = self.module.told(share.part, self.seat, before, self.pair)
        explained: Callable[[Outcome, Share], Mapping[str, Any]] | None = getattr(self.module, "explained", None)
        if found is None or explained is None:
            return found
        return found._replace(values={**found.values, **explained(self, share)})

    @property
    def least_of_loss(self) -> float:
        """The part of the loss that a part of the result makes at least, where the game asks for one."""
        return float(getattr(self.module, "LEAST_OF_LOSS", 0.0))

    def concerns(self, finding: Finding, before: Mapping[str, Any]) -> bool:
        """Whether what a statement is about makes some of the difference; true of one that is about no part, and
        where the game does not say what its statements are about."""
        names: Callable[[Finding, Mapping[str, Any]], set[Part]] | None = getattr(self.module, "about", None)
        about = names(finding, before) if names and self.weights else set()
        most = max(self.sums.values(), default=0.0)
        weighty = {part for part, worth in self.sums.items() if worth > 0 and worth >= most * RELATED}
        return not about or not weighty or not about.isdisjoint(weighty)


def by_row(ending: Ending) -> dict[tuple[int, str, str | None], float]:
    """What the rows of the count (Position.breakdown) have gained: those of the seat, and below 0 those
    of the best other one."""
    at, seat = ending.position, ending.seat
    scores = at.scores
    rival = max((who for who in range(at.seats_count) if who != seat), key=lambda who: scores[who])
    found: dict[tuple[int, str, str | None], float] = defaultdict(float)
    for position, sign in ((at, 1), (ending.deal.position, -1)):
        for who in (seat, rival):
            for row in position.breakdown(who):
                found[who, row.label, row.card] += sign * row.value * (1 if who == seat else -1)
    return {row: value for row, value in found.items() if value}
