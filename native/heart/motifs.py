"""The motifs of Dragonheart: statements about points taken now, points that the other seat can take
next, points that the mover can be sure of, the Great Dragon, and the end.

All of them look at one move in one deal. What the other seat can take is found by trying all its
next moves. Each of these moves belongs to one motif only: it lays Ships (lets_sail), it fills the
space that the move was laid on and that could not be filled before (lets_fill), it takes the stack
that the move was laid on (feeds), or it takes anything else (leaves).

What the mover can take in its next turn is computed from its present cards and the board
(takes_of), since trying every move of two turns would be too slow. Cards drawn in between are left
out: nobody can plan with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, cast

from ..play.reasons import Finding, Mark, Motif, Trial
from ..values import Event
from .state import Kind, State

UNIT = "points"
TAKES: dict[str, tuple[str, ...]] = {
    "fire": ("chest",),
    "sorceress": ("chest", "petrified"),
    "troll": ("sorceress",),
    "dwarf": ("dwarf",),
    "knight": ("sorceress", "troll"),
    "huntress": ("fire",),
    "ship": ("below",),
}  # what the cards of a kind can take
SINGLE = ("fire", "sorceress", "troll")  # kinds of which one card is enough
FILLED = ("dwarf", "knight", "huntress")  # kinds that fill a space; Ships are told apart
BELOW = ("knight", "huntress")  # kinds that go below the Ship
CHEAP = 3  # no more points than this are a poor price for the last card of such a kind
FEW = 3  # fewer points are not worth a word
LIKELY = 1 / 3  # a plan that works in fewer deals is no reason
USUAL = {"fire": 2.5, "sorceress": 4, "troll": 1, "knight": 3, "huntress": 6, "ship": 5}  # points taken by a move
SHORT = 2 / 3  # of the points count as lost while the other seat is one card short of them
SEVERAL = 2  # fewer cards drawn are nothing special
HAND = 5  # cards held without the Great Dragon


class Take(NamedTuple):
    """A move that takes something: the points, the space that they are on, and its text."""

    points: int
    space: str
    move: str


NOTHING = Take(0, "", "")


def kind_of(move: str) -> Kind:
    return cast("Kind", move.split()[0])


def parts(move: str) -> dict[str, str]:
    """The cards that a move lays, and their kind."""
    return {"cards": move.partition(" >")[0], "kind": kind_of(move)}


def size(move: str) -> float:
    """How many cards a move lays."""
    return len(values_of(move))


def values_of(move: str) -> list[int]:
    return [int(word) for word in move.partition(" >")[0].split()[1:]]


def before(trial: Trial) -> State:
    return cast("State", trial.deal.state)


def after(trial: Trial) -> State:
    return cast("State", trial.state)


def taken(events: Sequence[Event]) -> list[Event]:
    return [event for event in events if event.kind == "card" and event.target == "pile"]


def points(events: Sequence[Event]) -> int:
    """The worth of the cards that go to a score pile."""
    return sum(int(str(event.card).split()[-1]) for event in taken(events))


def spaces(events: Sequence[Event]) -> list[str]:
    return sorted({event.source for event in taken(events)} - {"hand"})


def heap(state: State, space: str) -> int:
    """The worth of the cards on a space."""
    if space == "below":
        return sum(value for _, value in state["below_ship"])
    return sum(state["board"][cast("Kind", space)])


def laid(move: str) -> Counter[str]:
    return Counter(f"{kind_of(move)} {value}" for value in values_of(move))


def held(trial: Trial) -> Counter[str]:
    """The cards that the mover held before the move and still holds after it."""
    return Counter(before(trial)["hands"][trial.seat]) - laid(trial.move)


def takes_of(state: State, hand: Iterable[str]) -> Iterator[Take]:
    """The moves of a hand that take something: the best for each kind and space."""
    held: dict[Kind, list[int]] = {}
    for card in hand:
        held.setdefault(kind_of(card), []).append(int(card.split()[1]))
    for kind, values in held.items():
        limit = state["outlines"].get(kind)
        needed = limit - len(state["board"][kind]) if limit else 1
        if len(values) < needed:
            continue
        counted = kind == "dwarf"  # the cards laid are taken too
        laid = sorted(sorted(values, reverse=counted)[:needed])
        for space in TAKES.get(kind, ()):
            aim = f" > {space}" if kind in ("sorceress", "knight") else ""
            move = " ".join([kind, *map(str, laid)]) + aim
            yield Take(heap(state, space) + counted * sum(laid), space, move)


def best_take(reply: Trial, hand: Counter[str], what: Callable[[str], bool]) -> Take:
    """The most points that a seat can take from some spaces after a move of the other seat, with
    those of some cards that it still has."""
    left = hand & Counter(after(reply)["hands"][1 - reply.seat])
    found = takes_of(after(reply), left.elements())
    return max((one for one in found if what(one.space)), key=lambda one: one.points, default=NOTHING)


def sure_take(trial: Trial, what: Callable[[str], bool]) -> tuple[Take, str]:
    """The most points that the seat is sure to take from some spaces in its next turn with its
    present cards, and the reply that leaves no more."""
    if trial.after.over or after(trial)["last_turn_of"] is not None:
        return NOTHING, ""
    hand = held(trial)
    found = [(best_take(reply, hand, what), reply.move) for reply in trial.replies]
    return min(found, key=lambda one: one[0].points)


def in_hand(trial: Trial, move: str) -> tuple[Mark, ...]:
    """The cards of a later move, in the mover's hand."""
    return tuple(Mark("hand", trial.seat, card=card) for card in laid(move)) if move else ()


