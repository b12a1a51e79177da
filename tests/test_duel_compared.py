"""What the duel says of two moves is true of the lines on the grid: counted from states alone."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import cast

import pytest

from native import Match
from native.duel.compared import Compared
from native.duel.deciding import LONG
from native.duel.words import DuelTelling
from native.strings import capital
from native.tools.why import telling

STONES = ("Egg", "Emerald", "Sapphire", "Ruby")
Grid = dict[tuple[int, int], int]


def scored(line: list[int]) -> int:
    return sum({0: 0, 1: value, 2: 10 * value}.get(line.count(value), 100) for value in range(4))


class Told:
    """A sentence about one of two moves, the line that it names, and what lies on the grid before and after."""

    def __init__(self, match: Match, said: str, move: str, pair: tuple[str, str]) -> None:
        self.say = cast("DuelTelling", telling(match, "en"))
        self.seat, self.move, self.value = match.to_act or 0, move, int(move[0])
        state = match.state(self.seat)
        self.starter, self.hand = state["starter"], state["hands"][self.seat].replace(move[0], "", 1)
        cells = [(tuple(map(int, one[2:].split(","))), int(one[0])) for one in match.moves]
        self.before = cast("Grid", dict(cells))
        self.cell = cast("tuple[int, int]", tuple(map(int, move[2:].split(","))))
        self.after = self.before | {self.cell: self.value}
        name = capital(self.say.apart(*pair)[pair.index(move)])
        self.rest = said.removeprefix(name) if said.startswith(name) else said.removeprefix(STONES[self.value])
        assert self.rest != said, said

    def line(self, seat: int, at: int, grid: Grid) -> list[int]:
        axis = seat != self.starter
        return [value for cell, value in grid.items() if cell[axis] == at]

    def lines(self, words: str) -> tuple[list[int], list[int]]:
        """The line that a sentence names, before and after the move; the card lies in it."""
        own = self.say.line_words(self.seat, self.cell[self.seat != self.starter]) in words
        seat = self.seat if own else 1 - self.seat
        assert self.say.line_words(seat, self.cell[seat != self.starter]) in words, words
        at = self.cell[seat != self.starter]
        return self.line(seat, at, self.before), self.line(seat, at, self.after)

    def endings(self, line: list[int]) -> list[int]:
        """What a line can end with if the cards that do not lie on the grid fill it."""
        laid = [*self.after.values()]
        fills = combinations_with_replacement(range(4), 4 - len(line))
        return [scored([*line, *one]) for one in fills if all(one.count(v) + laid.count(v) <= 5 for v in range(4))]

    def stake(self, words: str, n: int) -> bool:
        """What is said of the lines of the other side."""
        own = "your" in words
        seat = self.seat if own else 1 - self.seat
        axis = seat != self.starter
        ats = {cell[axis] for cell in self.after}
        lines = {at: self.line(seat, at, self.after) for at in ats}
        if "end higher" in words:
            every = [*lines.values(), *[[] for _ in range(4 - len(lines))]]
            return min(min(self.endings(line)) for line in every) > n
        told = int(re.findall(r"\d+", words)[-1])
        return any(
            self.say.line_words(seat, at) in words and len(line) == 4 and scored(line) == told < n
            for at, line in lines.items()
        )

    def holds(self) -> bool:
        rest, end = [*self.rest.split(";"), ""][:2] if "has only" in self.rest or "higher" in self.rest else (
            self.rest, ""
        )  # fmt: skip
        first = rest.split(", and helps ")[0]
        was, now = self.lines(first)
        n = [int(one) for one in re.findall(r"\d+", re.sub(r"\(.*?\)", "", first))]
        mine, card = self.hand.count(str(self.value)), self.value
        if (listed := re.search(r"\(([^)]*)\)", first)) and not self.lists(listed[1], was):
            return False
        forms: dict[str, Callable[[], bool]] = {
            "closes": lambda: len(now) == 4 and scored(now) == n[0] and (not end or self.stake(end, n[0])),
            "at most": lambda: max(self.endings(now)) == n[0] and (not end or self.stake(end, n[0])),
            "from your hand makes": lambda: mine >= 1 and len(now) < 4 and scored([*now, card]) == n[-1],
            "two more from your hand": lambda: mine >= 2 and len(now) < 3 and scored([*now, card, card]) == n[-1],
            "makes a pair": lambda: now.count(card) == 2 and scored(now) == n[0],
            "strong start": lambda: not was and card >= 2,
            "weak start": lambda: not was and card < 2,
            "there makes": lambda: (
                [scored(now), scored([*now, card])] == n and [*self.after.values()].count(card) < 5
            ),
            "brings": lambda: scored(now) == n[-1] and (len(n) == 1 or scored(was) == n[0]),
            "adds only": lambda: scored(now) - scored(was) == n[0],
            "adds nothing": lambda: scored(now) == scored(was),
            "already has": lambda: scored(was) == n[0] >= 20,
        }  # fmt: skip
        kind = next(key for key in forms if key in first)
        return forms[kind]() and ("helps" not in rest or bool(self.lines(rest)[1]))

    @staticmethod
    def lists(words: str, line: list[int]) -> bool:
        """Whether these are the cards of the line."""
        told = list[int]()
        for n, stone in re.findall(r"(\d*) ?(Egg|Emerald|Sapphire|Ruby|Rubies)", words):
            told += [STONES.index(stone.replace("ies", "y"))] * int(n or 1)
        return sorted(told) == sorted(line)


def test_what_is_said_of_a_line_is_so() -> None:
    """Of pairs of moves from random play, and in German as many sentences as in English."""
    kinds = set[str]()
    for seed in range(12):
        match, chance = Match("duel", {}, seed=seed), random.Random(seed)
        while not match.over:
            legal = match.legal()
            if len(legal) > 1 and chance.random() < 0.4:
                pair = cast("tuple[str, str]", tuple(chance.sample(legal, 2)))
                found, german = (
                    Compared(cast("DuelTelling", telling(match, one)), match.position(), *pair).sentences()
                    for one in ("en", "de")
                )
                assert [about for _, about in found] == [about for _, about in german]
                for said, about in found:
                    assert "{" not in said
                    if "a weaker one decides" not in said:
                        assert Told(match, said, pair[about], pair).holds(), (match.moves, pair, said)
                    kinds.add(re.sub(r"\W*\d.*| (your|Aurelgar).*", "", said))
            match.play(chance.choice(legal))
    assert len(kinds) > 12, kinds


@pytest.mark.parametrize("language", ["en", "de"])
def test_hardly_a_sentence_is_long(language: str) -> None:
    told = list[str]()
    for seed in range(40):
        match, chance = Match("duel", {}, seed=seed), random.Random(seed)
        while len(match.moves) < 3 + seed % 12:
            match.play(chance.choice(match.legal()))
        pair = chance.sample(match.legal(), 2) if len(match.legal()) > 1 else []
        if pair:
            say = cast("DuelTelling", telling(match, language))
            told += [said for said, _ in Compared(say, match.position(), pair[0], pair[1]).sentences()]
    assert sum(len(one.split()) > LONG for one in told) <= len(told) / 20, [
        one for one in told if len(one.split()) > LONG
    ]


def test_a_card_is_not_to_be_kept_for_the_line_that_gets_it() -> None:
    """The third Sapphire makes 100 where it is laid: that is no reason to keep it for that line."""
    deal = {"hands": ["01123333", "00112222"], "first": 0}
    match = Match("duel", {"open_hands": True}, deal=deal)
    for move in ("1@0,0", "2@1,0", "3@0,1", "2@1,1"):
        match.play(move)
    say = cast("DuelTelling", telling(match, "en"))
    compared = Compared(say, match.position(), "2@1,-1", "3@1,-1")
    assert compared.kept() == ""
