"""Dragonheart: the engine's rules against the rules page, and against the slow reference on whole games."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from native import GAMES, BadMove, BadRecord, Match, Phrase, Unsolved, ffi, lib
from native.files import strings
from tests.reference.heart import KINDS, Heart, Solver, full_deck, hand_by_hand, last_but_one, text

HERE = Path(__file__).parent
DECK = Counter(text(card) for card in full_deck())


def deal_of(match: Match) -> dict[str, Any]:
    """The deal that a match began with, as a record would spell it out."""
    cards = match.cards()
    lists = {
        zone: [[c.card for c in cards if c.zone == zone and c.seat == seat] for seat in (0, 1)]
        for zone in ("hand", "deck")
    }
    return {"first": match.to_act, "hands": lists["hand"], "decks": lists["deck"]}


def arranged(hand0: str, top0: str = "", hand1: str = "", top1: str = "", first: int = 0) -> dict[str, Any]:
    """A deal with these cards in hand and on top of the decks; hands are filled up with what is left."""
    hands, decks = [], []
    for hand_text, top_text in ((hand0, top0), (hand1, top1)):
        hand, top = ([c for c in cards.split(", ") if c] for cards in (hand_text, top_text))
        rest = DECK - Counter(hand) - Counter(top)
        assert rest.total() == 50 - len(hand) - len(top), "more of a card than the deck has"
        spare = sorted(rest.elements())
        fill = 5 - len(hand)
        hands.append(hand + spare[:fill])
        decks.append(top + spare[fill:])
    return {"first": first, "hands": hands, "decks": decks}


def play(match: Match, *moves: str) -> dict[str, Any]:
    """Plays the moves; the state reached."""
    for move in moves:
        match.play(move)
    return match.state()


def announced(match: Match, move: str) -> list[str]:
    """What is announced when a move is played."""
    return [event.what for event in match.play(move) if event.kind == "say"]


def random_game(seed: int, moves: int = 1000, ship_stacks: int = 3) -> Match:
    """A game played at random, at most so many moves."""
    match, rng = Match("heart", {"ship_stacks": ship_stacks}, seed=seed), random.Random(seed)
    for _ in range(moves):
        if match.over:
            break
        match.play(rng.choice(match.legal()))
    return match


# ---- against the reference ----


def lost_card(match: Match, loser: int) -> str:
    returned: str = match.state()["returned"][loser]
    return returned


def assert_same(match: Match, game: Heart) -> None:
    assert match.state() == game.state()
    assert [match.state(seat) for seat in (0, 1)] == [game.state(seat) for seat in (0, 1)]
    assert match.over == game.over
    assert match.to_act == (None if game.over else game.turn)
    assert match.scores == game.scores()
    legal = match.legal()
    assert set(legal) == game.legal()
    assert len(set(legal)) == len(legal)


def step(match: Match, game: Heart, move: str) -> None:
    loser = 1 - game.turn
    match.play(move)

    def lose(_: list[tuple[str, int]]) -> tuple[str, int]:
        kind, value = lost_card(match, loser).split()
        return kind, int(value)

    game.play(move, lose)


@pytest.mark.parametrize("ship_stacks", [3, 2])
@pytest.mark.parametrize("seed", range(1, 81))
def test_whole_games_agree_with_the_reference(seed: int, ship_stacks: int) -> None:
    """Every state, every view, every list of moves of a game played at random."""
    match, rng = Match("heart", {"ship_stacks": ship_stacks}, seed=seed), random.Random(seed)
    game = Heart(deal_of(match), ship_stacks)
    assert_same(match, game)
    while not match.over:
        legal = match.legal()
        wanted = [m for m in legal if m.startswith(("petrified", "sorceress"))] if rng.random() < 0.3 else []
        step(match, game, rng.choice(wanted or legal))
        assert_same(match, game)
    assert match.winners == game.winners()


@pytest.mark.long
def test_random_games_reach_every_kind_of_event() -> None:
    """The games above prove something only if everything happens in them."""
    seen: Counter[str] = Counter()
    for seed in range(1, 101):
        match, rng = Match("heart", seed=seed), random.Random(seed)
        while not match.over:
            seen.update(e.what for e in match.play(rng.choice(match.legal())) if e.kind == "say")

    assert set(GAMES["heart"].says) - set(seen) <= {"drawn"}


# ---- dealing ----


def test_a_deal_is_the_same_for_ever() -> None:
    """The frozen shuffle: seed 7 deals these cards."""
    match = Match("heart", seed=7)
    assert match.to_act == 1
    assert match.state()["hands"] == GOLDEN_HANDS
    assert [c.card for c in match.cards() if c.zone == "deck" and c.seat == 0][:4] == GOLDEN_TOP


GOLDEN_HANDS = [
    ["chest 3", "troll 2", "dwarf 1", "huntress 1", "ship 1"],
    ["fire 2", "fire 3", "petrified 2", "dwarf 3", "huntress 1"],
]
GOLDEN_TOP = ["dwarf 1", "chest 2", "huntress 2", "dwarf 1"]


@pytest.mark.parametrize("seed", [0, 1, 77, 2**64 - 1])
def test_each_seat_has_the_whole_deck(seed: int) -> None:
    """Each seat's hand and deck are the fifty cards of the table, hands of five."""
    deal = deal_of(Match("heart", seed=seed))
    for hand, deck in zip(deal["hands"], deal["decks"], strict=True):
        assert len(hand) == 5
        assert Counter(hand + deck) == DECK


def test_the_deck_file_is_the_table_of_the_rules() -> None:
    """Cards and points of each kind, as the rules page counts them."""
    table = {"chest": (7, 16), "fire": (4, 12), "petrified": (5, 10), "sorceress": (4, 6), "troll": (3, 6),
             "dwarf": (11, 18), "knight": (5, 6), "huntress": (5, 7), "ship": (6, 6)}  # fmt: skip
    deal = deal_of(Match("heart", seed=1))
    cards = [card.split() for card in deal["hands"][0] + deal["decks"][0]]
    for kind, (count, points) in table.items():
        values = [int(value) for name, value in cards if name == kind]
        assert (len(values), sum(values)) == (count, points)


def test_who_starts() -> None:
    """Drawn from the seed, about evenly; or chosen, and then the cards are still the same."""
    starts = Counter(Match("heart", seed=seed).to_act for seed in range(200))
    assert 70 <= starts[0] <= 130
    for first in (0, 1):
        chosen = Match("heart", {"first": first}, seed=7)
        assert chosen.to_act == first
        assert chosen.state()["hands"] == GOLDEN_HANDS


