"""What is told of a move is so: every kind of fact, looked up in the record played again, in every language; and a
planted falsehood, of a fact or of its words, is found out."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import game as arcade
from native import Match
from native.play.lines import Fact, Line
from native.play.words import Telling
from native.position import Position
from native.strings import Strings
from native.tools.samples import played
from tests.reference.tale import BOOK
from tests.test_telling import LANGUAGES, Looking, Strict, telling_of

GAMES = list(arcade.BOARDS)
FORMS: dict[str, list[dict[str, Any]]] = {
    "duel": [{}], "heart": [{}], "wars": [{}, {"players": 3}], "tale": [{"players": 2}, {"expert": True}],
    "tricks": [{}, {"players": 3}, {"level": "expert"}],
}  # fmt: skip
SHARES = (0.97, 0.5, 0.2, 0.75)
PLIES = 10
MOST = 60  # courses of a game, until every kind of fact was met
PRICES: dict[str, dict[str, int]] = {
    "dragonlords": {"DRA ": 1000}, "wizards": {" W": 2000}, "runesword": {"WAR P": 8000}, "first": {},
}  # fmt: skip
PRICES["staff"] = {mark: price for prices in PRICES.values() for mark, price in prices.items()}
ENDS = 4000  # for the first trick and for the last


# What the words of a fact name, and the values of the fact that are behind what is not called the same there.
NAMED = {
    "fact.duel.wins": ("amount", "other", "line"), "fact.duel.closes": ("line", "card", "amount"),
    "fact.duel.stands": ("line", "amount"),
    "fact.heart.takes.one": ("count", "amount", "place", "cards"),
    "fact.heart.takes.more": ("count", "amount", "place", "cards"), "fact.heart.figure": ("amount",),
    "fact.tale.brings": ("amount",), "fact.tale.keeps": ("cards", "amount"), "fact.tale.counts": ("cards", "amount"),
    "fact.tricks.clean": (), "fact.tricks.takes.cost": ("own", "amount", "cards"),
    "fact.tricks.takes.free": ("own", "cards"), "fact.tricks.trick.cost": ("own", "amount"),
    "fact.wars.damage": ("amount",), "fact.wars.slain": ("amount",), "fact.wars.blocked": (),
}  # fmt: skip
FROM = {"card": "last", "own": "with"}


class Noting(Strict):
    """Words that remember which of them were asked for."""

    def __init__(self, language: str) -> None:
        super().__init__(language)
        self.asked: set[str] = set()

    def __call__(self, key: str, **values: object) -> str:
        self.asked.add(key)
        return super().__call__(key, **values)


def kinds(game: str) -> set[str]:
    """The facts that a game's words know, without those to whom they are told."""
    keys = {key for key in Strings("en").table if key.startswith(f"fact.{game}.")}
    return {re.sub(r"(\.of_you|\.you)+$", "", key) for key in keys}


@cache
def told(game: str) -> list[tuple[Match, Line, Fact]]:
    """Facts of courses that are played at random, at least two of every kind."""
    found: list[tuple[Match, Line, Fact]] = []
    for number in range(MOST):
        options = FORMS[game][number % len(FORMS[game])]
        match, chance = played(game, 10_000, number, **options), random.Random(number)
        match.goto(round(len(match.moves) * SHARES[number % len(SHARES)]))
        match = Match.load(match.record())
        if match.over:
            continue
        run = Line(match.to_act or 0, match.redealt(match.to_act or 0, number).position())
        while len(run.steps) < PLIES and not run.end.over:
            run.play(chance.choice(run.end.legal()))
        found += [(match, run, fact) for fact in telling_of(Looking(match, "en")).facts(run)]
        counts = [sum(fact.key == kind for _, _, fact in found) for kind in kinds(game)]
        if min(counts) >= 2:
            break
    return found


# ---- so it is in the record ----


def at(run: Line, steps: int) -> Position:
    """The position after so many moves of a course, played again from its start."""
    position = run.start.position()
    for move in run.moves[:steps]:
        position.play(move)
    return position


def around(run: Line, fact: Fact) -> tuple[dict[str, Any], dict[str, Any], list[Any], str]:
    """States before and after the move of a fact, its events, and the move."""
    position = at(run, fact.step)
    before, move = position.state(), run.moves[fact.step]
    events = position.play(move)
    return before, position.state(), events, move


