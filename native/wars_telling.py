"""Dragon Wars in words."""

from __future__ import annotations

from native.telling import Sheet, Telling


class WarsTelling(Telling):
    """Cards are named by rank and suit, dragons by their owners."""

    def move(self, move: str) -> str:
        verb, *words = move.split()
        name = self.look.name(int(words[0])) if verb == "attack" else ""
        return self.t(f"wars.move.{verb}", card=self.card(words[-1]) if words else "", name=name)

    def card(self, card: str) -> str:
        rank = f"wars.rank.{card[1:]}"
        shown = self.t(rank) if rank in self.t else card[1:]
        return self.t("wars.card", suit=self.t(f"wars.suit.{card[0]}"), rank=shown)

    def share(self, value: float) -> float:
        return 0.5 + value / 80

    def sheet(self, name: str) -> Sheet:
        """What every seat has won: its trophies, and five for a living dragon."""
        match, rows = self.look.match, []
        for seat, who in enumerate(self.names()):
            parts = [self.t("wars.row.dragon") if row.label == "dragon" else str(row.value)
                     for row in match.breakdown(seat)]
            won = "=" * (seat in match.winners)
            rows.append([who, " + ".join(parts) or "0", f"{won}{match.scores[seat]:g}"])
        return Sheet((28, 57, 15), rows, heads=False, high=3, lines=2)
