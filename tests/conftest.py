"""What all tests share: a checkout that is importable, and no screen or sound device."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

# No test depends on time, and a failure must come back: no deadline, no database, no luck.
settings.register_profile(
    "hoard", deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
settings.load_profile("hoard")


def pytest_addoption(parser: pytest.Parser) -> None:
    """--all: what is otherwise sampled is tried in full."""
    parser.addoption("--all", action="store_true", help="all puzzles that ship, not a sample")
