"""Matches to show, to try and to measure with: random, and the same every time."""

from __future__ import annotations

import datetime
import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any

from native.files import read_toml
from native.games import GAMES
from native.match import Match
from native.parlour import duplicate
from native.parlour.draft import LEVELS, TOP
from native.parlour.duplicate import Pair
from native.parlour.folder import compact
from native.parlour.household import Household
from native.parlour.keeping import Chronicle, Keeper
from native.parlour.ledgers import PAGES, Almanac, Contest, Ledger
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


def month_played(keeper: Keeper) -> None:
    """Three weeks of deals of days."""
    for place in range(21 * len(GAMES)):
        day, number = divmod(place, len(GAMES))
        if (day * 7 + number * 3) % 5 > 2:
            continue
        game, date = list(GAMES)[number], f"2026-11-{day + 1:02}"
        name = f"{game}-{date}"
        line = {"id": name, "game": game, "against": "drake", "assisted": number == 3}
        share = [1, 0, 0.5][place % 3]
        line |= {"share": share, "scores": [share, 1 - share], "date": f"{date}T10:00:00Z"}
        line |= {"accuracy": 71.0 + place % 25, "par": 0.67, "marks": "••o~•x·"}
        book = {"id": f"daily-{date}-{game}", "daily": date, "match": name}
        for added in (line, book):
            keeper.add("history.jsonl", compact(added))


def almanac(house: Household, day: str = "2026-11-22") -> Almanac:
    """The calendar as it was on a day."""
    found = Almanac(house)
    found.day = found.month = datetime.date.fromisoformat(day)
    found.book.today = "2026-11-22"
    found.asked = {f"{key} {deal.match}" for deal in found.book.done for key in ("marks", "par")}
    return found


def again(match: Match, seed: int) -> Match:
    """The same deal, played at random in another way."""
    found = Match.load(match.record() | {"moves": []})
    chance = random.Random(seed)
    while not found.over:
        found.play(chance.choice(found.legal()))
    return found


def pair(game: str, t: Strings) -> Pair:
    """A finished match beside another of its deal."""
    match = played(game, 10_000)
    return Pair(match, 0, [t("other.yours"), t("other.theirs")], again(match, 5), None)


def contest(house: Household, count: int) -> Contest:
    """A duplicate match of two people, so many of its matches played."""
    names = [f"duplicate-sample-{number}" for number in range(count)]
    for number, name in enumerate(names):
        match = again(played("duel", 1, seed=number // 2), number)
        house.keeper.write(f"{house.home_folder}records/{name}.json", json.dumps(match.record()))
    data = {"id": "duplicate-sample", "game": "duel", "level": "drake", "seed": 7, "deals": 4}
    data |= {"people": ["Ada", "Bo"], "matches": names, "dragon": []}
    return Contest(house, duplicate.Contest(house.keeper, house.home_folder, data))


def pages(house: Household) -> dict[str, Callable[[], Ledger]]:
    """Pages to be shown, each made when it is its turn."""
    return {
        "players": partial(PAGES["players"], house),
        "daily": partial(almanac, house),
        "daily-done": partial(almanac, house, "2026-11-10"),
        "duplicate": partial(PAGES["duplicate"], house),
        "duplicate-turn": partial(contest, house, 3),
        "duplicate-result": partial(contest, house, 8),
    }


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
