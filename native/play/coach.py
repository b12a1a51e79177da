"""The coach: whether a move was a mistake given what its seat could know, and why another move is
better.

It grades every move by what the judge says (judge.py), as the review does, so the two never disagree. It starts
while the person is still choosing, and the opponent's move waits for it up to LIMIT_MS; a later
verdict is given afterwards, and of a move that it cannot grade it says nothing. The reasons for a
verdict are searched in small steps while the table goes on (reasons.py).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ..grades import SERIOUS, Word, scale_of
from ..match import Match
from ..position import Position
from ..strings import capital
from ..values import Advice
from .judge import Judge, Urgency, Verdict, Worth
from .lines import MOST_PLIES, Ghost, Line, ghosts, ghosts_of
from .reasons import STEP_S, Mark, Reason, placed
from .review import Grade, reasoning_of
from .showing import drawn_in, marked_at_end, outcome, played_out, showing_of
from .words import Telling

LIMIT_MS = 3000  # how long the opponent's move waits for the verdict
FOLLOWING = 4  # moves of a line that are named if nothing else happens in it
MOST_GHOSTS = 4  # on the table at once
PAUSE = 4  # motions between the end of one line and the beginning of the other, to read what it came to


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


def compared(match: Match, grade: Grade, better: str, loss: float, word: Word) -> Verdict:
    """The verdict on a graded move against a better one."""
    assert grade.fair
    reasoning = reasoning_of(match, grade, better)
    ply = len(match.moves)
    return Verdict(grade.seat, grade.move, better, loss, word, ply, grade.fair.proof, reasoning)


def verdict(match: Match, move: str, worth: Worth) -> Verdict | None:
    """The verdict on a move of a position whose values are known; None if it is no mistake."""
    grade = Grade(match.to_act or 0, move, worth)
    loss, word = grade.fair_loss(), grade.word(match.game)
    if loss is None or word not in SERIOUS:
        return None
    return compared(match, grade, grade.better(), loss, word)


class Case(NamedTuple):
    """A move that the person has made, until it has been graded. made_at: by time.monotonic()."""

    match: Match  # before the move
    move: str
    worth: Worth
    made_at: float = 0.0

    @property
    def ply(self) -> int:
        """The moves played before it."""
        return len(self.match.moves)


class Coach:
    """Grades the person's moves, one after another, as the judge comes to know their values."""

    near = 0  # the oldest move first

    def __init__(self, judge: Judge, limit_ms: int = LIMIT_MS) -> None:
        self.judge, self.limit_ms = judge, limit_ms
        self.gentle = False  # it speaks of wins given away alone, as in somebody's first matches
        self.made: list[Case] = []  # not graded yet, oldest first
        self.spoken: Verdict | None = None  # to be said now
        self.later: list[Verdict] = []  # to be said after it
        self.missed: list[Case] = []  # could not be graded; nothing is said of them

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

    @property
    def explained(self) -> bool:
        """Whether the reasons for what is being said are known."""
        return self.spoken is not None and self.spoken.reasoning.done

    def consider(self, match: Match, worth: Worth, waited: bool = False) -> None:
        """Has the moves of a decision valued before one is made. waited: the person waits for that."""
        urgency = Urgency.WAITED if waited else Urgency.COACH
        if not self.judge.asked(self, worth, urgency):
            self.judge.ask(self, match.copy(), len(match.moves), worth, urgency)

    def watch(self, before: Match, move: str) -> None:
        """Starts to grade a move, unless it was the only one."""
        if len(before.legal()) < 2:
            return
        match = before.copy()
        worth = self.judge.worth(match)
        self.made.append(Case(match, move, worth, time.monotonic()))
        self.judge.ask(self, match, len(match.moves), worth, Urgency.COACH)
        self.settle()

    def tick(self) -> None:
        """Lets the judge work, grades what it has found, and searches on for the reasons of what is being
        said."""
        self.judge.tick(Urgency.COACH)
        if self.made:
            self.settle()
        if self.spoken:
            self.spoken.explain()

    def settle(self) -> None:
        """Grades the moves whose positions are known, and notes those that cannot be graded."""
        known = [case for case in self.made if case.worth.settled("advise")]
        for case in known:
            self.made.remove(case)
            if case.worth.fair is None:
                self.missed.append(case)
            elif (said := verdict(case.match, case.move, case.worth)) and self.speaks_of(said):
                self.later.append(said)
                self.spoken = self.spoken or self.later.pop(0)

    def speaks_of(self, verdict: Verdict) -> bool:
        """Whether a mistake is to be said: to a beginner only a win that was proven, certain or nearly so, and that
        was given away."""
        if not self.gentle:
            return True
        values = verdict.reasoning.values
        won = values[verdict.better] >= scale_of(verdict.reasoning.match.game).won and values[verdict.move] <= 0
        return won and verdict.word == "blunder" and verdict.proof != "estimate"

    def heard(self) -> None:
        """Notes that a verdict was said; the next one follows."""
        self.spoken = self.later.pop(0) if self.later else None

    def stand(self, ply: int) -> None:
        """Follows the match forwards or back to `ply` moves; drops the decision there and
        everything later."""
        self.made = [case for case in self.made if case.ply < ply]
        self.judge.withdraw(self, keep=[case.worth for case in self.made])
        said = [one for one in self.verdicts if one.ply < ply]
        self.spoken, self.later = (said[0] if said else None), said[1:]

    def forget(self) -> None:
        """Drops everything."""
        self.stand(0)
        self.missed.clear()


