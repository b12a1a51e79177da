"""How the C reads: functions have contracts in comments of their own and names that say something.

A comment of its own stands right above a function, or above its declaration in the header of the
same name; a banner or a comment shared with the function before is none. An assert counts where it
is code, not where it is spoken of. Names of one word mean other things in other files, so only the
interface has such.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted(p for p in (ROOT / "native").rglob("*.[ch]") if p.name != "_engine.c")
LINES_AN_ASSERT = 150  # on average
LONG = 200  # lines of a file that asserts something
MANY = 80  # lines of a function, at most
WORDS = {"solve", "advise", "playouts", "perft", "mix64", "fail"}  # names of one word

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


def own_comment(text: str, start: int) -> bool:
    """Whether the line above belongs to a comment of words."""
    above = re.search(rf"({COMMENT})\n\Z", text[:start])
    alone = (
        above is not None
        and not text[text.rfind("\n", 0, above.start()) + 1 : above.start()].strip()
    )
    return alone and above is not None and re.match(r"/\* ?-{3}", above.group(1)) is None


def told(path: Path) -> set[str]:
    """Functions that a header declares right below, or on the line of, a comment."""
    if not path.exists():
        return set()
    text = path.read_text()
    trailing = {
        m.group(1) for m in re.finditer(HEAD + rf";[ \t]*{COMMENT}", text, flags=re.MULTILINE)
    }
    return trailing | {name for name, start in heads(text, ";") if own_comment(text, start)}


def silent(path: Path) -> list[str]:
    """Functions of a file that have no comment of their own."""
    text, header = path.read_text(), path.with_suffix(".h")
    known = told(header) | (
        told(path.parent / "engine.h") if path.parent.name == "engine" else set()
    )
    return [
        name
        for name, start in heads(text, r"\{")
        if name not in known and not own_comment(text, start)
    ]


def asserts(path: Path) -> int:
    return len(re.findall(r"\b(?:static_|_Static_)?assert\(", blank(path.read_text())))


def lengths(path: Path) -> Iterator[tuple[str, int]]:
    """Functions and their lines."""
    text = path.read_text()
    for name, start in heads(text, r"\{"):
        body = text[start : text.index("\n}", start) + 2] if "\n}" in text[start:] else text[start:]
        one_line = re.match(r"[^\n]*\}\n", text[start:])
        yield name, 1 if one_line else body.count("\n") + 1


def test_every_function_says_its_contract() -> None:
    assert [
        f"{path.parent.name}/{path.name}: {name}" for path in SOURCES for name in silent(path)
    ] == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("/* It adds. */\nstatic int add(int a)\n{\n    return a;\n}\n", True),
        ("/* Two\n * lines. */\nint add(int a,\n        int b)\n{\n    return a;\n}\n", True),
        ("/* It adds. */\n\nint add(int a)\n{\n    return a;\n}\n", False),
        ("/* ---- sums ---- */\nint add(int a)\n{\n    return a;\n}\n", False),
        ("int x; /* a number */\nint add(int a)\n{\n    return a;\n}\n", False),
        ("static inline int add(int a) { return a; }\n", False),
    ],
)
def test_a_comment_of_its_own_is_told_from_others(tmp_path: Path, text: str, said: bool) -> None:
    path = tmp_path / "sums.c"
    path.write_text(text)
    assert silent(path) == ([] if said else ["add"])
    path.with_suffix(".h").write_text("/* It adds. */\nint add(int a);\n")
    assert silent(path) == []
    path.with_suffix(".h").write_text("int add(int a); /* it adds */\n")
    assert silent(path) == []
    path.with_suffix(".h").write_text("int add(int a);\n")
    assert silent(path) == ([] if said else ["add"])


def test_only_asserts_that_are_code_count(tmp_path: Path) -> None:
    path = tmp_path / "sums.c"
    path.write_text(
        '/* assert(0); */\nint x;\nvoid say(void)\n{\n    puts("assert(1)");\n    assert(x);\n}\n'
    )
    assert asserts(path) == 1


def test_no_function_is_endless() -> None:
    assert [name for path in SOURCES for name, lines in lengths(path) if lines > MANY] == []


def test_names_of_one_word_are_the_interface_s() -> None:
    names = {name for path in SOURCES for name, _ in heads(path.read_text(), r"\{")}
    assert {name for name in names if "_" not in name} == WORDS


def test_asserts_say_what_the_code_relies_on() -> None:
    lines = {path: path.read_text().count("\n") for path in SOURCES}
    assert sum(asserts(path) for path in SOURCES) * LINES_AN_ASSERT >= sum(lines.values())
    bare = [p.name for p in SOURCES if p.suffix == ".c" and lines[p] > LONG and not asserts(p)]
    assert bare == []
