"""Zero-sum matrix games: the engine's simplex method against a linear program."""

from __future__ import annotations

import ctypes
import random
from typing import Any

import numpy as np
import pytest

from tests.alone import compiled
from tests.reference.chances import matrix_value

SIDE = 16
WRAPPER = """
#include "engine/matrix.h"
int side(void) { return MATRIX_SIDE; }
void solve(Matrix *matrix) { matrix_solve(matrix); }
"""


class Matrix(ctypes.Structure):
    _fields_ = (
        ("rows", ctypes.c_int), ("columns", ctypes.c_int), ("payoff", ctypes.c_double * SIDE * SIDE),
        ("row", ctypes.c_double * SIDE), ("column", ctypes.c_double * SIDE), ("value", ctypes.c_double),
        ("exploitability", ctypes.c_double),
    )  # fmt: skip


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """matrix.c alone; the engine's module shows only what engine.h declares."""
    loaded = compiled(tmp_path_factory.mktemp("matrix"), "engine/matrix.c", WRAPPER)
    assert loaded.side() == SIDE
    return loaded


def solve(library: Any, payoff: np.ndarray) -> Matrix:
    matrix = Matrix(*payoff.shape)
    for i, row in enumerate(payoff):
        for j, worth in enumerate(row):
            matrix.payoff[i][j] = worth
    library.solve(ctypes.byref(matrix))
    return matrix


@pytest.mark.parametrize(
    ("payoff", "value", "row", "column"),
    [
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [1 / 3] * 3, [1 / 3] * 3),
        ([[3, -1], [-2, 1]], 1 / 7, [3 / 7, 4 / 7], [2 / 7, 5 / 7]),
        ([[4, 2, 9], [3, 1, 8]], 2, [1, 0], [0, 1, 0]),
        ([[-5]], -5, [1], [1]),
    ],
    ids=["stone paper scissors", "two by two", "saddle", "single"],
)
def test_known_games(
    library: Any, payoff: list[list[int]], value: float, row: list[float], column: list[float]
) -> None:
    """Games with a single solution, by hand."""
    matrix = solve(library, np.array(payoff, float))
    assert matrix.value == pytest.approx(value, abs=1e-12)
    assert list(matrix.row)[: len(row)] == pytest.approx(row, abs=1e-12)
    assert list(matrix.column)[: len(column)] == pytest.approx(column, abs=1e-12)
    assert matrix.exploitability == pytest.approx(0, abs=1e-12)


def random_game(rng: random.Random) -> np.ndarray:
    """Of any shape; many with equal payoffs, equal rows, or nothing but one number."""
    rows, columns, kind = rng.randint(1, SIDE), rng.randint(1, SIDE), rng.randrange(4)
    if kind == 0:
        return np.array([[rng.gauss(0, 10) for _ in range(columns)] for _ in range(rows)])
    top = (0, 2, 13)[kind - 1]
    return np.array([[float(rng.randint(-top // 3, top)) for _ in range(columns)] for _ in range(rows)])


@pytest.mark.long
def test_linear_program_confirms_random_games(library: Any) -> None:
    """Value; mixtures are probabilities; what is called exploitability is what best answers gain, and is nil."""
    rng, mixed = random.Random(1), 0
    for _ in range(400):
        payoff = random_game(rng)
        rows, columns = payoff.shape
        matrix = solve(library, payoff)
        row, column = np.array(list(matrix.row)[:rows]), np.array(list(matrix.column)[:columns])
        assert matrix.value == pytest.approx(matrix_value(payoff), abs=1e-9)
        for mixture in (row, column):
            assert min(mixture) >= 0
            assert sum(mixture) == pytest.approx(1, abs=1e-12)
        gain = (max(payoff @ column) - min(row @ payoff)) / 2
        assert matrix.exploitability == pytest.approx(gain, abs=1e-12)
        assert gain < 1e-10
        mixed += sum(row > 1e-9) > 1
    assert mixed >= 100
