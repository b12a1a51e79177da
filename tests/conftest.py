"""What all tests share: a checkout that is importable, and no screen or sound device."""

from __future__ import annotations

import gc
import os
import time
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from native.store.database import Database

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

# No test depends on time, and a failure must come back: no deadline, no database, no luck.
settings.register_profile(
    "hoard", deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
settings.load_profile("hoard")

SHORT_CASES = 3  # of a test, in a short run


def pytest_addoption(parser: pytest.Parser) -> None:
    """What a run of the tests covers."""
    parser.addoption("--short", action="store_true", help="leave out long cases, and all but some of each test")
    parser.addoption("--every-puzzle", action="store_true", help="all puzzles that ship, not a sample")


def pytest_configure(config: pytest.Config) -> None:
    """Declares the mark of tests that a short run leaves out."""
    config.addinivalue_line("markers", "long(*cases): takes seconds; all cases, or those with these ids")


def is_long(item: pytest.Item) -> bool:
    """Whether a test, or this case of it, is marked as long."""
    mark = item.get_closest_marker("long")
    if mark is None:
        return False
    return not mark.args or item.name.partition("[")[2].removesuffix("]") in mark.args


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves long tests out of a short run. Files with more of them come first: no process ends with a long file. No
    name may have an address in it: several processes have to collect the same tests."""
    assert not (addressed := [item.nodeid for item in items if " object at 0x" in item.name]), addressed
    if long := Counter(item.path for item in items if is_long(item)):
        items.sort(key=lambda item: -long[item.path])
    if config.getoption("--short"):
        kept = set(spread([item for item in items if not is_long(item)]))
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]


def spread(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """At most SHORT_CASES cases of each test, evenly spread; which ones differs from test to test, so that together
    they try every game, size and language."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for name, found in cases.items():
        start, count = zlib.crc32(name.encode()), min(len(found), SHORT_CASES)
        yield from (found[(start + number * len(found) // count) % len(found)] for number in range(count))


def pytest_collection_finish() -> None:
    """Spares the garbage collector what stays to the end: modules, thousands of tests and their cases."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    """A program on an empty data folder, tmp_path. Its thread has begun the log: that, too, is a change."""
    from native.store.database import Database

    with closing(Database(tmp_path)) as made:
        while not made.rows("SELECT value FROM common WHERE key = 'log'"):
            time.sleep(0.001)
        yield made


@pytest.fixture
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """A program on another machine: the data folder is another one."""
    from native.store.database import Database

    with closing(Database(tmp_path_factory.mktemp("there"))) as made:
        yield made


