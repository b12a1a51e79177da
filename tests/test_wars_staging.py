"""In which steps a move of Dragon Wars is shown."""

from __future__ import annotations

from typing import Any, cast

import pytest

from native import Event, Match
from native.tools.samples import played
from native.wars.followed import followed
from native.wars.staging import staged

GAME = "wars"


def moves(players: int) -> list[tuple[Match, list[Event]]]:
    """Every position of a match and the events of its move."""
    match, found = Match(GAME, {"players": players}, players), list[tuple[Match, list[Event]]]()
    for move in played(GAME, 10_000, players, players=players).moves:
        before = match.copy()
        found.append((before, match.play(move)))
    return found


def steps(events: list[Event]) -> list[list[Event]]:
    found: list[list[Event]] = [[]]
    for event in staged(events):
        if event.kind == "pause":
            found.append([])
        else:
            found[-1].append(event)
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_steps_lose_nothing_and_keep_the_order_of_what_is_said(players: int) -> None:
    for before, events in moves(players):
        shown, state = [event for step in steps(events) for event in step], cast("Any", before.state())
        assert all(steps(events))
        assert sorted(map(str, shown)) == sorted(str(event) for event in events if event.kind != "pause")
        assert [e for e in shown if e.kind == "say"] == [e for e in events if e.kind == "say"]
        assert followed(state, shown, None) == followed(state, events, None)


@pytest.mark.parametrize("players", [2, 4])
def test_a_slain_dragon_becomes_a_trophy_before_the_next_rises(players: int) -> None:
    seen = 0
    for _, events in moves(players):
        if any(event.what == "slain" for event in events):
            order = [{e.what or e.target or e.kind for e in step} for step in steps(events)]
            blow, fall, trophy = (next(n for n, s in enumerate(order) if one in s)
                                  for one in ("damage", "slain", "trophies"))
            assert (fall, trophy) == (blow + 1, blow + 2)
            assert order[blow:fall] == [{"damage"}]
            assert order[fall:trophy] == [{"slain"}]
            later = [n for n, step in enumerate(order) if step & {"new_dragon", "despoiler"}]
            assert later
            assert all(n > trophy for n in later)
            seen += 1
    assert seen


def test_each_card_turned_over_for_trump_is_a_step_of_its_own() -> None:
    found = [step for _, events in moves(3) for step in steps(events)]
    flips = [sum(e.kind == "card" and e.target.endswith("_flips") for e in step) for step in found]
    assert set(flips) == {0, 1}
