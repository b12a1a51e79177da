"""Fairy Tale on the screen: whole matches by posted events, choices, leaves, what stays hidden, pictures."""

from __future__ import annotations

import random
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest

import game as arcade
from native import Match
from native.screen.theme import picture_path, slug
from native.strings import Strings
from native.tale.known import cards_seen
from native.tale.words import deck
from tests.screen import SIZES, Screen, screen

GAME = "tale"
TEAMS = {"players": 4, "expert": True, "teams": True, "garfield": True}
FIVE = {"players": 5, "expert": True}


@pytest.fixture(autouse=True)
def no_naps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting for an event that a test has already posted would only take time."""
    monkeypatch.setattr(arcade, "IDLE_NAP_MS", 0)


def position(verb: str, moves: int = 20, **options: Any) -> Match:
    """A position of a random match, seat 0 to choose something of a kind, two choices or more."""
    for seed in range(3, 60):
        match = Match(GAME, options, seed)
        match.seats = ["human"] + ["random"] * (match.seats_count - 1)
        chance = random.Random(seed)
        while not match.over:
            if match.to_act == 0 and len(match.moves) >= moves and match.legal()[0].startswith(f"{verb} ") \
                    and len(match.legal()) > 1:
                return match
            match.play(chance.choice(match.legal()))
    raise AssertionError(f"no {verb} found")


def over(**options: Any) -> Match:
    match = Match(GAME, options, 8)
    match.seats = ["human"] + ["random"] * (match.seats_count - 1)
    chance = random.Random(8)
    while not match.over:
        match.play(chance.choice(match.legal()))
    return match


def board_of(s: Screen) -> arcade.TaleBoard:
    board = s.table.board
    assert isinstance(board, arcade.TaleBoard)
    return board


def legal_spot(s: Screen) -> str:
    """The spot of a card that may be chosen."""
    s.app.draw()
    return next(key for key, sprite in board_of(s).keys.items()
                if sprite.seat == 0 and board_of(s).moves_of(sprite))


def ready(s: Screen) -> bool:
    return isinstance(s.scene, arcade.EndScene) or (s.table.live.mine and not s.table.board.groups)


def play_out(s: Screen, choose: Any) -> None:
    while True:
        s.until(lambda: ready(s))
        if isinstance(s.scene, arcade.EndScene):
            return
        before = len(s.table.match.moves)
        choose()
        assert len(s.table.match.moves) > before


@pytest.mark.long
def test_a_whole_match_by_mouse(tmp_path: Path) -> None:
    with screen(tmp_path, (800, 600)) as s:
        table = s.sit(GAME, seed=5, options={"players": 3}, seats=["human", "random", "random"])
        play_out(s, lambda: s.click(legal_spot(s)))
        state = table.match.state()
        assert state["stage"] == 9
        assert [len(row) for row in state["table"]] == [12, 12, 12]
        words = s.words()
        assert all(f"{score:g}" in words for score in table.match.scores)
        s.click("review")
        assert isinstance(s.scene, arcade.Review)


@pytest.mark.long
def test_a_whole_match_by_keyboard(tmp_path: Path) -> None:
    """The focus stands on a card that may be chosen whenever it is one's turn."""
    with screen(tmp_path) as s:
        table = s.sit(GAME, seed=6, options={"players": 2}, seats=["human", "random"])
        s.key("down")

        def choose() -> None:
            table.focus = ""
            s.app.draw()
            s.app.draw()
            s.key("enter")

        play_out(s, choose)
        assert table.match.over


@pytest.mark.parametrize("device", ["keyboard", "controller"])
def test_every_card_is_reached_without_a_mouse(tmp_path: Path, device: str) -> None:
    pad = {"up": pygame.CONTROLLER_BUTTON_DPAD_UP, "down": pygame.CONTROLLER_BUTTON_DPAD_DOWN,
           "left": pygame.CONTROLLER_BUTTON_DPAD_LEFT, "right": pygame.CONTROLLER_BUTTON_DPAD_RIGHT}
    with screen(tmp_path) as s:
        s.app.sit(position("play", 30, players=3))
        s.app.draw()
        keys = list(board_of(s).keys)
        for key in random.Random(2).sample(keys, 4):
            s.walk(key, s.key if device == "keyboard" else lambda way: s.button(pad[way]))
            assert s.app.pointer.focus == key


