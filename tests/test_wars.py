"""Dragon Wars: the engine's rules against the rules page, and against the slow reference on whole games."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb
from pathlib import Path
from typing import Any

import pytest

from native import BadMove, BadRecord, Event, Match, Position
from tests.reference.chances import assert_sampled
from tests.reference.wars import DECK, DRAGONS, Wars, in_order, late_deal, seeded, seeded_lists, value

PERFT = Path(__file__).parent / "perft" / "wars.txt"
PLAYERS = (2, 3, 4)


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
    return [event.what for event in events if event.kind == "say"]


def choose(match: Position, rng: random.Random, discards: float) -> str:
    """A move at random, with this share of the discards that chance would have."""
    move = rng.choice(sorted(match.legal()))
    return move if move != "discard" or rng.random() < discards else rng.choice(sorted(match.legal()))


def random_game(
    seed: int, players: int, moves: int = 10_000, discards: float = 0.3, half_nest: bool = False
) -> Match:
    """A game played at random, at most so many moves."""
    match = Match("wars", {"players": players, "half_nest": half_nest}, seed=seed)
    rng = random.Random(seed)
    while not match.over and len(match.moves) < moves:
        match.play(choose(match, rng, discards))
    return match


def moments(players: int, seeds: int) -> Iterator[tuple[Match, dict[str, Any], str]]:
    """Random games move by move, with few discards: the match before the move, its state, and the move."""
    for seed in range(seeds):
        match, rng = Match("wars", {"players": players}, seed=seed), random.Random(seed)
        while not match.over:
            before, move = match.state(), choose(match, rng, 0.2)
            yield match, before, move
            match.play(move)


# A duel of plain hands: seat 0 has the stronger dragon and the first turn; hearts are trump unless said otherwise.
ATTACKER = "C5 C9 D4 D6 H2"
DEFENDER = "D8 D9 H7 H8 C2"


def duel(trump: str = "H3", draw: str = "", hands: tuple[str, str] = (ATTACKER, DEFENDER)) -> Match:
    """Two players; seat 0 begins with this card as trump, then the deck yields `draw`."""
    return arranged("SK SQ", list(hands), f"{trump} {draw}")


# ---- whole games ----


@pytest.mark.parametrize("half_nest", [False, True], ids=["whole", "half"])
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.long
def test_agrees_with_the_reference_on_whole_games(players: int, half_nest: bool) -> None:
    """Every state, its legal moves, seat to act, scores and winners, over 100 (of the half Nest 40) seeded games,
    each of its own style."""
    for seed in range(1000 * players, 1000 * players + (40 if half_nest else 100)):
        match = Match("wars", {"players": players, "half_nest": half_nest}, seed=seed)
        game, rng = seeded(players, seed, half_nest), random.Random(seed)
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


def lying(match: Match) -> dict[tuple[str, int | None], list[str]]:
    """The cards of each zone as they lie."""
    found: dict[tuple[str, int | None], list[str]] = {}
    for card in match.cards():
        found.setdefault((card.zone, card.seat), []).append(card.card or "")
    return found


@pytest.mark.long
def test_events_tell_the_whole_game() -> None:
    """Moving cards by the events alone leaves the cards where the engine has them; the points agree, too."""
    for seed in range(12):
        match, rng = Match("wars", {"players": 2 + seed % 3}, seed=seed), random.Random(seed)
        zones = {place: Counter(cards) for place, cards in lying(match).items()}
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
            assert {k: +v for k, v in zones.items() if +v} == {k: Counter(v) for k, v in lying(match).items()}
            assert scores == match.scores


def spelled_out(match: Match) -> Wars:
    """The reference's replay of a match of a seed; it keeps all decks."""
    game = seeded(match.seats_count, match.seed, match.options["half_nest"])
    for move in match.moves:
        game.play(move)
    return game


def test_a_spelled_out_record_plays_like_its_seed() -> None:
    """The seed's deal and new decks as deal and chance: the same states, whatever the seed is then."""
    for seed in range(9):
        match = random_game(seed, 2 + seed % 3)
        game = spelled_out(match)
        nest, deck = seeded_lists(seed)
        other = Match("wars", match.options, 99, {"nest": nest, "deck": deck}, game.new_decks)
        assert len(game.new_decks) >= 2
        assert play(other, *match.moves) == match.state()
        assert Match.load(json.dumps(other.record())).state() == match.state()


