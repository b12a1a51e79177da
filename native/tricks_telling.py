"""Dragonmaster in words: money, choices, the reckoning of a hand, the score sheet, ranks and prices."""

from __future__ import annotations

from typing import Any

from native.match import Match
from native.telling import Look, Sheet, Telling

SUITS = ("DRA", "WAR", "DRU", "NOM")
RANKS = {"K": "king", "Q": "queen", "P": "prince", "W": "wizard", "D": "duke", "C": "count", "B": "baron",
         "F": "fool"}
KINDS = {"dragonlords": "suit-dra", "wizards": "rank-wizard", "runesword": "kind-runesword", "first": "kind-first",
         "staff": "kind-staff"}  # each with its picture
GEMS = (("tricks/gem-diamond", 20, 0), ("duel/mark-emerald", 10, 2), ("duel/mark-ruby", 5, 4),
        ("duel/mark-sapphire", 1, 5))  # picture, thousands, how many are kept as change


def gems(amount: int) -> list[tuple[str, int]]:
    """A wealth as crystals: as many of the small ones as at the start, the rest in diamonds."""
    left, found = max(0, amount // 1000), []
    for number in (3, 2, 1):
        picture, worth, change = GEMS[number]
        step = GEMS[number - 1][1] // worth
        count = left // worth % step
        count += change if left // worth >= count + change else 0
        found.append((picture, count))
        left -= count * worth
    return [(GEMS[0][0], left // 20), *reversed(found)]


def led(state: dict[str, Any]) -> str:
    """The suit to follow; the trick has begun."""
    card: str = state["trick"][0][1]
    return card[-3:] if card.startswith("DRAGON") else card[:3]


class TricksTelling(Telling):
    """The words of a match, its sheets, and what each hand cost whom."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.told: tuple[Any, list[dict[int, list[str]]]] = (None, [])

    def money(self, amount: float) -> str:
        """Crystals as a number."""
        return f"{round(amount):,}".replace(",", self.t("tricks.comma")).replace("-", "−")

    def signed(self, amount: float) -> str:
        """The same with its sign."""
        return ("+" if amount > 0 else "") + self.money(amount)

    def value(self, value: float) -> str:
        return self.signed(round(value, -2))

    def loss(self, loss: float) -> str:
        return self.money(round(loss, -2))

    def share(self, value: float) -> float:
        return 0.5 + value / 40_000

    # moves and what is to be done

    def move(self, move: str) -> str:
        if move.startswith("call "):
            return self.t("tricks.choice.call", kind=self.t(f"tricks.kind.{move[5:]}"))
        if move.startswith("DRAGON "):
            return self.t("tricks.choice.led", suit=self.t(f"tricks.suit.{move[7:]}"))
        return self.t(f"tricks.choice.{move}" if move in ("swap", "keep") else f"card.tricks.{move}")

    def choice(self, move: str, power: bool) -> tuple[str, str]:
        """The picture of a choice, and what it means; power: somebody kept the Dragon."""
        if move.startswith("call "):
            kind = move[5:]
            return f"tricks/{KINDS[kind]}", self.t(f"tricks.{'must' if power else 'cost'}.{kind}")
        if move.startswith("DRAGON"):
            suit = move[-3:]
            return f"tricks/suit-{suit.lower()}", self.t("tricks.choice.led.line", suit=self.t(f"tricks.suit.{suit}"))
        return {"keep": "tricks/dragon"}.get(move, "ui/redo"), self.t(f"tricks.choice.{move}.line")

    def task(self, state: dict[str, Any], legal: list[str], naming: bool) -> str:
        """What is to be done now; naming: the suit of a led Dragon is asked for."""
        if state["kind"] is None:
            return self.t("tricks.choose" if "swap" in legal else "tricks.call")
        if naming or not state["trick"]:
            return self.t("tricks.name_suit" if naming else "tricks.lead")
        suit = led(state)
        follows = any(move.startswith(suit) for move in legal)
        return self.t("tricks.follow" if follows else "tricks.discard", suit=self.t(f"tricks.suit.{suit}"))

    def preview(self, move: str, state: dict[str, Any]) -> str:
        """What a card would come to in this trick."""
        look = self.look
        takes = next((e.seat for e in look.match.preview(move, look.viewer) if e.what == "takes"), None)
        if not state["trick"] or takes is None:
            return ""
        return self.t("tricks.takes") if takes == look.seat else self.t("tricks.taken_by", name=look.name(takes))

    def taken(self, seat: int, state: dict[str, Any]) -> str:
        """The penalty cards that a seat took, for those who see all."""
        labels = {row.label for row in state["rows"][seat]}
        marks = [mark for label, mark in (("dragonlords", "DRA "), ("wizards", " W"), ("prince", "WAR P"))
                 if label in labels]
        cards = [self.card(card) for card in state["taken"][seat] if any(mark in card for mark in marks)]
        return self.t("tricks.taken", name=self.look.name(seat), cards=", ".join(cards)) if cards else ""

    # sheets

    def sheet(self, name: str) -> Sheet:
        made: Sheet = getattr(self, f"sheet_{name}")()
        return made

    def head(self, name: str) -> str:
        return self.t(f"tricks.head.{name}")

    def hands(self) -> list[dict[int, list[str]]]:
        """For every hand what each seat took, in words; from the moves played again."""
        match = self.look.match
        if self.told[0] != match.key():
            again, hands = Match.load(match.record() | {"moves": []}), [dict[int, list[str]]()]
            for event in (event for move in match.moves for event in again.play(move)):
                if event.what == "hand":
                    hands.append({})
                if event.what.startswith("took_") and event.seat is not None:
                    words = self.t(f"row.tricks.{event.what[5:]}")
                    words = self.t("tricks.times", what=words, n=event.amount) if event.amount > 1 else words
                    hands[-1].setdefault(event.seat, []).append(words)
            self.told = (match.key(), hands)
        return self.told[1]

    @staticmethod
    def badge(result: dict[str, Any], seat: int) -> str:
        """A crown for the Dragonmaster of a hand, a dragon for who tried or made a Power Play."""
        return "ui/crown|" if seat == result["dm"] else "tricks/dragon|" if seat == result["player"] else ""

    def sheet_payments(self) -> Sheet:
        """Who paid whom for what in the hand just finished."""
        state, look = self.look.state, self.look
        result, took = state["results"][-1], self.hands()[len(state["results"]) - 1]
        notes, player = [self.t("tricks.dm", name=look.name(result["dm"]))], result["player"]
        if player is not None:
            end = "made" if result["success"] else "failed"
            notes.append(self.t(f"tricks.{result['power']}_{end}", name=look.name(player)))
        to = next((seat for seat, paid in enumerate(result["payments"]) if paid > 0), 0)
        rows = [[self.head(name) for name in ("player", "why", "pays", "wealth")]]
        for seat, paid in enumerate(result["payments"]):
            why = took.get(seat, [])
            if player is not None and paid:
                why = [self.t(f"tricks.{result['power']}_play")]
            pays = self.t("tricks.pays", amount=self.money(-paid), name=look.name(to))
            pays = "=" + self.t("tricks.gets", amount=self.money(paid)) if paid > 0 else pays
            rows.append([self.badge(result, seat) + look.name(seat), ", ".join(why) or "–",
                         pays if paid else self.t("tricks.nothing"), self.money(state["wealth"][seat])])
        return Sheet((21, 34, 25, 20), rows, high=6.2 if look.example else 3.2, lines=4, left=4, notes=tuple(notes))

    def sheet_score(self) -> Sheet:
        """Every hand of the match with what it brought, and the wealth after it."""
        state, names = self.look.state, self.names()
        if not state["results"]:
            return Sheet((1,), [[self.t("tricks.no_hand")]], heads=False)
        rows = [["", self.head("kind"), *names]]
        for number, result in enumerate(state["results"]):
            kind = result["kind"]
            paid = (self.badge(result, seat) + self.signed(result["payments"][seat]) for seat in range(len(names)))
            rows.append([str(number + 1), f"tricks/{KINDS[kind]}|" + self.t(f"tricks.kind.{kind}"), *paid])
        most = max(state["wealth"])
        rows.append(["", self.head("wealth"), *("=" * (w == most) + self.money(w) for w in state["wealth"])])
        return Sheet((5, 25, *(17 for _ in names)), rows)

    def sheet_reference(self) -> Sheet:
        """What each kind costs and brings."""
        keys = {"cost": "cost", "power": "goal", "secret": "secret", "bar": "bar"}
        basic = self.look.match.options["level"] == "basic"
        shown = list(keys)[: 1 if basic else 4]
        rows = [[self.head("kind"), *map(self.head, shown)]]
        rows += [[f"tricks/{mark}|" + self.t(f"tricks.kind.{kind}"),
                  *(self.t(f"tricks.{keys[name]}.{kind}") for name in shown)] for kind, mark in KINDS.items()]
        return Sheet((24, 27, 25, 12, 17)[: len(rows[0])], rows, high=4.4, lines=3, left=5)

    def sheet_end(self) -> Sheet:
        """The seats from the richest down, with the crystals they hold."""
        wealth, names = self.look.state["wealth"], self.names()
        rows = []
        for seat in sorted(range(len(names)), key=lambda seat: -wealth[seat]):
            best = "=" * (seat in self.look.match.winners)
            counts = [f"{picture}|{count}" for picture, count in gems(max(0, wealth[seat]))]
            rows.append([best + names[seat], *counts, best + self.money(wealth[seat])])
        return Sheet((36, 10, 10, 10, 10, 24), rows, heads=False, high=3, left=5)
