"""Lessons and puzzles at a table.

A Study knows the task, whether a move was right, what to show after it and what can be done next. A
StudyMatch is the live match of a study. Nothing is drawn here.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from typing import Literal, NamedTuple, Protocol

from ..match import Match
from ..parts import is_empty
from ..position import Unsolved
from ..store.chronicle import Chronicle
from ..store.settings import Settings
from ..strings import Strings, capital
from ..values import Advice, Solution
from .coach import Clock, unrevealed
from .judge import Judge, Verdict
from .lessons import Course, Highlight, Reply, Step, courses, lesson, lessons_path, next_step, steps_of
from .live_match import LiveMatch
from .mining import SOLVE_NODES, Evaluation, Kind, told_by
from .puzzle_finder import MinedPuzzles, Miner, sound
from .puzzle_rating import PuzzleRating
from .puzzles import Puzzle, PuzzleBook, PuzzlePick, now, pack, pack_path
from .reasons import Reasoning, follows, motif_of
from .words import EndComparison, Telling

MOST_STEPS = 4  # choices of one puzzle
SERIES = 5  # puzzles of a theme that make a series
ANY_PUZZLE = PuzzlePick()
REPLY_NODES = 30_000  # limit for each of several equally good replies
LINE_MOST = 8  # moves of a solution that are shown
REFUTED_MOST = 40  # moves that show what a wrong one leads to
HELPS = ("undo", "redo", "hint", "values")  # tools of a real match
SURE = 1.96  # standard errors of a 95 % interval
ROUGH = 200  # a rating that may be this far off is told as a guess

OUTCOMES = {1.0: "win", 0.0: "draw", -1.0: "loss"}

Stand = Literal["asked", "right", "wrong", "shown"]


class Way(NamedTuple):
    """Something to do other than a move: a button's key, its icon, and whether it is the
    next step."""

    key: str
    icon: str
    lit: bool = False


class Said(NamedTuple):
    """A paragraph, and its colour."""

    text: str
    color: str = "pale"


class Question:
    """A position, and the moves played from it, in which something is to be found; and the state of
    the answer."""

    def __init__(self, match: Match, seat: int, stand: Stand = "asked") -> None:
        self.match = match
        self.seat = seat  # the learner
        self.stand = stand
        self.line: deque[str] = deque()  # moves still to be shown

    @property
    def waits(self) -> bool:
        """Whether the person is to move."""
        return self.stand == "asked" and not self.line

    @property
    def own_turn(self) -> bool:
        """Whether it is the learner's turn."""
        return self.match.to_act == self.seat


class Study(Protocol):
    """A series of questions at a table."""

    question: Question
    open: bool  # all cards are shown
    helps: tuple[str, ...]  # the table's tools that are available

    @property
    def waits(self) -> bool:
        """Whether the person is to move."""

    @property
    def begun(self) -> bool:
        """Whether a real match is in progress."""

    @property
    def rests(self) -> bool:
        """Whether nothing more happens by itself."""

    def moved(self, move: str, asked: bool) -> None:
        """Handles a move, by the person if the person was to move."""

    def answers(self, right: bool) -> list[str]:
        """The moves that are right now, or those that are not."""

    def lights(self) -> tuple[Highlight, ...]:
        """Where to look."""

    def label(self, t: Strings) -> str:
        """What this is, in a few words."""

    def task(self, t: Strings) -> str:
        """What is to be done."""

    def head(self, t: Strings) -> str:
        """The state of the answer, in a few words."""

    def said(self, t: Strings, say: Telling) -> list[Said]:
        """The text beside the table."""

    def ways(self) -> list[Way]:
        """What can be done now."""

    def warning(self, key: str, t: Strings) -> str:
        """What is asked before one of these things is done; "" if it costs nothing."""

    def press(self, key: str) -> bool:
        """Does one of these things, after which the table is set up again. Returns False if there
        is nothing left to do."""

    def leave(self) -> None:
        """The table is closed: for good, or to be set up again."""


def next_way(study: Study) -> str:
    """The next step; "" while a move is to be made."""
    return next((way.key for way in study.ways() if way.lit), "")


