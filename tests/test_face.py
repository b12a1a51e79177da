"""The Python face: no value, however odd, ends the interpreter; what does not fit is refused in words, and nothing is
changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from native import GAMES, LEVELS, BadValue, Match, Refusal, Search
from tests.test_engine import played_out

every_game = pytest.mark.parametrize("game", GAMES)
NO_SEATS: list[Any] = [-1, -2, -(2**31), -(2**63), 5, 7, 32, 255, 10**6, 2**31, 2**64, "0", 0.0, True, [0]]
ASKED_OF_A_SEAT: dict[str, Callable[[Match, Any], object]] = {
    "state": lambda match, seat: match.state(seat),
    "cards": lambda match, seat: match.cards(seat),
    "breakdown": lambda match, seat: match.breakdown(seat),
    "redealt": lambda match, seat: match.redealt(seat, 1),
    "settled": lambda match, seat: match.settled(seat),
    "preview": lambda match, seat: match.preview(match.legal()[0], seat),
}


@pytest.mark.parametrize("asked", ASKED_OF_A_SEAT)
@every_game
def test_a_seat_that_is_none_is_refused_and_shows_nothing(game: str, asked: str) -> None:
    match = Match(game, seed=7)
    before = match.memory()
    for seat in [*NO_SEATS, match.seats_count]:
        with pytest.raises(BadValue) as caught:
            ASKED_OF_A_SEAT[asked](match, seat)
        assert str(caught.value).startswith("there is no seat ")
        assert str(caught.value).endswith(f"only 0 to {match.seats_count - 1}")
    assert match.memory() == before


@every_game
def test_only_none_sees_all_cards(game: str) -> None:
    match = Match(game, seed=7)
    seen = match.state(None)
    for seat in range(match.seats_count):
        assert match.state(seat) != seen
    for event in match.play(match.legal()[0]):
        assert event.seen_by(None)
        assert not event.seen_by(-1)


@pytest.mark.parametrize("level", LEVELS)
@every_game
def test_nothing_is_advised_when_all_is_over(game: str, level: str) -> None:
    match = played_out(game, {}, 3)
    with pytest.raises(BadValue, match="the game is over"):
        match.advise(level)


@every_game
def test_a_tree_too_large_to_count_is_refused(game: str) -> None:
    match: Any = Match(game, seed=7)
    leaves = match.perft(1)
    assert match.perft(1, most=leaves + 1) == leaves
    with pytest.raises(BadValue, match=r"the tree of depth 64 has more than 10,000 positions"):
        match.perft(64, most=10_000)
    for depth in (-1, 65, 2**31 - 1, 1.5, None):
        with pytest.raises(BadValue):
            match.perft(depth)


@every_game
def test_a_refused_call_changes_nothing(game: str) -> None:
    match: Any = Match(game, seed=7)
    search: Any = Search
    match.play(match.legal()[0])
    match.play(match.legal()[0])
    match.undo()
    before = match.key(), match.record(), match.can_redo
    calls: list[Callable[[], object]] = [
        lambda: match.play("no move"), lambda: match.play(None), lambda: match.goto("1"), lambda: match.goto(0.0),
        lambda: match.advise("sage"), lambda: match.advise(rng=-1), lambda: match.advise(mb=2**40),
        lambda: match.advise(search=match), lambda: match.solve(nodes=2**64), lambda: match.solve(objective=3),
        lambda: match.playouts(1, 2**40), lambda: match.playouts(-1, 1), lambda: search(-1), lambda: search("64"),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(Refusal):
            call()
    assert (match.key(), match.record(), match.can_redo) == before
