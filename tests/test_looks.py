"""The look of the tables: light from the upper left, a dashed focus, numbers that can be read, a card on trial
faint in the hand, a face that is the same on both sides."""

from __future__ import annotations

import io
from pathlib import Path
from unittest.mock import patch

import pygame
import pytest
from pygame import Rect, Surface

import game as arcade
from assets.makers.portraits import face_and_ground
from native.screen import painting
from native.screen.canvas import Canvas
from native.screen.theme import ASSETS, COLOR
from native.strings import GUISES
from native.tools.samples import played
from native.tools.shots import table_at, table_with_card
from tests.screen import contrast, luminance, pixel, screen

SIZES = [(800, 600), (1280, 720), (1920, 1080)]
MOODS = ["calm", "pleased", "stung"]


def mean(picture: Surface, part: Rect) -> tuple[int, int, int]:
    red, green, blue, *_ = pygame.transform.average_color(picture, part)
    return red, green, blue


def distance(one: tuple[int, int, int], other: tuple[int, int, int]) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def test_a_table_is_warm_towards_the_window_and_dark_in_the_far_corner() -> None:
    ground = Surface((320, 180))
    ground.fill((120, 120, 120))
    painting.sunlit(ground)
    near, far = mean(ground, Rect(70, 20, 50, 40)), mean(ground, Rect(290, 150, 30, 30))
    assert luminance(near) > luminance((120, 120, 120)) > luminance(far)
    assert near[0] > near[2]


@pytest.mark.parametrize("name", ["gold", "token-red", "token-blue", "rail-red", "rail-blue"])
def test_metal_and_enamel_are_lit_from_above(name: str) -> None:
    picture = pygame.image.load(ASSETS / "art" / "kit" / f"{name}.webp")
    wide, high = picture.get_size()
    rim = max(2, high // 24)
    top, foot = (mean(picture, Rect(wide // 4, y, wide // 2, rim)) for y in (rim, high - 2 * rim))
    assert luminance(top) > luminance(foot)


@pytest.mark.parametrize("name", ["token-red", "token-blue", "token-green", "token-brown", "rail-red", "rail-blue"])
def test_cream_numbers_can_be_read_on_enamel(name: str) -> None:
    picture = pygame.image.load(ASSETS / "art" / "kit" / f"{name}.webp")
    middle = picture.get_rect().inflate(-picture.get_width() // 2, -picture.get_height() // 2)
    assert contrast(COLOR["cream"], mean(picture, middle)) >= 4.5


@pytest.mark.parametrize("size", [(200, 120), (40, 40), (600, 30)])
def test_the_frame_of_the_focus_is_whole_strong_at_its_corners_and_edged_with_ink(size: tuple[int, int]) -> None:
    frame = painting.gilt_corners(size, 3, 8)
    across, down = size[0] // 2, size[1] // 2
    assert frame.get_at((across, down))[3] == 0
    rows = [y for y in range(down) if frame.get_at((across, y))[3] > 128]
    assert rows
    assert rows == list(range(rows[0], rows[-1] + 1))
    colours = [pixel(frame, (across, y)) for y in rows]
    assert max(contrast(one, other) for one in colours for other in colours) >= 4.5  # seen on light and on dark
    if min(size) > 100:
        at_corner = [y for y in range(down) if frame.get_at((24, y))[3] > 128]
        assert len(at_corner) > len(rows)


@pytest.mark.parametrize("game", ["duel", "heart"])
def test_a_card_on_trial_is_faint_in_the_hand(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        s.app.scenes = table_with_card(s.app, game, len(played(game, 10_000).moves) // 2)
        s.app.draw()
        board = s.table.board
        (card,) = board.tried()
        inside = card.rect.inflate(-card.rect.w // 3, -card.rect.h // 3)
        shown = mean(s.app.canvas.surface, inside)
        whole = mean(board.cards.picture(card.card, card.rect.w), inside.move(-card.rect.x, -card.rect.y))
        ground = s.app.canvas.ground
        assert ground
        assert distance(shown, mean(ground[1], inside)) < distance(shown, whole)


@pytest.mark.parametrize("size", SIZES)
def test_cards_out_of_the_game_lie_beside_nothing_else(tmp_path: Path, size: tuple[int, int]) -> None:
    with screen(tmp_path, size) as s:
        for moves in range(0, 17, 4):
            s.app.sit(played("duel", moves))
            s.app.draw()
            board = s.table.board
            assert isinstance(board, arcade.DuelBoard)
            hand = board.stage.of("hand", board.seat)
            pile = board.plan.away(len(hand), 4)
            assert not pile or all(not pile[0].unionall(pile).colliderect(one.rect) for one in hand)
            assert all(s.app.canvas.area.contains(one) and not one.colliderect(board.tray) for one in pile)
            assert pile or len(hand) > 2


@pytest.mark.parametrize("game", arcade.BOARDS)
def test_nothing_of_a_board_lies_under_a_tray_with_names(tmp_path: Path, game: str) -> None:
    """Its names are widest in German with large text, and the narrowest screen has the least room beside them."""
    with screen(tmp_path, (800, 600)) as s:
        s.app.session.settings.text_size = 150
        s.app.session.settings.guided = {}
        s.speak("de")
        for moves in (0, 4, len(played(game, 10_000).moves) // 2):
            s.app.scenes = [table_at(s.app, played(game, moves))]
            s.app.draw()
            s.table.board.stage.reset()
            s.app.draw()
            tray, c = s.table.tray, s.app.canvas
            assert tray.named
            assert [one.key for one in c.spots[c.chrome:] if one.rect.colliderect(tray.rect)] == []
            names = {button.label for button in s.table.commands}
            assert {one.text for one in c.written if one.ink.colliderect(tray.rect)} <= names


@pytest.mark.parametrize("game", ["wars", "tale"])
def test_whoever_leads_wears_a_wreath_and_no_crown(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        s.app.scenes = [table_at(s.app, played(game, len(played(game, 10_000).moves) // 2))]
        s.app.draw()
        s.table.board.stage.reset()
        with patch.object(Canvas, "picture", autospec=True, side_effect=Canvas.picture) as pictures:
            s.app.draw()
        board, drawn = s.table.board, [(call.args[1], call.kwargs) for call in pictures.call_args_list]
        scores = s.table.match.scores
        leaders = [seat for seat, score in enumerate(scores) if score == max(scores)]
        wreaths = [where["center"] for name, where in drawn if name == "game/laurel"]
        assert len(wreaths) == len(leaders) < len(scores)
        assert all(any(board.face_place(seat).collidepoint(at) for at in wreaths) for seat in leaders)
        assert not any("crown" in name for name, _ in drawn)


@pytest.mark.parametrize("mood", MOODS)
@pytest.mark.parametrize("name", GUISES)
def test_eyes_and_mouth_of_a_person_are_the_same_on_both_sides(name: str, mood: str) -> None:
    svg, _ = face_and_ground(name, mood)
    face = pygame.image.load_sized_svg(io.BytesIO(svg.encode()), (128, 128))
    mirrored = pygame.transform.flip(face, True, False)
    off = [distance(pixel(face, (x, y)), pixel(mirrored, (x, y))) for x in range(34, 64) for y in range(50, 100)]
    assert sum(off) / len(off) < 40
