"""What reasons say of two moves is true of the position at hand, and the better move does what is advised.

Pairs of moves from random play, every motif that separates them; what is claimed is counted from states alone.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import pytest

from native import Match
from native.play import reasons
from native.play.reasons import Deal, Reason, Reasoning, Trial, motif_of, motifs_of
from native.tools.why import telling

LOSS = 0.1  # small, so that every motif that separates two moves weighs enough
DEALS = 6
LEFT = ("wars.keeps_press", "wars.keeps_attack", "wars.keeps_defence")  # little left is not told apart
HIGH_HAND = 35  # what five cards of Dragon Wars are worth on average


class Claim:
    """A reason and its words; the deal of its example, before and after both moves."""

    def __init__(self, match: Match, reason: Reason, worse: str, better: str) -> None:
        say = telling(match, "en")
        self.text, self.other = say.reason(reason, worse, better)
        self.advice = say.advice(reason)
        self.said = f"{self.text} {self.other}"
        self.reason, self.worse, self.better = reason, worse, better
        self.seat = match.to_act or 0
        self.before: dict[str, Any] = reason.deal.state()

    @cached_property
    def trials(self) -> tuple[Trial, Trial]:
        deal = Deal(self.seat, self.reason.deal)
        return Trial(deal, self.worse), Trial(deal, self.better)

    @property
    def after(self) -> tuple[dict[str, Any], dict[str, Any]]:
        return self.trials[0].state, self.trials[1].state

    @property
    def goes_on(self) -> bool:
        """Whether the mover has a later turn after the move that the reason is about."""
        at = self.trials[self.reason.good]
        return not at.after.over and at.state["last_turn_of"] is None

    def gained(self, number: int) -> int:
        """The points that a move brings (heart)."""
        return int(self.after[number]["piles"][self.seat] - self.before["piles"][self.seat])

    def left(self, number: int, suits: str) -> list[str]:
        """The cards of some suits in the mover's hand after a move (wars)."""
        return [card for card in self.after[number]["hands"][self.seat] if card[0] in suits]


def worth(card: str) -> int:
    return {"A": 1, "J": 11, "Q": 12, "K": 13}.get(card[1:]) or int(card[1:])


def taking(claim: Claim) -> bool:
    worse, better = claim.gained(0), claim.gained(1)
    return worse < better and (worse == 0) == claim.other.endswith("takes nothing.")


def short_by_one(claim: Claim) -> bool:
    state, kind = claim.after[0], claim.worse.split()[0]
    held = sum(card.split()[0] == kind for card in state["hands"][1 - claim.seat])
    return bool(held >= 1 and held == state["outlines"][kind] - len(state["board"][kind]) - 1)


def own_prince(claim: Claim) -> bool:
    own = any(card == "WAR P" for card in claim.before["hands"][claim.seat])
    return own == ("You hold it yourself" in claim.text) != ("to the others" in claim.text)


def higher_defence(claim: Claim) -> bool:
    verb, _, card = claim.better.partition(" ")
    low = claim.worse.split()[-1] if claim.worse != "decline" else ""
    return verb == "defend" and (not low or worth(card) > worth(low) or card[0] == claim.before["trump"])


def highest_kept(claim: Claim) -> bool:
    """No card of the suit that is higher than the one played stays in the hand."""
    ranks = "FBCDWPQK"
    suit, _, rank = claim.better.partition(" ")
    kept = [card[-1] for card in claim.before["hands"][claim.seat] if card.startswith(suit) and card != "DRAGON"]
    return suit == "DRAGON" or all(ranks.index(one) <= ranks.index(rank) for one in kept)


def unbeaten(claim: Claim) -> bool:
    """Where it is said that nobody can beat the better card, no other hand holds a higher one."""
    suit, _, rank = claim.better.partition(" ")
    others = [card for seat, cards in enumerate(claim.before["hands"]) for card in cards if seat != claim.seat]
    higher = [card for card in others if card[:3] == suit and "FBCDWPQK".index(card[-1]) > "FBCDWPQK".index(rank)]
    return "nobody can beat it" not in claim.text or not higher


