"""Fairy Tale in words: moves, what stands on a card, what it counts and could become, what was seen, sheets."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import zip_longest
from typing import Any, Protocol

from native.match import Event, Match, Placed, Row
from native.telling import Look, Sheet, Telling

FACTIONS = ("Dragonvale", "Fairywood", "Holy Empire", "Shadow", "all")
KINDS = ("Character", "Story", "Home")
ZONES = {"pick": "pack", "play": "hand"}  # where a move's card lies, if not on the table
MOST = 12  # cards on a table


class Lying(Protocol):
    """A card on the screen: card is None where its face is not shown, and begins with "down " where it lies face down
    and is shown all the same."""

    card: str | None
    zone: str
    seat: int | None
    place: int


@cache
def deck() -> dict[str, dict[str, Any]]:
    """The cards by name, as the deck's file tells of them."""
    from native import assets_dir

    cards = tomllib.loads(assets_dir().joinpath("decks", "tale.toml").read_text("utf-8"))["card"]
    return {card["name"]: card for card in cards}


def plain(card: str) -> str:
    """The name of a card that may lie face down."""
    return card.removeprefix("down ")


def slug(name: str) -> str:
    """A name as the files of its pictures are called."""
    return "-".join("".join(sign if sign.isalnum() else " " for sign in name.lower()).split())


def signed(points: int) -> str:
    """Points as a number, below nought with a true minus."""
    return str(points).replace("-", "−")


def mark(trait: str) -> str:
    """The picture of a faction or a category."""
    if trait == "all":
        return "tale/the-egg-of-chaos"
    return f"tale/{'category' if trait in KINDS else 'faction'}-{slug(trait)}"


def named(name: str) -> list[str]:
    """The names that make a card worth something: what it multiplies, what its condition asks for."""
    card = deck()[name]
    return [card["times"]] if "times" in card else list(card.get("condition", {}).get("cards", []))


def reach(name: str) -> list[str]:
    """All cards that count as one of a name, each as often as it is in the deck."""
    return [card["name"] for card in deck().values() for _ in range(card["copies"])
            if name in (card["name"], *card.get("counts_as", ())) or "almighty" in card]


def most(one: Counter[str], other: Counter[str]) -> Counter[str]:
    """Of every name the greater number."""
    return Counter({name: max(one[name], other[name]) for name in {*one, *other}})


