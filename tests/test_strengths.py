"""Strengths between the levels: the tables, who makes a choice, records, and how they are calibrated.

Proved here: every table rises in steps of 50 to the Dragon's level, with an interval about each; a choice depends on
what its seat sees and on nothing else, so that undo brings the same again; a record with strengths is one that every
version reads, and what is wrong in it is dropped; achievements and ratings count the strength, not the level that a
seat holds; and the fit finds the strengths of made-up players again.
"""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path

import pytest

from native import GAMES, Match
from native.grades import scale_of
from native.play.judge import Judge
from native.play.live_match import LiveMatch, hardness
from native.profile import ratings
from native.profile.achievements import Story, won_against
from native.store.chronicle import entry
from native.store.history import played as lines_read
from native.store.saves import afresh, ours, taken_in
from native.store.settings import Settings
from native.strengths import CARELESS, Mixture, Opponent, chosen, noted, player, pure, strength, table, tables
from native.tools import calibrate
from native.tools.calibrate import Deal, Known, fitted, knots, named, read_name, steps
from native.tools.samples import played
from native.values import Advice
from tests.kept import ended
from tests.test_commands import answer, refused

EACH = [(game, seats) for game in GAMES for seats in tables(game)]


def seated(game: str, elo: int, moves: int = 4, seed: int = 3) -> Match:
    """A match in play against a strength."""
    match = played(game, moves, seed)
    match.seats = ["human"] + ["hatchling"] * (match.seats_count - 1)
    scale = table(game, match.seats_count)
    assert scale
    Opponent(scale.level(elo), elo).sit(match)
    return match


# ---- the tables ----


@pytest.mark.parametrize(("game", "seats"), EACH)
def test_a_dial_rises_by_fifty_up_to_the_dragon(game: str, seats: int) -> None:
    scale = tables(game)[seats]
    rises = [high - low for low, high in pairwise(scale.steps)]
    assert set(rises[2:-2]) == {50}
    assert all(30 <= rise <= 70 for rise in rises)
    assert max(scale.steps) == scale.levels["dragon"]
    assert scale.steps[max(scale.steps)].mixture.surely == "dragon"
    assert min(scale.steps) < scale.levels["hatchling"]
    assert scale.first in scale.steps
    for step, one in scale.steps.items():
        assert abs(one.elo - step) <= 5
        assert one.low <= one.elo <= one.high
        assert 0 <= one.mixture.weight <= 1
    ladder = [calibrate.LADDER.index(one.mixture.lower) + one.mixture.weight for one in scale.steps.values()]
    assert ladder == sorted(ladder)


def test_a_seat_holds_the_strongest_level_that_is_not_above_its_strength() -> None:
    for game, seats in EACH:
        scale = tables(game)[seats]
        for step in scale.steps:
            level = scale.level(step)
            assert scale.levels[level] <= step or level == "hatchling"
            assert all(elo > step for other, elo in scale.levels.items() if elo > scale.levels[level])


# ---- who makes a choice ----


@pytest.mark.parametrize("game", GAMES)
def test_who_makes_a_choice_depends_on_what_the_seat_sees_alone(game: str) -> None:
    """The same position brings the same player, also with other hidden cards and after undo; the shares are those of
    the weight."""
    mixture, found = Mixture("hatchling", "drake", 0.5), []
    for seed in range(25):
        match = played(game, 6, seed)
        seat = match.to_act
        assert seat is not None
        level = mixture.level(match)
        found.append(level)
        assert all(mixture.level(match.redealt(seat, number)) == level for number in range(3))
        match.play(match.legal()[0])
        match.undo()
        assert mixture.level(match) == level
    drawn = [mixture.level(played(game, 6, 1), rng) for rng in range(400)]
    assert 160 <= drawn.count("drake") <= 240
    assert {"hatchling", "drake"} == set(found)


def test_whole_shares_need_no_draw() -> None:
    match = played("duel", 2, 1)
    assert Mixture("wyrmling", "drake", 0.0).level(match) == "wyrmling"
    assert Mixture("wyrmling", "drake", 1.0).level(match) == "drake"
    assert pure("dragon").level(match) == "dragon"


def test_a_careless_player_makes_the_move_that_hatchling_likes_least() -> None:
    match = Match("wars", seed=4)
    advice = match.advise("hatchling")
    values = {one.move: one.value for one in advice.moves}
    assert len(set(values.values())) > 1
    assert values[chosen(CARELESS, advice)] == min(values.values())
    assert chosen("hatchling", advice) == advice.move


