"""The players of Dragon Wars.

Proved here: advice is a legal move with a value for each, a function of what the seat knows and of the number
given; secret choices are equilibria and played as mixed; what the last battle's proof words say holds by the slow
reference; levels stand in order, in games and in what they lose against exact values.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from native import Advice, Match
from tests.reference.wars import TooLarge, Wars, battle_values, seeded, value

LEVELS = ("hatchling", "wyrmling", "drake", "dragon")


def positions(players: int, seed: int, share: float) -> list[Match]:
    """This share of the positions of a random game."""
    match, rng, found = Match("wars", {"players": players}, seed=seed), random.Random(seed), []
    while not match.over:
        if rng.random() < share:
            found.append(Match("wars", {"players": players}, seed=seed))
            for move in match.moves:
                found[-1].play(move)
        match.play(rng.choice(match.legal()))
    return found


def advice(match: Match, level: str = "dragon", rng: int = 0, permille: int = 0) -> Advice:
    return match.advise(level, rng=rng, permille=permille)._replace(seconds=0.0)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_advice_depends_on_what_the_seat_knows_only(level: str, players: int) -> None:
    """Other hidden cards, another seed: the same advice, bit for bit, at every stage of a game."""
    checked = 0
    for match in positions(players, players, 0.15):
        seat = match.to_act
        assert seat is not None
        first = advice(match, level, permille=50)
        for number in range(2):
            other = match.redealt(seat, number)
            assert other.advise(level, permille=50)._replace(seconds=0.0) == first
        checked += 1
    assert checked >= 8


@pytest.mark.parametrize("level", LEVELS)
def test_every_legal_move_has_a_value_and_one_is_played(level: str) -> None:
    for match in positions(3, 5, 0.05):
        found = advice(match, level, permille=50)
        assert sorted(choice.move for choice in found.moves) == sorted(match.legal())
        assert found.move in match.legal()
        assert sum(choice.weight for choice in found.moves) == pytest.approx(1)
        assert found.status == "done"


def test_another_number_draws_another_move_and_changes_nothing_else() -> None:
    match = Match("wars", seed=3)
    assert advice(match, rng=1, permille=50).moves == advice(match, rng=2, permille=50).moves
    weak = [match.advise("hatchling", rng=number).moves for number in range(8)]
    assert any(moves != weak[0] for moves in weak)


# ---- odds ----


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.long("2")
def test_odds_are_how_likely_the_dragon_falls(players: int) -> None:
    """Certain where the attacker stops, since then nothing more can happen; none where nobody fights."""
    seen: Counter[str] = Counter()
    for seed in range(4):
        for match in positions(players, 30 + seed, 0.3):
            for choice in advice(match, permille=30).moves:
                verb, state = choice.move.split()[0], match.state()
                if verb == "discard":
                    assert choice.odds is None
                    continue
                assert choice.odds is not None
                assert 0 <= choice.odds <= 1
                seen[verb] += 0 < choice.odds < 1
                if verb == "stop":
                    health = state["dragons"][state["battle"]["defender"]][1]
                    assert choice.odds == (state["attack"] - state["defence"] >= health)
                    seen["slain" if choice.odds else "spared"] += 1
    assert min(seen[what] for what in ("attack", "defend", "decline", "press", "slain", "spared")) > 3


# ---- secret choices ----


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.long("2", "4")
def test_secret_choices_are_mixed_by_an_equilibrium(players: int) -> None:
    """Dragon says so, with an exploitability next to nothing; every move of its mixture is as good as the best."""
    said = mixed = others = 0
    for seed in range(10):
        for match in positions(players, 100 + seed, 0.4):
            battle = match.state()["battle"]
            found = advice(match, rng=seed, permille=50)
            if found.proof != "equilibrium":
                others += len(found.moves) > 1
                assert found.exploitability is None
                continue
            assert battle is not None or players == 2
            assert battle is None or not battle["revealed"]
            assert found.exploitability is not None
            assert 0 <= found.exploitability < 0.01
            top = max(choice.value for choice in found.moves)
            assert all(choice.value > top - 0.3 for choice in found.moves if choice.weight)
            assert {choice.move for choice in found.moves if choice.best} >= {found.move}
            said += 1
            mixed += sum(choice.weight > 0 for choice in found.moves) > 1
    assert said >= 20
    assert others >= 20
    assert mixed >= (3 if players == 2 else 1)  # an answer alone is seldom mixed


@pytest.mark.long
def test_a_mixture_is_played_as_often_as_it_says() -> None:
    """Over many numbers each move comes about as often as its weights promise."""
    match = next(
        match
        for match in positions(2, 101, 1.0)
        if sum(choice.weight > 0.2 for choice in advice(match, permille=20).moves) > 1
        and advice(match, permille=20).proof == "equilibrium"
    )
    played: Counter[str] = Counter()
    promised: Counter[str] = Counter()
    for number in range(120):
        found = advice(match, rng=number, permille=20)
        if found.proof == "equilibrium":
            played[found.move] += 1
            promised.update({choice.move: choice.weight for choice in found.moves})
    assert sum(played.values()) >= 50
    for move, count in promised.items():
        assert abs(played[move] - count) < 4 * (count + 1) ** 0.5


# ---- the last battle ----


def last_battles(seeds: range) -> Iterator[tuple[Match, Wars]]:
    """Turned-up positions of the battles with which games of two end, each with the reference's game."""
    for seed in seeds:
        match, game, rng = Match("wars", seed=seed), seeded(2, seed), random.Random(seed)
        while not match.over:
            if game.turns_to_come == 1 and game.battle and game.battle["revealed"]:
                yield match, game
            attacks = sorted(move for move in match.legal() if move != "discard")
            move = rng.choice(attacks or ["discard"])
            match.play(move)
            game.play(move)