def both(trial: Trial) -> dict[str, int]:
    """The mover and the other seat, as values of a text."""
    return {"who": trial.seat, "whom": 1 - trial.seat}


def goes_on(trial: Trial) -> bool:
    """Whether the seat has another turn, so that cards it keeps can still be used."""
    return not trial.after.over and after(trial)["last_turn_of"] is None


def takes_less(worse: Trial, better: Trial) -> bool:
    return points(worse.events) < points(better.events)


def lays_fewer(worse: Trial, better: Trial) -> bool:
    return size(worse.move) < size(better.move)


def takes(trial: Trial) -> Finding | None:
    """The points that the move takes without Ships."""
    worth = points(trial.events)
    if not worth or kind_of(trial.move) == "ship":
        return None
    found = spaces(trial.events) or [kind_of(trial.move)]
    return Finding(tuple(map(Mark, found)), worth, worth)


def sails(trial: Trial) -> Finding | None:
    """The points that the move takes with the last Ship of a stack."""
    worth = points(trial.events)
    if not worth or kind_of(trial.move) != "ship":
        return None
    return Finding((Mark("below"),), worth, worth)


def given(trial: Trial, what: Callable[[Trial, Trial], bool]) -> Finding | None:
    """The most points that the other seat can take with a next move of some sort."""
    found = [
        (points(reply.events), reply)
        for reply in trial.replies
        if reply.seat != trial.seat and taken(reply.events) and what(trial, reply)
    ]
    worth, best = max(found, key=lambda one: one[0], default=(0, None))
    if best is None or worth < FEW:
        return None
    marks = (Mark((spaces(best.events) or [kind_of(best.move)])[0]),)
    return Finding(marks, worth, -worth, (best.move,), {"who": best.seat})


def lacks(state: State, kind: Kind, seat: int) -> int:
    """How many cards a seat lacks to fill a space; 0 or less: it can fill it."""
    held = sum(kind_of(card) == kind for card in state["hands"][seat])
    return state["outlines"][kind] - len(state["board"][kind]) - held


def by_ship(_: Trial, reply: Trial) -> bool:
    """Whether the next move lays Ships."""
    return kind_of(reply.move) == "ship"


def on_same_space(trial: Trial, reply: Trial) -> bool:
    """Whether the next move fills the space that the move was laid on, and could not have
    before."""
    kind = kind_of(trial.move)
    return kind in FILLED and kind == kind_of(reply.move) and lacks(before(trial), kind, reply.seat) > 0


