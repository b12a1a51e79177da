"""The motifs of Dragonheart: what a move takes, what it leaves for the other, the Great Dragon and
the end."""

from __future__ import annotations

from collections.abc import Sequence

from ..play.reasons import Finding, Mark, Motif, Trial
from ..values import Event
from .state import State

UNIT = "points"
LIMITED = ("dwarf", "knight", "huntress", "ship")
EFFECTS = ("fire", "sorceress", "troll", *LIMITED)  # kinds whose cards can take something


def kind_of(move: str) -> str:
    """The kind of the cards that a move lays."""
    return move.split()[0]


def values_of(move: str) -> list[int]:
    """The values of the cards that a move lays."""
    return [int(word) for word in move.partition(" >")[0].split()[1:]]


def taken(events: Sequence[Event]) -> list[Event]:
    """The cards that go to a score pile."""
    return [event for event in events if event.kind == "card" and event.target == "pile"]


def points(events: Sequence[Event]) -> int:
    """What the cards that go to a score pile are worth."""
    return sum(int(str(event.card).split()[-1]) for event in taken(events))


def grabs(state: State, hand: Sequence[str]) -> tuple[int, str]:
    """The most points that one card of a hand would take from the board, and its kind."""
    board = {kind: sum(values) for kind, values in state["board"].items()}
    below = sum(value for _, value in state["below_ship"])
    best = (0, "")
    for card in hand:
        kind, value = card.split()[0], int(card.split()[1])
        full = kind in LIMITED and len(state["board"][kind]) + 1 == state["outlines"][kind]  # type: ignore[index]
        worth = {
            "fire": board["chest"],
            "sorceress": max(board["chest"], board["petrified"]),
            "troll": board["sorceress"],
            "dwarf": (board["dwarf"] + value) * full,
            "knight": max(board["sorceress"], board["troll"]) * full,
            "huntress": board["fire"] * full,
            "ship": below * full,
        }.get(kind, 0)
        best = max(best, (worth, kind))
    return best


def takes(trial: Trial) -> Finding | None:
    """The points that the move takes."""
    worth = points(trial.events)
    if not worth:
        return None
    spaces = tuple(sorted({event.source for event in taken(trial.events) if event.source != "hand"}))
    marks = tuple(Mark(space) for space in spaces) or (Mark(kind_of(trial.move)),)
    return Finding(marks, worth, worth, values={"space": marks[0].zone, "amount": worth})


def leaves(trial: Trial) -> Finding | None:
    """The most points that the other seat can take with its next move."""
    best = max(trial.replies, key=lambda reply: points(reply.events), default=None)
    worth = points(best.events) if best else 0
    if best is None or best.seat == trial.seat or not worth:
        return None
    spaces = sorted({event.source for event in taken(best.events)})
    space = spaces[0] if spaces[0] != "hand" else kind_of(best.move)
    values = {"who": best.seat, "space": space, "amount": worth}
    return Finding((Mark(space),), worth, -worth, (best.move,), values)


def feeds(trial: Trial) -> Finding | None:
    """The points laid by the move that the other seat can take with its next move."""
    kind, laid = kind_of(trial.move), sum(values_of(trial.move))
    if any(event.source == "hand" for event in taken(trial.events)):
        return None
    for reply in trial.replies:
        if reply.seat != trial.seat and any(event.source == kind for event in taken(reply.events)):
            values = {"who": reply.seat, "space": kind, "amount": laid}
            return Finding((Mark(kind),), laid, -laid, (reply.move,), values)
    return None


def one_short(trial: Trial) -> Finding | None:
    """Whether the move leaves one free outline on a space that had more, with cards to take."""
    kind = kind_of(trial.move)
    state: State = trial.state  # type: ignore[assignment]
    if kind not in LIMITED:
        return None
    held = state["board"][kind]  # type: ignore[index]
    at_stake = {
        "dwarf": sum(held),
        "knight": max(sum(state["board"]["sorceress"]), sum(state["board"]["troll"])),
        "huntress": sum(state["board"]["fire"]),
        "ship": sum(value for _, value in state["below_ship"]),
    }[kind]
    if len(held) != state["outlines"][kind] - 1 or not at_stake:  # type: ignore[index]
        return None
    return Finding((Mark(kind),), values={"space": kind, "who": 1 - trial.seat})


def takes_figure(trial: Trial) -> Finding | None:
    """Whether the Great Dragon comes to the seat."""
    before: State = trial.deal.state  # type: ignore[assignment]
    after: State = trial.state  # type: ignore[assignment]
    if before["figure"] != trial.seat == after["figure"]:
        return Finding((Mark("petrified"),))
    return None


