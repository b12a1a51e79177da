"""Counted things are called what they are: "1 day", "2 days", in every text of every language."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from native.files import put
from native.strings import Strings

FORMS = re.compile(r"\{(\w+):((?:[^{}]|\{\w+\})*)\|((?:[^{}]|\{\w+\})*)\}")
# What holds words, or a number that names and does not count.
NAMES = {"who", "whom", "name", "card", "owner", "game", "text", "place", "line", "key", "seat", "suit",
         "cards", "at", "move", "other", "better", "deals", "deals_no", "rest", "rest_no", "what", "but"}
# "Game 2 begins", "Fleet 2 sails"
ORDINALS = {
    "say.duel.next_game", "say.duel.next_game.you", "heart.turn.ship_stack", "moment.heart.sails",
    "say.heart.ship_stack",
}  # fmt: skip
SAME = {"Spieler", "Spielern", "Rätsel", "Buchstaben", "Zeichen", "Fehler", "Patzer", "Leben", "Menschen",
        "mal", "Zauberer"}
LANGUAGES = pytest.mark.parametrize("language", Strings.languages())


class One(dict[str, object]):
    """Every value is a number, but for what has a name."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def __missing__(self, name: str) -> object:
        return "X" if name in NAMES else self.number


def pairs(language: str) -> Iterator[tuple[str, str, str]]:
    """Keys with the two forms that a count chooses between."""
    for key, text in Strings(language).table.items():
        for _, one, more in FORMS.findall(text):
            yield key, one, more


def nouns(language: str, form: int) -> set[str]:
    """The words right after a number in one of the two forms, those that are the same in both left out."""
    found = [(one.split()[0], more.split()[0]) for _, one, more in pairs(language) if "{" not in more]
    return {pair[form] for pair in found if pair[0] != pair[1] and pair[form][0].isalpha()}


@LANGUAGES
def test_one_thing_is_never_many_nor_many_things_one(language: str) -> None:
    assert len(list(pairs(language))) > 30
    for number, form in ((1, 1), (2, 0)):
        wrong = nouns(language, form) - nouns(language, 1 - form)
        for key, text in Strings(language).table.items():
            told = put(text, One(number)) if number == 1 or "|" in text else ""  # the others are not for two
            after = set(re.findall(rf"(?<![\w.,#]){number} (\w+)", told))
            assert not after & wrong, f"{key}: {told}"


def test_every_count_has_both_forms() -> None:
    """What counts somewhere counts everywhere: no name of a number stands before a plural that has no second form."""
    counting = {name for text in Strings("en").table.values() for name, _, _ in FORMS.findall(text)}
    for key, text in Strings("en").table.items():
        for name, noun in re.findall(r"\{(\w+)\} ([a-z]+s)\b", FORMS.sub("", text)):
            assert name not in counting or key in ORDINALS or noun in ("is", "has", "less"), f"{key}: {name} {noun}"


@pytest.mark.parametrize("language", [language for language in Strings.languages() if language != "en"])
def test_other_languages_count_as_english_does(language: str) -> None:
    """Where English has two forms this language has them too, unless its word is the same in both."""
    other = Strings(language).table
    for key, text in Strings("en").table.items():
        for name, _, _ in FORMS.findall(text):
            here = {found for found, _, _ in FORMS.findall(other[key])}
            plain = re.findall(rf"\{{{name}\}}[ -](\w+)", other[key])
            assert name in here or set(plain) <= SAME, f"{key}: {other[key]}"


@pytest.mark.parametrize(("language", "key", "number", "told"), [
    ("en", "daily.run", 1, "Streak: 1 day, best 1."),
    ("de", "daily.run", 1, "Serie: 1 Tag, Rekord 1."),
    ("en", "daily.run", 12, "Streak: 12 days, best 12."),
    ("de", "daily.run", 0, "Serie: 0 Tage, Rekord 0."),
    ("en", "daily.run", 2, "Streak: 2 days, best 2."),
    ("de", "say.heart.wins.you", 1, "Du gewinnst mit 1 Punkt."),
    ("de", "refusal.people_full", 8, "hier spielen schon 8 Menschen"),
    ("en", "proof.solved", 1, "Estimate: 1, the average over the one deal."),
    ("de", "proof.solved", 64, "Schätzung: 64, Mittel aller 64 Verteilungen."),
])
def test_texts_with_a_number(language: str, key: str, number: int, told: str) -> None:
    assert put(Strings(language).table[key], One(number)) == told
