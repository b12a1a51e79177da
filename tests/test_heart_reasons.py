"""The motifs of Dragonheart: counted again from records alone, gone where their cause is gone, and blind to
hidden cards."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from native import Match, Position
from native.heart.facts import CLEAR
from native.heart.motifs import MOTIFS, TAKES, takes_figure
from native.heart.pair import Pair
from native.play import reasons
from native.play.reasons import Deal, Reasoning, Trial, imagined
from native.tools.why import printed, telling, why
from tests.motif_checks import by_rules_alone
from tests.test_heart import arranged

NAMES = [motif.name for motif in MOTIFS]
STACKS = ("chest", "fire", "petrified", "sorceress", "troll")
SINGLE = ("fire", "sorceress", "troll")

# ---- the statements, read from states and legal moves ----


class Turn:
    """A move and the states before and after it; seat made it."""

    def __init__(self, start: Position, move: str) -> None:
        self.seat = start.to_act or 0
        self.before, self.end = start.state(), start.position()
        self.end.play(move)
        self.after, self.move = self.end.state(), move
        self.kind, *values = move.partition(" >")[0].split()
        self.laid = len(values)
        self.points = self.after["piles"][self.seat] - self.before["piles"][self.seat]

    def next(self) -> Iterator[Turn]:
        for move in [] if self.end.over else self.end.legal():
            yield Turn(self.end, move)

    def clears(self, space: str) -> bool:
        """Whether the cards of a stack go to the score pile."""
        return space in STACKS and bool(self.before["board"][space]) and not self.after["board"][space]

    @property
    def full(self) -> bool:
        """Whether the move fills its space."""
        limit = self.before["outlines"].get(self.kind)
        return bool(limit == len(self.before["board"][self.kind]) + self.laid)

    @property
    def behind(self) -> bool:
        return bool(self.end.scores[self.seat] < self.end.scores[1 - self.seat])

    @property
    def goes_on(self) -> bool:
        return bool(self.after["last_turn_of"] is None and not self.end.over)

    @property
    def ends(self) -> bool:
        return bool(self.before["last_turn_of"] is None and self.after["last_turn_of"] == 1 - self.seat)


def held(state: dict[str, Any], seat: int, kind: str) -> int:
    """How many cards of a kind a seat holds."""
    return len([card for card in state["hands"][seat] if card.split()[0] == kind])


def sort_of(turn: Turn, reply: Turn) -> str:
    """The motif that counts a next move."""
    if reply.kind == "ship":
        return "lets_sail"
    if reply.kind == turn.kind and turn.kind in ("dwarf", "knight", "huntress"):
        lying, limit = len(turn.before["board"][turn.kind]), turn.before["outlines"][turn.kind]
        if lying + held(turn.before, reply.seat, turn.kind) < limit:
            return "lets_fill"
    return "feeds" if reply.clears(turn.kind) else "leaves"


def given(sort: str) -> Callable[[Turn], int]:
    """The most points of the other seat's next moves of a sort."""

    def level(turn: Turn) -> int:
        return from_level(3, max((one.points for one in turn.next() if sort_of(turn, one) == sort), default=0))

    return level


def cards_of(move: str) -> Counter[str]:
    kind, *values = move.partition(" >")[0].split()
    return Counter(f"{kind} {value}" for value in values)


def sure(turn: Turn, what: Callable[[Turn], bool]) -> int:
    """What the mover can take in its next turn with cards that it holds now, whatever the other seat plays."""
    if not turn.goes_on:
        return 0
    hand = Counter(turn.before["hands"][turn.seat]) - cards_of(turn.move)

    def most(reply: Turn) -> int:
        return max((one.points for one in reply.next() if what(one) and cards_of(one.move) <= hand), default=0)

    return min(map(most, turn.next()))


def from_level(lowest: int, level: int) -> int:
    return level if level >= lowest else 0


def spends_last(turn: Turn) -> bool:
    held = [card for card in turn.before["hands"][turn.seat] if card.startswith(turn.kind)]
    won = turn.before["figure"] != turn.seat == turn.after["figure"]
    return turn.kind in SINGLE and len(held) == turn.laid and 1 <= turn.points <= 3 and not won and turn.goes_on


def helps_fill(turn: Turn) -> int:
    board, below = turn.after["board"], turn.after["below_ship"]
    waiting = {
        "dwarf": sum(board["dwarf"]) + 4 - len(board["dwarf"]),
        "knight": max(sum(board["sorceress"]), sum(board["troll"])),
        "huntress": sum(board["fire"]),
        "ship": sum(value for _, value in below),
    }
    limit = turn.after["outlines"].get(turn.kind, 0)
    missing = limit - len(board[turn.kind])
    short = missing >= 2 and missing - held(turn.after, 1 - turn.seat, turn.kind) == 1
    return from_level(3, waiting.get(turn.kind, 0)) if short and not turn.full else 0


COUNTED: dict[str, Callable[[Turn], float]] = {
    "takes": lambda t: t.points if t.kind != "ship" else 0,
    "sails": lambda t: t.points if t.kind == "ship" else 0,
    "lets_sail": given("lets_sail"),
    "lets_fill": given("lets_fill"),
    "feeds": given("feeds"),
    "leaves": given("leaves"),
    "takes_figure": lambda t: t.before["figure"] != t.seat == t.after["figure"],
    "gives_figure": lambda t: t.after["figure"] != 1 - t.seat and any(r.clears("petrified") for r in t.next()),
    "builds": lambda t: from_level(3, sure(t, lambda one: one.clears(t.kind))),
    "secures": lambda t: from_level(3, t.points + sure(t, lambda _: True)),
    "draws_more": lambda t: from_level(2, t.before["decks"][t.seat] - t.after["decks"][t.seat])
    if t.goes_on else 0,
    "wastes": lambda t: not t.points and (t.kind in SINGLE or t.full) and t.goes_on,
    "overspends": lambda t: t.laid - 1 if t.kind in SINGLE and t.points and t.goes_on else 0,
    "spends_last": spends_last,
    "helps_fill": helps_fill,
    "ends_behind": lambda t: t.ends and t.behind,
    "nears_end": lambda t: t.kind == "ship" and t.before["ship_stacks"] == 2
    and t.after["last_turn_of"] is None and t.behind,
}  # fmt: skip

