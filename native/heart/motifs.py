"""The motifs of this game."""

from __future__ import annotations

from ..play.reasons import Motif

UNIT = "points"
MOTIFS: tuple[Motif, ...] = ()
