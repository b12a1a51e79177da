"""Whom one meets, what is explained, what is kept, and the small things that make a table pleasant."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, ClassVar
from unittest.mock import patch

import pygame
import pytest

import game as arcade
from assets.makers.portraits import face_and_ground
from native import Match
from native.play import match_setup
from native.play.lengths import chosen, made
from native.play.lessons import courses
from native.play.match_setup import LEVELS, MatchSetup
from native.profile.pages import face_of
from native.screen.bindings import make_of
from native.screen.canvas import Canvas, faults
from native.screen.painting import Cache
from native.screen.pointer import Spot, first_on, released
from native.screen.theme import ASSETS, THEME
from native.screen.tooltips import Toasts
from native.store.settings import Settings
from native.strengths import Opponent, tables
from native.strings import GUISES, NAMES, Strings, dragon, guise
from native.tools.arguments import arcade_parser
from native.tools.samples import played
from native.tools.shots import more_set_up, table_at
from tests.kept import put_lines
from tests.screen import SIZES, Screen, rastered, screen

OPEN = (["00112233", "00112233"], ["00112233", "01112223"])  # alike to seat 0 for a while


def line(number: int, against: str, share: float) -> dict[str, Any]:
    """A line of a history: a game of the duel."""
    return {"id": f"duel-{number}", "game": "duel", "against": against, "share": share, "assisted": False,
            "seat": 0, "seats": ["human", against], "date": f"2026-11-{number + 1:02d}T12:00:00Z"}


def remember(s: Screen, *games: tuple[str, float]) -> None:
    for number, (against, share) in enumerate(games):
        put_lines(s.app.session.chronicle.tables, [line(number, against, share)])


def set_up(s: Screen, game: str) -> arcade.SetUp:
    scene = arcade.SetUp(s.app, game)
    s.app.push(scene)
    s.app.turn()
    return scene


def begin(s: Screen) -> None:
    """Starts a match from the start page."""
    s.click("start")
    assert isinstance(s.scene, arcade.TableScene)


def kept(s: Screen, count: int, game: str = "duel") -> None:
    """So many matches of a game that wait."""
    for seed in range(count):
        match = played(game, 3 + seed, seed=seed)
        match.seats = ["human"] + ["wyrmling"] * (match.seats_count - 1)
        s.app.session.matches.keep(match)


# ---- whom you meet ----


def dialled(draft: MatchSetup) -> int:
    assert draft.strength is not None
    return draft.strength


def test_a_set_up_proposes_by_results_and_keeps_what_was_chosen_meanwhile(tmp_path: Path) -> None:
    """The suggested strength follows the results for whoever plays against it; whoever chose another opponent keeps
    that, and the suggestion stands above."""
    with screen(tmp_path) as s:
        scene = set_up(s, "duel")
        first = dialled(scene.draft)
        assert scene.draft.seats == ["human", "hatchling"]
        assert Strings("en")("setup.why.first") in s.words()
        begin(s)
        assert s.table.match.extra["strengths"] == [None, first]
        s.app.home()
        remember(s, ("hatchling", 1), ("wyrmling", 1))
        scene = set_up(s, "duel")
        higher = dialled(scene.draft)
        assert higher > first
        s.click("who.drake")
        assert scene.draft.strength is None
        begin(s)
        assert "strengths" not in s.table.match.extra
        s.app.home()
        remember(s, ("hatchling", 1), ("wyrmling", 1), ("drake", 1), ("drake", 1))
        draft = set_up(s, "duel").draft
        assert (draft.seats, draft.strength) == (["human", "drake"], None)
        s.click("who.suggested")
        assert dialled(draft) > higher


def test_the_dial_makes_the_opponent_milder_and_stronger(tmp_path: Path) -> None:
    """By its buttons and by left and right, in steps of 50, down to the mildest, up to Dragon and no further; the
    face and the number say who plays."""
    with screen(tmp_path) as s:
        draft = set_up(s, "duel").draft
        first = dialled(draft)
        shares = [draft.share(first)]
        s.click("stronger")
        assert dialled(draft) == first + 50
        assert Strings("en")("setup.why.a_little_stronger") in s.words()
        shares.append(draft.share(dialled(draft)))
        s.click("weaker")
        assert dialled(draft) == first
        assert Strings("en")("setup.why.first") in s.words()
        s.scene.focus = "who.dial"
        for _ in range(30):
            s.key("right")
        scale = tables("duel")[2]
        assert draft.opponent == Opponent("dragon")
        assert draft.elo is not None
        shares.append(draft.share(draft.elo))
        assert 0 <= shares[0] < shares[1] < shares[2] == 1
        s.key("left")
        below = [*scale.steps][-2]
        assert dialled(draft) == below
        assert draft.seats == ["human", "drake"]
        s.app.turn()
        assert {"Corvin", f"Strength {below}"} <= {one.text for one in s.app.canvas.written}
        for _ in range(40):
            s.key("left")
        assert dialled(draft) == min(scale.steps)
        assert draft.seats == ["human", "hatchling"]


def test_a_table_of_people_alone_stays_one(tmp_path: Path) -> None:
    settings = Settings.of({"last": {"duel": {"seats": ["human", "human"]}}})
    assert MatchSetup("duel", settings, 1).seats == ["human", "human"]
    with screen(tmp_path) as s:
        s.app.session.settings.last["duel"] = {"seats": ["human", "human"]}
        draft = set_up(s, "duel").draft
        assert Strings("en")("level.human.tip") in s.words()
        s.click("who.dial")
        assert draft.seats == ["human", "human"]
        s.click("who.suggested")
        assert draft.follows


def test_a_table_with_more_players_gets_its_own_suggestion_and_keeps_what_was_chosen_by_hand(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        draft = set_up(s, "wars").draft
        for count in (4, 2):
            s.click(f"count{count}")
            assert draft.strength == tables("wars")[count].first
            assert draft.follows
        s.click("stronger")
        chosen = draft.strength
        s.click("count4")
        assert (draft.strength, draft.follows) == (chosen, False)


def test_all_opponents_are_set_at_once_by_keys(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        draft = set_up(s, "tale").draft
        s.click("more")
        assert not s.has("all")
        s.walk("strength", s.key)
        before = draft.elo
        s.key("right")
        assert draft.elo and before and draft.elo > before
        assert len({*draft.seats[1:]}) == 1
        assert str(draft.strength) in s.words()
        s.scene.focus = "seat2"
        s.app.turn()
        s.key("right")
        assert draft.strength is None
        assert Strings("en")("setup.mixed") in s.words()
        s.scene.focus = "strength"
        s.app.turn()
        s.key("right")
        assert draft.strength is not None
        assert len({*draft.seats[1:]}) == 1


def test_where_no_strengths_were_measured_all_opponents_are_set_by_level(tmp_path: Path) -> None:
    with screen(tmp_path) as s, patch.object(match_setup, "table", lambda *_: None):
        draft = set_up(s, "tale").draft
        rows = [row.key for row in draft.lines(Strings("en"), ())]
        assert "all" in rows
        assert "strength" not in rows
        draft.meet(Opponent("hatchling"))
        draft.change_all(1)
        assert draft.seats == ["human"] + ["wyrmling"] * 3


@pytest.mark.parametrize("language", Strings.languages())
def test_dragons_of_one_age_have_different_names_and_say_what_they_are(language: str) -> None:
    t = Strings(language)
    for level in LEVELS:
        names = [t.seat([level] * 5, seat, "duel") for seat in range(5)]
        assert len({*names}) == 5
        assert t.tip(f"level.{level}")
    known = [name for names in NAMES.values() for name in names]
    assert len({*known}) == len(known)
    assert not {*known} & {t(f"level.{level}") for level in LEVELS}
    assert t.listing(["A"]) == "A"
    assert t.listing(["A", "B", "C"]) == f"A, B {t('word.and')} C"
    assert t.listing(["A", "B", "C"], "word.or") == f"A, B {t('word.or')} C"


@pytest.mark.long
def test_no_seat_is_called_by_level_and_number_anywhere(tmp_path: Path) -> None:
    """Tables, logs and ends of the games at which three of a kind can sit."""
    with screen(tmp_path) as s:
        for game in ("tricks", "wars", "tale"):
            match = played(game, 10_000)
            table = table_at(s.app, match)
            for scenes in ([table], [table, arcade.EndScene(s.app, table)]):
                s.app.scenes = [*scenes]
                words = s.words()
                assert dragon(match.seats, 1, game) in words
                assert not re.search(r"\bDragon \d|Dragon \+", words)


@pytest.mark.long("256")
@pytest.mark.parametrize("side", [32, 96, 256])
def test_every_face_fills_its_ground_at_every_size(tmp_path: Path, side: int) -> None:
    names = [*GUISES, *(name for names in NAMES.values() for name in names)]
    for name in names:
        face = rastered(face_and_ground(name)[0].encode(), (side, side))
        ink = pygame.mask.from_surface(face).connected_component().get_bounding_rects()[0]
        assert ink.w > side * 0.55
        assert ink.h > side * 0.7
    with screen(tmp_path) as s:
        medallions = {name: s.app.art.portrait(name, side) for name in names}
        assert {picture.get_size() for picture in medallions.values()} == {(side, side)}
        assert len({pygame.image.tobytes(picture, "RGBA") for picture in medallions.values()}) == len(names)


def test_people_at_one_table_have_faces_of_their_own_and_everybody_keeps_one(tmp_path: Path) -> None:
    """Whoever plays alone has the face that the page of players shows, also under another name."""
    with screen(tmp_path) as s:
        people, canvas = s.app.session.people, s.app.canvas
        for number, name in enumerate(("Ada", "Bo", "Cy"), 1):
            people.choose(people.add(name))
            people.rename(people.now, f"{name} 2")
            for count in (1, 4):
                with patch.object(s.app.art, "portrait", side_effect=s.app.art.portrait) as drawn:
                    for seat in range(count):
                        canvas.face_of(["human"] * count, seat, 64, "tricks")
                shown = [call.args[0] for call in drawn.call_args_list]
                assert shown[0] == guise(number)
                assert len(set(shown)) == count
            assert face_of(people, people.now) == f"portraits/{guise(number)}-calm"


# ---- explained where it stands ----


def scenes_explained(s: Screen) -> dict[str, list[arcade.Scene]]:
    kept(s, 2)
    table = table_at(s.app, played("wars", 6))
    return {
        "title": [arcade.Title(s.app)],
        "options": [arcade.Options(s.app)],
        "keys": [arcade.Keys(s.app)],
        "rules": [arcade.Rules(s.app, "tale")],
        "kept": [arcade.KeptList(s.app, "duel")],
        "pause": [table, arcade.Pause(s.app, table)],
        "welcome": [arcade.Title(s.app), arcade.Welcome(s.app)],
        **{f"setup {game}": [arcade.SetUp(s.app, game)] for game in arcade.BOARDS},
        **{f"more {game}": more_set_up(s.app, game) for game in arcade.BOARDS},
    }


@pytest.mark.long
@pytest.mark.parametrize("language", Strings.languages())
def test_everything_that_can_be_chosen_has_its_tip(tmp_path: Path, language: str) -> None:
    with screen(tmp_path) as s:
        s.speak(language)
        for name, scenes in scenes_explained(s).items():
            s.app.scenes = scenes
            s.app.draw()
            spots = [spot for spot in s.app.canvas.spots if spot.nav and spot.key not in arcade.BOARDS]
            assert spots
            assert [spot.key for spot in spots if not spot.tip] == [], name


@pytest.mark.long
def test_tips_are_drawn_on_hover_and_on_focus_in_every_scene(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        for name, scenes in scenes_explained(s).items():
            s.app.scenes = scenes
            s.app.draw()
            spot = next(spot for spot in s.app.canvas.spots if spot.nav and spot.tip)
            s.point((1, 1))
            told_anyway = s.words().count(spot.tip)  # the page itself says how long a match is
            s.point(spot.rect.center)
            assert s.words().count(spot.tip) == told_anyway + 1, name
            s.point((1, 1))
            assert s.words().count(spot.tip) == told_anyway, name
            s.key("tab")
            told = next((one.tip for one in s.app.canvas.spots if one.key == s.app.pointer.focus), "")
            assert told == "" or told in s.words(), name
            s.walk(spot.key, s.key)
            assert s.words().count(spot.tip) == told_anyway + 1, name


def test_a_tip_comes_after_a_moment_and_goes_with_the_focus() -> None:
    class Clock:
        now = 0.0
        durations: ClassVar = {"notice": 100}

        def length(self, name: str) -> float:
            return {"tip": 50.0}[name]

    clock = Clock()
    notes = Toasts(clock)  # type: ignore[arg-type]
    spot = Spot("a", pygame.Rect(0, 0, 10, 10), tip="about a")

    def shown(focus: str, pointer: tuple[int, int] | None = None) -> Spot | None:
        notes.look([spot], focus, pointer)
        return notes.tip([spot], focus, pointer)

    assert shown("a") is None
    assert not notes.tick()
    clock.now = 50
    assert notes.tick()
    assert shown("a") is spot
    assert not notes.tick()
    assert shown("a", (50, 50)) is None  # the mouse points elsewhere
    assert shown("") is None
    notes.say("hello")
    assert notes.spoken() == "hello"
    clock.now = 150
    assert notes.tick()
    assert notes.spoken() == ""


def start(s: Screen) -> None:
    """What main() does before the first frame."""
    arcade.first_scene(s.app, arcade_parser("").parse_args([]))
    s.app.turn()


def test_a_first_start_leads_to_a_first_game_and_later_ones_to_the_title(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        start(s)
        assert isinstance(s.scene, arcade.Welcome)
        s.key("enter")
        assert s.table.match.seats == ["human", "hatchling"]
        start(s)
        assert isinstance(s.scene, arcade.Title)
    with screen(tmp_path) as s:
        start(s)
        assert isinstance(s.scene, arcade.Title)


@pytest.mark.long
def test_looking_around_is_not_asked_again_and_lessons_are_offered_where_there_are_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with screen(tmp_path / "a") as s:
        start(s)
        s.click("look")
        assert isinstance(s.scene, arcade.Title)
        start(s)
        assert isinstance(s.scene, arcade.Title)
    with screen(tmp_path / "b") as s:
        start(s)
        s.click("learn")
        assert isinstance(s.scene, arcade.StudyScene)
        assert s.scene.study.label(s.scene.t) == "The first game: 1 of {}".format(len(courses("duel")[0].steps))
        s.key("esc")
        assert isinstance(s.scene, arcade.Lessons)
    with screen(tmp_path / "d") as s:
        set_up(s, "wars")
        monkeypatch.setattr(arcade, "offered", lambda _: [])
        s.click("start")
        assert isinstance(s.scene, arcade.TableScene)
    monkeypatch.setattr(arcade, "offered", lambda _: [])
    with screen(tmp_path / "c") as s:
        start(s)
        assert not s.has("learn")


@pytest.mark.long
@pytest.mark.parametrize("game", arcade.BOARDS)
def test_the_first_start_of_a_game_offers_its_lesson_and_waits_for_the_answer(tmp_path: Path, game: str) -> None:
    """The lesson leads back to the start page. Once a step is done or a match begun, Start starts."""
    with screen(tmp_path) as s:
        s.app.session.settings.guided = {}
        scene = set_up(s, game)
        s.click("start")
        assert isinstance(s.scene, arcade.LessonFirst)
        assert not s.app.session.saved(game)
        s.key("esc")
        assert s.app.scenes[-1] is scene
        s.click("start")
        s.key("enter")
        assert isinstance(s.scene, arcade.StudyScene)
        assert s.scene.study.step is courses(game)[0].steps[0]
        while s.app.scenes[-1] is not scene:
            s.scene.back()
            s.app.turn()
        s.click("start")
        s.click("play")
        assert isinstance(s.scene, arcade.TableScene)
        assert s.table.match.game == game
        s.app.leave_all()
        set_up(s, game)
        begin(s)
        s.app.leave_all()
    with screen(tmp_path / "taught") as s:
        s.app.session.settings.guided = {}
        s.app.session.chronicle.add("lesson", {"lesson": courses(game)[0].steps[0].key})
        set_up(s, game)
        begin(s)


@pytest.mark.long
def test_the_start_page_asks_only_whom_to_play(tmp_path: Path) -> None:
    """By mouse or by keys alone; everything else stands behind More, and Esc leads back from there."""
    with screen(tmp_path) as s:
        t = s.app.session.strings
        for game in arcade.BOARDS:
            scene = set_up(s, game)
            for level in LEVELS:
                assert s.has(f"who.{level}")
                s.walk(f"who.{level}", s.key)
                s.key("enter")
                assert set(scene.draft.seats[1:]) == {level}
                words = s.words()
                assert all(one in words for one in (scene.draft.names(t)[0], t.tip(f"level.{level}")))
            assert not any(s.has(key) for key in ("number", "seat1", "coach", "rules"))
            s.walk("more", s.key)
            s.key("enter")
            assert isinstance(s.scene, arcade.MoreSetUp)
            assert all(s.has(key) for key in ("number", "seat1", "coach", "rules"))
            s.key("esc")
            assert s.app.scenes[-1] is scene
            s.key("esc")
            assert isinstance(s.scene, arcade.Title)


@pytest.mark.long
def test_a_first_match_is_short_and_the_long_one_a_press_away(tmp_path: Path) -> None:
    """What was chosen last is chosen again, and the next deal is as long."""
    with screen(tmp_path) as s:
        for _ in range(2):
            set_up(s, "tricks")
            s.click("start")
            assert s.table.match.state()["round"] == 3
            s.app.home()
        set_up(s, "tricks")
        s.click("other")
        assert s.table.match.state()["round"] == 0
        s.table.new_deal()
        assert s.table.match.state()["round"] == 0
        s.app.home()
        set_up(s, "tricks")
        s.click("start")
        assert s.table.match.state()["round"] == 0
        s.app.home()
        set_up(s, "duel")
        s.click("other")
        assert s.table.match.options["first_to"] == 2
        s.app.home()
        assert set_up(s, "duel").draft.length == "long"
        s.click("other")
        assert s.table.match.options["first_to"] == 1
        s.app.home()
        set_up(s, "heart")
        s.click("start")
        assert s.table.match.options["ship_stacks"] == 2


@pytest.mark.parametrize("options", [{}, {"players": 3}, {"level": "advanced"}, {"players": 3, "level": "expert"}])
def test_a_short_match_of_tricks_is_its_last_round(options: dict[str, Any]) -> None:
    for seed in range(8):
        whole = Match("tricks", options, seed)
        seats = ["human"] + ["hatchling"] * (whole.seats_count - 1)
        short = made("tricks", "short", options, seed, seats)
        assert short.seats == seats
        assert [*map(sorted, short.state()["hands"])] == [*map(sorted, whole.state()["hands"])]
        assert short.state()["rounds"] - short.state()["round"] == 1
        assert made("tricks", short.extra["length"], short.options, seed, seats).record() == short.record()
        while not short.over:
            short.play(short.legal()[0])
        assert len(short.state()["results"]) == 5


def test_the_next_deal_of_a_short_match_is_short(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        set_up(s, "tricks")
        s.click("start")
        seed = s.table.match.seed
        s.table.new_deal()
        s.app.turn()
        assert s.table.match.seed != seed
        assert s.table.match.state()["round"] == 3


def test_lengths_of_earlier_choices() -> None:
    assert chosen("tricks", {}) == "short"
    assert chosen("tricks", {"options": {"players": 4}}) == "long"
    assert chosen("tricks", {"options": {"players": 4}, "length": "short"}) == "short"
    assert chosen("duel", {"options": {"first_to": 2}}) == "long"
    assert chosen("duel", {"options": {"first_to": 1}, "length": "of another version"}) == "short"
    assert chosen("heart", {"options": {"first": 1}}) == "long"
    assert chosen("heart", {"length": "of another version"}) == "short"


def test_who_has_done_a_step_or_played_knows_the_game(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        session = s.app.session
        assert session.is_new("duel")
        remember(s, ("drake", 1))
        assert not session.is_new("duel")
        assert session.is_new("heart")
        session.chronicle.add("lesson-heart/1/1", {"lesson": "heart/1/1"})
        assert not session.is_new("heart")
        assert session.is_new("tale")


# ---- nothing lost by a click ----


@pytest.mark.long
def test_eight_matches_are_listed_and_each_can_be_gone_on_with(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        kept(s, 8)
        set_up(s, "duel")
        s.click("more")
        s.click("kept")
        scene = s.scene
        assert isinstance(scene, arcade.KeptList)
        assert len(scene.found) == 8
        s.until(lambda: len(scene.little.pictures) >= scene.fit)
        words = s.words()
        assert NAMES["wyrmling"][0] in words
        assert s.app.session.strings.when(scene.found[0].date) in words
        wanted = scene.found[2].match.moves
        s.click("row2")
        assert s.table.match.moves == wanted


def test_the_latest_is_gone_on_with_and_a_match_is_forgotten_only_when_asked(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        kept(s, 3)
        latest = s.app.session.matches.list("duel")[0].match.moves
        scene = arcade.KeptList(s.app, "duel")
        s.app.push(scene)
        s.app.turn()
        s.walk("row1", s.key)
        gone = scene.found[1].name
        s.walk("go", s.key)  # beside the row, so that none is passed on the way
        s.walk("forget", s.key)
        s.key("enter")
        assert isinstance(s.scene, arcade.Ask)
        s.key("enter")  # no
        assert len(s.app.session.matches.names("duel")) == 3
        s.click("forget")
        s.click("yes")
        assert gone not in s.app.session.matches.names("duel")
        assert len(s.app.session.matches.names("duel")) == 2
        s.app.resume("duel")
        assert s.table.match.moves == latest


@pytest.mark.parametrize("key", ["restart", "new"])
def test_restart_and_new_deal_ask_and_leave_the_match_kept(tmp_path: Path, key: str) -> None:
    with screen(tmp_path) as s:
        s.app.sit(played("duel", 4))
        s.app.turn()
        table = s.table
        table.keep()
        moves = list(table.match.moves)
        s.key("m")
        s.click(key)
        assert isinstance(s.scene, arcade.Ask)
        s.click("no")
        assert s.table is table
        s.click(key)
        s.click("yes")
        assert s.table is not table
        assert s.table.match.moves == []
        assert [k.match.moves for k in s.app.session.matches.list("duel")] == [moves]


def test_a_start_leaves_all_kept_matches(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        kept(s, 2)
        before = set(s.app.session.matches.names("duel"))
        set_up(s, "duel")
        s.click("start")
        assert set(s.app.session.matches.names("duel")) == before


def test_a_little_picture_shows_nothing_that_is_hidden(tmp_path: Path) -> None:
    pictures = []
    with screen(tmp_path) as s:
        for hands in OPEN:
            match = Match("duel", deal={"hands": hands}, seats=["human", "dragon"])
            for move in ("0@0,0", "1@1,0", "0@2,0", "2@0,1"):
                match.play(move)
            pictures.append(pygame.image.tobytes(arcade.little_table(s.app, match), "RGB"))
        assert pictures[0] == pictures[1]
        match.seats = ["human", "human"]
        hidden = pygame.image.tobytes(arcade.little_table(s.app, match), "RGB")
        assert hidden != pictures[0]


# ---- small things ----


def test_the_first_digit_replaces_the_number_and_the_next_ones_follow(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        scene = set_up(s, "duel")
        s.click("more")
        s.walk("number", s.key)
        for digit in "77":
            s.key(digit)
        assert scene.draft.number == "77"
        s.post(pygame.KEYDOWN, key=pygame.K_BACKSPACE, mod=0, unicode="\b", scancode=0)
        assert scene.draft.number == "7"
        s.walk("back", s.key)
        s.walk("number", s.key)
        s.key("5")
        assert scene.draft.number == "5"


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_pointing_hand_never_lies_over_what_it_points_at(tmp_path: Path, size: tuple[int, int]) -> None:
    """Inside the rect of what has the focus the picture is the same with and without the hand."""
    with screen(tmp_path, size) as s:
        table = table_at(s.app, played("wars", 6))
        shown: list[arcade.Scene] = [arcade.Title(s.app), arcade.Options(s.app), arcade.SetUp(s.app, "tale"), table]
        for scene in shown:
            s.app.scenes = [scene]
            s.app.input.device = "keyboard"
            s.app.draw()
            for key in [spot.key for spot in s.app.canvas.spots if spot.nav and spot.accept]:
                scene.focus = key
                seen = []
                for device in ("mouse", "keyboard"):
                    s.app.input.device = device
                    s.app.pointer.at = (-1, -1)
                    s.app.draw()
                    rect = next(spot.rect for spot in s.app.canvas.spots if spot.key == key)
                    inner = rect.inflate(-rect.w // 8, -rect.h // 8).clip(s.app.canvas.area)
                    seen.append(pygame.image.tobytes(s.app.canvas.surface.subsurface(inner), "RGB"))
                assert seen[0] == seen[1], key


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_notice_never_hides_the_hand(tmp_path: Path, size: tuple[int, int]) -> None:
    with screen(tmp_path, size) as s:
        for game in arcade.BOARDS:
            s.app.sit(played(game, 4))
            s.app.turn()
            s.app.notice("A sentence that tells why something cannot be done now, rather a long one.", "error")
            s.app.draw()
            box = next(w.box for w in s.app.canvas.written if w.text.startswith("A sentence"))
            hand = [spot.rect for spot in s.app.canvas.spots if spot.key.startswith("hand")]
            assert hand
            assert not any(rect.colliderect(box) for rect in hand), game


def test_keys_are_called_as_they_are_printed() -> None:
    names = {"en": ("Enter", "Esc", "Page Up", "F1", "Space"), "de": ("Enter", "Esc", "Bild ↑", "F1", "Leertaste")}
    for language, printed in names.items():
        t = Strings(language)
        assert tuple(map(t.key, ("return", "escape", "page up", "f1", "space"))) == printed
        assert t.keys(["return", "enter", "a"]) == "Enter, A"
        assert t.keys([]) == "–"


def test_decimals_are_written_as_the_language_does() -> None:
    assert Strings("en").number(-2, 1, sign=True) == "−2.0"
    assert Strings("de").number(0.25, 2, sign=True) == "+0,25"


def test_buttons_of_a_controller_have_its_own_signs(tmp_path: Path) -> None:
    assert [make_of(name) for name in ("Xbox Series X Controller", "PS5 Controller", "Nintendo Switch Pro")] == [
        "xbox", "playstation", "nintendo"]
    for make in THEME["printed"]:
        for sign in THEME["printed"][make].values():
            assert "/" not in sign or (ASSETS / "art" / f"{sign}.svg").is_file()

    class Pad:
        name = "DualSense Wireless Controller"

    with screen(tmp_path) as s:
        set_up(s, "duel")
        assert s.app.input.printed(s.app.input.button_of("back")) == "B"
        s.app.input.pads[0] = Pad()
        s.button(pygame.CONTROLLER_BUTTON_DPAD_DOWN)
        assert s.app.input.printed(s.app.input.button_of("back")) == "pad/circle"
        s.app.draw()
        assert any(key[:2] == ("picture", "pad/circle") for key in s.app.art.pictures)


@pytest.mark.long
def test_the_log_scrolls_and_comes_back_with_what_happens(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.sit(played("wars", 60))
        s.app.turn()
        table = s.table
        last, first = table.live.log[-1], table.live.log[0]

        def told(line: str) -> int:
            return s.words().split("\n").count(line)

        s.key("l")
        assert told(last) == 1
        for _ in range(10):
            s.post(pygame.MOUSEWHEEL, y=len(table.live.log) // 20, x=0)
        assert first in s.words()
        assert table.live.told() == [first]
        table.live.tell(["something new"])
        assert told("something new") == 1
        s.key("page up")
        assert told("something new") == 0
        s.key("page down")
        assert told("something new") == 1


def mean_color(picture: pygame.Surface) -> tuple[float, ...]:
    return tuple(pygame.transform.average_color(picture)[:3])


def test_suits_of_tricks_differ_from_afar(tmp_path: Path) -> None:
    """The mean colour of a card, which is all that the corner of an eye sees, tells its suit."""
    with screen(tmp_path) as s:
        board = arcade.BOARDS["tricks"](s.app, played("tricks", 0), 0)
        means = [mean_color(board.cards.picture(f"{suit} W", 72)) for suit in ("DRA", "WAR", "DRU", "NOM")]
        for number, one in enumerate(means):
            for other in means[number + 1 :]:
                assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 40


def after_a_trick(s: Screen) -> arcade.TableScene:
    match = played("tricks", 8)
    while match.state()["trick"] or not sum(match.state()["tricks_taken"]):
        match.play(match.legal()[0])
    s.app.sit(match)
    s.app.turn()
    return s.table


@pytest.mark.long
def test_the_last_trick_can_be_seen_at_any_time(tmp_path: Path) -> None:
    """Whatever lies of the next trick, and in a new hand until its first trick is whole, the trick before is shown.
    There is none before the first trick of all."""
    with screen(tmp_path) as s:
        table = s.sit("tricks", seed=5, seats=["human", "hatchling", "hatchling", "hatchling"])
        table.live.paused = True
        s.click("last")
        assert s.scene is table
        assert s.app.notes.words == Strings("en")("tricks.no_last")
        table = after_a_trick(s)
        cards, taker = table.board.say.last_trick()  # type: ignore[attr-defined]
        assert len(cards) == 4
        assert taker is not None
        taken = table.match.state()["taken"][taker]
        assert {card for _, card in cards} <= {*taken}
        table.live.paused = True
        titles = set[str]()
        for _ in range(60):
            before = table.board.say.last_trick()  # type: ignore[attr-defined]
            whole = sum(len(pile) for pile in table.match.state()["taken"]) + len(table.match.state()["results"])
            s.click("last")
            assert isinstance(s.scene, arcade.Popup)
            written = set(s.words().split("\n"))
            assert written >= {table.name(seat) for seat, _ in before[0]}
            titles |= written & {"Last trick", "Last trick of hand 1"}
            s.key("esc")
            assert s.scene is table
            table.match.play(table.match.legal()[0])
            table.board.stage.follow()
            now = sum(len(pile) for pile in table.match.state()["taken"]) + len(table.match.state()["results"])
            same = table.board.say.last_trick() == before
            assert same == (now == whole), "it changes when a trick is whole"
        assert titles == {"Last trick", "Last trick of hand 1"}


@pytest.mark.long
def test_a_trick_waits_for_a_glance_where_that_is_chosen(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.trick_waits = True
        s.app.sit(played("tricks", 8))
        s.app.turn()
        table = s.table
        table.live.paused = True
        while not table.board.stage.waits:
            table.play(table.match.legal()[0])
            s.app.turn()
        assert sum(sprite.zone == "trick" for sprite in table.board.stage.sprites) == 4
        assert not table.board.stage.tick()
        for _ in range(50):
            s.app.turn()
        assert table.board.stage.waits
        assert Strings("en")("table.glance") in s.words()
        s.key("enter")
        assert not table.board.stage.waits
        s.until(lambda: not table.board.stage.groups)


@pytest.mark.long
@pytest.mark.parametrize(("size", "large"), [(SIZES[0], 150), (SIZES[1], 150), (SIZES[1], 200)])
def test_large_text_makes_no_word_of_the_scenes_smaller(
    tmp_path: Path, size: tuple[int, int], large: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nearly all of them larger."""
    sizes: dict[tuple[int, str, str], int] = {}
    now = ("", 100)
    plain = Canvas.text

    def text(self: Canvas, words: str, box: pygame.Rect, size: str = "text", color: str = "pale",
             align: str = "left", face: str = "text", lines: int = 1, top: bool = False,
             engraved: bool = False) -> pygame.Rect:
        found = self.fitted(words, face, size, box, lines)
        sizes[now[1], now[0], words] = found.px
        return plain(self, words, box, size, color, align, face, lines, top, engraved)

    monkeypatch.setattr(Canvas, "text", text)
    with screen(tmp_path, size) as s:
        scenes = {name: made for name, made in scenes_explained(s).items() if name != "pause"}
        for percent in (100, large):
            s.app.session.settings.text_size = percent
            for name, made in scenes.items():
                now = (name, percent)
                s.app.scenes = made
                s.app.draw()
    both = [(name, words) for percent, name, words in sizes if percent == large and (100, name, words) in sizes]
    assert len(both) > 100
    assert [key for key in both if sizes[large, *key] < sizes[100, *key]] == []
    assert sum(sizes[large, *key] > sizes[100, *key] * 1.2 for key in both) > len(both) * 0.9


