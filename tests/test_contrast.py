"""Contrasts: which part of a move makes it worse, from values made by hand; and the sentence about it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from native import Match
from native.games import GAMES
from native.play.contrast import contrast, parts_of
from native.play.judge import Worth
from native.play.reasons import Reasoning
from native.play.review import Grade
from native.play.words import Telling
from native.strings import Strings
from native.tools import commands
from native.tools.why import telling
from tests.motif_checks import by_rules_alone

BLAMES = ("right", "fine", "wrong")
SAMPLES = {
    "duel": ["2@1,0"],
    "heart": ["dwarf 1 1", "knight 1 2 > troll"],
    "wars": ["attack 1 C10", "press CQ", "defend H4", "stop", "decline", "discard"],
    "tricks": ["DRA K", "DRAGON", "DRAGON WAR", "call wizards", "swap", "keep"],
    "tale": ["pick Bard"],
}


@pytest.mark.parametrize(
    ("game", "values", "found"),
    [
        ("duel", {"1@0,1": -1, "1@0,2": 0, "2@0,1": -0.3, "2@0,2": -0.5}, "card.right"),
        ("duel", {"1@0,1": -1, "1@0,2": -0.09, "2@0,1": -0.3, "3@0,2": 0}, "card.fine"),
        ("duel", {"1@0,1": -1, "1@0,2": -0.2, "2@0,1": 0, "2@0,2": -0.5}, "place.right"),
        ("duel", {"1@0,1": -1, "1@0,2": 0, "2@0,1": -0.05, "2@0,2": -0.5}, "together"),
        ("duel", {"1@0,1": -1, "1@0,2": -0.65, "1@0,3": -0.9, "2@0,1": -0.2, "2@0,2": 0}, "card.wrong"),
        ("duel", {"1@0,1": -1, "1@0,2": -0.5, "1@0,3": -0.9, "2@0,1": -0.2, "2@0,2": 0}, ""),
        ("duel", {"1@0,1": -1, "1@0,2": -0.65, "2@0,1": -0.2, "2@0,2": 0}, ""),
        ("duel", {"1@0,1": -1, "2@0,1": -0.7, "3@0,1": -0.8, "1@0,2": -0.3, "2@0,2": 0}, "place.wrong"),
        ("duel", {"1@0,1": -1, "1@0,2": -0.65, "1@0,3": -0.9, "2@0,2": 0}, "card.wrong"),
        ("duel", {"1@0,1": -1, "1@0,2": -0.09, "2@0,1": 0}, "alone"),
        ("duel", {"1@0,1": -1, "1@0,2": 0}, ""),
        ("duel", {"1@0,1": -1, "1@0,2": 0, "1@0,3": -0.3}, ""),
        ("heart", {"knight 1 > troll": 0, "knight 1 > sorceress": 9, "ship 1": 4}, "cards.right"),
        ("heart", {"dwarf 1 1": 0, "dwarf 1": 9, "ship 1": 4}, "kind.right.less"),
        ("heart", {"dwarf 1 1": 0, "dwarf 1 2": 9, "ship 1": 4}, "kind.right"),
        ("heart", {"ship 1": 0, "ship 2": 3, "ship 1 2": 2, "dwarf 1": 9, "fire 1": 5}, "kind.wrong"),
        ("wars", {"attack 1 C2": 0, "attack 1 C9": 3, "attack 1 D9": 2, "discard": 9}, "whom.wrong"),
        ("wars", {"attack 1 C2": 0, "attack 1 D9": 9, "attack 1 C9": 4, "discard": 3}, "whom.right.more"),
        ("wars", {"attack 1 C2": 0, "attack 2 C2": 9, "attack 1 C9": 4, "attack 2 C9": 5}, "card.right"),
        ("wars", {"attack 1 C2": 0, "attack 2 C2": 8.5, "attack 1 C9": 9, "attack 2 C9": 5}, "together"),
        ("wars", {"defend H9": 0, "defend H3": 9, "defend D2": 8.5, "decline": 3}, "defend.right.less"),
        ("wars", {"press C2": 0, "press C9": 1, "press CK": 2, "stop": 9}, "press.wrong"),
        ("wars", {"attack 1 C2": 0, "attack 2 C3": 9, "attack 2 C9": 4, "discard": 2}, "attack.right.more"),
        ("duel", {"1@0,1": -1, "2@0,1": -0.7, "3@0,2": 0}, "only"),
        ("tricks", {"DRA K": 0, "DRA F": 9, "NOM F": 4}, "suit.right.less"),
        ("tricks", {"DRA W": 0, "DRA F": 9, "DRA K": 8.5, "NOM F": 4}, "suit.right"),
        ("tricks", {"DRA K": 0, "DRA F": 4, "NOM K": 8.5, "WAR B": 9}, "rank.fine"),
        ("tricks", {"DRAGON WAR": 0, "DRAGON NOM": 9, "DRA F": 4}, "dragon.right"),
        ("tricks", {"call wizards": 0, "call staff": 9, "call first": 8.5}, "alone"),
        ("tale", {"pick Bard": 0, "pick Castle": 9, "pick Dragon": 1}, "only"),
        ("tale", {"pick Bard": 0, "pick Castle": 9, "pick Dragon": 5}, ""),
    ],
)
def test_values_show_what_makes_the_difference(game: str, values: dict[str, float], found: str) -> None:
    worse, better = next(iter(values)), max(values, key=lambda move: values[move])
    assert contrast(game, worse, better, values) == found
    assert contrast(game, better, worse, values) == ""
    scaled = {move: 7 * value - 3 for move, value in reversed(values.items())}
    assert contrast(game, worse, better, scaled) == found


@pytest.mark.parametrize("game", GAMES)
def test_every_contrast_of_a_game_has_its_sentence(game: str) -> None:
    names = {name for move in SAMPLES[game] for name in parts_of(game)(move)}
    assert names or game == "tale"
    for language in Strings.languages():
        own = Strings(language)
        wanted = {f"contrast.{game}.{name}.{how}" for name in names for how in BLAMES}
        if len(names) > 1 and game != "heart":  # there one part is within the other
            wanted.add(f"contrast.{game}.together")
        own_words = {f"contrast.{game}.alone", f"contrast.{game}.only"}
        wanted |= own_words & own.table.keys()
        found = {key for key in own.table if key.startswith(f"contrast.{game}.")}
        sized = {key.rpartition(".")[0] for key in found if key.endswith((".more", ".less"))}
        assert found == wanted | {f"{key}.{way}" for key in sized for way in ("more", "less")}
        assert {"contrast.alone", "contrast.only"} <= own.table.keys()


@pytest.mark.parametrize("language", Strings.languages())
def test_the_contrast_comes_first_of_two_sentences_and_not_for_a_hint(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_rules_alone(monkeypatch)
    match = Match("wars", seed=11)
    for _ in range(14):
        match.play(match.legal()[0])
    move = match.legal()[0]
    values = dict.fromkeys(match.legal(), 0.0) | {move: -1.0}
    reasoning, say = Reasoning(match, move, match.legal()[-1], values), telling(match, language)
    first = (say.t("contrast.alone"), None)
    assert Telling.told(say, reasoning) == [first]
    assert Telling.told(say, reasoning, hint=True) == []
    reasoning.work()
    assert reasoning.reason is None
    assert Telling.told(say, reasoning) == [first]


@pytest.mark.long
def test_a_reason_follows_with_one_sentence_after_a_contrast_and_with_two_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    by_rules_alone(monkeypatch)
    match = Match("duel", {"open_hands": True}, seed=27)
    for _ in range(11):
        match.play(match.legal()[0])
    advice, say, counts = match.advise("dragon"), telling(match, "en"), set[tuple[bool, int]]()
    best, all_values = advice.shown, Grade(match.to_act or 0, "", Worth(advice)).own(advice.moves)
    for move in match.legal():
        for values in (all_values, {move: all_values[move], best: all_values[best]}):
            reasoning = Reasoning(match, move, best, values)
            reasoning.work()
            if reason := reasoning.reason:
                contrast, two = say.contrast(reasoning), say.reason(reason, move, best)
                told = [text for text, _ in Telling.told(say, reasoning)]
                assert told == ([contrast, two[0]] if contrast else [*two])
                counts.add((bool(contrast), len(told)))
                hinted = [text for text, _ in Telling.told(say, reasoning, hint=True)]
                assert hinted == [two[0] if reason.good else two[1]]
    assert counts == {(True, 2), (False, 2)}


def test_the_command_tells_the_contrast_in_both_languages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Match("duel", {"open_hands": True}, seed=27)
    for _ in range(13):
        match.play(match.legal()[0])
    path, found = tmp_path / "record.json", []
    path.write_text(json.dumps(match.record()))
    for move in match.legal():
        assert commands.main(["why", str(path), "--move", move]) == 0
        told = json.loads(capsys.readouterr().out)["contrast"]
        found.append(told and tuple(told))
    assert ("en", "de") in found
    assert None in found
