"""Measures whether the coach keeps up with a person.

A person's moves are played in real time at a table with a coach; afterwards the review grades each
of them.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Literal, NamedTuple

from ..grades import SERIOUS, Word
from ..match import Match
from ..play.judge import Judge
from ..play.live_match import LiveMatch
from ..play.review import Grader
from ..screen.motion import Motion
from ..store.settings import Settings
from .measure import PLAYERS, Bench, median

Choose = Callable[[Match], str]
Named = Literal["", "at once", "later", "missed"]
PATIENCE_MS = 10_000  # how long the person stays after the end of a match
BEAT = 0.005  # seconds between two looks at the table
SPIN = "import os, sys\nwhile os.getppid() == int(sys.argv[1]):\n    sum(range(10**6))"


class JudgedChoice(NamedTuple):
    """A choice of the person: the review's grade, when the coach called it a mistake ("at once" is
    before the opponent's answer), and how long the coach took after the move."""

    ply: int
    word: Word | None
    named: Named
    ms: float


class SimulatedPerson:
    """A person at a table with a coach, who moves at once or after some thought."""

    def __init__(
        self, match: Match, choose: Choose, thinks_ms: int = 0, limit_ms: int | None = None
    ) -> None:
        match.extra["coach"] = True
        settings = Settings()
        settings.motion = "off"
        self.judge = Judge()
        self.live = LiveMatch(match, settings, Motion(settings, {}, {}), self.judge)
        self.match, self.choose, self.thinks_ms = self.live.match, choose, thinks_ms
        if limit_ms is not None:
            self.live.coach.limit_ms = limit_ms
        self.made: dict[int, float] = {}  # when each move was made, by its number
        self.named: dict[int, Named] = {}
        self.weighed: dict[int, float] = {}

    def play(self, patience_ms: int = PATIENCE_MS) -> None:
        """Plays the match to its end, and waits for the coach."""
        while not self.match.over:
            self.look()
        end = time.monotonic() + patience_ms / 1000
        while self.live.coach.busy and time.monotonic() < end:
            self.look()
        self.listen()
        self.live.close()
        self.judge.close()

    def look(self) -> None:
        """One turn of the table's loop."""
        live = self.live
        live.clock.now = time.monotonic() * 1000
        if live.mine and live.clock.now >= live.turn_began + self.thinks_ms:
            ply, move = len(self.match.moves), self.choose(self.match)
            if len(live.legal()) > 1:
                self.made[ply] = time.monotonic()
            if not live.defer(move):
                live.make(move)
        else:
            _, answer = live.think(True)
            self.listen()
            if answer:
                live.make(answer)
            else:
                time.sleep(BEAT)

    def listen(self) -> None:
        """Notes what the coach says, and which moves it has finished."""
        coach = self.live.coach
        for case in coach.missed:
            self.named[case.ply] = "missed"
        coach.missed.clear()
        while said := coach.spoken:
            at_once = len(self.match.moves) <= said.ply + 1
            self.named[said.ply] = "at once" if at_once else "later"
            coach.heard()
        left = {case.ply for case in coach.made}
        for ply in self.made.keys() - self.weighed.keys() - left:
            self.weighed[ply] = (time.monotonic() - self.made[ply]) * 1000

    def heard(self) -> list[JudgedChoice]:
        """All choices, with the review's grades."""
        grader = Grader(self.match, Judge(), [])
        grader.ask(self.made)
        while grader.jobs:
            grader.tick()
            time.sleep(BEAT)
        grader.judge.close()
        words = {ply: grader.grades[ply].word(self.match.game) for ply in self.made}
        never = float("inf")
        return [
            JudgedChoice(ply, words[ply], self.named.get(ply, ""), self.weighed.get(ply, never))
            for ply in self.made
        ]


def careless(seed: int) -> Choose:
    """A weak person: a quarter of the moves are Hatchling's, the others random."""
    chance = random.Random(seed)

    def choose(match: Match) -> str:
        legal = match.legal()
        return chance.choice(legal) if chance.random() < 0.75 else match.advise("hatchling").move

    return choose


@contextmanager
def loaded() -> Iterator[None]:
    """Keeps one core busy with another process meanwhile."""
    with subprocess.Popen([sys.executable, "-c", SPIN, str(os.getpid())]) as spinning:
        try:
            yield
        finally:
            spinning.kill()


def listened(game: str, level: str, seed: int, thinks_ms: int = 0) -> list[JudgedChoice]:
    """The choices of a weak person in a match against a level."""
    match = Match(game, seed=seed)
    match.seats = ["human"] + [level] * (match.seats_count - 1)
    listener = SimulatedPerson(match, careless(seed), thinks_ms)
    listener.play()
    return listener.heard()


def coach_figures(choices: list[JudgedChoice]) -> dict[str, Any]:
    """How many mistakes the coach named and when, and how often it criticised a best move."""
    wrong = [one for one in choices if one.word in SERIOUS]
    best = [one for one in choices if one.word == "best"]
    weighed = [one.ms for one in choices if one.ms < float("inf")]
    return {
        "median_ms": round(median(weighed), 1),
        "max_ms": round(max(weighed), 1),
        "n": len(choices),
        "mistakes": len(wrong),
        "at_once": sum(one.named == "at once" for one in wrong),
        "later": sum(one.named == "later" for one in wrong),
        "best": len(best),
        "false_alarms": sum(one.named in ("at once", "later") for one in best),
        "not_judged": sum(one.named == "missed" or one.ms == float("inf") for one in choices),
    }


def bench_coach(game: str, level: str, seeds: int = 1) -> dict[str, Any]:
    """Matches of a weak person against a level, with one core busy."""
    with loaded():
        return coach_figures([one for seed in range(seeds) for one in listened(game, level, seed)])


def coach_benches(games: Iterable[str]) -> dict[str, Bench]:
    """The benchmarks by game and level of the opponents."""

    def bench(game: str, level: str) -> Bench:
        return lambda: bench_coach(game, level)

    return {f"coach/{game}/{level}": bench(game, level) for game in games for level in PLAYERS}
