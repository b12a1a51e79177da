"""Fairy Tale: the engine's rules against the rules page, and against the slow reference on whole games."""

from __future__ import annotations

import json
import random
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import native.match
from native import (
    GAMES,
    BadMove,
    BadRecord,
    Event,
    Match,
    Position,
    ffi,
    lib,
)
from tests.reference.tale import BOOK, CARDS, NAMES, Tale, Witness, full_deck, points_of, traits

HERE = Path(__file__).parent
FILE = HERE.parent / "assets" / "tale" / "deck.toml"
DULL = ["Elven Warrior", "Bard", "Knight of the Round Table", "Dwarven Warrior", "Sky-Dance Dragon", "Bronze Dragon",
        "Homesteaders", "Mischievous Fairy", "Children of the Dragon"]  # fmt: skip
VARIANTS: list[dict[str, Any]] = [
    *({"players": players} for players in (2, 3, 4)),
    *({"players": players, "expert": True} for players in (2, 3, 4, 5)),
    {"teams": True}, {"teams": True, "expert": True},
    {"teams": True, "garfield": True}, {"teams": True, "expert": True, "garfield": True},
]  # fmt: skip
EXPERT: dict[str, Any] = {"expert": True}
GARFIELD: dict[str, Any] = {"expert": True, "teams": True, "garfield": True}


def deck_of(match: Match) -> list[str]:
    """The deck that a match begins with, in the order drawn."""
    cards = match.cards()
    seats = range(match.seats_count)
    dealt = [c.card or "" for seat in seats for c in cards if c.zone == "pack" and c.seat == seat]
    return dealt + [c.card or "" for c in cards if c.zone == "deck"]


def slow(match: Match) -> Tale:
    """The reference at the beginning of the same match."""
    return Tale(deck_of(match), match.seats_count, match.options["teams"], match.options["garfield"])


def arranged(drafts: Sequence[Sequence[Sequence[str]]], expert: bool, drawn: Sequence[str] = ()) -> dict[str, Any]:
    """A deal in which seat s can pick drafts[d][s] in this order (filled up with dull cards); drawn: what the play
    stage after each draft draws from the deck, in order."""
    left = Counter(full_deck(expert))
    left.subtract(Counter(name for draft in drafts for hand in draft for name in hand) + Counter(drawn))
    spare = sorted(left.elements(), key=lambda n: DULL.index(n) if n in DULL else 99)
    assert min(left.values()) >= 0, "more of a card than the deck has"
    deck: list[str] = []
    draws = list(drawn)
    for number, draft in enumerate(drafts):
        seats, way = len(draft), 1 if number % 2 == 0 else -1
        hands = [[*hand, *(spare.pop(0) for _ in range(5 - len(hand)))] for hand in draft]
        deck += [hands[(pack + way * r) % seats][r] for pack in range(seats) for r in range(5)]
        drawers = sum(BOOK[name].get("effect", {}).get("what") == "draw" for hand in draft for name in hand[:3])
        deck += draws[:drawers]
        del draws[:drawers]
    return {"deck": deck + draws + spare}


def pick_all(match: Match, hands: Sequence[Sequence[str]]) -> None:
    """A draft in which each seat picks the cards of its hand in their order (where the deal is arranged for it)."""
    for _ in range(4):
        for seat in range(match.seats_count):
            mine = match.state()["hands"][seat]
            wanted = [*hands[seat], *[""] * 5][len(mine)]
            match.play(f"pick {wanted}" if wanted else match.legal()[0])


def table_of(*hands: Sequence[str], drawn: Sequence[str] = (), **options: Any) -> Match:
    """A match after its first draft, with these cards in the hands (and others to make them five)."""
    full = {"players": len(hands), **options}
    deal = arranged([hands], bool(options.get("expert")), drawn)
    match = Match("tale", options=full, deal=deal)
    seats = len(hands)
    dealt = [[deal["deck"][5 * ((s - r) % seats) + r] for r in range(5)] for s in range(seats)]
    pick_all(match, dealt)
    assert [hand[: len(want)] for hand, want in zip(match.state()["hands"], hands, strict=True)] == [
        *map(list, hands)
    ]
    return match


Answer = Callable[[Match], str]


def staged(rows: Sequence[Sequence[str]], answer: Answer = lambda match: match.legal()[0], **options: Any) -> Match:
    """A match in which every seat plays its row, three cards a stage; answer chooses what is flipped."""
    size = len(rows[0])
    drafts = [[row[i : i + 3] for row in rows] for i in range(0, size, 3)]
    deal = arranged(drafts, bool(options.get("expert")))
    match = Match("tale", options={"players": len(rows), **options}, deal=deal)
    at, seats = 0, len(rows)
    for number, draft in enumerate(drafts):
        way = 1 if number % 2 == 0 else -1
        block = deal["deck"][at : at + 5 * seats]
        pick_all(match, [[block[5 * ((s - way * r) % seats) + r] for r in range(5)] for s in range(seats)])
        for step in range(len(draft[0])):
            lay(match, *(hand[step] for hand in draft))
            while match.to_act is not None and not match.legal()[0].startswith(("pick", "play")):
                match.play(answer(match))
        at += 5 * seats + sum(BOOK[n].get("effect", {}).get("what") == "draw" for hand in draft for n in hand)
    return match


def flip(name: str) -> Answer:
    """Always this one."""
    return lambda _: f"flip {name}"


def lay(match: Match, *names: str) -> list[Event]:
    """A step: every seat plays its card; what happened when the last one was laid."""
    events: list[Event] = []
    for name in names:
        events = match.play(f"play {name}")
    return events


def row(match: Match, seat: int) -> list[str]:
    """A seat's table, face-down cards in brackets."""
    return [card["name"] if card["up"] else f"({card['name']})" for card in match.state()["table"][seat]]


def said(events: Sequence[Event]) -> list[tuple[str, int | None]]:
    """What was announced, and about whom."""
    return [(event.what, event.seat) for event in events if event.kind == "say"]


def points(match: Match) -> list[int]:
    found: list[int] = match.state()["points"]
    return found


def random_game(options: dict[str, Any], seed: int, moves: int = 1000) -> Match:
    """A game played at random, at most so many moves."""
    match, rng = Match("tale", options=options, seed=seed), random.Random(seed)
    for _ in range(moves):
        if match.over:
            break
        match.play(rng.choice(match.legal()))
    return match


def name_of(options: dict[str, Any]) -> str:
    return "-".join(f"{k}={v}" if k == "players" else k for k, v in options.items()) or "standard"


@pytest.fixture
def cards() -> list[dict[str, Any]]:
    """A copy of the deck file to be spoilt."""
    return deepcopy(CARDS)


Deck = Callable[[Any], None]


@pytest.fixture
def use_deck(monkeypatch: pytest.MonkeyPatch) -> Deck:
    """Makes the engine read another deck."""

    def use(cards: Any) -> None:
        document = cards if isinstance(cards, dict) else {"card": cards}
        monkeypatch.setattr(native.match, "deck", lambda _: json.dumps(document).encode())

    return use


def card_in(cards: list[dict[str, Any]], name: str) -> dict[str, Any]:
    return next(card for card in cards if card["name"] == name)


# ---- against the reference ----


def assert_same(match: Match, game: Tale, viewer: int | None) -> None:
    assert match.state(viewer) == game.state(viewer)
    assert (match.to_act, match.over) == (game.to_act, game.over)
    assert sorted(match.legal()) == game.legal()


@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_random_games_agree_with_the_reference(options: dict[str, Any]) -> None:
    """Whole games at every number of seats and variant: states, open or as a seat sees them, and lists of moves."""
    for seed in range(19):
        rng = random.Random(seed)
        match = Match("tale", options=options, seed=1000 + seed)
        game = slow(match)
        while not match.over:
            assert_same(match, game, rng.choice([None, None, *range(match.seats_count)]))
            move = rng.choice(game.legal())
            match.play(move)
            game.play(move)
        assert_same(match, game, None)
        assert match.scores == game.scores()
        assert match.winners == game.winners()


TRICKY = ["The Trickster", "The Egg of Chaos", *(n for n in NAMES if "condition" in BOOK[n]),
          *(n for n in NAMES if "times" in BOOK[n]), "The Gold Dragon", "Silver Dragon", "Dragon's Lair"]  # fmt: skip


def test_points_of_crowded_tables_agree_with_the_reference() -> None:
    """Rows full of conditions, multipliers, the Trickster and the Egg, where random games have few."""
    named = 0
    for seed in range(120):
        rng = random.Random(seed)
        copies = Counter(full_deck(True))
        pool = [n for n in TRICKY for _ in range(copies[n])]
        rng.shuffle(pool)
        pool.sort(key=lambda n: n not in ("The Trickster", "The Egg of Chaos"))
        rows: list[list[str]] = [[] for _ in range(3)]
        for i, name in enumerate(pool[:18]):
            rows[(i + seed) % 3].append(name)
        match = staged(rows, lambda m, r=rng: r.choice(m.legal()), expert=True)  # type: ignore[misc]
        up = [[c["name"] for c in table if c["up"]] for table in match.state()["table"]]
        assert [len(table) for table in match.state()["table"]] == [6, 6, 6]
        expected = [points_of(up[i], [up[j] for j in range(3) if j != i]) for i in range(3)]
        assert list(zip(points(match), match.state()["trickster"], strict=True)) == expected
        named += any(name for _, name in expected)
    assert named > 60


# ---- the draft ----


def test_stages_1_and_5_pass_to_the_left_and_3_and_7_to_the_right() -> None:
    """The pack of seat i is next seen by i + 1, or by i - 1."""
    match = random_game({"players": 3}, 5, 0)
    ways = []
    while not match.over:
        before = match.state()["packs"]
        match.play(match.legal()[0])
        after = match.state()["packs"]
        if [len(p) for p in before] != [len(p) for p in after] and after[0] and len(after[0]) < 5:
            ways += [
                next(w for w in (1, -1) if not Counter(after[(seat + w) % 3]) - Counter(before[seat]))
                for seat in range(3)
            ]
    assert ways == [1] * 9 + [-1] * 9 + [1] * 9 + [-1] * 9


def test_the_last_card_of_a_pack_goes_by_itself_to_the_next_seat() -> None:
    """Four picks a seat, then everybody holds five; the last card was nobody's choice."""
    match = Match("tale", options={"players": 3}, seed=3)
    for _ in range(11):
        match.play(match.legal()[0])
    packs = match.state()["packs"]
    last = match.legal()[0]
    events = match.play(last)
    assert match.state()["stage"] == 2
    assert match.state()["packs"] == [[], [], []]
    assert [len(hand) for hand in match.state()["hands"]] == [5, 5, 5]
    gone = [e for e in events if e.kind == "card" and e.source == "pack" and e.target == "hand"]
    assert [(e.source_seat, e.target_seat) for e in gone] == [(2, 0), (0, 1), (1, 2)]
    assert all(e.card in packs[e.source_seat or 0] for e in gone)


