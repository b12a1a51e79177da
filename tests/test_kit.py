"""The kit: every piece has its pictures, and stretching one keeps its corners."""

from __future__ import annotations

import pygame
import pytest

from native.screen import kit
from native.screen.art import Art
from native.screen.theme import ASSETS

SIZES = [(40, 20), (200, 48), (700, 400)]


@pytest.mark.parametrize("name", kit.PIECES)
def test_every_piece_has_a_picture_for_each_state(name: str) -> None:
    for state in kit.STATES:
        assert (ASSETS / "art" / f"{kit.picture_of(name, state)}.webp").is_file()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", kit.PIECES)
def test_a_piece_fills_the_size_that_was_asked_for(name: str, size: tuple[int, int]) -> None:
    whole = pygame.image.load(ASSETS / "art" / f"{kit.picture_of(name)}.webp")
    assert kit.stretched(name, whole, size, 16.0).get_size() == size


def test_a_corner_looks_the_same_whatever_the_size() -> None:
    whole = pygame.image.load(ASSETS / "art" / f"{kit.picture_of('panel')}.webp")
    corners = []
    for size in ((300, 200), (900, 350)):
        picture = kit.stretched("panel", whole, size, 16.0)
        (_, side), (_, high) = kit.corner_of("panel", whole.get_size(), size, 16.0)
        corners.append(pygame.image.tobytes(picture.subsurface((0, 0, side, high)), "RGBA"))
    assert corners[0] == corners[1]


def test_a_game_without_a_lid_has_none_rather_than_another_picture() -> None:
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    art = Art()
    assert art.filled("none/lid", (40, 56)) is None
    lid = art.filled("duel/lid", (40, 56))
    assert lid
    assert lid.get_size() == (40, 56)
