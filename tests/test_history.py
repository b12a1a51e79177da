"""What a history says: counts, curves, ratings with their errors, the next opponent."""

from __future__ import annotations

import csv
import io
import math
import random
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import pytest

from native import GAMES, Match
from native.grades import Choice, accuracy, scale_of
from native.play.daily import short_match
from native.play.judge import Worth
from native.play.lengths import made
from native.play.puzzle_rating import (
    RATINGS,
    VOLATILITIES,
    PuzzleAttempt,
    PuzzleRating,
    answers_of,
    glicko,
    moved_rating,
    puzzle_skill,
)
from native.play.review import Grade, findings
from native.profile import ratings, statistics
from native.profile.ratings import RatedResult, rating
from native.profile.statistics import running
from native.store import history
from native.store.attempts import Attempts, FirstAttempt
from native.store.chronicle import Chronicle, length_of
from native.store.database import Database, Tables
from native.store.forms import OPPONENTS
from native.store.games import Games
from native.store.history import Filter, Played, played
from native.store.people import People
from native.strengths import Opponent, Suggestion, level_elo, rivals, table, tables
from native.strings import Strings
from native.values import Advice, MoveValue
from tests.kept import ended, put_lines, told


def line(number: int = 0, **more: Any) -> dict[str, Any]:
    """A line of a history: a lost game of the duel against Hatchling."""
    date = f"2026-11-{number // 24 + 1:02}T{number % 24:02}:00:00Z"
    plain = {"id": f"m{number}", "game": "duel", "against": "hatchling", "assisted": False, "share": 0, "date": date}
    return plain | more


def games_of(lines: Iterable[dict[str, Any]]) -> Games:
    """The games of some lines, in tables."""
    tables = Tables()
    put_lines(tables, lines)
    return Chronicle(tables).games()


def games(*shares: float, **more: Any) -> Games:
    """Games with these shares of the win, one after another, in tables."""
    return games_of(line(number, share=share, **more) for number, share in enumerate(shares))


def listed(*shares: float, **more: Any) -> list[Played]:
    return list(games(*shares, **more).each())


def test_what_the_chronicle_keeps_is_what_the_history_reads(database: Database) -> None:
    chronicle, match = Chronicle(database), ended()
    match.extra["seconds"] = 12.5
    name = chronicle.finish(match, [1])
    chronicle.grade(name, 0.25, accuracy=80.0, stages=[1, 0, 0.5], low=-0.5)
    one = played(told(chronicle))[0]
    assert (one.game, one.against, one.seat, one.seats) == ("duel", ("human",), 1, ("human", "hatchling"))
    assert (one.scores, one.moves, one.seconds) == (tuple(match.scores), 16, 12.5)
    assert (one.loss, one.accuracy, one.stages, one.low) == (0.25, 80, (1, 0, 0.5), -0.5)
    assert one.margin == match.scores[1] - match.scores[0]


@pytest.mark.parametrize(
    ("game", "options", "length"),
    [
        ("duel", {"first_to": 1}, "short"), ("duel", {"first_to": 2}, "long"),
        ("heart", {"ship_stacks": 2}, "short"), ("heart", {}, "long"),
        ("wars", {"half_nest": True}, "short"), ("wars", {}, "long"),
        ("tale", {"rounds": 2, "players": 2}, "short"), ("tale", {"players": 2}, "long"), ("tale", {"rounds": 3}, ""),
    ],
)  # fmt: skip
def test_the_history_keeps_the_length_of_a_match(
    database: Database, game: str, options: dict[str, Any], length: str
) -> None:
    match = Match(game, options, 3)
    match.seats = ["human", *["hatchling"] * (match.seats_count - 1)]
    while not match.over:
        match.play(match.legal()[0])
    chronicle = Chronicle(database)
    name = chronicle.finish(match, [0])
    (kept,) = told(chronicle)
    assert kept.get("length", "") == length
    assert kept["id"] == name
    assert played([kept])[0].length == length


