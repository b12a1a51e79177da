"""The headless commands: replay, solve, advise, arena, bench, --version.

Each prints one JSON document on stdout and nothing else there. Exit status 0; 1 with one line on stderr where
the input is wrong; 2 where the command line is. Nothing here needs a screen, a sound device or pygame.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import os
import platform
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from native import VERSION, ffi, lib
from native.match import GAMES, LEVELS, Advice, BadMove, Match, Search, Solution, Unsolved
from native.records import BadRecord, parse, read_bytes

SOLVE_SECONDS = 300.0
SOLVE_MEMORY = 64
MB_LIMIT = 65536
COMMANDS = ("replay", "solve", "advise", "arena", "bench", "--version")


class InputError(Exception):
    """What is wrong with the input, in one line."""


# ---- positions in and out ----


def wrong(path: str, words: object) -> InputError:
    """What is wrong with a record file, the file named first."""
    return InputError(f"{'standard input' if path == '-' else path}: {words}")


def load(path: str, upto: int | None = None) -> Match:
    """The match of a record file ("-": standard input), each move checked, taken back to so many."""
    try:
        match = Match.from_record(parse(read_bytes(path)))
    except BadRecord as error:
        raise wrong(path, error) from None
    if upto is not None and not match.goto(upto):
        raise wrong(path, f"there is no move {upto}, the record has {len(match.moves)}")
    return match


def plain(value: Any) -> Any:
    """A value for JSON: whole numbers as integers, also inside lists and objects."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return value


def head(match: Match, seat: int | None = None) -> dict[str, Any]:
    """What replay prints, and what solve and advise begin with; with a seat, only what that seat may know."""
    shown = seat is None or seat == match.to_act
    found = {
        "game": match.game,
        "options": match.options,
        "moves_played": len(match.moves),
        "over": match.over,
        "to_act": match.to_act,
        "legal": match.legal() if shown else [],
        "scores": match.scores,
    }
    if match.over:
        found["winners"] = match.winners
    return found | {"state": match.state(seat)}


# ---- replay, solve, advise ----


def replay(arguments: argparse.Namespace) -> dict[str, Any]:
    """The position that a record reaches."""
    match = load(arguments.file, arguments.upto)
    seat = arguments.seat
    if seat is not None and seat >= match.seats_count:
        raise wrong(arguments.file, f"there is no seat {seat}, only 0 to {match.seats_count - 1}")
    return head(match, seat)


def solve(arguments: argparse.Namespace) -> dict[str, Any]:
    """Exact values of every legal move, all hands open."""
    match = load(arguments.file, arguments.upto)
    try:
        solution = match.solve(arguments.objective, ms=milliseconds(arguments.time), mb=arguments.memory)
    except Unsolved as error:
        raise wrong(arguments.file, error) from None
    return head(match) | {
        "objective": solution.objective,
        "exact": True,
        "moves": [{"move": m.move, "value": m.value, "best": m.best} for m in solution.moves],
        "line": solution.line,
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 6),
    }


def advise(arguments: argparse.Namespace) -> dict[str, Any]:
    """What an AI would play, knowing what the seat to act knows."""
    match = load(arguments.file, arguments.upto)
    if match.over:
        raise wrong(arguments.file, "the match is over, nobody has to move")
    advice = match.advise(arguments.level, arguments.rng, ms=milliseconds(arguments.time))
    found = head(match, match.to_act) | {
        "level": arguments.level,
        "move": advice.move,
        "proof": advice.proof,
        "worlds": advice.worlds,
        "of": advice.of,
        "moves": [
            {"move": m.move, "value": m.value, "weight": m.weight} | ({} if m.odds is None else {"odds": m.odds})
            for m in advice.moves
        ],
        "status": advice.status,
        "nodes": advice.nodes,
        "seconds": round(advice.seconds, 6),
    }
    if advice.exploitability is not None:
        found["exploitability"] = advice.exploitability
    return found


def milliseconds(seconds: float) -> int:
    """A limit of at least one millisecond; 0 stays "no limit"."""
    return min(math.ceil(seconds * 1000), 2**32 - 1)


