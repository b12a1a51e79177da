"""The headless commands: replay, solve, advise, review, why, arena, luck, exploit, mine, daily, language,
bench, --version.

Each prints one JSON document on stdout and nothing else; `bench --headlines` prints a table. Exit
status: 0; 1 with one line on stderr if the input is wrong; 2 if the command line is. Nothing here
needs a screen, sound or pygame.
"""

from __future__ import annotations

import argparse
import math
import signal
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from .. import VERSION
from ..bounds import SHARD_LIMIT, SHARD_VALUES
from ..files import assets_dir, read_toml
from ..grades import SERIOUS
from ..match import Match
from ..play import translations
from ..play.daily import daily, today
from ..play.mining import kinds_of, mine_by_deal, packed
from ..play.review import judged, plies_of, report, unjudged
from ..position import Unsolved
from ..program import put_out, version
from ..records import parse, parse_json, read_bytes
from ..refusals import BadMove, BadRecord
from ..store.startup import data_folder
from ..streams import InputError, complain, drop_output, write_out
from .arena import contest, joined
from .arguments import parser
from .benches import bench, bench_start, headlines
from .calibrate import ANCHOR, LADDER, Known, calibrate, in_turn, neighbours, play_on, schedule
from .calibrate import written as write_table
from .exploit import Setup
from .exploit import exploit as best_responses
from .exploit import joined as exploit_joined
from .jobs import Meter, carried_out
from .luck import luck as measured_luck
from .measure import Bench
from .why import motifs, reasons, why

STOPPED = ("review", "arena", "luck", "exploit", "mine", "bench")  # print partial results after Ctrl+C


# ---- records ----


def wrong(path: str, words: object) -> InputError:
    """An error about a record file, which is named first."""
    return InputError(f"{'standard input' if path == '-' else path}: {words}")


def load(path: str, upto: int | None = None) -> Match:
    """Loads a record file ("-": standard input), undone to its first `upto` moves. Raises
    InputError if it is invalid."""
    try:
        match = Match.from_record(parse(read_bytes(path)))
    except BadRecord as error:
        raise wrong(path, error) from None
    if upto is not None and not match.goto(upto):
        raise wrong(path, f"there is no move {upto}, the record has {len(match.moves)}")
    return match


def head(match: Match, seat: int | None = None) -> dict[str, Any]:
    """What replay prints and solve and advise begin with; with a seat, only what that seat may
    know."""
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
    check_seat(arguments.file, match, seat)
    return head(match, seat)


