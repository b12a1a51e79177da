"""The motifs of Fairy Tale: counted again from states alone, gone where their cause is gone, and blind to hidden
cards."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from typing import Any

import pytest

from native import Match
from native.play.outcome import played_on
from native.play.reasons import Deal, Finding, Reason, Reasoning, Trial, imagined
from native.tale import outcome
from native.tale.facts import (
    account,
    clashing,
    danger,
    growth,
    hit_by_own,
    returns,
    several,
    to_pair,
    too_early,
    waker,
)
from native.tale.motifs import MOTIFS, View
from native.tale.words import TaleTelling
from native.tools.why import Onlooker, said, why
from tests.motif_checks import assert_same_shares, by_rules_alone, given, mistakes
from tests.reference.tale import BOOK, full_deck, points_of, traits

OPTIONS: tuple[dict[str, Any], ...] = (
    {"players": 2},
    {"players": 3, "expert": True},
    {"players": 4, "teams": True, "expert": True},
    {"players": 5, "expert": True},
)

# ---- the statements, read from states ----


def fits(card: str, group: str) -> bool:
    return group == "any" or group in traits(card)


def effect(card: str, what: str) -> Any:
    found = BOOK[card].get("effect", {})
    return found if found.get("what") == what else None


def needs(card: str) -> set[str]:
    book = BOOK[card]
    return set(book.get("condition", {}).get("cards", ())) | ({book["times"]} if "times" in book else set())


class Seen:
    """A position and a move as a seat's statements see them."""

    def __init__(self, state: Any, seat: int, move: str, teams: bool, legal: Sequence[str] = ()) -> None:
        self.state, self.seat, self.teams, self.legal = state, seat, teams, legal
        self.verb, _, self.card = move.partition(" ")
        self.up, self.down = self.table(seat, True), self.table(seat, False)
        self.hand = list(state["hands"][seat])
        self.steps = state["places"] - len(state["table"][seat])
        self.others = [one for one in range(len(state["table"])) if one != seat]
        self.foes = [one for one in self.others if not (teams and (one - seat) % 2 == 0)]

    def table(self, seat: int, up: bool) -> list[str]:
        return [card["name"] for card in self.state["table"][seat] if card["up"] == up]

    def points(self, cards: Sequence[str], seat: int | None = None) -> int:
        own = self.seat if seat is None else seat
        return points_of(cards, [self.table(one, True) for one in range(len(self.state["table"])) if one != own])[0]

    def fall(self, cards: list[str], faction: str, seat: int | None = None) -> int:
        falls = []
        for at, card in enumerate(cards):
            if fits(card, faction):
                falls.append(self.points(cards, seat) - self.points(cards[:at] + cards[at + 1 :], seat))
        return min(falls, default=0)

    def still(self) -> list[str]:
        """All copies of the deck that are on no table and not the seat's own."""
        total = self.state["deck"] + sum(
            len(row) for key in ("packs", "hands", "discards", "table") for row in self.state[key]
        )
        left = full_deck(total > 80)
        own = [*self.hand, *self.state["discards"][self.seat], *([self.card] if self.verb == "pick" else [])]
        for card in own + [card["name"] for row in self.state["table"] for card in row]:
            left.remove(card)
        return left

    def to_come(self) -> list[str]:
        """All copies of the deck that are in packs or in the deck, the picked one left out."""
        left = self.still()
        rows = [self.state[key][seat] for key in ("hands", "discards") for seat in self.others]
        for row in rows:
            for card in row:
                left.remove(card)
        return left

    def tied(self) -> list[str]:
        card, as_ = self.card, set(BOOK[self.card].get("counts_as", ()))
        return [
            other
            for other in self.to_come()
            if other in needs(card) or card in needs(other) or BOOK[other].get("times") in as_
        ]


def ends(seen: Seen, up: list[str], down: list[str], order: Sequence[str]) -> Iterator[list[str]]:
    if not order:
        yield up
        return
    card, rest = order[0], order[1:]
    up = [*up, card]
    choices = []
    if wake := effect(card, "unflip"):
        for one in down:
            if fits(one, wake["faction"]):
                left = list(down)
                left.remove(one)
                choices.append(([*up, one], left))
    elif turn := effect(card, "flip"):
        for one in up:
            if fits(one, turn["faction"]):
                left = list(up)
                left.remove(one)
                choices.append((left, [*down, one]))
    for choice in choices or [(up, down)]:
        yield from ends(seen, *choice, rest)


def ahead(seen: Seen, rows: dict[int, list[str]]) -> int:
    """How far the seat is ahead of the best other one, or its side of the other."""
    sums = {one: points_of(rows[one], [row for two, row in rows.items() if two != one])[0] for one in rows}
    if seen.teams:
        return sum(n if (one - seen.seat) % 2 == 0 else -n for one, n in sums.items())
    return sums[seen.seat] - max(sums[one] for one in seen.others)


def struck(rows: dict[int, list[str]], faction: str, seat: int) -> dict[int, list[str]]:
    """The rows once all but a seat have turned down their cheapest card of a faction."""
    found = dict(rows)
    for one in (one for one in rows if one != seat):
        rest = [row for two, row in rows.items() if two != one]
        ways = [(points_of(row, rest)[0], sorted(row), row) for row in lessened(rows[one], faction)]
        best = max((points for points, _, _ in ways), default=0)
        found[one] = max((way for way in ways if way[0] == best), key=lambda way: way[1])[2] if ways else rows[one]
    return found


def lessened(cards: list[str], faction: str) -> list[list[str]]:
    """Cards without one of a faction, for each that may go."""
    return [cards[:at] + cards[at + 1 :] for at, card in enumerate(cards) if fits(card, faction)]


def leads(seen: Seen, up: list[str], down: list[str], order: Sequence[str], rows: Any = None) -> Iterator[int]:
    """How far the seat can be ahead once it has laid cards in an order."""
    if rows is None:
        rows = {one: seen.table(one, True) for one in range(len(seen.state["table"]))}
    if not order:
        yield ahead(seen, {**rows, seen.seat: up})
        return
    card, rest = order[0], order[1:]
    up = [*up, card]
    turn = effect(card, "flip")
    if turn and turn["who"] == "all":
        rows = struck({**rows, seen.seat: up}, turn["faction"], seen.seat)
    for choice in ends(seen, up[:-1], down, order[:1]):
        gone = list((Counter(up) - Counter(choice)).elements())
        woken = list((Counter(choice) - Counter(up)).elements())
        left = list((Counter(down) - Counter(woken)).elements())
        yield from leads(seen, choice, [*left, *gone], rest, rows)


