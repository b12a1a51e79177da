"""The review: what every move of a match was worth, by exact values with all cards face up and by
the adviser's.

The adviser knows only what the mover's seat knew. The two are never mixed: a loss with open cards
may be no mistake of a player who could not see them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from ..grades import SAME, SERIOUS, WRONG, Choice, Word, accuracy, scale_of
from ..match import Match
from ..position import Unsolved
from ..search import Search
from ..store.history import KINDS, mean
from ..thinker import Kind
from ..values import Advice, MoveValue, Proof, Solution
from .judge import LEVEL, PERMILLE, Judge, Urgency, Wish, Worth
from .lines import play_line
from .reasons import DEALS, STEP_S, Reason, Reasoning

OPEN_NODES = 1_000_000  # for one position with open cards, if every machine must get the same answer


class Grade:
    """What is known of one move: exact values with all cards face up, and the adviser's from the
    mover's point of view."""

    def __init__(self, seat: int, move: str, worth: Worth | None = None, forced: bool = False) -> None:
        """worth: of the position before the move, where the judge writes what it finds."""
        self.seat = seat
        self.move = move
        self.worth = worth or Worth()
        self.forced = forced  # it was the only legal move
        self.lost = False  # the match was lost for this seat from the deal on

    @property
    def fair(self) -> Advice | None:
        """The values of all moves by what the seat could know; None while unknown."""
        return self.worth.fair

    @property
    def opened(self) -> Solution | None:
        """The values of all moves with open cards; None while unknown."""
        return self.worth.opened

    @property
    def unsolvable(self) -> bool:
        """Whether there is no exact value with open cards."""
        return self.worth.unsolvable

    def open_pair(self) -> tuple[float, float] | None:
        """The value of the best move and of the played one, with open cards; None while unknown."""
        return self.pair(self.opened.moves) if self.opened else None

    def fair_pair(self) -> tuple[float, float] | None:
        """The value of the best move and of the played one, by what could be known; None while
        unknown."""
        return self.pair(self.fair.moves) if self.fair else None

    def open_loss(self) -> float | None:
        """What the move lost with open cards; None while unknown."""
        return lost(self.open_pair())

    def fair_loss(self) -> float | None:
        """What the move lost by what could be known; None while unknown."""
        return lost(self.fair_pair())

    def choice(self) -> Choice | None:
        """What was lost and at stake for the accuracy; None while unknown. Where the adviser mixes
        moves, the mean of their values is the standard."""
        if not self.fair:
            return None
        own = self.own(self.fair.moves)
        weights = {m.move: m.weight for m in self.fair.moves}
        whole = sum(weights.values())
        mixed = sum(own[move] * weights[move] for move in own)
        par = mixed / whole if whole else max(own.values())
        return Choice(par - own[self.move], par - sum(own.values()) / len(own))

    def word(self, game: str) -> Word | None:
        """The grade of the move; None while unknown."""
        if self.forced:
            return "forced"
        pair, scale = self.fair_pair(), scale_of(game)
        loss = lost(pair)
        if pair is None or loss is None:
            return None
        if self.lost and loss > scale.right:
            loss = min(1.0, loss / max(SAME, 1 + pair[0]))  # of the chance that was left
        return scale.word(loss)

    def best(self, moves: tuple[MoveValue, ...]) -> list[str]:
        """The mover's best moves: those marked, and those of equal value."""
        own = self.own(moves)
        marked = [m.move for m in moves if m.best]
        top = own[marked[0]] if marked else max(own.values())
        return [move for move in own if move in marked or abs(own[move] - top) <= SAME]

    def own(self, moves: tuple[MoveValue, ...]) -> dict[str, float]:
        """The values as numbers; for values with one number for each seat, the mover's."""
        return {
            m.move: float(m.value[self.seat]) if isinstance(m.value, list) else m.merit
            for m in moves
        }

    def better(self) -> str:
        """The best move by what could be known; "" if it was played, or is unknown."""
        if not self.fair or not self.fair_loss():
            return ""
        best = self.best(self.fair.moves)
        return self.fair.shown if self.fair.shown in best else best[0]

    def pair(self, moves: tuple[MoveValue, ...]) -> tuple[float, float]:
        """The value of the mover's best move and of the played one. The best need not be the
        largest: a value may be another seat's gain. Mixed moves count as equally good."""
        own, best = self.own(moves), self.best(moves)
        return own[self.move if self.move in best else best[0]], own[self.move]


def lost(pair: tuple[float, float] | None) -> float | None:
    """How far the played move falls short of the best; 0 for an equal move, None for None."""
    if pair is None:
        return None
    loss = abs(pair[0] - pair[1])
    return loss if loss > SAME else 0.0


