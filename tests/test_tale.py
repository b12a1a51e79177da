"""Fairy Tale: the engine's rules against the rules page, and against the slow reference on whole games."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import native.match
from native import GAMES, BadMove, BadRecord, Event, Match, Position, ffi, lib
from tests.reference.chances import assert_sampled
from tests.reference.tale import BOOK, CARDS, NAMES, Tale, Witness, deck_of, full_deck, points_of, traits

PERFT = Path(__file__).parent / "perft" / "tale.txt"
SPARE = ["Elven Warrior", "Bard", "Knight of the Round Table", "Dwarven Warrior", "Sky-Dance Dragon", "Bronze Dragon",
        "Homesteaders", "Mischievous Fairy", "Children of the Dragon"]  # fmt: skip
VARIANTS: list[dict[str, Any]] = [
    *({"players": players} for players in (2, 3, 4)),
    *({"players": players, "expert": True} for players in (2, 3, 4, 5)),
    {"teams": True}, {"teams": True, "expert": True},
    {"teams": True, "garfield": True}, {"teams": True, "expert": True, "garfield": True},
    {"players": 2, "rounds": 2}, {"players": 5, "expert": True, "rounds": 2},
    {"teams": True, "expert": True, "garfield": True, "rounds": 3},
]  # fmt: skip
STANDARD: dict[str, Any] = {}
EXPERT: dict[str, Any] = {"expert": True}
GARFIELD: dict[str, Any] = {"expert": True, "teams": True, "garfield": True}


def name_of(options: dict[str, Any]) -> str:
    return "-".join(f"{k}={v}" if k in ("players", "rounds") else k for k, v in options.items()) or "standard"


every_variant = pytest.mark.parametrize("options", VARIANTS, ids=name_of)


def split(row: str) -> list[str]:
    """Cards written with commas; "Bard x3": three of them."""
    found = []
    for words in filter(None, row.split(", ")):
        name, _, number = words.partition(" x")
        found += [name] * int(number or 1)
    return found


def slow(match: Match) -> Tale:
    """The reference at the beginning of the same match."""
    names = ("teams", "garfield", "rounds")
    return Tale(deck_of(match), match.seats_count, *(match.options[name] for name in names))


def arranged(drafts: Sequence[Sequence[Sequence[str]]], expert: bool, drawn: Sequence[str] = ()) -> dict[str, Any]:
    """A deal in which seat s can pick drafts[d][s] in this order (filled up with SPARE ones); drawn: what the play
    stage after each draft draws from the deck, in order."""
    left = Counter(full_deck(expert))
    left.subtract(Counter(name for draft in drafts for hand in draft for name in hand) + Counter(drawn))
    spare = sorted(left.elements(), key=lambda n: SPARE.index(n) if n in SPARE else 99)
    assert min(left.values()) >= 0, "more of a card than the deck has"
    deck: list[str] = []
    draws = list(drawn)
    for number, draft in enumerate(drafts):
        seats, way = len(draft), 1 if number % 2 == 0 else -1
        hands = [[*hand, *(spare.pop(0) for _ in range(5 - len(hand)))] for hand in draft]
        deck += [hands[(pack + way * r) % seats][r] for pack in range(seats) for r in range(5)]
        drawers = sum(BOOK[name].get("effect", {}).get("what") == "draw" for hand in draft for name in hand[:3])
        deck += draws[:drawers]
        del draws[:drawers]
    return {"deck": deck + draws + spare}


def pick_all(match: Match, hands: Sequence[Sequence[str]]) -> None:
    """A draft in which each seat picks the cards of its hand in their order (where the deal is arranged for it)."""
    for round_ in range(4):
        for seat in range(match.seats_count):
            match.play(f"pick {hands[seat][round_]}")


def table_of(*hands: Sequence[str], drawn: Sequence[str] = (), **options: Any) -> Match:
    """A match after its first draft, with these cards in the hands (and SPARE ones to make them five)."""
    deal = arranged([hands], bool(options.get("expert")), drawn)
    match = Match("tale", options={"players": len(hands), **options}, deal=deal)
    seats = len(hands)
    pick_all(match, [[deal["deck"][5 * ((s - r) % seats) + r] for r in range(5)] for s in range(seats)])
    return match


Answer = Callable[[Match], str]


def staged(rows: Sequence[Sequence[str]], answer: Answer = lambda match: match.legal()[0], **options: Any) -> Match:
    """A match in which every seat plays its row, three cards a stage; answer chooses what is flipped."""
    drafts = [[row[i : i + 3] for row in rows] for i in range(0, len(rows[0]), 3)]
    deal = arranged(drafts, bool(options.get("expert")))
    match = Match("tale", options={"players": len(rows), **options}, deal=deal)
    at, seats = 0, len(rows)
    for number, draft in enumerate(drafts):
        way = 1 if number % 2 == 0 else -1
        block = deal["deck"][at : at + 5 * seats]
        pick_all(match, [[block[5 * ((s - way * r) % seats) + r] for r in range(5)] for s in range(seats)])
        for step in range(3):
            lay(match, *(hand[step] for hand in draft))
            while not match.over and not match.legal()[0].startswith(("pick", "play")):
                match.play(answer(match))
        at += 5 * seats + sum(BOOK[n].get("effect", {}).get("what") == "draw" for hand in draft for n in hand)
    return match


def lay(match: Match, *names: str) -> list[Event]:
    """A step: every seat plays its card; what happened when the last one was laid."""
    events: list[Event] = []
    for name in names:
        events = match.play(f"play {name}")
    return events


def points(match: Match) -> list[int]:
    found: list[int] = match.state()["points"]
    return found


def random_game(options: dict[str, Any], seed: int, moves: int = 1000) -> Match:
    """A game played at random, at most so many moves."""
    match, rng = Match("tale", options=options, seed=seed), random.Random(seed)
    while not match.over and len(match.moves) < moves:
        match.play(rng.choice(match.legal()))
    return match


@pytest.fixture
def cards() -> list[dict[str, Any]]:
    """A copy of the deck file to be spoilt."""
    return deepcopy(CARDS)


Deck = Callable[[Any], None]


@pytest.fixture
def use_deck(monkeypatch: pytest.MonkeyPatch) -> Deck:
    """Makes the engine read another deck."""

    def use(cards: Any) -> None:
        document = cards if isinstance(cards, dict) else {"card": cards}
        monkeypatch.setattr(native.match, "deck", lambda _: json.dumps(document).encode())

    return use


def card_in(cards: list[dict[str, Any]], name: str) -> dict[str, Any]:
    return next(card for card in cards if card["name"] == name)


# ---- against the reference ----


def assert_same(match: Match, game: Tale, viewer: int | None) -> None:
    assert match.state(viewer) == game.state(viewer)
    assert (match.to_act, match.over) == (game.to_act, game.over)
    assert sorted(match.legal()) == game.legal()


@pytest.mark.long
@every_variant
def test_random_games_agree_with_the_reference(options: dict[str, Any]) -> None:
    """Whole games at every number of seats and variant: states, open or as a seat sees them, and lists of moves."""
    for seed in range(19):
        rng = random.Random(seed)
        match = Match("tale", options=options, seed=1000 + seed)
        assert sorted(deck_of(match)) == sorted(full_deck(bool(options.get("expert"))))
        game = slow(match)
        while not match.over:
            assert_same(match, game, rng.choice([None, None, *range(match.seats_count)]))
            move = rng.choice(game.legal())
            match.play(move)
            game.play(move)
        assert_same(match, game, None)
        assert match.scores == game.scores()
        assert match.winners == game.winners()


TRICKY = ["The Trickster", "The Egg of Chaos", *(n for n in NAMES if "condition" in BOOK[n]),
          *(n for n in NAMES if "times" in BOOK[n]), "The Gold Dragon", "Silver Dragon", "Dragon's Lair"]  # fmt: skip


@pytest.mark.long
def test_points_of_crowded_tables_agree_with_the_reference() -> None:
    """Rows full of conditions, multipliers, the Trickster and the Egg, where random games have few."""
    named = 0
    for seed in range(120):
        rng = random.Random(seed)
        copies = Counter(full_deck(True))
        pool = [n for n in TRICKY for _ in range(copies[n])]
        rng.shuffle(pool)
        pool.sort(key=lambda n: n not in ("The Trickster", "The Egg of Chaos"))
        rows: list[list[str]] = [[] for _ in range(3)]
        for i, name in enumerate(pool[:18]):
            rows[(i + seed) % 3].append(name)
        match = staged(rows, lambda m, r=rng: r.choice(m.legal()), expert=True)  # type: ignore[misc]
        up = [[c["name"] for c in table if c["up"]] for table in match.state()["table"]]
        assert [len(table) for table in match.state()["table"]] == [6, 6, 6]
        expected = [points_of(up[i], [up[j] for j in range(3) if j != i]) for i in range(3)]
        assert list(zip(points(match), match.state()["trickster"], strict=True)) == expected
        named += any(name for _, name in expected)
    assert named > 60


# ---- the draft ----


def test_equal_names_are_one_move_and_a_single_choice_is_still_a_move() -> None:
    """A pack of equal cards has to be picked from."""
    deck = ["Bard"] * 4 + ["Castle"]
    deck += (Counter(full_deck(False)) - Counter(deck)).elements()
    match = Match("tale", options={"players": 2}, deal={"deck": deck})
    assert sorted(match.legal()) == ["pick Bard", "pick Castle"]
    match.play("pick Castle")
    match.play(match.legal()[0])
    assert match.to_act == 0
    match.play(match.legal()[0])
    assert (match.to_act, match.legal()) == (1, ["pick Bard"])


# ---- effects ----


class Zones:
    """Where the cards are, told by events alone."""

    def __init__(self, match: Match) -> None:
        self.zones: dict[tuple[str, int | None], Counter[str]] = {}
        self.rows: dict[tuple[int, int], tuple[str, bool]] = {}
        self.points = [0] * match.seats_count
        for card in match.cards():
            self.zone(card.zone, card.seat)[card.card or ""] += 1

    def zone(self, zone: str, seat: int | None) -> Counter[str]:
        return self.zones.setdefault((zone, seat), Counter())

    def follow(self, events: Sequence[Event]) -> None:
        crossing = [e for e in events if e.kind == "card" and e.source == "table"]
        for event in events:
            card, place = event.card or "", (event.target_seat or 0, event.place or 0)
            if event.kind == "card":
                assert self.zone(event.source, event.source_seat)[card] > 0
                self.zone(event.source, event.source_seat)[card] -= 1
                self.zone(event.target, event.target_seat)[card] += 1
                if event.target == "table" and event not in crossing:
                    self.rows[place] = (card, False)
            elif event.kind in ("up", "down"):
                assert self.rows[place] == (card, event.kind == "down"), "turned to the other side"
                self.rows[place] = (card, event.kind == "up")
            elif event.kind == "score":
                self.points[event.seat or 0] += event.amount
            if crossing and event is crossing[-1]:
                self.cross(*crossing)

    def cross(self, there: Event, back: Event) -> None:
        """Two cards of two rows change places and keep their sides."""
        a, b = ((e.target_seat or 0, e.place or 0) for e in (there, back))
        self.rows[a], self.rows[b] = self.rows[b], self.rows[a]
        assert (self.rows[a][0], self.rows[b][0]) == (there.card, back.card)

    def row(self, seat: int) -> list[str]:
        """A seat's table, face-down cards in brackets."""
        lying = [card for (owner, _), card in sorted(self.rows.items()) if owner == seat]
        return [name if up else f"({name})" for name, up in lying]


