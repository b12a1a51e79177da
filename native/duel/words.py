"""The grid duel in words: moves, cells, lines, values and what decides a game."""

from __future__ import annotations

from typing import cast

from ..match import Match
from ..play.reasons import Reason
from ..play.words import Cell, EndComparison, Sheet, Telling
from ..position import Position
from ..values import Advice
from .motifs import LIMIT
from .state import Reach, State

Spotted = tuple[int, int]  # a cell of the grid: column and row as drawn
SIDE = 4  # cards of a full line
PAIR = 10  # a pair scores at least
EGGS = 100  # what a line of four eggs scores
Lines = dict[tuple[str, int], int]  # scores of lines: ("x", column) as drawn, ("y", row)
WHOLE = 10  # percent of a win: from here on shown without a decimal


class DuelTelling(Telling):
    """Cells are relative to the first card; a turned board swaps columns and rows."""

    turned = False

    @property
    def state(self) -> State:
        """The state on view."""
        return cast("State", self.look.state)

    def cell(self, place: int) -> tuple[int, int]:
        """Column and row on the screen, the first card at 0, 0."""
        column, row = (place & 7) - 3, (place >> 3) - 3
        return (row, column) if self.turned else (column, row)

    def at(self, move: str) -> tuple[str, tuple[int, int]]:
        """The card of a move, and its column and row on the screen."""
        value, at = move.split("@")
        column, row = map(int, at.split(","))
        return value, (row, column) if self.turned else (column, row)

    def targets(self, legal: list[str], held: list[str | None]) -> dict[Spotted, list[str]]:
        """Legal cells with their moves, of the held values (or of all, if none is held)."""
        found: dict[Spotted, list[str]] = {}
        for move in legal:
            value, cell = self.at(move)
            if not held or value in held:
                found.setdefault(cell, []).append(move)
        return found

    def view(self, laid: list[Spotted], reach: Reach) -> tuple[range, range]:
        """Columns and rows to show, as drawn: those of the cards, and where the next may go."""
        across, down = reach["columns"], reach["rows"]
        if self.turned:
            across, down = down, across
        axes = list(zip(*laid, strict=True)) or [(0,), (0,)]
        bounds = zip(axes, (across, down), strict=True)
        columns, rows = (
            range(max(least, min(at) - 1), min(most, max(at) + 1) + 1)
            for at, (least, most) in bounds
        )
        return columns, rows

    def each_worth(self, advice: Advice, moves: list[str]) -> str:
        """The values of these moves, the best first."""
        found = [(move.value, move) for move in advice.moves if move.move in moves]
        found.sort(key=lambda pair: -float(pair[0]))
        return " · ".join(
            f"{self.card(self.at(move.move)[0])} {self.worth_of(move)}" for _, move in found
        )

    def lines_of(self, match: Position, seat: int, columns: bool) -> Lines:
        """Scores of the lines as drawn; columns: whether the seat's lines are the columns."""
        found: Lines = {}
        for axis in ("x", "y"):
            who = self.owner(axis, seat, columns)
            found |= {(axis, row.count): row.value for row in match.breakdown(who)}
        return found

    def owner(self, axis: str, seat: int, columns: bool) -> int:
        """Whose lines run along an axis as drawn."""
        swapped = not self.turned and not columns
        return seat if (axis == "x") != swapped else 1 - seat

    @staticmethod
    def paired(before: int, now: int) -> bool:
        """Whether a line has got a pair, or three alike."""
        return now // PAIR > before // PAIR

    def move(self, move: str) -> str:
        """A move in words."""
        value, cell = self.at(move)
        return self.t("duel.move", card=self.card(value), place=self.spot(cell))

    def brief(self, move: str) -> str:
        """A move in short, for a list."""
        value, cell = self.at(move)
        return self.t("duel.move", card=self.t(f"duel.short.{value}"), place=self.spot(cell))

    def place(self, place: int | None) -> str:
        """A place in words."""
        return "" if place is None else self.spot(self.cell(place))

    def spot(self, cell: tuple[int, int]) -> str:
        """A cell in words."""
        x, y = cell
        if cell == (0, 0):
            return self.t("duel.first_cell")
        across = self.t("duel.left" if x < 0 else "duel.right", n=abs(x)) if x else ""
        down = self.t("duel.up" if y < 0 else "duel.down", n=abs(y)) if y else ""
        return self.t("duel.cell", across=across, down=down).strip(" ,")

    def decided(self) -> str:
        """The pair of lines that decides: the first, from the lowest, that differs."""
        match = self.look.match
        rank, mine, other = self.deciding(match, next(iter(match.winners), 0))
        if not rank:
            return self.t("end.decided.equal")
        return self.t("end.decided.line", line=self.t(f"duel.rank.{rank}"), mine=mine, other=other)

    def tally(self) -> str:
        """The same as decided()."""
        return self.decided()

    def comparisons(self) -> list[EndComparison]:
        """The pairs of lines from the lowest up, to the first that differs."""
        match, seat = self.look.match, self.look.seat
        rows = [sorted(match.breakdown(who), key=lambda row: row.value) for who in (seat, 1 - seat)]
        found = list[EndComparison]()
        for at, (own, other) in enumerate(zip(*rows, strict=True)):
            rank = self.t(f"duel.rank.{at}")
            key = "equal" if own.value == other.value else "differ"
            words = self.t(f"duel.compare.{key}", rank=rank, mine=own.value, other=other.value)
            sums = (own.value, other.value) if seat == 0 else (other.value, own.value)
            places = tuple((row.label, None, row.count) for row in (own, other))
            found.append(EndComparison(words, places, sums=sums))
            if own.value != other.value:
                break
        return found

    @staticmethod
    def deciding(position: Position, seat: int) -> tuple[str, int, int]:
        """The pair of lines that decides: its rank, the seat's score, the other's; rank "" if all
        lines are equal."""
        scores = [sorted(row.value for row in position.breakdown(who)) for who in (seat, 1 - seat)]
        for at, (mine, other) in enumerate(zip(*scores, strict=True)):
            if mine != other:
                return "eggs" if EGGS in (mine, other) else str(at), mine, other
        return "", 0, 0

    def reason_words(self, reason: Reason) -> dict[str, object]:
        """The values of a reason's finding in words. most: for levels that count down from the
        highest score of a line. rank: the lines that decide, from the weakest."""
        found = super().reason_words(reason)
        if reason.least is not None:
            found["most"] = self.t.plain(LIMIT - reason.least)
        if "rank" in found:
            found["rank"] = self.t(f"duel.ends.{found['rank']}")
        return found

    def value(self, value: float) -> str:
        """A value in words."""
        plain = {1.0: "word.win", 0.0: "word.draw", -1.0: "word.loss"}.get(round(value, 6))
        return self.t(plain) if plain else self.t.number(value, 2, sign=True)

    def loss(self, loss: float) -> str:
        """A loss of value as a share of a win."""
        return self.t("unit.percent", amount=self.share_of_win(loss))

    def lost(self, loss: float) -> str:
        """The same with its unit."""
        share = self.share_of_win(loss)
        return self.t("unit.duel.whole") if share == "100" else self.t("unit.duel", amount=share)

    def share_of_win(self, loss: float) -> str:
        """A loss in percent of a win, which is worth 2 more than a defeat."""
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

    def extreme(self, worth: float) -> bool:
        """Whether a mean is the best or worst value there is, and so the value in every deal."""
        return abs(worth) == 1

    def sheet(self, name: str) -> Sheet:
        """Both players' lines from low to high; the better one of the deciding pair is lit."""
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
