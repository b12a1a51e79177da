"""Reasons: what separates two moves in enough deals, what it is worth, and the command that prints it."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from native import Match
from native.games import GAMES
from native.grades import scale_of
from native.play.reasons import (
    DEALS,
    Finding,
    Motif,
    Reasoning,
    Trial,
    every_deal,
    imagined,
    motifs_of,
    played_of,
    slope,
)
from native.strings import Strings
from native.tools import commands
from native.tools.why import LANGUAGES, printed, said
from tests.motif_checks import by_rules_alone


def played(game: str, moves: int, seed: int, **options: Any) -> Match:
    match, chance = Match(game, options, seed=seed), random.Random(seed)
    while not match.over and (len(match.moves) < moves or len(match.legal()) < 2):
        match.play(chance.choice(match.legal()))
    return match


def reasoned(match: Match, motif: Motif, values: dict[str, float], monkeypatch: pytest.MonkeyPatch) -> Reasoning:
    """The search for reasons with one motif only; the worst move against the best."""
    monkeypatch.setattr("native.play.reasons.motifs_of", lambda _game: (motif,))
    by_rules_alone(monkeypatch)
    low, high = min(values, key=lambda move: values[move]), max(values, key=lambda move: values[move])
    found = Reasoning(match, low, high, values)
    assert found.work()
    return found


def when(holds: Any, **fields: Any) -> Motif:
    """A motif that holds where a test of the trial says so."""
    found = Finding(**fields)
    return Motif("made_up", False, lambda trial: found if holds(trial) else None, "")


def test_a_motif_that_separates_the_moves_is_a_reason_and_its_worth_is_what_its_moves_lose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = played("duel", 4, 1)
    moves = match.legal()
    values = dict.fromkeys(moves, 0.5) | dict.fromkeys(moves[:6], -0.5)
    (one,) = reasoned(match, when(lambda trial: trial.move in moves[:6]), values, monkeypatch).found
    assert one.shares == (1.0, 0.0)
    assert one.worth == pytest.approx(1.0)
    both = when(bool)
    assert reasoned(match, both, values, monkeypatch).found == []


def test_what_bears_no_relation_to_the_values_is_no_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("duel", 4, 1)
    moves = match.legal()
    values = {move: float(number % 2) for number, move in enumerate(moves)}
    half = moves[: len(moves) // 2]
    found = reasoned(match, when(lambda trial: trial.move in half), values, monkeypatch).found
    assert all(one.worth >= 1 / 3 for one in found)
    turned = {move: -value for move, value in values.items()}
    good = when(lambda trial: trial.move in moves[1::2])
    assert reasoned(match, good, {**values}, monkeypatch).found == []
    assert reasoned(match, good, turned, monkeypatch).found != []


def test_a_motif_that_counts_asks_for_the_level_that_separates_best(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("duel", 4, 1)
    moves = match.legal()
    values = {move: float(-number) for number, move in enumerate(moves)}
    level = Motif("counts", False, lambda trial: Finding(level=float(moves.index(trial.move))), "", counts=True)
    (one,) = reasoned(match, level, values, monkeypatch).found
    assert one.least is not None
    assert one.shares == (1.0, 0.0)


@pytest.mark.parametrize(("more", "given"), [(0, True), (1, False)])
def test_a_sole_motif_is_silent_where_it_holds_after_a_move_that_is_clearly_worse(
    more: int, given: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The motif is good; more: after how many of the bad moves it holds too, the one made left out."""
    match = played("duel", 4, 1)
    moves = match.legal()
    values = dict.fromkeys(moves, -0.5) | dict.fromkeys(moves[:6], 0.5)
    holding = {*moves[:6], *moves[7 : 7 + more]}
    motif = when(lambda trial: trial.move in holding)._replace(good=True)
    assert reasoned(match, motif, values, monkeypatch).found != []
    assert (reasoned(match, motif._replace(sole=True), values, monkeypatch).found != []) == given


