"""The real program killed at random moments: build.py kill [--times N] [--seed N] [--jobs N] [--program FILE].

player.py plays it without a display and says what it has shown, in half of the tries against machines that search,
Dragon among them. After the kill nothing that was shown may be missing: the moves of the match under way, the record
and the one line of history of a finished one, the settings; nothing is left half written, nothing was set aside. So
it goes on an idle and on a loaded machine, with the disc full, the folder read-only or gone, two programs on one
folder, and files from the future, as after a clock was set back. --program takes a frozen program (Linux) instead of
the sources; the same player is put into it (inside.c).
Counts are printed on stdout as JSON, progress and what was lost on stderr; 1 where anything was.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, NamedTuple

from native import GAMES, BadRecord, Match
from native.build_ffi import ROOT, compiler
from native.screen.theme import THEME
from native.store.chronicle import Chronicle
from native.store.database import Database
from native.store.saves import Saves
from native.store.settings import Settings, load_settings
from native.strings import Strings
from native.tools.arguments import whole
from native.tools.jobs import MOVING_S, Meter

SHORT = ("duel", "wars", "heart")  # of short matches, so that some come to their end
SEARCHING = ("dragon", "drake", "wyrmling", "hatchling")
OPTIONS: dict[str, list[Any]] = THEME["options"] | {"language": list(Strings.languages())}
PLAYER, INSIDE = (Path(__file__).with_name(name) for name in ("player.py", "inside.c"))
PLAY_INSIDE = """
import os, sys
if hasattr(sys.modules.get("game"), "App"):
    del os.environ["INSIDE"]
    space = {{"__name__": "player"}}
    with open({player!r}, encoding="utf-8") as file:
        exec(file.read(), space)
    space["install"]({seed})