def test_a_record_names_a_single_opponent_with_its_strength_or_level(database: Database) -> None:
    chronicle, t = Chronicle(database), Strings("en")
    for number, strengths in enumerate(({}, {"strengths": [None, 900]})):
        match = Match("heart", seed=number, seats=["human", "hatchling"])
        match.extra.update(strengths)
        while not match.over:
            match.play(match.legal()[0])
        chronicle.finish(match, [0])
        name = t.seat(match.seats, 1, "heart")
        told = statistics.RecordList(chronicle).cells(0, t)["against"]
        assert told == f"{name}, {'900' if strengths else t('level.hatchling')}"


def test_a_last_round_is_a_short_match_whoever_is_dragonmaster() -> None:
    """Also the deal of the day, and the short match of an older version."""
    whole = Match("tricks", {}, 4)
    assert length_of(whole) == "long"
    assert length_of(short_match("tricks", 4)) == "short"
    assert length_of(made("tricks", "short", {}, 4, ["human"] * 4)) == "short"


def test_short_and_whole_matches_are_rated_and_averaged_apart() -> None:
    short = [line(n, share=1, scores=[30, 20], game="heart", length="short") for n in range(0, 20, 2)]
    whole = [line(n, share=0, scores=[40, 50], game="heart", length="long") for n in range(1, 20, 2)]
    both = games_of([*short, *whole])
    for length, kind in (("short_match", short), ("whole_match", whole)):
        some = ratings.rated_lately(both, "heart", length=length)
        assert [one.id for one in some] == [one["id"] for one in kind]
        assert rating(some, "heart") == rating(list(games_of(kind).each()), "heart")
    t = Strings("en")
    rows = {row.name: row.value for row in statistics.table(both, both, "heart", t)}
    assert rows["statistics.score"] == "short 30.0 · whole 40.0"
    assert rows["statistics.margin"].startswith("short 10.0 · whole ")
    for length in history.MATCHES:
        assert rows[f"statistics.{length}_rating"] == statistics.strength(both, "heart", t, length)
    alone = both.select(Filter("heart", length="short_match"))
    rows = {row.name: row.value for row in statistics.table(alone, both, "heart", t)}
    assert rows["statistics.score"] == "30.0"
    assert rows["statistics.rating"] == statistics.strength(both, "heart", t, "short_match")
    assert statistics.latest_length(both, "heart") == "whole_match"


def test_a_summary_counts_games_and_streaks() -> None:
    found = games(1, 1, 0, 0, 0, 0.5, 1).summary()
    assert found[:7] == (7, 3, 1, 3, 1, 2, 3)
    assert (found.accuracy, found.loss, found.seconds) == (None, None, None)
    assert games().summary()[:7] == (0, 0, 0, 0, 0, 0, 0)
    one = line(1, scores=[5, 3], seat=0, accuracy=80, loss=1, seconds=60, share=1)
    other = line(2, scores=[1, 4, 2], seat=2, accuracy=60, loss=0, seconds=120)
    found = games_of([one, other, line(3)]).summary()
    assert (found.score, found.margin, found.accuracy, found.loss, found.seconds) == (3.5, 0, 70, 0.5, 90)


SOME = [
    line(0, seconds=299),
    line(30, seconds=300, against="dragon+drake"),
    line(60, assisted=True),
    line(90, game="heart", seconds=900),
]


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        (Filter(game="duel", assisted=False), ["m0", "m30"]),
        (Filter(level="drake"), ["m30"]),
        (Filter(length="short"), ["m0", "m60"]),
        (Filter(since="2026-11-02", until="2026-11-04"), ["m30", "m60"]),
    ],
)
def test_games_are_chosen(wanted: Filter, ids: list[str]) -> None:
    assert [one.id for one in games_of(SOME).select(wanted).each()] == ids


def test_games_are_grouped() -> None:
    counts = {key: found.played for key, found in games_of(SOME).by_game().items()}
    assert counts == {"duel": 3, "heart": 1}


