"""Lessons: courses of steps, each a position on the real table with a task.

The data is assets/GAME/lessons.toml:

    [[course]]                      title, learnt (what it has taught), and steps in order
    [[course.step]]                 title, text (a sentence or two), task and learnt
    edition = 1                     2 if it took the place of another step: whoever has done that
                                    one has not done this one
    record = {...}                  the position, as a table or as JSON
    seat = 0                        the learner, whose turn it is; in a match, Hatchling plays the
                                    other seats
    open = false                    whether all cards are shown, including other hands
    point = [{zone, seat, place}]   where to look; `card` instead of `place` finds the card there
    claim = {by, margin, proof}     the right moves are worth at least `margin` more than all
                                    others, by "solve" or by "advise" with at least this proof
    until = "over"                  a short real match: it lasts until it is over, or until this
                                    field of the state has changed
    motifs = ["gives_triple"]      the motifs that it teaches (native/GAME/motifs.py)
    own = true                      the field has an entry for each seat, and the learner's must
                                    change, else the step has failed; its last answer says so
    [[course.step.answer]]          the reply to a move: moves, right, text, and line, the moves
                                    that follow, such as the opponents' reply that shows the point;
                                    without `moves`: the reply to all others

Each text stands beside its translations: text, text_de, ... A step does not know the screen: it
says what to show, and whether a move was right.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from ..files import READ, assets_dir, table_of
from ..games import GAMES
from ..match import Match
from ..refusals import BadRecord, quote
from ..strings import Strings, Texts
from ..values import Placed
from .lines import HELD

LANGUAGES = ("en", "de")
OVER = "over"
# Places that are no card zones but can be pointed at.
PLACES = {"column", "row", "kinds", "plate", "trump", "sums", "points", "track", "clock"}


class BadLesson(ValueError):
    """A lessons file is invalid; the text says in which step, and why."""


class Highlight(NamedTuple):
    """Where to look: a zone of the engine or one of PLACES, whose, and which place in it."""

    zone: str
    seat: int | None
    place: int | None

    def at(self, card: Placed) -> bool:
        """Whether a card lies there."""
        known = zip(self, (card.zone, card.seat, card.place), strict=True)
        return all(wanted in (None, found) for wanted, found in known)


class Claim(NamedTuple):
    """How much better the right moves of a step are than all others, in the unit of solver or
    adviser, for the seat that moves. proof: the weakest proof that an advice may have."""

    by: str
    margin: float
    proof: str
    objective: str


class Reply(NamedTuple):
    """What is said to a move. line: moves that follow, to be shown."""

    right: bool
    texts: Texts
    moves: tuple[str, ...] = ()
    line: tuple[str, ...] = ()

    def text(self, t: Strings) -> str:
        return t.of(self.texts)


class Step(NamedTuple):
    """A step of a course. key is its name: GAME/COURSE/NUMBER, counted from 1."""

    key: str
    edition: int
    game: str
    titles: Texts
    texts: Texts
    tasks: Texts
    lesson: Texts  # what it teaches, in a line
    record: Mapping[str, Any]
    seat: int
    open: bool
    pointer: tuple[Highlight, ...]  # where to look
    claim: Claim | None
    until: str | None
    own: bool  # only the learner's own end counts
    motifs: tuple[str, ...]  # what it teaches to look for, without the name of the game
    answers: tuple[Reply, ...]

    @property
    def mark(self) -> str:
        """Its permanent name in the history."""
        return self.key if self.edition == 1 else f"{self.key}.{self.edition}"

    def title(self, t: Strings) -> str:
        """The step's title."""
        return t.of(self.titles)

    def text(self, t: Strings) -> str:
        """What the step teaches."""
        return t.of(self.texts)

    def task(self, t: Strings) -> str:
        """The task."""
        return t.of(self.tasks)

    def learnt(self, t: Strings) -> str:
        """What has been learnt when it is done."""
        return t.of(self.lesson)

    def match(self) -> Match:
        """The position, ready to be played; it is the learner's turn."""
        return Match.load(self.record)

    def cards(self) -> list[str]:
        """The cards that it is about, each once: those that it points at; if none, those held."""
        found = self.match().cards(None if self.open else self.seat)
        seen = [one for one in found if one.card not in (None, one.zone)]  # a piece, no card, bears its zone's name
        pointed = [one for lit in self.pointer for one in seen if lit.at(one)]
        held = [one for one in seen if one.zone in HELD and one.seat == self.seat]
        return list(dict.fromkeys(one.card for one in pointed or held if one.card))

    @property
    def played(self) -> bool:
        """Whether the step is a short match instead of a single move."""
        return self.until is not None

    def right(self, move: str) -> bool:
        """Whether a legal move is a right answer. Not for a step that is played."""
        return self.reply(move).right

    def reply(self, move: str) -> Reply:
        """What is said to a legal move. Not for a step that is played."""
        assert not self.played
        named = (answer for answer in self.answers if move in answer.moves)
        return next(named, self.answers[-1])

    def finished(self, match: Match) -> bool:
        """Whether a step that is played has ended in this match."""
        assert self.until is not None
        if match.over or self.until == OVER:
            return match.over
        before: object = self.match().state()[self.until]
        return bool(match.state()[self.until] != before)

    def end(self, match: Match) -> Reply:
        """What is said when a step that is played has ended in this match."""
        assert self.until is not None
        if not self.own:
            return self.answers[-1]
        before, now = (one.state()[self.until][self.seat] for one in (self.match(), match))
        return self.answers[0 if now != before else -1]


