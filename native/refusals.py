"""Errors with a reason: an id and values, which a table of strings puts into words in any language.

The table holds refusal.GAME.ID, or refusal.ID for all games, with the values' names in braces. A
value may itself be translated by refusal.GAME.word.NAME.TEXT (or refusal.word...). The sentences
are in assets/strings and assets/GAME.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .files import put, strings


def quote(value: object, limit: int = 60) -> str:
    """A value as JSON on one line, shortened if it is long.

    >>> quote({"seed": -1})
    '{"seed": -1}'
    """
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        text = json.dumps(str(type(value).__name__))
    return text if len(text) <= limit else text[: limit - 4] + " ..."


class Gaps(dict[str, str]):
    """Values for the placeholders of a sentence. A missing value is shown as "..."."""

    def __missing__(self, name: str) -> str:
        return "..."


class Phrase:
    """A sentence that is not yet in any language: an id and its values.

    >>> phrase = Phrase("five_need_expert", "tale")
    >>> phrase.said(strings("de"))
    'zu fünft geht es nur mit den Expertenkarten (die Grundkarten sind zu wenige)'
    """

    def __init__(self, ident: str, game: str = "", **values: object) -> None:
        self.ident, self.game, self.values = ident, game, values

    @classmethod
    def of(cls, game: str, text: str) -> Phrase:
        """The phrase that the engine's fail() wrote: the id, then one line name=value for each
        value."""
        ident, *lines = text.split("\n")
        phrase = cls(ident, game)
        phrase.values = {name: value for name, _, value in (line.partition("=") for line in lines)}
        return phrase

    def said(self, table: Mapping[str, str]) -> str:
        """The sentence in the language of a table of strings; the bare id if the table lacks it."""
        words = Gaps({name: self._word(table, name) for name in self.values})
        pattern = self._find(table, self.ident)
        if pattern is None:
            return " ".join([self.ident.replace("_", " "), *words.values()])
        return put(pattern, words)

    def _find(self, table: Mapping[str, str], key: str) -> str | None:
        return table.get(f"refusal.{self.game}.{key}", table.get(f"refusal.{key}"))

    def _word(self, table: Mapping[str, str], name: str) -> str:
        value = self.values[name]
        if isinstance(value, Phrase):
            return value.said(table)
        found = self._find(table, f"word.{name}.{value}")
        return str(value) if found is None else found


class Reason(Phrase):
    """Why a move is illegal, by the id of the game's own reason; "" if it is no move at all."""

    def _find(self, table: Mapping[str, str], key: str) -> str | None:
        return table.get(f"why.{self.game}.{key}" if key else "refusal.no_sense")


class Refusal(ValueError):
    """An error whose text is one English sentence that says why something was refused."""

    def __init__(self, phrase: Phrase) -> None:
        self.phrase = phrase
        super().__init__(phrase.ident)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles all parts, so that another process can raise the error again."""
        return _refused, (type(self), self.__dict__)

    def said(self, table: Mapping[str, str]) -> str:
        """The sentence in the language of a table of strings (native.files.strings)."""
        return self.phrase.said(table)

    def __str__(self) -> str:
        return self.said(strings("en"))


def _refused(kind: type[Refusal], parts: Mapping[str, Any]) -> Refusal:
    refusal = kind.__new__(kind, parts["phrase"].ident)
    refusal.__dict__.update(parts)
    return refusal


class BadRecord(Refusal):
    """A record, or a part of one, that cannot be used.

    >>> print(BadRecord("no_game", name='"chess"'))
    there is no game "chess"
    """

    def __init__(self, ident: str | Phrase, game: str = "", **values: object) -> None:
        super().__init__(ident if isinstance(ident, Phrase) else Phrase(ident, game, **values))


class BadValue(Refusal):
    """An argument, or a call, that does not fit here. Nothing was changed.

    >>> print(BadValue("no_seat", value=-1, most=3))
    there is no seat -1, only 0 to 3
    """

    def __init__(self, ident: str, **values: object) -> None:
        super().__init__(Phrase(ident, "", **values))


class NoMemory(Refusal, MemoryError):
    """There is not enough memory for a call. Nothing was changed."""

    def __init__(self, ident: str | Phrase, **values: object) -> None:
        super().__init__(ident if isinstance(ident, Phrase) else Phrase(ident, "", **values))


class BadMove(Refusal):
    """An illegal move. reason: the id of the reason, "" if it is no move at all."""

    def __init__(self, game: str, text: object, reason: str) -> None:
        self.text, self.reason = text, reason
        super().__init__(Phrase("move", text=quote(text), why=Reason(reason, game)))