"""
LOADED = 4  # programs that do nothing but run, a processor
FULL_BYTES = 1500  # on a "full disc" no file may be longer
PR_CAPBSET_DROP, OVERRIDES = 24, (1, 2, 3)  # of Linux: CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER


class Told(NamedTuple):
    """What one program has shown: moves by the name of the match, matches ended, the last value of each option; and
    whether it was computing."""

    moves: dict[str, int]
    ends: int
    options: dict[str, Any]
    searching: bool = False

    @classmethod
    def of(cls, text: str) -> Told:
        """From its lines; a last line that is not whole was not told."""
        moves: dict[str, int] = {}
        options: dict[str, Any] = {}
        ends, searching = 0, False
        for line in text.split("\n")[:-1]:
            kind, *words = line.split()
            if kind == "match":
                moves[words[0]] = int(words[1])
            elif kind == "end":
                ends += 1
            elif kind == "set":
                options[words[0]] = json.loads(words[1])
            else:
                searching = words[0] == "1"
        return cls(moves, ends, options, searching)


class Program:
    """One running program and the processes that belong to it."""

    def __init__(self, command: list[str], more: dict[str, str], before: Callable[[], None] | None = None) -> None:
        quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **quiet, **more},
            preexec_fn=before, start_new_session=True,
        )  # fmt: skip
        self.heard: list[bytes] = [b"", b""]
        self.readers = [threading.Thread(target=self.hear, args=(number,)) for number in range(2)]
        for reader in self.readers:
            reader.start()

    def hear(self, number: int) -> None:
        """Reads what the program says, as it comes."""
        stream = (self.process.stdout, self.process.stderr)[number]
        assert stream
        while data := os.read(stream.fileno(), 65536):
            self.heard[number] += data

    def said(self) -> str:
        return self.heard[0].decode()

    def wait_for_play(self) -> None:
        """Until the first move was shown, or the program has ended."""
        while self.process.poll() is None and "match" not in self.said():
            time.sleep(0.01)

    def fill_disc(self) -> None:
        """From now on none of its files may grow over a limit (Linux)."""
        import resource

        first = self.process.pid
        children = Path(f"/proc/{first}/task/{first}/children").read_text("ascii").split()
        for process in (first, *map(int, children)):
            resource.prlimit(process, resource.RLIMIT_FSIZE, (FULL_BYTES, FULL_BYTES))

    def kill(self) -> Told:
        """Kills it; what it had shown. It must have run until now."""
        status = self.process.poll()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        for reader in self.readers:
            reader.join()
        self.process.communicate()
        words = self.heard[1].decode("utf-8", "replace")
        if status is not None or "Traceback" in words:
            raise Lost(f"the program ended by itself ({status}): {words[-600:]}")
        return Told.of(self.said())


class Trial(NamedTuple):
    """One try: its folder, its chance; a frozen program and what puts the player into it, or the sources."""

    folder: Path
    chance: random.Random
    frozen: tuple[Path, Path] | None = None

    def match(self) -> list[str]:
        """What the program is asked for: a match of a person and machines, which search in half of the tries."""
        if self.chance.random() < 0.5:
            game, machine = self.chance.choice(list(GAMES)), self.chance.choice(SEARCHING)
        else:
            game, machine = self.chance.choice(SHORT), "random"
        seats = ",".join(["human", *[machine] * (Match(game).seats_count - 1)])
        size = ["--windowed", "--size", "800x600", "--mute"]
        return [*size, "--game", game, "--seats", seats, "--data-dir", str(self.folder)]

    def start(self, before: Callable[[], None] | None = None) -> Program:
        seed = self.chance.randrange(10**6)
        if not self.frozen:
            command = [sys.executable, "-m", "tests.campaign.player", str(seed), *self.match()]
            return Program(command, {}, before)
        file, library = self.frozen
        unpacked = self.folder.with_name("unpacked")
        unpacked.mkdir(exist_ok=True)
        code = PLAY_INSIDE.format(player=str(PLAYER), seed=seed)
        more = {"LD_PRELOAD": str(library), "INSIDE": code, "TMPDIR": str(unpacked)}
        return Program([str(file), *self.match()], more, before)


def way_inside(place: Path) -> Path:
    """The library that puts the player into a frozen program."""
    library = place / "inside.so"
    command = [*compiler(), "-shared", "-fPIC", str(INSIDE), "-o", str(library), "-ldl", "-lpthread"]
    subprocess.run(command, check=True)
    return library


class Lost(Exception):
    """What is missing after a kill."""


def check(condition: object, words: str) -> None:
    if not condition:
        raise Lost(words)


# ---- what must be there afterwards ----


def moves_kept(matches: Saves, chronicle: Chronicle, name: str) -> int:
    """The moves of a match, under way or finished; -1 where it is gone."""
    with contextlib.suppress(BadRecord):
        return len(matches.open(name).moves)
    found = chronicle.kept(name)
    return len(found.moves) if found else -1


def next_to(name: str, one: Any, other: Any) -> bool:
    """Whether two values of an option are a press apart: after the last comes the first."""
    values = OPTIONS[name]
    apart = abs(values.index(one) - values.index(other))
    return min(apart, len(values) - apart) == 1


def are_kept(shown: list[dict[str, Any]], settings: Settings) -> bool:
    """Whether each option is as one of the programs showed it last (of two, the last change of an option counts), or,
    one for each program, a press further, which nobody has seen. A program that was killed early has shown none."""
    seen: dict[str, list[Any]] = {}
    for options in shown:
        for name, value in options.items():
            seen.setdefault(name, []).append(value)
    kept = {name: getattr(settings, name) for name in seen}
    further = [name for name, values in seen.items() if kept[name] not in values]
    return len(further) <= len(shown) and all(
        any(next_to(name, value, kept[name]) for value in seen[name]) for name in further
    )


def check_folder(folder: Path, all_told: list[Told], plain: bool = True) -> None:
    """Looks through a folder as the next start does; plain: every write was possible, so nothing at all is amiss."""
    database = Database(folder)
    try:
        matches, chronicle = Saves(database), Chronicle(database)
        for told in all_told:
            for name, moves in told.moves.items():
                kept = moves_kept(matches, chronicle, name)
                check(kept >= moves, f"{name}: {moves} moves were shown, {kept} are kept")
        ended = sum(told.ends for told in all_told)
        records, lines = len(chronicle.record_ids()), len(chronicle.games())
        check(records >= ended, f"{ended} ends were shown, {records} records are kept")
        check(not plain or lines == records, f"{records} records, {lines} results")
        shown, settings = [told.options for told in all_told if told.options], load_settings(database)
        found = {name: getattr(settings, name) for options in shown for name in options}
        same = are_kept(shown, settings)
        check(not plain or same, f"the options {shown} were shown, {found} are kept")
        complaints = database.complaints()
        check(not complaints, f"there are complaints: {complaints}")
    finally:
        database.close()
    left = [path.name for path in folder.rglob("*.part")]
    check(not left, f"left over: {left}")


# ---- the ways ----


@contextlib.contextmanager
def load() -> Iterator[None]:
    """Keeps all processors busy several times over."""
    command, count = [sys.executable, "-c", "while True: pass"], LOADED * (os.cpu_count() or 1)
    busy = [subprocess.Popen(command, start_new_session=True) for _ in range(count)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def rest(chance: random.Random, most: float) -> None:
    """A random while, short ones more often."""
    time.sleep(most * chance.random() ** 2)


def idle(trial: Trial) -> list[Told]:
    """Killed at any moment from the start on."""
    program = trial.start()
    if trial.chance.random() < 0.8:
        program.wait_for_play()
    rest(trial.chance, 3.0)
    told = [program.kill()]
    check_folder(trial.folder, told)
    return told


def loaded(trial: Trial) -> list[Told]:
    """The same while the machine is busy with other things."""
    with load():
        return idle(trial)


def two_programs(trial: Trial) -> list[Told]:
    """Two programs on one folder, killed one after the other."""
    programs = [trial.start() for _ in range(2)]
    for program in programs:
        program.wait_for_play()
    told = []
    for program in programs:
        rest(trial.chance, 2.0)
        told.append(program.kill())
    check_folder(trial.folder, told)
    return told


def again(trial: Trial) -> list[Told]:
    """Killed, started on the same folder, and killed again; what the first had shown is there as well."""
    return [*idle(trial), *idle(trial)]


def first_match(folder: Path) -> str:
    """A folder that holds a match of four moves; its name."""
    database = Database(folder)
    match = Match("duel", seed=3)
    for _ in range(4):
        match.play(match.legal()[0])
    Saves(database).keep(match)
    database.close()
    return str(match.extra["match"])


def be_deaf() -> None:
    """In the child: a file that grows over its limit is an error, not a signal."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def limit_files() -> None:
    """In the child: a file may not grow over a limit, as on a disc that is full."""
    import resource

    be_deaf()
    resource.setrlimit(resource.RLIMIT_FSIZE, (FULL_BYTES, FULL_BYTES))


