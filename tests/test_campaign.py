"""A little of the campaigns against faults in every run, what they found before, and what is planted for them."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from native import Advice, Match
from native.play.match_words import MatchWords
from tests.campaign import fuzz, fuzz_leaks, sanitized
from tests.campaign.fuzz import FOUND
from tests.campaign.planted import ROOT, faults

# How many cases of each part a run of the suite tries: a minute in all with the matches of test_sanitize.py.
TRIES = {"records": 1500, "files": 5, "texts": 8, "leaks": 4, "tells": 4}


@pytest.mark.parametrize("name", TRIES)
@pytest.mark.long("records", "leaks", "files", "texts", "tells")
def test_nothing_is_found_in_a_little_of_each_part(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    seed = fuzz.seed_of_the_tree()
    outcome = fuzz.run_part(name, seed, 0, TRIES[name])
    with capsys.disabled():
        print(f"\n{name}, seed {seed}: {outcome.counts}")
    if outcome.finding:
        raise AssertionError(f"{outcome.finding[0]}; kept: {fuzz.keep_finding(name, *outcome.finding)}")
    assert sum(outcome.counts.values()) >= TRIES[name]
    assert name != "records" or min(outcome.counts["refused"], outcome.counts["played"]) > TRIES[name] // 10


@pytest.mark.parametrize("path", sorted(FOUND.glob("*.*")), ids=lambda path: path.stem)
@pytest.mark.long("files_926f4c64", "bridge_dragon", "leaks_67e27fd2", "duel_stopped", "heart_no_table")
def test_what_was_found_once_stays_mended(path: Path, tmp_path: Path) -> None:
    if path.suffix == ".json":
        found = json.loads(path.read_text("utf-8"))
        assert fuzz.fails(found["part"], found["case"], tmp_path) == ""
        return
    try:
        program = sanitized.compiled()
    except sanitized.NoSanitizer as reason:
        pytest.skip(str(reason))
    sanitized.take_steps(program, path.read_text())


# ---- what is planted is found, and shrunk ----


@pytest.fixture
def pair() -> Iterator[dict[str, Any]]:
    """A pair of duels whose hidden hands differ."""
    yield {"game": "duel", "options": {"first_to": 1}, "seed": 5, "twin": 1, "rng": 2, "at": 0.3}
    fuzz_leaks.close_screens()


@pytest.mark.long
def test_a_pair_differs_in_what_is_hidden(pair: dict[str, Any]) -> None:
    assert fuzz_leaks.attempt(pair).split("\n") == ["duel: a group", "duel: a pair", "duel: a pair"]
    assert fuzz_leaks.attempt(pair | {"worlds": 5}).count("duel: a pair") > 10


@pytest.mark.long
def test_a_status_line_that_tells_a_hidden_hand_is_found(
    pair: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MatchWords, "status", lambda words: str(words.match.state()["hands"]))
    with pytest.raises(AssertionError, match="the table tells what is hidden"):
        fuzz_leaks.attempt(pair)


@pytest.mark.long
def test_advice_that_looks_at_a_hidden_hand_is_found(pair: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    advise = Match.advise

    def peeking(match: Match, *words: Any, **more: Any) -> Advice:
        return advise(match, *words, **more)._replace(worlds=int(max(match.state()["hands"])))

    monkeypatch.setattr(Match, "advise", peeking)
    with pytest.raises(AssertionError, match=r"the advice of \w+ tells what is hidden"):
        fuzz_leaks.attempt(pair)


def test_a_case_is_made_of_its_seed() -> None:
    part = fuzz.part_of("records")
    assert part.make(random.Random("3 4")) == part.make(random.Random("3 4"))
    assert len({json.dumps(part.make(random.Random(f"3 {n}"))) for n in range(50)}) > 45


def planted(case: dict[str, Any]) -> bool:
    """Goes wrong where a record plays the card 2 as its third move, or later."""
    try:
        moves = json.loads(case["record"])["moves"]
    except (ValueError, KeyError, TypeError):
        return False
    return isinstance(moves, list) and any(str(move).startswith("2") for move in moves[2:])


def test_a_planted_fault_is_shrunk_to_the_little_that_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "fails", lambda _name, case, _folder: "planted" if planted(case) else "")
    moves = [f"{n % 4}@{n},0" for n in range(40)]
    record = {"hoard": 1, "game": "duel", "options": {"first_to": 2}, "seats": ["human"] * 2, "moves": moves}
    with tempfile.TemporaryDirectory() as place:
        case = fuzz.shrunk("records", {"record": json.dumps(record), "number": 1}, "planted", Path(place))
    assert planted(case)
    assert len(json.loads(case["record"])["moves"]) == 3
    assert "seats" not in case["record"]



def test_two_complaints_are_of_one_kind_whatever_their_numbers() -> None:
    assert fuzz.kind_of("KeyError: 'a' (game.py:12)") == fuzz.kind_of("KeyError: 'b' (game.py:340)")
    assert fuzz.kind_of("KeyError: 'a' (game.py:12)") != fuzz.kind_of("KeyError: 'a' (match.py:12)")


def test_steps_that_go_wrong_are_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    def take(_: object, steps: str) -> None:
        if "play 2" in steps and "play 7" in steps:
            raise sanitized.Finding("sanitize: planted", steps)

    monkeypatch.setattr(sanitized, "take_steps", take)
    steps = "".join(f"play {n}\n" for n in range(10))
    assert fuzz.shrunk_steps(Path(), steps, "sanitize: planted") == "play 2\nplay 7\n"


def test_every_fault_that_may_be_planted_has_its_one_place() -> None:
    for fault in faults():
        text = (ROOT / fault["file"]).read_text("utf-8")
        assert text.count(fault["old"]) == 1, (fault["file"], fault["old"])
        assert fault["new"] != fault["old"]
        assert all((ROOT / "tests" / f"test_{name}.py").exists() for name in fault["tests"])