def test_at_the_table_the_strength_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """The level that is asked is the one that the position draws."""

    match = seated("heart", 900, moves=0)
    while match.to_act == 0:
        match.play(match.legal()[0])
    live = LiveMatch(match, Settings(), Clock(), Judge())
    begun: list[str] = []
    monkeypatch.setattr(live.thinker, "start", lambda *_, level, **__: begun.append(level))
    live.think(ready=True)
    assert begun == [player(match, match.to_act or 0).level(match)]
    live.close()


class Clock:
    """A clock that stands where a test puts it; nothing moves."""

    now = 0.0
    busy = False

    def length(self, name: str) -> float:  # noqa: ARG002
        return 0.0


def advice_worth(*values: float) -> Advice:
    """Advice with moves of these values, the first of which is played."""
    match = Match("wars", seed=4)
    advice = match.advise("hatchling")
    moves = tuple(advice.moves[0]._replace(move=str(n), value=value) for n, value in enumerate(values))
    return advice._replace(move="0", moves=moves)


def test_a_choice_is_hard_where_much_is_at_stake_and_two_moves_are_close() -> None:
    mistake = scale_of("wars").mistake
    assert hardness("wars", advice_worth(5.0)) == 0
    assert hardness("wars", advice_worth(5.0, 5.0, 5.0)) == 0
    assert hardness("wars", advice_worth(5.0 + mistake, 5.0, 5.0)) == 0
    assert hardness("wars", advice_worth(5.0, 5.0, 5.0 - mistake)) == 1
    assert 0 < hardness("wars", advice_worth(5.0, 5.0 - mistake / 2, 5.0 - mistake)) < 1


def test_a_dragon_thinks_longer_where_the_choice_is_hard() -> None:
    """Never longer than that, and at once where there is no motion or no pause is wanted."""
    clock, mistake = Clock(), scale_of("wars").mistake
    match = Match("wars", seed=4, seats=["hatchling", "hatchling"])
    live = LiveMatch(match, Settings(), clock, Judge())
    live.paused = False
    easy, hard = advice_worth(5.0), advice_worth(5.0, 5.0, 5.0 - mistake)
    for motion, least, advice, waits in (
        ("normal", 500, easy, 500), ("normal", 500, hard, 1500), ("normal", 0, hard, 0), ("off", 500, hard, 0),
    ):  # fmt: skip
        live.settings.motion, live.settings.pause_least, live.answer = motion, least, advice
        live.turn_began = 0.0
        for now in (0.0, float(least), waits - 1.0, float(waits)):
            clock.now = now
            assert live.machine(ready=True, changed=False)[1] == ("0" if now >= waits else "")
    live.close()


# ---- records ----


def test_a_record_with_strengths_is_one_that_every_version_reads() -> None:
    """The seats hold levels, and the numbers stand beside them under a key of their own."""
    match = seated("duel", 1250)
    record = json.loads(json.dumps(match.record()))
    assert record["seats"] == ["human", "wyrmling"]
    assert record["strengths"] == [None, 1250]
    again = Match.load(record)
    assert again.record() == match.record()
    assert strength(again, 1) == 1250
    assert player(again, 1) == tables("duel")[2].steps[1250].mixture
    del record["strengths"]
    assert player(Match.load(record), 1) == pure("wyrmling")


BAD = [7, [1250], [None, "1250"], [None, True], [None, 1251], [None, 10**30], {"1": 1250}]


@pytest.mark.parametrize("numbers", BAD)
def test_strengths_that_fit_nothing_count_for_nothing(numbers: object) -> None:
    match = seated("duel", 1250)
    match.extra["strengths"] = numbers
    assert player(match, 1) == pure("wyrmling")
    ours(match)
    assert player(match, 1) == pure("wyrmling")


def test_a_strength_that_its_level_contradicts_counts_for_nothing() -> None:
    match = seated("duel", 1250)
    match.seats[1] = "dragon"
    assert player(match, 1) == pure("dragon")


def test_another_match_of_the_deal_is_against_the_same_strength() -> None:
    match = seated("duel", 1250)
    assert afresh(match.record(), assisted=False)["strengths"] == [None, 1250]
    assert taken_in(Match.load(match.record())).extra["strengths"] == [None, 1250]
    assert noted(["human", "drake"], None) == {}


# ---- what counts ----


def test_a_result_counts_against_the_strength() -> None:
    scale = tables("duel")[2]
    match = ended()
    match.seats = ["human", scale.level(1250)]
    match.extra["strengths"] = [None, 1250]
    line = entry("m1", match, 0)
    assert line["against"] == scale.level(1250)
    assert line["seats"] == ["human", f"{scale.level(1250)} 1250"]
    assert [one.against for one in ratings.results(lines_read([line])[0])] == [1250]
    unknown = {**line, "seats": ["human", "wyrmling 99999"]}
    assert ratings.results(lines_read([unknown])[0]) == []