# Mistakes of Hatchling: the seed, the moves before, the mistake, and a better move.
MINED: list[tuple[int, str, str, str]] = [
    (32, "", "sorceress 1 > chest", "chest 3"),
    (37, "dwarf 1", "dwarf 1", "chest 2"),
    (9, "dwarf 1, chest 1", "dwarf 1", "chest 3"),
    (43, "huntress 1, petrified 2", "sorceress 2 > petrified", "petrified 2"),
    (2, "dwarf 1, chest 1, troll 1", "sorceress 2 > chest", "petrified 2"),
    (23, "huntress 1, dwarf 1, petrified 2", "sorceress 1 > petrified", "petrified 2"),
    (14, "ship 1, troll 1, petrified 2, knight 1", "sorceress 2 > petrified", "chest 3"),
    (3, "ship 1, huntress 1, huntress 1, dwarf 1, knight 1", "dwarf 1", "chest 1"),
    (8,
     "knight 1, petrified 2, ship 1, sorceress 2 > petrified, knight 1 > sorceress",
     "sorceress 1 > chest", "chest 2"),
    (38,
     "sorceress 1 > chest, ship 1, huntress 1, troll 3, dwarf 1, chest 1, dwarf 1",
     "sorceress 1 > chest", "knight 1 2 > troll"),
    (40,
     "huntress 1, chest 2, fire 4, ship 1, knight 1, knight 1 > troll, huntress 1 1, troll 2, knight 1, "
     "huntress 1 1",
     "ship 1", "chest 1"),
    (23,
     "huntress 1, dwarf 1, petrified 2, sorceress 1 > petrified, dwarf 1, chest 2, knight 2, dwarf 1 2, "
     "dwarf 1, fire 4, huntress 2 2, ship 1",
     "ship 1", "petrified 2 2"),
    (42,
     "huntress 1, chest 1, huntress 1, troll 1, ship 1, petrified 2, dwarf 1, sorceress 2 > petrified, "
     "ship 1, sorceress 2 > chest, troll 3, knight 1, petrified 2",
     "dwarf 1", "huntress 2"),
    (35,
     "petrified 2, sorceress 1 > petrified, knight 1, troll 1, knight 1 > sorceress, petrified 2, "
     "sorceress 1 > petrified, dwarf 2, ship 1, dwarf 1, troll 2, dwarf 1 3, chest 1, ship 1, ship 1, fire "
     "3, petrified 2, sorceress 2 > petrified, dwarf 2, sorceress 1 > chest, huntress 2, dwarf 1, dwarf 1 "
     "2, knight 1 2 > troll, dwarf 2, huntress 2, chest 2",
     "fire 4", "petrified 2 2"),
    (17,
     "sorceress 1 > chest, troll 1, petrified 2, dwarf 1, dwarf 1, petrified 2, huntress 2, ship 1, dwarf "
     "1 3, dwarf 2, chest 2, fire 2, troll 2, petrified 2 2, knight 1, huntress 1, dwarf 1, chest 3, fire "
     "3 3, knight 1 > troll, sorceress 2 > petrified, dwarf 2 3, ship 1 1, huntress 1, knight 1, chest 1, "
     "dwarf 1, chest 1, fire 4, sorceress 1 > chest, petrified 2, ship 1 1, sorceress 2 > petrified, "
     "knight 1 > sorceress, dwarf 1, ship 1, dwarf 1 2, dwarf 2",
     "petrified 2", "chest 1 3 4"),
    (7035,
     "huntress 1, knight 1, petrified 2, sorceress 2 > petrified, knight 2 > sorceress, huntress 1, "
     "huntress 1, dwarf 1, knight 1, knight 1 > sorceress, dwarf 1, ship 1 1, ship 1, dwarf 1 2, sorceress "
     "1 > chest, knight 2, dwarf 1, petrified 2, sorceress 2 > petrified, fire 2, ship 1, petrified 2 2, "
     "dwarf 1, chest 2, ship 1, chest 1, fire 3, troll 1, dwarf 1 2, huntress 2, dwarf 1, ship 1, chest 2, "
     "fire 3, chest 2, ship 1, sorceress 2 > petrified, knight 1 > sorceress, chest 3, knight 1, huntress "
     "1 2, huntress 1, knight 1 > sorceress",
     "ship 1", "petrified 2"),
    (36,
     "ship 1, dwarf 1, huntress 1, dwarf 1, huntress 2, dwarf 2 3, ship 1, petrified 2, sorceress 2 > "
     "petrified, huntress 1, ship 1, dwarf 1, sorceress 1 > chest, ship 1, troll 2, sorceress 1 > chest, "
     "chest 2, fire 3 3, petrified 2, sorceress 2 > petrified, petrified 2, ship 1, huntress 1, huntress 1 "
     "1, dwarf 1 2 3, ship 1, petrified 2, sorceress 2 > petrified, dwarf 1, chest 2, huntress 2, ship 1, "
     "troll 3, fire 4, ship 1, petrified 2, sorceress 2 > petrified, petrified 2, knight 1 2 > troll, fire "
     "2, troll 1, troll 2, dwarf 1, dwarf 1 2, dwarf 1, petrified 2, chest 3, knight 1",
     "fire 3", "knight 1 > troll"),
    (7012,
     "petrified 2, sorceress 2 > petrified, petrified 2, knight 1, chest 1, huntress 1, sorceress 2 > "
     "petrified, dwarf 1, dwarf 1 3 3, chest 2, troll 1, ship 1, knight 1 > troll, dwarf 1, huntress 1, "
     "huntress 2, knight 1, chest 1, ship 1, ship 1, chest 1, dwarf 2 2 3, huntress 1, fire 3, knight 1 > "
     "troll, huntress 1 2, chest 2, troll 1, ship 1 1, sorceress 1 > chest, dwarf 2, troll 3, dwarf 2, "
     "sorceress 1 > petrified, chest 2, dwarf 1 2, fire 4, ship 1, troll 3, chest 2, dwarf 2, chest 1, "
     "fire 3, troll 2, petrified 2, sorceress 2 > petrified, petrified 2, ship 1, dwarf 1, petrified 2, "
     "huntress 2, knight 1 2 > troll, dwarf 1, fire 2",
     "ship 1 1", "chest 3 4"),
]  # fmt: skip
FEW_DEALS = 12


def replayed(seed: int, moves: str) -> Match:
    match = Match("heart", seed=seed)
    for move in moves.split(", ") if moves else []:
        match.play(move)
    return match


