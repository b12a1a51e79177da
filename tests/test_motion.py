"""Cards in motion: they rise and turn on a long way, slide on a short one, and stay put where motion is reduced."""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from pygame import Rect

import game as arcade
from native import Match
from native.screen.motion import Motion
from native.screen.painting import MOTES, mote_place
from native.screen.stage import Sprite
from native.screen.theme import MOTION, THEME
from native.store.settings import Settings
from native.tools.samples import played
from tests.screen import Screen, screen

SEATS = ["hatchling", "human"]  # the person begins the first deal
WAYS = {"far": Rect(600, 100, 100, 140), "near": Rect(110, 400, 100, 140)}


@pytest.fixture
def motion() -> Motion:
    settings = Settings()
    settings.motion = "normal"
    return Motion(settings, MOTION, THEME["speed"])


def on_its_way(motion: Motion, way: str) -> tuple[Sprite, list[Rect], list[float], list[float]]:
    """A card on a way: where it is drawn, how high it is and how far it is turned, again and again."""
    sprite = Sprite("ruby", "hand", 0, 0, up=True)
    sprite.rect = Rect(100, 400, 100, 140)
    sprite.send(WAYS[way], motion, 200)
    rects, heights, turns = [], [], []
    for _ in range(21):
        rects.append(sprite.shown(motion))
        heights.append(sprite.height(motion))
        turns.append(sprite.turned(motion))
        motion.now += 10
    return sprite, rects, heights, turns


def test_a_card_that_goes_far_rises_in_an_arc_and_turns(motion: Motion) -> None:
    sprite, rects, heights, turns = on_its_way(motion, "far")
    top = heights.index(max(heights))
    assert heights[0] == 0 and heights[-1] == 0 and max(heights) > 0.9
    assert heights[: top + 1] == sorted(heights[: top + 1])
    assert heights[top:] == sorted(heights[top:], reverse=True)
    start, end = rects[0], sprite.rect
    over = [start.y + (end.y - start.y) * (rect.x - start.x) / (end.x - start.x) - rect.y for rect in rects]
    assert max(over) > 20 and rects[-1] == WAYS["far"]
    assert max(map(abs, turns)) > 0.9 and turns[-1] == 0


def test_a_card_that_makes_room_slides(motion: Motion) -> None:
    _, rects, heights, turns = on_its_way(motion, "near")
    assert not any(heights) and not any(turns)
    assert {rect.y for rect in rects} == {400} and [rect.x for rect in rects] == sorted(rect.x for rect in rects)


