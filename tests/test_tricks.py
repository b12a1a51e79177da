"""Dragonmaster: the engine's rules against the rules page, and against the slow reference on whole matches."""

from __future__ import annotations

import copy
import itertools
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import chisquare

from native import BadMove, BadRecord, Event, Match, Position, Row, ffi, lib
from native.tricks.known import Trick, last_trick, penalties
from tests.reference.tricks import KINDS, RANKS, SUITS, Tricks, deck, is_penalty

HERE = Path(__file__).parent
LEVELS = ("basic", "advanced", "expert")
TABLES = [(players, level) for players in (3, 4) for level in LEVELS]


# ---- helpers ----


def shuffled_cards(rng: random.Random, players: int, level: str) -> dict[str, Any]:
    """A random hand in which somebody holds the Dragon."""
    cards = deck(players, level)
    while True:
        rng.shuffle(cards)
        hands = [cards[8 * seat : 8 * seat + 8] for seat in range(players)]
        extra = None if level == "basic" else cards[-1]
        if extra != "DRAGON":
            return {"hands": hands, "extra": extra}


def whole_deal(cards: dict[str, Any], dm: int = 0, **other: Any) -> dict[str, Any]:
    return {"dm": dm, "played": [], "round_began_by": dm, "round": 0} | cards | other


def dealt(
    hands: str, players: int = 4, level: str = "basic", early_end: bool = True, extra: str | None = None, dm: int = 0,
    chance: Iterable[Any] = (), **other: Any,
) -> Match:
    """A match from hands written as "DRA KQ WAR F, ..., ..."; what is left unsaid is filled up from below."""
    left = [card for card in reversed(deck(players, "basic")) if card != extra]
    named: list[list[str]] = []
    for text in hands.split(","):
        named.append([])
        suit = ""
        for word in text.split():
            if word == "DRAGON":
                named[-1].append(word)
            elif word in SUITS:
                suit = word
            else:
                named[-1] += [f"{suit} {rank}" for rank in word]
    named += [[] for _ in range(players - len(named))]
    for card in itertools.chain(*named):
        if card != "DRAGON":
            left.remove(card)
    for hand in named:
        while len(hand) < 8:
            hand.append(left.pop(0))
    if level != "basic" and extra is None:
        extra = left.pop()
    assert not left or (level != "basic"), "more cards than the deck has"
    deal = whole_deal({"hands": named, "extra": extra}, dm, **other)
    options = {"players": players, "level": level, "early_end": early_end}
    return Match("tricks", options, seed=1, deal=deal, chance=tuple(chance))


def play(match: Position, moves: str) -> list[Event]:
    """Plays moves written one after the other with ", " between; all their events."""
    return [event for move in moves.split(", ") for event in match.play(move)]


def finish(match: Position, *prefer: str) -> dict[str, Any]:
    """Plays to the end of the hand, the first of the preferred moves that is legal, else the first legal one; the
    result of the hand."""
    number = len(match.state()["results"])
    while len(match.state()["results"]) == number:
        legal = match.legal()
        match.play(next((move for move in prefer if move in legal), legal[0]))
    return last_result(match)


def last_result(match: Position) -> dict[str, Any]:
    result: dict[str, Any] = match.state()["results"][-1]
    return result


def said(events: list[Event]) -> list[str]:
    return [event.what for event in events if event.kind == "say"]


def sorted_state(match: Position, seat: int | None = None) -> dict[str, Any]:
    state = match.state(seat)
    state["hands"] = [sorted(hand) for hand in state["hands"]]
    state["taken"] = [sorted(cards) for cards in state["taken"]]
    return state


def hand_deal(match: Match) -> dict[str, Any]:
    """The cards of a hand not yet played in, as a deal would spell them out."""
    state = match.state()
    hands, extra = state["hands"], state["extra"]
    if state["swapped_by"] is not None:  # whichever card was got for the Dragon, the hand is the same
        extra = hands[state["swapped_by"]].pop()
        hands[state["swapped_by"]].append("DRAGON")
    return {"hands": hands, "extra": extra}


def options_of(players: int, level: str, early_end: bool = True) -> dict[str, Any]:
    return {"players": players, "level": level, "early_end": early_end}


def grabby(rng: random.Random, legal: list[str]) -> str:
    """A random move, more often than not the highest card, so that Power Plays are made now and then."""
    return legal[-1] if rng.random() < 0.6 else rng.choice(legal)


# ---- the engine against the reference ----


def assert_alike(match: Match, slow: Tricks, seat: int | None) -> None:
    assert sorted_state(match, seat) == slow.state(seat)
    assert sorted(match.legal()) == sorted(slow.legal())
    assert match.to_act == slow.to_act()
    assert match.over == slow.over
    assert match.winners == slow.winners()


def lopsided_cards(rng: random.Random, players: int, level: str) -> dict[str, Any]:
    """A hand in which one seat has got most of the high cards, the Dragon with them."""
    def height(card: str) -> float:
        return -5.0 if card == "DRAGON" else RANKS.index(card[4]) + rng.uniform(0, 4)

    cards = sorted(deck(players, level), key=height)
    rich, extra = cards[:8], None
    poor = cards[8:]
    rng.shuffle(poor)
    if level != "basic":
        extra = poor.pop()
    hands = [poor[8 * i : 8 * i + 8] for i in range(players - 1)]
    hands.insert(rng.randrange(players), rich)
    return {"hands": hands, "extra": extra}


def both(
    seed: int, players: int, level: str, early_end: bool, rotate: bool = False
) -> tuple[Match, Tricks, random.Random]:
    rng = random.Random(seed)
    kinds = [shuffled_cards, lopsided_cards]
    first, *later = [rng.choice(kinds)(rng, players, level) for _ in range(5 * players)]
    deal = whole_deal(first, rng.randrange(players))
    supply: Iterator[dict[str, Any]] = iter(later)
    slow = Tricks(deal, players, level, early_end, lambda: next(supply), rotate)
    options = options_of(players, level, early_end) | {"rotate_dm": rotate}
    return Match("tricks", options, deal=deal, chance=later), slow, rng


@pytest.mark.long(
    "False-False-4-advanced", "False-False-4-basic", "True-False-4-advanced", "True-True-4-expert",
    "False-False-4-expert", "True-False-4-basic", "True-True-4-advanced", "True-True-4-basic",
)  # fmt: skip
@pytest.mark.parametrize(("players", "level"), TABLES)
@pytest.mark.parametrize(("early_end", "rotate"), [(True, False), (False, False), (True, True)])
def test_whole_random_matches_agree_with_the_reference(
    players: int, level: str, early_end: bool, rotate: bool
) -> None:
    seen: set[Any] = set()
    for seed in range(2):
        match, slow, rng = both(seed, players, level, early_end, rotate)
        assert_alike(match, slow, None)
        while not slow.over:
            move = grabby(rng, match.legal())
            match.play(move)
            slow.play(move)
            assert_alike(match, slow, rng.choice([None, *range(players)]))
        assert match.scores == slow.wealth
        seen |= {(result["power"], result["success"]) for result in slow.results}
    wanted = {(None, None)} if level == "basic" else {(None, None), ("power", True), ("power", False)}
    assert seen >= wanted  # the matches show what there is to compare


# ---- cards and course ----

SWEEP = {  # seat 1 takes every trick if seat 0 leads the lowest Warrior (or Druid)
    (4, "WAR"): "WAR F, DRA KQPWDCB WAR K",
    (3, "WAR"): "WAR C, DRA KQPWDC WAR KQ",
    (4, "DRU"): "DRU F DRAGON, DRA KQPWDCB DRU K",
    (3, "DRU"): "DRU C DRAGON, DRA KQPWDC DRU KQ",
}
OPENING = ("WAR F", "WAR C", "WAR K", "DRU F", "DRU C", "DRU K")


@pytest.mark.parametrize(("players", "level"), TABLES)
def test_eight_cards_a_seat_and_one_extra_with_the_dragon(players: int, level: str) -> None:
    for seed in range(20):
        state = Match("tricks", options_of(players, level), seed).state()
        assert [len(hand) for hand in state["hands"]] == [8] * players
        cards = list(itertools.chain(*state["hands"])) + ([] if level == "basic" else [state["extra"]])
        assert sorted(cards) == sorted(deck(players, level))
        assert state["wealth"] == [100000] * players
        assert (state["extra"] is None) == (level == "basic")


