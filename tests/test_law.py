"""The law: rules and records as they are written down, against what engine, help and comments say."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from native import GAMES, Advice, Match, MoveValue
from native.files import put, strings
from native.play.words import Telling
from native.strings import Strings
from native.tools.arguments import parser
from native.values import Proof
from tests.test_engine import CASES

ROOT = Path(__file__).resolve().parent.parent
NATIVE = ROOT / "native"
RECORDS = (NATIVE / "RECORDS.md").read_text("utf-8")
every_game = pytest.mark.parametrize("game", GAMES)


class Looker:
    """One who looks at a match, for the words."""

    def __init__(self, match: Match, language: str) -> None:
        self.match, self.t, self.state = match, Strings(language), match.state()
        self.viewer: int | None = 0
        self.seat, self.example, self.memory = 0, False, False

    def name(self, seat: int) -> str:
        return str(seat)


def records(game: str) -> str:
    return (NATIVE / game / "RECORDS.md").read_text("utf-8")


def law(game: str) -> str:
    return (NATIVE / game / "RULES.md").read_text("utf-8")


def state_type(game: str) -> Any:
    return import_module(f"native.{game}.state").State


def section(text: str, heading: str) -> str:
    """What stands under a heading, up to the next of its rank."""
    match = re.search(rf"^(#+) {re.escape(heading)}\n", text, re.M)
    assert match, heading
    rest = text[match.end() :]
    end = re.search(rf"^#{{1,{len(match[1])}}} ", rest, re.M)
    return rest[: end.start()] if end else rest


def table(text: str, head: str) -> list[list[str]]:
    """The rows of the table whose first column has this head."""
    match = re.search(rf"^\| {head} \|.*\n\| -.*\n((?:\|.*\n)+)", text, re.M)
    assert match, head
    rows = match[1].strip().splitlines()
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def names_of(cell: str) -> list[str]:
    return re.findall(r"`(\w+)`", cell)


# ---- states ----


def misfits(value: Any, kind: Any, at: str = "state") -> Iterable[str]:
    """Where a JSON value is not what a type says; a tuple is a list of fixed length."""
    origin, args = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        yield from misfits_in_keys(value, get_type_hints(kind), at)
    elif origin in (Union, UnionType):
        if all(list(misfits(value, arg)) for arg in args):
            yield f"{at}: {value!r} is no {kind}"
    elif origin is Literal:
        if value not in args:
            yield f"{at}: {value!r} is none of {args}"
    elif origin is dict:
        for key, item in value.items() if isinstance(value, dict) else [(value, value)]:
            yield from misfits(key, args[0], f"{at} key")
            yield from misfits(item, args[1], f"{at}.{key}")
    elif origin in (list, tuple):
        if not isinstance(value, list) or (origin is tuple and len(value) != len(args)):
            yield f"{at}: {value!r} is no {kind}"
            return
        for i, item in enumerate(value):
            yield from misfits(item, args[i if origin is tuple else 0], f"{at}[{i}]")
    elif type(value) is not kind:
        yield f"{at}: {value!r} is no {kind}"


def misfits_in_keys(value: Any, hints: dict[str, Any], at: str) -> Iterable[str]:
    if not isinstance(value, dict) or set(value) != set(hints):
        yield f"{at}: {value!r} has not the keys {sorted(hints)}"
        return
    for key, hint in hints.items():
        yield from misfits(value[key], hint, f"{at}.{key}")


@pytest.mark.long("tricks", "tale", "wars", "duel")
@every_game
def test_what_the_engine_prints_is_what_the_state_s_type_says(game: str) -> None:
    """At every moment of random matches: all options, seen with open cards and from every seat."""
    kind = state_type(game)
    for number, options in enumerate(options for owner, options in CASES if owner == game):
        match, rng = Match(game, options, number), random.Random(number)
        while True:
            for seat in (None, *range(match.seats_count)):
                assert not list(misfits(match.state(seat), kind)), (options, match.moves, seat)
            if match.over:
                break
            for _ in range(rng.randint(1, 2 + len(match.moves) // 8)):
                if not match.over:
                    match.play(rng.choice(match.legal()))


@every_game
def test_a_state_that_is_wrong_in_any_field_is_found_out(game: str) -> None:
    kind, state = state_type(game), Match(game, {}, 1).state()
    assert not list(misfits(state, kind))
    for key in state:
        wrong: dict[str, Any] = {**state, key: {"no": "such thing"}}
        assert list(misfits(wrong, kind)), key
        assert list(misfits({k: v for k, v in state.items() if k != key}, kind)), key
    assert list(misfits({**state, "more": 1}, kind))


def typed_dicts(kind: Any) -> Iterable[Any]:
    """A type's dictionaries, those within it too."""
    if is_typeddict(kind):
        yield kind
        for hint in get_type_hints(kind).values():
            yield from typed_dicts(hint)
    for arg in get_args(kind):
        yield from typed_dicts(arg)


