"""Keys, controllers and fingers: one press does one thing once, whatever is held and whatever else is touched."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pygame
import pytest

import game as arcade
from native.screen import bindings
from native.screen.bindings import Action, Input
from native.screen.canvas import Canvas
from native.store.settings import Settings
from tests.screen import Screen, screen

LEFT_X, LEFT_Y = pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The time in milliseconds, which stands still until a test moves it."""
    now = [1000]
    monkeypatch.setattr(pygame.time, "get_ticks", lambda: now[0])
    return now


def key(s: Screen, code: int, down: bool = True, text: str = "") -> None:
    kind = pygame.KEYDOWN if down else pygame.KEYUP
    s.post(kind, key=code, mod=0, unicode=text, scancode=0)


def button(s: Screen, code: int, down: bool = True, pad: int = 0) -> None:
    kind = pygame.CONTROLLERBUTTONDOWN if down else pygame.CONTROLLERBUTTONUP
    s.post(kind, button=code, instance_id=pad)


def lean(s: Screen, value: float, axis: int = LEFT_Y, pad: int = 0) -> None:
    s.post(pygame.CONTROLLERAXISMOTION, axis=axis, value=round(value * 32_767), instance_id=pad)


def options(s: Screen) -> list[str]:
    """Opens the options; the spots that had the focus, one more with each change."""
    s.app.push(arcade.Options(s.app))
    s.app.draw()
    return [s.app.pointer.focus]


# ---- what is held ----


def test_enter_that_is_held_accepts_once(tmp_path: Path, clock: list[int]) -> None:
    with screen(tmp_path) as s:
        table = s.sit("duel", options={"first": 0}, seed=5, seats=["human", "hatchling"])
        s.walk("hand0", s.key)
        for _ in range(30):
            key(s, pygame.K_RETURN)
            clock[0] += 60
        assert len(table.held) == 1, "the card was chosen, and not put down again"
        key(s, pygame.K_RETURN, down=False)
        key(s, pygame.K_RETURN)
        assert table.match.moves, "it was put down by the second press"


def test_enter_that_is_held_leads_through_one_door_only(tmp_path: Path, clock: list[int]) -> None:
    with screen(tmp_path) as s:
        for _ in range(30):
            key(s, pygame.K_RETURN)
            clock[0] += 60
        assert isinstance(s.scene, arcade.SetUp)
        assert len(s.app.scenes) == 2