def test_cards_of_a_hand_that_close_up_slide(tmp_path: Path) -> None:
    board = moved(Screen(tmp_path), reduced=False)
    sprites = [sprite for sprite in board.stage.sprites if sprite.start]
    assert {sprite.zone for sprite in sprites if sprite.peak} == {"grid"}
    hand = [sprite for sprite in sprites if sprite.zone == "hand"]
    far = [sprite for sprite in hand if abs(sprite.start.x - sprite.rect.x) > sprite.rect.w // 2]
    assert far  # from one column of the hand into the other


def test_a_card_that_is_sent_on_in_the_air_keeps_its_height(motion: Motion) -> None:
    sprite = Sprite("ruby", "hand", 0, 0, up=True)
    sprite.rect = Rect(100, 400, 100, 140)
    sprite.send(WAYS["far"], motion, 200)
    motion.now += 60
    assert sprite.height(motion) > 0
    sprite.send(WAYS["far"].move(400, 0), motion, 200)
    motion.now += 60
    assert sprite.height(motion) > 0.5
    motion.now += 200
    sprite.land(motion)
    sprite.send(WAYS["far"], motion, 200)
    motion.now += 60
    assert sprite.height(motion) == 0  # it stays in its zone


def test_the_shadow_of_a_card_grows_on_its_way(tmp_path: Path) -> None:
    screen = Screen(tmp_path)
    screen.app.session.settings.motion = "normal"
    board = screen.sit("duel", seed=1, seats=SEATS).board
    screen.app.draw()
    sprite = board.stage.of("hand", board.seat)[0]
    canvas = screen.app.canvas

    def darkened() -> int:
        """How many pixels the card or its shadow has changed."""
        canvas.begin()
        canvas.surface.fill((200, 200, 200))
        canvas.paint(lambda _: board.cards.draw(canvas, sprite, Rect(500, 300, 100, 140)))
        canvas.draw()
        spots = product(range(460, 660, 2), range(260, 500, 2))
        return sum(canvas.surface.get_at(spot)[:3] != (200, 200, 200) for spot in spots)

    lying = darkened()
    sprite.changes = True
    sprite.send(sprite.rect.move(-500, 0), screen.app.motion, 200)
    screen.app.motion.now += 40
    assert darkened() > 1.1 * lying


def moved(screen: Screen, reduced: bool) -> Any:
    """The board just after a card was laid."""
    settings = screen.app.session.settings
    settings.motion, settings.reduced_motion = "normal", reduced
    table = arcade.TableScene(screen.app, Match("duel", seed=1, seats=SEATS))
    table.live.paused = True
    screen.app.scenes = [table]
    screen.app.draw()
    table.board.show(table.live.make(table.match.legal()[0]))
    return table.board


@pytest.mark.parametrize("reduced", [False, True])
def test_where_motion_is_reduced_cards_jump_to_their_places(tmp_path: Path, reduced: bool) -> None:
    screen = Screen(tmp_path)
    board = moved(screen, reduced)
    travels = any(not sprite.rests(screen.app.motion) for sprite in board.stage.sprites)
    assert travels != reduced


@pytest.mark.parametrize(
    ("reduced", "speed", "steps"), [(False, "normal", True), (True, "normal", False), (False, "off", False)]
)
def test_a_card_that_is_pointed_at_is_lifted_in_a_moment(
    tmp_path: Path, reduced: bool, speed: str, steps: bool
) -> None:
    screen = Screen(tmp_path)
    motion, settings = screen.app.motion, screen.app.session.settings
    settings.motion, settings.reduced_motion = speed, reduced
    sprite = Sprite("ruby", "hand", 0, 0, up=True)
    lifts = []
    for _ in range(15):
        motion.rising = False
        lifts.append(sprite.raise_to(0.16, motion))
        motion.now += 10
    assert lifts[-1] == 0.16 and lifts == sorted(lifts)
    assert (len(set(lifts)) > 5) == steps and not motion.rising and not motion.busy
    assert sprite.raise_to(0.0, motion) == (0.16 if steps else 0.0)


def test_a_card_in_the_hand_rises_picture_by_picture(tmp_path: Path) -> None:
    screen = Screen(tmp_path)
    table = screen.sit("duel", seed=1, seats=SEATS)
    screen.app.session.settings.motion = "normal"
    screen.app.motion.finish()
    screen.app.draw()
    key = next(spot.key for spot in screen.app.canvas.spots if spot.drag)
    table.focus = "" if table.focus == key else key
    tops = []
    for _ in range(12):
        screen.app.draw_on()
        sprite = table.board.stage.of("hand", table.board.seat)[0]
        tops.append(sprite.raised)
        if not screen.app.late:
            break
        screen.app.motion.now += 20
    assert 3 < len(tops) < 12 and not screen.app.to_draw


def test_motes_drift_through_the_light_without_a_jump() -> None:
    assert MOTES == 8
    for number in range(MOTES):
        places = [mote_place(number, now) for now in range(0, 28_000, 20)]
        assert all(0 <= shine <= 1 for _, _, shine in places)
        for (x, y, shine), (right, foot, _) in pairwise(places):
            assert shine < 0.02 or max(abs(right - x), abs(foot - y)) < 0.01


@pytest.mark.parametrize(
    ("reduced", "table", "drift"), [(False, "night", True), (True, "night", False), (False, "contrast", False)]
)
def test_motes_are_seen_while_something_moves_alone(tmp_path: Path, reduced: bool, table: str, drift: bool) -> None:
    screen = Screen(tmp_path)
    screen.app.session.settings.table = table
    board = moved(screen, reduced)
    motion = screen.app.motion
    motion.hold(motion.now + 1000)
    drawn: list[int] = []
    board.celebration.draw_motes = lambda _: drawn.append(1)
    motion.now += 500
    screen.app.dirty = True
    screen.app.draw()
    assert bool(drawn) == drift
    motion.finish()
    drawn.clear()
    screen.app.draw()
    assert not drawn


def test_motes_come_and_go_softly(motion: Motion) -> None:
    motion.now = 100.0
    motion.hold(1100)
    seen = []
    for now in range(100, 1120, 20):
        motion.now = float(now)
        seen.append(motion.presence(300))
    assert seen[0] == 0 and max(seen) == 1 and seen[-1] == 0
    assert max(abs(one - other) for one, other in pairwise(seen)) < 0.1


def test_light_around_a_landing_place_leaves_what_lies_there(tmp_path: Path) -> None:
    screen = Screen(tmp_path)
    board = moved(screen, False)
    motion, canvas = screen.app.motion, screen.app.canvas
    sprite = next(one for one in board.stage.of("grid") if not one.rests(motion))
    motion.now = sprite.began + sprite.length / 2
    canvas.begin()
    canvas.surface.fill((20, 60, 40))
    canvas.paint(lambda _: board.painter.draw_landing(canvas, sprite))
    canvas.draw()
    assert canvas.surface.get_at(sprite.rect.center)[:3] == (20, 60, 40)
    assert canvas.surface.get_at((sprite.rect.centerx, sprite.rect.bottom + 2))[:3] != (20, 60, 40)


def test_places_for_a_chosen_card_breathe_for_some_seconds_and_then_nothing_is_painted(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.motion = "normal"
        s.app.sit(played("duel", 6))
        s.app.turn()
        s.until(lambda: s.table.live.mine and not s.app.motion.busy and not s.app.motion.breathes)
        motion, canvas = s.app.motion, s.app.canvas
        board = s.table.board
        assert isinstance(board, arcade.DuelBoard)
        board.choice.hold(board.stage.of("hand", board.seat)[:1])
        s.app.dirty = True
        s.app.turn()
        assert motion.breathes
        assert motion.dark_at - motion.lit_at == pytest.approx(3 * motion.length("breath"))
        shades = []
        for step in range(9):
            motion.now = motion.lit_at + step * motion.length("breath") / 8
            canvas.draw()
            cell = next(cell for cell in board.targets())
            edge = board.cell_rect(cell).inflate(10, 10)
            shades.append(sum(canvas.surface.get_at(edge.midtop)[:3]))
        assert min(shades) == shades[4] < shades[0]
        assert abs(shades[8] - shades[0]) <= 3
        motion.dark_at = motion.now
        s.app.breathe()
        s.app.turn()
        painted = canvas.painted
        for _ in range(5):
            s.app.turn()
        assert canvas.painted == painted


@pytest.mark.parametrize(("name", "value"), [("reduced_motion", True), ("motion", "off")])
def test_light_does_not_breathe_where_nothing_shall_move(tmp_path: Path, name: str, value: object) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.motion = "normal"
        setattr(s.app.session.settings, name, value)
        s.app.sit(played("duel", 6))
        board = s.table.board
        board.choice.hold(board.stage.of("hand", board.seat)[:1])
        s.app.draw()
        assert board.choice.live
        assert not s.app.motion.breathes
        assert s.app.motion.breath == 1
