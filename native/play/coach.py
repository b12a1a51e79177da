"""The coach: whether a move was a mistake given what its seat could know, and why another move is
better.

It grades every move with the same searches as the review, so the two never disagree. It starts
while the person is still choosing, and the opponent's move waits for it up to LIMIT_MS; a later
verdict is given afterwards, and a move that it cannot grade is reported as such. Explanations
compare two lines, of the move and of the better one, in a deal that the seat considers possible; so
they depend on no hidden card.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ..grades import SERIOUS, Word
from ..match import Match
from ..position import Position
from ..thinker import Thinker
from ..values import Advice
from .lines import Fact, Ghost, Line, ghosts, play_line
from .review import Grade, usable, weigh
from .words import Telling

LIMIT_MS = 3000  # how long the opponent's move waits for the verdict
FOLLOWING = 4  # moves of a line that are named if nothing else happens in it
WORLDS = 8  # deals tried until one shows the difference


class Clock(Protocol):
    """What the coach and a live match need to know about time."""

    now: float  # milliseconds

    @property
    def busy(self) -> bool:
        """Whether something is moving on screen."""

    def length(self, name: str) -> float:
        """The duration of a motion in milliseconds, at the chosen speed."""


def coachable(seats: Sequence[str]) -> bool:
    """Whether there is somebody to coach: a single person against computer players."""
    return seats.count("human") == 1 < len(seats)


class Verdict(NamedTuple):
    """A mistake, and the move to recommend instead."""

    seat: int
    move: str
    better: str
    loss: float
    word: Word
    ply: int  # moves played before it

    def words(self, telling: Telling) -> str:
        """What the coach says."""
        word = telling.t(f"coach.word.{self.word}")
        if telling.look.memory:
            return telling.t("coach.line.memory", word=word, move=telling.move(self.move))
        move, loss = telling.move(self.move), telling.lost(self.loss)
        return telling.t("coach.line", word=word, move=move, loss=loss)


def verdict(match: Match, move: str, advice: Advice) -> Verdict | None:
    """The verdict on a move from the advice for its position; None if it is no mistake."""
    seat = match.to_act or 0
    grade = Grade(seat, move, fair=advice)
    loss, word = grade.fair_loss(), grade.word(match.game)
    if loss is None or word not in SERIOUS:
        return None
    return Verdict(seat, move, grade.better(), loss, word, len(match.moves))


class Case:
    """A decision of the person, from when it is due until its move has been graded."""

    def __init__(self, match: Match) -> None:
        self.match = match.copy()
        self.ply = len(match.moves)
        self.move = ""  # until it is made
        self.made_at = 0.0  # by time.monotonic()
        self.advice: Advice | None = None


class Coach:
    """Grades the person's moves, one after another, with the table's thinker, which does nothing
    else meanwhile."""

    def __init__(self, thinker: Thinker, limit_ms: int = LIMIT_MS) -> None:
        self.thinker, self.limit_ms = thinker, limit_ms
        self.present: Case | None = None  # what the person is choosing
        self.made: list[Case] = []  # not graded yet, oldest first
        self.running: Case | None = None
        self.spoken: Verdict | None = None  # to be said now
        self.later: list[Verdict] = []  # to be said after it
        self.missed: list[Case] = []  # could not be graded; to be reported

    @property
    def busy(self) -> bool:
        """Whether a move is being graded."""
        return bool(self.made)

    @property
    def awaited(self) -> bool:
        """Whether the opponent's move should wait for a verdict."""
        if not self.made or not self.limit_ms:
            return self.busy
        return time.monotonic() < self.made[-1].made_at + self.limit_ms / 1000

    @property
    def verdicts(self) -> list[Verdict]:
        """All verdicts to be said."""
        return [self.spoken, *self.later] if self.spoken else []

    def consider(self, match: Match) -> None:
        """Starts to value the moves of a decision before one is made."""
        if self.present is None:
            self.present = Case(match)

    def watch(self, before: Match, move: str, known: Advice | None = None) -> None:
        """Starts to grade a move, or continues. known: an advice that is there already."""
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
        """Takes an answer and starts the next search. Returns whether there was an answer.

        first: the decision that the person is making comes before moves already made.
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
        """Starts the next search, if there is one."""
        present = [self.present] if self.present and not self.present.advice else []
        waiting = [*present, *self.made] if first else [*self.made, *present]
        if waiting:
            self.running = waiting[0]
            weigh(self.thinker, self.running.match)

    def settle(self, case: Case) -> None:
        """Notes that a move was graded, or could not be."""
        self.made.remove(case)
        if not case.advice or not usable(case.advice):
            self.missed.append(case)
        elif said := verdict(case.match, case.move, case.advice):
            self.later.append(said)
            self.spoken = self.spoken or self.later.pop(0)

    def heard(self) -> None:
        """Notes that a verdict was said; the next one follows."""
        self.spoken = self.later.pop(0) if self.later else None

    def stand(self, ply: int) -> None:
        """Follows the match forwards or back to `ply` moves; drops the decision there and
        everything later."""
        present = [self.present] if self.present else []
        self.drop([*present, *(case for case in self.made if case.ply >= ply)])
        said = [one for one in self.verdicts if one.ply < ply]
        self.spoken, self.later = (said[0] if said else None), said[1:]

    def drop(self, cases: Sequence[Case]) -> None:
        """Stops grading some decisions."""
        if self.running in cases:
            self.thinker.cancel()
            self.running = None
        self.made = [case for case in self.made if case not in cases]
        self.present = None if self.present in cases else self.present

    def forget(self) -> None:
        """Drops everything."""
        self.stand(0)
        self.missed.clear()


# ---- why ----


class Remark(NamedTuple):
    """A sentence about one of the two lines, and how many moves of that line show it."""

    text: str
    better: bool
    upto: int


class Reason(NamedTuple):
    """Why one move is better than another: both lines, and the difference in words."""

    played: Line
    better: Line
    told: tuple[Remark, ...]
    facts: tuple[Fact, ...]

    @property
    def text(self) -> str:
        """All sentences."""
        return " ".join(one.text for one in self.told)

    def whole(self, telling: Telling, loss: str) -> str:
        """How much more the better move is worth, as a sentence."""
        move, better = (telling.move(run.moves[0]) for run in (self.played, self.better))
        key = "coach.worth.memory" if telling.look.memory else "coach.worth"
        return capital(telling.t(key, better=better, move=move, loss=loss))

    def shown(self, better: bool) -> int:
        """How many moves of a line to show."""
        run = self.better if better else self.played
        found = [one.upto for one in self.told if one.better == better]
        return max([*found, 1]) if found else min(2, len(run.steps))


def explain(telling: Telling, match: Match, move: str, better: str) -> Reason:
    """Why a legal move is worth less than another, given what the seat to act may know."""
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
                return found  # otherwise both would read alike
    assert best
    return Reason(*best[1], (), ())


def gains(facts: Sequence[Fact]) -> float:
    """The total value of some facts."""
    return sum(fact.gain for fact in facts)


def differing(
    played: Sequence[Fact], better: Sequence[Fact]
) -> tuple[list[Fact], list[Fact]]:
    """The facts of two lines without those that they share."""

    def alike(fact: Fact) -> tuple[object, ...]:
        return fact.key, fact.seat, round(fact.gain, 3), fact.values.get("line")

    both = {alike(fact) for fact in played} & {alike(fact) for fact in better}
    return (
        [fact for fact in played if alike(fact) not in both],
        [fact for fact in better if alike(fact) not in both],
    )


def main_of(played: Sequence[Fact], better: Sequence[Fact]) -> Fact | None:
    """The main fact against the played move, or for the better one."""
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
    """The difference of two lines in two sentences: the main fact, and its counterpart in the other
    line."""
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
        told.append(Remark(words, not from_better, min(main.step + 1, len(two.steps))))
    return Reason(played, better, tuple(told), tuple(filter(None, (main, other))))


def counterpart(main: Fact, others: Sequence[Fact], less: bool) -> Fact | None:
    """The counterpart of a fact in the other line: worth less, or more; preferably of the same
    kind."""
    fit = [fact for fact in others if (fact.gain < main.gain) == less and fact.gain != main.gain]

    def near(fact: Fact) -> tuple[bool, bool, bool, float]:
        kind = fact.key.split(".")[2] == main.key.split(".")[2]
        return kind, fact.seat == main.seat, fact.step == main.step, abs(fact.gain)

    return max(fit, key=near, default=None)


def sentence(telling: Telling, run: Line, fact: Fact, better: bool) -> Remark:
    """A fact as a sentence."""
    words = telling.t("coach.after", move=telling.move(run.moves[0]), fact=telling.fact(fact))
    return Remark(capital(words), better, fact.step + 1)


def capital(words: str) -> str:
    """A text with a capital letter at its beginning."""
    return words[:1].upper() + words[1:]


def rival_of(advice: Advice, telling: Telling) -> tuple[str, float]:
    """The move closest in value to the recommended one but measurably worse, and the difference; ""
    if there is none."""
    values = {m.move: float(m.value) for m in advice.moves}
    losses = {move: values[advice.shown] - value for move, value in values.items()}
    less = {move: loss for move, loss in losses.items() if loss > 0 and telling.counts(loss)}
    return min(less.items(), key=lambda rival: rival[1], default=("", 0.0))


class Comparison:
    """A move and a better one, shown by ghosts move by move; without drawing."""

    def __init__(
        self, clock: Clock, before: Match, verdict: Verdict, say: Telling, better: bool = False
    ) -> None:
        self.clock = clock
        self.match = before
        self.verdict = verdict
        self.say = say
        self.better = better  # which of the two lines is shown
        self.began = clock.now
        self.upto = 0  # moves of it shown so far; 0: all
        self.reason: Reason | None = None  # found when it is first needed

    def turn(self) -> None:
        """Switches to the other line."""
        self.better = not self.better
        self.began = self.clock.now

    def tick(self) -> bool:
        """Advances the line. Returns whether another of its moves is shown."""
        if self.reason is None:
            return False
        step, before = self.clock.length("ghost"), self.upto
        most = self.reason.shown(self.better)
        passed = int((self.clock.now - self.began) / step) if step else most
        self.upto = min(most, 1 + passed)
        return self.upto != before

    def run(self, reason: Reason) -> tuple[Line, int]:
        """The line that is shown, and how many of its moves."""
        run = reason.better if self.better else reason.played
        return run, self.upto or reason.shown(self.better)

    def ghosts(self) -> list[Ghost]:
        """The cards that the line brings to the table, as far as shown."""
        return ghosts(*self.run(self.reason)) if self.reason else []

    def reached(self) -> Position:
        """The result of the line, as far as shown."""
        if self.reason is None:
            return self.match
        run, upto = self.run(self.reason)
        return run.steps[upto - 1].after

    def bare(self, reason: Reason) -> list[tuple[str, str]]:
        """What to say if nothing of importance happens: that, and the likely moves."""
        say = self.say

        def after(run: Line) -> str:
            steps = run.steps[1:FOLLOWING]
            return "; ".join(f"{say.look.name(step.seat)}: {say.move(step.move)}" for step in steps)

        found = [(say.t("reasons.none"), "pale")]
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
        """The text with its colours: the difference, and a sentence for each line. The reason is
        found on first use."""
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
