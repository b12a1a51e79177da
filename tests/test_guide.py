"""The first turns ever of a game: guided at the real table, three of them, for each person once; then each situation
that comes for the first time."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import game as arcade
from native import Match
from native.play.study import PuzzleStudy
from native.profile.guide import DISMISSED, TURNS
from native.screen.stage import Sprite
from native.screen.theme import COLOR
from native.store.people import Person
from native.store.settings import load_settings
from native.strings import Strings
from native.tools.samples import played
from native.tools.shots import table_coached
from tests.kept import opened
from tests.screen import Screen, screen
from tests.test_telling import CASES, Looking, telling_of

LANGUAGES = Strings.languages()


def guided(folder: Path) -> dict[str, int]:
    """The guided turns of each game, as another program reads them."""
    with opened(folder) as database:
        return load_settings(database).guided


every_game = pytest.mark.parametrize("game", arcade.BOARDS)


class Seated(Looking):
    """Somebody who looks at a match from the seat that is to act."""

    @property
    def seat(self) -> int:  # type: ignore[override]
        return self.match.to_act or 0

    @property
    def viewer(self) -> int:  # type: ignore[override]
        return self.seat


def newcomer(s: Screen, game: str, seed: int = 5) -> arcade.TableScene:
    """The first match of a game."""
    s.app.session.settings.guided = {}
    seats = ["human"] + ["hatchling"] * (Match(game).seats_count - 1)
    table = s.sit(game, seats=seats, seed=seed)
    s.until(lambda: table.live.mine and not table.board.stage.playing)
    return table


def line(table: arcade.TableScene) -> str:
    return table.board.say.guidance(table.live.legal(), table.guide.times)


def take_turn(s: Screen, table: arcade.TableScene) -> None:
    """Any legal move, and what the others do then."""
    table.play(table.live.legal()[0])
    s.until(lambda: table.match.over or (table.live.mine and not table.board.stage.playing))


@pytest.mark.long(
    "tricks-{'level': 'expert'}-de", "tricks-{'level': 'expert'}-en", "tricks-{'players': 3}-en",
    "tricks-{'players': 3}-de",
)  # fmt: skip
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "options"), CASES, ids=str)
def test_every_decision_has_its_line(game: str, options: dict[str, Any], language: str) -> None:
    """At every decision of a match and at every guided turn, with nothing unfilled, short enough for two lines."""
    chance, told = random.Random(4), set()
    for seed in range(3):
        match = Match(game, options, seed)
        telling = telling_of(Seated(match, language))
        while not match.over:
            for turn in range(TURNS):
                words = telling.guidance(match.legal(), turn)
                assert words.endswith(".")
                assert len(words) <= 150
                told.add(words)
            match.play(chance.choice(match.legal()))
    assert len(told) >= TURNS


@pytest.mark.long("tricks", "tale", "wars", "heart")
@every_game
def test_three_turns_are_guided_and_then_what_there_is_new_to_say(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        table = newcomer(s, game)
        for turn in range(TURNS):
            assert table.guide.turn == turn
            assert line(table) in s.words()
            assert s.has("guide_off")
            take_turn(s, table)
        silent = 0
        for _ in range(5):
            if table.match.over:
                break
            new = table.guide.times < table.board.say.guide_lines(table.situation())
            silent += not new
            assert s.has("guide_off") is new
            assert (line(table) in s.words()) is new
            take_turn(s, table)
        assert silent
    assert guided(tmp_path)[game] == TURNS


@pytest.mark.parametrize("game", ["wars"])
def test_what_comes_for_the_first_time_is_explained_in_any_turn_and_once(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.guided = {game: TURNS}
        match = played(game, 0, mine=False)
        match.seats = ["human", *["random"] * (match.seats_count - 1)]
        while not any(move.startswith("press") for move in match.legal()) or match.to_act != 0:
            match.play(match.legal()[0])
        s.app.sit(match)
        words = s.words()
        assert s.app.session.strings("guide.wars.press") in words.replace("\n", " ")
        s.table.guide.count(s.table.situation())
        s.app.dirty = True
        s.app.draw()
        assert not s.has("guide_off")


def test_who_has_ended_two_matches_is_guided_no_more(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.guided = {"duel": TURNS}
        for seed in range(2):
            match = played("duel", 10_000, seed=seed)
            match.seats = ["human", "hatchling"]
            s.app.session.file_match(match, [0])
        table = s.sit("duel", seats=["human", "hatchling"])
        assert not table.guide.room


@pytest.mark.long("heart", "wars", "tricks")
@every_game
def test_the_line_does_not_contradict_the_coach(tmp_path: Path, game: str) -> None:
    """While the coach's word waits for an answer, nobody plays, and the line says what to do."""
    with screen(tmp_path) as s:
        s.app.session.settings.guided = {game: 1}
        (table,) = table_coached(s.app, game)
        assert isinstance(table, arcade.TableScene)
        s.app.push(table)
        assert table.guide.open
        assert not table.live.mine
        assert table.guide_words() == table.t("why.coach" if table.board.stage.acting is not None else "why.over")
        words = s.words()
        assert table.t("table.thinking").rstrip(".") not in words
        assert table.t("coach.waits.move" if table.live.pending else "coach.waits") in words


