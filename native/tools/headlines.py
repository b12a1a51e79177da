"""The headline figures: the first questions about the program's speed, one line each.

They are the normal benchmarks on fewer positions, so that all of them take less than three minutes.
HEADLINES lists them, measure() runs them, and table() formats the result.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from ..games import GAMES, own_part
from .jobs import Meter
from .measure import Bench, bench_advice, bench_playouts


class Headline(NamedTuple):
    """A line of the table: its heading, its words, and its benchmark or the name of one of the
    caller's."""

    heading: str
    words: str
    bench: Bench | str


class Measured(NamedTuple):
    """A line with its figures."""

    heading: str
    words: str
    figures: dict[str, Any]


SOLVERS = "Solvers, all hands open"
DECISIONS = "A decision of Dragon, hands hidden"
RULES = "Random games, to the end"
SCREEN = "The arcade, without a screen"


def solver_headlines() -> Iterator[Headline]:
    """Those that a game names in its benches."""
    for game in GAMES:
        own: Mapping[str, Bench | str] = own_part(game, "benches", "HEADLINES", {})
        for words, bench in own.items():
            yield Headline(SOLVERS, f"{game}: {words}", bench)


HEADLINES = (
    *solver_headlines(),
    *(Headline(DECISIONS, f"{game}", partial(bench_advice, game, "dragon", 10)) for game in GAMES),
    *(Headline(RULES, f"{game}", partial(bench_playouts, game)) for game in GAMES),
    Headline(SCREEN, "a frame with cards moving, 1280x720", "draw/1280x720"),
    Headline(SCREEN, "a frame with cards moving, 1920x1080", "draw/1920x1080"),
    Headline(SCREEN, "start to the title, and end", "start"),
)


def measure(extra: Mapping[str, Bench]) -> list[Measured]:
    """Runs the headlines one after another; after Ctrl+C the results so far. extra: the caller's
    benchmarks by name; a headline whose benchmark is missing is left out. Reports progress on
    stderr."""
    lines = [
        (line, bench)
        for line in HEADLINES
        if (bench := extra.get(line.bench) if isinstance(line.bench, str) else line.bench)
    ]
    found: list[Measured] = []
    meter = Meter("bench", len(lines))
    try:
        for line, bench in lines:
            found.append(Measured(line.heading, line.words, bench()))
            meter.show(len(found))
    except KeyboardInterrupt:
        print("stopped before all was measured", file=sys.stderr)
    finally:
        meter.end()
    return found


def time_text(milliseconds: float) -> str:
    """A time with three significant digits, in a suitable unit."""
    for unit, size in (("s", 1000.0), ("ms", 1.0), ("µs", 0.001)):
        if milliseconds >= size or unit == "µs":
            value = milliseconds / size
            return f"{value:.{0 if value >= 100 else 1 if value >= 10 else 2}f} {unit}"
    raise AssertionError(milliseconds)


def table(measured: list[Measured]) -> Iterator[str]:
    """The lines of the table, grouped by heading; see row()."""
    width = max((len(line.words) for line in measured), default=0)
    heading = ""
    for line in measured:
        if line.heading != heading:
            heading = line.heading
            yield ""
            yield f"{heading:<{width + 2}}" + "".join(f"{name:>12}" for name in row(line.figures))
        yield f"  {line.words:<{width}}" + "".join(f"{cell:>12}" for cell in row(line.figures).values())


def row(figures: Mapping[str, Any]) -> dict[str, str]:
    """The columns of a line: the rate per second, or the median and longest time and the number of
    samples."""
    if "per_s" in figures:
        return {"a second": f"{figures['per_s']:,}"}
    return {
        "median": time_text(figures["median_ms"]),
        "longest": time_text(figures["max_ms"]),
        "samples": str(figures["n"]),
    }
