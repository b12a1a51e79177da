"""The coach: whether a move just made was a mistake by what its seat could know, and why another is
better.

It judges as the review does, by the same counts, so the two never differ; and it judges every move.
It begins while the person still chooses, and the machine's move waits for it for a while, LIMIT_MS;
what takes longer is said afterwards, and of a move that it cannot judge it says that. What it says
is made of two courses, of the move and of the better one, in a deal that the seat could imagine; so
nothing it says depends on a hidden card.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from ..grades import SERIOUS, Word
from ..match import Match
from ..position import Position
from ..thinker import Thinker
from ..values import Advice
from .clock import Clock
from .lines import (
    Fact,
    Ghost,
    Line,
    ghosts,
    play_line,
)
from .review import (
    Grade,
    usable,
    weigh,
)
from .words import Telling

LIMIT_MS = 3000  # how long the machine's move waits for the judgement of the person's
FOLLOWING = 4  # moves of a course that are told where nothing comes about in it
WORLDS = 8  # deals tried until one shows the difference


def coachable(seats: Sequence[str]) -> bool:
    """Whether there is somebody to coach: a single person against machines."""
    return seats.count("human") == 1 < len(seats)


class Verdict(NamedTuple):
    """A move that was a mistake, and the one to recommend instead."""

    seat: int
    move: str
    better: str
    loss: float
    word: Word
    ply: int  # moves played before it

    def words(self, telling: Telling) -> str:
        """The line that the coach says."""
        word = telling.t(f"coach.word.{self.word}")
        if telling.look.memory:
            return telling.t("coach.line.memory", word=word, move=telling.move(self.move))
        move, loss = telling.move(self.move), telling.lost(self.loss)
        return telling.t("coach.line", word=word, move=move, loss=loss)


def verdict(match: Match, move: str, advice: Advice) -> Verdict | None:
    """What an advice for a position says of a move in it, where it calls it a mistake."""
    seat = match.to_act or 0
    grade = Grade(seat, move, fair=advice)
    loss, word = grade.fair_loss(), grade.word(match.game)
    if loss is None or word not in SERIOUS:
        return None
    return Verdict(seat, move, grade.better(), loss, word, len(match.moves))


class Case:
    """A decision of the person's, from when it is to be made until its move has been judged."""

    def __init__(self, match: Match) -> None:
        self.match = match.copy()
        self.ply = len(match.moves)
        self.move = ""  # until it is made
        self.made_at = 0.0  # by time.monotonic()
        self.advice: Advice | None = None


class Coach:
    """Judges the person's moves, one after another, with somebody else's thinker, which is had for
    nothing else meanwhile."""

    def __init__(self, thinker: Thinker, limit_ms: int = LIMIT_MS) -> None:
        self.thinker, self.limit_ms = thinker, limit_ms
        self.present: Case | None = None  # what the person is choosing
        self.made: list[Case] = []  # not judged yet, the oldest first
        self.running: Case | None = None
        self.spoken: Verdict | None = None  # what is to be said now
        self.later: list[Verdict] = []  # and after it
        self.missed: list[Case] = []  # could not be judged; to be told

    @property
    def busy(self) -> bool:
        """Whether a move that was made is being judged."""
        return bool(self.made)

    @property
    def awaited(self) -> bool:
        """Whether the machine's move is to wait for what is being judged."""
        if not self.made or not self.limit_ms:
            return self.busy
        return time.monotonic() < self.made[-1].made_at + self.limit_ms / 1000

    @property
    def verdicts(self) -> list[Verdict]:
        """All that is to be said."""
        return [self.spoken, *self.later] if self.spoken else []

    def consider(self, match: Match) -> None:
        """Begins to work out what the moves of a decision are worth, before one is made."""
        if self.present is None:
            self.present = Case(match)

    def watch(self, before: Match, move: str, known: Advice | None = None) -> None:
        """Begins to judge a move, or goes on with it; known: an advice that is there already."""
        case, self.present = self.present or Case(before), None
        if len(before.legal()) < 2:
            self.drop([case])
            return
        assert case.ply == len(before.moves)
        case.move, case.made_at = move, time.monotonic()
        case.advice = known or case.advice
        self.made.append(case)
        if case.advice:
            self.settle(case)
            self.drop([case])

    def tick(self, first: bool = False) -> bool:
        """Takes an answer that is there, and begins what is next; true when one came in.

        first: what the person is choosing goes before moves that were made.
        """
        case, found = self.running, self.thinker.poll() if self.running else None
        if case and isinstance(found, Advice):
            self.running, case.advice = None, found
            if case.move:
                self.settle(case)
        if not self.running and not self.thinker.busy:
            self.begin(first)
        return found is not None

    def begin(self, first: bool) -> None:
        """Begins what is next, if there is anything."""
        present = [self.present] if self.present and not self.present.advice else []
        waiting = [*present, *self.made] if first else [*self.made, *present]
        if waiting:
            self.running = waiting[0]
            weigh(self.thinker, self.running.match)

    def settle(self, case: Case) -> None:
        """A move has been judged, or could not be."""
        self.made.remove(case)
        if not case.advice or not usable(case.advice):
            self.missed.append(case)
        elif said := verdict(case.match, case.move, case.advice):
            self.later.append(said)
            self.spoken = self.spoken or self.later.pop(0)

    def heard(self) -> None:
        """What was said has been heard; the next may be said."""
        self.spoken = self.later.pop(0) if self.later else None

    def stand(self, ply: int) -> None:
        """The match has gone on or back to where so many moves are played: what the person was
        choosing there, and what was made later, is dropped."""
        present = [self.present] if self.present else []
        self.drop([*present, *(case for case in self.made if case.ply >= ply)])
        said = [one for one in self.verdicts if one.ply < ply]
        self.spoken, self.later = (said[0] if said else None), said[1:]

    def drop(self, cases: Sequence[Case]) -> None:
        """These are not judged any more."""
        if self.running in cases:
            self.thinker.cancel()
            self.running = None
        self.made = [case for case in self.made if case not in cases]
        self.present = None if self.present in cases else self.present

    def forget(self) -> None:
        """Drops what was being judged, and what was to be said."""
        self.stand(0)
        self.missed.clear()


