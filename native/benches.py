"""All benches of the engine by name: each room's own, then what is measured of every game."""

from __future__ import annotations

from native.duel.benches import BENCHES as DUEL
from native.measure import Bench, common_benches
from native.tricks.benches import BENCHES as TRICKS

BENCHES: dict[str, Bench] = {**DUEL, **TRICKS, **common_benches()}
