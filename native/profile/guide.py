"""Guided turns: the first turns that a person ever takes in a game, at the real table."""

from __future__ import annotations

from collections.abc import Sequence

from ..match import Match
from .session import Session

TURNS = 3
BEGINNINGS = 2  # matches of a game in which one is a beginner
MATCHES = 3  # in which the coins of a table have their names


def needs_names(session: Session) -> bool:
    """Whether the person may not know the coins yet: fewer than three matches ended, and fewer than
    three games guided to the end."""
    guided = sum(turns >= TURNS for turns in session.settings.guided.values())
    return guided < MATCHES and len(session.chronicle.games()) < MATCHES


def is_newcomer(session: Session, game: str) -> bool:
    """Whether the person has neither begun a match of a game nor done a lesson step of it."""
    return game not in session.settings.guided and session.is_new(game)


def is_beginner(session: Session, game: str) -> bool:
    """Whether the person has hardly played a game yet, so that the coach speaks of wins given away alone."""
    return not session.chronicle.has_played(game, BEGINNINGS)


class Guide:
    """Whether and at which turn a person is guided in a match."""

    def __init__(self, session: Session, match: Match, humans: Sequence[int]) -> None:
        self.session = session
        self.match = match
        self.alone = len(humans) == 1
        if self.alone and is_newcomer(session, match.game):
            self.counted[match.game] = 0

    @property
    def counted(self) -> dict[str, int]:
        """The number of guided turns, by game."""
        return self.session.settings.guided

    @property
    def turn(self) -> int:
        """How many turns of this game were guided; the maximum if the person knew the game
        before."""
        return self.counted.get(self.match.game, TURNS)

    @property
    def open(self) -> bool:
        """Whether the person is being guided."""
        return self.alone and self.turn < TURNS and not self.match.over

    @property
    def new(self) -> bool:
        return self.open and self.turn == 0

    def count(self) -> None:
        if self.open:
            self.note(self.turn + 1)

    def dismiss(self) -> None:
        """Ends the guide of this game for good."""
        self.note(TURNS)

    def note(self, turn: int) -> None:
        self.counted[self.match.game] = turn
        self.session.save_settings()