# ---- why ----


class Remark(NamedTuple):
    """A sentence, of which course it is, and how many moves of that course show it."""

    text: str
    better: bool
    upto: int


class Reason(NamedTuple):
    """Why one move is better than another: what may come of both, and the difference in words."""

    played: Line
    better: Line
    told: tuple[Remark, ...]
    facts: tuple[Fact, ...]

    @property
    def text(self) -> str:
        """All its sentences."""
        return " ".join(one.text for one in self.told)

    def whole(self, telling: Telling, loss: str) -> str:
        """What the better move is worth more."""
        move, better = (telling.move(run.moves[0]) for run in (self.played, self.better))
        key = "coach.worth.memory" if telling.look.memory else "coach.worth"
        return capital(telling.t(key, better=better, move=move, loss=loss))

    def shown(self, better: bool) -> int:
        """How many moves of a course are to be shown."""
        run = self.better if better else self.played
        found = [one.upto for one in self.told if one.better == better]
        return max([*found, 1]) if found else min(2, len(run.steps))


def explain(telling: Telling, match: Match, move: str, better: str) -> Reason:
    """Why a legal move is worth less than another, by what the seat to act may know."""
    seat, best = match.to_act or 0, None
    for number in range(WORLDS):
        world = match.redealt(seat, number)
        runs = play_line(world.position(), seat, move), play_line(world.position(), seat, better)
        facts = differing(*(telling.facts(run) for run in runs))
        balance = gains(facts[1]) - gains(facts[0])
        if best is None or balance > best[0]:
            best = (balance, runs, facts)
        if main_of(*facts) and balance > 0:
            found = reason(telling, *runs, *facts)
            if len({telling.fact(fact) for fact in found.facts}) == len(found.facts):
                return found  # else both would read alike
    assert best
    return Reason(*best[1], (), ())


def gains(facts: Sequence[Fact]) -> float:
    """What some facts are worth together."""
    return sum(fact.gain for fact in facts)


def differing(
    played: Sequence[Fact], better: Sequence[Fact]
) -> tuple[list[Fact], list[Fact]]:
    """The facts of two courses without those that come about in both."""

    def alike(fact: Fact) -> tuple[object, ...]:
        return fact.key, fact.seat, round(fact.gain, 3), fact.values.get("line")

    both = {alike(fact) for fact in played} & {alike(fact) for fact in better}
    return (
        [fact for fact in played if alike(fact) not in both],
        [fact for fact in better if alike(fact) not in both],
    )


def main_of(played: Sequence[Fact], better: Sequence[Fact]) -> Fact | None:
    """The fact that speaks most against the move that was played, or for the better one."""
    against = [fact for fact in played if fact.gain < 0]
    pro = [fact for fact in better if fact.gain > 0]
    return max([*against, *pro], key=lambda fact: abs(fact.gain), default=None)


def reason(
    telling: Telling,
    played: Line,
    better: Line,
    facts: Sequence[Fact],
    better_facts: Sequence[Fact],
) -> Reason:
    """The difference of two courses in two sentences: the main fact, and what the other course has
    instead of it."""
    main = main_of(facts, better_facts)
    if main is None:
        return Reason(played, better, (), ())
    from_better = main in better_facts
    one, two = (better, played) if from_better else (played, better)
    others = facts if from_better else better_facts
    other = counterpart(main, others, from_better)
    told = [sentence(telling, one, main, from_better)]
    if other:
        told.append(sentence(telling, two, other, not from_better))
    else:
        words = capital(telling.t("coach.not", move=telling.move(two.moves[0])))
        told.append(Remark(words, not from_better, main.step + 1))
    return Reason(played, better, tuple(told), tuple(filter(None, (main, other))))


