"""All move texts of Dragonheart."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from ..files import deck

USUAL_SCORE = 50  # the scale of scores for learning programs
MOST = 6  # cards of a hand
LIMITS = {"dwarf": 4, "knight": 2, "huntress": 3, "ship": 3}  # outlines
TARGETS = {"sorceress": ("chest", "petrified"), "knight": ("sorceress", "troll")}


def texts(options: Mapping[str, Any], seats: int) -> list[str]:
    """Every set of cards of one kind that a hand can hold, with every space that it may name."""
    counts: dict[str, list[int]] = json.loads(deck("heart") or b"{}")["cards"]
    return [text for kind, cards in counts.items() for text in of_kind(kind, cards)]


def of_kind(kind: str, counts: list[int]) -> Iterator[str]:
    most = LIMITS.get(kind, MOST)
    for taken in product(*(range(min(count, most) + 1) for count in counts)):
        if not 0 < sum(taken) <= most:
            continue
        values = [str(value) for value, n in enumerate(taken, 1) for _ in range(n)]
        move = " ".join([kind, *values])
        if kind != "sorceress":
            yield move
        yield from (f"{move} > {space}" for space in TARGETS.get(kind, ()))
