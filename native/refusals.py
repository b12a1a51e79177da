"""What is refused, and why: ids with values, which a table of strings says in any language.

The table holds refusal.GAME.ID, or refusal.ID where all games share it, with the values' names in
braces. A value whose name and text stand in refusal.GAME.word.NAME.TEXT (or refusal.word...) is
said in those words. The sentences are in assets/strings and assets/GAME.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from .files import put, strings


def quote(value: object, limit: int = 60) -> str:
    """A value as JSON on one line, cut short where it is long.

    >>> quote({"seed": -1})
    '{"seed": -1}'
    """
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        text = json.dumps(str(type(value).__name__))
    return text if len(text) <= limit else text[: limit - 4] + " ..."


class Gaps(dict[str, str]):
    """Values for the braces of a sentence; what is missing (cut off) shows as "..."."""

    def __missing__(self, name: str) -> str:
        return "..."


class Phrase:
    """An id with values: a sentence in no language yet.

    >>> phrase = Phrase("five_need_expert", "tale")
    >>> phrase.said(strings("de"))
    'zu fünft geht es nur mit den Expertenkarten (die Grundkarten sind zu wenige)'
    """

    def __init__(self, ident: str, game: str = "", **values: object) -> None:
        self.ident, self.game, self.values = ident, game, values

    @classmethod
    def of(cls, game: str, text: str) -> Phrase:
        """What the engine's fail() wrote: the id, then a line name=value for each value."""
        ident, *lines = text.split("\n")
        phrase = cls(ident, game)
        phrase.values = {name: value for name, _, value in (line.partition("=") for line in lines)}
        return phrase

    def said(self, table: Mapping[str, str]) -> str:
        """The sentence in the language of a table of strings; the bare id where it has none."""
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
    """Why a move is not legal, by the id of the game's own reason; "": it is no move at all."""

    def _find(self, table: Mapping[str, str], key: str) -> str | None:
        return table.get(f"why.{self.game}.{key}" if key else "refusal.no_sense")


class Refusal(ValueError):
    """Something that cannot be used; its text is one English sentence that says why."""

    def __init__(self, phrase: Phrase) -> None:
        self.phrase = phrase
        super().__init__(phrase.ident)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled with all it has, so that another process may raise it again."""
        return _refused, (type(self), self.__dict__)

    def said(self, table: Mapping[str, str]) -> str:
        """The sentence in the language of a table of strings (native.files.strings)."""
        return self.phrase.said(table)

    def __str__(self) -> str:
        return self.said(strings())


def _refused(kind: type[Refusal], parts: Mapping[str, Any]) -> Refusal:
    refusal = kind.__new__(kind, parts["phrase"].ident)
    refusal.__dict__.update(parts)
    return refusal


class BadRecord(Refusal):
    """A record, or what would be a part of one, that cannot be used.

    >>> print(BadRecord("no_game", name='"chess"'))
    there is no game "chess"
    """

    def __init__(self, ident: str | Phrase, game: str = "", **values: object) -> None:
        super().__init__(ident if isinstance(ident, Phrase) else Phrase(ident, game, **values))


class BadValue(Refusal):
    """An argument that does not fit, or a call that does not fit here; nothing was changed.

    >>> print(BadValue("no_seat", value=-1, most=3))
    there is no seat -1, only 0 to 3
    """

    def __init__(self, ident: str, **values: object) -> None:
        super().__init__(Phrase(ident, "", **values))


class NoMemory(Refusal):
    """There is not enough memory for a call; nothing was changed."""

    def __init__(self, ident: str | Phrase, **values: object) -> None:
        super().__init__(ident if isinstance(ident, Phrase) else Phrase(ident, "", **values))


class BadMove(Refusal):
    """What is no legal move here; reason is the id of why not ("" = no move at all)."""

    def __init__(self, game: str, text: object, reason: str) -> None:
        self.text, self.reason = text, reason
        super().__init__(Phrase("move", text=quote(text), why=Reason(reason, game)))
