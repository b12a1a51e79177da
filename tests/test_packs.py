"""The puzzles that ship: as many as promised, no two alike, and right: each solved again by another way.

A sample every run, another one for every tree; all with
python3 build.py test --every-puzzle tests/test_packs.py.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
from scipy.stats import spearmanr

from native import GAMES, Match, assets_dir
from native.play.mining import (
    MOST_RIGHT,
    SAME,
    SOLVERS,
    Kind,
    followed,
    kinds_of,
    motif_of,
    packed,
    plainly,
    rating,
    values_of,
)
from native.play.reasons import motifs_of
from native.tale.puzzles import best_turned
from tests.campaign.fuzz import seed_of_the_tree
from tests.duel_ending import surely_winning
from tests.reference.wars import TooLarge, battle_values, seeded

FOLDER = assets_dir() / "puzzles"
LEAST = {"duel": 500, "tricks": 600, "heart": 280, "wars": 230, "tale": 180}
MOST_BYTES = 1_900_000
AGREEMENT = 0.6
ASKED_ANEW = 150  # puzzles; of 60 one sample in 300 fell below that by chance
EASY, FEWEST_EASY = 800, 12  # of a game
START, FEWEST = 1000, 5  # of a theme
SELDOM_EASY = ("tale.pass",)  # picks are seldom proven
SAMPLE = 10
NONE_LEFT = ("tale.last_of_three",)  # all that were mined could be read off the cards
Values = dict[str, float]
every_pack = pytest.mark.parametrize("game", LEAST)


@cache
def pack(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((FOLDER / f"{game}.json").read_text("utf-8"))["puzzles"]
    return found


def kind_of(game: str, puzzle: dict[str, Any]) -> Kind:
    return next(kind for kind in kinds_of(game) if kind.task == puzzle["task"])


def sample(game: str, everything: bool) -> list[dict[str, Any]]:
    chosen = random.Random(seed_of_the_tree()).sample(pack(game), SAMPLE)
    return pack(game) if everything else chosen


@every_pack
def test_there_are_as_many_as_promised_of_every_kind_and_difficulty(game: str) -> None:
    assert len(pack(game)) >= LEAST[game]
    kinds = Counter(puzzle["task"] for puzzle in pack(game))
    assert set(kinds) == {kind.task for kind in kinds_of(game)} - {*NONE_LEFT}
    ratings = sorted(puzzle["rating"] for puzzle in pack(game))
    assert ratings[-len(ratings) // 20] - ratings[len(ratings) // 20] >= 400


@every_pack
def test_a_rating_follows_from_how_often_the_levels_find_it_and_agrees_with_that(game: str) -> None:
    """Spearman's rank correlation of the rating with the share of all four levels that miss the puzzle."""
    for puzzle in pack(game):
        assert puzzle["rating"] == rating(puzzle["found"], puzzle["depth"])
    missed = [1 - sum(puzzle["found"]) / len(SOLVERS) for puzzle in pack(game)]
    assert spearmanr([puzzle["rating"] for puzzle in pack(game)], missed).statistic >= AGREEMENT


def share_missed(puzzle: dict[str, Any], level: str) -> float:
    """How often a level misses a puzzle: by its policy if it states that, else in twelve tries."""
    match, tries = Match.load(puzzle["record"]), 12
    found = 0.0
    for rng in range(tries):
        advice = match.advise(level, 2**40 + rng)
        if advice.policy == "whole":
            return 1 - sum(move.weight for move in advice.moves if move.move in puzzle["solution"])
        found += advice.move in puzzle["solution"]
    return 1 - found / tries


@every_pack
@pytest.mark.long
def test_levels_asked_anew_agree_with_the_rating(game: str) -> None:
    """With other random numbers than those from which the rating was made."""
    chosen = random.Random(seed_of_the_tree()).sample(pack(game), ASKED_ANEW)
    missed = [sum(share_missed(puzzle, level) for level in SOLVERS) for puzzle in chosen]
    assert spearmanr([puzzle["rating"] for puzzle in chosen], missed).statistic >= AGREEMENT