def two_lines(claim: Claim) -> bool:
    """The mover has a line beside the one that gets the card."""
    state = claim.before
    rows = [[card != "." for card in row] for row in state["grid"]]
    lines = rows if claim.seat != state["starter"] else list(zip(*rows, strict=True))
    return sum(map(any, lines)) >= 2


def some_left(suits: str) -> Callable[[Claim], bool]:
    """Whether that nothing is left is said exactly where nothing is; of no suits: of that of the worse move."""

    def holds(claim: Claim) -> bool:
        taken = suits or claim.worse.split()[-1][0]
        none = any(word in claim.other for word in ("leaves none", "keeps none", "leaves nothing"))
        return none == (not claim.left(0, taken))

    return holds


def total(claim: Claim) -> int:
    return sum(map(worth, claim.before["hands"][claim.seat]))


# ---- what the rest of the match brings: the words in which a part is named, and how the moves bring it about ----


def named(claim: Claim, value: str) -> Any:
    """A value of the reason's finding."""
    return claim.reason.finding.values[value]


def number(text: str) -> int:
    """The last number of a sentence."""
    return int(re.findall(r"\d+", text)[-1])


def charge_named(claim: Claim) -> bool:
    """What is taken counts in this kind of hand, an amount that cannot vary is told as it is, and whoever is not
    paid for it is the Dragonmaster (tricks)."""
    state, what = claim.before, named(claim, "what")
    fixed = {"runesword": "8,000", "first": "4,000", "last": "4,000"}.get(what)
    exact = fixed is None or fixed in claim.said
    kept = str(claim.reason.finding.values.get("way")).startswith("kept")
    master = any(words in claim.text for words in ("yourself", "obody pays")) and not kept
    counts = {"runesword": ("runesword", "staff"), "first": ("first", "staff"), "last": ("first", "staff"),
              "all": ("staff", "first", "wizards", "dragonlords", "runesword")}  # fmt: skip
    own = master == (claim.seat == state["dm"]) or kept
    return own and exact and state["kind"] in counts.get(what, (what, "staff")) and brought(claim)


def brought(claim: Claim) -> bool:
    """How the moves bring it about: what is said of cards and suits is so (tricks)."""
    state, values = claim.before, claim.reason.finding.values
    hand, worse, better = state["hands"][claim.seat], claim.worse, claim.better
    rest = [card for seat, cards in enumerate(state["hands"]) for card in cards if seat != claim.seat]
    seen = [card for cards in state["tricks"] for _, card in cards] + [card for _, card in state["trick"]]

    lies = [card for _, card in state["trick"]]

    def higher(card: str, than: str) -> bool:
        return card[:3] == than[:3] and "FBCDWPQK".index(card[-1]) > "FBCDWPQK".index(than[-1])

    above = {card: {one for one in rest if higher(one, card)} for card in hand if card != "DRAGON"}
    thrown = values.get("card")
    holds: dict[str | None, Callable[[], bool]] = {
        "beats": lambda: higher(worse, values["best"]) and higher(values["best"], better) and values["best"] in seen,
        "highest": lambda: not above[worse],
        "high": lambda: above[worse] == {*values["cards"]},
        "gives": lambda: claim.trials[1].deal.state["trick"] != [] or better[-1] != "K",
        "alone": lambda: len(hand) > 1,
        "alone_low": lambda: bool(above[worse]),
        "anyway_under": lambda: above[worse] == {*values["cards"]} and not any(higher(one, worse) for one in lies),
        "anyway_low": lambda: len(above[worse]) > 1 and not any(higher(one, worse) for one in lies),
        "free_under": lambda: above[worse] == {*values["cards"]},
        "free_low": lambda: len(above[worse]) > 1 and not any(higher(one, better) for one in lies),
        "others_under": lambda: above[worse] == {*values["cards"]},
        "others_low": lambda: len(above[worse]) > 1,
        "enters": lambda: better in hand,
        "keeps_last": lambda: not any(card[:3] == worse[:3] for card in rest),
        "keeps_lowest": lambda: bool(above[worse]) and not any(higher(worse, card) for card in rest),
        "keeps_under": lambda: above[worse] == {*values["cards"]},
        "frees": lambda: thrown in hand and thrown not in (worse, better),
        "sheds_high": lambda: not above[better],
        "throws": lambda: [card for card in hand if card[:3] == values["suit"]] == [better] and thrown in hand,
        "thrown": lambda: not any(card[:3] == values["suit"] for card in hand) and thrown in hand,
        "danger": lambda: above[thrown] == {*values["cards"]},
        "danger_high": lambda: not above[thrown],
    }  # fmt: skip
    return holds.get(values.get("how"), lambda: True)()


