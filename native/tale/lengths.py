"""The lengths of a match of Fairy Tale: two rounds, or four. See native/play/lengths.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LENGTHS: Mapping[str, Mapping[str, Any]] = {"short": {"rounds": 2}, "long": {"rounds": 4}}


def length_noted(line: Mapping[str, Any]) -> str:  # noqa: ARG001
    """The length of a match whose line in the history does not state it: there was only one
    then."""
    return "long"
