"""What a history tells: counts, curves, ratings with their errors, the next opponent."""

from __future__ import annotations

import csv
import io
import math
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from native import GAMES
from native.grades import scale_of
from native.play.review import Grade, findings
from native.store import history
from native.store.chronicle import Chronicle
from native.store.folder import Keeper
from native.store.forms import OPPONENTS
from native.store.history import (
    HALF_LIFE,
    KINDS,
    PRIOR,
    PRIOR_ERROR,
    REACH,
    Comparison,
    Filter,
    GameList,
    PuzzleAttempt,
    PuzzleRating,
    accuracies,
    best_comeback,
    by,
    cost_shares,
    costs,
    curve,
    fit,
    glicko,
    length_of,
    played,
    proposal,
    puzzle_skill,
    rating,
    ratings,
    results,
    stages,
    strength,
    strengths,
    summary,
    to_csv,
)
from native.values import Advice, MoveValue
from tests.kept import ended


def line(number: int = 0, **more: Any) -> dict[str, Any]:
    """A line of a history: a lost game of the duel against Hatchling."""
    return {
        "id": f"m{number}",
        "game": "duel",
        "against": "hatchling",
        "assisted": False,
        "share": 0,
        "date": f"2026-11-{number // 24 + 1:02}T{number % 24:02}:00:00Z",
    } | more


def games(*shares: float, **more: Any) -> history.GameList:
    """Games with these shares of the win, one after another."""
    lines = (line(number, share=share, **more) for number, share in enumerate(shares))
    return history.GameList(played(lines))


def test_what_the_chronicle_keeps_is_what_the_history_reads(tmp_path: Path) -> None:
    keeper = Keeper(tmp_path)
    chronicle = Chronicle(keeper)
    match = ended()
    match.extra["seconds"] = 12.5
    name = chronicle.finish(match, [1])
    chronicle.grade(name, 0.25, accuracy=80.0, stages=[1, 0, 0.5], low=-0.5)
    one = played(chronicle.history())[0]
    assert (one.game, one.against, one.seat, one.seats) == (
        "duel",
        ("human",),
        1,
        ("human", "hatchling"),
    )
    assert (one.scores, one.moves, one.seconds) == (tuple(match.scores), 16, 12.5)
    assert (one.loss, one.accuracy, one.stages, one.low) == (0.25, 80, (1, 0, 0.5), -0.5)
    assert one.margin == match.scores[1] - match.scores[0]
    keeper.close()


def test_a_summary_counts_games_and_runs() -> None:
    found = summary(games(1, 1, 0, 0, 0, 0.5, 1))
    assert found[:7] == (7, 3, 1, 3, 1, 2, 3)
    assert (found.accuracy, found.loss, found.seconds) == (None, None, None)
    assert summary([])[:7] == (0, 0, 0, 0, 0, 0, 0)
    told = played(
        [
            line(1, scores=[5, 3], seat=0, accuracy=80, loss=1, seconds=60, share=1),
            line(2, scores=[1, 4, 2], seat=2, accuracy=60, loss=0, seconds=120),
            line(3),
        ]
    )
    found = summary(told)
    assert (found.score, found.margin, found.accuracy, found.loss, found.seconds) == (
        3.5,
        0,
        70,
        0.5,
        90,
    )


def test_games_are_chosen_and_grouped() -> None:
    some = GameList(
        played(
            [
                line(0, seconds=299),
                line(30, seconds=300, against="dragon+drake"),
                line(60, assisted=True),
                line(90, game="heart", seconds=900),
            ]
        )
    )
    assert [one.id for one in some.select(Filter(game="duel", assisted=False))] == ["m0", "m30"]
    assert [one.id for one in some.select(Filter(level="drake"))] == ["m30"]
    assert [one.id for one in some.select(Filter(length="short"))] == ["m0", "m60"]
    assert [one.id for one in some.select(Filter(since="2026-11-02", until="2026-11-04"))] == [
        "m30",
        "m60",
    ]
    assert [length_of(one) for one in some] == ["short", "middle", "short", "long"]
    counts = {key: found.played for key, found in by(some, lambda one: one.game).items()}
    assert counts == {"duel": 3, "heart": 1}


