"""The motifs of the grid duel: counted again from records alone, gone where their cause is gone, and blind to
hidden cards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, floor, prod
from typing import Any

import pytest

from native import Match, Position
from native.duel.motifs import MOTIFS
from native.play import reasons
from native.play.reasons import Finding, Reasoning, Trial, every_deal, imagined
from native.tools.why import printed, why
from tests.motif_checks import by_rules_alone

VALUES = "0123"
NAMES = [motif.name for motif in MOTIFS]

# ---- the statements, read from states and legal moves ----


@lru_cache(None)
def score(line: str) -> int:
    found = 0
    for value, n in Counter(line).items():
        found += {1: int(value), 2: 10 * int(value)}.get(n, 100)
    return found


@lru_cache(None)
def endings(line: str, cards: str) -> list[int]:
    """The final scores of a line, one for each way to choose its missing cards among these."""
    missing = 4 - len(line)
    return [score(line + "".join(more)) for more in combinations(cards, missing)] or [score(line)]


def text(line: str) -> str:
    return "".join(sorted(line.replace(".", "")))


def grid(state: Any) -> dict[tuple[int, int], str]:
    left, top = state["reach"]["columns"][1] - 3, state["reach"]["rows"][1] - 3
    rows = enumerate(state["grid"])
    return {(left + x, top + y): card for y, row in rows for x, card in enumerate(row) if card != "."}


def lines(state: Any, seat: int) -> list[str]:
    rows = state["grid"]
    if seat == state["starter"]:
        rows = ["".join(column) for column in zip(*rows, strict=True)]
    return [text(row) for row in rows] + [""] * (4 - len(rows))


def begun(state: Any, seat: int) -> list[str]:
    """A seat's lines that have a card."""
    return [line for line in lines(state, seat) if line]


def through(state: Any, seat: int, at: str) -> str:
    """A seat's line through a place that a move names."""
    place, axis = tuple(map(int, at.split(","))), int(seat != state["starter"])
    return text("".join(card for cell, card in grid(state).items() if cell[axis] == place[axis]))


def cards(state: Any) -> str:
    return "".join(sorted("".join(state["hands"])))


def best(line: str, state: Any) -> int:
    return max(endings(line, cards(state)))


def least(line: str, state: Any) -> int:
    return min(endings(line, cards(state)))


def mean(line: str, state: Any) -> float:
    found = endings(line, cards(state))
    return sum(found) / len(found)


class Case:
    """A move in one deal: the positions before and after it."""

    def __init__(self, before: Position, move: str) -> None:
        self.start, self.end = before, before.position()
        self.end.play(move)
        self.before, self.after = before.state(), self.end.state()
        self.me = before.to_act or 0
        self.you = 1 - self.me
        self.value, self.at = move.split("@")

    def replies(self) -> Iterator[tuple[Any, Any, str]]:
        """The states before and after each next move, and its place."""
        for reply in self.end.legal():
            then = self.end.position()
            then.play(reply)
            yield self.after, then.state(), reply.split("@")[1]

    def again(self) -> Iterator[tuple[Any, Any, str]]:
        """The same for the mover's own cards, laid where the next card may go."""
        for place in {reply.split("@")[1] for reply in self.end.legal()}:
            for value in set(self.after["hands"][self.me]):
                yield self.after, laid(self.after, self.me, value, place), place


def laid(state: Any, seat: int, value: str, place: str) -> dict[str, Any]:
    """A state with one more card on the grid, whoever is to act."""
    cells = grid(state) | {tuple(map(int, place.split(","))): value}
    left, top = (min(axis) for axis in zip(*cells, strict=True))
    right, bottom = (max(axis) for axis in zip(*cells, strict=True))
    rows = ["".join(cells.get((x, y), ".") for x in range(left, right + 1)) for y in range(top, bottom + 1)]
    hands = list(state["hands"])
    hands[seat] = hands[seat].replace(value, "", 1)
    reach = {"columns": [right - 3, left + 3], "rows": [bottom - 3, top + 3]}
    found: dict[str, Any] = state | {"grid": rows, "hands": hands, "reach": reach}
    return found


