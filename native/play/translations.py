"""Translations in the data folder: languages/NAME holds tables of texts that somebody has translated.

Its keys are those of assets/strings and assets/GAME, of the lessons and of the rules. A text that is
missing, empty or faulty is shown in a language of the program, at last in English.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

from ..files import Counted, assets_dir, load_table, own_table, put, read_toml, strings, theme
from ..games import GAMES
from ..parts import help_texts
from ..plurals import PLURALS, RULE
from ..refusals import quote
from ..store.places import put_file
from ..strings import Strings, Texts
from .lessons import courses

FOLDER = "languages"  # of the data folder
NAME = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,6})?")
NAMED = "a language has a name of two or three small letters, such as fr, or pt-BR"
MOST_LANGUAGES = 50
MOST_NAMED, MOST_LETTERS = 3, 30  # folders that are named, and letters of a name
MOST_FILES = 50
MOST_BYTES = 1 << 20  # of a file
OWN_NAME = "options.language"  # the key of a language's own name ends in the language
PARTS = ("title", "text", "caption")  # of a page of the rules
BARE = re.compile(r"[A-Za-z0-9_-]+")
WHOLE = re.compile(r"[A-Za-z0-9_. -]{1,80}")  # a key that is named as it is
NARROW = "\u202f", "\u00a0"  # a narrow space that breaks no line, and one that the fonts have
HEAD = """\
# Texts of Hoard to be translated. Above each text stands the English one; write yours between the quotes.
# What stays empty is shown in English. Names in braces, such as {name}, are filled in, and must stay.
# {n:move|moves} chooses by the number n. In English the first is for 1; in this language one writes
# %s
"""

Found = dict[str, str]  # texts by key


class Section(NamedTuple):
    """The English texts of one table of a file. name: of the table. where: on screen."""

    name: str
    where: str
    texts: Mapping[str, str]


class Translation(NamedTuple):
    """What was found. texts: those that can be shown. kept: all texts of known keys, but for those in files that
    are not written anew. faults: each in a line; loose: whether something would be lost if the files were written
    anew."""

    texts: Found
    kept: Found
    faults: list[str]
    loose: bool


# ---- what is to be translated ----


def sections_of(table: Mapping[str, Any], where: str, name: str = "") -> Iterator[Section]:
    """The tables of a file that hold texts."""
    texts = {key: str(text) for key, text in table.items() if text and not isinstance(text, dict)}
    if texts:
        yield Section(name, where, texts)
    for key, inner in table.items():
        if isinstance(inner, dict):
            yield from sections_of(inner, where, f"{name}.{quoted(key)}" if name else quoted(key))


def grouped(texts: Iterable[Texts], where: str) -> list[Section]:
    """Texts that stand beside their translations, by the table that they are in."""
    found: dict[str, Found] = {}
    for one in texts:
        name, _, key = one.key.rpartition(".")
        found.setdefault(name, {})[key] = one.words["en"].strip()
    return [Section(name, where, inner) for name, inner in found.items()]


def lesson_texts(game: str) -> Iterator[Texts]:
    for course in courses(game):
        yield from (course.titles, course.lesson)
        for step in course.steps:
            yield from (step.titles, step.texts, step.tasks, step.lesson)
            yield from (answer.texts for answer in step.answers)


def page_texts(game: str) -> Iterator[Texts]:
    for number, page in enumerate(own_table(game, "help.toml").get("page", [])):
        yield from (help_texts(game, number, page, part) for part in PARTS if part in page)


@cache
def sources() -> dict[str, list[Section]]:
    """All English texts, by the name of the file that they are translated in."""
    where: dict[str, str] = read_toml("where.toml") or {}
    found: dict[str, list[Section]] = {}
    for path in sorted((assets_dir() / "strings").glob("*en.toml")):
        name = path.name.removesuffix("en.toml").rstrip(".") or "arcade"
        table = load_table(path)
        found[name] = [one for key in table for one in sections_of({key: table[key]}, where.get(key, ""))]
    for game in GAMES:
        called = strings("en").get(f"game.{game}.name", game)
        told = {key: f"{called}: {words[0].lower()}{words[1:]}" for key, words in where.items()}
        table = own_table(game, "en.toml")
        found[game] = [one for key in table for one in sections_of({key: table[key]}, told.get(key, told["own"]))]
        found[f"{game}-lessons"] = grouped(lesson_texts(game), told["lesson"])
        found[f"{game}-rules"] = grouped(page_texts(game), told["help"])
    return {name: sections for name, sections in found.items() if sections}


@cache
def english(language: str) -> Found:
    """All English texts by their whole keys, and the name of a language."""
    found = {f"{OWN_NAME}.{language}": strings(language).get(f"{OWN_NAME}.{language}", language)}
    for sections in sources().values():
        for one in sections:
            name = one.name.replace('"', "")
            found |= {f"{name}.{key}": text for key, text in one.texts.items()}
    return found


# ---- reading ----


def names(folder: Path) -> list[str]:
    """The languages in a data folder."""
    try:
        found = sorted(path.name for path in (folder / FOLDER).iterdir() if path.is_dir())
    except OSError:
        return []
    return [name for name in found if NAME.fullmatch(name)][:MOST_LANGUAGES]


def misnamed(folder: Path) -> list[str]:
    """The first folders in a data folder that hold texts and are not named after a language, as they can be
    shown."""
    try:
        found = sorted({path.parent.name for path in (folder / FOLDER).glob("[!.]*/*.toml")})
    except OSError:
        return []
    strange = [name for name in found if not NAME.fullmatch(name)][:MOST_NAMED]
    return [re.sub(r"[^\w .-]", "?", name)[:MOST_LETTERS] for name in strange]


def read(folder: Path, language: str) -> Translation:
    """Reads a language of a data folder. Empty if there is none."""
    place = folder / FOLDER / language
    every: Found = {}
    kept: Found = {}
    faults: list[str] = []
    loose = False
    paths: list[Path] = []
    try:
        paths = sorted(path for path in place.iterdir() if path.suffix == ".toml")
    except FileNotFoundError:
        pass
    except OSError as error:
        faults.append(f"{FOLDER}/{language}: {error.strerror or 'it cannot be read'}")
        loose = True
    wanted = english(language) if paths else {}
    if len(paths) > MOST_FILES:
        faults.append(f"{place}: only the first {MOST_FILES} of {len(paths)} files are read")
        loose = True
    for path in paths[:MOST_FILES]:
        said = f"{FOLDER}/{language}/{path.name}"
        try:
            table = table_in(path)
        except ValueError as error:
            faults.append(f"{said}: {error}")
            loose = True
            continue
        anew = path.stem in files(language)
        for key, text in leaves(table):
            if why := misplaced(key, text, wanted, every):
                faults.append(f"{said}: {key if WHOLE.fullmatch(key) else quote(key)}: {why}")
                loose = True
            elif text.strip():
                every[key] = text.replace(*NARROW)
                if anew:
                    kept[key] = text
    rule = rule_of(language)
    wrong = {key: why for key, text in every.items() if (why := unfit(text, key, wanted[key], rule))}
    faults += [f"{FOLDER}/{language}: {key}: {why}" for key, why in wrong.items()]
    texts = {key: text if rule == "en" else ruled(text, rule) for key, text in every.items() if key not in wrong}
    return Translation(texts, kept, faults, loose)


def table_in(path: Path) -> dict[str, Any]:
    """Reads a file from outside. Raises ValueError that says in a line why it cannot be used."""
    try:
        if not path.is_file():
            raise ValueError("it is no ordinary file")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise ValueError(f"it is larger than {MOST_BYTES} bytes")
        import tomllib  # late: most programs read no such file

        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ValueError("it is not in UTF-8") from None
    except OSError as error:
        raise ValueError(error.strerror or "it cannot be read") from None
    except RecursionError:
        raise ValueError("its tables lie too deep in each other") from None


def leaves(table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """All values of a table by their whole names."""
    waiting = [("", table)]
    while waiting:
        prefix, inner = waiting.pop(0)
        for key, value in inner.items():
            if isinstance(value, dict):
                waiting.append((f"{prefix}{key}.", value))
            else:
                yield prefix + key, value


def misplaced(key: str, text: object, wanted: Found, kept: Found) -> str:
    """Why something is no text of the program; "" if it is one."""
    if key not in wanted:
        return "there is no such text"
    if not isinstance(text, str):
        return f"a text must stand there, in quotes, not {quote(text)}"
    return "it stands there twice" if key in kept else ""


@cache
def drawn() -> re.Pattern[str]:
    """What the fonts draw."""
    fonts = theme()["reserve"]
    return re.compile(f"[\n{fonts['letters']}{fonts['others']}]+")


def rule_of(language: str) -> str:
    """The language after whose rule a language counts."""
    base = language.partition("-")[0]
    return base if base in PLURALS else "en"


def ruled(text: str, rule: str) -> str:
    """A text in which every choice of forms names its rule."""
    done = ""
    for before, name, forms, _ in Formatter().parse(text):
        done += before.replace("{", "{{").replace("}", "}}")
        if name is not None:
            inner = ruled(forms or "", rule) + (f"|{RULE}{rule}" if "|" in alone(forms or "") else "")
            done += f"{{{name}:{inner}}}" if inner else f"{{{name}}}"
    return done if set("{}") & set(text) else text


def unfit(text: str, key: str, wanted: str, rule: str) -> str:
    """Why a text cannot be shown in the place of the English one; "" if it can."""
    limit = 3 * len(wanted) + 40 if len(wanted) > 1 else 2
    if len(text) > limit:
        return f"it has {len(text)} letters, and there is room for {limit}"
    if strange := drawn().sub("", text):
        return f"it has a sign that no font here draws (U+{ord(strange[0]):04X})"
    if "\n" in text and "\n" not in wanted:
        return "it has several lines, and the English text has one"
    return misfilled(text, key, wanted, rule)


def misfilled(text: str, key: str, wanted: str, rule: str) -> str:
    """Why the placeholders of a text are wrong; "" if they are right."""
    if not set("{}") & set(wanted):
        return "it has braces, and the English text has none" if set("{}") & set(text) else ""
    try:
        fields = list(fields_of(text))
    except ValueError as error:
        return f"its braces are wrong ({error})"
    known = {one.name for told in known_texts(key, wanted) for one in fields_of(told)}
    for one in fields:
        if one.odd or one.name not in known:
            listed = ", ".join(f"{{{name}}}" for name in sorted(known))
            return f"it has {{{one.written}}}, and only {listed} can be filled in"
        count = alone(one.forms).count("|") + 1
        needed = PLURALS[rule][0]
        if count not in (1, needed):
            return f"{{{one.name}:{one.forms}}} has {count} forms, and {needed} are needed: {told_forms(rule)}"
        if set("<>=^") & set(one.forms[:2]) and "|" not in one.forms:
            return f"{{{one.name}:{one.forms}}} is no form"
    there = {plainly(one.name) for one in fields}
    for one in fields_of(wanted):
        if not one.forms and plainly(one.name) not in there:
            return f"it lacks {{{one.name}}}"
    try:
        put(ruled(text, rule) if rule != "en" else text, {one.name: Counted(1) for one in fields})
    except (ValueError, LookupError) as error:
        return f"its braces are wrong ({error})"
    return ""


def alone(forms: str) -> str:
    """Forms without the placeholders in them."""
    shorter = re.sub(r"\{[^{}]*\}", "", forms)
    return forms if shorter == forms else alone(shorter)


def plainly(name: str) -> str:
    """A placeholder's name without what says that a clause is negated."""
    return name.removesuffix("_no")


