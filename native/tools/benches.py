"""All benchmarks of the engine by name: each game's own, then those of every game."""

from __future__ import annotations

import os

from ..duel.benches import BENCHES as DUEL
from ..games import GAMES
from ..tricks.benches import BENCHES as TRICKS
from .coach_bench import coach_benches
from .measure import Bench, common_benches
from .weak import bench_weak

WEAK: dict[str, Bench] = {"weak": bench_weak} if os.name == "posix" else {}
BENCHES: dict[str, Bench] = {**DUEL, **TRICKS, **common_benches(), **WEAK, **coach_benches(GAMES)}
