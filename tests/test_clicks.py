"""What a click says: each on something that cannot be used now tells why, and one on a card shows it large."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from unittest.mock import patch

import pygame
import pytest

import game as arcade
from native import Match
from native.screen.canvas import faults
from native.screen.pointer import Shown, Spot, following, released, shown_at
from native.strings import Strings
from native.tools.samples import played
from tests.screen import SIZES, Screen, screen

MOMENTS = ("first", "later", "others", "over", "open")


@cache
def position(game: str, moment: str) -> Match:
    """The match of such a moment, whoever sits at it."""
    match = Match(game, seed=11) if moment == "first" else played(game, 9)
    while moment == "over" and not match.over:
        match.play(match.legal()[0])
    return match


def at(s: Screen, game: str, moment: str) -> arcade.TableScene:
    """A table at its first decision, at a later one, while others are to play, at the end, or of machines alone."""
    match = position(game, moment)
    seats = ["hatchling"] * match.seats_count
    person = match.to_act if moment == "first" else 0
    if moment != "open":
        seats[person or 0] = "human"
    match = Match.load(match.record() | {"seats": seats})
    while not match.over and moment in ("later", "others") and (match.to_act == 0) != (moment == "later"):
        match.play(match.legal()[0])
    s.app.sit(match)
    table = s.table
    table.live.paused = True
    table.ended = True
    s.app.turn()
    s.app.turn()
    s.app.draw()
    return table


def click(s: Screen, place: tuple[int, int], button: int = 1) -> None:
    s.point(place)
    s.app.pointer.deaf_until = 0.0  # however short ago the last click was
    s.post(pygame.MOUSEBUTTONDOWN, pos=place, button=button)
    s.post(pygame.MOUSEBUTTONUP, pos=place, button=button)
    s.app.draw()


def kinds(s: Screen, table: arcade.TableScene) -> dict[object, tuple[int, int]]:
    """A place of each kind of thing on the board: of a card of each zone and seat, of each spot, of bare ground."""
    board = table.board
    found: dict[object, tuple[int, int]] = {}
    for number, card in enumerate(s.app.canvas.cards):
        sprite = card.why.args[0]  # type: ignore[attr-defined]
        own = sprite.seat == board.seat and sprite.zone in ("hand", "pack")
        found[sprite.zone, sprite.seat, number if own else 0] = card.rect.center
    for spot in s.app.canvas.spots[s.app.canvas.chrome :]:
        if board.area.contains(spot.rect) and spot.key != "claim":
            found.setdefault(spot.key.rstrip("0123456789,-"), spot.rect.center)
    return {key: place for key, place in found.items() if s.app.canvas.area.collidepoint(place)}


def state(s: Screen, table: arcade.TableScene) -> tuple[object, ...]:
    return len(table.match.moves), list(table.held), s.scene, table.live.log_back


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("game", arcade.BOARDS)
@pytest.mark.long
def test_each_click_on_the_board_does_something_or_says_why_not(tmp_path: Path, game: str, moment: str) -> None:
    with screen(tmp_path) as s:
        table = at(s, game, moment)
        places = kinds(s, table)
        assert len(places) > 2
        for kind, place in places.items():
            table = at(s, game, moment)
            s.app.notes.words = ""
            before = state(s, table)
            click(s, place)
            words = s.app.notes.words
            assert words or state(s, table) != before, f"a click on {kind} says nothing"
            assert "why." not in words
            assert "{" not in words
            written = [one.text for one in s.app.canvas.written]
            assert not words or written.count(words) == 1, f"{words!r} stands there twice"


@pytest.mark.parametrize("game", arcade.BOARDS)
@pytest.mark.parametrize("size", [SIZES[0], SIZES[-1]])
@pytest.mark.long
def test_a_right_click_shows_a_card_large_and_elsewhere_opens_the_menu(
    tmp_path: Path, game: str, size: tuple[int, int]
) -> None:
    with screen(tmp_path, size) as s:
        for moment in ("first", "others"):
            table = at(s, game, moment)
            for kind, place in kinds(s, table).items():
                if isinstance(kind, str):
                    continue
                table = at(s, game, moment)
                before = state(s, table)
                card = shown(s, place)
                click(s, place, 3)
                assert isinstance(s.scene, arcade.Enlarged), kind
                assert not faults(s.app.canvas)
                assert s.scene.card in (None, card.why.args[0].card)  # type: ignore[attr-defined]
                if s.scene.card is None:
                    assert s.scene.words == Strings("en")("card.back")
                click(s, place)
                assert state(s, table) == before
            bare = (x for x in range(size[0] // 2, size[0]) if not shown_at(s.app.canvas.cards, (x, 2)))
            click(s, (next(bare), 2), 3)
            assert isinstance(s.scene, arcade.Pause)


def shown(s: Screen, place: tuple[int, int]) -> Shown:
    return next(card for card in reversed(s.app.canvas.cards) if card.rect.collidepoint(place))


@pytest.mark.long("tricks", "tale", "heart")
@pytest.mark.parametrize("game", arcade.BOARDS)
def test_a_finger_that_rests_on_a_card_shows_it_large(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        for rests, on_card in ((True, True), (True, False), (False, True)):
            table = at(s, game, "first")
            place = s.spot("hand0").rect.center if on_card else (640, 2)
            before = state(s, table)
            now = pygame.time.get_ticks()
            share = {"x": (place[0] + 0.5) / 1280, "y": (place[1] + 0.5) / 720, "finger_id": 0, "touch_id": 0}
            for after in (0, 700 if rests else 100):
                with patch.object(pygame.time, "get_ticks", lambda at=now + after: at):
                    s.post(pygame.FINGERDOWN if not after else pygame.FINGERMOTION, **share)
            assert isinstance(s.scene, arcade.Enlarged) == (rests and on_card)
            with patch.object(pygame.time, "get_ticks", lambda at=now + 800: at):
                s.post(pygame.FINGERUP, **share)
            assert isinstance(s.scene, arcade.Enlarged) == (rests and on_card)
            if rests:
                s.key("tab")
                assert state(s, table) == before


@pytest.mark.long("heart", "tricks")
@pytest.mark.parametrize("game", arcade.BOARDS)
def test_a_key_or_a_button_shows_the_card_under_the_focus_large(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        for press in (lambda: s.key("e"), lambda: s.button(pygame.CONTROLLER_BUTTON_RIGHTSTICK)):
            table = at(s, game, "first")
            s.walk("hand0", s.key)
            press()
            assert isinstance(s.scene, arcade.Enlarged)
            sprites = table.board.stage.sprites
            assert s.scene.card in {sprite.card for sprite in sprites if sprite.seat == table.board.seat}
            s.key("esc")
            assert isinstance(s.scene, arcade.TableScene)
            table.focus = "menu"
            press()
            assert isinstance(s.scene, arcade.TableScene)
            assert s.app.notes.words == Strings("en")("card.none")


def test_a_long_press_that_drags_shows_nothing(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = at(s, "duel", "first")
        place = s.spot("hand0").rect.center
        now = pygame.time.get_ticks()
        with patch.object(pygame.time, "get_ticks", lambda: now):
            share = {"x": place[0] / 1280, "touch_id": 0, "finger_id": 0}
            s.post(pygame.FINGERDOWN, y=place[1] / 720, **share)
            s.post(pygame.FINGERMOTION, y=place[1] / 720 - 0.2, **share)
        with patch.object(pygame.time, "get_ticks", lambda: now + 700):
            s.post(pygame.FINGERMOTION, y=place[1] / 720 - 0.25, **share)
        assert s.scene is table
        assert s.app.pointer.dragging


@pytest.mark.long
def test_what_is_not_asked_for_says_what_is(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        for game in arcade.BOARDS:
            board = at(s, game, "first").board
            assert board.task()
            first, task = board.not_now().split(". ", 1)
            assert first
            assert task == board.task()
        table = at(s, "tale", "first")
        table.play("flip Bard")
        assert s.app.notes.words == table.board.not_now()


@pytest.mark.parametrize("language", Strings.languages())
def test_what_is_not_asked_for_and_what_is_are_sentences_of_their_own(language: str) -> None:
    """Whatever is asked for: a task may be a question, or begin with what cannot be done."""
    before, after = Strings(language)("why.not_now", task="|").split("|")
    assert before.endswith(". ")
    assert not after


@pytest.mark.long
def test_help_that_cannot_be_given_says_why(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        for game in arcade.BOARDS:
            at(s, game, "first")
            for key in ("undo", "redo"):
                s.click(key)
                assert s.app.notes.words == Strings("en")(f"table.{key}.none")
            table = at(s, game, "others")
            s.click("hint")
            assert s.app.notes.words == Strings("en")("why.paused")
            assert not table.live.hinted


@pytest.mark.parametrize("game", arcade.BOARDS)
def test_what_machines_played_before_the_first_own_decision_is_not_taken_back(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        match = Match(game, seed=11)
        first = match.to_act
        match.play(match.legal()[0])
        while match.to_act == first:
            match.play(match.legal()[0])
        seats = ["human" if seat == match.to_act else "hatchling" for seat in range(match.seats_count)]
        s.app.sit(Match.load(match.record() | {"seats": seats}))
        s.app.turn()
        count = len(match.moves)
        s.click("undo")
        assert s.app.notes.words == Strings("en")("table.undo.none")
        assert len(s.table.match.moves) == count
        assert not s.table.live.helped


def test_tab_goes_round_in_the_order_of_drawing() -> None:
    spots = [Spot(key, pygame.Rect(0, 0, 9, 9), nav=key != "log") for key in ("a", "b", "log", "c")]
    assert [following(spots, key, 1) for key in "abc"] == ["b", "c", "a"]
    assert [following(spots, key, -1) for key in "abc"] == ["c", "a", "b"]
    assert following(spots, "nowhere", 1) == "a"


def test_what_was_pressed_is_accepted_only_where_it_is_released() -> None:
    accept = partial(print, "accepted")
    here, there = Spot("here", pygame.Rect(0, 0, 9, 9), accept), Spot("there", pygame.Rect(20, 0, 9, 9), print)
    assert released(here, [here], []) is accept
    assert released(here, [there], []) is None
    assert released(here, [], []) is None
    assert released(None, [here], []) is None
