"""Who starts the next match of the duel: the other one, as far as nobody chose otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

import game as arcade
from native import Match
from native.tools.samples import played
from tests.screen import screen


def opening(match: Match) -> Match:
    return Match.load(match.record() | {"moves": []})


@pytest.mark.parametrize("seed", [1, 11, 77])
@pytest.mark.parametrize("first", [None, 0, 1])
def test_after_a_duel_the_other_starts_unless_a_seat_was_chosen(tmp_path: Path, seed: int, first: int | None) -> None:
    match = played("duel", 100, seed, first=first)
    began = opening(match).to_act
    with screen(tmp_path) as s:
        s.app.sit(match)
        s.until(lambda: isinstance(s.scene, arcade.EndScene))
        s.click("next")
        following = s.table.match
        assert (following.moves, following.options) == ([], match.options)
        assert following.seed != match.seed
        assert following.to_act == (1 - (began or 0) if first is None else first)


@pytest.mark.parametrize("other", ["hatchling", "human"])
def test_in_a_rematch_the_seats_are_exchanged(tmp_path: Path, other: str) -> None:
    """Against a level the other person has the same cards and the start; of two people the other one starts."""
    match = played("duel", 100, 5)
    match.seats = ["human", other]
    start = opening(match)
    with screen(tmp_path) as s:
        s.app.sit(match)
        s.table.lift()
        s.until(lambda: isinstance(s.scene, arcade.EndScene))
        s.click("more")
        s.click("rematch")
        again = s.table.match
        assert again.seats == [other, "human"]
        assert (again.to_act == start.to_act) == (other != "human")
        assert other == "human" or again.state()["hands"] == start.state()["hands"]


def test_next_deals_give_both_the_start_equally_often(tmp_path: Path) -> None:
    """Ten in a row, from deal to deal."""
    with screen(tmp_path) as s:
        starters = []
        s.app.sit(played("duel", 100, 3))
        for _ in range(10):
            s.table.match.seats = ["human", "human"]
            seed = s.table.board.say.next_seed()
            s.table.deal(seed)
            starters.append(s.table.match.to_act)
        assert [starters.count(seat) for seat in (0, 1)] == [5, 5]
