"""A picture is a function of state: drawing changes nothing, and one input makes one picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType, MethodType
from typing import Any
from unittest.mock import patch

import pygame
import pytest

import game as arcade
from native import Match
from native.play.words import Telling
from native.position import Position
from native.profile.session import Session
from native.screen.art import Art
from native.screen.canvas import Canvas
from native.screen.cards import Cards
from native.screen.motion import Motion
from native.screen.theme import picture_names
from native.store.database import Database
from native.strings import Strings
from native.tools.samples import played
from native.tools.shots import draw_shot, game_shots, sample_history, scene_shots, stir
from tests.screen import Screen, screen

# What drawing may fill: the canvas, and what is worked out once and kept for the next picture.
CACHES = (
    arcade.App,
    Art,
    Canvas,
    Cards,
    Database,
    Motion,
    Session,
    Strings,
    Telling,
)
KEPT = {"legal_key", "legal_moves", "plan_key", "plan"}


def snapshot(thing: Any, seen: dict[int, int]) -> object:
    """All that can be reached from a thing by its attributes, as values that can be compared."""
    if thing is None or isinstance(thing, bool | int | float | str | bytes | type):
        return thing
    if isinstance(thing, pygame.Rect):
        return tuple(thing)
    if isinstance(thing, FunctionType | MethodType):
        return type(thing).__name__
    if isinstance(thing, Position):
        moves = list(thing.moves) if isinstance(thing, Match) else []
        return "position", thing.game, moves, thing.memory()
    if id(thing) in seen:
        return "seen", seen[id(thing)]
    seen[id(thing)] = len(seen)
    if isinstance(thing, Mapping):
        return [(snapshot(key, seen), snapshot(value, seen)) for key, value in thing.items()]
    if isinstance(thing, set | frozenset):
        return [snapshot(one, seen) for one in sorted(thing, key=lambda one: (hash(one), repr(one)))]
    if isinstance(thing, list | tuple) or type(thing).__name__ == "deque":
        return [snapshot(one, seen) for one in thing]
    if isinstance(thing, CACHES) or not type(thing).__module__.startswith(("game", "native")):
        return type(thing).__name__
    named = [(name, snapshot(one, seen)) for name, one in vars(thing).items() if name not in KEPT]
    return type(thing).__name__, named


def state(app: arcade.App) -> object:
    """The state of the arcade, apart from what drawing may fill."""
    seen: dict[int, int] = {}
    parts = (app.scenes, app.pointer, app.notes, app.session.settings)
    return [snapshot(part, seen) for part in parts]


def changed(before: object, after: object, path: str = "") -> str:
    """Where two states differ first; "" where they are the same."""
    if before == after:
        return ""
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return next(found for at, pair in pairs if (found := changed(*pair, f"{path}/{at}")))
    if isinstance(before, tuple) and isinstance(after, tuple) and before[:1] == after[:1]:
        return changed(list(before[1:]), list(after[1:]), f"{path}/{before[0]}")
    return f"{path}: {before!r} is now {after!r}"


def picture(app: arcade.App) -> bytes:
    """Draws what is to be seen; the picture, byte by byte."""
    app.lay_out()
    app.draw_notes()
    app.canvas.draw()
    return app.canvas.surface.get_view("0").raw


@contextmanager
def plays() -> Iterator[list[tuple[bytes, str]]]:
    """Every move that is played in the engine, with the position that it was played in."""
    found: list[tuple[bytes, str]] = []
    step = Position._step

    def counted(position: Position, move: int) -> Any:
        found.append((position.memory(), position._move_text(move)))
        return step(position, move)

    with patch.object(Position, "_step", counted):
        yield found


@pytest.mark.parametrize("game", ["", *arcade.BOARDS])
@pytest.mark.long
def test_drawing_changes_nothing(tmp_path: Path, game: str) -> None:
    with screen(tmp_path, (800, 600)) as s:
        app = s.app
        sample_history(app)
        shots = game_shots(app, game) if game else scene_shots(app)
        names = [name for name in shots if game or not name.startswith(tuple(arcade.BOARDS))]
        for name in names:
            draw_shot(app, shots[name])
            app.lay_out()
            before = state(app)
            first = picture(app)
            assert not (found := changed(before, state(app))), f"{name}: drawing changed {found}"
            with plays() as played:
                assert picture(app) == first, f"{name}: the second picture is another"
            assert not played, f"{name}: drawing played {played}"
            app.draw()
            assert not (found := changed(before, state(app))), f"{name}: by itself changed {found}"


@pytest.mark.parametrize("game", arcade.BOARDS)
def test_all_that_can_be_pressed_is_known_before_a_picture_is_painted(tmp_path: Path, game: str) -> None:
    """Painting asks the engine nothing, and leaves spots and focus as they were laid out."""
    with screen(tmp_path) as s:
        s.app.sit(played(game, 9))
        s.app.draw()
        s.app.draw()
        s.app.lay_out()
        c = s.app.canvas
        spots, cards, focus = [*c.spots], [*c.cards], s.scene.focus
        surface = pygame.image.tobytes(c.surface, "RGB")
        c.surface.fill((1, 2, 3))
        with plays() as made:
            c.draw()
        assert not made
        assert (c.spots, c.cards, s.scene.focus) == (spots, cards, focus)
        assert pygame.image.tobytes(c.surface, "RGB") == surface


def hovered(s: Screen, place: tuple[int, int]) -> tuple[list[tuple[bytes, str]], int]:
    """The plays and the pictures of one click, of a mouse that already points there."""
    s.point(place)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=place, button=1))
    draw = Canvas.draw
    with plays() as played, patch.object(Canvas, "draw", autospec=True, side_effect=draw) as drawn:
        s.app.turn()
    return played, drawn.call_count


@pytest.mark.long("heart", "tale")
@pytest.mark.parametrize("game", arcade.BOARDS)
def test_a_click_makes_one_picture_and_plays_its_move_once(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        match = played(game, 9)
        seats = ["hatchling"] * match.seats_count
        seats[match.to_act or 0] = "human"
        s.app.sit(Match.load(match.record() | {"seats": seats}))
        s.table.live.paused = True
        s.app.turn()
        s.app.turn()
        before, count = s.table.match.memory(), len(s.table.match.moves)
        card = next(spot for spot in s.app.canvas.spots if spot.drag)
        clicked = [hovered(s, card.rect.center)]
        if len(s.table.match.moves) == count:
            target = next(spot for spot in s.app.canvas.spots if spot.drop and spot.nav)
            clicked.append(hovered(s, target.rect.center))
        move = s.table.match.moves[count]
        for made, drawn in clicked:
            assert drawn <= 1
            assert made.count((before, move)) <= 1
        assert clicked[-1][0].count((before, move)) == 1  # a card that is only held is tried at each place


def test_each_input_is_answered_by_a_picture_of_what_the_one_before_did(tmp_path: Path) -> None:
    """Two keys in one round of the loop: the first opens the menu, the second closes it."""
    with screen(tmp_path) as s:
        s.sit("duel", seed=3)
        s.app.turn()
        with patch.object(Canvas, "draw", autospec=True, side_effect=Canvas.draw) as drawn:
            for kind in (pygame.KEYDOWN, pygame.KEYUP, pygame.KEYDOWN):
                event = pygame.event.Event(kind, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=0)
                pygame.event.post(event)
            s.app.turn()
        assert isinstance(s.scene, arcade.TableScene)
        assert drawn.call_count == 2


@pytest.mark.long
@pytest.mark.parametrize("game", arcade.BOARDS)
def test_drawing_changes_nothing_while_cards_move(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        app = s.app
        match = played(game, 9)
        match.seats = ["human"] * match.seats_count
        app.sit(match)
        s.table.curtain = False
        app.session.settings.motion = "normal"
        app.draw()
        s.table.play(match.legal()[0])
        moving = 0
        for _ in range(12):
            app.motion.now += 60
            s.table.board.stage.tick()
            moving += not s.table.board.stage.rested()
            app.draw()
            before = state(app)
            first = picture(app)
            assert not (found := changed(before, state(app))), f"drawing changed {found}"
            assert picture(app) == first
        assert moving


# ---- made pictures ----


def test_a_made_picture_is_decoded_once_for_all_sizes(tmp_path: Path) -> None:
    with screen(tmp_path) as s, patch.object(pygame.image, "load", wraps=pygame.image.load) as load:
        s.app.art.forget()
        for side in (30, 48, 200):
            assert s.app.art.portrait("Pip", side).get_size() == (side, side)
            assert s.app.art.portrait("Pip", side) is s.app.art.portrait("Pip", side)
        s.app.art.resize()
        s.app.art.portrait("Pip", 31)
        assert [Path(call.args[0]).stem for call in load.call_args_list].count("pip-calm") <= 1
        pictures = s.app.art.pictures
        assert pictures.weight == sum(map(pictures.weigh, pictures.values()))


def test_what_is_kept_of_made_pictures_has_a_bound(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        for name in picture_names():
            s.app.art.picture(name, 64)
            assert s.app.art.pictures.weight <= s.app.art.pictures.budget


@pytest.mark.parametrize("size", [(40, 300), (300, 40), (7, 1)])
def test_a_made_picture_keeps_its_shape(tmp_path: Path, size: tuple[int, int]) -> None:
    with screen(tmp_path) as s:
        wide, high = s.app.art.fitted("duel/card-egg", size).get_size()
        assert wide <= size[0]
        assert high <= size[1]
        assert abs(wide / high - 360 / 504) < 0.02 or 1 in (wide, high)


def test_a_relief_that_cannot_be_decoded_is_shown_as_drawn(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.art.pictures.drop(bool)
        with patch.object(pygame.image, "load", side_effect=pygame.error("no WebP")):
            assert s.app.art.picture("duel/emblem", 64).get_bounding_rect().w > 40


# ---- cards that move ----


def test_a_table_is_laid_out_when_something_changed_and_not_for_each_picture(tmp_path: Path) -> None:
    """While cards are on their way, they alone are painted at other places: as a new layout would have it."""
    with screen(tmp_path) as s:
        app = s.app
        s.sit("duel", seed=3, seats=["human", "hatchling"])
        app.draw()
        stir(s.table.board)
        app.draw_on()
        layout = arcade.TableScene.layout
        with patch.object(arcade.TableScene, "layout", autospec=True, side_effect=layout) as laid:
            pictures = []
            for _ in range(4):
                app.motion.now += 60
                app.draw_on()
                pictures.append(pygame.image.tobytes(app.canvas.surface, "RGB"))
            laid.assert_not_called()
            app.draw()
            laid.assert_called_once()
            assert pygame.image.tobytes(app.canvas.surface, "RGB") == pictures[-1]
            assert len({*pictures}) == len(pictures)
            app.motion.now += 1000
            app.draw_on()  # they have arrived
            assert laid.call_count == 2