def of_own_stack(trial: Trial, reply: Trial) -> bool:
    """Whether the next move takes the stack that the move was laid on."""
    kind = kind_of(trial.move)
    return kind != "dwarf" and kind in spaces(reply.events)


def lets_sail(trial: Trial) -> Finding | None:
    """The most points that the other seat can take with Ships."""
    return given(trial, by_ship)


def lets_fill(trial: Trial) -> Finding | None:
    """The most points that the other seat can take by filling the space that the move was laid
    on."""
    found = given(trial, on_same_space)
    return found._replace(marks=(Mark(kind_of(trial.move)),)) if found else None


def feeds(trial: Trial) -> Finding | None:
    """The points of the stack that the move was laid on, if the other seat can take it."""
    return given(trial, of_own_stack)


def leaves(trial: Trial) -> Finding | None:
    """The most points that the other seat can take elsewhere."""
    kinds = (by_ship, on_same_space, of_own_stack)
    return given(trial, lambda one, reply: not any(kind(one, reply) for kind in kinds))


def takes_figure(trial: Trial) -> Finding | None:
    """Whether the Great Dragon comes to the seat."""
    if before(trial)["figure"] != trial.seat == after(trial)["figure"]:
        sixth = goes_on(trial) and len(after(trial)["hands"][trial.seat]) > HAND
        return Finding((Mark("petrified"),), values={"way": "" if sixth else "late"})
    return None


def gives_figure(trial: Trial) -> Finding | None:
    """Whether the other seat can take the Great Dragon with its next move."""
    other = 1 - trial.seat
    if after(trial)["figure"] == other:
        return None
    for reply in trial.replies:
        if reply.seat == other and "petrified" in spaces(reply.events):
            return Finding((Mark("petrified"),), reply=(reply.move,), values={"who": other})
    return None


def builds(trial: Trial) -> Finding | None:
    """The points of the stack that the move was laid on, if the seat can take it whatever the
    reply."""
    kind = kind_of(trial.move)
    take, reply = sure_take(trial, lambda space: space == kind != "dwarf")
    if take.points < FEW:
        return None
    marks = (Mark(kind), *in_hand(trial, take.move))
    woken = {"way": "figure"} if kind == "petrified" and after(trial)["figure"] != trial.seat else {}
    return Finding(marks, take.points, take.points, (reply, take.move), both(trial) | woken)


def secures(trial: Trial) -> Finding | None:
    """The points that the seat takes now and is sure to take in its next turn with its present
    cards. Its gain leaves out what builds counts."""
    take, reply = sure_take(trial, lambda _: True)
    worth = points(trial.events) + take.points
    if worth < FEW:
        return None
    marks = map(Mark, [take.space] if take.points else spaces(trial.events))
    moves = (reply, take.move) if take.points else ()
    built = builds(trial)
    gain = worth - (built.gain if built else 0)
    return Finding((*marks, *in_hand(trial, take.move)), worth, gain, moves, both(trial))


def wastes(trial: Trial) -> Finding | None:
    """Whether a card that could take something takes nothing, though there is nothing better to
    wait for."""
    kind = kind_of(trial.move)
    fills = kind in after(trial)["outlines"] and not after(trial)["board"][kind]
    if taken(trial.events) or not (fills or kind in SINGLE) or not goes_on(trial):
        return None
    return Finding((Mark(kind),), gain=-USUAL[kind])


def overspends(trial: Trial) -> Finding | None:
    """Whether the move spends more Fire Dragons, Sorceresses or Trolls than the one that is
    enough."""
    kind, spare = kind_of(trial.move), len(values_of(trial.move)) - 1
    if kind not in SINGLE or not spare or not taken(trial.events) or not goes_on(trial):
        return None
    return Finding((Mark(kind),), spare, -USUAL[kind] * spare)


