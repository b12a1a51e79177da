"""Scenes and the table of the arcade, driven by posted events without a display."""

from __future__ import annotations

import itertools
import json
import random
import re
import signal
import subprocess
import sys
import threading
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

import game as arcade
import native
from native import Match, parts
from native.files import strings
from native.screen import rooms, splash, theme
from native.screen.art import ROOMS
from native.screen.canvas import faults
from native.screen.theme import COLOR, FELT, THEME, Color, load_toml
from native.store.settings import Settings, load_settings
from native.strings import Strings
from native.tools.samples import played
from native.tools.shots import draw_shot, sample_history, scene_shots
from tests.kept import opened, told
from tests.screen import SIZES, Screen, contrast, drag_to, luminance, pixel, saved, screen
from tests.test_languages import put_language

ROOT = Path(arcade.__file__).parent


# ---- every scene, at every size ----


@pytest.mark.long
def test_no_scene_has_clipped_or_overlapping_texts(tmp_path: Path) -> None:
    """Each is made once, in the smallest window, and dragged to the other sizes."""
    first, *others = SIZES
    with screen(tmp_path, first) as s:
        sample_history(s.app)
        found: dict[tuple[str, tuple[int, int]], list[str]] = {}
        made: dict[str, list[arcade.Scene]] = {}
        for name, make in scene_shots(s.app).items():
            draw_shot(s.app, make)
            found[name, first] = faults(s.app.canvas)
            made[name], s.app.scenes = s.app.scenes, []
        for size in others:
            s.app.scenes = [arcade.Title(s.app)]
            drag_to(s, size)
            for name, scenes in made.items():
                s.app.scenes = scenes
                s.app.draw()
                found[name, size] = faults(s.app.canvas)
        for scene in itertools.chain.from_iterable(made.values()):
            scene.close()
        assert {case: wrong for case, wrong in found.items() if wrong} == {}


@pytest.mark.parametrize("language", Strings.languages())
@pytest.mark.parametrize(("size", "percent"), [((800, 600), 150), ((1280, 720), 200)])
@pytest.mark.long
def test_large_text_fits_on_a_small_screen(
    tmp_path: Path, size: tuple[int, int], percent: int, language: str
) -> None:
    """All but the scenes that wait for a search; what they write stands in the others too."""
    with screen(tmp_path, size) as s:
        sample_history(s.app)
        s.app.session.settings.text_size = percent
        s.speak(language)
        found = {}
        for name, make in scene_shots(s.app).items():
            if not name.endswith(("values", "review")):
                draw_shot(s.app, make)
                if wrong := faults(s.app.canvas):
                    found[name] = wrong
        assert found == {}


@pytest.mark.long("heart-de", "tale-de")
@pytest.mark.parametrize("language", Strings.languages())
@pytest.mark.parametrize("game", arcade.BOARDS)
def test_the_ribbon_keeps_clear_of_the_tray(tmp_path: Path, game: str, language: str) -> None:
    """On the narrowest screen, with the longest line: machines play, and are paused."""
    with screen(tmp_path, (800, 600)) as s:
        s.speak(language)
        s.app.sit(played(game, 9, mine=False))
        s.table.live.paused = True
        s.app.turn()
        s.app.draw()
        c = s.app.canvas
        lines = [one for one in c.written if one.text == s.table.status()]
        assert len(s.table.tray.places) == 4
        assert not s.table.tray.rect.colliderect(lines[0].ink)


