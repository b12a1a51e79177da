"""What the table tells: nothing of cards that whoever looks may not know."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from native import GAMES, Event, Match, Thinker
from native.values import Progress
from tests.screen import Screen, screen


def turned(s: Screen) -> bool:
    """Whether the table has shown the last move, to the next person; what lies over it is taken away."""
    if s.scene is not s.table:
        s.scene.back()
    table = s.table
    if table.board.stage.waits:
        table.board.stage.proceed()
    return not table.board.stage.playing and (table.match.over or table.board.viewer == table.match.to_act)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.long("wars", "heart", "tale", "tricks")
def test_between_people_the_log_says_what_the_one_who_looks_may_know(tmp_path: Path, game: str) -> None:
    """At every change of the one who looks it is told anew for that one."""
    rng, looks = random.Random(7), 0
    with screen(tmp_path) as s:
        match = Match(game, seed=7)
        match.seats = ["human"] * match.seats_count
        s.app.sit(match)
        s.table.lift()
        for _ in range(40):
            if s.table.match.over:
                break
            s.table.play(rng.choice(s.table.live.legal()))
            s.until(lambda: turned(s))
            looks += s.table.curtain
            s.table.lift()
            s.until(lambda: not s.table.board.stage.playing)  # a line is told when its cards have come to rest
            assert s.table.live.log == s.table.board.say.story(s.table.live.humans)
    assert looks > 3


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_machine_that_thinks_does_not_show_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """How many of its deals are solved depends on the hand it holds."""
    with screen(tmp_path) as s:
        t = s.speak(language)
        match = Match("duel", seed=3, options={"first": 1}, seats=["human", "dragon"])
        s.app.sit(match)
        table = s.table
        said = set()
        for progress in (Progress(0, 0, 0), Progress(3, 14, 9), Progress(11, 14, 99)):
            monkeypatch.setattr(Thinker, "progress", progress)
            said.add(table.status())
        assert said == {t("table.thinks", name=t.seat(match.seats, 1, "duel"))}


def test_a_card_that_leaves_a_hand_unseen_is_not_picked_out_by_its_face(tmp_path: Path) -> None:
    """Where the one who looks may not know which card goes, the first one goes."""
    with screen(tmp_path) as s:
        s.app.sit(Match("duel", seed=3))
        board = s.table.board
        hand = board.stage.of("hand", board.seat)
        last = hand[-1].card
        assert last != hand[0].card
        board.viewer = 1 - board.seat
        event = Event("card", "", None, "hand", board.seat, "away", None, 1 << board.seat, last, None, 0)
        board.stage.carry(event)
        assert [sprite for sprite in hand if sprite.zone == "away"] == hand[:1]