@pytest.mark.long
def test_many_buttons_stand_in_two_rows_and_all_are_reached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    more = [(key, "open", arcade.Options) for key in ("rules", "kept", "keys", "reset", "quit_too")]
    monkeypatch.setattr(arcade, "WAYS", [*more, *arcade.WAYS])
    for size in SIZES:
        with screen(tmp_path / str(size[0]), size) as s:
            keys = [key for key, _, _ in arcade.WAYS]
            rects = [s.spot(key).rect for key in keys]
            assert not any(a.colliderect(b) for n, a in enumerate(rects) for b in rects[:n])
            assert all(s.app.canvas.area.contains(rect) for rect in rects)
            assert faults(s.app.canvas) == []
            s.walk("reset", s.key)
            s.key("enter")
            assert isinstance(s.scene, arcade.Options)


# ---- what draws nothing ----


def test_what_is_let_go_is_dropped_or_told_or_pressed() -> None:
    said: list[str] = []
    rect = pygame.Rect(0, 0, 10, 10)
    card: list[Any] = ["card"]
    button = Spot("button", rect, lambda: said.append("pressed"))
    goal = Spot("goal", rect, drop=lambda cards: said.append(f"dropped {cards[0]}"))
    closed = Spot("closed", rect, lambda: said.append("told why"), nav=False)
    for pressed, under, dragged in (
        (button, [button], []), (button, [goal], card), (button, [closed], card),
        (button, [closed], []), (button, [button], card), (None, [], []),
    ):
        does = released(pressed, under, dragged)
        if does:
            does()
    assert said == ["pressed", "dropped card", "told why"]


