"""A pytest plugin for several processes at once: each takes the next file of tests that none has taken yet, collects
it and runs it, so that a file is read and its modules are imported by one of them only.

HOARD_SHARE says FOLDER:PART:PARTS. A file is taken by making a file of its name in the folder, which only one can;
each process begins at another place in the list. At its end it leaves its counts in the folder.
"""

from __future__ import annotations

import json
import os
from itertools import pairwise
from pathlib import Path

import pytest

OUTCOMES = ("passed", "failed", "error", "skipped", "xfailed", "xpassed")


class Sharing:
    """The part of one process."""

    def __init__(self, folder: Path, part: int, parts: int) -> None:
        self.folder, self.part, self.parts = folder, part, parts

    def takes(self, name: str) -> bool:
        """Takes a file of tests for this process; False if another has it."""
        try:
            Path(self.folder, name.replace("/", "-")).touch(exist_ok=False)
        except FileExistsError:
            return False
        return True

    def files(self, session: pytest.Session) -> list[str]:
        """All files of tests, from this process's place in the list on."""
        root = session.config.rootpath
        names = sorted(path.relative_to(root).as_posix() for path in (root / "tests").glob("test_*.py"))
        start = len(names) * self.part // self.parts
        return names[start:] + names[:start]

    def pytest_collection(self) -> bool:
        """Collects nothing before a file is taken."""
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Takes, collects and runs one file after another. A file that cannot be collected is an error, and the next
        one is taken."""
        count = 0
        for name in self.files(session):
            if not self.takes(name):
                continue
            session.perform_collect([name])
            count += len(session.items)
            for item, following in pairwise([*session.items, None]):
                assert item
                session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if session.shouldstop:
                    raise session.Interrupted(session.shouldstop)
        session.testscollected = max(count, 1)  # a process that comes too late for any file has not failed
        return True

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Leaves the counts."""
        counts = {outcome: len(terminalreporter.stats.get(outcome, ())) for outcome in OUTCOMES}
        Path(self.folder, f"{self.part}.json").write_text(json.dumps(counts))


def pytest_configure(config: pytest.Config) -> None:
    """Joins in where there is something to share."""
    if said := os.environ.get("HOARD_SHARE"):
        folder, part, parts = said.rsplit(":", 2)
        config.pluginmanager.register(Sharing(Path(folder), int(part), int(parts)))