# ---- arena ----


class Side(NamedTuple):
    """One of those who compete: a level, and how its games went."""

    level: str
    wins: list[float]
    draws: list[float]
    scores: list[float]


def side_of_seats(match: Match, names: Sequence[str]) -> list[int]:
    """Which of the named levels plays each seat before any rotation."""
    seats, n = match.seats_count, len(names)
    if n != seats and not (n == 2 and match.options.get("teams")):
        raise InputError(f"{match.game} has {seats} seats with these options, but {n} levels are named")
    return [seat % n for seat in range(seats)]


def strength(name: str) -> tuple[str, float]:
    """A level and what its counts are multiplied by: "plain*10" is plain with ten times its playouts."""
    level, _, factor = name.partition("*")
    return level, float(factor or 1)


def play_out(match: Match, levels: Sequence[str], rng: int, budget: float, times: dict[str, list[float]]) -> None:
    """Plays a match to its end, levels naming who plays each seat; notes the processor time of each decision, ms."""
    while (seat := match.to_act) is not None:
        begin = time.process_time()
        level, factor = strength(levels[seat])
        advice = match.advise(level, rng, permille=max(round(budget * factor * 1000), 1))
        times.setdefault(levels[seat], []).append((time.process_time() - begin) * 1000)
        match.play(advice.move)


def share(mine: float, theirs: float) -> float:
    """1 for more, 0 for less, a half for as much."""
    return 0.5 + 0.5 * ((mine > theirs) - (mine < theirs))


def elo(share_won: float) -> float:
    """The difference in strength that makes one win this share."""
    return 400 * math.log10(share_won / (1 - share_won))


def mean(numbers: Sequence[float]) -> float:
    """The arithmetic mean."""
    return math.fsum(numbers) / len(numbers)