@every_game
def test_the_page_of_records_names_every_field_of_a_state(game: str) -> None:
    page = records(game)
    for kind in typed_dicts(state_type(game)):
        fields = set(get_type_hints(kind))
        if kind.__name__ in ("Lines", "Reach", "Laid", "Serves"):  # these are told in a line of their own
            assert all(f'"{name}"' in page for name in fields)
        else:
            rows = table(page, kind.__name__.lower())
            assert {name for row in rows for name in names_of(row[0])} == fields


@every_game
def test_the_page_of_records_names_every_option_with_its_values(game: str) -> None:
    match = re.search(r"Options: (.*?)\n\n", records(game), re.S)
    assert match
    for option in GAMES[game].options:
        assert f"`{option.name}` (" in match[1]
        for choice in option.choices:
            assert f"`{choice}`" in match[1]


def test_every_command_has_its_row_in_the_page_of_records() -> None:
    """With every option that it takes, and no other; the drawing commands are in game.py."""
    rows = [row[0] for row in table(section(RECORDS, "Commands"), "command") if "`game.py " in row[0]]
    told = {row.split()[1].strip("`"): set(re.findall(r"--[\w-]+", row)) for row in rows}
    (commands,) = (action for action in parser()._actions if action.dest == "command")
    taken = {
        name: {flag for action in command._actions for flag in action.option_strings if flag[:2] == "--"}
        for name, command in dict(commands.choices or {}).items()
    }
    assert set(told) == {*taken, "[--windowed]", "shots", "selftest", "--version", "--licences"}
    assert {name: told[name] for name in taken} == {name: flags - {"--help"} for name, flags in taken.items()}


@every_game
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_option_has_its_words(game: str, language: str) -> None:
    said = strings(language)
    for option in GAMES[game].options:
        key = f"option.{game}.{option.name}"
        values = [("none" if v is None else v) for v in option.values()]
        named = [f".{v}" for v in values if option.kind in ("seat", "choice")]
        assert all(f"{key}{part}" in said for part in ("", ".tip", *named)), option


# ---- the rules ----


@every_game
def test_each_page_of_rules_has_what_all_have(game: str) -> None:
    headings = re.findall(r"^#+ (.+)$", law(game), re.M)
    assert headings[0].endswith(f"(`{game}`)")
    assert "What a seat knows" in headings
    assert len(set(headings)) == len(headings)
    assert "(RULES.md)" in records(game)


CITED = re.compile(r"\(rules: ([^()\[\]]*)\)")


def uncovered(text: str) -> list[str]:
    """The citations in a text that no page of rules has a heading for."""
    found = []
    for citation in CITED.findall(text):
        game, *parts = (" ".join(part.split()) for part in re.split("[,;]", citation.replace("\n *", " ")))
        page = law(game) if game in GAMES else ""
        headings = {heading.lower() for heading in re.findall(r"^#+ (.+)$", page, re.M)}
        found += [f"{game}, {part}" for part in parts if part not in headings]
        found += [] if page else [game]
    return found


def test_what_comments_cite_of_the_rules_stands_there() -> None:
    texts = {
        path: path.read_text("utf-8")
        for top in (NATIVE, ROOT / "tests")
        for path in sorted(top.rglob("*"))
        if path.suffix in (".c", ".h", ".py") and path.name != "test_law.py"
    }
    assert sum(len(CITED.findall(text)) for text in texts.values()) >= 20
    assert not {path.name: bad for path, text in texts.items() if (bad := uncovered(text))}


# ---- decks ----


def deck(game: str) -> Any:
    return tomllib.loads((ROOT / "assets" / game / "deck.toml").read_text("utf-8"))


def test_the_page_s_deck_of_heart_is_the_deck() -> None:
    rows = table(section(law("heart"), "The deck"), "kind")
    cards: dict[str, list[int]] = deck("heart")["cards"]
    assert len(rows) == len(cards)
    for row in rows:
        kind = row[0].split()[0].lower()
        counts = cards["chest" if kind == "treasure" else kind]
        assert [int(cell) for cell in row[1:6]] == [sum(counts), *counts]
        points = sum(value * count for value, count in enumerate(counts, 1))
        assert row[6] == ("never collected" if kind == "ship" else str(points))


