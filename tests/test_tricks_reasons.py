"""The motifs of Dragonmaster: counted again by trying all cards of a trick, gone where their cause is gone, and blind
to hidden cards."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from itertools import product
from typing import Any, cast

import pytest

from native import Match, Position
from native.play import reasons
from native.play.reasons import Deal, Reasoning, Trial, imagined
from native.tools.why import printed, telling, why
from native.tricks.facts import Fact, pair_of
from native.tricks.motifs import MOTIFS
from native.tricks.state import State
from tests.motif_checks import assert_same_shares, by_rules_alone, given, mistakes

OPTIONS: tuple[dict[str, Any], ...] = (
    {"players": 4},
    {"players": 3},
    {"players": 4, "level": "advanced"},
    {"players": 3, "level": "expert"},
)
ORDER = {rank: at for at, rank in enumerate("FBCDWPQK")}

# ---- the statements, read from states ----


def taker(laid: Sequence[tuple[int, str]]) -> int:
    """Who takes a trick: the true King or the Dragon, whichever lies first, else the highest of the suit."""
    suit = laid[0][1].removeprefix("DRAGON ")[:3]
    kings = [seat for seat, card in laid if card.startswith("DRAGON") or card == f"{suit} K"]
    if kings:
        return kings[0]
    return max((ORDER[card[-1]], seat) for seat, card in laid if card[:3] == suit)[1]


def cost(cards: Sequence[str], kind: str) -> int:
    total = 0
    for card in cards:
        if card[:6] != "DRAGON":
            total += 1000 * (card[:4] == "DRA " and kind in ("dragonlords", "staff"))
            total += 2000 * (card[-2:] == " W" and kind in ("wizards", "staff"))
            total += 8000 * (card == "WAR P" and kind in ("runesword", "staff"))
    return total


def follow(hand: Sequence[str], suit: str) -> list[str]:
    if not any(card[:4] == f"{suit} " for card in hand):
        return list(hand)
    return [card for card in hand if card == "DRAGON" or card[:4] == f"{suit} "]


def higher(one: str, two: str) -> bool:
    return "DRAGON" not in (one, two) and one[:3] == two[:3] and ORDER[one[-1]] > ORDER[two[-1]]


def counted(state: Any, seat: int, move: str) -> dict[str, float]:
    """The motifs that hold, with their levels (1 if they do not count)."""
    if state["kind"] is None:
        return chosen(state, seat, move)
    found: dict[str, float] = {}
    kind, power, dm = state["kind"], state["power"], state["dm"]
    number, seats = len(state["tricks"]), len(state["hands"])
    hands = [list(hand) for hand in state["hands"]]
    hands[seat].remove(move[:6] if move[:6] == "DRAGON" else move)
    mine = hands[seat]
    rest = [card for at, hand in enumerate(hands) if at != seat for card in hand]
    laid = [*map(tuple, state["trick"]), (seat, move)]
    suit = laid[0][1].removeprefix("DRAGON ")[:3]
    later = [(seat + step) % seats for step in range(1, seats - len(laid) + 1)]
    extra = 4000 if kind in ("first", "staff") and number in (0, 7) else 0
    leads = len(laid) == 1
    ways = [[*laid, *zip(later, cards, strict=True)] for cards in product(*(follow(hands[at], suit) for at in later))]
    takers = [taker(way) for way in ways]
    costs = [cost([card for _, card in way], kind) + extra for way in ways]
    now = cost([card for _, card in laid], kind) + extra
    own = cost([move], kind)
    may, must = seat in takers, set(takers) == {seat}
    ranked = [card for card in mine if card != "DRAGON"]

    def put(name: str, level: float) -> None:
        if level > 0:
            found[name] = level

    if power is None:
        put("takes_penalty", now * must)
        put("first_trick", may and number == 0 and extra > 0)
        put("last_tricks", last_two(hands, seat, kind, ways) if number == 6 else 0)
        put("may_take", max([price for price, who in zip(costs, takers, strict=True) if who == seat], default=0))
        put("collects", now * (dm == seat and not may))
        put("gives_away", own > 0 and dm != seat and not may)
        void = [at for at in later if not any(card[:3] == suit for card in hands[at]) and cost(hands[at], kind)]
        put("into_void", leads and may and bool(void))
        forced = [at for at in later if any(card[:4] == f"{suit} " for card in hands[at])]
        forced = [at for at in forced if all(cost([card], kind) for card in follow(hands[at], suit))]
        put("draws_out", leads and not may and bool(forced))
        put("gives_up_lead", bool(mine) and not may)
        put("keeps_lead", not any(costs) and must)
        dearest = max([price for price, who in zip(costs, takers, strict=True) if who == seat], default=0)
        ahead = cost([*mine, *rest], kind) + (4000 if kind in ("first", "staff") else 0)
        put("cashes", leads and bool(mine) and must and (dm == seat or not own) and 0 < ahead >= 3 * dearest)
        if kind in ("runesword", "staff") and "WAR P" in rest:
            put("ducks", sum(higher("WAR P", card) for card in mine))
        kept, others = (any(card[:4] == move[:4] for card in cards) for cards in (mine, rest))
        last = move[:6] != "DRAGON" and bool(mine) and others and not kept
        dear = max([cost([card], kind) for card in mine], default=0) * (dm != seat)
        put("makes_void", last and not dear)
        put("void_to_throw", last * dear)
        if dear:
            card = min(card for card in mine if cost([card], kind) == dear)
            put("guards", sum(higher(card, one) and cost([one], kind) < dear for one in mine))
        fates = [fate(hands, seat, [*laid[:-1], (seat, card)]) for card in (move, *mine) if not higher(card, move)]
        same = zip((move, *(card for card in mine if not higher(card, move))), fates, strict=True)
        as_good = [higher(move, card) and way == fates[0] and cost([card], kind) == own for card, way in same]
        tried = [move, *(card for card in mine if not higher(card, move))]
        fits = [card for card, good in zip(tried, as_good, strict=True) if good]
        kept_low = min(fits, key=lambda card: ORDER[card[-1]], default="")
        put("plays_higher", fates[0] != "open" and any(higher(one, kept_low) for one in rest if kept_low))
        put("sheds_high", not may and move[-1] in "PQK")
        suits = {card: [one for one in rest if one[:4] == card[:4]] for card in ranked}
        top = [card for card in ranked if suits[card] and all(higher(card, one) for one in suits[card])]
        low = [card for card in ranked if suits[card] and all(higher(one, card) for one in suits[card])]
        to_come = cost(rest, kind) > 0 or kind in ("first", "staff")
        put("stuck_high", len(top) * (seat != dm and to_come))
        put("keeps_low", sum(card[-1] in "FBCDW" for card in low))
        alone = taking_all(state)
        put("stops_secret", alone not in (None, seat) and now > 0 and alone not in (*later, taker(laid)))
        put("takes_secret", alone == seat and now > 0 and must)
    elif power == seat:
        put("power_takes", must)
        put("spends_dragon", move[:6] == "DRAGON" and not any(costs))
        suited = [card for card in [move, *ranked] if card[:4] == f"{suit} "]
        run = [card for card in suited if not any(higher(one, card) for one in rest)]
        put("runs_suit", len(run) * (leads and move in run and "DRAGON" not in rest and len(run) > 1))
    else:
        played = power in [who for who, _ in laid]
        put("stops_power", now > 0 and played and taker(laid) != power)
        put("feeds_power", own > 0 and played and set(takers) == {power})
        put("keeps_guard", sum(any(higher(card, one) for one in hands[power]) for card in ranked))
    return found


def fate(hands: Sequence[Sequence[str]], seat: int, laid: Sequence[tuple[int, str]]) -> str:
    """Whether a seat takes the trick with the last card laid, for all cards of later seats: "yes", "no", "open"."""
    suit = laid[0][1].removeprefix("DRAGON ")[:3]
    later = [(seat + step) % len(hands) for step in range(1, len(hands) - len(laid) + 1)]
    ways = product(*(follow(hands[at], suit) for at in later))
    takes = {taker([*laid, *zip(later, cards, strict=True)]) == seat for cards in ways}
    return "open" if len(takes) == 2 else "yes" if True in takes else "no"


def taking_all(state: Any) -> int | None:
    """The seat that has taken all that costs, half of the hand or more, where a Secret Power Play is possible."""
    kind, seats = state["kind"], range(len(state["hands"]))
    if not state["secret"] or kind in ("runesword", "first"):
        return None
    costs = dict.fromkeys(seats, 0)
    for number, trick in enumerate(state["tricks"]):
        extra = 4000 if kind == "staff" and number == 0 else 0
        costs[taker([tuple(one) for one in trick])] += cost([card for _, card in trick], kind) + extra
    open_cards = [card for hand in state["hands"] for card in hand] + [card for _, card in state["trick"]]
    left = cost(open_cards, kind) + (4000 if kind == "staff" else 0) * (1 if state["tricks"] else 2)
    taken = [seat for seat in seats if costs[seat]]
    if len(taken) != 1 or taken[0] == state["dm"] or costs[taken[0]] < left:
        return None
    return taken[0]


def last_two(hands: Sequence[Sequence[str]], seat: int, kind: str, ways: Sequence[Any]) -> int:
    """The most that the seventh and the eighth trick cost a seat."""
    worst = 0
    for way in ways:
        gone, who, seats = {card for _, card in way}, taker(way), len(hands)
        end = [next(card for card in hands[at] if card not in gone) for at in range(seats)]
        last = [((who + step) % seats, end[(who + step) % seats]) for step in range(seats)]
        total = cost([card for _, card in way], kind) * (who == seat)
        total += (cost(end, kind) + 4000 * (kind in ("first", "staff"))) * (taker(last) == seat)
        worst = max(worst, total)
    return worst


def chosen(state: Any, seat: int, move: str) -> dict[str, float]:
    mine = [card for card in state["hands"][seat] if card != "DRAGON"]
    rest = [card for at, hand in enumerate(state["hands"]) if at != seat for card in hand]
    found: dict[str, float] = {}
    if move == "keep":
        lost = sum(any(higher(one, card) for one in rest) for card in mine)
        found = {"strong_hand": len(mine) - lost, "weak_hand": lost}
        left = {"dragonlords", "wizards", "runesword", "staff"} - {*state["played"]}
        sums = {kind: (cost(mine, kind), cost(rest, kind)) for kind in left}
        found["power_own"] = any(own and not other for own, other in sums.values())
    elif move[:4] == "call" and state["power"] is not None:
        found = {"power_missing": sum(cost([card], move[5:]) > 0 for card in rest)}
    elif move[:4] == "call" and state["power"] is None:
        tricks = 8000 if move[5:] in ("first", "staff") else 0
        found = {"own_penalties": cost(mine, move[5:]), "others_hold": cost([*mine, *rest], move[5:]) + tricks}
        if move[5:] == "runesword" and "WAR P" in (*mine, *rest):
            found["one_card"] = sum(higher("WAR P", card) for card in mine)
        suits = {card[:3] for card in (*mine, *rest) if tricks or cost([card], move[5:])}
        high = [card for card in mine if card[:3] in suits and not any(higher(one, card) for one in rest)]
        if len(high) > 2:
            del found["others_hold"]
            found["high_call"] = cost([*mine, *rest], move[5:]) + tricks
    return {name: level for name, level in found.items() if level}


def count_again(match: Match, moves: Sequence[str], most: int) -> None:
    seat = match.to_act or 0
    deals = list(imagined(match, seat, most))
    for move in moves:
        trials = [Trial(Deal(seat, deal.position), move) for deal in deals]
        again = [counted(deal.position.state(), seat, move) for deal in deals]
        for motif in MOTIFS:
            ours = [found.level if (found := motif.find(trial)) else None for trial in trials]
            theirs = [one.get(motif.name) for one in again]
            assert_same_shares(ours, theirs, motif.name, move)


@pytest.mark.parametrize("number", range(4))
def test_the_shares_of_all_motifs_are_those_that_are_counted_from_the_states(number: int) -> None:
    found = list(mistakes(Match("tricks", OPTIONS[number], seed=300 + number), 3, every=0.2, permille=10))
    assert len(found) == 3
    for match, move, better in found:
        count_again(match, (move, better), 4)


@pytest.mark.long
@pytest.mark.parametrize(("number", "seed"), [*product(range(4), range(400, 402))])
def test_the_shares_are_those_counted_in_more_matches(number: int, seed: int) -> None:
    for match, move, better in mistakes(Match("tricks", OPTIONS[number], seed=seed), 10, every=0.5, permille=10):
        count_again(match, (move, better), 16)


# A motif about Secret Power Plays; a seed; the moves played; a move, and a better one.
SECRETS = (
    ("stops_secret", 1, "swap, call dragonlords, DRU Q, DRU W, DRU K, DRA P, DRA W, DRA Q, WAR Q, WAR P, WAR W, "
     "DRA D, NOM Q", "DRA C", "DRA K"),
    ("takes_secret", 3, "call dragonlords, DRU P, DRU D, DRU K, NOM D, WAR W, NOM Q, NOM C, NOM P, DRU W, DRA P, "
     "DRA D, DRA Q", "WAR C", "DRA W"),
)  # fmt: skip


def secretive(seed: int, moves: str, level: str) -> Match:
    match = Match("tricks", {"players": 3, "level": level, "early_end": False}, seed=seed)
    for move in moves.split(", "):
        match.play(move)
    return match


def counted_again(before: Position, seat: int, move: str) -> set[str]:
    """The motifs that hold, which are those that hold by the count from the state."""
    trial = Trial(Deal(seat, before), move)
    told = {one.name: found.level for one in MOTIFS if (found := one.find(trial))}
    assert told == counted(before.state(), seat, move)
    return {*told}


@pytest.mark.long
def test_every_motif_is_met_and_counted_again() -> None:
    met: set[str] = set()
    for _, seed, moves, _, better in SECRETS:
        start = secretive(seed, moves, "expert")
        met |= counted_again(start.position(), start.to_act or 0, better)
    for number, options in enumerate(OPTIONS):
        match, chance = Match("tricks", options | {"early_end": False}, seed=number), random.Random(number)
        while not match.over:
            move, seat, before = chance.choice(match.legal()), match.to_act or 0, match.position()
            match.play(move)
            if chance.random() < 0.4:
                met |= counted_again(before, seat, move)
    assert met == {motif.name for motif in MOTIFS}


# ---- the cause goes, and the reason goes ----

DECK = [f"{suit} {rank}" for suit in ("DRA", "WAR", "DRU", "NOM") for rank in "KQPWDC"]


def dealt(swaps: Sequence[str], moves: str, dragon: int | None = None) -> Match:
    """Three seats, DM 0, who hold these cards after pairs of them changed places, and moves played."""
    hands = [DECK[at::3] for at in range(3)]
    for pair in swaps:
        one, two = pair.split("/")
        (i, j), (k, n) = (
            (seat, hand.index(card)) for card in (one, two) for seat, hand in enumerate(hands) if card in hand
        )
        hands[i][j], hands[k][n] = two, one
    extra = None
    if dragon is not None:
        extra, hands[dragon][-1] = hands[dragon][-1], "DRAGON"
    level = "basic" if dragon is None else "advanced"
    deal = {"dm": 0, "hands": hands, "extra": extra, "played": [], "round_began_by": 0, "round": 0}
    match = Match("tricks", {"players": 3, "early_end": False, "level": level}, deal=deal)
    for move in moves.split(", "):
        if move:
            match.play(move)
    return match


KING_THIRD, QUEEN_PRINCE = ("DRA K/DRA P",), ("DRA D/DRA P",)
VOID = ("DRA Q/NOM W", "DRA D/NOM K")
NO_KINGS = tuple(f"{suit} K/{suit} C" for suit in ("DRA", "WAR", "DRU", "NOM"))
NO_WIZARDS = tuple(f"{suit} W/{suit} D" for suit in ("DRA", "WAR", "DRU", "NOM"))
NO_NOMADS, ONE_LORD = ("NOM P/DRA K", "NOM C/DRA W"), ("DRA Q/NOM W",)
HIGH_LORDS = ("DRA K/NOM Q", "DRA P/WAR Q", "DRA C/DRU Q")

# Without a change seat 0 has Kings and Wizards, seat 1 Queens and Dukes, seat 2 Princes and Counts.
# motif, move, better move; the deal and the moves of the case with it, and of the one without
CASES: tuple[tuple[str, str, str, tuple[Any, ...], tuple[Any, ...]], ...] = (
    ("takes_penalty", "DRA K", "DRA C", (KING_THIRD, "call wizards, DRA W, DRA D"),
     (KING_THIRD, "call runesword, DRA W, DRA D")),
    ("first_trick", "DRA K", "DRA C", (KING_THIRD, "call first, DRA W, DRA D"),
     (KING_THIRD, "call wizards, DRA W, DRA D")),
    ("may_take", "DRA Q", "DRA D", ((), "call wizards, DRA W"), ((), "call wizards, DRA K")),
    ("collects", "NOM K", "DRA W", (QUEEN_PRINCE, "call wizards"), ((), "call wizards")),
    ("gives_away", "NOM D", "NOM W", (VOID, "call wizards, DRA K"), (VOID, "call dragonlords, DRA K")),
    ("into_void", "DRA K", "DRU W", (VOID, "call wizards"), ((), "call wizards")),
    ("draws_out", "NOM W", "DRA W", (QUEEN_PRINCE, "call dragonlords"), ((), "call dragonlords")),
    ("gives_up_lead", "DRA K", "DRA W", (QUEEN_PRINCE, "call runesword"), ((), "call runesword")),
    ("keeps_lead", "DRA W", "DRA K", ((), "call runesword"), ((), "call dragonlords")),
    ("makes_void", "WAR K", "DRA K", (("DRA W/NOM Q",), "call wizards"), ((), "call wizards")),
    ("sheds_high", "DRA C", "DRA P", ((), "call runesword, DRA K, DRA D"), ((), "call runesword, DRA W, DRA D")),
    ("stuck_high", "DRA D", "DRA K", (HIGH_LORDS[:1], "call runesword, DRA W"),
     (HIGH_LORDS, "call runesword, DRA W")),
    ("stuck_high", "DRA D", "DRA K", (HIGH_LORDS[:1], "call runesword, DRA W"),
     ((*HIGH_LORDS[:1], "WAR P/WAR D"), "call runesword, DRA W")),
    ("own_penalties", "call wizards", "call dragonlords", ((), ""), (NO_WIZARDS, "")),
    ("others_hold", "call dragonlords", "call staff", (NO_KINGS, ""), ((), "")),
    ("high_call", "call staff", "call dragonlords", ((), ""), (NO_KINGS, "")),
    ("one_card", "call wizards", "call runesword", ((), ""), (("WAR W/DRA D",), "")),
    ("power_own", "swap", "keep", (("WAR P/WAR Q",), "", 1), ((), "", 1)),
    ("plays_higher", "DRA D", "DRA Q", ((), "call runesword, DRA K"), ((), "call runesword, DRA W")),
    ("plays_higher", "DRA D", "DRA Q", ((), "call runesword, DRA K"),
     (("DRA P/NOM D", "DRA W/WAR D"), "call runesword, DRA K")),
    ("guards", "WAR C", "DRA C", (NO_NOMADS, "call runesword, NOM K, NOM D"),
     (NO_NOMADS, "call wizards, NOM K, NOM D")),
    ("void_to_throw", "DRU D", "DRA D", (ONE_LORD, "call wizards, WAR W, WAR Q, WAR C"),
     (ONE_LORD, "call runesword, WAR W, WAR Q, WAR C")),
    ("ducks", "WAR W", "NOM W", (("WAR W/DRA K",), "call runesword"), (("WAR W/DRA K",), "call wizards")),
    ("cashes", "WAR W", "NOM K", ((), "call dragonlords"), ((), "call wizards")),
    ("power_missing", "call wizards", "call first", ((), "keep", 1), (NO_WIZARDS, "keep", 1)),
    ("spends_dragon", "DRAGON DRA", "DRA Q", ((), "keep, call runesword", 1), ((), "keep, call dragonlords", 1)),
    ("strong_hand", "swap", "keep", (("DRA Q/DRA K",), "", 1), ((), "", 1)),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_a_reason_is_given_with_its_cause_and_not_without(
    case: tuple[str, str, str, tuple[Any, ...], tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, move, better, there, gone = case
    for deal, expected in ((there, True), (gone, False)):
        assert given(dealt(*deal), name, move, better, monkeypatch, loss=1000, face_up=True) == expected


@pytest.mark.parametrize("case", SECRETS, ids=lambda case: case[0])
def test_secret_power_plays_are_a_reason_only_where_the_level_has_them(
    case: tuple[str, int, str, str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, seed, moves, move, better = case
    for level, expected in (("expert", True), ("advanced", False)):
        match = secretive(seed, moves, level)
        assert given(match, name, move, better, monkeypatch, loss=1000, face_up=True) == expected


@pytest.mark.parametrize(
    ("worse", "words"),
    [
        ("call dragonlords", {"en": "6,000 crystals at most", "de": "höchstens 6.000 Kristalle"}),
        ("call wizards", {"en": "8,000 crystals at most", "de": "höchstens 8.000 Kristalle"}),
    ],
)
def test_a_call_is_compared_by_what_the_others_can_lose(worse: str, words: dict[str, str]) -> None:
    match = dealt((*NO_KINGS, *NO_WIZARDS), "")
    values = {"call staff": 5000.0, "call first": 300.0, "call dragonlords": 100.0, "call wizards": 50.0}
    reasoning = Reasoning(match, worse, "call staff", values, 16)
    reasoning.work()
    (reason,) = [one for one in reasoning.found if one.motif == "tricks.others_hold"]
    told = printed(match, reason, worse, "call staff")["text"]
    assert all(words[language] in told[language] for language in words), told


@pytest.mark.parametrize(
    ("name", "move", "better", "deal", "words"),
    [
        ("gives_up_lead", "DRA K", "DRA W", (QUEEN_PRINCE, "call runesword"), "you must lead again and may take"),
        ("may_take", "WAR K", "DRA W", ((), "call runesword"), "and nobody pays you"),
        ("stuck_high", "DRA D", "DRA K", (HIGH_LORDS[:1], "call runesword, DRA W"), "such as the King of"),
        ("plays_higher", "DRA D", "DRA Q", ((), "call runesword, DRA K"), "play the higher and keep the lower"),
    ],
)
def test_what_is_sure_is_told_as_sure(
    name: str, move: str, better: str, deal: tuple[Any, ...], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = dealt(*deal)
    motifs = [motif for motif in MOTIFS if motif.name == name]
    monkeypatch.setattr(reasons, "motifs_of", lambda _game: motifs)
    by_rules_alone(monkeypatch)
    reasoning = Reasoning(match, move, better, {move: 0.0, better: 1000.0}, 16)
    reasoning.work()
    (reason,) = reasoning.found
    assert words in printed(match, reason, move, better)["text"]["en"]


def test_a_reason_that_fits_a_card_just_as_bad_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cards are the last of their suit; if one of them loses as much, that is not what makes the other good."""
    by_rules_alone(monkeypatch)
    monkeypatch.setattr(reasons, "motifs_of", lambda _game: [one for one in MOTIFS if one.name == "makes_void"])
    match = dealt(("DRA W/NOM Q", "DRU W/NOM D"), "call runesword")
    for worth, given_ in ((900.0, True), (0.0, False)):
        values = {"WAR K": 0.0, "DRA K": 1000.0, "DRU K": worth}
        reasoning = Reasoning(match, "WAR K", "DRA K", values, 8)
        reasoning.work()
        assert bool(reasoning.found) == given_


