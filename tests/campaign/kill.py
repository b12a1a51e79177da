"""The real program killed at random moments: build.py kill [--times N] [--seed N] [--jobs N].

player.py plays it without a display and says what it has shown. After the kill nothing that was shown may be
missing: the moves of the match under way, the record and the one line of history of a finished one, the settings;
nothing is left half written, nothing was set aside. So it goes on an idle and on a loaded machine, with the disc
full, the folder read-only or gone, two programs on one folder, and files from the future, as after a clock was set
back.
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
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, NamedTuple

from native import BadRecord, Match
from native.arguments import whole
from native.build_ffi import ROOT
from native.parlour.folder import Keeper
from native.parlour.keeping import Chronicle, Matches, load_settings
from native.work import MOVING_S, Meter

GAMES = ("duel", "wars", "heart")  # of short matches, so that some come to their end
LOADED = 4  # programs that do nothing but run, a processor
FULL_BYTES = 1500  # on a "full disc" no file may be longer
MUSIC_STEP, MUSIC_ROUND = 10, 110
PR_CAPBSET_DROP, OVERRIDES = 24, (1, 2, 3)  # of Linux: CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER


class Told(NamedTuple):
    """What one program has shown: moves by the name of the match, matches ended, the last volume of the music."""

    moves: dict[str, int]
    ends: int
    music: int | None

    @classmethod
    def of(cls, text: str) -> Told:
        """From its lines; a last line that is not whole was not told."""
        moves: dict[str, int] = {}
        ends, music = 0, None
        for line in text.split("\n")[:-1]:
            kind, *words = line.split()
            if kind == "match":
                moves[words[0]] = int(words[1])
            elif kind == "end":
                ends += 1
            else:
                music = int(words[0])
        return cls(moves, ends, music)


class Program:
    """One running program."""

    def __init__(self, folder: Path, seed: int, game: str, before: Callable[[], None] | None = None) -> None:
        words = ["--windowed", "--size", "800x600", "--mute", "--game", game, "--data-dir", str(folder)]
        seats = ",".join(["human", *["random"] * (Match(game).seats_count - 1)])
        quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        command = [sys.executable, "-m", "tests.campaign.player", str(seed), *words, "--seats", seats]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **quiet},
            preexec_fn=before,
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
        """All lines until now."""
        return self.heard[0].decode()

    def wait_for_play(self) -> None:
        """Until the first move was shown, or the program has ended."""
        while self.process.poll() is None and "match" not in self.said():
            time.sleep(0.01)

    def kill(self) -> Told:
        """Kills it; what it had shown. It must have run until now."""
        status = self.process.poll()
        self.process.kill()
        for reader in self.readers:
            reader.join()
        self.process.communicate()
        words = self.heard[1].decode("utf-8", "replace")
        if status is not None or "Traceback" in words:
            raise Lost(f"the program ended by itself ({status}): {words[-600:]}")
        return Told.of(self.said())


class Lost(Exception):
    """What is missing after a kill."""


def check(condition: object, words: str) -> None:
    if not condition:
        raise Lost(words)


# ---- what must be there afterwards ----


def moves_kept(matches: Matches, chronicle: Chronicle, name: str) -> int:
    """The moves of a match, under way or finished; -1 where it is gone."""
    with contextlib.suppress(BadRecord):
        return len(matches.open(name).moves)
    found = chronicle.peek(chronicle.record(name))
    return len(found.moves) if found else -1


def next_to(one: int, other: int) -> bool:
    """Whether two volumes are the same, or a press apart: after the loudest comes silence."""
    apart = abs(one - other)
    return min(apart, MUSIC_ROUND - apart) <= MUSIC_STEP


def check_folder(folder: Path, all_told: list[Told], plain: bool = True) -> None:
    """Looks through a folder as the next start does; plain: every write was possible, so nothing at all is amiss."""
    keeper = Keeper(folder)
    try:
        matches, chronicle = Matches(keeper), Chronicle(keeper)
        for told in all_told:
            for name, moves in told.moves.items():
                kept = moves_kept(matches, chronicle, name)
                check(kept >= moves, f"{name}: {moves} moves were shown, {kept} are kept")
        ended = sum(told.ends for told in all_told)
        records, lines = len(chronicle.records()), len(chronicle.history())
        check(records >= ended, f"{ended} ends were shown, {records} records are kept")
        check(not plain or lines == records, f"{records} records, {lines} lines of history")
        music = [told.music for told in all_told if told.music is not None]
        near = [next_to(load_settings(keeper).music, value) for value in music]
        check(not plain or not music or any(near), f"music {music} was shown, {load_settings(keeper).music} is kept")
        check(not keeper.aside, f"set aside: {keeper.aside}")
    finally:
        keeper.close()
    left = [path.name for path in folder.rglob("*.part")]
    check(not left, f"left over: {left}")


# ---- the ways ----


@contextlib.contextmanager
def load() -> Iterator[None]:
    """Keeps all processors busy several times over."""
    busy = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(LOADED * (os.cpu_count() or 1))
    ]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def rest(chance: random.Random, most: float) -> None:
    """A random while, short ones more often."""
    time.sleep(most * chance.random() ** 2)


def idle(folder: Path, chance: random.Random) -> list[Told]:
    """Killed at any moment from the start on."""
    program = Program(folder, chance.randrange(10**6), chance.choice(GAMES))
    if chance.random() < 0.8:
        program.wait_for_play()
    rest(chance, 3.0)
    told = [program.kill()]
    check_folder(folder, told)
    return told


def loaded(folder: Path, chance: random.Random) -> list[Told]:
    """The same while the machine is busy with other things."""
    with load():
        return idle(folder, chance)


def two_programs(folder: Path, chance: random.Random) -> list[Told]:
    """Two programs on one folder, killed one after the other."""
    programs = [Program(folder, chance.randrange(10**6), chance.choice(GAMES)) for _ in range(2)]
    for program in programs:
        program.wait_for_play()
    told = []
    for program in programs:
        rest(chance, 2.0)
        told.append(program.kill())
    check_folder(folder, told)
    return told


def again(folder: Path, chance: random.Random) -> list[Told]:
    """Killed, started on the same folder, and killed again; what the first had shown is there as well."""
    return [*idle(folder, chance), *idle(folder, chance)]


def first_match(folder: Path) -> str:
    """A folder that holds a match of four moves; its name."""
    keeper = Keeper(folder)
    match = Match("duel", seed=3)
    for _ in range(4):
        match.play(match.legal()[0])
    Matches(keeper).keep(match)
    keeper.close()
    return str(match.extra["match"])


def limit_files() -> None:
    """In the child: a file may not grow over a limit, as on a disc that is full."""
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (FULL_BYTES, FULL_BYTES))


def obey_rights() -> None:
    """In the child: without the rights by which root writes everywhere (Linux)."""
    if os.getuid() == 0:
        import ctypes

        for right in OVERRIDES:
            ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, right, 0, 0, 0)


def full_disc(folder: Path, chance: random.Random) -> list[Told]:
    """What was there before stays whole; the program plays on."""
    name = first_match(folder)
    program = Program(folder, chance.randrange(10**6), chance.choice(GAMES), limit_files)
    rest(chance, 4.0)
    program.kill()
    check_folder(folder, [Told({name: 4}, 0, None)], plain=False)
    return []


def read_only(folder: Path, chance: random.Random) -> list[Told]:
    """The same where nothing can be written."""
    name = first_match(folder)
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    program = Program(folder, chance.randrange(10**6), chance.choice(GAMES), obey_rights)
    rest(chance, 4.0)
    program.kill()
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    check_folder(folder, [Told({name: 4}, 0, None)], plain=False)
    return []


def folder_gone(folder: Path, chance: random.Random) -> list[Told]:
    """The folder is moved away under the program: all that was shown lies in it or in a new one."""
    gone = folder.with_name("gone")
    program = Program(folder, chance.randrange(10**6), chance.choice(GAMES))
    program.wait_for_play()
    rest(chance, 1.0)
    folder.rename(gone)
    rest(chance, 3.0)
    told = program.kill()
    check_folder(gone, [], plain=False)
    check_folder(folder, [Told(unkept(gone, told.moves), 0, None)], plain=False)
    shutil.rmtree(gone)
    return [told]


def unkept(folder: Path, shown: dict[str, int]) -> dict[str, int]:
    """Of the moves that were shown, match by match, those that a folder does not hold."""
    keeper = Keeper(folder)
    matches, chronicle = Matches(keeper), Chronicle(keeper)
    found = {name: moves for name, moves in shown.items() if moves_kept(matches, chronicle, name) < moves}
    keeper.close()
    return found


def clock_set_back(folder: Path, chance: random.Random) -> list[Told]:
    """All that lies there comes from the future; what is played now is kept beside it."""
    name = first_match(folder)
    future = time.time() + 10**7
    for path in folder.rglob("*"):
        os.utime(path, (future, future))
    told = [*idle(folder, chance), Told({name: 4}, 0, None)]
    check_folder(folder, told)
    return told[:1]


WAYS: dict[str, tuple[int, Callable[[Path, random.Random], list[Told]]]] = {  # how often in twenty, and what is done
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


def one(seed: int, number: int) -> tuple[str, list[Told], str]:
    """One try: its way, what was shown, and what was lost ("": nothing)."""
    way = ORDER[number % len(ORDER)]
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        folder = Path(place) / "data"
        folder.mkdir()
        try:
            return way, WAYS[way][1](folder, random.Random(f"{seed} {number}")), ""
        except Lost as lost:
            return way, [], str(lost)


def campaign(times: int, seed: int, jobs: int) -> dict[str, Any]:
    """So many kills; what was shown in them and what was lost."""
    shown: Counter[str] = Counter()
    ways: Counter[str] = Counter()
    lost: list[str] = []
    meter = Meter("kill", times)
    with ThreadPoolExecutor(jobs) as pool:
        tries = [pool.submit(one, seed, number) for number in range(times)]
        try:
            for number, future in enumerate(tries):
                while not wait([future], MOVING_S).done:
                    meter.show(number)
                way, all_told, words = future.result()
                ways[way] += 1
                for told in all_told:
                    shown["moves"] += sum(told.moves.values())
                    shown["ends"] += told.ends
                    shown["settings"] += told.music is not None
                if words:
                    lost.append(f"{way}, seed {seed}, kill {number + 1}: {words}")
                    meter.end()
                    print(lost[-1], file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            for future in tries:
                future.cancel()
        finally:
            meter.end()
    return {"seed": seed, "kills": sum(ways.values()), "ways": dict(ways), "shown": dict(shown), "lost": lost}


def main(words: list[str]) -> int:
    made = argparse.ArgumentParser("build.py kill", description=__doc__)
    made.add_argument("--times", type=int, default=100)
    made.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    made.add_argument("--jobs", type=whole(1, 1024), default=os.cpu_count() or 1)
    arguments = made.parse_args(words)
    done = campaign(arguments.times, arguments.seed, arguments.jobs)
    print(json.dumps(done))
    return 1 if done["lost"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
