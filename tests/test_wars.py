"""Dragon Wars: the engine's rules against the rules page, and against the slow reference on whole games."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from math import comb
from pathlib import Path
from typing import Any

import pytest

from native import (
    GAMES,
    BadMove,
    BadRecord,
    Event,
    Match,
    Position,
)
from tests.reference.wars import DECK, DRAGONS, Rng, Wars, in_order, seeded, seeded_lists, value

HERE = Path(__file__).parent
PLAYERS = (2, 3, 4)


def split(cards: str) -> list[str]:
    """Cards written with blanks between them."""
    return cards.split()


def arranged(dragons: str, hands: list[str], draw: str = "", nest: str = "") -> Match:
    """A match in which the seats hold these dragons and hands, then the deck yields these cards, then the rest."""
    hand_cards = [hand.split() for hand in hands]
    assert all(len(hand) == 5 for hand in hand_cards)
    front = [card for hand in hand_cards for card in hand] + draw.split()
    first_dragons = dragons.split() + nest.split()
    deal = {
        "nest": first_dragons + [card for card in DRAGONS if card not in first_dragons],
        "deck": front + [card for card in DECK if card not in front],
    }
    return Match("wars", {"players": len(hands)}, deal=deal)


def play(match: Position, *moves: str) -> dict[str, Any]:
    """Plays the moves; the state reached."""
    for move in moves:
        match.play(move)
    return match.state()


def said(events: list[Event]) -> list[str]:
    """What was announced."""
    return [event.what for event in events if event.kind == "say"]


def random_game(seed: int, players: int, moves: int = 10_000, discards: float = 0.3) -> Match:
    """A game played at random, with this share of the discards that chance would have, at most so many moves."""
    match, rng = Match("wars", {"players": players}, seed=seed), random.Random(seed)
    for _ in range(moves):
        if match.over:
            break
        match.play(choose(match, rng, discards))
    return match


def choose(match: Position, rng: random.Random, discards: float) -> str:
    move = rng.choice(sorted(match.legal()))
    return move if move != "discard" or rng.random() < discards else rng.choice(sorted(match.legal()))


# A duel of plain hands: seat 0 has the stronger dragon and the first turn; hearts are trump unless said otherwise.
ATTACKER = "C5 C9 D4 D6 H2"
DEFENDER = "D8 D9 H7 H8 C2"


def duel(trump: str = "H3", draw: str = "", hands: tuple[str, str] = (ATTACKER, DEFENDER)) -> Match:
    """Two players; seat 0 begins with this card as trump, then the deck yields `draw`."""
    return arranged("SK SQ", list(hands), f"{trump} {draw}")


# ---- cards and set-up ----


def test_decision_values_of_the_cards() -> None:
    """Ace 1, the number cards as printed, Jack 11, Queen 12, King 13; the same for health."""
    for rank, worth in {"A": 1, "2": 2, "10": 10, "J": 11, "Q": 12, "K": 13}.items():
        match = duel(hands=(f"C{rank} D3 D4 D5 D6", DEFENDER.replace("C2", "HA")), trump="H4")
        assert play(match, f"attack 1 C{rank}", "decline")["attack"] == worth
        assert arranged(f"S{rank} S3", [ATTACKER, DEFENDER]).state()["dragons"][0] == [f"S{rank}", worth]


def test_clubs_attack_hearts_defend_diamonds_do_both() -> None:
    """Which cards may be laid, and the reason for the others."""
    match = duel()
    assert set(match.legal()) == {"discard", *(f"attack 1 {card}" for card in ("C5", "C9", "D4", "D6"))}
    assert match.why_not("attack 1 H2") == "defence_only"
    match.play("attack 1 C5")
    assert set(match.legal()) == {"decline", *(f"defend {card}" for card in ("D8", "D9", "H7", "H8"))}
    assert match.why_not("defend C2") == "attack_only"


def test_set_up() -> None:
    """A dragon each from seat 0 on, five cards each, the strongest dragon begins, after it the left neighbour."""
    match = arranged("S3 SJ S7", ["C2 C3 C4 C5 C6", "D2 D3 D4 D5 D6", "H2 H3 H4 H5 H6"], "DK", nest="SA")
    state = match.state()
    assert state["dragons"] == [["S3", 3], ["SJ", 11], ["S7", 7]]
    assert state["hands"] == [split("C2 C3 C4 C5 C6"), split("D2 D3 D4 D5 D6"), split("H2 H3 H4 H5 H6")]
    assert (state["trump"], state["discard"], state["nest"], state["deck"]) == ("D", ["DK"], 10, 23)
    order = []
    for _ in range(6):
        order.append(match.to_act)
        match.play("discard")
    assert order == [1, 2, 0, 1, 2, 0]


# ---- a turn ----


def test_a_turn_refills_then_flips_trump() -> None:
    """The next seat has drawn up to five and its trump lies open when it has to decide."""
    match = duel(draw="CK DK D7 HK")
    play(match, "attack 1 C5", "defend D8", "press C9", "defend D9")
    assert len(match.state()["hands"][1]) == 3
    events = match.play("stop")
    drawn = [(e.card, e.target, e.target_seat, e.seen) for e in events if e.kind == "card" and e.source == "deck"]
    assert drawn == [("CK", "hand", 1, 2), ("DK", "hand", 1, 2), ("D7", "discard", None, 31)]
    state = match.state()
    assert state["hands"][1] == ["C2", "CK", "DK", "H7", "H8"]
    assert (state["trump"], state["discard"][-1], match.to_act) == ("D", "D7", 1)
    assert len(state["hands"][0]) == 3, "the attacker waits for the own next turn"


def test_discarding_is_a_turn() -> None:
    """The whole hand goes open to the pile, then five cards are drawn, then the next seat plays."""
    match = duel(draw="CJ CQ CK DJ DQ D7")
    events = match.play("discard")
    moved = [(e.card, e.source, e.target) for e in events if e.kind == "card"]
    assert moved[:5] == [(card, "hand", "discard") for card in ATTACKER.split()]
    assert moved[5:10] == [(card, "deck", "hand") for card in split("CJ CQ CK DJ DQ")]
    assert all(e.seen == 31 for e in events if e.kind == "card" and e.source == "hand")
    assert match.state()["hands"][0] == split("CJ CQ CK DJ DQ")
    assert match.to_act == 1


def test_without_an_attack_card_only_discarding_is_left() -> None:
    """A hand of hearts."""
    match = duel(hands=("H2 H4 H5 H6 H9", "D8 D9 H7 H8 C2"))
    assert match.legal() == ["discard"]


# ---- reshuffling ----


def ending(hand0: str, hand1: str, trump: str, last: str, chance: Sequence[list[str]] = ()) -> Match:
    """Two players after four discards: these hands, this trump, seat 0 to act, the four last cards of the deck."""
    wanted = [*hand0.split(), *hand1.split(), trump, *last.split()]
    rest = [card for card in DECK if card not in wanted]
    assert (len(wanted), len(rest)) == (15, 24)
    deck = [*rest[:23], *hand0.split(), rest[23], *hand1.split(), trump, *last.split()]
    nest = ["SK", "SQ", *(dragon for dragon in DRAGONS if dragon not in ("SK", "SQ"))]
    match = Match("wars", deal={"nest": nest, "deck": deck}, chance=chance)
    state = play(match, *["discard"] * 4)
    assert (state["hands"], state["trump"]) == ([in_order(hand0.split()), in_order(hand1.split())], trump[0])
    assert (state["deck"], len(state["discard"]), match.to_act) == (4, 25, 0)
    return match


def drawn(events: list[Event]) -> list[str | None]:
    return [e.card for e in events if e.kind == "card" and e.source == "deck"]


def test_the_pile_becomes_the_deck_as_soon_as_the_deck_is_empty() -> None:
    """After the card drawn last: the discarded hand is shuffled in with the rest, then drawing goes on."""
    match = ending("C2 C3 C4 C5 H2", "D8 D9 H7 H8 C9", "DA", "CJ CQ CK HK")
    pile = match.state()["discard"]
    new_deck = [*split("C2 C3 C4 C5 H2"), *pile]
    events = ending("C2 C3 C4 C5 H2", "D8 D9 H7 H8 C9", "DA", "CJ CQ CK HK", [new_deck]).play("discard")
    assert drawn(events) == ["CJ", "CQ", "CK", "HK", "C2", "C3"]
    cards = [e.kind for e in events if e.kind in ("card", "shuffle")]
    assert cards == ["card"] * 9 + ["shuffle"] + ["card"] * 2
    assert [(e.target, e.amount) for e in events if e.kind == "shuffle"] == [("deck", 30)]


def test_a_trump_card_that_was_the_last_is_shuffled_in_and_its_suit_stays_trump() -> None:
    """The deck runs out with the flip for trump."""
    match = ending("C2 C3 C4 HA H2", "D8 D9 H7 H8 C9", "H6", "CJ CQ CK D7")
    fight = ["attack 1 C2", "defend D8", "press C3", "defend D9", "press C4", "decline"]
    state = play(match, *fight, "stop")
    assert (state["deck"], match.to_act) == (1, 1), "two drawn, one flipped"
    match = ending("C2 C3 C4 HA H2", "D8 D9 DA H8 C9", "H6", "CJ CQ CK D7")
    play(match, *fight[:-1], "defend DA")
    events = match.play("stop")
    assert drawn(events) == ["CJ", "CQ", "CK", "D7"]
    assert events[-1].kind == "shuffle"
    state = match.state()
    assert (state["trump"], state["discard"], state["deck"]) == ("D", [], 32)
    assert "D7" in [card.card for card in match.cards() if card.zone == "deck"]


CHAIN = ("C2 C3 C4 HA H2", "D8 D9 DA H8 H9", "CA", "C5 C6 D7 C8")


def test_a_bonus_card_that_was_the_last_stays_and_the_chain_goes_on_from_the_new_deck() -> None:
    """What lies in the battle is not shuffled in; the next flip comes from the new deck."""
    match = ending(*CHAIN)
    play(match, "attack 1 C2", "decline")
    assert match.state()["battle"]["attack_flips"] == ["C5", "C6", "D7"]
    assert match.state()["attack"] == 2 + 5 + 6 + 7
    pile = match.state()["discard"]
    new_deck = ["HK", *(card for card in pile if card != "HK")]
    match = ending(*CHAIN, [new_deck])
    play(match, "attack 1 C2", "decline")
    events = match.play("press C3")
    assert [e.card or e.kind for e in events if e.kind in ("card", "shuffle")] == ["C3", "C8", "shuffle", "HK"]
    state = match.state()
    assert state["battle"]["attack_flips"] == ["C5", "C6", "D7", "C8", "HK"]
    assert (state["attack"], state["deck"], state["discard"]) == (20 + 3 + 8, 24, [])
    assert [card.card for card in match.cards() if card.zone == "deck"] == new_deck[1:]


def test_a_chance_that_is_no_new_deck_is_refused() -> None:
    """The list must hold the pile's cards; nothing is changed when it does not."""
    pile = play(ending(*CHAIN), "attack 1 C2", "decline")["discard"]
    for wrong, message in {
        "[]": "the new deck must be a list of 25 cards",
        '"HK"': "the new deck must be a list of 25 cards",
        json.dumps([*pile[:-1], "C5"]): "the new deck may not hold C5",
        json.dumps([*pile[:-1], pile[0]]): f"the new deck holds {pile[0]} twice",
        json.dumps([*pile[:-1], "X1"]): '"X1" in the new deck is no card',
        json.dumps([*pile[:-1], 5]): 'the new deck must hold cards as texts like "C10" only',
    }.items():
        match = ending(*CHAIN, [json.loads(wrong)])
        before = play(match, "attack 1 C2", "decline")
        with pytest.raises(BadRecord) as error:
            match.play("press C3")
        assert str(error.value) == message
        assert match.state() == before


