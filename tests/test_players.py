"""Those who play at one screen: two presses to switch, and nothing of one shows at another's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import game as arcade
from native.profile.pages import CalendarPage
from native.store.people import NOBODY
from native.store.settings import load_settings
from native.strings import Strings
from tests.kept import begun, contents, ended, names_of, opened, told
from tests.screen import Screen, screen


def two(s: Screen) -> Screen:
    people = s.app.session.people
    people.rename(people.all[0], "Ada")
    people.add("Bo")
    s.app.home()
    return s


@pytest.fixture
def s(tmp_path: Path) -> Iterator[Screen]:
    """The arcade, with Ada and Bo."""
    with screen(tmp_path) as made:
        yield two(made)


def test_switching_takes_two_presses(s: Screen) -> None:
    assert "Ada" in s.words()
    s.click("players")
    s.click("row1")
    assert isinstance(s.scene, arcade.Title)
    assert "Bo" in s.words()
    assert s.app.session.people.now.name == "Bo"


def test_each_has_matches_history_and_settings_of_their_own(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        session = two(s).app.session
        ada, bo = session.people.all
        s.app.sit(begun(seed=5))
        s.table.play(s.table.live.legal()[0])
        session.file_match(ended(4), [0])
        session.settings.language, session.settings.keys = "de", {"hint": ["z"]}
        session.save_settings()
        s.app.become(bo)
        assert (session.saved(""), told(session.chronicle), session.grader) == (False, [], None)
        session.settings.sound = 10
        session.save_settings()
        s.app.become(ada)
        assert session.saved("duel")
        assert len(told(session.chronicle)) == 1
        assert session.strings.language == "de"
        assert s.app.input.by_key["z"] == "hint"
        assert s.app.motion.settings is s.app.sound.settings is session.settings
        assert session.settings.sound != 10
        assert Strings("de")("title.quit") in s.words()
    with opened(tmp_path) as database:
        assert load_settings(database, "bo").sound == 10
    with screen(tmp_path) as s:
        assert s.app.session.people.now == ada


def test_what_was_computed_for_one_is_never_noted_for_another(s: Screen) -> None:
    match = ended(4)
    match.extra["daily"] = "2026-11-22"
    s.app.session.file_match(match, [0])
    grader, rival = s.app.session.grader, s.app.session.rival
    assert grader
    assert rival
    s.app.become(s.app.session.people.all[1])
    assert s.app.session.rival is None
    assert grader.done
    grader.done(grader)  # however late it comes
    assert told(s.app.session.chronicle, "") == []


@pytest.mark.long
def test_a_guest_leaves_nothing(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        two(s).app.session.database.close()
    before = contents(tmp_path)
    with screen(tmp_path) as s:
        s.click("players")
        s.click("row2")
        assert s.app.session.people.now == NOBODY
        assert s.app.session.strings("players.guest") in s.words()
        s.app.session.settings.sound = 0
        s.app.session.save_settings()
        s.app.sit(begun(seed=5))
        s.table.play(s.table.live.legal()[0])
        assert s.app.session.saved("duel")
        s.app.session.file_match(ended(4), [0])
        assert len(told(s.app.session.chronicle)) == 1
        s.app.open_page(CalendarPage)
        s.click("row0")
        if isinstance(s.scene, arcade.Menu):  # whether Hatchlings are the usual opponents depends on the day
            s.click("usual")
        assert len(told(s.app.session.chronicle, "daily")) == 1
        s.app.show_duplicate()
        s.click("start")
        s.click("play")
    assert contents(tmp_path) == before


@pytest.mark.parametrize("language", Strings.languages())
@pytest.mark.long
def test_somebody_new_is_named_by_mouse_alone_and_by_keys(tmp_path: Path, language: str) -> None:
    with screen(tmp_path) as s:
        t = s.speak(language)
        s.app.home()
        s.click("players")
        s.click("add")
        assert t("players.new") in s.words()
        for key in (*(f"letter{letter}" for letter in "BO_X<<"), "take"):
            s.click(key)
        assert s.app.session.people.now.name == "BO"
        s.click("players")
        s.walk("rename", s.key)
        s.key("enter")
        s.key("a")
        s.walk("take", s.key)
        s.key("enter")
        assert s.app.session.people.now.name == "BOa"


@pytest.mark.parametrize("language", Strings.languages())
def test_what_is_refused_is_said_in_ones_language(s: Screen, language: str) -> None:
    t = s.speak(language)
    s.app.home()
    s.click("players")
    assert isinstance(s.scene, arcade.Roll)
    s.click("add")
    s.click("take")
    assert t("refusal.name_length", most=30) in s.app.notes.words
    s.point(s.spot("row0").rect.center)
    s.click("leave")
    assert t("refusal.first_stays") in s.app.notes.words
    s.point(s.spot("row2").rect.center)
    for button in ("rename", "export", "leave"):
        s.app.notes.words = ""
        s.click(button)
        assert t("refusal.guest") in s.app.notes.words
    s.app.input.copied = '{"hoard_person": 1}'
    s.click("take")
    assert t("refusal.no_export") in s.app.notes.words


@pytest.mark.long
def test_an_export_is_dropped_on_another_machine_and_put_into_whom_one_says(tmp_path: Path) -> None:
    with screen(tmp_path / "here") as s:
        two(s).app.session.file_match(ended(4), [0])
        s.click("players")
        s.click("export")
    file = tmp_path / "here/exports/hoard-first.json"
    with screen(tmp_path / "there") as s:
        session = two(s).app.session
        for key, number in (("into1", 1), ("into0", 0)):
            session.open_file(str(file))
            assert isinstance(s.scene, arcade.Menu)
            assert session.strings("players.into", name="Ada") in s.words()
            s.click(key)
            s.app.become(session.people.all[number])
            assert len(told(session.chronicle)) == 1
        session.open_text(file.read_text())
        s.click("somebody")
        assert names_of(session.people) == ["Ada", "Bo", "Ada 2"]


@pytest.mark.long
def test_who_is_taken_off_the_list_plays_no_longer(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        people = two(s).app.session.people
        s.app.become(people.all[1])
        for key in ("players", "leave", "yes"):
            s.click(key)
        assert [people.now.name, len(people.all)] == ["Ada", 1]
    with opened(tmp_path) as database:
        assert database.rows("SELECT name FROM people WHERE gone IS NOT NULL") == [("Bo",)]
