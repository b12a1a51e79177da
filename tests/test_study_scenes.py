"""Lessons and puzzles on the screen: every step by posted events, right and wrong, by mouse and by keyboard.

Events that belong together are posted together, so that fewer pictures are drawn.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import partial
from itertools import chain, cycle
from pathlib import Path

import pygame
import pytest

import game as arcade
from native import Match
from native.games import GAMES
from native.heart.words import aims
from native.play import review
from native.play.lessons import LANGUAGES, Step, steps_of
from native.play.puzzles import PuzzlePick, pack
from native.play.reasons import motifs_of
from native.play.study import LessonStudy, PuzzleStudy, next_way
from native.screen.board import Board
from native.screen.canvas import MOST_SECTIONS, Canvas
from native.screen.geometry import wedge_to
from native.strings import Strings
from native.tools.shots import draw_shot, study_at
from tests.kept import tried
from tests.screen import SIZES, Screen, screen
from tests.test_end import judge_all

every_game = pytest.mark.parametrize("game", GAMES)
Press = Callable[[str], None]


@pytest.fixture(autouse=True)
def _few_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The coach, tried elsewhere, judges with few counts."""
    monkeypatch.setattr(review, "PERMILLE", 5)


@pytest.fixture(autouse=True)
def _no_picture_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture of what has not changed is not drawn again."""
    draw, last = arcade.App.draw, dict[int, object]()

    def draw_new(app: arcade.App) -> None:
        if last.get(id(app)) != looks(app):
            draw(app)
            last[id(app)] = looks(app)

    monkeypatch.setattr(arcade.App, "draw", draw_new)


def looks(app: arcade.App) -> object:
    """All that a picture of these scenes hangs on."""
    scene = app.scenes[-1]
    found: list[object] = [id(app.canvas), [id(one) for one in app.scenes], app.pointer.focus, app.input.device]
    found.append(app.notes.words)
    if isinstance(scene, arcade.StudyScene):
        study, board = scene.study, scene.board
        found += [scene.match.key(), study.question.stand, len(study.question.line), study.waits]
        found += [[id(card) for card in scene.held], len(getattr(study, "compared", ()))]
        found += [scene.live.coach.spoken, scene.live.coach.busy, scene.live.thinker.busy]
        found += [scene.live.advice, scene.live.hinted, scene.live.show_values]
        found += [len(scene.live.log), len(board.stage.groups), study.ways(), scene.app.motion.busy]
    return repr(found)


def scene_of(s: Screen) -> arcade.StudyScene:
    assert isinstance(s.scene, arcade.StudyScene)
    return s.scene


def card_spots(scene: arcade.StudyScene, cards: list[str]) -> list[str]:
    """The spots of cards of the person's hand; equal cards have several."""
    board = scene.board
    hand = board.hand(board.seat) if isinstance(board, arcade.TricksBoard) else board.stage.of("hand", board.seat)
    held: list[str | None] = [sprite.card for sprite in hand]
    found = []
    for card in cards:
        found.append(f"hand{held.index(card)}")
        held[held.index(card)] = None
    return found


def stand(s: Screen) -> str:
    """Whether something is asked, or how it was answered."""
    return scene_of(s).study.question.stand


def way_to(scene: arcade.StudyScene, move: str) -> list[str]:
    """The spots to be pressed for a move, one after another."""
    game, board = scene.match.game, scene.board
    first, _, rest = move.partition(" ")
    if game == "duel":
        assert isinstance(board, arcade.DuelBoard)
        card, cell = board.say.at(move)
        return [*card_spots(scene, [card]), board.key(cell)]
    if game == "heart":
        cards = [f"{first} {value}" for value in rest.partition(" > ")[0].split()]
        place = next(place for place, goal in aims([*cards], scene.match.legal()).items() if goal == move)
        return [*card_spots(scene, cards), f"at-{place}"]
    if game == "tricks":
        choice = f"choice {move}"
        if first in ("call", "swap", "keep"):
            return [choice]
        led = first == "DRAGON" and rest
        return [*card_spots(scene, ["DRAGON"]), choice] if led else card_spots(scene, [move])
    if game == "wars":
        return card_spots(scene, [rest.split(" ")[-1]]) if rest else [move]
    assert isinstance(board, arcade.TaleBoard)
    return [next(key for key, sprite in board.keys.items() if move in board.moves_of(sprite))]


