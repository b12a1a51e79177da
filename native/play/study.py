"""Something to be found at a table: a step of a lesson, or a puzzle.

A Study knows what is asked, whether a move was right, what is to be shown after it and what may be
done next. A StudyMatch is the live match of a study. Nothing is drawn here.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from typing import Literal, NamedTuple, Protocol

from ..match import Match
from ..position import Unsolved
from ..store.chronicle import Chronicle
from ..store.index import index_of
from ..store.settings import Settings
from ..strings import Strings
from ..values import Advice, Solution
from .clock import Clock
from .lessons import (
    Pointer,
    Reply,
    Step,
    courses,
    lesson,
    lessons_path,
    next_step,
    steps_of,
)
from .live_match import LiveMatch
from .mining import (
    SOLVE_NODES,
    Evaluation,
    Kind,
    told_by,
)
from .puzzle_finder import Miner, Own, sound
from .puzzles import (
    Puzzle,
    PuzzleBook,
    now,
    pack,
    pack_path,
)
from .words import Telling

MOST_STEPS = 4  # choices of one puzzle
SIZES: tuple[str | int, ...] = ("label", "text", "small")  # of what is said, the largest first
REPLY_NODES = 30_000  # for each of the replies that are worth the same
LINE_MOST = 8  # moves of a solution that are shown
HELPS = ("undo", "redo", "hint", "values")  # of a real match
SURE = 1.96  # standard errors of a 95 % interval

Stand = Literal["asked", "right", "wrong", "shown"]


class Way(NamedTuple):
    """What may be done besides playing: a button's key, its icon, and whether it comes next."""

    key: str
    icon: str
    lit: bool = False


class Said(NamedTuple):
    """A paragraph, and its colour."""

    text: str
    color: str


class High(Protocol):
    """How high words are in the room there is, in a size of letters."""

    def __call__(self, words: str, *, size: str | int) -> int:
        """In pixels."""


def set_out(
    said: list[Said], room: int, gap: int, high: High, smaller: Iterable[int]
) -> tuple[str | int, list[Said], list[int]]:
    """The largest letters in which all paragraphs fit one under the other, those that do, and how
    high each is; with the smallest letters the last are left out.

    smaller: letters to be tried where none of the sizes fits, in pixels."""
    for size in (*SIZES, *smaller):
        highs = [high(one.text, size=size) for one in said]
        if sum(highs) + gap * (len(said) - 1) <= room:
            break
    while len(highs) > 1 and sum(highs) + gap * (len(highs) - 1) > room:
        highs.pop()
    return size, said[: len(highs)], highs


class Question:
    """A position, played on, in which something is to be found, and what became of the answer."""

    def __init__(self, match: Match, seat: int, stand: Stand = "asked") -> None:
        self.match = match
        self.seat = seat  # who learns
        self.stand = stand
        self.line: deque[str] = deque()  # moves that are still to be shown

    @property
    def waits(self) -> bool:
        """Whether the person's move is waited for."""
        return self.stand == "asked" and not self.line

    @property
    def own_turn(self) -> bool:
        """Whether the one who learns is to act."""
        return self.match.to_act == self.seat


class Study(Protocol):
    """What is asked at a table, one question after another."""

    question: Question
    open: bool  # all cards are shown
    helps: tuple[str, ...]  # the table's tools that are given

    @property
    def waits(self) -> bool:
        """Whether the person's move is waited for."""

    @property
    def begun(self) -> bool:
        """Whether a real match is under way."""

    @property
    def rests(self) -> bool:
        """Whether nothing more is to happen by itself."""

    def moved(self, move: str, asked: bool) -> None:
        """A move was played, by the person if it was asked for."""

    def answers(self, right: bool) -> list[str]:
        """The moves that are right now, or those that are not."""

    def lights(self) -> tuple[Pointer, ...]:
        """Where to look."""

    def label(self, t: Strings) -> str:
        """What this is, in a few words."""

    def head(self, t: Strings) -> str:
        """What became of the answer, in a few words."""

    def said(self, t: Strings, say: Telling) -> list[Said]:
        """What is to be read beside the table."""

    def ways(self) -> list[Way]:
        """What may be done now."""

    def press(self, key: str) -> bool:
        """Does one of the ways, after which its table is laid anew; false when there is nothing
        more to go on with."""

    def leave(self) -> None:
        """Its table is put away: for good, or to be laid anew."""


