"""How long a match of Dragon Master may be. See native/play/lengths.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LENGTHS: Mapping[str, Mapping[str, Any]] = {"short": {"first_to": 1}, "long": {"first_to": 2}}