def row(match: Match, seat: int) -> list[str]:
    """A seat's table, face-down cards in brackets."""
    return [card["name"] if card["up"] else f"({card['name']})" for card in match.state()["table"][seat]]


class Steps(NamedTuple):
    """Cards laid step by step, every choice on the way with its seat, and how the rows begin afterwards."""

    hands: list[str]
    choices: list[str]
    rows: dict[int, str]
    options: dict[str, Any] = STANDARD
    told: str = ""  # the effects announced, each with its seat; "": not compared
    changed: dict[str, Any] = STANDARD  # effects in another deck
    then: Sequence[str] = ()  # the moves to choose from at the end


HUNTERS = {"The Gold Dragon": {"faction": "Fairywood"}, "The Fairy Queen": {"faction": "Dragonvale"},
           "The Holy King": {"faction": "Holy Empire"}}  # fmt: skip
STEPS = {
    # Hunt
    "hunt turns down every other card of the faction, whoever laid it": Steps(
        ["The Gold Dragon", "Demon", "Vampire"], [], {0: "The Gold Dragon", 1: "(Demon)", 2: "(Vampire)"}, EXPERT),
    "hunt hits a partner, too": Steps(
        ["The Gold Dragon", "Bard", "Demon", "Bard"], [], {2: "(Demon)"}, {"expert": True, "teams": True}),
    "cards laid before are safe from hunt": Steps(
        ["Bard, The Gold Dragon", "Demon, Homesteaders"], ["0 flip Bard"], {1: "Demon, Homesteaders"}, EXPERT),
    "a hunted card has no effect": Steps(
        ["The Gold Dragon", "Demon Castle"], [], {0: "The Gold Dragon", 1: "(Demon Castle)"}, EXPERT),
    "a hunted card still hunts, and no hunter hits itself": Steps(
        ["The Gold Dragon", "The Fairy Queen", "The Holy King"], [],
        {0: "(The Gold Dragon)", 1: "(The Fairy Queen)", 2: "The Holy King"}, EXPERT, changed=HUNTERS),
    "a card hunted twice is turned down once": Steps(
        ["The Gold Dragon", "The Fairy Queen", "Demon"], [], {2: "(Demon)"}, EXPERT),
    "the Egg is hunted as Shadow, unflipped as Dragonvale, flipped as Holy Empire": Steps(
        ["The Egg of Chaos, Silver Dragon, Castle", "The Gold Dragon"], ["0 unflip The Egg of Chaos"],
        {0: "The Egg of Chaos, Silver Dragon, Castle"}, EXPERT, then=["flip Castle", "flip The Egg of Chaos"]),
    # unflip
    "a hunted card that is turned up again still has no effect": Steps(
        ["The Egg of Chaos, Silver Dragon", "Bard", "The Gold Dragon", "Bard"], ["0 unflip The Egg of Chaos"],
        {0: "The Egg of Chaos, Silver Dragon"}, GARFIELD),
    "unflip does not repeat an effect": Steps(
        ["Dragon's Lair, Silver Dragon", "Bard"], ["0 flip Dragon's Lair", "0 unflip Dragon's Lair"],
        {0: "Dragon's Lair, Silver Dragon"}),
    "unflip needs the faction": Steps(
        ["Castle, Silver Dragon", "Bard"], ["0 flip Castle"], {0: "(Castle), Silver Dragon"},
        told="flip 0, unflip 0, nothing 0"),
    # flip
    "each seat that is hit chooses among its own cards, and a seat without any is skipped": Steps(
        ["Bard, Demon", "Homesteaders, Castle", "Elven Warrior x2"],
        ["0 flip Bard", "1 flip Castle", "1 flip Homesteaders"],
        {0: "(Bard), Demon", 1: "(Homesteaders), (Castle)", 2: "Elven Warrior x2"}),
    "all: first the seat that laid the card, then clockwise": Steps(
        ["Bard", "Demon Castle", "Bard"], ["1 flip Demon Castle", "2 flip Bard", "0 flip Bard"],
        {1: "(Demon Castle)"}),
    "of several copies the first one laid is turned": Steps(
        ["Bard x2, Castle", "Elven Warrior"], ["0 flip Bard"], {0: "(Bard), Bard, Castle"}),
    "an effect on three cards asks for one card at a time, while there are any": Steps(
        ["Bard, Demon Castle", "Bard, Elven Warrior"],
        ["0 flip Bard", "0 flip Demon Castle", "1 flip Elven Warrior", "1 flip Bard"],
        {0: "(Bard), (Demon Castle)"}, changed={"Demon Castle": {"count": 3}}),
    # order
    "first unflip, then flip a faction, then flip any, then draw, whatever the seats": Steps(
        ["Castle, Demon Castle", "Castle, Dragon Scout", "Dragon's Lair, Silver Dragon", "Elven Warrior, Castle"],
        ["0 flip Castle", "1 flip Castle", "2 flip Dragon's Lair", "2 unflip Dragon's Lair", "3 flip Castle",
         "0 flip Demon Castle", "1 flip Dragon Scout", "2 flip Silver Dragon", "3 flip Elven Warrior"],
        {2: "Dragon's Lair, (Silver Dragon)", 3: "(Elven Warrior), (Castle)"}, EXPERT,
        "flip 0, flip 1, flip 2, unflip 2, flip 3, flip 0 x4, draw 1"),
    "unflip of a faction comes before unflip of any": Steps(
        ["Castle, Court Mage", "Dragon's Lair, Silver Dragon"],
        ["0 flip Castle", "1 flip Dragon's Lair", "1 unflip Dragon's Lair", "0 unflip Castle"],
        {0: "Castle, Court Mage"}, changed={"Court Mage": {"faction": "any"}}),
    "nobody must spare a card for a later effect, which then finds none": Steps(
        ["Bard, Demon"] * 3, ["0 flip Bard", "1 flip Bard", "2 flip Bard"], {2: "(Bard), Demon"},
        told="flip 0 x3, flip 1, nothing 1, flip 1, nothing 1, flip 1, nothing 1, flip 2, nothing 2, flip 2, "
             "nothing 2, flip 2, nothing 2"),
    "a card that is flipped still has its effect": Steps(
        ["Demon Castle"] * 2, ["0 flip Demon Castle", "1 flip Demon Castle"], {0: "(Demon Castle)"},
        told="flip 0 x2, flip 1, nothing 1, flip 1, nothing 1"),
    "choices take effect at once": Steps(
        ["Castle, Court Mage x2", "Bard"], ["0 flip Castle", "0 unflip Castle"], {0: "Castle, Court Mage x2"},
        told="flip 0, unflip 0, unflip 0, nothing 0"),
    # exchanges
    "any card may be exchanged for any of the partner's, and both keep their sides": Steps(
        ["Castle, Bronze Dragon, Vampire", "Bard", "Castle, Dwarven Warrior, Homesteaders", "Bard"],
        ["0 flip Castle", "2 flip Castle", "1 flip Elven Warrior", "2 flip Dwarven Warrior",
         "0 exchange Bronze Dragon for down Dwarven Warrior"],
        {0: "(Castle), (Dwarven Warrior), Vampire", 2: "(Castle), Bronze Dragon, Homesteaders"}, GARFIELD),
    "equal cards may be exchanged": Steps(
        ["Castle, The Trickster", "Bard", "Castle, Homesteaders", "Bard"],
        ["0 flip Castle", "2 flip Castle", "0 exchange down Castle for down Castle"],
        {0: "(Castle), The Trickster", 2: "(Castle), Homesteaders"}, GARFIELD),
    "exchanges come in the order of seats, each on the rows as they then are": Steps(
        ["Werewolf", "Elven Warrior", "Demon", "Vampire"],
        ["1 flip Elven Warrior", "0 exchange Werewolf for Demon", "2 exchange Werewolf for Demon",
         "3 exchange Vampire for down Elven Warrior"],
        {0: "Werewolf", 1: "Vampire", 2: "Demon", 3: "(Elven Warrior)"}, GARFIELD),
    "a hunted card has no exchange": Steps(
        ["Demon", "The Gold Dragon", "Bard", "Bard"], [], {0: "(Demon)"}, GARFIELD),
    "a flipped card has its exchange": Steps(
        ["Demon Castle", "Bard", "Bard", "Bard"],
        ["0 flip Demon Castle", "1 flip Bard", "2 flip Bard", "3 flip Bard"], {0: "(Demon Castle)"}, GARFIELD,
        then=["exchange down Demon Castle for down Bard"]),
    "the Egg has the exchange of a Shadow card": Steps(
        ["The Egg of Chaos", "Bard", "Bard", "Bard"], [], {}, GARFIELD, then=["exchange The Egg of Chaos for Bard"]),
    "of equal cards the first of the row is exchanged": Steps(
        ["Sky-Dance Dragon, The Trickster", "Elven Warrior", "Bard x2", "Elven Warrior"],
        ["0 exchange The Trickster for Bard"], {0: "Sky-Dance Dragon, Bard", 2: "The Trickster, Bard"}, GARFIELD),
    "nobody exchanges without Garfield's variant": Steps(
        ["The Trickster", "Bard", "Bard", "Bard"], [], {}, {"expert": True, "teams": True}),
}  # fmt: skip
EFFECTS = ("hunt", "unflip", "flip", "nothing", "draw")