def obey_rights() -> None:
    """In the child: without the rights by which root writes everywhere (Linux)."""
    if os.getuid() == 0:
        import ctypes

        for right in OVERRIDES:
            ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, right, 0, 0, 0)


def full_disc(trial: Trial) -> list[Told]:
    """What was there before stays whole; the program plays on. A frozen one has to unpack itself before."""
    name = first_match(trial.folder)
    if trial.frozen:
        program = trial.start(be_deaf)
        program.wait_for_play()
        program.fill_disc()
    else:
        program = trial.start(limit_files)
    rest(trial.chance, 4.0)
    program.kill()
    check_folder(trial.folder, [Told({name: 4}, 0, {})], plain=False)
    return []


def read_only(trial: Trial) -> list[Told]:
    """The same where nothing can be written."""
    folder = trial.folder
    name = first_match(folder)
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    program = trial.start(obey_rights)
    rest(trial.chance, 4.0)
    program.kill()
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    check_folder(folder, [Told({name: 4}, 0, {})], plain=False)
    return []


def folder_gone(trial: Trial) -> list[Told]:
    """The folder is moved away under the program: all that was shown lies in it or in a new one."""
    folder, gone = trial.folder, trial.folder.with_name("gone")
    program = trial.start()
    program.wait_for_play()
    rest(trial.chance, 1.0)
    folder.rename(gone)
    rest(trial.chance, 3.0)
    told = program.kill()
    check_folder(gone, [], plain=False)
    check_folder(folder, [Told(unkept(gone, told.moves), 0, {})], plain=False)
    shutil.rmtree(gone)
    return [told]


