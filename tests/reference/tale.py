"""Fairy Tale once more, slow and obvious, to check the engine against.

Nothing here is shared with the C code: cards are dictionaries of the deck file, rows are lists, effects are a Python
generator that stops wherever somebody has to choose, and points are counted over and over again.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

DECK_FILE = Path(__file__).resolve().parents[2] / "assets" / "tale" / "deck.toml"
CARDS: list[dict[str, Any]] = tomllib.loads(DECK_FILE.read_text("utf-8"))["card"]
BOOK = {card["name"]: card for card in CARDS}
NAMES = list(BOOK)
FACTIONS = ("Dragonvale", "Fairywood", "Holy Empire", "Shadow")
CATEGORIES = ("Character", "Story", "Home")

Row = list[list[Any]]  # of [name, up]


def full_deck(expert: bool) -> list[str]:
    """All cards, sorted as the file has them."""
    return [c["name"] for c in CARDS for _ in range(c["copies"]) if expert or c["set"] == "basic"]


def deck_of(match: Any) -> list[str]:
    """The deck that a match of the engine begins with, in the order drawn."""
    cards = match.cards()
    dealt = [c.card or "" for s in range(match.seats_count) for c in cards if (c.zone, c.seat) == ("pack", s)]
    return dealt + [c.card or "" for c in cards if c.zone == "deck"]


@cache
def traits(name: str) -> set[str]:
    """Factions and categories of a card."""
    card = BOOK[name]
    found = set(FACTIONS) if card["faction"] == "all" else {card["faction"]}
    return found | (set(CATEGORIES) if card["category"] == "all" else {card["category"]})


# ---- points ----


def count_trait(names: Sequence[str], trait: str) -> int:
    """Face-up cards of a faction or category."""
    return sum(trait in traits(name) for name in names)


def count_name(names: Sequence[str], wanted: str, trickster: str | None) -> int:
    """Face-up cards that are counted as a name; trickster: the name that the almighty card takes."""
    count = 0
    for name in names:
        if name == wanted or wanted in BOOK[name].get("counts_as", []):
            count += 1
        if BOOK[name].get("almighty") and wanted == trickster:
            count += 1
    return count


def holds(condition: dict[str, Any], own: Sequence[str], others: list[list[str]], trickster: str | None) -> bool:
    """Whether a card's condition is met."""
    if "most" in condition:
        trait = condition["most"]
        return all(count_trait(other, trait) <= count_trait(own, trait) for other in others)
    if "two" in condition:
        return all(count_trait(own, faction) >= 2 for faction in condition["two"])
    return all(count_name(own, name, trickster) >= 1 for name in condition["cards"])


def points_as(own: Sequence[str], others: list[list[str]], trickster: str | None) -> int:
    """Points of the face-up cards, the almighty one counting as the given name too."""
    total = 0
    for name in own:
        card = BOOK[name]
        if "condition" in card and not holds(card["condition"], own, others, trickster):
            continue
        total += card["points"] * (count_name(own, card["times"], trickster) if "times" in card else 1)
    return total


def points_of(own: Sequence[str], others: list[list[str]]) -> tuple[int, str | None]:
    """Points of a seat's face-up cards, and the best name for the almighty card."""
    best, name = points_as(own, others, None), None
    almighty = [n for n in own if BOOK[n].get("almighty")]
    if almighty:
        for other in NAMES:
            if other not in almighty and points_as(own, others, other) > best:
                best, name = points_as(own, others, other), other
    return best, name


# ---- the game ----


