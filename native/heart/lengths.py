"""The lengths of a match of Dragonheart: to the second ship stack, or to the third. See
native/play/lengths.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LENGTHS: Mapping[str, Mapping[str, Any]] = {"short": {"ship_stacks": 2}, "long": {"ship_stacks": 3}}