def reach(seen: Seen, hand: list[str], first: str = "", up: Any = None, down: Any = None, fewer: bool = False) -> int:
    """The most that the seat can be ahead at the end of the round."""
    up, down = seen.up if up is None else up, seen.down if down is None else down
    steps = range(0 if fewer else min(seen.steps, len(hand)), min(seen.steps, len(hand)) + 1)
    orders = {order for n in steps for order in permutations(hand, n) if first in ("", *order[:1])}
    return max(lead for order in orders for lead in leads(seen, up, down, order))


def made(seen: Seen, hand: list[str]) -> int:
    """The most points of its own that the seat can make with cards of its hand, all other tables unchanged."""
    orders = {*permutations(hand, min(seen.steps, len(hand)))}
    return max(seen.points(cards) for order in orders for cards in ends(seen, seen.up, seen.down, order))


def moved(one: list[str], two: list[str], card: str) -> tuple[list[str], list[str]]:
    at = one.index(card)
    return one[:at] + one[at + 1 :], [*two, card]


def points_now(s: Seen) -> float | None:
    if not s.steps or s.verb == "exchange":
        return None
    most = max(reached(s, move) for move in s.legal)
    return most - reached(s, f"{s.verb} {s.card}") or None


def reached(s: Seen, move: str) -> int:
    verb, _, card = move.partition(" ")
    if verb == "pick":
        return reach(s, [*s.hand, card], fewer=True)
    if verb == "play":
        return reach(s, s.hand, card)
    if verb == "flip":
        up, down = moved(s.up, s.down, card)
    else:
        down, up = moved(s.down, s.up, card)
    return reach(s, s.hand, "", up, down)


def turned(s: Seen) -> float | None:
    if s.steps or s.verb not in ("flip", "unflip"):
        return None
    up = moved(s.up, s.down, s.card)[0] if s.verb == "flip" else [*s.up, s.card]
    return s.points(up)


def passed(s: Seen) -> tuple[int, list[str]]:
    left = list(s.state["packs"][s.seat])
    left.remove(s.card)
    return (s.seat + s.state["passes"]) % len(s.state["table"]), left


def feeds(s: Seen) -> float | None:
    if s.verb != "pick":
        return None
    who, left = passed(s)
    up, down = s.table(who, True), s.table(who, False)
    gains = [s.points(end, who) - s.points(up, who) for card in left for end in ends(s, up, down, [card])]
    return max(gains) if max(gains) > 0 else None


def arms(s: Seen) -> float | None:
    if s.verb != "pick" or passed(s)[0] not in s.foes:
        return None
    turns = [turn for card in passed(s)[1] if (turn := effect(card, "flip")) and turn["who"] == "all"]
    return max((s.fall(s.up, turn["faction"]) for turn in turns), default=0) or None


def one_more(s: Seen) -> float | None:
    if s.verb != "pick" and not (s.verb == "play" and s.state["stage"] < 8):
        return None
    if effect(s.card, "flip"):
        return None
    base = s.up + (s.hand if s.verb == "pick" else [])
    found = [
        s.points([*base, s.card, x]) - s.points([*base, s.card]) - s.points([*base, x]) + s.points(base)
        for x in set(s.tied())
        if not effect(x, "flip")
    ]
    return max(found, default=0) or None if max(found, default=0) > 0 else None


def partner(s: Seen) -> float | None:
    if s.verb != "pick" or effect(s.card, "flip"):
        return None
    has, found = [*s.up, *s.hand], [0]
    for x in has:
        kin = x in needs(s.card) or s.card in needs(x) or BOOK[x].get("times") in BOOK[s.card].get("counts_as", ())
        if kin and not effect(x, "flip"):
            rest = list(has)
            rest.remove(x)
            grown = s.points([*has, s.card]) - s.points(has)
            found.append(grown - (s.points([*rest, s.card]) - s.points(rest)))
    return max(found) or None


def fellows(s: Seen) -> float | None:
    drafts = s.verb == "pick" or (s.verb == "play" and s.state["stage"] < 8)
    return len(s.tied()) or None if drafts else None


def left_over(s: Seen) -> float | None:
    if s.verb != "pick" or len(s.hand) < s.steps:
        return None
    return None if made(s, [*s.hand, s.card]) > made(s, s.hand) else 1


def dead(s: Seen) -> float | None:
    if s.verb not in ("pick", "play") or not needs(s.card):
        return None
    rest = list(s.hand)
    if s.verb == "play":
        rest.remove(s.card)
    if s.points([*s.up, *rest, s.card]) > s.points([*s.up, *rest]):
        return None
    left = [] if s.verb == "play" and s.state["stage"] == 8 else s.still()
    lacking = [name for name in needs(s.card) if "times" in BOOK[s.card] or name not in s.up + rest]
    return 1 if any(name not in left for name in lacking) else None


def flips_own(s: Seen) -> float | None:
    turn = effect(s.card, "flip") if s.verb in ("pick", "play") else None
    held = s.hand if s.verb == "pick" else []
    loss = s.fall([*s.up, *held, s.card], turn["faction"]) if turn else 0
    return loss if loss > 0 else None


def flips_others(s: Seen) -> float | None:
    turn = effect(s.card, "flip") if s.verb in ("pick", "play") else None
    if not turn or turn["who"] != "all":
        return None
    loss = max(s.fall(s.table(one, True), turn["faction"], one) for one in s.foes)
    return loss if loss > 0 else None


def wakes(s: Seen) -> float | None:
    wake = effect(s.card, "unflip") if s.verb in ("pick", "play") else None
    if not wake:
        return None
    up = [*s.up, *(s.hand if s.verb == "pick" else []), s.card]
    gains = [s.points([*up, one]) - s.points(up) for one in s.down if fits(one, wake["faction"])]
    return max(gains, default=0) if max(gains, default=0) > 0 else None