class Tale:
    """A match. deck: all cards in the order in which they are drawn."""

    def __init__(
        self, deck: Sequence[str], players: int, teams: bool = False, garfield: bool = False, rounds: int = 4
    ) -> None:
        self.deck = list(deck)
        self.seats = players
        self.teams, self.garfield, self.rounds = teams, garfield, rounds
        self.stage = 0
        self.tables: list[Row] = [[] for _ in self.all()]
        self.discards: list[list[str]] = [[] for _ in self.all()]
        self.hands: list[list[str]] = [[] for _ in self.all()]
        self.packs: list[list[str]] = [[] for _ in self.all()]
        self.chosen: list[str | None] = [None for _ in self.all()]
        self.asked: tuple[int, list[str]] | None = None
        self.course = self.run()
        next(self.course)

    def all(self) -> range:
        return range(self.seats)

    # -- the course of a match, as one story that stops at every choice --

    def run(self) -> Generator[None, str, None]:
        for turn in range(self.rounds):
            self.stage = 2 * turn + 1
            yield from self.draft(+1 if turn in (0, 2) else -1)
            self.stage += 1
            for _ in range(3):
                yield from self.step()
            for seat in self.all():
                self.discards[seat] += self.hands[seat]
                self.hands[seat] = []
        self.stage += 1
        self.asked = None
        yield

    def ask(self, seat: int, moves: list[str]) -> Generator[None, str, str]:
        self.asked = (seat, moves)
        text = yield
        assert text in moves, f"{text} is not one of {moves}"
        return text

    def choose(self, verb: str, cards: list[list[str]]) -> Generator[None, str, list[str]]:
        """One card of each seat's, hidden until all have chosen."""
        for seat in self.all():
            text = yield from self.ask(seat, sorted({f"{verb} {name}" for name in cards[seat]}))
            self.chosen[seat] = text.removeprefix(verb + " ")
        picked = [name for name in self.chosen if name is not None]
        self.chosen = [None for _ in self.all()]
        return picked

    def draft(self, way: int) -> Generator[None, str, None]:
        """Five cards a seat, packs passed to the left (+1) or right (-1)."""
        self.packs = [[self.deck.pop(0) for _ in range(5)] for _ in self.all()]
        for left in (4, 3, 2, 1):
            picks = yield from self.choose("pick", self.packs)
            for seat in self.all():
                self.packs[seat].remove(picks[seat])
                self.hands[seat].append(picks[seat])
                assert len(self.packs[seat]) == left
            self.packs = [self.packs[(seat - way) % self.seats] for seat in self.all()]
        for seat in self.all():
            self.hands[seat] += self.packs[seat]
        self.packs = [[] for _ in self.all()]

    def step(self) -> Generator[None, str, None]:
        """Everybody lays a card, all are turned up, effects happen."""
        laid = yield from self.choose("play", self.hands)
        for seat in self.all():
            self.hands[seat].remove(laid[seat])
            self.tables[seat].append([laid[seat], True])
        hunted = self.hunt(laid)
        working = [seat for seat in self.all() if seat not in hunted]
        for what, named in (("unflip", True), ("unflip", False), ("flip", True), ("flip", False)):
            for seat in working:
                effect = BOOK[laid[seat]].get("effect", {})
                if effect.get("what") == what and (effect["faction"] != "any") == named:
                    yield from self.turn(seat, effect)
        for seat in working:
            effect = BOOK[laid[seat]].get("effect", {})
            if effect.get("what") == "draw":
                for _ in range(min(effect["count"], len(self.deck))):
                    self.hands[seat].append(self.deck.pop(0))
        for seat in working:
            if self.garfield and "Shadow" in traits(laid[seat]):
                yield from self.exchange(seat)

    def hunt(self, laid: list[str]) -> set[int]:
        """Turns hunted cards down; the seats whose cards were."""
        hunted = set()
        for hunter in self.all():
            effect = BOOK[laid[hunter]].get("effect", {})
            for seat in self.all():
                if effect.get("what") == "hunt" and seat != hunter and effect["faction"] in traits(laid[seat]):
                    hunted.add(seat)
        for seat in hunted:
            self.tables[seat][-1][1] = False
        return hunted

    def turn(self, seat: int, effect: dict[str, Any]) -> Generator[None, str, None]:
        """A flip or unflip: every card is a choice of the one it hits."""
        what = effect["what"]
        hit = [(seat + i) % self.seats for i in self.all()] if effect["who"] == "all" else [seat]
        for victim, _ in product(hit, range(effect["count"])):
            fitting = [
                card for card in self.tables[victim]
                if card[1] == (what == "flip") and effect["faction"] in ("any", *traits(card[0]))
            ]  # fmt: skip
            if fitting:
                text = yield from self.ask(victim, sorted({f"{what} {card[0]}" for card in fitting}))
                next(card for card in fitting if card[0] == text.removeprefix(what + " "))[1] = what == "unflip"

    def exchange(self, seat: int) -> Generator[None, str, None]:
        """A card of the seat's table for one of the partner's."""
        mine, theirs = self.tables[seat], self.tables[(seat + 2) % 4]

        def words(card: list[Any]) -> str:
            return str(card[0]) if card[1] else f"down {card[0]}"

        pairs = {f"exchange {words(a)} for {words(b)}": (words(a), words(b)) for a in mine for b in theirs}
        text = yield from self.ask(seat, sorted(pairs))
        i = [words(card) for card in mine].index(pairs[text][0])
        j = [words(card) for card in theirs].index(pairs[text][1])
        mine[i], theirs[j] = theirs[j], mine[i]

    # -- what others ask --

    @property
    def over(self) -> bool:
        return self.stage == 2 * self.rounds + 1

    @property
    def to_act(self) -> int | None:
        return self.asked[0] if self.asked else None

    def legal(self) -> list[str]:
        return self.asked[1] if self.asked else []

    def play(self, text: str) -> None:
        self.course.send(text)

    def points(self) -> list[tuple[int, str | None]]:
        """Points of each seat as the cards lie, and the name of its almighty card."""
        up = [[name for name, side in table if side] for table in self.tables]
        return [points_of(up[seat], [up[i] for i in self.all() if i != seat]) for seat in self.all()]

    def scores(self) -> list[float]:
        points = [p for p, _ in self.points()]
        return [float(points[i] + points[(i + 2) % 4] if self.teams else points[i]) for i in self.all()]

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat in self.all() if scores[seat] == max(scores)] if self.over else []

    def state(self, viewer: int | None = None) -> dict[str, Any]:
        """The state object of the records, with all cards or as one seat sees it."""

        def shown(lists: list[list[str]]) -> list[list[str]]:
            return [cards[:] if viewer in (None, i) else ["?"] * len(cards) for i, cards in enumerate(lists)]

        points = self.points()
        return {
            "stage": self.stage,
            "stages": 2 * self.rounds + 1,
            "round": min(self.rounds, (self.stage + 1) // 2),
            "passes": 0 if self.over else {1: 1, 3: -1, 5: 1, 7: -1}.get(self.stage, 0),
            "places": 3 * min(self.rounds, (self.stage + 1) // 2),
            "packs": shown(self.packs),
            "hands": shown(self.hands),
            "chosen": [c if c is None or viewer in (None, i) else "?" for i, c in enumerate(self.chosen)],
            "table": [[{"name": name, "up": up} for name, up in table] for table in self.tables],
            "discards": shown(self.discards),
            "deck": len(self.deck),
            "points": [p for p, _ in points],
            "trickster": [name for _, name in points],
        }


# ---- what a seat cannot know ----

Filling = tuple[tuple[str, ...], ...]  # the packs of a draft, each in the order of picking


class Witness:
    """What one seat sees of a match, and from it all that can be, each possibility with its number of ways.

    A possibility says for each pack which card was picked in which round, and which cards were drawn; its ways are
    the orders of the deck and the choices of single cards, all told apart, that lead to it.
    """

    def __init__(self, seat: int, seats: int, copies: Counter[str]) -> None:
        self.seat, self.seats, self.copies = seat, seats, copies
        self.looks: dict[tuple[int, int], list[str]] = {}
        self.picks: dict[int, list[str]] = {}
        self.plays: dict[tuple[int, int], list[str]] = {}
        self.draws: dict[tuple[int, int], list[int]] = {}  # after which step of the stage each came
        self.view: dict[str, Any] = {}

    def see(self, view: dict[str, Any]) -> None:
        """Takes in what the seat is shown; call it after the deal and after every move."""
        before, self.view = self.view, view
        draft = (view["stage"] - 1) // 2
        if view["packs"][self.seat]:
            self.looks[draft, 5 - len(view["packs"][self.seat])] = view["packs"][self.seat]
            self.picks[draft] = view["hands"][self.seat]
        laid = len(view["table"][0])
        for seat in range(self.seats):
            for i in range(len(before["table"][0]) if before else 0, laid):
                self.plays.setdefault((i // 3, seat), []).append(view["table"][seat][i]["name"])
            if view["stage"] % 2 == 0:
                self.note_draws(draft, seat, laid % 3, len(view["hands"][seat]) - (5 - laid % 3))
            elif before and len(view["discards"][seat]) > len(before["discards"][seat]):
                gone = len(view["discards"][seat]) - len(before["discards"][seat])
                self.note_draws(laid // 3 - 1, seat, 3, gone - 2)
        if view["stage"] % 2 == 0 and laid == 3 * draft:
            self.picks[draft] = view["hands"][self.seat][:5]

    def note_draws(self, draft: int, seat: int, step: int, total: int) -> None:
        known = self.draws.setdefault((draft, seat), [])
        known += [step] * (total - len(known))

    def packs(self, draft: int, pack: int) -> list[tuple[str, ...]]:
        """All ways to fill one pack that show the seat what it saw of it."""
        way = 1 if draft % 2 == 0 else -1
        rounds = [r for r in range(5) if (pack + way * r) % self.seats == self.seat]
        looks = {r: self.looks[draft, r] for r in rounds if (draft, r) in self.looks}
        picks = {r: self.picks[draft][r] for r in rounds if r < len(self.picks[draft])}
        latest = 5 - len(self.view["packs"][self.seat]) if draft == (self.view["stage"] - 1) // 2 else 9
        seen_from = [max((r for r in looks if r <= place), default=None) for place in range(5)]
        may = [list(self.copies) if r is None else sorted(set(looks[r])) for r in seen_from]
        return [
            cards for cards in product(*may)
            if all(sorted(cards[r:]) == sorted(seen) for r, seen in looks.items())
            and all(cards[r] == name for r, name in picks.items())
            and all(list(cards[r:]) == seen for r, seen in looks.items() if r == latest)
        ]  # fmt: skip

    def rest(self, draft: int, seat: int, packs: Filling, drawn: Sequence[str]) -> tuple[list[str], int]:
        """What another seat has left of a hand after its plays, and the ways to have made them."""
        way, picked = 1 if draft % 2 == 0 else -1, len(self.picks[draft])
        hand = [packs[(seat - way * r) % self.seats][r] for r in range(picked)]
        times, ways = self.draws.get((draft, seat), []), 1
        for step, name in enumerate([*self.plays.get((draft, seat), []), None]):
            hand += [card for card, time in zip(drawn, times, strict=True) if time == step]
            if name is not None:
                ways *= hand.count(name)
                if not ways:
                    return [], 0
                hand.remove(name)
        return hand, ways

    def drafts(self, draft: int) -> Iterator[tuple[int, Filling, list[list[str]], list[str]]]:
        """Ways of the plays, the packs, what each seat has left, and all cards that lie with others."""
        others = [seat for seat in range(self.seats) if seat != self.seat]
        numbers = [len(self.draws.get((draft, seat), [])) for seat in others]
        for packs in product(*(self.packs(draft, pack) for pack in range(self.seats))):
            for drawn in product(self.copies, repeat=sum(numbers)):
                ways, used = 1, 0
                left: list[list[str]] = [[] for _ in range(self.seats)]
                for seat, number in zip(others, numbers, strict=True):
                    left[seat], here = self.rest(draft, seat, packs, drawn[used : used + number])
                    ways, used = ways * here, used + number
                    if not ways:
                        break
                if ways:
                    own = Counter(self.picks[draft])
                    yield ways, packs, left, [*(Counter(sum(packs, ())) - own).elements(), *drawn]

    def deals(self) -> dict[str, int]:
        """Every possibility and its ways, in the words of `key`."""
        found: Counter[str] = Counter()
        now = (self.view["stage"] - 1) // 2 if not self.over else self.rounds
        own = self.own()
        for chain in product(*(list(self.drafts(draft)) for draft in range(min(now + 1, self.rounds)))):
            ways = weight(self.copies, own, [name for _, _, _, hidden in chain for name in hidden])
            for here, _, _, _ in chain:
                ways *= here
            if ways:
                found[self.words(chain, now)] += ways
        return dict(found)

    def own(self) -> Counter[str]:
        """All cards that the seat itself has held for good."""
        own = Counter(self.view["hands"][self.seat] + self.view["discards"][self.seat])
        own.update(name for (_, seat), names in self.plays.items() if seat == self.seat for name in names)
        return own

    def discarded(self, name: str) -> dict[tuple[int, ...], int]:
        """After the end: the ways to have discarded so many cards of a name, all others together, draft by draft."""
        kinds = list(self.copies)
        sums: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {((), (0,) * len(kinds)): 1}
        for draft in range(self.rounds):
            before, sums = sums, {}
            here: Counter[tuple[int, tuple[int, ...]]] = Counter()
            for ways, _, left, hidden in self.drafts(draft):
                number = sum(hand.count(name) for hand in left)
                here[number, tuple(hidden.count(kind) for kind in kinds)] += ways
            for ((numbers, filling), old), ((number, more), ways) in product(before.items(), here.items()):
                key = ((*numbers, number), tuple(a + b for a, b in zip(filling, more, strict=True)))
                sums[key] = sums.get(key, 0) + old * ways
        found: Counter[tuple[int, ...]] = Counter()
        for (numbers, filling), ways in sums.items():
            names = [kind for kind, n in zip(kinds, filling, strict=True) for _ in range(n)]
            found[numbers] += ways * weight(self.copies, self.own(), names)
        return dict(+found)

    @property
    def rounds(self) -> int:
        return int(self.view["stages"]) // 2

    @property
    def over(self) -> bool:
        return bool(self.view["stage"] == self.view["stages"])

    def words(self, chain: Sequence[tuple[int, Filling, list[list[str]], list[str]]], now: int) -> str:
        hands, discards, packs = [], [], []
        for seat in range(self.seats):
            if seat != self.seat:
                discards.append([name for _, _, left, _ in chain[:now] for name in left[seat]])
                hands.append(chain[now][2][seat] if now < self.rounds else [])
        if now < self.rounds and self.view["packs"][self.seat]:
            picked, way = len(self.picks[now]), 1 if now % 2 == 0 else -1
            order = [(seat - way * picked) % self.seats for seat in range(self.seats) if seat != self.seat]
            packs = [list(chain[now][1][pack][picked:]) for pack in order]
        return str((hands, discards, packs))

    def key(self, state: dict[str, Any]) -> str:
        """The same words for a state with all cards open."""
        hidden = [
            [cards for i, cards in enumerate(state[zone]) if i != self.seat]
            for zone in ("hands", "discards", "packs")
        ]
        return str((hidden[0], hidden[1], hidden[2] if self.view["packs"][self.seat] else []))


def weight(copies: Counter[str], fixed: Counter[str], filling: Sequence[str]) -> int:
    """Ways to fill places with these names, from the copies of the deck less those that lie elsewhere."""
    ways, left = 1, copies - fixed
    for name in filling:
        ways *= left[name]
        left[name] -= 1
        if not ways:
            return 0
    return ways