class Course(NamedTuple):
    """Steps that belong together."""

    key: str
    titles: Texts
    lesson: Texts
    steps: tuple[Step, ...]

    def title(self, t: Strings) -> str:
        """The course's title."""
        return t.of(self.titles)

    def learnt(self, t: Strings) -> str:
        """What has been learnt when all steps are done."""
        return t.of(self.lesson)


def lessons_path(game: str) -> Path:
    """The path of a game's lessons."""
    return assets_dir() / game / "lessons.toml"


@cache
def courses(game: str) -> tuple[Course, ...]:
    """The courses of a game in order; none if it has no file, or none that can be read: parts.fault
    says so."""
    path = lessons_path(game)
    try:
        text = path.read_text("utf-8")
        found = read(game, text) if text else ()
    except FileNotFoundError:
        return ()
    except (OSError, ValueError) as error:
        READ[path] = str(error)
        return ()
    READ[path] = ""
    return found


def read(game: str, text: str) -> tuple[Course, ...]:
    """Parses the courses of a file. Raises BadLesson if it is invalid."""
    try:
        data = table_of(text)
    except ValueError as error:
        raise BadLesson(f"{game}: {error}") from None
    listed = enumerate(_Table(data, game).take("course", list), 1)
    return tuple(_course(_Table(item, f"{game}/{number}"), game) for number, item in listed)


def steps_of(game: str) -> list[Step]:
    """The steps of all courses of a game, in order."""
    return [step for course in courses(game) for step in course.steps]


def next_step(game: str, done: Collection[str]) -> Step:
    """The first step that is not done yet; the first of all if everything is done."""
    steps = steps_of(game)
    return next((step for step in steps if step.key not in done), steps[0])


def step_about(motif: str) -> Step | None:
    """The first step that teaches a motif; None if none does."""
    game, _, name = motif.partition(".")
    return next((step for step in steps_of(game) if name in step.motifs), None)


# ---- reading ----


class _Table:
    """A table of the file. Keys that were not read in the end are unknown ones."""

    def __init__(self, data: object, key: str) -> None:
        self.key = key
        if not isinstance(data, dict):
            self.refuse(f"{quote(data)} is no table")
        self.left: dict[str, Any] = dict(data)

    def refuse(self, why: str) -> NoReturn:
        raise BadLesson(f"{self.key}: {why}")

    def take(self, name: str, kind: type, standard: object = None) -> Any:
        value = self.left.pop(name, standard)
        if type(value) is not kind and not (kind is float and type(value) is int):
            self.refuse(f'"{name}" must be of type {kind.__name__}, not {quote(value)}')
        return value

    def names(self, name: str) -> tuple[str, ...]:
        """A list of strings; empty if it is missing."""
        found = self.take(name, list, [])
        if any(type(item) is not str for item in found):
            self.refuse(f'"{name}" must be a list of texts')
        return tuple(found)

    def texts(self, name: str) -> Texts:
        """A text in all languages."""
        keys = {language: name if language == "en" else f"{name}_{language}" for language in LANGUAGES}
        own = f"lesson.{self.key.replace('/', '.').replace(' ', '.')}.{name}"
        return Texts(own, {language: self.take(key, str).strip() for language, key in keys.items()})

    def tables(self, name: str) -> Iterable[_Table]:
        for number, item in enumerate(self.take(name, list, []), 1):
            yield _Table(item, f"{self.key}/{name} {number}" if name != "step" else f"{self.key}/{number}")

    def done(self) -> None:
        if self.left:
            self.refuse(f"unknown: {', '.join(self.left)}")


def _course(table: _Table, game: str) -> Course:
    titles, learnt = table.texts("title"), table.texts("learnt")
    steps = tuple(_step(item, game) for item in table.tables("step"))
    table.done()
    if not steps:
        table.refuse("no step")
    return Course(table.key, titles, learnt, steps)