def by_mouse(s: Screen) -> Press:
    """Points at the spot, presses and lets go."""

    def press(key: str) -> None:
        place = s.spot(key).rect.center
        s.app.pointer.deaf_until = 0.0  # however short ago the last click was
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0)))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=place, button=1))
        s.app.turn()

    return press


def by_keys(s: Screen) -> Press:
    """By arrows on the shortest way until the spot has the focus, then Enter."""

    def press(key: str) -> None:
        s.walk(key, s.key)
        s.key("enter")

    return press


def make(s: Screen, move: str, press: Press) -> None:
    """Makes a move at the table as a person does."""
    scene = scene_of(s)
    s.until(lambda: scene.live.mine and not scene.board.stage.groups)
    s.app.draw()
    played = len(scene.match.moves)
    for key in way_to(scene, move):
        press(key)
    made = [*scene.match.moves[played:], scene.live.pending]  # some wait for the coach
    assert made[0] == move, (move, made)


def settled(s: Screen) -> bool:
    """Whether nothing more happens by itself."""
    scene = scene_of(s)
    study = scene.study
    shown = study.rests and not study.question.line
    return shown and not scene.live.thinker.busy and not scene.board.stage.groups


def weak(s: Screen) -> None:
    """Lets others move at random: what they answer is not what is tried here."""
    match = scene_of(s).match
    match.seats = ["human" if who == "human" else "random" for who in match.seats]


def play_out(s: Screen, *hands: Press, seed: int = 3) -> None:
    """A real match, by events of these hands in turn, to where the step ends."""
    scene, chance, hand = scene_of(s), random.Random(seed), cycle(hands)
    weak(s)
    while scene.study.question.stand == "asked":
        if scene.live.coach.busy:
            s.app.turn()
        elif scene.live.coach.spoken:
            next(hand)("coach_go")
        elif scene.live.mine and not scene.board.stage.groups and not scene.app.motion.busy:
            make(s, chance.choice(scene.match.legal()), next(hand))
        else:
            s.app.turn()
    s.until(lambda: isinstance(s.scene, arcade.StudyScene))


def answer_wrong(s: Screen, press: Press) -> None:
    """A wrong answer is refuted, and the step asked again."""
    scene = scene_of(s)
    study = scene.study
    assert isinstance(study, LessonStudy)
    weak(s)
    start, done = study.question.match.state(), set(study.done)
    make(s, study.answers(False)[-1], press)
    assert (study.question.stand, next_way(study)) == ("wrong", "again")
    assert study.reply
    assert study.reply.text(Strings("en")) in s.words()
    s.until(lambda: settled(s))
    assert study.done == done
    press("again")
    assert scene_of(s) is not scene
    assert study.question.match.state() == start


def answer_right(s: Screen, press: Press) -> None:
    """A right answer is heard, and the step done."""
    study = scene_of(s).study
    assert isinstance(study, LessonStudy)
    weak(s)
    make(s, study.answers(True)[0], press)
    assert study.question.stand == "right"
    assert study.step.key in study.done
    s.until(lambda: settled(s))


def take_step(s: Screen, *hands: Press) -> None:
    """With each of the hands wrong and right; then on, with the last one."""
    study = scene_of(s).study
    assert isinstance(study, LessonStudy)
    if study.step.played:
        play_out(s, *hands)
        for seed in range(20):
            if study.question.stand == "right":
                break
            hands[-1]("again")
            play_out(s, *hands, seed=seed)
        assert study.question.stand == "right"
        assert study.step.key in study.done
        s.until(lambda: settled(s))
    for press in () if study.step.played else hands:
        answer_wrong(s, press)
    for press in () if study.step.played else hands:
        if study.question.stand == "right":
            press("again")
        answer_right(s, press)
    hands[-1](next_way(study))


