"""The end of a battle as it is shown: on the clock of the motion, and over at any input."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest
from pygame import Rect

import game as arcade
from native import Event, Match
from native.screen.canvas import Canvas, faults
from native.screen.motion import Motion
from native.screen.stage import Sprite
from native.screen.theme import MOTION, THEME
from native.store.settings import Settings
from native.tools.samples import played
from native.wars.blow import Blow
from native.wars.state import SIDES
from tests.screen import Screen, screen

GAME = "wars"


def kills(events: list[Event], match: Match) -> bool:
    """Whether a dragon of seat 0's is slain, and another can come."""
    slain = [event for event in events if event.what == "slain"]
    return bool(slain and slain[0].target_seat == 0 and match.state()["nest"])


def empties(events: list[Event], match: Match) -> bool:  # noqa: ARG001
    """Whether the last dragon comes from the Nest."""
    return any(event.what == "last_turns" for event in events)


def at_kill(
    s: Screen, motion: str = "normal", wanted: Callable[[list[Event], Match], bool] = kills
) -> arcade.WarsBoard:
    """A table at which a move has just been played that does what is wanted."""
    for seed in range(1, 20):
        whole = played(GAME, 10_000, seed)
        match = whole.copy().restarted()
        for move in whole.moves:
            before, events = match.copy(), match.play(move)
            if wanted(events, match):
                before.seats = ["human"] * before.seats_count
                s.app.sit(before)
                s.app.session.settings.motion = motion
                s.app.motion.now = 1000.0
                s.app.motion.finish()
                s.table.curtain = False
                s.app.draw()
                s.table.play(move)
                board = s.table.board
                assert isinstance(board, arcade.WarsBoard)
                return board
    raise AssertionError("nobody slays a dragon")


def frames(s: Screen) -> Iterator[arcade.WarsBoard]:
    """Each picture until all has come to rest."""
    for _ in range(2000):
        s.app.motion.now += 30
        if not s.table.board.stage.tick():
            return
        s.app.draw()
        board = s.table.board
        assert isinstance(board, arcade.WarsBoard)
        yield board
    raise AssertionError("it never comes to rest")


def dragon_of(board: arcade.WarsBoard) -> str:
    """What is seen of the dragon of seat 0."""
    cards = board.stage.of("dragon", 0)
    if not cards:
        return "gone"
    if not cards[0].rests(board.motion):
        return "comes"
    if not board.blow.lives(0):
        return "falls"
    return "stands" if board.stage.shown["dragons"][0] else "stone"


