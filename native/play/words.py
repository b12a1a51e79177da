"""A match in words: moves, cards, places, events, and the tables laid over the board.

Telling is shared by all games; native/GAME/words.py has a game's own part. The texts themselves are
in assets/strings and assets/GAME, under keys made of the game and the thing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from itertools import groupby
from typing import NamedTuple, Protocol, Self

from ..games import own_part
from ..grades import SAME, SERIOUS, scale_of
from ..match import Match
from ..position import Position
from ..strings import Strings, capital, sentences
from ..values import Advice, Event, MoveValue, Placed, Proof
from .judge import Verdict
from .lines import HELD
from .reasons import Deal, Mark, Reason, Reasoning, Trial

MOST_SENTENCES = 64  # verdicts whose sentences are kept
MOST_TOLD = 2  # sentences about why a move is worse
LEAST_TOLD = 0.02  # a share below this is "never"
DECISIVE = 1 / 3  # of the final margin: what an event must bring to have decided a match


class Look(Protocol):
    """A viewer's look at a match. viewer: the seat whose knowledge is shown (None: everything).
    seat: the one at the bottom."""

    match: Match
    viewer: int | None
    seat: int
    t: Strings

    @property
    def memory(self) -> bool:
        """Whether the contents of stacks and piles must be remembered, so that nothing shows
        them."""

    @property
    def state(self) -> Mapping[str, object]:
        """The "state" object of a record, as the viewer sees it."""

    def name(self, seat: int) -> str:
        """The name of a seat."""


class Cell(NamedTuple):
    """A cell: its text, the sign before it ("" = none), whether it is highlighted. says: what a sign is called."""

    text: str = ""
    sign: str = ""
    lit: bool = False
    says: str = ""


class Sheet(NamedTuple):
    """A table of text. heads: whether the first row is a header. notes: lines above the table. lists: whether each
    column is a list under its name."""

    rows: list[list[Cell]]
    heads: bool = True
    notes: tuple[str, ...] = ()
    lists: bool = False

    def heard(self) -> list[str]:
        """The table read out row by row, each value after the name of its column; column by column where the first
        row names those, and nothing where the first column does not name the rows."""
        if self.lists:
            columns = ([cell.text for cell in cells if cell.text] for cells in zip(*self.rows, strict=True))
            return [f"{name}: {'; '.join(cells)}." for name, *cells in columns]
        if not self.heads or self.rows[0][0].text:
            return []
        names, found = [head.says or head.text for head in self.rows[0]], [*self.notes]
        for label, *cells in self.rows[1:]:
            pairs = zip(names[1:], cells, strict=True)
            told = [f"{name} {cell.text}" for name, cell in pairs if cell.text not in ("", "–")]
            found.append(f"{label.text}: {', '.join(told)}.")
        return found


Place = tuple[str, int | None, int | None]  # of the table: a zone, a seat, a number in it


class EndComparison(NamedTuple):
    """One of the comparisons that decide a match: in words, and the places compared.

    found: what is written on each place. sums: what each seat has by then. sign: the picture of
    what is counted. pair: the name of what is compared, if nothing is added up.
    """

    words: str
    places: tuple[Place, ...]
    found: tuple[str, ...] = ()
    sums: tuple[float, ...] = ()
    sign: str = ""
    pair: str = ""


class Sentences(NamedTuple):
    """What is said of a verdict. line: the move, and how bad it was. head: both moves and the difference. cost:
    the difference, with its proof. why: at most two sentences, each with whether it is about the better move;
    None: both. The last three need a reason: what the better move avoids, the reason's motif, and what to look
    for next time."""

    line: str
    head: str
    cost: str
    why: tuple[tuple[str, bool | None], ...]
    contrast: str
    avoided: str = ""
    motif: str = ""
    lesson: str = ""


class TurningPoint(NamedTuple):
    """The event of a match with which its winner took the lead for good.

    at: its number among the events that the game's standings() tell, from 1. gains: what it brought
    each seat. rival: the best of those who have not won.
    """

    at: int
    gains: tuple[float, ...]
    winner: int
    rival: int


class LogLine(str):
    """A line of the log, which may know where on the table it happened."""

    mark: Mark | None

    def __new__(cls, words: str, mark: Mark | None = None) -> Self:
        """A line of these words."""
        line = super().__new__(cls, words)
        line.mark = mark
        return line


def cells(texts: Iterable[str]) -> list[Cell]:
    """A row of plain text."""
    return [Cell(text) for text in texts]


def going_on(first: str, second: str, move: str) -> str:
    """A sentence after another one: without the move that both begin with and the colon or comma after it."""
    for said in (f"{one}{end}" for one in (move, capital(move)) for end in (": ", ", ")):
        begin, found, rest = second.partition(said)
        if found and first.startswith(begin + found):
            return capital(rest)
    return second


class Telling:
    """The words of one match, for one viewer."""

    read_first: Sequence[str] = ()  # the zones of a table that are read out first, in this order
    unread: Sequence[str] = ()  # those that are not read out card by card

    def __init__(self, look: Look) -> None:
        self.look, self.t = look, look.t
        self.past: Sequence[str] | None = None  # moves played when it is told; None: all so far
        self.tried: tuple[Reason | None, dict[str, Trial]] = (None, {})  # by move, for a reason
        self.told_turn: tuple[object, str] = (None, "")  # by the position: what decided the match
        self.told_verdicts: dict[object, Sentences] = {}  # by all that they depend on

    def as_of(self, moves: Sequence[str]) -> Self:
        """The same as told right after some moves: the lines of a board that grows are counted as
        they lay then."""
        found = copy(self)
        found.past = tuple(moves)
        return found

    def around(self) -> list[int]:
        """The seats clockwise from the viewer's left, the viewer's own last."""
        count = self.look.match.seats_count
        return [(self.look.seat + 1 + step) % count for step in range(count)]

    @property
    def game(self) -> str:
        """The game's id."""
        return self.look.match.game

    def plain(self, move: str) -> bool:
        """Whether a move without an alternative is obvious too: no card is chosen for it from several."""
        match, seat = self.look.match, self.look.match.to_act
        held = [one for one in match.cards(seat) if one.zone in HELD and one.seat == seat]
        return len(held) <= 1 or not any(
            event.kind == "card" and event.source in HELD and event.source_seat == seat
            for event in match.copy().play(move)
        )

    def by_itself(self, move: str) -> str:
        """That a move is made for the person, who has no other."""
        return self.t("table.by_itself", move=capital(self.move(move)))

    def move(self, move: str) -> str:
        return move

    def done(self, seat: int, move: str) -> str:
        """A seat's move as a sentence."""
        return f"{self.look.name(seat)}: {self.move(move)}."

    def brief(self, move: str) -> str:
        """A move in a few words, for a list of moves."""
        return self.move(move)

    def deed(self, move: str) -> str:
        """A move in a few words, as something that was done."""
        return self.move(move)

    def naming(self, moves: Iterable[str], seat: int | None = None) -> Self:
        """The same for a text that names all these moves: each place has one name in it, and no two
        have the same. seat: whose decision the text is about; None: that of the seat to act."""
        return self

    def apart(self, move: str, other: str) -> tuple[str, str]:
        """Two moves in words that tell them apart."""
        say = self.naming((move, other))
        return say.move(move), say.move(other)

    def judged(self, verdict: Verdict, hint: bool = False, also: tuple[str, ...] = ()) -> Sentences:
        """The sentences of a verdict, made when it is found, and anew when its reason is. hint: the worse move
        was not made. also: other moves that the same text names."""
        match, done = self.look.match, verdict.reasoning.done
        key = (verdict, done, hint, also, self.look.memory, self.past, len(match.moves))
        if key not in self.told_verdicts:
            if len(self.told_verdicts) == MOST_SENTENCES:
                self.told_verdicts.clear()
            named = self.naming((verdict.move, verdict.better, *also), verdict.seat)
            self.told_verdicts[key] = named.said_of(verdict, hint)
        return self.told_verdicts[key]

    def coached(self, verdict: Verdict) -> str:
        """All that the coach says of a move."""
        return self.coached_briefly(verdict)[0]

    def coached_briefly(self, verdict: Verdict, gentle: bool = False) -> list[str]:
        """What the coach says, from the longest to the shortest: the move, the reason as soon as it is found, or
        else the better move, and the cost. gentle: only the better move and why, without a hard word or a figure
        of the cost."""
        told = self.judged(verdict)
        if gentle:
            named = self.naming((verdict.move, verdict.better), verdict.seat)
            move, better = named.move(verdict.move), named.move(verdict.better)
            line = self.t("coach.gently", move=move, better=better)
            why = [] if self.look.memory or not verdict.reasoning.done else [said for said, _ in told.why]
            return [" ".join([line, *why[:count]]) for count in range(len(why), -1, -1)]
        why = [] if self.look.memory else [said for said, _ in told.why]
        if not verdict.reasoning.done:
            return [f"{told.line} {told.cost}", told.line]
        if not why:
            return [f"{told.line} {told.head}"]
        return [" ".join(said) for said in ((told.line, *why, told.cost), (told.line, *why), (told.line, why[0]))]

    def said_of(self, verdict: Verdict, hint: bool) -> Sentences:
        """The same in the names of this text."""
        t, reasoning, reason = self.t, verdict.reasoning, verdict.reasoning.reason
        move, better = self.move(verdict.move), self.move(verdict.better)
        loss, proof = self.lost(verdict.loss), self.proof(verdict.proof)
        serious = verdict.word in SERIOUS
        line = t("coach.line", word=t(f"coach.word.{verdict.word}"), move=move) if serious else ""
        key = "coach.worth.memory" if self.look.memory else "coach.worth"
        head = capital(t(key, move=capital(move), better=better, loss=loss, proof=proof))
        cost = t("coach.cost", loss=loss, proof=proof)
        found = Sentences(line, head, cost, tuple(self.told(reasoning, hint)), self.contrast(reasoning))
        if reason is None:
            return found
        avoided, motif = self.avoided(reason, verdict.better), self.motif(reason.motif)
        return found._replace(avoided=avoided, motif=motif, lesson=self.advice(reason))

    def told(self, reasoning: Reasoning, hint: bool = False) -> list[tuple[str, bool | None]]:
        """Why a move is worse, in at most two sentences: what it comes to and what does it, or what
        makes the difference and the reason as far as it is found. Each with whether it is about the
        better move; None: both. hint: only what is about the better move, for the other was not made."""
        contrast, reasons = self.contrast(reasoning), reasoning.found if reasoning.done else []
        found: list[tuple[str, bool | None]] = [(contrast, None)] if contrast and not hint else []
        pair = reasoning.move, reasoning.better
        alone = bool(found or (reasons and reasons[0].played))
        said = [
            list(zip(self.reason(one, *pair, alone=alone), (one.good, not one.good), strict=True)) for one in reasons
        ]
        if said and reasons[0].played:
            first, then = said[0][0], [self.brought_about(reasons[0], *pair), *(one[0] for one in said[1:])]
            move = self.apart(*pair)[reasons[0].good]
            more = [(going_on(first[0], words, move), about) for words, about in then if words]
            found = [first, *more, *found]
        elif said:
            found += said[0]
        return [one for one in found if one[1] or not hint][:MOST_TOLD]

    def contrast(self, reasoning: Reasoning) -> str:
        """What makes the difference between two moves, in a sentence; "" if nothing is clear.
        That only one move is good, or bad, is no news where a reason says why."""
        key = reasoning.contrast
        if not key or (key in ("only", "alone") and reasoning.reason):
            return ""
        own = f"contrast.{self.game}.{key}"
        keys = (own, own.removesuffix(".more").removesuffix(".less"), f"contrast.{key}")
        words = {"better": self.move(reasoning.better), **self.contrast_words(reasoning.move)}
        return self.t(next(one for one in keys if one in self.t), **words)

    def contrast_words(self, move: str) -> dict[str, object]:
        """The values of a contrast's text, by the worse move."""
        return {"move": self.move(move)}

    def followed(self, seat: int, move: str, events: list[Event]) -> str:
        """A move of a likely line in words, with who makes it."""
        return f"{self.look.name(seat)}: {self.move(move)}"

    def reason(self, reason: Reason, move: str, better: str, *, alone: bool = False) -> tuple[str, str]:
        """A reason in two sentences: the statement, and how far it holds after the other move; or, if the first
        says that too, how the moves bring it about, or nothing. alone: only the first one has room."""
        one, two = (better, move) if reason.good else (move, better)
        more, less = sorted(reason.shares, reverse=True)
        key, values = f"motif.{reason.motif}.text", self.reason_words(reason)
        way = f"motif.{reason.motif}.text.{reason.finding.values.get('way')}"
        if way in self.t:
            key = way
        if self.spoken_to(reason.finding.values.get("who")) and f"{key}.you" in self.t:
            key += ".you"
        said, other = self.apart(one, two)
        values |= {"move": said, "other": other}
        often = self.often(more, reason.whole)
        if reason.played or (alone and often["deals"]):
            often["deals"] += self.instead(more, less)
        if reason.least is not None:
            values["least"] = self.t.plain(reason.least)
        said = self.t(key, **often, **values)
        if reason.played:
            return sentences(said), self.brought_about(reason, move, better)[0]
        key, own = self.short_of(reason, two, less)
        other = self.t(key, **self.often(less, reason.whole), **values | own)
        return sentences(said), sentences(other)

    def brought_about(self, reason: Reason, move: str, better: str) -> tuple[str, bool]:
        """How two moves bring about what a reason tells of the rest of the match, in a sentence that holds
        whatever is hidden, and whether it is about the better move; "" if there is nothing short to say."""
        return "", False

    def instead(self, more: float, less: float) -> str:
        """In how many deals something holds after the other move, to follow in how many it holds after one."""
        if less < LEAST_TOLD:
            return self.t("reasons.than.none")
        return self.t(f"reasons.than.{'most' if more > 1 - LEAST_TOLD else 'some'}", n=self.tenths(less))

    def trial(self, reason: Reason, move: str) -> Trial:
        """A move tried in the deal of a reason, once though it is asked for at every picture."""
        if self.tried[0] is not reason:
            self.tried = (reason, {})
        known = self.tried[1]
        if move not in known:
            known[move] = Trial(Deal(reason.deal.to_act or 0, reason.deal), move)
        return known[move]

    def short_of(self, reason: Reason, move: str, share: float) -> tuple[str, dict[str, object]]:
        """The key of what is said of the other move, after which the statement holds in a share of
        the deals, and values of its own."""
        other = f"motif.{reason.motif}.other"
        for key in ([f"{other}.none"] if reason.nothing else []) + [other]:
            if key in self.t:
                return key, {}
        kind = "good" if reason.good else "bad"
        return f"reasons.{kind}.{'never' if share < LEAST_TOLD else 'less'}", {}

    def often(self, share: float, whole: bool) -> dict[str, str]:
        """In how many deals a statement holds, and in how many it does not (rest); with _no for a clause
        that holds a negation, before the place where it stands."""
        return {
            f"{name}{end}": self.deals(part, whole, bool(end))
            for name, part in (("deals", share), ("rest", 1 - share))
            for end in ("", "_no")
        }

    def deals(self, share: float, whole: bool, negated: bool = False) -> str:
        """In how many deals something holds, to stand in a clause that says it; without a word if it is
        certain, because it holds in all deals and all were looked at. negated: whether the clause says
        it with a negation, which "in every deal" would turn into "not in every deal"."""
        if share < LEAST_TOLD:
            kind = "none" if whole and share < SAME else "few"
        elif share > 1 - SAME:
            kind = "all" if whole else "tried"
        else:
            kind = "most" if share > 1 - LEAST_TOLD else "some"
        own = f"reasons.deals.{kind}.no"
        return self.t(own if negated and own in self.t else f"reasons.deals.{kind}", n=self.tenths(share))

    def tenths(self, share: float) -> int:
        """A share of the deals in tenths, at least one and less than all."""
        return min(max(round(share * 10), 1), 9)

    def reason_words(self, reason: Reason) -> dict[str, object]:
        """The values of a reason's finding in words: who and whom are seats, card and cards are
        cards."""
        found = dict(reason.finding.values)
        for key, words in found.items():
            if key in ("who", "whom"):
                found[key] = self.look.name(words)
            elif key == "card":
                found[key] = self.card(words)
            elif key == "cards":
                found[key] = self.t.listing([self.card(card) for card in words])
        return found

    def avoided(self, reason: Reason, better: str) -> str:
        """What a recommended move avoids, in a sentence."""
        name = self.motif(reason.motif)
        deals = self.deals(reason.shares[0], reason.whole)
        said, _ = self.apart(better, better)
        words = self.t("reasons.avoids", better=said, name=name, deals=deals)
        return capital(words)

    def proof(self, proof: Proof) -> str:
        """How sure a value is, in a few words."""
        return self.t({"estimate": "coach.estimate", "every world": "coach.open"}.get(proof, "coach.proven"))

    def motif(self, motif: str) -> str:
        return self.t(f"motif.{motif}.name")

    def principle(self, motif: str) -> str:
        """What to look for next time."""
        return self.t(f"motif.{motif}.principle")

    def advice(self, reason: Reason) -> str:
        """The same after a reason, by the way in which its statement holds."""
        own = f"motif.{reason.motif}.principle.{reason.finding.values.get('way')}"
        return self.t(own) if own in self.t else self.principle(reason.motif)

    def spoken_to(self, seat: int | None) -> bool:
        """Whether a seat is the only person's."""
        seats = self.look.match.seats
        return seat is not None and seats[seat] == "human" and seats.count("human") == 1

    def of_seat(self, key: str, seat: int, **values: object) -> str:
        """A text about a seat; a single person, and a seat called "you", are addressed."""
        own = f"{key}.you"
        you = self.is_you(seat) and own in self.t
        return self.t(own if you else key, name=self.look.name(seat), **values)

    def is_you(self, seat: int) -> bool:
        """Whether texts address a seat as "you"."""
        return self.spoken_to(seat) or self.look.name(seat) == self.t("seat.you")

    def stage(self) -> str:
        """Information that is needed to judge a move but has no room on the table; usually ""."""
        return ""

    def decided(self) -> str:
        """One line on what decided a finished match; "" if no single event did."""
        if self.told_turn[0] != self.look.match.key():
            turn = self.turning_point()
            self.told_turn = (self.look.match.key(), self.turn_words(turn) if turn else "")
        return self.told_turn[1]

    def turn_words(self, turn: TurningPoint) -> str:
        """An event that decided a match, in a line."""
        return ""

    def standings(self) -> Sequence[Sequence[float]]:
        """What everybody had at the start of a match, and after each event that may have decided it:
        each move."""
        again = self.look.match.restarted()
        found = [again.scores]
        for move in self.look.match.moves:
            again.play(move)
            found.append(again.scores)
        return found

    def turning_point(self) -> TurningPoint | None:
        """The event after which the leader of a finished match never changed, if it brought a good
        part of the final margin; None otherwise, and in a match that several share."""
        match = self.look.match
        others = [seat for seat in range(match.seats_count) if seat not in match.winners]
        if not others or (len(match.winners) > 1 and not match.options.get("teams")):
            return None
        standings, winner = self.standings(), match.winners[0]
        rival = max(others, key=lambda seat: standings[-1][seat])
        leads = [all(scores[winner] > scores[seat] for seat in others) for scores in standings]
        at = len(leads) - leads[::-1].index(False)
        gains = tuple(now - then for now, then in zip(standings[at], standings[at - 1], strict=True))
        margin = standings[-1][winner] - standings[-1][rival]
        if gains[winner] - gains[rival] < DECISIVE * margin:
            return None
        return TurningPoint(at, gains, winner, rival)

    def happened(self, number: int) -> list[Event]:
        """The events of a move of the match, by its number from 1."""
        again, moves = self.look.match.restarted(), self.look.match.moves
        for move in moves[: number - 1]:
            again.play(move)
        return again.play(moves[number - 1])

    def tally(self) -> str:
        """Everybody's present result, in a sentence."""
        match = self.look.match
        scores = self.t.standing(match.seats, match.scores, match.game)
        return self.t("end.tally", scores=scores, unit=self.unit())

    def result(self) -> str:
        """Who won a finished match, and everybody's result."""
        winners = self.look.match.winners
        if len(winners) > 1:
            return f"{self.t('end.draw')}. {self.tally()}"
        return " ".join([*(self.of_seat("end.has_won", seat) for seat in winners), self.tally()])

    def comparisons(self) -> list[EndComparison]:
        """What decides a finished match, one comparison after another; empty if a sum does."""
        return []

    def final_count(self) -> list[EndComparison]:
        """How a finished match is counted out on the table, step by step."""
        return self.comparisons()

    def amount(self, sum_: float) -> str:
        """A sum of the final count as it is written."""
        return f"{round(sum_):g}"

    def decided_by(self, line: str, turn: TurningPoint, amount: Callable[[int], str]) -> str:
        """What decided a match, and what it brought the winner and the rival, with names if there are
        more. amount: how what it brought is written."""
        mine, other = (amount(round(turn.gains[seat])) for seat in (turn.winner, turn.rival))
        key = "line" if self.look.match.seats_count == 2 else "two"
        names = {"name": self.look.name(turn.winner), "rival": self.look.name(turn.rival)}
        return self.t(f"end.decided.{key}", line=line, mine=mine, other=other, **names)

    def card(self, card: str) -> str:
        key = f"card.{self.game}.{card}"
        return self.t(key) if key in self.t else card

    def place(self, place: int | None) -> str:
        """A place of the board in words."""
        return ""

    # read out

    def spoken(self, card: str) -> str:
        """A card as it is read out: with all that is printed on it and matters."""
        return self.card(card)

    def reading(self, cards: Iterable[Placed]) -> list[str]:
        """What lies on the table, read out: first what no card says, then the cards zone by zone, the
        viewer's own last. cards: as the viewer sees them."""
        rows: dict[tuple[str, int | None], list[Placed]] = {}
        for one in cards:
            rows.setdefault((one.zone, one.seat), []).append(one)
        first, around = list(self.read_first), self.around()

        def order(row: tuple[str, int | None]) -> tuple[int, int]:
            zone, seat = row
            away = -1 if seat is None else around.index(seat)
            return first.index(zone) if zone in first else len(first), away

        zones = [row for row in sorted(rows, key=order) if row[0] not in self.unread]
        told = (self.row_read(*row, sorted(rows[row], key=lambda one: one.place)) for row in zones)
        return [words for words in (*self.facts(), *told) if words]

    def facts(self) -> list[str]:
        """What else there is to know of a table, in sentences."""
        return []

    def row_read(self, zone: str, seat: int | None, cards: Sequence[Placed]) -> str:
        """The cards of a zone of the table, or of a seat's, read out."""
        words, key = self.cards_read(cards), f"read.{self.game}.{zone}"
        if key in self.t and seat is not None:
            return self.of_seat(key, seat, cards=words, n=len(cards))
        if key in self.t:
            return self.t(key, cards=words, n=len(cards))
        if seat is None:
            return self.t("speech.zone", zone=zone, cards=words)
        return self.t("speech.zone.of", name=self.look.name(seat), zone=zone, cards=words)

    def way_on(self, cards: Sequence[str], legal: Sequence[str]) -> str:
        """What can be done with chosen cards while the focus is on cards; "" if nothing need be said."""
        return ""

    def cards_read(self, cards: Sequence[Placed]) -> str:
        """Cards in their order, and how many of them are hidden."""
        known = [self.spoken(one.card) for one in cards if one.card]
        alike = [(words, len(list(some))) for words, some in groupby(known)]
        found = [words if n == 1 else self.t("speech.times", card=words, n=n) for words, n in alike]
        hidden = len(cards) - len(known)
        return "; ".join([*found, *([self.t("speech.hidden", n=hidden)] if hidden else [])])

    def scores_read(self) -> str:
        """Everybody's score as it stands."""
        match = self.look.match
        scores = self.t.standing(match.seats, match.scores, match.game)
        return self.t("end.tally", scores=scores, unit=self.unit())

    def bare(self, value: float) -> str:
        """The value of a move or position as a bare figure, where its unit is named beside it."""
        return self.t.number(value, 1, sign=True)

    def value(self, value: float) -> str:
        """The value of a move or position, with its unit."""
        return self.measured(self.bare(value))

    def measured(self, amount: str) -> str:
        """An amount of what the game is about, with its unit."""
        key = f"unit.{self.game}"
        return self.t(key if key in self.t else "unit.points", amount=amount)

    def unit(self) -> str:
        key = f"unit.{self.game}.name"
        return self.t(key if key in self.t else "unit.points.name")

    def worth_of(self, move: MoveValue) -> str:
        """A move's value; if something is fought for, a second line with the odds."""
        return self.bare(move.merit)

    def best_of(self, advice: Advice, moves: list[str]) -> tuple[MoveValue | None, bool]:
        """The best of some moves, and whether it is better than all others."""
        known = [move for move in advice.moves if move.move in moves]
        if not known:
            return None, False
        top = max(known, key=lambda move: move.merit)
        return top, top.merit >= max(move.merit for move in advice.moves) - SAME

    def loss(self, loss: float) -> str:
        """How much a move lost, above 0, as a plain number."""
        return self.t.plain(round(loss, 1 if loss >= 1 else 2))

    def lost(self, loss: float) -> str:
        """How much a move lost, with its unit."""
        return self.measured(self.loss(loss))

    def fell_short(self, task: str, move: str, value: float, best: float, before: Position) -> str:
        """What a wrong move of a puzzle costs, by its value and that of the right one. before: the position
        in which it was made."""
        loss, own = abs(best - value), f"puzzle.{task}.lost"
        if own in self.t:
            return self.t(own, move=capital(self.move(move)), amount=self.loss(loss))
        return self.t("puzzle.lost", move=capital(self.move(move)), lost=self.lost(loss))

    def counts(self, loss: float) -> bool:
        """Whether a loss is more than that of a right move, and visible in the decimals shown."""
        return loss > scale_of(self.game).right and self.loss(loss) != self.loss(0)

    def share(self, value: float) -> float:
        """A value as a share of the value bar, 0 .. 1; 0.5 is even."""
        return 0.5 + value / (abs(value) + 4 * scale_of(self.game).blunder) / 2

    def situation(self, legal: list[str]) -> tuple[str, dict[str, object]]:
        """The kind of decision that is due, and the values of the text about it."""
        return "", {}

    def at_once(self, behind: bool) -> str:
        """What is said as long as all choose at once, whoever's choice is being made; "" where they move in turn.
        behind: the last move is still being shown."""
        return ""

    @property
    def guides(self) -> bool:
        """Whether the game has lines for the first turns ever."""
        return any(key.startswith(f"guide.{self.game}.") for key in self.t.table)

    def guide_lines(self, name: str) -> int:
        """How many lines there are about a situation, one after the other."""
        start = f"guide.{self.game}.{name}"
        return sum(key == start or key.removeprefix(f"{start}.").isdigit() for key in self.t.table)

    def guidance(self, legal: list[str], times: int, heard: bool = False) -> str:
        """What may be played now and what it does, in a line. times: how often it was said of such a
        situation before; then some say more. heard: for a person who does not see the table."""
        name, values = self.situation(legal)
        keys = [f"guide.{self.game}.{name}.{times}", f"guide.{self.game}.{name}"]
        keys = [key for seen in keys for key in ([f"{seen}.heard", seen] if heard else [seen])]
        key = next((key for key in keys if key in self.t), "")
        return self.t(key, **values) if key else ""

    def sheet(self, name: str) -> Sheet:
        """One of the game's tables; "end" explains the result of the match: everybody's score, if
        the game has no more to say."""
        if name != "end":
            raise KeyError(name)
        match = self.look.match
        scores = [Cell(self.t.plain(score), lit=seat in match.winners) for seat, score in enumerate(match.scores)]
        return Sheet([[Cell(who), score] for who, score in zip(self.names(), scores, strict=True)], heads=False)

    def next_seed(self) -> int:
        return (self.look.match.seed + 1) % 2**64

    def to_come(self) -> str:
        """What is still to be drawn, if all cards are face up and it is known; else ""."""
        return ""

    def ranked(self) -> list[int]:
        """The seats in order of rank."""
        match = self.look.match
        ahead = {seat: (seat in match.winners, match.scores[seat]) for seat in range(match.seats_count)}
        return sorted(ahead, key=lambda seat: ahead[seat], reverse=True)

    def names(self) -> list[str]:
        return [self.look.name(seat) for seat in range(self.look.match.seats_count)]

    def sentence(self, event: Event, humans: list[int]) -> str:
        """An event as a sentence, "" if it needs none. humans: a single one is addressed as
        "you"."""
        key = f"say.{self.game}.{event.what}" if event.kind == "say" else f"log.{self.game}.{event.kind}"
        if event.kind == "card":
            key = f"log.{self.game}.{event.source}.{event.target}"
        if key not in self.t:
            return ""
        if len(humans) == 1 and event.seat == humans[0] and f"{key}.you" in self.t:
            key += ".you"
        elif len(humans) == 1 and event.target_seat == humans[0] and f"{key}.of_you" in self.t:
            key += ".of_you"
        seen = event.card and event.seen_by(self.look.viewer)
        who, whom = ("" if seat is None else self.look.name(seat) for seat in (event.seat, event.target_seat))
        amount = self.t.number(event.amount)
        return self.t(key, who=who, whom=whom, amount=amount, place=self.place(event.place),
                      card=self.named(event.card or "") if seen else self.t("card.hidden"))

    def named(self, card: str) -> str:
        """A card as the log calls it."""
        return self.card(card)

    def mark(self, event: Event) -> Mark | None:
        """Where on the table an event happened, if its sentence does not say it exactly."""
        return None

    def lines(self, events: Iterable[Event], humans: list[int]) -> list[str]:
        told = ((self.sentence(event, humans), self.mark(event)) for event in events)
        return [LogLine(words, mark) for words, mark in told if words]

    def heard(self, events: Sequence[Event], humans: list[int]) -> list[str]:
        """Events as they are read out: what the log tells of them, and which cards are only seen to move or turn.
        Those that do so alike are told together, where the first of them does."""
        alike: dict[tuple[str, int | None], list[Event]] = {}
        for event in events:
            alike.setdefault(self.way(event, humans), []).append(event)
        found: list[str] = []
        for event in events:
            way = self.way(event, humans)
            found += [self.sentence(event, humans), self.seen_moving(way, alike.pop(way, []))]
        return [words for words in found if words]

    def way(self, event: Event, humans: list[int]) -> tuple[str, int | None]:
        """The text about cards that move or turn as in an event, "" if there is none, and whose they are. Two people
        at one table hear only what both may know."""
        step = ".".join(filter(None, (event.kind if event.kind != "card" else "", event.source, event.target)))
        key = f"heard.{self.game}.{step}"
        seen = all(event.seen_by(seat) for seat in (humans or (self.look.viewer,)))
        ending = (".you" if humans == [event.seat] else "") if seen else ".hidden"
        return key + ending if key + ending in self.t else "", event.seat

    def seen_moving(self, way: tuple[str, int | None], events: Sequence[Event]) -> str:
        """Cards that move or turn alike, in a sentence; "" if there is nothing to say."""
        key, seat = way
        if not (key and events):
            return ""
        cards = "; ".join(self.spoken(one.card) for one in events if one.card)
        return self.t(key, who="" if seat is None else self.look.name(seat), cards=cards, n=len(events))

    def story(self, humans: list[int]) -> list[str]:
        """Everything that happened in the match so far; only in the last round if it is to be
        remembered."""
        match, found = self.look.match, list[str]()
        again, memory = match.restarted(), self.look.memory
        say = copy(self)
        say.past = again.moves  # which grows
        for move in match.moves:
            if memory and self.begins_anew(again.to_act, humans):
                found.clear()
            found += say.lines(again.play(move), humans)
        return found

    def begins_anew(self, seat: int | None, humans: list[int]) -> bool:
        """Whether the log starts again at a seat's move, so that earlier events must be remembered:
        at people's moves, or at every move if only computers play."""
        return seat in humans or not humans

    def verdict(self, advice: Advice, hinted: bool) -> str:
        """An advice in words, with its proof. hinted: with the recommended move."""
        found = [self.t("table.best", move=self.move(advice.shown))] if hinted else []
        if self.look.memory:
            return " ".join(found)  # a value would show what has been taken
        kind = self.proven(advice)
        own = f"proof.{self.game}.{kind}"
        line = self.t(
            own if own in self.t else f"proof.{kind}",
            value=self.told_value(advice),
            done=advice.worlds,
            of=advice.of,
        )
        return " ".join([*found, line])

    def exactness(self, advice: Advice) -> str:
        """How far an advice may be from perfect play, for those who ask; "" if that is not known."""
        off = advice.exploitability
        return "" if off is None or self.look.memory else self.t("proof.off", off=self.t.number(off, 4))

    def proven(self, advice: Advice) -> str:
        """The key of the line about what an advice proves: the value, only the move, or nothing."""
        if advice.proof != "estimate":
            return advice.proof.replace(" ", "_")
        if not advice.worlds:
            return "estimate"
        if advice.of is None:
            return "playouts"
        return "solved" if advice.worlds == advice.of else "worlds"

    def told_value(self, advice: Advice) -> str:
        """The value of an advice in words that promise no more than its proof."""
        return self.value(advice.value)


def telling_of(game: str) -> type[Telling]:
    """The words of a game (native/GAME/words.py); those of all games if it has none of its own."""
    return own_part(game, "words", "TELLING", Telling)