def test_while_others_move_the_focus_waits_for_the_cards(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = Match(GAME, {"players": 4}, 5)
        match.seats = ["human"] + ["hatchling"] * 3
        s.app.sit(match)
        s.app.input.device = "keyboard"
        for _ in range(3):
            s.until(lambda: s.table.board.choice.live)
            s.app.turn()
            s.app.turn()
            assert s.spot(s.app.pointer.focus).drag
            s.key("enter")
            s.until(lambda: not s.table.board.choice.live)


def test_a_card_is_laid_by_dragging_it_to_the_table(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = position("play", players=3)
        s.app.sit(match)
        s.app.draw()
        card = board_of(s).keys["hand0"].card
        before = len(match.moves)
        s.drag("hand0", "lay")
        assert match.moves[before] == f"play {card}"


@pytest.mark.parametrize("verb", ["flip", "unflip"])
def test_cards_are_turned_over_on_the_own_table(tmp_path: Path, verb: str) -> None:
    """What the preview promised is what the points become; a card that may not be turned says why."""
    with screen(tmp_path) as s:
        match = position(verb, 30, players=4)
        s.app.sit(match)
        key = legal_spot(s)
        sprite = board_of(s).keys[key]
        move = board_of(s).moves_of(sprite)[0]
        promised = board_of(s).say.change(move)
        after = match.copy()
        events = after.play(move)
        told = [event.amount for event in events[:2] if event.kind == "score" and event.seat == 0]
        assert promised == sum(told)
        wrong = next((k for k, card in board_of(s).keys.items() if k.startswith("own")
                      and not board_of(s).moves_of(card)), "")
        before = len(match.moves)
        if wrong:
            s.click(wrong)
            assert len(match.moves) == before
            assert board_of(s).why(board_of(s).keys[wrong]) in s.words()
        s.click(key)
        assert match.moves[before] == move


@pytest.mark.parametrize("verb", ["flip", "exchange"])
def test_values_stand_on_cards_in_two_rows(tmp_path: Path, verb: str) -> None:
    """Every choice has its value, on the own cards and, once one is chosen, on the partner's."""
    with screen(tmp_path) as s:
        match = position(verb, 110, **TEAMS)
        s.app.sit(match)
        s.table.live.advice, s.table.live.show_values = match.advise("hatchling"), True
        values = {s.table.board.say.value(m.value) for m in s.table.live.advice.moves}
        assert len(board_of(s).of("table", 0)) > 6
        assert values & set(s.words().split("\n"))
        s.table.board.choice.hold([board_of(s).keys[legal_spot(s)]])
        assert values & set(s.words().split("\n"))
        assert arcade.faults(s.app.canvas) == []


def test_an_exchange_takes_two_choices(tmp_path: Path) -> None:
    with screen(tmp_path, (800, 600)) as s:
        match = position("exchange", 60, **TEAMS)
        s.app.sit(match)
        key, before = legal_spot(s), len(match.moves)
        s.click(key)
        assert s.table.held == [board_of(s).keys[key]]
        assert len(match.moves) == before
        s.key("esc")
        assert s.table.held == []
        own = board_of(s).say.lying(board_of(s).keys[key])
        other = board_of(s).say.lying(board_of(s).keys["row2.1"])
        s.click(key)
        s.click("row2.1")
        assert match.moves[before] == f"exchange {own} for {other}"


def test_an_exchange_by_dragging(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = position("exchange", 60, **TEAMS)
        s.app.sit(match)
        key, before = legal_spot(s), len(match.moves)
        start, end = s.spot(key).rect.center, s.spot("row2.0").rect.center
        s.point(start)
        s.post(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
        s.point((start[0] + 20, start[1] - 20))
        s.point(end)
        s.post(pygame.MOUSEBUTTONUP, pos=end, button=1)
        assert match.moves[before].startswith("exchange ")


def test_leaves_open_over_the_table(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = position("play", 40, **FIVE)
        s.app.sit(match)
        s.click("cards")
        words = s.words()
        assert all(s.app.session.strings(f"card.tale.{name}") in words for name in ("Bard", "The Trickster", "Demon"))
        s.key("esc")
        s.click("points")
        written = [w.text for w in s.app.canvas.written]
        s.app.draw()
        written = [w.text for w in s.app.canvas.written]
        for points in match.state()["points"]:
            assert str(points) in written
        s.key("esc")
        assert not isinstance(s.scene, arcade.Leaf)


def test_a_card_in_focus_is_read_out(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = position("play", 40, **FIVE)
        s.app.sit(match)
        s.app.draw()
        card = str(board_of(s).keys["hand0"].card)
        s.point(s.spot("hand0").rect.center)
        assert all(line in s.words() for line in board_of(s).say.long(card))


def test_what_lies_face_down_is_shown_to_its_owner_alone(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = position("play", 60, players=4)
        s.app.sit(match)
        down = {(seat, place): entry["name"] for seat, row in enumerate(match.state(0)["table"])
                for place, entry in enumerate(row) if not entry["up"]}
        assert {seat for seat, _ in down} > {0}
        for sprite in board_of(s).sprites:
            if sprite.zone == "table" and (sprite.seat, sprite.place) in down:
                name = down[sprite.seat or 0, sprite.place]
                assert sprite.card == (f"down {name}" if sprite.seat == 0 else None)
            elif sprite.zone in ("pack", "hand", "discard") and sprite.seat != 0:
                assert sprite.card is None


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_was_seen_is_never_forgotten(players: int) -> None:
    """What lies open to a seat now has been seen, no more than there is has been, and the count never falls."""
    match, seat = Match(GAME, {"players": players, "expert": True}, 7), 0
    chance, before = random.Random(7), Counter[str]()
    while not match.over:
        seen, state = cards_seen(match, seat), match.state(seat)
        assert all(seen[name] >= count for name, count in before.items())
        assert all(count <= deck()[name]["copies"] for name, count in seen.items())
        open_now = [entry["name"] for row in state["table"] for entry in row]
        open_now += [card for zone in ("packs", "hands", "discards") for card in state[zone][seat]]
        assert all(seen[name] >= count for name, count in Counter(open_now).items())
        before = seen
        for _ in range(players):
            if not match.over:
                match.play(chance.choice(match.legal()))


def test_hot_seat_shows_nothing_before_the_curtain_is_lifted(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = position("pick", 0, players=5, expert=True)
        match.seats = ["human"] * 5
        s.app.sit(match)
        for _ in range(7):
            s.until(lambda: s.table.curtain)
            assert not any(spot.key.startswith("hand") for spot in s.app.canvas.spots)
            s.click("curtain")
            assert board_of(s).viewer == match.to_act
            s.click("hand0")
        assert len(match.moves) == 7


def scenes(app: arcade.App) -> dict[str, Any]:
    """The pictures of the game that the shared ones lack."""

    def at(match: Match, focus: str = "") -> list[arcade.Scene]:
        table = arcade.table_at(app, match)
        table.focus = focus
        return [table]

    def given() -> list[arcade.Scene]:
        table = arcade.table_at(app, position("exchange", 60, **TEAMS))
        table.board.choice.hold(table.board.of("table", 0)[:1])
        return [table]

    def leaf(name: str, match: Match) -> list[arcade.Scene]:
        table = arcade.table_at(app, match)
        return [table, arcade.Leaf(app, table.board, name)]

    def end(**options: Any) -> list[arcade.Scene]:
        table = arcade.table_at(app, over(**options))
        return [table, arcade.EndScene(app, table)]

    found = {"two": partial(at, position("play", players=2), "own1"),
             "five": partial(at, position("pick", 80, **FIVE)),
             "flip": partial(at, position("flip", 40, players=4), "own0"), "given": given,
             "team": partial(at, position("play", 90, **TEAMS), "seat2"), "end5": partial(end, **FIVE),
             "end4": partial(end, **TEAMS)}
    return found | {name: partial(leaf, name, position("play", 100, **FIVE)) for name in ("cards", "points")}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", Strings.languages())
@pytest.mark.long("en-size0", "en-size1", "de-size1", "de-size2")
def test_no_picture_of_the_game_has_faults(tmp_path: Path, size: tuple[int, int], language: str) -> None:
    """Those that the pictures of all games lack, and the rule help in every language."""
    with screen(tmp_path, size) as s:
        assert s.faults(GAME, scenes(s.app), language) == {}


def test_every_card_has_words_and_a_picture() -> None:
    for language in Strings.languages():
        strings = Strings(language)
        for name in deck():
            assert f"card.tale.{name}" in strings
            assert f"brief.tale.{name}" in strings
            assert picture_path(f"tale/{slug(name)}").exists()


def test_cards_that_are_somebody_s_friend_name_them(tmp_path: Path) -> None:
    """Of every card that another one counts, on its face and in the words beside it."""
    with screen(tmp_path) as s:
        s.sit("tale", seed=3, seats=["human", "hatchling", "hatchling", "hatchling"])
        say = board_of(s).say
        befriended = {card["times"]: name for name, card in deck().items() if card.get("times", name) != name}
        assert len(befriended) == 3
        for name, other in befriended.items():
            assert say.card(other) in say.face(name).text
            assert any(say.card(other) in line for line in say.long(name))
