"""Refusals: ids with values, which every language says; the sentences quote what was wrong."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import native
from native import GAMES, BadMove, BadRecord, Match, Phrase
from native.files import assets_dir, strings
from native.strings import Strings
from tests.screen import screen

NATIVE = Path(native.__file__).parent
LANGUAGES = Strings.languages()
C_CALL = re.compile(r'\bfail\([^,()]+(?:->\w+)?, "((?:\\.|[^"\\])+)"')
RAISED = ("BadRecord", "BadValue", "NoMemory")
KINDS = ("bool", "int", "seat", "choice")  # of options: an id each
OWN = {"status_time", "status_memory", "status_nodes", "status_cancelled", "no_sense", "move"}


def refusals_in_c() -> list[tuple[str, str, set[str]]]:
    """Game ("" for all), id and value names of everything that the engine refuses."""
    found = []
    for path in sorted(NATIVE.rglob("*.c")):
        room = path.parent.name
        for text in C_CALL.findall(path.read_text("utf-8")):
            ident, *values = text.split("\\n")
            found.append(("" if room == "engine" else room, ident, {v.partition("=")[0] for v in values}))
    return found


def refusals() -> list[tuple[str, str, set[str]]]:
    """The same of everything that can be refused."""
    found = refusals_in_c()
    for path in sorted(NATIVE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISED:
                values = {keyword.arg or "" for keyword in node.keywords if keyword.arg != "game"}
                found += [("", ident, values) for ident in idents(node.args[0])]
    return found


def refusals_in(language: str) -> list[tuple[str, str, set[str]]]:
    """Those that a language has to say; a game that has no texts in it is shown in English."""
    told = {path.parent.name for path in assets_dir().glob(f"*/{language}.toml")}
    return [one for one in refusals() if one[0] in {"", *told}]


def idents(node: ast.expr) -> list[str]:
    """The ids that an argument may be: a text, or one that ends with the kind of an option."""
    if isinstance(node, ast.JoinedStr):
        return [str(node.values[0].value) + kind for kind in KINDS if isinstance(node.values[0], ast.Constant)]
    return [str(node.value)] if isinstance(node, ast.Constant) else []


@pytest.mark.long
def test_the_refusals_of_the_source_are_found() -> None:
    sources = [path for path in NATIVE.rglob("*.c") if path.name != "text.c"]
    calls = sum(len(re.findall(r"\bfail\(", path.read_text("utf-8"))) for path in sources)
    assert len(refusals_in_c()) == calls > 90
    assert len(refusals()) - calls > 20


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_is_said_with_values_that_it_has(language: str) -> None:
    table = strings(language)
    for game, ident, values in refusals_in(language):
        key = f"refusal.{game}.{ident}" if game else f"refusal.{ident}"
        assert key in table, key
        assert set(re.findall(r"\{(\w+)\}", table[key])) <= values, key


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_left_that_nothing_says(language: str) -> None:
    said = {f"refusal.{game}.{ident}" if game else f"refusal.{ident}" for game, ident, _ in refusals_in(language)}
    said |= {f"refusal.{ident}" for ident in OWN}
    kept = {key for key in strings(language) if key.startswith("refusal.") and ".word." not in key}
    assert kept == said


@pytest.mark.long
def test_words_for_values_are_of_values_that_are_passed() -> None:
    passed = {(game, value) for game, _, values in refusals() for value in values}
    for key in strings("en"):
        if found := re.fullmatch(r"refusal\.(?:(\w+)\.)?word\.(\w+)\.\w+", key):
            assert (found[1] or "", found[2]) in passed, key


def test_a_german_player_reads_german() -> None:
    german = strings("de")
    with pytest.raises(BadRecord) as caught:
        Match("tale", {"players": 5})
    assert caught.value.said(german).startswith("zu fünft geht es nur mit den Expertenkarten")
    assert str(caught.value) == "players: 5 needs expert: true (the basic cards are too few)"
    with pytest.raises(BadRecord) as caught:
        Match.load({"hoard": 1, "game": "duel", "moves": ["1@0,0", "1@9,9"]})
    assert caught.value.said(german).startswith('Zug 2 "1@9,9": ')
    assert Strings("de")("why.duel.no_sense") not in str(caught.value)
    with pytest.raises(BadRecord) as caught:
        Match("tale", {"wings": 2})
    assert caught.value.said(german) == 'tale hat keine Option "wings"'
    with pytest.raises(BadRecord) as caught:
        Match.load({"hoard": 1, "game": "wars", "moves": [], "deal": {"nest": 1, "deck": []}})
    assert "das Nest der Verteilung" in caught.value.said(german)
    assert "the nest of the deal must be a list of 13 cards" in str(caught.value)


@pytest.mark.parametrize("game", GAMES)
def test_a_bad_move_is_said_in_every_language_with_its_text(game: str) -> None:
    with pytest.raises(BadMove) as caught:
        Match(game).play("fly away")
    for language in LANGUAGES:
        assert caught.value.said(strings(language)).startswith('"fly away": ')


def test_what_has_no_words_or_was_cut_is_said_all_the_same() -> None:
    assert Phrase.of("null", "no_such\nn=3\ncard=A=B").said({}) == "no such 3 A=B"
    assert Phrase.of("duel", "too_many\nn=5").said(strings("en")).endswith("5 cards of value ...")


def test_values_are_shown_as_they_are() -> None:
    text = Phrase.of("duel", "hand_digits\nn=8\nhand={n} %s {0}").said(strings("en"))
    assert '"{n} %s {0}"' in text


PASTED = (
    '{"hoard": 1, "game": "tale", "moves": [], "options": {"players": 5}}',
    '{"hoard": 1, "game": "duel", "moves": ["fly"]}',
    "duel:first_to=9#5",
    "[",
)


def test_what_is_pasted_is_refused_on_the_screen_in_its_language(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.speak("de")
        for text in PASTED:
            with pytest.raises(BadRecord) as caught:
                Match.load(text) if text.startswith("{") else Match.from_deal_id(text)
            s.app.session.open_text(text)
            assert caught.value.said(strings("de")) in s.app.notes.words
            assert str(caught.value) not in s.app.notes.words