@pytest.mark.parametrize("case", STEPS.values(), ids=STEPS)
def test_effects_of_the_cards_laid(case: Steps, cards: list[dict[str, Any]], use_deck: Deck) -> None:
    """Who chooses what, in which order, how the rows end, and that the events lead to the same rows."""
    for name, change in case.changed.items():
        card_in(cards, name)["effect"].update(change)
    use_deck(cards)
    hands = [split(hand) for hand in case.hands]
    match, choices, told = table_of(*hands, **case.options), list(case.choices), list[str]()
    zones = Zones(match)

    def play(move: str) -> None:
        events = match.play(move)
        zones.follow(events)
        told.extend(f"{event.what} {event.seat}" for event in events if event.what in EFFECTS)

    for _ in range(max(map(len, hands))):
        for _ in hands:
            play(f"play {match.state()['hands'][match.to_act or 0][0]}")
        while choices and match.state()["stage"] == 2 and not match.legal()[0].startswith("play"):
            assert match.to_act == int(choices[0][0])
            play(choices.pop(0)[2:])
    assert not choices
    assert sorted(match.legal()) == [*case.then] or (not case.then and match.legal()[0].startswith(("play", "pick")))
    assert case.told in ("", ", ".join(told)) or split(case.told) == told
    for seat in range(match.seats_count):
        assert row(match, seat) == zones.row(seat)
    for seat, wanted in case.rows.items():
        assert row(match, seat)[: len(split(wanted))] == split(wanted)