# ---- lessons ----


class LessonStudy:
    """The steps of a game's lessons, one after another."""

    def __init__(self, game: str, chronicle: Chronicle, step: Step | None = None) -> None:
        """At a step, or where the person left off."""
        self.game, self.chronicle = game, chronicle
        self.steps = steps_of(game)
        told = set(chronicle.lessons())
        self.done = {step.key for step in self.steps if step.mark in told}
        self.reply: Reply | None = None
        self.compared: list[EndComparison] = []  # what decided a match, as far as it was shown
        self.costly = (0, "")  # the number of the costliest move of its match, and what is said of it
        self.take_up(step or next_step(game, self.done))

    def take_up(self, step: Step) -> None:
        """Asks a step's question. What follows an answer is its line; a Hatchling plays a real
        match."""
        match = step.match()
        self.step = step
        self.open = step.open
        self.helps: tuple[str, ...] = HELPS if step.played else ()
        self.reply = None
        self.compared = []
        self.costly = (0, "")
        self.question = Question(match, step.seat)

    @property
    def waits(self) -> bool:
        """Whether the person is to move: until the answer is given and its line shown."""
        return self.question.waits

    @property
    def rests(self) -> bool:
        """Whether nothing more happens: after an answer and its line."""
        return self.question.stand != "asked" or self.question.match.over

    def moved(self, move: str, asked: bool) -> None:
        """Handles a move; in a real match, only its end."""
        if self.step.played and self.question.stand == "asked":
            if self.step.finished(self.question.match):
                self.answer(self.step.end(self.question.match))
        elif asked:
            self.answer(self.step.reply(move))

    def answers(self, right: bool) -> list[str]:
        """The right or wrong moves, by the step's answers."""
        return [move for move in self.question.match.legal() if self.step.right(move) == right]

    def answer(self, reply: Reply) -> None:
        """Replies to a move, or to the end of a match."""
        self.reply = reply
        self.question.line.extend(reply.line)
        self.question.stand = "right" if reply.right else "wrong"
        if reply.right and self.step.key not in self.done:
            self.done.add(self.step.key)
            date = f"{now():%Y-%m-%dT%H:%M:%SZ}"
            mark = self.step.mark
            self.chronicle.add(f"lesson-{mark}", {"lesson": mark, "date": date})
            if all(step.key in self.done for step in self.course.steps):
                name = lesson(self.game, self.course.key)
                self.chronicle.add(f"lesson-{name}", {"lesson": name, "date": date})

    def lights(self) -> tuple[Highlight, ...]:
        """What the step points at, until it is answered; at the end what is being compared."""
        if self.compared:
            return tuple(Highlight(*place) for place in self.compared[-1].places)
        return self.step.pointer if self.waits and not self.begun else ()

    @property
    def played_out(self) -> bool:
        """Whether a real match has been played to its end."""
        return self.step.played and self.question.match.over

    @property
    def begun(self) -> bool:
        """Whether a real match is in progress."""
        played = len(self.question.match.moves) - len(self.step.record["moves"])
        return self.step.played and self.question.stand == "asked" and played > 0

    def head(self, t: Strings) -> str:
        """Whether the answer was right; for a real match, whether it was won."""
        kind = "study.played" if self.step.played else "study"
        shown = self.reply is not None and bool(self.reply.line)
        silent = self.question.stand == "wrong" and not self.step.played and not shown
        return t("study.missed" if silent else f"{kind}.{self.question.stand}")

    def label(self, t: Strings) -> str:
        """The course and the step."""
        course = self.course
        at = course.steps.index(self.step) + 1
        return t("study.step", title=course.title(t), at=at, of=len(course.steps))

    def task(self, t: Strings) -> str:
        """The task of the step."""
        return self.step.task(t)

    def said(self, t: Strings, say: Telling) -> list[Said]:
        """Title and text, then the task or the answer. Once all is answered, the text makes room
        for what was learnt."""
        last = [Said(self.task(t), "gold")]
        if self.reply:
            last = [Said(self.reply.text(t), "good" if self.reply.right else "warning")]
        if self.reply and self.step.played:
            last.insert(0, Said(say.result(), "gold"))
            if self.compared:
                told = " ".join(one.words for one in self.compared)
                last.insert(1, Said(told, "pale"))
            if self.costly[0]:
                last.append(Said(self.costly[1], "warning"))
        if self.question.stand == "right":
            last.append(Said(self.learnt(t), "gold"))
        if not self.reply or not (self.reply.right or self.step.played):
            last.insert(0, Said(self.step.text(t), "quiet" if self.reply else "pale"))
        return [Said(self.step.title(t), "gold"), *last]

    def learnt(self, t: Strings) -> str:
        """What the step has taught, or its course if all of that is done; and what comes next."""
        course = self.course
        whole = all(step.key in self.done for step in course.steps)
        taught = t("study.whole", title=course.title(t)) + " " if whole else ""
        learnt = (course if whole else self.step).learnt(t)
        taught += t("study.learnt", learnt=learnt) + " "
        title = self.after.title(t) if self.after else t("study.then")
        return taught + t("study.after", title=title)

    @property
    def course(self) -> Course:
        """The course that the step belongs to."""
        return next(course for course in courses(self.game) if self.step in course.steps)

    @property
    def after(self) -> Step | None:
        """The step that comes next: after the last one, the first that is not done; None if
        there is no other."""
        at = self.steps.index(self.step) + 1
        undone = [step for step in self.steps if step.key not in self.done and step != self.step]
        return next(iter(self.steps[at:] or undone), None)

    def ways(self) -> list[Way]:
        """The previous step, this one again, the next one. The last ones keep their places at the bottom."""
        found = [Way("look", "review")] if self.costly[0] else []
        if self.step != self.steps[0]:
            found.append(Way("previous", "prev"))
        found.append(Way("again", "restart", self.question.stand == "wrong"))
        right = self.question.stand == "right"
        return [*found, Way("next" if self.after else "finish", "next", right)]

    def warning(self, key: str, t: Strings) -> str:  # noqa: ARG002
        """A lesson's buttons cost nothing."""
        return ""

    def leave(self) -> None:
        """A lesson has nothing to stop."""

    def press(self, key: str) -> bool:
        """Starts another step, or the same again."""
        at = self.steps.index(self.step)
        steps = {"again": self.step, "previous": self.steps[max(0, at - 1)]}
        step = steps.get(key, self.after)
        if step:
            self.take_up(step)
        return step is not None