def spends_last(trial: Trial) -> Finding | None:
    """Whether the hand's last Fire Dragons, Sorceresses or Trolls take only a few points."""
    kind, worth = kind_of(trial.move), points(trial.events)
    held = sum(kind_of(card) == kind for card in before(trial)["hands"][trial.seat])
    if kind not in SINGLE or held > len(values_of(trial.move)) or takes_figure(trial) or not 0 < worth <= CHEAP:
        return None
    if not goes_on(trial):
        return None
    return Finding((Mark(kind),), values={"amount": worth})


def helps_fill(trial: Trial) -> Finding | None:
    """The points for filling the space, if the move leaves the other seat, which holds some of the
    cards, only one short of it."""
    kind, state, other = kind_of(trial.move), after(trial), 1 - trial.seat
    if kind not in state["outlines"] or not state["board"][kind] or lacks(state, kind, other) != 1:
        return None
    if state["outlines"][kind] - len(state["board"][kind]) == 1:
        return None
    stake = max(heap(state, space) for space in TAKES[kind])
    if kind == "dwarf":  # the missing ones are taken too, and count one at least
        stake += state["outlines"][kind] - len(state["board"][kind])
    if stake < FEW:
        return None
    return Finding((Mark(kind),), stake, -stake * SHORT, values={"who": other})


def drawn(trial: Trial) -> int:
    return before(trial)["decks"][trial.seat] - after(trial)["decks"][trial.seat]


def draws_more(trial: Trial) -> Finding | None:
    """How many cards the seat draws, unless it has no more turn in which to use them."""
    number = drawn(trial)
    if number < SEVERAL or not goes_on(trial):
        return None
    marks = (Mark(kind_of(trial.move)), Mark("deck", trial.seat))
    return Finding(marks, number, values={"who": trial.seat, "amount": number})


def brings_end(trial: Trial) -> bool:
    """Whether the move makes the other seat's next turn the last."""
    return before(trial)["last_turn_of"] is None and after(trial)["last_turn_of"] is not None


def behind(trial: Trial) -> bool:
    """Whether the seat has fewer points after the move."""
    scores = trial.after.scores
    return bool(scores[trial.seat] < scores[1 - trial.seat])


def ends_behind(trial: Trial) -> Finding | None:
    """Whether the move brings the end while the seat is behind in points."""
    if not brings_end(trial) or not behind(trial):
        return None
    return Finding((Mark("deck", trial.seat),), values={"who": trial.seat})


def nears_end(trial: Trial) -> Finding | None:
    """Whether the move adds to the last ship stack while the seat is behind in points."""
    state = after(trial)
    last = before(trial)["ship_stacks"] == state["stacks_at_end"] - 1 and kind_of(trial.move) == "ship"
    if not last or state["last_turn_of"] is not None or not behind(trial):
        return None
    return Finding((Mark("ship"),), values={"who": trial.seat})


PILED = "Points are the values of the cards that go to a seat's score pile; the Great Dragon is not counted."
NEXT = "After the move one of the other seat's legal moves"
LATER = (
    "In that later turn the mover lays no card more often than its hand held it before the move, less what the "
    "move laid: cards drawn since then do not count. If the match is over or `last_turn_of` is not null after the "
    "move, that turn takes nothing."
)

