"""Speech: what is read out is what the screen shows, in order, and no more than the seat may know."""

from __future__ import annotations

import random
import re
import socket
import sys
import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, cast
from unittest.mock import MagicMock

import pytest

import game as arcade
from native import GAMES, Match
from native.duel.words import DuelTelling
from native.heart.words import HeartTelling
from native.play import luck
from native.play.daily import match_of
from native.play.lessons import steps_of
from native.play.study import LessonStudy
from native.profile.calendar import book
from native.screen import reading, speech
from native.screen.pointer import HAND, TABLE
from native.screen.stage import Sprite
from native.strings import Strings
from native.tools.samples import played
from native.tools.shots import draw_shot, game_shots, sample_history, scene_shots
from tests.dispatcher import Dispatcher, dispatching
from tests.kept import finish
from tests.screen import Screen, screen
from tests.ssip import Server, listening

OPTIONS: dict[str, dict[str, Any]] = {
    "duel": {},
    "tricks": {"players": 3, "rotate_dm": True},
    "heart": {"ship_stacks": 2},
    "wars": {"half_nest": True},
    "tale": {"rounds": 2},
}
MOST = 60  # presses of a key until the focus is back where it was
ROWS = ("hand", "own", "pick", "pack")
PICTURES = {  # the shots of a game that are looked at
    *("setup", "more", "middle", "values", "log", "pause", "curtain", "coach", "why", "again", "end", "review"),
    *("puzzle", "lesson-first"),
}


@pytest.fixture
def socket_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the program looks for a speech server."""
    monkeypatch.setattr(speech, "AGAIN_S", 0.0)
    monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{tmp_path / 'ssip'}")
    return tmp_path / "ssip"


@pytest.fixture
def server(socket_path: Path) -> Iterator[Server]:
    with listening(socket_path) as made:
        yield made


@pytest.fixture(params=[listening, dispatching])
def hearing(request: pytest.FixtureRequest, socket_path: Path) -> Iterator[Server | Dispatcher]:
    """The small server, then the real program."""
    with request.param(socket_path) as made:
        yield made


class Ears:
    """A person who hears, and sees nothing."""

    def __init__(self, s: Screen, server: Server | Dispatcher) -> None:
        self.s, self.server, self.marks = s, server, 0
        s.app.session.settings.speech, s.app.session.settings.talk = "full", False
        s.app.set_speech()

    def hear(self) -> list[str]:
        """All that was said so far."""
        self.marks += 1
        mark = f"mark {self.marks}"
        assert self.s.app.narrator
        self.s.app.narrator.voice.say(mark, "en")
        while mark not in self.server.until(1):
            pass
        return [words for words in self.server.said if not words.startswith("mark ")]

    def key(self, name: str) -> str:
        """What is said last once a key has been pressed."""
        self.s.key(name)
        self.s.app.draw()
        return self.hear()[-1]

    def can_play(self, words: str) -> bool:
        """Whether this is said of a card that can be played."""
        t = self.s.app.session.strings
        return any(t(f"speech.place.{row}") in words for row in ROWS) and t("speech.idle") not in words


def test_the_voice_says_sentences_in_their_order_and_cuts_off_what_waits(server: Server) -> None:
    voice = speech.Voice()
    voice.say("One.\n.two", "en")
    voice.say("Zwei", "de")
    assert server.until(2) == ["One.\n.two", "Zwei"]
    voice.say("Three", "de", hush=True)
    assert server.until(3)[-1] == "Three"
    voice.close()
    while "QUIT" not in server.sent:
        pass
    assert [line for line in server.sent if "LANGUAGE" in line] == ["SET self LANGUAGE en", "SET self LANGUAGE de"]
    assert server.sent.index("CANCEL self") > server.sent.index("SET self LANGUAGE de")


def test_where_nothing_listens_nothing_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{tmp_path / 'nobody'}")
    voice = speech.Voice()
    for number in range(100):
        voice.say(str(number), "en", hush=number % 2 == 0)
    voice.close()
    assert not voice.thread.is_alive()


def test_where_no_server_runs_a_library_speaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that refuses everything is given up for the moment, and no error comes of it."""
    monkeypatch.setattr(speech, "AGAIN_S", 0.0)
    monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{tmp_path / 'nobody'}")
    prism = MagicMock()
    spoken = prism.Context.return_value.acquire_best.return_value
    monkeypatch.setitem(sys.modules, "prism", prism)
    for words, failure in (("one", None), ("two", ValueError("no voice"))):
        spoken.speak.reset_mock()
        spoken.speak.side_effect = failure
        voice = speech.Voice()
        voice.say(words, "en")
        while not spoken.speak.called:
            pass
        voice.close()
        assert not voice.thread.is_alive()
        spoken.speak.assert_called_with(words, interrupt=False)


def test_a_server_that_comes_back_is_spoken_to_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech, "AGAIN_S", 0.0)
    monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{tmp_path / 'ssip'}")
    with listening(tmp_path / "ssip") as first:
        voice = speech.Voice()
        voice.say("one", "en")
        first.until(1)
    (tmp_path / "ssip").unlink()
    with listening(tmp_path / "ssip") as second:
        while not second.said:
            voice.say("two", "en")
            voice.say("", "", hush=True)
        assert set(second.said) == {"two"}
        voice.close()


def test_a_server_that_does_not_answer_holds_up_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech, "PATIENCE_S", 0.05)
    monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{tmp_path / 'dumb'}")
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as dumb:
        dumb.bind(str(tmp_path / "dumb"))
        dumb.listen()
        voice = speech.Voice()
        voice.say("one", "en")
        voice.close()
        voice.thread.join(5)
        assert not voice.thread.is_alive()


def test_where_it_is_off_nothing_of_it_runs(tmp_path: Path) -> None:
    """No start is slower for it: what speaks to other programs is loaded when something is to be said."""
    with screen(tmp_path) as s:
        assert s.app.narrator is None
        assert "voice" not in [one.name for one in threading.enumerate()]
    assert not {"socket", "subprocess"} & vars(speech).keys()


def shots_of(s: Screen, game: str) -> dict[str, Any]:
    """The scenes beside the games, or those of a game."""
    made = game_shots(s.app, game) if game else scene_shots(s.app)
    return {name: make for name, make in made.items() if not game or name.removeprefix(f"{game}-") in PICTURES}