def test_perft_counts() -> None:
    """Leaves of the tree of moves, pinned."""
    lines = PERFT.read_text("utf-8").splitlines()
    rows = [[int(n) for n in line.split()] for line in lines if line and not line.startswith("#")]
    assert len(rows) >= 8
    for players, seed, played, depth, leaves, *half in rows:
        assert random_game(seed, players, played, 1, bool(half)).perft(depth) == leaves


# ---- a battle ----


@pytest.mark.parametrize(
    ("trump", "draw", "moves", "attack", "flips", "defence", "defence_flips"),
    [
        ("H3", "", "attack 1 C9, decline", 9, "", 0, ""),
        ("C3", "C4 CA D7 H9", "attack 1 C5, defend H7", 5 + 4 + 1 + 7, "C4 CA D7", 7, ""),
        ("C3", "C4 H9", "attack 1 C5, defend H7", 5 + 4, "C4 H9", 7, ""),
        ("C3", "H9", "attack 1 D4, defend H7", 4, "", 7, ""),
        ("H3", "H9 D5", "attack 1 D4, defend H7", 4, "", 7 + 9 + 5, "H9 D5"),
        ("H3", "C10", "attack 1 D4, defend H7", 4, "", 7, "C10"),
        ("D2", "D3 CK D5 H10", "attack 1 D4, defend D8", 4 + 3 + 13, "D3 CK", 8 + 5 + 10, "D5 H10"),
        ("D2", "HK CK", "attack 1 D4, decline, press D6", 4 + 6 + 13, "HK CK", 0, ""),
        ("D2", "HK CK H5", "attack 1 D4, decline, press D6, defend D9", 4 + 6 + 13, "HK CK", 9 + 5, "H5"),
    ],
    ids=["declined", "trumps go on until another suit", "a heart is no attack", "no trump, no bonus",
         "a defence has its bonus", "a club is no defence", "first the attacker's flips", "so has a pressed card",
         "so has an added one"],
)  # fmt: skip
def test_sums_of_a_battle_with_the_cards_turned_over_for_trump(
    trump: str, draw: str, moves: str, attack: int, flips: str, defence: int, defence_flips: str
) -> None:
    state = play(duel(trump, draw), *moves.split(", "))
    battle = state["battle"]
    assert (state["attack"], battle["attack_flips"]) == (attack, flips.split())
    assert (state["defence"], battle["defence_flips"]) == (defence, defence_flips.split())


def test_the_attack_card_lies_face_down_until_the_answer() -> None:
    """Only the attacker sees it; no sums before both are turned up, both at once, and then they run."""
    match = duel("D2", draw="D3 CK D5 H10")
    laid = [e for e in match.play("attack 1 D4") if e.kind == "card"]
    assert [(e.card, e.target, e.seen) for e in laid] == [("D4", "attack", 1)]
    for seat, card in {None: "D4", 0: "D4", 1: "?"}.items():
        state = match.state(seat)
        assert (state["battle"]["revealed"], state["battle"]["attack"]) == (False, [card])
        assert (state["attack"], state["defence"]) == (None, None)
        assert [c.card for c in match.cards(seat) if c.zone == "attack"] == [None if card == "?" else card]
    events = match.play("defend D8")
    told = [(e.card if e.kind in ("card", "up") else e.amount, e.target or e.what) for e in events
            if e.kind in ("card", "up") or e.what.endswith("sum")]  # fmt: skip
    assert told == [
        ("D8", "defence"), ("D4", "attack"), ("D8", "defence"),
        (4, "attack_sum"), ("D3", "attack_flips"), (7, "attack_sum"), ("CK", "attack_flips"), (20, "attack_sum"),
        (8, "defence_sum"), ("D5", "defence_flips"), (13, "defence_sum"), ("H10", "defence_flips"),
        (23, "defence_sum"),
    ]  # fmt: skip


def test_drawn_cards_are_seen_by_their_seat_alone_and_trump_by_all() -> None:
    """The next seat has drawn up to five and its trump lies open when it has to decide."""
    match = duel(draw="CK DK D7 HK")
    play(match, "attack 1 C5", "defend D8", "press C9", "defend D9")
    events = match.play("stop")
    drawn = [(e.card, e.target, e.target_seat, e.seen) for e in events if e.kind == "card" and e.source == "deck"]
    assert drawn == [("CK", "hand", 1, 2), ("DK", "hand", 1, 2), ("D7", "discard", None, 31)]
    assert len(match.state()["hands"][0]) == 3, "the attacker waits for its next turn"
    thrown = [e for e in match.play("discard") if e.kind == "card" and e.source == "hand"]
    assert [(e.card, e.seen) for e in thrown] == [(card, 31) for card in ("C2", "CK", "DK", "H7", "H8")]


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