def holds_duel(run: Line, fact: Fact) -> None:
    values = fact.values
    if fact.key.endswith("wins"):
        end = at(run, fact.step + 1)
        assert end.winners == [fact.seat]
        lines = [sorted(row.value for row in end.breakdown(seat)) for seat in (fact.seat, 1 - fact.seat)]
        rank = next(n for n, (mine, other) in enumerate(zip(*lines, strict=True)) if mine != other)
        assert (values["amount"], values["other"]) == (lines[0][rank], lines[1][rank])
        assert values["rank"] == ("eggs" if 100 in (values["amount"], values["other"]) else str(rank))
        return
    end = at(run, max(n for n, step in enumerate(run.steps, 1) if step.after.state()["grid"]))
    grid = {((card.place & 7) - 3, (card.place >> 3) - 3): card.card for card in end.cards() if card.zone == "grid"}
    label, number = values["line"]
    cards = [card for (column, row), card in grid.items() if number == (column if label == "column" else row)]
    (row,) = [row for row in end.breakdown(values["whom"]) if (row.label, row.count) == (label, number)]
    assert row.value == values["amount"]
    if fact.key.endswith("stands"):
        assert fact.seat == values["whom"]
        assert len(cards) < 4
        return
    assert len(cards) == 4
    value, place = run.moves[fact.step].split("@")
    across, down = map(int, place.split(","))
    assert (values["last"], grid[across, down]) == (f"{value}@{place}", value)
    assert at(run, fact.step).to_act == fact.seat
    assert number == (across if label == "column" else down)


def holds_heart(run: Line, fact: Fact) -> None:
    before, after, _, move = around(run, fact)
    values = fact.values
    assert at(run, fact.step).to_act == fact.seat
    if fact.key.endswith("figure"):
        assert before["figure"] != fact.seat == after["figure"]
        assert values["amount"] == before["figure_points"]
        return
    kind, *laid = move.partition(" >")[0].split()
    assert values["cards"] == [f"{kind} {value}" for value in laid]
    assert after["piles"][fact.seat] - before["piles"][fact.seat] == values["amount"]
    place = values["place"]
    there, left = (
        len(state["below_ship"] if place == "below" else state["board"][place]) for state in (before, after)
    )
    assert values["count"] == there - left + (len(laid) if place == kind else 0)
    assert fact.key.endswith("one") == (values["count"] == 1)


def holds_wars(run: Line, fact: Fact) -> None:
    before, after, _, _ = around(run, fact)
    whom, amount, battle = fact.values["whom"], fact.values["amount"], before["battle"]
    assert (battle["attacker"], battle["defender"]) == (fact.seat, whom)
    was, left = before["dragons"][whom], after["dragons"][whom]
    if fact.key.endswith("damage"):
        assert was[1] - (left[1] if left and left[0] == was[0] else 0) == amount
    elif fact.key.endswith("slain"):
        (new,) = set(after["trophies"][fact.seat]) - set(before["trophies"][fact.seat])
        assert new == was[0]
        assert amount == at(run, fact.step + 1).scores[fact.seat] - at(run, fact.step).scores[fact.seat]
    else:
        assert left == was


def holds_tricks(run: Line, fact: Fact) -> None:
    before, _, events, move = around(run, fact)
    laid = {**dict(before["trick"]), at(run, fact.step).to_act: move}
    plain = {seat: "DRAGON" if card.startswith("DRAGON") else card for seat, card in laid.items()}
    assert [event.seat for event in events if event.what == "takes"] == [fact.seat]
    kind, values = before["kind"], fact.values
    prices = {card: sum(price for mark, price in PRICES[kind].items() if mark in card) for card in plain.values()}
    costly = [card for card, price in prices.items() if price]
    if fact.key.endswith("clean"):
        assert not costly
        return
    assert plain[fact.seat] == values["with"]
    assert sorted(values["cards"]) == sorted(costly)
    assert bool(costly) == (".takes." in fact.key)
    if fact.key.endswith("free"):
        assert before["power"] is not None or before["dm"] == fact.seat
    else:
        assert values["amount"] - sum(prices.values()) in ((0, ENDS) if kind in ("first", "staff") else (0,))


def holds_tale(run: Line, fact: Fact) -> None:
    before, _, _, move = around(run, fact)
    (name,) = fact.values["cards"]
    if fact.key.endswith(("brings", "keeps")):
        assert move == f"pick {name}"
        assert fact.key.endswith("brings") == (fact.step == 0)
        assert at(run, fact.step).to_act == fact.seat
        assert name in before["packs"][fact.seat]
        assert fact.seat == run.seat or name in run.start.state()["packs"][run.seat]
        assert fact.values["amount"] == promised(before["table"][fact.seat], name)
        return
    assert fact.seat == run.seat
    sums = [
        sum(row.value for row in position.breakdown(fact.seat)
            if (row.card or "").removeprefix("down ") == name and row.label not in ("named", "partner"))
        for position in (run.start, at(run, len(run.steps)))
    ]  # fmt: skip
    assert sums[1] == fact.values["amount"]
    assert sums[0] != sums[1]


