"""The coach: whether a move just made was a mistake by what its seat could know, and why another is
better.

It judges in the background while the move travels, and is silent where the answer is not there in
time or not clear: proven, or an estimate that a second one, of other guesses, bears out. What it
says is made of two courses, of the move and of the better one, in a deal that the seat could
imagine; so nothing it says depends on a hidden card.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from ..match import Match
from ..position import Position
from ..thinker import Thinker
from ..values import Advice
from .courses import Course, Fact, Ghost, course, ghosts
from .motion import Motion
from .review import SERIOUS, Grade, Word
from .words import Telling

LEVEL = "dragon"
PERMILLE = 250  # of the level's counts, for each of two estimates
LIMIT_MS = 500
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

    def words(self, telling: Telling) -> str:
        """The line that the coach says."""
        word = telling.t(f"coach.word.{self.word}")
        move, loss = telling.move(self.move), telling.lost(self.loss)
        return telling.t("coach.line", word=word, move=move, loss=loss)


def verdict(match: Match, move: str, advices: Sequence[Advice]) -> Verdict | None:
    """What some advices for a position agree upon: the mildest of their judgements of a move, where
    all call it a mistake and none would play it."""
    seat, found = match.to_act or 0, []
    for advice in advices:
        grade = Grade(seat, move, fair=advice)
        loss, word = grade.fair_loss(), grade.word(match.game)
        if loss is None or word not in SERIOUS or advice.shown == move:
            return None
        found.append(Verdict(seat, move, advice.shown, loss, word))
    return min(found, key=lambda one: one.loss) if found else None


class Coach:
    """Judges one move at a time with somebody else's thinker."""

    def __init__(self, thinker: Thinker, limit_ms: int = LIMIT_MS) -> None:
        self.thinker, self.limit_ms = thinker, limit_ms
        self.match: Match | None = None  # before the move that is being judged
        self.move = ""
        self.advices: list[Advice] = []
        self.deadline = 0.0
        self.spoken: Verdict | None = None  # what is to be said now

    @property
    def busy(self) -> bool:
        """Whether a move is being judged."""
        return self.match is not None

    def watch(self, before: Match, move: str, known: Advice | None) -> None:
        """Begins to judge a move; known: an advice that is there already."""
        self.forget()
        if len(before.legal()) < 2:
            return
        self.match, self.move = before, move
        self.deadline = time.monotonic() + self.limit_ms / 1000
        if known:
            self.finish([known])
        else:
            self.ask()

    def ask(self) -> None:
        """Asks for the next estimate."""
        assert self.match
        left = max(1, round(1000 * (self.deadline - time.monotonic()))) if self.limit_ms else 0
        self.thinker.start(
            self.match, "advise", level=LEVEL, rng=len(self.advices), ms=left, permille=PERMILLE
        )

    def tick(self) -> bool:
        """Takes an answer that is there; true when the judgement is done."""
        found = self.thinker.poll()
        late = bool(self.limit_ms) and time.monotonic() > self.deadline
        if isinstance(found, Advice) and found.status not in ("cancelled", "time"):
            self.advices.append(found)
            first = verdict(self.match, self.move, self.advices) if self.match else None
            if first is None or found.proof != "estimate" or len(self.advices) > 1:
                self.finish(self.advices)
            elif not late:
                self.ask()
                return False
        elif late or isinstance(found, Advice):
            self.finish([])
        elif found is None:
            return False
        if self.busy:
            self.finish([])
        return True

    def finish(self, advices: Sequence[Advice]) -> None:
        """Ends the judging of a move with what is known."""
        if self.match:
            self.spoken = verdict(self.match, self.move, advices)
        self.thinker.cancel()
        self.match = None
        self.advices = []

    def forget(self) -> None:
        """Drops what was being judged, and what was to be said."""
        if self.busy:
            self.thinker.cancel()
        self.match, self.spoken, self.advices = None, None, []


# ---- why ----


class Told(NamedTuple):
    """A sentence, of which course it is, and how many moves of that course show it."""

    text: str
    better: bool
    upto: int


