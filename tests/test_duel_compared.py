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
from native.duel.motifs import Laid, board_at
from native.duel.outcome import bound
from native.duel.words import DuelTelling
from native.play.reasons import Finding, Reason
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
            "makes 2 Eggs": lambda: (
                now.count(0) == 2 and scored([*now, 0]) == n[-1] and [*self.after.values()].count(0) < 5
            ),
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


class Decided:
    """What is said of the line that decides between two moves, and what lies on the grid before and after them."""

    def __init__(self, match: Match, pair: tuple[str, str], line: tuple[int, int]) -> None:
        self.say = cast("DuelTelling", telling(match, "en")).naming(pair)
        self.seat, self.line, state = match.to_act or 0, line, match.state(match.to_act)
        self.starter, self.hand = state["starter"], [int(card) for card in state["hands"][self.seat]]
        self.laid = [(int(move[0]), cast("tuple[int, int]", tuple(map(int, move[2:].split(","))))) for move in pair]
        self.before: Grid = {}
        for move in match.moves:
            self.before[cast("tuple[int, int]", tuple(map(int, move[2:].split(","))))] = int(move[0])
        self.after = [self.before | {cell: value} for value, cell in self.laid]
        self.names = [capital(name) for name in self.say.apart(*pair)]
        self.rows = {self.say.line_words(seat, at): (seat, at) for seat in (0, 1) for at in range(-7, 8)}

    def cards(self, line: tuple[int, int], grid: Grid) -> list[int]:
        return [value for cell, value in grid.items() if cell[line[0] != self.starter] == line[1]]

    def left(self, at: int) -> list[int]:
        """The mover's hand after a move."""
        return [card for at_, card in enumerate(self.hand) if at_ != self.hand.index(self.laid[at][0])]

    def at(self, words: str) -> tuple[int, int]:
        """A line by its words; the cards told of it lie in it."""
        name, _, listed = words.partition(" (")
        line = self.rows.get(name) or self.rows[name[0].lower() + name[1:]]
        assert not listed or Told.lists(listed.rstrip(")"), self.cards(line, self.before)), words
        return line

    def best(self, line: list[int], grid: Grid, less: list[int]) -> int:
        """The most that cards which lie nowhere, without some, can make of a line."""
        out = [*grid.values(), *less]
        fills = combinations_with_replacement(range(4), 4 - len(line))
        return max(scored([*line, *one]) for one in fills if all(one.count(v) + out.count(v) <= 5 for v in one))

    def clause(self, at: int, said: str) -> bool:
        """Whether what a move is said to make of the line is so."""
        was, now = (self.cards(self.line, grid) for grid in (self.before, self.after[at]))
        card, hand, n = self.laid[at][0], self.left(at), [int(one) for one in re.findall(r"\d+", said)]
        if " usually ends at " in said:
            return True
        if kept := re.fullmatch(r"keep your last (\w+)(?: for it)?, to (make|close it at) \d+", said):
            value, now = STONES.index(kept[1]), self.cards(self.line, self.after[1])
            full = len(now) == 3 or kept[2] == "make"
            return value == self.laid[0][0] and hand.count(value) == 1 and full and scored([*now, value]) == n[0]
        moved, _, rest = said.partition(f"{STONES[card]} " if said.startswith(f"{STONES[card]} ") else self.names[at])
        assert not moved, said
        if at == 0 and self.laid[0][0] == self.laid[1][0] and len(now) > len(was):
            assert self.cards(self.line, self.after[1]) != was or self.names[0] in said, said
        if len(now) != len(was) + 1:
            return False
        ends = rest.partition(";")[0]
        forms: dict[str, Callable[[], bool]] = {
            "closes it at": lambda: len(now) == 4 and scored(now) == n[0],
            "at most": lambda: self.best(now, self.after[at], []) == n[0],
            "makes a pair there": lambda: now.count(card) == 2 and scored(now) == n[0],
            "from your hand make ": lambda: (
                hand.count(card) >= 1 + ("two more" in ends) <= 4 - len(now)
                and scored([*now, *[card] * (1 + ("two more" in ends))]) == n[-1]
            ),
            "from your hand ": lambda: (
                now.count(card) == 2 and card in hand and len(now) < 4 and scored([*now, card]) == n[-1]
            ),
            "would make": lambda: now.count(card) == 2 and scored([*now, card]) == n[-1] and len(now) < 4,
            "strong start": lambda: not was and card >= 2,
            "weak start": lambda: not was and card < 2,
            "and a second": lambda: (
                [scored(now), scored([*now, card])] == n and [*self.after[at].values()].count(card) < 5
            ),
            "brings it from": lambda: [scored(was), scored(now)] == n,
            "adds only": lambda: scored(now) - scored(was) == n[0],
            "adds nothing": lambda: scored(now) == scored(was),
            "makes": lambda: scored(now) == n[0] >= 100 > scored(was),
        }  # fmt: skip
        return forms[next(key for key in forms if key in ends)]()

    def holds(self, said: str) -> bool:
        """Whether a sentence about the line, or about a move beside it, is so."""
        if found := re.fullmatch(r"(?:The weakest line decides, probably (.+?)|(.+?) decides): (.+)\.", said):
            return self.at(found[1] or found[2]) == self.line and self.clause(1, found[3])
        row = r"((?:your|Aurelgar’s) [^,.]*?(?: \([^)]*\))?)"
        own = self.seat, self.laid[0][1][self.seat != self.starter]
        if found := re.fullmatch(rf"(.+?) (?:lifts|brings) {row} (?:from (\d+) )?to (\d+), but (.+)\.", said):
            was, now = (scored(self.cards(own, grid)) for grid in (self.before, self.after[0]))
            stays = re.fullmatch(rf"{row} stays at (\d+)", found[5])
            assert self.at(found[2]) == own and found[1] in (self.names[0], STONES[self.laid[0][0]]), said
            assert not stays or scored(self.cards(self.line, self.after[0])) == int(stays[2]) < now, said
            assert "a weaker line" not in found[5] or was >= 20
            last = re.fullmatch(r"that spends your last (\w+)", found[5])
            assert not last or self.hand.count(STONES.index(last[1])) == 1
            return now == int(found[4]) and found[3] in (None, str(was))
        if found := re.fullmatch(rf"(.+?) is wasted on {row}: it already has (\d+)\.", said):
            return self.at(found[2]) == own and scored(self.cards(own, self.before)) == int(found[3]) >= 20
        if found := re.fullmatch(rf"(.+?) gives {row} (\d+), but a weaker one decides\.", said):
            line = self.at(found[2])
            return line[0] != self.seat and scored(self.cards(line, self.after[1])) == int(found[3]) >= 100
        if found := re.fullmatch(r"(.+) spends your last (\w+)\.", said):
            return self.hand.count(STONES.index(found[2])) == 1 and STONES.index(found[2]) == self.laid[0][0]
        if found := re.fullmatch(r"After (.+), it can (still reach|reach) (\d+)(?: at most)?\.", said):
            less = self.left(0) if found[2] == "still reach" else []
            most = self.best(self.cards(self.line, self.after[0]), self.after[0], less)
            return capital(found[1]) == self.names[0] and most == int(found[3])
        if found := re.fullmatch(r"After (.+), Aurelgar can lay a card there first\.", said):
            axis, cells = self.line[0] != self.starter, self.after[0]
            near = {(x + dx, y + dy) for x, y in cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
            there = [cell for cell in near - {*cells} if cell[axis] == self.line[1]]
            room = len(self.cards(self.line, self.after[0])) < 4
            return room and bool(there) and capital(found[1]) == self.names[0]
        if found := re.fullmatch(rf"After (.+), (it|{row[1:-1]}) (usually )?ends at .*\.", said):
            return capital(found[1]) == self.names[0]
        return self.clause(0, said.rstrip("."))


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
                        assert Told(match, said, pair[bool(about)], pair).holds(), (match.moves, pair, said)
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


def test_what_is_said_of_the_deciding_line_is_so() -> None:
    """Of pairs of moves from random play and any line: one that they fill, or another."""
    kinds = set[str]()
    for seed in range(40):
        match, chance = Match("duel", {}, seed=seed), random.Random(seed)
        while not match.over:
            legal = match.legal()
            if len(legal) > 1 and match.moves and chance.random() < 0.5:
                pair = cast("tuple[str, str]", tuple(chance.sample(legal, 2)))
                seat, move = chance.randrange(2), chance.choice(pair)
                line = seat, Laid.of(move).cell[board_at(match.position().state()).axis(seat)]
                kinds |= decided(match, pair, line, chance)
            match.play(chance.choice(legal))
    assert len(kinds) > 20, kinds


def decided(match: Match, pair: tuple[str, str], line: tuple[int, int], chance: random.Random) -> set[str]:
    """Checks what is said of a line and two moves, and returns in how many ways."""
    low, high = sorted(chance.sample(range(101), 2))
    ends = (low, high) if line[0] == match.to_act else (high, low)
    values: dict[str, object] = {"who": line[0], "line": line[1], "lowest": chance.random() < 0.5}
    values |= {"ends": ends} if chance.random() < 0.5 else {}
    deal, kinds = match.position(), set[str]()
    reason = Reason("duel.low_line", False, (0.7, 0.2), 1.0, 90.0, Finding((), values=values), deal, played=True)
    spends = match.state(match.to_act)["hands"][match.to_act or 0].count(pair[0][0]) == 1
    told = [
        Compared(cast("DuelTelling", telling(match, one)), deal, *pair, reason, None, spends).deciding
        for one in ("en", "de")
    ]
    english, german = (one.sentences() if one else [] for one in told)
    assert [about for _, about in english] == [about for _, about in german]
    facts = Decided(match, pair, line)
    for said, about in english:
        assert "{" not in said
        if not plainly(said):
            assert facts.holds(said), (match.moves, pair, line, said, about)
        kinds.add(re.sub(r"\(.*?\)|\d+|(your|Aurelgar’s) [^:,.]*? (row|column)|" + "|".join(STONES), "", said))
    return kinds


def plainly(said: str) -> bool:
    """Whether a sentence is one of those about lines that do not decide."""
    line = "(your|Aurelgar’s) "
    beside = (
        f"gives {line}.* a (weak|strong) start|there makes|hardly helps {line}|makes (a pair|. Eggs) in {line}"
        f"|(closes|leaves) {line}|adds .* to {line}|brings {line}[^,]* from .* to \\d+\\.$|, which already has"
    )
    return bool(re.search(beside, said))


def test_where_a_line_usually_ends_is_counted() -> None:
    """By the weights of the deals, from either side, and never beyond 100."""
    scores, weights = [3.0, 12.0, 103.0, 6.0], [1.0, 1.0, 1.0, 1.0]
    assert [bound(scores, weights, 0.75, way) for way in (1, -1)] == [12, 6]
    assert [bound(scores, [9.0, 1.0, 1.0, 1.0], 0.75, way) for way in (1, -1)] == [3, 3]
    assert bound([103.0, 102.0], [1.0, 1.0], 0.75, 1) == 100
