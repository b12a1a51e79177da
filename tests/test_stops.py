"""Every solver ends as soon as it is told to, from any position.

Proved here: no more than 1,300 nodes pass between two looks at the clock, whatever is solved; a stop from another
thread at a random moment, and a limit of time, cost at most 5 ms of processor time more, also while a large table
grows, and so it is with a Dragon's thoughts. Processor time of the solving thread alone is measured, so a busy
machine changes nothing; where it does all the same, the same is asked again.
"""

from __future__ import annotations

import itertools
import math
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
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
SLOWEST_MS = 5.0
ATTEMPTS = 4  # of which one has to be quick enough
HELD_UP_S = 0.0005  # who stops another was held up where more passed meanwhile


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


def is_quick(measure: Callable[[], float], most: float = SLOWEST_MS) -> bool:
    """Whether something takes no more milliseconds than it may; measured again where it seems to."""
    return any(measure() < most for _ in range(ATTEMPTS))


def spent_here(work: Callable[[], object]) -> float:
    """The milliseconds of processor time that this thread takes for something."""
    began = time.thread_time()
    work()
    return 1000 * (time.thread_time() - began)


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


@pytest.mark.long
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


@pytest.mark.long
def test_what_is_stopped_before_it_begins_ends_at_once() -> None:
    stopped = 0
    for task in tasks(2, 300):
        task.search.stop()
        answer = solved(task)
        assert answer.nodes < GAP
        assert is_quick(partial(spent_here, partial(solved, task)))
        stopped += answer.status == "cancelled"
    assert stopped > 100


@pytest.mark.long
def test_a_limit_of_time_is_met() -> None:
    """Processor time is never more than the time that the limit counts."""
    rng, met = random.Random(3), 0
    for task in tasks(3, 60):
        ms = rng.choice([1, 2, 5, 20])
        assert is_quick(partial(spent_here, partial(solved, task, ms=ms)), ms + SLOWEST_MS)
        met += solved(task, ms=ms).status == "time"
    assert met > 10


def spent_after_stop(work: Callable[[], object], stop: Callable[[], None], after: float) -> float:
    """The milliseconds of processor time that something still takes after another thread has stopped it, so many
    seconds of its own processor time after it began; 0 where it has ended before."""
    ended: list[float] = []
    seen = threading.Event()

    def run() -> None:
        work()
        ended.append(time.thread_time())
        seen.wait()  # its clock lives as long as the thread

    thread = threading.Thread(target=run)
    thread.start()
    assert thread.ident is not None
    clock = time.pthread_getcpuclockid(thread.ident)
    while not ended and time.clock_gettime(clock) < after:
        time.sleep(min(after, 0.0005))
    before = time.clock_gettime(clock)
    stop()
    held_up = time.clock_gettime(clock) - before > HELD_UP_S
    while not ended:
        time.sleep(0.0005)
    seen.set()
    thread.join()
    return math.inf if held_up else 1000 * max(0.0, ended[0] - before)


on_linux = pytest.mark.skipif(
    sys.platform in ("win32", "darwin"), reason="a thread's clock cannot be read from another"
)


@pytest.mark.long
@on_linux
@pytest.mark.parametrize("mbs", [(0, 1, 64), (512,)], ids=["small", "large"])
def test_a_stop_at_any_moment_is_heeded(mbs: tuple[int, ...]) -> None:
    rng, cancelled = random.Random(4), 0
    for task in tasks(4, 50, mbs):
        after = 10 ** rng.uniform(-4, -0.7)
        answers: list[Answer] = []

        def measure(task: Task = task, after: float = after, answers: list[Answer] = answers) -> float:
            fresh = task._replace(search=Search(task.search.mb))
            return spent_after_stop(lambda: answers.append(solved(fresh)), fresh.search.stop, after)

        assert is_quick(measure), (task.match.record(), task.objective, answers)
        cancelled += answers[-1].status == "cancelled"
    assert cancelled > 5


@pytest.mark.parametrize("moves", [4, 5, 7])
def test_the_parts_of_a_decision_of_the_duel_share_its_time(moves: int) -> None:
    """Processor time, of which no more can pass than of any other."""
    match = Match("duel", seed=1)
    for _ in range(moves):
        match.play(match.advise("greedy").move)
    begun = time.thread_time()
    assert match.advise("dragon", ms=50).status == "time"
    assert time.thread_time() - begun < 0.09


def advised(match: Match, search: Search, ms: int = 0) -> str:
    """The bare call for Dragon's advice: how it ended."""
    limits, result = ffi.new("Limits *", {"mb": search.mb, "ms": ms}), ffi.new("Result *")
    lib.advise(lib.game_at(match.info.index), match._state, LEVELS.index("dragon"), limits, search.table,
               search._progress, result)
    return STATUSES[result.status]


def choices(game: str, seed: int, share: float) -> Iterator[Match]:
    """Positions of random matches in which there is a choice: a share of all, without an end."""
    rng = random.Random(seed)
    while True:
        match = Match(game, random_options(game, rng), rng.randrange(10**6))
        while not match.over:
            if rng.random() < share and len(match.legal()) > 1:
                yield match
            match.play(rng.choice(match.legal()))


@pytest.mark.long("tricks")
@pytest.mark.parametrize("game", GAMES)
def test_advice_that_is_stopped_before_it_begins_ends_at_once(game: str) -> None:
    for match in itertools.islice(choices(game, 7, 0.2), 150):
        search = Search(1)
        search.stop()
        assert is_quick(partial(spent_here, partial(advised, match, search))), match.record()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.long
def test_advice_keeps_to_its_time(game: str) -> None:
    rng, late = random.Random(9), 0
    for match in itertools.islice(choices(game, 9, 0.1), 40):
        ms = rng.choice([3, 10, 30])
        measure = partial(spent_here, partial(advised, match, Search(16), ms))
        assert is_quick(measure, ms + SLOWEST_MS), (match.record(), ms)
        late += advised(match, Search(16), ms) == "time"
    assert late > 5


@pytest.mark.long("duel", "tale", "heart")
@on_linux
@pytest.mark.parametrize("game", GAMES)
def test_advice_that_is_stopped_amid_its_thoughts_ends_at_once(game: str) -> None:
    rng, cancelled = random.Random(8), 0
    for match in itertools.islice(choices(game, 8, 0.1), 25):
        after = 10 ** rng.uniform(-3.5, -0.3)
        ends: list[str] = []

        def measure(match: Match = match, after: float = after, ends: list[str] = ends) -> float:
            search = Search(16)
            return spent_after_stop(lambda: ends.append(advised(match, search)), search.stop, after)

        assert is_quick(measure, SLOWEST_MS), (match.record(), after)
        cancelled += ends[-1] == "cancelled"
    assert cancelled > 5


@pytest.mark.long
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
