"""The motifs of Dragon Wars: counted again from states alone, gone where their cause is gone, and blind to hidden
cards."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cached_property
from typing import Any, cast

import pytest

from native import Match, Position
from native.play import reasons
from native.play.reasons import Deal, Reasoning, Trial, every_deal, imagined
from native.tools.why import telling, why
from native.wars.motifs import MOTIFS, best_held, can_slay, hurts, takes_damage
from native.wars.state import State
from native.wars.sums import Sums
from native.wars.words import WarsTelling
from tests.motif_checks import assert_same_shares, given, mistakes
from tests.reference.wars import value
from tests.test_wars import arranged, choose

NAMES = [motif.name for motif in MOTIFS]

# ---- the statements, read from states and legal moves ----


def worth(cards: list[str], suits: str) -> int:
    return sum(value(card) for card in cards if card[0] in suits)


def enough(points: int) -> int:
    return min(points, 20) if points >= 5 else 0


class Case:
    """A move, and the states before and after it; seat made it."""

    def __init__(self, start: Position, move: str) -> None:
        self.start, self.seat, self.move = start, start.to_act or 0, move
        self.kind, *words = move.split()
        self.card = words[-1] if words else ""
        self.before, self.end = start.state(), start.position()
        self.end.play(move)
        self.after = self.end.state()
        self.strikes = self.kind in ("attack", "press")
        self.answers = self.kind in ("defend", "decline")
        self.grows = self.strikes and not self.before["slain"]

    @cached_property
    def next(self) -> list[Case]:
        return [Case(self.end, move) for move in self.end.legal()]

    @cached_property
    def all(self) -> list[Case]:
        """Every legal move instead of this one."""
        return [Case(self.start, move) for move in self.start.legal()]

    @property
    def target(self) -> int:
        attacked: int = self.before["battle"]["defender"] if self.before["battle"] else int(self.move.split()[1])
        return attacked

    def hand(self, state: Any) -> list[str]:
        return list(state["hands"][self.seat])

    @cached_property
    def loss(self) -> int:
        """What the dragon loses at least after a blow, or after an answer."""
        if self.strikes:
            return min(one.loss for one in self.next)
        return lost(self.after)

    @property
    def doomed(self) -> bool:
        """Whether the dragon can be slain for sure after this answer."""
        return self.after["slain"] or any(one.kind == "press" and one.kills for one in self.next)

    @property
    def kills(self) -> bool:
        return all(one.after["slain"] for one in self.next)

    @property
    def wasted(self) -> int:
        """How much lower a card is that does as much."""
        found = [0]
        for one in self.all:
            same = one.kind == self.kind and (self.kind != "attack" or one.target == self.target)
            if same and (one.loss >= self.loss if self.strikes else one.loss <= self.loss):
                found.append(value(self.card) - value(one.card))
        return max(found)

    @property
    def flipped(self) -> int:
        """What the cards flipped for the move add."""
        side = "defence" if self.kind == "defend" else "attack"
        end = self.next[-1].after if self.kind == "attack" else self.after
        old = self.before["battle"][f"{side}_flips"] if self.before["battle"] else []
        return worth(end["battle"][f"{side}_flips"][len(old) :], "HD" if side == "defence" else "CD")

    @property
    def worn(self) -> bool:
        """Whether the dragon falls if both always lay the card that is worth most."""
        position, slain, turn = self.end.position(), False, "defend"
        while not slain:
            found = [move for move in position.legal() if move.startswith(turn)]
            found.sort(key=lambda move: (value(move.split()[1]), move.split()[1][0] == "H"))
            if turn == "press" and not found:
                return False
            position.play(found[-1] if found else "decline")
            slain = turn == "defend" and position.state()["slain"]
            turn = "press" if turn == "defend" else "defend"
        return True

    @property
    def found(self) -> int:
        """How much more a new hand is worth."""
        return worth(self.hand(self.after), "CDH") - worth(self.hand(self.before), "CDH")

    @property
    def leads(self) -> bool:
        """Whether the attacked seat alone has the most points of all opponents."""
        rest = [score for seat, score in enumerate(self.start.scores) if seat not in (self.seat, self.target)]
        return bool(rest) and all(self.start.scores[self.target] > score for score in rest)


def lost(state: Any) -> int:
    if not state["battle"] or state["loss"] is None:
        return 0
    return int(max(0, min(state["loss"], state["dragons"][state["battle"]["defender"]][1])))


COUNTED: dict[str, Callable[[Case], float]] = {
    "lets_live": lambda c: c.kind == "press" and c.before["slain"] and not c.kills,
    "over_kill": lambda c: c.kind == "press" and c.before["slain"],
    "in_vain": lambda c: c.kind == "press" and c.grows and c.loss <= lost(c.before),
    "falls": lambda c: c.answers and c.doomed,
    "slays": lambda c: c.grows and c.kills,
    "over_block": lambda c: c.kind == "defend" and c.before["loss"] == 0,
    "new_card": lambda c: c.kind == "defend" and c.before["slain"] and all(one.doomed for one in c.all),
    "no_blow": lambda c: c.kind == "attack" and not any(one.kind == "attack" and one.loss for one in c.all),
    "last_chance": lambda c: c.kind in ("discard", "stop") and c.before["last_turns"] and not c.before["slain"]
    and any(one.strikes for one in c.all),
    "hurts": lambda c: max(0, c.loss - lost(c.before))
    if c.strikes and (c.kills or not c.before["last_turns"]) else 0,
    "outlasts": lambda c: c.grows and c.worn,
    "takes_damage": lambda c: c.loss if c.answers else 0,
    "can_slay": lambda c: c.grows and any(one.kind == "decline" and one.after["slain"] for one in c.next),
    "overspends": lambda c: c.wasted if c.card else 0,
    "bonus": lambda c: c.flipped if c.card[:1] == c.before["trump"] else 0,
    "rich_target": lambda c: value(c.before["dragons"][c.target][0])
    if c.kind == "attack" and len(c.before["dragons"]) > 2 else 0,
    "hits_leader": lambda c: c.kind == "attack" and c.leads,
    "finds_more": lambda c: c.found if c.kind == "discard" and c.found >= 5 else 0,
    "finds_less": lambda c: -c.found if c.kind == "discard" and c.found <= -5 else 0,
    "keeps_defence": lambda c: 0 if c.answers else enough(worth(c.hand(c.after), "HD")),
    "keeps_press": lambda c: enough(worth(c.hand(c.after), c.card[0])) if c.kind == "attack" else 0,
    "keeps_attack": lambda c: enough(worth(c.hand(c.after), "CD")) if c.answers else 0,
}  # fmt: skip


def count_again(match: Match, moves: tuple[str, ...], most: int) -> None:
    """Compares the shares that the motifs find with those counted from states."""
    seat = match.to_act or 0
    deals = list(imagined(match, seat, most))
    for move in moves:
        cases = [Case(deal.position, move) for deal in deals]
        trials = [Trial(Deal(seat, deal.position), move) for deal in deals]
        for motif in MOTIFS:
            ours = [found.level if (found := motif.find(trial)) else None for trial in trials]
            theirs = [float(COUNTED[motif.name](case)) or None for case in cases]
            assert_same_shares(ours, theirs, motif.name, move)


def test_every_motif_is_counted_again() -> None:
    assert sorted(COUNTED) == sorted(NAMES)


@pytest.mark.long
@pytest.mark.parametrize(("players", "seed"), [(2, 11), (2, 12), (3, 13), (4, 14)])
def test_the_shares_of_mistakes_are_those_counted_from_states(players: int, seed: int) -> None:
    found = list(mistakes(Match("wars", {"players": players}, seed=seed), 4, every=1, permille=50))
    assert len(found) == 4
    for match, *pair in found:
        count_again(match, tuple(pair), 8)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_shares_are_those_counted_in_more_matches(players: int) -> None:
    for match, *pair in mistakes(Match("wars", {"players": players}, seed=600), 12, every=1, permille=50):
        count_again(match, tuple(pair), 40)


# ---- a reason is gone where its cause is gone ----

WEAK, STRONG = "SK S2", "SK SQ"  # the dragon of seat 1 has 2 health, or 12


def after(dragons: str, hands: str, trump: str, moves: str = "") -> Match:
    """A match with these dragons, hands and trump, after some moves."""
    match = arranged(dragons, hands.split(", "), trump)
    for move in filter(None, moves.split(", ")):
        match.play(move)
    return match


def turn(last: bool) -> Match:
    """A turn of a random game with an attack, one of the last turns or an earlier one."""
    match, rng = Match("wars", seed=5), random.Random(5)
    while (match.state()["last_turns"], "discard" in match.legal(), len(match.legal()) > 3) != (last, True, True):
        match.play(choose(match, rng, 0.1))
    return match


OTHER = "D4 H4 H5 H6 C6"
RAISE = "C2 C3 C9 CK H2, " + OTHER
DEFENCE = "C2 C3 C5 CK CQ, "
THREE = "C5 C6 H2 H3 H4, C7 C8 H5 H6 H7, D2 D3 D4 D5 H8"
CUT = "attack 1 C3, decline"
HIT = "attack 1 CK, decline"
# A motif, a mistake, a better move, a match in which the motif is a reason, and one in which it is not.
CAUSES = [
    ("lets_live", "press C2", "stop", after(WEAK, RAISE, "D7", CUT), after(WEAK, RAISE, "C7", HIT)),
    ("over_kill", "press C2", "stop", after(WEAK, RAISE, "C7", CUT), after(STRONG, RAISE, "H7", CUT)),
    ("in_vain", "press C2", "stop", after(STRONG, RAISE, "H7", CUT), after(WEAK, RAISE, "C7", CUT)),
    ("falls", "decline", "defend HJ",
     after(STRONG, DEFENCE + "C4 HJ H2 H3 H4", "D7", "attack 1 C5, decline, press CQ"),
     after(STRONG, DEFENCE + "C4 HJ H2 H3 H4", "D7", "attack 1 C2, defend H4, press C3")),
    ("slays", "attack 1 C2", "attack 1 CK", after("SK SA", RAISE, "C7"), after(STRONG, RAISE, "H7")),
    ("over_block", "defend H7", "decline",
     after(STRONG, DEFENCE + "C4 C6 H7 H8 H4", "D7", "attack 1 C2, defend H8, press C5"),
     after(STRONG, DEFENCE + "C4 C6 H7 H8 H4", "D7", "attack 1 C2, decline, press C5")),
    ("new_card", "decline", "defend H2",
     after(WEAK, DEFENCE + "C4 C6 H2 H3 H4", "D7", "attack 1 CK, decline, press CQ"),
     after(STRONG, DEFENCE + "C4 C6 H2 H3 H4", "D7", "attack 1 C2, decline, press C3")),
    ("no_blow", "attack 1 C2", "discard",
     after(STRONG, "C2 H3 H4 H5 H7, D4 H6 H8 D6 C6", "D7"), after(STRONG, "C2 CK HK DK HQ, " + OTHER, "C7")),
    ("last_chance", "discard", "", turn(last=True), turn(last=False)),
    ("hurts", "discard", "attack 1 C9",
     after(STRONG, "C9 HK DK HQ DQ, " + OTHER, "C7"), after(STRONG, "C9 H2 H3 D2 D3, " + OTHER, "H7")),
    ("outlasts", "attack 1 D2", "attack 1 C9",
     after(STRONG, "C9 C10 CJ CQ D2, " + OTHER, "H7"), after(STRONG, "C9 D10 DJ DQ D2, " + OTHER, "H7")),
    ("takes_damage", "decline", "defend H7",
     after(STRONG, DEFENCE + "C4 C6 H7 H8 H4", "D7", "attack 1 C2, decline, press C5"),
     after(STRONG, DEFENCE + "C4 C6 H7 H8 H4", "D7", "attack 1 C2, defend H8, press C5")),
    ("can_slay", "attack 1 C2", "attack 1 CK", after(STRONG, RAISE, "D7"), after(WEAK, RAISE, "D7")),
    ("overspends", "defend HK", "defend H7",
     after(STRONG, DEFENCE + "C4 C6 H7 HK H4", "D7", "attack 1 C2, decline, press C5"),
     after(STRONG, DEFENCE + "C4 C6 H7 HK H4", "D7", "attack 1 C2, decline, press CQ")),
    ("bonus", "attack 1 D9", "attack 1 C9",
     after(STRONG, "C9 D9 H2 H3 H4, C5 H5 H6 H7 H8", "C7"), after(STRONG, "C9 D9 H2 H3 H4, C5 H5 H6 H7 H8", "H9")),
    ("rich_target", "attack 1 C5", "attack 2 C5", after("SK S2 SQ", THREE, "H9"), after("SK SQ S2", THREE, "H9")),
    ("hits_leader", "attack 2 C7", "attack 0 C7",
     after("SK SA SQ", THREE, "D9", "attack 1 C5, decline, stop"), after("SK SA SQ", THREE, "D9", "discard")),
    ("finds_more", "attack 1 C2", "discard",
     after(STRONG, "C2 C3 D2 H2 H3, " + OTHER, "C7"), after(STRONG, "C2 CK CQ DK HK, " + OTHER, "C7")),
    ("finds_less", "discard", "attack 1 C2",
     after(STRONG, "C2 CK CQ DK HK, " + OTHER, "C7"), after(STRONG, "C2 C3 D2 H2 H3, " + OTHER, "C7")),
    ("keeps_defence", "attack 1 D9", "attack 1 C9",
     after(STRONG, "C9 D9 C2 C3 C4, " + OTHER, "H7"), after(STRONG, "C9 D9 HK HQ HJ, " + OTHER, "H7")),
    ("keeps_press", "attack 1 D9", "attack 1 C9",
     after(STRONG, "C9 D9 C8 C7 H2, " + OTHER, "H7"), after(STRONG, "C9 D9 D8 D7 H2, " + OTHER, "H7")),
    ("keeps_attack", "defend D7", "defend H7",
     after(STRONG, DEFENCE + "D7 H7 H2 H3 H4", "D9", "attack 1 C5"),
     after(STRONG, "C2 C3 C5 CK D2, D7 H7 CQ CJ C9", "D9", "attack 1 C5")),
]  # fmt: skip


@pytest.mark.long("slays", "outlasts")
@pytest.mark.parametrize("case", CAUSES, ids=lambda case: case[0])
def test_a_reason_is_given_with_its_cause_and_not_without(
    case: tuple[str, str, str, Match, Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, move, better, there, gone = case
    for match, expected in ((there, True), (gone, False)):
        other = better or next(one for one in match.legal() if one != move)
        count_again(match, (move, other), 4)
        assert given(match, name, move, other, monkeypatch, deals=32) == expected


def test_a_dragon_that_may_be_saved_is_not_said_to_fall_anyway() -> None:
    for press in ("press C2", "press C9", "press CK"):
        found = why(after(WEAK, RAISE, "D7", CUT), press, "stop", 64)["reasons"]
        assert [one["motif"] for one in found] == ["wars.lets_live"]
    for motif in MOTIFS:
        assert {*motif.unless} <= {one.name for one in MOTIFS}


def test_a_hand_thrown_away_is_not_kept_for_defence(monkeypatch: pytest.MonkeyPatch) -> None:
    match = after(STRONG, "C9 C2 C3 C4 H8, " + OTHER, "H7")
    assert not given(match, "keeps_defence", "attack 1 C9", "discard", monkeypatch, deals=32)


@pytest.mark.parametrize(("card", "told"), [("D4", False), ("D9", True)])
def test_a_difference_of_a_few_points_is_no_reason(card: str, told: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    match = after(STRONG, f"C9 {card} C3 H8 C5, C10 H4 H5 H6 C6", "H7")
    assert given(match, "keeps_defence", f"attack 1 {card}", "attack 1 C9", monkeypatch, deals=8) == told


@pytest.mark.parametrize("last", [False, True])
def test_in_the_last_turns_only_a_dragon_that_falls_counts(last: bool) -> None:
    match = after(STRONG, "C9 HK DK HQ DQ, C2 H2 H3 D2 D3", "H7")
    state = {**match.state(), "last_turns": last}
    deal = Deal(0, match.position())
    deal.__dict__["state"] = state
    assert (hurts(Trial(deal, "attack 1 C9")) is None) == last


@pytest.mark.parametrize(
    ("dragons", "hands", "values", "told"),
    [
        (STRONG, RAISE, {"attack 1 D2": 0, "attack 1 C3": 9, "attack 1 CK": 9},
         "Attack, but with Clubs."),
        (STRONG, RAISE, {"attack 1 C2": 0, "attack 1 C3": 9, "attack 1 D9": 9},
         "Attack, but with a higher card."),
        ("SK S2 SQ", THREE, {"attack 1 D5": 0, "attack 1 C6": 9, "attack 2 C6": 1},
         "The right opponent, but attack with Clubs."),
    ],
)  # fmt: skip
def test_a_contrast_names_the_suit_and_a_single_opponent_not(
    dragons: str, hands: str, values: dict[str, float], told: str
) -> None:
    move, better, *_ = values
    match = after(dragons, hands, "D7" if dragons == STRONG else "H9")
    reasoning = Reasoning(match, move, better, values | {"discard": 1})
    assert telling(match, "en").contrast(reasoning) == told


def test_every_motif_has_a_case_of_its_own() -> None:
    assert sorted(case[0] for case in CAUSES) == sorted(NAMES)


# ---- what a seat cannot see makes no difference ----


@pytest.mark.long
@pytest.mark.parametrize("pair", [("discard", "attack 1 C9"), ("attack 1 D6", "attack 1 C9")], ids=" ".join)
def test_matches_that_look_the_same_have_the_same_reasons(pair: tuple[str, str]) -> None:
    mine, draws = "C5 C9 D4 D6 H2", ("D2 D3 C8", "H8 CK DA")
    hands = ("D8 D9 H7 H8 C2", "CA CQ HJ D10 C3")
    found = []
    for hand, draw in zip(hands, draws, strict=True):
        match = arranged(STRONG, [mine, hand], f"C7 {draw}")
        found.append((match.state(0), why(match, *pair, 16)))
    assert found[0] == found[1]
    assert found[0][1]["reasons"]


KNOWN = (
    "attack 0 C4, defend DA, press C6, decline, stop, discard, attack 0 D9, defend HQ, stop, attack 1 D8, "
    "defend H6, press D5, defend D6, stop, attack 0 C3, defend DJ, stop"
)  # the other hand is known then, from a new deck


def test_a_known_hand_leaves_the_order_of_the_deck_open() -> None:
    match = Match("wars", seed=3)
    for move in KNOWN.split(", "):
        match.play(move)
    deals = list(imagined(match, 0, 32))
    assert len({str(deal.state) for deal in deals}) == 1
    drawn = [Trial(deal, "discard").state["hands"][0] for deal in deals]
    assert len({*map(str, drawn)}) > 20
    assert every_deal(match, 0, 1) == []


def test_hands_that_are_counted_are_not_deals() -> None:
    match, rng = Match("wars", seed=1), random.Random(1)
    while len(match.moves) < 94:
        match.play(choose(match, rng, 0.1))
    assert match.advise("dragon").of == 23
    found = why(match, match.legal()[0], None, reasons.DEALS)
    assert (found["deals"], found["of"]) == (reasons.DEALS, None)


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ("C4 D2 D3 H2 H6", {"way": "", "sum": 17, "attack": "C4", "defence": "H6"}),
        ("CA C2 C3 C4 C5", {"way": "bare", "sum": 15, "attack": "C5"}),
        ("CA C2 D9 H4 H5", {"way": "both", "sum": 21, "attack": "D9", "defence": "D9"}),
    ],
)
def test_a_hand_to_discard_is_named_by_its_best_cards_and_what_it_adds_up_to(hand: str, best: dict[str, Any]) -> None:
    match = arranged(STRONG, [hand, "H7 H8 H9 H10 HQ"], "C7")
    assert best_held(Trial(Deal(0, match), "discard")) == {"who": 0, "usual": 35, **best}


@pytest.mark.parametrize(("turned_up", "card", "needs"), [("H5", "C9", 6), ("C5", "C9", None), ("H5", "C4", None)])
def test_an_attack_names_the_least_defence_that_saves_it(turned_up: str, card: str, needs: int | None) -> None:
    """Where it is certain: not with trump, and not where any card saves it."""
    match = arranged("SK S4", ["C4 C9 D2 D3 H6", "H7 H8 H9 H10 HQ"], turned_up)
    found = can_slay(Trial(Deal(0, match), f"attack 1 {card}"))
    assert found is not None
    assert found.values.get("needs") == needs


@pytest.mark.parametrize(("turned_up", "trump"), [("D7", True), ("H5", False)])
def test_the_right_suit_is_said_to_be_trump_if_it_is(turned_up: str, trump: bool) -> None:
    match = arranged(STRONG, ["C4 C9 D2 D3 H6", "H7 H8 H9 H10 HQ"], turned_up)
    values = {move: float(" D" in move) for move in match.legal()}
    told = telling(match, "en").contrast(Reasoning(match, "attack 1 C9", "attack 1 D3", values, 4))
    assert "Diamonds" in told
    assert ("they are trump" in told) == trump


def test_a_statement_that_stands_alone_tells_how_often_it_holds_after_the_other_move() -> None:
    match = arranged(STRONG, ["C4 C9 D2 D3 H6", "H7 H8 H9 H10 HQ"], "D7")
    finding = reasons.Finding(values={"who": 0, "worth": 12, "health": 12})
    reason = reasons.Reason("wars.own_falls", False, (0.9, 0.5), 1.0, None, finding, match)
    say = telling(match, "en")
    words = [say.reason(reason, "attack 1 C9", "attack 1 D3", alone=alone)[0] for alone in (True, False)]
    assert [" in 9 of 10 deals instead of 5" in one for one in words] == [True, False]


@pytest.mark.parametrize(
    ("hands", "dragons", "turned", "moves", "worse", "better", "told"),
    [
        ("C3 C10 D2 H6 H7", "SK S7", "H5", "", "attack 1 C3", "attack 1 C10",
         ["If nobody defends, the 10 of Clubs slays the dragon (health 7), but the 3 of Clubs does not."]),
        ("C7 C10 D2 H6 H7", "SK S7", "H5", "", "attack 1 C10", "attack 1 C7",
         ["Even the 7 of Clubs slays the dragon (health 7) if nobody defends it.",
          "The 10 of Clubs stays for the next press."]),
        ("C3 C10 D2 H6 H7", "SK S2", "H5", "", "attack 1 C3", "attack 1 C10",
         ["Saving the dragon takes 9 or more against the 10 of Clubs, but only 2 against the 3 of Clubs."]),
    ],
)  # fmt: skip
def test_plain_sums_tell_two_cards_apart(
    hands: str, dragons: str, turned: str, moves: str, worse: str, better: str, told: list[str]
) -> None:
    match = after(dragons, hands + ", H8 H9 H10 HQ C4", turned, moves)
    reasoning = Reasoning(match, worse, better, {one: float(one == better) for one in match.legal()}, 1)
    say = telling(match, "en")
    assert isinstance(say, WarsTelling)
    assert say.sums(reasoning) == " ".join(told)


@pytest.mark.parametrize(
    ("worse", "better", "told"),
    [
        ("decline", "defend H8", ["hidden.survive.bare", "refill"]),
        ("defend HQ", "defend H8", ["hidden.enough", "kept.answer"]),
        ("defend H8", "decline", ["hidden.enough.bare", "kept.answer"]),
    ],
)
def test_plain_sums_of_an_answer_to_a_hidden_card(worse: str, better: str, told: list[str]) -> None:
    match = after("SK S7", "C3 C10 D2 H6 H7, H8 H9 H10 HQ C4", "D5", "attack 1 C10")
    sums = Sums(cast("State", match.state(1)), 1, worse, better)
    assert [one.key for one in sums.said()] == told
    assert sums.said()[0].values["up"] == {"defend H8": 14, "decline": 6}[better]


def test_a_dragon_that_falls_loses_all_its_health() -> None:
    match = after("SK S7", "C3 C10 D2 H6 H7, H8 H9 H10 HQ C4", "D5", "attack 1 C10")
    found = takes_damage(Trial(Deal(1, match), "decline"))
    assert found is not None
    assert found.level == 7


@pytest.mark.parametrize(
    ("name", "worse", "better", "fits"),
    [
        ("outlasts", "attack 1 C3", "attack 1 C10", False),  # all clubs can be pressed with, in either order
        ("outlasts", "attack 1 D2", "attack 1 C10", True),
        ("hurts", "attack 1 C3", "attack 1 C10", False),
        ("bonus", "attack 1 C3", "attack 1 D4", False),  # the higher card is the reason
        ("bonus", "attack 1 C10", "attack 1 D4", True),
        ("bonus", "discard", "attack 1 D4", False),
    ],
)
def test_a_reason_is_not_about_what_both_moves_share(name: str, worse: str, better: str, fits: bool) -> None:
    match = after("SK S7", "C3 C10 D2 D4 H7, H8 H9 H10 HQ C4", "D5")
    (motif,) = (one for one in MOTIFS if one.name == name)
    assert motif.fits(*(Trial(Deal(0, match), move) for move in (worse, better))) == fits
