"""Matches to show, to try and to measure with: random, and the same every time."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

from native.files import read_toml
from native.games import GAMES
from native.match import Match
from native.parlour.coach import Verdict
from native.parlour.draft import LEVELS, TOP
from native.parlour.keeping import Chronicle, Keeper
from native.parlour.review import Grade
from native.parlour.tones import effect
from native.parlour.words import Strings


def played(game: str, moves: int, seed: int = 11, mine: bool = True, **options: Any) -> Match:
    """A match some random moves on, the same every time; mine: on to seat 0's next decision."""
    match = Match(game, options=options, seed=seed)
    match.seats = ["human"] + [TOP] * (match.seats_count - 1)
    chance = random.Random(seed)
    while not match.over and (len(match.moves) < moves or (mine and match.to_act != 0)):
        match.play(chance.choice(match.legal()))
    return match


def mistaken(game: str) -> tuple[Match, Verdict]:
    """A position, and the worst move in it by a quick judgement, whatever that costs."""
    match, verdict = worst_of(game)
    return match.copy(), verdict


@cache
def worst_of(game: str) -> tuple[Match, Verdict]:
    """The same, worked out once."""
    match = played(game, len(played(game, 10_000).moves) * 2 // 3)
    advice = match.advise(TOP, permille=100)
    worst = min(advice.moves, key=lambda move: float(move.value)).move
    seat = match.to_act or 0
    loss = Grade(seat, worst, fair=advice).fair_loss() or 0
    return match, Verdict(seat, worst, advice.shown, loss, "mistake")


def fill(keeper: Keeper, chronicle: Chronicle) -> None:
    """Something for the statistics and the records to show."""
    for number in range(12):
        entry = {
            "game": "duel",
            "against": LEVELS[number % 3],
            "assisted": number % 5 == 0,
            "share": [1, 0, 0.5, 1][number % 4],
            "loss": 0.07 * (number % 4),
        }
        keeper.write("statistics.json", json.dumps([*chronicle.history(), entry]))
    for number in range(3):
        day = {"played": f"2026-0{number + 1}-12"}
        record = played("duel", 10_000, seed=number).record() | day
        keeper.write(f"records/duel-{number}.json", json.dumps(record))
    keeper.write("saves/duel.json", json.dumps(played("duel", 5).record()))
    for number, level in enumerate(LEVELS):
        match = played("tale", 9 + 8 * number, seed=number)
        match.seats = ["human"] + [level] * (match.seats_count - 1)
        keeper.write(f"saves/tale-{number}.json", json.dumps(match.record()))


def whole() -> dict[str, Any]:
    """Whether all but the pictures is there: words, sounds, every game to its end, the solver."""
    recipes = {name: r for name, r in (read_toml("sounds.toml") or {}).items() if name != "music"}
    for game in GAMES:
        assert played(game, 100_000).winners, game
    cases = (read_toml("selftest.toml") or {})["case"]
    for case in cases:
        solution = Match.load(case["record"]).solve(case["objective"])
        values = {m.move: m.value for m in solution.moves}
        assert values == case["values"], (case, values)
    return {
        "languages": {name: len(Strings(name).table) for name in Strings.languages()},
        "sounds": [name for name, recipe in recipes.items() if effect(recipe)],
        "games": list(GAMES),
        "solved": len(cases),
    }