def unkept(folder: Path, shown: dict[str, int]) -> dict[str, int]:
    """Of the moves that were shown, match by match, those that a folder does not hold."""
    database = Database(folder)
    matches, chronicle = Saves(database), Chronicle(database)
    found = {name: moves for name, moves in shown.items() if moves_kept(matches, chronicle, name) < moves}
    database.close()
    return found


def clock_set_back(trial: Trial) -> list[Told]:
    """All that lies there comes from the future; what is played now is kept beside it."""
    name = first_match(trial.folder)
    future = time.time() + 10**7
    for path in trial.folder.rglob("*"):
        os.utime(path, (future, future))
    told = [*idle(trial), Told({name: 4}, 0, {})]
    check_folder(trial.folder, told)
    return told[:1]


WAYS: dict[str, tuple[int, Callable[[Trial], list[Told]]]] = {  # how often in twenty, and what is done
    "idle": (6, idle),
    "loaded": (4, loaded),
    "again": (3, again),
    "two programs": (2, two_programs),
    "full disc": (2, full_disc),
    "read only": (1, read_only),
    "folder gone": (1, folder_gone),
    "clock set back": (1, clock_set_back),
}
ORDER = [name for name, (times, _) in WAYS.items() for _ in range(times)]


def one(seed: int, number: int, frozen: tuple[Path, Path] | None) -> tuple[str, list[Told], str]:
    """One try: its way, what was shown, and what was lost ("": nothing)."""
    way = ORDER[number % len(ORDER)]
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        folder = Path(place) / "data"
        folder.mkdir()
        try:
            return way, WAYS[way][1](Trial(folder, random.Random(f"{seed} {number}"), frozen)), ""
        except Lost as lost:
            return way, [], str(lost)


def outcomes(times: int, seed: int, jobs: int, file: Path | None) -> Generator[tuple[str, list[Told], str]]:
    """So many tries, each as soon as it and those before it are done; closed, it waits for those that have begun."""
    meter = Meter("kill", times)
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(jobs) as pool:
        frozen = (file, way_inside(Path(place))) if file else None
        tries = [pool.submit(one, seed, number, frozen) for number in range(times)]
        try:
            for number, future in enumerate(tries):
                while not wait([future], MOVING_S).done:
                    meter.show(number)
                yield future.result()
        finally:
            for future in tries:
                future.cancel()
            meter.end()


def campaign(times: int, seed: int, jobs: int, file: Path | None = None) -> dict[str, Any]:
    """So many kills, of a frozen program or the sources; what was shown in them and what was lost."""
    shown: Counter[str] = Counter()
    ways: Counter[str] = Counter()
    lost: list[str] = []
    with contextlib.suppress(KeyboardInterrupt), contextlib.closing(outcomes(times, seed, jobs, file)) as done:
        for number, (way, all_told, words) in enumerate(done):
            ways[way] += 1
            for told in all_told:
                shown["moves"] += sum(told.moves.values())
                shown["ends"] += told.ends
                shown["settings"] += bool(told.options)
                shown["amid a search"] += told.searching
            if words:
                lost.append(f"{way}, seed {seed}, kill {number + 1}: {words}")
                print(lost[-1], file=sys.stderr, flush=True)
    return {"seed": seed, "kills": sum(ways.values()), "ways": dict(ways), "shown": dict(shown), "lost": lost}


def main(words: list[str]) -> int:
    made = argparse.ArgumentParser("build.py kill", description=__doc__)
    made.add_argument("--times", type=int, default=100)
    made.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    made.add_argument("--jobs", type=whole(1, 1024), default=os.cpu_count() or 1)
    made.add_argument("--program", type=Path, metavar="FILE", help="a frozen program instead of the sources")
    arguments = made.parse_args(words)
    file = arguments.program
    if file and not (sys.platform == "linux" and os.access(file, os.X_OK) and file.is_file()):
        made.error(f"{file} is no program, or this is not Linux")
    done = campaign(arguments.times, arguments.seed, arguments.jobs, file and file.resolve())
    print(json.dumps(done))
    return 1 if done["lost"] else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
