"""How the program ends where it cannot go on: one sentence and a status, never a traceback; after a fault a report,
and no move lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import game as arcade
import native
from native.start import HEADLESS
from native.store.fault_reports import BEGUN, begin, faults_reported, settle
from native.tools.arguments import COMMANDS
from tests.screen import saved

ROOT = Path(native.__file__).resolve().parent.parent
HIDDEN = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "HOARD_FIRST_FRAME": "1"}
FULL = Path("/dev/full")
on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="sure of Linux only")


Done = subprocess.CompletedProcess[bytes]


def program(
    *words: str | bytes, shell: str = "", changed: dict[str, str | None] | None = None, out: int = subprocess.PIPE
) -> Done:
    """game.py at a terminal; shell: redirections; changed: what differs in the environment, None for gone; out: its
    standard output."""
    known = {**os.environ, **HIDDEN, **(changed or {})}
    bare = {name: value for name, value in known.items() if value is not None}
    command: list[str | bytes] = [sys.executable, str(ROOT / "game.py"), *words]
    if shell:
        command = ["sh", "-c", f'exec "$@" {shell}', "sh", *command]
    nothing, pipe = subprocess.DEVNULL, subprocess.PIPE
    return subprocess.run(command, cwd=ROOT, env=bare, check=False, stdin=nothing, stdout=out, stderr=pipe)


def sentence(done: Done, status: int = 1) -> str:
    """The last line on standard error; with status 1 the only one."""
    lines = done.stderr.decode("utf-8", "replace").splitlines()
    assert done.returncode == status, lines
    assert b"Traceback" not in done.stderr
    assert status == 2 or len(lines) == 1, lines
    return lines[-1]


# ---- the command line ----


@pytest.mark.long
@pytest.mark.parametrize("seed", ["-1", str(2**64), "1.5", "9" * 5000])
def test_a_seed_out_of_range_is_wrong_usage(seed: str, tmp_path: Path) -> None:
    line = sentence(program("--windowed", "--game", "duel", "--seed", seed, "--data-dir", str(tmp_path)), 2)
    assert "--seed" in line
    assert seed[:40] in line
    assert len(line) < 200


@pytest.mark.long
def test_options_and_seats_that_do_not_fit_are_named(tmp_path: Path) -> None:
    words = ["--windowed", "--data-dir", str(tmp_path), "--game", "duel"]
    assert '"wings"' in sentence(program(*words, "--option", "wings=2"))
    assert '"wolf"' in sentence(program(*words, "--seats", "human,wolf"))


@pytest.mark.long
def test_a_data_folder_that_is_a_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_text("mine")
    assert str(file) in sentence(program("--windowed", "--data-dir", str(file)))
    assert str(file) in sentence(program("--windowed", "--data-dir", str(file / "sub" / "folder")))
    assert file.read_text() == "mine"


@pytest.mark.long
@on_linux
def test_a_data_folder_whose_name_is_no_utf8_is_refused(tmp_path: Path) -> None:
    assert "UTF-8" in sentence(program("--windowed", "--data-dir", os.fsencode(tmp_path) + b"/\xff"))


@pytest.mark.long
@on_linux
def test_no_display_is_said(tmp_path: Path) -> None:
    nothing: dict[str, str | None] = {"SDL_VIDEODRIVER": None, "DISPLAY": None, "WAYLAND_DISPLAY": None}
    nothing["XDG_RUNTIME_DIR"] = None
    words = ["--windowed", "--data-dir", str(tmp_path)]
    done = program(*words, changed=nothing)
    if done.returncode:  # a machine with a console has a screen all the same
        assert "no display" in sentence(done)
    none = program(*words, changed=nothing | {"SDL_VIDEODRIVER": "nosuch"})
    assert "there is no display" in sentence(none)


@pytest.mark.long
def test_shots_into_a_file_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "picture"
    file.write_text("mine")
    assert str(file) in sentence(program("shots", str(file), "--scene", "title"))
    assert file.read_text() == "mine"


# ---- streams ----

RECORD = json.dumps({"hoard": 1, "game": "duel", "moves": []})


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_shots_never_wait_for_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "title.png")
    assert "title.png" in sentence(program("shots", str(tmp_path), "--scene", "title"))


HELP = [["--help"], ["solve", "--help"], ["shots", "--help"], ["--windowed", "--version"]]
ARCADE = ["--windowed", "--data-dir", "FOLDER"]  # says what memory it takes, and ends
PRINTING = [["--version"], ["--licences"], ["replay", "FILE"], ["bench", "playouts/duel"], ARCADE, *HELP]


def printing(words: list[str], place: Path, shell: str = "", out: int = subprocess.PIPE) -> Done:
    """One of these commands, its file or its folder in a place."""
    (place / "record").write_text(RECORD)
    named = {"FILE": str(place / "record"), "FOLDER": str(place / "data")}
    return program(*[named.get(word, word) for word in words], shell=shell, out=out)


@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", PRINTING, ids=" ".join)
@pytest.mark.long
def test_a_full_standard_output_is_one_sentence(words: list[str], tmp_path: Path) -> None:
    assert "standard output cannot be written" in sentence(printing(words, tmp_path, f">{FULL}"))


@on_linux
@pytest.mark.parametrize("words", PRINTING, ids=" ".join)
@pytest.mark.long(
    "bench playouts/duel", "--windowed --data-dir FOLDER", "shots --help", "--help", "--windowed --version",
    "replay FILE", "solve --help",
)  # fmt: skip
def test_a_closed_standard_output_is_one_sentence(words: list[str], tmp_path: Path) -> None:
    assert "standard output is closed" in sentence(printing(words, tmp_path, ">&-"))
    assert not list(tmp_path.glob("data/crash-*"))


@on_linux
@pytest.mark.parametrize("words", [*PRINTING, ["selftest"]], ids=" ".join)
@pytest.mark.long
def test_a_reader_that_has_left_is_no_fault(words: list[str], tmp_path: Path) -> None:
    left, output = os.pipe()
    os.close(left)
    done = printing(words, tmp_path, out=output)
    os.close(output)
    assert (done.returncode, done.stderr) == (1, b"")
    assert not list(tmp_path.glob("data/crash-*"))


@pytest.mark.long
@on_linux
@pytest.mark.parametrize("name", ["replay", "solve", "advise"])
def test_a_closed_standard_input_is_one_sentence(name: str) -> None:
    assert "standard input" in sentence(program(name, "-", shell="<&-"))


@on_linux
def test_a_folder_as_standard_input_is_refused_by_python_itself() -> None:
    """Before a line of ours runs, so it says more than a sentence."""
    done = program("replay", "-", shell="</")
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"<stdin> is a directory" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.long
@on_linux
def test_a_closed_standard_error_puts_nothing_into_the_output() -> None:
    done = program("replay", "no such file", shell="2>&-")
    assert (done.returncode, done.stdout) == (1, b"")


# ---- faults ----

FAULTY = """
import os, sys, threading
import game
def run(self, asked=None):
    table = self.scenes[-1]
    for _ in range(5):
        table.play(table.live.legal()[0])
        self.turn()
    print(len(table.match.moves), flush=True)
    FAULT