def wasted(s: Seen) -> float | None:
    if s.verb != "play":
        return None
    wake, turn = effect(s.card, "unflip"), effect(s.card, "flip")
    if wake:
        return None if any(fits(one, wake["faction"]) for one in s.down) else 1
    if turn and turn["who"] == "all":
        cards = [card for seat in s.others for card in s.table(seat, True) + s.state["hands"][seat]]
        return None if any(fits(card, turn["faction"]) for card in cards) else 1
    return None


def threatened(s: Seen) -> float | None:
    losses = [
        s.fall([*s.up, s.card], turn["faction"])
        for seat in s.others
        for held in s.state["hands"][seat]
        if s.verb == "play" and (turn := effect(held, "flip")) and turn["who"] == "all"
        if turn["faction"] != "any" and fits(s.card, turn["faction"])
    ]
    return max(losses, default=0) if max(losses, default=0) > 0 else None


def hunted(s: Seen) -> float | None:
    if s.verb != "play":
        return None
    hunts_ = [effect(held, "hunt") for seat in s.others for held in s.state["hands"][seat]]
    return 1 if any(hunt and fits(s.card, hunt["faction"]) for hunt in hunts_) else None


def hunts(s: Seen) -> float | None:
    hunt = effect(s.card, "hunt") if s.verb == "play" else None
    found = hunt and any(fits(held, hunt["faction"]) for seat in s.foes for held in s.state["hands"][seat])
    return 1 if found else None


COUNTED = (points_now, turned, feeds, arms, partner, flips_own, one_more, fellows, left_over, dead, flips_others,
           wakes, wasted, threatened, hunted, hunts)  # fmt: skip


def count_again(match: Match, moves: Sequence[str], most: int) -> None:
    seat = match.to_act or 0
    deals = list(imagined(match, seat, most))
    for move in moves:
        for motif, count in zip(MOTIFS, COUNTED, strict=True):
            assert motif.name == count.__name__
            ours, theirs = [], []
            for deal in deals:
                found = motif.find(Trial(Deal(seat, deal.position), move))
                ours.append(found.level if found else None)
                level = count(Seen(deal.position.state(), seat, move, match.options["teams"], deal.position.legal()))
                theirs.append(None if level is None else level if motif.counts else 1.0)
            assert_same_shares(ours, theirs, motif.name, move)


@pytest.mark.long
@pytest.mark.parametrize("number", range(4))
def test_the_shares_of_all_motifs_are_those_that_are_counted_from_the_states(number: int) -> None:
    found = list(mistakes(Match("tale", OPTIONS[number], seed=300 + number), 3, every=0.5, permille=50))
    assert len(found) == 3
    for match, move, better in found:
        count_again(match, (move, better), 4)


@pytest.mark.long
@pytest.mark.parametrize(("number", "seed"), [*product(range(4), range(400, 402))])
def test_the_shares_are_those_counted_in_more_matches(number: int, seed: int) -> None:
    for match, move, better in mistakes(Match("tale", OPTIONS[number], seed=seed), 8, every=0.5, permille=50):
        count_again(match, (move, better), 20)


def test_an_exchange_is_told_by_the_points_that_it_leaves() -> None:
    met = 0
    for seed in range(3):
        match, chance = Match("tale", {"players": 4, "teams": True, "garfield": True}, seed=seed), random.Random(seed)
        while not match.over:
            move = chance.choice(match.legal())
            seat, before = match.to_act or 0, match.position()
            match.play(move)
            if move.startswith("exchange"):
                found = {one.name: one.find(Trial(Deal(seat, before), move)) for one in MOTIFS}
                told = {name: one.level for name, one in found.items() if one}
                assert told == {"turned": match.state()["points"][seat]}
                met += 1
    assert met > 10


# ---- the cause goes, and the reason goes ----


def dealt(mine: Sequence[str], theirs: Sequence[str], picks: int) -> Match:
    """Two players with the expert cards who pick these five cards each, after some picks."""
    packs = [[], []]  # type: list[list[str]]
    for at in range(5):
        packs[at % 2].append(mine[at])
        packs[1 - at % 2].append(theirs[at])
    rest = full_deck(True)
    for card in packs[0] + packs[1]:
        rest.remove(card)
    match = Match("tale", {"players": 2, "expert": True}, deal={"deck": [*packs[0], *packs[1], *rest]})
    for at in range(picks):
        match.play(f"pick {mine[at]}")
        match.play(f"pick {theirs[at]}")
    return match


def laid(mine: str, theirs: str) -> Match:
    """The same in the first play, when each has laid the first card; a forced flip is made. Cards are parted by
    commas."""
    one, two = mine.split(", "), theirs.split(", ")
    match = dealt(one, two, 4)
    match.play(f"play {one[0]}")
    match.play(f"play {two[0]}")
    while match.legal()[0].startswith("flip"):
        match.play(match.legal()[0])
    return match


def picked(mine: str, theirs: str, picks: int) -> Match:
    return dealt(mine.split(", "), theirs.split(", "), picks)


