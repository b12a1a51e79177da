"""The judge: what one has worked out the others have, and what is most urgent is searched for first."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import game as arcade
from native import Match
from native.play.coach import Coach
from native.play.duplicate import DragonTables
from native.play.judge import Judge, Urgency, Worth
from native.play.live_match import LiveMatch
from native.play.review import Grader
from native.play.words import Telling
from native.screen.motion import Motion
from native.store.settings import Settings
from native.thinker import Thinker
from native.tools.samples import mistaken, played
from native.values import Advice, MoveValue
from tests.screen import screen


class Anybody:
    """Somebody who asks."""

    near = 0


def advice_for(match: Match) -> Advice:
    moves = tuple(MoveValue(move, 0.0, best=False, weight=0.0) for move in match.legal())
    return Advice("exact", moves[-1].move, "exact", 1, 1, None, moves, 0, 0.0)


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The lengths of the positions that were searched, each search ended at the next look."""
    found: list[int] = []
    asked: list[Match] = []

    def start(_: Thinker, match: Match, *_more: object, **_limits: object) -> None:
        found.append(len(match.moves))
        asked[:] = [match]

    monkeypatch.setattr(Thinker, "start", start)
    monkeypatch.setattr(Thinker, "poll", lambda _: advice_for(asked.pop()) if asked else None)
    monkeypatch.setattr(Thinker, "busy", property(lambda _: bool(asked)))
    return found


def at(match: Match, ply: int) -> Match:
    before = match.copy()
    before.goto(ply)
    return before


def worked(judge: Judge, least: Urgency = Urgency.HISTORY) -> None:
    while judge.tick(least) or judge.running:
        pass


def test_a_position_is_one_however_it_was_reached_and_another_seat_or_deal_is_another() -> None:
    judge, match = Judge(), played("heart", 6)
    again = Match.load(match.record())
    assert judge.worth(match) is judge.worth(again)
    assert judge.worth(at(match, 5)) is not judge.worth(match)
    assert judge.worth(Match("heart", seed=3)) is not judge.worth(Match("heart", seed=4))


def test_what_the_person_waits_for_comes_first_then_the_coach_the_review_and_the_history(searched: list[int]) -> None:
    judge, match, who = Judge(), played("duel", 12), Anybody()
    order = [Urgency.HISTORY, Urgency.REVIEW, Urgency.COACH, Urgency.WAITED]
    for ply, urgency in enumerate(order):
        judge.ask(who, match, ply, judge.worth(at(match, ply)), urgency)
    worked(judge)
    assert searched == [3, 2, 1, 0]
    assert judge.queue == []


def test_among_equals_the_nearest_to_where_somebody_looks_comes_first(searched: list[int]) -> None:
    judge, match = Judge(), played("duel", 12)
    grader = Grader(match, judge, [])
    grader.near = 6
    grader.ask([0, 5, 11])
    worked(judge)
    assert searched == [5, 11, 0]


def test_at_a_table_nothing_is_searched_for_that_can_wait(searched: list[int]) -> None:
    judge, match = Judge(), played("duel", 12)
    grader = Grader(match, judge, [0])
    worked(judge, Urgency.COACH)
    assert searched == []
    assert len(judge.queue) == len(grader.jobs) > 0


