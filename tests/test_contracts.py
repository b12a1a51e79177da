"""Names in C: a function of one word belongs to the interface, so names say what they act on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted(p for p in (ROOT / "native").rglob("*.[ch]") if p.name != "_engine.c")
INTERFACE = {"solve", "advise", "playouts", "perft", "mix64", "fail"}

COMMENT = r"/\*(?:[^*]|\*(?!/))*\*/"
PARAMETERS = r"\([^;{}()]*(?:\([^;{}()]*\)[^;{}()]*)*\)"
HEAD = r"^(?!typedef|#|else|return)(?:[A-Za-z_]\w*[ \n*]+)+?(\w+)" + PARAMETERS


def blank(text: str) -> str:
    """The text with comments and strings blanked out, every character where it was."""

    def spaces(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match.group())

    return re.sub(rf'{COMMENT}|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', spaces, text)


def heads(text: str, end: str) -> Iterator[tuple[str, int]]:
    """Names of the functions at the left margin that go on with `end`, and where they begin."""
    for match in re.finditer(
        HEAD + r"(?:\s*PRINTF_LIKE\(\d, \d\))?\s*" + end, blank(text), flags=re.MULTILINE
    ):
        yield match.group(1), match.start()


def test_only_the_interface_has_function_names_of_one_word() -> None:
    names = {name for path in SOURCES for name, _ in heads(path.read_text(), r"\{")}
    assert {name for name in names if "_" not in name} == INTERFACE