def test_an_even_defence_blocks() -> None:
    match = duel()
    play(match, "attack 1 C9", "defend D9")
    assert "blocked" in said(match.play("stop"))
    assert match.state()["dragons"][1] == ["SQ", 12]


BEATEN = ["attack 1 C5", "decline", "press C6"]  # the Ace is beaten, and pressed further


@pytest.mark.parametrize(
    ("moves", "reasons"),
    [
        ([], {"attack 1 H2": "defence_only", "attack 1 CK": "not_held", "attack 0 C5": "own_dragon",
              "attack 4 C5": "no_seat", "defend D8": "no_battle", "decline": "no_battle", "press C5": "no_battle",
              "stop": "no_battle", "attack 1 C5": "", "discard": ""}),
        (["attack 1 C5"], {"attack 1 C9": "battle", "discard": "battle", "press C9": "not_attacker",
                           "stop": "not_attacker", "defend DK": "not_held", "defend C2": "attack_only",
                           "defend H7": ""}),
        (["attack 1 C5", "decline"], {"defend D8": "not_defender", "decline": "not_defender",
                                      "press D4": "other_suit", "press H2": "defence_only",
                                      "press CK": "not_held", "stop": ""}),
        (BEATEN, {"decline": "", "defend D9": ""}),
        ([*BEATEN, "decline", "press C7", "defend D9", "press C9", "defend D8"],
         {"stop": "", "press H2": "defence_only"}),
    ],
    ids=["turn", "answer", "press", "reply", "no club left"],
)  # fmt: skip
def test_reasons_for_moves_out_of_place(moves: list[str], reasons: dict[str, str]) -> None:
    """A reason for each kind of move at each wrong moment."""
    hand = "C5 C6 C7 C9 H2" if "press C6" in moves else ATTACKER
    match = arranged("SK SA", [hand, DEFENDER], "H3")
    play(match, *moves)
    assert {move: match.why_not(move) for move in reasons} == reasons


@pytest.mark.parametrize("text", [
    "", "attack", "attack 1", "attack C5", "attack 1  C5", "attack 10 C5", "attack 1 C1", "defend", "defend X2",
    "defend C02", "press", "stop now", "discard C5", "Stop", "attack 1 c5", "fold",
])  # fmt: skip
def test_what_is_no_move_makes_no_sense(text: str) -> None:
    match = duel()
    assert match.why_not(text) == "no_sense"
    with pytest.raises(BadMove):
        match.play(text)


# ---- reshuffling ----


def ending(hand0: str, hand1: str, trump: str, last: str, chance: Sequence[list[str]] = ()) -> Match:
    """Two players after four discards: these hands, this trump, seat 0 to act, the four last cards of the deck."""
    match = Match("wars", deal=late_deal(f"{hand0} {hand1}", trump, last), chance=chance)
    state = play(match, *["discard"] * 4)
    assert (state["hands"], state["trump"]) == ([in_order(hand0.split()), in_order(hand1.split())], trump[0])
    assert (state["deck"], len(state["discard"]), match.to_act) == (4, 25, 0)
    return match


def test_a_trump_card_that_was_the_last_is_shuffled_in_and_its_suit_stays_trump() -> None:
    """The deck runs out with the flip for trump."""
    match = ending("C2 C3 C4 HA H2", "D8 D9 DA H8 C9", "H6", "CJ CQ CK D7")
    play(match, "attack 1 C2", "defend D8", "press C3", "defend D9", "press C4", "defend DA")
    events = match.play("stop")
    assert [e.card for e in events if e.kind == "card" and e.source == "deck"] == ["CJ", "CQ", "CK", "D7"]
    assert (events[-1].kind, events[-1].amount) == ("shuffle", 32)
    state = match.state()
    assert (state["trump"], state["discard"], state["deck"]) == ("D", [], 32)
    assert "D7" in lying(match)["deck", None]


CHAIN = ("C2 C3 C4 HA H2", "D8 D9 DA H8 H9", "CA", "C5 C6 D7 C8")


