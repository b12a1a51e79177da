"""Dragonheart in words: what cards can be laid where, what a move would take, the last move, points by kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from native.match import Event, Match
from native.telling import Look, Sheet, Telling

KINDS = ("chest", "fire", "petrified", "sorceress", "troll", "dwarf", "knight", "huntress", "ship")


def kind_of(card: str | None) -> str:
    """The kind of a card, "" where it is not known."""
    return (card or "").partition(" ")[0]


def read(move: str) -> tuple[str, list[str], str]:
    """Kind, values and the space named ("" = none) of a move."""
    laid, _, end = move.partition(" > ")
    kind, *values = laid.split()
    return kind, values, end


def laid(cards: Iterable[str | None]) -> str:
    """Cards of one kind as the text of a move, without what it takes."""
    held = sorted(str(card) for card in cards)
    return " ".join([kind_of(held[0]), *(card.split()[1] for card in held)])


def fitting(cards: Iterable[str | None], legal: list[str]) -> list[str]:
    """The moves that lay exactly these cards."""
    text = laid(cards)
    return [move for move in legal if move.partition(" > ")[0] == text]


def holding(card: str, legal: list[str]) -> list[str]:
    """The moves that lay this card, alone or with others."""
    kind, value = card.split()
    return [move for move in legal if read(move)[0] == kind and value in read(move)[1]]


def aims(cards: list[str | None], legal: list[str]) -> dict[str, str]:
    """Where to press to lay these cards, and the move it makes: their own space, or one of two to be taken."""
    found = fitting(cards, legal) if cards else []
    return {read(move)[2] or read(move)[0]: move for move in found}


class HeartTelling(Telling):
    """The words of a match; what its moves would cause is computed once a position."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.foreseen: tuple[Any, dict[str, list[Event]]] = (None, {})
        self.told: tuple[Any, tuple[str, list[str]]] = (None, ("", []))

    def space(self, name: str) -> str:
        """A place of the map by its name."""
        return self.t(f"heart.place.{name}")

    def labels(self, name: str) -> list[str]:
        """What a place of the map is called, the longest first."""
        return [self.t(key) for size in ("place", "short", "tiny") if (key := f"heart.{size}.{name}") in self.t]

    def move(self, move: str) -> str:
        kind, values, end = read(move)
        cards = self.t("heart.cards", kind=self.space(kind), values=", ".join(values))
        return self.t("heart.taking", cards=cards, place=self.space(end)) if end else cards

    def brief(self, move: str) -> str:
        kind, values, _ = read(move)
        short = f"heart.short.{kind}"
        return f"{self.t(short) if short in self.t else self.space(kind)} {' '.join(values)}"

    def share(self, value: float) -> float:
        return 0.5 + value / (abs(value) + 12) / 2

    def loss(self, loss: float) -> str:
        return f"{loss:.1f}"

    # what a move would do

    def foresee(self, move: str) -> list[Event]:
        """What a move would cause, as far as its seat can know."""
        match = self.look.match
        if self.foreseen[0] != match.key():
            self.foreseen = (match.key(), {})
        if move not in self.foreseen[1]:
            self.foreseen[1][move] = match.preview(move, match.to_act)
        return self.foreseen[1][move]

    def gains(self, moves: dict[str, str]) -> dict[str, int]:
        """The points that one of some moves would take, by the place they come from."""
        found: dict[str, int] = {}
        for place, move in moves.items():
            events = self.foresee(move)
            amounts = [e.amount for e in events if e.kind == "score" and e.seat == self.look.match.to_act]
            source = next((e.source for e in events if e.kind == "card" and e.target == "pile"), place)
            if amounts or place != read(move)[0]:
                found[source] = sum(amounts)
        return found

    def arrows(self, move: str, events: list[Event]) -> list[str]:
        """The arrows along which a move takes something: from whose place, to which."""
        kind, _, end = read(move)
        goals = {e.source for e in events if e.kind == "card" and e.target == "pile"} or {end} - {""}
        return [f"{kind}-{goal}" for goal in sorted(goals)]

    def outlook(self, move: str, events: list[Event]) -> str:
        """A move and what it causes, in one line."""
        said = {e.what: e.amount for e in events if e.kind == "say"}
        cards = len([e for e in events if e.kind == "card" and e.target == "pile"])
        took = next((what for what in said if what.startswith("takes_")), "")
        words = [self.move(move)]
        if cards:
            words.append(self.t(f"heart.takes.{'one' if cards == 1 else 'more'}", cards=cards, points=said[took]))
        elif took:
            words.append(self.t("heart.takes.nothing"))
        words += [self.t(f"heart.then.{what}") for what in ("figure", "ship_stack", "last_turn") if what in said]
        return " · ".join(words)

    def last(self) -> tuple[str, list[str]]:
        """The last move in words, with who made it and what it took, and its arrows."""
        match = self.look.match
        if self.told[0] != match.key():
            *before, move = match.moves
            again = Match.load(match.record() | {"moves": before})
            name = self.look.name(again.to_act or 0)
            events = again.play(move)
            self.told = (match.key(), (f"{name}: {self.outlook(move, events)}", self.arrows(move, events)))
        return self.told[1]

    def caption(self, cards: list[str | None], moves: dict[str, str], under: str | None) -> tuple[str, str]:
        """A line and its colour: what the cards chosen would do, else that a turn is the last, else the last move."""
        if under or len(moves) == 1:
            move = under or next(iter(moves.values()))
            return self.outlook(move, self.foresee(move)), "gold"
        if moves:
            one, two = map(self.space, moves)
            return self.t("heart.either", cards=self.move(laid(cards)), one=one, two=two), "gold"
        if self.look.state["last_turn_of"] is not None and not self.look.match.over:
            return self.t("heart.last_turn"), "warning"
        return (self.last()[0], "quiet") if self.look.match.moves else ("", "quiet")

    # what a seat has

    def points(self, points: int) -> str:
        """Points in words."""
        return self.t("heart.point" if points == 1 else "heart.points", points=points)

    def sheet(self, name: str) -> Sheet:
        """Points by kind, the figure, and the sum: a row for each seat, the winner's lit."""
        match = self.look.match
        found = [{row.label: row.value for row in match.breakdown(seat)} for seat in (0, 1)]
        labels = [label for label in (*KINDS[:-1], "figure") if any(label in values for values in found)]
        rows = [["", *(f"heart/{'figure-awake' if label == 'figure' else f'mark-{label}'}|" for label in labels), ""]]
        for seat, values in enumerate(found):
            parts = (str(values[label]) if label in values else "–" for label in labels)
            rows.append([self.look.name(seat), *parts, "=" * (seat in match.winners) + f"{match.scores[seat]:g}"])
        return Sheet((26, *(8 for _ in labels), 11), rows, high=3, left=len(labels) + 1)