def test_a_curve_is_a_running_mean_over_the_last_games() -> None:
    some = games(*[number % 2 for number in range(100)])
    points = curve(some, lambda one: one.share, width=2)
    assert [value for _, value in points] == [0.5] * 50
    assert points[-1][0] == some[-1].date
    assert curve(games(1, 0, 1, 1), lambda one: one.share, width=2) == [
        (one.date, value) for one, value in zip(games(1, 0, 1, 1), (1, 0.5, 0.5, 1), strict=True)
    ]
    assert curve(some, lambda one: one.accuracy) == []


def test_stages_and_the_best_comeback() -> None:
    some = played(
        [
            line(1, stages=[1, 2, 3], low=-9),
            line(2, stages=[3, 2, 1], share=1, low=-5),
            line(3, share=1, low=-2),
            line(4, share=1, low=-8, assisted=True),
        ]
    )
    assert stages(some) == (2, 2, 2)
    assert stages(games(1)) is None
    assert accuracies(played([line(1, accuracies=[90, 80, 70]), line(2)])) == (90, 80, 70)
    found = best_comeback(some)
    assert found
    assert found.id == "m2"
    assert best_comeback(games(1)) is None


def test_the_table_of_games_can_be_read_again() -> None:
    some = games(1, 0, scores=[1, 2], against="dragon+drake")
    rows = list(csv.DictReader(io.StringIO(to_csv(some))))
    assert [(row["id"], float(row["share"]), row["against"], row["scores"]) for row in rows] == [
        ("m0", 1, "drake+dragon" if some[0].against[0] == "drake" else "dragon+drake", "1+2"),
        ("m1", 0, "dragon+drake", "1+2"),
    ]


def test_the_grades_of_a_match_tell_losses_by_stage_and_the_worst_position() -> None:
    def grade(seat: int, best: float, worth: float) -> Grade:
        moves = (MoveValue("a", best, True, 0), MoveValue("b", worth, False, 0))
        return Grade(seat, "b", fair=Advice("done", "a", "estimate", 1, None, None, moves, 0, 0))

    values = [(0, 5, 4), (1, -9, -9), (0, 3, 0), (1, 9, 0), (0, -2, -2), (1, 0, 0)]
    grades = [grade(*told) for told in values]
    scale = scale_of("duel")
    assert findings("duel", grades, [0]) == {
        "loss": pytest.approx(4 / 3),
        "accuracy": scale.accuracy([1, 3, 0]),
        "stages": [1, 3, 0],
        "low": -2,
        "costs": [sum(loss for loss in (1, 3) if scale.word(loss) == kind) for kind in KINDS],
        "accuracies": [scale.accuracy([loss]) for loss in (1, 3, 0)],
    }
    grades[2].fair = None
    told = findings("duel", grades, [0])
    assert (told["loss"], told["low"], told["accuracy"]) == (0.5, -2, scale.accuracy([1, 0]))
    assert "stages" not in told
    assert findings("duel", [], [0]) == {"loss": None}
    some = played([line(1, costs=[1, 2, 3]), line(2, costs=[1, 0, 1]), line(3)])
    assert costs(some) == {"slip": 2, "mistake": 2, "blunder": 4}
    assert cost_shares(some) == {"slip": 0.25, "mistake": 0.25, "blunder": 0.5}
    assert cost_shares(games(1)) is None


def test_costs_and_comebacks_of_several_games_are_measured_by_each_games_own_scale() -> None:
    duel, heart = (scale_of(game).half for game in ("duel", "heart"))
    some = played(
        [
            line(1, share=1, costs=[duel, 0, 0], low=-2 * duel),
            line(2, share=1, costs=[0, 0, 3 * heart], low=-heart, game="heart"),
            line(3, share=1, low=0.5),
        ]
    )
    assert cost_shares(some) == {"slip": 0.25, "mistake": 0, "blunder": 0.75}
    best = best_comeback(some)
    assert best
    assert best.id == "m1"
    assert best_comeback(some[2:]) is None  # never behind


# ---- strength ----


