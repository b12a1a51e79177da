"""Slower and simpler: presses that come twice, play with one switch, and moves that leave no choice."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import pygame
import pytest

import game as arcade
from native import Match
from native.play.lessons import steps_of
from native.play.study import LessonStudy
from native.screen.canvas import faults
from native.screen.geometry import SOFA, UnitScale
from native.screen.theme import THEME
from native.store.settings import Settings
from native.strings import Strings, capital
from native.tools.samples import played
from native.tools.shots import draw_shot, sample_history, scene_shots
from tests.screen import Screen, screen
from tests.test_telling import Looking, telling_of


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The time in milliseconds, which stands still until a test moves it."""
    now = [10_000]
    monkeypatch.setattr(pygame.time, "get_ticks", lambda: now[0])
    return now


def press(s: Screen, code: int = pygame.K_RETURN) -> None:
    """A key that is pressed and let go."""
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        s.post(kind, key=code, mod=0, unicode="", scancode=0)


def click(s: Screen, place: tuple[int, int]) -> None:
    """A click where the pointer is brought first, if it is not there."""
    if s.app.pointer.at != place:
        s.point(place)
    s.app.pointer.deaf_until = 0.0
    s.post(pygame.MOUSEBUTTONDOWN, pos=place, button=1)
    s.post(pygame.MOUSEBUTTONUP, pos=place, button=1)


# ---- double presses ----


@pytest.mark.parametrize("ignored", [True, False])
@pytest.mark.parametrize("device", ["keyboard", "pad", "mouse"])
def test_a_press_that_comes_twice_counts_once_where_that_is_wanted(
    tmp_path: Path, clock: list[int], device: str, ignored: bool
) -> None:
    """Within half a second; after it, and another key at once, count again."""
    with screen(tmp_path) as s:
        s.app.session.settings.ignore_doubles = ignored
        s.app.push(arcade.Options(s.app))
        s.app.scenes[-1].focus = "talk"
        place = s.spot("talk").rect.center
        does = {
            "keyboard": lambda: press(s),
            "pad": lambda: s.button(pygame.CONTROLLER_BUTTON_A),
            "mouse": lambda: click(s, place),
        }[device]
        does()
        assert not s.app.session.settings.talk
        clock[0] += 300
        does()
        assert s.app.session.settings.talk != ignored
        before = s.app.session.settings.talk
        clock[0] += 300
        does()
        assert s.app.session.settings.talk != before, "half a second after the one that counted"
        press(s, pygame.K_ESCAPE)
        assert isinstance(s.scene, arcade.Title), "another key counts at once"


