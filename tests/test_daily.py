"""The deals of a day: the same everywhere and for ever, short, and playable.

tests/values/daily.txt pins them: date, game, seed, opponents, and a digest of the position dealt. A line that changes
breaks a day that somebody has played: run this file only to add games or dates.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from native import GAMES, Match
from native.play.daily import LEVELS, daily, date_of, match_of, seed_of, today
from native.tools import commands

GOLDEN = Path(__file__).parent / "values" / "daily.txt"
DATES = ("2026-11-22", "2026-11-23", "2027-01-01", "2028-02-29", "1999-12-31")
SEEN = ("hands", "dm", "round", "to_act", "packs", "dragons", "nest", "deck", "decks", "starter")


def line(date: str, game: str) -> str:
    """What is pinned of a deal: nothing that a later version may add to a state."""
    match = match_of(game, date_of(date))
    state = match.state()
    told = {key: state[key] for key in SEEN if key in state} | {"to_act": match.to_act}
    digest = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]
    return f"{date} {game} {match.seed} {match.seats[1]} {digest}"


@pytest.mark.parametrize("game", GAMES)
def test_the_deals_are_those_of_ever(game: str) -> None:
    golden = [text for text in GOLDEN.read_text().splitlines() if text.split()[1] == game]
    assert golden == [line(date, game) for date in DATES]


def test_a_seed_is_a_hash_of_date_and_game_and_nothing_else() -> None:
    """The head of: printf 'hoard daily 2026-11-22 duel' | sha256sum."""
    assert seed_of("duel", date_of("2026-11-22")) == 0x94f78280167b0885


def test_monday_is_mild_and_sunday_is_the_dragons() -> None:
    monday = datetime.date(2026, 11, 23)
    week = [match_of("duel", monday + datetime.timedelta(day)).seats[1] for day in range(7)]
    assert week == list(LEVELS)
    assert (week[0], week[-1]) == ("hatchling", "dragon")
    order = ["hatchling", "wyrmling", "drake", "dragon"]
    assert all(order.index(a) <= order.index(b) for a, b in pairwise(week))


@pytest.mark.parametrize("game", GAMES)
def test_a_day_is_a_record_that_plays_to_its_end(game: str) -> None:
    found = daily(date_of("2026-11-22"))
    (deal,) = [deal for deal in found["deals"] if deal["game"] == game]
    match = Match.load(json.dumps(deal["record"]))
    assert match.seats[0] == "human"
    assert match.record() == deal["record"]
    assert len({json.dumps(match_of(game, date_of(date)).state()) for date in DATES}) == len(DATES)
    while not match.over:
        match.play(match.legal()[0])
    assert len(match.moves) <= 200


def test_a_day_of_tricks_is_the_last_round() -> None:
    match = match_of("tricks", date_of("2026-11-22"))
    while not match.over:
        match.play(match.legal()[0])
    assert len(match.state()["results"]) == 5


# ---- the command ----


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert commands.main(["daily", *words]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_command_prints_the_day(capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(capsys, "--date", "2026-11-22")
    assert found == json.loads(json.dumps(daily(date_of("2026-11-22"))))
    assert [deal["game"] for deal in found["deals"]] == list(GAMES)
    before = today()
    assert printed(capsys)["date"] in (before.isoformat(), today().isoformat())


@pytest.mark.parametrize("text", ["2026-13-01", "2026-02-30", "20261122", "2026-W47-7", "tomorrow", "", "٢٠٢٦-11-22"])
def test_what_is_no_date_is_wrong_usage(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.main(["daily", "--date", text]) == 2
    assert "date" in capsys.readouterr().err


if __name__ == "__main__":
    GOLDEN.write_text("".join(f"{line(date, game)}\n" for date in DATES for game in GAMES))
