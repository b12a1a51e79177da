"""What is kept from one start to the next: files written in the background, finished matches, crash reports."""

from __future__ import annotations

import contextlib
import datetime
import json
import os
import platform
import queue
import threading
import traceback
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from native.match import GAMES, Match


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

    def read_list(self, name: str) -> list[dict[str, Any]]:
        """The objects of a JSON list; what is none is left out."""
        try:
            found = json.loads(self.read(name) or "[]")
        except ValueError:
            return []
        return [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []

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


class Chronicle:
    """Finished matches: their records, and what they count in the statistics."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper

    def history(self) -> list[dict[str, Any]]:
        """The finished games that count, oldest first."""
        return [entry for entry in self.keeper.read_list("statistics.json") if entry.get("game") in GAMES]

    def keep(self, match: Match, record: dict[str, Any]) -> str:
        """Keeps the record of a match; its name."""
        now = datetime.datetime.now()
        name = f"{match.game}-{now:%Y%m%d-%H%M%S}-{match.seed}"
        self.keeper.write(f"records/{name}.json", json.dumps(record | {"played": f"{now:%Y-%m-%d}"}))
        return name

    def count(self, name: str, match: Match, seat: int, helped: bool) -> None:
        """Counts a match for the person at this seat."""
        share = 1 / len(match.winners) if seat in match.winners else 0
        against = "+".join(sorted(who for other, who in enumerate(match.seats) if other != seat))
        entry = {"name": name, "game": match.game, "against": against, "assisted": helped, "share": share}
        self.keeper.write("statistics.json", json.dumps([*self.history(), entry]))

    def grade(self, name: str, loss: float | None) -> None:
        """Adds the mean loss a move, once it is known."""
        history = self.history()
        for entry in history:
            if entry.get("name") == name and loss is not None:
                entry["loss"] = loss
        self.keeper.write("statistics.json", json.dumps(history))

    def tally(self) -> list[tuple[str, str, bool, Tally]]:
        """Game, opponents, whether helped, and the count of such games, sorted."""
        table: dict[tuple[str, str, bool], Tally] = {}
        for entry in self.history():
            key = (entry["game"], entry["against"], entry["assisted"])
            table.setdefault(key, Tally()).add(entry["share"], entry.get("loss"))
        return [(*key, table[key]) for key in sorted(table)]


def keep_report(folder: Path, head: str, record: dict[str, Any] | None) -> Path:
    """Writes the exception being handled, with versions and the record at hand, into the folder; the file's path."""
    lines = [head, platform.platform(), "", traceback.format_exc(), "", json.dumps(record) if record else ""]
    path = folder / f"crash-{datetime.datetime.now():%Y%m%d-%H%M%S}.txt"
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines), "utf-8")
    return path


@dataclass
class Settings:
    """What a person chose, kept in settings.json. Every field has a plain default."""

    full_screen: bool = True
    window: list[int] = field(default_factory=lambda: [1280, 720])
    display: int = 0
    language: str = "en"
    text_size: int = 100
    motion: str = "normal"
    reduced_motion: bool = False
    pause_least: int = 500
    pause_most: int = 4000
    sound: int = 70
    music: int = 0
    colour_blind: bool = False
    still_grid: bool = False
    keys: dict[str, list[str]] = field(default_factory=dict)
    buttons: dict[str, list[str]] = field(default_factory=dict)
    last: dict[str, dict[str, Any]] = field(default_factory=dict)  # per game: options and seats of the last match

    @classmethod
    def load(cls, text: str) -> Settings:
        """Settings from JSON; what is missing, unknown or of the wrong type has its default."""
        settings = cls()
        with contextlib.suppress(ValueError):
            found = json.loads(text)
            for entry in fields(cls):
                default = getattr(settings, entry.name)
                if isinstance(found, dict) and type(found.get(entry.name)) is type(default):
                    setattr(settings, entry.name, found[entry.name])
        if len(settings.window) != 2 or not all(isinstance(side, int) for side in settings.window):
            settings.window = [1280, 720]
        return settings