@every_pack
def test_each_theme_begins_with_easy_puzzles(game: str) -> None:
    easy = Counter(puzzle["task"] for puzzle in pack(game) if puzzle["rating"] <= START)
    assert all(easy[kind.task] >= FEWEST for kind in kinds_of(game) if kind.task not in (*SELDOM_EASY, *NONE_LEFT))
    assert sum(puzzle["rating"] <= EASY for puzzle in pack(game)) >= FEWEST_EASY


def test_they_are_small_together() -> None:
    assert set(LEAST) == set(GAMES) == {path.stem for path in FOLDER.glob("*.json")}
    assert sum(path.stat().st_size for path in FOLDER.glob("*.json")) <= MOST_BYTES


@every_pack
@pytest.mark.long
def test_no_two_are_of_one_position_and_few_moves_are_right(game: str) -> None:
    looks = set()
    for puzzle in pack(game):
        match, kind = Match.load(puzzle["record"]), kind_of(game, puzzle)
        legal = match.legal()
        looks.add(kind.key(match))
        assert (match.to_act, kind.open) == (puzzle["seat"], puzzle["open"])
        assert set(puzzle["solution"]) <= set(legal)
        assert 0 < len(puzzle["solution"]) * MOST_RIGHT <= len(legal)
        assert abs(puzzle["value"] - puzzle["next"]) >= kind.least - 1e-4
    assert len(looks) == len(pack(game))


@pytest.mark.long("tale", "duel", "heart")
@every_pack
def test_the_theme_is_the_motif_of_the_reason(game: str, pytestconfig: pytest.Config) -> None:
    motifs = {f"{game}.{motif.name}" for motif in motifs_of(game)}
    assert {puzzle["motif"] for puzzle in pack(game)} <= motifs
    for puzzle in sample(game, bool(pytestconfig.getoption("--every-puzzle"))):
        match, kind = Match.load(puzzle["record"]), kind_of(game, puzzle)
        found = values_of(match, kind)
        assert found and puzzle["motif"] == motif_of(match, found, kind.open)


@pytest.mark.long("duel", "tricks", "heart", "tale")
@every_pack
def test_each_right_move_follows_the_principle_of_the_theme_and_no_answer_stands_on_the_cards(game: str) -> None:
    for puzzle in pack(game):
        match, right = Match.load(puzzle["record"]), puzzle["solution"]
        assert followed(puzzle["motif"], match, right, puzzle["open"]), puzzle
        assert not plainly(kind_of(game, puzzle), match, right), puzzle


def test_a_pack_leaves_out_what_has_no_theme_breaks_its_principle_or_can_be_read_off_the_cards() -> None:
    """One puzzle of Fairy Tale in three forms: without a theme, with a theme that its solution does not follow, and
    with the solution that the figures on the cards show."""
    good = next(one for one in pack("tale") if one["task"] == "tale.last" and best_turned(Match.load(one["record"])))
    shown = best_turned(Match.load(good["record"]))
    assert packed(["tale"], [good], 9) == [good]
    assert packed(["tale"], [good | {"motif": ""}], 9) == []
    assert packed(["tale"], [good | {"solution": shown}], 9) == []
    match = Match.load(good["record"])
    broken = next(
        f"tale.{motif.name}" for motif in motifs_of("tale")
        if not followed(f"tale.{motif.name}", match, good["solution"], good["open"])
    )  # fmt: skip
    assert packed(["tale"], [good | {"motif": broken}], 9) == []


# ---- other ways ----


def by_lines(match: Match, _: Kind) -> Values:
    """The duel by the full comparison of its lines, whose sign is the result."""
    values = {move.move: move.value for move in match.solve("lines").moves}
    return {move: float((value > 0) - (value < 0)) for move, value in values.items()}


