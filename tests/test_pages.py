"""The pages that are not tables: what is written on them can be read on the real pixels behind it."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pygame
import pytest
from pygame import Rect

import game as arcade
from native import GAMES, Match
from native.play.lessons import courses
from native.play.lines import brought
from native.play.match_setup import flames_of
from native.play.puzzle_rating import PuzzleRating
from native.play.puzzles import PuzzlePick
from native.play.study import ANY_PUZZLE, rating_text
from native.profile.hoard import Find
from native.profile.pages import MASK, CalendarPage, TwoTables
from native.screen.canvas import Canvas
from native.screen.painting import recoloured, soft_shadow
from native.screen.theme import TABLES, THEME, Color
from native.store.people import NOBODY
from native.strengths import Opponent
from native.strings import Strings
from native.tools.shots import draw_shot, sample_history, scene_shots
from tests.screen import contrast, luminance, pixel, screen

PAGES = (
    "ask", "reading", "welcome", "menu", "naming", "options", "keys", "statistics", "records", "hoard", "kept",
    "players", "daily", "duplicate-result", "duel-more", "duel-pause", "duel-lesson-first", "duel-lessons",
    "duel-rules-3", "duel-numbers", "tricks-popup-score", "tricks-popup-reference", "tale-popup-cards",
    "heart-popup-pile",
)  # fmt: skip
NEARLY = 0.9  # of the pixels behind a text that must differ from it enough: fibres of wood are not counted


class Stood(NamedTuple):
    """A line as it was written: its colour, and the pixels behind it."""

    words: str
    layer: int
    color: Color
    behind: pygame.Surface


def lines_of(patch: pytest.MonkeyPatch, app: arcade.App, name: str) -> list[Stood]:
    """What is written on the topmost scene of a picture, without what has a shadow of its own."""
    found = list[Stood]()
    text = Canvas.text

    def write(self: Canvas, words: str, box: Rect, size: Any = "text", color: str = "pale", *more: Any,
              **named: Any) -> Rect:  # fmt: skip
        before = len(self.works)
        ink = text(self, words, box, size, color, *more, **named)
        seen, layer, ink_color = ink.clip(self.area), self.layer, self.color(color)

        def look(surface: pygame.Surface) -> None:
            found.append(Stood(words, layer, ink_color, surface.subsurface(seen).copy()))

        if words.strip() and min(seen.size) > 0 and self.area.size == (1280, 720):  # no thumbnail of a table
            self.works.insert(before, partial(look, self.surface))  # what is painted by then lies behind the words
        return ink

    with patch.context() as patched:
        patched.setattr(Canvas, "text", write)
        make = scene_shots(app)[name]
        found.clear()
        draw_shot(app, lambda: [scene for scene in make() if not isinstance(scene, arcade.TableScene)][-1:])
    return [one for one in found if one.layer == app.canvas.layer]


def share_read(one: Stood, least: float) -> float:
    """The share of the pixels behind a line on which it can be read."""
    size = one.behind.get_size()
    pixels = [pixel(one.behind, (x, y)) for x in range(0, size[0], 2) for y in range(0, size[1], 2)]
    good = {color: contrast(one.color, color) >= least for color in set(pixels)}
    return sum(good[color] for color in pixels) / len(pixels)


@pytest.mark.long
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("table", list(TABLES))
def test_every_line_of_a_page_can_be_read_on_what_lies_behind_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str, name: str
) -> None:
    least = 4.5 if table != "contrast" else 6.0
    with screen(tmp_path, (1280, 720)) as s:
        sample_history(s.app)
        s.app.session.settings.table = table
        s.app.settings_changed("table")
        lines = lines_of(monkeypatch, s.app, name)
        assert lines
        assert {one.words: round(share_read(one, least), 2) for one in lines if share_read(one, least) < NEARLY} == {}


def test_every_option_stands_in_one_group_and_says_no_milliseconds(tmp_path: Path) -> None:
    columns = THEME["option_columns"]
    named = [name for groups in columns for names in groups.values() for name in names]
    assert sorted(named) == sorted([*THEME["options"], "keys"])
    with screen(tmp_path) as s:
        for language in ("en", "de"):
            s.speak(language)
            s.app.scenes = [arcade.Options(s.app)]
            s.app.draw()
            words = [one.text for one in s.app.canvas.written]
            assert not any(said.endswith(" ms") for said in words)
            for values in ("pause_least", "pause_most"):
                for value in THEME["options"][values]:
                    assert f"options.{values}.{value}" in s.app.session.strings


def test_a_start_page_has_one_piece_of_gold_and_a_star_for_what_a_newcomer_should_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gold = list[Rect]()
    piece = Canvas.piece

    def note(self: Canvas, name: str, rect: Rect, *more: Any, **named: Any) -> None:
        if name == "gold":
            gold.append(rect.copy())
        piece(self, name, rect, *more, **named)

    monkeypatch.setattr(Canvas, "piece", note)
    with screen(tmp_path) as s:
        t = s.app.session.strings

        def seen() -> tuple[list[Rect], str]:
            s.app.scenes = [arcade.SetUp(s.app, "duel")]
            gold.clear()
            s.app.draw()
            return list(gold), s.spot("learn").state

        assert seen() == ([s.spot("start").rect], t("word.advised"))
        s.app.session.matches.keep(Match("duel", seed=5, seats=["human", "dragon"]))
        sample_history(s.app)
        assert seen() == ([s.spot("resume").rect], "")


def test_a_strength_is_told_by_flames_and_in_words(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        t = s.app.session.strings
        draft = arcade.SetUp(s.app, "duel").draft
        assert draft.table
        told = []
        for step in draft.table.steps:
            draft.meet(Opponent("", step))
            assert draft.opponent
            assert draft.elo == step
            told.append((flames_of(draft.opponent.level), draft.manners(t)[-1]))
        assert [flames for flames, _ in told] == sorted(flames for flames, _ in told)
        assert {flames for flames, _ in told} == {1, 2, 3, 4}
        assert told[0][1] == t("seat.beginner.tip")
        assert told[-2][1] == t("seat.rated.tip", lower=t("level.drake"), upper=t("level.dragon"))
        assert told[-1][1] == t.tip("level.dragon")


def test_players_hang_side_by_side_and_the_mask_of_a_guest_is_nobodys_face(tmp_path: Path) -> None:
    """All nine fit on every screen, apart from each other and inside it; arrow keys lead through them."""
    with screen(tmp_path, (800, 600)) as s:
        for name in "ABCDEFG":
            s.app.session.people.add(name)
        s.app.session.settings.text_size = 150
        s.app.show_players()
        rows = s.scene.page.rows()  # type: ignore[attr-defined]
        assert [row.picture for row in rows].count(MASK) == 1
        assert rows[-1].picture == MASK
        rects = [s.spot(f"row{number}").rect for number in range(9)]
        assert all(s.app.canvas.area.contains(rect) for rect in rects)
        assert all(rect.collidelist(rects[:number]) < 0 for number, rect in enumerate(rects))
        s.walk("row8", s.key)
        s.key("return")
        assert s.app.session.people.now == NOBODY


def test_a_duplicate_match_shows_the_same_cards_at_both_tables(tmp_path: Path) -> None:
    with screen(tmp_path, (1280, 720)) as s:
        s.app.session.people.add("Bo")
        s.app.show_duplicate()
        s.app.draw()
        page = s.scene.page  # type: ignore[attr-defined]
        faces = ("portraits/human-calm", "portraits/aurelgar-calm")
        assert page.tables() == TwoTables("duel", ("Player", "Dragon"), faces)
        s.walk("row3", s.key)
        s.key("right")
        assert page.tables().names == ("Player", "Bo")
        assert page.tables().faces == ("portraits/human-calm", "portraits/human-2-calm")
        s.key("right")
        assert page.tables().faces == ("portraits/human-calm", MASK)


def test_a_key_is_printed_once_for_each_action(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.push(arcade.Keys(s.app))
        s.app.draw()
        row = s.spot("key_accept").rect
        caps = [one.text for one in s.app.canvas.written if row.contains(one.box)]
        assert caps == ["Accept", "Enter", "Space", *caps[3:]]
        assert "Enter" not in caps[2:]


def test_the_calendar_says_once_that_deals_can_be_played(tmp_path: Path) -> None:
    """A coin on the row of each says it, and the streak is told once there is something to tell."""
    with screen(tmp_path) as s:
        t = s.app.session.strings
        page = CalendarPage(s.app.session)
        assert [(len(row.cells), row.icon) for row in page.rows()] == [(1, "play")] * len(GAMES)
        assert "0" not in page.note().replace("00:00", "")
        assert page.heading()[1] == t("daily.today", level=t(f"level.{page.level}"))


@pytest.mark.parametrize("game", GAMES)
def test_each_step_of_a_lesson_shows_cards_that_it_is_about(tmp_path: Path, game: str) -> None:
    """Those at which it points, no pieces, none that the learner does not see."""
    with screen(tmp_path, (1280, 720)) as s:
        s.app.push(arcade.Lessons(s.app, game))
        s.app.draw()
        for course in courses(game):
            for step in course.steps:
                known = {one.card for one in step.match().cards(None if step.open else step.seat)}
                assert step.cards()
                assert {*step.cards()} <= known
                assert s.scene.board.cards.picture(step.cards()[0], 40)  # type: ignore[attr-defined]
    assert "figure" not in {card for course in courses("heart") for step in course.steps for card in step.cards()}


def test_the_themes_of_puzzles_get_their_tables_one_by_one(tmp_path: Path) -> None:
    with screen(tmp_path, (1280, 720)) as s:
        page = arcade.Puzzles(s.app, "wars", ANY_PUZZLE, lambda _: None)
        s.app.push(page)
        s.app.draw()
        shown = page.themes[1 : page.fit]
        assert page.tick()
        assert [*page.little.pictures] == shown[:1]
        while page.tick():
            pass
        assert [*page.little.pictures] == shown
        assert page.examples[shown[0]] == next(one for one in page.all if shown[0] in (one.task, one.theme))


def test_a_rating_that_may_be_far_off_is_told_as_a_guess() -> None:
    t = Strings("en")
    assert rating_text(PuzzleRating(), t) == t("puzzle.rating_rough", rating=round(PuzzleRating().value))
    assert rating_text(PuzzleRating(1203.4, 60.0), t) == t("puzzle.rating", rating=1203)


@pytest.mark.parametrize(
    ("key", "cards"),
    [("duel/1/1", ["2"]), ("heart/1/4", ["dwarf 1", "dwarf 2"]), ("wars/1/5", []), ("tale/1/4", ["Court Mage"])],
)
def test_the_cards_of_a_move_are_those_that_it_brings_to_the_table(key: str, cards: list[str]) -> None:
    """Or turns over; a move that only ends something has none."""
    steps = {step.key: step for course in courses(key.partition("/")[0]) for step in course.steps}
    match = steps[key].match()
    before = len(match.moves)
    right = next(answer.moves[0] for answer in steps[key].answers if answer.right)
    assert brought(match, right) == cards
    assert len(match.moves) == before


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (arcade.Statistics, "statistics.none"),
        (arcade.Records, "records.none"),
        (lambda app: arcade.KeptList(app, "duel"), "kept.none"),
    ],
)
def test_a_page_with_nothing_to_show_lies_in_the_hall_and_says_why(tmp_path: Path, make: Any, words: str) -> None:
    with screen(tmp_path, (1280, 720)) as s:
        s.app.push(make(s.app))
        s.app.draw()
        assert s.scene.ground == arcade.HALL
        assert s.app.session.strings(words) in s.words()
        sample_history(s.app)
        s.app.session.matches.keep(Match("duel", seed=5, seats=["human", "dragon"]))
        s.app.scenes = [make(s.app)]
        s.app.draw()
        assert s.scene.ground == arcade.PLAIN
        assert s.app.session.strings(words) not in s.words()


@pytest.mark.parametrize("make", [arcade.Statistics, arcade.Records])
def test_an_empty_page_leads_to_a_match(tmp_path: Path, make: Any) -> None:
    with screen(tmp_path) as s:
        s.app.push(make(s.app))
        s.key("enter")
        assert isinstance(s.scene, arcade.SetUp)
        s.key("esc")
        assert isinstance(s.scene, arcade.Title)


def test_a_thumbnail_that_is_still_to_be_drawn_is_never_empty(tmp_path: Path) -> None:
    """The emblem of the game stands there."""
    with screen(tmp_path) as s:
        page = arcade.Puzzles(s.app, "duel", PuzzlePick(), lambda _: None)
        s.app.push(page)
        page.little.pictures.clear()
        drawn: list[str] = []
        real = arcade.LittleTables.draw_emblem

        def note(little: arcade.LittleTables, c: Canvas, place: Rect) -> None:
            drawn.append(little.game)
            real(little, c, place)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(arcade.LittleTables, "draw_emblem", note)
            s.app.draw()
            assert drawn == ["duel"] * page.fit
            while page.tick():
                pass
            drawn.clear()
            s.app.draw()
        assert drawn == ["duel"]  # of all themes together there is no table


@pytest.mark.parametrize("name", ["duel-why", "heart-review"])
def test_the_cards_of_a_mistake_and_of_the_better_move_stand_beside_the_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    marks = Counter[str]()
    piece = Canvas.piece

    def note(self: Canvas, name: str, *more: Any, **named: Any) -> None:
        marks[name] += 1
        piece(self, name, *more, **named)

    with screen(tmp_path, (1280, 720)) as s:
        make = scene_shots(s.app)[name]
        draw_shot(s.app, make)
        monkeypatch.setattr(Canvas, "piece", note)
        s.app.draw()
        assert (marks["yes"], marks["no"]) == (1, 1)


def test_bars_of_the_statistics_bear_the_emblem_of_their_game(tmp_path: Path) -> None:
    with screen(tmp_path, (1280, 720)) as s:
        sample_history(s.app)
        page = arcade.Statistics(s.app)
        games, costs = page.found.bars["games"], page.found.bars["costs"]
        assert {bar.picture for bar in games} == {f"{game}/emblem" for game in GAMES}
        assert all(bar.picture.removesuffix("/emblem") in GAMES for bar in costs)


def test_a_switch_shows_its_state_by_place_and_colour(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        c = s.app.canvas
        rect = Rect(100, 100, 80, 40)
        for on in (True, False):
            c.begin()
            c.switch(rect, on)
            c.draw()
            left, right = (pixel(c.surface, place) for place in ((112, 120), (168, 120)))
            assert (luminance(right) > luminance(left)) == on


def test_what_is_written_on_parchment_is_of_ink_until_the_sheet_ends(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        c = s.app.canvas
        c.begin()
        bright = c.color("pale")
        with c.parchment(Rect(50, 50, 300, 200)):
            assert luminance(c.color("pale")) < 0.05 < luminance(bright)
        assert c.color("pale") == bright
        c.box(300, 200, "borders", "border")
        assert c.paper
        c.cover()
        assert not c.paper


def test_a_relief_in_other_colours_keeps_its_light_and_its_outline() -> None:
    flat, wanted, relief = (pygame.Surface((4, 1), pygame.SRCALPHA) for _ in range(3))
    flat.fill((200, 40, 40, 255), Rect(0, 0, 3, 1))
    wanted.fill((40, 80, 200, 255), Rect(0, 0, 3, 1))
    for x, light in enumerate((1.2, 1.0, 0.5)):
        relief.set_at((x, 0), (min(255, round(200 * light)), round(40 * light), round(40 * light), 255))
    found = recoloured(relief, flat, wanted)
    bright, same, dark = (luminance(pixel(found, (x, 0))) for x in range(3))
    assert bright > same > dark
    assert all(found.get_at((x, 0))[2] > found.get_at((x, 0))[0] for x in range(2)), "blue, as is wanted"
    assert found.get_at((3, 0))[3] == 0


def test_a_shadow_is_darkest_under_its_sheet_and_gone_at_its_reach() -> None:
    shadow = soft_shadow((200, 120), 16)
    assert shadow.get_size() == (232, 152)
    assert shadow.get_at((116, 76))[3] > 120 > shadow.get_at((0, 0))[3]


def test_a_treasure_found_is_of_metal_and_one_that_is_missing_of_plain_stone(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        scene = arcade.Treasury(s.app)
        one = scene.all["duel.beats_dragon"]  # a shield, which fills its place
        scene.finds.pop(one.id, None)
        s.app.scenes = [scene]
        s.app.draw()
        spot = next(spot for spot in s.app.canvas.spots if spot.key == one.id)
        missing = s.app.canvas.surface.subsurface(spot.rect).copy()
        scene.finds[one.id] = Find("", "2026-11-01", False)
        s.app.draw()
        found = s.app.canvas.surface.subsurface(spot.rect)
        strong, plain = (max(max(color) - min(color) for color in colours(one)) for one in (found, missing))
        assert strong > 140 > 120 > plain


def colours(picture: pygame.Surface) -> set[Color]:
    """The colours in the middle of a picture."""
    inner = picture.get_rect().inflate(-picture.get_width() // 2, -picture.get_height() // 2)
    return {pixel(picture, (x, y)) for x in range(inner.x, inner.right) for y in range(inner.y, inner.bottom)}
