"""The open-hand grid duel solved.

Proved here: every pair of hands is there once, each line is what the book says two moves later, a sample is what the
solver says from the empty board, and the shares are those of all deals.
"""

from __future__ import annotations

from math import comb

import pytest

from native.duel import book as duel_book
from native.duel import tables as duel_tables

LINES = duel_tables.CENSUS.read_text("ascii").splitlines()


def test_every_pair_of_hands_is_there_once() -> None:
    assert [line[:9] for line in LINES] == [duel_book.key(*pair) for pair in duel_book.pairs()]
    assert len(LINES) == 2557


def test_a_first_card_is_worth_what_its_best_answer_leaves() -> None:
    book = (line.strip('",') for line in duel_book.BOOKS[2].read_text("ascii").splitlines())
    for line, answers in zip(LINES, book, strict=True):
        for value, mark in enumerate(line.split()[2]):
            left = answers[10 + 8 * value : 18 + 8 * value].replace(".", "")
            assert mark == (min(left, key="-=+".index) if left else ".")


@pytest.mark.long("300")
@pytest.mark.parametrize("number", [300, 1234])
def test_a_sample_is_solved_again_from_the_empty_board(number: int) -> None:
    pair = list(duel_book.pairs())[number]
    assert duel_tables.solve(*pair) == LINES[number]


def test_the_shares_are_those_of_all_deals() -> None:
    weights = [duel_tables.deals(*pair) for pair in duel_book.pairs()]
    assert sum(weights) == duel_tables.DEALS == comb(20, 8) * comb(12, 8)
    shares = duel_tables.shares(LINES)
    assert {mark: round(share, 6) for mark, share in shares.items()} == {"+": 0.041858, "=": 0.003067, "-": 0.955075}