def next_way(study: Study) -> str:
    """The way that comes next, "" while a move is asked for."""
    return next((way.key for way in study.ways() if way.lit), "")


# ---- lessons ----


class LessonStudy:
    """The steps of a game's courses, one after another."""

    def __init__(self, game: str, chronicle: Chronicle, step: Step | None = None) -> None:
        """At a step, or where the person left off."""
        self.game, self.chronicle = game, chronicle
        self.steps = steps_of(game)
        told = {line["lesson"] for line in index_of(chronicle).lines_with("lesson")}
        self.done = {step.key for step in self.steps} & told
        self.reply: Reply | None = None
        self.take_up(step or next_step(game, self.done))

    def take_up(self, step: Step) -> None:
        """Asks what a step asks. Wrong answers are met by a Drake, a real match by a Hatchling."""
        match = step.match()
        if not step.played:
            match.seats = ["drake"] * match.seats_count
            match.seats[step.seat] = "human"
        self.step = step
        self.open = step.open
        self.helps: tuple[str, ...] = HELPS if step.played else ()
        self.reply = None
        self.question = Question(match, step.seat)

    @property
    def waits(self) -> bool:
        """Until the answer is given, and its line shown."""
        return self.question.waits

    @property
    def rests(self) -> bool:
        """After a right answer, a line, or what the others do next."""
        if self.question.stand == "asked" or self.question.match.over:
            return self.question.match.over
        if self.step.played:
            return True
        shown = self.reply is not None and bool(self.reply.line)
        return self.question.stand == "right" or shown or self.question.own_turn

    def moved(self, move: str, asked: bool) -> None:
        """Answers a move; a real match only when it has come to its end."""
        if self.step.played and self.question.stand == "asked":
            if self.step.finished(self.question.match):
                self.answer(self.step.end(self.question.match))
        elif asked:
            self.answer(self.step.reply(move))

    def answers(self, right: bool) -> list[str]:
        """By the step's answers."""
        return [move for move in self.question.match.legal() if self.step.right(move) == right]

    def answer(self, reply: Reply) -> None:
        """Says what a move, or a match, has come to."""
        self.reply = reply
        self.question.line.extend(reply.line)
        self.question.stand = "right" if reply.right else "wrong"
        if reply.right and self.step.key not in self.done:
            self.done.add(self.step.key)
            date = f"{now():%Y-%m-%dT%H:%M:%SZ}"
            self.chronicle.add(f"lesson-{self.step.key}", {"lesson": self.step.key, "date": date})
            course = next(course for course in courses(self.game) if self.step in course.steps)
            if all(step.key in self.done for step in course.steps):
                name = lesson(self.game, course.key)
                self.chronicle.add(f"lesson-{name}", {"lesson": name, "date": date})

    def lights(self) -> tuple[Pointer, ...]:
        """What the step points at, until it is answered."""
        return self.step.pointer if self.waits and not self.begun else ()

    @property
    def begun(self) -> bool:
        """From the first move of a step that is played, until its end."""
        played = len(self.question.match.moves) - len(self.step.record["moves"])
        return self.step.played and self.question.stand == "asked" and played > 0

    def head(self, t: Strings) -> str:
        """Whether the answer was right; of what is played, whether it was won."""
        kind = "study.played" if self.step.played else "study"
        return t(f"{kind}.{self.question.stand}")

    def label(self, t: Strings) -> str:
        """Which step of which course."""
        course = next(course for course in courses(self.game) if self.step in course.steps)
        at = course.steps.index(self.step) + 1
        return t("study.step", title=course.title(t.language), at=at, of=len(course.steps))

    def said(self, t: Strings, say: Telling) -> list[Said]:
        """Title and text, then the task or the answer."""
        language = t.language
        last = [Said(self.step.task(language), "gold")]
        if self.reply:
            last = [Said(self.reply.text(language), "good" if self.reply.right else "warning")]
        if self.reply and self.step.played:
            last.insert(0, Said(say.result(), "gold"))
        text = Said(self.step.text(language), "quiet" if self.reply else "pale")
        return [Said(self.step.title(language), "gold"), text, *last]

    def ways(self) -> list[Way]:
        """The step again, the one before, the next one."""
        found = [Way("again", "restart", self.question.stand == "wrong")]
        if self.step != self.steps[0]:
            found.append(Way("previous", "prev"))
        last = self.step == self.steps[-1]
        return [*found, Way("finish" if last else "next", "next", self.question.stand == "right")]

    def leave(self) -> None:
        """Nothing of a lesson goes on."""

    def press(self, key: str) -> bool:
        """Takes up another step, or the same again."""
        at = self.steps.index(self.step) + {"again": 0, "previous": -1}.get(key, 1)
        if not 0 <= at < len(self.steps):
            return False
        self.take_up(self.steps[at])
        return True


