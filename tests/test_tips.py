"""Tooltips: each lies on the screen, beside what it speaks of, and over nothing that one aims at next."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pygame import Rect

import game as arcade
from native.screen.pointer import Spot
from native.screen.tooltips import covered, tip_place
from native.tools.shots import draw_shot, game_shots, scene_shots
from tests.screen import Screen, screen


def pictures(s: Screen, game: str) -> Iterator[str]:
    """Draws every picture of a game, or (for "") of what belongs to none."""
    shots = game_shots(s.app, game) if game else scene_shots(s.app)
    for name, make in shots.items():
        if bool(game) or not any(name.startswith(other) for other in arcade.BOARDS):
            draw_shot(s.app, make)
            yield name


def aimed(spot: Spot, other: Spot) -> bool:
    """Whether a spot is one that arrows lead to, besides that which a tooltip is of and what lies within it."""
    return other.nav and other.key != spot.key and not spot.rect.contains(other.rect)


PAGES = ["", *arcade.BOARDS]
LOOKS = [("de", (1280, 720)), ("en", (1920, 1080))]
CASES = [(game, *LOOKS[number % 2]) for number, game in enumerate(PAGES)]


@pytest.mark.parametrize(("game", "language", "size"), CASES)
@pytest.mark.long
def test_no_tooltip_covers_what_is_aimed_at_next(
    tmp_path: Path, game: str, language: str, size: tuple[int, int]
) -> None:
    with screen(tmp_path, size) as s:
        s.speak(language)
        seen = 0
        for name in pictures(s, game):
            c = s.app.canvas
            for spot in (spot for spot in c.spots if spot.tip):
                seen += 1
                box = c.tip_box(spot)
                assert c.area.contains(box), (name, spot.key)
                hidden = [other.key for other in c.spots if aimed(spot, other) and box.colliderect(other.rect)]
                assert not hidden, f"{name}: the tooltip of {spot.key} covers {hidden}"
        assert seen > 20


def test_a_tooltip_lies_beside_its_spot_where_there_is_room() -> None:
    whole = Rect(0, 0, 1000, 600)
    near = Rect(400, 300, 100, 40)
    spot = Spot("a", near, tip="x")
    free = tip_place((200, 50), near, 5, whole, covered(spot, [spot], [], []))
    assert free.topleft == (350, 345)
    below = Spot("b", Rect(400, 345, 100, 40))
    above = tip_place((200, 50), near, 5, whole, covered(spot, [spot, below], [], []))
    assert above.bottomleft == (350, 295)
    walls = [Spot(str(y), Rect(400, y, 100, 40)) for y in range(0, 600, 45)]
    beside = tip_place((200, 50), near, 5, whole, covered(spot, [spot, *walls], [], []))
    assert beside.left == 505
    assert not beside.collidelistall([wall.rect for wall in walls])


@pytest.mark.parametrize("letters", [100, 150])
@pytest.mark.parametrize("size", [(800, 600), (1280, 720), (1920, 1080)])
def test_what_stands_on_the_page_is_no_tooltip_besides(tmp_path: Path, size: tuple[int, int], letters: int) -> None:
    """Options say in the row, or below all rows, what there is to say."""
    with screen(tmp_path, size) as s:
        s.app.session.settings.text_size = letters
        s.app.input.device = "pad"
        s.app.push(arcade.Options(s.app))
        for name in arcade.Options.TABLE:
            s.scene.focus = name
            s.app.draw()
            s.app.notes.tip_at = 0
            s.app.draw()
            tip = s.spot(name).tip
            assert tip
            assert s.words().split("\n").count(tip) == 1


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", list(arcade.BOARDS))
def test_pointing_at_what_a_start_page_tells_explains_the_words_of_the_game(
    tmp_path: Path, game: str, language: str
) -> None:
    with screen(tmp_path) as s:
        s.speak(language)
        s.app.push(arcade.SetUp(s.app, game))
        tip = s.spot("terms").tip
        assert tip == s.app.session.strings(f"game.{game}.terms")
        assert game != "tricks" or {"en": "Power Play", "de": "Machtspiel"}[language] in tip