# ---- puzzles ----


class SearchTask(NamedTuple):
    """What a Thinker should find out."""

    kind: Literal["solve", "advise"]
    objective: str = ""
    nodes: int = 0
    level: str = "dragon"


def theme_text(t: Strings, theme: str, part: Literal["name", "principle"]) -> str:
    """A text of a puzzle's theme, which is a motif, a task, or "GAME.own"."""
    task = theme.partition(".")[2]
    keys = (f"motif.{theme}.{part}", f"puzzle.{theme}.{part}", f"puzzle.{task}.{part}")
    return t(next(key for key in keys if key in t))


def rating_text(skill: PuzzleRating, t: Strings) -> str:
    """A person's rating in a sentence, which says whether it may still be far off."""
    rough = SURE * skill.deviation > ROUGH
    return t("puzzle.rating_rough" if rough else "puzzle.rating", rating=round(skill.value))


def names_what_is_right(theme: str) -> bool:
    """Whether the name of a theme is that of something good, not of a mistake to avoid."""
    motif = motif_of(theme)
    return motif is None or motif.good


def theme_line(t: Strings, theme: str) -> str:
    """What a theme is, with its name: a task, something good, or a mistake to avoid."""
    good = "" if names_what_is_right(theme) else ".wrong"
    return t("puzzle.theme" + (good if motif_of(theme) else ".task"), name=theme_text(t, theme, "name"))