def test_draws_come_from_the_top_of_the_deck_in_the_order_of_seats_and_are_hidden() -> None:
    """The cards are those that the next draft would have dealt first."""
    hands = (["Dragon Scout"], ["Bard"], ["Royal Courier"])
    match = table_of(*hands, drawn=["Castle", "Vampire"], expert=True)
    events = lay(match, "Dragon Scout", "Bard", "Royal Courier")
    drawn = [e for e in events if e.kind == "card" and e.source == "deck"]
    assert [(e.card, e.target_seat, e.seen) for e in drawn] == [("Castle", 0, 1), ("Vampire", 2, 4)]
    assert [len(h) for h in match.state()["hands"]] == [5, 4, 5]
    assert match.state(1)["hands"][0] == ["?"] * 5


def test_a_draw_in_the_third_step_is_discarded_and_the_next_draft_comes_from_below_it() -> None:
    match = table_of(["Bard", "Homesteaders", "Dragon Scout"], ["Bard"], drawn=["Castle"], expert=True)
    below = [c.card for c in match.cards() if c.zone == "deck"][1:6]
    for name in ("Bard", "Homesteaders", "Dragon Scout"):
        lay(match, name, match.state()["hands"][1][0])
    assert [len(d) for d in match.state()["discards"]] == [3, 2]
    assert match.state()["discards"][0][-1] == "Castle"
    assert match.state()["packs"][0] == below


# ---- points ----


class Rows(NamedTuple):
    """Rows laid, what is flipped where it can be, the points of the seats, the name that seat 0's Trickster takes."""

    rows: list[str]
    points: list[int | None]
    flipped: Sequence[str] = ()
    named: str | None = None
    teams: bool = False


STORY, TRICKSTER, EGG = "Shadowking's Tale - Chapter", "The Trickster", "The Egg of Chaos"
CHAPTER = "Dragon's Tale - Chapter"
POINTS = {
    "a card that counts its own name counts those of its own seat": Rows(
        ["Homesteaders x4, Elven Warrior x2", "Homesteaders x2, Elven Warrior x2, Sky-Dance Dragon x2"],
        [16 + 6, 4 + 12]),
    "a card may count another name": Rows(
        ["Bronze Dragon, Knight of the Round Table x2", "Bronze Dragon, Elven Warrior x2"], [6 + 3 + 3, 6]),
    "a card face down has no points and is not counted": Rows(
        ["Homesteaders x2, Castle", "Elven Warrior x3"], [1 + 6, 9], ["Homesteaders"]),
    "most: a tie is enough": Rows(
        [f"{STORY} 1, Elven Warrior x2", f"{TRICKSTER}, Bard x2"], [6 + 6, None]),
    "most: one card fewer is not": Rows(
        [f"{STORY} 1, Elven Warrior x2", f"Bard, The Shadowking, {TRICKSTER}"], [3, None], ["Elven Warrior", "Bard"]),
    "most: a partner is a rival, too, and a partner's cards never count as one's own": Rows(
        [f"{STORY} 2, Bronze Dragon, Bard", "Bard x3", "Sky-Dance Dragon, Dragon's Lair, Knight of the Round Table",
         "Elven Warrior x3"], [0, None, None, None], ["Sky-Dance Dragon"], teams=True),
    "two cards: one of them face down is not enough": Rows(
        [f"{CHAPTER} 3, Silver Dragon, Dragon's Lair, Children of the Dragon, Elven Warrior x2",
         "Bard x3, Homesteaders x3"], [6 + 1 + 6, None], ["Silver Dragon"]),
    "two and two: the card itself counts": Rows(
        [f"{CHAPTER} 2, Sky-Dance Dragon, Bard, Homesteaders, Elven Warrior x2",
         "Bard x3, Elven Warrior x2, Sky-Dance Dragon"], [6 + 3 + 6 + 1 + 6, None]),
    "a total may be negative": Rows(
        [f"{TRICKSTER}, {CHAPTER} 2, Fairy's Tale - Chapter 2", "Elven Warrior x3"], [-1, 9]),
    # the Trickster
    "the Trickster meets a condition": Rows(
        [f"{TRICKSTER}, {CHAPTER} 4, Bard", "Bard x3"], [9 - 1, None], named="The Gold Dragon"),
    "the Trickster takes the best name: 6 for two Dwarven Warriors, not 2 for two Homesteaders": Rows(
        [f"{TRICKSTER}, Homesteaders x2, Dwarven Warrior x2, Castle", "Bard x3, Elven Warrior x3"],
        [4 + 6 - 1, None], ["Castle"], "Sky-Dance Dragon"),
    "of equally good names the Trickster takes the first in the deck": Rows(
        [f"{TRICKSTER}, Bard, Dwarven Warrior", "Knight of the Round Table x3"], [3 - 1, None],
        named="Sky-Dance Dragon"),
    "the Trickster takes no name that gains nothing": Rows(
        [f"{TRICKSTER}, Elven Warrior x2", "Bard x3"], [5, None]),
    "the Trickster is still a Shadow card": Rows(
        [f"{TRICKSTER}, {CHAPTER} 4, The Shadowking", f"{STORY} 1, Bard x2"], [8, 6], ["The Shadowking", "Bard"],
        "The Gold Dragon"),
    "the Trickster is counted as the card that it names, but does not score as one": Rows(
        [f"{TRICKSTER}, Children of the Dragon x2", "Bard x3"], [3 + 3 - 1, None], named="Children of the Dragon"),
    "the Trickster is another card's friend": Rows(
        [f"{TRICKSTER}, Bronze Dragon, Elven Warrior", "Bard x3"], [3 + 3 - 1, None],
        named="Knight of the Round Table"),
    "the Trickster is not both of two cards": Rows(
        [f"{TRICKSTER}, {CHAPTER} 3, Elven Warrior", "Bard x3"], [3 - 1, None]),
    "the Trickster is the second of two cards": Rows(
        [f"{TRICKSTER}, {CHAPTER} 3, Silver Dragon", "Bard x3"], [6 + 1 - 1, None], named="Dragon's Lair"),
    "the Trickster takes one name, never the Egg's three": Rows(
        [f"{TRICKSTER}, Homesteaders, Mischievous Fairy", "Bard x3"], [1 + 2 - 1, None], named="Mischievous Fairy"),
    "the Trickster face down costs nothing and names nothing": Rows(
        [f"Homesteaders, {TRICKSTER}, Elven Warrior", "Bard, The Gold Dragon, Bard"], [1 + 3, None]),
    # the Egg
    "the Egg is counted as three other names": Rows(
        [f"Children of the Dragon, Mischievous Fairy x2, {EGG}, Castle, Bard",
         "Elven Warrior x3, Sky-Dance Dragon x3"], [2 + 3 * 2 + 2, None], ["Castle"]),
    "the Egg does not score as one of them": Rows(
        [f"Homesteaders, {EGG}, Bard", "Elven Warrior x3"], [2 + 2, None]),
    "the Egg counts against others": Rows(
        [f"{STORY} 2, Bard x2", f"{EGG}, Elven Warrior, Bard"], [0, None]),
    "the Egg counts for its seat": Rows(
        [f"{STORY} 2, {EGG}, Bard", "Bard, Castle, Elven Warrior"], [6 + 2, None], ["Bard"]),
    "the Egg counts in both factions": Rows(
        [f"{CHAPTER} 2, Homesteaders, {EGG}", "Elven Warrior x3"], [6 + 2 + 2, None]),
    "the Egg meets no condition by name": Rows(
        [f"{CHAPTER} 4, {EGG}, {CHAPTER} 3", "Bard x3"], [2, None]),
    "the Egg face down counts for nothing": Rows(
        [f"Homesteaders, {EGG}, Elven Warrior", "Bard, The Gold Dragon, Bard"], [1 + 3, None]),
}  # fmt: skip