def test_picks_move_only_when_all_have_chosen() -> None:
    """What is chosen stays in its pack until then, seen by its own seat only."""
    match = Match("tale", options={"players": 3}, seed=4)
    start = match.state()
    name = start["packs"][0][2]
    match.play(f"pick {name}")
    assert match.to_act == 1
    assert match.state() == {**start, "chosen": [name, None, None]}
    assert match.state(0)["chosen"] == [name, None, None]
    assert match.state(1)["chosen"] == ["?", None, None]
    assert match.state(1)["packs"][0] == ["?"] * 5
    match.play(match.legal()[0])
    match.play(match.legal()[0])
    assert match.state()["hands"][0] == [name]
    assert match.state()["chosen"] == [None] * 3


def test_equal_names_in_a_pack_are_one_move() -> None:
    """Copies are not told apart."""
    deck = ["Bard", "Bard", "Castle", "Bard", "Castle"]
    deck += (Counter(full_deck(False)) - Counter(deck)).elements()
    match = Match("tale", options={"players": 2}, deal={"deck": deck})
    assert sorted(match.legal()) == ["pick Bard", "pick Castle"]


def test_a_choice_with_one_name_is_still_a_move() -> None:
    """A pack of equal cards has to be picked from."""
    deck = ["Bard"] * 4 + ["Castle"]
    deck += (Counter(full_deck(False)) - Counter(deck)).elements()
    match = Match("tale", options={"players": 2}, deal={"deck": deck})
    for _ in range(4):
        match.play("pick Bard" if match.to_act == 0 and match.state()["packs"][0][0] == "Bard" else match.legal()[0])
    assert "Bard" in match.state()["packs"][0]
    assert match.legal()[0] == "pick Bard"


@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_five_cards_a_seat_are_dealt_each_time_from_the_whole_deck(options: dict[str, Any]) -> None:
    """The deck is 80 or 110 at any number of seats, and shrinks by the deals and draws alone."""
    match = random_game(options, 11, 0)
    seats, whole = match.seats_count, 110 if options.get("expert") else 80
    deck, order, drawn = whole - 5 * seats, deck_of(match), 0
    assert sorted(order) == sorted(full_deck(bool(options.get("expert"))))
    rng = random.Random(2)
    while not match.over:
        before = match.state()["stage"]
        events = match.play(rng.choice(match.legal()))
        drawn += sum(e.amount for e in events if e.what == "draw")
        if match.state()["stage"] == before + 1 and before in (2, 4, 6):
            deck -= 5 * seats
            start = whole - deck + drawn - 5 * seats
            packs = [order[start + 5 * i : start + 5 * i + 5] for i in range(seats)]
            assert match.state()["packs"] == packs
        assert match.state()["deck"] == deck - drawn


# ---- play ----


def test_cards_are_turned_up_together() -> None:
    """Nothing lies on the table before the last seat has laid its card; then everything is face up."""
    match = table_of(["Bard"], ["Castle"], ["Homesteaders"])
    match.play("play Bard")
    match.play("play Castle")
    assert match.state()["table"] == [[], [], []]
    assert match.state()["chosen"] == ["Bard", "Castle", None]
    assert match.state(2)["chosen"] == ["?", "?", None]
    assert match.state()["hands"][0][0] == "Bard"
    events = match.play("play Homesteaders")
    assert [(e.kind, e.seat, e.card) for e in events if e.kind == "up"] == [
        ("up", 0, "Bard"), ("up", 1, "Castle"), ("up", 2, "Homesteaders"),
    ]  # fmt: skip
    assert [row(match, seat) for seat in range(3)] == [["Bard"], ["Castle"], ["Homesteaders"]]
    assert len(match.state()["hands"][0]) == 4


def test_three_cards_are_played_and_the_rest_discarded() -> None:
    """Playing is not optional; what is left goes face down to the discards and the next draft begins at once."""
    match = table_of(["Bard", "Homesteaders", "Knight of the Round Table"], ["Homesteaders"])
    left = match.state()["hands"][1]
    for _ in range(3):
        lay(match, match.state()["hands"][0][0], match.state()["hands"][1][0])
    state = match.state()
    assert state["stage"] == 3
    assert [len(t) for t in state["table"]] == [3, 3]
    assert state["discards"][1] == left[3:]
    assert match.state(0)["discards"][1] == ["?", "?"]
    assert [len(p) for p in state["packs"]] == [5, 5]


def test_three_cards_are_played_also_when_draw_made_the_hand_larger() -> None:
    """A drawer plays three, and discards three."""
    match = table_of(["Dragon Scout", "Bard", "Homesteaders"], ["Bard"], drawn=["Castle"], expert=True)
    for _ in range(3):
        lay(match, match.state()["hands"][0][0], match.state()["hands"][1][0])
    assert [len(d) for d in match.state()["discards"]] == [3, 2]
    assert match.state()["discards"][0][-1] == "Castle"


def test_stage_9_is_the_end() -> None:
    """Twelve cards each, no hands, nobody to act."""
    match = random_game({"players": 3, "expert": True}, 8)
    state = match.state()
    assert state["stage"] == 9
    assert match.over
    assert match.to_act is None
    assert match.legal() == []
    assert [len(t) for t in state["table"]] == [12] * 3
    assert state["hands"] == state["packs"] == [[], [], []]
    assert state["chosen"] == [None] * 3
    assert match.why_not("play Bard") == "over"


# ---- Hunt ----


def test_hunt_turns_down_every_other_card_of_the_faction() -> None:
    """Whoever played it."""
    match = table_of(["The Gold Dragon"], ["Demon"], ["Vampire"], expert=True)
    events = lay(match, "The Gold Dragon", "Demon", "Vampire")
    assert [row(match, s) for s in range(3)] == [["The Gold Dragon"], ["(Demon)"], ["(Vampire)"]]
    assert [(e.seat, e.card) for e in events if e.kind == "down"] == [(1, "Demon"), (2, "Vampire")]


def test_hunt_hits_a_partner_too() -> None:
    """Teams make no difference."""
    match = table_of(["The Gold Dragon"], ["Bard"], ["Demon"], ["Bard"], expert=True, teams=True)
    lay(match, "The Gold Dragon", "Bard", "Demon", "Bard")
    assert row(match, 2) == ["(Demon)"]


def test_cards_played_before_are_safe_from_hunt() -> None:
    """Only cards of the same step are hit."""
    match = table_of(["Bard", "The Gold Dragon"], ["Demon", "Homesteaders"], expert=True)
    lay(match, "Bard", "Demon")
    while match.state()["chosen"] == [None, None] and not match.legal()[0].startswith("play"):
        match.play(match.legal()[0])
    lay(match, "The Gold Dragon", "Homesteaders")
    assert row(match, 1)[0] == "Demon"


def test_effects_of_a_hunted_card_do_not_happen() -> None:
    """Demon Castle, hunted, flips nothing."""
    match = table_of(["The Gold Dragon"], ["Demon Castle"], expert=True)
    lay(match, "The Gold Dragon", "Demon Castle")
    assert match.legal()[0].startswith("play")
    assert row(match, 0) == ["The Gold Dragon"]


def test_a_hunted_card_still_hunts_and_the_hunter_is_not_hit_by_itself(
    cards: list[dict[str, Any]], use_deck: Deck
) -> None:
    """Two hunters hit each other; one that hunts its own faction spares itself."""
    card_in(cards, "The Gold Dragon")["effect"]["faction"] = "Fairywood"
    card_in(cards, "The Fairy Queen")["effect"]["faction"] = "Dragonvale"
    card_in(cards, "The Holy King")["effect"]["faction"] = "Holy Empire"
    use_deck(cards)
    match = table_of(["The Gold Dragon"], ["The Fairy Queen"], ["The Holy King"], expert=True)
    lay(match, "The Gold Dragon", "The Fairy Queen", "The Holy King")
    assert [row(match, s) for s in range(3)] == [["(The Gold Dragon)"], ["(The Fairy Queen)"], ["The Holy King"]]


def test_a_card_hunted_twice_is_hunted_once() -> None:
    """Two hunters of one faction; the prey is turned down, not up again."""
    match = table_of(["The Gold Dragon"], ["The Fairy Queen"], ["Demon"], expert=True)
    events = lay(match, "The Gold Dragon", "The Fairy Queen", "Demon")
    assert row(match, 2) == ["(Demon)"]
    assert sum(e.kind == "down" for e in events) == 1


# ---- Unflip ----


def test_unflip_may_turn_up_a_hunted_card_and_makes_up_for_no_effect() -> None:
    """The Egg hunted earlier is unflipped; it stays without effect in Garfield's variant."""
    match = table_of(["The Egg of Chaos", "Silver Dragon"], ["Bard"], ["The Gold Dragon"], ["Bard"], **GARFIELD)
    lay(match, "The Egg of Chaos", "Bard", "The Gold Dragon", "Bard")
    assert row(match, 0) == ["(The Egg of Chaos)"]
    assert match.legal()[0].startswith("play")
    lay(match, "Silver Dragon", *(match.state()["hands"][s][0] for s in (1, 2, 3)))
    assert match.legal() == ["unflip The Egg of Chaos"]
    match.play("unflip The Egg of Chaos")
    assert row(match, 0) == ["The Egg of Chaos", "Silver Dragon"]
    assert match.legal()[0].startswith("play")


def test_unflip_does_not_repeat_an_effect() -> None:
    """A Dragon's Lair turned up again flips nothing."""
    match = table_of(["Dragon's Lair", "Silver Dragon"], ["Bard"])
    lay(match, "Dragon's Lair", "Bard")
    match.play("flip Dragon's Lair")
    lay(match, "Silver Dragon", match.state()["hands"][1][0])
    match.play("unflip Dragon's Lair")
    assert row(match, 0) == ["Dragon's Lair", "Silver Dragon"]
    assert match.legal()[0].startswith("play")


def test_unflip_needs_the_faction() -> None:
    """A face-down card of another faction is no candidate; without any, there is no entry."""
    match = table_of(["Castle", "Silver Dragon"], ["Bard"])
    lay(match, "Castle", "Bard")
    match.play("flip Castle")
    events = lay(match, "Silver Dragon", match.state()["hands"][1][0])
    assert ("nothing", 0) in said(events)
    assert row(match, 0) == ["(Castle)", "Silver Dragon"]
    assert match.legal()[0].startswith("play")


# ---- Flip ----


def test_flip_is_a_move_also_with_a_single_candidate_and_may_hit_its_own_cause() -> None:
    """A lone Dragon's Lair turns itself down, by a move."""
    match = table_of(["Dragon's Lair"], ["Bard"])
    lay(match, "Dragon's Lair", "Bard")
    assert match.to_act == 0
    assert match.legal() == ["flip Dragon's Lair"]


