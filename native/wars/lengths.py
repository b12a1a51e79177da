"""The lengths of a match of Dragon Wars: with half of the dragons, or with all. See
native/play/lengths.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LENGTHS: Mapping[str, Mapping[str, Any]] = {"short": {"half_nest": True}, "long": {"half_nest": False}}