@pytest.mark.parametrize("case", POINTS.values(), ids=POINTS)
def test_points_of_rows(case: Rows) -> None:
    def turned(match: Match) -> str:
        wanted = [f"flip {name}" for name in case.flipped]
        return next((move for move in wanted if move in match.legal()), match.legal()[0])

    match = staged([split(cards) for cards in case.rows], turned, expert=True, teams=case.teams)
    assert [p if wanted is not None else None for p, wanted in zip(points(match), case.points, strict=True)] == (
        case.points
    )
    assert match.state()["trickster"][0] == case.named


PLAIN = split("Elven Warrior, Sky-Dance Dragon, Knight of the Round Table, Elven Warrior, Sky-Dance Dragon, "
              "Knight of the Round Table, Homesteaders x3, Mischievous Fairy x3")  # fmt: skip
OTHER = split("Bard, Dwarven Warrior, Bronze Dragon, Bard, Dwarven Warrior, Bronze Dragon, "
              "Children of the Dragon x3, Silver Dragon x2, Wood Spirit")  # fmt: skip


def test_equal_totals_share_the_win() -> None:
    """The same row at two seats; the same two rows in both teams."""
    match = staged([PLAIN, PLAIN])
    assert points(match) == [18 + 9 + 9] * 2
    assert match.winners == [0, 1]
    match = staged([PLAIN, PLAIN, OTHER, OTHER], teams=True)
    assert points(match) == [36, 36, 12, 12]
    assert match.winners == [0, 1, 2, 3]


# ---- refusals ----


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"players": 5}, "expert"),
        ({"players": 1}, "players"),
        ({"players": 6, "expert": True}, "players"),
        ({"players": 3, "teams": True}, "teams"),
        ({"players": 2, "teams": True}, "teams"),
        ({"players": 5, "expert": True, "teams": True}, "teams"),
        ({"garfield": True}, "garfield"),
        ({"players": 3, "garfield": True}, "garfield"),
        ({"expert": 1}, "expert"),
        ({"colour": True}, "colour"),
    ],
    ids=str,
)
def test_refused_options(options: dict[str, Any], word: str) -> None:
    with pytest.raises(BadRecord, match=word) as caught:
        Match("tale", options=options)
    assert "\n" not in str(caught.value)


BASIC = full_deck(False)


