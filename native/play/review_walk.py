"""Walking through a finished match, without drawing: the move shown, its cost, the better move and
its line, and each seat's play in words."""

from __future__ import annotations

from ..grades import SERIOUS, WRONG, scale_of
from ..match import Match
from ..strings import capital
from .coach import compared, rival_of, unrevealed
from .judge import Verdict
from .review import Grade, Grader, costs_by_motif, line_after
from .words import Telling

FOLLOWING = 3  # moves named after the better move
TURNING = 3  # moves of a match that are its turning points, at most
ALIKE = 3.0  # percent of accuracy by which two are told apart
COLORS = {"best": "good", "good": "good", "mistake": "warning", "blunder": "warning"}
ColoredLine = tuple[str, str]  # a text, and the name of its colour


def own_seat(match: Match) -> int:
    """The seat from whose point of view a match is reviewed: the first person's."""
    humans = [seat for seat, who in enumerate(match.seats) if who == "human"]
    return humans[0] if humans else 0


def said_before(grader: Grader, at: int, say: Telling) -> Telling:
    """What tells of the position before a move, by the move's number."""
    return say.as_of(grader.match.moves[: at - 1])


def costliest(grader: Grader, seat: int, say: Telling) -> tuple[int, str]:
    """The number of a person's costliest move of a finished match, and what is said of it; 0 and "" if there is
    none, and until all its moves are judged."""
    at = grader.summary(seat).costliest if grader.knows(seat) else 0
    if not at:
        return 0, ""
    grade = grader.grades[at - 1]
    return at, say.t("end.costliest", move=said_before(grader, at, say).deed(grade.move))