def worst_and_best(seed: int) -> Reasoning:
    match = Match("tricks", OPTIONS[seed % 2], seed=seed)
    while len(match.moves) < 9 + seed % 12 or len(match.legal()) < 3 or match.state()["kind"] is None:
        match.play(match.advise("wyrmling", rng=len(match.moves)).move)
    values = {one.move: one.merit for one in match.advise("dragon", permille=50).moves}
    worst, *_, best = sorted(values, key=lambda one: values[one])
    found = Reasoning(match, worst, best, values)
    found.work()
    return found


@pytest.mark.long
def test_what_is_taken_is_told_with_its_cost_and_fits_the_loss() -> None:
    """Both moves are told by the same figure, which is of the size of the loss; sentences are short."""
    told, sentences = 0, []
    for seed in range(20, 32):
        reasoning = worst_and_best(seed)
        say = telling(reasoning.match, "en")
        words = [words for words, _ in say.told(reasoning)]
        sentences += [one for text in words for one in re.split(r"(?<=[.!?]) ", text)]
        assert len(words) <= 2
        if reasoning.found and reasoning.found[0].played:
            told += 1
            assert re.search(r"\d,\d{3}|about \d", " ".join(words)), words
            assert re.search("instead of|after|otherwise", words[-1]), words
            little = Reasoning(reasoning.match, reasoning.move, reasoning.better,
                               {move: value / 1000 for move, value in reasoning.values.items()})  # fmt: skip
            little.work()
            assert not any(one.played for one in little.found)
    assert told > 2
    assert sum(len(one.split()) > 20 for one in sentences) <= len(sentences) / 10