def chances(game: Wars) -> dict[str, float]:
    """How likely the dragon falls after each move, open hands, by the reference: its last counter lost."""
    game = game.copy()
    assert game.battle
    seat = game.battle["defender"]
    dragon = game.dragons[seat]
    assert dragon
    game.battle["defence_sum"] += dragon[1] - 1
    game.dragons[seat] = (dragon[0], 1)
    return battle_values(game, 3000)


def test_proof_words_of_the_last_battle_hold() -> None:
    """Exact: these are the values of the true hands. Every world: no move is better against the true hand."""
    exact = every = chancy = 0
    for match, game in last_battles(range(60)):
        found = advice(match)
        assert game.battle
        dragon = game.dragons[game.battle["defender"]]
        assert dragon
        sign, stake = 1 if match.to_act == game.turn else -1, value(dragon[0]) + 5
        try:
            slow = chances(game)
        except TooLarge:
            continue
        if found.proof == "exact":
            wanted = {move: sign * stake * chance for move, chance in slow.items()}
            assert {choice.move: choice.value for choice in found.moves} == pytest.approx(wanted, abs=1e-7)
            assert {choice.move: choice.odds for choice in found.moves} == pytest.approx(slow, abs=1e-7)
            exact += 1
            chancy += any(0 < chance < 1 for chance in slow.values())
        elif found.proof == "every world":
            best = max(sign * chance for chance in slow.values())
            assert sign * slow[found.move] == pytest.approx(best, abs=1e-7)
            assert found.worlds == found.of and found.worlds > 1
            every += 1
    assert exact >= 20
    assert every >= 5
    assert chancy >= 1


# ---- levels ----


@pytest.mark.long
def test_mean_loss_falls_from_level_to_level() -> None:
    """Points lost by each decision of last battles, against the mean over every hand, each solved exactly."""
    losses: dict[str, list[float]] = {level: [] for level in LEVELS}
    for match, _ in last_battles(range(150)):
        exact = advice(match)
        values = {choice.move: choice.value for choice in exact.moves}
        if exact.worlds != exact.of or max(values.values()) - min(values.values()) < 0.5:
            continue
        for level in LEVELS:
            losses[level].append(max(values.values()) - values[advice(match, level, rng=len(losses[level])).move])
    means = [sum(losses[level]) / len(losses[level]) for level in LEVELS]
    assert len(losses["dragon"]) >= 25
    assert means[3] == 0
    assert means[0] >= means[1] >= means[2]
    assert means[0] > 0


def share(better: str, worse: str, players: int, deals: int) -> float:
    """Share of points of one seat's level among others, every seat in turn, on the same deals."""
    won = 0.0
    for seed in range(deals):
        for seat in range(players):
            match = Match("wars", {"players": players}, seed=seed)
            while not match.over:
                match.play(match.advise(better if match.to_act == seat else worse).move)
            scores = match.scores
            won += sum((scores[seat] > other) + (scores[seat] == other) / 2 for other in scores) - 0.5
    return won / (deals * players * (players - 1))


@pytest.mark.parametrize(
    ("better", "worse"), [("drake", "wyrmling"), ("wyrmling", "hatchling"), ("hatchling", "random")]
)
def test_levels_stand_in_order(better: str, worse: str) -> None:
    assert share(better, worse, 2, 15) > 0.5
