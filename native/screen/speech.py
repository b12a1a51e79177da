"""The voice: hands sentences to speech-dispatcher, in a thread of its own.

It speaks SSIP, the protocol of speech-dispatcher, over its socket, and needs no library. Where that does not
run, as on other systems, the library prismatoid speaks if it is installed. Where nothing can speak, nothing is
said and nobody is told; it is tried again later.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import threading
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from typing import Any, BinaryIO, NamedTuple, Protocol

SERVER = "speech-dispatcher"
PATIENCE_S = 3.0  # for an answer of the server
AGAIN_S = 5.0  # before a server that did not answer is tried again
CLOSING_S = 0.5  # that the thread may take to end
ENCODING = "utf-8"


class Utterance(NamedTuple):
    """Something to be said. hush: what is being said, and what waits, is cut off before."""

    words: str
    language: str
    hush: bool


def address(environ: Mapping[str, str]) -> tuple[str, str | tuple[str, int]]:
    """The kind of socket that the server listens on, and its address.

    >>> address({"XDG_RUNTIME_DIR": "/run/user/7"})
    ('unix', '/run/user/7/speech-dispatcher/speechd.sock')
    >>> address({"SPEECHD_ADDRESS": "inet_socket:127.0.0.1:6560"})
    ('inet', ('127.0.0.1', 6560))
    """
    kind, _, rest = environ.get("SPEECHD_ADDRESS", "").partition(":")
    if kind == "unix_socket" and rest:
        return "unix", rest
    if kind == "inet_socket":
        host, _, port = rest.rpartition(":")
        return "inet", (host or "127.0.0.1", int(port) if port.isdecimal() else 6560)
    folder = environ.get("XDG_RUNTIME_DIR") or str(Path(environ.get("HOME", "/")) / ".cache")
    return "unix", str(Path(folder) / SERVER / "speechd.sock")


class Refused(OSError):
    """The server has hung up, or answered nothing that can be understood."""


class Speaker(Protocol):
    """What can speak. Each may raise OSError."""

    def say(self, words: str, language: str) -> None:
        """Has a sentence said after those before."""

    def hush(self) -> None:
        """Cuts off what is being said, and what waits to be."""

    def close(self) -> None:
        """Takes leave."""


class Connection:
    """A conversation with the server."""

    def __init__(self) -> None:
        import socket  # late: most never speak

        kind, place = address(os.environ)
        family = socket.AF_INET if kind == "inet" else getattr(socket, "AF_UNIX", None)
        if family is None:
            raise Refused("no such sockets here")
        self.socket = socket.socket(family, socket.SOCK_STREAM)
        self.socket.settimeout(PATIENCE_S)
        self.answers: BinaryIO = self.socket.makefile("rb")
        self.language = ""
        try:
            self.socket.connect(place)
            self.ask(f"SET self CLIENT_NAME {os.environ.get('USER') or 'user'}:hoard:main")
            self.ask("SET self PRIORITY message")
        except OSError:
            self.hang_up()
            raise

    def ask(self, line: str) -> str:
        """Sends a line, and returns the code of the answer; one that refuses is no failure."""
        self.socket.sendall(f"{line}\r\n".encode(ENCODING, "replace"))
        while True:
            answer = self.answers.readline()
            if len(answer) < 4:
                raise Refused("the server has hung up")
            if answer[3:4] != b"-":
                return answer[:3].decode("ascii", "replace")

    def hush(self) -> None:
        """Cuts off what is being said, and what waits to be."""
        self.ask("CANCEL self")

    def say(self, words: str, language: str) -> None:
        """Has a sentence said after those before."""
        if language != self.language:
            self.language = language
            self.ask(f"SET self LANGUAGE {language}")
        if self.ask("SPEAK").startswith("2"):
            lines = words.splitlines() or [""]
            self.ask("\r\n".join([*(f".{line}" if line.startswith(".") else line for line in lines), "."]))

    def close(self) -> None:
        """Takes leave."""
        with contextlib.suppress(OSError):
            self.socket.sendall(b"QUIT\r\n")
        self.hang_up()

    def hang_up(self) -> None:
        """Closes the socket."""
        self.answers.close()
        self.socket.close()


class Library:
    """The library prismatoid, which finds the screen reader or the voice of the system. It chooses the language."""

    def __init__(self) -> None:
        try:
            self.context: Any = import_module("prism").Context()
            self.voice: Any = self.context.acquire_best()
        except Exception as error:  # whatever another program may raise
            raise Refused(str(error)) from error

    def attempt(self, work: Callable[[], object]) -> None:
        """Does something that the library may refuse with any error of its own."""
        try:
            work()
        except Exception as error:
            raise Refused(str(error)) from error

    def say(self, words: str, language: str) -> None:  # noqa: ARG002
        """Has a sentence said after those before."""
        self.attempt(lambda: self.voice.speak(words, interrupt=False))

    def hush(self) -> None:
        """Cuts off what is being said."""
        self.attempt(self.voice.stop)

    def close(self) -> None:
        """Nothing is to be closed."""


class Voice:
    """Says sentences in their order. Nothing here waits for the server."""

    def __init__(self) -> None:
        self.waiting: SimpleQueue[Utterance | None] = SimpleQueue()
        self.connection: Speaker | None = None
        self.tried_at = -AGAIN_S
        self.spawned = False  # whether this program has started the server
        self.thread = threading.Thread(target=self.work, name="voice", daemon=True)
        self.thread.start()

    def say(self, words: str, language: str, hush: bool = False) -> None:
        """Has a sentence said; hush: at once, instead of what is being said."""
        self.waiting.put(Utterance(words, language, hush))

    def hush(self) -> None:
        """Cuts off what is being said."""
        self.waiting.put(Utterance("", "", hush=True))

    def close(self) -> None:
        """Ends all speech."""
        self.waiting.put(Utterance("", "", hush=True))
        self.waiting.put(None)
        self.thread.join(CLOSING_S)

    def work(self) -> None:
        """Takes one sentence after the other; those before a later hush are left out."""
        while True:
            found = [self.waiting.get()]
            while not self.waiting.empty():
                found.append(self.waiting.get())
            cuts = [at for at, one in enumerate(found) if one and one.hush]
            for one in found[cuts[-1] if cuts else 0 :]:
                if one is None:
                    self.hang_up()
                    return
                self.utter(one)

    def utter(self, one: Utterance) -> None:
        """Says a sentence, if somebody listens."""
        try:
            connection = self.connection or self.connect()
            if connection and one.hush:
                connection.hush()
            if connection and one.words:
                connection.say(one.words, one.language)
        except OSError:
            self.hang_up()

    def connect(self) -> Speaker | None:
        """What can speak: the server, which is started if it does not run, or else the library. None: nothing
        can, or nothing could a moment ago."""
        now = time.monotonic()
        if now < self.tried_at + AGAIN_S:
            return None
        self.tried_at = now
        for way in (Connection, self.spawn, Library):
            with contextlib.suppress(OSError):
                self.connection = way()
                return self.connection
        return None

    def spawn(self) -> Speaker:
        """The server, started from here. That is tried once."""
        if self.spawned or not spawn():
            raise Refused("it does not start")
        self.spawned = True
        return Connection()

    def hang_up(self) -> None:
        """Ends the conversation."""
        if self.connection:
            with contextlib.suppress(OSError):
                self.connection.close()
        self.connection = None


def announce(words: str, language: str) -> None:
    """Has a sentence said by a server that runs already, if there is one. Nobody waits for that."""

    def work() -> None:
        with contextlib.suppress(OSError):
            connection = Connection()
            connection.say(words, language)
            connection.close()

    threading.Thread(target=work, name="announcement", daemon=True).start()


def spawn() -> bool:
    """Starts the server as its own clients do; whether it could be started."""
    import subprocess  # late: most never speak

    server = shutil.which(SERVER)
    if not server or "SPEECHD_ADDRESS" in os.environ:
        return False
    with contextlib.suppress(OSError, subprocess.SubprocessError):
        null = subprocess.DEVNULL
        return subprocess.call([server, "--spawn"], stdin=null, stdout=null, stderr=null, timeout=PATIENCE_S) == 0
    return False