def _step(table: _Table, game: str) -> Step:
    seat = table.take("seat", int, 0)
    try:
        record = _record(table, game, seat)
        match = Match.load(record)
    except BadRecord as error:
        table.refuse(f"record: {error}")
    claim = table.left.get("claim") and _claim(_Table(table.left.pop("claim"), table.key))
    step = Step(
        key=table.key,
        edition=table.take("edition", int, 1),
        game=game,
        titles=table.texts("title"),
        texts=table.texts("text"),
        tasks=table.texts("task"),
        lesson=table.texts("learnt"),
        record=record,
        seat=seat,
        open=table.take("open", bool, False),
        pointer=tuple(_pointer(item, match) for item in table.tables("point")),
        claim=claim or None,
        until=table.take("until", str) if "until" in table.left else None,
        own=table.take("own", bool, False),
        motifs=table.names("motifs"),
        answers=tuple(_answer(item) for item in table.tables("answer")),
    )
    table.done()
    if match.to_act != seat:
        table.refuse(f"seat {seat} is not to act")
    _check_answers(table, step, match.legal())
    return step


def _record(table: _Table, game: str, seat: int) -> dict[str, Any]:
    """The record of a step: a table, or JSON if it contains null, which TOML lacks. The other seats
    are Hatchling's."""
    given = table.left.pop("record", None)
    if isinstance(given, str):
        given = json.loads(given)
    if not isinstance(given, dict):
        table.refuse(f'"record" must be a table, not {quote(given)}')
    record = {"hoard": 1, "game": game, "moves": [], **given}
    count = Match.load(record).seats_count
    seats = ["human" if number == seat else "hatchling" for number in range(count)]
    return {**record, "seats": seats}


def _check_answers(table: _Table, step: Step, legal: list[str]) -> None:
    """Checks that every legal move has one answer, every answer has moves, and there are right and
    wrong ones."""
    others = [answer for answer in step.answers[:-1] if not answer.moves]
    if not step.answers or (others and step.until is None):
        table.refuse("only the last answer may be one to all other moves")
    if step.until is not None:
        _check_ends(table, step)
        return
    named = [move for answer in step.answers for move in answer.moves]
    wrong = sorted({move for move in named if move not in legal or named.count(move) > 1})
    if wrong:
        table.refuse(f"answers to moves that are not legal, or named twice: {', '.join(wrong)}")
    if not step.answers[-1].moves and set(named) == set(legal):
        table.refuse("an answer to no move")
    if step.answers[-1].moves and set(named) != set(legal):
        table.refuse("moves without an answer")
    if len({answer.right for answer in step.answers}) < 2:
        table.refuse("no right answer, or no wrong one")


def _check_ends(table: _Table, step: Step) -> None:
    """Checks how a step that is played ends and which answers it has."""
    state = step.match().state()
    if step.until != OVER and step.until not in state:
        table.refuse("a step that is played ends by a field of the state")
    if [answer.right for answer in step.answers] != [True, False][: 1 + step.own]:
        table.refuse("a step that is played has one answer, or where own is true a right and a wrong one")
    if step.own and len(state.get(step.until or "", ())) != step.match().seats_count:
        table.refuse("own needs a field with an entry for each seat")


def _answer(table: _Table) -> Reply:
    reply = Reply(
        right=table.take("right", bool, False),
        texts=table.texts("text"),
        moves=table.names("moves"),
        line=table.names("line"),
    )
    table.done()
    return reply


def _claim(table: _Table) -> Claim:
    claim = Claim(
        by=table.take("by", str),
        margin=float(table.take("margin", float)),
        proof=table.take("proof", str, "exact"),
        objective=table.take("objective", str, ""),
    )
    table.done()
    if claim.by not in ("solve", "advise"):
        table.refuse('a claim is checked by "solve" or by "advise"')
    return claim


def _pointer(table: _Table, match: Match) -> Highlight:
    zone = table.take("zone", str)
    seat = table.take("seat", int) if "seat" in table.left else None
    place = table.take("place", int) if "place" in table.left else None
    card = table.take("card", str) if "card" in table.left else None
    table.done()
    if zone not in (*GAMES[match.game].zones, *PLACES):
        table.refuse(f"no place {quote(zone)}")
    if card is not None:
        lying = (p for p in match.cards() if (p.zone, p.seat, p.card) == (zone, seat, card))
        found = next(lying, None)
        if found is None:
            table.refuse(f"{quote(card)} does not lie there")
        place = found.place
    return Highlight(zone, seat, place)


def marks_step(name: str) -> bool:
    """Whether a name in the history is that of a step, GAME/COURSE/NUMBER, not of a whole course."""
    return name.count("/") == 2


def lesson(game: str, course: str) -> str:
    """The name in the history of a course that was done."""
    return f"{game}.{course}"