@pytest.mark.usefixtures("clock")
def test_arrows_and_letters_may_come_twice(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.ignore_doubles = True
        s.app.push(arcade.Options(s.app))
        s.app.draw()
        seen = {s.scene.focus}
        for _ in range(3):
            press(s, pygame.K_DOWN)
            seen.add(s.scene.focus)
        assert len(seen) == 4


# ---- one switch ----


def scans(s: Screen, clock: list[int]) -> str:
    """Lets the interval pass; the spot that the focus is on then."""
    clock[0] += s.app.session.settings.scan + 1
    s.app.turn()
    s.app.draw()
    return s.scene.focus


def scan_to(s: Screen, clock: list[int], key: str) -> None:
    """Waits until the focus is on a spot."""
    for _ in range(200):
        if s.scene.focus == key:
            return
        scans(s, clock)
    raise AssertionError(f"the focus never comes to {key}")


@pytest.mark.parametrize("switch", ["key", "click"])
def test_a_match_is_begun_and_played_with_one_switch(tmp_path: Path, clock: list[int], switch: str) -> None:
    """From the title to the first moves, and back, by waiting and pressing one thing, wherever the mouse rests."""
    with screen(tmp_path) as s:
        s.app.session.settings.scan = 1000
        s.app.pointer.at = (640, 700)

        def use() -> None:
            if switch == "key":
                press(s)
            else:
                click(s, (640, 700))

        scan_to(s, clock, "duel")
        use()
        assert isinstance(s.scene, arcade.SetUp)
        scan_to(s, clock, "start")
        use()
        table = s.table
        table.ended = table.curtain = False
        for _ in range(2):
            s.until(lambda: table.live.mine)
            count = len(table.match.moves)
            for _ in range(60):
                if len(table.match.moves) > count:
                    break
                scans(s, clock)
                spot = s.app.pointer.focused()
                if spot and ((spot.drag and not table.held) or (spot.drop and table.held)):
                    use()
            assert len(table.match.moves) > count
        scan_to(s, clock, "menu")
        use()
        assert isinstance(s.scene, arcade.Pause)


def test_the_focus_waits_the_interval_and_goes_on_only_where_it_is_wanted(tmp_path: Path, clock: list[int]) -> None:
    with screen(tmp_path) as s:
        first = s.scene.focus
        clock[0] += 60_000
        s.app.turn()
        assert s.scene.focus == first, "it is off at first"
        s.app.session.settings.scan = 2000
        found = scans(s, clock)
        clock[0] += 1900
        s.app.turn()
        assert s.scene.focus == found
        assert scans(s, clock) != found


def test_every_spot_of_a_page_is_scanned(tmp_path: Path, clock: list[int]) -> None:
    """On each page that can be reached from the title; all rows of a list too, with the buttons after them."""
    with screen(tmp_path) as s:
        s.app.session.settings.scan = 1000
        for make in (arcade.Title, arcade.Options, arcade.Keys, arcade.Statistics):
            s.app.scenes = [make(s.app)]
            s.app.draw()
            wanted = {spot.key for spot in s.app.canvas.spots if spot.nav and spot.accept and not spot.idle}
            seen = {scans(s, clock) for _ in range(3 * len(wanted))}
            assert wanted <= seen, make


def test_a_scan_turns_the_pages_of_a_list(tmp_path: Path, clock: list[int]) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.scan = 1000
        for seed in range(30):
            match = played("duel", 4, seed)
            match.seats = ["human", "hatchling"]
            s.app.session.matches.keep(match)
        s.app.push(arcade.KeptList(s.app, "duel"))
        s.app.draw()
        listing = s.scene
        assert isinstance(listing, arcade.KeptList)
        assert listing.fit < listing.count()
        seen = {scans(s, clock) for _ in range(3 * (listing.count() + 10))}
        assert {f"row{number}" for number in range(listing.count())} | {"back"} <= seen


def test_a_mouse_that_is_moved_clicks_what_it_points_at(tmp_path: Path, clock: list[int]) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.scan = 1000
        scan_to(s, clock, "duel")
        place = s.spot("options").rect.center
        click(s, place)
        assert isinstance(s.scene, arcade.Options)


# ---- moves without a choice ----


def sat(s: Screen, game: str, plain: bool) -> arcade.TableScene:
    """A person's table before a move that leaves no choice, obvious or not."""
    whole = played(game, 10_000, 2)
    for at in range(len(whole.moves) - 1, 0, -1):
        match = whole.copy()
        match.goto(at)
        if len(match.legal()) != 1:
            continue
        match.seats = ["hatchling"] * match.seats_count
        match.seats[match.to_act or 0] = "human"
        s.app.sit(Match.load(match.record()))
        if s.table.board.say.plain(match.legal()[0]) == plain:
            return s.table
    raise AssertionError("there is no such position")


@pytest.mark.parametrize(
    ("game", "plain"), [("duel", True), ("wars", True), ("tale", True), ("tricks", True), ("tricks", False)]
)
@pytest.mark.parametrize("wanted", ["never", "plain", "always"])
def test_a_move_without_a_choice_is_made_by_itself_as_is_wanted(
    tmp_path: Path, game: str, plain: bool, wanted: str
) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.forced = wanted
        table = sat(s, game, plain)
        count, (move,) = len(table.match.moves), table.live.legal()
        s.app.turn()
        s.app.turn()
        made = wanted == "always" or (plain and wanted == "plain")
        assert (len(table.match.moves) > count) == made
        assert not made or table.match.moves[count] == move


def test_a_move_that_is_made_by_itself_says_why(tmp_path: Path) -> None:
    """Until somebody else has moved."""
    with screen(tmp_path) as s:
        s.app.session.settings.forced = "always"
        table = sat(s, "tricks", plain=False)
        (move,) = table.live.legal()
        why, count = table.board.say.by_itself(move), len(table.match.moves)
        s.until(lambda: len(table.match.moves) > count)
        assert table.by_itself == (count + 1, why)
        assert capital(table.board.say.move(move)) in why
        assert table.live.mine or table.status() == why or table.board.under_way()


@pytest.mark.parametrize("language", ["en", "de"])
def test_of_several_cards_the_only_legal_one_waits_for_the_person(language: str) -> None:
    """In Dragonmaster everywhere, so that it is always the same; and it has words for being made all the same."""
    seen = set[str]()
    for seed in range(6):
        whole = played("tricks", 10_000, seed)
        for at in range(len(whole.moves)):
            match = whole.copy()
            match.goto(at)
            if match.to_act != 0 or len(match.legal()) != 1:
                continue
            look = Looking(match, language)
            say, state, (move,) = telling_of(look), match.state(0), match.legal()
            last = len(state["hands"][0]) == 1
            assert say.plain(move) == (last or move.startswith("call"))
            told = say.by_itself(move)
            kind = "last" if last else "suit" if state["suit"] and move.startswith(state["suit"]) else "other"
            ends = {"last": look.t("tricks.by_itself.last", card=""), "other": look.t("table.by_itself", move="")}
            assert kind == "suit" or told.endswith(ends[kind])
            assert kind != "suit" or look.t(f"tricks.one_of.{state['suit']}") in told
            seen.add(kind)
    assert {"last", "suit"} <= seen


def test_obvious_moves_are_made_at_first_and_not_before_the_pause(tmp_path: Path, clock: list[int]) -> None:
    assert Settings().forced == "plain"
    with screen(tmp_path) as s:
        now = s.app.session.settings
        now.forced, now.motion, now.pause_least = "plain", "normal", 1000
        s.app.motion.now = float(clock[0])
        table = sat(s, "duel", plain=True)
        count = len(table.match.moves)
        clock[0] += 900
        s.app.turn()
        assert len(table.match.moves) == count
        clock[0] += 10_000
        s.app.turn()
        s.app.turn()
        assert len(table.match.moves) > count


@pytest.mark.parametrize("wanted", ["never", "always"])
def test_undo_leads_back_to_a_choice(tmp_path: Path, wanted: str) -> None:
    """Where forced moves are made by themselves, one that is taken back would be made again at once."""
    with screen(tmp_path) as s:
        s.app.session.settings.forced = wanted
        table = sat(s, "tricks", plain=False)
        table.play(table.live.legal()[0])
        made = len(table.match.moves)
        table.go_back(None)
        assert (len(table.match.legal()) == 1) == (wanted == "never")
        back = len(table.match.moves)
        table.redo()
        assert back < len(table.match.moves) <= made
        assert wanted == "never" or len(table.match.legal()) != 1 or not table.match.can_redo


def test_a_lesson_leaves_even_forced_moves_to_the_learner(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.forced = "always"
        for game in arcade.BOARDS:
            live = arcade.StudyScene(s.app, LessonStudy(game, s.app.session.chronicle)).live
            live.match.goto(0)
            assert live.forced(lambda _: True) == ""
            live.close()


# ---- large letters ----


@pytest.mark.parametrize("language", Strings.languages())
def test_in_large_letters_the_options_lie_on_two_pages(tmp_path: Path, language: str) -> None:
    """All of them, each as large as is wanted, and none is cut."""
    with screen(tmp_path) as s:
        s.speak(language)
        s.app.push(arcade.Options(s.app))
        every = {name for groups in arcade.Options.COLUMNS for names in groups.values() for name in names}
        assert not s.has("turn")
        s.app.session.settings.text_size = 200
        seen = set()
        for _ in range(2):
            s.app.draw()
            assert faults(s.app.canvas) == []
            seen |= {spot.key for spot in s.app.canvas.spots}
            s.click("turn")
        assert every <= seen


SOFA_PX = 26  # what small text is high at the sofa size on a screen of 1920x1080
FROM_SOFA = ("title", "statistics", "duel-early", "tricks-start", "heart-middle", "wars-late", "tale-machine")


def test_the_sofa_size_is_26_pixels_at_least_on_a_large_screen() -> None:
    assert SOFA in THEME["options"]["text_size"]
    scale = UnitScale((1920, 1080), lambda: SOFA)
    assert min(scale.type_px(size) for size in ("small", "text", "label")) == SOFA_PX
    assert scale.least_px == SOFA_PX


def small_texts(s: Screen, names: Collection[str]) -> list[str]:
    """The texts that are smaller than they should be from the sofa, with their scenes; and all
    that is cut or lies over each other."""
    found = []
    makers = scene_shots(s.app)
    for name in names or makers:
        draw_shot(s.app, makers[name])
        written = [one for one in s.app.canvas.written if one.text.strip()]
        found += [f"{name}: {one.text!r} is {one.px} pixels high" for one in written if one.px < SOFA_PX]
        found += [f"{name}: {fault}" for fault in faults(s.app.canvas)]
    return found


@pytest.mark.parametrize("language", Strings.languages())
@pytest.mark.parametrize("names", [FROM_SOFA, pytest.param((), marks=pytest.mark.long)], ids=["few", "all"])
def test_from_the_sofa_every_text_on_a_large_screen_can_be_read(
    tmp_path: Path, names: Collection[str], language: str
) -> None:
    """All that is written on the screen; what is printed on the faces of cards grows with the cards, which can be
    enlarged."""
    with screen(tmp_path, (1920, 1080)) as s:
        sample_history(s.app)
        s.app.session.settings.text_size = SOFA
        s.speak(language)
        assert small_texts(s, names) == []


def test_what_has_no_room_for_large_letters_is_left_out_and_the_normal_size_stays(tmp_path: Path) -> None:
    with screen(tmp_path, (1920, 1080)) as s:
        c = s.app.canvas
        narrow = pygame.Rect(0, 0, c.art.width("trump", "bold", SOFA_PX - 4), 60)
        low = pygame.Rect(0, 0, 400, c.art.font("bold", SOFA_PX).get_linesize() - 4)
        assert c.first_fit(["trump"], narrow, "small") == "trump"
        c.begin()
        c.text("trump", low, "small", face="bold")
        usual = c.written[-1].px
        s.app.session.settings.text_size = SOFA
        assert c.first_fit(["trump"], narrow, "small") == ""
        c.begin()
        c.text("trump", low, "small", face="bold")
        assert usual < SOFA_PX == c.written[-1].px, "a line may be a little higher than its place"
        assert faults(c) == []


@pytest.mark.parametrize("language", Strings.languages())
@pytest.mark.parametrize("game", arcade.BOARDS)
def test_in_large_letters_the_words_of_a_lesson_are_large_and_lie_in_sections(
    tmp_path: Path, game: str, language: str
) -> None:
    """All of them; after the last section comes the first, and an answer is read from its beginning."""
    with screen(tmp_path) as s:
        s.speak(language)
        s.app.session.settings.text_size = 200
        for number, step in enumerate(steps_of(game)):
            if number % 3:
                continue
            first: list[str] = []
            scene = arcade.StudyScene(s.app, LessonStudy(game, s.app.session.chronicle, step))
            s.app.scenes = [scene]
            s.app.draw()
            column = scene.column_parts(s.app.canvas)[0]
            said = " ".join(one.text for one in scene.study.said(scene.t, scene.board.say))
            shown = ""
            for section in range(4):  # at most three, and the first again
                s.app.draw()
                assert faults(s.app.canvas) == []
                inside = [one.text for one in s.app.canvas.written if column.contains(one.ink)]
                first = inside if section == 0 else first
                shown += " ".join([*inside, ""])
                if not s.has("section") or (section and inside == first):
                    break
                s.click("section")
            else:
                raise AssertionError("the first section does not come again")
            assert set(said.split()) <= set(shown.split())
            if step.played:
                continue
            scene.section = 2
            scene.play(scene.study.answers(True)[0])
            assert scene.section == 0


@pytest.mark.parametrize("language", Strings.languages())
@pytest.mark.parametrize("game", arcade.BOARDS)
def test_in_large_letters_the_rules_are_large_and_lie_in_sections(tmp_path: Path, game: str, language: str) -> None:
    """All of them, forwards and back."""
    with screen(tmp_path) as s:
        s.speak(language)
        s.app.session.settings.text_size = 200
        rules = arcade.Rules(s.app, game)
        s.app.push(rules)
        s.app.draw()
        least = s.app.canvas.type_px("small") * 85 // 100
        forwards: list[tuple[tuple[int, int], str]] = []
        backwards: list[tuple[tuple[int, int], str]] = []
        for step, seen in ((1, forwards), (-1, backwards)):
            for _ in range(60):
                s.app.draw()
                assert faults(s.app.canvas) == []
                here = rules.page, rules.section
                section = rules.sections(s.app.canvas)[rules.section]
                assert all(s.app.canvas.type_px(one.size) >= least for one in section)
                seen.append((here, " ".join(one.text for one in section)))
                rules.turn(step)
                if (rules.page, rules.section) == here:
                    break
        assert forwards == backwards[::-1]
        assert len(forwards) > len(rules.pages)
        for page in range(len(rules.pages)):
            rules.page = page
            told = " ".join(text for (at, _), text in forwards if at == page)
            assert told.split() == rules.said("text").split()
