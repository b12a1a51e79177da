"""The players of Dragonmaster, and when its payments are settled.

Proved here: advice is a function of what the seat knows and of the number given, at every level and for every kind
of decision; proof words hold by the solver in every deal that fits; a hand said to be settled pays the same however
it is played in any deal that the seat can imagine, and small endings that are settled are found.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from native import Advice, Match, Position
from native.play.judge import Worth
from native.play.review import Grade
from tests.reference.tricks import DRAGON, deck
from tests.reference.tricks_solve import Ending
from tests.test_tricks_solve import to_match

LEVELS = ("hatchling", "wyrmling", "drake", "dragon", "even")
RULES = [{"players": players, "level": level} for players in (3, 4) for level in ("basic", "advanced", "expert")]
IDS = [f"{rules['players']} {rules['level']}" for rules in RULES]


def moments(rules: dict[str, Any], seed: int, share: float) -> list[Match]:
    """This share of the positions of a match played at random; choices of the Dragon's holder and calls all."""
    match, rng, found = Match("tricks", rules, seed=seed), random.Random(seed), []
    while not match.over:
        moves = match.legal()
        if rng.random() < share or (moves[0] == "swap" and share < 1):
            found.append(match.copy())
        match.play(rng.choice(moves))
    return found


def advice(match: Position, level: str = "dragon", rng: int = 0, permille: int = 0) -> Advice:
    return match.advise(level, rng=rng, permille=permille)._replace(seconds=0.0)


def decision(match: Position) -> str:
    move = match.legal()[0]
    return move if move == "swap" else "call" if move.startswith("call") else "card"


# ---- what the players know ----


@pytest.mark.long("dragon-4 expert", "dragon-4 advanced", "even-4 advanced", "even-4 expert")
@pytest.mark.parametrize("rules", RULES, ids=IDS)
@pytest.mark.parametrize("level", LEVELS)
def test_advice_depends_on_what_the_seat_knows_only(level: str, rules: dict[str, Any]) -> None:
    """Other hidden cards, another seed: the same advice, bit for bit."""
    kinds: Counter[str] = Counter()
    for match in moments(rules, 40, 0.04):
        seat = match.to_act
        assert seat is not None
        first = advice(match, level, permille=20)
        for number in range(2):
            other = match.redealt(seat, number)
            assert advice(other, level, permille=20) == first
        kinds[decision(match)] += 1
    assert kinds["card"] > 5
    assert rules["level"] == "basic" or kinds["swap"] > 1


@pytest.mark.long("dragon", "even")
@pytest.mark.parametrize("level", LEVELS)
def test_calls_and_power_plays_depend_on_what_the_seat_knows_only(level: str) -> None:
    calls = powers = 0
    for seed in range(12):
        match = Match("tricks", {"level": "expert"}, seed=seed)
        if decision(match) == "swap":
            match.play(("swap", "keep")[seed % 2])
            powers += seed % 2
        calls += 1
        for _ in range(6):
            seat = match.to_act
            assert seat is not None
            first = advice(match, level, permille=20)
            assert advice(match.redealt(seat, seed), level, permille=20) == first
            match.play(first.move)
    assert calls and powers


@pytest.mark.long("dragon", "even")
@pytest.mark.parametrize("level", LEVELS)
def test_every_legal_move_has_a_value_and_one_is_played(level: str) -> None:
    for rules in RULES:
        for match in moments(rules, 41, 0.02):
            found = advice(match, level, permille=20)
            assert sorted(choice.move for choice in found.moves) == sorted(match.legal())
            assert found.move in match.legal()
            assert sum(choice.weight for choice in found.moves) == 1
            assert found.status == "done"


# ---- proof words ----


def objective(match: Match) -> str:
    """What Dragon solves for here: "" where no solver's values can be compared."""
    state = match.state()
    if state["power"] is not None:
        return "power"
    cards = max(map(len, state["hands"]))
    return "maxn" if cards <= 4 else "coalition" if match.to_act == state["dm"] else ""


def is_best(world: Position, move: str, wanted: str, seat: int, power: bool) -> bool:
    """Whether the move is a best one for the seat with all cards open."""
    values = {m.move: m.value for m in world.solve(wanted).moves}
    if wanted == "maxn":
        return bool(values[move][seat] == max(value[seat] for value in values.values()))
    return bool(values[move] == (max if power else min)(values.values()))


