"""Treasures: earned by one record and just missed by another, named in both languages; no clock counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from native import GAMES, Match
from native.profile.achievements import Story, Totals, achievements_of, earned, earned_by_totals, treasures
from native.strings import Strings

CASES: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("achievements.json").read_text("utf-8"))
OF_GAMES = [treasure for treasure in treasures() if treasure.game]
OF_TOTALS = [treasure for treasure in treasures() if not treasure.game]


def story(case: dict[str, Any]) -> Story:
    return Story(Match.load(case["record"]), case["seat"], case["accuracy"])


@pytest.mark.long("tricks.best_hand")
@pytest.mark.parametrize("treasure", OF_GAMES, ids=lambda t: t.id)
def test_a_treasure_is_earned_by_one_record_and_just_missed_by_another(treasure: Any) -> None:
    achievement, cases = achievements_of(treasure.game)[treasure.achievement], CASES[treasure.id]
    earns, misses = story(cases["earns"]), story(cases["misses"])
    assert (achievement(earns), achievement(misses)) == (cases["earns"]["value"], cases["misses"]["value"])
    assert achievement(misses) < treasure.needs <= achievement(earns)
    assert treasure.id in earned(earns)
    assert treasure.id not in earned(misses)


def test_about_sixty_treasures_twelve_a_game_each_named_once() -> None:
    names = [treasure.id for treasure in treasures()]
    assert len(set(names)) == len(names)
    assert [sum(t.game == game for t in OF_GAMES) for game in GAMES] == [12] * len(GAMES)
    assert 1 <= sum(t.hidden for t in OF_GAMES) <= len(OF_GAMES) // 4


@pytest.mark.parametrize("language", Strings.languages())
def test_every_treasure_is_named_and_told(language: str) -> None:
    strings = Strings(language)
    for treasure in treasures():
        key = treasure.achievement if treasure.achievement.startswith(("beats_", "accuracy")) else treasure.id
        assert f"treasure.{key}" in strings
        assert f"treasure.{key}.how" in strings


@pytest.mark.parametrize("treasure", OF_TOTALS, ids=lambda t: t.id)
def test_totals_count_to_the_very_number(treasure: Any) -> None:
    enough = Totals()._replace(**{treasure.achievement: int(treasure.needs)})
    short = Totals()._replace(**{treasure.achievement: int(treasure.needs) - 1})
    assert treasure.id in earned_by_totals(enough)
    assert treasure.id not in earned_by_totals(short)


def test_the_weakest_opponent_decides_what_a_win_earns() -> None:
    case = CASES["wars.beats_dragon"]["earns"]
    seats = list(case["record"]["seats"])
    seats[seats.index("dragon")] = "wyrmling"
    found = earned(story(case | {"record": case["record"] | {"seats": seats}}))
    assert "wars.beats_wyrmling" in found
    assert "wars.beats_drake" not in found


def test_nothing_but_moves_and_review_counts() -> None:
    """The date, the name and whatever else is kept with a record change nothing."""
    case = CASES["duel.four_eggs"]["earns"]
    other = case | {"record": case["record"] | {"played": "1999-12-31", "name": "x", "seconds": 1}}
    assert earned(story(case)) == earned(story(other))


def test_who_stands_at_another_seat_earned_nothing_of_it() -> None:
    case = CASES["wars.slain_king"]["earns"]
    found = [seat for seat in range(2) if "wars.slain_king" in earned(story(case | {"seat": seat}))]
    assert found == [case["seat"]]