def test_every_game_has_measured_levels_that_rise() -> None:
    for game in GAMES:
        table = strengths(game)
        assert table, game
        for levels in table.values():
            assert list(levels) == list(OPPONENTS)
            assert all(low < high for low, high in pairwise(levels.values()))
            assert levels["hatchling"] == PRIOR
    assert strength("wars", 3, "dragon") == strength("wars", 2, "dragon")
    assert strength("duel", 2, "plain") is None
    assert strength("nothing", 2, "dragon") is None


def likelihood(value: float, found: list[Comparison]) -> float:
    total = -((value - PRIOR) ** 2) / (2 * PRIOR_ERROR**2)
    for result in found:
        expected = 1 / (1 + 10 ** ((result.against - value) / 400))
        total += result.weight * (
            result.score * math.log(expected) + (1 - result.score) * math.log(1 - expected)
        )
    return total


def test_the_fit_is_the_peak_of_the_likelihood_and_its_error_the_bend_there() -> None:
    chance = random.Random(1)
    for _ in range(30):
        found = [
            Comparison(
                chance.choice([1000.0, 1266.0, 1537.0]), chance.choice([0, 0.5, 1]), chance.random()
            )
            for _ in range(chance.randrange(12))
        ]
        value, error = fit(found)
        best = likelihood(value, found)
        assert all(
            best >= likelihood(value + step, found) for step in (-100, -1, -0.1, 0.1, 1, 100)
        )
        bend = likelihood(value + 1, found) + likelihood(value - 1, found) - 2 * best
        assert error == pytest.approx((-bend) ** -0.5, rel=1e-3)
    assert fit([])[0] == PRIOR
    assert fit([])[1] == pytest.approx(PRIOR_ERROR)


def test_a_rating_rises_with_wins_and_grows_surer_with_games() -> None:
    none, one, ten = (rating(games(*[1] * number), "duel") for number in (0, 1, 10))
    assert none.value == PRIOR
    assert none.value < one.value < ten.value
    assert none.error > one.error > ten.error
    assert [none.games, one.games, ten.games] == [0, 1, 10]
    level = rating(games(*[0, 1] * 20, against="drake"), "duel")
    assert abs(level.value - 1266) < 60
    assert rating(games(1, 1, assisted=True), "duel") == none
    assert rating(games(1, 1, game="heart"), "duel") == none
    assert rating(games(1, against="random"), "duel") == none


def test_what_lies_far_back_hardly_counts() -> None:
    """Many losses weigh little before as many wins, half after HALF_LIFE games, nothing beyond the
    reach."""
    better, worse = games(*[0] * 100, *[1] * 100), games(*[1] * 100, *[0] * 100)
    assert rating(better, "duel").value > PRIOR + 200 > PRIOR - 200 > rating(worse, "duel").value
    half = int(HALF_LIFE)
    even = [0, *[0.5] * (half - 1), 1]  # the last one counts twice the first
    assert rating(games(*even), "duel").value > PRIOR
    assert rating(games(*[1] * 50, *[0.5] * REACH), "duel") == rating(
        games(*[0] * 50, *[0.5] * REACH), "duel"
    )


def test_nine_of_ten_intervals_hold_the_true_strength() -> None:
    chance, held = random.Random(7), 0
    for _ in range(200):
        true = chance.gauss(1200, 150)
        shares = []
        for number in range(60):
            against = 1000.0 if number % 2 else 1266.0
            shares.append(float(chance.random() < 1 / (1 + 10 ** ((against - true) / 400))))
        some = played(
            line(number, share=share, against="hatchling" if number % 2 else "drake")
            for number, share in enumerate(shares)
        )
        found = rating(some, "duel")
        held += abs(found.value - true) <= found.error
    assert 180 <= held <= 200


def test_larger_tables_compare_seat_by_seat_and_weigh_as_one_game() -> None:
    seats = ["human", "dragon", "hatchling", "drake"]
    one = played(
        [
            line(
                game="wars",
                against="dragon+drake+hatchling",
                seats=seats,
                seat=0,
                scores=[5, 7, 3, 5],
            )
        ]
    )[0]
    assert results(one) == [Comparison(1374, 0, 1 / 3), Comparison(1000, 1, 1 / 3)]
    assert results(one._replace(scores=())) == []


