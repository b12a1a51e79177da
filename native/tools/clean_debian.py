"""A Debian package in a clean Debian: installed, started, played with and removed.

debootstrap makes the Debian, which takes root, a network and some minutes. Nothing stays mounted.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from ..streams import InputError

USER = "player"
APT = "DEBIAN_FRONTEND=noninteractive apt-get -qq -y"
SCREEN = "SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy"
ASKED = (  # what it is asked to do, each as a command of an ordinary user
    f"{SCREEN} hoard selftest",
    f"{SCREEN} HOARD_FIRST_FRAME=1 hoard --windowed --size 1280x720",
    "hoard arena --game tricks --seats greedy,greedy,greedy,greedy --games 4",
)


def steps(deb: str, package: str) -> dict[str, str]:
    """What is done with the package, by name, each as a command of root."""
    return {
        "installing it": f"{APT} update && {APT} install ./{deb}",
        "verifying its files": f"dpkg --verify {package}",
        "making a user": f"useradd --create-home {USER}",
        **{f"running {words!r}": f'su - {USER} -c "{words}"' for words in ASKED},
        "removing it": f"{APT} purge {package}",
    }


def obstacle() -> str:
    """Why no clean Debian can be made here; "" if one can."""
    lost = [name for name in ("debootstrap", "unshare", "chroot") if not shutil.which(name)]
    return f"{lost[0]} is not here" if lost else "only root can make one" if os.geteuid() else ""


def make(place: Path, source: Mapping[str, str], run: Callable[..., Any] = subprocess.run) -> None:
    """Makes a clean Debian. Raises InputError if that fails. What is mounted for it goes with it."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    words = ["unshare", "--mount", "debootstrap", "--arch=amd64", "--variant=minbase"]
    done = run([*words, source["suite"], str(place), source["mirror"]], capture_output=True, text=True, check=False)
    if done.returncode:
        raise InputError(f"debootstrap failed: {last_line(done)}")


def last_line(done: Any) -> str:
    """The last line that a program has printed, on stderr if there is one."""
    lines = f"{done.stdout}\n{done.stderr}".split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), f"exit status {done.returncode}")


def faults(
    place: Path, deb: Path, package: str, names: Iterable[str], run: Callable[..., Any] = subprocess.run
) -> list[str]:
    """What goes wrong with a package in a clean Debian. names: the paths of its files and links."""
    shutil.copy(deb, place)
    for step, words in steps(deb.name, package).items():
        done = run(["chroot", str(place), "sh", "-c", words], capture_output=True, text=True, check=False)
        if done.returncode:
            return [f"{step} in a clean Debian failed: {last_line(done)}"]
    kept = sorted(name for name in names if os.path.lexists(place / name))
    return [f"{kept[0]} is still there after it was removed"] if kept else []