def test_the_page_s_deck_of_tale_is_the_deck() -> None:
    page = section(law("tale"), "The deck")
    rows, cards = table(page, "name"), deck("tale")["card"]
    assert [row[0] for row in rows] == [card["name"] for card in cards]
    guessed = {"basic": 0, "expert": 0}
    for row, card in zip(rows, cards, strict=True):
        assert row[1].replace("all four", "all") == card["faction"]
        assert row[2].replace("all three", "all") == card["category"]
        assert (row[3], int(row[4])) == (card["set"][0].upper(), card["copies"])
        assert (row[7] == "R") == card.get("reconstructed", False)
        guessed[card["set"]] += card["copies"] * card.get("reconstructed", False)
        if card.get("effect"):
            effect = card["effect"]
            who = f"{effect['who']} " if effect["what"] != "hunt" else ""
            assert row[6].lower().startswith(f"{who}{effect['what']}")
    stated = re.search(r"(\d+) of the 110 cards, (\d+) basic and (\d+) expert ones", page)
    assert stated
    assert [int(n) for n in stated.groups()] == [sum(guessed.values()), *guessed.values()]


# ---- the help ----


def help_pages(game: str) -> list[dict[str, Any]]:
    text = (ROOT / "assets" / game / "help.toml").read_text("utf-8")
    pages: list[dict[str, Any]] = tomllib.loads(text)["page"]
    return pages


def help_text(game: str, language: str) -> str:
    key = "text" if language == "en" else f"text_{language}"
    return "\n\n".join(page[key] for page in help_pages(game))


@every_game
@pytest.mark.parametrize(("language", "mark"), [("en", "house rule"), ("de", "Hausregel")])
def test_the_help_marks_every_decision_of_the_rules(game: str, language: str, mark: str) -> None:
    """One mark for each of the page's, short matches among them, and a sentence that says what the mark means."""
    text, page = help_text(game, language), law(game)
    ours = page.count("**Decision**") - 1 + page.count("**House rule**")
    assert text.count(f"({mark}).") == text.count(f"({mark})") == ours > 0
    assert "slip" not in text
    assert re.search(rf"[“„]{mark}[”“]", text, re.I)


@every_game
def test_every_page_of_the_help_has_a_picture_and_no_note_between_developers(game: str) -> None:
    for page in help_pages(game):
        assert page["record"]
        assert page["caption"]
        assert page["caption_de"]
        for part in ("text", "text_de"):
            assert not re.search(r"Decision|Entscheidung|we settled|lost page|first page|Option", page[part])


