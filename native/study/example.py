"""OpenSpiel's MCCFR on the duel: python -m native.study.example [ITERATIONS]

It shows how to start a learner, not how to play well: the game is far too large for a table of
information sets.
"""

from __future__ import annotations

import sys

import pyspiel
from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver

from .openspiel import HoardGame

ITERATIONS = 300


def learn(iterations: int = ITERATIONS, deals: int = 1) -> int:
    """Runs some iterations on the duel with some deals. Returns how many information sets it
    met."""
    game: HoardGame = pyspiel.load_game("hoard_duel", {"deals": deals})
    solver = OutcomeSamplingSolver(game)
    for _ in range(iterations):
        solver.iteration()
    return len(solver._infostates)


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else ITERATIONS
    print(f"{count} iterations, {learn(count)} information sets")