@pytest.mark.long
def test_a_dragon_stands_falls_is_stone_goes_and_only_then_the_next_comes(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        at_kill(s)
        seen = [dragon_of(board) for board in frames(s)]
        order = [now for now, before in zip(seen, [None, *seen], strict=False) if now != before]
        assert [one for one in order if one != "stone"] == ["stands", "falls", "gone", "comes", "stands"]
        assert order.index("stone") > order.index("falls")
        assert "stone" not in order[order.index("gone") :]


@pytest.mark.long
def test_beads_burst_one_by_one_and_the_number_follows(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        board = at_kill(s)
        event = next(event for group in board.stage.groups for event in group if event.what == "damage")
        lost, health = list[float](), board.stage.shown["dragons"]
        for board in frames(s):
            hit = board.blow.struck(0)
            if hit:
                lost.append(board.blow.lost(0))
                assert board.stage.shown["dragons"] == health
        assert lost == sorted(lost)
        assert {int(one) for one in lost} >= set(range(event.amount))


@pytest.mark.parametrize("motion", ["off", "normal"])
def test_any_input_ends_the_scene(tmp_path: Path, motion: str) -> None:
    with screen(tmp_path) as s:
        board = at_kill(s, motion)
        for board in frames(s):
            if board.blow.struck():
                break
        assert board.blow.still == (motion == "off")
        s.table.interrupt()  # as at any input
        assert board.blow.still
        assert not board.stage.playing
        assert dragon_of(board) == "stands"


@pytest.mark.long
def test_reduced_motion_has_a_frame_that_stands_still(tmp_path: Path) -> None:
    """While a blow lands nothing on the table changes from picture to picture."""
    with screen(tmp_path) as s:
        s.app.session.settings.reduced_motion = True
        at_kill(s)
        pictures = []
        for board in frames(s):
            if board.blow.struck():
                rect = board.seat_rects(0)["dragon"].inflate(40, 40).clip(s.app.canvas.area)
                pictures.append(pygame.image.tobytes(s.app.canvas.surface.subsurface(rect), "RGB"))
        assert len(pictures) > 5
        assert len(set(pictures)) == 1


def blow(what: str, amount: int = 0) -> tuple[Motion, Blow]:
    """A blow that has just begun at seat 1's dragon."""
    motion = Motion(Settings(), MOTION, THEME["speed"])
    found = Blow(motion)
    found.begin([Event("say", what, 0, "", None, "", 1, 31, None, None, amount)])
    return motion, found


def test_a_blow_takes_longer_for_every_bead() -> None:
    few, many = blow("damage", 2)[1], blow("damage", 9)[1]
    assert many.length - few.length == pytest.approx(7 * MOTION["bead"])
    assert blow("turn")[1].still
    motion, found = blow("blocked")
    assert not found.still
    assert found.struck(1)
    assert not found.struck(0)
    motion.finish()
    assert found.still


@pytest.mark.long
def test_no_picture_of_a_kill_has_faults(tmp_path: Path) -> None:
    with screen(tmp_path, (800, 600)) as s:
        at_kill(s)
        for number, _ in enumerate(frames(s)):
            if number % 4 == 0:
                assert faults(s.app.canvas) == []


@pytest.mark.long
@pytest.mark.parametrize("size", [(800, 600), (1920, 1080)])
def test_a_slain_dragon_covers_neither_the_cards_that_have_slain_it_nor_its_own_words(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    with screen(tmp_path, size) as s:
        at_kill(s)
        under_way = (moment for board in frames(s) for moment, _ in board.moments.under_way())
        moment = next(moment for moment in under_way if moment.form.name == "slain")
        board = s.table.board
        assert isinstance(board, arcade.WarsBoard)
        laid = [sprite.rect for side in SIDES for sprite in board.laid(side)]
        assert laid
        assert list(moment.seen) == laid
        assert moment.high
        assert moment.ribbon
        assert moment.high.w > moment.lit[0].w
        assert moment.high.collidelist(laid) < 0
        assert moment.ribbon.y >= moment.high.bottom
        assert moment.ribbon.collidelist([sprite.rect for sprite in board.stage.sprites if sprite.card]) < 0


@pytest.mark.long
def test_a_dragon_that_has_just_come_is_never_drawn_as_stone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with screen(tmp_path) as s:
        hard = set[str]()
        draw = arcade.WarsBoard.draw_stone

        def stone(board: arcade.WarsBoard, c: Canvas, sprite: Sprite, rect: Rect, share: float) -> None:
            hard.add(str(sprite.card))
            draw(board, c, sprite, rect, share)

        monkeypatch.setattr(arcade.WarsBoard, "draw_stone", stone)
        before = at_kill(s, wanted=empties).stage.before["dragons"]
        moments = {moment.form.name for board in frames(s) for moment, _ in board.moments.under_way()}
        assert "last" in moments
        lived, lives = ({d[0] for d in some if d} for some in (before, s.table.match.state()["dragons"]))
        assert hard & (lived - lives)  # the one that was slain
        assert not hard & lives


@pytest.mark.long
@pytest.mark.parametrize(("size", "language"), [((800, 600), "de"), ((1280, 720), "en")])
def test_the_last_turns_are_announced_over_no_card_and_no_word(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    with screen(tmp_path, size) as s:
        s.app.session.settings.language = language
        s.app.settings_changed("language")
        at_kill(s, wanted=empties)
        under_way = (moment for board in frames(s) for moment, _ in board.moments.under_way())
        ribbon = next(moment.ribbon for moment in under_way if moment.form.name == "last")
        assert ribbon
        assert ribbon.collidelist([sprite.rect for sprite in s.table.board.stage.sprites]) < 0
        told = [one for one in s.app.canvas.written if one.text == s.app.session.strings("moment.wars.last")]
        assert [one.cut for one in told] == [False]
        others = [one.ink for one in s.app.canvas.written if one not in told]
        assert told[0].ink.collidelist(others) < 0