def hundreds(state: Any, seat: int) -> int:
    return sum(score(line) >= 100 for line in lines(state, seat))


def outcome(position: Position, seat: int) -> int:
    """1 if a seat wins, 0 draw, -1: both play as well as they can with open cards."""
    if position.over:
        return 0 if len(position.winners) > 1 else 1 if position.winners == [seat] else -1
    found = []
    for move in position.legal():
        then = position.position()
        then.play(move)
        found.append(outcome(then, seat))
    return max(found) if position.to_act == seat else min(found)


def answers(case: Case) -> list[int]:
    """The outcome for the other seat after each of its moves, with four cards left or fewer."""
    found = []
    for move in case.end.legal() if len(cards(case.after)) <= 4 else []:
        then = case.end.position()
        then.play(move)
        found.append(outcome(then, case.you))
    return found


def below(n: float) -> int:
    return max(100 - int(n), 0)


def added(case: Case, seat: int) -> int:
    was, now = (score(through(state, seat, case.at)) for state in (case.before, case.after))
    return now - was if now - was >= 9 else 0


def taken(case: Case, seat: int) -> int:
    was, now = (best(through(state, seat, case.at), state) for state in (case.before, case.after))
    less = min(was, 100) - now
    return less if less >= 10 else 0


def own_cards(case: Case, seat: int) -> int:
    hand = "".join(sorted(case.after["hands"][seat]))
    able = [line for line in begun(case.after, seat) if 0 < 4 - len(line) <= len(hand)]
    return below(min((max(endings(line, hand)) for line in able), default=100))


def gilds(case: Case) -> int:
    rates = [mean(line, case.before) for line in begun(case.before, case.me)]
    mine = mean(through(case.before, case.me, case.at), case.before)
    return added(case, case.me) if min(rates, default=mine) < mine - 1e-9 else 0


def at_least(n: int, lowest: int) -> int:
    return n if n >= lowest else 0


def doomed(case: Case) -> int:
    """How little the mover's next card can leave a line of the other seat after any reply."""
    axis = int(case.you != case.after["starter"])
    begun = {cell[axis] for cell in grid(case.after)}
    first = {at: through(case.after, case.you, f"{at},{at}") for at in begun}
    worst = {at: 0 for at, line in first.items() if len(line) < 4 and best(line, case.after) > 23}
    for reply in case.end.legal() if worst else []:
        then = case.end.position()
        then.play(reply)
        state, left = then.state(), dict.fromkeys(worst, 101)
        for move in [] if then.over else then.legal():
            value, place = move.split("@")
            at = int(place.split(",")[axis])
            if at in left:
                later = laid(state, case.me, value, place)
                left[at] = min(left[at], best(through(later, case.you, place), later))
        worst = {at: max(most, left[at]) for at, most in worst.items() if max(most, left[at]) <= 23}
    return at_least(below(min(worst.values(), default=100)), 77) if case.end.legal() else 0


COUNTED: dict[str, Callable[[Case], float]] = {
    "gives_triple": lambda c: any(hundreds(b, c.you) > hundreds(a, c.you) for a, b, _ in c.replies()),
    "threatens_triple": lambda c: hundreds(c.after, c.me) > hundreds(c.before, c.me)
    or any(hundreds(b, c.me) > hundreds(a, c.me) for a, b, _ in c.again()),
    "exposes_line": lambda c: max(
        (below(best(through(b, c.me, at), b)) for _, b, at in c.replies()), default=0
    ),
    "threatens_line": doomed,
    "limits_own": lambda c: below(min(best(line, c.after) for line in begun(c.after, c.me))),
    "limits_other": lambda c: below(min(best(line, c.after) for line in begun(c.after, c.you))),
    "lacks_cards": lambda c: own_cards(c, c.me),
    "denies_cards": lambda c: own_cards(c, c.you),
    "thins_own": lambda c: below(
        min(5 * floor(mean(line, c.after) / 5 + 0.5) for line in begun(c.after, c.me))
    ),
    "secures_lines": lambda c: at_least(min(least(line, c.after) for line in lines(c.after, c.me)), 6),
    "spoils_line": lambda c: taken(c, c.you),
    "wastes_line": lambda c: taken(c, c.me),
    "gilds_line": gilds,
    "uses_safe_line": lambda c: at_least(min(least(through(c.before, c.you, c.at), c.before), 100), 40),
    "spends_last": lambda c: c.value not in c.after["hands"][c.me],
    "closes_window": lambda c: "" not in lines(c.after, c.me),
    "forces_reply": lambda c: len(found := answers(c)) > 1 and sum(one >= 0 for one in found) <= 1,
    "loses_ending": lambda c: len(cards(c.after)) <= 4 and outcome(c.end, c.me) < 0,
}