# ---- a battle ----


def test_the_attack_card_lies_face_down_until_the_answer() -> None:
    """Only the attacker sees it; no sums before both are turned up, both at once."""
    match = duel()
    laid = [e for e in match.play("attack 1 C9") if e.kind == "card"]
    assert [(e.card, e.target, e.seen) for e in laid] == [("C9", "attack", 1)]
    for seat, card in {None: "C9", 0: "C9", 1: "?"}.items():
        state = match.state(seat)
        assert state["battle"] == {
            "attacker": 0, "defender": 1, "revealed": False, "attack": [card], "attack_flips": [], "defence": [],
            "defence_flips": [],
        }
        assert (state["attack"], state["defence"]) == (None, None)
        assert [c.card for c in match.cards(seat) if c.zone == "attack"] == [None if card == "?" else card]
    events = match.play("defend D8")
    assert [(e.kind, e.card, e.target) for e in events if e.kind in ("card", "up")] == [
        ("card", "D8", "defence"), ("up", "C9", "attack"), ("up", "D8", "defence"),
    ]
    state = match.state(1)
    assert state["battle"]["revealed"]
    assert (state["attack"], state["defence"], match.to_act) == (9, 8, 0)


def test_declining_leaves_no_defence() -> None:
    """The defence is 0 then; the attack counts in full."""
    match = duel()
    state = play(match, "attack 1 C9", "decline")
    assert (state["attack"], state["defence"], state["battle"]["defence"]) == (9, 0, [])
    assert play(match, "stop")["dragons"][1] == ["SQ", 3]