class ReviewWalk:
    """The present place in a finished match."""

    def __init__(self, match: Match, grader: Grader, say: Telling) -> None:
        self.match = match  # at the position that the table shows
        self.grader = grader
        self.say = say
        self.ply = len(match.moves)
        self.summing = True  # the summary is shown instead of the table
        self.lines: dict[int, list[str]] = {}  # after the better moves, as far as computed
        self.own = own_seat(match)
        self.found: int | None = None  # the best find; 0: there is none

    # The place

    @property
    def grade(self) -> Grade | None:
        """The grade of the move shown."""
        return self.grader.grades[self.ply - 1] if self.ply else None

    @property
    def better(self) -> str:
        """The move that was measurably better than the one shown; "" if there is none."""
        grade = self.grade
        return grade.better() if grade and self.say.counts(grade.fair_loss() or 0) else ""

    @property
    def stands(self) -> int:
        """How many moves are played on the table: if there is a better move, those before the move
        shown."""
        return self.ply - 1 if self.better else self.ply

    def before(self) -> Match:
        """The match before the move shown."""
        found = self.grader.match.copy()
        found.goto(max(0, self.ply - 1))
        return found

    def step(self, ply: int) -> bool:
        """Goes to the move with a number. Returns whether that is another one."""
        ply = max(0, min(ply, len(self.grader.grades)))
        moved = ply != self.ply
        if moved:
            self.ply = self.grader.near = ply
            self.summing = ply == 0
        return moved

    def choices(self) -> list[tuple[str, str, str]]:
        """The played move and the better one, each with its colour and mark; empty if there is no
        better one."""
        grade = self.grade
        if not (self.better and grade and grade.fair):
            return []
        star = "star-hollow" if grade.fair.proof == "estimate" else "star-full"
        return [(grade.move, "warning", ""), (self.better, "gold", star)]

    def offered(self) -> list[str]:
        """What can be done at the move shown, as names of buttons."""
        page = ["table" if self.summing else "summary"]
        if not self.better:
            return [*page, "why", "try"] if self.questioned() else [*page, "try"]
        own = self.grade is not None and self.grade.seat == self.own
        ways = ["again", "why"] if own else ["why", "try"]
        return [*page, *ways] if self.summing else ways

    def questioned(self) -> Verdict | None:
        """The move shown against a better one; or against the next best, if it was the best. None
        if nothing can be compared."""
        grade = self.grade
        if grade is None or not grade.fair or grade.forced:
            return None
        if self.better:
            return self.doubt()
        rival, loss = rival_of(grade.fair, self.say)
        if not rival or grade.fair.shown != grade.move:
            return None
        return compared(self.before(), Grade(grade.seat, rival, grade.worth), grade.move, loss, "good")

    def doubt(self) -> Verdict | None:
        """The move shown against the better one."""
        grade, reasoning = self.grade, self.grader.reasoning(self.ply - 1)
        if not (grade and grade.fair and reasoning):
            return None
        loss, proof = grade.fair_loss() or 0, grade.fair.proof
        return Verdict(grade.seat, grade.move, self.better, loss, "mistake", self.ply - 1, proof, reasoning)

    # The curve

    def height(self, value: float) -> float:
        """A value as a height in the curve, -1 to 1."""
        return max(-1.0, min(1.0, self.say.share(value) * 2 - 1))

    def curve(self) -> list[tuple[int, float]]:
        """The known values of positions for the reviewed seat: the number of moves played, and the
        height."""
        values = [(at, self.grader.value_at(at, self.own)) for at in range(len(self.grader.grades))]
        return [(at, self.height(value)) for at, value in values if value is not None]

    def curve_head(self) -> str:
        """Whom a rising curve favours, and on which knowledge it is based."""
        say = self.say
        own = "own" if say.spoken_to(self.own) else "other"
        up = say.t(f"review.curve.{own}", name=say.look.name(self.own))
        return say.t(f"review.curve.{'open' if self.grader.opens else 'fair'}", up=up)

    def marks(self) -> list[tuple[int, bool]]:
        """The reviewed seat's moves that lost something, and whether they were mistakes."""
        return [
            (at, grade.word(self.match.game) in SERIOUS)
            for at, grade in enumerate(self.grader.grades, 1)
            if grade.seat == self.own and self.say.counts(grade.fair_loss() or 0)
        ]

    # Texts

    def verdict(self) -> list[ColoredLine]:
        """What the move shown cost, what was better, and what would follow; costs are the
        mover's."""
        grade, say = self.grade, self.say
        if grade is None:
            return [(say.t("review.start"), "quiet")]
        who = say.look.name(grade.seat)
        say = say.naming(self.named(grade), grade.seat)
        move, better = say.move(grade.move), say.move(self.better or grade.move)
        found = [(f"{self.ply}. {who}: {move}", "gold"), self.graded(grade)]
        if self.better:
            found.append((say.t("review.better", move=better), "good"))
            found += self.explained(say, self.named(grade))
        if not grade.forced:
            found.append((self.opened(grade, say), "quiet"))
        return [*found, (stage, "quiet")] if (stage := say.stage()) else found

    def named(self, grade: Grade) -> list[str]:
        """The moves that the texts about the move shown name."""
        opened = grade.best(grade.opened.moves)[:1] if grade.opened else []
        return [grade.move, *([self.better, *self.following()] if self.better else []), *opened]

    def following(self) -> list[str]:
        """The moves named after the better one: none if a reason is given instead."""
        reasoning = self.grader.reasoning(self.ply - 1)
        given = reasoning and (reasoning.reason or not reasoning.done)
        return [] if given else self.line()[:FOLLOWING]

    def explained(self, say: Telling, named: list[str]) -> list[ColoredLine]:
        """Why the better move is better, and what to look for next time; else what would follow
        it."""
        doubt = self.doubt()
        if doubt and not doubt.reasoning.done:
            return [(say.t("coach.searches"), "quiet")]
        told = self.say.judged(doubt, also=tuple(named)) if doubt else None
        if told and told.lesson:
            why = " ".join(said for said, _ in told.why)
            return [(why, "pale"), (f"{told.motif}. {told.lesson}", "gold")]
        found = [(told.contrast or say.t("reasons.none"), "pale")] if told else []
        line = "; ".join(map(say.move, self.following()))
        return [*found, (say.t("review.then", line=line), "pale")] if line else found

    def faultless(self) -> str:
        """That the reviewed seat made no mistake, or that none is found yet."""
        key = "review.none.yet" if self.grader.jobs else "review.none"
        return self.say.of_seat(key, self.own)

    # The summary

    def turning_points(self) -> list[int]:
        """The numbers of the costliest moves of all seats, as far as they are known, in the order of play."""
        losses = {at: grade.fair_loss() or 0 for at, grade in enumerate(self.grader.grades, 1)}
        game, grades = self.match.game, self.grader.grades
        wrong = [at for at in losses if grades[at - 1].word(game) in WRONG and self.say.counts(losses[at])]
        return sorted(sorted(wrong, key=lambda at: -losses[at])[:TURNING])

    def turning(self, at: int) -> tuple[str, str]:
        """Who made the move of a turning point, and which."""
        grade = self.grader.grades[at - 1]
        say = said_before(self.grader, at, self.say)
        return say.look.name(grade.seat), say.brief(grade.move)

    def turning_costs(self, at: int) -> list[str]:
        """How much the move of a turning point gave away; then in short."""
        loss = self.grader.grades[at - 1].fair_loss() or 0
        return [self.cost(loss), self.say.lost(loss)]

    def turning_head(self, at: int) -> str:
        """A turning point in a few words: who gave away how much with which move."""
        name, move = self.turning(at)
        return f"{at}. {name}: {move} · {self.turning_costs(at)[0]}"

    def turning_words(self, at: int) -> str:
        """A turning point in words: the move with its cost, the better one, and why."""
        grade, reasoning = self.grader.grades[at - 1], self.grader.reasoning(at - 1)
        better = grade.better()
        say = said_before(self.grader, at, self.say).naming((grade.move, better), grade.seat)
        name, move = self.turning(at)
        found = [f"{name}: {move} · {self.turning_costs(at)[0]}.", say.t("review.better", move=say.move(better))]
        if reasoning and reasoning.done and grade.fair:
            loss, proof = grade.fair_loss() or 0, grade.fair.proof
            said = Verdict(grade.seat, grade.move, better, loss, "mistake", at - 1, proof, reasoning)
            found += [words for words, _ in say.judged(said).why]
        return " ".join(found)

    def best_find(self) -> int:
        """The number of the seat's best move that was the hardest to replace: all others were mistakes, and the
        next best cost most. 0 without one, and until all moves are judged."""
        if self.found is None and not self.grader.jobs:
            lead = {at: found[1] for at in range(1, len(self.grader.grades) + 1) if (found := self.rival(at))}
            self.found = max(lead, key=lambda at: lead[at], default=0)
        return self.found or 0

    def rival(self, at: int) -> tuple[str, float] | None:
        """The move next to an own best one, if that was a mistake, and what it would have cost."""
        grade = self.grader.grades[at - 1]
        if grade.seat != self.own or not grade.fair or grade.forced or grade.fair.shown != grade.move:
            return None
        move, loss = rival_of(grade.fair, self.say)
        return (move, loss) if move and scale_of(self.match.game).word(loss) in SERIOUS else None

    def find_verdict(self) -> Verdict | None:
        """The best find against the move next to it."""
        at = self.best_find()
        rival = self.rival(at) if at else None
        if rival is None:
            return None
        grade, before = self.grader.grades[at - 1], self.grader.match.copy()
        before.goto(at - 1)
        return compared(before, Grade(grade.seat, rival[0], grade.worth), grade.move, rival[1], "good")

    def praise(self) -> str:
        """The best find in words, what the next best move would have cost, and why."""
        verdict = self.find_verdict()
        assert verdict
        say = said_before(self.grader, verdict.ply + 1, self.say).naming((verdict.move, verdict.better), verdict.seat)
        move, next_best = say.move(verdict.better), capital(say.move(verdict.move))
        words = say.t("review.find", number=verdict.ply + 1, move=move)
        why = [told for told, _ in say.judged(verdict, True).why]
        after = say.t("review.find.next", move=next_best, loss=say.lost(verdict.loss))
        return " ".join([words, *(why or [after])])

    def tick(self) -> bool:
        """Searches on for why the best find was good, once all else is done. Returns whether it is found now."""
        if self.grader.busy or not self.summing:
            return False
        verdict = self.find_verdict()
        return bool(verdict and verdict.explain())

    def against_usual(self, usual: tuple[int, float] | None) -> str:
        """The seat's accuracy beside that of the latest matches; "" as long as either is unknown."""
        told = self.grader.summary(self.own)
        if usual is None or told.accuracy is None or not self.say.spoken_to(self.own):
            return ""
        n, accuracy = usual
        apart = told.accuracy - accuracy
        key = "same" if abs(apart) < ALIKE else "better" if apart > 0 else "worse"
        return self.say.t(f"review.usual.{key}", n=n, accuracy=f"{accuracy:.0f}")

    def costs(self) -> dict[str, float]:
        """What the seat's mistakes cost by motif, the most first, as far as reasons are known."""
        return costs_by_motif(self.match.game, self.grader.reasons([self.own]))

    def line(self) -> list[str]:
        """What would follow the better move."""
        if self.ply not in self.lines and self.grade:
            self.lines[self.ply] = line_after(self.grade, self.before())
        return self.lines.get(self.ply, [])

    def graded(self, grade: Grade) -> ColoredLine:
        """The grade of a move, and its cost."""
        word = grade.word(self.match.game)
        if word is None:
            return self.say.t("review.unknown"), "quiet"
        words, loss = self.say.t(f"review.grade.{word}"), grade.fair_loss() or 0
        return (f"{words} · {self.cost(loss)}" if self.say.counts(loss) else words), COLORS.get(word, "pale")

    def cost(self, loss: float | None) -> str:
        """A loss in words."""
        return self.say.t("review.cost", loss=self.say.lost(loss or 0))

    def opened(self, grade: Grade, say: Telling) -> str:
        """What open cards say about a move: not a second grade, but why they differ from what its
        seat could know."""
        t, loss, fair = self.say.t, grade.open_loss(), grade.fair_loss()
        if loss is None or not grade.opened:
            return t(f"review.open.{'unsolvable' if grade.unsolvable else 'unknown'}")
        if not self.say.counts(loss):
            return t("review.open.luck" if self.say.counts(fair or 0) else "review.open.best")
        best = say.brief(grade.best(grade.opened.moves)[0])
        unseen = fair is not None and not self.say.counts(fair)
        key = "review.open.unseen" if unseen else "review.open.lost"
        return t(key, cost=self.cost(loss), best=best)

    def unjudged(self, seat: int) -> str:
        """That a seat's play is not judged yet."""
        return self.say.t("review.sum.none", name=self.say.look.name(seat))

    def summed(self, seat: int) -> str:
        """A seat's play in words: accuracy, mistakes, the costliest move."""
        told, t = self.grader.summary(seat), self.say.t
        name, lost = self.say.look.name(seat), ""
        if any(grade.lost for grade in self.grader.grades if grade.seat == seat):
            lost = " " + t("review.sum.lost")
        if told.accuracy is None:
            return self.unjudged(seat)
        words = t("review.sum", name=name, accuracy=f"{told.accuracy:.0f}")
        for key, count in zip(WRONG, told.counts, strict=True):
            if count:
                words += ", " + t(f"review.sum.{key}{'' if count == 1 else 's'}", n=count)
        if not told.costliest:
            return f"{words}.{lost}"
        grade = self.grader.grades[told.costliest - 1]
        say = said_before(self.grader, told.costliest, self.say)
        move = f"{told.costliest}. {say.brief(grade.move)}"
        costliest = t("review.sum.costliest", move=move, cost=self.cost(grade.fair_loss()))
        return f"{words}. {costliest}{lost}"


