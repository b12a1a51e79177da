"""The book of boards of the grid duel: its fourth and fifth card.

Proved here: the book has every board of three and of four cards once, and is compiled in; Dragon plays every board as
the line in its text has it, whoever laid which card when, and however the board is turned; what a line says is what
drawn deals say; making the book can be interrupted and shared out, and a board's rounds count alike.
"""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

from native import Match
from native.duel import boards as duel_boards
from native.duel import book as duel_book
from tests.duel_ending import play, to_act

VALUED_BY_LINES = 3  # cards on the table
LEEWAY = 0.15  # what a move may be worth less to the hand than the best and still be made
TURNS = ((1, 1), (-1, 1), (1, -1), (-1, -1))


def text() -> dict[str, str]:
    """The book's lines by their boards."""
    lines = [line.strip('",') for line in duel_book.BOARDS.read_text("ascii").splitlines()]
    return {line[:8]: line[9:] for line in lines}


def cards_on(name: str) -> dict[tuple[int, int], int]:
    """The values on a board by column and row, from its name."""
    columns, rows = int(name[0]), int(name[1])
    places = itertools.product(range(rows), range(columns))
    return {(x, y): int(sign) for (y, x), sign in zip(places, name[2:].strip(), strict=True) if sign != "."}


def match_at(name: str, seed: int, turn: tuple[int, int]) -> tuple[Match, dict[tuple[int, int], str]]:
    """A match that has come to a board in a drawn order, its columns and rows turned round or not; and the record's
    words for the cells around it."""
    rng, cards = random.Random(seed), cards_on(name)
    order = [rng.choice(sorted(cards))]
    while len(order) < len(cards):
        beside = {(x + dx, y + dy) for x, y in order for dx, dy in duel_boards.BESIDE}
        order.append(rng.choice(sorted((beside & set(cards)) - set(order))))
    values = [cards[cell] for cell in order]
    words = {
        (x, y): f"{(x - order[0][0]) * turn[0]},{(y - order[0][1]) * turn[1]}"
        for x, y in itertools.product(range(-1, 5), repeat=2)
    }
    rest = [value for value in range(4) for _ in range(5)]
    for value in values:
        rest.remove(value)
    rng.shuffle(rest)
    hands = [values[seat::2] + [rest.pop() for _ in range(8 - len(values[seat::2]))] for seat in (0, 1)]
    deal = {"hands": ["".join(map(str, sorted(hand))) for hand in hands]}
    moves = [f"{cards[cell]}@{words[cell]}" for cell in order]
    return play(Match("duel", {"first": 0}, deal=deal), moves), words


def cells_of(name: str) -> list[tuple[int, int]]:
    """The cells beside a board, row by row."""
    cards = cards_on(name)
    beside = {(x + dx, y + dy) for x, y in cards for dx, dy in duel_boards.BESIDE} - set(cards)
    wide, high = int(name[0]) == duel_boards.SPAN, int(name[1]) == duel_boards.SPAN
    inside = [(x, y) for x, y in beside if not (wide and x in (-1, 4)) and not (high and y in (-1, 4))]
    return sorted(inside, key=lambda cell: (cell[1], cell[0]))


def unpacked(signs: str) -> float:
    low, high = map(duel_book.SIGNS.index, signs)
    return (low + 64 * high - 2048) * duel_boards.STEP


Numbers = dict[tuple[int, tuple[int, int]], float]  # by value and cell, as the book has it


def worths(name: str, line: str, hand: str) -> Numbers:
    """What the moves of a hand are worth by a line of the book."""
    worth: Numbers = {}
    for number, (cell, value) in enumerate(itertools.product(cells_of(name), range(4))):
        first, *slopes = (unpacked(line[10 * number + i : 10 * number + i + 2]) for i in range(0, 10, 2))
        if str(value) in hand:
            worth[value, cell] = first + sum(s * hand.count(str(v)) for v, s in enumerate(slopes))
    return worth


def policy(worth: Numbers, hand: str) -> Numbers:
    """Weights of the moves of a hand by what they are worth."""
    top = max(worth.values())
    near = {move: max(0.0, 1 - (top - one) / LEEWAY) ** 2 * hand.count(str(move[0])) for move, one in worth.items()}
    return {move: weight / sum(near.values()) for move, weight in near.items()}


