"""A pytest plugin for several processes at once: each takes the next file of tests that none has taken yet.

HOARD_SHARE says FOLDER:PART:PARTS. A file is taken by making a file of its name in the folder, which only one can;
each process begins at another place in the list. At its end it leaves its counts in the folder.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

OUTCOMES = ("passed", "failed", "error", "skipped", "xfailed", "xpassed")


class Sharing:
    """The part of one process."""

    def __init__(self, folder: Path, part: int, parts: int) -> None:
        self.folder, self.part, self.parts = folder, part, parts
        self.taken: dict[str, bool] = {}

    def takes(self, name: str) -> bool:
        """Whether a file of tests is this process's own; asked for the first time, it is taken if it is free."""
        if name not in self.taken:
            try:
                Path(self.folder, name.replace("/", "-")).touch(exist_ok=False)
                self.taken[name] = True
            except FileExistsError:
                self.taken[name] = False
        return self.taken[name]

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Begins at this process's place in the list of files."""
        names = list(dict.fromkeys(item.location[0] for item in items))
        start = len(names) * self.part // self.parts
        order = {name: number for number, name in enumerate(names[start:] + names[:start])}
        items.sort(key=lambda item: order[item.location[0]])

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        """Leaves out what belongs to another process."""
        return None if self.takes(item.location[0]) else True

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Leaves the counts."""
        counts = {outcome: len(terminalreporter.stats.get(outcome, ())) for outcome in OUTCOMES}
        Path(self.folder, f"{self.part}.json").write_text(json.dumps(counts))


def pytest_configure(config: pytest.Config) -> None:
    """Joins in where there is something to share."""
    if said := os.environ.get("HOARD_SHARE"):
        folder, part, parts = said.rsplit(":", 2)
        config.pluginmanager.register(Sharing(Path(folder), int(part), int(parts)))