# ---- puzzles ----


class Search(NamedTuple):
    """What is to be found out by a Thinker."""

    kind: Literal["solve", "advise"]
    objective: str = ""
    nodes: int = 0
    level: str = "dragon"


class PuzzleStudy:
    """Puzzles of a game without end, each near the person's rating."""

    helps: tuple[str, ...] = ()

    def __init__(self, game: str, chronicle: Chronicle) -> None:
        self.book = PuzzleBook(game, chronicle)
        self.own = Own(game, chronicle)
        self.shipped = pack(game)
        self.miner: Miner | None = None
        self.going_on = False  # its table is about to be laid anew
        self.mined = 0  # found in this sitting
        self.take_up(self.next())

    def next(self) -> Puzzle:
        """One near the person's rating, of those that ship and those that were found here."""
        while True:
            puzzle = self.book.choose([*self.shipped, *self.own.puzzles])
            if puzzle in self.shipped or sound(puzzle):
                return puzzle
            self.own.puzzles.remove(puzzle)

    # looking for more

    def mine(self) -> None:
        """Looks for more puzzles in the background, or no longer."""
        if self.miner:
            self.stop_mining()
        else:
            self.miner = Miner(self.book.game, self.own.next_deal)

    def stop_mining(self) -> None:
        """What was found is kept, the rest is looked for another time."""
        self.take_mined()
        if self.miner:
            self.miner.close()
            self.own.next_deal = self.miner.deal
        self.miner = None

    def take_mined(self) -> bool:
        """Keeps what was found meanwhile; whether anything was."""
        found = self.miner.poll() if self.miner else []
        for puzzle in found:
            self.own.add(puzzle)
        self.mined += len(found)
        return bool(found)

    def leave(self) -> None:
        """Mining ends with the last table."""
        if not self.going_on:
            self.stop_mining()
        self.going_on = False

    def take_up(self, puzzle: Puzzle) -> None:
        """Asks for the first right move of a puzzle."""
        self.puzzle = puzzle
        self.kind = puzzle.kind
        self.open = puzzle.open
        self.right = list(puzzle.solution)  # what is right at the present choice
        self.asking = True  # and that is known
        self.steps = 0  # choices made
        self.at = len(puzzle.record["moves"])  # where the present one is made
        self.judged = False  # its values were searched for
        self.found: Evaluation | None = None  # and proven
        self.best: list[str] = []  # the line of best play from there
        self.missed = ""  # the wrong move
        self.settled = False  # nothing more happens
        self.noted = False
        self.question = Question(puzzle.match(), puzzle.seat)

    @property
    def waits(self) -> bool:
        """Only where it is known what is right."""
        return self.question.waits and self.asking

    @property
    def begun(self) -> bool:
        """A puzzle is no real match."""
        return False

    @property
    def rests(self) -> bool:
        """After the last move that is shown."""
        return self.settled

    @property
    def ended(self) -> bool:
        """Whether what the puzzle is about is over."""
        if self.question.match.over or self.kind.past(self.question.match):
            return True
        again = self.question.own_turn and len(self.question.match.moves) != self.at
        return again and not self.kind.fits(self.question.match)

    # what is played

    def moved(self, move: str, asked: bool) -> None:
        """Judges a move of the person; goes on to the next choice."""
        if asked and move in self.right:
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
        elif self.question.own_turn and not self.question.line:
            self.settle()

    def answers(self, right: bool) -> list[str]:
        """By what is known to be right."""
        return [move for move in self.question.match.legal() if (move in self.right) == right]

    def choose_anew(self) -> None:
        """The person is to choose once more, as soon as it is known what is right."""
        self.at = len(self.question.match.moves)
        self.asking = self.judged = False
        self.found = None
        self.right, self.best = [], []

    def settle(self) -> None:
        """Nothing more happens; what was asked for is found."""
        self.settled = True
        if self.question.stand == "asked":
            self.question.stand = "right"
            self.note(solved=True)

    def note(self, solved: bool) -> None:
        """Keeps how it went; the first that happens counts."""
        if not self.noted:
            self.noted = True
            self.book.note(self.puzzle, solved)

    def search(self) -> Search | None:
        """What is to be found out now: the values of the person's choice, or the others' best."""
        known = self.question.own_turn and self.judged and self.question.stand == "asked"
        if self.settled or self.question.line or known:
            return None
        if not self.kind.open:
            return Search("advise", level="even" if self.question.own_turn else "dragon")
        return Search("solve", self.kind.objective, SOLVE_NODES)

    def answered(self, answer: Solution | Advice) -> None:
        """A search has ended."""
        move = telling_reply(self.question.match, answer, self.kind)
        if self.question.own_turn:
            self.judge(answer)
        elif move:
            self.question.line.append(move)
        else:
            self.settle()

    def judge(self, answer: Solution | Advice) -> None:
        """The values of the present choice; where all its moves are right, nothing is left to
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

    # what is said

    def lights(self) -> tuple[Pointer, ...]:
        """A puzzle points nowhere."""
        return ()

    def label(self, t: Strings) -> str:
        """How hard the puzzle is."""
        return t("study.puzzle", rating=self.puzzle.rating)

    def head(self, t: Strings) -> str:
        """Whether it is solved."""
        return t(f"study.{self.question.stand}")

    def said(self, t: Strings, say: Telling) -> list[Said]:
        """What is asked, what became of it, the person's rating."""
        task = Said(t(f"puzzle.{self.puzzle.task}"), "pale" if self.question.stand == "asked" else "quiet")
        found = [Said(self.label(t), "gold"), task]
        if self.open and self.question.stand == "asked" and (drawn := say.to_come()):
            found.append(Said(drawn, "pale"))
        if self.question.stand == "asked" and self.steps:
            found.append(Said(t("puzzle.go_on"), "good"))
        elif self.question.stand == "right":
            found.append(Said(t("puzzle.solved"), "good"))
        elif self.missed:
            found.append(Said(self.why(t, say), "warning"))
        if self.question.stand == "shown":
            moves = ", ".join(say.move(move) for move in self.right)
            found.append(Said(t("puzzle.right", moves=moves), "gold"))
        if self.miner:
            found.append(Said(t("puzzle.mining", count=self.mined), "quiet"))
        return [*found, Said(self.standing(t), "quiet")]

    def why(self, t: Strings, say: Telling) -> str:
        """What the wrong move has come to."""
        words = say.move(self.missed)
        move = words[:1].upper() + words[1:]
        own = f"puzzle.{self.puzzle.task}.wrong"
        if own in t:
            return t(own, move=move)
        if self.found is None:
            return t("puzzle.wrong", move=move)
        value, best = (say.value(self.found.values[one]) for one in (self.missed, self.right[0]))
        return t("puzzle.worth", move=move, value=value, best=best)

    def standing(self, t: Strings) -> str:
        """The person's rating, how sure it is, and the row of puzzles solved."""
        skill = self.book.skill
        rating = t("puzzle.rating", rating=round(skill.value), error=round(SURE * skill.deviation))
        row = t("puzzle.row", streak=self.book.streak, solved=self.book.solved)
        due = len(self.book.due())
        return " ".join([rating, row, *([t("puzzle.due", count=due)] if due else [])])

    def ways(self) -> list[Way]:
        """The solution, and another puzzle."""
        more = Way("halt", "pause") if self.miner else Way("mine", "new")
        if self.question.stand in ("asked", "wrong"):
            return [Way("solution", "eye", self.question.stand == "wrong"), more]
        return [Way("solution", "eye"), Way("next", "next", lit=True), more]

    def press(self, key: str) -> bool:
        """Shows the solution, looks for more puzzles, or takes up another one."""
        does = {"solution": self.show, "mine": self.mine, "halt": self.mine}
        if key in does:
            does[key]()
        else:
            self.take_up(self.next())
        self.going_on = True
        return True

    def show(self) -> None:
        """Shows the solution from the present choice on; who has not found it has failed."""
        self.note(solved=False)
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
    """The moves that follow by best play; the best one alone where no more is known."""
    if isinstance(answer, Solution) and answer.line:
        return list(answer.line[:LINE_MOST])
    return [move for move in [reply_of(answer)] if move]


