"""What the ninth card from the end is worth by the endings after it (native/duel/lookahead.c).

Proved here: the values of all hands come together to what the best answer gains; a coarse ending is a small one and
its values are near those of the whole; with nine cards left Dragon makes one move of each value at most, the same
whether values are asked for or not, none often that is worth much less than its best, and says of no move that it is
worth more.
"""

from __future__ import annotations

import pytest

from native import Match
from native.search import Search
from tests.duel_ending import DROP_POOR, Ending, Hand, ending, hand, hands_of, unseen, ways


def shares(match: Match) -> dict[Hand, float]:
    """How likely each hand of the seat that is not to act is, by shuffling alone."""
    pool = tuple(sorted(unseen(match) + hand(match)))
    found = {held: ways(pool, held) for held in hands_of(pool, len(unseen(match)) - 4)}
    return {held: n / sum(found.values()) for held, n in found.items()}


@pytest.mark.parametrize(("left", "iterations"), [(3, 3), (4, 10), (5, 10), (6, 10)])
def test_values_of_hands_come_together_to_the_best_answer(left: int, iterations: int) -> None:
    for seed in range(5):
        match = ending(left, 300 + seed)
        with Ending(match) as found:
            found.run(iterations)
            value, exploitability = found.measure()
            values = found.values()
        wanted = shares(match)
        assert set(values) == set(wanted)
        assert sum(wanted[hand] * values[hand] for hand in wanted) == pytest.approx(exploitability - value, abs=1e-4)


@pytest.mark.long
def test_a_coarse_ending_is_small_and_near_the_whole() -> None:
    """Seven cards left, hand by hand: how far its values are off, beside how far the hands' values are apart."""
    off, apart, nodes = 0.0, 0.0, [0, 0]
    for seed in range(6):
        match, found = ending(7, 400 + seed), []
        for number, switches in enumerate((0, DROP_POOR)):
            with Ending(match, switches=switches) as one:
                one.run(12)
                found.append(one.values())
                nodes[number] += one.nodes()
        weights = shares(match)
        mean = sum(weights[hand] * found[0][hand] for hand in weights)
        off += sum(weights[hand] * (found[0][hand] - found[1][hand]) ** 2 for hand in weights)
        apart += sum(weights[hand] * (found[0][hand] - mean) ** 2 for hand in weights)
    assert nodes[1] * 3 < nodes[0]
    assert 0 < off < apart / 4


@pytest.mark.long
def test_the_ninth_card_from_the_end_has_one_place_for_each_value() -> None:
    for seed in (1, 2, 3, 4):
        match, search = ending(9, seed), Search(1)
        whole = match.advise("dragon", search=search)
        brief = match.advise("dragon", search=search, brief=True)
        assert {m.move: m.weight for m in whole.moves} == {m.move: m.weight for m in brief.moves}
        made = [m.move for m in whole.moves if m.weight > 0]
        assert len({move[0] for move in made}) == len(made)
        top = max(m.value for m in whole.moves)
        best = {m.move for m in whole.moves if m.best}
        assert best and {m.value for m in whole.moves if m.best} == {top}
        assert all(-1 <= m.value <= 1 for m in whole.moves)
        assert all(m.value > top - 0.25 for m in whole.moves if m.weight > 0.1)
        assert whole.proof == "estimate"