class PuzzleStudy:
    """An endless series of a game's puzzles near the person's rating."""

    helps: tuple[str, ...] = ()

    def __init__(self, game: str, chronicle: Chronicle, pick: PuzzlePick = ANY_PUZZLE) -> None:
        self.pick = pick
        self.book = PuzzleBook(game, chronicle)
        self.own = MinedPuzzles(game, chronicle)
        self.shipped = pack(game)
        self.miner: Miner | None = None
        self.going_on = False  # its table is about to be set up again
        self.mined = 0  # puzzles mined in this session
        self.practised: set[str] = set()  # puzzles answered without counting, since all that fit were
        self.tried = self.solved = 0  # of the puzzles of a series, by the first answer
        self.fitting = 0  # puzzles that fit what was picked
        self.take_up(self.next())

    def next(self) -> Puzzle:
        """The next puzzle near the person's rating, from the packs and those mined here; one of those
        that were picked. If there are none any more, or a series has had them all, all are wanted."""
        while True:
            puzzles = [*self.shipped, *self.own.puzzles]
            picked = [one for one in puzzles if self.pick.wants(one, self.book.rating(one))]
            if not picked or (self.theme and self.tried >= len(picked)):
                self.pick, picked = ANY_PUZZLE._replace(rated=self.pick.rated), puzzles
            self.fitting = len(picked)
            if all(one.id in self.practised for one in picked):
                self.practised.clear()
            puzzle = self.book.choose([one for one in picked if one.id not in self.practised])
            if puzzle in self.shipped or sound(puzzle):
                return puzzle
            self.own.puzzles.remove(puzzle)

    @property
    def theme(self) -> str:
        """The theme that was picked; "" for any."""
        return self.pick.theme

    def choose(self, pick: PuzzlePick) -> None:
        """Goes on to other puzzles; a new series begins."""
        self.pick = pick
        self.tried = self.solved = 0
        self.going_on = True
        self.take_up(self.next())

    # Mining

    def mine(self) -> None:
        """Starts or stops mining puzzles in the background."""
        if self.miner:
            self.stop_mining()
        else:
            self.miner = Miner(self.book.game, self.own.next_deal)

    def stop_mining(self) -> None:
        """Stops mining and keeps what was found."""
        self.take_mined()
        if self.miner:
            self.miner.close()
            self.own.next_deal = self.miner.deal
        self.miner = None

    def take_mined(self) -> bool:
        """Keeps the puzzles mined meanwhile. Returns whether there were any."""
        found = self.miner.poll() if self.miner else []
        for puzzle in found:
            self.own.add(puzzle)
        self.mined += len(found)
        return bool(found)

    def leave(self) -> None:
        """Stops mining with the last table."""
        if not self.going_on:
            self.stop_mining()
        self.going_on = False

    def take_up(self, puzzle: Puzzle) -> None:
        """Asks for the first right move of a puzzle."""
        self.puzzle = puzzle
        self.kind = puzzle.kind
        self.open = puzzle.open
        self.right = list(puzzle.solution)  # the right moves of the present choice
        self.asking = True  # and they are known
        self.steps = 0  # choices made
        self.at = len(puzzle.record["moves"])  # ply of the present choice
        self.judged = False  # its values were searched for
        self.found: Evaluation | None = None  # and found
        self.best: list[str] = []  # the best line from there
        self.missed = ""  # the wrong move
        self.first = ""  # the first right move made
        self.taught = ("", "")  # what was made out about the principle, and for which first move
        self.answer: Verdict | None = None  # on the latest answer, with the reason
        self.settled = False  # nothing more happens
        self.noted = False
        self.question = Question(puzzle.match(), puzzle.seat)

    @property
    def waits(self) -> bool:
        """Whether the person is to move: only once the right moves are known."""
        return self.question.waits and self.asking

    @property
    def begun(self) -> bool:
        """A puzzle is no real match."""
        return False

    @property
    def rests(self) -> bool:
        """Whether the last move was shown."""
        return self.settled

    @property
    def ended(self) -> bool:
        """Whether the subject of the puzzle is decided."""
        if self.question.match.over or self.kind.past(self.question.match):
            return True
        if self.question.stand == "wrong":
            return False  # what it leads to is played to the end
        again = self.question.own_turn and len(self.question.match.moves) != self.at
        return again and not self.kind.fits(self.question.match)

    # Playing

    def moved(self, move: str, asked: bool) -> None:
        """Grades a move of the person; goes on to the next choice."""
        if asked:
            self.answer = self.verdict_on(move)
        if asked and move in self.right:
            self.first = self.first or move
            self.steps += 1
            self.asking = False
        elif asked:
            self.missed = move
            self.note(solved=False)
            self.question.stand = "wrong"
        solved = self.question.stand == "shown" and self.kind.open and not self.question.line
        if self.ended or self.steps == MOST_STEPS or solved:
            self.settle()
        elif self.question.own_turn and self.question.stand == "asked":
            self.choose_anew()
        elif self.question.own_turn and not self.question.line and not self.refuting:
            self.settle()

    def verdict_on(self, move: str) -> Verdict | None:
        """A wrong answer against a right one, or a right one against the best of the wrong ones; None if all are
        right. Until the values are known, all wrong ones are taken for equal."""
        before, puzzle = self.question.match.copy(), self.puzzle
        before.goto(self.at)
        known = self.found.values if self.found else {}
        best = known[self.right[0]] if known else puzzle.value
        guessed = {one: best if one in self.right else puzzle.next for one in before.legal()}
        values = {one: -abs(best - value) for one, value in (guessed | known).items()}
        wrong = [one for one in values if one not in self.right]
        if not wrong:
            return None
        bad, good = (max(wrong, key=values.__getitem__), move) if move in self.right else (move, self.right[0])
        reasoning = Reasoning(before, bad, good, values, face_up=self.open)
        return Verdict(puzzle.seat, bad, good, -values[bad], "mistake", self.at, "exact", reasoning)

    def explain(self) -> bool:
        """Searches on for the reason of the latest answer. Returns whether it is found now."""
        return bool(self.answer and self.answer.explain())

    def reasons(self, say: Telling) -> list[Said]:
        """Why the latest answer was right or wrong; of a wrong one only what does not give the right one away, until
        the solution is shown."""
        verdict = self.answer
        if verdict is None or not verdict.reasoning.done:
            return []
        say = say.as_of(verdict.reasoning.match.moves)
        hides = self.question.stand == "wrong"
        told = unrevealed(say, verdict) if hides else [words for words, _ in say.judged(verdict).why]
        return [Said(" ".join(told), "warning" if hides else "pale")] if told else []

    @property
    def refuting(self) -> bool:
        """Whether what a wrong move leads to is still being played, for all sides. After a mistake in
        a match of the person's only the others reply: the rest may be long."""
        if self.puzzle.own or self.question.stand != "wrong":
            return False
        return len(self.question.match.moves) - self.at <= REFUTED_MOST

    def answers(self, right: bool) -> list[str]:
        """The right or wrong moves, as far as known."""
        return [move for move in self.question.match.legal() if (move in self.right) == right]

    def choose_anew(self) -> None:
        """Asks for another move, once the right ones are known."""
        self.at = len(self.question.match.moves)
        self.asking = self.judged = False
        self.found = None
        self.right, self.best = [], []

    def settle(self) -> None:
        """Ends the puzzle: everything was found."""
        self.settled = True
        if self.question.stand == "asked":
            self.question.stand = "right"
            self.note(solved=True)

    def note(self, solved: bool) -> None:
        """Records the result; only the first one counts."""
        if not self.noted:
            self.noted = True
            if self.pick.rated:
                self.book.note(self.puzzle, solved)
            else:
                self.practised.add(self.puzzle.id)
            self.solved += solved and self.tried < self.length
            self.tried = min(self.length, self.tried + 1)

    def search(self) -> SearchTask | None:
        """What to find out now: the values of the person's choice, or the opponents' best reply."""
        known = self.question.own_turn and self.judged and self.question.stand == "asked"
        if self.settled or self.question.line or known:
            return None
        if not self.kind.open:
            return SearchTask("advise", level="even" if self.question.own_turn else "dragon")
        return SearchTask("solve", self.kind.objective, SOLVE_NODES)

    def answered(self, answer: Solution | Advice) -> None:
        """Handles the end of a search."""
        move = telling_reply(self.question.match, answer, self.kind)
        if self.question.own_turn and self.question.stand != "wrong":
            self.judge(answer)
        elif move:
            self.question.line.append(move)
        else:
            self.settle()

    def judge(self, answer: Solution | Advice) -> None:
        """Handles the values of the present choice; if all moves are right, nothing is left to
        find."""
        self.judged = True
        self.found = told_by(answer, self.kind)
        self.best = line_of(answer)
        if self.found:
            self.right = self.right or self.found.right
            self.asking = True
        elif not self.right:
            self.settle()
        if self.question.stand == "shown":
            self.question.line.extend(self.best)

    # Texts

    def lights(self) -> tuple[Highlight, ...]:
        """A puzzle points at nothing."""
        return ()

    def label(self, t: Strings) -> str:
        """The difficulty of the puzzle."""
        return t("study.puzzle", rating=round(self.book.rating(self.puzzle)))

    def head(self, t: Strings) -> str:
        """Whether it is solved."""
        return t(f"study.{self.question.stand}")

    def task(self, t: Strings) -> str:
        """What the right move brings about."""
        return t("puzzle.own" if self.puzzle.own else f"puzzle.{self.puzzle.task}")

    def said(self, t: Strings, say: Telling) -> list[Said]:
        """The task, the result, the person's rating."""
        task = Said(self.task(t), "pale" if self.question.stand == "asked" else "quiet")
        found = [Said(self.label(t), "gold"), task]
        if self.theme:
            found.insert(1, Said(f"{theme_line(t, self.theme)} {self.series(t)}", "gold"))
        if self.open and self.question.stand == "asked" and (drawn := say.to_come()):
            found.append(Said(drawn, "pale"))
        if self.question.stand == "asked" and self.noted:
            found.append(Said(t("puzzle.retry"), "pale"))
        elif self.question.stand == "asked" and self.steps:
            found.append(Said(t("puzzle.go_on"), "good"))
        elif self.question.stand == "right":
            found.append(Said(t("puzzle.solved"), "good"))
        elif self.missed:
            found.append(Said(self.why(t, say), "warning"))
        if self.question.stand == "shown":
            moves = t.listing([*map(self.naming(say).move, self.right)], "word.or")
            found.append(Said(t("puzzle.right", moves=moves), "gold"))
        if not (self.question.stand == "asked" and self.noted):
            found += self.reasons(say)
        if self.noted and self.question.stand != "asked":
            found.append(Said(self.learnt(t), "gold"))
        if self.miner:
            found.append(Said(t("puzzle.mining", count=self.mined), "quiet"))
        return [*found, Said(self.standing(t), "quiet")]

    def learnt(self, t: Strings) -> str:
        """The principle of the theme, if the right move follows it, else that of the task; with the name
        of what the right move does, but not of what it avoids."""
        theme = self.lesson()
        principle = theme_text(t, theme, "principle")
        return f"{theme_text(t, theme, 'name')}. {principle}" if names_what_is_right(theme) else principle

    def lesson(self) -> str:
        """The motif, if the right move that was made follows its principle, or all right moves do as long
        as none was made; else the task."""
        if self.taught[1] != (self.first or "-"):
            puzzle, motif = self.puzzle, motif_of(self.puzzle.motif)
            right, match = [self.first] if self.first else puzzle.solution, puzzle.match()
            wrong = [move for move in match.legal() if move not in puzzle.solution]
            fits = motif and all(follows(motif, match, move, wrong, puzzle.open) for move in right)
            self.taught = puzzle.motif if fits else puzzle.task, self.first or "-"
        return self.taught[0]

    @property
    def length(self) -> int:
        """How many puzzles the series has: fewer where fewer fit."""
        return min(SERIES, self.fitting)

    def series(self, t: Strings) -> str:
        """Which puzzle of the series this is; once they are done, how many were solved, and if there are more."""
        if self.tried >= self.length:
            done = "done" if self.fitting > SERIES else "all"
            return t(f"puzzle.series.{done}", solved=self.solved, of=self.length)
        return t("puzzle.series", number=self.tried + (not self.noted), of=self.length)

    def naming(self, say: Telling) -> Telling:
        """The words for a text that names the right moves and the wrong one."""
        return say.naming([*self.right, *([self.missed] if self.missed else [])], self.puzzle.seat)

    def why(self, t: Strings, say: Telling) -> str:
        """What the wrong move has led to."""
        move = capital(self.naming(say).move(self.missed))
        own = f"puzzle.{self.puzzle.task}.wrong"
        if own in t:
            return t(own, move=move)
        if self.found is None:
            return t("puzzle.wrong", move=move)
        value, best = self.found.values[self.missed], self.found.values[self.right[0]]
        if self.kind.outcome and {value, best} <= OUTCOMES.keys():
            led, leads = (t(f"puzzle.{OUTCOMES[one]}") for one in (value, best))
            return t("puzzle.worth", move=move, value=led, best=leads)
        before = self.question.match.copy()
        before.goto(self.at)
        return self.naming(say).fell_short(self.puzzle.task, self.missed, value, best, before)

    def standing(self, t: Strings) -> str:
        """The person's rating, and the streak of solved puzzles."""
        skill = self.book.skill
        rating = rating_text(skill, t)
        row = t("puzzle.row", streak=self.book.streak, solved=self.book.solved)
        due = len(self.book.due())
        free = [] if self.pick.rated else [t("puzzle.unrated")]
        return " ".join([rating, *free, row, *([t("puzzle.due", count=due)] if due else [])])

    def ways(self) -> list[Way]:
        """What comes next, which puzzles, the solution, mining. The last three keep their places at the bottom."""
        themed = self.theme or self.question.stand not in ("right", "shown")
        found = [Way("pick", "options") if themed else Way("theme", "star-full"), Way("solution", "eye")]
        found.append(Way("halt", "pause") if self.miner else Way("mine", "new"))
        if self.question.stand == "wrong":
            found.insert(0, Way("retry", "restart", lit=True))
        elif self.question.stand != "asked":
            found.insert(0, Way("next", "next", lit=True))
        return found

    def warning(self, key: str, t: Strings) -> str:
        """Before a first answer, the solution makes the puzzle count as failed."""
        return t("puzzle.sure") if key == "solution" and not self.noted and self.pick.rated else ""

    def press(self, key: str) -> bool:
        """Shows the solution, asks again, starts mining, or goes to another puzzle."""
        does = {"solution": self.show, "retry": self.ask_again, "mine": self.mine, "halt": self.mine}
        if key == "theme":
            self.choose(self.pick._replace(theme=self.puzzle.theme))
        else:
            does.get(key, lambda: self.take_up(self.next()))()
        self.going_on = True
        return True

    def ask_again(self) -> None:
        """Asks for another answer after a wrong one. The rating counts only the first."""
        self.answer = None
        match = self.question.match.copy()
        match.goto(self.at)
        self.question = Question(match, self.question.seat)
        self.missed = ""
        self.settled = False

    def show(self) -> None:
        """Shows the solution from the present choice on. If it was not found, the puzzle counts as
        failed."""
        self.note(solved=False)
        if self.answer is None and self.right:
            self.answer = self.verdict_on(self.right[0])
        match = self.puzzle.match()
        if self.question.stand == "right":
            self.choose_anew()
            self.at = len(match.moves)
            self.right = list(self.puzzle.solution)
        else:
            match = self.question.match.copy()
            match.goto(self.at)
        self.question = Question(match, self.question.seat, "shown")
        self.settled = False
        self.question.line.extend(self.best)