@pytest.mark.long
def test_first_dragonmaster_is_drawn_from_the_seed() -> None:
    for players in (3, 4):
        drawn = Counter(Match("tricks", {"players": players}, seed).state()["dm"] for seed in range(300 * players))
        assert sorted(drawn) == list(range(players))
        assert chisquare(list(drawn.values())).pvalue > 0.001


def test_level_does_not_change_the_deal_unless_it_changes_the_deck() -> None:
    def cards(**options: Any) -> list[Any]:
        match = Match("tricks", options, 4)
        return [sorted(hand) for hand in hand_deal(match)["hands"]]

    for seed in range(10):
        advanced, expert = (Match("tricks", {"level": level}, seed).state() for level in LEVELS[1:])
        assert {**advanced, "secret": True} == expert
        early, late = (Match("tricks", {"early_end": end}, seed).state() for end in (True, False))
        assert early == late
    assert cards(level="basic") != cards(level="advanced")


def test_seeded_deals_are_frozen() -> None:
    state = Match("tricks", {"level": "expert"}, seed=5).state()
    assert state["dm"] == state["swapped_by"] == 2
    assert state["hands"] == [
        ["DRA F", "DRA C", "DRA P", "DRA K", "WAR D", "WAR P", "DRU W", "NOM B"],
        ["WAR B", "WAR W", "DRU C", "DRU D", "DRU K", "NOM D", "NOM P", "NOM K"],
        ["DRA D", "WAR F", "DRU F", "DRU B", "DRU P", "DRU Q", "NOM W", "NOM Q"],
        ["DRA B", "DRA W", "DRA Q", "WAR C", "WAR Q", "WAR K", "NOM F", "NOM C"],
    ]


@pytest.mark.long("4-basic", "4-advanced")
@pytest.mark.parametrize(("players", "level"), TABLES)
def test_course_of_whole_seeded_matches(players: int, level: str) -> None:
    for seed in range(3):
        rng = random.Random(seed)
        match = Match("tricks", options_of(players, level), seed)
        began, cards = match.state()["round_began_by"], sorted(deck(players, level))
        while not match.over:
            match.play(grabby(rng, match.legal()))
            state = match.state()
            trick = ["DRAGON" if card.startswith("DRAGON") else card for _, card in state["trick"]]
            lying = [*itertools.chain(*state["hands"], *state["taken"]), *trick, state["extra"]]
            assert sorted(card for card in lying if card) == cards
            assert sum(state["wealth"]) == 100000 * players
        results = match.state()["results"]
        assert len(results) == 5 * players
        wealth = [100000] * players
        for number, result in enumerate(results):
            round_number, place = divmod(number, 5)
            assert sum(result["payments"]) == 0
            if place == 0:
                assert result["dm"] == (began + round_number) % players
                kinds = {other["kind"] for other in results[number : number + 5]}
                assert kinds == set(KINDS)  # each kind once a round
            if place < 4:
                assert result["next_dm"] == (result["player"] if result["success"] else result["dm"])
            elif round_number < players - 1:
                assert result["next_dm"] == (began + round_number + 1) % players
            else:
                assert result["next_dm"] is None
            if number:
                assert results[number - 1]["next_dm"] == result["dm"]
            wealth = [have + more for have, more in zip(wealth, result["payments"], strict=True)]
        assert match.scores == wealth
        assert match.winners == [seat for seat in range(players) if wealth[seat] == max(wealth)]
        assert match.state()["hand"] == 5 * players
        assert match.legal() == []