def known_texts(key: str, wanted: str) -> list[str]:
    """A text in the languages of the program."""
    return [wanted, *(strings(language).get(key, "") for language in Strings.languages())]


class Field(NamedTuple):
    """A placeholder: its name, the forms that it chooses from, and whether it is more than a name and forms."""

    name: str
    forms: str
    written: str
    odd: bool


def fields_of(text: str) -> Iterator[Field]:
    """The placeholders of a text, those within forms too. Raises ValueError if its braces do not match."""
    for _, name, forms, conversion in Formatter().parse(text):
        if name is not None:
            odd = bool(conversion) or not name.isidentifier()
            yield Field(name, forms or "", name + (f"!{conversion}" if conversion else ""), odd)
            yield from fields_of(forms or "")


# ---- writing ----


def quoted(key: str) -> str:
    """A key as TOML writes it."""
    return key if BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def valued(text: str) -> str:
    """A text as TOML writes it; one of several lines between three quotes."""
    lines = [json.dumps(line, ensure_ascii=False)[1:-1] for line in text.split("\n")]
    return '"' + lines[0] + '"' if len(lines) == 1 else '"""\n' + "\n".join(lines) + '"""'


def told_forms(rule: str) -> str:
    """Which form is for which numbers."""
    count, chosen = PLURALS[rule]
    samples = [[str(number) for number in range(200) if chosen(number) == form][:5] for form in range(count)]
    told = [", ".join(numbers) + (", …" if len(numbers) > 4 else "") for numbers in samples]
    return " | ".join(told)


def written(sections: Iterable[Section], kept: Found, rule: str) -> str:
    """A file to be translated, with what is translated already."""
    lines = [HEAD % told_forms(rule)]
    for one in sections:
        lines += [f"\n# {one.where}", f"[{one.name}]"]
        for key, text in one.texts.items():
            lines += [f"# {line}".rstrip() for line in text.split("\n")]
            own = kept.get(f"{one.name}.{key}".replace('"', ""), "")
            lines.append(f"{quoted(key)} = {valued(own)}")
    return "\n".join(lines) + "\n"


def files(language: str) -> dict[str, list[Section]]:
    """The files of a language, by name: all texts, and what the language calls itself."""
    table, _, key = OWN_NAME.partition(".")
    own = {f"{key}.{language}": english(language)[f"{OWN_NAME}.{language}"]}
    called = [Section(table, "What this language calls itself, in the options.", own)]
    there = {} if language in Strings.languages() else {"name": called}
    return {**there, **sources()}


def write(folder: Path, language: str, kept: Found) -> None:
    """Writes the folder of a language. Raises OSError if that fails."""
    for name, sections in files(language).items():
        put_file(folder, f"{FOLDER}/{language}/{name}.toml", written(sections, kept, rule_of(language)).encode())