class Reason(NamedTuple):
    """Why one move is better than another: what may come of both, and the difference in words."""

    played: Course
    better: Course
    told: tuple[Told, ...]
    facts: tuple[Fact, ...]

    @property
    def text(self) -> str:
        """All its sentences."""
        return " ".join(one.text for one in self.told)

    def whole(self, telling: Telling, loss: str) -> str:
        """What the better move is worth more."""
        move, better = (telling.move(run.moves[0]) for run in (self.played, self.better))
        return capital(telling.t("coach.worth", better=better, move=move, loss=loss))

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
        runs = course(world.position(), seat, move), course(world.position(), seat, better)
        facts = differing(*(telling.facts(run) for run in runs))
        balance = gains(facts[1]) - gains(facts[0])
        if best is None or balance > best[0]:
            best = (balance, runs, facts)
        if main_of(*facts) and balance > 0:
            return reason(telling, *runs, *facts)
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
    played: Course,
    better: Course,
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
        told.append(Told(words, not from_better, main.step + 1))
    return Reason(played, better, tuple(told), tuple(filter(None, (main, other))))


def counterpart(main: Fact, others: Sequence[Fact], less: bool) -> Fact | None:
    """What the other course has instead of a fact: worth less than it, or more; of the same kind
    before all."""
    fit = [fact for fact in others if (fact.gain < main.gain) == less and fact.gain != main.gain]

    def near(fact: Fact) -> tuple[bool, bool, bool, float]:
        kind = fact.key.split(".")[2] == main.key.split(".")[2]
        return kind, fact.seat == main.seat, fact.step == main.step, abs(fact.gain)

    return max(fit, key=near, default=None)


def sentence(telling: Telling, run: Course, fact: Fact, better: bool) -> Told:
    """What comes about in a course."""
    words = telling.t("coach.after", move=telling.move(run.moves[0]), fact=telling.fact(fact))
    return Told(capital(words), better, fact.step + 1)


def capital(words: str) -> str:
    """Words as the beginning of a sentence."""
    return words[:1].upper() + words[1:]


def rival_of(advice: Advice) -> str:
    """The move that is nearest to the one recommended and worth less; "" where there is none."""
    top = max((float(m.value) for m in advice.moves), default=0.0)
    less = [m for m in advice.moves if float(m.value) < top - 1e-9 and m.move != advice.shown]
    return max(less, key=lambda m: float(m.value)).move if less else ""


class Showing:
    """A move and the better one, played as ghosts one move after another; without its picture."""

    def __init__(self, motion: Motion, before: Match, verdict: Verdict) -> None:
        self.motion, self.match, self.verdict = motion, before, verdict
        self.better = False  # which of the two courses is shown
        self.began = motion.now
        self.upto = 0  # moves of it shown so far; 0: all
        self.reason: Reason | None = None  # found when it is first told

    def turn(self) -> None:
        """Plays the other course."""
        self.better = not self.better
        self.began = self.motion.now

    def tick(self) -> bool:
        """Goes on with a course; whether another of its moves is shown."""
        if self.reason is None:
            return False
        step, before = self.motion.length("ghost"), self.upto
        most = self.reason.shown(self.better)
        passed = int((self.motion.now - self.began) / step) if step else most
        self.upto = min(most, 1 + passed)
        return self.upto != before

    def run(self, reason: Reason) -> tuple[Course, int]:
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

    def bare(self, telling: Telling, reason: Reason) -> list[tuple[str, str]]:
        """Where nothing that counts comes about: which moves may follow."""
        found = []
        for better, run in ((False, reason.played), (True, reason.better)):
            after = [f"{telling.look.name(step.seat)}: {telling.move(step.move)}" for step in run.steps[1:FOLLOWING]]
            if after:
                words = telling.t("coach.then", move=telling.move(run.moves[0]), line="; ".join(after))
                lit = "good" if better else "warning"
                found.append((capital(words), lit if better == self.better else "quiet"))
        return found

    def lines(self, telling: Telling) -> list[tuple[str, str]]:
        """What there is to say, with its colours: the difference, and a sentence for each course."""
        if self.reason is None:
            move, better = self.verdict[1:3]
            self.reason = explain(telling, self.match, move, better)
        found = [(self.reason.whole(telling, telling.lost(self.verdict.loss)), "pale")]
        if not self.reason.told:
            return found + self.bare(telling, self.reason)
        for told in self.reason.told:
            lit = "good" if told.better else "warning"
            found.append((told.text, lit if told.better == self.better else "quiet"))
        return found