def test_basic_keeps_the_dragonmaster_through_a_round() -> None:
    match = Match("tricks", seed=3)
    began = match.state()["dm"]
    for number in range(20):
        assert match.state()["dm"] == match.to_act == (began + number // 5) % 4
        finish(match)


def test_kind_called_once_is_not_to_be_called_again_in_the_round() -> None:
    match = Match("tricks", seed=3)
    for number in range(5):
        assert len(match.legal()) == 5 - number
        assert match.why_not("call staff") == ("" if number == 0 else "kind_played")
        finish(match, "call staff")
    assert match.why_not("call staff") == ""  # a new round


# ---- one hand, basic ----


def test_dragonmaster_calls_and_leads_and_play_goes_clockwise() -> None:
    match = dealt("WAR F, WAR K, WAR B, WAR C", dm=0)
    assert match.to_act == 0
    match.play("call first")
    seats = []
    for move in ("WAR F", "WAR K", "WAR B", "WAR C"):
        seats.append(match.to_act)
        match.play(move)
    assert seats == [0, 1, 2, 3]
    assert match.to_act == 1  # the winner leads the next


def test_suit_is_followed_if_able_else_any_card_is_thrown() -> None:
    match = dealt("WAR F, WAR K DRA K, DRA QPWDCBF NOM K", dm=0)
    play(match, "call first, WAR F")
    assert match.legal() == ["WAR K"]
    assert match.why_not("DRA K") == "must_follow_WAR"
    match.play("WAR K")
    assert "DRA Q" in match.legal()
    assert len(match.legal()) == 8  # seat 2 holds no Warrior


def test_highest_card_of_the_suit_led_takes_the_trick_and_there_are_no_trumps() -> None:
    match = dealt("NOM D, NOM W, NOM C, DRA KQPWDCBF", dm=0)
    play(match, "call first, NOM D, NOM W, NOM C, DRA K")
    state = match.state()
    assert state["tricks_taken"] == [0, 1, 0, 0]
    assert sorted(state["taken"][1]) == ["DRA K", "NOM C", "NOM D", "NOM W"]


@pytest.mark.parametrize(
    ("players", "costs"),
    [(4, {"dragonlords": 8, "wizards": 8, "runesword": 8, "first": 8, "staff": 32}),
     (3, {"dragonlords": 6, "wizards": 8, "runesword": 8, "first": 8, "staff": 30})],
)  # fmt: skip
def test_each_kind_costs_what_the_page_says_in_all(players: int, costs: dict[str, int]) -> None:
    for kind, cost in costs.items():
        match = dealt(SWEEP[players, "WAR"], players)
        match.play(f"call {kind}")
        result = finish(match, *OPENING)
        assert result["payments"] == [1000 * cost, -1000 * cost] + [0] * (players - 2)


def test_payments_are_shared_out_by_who_took_what() -> None:
    def hand(kind: str) -> list[int]:  # seat 3 takes all but the last trick, which the Dragonmaster takes
        match = dealt("DRU F NOM KQPWDCB, DRA KQPWDCBF, WAR KQPWDCBF, DRU KQPWDCB NOM F", early_end=False)
        match.play(f"call {kind}")
        payments: list[int] = finish(match, "DRU F", "DRA W", "WAR P", *(f"DRU {rank}" for rank in RANKS))["payments"]
        return payments

    assert hand("dragonlords") == [7000, 0, 0, -7000]  # the eighth costs the Dragonmaster nothing
    assert hand("wizards") == [8000, 0, 0, -8000]
    assert hand("runesword") == [8000, 0, 0, -8000]
    assert hand("first") == [4000, 0, 0, -4000]
    assert hand("staff") == [27000, 0, 0, -27000]  # 7 and 8 and 8 and 4


def test_wizard_of_dragonlords_costs_one_and_two_in_staff_of_power() -> None:
    match = dealt("DRA F NOM KQPWDCB, DRA WKQPDCB, WAR KQPWDCBF", early_end=False)
    match.play("call staff")
    rows: list[Row] = []
    while not rows:
        match.play(next((c for c in ("DRA F", "DRA W") if c in match.legal()), match.legal()[0]))
        rows = match.breakdown(1)
    by_label = {row.label: (row.count, row.value) for row in rows}
    assert by_label["dragonlords"] == (2, -2000)  # Fool and Wizard
    assert by_label["wizards"] == (1, -2000)
    assert by_label["first"] == (1, -4000)


def test_what_the_dragonmaster_took_costs_nobody_anything() -> None:
    for kind in KINDS:
        match = dealt("DRA KQPWDCBF")
        match.play(f"call {kind}")
        events = []
        while not match.state()["results"]:
            events = match.play(match.legal()[-1])
        assert last_result(match)["payments"] == [0, 0, 0, 0]
        assert "no_payment" in said(events)
        assert not [event for event in events if event.kind == "pay"]


def test_debts_run_up_freely() -> None:
    def cards(dm: int) -> dict[str, Any]:
        match = dealt(SWEEP[4, "WAR"])
        hands = hand_deal(match)["hands"]
        hands[0], hands[dm] = hands[dm], hands[0]
        return {"hands": hands, "extra": None}

    deals = [cards(dm) for dm in (0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3)]
    chance = deals[1:5] + [shuffled_cards(random.Random(1), 4, "basic")] * 5 + deals[5:]
    match = Match("tricks", deal=whole_deal(deals[0]), chance=chance)
    while len(match.state()["results"]) < 20:
        dm, kind = match.state()["dm"], match.state()["kind"]
        finish(match, *(OPENING if dm != 1 or kind else ()))
    assert match.scores[1] < 0
    assert sum(match.scores) == 400000
    assert match.winners == [seat for seat in range(4) if match.scores[seat] == max(match.scores)]


# ---- advanced: the Dragon card ----


@pytest.mark.long
def test_hand_is_dealt_again_when_nobody_holds_the_dragon() -> None:
    found = 0
    for seed in range(6):
        match = Match("tricks", {"level": "advanced"}, seed)
        while not match.over:
            before = match.state()
            events = match.play(match.legal()[0])
            if "thrown_in" in said(events):
                found += 1
                after = match.state()
                assert after["hand"] == before["hand"] + 1  # it is no hand, and the same seat stays Dragonmaster
                assert len(after["results"]) == len(before["results"]) + 1
                assert after["dm"] == after["results"][-1]["next_dm"]
                dealt_cards = Counter(e.card for e in events if e.kind == "card" and e.source == "deck")
                assert set(dealt_cards.values()) == {1 + said(events).count("thrown_in")}
    assert found


def test_dragon_is_never_the_extra_card_of_a_hand_that_is_played() -> None:
    drawn: Counter[bool] = Counter()
    for seed in range(330):
        state = Match("tricks", {"level": "advanced"}, seed).state()
        assert any("DRAGON" in hand for hand in state["hands"]) != (state["extra"] == "DRAGON")
        assert (state["extra"] == "DRAGON") == (state["swapped_by"] is not None)
        drawn[state["swapped_by"] is not None] += 1
    assert 50 < drawn[True] < 120  # the Dragonmaster holds it in one hand of four


def test_dragonmaster_must_swap_the_dragon() -> None:
    match = dealt("DRAGON", level="advanced", extra="WAR K")
    state = match.state()
    assert state["swapped_by"] == 0
    assert state["extra"] == "DRAGON"
    assert "WAR K" in state["hands"][0]
    assert state["power"] is None
    assert match.to_act == 0
    assert all(move.startswith("call ") for move in match.legal())


def test_holder_chooses_before_the_call() -> None:
    match = dealt("WAR F, DRA K, DRAGON", level="advanced")
    assert match.to_act == 2
    assert match.legal() == ["swap", "keep"]
    assert match.why_not("call first") == "choose_first"
    assert match.why_not("DRA K") == "choose_first"
    events = match.play("swap")
    assert said(events) == ["swaps"]
    assert match.to_act == 0
    assert match.why_not("swap") == "no_choice"
    match.undo()
    assert said(match.play("keep")) == ["keeps"]
    assert match.to_act == match.state()["power"] == 2  # the Power Player calls
    match.play("call wizards")
    assert match.to_act == match.state()["leader"] == 2  # and leads


def test_swap_is_open_and_the_card_taken_is_not() -> None:
    match = dealt("WAR F, DRA K, DRAGON", level="advanced", extra="DRA Q")
    for seat in range(4):
        state = match.state(seat)
        assert state["extra"] == "?"
        assert [set(hand) == {"?"} for hand in state["hands"]] == [other != seat for other in range(4)]
    events = [event for event in match.play("swap") if event.kind == "card"]
    assert [(e.card, e.source, e.target, [e.seen_by(seat) for seat in range(4)]) for e in events] == [
        ("DRA Q", "extra", "hand", [False, False, True, False]),
        ("DRAGON", "hand", "extra", [True, True, True, True]),
    ]
    for seat in range(4):
        state = match.state(seat)
        assert state["extra"] == "DRAGON"
        assert state["swapped_by"] == 2
        assert ("DRA Q" in state["hands"][2]) == (seat == 2)


# ---- Power Play ----

STRONG = {4: "NOM F, DRAGON DRA KQPWDCB", 3: "NOM C, DRAGON DRA KQPWDC WAR K"}


@pytest.mark.parametrize("players", [3, 4])
def test_power_play_made_is_paid_by_every_other_seat(players: int) -> None:
    for kind, amount in {"dragonlords": 10, "wizards": 10, "runesword": 6, "first": 6, "staff": 15}.items():
        match = dealt(STRONG[players], players, "advanced")
        play(match, f"keep, call {kind}")
        events: list[Event] = []
        while not match.state()["results"]:
            events = match.play(match.legal()[-1] if match.to_act == 1 else match.legal()[0])
        result = last_result(match)
        assert (result["power"], result["player"], result["success"]) == ("power", 1, True)
        others = [-1000 * amount] * (players - 1)
        assert result["payments"] == [others[0], 1000 * amount * (players - 1), *others[1:]]
        assert result["next_dm"] == match.state()["dm"] == 1  # the Power Player becomes Dragonmaster
        assert "power_made" in said(events)
        assert "next_dm" in said(events)


@pytest.mark.parametrize("players", [3, 4])
def test_power_play_failed_pays_the_dragonmaster_and_nobody_else_pays(players: int) -> None:
    weak = {4: "NOM K, DRAGON NOM FBCDWPQ", 3: "NOM K, DRAGON NOM CDWPQ DRU CD"}
    for kind in KINDS:
        match = dealt(weak[players], players, "advanced")
        play(match, f"keep, call {kind}")
        result = finish(match)
        assert (result["power"], result["player"], result["success"]) == ("power", 1, False)
        assert result["payments"] == [8000, -8000] + [0] * (players - 2)
        assert result["next_dm"] == match.state()["dm"] == 0  # stays


def test_extra_card_counts_as_taken_by_the_power_player() -> None:
    hands = "NOM F, DRAGON DRA KQPWDCB"
    match = dealt(hands, level="advanced", extra="DRA F", early_end=False)
    play(match, "keep, call dragonlords")
    events: list[Event] = []
    while not match.state()["results"]:
        events = match.play(match.legal()[-1] if match.to_act == 1 else match.legal()[0])
    assert last_result(match)["success"] is True
    shown = [event for event in events if event.source == "extra"]
    assert [(e.card, e.target, e.target_seat, e.seen) for e in shown] == [("DRA F", "taken", 1, 31)]


@pytest.mark.parametrize("early_end", [True, False])
def test_runesword_power_play_with_the_prince_as_extra_card_is_made_in_the_last_trick(early_end: bool) -> None:
    match = dealt("NOM F, DRAGON DRU F", level="advanced", extra="WAR P", early_end=early_end)
    play(match, "keep, call runesword")
    finish(match, "DRU F")
    assert last_result(match)["success"] is True
    assert len(match.moves) == 2 + 32


def test_power_play_needs_first_and_last_trick() -> None:
    def run(last: str) -> dict[str, Any]:  # seat 1 leads Nomads from the top and keeps one card for the end
        hands = f"WAR K, DRAGON NOM KQPWDC {last}"
        match = dealt(hands, level="advanced")
        play(match, "keep, call first, DRAGON NOM")
        return finish(match, *(f"NOM {rank}" for rank in RANKS))

    assert run("DRA K")["success"] is True
    assert run("WAR F")["success"] is False


def test_dragonmaster_has_no_power_play() -> None:
    for kind in KINDS:
        match = dealt("DRAGON DRA KQPWDCB", level="expert", extra="DRA F")
        match.play(f"call {kind}")
        result = finish(match, "DRA K")
        assert (result["power"], result["player"], result["success"]) == (None, None, None)


# ---- the Dragon card in play ----

KING_FIRST = "NOM D, DRAGON DRU F NOM F, DRU K NOM C, NOM K"
KING_AFTER = "DRU K NOM B, DRAGON DRU F NOM F, NOM K DRU B"


def test_dragon_may_be_played_when_suit_could_be_followed_and_is_never_compulsory() -> None:
    match = dealt(KING_FIRST, level="advanced", early_end=False)
    play(match, "keep, call first, DRU F, DRU K, DRA F, DRU B, NOM C, NOM K, NOM D")
    assert match.legal() == ["NOM F", "DRAGON"]


def test_dragon_is_beaten_by_the_true_king_played_before_it() -> None:
    match = dealt(KING_FIRST, level="advanced")
    play(match, "keep, call wizards, DRU F, DRU K, DRA F, DRU B, NOM C, NOM K, NOM D, DRAGON")
    state = match.state()
    assert "DRAGON" in state["taken"][3]
    assert state["tricks_taken"] == [0, 0, 1, 1]
    assert state["results"] == []  # the Dragon is no Wizard: nothing is missed


def test_dragon_beats_the_true_king_played_after_it() -> None:
    match = dealt(KING_AFTER, level="advanced", early_end=False)
    play(match, "keep, call first, DRU F, DRU B, WAR K, DRU K, NOM B, DRAGON, NOM K, DRA F")
    assert match.state()["tricks_taken"] == [1, 1, 0, 0]
    assert sorted(match.state()["taken"][1]) == ["DRA F", "DRAGON", "NOM B", "NOM K"]


def test_dragon_beats_a_queen_that_lies_before_it() -> None:
    match = dealt("DRU K NOM Q, DRAGON DRU F NOM F, NOM B DRU B", level="advanced", early_end=False)
    play(match, "keep, call first, DRU F, DRU B, WAR K, DRU K, NOM Q, DRAGON, NOM B, DRA F")
    assert match.state()["tricks_taken"] == [1, 1, 0, 0]


def test_led_dragon_names_the_suit_that_the_others_follow() -> None:
    match = dealt("DRU K, DRAGON DRU F, DRU Q NOM K, NOM Q", level="advanced")
    play(match, "keep, call wizards")
    assert [move for move in match.legal() if "DRAGON" in move] == [f"DRAGON {suit}" for suit in SUITS]
    assert match.why_not("DRAGON") == "name_a_suit"
    events = match.play("DRAGON DRU")
    assert said(events) == ["names_DRU"]
    assert match.state()["trick"] == [[1, "DRAGON DRU"]]
    assert all(move.startswith("DRU ") for move in match.legal())
    assert match.why_not("NOM K") == "must_follow_DRU"
    match.play("DRU Q")
    while match.state()["trick"]:
        match.play("DRU K" if match.to_act == 0 else match.legal()[0])
    assert match.state()["tricks_taken"] == [0, 1, 0, 0]  # though the true King lay in it
    assert "DRAGON" in match.state()["taken"][1]


def test_dragon_may_name_a_suit_whose_true_king_is_gone_or_that_its_holder_has_none_of() -> None:
    match = dealt("DRU K, DRAGON DRU Q NOM K, DRU B, DRU C", level="advanced", early_end=False)
    play(match, "keep, call first, NOM K")
    while match.state()["trick"]:
        match.play(match.legal()[0])
    assert match.to_act == 1
    assert {"DRAGON NOM", "DRAGON DRA"} <= set(match.legal())


def test_dragon_names_a_suit_only_when_led() -> None:
    match = dealt(KING_FIRST, level="advanced", early_end=False)
    play(match, "keep, call first, DRU F, DRU K, DRA F, DRU B, NOM C, NOM K, NOM D")
    assert match.why_not("DRAGON NOM") == "not_leading"
    with pytest.raises(BadMove):
        match.play("DRAGON NOM")


# ---- expert: lead restrictions ----


@pytest.mark.parametrize(("kind", "barred"), [("dragonlords", ["DRA"]), ("runesword", ["WAR"]),
                                              ("staff", ["DRA", "WAR"]), ("wizards", []), ("first", [])])  # fmt: skip
def test_barred_suits_are_not_led_to_the_first_trick(kind: str, barred: list[str]) -> None:
    for level in ("advanced", "expert"):
        match = dealt("DRA KB WAR KQ DRU KQ NOM QF, DRAGON", level=level)
        play(match, f"swap, call {kind}")
        suits = {move[:3] for move in match.legal()}
        assert suits == {suit for suit in SUITS if level == "advanced" or suit not in barred}
        for suit in barred:
            assert match.why_not(f"{suit} K") == ("" if level == "advanced" else f"no_lead_{suit}")
        match.play("DRU K")
        while match.state()["trick"]:
            match.play(match.legal()[0])
        assert match.to_act == 0
        assert {move[:3] for move in match.legal()} == set(SUITS)  # only the first trick


def test_dragonmaster_with_barred_cards_only_leads_anything() -> None:
    match = dealt("DRA KQP WAR KQPWD, DRAGON", level="expert")
    play(match, "swap, call staff")
    assert len(match.legal()) == 8
    match.undo()
    match.play("call runesword")
    assert sorted(match.legal()) == ["DRA K", "DRA P", "DRA Q"]


def test_power_player_with_barred_cards_only_leads_the_dragon_as_king_of_a_free_suit() -> None:
    match = dealt("NOM F, DRA KQP WAR KQPW DRAGON", level="expert")
    play(match, "keep, call staff")
    assert match.legal() == ["DRAGON DRU", "DRAGON NOM"]
    assert match.why_not("WAR K") == "no_lead_WAR"
    assert match.why_not("DRAGON DRA") == "no_lead_DRA"


def test_dragon_is_not_led_as_king_of_a_barred_suit() -> None:
    match = dealt("NOM F, DRA KQP NOM KQPW DRAGON", level="expert")
    play(match, "keep, call dragonlords")
    assert {move for move in match.legal() if move.startswith("DRAGON")} == {"DRAGON WAR", "DRAGON DRU", "DRAGON NOM"}
    match.play("NOM K")
    while match.state()["trick"]:
        match.play(match.legal()[0])
    assert "DRAGON DRA" in match.legal()


# ---- expert: Secret Power Play ----


@pytest.mark.parametrize("players", [3, 4])
def test_secret_power_play_replaces_the_usual_payments(players: int) -> None:
    costs = {"dragonlords": 8 if players == 4 else 6, "wizards": 8, "runesword": 8, "first": 8,
             "staff": 32 if players == 4 else 30}  # fmt: skip
    secret = {"dragonlords": 10, "wizards": 10, "staff": 15}
    for kind, level in itertools.product(KINDS, ("advanced", "expert")):
        match = dealt(SWEEP[players, "DRU"], players, level, extra="NOM K")
        assert match.state()["swapped_by"] == 0
        match.play(f"call {kind}")
        result = finish(match, *OPENING)
        if level == "expert" and kind in secret:
            amount = 1000 * secret[kind]
            assert (result["power"], result["player"], result["success"]) == ("secret", 1, True)
            assert result["payments"] == [-amount, amount * (players - 1)] + [-amount] * (players - 2)
            assert result["next_dm"] == 1
        else:
            assert (result["power"], result["player"], result["success"]) == (None, None, None)
            assert result["payments"] == [1000 * costs[kind], -1000 * costs[kind]] + [0] * (players - 2)
            assert result["next_dm"] == 0


def test_secret_power_play_after_a_swap_by_another_player() -> None:
    match = dealt("DRU F, DRA KQPWDCB DRU K, DRAGON", level="expert")
    play(match, "swap, call dragonlords")
    assert finish(match, *OPENING)["power"] == "secret"


def test_one_card_short_is_an_ordinary_hand() -> None:
    hands = "DRU F DRAGON, DRU KB DRA KQPWDC, DRU QDC, DRA FB"
    match = dealt(hands, level="expert", extra="NOM K")
    match.play("call dragonlords")
    result = finish(match, "DRU F", "DRU B", "DRU Q", "DRA F", "DRU C", "DRU K")
    assert (result["power"], result["player"], result["success"]) == (None, None, None)
    assert result["payments"] == [8000, -7000, -1000, 0]  # seat 2 took the Fool in the first trick


def test_dragonmaster_makes_no_secret_power_play_and_nobody_pays() -> None:
    for kind in ("dragonlords", "wizards", "staff"):
        match = dealt("DRA KQPWDCB DRAGON", level="expert", extra="DRU K")
        match.play(f"call {kind}")
        result = finish(match, "DRU K", *(f"DRA {rank}" for rank in RANKS))
        assert result["power"] is None
        assert result["payments"] == [0, 0, 0, 0]


def test_success_gives_the_crown_only_within_the_round() -> None:
    four = ["wizards", "runesword", "first", "staff"]
    chance = [hand_deal(dealt("NOM F, DRA K, DRAGON", level="advanced"))]
    match = dealt(STRONG[4], level="advanced", played=four, dm=0, chance=chance)
    match.play("keep")
    match.play("call dragonlords")
    while not match.state()["results"]:
        match.play(match.legal()[-1] if match.to_act == 1 else match.legal()[0])
    assert last_result(match)["success"] is True
    assert last_result(match)["next_dm"] == 1  # seat 1 as the seat left of the one who began
    later = dealt("NOM F, DRA K, DRAGON DRA QPWDCBF", level="advanced", played=four, dm=3, round_began_by=0,
                  extra="DRU K", chance=chance)  # fmt: skip
    assert later.to_act == 2
    play(later, "keep, call dragonlords")
    finish(later, "DRAGON DRA", "DRA K")
    assert last_result(later)["success"] is True
    assert (later.state()["dm"], later.state()["round"], later.state()["round_began_by"]) == (1, 1, 1)
    assert later.state()["played"] == []


# ---- early end ----


def test_runesword_ends_when_the_prince_is_taken() -> None:
    match = dealt("WAR F, WAR P, WAR K")
    play(match, "call runesword, WAR F, WAR P, WAR K")
    events = match.play(match.legal()[0])
    assert "ends_early" in said(events)
    assert last_result(match)["payments"] == [8000, 0, -8000, 0]
    assert len(match.moves) == 5


def test_first_or_last_and_staff_are_played_to_the_last_trick() -> None:
    for kind in ("first", "staff"):
        match = dealt("WAR F")
        match.play(f"call {kind}")
        finish(match)
        assert len(match.moves) == 33


def test_hand_goes_on_while_a_penalty_card_is_out() -> None:
    match = dealt(SWEEP[4, "WAR"])
    match.play("call dragonlords")
    while not match.state()["results"]:
        state = match.state()
        left = [card for hand in state["hands"] for card in hand if card.startswith("DRA")]
        assert left or state["trick"]
        match.play(next((card for card in OPENING if card in match.legal()), match.legal()[0]))


def test_power_play_ends_as_soon_as_something_is_missed() -> None:
    match = dealt("NOM F, DRAGON DRU F, DRU K", level="advanced")
    play(match, "keep, call first, DRU F, DRU K")
    match.play(match.legal()[0])
    events = match.play(match.legal()[0])
    assert {"power_missed", "power_failed"} <= set(said(events))
    assert last_result(match)["success"] is False


@pytest.mark.long
def test_it_is_said_why_a_hand_ends_early() -> None:
    """Nothing is left to be taken only where no penalty card is in any hand and no penalty trick is to come."""
    heard = set()
    for seed in range(40):
        match = Match("tricks", {"level": "advanced", "players": 3 + seed % 2}, seed=seed)
        rng = random.Random(seed)
        while not match.over and len(match.state()["results"]) < 5:
            before = match.state()
            move = "keep" if "keep" in match.legal() else rng.choice(match.legal())
            why = {"ends_early", "power_missed"} & set(said(match.play(move)))
            if not why:
                continue
            heard |= why
            kind, left = before["kind"], {card for hand in before["hands"] for card in hand} - {move}
            costs = {"dragonlords": "DRA ", "runesword": "WAR P"}.get(kind)
            out = [card for card in left if (card.startswith(costs) if costs else card.endswith(" W"))]
            if why == {"ends_early"}:
                assert not out and kind not in ("first", "staff")
            else:
                assert before["power"] is not None
                assert match.state()["results"][-1]["success"] is False
    assert heard == {"ends_early", "power_missed"}


@pytest.mark.parametrize(("players", "level"), TABLES)
def test_early_end_never_changes_a_payment(players: int, level: str) -> None:
    shorter = 0
    for seed in range(12):
        rng = random.Random(seed)
        cards = rng.choice([shuffled_cards, lopsided_cards])(rng, players, level)
        deal = whole_deal(cards, 0)
        early, late = (Match("tricks", options_of(players, level, end), 1, deal) for end in (True, False))
        while not early.state()["results"]:
            move = grabby(rng, early.legal())
            early.play(move)
            late.play(move)
        while not late.state()["results"]:
            late.play(grabby(rng, late.legal()))
        assert last_result(early) == last_result(late)
        shorter += len(early.moves) < len(late.moves)
    assert shorter


def exchanged(deal: dict[str, Any], card: str) -> dict[str, Any]:
    """The deal with this card as the extra one, and the extra card in its place."""
    hands = [[deal["extra"] if held == card else held for held in hand] for hand in deal["hands"]]
    return deal | {"hands": hands, "extra": card}


def played_out(match: Match, deal: dict[str, Any]) -> Match | None:
    """The same moves in another deal of the hand; None where one of them is not legal there."""
    twin = Match("tricks", match.options, 1, deal)
    for move in match.moves:
        if move not in twin.legal():
            return None
        twin.play(move)
    return twin


@pytest.mark.parametrize("kind", ["dragonlords", "wizards", "runesword", "staff"])
@pytest.mark.parametrize(("players", "level"), [(4, "advanced"), (3, "expert")])
@pytest.mark.long
def test_when_a_power_play_ends_tells_nothing_of_the_extra_card(players: int, level: str, kind: str) -> None:
    """After each trick: with any card not yet played as the extra one, the hand is over in both or in neither."""
    ends: Counter[tuple[bool, bool]] = Counter()
    for seed in range(40):
        rng = random.Random(seed)
        deal = whole_deal(rng.choice([shuffled_cards, lopsided_cards])(rng, players, level), 0)
        match, unplayed = Match("tricks", options_of(players, level), 1, deal), set(itertools.chain(*deal["hands"]))
        if "keep" not in match.legal():
            continue
        play(match, f"keep, call {kind}")
        while not match.state()["results"]:
            move = grabby(rng, match.legal())
            match.play(move)
            unplayed -= {"DRAGON" if move.startswith("DRAGON") else move}
            over = bool(match.state()["results"])
            if match.state()["trick"] and not over:
                continue
            for card in sorted(unplayed - {"DRAGON"}):
                twin = played_out(match, exchanged(deal, card))
                if twin:
                    assert bool(twin.state()["results"]) == over
                    counts = is_penalty(card, kind) != is_penalty(deal["extra"], kind)
                    ends[over, counts] += 1
    assert ends[False, True] > 10
    assert ends[True, False] + ends[True, True] > 10


# ---- end of the match ----


def test_equal_wealth_shares_the_win_and_the_last_hand_stays_on_the_table() -> None:
    match = dealt("DRA KQPWDCBF", played=["dragonlords", "wizards", "runesword", "staff"], round=3)
    assert match.state()["hand"] == 19
    assert match.winners == []
    match.play("call first")
    while not match.over:
        events = match.play(match.legal()[-1])
    assert match.winners == [0, 1, 2, 3]
    assert events[-1].kind == "over"
    assert last_result(match)["next_dm"] is None
    state = match.state()
    assert (state["hand"], state["kind"], match.to_act, match.legal()) == (20, "first", None, [])
    assert len(state["taken"][0]) == 32
    assert match.why_not("DRA K") == "over"


def test_greatest_wealth_wins() -> None:
    match = dealt(SWEEP[4, "WAR"], played=["dragonlords", "wizards", "first", "staff"], round=3)
    match.play("call runesword")
    finish(match, *OPENING)
    assert match.scores == [108000, 92000, 100000, 100000]
    assert match.winners == [0]


# ---- events ----


def where(cards: list[Any]) -> Counter[tuple[str, int | None, str | None]]:
    return Counter((placed.zone, placed.seat, placed.card) for placed in cards)


@pytest.mark.long("4-basic")
@pytest.mark.parametrize(("players", "level"), TABLES)
def test_events_carry_every_card_to_where_it_lies(players: int, level: str) -> None:
    rng = random.Random(players)
    match = Match("tricks", options_of(players, level), 11)
    while not match.over:
        lying, before = where(match.cards()), match.state()
        events = match.play(grabby(rng, match.legal()))
        paid = [0] * players
        for event in events:
            if event.kind == "card":
                if event.source != "deck":
                    assert lying[event.source, event.source_seat, event.card]
                    lying[event.source, event.source_seat, event.card] -= 1
                if event.target != "deck":
                    lying[event.target, event.target_seat, event.card] += 1
                if event.target == "hand" and event.source in ("deck", "extra"):
                    assert event.seen == 1 << (event.target_seat or 0)
                elif event.target in ("trick", "taken"):
                    assert event.seen == 31
            elif event.kind == "pay":
                assert event.seat is not None
                assert event.target_seat is not None
                paid[event.seat] -= event.amount
                paid[event.target_seat] += event.amount
        assert +lying == where(match.cards())
        after = match.state()
        if len(after["results"]) > len(before["results"]):
            assert paid == after["results"][-1]["payments"]
            kinds = [event.kind for event in events]
            assert kinds[-1] == "over" or kinds.count("pause") >= 3
        else:
            assert paid == [0] * players


def test_cards_of_others_are_hidden_and_all_else_is_seen() -> None:
    match = dealt("WAR F, WAR K, DRAGON WAR B", level="advanced")
    play(match, "keep, call wizards, WAR B")
    for seat in range(4):
        for placed in match.cards(seat):
            hidden = placed.zone == "extra" or (placed.zone == "hand" and placed.seat != seat)
            assert (placed.card is None) == hidden
        assert len(match.cards(seat)) == 33


def test_one_payment_event_a_payer_and_what_for() -> None:
    match = dealt("DRU F NOM KQPWDCB, DRA KQPWDCBF, WAR KQPWDCBF, DRU KQPWDCB NOM F", early_end=False)
    match.play("call staff")
    events: list[Event] = []
    prefer = ("DRU F", "DRA W", "WAR P", *(f"DRU {rank}" for rank in RANKS))
    while not match.state()["results"]:
        legal = match.legal()
        events = match.play(next((move for move in prefer if move in legal), legal[0]))
    assert [(e.seat, e.target_seat, e.amount) for e in events if e.kind == "pay"] == [(3, 0, 27000)]
    told = [(e.what, e.seat, e.amount) for e in events if e.kind == "say" and e.what.startswith("took_")]
    assert told == [("took_dragonlords", 3, 7), ("took_wizards", 3, 4), ("took_prince", 3, 1), ("took_first", 3, 1)]


# ---- reasons, breakdown, reward ----


def all_moves() -> list[str]:
    cards = [f"{suit} {rank}" for suit in SUITS for rank in RANKS]
    led = [f"DRAGON {suit}" for suit in SUITS]
    return [*cards, "DRAGON", *led, "swap", "keep", *(f"call {kind}" for kind in KINDS)]


@pytest.mark.parametrize("players", [3, 4])
def test_every_move_that_is_not_legal_has_a_reason_and_no_other(players: int) -> None:
    seen: set[str] = set()
    for seed in range(3):
        rng = random.Random(seed)
        match = Match("tricks", options_of(players, "expert"), seed)
        while not match.over:
            legal = match.legal()
            for move in rng.sample(all_moves(), 6):
                reason = match.why_not(move)
                assert (reason == "") == (move in legal)
                seen.add(reason)
            match.play(rng.choice(legal))
    wanted = {"choose_first", "call_first", "no_choice", "called", "kind_played", "not_held", "not_leading",
              "must_follow_DRA", "must_follow_WAR", "must_follow_DRU", "must_follow_NOM"}  # fmt: skip
    assert seen >= wanted


def test_text_that_is_no_move_means_none() -> None:
    match = dealt("WAR F")
    texts = ["", "call", "call ", "call fire", "DRA", "DRA 7", "dra k", "DRA K ", "DRAGON XYZ", "swap it", "DRAGON "]
    for text in texts:
        with pytest.raises(BadMove) as found:
            match.play(text)
        assert found.value.reason == ""


def test_breakdown_lists_what_a_seat_has_taken_that_costs() -> None:
    match = dealt("WAR F, WAR P DRA K, WAR K, DRA QPWDCBF NOM K")
    assert match.breakdown(0) == []
    play(match, "call staff, WAR F, WAR P, WAR K, DRA W")
    assert [(row.label, row.seat, row.card, row.count, row.value) for row in match.breakdown(2)] == [
        ("dragonlords", 2, None, 1, -1000),
        ("wizards", 2, None, 1, -2000),
        ("prince", 2, "WAR P", 1, -8000),
        ("first", 2, None, 1, -4000),
    ]
    assert match.breakdown(1) == []


def test_breakdown_of_the_dragonmaster_counts_but_costs_nothing() -> None:
    match = dealt("WAR K, WAR P, WAR Q, WAR D")
    play(match, "call first, WAR K, WAR P, WAR Q, WAR D")
    assert [(row.label, row.count, row.value) for row in match.breakdown(0)] == [("first", 1, 0)]


def test_reward_is_the_change_of_wealth_in_the_hand_alone() -> None:
    table = lib.game_at(Match("tricks").info.index)
    rewards = ffi.new("int32_t[]", lib.MAX_SEATS)
    match = dealt(SWEEP[4, "WAR"])
    match.play("call dragonlords")
    root = match.position()
    assert table.reward(root._state, match._state, rewards) == 0
    finish(match, *OPENING)
    for _ in range(2):  # what later hands bring does not enter it
        assert table.reward(root._state, match._state, rewards) == 1
        assert list(rewards)[:4] == [1000, 0, 500, 500]  # all that this kind can bring or cost
        finish(match)


@pytest.mark.long
def test_rewards_lie_between_0_and_1000() -> None:
    table = lib.game_at(Match("tricks").info.index)
    rewards = ffi.new("int32_t[]", lib.MAX_SEATS)
    for players, level in TABLES:
        rng = random.Random(5)
        deals = [lopsided_cards(rng, players, level) for _ in range(5 * players)]
        match = Match("tricks", options_of(players, level), 1, whole_deal(deals[0]), deals[1:])
        roots = [match.position()]
        while not match.over:
            match.play(grabby(rng, match.legal()))
            for root in roots:
                if table.reward(root._state, match._state, rewards):
                    payments = last_result(match)["payments"]
                    values = list(rewards)[:players]
                    assert all(0 <= value <= 1000 for value in values)
                    assert abs(sum(values) - 500 * players) <= players  # rounding
                    assert sorted(range(players), key=lambda seat: payments[seat]) == sorted(
                        range(players), key=lambda seat: (values[seat], payments[seat])
                    )
            if len(match.state()["results"]) > len(roots[0].state()["results"]):
                roots.clear()
            roots.append(match.position())


# ---- what a seat knows: redeal ----


def assignments(cards: list[str], rooms: list[int]) -> Iterator[list[list[str]]]:
    """Every way to fill the rooms with all the cards."""
    if not rooms:
        yield []
        return
    for chosen in itertools.combinations(cards, rooms[0]):
        left = [card for card in cards if card not in chosen]
        for rest in assignments(left, rooms[1:]):
            yield [list(chosen), *rest]


def possible_worlds(match: Match, seat: int) -> dict[str, bool]:
    """Every placing of the cards that the seat does not see, and whether the hand so far could have been played so:
    each card legal when it was played, and the same to be seen after it. The slow reference plays them all."""
    now, level, players = match.state(), match.options["level"], match.seats_count
    played: list[list[str]] = [[] for _ in range(players)]
    assert match.deal is not None
    slow = Tricks(dict(match.deal), players, level, match.options["early_end"])
    for move in match.moves:
        actor = slow.to_act()
        assert actor is not None
        slow.play(move)
        if move.split()[0] in (*SUITS, "DRAGON"):
            played[actor].append("DRAGON" if move.startswith("DRAGON") else move)
    others = [i for i in range(players) if i != seat]
    extra_hidden = now["extra"] not in (None, "DRAGON")
    unseen = [card for i in others for card in now["hands"][i] if card != "DRAGON"]
    rooms = [len([card for card in now["hands"][i] if card != "DRAGON"]) for i in others]
    if extra_hidden:
        unseen.append(now["extra"])
        rooms.append(1)
    found = {}
    for placing in assignments(sorted(unseen), rooms):
        hands = [list(hand) for hand in now["hands"]]
        for i, cards in zip(others, placing, strict=False):
            hands[i] = cards + (["DRAGON"] if "DRAGON" in now["hands"][i] else [])
        extra = placing[-1][0] if extra_hidden else now["extra"]
        whole = [[*hands[i], *played[i]] for i in range(players)]
        before = extra
        if now["swapped_by"] is not None:
            before = whole[now["swapped_by"]].pop()
            whole[now["swapped_by"]].append("DRAGON")
        found[world_key(hands, extra)] = fits(match, slow.state(seat), {"hands": whole, "extra": before}, seat)
    return found


def fits(match: Match, seen: dict[str, Any], cards: dict[str, Any], seat: int) -> bool:
    assert match.deal is not None
    world = Tricks(dict(match.deal) | cards, match.seats_count, match.options["level"], match.options["early_end"],
                   lambda: cards)  # fmt: skip
    for move in match.moves:
        if move not in world.legal() or world.results:
            return False
        world.play(move)
    return world.state(seat) == seen


def world_key(hands: list[list[str]], extra: str | None) -> str:
    return json.dumps([[sorted(hand) for hand in hands], extra])


def check_redeal(match: Match, seat: int) -> tuple[int, int]:
    """Compares how often redeal makes each world with full enumeration; how many fit, of how many."""
    worlds = possible_worlds(match, seat)
    fitting = [key for key, fit in worlds.items() if fit]
    made: Counter[bytes] = Counter()
    example: dict[bytes, Position] = {}
    for number in range(max(400, 15 * len(fitting))):
        world = match.redealt(seat, number)
        memory = world.memory()[8:]  # without the seed
        made[memory] += 1
        example.setdefault(memory, world)
    found: Counter[str] = Counter()
    for memory, count in made.items():
        state = example[memory].state()
        found[world_key(state["hands"], state["extra"])] += count
    assert set(found) <= set(fitting)
    if len(fitting) > 1:
        assert chisquare([found[key] for key in fitting]).pvalue > 0.001
    return len(fitting), len(worlds)


def ending(seed: int, players: int, level: str, left: int, early_end: bool = True, kind: str = "",
           choice: str = "keep", extra: str = "") -> Match | None:
    """A random hand played until the leader's seat holds so many cards; None where it ends before."""
    rng = random.Random(seed)
    cards = shuffled_cards(rng, players, level)
    if extra and cards["extra"] != extra:
        for hand in cards["hands"]:
            if extra in hand:
                hand[hand.index(extra)], cards["extra"] = cards["extra"], extra
    match = Match("tricks", options_of(players, level, early_end), seed, whole_deal(cards, rng.randrange(players)))
    stop = rng.randrange(players)  # cards on the table
    while True:
        legal, state = match.legal(), match.state()
        if state["results"]:
            return None
        if sum(state["tricks_taken"]) == 8 - left and len(state["trick"]) == stop:
            return match
        wanted = [move for move in legal if move in (f"call {kind}", choice)]
        match.play(rng.choice(wanted or legal))


REDEALS = [  # seed, players, level, cards left, early end, kind, choice, extra
    (1, 4, "basic", 2, True, "staff", "", ""),  # voids
    (2, 3, "basic", 3, True, "staff", "", ""),
    (3, 4, "expert", 2, True, "staff", "swap", ""),  # a Dragon that is out
    (2, 3, "advanced", 3, True, "staff", "swap", ""),
    (4, 4, "advanced", 2, False, "first", "keep", ""),  # an extra card that nobody knows
    (2, 4, "expert", 2, False, "runesword", "keep", "WAR P"),
    (17, 4, "expert", 2, True, "runesword", "keep", ""),  # ... and that may be the last penalty card
    (14, 3, "expert", 2, True, "runesword", "keep", ""),
    (25, 4, "expert", 2, True, "wizards", "keep", ""),
    (2, 3, "expert", 3, True, "wizards", "keep", ""),
    (2, 3, "expert", 3, True, "dragonlords", "keep", ""),
]


@pytest.mark.long("25-4-expert-2-True-wizards-keep-")
@pytest.mark.parametrize("case", REDEALS, ids=lambda case: "-".join(str(part) for part in case))
def test_redeal_makes_each_deal_that_fits_equally_often(case: Any) -> None:
    seed, players, level, left, early_end, kind, choice, extra = case
    match = ending(seed, players, level, left, early_end, kind, choice, extra)
    assert match is not None
    state = match.state()
    assert (state["swapped_by"] is not None) == (choice == "swap")
    assert (state["power"] is not None) == (choice == "keep")
    counts = [check_redeal(match, seat) for seat in range(players)]
    assert any(fitting < of for fitting, of in counts)  # something is known about the hidden cards


def test_redeal_knows_that_a_dragonmaster_who_leads_a_barred_suit_has_no_other() -> None:
    match = dealt("DRA KQPW WAR KQPW, DRAGON", level="expert")
    play(match, "swap, call staff")
    for card in ("DRA K", "DRA Q", "DRA P", "DRA W", "WAR K", "WAR Q"):
        match.play(card)
        while match.state()["trick"]:
            match.play(match.legal()[0])
    assert match.to_act == 0  # who never failed to follow suit
    for seat in (1, 2, 3):
        fitting, of = check_redeal(match, seat)
        assert fitting < of
    for number in range(20):
        hand = match.redealt(1, number).state()["hands"][0]
        assert all(card[:3] in ("DRA", "WAR") for card in hand)


def test_dragon_played_off_suit_shows_no_void() -> None:
    match = dealt(KING_AFTER, level="advanced", early_end=False)
    play(match, "keep, call first, DRU F, DRU B, WAR K, DRU K, NOM B, DRAGON, NOM K, DRA F")
    hands = [match.redealt(2, number).state()["hands"][1] for number in range(40)]
    assert any(card.startswith("NOM") for hand in hands for card in hand)
    assert not any(card.startswith("DRU") for n in range(40) for card in match.redealt(2, n).state()["hands"][3])


@pytest.mark.parametrize("early_end", [True, False])
def test_redeal_learns_nothing_from_a_hand_that_goes_on(early_end: bool) -> None:
    match = dealt("WAR P NOM K, DRAGON DRU F NOM F, DRU B, DRU C", level="advanced", early_end=early_end)
    play(match, "keep, call runesword, DRAGON DRU")
    while match.state()["trick"]:
        match.play(next(card for card in match.legal() if card != "WAR P"))
    assert match.state()["results"] == []
    for seat in (1, 2, 3):
        assert "WAR P" in {match.redealt(seat, number).state()["extra"] for number in range(400)}


def test_redeal_before_the_play_is_uniform_over_all_places() -> None:
    match = dealt("WAR F, DRA K, DRAGON", level="advanced")
    own, rooms = match.state()["hands"][0], [8, 7, 8, 1]
    found: Counter[int] = Counter()
    for number in range(1200):
        state = match.redealt(0, number).state()
        assert state["hands"][0] == own
        assert "DRAGON" in state["hands"][2]  # announced
        found[next((i for i in range(4) if "NOM K" in state["hands"][i]), 4)] += 1
    assert chisquare([found[place] for place in (1, 2, 3, 4)], [1200 * room / 24 for room in rooms]).pvalue > 0.001


@pytest.mark.parametrize(("players", "level"), TABLES)
def test_redeal_is_a_function_of_what_the_seat_knows(players: int, level: str) -> None:
    for seed in range(2):
        rng = random.Random(seed)
        match = Match("tricks", options_of(players, level), seed)
        for _ in range(150):
            match.play(rng.choice(match.legal()))
            seat = rng.randrange(players)
            view, legal = match.state(seat), match.legal() if match.to_act == seat else None
            world = match.redealt(seat, rng.randrange(1000))
            assert world.state(seat) == view
            assert where(world.cards(seat)) == where(match.cards(seat))
            if legal is not None:
                assert world.legal() == legal
            assert world.memory()[:8] != match.memory()[:8]  # the seed is hidden like any card
            assert world.redealt(seat, 7).memory() == match.redealt(seat, 7).memory()


def test_redealt_world_does_not_know_the_next_deal() -> None:
    match = Match("tricks", seed=9)
    twin = Match("tricks", seed=10, deal=whole_deal(hand_deal(match), match.state()["dm"]))
    assert match.redealt(0, 3).memory() == twin.redealt(0, 3).memory()
    world = match.redealt(0, 3)
    finish(match)
    finish(world)
    assert match.state()["hands"] != world.state()["hands"]


# ---- records ----


def as_spelled_out(match: Match, rng: random.Random) -> tuple[list[Any], Match]:
    """Plays a match out; all its deals after the first."""
    chance = []
    while not match.over:
        number = match.state()["hand"]
        match.play(grabby(rng, match.legal()))
        if match.state()["hand"] != number and not match.over:
            chance.append(hand_deal(match))
    return chance, match


@pytest.mark.parametrize(("players", "level"), TABLES)
def test_record_that_spells_out_its_deals_plays_like_the_one_without(players: int, level: str) -> None:
    first = Match("tricks", options_of(players, level), 21)
    deal = whole_deal(hand_deal(first), first.state()["dm"])
    chance, match = as_spelled_out(first, random.Random(1))
    half = {"hoard": 1, "game": "tricks", "options": options_of(players, level), "seed": 21, "moves": match.moves}
    for spelled in (chance, chance[:3]):  # what is not spelled out is drawn as if nothing had been
        other = Match.load(half | {"deal": deal, "chance": spelled})
        assert other.memory() == match.memory()
    assert Match.load(match.record()).memory() == match.memory()


def test_undo_and_redo_go_over_the_end_of_a_hand() -> None:
    match = dealt("WAR F, WAR P, WAR K")
    play(match, "call runesword, WAR F, WAR P, WAR K")
    before = match.memory()
    match.play(match.legal()[0])
    after = match.memory()
    assert match.undo()
    assert match.memory() == before
    assert match.redo()
    assert match.memory() == after


def good_deal(level: str = "advanced") -> dict[str, Any]:
    rng = random.Random(4)
    return whole_deal(shuffled_cards(rng, 4, level))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"extra": None}, '"extra" must be a card above the basic level'),
        ({"extra": "DRAGON"}, "twice"),
        ({"extra": 5}, "must be a text"),
        ({"dm": 4}, '"dm" must be a whole number from 0 to 3'),
        ({"dm": -1}, '"dm"'),
        ({"dm": True}, '"dm"'),
        ({"dm": 1.0}, '"dm"'),
        ({"dm": 2}, '"dm" 2 must be the seat that began the round, 0, in the round\'s first hand'),
        ({"round": 4}, '"round" must be'),
        ({"round_began_by": None}, '"round_began_by"'),
        ({"played": "first"}, '"played" must be a list'),
        ({"played": [1]}, '"played" must be a list of kinds'),
        ({"played": ["fire"]}, '"fire" in "played" is no kind'),
        ({"played": ["first", "first"]}, 'holds "first" twice'),
        ({"played": KINDS}, "all five kinds"),
        ({"hands": []}, '"hands" must be a list of 4 hands'),
        ({"hands": [[], [], [], []]}, "hand 0 of the deal must be a list of 8 cards"),
        ({"hands": [["DRA K"] * 8] * 4}, '"DRA K" twice'),
        ({"hands": [["DRA X"] * 8] * 4}, '"DRA X" is no card of the deck'),
        ({"more": 1}, "a key that is not known"),
    ],
)
def test_bad_deal_is_refused_in_one_sentence(change: dict[str, Any], words: str) -> None:
    with pytest.raises(BadRecord) as found:
        Match("tricks", {"level": "advanced"}, deal=good_deal() | change)
    assert words in str(found.value)


