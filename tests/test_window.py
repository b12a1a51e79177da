"""The window: at any size every scene is drawn, and what is pointed at is what is pressed."""

from __future__ import annotations

import itertools
from pathlib import Path

import pygame
import pytest

import game as arcade
from native.screen import window
from native.streams import size_of
from native.tools import shots
from native.tools.shots import draw_shot, sample_history, scene_shots
from tests.screen import Screen, drag_to, screen

ODD = (
    (320, 240), (400, 300), (480, 320), (640, 400), (720, 360), (360, 720), (1600, 300), (300, 1600),
    (160, 120), (1, 1),
)  # fmt: skip
TEXTS = (100, 150)
SAMPLE = (
    "title", "naming", "options", "duel-middle", "tricks-log", "heart-pause", "wars-end-daily", "tale-lesson-1-1",
)  # fmt: skip


def in_window(place: tuple[int, int]) -> tuple[int, int]:
    """Where a place of the picture is in the window."""
    now, picture = window.pixels(), window.surface()
    assert now
    assert picture
    shown = window.place_in(now.get_size(), picture.get_size())
    return tuple(
        at + round((one + 0.5) * most / whole)
        for at, one, most, whole in zip(shown.topleft, place, shown.size, picture.get_size(), strict=True)
    )  # type: ignore[return-value]


def draw_all(s: Screen, names: tuple[str, ...]) -> None:
    """Draws the scenes of these names in the window."""
    scenes = scene_shots(s.app)
    for name in names:
        draw_shot(s.app, scenes[name])
        window.show()


@pytest.mark.long("(1600, 300)-150", "(1600, 300)-100", "(320, 240)-150", "(320, 240)-100")
@pytest.mark.parametrize("percent", TEXTS)
@pytest.mark.parametrize("size", ODD[:2] + ODD[5:9], ids=str)
def test_scenes_of_every_kind_are_drawn_in_a_window_of_an_odd_size(
    tmp_path: Path, size: tuple[int, int], percent: int
) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.text_size = percent
        drag_to(s, size)
        draw_all(s, SAMPLE if size in ((320, 240), (1600, 300)) else SAMPLE[:3])


@pytest.mark.long
def test_every_scene_is_drawn_in_windows_of_odd_sizes(tmp_path: Path) -> None:
    """Each is made once, for the first window, and dragged to a ninth of the others, which share the scenes among
    them. Windows that are shown the same picture are drawn once."""
    first, *others = {window.picture_size(size): size for size in ODD}.values()
    with screen(tmp_path) as s:
        sample_history(s.app)
        drag_to(s, first)
        made: list[list[arcade.Scene]] = []
        for make in scene_shots(s.app).values():
            draw_shot(s.app, make)
            made.append(s.app.scenes)
            s.app.scenes = []
        for number, (percent, size) in enumerate(itertools.product(TEXTS, [first, *others])):
            s.app.scenes = [arcade.Title(s.app)]
            s.app.session.settings.text_size = percent
            drag_to(s, size)
            for scenes in made[number % 9 :: 9]:
                s.app.scenes = scenes
                s.app.draw()
                window.show()
        for scene in itertools.chain.from_iterable(made):
            scene.close()


@pytest.mark.parametrize("size", [(400, 300), (360, 720), (1600, 300)], ids=str)
def test_a_small_window_is_used_by_mouse_and_finger_as_a_large_one(tmp_path: Path, size: tuple[int, int]) -> None:
    with screen(tmp_path) as s:
        drag_to(s, size)
        assert s.app.canvas.area.size == window.picture_size(size)
        place = in_window(s.spot("options").rect.center)
        s.point(place)
        assert s.app.pointer.focus == "options"
        s.post(pygame.MOUSEBUTTONDOWN, pos=place, button=1)
        s.post(pygame.MOUSEBUTTONUP, pos=place, button=1)
        assert isinstance(s.scene, arcade.Options)
        s.app.draw()
        s.app.pointer.deaf_until = 0.0  # however short ago the click was
        place = in_window(s.spot("back").rect.center)
        for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
            s.post(kind, x=place[0] / size[0], y=place[1] / size[1], touch_id=1, finger_id=1)
        assert isinstance(s.scene, arcade.Title)
        s.point((0, 0))
        assert s.app.pointer.focus != "options"


def test_a_picture_has_the_size_of_its_window_wherever_scenes_can_be_composed_for_that(tmp_path: Path) -> None:
    for size in ((800, 600), (1280, 720), (600, 800), (1080, 1920), (3440, 1440), (5120, 1440), (7680, 4320)):
        least = min(side / most for side, most in zip(size, window.LEAST_SIZE, strict=True))
        assert window.picture_size(size) == size or least < 1
    for size in ODD:
        picture = window.picture_size(size)
        assert all(side >= least for side, least in zip(picture, window.LEAST_SIZE, strict=True))
    with screen(tmp_path) as s:
        drag_to(s, (400, 300))
        drag_to(s, (1280, 720))
        assert s.app.canvas.surface is window.pixels()


