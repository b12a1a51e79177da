"""What is kept between sessions: files written in the background, and the count of games played."""

from __future__ import annotations

import contextlib
import os
import queue
import threading
from dataclasses import dataclass, field
from pathlib import Path


class Keeper:
    """The data folder: reads at once, writes in the background, in order, each file whole or not at all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.failed = ""  # why the last write failed; shown once
        self.jobs: queue.Queue[tuple[Path, str | None] | None] = queue.Queue()
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        self.thread = threading.Thread(target=self.work, name="keeper", daemon=True)
        self.thread.start()

    def read(self, name: str) -> str | None:
        """The text of a file, None where there is none; what is still to be written counts."""
        self.jobs.join()
        try:
            return (self.folder / name).read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def write(self, name: str, text: str) -> None:
        """Keeps a text under a name, soon."""
        self.jobs.put((self.folder / name, text))

    def delete(self, name: str) -> None:
        """Removes what is kept under a name, soon."""
        self.jobs.put((self.folder / name, None))

    def names(self, folder: str, ending: str) -> list[str]:
        """Files of a folder, newest first."""
        self.jobs.join()
        try:
            found = [path for path in (self.folder / folder).iterdir() if path.name.endswith(ending)]
            return [
                f"{folder}/{path.name}" for path in sorted(found, key=lambda p: p.stat().st_mtime_ns, reverse=True)
            ]
        except OSError:
            return []

    def close(self) -> None:
        """Waits until all is written."""
        self.jobs.put(None)
        self.thread.join(5)

    def work(self) -> None:
        """The writer: one job after another, in order."""
        while (job := self.jobs.get()) is not None:
            try:
                self.put(*job)
            except OSError as error:
                self.failed = str(error)
            finally:
                self.jobs.task_done()
        self.jobs.task_done()

    @staticmethod
    def put(path: Path, text: str | None) -> None:
        """Writes a file whole or not at all; None removes it."""
        if text is None:
            path.unlink(missing_ok=True)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(path.name + ".part")
        with open(part, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)


@dataclass
class Tally:
    """Games of one kind: how many, how many won, the present and best run of wins, the mean loss per move."""

    played: int = 0
    won: float = 0
    run: int = 0
    best: int = 0
    losses: list[float] = field(default_factory=list)

    def add(self, share: float, loss: float | None) -> None:
        """Counts a game: the share of the win, the mean loss where it is known."""
        self.played += 1
        self.won += share
        self.run = self.run + 1 if share == 1 else 0
        self.best = max(self.best, self.run)
        if loss is not None:
            self.losses.append(loss)