def test_dragon_as_extra_card_of_an_explicit_deal_is_refused() -> None:
    deal = good_deal()
    holder = next(hand for hand in deal["hands"] if "DRAGON" in hand)
    holder[holder.index("DRAGON")], deal["extra"] = deal["extra"], "DRAGON"
    with pytest.raises(BadRecord, match="must not be the Dragon"):
        Match("tricks", {"level": "advanced"}, deal=deal)


def test_every_key_of_a_deal_is_needed() -> None:
    for key in good_deal():
        deal = good_deal()
        del deal[key]
        with pytest.raises(BadRecord, match=f'lacks "{key}"'):
            Match("tricks", {"level": "advanced"}, deal=deal)


def test_basic_deal_has_no_extra_card_no_dragon_and_one_dragonmaster_a_round() -> None:
    basic = good_deal("basic")
    with pytest.raises(BadRecord, match="must be null"):
        Match("tricks", deal=basic | {"extra": "DRA K"})
    with pytest.raises(BadRecord, match="no card of the basic level"):
        Match("tricks", deal=good_deal())
    with pytest.raises(BadRecord, match="at the basic level"):
        Match("tricks", deal=basic | {"dm": 1, "played": ["first"]})
    assert Match("tricks", {"rotate_dm": True}, deal=basic | {"dm": 1, "played": ["first"]}).state()["dm"] == 1
    with pytest.raises(BadRecord, match="first hand"):
        Match("tricks", {"rotate_dm": True}, deal=basic | {"dm": 1, "played": []})
    advanced = good_deal() | {"dm": 1, "played": ["first"]}
    assert Match("tricks", {"level": "advanced"}, deal=advanced).state()["dm"] == 1


