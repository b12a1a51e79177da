"""The null game in words."""

from __future__ import annotations

from native.play.words import Cell, Sheet, Telling


class NullTelling(Telling):
    """Cards are their numbers."""

    def move(self, move: str) -> str:
        """A move in words."""
        return self.t("null.move", card=move.split()[-1])

    def brief(self, move: str) -> str:
        """A move in a few words."""
        return move.split()[-1]

    def card(self, card: str) -> str:
        """A card in words."""
        return card

    def share(self, value: float) -> float:
        """A value as a share of the bar; nobody is more than 30 points ahead."""
        return 0.5 + value / 60

    def sheet(self, name: str) -> Sheet:
        """What every seat has."""
        match = self.look.match
        scores = [Cell(f"{score:g}", lit=seat in match.winners) for seat, score in enumerate(match.scores)]
        return Sheet([[Cell(who), score] for who, score in zip(self.names(), scores, strict=True)], heads=False)