def by_every_plan(match: Match, _: Kind) -> Values:
    """The duel with hidden hands: 1 where one plan that sees no hidden card wins against every hand."""
    sure = surely_winning(match)
    return {move: float(move in sure) for move in match.legal()}


def by_plain_search(match: Match, kind: Kind) -> Values:
    """A hand of tricks without merging alike cards and without an order of moves."""
    objective = "power" if kind.task in ("tricks.make", "tricks.stop") else "coalition"
    return {move.move: float(move.value) for move in match.solve(f"{objective} unmerged unordered").moves}


def by_what_follows(match: Match, kind: Kind) -> Values:
    """What the position after each move is worth, solved by itself; a move after which a card is lost is left out."""
    values = {}
    for move in match.legal():
        after = match.copy()
        events = after.play(move)
        if any(event.what == "loses_card" for event in events):
            continue
        seat = match.to_act or 0
        if after.over:
            lead = after.scores[seat] - after.scores[1 - seat]
            won = (seat in after.winners) - ((1 - seat) in after.winners)
            values[move] = float(won) if kind.objective == "outcome" else lead
        else:
            best = after.solve(kind.objective)
            value = max(float(m.value) for m in best.moves if m.best)
            values[move] = value if after.to_act == seat else -value
    return values


def by_reference(match: Match, kind: Kind) -> Values:
    """A battle by the slow reference; nothing where that is too slow."""
    game = seeded(match.seats_count, match.seed)
    for move in match.moves:
        game.play(move)
    sign = 1 if kind.task == "wars.press" else -1  # what the dragon loses, to its attacker or its owner
    try:
        return {move: sign * value for move, value in battle_values(game, 30_000).items()}
    except TooLarge:
        return {}


def by_another_table(match: Match, _: Kind) -> Values:
    """Hidden cards of Fairy Tale weighed again, with other random numbers and a small table."""
    return {move.move: float(move.value) for move in match.advise("dragon", rng=77, mb=8).moves}


def by_longer_learning(match: Match, _: Kind) -> Values:
    """Picks of Fairy Tale with three times as many rounds of learning, and room for a tree three times as large."""
    return {move.move: float(move.value) for move in match.advise("dragon", rng=77, permille=3000).moves}


WAYS = {
    "duel": by_lines, "tricks": by_plain_search, "heart": by_what_follows, "wars": by_reference,
    "tale": by_another_table, "duel.sure": by_every_plan,
    "tale.pass": by_longer_learning,
}  # fmt: skip


@pytest.mark.long
def test_each_move_of_a_sure_win_is_sure_and_no_other(pytestconfig: pytest.Config) -> None:
    """By the slow search over all that the seat sees; a sample every run."""
    sure = [puzzle for puzzle in pack("duel") if puzzle["task"] == "duel.sure"]
    chosen = sure if pytestconfig.getoption("--every-puzzle") else random.Random(seed_of_the_tree()).sample(sure, 6)
    for puzzle in chosen:
        assert surely_winning(Match.load(puzzle["record"])) == set(puzzle["solution"]), puzzle


@every_pack
@pytest.mark.long("wars", "heart")
def test_the_solution_is_found_by_another_way(game: str, pytestconfig: pytest.Config) -> None:
    everything = bool(pytestconfig.getoption("--every-puzzle"))
    solved = 0
    for puzzle in sample(game, everything):
        match, kind = Match.load(puzzle["record"]), kind_of(game, puzzle)
        values = WAYS.get(puzzle["task"], WAYS[game])(match, kind)
        right = {move: value for move, value in values.items() if move in puzzle["solution"]}
        wrong = {move: value for move, value in values.items() if move not in puzzle["solution"]}
        solved += bool(right)
        least = puzzle["value"] > puzzle["next"]  # to the seat that solves more is better
        for value in right.values():
            assert all((value > other) == least and abs(value - other) > SAME for other in wrong.values()), puzzle
    assert solved > 1
