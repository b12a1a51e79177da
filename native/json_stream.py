"""Reads a long JSON object entry by entry, so that memory stays small and the window keeps
answering.

An entry is a value of the object, or an item of a list or object directly inside it. Each entry has
the same bounds as a record.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from .bounds import DEPTH_LIMIT, ENTRY_VALUES, SIZE_LIMIT, values_in
from .records import DECODING, read_part, too_deep
from .refusals import BadRecord

CHUNK = 1 << 16  # bytes read at once
BLANK = re.compile(r"[ \t\n\r]*")
BLANKS_LIMIT = 1_000_000  # in a row


class Source(NamedTuple):
    """A long input: its size, and how to read a part of it."""

    size: int
    part: Callable[[int, int], bytes]  # from an offset, up to so many bytes

    @classmethod
    def file(cls, path: str) -> Source:
        """A source that reads a file. Raises OSError if it is not an ordinary file or cannot be
        read."""
        read_part(path, 0, 1)
        return cls(Path(path).stat().st_size, lambda start, size: read_part(path, start, size))

    @classmethod
    def text(cls, data: bytes) -> Source:
        return cls(len(data), lambda start, size: data[start : start + size])


class Entry(NamedTuple):
    """A value with its key in the object, and with its name (in an inner object) or index (in a
    list)."""

    key: str
    name: str | int | None
    value: Any


class JsonStream:
    """The entries of a long JSON object.

    split: the keys whose values are read item by item, and whether those are lists ("[") or objects
    ("{"). Raises BadRecord, while it is read, if the source is no such object or out of bounds.
    """

    def __init__(self, source: Source, limit: int, split: dict[str, str]) -> None:
        if source.size > limit:
            raise BadRecord("too_large", most=f"{limit:,}")
        self.source, self.limit, self.split = source, limit, split
        self.seen: set[str] = set()  # the keys that were reached
        self.text, self.at = "", 0
        self.read, self.ended = 0, False
        self.decoding = codecs.getincrementaldecoder("utf-8-sig")()
        self.scanner = json.JSONDecoder(**DECODING)

    @property
    def share(self) -> float:
        """The share of the source that has been read, 0 to 1."""
        done = self.read - (len(self.text) - self.at)
        return min(1.0, max(0, done) / self.source.size) if self.source.size else 1.0

    def entries(self) -> Iterator[Entry]:
        for key in self.keys():
            self.seen.add(key)
            opening = self.split.get(key)
            if opening is None:
                yield Entry(key, None, self.value())
            elif self.sign() != opening:
                raise BadRecord("no_export")
            elif opening == "{":
                yield from (Entry(key, name, self.value()) for name in self.keys())
            else:
                yield from (Entry(key, place, self.value()) for place in self.items())
        if self.sign():
            raise self.wrong("Extra data")

    def keys(self) -> Iterator[str]:
        """Reads the keys of an object. After each, the caller reads its value."""
        for _ in self.inside("{", "}"):
            key = self.value()
            if not isinstance(key, str):
                raise self.wrong("Expecting property name enclosed in double quotes")
            self.take(":")
            yield key

    def items(self) -> Iterator[int]:
        """Counts the items of a list. After each, the caller reads its value."""
        yield from self.inside("[", "]")

    def inside(self, opening: str, closing: str) -> Iterator[int]:
        """Counts the parts of a list or object, and reads the commas between them."""
        self.take(opening)
        if self.sign() == closing:
            self.at += 1
            return
        number = 0
        while True:
            yield number
            number += 1
            if self.sign() == closing:
                self.at += 1
                return
            self.take(",")

    def take(self, sign: str) -> None:
        """Reads a character that must come next."""
        if self.sign() != sign:
            raise self.wrong(f"Expecting '{sign}'")
        self.at += 1

    def sign(self) -> str:
        """The next character that is not white space; "" at the end."""
        passed = 0
        while True:
            blank = BLANK.match(self.text, self.at)
            assert blank
            passed += blank.end() - self.at
            self.at = blank.end()
            if self.at < len(self.text) or not self.more(CHUNK):
                return self.text[self.at : self.at + 1]
            if passed > BLANKS_LIMIT:
                raise self.wrong("Expecting value")

    def value(self) -> Any:
        """Reads the next value."""
        self.sign()
        size = CHUNK
        while True:
            try:
                value, end = self.scanner.raw_decode(self.text, self.at)
                if end < len(self.text) or not self.more(CHUNK):
                    break
            except json.JSONDecodeError as error:
                self.check_values(self.text[self.at :])
                whole = len(self.text) - self.at >= SIZE_LIMIT
                if whole or not self.more(size):
                    raise (self.too_large() if whole else self.wrong(error.msg)) from None
                size *= 2
            except RecursionError:
                raise BadRecord("too_deep", most=DEPTH_LIMIT) from None
            except ValueError as error:
                raise self.wrong(str(error).partition(";")[0]) from None
        text, self.at = self.text[self.at : end], end
        if len(text) > SIZE_LIMIT:
            raise self.too_large()
        self.check_values(text)
        if too_deep(value, DEPTH_LIMIT):
            raise BadRecord("too_deep", most=DEPTH_LIMIT)
        return value

    def more(self, size: int) -> bool:
        """Reads more of the source and drops what was parsed. False at the end."""
        if self.ended:
            return False
        try:
            data = self.source.part(self.read, size)
        except OSError as error:
            raise BadRecord("unreadable", why=error.strerror or str(error)) from None
        self.ended = not data
        if self.read + len(data) > self.limit:
            raise BadRecord("too_large", most=f"{self.limit:,}")
        try:
            text = self.decoding.decode(data, final=self.ended)
        except UnicodeDecodeError as error:
            raise BadRecord("no_utf8", byte=self.read + error.start) from None
        self.read += len(data)
        self.text, self.at = self.text[self.at :] + text, 0
        return True

    @staticmethod
    def check_values(text: str) -> None:
        """Raises BadRecord if the entry, as far as it was read, has too many values."""
        if values_in(text) > ENTRY_VALUES:
            raise BadRecord("too_many_values", most=f"{ENTRY_VALUES:,}")

    @staticmethod
    def too_large() -> BadRecord:
        """The error for an entry that is out of bounds."""
        return BadRecord("entry_size", most=f"{SIZE_LIMIT:,}")

    def wrong(self, why: str) -> BadRecord:
        """The error for JSON that is not valid."""
        return BadRecord("json", why=why)
