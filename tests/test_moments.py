"""Moments: what the table makes much of, points that fly, and that all of it ends with any input."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Rect

import game as arcade
import native
from native import Match
from native.files import read_toml
from native.screen.moment_picture import MomentPainter, ribbon_at
from native.screen.moments import Moment, Moments, Occasion, read_forms
from native.screen.motion import Motion
from native.screen.theme import MOTION, THEME, picture_names
from native.screen.tooltips import Covered
from native.store.settings import Settings
from native.strings import Strings
from tests.screen import Screen

OWN = {  # what boards announce beside the engine's words
    "duel": {"line"}, "tricks": {"called", "paid", "penalties"}, "heart": {"figure_changes"}, "wars": set(),
    "tale": {"round", "set"},
}
LAYERS = {"dim", "rays", "halo", "swell", "lift", "frame", "medal", "glint", "sparks", "rubble", "words"}


@pytest.fixture
def screen(tmp_path: Path) -> Screen:
    """An arcade in which cards move."""
    found = Screen(tmp_path)
    found.app.session.settings.motion = "normal"
    found.app.session.settings.trick_waits = False
    return found


def played(screen: Screen, game: str, shown: Callable[[Any], bool]) -> Any:
    """Plays matches at random, and shows every move, until the moments are as wanted."""
    for seed in range(1, 60):
        count, chance = Match(game, seed=seed).seats_count, random.Random(seed)
        match = Match(game, seed=seed, seats=["human"] + ["hatchling"] * (count - 1))
        table = arcade.TableScene(screen.app, match)
        table.live.paused = True
        screen.app.scenes = [table]
        screen.app.draw()
        while not match.over:
            table.board.stage.finish()
            table.board.moments.due()
            table.board.show(table.live.make(chance.choice(match.legal())))
            if any(shown(table.board) for _ in to_rest(screen, table.board)):
                return table
    raise AssertionError("it never came to that")


def to_rest(screen: Screen, board: Any) -> Iterator[None]:
    """Lets the clock go on until the move has been shown."""
    while board.stage.playing:
        yield
        screen.app.motion.now += 20
        board.stage.tick()


def has(name: str) -> Callable[[Any], bool]:
    """Whether a moment of a name is under way."""
    return lambda board: any(moment.form.name == name for moment, _ in board.moments.under_way())


@pytest.mark.parametrize("game", native.GAMES)
def test_a_row_of_the_table_names_what_there_is(game: str) -> None:
    sounds, says = read_toml("sounds.toml") or {}, set(Match(game, seed=1).info.says)
    forms = read_forms(game)
    assert forms
    for form in forms:
        assert form.event in says | OWN[game], form.name
        assert form.lasts in MOTION and form.sound in sounds, form.name
        assert set(form.paint) <= LAYERS and form.lights in ("cards", "places", "plate", "table"), form.name
        assert ("medal" in form.paint) == bool(form.picture) and form.picture in ("", *picture_names()), form.name
        for language in ("en", "de"):
            told = f"moment.{game}.{form.name}" in Strings(language)
            assert told == ("words" in form.paint), (form.name, language)


@pytest.mark.long
@pytest.mark.parametrize(("game", "name"), [
    ("duel", "hundred"), ("duel", "pair"), ("tricks", "penalties"), ("heart", "wakes"), ("heart", "changes"),
    ("heart", "sails"), ("heart", "last"),
    ("wars", "slain"), ("wars", "last"), ("tale", "set"),
])  # fmt: skip
def test_what_happens_has_its_moment_and_is_over_at_any_input(screen: Screen, game: str, name: str) -> None:
    board = played(screen, game, has(name)).board
    moments = board.moments
    assert not moments.still
    assert all(moment.lit for moment, _ in moments.under_way())
    screen.key("f1")
    assert moments.still and not moments.under_way() and not moments.flying() and not moments.glinting()
    assert not screen.app.motion.busy


def test_a_line_counts_up_once_its_points_arrive(screen: Screen) -> None:
    board = played(screen, "duel", has("hundred")).board
    line = next(gain.owner for gain in board.moments.gains if gain.amount >= 60)
    before, now = (board.line_scores(at).get(line, 0) for at in (board.stage.seen, board.match))
    steps = [before + board.moments.gained(line) for _ in to_rest(screen, board)]
    assert steps == sorted(steps)
    assert steps[-1] > steps[0] and len(set(steps)) > 5
    assert steps[-1] <= now == board.line_scores(board.stage.seen)[line]


@pytest.mark.long
def test_crystals_neither_come_nor_go_while_they_fly(screen: Screen) -> None:
    board = played(screen, "tricks", lambda board: bool(board.moments.flying())).board
    seats = range(board.match.seats_count)
    sums = {sum(board.wealth(seat) for seat in seats) for _ in to_rest(screen, board)}
    assert max(sums) - min(sums) <= 100 * len(seats)  # each is rounded to a hundred
    assert [board.wealth(seat) for seat in seats] == board.state["wealth"]


def test_a_score_on_the_plate_follows_the_points(screen: Screen) -> None:
    board = played(screen, "heart", lambda board: bool(board.moments.flying())).board
    seat = next(gain.owner for gain in board.moments.gains if gain.amount > 0)
    steps = [board.tally(seat) for _ in to_rest(screen, board)]
    assert steps == sorted(steps) and steps[0] < steps[-1] <= board.tally(seat) == board.points(seat)


@pytest.mark.long
def test_no_points_are_lost_on_the_way_to_a_plate(screen: Screen) -> None:
    board = played(screen, "tale", lambda board: any(gain.amount > 3 for gain in board.moments.gains)).board
    seat = next(gain.owner for gain in board.moments.gains if gain.amount > 3)
    steps = [board.points()[seat] for _ in to_rest(screen, board)]
    assert steps[0] == steps[5] < steps[-1] and board.say.points([])[seat] == board.match.scores[seat]
    assert max(abs(one - other) for one, other in pairwise(steps)) <= 3


def test_with_speed_off_nothing_moves_but_it_is_heard(screen: Screen) -> None:
    screen.app.session.settings.motion = "off"
    heard: list[str] = []
    table = arcade.TableScene(screen.app, Match("duel", seed=1))
    moments = table.board.moments
    for _ in range(16):
        table.board.show(table.match.play(table.match.legal()[0]))
        assert moments.still and not moments.flying() and not screen.app.motion.busy
        heard += moments.due()
    assert heard.count("place") == 16 and {"pair", "hundred"} & set(heard)


def test_where_motion_is_reduced_a_lit_frame_stands_still(screen: Screen) -> None:
    screen.app.session.settings.reduced_motion = True
    board = played(screen, "duel", has("hundred")).board
    assert not board.moments.flying()
    (moment, _), *_ = board.moments.under_way()
    pictures = []
    screen.app.draw()  # cards of a new size are painted over several pictures
    for share in (0.2, 0.8):
        screen.app.draw()
        painter = MomentPainter(screen.app.canvas, calm=True)
        screen.app.canvas.paint(lambda _, painter=painter, share=share: painter.moment(moment, share))  # type: ignore[misc]
        screen.app.canvas.draw()
        pictures.append(pygame.image.tobytes(screen.app.canvas.surface, "RGB"))
    assert pictures[0] == pictures[1]


@pytest.mark.long
def test_painting_only_reads(screen: Screen) -> None:
    board = played(screen, "heart", has("wakes")).board
    before = {name: str(value) for name, value in vars(board.moments).items()}
    screen.app.lay_out()
    screen.app.canvas.draw()
    assert {name: str(value) for name, value in vars(board.moments).items()} == before


@pytest.mark.long
def test_who_plays_from_memory_is_told_no_points(screen: Screen) -> None:
    screen.app.session.settings.choose("heart", "memory")

    def watched(board: Any) -> bool:
        assert board.memory and not board.moments.gains
        return has("wakes")(board)

    board = played(screen, "heart", watched).board
    assert not any(flight.words for flight, _ in board.moments.flying())


def test_a_skipped_moment_is_heard_all_the_same() -> None:
    motion = Motion(Settings(), MOTION, THEME["speed"])
    moments = Moments(motion, read_forms("wars"))
    moments.begin(moments.forms[0], [], "", 500)
    assert not moments.due()
    motion.finish()
    assert moments.due() == [moments.forms[0].sound]


@pytest.mark.parametrize(("speed", "share"), [("off", 0), ("fast", 0.5), ("normal", 1), ("slow", 1.6)])
def test_a_moment_is_as_long_as_the_speed_says(speed: str, share: float) -> None:
    settings = Settings()
    settings.motion = speed
    moments = Moments(Motion(settings, MOTION, THEME["speed"]), read_forms("duel"))
    moments.begin(moments.forms[0], [], "", 0)
    assert moments.scenes[0].length == share * MOTION["moment"] == moments.motion.until


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("letters", [100, 150])
def test_the_words_of_a_moment_fit(tmp_path: Path, language: str, letters: int) -> None:
    app = Screen(tmp_path, (800, 600)).app
    app.session.settings.text_size = letters
    canvas, told = app.canvas, Strings(language)
    forms = [(f"moment.{game}.{form.name}", form) for game in native.GAMES for form in read_forms(game)]
    forms += [("heart.ending.moment", form) for form in read_forms("heart") if form.name == "last"]
    why = told("heart.ending.deck", name=told("seat.player", number=2))
    for key, form in forms:
        for corner in (canvas.area.topleft, canvas.area.bottomright):
            if "words" in form.paint:
                said = {"amount": 103, "name": told("seat.player", number=4), "what": "2 ×", "cost": "-4,000",
                        "why": why, "kind": told("tricks.kind.first")}
                words, lit = told(key, **said), Rect(*corner, 90, 126).clamp(canvas.area)
                ribbon = ribbon_at(canvas, words, lit, canvas.area, [Covered(lit, 1000)])
                MomentPainter(canvas, calm=False).words(Moment(form, (lit,), words, 0, 800, ribbon), 0.5)
                assert not canvas.written[-1].cut and canvas.area.contains(canvas.written[-1].ink), words
                assert not ribbon.colliderect(lit)


@pytest.mark.long
def test_a_ribbon_lies_over_no_card_and_no_word(screen: Screen) -> None:
    for game, name in (("duel", "hundred"), ("tricks", "penalties"), ("heart", "sails")):
        board = played(screen, game, has(name)).board
        ribbon = next(moment.ribbon for moment in board.moments.scenes if moment.form.name == name)
        cards = [sprite.rect for sprite in board.stage.sprites if sprite.zone in ("grid", "hand", "places")]
        assert ribbon.collidelist(cards) < 0
        assert board.app.canvas.area.contains(ribbon) and ribbon.y >= board.area.y


@pytest.mark.long
def test_light_falls_behind_what_lies_before_it(tmp_path: Path) -> None:
    canvas = Screen(tmp_path).app.canvas
    canvas.begin()
    canvas.surface.fill((0, 0, 0))
    lit, card = Rect(400, 300, 90, 126), Rect(520, 300, 90, 126)
    room = Rect(300, 200, 400, 330)
    form = next(form for form in read_forms("duel") if "rays" in form.paint)
    painter = MomentPainter(canvas, False, room, [card])
    canvas.paint(lambda _: painter.rays(Moment(form, (lit,), "", 0, 800), 0.5))
    canvas.draw()
    spots = {(x, y) for x in range(0, canvas.area.w, 3) for y in range(0, canvas.area.h, 3)}
    shone = {spot for spot in spots if canvas.surface.get_at(spot)[:3] != (0, 0, 0)}
    assert shone and all(room.collidepoint(spot) for spot in shone)
    assert not any(card.collidepoint(spot) or lit.collidepoint(spot) for spot in shone)


@pytest.mark.long
@pytest.mark.parametrize(("game", "name"), [("tricks", "penalties"), ("wars", "slain")])
def test_the_sentence_is_away_while_a_moment_is_told_in_its_place(screen: Screen, game: str, name: str) -> None:
    table = played(screen, game, has(name))
    canvas, moments = screen.app.canvas, table.board.moments
    ribbon, told = next((one.ribbon, one.words) for one, _ in moments.under_way() if one.form.name == name)
    assert ribbon

    def said() -> list[str]:
        """What is written over or under the place of the ribbon."""
        screen.app.dirty = True
        screen.app.draw()
        return [one.text for one in canvas.written if one.ink.colliderect(ribbon)]

    assert said() == [told]
    screen.app.motion.finish()
    table.board.stage.finish()
    assert any(table.status().startswith(words) for words in said())


@pytest.mark.parametrize("game", ["duel", "heart", "wars", "tricks"])
def test_the_words_of_two_moments_at_once_are_both_read(screen: Screen, game: str) -> None:
    table = screen.sit(game, seed=1, seats=["human"] + ["hatchling"] * (Match(game, seed=1).seats_count - 1))
    table.live.paused = True
    screen.app.draw()
    for form in [form for form in read_forms(game) if "words" in form.paint][:2] * 2:
        occasion = Occasion(form.event, 0, 100, (Rect(400, 300, 90, 126),), "It is told")
        table.board.celebration.begin(occasion, form, [])
    ribbons = [moment.ribbon for moment in table.board.moments.scenes if moment.ribbon]
    assert len(ribbons) > 1
    for number, ribbon in enumerate(ribbons):
        assert ribbon.collidelist(ribbons[:number]) < 0
        assert screen.app.canvas.area.contains(ribbon)


def test_a_glint_runs_over_gilt_and_leaves_the_dark_dark(tmp_path: Path) -> None:
    canvas = Screen(tmp_path).app.canvas
    place = Rect(300, 200, 200, 80)
    gilt, dark = Rect(300, 200, 200, 40), Rect(300, 240, 200, 40)
    rights = []
    for share in (0.2, 0.5, 0.8):
        canvas.surface.fill((0, 0, 0))
        canvas.surface.fill((180, 140, 60), gilt)
        MomentPainter(canvas, calm=False).gleam(place, share)
        bright = [x for x in range(gilt.x, gilt.right) if canvas.surface.get_at((x, gilt.centery))[0] > 190]
        assert bright and bright[-1] - bright[0] < gilt.w / 2, share
        assert all(canvas.surface.get_at((x, dark.centery))[:3] == (0, 0, 0) for x in range(dark.x, dark.right))
        assert canvas.surface.get_at((place.right + 1, gilt.centery))[:3] == (0, 0, 0)
        rights.append(bright[-1])
    assert rights == sorted(rights) and rights[0] < rights[-1]


def test_a_glint_has_no_hard_edge(tmp_path: Path) -> None:
    """Across the edge of the place no two pixels side by side differ by much."""
    canvas = Screen(tmp_path).app.canvas
    place = Rect(300, 200, 120, 100)
    canvas.surface.fill((200, 160, 110))
    MomentPainter(canvas, calm=False).gleam(place, 0.5)
    reds = [[canvas.surface.get_at((x, y))[0] for x in range(280, 440)] for y in range(180, 320)]
    assert max(map(max, reds)) > 230
    assert all(abs(a - b) < 30 for row in (*reds, *zip(*reds, strict=True)) for a, b in pairwise(row))


def test_a_score_that_is_counted_to_glints_once(screen: Screen) -> None:
    board = played(screen, "duel", has("hundred")).board
    scores = [board.plan.score(*gain.owner) for gain in board.moments.gains]
    assert scores and [glint.rect for glint in board.moments.glints] == scores
    seen = [len(board.moments.glinting()) for _ in to_rest(screen, board)]
    runs = [one for one, before in zip(seen, [0, *seen], strict=False) if one and not before]
    assert len(runs) == 1 and not board.moments.glinting()


def test_a_frame_goes_with_what_swells_and_things_side_by_side_stay_so(tmp_path: Path) -> None:
    canvas = Screen(tmp_path).app.canvas
    painter = MomentPainter(canvas, calm=False)
    form = next(form for form in read_forms("duel") if "swell" in form.paint)
    line = tuple(Rect(300 + 100 * number, 200, 98, 140) for number in range(3))
    first, second, third = painter.swollen(Moment(form, line, "", 0, 800), 0.25)
    assert first.w > 105 and first.right <= second.x <= first.right + 5 and second.right <= third.x + 1
    apart = (line[0], line[2])
    centers = [rect.center for rect in painter.swollen(Moment(form, apart, "", 0, 800), 0.25)]
    assert centers == [rect.center for rect in apart]
    canvas.surface.fill((0, 0, 0))
    painter.frame(Moment(form, apart, "", 0, 800), 0.25)
    grown = painter.swollen(Moment(form, apart, "", 0, 800), 0.25)[0]
    assert canvas.surface.get_at((grown.x - 2, grown.centery))[:3] != (0, 0, 0)
    assert canvas.surface.get_at((apart[0].x + 2, apart[0].centery))[:3] == (0, 0, 0)


def test_around_a_medallion_it_is_dark(tmp_path: Path) -> None:
    canvas = Screen(tmp_path).app.canvas
    form = next(form for form in read_forms("wars") if form.round)
    lit = Rect(400, 200, 200, 200)
    canvas.surface.fill((200, 200, 200))
    MomentPainter(canvas, calm=False).dim(Moment(form, (lit,), "", 0, 800), 0.5)
    corner, middle = canvas.surface.get_at((lit.x + 8, lit.y + 8))[:3], canvas.surface.get_at(lit.center)[:3]
    assert middle == (200, 200, 200) and max(corner) < 120