def median(numbers: Sequence[float]) -> float:
    """The middle one, or the mean of the two in the middle."""
    ordered, middle = sorted(numbers), len(numbers) // 2
    return ordered[middle] if len(numbers) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def elo_interval(by_deal: Sequence[float]) -> list[float]:
    """Elo difference with its 95 % interval, from the mean share won at each deal.

    Wilson's interval, its count such that the deals' own scatter is met; so all won is no certainty.
    """
    n, won, z = len(by_deal), mean(by_deal), 1.96
    scatter = math.fsum((share - won) ** 2 for share in by_deal) / (n * max(n - 1, 1))
    count = won * (1 - won) / scatter if scatter > 0 else n
    centre = (won + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(won * (1 - won) / count + z * z / (4 * count * count))
    edge = 0.5 / (n + 1)
    return [round(elo(min(max(s, edge), 1 - edge)), 1) for s in (won, centre - half, centre + half)]


def arena(arguments: argparse.Namespace) -> dict[str, Any]:
    """AI against AI: every level at every seat equally often, on the same deals."""
    names = arguments.seats
    sides = [Side(name, [], [], []) for name in names]
    pairs: dict[str, dict[int, list[float]]] = {}
    times: dict[str, list[float]] = {}
    deals = -(-arguments.games // len(names))
    for deal in range(deals):
        for turn in range(len(names)):
            match = start(arguments.game, arguments.option, (arguments.seed + deal) % 2**64)
            seating = [(side + turn) % len(names) for side in side_of_seats(match, names)]
            rng = deal * len(names) + turn
            play_out(match, [names[side] for side in seating], rng, arguments.budget, times)
            score_game(match, seating, sides, pairs, deal)
    return {
        "game": arguments.game,
        "options": start(arguments.game, arguments.option, 0).options,
        "games": deals * len(names),
        "deals": deals,
        "seed": arguments.seed,
        "budget": arguments.budget,
        "seats": [
            {"level": s.level, "wins": sum(s.wins), "draws": sum(s.draws), "mean_score": mean(s.scores)}
            for s in sides
        ],
        "elo": {pair: elo_interval([mean(d) for d in found.values()]) for pair, found in pairs.items()},
        "ms_per_move": {level: [round(median(ms), 3), round(max(ms), 3)] for level, ms in times.items()},
    }


def start(game: str, options: Mapping[str, Any], seed: int) -> Match:
    """A new match for the arena or a bench; what is wrong with the options is the user's mistake."""
    try:
        return Match(game, options, seed)
    except BadRecord as error:
        raise InputError(str(error)) from None


def score_game(
    match: Match, seating: Sequence[int], sides: Sequence[Side], pairs: dict[str, dict[int, list[float]]], deal: int
) -> None:
    """Enters a finished match into the results of the sides and of each pair of different levels."""
    winners = {seating[seat] for seat in match.winners}
    scores = {side: match.scores[seat] for seat, side in reversed([*enumerate(seating)])}
    for number, side in enumerate(sides):
        side.wins.append(winners == {number})
        side.draws.append(number in winners and len(winners) > 1)
        side.scores.append(scores[number])
    levels = [side.level for side in sides]
    for a, first in enumerate(levels):
        for b, second in enumerate(levels):
            if levels.index(first) < levels.index(second):
                pair = pairs.setdefault(f"{first}-{second}", {})
                pair.setdefault(deal, []).append(share(scores[a], scores[b]))


# ---- bench ----

Bench = Callable[[], dict[str, Any]]
KINDS = ("dragonlords", "wizards", "runesword", "first", "staff")


def summary(milliseconds_each: Sequence[float], nodes: Sequence[int]) -> dict[str, Any]:
    """Median, 95 % and largest time, and nodes where there are any."""
    ordered = sorted(milliseconds_each)
    found: dict[str, Any] = {
        "median_ms": round(median(ordered), 4),
        "p95_ms": round(ordered[math.ceil(0.95 * len(ordered)) - 1], 4),
        "max_ms": round(ordered[-1], 4),
        "n": len(ordered),
    }
    if any(nodes):
        found["nodes_median"] = round(median(nodes))
        found["nodes_per_s"] = round(sum(nodes) / (sum(ordered) / 1000 + 1e-9))
    return found


def bench_search(positions: Iterator[Match], search: Search) -> dict[str, Any]:
    """One search for each position, in processor time, the table empty each time; of equilibria the worst one's
    distance from perfect play."""
    table = ffi.gc(lib.table_new(search.mb), lib.table_free)
    spent, nodes = [], []
    gaps: list[float] = []
    for match in positions:
        lib.table_forget(table)
        begin = time.process_time()
        found = match.search(search, table)
        spent.append((time.process_time() - begin) * 1000)
        nodes.append(found.nodes)
        if isinstance(found, Solution) and found.status != "exact":
            raise Unsolved(found.why)
        if isinstance(found, Advice) and found.exploitability is not None:
            gaps.append(found.exploitability)
    return summary(spent, nodes) | ({"equilibria": len(gaps), "exploitability_max": max(gaps)} if gaps else {})


def bench_solver(positions: Iterator[tuple[int, Match]], objective: str, mb: int = 16) -> dict[str, Any]:
    """As bench_search for solvers that need microseconds: their own time only; with the first and last seed."""
    table = ffi.gc(lib.table_new(mb), lib.table_free)
    limits, progress = ffi.new("Limits *", {"mb": mb}), ffi.new("Progress *")
    result, asked = ffi.new("Result *"), ffi.new("char[]", objective.encode())
    spent, nodes, seeds = [], [], []
    for seed, match in positions:
        lib.table_forget(table)
        begin = time.process_time()
        lib.solve(match._table, match._state, asked, limits, table, progress, result)
        spent.append((time.process_time() - begin) * 1000)
        nodes.append(result.nodes)
        seeds.append(seed)
    return summary(spent, nodes) | {"nodes_mean": round(mean(nodes), 1), "seeds": [min(seeds), max(seeds)]}


def random_positions(game: str, count: int, left: int | None, options: Mapping[str, Any]) -> Iterator[Match]:
    """Seeded positions: the deal itself, or (duel) as random play leaves it with so many cards to come."""
    for seed in range(1, count + 1):
        match = Match(game, options, seed)
        rng = ffi.new("Rng *")
        lib.rng_seed(rng, seed, 1)
        for _ in range(0 if left is None else 16 - left):
            legal = match.legal()
            match.play(legal[lib.rng_below(rng, len(legal))])
        yield match


def choices(game: str, count: int) -> Iterator[Match]:
    """Seeded positions of all stages with more than one legal move, as random play comes to them."""
    for seed in range(1, count + 1):
        match = Match(game, {}, seed)
        chance, plays = random.Random(seed), []
        while not match.over:
            plays.append(chance.choice(match.legal()))
            match.play(plays[-1])
        match.goto(len(plays) * (seed - 1) // count)
        while not match.over and len(match.legal()) < 2:
            match.play(match.legal()[0])
        if not match.over:
            yield match


def tricks_calls(players: int, kind: str, seeds: Iterable[int], power: bool = False) -> Iterator[tuple[int, Match]]:
    """Hands just after this kind was called, by the DM or, in deals in which another seat holds the Dragon, by that
    seat as a Power Player; seeds that have no such deal are passed over."""
    for seed in seeds:
        match = Match("tricks", {"players": players, "level": "advanced" if power else "basic"}, seed)
        if power and "keep" not in match.legal():
            continue
        if power:
            match.play("keep")
        match.play(f"call {kind}")
        yield seed, match


def bench_playouts(game: str) -> dict[str, Any]:
    """Random matches from the standard deal to the end for half a second; the times are means."""
    match, count, spent = Match(game), 16, 0.0
    while spent < 0.5:
        count *= 2
        begin = time.process_time()
        match.playouts(1, count)
        spent = time.process_time() - begin
    each = round(spent * 1000 / count, 6)
    return {"median_ms": each, "max_ms": each, "n": count, "per_s": round(count / spent)}


def bench_start(program: str) -> dict[str, Any]:
    """Milliseconds from the start of the process to its end after the first frame, and the memory it then takes."""
    environment = os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "HOARD_FIRST_FRAME": "1"}
    command = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, program]
    times, memory = [], 0.0
    for _ in range(7):
        began = time.perf_counter()
        done = subprocess.run([*command, "--windowed", "--size", "1920x1080"], env=environment, capture_output=True,
                              text=True, check=True)
        times.append((time.perf_counter() - began) * 1000)
        memory = json.loads(done.stdout)["rss_mb"]
    times.sort()
    return {"median_ms": times[3], "max_ms": times[-1], "n": 7, "first_frame_ms": times[3], "rss_mb": memory}


def benches() -> dict[str, Bench]:
    """All benches of the engine by name."""

    def duel(left: int, search: Search, count: int) -> Bench:
        options = {"open_hands": search.kind == "solve"}
        return lambda: bench_search(random_positions("duel", count, left, options), search)

    def tricks(players: int, kind: str, objective: str, count: int, power: bool = False) -> Bench:
        def run() -> dict[str, Any]:
            calls = tricks_calls(players, kind, itertools.count(1), power)
            return bench_solver(itertools.islice(calls, count), objective)

        return run

    def advices(game: str, level: str) -> dict[str, Any]:
        return bench_search(choices(game, 40), Search("advise", level))

    found: dict[str, Bench] = {
        "duel/open/16": duel(16, Search("solve", objective="outcome value"), 100),
        "duel/open/16/all": duel(16, Search("solve", objective="outcome"), 100),
    }
    for left in range(1, 17):
        found[f"duel/hidden/{left}"] = duel(left, Search("advise"), 100 if left < 7 else 20)
    for players in (4, 3):
        for kind in KINDS:
            end = f"{players}/{kind}"
            found[f"tricks/coalition/{end}"] = tricks(players, kind, "coalition value", 1000)
            found[f"tricks/power/{end}"] = tricks(players, kind, "power value", 1000, True)
            found[f"tricks/maxn/{end}"] = tricks(players, kind, "maxn moves", 1 if players == 4 else 20)
    found["tricks/bridge/4"] = tricks(4, "first", "bridge:0,2 value", 1000)
    found["tricks/bridge/4/all"] = tricks(4, "first", "bridge:0,2 moves", 1000)
    for game in GAMES:
        found[f"playouts/{game}"] = partial(bench_playouts, game)
        for level in LEVELS[3:]:
            found[f"advise/{game}/{level}"] = partial(advices, game, level)
    return found


def bench(arguments: argparse.Namespace, extra: Mapping[str, Bench]) -> dict[str, Any]:
    """Runs the benches whose names begin with one of those given, or all."""
    table = benches() | dict(extra)
    for prefix in arguments.names:
        if not any(name.startswith(prefix) for name in table):
            raise InputError(f'there is no bench "{prefix}"')
    found = {}
    for name in [name for name in table if name.startswith(tuple(arguments.names) or "")]:
        try:
            found[name] = table[name]()
        except Unsolved as error:
            print(f"{name} left out: {error}", file=sys.stderr)
    return found


# ---- the command line ----


def version() -> dict[str, Any]:
    """What runs here."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        from pygame.version import ver
    except ImportError:
        ver = ""
    build = ffi.string(lib.engine_build()).decode()
    return {"version": VERSION, "engine": build, "python": platform.python_version(), "pygame-ce": ver or None}


def version_line() -> str:
    """The same in one line."""
    return "{version} (engine: {engine}; Python {python}; pygame-ce {pygame-ce})".format_map(version())


def whole(low: int, high: int) -> Callable[[str], int]:
    """An argument that is a whole number in a range."""

    def number(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 30 and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low} to {high}")
        return int(text)

    return number


def amount(low: float, high: float) -> Callable[[str], float]:
    """An argument that is a number in a range, its lower end left out."""

    def number(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not low < value <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number above {low:g}, at most {high:g}")
        return value

    return number


def resident_mb() -> float:
    """Memory of this process in MB, 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGESIZE") / 2**20
    except (OSError, ValueError, AttributeError):
        return 0.0


def option(text: str) -> tuple[str, Any]:
    """K=V, V read as JSON where it is JSON, else as text."""
    key, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form K=V")
    try:
        return key, json.loads(value)
    except (ValueError, RecursionError):
        return key, value


def level_names(text: str) -> list[str]:
    """Levels parted by commas, each perhaps with a factor of its counts: "plain*10,plain"."""
    names = text.split(",")
    for name in names:
        level, star, factor = name.partition("*")
        if level not in LEVELS:
            raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(LEVELS)}")
        if star:
            amount(0, 1000)(factor)
    return names


