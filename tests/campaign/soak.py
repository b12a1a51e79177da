"""The arcade in use for long: build.py soak [--minutes N] [--closings N] [--seed N].

Machines play each other at all games, and scenes are laid over the table and left again at random; now and then any
scene that game.py shots draws is opened, finished matches, reviews, lessons and puzzles among them. After each minute
everything is left, and counted is what is still there: memory, threads, open files, surfaces. Memory may grow by
2 MB after the first ten minutes, or the first sixth of a shorter soak; threads and files may not grow at all, nor
surfaces once the pictures that are kept have been drawn. Then the arcade is closed again and again amid a search, a
player's, an adviser's or a review's: each within a second, no thread left.

Counts are printed on stdout as JSON, progress on stderr; Ctrl+C ends with what there is; 1 where anything is amiss.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import json
import math
import os
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pygame

import game as arcade
from native import GAMES, Match
from native.games import LEVELS
from native.program import resident_mb
from native.search import trim_memory
from native.tools.jobs import Meter
from native.tools.measure import mean
from native.tools.shots import draw_shot, sample_history, scene_shots
from tests.campaign.mutations import random_options
from tests.screen import Screen, screen

MINUTE = 60.0
SLICE_S = 5.0
CALM_MINUTES = 10  # in which caches fill
GROWTH_MB = 2.0
CLOSED_S = 1.0
PLAYERS = LEVELS[4:]
VISIT = 20  # turns of the loop in a scene that is only looked at
WAYS: dict[str, Callable[[arcade.App], arcade.Scene]] = {
    "options": arcade.Options,
    "keys": arcade.Keys,
    "statistics": arcade.Statistics,
    "records": arcade.Records,
    "kept": lambda app: arcade.KeptList(app, app.scenes[-1].felt or "duel"),
    "rules": lambda app: arcade.Rules(app, app.scenes[-1].felt or "duel"),
}


class Count(NamedTuple):
    """What is there when all has been left."""

    memory_mb: float
    threads: int
    files: int
    surfaces: int


def surfaces() -> int:
    """Pictures that anything still holds; they are no containers, so they are found in those that hold them."""
    found = set()
    for holder in gc.get_objects():
        found |= {id(part) for part in gc.get_referents(holder) if isinstance(part, pygame.Surface)}
    return len(found)


def files() -> int:
    """Open files, 0 where the system does not tell."""
    try:
        return len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    except OSError:
        return 0


def count(app: arcade.App) -> Count:
    """Leaves everything, pictures too, and counts."""
    app.home()
    app.session.stop_background()
    app.draw()
    app.art.forget()
    gc.collect()
    trim_memory()
    return Count(round(resident_mb(), 2), threading.active_count(), files(), surfaces())


# ---- in use ----


def between_machines(chance: random.Random) -> Match:
    """A new match of any game, machines of any strength at all seats."""
    game = chance.choice(list(GAMES))
    match = Match(game, random_options(game, chance), chance.randrange(10**6))
    match.seats = [chance.choice(PLAYERS) for _ in range(match.seats_count)]
    return match


def visit(s: Screen, name: str) -> str:
    """Opens what game.py shots draws, for some turns, and goes back to what was there; the kind of its scene."""
    app, below = s.app, s.app.scenes
    app.scenes = []
    draw_shot(app, scene_shots(app)[name])
    kind = type(app.scenes[-1]).__name__
    for _ in range(VISIT):
        app.turn()
    app.leave_all()
    app.scenes, app.dirty = below, True
    return kind


def change(s: Screen, chance: random.Random) -> str:
    """Another scene, another size, or the table as it was; its name."""
    app, way = s.app, chance.randrange(12)
    if way == 0:
        app.session.settings.window = list(chance.choice(((800, 600), (1280, 720), (1024, 768))))
        app.open_window()
        return "window"
    if way == 1 and isinstance(s.scene, arcade.TableScene):
        s.key("l")
        return "log"
    if way >= 8:
        return visit(s, chance.choice(list(scene_shots(app))))
    if len(app.scenes) > 2:
        app.pop()
        return "left"
    name = chance.choice(list(WAYS))
    app.push(WAYS[name](app))
    return name


def sit(s: Screen, match: Match) -> None:
    """Opens a table; machines among themselves would wait to be started."""
    s.app.sit(match)
    s.table.live.paused = False


def play(s: Screen, chance: random.Random, seconds: float, turns: float = math.inf) -> Counter[str]:
    """Plays for so long, or so many turns of the loop; what was done how often."""
    done: Counter[str] = Counter()
    end = time.monotonic() + seconds
    while time.monotonic() < end and done["turns"] < turns:
        done["turns"] += 1
        table = next((scene for scene in s.app.scenes if isinstance(scene, arcade.TableScene)), None)
        if table is None or table.match.over:
            done["matches ended"] += table is not None
            match = between_machines(chance)
            sit(s, match)
            done[match.game] += 1
        elif chance.random() < 0.02:
            done[change(s, chance)] += 1
        s.app.turn()
    return done


# ---- closing ----


def search_for_player(s: Screen, chance: random.Random) -> None:
    """Dragon thinks about a first move."""
    match = Match(chance.choice(list(GAMES)), seed=chance.randrange(10**6))
    match.seats = ["dragon"] * match.seats_count
    sit(s, match)


def search_for_values(s: Screen, chance: random.Random) -> None:
    """Values are asked for by whoever has the first move."""
    match = Match(chance.choice(list(GAMES)), seed=chance.randrange(10**6))
    match.seats = ["human"] * match.seats_count
    s.app.sit(match)
    s.table.lift()
    s.table.toggle_values()


def search_for_review(s: Screen, chance: random.Random) -> None:
    """A finished match is looked through."""
    match, seed = Match(chance.choice(list(GAMES))), chance.randrange(10**6)
    rng = random.Random(seed)
    while not match.over:
        match.play(rng.choice(match.legal()))
    s.app.push(arcade.Review(s.app, match))


SEARCHES = (search_for_player, search_for_values, search_for_review)


def busy(app: arcade.App) -> bool:
    tables = [scene for scene in app.scenes if isinstance(scene, arcade.TableScene)]
    return any(table.live.thinker.busy for table in tables) or app.session.judge.running is not None


def close_once(chance: random.Random, folder: Path) -> tuple[bool, float]:
    """Closes amid a search: whether there was one, and how long it took; AssertionError where a thread stays."""
    before = threading.active_count()
    with contextlib.ExitStack() as stack:
        s = stack.enter_context(screen(folder, (800, 600)))
        chance.choice(SEARCHES)(s, chance)
        end = time.monotonic() + 0.3 * chance.random()
        s.app.turn()
        while time.monotonic() < end:
            s.app.turn()
        was_busy, begun = busy(s.app), time.monotonic()
        stack.close()
    spent = time.monotonic() - begun
    assert threading.active_count() == before, [thread.name for thread in threading.enumerate()]
    return was_busy, spent


# ---- the campaign ----


def slope(numbers: Sequence[float]) -> float:
    """What is added from one number to the next, by least squares."""
    n = len(numbers)
    middle, mean = (n - 1) / 2, sum(numbers) / max(n, 1)
    spread = sum((at - middle) ** 2 for at in range(n))
    return sum((at - middle) * (y - mean) for at, y in enumerate(numbers)) / spread if spread else 0.0


def mean_mb(counts: Sequence[Count]) -> float:
    """Memory, which wanders by some megabytes with what is shown just then."""
    return mean([count.memory_mb for count in counts])


def amiss(counts: Sequence[Count]) -> list[str]:
    """What has grown that may not; memory from the first ten minutes after calm to the last ten."""
    later = counts[min(CALM_MINUTES, len(counts) // 6) :]
    if len(later) < 2:
        return []
    first, last = later[0], later[-1]
    found = [name for name in ("threads", "files") if getattr(last, name) > getattr(first, name)]
    if len(counts) > 2 * CALM_MINUTES:
        found += ["surfaces"] * (last.surfaces > 1.1 * first.surfaces)
        found += ["memory"] * (mean_mb(later[-CALM_MINUTES:]) > mean_mb(later[:CALM_MINUTES]) + GROWTH_MB)
    return found


def use(minutes: float, chance: random.Random, folder: Path) -> tuple[list[Count], Counter[str]]:
    """The first part: a count a minute, and what was done."""
    counts: list[Count] = []
    done: Counter[str] = Counter()
    meter = Meter("soak, seconds", round(MINUTE * minutes))
    begun = time.monotonic()
    # Pictures that other screens have rastered would be counted as its own.
    with screen(folder, fresh=True) as s, contextlib.suppress(KeyboardInterrupt):
        sample_history(s.app)
        while len(counts) < minutes:
            end = begun + MINUTE * min(minutes, len(counts) + 1)
            while (left := end - time.monotonic()) > 0:
                done += play(s, chance, min(SLICE_S, left))
                meter.show(round(time.monotonic() - begun))
            counts.append(count(s.app))
    meter.end()
    return counts, done


def close_often(times: int, chance: random.Random, folder: Path) -> dict[str, Any]:
    meter, spent, searching = Meter("closings", times), [], 0
    with contextlib.suppress(KeyboardInterrupt):
        for number in range(times):
            meter.show(number)
            was_busy, seconds = close_once(chance, folder)
            spent.append(seconds)
            searching += was_busy
    meter.end()
    late = sum(seconds > CLOSED_S for seconds in spent)
    return {"n": len(spent), "searching": searching, "slowest_s": round(max(spent, default=0), 3), "late": late}


def campaign(minutes: float, closings: int, seed: int) -> dict[str, Any]:
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as place:
        counts, done = use(minutes, chance, Path(place))
        stopped = len(counts) < minutes
        closed = close_often(0 if stopped else closings, chance, Path(place))
    calm = min(CALM_MINUTES, len(counts) // 6)
    return {
        "seed": seed,
        "minutes": [one._asdict() for one in counts],
        "done": dict(done),
        "mb_per_hour": round(60 * slope([one.memory_mb for one in counts[calm:]]), 2),
        "grown": amiss(counts),
        "closings": closed,
    }


def main(words: list[str]) -> int:
    made = argparse.ArgumentParser("build.py soak", description=__doc__)
    made.add_argument("--minutes", type=float, default=10.0)
    made.add_argument("--closings", type=int, default=100)
    made.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    arguments = made.parse_args(words)
    done = campaign(arguments.minutes, arguments.closings, arguments.seed)
    print(json.dumps(done))
    return 1 if done["grown"] or done["closings"]["late"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