@pytest.mark.long
def test_an_explicit_deal_plays_like_the_seed_that_deals_it() -> None:
    """Deal and chance spelled out: the same game to its end."""
    for seed in range(30):
        match = random_game(seed)
        again = Match("heart", seed=seed, deal=deal_of(Match("heart", seed=seed)))
        bare = Match("heart", seed=seed)
        losses = []
        for move in match.moves:
            for event in bare.play(move):
                losses += [event.card] if event.what == "loses_card" else []
            again.play(move)
        assert again.state() == match.state()
        spelled = Match("heart", seed=seed ^ 1, deal=deal_of(Match("heart", seed=seed)), chance=losses)
        assert play(spelled, *match.moves) == match.state()


# ---- a turn ----


def test_several_cards_of_one_kind_at_once() -> None:
    """Any number of cards of one kind, each multiset of values once; never two kinds."""
    match = Match("heart", deal=arranged("dwarf 1, dwarf 1, dwarf 2, chest 1, fire 2"))
    assert sorted(match.legal()) == [
        "chest 1", "dwarf 1", "dwarf 1 1", "dwarf 1 1 2", "dwarf 1 2", "dwarf 2", "fire 2",
    ]  # fmt: skip


def test_cards_are_laid_in_ascending_order() -> None:
    """The highest lies on top, whatever order the text has."""
    match = Match("heart", deal=arranged("chest 4, chest 1, chest 3, fire 2, fire 3"))
    assert play(match, "chest 4 1 3")["board"]["chest"] == [1, 3, 4]
    assert match.moves == ["chest 1 3 4"]


def test_never_more_than_the_free_outlines() -> None:
    """Dwarf 4, Knight 2, Huntress 3, Ship 3, less what lies there."""
    match = Match("heart", deal=arranged("dwarf 1, dwarf 1, dwarf 1, dwarf 1, dwarf 1"))
    assert "dwarf 1 1 1 1" in match.legal()
    assert match.why_not("dwarf 1 1 1 1 1") == "too_many"
    deal = arranged("knight 1, knight 1, knight 1, ship 1, chest 1", "", "knight 1, knight 1")
    match = Match("heart", deal=deal)
    assert match.why_not("knight 1 1 1 > troll") == "too_many"
    play(match, "knight 1")
    assert match.why_not("knight 1 1 > troll") == "too_many"
    assert match.why_not("knight 1 > troll") == ""


def test_chest_and_petrified_take_nothing() -> None:
    match = Match("heart", deal=arranged("chest 1, chest 2", "", "petrified 2, petrified 2"))
    state = play(match, "chest 1 2", "petrified 2 2")
    assert state["piles"] == [0, 0]
    assert state["board"]["chest"] == [1, 2]
    assert state["board"]["petrified"] == [2, 2]


def test_fire_takes_the_chest() -> None:
    """All treasure, and not the Fire Dragon itself."""
    match = Match("heart", deal=arranged("chest 3, chest 4", "", "fire 2"))
    state = play(match, "chest 3 4", "fire 2")
    assert state["piles"] == [0, 7]
    assert state["board"]["chest"] == []
    assert state["board"]["fire"] == [2]


def test_sorceress_takes_one_of_two() -> None:
    """The space named, all of it, and only that; the figure comes with petrified dragons."""
    deal = arranged("chest 3, petrified 2, petrified 2", "", "sorceress 1, chest 1, sorceress 2")
    match = Match("heart", deal=deal)
    play(match, "petrified 2 2", "chest 1", "chest 3")
    assert {m for m in match.legal() if m[0] == "s"} == {
        f"sorceress {v} > {s}" for v in ("1", "2", "1 2") for s in ("chest", "petrified")
    }
    other = match.copy()
    state = play(match, "sorceress 1 > chest")
    assert state["piles"] == [0, 4]
    assert state["figure"] is None
    assert state["board"]["petrified"] == [2, 2]
    state = play(other, "sorceress 1 > petrified")
    assert state["piles"] == [0, 4]
    assert state["figure"] == 1
    assert state["board"]["chest"] == [1, 3]
    assert other.scores == [0, 7]


def test_an_empty_space_may_be_named() -> None:
    match = Match("heart", deal=arranged("sorceress 1, sorceress 2"))
    assert announced(match, "sorceress 1 > petrified") == ["takes_nothing"]
    assert match.state()["figure"] is None
    assert match.state()["piles"] == [0, 0]


def test_troll_takes_the_sorceress() -> None:
    match = Match("heart", deal=arranged("sorceress 1, sorceress 2", "", "troll 3"))
    state = play(match, "sorceress 1 2 > chest", "troll 3")
    assert state["piles"] == [0, 3]
    assert state["board"]["troll"] == [3]


def test_the_fourth_dwarf_takes_all_four() -> None:
    """Those just played included; three take nothing."""
    match = Match("heart", deal=arranged("dwarf 1, dwarf 2, dwarf 3", "", "dwarf 1, dwarf 3"))
    assert play(match, "dwarf 1 2 3")["piles"] == [0, 0]
    assert match.why_not("dwarf 1 3") == "too_many"
    state = play(match, "dwarf 3")
    assert state["piles"] == [0, 9]
    assert state["board"]["dwarf"] == []


@pytest.mark.parametrize(("space", "pile"), [("sorceress", 2), ("troll", 3)])
def test_the_second_knight_takes_one_of_two_and_both_go_below(space: str, pile: int) -> None:
    """Sorceresses or Trolls; the knights lie below the Ship, in order."""
    match = Match("heart", deal=arranged("sorceress 2, knight 2", "", "troll 1, troll 2, knight 1, knight 1"))
    play(match, "knight 2", "troll 1 2")
    state = play(match, "sorceress 2 > chest", f"knight 1 > {space}")
    assert state["piles"] == [0, pile]
    assert state["board"]["knight"] == []
    assert state["below_ship"] == [["knight", 2], ["knight", 1]]


def test_the_first_knight_names_no_space() -> None:
    """Only the play that fills the second outline has a choice."""
    match = Match("heart", deal=arranged("knight 1, knight 2"))
    assert set(match.legal()) >= {"knight 1", "knight 2", "knight 1 2 > troll", "knight 1 2 > sorceress"}
    assert match.why_not("knight 1 > troll") == "no_space"
    assert match.why_not("knight 1 2") == "name_space"