def test_a_curve_is_a_moving_average_over_the_last_games() -> None:
    some, few = listed(*[number % 2 for number in range(100)]), listed(1, 0, 1, 1)
    points = running(some, lambda one: one.share, width=2)
    assert [value for _, value in points] == [0.5] * 50
    assert points[-1][0] == some[-1].date
    wanted = [(one.date, value) for one, value in zip(few, (1, 0.5, 0.5, 1), strict=True)]
    assert running(few, lambda one: one.share, width=2) == wanted
    assert running(some, lambda one: one.accuracy, width=2) == []


def test_stages_are_averages() -> None:
    assert games_of([line(1, accuracies=[90, 80, 70]), line(2)]).accuracies() == (90, 80, 70)
    assert games(1).accuracies() is None


@pytest.mark.parametrize(
    ("lines", "best"),
    [
        ([line(1, low=-9), line(2, share=1, low=-5), line(3, share=1, low=-2)], "m2"),
        ([line(1, share=1, low=-2), line(2, share=1, low=-8, assisted=True)], "m1"),
        ([line(1, share=1)], None),
        ([line(1, share=1, low=0.5)], None),  # never behind
    ],
)
def test_the_best_comeback_was_won_from_the_worst_position_without_help(lines: list[Any], best: str | None) -> None:
    found = games_of(lines).comeback()
    assert (found and found.id) == best


def test_the_table_of_games_can_be_read_again() -> None:
    some = listed(1, 0, scores=[1, 2], against="dragon+drake")
    rows = list(csv.DictReader(io.StringIO(statistics.to_csv(some, {"m1": (0.5, 20, None)}))))
    found = [(row["id"], float(row["share"]), row["against"], row["scores"]) for row in rows]
    assert found == [("m0", 1, "dragon+drake", "1+2"), ("m1", 0, "dragon+drake", "1+2")]
    assert [(row["deal"], row["tables"], row["kept"]) for row in rows] == [("", "", ""), ("0.5", "20", "")]


def test_the_grades_of_a_match_give_losses_by_stage_and_the_worst_position() -> None:
    def grade(seat: int, best: float, worth: float) -> Grade:
        moves = (MoveValue("a", best, True, 0), MoveValue("b", worth, False, 0))
        return Grade(seat, "b", Worth(Advice("done", "a", "estimate", 1, None, None, moves, 0, 0)))

    grades = [grade(*of) for of in [(0, 5, 4), (1, -9, -9), (0, 3, 0), (1, 9, 0), (0, -2, -2), (1, 0, 0)]]
    scale = scale_of("duel")
    assert findings("duel", grades, [0]) == {
        "loss": pytest.approx(4 / 3),
        "accuracy": accuracy([Choice(1, 0.5), Choice(3, 1.5), Choice(0, 0)]),
        "stages": [1, 3, 0],
        "low": -2,
        "costs": [sum(loss for loss in (1, 3) if scale.word(loss) == kind) for kind in history.KINDS],
        "accuracies": [accuracy([Choice(loss, loss / 2)]) for loss in (1, 3, 0)],
    }
    grades[2].worth.fair = None
    found = findings("duel", grades, [0])
    assert (found["loss"], found["low"]) == (0.5, -2)
    assert found["accuracy"] == accuracy([Choice(1, 0.5), Choice(0, 0)])
    assert "stages" not in found
    assert findings("duel", [], [0]) == {"loss": None}


def test_costs_are_added_up_and_shared_out() -> None:
    some = games_of([line(1, costs=[1, 2, 3]), line(2, costs=[1, 0, 1]), line(3)])
    assert some.cost_shares() == {"slip": 0.25, "mistake": 0.25, "blunder": 0.5}
    assert games(1).cost_shares() is None


