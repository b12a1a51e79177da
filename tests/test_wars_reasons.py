"""The motifs of Dragon Wars: counted again from states alone, gone where their cause is gone, and blind to hidden
cards."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Any, cast

import pytest

from native import Match, Position
from native.play import reasons
from native.play.reasons import Deal, Reasoning, Trial, every_deal, imagined
from native.tools.why import telling, why
from native.wars.answers import answers
from native.wars.motifs import MOTIFS, best_held, can_slay, hurts, takes_damage
from native.wars.state import State
from native.wars.strikes import strikes
from native.wars.sums import Said, Sums
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
          "The 10 of Clubs stays to press with."]),
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
    assert [words for words, _ in say.sums(reasoning)] == told


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
    said = answers(Sums(cast("State", match.state(1)), 1, worse, better))
    assert [one.key for one in said] == told
    assert said[0].values["up"] == {"defend H8": 14, "decline": 6}[better]


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


# ---- what is counted of two moves ----


class Pair:
    """A worse and a better move in a position, and what is counted of them."""

    def __init__(self, match: Match, worse: str, better: str, said: Said) -> None:
        self.match, self.state, self.seat = match, match.state(), match.to_act or 0
        self.moves, self.key, self.values = (worse, better), said.key, said.values
        self.other, self.card = (move.split()[-1] if " " in move else "" for move in self.moves)
        self.hand: list[str] = self.state["hands"][self.seat]
        self.lead = (self.state["attack"] or 0) - (self.state["defence"] or 0)

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    def played(self, *moves: str) -> dict[str, Any]:
        at = self.match.position()
        for move in moves:
            at.play(move)
        return at.state()

    def sum(self, suits: str) -> int:
        return worth(self.hand, suits)

    def dragon(self, seat: int, *names: str) -> bool:
        """Whether the dragon of a seat has the worth, the health and the cards to defend it that are told."""
        card, health = self.state["dragons"][seat]
        found = (value(card), health, len(self.state["hands"][seat]))
        return all(self[name] == there for name, there in zip(names, found, strict=False) if name)

    def named(self) -> bool:
        return self.dragon(self["whom"], "worth", "health", "held")

    def answered(self, move: str) -> list[tuple[int, dict[str, Any]]]:
        """How much each answer to a blow adds to the defence, and the state after it."""
        at = self.match.position()
        at.play(move)
        found = [(reply, Case(at, reply).after) for reply in at.legal()]
        return [(after["defence"] - (self.state["defence"] or 0), after) for _, after in found]

    def bound(self, move: str, needs: int) -> bool:
        """Whether the dragon falls after every answer of less, and, without a trump bonus, after no other."""
        plain = move.split()[-1][0] != self.state["trump"]
        found = self.answered(move)
        return all(after["slain"] if added < needs else not (plain and after["slain"]) for added, after in found)

    def bare(self, number: int) -> dict[str, Any]:
        """The state after one of the moves that nobody answers."""
        return self.played(self.moves[number], "decline")

    def keeps(self) -> bool:
        return self.other in self.played(self.moves[1])["hands"][self.seat]

    def outlives(self) -> bool:
        health, cards = self.state["dragons"][self.seat][1], (self.card, self.other)
        return [self["up"], self["less"]] == [health - 1 + (value(card) if card else 0) for card in cards]

    def losses(self) -> tuple[int, int]:
        """What the own dragon loses as it stands after the worse and the better answer."""
        found = [self.played(move)["loss"] for move in self.moves]
        return found[0], found[1]

    def slain(self) -> list[bool]:
        return [self.played(move)["slain"] for move in self.moves]

    def plain(self) -> bool:
        """Whether no card turns over another for trump."""
        return self.state["trump"] not in (self.card[:1], self.other[:1])

    def lasts(self) -> bool:
        return not self.state["last_turns"]


def usual_bonus(pair: Pair) -> int:
    """What a trump adds on average: cards come by chance of those not seen, and after a trump another one."""
    state = pair.match.state(pair.seat)
    seen = {*state["hands"][pair.seat], *state["discard"]}
    for zone in ("attack", "attack_flips", "defence", "defence_flips"):
        seen |= {*(state["battle"] or {}).get(zone, ())}
    ranks = ("A", *map(str, range(2, 11)), "J", "Q", "K")
    unseen = [suit + rank for suit in "CDH" for rank in ranks if suit + rank not in seen]
    counts = state["serves"]["defence" if pair.moves[1].startswith("defend") else "attack"]
    once = Fraction(sum(value(card) for card in unseen if card[0] in counts), len(unseen))
    again = Fraction(sum(card[0] == state["trump"] for card in unseen), len(unseen))
    return round(once / (1 - again)) if again < 1 else round(once * len(unseen))


HOLDS: dict[str, Callable[[Pair], bool]] = {
    "trump": lambda p: p.card[0] == p.state["trump"] and p.state["deck"] > 0 and p["bonus"] == usual_bonus(p),
    "bonus": lambda p: p.other[0] == p.state["trump"] and p.state["deck"] > 0,
    "refill": lambda p: p.lasts() and (p.state["battle"]["attacker"] + 1) % len(p.state["hands"]) == p.seat,
    "last": lambda p: bool(p.state["last_turns"]),
    "kept.press": lambda p: p.keeps() and p.card[0] == p.other[0],
    "kept.defence": lambda p: p.keeps() and p.lasts() and p.other[0] in "HD" and p.dragon(p.seat, "worth", "health"),
    "kept.attack": lambda p: p.keeps() and p.lasts() and p.other[0] in "CD",
    "kept.answer": lambda p: p.keeps() and p.other[0] in "HD",
    "kept.spare": lambda p: p.keeps() and p.lasts() and p.other[0] == "D",
    "kept.next": lambda p: p.keeps() and p.state["nest"] > 0,
    "hand.low": lambda p: p["sum"] == p.sum("CDH") < p["usual"],
    "hand.high": lambda p: p["sum"] == p.sum("CDH") > p["usual"],
    "hand.blunt": lambda p: p["force"] == p.sum(p["suit"]) < p["health"] and p.named(),
    "hand.blunt.bonus": lambda p: p["force"] == p.sum(p["suit"]) < p["health"] and p.named(),
    "hand.weak": lambda p: p["needs"] == p.sum(p["suit"]) - p["health"] + 1 > 1 and p.named() and p.plain(),
    "hand.any": lambda p: p.sum(p["suit"]) == p["health"] and p.named() and p.plain(),
    "hand.idle": lambda p: p["n"] == sum(card[0] == "H" for card in p.hand) and p["cards"] == len(p.hand),
    "guards": lambda p: p["sum"] == worth(p.played(p.moves[0])["hands"][p.seat], "HD") > 0,
    "guards.none": lambda p: not worth(p.played(p.moves[0])["hands"][p.seat], "HD"),
    "dragon.worth": lambda p: p.named() and p.dragon(p["who"], "low") and p["worth"] > p["low"],
    "dragon.suits": lambda p: p["force"] == p.sum(p["suit"]) and p["less"] == p.sum(p["rest"]) and p.named()
    and p.dragon(p["who"], "", "hale"),
    "dragon.easier": lambda p: p.named() and p.dragon(p["who"], "", "hale", "many") and p["health"] < p["hale"]
    and p["held"] < p["many"],
    "dragon.health": lambda p: p.named() and p.dragon(p["who"], "", "hale") and p["health"] < p["hale"],
    "dragon.held": lambda p: p.named() and p.dragon(p["who"], "", "", "many") and p["held"] < p["many"],
    "dragon.force": lambda p: p.named() and p["force"] == p.sum(p["suit"]) >= p["health"],
    "dragon.rival": lambda p: not p.state["nest"] and p["points"] == p.match.scores[p["whom"]] > p["behind"]
    and p["behind"] == p.match.scores[p["who"]],
    "dragon.though": lambda p: p.dragon(p["who"], "low", "hale", "many") and p["apart"] == p["low"] - p["worth"] > 0
    and (p["hale"] - p["health"] >= 3 or (p["hale"] >= p["health"] and p["many"] >= p["held"])),
    "suits.force": lambda p: p["force"] == p.sum(p["suit"]) > p["less"] == p.sum(p["rest"]) and p.named(),
    "suits.trump": lambda p: p["suit"] == p.card[0] == p.state["trump"] and p.state["deck"] > 0
    and p["bonus"] == usual_bonus(p),
    "suits.kept": lambda p: p.keeps() and p.lasts() and p["rest"] == "D" and p.dragon(p.seat, "own", "guard"),
    "cards.both": lambda p: p.bound(p.moves[1], p["needs"]) and p.bound(p.moves[0], p["lower"]),
    "cards.only": lambda p: p.bare(1)["slain"] and not p.bare(0)["slain"] and p.named(),
    "cards.more": lambda p: (p.bare(0)["loss"], p.bare(1)["loss"]) == (p["less"], p["more"]),
    "cards.higher": lambda p: p["apart"] == value(p.card) - value(p.other) > 0 and p.card[0] == p.other[0],
    "cards.slays": lambda p: p.bare(1)["slain"] and p.named(),
    "cards.later": lambda p: p.keeps() and p.card[0] == p.other[0],
    "bound.one": lambda p: p.bound(p.moves[1], p["needs"]) and p.named(),
    "bound.suit": lambda p: p["needs"] == p.sum(p["suit"]) - p["health"] + 1 and p.named() and p["suit"] == p.card[0],
    "bound.bare": lambda p: not p["held"] and p.sum(p["suit"]) >= p["health"] and p.named(),
    "bound.unless": lambda p: p.sum(p["suit"]) == p["health"] and p.named(),
    "stop.slain": lambda p: p.state["slain"] and p["lead"] == p.lead and p.named(),
    "stop.answer": lambda p: all(after["slain"] or n >= p["needs"] for n, after in p.answered(p.moves[0])),
    "stop.stands": lambda p: p["lead"] == p.state["loss"] < p["health"] and p.named(),
    "stop.back": lambda p: all(after["loss"] < p.lead for n, after in p.answered(p.moves[0]) if n >= p["value"] + 1),
    "stop.saved": lambda p: p.bound(p.moves[0], p["needs"]) and p.named(),
    "stop.saved.bonus": lambda p: p["needs"] == p.lead + value(p.other) - p["health"] + 1 and p.named(),
    "stop.short": lambda p: p["done"] == p.bare(0)["loss"] < p["health"] and p.named(),
    "stop.short.bonus": lambda p: p["done"] == p.lead + value(p.other) < p["health"] and p.named(),
    "stop.blocked": lambda p: p.bare(0)["loss"] == 0 and p["attack"] == p.bare(0)["attack"] <= p["defence"],
    "stop.blocked.bonus": lambda p: p["attack"] == p.state["attack"] + value(p.other) <= p.state["defence"],
    "stop.lives": lambda p: p["lost"] == p.state["loss"] < p["health"] and p.named(),
    "stop.unhurt": lambda p: p.state["loss"] == 0,
    "press.must": lambda p: p.bound(p.moves[1], p["needs"]) and p.named(),
    "press.unless": lambda p: p.bound(p.moves[1], 1) and p.named(),
    "press.bare": lambda p: p.bare(1)["slain"] and not p["held"] and p.named(),
    "press.suit": lambda p: p["needs"] == p.lead + p.sum(p["suit"]) - p["health"] + 1 and p.named(),
    "press.more": lambda p: p["done"] == p.bare(1)["loss"] < p["health"] and p.named(),
    "press.more.bonus": lambda p: p["done"] <= p.bare(1)["loss"] and p.named(),
    "hidden.survive": lambda p: p.outlives() and p.dragon(p.seat, "worth"),
    "hidden.fatal": lambda p: p.outlives() and not p["less"] and p.dragon(p.seat, "worth"),
    "hidden.presses": lambda p: p["highest"] == 13,
    "hidden.enough": lambda p: p.outlives() and p["up"] < p["less"],
    "hidden.vain": lambda p: p.outlives() and p["less"] <= 8,
    "hidden.cheap": lambda p: p.dragon(p.seat, "worth"),
    "open.saves": lambda p: p.slain() == [True, False] and p.dragon(p.seat, "worth", "health")
    and (p["attack"], p["defence"]) == (p.state["attack"], p.state["defence"]),
    "open.sure": lambda p: not p.slain()[1] and p.lead - value(p.other) >= p["health"]
    and p.other[0] == p.state["trump"] and p.dragon(p.seat, "worth", "health"),
    "open.loses": lambda p: not p.plain() or p.losses() == (p["lost"], p["left"]),
    "open.blocks": lambda p: p.losses()[1] == 0 and (not p.plain() or p.losses()[0] == p["lost"]),
    "open.spare": lambda p: p.losses() == (0, 0) and p["less"] == -p.lead + (value(p.other) if p.other else 0)
    and p["value"] == -p.lead + value(p.card),
    "open.press": lambda p: p["least"] == p["health"] - p.lead + value(p.card) and p["low"] <= 13
    and p["low"] == p["health"] - p.lead + (value(p.other) if p.other else 0),
    "open.short": lambda p: p["gives"] == value(p.card) < p["needs"] == p.lead - p["health"] + 1,
    "open.lost": lambda p: p.slain()[1] and p.dragon(p.seat, "worth", "health"),
    "open.replaced": lambda p: p.lasts() and p.dragon(p.seat, "worth", "health"),
    "open.vain": lambda p: p.slain()[0],
    "open.let": lambda p: p.state["nest"] > 0 and p.slain() == [False, True],
    "open.enough": lambda p: not p.plain() or p.losses()[1] == p["left"] < p["health"],
    "open.blocked": lambda p: p.losses()[1] == 0,
}  # fmt: skip


def counted(match: Match, worse: str, better: str) -> list[Said]:
    """What is counted of two moves by whoever makes them."""
    seat = match.to_act or 0
    sums = Sums(cast("State", match.state(seat)), seat, worse, better)
    return [*answers(sums), *strikes(sums)]


def assert_counted(match: Match, worse: str, better: str) -> set[str]:
    """All that is counted of two moves is so, in no more than 20 words; the kinds of it."""
    found = counted(match, worse, better)
    for one in found:
        holds = HOLDS[one.key if one.key in HOLDS else one.key.removesuffix(".bare")]
        assert holds(Pair(match, worse, better, one)), (one, worse, better, match.moves)
    for language in ("en", "de"):
        say = telling(match, language)
        assert isinstance(say, WarsTelling)
        reasoning = Reasoning(match, worse, better, {worse: 0.0, better: 1.0}, 1)
        for words, _ in say.sums(reasoning):
            assert len(words.split()) <= 20, words
    return {one.key for one in found}


def counted_in(seeds: range, share: float) -> set[str]:
    """The kinds of what is counted of pairs of moves in random play."""
    met = set()
    for seed in seeds:
        match, chance = Match("wars", {"players": 2 + seed % 3}, seed=seed), random.Random(seed)
        while not match.over:
            legal = match.legal()
            if len(legal) > 1 and chance.random() < share:
                met |= assert_counted(match, *chance.sample(legal, 2))
            match.play(chance.choice(legal))
    return met


def test_what_is_counted_of_two_moves_is_so() -> None:
    assert len(counted_in(range(12), 0.3)) > 40


@pytest.mark.long
def test_what_is_counted_of_many_pairs_of_moves_is_so() -> None:
    met = {key if key in HOLDS else key.removesuffix(".bare") for key in counted_in(range(100, 220), 0.8)}
    assert met == {*HOLDS}


def test_nothing_hidden_is_counted() -> None:
    """What is counted depends only on what the seat sees."""
    for seed in range(8):
        match, chance = Match("wars", {"players": 3}, seed=seed), random.Random(seed)
        for _ in range(chance.randrange(40)):
            match.play(chance.choice(match.legal()))
        legal, seat = match.legal(), match.to_act or 0
        if len(legal) > 1:
            state = cast("State", match.redealt(seat, 1).state(seat))
            sums = Sums(state, seat, legal[0], legal[1])
            assert [*answers(sums), *strikes(sums)] == counted(match, legal[0], legal[1])