def test_the_curve_of_ratings_ends_at_the_rating() -> None:
    some = games(*[1, 0, 1] * 30)
    points = ratings(some, "duel")
    assert len(points) == 50
    assert points[-1] == (some[-1].date, rating(some, "duel"))
    assert [dated[0] for dated in points] == [one.date for one in some[-50:]]


# ---- puzzles ----


def test_glicko_gives_what_its_author_printed() -> None:
    """The example in "Example of the Glicko-2 system"."""
    tried = [PuzzleAttempt(1400, 30, 1), PuzzleAttempt(1550, 100, 0), PuzzleAttempt(1700, 300, 0)]
    found = glicko(PuzzleRating(1500, 200, 0.06), tried)
    assert found.value == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_trials_only_the_doubt_grows() -> None:
    found = glicko(PuzzleRating(1600, 100, 0.06), [])
    assert (found.value, found.volatility) == (1600, 0.06)
    assert 100 < found.deviation < 102
    assert glicko(PuzzleRating(), []).deviation == 350


def test_any_trials_give_a_finite_skill() -> None:
    chance = random.Random(3)
    skill = PuzzleRating()
    for _ in range(300):
        trials = [
            PuzzleAttempt(chance.choice([0, 1500, 5000]), 50, chance.randrange(2))
            for _ in range(chance.randrange(40))
        ]
        skill = glicko(skill, trials)
        assert all(map(math.isfinite, skill))
        assert 0 < skill.deviation <= 350


def test_the_first_try_at_a_puzzle_counts_and_a_day_is_a_period() -> None:
    lines = [
        {
            "id": f"p{n}",
            "puzzle": name,
            "rating": 1500,
            "solved": solved,
            "date": f"2026-11-0{day}T10:00:00Z",
        }
        for n, (name, solved, day) in enumerate(
            [("a", False, 1), ("a", True, 1), ("b", True, 1), ("c", True, 3)]
        )
    ]
    found = puzzle_skill([*lines, {"id": "old", "puzzle": "d"}])
    assert [day for day, _ in found] == ["2026-11-01", "2026-11-03"]
    first = glicko(PuzzleRating(), [PuzzleAttempt(1500, 50, 0), PuzzleAttempt(1500, 50, 1)])
    assert found == [("2026-11-01", first), ("2026-11-03", glicko(first, [PuzzleAttempt(1500, 50, 1)]))]


# ---- whom to meet ----


def test_the_proposal_follows_the_results() -> None:
    def after(*told: tuple[str, float]) -> str:
        return proposal(
            played(line(n, against=level, share=share) for n, (level, share) in enumerate(told)),
            "duel",
        )

    h, w, k, d = OPPONENTS
    assert after() == h
    assert after((h, 1)) == h
    assert after((h, 1), (h, 1)) == w
    assert after((h, 1), (h, 0.5), (h, 1)) == h
    assert after((h, 1), (h, 1), (w, 1), (w, 1), (k, 1), (k, 1)) == d
    assert after((d, 1), (d, 1)) == d
    assert after((d, 0), (d, 0)) == d
    assert after((d, 0), (d, 0), (d, 0)) == k
    assert after((d, 0), (d, 0), (d, 1), (d, 0)) == d
    assert after((h, 0), (h, 0), (h, 0), (h, 0)) == h
    assert after((h, 1), (h, 1), (h, 1)) == h  # chosen again: it is from there that it goes on
    assert after((h, 1), (h, 1), (h, 1), (h, 1)) == w
    assert after((f"{d}+{h}+{k}", 1), (k, 1)) == d
    assert after(("random", 1), ("random", 1)) == h


def test_neither_help_nor_other_games_change_the_proposal() -> None:
    assert proposal(games(1, 1, assisted=True), "duel") == "hatchling"
    assert proposal(games(1, 1, game="heart"), "duel") == "hatchling"
    assert proposal(games(1, 1, game="heart"), "heart") == "wyrmling"