def test_the_third_huntress_takes_fire_and_all_go_below() -> None:
    match = Match("heart", deal=arranged("fire 2, fire 3, fire 4, huntress 2", "", "huntress 1, huntress 1"))
    play(match, "fire 2 3 4", "huntress 1", "huntress 2")
    state = play(match, "huntress 1")
    assert state["piles"] == [0, 9]
    assert state["board"]["huntress"] == []
    assert state["below_ship"] == [["huntress", v] for v in (1, 2, 1)]


def test_the_third_ship_takes_what_lies_below_and_leaves() -> None:
    """Knights and Huntresses are collected, ships never."""
    match = Match("heart", deal=arranged("knight 1, knight 2, ship 1", "", "ship 1, ship 1"))
    play(match, "knight 1 2 > troll", "ship 1")
    state = play(match, "ship 1", "ship 1")
    assert state["piles"] == [0, 3]
    assert state["below_ship"] == []
    assert state["ship_stacks"] == 1
    assert state["board"]["ship"] == []
    assert match.scores == [0, 3]


def test_what_went_below_first_lies_at_the_bottom() -> None:
    """The order is that of going below, not that of being played."""
    deal = arranged("knight 1, huntress 1, huntress 1, huntress 2", "", "knight 2, chest 1")
    match = Match("heart", deal=deal)
    play(match, "knight 1", "chest 1", "huntress 1 1 2")
    state = play(match, "knight 2 > troll")
    assert state["below_ship"] == [["huntress", v] for v in (1, 1, 2)] + [["knight", 1], ["knight", 2]]


def test_an_effect_happens_once_a_turn() -> None:
    """However many cards were played; what is taken is what lay there, all of it."""
    match = Match("heart", deal=arranged("chest 4", "", "fire 2, fire 3, fire 3"))
    play(match, "chest 4")
    assert announced(match, "fire 2 3 3") == ["takes_chest"]
    assert match.state()["piles"] == [0, 4]


def test_drawing_up_to_five() -> None:
    """Played cards are replaced from the top of the seat's deck."""
    deal = arranged("chest 1, chest 2, chest 3, fire 2, fire 3", "ship 1, knight 2, dwarf 3")
    match = Match("heart", deal=deal)
    state = play(match, "chest 1 2 3")
    assert Counter(state["hands"][0]) == Counter(["fire 2", "fire 3", "ship 1", "knight 2", "dwarf 3"])
    assert state["decks"] == [42, 45]


# ---- the Great Dragon figure ----


def figure_deal() -> dict[str, Any]:
    """Seat 0 can take the figure in its second turn, seat 1 in its third."""
    return arranged(
        "petrified 2, sorceress 1, sorceress 2, chest 1, petrified 2", "ship 1, knight 2, dwarf 3, troll 3",
        "petrified 2, sorceress 1, sorceress 1, chest 1, petrified 2",
    )


def figure_moves() -> list[str]:
    """Seat 0 takes the figure; then it is seat 1's turn to take it from a hand of six."""
    return ["petrified 2", "chest 1", "sorceress 1 > petrified", "petrified 2", "chest 1"]


def test_the_owner_holds_six_at_once() -> None:
    """The turn that takes the figure already draws up to six."""
    match = Match("heart", deal=figure_deal())
    state = play(match, "petrified 2", "chest 1", "sorceress 1 > petrified")
    assert state["figure"] == 0
    assert len(state["hands"][0]) == 6
    assert match.scores == [5, 0]


def test_taking_petrified_again_changes_nothing_for_the_owner() -> None:
    """The figure stays, no card is lost."""
    match = Match("heart", deal=figure_deal())
    play(match, "petrified 2", "petrified 2", "sorceress 1 > petrified", "petrified 2")
    assert "figure" not in announced(match, "sorceress 2 > petrified")
    assert match.state()["figure"] == 0
    assert match.state()["returned"] == [None, None]


def test_losing_the_figure_costs_a_card_over_five() -> None:
    """It goes on top of the loser's own deck, unseen by the taker, and is drawn again next."""
    match = Match("heart", deal=figure_deal())
    play(match, *figure_moves())
    before = match.state()
    assert len(before["hands"][0]) == 6
    assert announced(match, "sorceress 1 > petrified") == ["takes_petrified", "figure", "loses_card"]
    state = match.state()
    lost = state["returned"][0]
    assert state["figure"] == 1
    assert Counter(state["hands"][0]) + Counter([lost]) == Counter(before["hands"][0])
    assert state["decks"][0] == before["decks"][0] + 1
    assert len(state["hands"][1]) == 6
    assert match.state(1)["returned"] == ["?", None]
    assert match.state(0)["returned"] == [lost, None]
    assert [c.card for c in match.cards(0) if c.zone == "deck" and c.seat == 0][:2] == [lost, None]
    assert all(c.card is None for c in match.cards(1) if c.zone == "deck")
    held = Counter(match.state()["hands"][0])
    move = next(m for m in match.legal() if m.startswith("sorceress"))
    after = play(match, move)
    assert Counter(after["hands"][0])[lost] >= (held - Counter([move.split(" >")[0]]))[lost] + 1
    assert after["returned"] == [None, None]


@pytest.mark.long
def test_every_card_of_the_hand_is_lost_equally_often() -> None:
    losses: Counter[str] = Counter()
    for seed in range(600):
        match = Match("heart", seed=seed, deal=figure_deal())
        play(match, *figure_moves())
        losses[play(match, "sorceress 1 > petrified")["returned"][0]] += 1
    assert losses.keys() == set(match.copy().state()["hands"][0]) | {match.state()["returned"][0]}
    held = Counter(match.state()["hands"][0] + [match.state()["returned"][0]])
    for card, count in held.items():
        assert 100 * count - 40 < losses[card] < 100 * count + 40


def test_the_record_may_name_the_lost_card() -> None:
    """chance replaces the draw; a card that is not in the hand is refused, and nothing is played then."""
    moves = [*figure_moves(), "sorceress 1 > petrified"]
    for card in ("knight 2", "ship 1", "sorceress 2"):
        match = Match("heart", deal=figure_deal(), chance=[card])
        assert play(match, *moves)["returned"] == [card, None]
    for wrong in ("fire 4", "knight 7", "?", 3, None, ["knight 2"]):
        match = Match("heart", deal=figure_deal(), chance=[wrong])
        with pytest.raises(BadRecord, match="loses a card"):
            play(match, *moves)
        assert len(match.moves) == 5


# ---- the end ----


def most_ships(match: Match) -> str:
    return max(match.legal(), key=lambda m: (m.startswith("ship"), m.startswith("dwarf"), len(m)))


