"""A little of the soak in every run: machines play while scenes change, closings amid searches; and what has grown
is told."""

from __future__ import annotations

import math
import random
import threading
from pathlib import Path
from typing import Any

import pygame
import pytest

import game as arcade
from native import GAMES
from native.tools.shots import sample_history, scene_shots
from tests.campaign import fuzz, soak
from tests.campaign.soak import Count
from tests.screen import screen


@pytest.mark.long
def test_machines_play_while_scenes_change_and_nothing_is_left(tmp_path: Path) -> None:
    chance = random.Random(fuzz.seed_of_the_tree())
    with screen(tmp_path) as s:
        done = soak.play(s, chance, math.inf, 60)
        before = soak.count(s.app)
        done += soak.play(s, chance, math.inf, 140)
        after = soak.count(s.app)
    assert done["turns"] == 200
    assert sum(done[game] for game in GAMES) > 0
    assert (after.threads, after.files) == (before.threads, before.files)


def kinds(made: type[Any]) -> set[str]:
    """The names of all scenes of a kind that are no mere beginnings of others."""
    below = [kind for one in made.__subclasses__() for kind in kinds(one)]
    return {*below, *([] if made in (arcade.Scene, arcade.Listing, arcade.Roll) else [made.__name__])}


@pytest.mark.long
def test_every_kind_of_scene_is_visited_and_the_table_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arcade, "IDLE_NAP_MS", 0)
    with screen(tmp_path) as s:
        sample_history(s.app)
        soak.play(s, random.Random(1), math.inf, 20)
        before, seen = list(s.app.scenes), set()
        shots = scene_shots(s.app)
        for name in shots:
            if "-" not in name or name.startswith(("heart-", "daily")):
                seen.add(soak.visit(s, name))
                assert s.app.scenes == before
        table = s.sit("heart", seed=8, seats=["human", "random"])
        s.until(lambda: table.live.mine and not table.board.stage.playing)
        s.walk("hand0", s.key)
        s.key("e")  # a card is shown large only over a table
        seen.add(type(s.scene).__name__)
        s.app.pop()
        table.unfold()
        seen.add(type(s.scene).__name__)
    assert seen == kinds(arcade.Scene)


@pytest.mark.parametrize("number", range(len(soak.SEARCHES)))
def test_it_closes_amid_every_kind_of_search(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(soak, "SEARCHES", soak.SEARCHES[number : number + 1])
    chance = random.Random(number)
    assert any(soak.close_once(chance, tmp_path)[0] for _ in range(60))


def test_what_has_grown_is_told() -> None:
    calm = [Count(100.0, 3, 9, 50)] * 30
    assert soak.amiss(calm) == []
    assert soak.amiss(calm[:2]) == []
    grown: dict[str, Any] = {"memory_mb": 102.5, "threads": 4, "files": 10, "surfaces": 60}
    for name, value in grown.items():
        later = [calm[0]._replace(**{name: value})] * soak.CALM_MINUTES
        assert soak.amiss([*calm, *later]) == [name.partition("_")[0]]
    creeping = [calm[0]._replace(memory_mb=100 + 0.05 * minute) for minute in range(62)]
    assert soak.amiss(creeping) == ["memory"]
    assert soak.amiss([*calm, calm[0]._replace(memory_mb=105.0)]) == []  # one large picture
    assert soak.slope([1.0, 3.0, 5.0]) == pytest.approx(2.0)
    assert soak.slope([1.0]) == 0


@pytest.mark.long
def test_a_surface_a_file_and_a_thread_are_counted(tmp_path: Path) -> None:
    surfaces, files, stay = soak.surfaces(), soak.files(), threading.Event()
    held = {"one": pygame.Surface((2, 2)), "more": [pygame.Surface((2, 2))]}
    assert soak.surfaces() == surfaces + len(held)
    with (tmp_path / "file").open("w"):
        assert soak.files() == files + (files > 0)
    with screen(tmp_path) as s:
        before = soak.count(s.app).threads
        thread = threading.Thread(target=stay.wait)
        thread.start()
        assert soak.count(s.app).threads == before + 1
        stay.set()
        thread.join()


def test_a_thread_that_stays_after_closing_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stay = threading.Event()
    monkeypatch.setattr(soak, "SEARCHES", (lambda *_: threading.Thread(target=stay.wait, name="left").start(),))
    with pytest.raises(AssertionError, match="left"):
        soak.close_once(random.Random(1), tmp_path)
    stay.set()