def void_named(claim: Claim) -> bool:
    """It is the last card of its suit, and how many cards can beat the one that is thrown is so (tricks)."""
    suit, thrown = claim.better[:3], named(claim, "card")
    rest = [card for seat, cards in enumerate(claim.before["hands"]) for card in cards if seat != claim.seat]
    ranks = "FBCDWPQK"
    higher = {one for one in rest if one[:3] == thrown[:3] and ranks.index(one[-1]) > ranks.index(thrown[-1])}
    if "nobody can beat it" in claim.text and higher:
        return False
    if "can beat it" in claim.text and "nobody" not in claim.text and higher != {*named(claim, "cards")}:
        return False
    suited = [card for card in claim.before["hands"][claim.seat] if card[:3] == suit]
    return "With your last" not in claim.text or suited == [claim.better]


def kinds_named(claim: Claim) -> bool:
    """How many cards are missing, and which card of the hand takes the others, is so (heart)."""
    laid, state, kind = claim.worse.split()[0], claim.after[0], named(claim, "kind")
    takers = {"chest": ("Fire Dragon", "Sorceress"), "petrified": ("Sorceress",), "sorceress": ("Troll",)}
    if "only card in your hand" in claim.other:
        can = {{"Fire Dragon": "fire"}.get(one, one.lower()) for one in takers[kind]}
        cards = [card for card in claim.before["hands"][claim.seat] if card.split()[0] in can]
        return cards == [f"{laid} {number}" for number in claim.worse.partition(" >")[0].split()[1:]]
    if "your last" in claim.other:
        return all(card.split()[0] != laid for card in claim.after[0]["hands"][claim.seat])
    if "last Ship" in claim.other:
        told = 1 if "one Ship" in claim.other else number(claim.other)
        return bool(told == state["outlines"]["ship"] - len(state["board"]["ship"]) and state["below_ship"])
    if "missing" in claim.other or "lacks" in claim.other:
        short = state["outlines"][laid] - len(state["board"][laid])
        told = 1 if "ne card" in claim.other else int(re.findall(r"\d+", claim.other)[0])
        return bool(told == short and state["board"][laid] and laid.capitalize() in claim.other)
    if "You hold" in claim.other:
        held = {card.split()[0] for card in claim.after[1]["hands"][claim.seat]}
        return any(one in claim.other and one.split()[0].lower() in held for one in takers[kind])
    if "your last" in claim.other:
        return not any(card.startswith(laid) for card in state["hands"][claim.seat])
    return not claim.other


def passed_on(claim: Claim) -> bool:
    """What is passed on lies in the pack, and whoever gets it is the next seat (tale)."""
    state, who, name = claim.before, named(claim, "who"), named(claim, "card")
    if "pass" not in claim.other.lower():
        return not claim.other
    pack, kept = list(state["packs"][claim.seat]), claim.worse.removeprefix("pick ")
    pack.remove(kept)
    better = claim.better.removeprefix("pick ")
    down = [card["name"] for card in state["table"][who] if not card["up"]]
    fits = name in pack if "turn" not in claim.other else better in pack and name in down
    return fits and who == (claim.seat + state["passes"]) % len(state["points"])