def test_the_third_ship_stack_gives_the_other_one_last_turn() -> None:
    """Announced at once; the other plays, draws, and it is over."""
    match = Match("heart", seed=5)
    while match.state()["ship_stacks"] < 3:
        seat = match.to_act
        match.play(most_ships(match))
    state = match.state()
    assert seat is not None
    assert state["last_turn_of"] == 1 - seat == match.to_act
    assert not match.over
    assert min(state["decks"]) > 5
    match.play(match.legal()[0])
    assert match.over
    assert match.legal() == []
    assert match.to_act is None
    assert match.state()["decks"][1 - seat] < state["decks"][1 - seat]
    assert match.winners


@pytest.mark.long
def test_an_empty_deck_ends_only_who_has_to_draw_from_it() -> None:
    """Drawing the last card, or fewer than wanted, is no end; having nothing to draw is."""
    ends = 0
    for seed in range(40):
        match, rng = Match("heart", seed=seed), random.Random(seed)
        while not match.over:
            before, seat = match.state(), match.to_act
            choices = [m for m in match.legal() if not m.startswith("ship")] or match.legal()
            said = announced(match, rng.choice(choices))
            assert seat is not None
            if before["last_turn_of"] is None:
                ships = match.state()["ship_stacks"] == 3
                assert ("deck_empty" in said) == (before["decks"][seat] == 0)
                assert (match.state()["last_turn_of"] == 1 - seat) == (before["decks"][seat] == 0 or ships)
                ends += "deck_empty" in said
    assert ends > 20


@pytest.mark.long
def test_there_is_one_last_turn_only() -> None:
    """Whatever happens in it, and both conditions at once change nothing more."""
    both = 0
    for seed in range(80):
        match = random_game(seed)
        last = match.state()["last_turn_of"]
        match.undo()
        assert match.to_act == last
        assert match.state()["last_turn_of"] == last
        both += match.state()["decks"][last] == 0
        match.undo()
        assert match.to_act == 1 - last
        assert match.state()["last_turn_of"] is None
    assert both > 0


def test_a_loss_in_the_last_turn_still_happens() -> None:
    """The former owner's card goes back though that seat never draws again."""
    found = 0
    for seed in (15, 35):
        match, rng = Match("heart", seed=seed), random.Random(seed)
        while not match.over:
            last = match.state()["last_turn_of"]
            legal = match.legal()
            wanted = [m for m in legal if m.endswith("petrified") and match.state()["board"]["petrified"]]
            said = announced(match, rng.choice(wanted or legal))
            if last is not None and "loses_card" in said:
                found += 1
                assert match.over
                assert match.state()["returned"][1 - last] is not None
    assert found == 2


@pytest.mark.long
def test_points_the_figure_and_ties() -> None:
    """More points win, the figure breaks ties; scores always are pile and figure."""
    kinds: Counter[str] = Counter()
    for seed in [*range(60), 153, 175, 194, 332]:
        match = random_game(seed)
        state = match.state()
        score = [pile + 3 * (state["figure"] == seat) for seat, pile in enumerate(state["piles"])]
        assert match.scores == score
        if score[0] != score[1]:
            assert match.winners == [score.index(max(score))]
        elif state["figure"] is not None:
            kinds["figure"] += 1
            assert match.winners == [state["figure"]]
    assert kinds["figure"] == 5


def test_a_draw() -> None:
    """Nobody owns the figure, equal points: both win. Nine ships end a game in four turns."""
    ships = ", ".join(["ship 1"] * 5)
    match = Match("heart", deal=arranged(ships, "ship 1", ships, "ship 1"))
    play(match, "ship 1 1 1", "ship 1 1 1", "ship 1 1 1")
    assert match.state()["last_turn_of"] == 1
    assert not match.over
    assert match.winners == []
    assert announced(match, next(m for m in match.legal() if m.startswith("ship"))) == ["drawn"]
    assert match.over
    assert match.scores == [0, 0]
    assert match.winners == [0, 1]


# ---- what is told and shown ----


@pytest.mark.long
def test_events_carry_every_card_to_where_it_lies() -> None:
    """Following the card events of a whole game gives the table at every moment, scores included."""
    for seed in range(10):
        match, rng = Match("heart", seed=seed), random.Random(seed)
        where = Counter((c.zone, c.seat, c.card) for c in match.cards())
        scores = [0, 0]
        while not match.over:
            for event in match.play(rng.choice(match.legal())):
                if event.kind == "card":
                    assert where[event.source, event.source_seat, event.card] > 0
                    where[event.source, event.source_seat, event.card] -= 1
                    where[event.target, event.target_seat, event.card] += 1
                    if "deck" in (event.source, event.target):
                        assert event.seen == 1 << (event.seat or 0)
                elif event.kind == "score":
                    assert event.seat is not None
                    scores[event.seat] += event.amount
            assert +where == Counter((c.zone, c.seat, c.card) for c in match.cards())
            assert scores == match.scores
        assert event.kind == "over"


def test_events_say_nothing_hidden() -> None:
    """Cards drawn and lost are seen by their owner only; all else by both."""
    for seed in range(20):
        match, rng = Match("heart", seed=seed), random.Random(seed)
        while not match.over:
            for event in match.play(rng.choice(match.legal())):
                hidden = event.kind == "card" and "deck" in (event.source, event.target)
                hidden |= event.what == "loses_card"
                assert event.seen == (1 << (event.seat or 0) if hidden else 31)


def test_order_of_a_full_turn() -> None:
    """Laid, taken, off the space, figure, loss, drawing."""
    match = Match("heart", deal=figure_deal())
    play(match, *figure_moves())
    told = [(e.kind, e.what, e.source, e.target) for e in match.play("sorceress 1 > petrified")]
    assert [t for t in told if t[0] in ("card", "say")] == [
        ("card", "", "hand", "sorceress"),
        ("say", "takes_petrified", "", ""),
        ("card", "", "petrified", "pile"),
        ("say", "figure", "", ""),
        ("card", "", "figure", "figure"),
        ("say", "loses_card", "", ""),
        ("card", "", "hand", "deck"),
        ("card", "", "deck", "hand"),
        ("card", "", "deck", "hand"),
    ]


