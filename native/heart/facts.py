"""What a move of Dragonheart does on the table, and what it leaves to both seats.

What a move takes, draws and leaves for the cards kept in hand depends on nothing hidden. What the other seat can take
next is counted over deals that the seat can imagine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..play.reasons import Reasoning, Trial
from .motifs import (
    FEW,
    NOTHING,
    SINGLE,
    TAKES,
    Take,
    after,
    before,
    brings_end,
    drawn,
    goes_on,
    heap,
    held,
    kind_of,
    points,
    spaces,
    takes_figure,
    takes_of,
)
from .state import Kind, State

DEALS = 48  # deals in which it is counted what the other seat can take
CLEAR = 0.25  # by which two shares differ clearly


class Threat(NamedTuple):
    """What the other seat can take next from a space: the points, each with the share of the deals in which it can;
    the mean with what the Great Dragon changes, and whether that comes with it."""

    takes: tuple[tuple[int, float], ...] = ()
    mean: float = 0.0
    figure: bool = False

    @property
    def points(self) -> int:
        """The fewest points."""
        return min((points for points, _ in self.takes), default=0)

    def share(self, least: int = 0) -> float:
        """In what share of the deals so much can be taken."""
        return sum(share for points, share in self.takes if points >= least)


class Hope(NamedTuple):
    """What one drawn card takes next turn, with cards that stay in hand.

    kinds: of the card. helped: how many cards of the hand it needs. mean: of the points over the deals, with the
    Great Dragon, counted only where the other seat is not first.
    """

    kinds: tuple[str, ...] = ()
    points: int = 0
    helped: int = 0
    mean: float = 0.0


class Facts(NamedTuple):
    """What a move does.

    empty: spaces from which its cards take, if nothing lies there. spent: whether the hand's only card that takes
    alone goes. prize: the best take of the next turn by cards that stay in hand; wakes: whether the Great Dragon
    comes with it. reach: the same for each kind of card. kept: how many of these cards are of each kind. missing:
    cards of its kind that its space then lacks; stake: the points for the last; ready: how often the other seat holds
    all of them. below: the points that it sends below the Ship. ends: whether the other seat's next turn is the last.
    last_fleet: whether it lays Ships of the last stack of the match.
    threats: by space; danger: the mean of the best in each deal. hopes: by space. state: after the move, in a deal
    that the seat can imagine. scores: the mover's first.
    """

    move: str
    points: int
    figure: bool
    source: str
    drawn: int
    empty: tuple[str, ...]
    spent: bool
    prize: Take
    reach: dict[str, Take]
    wakes: bool
    kept: Counter[str]
    missing: int
    stake: int
    ready: float
    below: int
    ends: bool
    last_fleet: bool
    threats: dict[str, Threat]
    danger: float
    hopes: dict[str, Hope]
    whole: bool
    goes_on: bool
    figure_points: int
    state: State
    scores: tuple[float, float]

    @property
    def now(self) -> int:
        """What the move brings at once, with the Great Dragon."""
        return self.points + self.figure_points * self.figure

    @property
    def next(self) -> int:
        """What the prize brings, with the Great Dragon."""
        return self.prize.points + self.figure_points * self.wakes

    @property
    def risk(self) -> float:
        """How often the other seat can take the prize first."""
        return self.threats.get(self.prize.space, Threat()).share()


def wakes(trial: Trial, seat: int, space: str) -> bool:
    """Whether the Great Dragon comes to a seat with what it takes from a space after a move."""
    return space == "petrified" and after(trial)["figure"] != seat


def reached(trial: Trial) -> dict[str, Take]:
    """What the seat's kept cards of each kind can take best next turn, as the board lies after its move; the best of
    all first."""
    if not goes_on(trial):
        return {}
    bonus = before(trial)["figure_points"]

    def worth(one: Take) -> int:
        return one.points + bonus * wakes(trial, trial.seat, one.space)

    best: dict[str, Take] = {}
    for one in sorted(takes_of(after(trial), held(trial).elements()), key=worth, reverse=True):
        if one.points:
            best.setdefault(kind_of(one.move), one)
    return best


def nothing_from(trial: Trial) -> tuple[str, ...]:
    """The empty spaces from which the cards laid could take, if they take nothing."""
    kind, state = kind_of(trial.move), after(trial)
    fills = kind in ("knight", "huntress", "ship") and not state["board"][kind]
    if points(trial.events) or not (kind in SINGLE or fills):
        return ()
    aimed = trial.move.partition(" > ")[2]
    both = [space for space in TAKES[kind] if not heap(before(trial), space)]
    return tuple(both) if len(both) == len(TAKES[kind]) else (aimed or TAKES[kind][0],)


def stake_of(trial: Trial) -> tuple[int, int]:
    """How many cards the space of the move then lacks, and the points that the last of them is sure to take."""
    kind, state = kind_of(trial.move), after(trial)
    if kind not in state["outlines"] or not state["board"][kind] or state["last_turn_of"] is not None:
        return 0, 0
    missing = state["outlines"][kind] - len(state["board"][kind])
    stake = max(heap(state, space) for space in TAKES[kind])
    return missing, stake + missing * (kind == "dwarf")


def fills_next(trial: Trial, missing: int) -> bool:
    """Whether the other seat holds all cards that are missing in the space of a move."""
    others = after(trial)["hands"][1 - trial.seat]
    return 0 < missing <= sum(kind_of(card) == kind_of(trial.move) for card in others)


def threatened(trial: Trial) -> dict[str, Take]:
    """The best takes of the other seat's next turn, by space."""
    if trial.after.over:
        return {}
    other = 1 - trial.seat
    found: dict[str, Take] = {}
    for one in takes_of(after(trial), after(trial)["hands"][other]):
        if one.points > found.get(one.space, NOTHING).points:
            found[one.space] = one
    return found


