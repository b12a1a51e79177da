"""How much is read of anything that comes from outside: files, drops, the clipboard, arguments.

Bytes bound what is read, values what is built of it: an empty list takes two bytes in a file and
sixty in memory. With these bounds no input takes more than 300 MB.
"""

from __future__ import annotations

SIZE_LIMIT = 4_000_000  # bytes of a record, of a settings file, or of one entry of something longer
VALUES_LIMIT = 1_000_000  # values in it: numbers, texts, lists, objects
DEPTH_LIMIT = 32  # lists and objects in one another
MOVES_LIMIT = 100_000
CHANCE_LIMIT = 10_000

ENTRY_VALUES = 250_000  # values in one entry of something longer, which is read at once
EXPORT_LIMIT = 256_000_000  # bytes of an exported player, read entry by entry
EXPORT_ENTRIES = {"history": 300_000, "records": 100_000, "saves": 10_000, "": 1_000}  # "": other keys
CLIPBOARD_LIMIT = 16_000_000  # letters of a pasted text
SHARD_LIMIT = 32_000_000  # bytes of a file for `join`
SHARD_VALUES = 2_000_000

PUZZLES_LIMIT = 5_000  # puzzles of a game that were found here


def values_in(data: bytes | str) -> int:
    """At least as many as the values in a JSON text; quick, since nothing is parsed."""
    signs = (b",", b"[", b"{") if isinstance(data, bytes) else (",", "[", "{")
    return 1 + sum(map(data.count, signs))  # type: ignore[arg-type]