def note_lost(game: str, grades: Sequence[Grade]) -> None:
    """Notes for each seat whether the match was lost from the deal on, once all its moves are graded."""
    bound = scale_of(game).lost
    for seat in {grade.seat for grade in grades} if bound else ():
        own = [grade for grade in grades if grade.seat == seat and not grade.forced]
        pairs = [pair for grade in own if (pair := grade.fair_pair())]
        settled = len(pairs) == len(own) > 0 and all(best <= -bound for best, _ in pairs)
        for grade in own:
            grade.lost = settled


def unjudged(match: Match, move: str, worth: Worth | None = None) -> Grade:
    """A move, graded by what is known of its position: nothing, if nothing is given."""
    forced = len(match.legal()) == 1
    return Grade(match.to_act or 0, move, worth or Worth(unsolvable=not match.info.solvable), forced)


def reasoning_of(match: Match, grade: Grade, better: str, deals: int = DEALS) -> Reasoning:
    """The search for why a graded move was worse than another in the position before it: one for whoever
    asks."""
    assert grade.fair
    known, key = grade.worth.reasonings, (grade.move, better, deals)
    if key not in known:
        values = grade.own(grade.fair.moves)
        known[key] = Reasoning(match, grade.move, better, values, deals, grade.fair.of)
    return known[key]


def reasoning_at(match: Match, ply: int, grade: Grade) -> Reasoning | None:
    """The search for why the move at a ply was worse than the best; None if it was not, or is not
    graded."""
    better = grade.better()
    if not (better and grade.fair):
        return None
    walker = match.copy()
    walker.goto(ply)
    return reasoning_of(walker, grade, better)


class ReviewSummary(NamedTuple):
    """A seat's moves in figures: accuracy, slips, mistakes, blunders, and the number of the costliest
    of these (0: there are none)."""

    accuracy: float | None
    counts: tuple[int, int, int]
    costliest: int


def line_after(grade: Grade, before: Match) -> list[str]:
    """The moves after the better one: the solver's line if it starts with it, else a likely
    continuation in this deal."""
    best = grade.better()
    if not best:
        return []
    if grade.opened and grade.opened.line and grade.opened.line[0] == best:
        return [*grade.opened.line[1:]]
    return play_line(before.position(), grade.seat, best).moves[1:]


