"""A match as it is being set up: options, who sits where, the number of the deal."""

from __future__ import annotations

from typing import Any

from native.games import GAMES
from native.match import Match
from native.parlour.keeping import Settings
from native.refusals import BadRecord
from native.values import OptionInfo

LEVELS = ("hatchling", "wyrmling", "drake", "dragon")
TOP = LEVELS[-1]
DIGITS = 20  # of a deal's number


class Draft:
    """What was chosen for the last match of a game, to be changed."""

    def __init__(self, game: str, settings: Settings, number: int) -> None:
        self.game = game
        self.settings = settings
        self.info = GAMES[game]
        last = settings.last.get(game, {})
        kept = last.get("options", {})
        self.options: dict[str, Any] = {
            option.name: kept.get(option.name, option.standard) for option in self.info.options
        }
        self.seats: list[str] = list(last.get("seats", ["human", TOP]))
        self.number = str(number)
        self.fit_seats()

    def fit_seats(self) -> None:
        """As many seats as the options ask for."""
        try:
            count = Match(self.game, options=self.options).seats_count
        except BadRecord:
            return
        self.seats = (self.seats + [TOP] * count)[:count]

    def change(self, option: OptionInfo, step: int) -> None:
        """The next value of an option."""
        values = option.values()
        at = values.index(self.options[option.name])
        self.options[option.name] = values[(at + step) % len(values)]
        self.fit_seats()

    def change_seat(self, seat: int, step: int) -> None:
        """Another one at a seat."""
        who = ("human", *LEVELS)
        self.seats[seat] = who[(who.index(self.seats[seat]) + step) % len(who)]

    def type_number(self, letter: str) -> None:
        """A letter typed into the number."""
        if letter == "\b":
            self.number = self.number[:-1]
        elif letter.isdigit() and len(self.number) < DIGITS:
            self.number += letter

    def match(self) -> Match:
        """The match; BadRecord where the options do not fit one another. Kept for the next one."""
        seed = min(int(self.number or "0"), 2**64 - 1)
        match = Match(self.game, options=self.options, seed=seed, seats=self.seats)
        last = self.settings.last.get(self.game, {})
        own = {"options": self.options, "seats": self.seats}
        self.settings.last[self.game] = last | own
        return match