# ---- what a seat can see of two moves ----


def ways_of(state: Any, seat: int, card: str) -> set[bool]:
    """Whether a seat takes the trick with a card, for all cards of the later seats."""
    hands = [[one for one in hand if one != card.partition(" ")[0] and one != card] for hand in state["hands"]]
    laid = [*map(tuple, state["trick"]), (seat, card)]
    suit = laid[0][1].removeprefix("DRAGON ")[:3]
    later = [(seat + step) % len(hands) for step in range(1, len(hands) - len(laid) + 1)]
    ways = product(*(follow(hands[at], suit) for at in later))
    return {taker([*laid, *zip(later, cards, strict=True)]) == seat for cards in ways}


def fact_holds(fact: Fact, state: Any, seat: int, move: str, better: str) -> bool:
    """Whether what is said is so with all cards face up."""
    values, kind = fact.values, fact.values.get("kind") or state["kind"]
    mine = [card for card in state["hands"][seat] if card != "DRAGON"]
    rest = [card for at, hand in enumerate(state["hands"]) if at != seat for card in hand if card != "DRAGON"]
    rest += [card for card in (state["extra"],) if card not in (None, "DRAGON")]
    dear = [card for card in (*mine, *rest) if cost([card], kind or "")]
    held, lower = [card for card in mine if card in dear], [card for card in mine if higher("WAR P", card)]
    over, cards = [card for card in mine if higher(card, "WAR P")], values.get("cards", [])
    above = {card: {one for one in rest if higher(one, card)} for card in mine}
    above |= {one: set() for one in {move, better} - {*mine}}
    tops = {card for card in mine if not above[card]}
    worse_takes, better_takes = (
        (ways_of(state, seat, one) for one in (move, better)) if state["kind"] else (set[bool](), set[bool]())
    )
    named = len(cards) == len(above.get(better, ())) and {*cards} == above.get(better)
    full = {"dragonlords": 2 * len(state["hands"]), "wizards": 4}.get(kind or "", 0)

    def dear_now() -> bool:
        """Whether only the better card takes the trick, for what is told."""
        now = cost([*(card for _, card in state["trick"]), better], kind)
        now += 4000 * (kind in ("first", "staff") and len(state["tricks"]) in (0, 7))
        only = worse_takes == {False} and better_takes == {True} and seat != state["dm"]
        return only and values["lower"] == now > 0

    holds: dict[str, Any] = {
        "stakes": lambda: values["number"] > values["lower"],
        "stakes_low": lambda: not tops,
        "stakes_few": lambda: {*cards} == tops,
        "stakes_high": lambda: {*cards} < tops,
        "dear_tops": lambda: {*cards} <= tops,
        "dear_many": lambda: len(tops) >= values["n"] > 2,
        "prince_own": lambda: "WAR P" in mine and len(lower) == values["n"] > 0,
        "prince_alone": lambda: "WAR P" in mine and not lower,
        "prince_over": lambda: [*cards] == sorted(over, key=lambda card: -ORDER[card[-1]]) and "WAR P" not in mine,
        "own_wizards": lambda: {*cards} <= {*held} and values["n"] == len(held),
        "top_lords": lambda: {*cards} <= tops & {*held},
        "tops": lambda: {*cards} <= tops,
        "tops_many": lambda: len(tops) >= values["n"] > 2,
        "one_own": lambda: "WAR P" in mine and len(lower) == values["n"] > 0,
        "one_alone": lambda: "WAR P" in mine and not lower,
        "one_low": lambda: "WAR P" not in mine and len(lower) == values["n"] > 0,
        "one_none": lambda: not any(card[:3] == "WAR" for card in mine),
        "none_own": lambda: not held,
        "few_own": lambda: {*cards} == {*held},
        "needs": lambda: values["n"] == full - len(held) and held,
        "needs_whole": lambda: not held,
        "needs_prince": lambda: "WAR P" not in mine,
        "one_held": lambda: "WAR P" in mine,
        "some_held": lambda: values["n"] == len(held) > 0,
        "holds_prince": lambda: "WAR P" in mine and "runesword" not in state["played"],
        "holds_many": lambda: values["n"] == len(held) and 2 * len(held) > full,
        "takes_prince": lambda: {*cards} == {*over} and "WAR P" not in mine,
        "takes_first": lambda: "first" not in state["played"],
        "takes_tricks": lambda: {*cards} <= tops,
        "beaten": lambda: values["n"] <= len(mine) - len(tops) and values["n"] < len(mine),
        "beaten_all": lambda: not tops,
        "keep_dragon_sure": lambda: better_takes == {True},
        "dragon_takes": lambda: better_takes == {True} and {*cards} <= above[move],
        "leads_top": lambda: better_takes == {True} and {*cards} <= above[move] and cards,
        "takes_it": lambda: better_takes == {True} and worse_takes == {False},
        "fewer": lambda: named and values["number"] == len(above[move]) > len(cards) > 0,
        "fewer_many": lambda: len(above[better]) == values["n"] < values["number"] == len(above[move]),
        "keep_top": lambda: not above[move],
        "keep_high": lambda: {*cards} == above[move],
        "top_last": lambda: not above[move] and state["kind"] in ("first", "staff"),
        "keep_needed": lambda: cost([move], kind) > cost([better], kind),
        "guard_needed": lambda: values["card"] in mine and values["card"][:3] == move[:3],
        "takes_from_power": lambda: better_takes == {True},
        "leads_from_power": lambda: better_takes == {True} and not above[better],
        "catcher": lambda: higher(move, "WAR P") and "WAR P" in rest,
        "catcher_guard": lambda: higher(values["card"], "WAR P") and move[:3] == "WAR" and "WAR P" in rest,
        "dear_kept": lambda: worse_takes == better_takes == {True} and cost([move], kind) > cost([better], kind),
        **dict.fromkeys(
            ("gives", "gives_dm", "gives_led", "gives_led_dm"),
            lambda: better_takes == {False} and values["cost"] == cost([better], kind) > cost([move], kind)
            and (seat == state["dm"]) == fact.key.endswith("_dm") and bool(state["trick"]) != ("led" in fact.key),
        ),
        "leads_again": lambda: worse_takes == {True} and not above[move] and bool(above[better]) and len(mine) > 1,
        "guard": lambda: values["card"] in mine and higher(values["card"], move),
        "lowest": lambda: above[move] and {one for one in rest if one[:4] == move[:4]} == above[move],
        "despite_prince": lambda: dear_now() and "WAR P" in rest and higher("WAR P", move),
        "despite_low": lambda: dear_now() and above[move] == {one for one in rest if one[:4] == move[:4]} != set(),
        "low": lambda: {*cards} == {one for one in rest if higher(move, one)},
        "high_now": lambda: {*cards} == above[better],
    }  # fmt: skip
    return bool(holds.get(fact.key, lambda: True)())