def test_a_bonus_card_that_was_the_last_stays_and_the_chain_goes_on_from_the_new_deck() -> None:
    """What lies in the battle is not shuffled in; the next flip comes from the new deck."""
    match = ending(*CHAIN)
    play(match, "attack 1 C2", "decline")
    assert match.state()["battle"]["attack_flips"] == ["C5", "C6", "D7"]
    assert match.state()["attack"] == 2 + 5 + 6 + 7
    new_deck = ["HK", *(card for card in match.state()["discard"] if card != "HK")]
    match = ending(*CHAIN, [new_deck])
    play(match, "attack 1 C2", "decline")
    events = match.play("press C3")
    assert [e.card or e.kind for e in events if e.kind in ("card", "shuffle")] == ["C3", "C8", "shuffle", "HK"]
    state = match.state()
    assert state["battle"]["attack_flips"] == ["C5", "C6", "D7", "C8", "HK"]
    assert (state["attack"], state["deck"], state["discard"]) == (20 + 3 + 8, 24, [])
    assert lying(match)["deck", None] == new_deck[1:]


def test_a_chance_that_is_no_new_deck_is_refused() -> None:
    """The list must hold the pile's cards; nothing is changed when it does not."""
    pile = play(ending(*CHAIN), "attack 1 C2", "decline")["discard"]
    for wrong, message in (
        ([], "the new deck must be a list of 25 cards"),
        ("HK", "the new deck must be a list of 25 cards"),
        ([*pile[:-1], "C5"], "the new deck may not hold C5"),
        ([*pile[:-1], pile[0]], f"the new deck holds {pile[0]} twice"),
        ([*pile[:-1], "X1"], '"X1" in the new deck is no card'),
        ([*pile[:-1], 5], 'the new deck must hold cards as texts like "C10" only'),
    ):
        match = ending(*CHAIN, [wrong])  # type: ignore[list-item]
        before = play(match, "attack 1 C2", "decline")
        with pytest.raises(BadRecord) as error:
            match.play("press C3")
        assert str(error.value) == message
        assert match.state() == before


# ---- the end ----


@pytest.mark.long
def test_last_turns() -> None:
    """When the Nest is empty every seat has exactly one more turn, the attacker the last; then the game is over."""
    for players in PLAYERS:
        attacker: int | None = None
        turns: list[int | None] = []
        for match, before, move in moments(players, 12):
            if not match.moves:
                attacker, turns = None, []
            if before["last_turns"] and not before["battle"]:
                turns.append(match.to_act)
            events = match.preview(move)
            if "last_turns" in said(events):
                assert (before["nest"], attacker) == (1, None)
                attacker = match.to_act
            assert before["last_turns"] == (before["nest"] == 0)
            if any(event.kind == "over" for event in events):
                assert attacker is not None
                assert turns == [(attacker + 1 + i) % players for i in range(players)]


@pytest.mark.long
def test_a_despoiler_loses_five_points_refills_and_is_never_attacked_but_plays_on() -> None:
    """A dragon is slain when the Nest is empty: its owner refills, attacks and discards in turn, and is no target."""
    made = own_turn = others_turn = 0
    for match, state, move in moments(4, 40):
        hands, dragons, seat = state["hands"], state["dragons"], match.to_act or 0
        events = match.preview(move)
        if "despoiler" in said(events):
            made += 1
            owner, after = state["battle"]["defender"], match.copy()
            after.play(move)
            assert state["last_turns"]
            assert (after.state()["dragons"][owner], len(after.state()["hands"][owner])) == (None, 5)
            assert [e.amount for e in events if e.kind == "score" and e.seat == owner] == [-5]
        if None not in dragons or (state["battle"] and dragons[state["battle"]["defender"]]):
            continue
        assert not state["battle"]
        bare, cards = dragons.index(None), [card for card in hands[seat] if card[0] in "CD"]
        if seat == bare:
            own_turn += 1
            assert len(hands[bare]) == 5
            assert len(match.legal()) > 1 or not (cards and any(dragons))
        elif cards:
            others_turn += 1
            assert not any(legal.startswith(f"attack {bare}") for legal in match.legal())
            assert match.why_not(f"attack {bare} {cards[0]}") == "no_dragon"
    assert min(made, own_turn, others_turn) >= 5


def quiet_turn(match: Match) -> list[str]:
    """The moves of a turn in which an attack without bonus is blocked; where there is none, a discard."""
    state, seat = match.state(), match.to_act or 0
    attacks = [c for c in state["hands"][seat] if c[0] in "CD" and c[0] != state["trump"]]
    answers = [c for c in state["hands"][1 - seat] if c[0] in "DH" and c[0] != state["trump"]]
    if not attacks or not answers or min(map(value, attacks)) > max(map(value, answers)):
        return ["discard"]
    return [f"attack {1 - seat} {min(attacks, key=value)}", f"defend {max(answers, key=value)}", "stop"]