def test_costs_and_comebacks_of_several_games_are_measured_by_each_games_own_scale() -> None:
    duel, heart = (scale_of(game).mistake for game in ("duel", "heart"))
    one = line(1, share=1, costs=[duel, 0, 0], low=-2 * duel)
    other = line(2, share=1, costs=[0, 0, 3 * heart], low=-heart, game="heart")
    both = games_of([one, other])
    assert both.cost_shares() == {"slip": 0.25, "mistake": 0, "blunder": 0.75}
    best = both.comeback()
    assert best
    assert best.id == "m1"


# ---- strength ----


def test_the_levels_of_every_game_rise_in_strength() -> None:
    for game in GAMES:
        assert tables(game), game
        for scale in tables(game).values():
            assert list(scale.levels) == list(OPPONENTS)
            assert all(low < high for low, high in pairwise(scale.levels.values()))
            assert scale.levels["hatchling"] == ratings.PRIOR
    assert level_elo("wars", 3, "dragon") == level_elo("wars", 2, "dragon")
    assert level_elo("duel", 2, "plain") is None
    assert level_elo("nothing", 2, "dragon") is None


def likelihood(value: float, found: list[RatedResult]) -> float:
    total = -((value - ratings.PRIOR) ** 2) / (2 * ratings.PRIOR_ERROR**2)
    for result in found:
        expected = 1 / (1 + 10 ** ((result.against - value) / 400))
        total += result.weight * (result.score * math.log(expected) + (1 - result.score) * math.log(1 - expected))
    return total


def test_the_fit_is_the_peak_of_the_likelihood_and_its_error_the_curvature_there() -> None:
    chance = random.Random(1)

    def result() -> RatedResult:
        return RatedResult(chance.choice([1000.0, 1266.0, 1537.0]), chance.choice([0, 0.5, 1]), chance.random())

    for _ in range(30):
        found = [result() for _ in range(chance.randrange(12))]
        value, error = ratings.fit(found)
        best = likelihood(value, found)
        assert all(best >= likelihood(value + step, found) for step in (-100, -1, -0.1, 0.1, 1, 100))
        bend = likelihood(value + 1, found) + likelihood(value - 1, found) - 2 * best
        assert error == pytest.approx((-bend) ** -0.5, rel=1e-3)
    assert ratings.fit([])[0] == ratings.PRIOR
    assert ratings.fit([])[1] == pytest.approx(ratings.PRIOR_ERROR)


def test_a_rating_rises_with_wins_and_grows_surer_with_games() -> None:
    none, one, ten = (rating(listed(*[1] * number), "duel") for number in (0, 1, 10))
    assert ratings.PRIOR == none.value < one.value < ten.value
    assert none.error > one.error > ten.error
    assert [none.games, one.games, ten.games] == [0, 1, 10]
    level = rating(listed(*[0, 1] * 20, against="drake"), "duel")
    assert abs(level.value - 1266) < 60
    assert rating(listed(1, 1, assisted=True), "duel") == none
    assert rating(listed(1, 1, game="heart"), "duel") == none
    assert rating(listed(1, against="random"), "duel") == none


def test_what_lies_far_back_hardly_counts() -> None:
    """Many losses weigh little before as many wins, half after HALF_LIFE games, nothing beyond REACH."""
    better, worse = listed(*[0] * 100, *[1] * 100), listed(*[1] * 100, *[0] * 100)
    assert rating(better, "duel").value > ratings.PRIOR + 200 > ratings.PRIOR - 200 > rating(worse, "duel").value
    even = [0, *[0.5] * (int(ratings.HALF_LIFE) - 1), 1]  # the last one counts twice the first
    assert rating(listed(*even), "duel").value > ratings.PRIOR
    won, lost = (rating(listed(*[share] * 50, *[0.5] * ratings.REACH), "duel") for share in (1, 0))
    assert won == lost


def test_nine_of_ten_intervals_hold_the_true_strength() -> None:
    chance, held = random.Random(7), 0
    for _ in range(200):
        true, lines = chance.gauss(1200, 150), []
        for number in range(60):
            against, level = (1000.0, "hatchling") if number % 2 else (1266.0, "drake")
            share = float(chance.random() < 1 / (1 + 10 ** ((against - true) / 400)))
            lines.append(line(number, share=share, against=level))
        found = rating(played(lines), "duel")
        held += abs(found.value - true) <= found.error
    assert 180 <= held <= 200


