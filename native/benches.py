"""All benches of the engine by name: each room's own, then what is measured of every game."""

from __future__ import annotations

import os

from .duel.benches import BENCHES as DUEL
from .games import GAMES
from .measure import Bench, common_benches
from .parlour.listening import coach_benches
from .tricks.benches import BENCHES as TRICKS
from .weak import bench_weak

WEAK: dict[str, Bench] = {"weak": bench_weak} if os.name == "posix" else {}
BENCHES: dict[str, Bench] = {**DUEL, **TRICKS, **common_benches(), **WEAK, **coach_benches(GAMES)}