def test_who_beats_a_mild_strength_has_not_beaten_the_level_above_it() -> None:
    """Who plays between two levels counts as the weaker one."""
    scale = tables("duel")[2]
    match = ended()
    winner = match.winners[0]
    for elo, beaten in ((min(scale.steps), []), (1000, ["hatchling"]), (1250, ["hatchling", "wyrmling"])):
        match.seats = [scale.level(elo)] * 2
        match.seats[winner] = "human"
        match.extra |= noted(match.seats, elo)
        story = Story(match, winner)
        assert [level for level in scale.levels if won_against(level)(story)] == beaten


# ---- calibrating ----


def drawn_deals(truth: dict[str, float], games: int) -> list[Deal]:
    """Games of made-up players of these strengths, each pair of knots as calibrate plays them."""
    chance, found = random.Random(5), []
    for (first, second), number in calibrate.schedule(["random", "hatchling", "wyrmling"], games):
        odds = 1 / (1 + 10 ** ((truth[second] - truth[first]) / 400))
        won = sum(chance.random() < odds for _ in range(2)) / 2
        found.append(Deal(first, second, number, won, 2))
    return found


def test_the_fit_finds_the_strengths_of_made_up_players() -> None:
    """A curved way up: within the intervals, which are narrow with many games, and each step a step of 50."""
    levels = ["random", "hatchling", "wyrmling"]
    truth = {}
    for mixture in knots(levels):
        base = -400 if mixture.lower == "random" else 0
        gap = 400 if mixture.lower == "random" else 200
        bend = -160 if mixture.lower == "random" else 120
        truth[named(mixture)] = base + gap * mixture.weight + bend * mixture.weight * (1 - mixture.weight)
    curve = fitted(levels, drawn_deals(truth, 150), [])
    for mixture in knots(levels):
        elo, error = curve.at(mixture)
        assert abs(elo - truth[named(mixture)]) <= 4 * error + 1
        assert error < 35
    found = steps(curve, 650)
    assert [*found][:-2] == [*range(650, 650 + 50 * (len(found) - 2), 50)]
    assert found[max(found)] == Mixture("hatchling", "wyrmling", 1.0)
    for step, mixture in found.items():
        assert abs(1000 + curve.at(mixture)[0] - step) < 3
    assert found[1000] == Mixture("random", "hatchling", 1.0)


def test_what_was_measured_before_counts_with_its_interval() -> None:
    curve = fitted(["hatchling", "wyrmling"], [], [Known("wyrmling", "hatchling", 150.0, 30.0)])
    elo, error = curve.at(pure("wyrmling"))
    assert (round(elo), round(1.96 * error)) == (150, 30)


def test_names_of_players_are_read_back() -> None:
    for mixture in knots(calibrate.LADDER):
        again = read_name(named(mixture))
        assert named(again) == named(mixture)


def test_calibrate_goes_on_where_it_stopped_and_writes_a_table(tmp_path: Path) -> None:
    keep = tmp_path / "deals.jsonl"
    words = ["calibrate", "--game", "duel", "--from", "random", "--to", "wyrmling", "--keep", str(keep)]
    one = answer(*words, "--deals", "1")
    two = answer(*words, "--deals", "2")
    assert two["games"] == 2 * one["games"] == 2 * 2 * 2 * len(calibrate.PAIRS)
    assert answer(*words) == two
    three = answer(*words, "--neighbours", "2")
    beside = three["neighbours"]
    assert [one["games"] for one in beside] == [4] * len(beside)
    assert three["games"] == two["games"] + 4 * len(beside)
    names = [one["players"] for one in beside]
    assert [upper for _, upper in names[:-1]] == [lower for lower, _ in names[1:]]
    assert "hatchling" in {upper for _, upper in names}
    file = tmp_path / "strengths.toml"
    calibrate.written(file, two["table"], 2)
    calibrate.written(file, two["table"], 2)
    assert file.read_text() == two["table"]


def test_the_arena_takes_strengths_by_their_number() -> None:
    found = answer("arena", "--game", "duel", "--seats", "1000,random", "--games", "2")
    assert [side["level"] for side in found["seats"]] == ["1000", "random"]
    told = refused("arena", "--game", "duel", "--seats", "1003,random", "--games", "2")
    assert "duel has no strength 1003, only " in told