def test_larger_tables_compare_seat_by_seat_and_weigh_as_one_game() -> None:
    seats = ["human", "dragon", "hatchling", "drake"]
    lines = [line(game="wars", against="dragon+drake+hatchling", seats=seats, seat=0, scores=[5, 7, 3, 5])]
    one = played(lines)[0]
    dragon = level_elo("wars", 4, "dragon") or 0
    assert ratings.results(one) == [RatedResult(dragon, 0, 1 / 3), RatedResult(1000, 1, 1 / 3)]
    assert ratings.results(one._replace(scores=())) == []


def test_the_curve_of_ratings_ends_at_the_rating() -> None:
    some = listed(*[1, 0, 1] * 30)
    points = ratings.ratings(some, "duel")
    assert [date for date, _ in points] == [one.date for one in some[-50:]]
    assert points[-1][1] == rating(some, "duel")


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


@pytest.mark.parametrize("values", [(0, 1500, 5000), range(600, 2200)])
@pytest.mark.parametrize("a_day", [1, 11, 40])
def test_any_trials_give_a_finite_skill(values: Sequence[int], a_day: int) -> None:
    """Solved by the toss of a coin, and all of a day solved or all failed in turn."""
    for seed in range(2):
        chance, skill = random.Random(seed), PuzzleRating()
        for day in range(120):
            scores = [day % 2 if seed % 2 else chance.randrange(2) for _ in range(a_day)]
            skill = glicko(skill, [PuzzleAttempt(chance.choice(values), 50, score) for score in scores])
            assert all(map(math.isfinite, skill))
            assert 0 < skill.deviation <= 350
            assert RATINGS[0] <= skill.value <= RATINGS[1]
            assert VOLATILITIES[0] <= skill.volatility <= VOLATILITIES[1]


def skills(lines: Iterable[dict[str, Any]]) -> list[tuple[str, PuzzleRating]]:
    """Those after each day of some tries."""
    tables = Tables()
    put_lines(tables, lines)
    return puzzle_skill(Attempts(tables).firsts())


def test_the_first_try_at_a_puzzle_counts_and_a_day_is_a_period() -> None:
    tries = [("a", False, 1), ("a", True, 1), ("b", True, 1), ("c", True, 3)]
    lines: list[dict[str, Any]] = [
        {"id": f"p{n}", "puzzle": name, "rating": 1500, "solved": solved, "date": f"2026-11-0{day}T10:00:00Z"}
        for n, (name, solved, day) in enumerate(tries)
    ]
    first = glicko(PuzzleRating(), [PuzzleAttempt(1500, 50, 0), PuzzleAttempt(1500, 50, 1)])
    wanted = [("2026-11-01", first), ("2026-11-03", glicko(first, [PuzzleAttempt(1500, 50, 1)]))]
    assert skills([*lines, {"id": "old", "puzzle": "d"}]) == wanted


@pytest.mark.parametrize("days", [(1, 1, 1), (1, 2, 3)])
def test_three_missed_puzzles_take_no_more_than_150_from_a_new_player(days: tuple[int, ...]) -> None:
    """In one day or in three, however easy they were; a hard one that is solved still lifts at once."""

    def line(number: int, day: int, rating: int, solved: bool) -> dict[str, Any]:
        date = f"2026-11-{day:02}T10:00:00Z"
        return {"id": f"p{number}", "puzzle": f"p{number}", "rating": rating, "solved": solved, "date": date}

    missed = [line(number, day, 500, False) for number, day in enumerate(days)]
    values = [PuzzleRating().value, *(skill.value for _, skill in skills(missed))]
    assert all(values[at] > values[at + 1] for at in range(len(values) - 1))
    assert values[0] - values[-1] <= 150
    (_, risen), *_ = skills([line(9, 1, 1500, True)])
    assert risen.value > 1000


