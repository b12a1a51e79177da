"""Records that earlier versions wrote under the same format number, read as what they meant.

A game whose rules or options have changed since says in native/GAME/former.py what such a record
means today. From now on a change of that kind needs an entry there, or a new format number.
tests/records/ holds records of each past form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .games import module_of
from .records import Record

ARCADE_KEY = "assisted"  # every version of the arcade writes it into a record


def readings(record: Record) -> Iterable[Record]:
    """What a record may mean, likeliest first, as records of today; the record itself is one of
    them."""
    own = module_of(record.game, "former")
    found: Callable[[Record], Iterable[Record]] = getattr(own, "readings", lambda only: (only,))
    return found(record)
