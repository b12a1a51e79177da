"""The deal of somebody's first match of a game is a fair one."""

from __future__ import annotations

from pathlib import Path

import pytest

from native import Match
from native.games import GAMES
from native.play.first_deal import first_deals
from native.play.match_setup import LEVELS
from native.store.chronicle import entry
from native.tools.samples import played
from tests.kept import put_lines
from tests.screen import screen

MATCHES = 12  # between equal players, by which a deal is judged


@pytest.mark.parametrize("game", GAMES)
def test_the_first_deal_is_a_fair_one_and_later_ones_are_drawn(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        session = s.app.session
        fair = first_deals(game)
        assert len(fair) >= 3
        assert {session.next_seed(game) for _ in range(60)} == set(fair)
        put_lines(session.database, [entry(f"{game}-first", played(game, 10_000), 0)])
        assert session.chronicle.has_played(game)
        assert not {session.next_seed(game) for _ in range(60)} <= set(fair)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.long("tricks", "tale", "wars")
def test_on_a_fair_deal_equal_players_win_about_as_often(game: str) -> None:
    """The first of the deals, all seats played by Hatchling: seat 0 wins no less than half and no more than one and a
    half times its share."""
    won = 0.0
    for number in range(MATCHES):
        match = Match(game, seed=first_deals(game)[0])
        while not match.over:
            match.play(match.advise(LEVELS[0], rng=1000 * number + len(match.moves), brief=True).move)
        won += (0 in match.winners) / len(match.winners)
    assert 0.5 <= won / MATCHES * match.seats_count <= 1.5


def test_a_first_duel_is_fair_for_dragon_too() -> None:
    for seed in first_deals("duel"):
        assert abs(max(one.value for one in Match("duel", seed=seed).advise("dragon").moves)) < 0.25
