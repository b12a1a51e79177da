"""The rules of the grid duel: who starts, and how a match of one game or many goes on.

Proved here: whole matches against the slow reference, with either seat starting; who starts by option, deal and seed;
that it changes no dealt hand; and that the engine knows no seats, only who started: solver, book, ending and players
answer the same where the seats are exchanged.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest

from native import BadRecord, Match
from native.tools import arena, commands
from tests.reference.duel import Cell, Course, move_text

HANDS = ["00112233", "01122330"]
SEEDS = range(4096)


def hand(text: str) -> tuple[int, ...]:
    return tuple(map(int, text))


def digits(cards: Sequence[int]) -> str:
    return "".join(map(str, sorted(cards)))


def dealt(rng: random.Random) -> list[str]:
    cards = [value for value in range(4) for _ in range(5)]
    rng.shuffle(cards)
    return [digits(cards[:8]), digits(cards[8:16])]


# ---- whole matches ----


def rows_of(grid: dict[Cell, int]) -> list[str]:
    """The grid as records show it."""
    columns, rows = (sorted({cell[axis] for cell in grid}) for axis in (0, 1))
    return ["".join(str(grid.get((column, row), ".")) for column in columns) for row in rows]


def compare(match: Match, course: Course) -> None:
    """State, seat to act and scores as the reference has them."""
    state, position = match.state(), course.position
    assert (state["game"], state["starter"], tuple(state["wins"])) == (course.game, course.starter, course.wins)
    hands = [digits(cards) for cards in position.hands]
    assert state["hands"] == (hands if course.starter == 0 else hands[::-1])
    assert state["grid"] == rows_of(position.grid)
    lines = {"columns": position.columns(), "rows": position.rows()} if position.over else None
    assert state["lines"] == lines
    drawn = course.over and course.first_to == 1 and course.wins == (0, 0)
    assert match.scores == ([0.5, 0.5] if drawn else list(course.wins))
    assert match.to_act == (None if course.over else course.to_act)


@pytest.mark.long
@pytest.mark.parametrize("first_to", [1, 2])
@pytest.mark.parametrize("first", [0, 1])
def test_matches_go_as_in_the_reference(first: int, first_to: int) -> None:
    rng, results = random.Random(first), set()
    for _ in range(60):
        deals = [dealt(rng) for _ in range(30)]
        chance = [{"hands": hands} for hands in deals[1:]]
        match = Match("duel", {"first": first, "first_to": first_to}, deal={"hands": deals[0]}, chance=chance)
        course = Course([(hand(a), hand(b)) for a, b in deals], first, first_to)
        while not course.over:
            compare(match, course)
            moves = {move_text(move): move for move in course.position.moves()}
            assert sorted(match.legal()) == sorted(moves)
            text = rng.choice(sorted(moves))
            match.play(text)
            course.play(moves[text])
        compare(match, course)
        assert match.over
        wins = course.wins
        assert match.winners == [seat for seat in (0, 1) if wins[seat] == max(wins)]
        results.add((wins, course.game))
    assert {wins for wins, _ in results} >= ({(1, 0), (0, 1)} if first_to == 1 else {(2, 0), (2, 1), (0, 2), (1, 2)})


# ---- who starts ----


def starter(options: dict[str, Any], seed: int = 0, **parts: Any) -> int:
    match = Match("duel", options, seed, **parts)
    assert match.to_act == match.state()["starter"]
    return int(match.state()["starter"])


@pytest.mark.long
@pytest.mark.parametrize("first_to", [1, 2])
def test_each_seat_starts_as_often_as_the_other(first_to: int) -> None:
    """Over 4,096 seeds a fair coin lies within 4 standard deviations, 128, of the half."""
    assert abs(sum(starter({"first_to": first_to}, seed) for seed in SEEDS) - 2048) < 128


@pytest.mark.long
def test_who_starts_hangs_on_the_seed_alone_and_changes_no_hand() -> None:
    for seed in SEEDS[:300]:
        wanted = starter({}, seed)
        for options in ({"first_to": 2}, {"open_hands": True}, {"first": None}, {"first": wanted}):
            assert starter(options, seed) == wanted
        assert starter({"first": 1 - wanted}, seed) == 1 - wanted
        hands = [Match("duel", {"first": first}, seed).state()["hands"] for first in (None, 0, 1)]
        assert hands[0] == hands[1] == hands[2]


@pytest.mark.parametrize("first_to", [1, 2])
@pytest.mark.parametrize(
    ("option", "named", "wanted"),
    [(None, None, 0), (None, 0, 0), (None, 1, 1), (0, None, 0), (1, None, 1), (0, 0, 0), (1, 1, 1)],
)
def test_an_explicit_deal_and_the_option_name_the_starter(
    option: int | None, named: int | None, wanted: int, first_to: int
) -> None:
    deal = {"hands": HANDS} | ({} if named is None else {"first": named})
    for seed in range(4):
        assert starter({"first": option, "first_to": first_to}, seed, deal=deal) == wanted
    match = Match("duel", {"first": option, "first_to": first_to}, deal=deal)
    assert match.record()["deal"] == deal
    assert Match.load(match.record()).key() == match.key()
    assert match.state()["hands"] == ["00112233", "00112233"]


@pytest.mark.parametrize("option", [0, 1])
def test_a_deal_that_contradicts_the_option_is_refused(option: int) -> None:
    wanted = f'the option "first" is {option}, but "first" in the deal is {1 - option}'
    with pytest.raises(BadRecord, match=wanted):
        Match("duel", {"first": option}, deal={"hands": HANDS, "first": 1 - option})


@pytest.mark.parametrize("first", [0, 1])
def test_the_starter_alternates_whatever_a_later_deal_says(first: int) -> None:
    """A later game's deal may name its starter, but no other than the one whose turn it is."""
    match = Match("duel", {"first_to": 2}, deal={"hands": HANDS, "first": first})
    while match.state()["game"] == 0:
        match.play(match.legal()[0])
    record = match.record()
    right = Match.load({**record, "chance": [{"hands": HANDS, "first": 1 - first}]})
    assert right.key() == Match.load({**record, "chance": [{"hands": HANDS}]}).key()
    with pytest.raises(BadRecord, match=f'seat {1 - first} starts the next game, but "first" in its deal is {first}'):
        Match.load({**record, "chance": [{"hands": HANDS, "first": first}]})