def parser() -> argparse.ArgumentParser:
    """The command lines of all headless commands."""
    top = argparse.ArgumentParser(prog="hoard", description="Hoard's headless commands")
    top.add_argument("--version", action="store_true", help="versions of the program and of what it runs on")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str, words: str, file: bool = True) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=words, description=words)
        if file:
            sub.add_argument("file", metavar="FILE", help="a record; - reads it from standard input")
            sub.add_argument("--upto", type=whole(0, 10**9), metavar="N", help="only the first N moves")
        return sub

    sub = command("replay", "play a record through the rules and print the position reached")
    sub.add_argument("--seat", type=whole(0, 4), metavar="S", help="only what this seat may know")
    sub = command("solve", "exact values of every legal move in the position reached, all hands open")
    sub.add_argument("--objective", default="", metavar="NAME", help="what is played for, by game")
    sub.add_argument("--time", type=amount(0, 1e6), default=SOLVE_SECONDS, metavar="SECONDS")
    sub.add_argument("--memory", type=whole(1, MB_LIMIT), default=SOLVE_MEMORY, metavar="MB")
    sub = command("advise", "what an AI would play, knowing only what the seat to act knows")
    sub.add_argument("--level", choices=LEVELS, default="dragon", metavar="NAME", help=", ".join(LEVELS))
    sub.add_argument("--time", type=amount(0, 1e6), default=0.0, metavar="SECONDS", help="a guard rail")
    sub.add_argument("--rng", type=whole(0, 2**64 - 1), default=0, metavar="N", help="the AI's own randomness")
    sub = command("arena", "AI against AI, the seats rotating on the same deals", file=False)
    sub.add_argument("--game", choices=list(GAMES), required=True)
    sub.add_argument("--seats", type=level_names, required=True, metavar="A,B[,...]",
                     help="a level for each seat; plain*10 is plain with ten times its counts")
    sub.add_argument("--games", type=whole(1, 10**7), required=True, metavar="N")
    sub.add_argument("--seed", type=whole(0, 2**64 - 1), default=1, metavar="N", help="of the first deal")
    sub.add_argument("--option", type=option, action="append", default=[], metavar="K=V")
    sub.add_argument("--budget", type=amount(0, 1000), default=1.0, metavar="F", help="scales all node counts")
    sub = command("bench", "benchmarks of solvers, AI and drawing", file=False)
    sub.add_argument("names", nargs="*", metavar="NAME", help="names, or beginnings of names")
    return top