game.App.run = run
folder = sys.argv[1]
words = ["--windowed", "--mute", "--data-dir", folder, "--game", "duel", "--seats", "human,human", "--seed", "3"]
game.main(words)
"""
FAULTS = {
    "abort": "os.abort()",
    "segfault": "import ctypes; ctypes.string_at(0)",
    "another thread": "t = threading.Thread(target=os.abort); t.start(); t.join()",
}


@on_linux
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.long
def test_a_fault_leaves_a_report_and_loses_no_move(fault: str, tmp_path: Path) -> None:
    code = FAULTY.replace("FAULT", FAULTS[fault])
    words = [sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(words, cwd=ROOT, env=os.environ | HIDDEN, capture_output=True, check=False)
    assert done.returncode < 0, done.stderr
    played = int(done.stdout)
    (begun,) = tmp_path.glob(".crash-*")  # it gets its name at the next start
    text = begun.read_text()
    assert native.VERSION in text
    assert "Fatal Python error" in text
    assert "most recent call first" in text
    assert len(saved(tmp_path, "duel")["moves"]) == played == 5
    for _ in range(2):
        again = program("--windowed", "--mute", "--data-dir", str(tmp_path), "--resume")
        assert (again.returncode, again.stderr) == (0, b"")
        (report,) = tmp_path.glob("*crash-*")
        assert report.name == f"{begun.name[1:].removesuffix('.begun')}.txt"
        assert report.read_text() == text


@pytest.mark.long
@on_linux
def test_a_kill_leaves_nothing_that_looks_like_a_report(tmp_path: Path) -> None:
    code = FAULTY.replace("FAULT", "os.kill(os.getpid(), 9)")
    words = [sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(words, cwd=ROOT, env=os.environ | HIDDEN, capture_output=True, check=False)
    assert done.returncode == -9, done.stderr
    assert not list(tmp_path.glob("crash-*"))
    again = program("--windowed", "--mute", "--data-dir", str(tmp_path), "--resume")
    assert again.returncode == 0
    assert not list(tmp_path.glob("*crash-*"))


def test_a_program_that_ends_well_leaves_no_report(tmp_path: Path) -> None:
    with faults_reported(tmp_path, "head"):
        assert not list(tmp_path.glob("crash-*"))
        (report,) = tmp_path.glob(".crash-*")
        assert report.read_text().startswith("head\n")
    assert not list(tmp_path.iterdir())


def test_a_fault_of_the_last_time_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".crash-20261127-120005-7.begun").write_text(f"head\n{BEGUN}\nFatal Python error: Aborted\n")
    said: list[str] = []

    def run(app: arcade.App, *_: object) -> None:
        said.append(app.notes.words)
        app.close()

    monkeypatch.setattr(arcade.App, "run", run)
    for _ in range(2):
        assert arcade.main(["--windowed", "--mute", "--data-dir", str(tmp_path)]) == 0
    assert str(tmp_path / "crash-20261127-120005-7.txt") in said[0]
    assert said[1] == ""


def test_what_other_programs_left_is_removed_named_or_left_alone(tmp_path: Path) -> None:
    """Only a file with the name of an open report is removed or named, whatever others hold."""
    told = f"head\n{BEGUN}\nFatal Python error: Aborted\n"
    others = {"crash-1.txt": f"head\n{BEGUN}\n", ".crash-3.begun": f"head\n{BEGUN}\n", "crash-0.txt": ""}
    two, three, four, five = (f"20261127-12000{second}-7" for second in (2, 3, 4, 5))
    for name, text in others.items():
        (tmp_path / name).write_text(text)
    (tmp_path / f".crash-{three}.begun").write_text(f"head\n{BEGUN}\n")
    (tmp_path / f".crash-{four}.begun").write_text("")
    (tmp_path / f"crash-{two}.txt").write_text(told)
    (tmp_path / f".crash-{five}.begun").write_text(told)
    (tmp_path / f".crash-{two}.begun").write_text(told)  # whose name is taken
    stay = {f"crash-{two}.txt", f"crash-{five}.txt", f".crash-{two}.begun", *others}
    held = begin(tmp_path, "head")
    assert held is not None
    with faults_reported(tmp_path, "head") as found:
        assert found == [tmp_path / f"crash-{five}.txt"]
        left = {path.name for path in tmp_path.glob("*crash-*")} - {Path(held.name).name}
        assert left == stay | {path.name for path in tmp_path.glob(f".crash-*-{os.getpid()}.begun")} - {
            Path(held.name).name
        }
        assert Path(held.name).exists()  # as long as it is held open
    held.close()
    assert settle(tmp_path) == []
    assert {path.name for path in tmp_path.iterdir()} == stay
    assert (tmp_path / f"crash-{five}.txt").read_text() == told


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with faults_reported(tmp_path / "file", "head"):
        pass


# ---- the table of commands ----


def test_every_command_is_known_before_the_screen_is_loaded() -> None:
    """Of these only the benches may need pygame."""
    assert set(HEADLESS) == (set(COMMANDS) - {"bench"}) | {"--version", "--licences"}
