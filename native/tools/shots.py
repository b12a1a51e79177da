"""The arcade without a screen: pictures of every scene, benchmarks of drawing, and the self-test."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import pygame
from pygame import Surface

from .. import parts, program
from ..games import GAMES, WRONG
from ..match import Match
from ..play.judge import Judge
from ..play.match_setup import TOP
from ..play.puzzles import PuzzlePick
from ..play.review import Grader
from ..play.study import Study, offered
from ..profile.guide import DISMISSED
from ..screen import window
from ..screen.art import png_of
from ..screen.board import Board
from ..screen.canvas import faults
from ..screen.geometry import Size
from ..screen.theme import THEME, picture_names
from ..screen.window import TITLE
from ..store.people import Reading
from ..streams import InputError, complain, drop_output
from ..values import Advice
from . import frame_bench, samples
from .arguments import shots_parser
from .samples import fill, mistaken, played, studies, whole

if __package__ == "native.tools":
    import game as arcade
else:  # installed, where game.py is a module of the package
    from .. import game as arcade  # type: ignore[no-redef]

Maker = Callable[[], "list[arcade.Scene]"]


def table_at(
    app: arcade.App, match: Match, advice: Advice | None = None, hinted: bool = False, **marks: Any
) -> arcade.TableScene:
    """A table at a position, with an advice shown, and marks (show_log, curtain ...) set."""
    table = arcade.TableScene(app, match)
    table.live.worth.fair = advice
    table.live.show_values = advice is not None
    table.live.hinted = hinted
    for name, value in marks.items():
        setattr(table, name, value)
    return table


def table_guided(app: arcade.App, game: str) -> list[arcade.Scene]:
    """A table at the first turn ever of its game."""
    app.session.settings.guided[game] = 0
    return [table_at(app, played(game, 0))]


def table_with_values(app: arcade.App, game: str, moves: int) -> list[arcade.Scene]:
    """A table with the adviser's values and hint shown."""
    match = played(game, moves)
    return [table_at(app, match, sample_advice(game, moves), hinted=True)]