class Grader:
    """The grades of a finished match, as the judge comes to know them, those near a ply first."""

    def __init__(
        self,
        match: Match,
        judge: Judge,
        seats: Iterable[int],
        done: Callable[[Grader], None] | None = None,
    ) -> None:
        """At first only what the mean loss of these seats needs; calls done when that is known."""
        self.match, self.judge, self.done = match, judge, done
        self.urgency = Urgency.HISTORY
        self.grades: list[Grade] = []
        walker = match.copy()
        walker.goto(0)
        for move in match.moves:
            self.grades.append(unjudged(walker, move, judge.worth(walker)))
            walker.play(move)
        self.near = len(self.grades)
        self.new = {*range(len(self.grades))}  # whose reasons were not looked for yet
        self.answers = -1  # of the judge, when they were
        self.reasonings: dict[int, Reasoning] = {}  # by ply, of moves that had a better one
        mine = [*seats]
        self.ask(ply for ply, grade in enumerate(self.grades) if grade.seat in mine)

    def ask(self, plies: Iterable[int], kinds: Iterable[Kind] = ("advise",)) -> None:
        """Has some moves graded."""
        for ply, kind in product(plies, kinds):
            self.judge.ask(self, self.match, ply, self.grades[ply].worth, self.urgency, kind)

    def widen(self, plies: Iterable[int] | None = None) -> None:
        """From now on grades every move, or these, with open cards too if the game can be solved."""
        self.urgency = Urgency.REVIEW
        every = range(len(self.grades)) if plies is None else plies
        self.ask(every, ("solve", "advise") if self.match.info.solvable else ("advise",))

    @property
    def jobs(self) -> list[Wish]:
        """What is still to be found out."""
        return self.judge.wishes(self)

    def tick(self) -> bool:
        """Lets the judge work. Returns whether there was a grade or the reason for one."""
        explained = self.explain()
        self.judge.tick(self.urgency)
        graded = self.take()
        if not self.busy and self.done:
            self.done(self)
            self.done = None
        return graded or explained

    def take(self) -> bool:
        """Looks for new grades, and for the reasons of those that are mistakes. Returns whether there may be
        a grade."""
        if self.answers == self.judge.answers:
            return False
        self.answers = self.judge.answers
        note_lost(self.match.game, self.grades)
        for ply in [ply for ply in self.new if self.grades[ply].fair]:
            self.new.remove(ply)
            if self.grades[ply].word(self.match.game) in SERIOUS:
                self.reasoning(ply)
        return True

    @property
    def progress(self) -> tuple[int, int]:
        """How many moves are judged, and how many are to be judged."""
        left = {wish.ply for wish in self.jobs}
        known = {ply for ply, grade in enumerate(self.grades) if grade.fair or grade.forced or grade.opened}
        return len(known - left), len(known | left)

    def knows(self, seat: int) -> bool:
        """Whether all moves of a seat are judged, as far as they can be."""
        return all(one.forced or one.worth.settled("advise") for one in self.grades if one.seat == seat)

    @property
    def busy(self) -> bool:
        """Whether moves are still to be graded or explained."""
        return bool(self.jobs or self.unexplained)

    @property
    def unexplained(self) -> list[Reasoning]:
        """The searches for reasons that go on, those near the present ply first."""
        near = sorted(self.reasonings.items(), key=lambda pair: abs(pair[0] + 1 - self.near))
        return [reasoning for _, reasoning in near if not reasoning.done]

    def explain(self) -> bool:
        """Searches on for a reason. Returns whether one is done now."""
        waiting = self.unexplained
        return bool(waiting) and waiting[0].work(STEP_S)

    def reasoning(self, ply: int) -> Reasoning | None:
        """The search for why a move was worse than the best; None if it was not, or is not graded.
        ply: moves played before it."""
        if ply not in self.reasonings and (found := reasoning_at(self.match, ply, self.grades[ply])):
            self.reasonings[ply] = found
        return self.reasonings.get(ply)

    def reasons(self, seats: Iterable[int]) -> list[tuple[Grade, Reason]]:
        """The graded moves of some seats that have a reason, with the first one."""
        mine = [*seats]
        return [
            (self.grades[ply], one.reason)
            for ply, one in sorted(self.reasonings.items())
            if one.reason and self.grades[ply].seat in mine
        ]

    def value_at(self, ply: int, seat: int) -> float | None:
        """The value of the position before a move to a seat: with open cards if such values are
        solved, else by what its mover could know. None while unknown, and if one of several
        opponents was to move."""
        grade, two = self.grades[ply], self.match.seats_count == 2
        if grade.seat != seat and not two:
            return None
        pair = grade.open_pair() if self.opens else grade.fair_pair()
        value = pair[0] if pair else None
        return value if value is None or grade.seat == seat else -value

    @property
    def opens(self) -> bool:
        """Whether positions are valued with open cards: for two seats, if any are solved."""
        return self.match.seats_count == 2 and any(grade.opened for grade in self.grades)

    def mistake(self, ply: int, seat: int) -> int | None:
        """The number of moves before a seat's next mistake, from a ply on, cyclically; if it made
        none, its next slip."""
        words = {at: g.word(self.match.game) for at, g in enumerate(self.grades, 1) if g.seat == seat}
        wrong = [at for at, word in words.items() if word in SERIOUS]
        wrong = wrong or [at for at, word in words.items() if word == "slip"]
        return next((at for at in wrong if at > ply), wrong[0] if wrong else None)

    def summary(self, seat: int) -> ReviewSummary:
        """What is known of a seat's moves."""
        told = tally(self.match.game, [grade for grade in self.grades if grade.seat == seat])
        losses = {
            at: grade.fair_loss() or 0
            for at, grade in enumerate(self.grades, 1)
            if grade.seat == seat and grade.word(self.match.game) in WRONG
        }
        counts = (told["slips"], told["mistakes"], told["blunders"])
        return ReviewSummary(told["accuracy"], counts, max(losses, key=lambda at: losses[at], default=0))

    def close(self) -> None:
        """Stops grading."""
        self.judge.withdraw(self)


# ---- a whole match ----


def judged(match: Match, ply: int, deadline: float = 0.0) -> Grade:
    """Grades a move completely, until a moment of time.monotonic() (0: without a time limit, with
    the same result on every machine)."""
    walker = match.copy()
    walker.goto(ply)
    grade = unjudged(walker, match.moves[ply])
    if grade.forced:
        return grade
    search = Search()
    ms = left_ms(deadline)
    advice = walker.advise(LEVEL, ms=ms, permille=PERMILLE, search=search)
    grade.worth.take(advice)
    if not grade.unsolvable:
        search.forget()
        try:
            grade.worth.take(walker.solve(nodes=OPEN_NODES, ms=left_ms(deadline), search=search))
        except Unsolved:
            grade.worth.unsolvable = True
    return grade