def line_of(answer: Solution | Advice) -> list[str]:
    """The best line; only the best move if no more is known."""
    if isinstance(answer, Solution) and answer.line:
        return list(answer.line[:LINE_MOST])
    return [move for move in [reply_of(answer)] if move]


def offered(game: str) -> list[str]:
    """The study material that a game has. It is read only when it is opened."""
    found = {"learn": lessons_path(game), "puzzles": pack_path(game)}
    return [way for way, path in found.items() if not is_empty(path)]


def reply_of(answer: Solution | Advice) -> str:
    """The best move found; "" if there is none."""
    if isinstance(answer, Solution):
        return answer.best[0] if answer.status == "exact" and answer.best else ""
    return answer.move


def telling_reply(match: Match, answer: Solution | Advice, kind: Kind) -> str:
    """The best move found; of several, the most instructive one: the best by the finer objective,
    then the one with the longest line."""
    if not isinstance(answer, Solution) or answer.status != "exact" or len(answer.best) < 2:
        return reply_of(answer)
    seat = match.to_act

    def shows(move: str) -> tuple[float, int]:
        after = match.position()
        after.play(move)
        if after.over:
            return 0.0, 0
        try:
            found = after.solve(kind.finer or kind.objective, nodes=REPLY_NODES, mb=1)
        except Unsolved:
            return -math.inf, 0
        best = [float(m.value) for m in found.moves if m.best] if kind.finer else []
        worth = best[0] if best else 0.0
        return (worth if after.to_act == seat else -worth), len(found.line)

    return max(answer.best, key=shows)


