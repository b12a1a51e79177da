"""Records of earlier versions: each is read and played on, to the result that it had there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from native import GAMES, BadRecord, Match
from native.records import check
from native.store.saves import is_later

FOLDER = Path(__file__).parent / "records"
FILES = sorted(FOLDER.glob("*.jsonl"))


def kept(path: Path) -> Iterator[dict[str, Any]]:
    yield from map(json.loads, path.read_text("utf-8").splitlines())


def play_on(match: Match, rest: list[str]) -> None:
    """Plays the moves that followed. Where a hand of an earlier version ended sooner, it is played
    out first."""
    for text in rest:
        while text not in match.legal():
            assert match.game == "tricks"
            match.play(match.legal()[0])
        match.play(text)
    while not match.over:
        assert match.game == "tricks"
        match.play(match.legal()[0])


def test_every_form_has_matches_of_every_game_whole_and_cut_short() -> None:
    assert FILES
    for path in FILES:
        found = {(one["record"]["game"], bool(one["rest"])) for one in kept(path)}
        assert found == {(game, cut) for game in GAMES for cut in (False, True)}, path.name


@pytest.mark.long("2026-11-21")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_record_of_an_earlier_version_comes_to_the_same_result(path: Path) -> None:
    for number, one in enumerate(kept(path), 1):
        match = Match.load(one["record"])
        assert not is_later(one["record"])
        assert match.over == (not one["rest"]), f"{path.name}:{number}"
        play_on(match, one["rest"])
        assert (match.scores, match.winners) == (one["scores"], one["winners"]), f"{path.name}:{number}"


@pytest.mark.long("2026-11-21")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_was_read_is_a_record_of_today(path: Path) -> None:
    for one in kept(path):
        match = Match.load(one["record"])
        again = Match._played(check(match.record()))
        assert again.record() == match.record()
        assert again.state() == match.state()


@pytest.mark.long
def test_some_of_them_could_not_be_read_as_they_stand() -> None:
    """Else the folder would not show that former forms are known."""

    def refused(record: dict[str, Any]) -> bool:
        try:
            Match._played(check(record))
        except BadRecord:
            return True
        return False

    games = {one["record"]["game"] for path in FILES for one in kept(path) if refused(one["record"])}
    assert games == {"duel", "tricks"}


def test_a_record_without_first_still_begins_as_its_seed_says() -> None:
    """The default of an option that is left out stays what it is."""
    for seed in range(20):
        record = {"hoard": 1, "game": "duel", "seed": seed, "moves": []}
        named = record | {"options": {"open_hands": False, "first_to": 1}, "seats": ["human", "dragon"]}
        starter = Match("duel", seed=seed).state()["starter"]
        assert Match.load(record).state()["starter"] == starter
        assert Match.load(named).state()["starter"] == starter
        assert Match.load(named | {"assisted": False}).state()["starter"] == 0


def test_a_wrong_move_is_refused_in_the_words_of_today() -> None:
    """An earlier reading never hides what is wrong with a record."""
    record: dict[str, Any] = {"hoard": 1, "game": "tricks", "options": {"level": "expert"}, "seed": 4}
    record |= {"moves": ["keep", "call wizards"]}
    with pytest.raises(BadRecord) as error:
        Match.load(record | {"moves": [*record["moves"], "call staff"]})
    assert "call staff" in str(error.value)
    with pytest.raises(BadRecord, match="there is no game"):
        Match.load(record | {"game": "../store"})