def left_ms(deadline: float) -> int:
    """Milliseconds left, at least 1; 0 (no limit) if there is no deadline."""
    return max(1, round((deadline - time.monotonic()) * 1000)) if deadline else 0


def entry(match: Match, ply: int, grade: Grade) -> dict[str, Any]:
    """The entry of a move in the output of `review`."""
    fair, opened = grade.fair, grade.opened
    best = grade.best(fair.moves) if fair else []
    line = [*opened.line] if opened else []
    proof: Proof | None = fair.proof if fair else None
    return {
        "index": ply,
        "seat": grade.seat,
        "move": grade.move,
        "best": [grade.move] if grade.forced else best,
        "loss": 0 if grade.forced else rounded(grade.fair_loss()),
        "proof": proof,
        "open_best": grade.best(opened.moves) if opened else None,
        "open_loss": rounded(grade.open_loss()),
        "grade": grade.word(match.game),
        "line": line[1:] if line and (line[0] in best or not best) else [],
    }


def rounded(loss: float | None) -> float | None:
    """A loss to six decimals, not below zero."""
    return None if loss is None else round(loss, 6)


def choices_of(grades: Iterable[Grade]) -> list[Choice]:
    """The judged choices among some moves."""
    return [choice for grade in grades if (choice := grade.choice())]


def tally(game: str, grades: Sequence[Grade]) -> dict[str, Any]:
    """The entry of a seat in the output of `review`: mean loss and accuracy of its choices."""
    losses = [loss for grade in grades if (loss := grade.fair_loss()) is not None]
    words = [grade.word(game) for grade in grades]
    return {
        "moves": len(grades),
        "forced": words.count("forced"),
        "loss": rounded(sum(losses) / len(losses)) if losses else None,
        "accuracy": accuracy(choices_of(grades)),
        "slips": words.count("slip"),
        "mistakes": words.count("mistake"),
        "blunders": words.count("blunder"),
    }


def plies_of(match: Match, seat: int | None) -> list[int]:
    """The numbers of a seat's moves, from 0; of all moves if seat is None."""
    walker = match.copy()
    walker.goto(0)
    found = []
    for ply, move in enumerate(match.moves):
        if seat in (None, walker.to_act):
            found.append(ply)
        walker.play(move)
    return found


def report(match: Match, grades: Mapping[int, Grade]) -> dict[str, Any]:
    """The moves and seats in the output of `review`, from grades by move number. Moves without a
    grade are not counted; a seat without any has 0 moves."""
    if len(grades) == len(match.moves):
        note_lost(match.game, [*grades.values()])
    moves = [entry(match, ply, grade) for ply, grade in sorted(grades.items())]
    by_seat = [
        [grade for grade in grades.values() if grade.seat == seat]
        for seat in range(match.seats_count)
    ]
    return {"moves": moves, "seats": [tally(match.game, mine) for mine in by_seat]}


def costs_by_motif(
    game: str, reasons: Iterable[tuple[Grade, Reason]]
) -> dict[str, float]:
    """What mistakes cost by the motif of their reasons, the most first; in mistakes of the smallest
    size that counts as one, so that games can be compared."""
    found: dict[str, float] = {}
    for grade, reason in reasons:
        if grade.word(game) in SERIOUS:
            cost = (grade.fair_loss() or 0) / scale_of(game).mistake
            found[reason.motif] = round(found.get(reason.motif, 0.0) + cost, 4)
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def findings(game: str, grades: Sequence[Grade], seats: Sequence[int]) -> dict[str, Any]:
    """What the grades say about these seats' moves, by keys of a history line: mean loss and
    accuracy, both also of opening, middlegame and ending (thirds of the match, if all three are
    known), the total cost of slips, mistakes and blunders, and the lowest position value."""
    own = [
        (ply * 3 // len(grades), grade)
        for ply, grade in enumerate(grades)
        if grade.seat in seats and grade.fair
    ]
    losses = [grade.fair_loss() or 0.0 for _, grade in own]
    if not losses:
        return {"loss": None}
    parts = [[grade for part, grade in own if part == third] for third in range(3)]
    costs = [
        sum(grade.fair_loss() or 0 for _, grade in own if grade.word(game) == kind)
        for kind in KINDS
    ]
    told: dict[str, Any] = {"loss": mean(losses), "costs": costs}
    told["accuracy"] = accuracy(choices_of(grade for _, grade in own))
    told["low"] = min(pair[0] for _, grade in own if (pair := grade.fair_pair()))
    if all(parts):
        told["stages"] = [mean(grade.fair_loss() for grade in part) for part in parts]
        told["accuracies"] = [accuracy(choices_of(part)) for part in parts]
    return told