def test_trump_bonus_chain() -> None:
    """Trumps go on, the first other card ends it; values count where they suit the purpose."""
    match = duel("C3", draw="C4 CA D7 H9")
    state = play(match, "attack 1 C5", "defend H7")
    assert state["battle"]["attack_flips"] == ["C4", "CA", "D7"]
    assert (state["attack"], state["defence"]) == (5 + 4 + 1 + 7, 7)
    match = duel("C3", draw="C4 H9")
    assert play(match, "attack 1 C5", "defend H7")["attack"] == 9, "a heart is no attack"
    match = duel("C3", draw="H9")
    assert play(match, "attack 1 D4", "defend H7")["battle"]["attack_flips"] == [], "no trump, no bonus"
    match = duel("H3", draw="H9 D5")
    state = play(match, "attack 1 D4", "defend H7")
    assert (state["battle"]["defence_flips"], state["defence"]) == (["H9", "D5"], 21)
    match = duel("H3", draw="C10")
    assert play(match, "attack 1 D4", "defend H7")["defence"] == 7, "a club is no defence"


def test_the_attackers_flips_come_first() -> None:
    """Both cards are diamonds and diamonds are trump; running sums are told."""
    match = duel("D2", draw="D3 CK D5 H10")
    play(match, "attack 1 D4")
    events = match.play("defend D8")
    state = match.state()
    assert state["battle"]["attack_flips"] == ["D3", "CK"]
    assert state["battle"]["defence_flips"] == ["D5", "H10"]
    sums = [(e.what, e.amount) for e in events if e.kind == "say" and e.what.endswith("sum")]
    assert sums == [
        ("attack_sum", 4), ("attack_sum", 7), ("attack_sum", 20),
        ("defence_sum", 8), ("defence_sum", 13), ("defence_sum", 23),
    ]


def test_decision_pressed_and_added_cards_have_their_bonus_at_once() -> None:
    """A pressed card's chain comes before the answer."""
    match = duel("D2", draw="HK CK H2 H3", hands=("D4 D6 C5 C9 CA", DEFENDER))
    play(match, "attack 1 D4", "decline")
    state = play(match, "press D6")
    assert (state["attack"], state["battle"]["attack_flips"], match.to_act) == (4 + 6 + 13, ["HK", "CK"], 1)
    state = play(match, "defend D9")
    assert (state["defence"], state["battle"]["defence_flips"]) == (9 + 2, ["H2"])


def test_pressing_needs_the_suit_of_the_first_card_and_answers_either_suit() -> None:
    """Clubs after a club; hearts and diamonds in any order against it."""
    match = duel()
    play(match, "attack 1 C5", "defend H7")
    assert set(match.legal()) == {"press C9", "stop"}
    assert match.why_not("press D4") == "other_suit"
    assert match.why_not("press H2") == "defence_only"
    assert match.why_not("press CK") == "not_held"
    match.play("press C9")
    assert set(match.legal()) == {"defend D8", "defend D9", "defend H8", "decline"}
    assert play(match, "defend D9")["defence"] == 16


def test_decision_one_card_at_a_time_and_no_duty() -> None:
    """Stopping is always allowed; a defender who declined may still defend; unanswered presses go on; pressing a
    beaten dragon and defending a blocked attack are allowed."""
    match = arranged("SK SA", ["C5 C6 C7 C9 H2", DEFENDER], "H3")
    play(match, "attack 1 C5", "decline")
    assert "stop" in match.legal()
    assert play(match, "press C6", "decline")["attack"] == 11, "the Ace is beaten, and pressed further"
    assert play(match, "press C7", "defend D9")["defence"] == 9, "declined twice, defended now"
    assert play(match, "press C9", "defend D8")["attack"] == 27
    assert match.legal() == ["stop"], "no club left: stopping is a move all the same"
    match = duel()
    play(match, "attack 1 C5", "defend D9", "press C9", "defend D8")
    assert match.state()["defence"] == 17