def compare(seed: int, moves: str, pair: tuple[str, str], most: int) -> None:
    """Compares each share that the motifs find with one counted from states and legal moves."""
    match = replayed(seed, moves)
    deals = list(imagined(match, match.to_act or 0, most))
    for move in pair:
        trials = [Trial(deal, move) for deal in deals]
        turns = [Turn(deal.position, move) for deal in deals]
        for motif in MOTIFS:
            ours = [found.level if (found := motif.find(trial)) else 0 for trial in trials]
            theirs = [float(COUNTED[motif.name](turn)) for turn in turns]
            for least in {*ours, *theirs} - {0.0}:
                shares = [sum(level >= least for level in one) / len(deals) for one in (ours, theirs)]
                assert shares[0] == pytest.approx(shares[1], abs=0.05), (motif.name, move, least)


def test_every_motif_is_counted_again() -> None:
    assert {*COUNTED} == {*NAMES}


@pytest.mark.long
@pytest.mark.parametrize("case", MINED, ids=lambda case: f"{case[0]}")
def test_shares_agree_with_a_count_from_records(case: tuple[int, str, str, str]) -> None:
    compare(case[0], case[1], case[2:], FEW_DEALS)


@pytest.mark.long
@pytest.mark.parametrize("case", MINED[::6], ids=lambda case: f"{case[0]}")
def test_shares_agree_in_all_deals_and_for_all_moves(case: tuple[int, str, str, str]) -> None:
    seed, moves, *pair = case
    compare(seed, moves, (pair[0], pair[1]), reasons.DEALS)
    for move in replayed(seed, moves).legal():
        compare(seed, moves, (move, pair[1]), FEW_DEALS)


# ---- a reason is gone where its cause is gone ----


def dealt(first: int, own: str, others: str, moves: str, deeper: str = "") -> Match:
    """A match with these hands after some moves. Ships and a Dwarf are drawn first, then cards from deeper down."""
    tops = f"ship 1, ship 1, ship 1, dwarf 2, {deeper}", "ship 1, dwarf 1"
    match = Match("heart", deal=arranged(own, tops[0], others, tops[1], first=first))
    for move in moves.split(", "):
        match.play(move)
    return match


def drawn_out() -> Match:
    """A random game in which the seat to act has one card left in its deck."""
    match, rng = Match("heart", seed=189), random.Random(189)
    while match.state()["decks"][match.to_act or 0] > 1:
        match.play(rng.choice(match.legal()))
    return match


PLAIN = "chest 1, chest 4, dwarf 1, petrified 2, knight 1"
KNIGHTS = "knight 1, knight 2, dwarf 3, chest 1, ship 1"
HERALDS = "petrified 2, petrified 2, chest 1, dwarf 1"
FLEET = "ship 1, ship 1, ship 1, fire 2, dwarf 3", "ship 1, ship 1, ship 1, chest 4, dwarf 1"
SAILED = "ship 1 1 1, chest 4, ship 1 1 1, dwarf 1, "
# A motif, the two moves that are compared, a match in which it is a reason, and one in which it is not.
CAUSES: list[tuple[str, str, str, Match, Match]] = [
    ("takes", "dwarf 1", "fire 2",
     dealt(1, "fire 2, dwarf 1", PLAIN, "chest 4"), dealt(1, "fire 2, dwarf 1", PLAIN, "petrified 2")),
    ("sails", "dwarf 1", "ship 1",
     dealt(0, "knight 1, knight 1, dwarf 1, dwarf 3, ship 1", "ship 1, ship 1", "knight 1 1 > troll, ship 1 1"),
     dealt(0, "knight 1, knight 1, dwarf 1, dwarf 3, ship 1", "ship 1, ship 1", "dwarf 3, ship 1 1")),
    ("lets_sail", "ship 1", "chest 1",
     dealt(0, KNIGHTS, "ship 1", "knight 1 2 > troll, ship 1"), dealt(0, KNIGHTS, "ship 1", "dwarf 3, ship 1")),
    ("lets_fill", "knight 1", "chest 1",
     dealt(1, "knight 1, chest 1", "troll 3", "troll 3"), dealt(1, "knight 1, chest 1", PLAIN, "chest 1")),
    ("feeds", "troll 3", "dwarf 3",
     dealt(1, "troll 3, dwarf 3", PLAIN, "knight 1"), dealt(1, "troll 3, dwarf 3", PLAIN, "chest 1")),
    ("leaves", "dwarf 1", "fire 2",
     dealt(1, "fire 2, dwarf 1", PLAIN, "chest 4"), dealt(1, "fire 2, dwarf 1", PLAIN, "dwarf 1")),
    ("takes_figure", "dwarf 1", "sorceress 1 > petrified",
     dealt(1, "sorceress 1, dwarf 1", PLAIN, "petrified 2"), dealt(1, "sorceress 1, dwarf 1", PLAIN, "chest 1")),
    ("gives_figure", "petrified 2", "chest 1",
     dealt(0, HERALDS, "sorceress 1, chest 1", "dwarf 1, chest 1"),
     dealt(0, HERALDS, "sorceress 1, chest 1", "petrified 2, sorceress 1 > petrified")),
    ("builds", "dwarf 1", "chest 3 4",
     dealt(1, "chest 3, chest 4, fire 2, dwarf 1, knight 1", PLAIN, "dwarf 1"),
     dealt(1, "chest 3, chest 4, troll 2, dwarf 1, knight 1", PLAIN, "dwarf 1")),
    ("wastes", "fire 2", "petrified 2",
     dealt(1, "fire 2, petrified 2", PLAIN, "dwarf 1"), dealt(1, "fire 2, petrified 2", PLAIN, "chest 4")),
    ("overspends", "sorceress 1 2 > chest", "sorceress 1 > chest",
     dealt(1, "sorceress 1, sorceress 2", PLAIN, "chest 4"), dealt(1, "sorceress 1, sorceress 2", PLAIN, "dwarf 1")),
    ("spends_last", "sorceress 1 > chest", "chest 3",
     dealt(1, "sorceress 1, chest 3", PLAIN, "chest 1"),
     dealt(1, "sorceress 1, sorceress 2, chest 3", PLAIN, "chest 1")),
    ("helps_fill", "huntress 1", "chest 3",
     dealt(1, "huntress 1, chest 3", "fire 4", "fire 4"), dealt(1, "huntress 1, chest 3", PLAIN, "chest 1")),
    ("secures", "dwarf 1", "fire 2",
     dealt(1, "fire 2, dwarf 1", PLAIN, "chest 4"), dealt(1, "fire 2, dwarf 1", PLAIN, "dwarf 1")),
    ("draws_more", "dwarf 1", "chest 3 4",
     dealt(1, "chest 3, chest 4, dwarf 1, knight 1", PLAIN, "dwarf 1"), drawn_out()),
    ("ends_behind", "ship 1 1 1", "dwarf 1",
     dealt(0, *FLEET, SAILED + "fire 2"), dealt(0, *FLEET, SAILED + "dwarf 3")),
    ("nears_end", "ship 1", "dwarf 1",
     dealt(0, *FLEET, SAILED + "fire 2"), dealt(0, *FLEET, SAILED + "dwarf 3")),
]  # fmt: skip


