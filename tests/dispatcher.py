"""The real speech-dispatcher with a voice that writes down what it is to say, in place of the server of ssip.py."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ssip import PATIENCE, said_by

PROGRAM = "speech-dispatcher"
SERVER = """
LogLevel 1
LogDir "{folder}"
AddModule "written" "sd_generic" "written.conf"
DefaultModule written
AudioOutputMethod "alsa"
"""
VOICE = """
GenericExecuteSynth "echo \\'$DATA\\' >> {folder}/said"
GenericMaxChunkLength 100000
GenericDelimiters "|"
GenericLanguage "en" "en" "utf-8"
GenericLanguage "de" "de" "utf-8"
AddVoice "en" "MALE1" "en"
AddVoice "de" "MALE1" "de"
"""
SILENCE = "pcm.!default { type null }\nctl.!default { type null }\n"


class Dispatcher:
    """What it has said, as Server of ssip.py tells it. A sentence cut off before its turn is not there."""

    def __init__(self, folder: Path) -> None:
        self.written = folder / "said"
        self.written.touch()

    @property
    def said(self) -> list[str]:
        return self.written.read_text("utf-8").splitlines()

    def until(self, count: int) -> list[str]:
        """What was said, once it is so many sentences."""
        return said_by(lambda: self.said, count)


@contextlib.contextmanager
def dispatching(path: Path) -> Iterator[Dispatcher]:
    """Listens at a socket. Skips the test where the program is not installed."""
    if not shutil.which(PROGRAM):
        pytest.skip(f"{PROGRAM} is not installed")
    folder = path.parent / "dispatcher"
    (folder / "modules").mkdir(parents=True)
    (folder / "speechd.conf").write_text(SERVER.format(folder=folder))
    (folder / "modules" / "written.conf").write_text(VOICE.format(folder=folder))
    (folder / "silence").write_text(SILENCE)
    made = Dispatcher(folder)
    words = ["-s", "-C", folder, "-c", "unix_socket", "-S", path, "-P", folder / "pid"]
    with (folder / "output").open("w") as output:
        program = subprocess.Popen(
            [PROGRAM, *map(str, words)],
            env={**os.environ, "ALSA_CONFIG_PATH": str(folder / "silence"), "HOME": str(folder)},
            stdout=output,
            stderr=output,
        )
    try:
        for _ in range(PATIENCE):
            if path.exists():
                break
            time.sleep(0.001)
        assert path.exists(), (folder / "output").read_text()
        yield made
    finally:
        program.terminate()
        program.wait(timeout=10)