def deals(match: Match, seat: int) -> Iterator[tuple[Position, int]]:
    """Every deal that a seat considers possible, and in how many ways it may have come about."""
    state = match.state(seat)
    seen = Counter("".join(state["grid"]) + state["hands"][seat])
    unseen = [5 - seen[value] for value in VALUES]
    size = len(state["hands"][1 - seat])
    for hand in set(combinations("".join(v * n for v, n in zip(VALUES, unseen, strict=True)), size)):
        counts = [hand.count(value) for value in VALUES]
        hands = [state["hands"][seat], "".join(hand)]
        hands = hands if seat == 0 else hands[::-1]
        yield dealt(match.moves, state["starter"], hands), prod(map(comb, unseen, counts))


def dealt(moves: list[str], starter: int, left: list[str], opened: bool = True) -> Match:
    """A match after some moves, with these cards left in the hands."""
    played = "".join(move[0] for move in moves[::2]), "".join(move[0] for move in moves[1::2])
    hands = ["".join(sorted(left[seat] + played[seat != starter])) for seat in (0, 1)]
    return Match.load({
        "hoard": 1, "game": "duel", "options": {"open_hands": opened, "first": starter},
        "deal": {"hands": hands, "first": starter}, "moves": moves,
    })  # fmt: skip


def share(found: Sequence[tuple[float, float]], least: float) -> float:
    """The share of deals, given as level and weight, with this level or more."""
    return sum(weight for level, weight in found if level >= least) / sum(weight for _, weight in found)