def test_each_affected_player_chooses_among_the_own_cards() -> None:
    """A Demon asks everybody with a Holy Empire card, and passes over the others."""
    match = table_of(["Bard", "Demon"], ["Homesteaders", "Castle"], ["Elven Warrior", "Elven Warrior"])
    lay(match, "Bard", "Homesteaders", "Elven Warrior")
    events = lay(match, "Demon", "Castle", "Elven Warrior")
    assert (match.to_act, match.legal()) == (0, ["flip Bard"])
    assert said(events)[-1] == ("flip", 0)
    match.play("flip Bard")
    assert (match.to_act, sorted(match.legal())) == (1, ["flip Castle", "flip Homesteaders"])
    events = match.play("flip Castle")
    assert said(events) == [("flip", 0), ("nothing", 0), ("flip", 1)]
    assert match.to_act == 1
    assert match.legal() == ["flip Homesteaders"]
    match.play("flip Homesteaders")
    assert [row(match, s) for s in range(3)] == [
        ["(Bard)", "Demon"], ["(Homesteaders)", "(Castle)"], ["Elven Warrior", "Elven Warrior"],
    ]  # fmt: skip
    assert match.legal()[0].startswith("play")


def test_all_asks_the_seat_that_played_it_first_then_clockwise() -> None:
    """Demon Castle of seat 1 among three: 1, 2, 0."""
    match = table_of(["Bard"], ["Demon Castle"], ["Bard"])
    lay(match, "Bard", "Demon Castle", "Bard")
    asked = []
    for _ in range(3):
        asked.append(match.to_act)
        match.play(match.legal()[0])
    assert asked == [1, 2, 0]


def test_two_effects_that_hit_a_player_are_both_applied() -> None:
    """Two Demon Castles turn down two cards of everybody."""
    match = table_of(["Bard", "Demon Castle"], ["Bard", "Demon Castle"])
    lay(match, "Bard", "Bard")
    lay(match, "Demon Castle", "Demon Castle")
    asked = []
    while match.legal()[0].startswith("flip"):
        asked.append(match.to_act)
        match.play(match.legal()[0])
    assert asked == [0, 1, 1, 0]
    assert [sum(c["up"] for c in t) for t in match.state()["table"]] == [0, 0]


def test_copies_on_the_same_side_are_one_move_and_the_first_played_is_taken() -> None:
    """Of two Bards the earlier one goes down; when it is down, flip and unflip mean different cards."""
    match = table_of(["Bard", "Bard", "Castle"], ["Elven Warrior"])
    lay(match, "Bard", "Elven Warrior")
    lay(match, "Bard", match.state()["hands"][1][0])
    lay(match, "Castle", match.state()["hands"][1][0])
    assert sorted(match.legal()) == ["flip Bard", "flip Castle"]
    match.play("flip Bard")
    assert row(match, 0) == ["(Bard)", "Bard", "Castle"]


def test_an_effect_on_more_than_one_card_is_one_move_a_card(cards: list[dict[str, Any]], use_deck: Deck) -> None:
    """Three cards to flip and two there: two moves, and no third."""
    card_in(cards, "Demon Castle")["effect"]["count"] = 3
    use_deck(cards)
    match = table_of(["Demon Castle", "Bard"], ["Bard", "Demon Castle"])
    lay(match, "Bard", "Demon Castle")
    asked = []
    while match.legal()[0].startswith("flip"):
        asked.append(match.to_act)
        match.play(match.legal()[0])
    assert asked == [1, 0]
    lay(match, "Demon Castle", "Bard")
    assert match.to_act == 0
    match.play("flip Demon Castle")
    assert match.to_act == 1
    match.play("flip Bard")
    assert match.legal()[0].startswith("play")


# ---- order of effects ----


def test_order_unflip_flip_of_a_faction_flip_of_any_draw() -> None:
    """Whatever the seats: Silver Dragon, then Castle, then Demon Castle, then Dragon Scout."""
    hands = (["Castle", "Demon Castle"], ["Castle", "Dragon Scout"], ["Dragon's Lair", "Silver Dragon"],
             ["Elven Warrior", "Castle"])  # fmt: skip
    match = table_of(*hands, drawn=["Vampire"], expert=True)
    lay(match, "Castle", "Castle", "Dragon's Lair", "Elven Warrior")
    for move in ("flip Castle", "flip Castle", "flip Dragon's Lair"):
        match.play(move)
    events = lay(match, "Demon Castle", "Dragon Scout", "Silver Dragon", "Castle")
    told = said(events)
    order = [match.to_act]
    while match.legal()[0].startswith(("flip", "unflip")):
        told += said(match.play(match.legal()[-1]))
        order.append(match.to_act)
    assert [what for what, _ in told if what != "nothing"] == [
        "turn_up", "unflip", "flip", "flip", "flip", "flip", "flip", "draw",
    ]  # fmt: skip
    assert [seat for what, seat in told if what in ("unflip", "flip", "draw")] == [2, 3, 0, 0, 0, 0, 1]
    assert order[:6] == [2, 3, 0, 1, 2, 3]


def test_order_unflip_of_a_faction_comes_before_unflip_of_any(cards: list[dict[str, Any]], use_deck: Deck) -> None:
    """A card that unflips any faction waits for a later seat's that names one."""
    card_in(cards, "Court Mage")["effect"]["faction"] = "any"
    use_deck(cards)
    match = table_of(["Castle", "Court Mage"], ["Dragon's Lair", "Silver Dragon"])
    lay(match, "Castle", "Dragon's Lair")
    match.play("flip Castle")
    match.play("flip Dragon's Lair")
    lay(match, "Court Mage", "Silver Dragon")
    assert match.legal() == ["unflip Dragon's Lair"]
    assert match.to_act == 1
    match.play("unflip Dragon's Lair")
    assert match.to_act == 0
    assert match.legal() == ["unflip Castle"]


def test_within_a_group_seat_0_comes_first() -> None:
    """Three Castles ask 0, 1, 2."""
    match = table_of(["Castle"], ["Castle"], ["Castle"])
    lay(match, "Castle", "Castle", "Castle")
    asked = []
    while match.legal()[0].startswith("flip"):
        asked.append(match.to_act)
        match.play("flip Castle")
    assert asked == [0, 1, 2]


def test_nobody_must_spare_a_card_for_a_later_effect() -> None:
    """Every effect is decided by itself; the later one then finds no card and is ignored."""
    match = table_of(["Demon", "Bard"], ["Bard", "Demon"], ["Bard", "Demon"])
    lay(match, "Bard", "Bard", "Bard")
    events = lay(match, "Demon", "Demon", "Demon")
    asked = []
    while match.legal()[0].startswith("flip"):
        asked.append(match.to_act)
        events = match.play("flip Bard")
    assert asked == [0, 1, 2]
    assert said(events).count(("nothing", 1)) == 3
    assert said(events).count(("nothing", 2)) == 3


def test_a_flipped_card_still_has_its_effect() -> None:
    """Only Hunt takes an effect away: a Demon Castle turned down by seat 0's still flips."""
    match = table_of(["Demon Castle"], ["Demon Castle"])
    lay(match, "Demon Castle", "Demon Castle")
    assert match.to_act == 0
    match.play("flip Demon Castle")
    events = match.play("flip Demon Castle")
    assert [row(match, s) for s in range(2)] == [["(Demon Castle)"], ["(Demon Castle)"]]
    assert said(events) == [("flip", 1), ("nothing", 1), ("flip", 1), ("nothing", 1)]


def test_choices_take_effect_at_once() -> None:
    """The second of two unflips no longer finds what the first has turned up."""
    match = table_of(["Castle", "Court Mage", "Court Mage"], ["Bard"])
    lay(match, "Castle", "Bard")
    match.play("flip Castle")
    lay(match, "Court Mage", match.state()["hands"][1][0])
    match.play("unflip Castle")
    events = lay(match, "Court Mage", match.state()["hands"][1][0])
    assert ("nothing", 0) in said(events)


# ---- Draw ----


def test_draw_takes_the_top_of_the_deck_in_seat_order_and_hides_it() -> None:
    """Two scouts; the cards are those that the next draft would have dealt first."""
    match = table_of(["Dragon Scout"], ["Bard"], ["Royal Courier"], drawn=["Castle", "Vampire"], expert=True)
    top = [c.card for c in match.cards() if c.zone == "deck"][:4]
    events = lay(match, "Dragon Scout", "Bard", "Royal Courier")
    assert top[:2] == ["Castle", "Vampire"]
    assert match.state()["hands"][0][-1] == "Castle"
    assert match.state()["hands"][2][-1] == "Vampire"
    assert [len(h) for h in match.state()["hands"]] == [5, 4, 5]
    assert match.state(1)["hands"][0] == ["?"] * 5
    drawn = [e for e in events if e.kind == "card" and e.source == "deck"]
    assert [(e.card, e.seen) for e in drawn] == [("Castle", 1), ("Vampire", 4)]
    assert match.legal()[0].startswith("play")


def test_draw_happens_in_the_third_step_too() -> None:
    """The card is discarded at once, and the next draft comes from below it."""
    match = table_of(["Bard", "Homesteaders", "Dragon Scout"], ["Bard"], drawn=["Castle"], expert=True)
    below = [c.card for c in match.cards() if c.zone == "deck"][1:6]
    for name in ("Bard", "Homesteaders", "Dragon Scout"):
        lay(match, name, match.state()["hands"][1][0])
    assert match.state()["discards"][0][-1] == "Castle"
    assert match.state()["packs"][0] == below


def test_draw_happens_in_the_last_step_of_stage_8() -> None:
    """A whole game whose last card is a scout."""
    rows = [["Elven Warrior", "Bard", "Homesteaders"] * 3 + ["Bard", "Homesteaders", "Dragon Scout"],
            ["Knight of the Round Table", "Mischievous Fairy", "Children of the Dragon"] * 4]  # fmt: skip
    match = staged(rows, expert=True)
    assert match.over
    assert [len(d) for d in match.state()["discards"]] == [9, 8]
    assert match.state()["deck"] == 110 - 40 - 1


# ---- points ----


def test_number_of_counts_all_own_cards_of_the_name() -> None:
    """Four Homesteaders are 16; those of others do not count."""
    match = staged([["Homesteaders"] * 3 + ["Homesteaders", "Elven Warrior", "Elven Warrior"],
                    ["Homesteaders", "Homesteaders", "Elven Warrior", "Elven Warrior", "Sky-Dance Dragon",
                     "Sky-Dance Dragon"]])  # fmt: skip
    assert points(match) == [16 + 6, 4 + 12]


def test_a_multiplier_counts_another_name() -> None:
    """One Bronze Dragon and two Knights: 6 + 3 + 3."""
    match = staged([["Bronze Dragon", "Knight of the Round Table", "Knight of the Round Table"],
                    ["Bronze Dragon", "Elven Warrior", "Elven Warrior"]])  # fmt: skip
    assert points(match) == [12, 6]


def test_face_down_cards_count_for_nothing() -> None:
    """Neither as points nor as counted cards."""
    match = staged([["Homesteaders", "Homesteaders", "Castle"], ["Elven Warrior"] * 3],
                   flip("Homesteaders"))  # fmt: skip
    assert points(match) == [1 + 6, 9]