class SecondTry:
    """The position of a mistake, to be tried again: the better move is to be found, and each answer is told why."""

    def __init__(self, say: Telling, grade: Grade, before: Match) -> None:
        self.say, self.grade, self.before = say.as_of(before.moves), grade, before.copy()
        self.found = False
        self.answer: ColoredLine = (say.t("again.task", move=say.move(grade.move)), "pale")
        self.verdict: Verdict | None = None  # of the move tried, or of the mistake once a better one is found

    def judge(self, move: str) -> bool:
        """Whether a move is as good as the best one. The reply is in self.line."""
        tried = Grade(self.grade.seat, move, self.grade.worth)
        loss, say = tried.fair_loss() or 0, self.say
        name = capital(say.move(move))
        self.found = not say.counts(loss)
        if self.found:
            self.answer = say.t("again.right", move=name), "good"
            better, wrong, loss = move, self.grade, self.grade.fair_loss() or 0
        else:
            self.answer = say.t("again.wrong", move=name, loss=say.lost(loss)), "warning"
            better, wrong = tried.better(), tried
        self.verdict = compared(self.before, wrong, better, loss, "mistake") if better != wrong.move else None
        return self.found

    def tick(self) -> bool:
        """Searches on for the reason. Returns whether it is found now."""
        return bool(self.verdict and self.verdict.explain())

    @property
    def line(self) -> ColoredLine:
        """The task, or the reply with its reason as far as that is known."""
        words, color = self.answer
        return " ".join([words, *self.why()]), color

    def why(self) -> list[str]:
        """The reason in sentences; as long as the better move is to be found, only those that do not name it."""
        if self.verdict is None or not self.verdict.reasoning.done:
            return []
        if self.found:
            return [words for words, _ in self.say.judged(self.verdict).why]
        return unrevealed(self.say, self.verdict)
