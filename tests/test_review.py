"""What the moves of a match were worth: losses against the engine's own values, words by the table, the command."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from typing import Any

import pytest

from native import GAMES, Match
from native.files import game_tables, read_toml
from native.grades import RANDOM, SAME, Choice, GradeScale, accuracy, scale_of
from native.play.judge import Worth
from native.play.review import Grade, judged, left_ms, plies_of, report
from native.tools import commands
from native.values import Advice, MoveValue

WORDS = ("forced", "best", "good", "slip", "mistake", "blunder", None)
KEYS = ["index", "seat", "move", "best", "loss", "proof", "open_best", "open_loss", "grade", "line"]
SEAT_KEYS = ["moves", "forced", "loss", "accuracy", "slips", "mistakes", "blunders"]


def played(game: str, seed: int, **options: Any) -> Match:
    """A random match to its end."""
    match, rng = Match(game, options, seed), random.Random(seed)
    while not match.over:
        match.play(rng.choice(match.legal()))
    return match


def printed(capsys: pytest.CaptureFixture[str], path: Path, *words: str) -> dict[str, Any]:
    assert commands.main(["review", str(path), *words]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(played("duel", 4, first=0, open_hands=True).record()))
    return path


# ---- the scale ----


def test_every_game_has_its_scale_in_ascending_order() -> None:
    assert set(game_tables("grades.toml")) == set(GAMES)
    for game in GAMES:
        scale = scale_of(game)
        assert 0 < scale.slip < scale.mistake < scale.blunder
    assert scale_of("no such game") == GradeScale(**(read_toml("grades.toml") or {}))


def test_a_loss_has_its_word() -> None:
    scale = GradeScale(1, 3, 6, 0, math.inf, 0.3)
    words = {
        0: "best", SAME: "best", 0.15: "best", 0.16: "good", 0.5: "good", 1: "slip", 2.9: "slip", 3: "mistake",
        6: "blunder", 99: "blunder",
    }  # fmt: skip
    assert {loss: scale.word(loss) for loss in words} == words


def test_accuracy_tells_what_share_of_the_stake_was_lost() -> None:
    assert accuracy([]) is None
    assert accuracy([Choice(0, 2), Choice(0, 1)]) == 100
    assert accuracy([Choice(1, 1), Choice(2, 2)]) == 100 * RANDOM
    assert accuracy([Choice(0, 2), Choice(2, 2)]) == pytest.approx(100 * RANDOM**0.5, abs=0.05)
    assert accuracy([Choice(9, 1)]) == pytest.approx(0, abs=0.05)
    assert accuracy([Choice(-1, 1)]) == 100  # better than the adviser's mean choice


def test_a_choice_between_equal_moves_does_not_count() -> None:
    chosen = [Choice(1, 2), Choice(0, 1)]
    assert accuracy([*chosen, Choice(0, 0), Choice(0, 0)]) == accuracy(chosen)
    assert accuracy([Choice(0, 0)]) == 100


def test_the_moves_that_the_adviser_mixes_are_the_standard_and_random_play_scores_little() -> None:
    moves = (MoveValue("a", 1.0, True, 0.5), MoveValue("b", 0.5, False, 0.5), MoveValue("c", 0.0, False, 0.0))
    advice = Advice("done", "a", "equilibrium", 1, None, None, moves, 0, 0)
    choices = {move: Grade(0, move, Worth(advice)).choice() for move in "abc"}
    assert choices == {"a": (-0.25, 0.25), "b": (0.25, 0.25), "c": (0.75, 0.25)}
    mixed = [choice for move in "ab" if (choice := choices[move])]
    random = [choice for choice in choices.values() if choice]
    assert (accuracy(mixed), accuracy(random)) == (100, 100 * RANDOM)


# ---- moves ----


def test_the_last_moves_of_a_duel_lose_what_the_engine_says() -> None:
    match = played("duel", 11, open_hands=True, first=0)
    for ply in range(10, 16):
        grade = judged(match, ply)
        walker = match.copy()
        walker.goto(ply)
        values = {move.move: move.value for move in walker.solve().moves}
        if len(values) == 1:
            assert (grade.forced, grade.word("duel")) == (True, "forced")
            continue
        wanted = max(values.values()) - values[match.moves[ply]]
        assert grade.open_loss() == wanted
        assert grade.fair_loss() == pytest.approx(wanted)
        assert grade.opened is not None
        assert grade.best(grade.opened.moves) == [m for m, v in values.items() if v == max(values.values())]


def test_a_loss_of_tricks_is_seen_by_the_mover_whoever_gains() -> None:
    """Values of the coalition are the DM's; those against the DM lose when they rise."""
    for seed in range(3):
        match = played("tricks", seed)
        for ply in range(12, 30, 3):
            grade = judged(match, ply)
            if grade.forced or grade.opened is None:
                continue
            own = {move.move: float(move.value) for move in grade.opened.moves}
            best = [own[move.move] for move in grade.opened.moves if move.best]
            assert best
            worst = max(own.values(), key=lambda value: abs(value - best[0]))
            assert best[0] in (min(own.values()), max(own.values()))
            assert grade.open_loss() == abs(best[0] - own[grade.move]) <= abs(best[0] - worst)