def symmetric(name: str) -> bool:
    """Whether a board looks the same turned round: then its cells can be told in two ways."""
    cards = cards_on(name)
    width, height = int(name[0]) - 1, int(name[1]) - 1
    turned = (
        {(width - x, y): value for (x, y), value in cards.items()},
        {(x, height - y): value for (x, y), value in cards.items()},
        {(width - x, height - y): value for (x, y), value in cards.items()},
    )
    return cards in turned


@pytest.mark.long
@pytest.mark.parametrize("turn", TURNS)
def test_a_card_is_laid_as_the_book_has_it(turn: tuple[int, int]) -> None:
    told = 0
    for seed, (name, line) in enumerate([*text().items()][TURNS.index(turn) :: 11]):
        match, words = match_at(name, seed, turn)
        hand = match.state()["hands"][to_act(match)]
        worth = worths(name, line, hand)
        wanted = policy(worth, hand)
        found = {move.move: move for move in match.advise("dragon", permille=1, brief=True).moves}
        assert sum(move.weight for move in found.values()) == pytest.approx(1)
        if symmetric(name):
            continue
        told += 1
        for value, cell in wanted:
            move = found.get(f"{value}@{words[cell]}")
            if move is None:
                continue
            assert move.weight == pytest.approx(wanted[value, cell], abs=1e-6), (name, move)
            if len(match.moves) == VALUED_BY_LINES:
                assert move.value == pytest.approx(min(1.0, max(-1.0, worth[value, cell])), abs=1e-6)
    assert told > 60


@pytest.mark.long
def test_the_book_is_whole_and_compiled_in() -> None:
    assert list(text()) == sorted(text()) == list(duel_boards.boards())
    assert len(text()) == 144 + 1452
    for name, line in text().items():
        assert len(line) == 40 * len(cells_of(name))
        assert set(line) <= set(duel_book.SIGNS)
    assert f"DUEL_BOOK_MARK {duel_book.mark()}u" in duel_book.HEADER.read_text("utf-8")


@pytest.mark.parametrize("every", [1200, 400])
@pytest.mark.long
def test_a_line_says_what_drawn_deals_say(every: int) -> None:
    """Four cards: the constant plus the slopes for the mean hand is the mean of other deals, open cards and random
    play together; the best and the worst move of the book are told apart by them. every: of so many boards one is
    tried."""
    known, apart = duel_boards.boards(), 0.0
    for name in list(known)[300::every]:
        _, other = duel_boards.sampled(known[name], 99, 24)
        line = text()[name]
        for at in range(0, len(other), duel_boards.NUMBERS):
            mine = [unpacked(line[2 * i : 2 * i + 2]) for i in range(at, at + duel_boards.NUMBERS)]
            held = 1.5  # six cards of four values
            here, there = (n[0] + held * sum(n[1:]) for n in (mine, other[at : at + duel_boards.NUMBERS]))
            apart = max(apart, abs(here - there))
    assert apart < 1  # of -2 .. 2, with 24 deals


@pytest.mark.long
def test_shards_go_on_where_they_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is sampled is not sampled again, a line that was cut off is; what is joined too early is refused; the
    rounds of a board are averaged."""
    known = duel_boards.boards()
    chosen = {name: known[name] for name in ("32..3000", "32.2213.")}
    monkeypatch.setattr(duel_boards, "DEALS", 2)
    monkeypatch.setattr(duel_boards, "BOARDS", tmp_path / "book")
    monkeypatch.setattr(duel_boards, "write_mark", lambda: None)
    monkeypatch.setattr(duel_boards, "boards", lambda: chosen)
    (tmp_path / "a.txt").write_text("32..3000 0 " + "512 " * 160 + "\n32.2213. 0 12 1", "ascii")
    assert duel_boards.join(iter(chosen), tmp_path, 1) == 1
    duel_boards.make_shard(2, 2, 1, tmp_path)
    found = duel_boards.solved(tmp_path)
    assert found["32..3000", 0] == [512] * 160
    numbers = [round(n / duel_boards.STEP) for n in duel_boards.sampled(chosen["32.2213."], 0, 2)[1]]
    assert found["32.2213.", 0] == numbers
    assert duel_boards.join(iter(chosen), tmp_path, 1) == 0
    assert (tmp_path / "book").read_text("ascii").splitlines()[0].startswith('"32..3000 AoAo')
    assert unpacked(duel_boards.packed(512)) == 1
    assert duel_boards.book_line("32..3000", [[512], [0]]) == f"32..3000 {duel_boards.packed(256)}"
    assert (unpacked(duel_boards.packed(9999)), unpacked(duel_boards.packed(-9999))) == (2047 / 512, -4)