def test_the_focus_falls_on_the_first_card_of_the_board() -> None:
    rect = pygame.Rect(0, 0, 10, 10)
    spots = [Spot("menu", rect), Spot("pile", rect), Spot("hand0", rect, drag=list)]
    assert first_on(spots, "menu", 1) == "menu"
    assert first_on(spots, "", 1) == "hand0"
    assert first_on(spots[:2], "", 1) == "pile"
    assert first_on(spots[:1], "", 1) == "menu"
    assert first_on([], "", 0) == ""
    dead = Spot("hand0", rect, idle=True)
    assert first_on([dead, Spot("stop", rect)], "", 0) == "stop"
    assert first_on([dead], "", 0) == "hand0"


def test_a_shelf_lets_the_oldest_go() -> None:
    made: list[str] = []
    shelf = Cache[str](len)
    shelf.budget = 5

    def make(word: str) -> str:
        made.append(word)
        return word

    for word in ("aa", "bb", "aa", "cc", "aa", "bb"):
        assert shelf.keep((word,), lambda word=word: make(word)) == word  # type: ignore[misc]
    assert made == ["aa", "bb", "cc", "bb"]
    assert shelf.weight == 4
    shelf.drop(lambda key: key == ("aa",))
    assert (dict(shelf), shelf.weight) == ({("bb",): "bb"}, 2)