def test_a_defender_without_a_defence_card_declines_by_a_move() -> None:
    """Declining is the only legal move then."""
    match = duel(hands=(ATTACKER, "C2 C3 C4 C6 C7"), trump="HQ")
    match.play("attack 1 C5")
    assert match.legal() == ["decline"]


def test_the_end_of_a_battle_in_order() -> None:
    """Damage, cards to the pile, trophy, new dragon, the owner's refill, then the next turn."""
    match = arranged("SK S3", [ATTACKER, DEFENDER], "H3 D2 CK CQ", nest="S8")
    play(match, "attack 1 C9", "defend D8", "press C5", "decline")
    events = match.play("stop")
    told = [e.what or f"{e.card} {e.source}>{e.target}" for e in events if e.kind in ("say", "card")]
    assert told == [
        "stops", "damage", "C9 attack>discard", "C5 attack>discard", "D8 defence>discard", "slain",
        "S3 dragon>trophies", "S8 nest>dragon", "new_dragon", "D2 deck>hand", "turn", "CK deck>discard", "trump",
    ]
    assert [e.amount for e in events if e.what == "damage"] == [3], "no more counters than the dragon has"
    state = match.state()
    assert (state["dragons"], state["trophies"]) == ([["SK", 13], ["S8", 8]], [["S3"], []])
    assert [len(hand) for hand in state["hands"]] == [3, 5], "the attacker does not refill"
    assert (match.scores, state["nest"]) == ([8, 5], 10)


def test_counters_stay_lost_and_blocked_attacks_do_nothing() -> None:
    """Damage is attack minus defence where positive; a wounded dragon keeps its wounds."""
    match = duel()
    state = play(match, "attack 1 C9", "defend H7", "stop")
    assert state["dragons"] == [["SK", 13], ["SQ", 10]]
    assert (state["trophies"], len(state["hands"][1])) == ([[], []], 5)
    match = duel()
    play(match, "attack 1 C5", "defend H7")
    events = match.play("stop")
    assert "blocked" in said(events)
    assert match.state()["dragons"] == [["SK", 13], ["SQ", 12]]
    match = duel()
    assert play(match, "attack 1 C9", "defend D9", "stop")["dragons"][1] == ["SQ", 12], "even is blocked"


def test_a_dragon_at_exactly_0_is_slain() -> None:
    """Nine counters, nine damage."""
    match = arranged("SK S9", [ATTACKER, DEFENDER], "H3", nest="SA")
    assert play(match, "attack 1 C9", "decline", "stop")["trophies"] == [["S9"], []]


def test_a_defender_whose_dragon_lives_waits_for_the_own_turn() -> None:
    """Three seats: seat 0 attacks seat 2; nobody but the next seat refills."""
    hands = ["C5 C6 D4 D6 H2", "C7 C8 D7 H4 H5", "D8 D9 H7 H8 C2"]
    match = arranged("SK SQ SJ", hands, "H3")
    state = play(match, "attack 2 C5", "defend D9", "stop")
    assert ([len(hand) for hand in state["hands"]], match.to_act) == ([4, 5, 4], 1)


def test_any_other_dragon_may_be_attacked() -> None:
    """Four seats: not only neighbours; not the own one."""
    hands = ["C5 H2 H3 H4 H6", "C6 H7 H8 H9 H10", "C7 HJ HQ HK HA", "D2 D3 D4 D5 D6"]
    match = arranged("SK SQ SJ S10", hands, "D7")
    assert set(match.legal()) == {"attack 1 C5", "attack 2 C5", "attack 3 C5", "discard"}
    assert match.why_not("attack 0 C5") == "own_dragon"
    assert match.why_not("attack 4 C5") == "no_seat"


def test_reasons_for_moves_out_of_place() -> None:
    """A reason for each kind of move at each wrong moment, and none for what is no move."""
    match = duel()
    for move in ("defend D8", "decline", "press C5", "stop"):
        assert match.why_not(move) == "no_battle"
    assert match.why_not("attack 1 CK") == "not_held"
    match.play("attack 1 C5")
    for move in ("attack 1 C9", "discard"):
        assert match.why_not(move) == "battle"
    for move in ("press C9", "stop"):
        assert match.why_not(move) == "not_attacker"
    assert match.why_not("defend DK") == "not_held"
    match.play("decline")
    for move in ("defend D8", "decline"):
        assert match.why_not(move) == "not_defender"
    for text in ("", "attack", "attack 1", "attack C5", "attack 1  C5", "attack 10 C5", "attack 1 C1", "defend",
                 "defend X2", "defend C02", "press", "stop now", "discard C5", "Stop", "attack 1 c5", "fold"):
        assert match.why_not(text) == "no_sense"
        with pytest.raises(BadMove):
            match.play(text)


# ---- the end ----


def test_last_turns() -> None:
    """When the Nest is empty every seat has exactly one more turn, the attacker the last; then the game is over."""
    for players in PLAYERS:
        for seed in range(12):
            match, rng = Match("wars", {"players": players}, seed=seed), random.Random(seed)
            turns: list[int | None] = []
            attacker = None
            while not match.over:
                before = match.state()
                if before["last_turns"] and not before["battle"]:
                    turns.append(match.to_act)
                seat = match.to_act
                events = match.play(choose(match, rng, 0.2))
                assert match.state()["last_turns"] == (match.state()["nest"] == 0)
                if "last_turns" in said(events):
                    assert (before["nest"], attacker) == (1, None)
                    attacker = seat
            assert attacker is not None
            assert turns == [(attacker + 1 + i) % players for i in range(players)]
            assert match.state()["trump"] is None


def despoilers() -> Iterable[tuple[Match, int]]:
    """Positions at the turn of a seat or of others while a seat has no dragon."""
    for seed in range(40):
        match, rng = Match("wars", {"players": 4}, seed=seed), random.Random(seed)
        while not match.over:
            match.play(choose(match, rng, 0.2))
            dragons = match.state()["dragons"]
            if None in dragons and not match.over:
                yield match, dragons.index(None)


