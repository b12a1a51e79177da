"""What the table says about a live match: whose turn it is, what is being computed, and how it
ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from ..match import Match
from .coach import compared, rival_of
from .judge import Verdict
from .live_match import LiveMatch
from .review import Grade
from .words import Telling


def places(match: Match) -> list[int]:
    """The rank of each seat in a finished match, winners first; in a team game the teams' ranks."""
    won = [(seat in match.winners, score) for seat, score in enumerate(match.scores)]
    counted: Iterable[tuple[bool, float]] = set(won) if match.options.get("teams") else won
    ranked = list(counted)
    return [1 + sum(other > own for other in ranked) for own in won]


class Shown(Protocol):
    """How much of the match a screen has shown; it may still be showing the last move."""

    playing: bool  # whether it is

    @property
    def acting(self) -> int | None:
        """Whose turn it is, as far as has been shown; None once the end was shown."""


class View(Protocol):
    """The screen that shows the match."""

    say: Telling

    @property
    def stage(self) -> Shown:
        """What it has shown."""

    def tried(self) -> Sequence[object]:
        """The cards of a choice that waits only to be confirmed."""

    def task(self) -> str:
        """What the person has to do now."""

    def under_way(self) -> str:
        """What the table is just showing, in a sentence; "" for a plain move."""


class MatchWords:
    """The words about a live match, for one viewer."""

    def __init__(self, live: LiveMatch, view: View) -> None:
        self.live = live
        self.match = live.match
        self.view = view
        self.say = view.say
        self.t = view.say.t

    def status(self) -> str:
        """One line: whose turn it is and what to do, or what is being computed; while a move is
        shown, whose move it is."""
        live, t = self.live, self.t
        acting, behind = self.view.stage.acting, self.view.stage.playing
        if acting is None:
            return t("table.over")
        if told := self.view.under_way():
            return told
        mine = acting in live.humans if behind else live.mine
        if not mine and live.paused and not live.single:
            return t("table.paused")
        name = t.seat(self.match.seats, acting, self.match.game)
        if live.coach.spoken and not mine:
            return t("coach.waits.move" if live.pending else "coach.waits")
        if live.pending:
            return t("coach.looks")
        if (behind or not mine) and (together := self.say.at_once(behind)):
            return together
        if not mine:  # how far it has thought would reveal something about its hand
            return t("table.plays", name=name) if behind else self.say.of_seat("table.thinks", acting)
        alone = len(live.humans) == 1
        if behind:
            return t("table.you_play") if alone else t("table.plays", name=name)
        turn = "" if alone or self.view.tried() else t("table.turn", name=name)
        late = [t("coach.late")] if live.coach.busy and not live.coach.gentle else []
        return " ".join(filter(None, [turn, self.view.task() or t("table.your_turn"), *late]))

    @property
    def others_think(self) -> bool:
        """Whether the person can only wait for what the others choose."""
        live = self.live
        return not (live.mine or live.paused or live.pending or live.coach.spoken or self.match.over)

    def waiting(self) -> str:
        """That the others think, for a person who hears it: several are told together, not one after another."""
        acting = self.view.stage.acting
        if acting is None or (self.match.seats_count > 2 and acting not in self.live.humans):
            return self.t("table.think")
        return self.say.of_seat("table.thinks", acting)

    def advised(self) -> str:
        """What was asked for: the best move and what is proven of it, or how far it has been computed;
        "" if nothing was."""
        live = self.live
        if not live.mine or not (live.asked or live.looks_up):
            return ""
        return self.say.verdict(live.advice, live.hinted) if live.advice else self.progress()

    def progress(self) -> str:
        """That advice is being computed, and its progress."""
        progress = self.live.progress
        if not progress.of:
            return self.t("table.counting")
        return self.t("table.counting.of", done=progress.done, of=progress.of)

    def label(self, whole: bool) -> str:
        """The deal and the game."""
        deal = self.t("table.deal", number=self.t.deal(self.match.seed))
        return f"{self.t(f'game.{self.match.game}.name')} · {deal}" if whole else deal

    def whole_deal(self) -> str:
        """The whole number of the deal, if the label shortens it."""
        return self.t.whole_deal(self.match.seed)

    def hurry(self) -> list[str]:
        """That the next move had to be chosen before the search had ended."""
        answer = self.live.answer
        if answer is None or answer.status != "time":
            return []
        name = self.t.seat(self.match.seats, self.match.to_act or 0, self.match.game)
        return [self.t("table.hurry", name=name)]

    def doubted(self) -> Verdict | None:
        """The recommended move against the closest one that is worse; None if there is none."""
        advice = self.live.advice
        if not (self.live.hinted and advice):
            return None
        rival, loss = rival_of(advice, self.say)
        if not rival:
            return None
        grade = Grade(self.match.to_act or 0, rival, self.live.worth)
        return compared(self.match, grade, advice.shown, loss, "good")

    # The end

    def outcome(self) -> str:
        """Who won the match, in a few words."""
        winners, t = self.match.winners, self.t
        if len(winners) == self.match.seats_count:
            return t("end.draw")
        if len(self.live.humans) == 1 and self.live.humans[0] in winners:
            return t("end.you_win")
        names = [t.seat(self.match.seats, seat, self.match.game) for seat in winners]
        return t("end.wins" if len(names) == 1 else "end.win", name=t.listing(names))

    def unrated(self) -> str:
        """Why the match does not count for the person's rating, if that is because of help."""
        return self.t("end.unrated") if self.live.coachable and self.live.helped else ""
