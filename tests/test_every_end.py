"""Every way in which a match can end, with nothing and with everything taken: counted, drawn and told."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import game as arcade
from native import Match
from native.files import assets_dir, table_of
from native.screen.canvas import faults
from native.tools.shots import table_at
from tests.screen import Screen, screen
from tests.test_telling import LANGUAGES

Policy = Callable[[Match, random.Random], str]
Holds = Callable[[Match], bool]
Found = Callable[[], Match]


# ---- ways to play ----


def anyhow(match: Match, chance: random.Random) -> str:
    return chance.choice(match.legal())


def quietly(match: Match, chance: random.Random) -> str:
    """Dragon Wars: nobody attacks, defends or presses."""
    passing = [move for move in match.legal() if move in ("discard", "decline", "stop")]
    return passing[0] if passing else anyhow(match, chance)


def fiercely(match: Match, chance: random.Random) -> str:
    """Dragon Wars: everybody attacks, and nobody defends."""
    hard = [move for move in match.legal() if move.startswith(("attack", "press"))]
    return chance.choice(hard) if hard else quietly(match, chance)


def one_hunts(match: Match, chance: random.Random) -> str:
    """Dragon Wars: seat 0 attacks, the others neither attack nor defend."""
    return fiercely(match, chance) if match.to_act == 0 else quietly(match, chance)


def then_quietly(trophies: int) -> Policy:
    """Dragon Wars: everybody attacks until there are so many trophies, and from then on nobody."""

    def policy(match: Match, chance: random.Random) -> str:
        enough = sum(map(len, match.state()["trophies"])) >= trophies
        return (quietly if enough else fiercely)(match, chance)

    return policy


def taking_least(match: Match, chance: random.Random) -> str:
    """Dragonheart: seat 0 makes a move after which it has least; the others play at random."""
    return anyhow(match, chance) if match.to_act else by_score(match, chance, least=True)


def one_loses(match: Match, chance: random.Random) -> str:
    """Fairy Tale: seat 0 makes moves after which it has least, the others such after which they have most."""
    return by_score(match, chance, least=match.to_act == 0)


def by_score(match: Match, chance: random.Random, least: bool) -> str:
    seat, found = match.to_act or 0, []
    if len(match.legal()) == 1:
        return match.legal()[0]
    for move in match.legal():
        match.play(move)
        found.append((match.scores[seat] * (1 if least else -1), move))
        match.undo()
    return chance.choice([move for score, move in found if score == min(found)[0]])


WORTHLESS = ("Bronze Dragon", "Bard", "Dwarven Warrior")  # without the names they count


def counting_nothing(match: Match, chance: random.Random) -> str:
    """Fairy Tale: seat 0 keeps and lays cards that count nothing, and the others leave them to it."""
    legal = match.legal()
    mine = [move for move in legal if (move.partition(" ")[2] in WORTHLESS) == (match.to_act == 0)]
    return chance.choice(mine or legal)


@cache
def played(game: str, seed: int, policy: Policy, **options: Any) -> Match:
    match, chance = Match(game, options=options, seed=seed), random.Random(seed)
    while not match.over:
        match.play(policy(match, chance))
    return match


def dealt(game: str, deal: dict[str, Any], policy: Policy = anyhow, **options: Any) -> Match:
    record = {"hoard": 1, "game": game, "options": options, "deal": deal, "moves": []}
    match, chance = Match.load(record), random.Random(1)
    while not match.over:
        match.play(policy(match, chance))
    return match


# ---- what holds at an end ----


def state(match: Match) -> dict[str, Any]:
    return match.state()


def deciding(match: Match) -> int:
    """The pair of lines that decides the last duel, from 0; 4 if all are equal."""
    lines = state(match)["lines"]
    pairs = zip(sorted(lines["columns"]), sorted(lines["rows"]), strict=True)
    return next((at for at, (one, two) in enumerate(pairs) if one != two), 4)


def decides(line: int, seat: int) -> Holds:
    return lambda match: deciding(match) == line and match.winners == [seat]


def comes_to(own: int, other: int, games: int) -> Holds:
    return lambda match: match.scores == [own, other] and state(match)["game"] == games - 1


def grid(rows: list[str]) -> Match:
    """A duel that fills these rows from left to right and back; the hands are what each seat lays."""
    cells = [(x, y) for y in range(4) for x in (range(4) if y % 2 == 0 else range(3, -1, -1))]
    laid = [rows[y][x] for x, y in cells]
    hands = ["".join(sorted(laid[seat::2])) for seat in (0, 1)]
    moves = [f"{value}@{x},{y}" for value, (x, y) in zip(laid, cells, strict=True)]
    deal = {"hands": hands, "first": 0}
    return Match.load({"hoard": 1, "game": "duel", "options": {}, "deal": deal, "moves": moves})


def worthless_deck() -> list[str]:
    """The basic cards; in each round for two, three of those that count nothing lie in the first pack."""
    copies = {card["name"]: card["copies"] for card in read_deck() if card["set"] == "basic"}
    worthless = [name for name in WORTHLESS for _ in range(copies.pop(name))]
    others = [name for name, count in copies.items() for _ in range(count)]
    random.Random(1).shuffle(others)
    found: list[str] = []
    while worthless:
        found += [*worthless[:3], *others[:7]]
        del worthless[:3], others[:7]
    return found + others


def read_deck() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table_of((assets_dir() / "tale" / "deck.toml").read_text("utf-8"))["card"]
    return found


KINDS = ("dragonlords", "wizards", "runesword", "first", "staff")
SUITS = ("DRA", "WAR", "DRU", "NOM")


def last_hand(kind: str, hands: list[list[str]], **options: Any) -> Match:
    """The last hand of a match of Dragonmaster, nothing paid before; seat 0 is Dragonmaster."""
    played_kinds = [one for one in KINDS if one != kind]
    deal = {"dm": 0, "hands": hands, "extra": None, "played": played_kinds, "round_began_by": 0}
    return dealt("tricks", deal | {"round": len(hands) - 1}, **options)


def by_suits() -> list[list[str]]:
    """Hands of one suit each, so that whoever leads takes every trick."""
    return [[f"{suit} {rank}" for rank in "KQPWDCBF"] for suit in SUITS]


def by_ranks() -> list[list[str]]:
    """Hands of two ranks each: seat 1 has the highest of every suit, and takes every trick."""
    return [[f"{suit} {rank}" for suit in SUITS for rank in ranks] for ranks in ("PW", "KQ", "DC", "BF")]


def powers(match: Match, *wanted: tuple[str, bool]) -> bool:
    """Whether there were Power Plays of these kinds, with this success."""
    return {(one["power"], one["success"]) for one in state(match)["results"]} >= set(wanted)


def trophies(match: Match) -> list[int]:
    return [len(hall) for hall in state(match)["trophies"]]


class Ending(NamedTuple):
    """A way in which a match can end. told: a word of the sentence that says why it ended."""

    name: str
    found: Found
    holds: Holds
    told: str = ""


def ending(name: str, game: str, seed: int, policy: Policy, holds: Holds, told: str = "", **options: Any) -> Ending:
    return Ending(f"{game}: {name}", lambda: played(game, seed, policy, **options), holds, told)


def duels() -> list[Ending]:
    found = [
        ending(f"line {at + 1} decides for seat {seat}", "duel", seed, anyhow, decides(at, seat))
        for (at, seat), seed in {(0, 0): 2, (0, 1): 0, (1, 0): 6, (1, 1): 17, (2, 0): 133, (2, 1): 59}.items()
    ]  # fmt: skip
    found += [
        ending("a draw", "duel", 137, anyhow, lambda m: m.winners == [0, 1]),
        ending("open hands", "duel", 3, anyhow, lambda m: m.winners == [1], open_hands=True),
        Ending("duel: the highest lines decide", lambda: grid(["0000", "1122", "2211", "3330"]),
               lambda m: deciding(m) < 4),
        Ending("duel: all lines are mirrored", lambda: grid(["0123", "1032", "2301", "3210"]),
               lambda m: m.winners == [0, 1]),
    ]  # fmt: skip
    wins = {(2, 0, 2): 6, (0, 2, 2): 1, (2, 1, 3): 14, (1, 2, 3): 0, (2, 1, 4): 97, (0, 2, 3): 137}
    return found + [
        ending(f"tournament {own} to {other} in {games}", "duel", seed, anyhow, comes_to(own, other, games),
               first_to=2)
        for (own, other, games), seed in wins.items()
    ]  # fmt: skip


def tricks() -> list[Ending]:
    found = [
        ending(f"{players} players, {level}{'' if early else ', to the last trick'}", "tricks", seed, anyhow, holds,
               players=players, level=level, early_end=early)
        for players, level, early, seed, holds in [
            (3, "basic", True, 1, lambda m: len(m.winners) == 2),
            (3, "basic", False, 0, lambda m: len(m.winners) == 1),
            (4, "basic", True, 0, lambda m: len(m.winners) == 1),
            (4, "basic", False, 0, lambda m: len(m.winners) == 1),
            (3, "advanced", True, 0, lambda m: powers(m, ("power", True), ("power", False))),
            (4, "advanced", False, 0, lambda m: len(m.winners) == 2),
            (3, "expert", True, 0, lambda m: powers(m, ("power", True), ("power", False), ("secret", True))),
            (4, "expert", False, 4, lambda m: powers(m, ("power", True), ("secret", True))),
        ]
    ]  # fmt: skip
    return [
        *found,
        Ending("tricks: nobody has paid, all are tied", lambda: last_hand("first", by_suits()),
               lambda m: m.scores == [100_000] * 4),
        Ending("tricks: nobody has paid to the last trick",
               lambda: last_hand("dragonlords", by_suits(), early_end=False), lambda m: m.scores == [100_000] * 4),
        Ending("tricks: one pays for everything", lambda: last_hand("staff", by_ranks()),
               lambda m: m.scores == [132_000, 68_000, 100_000, 100_000]),
    ]  # fmt: skip


def hearts() -> list[Ending]:
    def fleets(match: Match) -> bool:
        return bool(state(match)["ship_stacks"] >= 3)

    def figure(match: Match) -> int | None:
        found: int | None = state(match)["figure"]
        return found

    def level(match: Match) -> bool:
        return match.scores[0] == match.scores[1]

    return [
        ending("the fleets", "heart", 0, anyhow, lambda m: fleets(m) and m.winners == [1], "Red has won"),
        ending("a deck", "heart", 5, anyhow, lambda m: not fleets(m) and m.winners == [0], "Green has won"),
        ending("a deck is empty, and the fleets", "heart", 4, anyhow, lambda m: fleets(m) and 0 in state(m)["decks"]),
        ending("Ships are laid last", "heart", 13, anyhow, lambda m: m.moves[-1].startswith("ship") and fleets(m)),
        ending("a fourth fleet", "heart", 110, anyhow, lambda m: state(m)["ship_stacks"] == 4),
        ending("nobody owns the Great Dragon", "heart", 7, anyhow, lambda m: figure(m) is None and not level(m)),
        ending("equal, green owns it", "heart", 40, anyhow, lambda m: level(m) and [figure(m)] == m.winners == [0]),
        ending("equal, red owns it", "heart", 175, anyhow, lambda m: level(m) and [figure(m)] == m.winners == [1]),
        ending("equal, nobody owns it", "heart", 418, anyhow, lambda m: m.winners == [0, 1], "Neither side"),
        ending("green has taken nothing", "heart", 7, taking_least, lambda m: m.scores[0] == 0),
        ending("green began", "heart", 1, anyhow, lambda m: m.over, first=0),
    ]


def wars() -> list[Ending]:
    quiet, nest = "Sixty turns", "Nest was empty"

    def alive(match: Match) -> int:
        return sum(dragon is not None for dragon in state(match)["dragons"])

    found = []
    for players, (dead, living, tied) in {2: (2, 4, 96), 3: (3, 5, 35), 4: (1, 2, 66)}.items():
        found += [
            ending(f"{players} players, quiet to the end", "wars", 0, quietly,
                   lambda m: not any(trophies(m)) and len(m.winners) == m.seats_count, quiet, players=players),
            ending(f"{players} players, quiet after a trophy", "wars", 1, then_quietly(1),
                   lambda m: sum(trophies(m)) == 1, quiet, players=players),
            ending(f"{players} players, quiet after six", "wars", 1, then_quietly(6),
                   lambda m: sum(trophies(m)) == 6, quiet, players=players),
            ending(f"{players} players, every dragon is slain", "wars", dead, fiercely,
                   lambda m: not alive(m) and sum(trophies(m)) == 13, nest, players=players),
            ending(f"{players} players, every dragon lives", "wars", living, anyhow,
                   lambda m: alive(m) == m.seats_count, nest, players=players),
            ending(f"{players} players, several have won", "wars", tied, anyhow,
                   lambda m: len(m.winners) > 1, nest, players=players),
            ending(f"{players} players, one has every trophy", "wars", 3 if players == 2 else 0, one_hunts,
                   lambda m: trophies(m)[0] == sum(trophies(m)) > 8, nest, players=players),
        ]  # fmt: skip
    return [*found, ending("a seat has nothing at all", "wars", 0, one_hunts, lambda m: 0 in m.scores, nest)]


def tales() -> list[Ending]:
    ways: list[dict[str, Any]] = [
        {"players": 2}, {"players": 3}, {}, {"players": 2, "expert": True}, {"players": 3, "expert": True},
        {"expert": True}, {"players": 5, "expert": True}, {"teams": True}, {"teams": True, "garfield": True},
        {"teams": True, "expert": True}, {"teams": True, "garfield": True, "expert": True},
    ]  # fmt: skip
    found = [
        ending(", ".join([f"{options.get('players', 4)} players", *(o for o in options if o != "players")]),
               "tale", 1, anyhow, lambda m: m.over, **options)
        for options in ways
    ]  # fmt: skip
    return [
        *found,
        ending("less than nothing", "tale", 1, one_loses, lambda m: m.scores[0] < 0, players=5, expert=True),
        ending("two share it", "tale", 5, anyhow, lambda m: m.winners == [0, 1], players=2),
        ending("two of three share it", "tale", 40, anyhow, lambda m: len(m.winners) == 2, players=3),
        ending("all three share it", "tale", 31, anyhow, lambda m: len(m.winners) == 3, players=3),
        Ending("tale: a seat with nothing",
               lambda: dealt("tale", {"deck": worthless_deck()}, counting_nothing, players=2),
               lambda m: m.scores[0] == 0 < m.scores[1]),
        ending("both teams share it", "tale", 46, anyhow, lambda m: len(m.winners) == 4, teams=True, garfield=True),
    ]


ENDINGS = {one.name: one for one in (*duels(), *tricks(), *hearts(), *wars(), *tales())}
EXTREME = r"nothing|quiet|nobody|tied|draw|share|equal|every trophy|everything|mirrored|fleet|to 0|secret"
USUAL = [name for name in ENDINGS if not re.search(EXTREME, name)]


# ---- the end as it is shown ----


def end_of(s: Screen, match: Match) -> arcade.EndScene:
    """The end of a match, at its first moment."""
    match = match.copy()
    match.seats = ["human"] + ["dragon"] * (match.seats_count - 1)
    table = table_at(s.app, match)
    table.ended = True
    s.app.session.settings.motion = "normal"
    s.app.scenes = [arcade.Title(s.app), table]
    s.app.draw()
    s.app.scenes.append(end := arcade.EndScene(s.app, table))
    s.app.draw()
    return end


LOOKS = [((1280, 720), "en"), ((800, 600), "de"), ((800, 600), "en"), ((1280, 720), "de")]


@pytest.mark.parametrize("name", ENDINGS)
@pytest.mark.long
def test_every_end_is_counted_drawn_and_told(tmp_path: Path, name: str) -> None:
    """In the count, with the result, in the table of numbers and in the log; sizes and languages take turns."""
    one = ENDINGS[name]
    match = one.found()
    assert match.over
    assert one.holds(match)
    size, language = LOOKS[list(ENDINGS).index(name) % len(LOOKS)]
    with screen(tmp_path, size) as s:
        t = s.speak(language)
        end = end_of(s, match)
        steps, say, outcome = end.finale.steps, end.board.say, end.table.words.outcome()
        assert bool(steps) == (match.game == "duel" or any(match.scores))
        assert match.game == "duel" or not steps or list(steps[-1].sums) == match.scores
        for step in {0, len(steps) // 2, len(steps) - 1} if steps else ():
            s.app.motion.now = end.finale.began + end.finale.each * (step + 0.6)
            s.app.draw()
            assert not faults(s.app.canvas)
        s.app.motion.now = end.finale.stands_at + 60_000
        shown = s.words()
        assert not faults(s.app.canvas)
        assert outcome in shown
        assert (outcome == t("end.draw")) == (len(match.winners) == match.seats_count)
        assert match.game == "duel" or all(say.amount(score) in shown for score in match.scores)
        assert say.result()
        assert say.story([0])
        s.app.push(arcade.EndNumbers(s.app, end.board))
        assert end.board.end_words() in s.words().replace("\n", " ")
        assert not faults(s.app.canvas)


@pytest.mark.parametrize("name", [one.name for one in ENDINGS.values() if one.told])
def test_why_a_match_ended_is_told_truly(tmp_path: Path, name: str) -> None:
    one = ENDINGS[name]
    with screen(tmp_path) as s:
        said = {}
        for language in LANGUAGES:
            s.speak(language)
            said[language] = table_at(s.app, one.found().copy()).board.end_words()
        others = {two.told for two in ENDINGS.values() if two.told and two.name.split(":")[0] == name.split(":")[0]}
        assert one.told in said["en"]
        assert not any(told in said["en"] for told in others - {one.told})
        assert said["de"] != said["en"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["heart: equal, green owns it", "heart: equal, red owns it"])
def test_at_equal_points_the_line_under_the_verdict_says_that_the_great_dragon_decides(
    tmp_path: Path, name: str, language: str
) -> None:
    with screen(tmp_path) as s:
        t = s.speak(language)
        match = ENDINGS[name].found()
        end = end_of(s, match)
        assert t("heart.end.level", points=f"{match.scores[0]:g}") in end.why()
        assert end.why().startswith(end.board.ended_by())


@pytest.mark.parametrize("name", ["wars: 2 players, several have won", "wars: 3 players, several have won"])
def test_over_the_statues_of_each_winner_stands_whose_they_are(tmp_path: Path, name: str) -> None:
    match = ENDINGS[name].found()
    with screen(tmp_path) as s:
        end = end_of(s, match)
        end.interrupt()
        s.app.draw()
        area = end.result_parts(s.app.canvas).middle
        said = [one.text for one in s.app.canvas.written if area.contains(one.ink)]
        assert [words for words in said if not words.isdigit()] == [end.board.name(seat) for seat in match.winners]
        assert not faults(s.app.canvas)


@pytest.mark.long
def test_a_quiet_end_is_told_apart_from_an_empty_nest_in_german_too(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.speak("de")
        for one in ENDINGS.values():
            if one.name.startswith("wars"):
                told = table_at(s.app, one.found().copy()).board.end_words()
                assert ("Nest war leer" in told) == (one.told == "Nest was empty")
                assert ("Sechzig Züge" in told) == (one.told == "Sixty turns")