MOTIFS = (
    Motif(
        "takes",
        True,
        takes,
        "Holds at level n, from 1 on, if the move takes n points or more and does not lay Ships. " + PILED,
        counts=True,
        gains=True,
        fits=takes_less,
    ),
    Motif(
        "sails",
        True,
        sails,
        "Holds at level n, from 1 on, if the move lays Ships and takes n points or more. " + PILED,
        counts=True,
        gains=True,
        fits=takes_less,
    ),
    Motif(
        "lets_sail",
        False,
        lets_sail,
        f"Holds at level n, from {FEW} on, if the following is true. {NEXT} lays Ships and takes n points or "
        f"more. {PILED}",
        counts=True,
        gains=True,
    ),
    Motif(
        "lets_fill",
        False,
        lets_fill,
        f"Holds at level n, from {FEW} on, if the move lays Dwarfs, Knights or Huntresses and the following is "
        f"true. {NEXT} lays the same kind and takes n points or more, and before the move the other seat's hand "
        f"held too few cards of that kind to fill its space. {PILED}",
        counts=True,
        gains=True,
    ),
    Motif(
        "feeds",
        False,
        feeds,
        f"Holds at level n, from {FEW} on, if the following is true. {NEXT} takes n points or more from the "
        "space that the move has laid on, which is not that of the Dwarfs, and does not lay Ships. " + PILED,
        counts=True,
        gains=True,
    ),
    Motif(
        "leaves",
        False,
        leaves,
        f"Holds at level n, from {FEW} on, if the following is true. {NEXT} takes n points or more, and it is "
        f"none of those that lets_sail, lets_fill and feeds count. {PILED}",
        counts=True,
        gains=True,
    ),
    Motif(
        "takes_figure",
        True,
        takes_figure,
        "Before the move the mover does not own the Great Dragon (`figure`), after it the mover does.",
    ),
    Motif(
        "gives_figure",
        False,
        gives_figure,
        "After the move the other seat does not own the Great Dragon (`figure`), and one of its legal moves "
        "takes at least one card from Petrified Dragon.",
    ),
    Motif(
        "builds",
        True,
        builds,
        f"Holds at level n, from {FEW} on, if whatever the other seat plays next, the mover can take n points "
        "or more in its turn after that, from the space that the move has laid on, which is not that of the "
        f"Dwarfs. {LATER} {PILED}",
        counts=True,
        gains=True,
        apart=LIKELY,
    ),
    Motif(
        "wastes",
        False,
        wastes,
        "The move lays Fire Dragons, Sorceresses or Trolls, or it fills the space of the Knights, Huntresses or "
        "Ships; no card goes to the mover's score pile, and after it `last_turn_of` is null and the match not over.",
        gains=True,
    ),
    Motif(
        "overspends",
        False,
        overspends,
        "Holds at level n, from 1 on, if the move lays n + 1 or more Fire Dragons, Sorceresses or Trolls, at least "
        "one card goes to the mover's score pile, and after it `last_turn_of` is null and the match not over.",
        counts=True,
        gains=True,
    ),
    Motif(
        "spends_last",
        False,
        spends_last,
        "The move lays all Fire Dragons, all Sorceresses or all Trolls that the mover's hand held before the "
        f"move, takes at least 1 and at most {CHEAP} points, and does not bring the mover the Great Dragon; after it "
        f"`last_turn_of` is null and the match not over. {PILED}",
    ),
    Motif(
        "helps_fill",
        False,
        helps_fill,
        f"Holds at level n, from {FEW} on, if the move lays Dwarfs, Knights, Huntresses or Ships and does not "
        "fill that space, after it two or more cards are missing there, the other seat's hand holds one card of "
        "that kind less than that, and filling the space can take n points or more: those on Sorceress or on Troll "
        "for Knights, on Fire Dragon for Huntresses, below the Ship for Ships; for Dwarfs those on the space itself, "
        "and one for each card that is missing there.",
        counts=True,
        gains=True,
    ),
    Motif(
        "secures",
        True,
        secures,
        f"Holds at level n, from {FEW} on, if whatever the other seat plays next, the move and the mover's "
        f"turn after that can take n points or more together. {LATER} {PILED}",
        counts=True,
        gains=True,
        apart=LIKELY,
    ),
    Motif(
        "draws_more",
        True,
        draws_more,
        f"Holds at level n, from {SEVERAL} on, if `last_turn_of` is null and the match not over after the move, and "
        "the mover's deck "
        "(`decks`) then holds at least n cards less than before it.",
        counts=True,
        fits=lays_fewer,
    ),
    Motif(
        "ends_behind",
        False,
        ends_behind,
        "`last_turn_of` is null before the move and not null after it, and after it the mover's score is lower "
        "than the other seat's.",
    ),
    Motif(
        "nears_end",
        False,
        nears_end,
        "The move lays Ships; before it `ship_stacks` is one less than `stacks_at_end`; after it `last_turn_of` is "
        "null, and the mover's score is lower than the other seat's.",
    ),
)