@pytest.mark.long
def test_cards_show_what_a_seat_may_know() -> None:
    """The own hand and all that was played; 100 cards and the figure are always there."""
    for seed in range(20):
        match = random_game(seed, 20)
        for viewer in (0, 1):
            cards = match.cards(viewer)
            assert len(cards) == 101
            assert cards[-1].card == "figure"
            for seen, true in zip(cards, match.cards(), strict=True):
                hidden = (true.zone == "hand" and true.seat != viewer) or true.zone == "deck"
                returned = match.state()["returned"][viewer] is not None
                top = true.zone == "deck" and true.seat == viewer and true.place == 0 and returned
                assert seen == (true if not hidden or top else true._replace(card=None))


def test_breakdown_adds_up() -> None:
    """Rows of a seat: one a kind, the figure, and their sum is the score; ships never score."""
    for seed in range(40):
        match = random_game(seed)
        for seat in (0, 1):
            rows = match.breakdown(seat)
            assert sum(row.value for row in rows) == match.scores[seat]
            assert not any(row.label == "ship" for row in rows)
            pile = [c for c in match.cards() if c.zone == "pile" and c.seat == seat]
            assert sum(row.count for row in rows if row.label != "figure") == len(pile)


# ---- moves as text, and why not ----


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("chest 4", "not_held"), ("knight 1 1 > troll", "not_held"), ("sorceress 1", "name_space"),
        ("sorceress 1 > troll", "wrong_space"), ("chest 1 > petrified", "no_space"),
        ("dwarf 3 3", "not_held"), ("sorceress 1 > chest", ""), ("knight 1 > troll", "no_space"),
        ("knight 1", ""),
    ],
)  # fmt: skip
def test_why_not(move: str, reason: str) -> None:
    """Each reason where it applies, in the order: cards held, outlines, space."""
    match = Match("heart", deal=arranged("chest 1, sorceress 1, knight 1, dwarf 3, troll 1"))
    assert match.why_not(move) == reason
    assert (move in match.legal()) == (reason == "")


@pytest.mark.parametrize(
    "nonsense",
    ["", "chest", "chest ", "chest 0", "chest 5", "chest  1", "chest 1 ", " chest 1", "Chest 1", "chest 1 >",
     "sorceress 1 > ", "sorceress 1 >chest", "sorceress 1 > gold", "sorceress 1 > chest ", "chest 1,1",
     "1 chest", "chest" + " 1" * 15, "chest" + " 1" * 60, "chest 12", "x" * 100],
)  # fmt: skip
def test_nonsense_is_no_move(nonsense: str) -> None:
    """Texts that name no move at all."""
    match = Match("heart", seed=1)
    with pytest.raises(BadMove) as error:
        match.play(nonsense)
    assert error.value.reason == ""


def test_any_order_of_values_is_the_same_move() -> None:
    """Text to move and back gives the one canonical text."""
    match = Match("heart", deal=arranged("dwarf 1, dwarf 3, dwarf 2, sorceress 2, sorceress 1"))
    same = {"dwarf 3 1 2": "dwarf 1 2 3", "sorceress 2 1 > chest": "sorceress 1 2 > chest"}
    for given, canonical in same.items():
        other = match.copy()
        other.play(given)
        assert other.moves == [canonical]


def test_nothing_is_legal_after_the_end() -> None:
    """Every move is refused with the same reason."""
    assert random_game(3).why_not("chest 1") == "over"


# ---- redeal ----


def hidden_cards(match: Any, seat: int) -> Counter[str]:
    return Counter(c.card for c in match.cards() if c.zone in ("hand", "deck") and c.seat == seat)


@pytest.mark.long
def test_redeal_keeps_all_that_is_known() -> None:
    """Views stay the same, each seat's unseen cards too, and so does the rest of the table."""
    for seed in range(60):
        match = random_game(seed, seed)
        for seat in (0, 1):
            other = match.redealt(seat, seed)
            assert other.state(seat) == match.state(seat)
            assert other.cards(seat) == match.cards(seat)
            assert all(hidden_cards(other, s) == hidden_cards(match, s) for s in (0, 1))
            assert other.scores == match.scores
            assert other.to_act == match.to_act


def test_redeal_depends_on_nothing_hidden() -> None:
    """From two positions that look the same to a seat, the same alternatives come."""
    for seed in range(40):
        match = random_game(seed, 2 * seed % 50)
        for seat in (0, 1):
            twin = match.redealt(seat, 99)
            for number in range(3):
                a, b = match.redealt(seat, number), twin.redealt(seat, number)
                assert a.cards() == b.cards()
                assert a.state() == b.state()


def test_redeal_replaces_the_seed() -> None:
    """The card that will be lost is as hidden as a deck: it differs between alternatives."""
    match = Match("heart", deal=figure_deal())
    play(match, *figure_moves())
    lost = set()
    for number in range(40):
        other = match.redealt(1, number)
        other.play("sorceress 1 > petrified")
        lost.add(other.state()["returned"][0])
    assert len(lost) > 6


@pytest.mark.long
def test_redeal_deals_every_hidden_card_alike() -> None:
    """The other hand is a fair sample of its unseen cards; the order of the seat's deck is fair too."""
    match = random_game(11, 12)
    hands: Counter[str] = Counter()
    tops: Counter[str] = Counter()
    for number in range(1000):
        other = match.redealt(0, number)
        hands.update(other.state()["hands"][1])
        tops[next(c.card for c in other.cards() if c.zone == "deck" and c.seat == 0) or ""] += 1
    unseen, size = hidden_cards(match, 1), len(match.state()["hands"][1])
    for card, count in unseen.items():
        expected = 1000 * size * count / unseen.total()
        assert abs(hands[card] - expected) < 5 * expected**0.5 + 5
    deck = Counter(c.card for c in match.cards() if c.zone == "deck" and c.seat == 0)
    for top, count in deck.items():
        expected = 1000 * count / deck.total()
        assert abs(tops[top or ""] - expected) < 5 * expected**0.5 + 5


def test_a_card_put_back_stays_known_to_its_owner_only() -> None:
    """For the owner it lies on top in every alternative; for the other it may be any."""
    match = Match("heart", deal=figure_deal())
    play(match, *figure_moves())
    lost = play(match, "sorceress 1 > petrified")["returned"][0]
    assert {match.redealt(0, n).state()["returned"][0] for n in range(30)} == {lost}
    assert len({match.redealt(1, n).state()["returned"][0] for n in range(30)}) > 5


# ---- bad deals, bad deck files ----


