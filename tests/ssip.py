"""A small server that speaks SSIP, the protocol of speech-dispatcher, and writes down what it is told to say."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

PATIENCE = 10_000  # looks, a millisecond apart, until something must have been said


def said_by(said: Callable[[], list[str]], count: int) -> list[str]:
    """What was said, once it is so many sentences."""
    for _ in range(PATIENCE):
        if len(found := said()) >= count:
            return found
        time.sleep(0.001)
    raise AssertionError(f"only {said()} was said")


class Server:
    """Answers every client as speech-dispatcher 0.11 does."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.said: list[str] = []  # all that was spoken, in order
        self.sent: list[str] = []  # every command
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.bind(str(path))
        self.socket.listen()
        self.open: list[socket.socket] = []
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.socket.accept()
                self.open.append(client)
                threading.Thread(target=self.talk, args=(client,), daemon=True).start()

    def talk(self, client: socket.socket) -> None:
        lines = client.makefile("rb")
        with contextlib.suppress(OSError):
            while line := lines.readline().decode("utf-8").removesuffix("\r\n"):
                self.sent.append(line)
                command = line.split()[0].upper()
                if command == "SPEAK":
                    client.sendall(b"230 OK RECEIVING DATA\r\n")
                    self.said.append(self.data(lines))
                    client.sendall(b"225-21\r\n225 OK MESSAGE QUEUED\r\n")
                elif command == "CANCEL":
                    client.sendall(b"210 OK CANCELED\r\n")
                elif command == "QUIT":
                    client.sendall(b"231 HAPPY HACKING\r\n")
                    return
                else:
                    client.sendall(b"208 OK SET\r\n" if command == "SET" else b"500 ERR INVALID COMMAND\r\n")

    @staticmethod
    def data(lines: object) -> str:
        found: list[str] = []
        for line in lines:  # type: ignore[attr-defined]
            text = line.decode("utf-8").removesuffix("\r\n")
            if text == ".":
                break
            found.append(text.removeprefix(".") if text.startswith("..") else text)
        return "\n".join(found)

    def until(self, count: int) -> list[str]:
        """What was said, once it is so many sentences."""
        return said_by(lambda: list(self.said), count)

    def close(self) -> None:
        for one in (self.socket, *self.open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()


@contextlib.contextmanager
def listening(path: Path) -> Iterator[Server]:
    server = Server(path)
    try:
        yield server
    finally:
        server.close()