@pytest.mark.long
@pytest.mark.parametrize("level", ["basic", "advanced"])
@pytest.mark.parametrize("players", [3, 4])
def test_proof_words_hold_in_every_deal_that_fits(players: int, level: str) -> None:
    said: Counter[str] = Counter()
    for match in endings({"players": players, "level": level}, 60 + players, 3, 0.6):
        seat, wanted = match.to_act, objective(match)
        if len(match.legal()) == 1 or not wanted or seat is None:
            continue
        found = advice(match)
        if found.proof == "estimate":
            continue
        said[found.proof] += 1
        state = match.state()
        grabs = wanted == "coalition" or seat == state["power"]
        every = worlds(match, seat, 60)
        assert found.worlds == found.of
        assert len(every) <= (found.of or 0)
        if found.proof == "exact":  # one deal, and all know it, in a game of two sides
            assert found.of == 1
            assert state["power"] is not None or max(map(len, state["hands"])) == 1
            assert all(len(worlds(match, other, 60)) == 1 for other in range(players)) or len(match.legal()) == 1
        for world in every:
            assert is_best(world, found.move, wanted, seat, grabs)
    assert said["every world"] > 3


@pytest.mark.long
def test_the_last_card_of_a_hand_is_proven() -> None:
    """It is the only move in every deal, and each of the deals is solved for its value."""
    compared = 0
    for rules in RULES:
        for match in endings(rules, 62, 1, 1.0):
            if match.to_act is None or len(match.legal()) > 1:
                continue
            found = advice(match)
            assert found.proof == ("exact" if found.of == 1 else "every world")
            assert found.worlds == found.of
            compared += found.of != 1
    assert compared > 10


@pytest.mark.long
def test_worlds_are_counted_as_they_are() -> None:
    """With two tricks to come, every deal that drawing shows is one of those counted, and none is missing."""
    compared = 0
    for rules in RULES:
        for match in endings(rules, 61, 2, 0.2):
            seat = match.to_act
            if seat is None or len(match.legal()) == 1 or match.state()["extra"] not in (None, "DRAGON"):
                continue
            assert advice(match).of == len(worlds(match, seat, 600))
            compared += 1
    assert compared > 10


# ---- secret power plays ----


def secret_ending(rng: random.Random, players: int, cards: int) -> tuple[Match, int]:
    """An ending in which one seat, not the Dragonmaster, has taken every penalty card and trick so far."""
    dm, leader, kind = rng.randrange(players), rng.randrange(players), rng.choice(("dragonlords", "wizards", "staff"))
    maker = rng.choice([seat for seat in range(players) if seat != dm])
    pack = deck(players, "basic")
    rng.shuffle(pack)
    hands = [[pack.pop() for _ in range(cards)] for _ in range(players)]
    taken: list[list[str]] = [[] for _ in range(players)]
    taken[maker] = pack
    count = [8 - cards if seat == maker else 0 for seat in range(players)]
    return to_match(Ending(kind, dm, None, "expert", hands, leader, [], taken, count, maker, DRAGON), True), maker


def forces(position: Position, maker: int) -> bool:
    """Whether the maker takes everything against all others."""
    if position.state()["results"]:
        return bool(position.state()["results"][0]["player"] == maker)
    outcomes = (forces(after(position, move), maker) for move in position.legal())
    return any(outcomes) if position.to_act == maker else all(outcomes)


def after(position: Position, move: str) -> Position:
    found = position.position()
    found.play(move)
    return found


@pytest.mark.parametrize(("players", "cards", "count"), [(3, 2, 60), (3, 3, 6), (4, 2, 25)])
@pytest.mark.long
def test_dragon_makes_secret_power_plays_and_blocks_them(players: int, cards: int, count: int) -> None:
    """Where cards differ much in the share of deals in which it is then made against any defence."""
    rng, checked = random.Random(players), Counter[str]()
    for _ in range(count):
        match, maker = secret_ending(rng, players, cards)
        seat, state = match.to_act, match.state()
        if state["results"] or seat is None or seat not in (maker, state["dm"]) or len(match.legal()) == 1:
            continue
        every = worlds(match, seat, 25 * players)
        made = {m: sum(forces(after(world, m), maker) for world in every) for m in match.legal()}
        best = max(made.values()) if seat == maker else min(made.values())
        if max(made.values()) - min(made.values()) < 0.4 * len(every):
            continue
        assert abs(made[advice(match).move] - best) < 0.2 * len(every)
        checked["makes" if seat == maker else "blocks"] += 1
    assert sum(checked.values()) > count // 30


# ---- settled ----


def payments(position: Position, results: int) -> list[int]:
    paid: list[int] = position.state()["results"][results]["payments"]
    return paid


