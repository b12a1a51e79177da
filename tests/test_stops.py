"""Every solver ends as soon as it is told to, from any position.

Proved here: no more than 1,300 nodes pass between two looks at the clock, whatever is solved; a stop from another
thread at a random moment, and a limit of time, cost at most a few milliseconds of processor time more, also while a
large table grows. Processor time of the solving thread alone is measured, so a busy machine changes nothing.
"""

from __future__ import annotations

import random
import sys
import threading
import time
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from native import GAMES, Match, Search, ffi, lib
from native.games import LEVELS
from native.values import STATUSES
from tests.campaign.mutations import random_options

OBJECTIVES = {
    "duel": ["", "lines", "outcome value", "lines -threats -probing -symmetry -merging"],
    "tricks": ["", "power", "maxn", "bridge:0,2", "bridge:1 value", "bridge:0,1 general",
               "maxn unmerged untabled", "coalition unmerged unordered unbounded untabled"],
    "heart": ["margin", "outcome"],
}  # fmt: skip
LONGEST = {"duel": 12, "tricks": 9}  # moves played before, of the others 60
GAP = 1300  # nodes
SLOWEST_MS = 25.0  # a machine five times slower than the slowest known passes


class Task(NamedTuple):
    match: Match
    objective: str
    search: Search


class Answer(NamedTuple):
    status: str
    nodes: int


def is_solved(game: str) -> bool:
    """Whether a game has positions that can be solved: those of one random match tell."""
    match, rng = Match(game, seed=1), random.Random(1)
    while not match.over:
        if solved(Task(match, "", Search(0)), nodes=1).status != "unfit":
            return True
        match.play(rng.choice(match.legal()))
    return False


def tasks(seed: int, count: int, mbs: tuple[int, ...] = (0, 1, 64)) -> Iterator[Task]:
    """Random positions of random games, each with an objective that fits it."""
    rng = random.Random(seed)
    while count:
        game = rng.choice(SOLVED)
        options = {option.name: rng.choice(option.values()) for option in GAMES[game].options}
        match, moves = Match(game, options, rng.randrange(10**6)), rng.randrange(LONGEST.get(game, 60))
        while not match.over and (len(match.moves) < moves or (game == "wars" and not match.state()["battle"])):
            match.play(rng.choice(match.legal()))
        task = Task(match, rng.choice(OBJECTIVES.get(game, [""])), Search(rng.choice(mbs)))
        if not match.over and solved(task, nodes=1).status != "unfit":
            count -= 1
            yield task


def solved(task: Task, nodes: int = 0, ms: int = 0) -> Answer:
    """The bare call: how it ended, and after how many nodes."""
    limits = ffi.new("Limits *", {"nodes": nodes, "ms": ms, "mb": task.search.mb})
    result, asked = ffi.new("Result *"), ffi.new("char[]", task.objective.encode())
    match, search = task.match, task.search
    lib.solve(match._table, match._state, asked, limits, search.table, search._progress, result)
    return Answer(STATUSES[result.status], result.nodes)


SOLVED = [game for game in GAMES if is_solved(game)]


def test_all_that_can_be_solved_are_asked() -> None:
    assert {task.match.game for task in tasks(5, 60)} == set(SOLVED)
    assert set(OBJECTIVES) | set(LONGEST) <= set(SOLVED) <= set(GAMES)


def test_a_limit_of_nodes_is_met_closely_from_any_position() -> None:
    """So a look at the clock is never far away, wherever a search is."""
    rng, met = random.Random(1), 0
    for task in tasks(1, 400):
        limit = int(10 ** rng.uniform(0, 5))
        answer = solved(task, nodes=limit)
        assert answer.nodes < limit + GAP
        if answer.status == "nodes":
            assert answer.nodes >= limit
            met += 1
    assert met > 80


def test_what_is_stopped_before_it_begins_ends_at_once() -> None:
    stopped = 0
    for task in tasks(2, 300):
        task.search.stop()
        began = time.thread_time()
        answer = solved(task)
        assert 1000 * (time.thread_time() - began) < SLOWEST_MS
        assert answer.nodes < GAP
        stopped += answer.status == "cancelled"
    assert stopped > 100