@pytest.mark.parametrize("game", ["", *GAMES])
@pytest.mark.long
def test_every_spot_that_keys_reach_says_what_it_is(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        for name, make in shots_of(s, game).items():
            s.app.input.device = "keyboard"
            draw_shot(s.app, make)
            silent = [one.key for one in s.app.canvas.spots
                      if one.nav and not (reading.named(one, s.app.canvas) or one.tip)]
            assert not silent, (name, silent)
            scene = s.app.scenes[-1]
            assert scene.told(s.app.canvas, full=True) or name.endswith("-machine"), name  # the log tells of those
            assert scene.here(s.app.canvas), name


@pytest.mark.parametrize(("game", "language"), [(game, "de" if game == "tale" else "en") for game in GAMES])
@pytest.mark.long
def test_a_whole_match_is_played_by_keys_and_speech_alone(
    tmp_path: Path, hearing: Server | Dispatcher, game: str, language: str
) -> None:
    """Each choice is said before it is made, and is what the screen shows; the log is told line by line."""
    chance = random.Random(5)
    with screen(tmp_path) as s:
        s.speak(language)
        s.app.session.settings.trick_waits = True
        ears = Ears(s, hearing)
        options = OPTIONS[game]
        seats = ["human"] + ["hatchling"] * (Match(game, options=options).seats_count - 1)
        table = s.sit(game, seed=3, options=options, seats=seats)
        match, stage, chosen = table.match, table.board.stage, 0
        s.app.input.device = "keyboard"
        while not match.over:
            s.until(lambda: match.over or stage.waits or (table.live.mine and not stage.playing))
            s.app.draw()
            if match.over or stage.waits:
                assert reading.spoken(stage.waits) in [*ears.hear(), ""]
                s.key("enter")
                continue
            first = ears.hear()[-1]
            words = first
            for _ in range(chance.choice((0, 0, 1, 2))):
                words = ears.key("tab")
            for _ in range(MOST):
                if ears.can_play(words) or words == first:
                    break
                words = ears.key("tab")
            before = len(match.moves)
            chosen += enter(ears, table, words)
            for _ in range(MOST):
                if len(match.moves) > before or not table.live.mine:
                    break
                words = ears.hear()[-1]
                for _ in range(MOST if game == "heart" and table.held else 0):  # on, to where the chosen card may go
                    if words.startswith(s.app.session.strings("heart.lay", cards="").strip()):
                        break
                    words = ears.key("tab")
                enter(ears, table, words)
            assert len(match.moves) > before, ears.hear()[-8:]
        while not isinstance(s.scene, arcade.EndScene):  # the last trick waits too
            s.until(lambda: stage.waits or isinstance(s.scene, arcade.EndScene))
            if stage.waits:
                s.key("enter")
        s.key("enter")
        s.app.draw()
        said = ears.hear()
        assert chosen
        assert table.words.outcome() in said
        log = iter(said)
        for line in table.live.log if isinstance(hearing, Server) else ():  # the program leaves out what was cut off
            assert reading.spoken(line) in log, line


def enter(ears: Ears, table: arcade.TableScene, words: str) -> int:
    """Accepts what was said last; whether that was a card. It is what has the focus, and what is played."""
    s, match = ears.s, table.match
    s.app.draw()
    spot = s.app.pointer.focused()
    assert spot, words
    named = reading.named(spot, s.app.canvas)
    assert words.startswith(named) or spot.tip in words, (words, spot.key)
    sprite = card_at(table, spot.rect) if ears.can_play(words) else None
    card = (sprite.card if sprite else None) or ""
    assert not card or words.startswith(table.board.say.spoken(card))
    before = len(match.moves)
    s.key("enter")
    s.app.draw()
    if card and len(match.moves) > before:
        assert card.removeprefix("down ") in match.moves[before]
    return bool(card)


def card_at(table: arcade.TableScene, rect: Any) -> Sprite | None:
    return next((one for one in table.board.stage.sprites if one.rect == rect), None)


def heard_at(s: Screen, match: Match) -> list[str]:
    """All that could be said of a table: what lies there, the score, and what has the focus or a tip."""
    s.app.sit(match)
    s.app.input.device = "keyboard"
    s.app.draw()
    table, c = s.table, s.app.canvas
    spots = [f"{spot.key}: {reading.named(spot, c)} {spot.tip}" for spot in c.spots]
    return [*table.lying(c), table.standing(), *table.here(c), *table.told(c, full=True), *spots]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_does_not_hang_on_cards_that_the_seat_cannot_see(tmp_path: Path, game: str) -> None:
    """The same is said of every deal that the seat holds possible."""
    chance, looks = random.Random(11), 0
    with screen(tmp_path) as s:
        s.app.session.settings.talk = False
        match = Match(game, seed=9)
        match.seats = ["human"] + ["hatchling"] * (match.seats_count - 1)
        while looks < 6 and not match.over:
            for _ in range(3):
                match.play(chance.choice(match.legal()))
                if match.over:
                    break
            if match.to_act != 0:
                continue
            said, looks = heard_at(s, match.copy()), looks + 1
            say = s.table.board.say
            hide = getattr(say, "hide", list)
            for number in (1, 2, 3):
                assert say.reading(hide(match.redealt(0, number).cards(0))) == s.table.board.reading()
            unseen = {one.card for one in match.cards(None)} - {one.card for one in match.cards(0)}
            names = {say.card(str(card)) for card in unseen if game != "tale"}  # whose cards name others
            words = [one for one in said if not one.startswith(("kind", "ladder"))]  # of the rules of the hand
            assert not [name for name in names if any(name in one for one in words)]
    assert looks


def test_from_memory_only_the_top_of_a_stack_is_told(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.choose("heart", "memory")
        match, chance = Match("heart", seed=2, seats=["human", "hatchling"]), random.Random(2)
        while not any(len(cards) > 2 for cards in match.state(0)["board"].values()):
            match.play(chance.choice(match.legal()))
        s.app.sit(match)
        table = s.table
        say = cast("HeartTelling", table.board.say)
        lying = {kind: cards for kind, cards in match.state(0)["board"].items() if cards}
        told = table.lying(s.app.canvas)
        for kind, cards in lying.items():
            if kind not in say.limits:
                assert f"{say.space(kind)} {cards[-1]}." in told
        assert table.standing() == s.app.session.strings("heart.tip.memory")


def test_the_first_of_its_keys_turns_it_on_and_then_they_answer(tmp_path: Path, server: Server) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.talk = False
        table = s.sit("wars", seed=4, seats=["human", "hatchling"])
        s.until(lambda: table.live.mine and not table.board.stage.playing)
        s.key("f6")
        assert s.app.session.settings.speech == "full"
        ears = Ears(s, server)
        t = s.app.session.strings
        assert t("speech.on", again="F5", where="F6", table="F7", score="F8") in ears.hear()
        assert ears.key("f8") == reading.spoken(table.standing())
        lines = [reading.spoken(line) for line in table.lying(s.app.canvas)]
        assert ears.key("f7") == lines[-1]
        assert ears.hear()[-len(lines) :] == lines
        assert ears.key("f5") == lines[-1]
        assert ears.hear()[-2 * len(lines) :] == lines * 2
        ears.key("f6")
        assert reading.spoken(table.status()) in ears.hear()[-3:]
        s.key("esc")  # opens the menu
        s.key("f5")
        assert isinstance(s.scene, arcade.Pause)
        assert t("pause.title") in ears.hear()
        s.app.session.settings.speech = "off"
        s.app.settings_changed("speech")
        assert s.app.narrator is None


def test_what_marks_show_is_said_and_a_mouse_cuts_off(tmp_path: Path, server: Server) -> None:
    with screen(tmp_path) as s:
        ears = Ears(s, server)
        t = s.app.session.strings
        s.app.push(arcade.SetUp(s.app, "duel"))
        for level in ("drake", "dragon"):
            s.point(s.spot(f"who.{level}").rect.center)
            s.app.draw()
            ears.hear()
        assert len([line for line in server.sent if line == "CANCEL self"]) == 2
        s.click("who.dragon")
        s.app.draw()
        assert t("speech.chosen") in ears.hear()[-1]
        s.app.push(arcade.Lessons(s.app, "duel"))
        scene = s.scene
        assert isinstance(scene, arcade.Lessons)
        scene.study.done.add(scene.focus)
        s.app.draw()
        assert ears.hear()[-1].endswith(t("speech.done"))


def test_a_step_of_a_lesson_is_done_by_keys_and_speech(tmp_path: Path, server: Server) -> None:
    """Its text and task are said, then what the answer was worth, and the way to the next step has the focus."""
    with screen(tmp_path) as s:
        ears = Ears(s, server)
        t = s.app.session.strings
        s.app.input.device = "keyboard"
        study = LessonStudy("duel", s.app.session.chronicle)
        s.app.push(arcade.StudyScene(s.app, study))
        s.app.draw()
        task = reading.spoken(study.step.task(t))
        words = ears.hear()
        assert task in words
        assert words.index(reading.spoken(study.label(t))) < words.index(task)
        say, right = s.table.board.say, study.answers(right=True)[0]
        assert isinstance(say, DuelTelling)
        seek(ears, say.spoken(right[0]))
        ears.key("enter")
        seek(ears, say.naming(s.table.live.legal()).spot(say.cell_of(right)))
        ears.key("enter")
        s.until(lambda: study.question.stand != "asked" and not s.table.board.stage.playing)
        s.app.draw()
        said = ears.hear()
        assert study.reply
        assert reading.spoken(study.reply.text(t)) in said
        assert said[-1].startswith(t("study.next"))


def seek(ears: Ears, wanted: str) -> None:
    """Moves on until something is said that begins so."""
    said = ears.hear()[-1]
    for _ in range(MOST):
        if said.startswith(wanted):
            return
        said = ears.key("tab")
    raise AssertionError(f"{wanted} was never said")


def test_each_move_of_a_review_is_told_whole(tmp_path: Path, server: Server) -> None:
    """Also what is the same as at the move before."""
    with screen(tmp_path) as s:
        match, chance = Match("heart", seed=4, seats=["human", "hatchling"]), random.Random(1)
        while not match.over:
            match.play(chance.choice(match.legal()))
        ears = Ears(s, server)
        s.app.push(review := arcade.Review(s.app, match))
        review.grader.close()  # a judgement that comes in would cut off what is being said
        s.app.input.device = "keyboard"
        for _ in range(4):
            ears.key("page up")
            scene = s.scene
            assert isinstance(scene, arcade.Review)
            assert reading.spoken(scene.told(s.app.canvas, full=True)[-1]) in ears.hear()[-2:]
        ears.key("f7")
        lines = [reading.spoken(line) for line in scene.lying(s.app.canvas)]
        assert lines == ears.hear()[-len(lines) :]


def test_behind_the_curtain_no_card_is_told(tmp_path: Path, server: Server) -> None:
    with screen(tmp_path) as s:
        match = Match("duel", seed=4)
        match.seats = ["human", "human"]
        ears = Ears(s, server)
        s.app.sit(match)
        s.app.draw()
        for key in ("f7", "f8", "f6"):
            ears.key(key)
        said = " ".join(ears.hear())
        assert s.table.curtain
        assert not any(s.table.board.say.named(card) in said for card in "0123")


def test_short_says_less_than_full(tmp_path: Path, server: Server) -> None:
    with screen(tmp_path) as s:
        ears = Ears(s, server)
        t, settings = s.app.session.strings, s.app.session.settings
        s.app.push(arcade.Options(s.app))
        s.app.input.device = "keyboard"
        s.scene.focus = "colour_blind"
        s.app.draw()
        assert ears.hear()[-1].endswith(t("options.colour_blind.tip"))
        settings.speech = "short"
        assert ears.key("down") == f"{t('options.reduced_motion')}, {t('word.off')}"


@pytest.mark.parametrize("language", Strings.languages())
def test_a_waiting_key_is_taken_though_it_is_one_of_speech(tmp_path: Path, language: str) -> None:
    with screen(tmp_path) as s:
        s.speak(language)
        keys = arcade.Keys(s.app)
        s.app.push(keys)
        keys.wait("hint")
        s.key("f7")
        assert s.app.session.settings.keys["hint"] == ["f7"]
        assert s.app.session.settings.speech == "off"


def test_a_score_sheet_is_read_out_row_by_row_with_the_names_of_its_columns(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.sit(played("heart", 10_000))
        s.app.push(arcade.Popup(s.app, s.table.board, "end"))
        s.app.draw()
        rows = s.scene.told(s.app.canvas, full=True)[1:]
        assert len(rows) == 2
        for seat, row in enumerate(sorted(rows, key=lambda one: not one.startswith(s.table.name(0)))):
            assert row.startswith(f"{s.table.name(seat)}: ")
            assert row.endswith(f", points {s.table.match.scores[seat]:g}.")
            dwarfs = next(one.value for one in s.table.match.breakdown(seat) if one.label == "dwarf")
            assert f"Dwarf {dwarfs}," in row


def settle(s: Screen) -> None:
    """Lets the table come to rest at the person's turn."""
    table = s.table
    s.until(lambda: table.match.over or (table.live.mine and not table.board.stage.playing))
    s.app.draw()


def test_each_change_of_what_is_chosen_is_said(tmp_path: Path, server: Server) -> None:
    """Also where one card takes the place of another that has the same name."""
    with screen(tmp_path) as s:
        ears, t = Ears(s, server), s.app.session.strings
        study = LessonStudy("duel", s.app.session.chronicle)
        s.app.input.device = "keyboard"
        s.app.push(arcade.StudyScene(s.app, study))
        s.app.draw()
        held = t("speech.held", cards="Sapphire, 2")
        gone = t("speech.held.no_more", cards="Sapphire, 2")
        for card, expected in (("hand2", [held]), ("hand3", [gone, held]), ("hand3", [gone, t("speech.held.none")])):
            s.scene.focus = card
            s.app.draw()
            before = len(ears.hear())
            ears.key("enter")
            assert ears.hear()[before : before + len(expected)] == expected


def test_the_focus_goes_back_to_where_a_card_was_chosen(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.session.settings.talk = False
        table = s.sit("duel", seed=5, seats=["human", "hatchling"])
        settle(s)
        s.key("end")
        last = table.focus
        assert s.spot(last).row == "hand"
        s.key("enter")
        assert not s.spot(table.focus).row
        s.key("esc")
        assert table.focus == last
        s.key("home")
        assert table.focus == "hand0"
        s.key("right")
        s.key("enter")
        s.key("enter")
        settle(s)
        assert table.focus == "hand1"


def test_results_and_records_are_read_out_in_sentences(tmp_path: Path, server: Server) -> None:
    with screen(tmp_path) as s:
        ears, t = Ears(s, server), s.app.session.strings
        sample_history(s.app)
        s.app.input.device = "keyboard"
        s.app.push(stats := arcade.Statistics(s.app))
        s.app.draw()
        results = stats.found.results
        (told,) = [line for line in ears.hear() if t("statistics.won") in line]
        assert re.findall(r"\d+ (?=\w+[,.])", told) == [f"{n} " for n in (results.won, results.shared, results.lost)]
        s.app.push(records := arcade.Records(s.app))
        s.app.draw()
        cells = records.kept.cells(0, t)
        begins = f"{cells['game']}, {t('records.against')} {cells['against']}"
        assert ears.hear()[-1].startswith(reading.spoken(begins))


def test_for_those_who_listen_each_turn_begins_at_the_first_card(tmp_path: Path, server: Server) -> None:
    with screen(tmp_path) as s:
        Ears(s, server)
        table = s.sit("duel", seed=5, seats=["human", "hatchling"])
        settle(s)
        before = len(table.match.moves)
        s.key("end")
        s.key("enter")
        s.key("enter")
        settle(s)
        assert len(table.match.moves) == before + 2
        assert table.focus == "hand0"


def test_an_arrow_back_returns_to_where_the_focus_was(tmp_path: Path) -> None:
    back = {"left": "right", "right": "left", "up": "down", "down": "up"}
    with screen(tmp_path) as s:
        s.app.input.device = "keyboard"
        draw_shot(s.app, game_shots(s.app, "heart")["middle"])
        s.app.input.device = "keyboard"
        s.app.draw()
        for start in [spot.key for spot in s.app.canvas.spots if spot.nav]:
            for way, opposite in back.items():
                s.scene.focus = start
                s.key(way)
                there = s.scene.focus
                s.key(opposite)
                assert there == start or s.scene.focus == start
        for spot in [spot for spot in s.app.canvas.spots if spot.row]:
            for way in ("up", "down"):
                s.scene.focus = spot.key
                s.key(way)
                assert s.scene.focus == spot.key or not s.spot(s.scene.focus).row


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["early", "middle"])
def test_up_and_down_go_through_the_lines_of_a_table_and_the_buttons_are_right_of_all(
    tmp_path: Path, server: Server, game: str, name: str
) -> None:
    with screen(tmp_path) as s:
        Ears(s, server)
        draw_shot(s.app, game_shots(s.app, game)[name])
        s.app.input.device = "keyboard"
        s.app.draw()
        c = s.app.canvas
        buttons = [spot.key for spot in c.spots[: c.chrome] if spot.nav]
        board = [spot for spot in c.spots[c.chrome :] if spot.nav]
        lines = sorted({spot.line for spot in board})
        assert HAND in lines
        for spot in [spot for spot in board if spot.row]:
            for way, beyond in (("up", 1), ("down", -1)):
                s.scene.focus = spot.key
                s.key(way)
                end = s.spot(s.scene.focus)
                assert end.key not in buttons
                at = lines.index(spot.line) + beyond
                assert end.line == lines[at] if 0 <= at < len(lines) else end.key == spot.key
        s.scene.focus = next(spot.key for spot in board if spot.row and spot.line == HAND)
        for _ in range(MOST):
            if s.scene.focus in buttons:
                break
            s.key("right")
        assert s.scene.focus == buttons[0]
        s.scene.focus = buttons[0]
        s.app.pointer.trail.clear()
        s.key("left")
        cards = [spot for spot in board if spot.drag]
        assert s.spot(s.scene.focus).line == HAND if cards else not s.spot(s.scene.focus).idle


@pytest.mark.parametrize("game", GAMES)
def test_where_an_arrow_leads_nowhere_the_place_is_said_once_more(tmp_path: Path, server: Server, game: str) -> None:
    with screen(tmp_path) as s:
        ears = Ears(s, server)
        draw_shot(s.app, game_shots(s.app, game)["early"])
        s.app.input.device = "keyboard"
        s.key("home")
        s.app.draw()
        first, count = ears.hear()[-1], len(ears.hear())
        assert ears.key("home") == first
        assert len(ears.hear()) == count + 1


@pytest.mark.parametrize("game", GAMES)
def test_left_and_right_go_through_the_hand_in_its_order(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        s.app.input.device = "keyboard"
        draw_shot(s.app, game_shots(s.app, game)["early"])
        s.app.input.device = "keyboard"
        s.app.draw()
        first = next(spot.row for spot in s.app.canvas.spots if spot.row)
        hand = [spot.key for spot in s.app.canvas.spots if spot.row == first]
        assert len(hand) > 1
        s.scene.focus = hand[0]
        for way, keys in (("right", hand[1:]), ("left", hand[-2::-1])):
            for key in keys:
                s.key(way)
                assert s.scene.focus == key


def test_the_task_of_a_lesson_and_of_a_puzzle_is_heard_again_by_a_key(tmp_path: Path, server: Server) -> None:
    with screen(tmp_path) as s:
        ears, t = Ears(s, server), s.app.session.strings
        s.app.input.device = "keyboard"
        s.app.push(arcade.StudyScene(s.app, study := LessonStudy("duel", s.app.session.chronicle)))
        s.app.draw()
        ears.key("right")
        before = len(ears.hear())
        ears.key("f6")
        said = ears.hear()[before:]
        assert said[0] == reading.spoken(study.label(t))
        assert said[1] == reading.spoken(study.step.task(t))
        assert not any("14" in words for words in said)


def test_a_card_of_the_duel_is_told_with_the_line_that_it_begins_and_one_of_another_with_its_place(
    tmp_path: Path,
) -> None:
    with screen(tmp_path) as s:
        t = s.app.session.strings
        match = Match("duel", {"first": 0}, seed=7, seats=["human", "hatchling"])
        s.app.sit(match)
        say = s.table.board.say
        for cell, new in (("0,0", []), ("0,-1", ["row"]), ("-1,-1", ["column"]), ("-1,0", [])):
            move = next(one for one in match.legal() if one.endswith(f"@{cell}"))
            seat, events = match.to_act, match.play(move)
            heard = say.heard(events, [0])
            assert [one for one in ("row", "column") if t(f"duel.read.begun.{one}") in heard] == new
            begin = t("duel.read.lies", place="|", lines="").partition("|")[0]
            placed = [one for one in heard if one.startswith(begin)]
            assert len(placed) == (seat == 1)
            assert all(one.endswith(".") and ": " in one for one in placed)


def test_a_game_of_the_duel_is_won_after_it_is_told_where_the_last_card_lies(tmp_path: Path) -> None:
    met = 0
    for seed in range(6):
        with screen(tmp_path / str(seed)) as s:
            t, match = s.app.session.strings, Match("duel", seed=seed, seats=["human", "hatchling"])
            s.app.sit(match)
            begin = t("duel.read.lies", place="|", lines="").partition("|")[0]
            while not match.over:
                heard = s.table.board.say.heard(match.play(match.legal()[-1]), [0])
            assert not heard[-1].startswith(begin)
            met += any(words.startswith(begin) for words in heard[:-1])
    assert met


def test_only_where_more_of_the_kind_is_left_more_of_it_is_offered(tmp_path: Path) -> None:
    """And then what all of it would bring is told."""
    with screen(tmp_path) as s:
        match, t = Match("heart", seed=2), s.app.session.strings
        say = cast(HeartTelling, s.sit("heart", seed=2, seats=["human", "hatchling"]).board.say)
        seen = set()
        for move in match.legal():
            kind, *values = move.partition(" >")[0].split()
            words = say.way_on([f"{kind} {value}" for value in values], match.legal())
            more = any(other.split()[0] == kind and len(other.split()) > 1 + len(values) for other in match.legal())
            assert (words == t("read.heart.way_on", place=say.space(kind))) != more
            seen.add(more)
        assert seen == {True, False}


def test_what_is_to_be_done_is_said_after_each_move_though_it_was_said_before(tmp_path: Path, server: Server) -> None:
    with screen(tmp_path) as s:
        ears = Ears(s, server)
        s.app.input.device = "keyboard"
        s.app.sit(played("heart", 8))
        settle(s)
        due = reading.spoken(s.table.due())
        assert due
        before = ears.hear().count(due)
        s.table.live.helped = True
        s.key("u")  # and it is the person's turn again, with the same to be done
        settle(s)
        assert s.table.due() and ears.hear().count(reading.spoken(s.table.due())) == before + 1


def test_a_step_of_the_count_tells_what_it_brings_and_the_line_about_the_deal_waits_for_its_end(
    tmp_path: Path, server: Server
) -> None:
    with screen(tmp_path) as s:
        Ears(s, server)
        s.app.leave_all()
        s.app.scenes = game_shots(s.app, "heart")["end"]()
        scene = s.scene
        assert isinstance(scene, arcade.EndScene)
        s.app.draw()
        match, say = scene.match, scene.board.say
        brought = [{row.label: row.value for row in match.breakdown(seat)} for seat in (0, 1)]
        for at, step in enumerate(scene.finale.steps):
            mine, other = (found.get(step.sign, 0) for found in brought)
            names = scene.board.name(0), scene.board.name(1)
            assert scene.step_words(at).startswith(f"{step.words}: {names[0]} {mine}, {names[1]} {other}.")
        scene.interrupt()
        told = []
        for tables in (1, 2, luck.TABLES):
            scene.luck = MagicMock(account=MagicMock(return_value=luck.Account(1.0, 0.5, tables, None)))
            told.append(len(scene.told(s.app.canvas, full=True)))
            assert any(scene.deal_line() in words for words in scene.here(s.app.canvas))
        assert told == [told[0], told[0], told[0] + 1]
        assert say.decided() in " ".join(scene.told(s.app.canvas, full=True))


class Counting:
    """A page whose line counts on by itself."""

    overlay, focus = False, ""
    number = 1

    def told(self, c: object, full: bool) -> list[str]:  # noqa: ARG002
        return [f"Judged: {self.number} of 12."]

    def opening(self, c: object) -> list[str]:  # noqa: ARG002
        return []

    def moving(self) -> bool:
        return False

    def late(self) -> bool:
        return False

    def played(self) -> int:
        return 0

    def choosing(self) -> None:
        return None


def test_what_only_counts_on_by_itself_is_said_once(tmp_path: Path, server: Server) -> None:
    """After a key it is said as it is then."""
    with screen(tmp_path) as s:
        ears, page = Ears(s, server), cast(Any, Counting())
        narrator = s.app.narrator
        assert narrator
        for number in (1, 2, 3):
            page.number = number
            narrator.look(page, s.app.canvas)
        ears.hear()
        narrator.heed("accept")
        page.number = 4
        narrator.look(page, s.app.canvas)
        assert [words for words in ears.hear() if "Judged" in words] == ["Judged: 1 of 12.", "Judged: 4 of 12."]


def test_a_mark_that_is_all_that_is_new_is_said_alone(tmp_path: Path, server: Server) -> None:
    with screen(tmp_path) as s:
        ears, t = Ears(s, server), s.app.session.strings
        s.app.input.device = "keyboard"
        s.app.push(arcade.SetUp(s.app, "heart"))
        s.scene.focus = "who.dragon"
        s.app.draw()
        words = ears.hear()[-1]
        assert ears.key("enter") == t("speech.chosen")
        ears.key("tab")
        s.scene.focus = "who.dragon"
        s.app.draw()
        assert t("speech.chosen") in ears.hear()[-1]
        assert words.split(",")[0] == ears.hear()[-1].split(",")[0]


def test_the_summary_of_a_review_is_told_when_all_is_judged(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with screen(tmp_path) as s:
        Ears(s, server)
        s.app.push(review := arcade.Review(s.app, played("heart", 10_000)))
        review.turn_page(summing=True)
        walk, so_far = review.walk, s.app.session.strings("review.sum.so_far", words="")
        s.until(lambda: all(walk.summed(seat) != walk.unjudged(seat) for seat in (0, 1)))
        monkeypatch.setattr(walk.grader, "knows", lambda seat: False)  # noqa: ARG005
        assert review.told(s.app.canvas, full=True)[1:] == [walk.unjudged(seat) for seat in (0, 1)]
        assert all(words.startswith(so_far) for words in review.here(s.app.canvas)[1:])
        monkeypatch.setattr(walk.grader, "knows", lambda seat: True)  # noqa: ARG005
        assert not any(words.startswith(so_far) for words in review.told(s.app.canvas, full=True))


def test_undo_and_redo_are_told(tmp_path: Path, server: Server) -> None:
    with screen(tmp_path) as s:
        ears = Ears(s, server)
        s.app.sit(played("heart", 8))
        s.app.turn()
        s.table.live.helped = True  # so that it is not asked whether the match may count as helped
        for key, told in (("u", "table.undo.done"), ("r", "table.redo.done")):
            s.key(key)
            s.app.draw()
            assert s.app.session.strings(told) in ears.hear()


@pytest.mark.parametrize("game", GAMES)
def test_what_is_heard_of_a_move_is_the_log_and_what_is_seen(tmp_path: Path, game: str) -> None:
    """Every line of the log in order; cards that come to the own hand by name, those of others by number alone."""
    chance = random.Random(4)
    with screen(tmp_path) as s:
        match = Match(game, seed=6, options=OPTIONS[game])
        match.seats = ["human"] + ["hatchling"] * (match.seats_count - 1)
        s.app.sit(match)
        say, drawn = s.table.board.say, 0
        for _ in range(60):
            if match.over:
                break
            events = match.play(chance.choice(match.legal()))
            heard = say.heard(events, [0])
            told = iter(heard)
            assert all(line in told for line in say.lines(events, [0]))
            own = [e.card for e in events if (e.source, e.target, e.target_seat) == ("deck", "hand", 0)]
            drawn += len(own)
            assert all(any(say.spoken(str(card)) in line for line in heard) for card in own)
            hidden = say.heard([event for event in events if not event.seen_by(0)], [0])
            assert hidden == say.heard([e._replace(card=None) for e in events if not e.seen_by(0)], [0])
        assert drawn or game in ("duel", "tricks", "tale")


def test_a_card_that_another_lays_openly_in_dragon_wars_is_named(tmp_path: Path) -> None:
    chance, laid = random.Random(4), 0
    with screen(tmp_path) as s:
        match = Match("wars", seed=6, seats=["human", "hatchling"])
        s.app.sit(match)
        say = s.table.board.say
        while laid < 5 and not match.over:
            events = match.play(chance.choice(match.legal()))
            own = [e for e in events if e.source == "hand" and e.target in ("attack", "defence") and e.seat == 1]
            seen = [e.card for e in own if e.card and e.seen_by(0)]
            laid += len(seen)
            words = " ".join(say.heard(events, [0]))
            assert all(say.card(card) in words for card in seen)
    assert laid >= 5


def test_while_the_coach_looks_at_a_move_no_place_has_the_focus(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = s.sit("heart", seed=11, seats=["human", "hatchling"])
        settle(s)
        s.key("home")
        table.live.defer = lambda move: True  # type: ignore[method-assign]  # noqa: ARG005
        table.play(table.match.legal()[0])
        assert (table.focus, table.left_at) == ("", "hand0")


def test_two_people_at_one_table_hear_no_card_that_one_of_them_draws(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = Match("heart", seed=2, seats=["human", "human"])
        s.app.sit(match)
        events = [e for e in match.play(match.legal()[0]) if e.target == "hand"]
        assert events
        heard, who = s.table.board.say.heard(events, [0, 1]), s.table.name(events[0].seat)
        assert heard == [s.app.session.strings("heard.heart.deck.hand.hidden", who=who, n=len(events))]


def test_a_lesson_is_told_by_title_task_and_table_and_again_after_an_answer(tmp_path: Path, server: Server) -> None:
    with screen(tmp_path) as s:
        ears, t = Ears(s, server), s.app.session.strings
        study = LessonStudy("heart", s.app.session.chronicle)
        s.app.input.device = "keyboard"
        s.app.push(scene := arcade.StudyScene(s.app, study))
        s.app.draw()
        said = ears.hear()
        table = [reading.spoken(line) for line in scene.board.reading()]
        wanted = [study.step.title(t), study.step.text(t), study.step.task(t)]
        places = [said.index(reading.spoken(words)) for words in wanted]
        assert places == sorted(places)
        assert said[-1 - len(table) : -1] == table
        assert ears.can_play(said[-1])
        scene.play(study.answers(right=False)[0])
        s.until(lambda: study.rests and not scene.moving())
        s.app.draw()
        after = ears.hear()[len(said) :]
        assert study.reply
        assert after.index(study.head(t)) < after.index(reading.spoken(study.reply.text(t)))
        assert after[-1].startswith(t("study.again"))
        s.key("enter")
        s.app.draw()
        assert ears.can_play(ears.hear()[-1])


def test_the_focus_is_said_again_after_the_reasons_of_the_coach(tmp_path: Path, server: Server) -> None:
    with screen(tmp_path) as s:
        ears, t = Ears(s, server), s.app.session.strings
        s.app.input.device = "keyboard"
        s.app.leave_all()
        s.app.scenes = game_shots(s.app, "heart")["coach"]()
        table, spoken = s.table, s.table.live.coach.spoken
        assert spoken
        table.left_at = "hand1"
        s.app.turn()
        assert ears.hear()[-1].startswith(t("coach.go"))
        words = reading.spoken(table.coach_words(spoken)[0])
        assert words in ears.hear()
        assert s.app.narrator
        s.app.narrator.known.remove(words)
        s.app.draw()
        assert ears.hear()[-2:] == [words, ears.hear()[-1]]
        assert ears.hear()[-1].startswith(t("coach.go"))


def test_a_result_is_told_by_winner_score_reason_and_ways_on(tmp_path: Path, server: Server) -> None:
    with screen(tmp_path) as s:
        ears, t = Ears(s, server), s.app.session.strings
        s.app.leave_all()
        s.app.input.device = "keyboard"
        s.app.scenes = game_shots(s.app, "heart")["end"]()
        s.scene.interrupt()
        s.app.draw()
        said, scene = ears.hear(), s.scene
        assert isinstance(scene, arcade.EndScene)
        assert said[0] == scene.table.words.outcome()
        assert said[1].startswith(scene.board.name(scene.standing_order()[0]))
        assert said[2] == reading.spoken(scene.why())
        assert said[-2].startswith(t("speech.ways", ways=scene.next_button().label).rstrip("."))


def test_the_first_start_says_by_which_key_speech_begins(tmp_path: Path, server: Server) -> None:
    with screen(tmp_path) as s:
        words = s.app.session.strings("speech.offer", name="F6")
        s.app.offer_speech()
        assert server.until(1) == [words]
        s.app.session.settings.speech = "short"
        s.app.set_speech()
        s.app.offer_speech()
        assert server.said == [words]


def test_what_a_spot_says_of_itself_is_not_read_out_beside_it(tmp_path: Path, server: Server) -> None:
    with screen(tmp_path) as s:
        ears = Ears(s, server)
        s.app.input.device = "keyboard"
        s.app.push(arcade.SetUp(s.app, "heart"))
        s.app.draw()
        said = ears.hear()
        tips = [reading.spoken(spot.tip) for spot in s.app.canvas.spots if spot.nav and spot.tip]
        assert tips
        assert not [tip for tip in tips if sum(tip in line for line in said) > 1]


def test_the_title_says_no_reminder_that_is_old(tmp_path: Path, server: Server) -> None:
    """Back from a deal of the day, what is left is said once it has been counted again."""
    with screen(tmp_path) as s:
        ears, session = Ears(s, server), s.app.session
        s.app.input.device = "keyboard"
        s.until(lambda: session.reminders.waiting.deals and not session.reminders.late)
        s.scene.focus = "reminder.daily"
        s.app.draw()
        old = session.strings("reminder.daily", count=len(GAMES))
        assert ears.hear()[-1].startswith(old)
        s.app.push(arcade.SetUp(s.app, "duel"))
        s.app.draw()
        today = session.today()
        match = match_of("duel", today)
        book(session.matches, session.chronicle, match, today.isoformat())
        session.chronicle.finish(finish(match), [0])
        before = len(ears.hear())
        s.app.pop()
        s.app.dirty = True
        s.until(lambda: session.reminders.waiting.deals < len(GAMES) and not session.reminders.late)
        s.app.draw()
        said = ears.hear()[before:]
        assert said[-1].startswith(session.strings("reminder.daily", count=len(GAMES) - 1))
        assert not [line for line in said if line.startswith(old)]


@pytest.mark.parametrize(("game", "players"), [("tale", 4), ("duel", 2)])
def test_that_others_think_is_said_once_and_only_when_it_takes_long(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch, game: str, players: int
) -> None:
    with screen(tmp_path) as s:
        ears, t = Ears(s, server), s.app.session.strings
        options = {"players": players} if players > 2 else {}
        table = s.sit(game, seed=0, options=options, seats=["human"] + ["hatchling"] * (players - 1))
        table.live.think = lambda ready: (False, "")  # type: ignore[method-assign]  # noqa: ARG005
        s.until(lambda: not table.board.stage.playing)
        assert table.live.mine
        table.play(table.match.legal()[0])
        s.until(lambda: not table.moving())
        s.app.turn()
        s.app.draw()
        words = t("table.think") if players > 2 else t("table.thinks", name=table.name(table.match.to_act or 0))
        assert not [line for line in ears.hear() if line == words or line == reading.spoken(table.status())]
        table.by_itself = table.played(), "Your only move."
        s.app.draw()
        assert ears.hear()[-1] == "Your only move."
        monkeypatch.setattr(arcade, "NOTICED_MS", 0)
        s.until(lambda: table.long_wait is not None)
        s.app.draw()
        assert ears.hear().count(words) == 1
        if players > 2:
            table.play(table.match.legal()[0])
            s.until(lambda: not table.moving())
            s.app.turn()
            s.app.draw()
            assert not table.live.mine
            assert ears.hear().count(words) == 1
            assert not [line for line in ears.hear() if line == reading.spoken(table.status())]


def test_the_log_and_the_values_say_that_they_come_and_go(tmp_path: Path, server: Server) -> None:
    with screen(tmp_path) as s:
        ears, t = Ears(s, server), s.app.session.strings
        s.app.input.device = "keyboard"
        s.app.sit(played("duel", 4))
        settle(s)
        before = len(ears.hear())
        s.key("l")
        s.app.draw()
        said = ears.hear()[before:]
        assert said[0] == t("speech.log")
        assert said[1:] == [reading.spoken(line) for line in s.table.live.told()]
        s.key("l")
        s.app.draw()
        assert ears.hear()[-1] == t("speech.log.closed")
        for words in ("speech.values", "speech.values.off"):
            s.key("v")
            s.app.draw()
            assert t(words) in ears.hear()


SEEN = {  # words of what only an eye finds
    "en": r"\b(lit|dimmed|framed|outlines?|arrows?(?! keys)|golden place)\b",
    "de": r"\b(helle[nrs]?|abgedunkelt\w*|gerahmt\w*|umrandet\w*|Umrissen?|Pfeilen?)\b",
}


@pytest.mark.parametrize("language", Strings.languages())
def test_what_is_to_be_done_is_told_to_the_ear_in_words_of_its_own(language: str) -> None:
    """Where the notes or a task of a table name what an eye sees, there are others for the ear; lessons need none."""
    t = Strings(language)
    told = {key: words for key, words in t.table.items() if key.startswith("guide.") or ".task" in key}
    told |= {key: t.table[key] for key in ("tricks.lead", "tricks.lead_any", "tricks.follow", "tricks.discard")}
    seen = {key for key, words in told.items() if re.search(SEEN[language], words)}
    assert "guide.heart.lay" in seen
    assert not [key for key in seen if f"{key}.heard" not in told]
    steps = [step for game in GAMES for step in steps_of(game)]
    taught = [words for step in steps for words in (step.text(t), step.task(t))]
    taught += [one.text(t) for step in steps for one in step.answers]
    assert not [words for words in taught if re.search(SEEN[language], words)]


def test_a_value_that_goes_no_further_is_said_once_more(tmp_path: Path, server: Server) -> None:
    with screen(tmp_path) as s:
        ears = Ears(s, server)
        s.app.input.device = "keyboard"
        s.app.push(arcade.SetUp(s.app, "tricks"))
        s.scene.focus = "who.dial"
        for _ in range(MOST):
            last = ears.key("left")
        count = len(ears.hear())
        assert ears.key("left") == last
        assert len(ears.hear()) == count + 1


def test_the_page_of_further_choices_says_what_it_is(tmp_path: Path, server: Server) -> None:
    with screen(tmp_path) as s:
        ears, t = Ears(s, server), s.app.session.strings
        s.app.input.device = "keyboard"
        s.app.push(arcade.SetUp(s.app, "tricks"))
        s.app.draw()
        assert reading.spoken(f"{t('setup.how_many')}, {t('setup.whom')}") in ears.hear()
        assert not [line for line in ears.hear() if "?," in line]
        s.click("more")
        s.app.draw()
        assert t("setup.more") in ears.hear()


@pytest.mark.parametrize("game", GAMES)
def test_a_new_match_begins_with_the_cards_that_the_person_was_dealt(
    tmp_path: Path, server: Server, game: str
) -> None:
    with screen(tmp_path) as s:
        ears = Ears(s, server)
        s.sit(game, seed=3, seats=["human"] + ["hatchling"] * (Match(game).seats_count - 1))
        s.app.draw()
        hand = s.table.board.reading()[-1]
        assert reading.spoken(hand) in ears.hear()
        own = [str(one.card) for one in s.table.match.cards(0) if one.seat == 0 and one.zone in ("hand", "pack")]
        assert own
        assert all(s.table.board.say.spoken(card) in hand for card in {*own})


@pytest.mark.parametrize("language", Strings.languages())
def test_the_rules_are_told_first_and_then_their_example(tmp_path: Path, language: str) -> None:
    with screen(tmp_path) as s:
        t = s.speak(language)
        s.app.push(scene := arcade.Rules(s.app, "tricks"))
        s.app.draw()
        assert scene.shows
        told = [reading.spoken(line) for line in scene.told(s.app.canvas, full=True)]
        example = reading.spoken(t("speech.example", words=scene.said("caption")))
        assert told[-1] == example
        assert reading.spoken(t("rules.page", at=1, of=len(scene.pages))) in told


def test_a_button_says_its_name_though_what_it_does_begins_alike(tmp_path: Path, server: Server) -> None:
    with screen(tmp_path) as s:
        ears, t, reminders = Ears(s, server), s.app.session.strings, s.app.session.reminders
        s.app.input.device = "keyboard"
        s.until(lambda: reminders.waiting.deals and not reminders.late)
        s.scene.focus = "quit"
        s.app.draw()
        assert ears.hear()[-1] == f"{t('title.quit')}. {t('title.quit.tip')}"


@pytest.mark.parametrize("game", GAMES)
def test_right_goes_through_all_places_of_the_table_and_then_to_the_buttons(
    tmp_path: Path, server: Server, game: str
) -> None:
    with screen(tmp_path) as s:
        Ears(s, server)
        draw_shot(s.app, game_shots(s.app, game)["middle"])
        s.app.input.device = "keyboard"
        s.app.draw()
        c = s.app.canvas
        table = [spot.key for spot in c.spots[c.chrome :] if spot.nav and spot.line == TABLE]
        buttons = [spot.key for spot in c.spots[: c.chrome] if spot.nav]
        for key, following in pairwise([*table, buttons[0]]):
            s.scene.focus = key
            s.key("right")
            assert s.scene.focus == following


def test_what_cards_of_a_kind_bring_alike_is_said_once(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        table = s.sit("heart", seed=6, seats=["human", "greedy"])
        board = table.board
        s.until(lambda: table.live.mine and not board.stage.playing)
        s.app.draw()
        several = [sprite for sprite in board.stage.of("hand", 0) if len(board.moves_of(sprite)) > 1]
        assert several
        for sprite in several:
            ways = board.brings(sprite).split(f" {s.app.session.strings('word.or')} ")
            assert len(ways) == len({*ways})