def test_a_despoiler_is_never_attacked_but_plays_on() -> None:
    """No dragon: refills, attacks and discards in its turns, and is no target."""
    own_turn = others_turn = 0
    for match, seat in despoilers():
        state = match.state()
        if state["battle"]:
            assert state["battle"]["defender"] != seat
        elif match.to_act == seat:
            own_turn += 1
            assert len(state["hands"][seat]) == 5
            attacks = any(card[0] in "CD" for card in state["hands"][seat])
            targets = any(state["dragons"][s] for s in range(4) if s != seat)
            assert len(match.legal()) > 1 or not (attacks and targets)
        elif len(match.legal()) > 1:
            others_turn += 1
            assert not any(move.startswith(f"attack {seat}") for move in match.legal())
            if any(card[0] in "CD" for card in state["hands"][match.to_act or 0]):
                card = next(c for c in state["hands"][match.to_act or 0] if c[0] in "CD")
                assert match.why_not(f"attack {seat} {card}") == "no_dragon"
    assert own_turn >= 5
    assert others_turn >= 5


def test_a_slain_dragon_of_the_last_turns_makes_a_despoiler_who_refills() -> None:
    """No dragon is left in the Nest: the owner loses the survivor's points and still refills."""
    seen = 0
    for seed in range(60):
        match, rng = Match("wars", {"players": 3}, seed=seed), random.Random(seed)
        while not match.over:
            before = match.state()
            events = match.play(choose(match, rng, 0.2))
            if "despoiler" in said(events):
                seen += 1
                owner = before["battle"]["defender"]
                assert before["last_turns"]
                assert match.state()["dragons"][owner] is None
                assert len(match.state()["hands"][owner]) == 5
                assert [e.amount for e in events if e.kind == "score" and e.seat == owner] == [-5]
    assert seen >= 5


def test_decision_60_quiet_turns_end_the_game() -> None:
    """Turns without a lost counter, blocked attacks included; a lost counter begins the count anew."""
    for players in PLAYERS:
        match = Match("wars", {"players": players}, seed=3)
        for turn in range(60):
            assert not match.over, turn
            events = match.play("discard")
        assert match.over
        assert "quiet_end" in said(events)
        assert match.scores == [5] * players
        assert match.winners == list(range(players))


def blocked_attack(match: Match) -> list[str]:
    """Moves of a turn in which an attack without bonus is blocked; none where there is no such turn."""
    state, seat = match.state(), match.to_act or 0
    attacks = [c for c in state["hands"][seat] if c[0] in "CD" and c[0] != state["trump"]]
    answers = [c for c in state["hands"][1 - seat] if c[0] in "DH" and c[0] != state["trump"]]
    if not attacks or not answers or min(map(value, attacks)) > max(map(value, answers)):
        return []
    return [f"attack {1 - seat} {min(attacks, key=value)}", f"defend {max(answers, key=value)}", "stop"]


def test_blocked_attacks_are_quiet_turns() -> None:
    """60 turns of discards and blocked attacks."""
    match, turns, blocked = Match("wars", seed=3), 0, 0
    while not match.over:
        moves = blocked_attack(match)
        play(match, *(moves or ["discard"]))
        turns += 1
        blocked += bool(moves)
    assert turns == 60
    assert blocked >= 10


def test_a_lost_counter_begins_the_count_anew() -> None:
    """59 quiet turns, one with damage, and 60 more until the end."""
    tried = 0
    for seed in range(20):
        match = Match("wars", seed=seed)
        play(match, *["discard"] * 59)
        attacks = [move for move in match.legal() if move != "discard"]
        if not attacks:
            continue
        tried += 1
        play(match, attacks[0], "decline", "stop")
        for _ in range(60):
            assert not match.over
            match.play("discard")
        assert match.over
    assert tried >= 5


def test_score_is_trophies_and_5_for_a_living_dragon() -> None:
    """At any time; the breakdown adds up; winners are all with the most."""
    ties = 0
    for seed in range(60):
        match = random_game(seed, 2 + seed % 3)
        state = match.state()
        for seat in range(match.seats_count):
            points = sum(map(value, state["trophies"][seat])) + (5 if state["dragons"][seat] else 0)
            assert match.scores[seat] == points == sum(row.value for row in match.breakdown(seat))
        assert match.winners == [s for s, points in enumerate(match.scores) if points == max(match.scores)]
        ties += len(match.winners) > 1
    assert ties, "no tie among these games"


# ---- what a seat knows ----


def hide(state: dict[str, Any], seat: int) -> dict[str, Any]:
    """What is left of a full state for a seat."""
    state = json.loads(json.dumps(state))
    state["hands"] = [hand if s == seat else ["?"] * len(hand) for s, hand in enumerate(state["hands"])]
    if state["battle"] and not state["battle"]["revealed"] and state["battle"]["attacker"] != seat:
        state["battle"]["attack"] = ["?"]
    return state


def test_a_seat_sees_its_hand_and_what_lies_open() -> None:
    """state(seat) and cards(seat) hide other hands, deck, nest and a face-down attack card, and nothing else."""
    for seed in range(9):
        match = random_game(seed, 2 + seed % 3, 11 + 9 * seed)
        for seat in range(match.seats_count):
            assert match.state(seat) == hide(match.state(), seat)
            for full, seen in zip(match.cards(), match.cards(seat), strict=True):
                down = full.zone == "attack" and not full.up and match.state()["battle"]["attacker"] != seat
                hidden = full.zone in ("deck", "nest") or (full.zone == "hand" and full.seat != seat) or down
                assert seen == full._replace(card=None if hidden else full.card)