def dragons_named(claim: Claim) -> bool:
    """What dragons are worth, how much health is left, and that a card could defend, is so (wars)."""
    dragons, whom = claim.before["dragons"], named(claim, "whom")
    if whom != claim.seat and f"(worth {worth(dragons[whom][0])}, health {dragons[whom][1]})" not in claim.text:
        return False
    if "worth only" in claim.other:
        other = dragons[int(claim.worse.split()[1])]
        return worth(other[0]) == number(claim.other) < worth(dragons[whom][0])
    return not claim.other or (claim.worse.split()[-1][0] in "HD" and claim.better.split()[-1][0] not in "HD")


CLAIMS: dict[str, Callable[[Claim], bool]] = {
    "heart.takes": taking,
    "heart.sails": taking,
    "heart.helps_fill": short_by_one,
    "heart.wastes": lambda c: c.goes_on and not c.gained(0),
    "heart.overspends": lambda c: c.goes_on,
    "heart.spends_last": lambda c: c.goes_on,
    "heart.draws_more": lambda c: c.goes_on
    and len(c.better.partition(" >")[0].split()) > len(c.worse.partition(" >")[0].split()),
    "heart.takes_figure": lambda c: (c.goes_on and len(c.after[1]["hands"][c.seat]) == 6)
    == ("sixth card" in c.text) == ("six cards" in c.advice),
    "duel.gilds_line": two_lines,
    "duel.spends_last": lambda c: c.before["hands"][c.seat].count(c.worse[0]) == 1,
    "tricks.one_card": own_prince,
    "tricks.keeps_lead": highest_kept,
    "tricks.cashes": lambda c: not c.before["trick"] and unbeaten(c) and c.worse != c.better,
    "tricks.ducks": lambda c: c.worse[:3] == "WAR" and c.worse[-1] in "FBCDW"
    and "WAR P" not in c.before["hands"][c.seat],
    "tricks.first_trick": lambda c: (c.before["dm"] == c.seat) == ("nobody pays you" in c.text),
    "tricks.pays": charge_named,
    "tricks.makes_void": void_named,
    "tricks.void_to_throw": void_named,
    "heart.takes_kind": kinds_named,
    "heart.loses_kind": kinds_named,
    "tale.brings": lambda c: c.other == "" or c.other.count(".") == 1,
    "tale.brings_them": passed_on,
    "wars.slays_it": dragons_named,
    "wars.own_falls": dragons_named,
    "wars.over_kill": lambda c: c.better == "stop",
    "wars.lets_live": lambda c: c.better == "stop",
    "wars.over_block": lambda c: c.better == "decline",
    "wars.falls": lambda c: c.better.startswith("defend"),
    "wars.takes_damage": higher_defence,
    "wars.overspends": lambda c: c.worse.split()[:-1] == c.better.split()[:-1]
    and worth(c.better.split()[-1]) < worth(c.worse.split()[-1]),
    "wars.rich_target": lambda c: c.worse.startswith("attack") and c.better.startswith("attack"),
    "wars.keeps_press": lambda c: c.worse.startswith("attack") and some_left("")(c),
    "wars.keeps_attack": lambda c: not c.before["last_turns"] and some_left("CD")(c),
    "wars.keeps_defence": lambda c: not c.before["last_turns"] and some_left("HD")(c),
    "wars.finds_more": lambda c: total(c) < HIGH_HAND,
    "wars.finds_less": lambda c: total(c) > HIGH_HAND,
}  # fmt: skip

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "duel": [{}, {"open_hands": True}],
    "tricks": [{"level": "expert"}, {"players": 3}],
    "heart": [{}],
    "wars": [{}, {"players": 3}],
    "tale": [{}, {"players": 2, "expert": True}],
}


