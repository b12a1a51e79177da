"""What a mistake costs when the match goes on is what anybody counts who plays on in the same deals."""

from __future__ import annotations

import gc
import random
import re
from collections.abc import Callable
from math import inf
from types import SimpleNamespace
from typing import Any, cast

import pytest

from native import Match, Position
from native.play.outcome import PLAYERS, SPREAD, Ending, Outcome
from native.play.reasons import Reasoning, imagined
from native.play.review import Grader
from native.play.words import Telling, going_on
from native.tools.why import telling

Count = Callable[[Position, Position, int, dict[str, Any]], float]


def middle(game: str, plies: int, seed: int, **options: Any) -> Match:
    match = Match(game, options, seed=seed)
    while not match.over and (len(match.moves) < plies or len(match.legal()) < 2):
        match.play(match.advise(PLAYERS, rng=len(match.moves)).move)
    return match


def lines_at_end(_before: Position, end: Position, seat: int, values: dict[str, Any]) -> float:
    (score,) = (row.value for row in end.breakdown(values["who"]) if row.count == values["line"])
    return 100 - score if values["who"] == seat else score


def points_gained(before: Position, end: Position, _seat: int, values: dict[str, Any]) -> float:
    kind = values.get("kind") or values.get("card")
    sums = [
        sum(row.value for row in at.breakdown(values["who"]) if kind in (row.label, row.card)) for at in (before, end)
    ]
    return sums[1] - sums[0]


# Each with how far it is played on, in moves, and how the level is counted.
GAMES: dict[str, tuple[int, dict[str, Any], int, Count]] = {
    "duel": (8, {}, 16, lines_at_end),
    "heart": (20, {}, 8, points_gained),
    "tale": (40, {"players": 2}, 400, points_gained),
}


