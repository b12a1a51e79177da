#!/usr/bin/env python3
"""Sets Hoard up and runs it: python3 build.py play | test | setup | freeze | bench

play [ARGS]      set up what is missing, then start the arcade; ARGS go to game.py
test [ARGS]      set up, then ruff, mypy, the C warnings gate and pytest; ARGS go to pytest
setup            set up only; afterwards .venv/bin/python game.py works
freeze           build the executables into dist/ and try them
bench [NAME...]  set up, then the benchmarks

Standard library only, and only syntax that an old Python can read, so that it can say that it is too old.
"""

from __future__ import print_function

import hashlib
import os
import shutil
import subprocess
import sys

OLDEST = (3, 11)
HERE = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(HERE, ".venv")
BIN = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin")
PYTHON = os.path.join(BIN, "python.exe" if os.name == "nt" else "python")
GROUPS = {"play": (), "setup": (), "bench": (), "test": ("test",), "freeze": ("freeze",)}


class SetupError(Exception):
    """What keeps this from working, in one sentence."""


def run(command, **more):
    """Runs a program in this folder, what it prints going to stderr; returns its exit status."""
    return subprocess.call(command, cwd=HERE, stdout=sys.stderr, **more)


# ---- setting up ----


def requirements(group):
    """What pyproject.toml asks for: always ("") or for an optional group."""
    import tomllib

    with open(os.path.join(HERE, "pyproject.toml"), "rb") as file:
        project = tomllib.load(file)["project"]
    return project["optional-dependencies"][group] if group else project["dependencies"]


def stamp_is(name, text):
    """Whether a stamp of .venv says this."""
    try:
        with open(os.path.join(VENV, name)) as file:
            return file.read() == text
    except OSError:
        return False


def write_stamp(name, text):
    """Makes a stamp of .venv say this."""
    with open(os.path.join(VENV, name), "w") as file:
        file.write(text)


def make_venv():
    """A virtual environment; one that is half made, moved or of another Python is made anew."""
    stamp = "\n".join([VENV, sys.version, sys.base_prefix])
    if stamp_is("hoard-venv", stamp) and os.path.exists(PYTHON):
        return
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        raise SetupError(
            "this Python has no venv module; on Debian or Ubuntu: sudo apt-get install python3-venv"
        ) from None
    print("making .venv", file=sys.stderr)
    shutil.rmtree(VENV, ignore_errors=True)
    if run([sys.executable, "-m", "venv", VENV]):
        raise SetupError("making the virtual environment %s failed (see above)" % VENV)
    write_stamp("hoard-venv", stamp)


def install(groups):
    """The dependencies, when pyproject.toml asks for others than were installed last."""
    for group in ("",) + groups:
        wanted = requirements(group)
        name = "hoard-" + (group or "play")
        stamp = hashlib.sha256("\n".join(wanted).encode()).hexdigest()
        if stamp_is(name, stamp):
            continue
        print("installing " + ", ".join(wanted), file=sys.stderr)
        pip = [PYTHON, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--prefer-binary"]
        if run(pip + wanted):
            raise SetupError("installing the dependencies failed (see above); is there a network?")
        write_stamp(name, stamp)


def set_up(command):
    """Whatever is missing for a command: environment, dependencies, compiled engine."""
    make_venv()
    install(GROUPS[command])
    strict = ["--strict"] if command == "test" else []
    if run([PYTHON, os.path.join("native", "build_ffi.py")] + strict):
        raise SetupError("the engine could not be compiled (see above)")


# ---- the commands ----


def game(arguments):
    """Runs game.py and returns its exit status."""
    return subprocess.call([PYTHON, os.path.join(HERE, "game.py")] + arguments)


def test(arguments):
    """Every check there is, each one run even when another fails."""
    checks = [["-m", "ruff", "check", "."], ["-m", "mypy"], ["-m", "pytest"] + arguments]
    failed = [check[1] for check in checks if run([PYTHON] + check)]
    if failed:
        print("failed: " + ", ".join(failed), file=sys.stderr)
    return 1 if failed else 0


def freeze(arguments):
    """Builds the executables and tries them."""
    raise SetupError("freeze is not written yet")


COMMANDS = {
    "play": game,
    "test": test,
    "setup": lambda arguments: 0,
    "freeze": freeze,
    "bench": lambda arguments: game(["bench"] + arguments),
}


def main(arguments):
    """Runs one command; 1 with one sentence on stderr where it cannot be done, 2 for a wrong command line."""
    if sys.version_info[:2] < OLDEST:
        print("Hoard needs Python 3.11 or newer; this is %d.%d." % sys.version_info[:2], file=sys.stderr)
        return 1
    if not arguments or arguments[0] not in COMMANDS:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    try:
        set_up(arguments[0])
        return COMMANDS[arguments[0]](arguments[1:])
    except SetupError as error:
        print("build.py: %s" % error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
