"""A match in progress, without its drawing and texts: players, turns, advice, undo, coach and
computer players."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

from ..match import Match
from ..position import Position
from ..store.saves import afresh, ours
from ..store.settings import Settings
from ..thinker import Thinker, search_ms
from ..values import Advice, Event, Progress
from .coach import Clock, Coach, coachable
from .judge import Judge, Verdict, Worth

LOG_PAGE = 8  # lines
DEALS = 8  # deals tried to see whether a move reveals something to its seat


def result(match: Match, humans: list[int]) -> str:
    """The result for the people: won, lost or shared; won if only computers played."""
    alone = len(match.winners) == 1 or bool(match.options.get("teams"))
    if len(match.winners) == match.seats_count or not (alone or humans):
        return "shared"
    if humans and not any(seat in match.winners for seat in humans):
        return "lost"
    return "won" if alone else "shared"


def known(match: Match, seat: int | None) -> Counter[str]:
    """The cards that a seat can see."""
    return Counter(one.card for one in match.cards(seat) if one.card)


def sight(after: Position, seat: int, move: str) -> str:
    """What a seat sees of a move and of the position after it."""
    events = after.play(move)
    seen = [
        (e.kind, e.what, e.target, e.target_seat, e.card if e.seen_by(seat) else "", e.amount)
        for e in events
    ]
    return json.dumps([seen, after.state(seat)])


def reveals(before: Position, move: str) -> bool:
    """Whether a legal move reveals a hidden card to its seat, by drawing, dealing or turning it up.

    It does if deals that look the same to the seat look different after the move.
    """
    seat = before.to_act or 0
    own = sight(before.position(), seat, move)
    return any(sight(before.redealt(seat, number), seat, move) != own for number in range(DEALS))


class LiveMatch:
    """A match with people, computer players, or both."""

    def __init__(self, match: Match, settings: Settings, clock: Clock, judge: Judge) -> None:
        self.match = ours(match)
        self.judge = judge
        self.settings = settings
        self.clock = clock
        self.humans = [seat for seat, who in enumerate(match.seats) if who == "human"]
        if self.coachable:
            match.extra.setdefault("coach", settings.coach)
        self.helped = bool(match.extra.get("assisted"))
        self.hints = int(match.extra.get("hints", 0))
        self.show_values = False
        self.hinted = False
        self.answer: Advice | None = None  # of the computer player, waiting for its moment
        self.pending = ""  # the person's move, played once the coach has graded it
        self.paused = not self.humans
        self.single = False  # one step of a paused match
        self.turn_began = clock.now
        self.ember = 0  # counts pictures while something is being computed
        self.seen: tuple[int, bytes] | None = None  # the position that the next two are about
        self.legal_moves: list[str] = []
        self.known = Worth()
        self.log: list[str] = []  # what happened, in words
        self.log_back = 0  # how many of its last lines are scrolled off
        self.thinker = Thinker()  # for computer players
        self.coach = Coach(judge)

    # The viewer

    def hides(self) -> bool:
        """Whether seats see different things at all."""
        return self.match.state(0) != self.match.state(1)

    def viewer(self, now: int | None) -> int | None:
        """The seat whose cards are shown: the person to play, else the present viewer (now) or the first
        person. None: everything is shown."""
        if self.match.to_act in self.humans:
            return self.match.to_act
        return self.humans[0] if self.humans and now is None else now

    @property
    def mine(self) -> bool:
        """Whether it is a person's turn."""
        return not (self.match.over or self.pending) and self.match.to_act in self.humans

    @property
    def asked(self) -> bool:
        """Whether the person wants advice."""
        return self.show_values or self.hinted

    @property
    def shown(self) -> Advice | None:
        """What the moves are worth, if the person wants to see it."""
        return self.advice if self.asked else None

    @property
    def looks_up(self) -> bool:
        """Whether something else than advice is worked out for the person: at a study's table."""
        return False

    def look(self) -> None:
        """Finds out what belongs to the position, once."""
        key = self.match.key()
        if key != self.seen:
            self.seen = key
            self.legal_moves = self.match.legal()
            self.known = self.judge.worth(self.match)

    def legal(self) -> list[str]:
        """The legal moves, cached for the position."""
        self.look()
        return self.legal_moves

    @property
    def worth(self) -> Worth:
        """What the judge knows of the position."""
        self.look()
        return self.known

    @property
    def advice(self) -> Advice | None:
        """What the moves of the person's present decision are worth, once that is known."""
        return self.worth.fair if self.mine else None

    def pause(self) -> None:
        """Pauses or resumes the computer players."""
        self.paused = not self.paused

    def step(self) -> None:
        """Lets a match advance by one move; one that runs is paused first."""
        self.single = self.paused and not self.single
        self.paused = True

    # Forward and back

    def forget(self) -> None:
        """Drops everything that belonged to the last position."""
        self.coach.stand(len(self.match.moves))
        self.thinker.cancel()
        self.answer = None
        self.pending = ""
        self.hinted = False
        self.turn_began = self.clock.now

    @property
    def coachable(self) -> bool:
        """Whether the coach is available at this table."""
        return coachable(self.match.seats)

    @property
    def coached(self) -> bool:
        """Whether mistakes are pointed out at once: an option of the match."""
        return self.coachable and self.match.extra.get("coach") is True

    def turn_coach(self) -> None:
        """Turns the coach on or off, in this match and as the default for later ones."""
        self.coach.forget()
        self.settings.coach = self.match.extra["coach"] = not self.coached

    def defer(self, move: str) -> bool:
        """Whether a move waits for the coach because it would reveal something to the person:
        afterwards, undoing it would be unfair."""
        if not (self.coached and self.mine and self.unveils(move)):
            return False
        self.coach.watch(self.match, move)
        self.heed()
        self.pending = move
        return self.coach.awaited or self.coach.spoken is not None

    def unveils(self, move: str) -> bool:
        """Whether a move reveals something to the seat to act that it cannot know yet."""
        return move in self.legal() and reveals(self.match, move)

    def unveiled(self, ply: int) -> bool:
        """Whether the person has seen a card that was hidden at an earlier position."""
        before, seat = self.match.copy(), self.humans[0]
        before.goto(ply)
        own = ply < len(self.match.moves) and reveals(before, self.match.moves[ply])
        return own or bool(known(self.match, seat) - known(before, seat))

    @property
    def counts(self) -> bool:
        """Whether the match counts for the person's rating at present."""
        return self.coachable and not self.helped and not self.match.over

    def make(self, move: str) -> list[Event]:
        """Plays a move of the seat to act. The coach starts to grade it, if a single person made it
        against computer players."""
        before = self.match.copy() if self.coached and self.mine else None
        events = self.match.play(move)
        if before:
            self.coach.watch(before, move)
            self.heed()
        self.forget()
        return events

    def take_back(self, ply: int | None = None) -> bool:
        """Undoes moves back to the person's last decision, or to a given position. Returns whether
        there was one."""
        if self.pending:
            return True  # nothing was played yet
        if not self.decided():
            return False
        self.match.goto(len(self.match.moves) - 1 if ply is None else ply)
        while not self.decides(self.match) and self.match.can_undo:
            self.match.undo()
        return True

    def decides(self, match: Match) -> bool:
        """Whether a person is to act, and what is to be done would not be done by itself."""
        return match.to_act in self.humans and not (self.settings.forced != "never" and len(match.legal()) == 1)

    def decided(self) -> bool:
        """Whether a person has made any choice so far."""
        before = self.match.copy()
        while before.undo():
            if self.decides(before):
                return True
        return False

    def take_on(self) -> bool:
        """Redoes moves up to the person's next decision."""
        if not self.match.can_redo:
            return False
        self.match.redo()
        while not self.decides(self.match) and self.match.can_redo:
            self.match.redo()
        return True

    def forced(self, plain: Callable[[str], bool]) -> str:
        """The move that the person makes without a choice, if it shall be made by itself and it is time; "" if
        there is none. plain: whether a move without an alternative is an obvious one."""
        wanted = self.settings.forced
        if not (self.mine and self.paused_enough) or wanted == "never" or self.paused or self.coach.spoken:
            return ""
        legal = self.legal()
        return legal[0] if len(legal) == 1 and (wanted == "always" or plain(legal[0])) else ""

    def fresh(self) -> Match:
        """The same deal from its beginning. If the match was seen before, it counts as assisted."""
        seen = self.helped or bool(self.match.moves)
        return Match.load(afresh(self.match.record(), assisted=seen) | {"moves": []})

    def record(self) -> dict[str, Any]:
        """The record of the match, including how much help there was."""
        self.match.extra |= {"assisted": self.helped, "hints": self.hints}
        return self.match.record()

    # The log

    def tell(self, lines: list[str], anew: bool = False) -> None:
        """Adds lines to the log, or starts it again with them; scrolls to its end."""
        self.log = lines if anew else self.log + lines
        self.log_back = 0

    def told(self) -> list[str]:
        """The visible part of the log."""
        return self.log[: len(self.log) - self.log_back]

    def scroll(self, lines: int) -> None:
        """Scrolls the log; scrolling back from its beginning leads to its end."""
        last = max(0, len(self.log) - 1)
        round_ = lines == -LOG_PAGE and self.log_back == last
        self.log_back = 0 if round_ else max(0, min(self.log_back - lines, last))

    # Thinking

    def ask_hint(self) -> None:
        if self.mine and not self.hinted:
            self.hinted = True
            self.helped = True
            self.hints += 1

    def judged(self, verdict: Verdict) -> Match:
        """The position of the move being discussed."""
        before = self.match.copy()
        before.goto(verdict.ply)
        return before

    def toggle_values(self) -> None:
        """Shows or hides the value of every move."""
        self.show_values = not self.show_values
        self.helped = self.helped or self.show_values

    def think(self, ready: bool) -> tuple[bool, str]:
        """Lets the computer player, or the adviser, think.

        ready: a move may be shown now. Returns whether a new picture is needed, and the computer
        player's move ("" = none yet).
        """
        changed = self.attend()
        if self.match.over or (self.coach.spoken and not self.mine):
            return changed, ""  # the opponent waits until the person goes on
        if self.mine:
            return self.waiting() or changed, ""
        if self.coach.awaited:
            return self.waiting() or changed, ""
        if self.pending:
            return True, self.pending
        return self.machine(ready, self.poll() or changed)

    def attend(self) -> bool:
        """Lets the coach or the adviser work. Returns whether a new picture is needed."""
        coach, worth = self.coach, self.worth if self.mine else None
        before = len(coach.made), coach.explained
        lacks = worth if worth and worth.fair is None else None
        if lacks and (self.asked or self.prepares):
            coach.consider(self.match, lacks, waited=self.asked)
        coach.tick()
        self.heed()
        found = lacks is not None and self.asked and lacks.fair is not None
        return found or (len(coach.made), coach.explained) != before

    @property
    def prepares(self) -> bool:
        """Whether the coach values the person's moves before one is made."""
        return self.coached and len(self.legal()) > 1

    def heed(self) -> None:
        """Marks the match as assisted if the coach has said something."""
        if self.coach.spoken and not self.match.over:
            self.helped = True

    @property
    def works(self) -> bool:
        """Whether a computation is being waited for."""
        if self.mine:
            return self.asked and self.advice is None
        return self.coach.busy or self.thinker.busy

    @property
    def progress(self) -> Progress:
        """How far what the person waits for is."""
        return self.thinker.progress if self.looks_up else self.judge.progress

    def poll(self) -> bool:
        """Takes the answer of the computer player if there is one."""
        found = self.thinker.poll()
        if not isinstance(found, Advice) or found.status == "cancelled":
            return False
        self.answer = found
        return True

    def machine(self, ready: bool, changed: bool) -> tuple[bool, str]:
        """Lets the computer player think; it moves when the minimum pause is over."""
        if self.paused and not self.single:
            return changed, ""
        if self.answer is None:
            if not self.thinker.busy:
                level = self.match.seats[self.match.to_act or 0]
                self.thinker.start(self.match, "advise", level=level, ms=self.most())
            return self.waiting() or changed, ""
        if not (ready and self.paused_enough):
            return changed, ""
        self.single = False
        return True, self.answer.move

    @property
    def paused_enough(self) -> bool:
        """Whether the minimum pause before the next move is over."""
        rest = self.settings.pause_least if self.settings.motion != "off" else 0
        return self.clock.now >= self.turn_began + rest

    def most(self) -> int:
        """The time limit of the computer player in ms; none (0) if others play the same deal
        against the same player."""
        compared = {"daily", "duplicate"} & self.match.extra.keys()
        return 0 if compared else search_ms(self.settings.pause_most)

    def waiting(self) -> bool:
        """Whether to redraw, ten times a second, while something is being computed."""
        beat = int(self.clock.now / 100)
        if self.works and beat != self.ember:
            self.ember = beat
            return True
        return False

    def close(self) -> None:
        """Stops all computation."""
        self.thinker.close()
        self.judge.withdraw(self.coach)