def table_with_card(app: arcade.App, game: str, moves: int) -> list[arcade.Scene]:
    """A table with a card chosen and a place under the focus."""
    table = table_at(app, played(game, moves))
    app.scenes = [table]
    app.draw()
    table.board.stage.reset()
    app.draw()
    drags = [spot.drag for spot in app.canvas.spots if spot.drag]
    if drags:
        table.board.choice.hold(drags[0]())
    app.draw()
    drop = [spot for spot in app.canvas.spots if spot.drop]
    if drop:
        table.focus = drop[len(drop) // 2].key
    app.input.device = "keyboard"
    return [table]


def table_talking(app: arcade.App, game: str, moves: int) -> list[arcade.Scene]:
    """A table at which a dragon praises a good move, stung by it."""
    table = table_at(app, played(game, moves))
    app.scenes = [table]
    app.draw()
    speaker = table.talk.machines[-1]
    table.talk.feel([speaker], "stung")
    table.talk.say("praise", speaker, app.session.strings)
    return [table]


def table_ended(app: arcade.App, game: str) -> list[arcade.Scene]:
    """A finished match with its result over it."""
    table = table_at(app, played(game, 10_000))
    return [table, arcade.EndScene(app, table)]


def deal_ended(app: arcade.App, game: str, details: bool = False) -> list[arcade.Scene]:
    """A finished match with what its deal was worth, perhaps with the details behind the line."""
    table = table_at(app, played(game, 10_000))
    samples.deal_weighed(app.session, table.match)
    end = arcade.EndScene(app, table)
    end.grader, end.kept = None, 0.8
    return [table, end, *([arcade.DealDetails(app, end)] if details else [])]


def numbers_shown(app: arcade.App, game: str) -> list[arcade.Scene]:
    """All numbers of a finished match, over its result."""
    table, end = table_ended(app, game)
    assert isinstance(table, arcade.TableScene)
    return [table, end, arcade.EndNumbers(app, table.board)]


def daily_ended(app: arcade.App, game: str) -> list[arcade.Scene]:
    """A finished deal of the day with its result, and Dragon's tables played."""
    table = table_at(app, played(game, 10_000))
    table.match.extra["daily"] = "2026-11-22"
    samples.par_played(app.session, table.match)
    return [table, arcade.EndScene(app, table)]


def table_behind_curtain(app: arcade.App, game: str) -> list[arcade.Scene]:
    """A table with people only, between two turns."""
    match = played(game, 4)
    match.seats = ["human"] * match.seats_count
    return [arcade.TableScene(app, match)]


def table_popup(app: arcade.App, game: str, name: str) -> list[arcade.Scene]:
    table = table_at(app, played(game, len(played(game, 10_000).moves) - 2))
    return [table, arcade.Popup(app, table.board, name)]


def more_set_up(app: arcade.App, game: str) -> list[arcade.Scene]:
    """The rest of a game's set-up."""
    return [arcade.MoreSetUp(app, arcade.SetUp(app, game))]


def study_at(app: arcade.App, make: Callable[[], Study], right: bool | None = None) -> list[arcade.Scene]:
    """A step or a puzzle, open or answered."""
    scene = arcade.StudyScene(app, make())
    app.scenes = [scene]
    app.draw()
    if right is not None:
        scene.play(scene.study.answers(right)[0])
    return [scene]


@cache
def last_graded(game: str, tail: int) -> Grader:
    """The grades of the last moves of a sample match, for all its pictures."""
    match = played(game, 10_000)
    grader = Grader(match, Judge(), [])
    grader.widen(range(len(match.moves) - tail, len(match.moves)))
    while grader.busy:
        grader.tick()
        time.sleep(0.002)
    grader.judge.close()
    return grader


@cache
def sample_advice(game: str, moves: int) -> Advice:
    """What Dragon says of a sample match after some moves, for all its pictures."""
    return played(game, moves).advise(TOP)


def review_graded(app: arcade.App, game: str, tail: int, summed: bool = False) -> list[arcade.Scene]:
    """A finished match whose last moves are graded, perhaps with the summary."""
    match = played(game, 10_000)
    review = arcade.Review(app, match)
    known = last_graded(game, tail)
    review.grader.close()
    review.grader.grades[:], review.grader.reasonings = known.grades, dict(known.reasonings)
    review.go(len(match.moves) - 2)
    review.walk.summing = summed
    app.motion.finish()
    return [review]


def table_worn(app: arcade.App, name: str, value: str) -> list[arcade.Scene]:
    """A table with another felt, or other card backs."""
    setattr(app.session.settings, name, value)
    app.settings_changed(name)
    return [table_at(app, played("tricks", 10))]


def table_coached(app: arcade.App, game: str) -> list[arcade.Scene]:
    """A table at which the coach says something."""
    match, verdict = mistaken(game)
    table = table_at(app, match)
    if table.live.unveils(verdict.move):
        table.live.pending = verdict.move
    else:
        table.live.make(verdict.move)
        table.board.stage.follow()
    verdict.reasoning.work()
    table.live.coach.spoken = verdict
    return [table]


def why_shown(app: arcade.App, game: str) -> list[arcade.Scene]:
    """Why another move was better, with the line that the reason is about."""
    match, verdict = mistaken(game)
    verdict.reasoning.work()
    why = arcade.Why(app, match, verdict, take_back=app.home)
    comparison = why.comparison
    comparison.find()
    assert comparison.line
    comparison.better = bool(comparison.reason and comparison.reason.good)
    comparison.upto = len(comparison.line.steps)
    return [why]


def again_shown(app: arcade.App, game: str) -> list[arcade.Scene]:
    """A mistake to be tried again."""
    match, verdict = mistaken(game)
    match.play(verdict.move)
    review = arcade.Review(app, match)
    review.grader.grades[-1].worth.fair = samples.worst_of(game)[2]
    return [review, arcade.Again(app, review)]


def sample_history(app: arcade.App) -> None:
    """Fills the history with samples for statistics and records."""
    fill(app.session.chronicle)
    app.session.hoard.read_on()
    app.session.hoard.fresh.append("duel.four_eggs")
    samples.month_played(app.session.chronicle)
    app.session.reminders.look(app.session.today(), app.session.settings.game)
    app.session.reminders.finish()


def listed(app: arcade.App, scene: arcade.Scene) -> list[arcade.Scene]:
    """A list with all the thumbnails that are in view."""
    app.scenes = [scene]
    app.draw()
    while scene.tick():
        pass
    return [scene]


def title_reminding(app: arcade.App) -> list[arcade.Scene]:
    """The title with everything that it can remind of."""
    app.session.reminders.waiting = samples.waiting()
    return [arcade.Title(app)]


def title_tipped(app: arcade.App) -> list[arcade.Scene]:
    """The title with a tooltip, a controller in the hand."""
    title = arcade.Title(app)
    title.focus = "daily"
    app.input.device = "pad"
    return [title]


def half_read(app: arcade.App) -> arcade.Waiting[None]:
    """An import that has come some way and no further."""

    def reading() -> Reading[None]:
        while True:
            yield 0.4

    waiting = arcade.Waiting(app, app.session.strings("reading.take"), reading(), lambda _: None)
    waiting.step()
    return waiting


def fair_shown(app: arcade.App, game: str, page: int) -> list[arcade.Scene]:
    """A page of how the dragons play."""
    found = arcade.Fairness(app, game)
    found.page = page % len(found.pages)
    return [found]


def scene_shots(app: arcade.App) -> dict[str, Maker]:
    """Every scene that is drawn to a picture: name -> the scenes, the lowest first."""
    leave = app.session.strings("title.leave")
    shots: dict[str, Maker] = {
        "title": lambda: [arcade.Title(app)],
        "reminders": lambda: title_reminding(app),
        "hoard-asleep": lambda: [arcade.Treasury(app), arcade.Title(app)],
        "options": lambda: [arcade.Options(app)],
        "keys": lambda: [arcade.Keys(app)],
        "statistics": lambda: [arcade.Statistics(app)],
        "statistics-game": lambda: [arcade.Statistics(app, game="heart", curve="rating")],
        "statistics-luck": lambda: [arcade.Statistics(app, curve="luck")],
        "fair-1": lambda: fair_shown(app, "duel", 0),
        "fair-2": lambda: fair_shown(app, "duel", 1),
        "fair-3": lambda: fair_shown(app, "duel", 2),
        "fair-4": lambda: fair_shown(app, "duel", 3),
        "fair-5": lambda: fair_shown(app, "duel", 4),
        "records": lambda: [arcade.Records(app)],
        "hoard": lambda: [arcade.Treasury(app)],
        "summary": lambda: review_graded(app, "wars", 7, summed=True),
        "ask": lambda: [arcade.Title(app), arcade.Ask(app, leave, app.quit)],
        "reading": lambda: [arcade.Title(app), half_read(app)],
        "welcome": lambda: [arcade.Title(app), arcade.Welcome(app)],
        "kept": lambda: listed(app, arcade.KeptList(app, "tale")),
        "tip": lambda: title_tipped(app),
        "naming": lambda: [
            arcade.Title(app),
            arcade.Naming(app, app.session.strings("players.new"), "Ada", print),
        ],
        "menu": lambda: [arcade.Title(app), arcade.Menu(app, TITLE, [])],
    }
    for name in arcade.LOOKS:
        for value in THEME["options"][name][1:]:
            shots[f"{name}-{value}"] = partial(table_worn, app, name, value)
    for name, page in samples.pages(app.session).items():
        shots[name] = partial(lambda page: [arcade.scene_of(app, page())], page)
    for game in arcade.BOARDS:
        shots |= {f"{game}-{name}": make for name, make in game_shots(app, game).items()}
    return shots


def game_shots(app: arcade.App, game: str) -> dict[str, Maker]:
    """The shots that every game has."""
    pages = parts.help_pages(game, app.session.strings)
    whole = len(played(game, 10_000).moves)

    def paused() -> list[arcade.Scene]:
        table = table_at(app, played(game, 6))
        return [table, arcade.Pause(app, table)]

    def rules(page: int) -> list[arcade.Scene]:
        return [arcade.Rules(app, game, page)]

    shots: dict[str, Maker] = {f"rules-{n + 1}": partial(rules, n) for n in range(len(pages))}
    for name in arcade.BOARDS[game].popups:
        shots[f"popup-{name}"] = partial(table_popup, app, game, name)
    if offered(game):
        shots["lessons"] = lambda: [arcade.Lessons(app, game)]
        shots["puzzles"] = lambda: listed(app, arcade.Puzzles(app, game, PuzzlePick(), lambda _: None))
        shots["lesson-first"] = lambda: [arcade.SetUp(app, game), arcade.LessonFirst(app, game, app.leave_all)]
    for name, (make, right) in studies(game, app.session.chronicle).items():
        shots[name] = partial(study_at, app, make, right)
    return shots | {
        "fair": lambda: fair_shown(app, game, -1),
        "setup": lambda: [arcade.SetUp(app, game)],
        "more": lambda: more_set_up(app, game),
        "start": lambda: [table_at(app, played(game, 0))],
        "guided": lambda: table_guided(app, game),
        "early": lambda: table_with_card(app, game, 4),
        "middle": lambda: table_with_card(app, game, whole // 2),
        "values": lambda: table_with_values(app, game, max(0, whole - 7)),
        "machine": lambda: [table_at(app, played(game, 7, mine=False))],
        "late": lambda: [table_at(app, played(game, whole - 2))],
        "talk": lambda: table_talking(app, game, whole // 2),
        "log": lambda: [table_at(app, played(game, 8), show_log=True)],
        "pause": paused,
        "curtain": lambda: table_behind_curtain(app, game),
        "coach": lambda: table_coached(app, game),
        "why": lambda: why_shown(app, game),
        "again": lambda: again_shown(app, game),
        "end": lambda: table_ended(app, game),
        "end-deal": lambda: deal_ended(app, game),
        "deal": lambda: deal_ended(app, game, details=True),
        "end-daily": lambda: daily_ended(app, game),
        "numbers": lambda: numbers_shown(app, game),
        "review": lambda: review_graded(app, game, 7),
        "other": lambda: [arcade.OtherTable(app, samples.pair(game, app.session.strings))],
    }


def headless_app(size: Size, folder: Path) -> arcade.App:
    """An arcade that draws into memory, silent, with its own settings."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    os.environ["SDL_AUDIODRIVER"] = "dummy"
    app = arcade.App(folder, windowed=True, size=size, mute=True)
    app.session.settings.guided = dict.fromkeys(arcade.BOARDS, DISMISSED)
    return app


def draw_shot(app: arcade.App, make: Maker) -> Surface:
    """One scene drawn at rest."""
    app.leave_all()
    app.input.device = "mouse"
    looks = [(name, getattr(app.session.settings, name)) for name in arcade.LOOKS]
    app.scenes = make()
    app.draw()  # gives every board its place
    app.notes.tip_at = 0.0
    for scene in app.scenes:
        scene.interrupt()
    app.draw()
    for name, value in looks:
        if getattr(app.session.settings, name) != value:
            setattr(app.session.settings, name, value)
            app.settings_changed(name)
    return app.canvas.surface


def command_shots(arguments: argparse.Namespace) -> int:
    """Draws every scene off screen to PNG files."""
    folder = program.made_folder(arguments.folder)
    with program.scratch() as data:
        app = headless_app(arguments.size or (1280, 720), Path(data))
        sample_history(app)
        names = []
        for name, make in scene_shots(app).items():
            if arguments.scene and not name.startswith(arguments.scene):
                continue
            picture = draw_shot(app, make)
            try:
                program.check_ordinary(folder / f"{name}.png")
                (folder / f"{name}.png").write_bytes(png_of(window.fitted(picture)))
            except (OSError, pygame.error) as error:
                raise InputError(f"{folder}: {name}.png cannot be written: {error}") from None
            names.append(name)
        faults_found = faults(app.canvas)
        app.close()
    program.put_out({"folder": str(folder), "shots": names, "faults": faults_found})
    return 0


def bench_draw(size: Size) -> dict[str, Any]:
    """Milliseconds a frame takes, flip included, while cards move and the solver runs on the same
    core; the share of one core used while waiting for a person."""
    with program.scratch() as data:
        app = headless_app(size, Path(data))
        frame_bench.on_one_core()
        table = table_at(app, played("duel", 2))
        app.scenes = [table]
        app.draw()
        took, stalls = frame_bench.frames(app, partial(stir, table.board), arcade.FPS_MOVING, 4)
        app.home()
        found = frame_bench.bench_result(took, stalls, frame_bench.idle_share(app, 10))
        app.close()
    return found


def stir(board: Board) -> None:
    """Sets all cards in motion, some of them turning over."""
    board.stage.reset()
    for sprite in board.stage.sprites:
        sprite.send(sprite.rect.move(0, 40), board.motion, 400)
        sprite.before = None if sprite.card else ""


BENCHES: dict[str, Callable[[], dict[str, Any]]] = {
    "draw/1280x720": lambda: bench_draw((1280, 720)),
    "draw/1920x1080": lambda: bench_draw((1920, 1080)),
}


def command_selftest() -> int:
    """Checks that the program is complete: data loads, games play to their ends, the solver is
    right."""
    found: dict[str, Any] = {}
    wrong = [fault for game in (*GAMES, *WRONG) if (fault := arcade.fault_of(game))]
    broken = {fault.game for fault in wrong}
    with program.scratch() as data:
        app = headless_app((1280, 720), Path(data))
        pictures = [name for name in picture_names() if name.partition("/")[0] not in broken]
        for name in pictures:
            app.art.picture(name, 48)
        found["pictures"] = len(pictures)
        found |= whole([game for game in GAMES if game not in broken])
        app.scenes = [arcade.Title(app)]
        app.draw()
        found["faults"] = faults(app.canvas)
        app.close()
        for fault in wrong:
            complain(fault.said(app.session.strings))
    program.put_out({"selftest": "failed" if wrong else "passed"} | found)
    return 1 if wrong else 0


def main(argv: Sequence[str]) -> int:
    """Runs shots or selftest and returns the exit status."""
    try:
        if argv[0] == "shots":
            return command_shots(shots_parser().parse_args(argv[1:]))
        return command_selftest()
    except InputError as error:
        return complain(error)
    except BrokenPipeError:  # who read it has left
        drop_output()
        return 1