def test_three_players_have_no_barons_and_fools() -> None:
    with pytest.raises(BadRecord, match=r'"[A-Z]{3} [BF]" is no card of the deck for 3 players'):
        Match("tricks", {"players": 3}, deal=whole_deal({"hands": good_deal("basic")["hands"][:3], "extra": None}))


def test_explicit_deal_goes_on_from_where_it_says() -> None:
    match = dealt("WAR F, DRAGON", level="expert", played=["wizards", "first"], dm=2, round_began_by=1, round=3)
    state = match.state()
    assert (state["hand"], state["round"], state["round_began_by"], state["dm"]) == (17, 3, 1, 2)
    assert state["played"] == ["wizards", "first"]
    assert state["wealth"] == [100000] * 4
    assert state["results"] == []


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (5, "must be an object"),
        ({"hands": []}, 'lacks "extra"'),
        ({"hands": [], "extra": None}, "list of 4 hands"),
        ({"hands": [], "extra": None, "dm": 1}, "not known"),
    ],
)
def test_bad_outcome_is_refused_and_changes_nothing(outcome: Any, words: str) -> None:
    match = dealt("WAR F, WAR P, WAR K", chance=[outcome])
    play(match, "call runesword, WAR F, WAR P, WAR K")
    before = match.memory()
    with pytest.raises(BadRecord, match=words):
        match.play(match.legal()[0])
    assert match.memory() == before