def test_an_arrow_that_is_held_moves_on(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        seen = options(s)
        for _ in range(3):
            key(s, pygame.K_DOWN)
            seen.append(s.app.pointer.focus)
        assert len({*seen}) == 4


@pytest.mark.parametrize("code", [pygame.K_ESCAPE, pygame.K_m, pygame.K_u, pygame.K_h, pygame.K_l, pygame.K_F11])
def test_no_command_is_repeated_by_a_key_that_is_held(tmp_path: Path, code: int, clock: list[int]) -> None:
    with screen(tmp_path) as s:
        s.sit("duel", options={"first": 0}, seed=5, seats=["human", "hatchling"])
        key(s, code)
        scenes, log = list(s.app.scenes), s.table.show_log
        full = s.app.session.settings.full_screen
        for _ in range(5):
            clock[0] += 60
            key(s, code)
        assert (s.app.scenes, s.table.show_log, s.app.session.settings.full_screen) == (scenes, log, full)


def test_enter_that_is_held_is_not_bound_to_what_waits_for_a_key(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        keys = arcade.Keys(s.app)
        s.app.push(keys)
        s.app.draw()
        keys.focus = "key_hint"
        for _ in range(5):
            key(s, pygame.K_RETURN)
        assert keys.waiting == "hint"
        assert s.app.session.settings.keys == {}


def test_a_letter_that_is_held_is_typed_again(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        found: list[str] = []
        s.app.push(arcade.Naming(s.app, "Who?", "", found.append))
        s.app.draw()
        for _ in range(3):
            key(s, pygame.K_a, text="a")
        key(s, pygame.K_a, down=False)
        s.key("enter")
        assert found == ["aaa"]


def test_a_key_whose_release_another_window_got_works_again(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        key(s, pygame.K_RETURN)
        assert isinstance(s.scene, arcade.SetUp)
        s.post(pygame.WINDOWFOCUSLOST)
        s.scene.focus = "more"
        key(s, pygame.K_RETURN)
        assert isinstance(s.scene, arcade.MoreSetUp)


def test_a_direction_held_on_a_controller_moves_on_and_accept_does_not(tmp_path: Path, clock: list[int]) -> None:
    with screen(tmp_path) as s:
        seen = options(s)
        button(s, pygame.CONTROLLER_BUTTON_DPAD_DOWN)
        for _ in range(4):
            seen.append(s.app.pointer.focus)
            clock[0] += bindings.HELD_MS
            s.app.turn()
        assert len({*seen}) == 5
        button(s, pygame.CONTROLLER_BUTTON_DPAD_DOWN, down=False)
        clock[0] += bindings.HELD_MS
        here = s.app.pointer.focus
        s.app.turn()
        assert s.app.pointer.focus == here
        s.app.home()
        s.app.draw()
        button(s, pygame.CONTROLLER_BUTTON_A)
        for _ in range(4):
            clock[0] += bindings.HELD_MS
            s.app.turn()
        assert len(s.app.scenes) == 2


# ---- a press that arrives twice ----


@pytest.mark.parametrize("first", ["pad", "keyboard"])
@pytest.mark.parametrize(("after", "pages"), [(0, 1), (50, 1), (51, 2), (400, 2)])
def test_a_press_that_comes_as_that_of_a_pad_and_of_a_key_counts_once(
    tmp_path: Path, clock: list[int], first: str, after: int, pages: int
) -> None:
    """Escape and B: each leaves one page."""
    with screen(tmp_path) as s:
        presses = [lambda: button(s, pygame.CONTROLLER_BUTTON_B), lambda: key(s, pygame.K_ESCAPE)]
        for press in presses if first == "pad" else reversed(presses):
            if press is not (presses[0] if first == "pad" else presses[1]):
                clock[0] += after
                s.app.turn()
            else:
                s.app.push(arcade.Options(s.app))
                s.app.push(arcade.Keys(s.app))
                s.app.turn()
            press()
        assert len(s.app.scenes) == 3 - pages


def test_the_second_of_the_two_may_be_read_late_where_a_picture_took_long(tmp_path: Path, clock: list[int]) -> None:
    with screen(tmp_path) as s:
        s.app.push(arcade.Options(s.app))
        s.app.push(arcade.Keys(s.app))
        s.app.turn()
        for event in (
            pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, button=pygame.CONTROLLER_BUTTON_B, instance_id=0),
            pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=0),
        ):
            pygame.event.post(event)
            handled = s.app.input.events()
            s.app.handle(next(handled))
            clock[0] += 300  # before events are asked for again
        assert len(s.app.scenes) == 2


def test_two_presses_of_one_device_count_twice_however_quick(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.push(arcade.Options(s.app))
        s.app.push(arcade.Keys(s.app))
        s.app.turn()
        for _ in range(2):
            button(s, pygame.CONTROLLER_BUTTON_B)
            button(s, pygame.CONTROLLER_BUTTON_B, down=False)
        assert isinstance(s.scene, arcade.Title)


# ---- sticks ----


def leans(values: list[float], pads: Input | None = None, pad: int = 0) -> list[Action]:
    """The actions of one controller's stick that takes these positions one after the other."""
    taken = pads or Input(Settings())
    events = [
        pygame.event.Event(pygame.CONTROLLERAXISMOTION, axis=LEFT_X, value=round(value * 32_767), instance_id=pad)
        for value in values
    ]
    return [action for event in events for action in taken.actions(event, typing=False)]


@pytest.mark.parametrize(
    ("values", "ways"),
    [
        ([0.3, 0.5, 0.54], []),
        ([0.56], ["right"]),
        ([0.56, 0.5, 0.56, 0.41, 0.9], ["right"]),
        ([0.56, 0.39, 0.5, 0.56], ["right", "right"]),
        ([-0.6, -0.45, -0.6, 0, -0.6], ["left", "left"]),
        ([0.9, -0.9, -0.45, 0.45], ["right", "left"]),
        ([0.9, -0.45, 0.56], ["right", "right"]),
    ],
)
def test_a_stick_counts_once_until_it_has_come_back_far_enough(values: list[float], ways: list[str]) -> None:
    assert [action.name for action in leans(values)] == ways


def test_a_stick_that_rests_off_centre_blocks_no_other_controller() -> None:
    pads = Input(Settings())
    assert [action.name for action in leans([0.7], pads, pad=0)] == ["right"]
    assert [action.name for action in leans([0.9, 0.0, 0.9], pads, pad=1)] == ["right", "right"]
    unplugged = pygame.event.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=0)
    assert list(pads.actions(unplugged, typing=False)) == []
    assert [action.name for action in leans([0.7], pads, pad=0)] == ["right"]


def test_a_stick_moves_the_focus_and_one_that_stays_there_moves_it_once(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        seen = options(s)
        for value in (1.0, 0.5, 1.0):
            lean(s, value)
            seen.append(s.app.pointer.focus)
        assert len({*seen}) == 2


# ---- fingers ----


def touch(s: Screen, kind: int, place: tuple[int, int], finger: int) -> None:
    share = {"x": (place[0] + 0.5) / 1280, "y": (place[1] + 0.5) / 720}
    s.post(kind, **share, dx=0, dy=0, touch_id=1, finger_id=finger, pressure=1)


def test_the_first_finger_owns_a_drag_and_others_do_nothing_to_it(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = s.sit("duel", options={"first": 0}, seed=5, seats=["human", "hatchling"])
        start = s.spot("hand0").rect.center
        touch(s, pygame.FINGERDOWN, start, 1)
        touch(s, pygame.FINGERMOTION, (start[0], start[1] - 60), 1)
        dragged = list(s.app.pointer.dragging)
        assert dragged
        menu = s.spot("menu").rect.center
        touch(s, pygame.FINGERDOWN, menu, 2)
        touch(s, pygame.FINGERMOTION, (menu[0] + 30, menu[1] + 30), 2)
        touch(s, pygame.FINGERUP, menu, 2)
        assert s.scene is table
        assert list(s.app.pointer.dragging) == dragged
        assert s.app.pointer.at == (start[0], start[1] - 60)
        touch(s, pygame.FINGERDOWN, menu, 2)
        target = next(spot for spot in s.app.canvas.spots if spot.drop).rect.center
        touch(s, pygame.FINGERMOTION, target, 1)
        touch(s, pygame.FINGERUP, target, 1)
        assert table.match.moves
        touch(s, pygame.FINGERUP, menu, 2)
        assert s.scene is table, "the other finger has pressed nothing"
        touch(s, pygame.FINGERDOWN, menu, 2)
        touch(s, pygame.FINGERUP, menu, 2)
        assert isinstance(s.scene, arcade.Pause)


def test_a_finger_that_another_window_has_taken_lets_go(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = s.sit("duel", options={"first": 0}, seed=5, seats=["human", "hatchling"])
        start = s.spot("hand0").rect.center
        touch(s, pygame.FINGERDOWN, start, 1)
        touch(s, pygame.FINGERMOTION, (start[0], start[1] - 60), 1)
        s.post(pygame.WINDOWFOCUSLOST)
        assert not s.app.pointer.dragging
        assert not table.match.moves
        s.key("esc")
        touch(s, pygame.FINGERDOWN, s.spot("menu").rect.center, 7)
        touch(s, pygame.FINGERUP, s.spot("menu").rect.center, 7)
        assert isinstance(s.scene, arcade.Pause)


# ---- clicks ----


def click(s: Screen, place: tuple[int, int]) -> None:
    s.post(pygame.MOUSEBUTTONDOWN, pos=place, button=1)
    s.post(pygame.MOUSEBUTTONUP, pos=place, button=1)


@pytest.mark.parametrize(("after", "chosen"), [(0, False), (249, False), (250, True)])
def test_a_double_click_opens_a_page_and_presses_nothing_there(
    tmp_path: Path, clock: list[int], after: int, chosen: bool
) -> None:
    with screen(tmp_path) as s:
        tile = s.spot("tale").rect
        s.click("tale")
        others = [s.spot(f"who.{level}").rect.clip(tile) for level in ("wyrmling", "drake", "dragon")]
        place = max(others, key=lambda one: one.w * one.h).center  # an opponent lies where the game was pressed
        s.key("esc")
        clock[0] += 1000
        click(s, place)
        page = s.scene
        assert isinstance(page, arcade.SetUp)
        s.app.draw()
        seats = list(page.draft.seats)
        clock[0] += after
        click(s, place)
        assert (page.draft.seats != seats) == chosen
        assert not s.app.notes.words
        clock[0] += 1000
        click(s, place)
        assert page.draft.seats != seats


def test_two_quick_clicks_on_one_page_both_count(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        options(s)
        place = s.spot("sound+1").rect.center
        before = s.app.session.settings.sound
        click(s, place)
        once = s.app.session.settings.sound
        click(s, place)
        assert len({before, once, s.app.session.settings.sound}) == 3


# ---- a drag ----


@pytest.mark.parametrize("ends", ["escape", "right"])
def test_leaving_during_a_drag_ends_the_drag_and_nothing_else(tmp_path: Path, ends: str) -> None:
    with screen(tmp_path) as s:
        table = s.sit("duel", options={"first": 0}, seed=5, seats=["human", "hatchling"])
        start = s.spot("hand0").rect.center
        s.point(start)
        s.post(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
        s.point((start[0], start[1] - 60))
        assert s.app.pointer.dragging
        for name in ("u", "m", "h", "enter", "f1"):
            s.key(name)
        assert (s.scene, bool(s.app.pointer.dragging)) == (table, True)
        if ends == "escape":
            s.key("esc")
        else:
            s.post(pygame.MOUSEBUTTONDOWN, pos=start, button=3)
        assert (s.scene, list(s.app.pointer.dragging), table.held) == (table, [], [])
        target = next(spot for spot in s.app.canvas.spots if spot.drop).rect.center
        s.post(pygame.MOUSEBUTTONUP, pos=target, button=1)
        assert not table.match.moves
        assert s.scene is table


@pytest.mark.parametrize("device", ["mouse", "keyboard"])
def test_the_button_that_quits_asks_as_escape_does(tmp_path: Path, device: str) -> None:
    with screen(tmp_path) as s:
        if device == "mouse":
            s.click("quit")
        else:
            s.walk("quit", s.key)
            s.key("enter")
        assert isinstance(s.scene, arcade.Ask)
        assert s.scene.words == s.app.session.strings("title.leave")
        assert s.app.running
        s.key("esc")
        s.key("esc")
        assert isinstance(s.scene, arcade.Ask)
        assert s.scene.words == s.app.session.strings("title.leave")


# ---- the focus ----


def at_table(s: Screen) -> arcade.TableScene:
    """A table used by keys, the first card under the focus."""
    table = s.sit("duel", options={"first": 0}, seed=5, seats=["human", "hatchling"])
    s.walk("hand0", s.key)
    return table


@pytest.mark.parametrize("spot", ["hand2", "undo", "more"])
def test_the_focus_survives_undo_and_redo(tmp_path: Path, spot: str) -> None:
    with screen(tmp_path) as s:
        table = at_table(s)
        table.play(table.match.legal()[0])
        s.until(lambda: table.live.mine and not s.app.motion.busy)
        table.live.helped = True
        table.focus = spot
        for name in ("u", "r", "u"):
            s.key(name)
            s.app.draw()
            assert s.app.pointer.focus == spot
        assert not table.match.moves


def test_undo_can_be_pressed_again_and_again(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = at_table(s)
        for _ in range(2):
            table.play(table.match.legal()[0])
            s.until(lambda: table.live.mine and not s.app.motion.busy)
        table.live.helped = True
        s.walk("undo", s.key)
        s.key("enter")
        s.key("enter")
        assert not table.match.moves


def test_a_move_leaves_the_focus_on_what_lies_around_the_board(tmp_path: Path) -> None:
    """Machines play step by step, by one button."""
    with screen(tmp_path) as s:
        table = s.sit("duel", seed=5, seats=["hatchling", "hatchling"])
        table.live.paused = True
        s.app.draw()
        s.walk("step", s.key)
        for count in (1, 2, 3):
            s.key("enter")
            s.until(lambda count=count: len(table.match.moves) == count)  # type: ignore[misc]
            s.app.draw()
            assert s.app.pointer.focus == "step"


@pytest.mark.parametrize("way", ["new", "restart"])
def test_the_focus_survives_another_deal(tmp_path: Path, way: str) -> None:
    with screen(tmp_path) as s:
        table = at_table(s)
        table.focus = "hint"
        s.key("m")
        s.walk(way, s.key)
        s.key("enter")
        assert s.table is not table
        s.app.draw()
        assert s.app.pointer.focus == "hint"


@pytest.mark.long
def test_the_focus_is_where_it_was_after_a_page(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        at_table(s)
        s.scene.focus = "hand2"
        for name in ("f1", "m"):
            s.key(name)
            s.key("esc")
            assert s.app.pointer.focus == "hand2"
        s.app.home()
        for way in ("players", "options", "daily"):
            s.walk(way, s.key)
            s.key("enter")
            assert not isinstance(s.scene, arcade.Title)
            s.key("esc")
            s.app.draw()
            assert s.app.pointer.focus == way


@pytest.mark.parametrize("device", ["mouse", "keyboard"])
def test_only_the_topmost_page_shows_the_focus(tmp_path: Path, device: str) -> None:
    """Whatever has the same name on the page under it."""
    with screen(tmp_path) as s:
        s.app.input.device = device
        page = arcade.SetUp(s.app, "duel")
        s.app.scenes = [arcade.Title(s.app), page, arcade.LessonFirst(s.app, "duel", lambda: None)]
        s.scene.focus = page.focus = "learn"
        with patch.object(Canvas, "focus_frame", autospec=True) as framed:
            s.app.draw()
        assert [call.args[1] for call in framed.call_args_list] == [s.spot("learn").rect]


# ---- Escape ----


def test_one_escape_does_one_thing(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = at_table(s)
        s.key("enter")
        assert table.held
        table.talk.next_at = 0.0
        table.talk.say("praise", table.talk.machines[-1], s.app.session.strings)
        assert table.talk.said
        for said, held, paused in ((False, True, False), (False, False, False), (False, False, True)):
            s.key("esc")
            assert (bool(table.talk.said), bool(table.held)) == (said, held)
            assert isinstance(s.scene, arcade.Pause) == paused
        s.key("esc")
        assert s.app.scenes[-1:] == [table]