def lacking(trial: Trial, kind: Kind) -> int:
    """How many cards of a kind the seat lacks, with those that it keeps, to take something with them."""
    board, limits = after(trial)["board"], after(trial)["outlines"]
    needed = limits[kind] - len(board[kind]) if kind in limits else 1
    return needed - sum(kind_of(card) == kind for card in held(trial).elements())


def hoped(trials: Sequence[Trial], threats: Mapping[str, Threat]) -> dict[str, Hope]:
    """What one drawn card takes next turn, by space."""
    first = trials[0]
    if not goes_on(first):
        return {}
    found: dict[str, Hope] = {}
    whole = sum(trial.deal.weight for trial in trials)
    kept = [*map(kind_of, held(first).elements())]
    drawn = [{*map(kind_of, Counter(after(trial)["hands"][trial.seat]) - held(trial))} for trial in trials]
    lacks = {kind: lacking(first, kind) for kind in map(kind_of, TAKES)}
    for space in {space for places in TAKES.values() for space in places}:
        takers = [kind for kind in lacks if space in TAKES[kind]]
        kinds = tuple(kind for kind in takers if lacks[kind] == 1)
        if not kinds or any(lacks[kind] < 1 for kind in takers):
            continue
        points = heap(after(first), space)
        if space == "dwarf":
            values = [int(card.split()[1]) for card in held(first).elements() if kind_of(card) == "dwarf"]
            points += sum(values) + 1
        there = (trial.deal.weight for trial, new in zip(trials, drawn, strict=True) if not new.isdisjoint(kinds))
        share = sum(there) / whole
        worth = points + before(first)["figure_points"] * wakes(first, first.seat, space)
        helped = kept.count(kinds[0]) if len(kinds) == 1 else 0
        mean = worth * share * (1 - threats.get(space, Threat()).share())
        found[space] = Hope(kinds, points, helped, mean if points else 0.0)
    return found


def facts(reasoning: Reasoning, move: str) -> Facts:
    """What a move does and leaves."""
    deals = reasoning.deals[:DEALS]
    trials = [Trial(deal, move) for deal in deals]
    first, whole = trials[0], sum(deal.weight for deal in deals)
    bonus, other = before(first)["figure_points"], 1 - first.seat
    lost = bonus * (1 + (after(first)["figure"] == first.seat))  # with the Great Dragon, which may be the mover's
    found = [threatened(trial) for trial in trials]
    threats = {}
    for space in {space for one in found for space in one}:
        takes = tuple(
            (one[space].points, deal.weight / whole) for one, deal in zip(found, deals, strict=True) if space in one
        )
        extra = wakes(first, other, space)
        threats[space] = Threat(takes, sum((points + lost * extra) * share for points, share in takes), extra)
    best = [
        max((take.points + lost * wakes(first, other, space) for space, take in one.items()), default=0)
        for one in found
    ]
    reach, kind = reached(first), kind_of(move)
    take = next(iter(reach.values()), NOTHING)
    missing, stake = stake_of(first)
    return Facts(
        move=move,
        points=points(first.events),
        figure=bool(takes_figure(first)),
        source=(spaces(first.events) or [kind])[0],
        drawn=drawn(first),
        empty=nothing_from(first),
        spent=kind in SINGLE and goes_on(first) and not any(kind_of(card) == kind for card in held(first)),
        prize=take,
        reach=reach,
        wakes=wakes(first, first.seat, take.space),
        kept=Counter(map(kind_of, held(first).elements())),
        missing=missing,
        stake=stake,
        ready=sum(trial.deal.weight for trial in trials if fills_next(trial, missing)) / whole,
        below=heap(after(first), "below") - heap(before(first), "below") if kind != "ship" else 0,
        ends=brings_end(first),
        last_fleet=kind == "ship" and before(first)["ship_stacks"] == before(first)["stacks_at_end"] - 1,
        threats=threats,
        danger=sum(one * deal.weight for one, deal in zip(best, deals, strict=True)) / whole,
        hopes=hoped(trials, threats),
        whole=reasoning.whole and len(deals) == reasoning.count,
        goes_on=goes_on(first),
        figure_points=bonus,
        state=after(first),
        scores=(first.after.scores[first.seat], first.after.scores[other]),
    )


def harm(worse: Facts, better: Facts) -> tuple[str, float]:
    """The space from which the other seat can take more after the worse move, and by how much more points in the mean
    it is better off; "" if there is none."""
    more = {}
    for space, one in worse.threats.items():
        less = better.threats.get(space, Threat())
        often = one.points >= FEW - 2 * one.figure and one.share() - less.share(one.points) >= CLEAR
        if often or one.mean - less.mean >= 1:
            more[space] = one.mean - less.mean
    space = max(more, key=lambda one: more[one], default="")
    return space, min(more.get(space, 0.0), max(worse.danger - better.danger, 0.0))


