"""A match in words: moves, cards, places, what happened, and the sheets that are laid over a table.

Telling is what all games share; GAME_telling.py holds a game's own. No word stands here: they come from
assets/strings, by keys made of the game and the thing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

from native.match import Advice, Event, Match, MoveValue, words


class Strings:
    """All words on screen, by key; what a language lacks is said in English."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.table = words("en") | words(language)

    @staticmethod
    def languages() -> list[str]:
        """The languages there are, by their two letters."""
        from native import assets_dir

        return sorted(path.stem for path in (assets_dir() / "strings").glob("*.toml") if "." not in path.stem)

    def __contains__(self, key: str) -> bool:
        return key in self.table

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key, with values put into its braces; the key itself where there is none."""
        text = self.table.get(key, key)
        return text.format(**values) if values else text


class Look(Protocol):
    """Who looks at which match: viewer sees what that seat may know (None: all), seat sits at the bottom;
    example: it is drawn in the rule help."""

    match: Match
    viewer: int | None
    seat: int
    example: bool
    state: dict[str, Any]
    t: Strings

    def name(self, seat: int) -> str:
        """What a seat is called."""


class Sheet(NamedTuple):
    """A table of texts. A cell may begin with "=" (lit) and with "PICTURE|" (an art name); all others are words.

    shares: the columns' parts of the width; heads: whether the first row names the columns; high: height of a row in
    units of the screen; lines: lines of text in a cell; left: how many columns are set to the left.
    """

    shares: tuple[int, ...]
    rows: list[list[str]]
    heads: bool = True
    high: float = 2.0
    lines: int = 1
    left: int = 2
    notes: tuple[str, ...] = ()


class Telling:
    """The words of one match, for the one who looks."""

    def __init__(self, look: Look) -> None:
        self.look, self.t = look, look.t

    @property
    def game(self) -> str:
        """The game's id."""
        return self.look.match.game

    def move(self, move: str) -> str:
        """A move in words."""
        return move

    def brief(self, move: str) -> str:
        """A move in a few words, for a list of moves."""
        return move

    def card(self, card: str) -> str:
        """A card in words."""
        return self.t(f"card.{self.game}.{card}")

    def place(self, place: int | None) -> str:  # noqa: ARG002
        """A place of the board in words."""
        return ""

    def value(self, value: float) -> str:
        """What a move or a position is worth."""
        return f"{value:+.1f}".replace("-", "−")

    def ribbon(self, move: MoveValue) -> str:
        """A move's value, and where something is fought for how likely it comes about, in a hundred."""
        return self.value(move.value) + ("" if move.odds is None else f"  {round(100 * move.odds)}%")

    def loss(self, loss: float) -> str:
        """How much a move gave away, above 0."""
        return f"{loss:.2f}"

    def share(self, value: float) -> float:
        """A value as a share of the bar, 0 .. 1 and 0.5 for an even position."""
        return (value + 1) / 2

    def sheet(self, name: str) -> Sheet:
        """One of the game's leaves as a table; "end" tells why the match ended as it did."""
        raise KeyError(name)

    def names(self) -> list[str]:
        """What all seats are called."""
        return [self.look.name(seat) for seat in range(self.look.match.seats_count)]

    def sentence(self, event: Event, humans: list[int]) -> str:
        """An event in words, "" where it needs none. humans: a single one is spoken to."""
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
        return self.t(key, who=who, whom=whom, amount=event.amount, place=self.place(event.place),
                      card=self.card(event.card or "") if seen else self.t("card.hidden"))

    def lines(self, events: Iterable[Event], humans: list[int]) -> list[str]:
        """What there is to say of some events."""
        return [line for event in events if (line := self.sentence(event, humans))]

    def story(self, humans: list[int]) -> list[str]:
        """All that happened in the match so far."""
        match = self.look.match
        again = Match.load(match.record() | {"moves": []})
        return [line for move in match.moves for line in self.lines(again.play(move), humans)]

    def verdict(self, advice: Advice, hinted: bool) -> str:
        """An advice in words, with its proof; hinted: with the move to recommend."""
        found = [self.t("table.best", move=self.move(advice.shown))] if hinted else []
        counts = self.t("proof.playouts", done=advice.worlds) if advice.worlds else ""
        if advice.of:
            counts = self.t("proof.worlds", done=advice.worlds, of=advice.of)
        if advice.proof == "equilibrium" and advice.exploitability is not None:
            counts = self.t("proof.exploitability", value=f"{advice.exploitability:.4f}")
        key = f"proof.{advice.proof.replace(' ', '_')}"
        return " ".join([*found, self.t(key, value=self.value(advice.worth), counts=counts)])
