"""Whole matches at a table with a coach: of every choice it says what the review says of it."""

from __future__ import annotations

import json
import os
import random
import subprocess
from collections.abc import Iterator

import pytest

from native import Match, thinker
from native.grades import SERIOUS
from native.play import review
from native.thinker import Thinker
from native.tools import coach_bench
from native.tools.coach_bench import Choose, JudgedChoice, SimulatedPerson, careless, coach_benches, coach_figures
from native.tools.measure import PLAYERS
from native.values import Advice

GAMES = ("duel", "tricks", "heart", "wars", "tale")
SILENT_ONCE = ("2@0,0", "2@0,1", "2@-2,-1", "1@1,2")  # the last a blunder, in the duel's deal 110117


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """With few counts, and searches that do not stand back."""
    monkeypatch.setattr(review, "PERMILLE", 20)
    monkeypatch.setattr(thinker, "BEHIND", 0)


def heard(match: Match, choose: Choose, opponent: str = "hatchling") -> list[JudgedChoice]:
    """A match sat through by a person who gives the coach all the time it wants."""
    match.seats = ["human"] + [opponent] * (match.seats_count - 1)
    listener = SimulatedPerson(match, choose, limit_ms=0)
    listener.play(patience_ms=10**9)
    return listener.heard()


def in_turn(moves: tuple[str, ...]) -> Choose:
    """A person who plays these moves, then any."""
    left, chance = list(moves), random.Random(1)
    return lambda match: left.pop(0) if left else chance.choice(match.legal())


def named(choices: list[JudgedChoice]) -> Iterator[int]:
    return (one.ply for one in choices if one.named in ("at once", "later"))


@pytest.mark.long
def test_it_speaks_of_the_blunder_that_it_slept_through() -> None:
    choices = heard(Match("duel", seed=110117), in_turn(SILENT_ONCE))
    by_ply = {one.ply: one for one in choices}
    assert (by_ply[6].word, by_ply[6].named) == ("blunder", "at once")


@pytest.mark.parametrize(("game", "seed"), [("duel", 267670), *((game, 3) for game in GAMES)])
@pytest.mark.long
def test_it_names_every_mistake_of_a_match_and_nothing_else(game: str, seed: int) -> None:
    choices = heard(Match(game, seed=seed), careless(seed))
    assert [*named(choices)] == [one.ply for one in choices if one.word in SERIOUS] != []
    assert all(one.word for one in choices)
    assert all(one.ms < float("inf") for one in choices)


@pytest.mark.long
def test_where_it_cannot_judge_every_choice_is_said_to_be_unjudged(monkeypatch: pytest.MonkeyPatch) -> None:
    poll = Thinker.poll

    def late(self: Thinker) -> object:
        found = poll(self)
        return found._replace(status="time") if isinstance(found, Advice) else found

    match = Match("tale", seed=3)
    match.seats = ["human"] + ["hatchling"] * (match.seats_count - 1)
    listener = SimulatedPerson(match, careless(3), limit_ms=0)
    monkeypatch.setattr(Thinker, "poll", late)
    listener.play(patience_ms=10**9)
    assert listener.made
    assert listener.named == dict.fromkeys(listener.made, "missed")


def test_the_figures_count_what_was_heard() -> None:
    never = float("inf")
    choices = [
        JudgedChoice(0, "best", "", 1),
        JudgedChoice(2, "best", "later", 3),
        JudgedChoice(4, "blunder", "at once", 5),
        JudgedChoice(6, "mistake", "later", 7),
        JudgedChoice(8, "mistake", "", never),
        JudgedChoice(10, "slip", "missed", 2),
    ]
    found = coach_figures(choices)
    assert json.dumps(found)
    assert (found["n"], found["mistakes"], found["at_once"], found["later"]) == (6, 3, 1, 1)
    assert (found["best"], found["false_alarms"], found["not_judged"]) == (2, 1, 2)
    assert (found["median_ms"], found["max_ms"]) == (3, 7)
    assert {*coach_benches(["duel"])} == {f"coach/duel/{level}" for level in PLAYERS}


def test_the_load_ends_with_what_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []
    popen = subprocess.Popen

    def noted(words: list[str]) -> object:
        process = popen(words)
        started.append(process.pid)
        return process

    monkeypatch.setattr(subprocess, "Popen", noted)
    with coach_bench.loaded():
        os.kill(started[0], 0)
    with pytest.raises(ProcessLookupError):
        os.kill(started[0], 0)