def test_cards_list_all_52_where_the_state_has_them() -> None:
    """Every card once, in the zones that the state names, the deck in drawing order."""
    for seed in range(30):
        match = random_game(seed, 2 + seed % 3, 10 * seed)
        cards, state = match.cards(), match.state()
        assert sorted(card.card or "" for card in cards) == sorted(DRAGONS + DECK)

        def lie(zone: str, seat: int | None = None, cards: Any = cards) -> list[str | None]:
            return [c.card for c in cards if c.zone == zone and c.seat == seat]

        assert lie("discard") == state["discard"]
        assert (len(lie("deck")), len(lie("nest"))) == (state["deck"], state["nest"])
        for seat in range(match.seats_count):
            assert lie("hand", seat) == state["hands"][seat]
            assert lie("trophies", seat) == state["trophies"][seat]
            assert lie("dragon", seat) == [d[0] for d in state["dragons"][seat : seat + 1] if d]
        if match.over:
            continue
        top = lie("deck")[0]
        if not state["battle"] and match.legal():
            assert top in drawn(match.play("discard"))


def spelled_out(match: Match) -> Wars:
    """The reference's replay of a match of a seed; it keeps all decks."""
    game = seeded(match.seats_count, match.seed)
    for move in match.moves:
        game.play(move)
    return game


def groups(match: Position, seat: int, deck_of: dict[str, int]) -> dict[tuple[int, int], list[str]]:
    """Hidden cards by (holder, deck they were drawn from); the holder of the deck itself is -1."""
    state, found = match.state(), dict[tuple[int, int], list[str]]()
    for holder, hand in enumerate(state["hands"]):
        cards = list(hand)
        if state["battle"] and not state["battle"]["revealed"] and state["battle"]["attacker"] == holder:
            cards += state["battle"]["attack"]
        for card in cards if holder != seat else []:
            found.setdefault((holder, deck_of[card]), []).append(card)
    for placed in match.cards():
        if placed.zone == "deck" and placed.card:
            found.setdefault((-1, deck_of[placed.card]), []).append(placed.card)
    return found


def another_past(match: Match, seat: int, world: Position) -> Match:
    """The same game as another deal would have made it, ending in that world; every step must look the same."""
    game = spelled_out(match)
    nest, deck = seeded_lists(match.seed)
    decks = [deck, *game.new_decks]
    deck_of = {card: i for i, cards in enumerate(decks) for card in cards}
    old, new = groups(match, seat, deck_of), groups(world, seat, deck_of)
    swap = {a: b for key in old for a, b in zip(old[key], new[key], strict=True)}
    assert set(old) == set(new)
    changed = [[swap.get(c, c) if deck_of[c] == i else c for c in cards] for i, cards in enumerate(decks)]
    unseen = [c.card or "" for c in world.cards() if c.zone == "nest"]
    deal = {"nest": nest[: 13 - len(unseen)] + unseen, "deck": changed[0]}
    other = Match("wars", {"players": match.seats_count}, seed=match.seed + 1, deal=deal, chance=changed[1:])
    again = Match("wars", {"players": match.seats_count}, seed=match.seed)
    for number, move in enumerate(match.moves, 1):
        assert other.state(seat) == again.state(seat)
        last_word = move.split()[-1]
        if number == len(match.moves) and match.state(seat)["battle"] and last_word in swap:
            move = move.replace(last_word, world.state()["battle"]["attack"][0])
        other.play(move)
        again.play(match.moves[number - 1])
    return other


def positions_with_a_past() -> Iterable[tuple[Match, int]]:
    for seed in range(36):
        match = random_game(seed, 2 + seed % 3, 6 + 3 * seed, discards=0.4)
        if not match.over:
            yield match, seed % match.seats_count


def test_redeal_fits_all_that_a_seat_saw() -> None:
    """Each redealt world is the end of a whole game in which the seat would have seen just the same at every step;
    the seat's own view is unchanged."""
    face_down = reshuffled = 0
    for match, seat in positions_with_a_past():
        world = match.redealt(seat, 5)
        assert world.state(seat) == match.state(seat)
        other = another_past(match, seat, world)
        assert other.state() == world.state()
        assert other.cards() == world.cards()
        face_down += "?" in (match.state(seat)["battle"] or {"attack": []})["attack"]
        reshuffled += bool(spelled_out(match).new_decks)
    assert face_down >= 3
    assert reshuffled >= 10


def test_redeal_depends_on_nothing_hidden() -> None:
    """Other cards and another seed behind the same view: the same redeal, bit for bit, the generator included."""
    for match, seat in positions_with_a_past():
        other = another_past(match, seat, match.redealt(seat, 5))
        assert other.memory() != match.memory()
        assert other.redealt(seat, 11).memory() == match.redealt(seat, 11).memory()


def test_redeal_knows_the_other_hand_after_a_shuffle() -> None:
    """Two players: what the other holds when the pile is shuffled is all that is left, so it is known."""
    match = ending("C2 C3 C4 HA H2", "D8 D9 DA H8 C9", "H6", "CJ CQ CK D7")
    play(match, "attack 1 C2", "defend D8", "press C3", "defend D9", "press C4", "defend DA", "stop")
    assert match.state()["deck"] == 32
    hands = match.state()["hands"]
    for number in range(20):
        assert match.redealt(0, number).state()["hands"] == hands
        assert match.redealt(1, number).state()["hands"] == hands
    play(match, "discard")
    hands = [match.redealt(1, number).state()["hands"][0] for number in range(20)]
    assert len({tuple(hand) for hand in hands}) > 10, "three cards are new"
    assert all({"H2", "HA"} <= set(hand) for hand in hands), "two are old"


def chi_square(counts: dict[Any, int], expected: dict[Any, float]) -> float:
    """Pearson's statistic over its degrees of freedom."""
    assert set(counts) <= set(expected)
    total = sum(counts.values())
    return sum((counts.get(k, 0) - total * p) ** 2 / (total * p) for k, p in expected.items()) / (len(expected) - 1)