def assert_facts_hold(seeds: range, every: float) -> int:
    """What is said of pairs of moves from random play is so."""
    told = 0
    for seed in seeds:
        match, chance = Match("tricks", OPTIONS[seed % len(OPTIONS)], seed=seed), random.Random(seed)
        while not match.over:
            legal, seat, state = match.legal(), match.to_act or 0, match.state()
            if len(legal) > 1 and chance.random() < every:
                move, better = chance.sample(legal, 2)
                pair = pair_of(cast("State", match.state(seat)), seat, move, better)
                for fact in (*pair.first(), *pair.facts()):
                    assert fact_holds(fact, state, seat, move, better), (seed, fact, move, better, state)
                    told += 1
            match.play(chance.choice(legal))
    return told


def test_what_a_seat_sees_of_two_moves_is_so() -> None:
    assert assert_facts_hold(range(8), 0.3) > 100


@pytest.mark.long
def test_what_a_seat_sees_of_many_pairs_is_so() -> None:
    assert assert_facts_hold(range(8, 80), 1.0) > 1000


def test_matches_that_look_the_same_have_the_same_reasons() -> None:
    found = []
    for swaps in ((), ("NOM D/NOM P", "WAR Q/DRU C")):
        match = dealt(swaps, "call wizards")
        reasoning = Reasoning(match, "DRA W", "NOM K", {"DRA W": 0.0, "NOM K": 1000.0, "WAR K": 900.0}, 16)
        reasoning.work()
        found.append([printed(match, reason, "DRA W", "NOM K") for reason in reasoning.found])
    assert found[0]
    assert found[0] == found[1]


@pytest.mark.long
def test_the_command_says_the_same_of_matches_that_look_the_same() -> None:
    one, two = (
        why(dealt(swaps, "call wizards"), "DRA W", "NOM K", 16) for swaps in ((), ("NOM D/NOM P", "WAR Q/DRU C"))
    )
    assert one == two