def test_pictures_to_be_looked_at_have_the_size_that_was_asked_for(tmp_path: Path) -> None:
    assert shots.main(["shots", str(tmp_path), "--size", "480x320", "--scene", "title"]) == 0
    assert pygame.image.load(tmp_path / "title.png").get_size() == (480, 320)


@pytest.mark.parametrize("size", ["0x0", "-1x-1", "100000x1", "1x1", "text", "1280", "1280x", "x720", "1e3x1e3", ""])
def test_a_size_that_no_window_has_is_refused_in_a_sentence(size: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="a size is"):
        size_of(size)
    for main, words in ((arcade.main, []), (shots.main, ["shots", "folder"])):
        with pytest.raises(SystemExit):
            main([*words, f"--size={size}"])
        told = capsys.readouterr().err.splitlines()[-1]
        assert "a size is" in told


# ---- its place on the desktop ----


class Desk:
    """A window on a desktop that gives it a frame after a while."""

    id = 1

    def __init__(self, place: pygame.Rect) -> None:
        self.place, self.frame, self.full, self.changes = place, (0, 0, 0, 0), False, 0
        self.resizable = False

    @property
    def size(self) -> tuple[int, int]:
        return (1366, 768) if self.full else self.place.size

    @size.setter
    def size(self, size: tuple[int, int]) -> None:
        self.place.size = size
        self.changes += 1

    @property
    def position(self) -> tuple[int, int]:
        return (0, 0) if self.full else self.place.topleft

    @position.setter
    def position(self, place: tuple[int, int]) -> None:
        if isinstance(place, tuple):
            self.place.topleft = place
        else:
            self.place.center = (683, 384)
        self.changes += 1

    def set_fullscreen(self, desktop: bool) -> None:
        assert desktop
        self.full = True

    def set_windowed(self) -> None:
        self.full = False


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Desk:
    made = Desk(pygame.Rect(43, 24, 1280, 720))
    monkeypatch.setattr(window, "handle", lambda: made)
    monkeypatch.setattr(window, "frame_of", lambda _: made.frame)
    monkeypatch.setattr(window, "usable", lambda _: pygame.Rect(0, 0, 1366, 768))
    return made


def test_a_window_is_brought_into_the_desktop_with_its_title_bar_and_once_only(tmp_path: Path, desk: Desk) -> None:
    desk.place = pygame.Rect(-20, 4, 1366, 768)
    with screen(tmp_path) as s:
        s.app.turn()
        assert desk.changes == 0, "the frame is not known yet"
        desk.frame = (20, 1, 5, 1)
        s.app.turn()
        assert desk.place == pygame.Rect(1, 20, 1364, 743)
        desk.place.topleft = (900, 700)  # a person moves it
        for _ in range(5):
            s.app.turn()
        assert desk.place.topleft == (900, 700)


def test_a_desktop_without_frames_is_not_asked_for_ever(tmp_path: Path, desk: Desk) -> None:
    with screen(tmp_path) as s:
        window._unframed[:] = [3]
        for _ in range(5):
            s.app.turn()
        desk.frame, desk.place.topleft = (20, 1, 5, 1), (0, 0)
        s.app.turn()
        assert (desk.changes, desk.place.topleft) == (0, (0, 0))


def test_f11_there_and_back_leaves_a_window_where_it_was(tmp_path: Path, desk: Desk) -> None:
    desk.frame = (20, 1, 5, 1)
    with screen(tmp_path) as s:
        s.app.turn()
        desk.place.topleft = (300, -5)
        before = desk.place.copy()
        for _ in range(3):
            s.key("f11")
            assert desk.full
            s.key("f11")
            assert not desk.full
            s.app.turn()
        assert desk.place == before


def test_the_first_window_after_a_full_screen_is_in_the_middle(tmp_path: Path, desk: Desk) -> None:
    with screen(tmp_path) as s:
        window._unframed[:] = [window.FRAME_ASKED]
        s.key("f11")
        desk.frame, desk.place.topleft = (20, 1, 5, 1), (0, 0)
        s.key("f11")
        s.app.turn()
        assert desk.place.centerx == 683
        assert pygame.Rect(0, 0, 1366, 768).contains(desk.place.move(0, -20))


def test_the_size_of_a_full_screen_that_was_left_is_not_kept_for_the_window(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.key("f11")
        s.key("f11")
        s.post(pygame.WINDOWSIZECHANGED, x=3840, y=2160)
        assert s.app.session.settings.window == [1280, 720]