def bad_deals() -> list[tuple[Any, str]]:
    good = arranged("")
    swapped = json.loads(json.dumps(good))
    swapped["hands"][0][0] = "ship 1" if good["hands"][0][0] != "ship 1" else "fire 4"
    unknown = json.loads(json.dumps(good))
    unknown["decks"][1][7] = "gnome 1"
    odd = json.loads(json.dumps(good))
    odd["hands"][1][2] = 5
    return [
        ({}, "and nothing else"),
        ({**good, "x": 1}, "and nothing else"),
        ({**good, "first": 2}, '"first" in the deal must be 0 or 1'),
        ({**good, "first": True}, '"first" in the deal must be 0 or 1'),
        ({**good, "hands": good["hands"][:1]}, "and nothing else"),
        ({**good, "hands": [good["hands"][0][:4], good["hands"][1]]}, "a hand of 5 cards"),
        ({**good, "decks": [good["decks"][0] + ["ship 1"], good["decks"][1]]}, "a deck of 45 cards"),
        (swapped, "but the deck has"),
        (unknown, '"gnome 1", which is no card'),
        (odd, "no text"),
    ]


@pytest.mark.parametrize(("deal", "words"), bad_deals())
def test_bad_deals_are_refused_with_a_reason(deal: Any, words: str) -> None:
    with pytest.raises(BadRecord) as error:
        Match("heart", deal=deal)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_a_deal_and_the_option_first_must_agree() -> None:
    """The deal decides; an option that says otherwise is an error."""
    assert Match("heart", {"first": 1}, deal=arranged("", first=1)).to_act == 1
    with pytest.raises(BadRecord, match='the option "first" is 0'):
        Match("heart", {"first": 0}, deal=arranged("", first=1))