def test_condition_most_a_tie_counts_also_at_nought() -> None:
    """Most Story cards: nobody has more, itself counted; most Shadow at one to two fails, at equal numbers holds."""
    tale = "Shadowking's Tale - Chapter 1"
    dull = ["Elven Warrior", "Elven Warrior"]
    tied = staged([[tale, *dull], ["The Trickster", "Bard", "Bard"]], expert=True)
    assert points(tied)[0] == 6 + 6
    more = staged([[tale, *dull], ["Bard", "The Shadowking", "The Trickster"]],
                  lambda m: "flip Elven Warrior" if m.to_act == 0 else "flip Bard", expert=True)  # fmt: skip
    assert points(more)[0] == 3
    homes = staged([["Shadowking's Tale - Chapter 2", *dull], ["Bard"] * 3], expert=True)
    assert points(homes)[0] == 6 + 6


def test_condition_most_compares_with_every_other_seat() -> None:
    """The Home of the third seat counts while it is face up."""
    rows = [["Shadowking's Tale - Chapter 2", "Elven Warrior", "Elven Warrior"], ["Homesteaders"] * 3,
            ["Sky-Dance Dragon", "Bronze Dragon", "Dragon's Lair"]]  # fmt: skip
    assert points(staged(rows, flip("Dragon's Lair"), expert=True))[0] == 6 + 6
    assert points(staged(rows, flip("Bronze Dragon"), expert=True))[0] == 6


def test_condition_cards_x_and_y_needs_both_face_up() -> None:
    """Chapter 3 with Silver Dragon and Dragon's Lair, and with one of them turned down."""
    cards = ["Dragon's Tale - Chapter 3", "Silver Dragon", "Dragon's Lair"]
    both = staged([[*cards, "Children of the Dragon", "Elven Warrior", "Elven Warrior"], ["Bard"] * 3 + [
        "Homesteaders", "Homesteaders", "Homesteaders"]],
        flip("Silver Dragon"), expert=True)  # fmt: skip
    assert points(both)[0] == 6 + 1 + 6
    spared = staged([["Children of the Dragon", *cards[:2], cards[2], "Elven Warrior", "Elven Warrior"],
                     ["Homesteaders"] * 6],
                    flip("Children of the Dragon"), expert=True)  # fmt: skip
    assert points(spared)[0] == 6 + 1 + 6 + 6


def test_condition_card_x_needs_it_face_up() -> None:
    """Chapter 4 alone is nothing, with The Gold Dragon 9."""
    match = staged([["Dragon's Tale - Chapter 4", "The Gold Dragon", "Elven Warrior"],
                    ["Fairy's Tale - Chapter 4", "The Holy King", "Elven Warrior"]], expert=True)  # fmt: skip
    assert points(match) == [9 + 3 + 3, 0 + 3 + 3]


def test_condition_two_and_two_counts_the_card_itself() -> None:
    """Chapter 2 of the Dragons is its own second Dragonvale card."""
    match = staged([["Dragon's Tale - Chapter 2", "Sky-Dance Dragon", "Bard"], ["Bard"] * 3], expert=True)
    assert points(match)[0] == 3
    match = staged([["Dragon's Tale - Chapter 2", "Sky-Dance Dragon", "Bard", "Homesteaders", "Elven Warrior",
                     "Elven Warrior"], ["Bard"] * 3 + ["Elven Warrior", "Elven Warrior", "Sky-Dance Dragon"]],
                   expert=True)  # fmt: skip
    assert points(match)[0] == 6 + 3 + 6 + 1 + 6


# ---- The Trickster ----


def trickster(
    own: Sequence[str], other: Sequence[str] = ("Bard",) * 3, answer: Answer | None = None
) -> tuple[int, Any]:
    """Points of a row with the Trickster in it, and the name it takes."""
    match = staged([own, other], answer or (lambda m: m.legal()[0]), expert=True)
    return points(match)[0], match.state()["trickster"][0]


def test_trickster_meets_a_condition() -> None:
    """Named The Gold Dragon: 9 - 1."""
    assert trickster(["The Trickster", "Dragon's Tale - Chapter 4", "Bard"]) == (8, "The Gold Dragon")


def test_trickster_takes_the_best_name() -> None:
    """Two Homesteaders gain 2, two Dwarven Warriors 6 through a Sky-Dance Dragon."""
    rows = ["The Trickster", "Homesteaders", "Homesteaders", "Dwarven Warrior", "Dwarven Warrior", "Castle"]
    assert trickster(rows, ["Bard"] * 3 + ["Elven Warrior"] * 3, flip("Castle")) == (
        4 + 6 - 1, "Sky-Dance Dragon",
    )  # fmt: skip


def test_trickster_among_equal_names_takes_the_first_of_the_deck() -> None:
    """Sky-Dance Dragon and Elven Warrior gain 3 each; the Dragon stands first."""
    assert trickster(["The Trickster", "Bard", "Dwarven Warrior"], ["Knight of the Round Table"] * 3) == (
        3 - 1, "Sky-Dance Dragon",
    )  # fmt: skip


def test_trickster_without_gain_takes_no_name() -> None:
    """Nothing to gain: -1."""
    assert trickster(["The Trickster", "Elven Warrior", "Elven Warrior"]) == (5, None)


def test_trickster_keeps_faction_category_and_its_own_point() -> None:
    """Named Silver Dragon, it is still a Shadow card: the Shadow most of one to one goes to both."""
    match = staged([["The Trickster", "Dragon's Lair", "Dragon's Tale - Chapter 3"],
                    ["Shadowking's Tale - Chapter 1", "Bard", "Bard"]],
                   lambda m: m.legal()[0], expert=True)  # fmt: skip
    assert points(match)[1] == 6
    match = staged([["The Trickster", "Dragon's Tale - Chapter 4", "The Shadowking"],
                    ["Shadowking's Tale - Chapter 1", "Bard", "Bard"]],
                   lambda m: "flip The Shadowking" if m.to_act == 0 else "flip Bard", expert=True)  # fmt: skip
    assert points(match) == [8, 6]


def test_trickster_is_counted_but_does_not_score_as_the_card() -> None:
    """Two Children of the Dragon with it: 3 + 3 - 1, not 9 - 1."""
    assert trickster(["The Trickster", "Children of the Dragon", "Children of the Dragon"]) == (
        3 + 3 - 1, "Children of the Dragon",
    )  # fmt: skip


def test_trickster_is_counted_as_a_knight_by_a_bronze_dragon() -> None:
    """Bronze Dragon alone scores 3 with it."""
    assert trickster(["The Trickster", "Bronze Dragon", "Elven Warrior"]) == (3 + 3 - 1, "Knight of the Round Table")


def test_trickster_cannot_be_both_halves() -> None:
    """Chapter 3 of the Dragons needs two cards; with one of them there it completes the pair, with none it cannot."""
    assert trickster(["The Trickster", "Dragon's Tale - Chapter 3", "Elven Warrior"]) == (2, None)
    down = ["The Trickster", "Dragon's Tale - Chapter 3", "Silver Dragon"]
    assert trickster(down) == (6 + 1 - 1, "Dragon's Lair")


def test_trickster_named_as_the_egg_does_not_become_three_cards() -> None:
    """One name only: Homesteaders and Fairies cannot both gain."""
    assert trickster(["The Trickster", "Homesteaders", "Mischievous Fairy"]) == (1 + 2 - 1, "Mischievous Fairy")
    assert NAMES.index("Mischievous Fairy") < NAMES.index("Homesteaders")


def test_trickster_face_down_costs_nothing_and_names_nothing() -> None:
    """Hunted, it leaves 3."""
    match = staged(
        [["Homesteaders", "The Trickster", "Elven Warrior"], ["Bard", "The Gold Dragon", "Bard"]], expert=True
    )
    assert row(match, 0)[1] == "(The Trickster)"
    assert points(match)[0] == 1 + 3
    assert match.state()["trickster"] == [None, None]


# ---- The Egg of Chaos ----


def test_egg_counts_by_name_as_three_others() -> None:
    """One Children, two Fairies, the Egg: 2 + 3 x 2 + 2 = 10."""
    rows = [["Children of the Dragon", *["Mischievous Fairy"] * 2, "The Egg of Chaos", "Castle", "Bard"],
            ["Elven Warrior"] * 3 + ["Sky-Dance Dragon"] * 3]  # fmt: skip
    match = staged(rows, flip("Castle"), expert=True)
    assert points(match)[0] == 10


def test_egg_counts_as_homesteaders_without_scoring_as_one() -> None:
    """One Homesteaders and the Egg: 2 + 2."""
    match = staged([["Homesteaders", "The Egg of Chaos", "Bard"], ["Elven Warrior"] * 3], expert=True)
    assert points(match)[0] == 2 + 2


def test_egg_counts_in_every_faction_and_category_for_and_against() -> None:
    """In most: against the Story teller it is a Story; in both halves of 2 + 2."""
    match = staged([["Shadowking's Tale - Chapter 2", "Bard", "Bard"], ["The Egg of Chaos", "Elven Warrior", "Bard"]],
                   expert=True)  # fmt: skip
    assert points(match)[0] == 0
    match = staged([["Shadowking's Tale - Chapter 2", "The Egg of Chaos", "Bard"],
                    ["Bard", "Castle", "Elven Warrior"]], flip("Bard"), expert=True)  # fmt: skip
    assert points(match)[0] == 6 + 2
    match = staged([["Dragon's Tale - Chapter 2", "Homesteaders", "The Egg of Chaos"], ["Elven Warrior"] * 3],
                   expert=True)  # fmt: skip
    assert points(match)[0] == 6 + 2 + 2


def test_egg_meets_no_condition_by_name() -> None:
    """It is no Silver Dragon and no Gold Dragon."""
    match = staged([["Dragon's Tale - Chapter 4", "The Egg of Chaos", "Dragon's Tale - Chapter 3"], ["Bard"] * 3],
                   expert=True)  # fmt: skip
    assert points(match)[0] == 2


def test_egg_is_hit_by_every_hunt_flip_and_unflip() -> None:
    """Hunted as a Shadow card, unflipped as a Dragonvale card, flipped as Holy Empire."""
    match = table_of(["The Egg of Chaos", "Silver Dragon", "Castle"], ["The Gold Dragon"], expert=True)
    lay(match, "The Egg of Chaos", "The Gold Dragon")
    assert row(match, 0) == ["(The Egg of Chaos)"]
    lay(match, "Silver Dragon", match.state()["hands"][1][0])
    match.play("unflip The Egg of Chaos")
    lay(match, "Castle", match.state()["hands"][1][0])
    assert sorted(match.legal()) == ["flip Castle", "flip The Egg of Chaos"]


def test_egg_face_down_counts_for_nothing() -> None:
    """Hunted: the Homesteaders is alone."""
    match = staged([["Homesteaders", "The Egg of Chaos", "Elven Warrior"], ["Bard", "The Gold Dragon", "Bard"]],
                   expert=True)  # fmt: skip
    assert points(match)[0] == 1 + 3


# ---- ends and teams ----


def test_a_total_may_be_negative() -> None:
    """The Trickster among conditions that no name meets."""
    bare = ["The Trickster", "Dragon's Tale - Chapter 2", "Fairy's Tale - Chapter 2"]
    match = staged([bare, ["Elven Warrior"] * 3],
                   expert=True)  # fmt: skip
    assert points(match) == [-1, 9]


