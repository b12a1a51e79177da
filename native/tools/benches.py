"""All benchmarks of the engine by name: each game's own, then those of every game."""

from __future__ import annotations

import os

from ..games import GAMES, own_part
from .coach_bench import coach_benches
from .measure import Bench, common_benches
from .weak import bench_weak

WEAK: dict[str, Bench] = {"weak": bench_weak} if os.name == "posix" else {}
NONE: dict[str, Bench] = {}
OWN_BENCHES = {name: bench for game in GAMES for name, bench in own_part(game, "benches", "BENCHES", NONE).items()}
BENCHES: dict[str, Bench] = {**OWN_BENCHES, **common_benches(), **WEAK, **coach_benches(GAMES)}