# ---- the match of a study ----


class StudyMatch(LiveMatch):
    """A match in which something is to be found: the opponents reply, and lines are shown."""

    def __init__(self, study: Study, settings: Settings, clock: Clock, judge: Judge) -> None:
        super().__init__(study.question.match, settings, clock, judge)
        self.study = study

    def viewer(self, now: int | None) -> int | None:  # noqa: ARG002
        """The learner's seat; None if all cards are shown."""
        return None if self.study.open else self.study.question.seat

    @property
    def coached(self) -> bool:
        """Whether the coach speaks: only in a real match."""
        return bool(self.study.helps)

    @property
    def counts(self) -> bool:
        """It never counts for the person's rating."""
        return False

    def take_back(self, ply: int | None = None) -> bool:
        """Only in a real match, and not beyond its beginning."""
        return bool(self.pending) or (self.study.begun and super().take_back(ply))

    @property
    def mine(self) -> bool:
        """Whether the person is to move."""
        waits = self.study.waits and not self.pending
        return waits and self.study.question.own_turn

    def forced(self, plain: Callable[[str], bool]) -> str:  # noqa: ARG002
        """Nothing: what is learnt is done by hand."""
        return ""

    def decides(self, match: Match) -> bool:
        """Whether a person is to act."""
        return match.to_act in self.humans

    @property
    def looks_up(self) -> bool:
        """Whether the right moves of the person's choice are still unknown."""
        return not self.mine and self.study.question.own_turn

    def ask_hint(self) -> None:
        """Only if this help is available."""
        if "hint" in self.study.helps:
            super().ask_hint()

    def toggle_values(self) -> None:
        """Only if this help is available."""
        if "values" in self.study.helps:
            super().toggle_values()

    def think(self, ready: bool) -> tuple[bool, str]:
        """Shows moves that are due, or lets the opponents reply."""
        study = self.study
        if study.question.line:
            return self.play_out(ready)
        if isinstance(study, PuzzleStudy):
            return self.look_up(study), ""
        if study.rests:
            self.coach.forget()
            return False, ""
        return super().think(ready)

    def play_out(self, ready: bool) -> tuple[bool, str]:
        """Plays the next move of a line, after a pause."""
        if not (ready and self.paused_enough):
            return False, ""
        move = self.study.question.line.popleft()
        if move in self.match.legal():
            return True, move
        self.study.question.line.clear()  # chance has gone another way
        return True, ""

    def look_up(self, study: PuzzleStudy) -> bool:
        """Finds out what a puzzle needs to know. Returns whether a new picture is needed."""
        mined = study.take_mined() or study.explain()
        found = self.thinker.poll()
        if found is not None and found.status != "cancelled":
            study.answered(found)
            return True
        wanted = study.search()
        if wanted and not self.thinker.busy:
            kind, objective, nodes, level = wanted
            self.thinker.start(self.match, kind, level=level, objective=objective, nodes=nodes)
        return self.waiting() or mined