def solve(arguments: argparse.Namespace) -> dict[str, Any]:
    """The exact value of every legal move, with all hands open."""
    match = load(arguments.file, arguments.upto)
    try:
        solution = match.solve(
            arguments.objective or "", ms=milliseconds(arguments.time), mb=arguments.memory
        )
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
    """The move of an AI that knows what the seat to act knows."""
    match = load(arguments.file, arguments.upto)
    if match.over:
        raise wrong(arguments.file, "the match is over, nobody has to move")
    advice = match.advise(arguments.level, arguments.rng, ms=milliseconds(arguments.time))
    found = head(match, match.to_act) | {
        "level": arguments.level,
        "move": advice.move,
        "policy": advice.policy,
        "proof": advice.proof,
        "worlds": advice.worlds,
        "of": advice.of,
        "moves": [
            {"move": m.move, "value": m.value, "weight": m.weight}
            | ({} if m.odds is None else {"odds": m.odds})
            | ({"sure": True} if m.sure else {})
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
    """A time limit in whole milliseconds, rounded up; 0 stays "no limit"."""
    return min(math.ceil(seconds * 1000), 2**32 - 1)


def why_better(arguments: argparse.Namespace) -> dict[str, Any]:
    """Why a move is better than another, or the list of motifs."""
    if arguments.motifs:
        return motifs()
    if arguments.file is None:
        raise InputError("name a record, or --motifs")
    match = load(arguments.file)
    moves = [*match.moves]
    upto = len(moves) if arguments.upto is None else arguments.upto
    if not match.goto(upto):
        raise wrong(arguments.file, f"there is no move {upto}, the record has {len(moves)}")
    if match.over:
        raise wrong(arguments.file, "the match is over, nobody has to move")
    if arguments.move is None and upto == len(moves):
        raise wrong(arguments.file, "there is no next move: name one with --move")
    move = moves[upto] if arguments.move is None else arguments.move
    return why(match, move, arguments.better, arguments.deals)


# ---- arena and benchmarks ----


def arena(arguments: argparse.Namespace) -> dict[str, Any]:
    """AI against AI, each level at every seat equally often, on the same deals."""
    try:
        found = contest(
            arguments.game,
            dict(arguments.option),
            arguments.seats,
            arguments.games,
            arguments.seed,
            arguments.budget,
            arguments.jobs,
            arguments.shard,
        )
    except BadRecord as error:
        raise InputError(str(error)) from None
    return found


def calibration(arguments: argparse.Namespace) -> dict[str, Any]:
    """Strengths between the levels, by mixtures of neighbouring levels that play each other."""
    low, high = LADDER.index(arguments.low), LADDER.index(arguments.high)
    if not low <= LADDER.index(ANCHOR[0]) <= high or low == high:
        raise InputError(f"the levels must go up from {arguments.low}, with {ANCHOR[0]} among them")
    options, keep = dict(arguments.option), arguments.keep
    try:
        levels = LADDER[low : high + 1]
        seats = Match(arguments.game, options).seats_count
        beside = in_turn(neighbours(arguments.game, seats, levels), arguments.neighbours)
        wanted = schedule(levels, arguments.deals) + beside
        play_on(arguments.game, options, wanted, arguments.seed, arguments.budget, keep)
        known = [Known(*one) for one in arguments.known]
        files = [keep, *arguments.others]
        first, note = arguments.first, arguments.note
        found = calibrate(arguments.game, options, levels, files, known, first, note)
    except BadRecord as error:
        raise InputError(str(error)) from None
    except (OSError, ValueError, KeyError, TypeError):
        raise InputError(f"{keep} is no file of deals that calibrate wrote") from None
    if arguments.write:
        write_table(assets_dir() / arguments.game / "strengths.toml", found["table"], found["seats"])
    return found


def join(arguments: argparse.Namespace) -> dict[str, Any]:
    """Joins the shards of an arena or of exploit, or makes a pack of several outputs of mine."""
    parts: list[dict[str, Any]] = []
    for path in arguments.files:
        try:
            parts.append(parse_json(read_bytes(path, SHARD_LIMIT), SHARD_LIMIT, values=SHARD_VALUES))
        except BadRecord as error:
            raise wrong(path, error) from None
    try:
        kind: Any = parts[0] or ()
        if "puzzles" in kind:
            return pack(parts, arguments.count)
        return exploit_joined(parts) if "since" in kind else joined(parts)
    except ValueError as error:
        raise InputError(str(error)) from None


def pack(parts: list[dict[str, Any]], count: int) -> dict[str, Any]:
    """A pack of the puzzles that mine printed."""
    try:
        games = [part["game"] for part in parts]
        puzzles = [puzzle for part in parts for puzzle in part["puzzles"]]
        return {"game": games[0], "puzzles": packed(games, puzzles, count)}
    except (BadRecord, KeyError, TypeError):
        raise InputError("these are no puzzles: mine prints such") from None


def luck(arguments: argparse.Namespace) -> dict[str, Any]:
    """Whether luck is 0 on average in matches of machines."""
    return measured_luck(
        arguments.game,
        arguments.games,
        arguments.seed,
        arguments.level,
        arguments.budget,
        arguments.cost,
        arguments.jobs,
        arguments.whole,
    )


def exploit(arguments: argparse.Namespace) -> dict[str, Any]:
    """How much a player gains against a level of the duel by knowing its policy."""
    permille = max(round(arguments.budget * 1000), 1)
    setup = Setup(arguments.level, arguments.left, permille, arguments.since)
    try:
        return best_responses(
            setup, arguments.games, arguments.seed, arguments.jobs, arguments.shard
        )
    except BadRecord as error:
        raise InputError(str(error)) from None


def mine(arguments: argparse.Namespace) -> dict[str, Any]:
    """Puzzles from the deals of a seed on; after Ctrl+C those found so far. next: the seed to go on
    with."""
    puzzles: list[dict[str, Any]] = []
    meter = Meter("mine", arguments.count)
    share, following = arguments.shard or (0, 1), arguments.seed
    kinds = known_kinds(arguments.game, arguments.kind)
    options, jobs = dict(arguments.option), arguments.jobs
    deals = mine_by_deal(arguments.game, arguments.seed, share, kinds, options, jobs)
    try:
        for deal, found in deals:
            puzzles += found
            following = deal + share[1] - share[0]
            meter.show(len(puzzles))
            if len(puzzles) >= arguments.count:
                break
    except BadRecord as error:
        raise InputError(str(error)) from None
    except KeyboardInterrupt:
        pass
    finally:
        deals.close()
        meter.end()
    return {"game": arguments.game, "puzzles": puzzles[: arguments.count], "next": following}


def known_kinds(game: str, kinds: list[str]) -> list[str]:
    """Checks the named kinds of puzzles. Raises InputError if a game lacks one."""
    known = [kind.task for kind in kinds_of(game)]
    if not known:
        raise InputError(f"{game} has no puzzles")
    for kind in kinds:
        if kind not in known:
            raise InputError(f'{game} has no puzzles "{kind}", only {", ".join(known)}')
    return kinds


def review(arguments: argparse.Namespace) -> dict[str, Any]:
    """What every move was worth and what was better. Moves are left ungraded when time runs out."""
    match = load(arguments.file)
    seat = arguments.seat
    check_seat(arguments.file, match, seat)
    plies = plies_of(match, seat)
    deadline = time.monotonic() + arguments.time if arguments.time else 0.0
    tasks = [partial(judged, match, ply, deadline) for ply in plies]
    done = carried_out("review", tasks, arguments.jobs)
    walker = match.copy()
    grades = {}
    for number, ply in enumerate(plies):
        walker.goto(ply)
        grades[ply] = done.get(number) or unjudged(walker, match.moves[ply])
    found = report(match, grades)
    for move in found["moves"]:
        late = deadline and time.monotonic() > deadline
        told = move["grade"] in SERIOUS and not late
        move["reasons"] = reasons(match, move["index"], grades[move["index"]]) if told else []
    return head(match) | found


def check_seat(path: str, match: Match, seat: int | None) -> None:
    """Raises InputError if the match has no such seat."""
    if seat is not None and seat >= match.seats_count:
        raise wrong(path, f"there is no seat {seat}, only 0 to {match.seats_count - 1}")


def deals_of_a_day(arguments: argparse.Namespace) -> dict[str, Any]:
    """The deals of a day; today's by default."""
    return daily(arguments.date or today())


# ---- languages ----


def language(arguments: argparse.Namespace) -> dict[str, Any]:
    """Writes what is to be translated; what is translated already stays. Nothing is written while something
    there would be lost."""
    name: str = arguments.name
    if not translations.NAME.fullmatch(name):
        raise InputError(f"{name[:40]!r} names no language: {translations.NAMED}")
    folder = data_folder(arguments.data_dir)
    found = translations.read(folder, name)
    place = folder / translations.FOLDER / name
    if not found.loose:
        try:
            translations.write(folder, name, found.kept)
        except OSError as error:
            raise InputError(f"{place} cannot be written: {error.strerror}") from None
    return {
        "language": name,
        "folder": str(place),
        "written": not found.loose,
        "texts": len(translations.english(name)),
        "translated": len(found.texts),
        "faults": found.faults,
    }


# ---- the command line ----


def licences() -> dict[str, Any]:
    """The parts of the program with their licences and, where known, versions; and each text by its
    name."""
    from _cffi_backend import __version__ as cffi_version

    known = version() | {"hoard": VERSION, "cffi": cffi_version}
    parts = (read_toml("licences.toml") or {})["part"]
    for part in parts:
        del part["files"]
        if found := known.get(part["name"].lower()):
            part["version"] = found
    names = sorted({name for part in parts for name in part.get("texts", ())})
    return {"parts": parts, "texts": {name: (assets_dir().parent / name).read_text("utf-8") for name in names}}


def run(arguments: argparse.Namespace, extra: Mapping[str, Bench]) -> dict[str, Any]:
    """Runs the command that was named."""
    if arguments.version:
        return version()
    if arguments.licences:
        return licences()
    if arguments.command == "bench":
        return bench(arguments, extra)
    commands = {
        "replay": replay,
        "solve": solve,
        "advise": advise,
        "arena": arena,
        "calibrate": calibration,
        "luck": luck,
        "join": join,
        "exploit": exploit,
        "mine": mine,
        "daily": deals_of_a_day,
        "review": review,
        "why": why_better,
        "language": language,
    }
    return commands[arguments.command](arguments)


def main(argv: Sequence[str], extra: Mapping[str, Bench] | None = None) -> int:
    """Runs a headless command and returns the exit status. extra: more benchmarks, from the
    caller."""
    top = parser()
    try:
        arguments = top.parse_args(argv)
    except SystemExit as leaving:
        return int(leaving.code or 0)
    except InputError as error:
        return complain(error)
    if not (arguments.version or arguments.licences or arguments.command):
        top.print_usage(sys.stderr)
        return 2
    if threading.current_thread() is threading.main_thread():
        # A search in C would not notice Python's handler. Long work runs in threads and stops
        # itself.
        stops = arguments.command in STOPPED
        signal.signal(signal.SIGINT, signal.default_int_handler if stops else signal.SIG_DFL)
    benches = {"start": bench_start, **extra} if extra else {}
    try:
        if arguments.command == "bench" and arguments.headlines:
            write_out(headlines(arguments, benches))
        else:
            put_out(run(arguments, benches))
    except (InputError, BadMove) as error:
        return complain(error)
    except BrokenPipeError:
        drop_output()
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