def test_decision_60_quiet_turns_end_the_game() -> None:
    """Turns without a lost counter, blocked attacks included."""
    for players in PLAYERS:
        match = Match("wars", {"players": players}, seed=3)
        play(match, *["discard"] * 59)
        assert not match.over
        assert "quiet_end" in said(match.play("discard"))
        assert match.over
        assert match.scores == [5] * players
        assert match.winners == list(range(players))
    match, turns = Match("wars", seed=3), list[int]()
    while not match.over:
        moves = quiet_turn(match)
        play(match, *moves)
        turns.append(len(moves))
    assert len(turns) == 60
    assert turns.count(3) >= 10


@pytest.mark.long
def test_a_lost_counter_begins_the_count_anew() -> None:
    """59 quiet turns, one with damage, and 60 more until the end."""
    tried = 0
    for seed in range(20):
        match = Match("wars", seed=seed)
        play(match, *["discard"] * 59)
        attacks = [move for move in match.legal() if move != "discard"]
        if attacks:
            tried += 1
            play(match, attacks[0], "decline", "stop", *["discard"] * 59)
            assert not match.over
            match.play("discard")
            assert match.over
    assert tried >= 5


@pytest.mark.long
def test_the_breakdown_adds_up_to_the_score() -> None:
    """Trophies and 5 for a living dragon."""
    for seed in range(60):
        match = random_game(seed, 2 + seed % 3)
        for seat, score in enumerate(match.scores):
            rows = match.breakdown(seat)
            assert sum(row.value for row in rows) == score
            assert [row.value for row in rows if row.card not in match.state()["trophies"][seat]] in ([], [5])


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
        zones, state = lying(match), match.state()
        assert sorted(card for cards in zones.values() for card in cards) == sorted(DRAGONS + DECK)
        wanted: dict[tuple[str, int | None], list[str]] = {("discard", None): state["discard"]}
        for seat, dragon in enumerate(state["dragons"]):
            wanted |= {("hand", seat): state["hands"][seat], ("trophies", seat): state["trophies"][seat]}
            wanted["dragon", seat] = [dragon[0]] if dragon else []
        assert {place: zones.get(place, []) for place in wanted} == wanted
        assert [len(zones.get((zone, None), [])) for zone in ("deck", "nest")] == [state["deck"], state["nest"]]
        if not match.over and not state["battle"]:
            drawn = [e.card for e in match.play("discard") if e.kind == "card" and e.source == "deck"]
            assert drawn[0] == zones["deck", None][0]


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
    drawn = nest[: (7 if match.options["half_nest"] else 13) - len(unseen)]
    aside = [dragon for dragon in nest if dragon not in (*drawn, *unseen)]
    deal = {"nest": drawn + unseen + aside, "deck": changed[0]}
    other = Match("wars", match.options, seed=match.seed + 1, deal=deal, chance=changed[1:])
    again = Match("wars", match.options, seed=match.seed)
    for number, move in enumerate(match.moves, 1):
        assert other.state(seat) == again.state(seat)
        last_word = move.split()[-1]
        if number == len(match.moves) and match.state(seat)["battle"] and last_word in swap:
            move = move.replace(last_word, world.state()["battle"]["attack"][0])
        other.play(move)
        again.play(match.moves[number - 1])
    return other


@pytest.mark.long
def test_a_redeal_fits_all_that_a_seat_saw_and_depends_on_nothing_else() -> None:
    """Each redealt world is the end of a whole game in which the seat would have seen just the same at every step;
    behind the same view, other cards and another seed give the same redeal, bit for bit."""
    face_down = reshuffled = 0
    for number in range(36):
        match = random_game(number, 2 + number % 3, 6 + 3 * number, discards=0.4, half_nest=number % 4 == 3)
        if match.over:
            continue
        seat = number % match.seats_count
        world = match.redealt(seat, 5)
        assert world.state(seat) == match.state(seat)
        other = another_past(match, seat, world)
        assert (other.state(), other.cards()) == (world.state(), world.cards())
        assert other.memory() != match.memory()
        assert other.redealt(seat, 11).memory() == match.redealt(seat, 11).memory()
        face_down += "?" in (match.state(seat)["battle"] or {"attack": []})["attack"]
        reshuffled += bool(spelled_out(match).new_decks)
    assert face_down >= 3
    assert reshuffled >= 10


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


