"""The set-up of a match: options, players and seed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from ..games import GAMES, lengths
from ..match import Match
from ..refusals import BadRecord
from ..store.settings import Settings
from ..strengths import STEP, Opponent, Suggestion, Table, noted, table
from ..strings import Strings
from ..values import OptionInfo
from .coach import coachable
from .lengths import KEY, chosen, governed, made
from .talk import about, manner

LEVELS = ("hatchling", "wyrmling", "drake", "dragon")
TOP = LEVELS[-1]
WHO = ("human", *LEVELS)
DIGITS = 20  # of a seed
LITTLE = 2 * STEP  # Elo by which an opponent is only a little stronger or milder than another
PLAYERS = "players"  # the option that says how many play, where a game has it


def at_the_top(_: Match) -> Suggestion:
    return Suggestion(Opponent(TOP))


def flames_of(level: str) -> int:
    """By how many flames a level is shown, out of as many as there are levels."""
    return LEVELS.index(level) + 1


class SetupRow(NamedTuple):
    """A row of the set-up: its choice, and how to change it."""

    key: str
    label: str
    value: str
    adjust: Callable[[int], None]
    tip: str = ""
    seat: int | None = None  # whose face is shown before the value


class MatchSetup:
    """A match being set up, starting from the choices of the last one.

    suggest: the opponent at a table by the person's results. It plays every computer seat until others are chosen,
    who then stay.
    """

    def __init__(
        self, game: str, settings: Settings, number: int, suggest: Callable[[Match], Suggestion] = at_the_top
    ) -> None:
        self.game = game
        self.settings = settings
        self.info = GAMES[game]
        self.suggest = suggest
        self.suggested, self.why = suggest(Match(game))
        last = settings.last.get(game, {})
        kept = last.get("options", {})
        self.options: dict[str, Any] = {
            option.name: kept.get(option.name, option.standard) for option in self.info.options
        }
        self.seats: list[str] = list(last.get("seats", ["human"]))
        self.strength: int | None = last.get("strength")  # of all computer players, unless they play at their levels
        self.number = str(number)
        self.fresh = True  # the next digit typed starts a new number
        self.length = chosen(game, last)
        followed = last.get("followed", True)  # whether the last match was against the suggested opponent
        self.fit_seats()
        if followed and "human" in self.seats and self.machines():
            self.meet(self.suggested)

    @property
    def table(self) -> Table | None:
        """The strengths that there are at this table."""
        return table(self.game, len(self.seats))

    def fit_seats(self) -> None:
        """Adjusts the number of seats, and the strength, to the options. The suggested opponent makes way for the
        one of the new table."""
        try:
            match = Match(self.game, options=self.options)
        except BadRecord:
            return
        count, followed = match.seats_count, self.follows
        self.suggested, self.why = self.suggest(match)
        self.seats = (self.seats + [self.rival() or self.suggested.level] * count)[:count]
        if self.strength is not None and self.machines():
            self.meet(self.suggested if followed else Opponent("", self.strength))

    def fitted(self, opponent: Opponent) -> Opponent:
        """An opponent as it can play at this table."""
        if opponent.strength is None or self.table is None:
            return Opponent(opponent.level or TOP)
        step = self.table.near(opponent.strength)
        level = self.table.level(step)
        return Opponent(TOP) if level == TOP else Opponent(level, step)

    def meet(self, opponent: Opponent) -> None:
        """Lets an opponent play every seat but those of people."""
        level, self.strength = self.fitted(opponent)
        self.seats = self.against(level)

    @property
    def follows(self) -> bool:
        """Whether the suggested opponent plays."""
        return (self.rival(), self.strength) == self.fitted(self.suggested)

    def place(self, match: Match) -> None:
        """Chooses the players of a match, as if it were set up now."""
        self.options |= match.options
        self.fit_seats()
        match.seats = list(self.seats)
        match.extra |= noted(self.seats, self.strength)

    # The rows

    def lines(self, t: Strings, own: tuple[str, ...]) -> list[SetupRow]:
        """All rows: options, choices that only the screen knows (own), seats."""
        fixed = governed(self.game)
        options = [self.option_line(t, one) for one in self.info.options if one.name not in fixed]
        options = [*self.length_lines(t), *options]
        choices = [self.own_line(t, name) for name in own]
        seats = [self.seat_line(t, seat) for seat in range(len(self.seats))]
        return [*options, *choices, *self.coach_lines(t), *self.strength_lines(t), *seats]

    def option_line(self, t: Strings, option: OptionInfo) -> SetupRow:
        """The row of an option of the rules."""
        name = f"option.{self.game}.{option.name}"
        words = t.worded(name, self.options[option.name])
        change = partial(self.change, option)
        return SetupRow(option.name, t(name), words, change, t(f"{name}.tip"))

    def length_lines(self, t: Strings) -> list[SetupRow]:
        """The row of the length, if there are several."""
        names = list(lengths(self.game))
        if not names:
            return []

        def turn(step: int) -> None:
            self.length = names[(names.index(self.length) + step) % len(names)]

        words = t(f"length.{self.game}.{self.length}")
        return [SetupRow(KEY, t("setup.length"), words, turn, self.length_tip(t, self.length))]

    def length_tip(self, t: Strings, length: str) -> str:
        """How long a match of a length takes."""
        return t.tip(f"length.{self.game}.{length}")

    def lengths_told(self, t: Strings) -> str:
        """What each length is, a line each; "" if there is only one."""
        names = [(t(f"length.{self.game}.{length}"), self.length_tip(t, length)) for length in lengths(self.game)]
        return "\n".join(t("setup.length_line", name=name, what=what) for name, what in names)

    def other_length(self) -> str:
        """The length to offer besides the chosen one; "" if there is none."""
        return next((name for name in lengths(self.game) if name != self.length), "")

    def own_line(self, t: Strings, name: str) -> SetupRow:
        """The row of a choice that only the screen knows."""
        key = f"choice.{self.game}.{name}"
        words = t.worded(key, self.settings.chosen(self.game, name))

        def turn(_: int) -> None:
            self.settings.choose(self.game, name)

        return SetupRow(name, t(key), words, turn, t.tip(key))

    def coach_lines(self, t: Strings) -> list[SetupRow]:
        """The row of the coach, if there is a person to coach. Its default is the last choice."""
        settings = self.settings
        if not coachable(self.seats):
            return []

        def turn(_: int) -> None:
            settings.coach = not settings.coach

        words = t("word.on" if settings.coach else "word.off")
        return [SetupRow("coach", t("setup.coach"), words, turn, t("setup.coach.tip"))]

    def seat_line(self, t: Strings, seat: int) -> SetupRow:
        """The row of a seat: a person, or a dragon with its name."""
        who = self.seats[seat]
        words = t(f"level.{who}")
        if who != "human":
            level = words if self.strength is None else str(self.strength)
            words = t("setup.dragon", name=t.seat(self.seats, seat, self.game), level=level)
        label = t("setup.seat", number=seat + 1)
        change = partial(self.change_seat, seat)
        return SetupRow(f"seat{seat}", label, words, change, self.plays(t, who), seat)

    def plays(self, t: Strings, who: str) -> str:
        """How somebody plays at this table: at the strength chosen, else by level."""
        if who == "human" or self.table is None or self.strength is None:
            return t.tip(f"level.{who}")
        return manner(t, self.table.steps[self.strength].mixture)

    def strength_lines(self, t: Strings) -> list[SetupRow]:
        """The row of the strength of all computer players: in Elo, or by level where no strengths were measured;
        a single one has its level in its own row."""
        machines = self.machines()
        by_level = t(f"level.{self.rival()}" if self.rival() else "setup.mixed")
        words = by_level if self.strength is None else str(self.strength)
        if machines and self.table:
            return [SetupRow("strength", t("setup.strength"), words, self.change_strength, t("setup.strength.tip"))]
        if len(machines) < 2:
            return []
        return [SetupRow("all", t("setup.all"), words, self.change_all, t("setup.all.tip"))]

    def machines(self) -> list[int]:
        """The seats of computer players."""
        return [seat for seat, who in enumerate(self.seats) if who != "human"]

    def rival(self) -> str:
        """The level of all opponents; "" if there are none, or several levels."""
        levels = {self.seats[seat] for seat in self.machines()}
        return levels.pop() if len(levels) == 1 else ""

    def against(self, level: str) -> list[str]:
        """The players if a level plays every seat but those of people; the first seat is a
        person's if all are."""
        machines = self.machines() or range(1, len(self.seats))
        return [level if seat in machines else who for seat, who in enumerate(self.seats)]

    @property
    def opponent(self) -> Opponent | None:
        """Who plays every seat but those of people; None if nobody does, or several levels."""
        return Opponent(level, self.strength) if (level := self.rival()) else None

    @property
    def elo(self) -> int | None:
        """How strong that is measured to be."""
        return self.elo_of(self.opponent) if self.opponent else self.strength

    def elo_of(self, opponent: Opponent) -> int | None:
        """How strong an opponent is at this table; None where strengths were not measured."""
        fitted = self.fitted(opponent)
        return round(self.table.levels[fitted.level]) if self.table and fitted.strength is None else fitted.strength

    def levels(self) -> dict[str, float]:
        """The measured strength of each level."""
        return self.table.levels if self.table else {}

    def steps(self) -> list[int]:
        """The strengths that the dial has, from mild to strong."""
        return sorted(self.table.steps) if self.table else []

    def share(self, elo: float) -> float:
        """How far an Elo is up the dial: 0 for the mildest opponent, 1 for the strongest."""
        known = [*self.table.steps, *self.table.levels.values()] if self.table else [elo]
        low, high = min(known), max(known)
        return (elo - low) / max(1, high - low)

    def others(self) -> list[int]:
        """The seats across the table: those of computer players; if there are none, all but the first."""
        return self.machines() or [*range(1, len(self.seats))]

    def names(self, t: Strings) -> list[str]:
        """Who sits there; for less room the first, and how many more."""
        names = [t.seat(self.seats, at, self.game) for at in self.others()]
        return [t.listing(names), f"{names[0]} +{len(names) - 1}"] if len(names) > 1 else names

    def manners(self, t: Strings) -> list[str]:
        """How they play, and a word about the first; for less room without that."""
        first = self.others()[0]
        if not self.opponent:
            return [t.tip(f"level.{self.seats[first]}")] if not self.machines() else [t("setup.mixed")]
        words = self.plays(t, self.opponent.level)
        return [f"{words} {about(t, t.seat(self.seats, first, self.game))}".strip(), words]

    def reason(self, t: Strings) -> str:
        """Why they are shown: suggested, or chosen by hand, and then how that differs."""
        if self.follows:
            return t(f"setup.why.{self.why}")
        suggested = self.elo_of(self.suggested)
        more = self.elo - suggested if self.elo is not None and suggested is not None else 0
        if not more:
            return t("setup.why.chosen")
        return t(f"setup.why.{'a_little_' if abs(more) <= LITTLE else ''}{'stronger' if more > 0 else 'milder'}")

    # Changes

    def counts(self) -> list[int]:
        """How many may sit at the table, if that can be chosen."""
        found = next((option for option in self.info.options if option.name == PLAYERS), None)
        return list(found.values()) if found else []

    @property
    def count(self) -> int:
        return len(self.seats)

    def seat(self, count: int) -> None:
        """Lets so many sit at the table. Another option that does not allow it is changed."""
        self.options[PLAYERS] = count
        others = [{option.name: value} for option in self.info.options for value in option.values()]
        fitting = (one for one in [{}, *others] if one.keys() != {PLAYERS} and self.allowed(one))
        self.options |= next(fitting, {})
        self.fit_seats()

    def allowed(self, changed: dict[str, Any]) -> bool:
        """Whether the options fit together, some of them changed."""
        try:
            Match(self.game, options=self.options | changed)
        except BadRecord:
            return False
        return True

    def change(self, option: OptionInfo, step: int) -> None:
        """Selects the next value of an option."""
        values = option.values()
        at = values.index(self.options[option.name])
        self.options[option.name] = values[(at + step) % len(values)]
        self.fit_seats()

    def change_seat(self, seat: int, step: int) -> None:
        """Selects another player for a seat; then all play at their levels."""
        self.strength = None
        self.seats[seat] = WHO[(WHO.index(self.seats[seat]) + step) % len(WHO)]

    def change_all(self, step: int) -> None:
        """Selects another level for all computer seats."""
        at = LEVELS.index(self.seats[self.machines()[0]])
        self.meet(Opponent(LEVELS[(at + step) % len(LEVELS)]))

    def change_strength(self, step: int) -> None:
        """Selects another strength for all computer seats; where they differ, beside that of the first."""
        if self.table is None:
            return
        elo = round(self.table.levels[self.seats[self.machines()[0]]]) if self.elo is None else self.elo
        beside = self.table.beside(elo, step)
        if beside is not None:
            self.meet(Opponent("", beside))

    def type_number(self, letters: str) -> None:
        """Types digits into the seed; the first one replaces the number that was there."""
        if letters == "\b":
            self.number = "" if self.fresh else self.number[:-1]
        elif letters.isdecimal() and letters.isascii():
            number = "" if self.fresh else self.number
            self.number = (number[: max(0, DIGITS - len(letters))] + letters)[:DIGITS]
        self.fresh = False

    def draw(self, number: int) -> None:
        """Draws another seed."""
        self.number = str(number)
        self.fresh = True

    def match(self) -> Match:
        """Makes the match, and remembers the choices for the next one. Raises BadRecord if the
        options do not fit together."""
        seed = min(int(self.number or "0"), 2**64 - 1)
        match = made(self.game, self.length, self.options, seed, self.seats)
        last = self.settings.last.get(self.game, {})
        match.extra |= noted(match.seats, self.strength)
        own = {"options": dict(match.options), "seats": self.seats, "followed": self.follows}
        own |= {"strength": self.strength}
        own |= {KEY: self.length} if self.length else {}
        self.settings.last[self.game] = last | own
        return match
