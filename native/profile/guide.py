"""Guided turns: the first turns that a person ever takes in a game, at the real table; and after them, in the first
matches, each situation that comes for the first time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..match import Match
from .session import Session

TURNS = 3
DISMISSED = 1000  # what counts as the number of guided turns where no more are to be guided
BEGINNINGS = 2  # matches of a game in which one is a beginner
SITUATION = "/"  # between a game and a situation in what is counted
MATCHES = 3  # in which the coins of a table have their names


def needs_names(session: Session) -> bool:
    """Whether the person may not know the coins yet: fewer than three matches ended, and fewer than
    three games guided to the end."""
    guided = sum(turns >= TURNS for name, turns in session.settings.guided.items() if SITUATION not in name)
    return guided < MATCHES and len(session.chronicle.games()) < MATCHES


def is_newcomer(session: Session, game: str) -> bool:
    """Whether the person has neither begun a match of a game nor done a lesson step of it."""
    return game not in session.settings.guided and session.is_new(game)


def is_beginner(session: Session, game: str) -> bool:
    """Whether the person has hardly played a game yet, so that the coach speaks of wins given away alone."""
    return not session.chronicle.has_played(game, BEGINNINGS)


class Guide:
    """Whether a person is guided in a match, and how often in the present situation. asked: the situation in which
    the person is to decide, "" while others are to move. lines: how many there are about a situation."""

    def __init__(
        self, session: Session, match: Match, humans: Sequence[int], asked: Callable[[], str],
        lines: Callable[[str], int],
    ) -> None:
        self.session = session
        self.match = match
        self.asked = asked
        self.lines = lines
        self.alone = len(humans) == 1
        if self.alone and is_newcomer(session, match.game):
            self.counted[match.game] = 0
        self.explains = self.alone and self.turn < DISMISSED and is_beginner(session, match.game)

    @property
    def counted(self) -> dict[str, int]:
        """The number of guided turns by game, and by game and situation."""
        return self.session.settings.guided

    @property
    def turn(self) -> int:
        """How many turns of this game were guided."""
        return self.counted.get(self.match.game, DISMISSED)

    @property
    def times(self) -> int:
        """How often the present situation was explained before."""
        return self.counted.get(self.situation(self.asked()), 0)

    def situation(self, name: str) -> str:
        return f"{self.match.game}{SITUATION}{name}"

    @property
    def room(self) -> bool:
        """Whether there is something to explain in this match, now or later."""
        return self.open or (self.explains and not self.match.over)

    @property
    def open(self) -> bool:
        """Whether the person is being guided: in the first turns always, then where there is something new to say."""
        if not self.alone or self.match.over or self.turn >= DISMISSED:
            return False
        return self.turn < TURNS or (self.explains and self.times < self.lines(self.asked()))

    @property
    def new(self) -> bool:
        return self.open and self.turn == 0

    def count(self, asked: str) -> None:
        """Notes that a person has decided in a situation."""
        if self.alone and self.turn < DISMISSED and asked:
            name = self.situation(asked)
            self.counted[name] = self.counted.get(name, 0) + 1
            self.note(self.turn + (self.turn < TURNS))

    def dismiss(self) -> None:
        """Ends the guide of this game for good."""
        self.note(DISMISSED)

    def note(self, turn: int) -> None:
        self.counted[self.match.game] = turn
        self.session.save_settings()
