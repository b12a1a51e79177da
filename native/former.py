"""Reads records that earlier versions wrote with the same format number.

If the rules or options of a game have changed since, native/GAME/former.py turns such a record into
one of today. A change of that kind needs an entry there, or a new format number. tests/records/
holds a record of each past form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .games import module_of
from .records import Record

ARCADE_KEY = "assisted"  # every version of the arcade writes it into a record


def readings(record: Record) -> Iterable[Record]:
    """What a record may mean, as records of today, the likeliest first."""
    own = module_of(record.game, "former")
    found: Callable[[Record], Iterable[Record]] = getattr(own, "readings", lambda only: (only,))
    return found(record)