def test_redeal_weighs_a_face_down_card_as_uniform_play_would() -> None:
    """A hand of `a` attack cards would attack with probability a / (a + 1); then each of them is as likely."""
    match = duel()
    match.play("attack 1 C9")
    known = set(DEFENDER.split()) | {"H3"}
    unseen = [card for card in DECK if card not in known]
    fitting = [card for card in unseen if card[0] in "CD"]
    many, cards, firsts = Counter[int](), Counter[str](), Counter[str]()
    for number in range(6000):
        world = match.redealt(1, number).state()
        hand = world["hands"][0] + world["battle"]["attack"]
        many[sum(card[0] in "CD" for card in hand)] += 1
        cards[world["battle"]["attack"][0]] += 1
        firsts[match.redealt(0, number).state()["hands"][1][0]] += 1
    weights = {a: comb(len(fitting), a) * comb(len(unseen) - len(fitting), 5 - a) * a / (a + 1) for a in range(1, 6)}
    assert chi_square(dict(many), {a: w / sum(weights.values()) for a, w in weights.items()}) < 3
    assert chi_square(dict(cards), {card: 1 / len(fitting) for card in fitting}) < 1.7
    pool = in_order([card for card in DECK if card not in {*ATTACKER.split(), "H3"}])
    lowest = {card: comb(len(pool) - 1 - i, 4) / comb(len(pool), 5) for i, card in enumerate(pool[:12])}
    tail = 1 - sum(lowest.values())
    counted = {card: firsts[card] for card in lowest} | {"later": sum(firsts[c] for c in pool[12:])}
    assert chi_square(counted, lowest | {"later": tail}) < 2.5


def test_redeal_deals_deck_and_nest_evenly() -> None:
    """Next card and next dragon: each unseen one as likely."""
    match = random_game(8, 3, 9)
    seat = match.to_act or 0
    world = [match.redealt(seat, number).cards() for number in range(3000)]
    for zone in ("deck", "nest"):
        tops = Counter(next(c.card for c in cards if c.zone == zone) for cards in world)
        unseen = {c.card for c in match.cards() if c.zone == zone} | set(tops)
        assert chi_square(dict(tops), {card: 1 / len(unseen) for card in unseen}) < 2


# ---- whole games ----


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.long("3", "4")
def test_agrees_with_the_reference_on_whole_games(players: int) -> None:
    """Every state, its legal moves, seat to act, scores and winners, over 100 seeded games each of its own style."""
    for seed in range(1000 * players, 1000 * players + 100):
        match, game, rng = Match("wars", {"players": players}, seed=seed), seeded(players, seed), random.Random(seed)
        while True:
            assert match.state() == game.state()
            legal = match.legal()
            assert (len(legal), set(legal)) == (len(set(legal)), game.legal())
            assert (match.to_act, match.over) == (game.to_act, game.over)
            assert (match.scores, match.winners) == (game.scores, game.winners)
            if match.over:
                break
            move = choose(match, rng, seed % 4 / 3)
            match.play(move)
            game.play(move)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.long("3", "4")
def test_invariants_of_random_games(players: int) -> None:
    """Cards conserved, hands small, points add up, turns bounded, deck never empty when somebody decides."""
    for seed in range(40):
        match, rng, turns, damage = Match("wars", {"players": players}, seed=seed), random.Random(-seed), 0, 0
        while not match.over:
            state = match.state()
            held = [card for hand in state["hands"] for card in hand]
            laid = [c for k, cards in (state["battle"] or {}).items() if isinstance(cards, list) for c in cards]
            assert len(held) + len(laid) + len(state["discard"]) + state["deck"] == 39
            assert len(set(held + laid + state["discard"])) == 39 - state["deck"]
            assert all(len(hand) <= 5 for hand in state["hands"])
            assert state["deck"] > 0
            dragons = [d for d in state["dragons"] if d]
            assert all(0 < health <= value(dragon) for dragon, health in dragons)
            assert len(dragons) + sum(map(len, state["trophies"])) + state["nest"] == 13
            for text in match.legal():
                assert match.why_not(text) == ""
            events = match.play(choose(match, rng, 0.5))
            turns += not match.state()["battle"]
            damage += sum(e.amount for e in events if e.what == "damage")
        lost = sum(map(value, (c for cards in match.state()["trophies"] for c in cards)))
        lost += sum(value(d[0]) - d[1] for d in match.state()["dragons"] if d)
        assert damage == lost
        assert turns <= 60 * (damage + 1)


def test_events_tell_the_whole_game() -> None:
    """Moving cards by the events alone gives the cards where the engine has them."""
    for seed in range(12):
        match, rng = Match("wars", {"players": 2 + seed % 3}, seed=seed), random.Random(seed)
        zones: dict[tuple[str, int | None], Counter[str]] = {}
        for card in match.cards():
            zones.setdefault((card.zone, card.seat), Counter())[card.card or ""] += 1
        scores = match.scores
        while not match.over:
            for event in match.play(choose(match, rng, 0.4)):
                if event.kind == "card":
                    zones[event.source, event.source_seat][event.card or ""] -= 1
                    zones.setdefault((event.target, event.target_seat), Counter())[event.card or ""] += 1
                elif event.kind == "shuffle":
                    zones["deck", None] += zones.pop(("discard", None))
                elif event.kind == "score":
                    scores[event.seat or 0] += event.amount
            lie: dict[tuple[str, int | None], Counter[str]] = {}
            for card in match.cards():
                lie.setdefault((card.zone, card.seat), Counter())[card.card or ""] += 1
            assert {k: +v for k, v in zones.items() if +v} == lie
            assert scores == match.scores


