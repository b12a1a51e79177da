"""Whatever a person presses: from any moment of any match its end can be reached, and then the end is shown."""

from __future__ import annotations

import random
from pathlib import Path

import pygame
import pytest

import game as arcade
from native import GAMES, Match
from native.play import review
from native.tools.samples import played
from tests.screen import SIZES, Screen, screen

CHROME = {"more", "menu", "rules", "undo", "redo", "hint", "values", "pause", "step", "log", "score", "reference",
          "cards", "points"}
SPARED = {"quit", "yes", "full_screen", "language", "delete",  # ends the arcade, or lasts beyond a match
          "restart", "new", "rematch", "start"}  # another match, long to play through
PRESSED = ("up", "down", "left", "right", "enter", "esc", "tab", "u", "r", "h", "v", "l", "m", "p", "s", "space",
           "f1", "c")
FORMS: dict[str, tuple[dict[str, object], ...]] = {
    "duel": ({}, {"first_to": 2}),
    "tricks": ({"players": 4, "level": "expert"},),
    "wars": ({"players": 4},),
    "tale": ({"players": 5, "expert": True}, {"players": 4, "teams": True, "garfield": True}),
}
TABLES = {game: FORMS.get(game, ({},)) for game in GAMES}


def seat(game: str, options: dict[str, object], seed: int, left: int) -> Match:
    """A match of people and weak machines, at least one person among them, some moves before its end."""
    chance = random.Random(seed)
    match = Match(game, options=options, seed=seed)
    while not match.over:
        match.play(chance.choice(match.legal()))
    match.goto(max(0, len(match.moves) - left))
    rest = [chance.choice(("human", "random", "hatchling")) for _ in range(match.seats_count - 1)]
    match.seats = chance.sample(["human", *rest], match.seats_count)
    return match


def anything(s: Screen, chance: random.Random) -> None:
    """One thing that a person may do."""
    s.app.draw()
    way = chance.random()
    if way < 0.6:
        spots = [spot for spot in s.app.canvas.spots if spot.key not in SPARED]
        if spots:
            place = chance.choice(spots).rect.clamp(s.app.canvas.area).center
            s.point(place)
            s.app.pointer.deaf_until = 0.0  # however short ago the last click was
            s.post(pygame.MOUSEBUTTONDOWN, pos=place, button=1)
            s.post(pygame.MOUSEBUTTONUP, pos=place, button=1)
    elif way < 0.7:
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP):
            place = (chance.randrange(s.app.canvas.area.w), chance.randrange(s.app.canvas.area.h))
            held = {"buttons": (1, 0, 0), "rel": (9, 9)} if kind == pygame.MOUSEMOTION else {"button": 1}
            s.post(kind, pos=place, **held)
    elif way < 0.98:
        if s.app.pointer.focus not in SPARED:
            s.key(chance.choice(PRESSED))
    else:
        size = chance.choice(SIZES)
        pygame.display.set_mode(size, pygame.RESIZABLE)
        s.post(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])


def tables(s: Screen) -> list[arcade.TableScene]:
    return [scene for scene in s.app.scenes if isinstance(scene, arcade.TableScene)]


def to_the_end(s: Screen, chance: random.Random) -> None:
    """Plays on by presses alone until the end is shown."""
    table = tables(s)[0]
    live, board = table.live, table.board
    settings = s.app.session.settings
    settings.motion, settings.pause_least = "off", 0  # as it was; they may have been chosen anew
    for _ in range(3000):
        s.app.turn()
        s.until(lambda: s.scene is not table or table.curtain or not (live.works or board.stage.groups))
        if isinstance(s.scene, arcade.EndScene):
            return
        if table.match.over and table.ended:  # it was shown, and closed
            while not isinstance(s.scene, arcade.Pause):
                s.key("esc")
            s.click("result")
        elif s.scene is not table:
            s.key("esc")
        elif table.curtain:
            s.click("curtain")
        elif table.live.paused and not table.live.mine and not table.match.over:
            live.pause()
        elif table.live.mine:
            s.app.draw()
            spots = [spot for spot in s.app.canvas.spots if spot.nav and spot.accept and spot.key not in CHROME]
            if spots:
                s.click(chance.choice(spots).key)
    raise AssertionError(f"no end: {table.match.record()}, {s.app.scenes}")


def trial(folder: Path, game: str, options: dict[str, object], seed: int, steps: int, left: int) -> int:
    """Some steps of anything, then on to the end; how many moves the match had then."""
    chance = random.Random(seed)
    with screen(folder, SIZES[seed % 2]) as s:
        s.app.sit(seat(game, options, seed, left))
        seeds = iter(range(seed, seed + 10**6))
        s.app.session.draw_seed = lambda: next(seeds)  # type: ignore[method-assign]
        s.app.session.next_seed = lambda game: next(seeds)  # type: ignore[method-assign] # noqa: ARG005
        for _ in range(steps):
            anything(s, chance)
            if not tables(s):  # left for the title, or a rule book: back to a match
                s.app.resume(game) if s.app.session.saved(game) else s.app.sit(seat(game, options, seed, left))
                s.app.turn()
        to_the_end(s, chance)
        return len(tables(s)[0].match.moves)


CASES = [(game, options, number) for game, choices in TABLES.items() for number, options in enumerate(choices)]


@pytest.mark.parametrize(("game", "options", "number"), CASES, ids=lambda case: case if isinstance(case, str) else "")
@pytest.mark.long
def test_after_anything_the_end_is_reached_and_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str,
                                                     options: dict[str, object], number: int) -> None:
    monkeypatch.setattr(review, "LEVEL", "hatchling")  # what is computed is beside the point
    assert trial(tmp_path, game, options, number + 1, 40, 12) > 0


@pytest.mark.long
def test_the_end_is_shown_again_after_undo_and_redo_and_counted_once(tmp_path: Path) -> None:
    with screen(tmp_path) as s:
        match = played("duel", 10_000)
        match.seats = ["human", "human"]
        match.undo()
        s.app.sit(match)
        s.click("curtain")
        s.click("hand0")
        s.click(next(spot.key for spot in s.app.canvas.spots if spot.drop))
        for _ in range(2):
            s.until(lambda: isinstance(s.scene, arcade.EndScene))
            s.key("esc")
            s.key("u")
            s.until(lambda: s.table.curtain or s.table.live.mine)
            assert not s.table.match.over
            s.key("r")
        s.until(lambda: isinstance(s.scene, arcade.EndScene))
        assert len(s.app.session.chronicle.record_ids()) == 1


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.long
def test_what_has_come_to_rest_looks_as_if_drawn_anew(tmp_path: Path, game: str) -> None:
    """While cards move a frame makes do with scaled and missing faces; nothing of that stays."""
    with screen(tmp_path, (800, 600)) as s:
        s.app.session.settings.motion = "fast"
        s.app.sit(played(game, 11))
        s.table.live.paused = True
        for _ in range(4):
            if s.table.match.over:
                s.table.undo()
            s.table.play(s.table.live.legal()[-1])
            s.app.dirty = True
            while s.app.motion.busy or s.table.board.stage.groups:
                s.app.turn()
            s.until(lambda: not s.app.to_draw and not s.app.motion.busy)
            shown = pygame.image.tobytes(s.app.canvas.surface, "RGB")
            s.app.art.forget()
            s.app.draw()
            assert shown == pygame.image.tobytes(s.app.canvas.surface, "RGB")