def counterpart(main: Fact, others: Sequence[Fact], less: bool) -> Fact | None:
    """What the other course has instead of a fact: worth less than it, or more; of the same kind
    before all."""
    fit = [fact for fact in others if (fact.gain < main.gain) == less and fact.gain != main.gain]

    def near(fact: Fact) -> tuple[bool, bool, bool, float]:
        kind = fact.key.split(".")[2] == main.key.split(".")[2]
        return kind, fact.seat == main.seat, fact.step == main.step, abs(fact.gain)

    return max(fit, key=near, default=None)


def sentence(telling: Telling, run: Line, fact: Fact, better: bool) -> Remark:
    """What comes about in a course."""
    words = telling.t("coach.after", move=telling.move(run.moves[0]), fact=telling.fact(fact))
    return Remark(capital(words), better, fact.step + 1)


def capital(words: str) -> str:
    """Words as the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def rival_of(advice: Advice, telling: Telling) -> tuple[str, float]:
    """The move that is nearest to the one recommended and worth less, by as much as can be told,
    and by how much; "" where there is none."""
    values = {m.move: float(m.value) for m in advice.moves}
    losses = {move: values[advice.shown] - value for move, value in values.items()}
    less = {move: loss for move, loss in losses.items() if loss > 0 and telling.counts(loss)}
    return min(less.items(), key=lambda rival: rival[1], default=("", 0.0))


class Comparison:
    """A move and the better one, played as ghosts one move after another; without its picture."""

    def __init__(
        self, clock: Clock, before: Match, verdict: Verdict, say: Telling, better: bool = False
    ) -> None:
        self.clock = clock
        self.match = before
        self.verdict = verdict
        self.say = say
        self.better = better  # which of the two courses is shown
        self.began = clock.now
        self.upto = 0  # moves of it shown so far; 0: all
        self.reason: Reason | None = None  # found when it is first told

    def turn(self) -> None:
        """Plays the other course."""
        self.better = not self.better
        self.began = self.clock.now

    def tick(self) -> bool:
        """Goes on with a course; whether another of its moves is shown."""
        if self.reason is None:
            return False
        step, before = self.clock.length("ghost"), self.upto
        most = self.reason.shown(self.better)
        passed = int((self.clock.now - self.began) / step) if step else most
        self.upto = min(most, 1 + passed)
        return self.upto != before

    def run(self, reason: Reason) -> tuple[Line, int]:
        """The course that is shown, and how many of its moves are."""
        run = reason.better if self.better else reason.played
        return run, self.upto or reason.shown(self.better)

    def ghosts(self) -> list[Ghost]:
        """The cards that the course brings to the table, as far as it is shown."""
        return ghosts(*self.run(self.reason)) if self.reason else []

    def reached(self) -> Position:
        """Where the course leads, as far as it is shown."""
        if self.reason is None:
            return self.match
        run, upto = self.run(self.reason)
        return run.steps[upto - 1].after

    def bare(self, reason: Reason) -> list[tuple[str, str]]:
        """Where nothing that counts comes about: that, and which moves may follow."""
        say = self.say

        def after(run: Line) -> str:
            steps = run.steps[1:FOLLOWING]
            return "; ".join(f"{say.look.name(step.seat)}: {say.move(step.move)}" for step in steps)

        found = [(say.t("coach.unclear"), "pale")]
        played, better = after(reason.played), after(reason.better)
        if played == better:
            return found + ([(say.t("coach.either", line=played), "pale")] if played else [])
        for ahead, line, run in ((False, played, reason.played), (True, better, reason.better)):
            if line:
                words = say.t("coach.then", move=say.move(run.moves[0]), line=line)
                lit = "good" if ahead else "warning"
                found.append((capital(words), lit if ahead == self.better else "quiet"))
        return found

    def lines(self) -> list[tuple[str, str]]:
        """What there is to say, with its colours: the difference, and a sentence for each course;
        the reason is found when it is first asked for."""
        say = self.say
        if self.reason is None:
            move, better = self.verdict[1:3]
            self.reason = explain(say, self.match, move, better)
        found = [(self.reason.whole(say, say.lost(self.verdict.loss)), "pale")]
        if not self.reason.told:
            return found + self.bare(self.reason)
        for told in self.reason.told:
            lit = "good" if told.better else "warning"
            found.append((told.text, lit if told.better == self.better else "quiet"))
        return found
