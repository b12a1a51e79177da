"""The greatest deal number there is fits wherever a deal is named, in every language: short in headings, whole when
pointed at and where it is typed."""

from __future__ import annotations

from pathlib import Path

import pytest

import game as arcade
from native import Match
from native.screen.canvas import faults
from native.strings import Strings
from tests.screen import screen

GREATEST = 2**64 - 1
SHORT = "1844…1615"


@pytest.mark.parametrize("language", Strings.languages())
@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
@pytest.mark.long
def test_the_greatest_deal_number_fits(tmp_path: Path, language: str, size: tuple[int, int]) -> None:
    with screen(tmp_path, size) as s:
        s.speak(language)
        for game in arcade.BOARDS:
            seats = ["human"] + ["hatchling"] * (Match(game).seats_count - 1)
            match = Match(game, seed=GREATEST, seats=seats)
            table = arcade.TableScene(s.app, match.copy())
            set_up = arcade.SetUp(s.app, game)
            set_up.draft.number = str(GREATEST)
            while not match.over:
                match.play(match.legal()[0])
            s.app.session.file_match(match, [0])
            ended = arcade.TableScene(s.app, match)
            ended.ended = True
            end = arcade.EndScene(s.app, ended)
            s.app.scenes = [arcade.Title(s.app), table]
            s.app.draw()
            table.unfold()
            unfolded = s.app.scenes.pop()
            scenes: list[list[arcade.Scene]] = [
                [table, unfolded], [arcade.MoreSetUp(s.app, set_up)], [ended, end],
                [arcade.Review(s.app, match)], [arcade.Treasury(s.app)],
            ]
            for letters in (100, 150):
                s.app.session.settings.text_size = letters
                for shown in scenes:
                    s.app.scenes = [arcade.Title(s.app), *shown]
                    s.app.draw()
                    named = (str(GREATEST), SHORT)
                    wrong = [one for one in faults(s.app.canvas) if any(number in one for number in named)]
                    assert not wrong, (game, letters, type(shown[-1]))
                    words, tips = s.words(), " ".join(spot.tip for spot in s.app.canvas.spots)
                    if isinstance(shown[-1], arcade.MoreSetUp):
                        assert str(GREATEST) in words
                    elif isinstance(shown[-1], (arcade.More, arcade.Review)):
                        assert SHORT in words
                        assert str(GREATEST) not in words
                        assert str(GREATEST) in tips
                    else:
                        assert str(GREATEST) not in words