SPARE = "Vampire, Elven Warrior, Wood Spirit, Fairy Messenger, Fairy Messenger"
CASES: tuple[tuple[str, str, str, Match, Match], ...] = (
    ("points_now", "pick Wood Spirit", "pick Bard",
     picked("Elven Warrior, Bard, Demon, Demon, Demon", "Dwarven Warrior, Vampire, Wood Spirit, Vampire, Vampire", 1),
     picked("Dwarven Warrior, Bard, Demon, Demon, Castle", "Castle, Vampire, Wood Spirit, Vampire, Vampire", 1)),
    ("feeds", "pick Homesteaders", "pick Knight of the Round Table",
     picked("Homesteaders, Bard, Knight of the Round Table, Bard, Bard",
            SPARE.replace("Elven Warrior", "Fairy Circle"), 0),
     picked("Homesteaders, Bard, Knight of the Round Table, Bard, Knight of the Round Table",
            SPARE.replace("Elven Warrior", "Fairy Circle"), 0)),
    ("partner", "pick Wood Spirit", "pick Knight of the Round Table",
     picked("Bronze Dragon, Knight of the Round Table, Castle, Castle, Castle", SPARE, 1),
     picked("Demon, Knight of the Round Table, Castle, Castle, Castle", SPARE, 1)),
    ("one_more", "play Wood Spirit", "play The Gold Dragon",
     laid("Demon Castle, Wood Spirit, The Gold Dragon, Elven Warrior, Castle", SPARE),
     laid("Demon Castle, Wood Spirit, The Gold Dragon, Elven Warrior, Castle",
          SPARE.replace("Vampire", "Dragon's Tale - Chapter 4"))),
    ("dead", "play Dragon's Tale - Chapter 4", "play Sky-Dance Dragon",
     laid("Elven Warrior, Sky-Dance Dragon, Dragon's Tale - Chapter 4, Castle, Castle",
          SPARE.replace("Vampire", "The Gold Dragon")),
     laid("Elven Warrior, Sky-Dance Dragon, Dragon's Tale - Chapter 4, Castle, Castle", SPARE)),
    ("fellows", "pick Vampire", "pick The Gold Dragon",
     picked("Demon, The Gold Dragon, Castle, Castle, Castle", "Bard, Bard, Vampire, Bard, Castle", 1),
     picked("Dragon's Tale - Chapter 4, The Gold Dragon, Demon, Castle, Castle",
            "Bard, Bard, Vampire, Bard, Castle", 1)),
    ("left_over", "pick Homesteaders", "pick Elven Warrior",
     picked("Dragon Scout, Royal Courier, Knight of the Round Table, Elven Warrior, Castle",
            "Demon, Demon, Castle, Demon, Homesteaders", 3),
     picked("Dragon Scout, Homesteaders, Homesteaders, Elven Warrior, Castle",
            "Demon, Demon, Castle, Demon, Homesteaders", 3)),
    ("flips_own", "play Castle", "play Sky-Dance Dragon",
     laid("Dwarven Warrior, Castle, Sky-Dance Dragon, Demon, Demon", SPARE.replace("Vampire", "Fairy Messenger")),
     laid("Bard, Castle, Sky-Dance Dragon, Demon, Demon", SPARE.replace("Vampire", "Fairy Messenger"))),
    ("flips_own", "pick Castle", "pick Sky-Dance Dragon",
     picked("Knight of the Round Table, Castle, Vampire, Sky-Dance Dragon, Vampire", SPARE, 1),
     picked("Bard, Castle, Vampire, Sky-Dance Dragon, Vampire", SPARE, 1)),
    ("flips_others", "play Wood Spirit", "play Demon",
     laid("Sky-Dance Dragon, Demon, Wood Spirit, Demon, Vampire",
          "Knight of the Round Table, Bard, Bard, Bard, Castle"),
     laid("Sky-Dance Dragon, Demon, Wood Spirit, Demon, Vampire", "Elven Warrior, Bard, Bard, Bard, Castle")),
    ("wakes", "play Court Mage", "play Silver Dragon",
     laid("Sky-Dance Dragon, Court Mage, Silver Dragon, Bard, Bard", "Werewolf, Elven Warrior, Bard, Bard, Castle"),
     laid("Sky-Dance Dragon, Court Mage, Silver Dragon, Bard, Bard", "Demon, Elven Warrior, Bard, Bard, Castle")),
    ("wasted", "play Silver Dragon", "play Knight of the Round Table",
     laid("Sky-Dance Dragon, Court Mage, Silver Dragon, Knight of the Round Table, Bard",
          "Demon, Elven Warrior, Bard, Bard, Castle"),
     laid("Sky-Dance Dragon, Court Mage, Silver Dragon, Knight of the Round Table, Bard",
          "Werewolf, Elven Warrior, Bard, Bard, Castle")),
    ("wasted", "play Werewolf", "play Bard",
     laid("Elven Warrior, Werewolf, Bard, Bard, Bard", "Vampire, Wood Spirit, Castle, Castle, Castle"),
     laid("Elven Warrior, Werewolf, Bard, Bard, Bard",
          "Vampire, Sky-Dance Dragon, Dragon's Lair, Silver Dragon, Castle")),
    ("threatened", "play Sky-Dance Dragon", "play Knight of the Round Table",
     laid("Elven Warrior, Sky-Dance Dragon, Knight of the Round Table, Bard, Bard",
          "Bard, Werewolf, Bard, Castle, Castle"),
     laid("Elven Warrior, Sky-Dance Dragon, Knight of the Round Table, Bard, Bard",
          "Bard, Castle, Wood Spirit, Castle, Castle")),
    ("hunted", "play Demon", "play Bard",
     laid("Elven Warrior, Demon, Bard, Bard, Bard", "Castle, The Gold Dragon, Castle, Castle, Wood Spirit"),
     laid("Elven Warrior, Demon, Bard, Bard, Bard", "The Gold Dragon, Castle, Castle, Castle, Wood Spirit")),
    ("hunts", "play Bard", "play The Gold Dragon",
     laid("Elven Warrior, The Gold Dragon, Bard, Bard, Bard", "Castle, Demon, Castle, Castle, Wood Spirit"),
     laid("Elven Warrior, The Gold Dragon, Bard, Bard, Bard", "Demon, Castle, Castle, Castle, Wood Spirit")),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}.{case[1].partition(' ')[0]}")