def test_a_spelled_out_record_plays_like_its_seed() -> None:
    """The seed's deal and new decks as deal and chance: the same states, whatever the seed is then."""
    for seed in range(9):
        match = random_game(seed, 2 + seed % 3)
        game = spelled_out(match)
        nest, deck = seeded_lists(seed)
        other = Match("wars", match.options, 99, {"nest": nest, "deck": deck}, game.new_decks)
        assert len(game.new_decks) >= 2
        for move in match.moves:
            other.play(move)
        assert other.state() == match.state()
        assert Match.load(json.dumps(other.record())).state() == match.state()


def test_undo_and_redo_come_back_to_the_same_positions() -> None:
    """Back to the deal and forth again, over every shuffle."""
    match = random_game(5, 3)
    states = [match.state()]
    while match.undo():
        states.append(match.state())
    for state in reversed(states[:-1]):
        assert match.redo()
        assert match.state() == state


# ---- deals ----


def test_seeded_deals_are_golden() -> None:
    """The deal of a seed, for ever, and the same cards whatever the number of players."""
    state = Match("wars", {"players": 2}, seed=1).state()
    assert state["dragons"] == [["SK", 13], ["S3", 3]]
    assert state["hands"] == [split("DA D5 H4 H9 HJ"), split("CJ D3 D9 DJ HQ")]
    assert (state["trump"], state["discard"]) == ("C", ["C5"])
    nest, deck = seeded_lists(1)
    for players in PLAYERS:
        match = Match("wars", {"players": players}, seed=1)
        lie = {zone: [c.card for c in match.cards() if c.zone == zone] for zone in ("nest", "deck")}
        assert lie == {"nest": nest[players:], "deck": deck[5 * players + 1 :]}


def test_bad_deals_are_refused() -> None:
    """One sentence for each mistake."""
    nest, deck = list(DRAGONS), list(DECK)
    no_text = 'the deck of the deal must hold cards as texts like "C10" only'
    for deal, message in (
        ({}, 'the deal must hold "nest" and "deck" and nothing else'),
        ({"nest": nest}, 'the deal must hold "nest" and "deck" and nothing else'),
        ({"nest": nest, "deck": deck, "trump": "C"}, 'the deal must hold "nest" and "deck" and nothing else'),
        ({"nest": nest, "dick": deck}, 'the deal must hold "nest" and "deck" and nothing else'),
        ({"nest": nest[1:], "deck": deck}, "the nest of the deal must be a list of 13 cards"),
        ({"nest": "SA", "deck": deck}, "the nest of the deal must be a list of 13 cards"),
        ({"nest": None, "deck": deck}, "the nest of the deal must be a list of 13 cards"),
        ({"nest": nest, "deck": [*deck, "C2"]}, "the deck of the deal must be a list of 39 cards"),
        ({"nest": [*nest[:-1], "SA"], "deck": deck}, "the nest of the deal holds SA twice"),
        ({"nest": [*nest[:-1], "CA"], "deck": deck}, "the nest of the deal may not hold CA"),
        ({"nest": nest, "deck": [*deck[:-1], "SK"]}, "the deck of the deal may not hold SK"),
        ({"nest": nest, "deck": [*deck[:-1], "C1"]}, '"C1" in the deck of the deal is no card'),
        ({"nest": nest, "deck": [*deck[:-1], ""]}, '"" in the deck of the deal is no card'),
        ({"nest": nest, "deck": [*deck[:-1], None]}, no_text),
        ({"nest": nest, "deck": [*deck[:-1], ["HK"]]}, no_text),
    ):
        with pytest.raises(BadRecord) as error:
            Match("wars", deal=deal)
        assert str(error.value) == message


def test_bad_options_and_moves_are_refused() -> None:
    """Players 2 to 4; a record's wrong move is named."""
    for players in (1, 5, "2", True, 2.0, None):
        with pytest.raises(BadRecord, match="players"):
            Match("wars", {"players": players})
    record = {"hoard": 1, "game": "wars", "seed": 1, "moves": ["discard", "attack 1 SK"]}
    with pytest.raises(BadRecord, match='move 2 "attack 1 SK"'):
        Match.load(record)


def test_ids_are_known() -> None:
    """Names that strings, log and table hang on."""
    info = GAMES["wars"]
    assert info.reasons[0] == ""
    assert {"hand", "deck", "discard", "nest", "dragon", "trophies", "attack", "defence"} <= set(info.zones)
    assert len(set(info.zones)) == len(info.zones)
    assert len(set(info.says)) == len(info.says)


# ---- pinned data ----


def test_perft_counts() -> None:
    """Leaves of the tree of moves, pinned."""
    lines = (HERE / "perft" / "wars.txt").read_text("utf-8").splitlines()
    rows = [[int(n) for n in line.split()] for line in lines if line and not line.startswith("#")]
    assert len(rows) >= 8
    for players, seed, played, depth, leaves in rows:
        assert random_game(seed, players, played, discards=1).perft(depth) == leaves


def test_perft_agrees_with_the_reference() -> None:
    """Depth 3 counted by the slow rules."""

    def leaves(game: Wars, depth: int) -> int:
        if depth == 0 or not game.legal():
            return 1
        total = 0
        for move in game.legal():
            after = game.copy()
            after.shuffle = game.shuffle
            after.play(move)
            total += leaves(after, depth - 1)
        return total

    for players in PLAYERS:
        assert Match("wars", {"players": players}, seed=20).perft(3) == leaves(seeded(players, 20), 3)


def test_rollouts_play_whole_games() -> None:
    """The engine's own random games run from any position."""
    for players in PLAYERS:
        assert Match("wars", {"players": players}, seed=1).playouts(1, 500) >= 500
        assert random_game(2, players, 40).playouts(1, 500) >= 500


def test_the_references_generator_is_the_engines() -> None:
    """Golden numbers of xoroshiro128++ seeded by (7, 0)."""
    rng = Rng(7, 0)
    assert [rng.below(1000) for _ in range(5)] == GOLDEN_DRAWS


GOLDEN_DRAWS = [828, 19, 788, 748, 636]
