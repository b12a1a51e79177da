"""Short matches: what they are, that every level plays them by what its seat knows, and what is said of them."""

from __future__ import annotations

import itertools
from typing import Any, cast

import pytest

from native import GAMES, Match
from native.games import lengths
from native.play.lengths import chosen, governed, made
from native.strings import Strings
from native.tale.words import TaleTelling
from native.tools.why import telling
from tests.advised import assert_advised, positions
from tests.test_docs import ROOT

LEVELS = ("hatchling", "wyrmling", "drake", "dragon")
HOUSE_RULES = ("tricks", "heart", "wars", "tale")  # their short match is not in the printed rules
SHORT: list[tuple[str, dict[str, Any]]] = [
    ("tricks", {"players": 4, "level": "basic"}),
    ("tricks", {"players": 3, "level": "expert"}),
    ("heart", {}),
    ("wars", {"players": 2}),
    ("wars", {"players": 4}),
    ("tale", {"players": 2}),
    ("tale", {"players": 5, "expert": True}),
    ("tale", {"teams": True, "garfield": True, "expert": True}),
]


def short(game: str, options: dict[str, Any], seed: int) -> Match:
    """A short match in which all seats are people."""
    seats = ["human"] * Match(game, options).seats_count
    return made(game, "short", options, seed, seats)


def finished(match: Match) -> Match:
    """The match to its end: Ships where there are any, else the first legal move."""
    while not match.over:
        match.play(min(match.legal(), key=lambda move: not move.startswith("ship")))
    return match


@pytest.mark.long("tricks-{'players': 4, 'level': 'basic'}-dragon")
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("game", "options"), SHORT, ids=str)
def test_every_level_plays_a_short_match_by_what_its_seat_knows(
    game: str, options: dict[str, Any], level: str
) -> None:
    """With other hidden cards and another seed the advice is the same, at positions from the deal to the end."""
    rules = {**options, **lengths(game)["short"]}
    for match in positions(game, rules, 5, 0.12):
        assert_advised(match, level, permille=20)


@pytest.mark.parametrize("level", ["basic", "advanced", "expert"])
@pytest.mark.parametrize("players", [3, 4])
def test_everybody_is_dragonmaster_in_a_short_match(players: int, level: str) -> None:
    """Each hand's Dragonmaster sits to the left of the last one's; a Power Play that is made takes the office."""
    for seed in range(6):
        results = finished(short("tricks", {"players": players, "level": level}, seed)).state()["results"]
        assert len(results) == 5
        for result, after in itertools.pairwise(results):
            taken = result["player"] if result["success"] else None
            assert after["dm"] == ((result["dm"] + 1) % players if taken is None else taken)
        if not any(result["success"] for result in results):
            assert {result["dm"] for result in results} == set(range(players))


def test_the_office_stays_in_a_whole_match() -> None:
    match = Match("tricks", {"players": 4}, 3)
    assert match.options["rotate_dm"] is False
    assert {result["dm"] for result in finished(match).state()["results"][:5]} == {match.restarted().state()["dm"]}


def test_a_short_match_of_dragonheart_ends_after_the_second_ship_stack() -> None:
    ends = [finished(short("heart", {}, seed)).state() for seed in range(20)]
    assert {end["stacks_at_end"] for end in ends} == {2}
    assert any(end["ship_stacks"] == 2 and all(end["decks"]) for end in ends)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_short_match_of_dragon_wars_has_seven_dragons(players: int) -> None:
    match = short("wars", {"players": players}, 4)
    assert match.state()["nest"] == 7 - players
    assert len([card for card in match.cards() if card.zone == "nest"]) == 7 - players


def test_a_short_match_of_fairy_tale_has_two_rounds() -> None:
    match = finished(short("tale", {"players": 3}, 4))
    assert [len(row) for row in match.state()["table"]] == [6, 6, 6]
    assert match.state()["stage"] == match.state()["stages"] == 5
    for rounds in (2, 4):
        match = Match("tale", {"rounds": rounds}, seed=1)
        tracks = [cast(TaleTelling, telling(match, language)).rounds(match.state()) for language in ("en", "de")]
        assert [stages[0].tip[:12] for stages in tracks[0][:-1]] == [
            f"Round {n} of {rounds}" for n in range(1, rounds + 1)
        ]
        assert all(f" von {rounds}:" in stages[0].tip for stages in tracks[1][:-1])


@pytest.mark.parametrize("game", GAMES)
def test_each_length_is_named_and_its_options_make_it(game: str) -> None:
    for t, (length, options) in itertools.product(map(Strings, Strings.languages()), lengths(game).items()):
        assert all(f"length.{game}.{length}{part}" in t for part in ("", ".start", ".tip"))
        assert chosen(game, {"options": dict(options)}) == length
        match = made(game, length, {}, 7, ["human"] * Match(game).seats_count)
        assert {name: match.options[name] for name in options} == options
        assert match.extra["length"] == length
    assert governed(game) <= {option.name for option in GAMES[game].options}


@pytest.mark.parametrize("game", HOUSE_RULES)
def test_a_house_rule_is_called_one_wherever_it_is_told(game: str) -> None:
    """In the rules, in the help, and where the length is chosen, in both languages."""
    assert "**House rule**" in (ROOT / "native" / game / "RULES.md").read_text("utf-8")
    help_text = (ROOT / "assets" / game / "help.toml").read_text("utf-8")
    assert ("house rule" in help_text, "Hausregel" in help_text) == (True, True)
    assert "House rule" in Strings("en")(f"length.{game}.short.tip")
    assert "Hausregel" in Strings("de")(f"length.{game}.short.tip")
    (option,) = lengths(game)["short"]
    assert f"`{option}`" in (ROOT / "native" / game / "RECORDS.md").read_text("utf-8")