@every_game
def test_german_says_what_english_says(game: str) -> None:
    """Texts with the same keys and the same values, apart from numbers that only choose a plural, and from whether a
    clause holds a negation (_no); a page of the help has every part in both languages."""
    english, german = strings("en"), strings("de")
    assert set(english) == set(german)
    for key in english:
        shown, known = ([{name.removesuffix("_no") for name in re.findall(form, one[key])}
                         for one in (english, german)] for form in (r"\{(\w+)\}", r"\{(\w+)"))  # fmt: skip
        assert shown[0] <= known[1], key
        assert shown[1] <= known[0], key
    for page in help_pages(game):
        parts = {key.removesuffix("_de") for key in page if key.endswith("_de")}
        assert parts == {"title", "text", "caption"}


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_help_of_heart_has_the_values_of_its_deck(language: str) -> None:
    lines = help_text("heart", language).splitlines()
    found = [line.split(": ")[1] for line in lines if re.fullmatch(r"[\w ]+: \d(, \d)+", line)]
    cards: dict[str, list[int]] = deck("heart")["cards"]
    order = ("chest", "fire", "petrified", "sorceress", "troll", "dwarf", "knight", "huntress", "ship")
    assert found == [
        ", ".join(str(value) for value, count in enumerate(cards[kind], 1) for _ in range(count)) for kind in order
    ]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_help_of_tale_names_the_reconstructed_cards_and_no_others(language: str) -> None:
    said, page = strings(language), help_text("tale", language)
    page = page[page.index("58") :]
    tales: dict[str, list[int]] = {}
    for name, first, last in re.findall(r"([\w']+(?: Tale)?) (\d) (?:to|bis|and|und) (\d)", page):
        tales[name] = list(range(int(first), int(last) + 1))
    for card in deck("tale")["card"]:
        name, _, chapter = said[f"card.tale.{card['name']}"].rpartition(" ")
        listed = int(chapter) in tales.get(name, []) if chapter.isdigit() else f"{name} {chapter}".strip() in page
        if name or chapter != "Castle":  # within Demon Castle too
            assert listed == card.get("reconstructed", False), card["name"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_short_name_begins_like_a_part_of_the_whole_one(language: str) -> None:
    """So that one thing has one name: a Homesteaders is nowhere called Settlers."""
    said = strings(language)
    for key, short in said.items():
        if key.startswith("brief.tale."):
            whole = said[key.replace("brief.", "card.")].lower()
            for part in short.lower().split():
                assert part[: max(1, min(3, len(part) - 1))].strip(".") in whole, (whole, short)


OTHER_NAMES: dict[str, tuple[str, ...]] = {  # second names of things that have one already: nobody is told them
    "duel": ("Linie",), "heart": ("ship stack", "Ships' stack", "Schiffsstapel", "Punktestapel", "abgefahren"),
    "tricks": ("Extrakarte", "Art der Hand", "In dieser Hand", "jeder Hand", "für eine Hand", "diese Hand"),
    "wars": ("Schlacht", "Stapel", "erschlagen"),
}  # fmt: skip


def told_of(game: str) -> str:
    """All words of a game, in both languages: of the table, the help and the lessons."""
    folder = ROOT / "assets" / game
    files = [folder / f"{name}.toml" for name in ("en", "de", "help", "lessons")]
    lines = [line for path in files if path.exists() for line in path.read_text("utf-8").splitlines()]
    return "\n".join(line for line in lines if not line.startswith(("record", "#", "point")))


@every_game
def test_one_thing_has_one_name(game: str) -> None:
    text = told_of(game)
    assert [name for name in OTHER_NAMES.get(game, ()) if re.search(rf"\b{name}", text)] == []


def test_three_ships_are_a_fleet_and_no_stack() -> None:
    for language, ship, stack in (("en", r"\bShips?\b", r"\bstacks?\b"), ("de", r"\bSchiffe?\b", "[Ss]tapel")):
        lines = [text for key, text in strings(language).items() if ".heart." in key and re.search(ship, text)]
        assert lines
        assert [text for text in lines if re.search(stack, text)] == []


@every_game
def test_a_lesson_needs_no_word_of_game_theory(game: str) -> None:
    """What only a proof is called by: a player reads what it means."""
    words = r"equilibri|Gleichgewicht|information set|Informationsmenge|best response|\bbelief|minimax"
    lessons = (ROOT / "assets" / game / "lessons.toml").read_text("utf-8").splitlines()
    lines = [line for line in lessons if not line.startswith(("record", "claim", "point", "#"))]
    assert [line for line in lines if re.search(words, line, re.IGNORECASE)] == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_on_the_screen_needs_a_word_of_game_theory(language: str) -> None:
    """What a friend at the table would not say."""
    words = r"equilibri|Gleichgewicht|information set|Informationsmenge|best response|\bbelief|minimax|\bbounds?\b"
    words = rf"{words}|open cards"
    found = {key: text for key, text in strings(language).items() if re.search(words, text, re.IGNORECASE)}
    assert found == {}


def test_german_of_proofs_and_refusals_says_it_as_meant() -> None:
    """Another move may be better, not any move; a value that is refused stands beside the one that is wanted."""
    german = strings("de")
    for key, text in german.items():
        if key.startswith("proof."):
            assert not re.search(r"(ist|[Kk]ein) (ein )?Zug (ist )?besser", text), key
    refused = put(german["refusal.format"], {"format": 1, "value": 2})
    assert refused.endswith("muss 1 sein, das einzige Format, nicht 2")
    assert "eines Tisches" in put(german["other.par"], {"par": 1, "count": 1})
    assert "von 3 Tischen" in put(german["other.par"], {"par": 1, "count": 3})


@every_game
@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_proven_is_said_in_a_line_for_every_proof(game: str, language: str) -> None:
    """Every kind of advice has its words, with its numbers and nothing left in braces."""
    telling = Telling(Looker(Match(game, {}, 1), language))
    said = set()
    cases: tuple[tuple[Proof, int, int | None], ...] = (
        ("exact", 1, 1), ("exact", 7, 7), ("every world", 7, 7), ("equilibrium", 7, 7),
        ("estimate", 0, 0), ("estimate", 7, 7), ("estimate", 3, 7), ("estimate", 2000, None),
    )  # fmt: skip
    for proof, worlds, of in cases:
        value = MoveValue("move", 0.25, True, 1.0)
        advice = Advice("done", "move", proof, worlds, of, 0.001, (value,), 1, 0.0)
        line = telling.verdict(advice, hinted=False)
        assert "{" not in line
        assert "proof" not in line
        assert line.count(".\n") == 0
        assert len(line) <= 100
        if proof == "estimate":
            assert strings(language)["proof.estimate"].split(":")[0].split()[0] in line
        said.add(line)
    assert len(said) >= 7