class TaleTelling(Telling):
    """The words of a match, and what its sheets hold; what is asked for again and again is kept for a position."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.kept: dict[Any, Any] = {}
        self.kept_for: Any = None

    def once(self, what: Any, make: Any) -> Any:
        """Something worked out once a position."""
        key = (self.look.match.key(), self.look.viewer, self.look.seat)
        if key != self.kept_for:
            self.kept, self.kept_for = {}, key
        if what not in self.kept:
            self.kept[what] = make()
        return self.kept[what]

    # moves and what is to be done

    def verb(self, legal: list[str]) -> str:
        """What is asked for: pick, play, flip, unflip or exchange."""
        return next(iter(legal), "").partition(" ")[0]

    def task(self, legal: list[str], held: bool) -> str:
        """What is to be done now; held: a card is chosen, in an exchange the own one."""
        verb = self.verb(legal)
        return self.t(f"tale.task.{'give' if held and verb == 'exchange' else verb}")

    def moves(self, legal: list[str], card: Lying, held: Lying | None) -> list[str]:
        """The legal moves that a card stands for where it lies; a partner's: to be taken for the own card held."""
        verb, name = self.verb(legal), self.lying(card)
        if verb == "exchange" and held and card.zone == "table" and self.mate(card.seat or 0):
            return [move for move in legal if move == f"exchange {self.lying(held)} for {name}"]
        if card.zone != ZONES.get(verb, "table") or card.seat != self.look.seat:
            return []
        if verb == "exchange":
            return [move for move in legal if move.startswith(f"exchange {name} for ")]
        if verb in ("flip", "unflip") and name.startswith("down ") != (verb == "unflip"):
            return []
        return [move for move in legal if move == f"{verb} {plain(name)}"]

    def target(self, legal: list[str], card: Lying) -> str:
        """Where a chosen card is to be brought to: in an exchange the partner's table."""
        own = self.verb(legal) == "exchange" and card.seat == self.look.seat
        return f"row{(self.look.seat + 2) % 4}.0" if own else ""

    def why(self, card: Lying) -> str:
        """Why a card stands for no move; "" where it lies elsewhere than what is asked for, or nothing is."""
        match = self.look.match
        verb = self.verb([] if match.over or match.to_act != self.look.seat else match.legal())
        reason = ""
        if verb and card.seat == self.look.seat and card.zone == ZONES.get(verb, "table"):
            reason = match.why_not(f"{verb} {plain(self.lying(card))}")
        return self.t(f"why.tale.{reason}") if reason not in ("", "no_sense") else ""

    def news(self, events: list[Event]) -> str:
        """What a step told, in a line."""
        told = [e for e in events if e.kind == "say"] or [e for e in events if e.kind in ("up", "down")]
        humans = [seat for seat, who in enumerate(self.look.match.seats) if who == "human"]
        return " ".join(self.lines(told, humans)[-3:])

    def move(self, move: str) -> str:
        verb, _, rest = move.partition(" ")
        names = [self.card(name) for name in rest.split(" for ")]
        return self.t(f"tale.move.{verb}", card=names[0], other=names[-1])

    def brief(self, move: str) -> str:
        verb, _, rest = move.partition(" ")
        names = [self.nick(name) for name in rest.split(" for ")]
        return self.t(f"tale.brief.{verb}", card=names[0], other=names[-1])

    def share(self, value: float) -> float:
        return 0.5 + value / 60

    def course(self, stage: int) -> str:
        """What happens in a stage, and which way packs go."""
        if stage == 9:
            return self.t("tale.course.over")
        if stage % 2 == 0:
            return self.t("tale.course.play", round=stage // 2)
        way, count = 1 if stage % 4 == 1 else -1, self.look.match.seats_count
        return self.t(f"tale.course.{'left' if way == 1 else 'right'}", round=(stage + 1) // 2,
                      name=self.look.name((self.look.seat + way) % count))

    # cards

    def card(self, card: str) -> str:
        name = self.t(f"card.tale.{plain(card)}")
        return self.t("tale.down_card", card=name) if card.startswith("down ") else name

    def nick(self, card: str) -> str:
        """A card in one short word."""
        return self.t(f"brief.tale.{plain(card)}")

    def index(self, name: str) -> str:
        """A card's points as its corner shows them."""
        return f"{signed(deck()[name]['points'])}{'×' if 'times' in deck()[name] else ''}"

    def face(self, card: str) -> dict[str, Any]:
        """What is printed on a card: index, marks, emblem, name, text; its faction."""
        name = plain(card)
        printed = deck()[name]
        faction = printed["faction"]
        traits = (*KINDS, *FACTIONS[:4]) if faction == "all" else (printed["category"],)
        marks = (*map(mark, traits), *(["ui/star-hollow"] if "condition" in printed else []))
        return {"index": self.index(name), "mark": mark(faction), "emblem": f"tale/{slug(name)}", "faction": faction,
                "pattern": FACTIONS.index(faction), "name": self.card(name), "text": self.short(name), "marks": marks}

    def effect(self, name: str, size: str, brief: bool = False) -> str:
        """What a card does, or what must hold for it to count; size: "short" or "long"; brief: in short names."""
        card, trait = deck()[name], "tale.brief_trait." if brief else "tale.trait."
        if "effect" in card:
            does = card["effect"]
            return self.t(f"tale.{size}.{does.get('who', '')}{does['what']}", n=does.get("count", 1),
                          faction=self.t(trait + does.get("faction", "any")))
        for kind, value in card.get("condition", {}).items():
            values = [value] if isinstance(value, str) else value
            names = [self.t(trait + v) if kind != "cards" else self.nick(v) if size == "short"
                     else self.card(v) for v in values]
            return self.t(f"tale.{size}.{kind}", a=names[0], both=f" {self.t('tale.and')} ".join(names))
        return next((self.t(f"tale.{size}.{kind}") for kind in ("almighty", "counts_as") if kind in card), "")

    def short(self, name: str, brief: bool = False) -> str:
        """What a card is about in a few words."""
        card = deck()[name]
        if "times" in card:
            other = self.nick(card["times"]) if brief else self.card(card["times"])
            return self.t("tale.short.times", points=card["points"], name=other)
        return self.effect(name, "short", brief)

    def long(self, name: str) -> list[str]:
        """All that stands on a card, in sentences."""
        card = deck()[name]
        traits = dict.fromkeys(self.t(f"tale.trait.{card[trait]}") for trait in ("faction", "category"))
        worth = self.t("tale.long.times" if "times" in card else "tale.long.points", points=signed(card["points"]),
                       name=self.card(card.get("times", name)))
        return [line for line in (" · ".join(traits), worth, self.effect(name, "long")) if line]

    # what is counted

    def rows(self, seat: int) -> list[Row]:
        """What scores what for a seat."""
        rows: list[Row] = self.once(("rows", seat), lambda: self.look.match.breakdown(seat))
        return rows

    def worth(self, card: Lying) -> str:
        """What a card on the table counts now."""
        rows = self.rows(card.seat or 0)
        return signed(rows[card.place].value) if card.place < len(rows) else ""

    def lying(self, card: Lying) -> str:
        """A card as a move names it; what lies face down on a table is known to all."""
        row = self.look.state["table"][card.seat or 0] if card.zone == "table" else []
        if card.place >= len(row):
            return card.card or ""
        return f"{'' if row[card.place]['up'] else 'down '}{row[card.place]['name']}"

    def hide(self, cards: list[Placed]) -> list[Placed]:
        """Cards that lie face down show their backs to all to whom they are not open."""
        return [card._replace(card=f"down {card.card}" if self.open(card.seat or 0) else None)
                if card.zone == "table" and not card.up else card for card in cards]

    def open(self, seat: int) -> bool:
        """Whether what lies face down at a seat is shown: to its owner, to a partner who may exchange, at the end."""
        look = self.look
        partner = self.mate(seat) and look.match.options["garfield"]
        return look.viewer in (None, seat) or look.match.over or bool(partner)

    def places(self, stage: int) -> int:
        """How many cards will lie on a table when the round is over."""
        return min(MOST, 3 * ((stage + 1) // 2))

    def mate(self, seat: int) -> bool:
        """Whether a seat plays with the one who looks."""
        own = self.look.seat
        return bool(self.look.match.options["teams"]) and seat != own and (seat - own) % 2 == 0

    def points(self, due: Iterable[list[Event]]) -> list[int]:
        """Every seat's points, without those of events that are still to be shown."""
        late = [event for group in due for event in group if event.kind == "score"]
        points: list[int] = self.look.state["points"]
        return [p - sum(e.amount for e in late if e.seat == seat) for seat, p in enumerate(points)]

    def score(self, due: Iterable[list[Event]], seat: int) -> str:
        """A seat's points; in teams both partners' too."""
        points = self.points(due)
        if not self.look.match.options["teams"]:
            return str(points[seat])
        return f"{points[seat]} / {points[seat] + points[(seat + 2) % 4]}"

    def leaders(self, points: list[int]) -> list[int]:
        """Who has most; in teams both partners; nobody while all have the same."""
        if self.look.match.options["teams"]:
            points = [p + points[(seat + 2) % 4] for seat, p in enumerate(points)]
        return [seat for seat, p in enumerate(points) if p == max(points) > min(points)]

    def change(self, move: str) -> int:
        """What turning a card over would change in the chooser's own points."""
        def gain() -> int:
            found = 0
            for event in self.look.match.preview(move, self.look.viewer):
                if event.kind == "say":
                    break
                found += event.amount if event.kind == "score" and event.seat == self.look.seat else 0
            return found

        change: int = self.once(("change", move), gain)
        return change

    def band(self, card: Lying, drafting: bool) -> str:
        """What is written over an own card: kept or laid, face down, or what turning it over would change."""
        match, name = self.look.match, card.card or ""
        down = name.startswith("down ")
        if card.zone == "chosen":
            return self.t("tale.kept" if drafting else "tale.laid")
        move = f"{'unflip' if down else 'flip'} {plain(name)}"
        if card.zone == "table" and match.to_act == self.look.seat and move in self.once("legal", match.legal):
            change = self.change(move)
            return f"{change:+d}".replace("-", "−") if change else "±0"
        return self.t("tale.down") if down else ""

    # what stands beside the cards

    def track(self, stage: int) -> Sheet:
        """The nine stages, the one under way lit, and what happens in it."""
        cells = ["=" * (number == stage) + str(number) for number in range(1, 10)]
        way = "" if stage % 2 == 0 or stage == 9 else "ui/prev|" if stage % 4 == 1 else "ui/next|"
        return Sheet((4,) * 9 + (64,), [[*cells, way + self.course(stage)]], heads=False, left=10)

    def head(self, seat: int, due: Iterable[list[Event]]) -> Sheet:
        """Another seat in a line: points, name, a crown where it leads, cards in hand, whether it has chosen."""
        state, match, score = self.look.state, self.look.match, self.score(due, seat)
        count = len(state["packs"][seat]) or len(state["hands"][seat])
        turn, crown = "=" * (seat == match.to_act), "ui/crown|" * (seat in self.leaders(self.points(due)))
        name = self.t("tale.mate", name=self.look.name(seat)) if self.mate(seat) else self.look.name(seat)
        held = f"{'ui/check' if state['chosen'][seat] else 'tale/back'}|{count}" if count else ""
        cells, all_open = [score, turn + crown + name, held], self.look.viewer is None
        return Sheet((8 + 4 * len(score), 50, 28)[: 3 - all_open], [cells[: 3 - all_open]], heads=False, left=3)

    def title(self) -> str:
        """Who sits at the bottom; in teams with the partner."""
        names = [name for seat, name in enumerate(self.names()) if self.mate(seat)]
        return " + ".join([self.look.name(self.look.seat), *names])

    def plate(self, seat: int) -> Sheet:
        """How many cards of each faction and category lie face up at a seat; the deck, the own discards."""
        state = self.look.state
        up = [deck()[entry["name"]] for entry in state["table"][seat] if entry["up"]]
        cells = [f"{mark(f)}|{sum(card['faction'] in (f, 'all') for card in up)}" for f in FACTIONS[:4]]
        cells += [f"{mark(k)}|{sum(card['category'] in (k, 'all') for card in up)}" for k in KINDS]
        cells += [f"tale/back|{state['deck']}", f"ui/trash|{len(state['discards'][seat])}"]
        return Sheet((5, 6, 5), [cells[row:row + 3] for row in (0, 3, 6)], heads=False, high=2.6, left=3)

    # what is known of a card

    def seen(self) -> Counter[str]:
        """So many of each name, at least, have been seen: held, passed on, or laid by others out of other packs."""
        seen: Counter[str] = self.once("seen", self.remember)
        return seen

    def remember(self) -> Counter[str]:
        """Goes through the match again. Of a draft counts what was picked and drawn, and of each name the greater of
        what was passed on and what the others laid, as those may be the same cards."""
        match, me = self.look.match, self.look.viewer
        if me is None:
            return Counter(card.card for card in match.cards(None) if card.card and card.zone != "deck")
        again, found, passes = Match.load(match.record() | {"moves": []}), Counter[str](), 0
        held, picked, others = Counter(again.state(me)["packs"][me]), Counter[str](), Counter[str]()
        for event in (event for move in match.moves for event in again.play(move)):
            card, source, target = event.card or "", event.source, event.target
            if event.what.startswith("draft"):
                found.update(picked + most(held - picked, others))
                held, picked, others, passes = Counter(), Counter(), Counter(), 0
            elif event.what.startswith("pass"):
                passes += 1
            elif source == "chosen" and target == "table" and event.seat != me:
                others[card] += 1
            elif target == "pack" and event.target_seat == me and passes < match.seats_count:
                held[card] += 1
            elif source in ("pack", "deck") and target in ("chosen", "hand") and event.target_seat == me:
                picked[card] += 1
                held[card] += source == "deck" or (target == "hand" and match.seats_count > 4)  # the fifth, new pack
        return found + picked + most(held - picked, others)

    def could(self, name: str) -> list[str]:
        """What a card that multiplies can still become: all of its name but those that lie elsewhere for good."""
        if "times" not in deck()[name]:
            return []
        state, other = self.look.state, deck()[name]["times"]
        fellows = [card for card in reach(other) if self.inside(card)]
        lost = [entry["name"] for seat, row in enumerate(state["table"]) for entry in row if seat != self.look.seat]
        lost += [card for row in state["discards"] for card in row]
        left = len(fellows) - sum((Counter(fellows) & Counter(lost)).values())
        return [self.t("tale.could", most=deck()[name]["points"] * min(left, MOST), n=left, of=len(fellows),
                       name=self.card(other))]

    def inside(self, name: str) -> bool:
        """Whether a card is in this match's deck."""
        return deck()[name]["set"] == "basic" or bool(self.look.match.options["expert"])

    def detail(self, card: Lying) -> list[str]:
        """A card in sentences, its name first."""
        if card.card is None:
            return [self.t("tale.hidden")]
        name, seat, seen = plain(card.card), card.seat or 0, self.seen()
        lines = [f"={self.card(name)}", *self.long(name)]
        if card.zone == "table" and card.place < len(self.rows(seat)):
            row = self.rows(seat)[card.place]
            lines.append("=" + self.t(f"row.tale.{row.label}.now", value=signed(row.value), count=row.count))
            lines += [self.t("row.tale.named", card=self.card(r.card or "")) for r in self.rows(seat)
                      if r.label == "named" and "almighty" in deck()[name] and row.label != "down"]
        lines += self.could(name) if seat == self.look.seat else []
        return lines + [self.t("tale.sight", name=self.nick(other), n=min(seen[other], deck()[other]["copies"]),
                               of=deck()[other]["copies"]) for other in dict.fromkeys([*named(name), name])]

    def beside(self, focus: str, card: Lying | None, stage: int) -> list[str]:
        """What is written beside the own table: the card under the focus, what a seat holds, or what the stage is
        about. A line may begin with "=" (lit)."""
        if card:
            return self.detail(card)
        if focus.startswith("seat"):
            return self.holds(int(focus[4:]))
        return [self.t(f"tale.about.{'over' if stage == 9 else 'draft' if stage % 2 else 'play'}")]

    def holds(self, seat: int) -> list[str]:
        """What is known of a seat's pack and hand."""
        held = [card for card in self.look.match.cards(self.look.viewer)
                if card.seat == seat and card.zone in ("pack", "hand", "chosen")]
        known = ", ".join(self.card(card.card) for card in held if card.card)
        return [self.t("tale.holds", name=self.look.name(seat), n=len(held)), *([known] if known else [])]

    # sheets

    def sheet(self, name: str) -> Sheet:
        return self.sheet_cards() if name == "cards" else self.sheet_points()

    def sheet_cards(self) -> Sheet:
        """All cards by faction, two lists side by side: category and points, name, effect, how many were seen."""
        lists: list[list[list[str]]] = [[], []]
        for number, faction in enumerate(FACTIONS[:4]):
            lists[number // 2].append([f"{mark(faction)}|", f"={self.t(f'tale.trait.{faction}')}", "", ""])
            for name, card in deck().items():
                at = "Shadow" if card["faction"] == "all" else card["faction"]
                if at == faction and self.inside(name):
                    lists[number // 2].append(self.entry(name))
        rows = [[*left, "", *right] for left, right in zip_longest(*lists, fillvalue=[""] * 4)]
        return Sheet((14, 36, 39, 11, 3, 14, 36, 39, 11), rows, heads=False, high=1.6, left=9,
                     notes=(self.t("tale.list"),))

    def entry(self, name: str) -> list[str]:
        """A card as the list shows it."""
        card, title = deck()[name], self.card(name)
        kind = mark(card["category"])
        title = title if len(title) <= 20 else self.nick(name)
        return [f"{kind}|{self.index(name)}{'*' if 'condition' in card else ''}",
                title + "°" * bool(card.get("reconstructed")), self.short(name, brief=True), self.count(name)]

    def count(self, name: str) -> str:
        """How many of a card have been seen; lit when there is no other."""
        copies = deck()[name]["copies"]
        seen = min(self.seen()[name], copies)
        return f"{'=' * (seen == copies)}{seen}/{copies}"

    def sheet_points(self) -> Sheet:
        """Every seat's points card by card, the highest first, those face down last."""
        look, columns = self.look, []
        for seat, name in enumerate(self.names()):
            lit = "=" * (seat in look.match.winners)
            cards = [(row, plain(row.card)) for row in self.rows(seat) if row.card and row.label != "named"]
            cards.sort(key=lambda entry: (entry[0].label == "down", -entry[0].value))
            columns.append([lit + name, lit + self.score([], seat)])
            down = self.nick if self.open(seat) else lambda _: self.t("tale.down")
            for row, card in cards:
                value = f"{mark(deck()[card]['faction'])}|{signed(row.value)}  {self.nick(card)}"
                columns[-1].append(f"tale/back|{down(card)}" if row.label == "down" else value)
            columns[-1] += [self.t("row.tale.named", card=self.nick(row.card or "")) for row in self.rows(seat)
                            if row.label == "named"]
        rows = [list(row) for row in zip_longest(*columns, fillvalue="")]
        return Sheet((1,) * len(columns), rows, heads=False, left=len(columns))