@pytest.mark.parametrize(
    ("deal", "word"),
    [
        ({}, "deck"),
        ({"deck": BASIC, "extra": 1}, "nothing else"),
        ({"deck": "Bard"}, "list"),
        ({"deck": BASIC[:-1]}, "80 cards, not 79"),
        ({"deck": full_deck(True)}, "80 cards, not 110"),
        ({"deck": [*BASIC[:-1], 7]}, "card 80"),
        ({"deck": [*BASIC[:-1], "Unicorn"]}, "Unicorn"),
        ({"deck": [*BASIC[:-1], "The Trickster"]}, "The Trickster"),
        ({"deck": [*BASIC[1:], BASIC[-1]]}, "Demon Castle"),
        ({"deck": [*BASIC[:-1], None]}, "card 80"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_refused_deals(deal: dict[str, Any], word: str) -> None:
    """A deal is exactly the deck, in any order; anything else is one sentence."""
    with pytest.raises(BadRecord, match=word):
        Match("tale", deal=deal)


def test_an_expert_deal_holds_110_cards() -> None:
    deck = full_deck(True)[::-1]
    assert deck_of(Match("tale", options=EXPERT, deal={"deck": deck})) == deck
    with pytest.raises(BadRecord, match="110 cards, not 80"):
        Match("tale", options=EXPERT, deal={"deck": BASIC})


# ---- the deck file ----


def test_the_deck_file_has_the_cards_of_the_rules() -> None:
    """43 names; 23 + 23 + 23 + 11 basic cards, 8 + 8 + 8 + 5 + 1 more; what is certain is not marked; only the Egg
    has all factions and categories."""
    assert len(NAMES) == len(CARDS) == 43
    sums = Counter[tuple[str, str]]()
    for card in CARDS:
        sums[card["set"], card["faction"]] += card["copies"]
    factions = ("Dragonvale", "Fairywood", "Holy Empire", "Shadow", "all")
    assert [sums["basic", f] for f in factions] == [23, 23, 23, 11, 0]
    assert [sums["expert", f] for f in factions] == [8, 8, 8, 5, 1]
    certain = {card["name"] for card in CARDS if not card.get("reconstructed")}
    assert {"Dragon's Lair", "The Trickster", "Dragon's Tale - Chapter 4", "Shadowking's Tale - Chapter 1"} < certain
    assert len(certain) == 13
    assert [BOOK[n]["copies"] for n in ("Homesteaders", "Demon", "Demon Castle", "Royal Courier")] == [7, 3, 2, 3]
    assert {name: len(traits(name)) for name in NAMES if len(traits(name)) > 2} == {EGG: 7}


Spoil = Callable[[list[dict[str, Any]]], Any]
SPOILT: dict[str, tuple[Spoil, str]] = {
    "no list": (lambda _: {"card": 1}, "list of cards"),
    "more than cards": (lambda c: {"card": c, "title": "x"}, "nothing else"),
    "no name": (lambda c: c[3].pop("name"), "card 4 has no name"),
    "long name": (lambda c: c[3].update(name="x" * 41), "xxxx"),
    "name that reads as a side": (lambda c: c[3].update(name="down under"), "down under"),
    "name that reads as a middle": (lambda c: c[3].update(name="one for all"), "one for all"),
    "name that is no plain text": (lambda c: c[3].update(name="L\u00e4ufer"), "plain"),
    "name twice": (lambda c: c[3].update(name="Bard"), '"Bard" stands there twice'),
    "faction": (lambda c: c[3].update(faction="Fairywod"), "Fairywod"),
    "no faction": (lambda c: c[3].pop("faction"), "faction"),
    "category": (lambda c: c[3].update(category="Shadow"), 'category "Shadow"'),
    "set": (lambda c: c[3].update(set="advanced"), 'set "advanced"'),
    "copies": (lambda c: c[3].update(copies=0), "copies"),
    "copies that do not add up": (
        lambda c: c[3].update(copies=5),
        "80 basic cards and 30 expert ones, not 81 and 30",
    ),
    "a card of the wrong set": (lambda c: c[3].update(set="expert"), "not 76 and 34"),
    "points": (lambda c: c[3].update(points=1.5), "points"),
    "unknown key": (lambda c: c[3].update(colour="red"), "colour"),
    "times nobody": (lambda c: c[0].update(times="Unicorn"), "Unicorn"),
    "effect that is none": (lambda c: c[3].update(effect="flip"), "table"),
    "unknown effect": (lambda c: c[3]["effect"].update(what="burn"), "burn"),
    "effect on nobody": (lambda c: c[3]["effect"].update(who="they"), "who"),
    "effect without a count": (lambda c: c[3]["effect"].pop("count"), '"count"'),
    "effect with a key too many": (lambda c: card_in(c, "The Gold Dragon")["effect"].update(count=1), '"count"'),
    "effect on no faction": (lambda c: c[3]["effect"].update(faction="Story"), "Story"),
    "hunt without a faction": (lambda c: card_in(c, "The Gold Dragon")["effect"].update(faction="any"), "hunts"),
    "all draw": (lambda c: card_in(c, "Dragon Scout")["effect"].update(who="all"), "draw"),
    "draws too many": (lambda c: card_in(c, "Dragon Scout")["effect"].update(count=2), "10 cards in all, not 12"),
    "basic draws": (lambda c: c[3].update(effect={"who": "you", "what": "draw", "count": 1}), "basic"),
    "condition that is none": (lambda c: c[3].update(condition={}), "condition"),
    "unknown condition": (lambda c: c[3].update(condition={"least": "Shadow"}), "most, two or cards"),
    "most of nothing": (lambda c: c[3].update(condition={"most": "Elves"}), "Elves"),
    "two of one": (lambda c: c[3].update(condition={"two": ["Shadow", "Shadow"]}), "different"),
    "two of three": (lambda c: c[3].update(condition={"two": ["Shadow"]}), "two factions"),
    "condition on nobody": (lambda c: c[3].update(condition={"cards": ["Unicorn"]}), "Unicorn"),
    "condition on too many": (lambda c: c[3].update(condition={"cards": ["Bard"] * 3}), "1 to 2"),
    "counts as nobody": (lambda c: c[-1].update(counts_as=["Unicorn"]), "Unicorn"),
    "flag": (lambda c: c[3].update(almighty="yes"), "true or false"),
    "mark": (lambda c: c[3].update(reconstructed=1), "reconstructed"),
    "many almighty": (lambda c: card_in(c, "Royal Courier").update(almighty=True), "one almighty card, not 4"),
    "too many names": (lambda c: c.extend({**c[3], "name": f"Name {i}", "copies": 1} for i in range(6)), "Name 5"),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_wrong_deck_file_is_one_clear_sentence(
    spoil: tuple[Spoil, str], cards: list[dict[str, Any]], use_deck: Deck
) -> None:
    change, word = spoil
    changed = change(cards)
    use_deck(changed if isinstance(changed, dict) and "card" in changed else cards)
    with pytest.raises(BadRecord, match=word) as caught:
        Match("tale")
    assert str(caught.value).startswith("the deck")
    assert "\n" not in str(caught.value)


def test_no_deck_file_is_a_clear_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native.match, "deck", lambda _: None)
    with pytest.raises(BadRecord, match="missing"):
        Match("tale")


def test_a_corrected_deck_is_played(cards: list[dict[str, Any]], use_deck: Deck) -> None:
    """Another name, value and effect: nothing but the file knows the cards."""
    card = card_in(cards, "Silver Dragon")
    card.update(name="White Dragon", points=5)
    del card["effect"]
    card_in(cards, "Dragon's Tale - Chapter 3")["condition"]["cards"][0] = "White Dragon"
    use_deck(cards)
    deck = [n.replace("Silver Dragon", "White Dragon") for n in sorted(BASIC, key=lambda n: n != "Silver Dragon")]
    match = Match("tale", options={"players": 2}, deal={"deck": deck})
    match.play("pick White Dragon")
    while match.state()["stage"] < 2:
        match.play(match.legal()[0])
    lay(match, "White Dragon", match.state()["hands"][1][0])
    assert match.breakdown(0)[0] == ("points", 0, "White Dragon", 1, 5)


# ---- reasons ----


def why_nots(match: Match, reasons: dict[str, str]) -> None:
    assert {move: match.why_not(move) for move in reasons} == reasons


def test_reasons_in_a_draft_and_after_the_end() -> None:
    """Cards of other packs are out of reach."""
    match = Match("tale", seed=1)
    packs = match.state()["packs"]
    other = next(n for n in sorted(BASIC) if n not in packs[0])
    why_nots(match, {f"pick {other}": "not_in_pack", f"play {packs[0][0]}": "not_now"})
    assert random_game({"players": 3, "expert": True}, 8).why_not("play Bard") == "over"


def test_reasons_of_moves_that_are_not_legal() -> None:
    """Each id where it belongs: another moment, hand, side, faction or row."""
    match = table_of(
        ["Bard", "Castle"], ["Sky-Dance Dragon", "Elven Warrior"], ["Castle", "Bard"], ["Bard"], **GARFIELD
    )
    senseless = ("play Unicorn", "dance Bard", "play", "exchange Bard")
    why_nots(match, {"pick Bard": "not_now", "play Demon": "not_in_hand", "play Bard": ""})
    why_nots(match, dict.fromkeys(senseless, "no_sense"))
    with pytest.raises(BadMove):
        match.play("play Demon")
    lay(match, "Bard", "Sky-Dance Dragon", "Castle", "Bard")
    assert (match.to_act, match.legal()) == (2, ["flip Castle"])
    why_nots(match, {"unflip Castle": "not_now", "flip Bard": "not_yours"})
    match.play("flip Castle")
    lay(match, "Castle", "Elven Warrior", "Bard", match.state()["hands"][3][0])
    match.play("flip Bard")
    why_nots(match, {"exchange Castle for Castle": "not_now", "flip Castle": "not_now"})


@pytest.mark.parametrize(
    ("hand", "flipped", "reasons"),
    [
        (["Castle", "Sky-Dance Dragon", "Castle"], "flip Castle",
         {"flip Sky-Dance Dragon": "wrong_faction", "flip Elven Warrior": "not_yours", "flip Castle": ""}),
        (["Castle", "Homesteaders", "Court Mage"], "flip Castle",
         {"unflip Homesteaders": "already_up", "unflip Castle": ""}),
        (["Castle", "Demon Castle"], "flip Castle", {"flip Castle": "already_down"}),
    ],
    ids=["flip", "unflip", "flip any"],
)  # fmt: skip
def test_reasons_of_flips(hand: list[str], flipped: str, reasons: dict[str, str]) -> None:
    """Wrong side, wrong faction, wrong row: seat 0 lays its hand, and the first card is turned down."""
    match = table_of(hand, ["Elven Warrior"])
    for step, name in enumerate(hand):
        lay(match, name, match.state()["hands"][1][0])
        if not step:
            match.play(flipped)
    why_nots(match, reasons)


def test_reasons_of_exchanges() -> None:
    match = table_of(["The Egg of Chaos"], ["Bard"], ["Elven Warrior"], ["Bard"], **GARFIELD)
    lay(match, "The Egg of Chaos", "Bard", "Elven Warrior", "Bard")
    why_nots(match, {
        "exchange The Egg of Chaos for Bard": "not_partners",
        "exchange Bard for Elven Warrior": "not_yours",
        "exchange down The Egg of Chaos for Elven Warrior": "not_yours",
        "exchange The Egg of Chaos for down Elven Warrior": "not_partners",
        "exchange The Egg of Chaos for Elven Warrior": "",
    })  # fmt: skip


# ---- events ----


@pytest.mark.long("players=4-expert", "teams-expert-garfield", "teams-expert-garfield-rounds=3", "players=5-expert")
@every_variant
def test_events_tell_everything(options: dict[str, Any]) -> None:
    """Following the events alone gives every card's zone, every row and all points."""
    rng = random.Random(7)
    match = Match("tale", options=options, seed=21)
    zones = Zones(match)
    while not match.over:
        move = rng.choice(match.legal())
        zones.follow(match.play(move))
        placed = match.cards()
        found: dict[tuple[str, int | None], Counter[str]] = {}
        for card in placed:
            found.setdefault((card.zone, card.seat), Counter())[card.card or ""] += 1
        assert {key: +value for key, value in zones.zones.items() if +value} == found
        assert zones.rows == {(c.seat, c.place): (c.card, c.up) for c in placed if c.zone == "table"}
        assert zones.points == points(match)


def test_events_show_hidden_cards_to_those_who_may_see_them() -> None:
    """Whatever moves among hidden zones is seen by its holders, old and new, alone."""
    match, rng = Match("tale", options={"players": 3, "expert": True}, seed=5), random.Random(5)
    seen_kinds = set()
    while not match.over:
        for event in match.play(rng.choice(match.legal())):
            if event.kind == "card":
                holders = {event.source_seat, event.target_seat} - {None}
                assert event.seen == sum(1 << (seat or 0) for seat in holders)
                seen_kinds.add((event.source, event.target))
            elif event.card is not None:
                assert event.seen == 31
    assert seen_kinds == {
        ("deck", "pack"), ("pack", "chosen"), ("chosen", "hand"), ("pack", "pack"), ("pack", "hand"),
        ("hand", "chosen"), ("chosen", "table"), ("hand", "discard"), ("deck", "hand"),
    }  # fmt: skip


@every_variant
def test_breakdown_adds_up_to_the_score(options: dict[str, Any]) -> None:
    """A row a card; in teams the partner's points too."""
    for seed in range(4):
        match = random_game(options, seed)
        for seat in range(match.seats_count):
            rows, table = match.breakdown(seat), match.state()["table"][seat]
            assert sum(r.value for r in rows) == match.scores[seat]
            own = [(r.card, r.label != "down") for r in rows if r.label not in ("named", "partner")]
            assert own == [(card["name"], card["up"]) for card in table]
            named = [r.card for r in rows if r.label == "named"]
            assert named == [n for n in [match.state()["trickster"][seat]] if n]


def test_breakdown_names_what_each_row_counts() -> None:
    """Multiplier with its count, condition met or not, a card face down, the Trickster's name."""
    own = split("Homesteaders x2, Dragon's Tale - Chapter 4, The Trickster, Shadowking's Tale - Chapter 2, Castle")
    match = staged([own, split("Dragon's Lair, Bard x2, Elven Warrior x3")],
                   lambda m: m.legal()[0] if m.to_act else "flip Castle", expert=True)  # fmt: skip
    assert [(r.label, r.card, r.count, r.value) for r in match.breakdown(0)] == [
        ("times", "Homesteaders", 2, 2), ("times", "Homesteaders", 2, 2), ("met", "Dragon's Tale - Chapter 4", 1, 9),
        ("points", "The Trickster", 1, -1), ("met", "Shadowking's Tale - Chapter 2", 1, 6), ("down", "Castle", 0, 0),
        ("named", "The Gold Dragon", 1, 0),
    ]  # fmt: skip


# ---- what a seat knows ----


def alike(one: Match, other: Match, seats: Sequence[int]) -> None:
    """Two matches that differ look the same to these seats, and their redeals are the same, to the byte."""
    assert one.state() != other.state()
    for seat in seats:
        assert one.state(seat) == other.state(seat)
        for number in range(20):
            assert one.redealt(seat, number).memory() == other.redealt(seat, number).memory()


def played(deck: list[str], moves: Sequence[str]) -> Match:
    """A match of three seats after these picks."""
    match = Match("tale", options={"players": 3}, deal={"deck": deck})
    for name in moves:
        match.play(f"pick {name}")
    return match


def test_a_pick_never_seen_does_not_leak() -> None:
    """Seat 2 picks from its first pack, which seat 0 sees a round later: the card picked may be any."""
    deck = deck_of(Match("tale", options={"players": 3}, seed=5))
    swap = next(i for i in range(40, 80) if deck[i] != deck[10])
    other = [*deck]
    other[10], other[swap] = deck[swap], deck[10]
    one, two = (played(cards, [cards[0], cards[5], cards[10]]) for cards in (deck, other))
    alike(one, two, [0, 1])
    assert any(one.redealt(2, n).memory() != two.redealt(2, n).memory() for n in range(20))


def test_who_took_which_card_of_a_passed_pack_does_not_leak() -> None:
    """Seats 1 and 2 take two cards of seat 0's pack, one way or the other."""
    first = sorted(set(BASIC))[:15]
    deck = first + list((Counter(BASIC) - Counter(first)).elements())
    one, two = (
        played(deck, [deck[i] for i in (0, 5, 10, 11, one, 6, 7, 12, two)]) for one, two in ((1, 2), (2, 1))
    )
    alike(one, two, [0])
    assert {str(one.redealt(0, n).state()["hands"][1][1]) for n in range(40)} == {deck[1], deck[2]}


def test_what_a_lower_seat_has_chosen_does_not_leak() -> None:
    """Seat 1 learns nothing of seat 0's pending pick."""
    one, two = (random_game({"players": 2}, 6, 0) for _ in range(2))
    one.play(one.legal()[0])
    two.play(two.legal()[1])
    alike(one, two, [1])


def small_deck(copies: dict[str, int], expert: dict[str, int]) -> list[dict[str, Any]]:
    """A deck of few names; "Drawer" lets its player draw, the others do nothing."""
    deck = []
    for cards, which in ((copies, "basic"), (expert, "expert")):
        for name, number in cards.items():
            card: dict[str, Any] = {"name": name, "faction": "Dragonvale", "category": "Home", "set": which,
                                    "copies": number, "points": 1}  # fmt: skip
            if name == "Drawer":
                card["effect"] = {"who": "you", "what": "draw", "count": 1}
            deck.append(card)
    return deck


# Names of the small decks, options, seed, stage and cards in a row at which the deals are compared, redeals drawn.
Case = tuple[dict[str, int], dict[str, int], dict[str, Any], int, int, int, int]
SMALL: dict[str, Case] = {
    "2 seats, all stages": ({"A": 70, "B": 6, "C": 4}, {"E": 30}, {"players": 2}, 15, 9, 12, 2000),
    "2 seats, two rounds": ({"A": 40, "B": 24, "C": 16}, {"E": 30}, {"players": 2, "rounds": 2}, 3, 5, 6, 2000),
    "2 seats, draws": ({"A": 70, "B": 6, "C": 4}, {"Drawer": 10, "E": 20}, {"players": 2, **EXPERT}, 2, 6, 8, 3000),
    "2 seats, many draws": ({"A": 74, "B": 6}, {"Drawer": 10, "E": 20}, {"players": 2, **EXPERT}, 19, 6, 8, 3000),
    "3 seats, first draft": ({"A": 60, "B": 12, "C": 8}, {"E": 30}, {"players": 3}, 5, 1, 0, 3000),
    "3 seats, left": ({"A": 60, "B": 12, "C": 8}, {"E": 30}, {"players": 3}, 6, 2, 2, 4000),
    "3 seats, right": ({"A": 70, "B": 6, "C": 4}, {"E": 30}, {"players": 3}, 8, 4, 5, 4000),
    "3 seats, right draft": ({"A": 70, "B": 6, "C": 4}, {"E": 30}, {"players": 3}, 9, 3, 3, 4000),
    "3 seats, draws": ({"A": 77, "B": 3}, {"Drawer": 10, "E": 20}, {"players": 3, **EXPERT}, 3, 2, 2, 3000),
    "4 seats, left": ({"A": 70, "B": 10}, {"E": 30}, {"players": 4}, 8, 2, 2, 3000),
    "4 seats, right": ({"A": 77, "B": 3}, {"E": 30}, {"players": 4}, 11, 4, 4, 3000),
    "4 seats, right draft": ({"A": 77, "B": 3}, {"E": 30}, {"players": 4}, 7, 3, 3, 3000),
    "5 seats, left": ({"A": 80}, {"B": 30}, {"players": 5, **EXPERT}, 13, 2, 2, 3000),
}  # fmt: skip


def witnessed(match: Match, seat: int, copies: Counter[str], stage: int, laid: int, seed: int) -> Witness:
    """Plays at random up to a moment; what the seat saw."""
    rng, witness = random.Random(seed), Witness(seat, match.seats_count, copies)
    witness.see(match.state(seat))
    picks = 0
    while (match.state()["stage"], len(match.state()["table"][0])) != (stage, laid) or (
        stage in (1, 3) and picks < 7
    ):
        picks += match.state()["stage"] == stage
        match.play(rng.choice(match.legal()))
        witness.see(match.state(seat))
    return witness


def small_match(case: Case) -> tuple[Match, int, Witness]:
    """A match on a small deck, its rare names dealt early; a seat, and what it saw."""
    basic, more, options, seed, stage, laid, _ = case
    copies = Counter({**basic, **(more if options.get("expert") else {})})
    rng = random.Random(seed)
    deck = sorted(copies.elements(), key=lambda name: rng.random() * (0.5 if name != "A" else 1))
    match = Match("tale", options=options, deal={"deck": deck})
    seat = seed % match.seats_count
    return match, seat, witnessed(match, seat, copies, stage, laid, seed)


@pytest.mark.parametrize("case", SMALL.values(), ids=SMALL)
@pytest.mark.long
def test_redeals_are_uniform_among_all_deals_that_fit(case: Case, use_deck: Deck) -> None:
    """On decks of few names every possibility is counted, and redeals meet them in proportion."""
    use_deck(small_deck(case[0], case[1]))
    match, seat, witness = small_match(case)
    ways = witness.deals()
    assert witness.key(match.state()) in ways
    assert len(ways) > 8
    assert_sampled(Counter(witness.key(match.redealt(seat, n).state()) for n in range(case[-1])), ways)


@pytest.mark.long
@pytest.mark.parametrize("seed", [0, 1])
def test_redeals_share_rare_cards_among_the_drafts(seed: int, use_deck: Deck) -> None:
    """After the end: a name that was played or discarded in all four drafts, and of which few cards were unseen."""
    case: Case = ({"A": 60, "B": 20}, {"E": 30}, {"players": 3}, seed, 9, 12, 4000)
    use_deck(small_deck(case[0], case[1]))
    match, seat, witness = small_match(case)
    sample: Counter[tuple[int, ...]] = Counter()
    for n in range(case[-1]):
        piles = [pile for i, pile in enumerate(match.redealt(seat, n).state()["discards"]) if i != seat]
        sample[tuple(sum(pile[2 * d : 2 * d + 2].count("B") for pile in piles) for d in range(4))] += 1
    assert_sampled(sample, witness.discarded("B"))


# ---- for searches ----


def rewards(root: Position, end: Position) -> list[int] | None:
    found = ffi.new("int32_t[]", lib.MAX_SEATS)
    table = lib.game_at(GAMES["tale"].index)
    return list(found)[: root.seats_count] if table.reward(root._state, end._state, found) else None


@every_variant
def test_rewards_follow_the_result(options: dict[str, Any]) -> None:
    """None before the end; then 0 .. 1000, winners above 500, losers below."""
    for seed in range(4):
        start, match = Match("tale", options=options, seed=seed), random_game(options, seed)
        assert rewards(start, start) is None
        found = rewards(start, match)
        assert found is not None
        assert all(0 <= reward <= 1000 for reward in found)
        shared = len(match.winners) > (2 if options.get("teams") else 1)
        for seat, reward in enumerate(found):
            assert (reward == 500 and shared) if seat in match.winners and shared else True
            assert (reward > 500) == (seat in match.winners and not shared)


def rolled_out(match: Position, number: int) -> Position:
    """The end that a rollout with this number leads to."""
    end, rng = match.position(), ffi.new("Rng *")
    lib.rng_seed(rng, number, 0)
    lib.game_at(GAMES["tale"].index).rollout(end._state, rng)
    return end


@every_variant
def test_rollouts_end_the_match_by_legal_moves(options: dict[str, Any]) -> None:
    """The state a rollout ends in has full rows and all cards."""
    match = random_game(options, 5, 9)
    for number in range(20):
        end = rolled_out(match, number)
        assert end.over
        assert [len(table) for table in end.state()["table"]] == [3 * match.options["rounds"]] * match.seats_count
        assert sorted(c.card or "" for c in end.cards()) == sorted(full_deck(bool(options.get("expert"))))


@pytest.mark.long
def test_rollouts_choose_among_the_legal_moves_alike() -> None:
    """The last card laid: one of two names, whatever their copies, about half of the time each."""
    whole = (len(random_game({"players": 2}, seed).moves) for seed in range(200))
    lasts = (random_game({"players": 2}, seed, moves - 2) for seed, moves in enumerate(whole))
    hands = ((match, match.state()) for match in lasts)
    match, state = next((m, s) for m, s in hands if s["chosen"] == [None] * 2 and len(s["table"][0]) == 11
                        and len(set(s["hands"][0])) == 2 and not s["packs"][0])  # fmt: skip
    assert len(state["hands"][0]) == 3
    found = Counter(rolled_out(match, number).state()["table"][0][11]["name"] for number in range(1000))
    assert set(found) == set(state["hands"][0])
    assert min(found.values()) >= 430


# ---- counts ----


def perft_lines() -> Iterator[tuple[dict[str, Any], list[int]]]:
    for line in PERFT.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            *numbers, options = line.split(maxsplit=4)
            yield json.loads(options), [int(n) for n in numbers]


def test_perft_counts() -> None:
    """Leaves of the tree of moves from seeded deals, pinned."""
    lines = list(perft_lines())
    assert len(lines) >= 8
    for options, (seed, played, depth, leaves) in lines:
        assert random_game(options, seed, played).perft(depth) == leaves