def size(text: str) -> tuple[int, int]:
    """A size like 1280x720 as two numbers."""
    wide, _, high = text.lower().partition("x")
    if not (wide.isdigit() and high.isdigit() and int(wide) >= 320 and int(high) >= 240):
        raise argparse.ArgumentTypeError(f"a size is WIDTHxHEIGHT, like 1280x720, not {text!r}")
    return int(wide), int(high)


def arcade_parser() -> argparse.ArgumentParser:
    """The command line of the arcade itself."""
    about = "Five dragon card games. Other commands: replay, solve, advise, arena, bench, shots, selftest."
    top = argparse.ArgumentParser("hoard", description=about)
    top.add_argument("file", nargs="?", help="a record to open")
    top.add_argument("--windowed", action="store_true", help="in a window, not full screen")
    top.add_argument("--game", choices=list(GAMES), help="start this game at once")
    top.add_argument("--seed", type=int, help="the number of the deal, 0 to 2^64-1")
    top.add_argument("--seats", help="who sits where, like human,dragon")
    top.add_argument("--option", type=option, action="append", default=[], metavar="K=V", help="of the game")
    top.add_argument("--resume", action="store_true", help="go on with the saved match of --game (or the newest)")
    top.add_argument("--mute", action="store_true", help="no sound")
    top.add_argument("--data-dir", type=Path, help="where settings, saves and records are kept")
    top.add_argument("--size", type=size, metavar="WxH", help="size of the window")
    top.add_argument("--version", action="version", version=f"Hoard {version_line()}")
    return top