MINED: list[tuple[int, str, str, str]] = [
    (10, "2@0,0 2@1,0 2@0,-1 2@2,0 1@3,0 0@3,1 1@3,-1 1@2,-1 1@3,2", "1@1,-1", "0@1,1"),
    (11, "1@0,0 1@-1,0 1@0,1 3@1,0 3@1,-1 0@2,-1 3@1,1 0@-1,1 3@2,-2 0@1,-2", "2@2,1", "2@0,-2"),
    (47, "2@0,0 2@-1,0 2@0,1 2@1,0 3@0,-1 3@1,-1 3@0,2 3@2,-1 1@1,2 3@-1,2", "1@1,1", "1@2,0"),
    (109, "1@0,0 1@1,0 1@1,-1 1@2,0 1@1,1 0@0,1 3@0,-1 3@-1,-1 3@0,2 3@2,-1", "2@-1,2", "2@-1,1"),
    (19, "1@0,0 1@1,0 3@1,-1 1@-1,0 3@1,1 3@2,-1 2@0,-1 3@-1,-1 2@0,1 2@-1,1 0@0,2", "2@2,1", "2@1,2"),
    (82, "2@0,0 2@1,0 2@0,-1 2@-1,0 3@0,-2 1@-1,-1 3@0,-3 2@-2,-1 1@-1,-2 1@1,-1 3@-2,0", "0@1,-2", "0@1,-3"),
    (54, "2@0,0 2@1,0 2@1,1 3@0,1 2@1,-1 3@2,1 3@0,2 3@-1,1 0@2,2 1@2,-1 1@2,0 1@0,-1", "1@1,2", "0@-1,-1"),
    (64, "3@0,0 3@-1,0 3@-1,1 3@1,0 2@1,-1 2@-1,-1 2@-1,2 2@0,-1 2@0,1 1@0,2 0@-2,2 1@1,2", "0@-2,-1", "0@-2,1"),
    (114, "2@0,0 2@-1,0 1@-1,1 2@1,0 1@-1,-1 1@0,1 1@-1,-2 1@1,1 3@-2,-2 3@0,-2 3@0,-1 0@1,-1", "3@-2,1", "3@1,-2"),
    (32, "0@0,0 0@0,-1 0@0,-2 2@0,-3 1@1,-3 1@-1,-3 1@1,-1 1@-2,-3 3@1,0 3@-1,0 0@1,-2 0@-1,-2 2@-2,-2",
     "3@-2,0", "3@-2,-1"),
    (42, "2@0,0 2@1,0 0@1,-1 2@-1,0 1@-1,1 1@0,1 1@0,-1 1@-2,1 1@0,-2 0@-1,-2 3@-1,-1 3@-2,-1 3@-2,0",
     "2@-2,-2", "0@1,1"),
    (53, "0@0,0 0@-1,0 3@0,1 0@-2,0 3@0,-1 3@-1,1 1@1,-1 3@1,1 1@1,-2 1@-2,-1 1@1,0 0@-1,-1 2@-2,1",
     "2@0,-2", "2@-1,-2"),
    (95, "0@0,0 1@0,-1 1@0,1 1@1,-1 1@0,2 3@1,2 3@1,0 3@-1,2", "3@1,1", "2@2,-1"),
    (101, "1@0,0 1@-1,0 1@-1,-1 3@-2,0 1@-1,-2 3@1,0", "3@-2,1", "2@0,1"),
    (33, "3@0,0 3@1,0 3@1,-1 3@2,0 0@3,0 3@3,-1 0@2,-1", "1@2,1", "0@0,-1"),
    (25, "1@0,0 3@-1,0 1@0,1 3@1,0 1@0,-1 3@2,0", "0@0,2", "1@0,-2"),
]  # seed, moves, a mistake, a better move


def replayed(seed: int, moves: str) -> Match:
    match = Match("duel", seed=seed)
    for move in moves.split():
        match.play(move)
    return match


def level(finding: Finding | None) -> float:
    return finding.level if finding else 0.0


def compare(seed: int, moves: str, *pair: str) -> None:
    """Compares each share that the motifs find with one counted from records."""
    match = replayed(seed, moves)
    seat = match.to_act or 0
    known = list(deals(match, seat))
    few = len(known) <= reasons.DEALS
    imagine = every_deal(match, seat, len(known)) if few else list(imagined(match, seat, reasons.DEALS))
    for move in pair:
        trials = [(Trial(deal, move), deal.weight) for deal in imagine]
        cases = [(Case(position, move), ways) for position, ways in known]
        for motif in MOTIFS:
            ours = [(level(motif.find(trial)), weight) for trial, weight in trials]
            theirs = [(float(COUNTED[motif.name](case)), ways) for case, ways in cases]
            for least in {at for at, _ in ours + theirs} - {0.0}:
                expected = pytest.approx(share(theirs, least), abs=0.05)
                assert share(ours, least) == expected, (motif.name, least)


def test_every_motif_is_counted_again() -> None:
    assert {*COUNTED} == {*NAMES}


@pytest.mark.long
@pytest.mark.parametrize("case", MINED[:12], ids=lambda case: f"{case[0]}-{len(case[1].split())}")
def test_shares_of_late_mistakes_agree_with_a_count_from_records(case: tuple[int, str, str, str]) -> None:
    compare(*case)


@pytest.mark.long
@pytest.mark.parametrize("case", MINED[12:], ids=lambda case: f"{case[0]}-{len(case[1].split())}")
def test_shares_of_early_mistakes_agree_with_a_count_from_records(case: tuple[int, str, str, str]) -> None:
    compare(*case)


