"""The command lines of all commands and of the arcade."""

from __future__ import annotations

import argparse
import datetime
import math
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..games import GAMES, LEVELS
from ..play.daily import date_of
from ..play.reasons import DEALS
from ..records import SEED_LIMIT, option_value
from ..streams import drop_output, size_of, write_out
from .calibrate import LADDER

SOLVE_SECONDS = 300.0
SOLVE_MEMORY = 64
MB_LIMIT = 65536
MOST_DEALS = 10_000

class Parser(argparse.ArgumentParser):
    """A parser whose help reports a closed output too."""

    def _print_message(self, message: str, file: Any = None) -> None:
        if file is not sys.stdout:
            super()._print_message(message, file)
        elif message:
            try:
                write_out(message.removesuffix("\n"))
            except BrokenPipeError:
                drop_output()
                raise SystemExit(1) from None


Argument = tuple[tuple[str, ...], dict[str, Any]]  # its names, and the options of add_argument()


def whole(low: int, high: int) -> Callable[[str], int]:
    """The type of an integer argument in a range."""

    def number(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 30 and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(
                f"{text[:40]!r} is not a whole number from {low} to {high}"
            )
        return int(text)

    return number


def amount(low: float, high: float) -> Callable[[str], float]:
    """The type of a numeric argument in a range, excluding its lower end."""

    def number(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not low < value <= high:
            raise argparse.ArgumentTypeError(
                f"{text!r} is not a number above {low:g}, at most {high:g}"
            )
        return value

    return number


def option(text: str) -> tuple[str, Any]:
    """Parses K=V. V is JSON if it parses, else text."""
    key, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form K=V")
    return key, option_value(value)


def some(text: str) -> str:
    """The type of a non-empty argument."""
    if not text:
        raise argparse.ArgumentTypeError("a name is missing")
    return text


def date(text: str) -> datetime.date:
    """The type of a date argument."""
    try:
        return date_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}: a date is like 2026-11-22") from None


def level_names(text: str) -> list[str]:
    """Parses comma-separated players: a level, possibly with a factor of its node counts ("plain*10"), or a
    strength ("1250"), which the game must have."""
    names = text.split(",")
    for name in names:
        if name.isdecimal() and name.isascii() and len(name) < 6:
            continue
        level, star, factor = name.partition("*")
        if level not in LEVELS:
            raise argparse.ArgumentTypeError(f"{name!r} is none of {', '.join(LEVELS)}")
        if star:
            amount(0, 1000)(factor)
    return names


def known_gap(text: str) -> tuple[str, str, float, float]:
    """Parses a difference of two levels that was measured before: "dragon-drake=280+-78"."""
    found = re.fullmatch(r"([a-z]+)-([a-z]+)=([0-9.]+)\+-([0-9.]+)", text)
    if not found or not {found[1], found[2]} <= {*LADDER}:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not like dragon-drake=280+-78")
    return found[1], found[2], amount(0, 5000)(found[3]), amount(0, 5000)(found[4])


def share_of(text: str) -> tuple[int, int]:
    """Parses a shard such as 0/4: two numbers, the first below the second."""
    part, _, whole_ = text.partition("/")
    if not (part.isdecimal() and whole_.isdecimal() and len(text) < 12 and int(part) < int(whole_)):
        raise argparse.ArgumentTypeError(
            f"a share is K/N with K below N, like 0/4, not {text[:40]!r}"
        )
    return int(part), int(whole_)


def argument(*names: str, **how: Any) -> Argument:
    """An argument, as add_argument() takes it."""
    return names, how


def seconds(standard: float, words: str) -> Argument:
    """A time limit in seconds."""
    how = {"type": amount(0, 1e6), "default": standard, "metavar": "SECONDS", "help": words}
    return argument("--time", **how)


def first_deal(standard: int | None) -> Argument:
    """The seed of the first deal; required if there is no default."""
    how = {"type": SEED, "default": standard, "metavar": "N", "help": "of the first deal"}
    return argument("--seed", required=standard is None, **how)


def count(words: str, name: str = "--games", metavar: str = "N") -> Argument:
    """A required number of something."""
    return argument(name, type=whole(1, 10**7), required=True, metavar=metavar, help=words)


SEED = whole(0, SEED_LIMIT - 1)
CARDS_LEFT = whole(1, 16)
FILE = argument("file", metavar="FILE", help="a record; - reads it from standard input")
UPTO = argument("--upto", type=whole(0, 10**9), metavar="N", help="only the first N moves")
SEAT = argument("--seat", type=whole(0, 4), metavar="S", help="only what this seat may know")
GAME = argument("--game", choices=list(GAMES), required=True)
OPTION = argument("--option", type=option, action="append", default=[], metavar="K=V")
LEVEL = argument(
    "--level", choices=LEVELS, default="dragon", metavar="NAME", help=", ".join(LEVELS)
)
BUDGET = argument(
    "--budget", type=amount(0, 1000), default=1.0, metavar="F", help="scales all node counts"
)
JOBS = argument(
    "--jobs",
    type=whole(1, 1024),
    default=1,
    metavar="N",
    help="so many at a time, each on a core of its own (1)",
)
SHARD = argument(
    "--shard",
    type=share_of,
    metavar="K/N",
    help="every N-th deal only, beginning with the K-th (0 to N-1)",
)

# Each command: its help and its arguments.
COMMANDS: dict[str, tuple[str, tuple[Argument, ...]]] = {
    "replay": (
        "play a record through the rules and print the position reached",
        (FILE, UPTO, SEAT),
    ),
    "solve": (
        "exact values of every legal move in the position reached, all hands open",
        (
            FILE,
            UPTO,
            argument(
                "--objective",
                type=some,
                metavar="NAME",
                help="what is played for, by game; left out: its first",
            ),
            seconds(SOLVE_SECONDS, "then it gives up"),
            argument("--memory", type=whole(1, MB_LIMIT), default=SOLVE_MEMORY, metavar="MB"),
        ),
    ),
    "advise": (
        "what an AI would play, knowing only what the seat to act knows",
        (
            FILE,
            UPTO,
            LEVEL,
            seconds(0.0, "a guard rail"),
            argument("--rng", type=SEED, default=0, metavar="N", help="the AI's own randomness"),
        ),
    ),
    "review": (
        "what every move of a record was worth, and what was better",
        (
            FILE,
            argument("--seat", type=whole(0, 4), metavar="S", help="only this seat's moves"),
            seconds(0.0, "for all moves together"),
            JOBS,
        ),
    ),
    "why": (
        "why one move is better than another, by what the seat to act may know",
        (
            argument("file", metavar="FILE", nargs="?", help="a record; - is standard input"),
            UPTO,
            argument("--move", type=some, metavar="A", help="the move; left out: the record's next"),
            argument("--better", type=some, metavar="B", help="a better one; left out: Dragon's"),
            argument(
                "--deals",
                type=whole(1, MOST_DEALS),
                default=DEALS,
                metavar="N",
                help=f"deals to try both moves in ({DEALS})",
            ),
            argument("--motifs", action="store_true", help="print the list of motifs instead"),
        ),
    ),
    "arena": (
        "AI against AI, the seats rotating on the same deals",
        (
            GAME,
            argument(
                "--seats",
                type=level_names,
                required=True,
                metavar="A,B[,...]",
                help="a level or a strength such as 1250 for each seat; plain*10 is plain with ten times its counts",
            ),
            count("rounded up to whole rotations"),
            first_deal(1),
            OPTION,
            BUDGET,
            SHARD,
            JOBS,
        ),
    ),
    "calibrate": (
        "strengths between the levels: mixtures of neighbours play each other, and one fit gives their Elo",
        (
            GAME,
            OPTION,
            argument("--from", dest="low", choices=LADDER, default=LADDER[0], metavar="LEVEL", help="the weakest"),
            argument("--to", dest="high", choices=LADDER, default=LADDER[-1], metavar="LEVEL", help="the strongest"),
            argument("--keep", type=Path, required=True, metavar="FILE", help="what was played, to go on with later"),
            argument(
                "--with", dest="others", type=Path, action="append", default=[], metavar="FILE", help="more of it"
            ),
            argument(
                "--deals",
                type=whole(0, 10**6),
                default=0,
                metavar="N",
                help="for each pair of mixtures until FILE has so many, each played twice (0)",
            ),
            argument(
                "--neighbours",
                type=whole(0, 10**6),
                default=0,
                metavar="N",
                help="the same for each strength of the table and the next one (0)",
            ),
            first_deal(1),
            argument(
                "--budget", type=amount(0, 1), default=1.0, metavar="F", help="scales the counts of Dragon's games"
            ),
            argument(
                "--known",
                type=known_gap,
                action="append",
                default=[],
                metavar="A-B=ELO+-HALF",
                help="a difference measured before, with half of its 95 %% interval",
            ),
            argument("--first", type=whole(0, 5000), default=1000, metavar="ELO", help="the first opponent's (1000)"),
            argument("--note", default="", metavar="WORDS", help="what was played, for the table"),
            argument("--write", action="store_true", help="the table, into assets/GAME/strengths.toml"),
        ),
    ),
    "luck": (
        "machine matches: whether the luck in them is 0 on average, by seat",
        (
            GAME,
            count("how many matches"),
            first_deal(1),
            LEVEL,
            BUDGET,
            argument("--cost", type=amount(0, 1000), metavar="F", help="of losses; left out: the game's own"),
            argument("--whole", action="store_true", help="whole matches, not those of at most ten minutes"),
            JOBS,
        ),
    ),
    "join": (
        "what all shards of an arena, of exploit or of mine have found together",
        (
            argument("files", metavar="FILE", nargs="+", help="what a command printed with --shard"),
            argument("--count", type=int, default=1000, metavar="N", help="puzzles at most (1000)"),
        ),
    ),
    "exploit": (
        "the duel: what one gains against a level who knows its policy",
        (
            argument(
                "--from",
                dest="left",
                type=CARDS_LEFT,
                required=True,
                metavar="N",
                help="cards left",
            ),
            count("both seats of every deal", metavar="M"),
            first_deal(None),
            LEVEL,
            BUDGET,
            SHARD,
            JOBS,
            argument(
                "--since",
                type=CARDS_LEFT,
                default=16,
                metavar="N",
                help="beliefs only from choices with so many cards left or fewer",
            ),
        ),
    ),
    "mine": (
        "puzzles: positions of play in which few moves are right, proven",
        (
            GAME,
            count("how many puzzles", "--count"),
            first_deal(None),
            OPTION,
            SHARD,
            JOBS,
            argument("--kind", action="append", default=[], metavar="ID", help="only such puzzles"),
        ),
    ),
    "daily": (
        "the deals of a day, one for each game",
        (argument("--date", type=date, metavar="YYYY-MM-DD", help="a day, UTC (today)"),),
    ),
    "language": (
        "write the folder of a language, with all texts to be translated, and say what is wrong in it",
        (
            argument("name", type=some, metavar="NAME", help="such as fr, or pt-BR"),
            argument("--data-dir", type=Path, metavar="DIR", help="where settings and saves are kept"),
        ),
    ),
    "bench": (
        "benchmarks of solvers, AI and drawing",
        (
            argument("names", nargs="*", metavar="NAME", help="names, or beginnings of names"),
            argument("--shard", type=share_of, metavar="K/N", help="every N-th bench, from the K-th"),
            argument(
                "--headlines", action="store_true", help="a table of the main figures, in three minutes"
            ),
            JOBS,
        ),
    ),
}


def parser() -> Parser:
    """The parser of all headless commands."""
    top = Parser(prog="hoard", description="Hoard's headless commands")
    words = "versions of the program and of what it runs on"
    top.add_argument("--version", action="store_true", help=words)
    top.add_argument("--licences", action="store_true", help="its parts and their licences")
    commands = top.add_subparsers(dest="command", metavar="COMMAND")
    for name, (words, taken) in COMMANDS.items():
        sub = commands.add_parser(name, help=words, description=words)
        for names, how in taken:
            sub.add_argument(*names, **how)
    return top


def size(text: str) -> tuple[int, int]:
    """The type of a size argument such as 1280x720."""
    try:
        return size_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def arcade_parser(version: str) -> Parser:
    about = f"Five dragon card games. Other commands: {', '.join(COMMANDS)}, shots, selftest, --licences."
    top = Parser("hoard", description=about)
    top.add_argument("file", nargs="?", help="a record to open")
    top.add_argument("--windowed", action="store_true", help="in a window, not full screen")
    top.add_argument("--game", choices=list(GAMES), help="start this game at once")
    top.add_argument(
        "--seed", type=whole(0, SEED_LIMIT - 1), help="the number of the deal, 0 to 2^64-1"
    )
    top.add_argument("--seats", help="who sits where, like human,dragon")
    top.add_argument(
        "--option", type=option, action="append", default=[], metavar="K=V", help="of the game"
    )
    top.add_argument(
        "--resume", action="store_true", help="go on with the saved match of --game (or the newest)"
    )
    top.add_argument("--mute", action="store_true", help="no sound")
    top.add_argument("--data-dir", type=Path, help="where settings, saves and records are kept")
    top.add_argument("--size", type=size, metavar="WxH", help="size of the window")
    top.add_argument("--version", action="version", version=f"Hoard {version}")
    return top


def shots_parser() -> Parser:
    top = Parser("hoard shots")
    top.add_argument("folder")
    top.add_argument("--size", type=size)
    top.add_argument("--scene", default="")
    return top
