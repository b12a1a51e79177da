"""Chances and mixtures: whether a sample fits its distribution, and what a matrix game is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy.optimize import linprog

RARE = 5  # cells that should hold fewer are taken together


def assert_sampled(sample: Mapping[Any, int], weights: Mapping[Any, float]) -> None:
    """Pearson's test: nothing came that cannot come, and all came as often as they should, within 4.5 deviations."""
    assert set(sample) <= set(weights)
    size, whole = sum(sample.values()), sum(weights.values())
    cells = [(sample.get(key, 0), size * weight / whole) for key, weight in weights.items() if weight]
    often, rare = ([cell for cell in cells if (cell[1] < RARE) == few] for few in (False, True))
    assert all(seen for seen, wanted in often if wanted > 20)
    if sum(wanted for _, wanted in rare) >= RARE:
        often.append((sum(seen for seen, _ in rare), sum(wanted for _, wanted in rare)))
    freedom = len(often) - 1
    assert freedom >= 4
    statistic = sum((seen - wanted) ** 2 / wanted for seen, wanted in often)
    assert statistic < freedom + 4.5 * (2 * freedom) ** 0.5


def matrix_value(payoffs: Any) -> float:
    """What the row side can be sure of in a matrix game."""
    rows, columns = payoffs.shape
    found = linprog(
        [0] * rows + [-1], A_ub=np.hstack([-payoffs.T, np.ones((columns, 1))]), b_ub=np.zeros(columns),
        A_eq=[[1] * rows + [0]], b_eq=[1], bounds=[(0, None)] * rows + [(None, None)],
    )  # fmt: skip
    return float(-found.fun)
