"""Records of Dragon Master as earlier versions wrote them. See native/former.py.

Before 22 November 2026 there was no option "first", and seat 0 began every single game.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..former import ARCADE_KEY
from ..records import Record

OPTIONS = {"open_hands", "first_to"}  # all of them; a record names each


def readings(record: Record) -> Sequence[Record]:
    """The record, and the same with seat 0 as the starter if it may be that old.

    A record without "first" may also have been written by hand; then the seed decides who starts.
    So only a record that the arcade wrote is read as an old one first.
    """
    old = record.options.keys() == OPTIONS and record.options["first_to"] == 1 and record.seats is not None
    if not old or record.deal is not None:
        return [record]
    begun = record._replace(options={**record.options, "first": 0})
    return [begun, record] if ARCADE_KEY in record.extra else [record, begun]
