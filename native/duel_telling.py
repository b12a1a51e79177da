"""The grid duel in words."""

from __future__ import annotations

from native.telling import Sheet, Telling


class DuelTelling(Telling):
    """Places are told from the first card; a turned board tells its columns as rows."""

    turned = False

    def cell(self, place: int) -> tuple[int, int]:
        """Column and row on the screen, the first card at 0, 0."""
        column, row = (place & 7) - 3, (place >> 3) - 3
        return (row, column) if self.turned else (column, row)

    def at(self, move: str) -> tuple[str, tuple[int, int]]:
        """The card of a move, and its column and row on the screen."""
        value, at = move.split("@")
        column, row = map(int, at.split(","))
        return value, (row, column) if self.turned else (column, row)

    def move(self, move: str) -> str:
        value, cell = self.at(move)
        return self.t("duel.move", card=self.card(value), place=self.spot(cell))

    def place(self, place: int | None) -> str:
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
        plain = {1.0: "word.win", 0.0: "word.draw", -1.0: "word.loss"}.get(round(value, 6))
        return self.t(plain) if plain else f"{value:+.2f}"

    def sheet(self, name: str) -> Sheet:
        """Both players' lines from low to high, compared one by one; the better of the pair that decides is lit."""
        state, seat = self.look.state, self.look.seat
        lines = state["lines"] or {"columns": [], "rows": []}
        sorted_lines = [sorted(lines["columns" if s == state["starter"] else "rows"]) for s in (0, 1)]
        decided = next((i for i, (a, b) in enumerate(zip(*sorted_lines, strict=True)) if a != b), None)

        def row(who: int) -> list[str]:
            mine, theirs = sorted_lines[who], sorted_lines[1 - who]
            marks = ["=" * (i == decided and mine[i] > theirs[i]) for i in range(len(mine))]
            return [self.look.name(who), *(f"{mark}{score}" for mark, score in zip(marks, mine, strict=True))]

        return Sheet((34, *(16 for _ in sorted_lines[0])), [row(1 - seat), row(seat)], heads=False, high=4, left=1)