def shots_parser() -> argparse.ArgumentParser:
    """The command line of shots."""
    top = argparse.ArgumentParser("hoard shots")
    top.add_argument("folder")
    top.add_argument("--size", type=size)
    top.add_argument("--scene", default="")
    return top


def run(arguments: argparse.Namespace, extra: Mapping[str, Bench]) -> dict[str, Any]:
    """Runs the command that was named."""
    if arguments.version:
        return version()
    if arguments.command == "bench":
        return bench(arguments, extra)
    if arguments.command == "arena":
        arguments.option = dict(arguments.option)
    commands = {"replay": replay, "solve": solve, "advise": advise, "arena": arena}
    return commands[arguments.command](arguments)


def main(argv: Sequence[str], extra: Mapping[str, Bench] | None = None) -> int:
    """Runs one headless command; extra benches come from the caller. Returns the exit status."""
    top = parser()
    try:
        arguments = top.parse_args(argv)
    except SystemExit as leaving:
        return int(leaving.code or 0)
    if not arguments.version and not arguments.command:
        top.print_usage(sys.stderr)
        return 2
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a search in C would not see Python's handler
    try:
        print(json.dumps(plain(run(arguments, extra or {})), allow_nan=False), flush=True)
    except (InputError, BadMove) as error:
        print(" ".join(str(error).split("\n")), file=sys.stderr)
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
