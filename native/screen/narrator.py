"""The narrator: says what the screen shows, for a person who does not see it.

Whenever a picture has been laid out, it says what is new there: what the scene tells, and what has the
focus. What a person does cuts off what is still being said. Events are told as the log tells them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from ..profile.session import Session
from .bindings import PASSIVE
from .canvas import Canvas
from .pointer import Spot, spot_of
from .reading import named, spoken
from .speech import Voice

KEPT = 40  # sentences that can be repeated

Chosen = Sequence[tuple[object, str]]  # cards that are chosen, each with its name


def begins(words: str, start: str) -> bool:
    """Whether a text begins with another one, and not only with part of a word.

    >>> begins("Quit: leaves", "Quit"), begins("Quits", "Quit")
    (True, False)
    """
    return re.match(re.escape(start) + r"\b", words) is not None


class Page(Protocol):
    """What the narrator asks a scene."""

    overlay: bool
    focus: str

    def told(self, c: Canvas, full: bool) -> list[str]:
        """What it tells beside its spots, sentence by sentence."""

    def opening(self, c: Canvas) -> list[str]:
        """What it tells beside all that once, when it is opened."""

    def here(self, c: Canvas) -> list[str]:
        """What it is, and what is to be done there."""

    def lying(self, c: Canvas) -> list[str]:
        """What lies on its table; without one, all that it tells."""

    def standing(self) -> str:
        """How everybody stands; "" without a match."""

    def played(self) -> int:
        """The moves played in the match on it."""

    def due(self) -> str:
        """What the person is to do in that match now, which is said after each move; "" if it is not their turn."""

    def choosing(self) -> Chosen | None:
        """The cards that are chosen; None while nothing can be."""

    def moving(self) -> bool:
        """Whether it is still being shown what has happened."""

    def late(self) -> bool:
        """Whether what it tells may be old for a moment."""

    def asks(self) -> bool:
        """Whether what it tells is answered where the focus is."""


def shape(words: str) -> str:
    """A sentence without its figures: what only counts on by itself is not said again.

    >>> shape("Judged: 3 of 12") == shape("Judged: 4 of 12")
    True
    """
    return re.sub(r"\d+([.,]\d+)*", "0", words)


class Narrator:
    """Says what is new on the screen, in order."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.voice = Voice()
        self.page: Page | None = None  # the page that was told last
        self.known: list[str] = []  # sentences of that page
        self.at = ("", "")  # the spot that was told last, and what was said of it
        self.chosen: tuple[int, Chosen | None] = (0, None)  # after how many moves, and the cards chosen then
        self.cuts = False  # whether the next sentence cuts off those before
        self.points = False  # whether the mouse has moved since a spot was told
        self.last: list[str] = []  # what was said since a sentence cut others off

    @property
    def full(self) -> bool:
        """Whether all is said, or only what is needed to play."""
        return self.session.settings.speech == "full"

    def close(self) -> None:
        """Ends all speech."""
        self.voice.close()

    def heed(self, action: str) -> None:
        """The person has done something: what comes of it is said at once."""
        self.cuts = self.cuts or action not in PASSIVE
        self.points = self.points or action == "point"

    def say(self, words: str) -> None:
        """Says a sentence after those before, or instead of them if the person has acted since."""
        words = spoken(words)
        if not words:
            return
        if self.cuts:
            self.last = []
        self.last = [*self.last, words][-KEPT:]
        self.voice.say(words, self.session.settings.language, hush=self.cuts)
        self.cuts = False

    def tell(self, lines: Sequence[str], newest: bool = False) -> None:
        """Tells what has happened; newest: instead of what is still being said."""
        self.cuts = self.cuts or (newest and bool(lines))
        for line in lines:
            self.say(line)

    def look(self, page: Page, c: Canvas) -> None:
        """Says what is new in a picture that has been laid out."""
        if page.late() or (page is self.page and page.moving()):
            return
        told = [*dict.fromkeys(map(spoken, page.told(c, self.full)))]
        spot = spot_of(c.spots, page.focus)
        still = page is self.page and page.played() == self.chosen[0]
        alike = shape if still and not self.cuts else str  # by what a sentence is the same as before
        if page is not self.page:
            self.at = ("", "")
            new = [*told, *map(spoken, page.opening(c))] if self.full else told if page.overlay else told[:1]
        else:
            due = "" if still else spoken(page.due())
            before = {*map(alike, self.known)}
            new = [line for line in told if alike(line) not in before or line == due]
        known, self.chosen = self.chosen, (page.played(), page.choosing())
        choice = self.choice_words(known, self.chosen) if page is self.page else []
        if choice and spot and spot.key == self.at[0]:
            self.at = (spot.key, self.words_of(spot, c))  # its state is what the choice says
        self.page, self.known = page, told
        tip = spoken(spot.tip) if spot else ""
        words = self.words_of(spot, c) if spot else ""
        for line in (*choice, *new):
            if line != tip and not words.startswith(line):
                self.say(line)
        again = (page.focus, alike(words)) == (self.at[0], alike(self.at[1]))
        if words and (not again or (new and page.asks())):
            self.cuts = self.cuts or (self.points and page.focus != self.at[0])
            self.say(self.marked(spot, words) if spot and page.focus == self.at[0] and not new else words)
        self.points = False
        self.at = (page.focus, words)

    def marked(self, spot: Spot, words: str) -> str:
        """What is said of a spot again: only the mark where that is all that is new."""
        state = spoken(spot.state)
        return state if state and words.replace(f", {state}", "", 1) == self.at[1] else words

    def choice_words(self, before: tuple[int, Chosen | None], after: tuple[int, Chosen | None]) -> list[str]:
        """Which cards are no longer chosen, and which are now; nothing where a move has ended the choice."""
        if before == after or before[0] != after[0] or before[1] is None or after[1] is None:
            return []
        t, gone = self.session.strings, [name for card, name in before[1] if card not in dict(after[1])]
        found = [t("speech.held.no_more", cards="; ".join(gone))] if gone else []
        cards = "; ".join(name for _, name in after[1])
        return [*found, t("speech.held" if cards else "speech.held.none", cards=cards)]

    def words_of(self, spot: Spot, c: Canvas, whole: bool = False) -> str:
        """What a spot is; whole, or where all is said: and what it does."""
        words, tip = named(spot, c), spot.tip
        name, _, rest = spoken(tip).partition(". ")
        if rest and (words.startswith(name) or words.removesuffix(".").endswith(name)):
            tip = rest
        elif begins(words, tip.rstrip(".")):
            return words
        if not (tip and (self.full or whole or not words)) or tip in words:
            return words
        bare = words.removesuffix(f", {spoken(spot.state)}")
        if bare != words and tip.startswith(bare):
            return words + tip.removeprefix(bare)
        if begins(tip, words.removesuffix(".")):
            return tip
        return f"{words}{'' if words.endswith(('.', '?', '!')) else '.'} {tip}"

    # what the person asks for

    def again(self) -> None:
        """Repeats what was said last."""
        last, self.last, self.cuts = self.last, [], True
        self.tell(last)

    def where(self, page: Page, c: Canvas) -> None:
        """Says what the page is, and what has the focus."""
        spot = spot_of(c.spots, page.focus)
        words = self.words_of(spot, c, whole=True) if spot else ""
        self.answer([*(line for line in page.here(c) if not words.startswith(spoken(line))), words])

    def table(self, page: Page, c: Canvas) -> None:
        """Says what lies on the table, in reading order."""
        self.answer(page.lying(c))

    def score(self, page: Page, c: Canvas) -> None:
        """Says how everybody stands."""
        self.answer([page.standing()] if page.standing() else page.here(c))

    def answer(self, lines: Sequence[str]) -> None:
        """Says at once what was asked for."""
        self.cuts = True
        self.tell(lines)