def test_a_reason_is_given_with_its_cause_and_not_without(
    case: tuple[str, str, str, Match, Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, move, better, there, gone = case
    assert given(there, name, move, better, monkeypatch, deals=8)
    assert not given(gone, name, move, better, monkeypatch, deals=8)


@pytest.mark.parametrize(("third", "told"), [(0.0, False), (2.0, True)])
def test_points_that_a_much_worse_move_reaches_too_are_no_reason(third: float, told: bool) -> None:
    match = picked("Elven Warrior, Bard, Demon, Bard, Castle", SPARE, 1)
    values = {"pick Wood Spirit": 0.0, "pick Fairy Messenger": 2.0, "pick Bard": third}
    assert [points_now(Seen(match.state(), 0, move, False, [*values])) for move in values] == [2, 1, None]
    reasoning = Reasoning(match, "pick Wood Spirit", "pick Fairy Messenger", values, 4)
    reasoning.work()
    assert ("tale.points_now" in {one.motif for one in reasoning.found}) is told


def test_a_card_passed_on_that_would_turn_down_ones_own_is_a_reason() -> None:
    """Vampire goes on to the other seat, and the only Fairywood card face up is an Elven Warrior."""
    told = 0
    for seed in range(60):
        match = Match("tale", {"players": 2}, seed=seed)
        while match.state()["stage"] < 3:
            match.play(match.legal()[0])
        state, legal = match.state(0), match.legal()
        up = [card["name"] for card in state["table"][0] if card["up"]]
        if "pick Vampire" not in legal or not any(fits(card, "Fairywood") for card in up):
            continue
        other = next(move for move in legal if move != "pick Vampire")
        trial = Trial(Deal(0, match.redealt(0, 0)), other)
        (arms_,) = (motif for motif in MOTIFS if motif.name == "arms")
        found = arms_.find(trial)
        assert (found.level if found else None) == arms(Seen(trial.deal.state, 0, other, False))
        told += bool(found and found.values["card"] == "Vampire")
        assert arms_.find(Trial(trial.deal, "pick Vampire")) is None or legal.count("pick Vampire") > 1 or any(
            effect(move.removeprefix("pick "), "flip") for move in legal if move != "pick Vampire"
        )
    assert told


def test_matches_that_look_the_same_have_the_same_reasons() -> None:
    pack = ["Homesteaders", "Fairy Circle", "Bard", "Vampire", "Castle"]
    found = []
    for seed in (1, 2):
        rest = full_deck(False)
        for card in pack:
            rest.remove(card)
        random.Random(seed).shuffle(rest)
        match = Match("tale", {"players": 2}, deal={"deck": [*pack, *rest]})
        found.append(why(match, "pick Vampire", "pick Homesteaders", 16))
    assert found[0] == found[1]


# ---- both moves side by side ----


def test_a_card_that_would_later_turn_down_ones_own_goes_first() -> None:
    hand = ("Elven Warrior", "Vampire")
    clash = clashing(View((), (), hand, ((),)), "Elven Warrior", "Vampire")
    assert clash and (clash.gain, clash.victim, clash.cost, clash.before) == (3, "Elven Warrior", 3, "")
    assert clashing(View(("Wood Spirit",), (), hand, ((),)), "Elven Warrior", "Vampire") is None


def test_several_cards_of_a_name_in_hand_are_told_together() -> None:
    view = View(("Homesteaders",) * 2, (), ("Demon", "Homesteaders", "Homesteaders"), ((),))
    told = several(view, "Homesteaders", 2)
    assert told and (told.way, told.gain) == ("family.both", 12)
    assert (told.values["sum"], told.values["before"]) == (16, 4)
    assert several(view, "Homesteaders", 1) is None


def test_a_card_that_is_laid_is_counted_once_in_its_set() -> None:
    view = View((), (), ("Homesteaders", "Vampire"), ((),))
    alone, two = (growth(view, held, "Homesteaders", "Homesteaders") for held in ((), view.hand))
    assert alone and two and (alone.k, two.k) == (1, 2)


def pair_of(match: Match, worse: str, better: str) -> tuple[Trial, Trial]:
    deal = Deal(match.to_act or 0, match.position())
    return Trial(deal, worse), Trial(deal, better)


def test_a_card_comes_back_if_there_are_two_or_if_another_is_worth_more() -> None:
    two = picked("Bard, Castle, Bard, Castle, Knight of the Round Table", SPARE, 0)
    found = returns(*pair_of(two, "pick Bard", "pick Knight of the Round Table"))
    assert found and found.sure and found.left == 3
    one = picked("Bard, Castle, Fairy Circle, Castle, Knight of the Round Table", SPARE, 0)
    found = returns(*pair_of(one, "pick Bard", "pick Knight of the Round Table"))
    assert found and not found.sure and (found.rather, found.gain, found.most) == ("Elven Warrior", 3, 0)
    assert returns(*pair_of(one, "pick Knight of the Round Table", "pick Bard")) is None


def test_a_shadow_card_in_another_hand_is_told_by_what_it_costs_with_each_card() -> None:
    match = laid("Demon Castle, Knight of the Round Table, Bronze Dragon, Elven Warrior, Castle", SPARE)
    moves = "play Knight of the Round Table", "play Bronze Dragon"
    found = danger(*pair_of(match, *moves))
    assert found and (found.card, found.worse, found.better) == ("Demon", 3, 0)
    assert danger(*pair_of(match, *moves[::-1])) is None


def test_the_card_that_a_card_in_hand_turns_up_again_is_turned_down() -> None:
    mine = "Knight of the Round Table, Mischievous Fairy, Court Mage, Bard, Castle"
    match = laid(mine, "Elven Warrior, Demon Castle, Bard, Bard, Castle")
    match.play("play Mischievous Fairy")
    match.play("play Demon Castle")
    while match.to_act:
        match.play(match.legal()[0])
    moves = "flip Mischievous Fairy", "flip Knight of the Round Table"
    assert waker(*pair_of(match, *moves)) == "Court Mage"
    assert waker(*pair_of(match, *moves[::-1])) == ""


def test_a_card_that_one_in_hand_would_hit_is_told_apart_from_one_that_it_spares() -> None:
    mine = "Vampire, Mischievous Fairy, Demon, Children of the Dragon, Castle"
    match = picked(mine, "Bard, Demon, Bard, Demon, Bard", 1)
    moves = "pick Mischievous Fairy", "pick Children of the Dragon"
    assert hit_by_own(*pair_of(match, *moves)) == "Vampire"
    assert hit_by_own(*pair_of(match, *moves[::-1])) == ""


@pytest.mark.parametrize(("theirs", "faction"), [("Bard", "Fairywood"), ("Elven Warrior", "")])
def test_a_shadow_card_is_early_where_nobody_has_a_card_for_it(theirs: str, faction: str) -> None:
    others = f"{theirs}, Castle, Castle, Castle, Homesteaders"
    match = laid("Sky-Dance Dragon, Vampire, Knight of the Round Table, Bronze Dragon, Bard", others)
    assert too_early(*pair_of(match, "play Vampire", "play Knight of the Round Table")) == faction


def test_the_cards_that_may_still_come_are_counted() -> None:
    pack = ["Homesteaders", "Fairy Circle", "Bard", "Vampire", "Castle"]
    rest = full_deck(False)
    for card in pack:
        rest.remove(card)
    match = Match("tale", {"players": 2}, deal={"deck": [*pack, *rest]})
    homes, bard = pair_of(match, "pick Homesteaders", "pick Bard")
    assert (to_pair(homes), to_pair(bard)) == (("Homesteaders", 6), ("Elven Warrior", 4))
    assert to_pair(pair_of(match, "pick Castle", "pick Bard")[0]) == ("", 0)


def told_with(match: Match, move: str, better: str, loss: float, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is said of two moves by the rules alone, if one loses so much."""
    by_rules_alone(monkeypatch)
    reasoning = Reasoning(match, move, better, {move: 0.0, better: loss}, 4)
    reasoning.work()
    return said(reasoning, loss, "en")


def test_what_makes_up_too_little_of_the_loss_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    others = "Dwarven Warrior, Vampire, Wood Spirit, Vampire, Vampire"
    match = picked("Elven Warrior, Bard, Demon, Demon, Demon", others, 1)
    told = told_with(match, "pick Wood Spirit", "pick Bard", 3.0, monkeypatch)
    assert "Bard" in told and "Wood Spirit" in told
    assert "Bard" not in told_with(match, "pick Wood Spirit", "pick Bard", 30.0, monkeypatch)


def test_a_card_that_hits_another_seat_goes_before_one_that_can_wait() -> None:
    """Both are laid in the round either way; the seat hit may have a cheaper card later."""
    theirs = "Knight of the Round Table, Bard, Bard, Bard, Fairy Messenger"
    match = laid("Sky-Dance Dragon, Demon, Elven Warrior, Wood Spirit, Wood Spirit", theirs)
    deal = Deal(0, match.position())
    found = account(Trial(deal, "play Elven Warrior"), Trial(deal, "play Demon"))
    assert found and found.soon == 3 and found.speaks


def test_a_card_in_danger_is_told_by_what_it_costs_after_each_move() -> None:
    match = laid("Demon Castle, Knight of the Round Table, Bronze Dragon, Elven Warrior, Castle", SPARE)
    moves = "play Knight of the Round Table", "play Bronze Dragon"
    finding = Finding((), 3.0, values={"who": 1, "card": "Demon"})
    reason = Reason("tale.threatened", False, (1.0, 0.0), 2.0, 3, finding, match.position())
    say = TaleTelling(Onlooker(match.copy(), "en"))
    told = say.exposed(reason, *moves)
    assert told == (
        "After Knight of the Round Table, Demon in another hand can cost 3 points at once.",
        "After Bronze Dragon it costs nothing.",
    )
    assert say.exposed(reason, *moves[::-1]) is None


@pytest.mark.parametrize("options", OPTIONS)
def test_of_any_two_cards_there_is_something_to_say(options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """In whole sentences, whatever the loss."""
    chance, match = random.Random(7), Match("tale", options, seed=70)
    while not match.over:
        legal = match.legal()
        if len(legal) > 1 and chance.random() < 0.3:
            move, better = chance.sample(legal, 2)
            told = told_with(match, move, better, chance.choice((0.5, 2.0, 5.0)), monkeypatch)
            assert told.endswith(".") and "tale." not in told and "{" not in told
        match.play(chance.choice(legal))


# ---- what is said, held against the state ----


class Spoken:
    """The English sentences about two moves, and what the seat sees."""

    def __init__(self, match: Match, move: str, better: str) -> None:
        self.say = TaleTelling(Onlooker(match.copy(), "en"))
        self.seat, state = match.to_act or 0, match.state(match.to_act or 0)
        self.pair = [Seen(state, self.seat, one, match.options["teams"], match.legal()) for one in (move, better)]
        self.cards = {self.say.card(card): card for card in BOOK}
        self.seats = {self.say.look.name(seat): seat for seat in range(len(state["table"]))}

    def one(self, name: str) -> Seen:
        """The move whose card has this name."""
        return next(seen for seen in self.pair if seen.card == self.cards[name])

    def listed(self, names: str) -> list[str]:
        return [self.cards[name] for name in names.replace(" and ", ", ").split(", ")]

    def brings(self, seat: str, name: str) -> int:
        """What a card brings another seat beside what lies face up."""
        s, who = self.pair[0], self.seats[seat]
        up, down = s.table(who, True), s.table(who, False)
        return max(s.points(end, who) - s.points(up, who) for end in ends(s, up, down, [self.cards[name]]))

    def rest(self) -> list[str]:
        return passed(self.pair[1])[1]

    def most(self, seat: str) -> int:
        return max(self.brings(seat, self.say.card(card)) for card in self.rest())

    def copies(self, name: str, mate: str) -> int:
        return self.one(name).still().count(self.cards[mate])

    def at_once(self, name: str) -> int:
        s = self.one(name)
        return max(leads(s, s.up, s.down, [s.card]))

    def in_round(self, name: str) -> int:
        return reached(self.one(name), f"{self.one(name).verb} {self.one(name).card}")

    def gains(self, name: str) -> int:
        """What a card picked adds to the best of the round."""
        return self.in_round(name) - reach(self.pair[0], self.pair[0].hand, fewer=True)

    def own(self, name: str) -> int:
        """What a card counts beside what lies face up, its effect left out."""
        s = self.pair[0]
        return s.points([*s.up, self.cards[name]]) - s.points(s.up)

    def turned(self, name: str, victim: str) -> int:
        """What a card loses the seat that turns down another, or itself."""
        up = [*self.pair[0].up, self.cards[name]]
        rest = list(up)
        rest.remove(self.cards[victim])
        return self.pair[0].points(up) - self.pair[0].points(rest)

    def woken(self, name: str, again: str) -> int:
        up = [*self.pair[0].up, self.cards[name]]
        assert self.cards[again] in self.pair[0].down
        return self.pair[0].points([*up, self.cards[again]]) - self.pair[0].points(up)

    def hit(self, seat: str, victim: str) -> int:
        """What another seat loses with a card."""
        s, who = self.pair[0], self.seats[seat]
        up = s.table(who, True)
        rest = list(up)
        rest.remove(self.cards[victim])
        return s.points(up, who) - s.points(rest, who)

    def turning(self, card: str, what: str) -> str:
        return str(effect(card, what)["faction"])


def next_seat(c: Spoken) -> int:
    return passed(c.pair[0])[0]


NAME = "([^,:;]+)"  # of a card, a seat or a faction
CLAIMS: dict[str, Callable[..., bool]] = {
    r"(.+) goes with (.+): at most (\d+) can still come": lambda c, a, b, n: c.copies(a, b) == int(n),
    r"(.+) goes with (.+), and none can come any more": lambda c, a, b: c.copies(a, b) == 0,
    r"To ([^,]+), (.+?) is worth (\d+)(?:: .+)?; the rest, at most (\d+)": lambda c, who, a, n, m: (
        c.seats[who] == next_seat(c) and c.brings(who, a) == int(n) and c.most(who) == int(m)
    ),
    r"To ([^,]+), (.+?) is worth (\d+)(?:: .+)?; the rest, nothing so far": (
        lambda c, who, a, n: c.brings(who, a) == int(n) and c.most(who) <= 0
    ),
    r"Keeping .+ passes (.+?) on to (\w+), worth (\d+) there(?:: .+)?": lambda c, a, who, n: (
        c.seats[who] == next_seat(c) and c.brings(who, a) == int(n)
    ),
    r"Passed on, (.+) may reach (\w+), worth (\d+) there": lambda c, a, who, n: c.brings(who, a) == int(n),
    r"Keep .+: the pack holds more than one (.+), so one is sure to come back to you": lambda c, a: (
        len(c.seats) == 2 and c.rest().count(c.cards[a]) > 1
    ),
    r"Keep .+: (\w+) then gains more by (.+) \((-?\d+)\) than by (.+) \((-?\d+)\), which may come back": (
        lambda c, who, a, n, b, m: (
            len(c.seats) == 2
            and len(c.rest()) > 1
            and {c.cards[a], c.cards[b]} <= {*c.rest()}
            and (c.brings(who, a), c.brings(who, b)) == (int(n), int(m))
            and int(n) > int(m)
        )
    ),
    r"This round (.+) is worth (\d+) points? more than (.+)": lambda c, a, n, b: (
        c.in_round(a) - c.in_round(b) == int(n) > 0
    ),
    r"At once (.+) is worth (\d+) points? more than (.+)": lambda c, a, n, b: (
        c.at_once(a) - c.at_once(b) == int(n) > 0
    ),
    r"(.+) grows with each further one: at most (\d+) can still come": lambda c, a, n: c.copies(a, a) == int(n),
    r"Keep .+: (\d+) cards? of the pack comes? back to you, and (.+) is worth (nothing|at most \d+) to the.*": (
        lambda c, n, a, most: (
            len(c.rest()) - len(c.pair[0].others) == int(n) > 0
            and c.cards[a] in c.rest()
            and max(0, *(c.brings(seat, a) for seat, at in c.seats.items() if at != c.seat))
            == (0 if most == "nothing" else int(most.split()[-1]))
        )
    ),
    r"With ([^:]+) from your hand, (.+) brings (\d+) points? this round": lambda c, held, a, n: (
        {*c.listed(held)} <= {*c.pair[0].hand} and c.gains(a) == int(n)
    ),
    r"This round, with ([^:]+) from your hand, (.+) brings (\d+), (.+) (\d+)": lambda c, held, a, n, b, m: (
        {*c.listed(held)} <= {*c.pair[0].hand} and (c.gains(a), c.gains(b)) == (int(n), int(m))
    ),
    r"(.+) brings nothing this round, not even with (.*) from your hand": lambda c, a, held: (
        {*c.listed(held)} <= {*c.pair[0].hand} and c.gains(a) == 0
    ),
    r"This round (.+) brings (\d+), (.+) (\d+)": lambda c, a, n, b, m: (c.gains(a), c.gains(b)) == (int(n), int(m)),
    r"(.+) in your hand turns a (.+) card face down": lambda c, held, faction: (
        c.cards[held] in c.pair[0].hand
        and c.turning(c.cards[held], "flip") == faction
        and fits(c.pair[0].card, faction) and not fits(c.pair[1].card, faction)
    ),
    r"(.+) in your hand can turn (.+) face up again": lambda c, held, a: (
        c.cards[held] in c.pair[0].hand and fits(c.cards[a], c.turning(c.cards[held], "unflip"))
        and c.pair[0].steps > 0
    ),
    r"After (.+), (.+) in another hand can cost (\d+) points? at once": lambda c, a, by, n: (
        c.one(a).fall([*c.one(a).up, c.cards[a]], c.turning(c.cards[by], "flip")) == int(n)
    ),
    r"(.+) counts (-?\d+)": lambda c, a, n: c.own(a) == int(n),
    r"(.+) counts (-?\d+); (.+) counts (-?\d+)": lambda c, a, n, b, m: (c.own(a), c.own(b)) == (int(n), int(m)),
    r"(.+) counts (\d+) but turns your (.+) face down: that leaves (-?\d+)": lambda c, a, n, b, m: (
        c.own(a) == int(n) and c.own(a) - c.turned(a, b) == int(m)
    ),
    r"(.+) counts (\d+) but turns your (.+) face down, worth (\d+)": lambda c, a, n, b, m: (
        c.own(a) == int(n) and c.turned(a, b) == int(m)
    ),
    r"(.+) counts (\d+): it turns (.+) face down, which counts nothing anyway": lambda c, a, n, b: (
        c.own(a) == int(n) and c.turned(a, b) == 0
    ),
    r"(.+) counts (\d+) and turns your (.+) face up again, worth (\d+)": lambda c, a, n, b, m: (
        c.own(a) == int(n) and c.woken(a, b) == int(m)
    ),
    r"(.+) counts (\d+) and turns (\w+)’s (.+) face down, worth (\d+)": lambda c, a, n, who, b, m: (
        c.own(a) == int(n) and c.hit(who, b) == int(m)
    ),
    r"(.+) counts (\d+) and turns your (.+) \((\d+)\) and (\w+)’s (.+) \((\d+)\) face down": (
        lambda c, a, n, b, m, who, d, k: (
            c.own(a) == int(n) and c.turned(a, b) == int(m) and c.hit(who, d) == int(k)
        )
    ),
    r"(.+) turns itself and (\w+)’s (.+) \((\d+)\) face down": lambda c, a, who, b, n: (
        c.turned(a, a) == c.own(a) and c.hit(who, b) == int(n)
    ),
    r"(.+) brings (\d+): (\d+) of them count (\d+) instead of (\d+)": lambda c, a, n, k, now, before: (
        c.own(a) == int(n) == int(now) - int(before) and c.pair[0].up.count(c.cards[a]) + 1 == int(k)
    ),
    r"(.+) counts (\d+) and makes your (.+) count (\d+) more": lambda c, a, n, b, m: (
        c.own(a) == int(n) + int(m) and c.cards[b] in c.pair[0].up
    ),
    r"(.+) counts (\d+): (\d+) for each (.+), and you have (\d+)": lambda c, a, n, each, b, k: (
        c.own(a) == int(n) == int(each) * int(k) and c.pair[0].up.count(c.cards[b]) == int(k)
    ),
    r"(.+) counts (?:\d+|nothing) so far, (?:and|but) (\d+)(?: more)? for each (.+) to come": lambda c, a, n, b: (
        BOOK[c.cards[a]]["times"] == c.cards[b] and BOOK[c.cards[a]]["points"] == int(n)
    ),
    r"(.+) counts \d+, and each (.+) to come counts (\d+) more with it": lambda c, a, b, n: (
        BOOK[c.cards[b]]["times"] == c.cards[a] and BOOK[c.cards[b]]["points"] == int(n)
    ),
    r"(.+) counts \d+, and with (\d+) of them each (.+) to come counts (\d+)": lambda c, a, k, b, n: (
        [*c.pair[0].up, *(c.pair[0].hand if c.pair[0].verb == "pick" else [])].count(c.cards[a]) + 1 == int(k)
        and BOOK[c.cards[b]]["points"] * int(k) == int(n)
    ),
    r".+ counts nothing(?: so far)?: you have no other (.+) card face up, so it turns itself face down": (
        lambda c, faction: not any(fits(card, faction) for card in c.pair[0].up)
    ),
    r"(.+) face down costs (\d+|nothing)(?: points?)?": lambda c, a, n: c.hit(
        c.say.look.name(c.seat), a
    ) == (0 if n == "nothing" else int(n)),
    r"No card in your hand can turn (.+) face up again": lambda c, a: not any(
        (wake := effect(held, "unflip")) and fits(c.cards[a], wake["faction"]) for held in c.pair[0].hand
    ),
    r"As yet nobody else has a (.+) card face up for (.+) to turn down; it can wait": lambda c, faction, a: (
        c.pair[0].steps > 1
        and c.turning(c.cards[a], "flip") == ("any" if faction == "suitable" else faction)
        and not any(fits(card, c.turning(c.cards[a], "flip")) for seat in c.pair[0].others
                    for card in c.pair[0].table(seat, True))
    ),
    r"(.+) counts nothing(?: so far)?: you have no (.+) face up": lambda c, a, b: (
        c.cards[b] not in c.pair[0].up and needs(c.cards[a]) == {c.cards[b]}
    ),
    r".+ counts only 1(?: so far)?: you have no (.+) card for it to turn up": lambda c, faction: not any(
        fits(card, faction) for card in c.pair[0].down
    ),
}  # fmt: skip


def claims_of(text: str) -> Iterator[tuple[Callable[..., bool], tuple[str, ...]]]:
    """What each sentence of a text claims, and the words that it claims it of."""
    for sentence in re.split(r"(?<=\.) ", text):
        held = sentence.startswith(("With ", "Then ", "Both ", "All "))  # beside cards in hand
        for pattern, claim in CLAIMS.items():
            if held and not pattern.startswith("With "):
                continue
            if found := re.fullmatch(pattern.replace("(.+)", NAME), sentence.removesuffix(".")):
                yield claim, found.groups()
                break


def false_in(match: Match, move: str, better: str, text: str) -> tuple[int, list[str]]:
    """How many claims a text makes about two moves, and the false ones."""
    spoken = Spoken(match, move, better)
    made = [(claim(spoken, *words), words) for claim, words in claims_of(text)]
    return len(made), [" / ".join(words) for holds, words in made if not holds]


def told_in_matches(options: dict[str, Any], seed: int, count: int) -> Iterator[tuple[Match, str, str, str]]:
    for match, move, better in mistakes(Match("tale", options, seed=seed), count, every=0.5, permille=50):
        values = {one.move: one.merit for one in match.advise("dragon", permille=50).moves}
        reasoning = Reasoning(match, move, better, values, 8)
        reasoning.work()
        yield match, move, better, said(reasoning, values[better] - values[move], "en")


def test_what_a_partner_has_is_no_card_that_a_reason_speaks_of() -> None:
    match = Match("tale", {"players": 4, "teams": True}, seed=5)
    ending = played_on(outcome, Deal(match.to_act or 0, match.position()), match.legal()[0], 0)
    found = outcome.parts(ending)
    assert found
    assert all(isinstance(part, tuple) and part[1] for part in found)


@pytest.mark.parametrize("number", range(2))
def test_what_is_said_of_two_cards_is_true(number: int) -> None:
    made = 0
    for match, move, better, text in told_in_matches(({"players": 2}, {"players": 4})[number], 810 + number, 6):
        count, wrong = false_in(match, move, better, text)
        assert not wrong, (match.moves, move, better, text)
        made += count
    assert made


@pytest.mark.long
@pytest.mark.parametrize("number", range(4))
def test_what_is_said_of_two_cards_is_true_in_all_games(number: int) -> None:
    for seed in range(820, 824):
        for match, move, better, text in told_in_matches(OPTIONS[number], seed, 12):
            assert not false_in(match, move, better, text)[1], (match.moves, move, better, text)