def test_the_check_finds_a_planted_overlap_and_a_planted_clip(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        c = s.app.canvas
        c.begin()
        c.text("one", pygame.Rect(100, 100, 200, 40))
        assert faults(c) == []
        c.text("two", pygame.Rect(105, 102, 200, 40))
        assert any("over each other" in fault for fault in faults(c))
        c.begin()
        c.text("far too long for so little room", pygame.Rect(100, 100, 40, 14))
        assert any("cut" in fault for fault in faults(c))
        c.begin()
        c.text("beyond", pygame.Rect(1270, 100, 200, 40))
        assert any("outside the screen" in fault for fault in faults(c))


@pytest.mark.parametrize("table", list(theme.TABLES))
def test_every_pair_of_text_and_ground_has_enough_contrast_at_every_table(table: str) -> None:
    """On felts too, in their middle and at their rim, on and beside the threads of a room."""
    said = THEME["contrast"]
    least = said["least"][table]
    try:
        theme.wear(table)
        assert {name: contrast(COLOR[name], COLOR[ground]) for name, ground in said["pairs"]
                if contrast(COLOR[name], COLOR[ground]) < least} == {}
        for game, felt in FELT.items():
            thread, rim = (ROOMS[game].thread, rooms.RIM) if game in ROOMS else (0, splash.RIM)
            bare = (theme.mix(felt, (255, 255, 255), 0.05), theme.mix(felt, COLOR["night"], rim))
            grounds = [(max(0, red + by), max(0, green + by), max(0, blue + by))
                       for red, green, blue in bare for by in (-thread, 0, thread)]
            pairs = [(name, ground) for name in said["felt"] for ground in grounds]
            assert [name for name, ground in pairs if contrast(COLOR[name], ground) < least] == []
        assert contrast(COLOR["vellum"], COLOR["ink"]) >= 7
    finally:
        theme.wear("night")
    assert contrast(COLOR["border"], COLOR["panel"]) < 4.5, "the measure tells bad pairs from good ones"


def spread(picture: pygame.Surface) -> list[Color]:
    """The colours within the edge of a picture, the darkest first."""
    inner = picture.get_rect().inflate(-60, -60)
    places = ((x, y) for x in range(inner.x, inner.right, 2) for y in range(inner.y, inner.bottom, 2))
    return sorted({pixel(picture, place) for place in places}, key=luminance)


@pytest.mark.parametrize("table", list(theme.TABLES))
def test_what_stands_on_wood_and_on_parchment_can_be_read_on_nearly_every_pixel(tmp_path: Path, table: str) -> None:
    """On the palest twentieth of the wood's grain but for its lightest fibres, and on the stains of parchment."""
    least = THEME["contrast"]["least"][table]
    with screen(tmp_path) as s:
        s.app.session.settings.table = table
        s.app.settings_changed("table")
        art = s.app.art
        for tone, share in theme.TONES.items():
            pixels = spread(art.stretched("panel", (400, 260), 16.0, tone=share))
            names = {name for name, ground in THEME["contrast"]["pairs"] if ground == tone}
            pale = pixels[len(pixels) * 95 // 100]
            assert [name for name in names if contrast(COLOR[name], pale) < least] == [], (tone, pale)
        for piece in ("parchment", "parchment-tag", "parchment-page"):
            pixels = spread(art.stretched(piece, (400, 260), 16.0))
            stain = pixels[len(pixels) * 5 // 100]
            names = set(THEME["contrast"]["paper"])
            assert [name for name in names if contrast(theme.PAPER[name], stain) < least] == [], (piece, stain)
        for name in THEME["contrast"]["paper"]:
            grounds = [theme.PAPER[ground] for ground in ("night", "panel", "raised")]
            assert min(contrast(theme.PAPER[name], ground) for ground in grounds) >= min(least, 6.0)


def test_every_game_has_a_room_of_its_own() -> None:
    """On the same felt their patterns and edges are all different, and quiet within the edge."""
    bare = pygame.Surface((640, 360))
    bare.fill((60, 60, 60))
    drawn = {game: rooms.furnished(bare, ROOMS[game], (60, 60, 60)) for game in arcade.BOARDS}
    assert len({one.get_view("2").raw for one in drawn.values()}) == len(arcade.BOARDS)
    for game, room in drawn.items():
        within = {room.get_at((x, y))[0] for x in range(20, 140) for y in range(20, 140)}
        assert len(within) > 1
        assert all(abs(shade - 60) <= ROOMS[game].thread for shade in within)


def test_the_candle_breathes_only_while_something_moves(tmp_path: Path) -> None:
    shines = [rooms.brightness(now, 9000.0) for now in range(0, 12_000, 20)]
    assert all(0 < shine <= 1 for shine in shines)
    assert max(shines) - min(shines) > 0.3
    assert max(abs(a - b) for a, b in pairwise(shines)) < 0.03, "never a jump"
    assert {rooms.brightness(now, 9000.0) for now in range(9000, 12_000, 20)} == {rooms.STEADY}
    with screen(tmp_path) as s:
        s.sit("duel", seed=3)

        def lit(now: float) -> bytes:
            s.app.canvas.surface.fill((40, 40, 40))
            s.app.motion.now, s.app.motion.until = now, 9000.0
            s.app.canvas.begin()
            s.app.draw_candlelight()
            s.app.canvas.draw()
            return pygame.image.tobytes(s.app.canvas.surface.subsurface((1000, 60, 60, 60)), "RGB")

        assert lit(650.0) != lit(1950.0)
        assert lit(9100.0) == lit(9900.0) != b"\x28" * (60 * 60 * 3)
        s.app.session.settings.reduced_motion = True
        assert lit(650.0) == lit(1950.0)


# ---- words ----


def test_every_key_named_in_the_source_has_its_words() -> None:
    known = Strings("en")
    named = re.findall(r'self\.t\("([a-z_.]+)"', Path(arcade.__file__).read_text("utf-8"))
    assert len(named) > 60
    assert [key for key in named if key not in known] == []


@pytest.mark.parametrize("language", Strings.languages())
def test_every_language_says_everything_with_the_same_gaps(language: str) -> None:
    english, other = strings("en"), strings(language)
    assert sorted(other) == sorted(english)
    gap = re.compile(r"\{(\w+?)(?:_no)?(?::(?:acc|dat))?\}")  # apart from negation and case
    assert [key for key in english if sorted(gap.findall(english[key])) != sorted(gap.findall(other[key]))] == []


def test_every_reason_and_announcement_of_a_game_on_screen_has_words() -> None:
    known = Strings("en")
    for game in arcade.BOARDS:
        info = native.GAMES[game]
        wanted = [f"why.{game}.{reason}" for reason in info.reasons if reason]
        wanted += [f"say.{game}.{say}" for say in info.says]
        assert [key for key in wanted if key not in known] == []


def test_every_option_of_a_game_on_screen_and_each_of_its_values_has_words() -> None:
    known = Strings("en")
    for game in arcade.BOARDS:
        for option in native.GAMES[game].options:
            name = f"option.{game}.{option.name}"
            assert {name, f"{name}.tip"} <= known.table.keys()
            for value in option.values() if option.kind != "int" else []:
                assert known.worded(name, value) != str(value)


def test_the_examples_of_the_rule_help_can_be_played() -> None:
    for game in arcade.BOARDS:
        pages = load_toml(f"{game}/help.toml")["page"]
        assert len(pages) >= 4
        for page in pages:
            assert {"title", "text", "title_de", "text_de"} <= set(page)
            if "record" in page:
                Match.load(page["record"])
                assert page["caption"]


@pytest.mark.long
@pytest.mark.parametrize("language", Strings.languages())
def test_the_buttons_of_the_rule_help_say_where_they_lead(tmp_path: Path, language: str) -> None:
    """Nothing is called the next page where there is none, and nothing goes round unasked."""
    with screen(tmp_path) as s:
        s.speak(language)
        s.app.push(arcade.Rules(s.app, "duel"))
        page, t = s.scene, s.app.session.strings
        assert isinstance(page, arcade.Rules)
        last = len(page.pages) - 1
        s.key("page up")
        assert page.page == 0
        assert t("rules.previous") not in s.words()
        assert t("rules.last") in s.words()
        s.click("previous")
        assert page.page == last
        s.key("page down")
        assert page.page == last
        assert t("rules.next") not in s.words()
        assert t("rules.close") in s.words()
        s.click("previous")
        assert page.page == last - 1
        assert {t("rules.previous"), t("rules.next")} <= {button.label for button in page.buttons()}
        s.click("next")
        s.click("next")
        assert s.scene is not page


# ---- getting about ----


@pytest.mark.long
def test_every_scene_is_reached_and_left_by_keys_alone(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        scenes = {"statistics": arcade.Statistics, "records": arcade.Records, "options": arcade.Options}
        for key, scene in scenes.items():
            s.walk(key, s.key)
            s.key("enter")
            assert isinstance(s.scene, scene)
            s.key("esc")
            assert isinstance(s.scene, arcade.Title)
        s.walk("duel", s.key)
        s.key("enter")
        assert isinstance(s.scene, arcade.SetUp)
        s.walk("start", s.key)
        s.key("enter")
        assert isinstance(s.scene, arcade.TableScene)
        s.key("f1")
        assert isinstance(s.scene, arcade.Rules)
        s.key("esc")
        s.key("esc")
        assert isinstance(s.scene, arcade.Pause)


def test_options_are_changed_by_arrows_and_kept(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.push(arcade.Options(s.app))
        s.scene.focus = "text_size"
        s.app.turn()
        s.key("right")
        assert s.app.session.settings.text_size == 110
    with opened(tmp_path) as database:
        assert load_settings(database).text_size == 110


def test_a_key_can_be_given_to_another_action(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.push(arcade.Keys(s.app))
        s.scene.focus = "key_hint"
        s.app.turn()
        s.key("enter")
        s.key("u")  # was undo's
        assert s.app.input.by_key["u"] == "hint"
        assert s.app.input.key_of("undo") == ""


def test_another_language_leaves_nothing_computing_behind(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        before = threading.active_count()
        s.sit("duel", seed=4, seats=["dragon", "dragon"])
        s.app.push(arcade.Options(s.app))
        s.scene.change("language", 1)  # type: ignore[attr-defined]
        assert threading.active_count() == before
        assert [type(scene) for scene in s.app.scenes] == [arcade.Title, arcade.Options]


def test_settings_of_the_wrong_kind_are_not_taken() -> None:
    settings = Settings.of({"text_size": "big", "sound": 30, "window": [1], "nonsense": 1})
    assert (settings.text_size, settings.sound, settings.window) == (100, 30, [1280, 720])
    assert Settings.of("none").chosen_all() == Settings().chosen_all()


@pytest.mark.long
def test_full_screen_and_size_change_without_losing_the_match(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = s.sit("duel", options={"first": 0}, seed=5, seats=["human", "hatchling"])
        s.click("hand0")
        chosen = list(table.held)
        assert chosen
        s.key("f11")
        assert s.app.session.settings.full_screen
        s.key("enter", pygame.KMOD_ALT)
        assert not s.app.session.settings.full_screen
        pygame.display.set_mode((1600, 900))
        s.post(pygame.VIDEORESIZE, size=(1600, 900), w=1600, h=900)
        assert s.app.canvas.area.size == (1600, 900)
        assert table.held == chosen
        assert s.spot("hand0").rect.w > 72


# ---- the table ----


def person_ready(s: Screen) -> bool:
    return s.table.match.over or (s.table.live.mine and not s.table.curtain and not s.table.board.stage.groups)


def target_cells(s: Screen) -> list[str]:
    s.app.draw()
    return [spot.key for spot in s.app.canvas.spots if spot.drop]


@pytest.mark.long
def test_a_whole_duel_by_mouse(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = s.sit("duel", options={"first": 0}, seed=5, seats=["human", "hatchling"])
        turn = 0
        while True:
            s.until(lambda: person_ready(s))
            if table.match.over:
                break
            cells = target_cells(s)
            if turn % 2:
                s.drag("hand0", cells[turn % len(cells)])
            else:
                s.click("hand0")
                s.click(cells[turn % len(cells)])
            turn += 1
        assert (turn, len(table.match.moves)) == (8, 16)
        s.until(lambda: isinstance(s.scene, arcade.EndScene))
        s.click("review")
        assert isinstance(s.scene, arcade.Review)


def test_a_turn_by_touch(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = s.sit("duel", options={"first": 0}, seed=5, seats=["human", "hatchling"])

        def touch(key: str) -> None:
            x, y = s.spot(key).rect.center
            for kind in (pygame.FINGERDOWN, pygame.FINGERUP):
                s.post(kind, x=x / 1280, y=y / 720, dx=0, dy=0, touch_id=1, finger_id=1, pressure=1)

        touch("hand2")
        touch(target_cells(s)[0])
        assert len(table.match.moves) >= 1


def play_by_steps(s: Screen, step: object, accept: object) -> None:
    assert callable(step)
    assert callable(accept)
    while True:
        s.until(lambda: person_ready(s))
        if s.table.match.over:
            return
        played = len(s.table.match.moves)
        s.walk("hand0", step)
        accept()
        assert s.table.held
        cell = target_cells(s)[0]
        s.walk(cell, step)
        accept()
        assert len(s.table.match.moves) > played


@pytest.mark.long
def test_a_whole_duel_by_keyboard(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.sit("duel", seed=6, seats=["wyrmling", "human"])
        play_by_steps(s, s.key, lambda: s.key("enter"))
        s.until(lambda: isinstance(s.scene, arcade.EndScene))


@pytest.mark.long
def test_a_whole_duel_by_controller(tmp_path: Path) -> None:
    pad = {"up": pygame.CONTROLLER_BUTTON_DPAD_UP, "down": pygame.CONTROLLER_BUTTON_DPAD_DOWN,
           "left": pygame.CONTROLLER_BUTTON_DPAD_LEFT, "right": pygame.CONTROLLER_BUTTON_DPAD_RIGHT}
    with screen(tmp_path) as s:
        s.sit("duel", options={"first": 0}, seed=7, seats=["human", "hatchling"])
        play_by_steps(s, lambda way: s.button(pad[way]), lambda: s.button(pygame.CONTROLLER_BUTTON_A))
        s.until(lambda: isinstance(s.scene, arcade.EndScene))


@pytest.mark.long
def test_a_whole_match_of_dragon_wars_by_mouse(tmp_path: Path) -> None:
    """Clicks on what the board offers, one thing after another, until the match is over."""
    with screen(tmp_path) as s:
        match = Match("wars", seed=5)
        match.seats = ["human"] + ["random"] * (match.seats_count - 1)
        s.app.sit(match)
        chance = random.Random(5)
        while not match.over:
            s.until(lambda: person_ready(s))
            played = len(match.moves)
            chrome = {command.key for command in s.table.commands}
            for _ in range(40):
                s.app.draw()
                spots = [spot for spot in s.app.canvas.spots if spot.nav and spot.accept]
                offered = [spot.key for spot in spots if spot.key not in chrome]
                if match.over or len(match.moves) > played or not offered:
                    break
                s.click(chance.choice(offered))
            assert match.over or len(match.moves) > played, (match.moves[-3:], offered)
        s.until(lambda: isinstance(s.scene, arcade.EndScene))


@pytest.mark.long
def test_undo_and_redo_take_whole_turns_against_the_machine(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = s.sit("duel", options={"first": 0}, seed=8, seats=["human", "hatchling"])
        start = table.match.memory()
        for _ in range(2):
            s.until(lambda: person_ready(s))
            s.click("hand0")
            s.click(target_cells(s)[0])
        s.until(lambda: person_ready(s))
        moves, state = list(table.match.moves), table.match.memory()
        s.key("u")  # it counts so far: it is asked first
        assert isinstance(s.scene, arcade.Ask)
        s.key("esc")
        assert (list(table.match.moves), table.record()["assisted"]) == (moves, False)
        s.key("u")
        s.click("yes")
        assert len(table.match.moves) == 2
        assert table.record()["assisted"]
        s.key("u")
        assert table.match.memory() == start
        s.key("r")
        s.key("r")
        assert (table.match.moves, table.match.memory()) == (moves, state)
        assert table.live.helped


def test_an_illegal_cell_tells_why(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = s.sit("duel", seed=8, seats=["human", "human"])
        s.click("curtain")
        s.click("hand0")
        s.point(s.spot("cell1,1").rect.center)
        s.click("cell1,1")
        assert table.match.moves == []
        assert Strings("en")("why.duel.elsewhere") in s.words()


@pytest.mark.long
def test_hint_and_values_show_what_the_adviser_says(tmp_path: Path) -> None:
    match = played("duel", 10)
    with screen(tmp_path) as s:
        s.app.sit(match)
        table = s.table
        s.key("h")
        s.until(lambda: table.live.advice is not None)
        advice = table.live.advice
        assert advice
        assert table.board.say.move(advice.shown) in s.words()
        assert table.record()["hints"] == 1
        s.key("v")
        best = max(m.value for m in advice.moves)
        assert table.board.say.value(best) in s.words()
        assert table.live.helped


@pytest.mark.long
def test_hints_are_drawn_alike_whatever_is_hidden(tmp_path: Path) -> None:
    """Two deals that look the same to the person give the same picture, values and hint included."""
    pictures: list[bytes] = []
    for hands in (["00112233", "00112233"], ["00112233", "01112223"]):
        match = Match("duel", deal={"hands": hands}, seed=len(pictures), seats=["human", "dragon"])
        for move in ("0@0,0", "1@1,0", "0@2,0", "2@0,1", "1@1,1", "3@2,1", "1@0,2", "1@1,2", "2@2,2", "2@3,0"):
            match.play(move)
        with screen(tmp_path / str(len(pictures))) as s:
            match.seed = 0  # shown as the number of the deal
            s.app.sit(match)
            s.key("v")
            s.key("h")
            s.advised()
            s.table.focus = ""
            s.app.draw()
            pictures.append(pygame.image.tobytes(s.app.canvas.surface, "RGB"))
    assert pictures[0] == pictures[1]


@pytest.mark.long
def test_the_curtain_hides_both_hands(tmp_path: Path) -> None:
    pictures: list[bytes] = []
    for seed in (1, 2):
        with screen(tmp_path / str(seed)) as s:
            table = s.sit("duel", seed=seed, seats=["human", "human"])
            assert table.curtain
            assert not s.has("hand0")
            s.app.draw()
            pictures.append(pygame.image.tobytes(s.app.canvas.surface, "RGB"))
            s.click("curtain")
            s.click("hand0")
            s.click(target_cells(s)[0])
            s.curtained()
            assert not s.has("hand0")
    assert pictures[0] == pictures[1]


@pytest.mark.long
def test_machines_alone_play_step_by_step_and_by_themselves(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = s.sit("duel", seed=3, seats=["hatchling", "hatchling"])
        for _ in range(5):
            s.app.turn()
        assert table.match.moves == []
        s.key("s")
        s.until(lambda: len(table.match.moves) == 1)
        s.key("p")
        s.until(lambda: isinstance(s.scene, arcade.EndScene))


@pytest.mark.long("0")
@pytest.mark.parametrize("most", [1, 0])
def test_a_thought_that_was_cut_short_is_told(tmp_path: Path, most: int) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.pause_most = most
        table = s.sit("wars", seed=3, seats=["dragon", "dragon"])
        told = s.app.session.strings("table.hurry", name=table.name(table.match.to_act))
        s.key("s")
        s.until(lambda: len(table.match.moves) == 1)
        assert (told in table.live.log) == bool(most)


@pytest.mark.long
def test_review_grades_moves_and_lets_another_be_tried(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.push(arcade.Review(s.app, played("duel", 100)))
        review = s.scene
        assert isinstance(review, arcade.Review)
        s.until(lambda: sum(g.opened is not None and g.fair is not None for g in review.grader.grades) >= 6)
        for grade in review.grader.grades[-6:]:
            assert grade.opened
            values = {m.move: m.value for m in grade.opened.moves}
            assert grade.open_loss() == max(values.values()) - values[grade.move]
        s.key("home")
        assert review.walk.ply == 0
        s.key("end")
        s.key("page up")
        assert review.walk.ply == 15
        s.click("try")
        assert len(s.table.match.moves) == 15
        assert s.table.live.helped


# ---- keeping ----


@pytest.mark.long
def test_a_finished_match_is_counted_and_kept(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = played("duel", 15, mine=False, first=0)
        match.seats = ["dragon", "human"]
        s.app.sit(match)
        s.click("hand0")
        s.click(target_cells(s)[0])
        s.until(lambda: isinstance(s.scene, arcade.EndScene))
        history = told(s.app.session.chronicle)
        assert [(e["game"], e["against"], e["assisted"]) for e in history] == [("duel", "dragon", False)]
        kept = s.app.session.chronicle.kept(history[0]["id"])
        assert kept
        assert kept.moves == match.moves
        assert not s.app.session.saved("duel")


KILLED = """
import os, signal, sys, time
sys.path[:0] = [{root!r}]
from pathlib import Path
from tests.screen import Screen
s = Screen(Path({folder!r}))
table = s.sit("duel", options={{"first": 0}}, seed=4, seats=["human", "hatchling"])
s.click("hand0")
s.app.draw()
s.click(next(spot.key for spot in s.app.canvas.spots if spot.drop))
s.until(lambda: len(table.match.moves) == 2)
print(table.match.moves, flush=True)
time.sleep(0.1)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_match_outlives_a_kill(tmp_path: Path) -> None:
    script = KILLED.format(root=str(ROOT), folder=str(tmp_path))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert repr(saved(tmp_path, "duel")["moves"]) == done.stdout.strip()
    with screen(tmp_path) as s:
        s.app.resume("duel")
        assert repr(s.table.match.moves) == done.stdout.strip()


def test_a_disc_that_cannot_be_written_is_told_once_and_play_goes_on(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file, no folder")
    with screen(tmp_path / "taken") as s:
        table = s.sit("duel", seed=4, seats=["human", "human"])
        s.click("curtain")
        s.click("hand0")
        s.click(target_cells(s)[0])
        s.until(lambda: s.app.notes.words)
        assert len(table.match.moves) == 1


def test_deals_and_records_travel_as_text(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = s.sit("duel", seed=77, options={"open_hands": True}, seats=["human", "hatchling"])
        before = table.match.memory()
        s.key("c")
        text = s.app.input.copied
        assert text == "duel:open_hands=true,first_to=1,first=null#77"
        s.app.home()
        s.app.session.open_text(text)
        assert s.table.match.memory() == before
        for bad in ("nonsense", "duel:#x", "{", '{"hoard": 1, "game": "duel", "moves": ["9@9,9"]}'):
            s.app.notes.words = ""
            s.app.session.open_text(bad)
            assert s.app.notes.words
        record = tmp_path / "dropped.json"
        record.write_text(json.dumps(played("duel", 16).record()))
        s.post(pygame.DROPFILE, file=str(record))
        assert isinstance(s.scene, arcade.Review)


def test_a_crash_leaves_a_report_with_the_record(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.sit("duel", options={"first": 0}, seed=9, seats=["human", "hatchling"])
        try:
            raise RuntimeError("a planted fault")
        except RuntimeError:
            path = arcade.write_report(s.app, tmp_path)
        report = path.read_text()
        assert "a planted fault" in report
        assert native.VERSION in report
        assert json.loads(report.splitlines()[-1])["seed"] == 9


@pytest.mark.long
def test_a_picture_of_the_screen_is_kept(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.key("f12")
        assert list((tmp_path / "pictures").glob("*.png"))


@pytest.mark.long
def test_selftest_and_shots_run_as_commands(tmp_path: Path) -> None:
    run = [sys.executable, str(ROOT / "game.py")]
    done = subprocess.run([*run, "selftest"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["selftest"] == "passed"
    done = subprocess.run([*run, "shots", str(tmp_path), "--scene", "title"], capture_output=True, text=True)
    assert json.loads(done.stdout)["shots"] == ["title"]
    assert (tmp_path / "title.png").stat().st_size > 10_000


@pytest.mark.long("1920x1080-en", "1920x1080-xx", "1280x720-en")
@pytest.mark.parametrize("language", ["en", "xx"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_title_fits_with_six_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                       size: tuple[int, int], language: str) -> None:
    """A sixth tile, with the words and the picture of the one that has most of them; xx: in a language that is longer
    by two fifths."""
    monkeypatch.setitem(FELT, "sixth", FELT["tricks"])
    nameless = parts.nameless
    monkeypatch.setattr(parts, "nameless", lambda game: game != "sixth" and nameless(game))
    put_language(tmp_path, "xx")
    with screen(tmp_path, size) as s:
        s.app.session.settings.language = language
        s.app.settings_changed("language")
        s.app.scenes = [arcade.Title(s.app)]
        monkeypatch.setitem(arcade.BOARDS, "sixth", arcade.BOARDS["tricks"])
        words = {key.replace("tricks", "sixth", 1): text for key, text in s.app.session.strings.table.items()
                 if key.startswith("game.tricks.")}
        s.app.session.strings.table = s.app.session.strings.table | words
        real = s.app.art.picture
        monkeypatch.setattr(s.app.art, "picture", lambda name, side: real(name.replace("sixth/", "tricks/"), side))
        s.app.draw()
        tiles = [s.spot(game).rect for game in arcade.BOARDS]
        assert len(tiles) == 6
        assert all(s.app.canvas.area.contains(tile) for tile in tiles)
        assert not any(a.colliderect(b) for number, a in enumerate(tiles) for b in tiles[:number])
        assert faults(s.app.canvas) == []