@pytest.mark.long
def test_a_report_counts_what_its_moves_say() -> None:
    match = played("duel", 4, first=0)
    grades = {ply: judged(match, ply) for ply in range(10, 16)}
    found = json.loads(json.dumps(report(match, grades)))
    assert [move["index"] for move in found["moves"]] == list(range(10, 16))
    for move in found["moves"]:
        assert list(move) == KEYS
        assert move["move"] == match.moves[move["index"]]
        assert move["grade"] in WORDS
        assert move["loss"] is None or move["loss"] >= 0
        assert (move["grade"] == "best") == (move["loss"] == 0 and move["grade"] != "forced")
        assert move["grade"] not in ("best", "forced") or move["move"] in move["best"]
        walker = match.copy()
        walker.goto(move["index"])
        assert {*move["best"], *(move["open_best"] or ())} <= set(walker.legal())
    for seat, told in enumerate(found["seats"]):
        mine = [move for move in found["moves"] if move["seat"] == seat]
        assert list(told) == SEAT_KEYS
        assert (told["moves"], told["forced"]) == (len(mine), sum(m["grade"] == "forced" for m in mine))
        for word in ("slip", "mistake", "blunder"):
            assert told[f"{word}s"] == sum(move["grade"] == word for move in mine)
        losses = [move["loss"] for move in mine if move["grade"] != "forced"]
        assert told["loss"] == pytest.approx(sum(losses) / len(losses), abs=1e-5)
        assert 0 <= told["accuracy"] <= 100


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.long("duel", "heart")
def test_the_last_moves_of_every_game_are_judged(game: str) -> None:
    match = played(game, 2)
    plies = plies_of(match, None)[-3:]
    found = report(match, {ply: judged(match, ply) for ply in plies})
    assert all(move["grade"] is not None for move in found["moves"])
    assert len(found["seats"]) == match.seats_count


def test_the_moves_of_a_seat_are_those_that_it_made() -> None:
    match = played("tale", 3)
    by_seat = [plies_of(match, seat) for seat in range(match.seats_count)]
    assert sorted(ply for plies in by_seat for ply in plies) == plies_of(match, None) == list(range(len(match.moves)))
    match.goto(0)
    for ply, move in enumerate(played("tale", 3).moves):
        assert match.to_act is not None
        assert ply in by_seat[match.to_act]
        match.play(move)


# ---- the command ----


@pytest.mark.long
def test_the_command_repeats_itself_whatever_the_jobs(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = printed(capsys, file, "--seat", "1")
    assert one == printed(capsys, file, "--seat", "1", "--jobs", "3")
    assert {move["seat"] for move in one["moves"]} == {1}
    assert (one["over"], one["moves_played"], len(one["moves"])) == (True, 16, 8)
    assert one["seats"][0] == dict.fromkeys(SEAT_KEYS, 0) | {"loss": None, "accuracy": None}


def test_what_there_was_no_time_for_is_not_judged(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(capsys, file, "--time", "0.000001")
    kept = [move for move in found["moves"] if move["loss"] is None]
    assert kept
    for move in kept:
        assert (move["grade"], move["proof"], move["best"]) == (None, None, [])
    assert found["moves"][-1]["grade"] == "forced"
    assert left_ms(0) == 0
    assert left_ms(1e-9) == 1


def test_a_seat_that_is_none_is_named(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.main(["review", str(file), "--seat", "3"]) == 1
    assert "no seat 3" in capsys.readouterr().err
