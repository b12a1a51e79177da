"""Dragonheart in words: legal cards, what a move takes, the last move, points by kind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from ..play.reasons import Reason, Reasoning, own_name
from ..play.words import LEAST_TOLD, Cell, EndComparison, Look, Sheet, Telling, TurningPoint
from ..strings import capital
from ..values import Event, Placed
from .known import last_turn
from .motifs import BELOW, SINGLE, TAKES, drawn, points, takes_figure
from .pair import Pair
from .state import Kind, State

CHANCES = ("lets_sail", "lets_fill", "feeds", "leaves", "gives_figure", "helps_fill")  # of the other seat
KINDS = ("chest", "fire", "petrified", "sorceress", "troll", "dwarf", "knight", "huntress", "ship")


def kind_of(card: str | None) -> str:
    return (card or "").partition(" ")[0]


def taken_by(kind: str) -> tuple[str, ...]:
    """The kinds of card that a kind takes, or lets its player take; Ships take what lies below the Ship."""
    return BELOW if kind == "ship" else TAKES.get(kind, ())


def read(move: str) -> tuple[str, list[str], str]:
    """Kind, values and named space ("" for none) of a move."""
    laid, _, end = move.partition(" > ")
    kind, *values = laid.split()
    return kind, values, end


def laid(cards: Iterable[str | None]) -> str:
    """Cards of one kind as a move text, without what it takes."""
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
    """The moves that lay these cards, by the space to press: their own, or one of two to take
    from."""
    found = fitting(cards, legal) if cards else []
    return {read(move)[2] or read(move)[0]: move for move in found}


Way = tuple[str, str]  # an arrow of the map: the kind that takes, and the place that it takes from


class LastMove(NamedTuple):
    """The last move: in words, the arrows from where it took something, who made it, and the cards that it took."""

    text: str
    ways: list[Way]
    seat: int
    taken: list[str]


class Effect(NamedTuple):
    """What a move brings its seat: points, the Great Dragon or not, cards drawn."""

    points: int
    figure: bool
    drawn: int


class HeartTelling(Telling):
    """The words of a match. What each move would do is computed once per position."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.foreseen: tuple[Any, dict[str, list[Event]]] = (None, {})
        self.shown_last: tuple[Any, LastMove] = (None, LastMove("", [], 0, []))
        self.limits: Mapping[str, int] = look.match.state(look.viewer)["outlines"]

    def told(self, reasoning: Reasoning, hint: bool = False) -> list[tuple[str, bool | None]]:
        """What both moves do on the table, and what that leaves to whom; or the reason, where it is about the end, or
        where nothing is to be seen."""
        reason = reasoning.reason
        if not reasoning.done or reasoning.loss <= 0 or (reason and own_name(reason) == "nears_end"):
            return super().told(reasoning, hint)
        found = [one for one in Pair(self, reasoning).told() if one[1] or not hint]
        return found or super().told(reasoning, hint)

    def short_of(self, reason: Reason, move: str, share: float) -> tuple[str, dict[str, object]]:
        """What the text says of the other move: what it takes, how many cards it brings, or that it
        gives the other seat the same chance."""
        motif, effect = reason.motif.removeprefix("heart."), self.effect(reason, move)
        values = self.reason_words(reason) | {"n": self.tenths(share), "drawn": effect.drawn}
        values["taken"] = self.t(f"heart.now.{'figure' if effect.figure else 'points'}", points=effect.points)
        often = "never" if share < LEAST_TOLD else "less"
        if motif in ("takes", "sails"):
            return f"heart.taken.{'less' if effect.points else 'none'}", values
        if motif == "draws_more":
            key = f"heart.drawn.{'taking' if effect.points else 'fewer'}"
        elif motif in CHANCES:
            key = f"heart.chance.{often}"
        elif motif == "builds" and effect.points:
            key = f"heart.now.{often}"
        elif f"motif.heart.{motif}.{often}" in self.t:
            key = f"motif.heart.{motif}.{often}"
        else:
            return super().short_of(reason, move, share)
        own = f"{key}.you"
        return own if own in self.t and self.spoken_to(reason.finding.values["who"]) else key, values

    def reason_words(self, reason: Reason) -> dict[str, object]:
        """The values of a reason's text, with the kind of card that it is about; several cards of it, where the rest
        of the match is told."""
        found, zone = super().reason_words(reason), reason.finding.marks[0].zone
        if reason.played:
            return found | {"kind": self.many(zone)}
        key = f"heart.place.{zone}"
        return found | ({"kind": self.t(key)} if key in self.t else {})

    def many(self, kind: str) -> str:
        """Several cards of a kind, without a number."""
        return self.t(f"heart.some.{kind}", count=2, number="").strip()

    def brought_about(self, reason: Reason, move: str, better: str) -> tuple[str, bool]:
        """How many cards are missing where the move was laid, or which card takes what the reason is about."""
        who, kind = reason.finding.values["who"], reason.finding.values["kind"]
        seat, laid = reason.deal.to_act or 0, kind_of(move)
        before, after = reason.deal.state(), self.trial(reason, move).state
        if who != seat and after["board"].get(laid) and laid in after["outlines"]:
            key = "short" if kind in taken_by(laid) else "below" if kind == laid else ""
            n = after["outlines"][laid] - len(after["board"][laid])
            if key:
                return self.t(f"heart.how.{key}", n=n, place=self.space(laid)), False
        if who != seat and kind in BELOW and any(one == kind for one, _ in after["below_ship"]):
            n = after["outlines"]["ship"] - len(after["board"]["ship"])
            return self.t("heart.how.ship", n=n), False
        takers = [one for one in map(kind_of, before["hands"][seat]) if one in SINGLE and kind in taken_by(one)]
        if who == seat and kind_of(better) == kind and takers:
            return self.t("heart.how.takes", card=self.some(f"{takers[0]} 0")), True
        if laid != kind_of(better) and takers == [laid]:
            return self.t("heart.how.last", card=self.some(f"{laid} 0")), False
        return "", False

    def contrast_words(self, move: str) -> dict[str, object]:
        """The values of a contrast's text, the kind among them."""
        return super().contrast_words(move) | {"kind": self.space(kind_of(move))}

    def followed(self, seat: int, move: str, events: list[Event]) -> str:
        """A move of a likely line, with what it takes."""
        return self.outlook(seat, move, events).removesuffix(".")

    def effect(self, reason: Reason, move: str) -> Effect:
        """What a move brings in the position of the reason."""
        trial = self.trial(reason, move)
        return Effect(points(trial.events), bool(takes_figure(trial)), drawn(trial))

    def to_come(self) -> str:
        """The cards of both decks in drawing order."""
        cards = self.look.match.cards(None)
        decks = [
            [self.card(c.card or "") for c in cards if (c.zone, c.seat) == ("deck", seat)]
            for seat in (0, 1)
        ]
        names = [", ".join(deck) or self.t("heart.no_deck") for deck in decks]
        seat = self.look.seat
        return self.t("heart.decks", own=names[seat], other=names[1 - seat])

    def conceals(self, place: str) -> bool:
        """Whether the text must not say what a space holds: a stack, when playing from memory."""
        return self.look.memory and place not in self.limits

    @property
    def state(self) -> State:
        return cast("State", self.look.state)

    def space(self, name: str) -> str:
        return self.t(f"heart.place.{name}")

    def labels(self, name: str) -> list[str]:
        """The names of a space of the map, longest first."""
        return [
            self.t(key)
            for size in ("place", "short", "tiny")
            if (key := f"heart.{size}.{name}") in self.t
        ]

    def move(self, move: str) -> str:
        kind, values, end = read(move)
        cards = self.t("heart.cards", kind=self.space(kind), values=", ".join(values))
        if not end or not self.differs(move):
            return cards
        return self.t("heart.taking", cards=cards, place=self.space(end))

    def differs(self, move: str) -> bool:
        """Whether it matters what a move takes from: not if both spaces are empty."""
        board, places = self.state["board"], TAKES[kind_of(move)]
        return move not in self.look.match.legal() or any(board[cast("Kind", place)] for place in places)

    def own_move(self, moves: Mapping[str, str]) -> str:
        """The move that these cards make on their own place: of two the one that takes anything; "" if both do.

        moves: those of the cards, by the space to press."""
        board = self.state["board"]
        full = [move for place, move in moves.items() if board[cast("Kind", place)]] if len(moves) > 1 else []
        return "" if len(full) > 1 else next(iter(full or moves.values()), "")

    def brief(self, move: str) -> str:
        """A move in a few words, for a list of moves."""
        return self.move(move.partition(" > ")[0])

    def deed(self, move: str) -> str:
        return self.t("heart.deed", cards=self.some(move))

    def situation(self, legal: list[str]) -> tuple[str, dict[str, object]]:
        return "lay", {}

    def share(self, value: float) -> float:
        """A value as a fraction of the bar."""
        return 0.5 + value / (abs(value) + 12) / 2

    def loss(self, loss: float) -> str:
        """How much a move gave away, as a positive number."""
        return self.t.plain(round(loss, 1))

    # what a move would do

    def foresee(self, move: str) -> list[Event]:
        """The events of a move, as far as its seat can know them."""
        match = self.look.match
        if self.foreseen[0] != match.key():
            self.foreseen = (match.key(), {})
        if move not in self.foreseen[1]:
            self.foreseen[1][move] = match.preview(move, match.to_act)
        return self.foreseen[1][move]

    def gains(self, moves: dict[str, str]) -> dict[str, int]:
        """The points that each of some moves would take, by space."""
        found: dict[str, int] = {}
        for place, move in moves.items():
            events = self.foresee(move)
            amounts = [
                e.amount for e in events if e.kind == "score" and e.seat == self.look.match.to_act
            ]
            source = next(
                (e.source for e in events if e.kind == "card" and e.target == "pile"), place
            )
            if self.conceals(source):
                continue
            if amounts or place != read(move)[0]:
                found[source] = sum(amounts)
        return found

    def ways(self, move: str, events: list[Event]) -> list[Way]:
        """The arrows from where a move takes something."""
        kind, _, end = read(move)
        goals = {e.source for e in events if e.kind == "card" and e.target == "pile"} or {end} - {
            ""
        }
        return [(kind, goal) for goal in sorted(goals)]

    def outlook(self, seat: int, move: str, events: list[Event], done: bool = False) -> str:
        """A seat's turn with everything that it brings, in a sentence. done: it has been made, so
        the card lost with the Great Dragon is named, and the last turn is not announced."""
        turn = self.of_seat("heart.turn.lays", seat, cards=self.some(move))
        parts = [words for event in events if (words := self.brought(event, done))]
        return f"{turn}: {', '.join(parts)}." if parts else f"{turn}."

    def some(self, move: str) -> str:
        """The cards that a move lays, as number and kind."""
        kind, values, _ = read(move)
        number = self.t(f"heart.number.{len(values)}") if len(values) > 1 else ""
        return self.t(f"heart.some.{kind}", count=len(values), number=number)

    def brought(self, event: Event, done: bool) -> str:
        """What an event of a turn means for both sides; "" if it needs no word."""
        place = event.what.removeprefix("takes_")
        if f"heart.from.{place}" in self.t and place != event.what:
            if self.conceals(place):
                return self.t("heart.turn.stack", place=self.space(place))
            return self.t(f"heart.from.{place}", points=event.amount)
        if event.what == "last_turn" and done:
            return ""
        if event.what == "loses_card":
            seen = done and event.card and event.seen_by(self.look.viewer)
            card = self.card(event.card or "") if seen else self.t("card.hidden")
            known = ".known" if seen else ""
            return self.of_seat(f"heart.turn.loses_card{known}", event.seat or 0, card=card)
        key = f"heart.turn.{event.what}"
        return self.of_seat(key, event.seat or 0, amount=event.amount) if event.what and key in self.t else ""

    def last(self) -> LastMove:
        """The last move, with its player and what it took."""
        match = self.look.match
        if self.shown_last[0] != (match.key(), self.look.memory):
            seat, _, events = last_turn(match)
            self.note_last(seat, events)
        return self.shown_last[1]

    def note_last(self, seat: int, events: list[Event]) -> None:
        """Stores what the last move caused, and its player."""
        match = self.look.match
        move = match.moves[-1]
        line = self.outlook(seat, move, events, done=True)
        key = (match.key(), self.look.memory)
        taken = [str(e.card) for e in events if e.kind == "card" and e.target == "pile"]
        self.shown_last = (key, LastMove(line, self.ways(move, events), seat, taken))

    def task(self, cards: list[str | None], moves: dict[str, str], under: list[str]) -> str:
        """What the chosen cards would do, or that they can take one of two stacks. Without a
        choice: that this turn is the last, or that cards are to be chosen.

        moves: the moves of the cards, by the space to press. under: the one that the pointer is on.
        """
        aimed = under or list(moves.values())
        if sure := aimed[0] if len(aimed) == 1 else self.own_move(moves):
            return self.prospect(sure)
        if moves:
            one, two = map(self.space, moves)
            held = capital(self.some(laid(cards)))
            return self.t("heart.either", cards=held, count=len(cards), one=one, two=two)
        if self.state["last_turn_of"] is not None and not self.look.match.over:
            return self.ending()
        return self.t("heart.choose")

    def prospect(self, move: str) -> str:
        """What a move of the seat to act would bring, in a sentence."""
        brings, turn = self.brings(move), self.t("heart.lay", cards=self.some(move))
        return f"{turn}: {brings}." if brings else f"{turn}."

    def brings(self, move: str) -> str:
        """What a move of the seat to act would bring."""
        return ", ".join(words for event in self.foresee(move) if (words := self.brought(event, done=False)))

    def ending(self) -> str:
        """Why there is a last turn, and whose it is."""
        return self.of_seat("heart.ending.turn", self.state["last_turn_of"] or 0, why=self.cause())

    def cause(self) -> str:
        """Why the match ends: the fleets have sailed, or a deck is empty."""
        if self.state["ship_stacks"] >= self.state["stacks_at_end"]:
            return self.t("heart.ending.fleet")
        return self.of_seat("heart.ending.deck", 1 - (self.state["last_turn_of"] or 0))

    def sentence(self, event: Event, humans: list[int]) -> str:
        """An event in words. When playing from memory it names the stack that was taken, but no
        points."""
        place = event.what.removeprefix("takes_")
        if place != event.what and f"heart.place.{place}" in self.t and self.conceals(place):
            return self.of_seat("heart.took", event.seat or 0, place=self.space(place))
        return super().sentence(event, humans)

    def standings(self) -> Sequence[Sequence[float]]:
        """The scores after each move. If they are equal, the owner of the Great Dragon is ahead."""
        again = self.look.match.restarted()
        found = [again.scores]
        for move in self.look.match.moves:
            again.play(move)
            owner = again.state()["figure"]
            found.append([score + (seat == owner) / 2 for seat, score in enumerate(again.scores)])
        return found

    def turn_words(self, turn: TurningPoint) -> str:
        """What the decisive turn took."""
        events = self.happened(turn.at)
        what = [words for event in events if event.what.startswith("takes_") if (words := self.brought(event, True))]
        what += [self.card("figure") for event in events if event.what == "figure"]
        line = self.of_seat("heart.captured", turn.winner, what=self.t.listing(what))
        return self.t("end.decided.event", line=line)

    def final_count(self) -> list[EndComparison]:
        """What each kind of card and the Great Dragon bring; the item with the winner's largest
        lead comes last."""
        match = self.look.match
        brought = [{row.label: row.value for row in match.breakdown(seat)} for seat in (0, 1)]
        ahead = next(iter(match.winners), 0)

        def lead(label: str) -> tuple[int, str]:
            return brought[ahead].get(label, 0) - brought[1 - ahead].get(label, 0), label

        sums, found = [0, 0], []
        for label in sorted({*brought[0], *brought[1]}, key=lead):
            sums = [sum_ + own.get(label, 0) for sum_, own in zip(sums, brought, strict=True)]
            zone = "figure" if label == "figure" else "pile"
            seats = [seat for seat in (0, 1) if label in brought[seat]]
            places = tuple((zone, seat, None) for seat in seats)
            chips = tuple(f"+{brought[seat][label]}" for seat in seats)
            words = capital(self.card(label) if label == "figure" else self.space(label))
            found.append(EndComparison(words, places, chips, tuple(sums), label))
        return found

    # what a seat has

    def points(self, points: int) -> str:
        return self.t("heart.point" if points == 1 else "heart.points", points=points)

    read_first = ("chest", "fire", "petrified", "sorceress", "troll", "dwarf", "knight", "huntress", "ship", "below")
    unread = ("deck", "stacks", "figure", "pile")

    def facts(self) -> list[str]:
        """The fleets, the Great Dragon, both sides with their decks, and the places where nothing lies."""
        state = self.state
        fleets = self.t("read.heart.fleets", made=state["ship_stacks"], of=state["stacks_at_end"])
        owner, order = state["figure"], (1 - self.look.seat, self.look.seat)
        figure = self.t("read.heart.asleep") if owner is None else self.of_seat("read.heart.awake", owner)
        decks = [self.of_seat("read.heart.decks", seat, n=state["decks"][seat]) for seat in order]
        empty = [self.space(place) for place, cards in state["board"].items() if not cards]
        return [fleets, figure, *decks, *([self.t("read.heart.empty", places=", ".join(empty))] if empty else [])]

    def row_read(self, zone: str, seat: int | None, cards: Sequence[Placed]) -> str:
        """The cards of a place, and how many more fill it; of a stack that must be remembered only the top one."""
        if seat is not None:
            return super().row_read(zone, seat, cards)
        shown = cards[-1:] if self.conceals(zone) else cards
        values = ", ".join(str(one.card).split()[1] for one in shown if one.card)
        words = self.t("heart.cards", kind=self.space(zone), values=values)
        missing = self.limits.get(zone, 0) - len(cards)
        return f"{words}; {self.t('read.heart.missing', n=missing)}" if missing > 0 else f"{words}."

    def way_on(self, cards: Sequence[str], legal: Sequence[str]) -> str:
        """Where they are laid; that more of the kind may come along, if there are any, and what all would bring."""
        kind = kind_of(cards[0])
        larger = [move for move in legal if kind_of(move) == kind and len(read(move)[1]) > len(cards)]
        if not larger:
            return self.t("read.heart.way_on", place=self.space(kind))
        most = self.prospect(max(larger, key=lambda move: len(read(move)[1])))
        return self.t("read.heart.way_on.more", place=self.space(kind), most=most)

    def scores_read(self) -> str:
        """Both piles, unless they are for the person to remember."""
        return self.t("heart.tip.memory") if self.look.memory else super().scores_read()

    def pile(self, cards: Iterable[str | None]) -> int:
        """The points of some cards in a score pile."""
        return sum(int(str(card).split()[1]) for card in cards)

    def sheet(self, name: str) -> Sheet:
        """Points by kind, the Great Dragon and the sum: a row for each seat by rank, the winner's
        lit."""
        match = self.look.match
        found = [{row.label: row.value for row in match.breakdown(seat)} for seat in (0, 1)]
        labels = [
            label for label in (*KINDS[:-1], "figure") if any(label in values for values in found)
        ]
        heads = [Cell(sign=one, says=self.card(one) if one == "figure" else self.space(one)) for one in labels]
        rows = [[Cell(), *heads, Cell(says=self.t("unit.points.name"))]]
        for seat in self.ranked():
            values = found[seat]
            parts = [Cell(str(values[label]) if label in values else "–") for label in labels]
            score = Cell(f"{match.scores[seat]:g}", lit=seat in match.winners)
            rows.append([Cell(self.look.name(seat)), *parts, score])
        return Sheet(rows)

    def sheet_pile(self, cards: Iterable[str | None]) -> Sheet:
        """A score pile by kind: the number of cards of each value, and their points. When playing
        from memory: only the cards."""
        memory = self.look.memory
        values: dict[str, list[int]] = {}
        for card in cards:
            kind, value = str(card).split()
            values.setdefault(kind, []).append(int(value))
        rows = []
        for kind in KINDS:
            if kind in values:
                held = sorted(values[kind])
                counts = [(held.count(value), value) for value in dict.fromkeys(held)]
                alike = [
                    " ".join([str(value)] * count) if memory else f"{count}×{value}"
                    for count, value in counts
                ]
                points = "" if memory else str(sum(held))
                rows.append([Cell(self.space(kind), kind), Cell("  ".join(alike)), Cell(points)])
        if not memory:
            whole = sum(sum(held) for held in values.values())
            count = sum(len(held) for held in values.values())
            rows.append(
                [
                    Cell(self.t("heart.pile_sum", count=count), lit=True),
                    Cell(),
                    Cell(str(whole), lit=True),
                ]
            )
        elif not rows:
            rows.append([Cell(self.t("heart.pile_none")), Cell(), Cell()])
        return Sheet(rows, heads=False)


TELLING = HeartTelling
