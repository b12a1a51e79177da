"""The players of Dragon Wars.

Proved here: advice is a legal move with a value for each, a function of what the seat knows and of the number
given; secret choices are equilibria and played as mixed; what the last battle's proof words say holds by the slow
reference; levels stand in order.
"""

from __future__ import annotations

from collections import Counter

import pytest

from native import Match
from tests.advised import advice, assert_advised, assert_number_draws_luck_only, positions, share_of_points
from tests.reference.wars import TooLarge, Wars, battle_values, eager_games, value

LEVELS = ("hatchling", "wyrmling", "drake", "dragon")


def moments(players: int, seed: int, share: float) -> list[Match]:
    return positions("wars", {"players": players}, seed, share)


@pytest.mark.long("2-dragon", "3-dragon")
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_advice_is_whole_and_depends_on_what_the_seat_knows_only(level: str, players: int) -> None:
    matches = moments(players, players, 0.15)
    assert len(matches) >= 8
    for match in matches:
        assert_advised(match, level, permille=50)


def test_another_number_draws_another_move_and_changes_nothing_else() -> None:
    assert_number_draws_luck_only(Match("wars", seed=3), permille=50)


# ---- odds ----


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.long
def test_odds_are_how_likely_the_dragon_falls(players: int) -> None:
    """Certain where the attacker stops, since then nothing more can happen; none where nobody fights."""
    seen: Counter[str] = Counter()
    for match in (match for seed in range(4) for match in moments(players, 30 + seed, 0.3)):
        state = match.state()
        for choice in advice(match, permille=30).moves:
            verb = choice.move.split()[0]
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
    for number, match in ((seed, match) for seed in range(10) for match in moments(players, 100 + seed, 0.4)):
        battle = match.state()["battle"]
        found = advice(match, rng=number, permille=50)
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
        for match in moments(2, 101, 1.0)
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


@pytest.mark.long
def test_proof_words_of_the_last_battle_hold() -> None:
    """Exact: these are the values of the true hands. Every world: no move is better against the true hand."""
    exact = every = chancy = 0
    for match, game in eager_games(range(200)):
        if game.turns_to_come != 1 or not game.battle or not game.battle["revealed"]:
            continue
        found = advice(match)
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
            assert found.worlds == found.of
            every += 1
    assert exact >= 20
    assert every >= 5
    assert chancy >= 1


# ---- levels ----


@pytest.mark.long
@pytest.mark.parametrize(
    ("better", "worse"), [("drake", "wyrmling"), ("wyrmling", "hatchling"), ("hatchling", "random")]
)
def test_levels_stand_in_order(better: str, worse: str) -> None:
    assert share_of_points("wars", better, worse, 2, 15) > 0.5