def deal_with_deck(deck: object) -> str:
    """The sentence with which a deck file is refused; "" when it is taken."""
    game = next(g for g in map(lib.game_at, range(lib.game_count())) if ffi.string(g.id) == b"heart")
    state, error = ffi.new("uint64_t[]", lib.MAX_STATE // 8), ffi.new("char[]", lib.MAX_ERROR)
    given = ffi.new("char[]", json.dumps(deck).encode())
    options = ffi.new("int32_t[]", [-1, 3])
    refused = game.deal(state, options, 1, ffi.NULL, given, ffi.NULL, error)
    assert bool(refused) == bool(ffi.string(error))
    return Phrase.of("heart", ffi.string(error).decode()).said(strings("en")) if refused else ""


def deck_file(**changes: object) -> dict[str, Any]:
    cards = {kind: [DECK[f"{kind} {value}"] for value in (1, 2, 3, 4)] for kind in KINDS}
    return {"cards": {k: v for k, v in {**cards, **changes}.items() if v is not None}}


def test_another_deck_of_fifty_is_taken() -> None:
    """Ten dwarfs and one knight more: nothing else to change."""
    assert deal_with_deck(deck_file()) == ""
    assert deal_with_deck(deck_file(dwarf=[5, 3, 2, 0], knight=[5, 1, 0, 0])) == ""


@pytest.mark.parametrize(
    ("deck", "words"),
    [
        ({}, 'must hold a table "cards"'),
        ([], 'must hold a table "cards"'),
        ({"cards": 3}, 'must hold a table "cards"'),
        (deck_file(dwarf=[5, 3, 2, 0]), "counts 49 cards, not 50"),
        (deck_file(gnome=[0, 0, 0, 0]), '"gnome", which does not exist'),
        (deck_file(ship=None), 'lacks the kind "ship"'),
        (deck_file(ship=[6, 0, 0]), '"ship" four counts'),
        (deck_file(ship=[6, 0, 0, 0, 0]), '"ship" four counts'),
        (deck_file(ship=[-1, 7, 0, 0]), "whole numbers"),
        (deck_file(ship=[6.0, 0, 0, 0]), "whole numbers"),
        (deck_file(ship=[True, 5, 0, 0]), "whole numbers"),
    ],
)
def test_a_wrong_deck_file_gets_one_clear_sentence(deck: object, words: str) -> None:
    """Fifty cards, known kinds, values 1 to 4."""
    assert words in deal_with_deck(deck)


# ---- whole games ----


@pytest.mark.long
def test_random_games_are_bounded_and_conserve_cards() -> None:
    """A hundred cards and the figure at every moment, at most a hundred turns, each seat's cards its own."""
    whole = DECK + DECK + Counter(["figure"])
    for seed in range(1000, 1012):
        match, rng = Match("heart", seed=seed), random.Random(seed)
        turns = 0
        while not match.over:
            match.play(rng.choice(match.legal()))
            turns += 1
            assert Counter(c.card for c in match.cards()) == whole
            hands, figure = match.state()["hands"], match.state()["figure"]
            assert all(len(hand) <= 5 + (figure == seat) for seat, hand in enumerate(hands))
        assert turns <= 100
        assert match.winners


def test_undo_and_record_lead_back() -> None:
    """Any prefix played again gives the same position, luck included."""
    match = random_game(21)
    moves, end = list(match.moves), match.state()
    for _ in range(15):
        match.undo()
    state = match.state()
    assert Match.load(match.record()).state() == state
    assert play(match, *moves[-15:]) == end


def perft_lines() -> list[list[int]]:
    lines = (HERE / "perft" / "heart.txt").read_text("utf-8").splitlines()
    return [[int(n) for n in line.split()] for line in lines if line and not line.startswith("#")]


def test_perft_counts() -> None:
    """Leaves of the tree of moves from seeded deals, pinned; the reference confirms the shallow ones."""
    lines = perft_lines()
    assert len(lines) >= 8
    for seed, played, depth, leaves, *ship_stacks in lines:
        assert random_game(seed, played, *ship_stacks).perft(depth) == leaves


def test_perft_agrees_with_the_reference() -> None:
    """Depth 2 counted by the slow rules, from the deal and before an end that the second ship stack brings."""
    for seed in range(20):
        match = random_game(seed, 0, 3 - seed % 2)
        game = Heart(deal_of(match), 3 - seed % 2)
        for move in random_game(seed, 25, 2).moves if seed % 2 else ():
            step(match, game, move)
        count = 0
        for move in game.legal():
            after = game.copy()
            after.play(move, lambda hand: hand[0])
            count += len(after.legal())
        assert match.perft(2) == count


def test_rollouts_play_whole_games() -> None:
    """The engine's own random games run from any position."""
    assert Match("heart", seed=1).playouts(1, 500) >= 500
    assert random_game(2, 40).playouts(1, 500) >= 500


# ---- exact values, all cards open ----


def thrifty(seed: int, ahead: int = 0) -> Iterator[tuple[Match, Heart]]:
    """A game that plays ships last and drains both decks alike, or seat 0's so many cards more; at every turn."""
    match, rng = Match("heart", seed=seed), random.Random(seed)
    game = Heart(deal_of(match))
    while not match.over:
        yield match, game
        decks = [len(deck) for deck in game.decks]
        moves = [m for m in match.legal() if not m.startswith("ship")] or match.legal()
        behind = decks[game.turn] - decks[1 - game.turn] + (ahead if game.turn == 0 else -ahead)
        size = (max if behind > 1 else min)(len(m.split(" >")[0]) for m in moves)
        step(match, game, rng.choice([m for m in moves if len(m.split(" >")[0]) == size]))


def cards_left(game: Heart) -> int:
    return sum(map(len, game.hands + game.decks))


def ending(seed: int, left: int) -> tuple[Match, Heart] | None:
    """A position with so many cards left in hands and decks."""
    return next((found for found in thrifty(seed) if cards_left(found[1]) <= left), None)


MEANS = [40, 61, 68, 139, 195, 218, 295, 339, 467, 512, 596, 632, 655, 690, 750, 793]


@pytest.mark.long
@pytest.mark.parametrize("objective", ["margin", "outcome"])
@pytest.mark.parametrize("some", range(10))
def test_exact_values_agree_with_the_reference(some: int, objective: str) -> None:
    """Every move's value and the set of best moves in 170 endings; in MEANS luck decides part of it."""
    checked = 0
    for seed in [*range(some, 155, 10), *MEANS[some::10]]:
        found = ending(seed, 12)
        if found is None or found[0].over:
            continue
        match, game = found
        sign = 1 if game.turn == 0 else -1
        values = {move: sign * value for move, value in Solver(objective).moves(game).items()}
        solution = match.solve(objective)
        assert {move.move for move in solution.moves} == values.keys()
        assert all(abs(move.value - values[move.move]) < 1e-9 for move in solution.moves)
        best = max(values.values())
        assert set(solution.best) == {move for move, value in values.items() if value > best - 1e-9}
        checked += 1
    assert checked >= 15


def test_exact_values_before_the_end_of_a_short_match() -> None:
    """The second ship stack brings the end: every move's value, in games that play their ships early."""
    checked = 0
    for seed in range(40):
        match, rng = Match("heart", {"ship_stacks": 2}, seed=seed), random.Random(seed)
        game = Heart(deal_of(match), 2)
        while not match.over:
            if game.last_turn_of is not None and cards_left(game) <= 70:
                sign = 1 if game.turn == 0 else -1
                values = {move: sign * value for move, value in Solver("margin").moves(game).items()}
                assert {move.move: move.value for move in match.solve("margin").moves} == pytest.approx(values)
                assert game.ship_stacks == 2
                checked += 1
            ships = [move for move in match.legal() if move.startswith("ship")]
            step(match, game, rng.choice(ships or match.legal()))
    assert checked >= 10


def test_means_are_met() -> None:
    """In those endings some value is no whole number: a card lost with the figure matters."""
    for seed in MEANS:
        found = ending(seed, 12)
        assert found is not None
        assert any(move.value != int(move.value) for move in found[0].solve("margin").moves)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("objective", ["margin", "outcome"])
def test_a_table_changes_no_value(seed: int, objective: str) -> None:
    """None, a small one, a large one: the same values of all moves."""
    found = ending(seed, 18)
    assert found is not None
    values = [[(m.move, m.value, m.best) for m in found[0].solve(objective, mb=mb).moves] for mb in (0, 1, 32)]
    assert values[0] == values[1] == values[2]


@pytest.mark.parametrize("seed", range(12))
def test_values_hold_one_move_deeper(seed: int) -> None:
    """Where nothing is lost, a move is worth what the other is left with; both objectives, 22 cards left."""
    found = ending(seed, 22)
    assert found is not None
    match = found[0]
    for objective in ("margin", "outcome"):
        for move in match.solve(objective).moves:
            after = match.copy()
            said = announced(after, move.move)
            if not after.over and "loses_card" not in said:
                replies = after.solve(objective).moves
                assert move.value == -max(reply.value for reply in replies)


@pytest.mark.long
def test_the_principal_line_reaches_the_value() -> None:
    """Played to the end it yields what the best move is worth, unless a card is lost on the way."""
    ended = 0
    for seed in range(30):
        found = ending(seed, 16)
        assert found is not None
        match, seat = found[0], found[1].turn
        solution = match.solve()
        assert solution.line[0] in solution.best
        for move in solution.line:
            match.play(move)
        if match.over:
            ended += 1
            value = max(move.value for move in solution.moves)
            assert match.scores[seat] - match.scores[1 - seat] == value
    assert ended > 20


@pytest.mark.long
def test_fourteen_cards_left_take_few_nodes() -> None:
    """Far from a second's work; the counts are gated, time is not."""
    counts = []
    for seed in range(30):
        found = ending(seed, 14)
        assert found is not None
        counts += [found[0].solve(objective).nodes for objective in ("margin", "outcome")]
    assert max(counts) < 3000


def test_what_cannot_be_solved_says_so() -> None:
    """A strange objective, too few nodes, too little time: a sentence, never a value."""
    match = Match("heart", seed=1)
    with pytest.raises(Unsolved, match='not "maxn"'):
        match.solve("maxn")
    with pytest.raises(Unsolved, match="nodes"):
        match.solve(nodes=5000)
    with pytest.raises(Unsolved, match="time"):
        match.solve(ms=20)
    with pytest.raises(Unsolved, match="over"):
        random_game(3).solve()


# ---- advice ----

AI = ("hatchling", "wyrmling", "drake", "dragon")


def essence(advice: Any) -> tuple[Any, ...]:
    """All of an advice but the time it took."""
    return advice.status, advice.move, advice.proof, advice.worlds, advice.of, advice.moves, advice.nodes


@pytest.mark.parametrize("level", AI)
def test_advice_hangs_on_nothing_hidden(level: str) -> None:
    """Other hidden cards, another seed: the same advice, bit for bit, at every stage of a game."""
    checked = 0
    for seed in range(3):
        for match, game in thrifty(seed):
            if cards_left(game) % 9 == 4 or cards_left(game) < 16:
                twin = match.redealt(game.turn, seed + 50)
                assert twin.state(game.turn) == match.state(game.turn)
                first, second = (m.advise(level, rng=seed, permille=20) for m in (match, twin))
                assert essence(first) == essence(second)
                assert first.move in match.legal()
                checked += 1
    assert checked > 20


@pytest.mark.parametrize("level", AI)
def test_advice_is_repeatable_and_has_chances_of_its_own(level: str) -> None:
    """The same number, the same advice; the values of all moves are given, one of them is played."""
    match = random_game(5, 10)
    advice = match.advise(level, rng=7, permille=50)
    assert essence(advice) == essence(match.advise(level, rng=7, permille=50))
    assert [move.move for move in advice.moves] == match.legal()
    assert abs(sum(move.weight for move in advice.moves) - 1) < 1e-9
    assert [move.move for move in advice.moves if move.best] == [advice.move]


def assert_exact(match: Match, wanted: dict[str, tuple[float, float]], *proofs: str) -> None:
    """The advice says exact, gives these margins, and takes the best outcome, then the best margin."""
    advice = match.advise("dragon")
    assert advice.proof in (proofs or ("exact",))
    assert advice.worlds == advice.of
    assert advice.exploitability in ((0,) if advice.proof == "equilibrium" else (None,))
    assert {move.move for move in advice.moves} == wanted.keys()
    assert all(abs(move.value - wanted[move.move][0]) < 1e-9 for move in advice.moves)
    top = max((round(outcome, 9), round(margin, 9)) for margin, outcome in wanted.values())
    best = {move for move, (m, o) in wanted.items() if (round(o, 9), round(m, 9)) == top}
    assert {move.move for move in advice.moves if move.best} == best
    assert advice.move in best


def alike(game: Heart) -> bool:
    """Whether every move brings the same against every hand that the other may hold in its last turn."""
    return all(len({hand[1:] for hand in hands}) == 1 for hands in hand_by_hand(game).values())


def open_values(game: Heart) -> dict[str, tuple[float, float]]:
    """Margin and outcome of every move, all cards open."""
    sign = 1 if game.turn == 0 else -1
    margin, outcome = (Solver(objective).moves(game) for objective in ("margin", "outcome"))
    return {move: (sign * margin[move], sign * outcome[move]) for move in margin}


@pytest.mark.long("1", "4", "2", "7", "5", "3")
@pytest.mark.parametrize("some", range(8))
def test_exact_advice_at_the_end_agrees_with_the_reference(some: int) -> None:
    """Last turns; turns before a last turn, over every hand; all cards known by counting: hundreds of them."""
    kinds: Counter[str] = Counter()
    for seed in range(some, 96, 8):
        for match, game in thrifty(seed, 3 * (seed // 8 % 2)):
            decks = [len(deck) for deck in game.decks]
            if game.last_turn_of == game.turn:
                kinds["last"] += 1
                assert_exact(match, open_values(game))
            elif decks[1 - game.turn] == 0 and decks[game.turn] <= 1:
                kinds["counted"] += 1
                assert_exact(match, open_values(game))
            elif decks[game.turn] == 0:
                kinds["hands"] += 1
                assert_exact(match, last_but_one(game), "exact" if alike(game) else "equilibrium")
    assert kinds["last"] >= 10
    assert kinds["counted"] >= 2
    assert kinds["hands"] >= 3


def every_world(game: Heart) -> Iterator[Heart]:
    """The position with every order of the hidden cards, all equally likely."""
    seat, other = game.turn, 1 - game.turn
    unseen = game.hands[other] + game.decks[other]
    for own in permutations(game.decks[seat]):
        for order in permutations(range(len(unseen)), len(game.decks[other])):
            world = game.copy()
            world.decks[seat] = list(own)
            world.decks[other] = [unseen[i] for i in order]
            world.hands[other] = [card for i, card in enumerate(unseen) if i not in order]
            yield world


@pytest.mark.long
def test_every_world_agrees_with_the_reference() -> None:
    """Few cards hidden: the mean over all worlds, each solved; "every world" where one move is best in each."""
    proofs: Counter[str] = Counter()
    for seed in (3, 8, 40, 75, 88):
        for match, game in thrifty(seed):
            if [len(deck) for deck in game.decks] != [1, 1] or any(game.returned):
                continue
            known: dict[Any, dict[str, tuple[float, float]]] = {}
            keys = []
            for world in every_world(game):
                keys.append(world.key())
                if keys[-1] not in known:
                    known[keys[-1]] = open_values(world)
            worlds = [known[key] for key in keys]
            advice = match.advise("dragon")
            best: set[str] = set(match.legal())
            for values in worlds:
                top = max((o, m) for m, o in values.values())
                best &= {move for move, (m, o) in values.items() if (o, m) == top}
            for move in advice.moves:
                mean = sum(values[move.move][0] for values in worlds) / len(worlds)
                assert abs(move.value - mean) < 1e-9
            assert advice.worlds == advice.of
            assert advice.proof == ("every world" if best else "estimate")
            proofs[advice.proof] += 1
    assert proofs.keys() == {"every world", "estimate"}


@pytest.mark.long
def test_mean_loss_falls_from_level_to_level() -> None:
    """Points lost by each decision at the end of random games, against Dragon's exact values."""
    losses: dict[str, list[float]] = {level: [] for level in AI}
    for seed in range(400, 640):
        match = Match("heart", seed=seed)
        while not match.over:
            state, seat = match.state(), match.to_act
            assert seat is not None
            own, other = state["decks"][seat], state["decks"][1 - seat]
            if (state["last_turn_of"] == seat or own == 0 or (other == 0 and own <= 1)) and len(match.legal()) > 1:
                dragon = match.advise("dragon")
                assert dragon.proof == "exact" or (dragon.proof, dragon.exploitability) == ("equilibrium", 0)
                values = {move.move: move.value for move in dragon.moves}
                for level in AI:
                    losses[level].append(max(values.values()) - values[match.advise(level, rng=seed).move])
            match.play(match.advise("random", rng=seed).move)
    mean = {level: sum(lost) / len(lost) for level, lost in losses.items()}
    assert len(losses["dragon"]) >= 80
    assert mean["hatchling"] > mean["wyrmling"] > mean["drake"] >= 0
    assert mean["drake"] < 0.05
    assert mean["dragon"] < 1e-3


@pytest.mark.long
def test_levels_play_whole_games_in_their_order() -> None:
    """Each level but the dearest beats the one below on twenty deals, both seats."""
    for better, worse in (("hatchling", "random"), ("wyrmling", "hatchling"), ("drake", "wyrmling")):
        margin = 0.0
        for seed in range(20):
            for seat in (0, 1):
                match = Match("heart", seed=seed)
                while not match.over:
                    match.play(match.advise(better if match.to_act == seat else worse, rng=seed).move)
                margin += match.scores[seat] - match.scores[1 - seat]
        assert margin / 40 > 5