def offered(game: str) -> list[str]:
    """What there is of a game to learn by."""
    found = {"learn": lessons_path(game), "puzzles": pack_path(game)}
    return [way for way, path in found.items() if path.exists()]


def reply_of(answer: Solution | Advice) -> str:
    """The best move that a search has found; "" where it found none."""
    if isinstance(answer, Solution):
        return answer.best[0] if answer.status == "exact" and answer.best else ""
    return answer.move


def telling_reply(match: Match, answer: Solution | Advice, kind: Kind) -> str:
    """The best move that a search has found; of several worth the same the one that shows most:
    worth most by the finer objective, then the one with the longest line to follow."""
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


# ---- the match that is played on ----


class StudyMatch(LiveMatch):
    """A match in which something is to be found: the machine answers, lines are played out."""

    def __init__(self, study: Study, settings: Settings, clock: Clock) -> None:
        super().__init__(study.question.match, settings, clock)
        self.study = study

    def viewer(self, now: int | None) -> int | None:  # noqa: ARG002
        """The seat that learns; None where all cards are shown."""
        return None if self.study.open else self.study.question.seat

    @property
    def coached(self) -> bool:
        """Whether the coach speaks: in a real match alone."""
        return bool(self.study.helps)

    @property
    def counts(self) -> bool:
        """Whether it counts for the person's rating: nothing of it does."""
        return False

    def take_back(self, ply: int | None = None) -> bool:
        """Only in a real match, and not to before its beginning."""
        return bool(self.pending) or (self.study.begun and super().take_back(ply))

    @property
    def mine(self) -> bool:
        """Whether the person is asked for a move."""
        waits = self.study.waits and not self.pending
        return waits and self.study.question.own_turn

    @property
    def looks_up(self) -> bool:
        """Whether it is not known yet what is right at the person's choice."""
        return not self.mine and self.study.question.own_turn

    def ask_hint(self) -> None:
        """Only where help is given."""
        if "hint" in self.study.helps:
            super().ask_hint()

    def toggle_values(self) -> None:
        """Only where help is given."""
        if "values" in self.study.helps:
            super().toggle_values()

    def think(self, ready: bool) -> tuple[bool, str]:
        """Plays out what is to be shown; lets the others answer."""
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
        """The next move of a line, after a rest in which it can be followed."""
        rest = self.settings.pause_least if self.settings.motion != "off" else 0
        if not ready or self.clock.now < self.turn_began + rest:
            return False, ""
        move = self.study.question.line.popleft()
        if move in self.match.legal():
            return True, move
        self.study.question.line.clear()  # chance has taken another way
        return True, ""

    def look_up(self, study: PuzzleStudy) -> bool:
        """Finds out what a puzzle needs to know; whether a new picture is wanted."""
        mined = study.take_mined()
        found = self.thinker.poll()
        if found is not None and found.status != "cancelled":
            study.answered(found)
            return True
        wanted = study.search()
        if wanted and not self.thinker.busy:
            kind, objective, nodes, level = wanted
            self.thinker.start(self.match, kind, level=level, objective=objective, nodes=nodes)
        return self.waiting() or mined