def test_points_count_at_any_moment() -> None:
    """In the middle of an effect."""
    match = table_of(["Bard", "Castle"], ["Elven Warrior", "Elven Warrior"])
    lay(match, "Bard", "Elven Warrior")
    lay(match, "Castle", "Elven Warrior")
    assert match.to_act == 0
    assert points(match) == [3 * 0 + 6, 6]
    match.play("flip Castle")
    assert points(match) == [0, 6]


PLAIN = ["Elven Warrior", "Sky-Dance Dragon", "Knight of the Round Table"] * 2 + ["Homesteaders"] * 3 + [
    "Mischievous Fairy"] * 3  # fmt: skip
OTHER = ["Bard", "Dwarven Warrior", "Bronze Dragon"] * 2 + ["Children of the Dragon"] * 3 + ["Silver Dragon",
         "Silver Dragon", "Wood Spirit"]  # fmt: skip


def test_equal_totals_share_the_win() -> None:
    """The same row at both seats."""
    match = staged([PLAIN, PLAIN])
    assert points(match) == [18 + 9 + 9] * 2
    assert match.winners == [0, 1]


def test_teams_add_up_and_share() -> None:
    """Both partners have the sum; the higher pair wins; all four share equal sums."""
    for seed in range(3):
        match = random_game({"teams": True}, seed)
        own = points(match)
        assert match.scores == [own[0] + own[2], own[1] + own[3]] * 2
        sums = match.scores[:2]
        expected = [0, 1, 2, 3] if sums[0] == sums[1] else [0, 2] if sums[0] > sums[1] else [1, 3]
        assert match.winners == expected


def test_equal_teams_share_the_win() -> None:
    """The same two rows in both teams."""
    match = staged([PLAIN, PLAIN, OTHER, OTHER], teams=True)
    assert points(match) == [36, 36, 12, 12]
    assert match.winners == [0, 1, 2, 3]


def test_most_compares_with_the_partner_and_his_cards_never_count_for_ones_own() -> None:
    """Seat 2 holds more Homes than its partner with Chapter 2; a partner's Knight is none of one's own."""
    rows = [["Shadowking's Tale - Chapter 2", "Bronze Dragon", "Bard"], ["Bard"] * 3,
            ["Dragon's Lair", "Knight of the Round Table", "Sky-Dance Dragon"], ["Elven Warrior"] * 3]  # fmt: skip
    match = staged(rows, flip("Dragon's Lair"), expert=True, teams=True)
    assert points(match)[0] == 6
    rows[2] = ["Sky-Dance Dragon", "Dragon's Lair", "Knight of the Round Table"]
    match = staged(rows, flip("Sky-Dance Dragon"), expert=True, teams=True)
    assert points(match)[0] == 0


# ---- Garfield's variant ----


def exchange_table() -> Match:
    """Seat 0 has just turned up a Demon beside a face-down Castle; its partner has Bard, and two Elven Warriors."""
    hands = (
        ["Castle", "Bronze Dragon", "Vampire"],
        ["Bard"],
        ["Castle", "Dwarven Warrior", "Homesteaders"],
        ["Bard"],
    )
    match = table_of(*hands, **GARFIELD)
    lay(match, "Castle", "Bard", "Castle", match.state()["hands"][3][0])
    match.play("flip Castle")
    match.play("flip Castle")
    return match


def test_garfield_exchange_of_any_cards_on_either_side() -> None:
    """Cards change rows and keep their sides."""
    match = exchange_table()
    lay(match, "Bronze Dragon", *(match.state()["hands"][s][0] for s in (1,)), "Dwarven Warrior",
        match.state()["hands"][3][0])  # fmt: skip
    lay(match, "Vampire", match.state()["hands"][1][0], "Homesteaders", match.state()["hands"][3][0])
    while match.legal()[0].startswith("flip"):
        match.play("flip Dwarven Warrior" if match.to_act == 2 else match.legal()[0])
    assert match.to_act == 0
    own = ["Bronze Dragon", "Vampire", "down Castle"]
    partner = ["Homesteaders", "down Castle", "down Dwarven Warrior"]
    assert sorted(match.legal()) == sorted(f"exchange {a} for {b}" for a in own for b in partner)
    before = match.state()
    events = match.play("exchange Bronze Dragon for down Dwarven Warrior")
    assert row(match, 0) == ["(Castle)", "(Dwarven Warrior)", "Vampire"]
    assert row(match, 2) == ["(Castle)", "Bronze Dragon", "Homesteaders"]
    moved = [(e.card, e.target_seat, e.place) for e in events if e.kind == "card" and e.source == "table"]
    assert moved == [("Bronze Dragon", 2, 1), ("Dwarven Warrior", 0, 1)]
    assert match.state()["stage"] == before["stage"] + 1


def test_garfield_exchange_of_equals_changes_nothing() -> None:
    """A card of an equal name and side may be taken."""
    match = exchange_table()
    lay(match, "Vampire", match.state()["hands"][1][0], "Homesteaders", match.state()["hands"][3][0])
    while match.legal()[0].startswith("flip"):
        match.play(match.legal()[0])
    rows = [row(match, s) for s in range(4)]
    match.play("exchange down Castle for down Castle")
    assert [row(match, s) for s in range(4)] == rows


def test_garfield_exchanges_come_in_seat_order_each_complete_before_the_next() -> None:
    """Seat 0 takes the partner's Demon; the partner still has the exchange, and finds the rows as they now are."""
    match = table_of(["Werewolf"], ["Elven Warrior"], ["Demon"], ["Vampire"], **GARFIELD)
    lay(match, "Werewolf", "Elven Warrior", "Demon", "Vampire")
    while match.legal()[0].startswith("flip"):
        match.play(match.legal()[0])
    assert match.to_act == 0
    match.play("exchange Werewolf for Demon")
    assert match.to_act == 2
    assert match.legal() == ["exchange Werewolf for Demon"]
    match.play("exchange Werewolf for Demon")
    assert match.to_act == 3
    assert row(match, 1) == ["(Elven Warrior)"]
    match.play("exchange Vampire for down Elven Warrior")
    assert row(match, 3) == ["(Elven Warrior)"]


def test_garfield_a_hunted_card_has_no_exchange_but_a_flipped_one_has() -> None:
    """The Gold Dragon takes it away, Demon Castle does not."""
    match = table_of(["Demon"], ["The Gold Dragon"], ["Bard"], ["Bard"], **GARFIELD)
    lay(match, "Demon", "The Gold Dragon", "Bard", "Bard")
    assert match.legal()[0].startswith("play")
    match = table_of(["Demon Castle"], ["Bard"], ["Bard"], ["Bard"], **GARFIELD)
    lay(match, "Demon Castle", "Bard", "Bard", "Bard")
    match.play("flip Demon Castle")
    for _ in range(3):
        match.play("flip Bard")
    assert match.to_act == 0
    assert match.legal() == ["exchange down Demon Castle for down Bard"]


def test_garfield_the_egg_has_the_exchange() -> None:
    """It is a Shadow card in play."""
    match = table_of(["The Egg of Chaos"], ["Bard"], ["Bard"], ["Bard"], **GARFIELD)
    lay(match, "The Egg of Chaos", "Bard", "Bard", "Bard")
    assert match.legal() == ["exchange The Egg of Chaos for Bard"]


def test_garfield_of_equal_cards_the_first_in_the_row_is_taken() -> None:
    """Two Bards face up with the partner."""
    match = table_of(
        ["Sky-Dance Dragon", "The Trickster"], ["Elven Warrior"], ["Bard", "Bard"], ["Elven Warrior"], **GARFIELD
    )
    lay(match, "Sky-Dance Dragon", "Elven Warrior", "Bard", "Elven Warrior")
    lay(match, "The Trickster", match.state()["hands"][1][0], "Bard", match.state()["hands"][3][0])
    match.play("exchange The Trickster for Bard")
    assert row(match, 0) == ["Sky-Dance Dragon", "Bard"]
    assert row(match, 2) == ["The Trickster", "Bard"]


def test_without_garfield_nobody_exchanges() -> None:
    """Teams alone do not."""
    match = table_of(["The Trickster"], ["Bard"], ["Bard"], ["Bard"], expert=True, teams=True)
    lay(match, "The Trickster", "Bard", "Bard", "Bard")
    assert match.legal()[0].startswith("play")


# ---- refusals ----


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"players": 5}, "expert"),
        ({"players": 1}, "players"),
        ({"players": 6, "expert": True}, "players"),
        ({"players": 3, "teams": True}, "teams"),
        ({"players": 2, "teams": True}, "teams"),
        ({"players": 5, "expert": True, "teams": True}, "teams"),
        ({"garfield": True}, "garfield"),
        ({"players": 3, "garfield": True}, "garfield"),
        ({"expert": 1}, "expert"),
        ({"colour": True}, "colour"),
    ],
    ids=str,
)
def test_refused_options(options: dict[str, Any], word: str) -> None:
    """One sentence that names the option."""
    with pytest.raises(BadRecord, match=word) as caught:
        Match("tale", options=options)
    assert "\n" not in str(caught.value)


BASIC = full_deck(False)