def test_a_limit_of_time_is_met() -> None:
    """Processor time is never more than the time that the limit counts."""
    rng, met = random.Random(3), 0
    for task in tasks(3, 60):
        ms = rng.choice([1, 2, 5, 20])
        began = time.thread_time()
        met += solved(task, ms=ms).status == "time"
        assert 1000 * (time.thread_time() - began) < ms + SLOWEST_MS
    assert met > 10


def spent_after_stop(task: Task, after: float) -> tuple[Answer, float]:
    """What it answers when another thread stops it, and the milliseconds of processor time it took for that."""
    ended: list[tuple[Answer, float]] = []
    seen = threading.Event()

    def run() -> None:
        answer = solved(task)
        ended.append((answer, time.thread_time()))
        seen.wait()  # its clock lives as long as the thread

    thread = threading.Thread(target=run)
    thread.start()
    assert thread.ident is not None
    clock = time.pthread_getcpuclockid(thread.ident)
    time.sleep(after)
    spent = time.clock_gettime(clock)
    task.search.stop()
    while not ended:
        time.sleep(0.0005)
    seen.set()
    thread.join()
    answer, at_the_end = ended[0]
    return answer, 1000 * (at_the_end - spent)


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="a thread's clock cannot be read from another")
@pytest.mark.parametrize("mbs", [(0, 1, 64), (512,)], ids=["small", "large"])
def test_a_stop_at_any_moment_is_heeded(mbs: tuple[int, ...]) -> None:
    rng, cancelled = random.Random(4), 0
    for task in tasks(4, 50, mbs):
        answer, spent = spent_after_stop(task, 10 ** rng.uniform(-4, -0.7))
        assert spent < SLOWEST_MS, (task.match.record(), task.objective, answer)
        cancelled += answer.status == "cancelled"
    assert cancelled > 5


@pytest.mark.parametrize("moves", [3, 5, 7])
def test_the_parts_of_a_decision_of_the_duel_share_its_time(moves: int) -> None:
    """Processor time, of which no more can pass than of any other."""
    match = Match("duel", seed=1)
    for _ in range(moves):
        match.play(match.advise("greedy").move)
    begun = time.thread_time()
    assert match.advise("dragon", ms=50).status == "time"
    assert time.thread_time() - begun < 0.09


def stopped_advice(match: Match) -> float:
    """Milliseconds of processor time for Dragon's advice that nobody wants any more when it is asked for."""
    search = Search(1)
    search.stop()
    limits, result = ffi.new("Limits *", {"mb": 1}), ffi.new("Result *")
    began = time.thread_time()
    lib.advise(lib.game_at(match.info.index), match._state, LEVELS.index("dragon"), limits, search.table,
               search._progress, result)
    return 1000 * (time.thread_time() - began)


@pytest.mark.parametrize("game", GAMES)
def test_advice_that_is_stopped_before_it_begins_ends_at_once(game: str) -> None:
    spent: list[float] = []
    rng = random.Random(7)
    while len(spent) < 150:
        match = Match(game, random_options(game, rng), rng.randrange(10**6))
        while not match.over:
            if rng.random() < 0.2 and len(match.legal()) > 1:
                spent.append(stopped_advice(match))
            match.play(rng.choice(match.legal()))
    assert sorted(spent)[-2] < SLOWEST_MS  # one may have met the machine's own work


def test_a_stop_leaves_the_mixture_of_a_battle_alone() -> None:
    """It takes a tenth of a second, which nobody wants any more."""
    mixed, rng = 0, random.Random(4)
    for seed in range(12):
        match = Match("wars", seed=seed)
        while len(match.moves) < 12 and not match.over:
            if len(match.legal()) > 1 and rng.random() < 0.3:
                search = Search(1)
                mixed += match.advise("dragon", permille=1, search=search).proof == "equilibrium"
                search.stop()
                assert match.advise("dragon", permille=1, search=search).proof != "equilibrium"
            match.play(rng.choice(match.legal()))
    assert mixed > 2