def gives_figure(trial: Trial) -> Finding | None:
    """Whether the other seat can take the Great Dragon with its next move."""
    after: State = trial.state  # type: ignore[assignment]
    if after["figure"] == 1 - trial.seat or not after["board"]["petrified"]:
        return None
    for reply in trial.replies:
        if reply.seat != trial.seat and any(event.source == "petrified" for event in taken(reply.events)):
            return Finding((Mark("petrified"),), reply=(reply.move,), values={"who": reply.seat})
    return None


def wastes(trial: Trial) -> Finding | None:
    """Whether a card that can take something takes nothing, though it does not wait for more."""
    kind = kind_of(trial.move)
    after: State = trial.state  # type: ignore[assignment]
    waits = kind in LIMITED and bool(after["board"][kind])  # type: ignore[index]
    if kind not in EFFECTS or waits or taken(trial.events):
        return None
    return Finding((Mark(kind),), values={"space": kind})


def keeps(trial: Trial) -> Finding | None:
    """The most points that one card left in the hand would take from the board as it is then."""
    before: State = trial.deal.state  # type: ignore[assignment]
    after: State = trial.state  # type: ignore[assignment]
    hand = [*before["hands"][trial.seat]]
    for value in values_of(trial.move):
        hand.remove(f"{kind_of(trial.move)} {value}")
    worth, kind = grabs(after, hand)
    if not worth:
        return None
    return Finding((Mark(kind),), worth, values={"space": kind, "amount": worth})


def ends_behind(trial: Trial) -> Finding | None:
    """Whether the move brings the end while the seat has fewer points."""
    before: State = trial.deal.state  # type: ignore[assignment]
    after: State = trial.state  # type: ignore[assignment]
    scores = trial.after.scores
    brought = before["last_turn_of"] is None and after["last_turn_of"] is not None
    if not brought or scores[trial.seat] >= scores[1 - trial.seat]:
        return None
    return Finding((Mark("deck", trial.seat),))


def lays_several(trial: Trial) -> Finding | None:
    """How many cards the move lays: as many new ones are drawn."""
    count = len(values_of(trial.move))
    kind = kind_of(trial.move)
    return Finding((Mark(kind),), count, values={"space": kind}) if count > 1 else None


def spends_last(trial: Trial) -> Finding | None:
    """Whether the move lays the last Fire Dragon, Sorceress or Troll of the hand."""
    before: State = trial.deal.state  # type: ignore[assignment]
    kind = kind_of(trial.move)
    held = sum(card.split()[0] == kind for card in before["hands"][trial.seat])
    if kind not in ("fire", "sorceress", "troll") or held > len(values_of(trial.move)):
        return None
    return Finding((Mark(kind),), values={"space": kind})


MOTIFS = (
    Motif(
        "takes",
        True,
        takes,
        "The cards that the move puts on the mover's score pile are worth at least `least` points together "
        "(their values; the Great Dragon does not count).",
        counts=True,
        gains=True,
    ),
    Motif(
        "leaves",
        False,
        leaves,
        "After the move it is the other seat's turn, and one of its legal moves puts cards worth at least `least` "
        "points together on its score pile (values of the cards; the Great Dragon does not count).",
        counts=True,
        gains=True,
    ),
    Motif(
        "feeds",
        False,
        feeds,
        "The cards that the move lays stay on the board, are worth at least `least` points together, and one of the "
        "other seat's legal next moves puts at least one card that lies in that space on its score pile.",
        counts=True,
        gains=True,
    ),
    Motif(
        "one_short",
        False,
        one_short,
        "The move lays Dwarfs, Knights, Huntresses or Ships, and after it exactly one outline of that space is free "
        "and there is something to take: Dwarfs; or cards on Sorceress or Troll for Knights, on Fire Dragon for "
        "Huntresses, below the Ship for Ships.",
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
        "After the move the other seat does not own the Great Dragon (`figure`), at least one card lies on Petrified "
        "Dragon, and one of the other seat's legal next moves takes the cards there.",
    ),
    Motif(
        "wastes",
        False,
        wastes,
        "The move lays Fire Dragons, Sorceresses, Trolls, or the cards that fill the Dwarf, Knight, Huntress or Ship "
        "space, and puts no card on the mover's score pile.",
    ),
    Motif(
        "keeps",
        True,
        keeps,
        "The mover's hand without the cards that the move lays (cards drawn afterwards do not count) holds a card "
        "that, laid alone on the board as it is after the move, would take cards worth at least `least` points.",
        counts=True,
    ),
    Motif(
        "ends_behind",
        False,
        ends_behind,
        "`last_turn_of` is null before the move and not null after it, and after it the mover's score is lower than "
        "the other seat's.",
    ),
    Motif(
        "lays_several",
        True,
        lays_several,
        "The move lays at least `least` cards, and at least two.",
        counts=True,
    ),
    Motif(
        "spends_last",
        False,
        spends_last,
        "The move lays Fire Dragons, Sorceresses or Trolls, and the mover's hand before drawing holds no other card "
        "of that kind.",
    ),
)