@pytest.mark.parametrize(
    ("deal", "word"),
    [
        ({}, "deck"),
        ({"deck": BASIC, "extra": 1}, "nothing else"),
        ({"deck": "Bard"}, "list"),
        ({"deck": BASIC[:-1]}, "80 cards, not 79"),
        ({"deck": full_deck(True)}, "80 cards, not 110"),
        ({"deck": [*BASIC[:-1], 7]}, "card 80"),
        ({"deck": [*BASIC[:-1], "Unicorn"]}, "Unicorn"),
        ({"deck": [*BASIC[:-1], "The Trickster"]}, "The Trickster"),
        ({"deck": [*BASIC[1:], BASIC[-1]]}, "Demon Castle"),
        ({"deck": [*BASIC[:-1], None]}, "card 80"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_refused_deals(deal: dict[str, Any], word: str) -> None:
    """A deal is exactly the deck, in any order; anything else is one sentence."""
    with pytest.raises(BadRecord, match=word):
        Match("tale", deal=deal)


def test_an_expert_deal_holds_110_cards() -> None:
    """In any order."""
    deck = full_deck(True)[::-1]
    match = Match("tale", options=EXPERT, deal={"deck": deck})
    assert deck_of(match) == deck
    with pytest.raises(BadRecord, match="110 cards, not 80"):
        Match("tale", options=EXPERT, deal={"deck": BASIC})


def test_the_seed_deals_one_order_for_all_seats_and_variants() -> None:
    """Only the set of cards enters the deal."""
    orders = [deck_of(Match("tale", options=o, seed=77)) for o in ({"players": 2}, {"players": 3}, {"teams": True})]
    assert orders[0] == orders[1] == orders[2]
    assert orders[0][:4] == ["Children of the Dragon", "Sky-Dance Dragon", "Demon", "Court Mage"]
    assert deck_of(Match("tale", options=EXPERT, seed=77))[:4] == [
        "Silver Dragon", "Bard", "Children of the Dragon", "Castle",
    ]  # fmt: skip


# ---- the deck file ----


def test_the_deck_file_has_the_cards_of_the_rules() -> None:
    """43 names; 23 + 23 + 23 + 11 basic cards, 8 + 8 + 8 + 5 + 1 more; what is certain is not marked."""
    assert len(NAMES) == len(CARDS) == 43
    sums = Counter[tuple[str, str]]()
    for card in CARDS:
        sums[card["set"], card["faction"]] += card["copies"]
    factions = ("Dragonvale", "Fairywood", "Holy Empire", "Shadow", "all")
    assert [sums["basic", f] for f in factions] == [23, 23, 23, 11, 0]
    assert [sums["expert", f] for f in factions] == [8, 8, 8, 5, 1]
    certain = {card["name"] for card in CARDS if not card.get("reconstructed")}
    assert {"Dragon's Lair", "The Trickster", "Dragon's Tale - Chapter 4", "Shadowking's Tale - Chapter 1"} < certain
    assert len(certain) == 13
    assert [BOOK[n]["copies"] for n in ("Homesteaders", "Demon", "Demon Castle", "Royal Courier")] == [7, 3, 2, 3]


def test_the_deck_file_says_what_the_traits_are() -> None:
    """All four factions and three categories for the Egg alone."""
    assert [name for name in NAMES if len(traits(name)) > 2] == ["The Egg of Chaos"]
    assert len(traits("The Egg of Chaos")) == 7


Spoil = Callable[[list[dict[str, Any]]], Any]
SPOILT: dict[str, tuple[Spoil, str]] = {
    "no list": (lambda _: {"card": 1}, "list of cards"),
    "more than cards": (lambda c: {"card": c, "title": "x"}, "nothing else"),
    "no name": (lambda c: c[3].pop("name"), "card 4 has no name"),
    "long name": (lambda c: c[3].update(name="x" * 41), "xxxx"),
    "name that reads as a side": (lambda c: c[3].update(name="down under"), "down under"),
    "name that reads as a middle": (lambda c: c[3].update(name="one for all"), "one for all"),
    "name that is no plain text": (lambda c: c[3].update(name="L\u00e4ufer"), "plain"),
    "name twice": (lambda c: c[3].update(name="Bard"), '"Bard" stands there twice'),
    "faction": (lambda c: c[3].update(faction="Fairywod"), "Fairywod"),
    "no faction": (lambda c: c[3].pop("faction"), "faction"),
    "category": (lambda c: c[3].update(category="Shadow"), 'category "Shadow"'),
    "set": (lambda c: c[3].update(set="advanced"), 'set "advanced"'),
    "copies": (lambda c: c[3].update(copies=0), "copies"),
    "copies that do not add up": (
        lambda c: c[3].update(copies=5),
        "80 basic cards and 30 expert ones, not 81 and 30",
    ),
    "a card of the wrong set": (lambda c: c[3].update(set="expert"), "not 76 and 34"),
    "points": (lambda c: c[3].update(points=1.5), "points"),
    "unknown key": (lambda c: c[3].update(colour="red"), "colour"),
    "times nobody": (lambda c: c[0].update(times="Unicorn"), "Unicorn"),
    "effect that is none": (lambda c: c[3].update(effect="flip"), "table"),
    "unknown effect": (lambda c: c[3]["effect"].update(what="burn"), "burn"),
    "effect on nobody": (lambda c: c[3]["effect"].update(who="they"), "who"),
    "effect without a count": (lambda c: c[3]["effect"].pop("count"), '"count"'),
    "effect with a key too many": (lambda c: card_in(c, "The Gold Dragon")["effect"].update(count=1), '"count"'),
    "effect on no faction": (lambda c: c[3]["effect"].update(faction="Story"), "Story"),
    "hunt without a faction": (lambda c: card_in(c, "The Gold Dragon")["effect"].update(faction="any"), "hunts"),
    "all draw": (lambda c: card_in(c, "Dragon Scout")["effect"].update(who="all"), "draw"),
    "draws too many": (lambda c: card_in(c, "Dragon Scout")["effect"].update(count=2), "10 cards in all, not 12"),
    "basic draws": (lambda c: c[3].update(effect={"who": "you", "what": "draw", "count": 1}), "basic"),
    "condition that is none": (lambda c: c[3].update(condition={}), "condition"),
    "unknown condition": (lambda c: c[3].update(condition={"least": "Shadow"}), "most, two or cards"),
    "most of nothing": (lambda c: c[3].update(condition={"most": "Elves"}), "Elves"),
    "two of one": (lambda c: c[3].update(condition={"two": ["Shadow", "Shadow"]}), "different"),
    "two of three": (lambda c: c[3].update(condition={"two": ["Shadow"]}), "two factions"),
    "condition on nobody": (lambda c: c[3].update(condition={"cards": ["Unicorn"]}), "Unicorn"),
    "condition on too many": (lambda c: c[3].update(condition={"cards": ["Bard"] * 3}), "1 to 2"),
    "counts as nobody": (lambda c: c[-1].update(counts_as=["Unicorn"]), "Unicorn"),
    "flag": (lambda c: c[3].update(almighty="yes"), "true or false"),
    "mark": (lambda c: c[3].update(reconstructed=1), "reconstructed"),
    "many almighty": (lambda c: card_in(c, "Royal Courier").update(almighty=True), "one almighty card, not 4"),
    "too many names": (lambda c: c.extend({**c[3], "name": f"Name {i}", "copies": 1} for i in range(6)), "Name 5"),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_wrong_deck_file_is_one_clear_sentence(
    spoil: tuple[Spoil, str], cards: list[dict[str, Any]], use_deck: Deck
) -> None:
    """It names what is wrong."""
    change, word = spoil
    changed = change(cards)
    use_deck(changed if isinstance(changed, dict) and "card" in changed else cards)
    with pytest.raises(BadRecord, match=word) as caught:
        Match("tale")
    assert str(caught.value).startswith("the deck")
    assert "\n" not in str(caught.value)


def test_no_deck_file_is_a_clear_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game needs it."""
    monkeypatch.setattr(native.match, "deck", lambda _: None)
    with pytest.raises(BadRecord, match="missing"):
        Match("tale")


def test_a_corrected_deck_is_played(cards: list[dict[str, Any]], use_deck: Deck) -> None:
    """Another name, value and effect: nothing but the file knows the cards."""
    card = card_in(cards, "Silver Dragon")
    card.update(name="White Dragon", points=5)
    del card["effect"]
    card_in(cards, "Dragon's Tale - Chapter 3")["condition"]["cards"][0] = "White Dragon"
    use_deck(cards)
    deck = [n.replace("Silver Dragon", "White Dragon") for n in sorted(BASIC, key=lambda n: n != "Silver Dragon")]
    match = Match("tale", options={"players": 2}, deal={"deck": deck})
    match.play("pick White Dragon")
    while match.state()["stage"] < 2:
        match.play(match.legal()[0])
    lay(match, "White Dragon", match.state()["hands"][1][0])
    assert match.breakdown(0)[0] == ("points", 0, "White Dragon", 1, 5)


# ---- reasons and texts ----


def test_reasons_of_moves_that_are_not_legal() -> None:
    """Each id where it belongs."""
    match = table_of(
        ["Bard", "Castle"], ["Sky-Dance Dragon", "Elven Warrior"], ["Castle", "Bard"], ["Bard"], **GARFIELD
    )
    assert match.why_not("pick Bard") == "not_now"
    assert match.why_not("play Demon") == "not_in_hand"
    assert match.why_not("play Unicorn") == "no_sense"
    assert match.why_not("dance Bard") == "no_sense"
    assert match.why_not("play") == "no_sense"
    assert match.why_not("exchange Bard") == "no_sense"
    assert match.why_not("play Bard") == ""
    with pytest.raises(BadMove):
        match.play("play Demon")
    lay(match, "Bard", "Sky-Dance Dragon", "Castle", "Bard")
    assert (match.to_act, match.legal()) == (2, ["flip Castle"])
    assert match.why_not("unflip Castle") == "not_now"
    assert match.why_not("flip Bard") == "not_yours"
    match.play("flip Castle")
    lay(match, "Castle", "Elven Warrior", "Bard", match.state()["hands"][3][0])
    match.play("flip Bard")
    assert match.why_not("exchange Castle for Castle") == "not_now"
    assert match.why_not("flip Castle") == "not_now"


def test_reasons_of_flips_and_exchanges() -> None:
    """Wrong side, wrong faction, wrong row."""
    match = table_of(["Castle", "Sky-Dance Dragon", "Castle"], ["Elven Warrior"])
    lay(match, "Castle", "Elven Warrior")
    match.play("flip Castle")
    lay(match, "Sky-Dance Dragon", match.state()["hands"][1][0])
    lay(match, "Castle", match.state()["hands"][1][0])
    assert match.why_not("flip Sky-Dance Dragon") == "wrong_faction"
    assert match.why_not("flip Elven Warrior") == "not_yours"
    assert match.why_not("flip Castle") == ""
    match = table_of(["Castle", "Homesteaders", "Court Mage"], ["Elven Warrior"])
    lay(match, "Castle", "Elven Warrior")
    match.play("flip Castle")
    lay(match, "Homesteaders", match.state()["hands"][1][0])
    lay(match, "Court Mage", match.state()["hands"][1][0])
    assert match.why_not("unflip Homesteaders") == "already_up"
    assert match.why_not("unflip Castle") == ""
    match = table_of(["Castle", "Demon Castle"], ["Elven Warrior"])
    lay(match, "Castle", "Elven Warrior")
    match.play("flip Castle")
    lay(match, "Demon Castle", match.state()["hands"][1][0])
    assert match.why_not("flip Castle") == "already_down"
    match = table_of(["The Egg of Chaos"], ["Bard"], ["Elven Warrior"], ["Bard"], **GARFIELD)
    lay(match, "The Egg of Chaos", "Bard", "Elven Warrior", "Bard")
    assert match.why_not("exchange The Egg of Chaos for Bard") == "not_partners"
    assert match.why_not("exchange Bard for Elven Warrior") == "not_yours"
    assert match.why_not("exchange down The Egg of Chaos for Elven Warrior") == "not_yours"
    assert match.why_not("exchange The Egg of Chaos for down Elven Warrior") == "not_partners"
    assert match.why_not("exchange The Egg of Chaos for Elven Warrior") == ""


def test_reasons_in_a_draft() -> None:
    """Cards of other packs are out of reach."""
    match = Match("tale", seed=1)
    packs = match.state()["packs"]
    other = next(n for n in sorted(BASIC) if n not in packs[0])
    assert match.why_not(f"pick {other}") == "not_in_pack"
    assert match.why_not(f"play {packs[0][0]}") == "not_now"
    assert set(GAMES["tale"].reasons) >= {"not_in_pack", "not_now", "wrong_faction", "not_partners"}


# ---- events ----


class Zones:
    """Where the cards are, told by events alone."""

    def __init__(self, match: Match) -> None:
        self.zones: dict[tuple[str, int | None], Counter[str]] = {}
        self.rows: dict[tuple[int, int], tuple[str, bool]] = {}
        self.points = [0] * match.seats_count
        for card in match.cards():
            self.zone(card.zone, card.seat)[card.card or ""] += 1

    def zone(self, zone: str, seat: int | None) -> Counter[str]:
        return self.zones.setdefault((zone, seat), Counter())

    def follow(self, events: Sequence[Event]) -> None:
        crossing = [e for e in events if e.kind == "card" and e.source == "table"]
        for event in events:
            card, place = event.card or "", (event.target_seat or 0, event.place or 0)
            if event.kind == "card":
                assert self.zone(event.source, event.source_seat)[card] > 0
                self.zone(event.source, event.source_seat)[card] -= 1
                self.zone(event.target, event.target_seat)[card] += 1
                if event.target == "table" and event not in crossing:
                    self.rows[place] = (card, False)
            elif event.kind in ("up", "down"):
                assert self.rows[place][0] == card
                self.rows[place] = (card, event.kind == "up")
            elif event.kind == "score":
                self.points[event.seat or 0] += event.amount
            if crossing and event is crossing[-1]:
                self.cross(*crossing)

    def cross(self, there: Event, back: Event) -> None:
        """Two cards of two rows change places and keep their sides."""
        a, b = ((e.target_seat or 0, e.place or 0) for e in (there, back))
        self.rows[a], self.rows[b] = self.rows[b], self.rows[a]
        assert (self.rows[a][0], self.rows[b][0]) == (there.card, back.card)


@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_events_tell_everything(options: dict[str, Any]) -> None:
    """Following the events alone gives every card's zone, every row and all points."""
    rng = random.Random(7)
    match = Match("tale", options=options, seed=21)
    zones = Zones(match)
    while not match.over:
        move = rng.choice(match.legal())
        zones.follow(match.play(move))
        placed = match.cards()
        found: dict[tuple[str, int | None], Counter[str]] = {}
        for card in placed:
            found.setdefault((card.zone, card.seat), Counter())[card.card or ""] += 1
        assert {key: +value for key, value in zones.zones.items() if +value} == found
        rows = {(c.seat, c.place): (c.card, c.up) for c in placed if c.zone == "table"}
        assert zones.rows == rows
        assert zones.points == points(match)


def test_events_show_hidden_cards_to_those_who_may_see_them() -> None:
    """Whatever moves among hidden zones is seen by its holders, old and new, alone."""
    match, rng = Match("tale", options={"players": 3, "expert": True}, seed=5), random.Random(5)
    seen_kinds = set()
    while not match.over:
        for event in match.play(rng.choice(match.legal())):
            if event.kind == "card":
                holders = {event.source_seat, event.target_seat} - {None}
                assert event.seen == sum(1 << (seat or 0) for seat in holders)
                seen_kinds.add((event.source, event.target))
            elif event.card is not None:
                assert event.seen == 31
    assert seen_kinds == {
        ("deck", "pack"), ("pack", "chosen"), ("chosen", "hand"), ("pack", "pack"), ("pack", "hand"),
        ("hand", "chosen"), ("chosen", "table"), ("hand", "discard"), ("deck", "hand"),
    }  # fmt: skip


def test_the_match_ends_with_an_event() -> None:
    """The last move says so, no other does."""
    match, rng, ends = Match("tale", options={"players": 2}, seed=3), random.Random(3), []
    while not match.over:
        ends.append(sum(e.kind == "over" for e in match.play(rng.choice(match.legal()))))
    assert ends == [0] * (len(ends) - 1) + [1]


@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_breakdown_adds_up_to_the_score(options: dict[str, Any]) -> None:
    """A row a card; in teams the partner's points too."""
    for seed in range(4):
        match = random_game(options, seed)
        for seat in range(match.seats_count):
            rows = match.breakdown(seat)
            assert sum(r.value for r in rows) == match.scores[seat]
            own = [r for r in rows if r.label not in ("named", "partner")]
            assert [r.card for r in own] == [c["name"] for c in match.state()["table"][seat]]
            assert [r.label == "down" for r in own] == [not c["up"] for c in match.state()["table"][seat]]
            named = [r.card for r in rows if r.label == "named"]
            assert named == [n for n in [match.state()["trickster"][seat]] if n]


def test_breakdown_names_what_each_row_counts() -> None:
    """Multiplier with its count, condition met or not, a card face down, the Trickster's name."""
    match = staged([["Homesteaders", "Homesteaders", "Dragon's Tale - Chapter 4", "The Trickster",
                     "Shadowking's Tale - Chapter 2", "Castle"], ["Dragon's Lair", "Bard", "Bard", "Elven Warrior",
                     "Elven Warrior", "Elven Warrior"]],
                   lambda m: m.legal()[0] if m.to_act else "flip Castle", expert=True)  # fmt: skip
    assert [(r.label, r.card, r.count, r.value) for r in match.breakdown(0)] == [
        ("times", "Homesteaders", 2, 2), ("times", "Homesteaders", 2, 2), ("met", "Dragon's Tale - Chapter 4", 1, 9),
        ("points", "The Trickster", 1, -1), ("met", "Shadowking's Tale - Chapter 2", 1, 6), ("down", "Castle", 0, 0),
        ("named", "The Gold Dragon", 1, 0),
    ]  # fmt: skip


# ---- what a seat knows ----


@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_a_redeal_shows_the_seat_what_it_saw(options: dict[str, Any]) -> None:
    """At every moment: same view and moves, same cards in all, and a state that can be redealt for others."""
    rng = random.Random(9)
    match = Match("tale", options=options, seed=31)
    whole = sorted(full_deck(bool(options.get("expert"))))
    while not match.over:
        match.play(rng.choice(match.legal()))
        seat, other = rng.randrange(match.seats_count), rng.randrange(match.seats_count)
        world = match.redealt(seat, rng.randrange(1000))
        assert world.state(seat) == match.state(seat)
        assert world.to_act == match.to_act
        assert world.scores == match.scores
        assert sorted(c.card or "" for c in world.cards()) == whole
        if match.to_act == seat:
            assert sorted(world.legal()) == sorted(match.legal())
        assert world.redealt(other, 1).state(other) == world.state(other)


@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_a_redeal_depends_on_nothing_but_what_the_seat_knows(options: dict[str, Any]) -> None:
    """A true deal and another that looks the same give the same redeals, to the byte."""
    rng = random.Random(19)
    match = Match("tale", options=options, seed=41)
    different = 0
    while not match.over:
        match.play(rng.choice(match.legal()))
        seat = rng.randrange(match.seats_count)
        twin = match.redealt(seat, rng.randrange(1000))
        different += twin.memory() != match.memory()
        for number in (3, 4):
            assert twin.redealt(seat, number).memory() == match.redealt(seat, number).memory()
    assert different > len(match.moves) // 2


def swapped(match: Match, swap: dict[int, int], moves: Sequence[str]) -> Match:
    """The match again with cards of its deck changed places and other moves."""
    deck = deck_of(Match("tale", options=match.options, seed=match.seed, deal=match.deal))
    for a, b in swap.items():
        deck[a], deck[b] = deck[b], deck[a]
    again = Match("tale", options=match.options, deal={"deck": deck})
    for move in moves:
        again.play(move)
    return again


def test_a_pick_never_seen_does_not_leak() -> None:
    """Seat 2 picks from its first pack, which seat 0 sees a round later: the card picked may be any."""
    first = Match("tale", options={"players": 3}, seed=5)
    deck = deck_of(first)
    swap = next(i for i in range(40, 80) if deck[i] != deck[10])
    moves = [f"pick {deck[0]}", f"pick {deck[5]}", f"pick {deck[10]}"]
    for move in moves:
        first.play(move)
    twin = swapped(first, {10: swap}, [*moves[:2], f"pick {deck[swap]}"])
    assert twin.state() != first.state()
    assert twin.state(0) == first.state(0)
    for number in range(20):
        assert twin.redealt(0, number).memory() == first.redealt(0, number).memory()
    for number in range(20):
        assert twin.redealt(1, number).memory() == first.redealt(1, number).memory()
    assert any(twin.redealt(2, n).memory() != first.redealt(2, n).memory() for n in range(20))


def test_who_took_which_card_of_a_passed_pack_does_not_leak() -> None:
    """Seats 1 and 2 take two cards of seat 0's pack, one way or the other."""
    first = sorted(set(BASIC))[:15]
    deck = first + list((Counter(BASIC) - Counter(first)).elements())
    games = []
    for one, two in ((1, 2), (2, 1)):
        match = Match("tale", options={"players": 3}, deal={"deck": deck})
        for move in (deck[0], deck[5], deck[10], deck[11], deck[one], deck[6], deck[7], deck[12], deck[two]):
            match.play(f"pick {move}")
        games.append(match)
    assert games[0].state(0) == games[1].state(0)
    assert games[0].state() != games[1].state()
    for number in range(20):
        assert games[0].redealt(0, number).memory() == games[1].redealt(0, number).memory()
    holders = {str(games[0].redealt(0, n).state()["hands"][1][1]) for n in range(40)}
    assert holders == {deck[1], deck[2]}


def test_what_a_lower_seat_has_chosen_does_not_leak() -> None:
    """A pending pick of seat 0 is nothing to seat 1."""
    games = []
    for choice in (0, 1):
        match = Match("tale", options={"players": 2}, seed=6)
        match.play(match.legal()[choice])
        games.append(match)
    assert games[0].state() != games[1].state()
    for number in range(20):
        assert games[0].redealt(1, number).memory() == games[1].redealt(1, number).memory()


def test_the_seed_does_not_leak() -> None:
    """The deck's order below what was dealt is replaced."""
    match = Match("tale", options={"players": 2}, seed=6)
    tops = {tuple(c.card for c in match.redealt(0, n).cards() if c.zone == "deck")[:3] for n in range(20)}
    assert len(tops) > 15


def test_two_players_know_all_picks_but_the_first() -> None:
    """Of the other's hand only the card picked from the first pack is open to doubt."""
    match = random_game({"players": 2}, 12, 8)
    assert match.state()["stage"] == 2
    hands = [match.redealt(0, n).state()["hands"][1] for n in range(60)]
    assert len({hand[0] for hand in hands}) > 5
    assert {tuple(hand[1:]) for hand in hands} == {tuple(match.state()["hands"][1][1:])}


def small_deck(copies: dict[str, int], expert: dict[str, int]) -> list[dict[str, Any]]:
    """A deck of few names; "Drawer" lets its player draw, the others do nothing."""
    deck = []
    for cards, which in ((copies, "basic"), (expert, "expert")):
        for name, number in cards.items():
            card: dict[str, Any] = {"name": name, "faction": "Dragonvale", "category": "Home", "set": which,
                                    "copies": number, "points": 1}  # fmt: skip
            if name == "Drawer":
                card["effect"] = {"who": "you", "what": "draw", "count": 1}
            deck.append(card)
    return deck


def chi_square(sample: Counter[Any], expected: dict[Any, float]) -> tuple[float, int]:
    """Statistic and degrees of freedom, rare cells thrown together."""
    cells, rest, rest_seen = 0, 0.0, 0
    total = 0.0
    for key, wanted in expected.items():
        if wanted < 5:
            rest += wanted
            rest_seen += sample[key]
            continue
        cells += 1
        total += (sample[key] - wanted) ** 2 / wanted
    if rest >= 5:
        cells += 1
        total += (rest_seen - rest) ** 2 / rest
    return total, cells - 1


# Names of the small decks, options, seed, stage and cards in a row at which the deals are compared, redeals drawn.
Case = tuple[dict[str, int], dict[str, int], dict[str, Any], int, int, int, int]
SMALL: dict[str, Case] = {
    "2 seats, all stages": ({"A": 70, "B": 6, "C": 4}, {"E": 30}, {"players": 2}, 15, 9, 12, 2000),
    "2 seats, draws": ({"A": 70, "B": 6, "C": 4}, {"Drawer": 10, "E": 20}, {"players": 2, **EXPERT}, 2, 6, 8, 3000),
    "2 seats, many draws": ({"A": 74, "B": 6}, {"Drawer": 10, "E": 20}, {"players": 2, **EXPERT}, 19, 6, 8, 3000),
    "3 seats, first draft": ({"A": 60, "B": 12, "C": 8}, {"E": 30}, {"players": 3}, 5, 1, 0, 3000),
    "3 seats, left": ({"A": 60, "B": 12, "C": 8}, {"E": 30}, {"players": 3}, 6, 2, 2, 4000),
    "3 seats, right": ({"A": 70, "B": 6, "C": 4}, {"E": 30}, {"players": 3}, 8, 4, 5, 4000),
    "3 seats, right draft": ({"A": 70, "B": 6, "C": 4}, {"E": 30}, {"players": 3}, 9, 3, 3, 4000),
    "3 seats, draws": ({"A": 77, "B": 3}, {"Drawer": 10, "E": 20}, {"players": 3, **EXPERT}, 3, 2, 2, 3000),
    "4 seats, left": ({"A": 70, "B": 10}, {"E": 30}, {"players": 4}, 8, 2, 2, 3000),
    "4 seats, right": ({"A": 77, "B": 3}, {"E": 30}, {"players": 4}, 11, 4, 4, 3000),
    "4 seats, right draft": ({"A": 77, "B": 3}, {"E": 30}, {"players": 4}, 7, 3, 3, 3000),
    "5 seats, left": ({"A": 80}, {"B": 30}, {"players": 5, **EXPERT}, 13, 2, 2, 3000),
}  # fmt: skip


def witnessed(match: Match, seat: int, copies: Counter[str], stage: int, laid: int, seed: int) -> Witness:
    """Plays at random up to a moment; what the seat saw."""
    rng, witness = random.Random(seed), Witness(seat, match.seats_count, copies)
    witness.see(match.state(seat))
    picks = 0
    while (match.state()["stage"], len(match.state()["table"][0])) != (stage, laid) or (
        stage in (1, 3) and picks < 7
    ):
        picks += match.state()["stage"] == stage
        match.play(rng.choice(match.legal()))
        witness.see(match.state(seat))
    return witness


def small_match(case: Case) -> tuple[Match, int, Witness]:
    """A match on a small deck, its rare names dealt early; a seat, and what it saw."""
    basic, more, options, seed, stage, laid, _ = case
    copies = Counter({**basic, **(more if options.get("expert") else {})})
    rng = random.Random(seed)
    deck = sorted(copies.elements(), key=lambda name: rng.random() * (0.5 if name != "A" else 1))
    match = Match("tale", options=options, deal={"deck": deck})
    seat = seed % match.seats_count
    return match, seat, witnessed(match, seat, copies, stage, laid, seed)


@pytest.mark.parametrize("case", SMALL.values(), ids=SMALL)
@pytest.mark.long("4 seats, right")
def test_redeals_are_uniform_among_all_deals_that_fit(case: Case, use_deck: Deck) -> None:
    """On decks of few names every possibility is counted, and redeals meet them in proportion."""
    use_deck(small_deck(case[0], case[1]))
    match, seat, witness = small_match(case)
    ways, number = witness.deals(), case[-1]
    assert witness.key(match.state()) in ways
    assert len(ways) > 8
    sample = Counter(witness.key(match.redealt(seat, n).state()) for n in range(number))
    assert set(sample) <= set(ways)
    whole = sum(ways.values())
    expected = {key: number * (way / whole) for key, way in ways.items()}
    assert all(sample[key] for key, wanted in expected.items() if wanted > 20)
    statistic, freedom = chi_square(sample, expected)
    assert freedom >= 4
    assert statistic < freedom + 4.5 * (2 * freedom) ** 0.5


SCARCE: dict[str, Case] = {
    "3 seats": ({"A": 60, "B": 20}, {"E": 30}, {"players": 3}, 0, 9, 12, 4000),
    "3 seats again": ({"A": 60, "B": 20}, {"E": 30}, {"players": 3}, 1, 9, 12, 4000),
}


@pytest.mark.parametrize("case", SCARCE.values(), ids=SCARCE)
def test_redeals_share_scarce_cards_among_the_drafts(case: Case, use_deck: Deck) -> None:
    """After the end: a name that was played or discarded in all four drafts, and of which few cards were unseen."""
    use_deck(small_deck(case[0], case[1]))
    match, seat, witness = small_match(case)
    ways, number = witness.discarded("B"), case[-1]
    sample: Counter[tuple[int, ...]] = Counter()
    for n in range(number):
        piles = [pile for i, pile in enumerate(match.redealt(seat, n).state()["discards"]) if i != seat]
        sample[tuple(sum(pile[2 * d : 2 * d + 2].count("B") for pile in piles) for d in range(4))] += 1
    assert set(sample) <= set(ways)
    whole = sum(ways.values())
    statistic, freedom = chi_square(sample, {key: number * (way / whole) for key, way in ways.items()})
    assert freedom >= 4
    assert statistic < freedom + 4.5 * (2 * freedom) ** 0.5


# ---- for searches ----


def rewards(root: Position, end: Position) -> list[int] | None:
    found = ffi.new("int32_t[]", lib.MAX_SEATS)
    table = lib.game_at(GAMES["tale"].index)
    return list(found)[: root.seats_count] if table.reward(root._state, end._state, found) else None


@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_rewards_follow_the_result(options: dict[str, Any]) -> None:
    """None before the end; then 0 .. 1000, winners above 500, losers below."""
    for seed in range(4):
        start, match = Match("tale", options=options, seed=seed), random_game(options, seed)
        assert rewards(start, start) is None
        found = rewards(start, match)
        assert found is not None
        assert all(0 <= reward <= 1000 for reward in found)
        shared = len(match.winners) > (2 if options.get("teams") else 1)
        for seat, reward in enumerate(found):
            assert (reward == 500 and shared) if seat in match.winners and shared else True
            assert (reward > 500) == (seat in match.winners and not shared)


@pytest.mark.parametrize("options", VARIANTS, ids=name_of)
def test_rollouts_end_the_match_by_legal_moves(options: dict[str, Any]) -> None:
    """The state a rollout ends in has full rows and all cards."""
    match = random_game(options, 5, 9)
    for number in range(20):
        end = match.position()
        rng = ffi.new("Rng *")
        lib.rng_seed(rng, number, 0)
        lib.game_at(GAMES["tale"].index).rollout(end._state, rng)
        assert end.over
        assert [len(table) for table in end.state()["table"]] == [12] * match.seats_count
        assert sorted(c.card or "" for c in end.cards()) == sorted(full_deck(bool(options.get("expert"))))


def last_choice(seed: int) -> Match:
    """A two-seat game before its last two cards are laid."""
    return random_game({"players": 2}, seed, len(random_game({"players": 2}, seed).moves) - 2)


def test_rollouts_choose_among_the_legal_moves_alike() -> None:
    """The last card laid: one of two names, whatever their copies, about half of the time each."""
    lasts = (last_choice(seed) for seed in range(200))
    hands = ((match, match.state()) for match in lasts)
    match, state = next((m, s) for m, s in hands if s["chosen"] == [None] * 2 and len(s["table"][0]) == 11
                        and len(set(s["hands"][0])) == 2 and not s["packs"][0])  # fmt: skip
    assert len(state["hands"][0]) == 3
    found: Counter[str] = Counter()
    for number in range(1000):
        end, rng = match.position(), ffi.new("Rng *")
        lib.rng_seed(rng, number, 0)
        lib.game_at(GAMES["tale"].index).rollout(end._state, rng)
        found[end.state()["table"][0][11]["name"]] += 1
    assert set(found) == set(state["hands"][0])
    assert min(found.values()) >= 430


# ---- records, golden games, counts ----


def test_records_play_again() -> None:
    """A record of every variant leads to the same state, and undo takes it back."""
    for options in VARIANTS:
        match = random_game(options, 23, 60)
        again = Match.load(json.loads(json.dumps(match.record())))
        assert again.memory() == match.memory()
        for _ in range(20):
            again.undo()
        assert again.state() == random_game(options, 23, len(match.moves) - 20).state()


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
def test_every_seat_sees_only_its_own_hidden_cards(seat: int | None) -> None:
    """In the state and in the list of cards alike; tables are open to all."""
    match, rng = Match("tale", options={"players": 3, "expert": True}, seed=2), random.Random(2)
    while not match.over:
        match.play(rng.choice(match.legal()))
        for card in match.cards(seat):
            hidden = seat is not None and card.zone != "table" and card.seat != seat
            assert (card.card is None) == hidden
        state, full = match.state(seat), match.state()
        assert state["table"] == full["table"]
        for zone in ("packs", "hands", "discards"):
            for other in range(3):
                shown = full[zone][other] if seat in (None, other) else ["?"] * len(full[zone][other])
                assert state[zone][other] == shown


def perft_lines() -> Iterator[tuple[dict[str, Any], list[int]]]:
    for line in (HERE / "perft" / "tale.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            *numbers, options = line.split(maxsplit=4)
            yield json.loads(options), [int(n) for n in numbers]


def test_perft_counts() -> None:
    """Leaves of the tree of moves from seeded deals, pinned."""
    lines = list(perft_lines())
    assert len(lines) >= 8
    for options, (seed, played, depth, leaves) in lines:
        assert random_game(options, seed, played).perft(depth) == leaves


def test_perft_agrees_with_the_reference() -> None:
    """Two moves deep, at many moments."""
    for number, options in enumerate(VARIANTS):
        match = random_game(options, number, 40 + number)
        game = slow(Match("tale", options=options, seed=number))
        for move in match.moves:
            game.play(move)
        count = 0
        for move in game.legal():
            after = slow(Match("tale", options=options, seed=number))
            for before in [*match.moves, move]:
                after.play(before)
            count += len(after.legal())
        assert match.perft(2) == count


def test_the_deck_file_is_read_as_it_stands() -> None:
    """The copy that these tests use is the file."""
    assert tomllib.loads(FILE.read_text("utf-8"))["card"] == CARDS