@pytest.mark.long
def test_a_newcomer_is_offered_the_lesson_before_the_first_turn_and_comes_back_to_the_table(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = newcomer(s, "duel")
        s.click("guide_learn")
        assert isinstance(s.scene, arcade.StudyScene)
        while s.scene is not table:
            s.scene.back()
            s.app.turn()
        assert s.has("guide_learn")
        take_turn(s, table)
        assert not s.has("guide_learn")
        assert s.has("guide_off")


@pytest.mark.parametrize("key", ["right", "up", "enter"])
def test_the_first_key_after_the_mouse_leads_to_the_own_cards(tmp_path: Path, key: str) -> None:
    with screen(tmp_path) as s:
        table = newcomer(s, "duel")
        s.point((5, 700))
        assert table.focus == ""
        s.key(key)
        assert table.focus.startswith("hand")
        assert s.scene is table


@pytest.mark.long
@pytest.mark.parametrize("device", ["mouse", "keyboard"])
def test_the_guide_is_dismissed_at_once_and_never_comes_again(tmp_path: Path, device: str) -> None:
    with screen(tmp_path) as s:
        newcomer(s, "duel")
        if device == "mouse":
            s.click("guide_off")
        else:
            s.walk("guide_off", s.key)
            s.key("enter")
        assert s.app.notes.words == s.app.session.strings("guide.off.done")
        assert not s.has("guide_off")
        s.sit("duel", seats=["human", "hatchling"])
        assert not s.has("guide_off")
        s.sit("heart", seats=["human", "hatchling"])
        assert s.has("guide_off")
    assert guided(tmp_path)["duel"] == DISMISSED


def test_a_guided_match_left_early_is_guided_on(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        take_turn(s, newcomer(s, "duel"))
        s.app.home()
        s.app.resume("duel")
        assert s.table.guide.turn == 1
        assert s.has("guide_off")


@pytest.mark.long
def test_who_knows_a_game_is_not_guided_and_each_person_is_once(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.guided = {}
        s.app.session.chronicle.add("lesson-heart/1/1", {"lesson": "heart/1/1"})
        s.sit("heart", seats=["human", "hatchling"])
        assert not s.has("guide_off")
        s.sit("duel", seats=["human", "human"])
        s.table.lift()
        assert not s.has("guide_off")
        newcomer(s, "duel").guide.dismiss()
        session = s.app.session
        session.database.change(lambda con: con.execute("INSERT INTO people VALUES ('b', 'B', 1, NULL)"))
        s.app.become(Person("b", "B"))
        s.sit("duel", seats=["human", "hatchling"])
        assert s.has("guide_off")


def test_lessons_and_puzzles_have_their_own_words(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.guided = {}
        s.app.push(arcade.StudyScene(s.app, PuzzleStudy("duel", s.app.session.chronicle)))
        assert not s.has("guide_off")


@pytest.mark.long("tricks")
@every_game
@pytest.mark.parametrize("turn", [0, DISMISSED])
def test_what_may_be_played_has_a_gold_frame_in_every_turn(tmp_path: Path, game: str, turn: int) -> None:
    """Whether all cards may be played or some, and whether the person is guided or not."""
    with screen(tmp_path) as s:
        playable: list[Sprite] = []
        for seed in range(9):
            board = newcomer(s, game, seed).board
            s.app.session.settings.guided[game] = turn
            s.point((1, 1))
            s.app.draw()
            zone = "pack" if board.stage.of("pack", 0) else "hand"
            playable = playable or [one for one in board.stage.of(zone, 0) if board.moves_of(one)]
            if playable:
                break
        edges = [(one.rect.x + 1, one.rect.centery) for one in playable]
        assert playable
        assert {tuple(s.app.canvas.surface.get_at(edge))[:3] for edge in edges} == {COLOR["gold"][:3]}


@every_game
@pytest.mark.parametrize("size", [(1280, 720), (800, 600)])
def test_no_card_that_is_pointed_at_covers_the_sentence(tmp_path: Path, game: str, size: tuple[int, int]) -> None:
    """Nor does the frame around one that is lifted."""
    with screen(tmp_path, size) as s:
        s.app.session.settings.guided = {game: DISMISSED}
        table = s.sit(game, seats=["human"] + ["hatchling"] * (Match(game).seats_count - 1), seed=5)
        s.until(lambda: table.live.mine and not table.board.stage.playing)
        c, reach = s.app.canvas, s.app.canvas.focus_reach()
        for spot in [spot for spot in c.spots if spot.key.startswith(("hand", "pack"))]:
            s.point(spot.rect.center)
            s.app.draw()
            lifted = [one.rect for one in c.cards if one.rect.size == spot.rect.size and one.rect.x == spot.rect.x]
            assert lifted
            for rect in lifted:
                assert not rect.colliderect(table.board.banner)
                framed = rect.inflate(2 * reach, 2 * reach)
                assert rect.y >= spot.rect.y or not framed.colliderect(table.board.banner)


def test_the_coins_of_a_table_have_their_names_in_the_first_three_matches(tmp_path: Path) -> None:
    with screen(tmp_path, fresh=True) as s:
        s.app.session.settings.guided = {}
        t = s.app.session.strings
        for ended in range(4):
            s.sit("duel", seed=ended, seats=["human", "hatchling"])
            s.app.draw()
            written = {one.text for one in s.app.canvas.written}
            assert ({t("table.more"), t("table.menu")} <= written) == (ended < 3)
            match = played("duel", 10_000, seed=ended)
            match.seats = ["human", "hatchling"]
            s.app.session.file_match(match, [0])