def reasoning(match: Match, move: str, better: str) -> Reasoning:
    """The reasons if the move loses two points."""
    assert {move, better} <= {*match.legal()}
    found = Reasoning(match, move, better, {move: -1.0, better: 1.0})
    found.work()
    return found


@pytest.mark.long("secures", "builds")
@pytest.mark.parametrize(("motif", "move", "better", "there", "gone"), CAUSES, ids=NAMES)
def test_a_reason_is_given_with_its_cause_and_not_without(
    motif: str, move: str, better: str, there: Match, gone: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    only = [one for one in MOTIFS if one.name == motif]
    monkeypatch.setattr(reasons, "motifs_of", lambda _game: only)
    by_rules_alone(monkeypatch)
    assert reasoning(there, move, better).found
    assert not reasoning(gone, move, better).found


def test_ships_of_an_earlier_stack_are_not_those_of_the_last() -> None:
    match = dealt(0, *FLEET, "ship 1 1 1, chest 4, fire 2")
    trial = Trial(next(imagined(match, 1, 1)), "ship 1 1 1")
    assert trial.state["ship_stacks"] == 2
    assert not next(one for one in MOTIFS if one.name == "nears_end").find(trial)


def test_a_last_card_is_well_spent_on_the_great_dragon() -> None:
    match = dealt(1, "sorceress 1, chest 3", PLAIN, "petrified 2")
    trial = Trial(next(imagined(match, 0, 1)), "sorceress 1 > petrified")
    assert not next(one for one in MOTIFS if one.name == "spends_last").find(trial)


@pytest.mark.parametrize(
    ("others", "lets", "helps"), [("3, dwarf 3", False, False), ("3", True, False), ("", False, True)]
)
def test_a_move_is_not_blamed_for_a_space_that_can_be_filled_anyway(others: str, lets: bool, helps: bool) -> None:
    """One of four Dwarfs lies there; the other seat holds three, two or one of the others."""
    hand = f"dwarf 1, dwarf {others}" if others else "dwarf 1"
    trial = dwarf_laid(hand)
    found = {motif.name: motif.find(trial) is not None for motif in MOTIFS}
    assert (found["lets_fill"], found["helps_fill"]) == (lets, helps)
    assert found["leaves"] == (not lets and not helps)


def dwarf_laid(others: str) -> Trial:
    """A second Dwarf is laid against a hand that is seen."""
    match = dealt(0, "dwarf 1, dwarf 1", f"{others}, chest 1, chest 1", "dwarf 1, chest 1")
    return Trial(Deal(0, match.position()), "dwarf 1")


@pytest.mark.parametrize("turns", ["none", "that of the other", "more"])
def test_a_sixth_card_is_promised_only_to_a_seat_that_has_a_further_turn(turns: str) -> None:
    match = dealt(1, "sorceress 1, dwarf 1", PLAIN, "petrified 2")
    trial = Trial(Deal(0, match.position()), "sorceress 1 > petrified")
    trial.__dict__["state"] = {**trial.state, "last_turn_of": 1 if turns == "that of the other" else None}
    if turns == "none":
        trial.after = ended()
    found = takes_figure(trial)
    assert found and (found.values["way"] == "late") == (turns != "more")


def ended() -> Position:
    """A position in which the game is over."""
    match, rng = Match("heart", seed=1), random.Random(1)
    while not match.over:
        match.play(rng.choice(match.legal()))
    return match.position()


def test_every_motif_has_a_case_of_its_own() -> None:
    assert sorted(one[0] for one in CAUSES) == sorted(NAMES)


# ---- what a seat cannot see makes no difference ----

# Two moves, the seat's hand, and what was played before.
UNSEEN = [
    ("dwarf 1", "chest 3 4", "chest 3, chest 4, fire 2, dwarf 1, knight 1", "dwarf 1"),
    ("dwarf 1", "fire 2", "fire 2, dwarf 1", "chest 4"),
    ("knight 1", "chest 1", "knight 1, chest 1, sorceress 1, petrified 2", "troll 3"),
]


def alike(own: str, played: str) -> list[Match]:
    """Two matches with other cards in the other hand and in the decks that look the same to the seat to act."""
    found = [
        dealt(1, own, f"{played}, {hidden}", played, deeper)
        for hidden, deeper in (
            ("dwarf 1, knight 1, fire 4, sorceress 2", "troll 1"),
            ("chest 1, chest 2, petrified 2, dwarf 2", "huntress 1"),
        )
    ]
    assert found[0].state(0) == found[1].state(0)
    assert found[0].state() != found[1].state()
    assert [card.card for card in found[0].cards(None)] != [card.card for card in found[1].cards(None)]
    return found


@pytest.mark.long(
    "knight 1-chest 1-knight 1, chest 1, sorceress 1, petrified 2-troll 3", "dwarf 1-fire 2-fire 2, dwarf 1-chest 4",
)  # fmt: skip
@pytest.mark.parametrize(("move", "better", "own", "played"), UNSEEN)
def test_records_that_look_the_same_give_the_same_reasons(move: str, better: str, own: str, played: str) -> None:
    said = [
        [printed(match, reason, move, better) for reason in reasoning(match, move, better).found]
        for match in alike(own, played)
    ]
    assert said[0]
    assert said[0] == said[1]


@pytest.mark.long
def test_the_command_says_the_same_of_records_that_look_the_same() -> None:
    move, better, own, played = UNSEEN[0]
    one, two = (why(match, move, better, reasons.DEALS) for match in alike(own, played))
    assert one["reasons"]
    assert one == two


def test_a_card_said_to_be_in_the_hand_is_there_before_anything_is_drawn() -> None:
    """Also in deals in which the better move draws it."""
    told = 0
    for seed in range(20):
        match, chance = Match("heart", {}, seed=seed), random.Random(seed)
        while not match.over and len(match.moves) < 10 + seed:
            match.play(chance.choice(match.legal()))
        if match.over or len(match.legal()) < 2:
            continue
        say, seat = telling(match, "en"), match.to_act or 0
        hand = [card.split()[0] for card in match.state(seat)["hands"][seat]]
        for worse, better in zip(match.legal(), match.legal()[1:], strict=False):
            kind = better.split()[0]
            for deal in imagined(match, seat, 3):
                finding = reasons.Finding(values={"who": seat, "kind": kind})
                reason = reasons.Reason("heart.takes_kind", True, (0.0, 1.0), 1.0, 4, finding, deal.position, False)
                words, good = say.brought_about(reason, worse, better)
                for one in ("fire", "sorceress", "troll") if words else ():
                    if say.t(f"heart.some.{one}", count=1, number="") in words:
                        told += 1
                        assert one in hand, (seed, words)
                        assert good or hand.count(one) == 1, (seed, words)
    assert told > 5


# ---- what is said of both moves, read again from states and legal moves ----

PLACES = {
    "Treasure Chest": "chest", "Fire Dragon": "fire", "Petrified Dragon": "petrified", "Sorceress": "sorceress",
    "Troll": "troll", "Dwarf": "dwarf", "Knight": "knight", "Huntress": "huntress", "Ship": "ship",
}  # fmt: skip
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
TAKERS = {"chest": ("fire", "sorceress"), "petrified": ("sorceress",), "sorceress": ("troll", "knight")}
SHARE = r"(?: in (?:(\d) of 10 deals|\w+ (?:\w+ )?deal.*?))?"
CHANCE = rf"Ostrun (?:can|may be able to) take (.*?){SHARE}(, but no card in your hand can)?$"
WHOEVER = rf"(?:whoever has )?(\w+) more takes? (.*?); (?:you have (none|only \w+)|Ostrun has (?:one|them){SHARE})$"
MISSING = r"(\w+) (\w+) (?:is|are) missing, and whoever lays (?:it|the last) takes .*?(\d+)"
SAME = r"takes the same (?:(\d+) )?points? and keeps your (\w+(?: Dragon)?)( for the Great Dragon)?"
DRAWN = r"(.*) brings (\w+) new cards(?:, not (\w+))?: a (.+?)(, with yours,)? could take (.*)"
CLAUSES = r", but then |, but (?!no card)|, and (?=you draw|your)| and (?=spends|sends|already|brings)"
DEALT = 16  # deals in which what is said is counted


def kind_in(words: str) -> str:
    """The kind that some words name, in the singular or plural."""
    return next(kind for name, kind in PLACES.items() if words.startswith((name, "Sorceresses"[: len(name)])))


def lies(turn: Turn, space: str) -> int:
    """What lies on a space after a move."""
    below = sum(value for _, value in turn.after["below_ship"])
    return below if space == "below" else sum(turn.after["board"][space])


def kept_of(turn: Turn, kind: str) -> int:
    left = Counter(turn.before["hands"][turn.seat]) - cards_of(turn.move)
    return sum(card.split()[0] == kind for card in left.elements())


def space_in(words: str) -> str:
    """The space of "the 4 points on the Troll"."""
    if "Great Dragon" in words:
        return "petrified"
    if "below the Ship" in words:
        return "below"
    return kind_in(words.split("on the ")[1]) if "on the " in words else "dwarf"


def drawn_in(turn: Turn) -> int:
    return int(turn.before["decks"][turn.seat] - turn.after["decks"][turn.seat])


def can_take(turns: list[Turn], space: str, least: int) -> float:
    """In how many deals the other seat's next turn takes so much from a space."""

    def takes(reply: Turn) -> bool:
        if space == "dwarf":
            return reply.kind == "dwarf" and reply.points >= least
        left = reply.before["below_ship"] if space == "below" else reply.before["board"][space]
        took = reply.kind == "ship" and reply.full if space == "below" else reply.clears(space)
        return bool(left) and took and reply.points >= least

    return sum(any(map(takes, turn.next())) for turn in turns) / len(turns)


def assert_clause(clause: str, turn: Turn, other: Turn, turns: list[Turn], others: list[Turn]) -> None:
    """Checks one thing that is said of a move. other: the other move; turns, others: both in all deals."""
    state, n = turn.after, int(found[1]) if (found := re.search(r"(\d+)", clause)) else 0
    if clause.startswith("takes nothing, because"):
        assert not turn.points
        assert all(not turn.before["board"][kind_in(one)] for one in re.findall(r"on the (\w[\w ]+)", clause))
        assert "below" not in clause or not turn.before["below_ship"]
    elif clause == "takes nothing":
        assert not turn.points
    elif clause.startswith("takes") and "the same" not in clause:
        assert turn.points == n
        assert ("Great Dragon" in clause) == (turn.before["figure"] != turn.seat == state["figure"])
        if "before Ostrun can" in clause:
            source = space_in(clause.removesuffix(" before Ostrun can"))
            assert can_take(others, source, 1) >= CLEAR
    elif found := re.fullmatch(r"you draw (\w+) new cards?", clause):
        assert drawn_in(turn) == NUMBERS.index(found[1]) > drawn_in(other)
    elif found := re.fullmatch(r"you draw (\w+) cards?, not (\w+)", clause):
        assert (drawn_in(turn), drawn_in(other)) == tuple(map(NUMBERS.index, found.groups()))
    elif found := re.fullmatch(SAME, clause):
        assert turn.points == other.points == int(found[1] or 1)
        assert kept_of(turn, kind_in(found[2])) > kept_of(other, kind_in(found[2]))
        assert not found[3] or (kind_in(found[2]) == "sorceress" and state["figure"] != turn.seat)
    elif found := re.match(r"your (.+?) can (?:still )?take (only )?(.*?)(?: next turn)?$", clause):
        kind = kind_in(found[1])
        space = space_in(found[3]) if "the " in found[3] else turn.kind
        space = "dwarf" if kind == "dwarf" else space
        assert turn.goes_on
        assert kept_of(turn, kind)
        assert lies(turn, space) == n or space == "dwarf"
        assert not found[2] or n < most_for(other, kind)
        assert kind in TAKERS.get(space, ("knight", "huntress", "ship", "dwarf"))
    elif found := re.fullmatch(r"there is nothing for your (.+) to take", clause):
        assert kept_of(turn, kind_in(found[1]))
        assert most_for(turn, kind_in(found[1])) == 0 < most_for(other, kind_in(found[1]))
    elif found := re.fullmatch(r"the next (\w+) can take any (.+) you lay", clause):
        assert kind_in(found[1]) == turn.kind
        assert state["outlines"][turn.kind] - len(state["board"][turn.kind]) == 1
        assert kept_of(turn, kind_in(found[2]))
        assert turn.kind in (*TAKERS.get(kind_in(found[2]), ()), "knight" if found[2] == "Troll" else "huntress")
    elif found := re.match(r"keeps (two stacks for )?your (.+?)(?: until|, and|$)", clause):
        assert kept_of(turn, kind_in(found[2]))
        assert not kept_of(other, kind_in(found[2]))
        assert not found[1] or (lies(turn, "chest") and lies(turn, "petrified"))
    elif clause.startswith("spends the only"):
        assert not kept_of(turn, turn.kind)
        assert turn.laid == 1
        assert "Great Dragon" not in clause or (turn.kind == "sorceress" and state["figure"] != turn.seat)
    elif clause.startswith("spends"):
        assert turn.laid > 1
        assert turn.kind in SINGLE
    elif clause.startswith("sends"):
        sent = re.findall(r"\d+", clause)
        assert "in all" not in clause or lies(turn, "below") == int(sent[-1])
        assert "next Ship" not in clause or len(state["board"]["ship"]) == 2
        assert "takes them" not in clause or lies(turn, "below") == n
        assert lies(turn, "below") - sum(value for _, value in turn.before["below_ship"]) == int(sent[0])
    elif "brings the last turn" in clause:
        own, their = turn.end.scores[turn.seat], turn.end.scores[1 - turn.seat]
        assert turn.ends
        if found := re.search(r"before Ostrun (.*)$", clause):
            assert (own > their) == (found[1] == "can catch up")
            return
        assert clause.endswith(f" {own:g} to {their:g}") or (own > their and clause.startswith("already"))
        assert ("you behind" in clause) == (own < their)
    elif clause.startswith("brings the stack"):
        assert lies(turn, turn.kind) == n
        assert not any(kept_of(turn, kind) for kind in TAKERS[turn.kind])
    elif found := re.match(CHANCE, clause):
        space = space_in(found[1])
        shares = [can_take(some, space, n) for some in (turns, others)]
        assert shares[0] > shares[1]
        assert_share(found[2], shares[0])
        assert not found[3] or not any(kept_of(turn, kind) for kind in TAKERS[turn.kind])
    elif found := re.match(WHOEVER, clause):
        missing = state["outlines"][turn.kind] - len(state["board"][turn.kind])
        assert missing == NUMBERS.index(found[1])
        assert helps_stake(turn) == int(re.findall(r"\d+", found[2])[0])
        if found[3]:
            assert kept_of(turn, turn.kind) == NUMBERS.index(found[3].removeprefix("only ").replace("none", "no"))
            assert kept_of(turn, turn.kind) < missing
        else:
            others_have = [held(one.after, 1 - one.seat, turn.kind) >= missing for one in turns]
            assert sum(others_have) / len(turns) >= CLEAR
            assert_share(found[4], sum(others_have) / len(turns))
        if turn.kind == other.kind:
            assert missing < other.after["outlines"][turn.kind] - len(other.after["board"][turn.kind])
    elif found := re.match(MISSING, clause):
        lying, limit = state["board"][turn.kind], state["outlines"][turn.kind]
        assert limit - len(lying) == NUMBERS.index(found[1].lower())
        assert kind_in(found[2]) == turn.kind
        stake = helps_stake(turn)
        assert stake == int(found[3])
    elif found := re.match(r"(\w+) (\w+) are still missing", clause):
        kind = other.kind
        lacking = turn.after["outlines"][kind] - len(turn.after["board"][kind])
        assert lacking == NUMBERS.index(found[1])
    elif clause == "that can wait until next turn":
        assert turn.points
        assert kept_of(other, turn.kind)
    else:
        raise AssertionError(clause)


def assert_share(told: str | None, share: float) -> None:
    """Checks in how many of ten deals something is said to hold."""
    assert told is None or abs(min(max(share * 10, 1), 9) - int(told)) <= 0.51


def most_for(turn: Turn, kind: str) -> int:
    """The most points that kept cards of a kind can take after a move, the Dwarfs among them not counted."""
    limit = turn.after["outlines"].get(kind)
    needed = limit - len(turn.after["board"][kind]) if limit else 1
    return max(lies(turn, space) for space in TAKES[kind]) if kept_of(turn, kind) >= needed else 0


def helps_stake(turn: Turn) -> int:
    """The points that the last card of the space of a move takes at least."""
    board = turn.after["board"]
    of = {"dwarf": ("dwarf",), "knight": ("sorceress", "troll"), "huntress": ("fire",), "ship": ("below",)}[turn.kind]
    extra = turn.after["outlines"]["dwarf"] - len(board["dwarf"]) if turn.kind == "dwarf" else 0
    return max(lies(turn, space) for space in of) + extra


def assert_said(line: str, pair: dict[bool, Turn], better: bool | None, named: dict[bool, tuple[str, str]],
                deals: dict[bool, list[Turn]]) -> None:  # fmt: skip
    """Checks a sentence. named: the names of both moves, the longest first."""
    body = re.sub(r", unless Ostrun (?:is|takes (?:it|them)) first", "", line.removesuffix("."))
    if found := re.fullmatch(r"Keep your (.+): with one more you take (it|them|all four) yourself", body):
        one, kind = pair[True], kind_in(found[1])
        assert kind == pair[False].kind != one.kind
        assert one.after["outlines"][kind] - len(one.after["board"][kind]) - kept_of(one, kind) == 1
        assert found[2] == "all four" or any(lies(one, space) for space in TAKES[kind])
        return
    if found := re.fullmatch(DRAWN, body):
        assert found[1] in named[True]
        assert drawn_in(pair[True]) == NUMBERS.index(found[2])
        assert not found[3] or drawn_in(pair[False]) == NUMBERS.index(found[3])
        one, n = pair[True], int(re.findall(r"\d+", found[6])[0])
        kinds = [kind_in(kind) for kind in found[4].split(" or ")]
        places = [one.kind] if "just laid" in body else ["petrified"] if "Great Dragon" in body else TAKES[kinds[0]]
        found_at = [space for space in places if space == "dwarf" or lies(one, space) == n]
        space = space_in(found[6]) if " on the " in body or " below " in body else found_at[0]
        assert n == lies(one, space) + (space == "dwarf") * (kept_worth(one, "dwarf") + 1)
        assert drawn_in(one) > drawn_in(pair[False])
        for kind in kinds:
            limit = one.after["outlines"].get(kind)
            lying = len(one.after["board"][kind]) if limit else 0
            assert (limit or 1) - lying - kept_of(one, kind) == 1
            assert space in TAKES[kind]
            assert len(kinds) > 1 or bool(found[5]) == bool(kept_of(one, kind))
        return
    assert better is not None
    for start in named[not better]:
        if found := re.fullmatch(rf"After (.*), you draw (\w+) new cards, after {re.escape(start)} only (\w+)", body):
            assert found[1] in named[better]
            drawn = [drawn_in(pair[one]) for one in (better, not better)]
            assert drawn == [NUMBERS.index(found[at]) for at in (2, 3)]
            return
    body = body.removeprefix("After ")
    name = next(one for one in named[better] if body.startswith(one))
    body = body.removeprefix(name).lstrip(", ")
    for clause in re.split(CLAUSES, body):
        if "whoever" in body and clause == "brings the last turn":
            assert pair[better].before["ship_stacks"] == pair[better].before["stacks_at_end"] - 1
        else:
            assert_clause(clause, pair[better], pair[not better], deals[better], deals[not better])


def kept_worth(turn: Turn, kind: str) -> int:
    left = Counter(turn.before["hands"][turn.seat]) - cards_of(turn.move)
    return sum(int(card.split()[1]) for card in left.elements() if card.split()[0] == kind)


def figures(line: str) -> list[str]:
    """The numbers of a sentence; one point may be written as a word."""
    return sorted(re.findall(r"\b(?:[2-9]|\d\d)\b", line))


@pytest.mark.parametrize("seed", range(8))
def test_what_is_said_of_both_moves_is_so(seed: int) -> None:
    match, chance, told = Match("heart", seed=seed), random.Random(seed), 0
    while not match.over:
        legal = match.legal()
        if len(legal) > 1 and chance.random() < 0.2:
            worse, better = chance.sample(legal, 2)
            values = {move: chance.uniform(0, 1.5) for move in legal} | {worse: 0.0, better: 1.5}
            found = Reasoning(match, worse, better, values, DEALT)
            found.work()
            say = telling(match, "en")
            lines = Pair(say, found).told()
            turns = {one: [Turn(deal.position, move) for deal in found.deals] for one, move in
                     ((False, worse), (True, better))}  # fmt: skip
            named = {one: (say.move(move), say.brief(move)) for one, move in ((False, worse), (True, better))}
            for line, about in lines:
                told += 1
                try:
                    assert_said(line, {one: turns[one][0] for one in turns}, about, named, turns)
                except AssertionError as error:
                    raise AssertionError((match.record()["moves"], worse, better, lines)) from error
                assert len(line.split()) <= 24, line
            german = Pair(telling(match, "de"), found).told()
            assert [figures(words) for words, _ in lines] == [figures(words) for words, _ in german]
        match.play(chance.choice(legal))
    assert told


HELD = "chest 3, chest 4, fire 2, dwarf 1, knight 1"
# What is said of a worse and a better move: the kinds of fault that readers named.
SAID: list[tuple[str, Match, str, str, str]] = [
    ("a card that takes is laid where nothing lies", dealt(1, "fire 2, petrified 2", PLAIN, "dwarf 1"),
     "fire 2", "petrified 2",
     "Fire Dragon 2 takes nothing and spends the only Fire Dragon in hand. "
     "Petrified Dragon 2 keeps your Fire Dragon until there is something to take."),
    ("more cards are drawn, and a stack grows for a card of the hand", dealt(1, HELD, PLAIN, "dwarf 1"),
     "chest 3", "chest 3 4",
     "After Treasure Chest 3, 4, your Fire Dragon can take 7 points next turn, unless Ostrun takes them first. "
     "After Treasure Chest 3, your Fire Dragon can take only 3 points, and you draw one card, not two."),
    ("more cards are drawn, and no card of the hand takes them",
     dealt(1, "chest 3, chest 4, dwarf 1, knight 1", PLAIN, "dwarf 1"), "dwarf 1", "chest 3 4",
     "Treasure Chest 3, 4 brings two new cards: a Fire Dragon or Sorceress could take the 7 points just laid. "
     "After Dwarf 1, two more take all four, at least 4 points; Ostrun has them in 3 of 10 deals."),
    ("the only card is spent", dealt(1, "sorceress 1, chest 3", PLAIN, "chest 1"), "sorceress 1 > chest", "chest 3",
     "After Treasure Chest 3, your Sorceress can take 4 points next turn, unless Ostrun takes them first. "
     "Sorceress 1 takes only the 1 point on the Treasure Chest and spends the only Sorceress in hand."),
    ("more cards than needed are spent", dealt(1, "sorceress 1, sorceress 2", PLAIN, "chest 4"),
     "sorceress 1 2 > chest", "sorceress 1 > chest",
     "Sorceress 1 takes the 4 points on the Treasure Chest. "
     "Sorceress 1, 2 takes the 4 points on the Treasure Chest, but spends two Sorceresses where one would do."),
    ("the Great Dragon is left", dealt(1, "sorceress 1, dwarf 1", PLAIN, "petrified 2"),
     "dwarf 1", "sorceress 1 > petrified",
     "Sorceress 1 takes 2 points and the Great Dragon, and you draw two new cards. "
     "After Dwarf 1, Ostrun can take 2 points and the Great Dragon in 5 of 10 deals."),
    ("the last but one card of a space", dealt(1, "knight 1, chest 1", "troll 3", "troll 3"), "knight 1", "chest 1",
     "After Knight 1, one more takes the 3 points on the Troll; Ostrun has one in 5 of 10 deals. "
     "Keep your Knight: with one more you take them yourself."),
    ("cards go below the Ship",
     dealt(0, "huntress 1, huntress 1, huntress 2, chest 1", "fire 4", "huntress 1, fire 4"),
     "huntress 1 2", "chest 1",
     "Huntress 1, 2 takes the 4 points on the Fire Dragon, but sends 4 points below the Ship."),
    ("the last turn comes too early", dealt(0, *FLEET, SAILED + "fire 2"), "ship 1 1 1", "dwarf 1",
     "Ship 1, 1, 1 brings the last turn with you behind, 0 to 4."),
    ("a drawn card takes what lies there already",
     dealt(1, "huntress 1, huntress 1, chest 1, chest 1, chest 2", "fire 3, fire 4, knight 1",
           "fire 3 4, huntress 1, knight 1"), "chest 1", "chest 1 1 2",
     "Treasure Chest 1, 1, 2 brings three new cards: a Huntress, with yours, could take the 7 points on the Fire "
     "Dragon."),
    ("the other seat could take it first",
     dealt(1, "sorceress 1, knight 1, petrified 2, dwarf 1", "sorceress 2, knight 1",
           "sorceress 2 > chest, petrified 2, knight 1"), "sorceress 1 > petrified", "knight 1 > sorceress",
     "Knight 1 takes the 2 points on the Sorceress before Ostrun can. "
     "Sorceress 1 takes 2 points and the Great Dragon, but that can wait until next turn."),
    ("a space waits for a card of the hand", dealt(1, "huntress 2, chest 3, fire 3", "huntress 1", "huntress 1"),
     "huntress 2", "chest 3",
     "After Treasure Chest 3, your Fire Dragon can take 3 points next turn, unless Ostrun takes them first. "
     "After Huntress 2, the next Huntress can take any Fire Dragon you lay."),
    ("nothing lies there for a card of the hand", dealt(1, HELD, PLAIN, "dwarf 1"), "knight 1", "chest 4",
     "After Treasure Chest 4, your Fire Dragon can take 4 points next turn, unless Ostrun takes them first. "
     "After Knight 1, there is nothing for your Fire Dragon to take."),
    ("the only Sorceress is spent for nothing", dealt(1, "sorceress 1, chest 3", PLAIN, "dwarf 1"),
     "sorceress 1 > chest", "chest 3",
     "Sorceress 1 takes nothing and spends the only Sorceress in hand, which could later win the Great Dragon. "
     "After Treasure Chest 3, your Sorceress can take 3 points next turn, unless Ostrun takes them first."),
    ("cards go below the Ship for nothing",
     dealt(1, "ship 1, ship 1, huntress 1, chest 3, dwarf 1", "huntress 1, huntress 1, dwarf 1",
           "huntress 1 1, ship 1 1, dwarf 1"), "huntress 1", "chest 3",
     "Huntress 1 takes nothing and sends 3 points below the Ship, where the next Ship takes them."),
    ("no cards lie below the Ship", dealt(1, "ship 1, chest 3, fire 3", "ship 1, ship 1", "ship 1 1"),
     "ship 1", "chest 3",
     "Ship 1 takes nothing, because nothing lies below the Ship. "
     "After Treasure Chest 3, your Fire Dragon can take 3 points next turn, unless Ostrun takes them first."),
    ("less lies there for the same card, while another card takes something else",
     dealt(1, "sorceress 1, petrified 2, chest 1, troll 2, dwarf 1", "sorceress 2", "sorceress 2 > chest"),
     "dwarf 1", "petrified 2",
     "After Petrified Dragon 2, your Sorceress can take 2 points and the Great Dragon next turn, unless Ostrun is "
     "first. After Dwarf 1, whoever has three more takes all four, at least 4 points; you have none."),
    ("neither place holds a card", dealt(1, "sorceress 1, sorceress 2, chest 3", PLAIN, "dwarf 1"),
     "sorceress 1 > chest", "chest 3",
     "Sorceress 1 takes nothing, because nothing lies on the Treasure Chest or on the Petrified Dragon. "
     "After Treasure Chest 3, your Sorceress can take 3 points next turn, unless Ostrun takes them first."),
    ("another card takes the same", dealt(1, "fire 2, sorceress 1, dwarf 1", PLAIN, "chest 1"),
     "sorceress 1 > chest", "fire 2",
     "Fire Dragon 2 takes the same point and keeps your Sorceress for the Great Dragon."),
    ("one more card would take all",
     dealt(1, "dwarf 1, dwarf 1, dwarf 2, chest 3, ship 1", "chest 1, knight 1", "chest 1"), "dwarf 1", "chest 3",
     "After Dwarf 1, whoever has three more takes all four, at least 4 points; you have only two. "
     "Keep your Dwarfs: with one more you take all four yourself."),
    ("the last turn limits what is lost", dealt(0, *FLEET, SAILED + "fire 2"), "dwarf 1", "ship 1 1 1",
     "Ship 1, 1, 1 brings the last turn before Ostrun gets further ahead. "
     "After Dwarf 1, two more take all four, at least 4 points; Ostrun has them in 4 of 10 deals."),
    ("a stack grows that only the other seat can take",
     dealt(1, "chest 4, dwarf 1, knight 1, huntress 1", "chest 3, chest 4", "chest 3 4"), "chest 4", "knight 1",
     "After Treasure Chest 4, Ostrun can take the 11 points on the Treasure Chest in 7 of 10 deals, but no card in "
     "your hand can."),
    ("two stacks lie for one card",
     dealt(1, "sorceress 1, troll 2, dwarf 1, dwarf 1", "petrified 2, chest 3, dwarf 1",
           "petrified 2, dwarf 1, chest 3"), "sorceress 1 > petrified", "troll 2",
     "Troll 2 keeps two stacks for your Sorceress, and Ostrun can take only one of them. "
     "Sorceress 1 takes 2 points and the Great Dragon, but spends the only Sorceress in hand."),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "match", "worse", "better", "words"), SAID, ids=[case[0] for case in SAID])
def test_both_moves_are_told_by_what_they_do(kind: str, match: Match, worse: str, better: str, words: str) -> None:
    found = reasoning(match, worse, better)
    assert " ".join(line for line, _ in telling(match, "en").told(found)) == words, kind
