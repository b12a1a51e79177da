"""The judge: what each move of a position is worth to the seat that is to make it, found once for everybody.

Hint, values, coach, Why, review, the other table and the grades of the history ask the same question, so one
Judge answers it. It keeps a Worth for each position, which is the record up to the move: whoever asks holds
that same object, and reads there what anybody's search has found. What is not known yet waits in one queue:
first what the person waits for, then the coach, the review, and the history's grades. One thread searches;
what is more urgent takes it from a search of review or history, which is made anew later.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import IntEnum
from typing import NamedTuple, Protocol

from ..grades import Word
from ..match import Match
from ..thinker import Kind, Thinker
from ..values import Advice, Progress, Proof, Solution
from .reasons import STEP_S, Reasoning

LEVEL = "dragon"  # whose values count
PERMILLE = 0  # of the level's node counts; 0: all of them
SOLVE_MS = 5000  # for one position with open cards
MOST_KEPT = 2000  # positions, the newest

Key = tuple[str, int, bytes]


def usable(advice: Advice) -> bool:
    """Whether an advice was computed to its end."""
    return bool(advice.moves) and advice.status not in ("cancelled", "time")


class Worth:
    """What is known of the moves of one position.

    fair: their values by what the seat can know. unadvisable: the search for these has found none. opened: their
    values with all cards face up. unsolvable: there are none. reasonings: why a move is worse than a better one,
    by the two and the number of deals tried.
    """

    def __init__(self, fair: Advice | None = None, opened: Solution | None = None, unsolvable: bool = False) -> None:
        self.fair, self.opened, self.unsolvable = fair, opened, unsolvable
        self.unadvisable = False
        self.reasonings: dict[tuple[str, str, int], Reasoning] = {}

    def settled(self, kind: Kind) -> bool:
        """Whether there is nothing to search for any more."""
        return bool(self.fair or self.unadvisable) if kind == "advise" else bool(self.opened or self.unsolvable)

    def take(self, found: Advice | Solution) -> None:
        """Notes what a search has found."""
        if isinstance(found, Solution):
            self.opened = found if found.status == "exact" else None
            self.unsolvable = found.status != "exact"
        else:
            self.fair = found if usable(found) else None
            self.unadvisable = not usable(found)


class Verdict(NamedTuple):
    """A mistake, and the move to recommend instead. proof: of the values it rests on."""

    seat: int
    move: str
    better: str
    loss: float
    word: Word
    ply: int  # moves played before it
    proof: Proof
    reasoning: Reasoning  # why the better move is better

    def explain(self) -> bool:
        """Searches on for the reason for a moment. Returns whether it is found just now."""
        return not self.reasoning.done and self.reasoning.work(STEP_S)


class Urgency(IntEnum):
    """Who needs an answer, the most urgent first."""

    WAITED = 0  # the person has asked
    COACH = 1
    REVIEW = 2
    HISTORY = 3


class Asker(Protocol):
    """Somebody who asks the judge. near: the ply whose neighbours are wanted first."""

    near: int


class Wish(NamedTuple):
    """A search that somebody wants: the position is that of a match after so many moves."""

    asker: Asker
    match: Match
    ply: int
    worth: Worth
    kind: Kind
    urgency: Urgency

    @property
    def rank(self) -> tuple[int, int, str]:
        """Its place in the queue."""
        return self.urgency, abs(self.ply - self.asker.near), self.kind


class Judge:
    """Values positions one after another in a thread of its own, which the first search starts."""

    def __init__(self) -> None:
        self.kept: dict[Key, Worth] = {}
        self.queue: list[Wish] = []
        self.running: Wish | None = None
        self.answers = 0  # searches that have ended
        self.thinker: Thinker | None = None

    def known(self, match: Match) -> Worth | None:
        """What is known of a position; None if nobody has asked for it."""
        return self.kept.get((match.game, *match.key()))

    def worth(self, match: Match) -> Worth:
        """What is known of a position, and will be."""
        key = match.game, *match.key()
        if key not in self.kept:
            self.kept[key] = Worth(unsolvable=not match.info.solvable)
            if len(self.kept) > MOST_KEPT:
                del self.kept[next(iter(self.kept))]
        return self.kept[key]

    def ask(
        self, asker: Asker, match: Match, ply: int, worth: Worth, urgency: Urgency, kind: Kind = "advise"
    ) -> None:
        """Lets a position wait for its search, unless it is known. match: stays as it is up to this ply."""
        if worth.settled(kind):
            return
        self.queue = [wish for wish in self.queue if not (wish.asker is asker and same(wish, worth, kind))]
        self.queue.append(Wish(asker, match, ply, worth, kind, urgency))
        now = self.running
        if now and urgency < Urgency.REVIEW <= now.urgency and not same(now, worth, kind):
            self.stop()

    def asked(self, asker: Asker, worth: Worth, urgency: Urgency) -> bool:
        """Whether somebody waits for the values of a position with this urgency."""
        return any(one.asker is asker and one.worth is worth and one.urgency == urgency for one in self.queue)

    def wishes(self, asker: Asker) -> list[Wish]:
        """What somebody still waits for."""
        return [wish for wish in self.queue if wish.asker is asker]

    def withdraw(self, asker: Asker, keep: Collection[Worth] = ()) -> None:
        """Drops what somebody waits for, except for some positions."""
        self.queue = [wish for wish in self.queue if wish.asker is not asker or wish.worth in keep]
        now = self.running
        if now and not any(same(wish, now.worth, now.kind) for wish in self.queue):
            self.stop()

    def tick(self, least: Urgency) -> bool:
        """Takes an answer and starts the next search, if it is at least so urgent. Returns whether there was
        an answer."""
        found = self.thinker.poll() if self.thinker and self.running else None
        if found is not None and self.running:
            worth, kind = self.running.worth, self.running.kind
            worth.take(found)
            self.queue = [wish for wish in self.queue if not same(wish, worth, kind)]
            self.running = None
            self.answers += 1
        if self.queue and not self.running:
            self.begin(least)
        return found is not None

    def begin(self, least: Urgency) -> None:
        """Starts the most urgent search. What somebody else has found meanwhile needs none."""
        self.queue = [wish for wish in self.queue if not wish.worth.settled(wish.kind)]
        waiting = [wish for wish in self.queue if wish.urgency <= least]
        if not waiting:
            return
        wish = self.running = min(waiting, key=lambda wish: wish.rank)
        at = wish.match.copy()
        at.goto(wish.ply)
        self.thinker = self.thinker or Thinker()
        if wish.kind == "solve":
            self.thinker.start(at, "solve", ms=SOLVE_MS)
        else:
            self.thinker.start(at, "advise", level=LEVEL, permille=PERMILLE)

    def stop(self) -> None:
        """Stops the present search."""
        if self.thinker:
            self.thinker.cancel()
        self.running = None

    @property
    def progress(self) -> Progress:
        """How far the present search is."""
        return self.thinker.progress if self.thinker else Progress(0, 0, 0)

    def rest(self) -> None:
        """Frees the memory of its searches, unless somebody waits for one."""
        if not self.queue and not self.running:
            self.close()

    def close(self) -> None:
        """Stops all searches, ends the thread and frees its memory. What is known stays."""
        self.queue.clear()
        self.running = None
        if self.thinker:
            self.thinker.close()
        self.thinker = None


def same(wish: Wish, worth: Worth, kind: Kind) -> bool:
    """Whether a wish is for this."""
    return wish.worth is worth and wish.kind == kind