@pytest.fixture
def first(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the rest of the match brings comes first, even where the rules alone say enough."""
    monkeypatch.setattr(Outcome, "enough", inf)


@pytest.mark.usefixtures("first")
@pytest.mark.long("tale", "duel")
@pytest.mark.parametrize("game", GAMES)
def test_the_shares_are_those_that_another_count_finds(game: str) -> None:
    plies, options, most, level = GAMES[game]
    told = 0
    for seed in range(8):
        match = middle(game, plies, seed, **options)
        seat = match.to_act or 0
        worse, better = random.Random(seed).sample(match.legal(), 2)
        reasoning = Reasoning(match, worse, better, {worse: 0.0, better: 1.0}, 16)
        reasoning.work()
        for reason in (one for one in reasoning.found if one.played):
            told += 1
            deals = [deal.position for deal in imagined(match, seat, 16)]
            shares = []
            for move in (worse, better):
                found = []
                for number, deal in enumerate(deals):
                    at, made = deal.position(), 1
                    at.play(move)
                    while not at.over and made < most:
                        at.play(at.advise(PLAYERS, rng=SPREAD * number + made).move)
                        made += 1
                    found.append(level(deal, at, seat, dict(reason.finding.values)))
                shares.append(sum(one >= (reason.least or 0) for one in found) / len(found))
            assert reason.shares == pytest.approx(shares), (seed, reason)
    assert told >= 2


LOSSES = {"tricks": 3000.0}  # where a part is told only if it is of the size of the loss
COMPARED = {"en": r"instead of|, after |; after |keep it and", "de": r"statt |, nach |; nach |behältst du diese"}


@pytest.mark.usefixtures("first")
@pytest.mark.long("tale", "tricks", "duel")
@pytest.mark.parametrize("game", ["duel", "heart", "wars", "tale", "tricks"])
def test_what_it_costs_comes_first_and_names_a_part(game: str) -> None:
    """In the middle of matches, between the best move and the worst, in both languages, and never without a name."""
    told, brought = set(), 0
    for seed in range(14):
        match = middle(game, (4 if game == "tricks" else 3) + seed % 8, seed)
        pair = random.Random(seed).sample(match.legal(), 2)
        worse, better = pair
        reasoning = Reasoning(match, worse, better, {worse: 0.0, better: LOSSES.get(game, 1.0)}, 12)
        reasoning.work()
        for number, reason in enumerate(reasoning.found):
            if reason.played:
                assert number == 0 or all(one.played for one in reasoning.found)
                told.add(reason.motif)
                for language in ("en", "de"):
                    words = telling(match, language).reason(reason, *pair)
                    assert "{" not in "".join(words)
                    assert "motif." not in "".join(words)
                    assert ".how." not in "".join(words)
                    compared = re.search(COMPARED[language], words[0])
                    assert compared or (game == "duel" and words[0]), words
                    brought += bool(words[1])
    assert told
    assert brought or game == "tricks"


def test_a_sentence_goes_on_where_the_move_ends_that_both_begin_with() -> None:
    """A move's name may hold a comma; what is cut is the whole of it or nothing."""
    move = "Egg on your fourth column, first row"
    first = f"After {move}, their first row ends at 3."
    assert going_on(first, f"After {move}, you lose.", move) == "You lose."
    assert going_on(first, f"After {move} you lose, in the end.", move) == f"After {move} you lose, in the end."
    assert going_on("Keep Castle: it counts.", "Keep Castle: that helps.", "keep Castle") == "That helps."


def test_the_review_counts_costs_by_the_reason_that_is_told_first() -> None:
    match = Match("wars", {"players": 2}, seed=7001005)
    pair = "attack 0 DK", "attack 0 C6"
    reasoning = Reasoning(match, *pair, dict(zip(pair, (0.0, 2.6), strict=True)))
    reasoning.work()
    assert reasoning.reason != reasoning.by_rules
    walk = SimpleNamespace(grades=[SimpleNamespace(seat=0)], reasonings={0: reasoning})
    assert [one for _, one in Grader.reasons(cast("Grader", walk), [0])] == [reasoning.reason]
    say = telling(match, "en")
    (first, *_) = Telling.told(say, reasoning)
    assert first[0] == say.reason(reasoning.found[0], *pair)[0]


def test_the_part_that_makes_the_difference_is_found() -> None:
    """An Emerald beside two others in a row of the other player: that row is what it costs."""
    match = Match("duel", seed=7001012)
    for move in ("1@0,0", "1@1,0", "1@1,-1", "0@2,-1", "1@1,-2", "0@0,-1"):
        match.play(move)
    outcome = Outcome("duel", match.to_act or 0, "1@0,1", "2@-1,-1")
    for one in imagined(match, match.to_act or 0, 24):
        outcome.add(one)
    first, second = outcome.shares()[:2]
    assert first.part == (1 - (match.to_act or 0), -1)
    assert first.worth > 4 * second.worth


@pytest.mark.parametrize(
    ("seed", "moves", "pair", "told"),
    [
    (880004, "0@0,0 3@0,1 3@0,2 3@1,2 3@0,3 1@1,0 1@1,3 1@-1,0 0@-1,1 0@-2,0 2@1,1",
     ("0@-2,1", "2@-2,1"),
     ("your second row: Sapphire closes it at 23", "Egg closes it at 5")),
    (904028, "3@0,0 3@1,0 3@0,-1 3@-1,0 0@0,1 1@-1,1 1@-1,-1 1@-2,1 1@-1,-2 0@-2,-1 2@0,-2 2@-2,-2 0@1,-1",
     ("2@1,-2", "0@-2,0"),
     ("Aurelgar’s first column: Egg closes it at 3; all your lines end higher", "from 21 to 101, but a weaker line")),
    (904030, "3@0,0 0@0,1 3@0,-1 0@-1,0 3@0,-2 1@1,-2",
     ("1@1,0", "0@-1,-2"),
     ("Egg makes 2 Eggs there, and a third Egg from your hand 100", "but your first column stays at 0")),
    (910013, "0@0,0 0@0,-1 0@0,-2 3@-1,-1 3@-1,0 3@-2,0 1@-1,1",
     ("3@-3,0", "0@1,-2"),
     ("second row (Ruby, Egg): keep your last Ruby for it, to make 30", "from 30 to 100, but a weaker line decides")),
    (908029, "1@0,0 1@1,0 1@0,1 1@2,0 1@0,2",
     ("2@2,-1", "0@1,-1"),
     ("Egg prepares three alike in your new top row", "a second Sapphire there makes 21")),
    ],
)  # fmt: skip
def test_the_duel_says_what_both_moves_make_of_a_line(
    seed: int, moves: str, pair: tuple[str, str], told: tuple[str, str]
) -> None:
    """A line that both moves fill, before one that may grow; one that is closed, beside the line that it loses to;
    a last card to be kept; three alike to come; and what a card brings the other player. No sentence is long."""
    match = Match("duel", seed=seed)
    for move in moves.split():
        match.play(move)
    reasoning = Reasoning(match, *pair, dict(zip(pair, (0.0, 0.5), strict=True)))
    reasoning.work()
    for language in ("en", "de"):
        said = [words for words, _ in telling(match, language).told(reasoning)]
        assert all(len(words.split()) <= 22 for words in said), said
        if language == "en":
            assert all(part in words for part, words in zip(told, said, strict=False)), said


def test_a_dragon_left_without_defence_is_what_an_attack_costs() -> None:
    match = Match("wars", {"players": 2}, seed=7001005)
    reasoning = Reasoning(match, "attack 0 DK", "attack 0 C6", {"attack 0 DK": 0.0, "attack 0 C6": 2.6})
    reasoning.work()
    assert reasoning.found[0].motif == "wars.own_falls"
    worse, better = reasoning.found[0].shares
    assert worse > better + 0.25
    assert reasoning.by_rules


def test_a_statement_about_what_makes_no_difference_is_no_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    match = middle("duel", 8, 3)
    worse, better = match.legal()[0], match.legal()[-1]
    monkeypatch.setattr(Outcome, "concerns", lambda *_: False)
    reasoning = Reasoning(match, worse, better, {worse: 0.0, better: 1.0}, 8)
    reasoning.work()
    assert all(one.played for one in reasoning.found)


def test_of_the_deals_that_were_played_on_nothing_stays_once_the_reasons_are_found() -> None:
    def endings() -> int:
        gc.collect()
        return sum(isinstance(one, Ending) for one in gc.get_objects())

    match = middle("heart", 20, 0)
    legal = match.legal()
    before = endings()
    reasoning = Reasoning(match, legal[0], legal[-1], {legal[0]: 0.0, legal[-1]: 1.5}, 6)
    while not endings() > before:
        reasoning.work(0.001)
    reasoning.work()
    assert endings() == before