# ---- why ----


def unrevealed(say: Telling, verdict: Verdict) -> list[str]:
    """The sentences of a verdict that are about the worse move and do not give the better one away; none as long as
    they are not found."""
    if not verdict.reasoning.done:
        return []
    named = say.naming((verdict.move, verdict.better), verdict.seat)
    hidden = {one.move(verdict.better).lower() for one in (say, named)}
    told = say.judged(verdict).why
    return [words for words, of in told if not of and not any(name in words.lower() for name in hidden)]


def rival_of(advice: Advice, telling: Telling) -> tuple[str, float]:
    """The move closest in value to the recommended one but measurably worse, and the difference; ""
    if there is none."""
    values = {m.move: m.merit for m in advice.moves}
    losses = {move: values[advice.shown] - value for move, value in values.items()}
    less = {move: loss for move, loss in losses.items() if loss > 0 and telling.counts(loss)}
    return min(less.items(), key=lambda rival: rival[1], default=("", 0.0))


class Comparison:
    """A move and a better one, shown by ghosts move by move; without drawing.

    Both lines are shown one after the other, in the deal of the reason. The line that the reason is
    about ends when its statement has come true.
    """

    def __init__(
        self, clock: Clock, before: Match, verdict: Verdict, say: Telling, hint: bool = False
    ) -> None:
        """hint: the better move is explained by itself, the other was not made."""
        self.clock = clock
        self.match = before
        self.verdict = verdict
        self.say = say
        self.hint = hint
        self.better = hint  # which of the two lines is shown
        self.began = clock.now
        self.upto = 1  # moves of it shown so far
        self.turns = 0 if hint else 1  # how often the other line follows by itself
        self.lines: tuple[Line, Line] | None = None  # once the reason is found
        self.ends: tuple[str, str] = ("", "")  # and what they come to
        self.then: list[tuple[str, bool | None]] = []  # and, without a reason, what follows in each

    @property
    def reason(self) -> Reason | None:
        """The reason, once it is found; None if there is none, and from memory, since it rests on what a
        person may have forgotten."""
        return None if self.say.look.memory else self.verdict.reasoning.reason

    @property
    def line(self) -> Line | None:
        """The line that is shown."""
        return self.lines[self.better] if self.lines else None

    def turn(self) -> None:
        """Switches to the other line."""
        self.better = not self.better
        self.began = self.clock.now
        self.upto = 1
        self.turns = 0

    def tick(self) -> bool:
        """Searches for the reason, then advances the line, a long one faster, and turns once to the
        other. Returns whether the picture changes."""
        if self.lines is None:
            return self.find()
        assert self.line
        most, length, before = len(self.line.steps), self.clock.length("ghost"), self.upto
        passed, step = self.clock.now - self.began, length * min(1.0, MOST_PLIES / most)
        self.upto = min(most, 1 + int(passed / step)) if step else most
        if step and self.turns and passed >= most * step + PAUSE * length:
            self.turn()
            return True
        return self.upto != before

    def find(self) -> bool:
        """Searches for the reason. Returns whether it is found now."""
        reasoning = self.verdict.reasoning
        if not reasoning.work(STEP_S):
            return False
        most = 1 if self.say.look.memory else FOLLOWING  # replies hang on what a person may have forgotten
        self.lines = played_out(reasoning, self.reason, most)
        say = self.say.naming((self.verdict.move, self.verdict.better, *self.also()), self.verdict.seat)
        if self.reason is None:
            self.then = self.bare(say)
        else:
            self.ends = self.outcome(say, self.lines[0]), self.outcome(say, self.lines[1])
        if self.reason and not self.clock.length("ghost"):
            self.better = self.reason.good or self.hint
        self.began = self.clock.now
        return True

    def ghosts(self) -> list[Ghost]:
        """The cards that the line brings to the table, as far as shown: the first and the latest as ghosts, others
        as cards that lie there."""
        found = ghosts(self.line, self.upto, drawn_in(self.match.game)) if self.line else []
        past = range(1, len(found) - MOST_GHOSTS + 1)
        return [ghost._replace(past=at in past) for at, ghost in enumerate(found)]

    def spent(self) -> list[str]:
        """The cards of these that come from the hand of the seat that moves first."""
        steps = self.line.steps if self.line else []
        seat = self.verdict.seat
        return [one.card for one in self.ghosts() if one.card and steps[one.number - 1].seat == seat]

    def reached(self) -> Position:
        """The result of the line, as far as shown; before a last move that only clears the table."""
        if self.line is None:
            return self.match
        step = self.line.steps[self.upto - 1]
        clears = any(event.target == "discard" for event in step.events)
        return step.before if clears and not ghosts_of(step.events, step.seat) else step.after

    def marks(self) -> list[Mark]:
        """What the reason is about, and what came of it, once the line has ended."""
        reason, line = self.reason, self.line
        if not (reason and line and self.upto == len(line.steps)):
            return []
        finding = reason.finding
        about = finding.marks if self.better == reason.good else ()
        found = dict.fromkeys([*about, *marked_at_end(self.match.game, line, finding)])
        return [placed(line.start, mark) for mark in found]

    def words(self) -> list[tuple[str, str]]:
        """The texts with their colours: the difference, why, and what to look for next time. What the line comes
        to has none, and so is unseen, until the line has ended, so that nothing moves then."""
        told = self.say.judged(self.verdict, self.hint, self.also())
        found = [(told.head, "pale")]
        if not (self.lines and self.line):
            return [*found, (self.say.t("coach.searches"), "quiet")]
        if self.reason is None:
            return [*found, *((text, self.colour(better)) for text, better in self.then)]
        why = told.why or ((told.avoided, True),)
        found += [(text, self.colour(better)) for text, better in why]
        color = "pale" if self.upto == len(self.line.steps) else ""
        ends = [(end, color)] if (end := self.ends[self.better]) else []
        return [*found, *ends, (told.lesson, "gold")]

    def outcome(self, say: Telling, line: Line) -> str:
        """What a line comes to; "" if nothing."""
        assert self.reason
        told = say.lines(outcome(self.match.game, line), [self.verdict.seat])
        if showing_of(self.reason.motif).named(line):
            last = line.steps[-1]
            told = [say.done(last.seat, last.move)]
        return say.t("coach.outcome", lines=" ".join(told)) if told else ""

    def colour(self, better: bool | None) -> str:
        """The colour of what is said about a line, or about both (None); that of the line shown
        stands out."""
        if better is None:
            return "pale"
        if better != self.better:
            return "quiet"
        return "good" if better else "warning"

    def also(self) -> tuple[str, ...]:
        """The moves that the texts name besides both: without a reason those after them."""
        if not self.lines or self.reason:
            return ()
        return tuple(move for line in self.lines for move in line.moves[:FOLLOWING])

    def bare(self, say: Telling) -> list[tuple[str, bool | None]]:
        """What to say without a reason: that, and the likely moves; each with whether it is about the better
        move."""
        assert self.lines
        played, better = self.lines
        told = "" if self.hint else say.contrast(self.verdict.reasoning)
        found: list[tuple[str, bool | None]] = [] if self.reason else [(told or say.t("reasons.none"), None)]

        def after(line: Line) -> str:
            steps = line.steps[1:FOLLOWING]
            return "; ".join(say.followed(step.seat, step.move, step.events) for step in steps)

        one, two = after(played), after(better)
        if one == two:
            return found + ([(say.t("coach.either", line=one), None)] if one else [])
        for ahead, words, line in ((False, one, played), (True, two, better)):
            if words and (ahead or not self.hint):
                then = say.t("coach.then", move=say.move(line.moves[0]), line=words)
                found.append((capital(then), ahead))
        return found
