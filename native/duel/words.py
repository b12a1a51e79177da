"""The grid duel in words."""

from __future__ import annotations

from typing import cast

from native.duel.state import Reach, State
from native.match import Match
from native.parlour.words import Cell, Sheet, Telling
from native.values import Advice

Spotted = tuple[int, int]  # a cell of the grid: column and row as drawn
Lines = dict[tuple[str, int], int]  # what lines score: ("x", column) of who looks, ("y", row)


class DuelTelling(Telling):
    """Places are told from the first card; a turned board tells its columns as rows."""

    turned = False

    @property
    def state(self) -> State:
        """The state that is looked at."""
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
        """Cells where a card that is held (or any) may go, with the moves."""
        found: dict[Spotted, list[str]] = {}
        for move in legal:
            value, cell = self.at(move)
            if not held or value in held:
                found.setdefault(cell, []).append(move)
        return found

    def view(self, laid: list[Spotted], reach: Reach) -> tuple[range, range]:
        """Columns and rows to be shown, as drawn: those of the cards that lie, and where the next may come."""
        across, down = reach["columns"], reach["rows"]
        if self.turned:
            across, down = down, across
        axes = list(zip(*laid, strict=True)) or [(0,), (0,)]
        bounds = zip(axes, (across, down), strict=True)
        columns, rows = (range(max(least, min(at) - 1), min(most, max(at) + 1) + 1) for at, (least, most) in bounds)
        return columns, rows

    def each_worth(self, advice: Advice, moves: list[str]) -> str:
        """What each of some moves is worth, the best first."""
        found = [(move.value, move) for move in advice.moves if move.move in moves]
        found.sort(key=lambda pair: -float(pair[0]))
        return " · ".join(f"{self.card(self.at(move.move)[0])} {self.worth_of(move)}" for _, move in found)

    def lines_of(self, match: Match, seat: int, columns: bool) -> Lines:
        """Scores of the lines as drawn; columns: those of the seat are the columns."""
        swapped = not self.turned and not columns
        found: Lines = {}
        for who in (seat, 1 - seat):
            axis = "x" if (who == seat) != swapped else "y"
            found |= {(axis, row.count): row.value for row in match.breakdown(who)}
        return found

    def move(self, move: str) -> str:
        """A move in words."""
        value, cell = self.at(move)
        return self.t("duel.move", card=self.card(value), place=self.spot(cell))

    def place(self, place: int | None) -> str:
        """A place of the board in words."""
        return "" if place is None else self.spot(self.cell(place))

    def spot(self, cell: tuple[int, int]) -> str:
        """A cell in words."""
        x, y = cell
        if cell == (0, 0):
            return self.t("duel.first_cell")
        across = self.t("duel.left" if x < 0 else "duel.right", n=abs(x)) if x else ""
        down = self.t("duel.up" if y < 0 else "duel.down", n=abs(y)) if y else ""
        return self.t("duel.cell", across=across, down=down).strip(" ,")

    def value(self, value: float) -> str:
        """What a move or a position is worth."""
        plain = {1.0: "word.win", 0.0: "word.draw", -1.0: "word.loss"}.get(round(value, 6))
        return self.t(plain) if plain else self.t.number(value, 2, sign=True)

    def next_seed(self) -> int:
        """The next deal whose lot lets the other seat start."""
        match = self.look.match
        options = dict(match.options)
        opening = Match.load(match.record() | {"moves": []}).state()["starter"]
        seed = super().next_seed()
        while options["first"] is None and Match("duel", options, seed).state()["starter"] == opening:
            seed = (seed + 1) % 2**64
        return seed

    def extreme(self, worth: float) -> bool:
        """Whether a mean is so good or so bad that it can only be the value in every deal."""
        return abs(worth) == 1

    def sheet(self, name: str) -> Sheet:
        """Both players' lines from low to high, compared one by one; the better of the pair that decides is lit."""
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
