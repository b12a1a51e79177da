"""All benchmarks of the engine by name: each game's own, then those of every game."""

from __future__ import annotations

import os

from ..games import GAMES, module_of
from .coach_bench import coach_benches
from .measure import Bench, common_benches
from .weak import bench_weak

WEAK: dict[str, Bench] = {"weak": bench_weak} if os.name == "posix" else {}
OWN = [own for game in GAMES if (own := module_of(game, "benches"))]
OWN_BENCHES: dict[str, Bench] = {name: bench for own in OWN for name, bench in own.BENCHES.items()}
BENCHES: dict[str, Bench] = {**OWN_BENCHES, **common_benches(), **WEAK, **coach_benches(GAMES)}