def claims(game: str, seeds: range, monkeypatch: pytest.MonkeyPatch) -> Iterator[Claim]:
    """The reasons for pairs of moves, met in random play."""
    monkeypatch.setattr(reasons, "MOST", len(motifs_of(game)))
    for seed in seeds:
        match, chance = Match(game, OPTIONS[game][seed % len(OPTIONS[game])], seed=seed), random.Random(seed)
        while not match.over:
            legal = match.legal()
            if len(legal) > 1 and chance.random() < 0.12:
                worse, better = chance.sample(legal, 2)
                found = Reasoning(match, worse, better, {worse: 0.0, better: LOSS}, DEALS)
                found.work()
                yield from (Claim(match, one, worse, better) for one in found.found)
            match.play(chance.choice(legal))


def assert_true(game: str, seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    """All claims about the pairs of moves of some matches hold."""
    met = set()
    for claim in claims(game, seeds, monkeypatch):
        motif, told = claim.reason.motif, (claim.reason.motif, claim.worse, claim.better, claim.said)
        met.add(motif)
        assert CLAIMS.get(motif, lambda _claim: True)(claim), told
        if claim.reason.played:
            share, other = claim.reason.shares
            told_of = motif_of(motif)
            assert told_of and (other - share) * (1 if claim.reason.good else -1) >= told_of.apart, told
            continue
        (one,) = (found for found in motifs_of(game) if f"{game}.{found.name}" == motif)
        assert one.fits(*claim.trials), told  # so that the better move does what the principle says
        if claim.reason.nothing and motif not in LEFT:
            assert not one.find(claim.trials[not claim.reason.good]), told
            assert not any(word in claim.other for word in ("fewer", " less.", "less of it")), told
    assert len(met) > len(motifs_of(game)) / 2


@pytest.mark.long
@pytest.mark.parametrize("game", OPTIONS)
def test_what_a_reason_says_is_true_of_both_moves(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_true(game, range(6), monkeypatch)


@pytest.mark.long
@pytest.mark.parametrize("game", OPTIONS)
def test_what_many_reasons_say_is_true_of_both_moves(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_true(game, range(6, 20), monkeypatch)


@pytest.mark.parametrize("own", [True, False])
def test_a_call_with_one_penalty_card_says_who_holds_it(own: bool) -> None:
    """Whoever holds the Prince cannot leave it to the others by following suit."""
    for seed in range(200):
        match = Match("tricks", {}, seed)
        hand = match.state()["hands"][match.to_act or 0]
        low = [card for card in hand if card.startswith("WAR") and card[-1] in "FBCDW"]
        if ("WAR P" in hand) == own and low and "call runesword" in match.legal():
            calls = ("call wizards", "call runesword")
            found = Reasoning(match, *calls, dict(zip(calls, (0.0, LOSS), strict=True)), 4)
            found.work()
            for one in found.found:
                if one.motif == "tricks.one_card":
                    claim = Claim(match, one, *calls)
                    assert ("You hold it yourself" in claim.text) == own
                    assert ("to the others" in claim.text) != own
                    return
    raise AssertionError(own)


def test_the_first_line_of_the_duel_is_not_called_the_weaker_of_two() -> None:
    """A line that has no card yet is no weaker line; with two begun it may be."""
    (gilds,) = (motif for motif in motifs_of("duel") if motif.name == "gilds_line")
    deal = {"hands": ["00112233", "00112233"], "first": 0}
    for moves, told in ((["2@0,0"], False), (["2@0,0", "0@0,1", "1@-1,1"], True)):
        match = Match("duel", {"open_hands": True}, deal=deal)
        for move in moves:
            match.play(move)
        found = gilds.find(Trial(Deal(match.to_act or 0, match.position()), "2@1,0"))
        assert bool(found) == told