@every_game
@pytest.mark.long
def test_every_lesson_is_played_to_its_end_by_events(tmp_path: Path, game: str) -> None:
    """From the game's page through all steps, each answered wrong and right by mouse, and wrong and right by keys."""
    with screen(tmp_path, (800, 600)) as s:
        s.click(game)
        s.click("learn")
        s.click(steps_of(game)[0].key)
        for step in steps_of(game):
            assert isinstance(study := scene_of(s).study, LessonStudy)
            assert study.step == step
            take_step(s, by_mouse(s), by_keys(s))
        assert isinstance(s.scene, arcade.Lessons)
        assert s.scene.study.done == {step.key for step in steps_of(game)}
        s.key("esc")
        assert isinstance(s.scene, arcade.SetUp)
        assert s.app.session.matches.names() == []


def test_a_lesson_is_left_and_taken_up_again_at_its_step(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.click("duel")
        s.click("learn")
        s.key("enter")  # the first step that is not done has the focus
        take_step(s, by_mouse(s))
        s.key("esc")
        assert isinstance(s.scene, arcade.Lessons)
        s.key("esc")
        s.click("learn")
        assert s.scene.focus == steps_of("duel")[1].key
        s.key("enter")
        assert isinstance(study := scene_of(s).study, LessonStudy)
        assert study.step == steps_of("duel")[1]


def begun_game(s: Screen) -> LessonStudy:
    """A lesson's game in which a move was made."""
    step = next(step for step in steps_of("duel") if step.played)
    study = LessonStudy("duel", s.app.session.chronicle, step)
    s.app.scenes = [arcade.Title(s.app), arcade.Lessons(s.app, "duel"), arcade.StudyScene(s.app, study)]
    s.app.turn()
    scene = scene_of(s)
    scene.play(scene.live.legal()[0])
    s.until(lambda: scene.live.mine and not scene.board.stage.groups)
    assert study.begun
    return study


@pytest.mark.parametrize("way", ["menu", "esc", "again", "previous", "next", "drop"])
def test_no_button_throws_a_lesson_game_away_unasked(tmp_path: Path, way: str) -> None:
    with screen(tmp_path) as s:
        study = begun_game(s)
        moves = list(study.question.match.moves)
        text = tmp_path / "deal.txt"
        text.write_text(Match("wars", seed=3).deal_id(), "utf-8")

        def leave() -> None:
            if way == "esc":
                s.key("esc")
            elif way == "drop":
                s.app.session.open_file(str(text))
            else:
                s.click(way)

        leave()
        assert isinstance(s.scene, arcade.Ask)
        assert s.scene.words == s.app.session.strings("study.sure")
        s.click("no")
        assert scene_of(s).study is study
        assert study.question.match.moves == moves
        leave()
        s.click("yes")
        if way in ("menu", "esc"):
            assert isinstance(s.scene, arcade.Lessons)
        elif way == "drop":
            assert s.app.scenes[-1] is s.table
            assert s.table.match.game == "wars"
        else:
            assert scene_of(s).study is study
            assert not study.begun


def test_a_window_is_closed_after_a_question_or_when_it_is_closed_again(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        begun_game(s)
        s.post(pygame.QUIT)
        assert s.app.running
        s.click("no")
        assert isinstance(s.scene, arcade.StudyScene)
        s.post(pygame.QUIT)
        assert s.app.running
        s.post(pygame.QUIT)
        assert not s.app.running


def test_a_lesson_without_a_game_is_left_at_once(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        study = LessonStudy("duel", s.app.session.chronicle, steps_of("duel")[0])
        s.app.scenes = [arcade.Title(s.app), arcade.Lessons(s.app, "duel"), arcade.StudyScene(s.app, study)]
        s.click("menu")
        assert isinstance(s.scene, arcade.Lessons)


@every_game
def test_the_end_of_a_lesson_game_says_who_won(tmp_path: Path, game: str) -> None:
    """With what everybody has reached, in a match that is over and in one that goes on."""
    with screen(tmp_path) as s:
        step = next(step for step in steps_of(game) if step.played)
        for seed in range(3):
            study = LessonStudy(game, s.app.session.chronicle, step)
            chance = random.Random(seed)
            while not step.finished(study.question.match):
                move = chance.choice(study.question.match.legal())
                study.question.match.play(move)
            study.moved(move, asked=False)
            s.app.scenes = [arcade.Title(s.app), arcade.StudyScene(s.app, study)]
            said = [one.text for one in study.said(s.app.session.strings, scene_of(s).board.say)]
            told = said[1]
            assert told in s.words()
            assert study.reply
            assert said[2] == study.reply.text(Strings("en"))
            match = study.question.match
            if match.over:
                won = ["A draw."] if len(match.winners) > 1 else ["You win."] if match.winners == [0] else ["wins."]
                assert all(words in told for words in won)
            figures = re.findall(r"\d+", told)
            assert len(figures) >= match.seats_count or "equal" in told
            if game in ("heart", "wars", "tale"):
                assert figures == [f"{score:.0f}" for score in match.scores]


def test_after_a_lesson_game_the_costliest_move_is_told_and_can_be_looked_at(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        step = next(step for step in steps_of("duel") if step.played)
        match, _ = played_duel(step, ties=0)
        study = LessonStudy("duel", s.app.session.chronicle, step)
        s.app.scenes = [arcade.Title(s.app), arcade.StudyScene(s.app, study)]
        scene = scene_of(s)
        for move in match.moves:
            study.question.match.play(move)
        study.moved(match.moves[-1], asked=False)
        scene.board.stage.follow()
        scene.ended = True
        scene.tick()
        assert scene.grader
        scene.grader.close()
        own = [at for at, one in enumerate(scene.grader.grades, 1) if one.seat == study.question.seat]
        judge_all(scene.grader, own[1])
        scene.tick()
        s.app.dirty = True
        s.app.turn()
        assert study.costly[0] == own[1]
        assert study.costly[1] in s.words()
        s.click("look")
        assert isinstance(s.scene, arcade.Review)
        assert s.scene.walk.ply == own[1]


@pytest.mark.parametrize("motion", ["off", "normal"])
def test_the_end_of_a_duel_compares_the_lines_one_by_one_on_the_board(tmp_path: Path, motion: str) -> None:
    """From the lowest up, to the first pair that differs: each is framed on the board and said beside it."""
    with screen(tmp_path) as s:
        step = next(step for step in steps_of("duel") if step.played)
        match, rows = played_duel(step, ties=2)
        study = LessonStudy("duel", s.app.session.chronicle, step)
        s.app.scenes = [arcade.Title(s.app), arcade.StudyScene(s.app, study)]
        scene, seen = scene_of(s), list[int]()
        for move in match.moves:
            study.question.match.play(move)
        study.moved(match.moves[-1], asked=False)
        scene.board.stage.follow()
        scene.ended = True
        s.app.session.settings.motion = motion
        while len(study.compared) < 3:
            s.app.motion.now += 100
            scene.tick()
            if study.compared and len(study.compared) not in seen:
                seen.append(len(study.compared))
                s.app.draw()
                own, other = study.lights()
                at = len(study.compared) - 1
                values = {(row.label, row.count): row.value for who in (0, 1) for row in match.breakdown(who)}
                assert (own.zone, other.zone) == ("column", "row")
                assert [values[one.zone, one.place or 0] for one in (own, other)] == [rows[0][at], rows[1][at]]
                assert all(scene.board.sight(*one) for one in (own, other))
                assert study.compared[-1].words in s.words()
        assert seen == [1, 2, 3]
        s.app.motion.now += 10_000
        assert not scene.tick()
        assert len(study.compared) == 3


def played_duel(step: Step, ties: int) -> tuple[Match, list[list[float]]]:
    """A finished match of a step in which this many of the lowest lines are equal, and the sorted lines."""
    for seed in range(10_000):
        match, chance = step.match(), random.Random(seed)
        while not match.over:
            match.play(chance.choice(match.legal()))
        rows = [sorted(float(row.value) for row in match.breakdown(who)) for who in (0, 1)]
        if rows[0][:ties] == rows[1][:ties] and rows[0][ties] != rows[1][ties]:
            return match, rows
    raise AssertionError("no such match")


def test_hints_are_given_in_the_real_match_alone(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        study = LessonStudy("duel", s.app.session.chronicle)
        s.app.push(arcade.StudyScene(s.app, study))
        s.key("h")
        s.key("v")
        s.key("u")
        scene = scene_of(s)
        assert not scene.live.hinted
        assert not scene.live.show_values
        assert not s.has("hint")
        study.take_up(next(step for step in steps_of("duel") if step.played))
        s.app.push(arcade.StudyScene(s.app, study))
        s.click("hint")
        assert scene_of(s).live.hinted


@pytest.mark.parametrize(("game", "sheet"), [("tricks", "reference"), ("tale", "cards")])
@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
@pytest.mark.long
def test_the_sheet_of_the_cards_is_at_hand_in_every_lesson(
    tmp_path: Path, game: str, sheet: str, size: tuple[int, int]
) -> None:
    with screen(tmp_path, size) as s:
        for step in steps_of(game):
            s.app.scenes = [
                arcade.Title(s.app),
                arcade.StudyScene(s.app, LessonStudy(game, s.app.session.chronicle, step)),
            ]
            s.app.draw()
            s.click(sheet)
            assert isinstance(s.scene, arcade.Popup)
            assert s.scene.name == sheet
            s.key("enter")
            assert isinstance(s.scene, arcade.StudyScene)


@pytest.mark.long
def test_in_a_real_match_moves_are_taken_back_but_not_to_before_its_beginning(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        played = next(step for step in steps_of("heart") if step.played)
        s.app.push(arcade.StudyScene(s.app, LessonStudy("heart", s.app.session.chronicle, played)))
        scene = scene_of(s)
        start = list(scene.match.moves)
        s.key("u")
        assert scene.match.moves == start
        make(s, scene.match.legal()[0], s.click)
        s.until(lambda: scene.live.coach.spoken or (scene.live.mine and not scene.live.coach.busy))
        assert scene.live.coach.spoken or len(scene.match.moves) > len(start)
        s.click("coach_back" if scene.live.coach.spoken else "undo")
        assert scene.match.moves == start
        play_out(s, by_mouse(s))
        s.until(lambda: settled(s))
        assert stand(s) == "right"
        assert isinstance(s.scene, arcade.StudyScene)


def test_a_move_that_waits_for_the_coach_is_taken_back_at_the_beginning_too(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        played = next(step for step in steps_of("heart") if step.played)
        s.app.push(arcade.StudyScene(s.app, LessonStudy("heart", s.app.session.chronicle, played)))
        scene = scene_of(s)
        start = list(scene.match.moves)
        scene.live.pending = scene.match.legal()[0]
        scene.undo()
        assert (scene.live.pending, scene.match.moves, scene.live.mine) == ("", start, True)


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@every_game
def test_what_can_be_pressed_beside_a_lesson_is_free_and_next_stays_in_its_place(
    tmp_path: Path, game: str, size: tuple[int, int]
) -> None:
    """At every step, the last with all its coins too: with the frame of the focus around it no button and no coin
    lies over a card."""
    places = set()
    with screen(tmp_path, size) as s:
        for step in steps_of(game):
            taken = partial(LessonStudy, game, s.app.session.chronicle, step)
            draw_shot(s.app, partial(study_at, s.app, taken))
            scene, c = scene_of(s), s.app.canvas
            reach = 0 if c.narrow else 2 * c.focus_reach()
            rows = scene.column_parts(c)[1]
            places.add(tuple(rows[-1]))
            pressed = [*(row.inflate(reach, 0) for row in rows), scene.tray.rect]
            cards = [sprite.rect for sprite in scene.board.stage.sprites]
            assert not [rect for rect in pressed if rect.collidelist(cards) >= 0], step.key
            assert scene.tray.rect.collidelist(rows) < 0
            assert scene.tray.rect.contains(scene.tray.places[0].unionall(scene.tray.places))
    assert len(places) == 1


@pytest.mark.long
@every_game
def test_every_light_of_a_lesson_shines_on_the_table_and_nothing_covers_it(tmp_path: Path, game: str) -> None:
    """At 800x600: what the words speak of lies on the board's part of the screen, apart from words and buttons."""
    with screen(tmp_path, (800, 600)) as s:
        shone = 0
        for step in steps_of(game):
            taken = partial(LessonStudy, game, s.app.session.chronicle, step)
            draw_shot(s.app, partial(study_at, s.app, taken))
            scene = scene_of(s)
            area = scene.board.area
            texts = [written for written in s.app.canvas.written if written.text == step.text(Strings("en"))]
            assert len(texts) == 1
            assert not texts[0].cut
            assert not area.colliderect(texts[0].ink)
            lights = [scene.board.sight(*light) for light in scene.study.lights()]
            spoken = [rect for rect in lights if rect]
            assert len(spoken) == len(lights), step.key
            shone += len(spoken)
            for rect in spoken:
                assert area.inflate(4, 4).contains(rect), (step.key, rect)
                assert free(s.app.canvas, scene.board, rect, spoken) == [], (step.key, rect)
        assert shone >= 8


def free(c: Canvas, board: Board, rect: pygame.Rect, spoken: list[pygame.Rect]) -> list[str]:
    """What lies over a place that is spoken of: buttons and boxes beside the board, words that are no part of the
    table, a wedge. A frame is drawn around it; a wedge points at its edge from outside, and at no other place."""
    beside = [spot.key for spot in c.spots if not board.area.contains(spot.rect) and spot.rect.colliderect(rect)]
    wedges = [pointing(c, board, other) for other in spoken]
    over = ["wedge" for wedge in wedges if wedge and rect.inflate(-4, -4).clip(wedge).size > (2, 2)]
    return [*beside, *over]


def pointing(c: Canvas, board: Board, rect: pygame.Rect) -> pygame.Rect | None:
    """The box of the wedge that points at a place, as it is drawn; None where there is none."""
    around = rect.inflate(c.px("gap"), c.px("gap")).clip(board.area)
    corners = wedge_to(around, c.px("wedge"), board.area)
    if not corners:
        return None
    xs, ys = zip(*corners, strict=True)
    return pygame.Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


@pytest.mark.long
@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
@every_game
def test_with_large_letters_nothing_that_a_lesson_says_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, size: tuple[int, int]
) -> None:
    """Title, text and task of every step, and what is said to every answer, in both languages."""
    areas: list[pygame.Rect] = []
    with screen(tmp_path, size) as s:
        s.app.session.settings.text_size = 150
        study = LessonStudy(game, s.app.session.chronicle)
        s.app.push(arcade.StudyScene(s.app, study))
        scene, draw_said = scene_of(s), arcade.StudyScene.draw_said
        monkeypatch.setattr(arcade.StudyScene, "draw_said", lambda _, __, area: areas.append(area.copy()))
        s.app.draw()
        for language in LANGUAGES:
            scene.t = s.app.canvas.t = Strings(language)
            cases = [(step, reply) for step in study.steps for reply in (None, *step.answers)]
            for study.step, study.reply in cases:
                study.question.stand = "right" if study.reply and study.reply.right else "asked"
                label = study.label(scene.t)
                said = [one.text for one in study.said(scene.t, scene.board.say) if one.text != label]
                sections = sections_of(scene, partial(draw_said, scene, s.app.canvas, areas[0]))
                assert " ".join(chain(*sections)).split() == " ".join(said).split()
                assert [said[0]] not in sections  # no page for a title alone


def sections_of(scene: arcade.StudyScene, draw: Callable[[], None]) -> list[list[str]]:
    """The words of a step as its button turns them, until the first come again; without the label and the button."""
    c, found = scene.app.canvas, list[list[str]]()
    scene.section = 0
    while True:
        c.begin()
        draw()
        assert not any(one.cut for one in c.written)
        turns = [spot for spot in c.spots if spot.key == "section"]
        words = [one for one in c.written if not any(spot.rect.contains(one.ink) for spot in turns)]
        shown = [one.text for one in words if one.text != scene.study.label(scene.t)]
        if found and shown == found[0]:
            return found
        found.append(shown)
        if not turns:
            return found
        assert len(found) <= MOST_SECTIONS
        assert turns[0].accept
        turns[0].accept()


def test_a_wedge_over_what_is_spoken_of_is_found_out(tmp_path: Path) -> None:
    """The test above can fail: two places one above the other, a button over a third."""
    with screen(tmp_path, (800, 600)) as s:
        taken = partial(LessonStudy, "duel", s.app.session.chronicle, steps_of("duel")[0])
        draw_shot(s.app, partial(study_at, s.app, taken))
        board, c = scene_of(s).board, s.app.canvas
        low = pygame.Rect(board.area.centerx, board.area.centery, 80, 80)
        high = low.move(0, -82)
        assert free(c, board, high, [high]) == []
        assert free(c, board, high, [low, high]) == ["wedge"]
        button = next(spot for spot in c.spots if spot.key == "next")
        assert "next" in free(c, board, button.rect, [])


@pytest.mark.long("heart", "tricks", "wars")
@every_game
def test_a_puzzle_is_solved_by_events(tmp_path: Path, game: str) -> None:
    """From the game's page: every choice made right, then the next puzzle."""
    with screen(tmp_path) as s:
        s.click(game)
        s.click("puzzles")
        s.key("enter")  # "play" has the focus
        study = scene_of(s).study
        assert isinstance(study, PuzzleStudy)
        first = study.puzzle
        assert Strings("en")(f"puzzle.{first.task}") in s.words()
        hands = [by_mouse(s), by_keys(s)]
        while stand(s) == "asked":
            s.until(lambda: study.waits or stand(s) != "asked")
            if study.waits:
                make(s, study.answers(True)[0], hands[0])
                hands.reverse()
                s.until(lambda: study.waits or settled(s))
        assert stand(s) == "right"
        assert tried(study.book.chronicle) == [(first.id, True)]
        s.until(lambda: settled(s))
        s.click("next")
        assert study.puzzle != first
        assert stand(s) == "asked"


@pytest.mark.long
@every_game
def test_a_puzzle_is_failed_refuted_and_its_solution_shown(tmp_path: Path, game: str) -> None:
    with screen(tmp_path) as s:
        s.app.push(arcade.StudyScene(s.app, PuzzleStudy(game, s.app.session.chronicle)))
        study = scene_of(s).study
        assert isinstance(study, PuzzleStudy)
        s.until(lambda: study.judged)
        make(s, study.answers(False)[0], by_keys(s))
        assert stand(s) == "wrong"
        s.until(lambda: settled(s))
        s.key("enter")  # "try again" has the focus
        assert stand(s) == "asked"
        s.click("solution")
        assert stand(s) == "shown"
        s.until(lambda: settled(s))
        assert scene_of(s).match.moves[study.at] in study.right
        assert tried(study.book.chronicle)[-1][1] is False
        s.key("esc")
        assert isinstance(s.scene, arcade.Title)
        assert s.app.session.matches.names() == []


def test_puzzles_are_picked_on_a_page_of_their_own(tmp_path: Path) -> None:
    """By the mouse, from the page of the game and from a puzzle; an end of the range that passes the other takes it
    along, and where nothing fits the page says so."""
    with screen(tmp_path) as s:
        s.click("wars")
        s.click("puzzles")
        page = s.scene
        assert isinstance(page, arcade.Puzzles)
        s.click(f"row{page.themes.index('wars.falls')}")
        s.click("low")
        s.click("low")
        s.click("high-1")
        s.click("rated")
        assert page.pick == PuzzlePick("wars.falls", 800, 2000, rated=False)
        s.click("start")
        study = scene_of(s).study
        assert isinstance(study, PuzzleStudy)
        assert study.puzzle.theme == "wars.falls"
        assert 800 <= study.puzzle.rating <= 2000
        s.click("pick")
        page = s.scene
        assert isinstance(page, arcade.Puzzles)
        s.click("low-1")
        s.click("low-1")
        s.click("low-1")
        assert (page.pick.low, page.pick.high) == (2000, 2000)
        s.click("start")
        assert s.scene is page
        assert Strings("en")("puzzles.none") in s.words()
        s.click("row0")
        s.click("low")
        s.click("high")
        s.click("start")
        assert study.pick == PuzzlePick(rated=False)
        s.click("pick")
        page = s.scene
        assert isinstance(page, arcade.Puzzles)
        s.click(f"row{page.themes.index('wars.defend')}")
        s.click("start")
        assert study.puzzle.task == "wars.defend"
        assert Strings("en")("puzzle.theme.task", name=Strings("en")("puzzle.wars.defend.name")) in s.words()
        s.key("esc")
        assert isinstance(s.scene, arcade.SetUp)


def test_puzzles_of_a_motif_are_offered_only_where_there_are_some(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        names = [f"{game}.{motif.name}" for game in GAMES for motif in motifs_of(game)]
        offers = {name: [one.key for one in arcade.motif_links(s.scene, name)] for name in names}
    for motif, offered in offers.items():
        assert ("practise" in offered) == any(one.theme == motif for one in pack(motif.split(".")[0]))
    assert {"practise" in offered for offered in offers.values()} == {True, False}


def test_the_solution_is_asked_about_before_it_counts_as_failed(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.push(arcade.StudyScene(s.app, PuzzleStudy("wars", s.app.session.chronicle)))
        study = scene_of(s).study
        assert isinstance(study, PuzzleStudy)
        s.click("solution")
        assert isinstance(s.scene, arcade.Ask)
        s.click("no")
        assert stand(s) == "asked"
        assert tried(study.book.chronicle) == []
        s.click("solution")
        s.click("yes")
        assert stand(s) == "shown"
        assert [solved for _, solved in tried(study.book.chronicle)] == [False]


@pytest.mark.long
@pytest.mark.parametrize(("game", "task", "words"), [
    ("heart", "heart.most", r"that costs you \d+(\.\d+)? points?"),
    ("heart", "heart.result", r"leads to a (loss|draw)\. The right move leads to a (draw|win)"),
    ("wars", "wars.press", r"on average that takes \d+\.\d+ less health"),
    ("duel", "duel.win", r"leads to a (loss|draw)\. The right move leads to a win"),
])  # fmt: skip
def test_a_wrong_move_is_said_with_its_cost_and_unit(tmp_path: Path, game: str, task: str, words: str) -> None:
    with screen(tmp_path) as s:
        study = PuzzleStudy(game, s.app.session.chronicle)
        study.take_up(min((one for one in pack(game) if one.task == task), key=lambda one: len(one.match().legal())))
        s.app.push(arcade.StudyScene(s.app, study))
        s.until(lambda: study.judged)
        scene_of(s).play(study.answers(False)[0])
        s.until(lambda: settled(s))
        assert re.search(words, s.words())


def test_a_resized_window_keeps_the_puzzle(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        s.app.push(arcade.StudyScene(s.app, PuzzleStudy("wars", s.app.session.chronicle)))
        puzzle = scene_of(s).study
        pygame.display.set_mode((800, 600))
        s.post(pygame.VIDEORESIZE, size=(800, 600), w=800, h=600)
        assert scene_of(s).study is puzzle
        assert s.has("solution")
