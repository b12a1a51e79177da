"""What is called exact in the last turn of Dragon Wars hangs on nothing hidden.

Proved here: wherever the engine says so with the cards turned up, the slow search over plans finds for both sides, in
all hands that fit, a plan that needs no sight of the other hand; and it never says so where the defender may yet have
to choose in the dark, though with open hands all deals are worth the same.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.reference.wars import TooLarge, eager_games
from tests.reference.wars_plans import LastBattle

MOST = 150  # nodes of one search over plans
PAIRS = 40  # of hands


@pytest.mark.long
def test_no_plan_would_gain_by_sight_where_the_last_battle_is_called_exact() -> None:
    said: Counter[str] = Counter()
    for match, game in eager_games(range(120)):
        revealed = game.battle and game.battle["revealed"]
        if game.turns_to_come != 1 or not revealed or len(match.legal()) < 2:
            continue
        last, advice = LastBattle(game, MOST), match.advise("dragon")
        said["blind"] += last.blind_choice()
        if advice.proof != "exact":
            continue
        assert not last.blind_choice(), (match.seed, match.moves)
        said["exact"] += 1
        try:
            if last.size() <= PAIRS:
                assert all(last.sight_is_useless(move) for move in match.legal()), (match.seed, match.moves)
                said["searched"] += 1
        except TooLarge:
            continue
    assert said["blind"] >= 30
    assert said["exact"] >= 30
    assert said["searched"] >= 15