def test_a_rating_that_is_known_well_falls_as_glicko_says() -> None:
    """The bound is only for the first puzzles."""
    lines: list[dict[str, Any]] = [
        {"id": name, "puzzle": name, "rating": 1000, "solved": n < 10, "date": f"2026-11-0{1 + n // 10}T10:00:00Z"}
        for n, name in enumerate("abcdefghijklm")
    ]
    (_, before), (_, after) = skills(lines)
    assert after == glicko(before, [PuzzleAttempt(1000, 50, 0)] * 3)


def test_a_puzzle_is_rated_by_the_answers_of_everybody_here() -> None:
    """Slowly: of those whose rating is known, each miss lifts it and each solution lowers it by a few points."""
    known = [FirstAttempt("ann", f"p{n}", f"2026-10-{1 + n:02}", 1000, n % 2 == 0) for n in range(20)]
    missed = FirstAttempt("ann", "hard", "2026-11-01", 1000, solved=False)
    again = missed._replace(person="ben", day="2026-11-02")
    tried = [*known, missed, again._replace(puzzle="easy", day="2026-11-01", solved=True), again]
    both, alone = answers_of(tried), answers_of(tried[:-1])
    assert 1000 < moved_rating(1000, alone["hard"]) < moved_rating(1000, both["hard"]) < 1030
    assert 970 < moved_rating(1000, both["easy"]) < 1000
    assert moved_rating(1000, both.get("new", [])) == 1000


def test_first_attempts_of_everybody_are_found_person_by_person(database: Database) -> None:
    people = People(database)
    for name in ("Ann", "Ben"):
        person = people.add(name)
        for day, solved in (("01", False), ("02", True)):
            tried = {"puzzle": "duel-1", "rating": 900, "solved": solved, "date": f"2026-11-{day}T10:00:00Z"}
            Chronicle(database, person.id).add(f"try-{day}", tried)
    found = Chronicle(database).attempts("duel").firsts(everybody=True)
    assert [(one.puzzle, one.day, bool(one.solved)) for one in found] == [("duel-1", "2026-11-01", False)] * 2
    assert len({one.person for one in found}) == 2


# ---- whom to meet ----


def suggested(*lines: dict[str, Any], game: str = "duel", **options: Any) -> Suggestion:
    return ratings.suggestion(games_of(lines), Match(game, options))


def elo_after(results: str) -> int:
    """The strength suggested after some games: against whom, and the share of the win."""
    met = [one.rsplit(" ", 1) for one in results.split(",") if one]
    lines = [
        line(number, against=who.split()[0], seats=["human", who], share=float(share))
        for number, (who, share) in enumerate(met)
    ]
    return suggested(*lines).opponent.strength or 0


def test_the_suggested_opponent_follows_the_results() -> None:
    """It begins with the first opponent of the game and moves with every win and loss, more by one that surprises."""
    first = elo_after("")
    assert first == tables("duel")[2].first
    assert first < elo_after("hatchling 1") < elo_after("hatchling 1,wyrmling 1")
    assert elo_after("random 1") == first
    assert elo_after(f"wyrmling {first} 0") <= first
    assert elo_after("hatchling 1,hatchling 0") < elo_after("hatchling 1")


def test_who_wins_half_of_the_games_against_a_strength_is_suggested_it() -> None:
    """Sixty games, won and lost in turn, wherever one begins."""
    for strength in (700, 1000, 1300):
        level = tables("duel")[2].level(strength)
        met = ",".join(f"{level} {strength} {n % 2}" for n in range(60))
        assert abs(elo_after(met) - strength) <= 100


TABLES = [("duel", {}), ("heart", {}), *(("wars", {"players": n}) for n in (2, 3, 4)),
          *(("tale", {"players": n}) for n in (2, 3, 4)), ("tale", {"teams": True}), ("tricks", {})]  # fmt: skip