@pytest.mark.parametrize(("level", "given"), [(4.0, False), (6.0, True)])
def test_levels_that_differ_by_less_than_a_step_are_no_reason(
    level: float, given: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = played("duel", 4, 1)
    moves = match.legal()
    values = dict.fromkeys(moves, 0.5) | dict.fromkeys(moves[:6], -0.5)
    levels = dict.fromkeys(moves, 10.0) | dict.fromkeys(moves[:6], 10.0 + level)
    motif = Motif("counts", False, lambda trial: Finding(level=levels[trial.move]), "", counts=True, step=5.0)
    assert (reasoned(match, motif, values, monkeypatch).found != []) == given


@pytest.mark.parametrize("given", [True, False])
def test_a_motif_is_about_the_moves_that_it_says_it_is_about(given: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("duel", 4, 1)
    moves = match.legal()
    values = dict.fromkeys(moves, 0.5) | dict.fromkeys(moves[:6], -0.5)
    motif = when(lambda trial: trial.move in moves[:6])._replace(about=lambda move: (move in moves[:6]) == given)
    assert (reasoned(match, motif, values, monkeypatch).found != []) == given


def test_what_holds_in_too_few_deals_is_no_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("tricks", 3, 2)
    moves = match.legal()
    values = dict(zip(moves, (-1.0, *[0.0] * (len(moves) - 1)), strict=True))
    met: list[Trial] = []

    def rarely(trial: Trial) -> bool:
        met.append(trial)
        return trial.move == moves[0] and len(met) % 5 == 0

    assert reasoned(match, when(rarely), values, monkeypatch).found == []


@pytest.mark.long
def test_all_deals_are_tried_where_they_can_be_counted_and_one_where_nothing_is_hidden() -> None:
    match = played("duel", 9, 3)
    of = match.advise("even").of
    assert of
    assert of <= DEALS
    deals = every_deal(match, match.to_act or 0, of)
    assert len({str(deal.position.state()) for deal in deals}) == len(deals) == of
    opened = Match("duel", {"open_hands": True}, seed=3)
    assert len(list(imagined(opened, opened.to_act or 0, DEALS))) == 1
    assert len(list(imagined(played("tricks", 4, 3), 0, DEALS))) == DEALS


def test_the_slope_is_that_of_least_squares() -> None:
    assert slope([(0.0, 1.0), (1.0, 3.0)]) == 2.0
    assert slope([(0.5, 1.0), (0.5, 3.0)]) == 0.0
    assert slope([(0.0, 0.0), (0.0, 2.0), (1.0, 0.0), (1.0, 2.0)]) == 0.0


@pytest.mark.long
def test_a_search_in_small_steps_finds_the_same() -> None:
    match = played("duel", 5, 4)
    values = {move: float(number) for number, move in enumerate(match.legal())}
    pair = match.legal()[0], match.legal()[-1]
    whole, steps = (Reasoning(match, *pair, values, deals=8) for _ in range(2))
    whole.work()
    count = 0
    while not steps.work(0.0005):
        count += 1
    assert count
    assert [one[:5] for one in whole.found] == [one[:5] for one in steps.found]


@pytest.mark.parametrize("game", GAMES)
def test_every_motif_has_a_name_a_sentence_and_a_principle(game: str) -> None:
    names = [motif.name for motif in motifs_of(game)]
    assert len(set(names)) == len(names)
    for motif in motifs_of(game):
        assert motif.statement.endswith(".")
        for language in ("en", "de"):
            own = Strings(language)
            for part in ("name", "text", "principle"):
                assert f"motif.{game}.{motif.name}.{part}" in own


def why(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert commands.main(["why", *words]) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert commands.main(["why", *words]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    return printed.err


def test_the_command_compares_the_next_move_with_the_best(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = played("duel", 14, 6, open_hands=True)
    path = tmp_path / "record.json"
    path.write_text(json.dumps(match.record()))
    found = why(capsys, str(path), "--upto", "13")
    assert found["move"] == match.moves[13]
    assert found["loss"]["unit"] == "win"
    assert found["line"]["move"][0] == found["move"]
    assert found["line"]["better"][0] == found["better"]
    assert found["deals"] == found["of"] == 1
    again = why(capsys, str(path), "--upto", "13", "--move", found["move"], "--better", found["better"])
    assert again == found
    assert "no move 99" in refused(capsys, str(path), "--upto", "99")
    assert "next move" in refused(capsys, str(path))
    assert "9@9,9" in refused(capsys, str(path), "--upto", "13", "--move", "9@9,9")
    assert "--motifs" in refused(capsys)
    known = {f"{game}.{m.name}" for game in GAMES for m in (*played_of(game), *motifs_of(game))}
    assert why(capsys, "--motifs").keys() == known


@pytest.mark.long
def test_the_review_carries_the_reasons_of_its_mistakes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "record.json"
    match = played("duel", 16, 2, open_hands=True)
    path.write_text(json.dumps(match.record()))
    assert commands.main(["review", str(path)]) == 0
    moves = json.loads(capsys.readouterr().out)["moves"]
    serious = [move for move in moves if move["grade"] in ("mistake", "blunder")]
    assert serious
    assert all(move["reasons"] == [] for move in moves if move not in serious)
    for move in serious:  # beside one of the best moves, whichever it shows
        told = [why(capsys, str(path), "--upto", str(move["index"]), "--better", best) for best in move["best"]]
        motifs = [[one["motif"] for one in found["reasons"]] for found in told]
        assert [one["motif"] for one in move["reasons"]] in motifs


def test_two_moves_that_are_worth_the_same_are_called_equally_good(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match("duel", seed=5)
    path = tmp_path / "match.json"
    path.write_text(json.dumps(match.record()))
    best = match.advise("dragon").shown
    said = why(capsys, str(path), "--move", best, "--better", best, "--deals", "2")["said"]
    assert said == {language: Strings(language)("reasons.equal") for language in ("en", "de")}

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "duel": [{}, {"open_hands": True}],
    "tricks": [{}, {"players": 3}, {"level": "advanced"}, {"level": "expert"}],
    "heart": [{}],
    "wars": [{}, {"players": 3}, {"players": 4}],
    "tale": [{}, {"players": 2}, {"players": 5, "expert": True}, {"players": 4, "teams": True}],
}


@pytest.mark.parametrize("game", GAMES)
def test_whatever_moves_are_compared_something_is_told_and_printed_of_every_reason(game: str) -> None:
    loss = 2 * scale_of(game).blunder
    for seed in range(24):
        chance = random.Random(seed)
        match = Match(game, OPTIONS[game][seed % len(OPTIONS[game])], seed=seed)
        plies = chance.randrange(14 if game == "duel" else 80)
        while not match.over and (len(match.moves) < plies or len(match.legal()) < 2):
            match.play(chance.choice(match.legal()))
        if match.over:
            continue
        worse, better = chance.sample(match.legal(), 2)
        reasoning = Reasoning(match, worse, better, {worse: 0.0, better: loss}, 6)
        reasoning.work()
        assert all(said(reasoning, loss, language) for language in LANGUAGES)
        for reason in reasoning.found:
            assert all(printed(match, reason, worse, better)["text"].values())
