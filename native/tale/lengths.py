"""The lengths of a match of Fairy Tale: two rounds, or four. See native/play/lengths.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LENGTHS: Mapping[str, Mapping[str, Any]] = {"short": {"rounds": 2}, "long": {"rounds": 4}}