def win(match: Match, person: float, elo: float, chance: random.Random) -> dict[str, Any]:
    """The line of a match between somebody and others of a strength: the best of as many throws has won."""
    scale = table(match.game, match.seats_count)
    assert scale
    who = ["human"] + [f"{scale.level(elo)} {elo:.0f}"] * (match.seats_count - 1)
    sides = 1 + rivals(match)
    thrown = [chance.expovariate(1) / 10 ** (strong / 400) for strong in (person, *[elo] * (sides - 1))]
    scores = [float(one == min(thrown)) for one in thrown] * (match.seats_count // sides)
    against = "+".join(one.split()[0] for one in who[1:])
    share = scores[0] / sum(scores)
    return {"game": match.game, "seats": who, "against": against, "scores": scores, "share": share}


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_a_person_of_any_strength_wins_about_half_at_every_table(game: str, options: dict[str, Any]) -> None:
    """Of the matches from the twentieth to the sixtieth, at a table of four too; not fewer where the dial ends."""
    match, chance = Match(game, options), random.Random(11)
    scale = table(game, match.seats_count)
    assert scale
    for level in ("hatchling", "drake"):
        won = 0.0
        for _ in range(10):
            found = list[RatedResult]()
            for number in range(60):
                elo = ratings.suggested(scale, rivals(match), found)
                one = ratings.met(played([line(**win(match, scale.levels[level], elo, chance))])[0])
                assert one
                found = [one, *found]
                won += one.score * (number >= 20)
        assert 0.43 <= won / 400 <= 0.58


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_nobody_who_has_played_no_match_meets_another_than_the_first_opponent(
    game: str, options: dict[str, Any]
) -> None:
    scale = table(game, Match(game, options).seats_count)
    assert scale
    assert suggested(game=game, **options) == Suggestion(Opponent(scale.level(scale.first), scale.first), "first")


def test_a_win_never_makes_the_next_opponent_milder_nor_a_loss_stronger() -> None:
    chance, lines, before = random.Random(3), list[dict[str, Any]](), 0
    for number in range(40):
        now = suggested(*lines).opponent.strength or 0
        if lines:
            assert (now - before) * (2 * lines[-1]["share"] - 1) >= 0
        before = now
        met = f"hatchling {chance.choice([600, 800, 1000])}"
        lines.append(line(number, seats=["human", met], share=chance.choice([0, 0.5, 1])))


def test_who_has_lost_for_long_meets_the_weakest_and_is_soon_met_as_he_plays_now() -> None:
    scale = tables("duel")[2]
    floor = min(scale.steps)
    lost = ",".join([f"hatchling {floor} 0"] * 40)
    assert elo_after(lost) == floor
    assert elo_after(lost + f",hatchling {floor} 1" * 10) > floor


def test_draws_leave_the_suggestion_where_it_is() -> None:
    first = elo_after("")
    assert elo_after(",".join([f"hatchling {first} 0.5"] * 30)) == first


def test_at_a_table_with_another_number_the_suggestion_is_another() -> None:
    """Who beats one dragon in half of the matches needs milder ones to beat three at once as often."""
    met = [line(n, game="wars", against="wyrmling", share=n % 2) for n in range(40)]
    two, four = (suggested(*met, game="wars", players=n).opponent.strength or 0 for n in (2, 4))
    assert two >= four + 100


def test_a_suggestion_says_what_the_last_match_did_to_it() -> None:
    def why(*shares: float) -> str:
        return suggested(*(line(n, share=share) for n, share in enumerate(shares))).why

    assert why() == "first"
    assert why(1) == "up"
    assert why(1, 1, 0) == "down"


def test_neither_help_nor_other_games_nor_given_opponents_change_the_suggestion() -> None:
    first = suggested()
    assert suggested(line(1, assisted=True, share=1)) == first
    assert suggested(line(1, game="heart", share=1)) == first
    assert suggested(line(1, game="heart", share=1), game="heart").why == "up"
    assert suggested(line(1, against="dragon", given=True)) == first
    assert suggested(line(1, against="random", share=1)) == first
