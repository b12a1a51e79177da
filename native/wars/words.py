"""Dragon Wars in words."""

from __future__ import annotations

from typing import cast

from native.parlour.words import Cell, Sheet, Telling
from native.values import Advice
from native.wars.state import State

FIGURES = {"A": 1, "J": 11, "Q": 12, "K": 13}


class WarsTelling(Telling):
    """Cards are named by rank and suit, dragons by their owners."""

    @property
    def state(self) -> State:
        """The state that is looked at."""
        return cast("State", self.look.state)

    def move(self, move: str) -> str:
        """A move in words."""
        verb, *words = move.split()
        name = self.look.name(int(words[0])) if verb == "attack" else ""
        return self.t(f"wars.move.{verb}", card=self.card(words[-1]) if words else "", name=name)

    def card(self, card: str) -> str:
        """A card in words."""
        rank = f"wars.rank.{card[1:]}"
        shown = self.t(rank) if rank in self.t else card[1:]
        return self.t("wars.card", suit=self.t(f"wars.suit.{card[0]}"), rank=shown)

    def strength(self, card: str) -> int:
        """What a card counts."""
        rank = card[1:]
        return FIGURES.get(rank) or int(rank)

    def share(self, value: float) -> float:
        """A value as a share of the bar."""
        return 0.5 + value / 80

    def proven(self, advice: Advice) -> str:
        """The key of the line that says what is proven: an equilibrium holds for the hands drawn
        where these are not all."""
        kind = super().proven(advice)
        return "drawn" if kind == "equilibrium" and advice.of is None else kind

    # what is to be done

    def task(self, legal: list[str], held: bool) -> str:
        """What is to be done now; held: a card is chosen."""
        verbs = {move.split()[0] for move in legal}
        if "decline" in verbs:
            return self.t("wars.task.answer")
        if "stop" in verbs:
            return self.t("wars.task.press")
        return self.t("wars.task.target" if held else "wars.task.attack")

    def attacks(self, legal: list[str], seat: int) -> list[str]:
        """The moves that attack a seat."""
        return [move for move in legal if move.startswith(f"attack {seat} ")]

    def aims(self, moves: list[str]) -> list[int]:
        """The seats that some moves attack."""
        return [int(move.split()[1]) for move in moves if move.startswith("attack")]

    def intent(self, card: str, other: int) -> str:
        """The move that somebody who takes up a card has in mind."""
        battle = self.state["battle"]
        if not battle:
            return f"attack {other} {card}"
        return f"{'press' if battle['attacker'] == self.look.seat else 'defend'} {card}"

    def sheet(self, name: str) -> Sheet:
        """What every seat has won: its trophies, and what a living dragon counts."""
        match, rows = self.look.match, []
        for seat, who in enumerate(self.names()):
            parts = [
                self.t("wars.row.dragon") if row.label == "dragon" else str(row.value)
                for row in match.breakdown(seat)
            ]
            score = Cell(f"{match.scores[seat]:g}", lit=seat in match.winners)
            rows.append([Cell(who), Cell(" + ".join(parts) or "0"), score])
        return Sheet(rows, heads=False)