def test_in_the_arena_each_side_starts_each_deal_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the option says; so neither side gains by who starts."""
    for option in ([], ["--option", "first=0"], ["--option", "first=1"]):
        began: dict[int, set[str]] = {}

        def play_out(match: Match, levels: list[str], *_: Any, began: dict[int, set[str]] = began) -> None:
            began.setdefault(match.seed, set()).add(levels[match.state()["starter"]])
            while not match.over:
                match.play(match.legal()[0])

        monkeypatch.setattr(arena, "play_out", play_out)
        words = ["arena", "--game", "duel", "--seats", "random,greedy", "--games", "20", "--seed", "3", *option]
        assert commands.main(words) == 0
        assert len(began) == 10
        assert all(sides == {"random", "greedy"} for sides in began.values())


# ---- seats exchanged ----


def twins(seed: int, left: int, **options: Any) -> tuple[Match, Match]:
    """One position twice: as seat 0 started it, and as seat 1 did with the other's cards."""
    rng = random.Random(seed)
    hands = dealt(rng)
    first = Match("duel", options, seed, deal={"hands": hands, "first": 0})
    second = Match("duel", options, seed, deal={"hands": hands[::-1], "first": 1})
    while len(first.moves) < 16 - left:
        text = rng.choice(sorted(first.legal()))
        first.play(text)
        second.play(text)
    return first, second


def test_the_solver_knows_no_seats() -> None:
    for seed in range(12):
        first, second = twins(seed, 6 + seed % 4, open_hands=True)
        assert {first.to_act, second.to_act} == {0, 1}
        for objective in ("outcome", "lines", "outcome value"):
            a, b = (match.solve(objective) for match in (first, second))
            assert (a.moves, a.line, a.nodes) == (b.moves, b.line, b.nodes)


@pytest.mark.parametrize("level", ["greedy", "hatchling", "dragon"])
@pytest.mark.long("dragon")
def test_the_players_know_no_seats(level: str) -> None:
    """From the book's plies to the last card, where nothing is drawn by lot but the move among equal ones."""
    for seed, left in enumerate((16, 15, 14, 10, 7, 5, 3, 2)):
        found = [match.advise(level) for match in twins(900 + seed, left)]
        proofs = [(one.proof, one.worlds, one.of, one.exploitability) for one in found]
        values = [[(move.move, move.value, move.best) for move in one.moves] for one in found]
        assert proofs[0] == proofs[1]
        assert values[0] == values[1], left
        assert found[0].moves == found[1].moves or found[0].proof != "equilibrium"


def test_what_a_seat_sees_knows_no_seats() -> None:
    first, second = twins(5, 9)
    for seat in (0, 1):
        seen = [first.state(seat), second.state(1 - seat)]
        rows = [match.breakdown(who) for match, who in ((first, seat), (second, 1 - seat))]
        assert seen[0]["hands"] == seen[1]["hands"][::-1]
        assert [row.value for row in rows[0][:2]] == [row.value for row in rows[1][:2]]
        assert all(seen[0][key] == seen[1][key] for key in ("grid", "lines", "wins"))
        assert json.dumps(seen[0]).count("?") == json.dumps(seen[1]).count("?") > 0