# ---- a reason is gone where its cause is gone ----

# A motif; the moves; what is left in the hands; a card laid or a hand, and what replaces it so that the motif is
# gone; the two moves that are compared.
CAUSES = [
    ("gives_triple", "0@0,0 3@0,-1 1@0,1 2@1,0", "112223 001133", "1@0,1", "2@0,1", "1@1,1", "1@-1,0"),
    ("threatens_triple",
     "2@0,0 2@-1,0 1@-2,0 1@-2,-1 1@-3,0 2@0,1 0@-3,1 0@0,-1 3@-3,-1 3@-1,1 3@-1,-1 1@0,-2", "23 02",
     "2@-1,0", "3@-1,0", "3@-2,1", "2@-2,1"),
    ("exposes_line", "2@0,0 3@-1,0 2@0,-1 0@1,0 1@2,0 3@-1,1 2@1,1 0@-1,2", "1123 0011",
     "2@1,1", "3@1,1", "3@1,2", "2@1,2"),
    ("threatens_line",
     "3@0,0 1@0,1 0@-1,1 2@-1,2 2@1,1 2@1,0 3@-2,1 1@-2,0 2@-2,-1 0@-2,2 3@1,-1 0@-1,0", "33 00",
     "0@-2,2", "1@-2,2", "3@1,2", "3@0,-1"),
    ("limits_own", "1@0,0 3@-1,0 3@-2,0 1@-1,-1", "002233 011122", "1@-1,-1", "0@-1,-1", "0@-1,-2", "0@-2,1"),
    ("limits_other", "3@0,0 1@0,-1 2@-1,-1 0@-1,-2 0@0,-2", "00222 113333",
     "0@-1,-2", "2@-1,-2", "1@1,-1", "1@-1,0"),
    ("lacks_cards", "1@0,0 3@-1,0 3@-2,0 1@-1,-1", "002233 011122", "002233", "000223", "0@-1,-2", "0@-2,1"),
    ("denies_cards", "0@0,0 3@0,-1 1@0,1 2@1,0", "112223 001133", "2@1,0", "0@1,0", "1@1,1", "1@-1,0"),
    ("thins_own", "2@0,0 3@-1,0 2@0,-1 0@1,0 1@2,0 3@-1,1 2@1,1 0@-1,2", "1123 0011",
     "2@1,1", "3@1,1", "3@1,2", "2@1,2"),
    ("secures_lines", "1@0,0 2@1,0 3@0,1 3@0,2 2@2,0 3@2,1 1@0,-1 0@1,-1 1@3,0 0@3,1 3@2,-1 2@1,2", "11 02",
     "3@2,1", "0@2,1", "1@2,2", "1@3,-1"),
    ("spoils_line", "0@0,0 3@0,-1 1@0,1 2@1,0", "112223 001133", "0@0,0", "2@0,0", "1@1,1", "1@-1,0"),
    ("wastes_line", "1@0,0 3@1,0 0@1,1 0@2,1 0@1,2 0@1,-1 2@0,2 1@0,-1 0@3,1 3@3,0 2@2,2 1@3,-1", "23 23",
     "2@2,2", "3@2,2", "3@2,0", "3@0,1"),
    ("gilds_line", "3@0,0 1@0,-1 1@1,0 0@-1,-1 0@-2,-1 1@-2,-2 0@-1,0 3@0,1 1@-1,1", "122 2223",
     "1@-2,-2", "3@-2,-2", "3@1,1", "3@0,-2"),
    ("uses_safe_line", "1@0,0 3@1,0 0@1,1 0@2,1 0@1,2 0@1,-1 2@0,2 1@0,-1 0@3,1 3@3,0 2@2,2 1@3,-1", "23 23",
     "0@3,1", "1@3,1", "3@2,0", "3@0,1"),
    ("spends_last", "2@0,0 0@1,0 1@-1,0 0@0,1 0@0,-1 1@0,-2 2@-1,-1 3@-2,0", "2333 0112",
     "2333", "2233", "2@-2,1", "3@1,-2"),
    ("closes_window", "0@0,0 1@1,0 2@2,0 3@2,1", "001123 112233", "3@2,1", "3@3,0", "0@0,1", "0@3,1"),
    ("forces_reply", "3@0,0 3@0,-1 0@-1,0 1@-1,-1 1@0,-2 2@1,-1 1@0,1 2@-1,-2 2@-2,-2 0@1,-2 2@1,0", "02 001",
     "001", "013", "1@-2,0", "0@-1,1"),
    ("loses_ending", "3@0,0 3@0,-1 0@-1,0 1@-1,-1 1@0,-2 2@1,-1 1@0,1 2@-1,-2 2@-2,-2 0@1,-2 2@1,0", "02 001",
     "3@0,0", "1@0,0", "1@-2,0", "0@-1,1"),
]


