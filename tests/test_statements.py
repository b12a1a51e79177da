"""What reasons say of two moves is true of the position at hand, and the better move does what is advised.

Pairs of moves from random play, every motif that separates them; what is claimed is counted from states alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import pytest

from native import Match
from native.play import reasons
from native.play.reasons import Deal, Reason, Reasoning, Trial, motifs_of
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
    "tricks.first_trick": lambda c: (c.before["dm"] == c.seat) == ("nobody pays you" in c.text),
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
        if claim.reason.nothing and motif not in LEFT and not claim.reason.played:
            (one,) = (found for found in motifs_of(game) if f"{game}.{found.name}" == motif)
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
