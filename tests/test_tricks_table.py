"""Dragonmaster on the screen: whole matches by posted events, its choices, its popups, its pictures."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest

import game as arcade
from native import Match
from native.play.lengths import made
from native.play.lessons import steps_of
from native.play.study import LessonStudy
from native.screen import podium_picture
from native.screen.bindings import Action
from native.screen.canvas import Canvas, faults
from native.screen.tooltips import apart
from native.strings import Strings, capital
from native.tools.samples import played
from native.tools.shots import draw_shot, study_at, table_at
from native.tricks.known import last_hand
from native.tricks.words import GEMS, KINDS, PENALTIES, RANKS, TricksTelling, gems
from native.values import Row
from tests.screen import LOOKS, SIZES, Screen, luminance, pixel, screen
from tests.test_telling import Looking, telling_of

GAME = "tricks"


def position(done: Any, level: str = "expert", players: int = 4, seed: int = 3) -> Match:
    """The first position of a random match, seat 0 to act, for which something holds."""
    match = Match(GAME, {"level": level, "players": players}, seed)
    match.seats = ["human"] + ["hatchling"] * (players - 1)
    chance = random.Random(seed)
    while not (match.to_act == 0 and done(match)):
        assert not match.over
        match.play(chance.choice(match.legal()))
    return match


def choosing(match: Match) -> bool:
    return "swap" in match.legal()


def calling(match: Match) -> bool:
    return len(match.legal()) > 1 and match.legal()[0].startswith("call")


def naming(match: Match) -> bool:
    return sum(move.startswith("DRAGON ") for move in match.legal()) > 1


def following(match: Match) -> bool:
    held = len(match.state(0)["hands"][0])
    return held > 3 and len(match.state(0)["trick"]) == match.seats_count - 1 and len(match.legal()) < held


def ready(s: Screen) -> bool:
    """A person may do something: play, or close what is laid over the table."""
    return not isinstance(s.scene, arcade.TableScene) or (s.table.live.mine and not s.table.board.stage.groups)


def keys_of(s: Screen, start: str) -> list[str]:
    s.app.draw()
    return [spot.key for spot in s.app.canvas.spots if spot.key.startswith(start)]


def legal_card(s: Screen) -> str:
    """The spot of a card that may be played."""
    board, legal = board_of(s), s.table.live.legal()
    return next(f"hand{n}" for n, sprite in enumerate(board.hand(0))
                if any(move.startswith(sprite.card or "?") for move in legal))


def board_of(s: Screen) -> arcade.TricksBoard:
    board = s.table.board
    assert isinstance(board, arcade.TricksBoard)
    return board


def take_turn(s: Screen, press: Any) -> None:
    """One decision of the person: take a choice, or play a card."""
    if choices := keys_of(s, "choice "):
        press(choices[len(s.table.match.moves) % len(choices)])
    else:
        press(legal_card(s))


def play_out(s: Screen, press: Any) -> None:
    while True:
        s.until(lambda: ready(s))
        if isinstance(s.scene, arcade.EndScene):
            return
        take_turn(s, press)


@pytest.mark.parametrize("size", [(240, 200), (600, 500)])
def test_a_podium_has_steps_lit_from_the_left_each_with_a_panel(size: tuple[int, int]) -> None:
    wide, high = size
    steps = [pygame.Rect(at * wide // 3, high - share * high // 10, wide // 3, share * high // 10)
             for at, share in enumerate((8, 6, 5))]
    wood = pygame.Surface((400, 300), pygame.SRCALPHA)
    wood.fill((120, 80, 50))
    painted = podium_picture.podium(size, steps, wood)
    for step in steps:
        inside = podium_picture.panel(step)
        assert step.contains(inside)
        assert inside.h > 0
        left, right, top = (luminance(pixel(painted, at)) for at in (
            (step.x + step.w // 20, inside.centery), (step.right - step.w // 20, inside.centery),
            (step.centerx, step.y + podium_picture.deep(step) // 2)))
        assert top > left > right
        assert luminance(pixel(painted, inside.center)) < left
    assert painted.get_at((wide - 2, steps[-1].y // 2)).a == 0


@pytest.mark.parametrize("language", Strings.languages())
@pytest.mark.parametrize("size", SIZES)
def test_the_crown_names_its_office_and_whoever_leads_wears_a_wreath(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    with screen(tmp_path, size) as s:
        s.speak(language)
        s.app.scenes = [table_at(s.app, played(GAME, len(played(GAME, 10_000).moves) // 2))]
        s.app.draw()
        board = board_of(s)
        with patch.object(Canvas, "picture", autospec=True, side_effect=Canvas.picture) as pictures:
            s.app.draw()
        drawn = {one.args[1]: one for one in pictures.call_args_list}
        state, wealth = board.stage.shown, [board.wealth(seat) for seat in range(4)]
        leader = wealth.index(max(wealth))
        assert state["dm"] != leader
        side = drawn["hoard/crown"].args[2]
        crown = pygame.Rect(drawn["hoard/crown"].kwargs["topleft"], (side, side))
        wreath = drawn["game/laurel"].kwargs["center"]
        faces = [board.face_place(seat) for seat in range(4)]
        assert crown.collidelist(faces) == state["dm"]
        assert [face.collidepoint(wreath) for face in faces].index(True) == leader
        office = s.app.session.strings("tricks.role.dm")
        written = next(one for one in s.app.canvas.written if one.text == office)
        assert written.ink.colliderect(board.score_place(state["dm"]))
        assert faults(s.app.canvas) == []


@pytest.mark.parametrize("language", Strings.languages())
@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_where_all_kinds_cost_at_once_each_amount_is_named(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    """Beside the staff, and on pointing at it."""
    match = Match(GAME, seed=5, seats=["human", "random", "random", "random"])
    while "call staff" not in match.legal():
        match.play("swap" if "swap" in match.legal() else match.legal()[0])
    match.play("call staff")
    with screen(tmp_path, size) as s:
        s.speak(language)
        s.app.scenes = [table_at(s.app, match)]
        s.app.draw()
        s.table.board.stage.reset()
        s.app.draw()
        money = board_of(s).say.money
        amounts = [money(one) for one in (1000, 2000, 8000, 4000)]
        c = s.app.canvas
        assert any(all(one in written.text for one in amounts) for written in c.written)
        tip = next(spot.tip for spot in c.spots if spot.key == "kind staff")
        assert all(one in tip for one in amounts)


@pytest.mark.long
def test_a_whole_match_by_mouse(tmp_path: Path) -> None:
    with screen(tmp_path, (800, 600)) as s:
        table = s.sit(GAME, seed=5, options={"players": 3, "level": "expert"}, seats=["human", "random", "random"])
        play_out(s, s.click)
        assert len(table.match.state()["results"]) == 15
        s.click("review")
        assert isinstance(s.scene, arcade.Review)
        assert sum(table.match.scores) == 300_000


@pytest.mark.long
@pytest.mark.parametrize("device", ["keyboard", "controller"])
def test_a_hand_without_a_mouse(tmp_path: Path, device: str) -> None:
    pad = {"up": pygame.CONTROLLER_BUTTON_DPAD_UP, "down": pygame.CONTROLLER_BUTTON_DPAD_DOWN,
           "left": pygame.CONTROLLER_BUTTON_DPAD_LEFT, "right": pygame.CONTROLLER_BUTTON_DPAD_RIGHT,
           "enter": pygame.CONTROLLER_BUTTON_A}
    with screen(tmp_path) as s:
        table = s.sit(GAME, seed=6, options={"level": "advanced"}, seats=["human", "random", "random", "random"])

        def step(way: str) -> None:
            if device == "keyboard":
                s.key(way)
            else:
                s.button(pad[way])

        def press(key: str) -> None:
            s.walk(key, step)
            step("enter")

        s.until(lambda: ready(s))
        while not table.match.state()["results"]:
            take_turn(s, press)
            s.until(lambda: ready(s))
        assert len(table.match.state()["results"]) == 1
        assert s.scene is table


@pytest.mark.long
def test_a_card_says_what_it_costs_in_this_hand() -> None:
    """What a card costs adds up to what the rules count, apart from the first and the last trick."""
    for seed in range(6):
        match, chance = Match(GAME, {"level": "basic"}, seed), random.Random(seed)
        while not match.over:
            state: Any = match.state()
            for seat in range(4) if state["kind"] else ():
                rows = [row for row in match.breakdown(seat) if row.label in PENALTIES]
                taken = sum(TricksTelling.card_cost(card, state) for card in state["taken"][seat])
                assert sum(row.value for row in rows) == (0 if seat == state["dm"] else -taken)
            match.play(chance.choice(match.legal()))


def worth(crystals: list[tuple[str, int]]) -> int:
    worths = {gem: 1000 * value for gem, value, _ in GEMS}
    return sum(worths[gem] * count for gem, count in crystals)


@contextmanager
def moving(folder: Path, seed: int = 3) -> Iterator[tuple[Screen, Match, arcade.TricksBoard, random.Random]]:
    """A match at its beginning, all cards in motion, and chance to play it by."""
    match = Match(GAME, {"level": "basic"}, seed, seats=["human", "random", "random", "random"])
    with screen(folder) as s:
        s.app.session.settings.motion = "normal"
        s.app.session.settings.trick_waits = False
        s.app.sit(match)
        s.app.draw()
        yield s, match, board_of(s), random.Random(3)


def test_what_each_seat_pays_is_told_at_its_plate(tmp_path: Path) -> None:
    with moving(tmp_path) as (s, match, board, chance):
        while not any(result and any(result["payments"]) for result in match.state()["results"][-1:]):
            board.stage.finish()
            board.show(s.table.live.make(chance.choice(match.legal())))
        while not any(m.form.name == "paid" for m in board.moments.scenes):
            s.app.motion.now += 20
            board.stage.tick()
        s.app.motion.now += 300
        payments = match.state()["results"][-1]["payments"]
        say: Any = board.say
        s.app.draw()
        signed = {say.signed(paid) for paid in payments if paid}
        told = [(one.text, one.ink) for one in s.app.canvas.written if one.text in signed]
        assert {words for words, _ in told} == signed
        for words, at in told:
            nearest = min(range(4), key=lambda seat: apart(board.score_place(seat), at))
            assert words == say.signed(payments[nearest])
        assert any(m.form.name == "paid" and m.words == say.paid() for m in board.moments.scenes)


@pytest.mark.parametrize("calm", [False, True])
def test_a_call_of_another_stands_at_its_seat_until_it_was_read_or_a_press(tmp_path: Path, calm: bool) -> None:
    """With its picture, and with what it costs in words; the price stands beside the kinds from then on."""
    for seed in range(4):
        with moving(tmp_path / str(seed), seed) as (s, match, board, _):
            s.app.session.settings.reduced_motion = calm
            board.stage.finish()
            caller, call = match.to_act or 0, match.legal()[seed]
            s.table.play(call)
            told = [m for m in board.moments.scenes if m.form.name == "called"]
            if caller == 0:
                assert not told
                continue
            (moment,) = told
            kind = call.removeprefix("call ")
            assert moment.words in board.say.called(caller, kind, board.state)
            assert moment.picture == board.signs[kind]
            assert moment.medal == board.trick_rect(caller)
            assert moment.length >= 2000
            s.app.motion.now += 500
            s.app.draw()
            assert moment.words in s.words()
            s.key("return")
            assert moment not in board.moments.scenes


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("letters", [100, 150, 200])
def test_the_words_of_a_call_fit(tmp_path: Path, language: str, letters: int) -> None:
    for size in ((800, 600), (1280, 720)):
        with screen(tmp_path / str(size[0]), size) as s:
            s.speak(language)
            s.app.session.settings.text_size = letters
            s.app.session.settings.motion = "normal"
            for kind in KINDS:
                match = Match(GAME, {"level": "basic"}, 7, seats=["human", "dragon", "dragon", "dragon"])
                assert match.to_act != 0
                s.app.sit(match)
                s.app.draw()
                board = board_of(s)
                board.stage.finish()
                board.show(s.table.live.make(f"call {kind}"))
                s.app.motion.now += 900
                s.app.draw()
                words = next(m.words for m in board.moments.scenes if m.form.name == "called")
                (told,) = [one for one in s.app.canvas.written if one.text == words]
                assert not told.cut, words


def test_a_call_takes_no_time_with_motion_off(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.sit(Match(GAME, {"level": "basic"}, 3, seats=["human", "random", "random", "random"]))
        board, match = board_of(s), s.table.match
        board.show(s.table.live.make(match.legal()[0]))
        assert match.moves[0].startswith("call")
        assert not board.stage.playing
        assert not s.app.motion.busy


def test_a_card_is_played_by_dragging_it_to_the_middle(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.sit(position(following))
        card = board_of(s).hand(0)[int(legal_card(s)[4:])].card
        s.drag(legal_card(s), "trick")
        assert s.table.match.moves[-1] == card


def test_a_card_that_may_not_be_played_says_why(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = position(following)
        s.app.sit(match)
        cards = [sprite.card for sprite in board_of(s).hand(0)]
        key = f"hand{next(n for n, card in enumerate(cards) if card not in match.legal())}"
        s.point(s.spot(key).rect.midleft)
        name, reason = s.spot(key).tip.split("\n")
        assert name == "Wizard of Dragonlords."
        assert reason == Strings("en")(f"why.tricks.must_follow_{match.legal()[0][:3]}")
        before = len(match.moves)
        s.point((s.spot(key).rect.x + 4, s.spot(key).rect.y + 4))
        s.click(key)
        assert len(match.moves) == before
        assert reason in s.words()


@pytest.mark.parametrize("wanted", [choosing, calling])
def test_choices_are_offered_with_the_hand_in_view(tmp_path: Path, wanted: Any) -> None:
    with screen(tmp_path, (800, 600)) as s:
        match = position(wanted)
        s.app.sit(match)
        assert keys_of(s, "choice ") == [f"choice {move}" for move in match.legal()]
        assert len(keys_of(s, "hand")) == 8
        move = match.legal()[-1]
        s.click(f"choice {move}")
        assert match.moves[-1] == move


@pytest.mark.parametrize("text_size", [100, 150])
def test_rows_to_choose_from_leave_seats_hand_and_sentence_free(tmp_path: Path, text_size: int) -> None:
    """Where room is least: at 800x600 in a lesson, its words above the table."""
    step = next(step for step in steps_of(GAME) if step.match().legal()[0].startswith("call"))
    with screen(tmp_path, (800, 600)) as s:
        s.app.session.settings.text_size = text_size
        taken = partial(LessonStudy, GAME, s.app.session.chronicle, step)
        draw_shot(s.app, partial(study_at, s.app, taken))
        assert isinstance(s.scene, arcade.StudyScene)
        board = s.scene.board
        assert isinstance(board, arcade.TricksBoard)
        rows = [spot.rect for spot in s.app.canvas.spots if spot.key.startswith("choice ")]
        assert len(rows) == len(step.match().legal())
        parts = board.measure().parts
        told = {f"{side} {part}" for side in board.data["sides"]["4"] for part in ("face", "name", "heap", "sum")}
        others = [rect for name, rect in parts.items() if name in told | {"hand", "kinds", "ribbon"}]
        assert len(others) == len(told) + 3
        for row in rows:
            assert row.h >= s.app.canvas.line
            assert row.collidelist(others) < 0
            assert row.collidelist([sprite.rect for sprite in board.stage.sprites if sprite.zone == "hand"]) < 0


def test_a_dragon_that_is_led_asks_for_its_suit(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = position(naming)
        s.app.sit(match)
        dragon = f"hand{len(board_of(s).hand(0)) - 1}"
        before = len(match.moves)
        s.click(dragon)
        assert len(match.moves) == before
        offered = keys_of(s, "choice DRAGON")
        assert offered == [f"choice {move}" for move in match.legal() if move.startswith("DRAGON ")]
        s.key("esc")
        assert keys_of(s, "choice") == []
        s.click(dragon)
        s.click(offered[0])
        assert match.moves[before] == offered[0].removeprefix("choice ")


@pytest.mark.long
def test_numbers_crystals_and_rows_agree_in_every_frame(tmp_path: Path) -> None:
    """While tricks are taken, hands are paid and the end is counted, there by whole crystals; what a trick costs
    counts once it has arrived."""
    with moving(tmp_path) as (s, match, board, chance):
        seats, taken, paid = range(4), 0, 0

        def owed() -> list[list[Any]]:
            return [[*rows] for rows in board.rows]

        while len(match.state()["results"]) < 2:
            board.stage.finish()
            before = owed()
            board.show(s.table.live.make(chance.choice(match.legal())))
            for _ in range(400):
                s.app.motion.now += 20
                board.stage.tick()
                for seat in seats:
                    assert worth(board.crystals(seat)) == max(0, board.wealth(seat))
                air = [flight for flight, _ in board.moments.flying()]
                paying = any(e.kind == "pay" for e in board.stage.untold)
                if air and not paying:
                    assert owed() == before
                    taken += 1
                paid += paying and any(flight.picture for flight in air)
                if board.stage.rested() and not board.stage.groups:
                    break
        assert taken
        assert paid
        while not match.over:
            match.play(chance.choice(match.legal()))
        board.stage.reset()
        end = arcade.EndScene(s.app, s.table)
        counting = set()
        while not end.finale.decided:
            end.update()
            sums = end.finale.sums(still=False)
            told = [board.say.amount(amount) for amount in sums]
            assert told == [board.say.money(board.wealth(seat)) for seat in seats]
            for seat in seats:
                assert 0 <= max(0, board.wealth(seat)) - worth(board.crystals(seat)) < 1000 * GEMS[0][1]
            counting.add(tuple(told))
            s.app.motion.now += 30
        assert len(counting) > len(end.finale.steps)


def ends_hand(s: Screen, waits: bool, motion: str) -> arcade.TableScene:
    """A table on which the last card of a hand is just played."""
    s.app.session.settings.motion = motion
    s.app.session.settings.trick_waits = waits
    table = s.sit(GAME, options={"level": "basic"}, seed=5, seats=["human"] * 4)
    table.curtain = False
    while not any(result and any(result["payments"]) for result in table.match.state()["results"][-1:]):
        table.board.stage.finish()
        table.play(table.live.legal()[0])
        table.curtain = False
    return table


def test_what_was_paid_stands_until_a_press(tmp_path: Path) -> None:
    """Without a sheet of numbers; then the next hand is dealt."""
    with screen(tmp_path) as s:
        table = ends_hand(s, waits=False, motion="normal")
        stage, stood = table.board.stage, 0
        for _ in range(6000):
            s.app.motion.now += 20
            stage.tick()
            if stage.waits and not s.app.motion.busy:
                assert stage.waits == board_of(s).say.paid() == table.status()
                stood += 20
                if stood == 100_000:
                    s.app.draw()
                    assert s.has("next_hand")
                    assert table.take(Action("accept"))
            assert s.scene is table
        assert not stage.playing
        assert not board_of(s).paid
        assert stood == 100_000


def test_while_a_hand_is_dealt_its_dragonmaster_wears_the_crown_and_no_card_costs(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = ends_hand(s, waits=False, motion="normal")
        board, before = board_of(s), table.match.copy()
        before.undo()
        old, new = before.state(), table.match.state()
        assert old["kind"]
        while not board.stage.waits:
            s.app.motion.now += 20
            board.stage.tick()
            assert (board.shown["dm"], board.shown["kind"]) == (old["dm"], old["kind"])
        while board.stage.waits:
            board.stage.proceed()
        while board.stage.groups:
            s.app.motion.now += 20
            board.stage.tick()
        assert board.stage.playing
        assert (board.shown["dm"], board.shown["kind"]) == (new["dm"], None)
        assert board.roles(new["dm"]) == ["dm"]


def test_without_motion_what_was_paid_holds_nobody_up(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = ends_hand(s, waits=False, motion="off")
        table.board.stage.tick()
        assert not table.board.stage.waits


@pytest.mark.parametrize("language", ["en", "de"])
def test_who_pays_is_told_what_they_pay_and_to_whom(language: str) -> None:
    """Everybody else is told what the one who is paid gets."""
    told, t = dict[bool, str](), Strings(language)
    for seed in range(40):
        match, chance = Match(GAME, {"level": "basic"}, seed, seats=["human", *["wyrmling"] * 3]), random.Random(seed)
        while not match.state()["results"]:
            match.play(chance.choice(match.legal()))
        payments = match.state()["results"][0]["payments"]
        say = telling_of(Looking(match, language))
        assert isinstance(say, TricksTelling)
        if payments[0] < 0:
            name = say.look.name(payments.index(max(payments)))
            told[True] = say.paid()
            values = {"name": name, "sum": say.money(-payments[0])}
            ends = t("tricks.paid.by_you", hand="", **values), t("tricks.paid.early.by_you", early="", **values)
            assert told[True].endswith(ends)
        elif any(payments):
            told[False] = say.paid()
            assert say.money(max(payments)) in told[False]
    assert len(told) == 2


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_says_why_a_hand_ends_early_and_why_nobody_pays(language: str) -> None:
    """The kind in the words of the table."""
    seen, t = set[str](), Strings(language)
    for seed in range(40):
        match, chance = Match(GAME, {"level": "basic"}, seed), random.Random(seed)
        while not match.over and len(seen) < 3:
            held = match.state()
            match.play(chance.choice(match.legal()))
            done = match.state()["results"]
            if len(done) == len(held["results"]):
                continue
            say, last, kind = telling_of(Looking(match, language)), done[-1], held["kind"]
            assert isinstance(say, TricksTelling)
            told = say.paid()
            early = any(event.what == "ends_early" for event in match.last_events())
            if not any(last["payments"]):
                cards, _ = last_hand(match, last["dm"])
                if kind in ("wizards", "dragonlords"):
                    mark = {"wizards": " W", "dragonlords": "DRA "}[kind]
                    kept = t(f"tricks.kept.{kind}", n=sum(mark in card for card in cards))
                    assert told == say.of_seat("tricks.paid.none", last["dm"], what=kept)
                elif kind == "runesword" and "WAR P" in cards:
                    assert told == say.of_seat("tricks.paid.none", last["dm"], what=t("tricks.kept.prince"))
                    seen.add("none")
            elif early:
                assert told.startswith(t(f"tricks.early.{kind}"))
                seen.add("early")
            elif kind == "runesword":
                assert t("tricks.costing.runesword") in told
            else:
                seen.add("plain")
    assert {"none", "early", "plain"} <= seen


def test_while_a_trick_is_taken_the_line_below_names_nobody_else(tmp_path: Path) -> None:
    with moving(tmp_path) as (s, match, board, chance):
        s.app.session.settings.guided = {GAME: 1}
        told, taking = set[str](), False
        while not taking:
            board.stage.finish()
            board.show(s.table.live.make(chance.choice(match.legal())))
            for _ in range(150):
                s.app.motion.now += 20
                board.stage.tick()
                if board.under_way() and not s.table.live.mine:
                    told.add(s.table.guide_words())
                    taking = True
        assert told == {s.table.t("guide.watch")}


@pytest.mark.parametrize("size", SIZES[:2], ids=str)
def test_a_notice_stands_in_the_place_of_the_sentence_and_over_no_face(tmp_path: Path, size: tuple[int, int]) -> None:
    with screen(tmp_path, size) as s:
        s.app.sit(played(GAME, 9))
        s.app.draw()
        board = board_of(s)
        assert board.sentence
        box = s.table.notice_place(s.app.canvas, *board.sentence.size)
        assert board.sentence.colliderect(box)
        assert box.collidelist([board.face_place(seat) for seat in range(4)]) < 0


def test_in_the_trick_only_the_highest_card_stands_out(tmp_path: Path) -> None:
    """No face lies on a card; pointing at it tells whose it is."""
    with screen(tmp_path) as s:
        for moves in range(4, 24):
            s.app.sit(played(GAME, moves))
            s.app.draw()
            board = board_of(s)
            notes = {spot.key: spot.tip for spot in s.app.canvas.spots}
            assert "badge" not in notes
            for card in board.lying():
                assert card.seat is not None and card.card
                assert notes[f"trick{card.seat}"] == board.say.laid(card.seat, card.card)
                assert board.name(card.seat) in notes[f"trick{card.seat}"]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SIZES[:2], ids=str)
def test_a_call_is_told_with_a_capital_and_says_what_it_counts(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    """Once all cards are dealt, so that nothing of the last call is beside it."""
    with screen(tmp_path, size) as s:
        s.speak(language)
        match = position(calling, "basic")
        s.app.sit(match)
        s.app.draw()
        say = board_of(s).say
        for move in match.legal():
            assert capital(say.move(move)) in s.words()
        held = sum(" W" in card for card in match.state(0)["hands"][0])
        told = say.t("tricks.held.wizards", n=held) if held else say.t("tricks.held.wizards.none")
        assert say.call_words("wizards").endswith(told)
        assert faults(s.app.canvas) == []
        stage = board_of(s).stage
        stage.before, stage.playing = stage.state, True
        s.app.draw()
        assert not [spot for spot in s.app.canvas.spots if spot.key.startswith("choice ")]


def test_pointing_at_the_place_of_a_pile_tells_how_many_tricks_lie_there(tmp_path: Path) -> None:
    """Also where none does yet."""
    with screen(tmp_path) as s:
        s.app.sit(played(GAME, 9))
        s.app.draw()
        board, notes = board_of(s), {spot.key: spot.tip for spot in s.app.canvas.spots}
        taken = [board.tricks_taken(seat) for seat in range(4)]
        assert {0} < {*taken}
        for seat, number in enumerate(taken):
            tricks = str(number or s.table.t("tricks.pile.none"))
            assert notes[f"taken{seat}"] == board.say.of_seat("tricks.pile", seat, tricks=tricks)


def test_a_whole_trick_lies_in_the_light_of_its_winner_before_it_is_gathered(tmp_path: Path) -> None:
    with moving(tmp_path) as (s, match, board, chance):
        lay = 0
        while not lay:
            board.stage.finish()
            board.show(s.table.live.make(chance.choice(match.legal())))
            for _ in range(300):
                s.app.motion.now += 20
                board.stage.tick()
                rests = len(board.lying()) == 4 and all(card.rests(s.app.motion) for card in board.lying())
                if rests and board.stage.groups:
                    assert board.turn == board.winning
                    lay += 20
        assert lay >= 1200


@pytest.mark.parametrize("motion", ["normal", "off"])
def test_payments_wait_for_the_next_deal_where_that_is_chosen(tmp_path: Path, motion: str) -> None:
    with screen(tmp_path) as s:
        table = ends_hand(s, waits=True, motion=motion)
        for _ in range(600):
            s.app.motion.now += 20
            table.board.stage.tick()
            if table.board.stage.waits and not board_of(s).paid:
                table.board.stage.proceed()  # past the trick
        assert table.board.stage.waits
        s.app.draw()
        result = table.match.state()["results"][-1]
        say: Any = board_of(s).say
        assert all(say.signed(paid) in s.words() for paid in result["payments"] if paid)
        assert say.paid() in s.words()
        for _ in range(2):  # the first press may end what still moves
            if table.board.stage.waits:
                s.click("next_hand")
        assert not table.board.stage.waits
        for _ in range(200):
            s.app.motion.now += 20
            table.board.stage.tick()
        assert not board_of(s).paid


def test_score_sheet_and_reference_open_over_the_table(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = position(lambda m: m.state()["hand"] == 3)
        s.app.sit(match)
        s.click("score")
        assert isinstance(s.scene, arcade.Popup)
        words = s.words()
        for wealth in match.state()["wealth"]:
            assert board_of(s).say.money(wealth) in words
        s.key("esc")
        s.click("reference")
        assert Strings("en")("tricks.cost.wizards") in s.words()
        s.key("esc")
        assert not isinstance(s.scene, arcade.Popup)


def test_others_hands_and_taken_cards_stay_hidden(tmp_path: Path) -> None:
    """No card but those the person may see has a face on the table."""
    with screen(tmp_path) as s:
        match = position(following)
        s.app.sit(match)
        board = board_of(s)
        assert {sprite.card for sprite in board.stage.sprites if sprite.zone == "hand" and sprite.seat != 0} == {None}
        seen = match.state(0)
        cards = [w.text for w in s.app.canvas.written if any(c in w.text for c in ("King of", "Queen of"))]
        assert not [w for w in cards if "Taken by" in w]
        assert sorted(str(sprite.card) for sprite in board.hand(0)) == sorted(seen["hands"][0])


def test_a_claim_plays_the_hand_out(tmp_path: Path) -> None:
    """Offered when no card can change the payments any more, and not before."""
    with screen(tmp_path) as s:
        s.app.sit(position(lambda match: match.state()["kind"] and not match.settled(0)))
        assert not s.has("claim")
        match = position(lambda match: match.state()["kind"] and match.settled(0))
        s.app.sit(match)
        hands, wealth = len(match.state()["results"]), None
        for chance in (random.Random(1), random.Random(2)):
            other = match.copy()
            while len(other.state()["results"]) == hands:
                other.play(chance.choice(other.legal()))
            assert wealth in (None, other.state()["wealth"])
            wealth = other.state()["wealth"]
        s.click("claim")
        assert len(match.state()["results"]) == hands + 1
        assert match.state()["wealth"] == wealth
        s.until(lambda: not board_of(s).stage.groups)


def test_crystals_are_worth_the_wealth_they_stand_for() -> None:
    worth = [thousands for _, thousands, _ in GEMS]
    assert [count for _, count in gems(100_000)] == [2, 3, 5, 5]
    for amount in range(0, 400_000, 1000):
        counts = [count for _, count in gems(amount)]
        assert min(counts) >= 0
        assert 1000 * sum(w * count for w, count in zip(worth, counts, strict=True)) == amount


def scenes(app: arcade.App) -> dict[str, Any]:
    """The pictures of the game that the shared ones lack."""

    def led() -> list[arcade.Scene]:
        table = table_at(app, position(naming))
        table.board.choice.hold(s for s in table.board.stage.sprites if s.card == "DRAGON")
        return [table]

    def popup(name: str) -> list[arcade.Scene]:
        table = table_at(app, position(lambda m: m.state()["hand"] == 12))
        return [table, arcade.Popup(app, table.board, name)]

    found: dict[str, Any] = {"led": led, "following3": lambda: [table_at(app, position(following, players=3))]}

    def at(wanted: Any) -> list[arcade.Scene]:
        return [table_at(app, position(wanted))]

    found |= {wanted.__name__: partial(at, wanted) for wanted in (choosing, calling, following)}
    return found | {name: partial(popup, name) for name in ("score", "reference")}


@pytest.mark.parametrize(("size", "language"), LOOKS)
@pytest.mark.long
def test_no_picture_of_the_game_has_faults(tmp_path: Path, size: tuple[int, int], language: str) -> None:
    """Those that the pictures of all games lack, and the rule help in every language."""
    with screen(tmp_path, size) as s:
        assert s.faults(GAME, scenes(s.app), language) == {}


def test_the_log_counts_the_hands_of_a_short_match_as_the_table_does(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = made(GAME, "short", {}, 12, ["human", "hatchling", "hatchling", "hatchling"])
        chance = random.Random(1)
        while len(match.state()["results"]) < 2:
            match.play(chance.choice(match.legal()))
        s.app.sit(match)
        s.app.draw()
        story = [line for line in s.table.board.say.story([0]) if line.startswith("Hand ")]
        assert [line.split(".")[0] for line in story] == ["Hand 2", "Hand 3"]
        assert "Hand 3 of 5" in s.words()


def gilt(s: Screen, face: pygame.Rect) -> int:
    """On how many of twelve places around a face there is gold."""
    found = 0
    for number in range(12):
        turned = pygame.Vector2(face.w * 0.53, 0).rotate(30 * number + 15) + face.center
        red, green, blue, _ = s.app.canvas.surface.get_at((round(turned.x), round(turned.y)))
        found += red > 190 and green > 130 and blue < green - 40
    return found


@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_a_gilt_ring_is_around_the_face_of_whoever_is_to_move_alone(tmp_path: Path, size: tuple[int, int]) -> None:
    with screen(tmp_path, size) as s:
        for moves in (6, 7, 8, 9, 10):
            table = table_at(s.app, played(GAME, moves, mine=False))
            s.app.scenes = [table]
            s.app.draw()
            board = table.board
            ringed = [seat for seat in range(4) if gilt(s, board.face_place(seat)) > 6]
            assert ringed == [board.turn]
            assert faults(s.app.canvas) == []


@pytest.mark.parametrize("size", [(800, 600), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("players", [3, 4])
def test_the_table_is_large_and_its_parts_lie_apart(tmp_path: Path, size: tuple[int, int], players: int) -> None:
    """A card of the hand has a quarter of the height, one of the trick a fifth, a rival's face 112 of 720 lines."""
    with screen(tmp_path, size) as s:
        s.app.sit(position(following, players=players))
        s.app.draw()
        board, high = board_of(s), size[1]
        parts = board.measure().parts
        assert all(sprite.rect.h >= 0.249 * high for sprite in board.hand(0))
        assert board.trick_rect(0).h >= 0.2 * high
        sides = [board.side(seat) for seat in range(players)]
        assert all(parts[f"{side} face"].h >= high * 112 // 720 - 1 for side in sides[1:])
        told = ("face", "heap", "sum", "due", "name", "tricks")
        for side in sides:
            mine = [parts[f"{side} {part}"] for part in told]
            rest = [parts[f"{other} {part}"] for other in sides if other != side for part in told]
            cards = [board.trick_rect(seat) for seat in range(players)]
            around = [*rest, *cards, parts["kinds"], parts["ladder"], parts["ribbon"], parts["hand"], board.tray]
            assert [(one, around[at]) for one in mine if (at := one.collidelist(around)) >= 0] == []


def test_what_a_hand_has_cost_says_who_pays(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = played(GAME, 4)
        s.app.sit(match)
        say: Any = board_of(s).say
        rows, state = [Row("first", 0, None, 1, -4000)], match.state()
        state["power"] = None
        assert say.due(0, rows, state) == "you pay 4,000 so far"
        assert say.due(1, [rows[0]._replace(seat=1)], state) == "pays 4,000 so far"
        assert say.due(1, [rows[0]._replace(seat=1, value=0)], state) == "pays nothing"


def test_pointing_at_a_card_tells_its_name(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.sit(position(following))
        s.app.draw()
        board = board_of(s)
        for sprite in board.lying():
            assert capital(board.say.card(str(sprite.card))) in s.spot(f"trick{sprite.seat}").tip
        for number, sprite in enumerate(board.hand(0)):
            s.point(s.spot(f"hand{number}").rect.midleft)
            s.app.draw()
            assert s.spot(f"hand{number}").tip.startswith(capital(board.say.card(str(sprite.card))))


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", "K: King, Q: Queen, P: Prince, W: Wizard, D: Duke, C: Count, B: Baron, F: Fool"),
        ("de", "K: König, D: Königin (Dame), P: Prinz, Z: Zauberer, H: Herzog, G: Graf, B: Baron, N: Narr"),
    ],
)
@pytest.mark.parametrize("size", SIZES)
def test_each_rank_of_the_steps_tells_its_name_and_has_the_letter_of_its_cards(
    tmp_path: Path, size: tuple[int, int], language: str, names: str
) -> None:
    with screen(tmp_path, size) as s:
        s.speak(language)
        s.app.sit(position(following))
        s.app.draw()
        steps = [spot for spot in s.app.canvas.spots if spot.key.startswith("ladder ")]
        assert [spot.key[-1] for spot in steps] == list(RANKS)
        assert all(spot.tip.startswith(name) for spot, name in zip(steps, names.split(", "), strict=True))
        board = s.table.board
        assert [board.face(f"DRU {rank}").corner for rank in RANKS] == [name[0] for name in names.split(", ")]
        assert [spot.rect.top for spot in steps] == sorted({spot.rect.top for spot in steps})  # each stands lower


@pytest.mark.parametrize("size", SIZES)
def test_the_heaps_of_two_seats_never_lie_together(tmp_path: Path, size: tuple[int, int]) -> None:
    with screen(tmp_path, size) as s:
        s.app.sit(position(following))
        s.app.draw()
        board = board_of(s)
        heaps = [board.heap_place(seat) for seat in range(4)]
        lines = [board.seat_part(seat, "due") for seat in range(4)]
        room = heaps[0].h // 3
        for seat in range(4):
            for other in range(4):
                around = heaps[other].union(lines[other])
                assert seat == other or not heaps[seat].inflate(room, room).colliderect(around)


def test_the_last_payment_of_a_match_leads_to_the_result_and_not_to_a_hand(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.sit(position(following))
        board = board_of(s)
        board.paid, board.payment = {0: 1000}, "You get 1,000."
        words = {}
        for over in (False, True):
            with patch.object(Match, "over", over), patch.object(board.stage, "waits", new="Look."):
                s.app.draw()
                words[over] = s.words()
        assert "Next hand" in words[False]
        assert "Next hand" not in words[True]
        assert "Who has won?" in words[True]


def test_the_crystals_of_a_heap_are_as_many_as_are_owned_and_none_is_hidden(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.sit(position(following))
        s.app.draw()
        plan = board_of(s).measure()
        for counts in ([2, 3, 5, 5], [0, 2, 4, 5], [14, 3, 5, 5], [0, 0, 0, 0]):
            heap = plan.heap((112, 72), counts)
            assert [sum(kind == number for kind, _ in heap) for number in range(4)] == counts
            assert len({rect.center for _, rect in heap}) == len(heap)
            assert all(pygame.Rect(0, -4, 112, 84).contains(rect) for _, rect in heap)


def test_the_next_hand_tells_you_that_you_are_dragonmaster(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = made("tricks", "short", {}, 3, ["human", *["random"] * 3])
        s.app.sit(match)
        say: Any = s.table.board.say
        chance, told = random.Random(3), set[str]()
        while not match.over:
            events = match.play(chance.choice(match.legal()))
            hands = [event for event in events if event.what == "hand"]
            told |= {say.under_way([event]) for event in hands if event.seat == 0}
        assert len(told) == 1
        assert told.pop().endswith("You are Dragonmaster.")


@pytest.mark.parametrize(("kind", "barred"), [("staff", "Dragonlords or Warriors"), ("runesword", "Warriors")])
def test_who_leads_is_told_by_name_which_suits_may_not_be_led(kind: str, barred: str) -> None:
    match = Match("tricks", options={"level": "expert"}, seed=5)
    match.play(f"call {kind}")
    look, seat = Looking(match, "en"), match.to_act
    look.viewer = look.seat = seat or 0
    say = telling_of(look)
    assert isinstance(say, TricksTelling)
    told = say.task(say.state, match.legal(), naming=False)
    assert told == f"You lead the first trick: any card, but no {barred}."


@pytest.mark.parametrize("language", Strings.languages())
def test_at_a_power_play_the_table_is_told_with_what_it_is_about(language: str) -> None:
    """Nobody pays the Dragonmaster for cards then."""
    match = Match("tricks", options={"level": "advanced"}, seed=3)
    while "keep" not in match.legal():
        match = Match("tricks", options={"level": "advanced"}, seed=match.seed + 1)
    match.play("keep")
    match.play("call runesword")
    look = Looking(match, language)
    told, t, state = telling_of(look).facts(), Strings(language), match.state(0)
    assert t("read.tricks.goal", goal=t("tricks.goal.runesword")) in told
    assert not {t("tricks.dm", name=look.name(state["dm"])), t("tricks.dm.you")} & {*told}
    assert {t("read.tricks.dm", name=look.name(state["dm"])), t("read.tricks.dm.you")} & {*told}


@pytest.mark.parametrize("size", [(800, 600), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("players", [3, 4])
def test_the_price_of_the_kind_that_is_played_stands_until_the_hand_is_over(
    tmp_path: Path, size: tuple[int, int], players: int
) -> None:
    """Also where the rest may be claimed; it covers nobody's crystals, and nothing that is written about them."""
    with screen(tmp_path, size) as s:
        for number, kind in enumerate(KINDS):
            match, chance = Match(GAME, {"level": "basic", "players": players}, number), random.Random(number)
            match.seats = ["human"] + ["drake"] * (players - 1)
            match.play(f"call {kind}")
            claimed = False
            while match.state()["kind"] == kind and not (claimed and match.to_act == 0):
                if match.to_act == 0:
                    s.app.sit(match.copy())
                    board = board_of(s)
                    words = s.words().replace("\n", " ")
                    assert any(price.replace("\n", " ") in words for price in board.say.prices(kind)), kind
                    claimed = claimed or board.claims
                    price = board.plan.price(board.plan.kinds(len(KINDS), board.called)[number])
                    parts = ("heap", "sum", "due")
                    owned = [board.seat_part(seat, part) for seat in range(players) for part in parts]
                    claim = [s.spot("claim").rect] if board.claims else []
                    assert price.collidelist([*owned, *claim]) < 0
                match.play(chance.choice(match.legal()))
