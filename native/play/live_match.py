"""A match being played, without its picture: who sits there, whose turn it is, advice, undo, and
the machine's players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from ..match import Match
from ..store.saves import afresh, ours
from ..store.settings import Settings
from ..strings import Strings
from ..thinker import Thinker, told_ms
from ..values import Advice, Event
from .clock import Clock
from .coach import (
    Coach,
    Verdict,
    coachable,
    rival_of,
)
from .unveiling import reveals
from .words import Telling


def places(match: Match) -> list[int]:
    """The place of each seat in a match that is over, the winners' being the first; in teams those
    of the teams."""
    won = [(seat in match.winners, score) for seat, score in enumerate(match.scores)]
    counted: Iterable[tuple[bool, float]] = set(won) if match.options.get("teams") else won
    ranked = list(counted)
    return [1 + sum(other > own for other in ranked) for own in won]


def result(match: Match, humans: list[int]) -> str:
    """How a match ended for the people at it: won, lost or shared; won where machines played."""
    alone = len(match.winners) == 1 or bool(match.options.get("teams"))
    if len(match.winners) == match.seats_count or not (alone or humans):
        return "shared"
    if humans and not any(seat in match.winners for seat in humans):
        return "lost"
    return "won" if alone else "shared"


def known(match: Match, seat: int | None) -> Counter[str]:
    """The cards that a seat can see."""
    return Counter(one.card for one in match.cards(seat) if one.card)


LOG_PAGE = 8  # lines
AFTERWARDS = 2  # mistakes that the coach names when the match is over

class Sitting:
    """A match with people, machines, or both at it."""

    def __init__(self, match: Match, settings: Settings, motion: Clock) -> None:
        self.match = ours(match)
        self.settings = settings
        self.motion = motion
        self.humans = [seat for seat, who in enumerate(match.seats) if who == "human"]
        if self.coachable:
            match.extra.setdefault("coach", settings.coach)
        self.helped = bool(match.extra.get("assisted"))
        self.hints = int(match.extra.get("hints", 0))
        self.show_values = False
        self.hinted = False
        self.advice: Advice | None = None  # for the person's present decision
        self.answer: Advice | None = None  # of the machine's player, waiting for its moment
        self.pending = ""  # the person's move, played when the coach has judged it
        self.paused = not self.humans
        self.single = False  # one step of a paused match
        self.turn_began = 0.0
        self.ember = 0  # counts the pictures while something is being computed
        self.legal_key: tuple[int, bytes] | None = None
        self.legal_moves: list[str] = []
        self.log: list[str] = []  # what happened, in words
        self.log_back = 0  # how many of its last lines are scrolled away
        self.thinker = Thinker()
        self.coach = Coach(self.thinker)
        self.spare: Thinker | None = None  # for the machine's players, while a judgement takes long

    # who looks

    def hides(self) -> bool:
        """Whether seats see different things at all."""
        return self.match.state(0) != self.match.state(1)

    def viewer(self, now: int | None) -> int | None:
        """The seat that looks, who looked being now; None: all is open."""
        if self.match.to_act in self.humans:
            return self.match.to_act
        return self.humans[0] if self.humans and now is None else now

    @property
    def mine(self) -> bool:
        """Whether a person is to choose now."""
        return not (self.match.over or self.pending) and self.match.to_act in self.humans

    @property
    def acting(self) -> int | None:
        """Whose turn it is, as far as it has been seen; None when the match is seen to be over."""
        return self.match.to_act

    @property
    def behind(self) -> bool:
        """Whether the last move is still being shown."""
        return False

    @property
    def asked(self) -> bool:
        """Whether the person wants advice."""
        return self.show_values or self.hinted

    def legal(self) -> list[str]:
        """The legal moves, asked for once a position."""
        key = self.match.key()
        if key != self.legal_key:
            self.legal_key = key
            self.legal_moves = self.match.legal()
        return self.legal_moves

    # going on and back

    def forget(self) -> None:
        """Drops all that belonged to the position before."""
        self.coach.stand(len(self.match.moves))
        for thinker in self.players():
            thinker.cancel()
        self.advice = None
        self.answer = None
        self.pending = ""
        self.hinted = False
        self.turn_began = self.motion.now

    @property
    def coachable(self) -> bool:
        """Whether the coach may be had at this table."""
        return coachable(self.match.seats)

    @property
    def coached(self) -> bool:
        """Whether mistakes are pointed out at once: an option of the match."""
        return self.coachable and self.match.extra.get("coach") is True

    def turn_coach(self) -> None:
        """Turns the coach on or off, in this match and as proposed for the next ones."""
        self.coach.forget()
        self.settings.coach = self.match.extra["coach"] = not self.coached

    def defer(self, move: str) -> bool:
        """Whether a move waits for the coach's word, since it would show the person something
        hidden: then it could not be taken back with a good conscience."""
        if not (self.coached and self.mine and self.unveils(move)):
            return False
        self.coach.watch(self.match.copy(), move, self.advice)
        self.heed()
        self.pending = move
        return self.coach.awaited or self.coach.spoken is not None

    def unveils(self, move: str) -> bool:
        """Whether a move of the seat to act shows it something that it cannot know yet."""
        return move in self.legal() and reveals(self.match, move)

    def unveiled(self, ply: int) -> bool:
        """Whether the person has seen a card that was hidden when so many moves were played."""
        before, seat = self.match.copy(), self.humans[0]
        before.goto(ply)
        own = ply < len(self.match.moves) and reveals(before, self.match.moves[ply])
        return own or bool(known(self.match, seat) - known(before, seat))

    @property
    def counts(self) -> bool:
        """Whether the match counts for the person's rating, as it stands."""
        return self.coachable and not self.helped and not self.match.over

    def make(self, move: str) -> list[Event]:
        """Plays a move, for whoever is to act; the coach begins to judge that of a single person
        against machines."""
        before = self.match.copy() if self.coached and self.mine else None
        events = self.match.play(move)
        if before:
            self.coach.watch(before, move, self.advice)
            self.heed()
        self.forget()
        return events

    def take_back(self, ply: int | None = None) -> bool:
        """Back to the person's decision before, the machine's moves too, or to where so many moves
        were played; whether there was one."""
        if self.pending:
            return True  # nothing was played yet
        if not self.decided():
            return False
        self.match.goto(len(self.match.moves) - 1 if ply is None else ply)
        while self.match.to_act not in self.humans and self.match.can_undo:
            self.match.undo()
        return True

    def decided(self) -> bool:
        """Whether a person has chosen anything so far."""
        before = self.match.copy()
        while before.undo():
            if before.to_act in self.humans:
                return True
        return False

    def take_on(self) -> bool:
        """On to the person's next decision, where some were taken back."""
        if not self.match.can_redo:
            return False
        self.match.redo()
        while self.match.to_act not in self.humans and self.match.can_redo:
            self.match.redo()
        return True

    def fresh(self) -> Match:
        """The same deal from its beginning; a match that was seen before is an assisted one."""
        seen = self.helped or bool(self.match.moves)
        return Match.load(afresh(self.match.record(), assisted=seen) | {"moves": []})

    def record(self) -> dict[str, Any]:
        """The record of the match, with how much help there was."""
        self.match.extra |= {"assisted": self.helped, "hints": self.hints}
        return self.match.record()

    # what happened

    def tell(self, lines: list[str], anew: bool = False) -> None:
        """Adds lines to the log, or begins it anew with them; its end is shown."""
        self.log = lines if anew else self.log + lines
        self.log_back = 0

    def told(self) -> list[str]:
        """The log up to the last line that is shown."""
        return self.log[: len(self.log) - self.log_back]

    def scroll(self, lines: int) -> None:
        """Goes through the log; a page back from its beginning is its end."""
        last = max(0, len(self.log) - 1)
        round_ = lines == -LOG_PAGE and self.log_back == last
        self.log_back = 0 if round_ else max(0, min(self.log_back - lines, last))

    # thinking

    def ask_hint(self) -> None:
        """The person wants to know what to play."""
        if self.mine and not self.hinted:
            self.hinted = True
            self.helped = True
            self.hints += 1

    def doubted(self, say: Telling) -> Verdict | None:
        """The move recommended against the nearest that is worth less; None where none is."""
        if not (self.hinted and self.advice):
            return None
        rival, loss = rival_of(self.advice, say)
        if not rival:
            return None
        ply = len(self.match.moves)
        return Verdict(self.match.to_act or 0, rival, self.advice.shown, loss, "good", ply)

    def judged(self, verdict: Verdict) -> Match:
        """The position of a move that is spoken of."""
        before = self.match.copy()
        before.goto(verdict.ply)
        return before

    def toggle_values(self) -> None:
        """The person wants to see what every move is worth, or no longer."""
        self.show_values = not self.show_values
        self.helped = self.helped or self.show_values

    def think(self, ready: bool) -> tuple[bool, str]:
        """Lets the machine's player, or the adviser, think.

        ready: a move may be shown now. Whether a new picture is wanted, and the move of the
        machine's player ("" = none yet).
        """
        changed = self.attend()
        if self.match.over or (self.coach.spoken and not self.mine):
            return changed, ""  # the machine waits until the person goes on
        if self.mine:
            return self.waiting() or changed, ""
        if self.coach.awaited:
            return self.waiting() or changed, ""
        if self.pending:
            return True, self.pending
        return self.machine(ready, self.poll() or changed)

    def attend(self) -> bool:
        """Lets the coach, or the adviser, go on; whether a new picture is wanted."""
        coach, busy = self.coach, len(self.coach.made)
        if self.mine and self.advice is None and (self.asked or self.prepares):
            coach.consider(self.match)
        coach.tick(first=self.asked)
        self.heed()
        changed = len(coach.made) != busy
        if coach.present and coach.present.advice and self.advice is None:
            self.advice = coach.present.advice
            changed = changed or self.asked
        return changed

    @property
    def prepares(self) -> bool:
        """Whether the coach works out what the person's moves are worth before one is made."""
        return self.coached and len(self.legal()) > 1

    def heed(self) -> None:
        """A match in which the coach has said something is an assisted one."""
        if self.coach.spoken and not self.match.over:
            self.helped = True

    @property
    def works(self) -> bool:
        """Whether something is computed that is waited for."""
        if self.mine:
            return self.asked and self.advice is None
        return self.coach.busy or any(thinker.busy for thinker in self.players())

    def players(self) -> list[Thinker]:
        """Those that may be working out the machine's move now."""
        main = [] if self.coach.running else [self.thinker]
        return [*main, self.spare] if self.spare else main

    def poll(self) -> bool:
        """Takes an answer of the machine's player that is there."""
        for thinker in self.players():
            found = thinker.poll()
            if isinstance(found, Advice) and found.status != "cancelled":
                self.answer = found
                self.dismiss()
                return True
        return False

    def dismiss(self) -> None:
        """The spare thinker is not needed any more."""
        if self.spare:
            self.spare.close()
        self.spare = None

    def machine(self, ready: bool, changed: bool) -> tuple[bool, str]:
        """The machine's player thinks, and moves when the shortest pause is over."""
        if self.paused and not self.single:
            return changed, ""
        if self.answer is None:
            if self.coach.running and not self.spare:
                self.spare = Thinker()
            player = self.spare or self.thinker
            if not player.busy:
                level = self.match.seats[self.match.to_act or 0]
                player.start(self.match, "advise", level=level, ms=self.most())
            return self.waiting() or changed, ""
        rest = self.settings.pause_least if self.settings.motion != "off" else 0
        if not ready or self.motion.now < self.turn_began + rest:
            return changed, ""
        self.single = False
        return True, self.answer.move

    def hurry(self, t: Strings) -> list[str]:
        """That the move to come was chosen before the search had ended, for want of time."""
        if self.answer is None or self.answer.status != "time":
            return []
        name = t.seat(self.match.seats, self.match.to_act or 0)
        return [t("table.hurry", name=name)]

    def most(self) -> int:
        """How long the machine is told to think, ms; no limit (0) where others play the same deal
        against the same player."""
        compared = {"daily", "duplicate"} & self.match.extra.keys()
        return 0 if compared else told_ms(self.settings.pause_most)

    def waiting(self) -> bool:
        """A picture ten times a second while something is being computed."""
        beat = int(self.motion.now / 100)
        if self.works and beat != self.ember:
            self.ember = beat
            return True
        return False

    def status(self, t: Strings, say: Telling, task: Callable[[], str]) -> str:
        """One line: whose turn it is and what is expected, or what is being computed; while a move
        is being shown, whose move it is.

        task: what the person is to do now.
        """
        acting = self.acting
        if acting is None:
            return t("table.over")
        mine = acting in self.humans if self.behind else self.mine
        if not mine and self.paused and not self.single:
            return t("table.paused")
        name = t.seat(self.match.seats, acting)
        if self.coach.spoken and not mine:
            return t("coach.waits")
        if self.pending:
            return t("coach.looks")
        if not mine:
            return t("table.thinks", name=name)  # how far it is would tell of its hand
        turn = t("table.your_turn") if len(self.humans) == 1 else t("table.turn", name=name)
        if self.behind:
            return turn
        if self.asked and self.advice is None:
            return self.progress(t)
        if self.asked and self.advice:
            return say.verdict(self.advice, self.hinted)
        return " ".join([turn, task(), *([t("coach.late")] if self.coach.busy else [])])

    def label(self, t: Strings, whole: bool) -> str:
        """Which deal this is, and of which game."""
        deal = t("table.deal", number=self.match.seed)
        return f"{t(f'game.{self.match.game}.name')} · {deal}" if whole else deal

    def outcome(self, t: Strings) -> str:
        """Who won the match, in a few words."""
        winners = self.match.winners
        if len(winners) == self.match.seats_count:
            return t("end.draw")
        if len(self.humans) == 1 and self.humans[0] in winners:
            return t("end.you_win")
        names = [t.seat(self.match.seats, seat) for seat in winners]
        return t("end.wins" if len(names) == 1 else "end.win", name=t.listing(names))

    def standing(self, t: Strings) -> str:
        """The places of all seats, where there are more than two; a single person's first."""
        ranks = places(self.match)
        if len(ranks) < 3:
            return ""
        order = sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat))
        seats = self.match.seats
        found = [t("end.places", at=ranks[seat], name=t.seat(seats, seat)) for seat in order]
        own = [t("end.place", at=ranks[seat], of=max(ranks)) for seat in self.humans[:1]]
        return " · ".join([*(own if len(self.humans) == 1 else []), *found])

    def last_words(self, t: Strings, say: Telling, why: str) -> list[tuple[str, str, str]]:
        """What is said at the end under who won, each with its size and colour."""
        notes = f"{self.notes(t)} · {t('end.kept')}"
        found = [(say.decided(), "label", "gold"), (self.standing(t), "text", "pale")]
        found += [(notes, "small", "quiet"), (why, "text", "pale")]
        found += [(line, "small", "warning") for line in self.afterwards(t, say)]
        return [line for line in found if line[0]]

    def notes(self, t: Strings) -> str:
        """The deal, how long it took, and whether there was help."""
        found = [t("end.deal", number=self.match.seed), t("end.moves", count=len(self.match.moves))]
        return " · ".join([*found, t("end.helped")] if self.helped else found)

    def afterwards(self, t: Strings, say: Telling) -> list[str]:
        """What the coach says when the match is over: of the first mistakes it had not named yet,
        and how many moves it still weighs."""
        said = self.coach.verdicts
        found = [
            t("coach.move", number=one.ply + 1, line=one.words(say)) for one in said[:AFTERWARDS]
        ]
        more, left = len(said) - AFTERWARDS, len(self.coach.made)
        found += [t("coach.more", n=more)] if more > 0 else []
        missed = self.coach.missed[:AFTERWARDS]
        found += [t("coach.missed", move=say.move(case.move)) for case in missed]
        return [*found, t("coach.weighs", n=left)] if left else found

    def progress(self, t: Strings) -> str:
        """That advice is being computed, and how much of it is done."""
        progress = self.thinker.progress
        if not progress.of:
            return t("table.counting")
        return t("table.counting.of", done=progress.done, of=progress.of)

    def close(self) -> None:
        """Stops what is being computed."""
        self.thinker.close()
        self.dismiss()