@pytest.mark.long
def test_the_title_returns_to_the_game_played_last(tmp_path: Path) -> None:
    """However a match is begun and left, by the mouse or by keys, and after a new start too."""
    with screen(tmp_path) as s:
        first = next(iter(arcade.BOARDS))
        assert s.app.pointer.focus == first
        for game in ("wars", "tale"):
            s.sit(game)
            s.app.home()
            s.app.draw()
            assert s.app.pointer.focus == game
        s.app.push(arcade.SetUp(s.app, "heart"))
        begin(s)
        assert isinstance(s.scene, arcade.TableScene)
        s.app.home()
        s.point((2, 2))
        s.app.draw()
        assert s.app.pointer.focus == "heart"
        s.app.show_players()
        s.key("esc")
        s.app.draw()
        assert s.app.pointer.focus == "heart"
    with screen(tmp_path) as s:
        assert s.app.pointer.focus == "heart"
        s.app.session.settings.game = "a game of another version"
        s.app.home()
        s.app.draw()
        assert s.app.pointer.focus == first


def test_games_with_names_that_are_easily_confused_stand_apart_on_the_title(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        across = sorted(arcade.BOARDS, key=lambda game: s.spot(game).rect.x)
        assert abs(across.index("duel") - across.index("tricks")) > 1
        assert s.scene.focus == "duel"  # the first one


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("game", "counts"), [("tricks", [3, 4]), ("wars", [2, 3, 4]), ("tale", [2, 3, 4, 5])])
def test_how_many_play_is_chosen_on_the_start_page(
    tmp_path: Path, size: tuple[int, int], game: str, counts: list[int]
) -> None:
    with screen(tmp_path, size) as s:
        s.app.push(arcade.SetUp(s.app, game))
        s.app.draw()
        setup = s.scene
        assert isinstance(setup, arcade.SetUp)
        assert [f"count{count}" for count in counts] == [
            spot.key for spot in s.app.canvas.spots if spot.key.startswith("count")
        ]
        for count in counts:
            s.click(f"count{count}")
            assert faults(s.app.canvas) == []
            assert setup.draft.match().seats_count == count


@pytest.mark.parametrize("game", ["duel", "heart"])
def test_where_always_two_play_nobody_is_asked_how_many(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        s.app.push(arcade.SetUp(s.app, game))
        s.app.draw()
        assert not any(spot.key.startswith("count") for spot in s.app.canvas.spots)


def test_a_press_on_the_scale_chooses_the_strength_there(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.push(setup := arcade.SetUp(s.app, "duel"))
        s.app.draw()
        known = setup.draft.steps()
        for elo in (known[0], known[len(known) // 2], known[-1]):
            s.click(f"step{elo}")
            s.app.draw()
            assert setup.draft.elo == elo