def promised(table: list[dict[str, Any]], name: str) -> int:
    """What a card would count on a table, by the printed card."""
    card = BOOK[name]
    up = [one["name"] for one in table if one["up"]] + [name]
    return int(card["points"]) * (up.count(card["times"]) if "times" in card else 1)


HOLDS = {"duel": holds_duel, "heart": holds_heart, "wars": holds_wars, "tricks": holds_tricks, "tale": holds_tale}


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_fact_is_so_when_its_course_is_played_again(game: str) -> None:
    assert {fact.key for _, _, fact in told(game)} == kinds(game)
    for _, run, fact in told(game):
        HOLDS[game](run, fact)


# ---- a planted falsehood ----


def other(value: Any) -> Any:
    """Something else of the same kind."""
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return [*value, value[0]] if value else ["WAR P"]
    if isinstance(value, tuple):
        return (value[0], value[1] + 1)
    return f"{(int(value[0]) + 1) % 4}{value[1:]}" if value[:1].isdigit() else "nothing of the kind"


def falsehoods(fact: Fact, seats: int) -> Iterator[Fact]:
    """The fact with one thing of it changed that its words name: who, or a value."""
    yield fact._replace(seat=(fact.seat + 1) % seats)
    named = {FROM.get(part, part) for part in NAMED[fact.key]} | {"whom", "rank"}
    for name in named & fact.values.keys():
        value = fact.values[name]
        false = (value + 1) % seats if name == "whom" else other(value)
        yield fact._replace(values={**fact.values, name: false})


@pytest.mark.parametrize("game", GAMES)
def test_a_fact_that_is_not_so_is_found_out(game: str) -> None:
    planted = 0
    for kind in kinds(game):
        match, run, fact = next(found for found in told(game) if found[2].key == kind)
        for false in falsehoods(fact, match.seats_count):
            with pytest.raises((AssertionError, KeyError, IndexError, ValueError)):
                HOLDS[game](run, false)
            planted += 1
    assert planted >= len(kinds(game)) + sum(len(NAMED[kind]) for kind in kinds(game))


# ---- its words ----

YOU = {"en": r"\b(you|your)\b", "de": r"\b(du|dich|dir|dein|deinen)\b"}


def reads(match: Match, telling: Telling, fact: Fact, words: str) -> None:
    """What the words of a fact name is what the fact holds: cards, places, numbers, and who; nobody else is named."""
    parts, named = telling.fact_words(fact.values), telling.names()
    for part in NAMED[fact.key]:
        assert str(parts[part]) in words, (part, words)
    seats = {fact.seat, fact.values.get("whom", fact.seat)}
    for seat in range(match.seats_count):
        assert (named[seat] in words) == (seat in seats and not telling.spoken_to(seat)), words
    assert bool(re.search(YOU[telling.t.language], words)) == any(map(telling.spoken_to, seats)), words
    if len(seats) == 2 and not any(map(telling.spoken_to, seats)):
        first, second = (words.index(named[seat]) for seat in (fact.seat, fact.values["whom"]))
        assert (first < second) == (fact.key != "fact.wars.blocked"), words


@cache
def sentences(game: str, language: str) -> tuple[set[str], list[tuple[Match, Telling, Fact, str]]]:
    """What is said of the facts to whoever sits there, and the keys of the words that served."""
    asked: set[str] = set()
    found: list[tuple[Match, Telling, Fact, str]] = []
    for match, _, fact in told(game):
        for person in (None, *range(match.seats_count)):
            seated = match.copy()
            seated.seats = ["human" if seat == person else "dragon" for seat in range(match.seats_count)]
            look, noting = Looking(seated, language), Noting(language)
            look.t = noting
            telling = telling_of(look)
            found.append((seated, telling, fact, telling.fact(fact)))
            asked |= {key for key in noting.asked if key.startswith("fact.")}
    return asked, found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_names_what_its_fact_holds(game: str, language: str) -> None:
    """Every sentence that can be said of the game is among them."""
    asked, found = sentences(game, language)
    assert asked == {key for key in Strings(language).table if key.startswith(f"fact.{game}.")}
    for match, telling, fact, words in found:
        reads(match, telling, fact, words)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_words_that_say_something_else_are_found_out(game: str, language: str) -> None:
    """Another number, another card, another seat in the place of the one that is meant."""
    planted = 0
    for kind in kinds(game):
        match, telling, fact, words = next(one for one in sentences(game, language)[1] if one[2].key == kind)
        parts = telling.fact_words(fact.values)
        lies = [words.replace(str(parts[part]), "x") for part in NAMED[kind]]
        lies += [words.replace(telling.look.name(seat), "x") for seat in range(match.seats_count)]
        for lie in lies:
            if lie != words:
                with pytest.raises((AssertionError, ValueError)):
                    reads(match, telling, fact, lie)
                planted += 1
    assert planted >= len(kinds(game))