def found(match: Match, move: str, better: str) -> set[str]:
    """All motifs that give a reason."""
    reasoning = Reasoning(match, move, better, {move: -1.0, better: 1.0})
    reasoning.work()
    return {reason.motif.removeprefix("duel.") for reason in reasoning.found}


@pytest.mark.parametrize(("motif", "moves", "left", "cause", "change", "move", "better"), CAUSES)
def test_a_reason_is_given_with_its_cause_and_not_without(
    motif: str, moves: str, left: str, cause: str, change: str, move: str, better: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(reasons, "MOST", len(MOTIFS))
    by_rules_alone(monkeypatch)
    given = dealt(moves.split(), 0, left.split())
    assert motif in found(given, move, better)
    gone = dealt(
        [change if one == cause else one for one in moves.split()],
        0,
        [change if one == cause else one for one in left.split()],
    )
    assert {move, better} <= {*gone.legal()}
    assert motif not in found(gone, move, better)


def test_every_motif_has_a_case_of_its_own() -> None:
    assert sorted(one[0] for one in CAUSES) == sorted(NAMES)


# ---- what a seat cannot see makes no difference ----


def alike(seed: int, moves: str) -> list[Match]:
    """Two matches with different hidden cards that look the same to the seat to act."""
    match = replayed(seed, moves)
    seat, starter = match.to_act or 0, match.state()["starter"]
    hands = [deal.state()["hands"] for deal, _ in deals(match, seat)]
    found = [dealt(match.moves, starter, left, opened=False) for left in (hands[0], hands[-1])]
    assert found[0].state(seat) == found[1].state(seat)
    assert found[0].state() != found[1].state()
    return found


@pytest.mark.long
@pytest.mark.parametrize("case", MINED, ids=lambda case: f"{case[0]}")
def test_records_that_look_the_same_give_the_same_reasons(case: tuple[int, str, str, str]) -> None:
    seed, moves, move, better = case
    said = []
    for match in alike(seed, moves):
        reasoning = Reasoning(match, move, better, {move: -1.0, better: 1.0})
        reasoning.work()
        said.append([printed(match, reason, move, better) for reason in reasoning.found])
    assert said[0] == said[1]


@pytest.mark.long
def test_the_command_says_the_same_of_records_that_look_the_same() -> None:
    seed, moves, *pair = MINED[-5]
    one, two = (why(match, pair[0], pair[1], reasons.DEALS) for match in alike(seed, moves))
    assert one["reasons"]
    assert one == two


def test_the_last_move_of_a_tournament_game_is_judged_on_the_board_that_it_fills() -> None:
    match = Match("duel", {"open_hands": True, "first_to": 2}, seed=3)
    chance = random.Random(3)
    while len(match.moves) < 15:
        match.play(chance.choice(match.legal()))
    trial = Trial(next(imagined(match, match.to_act or 0, 1)), match.legal()[0])
    assert trial.state["game"] == 1
    found = {motif.name: motif.find(trial) for motif in MOTIFS}
    assert found["closes_window"]
    assert not found["gives_triple"]
    assert not found["exposes_line"]