def test_a_search_for_the_history_makes_way_and_is_made_later(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []
    stopped: list[None] = []
    monkeypatch.setattr(Thinker, "start", lambda _, match, *_more, **_limits: started.append(len(match.moves)))
    monkeypatch.setattr(Thinker, "poll", lambda _: None)
    monkeypatch.setattr(Thinker, "cancel", lambda _: stopped.append(None))
    judge, match, who = Judge(), played("duel", 12), Anybody()
    for ply, urgency in ((4, Urgency.HISTORY), (9, Urgency.COACH), (10, Urgency.WAITED)):
        judge.ask(who, match, ply, judge.worth(at(match, ply)), urgency)
        judge.tick(Urgency.HISTORY)
    assert started == [4, 9]  # what the coach needs is finished first
    assert len(stopped) == 1
    assert sorted(wish.ply for wish in judge.queue) == [4, 9, 10]
    judge.close()


def test_who_withdraws_stops_a_search_only_if_nobody_else_waits_for_it(searched: list[int]) -> None:
    judge, match, one, two = Judge(), played("duel", 12), Anybody(), Anybody()
    worth = judge.worth(at(match, 3))
    for who in (one, two):
        judge.ask(who, match, 3, worth, Urgency.REVIEW)
    judge.tick(Urgency.REVIEW)
    judge.withdraw(one)
    assert judge.running
    judge.withdraw(two)
    left: object = judge.running
    assert left is None
    assert judge.queue == []
    assert searched == [3]


def test_what_the_coach_has_found_hint_review_and_history_have(searched: list[int]) -> None:
    judge, match = Judge(), played("tale", 30)
    grader = Grader(match, judge, [])
    ply = next(ply for ply in range(len(match.moves)) if len(at(match, ply).legal()) > 1)
    before = at(match, ply)
    coach = Coach(judge)
    coach.watch(before, match.moves[ply])
    worked(judge, Urgency.COACH)
    coach.tick()
    assert searched == [ply]
    assert grader.grades[ply].fair is not None
    grader.ask([ply])
    assert grader.jobs == []
    assert Grader(match, judge, []).grades[ply].fair is grader.grades[ply].fair
    before.seats = ["human", *["hatchling"] * (before.seats_count - 1)]
    if before.to_act == 0:
        live = LiveMatch(before, Settings(), Motion(Settings(), {}, {}), judge)
        assert live.advice is grader.grades[ply].fair
        live.close()


def test_the_other_table_plays_what_the_judge_knows_without_a_search(searched: list[int]) -> None:
    """And what it has searched for itself, the judge knows. Other seeds and levels are other questions."""
    match = played("duel", 10_000)
    match.seats = ["human", "dragon"]
    judge = Judge()
    tables = DragonTables(match, 0, judge, 2)
    start = tables.fresh()
    assert start.to_act is not None
    known = judge.worth(start).fair = advice_for(start)
    assert tables.tick()
    assert tables.now.moves[0] == known.move
    assert searched == []
    while not tables.played:
        tables.tick()
    own = [ply for ply in searched if ply]
    assert own
    assert all((one := judge.known(at(tables.played[0], ply))) and one.fair for ply in own)
    searched.clear()
    while not tables.over:
        tables.tick()
    assert any(at(tables.played[1], ply).to_act == 0 for ply in searched)


def test_it_frees_the_memory_of_its_searches_only_once_nobody_waits_for_one(searched: list[int]) -> None:
    judge, somebody, match = Judge(), Anybody(), Match("heart", seed=3)
    worth = judge.worth(match)
    judge.ask(somebody, match, 0, worth, Urgency.COACH)
    judge.rest()
    assert judge.wishes(somebody)
    worked(judge)
    assert judge.thinker
    judge.rest()
    assert not judge.thinker
    assert judge.known(match) is worth
    assert worth.fair
    assert searched == [0]


def test_a_search_without_values_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("duel", 5)
    worth = Worth()
    worth.take(advice_for(match)._replace(status="time"))
    assert (worth.fair, worth.unadvisable, worth.settled("advise")) == (None, True, True)
    monkeypatch.setattr(Thinker, "start", lambda *_, **__: pytest.fail("searched"))
    judge = Judge()
    judge.ask(Anybody(), match, 5, worth, Urgency.WAITED)
    worked(judge)


def test_as_many_positions_as_it_keeps_are_the_newest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("native.play.judge.MOST_KEPT", 3)
    judge, match = Judge(), played("duel", 8)
    found = [judge.worth(at(match, ply)) for ply in range(8)]
    assert list(judge.kept.values()) == found[-3:]


@pytest.mark.parametrize("of", ["the coach", "why"])
def test_the_sentences_of_a_verdict_are_made_once_and_not_for_every_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, of: str
) -> None:
    made: list[None] = []
    plain = Telling.said_of

    def said_of(self: Telling, *rest: object) -> object:
        made.append(None)
        return plain(self, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Telling, "said_of", said_of)
    with screen(tmp_path) as s:
        match, wrong = mistaken("heart")
        wrong.reasoning.work()
        s.app.sit(match)
        s.table.live.paused = True
        if of == "the coach":
            s.table.live.coach.spoken = wrong
        else:
            s.app.push(arcade.Why(s.app, match, wrong))
        for _ in range(5):
            s.app.dirty = True
            s.app.turn()
            time.sleep(0.001)
        assert len(made) in (1, 2)  # for Why once before its lines are found
        count = len(made)
        for _ in range(5):
            s.app.draw()
        assert len(made) == count