@pytest.mark.long
def test_redeal_weighs_a_face_down_card_as_uniform_play_would() -> None:
    """A hand of `a` attack cards would attack with probability a / (a + 1); then each of them is as likely."""
    match = duel()
    match.play("attack 1 C9")
    unseen = [card for card in DECK if card not in {*DEFENDER.split(), "H3"}]
    fitting = [card for card in unseen if card[0] in "CD"]
    many, cards, firsts = Counter[int](), Counter[str](), Counter[str]()
    for number in range(6000):
        world = match.redealt(1, number).state()
        hand = world["hands"][0] + world["battle"]["attack"]
        many[sum(card[0] in "CD" for card in hand)] += 1
        cards[world["battle"]["attack"][0]] += 1
        firsts[match.redealt(0, number).state()["hands"][1][0]] += 1
    others = len(unseen) - len(fitting)
    assert_sampled(many, {a: comb(len(fitting), a) * comb(others, 5 - a) * a / (a + 1) for a in range(1, 6)})
    assert_sampled(cards, dict.fromkeys(fitting, 1))
    pool = in_order([card for card in DECK if card not in {*ATTACKER.split(), "H3"}])
    assert_sampled(firsts, {card: comb(len(pool) - 1 - i, 4) for i, card in enumerate(pool)})


@pytest.mark.long
def test_redeal_deals_deck_and_nest_evenly() -> None:
    """Next card and next dragon: each unseen one as likely."""
    match = random_game(8, 3, 9)
    seat = match.to_act or 0
    world = [match.redealt(seat, number).cards() for number in range(3000)]
    for zone in ("deck", "nest"):
        tops = Counter(next(c.card for c in cards if c.zone == zone) for cards in world)
        unseen = {c.card for c in match.cards() if c.zone == zone} | set(tops)
        assert_sampled(tops, dict.fromkeys(unseen, 1))


@pytest.mark.long
def test_a_dragon_that_was_put_away_is_as_likely_the_next_as_one_of_the_half_nest() -> None:
    """Nobody saw which six were put away, so every dragon that nobody has seen may come."""
    match = random_game(8, 3, 9, half_nest=True)
    state = match.state()
    shown = {dragon[0] for dragon in state["dragons"] if dragon}
    shown |= {card for hall in state["trophies"] for card in hall}
    tops = Counter(
        next(c.card for c in match.redealt(0, number).cards() if c.zone == "nest") for number in range(3000)
    )
    assert_sampled(tops, dict.fromkeys(set(DRAGONS) - shown, 1))


# ---- deals ----

NEST_AND_DECK = 'the deal must hold "nest" and "deck" and nothing else'
NO_TEXT = 'the deck of the deal must hold cards as texts like "C10" only'


@pytest.mark.parametrize(
    ("deal", "message"),
    [
        ({}, NEST_AND_DECK),
        ({"nest": DRAGONS}, NEST_AND_DECK),
        ({"nest": DRAGONS, "deck": DECK, "trump": "C"}, NEST_AND_DECK),
        ({"nest": DRAGONS, "dick": DECK}, NEST_AND_DECK),
        ({"nest": DRAGONS[1:], "deck": DECK}, "the nest of the deal must be a list of 13 cards"),
        ({"nest": "SA", "deck": DECK}, "the nest of the deal must be a list of 13 cards"),
        ({"nest": None, "deck": DECK}, "the nest of the deal must be a list of 13 cards"),
        ({"nest": DRAGONS, "deck": [*DECK, "C2"]}, "the deck of the deal must be a list of 39 cards"),
        ({"nest": [*DRAGONS[:-1], "SA"], "deck": DECK}, "the nest of the deal holds SA twice"),
        ({"nest": [*DRAGONS[:-1], "CA"], "deck": DECK}, "the nest of the deal may not hold CA"),
        ({"nest": DRAGONS, "deck": [*DECK[:-1], "SK"]}, "the deck of the deal may not hold SK"),
        ({"nest": DRAGONS, "deck": [*DECK[:-1], "C1"]}, '"C1" in the deck of the deal is no card'),
        ({"nest": DRAGONS, "deck": [*DECK[:-1], ""]}, '"" in the deck of the deal is no card'),
        ({"nest": DRAGONS, "deck": [*DECK[:-1], None]}, NO_TEXT),
        ({"nest": DRAGONS, "deck": [*DECK[:-1], ["HK"]]}, NO_TEXT),
    ],
    ids=lambda value: str(value)[-25:],
)
def test_bad_deals_are_refused(deal: dict[str, Any], message: str) -> None:
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