def all_payments(position: Position, results: int, found: set[tuple[int, ...]]) -> None:
    """Adds what every way to play the hand out pays, until there are two."""
    for move in position.legal():
        after = position.position()
        after.play(move)
        if len(after.state()["results"]) > results:
            found.add(tuple(payments(after, results)))
        else:
            all_payments(after, results, found)
        if len(found) > 1:
            return


def worlds(position: Position, seat: int, count: int = 200) -> list[Position]:
    """Deals that fit what the seat knows: all that so many drawn ones show."""
    found = {}
    for number in range(count):
        world = position.redealt(seat, number)
        found[str(world.state()["hands"]) + str(world.state()["extra"])] = world
    return list(found.values())


def endings(rules: dict[str, Any], seed: int, left: int, share: float) -> list[Match]:
    """This share of the positions of a random match with at most so many tricks to come."""
    found = [m for m in moments(rules, seed, 1.0) if m.state()["kind"]]
    found = [m for m in found if sum(m.state()["tricks_taken"]) >= 8 - left]
    return random.Random(seed).sample(found, round(share * len(found)))


@pytest.mark.parametrize("early_end", [True, False])
@pytest.mark.long
def test_settled_in_the_last_trick_just_when_every_play_in_every_deal_pays_the_same(early_end: bool) -> None:
    """Most of all where the last trick costs something, since elsewhere little is open by then."""
    told: Counter[bool] = Counter()
    rng = random.Random(2)
    for rules in RULES:
        for match in endings({**rules, "early_end": early_end}, 50, 1, 0.3):
            if match.state()["kind"] not in ("first", "staff") and rng.random() < 0.8:
                continue
            results = len(match.state()["results"])
            for seat in range(match.seats_count):
                found: set[tuple[int, ...]] = set()
                for world in worlds(match, seat, 100):
                    all_payments(world, results, found)
                assert match.settled(seat) == (len(found) == 1)
                told[len(found) == 1] += 1
    assert told[True] > 5
    assert told[False] > 2


@pytest.mark.parametrize("early_end", [True, False])
@pytest.mark.long("False", "True")
def test_settled_is_never_said_while_some_play_pays_something_else(early_end: bool) -> None:
    """Played on at random in drawn deals, from every position that is said to be settled."""
    rng, said = random.Random(1), 0
    for rules in RULES:
        for match in moments({**rules, "early_end": early_end}, 51, 0.5 if early_end else 0.2):
            results = len(match.state()["results"])
            for seat in range(match.seats_count):
                if not match.settled(seat):
                    continue
                said += 1
                paid = set()
                for number in range(4):
                    world = match.redealt(seat, number)
                    while len(world.state()["results"]) == results:
                        world.play(rng.choice(world.legal()))
                    paid.add(tuple(payments(world, results)))
                assert len(paid) == 1
    assert said > 50


@pytest.mark.parametrize("early_end", [True, False])
@pytest.mark.parametrize("rules", RULES, ids=IDS)
def test_settled_depends_on_what_the_seat_knows_only(rules: dict[str, Any], early_end: bool) -> None:
    for match in endings({**rules, "early_end": early_end}, 52, 4, 0.3 if early_end else 0.2):
        for seat in range(match.seats_count):
            assert match.redealt(seat, 3).settled(seat) == match.settled(seat)


@pytest.mark.parametrize("seed", range(3))
def test_a_call_is_compared_with_the_kinds_that_it_leaves(seed: int) -> None:
    """The Staff of Power brings most in its own hand. What it takes from later hands counts against it, so its
    prospect is lower than its value, the others' are higher, and a review goes by the prospects."""
    match = Match("tricks", {"players": 4, "level": "basic"}, seed=seed)
    found = match.advise("dragon", permille=20)
    values = {move.move: (move.value, move.merit) for move in found.moves}
    assert len(values) == 5 and sum(merit - value for value, merit in values.values()) == pytest.approx(0, abs=1e-3)
    staff = values.pop("call staff")
    assert staff[1] < staff[0] and all(merit > value for value, merit in values.values())
    best = max(move.merit for move in found.moves)
    for move in found.moves:
        assert move.best == (move.merit == best)
        loss = Grade(match.to_act or 0, move.move, Worth(found)).fair_loss()
        assert loss == pytest.approx(best - move.merit, abs=1e-6)


def test_a_card_outside_a_secret_power_play_is_worth_this_hand_alone() -> None:
    match = Match("tricks", {"players": 4, "level": "basic"}, seed=1)
    match.play("call wizards")
    assert all(move.merit == pytest.approx(move.value) for move in match.advise("dragon", permille=20).moves)


def test_nothing_is_settled_before_the_call_and_in_other_games() -> None:
    assert not Match("tricks").settled(0)
    assert not Match("duel").settled(0)
