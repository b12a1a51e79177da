"""The grid duel in words: moves, cells, lines, values and what decides a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy
from typing import Literal, Self, cast, get_args

from ..grades import SAME
from ..match import Match
from ..play.reasons import Mark, Reason, Reasoning, own_name
from ..play.words import MOST_TOLD, Cell, EndComparison, Sheet, Telling
from ..position import Position
from ..values import Advice, Event, MoveValue, Row
from .compared import Compared
from .motifs import LIMIT, Line, board_at, counts, line_at
from .state import Reach, State

Ways = Literal["own", "both"]
Spotted = tuple[int, int]  # a cell of the grid: column and row as drawn
SIDE = 4  # cards of a full line
PAIR = 10  # times its value is what a pair scores
HUNDRED = 100  # what three or four alike score
CELLS = SIDE * SIDE  # moves of a game
FIRST = (0, 0)  # where a game's first card lies
Lines = dict[tuple[str, int], int]  # scores of lines: ("x", column) as drawn, ("y", row)
AT_ONCE = ("gives_triple", "threatens_triple", "exposes_line", "threatens_line", "forces_reply", "loses_ending")
VAGUE = "forces_reply"  # one of them that is told only where the lines tell nothing
WHOLE = 10  # percent of a win: from here on shown without a decimal


class DuelTelling(Telling):
    """The words of a match. Cells are relative to the first card, and a turned board swaps columns
    and rows. Texts name lines; the table marks the cell."""

    read_first = ("away",)
    unread = ("grid",)
    turned = False
    ways: Ways | None = None  # by whose lines a text names its places; None: not chosen yet
    subject: int | None = None  # the seat whose decision a text is about; None: whose turn it is

    @property
    def state(self) -> State:
        return cast("State", self.look.state)

    def cell(self, place: int) -> tuple[int, int]:
        """Column and row on the screen; the first card is at 0, 0."""
        column, row = (place & 7) - 3, (place >> 3) - 3
        return (row, column) if self.turned else (column, row)

    def at(self, move: str) -> tuple[str, tuple[int, int]]:
        """The card of a move, and its column and row on the screen."""
        value, at = move.split("@")
        column, row = map(int, at.split(","))
        return value, (row, column) if self.turned else (column, row)

    def targets(self, legal: list[str], held: list[str | None]) -> dict[Spotted, list[str]]:
        """Legal cells with their moves, for the held values (or for all, if none is held)."""
        found: dict[Spotted, list[str]] = {}
        for move in legal:
            value, cell = self.at(move)
            if not held or value in held:
                found.setdefault(cell, []).append(move)
        return found

    def view(self, laid: list[Spotted], reach: Reach) -> tuple[range, range]:
        """Columns and rows to show, as drawn: those with cards, and those where the next card may
        go."""
        across, down = reach["columns"], reach["rows"]
        if self.turned:
            across, down = down, across
        axes = list(zip(*laid, strict=True)) or [(0,), (0,)]
        bounds = zip(axes, (across, down), strict=True)
        columns, rows = (
            range(max(least, min(at) - 1, max(at) - SIDE + 1), min(most, max(at) + 1, min(at) + SIDE - 1) + 1)
            for at, (least, most) in bounds
        )
        return columns, rows

    @staticmethod
    def frame(laid: Sequence[Spotted]) -> tuple[range, range]:
        """The four columns and rows that fit on the table, as drawn. The first card is in the
        second of each, unless later cards need the room."""
        axes = list(zip(*laid, strict=True)) or [(0,), (0,)]
        starts = (max(max(at) - SIDE + 1, min(min(at), FIRST[0] - 1)) for at in axes)
        columns, rows = (range(start, start + SIDE) for start in starts)
        return columns, rows

    def each_worth(self, advice: Advice, moves: list[str]) -> str:
        """The values of these moves, best first."""
        found = [(move.value, move) for move in advice.moves if move.move in moves]
        found.sort(key=lambda pair: -float(pair[0]))
        return " · ".join(
            f"{self.named(self.at(move.move)[0])} {self.value_of(move.value, move.sure)}"
            for _, move in found
        )

    def lines_of(self, match: Position, seat: int, columns: bool) -> Lines:
        """Scores of the lines as drawn. columns: whether the seat's lines are the columns."""
        found: Lines = {}
        for axis in ("x", "y"):
            who = self.owner(axis, seat, columns)
            found |= {(axis, row.count): row.value for row in match.breakdown(who)}
        return found

    def owner(self, axis: str, seat: int, columns: bool) -> int:
        """The seat whose lines run along an axis as drawn."""
        swapped = not self.turned and not columns
        return seat if (axis == "x") != swapped else 1 - seat

    @staticmethod
    def paired(before: int, now: int) -> bool:
        """Whether the card has made a pair or a triple in a line."""
        return now // PAIR > before // PAIR

    def move(self, move: str) -> str:
        """A move in words: the card, and the mover's line that it goes into."""
        return self.t("duel.move", card=self.named(move[0]), place=self.spot(self.cell_of(move)))

    def named(self, card: str) -> str:
        return self.t(f"duel.short.{card}")

    def naming(self, moves: Iterable[str], seat: int | None = None) -> Self:
        """Sets how places are named: by the lines of the seat whose decision the text is about, so
        that a move has the same name in all texts. If two moves would share a name, by the lines of
        both players."""
        if self.ways is not None:
            return self
        cells = {self.cell_of(move) for move in moves}
        found = self.about(self.mover if seat is None else seat)
        for ways in get_args(Ways):
            found.ways = ways
            if len({*map(found.spot, cells)}) == len(cells):
                break
        return found

    def about(self, seat: int | None) -> Self:
        """Sets how places are named for a text about a seat's move, unless it is part of a text
        about another move."""
        found = copy(self)
        found.subject = seat if self.subject is None else self.subject
        return found

    @property
    def mover(self) -> int:
        """The seat whose move a text is about."""
        if self.subject is not None:
            return self.subject
        if self.past is None and self.look.match.over:
            return self.look.seat
        game, laid = divmod(len(self.moves), CELLS)
        return int((self.state["starter"] + game - self.state["game"] + laid) % 2)

    def sentence(self, event: Event, humans: list[int]) -> str:
        """An event as a sentence. Its place is named by the lines of the seat that caused it."""
        return super(DuelTelling, self.about(event.seat)).sentence(event, humans)

    def done(self, seat: int, move: str) -> str:
        return super(DuelTelling, self.about(seat)).done(seat, move)

    def followed(self, seat: int, move: str, events: list[Event]) -> str:
        """A move of a likely line in words, with its player."""
        return super(DuelTelling, self.about(seat)).followed(seat, move, events)

    def brief(self, move: str) -> str:
        cell = self.cell_of(move)
        lines = ", ".join(self.short(cell, seat) for seat in self.named_by())
        return self.t("duel.brief", card=self.named(move[0]), line=lines)

    def short(self, cell: Spotted, seat: int) -> str:
        """Which of a seat's lines a cell is in, in short."""
        nth, drawn = self.nth(cell, seat), self.drawn(seat)
        return self.t(f"duel.brief.{drawn}" if nth.isdigit() else f"duel.brief.{nth}.{drawn}", number=nth)

    def named_by(self) -> tuple[int, ...]:
        """The seats whose lines name places."""
        seat = self.mover
        return (seat, 1 - seat) if self.ways == "both" else (seat,)

    def place(self, place: int | None) -> str:
        """The place of the card just laid, in words."""
        if place is None:
            return ""
        return self.spot(((place & 7) - 3, (place >> 3) - 3))

    def mark(self, event: Event) -> Mark | None:
        laid = event.kind == "card" and event.target == "grid"
        return Mark("grid", place=event.place) if laid else None

    @property
    def moves(self) -> Sequence[str]:
        """The moves that have been shown so far."""
        return self.look.match.moves if self.past is None else self.past

    def spot(self, cell: Spotted) -> str:
        """Where a card lies, in words: the lines by number from the left or the top, or a new line
        beside them. cell: as the record counts it."""
        if cell == FIRST:
            return self.t("duel.opens")
        first, *second = self.named_by()
        line = self.of_seat(f"duel.line.{self.drawn(first)}", first, nth=self.nth_word(cell, first))
        if not second:
            return self.t("duel.on", line=line)
        other = self.t(f"duel.across.{self.drawn(second[0])}", nth=self.nth_word(cell, second[0]))
        return self.t("duel.on.both", line=line, other=other)

    def nth_word(self, cell: Spotted, seat: int) -> str:
        """Which of a seat's lines a cell is in, in a word or two."""
        nth, drawn = self.nth(cell, seat), self.drawn(seat)
        return self.t(f"duel.nth.{nth}" if nth.isdigit() else f"duel.nth.{nth}.{drawn}")

    def nth(self, cell: Spotted, seat: int) -> str:
        """Which of a seat's lines a cell is in: its number from 1 on; for a new line "before" or
        "after" those with cards, with a number from 2 on if others would lie between."""
        moves = self.moves
        begun = len(moves) // CELLS * CELLS
        if begun == len(moves) and cell != FIRST:  # of the game that has just ended
            begun -= CELLS
        other = (begun // CELLS - self.state["game"]) % 2  # the players take turns to start
        axis = (seat != self.state["starter"]) ^ other
        at = cell[axis]
        laid = [self.cell_of(text)[axis] for text in moves[max(0, begun) :]] or [FIRST[axis]]
        side, beyond = ("after", at - max(laid)) if at > max(laid) else ("before", min(laid) - at)
        if beyond > 0:
            return side if beyond == 1 else f"{side}.{beyond}"
        return str(at - min(laid) + 1)

    @staticmethod
    def cell_of(move: str) -> Spotted:
        """Column and row of a move, as the record counts them."""
        column, row = map(int, move.split("@")[1].split(","))
        return column, row

    def drawn(self, seat: int) -> str:
        """Whether a seat's lines are drawn as columns or as rows."""
        return "column" if (seat == self.state["starter"]) != self.turned else "row"

    def situation(self, legal: list[str]) -> tuple[str, dict[str, object]]:
        """Whether it is the first card of a game or a later one."""
        seat = self.look.seat
        values: dict[str, object] = {
            "lines": self.t(f"duel.lines.{self.drawn(seat)}"),
            "others": self.t(f"duel.lines.{self.drawn(1 - seat)}"),
            "name": self.look.name(1 - seat),
        }
        return "lay" if self.state["grid"] else "open", values

    def decided(self) -> str:
        """The deciding pair of lines: the first, from the lowest, that differs."""
        match = self.look.match
        rank, mine, other = self.deciding(match, next(iter(match.winners), 0))
        if not rank:
            return self.t("end.decided.equal")
        return self.t("end.decided.line", line=self.t(f"duel.rank.{rank}"), mine=mine, other=other)

    def tally(self) -> str:
        return self.decided()

    def comparisons(self) -> list[EndComparison]:
        """The pairs of lines from the lowest up to the first that differs."""
        match, seat = self.look.match, self.look.seat
        found = list[EndComparison]()
        for at, (own, other) in enumerate(self.pairs(match, seat)):
            rank = self.t(f"duel.rank.{at}")
            key = "equal" if own.value == other.value else "differ"
            words = self.t(f"duel.compare.{key}", rank=rank, mine=own.value, other=other.value)
            sums = (own.value, other.value) if seat == 0 else (other.value, own.value)
            places = tuple((row.label, row.seat, row.count) for row in (own, other))
            found.append(EndComparison(words, places, sums=sums, pair=rank))
            if own.value != other.value:
                break
        return found

    @staticmethod
    def pairs(position: Position, seat: int) -> list[tuple[Row, Row]]:
        """A seat's lines beside the other's, weakest first: as many as both have."""
        rows = (sorted(position.breakdown(who), key=lambda row: row.value) for who in (seat, 1 - seat))
        return list(zip(*rows, strict=False))

    @classmethod
    def deciding(cls, position: Position, seat: int) -> tuple[str, int, int]:
        """The deciding pair of lines: its rank, the seat's score, the other's. rank is "" if all
        lines are equal."""
        pairs = cls.pairs(position, seat)
        return cls.first_unlike([mine.value for mine, _ in pairs], [other.value for _, other in pairs])

    @staticmethod
    def first_unlike(mine: Sequence[int], other: Sequence[int]) -> tuple[str, int, int]:
        """The first pair of scores that differs: its rank and both. rank is "" if there is none."""
        for at, (one, two) in enumerate(zip(mine, other, strict=False)):
            if one != two:
                return str(at), one, two
        return "", 0, 0

    def task(self, held: str, aimed: bool) -> str:
        """What to do now. held: the chosen card, "" for none. aimed: it is over a place."""
        key = "duel.lay" if held and aimed else "duel.place" if held else "duel.choose"
        return self.t(key, card=self.named(held) if held else "")

    def sum_words(self, cards: Sequence[str]) -> str:
        """How a line's score adds up: each value in it and what it brings."""
        told = []
        for card, count in sorted(Counter(cards).items()):
            kind = self.t(f"duel.several.{card}", n=count)
            told.append(self.t("duel.part", cards=kind, sum=self.points(card, count)))
        return ", ".join(told)

    def summands(self, cards: Sequence[str]) -> list[tuple[str, int, int]]:
        """What makes up a line's score: each value, how often it lies there, and what it brings; the most first."""
        found = [(card, count, self.points(card, count)) for card, count in Counter(cards).items()]
        return sorted((one for one in found if one[2]), key=lambda one: -one[2])

    def key_words(self, cards: str) -> str:
        """What a line of equal cards scores, and why."""
        return self.t(f"duel.key.{len(cards)}", sum=self.points(cards[0], len(cards)))

    @staticmethod
    def points(card: str, count: int) -> int:
        """What this many cards of a value bring in one line."""
        return (int(card), PAIR * int(card), HUNDRED, HUNDRED)[count - 1]

    # read out

    def spoken(self, card: str) -> str:
        """A dragon and its value."""
        return self.t("duel.read.card", card=self.named(card), value=card)

    def facts(self) -> list[str]:
        """The lines of both, the rows first, each with its cards and what it counts."""
        seats = sorted((0, 1), key=lambda seat: self.drawn(seat) == "column")
        return [one for seat in seats for one in self.lines_read(seat)] or [self.t("duel.read.empty")]

    def drawn_rows(self) -> list[str]:
        """The grid as it is drawn, row by row."""
        rows = self.state["grid"]
        return ["".join(column) for column in zip(*rows, strict=True)] if self.turned else rows

    def lines_read(self, seat: int) -> list[str]:
        """A seat's lines, from the left or the top."""
        rows, drawn = self.drawn_rows(), self.drawn(seat)
        lines = rows if drawn == "row" else ["".join(column) for column in zip(*rows, strict=True)]
        sums = sorted(self.look.match.breakdown(seat), key=lambda row: row.count)
        return [
            self.of_seat(f"duel.read.{drawn}", seat, number=number, cards=self.line_read(line), sum=row.value)
            for number, (line, row) in enumerate(zip(lines, sums, strict=True), 1)
        ]

    def line_read(self, line: str) -> str:
        """What lies in a line, and where nothing does."""
        return ", ".join(self.t("duel.read.free") if card == "." else self.named(card) for card in line)

    def scores_read(self) -> str:
        """Who leads as the lines are, and by which of them."""
        seat = self.look.seat
        rank, mine, other = self.deciding(self.look.match, seat)
        if not rank:
            return self.t("duel.pair.level")
        leads = self.of_seat("duel.pair.leads", seat if mine > other else 1 - seat)
        return self.t("duel.read.leads", leads=leads, by=self.t(f"duel.pair.by.{rank}"), mine=mine, other=other)

    def lines_changed(self, before: Position, after: Position) -> list[str]:
        """What a card makes of its two lines."""
        found: list[str] = []
        if not after.state()["grid"]:  # the game ends, and the next has begun
            return found
        for seat in (self.look.seat, 1 - self.look.seat):
            old, new = ({row.count: row.value for row in one.breakdown(seat)} for one in (before, after))
            changed = [(old.get(at, 0), value) for at, value in new.items() if old.get(at, 0) != value]
            found += [self.of_seat("duel.read.becomes", seat, old=was, new=now) for was, now in changed]
        return found or [self.t("duel.read.same")]

    def heard(self, events: Sequence[Event], humans: list[int]) -> list[str]:
        """Also whether a card begins a line, so that others count on; and where another's card lies for the one who
        hears it, and what it makes of its two lines."""
        after = self.look.match
        before = after.copy()
        at = next((number for number, event in enumerate(events, 1) if event.target == "grid"), 0)
        if not at or not before.undo() or not after.state()["grid"]:  # the game has ended, and the next has begun
            return super().heard(events, humans)
        found = super().heard(events[:at], humans)
        if events[at - 1].seat not in humans:
            lines, place = self.lines_changed(before, after), self.spot(self.cell_of(after.moves[-1]))
            found.append(self.t("duel.read.lies", place=place, lines=", ".join(lines)))
        return [*found, *self.begun(after.moves), *super().heard(events[at:], humans)]

    def begun(self, moves: Sequence[str]) -> list[str]:
        """That the last card has begun a column at the left or a row at the top, and that the others count one
        further."""
        *laid, cell = map(self.cell_of, moves[(len(moves) - 1) // CELLS * CELLS :])
        return [
            self.t(f"duel.read.begun.{'row' if axis ^ self.turned else 'column'}")
            for axis in (0, 1)
            if laid and cell[axis] < min(one[axis] for one in laid)
        ]

    def reason_words(self, reason: Reason) -> dict[str, object]:
        """The values of a reason's text. most: for figures that count down from the highest score
        of a line. rank: the deciding lines, weakest first."""
        found = super().reason_words(reason)
        if reason.least is not None:
            found["most"] = self.t.plain(LIMIT - reason.least)
        if "rank" in found:
            found["rank"] = self.t(f"duel.ends.{found['rank']}")
        if "line" in found:
            who, at = reason.finding.values["who"], reason.finding.values["line"]
            line = line_at(board_at(reason.deal.state()), who, at)
            found["row"] = self.row_words(line)
        elif mark := next((one for one in reason.finding.marks if one.zone in ("column", "row")), None):
            state = reason.deal.state()
            seat = state["starter"] if mark.zone == "column" else 1 - state["starter"]
            one = line_at(board_at(state), seat, mark.place or 0)
            found["row"] = self.row_words(one) if reason.same else self.of_seat("duel.line.some", seat)
        if "card" in found:
            found["kind"] = self.t(f"duel.short.{reason.finding.values['card']}")
        return found

    def row_words(self, line: Line) -> str:
        """A line in words, with its cards."""
        cards = self.cards_words(line.cards)
        return self.t("duel.line.cards", line=self.line_words(line.seat, line.at or 0), cards=cards)

    def cards_words(self, line: int) -> str:
        """The cards of a line, the highest first."""
        held = [(card, n) for card, n in enumerate(counts(line)) if n]
        told = [self.t(f"duel.{'several' if n > 1 else 'short'}.{card}", n=n) for card, n in reversed(held)]
        return ", ".join(told) or self.t("duel.line.empty")

    def told(self, reasoning: Reasoning, hint: bool = False) -> list[tuple[str, bool | None]]:
        """Why a move is worse: what both moves make of the line that decides, or what happens at once; else for which
        line its card is to be kept, or what both make of their lines."""
        reasons = reasoning.found if reasoning.done else []
        pair, deal = (reasoning.move, reasoning.better), reasoning.match.position()
        names = {own_name(one): one for one in reasons}
        spends = "spends_last" in names
        told = [Compared(self, deal, *pair, one, reasoning.values, spends) for one in reasons or (None,)]
        found = next((said for one in told if one.deciding and (said := one.deciding.sentences())), [])
        if reasoning.open and (ending := names.get("loses_ending")):
            found = Compared(self, ending.deal, *pair).endings()
        at_once = next((one for one in reasons if own_name(one) in AT_ONCE), None)
        if not found:
            found = told[0].plain() if told[0].blame() else told[0].weighed()
            if at_once and (own_name(at_once) != VAGUE or not any(about for _, about in found)):
                more, less = self.reason(at_once, *pair)[0], [one for one in found if one[1] != at_once.good]
                found = sorted([(more, at_once.good), *less[:1]], key=lambda one: not one[1])
            elif spends and (kept := told[0].kept()):
                found = [(kept, True), *(one for one in found if not one[1])]
            elif spends and (spent := told[0].spent()):
                found = [*(one for one in found if one[1]), (spent, False)][-MOST_TOLD:]
        if not any(about for _, about in found):
            found = found if at_once and found else told[0].plain() or found
        if len(found) == 1 and found[0][1] and (worst := told[0].worst()):
            found = [*found, (worst, False)]
        if not found:
            return sorted(super().told(reasoning, hint), key=lambda one: one[1] is None)
        return [one for one in found if one[1] or not hint]

    def reason(self, reason: Reason, move: str, better: str, *, alone: bool = False) -> tuple[str, str]:
        if not reason.played:
            return super().reason(reason, move, better, alone=alone)
        match Compared(self, reason.deal, move, better, reason).sentences():
            case [(first, _), (second, _)]:
                return first, second
            case [(only, _)]:
                return only, ""
        return super().reason(reason, move, better, alone=alone)

    def line_words(self, seat: int, at: int) -> str:
        """A seat's line in words. at: its column or row, as the record counts them."""
        nth = self.nth_word((at, at), seat)
        return self.of_seat(f"duel.line.{self.drawn(seat)}", seat, nth=nth)

    def plainly(self, value: float) -> str:
        """The name of a value that is a result; "" for any other value."""
        result = {1.0: "word.win", 0.0: "word.draw", -1.0: "word.loss"}.get(round(value, 6))
        return self.t(result) if result else ""

    def bare(self, value: float) -> str:
        """A value as a percentage: the chance to win, with a draw counted half."""
        share = self.share_of_win(value + 1)
        return self.plainly(value) or self.t("unit.percent", amount=share)

    def value(self, value: float) -> str:
        share = self.share_of_win(value + 1)
        return self.plainly(value) or self.t("unit.duel.value", amount=share)

    def loss(self, loss: float) -> str:
        """A loss of value as a percentage of a win."""
        return self.t("unit.percent", amount=self.share_of_win(loss))

    def lost(self, loss: float) -> str:
        """A loss of value with its unit."""
        share = self.share_of_win(loss)
        return self.t("unit.duel.whole") if share == "100" else self.t("unit.duel", amount=share)

    def share(self, value: float) -> float:
        """A value as a fraction of the bar: a win is 1, a defeat -1."""
        return (value + 1) / 2

    def share_of_win(self, loss: float) -> str:
        """A loss in percent of a win; a win is worth 2 more than a defeat."""
        share = 50 * loss
        return self.t.number(share, 0 if share >= WHOLE else 1)

    def next_seed(self) -> int:
        """The next seed with which the other seat starts."""
        match = self.look.match
        options = dict(match.options)
        opening = match.restarted().state()["starter"]
        seed = super().next_seed()
        while options["first"] is None and Match("duel", options, seed).state()["starter"] == opening:
            seed = (seed + 1) % 2**64
        return seed

    def worth_of(self, move: MoveValue) -> str:
        """A move's value. It is called a win, draw or loss only if that is proven."""
        if move.sure:
            return self.bare(move.merit)
        about = "unit.duel.about" if abs(move.merit) >= 1 - SAME else "unit.percent"
        return self.t(about, amount=self.share_of_win(move.merit + 1))

    def value_of(self, value: float, sure: bool) -> str:
        """A value in words. It is called a result only if it is sure."""
        return self.value(value) if sure else self.t("unit.duel.value", amount=self.share_of_win(value + 1))

    def told_value(self, advice: Advice) -> str:
        """The value of an advice in words, no stronger than its proof."""
        return self.value_of(advice.value, advice.sure or advice.proof == "exact")

    def proven(self, advice: Advice) -> str:
        """The text key for what is proven. "A win against every hand" needs a plan that does not
        look at hidden cards; a win with open cards does not count."""
        kind = super().proven(advice)
        if kind == "every_world" and advice.sure:
            return "surely"
        return "open" if kind == "every_world" and abs(advice.value) >= 1 - SAME else kind

    def sheet(self, name: str) -> Sheet:
        """Both players' lines from low to high, the better one of the deciding pair lit."""
        state, seat = self.state, self.look.seat
        lines = state["lines"] or {"columns": [], "rows": []}
        sorted_lines = [sorted(lines["columns" if s == state["starter"] else "rows"]) for s in (0, 1)]
        decided = next((i for i, (a, b) in enumerate(zip(*sorted_lines, strict=True)) if a != b), None)

        def row(who: int) -> list[Cell]:
            mine, theirs = sorted_lines[who], sorted_lines[1 - who]
            better = [i == decided and mine[i] > theirs[i] for i in range(len(mine))]
            scores = [Cell(str(score), lit=lit) for score, lit in zip(mine, better, strict=True)]
            return [Cell(self.look.name(who)), *scores]

        return Sheet([row(1 - seat), row(seat)], heads=False)


TELLING = DuelTelling
