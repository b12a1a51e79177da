"""Puzzles of the null game: there are none."""

from __future__ import annotations

from collections.abc import Sequence

from native.play.mining import Kind

KINDS: Sequence[Kind] = ()
