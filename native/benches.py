"""All benches of the engine by name: each room's own, then what is measured of every game."""

from __future__ import annotations

from .duel.benches import BENCHES as DUEL
from .measure import Bench, common_benches
from .tricks.benches import BENCHES as TRICKS

BENCHES: dict[str, Bench] = {**DUEL, **TRICKS, **common_benches()}
