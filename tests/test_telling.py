"""Matches in words: whatever happens, every language has its words for it, and none is left unfilled."""

from __future__ import annotations

import random
from typing import Any

import pytest

import game as arcade
from native import Match
from native.parlour.words import Strings, Telling

LANGUAGES = Strings.languages()
FORMS: dict[str, list[dict[str, Any]]] = {
    "tricks": [{"level": "expert"}, {"players": 3}], "wars": [{"players": 4}],
    "tale": [{"expert": True, "players": 3}, {"teams": True, "garfield": True}],
}  # fmt: skip
CASES = [(game, options) for game in arcade.BOARDS for options in FORMS.get(game, [{}])]


class Strict(Strings):
    """Words of which none may be missing or carry an unfilled brace."""

    def __call__(self, key: str, **values: object) -> str:
        assert key in self.table, key
        text = super().__call__(key, **values)
        assert "{" not in text, (key, text)
        return text


class Looking:
    """Somebody who looks at a match from seat 0."""

    viewer, seat = 0, 0

    def __init__(self, match: Match, language: str) -> None:
        self.match, self.t = match, Strict(language)

    @property
    def state(self) -> dict[str, Any]:
        return self.match.state(self.viewer)

    def name(self, seat: int) -> str:
        return f"seat {seat}"


def telling_of(look: Any) -> Telling:
    return arcade.BOARDS[look.match.game].words(look)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "options"), CASES, ids=str)
def test_every_move_and_event_has_its_words(game: str, options: dict[str, Any], language: str) -> None:
    chance = random.Random(4)
    match = Match(game, options, 4)
    look = Looking(match, language)
    telling: Telling = telling_of(look)
    while not match.over:
        legal = match.legal()
        for move in chance.sample(legal, min(3, len(legal))):
            assert telling.move(move)
            assert telling.brief(move)
        for humans in ([0], [0, 1]):
            after = match.copy()
            telling.lines(after.play(legal[0]), humans)
        match.play(chance.choice(legal))
    sheet = telling.sheet("end")
    form = arcade.BOARDS[game].forms["end"]
    assert all(len(row) == len(form.columns(len(row))) for row in sheet.rows)
    assert len({len(row) for row in sheet.rows}) == 1
    signs = {cell.sign for row in sheet.rows for cell in row if cell.sign}
    assert signs <= set(arcade.BOARDS[game].signs)
    assert len(telling.story([0])) > 5


@pytest.mark.parametrize("game", arcade.BOARDS)
def test_a_bar_is_even_at_nought_and_grows_with_the_value(game: str) -> None:
    telling = telling_of(Looking(Match(game), "en"))
    shares = [telling.share(value) for value in (-1, -0.5, 0, 0.5, 1)]
    assert shares == sorted(shares)
    assert shares[2] == 0.5
    assert all(0 <= share <= 1 for share in shares)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", arcade.BOARDS)
def test_an_advice_is_told_with_its_proof(game: str, language: str) -> None:
    match = Match(game, {}, 9)
    telling = telling_of(Looking(match, language))
    advice = match.advise("hatchling")
    words = telling.verdict(advice, hinted=True)
    assert telling.move(advice.shown) in words
    assert telling.value(advice.worth) in words