@pytest.mark.parametrize(
    "options", [{"players": 2}, {"players": 5}, {"level": "hard"}, {"early_end": 1}, {"teams": True}]
)
def test_unknown_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        Match("tricks", options)


# ---- counts and playthroughs ----


def perft_lines() -> list[tuple[Match, list[int]]]:
    found = []
    for line in (HERE / "perft" / "tricks.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            start, moves, counts = (part.strip() for part in line.split("|"))
            players, level, early_end, seed, *rotate = start.split()
            options = options_of(int(players), level, early_end == "early") | {"rotate_dm": bool(rotate)}
            match = Match("tricks", options, int(seed))
            if moves:
                play(match, moves)
            found.append((match, [int(count) for count in counts.split()]))
    return found


def slow_perft(slow: Tricks, depth: int) -> int:
    """Leaves of the tree of legal moves, each position a copy."""
    if depth == 0:
        return 1
    leaves = 0
    for move in slow.legal():
        after = copy.deepcopy(slow)
        after.play(move)
        leaves += slow_perft(after, depth - 1)
    return leaves


def test_perft_counts() -> None:
    lines = perft_lines()
    assert len(lines) >= 8
    for match, counts in lines:
        assert [match.perft(depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.long
def test_perft_counts_of_the_slow_reference() -> None:
    for match, counts in perft_lines():
        start = Match("tricks", match.options, match.seed)
        cards = hand_deal(start)  # of no meaning for the next hand: no count goes further than its first position
        deal = whole_deal(cards, start.state()["dm"])
        slow = Tricks(deal, **match.options, next_cards=partial(dict, cards))
        for move in match.moves:
            slow.play(move)
        for depth, count in enumerate(counts, 1):
            if count <= 160:
                assert slow_perft(slow, depth) == count


# ---- what a match has shown ----

COSTS = {"dragonlords": 1000, "wizards": 2000, "prince": 8000, "first": 4000, "last": 4000}


@pytest.mark.parametrize(("players", "level"), [(4, "basic"), (3, "expert")])
def test_penalties_of_each_hand_are_what_its_seats_paid_for(players: int, level: str) -> None:
    match = Match("tricks", {"players": players, "level": level}, seed=5)
    rng = random.Random(5)
    while not match.over:
        match.play(rng.choice(match.legal()))
    results, hands = match.state()["results"], penalties(match)
    ordinary = 0
    for result, by_seat in zip(results, hands, strict=False):
        if result["player"] is None:
            ordinary += 1
            for seat in set(range(players)) - {result["dm"]}:
                cost = sum(COSTS[penalty.kind] * penalty.number for penalty in by_seat.get(seat, []))
                assert result["payments"][seat] == -cost
    assert ordinary > 5


def test_the_last_trick_is_known_until_the_next_is_complete() -> None:
    match, rng = Match("tricks", {"players": 3, "level": "basic"}, seed=6), random.Random(6)
    cards: list[tuple[int, str]] = []
    last = Trick([], None)
    while len(match.state()["results"]) < 2:
        for event in match.play(rng.choice(match.legal())):
            if event.target == "trick":
                cards.append((event.target_seat or 0, str(event.card)))
            elif event.what == "takes":
                cards, last = [], Trick(cards, event.seat)
        assert last_trick(match) == last
    assert len(last.cards) == 3
